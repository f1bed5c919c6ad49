"""``oathtools odds`` at the table: from a position or the running game, and for the step at hand of a campaign."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools.cli.shared.common import Failure, emit, terminal_width
from oathtools.law import deciding
from oathtools.odds.exact import chance, distribution
from oathtools.odds.numbers import CITATIONS, Answer, Numbers, as_json, shifts
from oathtools.render.battles import position as render

if TYPE_CHECKING:
    from oathtools.cli.shared.battle_options import Declared, Told
    from oathtools.journal.play import Play
    from oathtools.odds.battle import Battle
    from oathtools.odds.plans import Chosen
    from oathtools.procedures.campaign.best import Ranking
    from oathtools.procedures.campaign.outlook import Option, Outlook
    from oathtools.procedures.machine.game import Game
    from oathtools.render.names import Names


class Bench(NamedTuple):
    """The game as whoever looks on may know it, the attacker in question, and names as they may hear them."""

    play: "Play"
    game: "Game"
    seat: str
    viewer: str | None
    names: "Names"
    notes: list[str]
    as_told: "Game"  # before the title was laid where it is due

    @property
    def may_act(self) -> bool:
        """Is it this player's Act Phase, or may they campaign in another's turn?"""
        state = self.play.state
        return (state.phase == "act" and state.turn == self.seat) or follows_on(self.play, self.seat)


def follows_on(play: "Play", seat: str) -> bool:
    """Is a player asked what they do in another's turn, after a campaign (10.2)? Then it is that turn that counts."""
    fight, pending = play.game.frame.fact("fight"), play.pending
    return play.state.turn != seat and fight is not None and fight.over and pending is not None and pending.who == seat


def bench(position: str | None, player: str | None, readings: Sequence[str] = ()) -> Bench:
    """The game in question. Raises ``Failure``.

    A running game is looked at as everybody may know it, or the player named with ``--as`` (9.4); a position file is
    open to whoever wrote it.
    """
    from oathtools.answerers.reading import table_of
    from oathtools.cli.shared.game_shown import seat_named, viewer_seat
    from oathtools.cli.shared.gaming import view_game
    from oathtools.cli.shared.judging import play_from, readings_in_force
    from oathtools.procedures.adjudicate import in_act_phase_of
    from oathtools.procedures.campaign.outlook import title_settled
    from oathtools.render.names import Names
    from oathtools.table.views import View

    if position is None:
        running = view_game()
        play, notes = running.play, running.notes
    else:
        play, notes = play_from(position), []
    if readings:
        play.game.readings |= readings_in_force(readings, play.game.readings)
    seat = seat_named(play.state, player) if player else play.state.turn
    named = viewer_seat(play)
    open_to_all = position is not None and named is None
    game = table_of(play, seat, named, spoil=open_to_all).game
    if not follows_on(play, seat):
        game = in_act_phase_of(game, seat)
    as_told = game
    if position is not None and play.state.phase == "act":
        game = title_settled(game, game.frame)
    viewer = named or (seat if position else None)
    return Bench(play, game, seat, viewer, Names(View(game.state, viewer)), notes, as_told)


def answer_position(at: "Declared", told: "Told", sacrifice: bool) -> int:
    """The odds of one declaration. Raises ``Failure`` with the rules' rows for an illegal one."""
    from oathtools.procedures.adjudicate.otherwise import deciding_odds

    judge = bench(at.position, at.player, at.readings)
    look = outlook(judge, at, told)
    answer = weigh(look, sacrifice)
    decided = deciding_odds(judge.as_told, look)
    joins = [
        (citizen, chance(look.joined([citizen]).battle._replace(may_sacrifice=answer.odds.battle.may_sacrifice)))
        for citizen in look.may_join
    ]
    table = (joins, _options(look), look.unknown(judge.viewer), _cautions(judge, look), judge.names)
    return emit(
        {**as_json(answer), **render.as_json(look, *table)},
        lambda: render.as_text(answer, look, *table, terminal_width()),
        citations=[*answer.citations, *decided],
        warnings=[*notes_of(judge), *answer.warnings, *deciding.notes(decided)],
    )


