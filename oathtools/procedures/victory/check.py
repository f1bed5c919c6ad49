"""Chapter 3: who has won, and why. Pure functions over a game; the turn calls them at their moments."""

from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools import catalog
from oathtools.engine.rows import failed, holds
from oathtools.procedures.machine import facts, title
from oathtools.procedures.machine.frame import Frame
from oathtools.table.state import EXILE
from oathtools.text import listed

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

# 3.4.3: ties between Visions at the end of the last round.
VISION_ORDER = ("vision.conquest", "vision.rebellion", "vision.sanctuary", "vision.faith")


class Reason(NamedTuple):
    """One step of the reasoning."""

    clause: str
    because: str


class Way(NamedTuple):
    """One way in which a player wins, with its clause."""

    how: str
    clause: str


class Verdict(NamedTuple):
    """A win check: who wins and how, every way, the faces that end the game if a roll is due, and the reasoning."""

    at: str
    round: int
    winner: str | None
    ways: tuple[Way, ...]
    needs_roll: tuple[int, ...] | None
    reasons: tuple[Reason, ...]

    @property
    def how(self) -> str | None:
        """The first way."""
        return self.ways[0].how if self.ways else None

    @property
    def clause(self) -> str | None:
        """The clause of the first way."""
        return self.ways[0].clause if self.ways else None

    def result(self) -> dict[str, Any]:
        """The winner as plain data for the state."""
        return {
            "winner": self.winner,
            "how": self.how,
            "clause": self.clause,
            "ways": [list(way) for way in self.ways],
            "round": self.round,
        }


def at_wake(game: "Game", seat: str) -> Verdict:
    """4.1.2: an Exile wins as Usurper (3.1), by a revealed Vision (3.2), or both at once."""
    state = game.state
    reasons: list[Reason] = []
    ways: list[Way] = []
    if state.players[seat].role != EXILE:
        reasons.append(
            Reason("4.1.2", f"{seat} is {_role(game, seat)}; only an Exile checks for a win in the Wake Phase")
        )
        return Verdict("wake", state.round, None, (), None, tuple(reasons))
    if state.oathkeeper == seat and state.usurper:
        ways.append(Way("usurper", "3.1"))
        reasons.append(Reason("3.1", f"{seat} has the Oathkeeper title on its Usurper side"))
    elif state.oathkeeper == seat:
        reasons.append(
            Reason("3.1", f"{seat} has the title on its Oathkeeper side: it flips only after this check (4.1.3)")
        )
    else:
        reasons.append(Reason("3.1", f"{seat} does not have the Oathkeeper title"))
    visions = facts.revealed_visions(game, seat)
    if not visions:
        reasons.append(Reason("3.2", f"{seat} has no revealed Vision"))
    if [vision for vision in visions if vision_won(game, seat, vision, reasons)]:
        ways.append(Way("visionary", "3.2"))
    return Verdict("wake", state.round, seat if ways else None, tuple(ways), None, tuple(reasons))


def at_round_end(game: "Game", die: int | None = None) -> Verdict:
    """3.3 at the end of rounds five to seven, 3.4 at the end of the eighth; ``die`` is the end die if it was rolled."""
    if game.state.round >= catalog.LAST_ROUND:
        return war_exhaustion(game)
    return stable_regime(game, die)


def stable_regime(game: "Game", die: int | None) -> Verdict:
    """3.3: the die is for an Imperial Oathkeeper only."""
    state = game.state
    reasons: list[Reason] = []
    due = next((roll for roll in catalog.END_ROLLS if roll.round == state.round), None)
    holder = state.oathkeeper
    if due is None:
        reasons.append(
            Reason("3.3", f"the die is rolled at the end of rounds five to seven only; this is round {state.round}")
        )
        return Verdict("round-end", state.round, None, (), None, tuple(reasons))
    if holder is None or not state.players[holder].imperial:
        who = f"{holder} is an Exile and has" if holder else "nobody has"
        reasons.append(Reason("3.3", f"{who} the Oathkeeper title: no die is rolled"))
        return Verdict("round-end", state.round, None, (), None, tuple(reasons))
    faces = tuple(face for face in catalog.END_FACES if face >= due.ends_on)
    reasons.append(
        Reason("3.3", f"{holder} is {_role(game, holder)} and the Oathkeeper: the game ends on {due.ends_on} or more")
    )
    if die is None:
        return Verdict("round-end", state.round, None, (), faces, tuple(reasons))
    if die < due.ends_on:
        reasons.append(Reason("3.3", f"the roll of {die} does not end the game"))
        return Verdict("round-end", state.round, None, (), None, tuple(reasons))
    reasons.append(Reason("3.3", f"the roll of {die} ends the game"))
    winner, way = empire_wins(game, Way("stable_regime", "3.3"), "3.3.1", reasons)
    return Verdict("round-end", state.round, winner, (way,), None, tuple(reasons))


