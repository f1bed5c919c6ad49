"""``oathtools odds`` at the table: from a position or the running game, and for the step at hand of a campaign."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools.cli.common import Failure, emit, terminal_width
from oathtools.odds.exact import chance, distribution
from oathtools.odds.numbers import CITATIONS, Answer, Numbers, as_json
from oathtools.render import odds as render_odds
from oathtools.render import odds_position as render

if TYPE_CHECKING:
    from oathtools.journal.play import Play
    from oathtools.odds.battle import Battle
    from oathtools.odds.plans import Chosen
    from oathtools.procedures.fight import Fight
    from oathtools.procedures.forecast import Option, Outlook
    from oathtools.procedures.game import Game
    from oathtools.render.names import Names


class Bench(NamedTuple):
    """The game, the attacker in question, who looks on, and names as they may hear them."""

    play: "Play"
    seat: str
    viewer: str | None
    names: "Names"
    notes: list[str]

    @property
    def game(self) -> "Game":
        """The game as it stands."""
        return self.play.game

    @property
    def may_act(self) -> bool:
        """Is it this player's Act Phase?"""
        return self.play.state.phase == "act" and self.play.state.turn == self.seat


def bench(position: str | None, player: str | None) -> Bench:
    """The game in question. A position file is open to whoever wrote it. Raises ``Failure``."""
    from oathtools.cli.gaming import names_for, seat_named, view_game, viewer_seat
    from oathtools.cli.judging import play_from

    if position is None:
        running = view_game()
        play, notes = running.play, running.notes
    else:
        play, notes = play_from(position), []
    seat = seat_named(play.state, player) if player else play.state.turn
    viewer = viewer_seat(play) or (seat if position else None)
    return Bench(play, seat, viewer, names_for(play, viewer), notes)


def answer_position(
    position: str | None,
    player: str | None,
    against: str | None,
    targets: Sequence[str],
    dice: int | None,
    sacrifice: bool,
    attacker_plans: Sequence[str],
    defender_plans: Sequence[str],
) -> int:
    """The odds of one declaration. Raises ``Failure`` with the rules' rows for an illegal one."""
    from oathtools.procedures.forecast import Outlook, declared

    judge = bench(position, player)
    if against is None or not targets:
        missing = "--against" if against is None else "--target"
        raise Failure("usage", f"missing: {missing}", hint="--against NAME --target site:S --target pawn")
    game, seat = judge.game, judge.seat
    _between(judge)
    defender = _defender(judge, against)
    frame, refusals = declared(game, seat, defender, [_target(judge, each, defender) for each in targets], dice)
    if refusals:
        _refuse(judge, "this campaign cannot be declared", refusals)
    look = _with(judge, Outlook(game, frame), [seat], attacker_plans)
    look = _with(judge, look.with_bandits(), look.players("defender"), defender_plans)
    answer = weigh(look, sacrifice)
    joins = []
    for citizen in look.may_join:
        other = Outlook(game, frame, [citizen])
        for used in look.on.used:
            other = other.then(used.who, used.chosen)
        joins.append((citizen, chance(other.battle._replace(may_sacrifice=answer.odds.battle.may_sacrifice))))
    options = _options(look)
    unknown = look.unknown(judge.viewer)
    cautions = _cautions(judge, frame.given)
    notes = [*judge.notes, *answer.warnings]
    if not judge.may_act:
        notes.append(f"taken as if it were the Act Phase of {judge.names.name(seat)}, which it is not (4.2)")
    table = (joins, options, unknown, cautions, judge.names)
    return emit(
        {**as_json(answer), **render.as_json(look, *table)},
        lambda: render.as_text(answer, look, *table, terminal_width()),
        citations=answer.citations,
        warnings=notes,
    )


def weigh(look: "Outlook", sacrifice: bool = True) -> Answer:
    """The exact odds of an outlook."""
    from oathtools.odds.effects import CLAUSES

    battle, before = look.battle, look.before
    if not sacrifice:
        battle = battle._replace(may_sacrifice=False)
    only = before.bandits > 0 and not before.defenders
    told = Numbers(before.force, before.defense, before.defenders + before.bandits, before.attack, bandits=only)
    cites = [*CITATIONS, *(("2.8.3",) if before.bandits else ())]
    if look.uses:
        cites += ["5.5.3", "7.5"]
        cites += [clause for used in look.uses for effect in used.plan.effects for clause in CLAUSES[effect.verb]]
    notes = [f"{used.plan.name}: taken that {words}" for used in look.uses for words in used.assumed]
    notes += [f"{used.plan.name} comes to nothing: {words}" for used in look.uses for words in used.idle]
    return Answer(told, look.uses, distribution(battle), {}, tuple(notes), tuple(dict.fromkeys(cites)))


