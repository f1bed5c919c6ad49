"""Odds and campaigns at a table: what is asked about, judged by the rules, as one record (5.5).

A ``Ground`` is the game as whoever looks on may know it, with the attacker in question. ``odds`` of what is declared
there, ``ranking`` of what may be, ``at_hand`` of the campaign under way. Commands and pages ask here;
``render.battles`` describes what comes of it.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from oathtools.ahead.chances import Ranked, deciding_ranking, ranked
from oathtools.answerers.matching import seat_called
from oathtools.answerers.reading import LabelOf, Table, parse_request, table_of
from oathtools.answerers.requests import SpokenRequest, request_of, split
from oathtools.engine.decision import Refusal
from oathtools.journal.play import Play
from oathtools.odds.battle import SIDES, Battle
from oathtools.odds.exact import chance, distribution
from oathtools.odds.numbers import CITATIONS, Answer, Numbers, Query, numbers_of, remarks, shifts
from oathtools.odds.plans import CLAUSES, Chosen, parse, plan
from oathtools.odds.using import Result, check_number, shields_of
from oathtools.procedures import adjudicate
from oathtools.procedures.actions.wording import target_word
from oathtools.procedures.adjudicate import Request, in_act_phase_of
from oathtools.procedures.campaign.account import Account, account
from oathtools.procedures.campaign.fight import ACTION, BANDITS, JOINING, ROLL_OF
from oathtools.procedures.campaign.outlook import Option, Outlook, Unknown, declared, title_settled
from oathtools.procedures.machine.game import Game

_HOW = "--against NAME --target site:S --target pawn"


class Undeclarable(Exception):
    """A campaign about which nothing can be said: in words with ids, which rows refuse it, what there is instead.

    ``usage``: is it the question that is at fault, and not the table?
    """

    def __init__(
        self,
        message: str,
        hint: str = "",
        citations: Sequence[str] = (),
        *,
        refusals: Sequence[Refusal] = (),
        possible: Sequence[str] = (),
        usage: bool = False,
    ) -> None:
        super().__init__(message)
        self.message, self.hint, self.possible, self.usage = message, hint, possible, usage
        self.refusals = refusals
        self.citations = list(dict.fromkeys(each.clause for each in refusals)) if refusals else list(citations)


class Ground(NamedTuple):
    """The game as whoever looks on may know it, and the attacker in question.

    ``untitled`` is the same before the title was laid where it is due (2.11).
    """

    play: Play
    game: Game
    seat: str
    viewer: str | None
    untitled: Game

    @property
    def may_act(self) -> bool:
        """Is it this player's Act Phase, or may they campaign in another's turn?"""
        state = self.play.state
        return (state.phase == "act" and state.turn == self.seat) or follows_on(self.play, self.seat)


class TableOdds(NamedTuple):
    """The odds of one declaration: with each Citizen who may join, the plans still open, what they do not count.

    ``decided``: the points that the table reads otherwise than is usual, and that decide it.
    """

    answer: Answer
    look: Outlook
    joins: list[tuple[str, tuple[int, int]]]
    options: list[Option]
    unknown: list[Unknown]
    cautions: list[Refusal]
    decided: dict[str, str]


class StepOdds(NamedTuple):
    """The campaign under way: ``shields`` if the defense dice have fallen, ``result`` if both rolls are known."""

    attacker: str
    defender: str
    battle: Battle
    shields: int | None
    result: Result | None

    @property
    def win(self) -> tuple[int, int]:
        """The attacker's chance before the attack roll."""
        return chance(self.battle, self.shields)

    @property
    def answer(self) -> Answer:
        """The same with all that may come of it."""
        battle = self.battle
        numbers = Numbers(battle.force, battle.defense, battle.defenders + battle.bandits, battle.attack)
        shifted = {} if battle.victor else shifts(battle.plus, self.shields)
        return Answer(numbers, (), distribution(battle, self.shields), shifted, (), CITATIONS)


# -- the table -----------------------------------------------------------------------------------------------------


def follows_on(play: Play, seat: str) -> bool:
    """Is a player asked what they do in another's turn, after a campaign (10.2)? Then it is that turn that counts."""
    fight, pending = play.game.frame.fact("fight"), play.pending
    return play.state.turn != seat and fight is not None and fight.over and pending is not None and pending.who == seat


def ground_of(play: Play, seat: str, viewer: str | None, *, written: bool) -> Ground:
    """A game as it is looked at: as everybody may know it, or the viewer (9.4).

    ``written``: it begins with a position, which is open to whoever wrote it, unless a viewer is named.
    """
    game = table_of(play, seat, viewer, spoil=written and viewer is None).game
    if not follows_on(play, seat):
        game = in_act_phase_of(game, seat)
    titled = title_settled(game, game.frame) if written and play.state.phase == "act" else game
    return Ground(play, titled, seat, viewer or (seat if written else None), game)