def outlook(judge: Bench, at: "Declared", told: "Told", allies: Sequence[str] = ()) -> "Outlook":
    """A campaign as it is declared in words, with its plans and Allies. Raises ``Failure``."""
    from oathtools.cli.shared.game_shown import seat_named
    from oathtools.procedures.campaign.outlook import Outlook, declared

    game, seat = judge.game, judge.seat
    _between(judge)
    defender, targets, dice, plans = _declared(judge, at, told)
    if defender is None or not targets:
        missing = "--against" if defender is None else "--target"
        raise Failure("usage", f"missing: {missing}", hint="--against NAME --target site:S --target pawn")
    if defender == seat:
        who = judge.names.name(seat)
        hint = "--player NAME says who attacks"
        raise Failure("not_offered", f"{who} cannot campaign against {who}", hint=hint, citations=["5.5.1"])
    frame, refusals = declared(game, seat, defender, targets, dice)
    if refusals:
        _refuse(judge, "this campaign cannot be declared", refusals)
    joining = [seat_named(judge.play.state, each) for each in allies]
    look = Outlook(game, frame, joining)
    cannot = [each for each in joining if each not in look.on.allies]
    if cannot:
        possible = ", ".join(map(judge.names.name, Outlook(game, frame).may_join))
        hint = f"Possible: {possible}" if possible else "Citizens at a targeted site or the attacker's, for the Empire"
        words = f"{judge.names.name(cannot[0])} cannot join this defense (5.5.2)"
        raise Failure("not_offered", words, hint=hint, citations=["5.5.2"])
    look = _with(judge, look, [seat], [*plans, *told.attacker_plans])
    return _with(judge, look.with_bandits(), look.players("defender"), told.defender_plans)


def notes_of(judge: Bench) -> list[str]:
    """What is to be said about the game that is looked at."""
    if judge.may_act:
        return list(judge.notes)
    return [*judge.notes, f"taken as if it were the Act Phase of {judge.names.name(judge.seat)}, which it is not (4.2)"]


def numbers_of(before: "Battle") -> Numbers:
    """A battle before plans as people would tell it by numbers."""
    only = before.bandits > 0 and not before.defenders
    return Numbers(before.force, before.defense, before.defenders + before.bandits, before.attack, bandits=only)


def weigh(look: "Outlook", sacrifice: bool = True) -> Answer:
    """The exact odds of an outlook."""
    from oathtools.odds.effects import CLAUSES

    battle, before = look.battle, look.before
    if not sacrifice:
        battle = battle._replace(may_sacrifice=False)
    told = numbers_of(before)._replace(sacrifice=sacrifice)
    cites = [*CITATIONS, *(("2.8.3",) if before.bandits else ())]
    if look.uses:
        cites += ["5.5.3", "7.5"]
        cites += [clause for used in look.uses for effect in used.plan.effects for clause in CLAUSES[effect.verb]]
    notes = [f"{used.plan.name}: taken that {words}" for used in look.uses for words in used.assumed]
    notes += [f"{used.plan.name} comes to nothing: {words}" for used in look.uses for words in used.idle]

    def changed(by: Mapping[str, int]) -> "Battle | None":
        found = look.shifted(by)
        return found if found is None or sacrifice else found._replace(may_sacrifice=False)

    shifted = {} if battle.victor else shifts(changed)
    return Answer(told, look.uses, distribution(battle), shifted, tuple(notes), tuple(dict.fromkeys(cites)))


def _between(judge: Bench) -> None:
    if judge.play.pending is None:
        raise Failure("not_offered", "the game is over", hint="--position FILE asks about another table")
    if any(player.slot is None for player in judge.play.state.players.values()):
        # 1.23, 8.3.4: the pawns do not stand on the map yet, or no longer.
        hint = "oathtools ask shows what is open; --position FILE asks about another table"
        raise Failure("not_offered", "nobody campaigns now: not all pawns are on the map", hint=hint, citations=["4.2"])
    fight = judge.play.game.frame.fact("fight")
    if fight is not None and not fight.over:
        hint = "oathtools odds, without options, answers for the step at hand"
        raise Failure("not_offered", "a campaign is under way", hint=hint, citations=["5.5"])


def _defender(judge: Bench, named: str) -> str:
    from oathtools.cli.shared.game_shown import seat_named
    from oathtools.procedures.campaign.ground import BANDITS

    return BANDITS if named.casefold() in (BANDITS, "bandit") else seat_named(judge.play.state, named)