def _between(judge: Bench) -> None:
    if judge.play.pending is None:
        raise Failure("not_offered", "the game is over", hint="--position FILE asks about another table")
    if judge.game.frame.fact("fight") is not None:
        hint = "oathtools odds, without options, answers for the step at hand"
        raise Failure("not_offered", "a campaign is under way", hint=hint, citations=["5.5"])


def _defender(judge: Bench, named: str) -> str:
    from oathtools.cli.gaming import seat_named
    from oathtools.procedures.campaign import BANDITS

    return BANDITS if named.casefold() in ("bandits", "bandit") else seat_named(judge.play.state, named)


def _target(judge: Bench, said: str, defender: str) -> str:
    """The id of a target: ``pawn``, or what its name says after the word for its kind."""
    from oathtools import catalog
    from oathtools.answerers.words import Misread, match
    from oathtools.procedures import facts
    from oathtools.procedures.campaign import PAWN
    from oathtools.table.state import BANNERS

    kind, colon, name = said.partition(":")
    name = name if colon else said
    if name.casefold() in (PAWN, "favor", "pawn-and-favor"):
        return PAWN
    game = judge.game
    held = [] if defender == "bandits" else facts.relics_held(game, defender)
    options = {"site": facts.site_ids(game), "relic": held, "banner": list(BANNERS)}
    if colon and kind not in options:
        raise Failure("usage", f"{said!r} is no target", hint="site:S, relic:R, banner:B or pawn")
    among = options[kind] if colon else [each for several in options.values() for each in several]
    try:
        return match(name, among, judge.names.name)
    except Misread as fault:
        try:
            found = catalog.find(name)
        except LookupError:
            raise Failure("not_found", f"there is no target {said!r}", hint=fault.hint) from None
        # A relic that somebody else has is refused by the rules; a site that is not on the map is no target at all.
        if found not in judge.play.state.where:
            raise Failure("not_found", f"{catalog.name_of(found)} is not on the table", hint=fault.hint) from None
        if found.startswith("site.") and judge.play.state.where[found] != "map":
            raise Failure("not_found", f"{catalog.name_of(found)} is not on the map", hint=fault.hint) from None
        return found


def _refuse(judge: Bench, message: str, refusals: Sequence[Any]) -> None:
    from oathtools.render.action import refusal_lines

    raise Failure(
        "not_offered",
        message,
        detail=refusal_lines(refusals, judge.names.text, terminal_width()),
        hint="oathtools legal lists the campaigns that may be declared",
        citations=list(dict.fromkeys(each.clause for each in refusals)),
        refusals=[{**each._asdict(), "because": judge.names.text(each.because)} for each in refusals],
    )


def _with(judge: Bench, look: "Outlook", seats: Sequence[str], plans: Sequence[str]) -> "Outlook":
    """With the plans that are named, each by whoever of these players rules it."""
    from oathtools.cli.odds import _unknown
    from oathtools.odds.plans import Refused, UnknownPlan, parse, plan

    for words in plans:
        try:
            chosen = parse(words)
        except UnknownPlan as unknown:
            raise _unknown(unknown.words, unknown.near) from None
        except Refused as refused:
            raise Failure("usage", refused.message, hint=refused.hint) from None
        options = [option for seat in seats for option in look.options(seat)]
        mine = [option for option in options if option.chosen.id == chosen.id]
        fitting = _fitting(mine, chosen)
        if fitting is None:
            name = plan(chosen.id).name
            ways = ", ".join(judge.names.name(option.id) for option in mine)
            hint = f"Possible: {ways}" if ways else "A battle plan is used by a player of its side who rules it."
            raise Failure("not_offered", f"{name} cannot be used so here (7.5.1)", hint=hint, citations=["7.5.1"])
        refusals = look.rows(fitting.who, fitting.chosen)
        if refusals:
            _refuse(judge, f"{plan(chosen.id).name} cannot be used", refusals)
        look = look.then(fitting.who, fitting.chosen)
    return look


def _fitting(options: "Sequence[Option]", chosen: "Chosen") -> "Option | None":
    """The option that is meant; the largest number where none is told."""
    for option in options:
        own = 1 if option.side == "attacker" else -1
        way = None if chosen.way == own else chosen.way
        number = option.chosen.number
        if option.chosen.way == way and (number == chosen.number or (way is None and number is None)):
            return option
    if chosen.number is None:
        return next((option for option in reversed(options) if option.chosen.way is None), None)
    return None


def _options(look: "Outlook") -> "list[Option]":
    """The plans still open to either side, each once, in its side's own way."""
    found: dict[tuple[str, str], Option] = {}
    for side in ("attacker", "defender"):
        for seat in look.players(side):
            for option in look.options(seat):
                if option.chosen.way is None:
                    found[seat, option.chosen.id] = option
    return list(found.values())


def _cautions(judge: Bench, given: dict[str, Any]) -> list[Any]:
    from oathtools.procedures.adjudicate import Request, why

    return list(why(judge.game, judge.seat, Request("campaign", dict(given)), repairs=False).cautions)


