"""A pair of hands that knows no rule: it moves pieces on a bare table as the log tells, and its table is compared.

Pieces are counted at places; a card lies in a zone with its back, which way up, and its name if that was ever told. The
table that the tool shows (``status``) is laid once, at the beginning; from then on the hands hear nothing but the log.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

_AT_SITES = ("cards.", "relics.")
SHARED, SITES = "shared", tuple(f"slot.{slot}" for slot in range(8))
DECKS = ("world", "relic_deck", "site_deck", "dispossessed", "archive", "box", "site_box")
SUITS = ("discord", "arcane", "order", "hearth", "beast", "nomad")
REGIONS = {"cradle": 2, "provinces": 3, "hinterland": 3}
PLACES = [f"{region}.{number + 1}" for region, count in REGIONS.items() for number in range(count)]


class Untold(AssertionError):
    """The hands cannot do what they are told, or their table is another one."""


@dataclass(eq=False)
class Card:
    """A card on the table."""

    back: str
    name: str | None
    facedown: bool = False


@dataclass
class Table:
    """What lies where: ``pieces`` by place and kind, ``zones`` of cards, ``markers`` by name."""

    pieces: dict[str, Counter[str]] = field(default_factory=dict)
    zones: dict[str, list[Card]] = field(default_factory=dict)
    markers: dict[str, Any] = field(default_factory=dict)


class Hands:
    """A table that is moved by what the log tells."""

    def __init__(self, status: Mapping[str, Any]) -> None:
        self.table = laid(status)

    def hear(self, moves: Iterable[Mapping[str, Any]]) -> None:
        """Do what a line of the log tells. Raises ``Untold`` where that cannot be done."""
        for move in moves:
            try:
                self._do(move)
            except Untold as fault:
                raise Untold(f"{fault} at {dict(move)}") from None

    def _do(self, move: Mapping[str, Any]) -> None:
        if "what" in move:
            self._take(move["from"], move["what"], move["count"])
            self._put(move["to"], move["what"], move["count"])
        elif "turned" in move:
            before, after = ("secret", "hidden") if move["facedown"] else ("hidden", "secret")
            self._take(move["at"], before, move["count"])
            self._put(move["at"], after, move["count"])
        elif "marker" in move:
            self._mark(move)
        elif "clear" in move:
            self._clear(move["clear"])
        elif "site" in move:
            self._move_site(move["site"], move["to"])
        elif "becomes" in move:
            self._named(move["card"]).name = move["becomes"]
            self._rename(move["card"], move["becomes"])
        elif "at" in move:
            self._turn(move)
        else:
            self._carry(move)

    # -- pieces ----------------------------------------------------------------------------------------------------

    def _take(self, place: str, what: str, count: int) -> None:
        pile = self.table.pieces.setdefault(self._spot(place), Counter())
        if what in ("secret", "hidden") and place == SHARED:
            return
        if pile[what] < count:
            raise Untold(f"{place} has {pile[what]} {what}, not {count},")
        pile[what] -= count

    def _put(self, place: str, what: str, count: int) -> None:
        if not (what in ("secret", "hidden") and place == SHARED):
            self.table.pieces.setdefault(self._spot(place), Counter())[what] += count

    def _spot(self, place: str) -> str:
        return place

    def _rename(self, card: str, other: str) -> None:
        if card in self.table.pieces:
            self.table.pieces[other] = self.table.pieces.pop(card)

    # -- markers ---------------------------------------------------------------------------------------------------

    def _mark(self, move: Mapping[str, Any]) -> None:
        key = f"{move['marker']}.{move['who']}" if "who" in move else move["marker"]
        if "by" in move:
            self.table.markers[key] += move["by"]
        elif move["marker"] == "pawn":
            self.table.markers[key] = self._place(move["to"])
        else:
            self.table.markers[key] = (move["to"], move["side"]) if "side" in move else move["to"]

    def _place(self, to: str) -> str:
        """A place of the map: by its number, or by the site that lies there."""
        if to in PLACES:
            return to
        for slot, zone in enumerate(SITES):
            if any(card.name == to for card in self._zone(f"map.{zone}")):
                return PLACES[slot]
        raise Untold(f"{to} is nowhere on the map")

    # -- cards -----------------------------------------------------------------------------------------------------

    def _zone(self, zone: str) -> list[Card]:
        return self.table.zones.setdefault(zone, [])

    def _all(self) -> Iterator[tuple[str, Card]]:
        for zone, cards in self.table.zones.items():
            for card in cards:
                yield zone, card

    def _named(self, name: str) -> Card:
        for _, card in self._all():
            if card.name == name:
                return card
        raise Untold(f"{name} is nowhere")

    def _carry(self, move: Mapping[str, Any]) -> None:
        card = self._pick(move)
        to = move["to"]
        if to is None or to.partition(".")[0] in DECKS:
            return
        card.facedown = bool(move["facedown"])
        if to.startswith("discard."):
            card.name = None  # nobody can tell the cards of a pile apart
        if to == "map":
            to = f"map.{next(zone for zone in SITES if not self._zone(f'map.{zone}'))}"
        self._zone(to).append(card)

    def _pick(self, move: Mapping[str, Any]) -> Card:
        """Take up the card that is meant: by its name wherever it lies, else any like it at the place told."""
        name, back, source = move["card"], move["back"], move["from"]
        for zone, card in self._all():
            if name is not None and card.name == name:
                if source is not None and zone != source and not _deck(source):
                    raise Untold(f"{name} lies in {zone}")
                self.table.zones[zone].remove(card)
                return card
        if source is None or _deck(source):
            if name is not None and source is None and not str(move["to"]).startswith("hand."):
                hand = self._by_back(back, name)
                if hand is not None:
                    return hand
            return Card(back, name)
        cards = [card for card in self._zone(source) if card.back == back and card.name is None]
        if not cards:
            cards = [card for card in self._zone(source) if card.back == back]
            if name is not None or not cards:
                raise Untold(f"no such card lies in {source}")
            self._mix(source, back)
        card = cards[0]
        self._zone(source).remove(card)
        if name is None and source.startswith("hand."):
            self._mix(source, back)  # of cards in hand nobody is told which one goes
        card.name = name
        return card

    def _mix(self, zone: str, back: str) -> None:
        """A card may be any of those like it from now on."""
        for card in self._zone(zone):
            if card.back == back:
                card.name = None

    def _by_back(self, back: str, name: str) -> Card | None:
        """A card named for the first time as it is laid down: one that its player has drawn, if there is one such."""
        hands = [zone for zone in self.table.zones if zone.startswith("hand.") and self.table.zones[zone]]
        for zone in hands:
            for card in self.table.zones[zone]:
                if card.back == back and card.name is None:
                    self.table.zones[zone].remove(card)
                    card.name = name
                    return card
        return None

    def _turn(self, move: Mapping[str, Any]) -> None:
        """Turn a card over where it lies, or look at it."""
        zone = f"map.{move['at']}" if move["at"] in SITES else move["at"]
        cards = self._zone(zone)
        found = [card for card in cards if card.name == move["card"] and card.name is not None]
        found = found or [card for card in cards if card.back == move["back"] and card.name is None]
        if not found:
            raise Untold(f"no such card lies in {zone}")
        if move["card"] is not None:
            found[0].name = move["card"]
        found[0].facedown = bool(move["facedown"])

    # -- the Chronicle ---------------------------------------------------------------------------------------------

    def _clear(self, what: str) -> None:
        """The map of all pieces and pawns; or a zone, or all Visions, of the cards with what lies on them."""
        if what == "map":
            cards = [card for zone, each in self.table.zones.items() if zone.startswith(_AT_SITES) for card in each]
            for place in (*SITES, *(f"bank.{suit}" for suit in SUITS), *(str(card.name) for card in cards)):
                self._send_home(place)
            self.table.markers.update({key: None for key in self.table.markers if key.startswith("pawn.")})
            return
        for zone, cards in self.table.zones.items():
            for card in list(cards):
                if zone == what or (what == "visions" and card.back == "vision"):
                    self._send_home(str(card.name))
                    cards.remove(card)

    def _send_home(self, place: str) -> None:
        pile = self.table.pieces.pop(place, Counter())
        self.table.pieces[SHARED]["favor"] += pile["favor"]

    def _move_site(self, site: Any, to: str | None) -> None:
        """A site goes elsewhere with all that is there; one that nobody has seen comes from the deck."""
        target = None if to is None else f"slot.{PLACES.index(to)}" if to in PLACES else f"{to}.{site}"
        if site is None:
            self.table.zones[f"map.{target}"] = [Card("site", None, facedown=True)]
            return
        source = f"slot.{site}" if isinstance(site, int) else self._where_site(site)
        for kind in ("map.", "cards.", "relics."):
            mine = kind + (source if kind == "map." or "aside" in source else source.removeprefix("slot."))
            cards = self.table.zones.pop(mine, [])
            if target is not None:
                at = target if kind == "map." or "aside" in target else target.removeprefix("slot.")
                self.table.zones[kind + at] = cards

    def _where_site(self, site: str) -> str:
        for zone, card in self._all():
            if card.name == site and zone.startswith("map."):
                return zone.removeprefix("map.")
        raise Untold(f"{site} is nowhere on the map")

    # -- comparing -------------------------------------------------------------------------------------------------

    def compare(self, status: Mapping[str, Any]) -> None:
        """Raise ``Untold`` with all that lies otherwise than ``status`` says."""
        other = laid(status)
        faults = [
            *_piles(self.table.pieces, other.pieces),
            *_cards(self.table.zones, other.zones),
            *(
                f"{key} is {value}, the hands have {self.table.markers.get(key)}"
                for key, value in other.markers.items()
                if self.table.markers.get(key) != value
            ),
        ]
        if faults:
            raise Untold("; ".join(faults))


def _deck(zone: str) -> bool:
    return zone.partition(".")[0] in DECKS


def _piles(mine: Mapping[str, Counter[str]], other: Mapping[str, Counter[str]]) -> Iterator[str]:
    for place in sorted({*mine, *other}):
        if place.startswith(("stock.", "aside.")):
            continue
        here, there = (+each.get(place, Counter()) for each in (mine, other))
        if here != there:
            yield f"at {place} lies {dict(there)}, the hands have {dict(here)}"


def _cards(mine: Mapping[str, list[Card]], other: Mapping[str, list[Card]]) -> Iterator[str]:
    for zone in sorted({*mine, *other}):
        here, there = mine.get(zone, []), other.get(zone, [])
        if Counter(map(_look, here)) != Counter(map(_look, there)):
            yield f"in {zone} lies {list(map(_look, there))}, the hands have {list(map(_look, here))}"
        known, shown = ({card.name for card in cards if card.name} for cards in (here, there))
        unnamed, unknown = (sum(card.name is None for card in cards) for cards in (here, there))
        if len(known - shown) > unknown or len(shown - known) > unnamed:
            yield f"in {zone} lies {sorted(shown)}, the hands have {sorted(known)}"


def _look(card: Card) -> tuple[str, bool]:
    return card.back, card.facedown


# -- the table that is laid ----------------------------------------------------------------------------------------


def laid(status: Mapping[str, Any]) -> Table:
    """The table as ``status --json`` shows it."""
    table = Table()
    for slot, site in enumerate(status["sites"]):
        zone = f"slot.{slot}"
        _pieces(table, zone, site)
        table.zones[f"map.{zone}"] = [_card(table, site, tokens=False)]
        table.zones[f"cards.{slot}"] = [_card(table, card) for card in site["cards"]]
        table.zones[f"relics.{slot}"] = [_card(table, card) for card in site["relics"]]
    for player in status["players"]:
        _player(table, player)
    for banner, data in status["banners"].items():
        _pieces(table, banner, data)
        table.markers[banner] = data["holder"]
        table.markers["mob"] = table.markers.get("mob", False) or data["mob"]
    for suit, favor in status["favor_banks"].items():
        table.pieces[f"bank.{suit}"] = Counter(favor=favor)
    table.pieces[SHARED] = Counter(favor=status["shared_bank"]["favor"])
    for space, card in enumerate(status["reliquary"]):
        table.zones[f"reliquary.{space}"] = [] if card is None else [_card(table, card)]
    for region, backs in status["discard_piles"].items():
        table.zones[f"discard.{region}"] = [Card(back, None) for back, count in backs.items() for _ in range(count)]
    keeper = status["oathkeeper"]
    table.markers["title"] = (keeper["holder"], keeper["side"])
    for marker in ("turn", "round", "visions_drawn", "oath"):
        table.markers[marker] = status[marker]
    return table


def _player(table: Table, player: Mapping[str, Any]) -> None:
    seat = player["seat"]
    _pieces(table, f"board.{seat}", player)
    table.pieces[f"stock.{seat}"] = Counter({seat: 99})
    for zone, key in (("advisers", "advisers"), ("held", "relics"), ("hand", "hand")):
        table.zones[f"{zone}.{seat}"] = [_card(table, card) for card in player[key]]
    vision = player["vision"]
    table.zones[f"vision.{seat}"] = [] if vision is None else [_card(table, vision)]
    for marker in ("pawn", "supply", "role"):
        table.markers[f"{marker}.{seat}"] = player[marker]


def _card(table: Table, data: Mapping[str, Any], tokens: bool = True) -> Card:
    if tokens and data["id"] is not None and "favor" in data:
        _pieces(table, data["id"], data)
    return Card(data["back"], data["id"], data["facedown"])


def _pieces(table: Table, place: str, data: Mapping[str, Any]) -> None:
    found = Counter({"favor": data["favor"], "secret": data["secrets"]["up"], "hidden": data["secrets"]["down"]})
    found.update(data.get("warbands", {}))
    table.pieces[place] = found
