"""What a stated table says that the Law makes otherwise."""

from collections.abc import Sequence

from oathtools.kit.text import capital, listed
from oathtools.procedures.machine import title
from oathtools.procedures.machine.game import Game
from oathtools.procedures.victory import check as victory
from oathtools.render.names import Names
from oathtools.table.state import ENDED, OVER


def chooses(game: Game, names: Names, heirs: Sequence[str | None]) -> str:
    """Who chooses between several who meet the goal, in words (2.11)."""
    holder = game.state.oathkeeper
    several = listed([names.seat(str(heir)) for heir in heirs], "or")
    return f"{names.seat(str(holder))} first chooses who takes the title, {several}"


def objections(game: Game, names: Names) -> list[str]:
    """What a stated table says of its end that the Law makes otherwise (2.11, 3), and which of both is judged."""
    state, heirs = game.state, title.astray(game)
    found = []
    if heirs:
        holder = "nobody has" if state.oathkeeper is None else f"{names.seat(state.oathkeeper)} has"
        if len(heirs) > 1:
            due = f"{chooses(game, names, heirs)}, for they meet the goal"
        elif heirs[0] is None:
            due = "it is set aside, for nobody meets the goal (A-07)"
        else:
            due = f"it is {names.seat(heirs[0])}'s by the goal of {capital(state.oath)}"
        judged = "" if state.phase in ENDED else "; so it is judged"
        found.append(f"as stated {holder} the Oathkeeper title, but {due}{judged} (2.11)")
    if state.phase == OVER:
        found += [f"{names.text(each.because)} ({each.clause})" for each in victory.objections(game)]
    return found