def _refuse_between(ground: Ground) -> None:
    play = ground.play
    if play.pending is None:
        raise Undeclarable("the game is over", "--position FILE asks about another table")
    if any(player.slot is None for player in play.state.players.values()):
        # 1.23, 8.3.4: the pawns do not stand on the map yet, or no longer.
        hint = "oathtools ask shows what is open; --position FILE asks about another table"
        raise Undeclarable("nobody campaigns now: not all pawns are on the map", hint, ["4.2"])
    fight = play.game.frame.fact("fight")
    if fight is not None and not fight.over:
        hint = "oathtools odds, without options, answers for the step at hand"
        raise Undeclarable("a campaign is under way", hint, ["5.5"])


# -- a declaration -------------------------------------------------------------------------------------------------


def odds(ground: Ground, query: Query, label_of: LabelOf) -> TableOdds:
    """The odds of what is declared. Raises ``Undeclarable`` with the rules' rows, ``Misread``, ``PlanFault``."""
    look = outlook(ground, query, label_of)
    answer = weigh(look, query.sacrifice)
    may = answer.odds.battle.may_sacrifice
    joins = [(each, chance(look.joined([each]).battle._replace(may_sacrifice=may))) for each in look.may_join]
    unknown, points = look.unknown(ground.viewer), adjudicate.deciding_odds(ground.untitled, look)
    return TableOdds(answer, look, joins, _options(look), unknown, _cautions(ground, look), points)


def outlook(ground: Ground, query: Query, label_of: LabelOf) -> Outlook:
    """A campaign as it is declared in words, with its plans and Allies. Raises as ``odds`` does."""
    _refuse_between(ground)
    game, seat, state = ground.game, ground.seat, ground.play.state
    request = _request(ground, query, label_of)
    defender, targets = request.given.get("defender"), request.given.get("targets", [])
    if defender is None or not targets:
        raise Undeclarable(f"missing: {'--against' if defender is None else '--target'}", _HOW, usage=True)
    if defender == seat:
        raise Undeclarable(f"{seat} cannot campaign against {seat}", "--player NAME says who attacks", ["5.5.1"])
    frame, refusals = declared(game, seat, defender, targets, request.given.get("dice"))
    if refusals:
        raise Undeclarable("this campaign cannot be declared", refusals=refusals)
    joining = [seat_called(state, each) for each in query.allies]
    look = Outlook(game, frame, joining)
    cannot = [each for each in joining if each not in look.on.allies]
    if cannot:
        hint = "Citizens at a targeted site or the attacker's, for the Empire"
        possible = Outlook(game, frame).may_join
        raise Undeclarable(f"{cannot[0]} cannot join this defense (5.5.2)", hint, ["5.5.2"], possible=possible)
    look = _with(look, [seat], [*request.plans, *query.attacker_plans])
    return _with(look.with_bandits(), look.players("defender"), query.defender_plans)


def _request(ground: Ground, query: Query, label_of: LabelOf) -> Request:
    """The declaration, by options or in words."""
    parsed = request_of(split([ACTION, *query.words]))
    assert parsed is not None
    named = {"targets": ",".join(map(target_word, query.targets)), "dice": query.attack}
    if query.against:
        bandits = query.against.casefold() in (BANDITS, "bandit")
        named["defender"] = BANDITS if bandits else seat_called(ground.play.state, query.against)
    fields = parsed.fields | {name: str(each) for name, each in named.items() if each not in (None, "")}
    table = Table(ground.play.game, ground.game, ground.seat, True)
    return parse_request(table, SpokenRequest(ACTION, fields, [], parsed.plans), label_of).request


def _with(look: Outlook, seats: Sequence[str], plans: Sequence[str]) -> Outlook:
    """With the plans that are named, each by whoever of these players rules it."""
    for chosen in map(parse, plans):
        check_number(plan(chosen.id), chosen)
        mine = [option for seat in seats for option in look.options(seat) if option.chosen.id == chosen.id]
        # What several players of the side rule, whoever of them can uses (5.5.3).
        fitting = _fitting([each for each in mine if not look.rows(each.who, each.chosen)], chosen)
        fitting = fitting or _fitting(mine, chosen)
        name = plan(chosen.id).name
        if plan(chosen.id).standing:
            raise Undeclarable(f"{name} is no battle plan (7.1.4)", "It is used when dice have fallen.", ["7.1.4"])
        if fitting is None:
            hint = "A battle plan is used by a player of its side who rules it."
            possible = [option.id for option in mine]
            raise Undeclarable(f"{name} cannot be used so here (7.5.1)", hint, ["7.5.1"], possible=possible)
        refusals = look.rows(fitting.who, fitting.chosen)
        if refusals:
            raise Undeclarable(f"{name} cannot be used", refusals=refusals)
        look = look.then(fitting.who, fitting.chosen)
    return look


