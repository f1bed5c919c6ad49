"""Reading the decks and piles of a position; what is named nowhere is found by elimination."""

from typing import Any

from oathtools import catalog
from oathtools.table.position.cards import GROUP_OF_BACK, Cards, deck_kinds
from oathtools.table.position.names import KIND_WORDS, WORLD_KINDS
from oathtools.table.state import DECK_GROUPS, GRAND_SCEPTER, RELIC_DECK, SITE_DECK, WORLD

# Where the denizens of a game go round. Their number stays: each Chronicle adds as many as it takes out (8.4, 8.5).
_CIRCLING = ("cards.", "advisers.", "discard.", "world.")
_POOL_KEYS = {"denizens": "pool", "visions": "visions", "relics": "pool", "sites": "pool"}


class Decks(Cards):
    """Reads decks, discard piles, the Dispossessed, the Archive, and the groups of names that unknown cards have."""

    def decks(self, data: dict[str, Any]) -> None:
        """Everything that lies in piles. Cards on the table have been read before."""
        piles = self.mapping("discard_piles", data.get("discard_piles"))
        self.keys("discard_piles", piles, catalog.REGIONS)
        for region in catalog.REGIONS:
            self.cards(f"discard_piles.{region}", piles.get(region), f"discard.{region}", WORLD_KINDS, plain=True)
        self.cards("dispossessed", data.get("dispossessed"), "dispossessed", ("denizen",), plain=True)
        told = {deck: self.ends(deck, data.get(key)) for deck, key in DECK_KEYS.items()}
        self.elsewhere(data.get("elsewhere"))
        archive = data.get("archive")
        if archive is not None:
            self.cards("archive", archive, "archive", ("denizen", "edifice"), plain=True)
        for deck, entry in told.items():
            for back, group in DECK_GROUPS[deck].items():
                key = _POOL_KEYS[group]
                self.pool(f"{DECK_KEYS[deck]}.{key}", entry.get(key), back, group)
            self.layers(deck, entry)
        self.eliminate(denizens=archive is None and "pool" in told[WORLD])
        self.left_over()
        self.names_for_all()

    def ends(self, deck: str, value: Any) -> dict[str, Any]:
        """The cards of a deck whose place is known, at its top and bottom; a plain list is the whole deck."""
        where = DECK_KEYS[deck]
        if isinstance(value, list):
            value = {"top": value, _MIDDLE[deck]: [] if deck == WORLD else 0}
        data = self.mapping(where, value)
        self.keys(where, data, "deck_stated" if deck == WORLD else "deck_counted")
        for end in ("top", "bottom"):
            self.cards(f"{where}.{end}", data.get(end), f"{deck}.{end}", deck_kinds(deck), plain=True)
        return data

    def elsewhere(self, value: Any) -> None:
        """Names that nobody has located and that no card here can have."""
        for place, each in self.numbered("elsewhere", value):
            card = self.name(place, each, ("denizen", "vision", "relic", "site"))
            if card is not None:
                self.state.groups[f"of:{card}"] = [card]
                self.said_at.setdefault(card, place)

    def unlocated(self, back: str) -> list[str]:
        """The names of a back that lie nowhere on the table, in catalogue order."""
        return [
            card
            for card in catalog.ids(back, self.state.variants)
            if card not in self.said_at and card != GRAND_SCEPTER
        ]

    def pool(self, where: str, value: Any, back: str, group: str) -> None:
        """The names that the unknown cards of a deck may have: those said, or all that lie nowhere else."""
        if value is None:
            self.state.groups[group] = self.unlocated(back)
            return
        names: dict[str, None] = {}
        for place, each in self.numbered(where, value):
            card = self.name(place, each, (back,))
            if card is None:
                continue
            if card in self.said_at:
                message = f"{catalog.name_of(card)} is at {self.said_at[card]}; it cannot be in the pool, too"
                self.fault(place, message, "Each card exists once.")
            elif card in names:
                self.warn(place, f"{catalog.name_of(card)} is named twice in the pool")
            else:
                names[card] = None
        self.state.groups[group] = list(names)

    def layers(self, deck: str, data: dict[str, Any]) -> None:
        """How many cards of each back lie in each unordered part of a deck, from the top."""
        value = data.get(_MIDDLE[deck])
        where = f"{DECK_KEYS[deck]}.{_MIDDLE[deck]}"
        if value is None:
            layers = [] if deck == SITE_DECK else [self.usual(deck, "pool" in data)]
        elif deck == WORLD:
            layers = [self.layer(place, each) for place, each in self.numbered(where, value)]
        else:
            parts = value if isinstance(value, list) else [value]
            back = next(iter(DECK_GROUPS[deck]))
            layers = [{back: self.number(where, part)} for part in parts]
        layers = [{back: count for back, count in layer.items() if count} for layer in layers]
        self.state.layers[deck] = [layer for layer in layers if layer]

    def layer(self, where: str, value: Any) -> dict[str, int]:
        """One layer of the world deck."""
        data = self.mapping(where, value)
        self.keys(where, data, "deck_stated.layers.*")
        return {back: self.number(f"{where}.{back}s", data.get(f"{back}s", data.get(back, 0))) for back in WORLD_KINDS}

    def usual(self, deck: str, pool_said: bool) -> dict[str, int]:
        """A deck of which nothing is said: as many cards as a usual game, or the pool, leaves for it."""
        groups = DECK_GROUPS[deck]
        left = {back: len(self.state.groups[group]) - self.unknown(back, group) for back, group in groups.items()}
        if deck == WORLD and not pool_said:
            circling = [
                card
                for card, zone in self.state.where.items()
                if zone.startswith(_CIRCLING) and self.state.back(card) in ("denizen", "edifice")
            ]
            left["denizen"] = min(left["denizen"], len(catalog.first_game().starting_pool) - len(circling))
        return {back: max(0, count) for back, count in left.items()}

    def unknown(self, back: str, group: str) -> int:
        """How many unknown cards of a back outside the layers draw on a deck's names."""
        return sum(handle.back == back and group in handle.groups for handle in self.state.handles.values())

    def eliminate(self, denizens: bool) -> None:
        """The Archive: the denizens that nothing else can be, if it is theirs; the edifices by their intact sides."""
        pool = set(self.state.groups["denizens"]) | self.may_be
        for card in self.unlocated("denizen") if denizens else ():
            if card not in pool:
                self.put("archive", card, "archive")
        for side in catalog.cards("edifice", self.state.variants):
            if not side.ruined and side.id not in self.said_at and side.other_side not in self.said_at:
                self.put("archive", side.id, "archive")

    def left_over(self) -> None:
        """Names that the pools leave out and that lie nowhere: nobody knows where they are."""
        groups = self.state.groups
        for back, group in GROUP_OF_BACK.items():
            lost = [card for card in self.unlocated(back) if card not in groups[group] and card not in self.may_be]
            for card in lost:
                groups[f"of:{card}"] = [card]
            if lost:
                names = ", ".join(catalog.name_of(card) for card in lost[:8]) + (" ..." if len(lost) > 8 else "")
                self.warn(f"{back}s", f"nothing says where these are: {names}")

    def names_for_all(self) -> None:
        """Every unknown card must be able to have a name of its own."""
        from oathtools.table import knowledge

        for card in sorted(self.may_be):
            if card in self.said_at:
                self.state.groups[f"of:{card}"] = []
                name = catalog.name_of(card)
                self.warn("unknown cards", f"none of them can be {name}: it is at {self.said_at[card]}")
        short = None if self.faults else knowledge.check(self.state)
        if short is None:
            return
        for group in DECK_GROUPS.values():
            for back in group:
                if not short or short[0].startswith(f"{back}."):
                    self._too_many(back, short)

    def _too_many(self, back: str, short: list[str]) -> None:
        """Note that more cards of a back are unknown than can have a name of their own."""
        laid = sum(handle.back == back for handle in self.state.handles.values())
        in_decks = sum(layer.get(back, 0) for layers in self.state.layers.values() for layer in layers)
        named = {name for names in self.state.groups.values() for name in names if name.startswith(f"{back}.")}
        if short or laid + in_decks > len(named):
            left = ", ".join(catalog.name_of(each) for each in (short or sorted(named))[:8]) or "none"
            count = f"{laid} on the table and in piles, {in_decks} in layers of decks"
            message = f"too many unknown {KIND_WORDS[back].split()[-1]}s ({count}): the names left for them are {left}"
            self.fault("unknown cards", message + (" ..." if len(short or named) > 8 else ""))


DECK_KEYS = {WORLD: "world_deck", RELIC_DECK: "relic_deck", SITE_DECK: "site_deck"}
_MIDDLE = {WORLD: "layers", RELIC_DECK: "rest", SITE_DECK: "rest"}
