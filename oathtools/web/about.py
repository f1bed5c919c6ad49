"""Why, for anything on the table: the requests that a thing could be a part of, each judged when it is tapped."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from oathtools.answerers.reading import Table, table_of
from oathtools.answerers.spoken import words_of
from oathtools.procedures.actions.action import given
from oathtools.procedures.actions.record import Action
from oathtools.procedures.adjudicate import PLAYING
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.turn.loop import ACTIONS
from oathtools.render.names import Names
from oathtools.table.views import View
from oathtools.text import capital

if TYPE_CHECKING:
    from oathtools.journal.play import Play

# A card's kind by the fields that take one of that kind: asked for whether or not it can be chosen here.
_TAKES = {"card": ("denizen", "edifice"), "site": ("site",), "prize": ("banner",)}


def about(play: "Play", viewer: str | None, thing: str) -> list[tuple[str, str]]:
    """What may be asked about a thing in this turn, as the viewer may know it: the words, and how they read."""
    table = table_of(play, play.state.turn, viewer)
    if table.game.state.phase not in PLAYING:
        return []
    names = Names(View(table.game.state, viewer))
    asked = [(ACTIONS[name], told) for name in ACTIONS.at(table.game.variants) for told in _asked(table, name, thing)]
    return [(words_of(action.name, told), _read(action, told, names)) for action, told in asked]


def _asked(table: Table, name: str, thing: str) -> Iterator[dict[str, Any]]:
    """The requests for one action that name a thing in a field that everybody may know: the first, or its targets."""
    action, bare = ACTIONS[name], Frame(name, table.seat)
    fields = action.fields
    if not fields or fields[0].private:
        return
    first = list(table.game.inside(bare, fields[0].candidates))
    if thing in first or thing.partition(".")[0] in _TAKES.get(fields[0].kind, ()):
        yield {fields[0].name: thing}
    if len(fields) > 1 and fields[1].kind == "targets":
        for value in first:
            frame = given(table.game, action, bare, fields[0], value)
            if thing in list(table.game.inside(frame, fields[1].candidates)):
                yield {fields[0].name: value, fields[1].name: [thing]}


class _Open(dict[str, str]):
    """What is not said may be anything."""

    def __missing__(self, name: str) -> str:
        return "anything"


def _read(action: Action, told: dict[str, Any], names: Names) -> str:
    """A request as a menu says it, what it is for behind it."""
    said = {name: names.listed(value) if isinstance(value, list) else names.name(value) for name, value in told.items()}
    line = (action.menu or action.name).partition("[")[0].format_map(_Open(said))
    targets = [said[name] for name, value in told.items() if isinstance(value, list)]
    return capital(" for ".join([line, *targets]))