def war_exhaustion(game: "Game") -> Verdict:
    """3.4: round eight is the last; four conditions decide, asked in their order."""
    state = game.state
    reasons = [Reason("3.4", f"round {state.round} ends: the game is over without a roll")]
    holder = state.oathkeeper
    if holder is not None and state.players[holder].imperial:
        reasons.append(Reason("3.4.1", f"{holder} is {_role(game, holder)} and the Oathkeeper: the Chancellor wins"))
        winner, way = empire_wins(game, Way("war_exhaustion", "3.4.1"), "3.4.1", reasons)
        return Verdict("round-end", state.round, winner, (way,), None, tuple(reasons))
    reasons.append(Reason("3.4.1", f"{holder or 'nobody'} has the title: no Imperial player is the Oathkeeper"))
    if holder is not None and state.usurper:
        reasons.append(Reason("3.4.2", f"{holder} is the Usurper"))
        return Verdict("round-end", state.round, holder, (Way("war_exhaustion", "3.4.2"),), None, tuple(reasons))
    reasons.append(Reason("3.4.2", "the title is not on its Usurper side"))
    visionary = _visionary(game, reasons)
    if visionary is not None:
        return Verdict("round-end", state.round, visionary, (Way("war_exhaustion", "3.4.3"),), None, tuple(reasons))
    reasons.append(Reason("3.4.4", "no condition before this one is met: the Chancellor wins"))
    winner, way = empire_wins(game, Way("war_exhaustion", "3.4.4"), "3.4.4", reasons)
    return Verdict("round-end", state.round, winner, (way,), None, tuple(reasons))


def _visionary(game: "Game", reasons: list[Reason]) -> str | None:
    """3.4.3: an Exile with a revealed Vision whose goal is met; ties by the order of the Visions."""
    fulfilled: dict[str, str] = {}
    for seat in facts.players(game, (EXILE,)):
        for vision in facts.revealed_visions(game, seat):
            if vision_won(game, seat, vision, reasons, "3.4.3"):
                fulfilled.setdefault(vision, seat)
    for vision in (*VISION_ORDER, *fulfilled):
        if vision in fulfilled:
            if len(fulfilled) > 1:
                reasons.append(Reason("3.4.3", f"{vision} comes first among the Visions that are met"))
            return fulfilled[vision]
    reasons.append(Reason("3.4.3", "no Exile has met a revealed Vision"))
    return None


def empire_wins(game: "Game", way: Way, clause: str, reasons: list[Reason]) -> tuple[str, Way]:
    """3.3.1: where the Chancellor would win, a Citizen who meets the Successor goal wins instead."""
    heirs = title.successors(game)
    if heirs:
        reasons.append(Reason("3.3.1", f"{heirs[0]} meets the Successor goal of {game.state.oath} and wins instead"))
        return heirs[0], Way("successor", clause)
    if facts.players(game, ("citizen",)):
        reasons.append(Reason("3.3.1", f"no Citizen meets the Successor goal of {game.state.oath}"))
    return facts.chancellor(game), way


def vision_won(game: "Game", seat: str, vision: str, reasons: list[Reason], clause: str = "3.2") -> bool:
    """Has an Exile fulfilled a revealed Vision? At least three Visions drawn, and its goal (3.2)."""
    state = game.state
    if state.visions_drawn < catalog.VISIONS_TO_WIN:
        drawn = f"{state.visions_drawn} of the {catalog.VISIONS_TO_WIN} Visions needed have been drawn"
        reasons.append(Reason(clause, f"{seat} has {vision} revealed, but {drawn}"))
        return False
    oath = (catalog.vision(vision).oath or "").removeprefix("oath.")
    if not oath:
        return _own_goal(game, seat, vision, reasons, clause)
    met = title.fulfils_vision(game, oath, seat)
    reasons.append(Reason(clause, f"{seat} has {vision} revealed, {_and_its_goal(game, oath, seat, met)}"))
    return met


def _own_goal(game: "Game", seat: str, vision: str, reasons: list[Reason], clause: str) -> bool:
    """The goal of a Vision that no oath shares: the rows of its power say whether it is met."""
    rows = list(game.rows("vision.goal", Frame("vision", seat), card=vision))
    met = bool(rows) and holds(rows)
    because = listed([each.because for each in failed(rows)]) if rows else "nothing says what its goal is"
    reasons.append(
        Reason(clause, f"{seat} has {vision} revealed, {'and its goal is met' if met else f'but {because}'}")
    )
    return met


def _and_its_goal(game: "Game", oath: str, seat: str, met: bool) -> str:
    """Whether a Vision's goal is met, with the readings that decide it (A-02, A-03, A-04)."""
    mine = title.tally(game, oath, seat)
    if met:
        tied = any(rival.reach == mine for rival in title.rivals(game, oath, seat))
        return f"and its goal is met{', by a tie for most (A-02)' if tied else ''}"
    against = title.in_the_way(game, oath, seat)
    if not mine or any(rival.reach > mine and not rival.point for rival in against):
        return "but its goal is not met"
    counted = [_counted(rival, mine) for rival in against if rival.point]
    tie = ["a tie for most does not meet its goal (A-02)"] if any(rival.reach == mine for rival in against) else []
    return f"but {' and '.join(counted + tie)}"


def _counted(rival: title.Rival, mine: int) -> str:
    """A rival who stands in the way by a reading."""
    if rival.point == "A-04":
        return f"bandits compete and rule {rival.reach} sites against {mine} (A-04)"
    return f"the Empire's sites count for each of its players, {rival.reach} against {mine} (A-03)"


def _role(game: "Game", seat: str) -> str:
    role = game.state.players[seat].role
    return "the Chancellor" if role == "chancellor" else f"a{'n' if role == EXILE else ''} {role.title()}"
