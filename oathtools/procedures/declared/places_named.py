"""What people name at the table, read as ids: players, sites, cards, the places of pieces.

PLACE: ``me``, a player, ``bank SUIT``, ``shared``, ``stock`` (the personal bank), ``site SITE``, a card, a banner.
CARD: a name, ``adviser N of NAME``, ``relic N at SITE``, ``reliquary N``. NAME: a player's name or color, ``me``.
"""

from typing import TYPE_CHECKING

from oathtools import catalog
from oathtools.procedures.machine import facts
from oathtools.table.state import BANNERS, RELICS, RELIQUARY, SLOT

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game


class Unclear(ValueError):
    """Words that name nothing at this table or are no move, and why."""


def cut(words: str, *marks: str) -> list[str]:
    """Words cut at marks that must stand in them, in this order. Raises ``Unclear`` for one that is missing."""
    left = words.split()
    found = []
    for mark in marks:
        place = next((place for place, word in enumerate(left) if word.casefold() == mark), None)
        if place is None:
            raise Unclear(f"{mark!r} is missing")
        found.append(" ".join(left[:place]))
        left = left[place + 1 :]
    return [*found, " ".join(left)]


def number_said(word: str) -> int:
    """How many pieces a word says, one at least. Raises ``Unclear``."""
    if not word.isdigit() or not int(word):
        raise Unclear(f"{word!r} is not a number of pieces")
    return int(word)


class Reader:
    """Names of a game, read as ids; each method raises ``Unclear``. ``me`` is the player who declares."""

    def __init__(self, game: "Game", seat: str) -> None:
        self.game, self.seat = game, seat

    def player(self, word: str) -> str:
        """A seat by color or name."""
        wanted = word.casefold()
        if wanted == "me":
            return self.seat
        for player in self.game.state.players.values():
            if wanted in (player.seat, player.name.casefold()):
                return player.seat
        raise Unclear(f"there is no player {word!r}")

    def slot(self, word: str) -> int:
        """A faceup site by name."""
        site = self._named(word)
        try:
            slot = facts.slot_of_site(self.game, site)
        except ValueError:
            raise Unclear(f"{site} is not on the map") from None
        if not self.game.state.faceup_site(slot):
            raise Unclear(f"{word} is not faceup on the map")
        return slot

    def card(self, words: str) -> str:
        """A card in play: by name where it lies faceup, or by its place."""
        if not words:
            raise Unclear("the name of a card is missing")
        kind, _, rest = words.partition(" ")
        for said, mark, zone in (("adviser", "of", self._row), ("relic", "at", self._relics)):
            if kind.casefold() == said and mark in rest.casefold().split():
                number, where = cut(rest, mark)
                return _nth(zone(where), number, words)
        if kind.casefold() == "reliquary":
            spaces = [card for zone in RELIQUARY for card in self.game.state.zone(zone)[:1] or [""]]
            card = _nth(spaces, rest, words)
            if card:
                return card
            raise Unclear(f"no relic is left in {words}")
        name = self._named(words)
        state = self.game.state
        if name in BANNERS or (name in state.where and name not in state.facedown and self._in_play(name)):
            return name
        raise Unclear(f"{name} does not lie faceup in play")

    def place(self, words: str) -> str:
        """A place of pieces; ``stock`` stands for the personal bank of whatever color moves."""
        kind, _, rest = words.partition(" ")
        word = kind.casefold()
        if word in ("shared", "stock") and not rest:
            return word
        if word == "bank" and rest.casefold() in catalog.SUITS:
            return f"bank.{rest.casefold()}"
        if word == "site":
            return SLOT[self.slot(rest)]
        try:
            return f"board.{self.player(words)}"
        except Unclear:
            return self.card(words)

    def _row(self, words: str) -> list[str]:
        return self.game.state.zone(f"advisers.{self.player(words)}")

    def _relics(self, words: str) -> list[str]:
        return self.game.state.zone(RELICS[self.slot(words)])

    def _in_play(self, card: str) -> bool:
        return facts.slot_of(self.game, card) is not None or facts.owner(self.game, card) is not None

    @staticmethod
    def _named(words: str) -> str:
        try:
            return catalog.find(words)
        except LookupError as fault:
            raise Unclear(str(fault)) from None


def _nth(cards: list[str], number: str, words: str) -> str:
    if not number.isdigit() or not 1 <= int(number) <= len(cards):
        raise Unclear(f"there is no {words}")
    return cards[int(number) - 1]
