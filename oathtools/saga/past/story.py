"""The history of a saga as a story: what may be named in it, and the room for the players' own words.

*What may be named.* A page that is passed round must name no card that lies hidden now. So a card or site of the past
is named only if it lies faceup on the map today; edifices always may be, for nobody hides them. ``Names`` decides it,
``leaks`` checks a finished page, every time one is written.

*The players' own words.* Each file has rooms: an opening, one for each game, an ending. What stands between the two
marks of a room is the players', and is kept when the file is written again. A room remembers (in its mark) what it held
when it was written, so words that were changed in the one file or in the other are told apart. A file in which
something was changed outside the rooms is set aside, not lost.
"""

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.kit.lazy import sha256
from oathtools.law.rulings_variants import VariantText, all_texts
from oathtools.procedures.machine.registry import Kept, Past, Variant, VariantFault
from oathtools.saga.chronicle.record import REGIONS, Chronicle
from oathtools.table.state import GRAND_SCEPTER
from oathtools.variants import find

OPENING, ENDING = "opening", "ending"
_ROOM = re.compile(
    r"<!-- your words: (?P<key>[\w-]+)(?: \[(?P<mark>[0-9a-f]+)\])? -->(?P<words>.*?)<!-- end of your words -->", re.S
)
_WHOLE = re.compile(r"<!-- written by oathtools \[(?P<mark>[0-9a-f]*)\] -->")


# -- what may be named ---------------------------------------------------------------------------------------------


def hidden_cards(chronicle: Chronicle) -> list[str]:
    """Every card and site that does not lie faceup on the map: decks, Archive, Dispossessed, facedown, site deck.

    Edifices are not among them, nor the Grand Scepter: everybody knows where these are.
    """
    seen = {GRAND_SCEPTER}
    for row in chronicle.map:
        if isinstance(row.site, str) and not row.facedown:
            seen.update(card for card in (row.site, *row.cards) if isinstance(card, str))
    kinds = ("denizen", "vision", "relic", "site")
    return [card for kind in kinds for card in catalog.ids(kind, chronicle.variants) if card not in seen]


def leaks(text: str, chronicle: Chronicle) -> list[str]:
    """The names of hidden cards in a text, in any spelling of their letters; its rooms are not looked into.

    Players may be called like a card, and so may a saga: a page is to be looked at as ``anonymous`` tells it.
    """
    return sorted(set(_named(hidden_cards(chronicle)).findall(_ROOM.sub("", text))))