def _declared(judge: Bench, at: "Declared", told: "Told") -> tuple[Any, list[str], int | None, Sequence[str]]:
    """The defender, the targets, the attack dice and the attacker's plans: in words, or by options."""
    from oathtools.answerers.lines import split
    from oathtools.answerers.matching import Misread
    from oathtools.answerers.reading import Table, heard
    from oathtools.answerers.requests import Said, request_of
    from oathtools.procedures.actions.said import target_word
    from oathtools.procedures.campaign.kinds import ACTION
    from oathtools.render.game.verdict import labels

    try:
        said = request_of(split([ACTION, *at.words]))
        assert said is not None
        against = at.against and _defender(judge, at.against)
        named = {"defender": against, "targets": ",".join(map(target_word, at.targets)), "dice": told.attack}
        said = Said(ACTION, said.fields | {name: str(each) for name, each in named.items() if each}, [], said.plans)
        table = Table(judge.play.game, judge.game, judge.seat, True)
        request = heard(table, said, labels(judge.names)).request
    except Misread as fault:
        raise Failure("not_found", str(fault), hint=fault.hint) from None
    given = request.given
    return given.get("defender"), given.get("targets", []), given.get("dice"), request.plans


def _refuse(judge: Bench, message: str, refusals: Sequence[Any]) -> None:
    from oathtools.render.document import reasons
    from oathtools.render.game.action import reasons_of

    raise Failure(
        "not_offered",
        message,
        detail=reasons(reasons_of(refusals, judge.names.text)),
        hint="oathtools legal lists the campaigns that may be declared",
        citations=list(dict.fromkeys(each.clause for each in refusals)),
        refusals=[{**each._asdict(), "because": judge.names.text(each.because)} for each in refusals],
    )


def _with(judge: Bench, look: "Outlook", seats: Sequence[str], plans: Sequence[str]) -> "Outlook":
    """With the plans that are named, each by whoever of these players rules it."""
    from oathtools.cli.shared.battle_options import unknown_card
    from oathtools.odds.plans import Refused, UnknownPlan, parse, plan

    for words in plans:
        try:
            chosen = parse(words)
        except UnknownPlan as unknown:
            raise unknown_card(unknown.words, unknown.near) from None
        except Refused as refused:
            raise Failure("usage", refused.message, hint=refused.hint) from None
        options = [option for seat in seats for option in look.options(seat)]
        mine = [option for option in options if option.chosen.id == chosen.id]
        # What several players of the side rule, whoever of them can uses (5.5.3).
        fitting = _fitting([each for each in mine if not look.rows(each.who, each.chosen)], chosen)
        fitting = fitting or _fitting(mine, chosen)
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


def _cautions(judge: Bench, look: "Outlook") -> list[Any]:
    from oathtools.procedures.adjudicate import Request, why

    return list(
        why(judge.game, judge.seat, Request(look.on.frame.action, dict(look.on.frame.given)), repairs=False).cautions
    )


def answer_best(position: str | None, player: str | None, by: str, readings: Sequence[str]) -> int:
    """Every campaign that may be declared now, best first."""
    from oathtools.ahead.campaigns import deciding_ranking, ranked
    from oathtools.render.battles import best as odds_best

    judge = bench(position, player, readings)
    _between(judge)
    found = ranked(judge.game, judge.seat, by)
    decided = deciding_ranking(judge.as_told, judge.seat, by)
    return emit(
        odds_best.as_json(found, judge.names),
        lambda: odds_best.as_text(found, judge.names, by, terminal_width()),
        citations=["5.5.1", "5.5.2", "5.5.3", *CITATIONS[1:], *decided],
        warnings=[*notes_of(judge), *_left_out(judge, found.ranking), *deciding.notes(decided)],
    )


def _left_out(judge: Bench, ranking: "Ranking") -> list[str]:
    """What a ranking does not count: powers that are not coded, cards nobody may know; once for each defender."""
    from oathtools.procedures.campaign.outlook import Outlook, declared

    first = {each.defender: each for each in reversed(ranking.pairs)}
    notes: list[str] = []
    for each in first.values():
        frame, _ = declared(judge.game, judge.seat, each.defender, each.targets, each.dice)
        notes += not_counted(judge, Outlook(judge.game, frame))
    return list(dict.fromkeys(notes))


def not_counted(judge: Bench, look: "Outlook") -> list[str]:
    """What the odds of a declaration do not count, in words."""
    told = [*look.unknown(judge.viewer), *_cautions(judge, look)]
    return [f"{judge.names.text(each.because)} ({each.clause})" for each in told]
