"""What pages have in common: made once while a game stands still; the log is told on from where it was told to."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools.render.game import log
from oathtools.render.names import Names
from oathtools.table.views import View

if TYPE_CHECKING:
    from oathtools.journal.play import Play

_AWAY = 30  # answers after which nobody is taken to look further back than is asked for since


class Heard(NamedTuple):
    """What a viewer has heard of a game: the lines after entry ``since``, up to entry ``upto``.

    ``asked``: which entry was the last when as much as that was asked for.
    """

    since: int
    upto: int
    asked: int
    lines: list[log.LogLine]


class Remembered:
    """What was made for a page, for those that ask for the same: whatever a single viewer may see is kept by viewer.

    Nothing is kept of a game that is another one now, or was opened anew.
    """

    def __init__(self) -> None:
        self._begin(None)

    def _begin(self, play: "Play | None") -> None:
        self._play, self._stood = play, 0
        self._made: dict[Any, Any] = {}
        self._lasting: dict[str, tuple[Any, Any]] = {}
        self._heard: dict[str | None, Heard] = {}

    def _of(self, play: "Play") -> None:
        if self._play is not play:
            self._begin(play)

    def once(self, play: "Play", what: Any, make: "Callable[[], Any]") -> Any:
        """What ``what`` names, made once for each state of the game."""
        self._of(play)
        if self._stood != play.head:
            self._stood, self._made = play.head, {}
        if what not in self._made:
            self._made[what] = make()
        return self._made[what]

    def lasting(self, play: "Play", what: str, mark: Any, make: "Callable[[], Any]") -> Any:
        """What stays as it is until its mark is another one, however the game goes on."""
        self._of(play)
        there = self._lasting.get(what)
        if there is None or there[0] != mark:
            there = self._lasting[what] = mark, make()
        return there[1]

    def lines(self, play: "Play", viewer: str | None, last: int | None) -> list[log.LogLine]:
        """What the last so many answers brought, all of them if None, as a viewer may hear it."""
        self._of(play)
        since = log.ALL if last is None else log.before_last(play, last)
        heard = self._heard.get(viewer)
        if heard is None or heard.since > since or not _only_answers(play, heard.upto):
            heard = Heard(since, since, play.head, [])
        elif heard.since < since and play.head - heard.asked > _AWAY:  # nobody looks so far back any more
            heard = heard._replace(since=since, lines=[line for line in heard.lines if line.n > since])
        if heard.since == since:
            heard = heard._replace(asked=play.head)
        if heard.upto < play.head:
            names = Names(View(play.state, viewer))
            heard = heard._replace(upto=play.head, lines=[*heard.lines, *log.lines(play, names, heard.upto)])
        self._heard[viewer] = heard
        return [line for line in heard.lines if line.n > since]


def _only_answers(play: "Play", upto: int) -> bool:
    """Has nothing but answers come since? What was taken back, brought back or put right is told anew."""
    return all(entry.is_answer and entry.overruled is None for entry in play.entries.since(upto))