def _named(cards: Iterable[str]) -> re.Pattern[str]:
    """The names of some cards in a text, in any spelling of their letters."""
    names = sorted(map(catalog.name_of, cards), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b", re.I)


def anonymous(chronicle: Chronicle) -> Chronicle:
    """A Chronicle with other names for itself and for its players, as many as there were."""
    entries = [entry for entry in chronicle.history if isinstance(entry, dict)]
    names = [entry.get("winner") for entry in entries]
    names += [name for entry in entries if isinstance(entry.get("players"), dict) for name in entry["players"]]
    called = {name: f"P{number}" for number, name in enumerate(dict.fromkeys(filter(None, map(str, names))), 1)}

    def renamed(entry: Any) -> Any:
        if not isinstance(entry, dict):
            return entry
        players = entry.get("players")
        entries = (
            {called.get(str(name), "P"): color for name, color in players.items()} if isinstance(players, dict) else {}
        )
        given = entry.get("promises")
        texts = [each for each in given if isinstance(each, dict)] if isinstance(given, list) else []
        promises = [{**each, "by": "P", "to": "P"} for each in texts]
        return {**entry, "winner": called.get(str(entry.get("winner")), ""), "players": entries, "promises": promises}

    return replace(chronicle, name="S", history=[renamed(entry) for entry in chronicle.history])


class Names:
    """What cards and sites are called in a story; None for one that is not named. ``everything``: no secrets."""

    def __init__(self, chronicle: Chronicle, *, everything: bool = False) -> None:
        self._hidden = frozenset() if everything else frozenset(hidden_cards(chronicle))

    def of(self, card: str | None) -> str | None:
        """The name of a card or site that may be named."""
        if card is None or card in self._hidden or not catalog.is_card(card):
            return None
        return catalog.name_of(card)

    def words(self, text: str) -> str:
        """What players said, without the names of cards that lie hidden."""
        return _named(self._hidden).sub("...", text) if self._hidden else text


class Land(NamedTuple):
    """A slot of the map in a picture: its place, the name of its site if it may be told, what lies on it.

    ``cards`` are (name or None, suit or None) of denizens and edifices; ``edifice`` and ``ruin`` the edifice's name.
    """

    place: str
    site: str | None
    known: bool  # a site lies faceup there, whether it is named or not
    cards: tuple[tuple[str | None, str | None], ...] = ()
    edifice: str | None = None
    ruin: str | None = None
    relics: int = 0


def lands(rows: Iterable[tuple[str | None, Iterable[str], int]], names: Names) -> list[Land]:
    """The eight slots of a map, each as (site or None, cards, relics)."""
    found = []
    for at, (site, cards, relics) in enumerate(rows):
        cards = [card for card in cards if catalog.is_card(card)]
        place = f"{REGIONS[at].title()} {REGIONS[: at + 1].count(REGIONS[at])}"
        intact = next(
            (card for card in cards if card.startswith("edifice.") and not catalog.edifice(card).ruined), None
        )
        ruin = next((card for card in cards if card.startswith("edifice.") and catalog.edifice(card).ruined), None)
        denizens = tuple((names.of(card), catalog.card(card).suit) for card in cards if card.startswith("denizen."))
        found.append(Land(place, names.of(site), site is not None, denizens, names.of(intact), names.of(ruin), relics))
    return found


def lands_now(chronicle: Chronicle, names: Names) -> list[Land]:
    """The map as it lies now."""
    return lands(
        (
            (None, (), 0)
            if row.facedown or not isinstance(row.site, str)
            else (row.site, [card for card in row.cards if isinstance(card, str)], len(row.relics))
            for row in chronicle.map
        ),
        names,
    )


# -- the players' own words ----------------------------------------------------------------------------------------


class Room(NamedTuple):
    """The words of a room, and whether they are other than those it was written with."""

    words: str
    changed: bool


@dataclass(slots=True)
class Page:
    """A file that was written before: its rooms, and whether anything outside them was changed by hand."""

    rooms: dict[str, Room] = field(default_factory=dict)
    touched: bool = False


def mark_of(words: str) -> str:
    """A short mark of some words, blanks aside."""
    return sha256(" ".join(words.split()).encode()).hexdigest()[:12]


def room(key: str, words: str, mark: str | None = None) -> str:
    """A room with words in it. ``mark`` is of the words it counts as written with, if these are others."""
    inside = f"\n\n{words.strip()}\n\n" if words.strip() else "\n\n"
    return f"<!-- your words: {key} [{mark or mark_of(words)}] -->{inside}<!-- end of your words -->"


def sealed(text: str) -> str:
    """A finished file with the mark of all that stands outside its rooms. It must hold ``UNSEALED`` once."""
    return text.replace(UNSEALED, f"<!-- written by oathtools [{_skeleton(text)}] -->", 1)


UNSEALED = "<!-- written by oathtools [] -->"


def _skeleton(text: str) -> str:
    return mark_of(_WHOLE.sub("", _ROOM.sub(lambda found: found["key"], text)))


def page_of(text: str) -> Page:
    """What a file that was written before holds of the players."""
    rooms: dict[str, Room] = {}
    for found in _ROOM.finditer(text):
        words = found["words"].strip()
        changed = mark_of(words) != found["mark"]
        key = found["key"]
        if key in rooms:
            words, changed = f"{rooms[key].words}\n\n{words}".strip(), True
        rooms[key] = Room(words, changed)
    whole = _WHOLE.search(text)
    return Page(rooms, bool(text.strip()) and (whole is None or whole["mark"] != _skeleton(text)))


class Words(NamedTuple):
    """What the rooms of the two files are to hold: Markdown, and HTML where it was written as HTML by hand."""

    markdown: dict[str, str]
    html: dict[str, str]
    notes: list[str]


def merged(markdown: Page, page: Page) -> Words:
    """Bring the words of the two files together; no words are ever dropped.

    What was changed in the HTML by hand stays there as it is, and goes into the Markdown if that has no words for the
    room; if it has others, each file keeps its own, and a note says so.
    """
    own: dict[str, str] = {}
    words_by_room = {key: each.words for key, each in markdown.rooms.items()}
    notes = []
    for key, each in page.rooms.items():
        mine = each.words.startswith(_OWN) or (each.changed and bool(each.words))
        if not mine:
            continue
        words = each.words.removeprefix(_OWN).strip()
        own[key] = words
        if not words_by_room.get(key):
            words_by_room[key] = plain(words)
        elif " ".join(words_by_room[key].split()) != " ".join(plain(words).split()):
            notes.append(f"the words of {_of(key)} differ in the two files: each keeps its own")
    return Words(words_by_room, own, notes)


_OWN = "<!-- as you wrote it here -->"


def own_html(words: str) -> str:
    """Words that were written in the HTML by hand, marked so."""
    return f"{_OWN}\n{words}"


def plain(text: str) -> str:
    """Words of an HTML page as plain text, a blank line between paragraphs."""
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"(?i)</(p|div|h\d|li|blockquote)\s*>|<br\s*/?>", "\n\n", text)
    text = html.unescape(re.sub(r"<[^>]*>", "", text))
    return "\n\n".join(filter(None, (" ".join(part.split()) for part in text.split("\n\n"))))