def _fitting(options: Sequence[Option], chosen: Chosen) -> Option | None:
    """The option that is meant; the largest number where none is given."""
    for option in options:
        own = 1 if option.side == "attacker" else -1
        way = None if chosen.way == own else chosen.way
        number = option.chosen.number
        if option.chosen.way == way and (number == chosen.number or (way is None and number is None)):
            return option
    if chosen.number is None:
        return next((option for option in reversed(options) if option.chosen.way is None), None)
    return None


def weigh(look: Outlook, sacrifice: bool = True) -> Answer:
    """The exact odds of an outlook."""
    battle, before = look.battle, look.before
    if not sacrifice:
        battle = battle._replace(may_sacrifice=False)
    cites = [*CITATIONS, *(("2.8.3",) if before.bandits else ())]
    if look.uses:
        cites += ["5.5.3", "7.5"]
        cites += [clause for used in look.uses for effect in used.plan.effects for clause in CLAUSES[effect.verb]]

    def changed(by: Mapping[str, int]) -> Battle | None:
        found = look.shifted(by)
        return found if found is None or sacrifice else found._replace(may_sacrifice=False)

    shifted = {} if battle.victor else shifts(changed)
    numbers, cited = numbers_of(before)._replace(sacrifice=sacrifice), tuple(dict.fromkeys(cites))
    return Answer(numbers, look.uses, distribution(battle), shifted, tuple(remarks(look.uses)), cited)


def _options(look: Outlook) -> list[Option]:
    """The plans still open to either side, each once, in its side's own way."""
    found: dict[tuple[str, str], Option] = {}
    for seat in (seat for side in SIDES for seat in look.players(side)):
        found |= {(seat, each.chosen.id): each for each in look.options(seat) if each.chosen.way is None}
    return list(found.values())


def _cautions(ground: Ground, look: Outlook) -> list[Refusal]:
    request = Request(look.on.frame.action, dict(look.on.frame.given))
    return list(adjudicate.why(ground.game, ground.seat, request, repairs=False).cautions)


def not_counted(ground: Ground, look: Outlook) -> list[str]:
    """What the odds of a declaration do not count, in sentences with ids."""
    found: list[Unknown | Refusal] = [*look.unknown(ground.viewer), *_cautions(ground, look)]
    return [f"{each.because} ({each.clause})" for each in found]


# -- all that may be declared --------------------------------------------------------------------------------------


def ranking(ground: Ground, by: str) -> tuple[Ranked, dict[str, str], list[str]]:
    """Every campaign that may be declared now, best first; the readings that decide it; what it does not count.

    Raises ``Undeclarable``.
    """
    _refuse_between(ground)
    found = ranked(ground.game, ground.seat, by)
    first = {each.defender: each for each in reversed(found.ranking.pairs)}
    left_out: list[str] = []
    for each in first.values():  # once for each defender
        frame, _ = declared(ground.game, ground.seat, each.defender, each.targets, each.dice)
        left_out += not_counted(ground, Outlook(ground.game, frame))
    return found, deciding_ranking(ground.untitled, ground.seat, by), list(dict.fromkeys(left_out))


# -- the campaign under way ----------------------------------------------------------------------------------------


def latest(play: Play) -> Account:
    """The campaign under way, or the last one that has come to its plans."""
    from oathtools.answerers.judge import last_fought  # a ranking judges no request

    return account(last_fought(play, rolled=False) or ())


def at_hand(play: Play, known: Account | None = None) -> StepOdds | None:
    """The odds of the campaign under way, with the dice that have fallen; None if there is none.

    ``known``: what is known of it so far, where somebody has it already.
    """
    on, pending = play.game.frame.fact("fight"), play.pending
    if on is None:
        return None
    so_far = latest(play) if known is None else known
    if so_far.result is not None and so_far.battle is not None:
        return StepOdds(on.attacker, on.defender, so_far.battle, None, so_far.result)
    look = Outlook.of_fight(play.game, on)
    if pending is not None and pending.kind in JOINING:
        # While Allies are still to be asked, forces are not counted yet (5.5.2).
        look = Outlook(play.game, look.bare_frame, on.allies)
        look.spent = {}  # the campaign is paid for
    battle, fell = look.battle, so_far.faces.defense
    rolled = bool(fell) or (pending is not None and pending.kind == ROLL_OF["attack"])
    return StepOdds(on.attacker, on.defender, battle, shields_of(battle, fell) if rolled else None, None)
