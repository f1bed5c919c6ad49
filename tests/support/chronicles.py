"""Scripted Chronicles: a table at the end of a game, its winner, and what the new world looks like."""

from random import Random
from typing import Any

from oathtools.engine.decision import Decision, Form
from oathtools.powers import load
from oathtools.procedures.chronicle.procedure import begin
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn import program
from oathtools.table.invariants import faults
from oathtools.table.state import CARDS, RELICS, SLOTS, WRITTEN, State
from tests.support.tables import Script, Table, _full, a_table, down, the

STABLE = ("stable_regime", "3.3")
SUCCESSOR = ("successor", "3.3.1")
USURPER = ("usurper", "3.1")
VISION = ("visionary", "3.2")
LATE_VISION = ("war_exhaustion", "3.4.3")


def over(table: Table, winner: str, *ways: tuple[str, str]) -> Script:
    """Chapter 8 begins for a winner."""
    state = table.built()
    state.phase, state.step, state.turn = "over", "", winner
    how, clause = ways[0]
    state.result = {"winner": winner, "how": how, "clause": clause, "ways": [list(way) for way in ways], "round": 6}
    begin(Game(state, load()))
    return Script(state, table._readings)


def write(play: Script, answers: dict[str, Any] | None = None) -> dict[str, Decision]:
    """Answer to the end: as told by kind of question, else in the plainest way; returns what was asked."""
    told = _Told(answers)
    asked: dict[str, Decision] = {}
    while not play.over:
        asked[play.pending.kind] = play.pending
        play.answer(told.answer(play.pending))
    told.used_up()
    assert play.state.phase == WRITTEN and faults(play.state) == []
    return asked


def stand_at(play: Script, step: str, answers: dict[str, Any] | None = None) -> "Stand":
    """The table just before a step, every boundary up to it checked."""
    return Stand(brought_to(play, step, answers)[0].state, play._readings)


def brought_to(play: Script, step: str, answers: dict[str, Any] | None = None) -> tuple[Game, dict[str, Decision]]:
    """The game just before a step, every boundary up to it checked, and what was asked by kind of question."""
    told = _Told(answers)
    game = Game(play._first.copy(), load(), dict(play._readings))
    asked: dict[str, Decision] = {}
    while game.state.step != step:
        assert faults(game.state) == []
        steps = program(game)
        assert steps is not None, f"there is no step {step}"
        answer = None
        while True:
            try:
                decision = steps.send(answer)
            except StopIteration:
                break
            asked[decision.kind] = decision
            answer = decision.sole() if decision.form is not Form.OUTCOME else None
            if answer is None:
                answer = _full(told.answer(decision))
                decision.check(answer)
    told.used_up()
    assert faults(game.state) == []
    return game, asked


class _Told:
    """Answers by kind of question: one, or a tuple of several for several questions of that kind."""

    def __init__(self, answers: dict[str, Any] | None) -> None:
        self.left = {kind: list(told) if isinstance(told, tuple) else [told] for kind, told in (answers or {}).items()}

    def answer(self, decision: Decision) -> Any:
        if self.left.get(decision.kind):
            return self.left[decision.kind].pop(0)
        if decision.default is not None:
            return decision.default
        return next(decision.legal()) if decision.form is Form.ONE else decision.random(Random(0))

    def used_up(self) -> None:
        unused = {kind: told for kind, told in self.left.items() if told}
        assert not unused, f"never asked: {unused}"


class Stand:
    """A table between two steps: ``state``, and ``play`` to go on from there to the next question."""

    def __init__(self, state: State, readings: dict[str, str]) -> None:
        self.state = state
        self.play = Script(state, readings)


Row = tuple[str, bool, list[str], list[str]]


def world(state: State) -> list[Row]:
    """The map: each site, faceup or not, its cards and relics, by their short names."""
    return [
        (short(state.site(slot)), state.faceup_site(slot), *(names(state, zone[slot]) for zone in (CARDS, RELICS)))
        for slot in range(SLOTS)
    ]


def short(card: str) -> str:
    """An id without its kind; an unknown card is ``?``."""
    return "?" if "#" in card else card.partition(".")[2]


def names(state: State, zone: str) -> list[str]:
    """The cards of a zone by their short names."""
    return [short(card) for card in state.zone(zone)]


def roles(state: State) -> dict[str, str]:
    """The side that each board shows."""
    return {seat: player.role for seat, player in state.players.items()}


def noted(state: State) -> dict[str, Any]:
    """What the Chronicle noted for its history."""
    found: dict[str, Any] = state.lasting["chronicle"]
    return found


def ids(*cards: str) -> list[str]:
    """The ids of short names."""
    return [the(card) for card in cards]


def realm() -> Table:
    """Four players at the end: everything known, something of everything on the map."""
    table = a_table(4).map(
        *("plains", "mountain", "the_tribunal", "steppe"),
        *(down("site.ancient_city"), "standing_stones", "fertile_valley", "deep_woods"),
    )
    table.site("plains", cards=["longbows", "wolves"], warbands={"purple": 2}, favor=1)
    table.site("mountain", cards=["keep"], relics=["map"], warbands={"red": 1})
    table.site("the_tribunal", cards=["hall_of_debate", "elders"], warbands={"red": 2})
    table.site("steppe", cards=["ruined_temple", "tents"], warbands={"purple": 1})
    table.site("standing_stones", relics=["whistle"], warbands={"purple": 1})
    table.site("fertile_valley", cards=["scouts"])
    table.site("deep_woods", cards=["broken_forge"])
    table.seat("purple", advisers=["rangers", "birdsong"], relics=["grand_scepter", "cup_of_plenty"], warbands=3)
    table.seat("red", advisers=["zealots", down("riots")], relics=["brass_horse"], vision="vision.faith", favor=2)
    table.seat("blue", role="citizen", advisers=["jinx"], secrets=1)
    table.seat("yellow", advisers=[down("vision.conspiracy")])
    table.deck("dazzle", "vision.sanctuary", "tutor", rest=False)
    table.pile("cradle", "gossip").pile("provinces", "insomnia", "vision.conquest")
    table.relic_deck("ivory_eye", "grand_mask").reliquary(down("horned_mask"), None, None, down("sticky_fire"))
    return table.turn("red", "over").on("longbows", favor=2)
