"""What people tell by hand, without a game: a campaign by its numbers, a win check by facts, a typed position."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup

from oathtools.answerers.matching import Misread
from oathtools.engine.decision import Decision
from oathtools.journal.begin import game_at
from oathtools.journal.entry import stated
from oathtools.kit.text import percent
from oathtools.law.rulings import Readings, in_force
from oathtools.odds import numbers
from oathtools.odds.dice import die_faces
from oathtools.odds.exact import measured
from oathtools.odds.numbers import Numbers
from oathtools.odds.plans import PlanRefused as NoPlan
from oathtools.odds.plans import UnknownPlan, parse
from oathtools.odds.using import Use
from oathtools.powers import load
from oathtools.procedures.campaign.account import Account, roll_by_roll
from oathtools.procedures.campaign.fight import ROLLS
from oathtools.procedures.campaign.staged import Known, scene_of
from oathtools.procedures.machine.game import Game
from oathtools.render.battles.campaign import luck_lines, move_words, says
from oathtools.render.battles.odds import plan_lines
from oathtools.render.document import Document
from oathtools.render.game import win, win_facts
from oathtools.render.game.win_facts import Question
from oathtools.render.names import Names
from oathtools.render.printers import paragraphs
from oathtools.table.position.cards import PositionError
from oathtools.table.position.form import AtTable, at_table, read_position
from oathtools.table.views import View
from oathtools.web.guard import Refused, linked, refused
from oathtools.web.requests import Judged, judge

MOST = {"force": 40, "attack": 40, "defense": 40, "defenders": 40}
_PLANS = 200  # letters of the plans of one side
Query = Mapping[str, str]


# -- a campaign ----------------------------------------------------------------------------------------------------


def numbers_of_query(query: Query, table: Readings | None) -> Numbers | None:
    """The campaign that numbers and plans tell; None where nothing was told. Raises ``Refused``."""
    if not any(query.get(name) for name in MOST):
        return None
    found: dict[str, int] = {}
    for name, most in MOST.items():
        value = query.get(name, "").strip()
        if not value and name == "attack":
            continue
        if not value.isdecimal() or len(value) > 2 or int(value) > most:
            raise Refused(400, f"A number from 0 to {most} is wanted for {name}")
        found[name] = int(value)
    plans = {f"{side}_plans": _plans(query.get(f"{side}_plans", "")) for side in ("attacker", "defender")}
    bandits = query.get("bandits") == "yes"
    readings = {} if table is None or not any(plans.values()) else in_force(table)
    return Numbers(**found, **plans, bandits=bandits, readings=readings)  # type: ignore[arg-type]


def _plans(words: str) -> list[object]:
    names = [each.strip() for each in words[:_PLANS].split(",") if each.strip()]
    try:
        return [parse(name) for name in names]
    except UnknownPlan as unknown:
        raise Refused(404, str(unknown), hint="Cards, with all that bear on a campaign: Rules, Cards.") from None
    except NoPlan as refused:
        raise _refused(refused) from None


def _refused(fault: NoPlan) -> Refused:
    return Refused(409, f"{fault.message} ({fault.clause})", hint=fault.hint or "")


class Odds(NamedTuple):
    """Exact odds by numbers."""

    win: str
    bare: str
    rows: list[tuple[str, str]]


def odds(given: Numbers) -> Odds:
    """The odds of a campaign. Raises ``Refused`` for plans that do not go."""
    try:
        found = numbers.weigh(given).odds
    except NoPlan as refused:
        raise _refused(refused) from None
    rows: Counter[str] = Counter()
    for end, rolls in found.endings.items():
        lost = f"attacker loses {end.attacker_lost}, defender {end.defender_lost}"
        rows[f"{'Victory' if end.won else 'Defeat'}: {lost}"] += rolls
    likely = [(words, percent(rolls, found.total)) for words, rolls in rows.most_common(10)]
    return Odds(percent(found.wins, found.total), percent(*found.no_sacrifice), likely)


class Fought(NamedTuple):
    """A campaign as far as the dice that fell have brought it.

    ``steps`` with their clauses, sentences and moves; ``die`` and ``dice``: the roll that is asked for, empty at the
    end; ``fell``: the faces told so far, as they stand in a form; ``luck``: how the dice compare, at the end.
    """

    plans: list[str]
    steps: list[tuple[str, str, list[Markup], list[Markup]]]
    now: str
    die: str
    dice: int
    faces: list[str]
    luck: list[Markup]


def fight(given: Numbers, query: Query) -> Fought:
    """Resolve a campaign with the faces of ``defense.0`` ... and ``attack.0`` ... in ``query``. Raises ``Refused``."""
    try:
        uses, _ = numbers.prepare(given)
    except NoPlan as refused:
        raise _refused(refused) from None
    scene = scene_of(given, uses, load)
    names = Names(View(scene()[0].state, None, True))
    known = Known(sacrifice=query.get("sacrifice") != "no")
    so_far, _, pending = roll_by_roll(scene, known, lambda roll, _: _fell(roll, query))
    return _fought(so_far, uses, names, pending)


def _fell(roll: Decision, query: Query) -> list[str] | None:
    """The faces of one roll; None if they are not told yet. Raises ``Refused`` where it is another number of dice."""
    die, high = ROLLS[roll.kind], roll.high
    counts = [query.get(f"{die}.{at}", "") for at in range(len(die_faces(die)))]
    if not any(counts) and high:
        return None
    if not all(each.isdecimal() and len(each) < 3 for each in counts if each):
        raise Refused(400, "A number is wanted")
    faces = [face for face, each in zip(die_faces(die), counts, strict=True) for _ in range(int(each or 0))]
    if len(faces) != high:
        raise Refused(409, f"{high} {die} dice fell, not {len(faces)}")
    return faces


def _fought(account_of_it: Account, uses: list[Use], names: Names, pending: Decision | None) -> Fought:
    die, high = (ROLLS[pending.kind], pending.high) if pending is not None else ("", 0)
    steps = [
        (
            step.clause,
            step.name,
            [linked(sentence) for sentence in says(step, names, account_of_it.declared["player"])],
            [linked(move_words(move, names)) for move in step.moves],
        )
        for step in account_of_it.steps
    ]
    now = percent(*account_of_it.chance(die)) if die and account_of_it.battle is not None else ""
    luck: list[Markup] = []
    if account_of_it.resolved is not None and account_of_it.battle is not None:
        luck = [
            linked(str(one)) for one in paragraphs(luck_lines(measured(account_of_it.battle, account_of_it.resolved)))
        ]
    plans = [str(one) for one in paragraphs(plan_lines(uses))] if uses else []
    return Fought(plans, steps, now, die, high, list(die_faces(die)) if die else [], luck)


# -- has anyone won? -----------------------------------------------------------------------------------------------


class Won(NamedTuple):
    """The answer, or the next question with its possible answers; ``told`` are the answers so far."""

    lines: list[Markup]
    question: Question | None
    choices: list[str]
    told: dict[str, str]


class _OpenFact(Exception):
    def __init__(self, question: Question) -> None:
        super().__init__(question.words)
        self.question = question


def won(query: Query, table: Readings | None) -> Won:
    """A win check by facts, question by question, as ``oathtools win`` asks. Raises ``Refused``."""
    used: dict[str, str] = {}

    def ask(question: Question) -> object:
        reply = query.get(question.about, "")
        if reply not in _choices(question):
            raise _OpenFact(question)
        used[question.about] = reply
        return reply if question.options else int(reply)

    facts = win_facts.Facts()
    try:
        win_facts.complete(facts, ask, thorough=True)
        found, unless = win_facts.answered(facts, in_force(table or Readings()))
    except _OpenFact as open_:
        return Won([], open_.question, _choices(open_.question), used)
    except win_facts.Contradiction as fault:
        raise Refused(409, f"{fault}", hint="Both cannot be true; look at the table again.") from None
    return Won(_lines(win.document(found, unless), found.warnings), None, [], used)


def _choices(question: Question) -> list[str]:
    return list(question.options) or [str(number) for number in range(question.low, question.high + 1)]


def won_in(text: str, table: Readings | None) -> list[Markup]:
    """The next check to come in a typed position. Raises ``Refused`` with every fault."""
    at, game = _typed(text, table)
    found = win.answer(game, win.next_check(game.state), Names(View(game.state, None)))
    return _lines(win.document(found), [*found.warnings, *at.warnings])


def judged_in(text: str, words: str, table: Readings | None) -> Judged:
    """May the player whose turn it is do this in a typed position? Raises ``Refused``."""
    at, game = _typed(text, table)
    try:
        play = game_at(at.data, readings=at.readings)
        state = game.state if game.state.phase == "act" else play.state  # of another phase: as it goes on
        return judge(play, state.turn, None, words, explain=True, stated=state)
    except Misread as fault:
        raise refused(fault, play, Names(View(game.state, None))) from None


def _typed(text: str, table: Readings | None) -> tuple[AtTable, Game]:
    try:
        at = at_table(read_position(f"{text}\n"), table or Readings())
        if at.data.get("then"):
            raise Refused(
                409, "Answers after a position are for the terminal", hint="Leave what stands under then out."
            )
        return at, Game(stated(at.data), load(), at.readings)
    except PositionError as wrong:
        lines = tuple(": ".join(filter(None, (each["where"], each["message"]))) for each in wrong.faults)
        raise Refused(409, "This states no position", lines[:20], "Nothing was changed.") from None


def _lines(document: Document, warnings: list[str]) -> list[Markup]:
    texts = filter(None, map(str, paragraphs(document)))
    return [linked(line) for line in (*texts, *warnings)]
