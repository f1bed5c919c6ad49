"""Ids as people say them: cards, players, sides, places, pieces; never more than the viewer may know."""

import re
from collections.abc import Iterable

from oathtools import catalog
from oathtools.kit.datafiles import load
from oathtools.kit.lazy import pattern
from oathtools.kit.text import listed, printable
from oathtools.table.state import FAVOR, HIDDEN, PLACE_NAMES, PURPLE, REGION_OF_SLOT, SECRET, UNKNOWN_PREFIX
from oathtools.table.views import View

WITH_ARTICLE: dict[str, str] = load("words")["with_article"]
BACK_NAMES = {"vision": "Vision"}
BANDITS = "bandits"

# Ids that are one plain word, and option words that mean the same wherever they are offered.
_WORDS: dict[str, str] = load("words")["ids"]
_SEAT_PLACES: dict[str, str] = load("words")["seat_places"]
_CARD_KINDS = ("denizen", "edifice", "relic", "vision", "site", "banner", "reliquary", "oath")
# Relics that lie facedown are named by their places: ``relic-2`` (here), ``relic-3-1`` (at a site), ``reliquary-4``.
_FACEDOWN_ADVISER = pattern(r"adviser-(purple|red|blue|yellow|white|black)-(\d+)")
_FACEDOWN_RELIC = pattern(r"(relic|reliquary)-(\d)(?:-(\d))?")
_SPOKEN = "|".join((*_CARD_KINDS, *_SEAT_PLACES, "bank", "slot", "cards", "relics", "discard", "world", "relic_deck"))
_ID = pattern(
    rf"""
    {re.escape(UNKNOWN_PREFIX)}\d+
    | \b(?:{_SPOKEN}|untold|aside|cradle|provinces|hinterland)\.[a-z0-9_]+(?:@[a-z0-9_.]*[a-z0-9_])?
    | \b(?:relic|reliquary)-\d(?:-\d)?\b
    | \b(?:purple|red|blue|yellow|white|black)\b
    | \b(?:cradle|provinces|hinterland)\b
    | (?<=goal\ of\ )(?:supremacy|people|devotion|protection)\b
    """,
    re.VERBOSE,
)


