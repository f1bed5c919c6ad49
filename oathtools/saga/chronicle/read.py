"""Reading the Chronicle file (``chronicle_form``) back: every fault is collected, nothing is guessed."""

from typing import Any

from oathtools.kit.intake import Values, unseal
from oathtools.saga.chronicle import record

_CARD_KINDS = ("denizen", "edifice", "vision", "relic", "banner")
_MISSING = object()


def from_data(data: dict[str, Any]) -> record.Chronicle:
    """The Chronicle that the file form says. Left out: name and game as in a first game, all Exiles, nothing known.

    Raises ``ChronicleError`` with every fault.
    """
    reader = _ChronicleReader()
    chronicle = reader.chronicle(data)
    if reader.faults:
        raise record.ChronicleError(reader.faults)
    return chronicle


class _ChronicleReader(Values):
    """Reads part after part and collects what is wrong."""

    def chronicle(self, data: dict[str, Any]) -> record.Chronicle:
        self.keys("file", data, "chronicle")
        if data.get("format", record.FORMAT) != record.FORMAT:
            self.fault(
                "format", f"format {data['format']!r} is not known here; this program reads format {record.FORMAT}"
            )
        lost, uncounted = self.lost(self.opened("dispossessed", data.get("dispossessed", [])))
        return record.Chronicle(
            name=self.text("name", data.get("name", record.DEFAULT_NAME)),
            game=self.number("game", data.get("game", 1), 0xFFFF),
            oath=self.oath(data),
            boards=self.boards(data.get("boards", {})),
            map=self.rows(data.get("map", [])),
            world_deck=self.deck(data.get("world_deck", {})),
            dispossessed=self.cards("dispossessed", lost, ("denizen",)),
            uncounted=uncounted,
            relic_deck=self.relic_deck(data.get("relic_deck")),
            archive=self.cards("archive", data.get("archive"), ("denizen",)),
            joined=self.joined(self.opened("joined", data.get("joined"))),
            history=self.listed("history", data.get("history")),
            variants=self.mapping("variants", data.get("variants")),
            tts=self.note(data.get("tts")),
        )

    @staticmethod
    def lost(value: Any) -> tuple[Any, bool]:
        """The Dispossessed that are listed, and whether there may be others."""
        listed = value if isinstance(value, list) else [value]
        rest = [each for each in listed if not isinstance(each, str) or each.casefold() != record.UNCOUNTED]
        return (rest, True) if len(rest) < len(listed) else (value, False)

    def opened(self, where: str, value: Any) -> Any:
        """The value, out of its seal if it has one."""
        if not isinstance(value, dict) or "sealed" not in value:
            return value
        self.keys(where, value, "sealed")
        try:
            return unseal(str(value["sealed"]))
        except ValueError as fault:
            self.fault(where, str(fault), "Take the file from a backup, or state the place anew.")
            return _MISSING

    # Parts of the world.

    def oath(self, data: dict[str, Any]) -> str:
        from oathtools.catalog import ids

        oaths = [each.partition(".")[2] for each in ids("oath")]
        if "oath" not in data:
            self.fault("oath", f"the oath is missing: {', '.join(oaths)}")
            return oaths[0]
        word = str(data["oath"]).casefold().removeprefix("oath.").removeprefix("oath of ").removeprefix("the ")
        return self.word("oath", word, [*oaths, "conspiracy"])

    def boards(self, value: Any) -> dict[str, str]:
        boards = dict.fromkeys(record.EXILE_COLORS, "exile")
        for color, side in self.mapping("boards", value).items():
            color = self.word("boards", color, record.EXILE_COLORS)
            boards[color] = self.word(f"boards.{color}", side, ("exile", "citizen"))
        return boards

    def rows(self, value: Any) -> list[record.Row]:
        rows = self.listed("map", value)
        if len(rows) > record.ROWS:
            self.fault("map", f"{len(rows)} rows; the map has {record.ROWS} sites")
        rows = rows[: record.ROWS] + [{"unknown": "site", "facedown": True}] * (record.ROWS - len(rows))
        return [self.row(f"map.{number}", row) for number, row in enumerate(rows, 1)]

    def row(self, where: str, value: Any) -> record.Row:
        if isinstance(value, str):
            value = {"site": value}
        value = self.mapping(where, value)
        if "sealed" in value:
            value = self.opened(where, value)
            if value is _MISSING:
                return record.Row()
            value = self.mapping(where, value)
        self.keys(where, value, "chronicle.map.*")
        site: record.Card = None
        if "unknown" in value:
            site = self.unknown(where, {key: value[key] for key in ("unknown", "seen_by", "may_be") if key in value})
        elif value.get("site") is not None:
            site = self.card(where, value["site"], ("site",), ("site",))
        elif "site" not in value:
            self.fault(where, "no site is named", "An empty slot is {site: null}, an unknown one {unknown: site}.")
        facedown = self.truth(f"{where}.facedown", value.get("facedown", False))
        cards = self.cards(f"{where}.cards", value.get("cards"), ("denizen", "edifice"))
        relics = self.cards(f"{where}.relics", value.get("relics"), ("relic",))
        row = record.Row(site, facedown, cards, relics)
        for part, held in (("cards", cards), ("relics", relics)):
            if None in held:
                self.fault(f"{where}.{part}", "an empty card; leave it out")
        for part, held, astray in (("cards", cards, "relic."), ("relics", relics, "")):
            for card in held:
                if isinstance(card, str) and (card.startswith("relic.") is (part == "cards")):
                    self.fault(f"{where}.{part}", f"{card} belongs under {'relics' if astray else 'cards'}")
        if value.get("slots") is not None:
            row.slots = self.slots(f"{where}.slots", value["slots"], len(cards) + len(relics))
            if row.slots == record.Row(site, row.facedown, cards, relics).places():
                row.slots = None
        return row

    def slots(self, where: str, value: Any, held: int) -> tuple[int, ...] | None:
        slots = tuple(self.number(where, slot, 3, 1) for slot in self.listed(where, value))
        if len(slots) != held or len(set(slots)) != held:
            self.fault(where, f"a different slot for each of the {held} cards and relics is expected")
            return None
        return slots

    def deck(self, value: Any) -> record.Deck:
        value = self.opened("world_deck", value)
        if value is _MISSING:
            return record.Deck()
        if isinstance(value, list):
            value = {"order": value}
        value = self.mapping("world_deck", value)
        self.keys("world_deck", value, "deck_kept")
        usual = ("denizen", "vision")
        if value.get("order") is not None:
            if len(value) > 1:
                self.fault("world_deck", "order says it all; layers, top, bottom and pool cannot stand beside it")
            return record.Deck(order=self.cards("world_deck.order", value["order"], usual))
        layers = self.numbered("world_deck.layers", value.get("layers"))
        deck = record.Deck(layers=[self.layer(where, each) for where, each in layers])
        deck.top = self.cards("world_deck.top", value.get("top"), usual)
        deck.bottom = self.cards("world_deck.bottom", value.get("bottom"), usual)
        for card in self.cards("world_deck.pool", value.get("pool"), ("denizen",)):
            if isinstance(card, str):
                deck.pool.append(card)
            else:
                self.fault("world_deck.pool", "only names of denizens can stand here")
        return deck

    def layer(self, where: str, value: Any) -> dict[str, int]:
        value = self.mapping(where, value)
        self.keys(where, value, "deck_kept.layers.*")
        return {key: self.number(f"{where}.{key}", count, 255) for key, count in value.items()}

    def relic_deck(self, value: Any) -> list[record.Card] | None:
        value = self.opened("relic_deck", value)
        if value is None or value is _MISSING:
            return None
        return self.cards("relic_deck", value, ("relic",))

    def joined(self, value: Any) -> list[record.Joined]:
        rows = [] if value is _MISSING else self.numbered("joined", value)
        return [self.joined_row(where, self.mapping(where, each)) for where, each in rows]

    def joined_row(self, where: str, value: dict[str, Any]) -> record.Joined:
        self.keys(where, value, "joined_kept")
        names = self.cards(f"{where}.may_be", value.get("may_be"), ("denizen", "vision", "relic"))
        parts = tuple(
            self.word(f"{where}.in", part, list(record.BACKS)) for part in self.listed(f"{where}.in", value.get("in"))
        )
        known = tuple(name for name in names if isinstance(name, str))
        return record.Joined(self.number(f"{where}.n", value.get("n", 1), 255), known, parts)

    def note(self, value: Any) -> record.SaveNote:
        from oathtools.saga.save_string.parse import UNITS, facts

        book = facts()
        value = self.mapping("tts", value)
        self.keys("tts", value, "chronicle.tts")
        note = record.SaveNote()
        if value.get("version") is not None:
            note.version = self.word("tts.version", value["version"], book["versions"])
        note.status = self.number("tts.status", value.get("status", 0), 0xFF)
        if value.get("suit_order") is not None:
            order = self.listed("tts.suit_order", value["suit_order"])
            note.suit_order = [self.word("tts.suit_order", suit, book["suits"]) for suit in order]
        if value.get("name_unit") is not None:
            note.name_unit = self.word("tts.name_unit", value["name_unit"], UNITS)
        note.also_citizen = self.colors("tts.also_citizen", value.get("also_citizen")) or []
        note.previous_citizenship = self.colors("tts.previous_citizenship", value.get("previous_citizenship"))
        note.winner = self.colors("tts.winner", value.get("winner"))
        if value.get("winner_name") is not None:
            note.winner_name = self.text("tts.winner_name", value["winner_name"])
        return note

    def colors(self, where: str, value: Any) -> list[str] | None:
        """Colors in the order of their bits; one may stand without a list; a mapping as ``boards`` is read too."""
        from oathtools.saga.save_string.parse import facts, mask_names, mask_of

        if value is None:
            return None
        if isinstance(value, dict):
            value = [
                color for color, side in value.items() if self.word(where, side, ("exile", "citizen")) == "citizen"
            ]
        if isinstance(value, str):
            value = [value]
        return mask_names(mask_of([self.word(where, color, facts()["masks"]) for color in self.listed(where, value)]))

    # Cards.

    def cards(self, where: str, value: Any, usual: tuple[str, ...]) -> list[record.Card]:
        if value is _MISSING:
            return []
        cards: list[record.Card] = []
        for number, each in enumerate(self.listed(where, value), 1):
            place = f"{where}.{number}"
            each = self.opened(place, each)
            if each is _MISSING:
                continue
            if isinstance(each, dict) and set(each) == {"card"}:
                each = each["card"]
            if each is None:
                cards.append(None)
            elif isinstance(each, dict) and "unknown" in each:
                count = self.number(f"{place}.n", each.get("n", 1), 255, 1)
                cards += [self.unknown(place, {key: part for key, part in each.items() if key != "n"})] * count
            elif isinstance(each, dict):
                self.fault(
                    place, f"a card or {{unknown: ...}} is expected; between games nothing lies on a card: {each!r}"
                )
            else:
                cards.append(self.card(place, each, usual, _CARD_KINDS))
        return cards

    def unknown(self, where: str, value: dict[str, Any]) -> record.Unknown:
        self.keys(where, value, "unknown_kept")
        what = self.word(where, value["unknown"], "unknown_kept.unknown")
        kinds = {"card": _CARD_KINDS}.get(what, (what,))
        seen_by = [self.text(f"{where}.seen_by", name) for name in self.listed(where, value.get("seen_by"))]
        may_be = [self.card(f"{where}.may_be", name, kinds, kinds) for name in self.listed(where, value.get("may_be"))]
        return record.Unknown(what, tuple(seen_by), tuple(card for card in may_be if isinstance(card, str)))

    def card(self, where: str, value: Any, usual: tuple[str, ...], allowed: tuple[str, ...]) -> record.Card:
        """The id that a name or id means: a card that usually lies there, else any that may."""
        from oathtools import catalog

        if isinstance(value, str) and catalog.is_card(value) and value.partition(".")[0] in allowed:
            return value
        words = self.text(where, value)
        if not words:
            return None
        for kinds in dict.fromkeys((usual, allowed)):
            try:
                found = catalog.match(words, kinds)
            except (catalog.UnknownName, catalog.AmbiguousName):
                continue
            if found.exact:
                return found.id
        text = f"no {' or '.join(usual)} is called {words!r}"
        try:
            near = [catalog.match(words, usual).id]
        except catalog.UnknownName as unknown:
            near, text = list(unknown.suggestions), unknown.explained(" or ".join(usual))
        except catalog.AmbiguousName as several:
            near = list(several.suggestions)
        names = " or ".join(map(catalog.name_of, near))
        self.fault(where, text, f"Did you mean {names}?" if names else None)
        return None
