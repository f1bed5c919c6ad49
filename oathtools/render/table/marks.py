"""What the picture is made of: marks drawn once (``marks.svg``) and used by name, words that fit their room."""

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import NamedTuple

from oathtools import catalog

WIDE, EDGE, ROW = 288, 4, 21  # of a part of the table: its width, the margin around its frame, a row of its list
_LEFT, _RIGHT = 36, WIDE - 15  # where the words of a row begin, and what lies on a card ends
_ICON = 22
_NARROW, _BROAD = frozenset("iljtfr.,:;'’I()[] |"), frozenset("mwMWQ%—")


def letters(words: str, size: float) -> float:
    """About how wide words are, in a broad serif."""
    units = (
        0.36 if each in _NARROW else 0.95 if each in _BROAD else 0.74 if each.isupper() else 0.62 for each in words
    )
    return size * sum(units)


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "", size: float = 0, room: float = 0) -> str:
    """Words in a picture; what would be wider than its room is set closer, so that a name is always whole."""
    more = f' class="{kind}"' if kind else ""
    more += f' text-anchor="{anchor}"' if anchor else ""
    if room and letters(words, size) > room:
        more += f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{x:g}" y="{y:g}"{more}>{escape(words, quote=False)}</text>'


def use(mark: str, x: float, y: float, kind: str = "") -> str:
    """A mark at its place."""
    return f'<use href="#{mark}" x="{x:g}" y="{y:g}"' + (f' class="{kind}"/>' if kind else "/>")


def frame(height: float, kind: str) -> str:
    """The frame of a part."""
    size = f'width="{WIDE - 2 * EDGE}" height="{height - 2 * EDGE:g}" rx="10"'
    return f'<rect x="{EDGE}" y="{EDGE}" {size} class="{kind}"/>'


def figure(at: int, mark: str, kind: str, number: int, what: str, y: float) -> str:
    """One of four numbers beside one another: its mark, the number, what it counts."""
    x = 30 + 64 * at
    drawn = use(mark, x, y, kind) if mark else ""
    x += 14 if mark else -14
    return drawn + text(x, y + 4, str(number), "figure") + text(x, y + 17, what, "tag")


def seat_kind(side: str) -> str:
    """How the pieces of a side are colored."""
    return f"seat-{side}" if side in catalog.COLORS else "bandits"


class Token(NamedTuple):
    """So many of a piece: its mark, how many, its color, and the same in words."""

    mark: str
    number: int
    words: str
    kind: str = ""


class Part(NamedTuple):
    """A part of the table that is drawn by itself: its name, its height, what is drawn, and the same in words."""

    name: str
    height: float
    drawn: str
    words: str


class Panel:
    """A list in a frame: rows below one another, each with its mark, its words and what lies on it."""

    def __init__(self, top: float, linked: Callable[[str | None, str], str]) -> None:
        self.y = top
        self.drawn: list[str] = []
        self.said: list[str] = []
        self._linked = linked

    def row(
        self, mark: str, label: str, tokens: list[Token], *, kind: str = "", note: str = "", card: str | None = None
    ) -> None:
        """One more row. ``note``: what is said quietly at its end; ``card``: what its words lead to."""
        middle = self.y + ROW / 2
        drawn, left = self._tokens(tokens, middle)
        if note:
            drawn += text(left, middle + 4, note, "note", "end")
            left -= letters(note, 10.5) + 6
        words = text(_LEFT, middle + 5, label, kind, "", 12 if kind == "words" else 14.5, left - _LEFT - 4)
        head = (use(mark, _ICON, middle) if mark else "") + words
        self.drawn.append(self._linked(card, head) + drawn)
        lies = f" [{', '.join(each.words for each in tokens)}]" if tokens else ""
        self.said.append(f"{label}{lies}{f' ({note})' if note else ''}")
        self.y += ROW

    def _tokens(self, tokens: list[Token], middle: float) -> tuple[str, float]:
        drawn, x = "", float(_RIGHT)
        for token in reversed(tokens):
            number = str(token.number)
            drawn += text(x, middle + 5, number, "n", "end")
            x -= 9 * len(number) + 10
            drawn += use(token.mark, x, middle, token.kind)
            x -= 14
        return drawn, x


def marks() -> str:
    """All marks, for the head of a picture or page."""
    drawn = (Path(__file__).parent / "marks.svg").read_text(encoding="utf-8")
    return drawn[drawn.index("<defs>") : drawn.index("</svg>")]
