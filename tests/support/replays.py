"""What a replay shows at each step, by its data and in a browser, and what it should: the table at that answer."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

from oathtools.journal import Play
from oathtools.render.game.ahead import next_line
from oathtools.render.names import Names
from oathtools.render.table.picture import Picture
from oathtools.table.views import View

_TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")
_ALL_STEPS = """
const slider = document.querySelector("#at");
return Array.from({ length: Number(slider.max) + 1 }, (_, step) => {
  slider.value = step;
  slider.dispatchEvent(new Event("input"));
  const words = ["#now", "#oath", "#ahead"].map((id) => document.querySelector(id).textContent);
  const drawn = [...document.querySelectorAll("#table text")].map((each) => each.textContent);
  return [Number(document.body.dataset.n), [...words, ...drawn]];
});
"""


def data_of(page: str) -> Any:
    """What a page holds."""
    found = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found.group(1))


def texts(drawn: str) -> list[str]:
    """The words in a picture."""
    return [unescape(text) for text in _TEXT.findall(drawn)]


def held(page: str) -> Iterator[tuple[int, Counter[str]]]:
    """The answers of a page, each with the words of its table."""
    data = data_of(page)
    drawn = ["".join(data["pieces"][piece] for piece in pieces) for pieces in data["pictures"]]
    for step in data["steps"]:
        shown = [text for column in step["c"] for number in column for text in texts(drawn[number])]
        yield step["n"], Counter([*(data["words"][word] for word in step["h"]), *shown])


def browsed(screen: Any, path: Path) -> Iterator[tuple[int, Counter[str]]]:
    """The same as a browser shows it."""
    screen.open(path.as_uri())
    for n, shown in screen.web.execute_script(_ALL_STEPS):
        yield n, Counter(shown)


def at(play: Play, n: int, viewer: str | None) -> Counter[str]:
    """What the picture of a game says just after an answer, as ``status --at`` draws it."""
    return drawn_of(play.again(n, digests=False), viewer)


def answered_anew(play: Play, viewer: str | None) -> Iterator[tuple[int, Counter[str]]]:
    """The same after every answer of a game, in which the same answers are given once more."""
    now = Play(play.header, keep_log=False, digests=False)
    yield 0, drawn_of(now, viewer)
    for entry in play.live:
        now.answer(entry.answer)
        yield entry.n, drawn_of(now, viewer)


def drawn_of(now: Play, viewer: str | None) -> Counter[str]:
    """What the picture of a table says."""
    view = View(now.state, viewer)
    shown = Picture(view, next_line(now.game, Names(view)))
    drawn = [text for column in shown.columns for part in column for text in texts(part.drawn)]
    return Counter([*shown.titles, shown.ahead, *drawn])