class Names:
    """Names for everything, as one viewer may hear them. Never raises: a word that is no id stands for itself."""

    __slots__ = ("state", "view")

    def __init__(self, view: View) -> None:
        self.view, self.state = view, view.state

    # -- any id ----------------------------------------------------------------------------------------------------

    def name(self, what: str) -> str:
        """The name of any id."""
        if what.startswith(UNKNOWN_PREFIX):
            return self.card(what)
        if what in self.state.players:
            return self.seat(what)
        if "=" in what:
            card, _, number = what.partition("=")
            if number[:1] in ("+", "-"):  # 7.5.4: a plan used in the other direction
                number += " attack die" if number[1:] == "1" else " attack dice"
            return f"{self.name(card)} ({number})"
        if "@" in what:
            card, _, param = what.partition("@")
            return f"{self.name(card)} ({self.name(param)})"
        if what in _WORDS:
            return _WORDS[what]
        head, dot, tail = what.partition(".")
        if dot:
            return self._dotted(what, head, tail)
        if what in REGION_OF_SLOT:
            return f"the {what.title()}"
        spot = _FACEDOWN_ADVISER.fullmatch(what)
        if spot:
            return f"facedown adviser {spot.group(2)} of {self.seat(spot.group(1))}"
        placed = _FACEDOWN_RELIC.fullmatch(what)
        if placed:
            return self._relic_at(*placed.groups())
        if what in catalog.SUITS or what in ("supremacy", "devotion", "protection"):
            return what.title()
        return what.replace("-", " ").replace("_", " ")

    def text(self, sentence: str) -> str:
        """A sentence with every id in it replaced by its name."""
        return _ID.sub(self._spoken, sentence)

    def _spoken(self, found: re.Match[str]) -> str:
        what = found.group()
        if what in REGION_OF_SLOT:
            return what.title()
        if what in catalog.COLORS and what not in self.state.players:
            return what
        return self.name(what)

    def _dotted(self, what: str, head: str, tail: str) -> str:
        players = self.state.players
        if head in _SEAT_PLACES and (tail in players or tail in catalog.COLORS):
            return _SEAT_PLACES[head].format(self.seat(tail))
        if what in PLACE_NAMES:
            return self.site(PLACE_NAMES.index(what))
        if head == "reliquary" and tail.isdigit():
            return "the Reliquary"
        if head in ("slot", "cards", "relics") and tail.isdigit():
            return self.site(int(tail))
        if head == "bank":
            return f"the {tail.title()} bank"
        if head == "discard":
            region, bottom, _ = tail.partition("_bottom")
            return f"{'the bottom of ' if bottom else ''}the {region.title()} discard pile"
        if tail in ("top", "bottom") and head in _WORDS:
            return _WORDS[head]
        if head == "aside":
            return "those set aside"
        if head == "untold":
            return f"a {_back(tail)} that stays unnamed"
        if head in _CARD_KINDS:
            return self.card(what)
        return tail.replace("_", " ").replace(".", " ")

    # -- cards and sites -------------------------------------------------------------------------------------------

    def card(self, card: str) -> str:
        """A card by its name, or by what everybody sees of it if the viewer may not know it."""
        if not self.view.shows(card) or card.startswith(UNKNOWN_PREFIX):
            return self.hidden(card)
        if card in WITH_ARTICLE:
            return WITH_ARTICLE[card]
        return catalog.name_of(card) if catalog.is_card(card) else card

    def hidden(self, card: str) -> str:
        """What everybody sees of a card whose face the viewer may not know."""
        state = self.state
        zone = state.where.get(card, "")
        strange = card.startswith(UNKNOWN_PREFIX) and card not in state.handles
        back = "card" if strange else _back(state.back(card))
        kind, _, place = zone.partition(".")
        if kind == "map":
            return self.site(state.zones["map"].index(card))
        if kind == "relics":
            return f"an unknown {back} at {self.site(int(place))}"
        if kind == "reliquary":
            return f"an unknown {back} on {_space(int(place))}"
        if card not in state.handles:
            if kind == "advisers":
                return f"a facedown {back} adviser"
            if kind == "hand":
                return f"a {back} in {self.seat(place)}'s hand"
        return f"an unknown {back}"

    def _relic_at(self, kind: str, first: str, second: str | None) -> str:
        """A facedown relic by its place, with its face if the viewer has seen it."""
        if kind == "reliquary":
            where = f"the relic on {_space(int(first) - 1)}"
            cards = self.state.zone(f"reliquary.{int(first) - 1}")
        elif second is None:
            return f"relic {first} here"
        else:
            where = f"relic {second} at {self.site(int(first) - 1)}"
            cards = self.state.zone(f"relics.{int(first) - 1}")[int(second) - 1 : int(second)]
        seen = [catalog.name_of(card) for card in cards if self.view.shows(card)]
        return f"{where} ({seen[0]})" if seen else where

    def site(self, slot: int) -> str:
        """The site of a slot: its name, or its place while it lies facedown."""
        sites = self.state.zone("map")
        site = sites[slot] if slot < len(sites) else None
        if site is not None and site not in self.state.facedown and self.view.shows(site):
            return catalog.name_of(site)
        place = PLACE_NAMES[slot].replace(".", " ").title()
        return f"the facedown site {place}" if site is not None else f"the site {place}"

    # -- players, sides, pieces ------------------------------------------------------------------------------------

    def seat(self, seat: str) -> str:
        """A player's name; the color if nobody sits there."""
        player = self.state.players.get(seat)
        if player is None:
            return seat.title()
        # Names may hold anything, and must not move the cursor.
        return printable(player.name) or seat.title()

    def side(self, side: str) -> str:
        """A side: the Empire, the bandits, or a player."""
        return "the Empire" if side == PURPLE else self.name(side)

    def pieces(self, what: str, count: int, owner: str | None = None) -> str:
        """So many pieces of a kind; warbands with their color, unless it is the color of ``owner``."""
        if what == FAVOR:
            return f"{count} favor"
        if what in (SECRET, HIDDEN):
            facedown = "facedown " if what == HIDDEN else ""
            return f"{count} {facedown}secret{'' if count == 1 else 's'}"
        if what == "supply":
            return f"{count} Supply"
        color = "" if what == owner or what == "warbands" else f"{what} "
        return f"{count} {color}warband{'' if count == 1 else 's'}"

    def oath(self, oath: str | None = None) -> str:
        """The oath by its full name; that of the game by default."""
        return f"the Oath of {self.name(oath or self.state.oath)}"

    def listed(self, ids: Iterable[str]) -> str:
        """Several ids as ``a, b and c``."""
        return listed([self.name(each) for each in ids])


def _back(back: str) -> str:
    return BACK_NAMES.get(back, back)


def _space(at: int) -> str:
    """A space of the Reliquary, counted from 0, by its name."""
    space = next((each for each in catalog.cards("reliquary") if each.slot == at + 1), None)
    return space.name if space else "the Reliquary"
