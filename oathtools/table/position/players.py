"""Reading the players of a position: who sits where, and what each of them has."""

from typing import Any

from oathtools import catalog
from oathtools.table.position.map import Map
from oathtools.table.state import CHANCELLOR, EXILE, PURPLE, Player
from oathtools.text import is_name
from oathtools.values import near

DEFAULT_PLAYERS = ({"role": CHANCELLOR}, {"role": EXILE})


class Players(Map):
    """Reads the seats, then, once the map is read, what the players hold."""

    def seating(self, value: Any) -> list[tuple[str, str, dict[str, Any]]]:
        """Seats in turn order, the Chancellor first; each with where it stands in the file and what else is said."""
        listed = self.listed("players", value) if value is not None else list(DEFAULT_PLAYERS)
        listed = listed if value is None or isinstance(value, list | tuple) else list(DEFAULT_PLAYERS)
        entries = [
            (f"players.{number}", {"name": each} if isinstance(each, str) else self.mapping(f"players.{number}", each))
            for number, each in enumerate(listed, 1)
        ]
        low, high = 2, catalog.PLAYERS[1]
        if not low <= len(entries) <= high:
            self.fault("players", f"{len(entries)} players; a game has {low} to {high}")
            entries = entries[:high] or [("players.1", {})]
        roles = self._roles(entries)
        colors = self._colors(entries, roles)
        first = roles.index(CHANCELLOR)
        if first:
            self.warn("players", "turn order is read from the Chancellor on, who takes the first turn")
        seats = []
        for (where, entry), color, role in zip(entries, colors, roles, strict=True):
            name = self.named(f"{where}.name", entry["name"]) if "name" in entry else color.title()
            self.state.players[color] = Player(color, name or color.title(), role)
            seats.append((where, color, entry))
        self.state.seats = colors[first:] + colors[:first]
        self.state.players = {seat: self.state.players[seat] for seat in self.state.seats}
        self.state.turn = self.state.seats[0]
        self._names(seats)
        return seats

    def _roles(self, entries: list[tuple[str, dict[str, Any]]]) -> list[str]:
        """The roles: the first player is the Chancellor unless somebody else is said to be, the others are Exiles."""

        def said(entry: dict[str, Any]) -> bool:
            role, color = str(entry.get("role", "")), str(entry.get("color", ""))
            return role.strip().casefold() == CHANCELLOR or (not role and color.strip().casefold() == PURPLE)

        named = any(said(entry) for _, entry in entries)
        roles = []
        for number, (where, entry) in enumerate(entries):
            default = CHANCELLOR if said(entry) or (not named and not number) else EXILE
            roles.append(self.word(f"{where}.role", entry.get("role", default), "player.role", default))
        heads = [where for (where, _), role in zip(entries, roles, strict=True) if role == CHANCELLOR]
        if len(heads) > 1:
            self.fault("players", f"{' and '.join(heads)} are both the Chancellor; there is one", None, "1.8")
            for at in range(roles.index(CHANCELLOR) + 1, len(roles)):
                if roles[at] == CHANCELLOR:
                    roles[at] = EXILE
                    where, entry = entries[at]
                    entries[at] = where, {key: each for key, each in entry.items() if key != "color"}
        if not heads:
            self.fault("players", "nobody is the Chancellor", "Give one player role: chancellor.", "1.8")
            roles[0] = CHANCELLOR
        return roles

    def _colors(self, entries: list[tuple[str, dict[str, Any]]], roles: list[str]) -> list[str]:
        """The colors said, and free ones in the box's order where none is said or it cannot be."""
        colors: list[str | None] = []
        for (where, entry), role in zip(entries, roles, strict=True):
            value = entry.get("color")
            color = None if value is None else str(value).strip().casefold()
            where = f"{where}.color"
            if color is None:
                color = PURPLE if role == CHANCELLOR else None
            elif color not in catalog.COLORS:
                hint = near(color, catalog.COLORS) or f"Colors: {', '.join(catalog.COLORS)}"
                self.fault(where, f"{value!r} is no color of this game", hint)
                color = None
            elif (color == PURPLE) != (role == CHANCELLOR):
                clause, whose = ("1.8", "the Chancellor's") if color == PURPLE else ("1.9", "an Exile's or Citizen's")
                self.fault(where, f"{color} is {whose} color, and this is the {role.title()}", None, clause)
                color = PURPLE if role == CHANCELLOR else None
            elif color in colors:
                self.fault(where, f"{color} is taken by another player")
                color = None
            colors.append(PURPLE if role == CHANCELLOR else color)
        free = iter([each for each in catalog.EXILE_COLORS if each not in colors])
        return [color or next(free) for color in colors]

    def _names(self, seats: list[tuple[str, str, dict[str, Any]]]) -> None:
        """Names and colors both name a player, so a name may not be another's, nor another's color."""
        players = self.state.players
        self.by_name = {seat: seat for seat in players}
        for where, seat, _ in seats:
            if not is_name(players[seat].name):
                self.fault(f"{where}.name", f"{players[seat].name!r} is not a name", "In one line, without @: Ann B.")
            word = players[seat].name.strip().casefold()
            if self.by_name.get(word, seat) != seat:
                what = "color" if word in players else "name"
                message = f"{players[seat].name!r} is another player's {what}"
                self.fault(f"{where}.name", message, "Give each player their own.")
            self.by_name.setdefault(word, seat)

    def holdings(self, where: str, seat: str, data: dict[str, Any]) -> None:
        """What a player has: pawn, Supply, pieces on the board, relics, advisers, the revealed Vision."""
        self.keys(where, data, "player")
        state = self.state
        player = state.players[seat]
        player.slot = self.slot(f"{where}.pawn", data["pawn"]) if data.get("pawn") is not None else self.top_site()
        track = catalog.SUPPLY_TRACK
        player.supply = self.number(f"{where}.supply", data.get("supply", track.start), track.most)
        self.tokens(where, f"board.{seat}", data, seat if player.role == EXILE else PURPLE)
        for place, each in self.numbered(f"{where}.relics", data.get("relics")):
            for card in self.entry(place, each, f"held.{seat}", ("relic",)):
                self.turned(place, card, each, down=False)
        for place, each in self.numbered(f"{where}.advisers", data.get("advisers")):
            for card in self.entry(place, each, f"advisers.{seat}", ("denizen", "vision")):
                vision = card.startswith("vision.")
                self.turned(place, card, each, down=vision or card in state.handles, owner=seat)
                if vision and card not in state.facedown:
                    self.fault(place, "as an adviser a Vision lies facedown", None, "5.1.4.3")
        if data.get("vision") is not None:
            self.revealed(f"{where}.vision", seat, data["vision"])

    def revealed(self, where: str, seat: str, value: Any) -> None:
        """The Vision an Exile has revealed."""
        for card in self.entry(where, value, f"vision.{seat}", ("vision",)):
            self.turned(where, card, value, down=False)
        if self.state.players[seat].role == CHANCELLOR:
            self.fault(where, "the Chancellor has no revealed Vision", None, "5.1.4.3")