def answer_best(position: str | None, player: str | None, by: str) -> int:
    """Every campaign that may be declared now, best first."""
    from oathtools.procedures.forecast_best import best
    from oathtools.render import odds_best

    judge = bench(position, player)
    _between(judge)
    ranking = best(judge.game, judge.seat, by)
    notes = list(judge.notes)
    if not judge.may_act:
        notes.append(f"taken as if it were the Act Phase of {judge.names.name(judge.seat)}, which it is not (4.2)")
    return emit(
        odds_best.as_json(ranking),
        lambda: odds_best.as_text(ranking, judge.names, by, terminal_width()),
        citations=["5.5.1", "5.5.2", "5.5.3", *CITATIONS[1:]],
        warnings=notes,
    )


# -- the step at hand ----------------------------------------------------------------------------------------------


def answer_step(position: str | None) -> int:
    """The odds of the campaign under way, with the dice that have fallen."""
    judge = bench(position, None)
    on: Fight | None = judge.game.frame.fact("fight")
    if on is None:
        hint = "oathtools odds --against NAME --target site:S, or --force 6 --defense 4 --defenders 3"
        raise Failure("usage", "no campaign is under way", hint=hint)
    if on.faces.attack or on.faces.defense:
        return _rolled(judge, on)
    battle, shields, step = _at_hand(judge, on)
    odds = distribution(battle, shields)
    told = Numbers(battle.force, battle.defense, battle.defenders + battle.bandits, battle.attack)
    answer = Answer(told, (), odds, {}, (), CITATIONS)
    data = {**as_json(answer), "step": step, "shields": shields}

    def text() -> str:
        said = [f"{judge.names.name(on.attacker)} against {judge.names.name(on.defender)}: {step}"]
        if shields is not None:
            said.append(f"Defense: {shields} from dice, {battle.strength('defender')} from the force (5.5.4)")
        width = terminal_width()
        blocks = [said, list(render_odds._chances(answer, width)), list(render_odds._outcomes(answer, width))]
        return "\n\n".join("\n".join(block) for block in [*blocks, render_odds._sacrifices(answer, width)] if block)

    return emit(data, text, citations=CITATIONS, warnings=judge.notes)


def _at_hand(judge: Bench, on: "Fight") -> "tuple[Battle, int | None, str]":
    """The battle, what the defense dice came to if they fell, and the step in words."""
    fell: Any = None
    for entry in reversed(judge.play.live):
        if entry.kind == "campaign.defense-roll":
            fell = entry.answer
            break
        if entry.kind in ("act", "campaign.targets", "campaign.dice", "campaign.plan"):
            break
    pending = judge.play.pending
    if fell is None and pending is not None and pending.kind == "campaign.attack-roll" and not on.battle.defense:
        fell = []
    if fell is None:
        return on.battle, None, "before the rolls; no further plan is counted"
    return on.battle, _shields(on.battle, fell), "after the defense roll"


def _shields(battle: "Battle", fell: Sequence[str]) -> int:
    from oathtools.odds.dice import defense_faces

    faces = defense_faces(battle.ignored)
    total = sum(faces[face][1] for face in fell)
    return total << sum(faces[face][2] for face in fell)


def _rolled(judge: Bench, on: "Fight") -> int:
    """Both rolls are known: what is needed, and what a sacrifice does."""
    from oathtools.odds.battle import needed, settle
    from oathtools.odds.resolution import resolve

    result = resolve(on.battle, on.faces, sacrifice=False)
    short = needed(result.attack, result.defense, on.battle.worth)
    killed = result.ending.skulls
    possible = on.battle.may_sacrifice and 0 < short <= on.battle.force - killed
    won = settle(on.battle, True, killed, short) if possible or not short else None
    lost = settle(on.battle, False, killed) if short else None
    data = {
        "step": "after the rolls",
        "attack": result.attack,
        "defense": result.defense,
        "needed": short,
        "enough": bool(won),
        "if_won": won._asdict() if won else None,
        "if_lost": lost._asdict() if lost else None,
    }

    def text() -> str:
        lines = [f"Attack {result.attack}, defense {result.defense}; skulls killed {killed} (5.5.4, 5.5.5)"]
        if not short:
            lines.append("The attacker is victorious without a sacrifice.")
        else:
            enough = "there are enough" if won else "they cannot be made"
            lines.append(f"A sacrifice of {short} is needed to win, and {enough} (5.5.5, 9.5).")
        for word, end in (("Victory", won), ("Defeat", lost)):
            if end:
                lines.append(f"{word}: attacker loses {end.attacker_lost}, defender {end.defender_lost} (5.5.6)")
        width = terminal_width()
        return "\n".join(line for each in lines for line in render.wrap(each, width, "", "  "))

    return emit(data, text, citations=CITATIONS, warnings=judge.notes)
