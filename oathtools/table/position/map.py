"""Reading the map of a position: eight sites from the top, the cards and relics at them, the pieces on them."""

from typing import Any

from oathtools import catalog
from oathtools.table.position.cards import Cards
from oathtools.table.state import CARDS, PLACE_NAMES, RELICS, SLOT, SLOTS


class Map(Cards):
    """Reads the sites, and finds the slot of a site that is named elsewhere."""

    def map(self, value: Any) -> None:
        """The eight sites from the top; those left out are unknown and facedown."""
        rows = self.listed("sites", value)
        if len(rows) > SLOTS:
            hint = "From the top: 2 Cradle, 3 Provinces, 3 Hinterland."
            self.fault("sites", f"{len(rows)} sites; the map has {SLOTS}", hint)
        self.state.zones["map"] = []
        for slot in range(SLOTS):
            self.site(f"sites.{slot + 1}", slot, rows[slot] if slot < len(rows) else {"unknown": "site"})

    def site(self, where: str, slot: int, value: Any) -> None:
        """One site, the cards and relics at it, and the pieces on it."""
        data = value if isinstance(value, dict) else {"site": value}
        pieces = {key: data[key] for key in ("favor", "secrets", "warbands") if key in data}
        data = {key: data[key] for key in data if key not in pieces}
        if data.get("n", 1) != 1:
            self.fault(f"{where}.n", "one entry for each site")
        laid = self.entry(where, {**data, "n": 1}, "map", ("site",), key="site")
        if not laid:
            laid = [self.new_handle(where, "site", ("sites",), "map")]
            data = {**data, "facedown": True}
        self.turned(where, laid[0], data, down=laid[0] in self.state.handles)
        self.tokens(where, SLOT[slot], pieces)
        for place, each in self.numbered(f"{where}.cards", data.get("cards")):
            for card in self.entry(place, each, CARDS[slot], ("denizen", "edifice")):
                self.turned(place, card, each, down=False)
        for place, each in self.numbered(f"{where}.relics", data.get("relics")):
            for card in self.entry(place, each, RELICS[slot], ("relic",)):
                self.turned(place, card, each, down=True)

    def slot(self, where: str, value: Any) -> int:
        """The slot of a site on the map: by its name, its place (``hinterland.2``) or its number from the top."""
        if isinstance(value, int) and not isinstance(value, bool):
            return self.number(where, value, SLOTS, 1) - 1
        word = str(value).strip().casefold().replace(" ", ".")
        if word in PLACE_NAMES:
            return PLACE_NAMES.index(word)
        site = self.name(where, value, ("site",))
        on_map = self.state.zones["map"]
        if site in on_map:
            return on_map.index(site)
        if site is not None:
            names = ", ".join(catalog.name_of(each) for each in on_map if each not in self.state.handles)
            hint = f"On the map: {names or 'no known site'}; a facedown one is named by its place, as in hinterland.2."
            self.fault(where, f"{catalog.name_of(site)} is not on the map", hint)
        return 0

    def top_site(self) -> int:
        """Where a pawn stands if nothing is said: at the topmost faceup site."""
        return next((slot for slot in range(SLOTS) if self.state.faceup_site(slot)), 0)
