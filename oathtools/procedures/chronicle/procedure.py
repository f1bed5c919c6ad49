"""Chapter 8: Writing the Chronicle, step by step. Each numbered step is a boundary; the place is kept in the state.

The winner carries it out and makes its choices (A-99). Nothing settles any more: the game is over, so no title changes
hands and no power answers; the few cards that reach into the Chronicle do so through folds.
"""

from collections.abc import Callable

from oathtools.procedures.chronicle import decks, steps
from oathtools.procedures.chronicle import map as sites
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.steps import in_order
from oathtools.table import stacking

PHASE, WRITTEN = "chronicle", "written"
UNTRACKED = "8"  # before the first step: what a table that tracked nothing tells
Step = Callable[[Game, str], Ask | None]  # None: nothing is asked, and all is done
STEPS: dict[str, Step] = {
    "8.1": steps.vow,
    "8.2": steps.offer,
    "8.3.1": steps.build_or_repair,
    "8.3.2": sites.discard_sites,
    "8.3.3": sites.ruin_and_set_aside,
    "8.3.4": sites.clear,
    "8.3.5": sites.refill,
    "8.4": decks.add_six,
    "8.5": decks.remove_six,
    "8.6.1": steps.return_relics,
    "8.6.2": steps.top_up,
    "8.6.3": steps.stack_winners,
    "8.7.1": sites.save,
    "8.7.2": steps.save_boards,
    "8.8": decks.rebuild,
}


class NotOver(ValueError):
    """A game whose Chronicle cannot be written: it is not over, or nobody has won it."""


def begin(game: Game) -> None:
    """8: the game is over; its winner begins to write, or first the table tells who has won. Raises ``NotOver``."""
    state = game.state
    if state.phase != "over":
        raise NotOver("the game is not over" if state.phase not in (PHASE, WRITTEN) else "it is being written")
    if not steps.has_result(game):
        game.do.go_to(PHASE, UNTRACKED)
        return
    winner = (state.result or {}).get("winner")
    if winner is None:
        raise NotOver("nobody has won this game")
    _begin(game, winner)


def _begin(game: Game, winner: str) -> None:
    game.do.go_to(PHASE, next(iter(STEPS)), turn=winner)
    game.do.emit("chronicle", ("8",), who=winner)


def next_step(game: Game) -> Ask:
    """The next step of chapter 8 in its order (8.3); then the place moves on, after the last one to ``written``."""
    due = in_order(game, "chronicle", STEPS)
    names = list(due)
    name = game.state.step
    if name == UNTRACKED:
        yield from steps.tell_result(game)
        _begin(game, winner_of(game))
        return
    game.do.emit("chronicle_step", (name,), step=name)
    yield from due[name](game, winner_of(game)) or ()
    after = names.index(name) + 1
    if after < len(names):
        game.do.go_to(PHASE, names[after])
        return
    game.do.go_to(WRITTEN, "")
    game.do.emit("written", ("8",), oath=stacking.noted(game.state, "oath"))


def winner_of(game: Game) -> str:
    """The seat of the winner."""
    assert game.state.result is not None
    return str(game.state.result["winner"])