def _of(key: str) -> str:
    return f"game {key.removeprefix('game-')}" if key.startswith("game-") else f"the {key}"


def room_of(game: int) -> str:
    """The room of a game."""
    return f"game-{game}"


# -- what variants keep in the world of a saga, and what became of it game by game -------------------------------------


PastKeepings = tuple[int, Mapping[str, Mapping[str, Any]]]


class Keeping(NamedTuple):
    """What one variant keeps or kept, with its words."""

    text: VariantText
    things: tuple[Kept, ...]


def keepings_of(past: Sequence[PastKeepings], now: Mapping[str, Any], odd: list[str]) -> Iterator[Keeping]:
    """What each variant keeps, or kept in a game of the past. ``past``: games, each with its entry of variants.

    A variant that is not known here says nothing; what cannot be read is left out and noted in ``odd``.
    """
    names = dict.fromkeys([*(name for _, kept in past for name in kept), *now])
    for name in names:
        if name not in all_texts():
            continue
        variant = find(name)
        left = _opened(variant, now.get(name), "variants", odd)
        things = tuple(variant.story(_games(variant, past, odd), left)) if left is not None else ()
        if things:
            yield Keeping(all_texts()[name], things)


def _games(variant: Variant, past: Sequence[PastKeepings], odd: list[str]) -> list[Past]:
    """The games in which something was changed of what a variant keeps."""
    games: list[Past] = []
    for game, kept in past:
        entry = kept.get(variant.name, {})
        where = f"history, game {game}"
        after = _opened(variant, entry["kept"], where, odd) if "kept" in entry else None
        before_words = entry.get("before", {}) if "before" in entry or not games else None
        before = games[-1].after if before_words is None else _opened(variant, before_words, where, odd)
        if before is not None and after is not None:
            games.append(Past(game, before, after))
    return games


def _opened(variant: Variant, kept: Any, where: str, odd: list[str]) -> dict[str, Any] | None:
    try:
        if not isinstance(kept, Mapping | None):
            raise VariantFault([(variant.name, "should be a mapping (key: value)", "")])
        return variant.opened(kept or {})
    except VariantFault as wrong:
        odd.append(f"{where}: {wrong}")
        return None
