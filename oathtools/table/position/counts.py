"""Counting the pieces of a position: what is named nowhere lies in the shared bank and the personal banks."""

from typing import Any

from oathtools import catalog
from oathtools.table.position.cards import Cards
from oathtools.table.state import BANNERS, FAVOR, PLACE_NAMES


class Counts(Cards):
    """Reads the favor banks and finds what is left of each kind of piece."""

    def favor(self, data: dict[str, Any]) -> None:
        """Favor banks, and the shared bank as what is left of the 36."""
        banks = self.mapping("favor_banks", data.get("favor_banks"))
        self.keys("favor_banks", banks, catalog.SUITS)
        for suit in catalog.SUITS:
            if suit in banks:
                self.add(f"bank.{suit}", FAVOR, self.number(f"favor_banks.{suit}", banks[suit]))
        open_banks = [suit for suit in catalog.SUITS if suit not in banks]
        left = catalog.FAVOR - self.in_all(FAVOR)
        if left >= 0 and open_banks:
            count = min(catalog.favor_bank_start(len(self.state.seats)), left // len(open_banks))
            for suit in open_banks:
                self.add(f"bank.{suit}", FAVOR, count)
            left -= count * len(open_banks)
        if left < 0:
            message = f"{catalog.FAVOR - left} favor in all; there are {catalog.FAVOR}: {self._where(FAVOR)}"
            self.fault("favor", message, None, "1.4")
            return
        shared = self.mapping("shared_bank", data.get("shared_bank"))
        self.keys("shared_bank", shared, "position.shared_bank")
        said = self.number("shared_bank.favor", shared.get("favor", left))
        if said != left:
            total = catalog.FAVOR - left + said
            message = f"{total} favor in all; there are {catalog.FAVOR}, so {left} should be left here"
            self.fault("shared_bank.favor", message, None, "1.4")
        self.add("shared", FAVOR, left)

    def stocks(self) -> None:
        """Each player's bank of warbands: what is left of their color."""
        for seat in self.state.seats:
            most = catalog.WARBANDS[seat]
            left = most - self.in_all(seat)
            if left < 0:
                there = self._where(seat)
                self.fault("warbands", f"{most - left} {seat} warbands in all; there are {most}: {there}", None, "1.9")
            self.add(f"stock.{seat}", seat, max(0, left))

    def in_all(self, kind: str) -> int:
        """How many pieces of a kind have been said to be on the table."""
        return sum(pile.get(kind, 0) for pile in self.state.pieces.values())

    def _where(self, kind: str) -> str:
        """Where the pieces of a kind are said to be, for a fault."""
        piles = [(place, pile[kind]) for place, pile in self.state.pieces.items() if pile.get(kind)]
        return ", ".join(f"{count} at {self._place(place)}" for place, count in piles)

    def _place(self, place: str) -> str:
        first, _, rest = place.partition(".")
        if first == "board":
            return self.state.players[rest].name
        if first == "slot":
            site = self.state.site(int(rest))
            return PLACE_NAMES[int(rest)] if site in self.state.handles else catalog.name_of(site)
        if place in BANNERS or catalog.is_card(place):
            return catalog.name_of(place)
        return f"the {rest} bank" if first == "bank" else place
