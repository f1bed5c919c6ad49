"""What pages have in common: made once while a game stands still; the log is told on from where it was told to."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools.render.game import log
from oathtools.render.names import Names
from oathtools.table.views import View

if TYPE_CHECKING:
    from oathtools.journal.play import Play


class Heard(NamedTuple):
    """What a viewer has heard of a game: the lines after entry ``since``, up to entry ``upto``."""

    play: "Play"
    since: int
    upto: int
    lines: list[log.Line]


class Remembered:
    """What was made for a page, for those that ask for the same: whatever a single viewer may see is kept by viewer."""

    def __init__(self) -> None:
        self._stood: tuple[Play, int] | None = None
        self._made: dict[Any, Any] = {}
        self._lasting: dict[str, tuple[Play, Any, Any]] = {}
        self._heard: dict[str | None, Heard] = {}

    def once(self, play: "Play", what: Any, make: "Callable[[], Any]") -> Any:
        """What ``what`` names, made once for each state of the game."""
        if self._stood is None or self._stood[0] is not play or self._stood[1] != play.head:
            self._stood, self._made = (play, play.head), {}
        if what not in self._made:
            self._made[what] = make()
        return self._made[what]

    def lasting(self, play: "Play", what: str, mark: Any, make: "Callable[[], Any]") -> Any:
        """What stays as it is until its mark is another one, however the game goes on."""
        there = self._lasting.get(what)
        if there is None or there[0] is not play or there[1] != mark:
            there = self._lasting[what] = play, mark, make()
        return there[2]

    def lines(self, play: "Play", viewer: str | None, last: int | None) -> list[log.Line]:
        """What the last so many answers brought, all of them if None, as a viewer may hear it."""
        since = log.ALL if last is None else log.before_last(play, last)
        heard = self._heard.get(viewer)
        if heard is None or heard.play is not play or heard.since > since or not _only_answers(play, heard.upto):
            heard = Heard(play, since, since, [])
        if heard.upto < play.head:
            names = Names(View(play.state, viewer))
            heard = heard._replace(upto=play.head, lines=[*heard.lines, *log.lines(play, names, heard.upto)])
            self._heard[viewer] = heard
        return [line for line in heard.lines if line.n > since]


def _only_answers(play: "Play", upto: int) -> bool:
    """Has nothing but answers come since? What was taken back, brought back or put right is told anew."""
    return all(entry.is_answer and entry.overruled is None for entry in play.entries.since(upto))
