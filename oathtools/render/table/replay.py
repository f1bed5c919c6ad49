"""A game, or a saga's worlds, as one page that is stepped through: what repeats from step to step is held once."""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from oathtools import law
from oathtools.answerers.battles import at_hand
from oathtools.answerers.review import Battles, Review
from oathtools.journal.play import Play
from oathtools.kit.lazy import pattern
from oathtools.kit.text import filled
from oathtools.law.rulings import UnknownRuling, point
from oathtools.procedures.campaign.account import account
from oathtools.render.game import log, review
from oathtools.render.game.ahead import next_line
from oathtools.render.names import Names
from oathtools.render.rules.law import parts
from oathtools.render.table.parts import Area
from oathtools.render.table.picture import Picture, campaign_part, campaign_shown, framed, marks_apart, style
from oathtools.render.world.story import Story
from oathtools.render.world.svg import region
from oathtools.table.views import View

_HERE = Path(__file__).parent
_BETWEEN = pattern("(?<=>)(?=<)")
Step = dict[str, Any]


def of_game(play: Play, viewer: str | None = None, spoil: bool = False, found: Review | None = None) -> str:
    """The page of a game: the table after every answer that is in force, as a viewer may know it; its review beside it.

    Raises ``ReplayError`` where the rules of today part from what was recorded.
    """
    film, battles = _Film(), Battles()
    names = Names(View(play.state, viewer, spoil))
    beside = [log.LogLine(n, text, kind="review") for n, text in review.remarks(found, names)] if found else []
    film.tell(sorted([*log.lines(play, names), *beside], key=lambda line: line.n))
    film.curve = review.curve(found) if found else []
    beginning = play.again(0, digests=False)
    film.add(0, "", *_shown(film, beginning, viewer, spoil))
    for now, decision, entry, events in play.replayed():
        battles.follow(now, decision, entry, events)
        step = _shown(film, now, viewer, spoil)
        fought = _fought(battles, now, Names(View(now.state, viewer, spoil)))
        film.add(entry.n, now.state.turn if now.state.phase != "setup" else "", *step, fought)
    return film.page(f"{names.oath().removeprefix('the ')}, answer by answer")


def _shown(film: "_Film", play: Play, viewer: str | None, spoil: bool) -> tuple[list[str], list[list[Area]], Area]:
    view = View(play.state, viewer, spoil)
    shown = Picture(view, next_line(play.game, Names(view)))
    return [*shown.titles, shown.ahead], shown.columns, shown.rounds


def of_worlds(story: Story) -> str:
    """The page of a saga: its lands after each game, and as they lie now; no card that may lie hidden is named."""
    film = _Film()
    for at, chapter in enumerate(story.chapters, 1):
        game = chapter.game
        film.say(
            at, [(f"Game {game.game}: {chapter.title}", log.ROUND), *((text, "told") for text in chapter.sentences)]
        )
        film.add_drawn(at, game.color or "", [f"After game {game.game}", chapter.title, ""], _drawn(chapter.lands))
    last = len(story.chapters) + 1
    film.say(last, [("The world as it lies now", log.ROUND), (story.ending, "told")])
    film.add_drawn(last, "", ["The world as it lies now", story.ending, ""], _drawn(story.lands))
    return film.page("The worlds, one after the other")


def _drawn(lands: Sequence[Any]) -> list[list[str]]:
    regions = groupby(lands, lambda land: str(land.place).split()[0])
    return [[region(name, list(rows))] for name, rows in regions] or [[]]


def _fought(battles: Battles, play: Play, names: Names) -> Area | None:
    """What is known of the campaign under way, or that has just ended; None where none is fought."""
    fought = account(battles.latest)
    return campaign_part(campaign_shown(fought, at_hand(play, fought), names)) if fought.declared else None


class _Film:
    """The steps of a page, its pictures and words each held once and named by their numbers."""

    def __init__(self) -> None:
        self.pictures: dict[str, int] = {}
        self.words: dict[str, int] = {}
        self.steps: list[Step] = []
        self.lines: list[dict[str, Any]] = []
        self.clauses: dict[str, str] = {}
        self.curve: list[tuple[int, dict[str, str]]] = []

    def add(
        self, n: int, turn: str, words: list[str], columns: list[list[Area]], rounds: Area, fought: Area | None = None
    ) -> None:
        """One more step: the number of its answer, whose turn it is, the head, the parts of the table."""
        drawn = [list(map(framed, column)) for column in columns]
        self.add_drawn(n, turn, words, drawn, framed(rounds), framed(fought) if fought else "")

    def add_drawn(
        self, n: int, turn: str, words: list[str], columns: list[list[str]], rounds: str = "", fought: str = ""
    ) -> None:
        """The same, of pictures that are drawn already."""
        named = partial(self._numbered, self.pictures)
        step: Step = {"n": n, "h": [self._numbered(self.words, each) for each in words]}
        step |= {"c": [list(map(named, column)) for column in columns]}
        step |= {key: named(drawn) for key, drawn in (("r", rounds), ("b", fought)) if drawn}
        self.steps.append(step | ({"t": turn} if turn else {}))

    def _numbered(self, known: dict[str, int], what: str) -> int:
        return known.setdefault(what, len(known))

    def tell(self, lines: Iterable[log.LogLine]) -> None:
        """The log beside it, each line at the answer to which it belongs."""
        for line in lines:
            self.say(line.n, [(str(line), line.kind)])

    def say(self, n: int, sentences: Iterable[tuple[str, str]]) -> None:
        """What is told at a step, each with its kind."""
        self.lines += [{"n": n, "k": kind, "t": "".join(self._linked(text))} for text, kind in sentences if text]

    def _linked(self, text: str) -> Iterator[str]:
        for piece, kind in parts(text):
            gloss = self.clauses.get(piece) or _gloss(piece, kind)
            if gloss:
                self.clauses[piece] = gloss
                yield f'<a class="cite" href="#law">{escape(piece)}</a>'
            else:
                yield escape(piece)

    def page(self, title: str) -> str:
        """The whole file."""
        used: dict[str, int] = {}
        pieces = partial(self._numbered, used)
        pictures = [list(map(pieces, _BETWEEN.split(drawn))) for drawn in self.pictures]
        data = {"pieces": list(used), "pictures": pictures, "words": list(self.words)}
        data |= {each: getattr(self, each) for each in ("steps", "lines", "clauses", "curve")}
        return filled(
            _HERE / "replay.html",
            title=escape(title),
            style=style("page", "replay"),
            marks=marks_apart(),
            data=json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
            script=(_HERE / "replay.js").read_text(encoding="utf-8"),
        )


def _gloss(what: str, kind: str | None) -> str:
    """What a clause or an open point is about, in a sentence; nothing for what is neither."""
    if kind == "law":
        clause = law.get(what)
        return f"{clause.title}. {clause.gloss}"
    if kind == "ruling":
        try:
            found = point(what)
        except UnknownRuling:
            return ""
        return f"{found.title}. {found.readings.get(found.take, '')}"
    return ""
