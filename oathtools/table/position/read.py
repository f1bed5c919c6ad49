"""Reading a position: part after part onto a state, every fault noted, nothing guessed but the documented defaults."""

from collections.abc import Mapping
from typing import Any

from oathtools import catalog
from oathtools.kit.intake import near
from oathtools.kit.text import is_name, listed
from oathtools.law import rulings_variants
from oathtools.table import state as table
from oathtools.table.position.cards import FORMAT, Cards, Decks, PositionError, Reading
from oathtools.table.position.map import Map
from oathtools.table.result import WORDS, faults

# -- counting the pieces of a position: what is named nowhere lies in the shared bank and the personal banks -----------


class Counts(Cards):
    """Reads the favor banks and finds what is left of each kind of piece."""

    def favor(self, data: dict[str, Any]) -> None:
        """Favor banks, and the shared bank as what is left of the 36."""
        banks = self.mapping("favor_banks", data.get("favor_banks"))
        self.keys("favor_banks", banks, catalog.SUITS)
        for suit in catalog.SUITS:
            if suit in banks:
                self.add(f"bank.{suit}", table.FAVOR, self.number(f"favor_banks.{suit}", banks[suit]))
        open_banks = [suit for suit in catalog.SUITS if suit not in banks]
        left = catalog.FAVOR - self.in_all(table.FAVOR)
        if left >= 0 and open_banks:
            count = min(catalog.favor_bank_start(len(self.state.seats)), left // len(open_banks))
            for suit in open_banks:
                self.add(f"bank.{suit}", table.FAVOR, count)
            left -= count * len(open_banks)
        if left < 0:
            message = f"{catalog.FAVOR - left} favor in all; there are {catalog.FAVOR}: {self._where(table.FAVOR)}"
            self.fault("favor", message, None, "1.4")
            return
        shared = self.mapping("shared_bank", data.get("shared_bank"))
        self.keys("shared_bank", shared, "position.shared_bank")
        favor = self.number("shared_bank.favor", shared.get("favor", left))
        if favor != left:
            total = catalog.FAVOR - left + favor
            message = f"{total} favor in all; there are {catalog.FAVOR}, so {left} should be left here"
            self.fault("shared_bank.favor", message, None, "1.4")
        self.add("shared", table.FAVOR, left)

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
            return table.PLACE_NAMES[int(rest)] if site in self.state.handles else catalog.name_of(site)
        if place in table.BANNERS or catalog.is_card(place):
            return catalog.name_of(place)
        return f"the {rest} bank" if first == "bank" else place


# -- reading the players of a position: who sits where, and what each of them has --------------------------------------


DEFAULT_PLAYERS = ({"role": table.CHANCELLOR}, {"role": table.EXILE})


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
        first = roles.index(table.CHANCELLOR)
        if first:
            self.warn("players", "turn order is read from the Chancellor on, who takes the first turn")
        seats = []
        for (where, entry), color, role in zip(entries, colors, roles, strict=True):
            name = self.named(f"{where}.name", entry["name"]) if "name" in entry else color.title()
            self.state.players[color] = table.Player(color, name or color.title(), role)
            seats.append((where, color, entry))
        self.state.seats = colors[first:] + colors[:first]
        self.state.players = {seat: self.state.players[seat] for seat in self.state.seats}
        self.state.turn = self.state.seats[0]
        self._names(seats)
        return seats

    def _roles(self, entries: list[tuple[str, dict[str, Any]]]) -> list[str]:
        """The roles: the first player is the Chancellor unless somebody else is said to be, the others are Exiles."""

        def has_role(entry: dict[str, Any]) -> bool:
            role, color = str(entry.get("role", "")), str(entry.get("color", ""))
            return role.strip().casefold() == table.CHANCELLOR or (
                not role and color.strip().casefold() == table.PURPLE
            )

        named = any(has_role(entry) for _, entry in entries)
        roles = []
        for number, (where, entry) in enumerate(entries):
            default = table.CHANCELLOR if has_role(entry) or (not named and not number) else table.EXILE
            roles.append(self.word(f"{where}.role", entry.get("role", default), "player.role", default))
        heads = [where for (where, _), role in zip(entries, roles, strict=True) if role == table.CHANCELLOR]
        if len(heads) > 1:
            self.fault("players", f"{' and '.join(heads)} are both the Chancellor; there is one", None, "1.8")
            for at in range(roles.index(table.CHANCELLOR) + 1, len(roles)):
                if roles[at] == table.CHANCELLOR:
                    roles[at] = table.EXILE
                    where, entry = entries[at]
                    entries[at] = where, {key: each for key, each in entry.items() if key != "color"}
        if not heads:
            self.fault("players", "nobody is the Chancellor", "Give one player role: chancellor.", "1.8")
            roles[0] = table.CHANCELLOR
        return roles

    def _colors(self, entries: list[tuple[str, dict[str, Any]]], roles: list[str]) -> list[str]:
        """The colors said, and free ones in the box's order where none is said or it cannot be."""
        colors: list[str | None] = []
        for (where, entry), role in zip(entries, roles, strict=True):
            value = entry.get("color")
            color = None if value is None else str(value).strip().casefold()
            where = f"{where}.color"
            if color is None:
                color = table.PURPLE if role == table.CHANCELLOR else None
            elif color not in catalog.COLORS:
                hint = near(color, catalog.COLORS) or f"Colors: {', '.join(catalog.COLORS)}"
                self.fault(where, f"{value!r} is no color of this game", hint)
                color = None
            elif (color == table.PURPLE) != (role == table.CHANCELLOR):
                clause, whose = (
                    ("1.8", "the Chancellor's") if color == table.PURPLE else ("1.9", "an Exile's or Citizen's")
                )
                self.fault(where, f"{color} is {whose} color, and this is the {role.title()}", None, clause)
                color = table.PURPLE if role == table.CHANCELLOR else None
            elif color in colors:
                self.fault(where, f"{color} is taken by another player")
                color = None
            colors.append(table.PURPLE if role == table.CHANCELLOR else color)
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
        self.tokens(where, f"board.{seat}", data, seat if player.role == table.EXILE else table.PURPLE)
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
        if self.state.players[seat].role == table.CHANCELLOR:
            self.fault(where, "the Chancellor has no revealed Vision", None, "5.1.4.3")


STEPS = {"wake": ("4.1.1", "4.1.2", "4.1.3", "4.1.4"), "rest": ("4.3.1", "4.3.2", "4.3.3", "4.3.5")}
# What decides who wins, and is so where a file that names players leaves it out.
LEFT_OUT = {
    "oath": "the oath of Supremacy",
    "round": "round 1",
    "visions_drawn": "no Visions drawn",
    "banners": "the banners in the shared bank",
    "oathkeeper": "the title with the Chancellor",
}
_MISSING = object()


def read(data: Mapping[str, Any]) -> Reading:
    """The state of a position, and warnings. Raises ``PositionError``."""
    from oathtools.table import invariants

    reader = Reader()
    reader.position(dict(data))
    if not reader.faults:
        for fault in invariants.faults(reader.state):
            reader.fault("position", fault)
    if reader.faults:
        raise PositionError(reader.faults)
    return Reading(reader.state, [*reader.warnings, *invariants.cautions(reader.state, "visions_drawn" in data)])


class Reader(Players, Decks, Counts):
    """One reading of one position."""

    def position(self, data: dict[str, Any]) -> None:
        """Read everything; players and sites come first, since the rest names them."""
        self.keys("position", data, "position")
        if data.get("format", FORMAT) != FORMAT:
            self.fault("format", f"format {data['format']!r} is not known; this program reads format {FORMAT}")
        state = self.state
        state.oath = self.oath(data.get("oath", "supremacy"))
        if isinstance(result := data.get("result"), dict) and result.get("round") in range(1, catalog.LAST_ROUND + 1):
            data.setdefault("round", result["round"])
        state.round = self.number("round", data.get("round", 1), catalog.LAST_ROUND, 1)
        self.variants(data.get("variants"))
        most = len(catalog.ids("vision", state.variants))
        state.visions_drawn = self.number("visions_drawn", data.get("visions_drawn", 0), most)
        players = self.seating(data.get("players"))
        self.map(data.get("sites"))
        for where, seat, each in players:
            self.holdings(where, seat, each)
        self.banners(self.mapping("banners", data.get("banners")))
        self.title(data.get("oathkeeper", _MISSING))
        self.reliquary(data.get("reliquary", _MISSING))
        self.boxed(data.get("box"))
        self.decks(data)
        self.scepter(bool(data.get("players")))
        self.turn(self.mapping("turn", data.get("turn")), data)
        self.favor(data)
        self.stocks()
        self.beside(data)
        self.rest(data)
        left = [words for key, words in LEFT_OUT.items() if key not in data]
        if left and data.get("players"):
            self.warn("position", f"left out, and taken as at the start: {listed(left)} (3)")

    def oath(self, value: Any) -> str:
        """The oath by its goal, with or without the words around it."""
        oaths = [each.partition(".")[2] for each in catalog.ids("oath")]
        word = str(value).strip().casefold().removeprefix("oath.").removeprefix("oath of ").removeprefix("the ")
        return self.word("oath", word, oaths)

    # -- banners, title, Reliquary -------------------------------------------------------------------------------

    def banners(self, data: dict[str, Any]) -> None:
        """The two banners: who holds them, what is on them, and whether the Mob side is up."""
        names = {"peoples_favor": table.PEOPLES_FAVOR, "darkest_secret": table.DARKEST_SECRET}
        self.keys("banners", data, "position.banners")
        for name, banner in names.items():
            self.state.holders[banner] = None
            where, token = f"banners.{name}", catalog.banner(banner).token
            entry = self.mapping(where, data.get(name))
            self.keys(where, entry, f"position.{where}")
            if entry.get("holder") is not None:
                self.state.holders[banner] = self.player(f"{where}.holder", entry["holder"])
            key = "favor" if token == table.FAVOR else "secrets"
            self.tokens(where, banner, {key: catalog.banner(banner).start_tokens, **entry})
            if token == table.FAVOR:
                self.state.mob = self.truth(f"{where}.mob", entry.get("mob", False))

    def title(self, value: Any) -> None:
        """Who has the Oathkeeper title, and which side is up."""
        state = self.state
        state.oathkeeper = state.seats[0]
        if value is _MISSING:
            return
        data = {"holder": value} if value is None or isinstance(value, str) else self.mapping("oathkeeper", value)
        self.keys("oathkeeper", data, "position.oathkeeper")
        holder = data.get("holder", state.seats[0])
        state.oathkeeper = None if holder is None else self.player("oathkeeper.holder", holder)
        side = self.word("oathkeeper.side", data.get("side", "oathkeeper"), "position.oathkeeper.side")
        state.usurper = side == "usurper"
        if state.usurper and (state.oathkeeper is None or state.players[state.oathkeeper].role != table.EXILE):
            self.fault("oathkeeper.side", "only an Exile can be the Usurper", None, "4.1.3")

    def reliquary(self, value: Any) -> None:
        """The four spaces from the left; null is an uncovered one, and one left out holds an unknown relic."""
        spaces = [] if value is _MISSING else self.listed("reliquary", value)
        if len(spaces) > len(table.RELIQUARY):
            self.fault("reliquary", f"{len(spaces)} spaces; there are {len(table.RELIQUARY)}", None, "2.3")
        for number, zone in enumerate(table.RELIQUARY, 1):
            entry = spaces[number - 1] if number <= len(spaces) else {"unknown": "relic"}
            where = f"reliquary.{number}"
            if entry is not None:
                for card in self.entry(where, entry, zone, ("relic",)):
                    self.turned(where, card, entry, down=True)

    def boxed(self, box: Any) -> None:
        """The cards in the box; the rest of it is read later (``beside``)."""
        for place, each in self.numbered("box.cards", box.get("cards") if isinstance(box, dict) else None):
            self.entry(place, each, "box", tuple(kind for kind in catalog.KINDS if kind != "site"), plain=True)

    def scepter(self, named: bool) -> None:
        """The Grand Scepter, if it is named nowhere, not even in the relic deck (A-140), is the Chancellor's (1.8)."""
        if table.GRAND_SCEPTER not in self.given_at:
            if named:
                self.warn("players", "the Grand Scepter is named nowhere; the Chancellor has it (1.8)")
            self.put("players.1.relics", table.GRAND_SCEPTER, f"held.{self.state.seats[0]}")

    # -- the turn ------------------------------------------------------------------------------------------------

    def turn(self, turn: dict[str, Any], data: dict[str, Any]) -> None:
        """Whose turn it is, the phase and step, and what the turn must remember."""
        state = self.state
        self.keys("turn", turn, "position.turn")
        if turn.get("player") is not None:
            state.turn = self.player("turn.player", turn["player"]) or state.turn
        state.phase = self.word(
            "turn.phase", turn.get("phase", "act" if data.get("result") is None else "over"), "position.turn.phase"
        )
        if turn.get("step"):
            steps = (*STEPS.get(state.phase, ()), *rulings_variants.steps_of(state.variants, state.phase))
            state.step = str(turn["step"]).strip()
            if state.step not in steps:
                known = f"Steps: {', '.join(steps)}." if steps else f"The phase {state.phase} has no steps."
                self.fault("turn.step", f"{turn['step']!r} is no step of the phase {state.phase}", known)
        for site, suits in self.mapping("turn.discarded", turn.get("discarded")).items():
            slot = self.slot("turn.discarded", site)
            suits = [suits] if isinstance(suits, str) else self.listed("turn.discarded", suits)
            named = [self.word("turn.discarded", suit, catalog.SUITS) for suit in suits]
            state.discarded[str(slot)] = list(dict.fromkeys(named))
        for place, each in self.numbered("turn.taken", turn.get("taken")):
            card = self.name(place, each, ("relic", "vision"))
            if card is not None:
                state.taken.append(card)
        result = data.get("result")
        if result is not None:
            self.result(self.mapping("result", result))

    def result(self, data: dict[str, Any]) -> None:
        """Who won, if the game is over."""
        if self.state.phase != "over":
            self.fault("result", "a game with a result is over", "turn: {phase: over}")
        named = data.get("winner")
        winner = None if named is None else self.player("result.winner", named)
        how = "_".join(str(data.get("how")).casefold().replace("-", " ").split())  # as names are read: War exhaustion
        data = {**data, "how": how} if how in WORDS else data
        self.state.result = {**data, "winner": winner}
        if named is None or winner is not None:
            role = self.state.players[winner].role if winner is not None else None
            for wrong in faults(data, role):
                self.fault(f"result.{wrong.key}", wrong.message, wrong.hint, "3")

    def variants(self, value: Any) -> None:
        """The house rules in force, each with what it keeps; a list names them alone."""
        named = dict.fromkeys(value) if isinstance(value, list) else self.mapping("variants", value)
        for words, kept in named.items():
            try:
                name = rulings_variants.named(str(words)).id
            except rulings_variants.UnknownVariantName as wrong:
                self.fault("variants", str(wrong), wrong.hint)
                continue
            self.state.variants[name] = self.mapping(f"variants.{name}", kept)

    # -- what is no piece ----------------------------------------------------------------------------------------

    def beside(self, data: dict[str, Any]) -> None:
        """Readings and answers to come: checked in form, kept by whoever asked. The variants in force."""
        rulings = self.mapping("rulings", data.get("rulings"))
        if rulings:
            from oathtools.law.rulings import DamagedRulings, Readings

            try:
                Readings.of(rulings)
            except DamagedRulings as wrong:
                for fault in wrong.faults:
                    self.fault("rulings", fault.message, fault.hint)
        for place, each in self.numbered("then", data.get("then")):
            self.named(place, each)

    def rest(self, data: dict[str, Any]) -> None:
        """Boards out of play, promises, and facts that last."""
        box = self.mapping("box", data.get("box"))
        self.keys("box", box, "position.box")
        lasting = self.state.lasting
        lasting.update(self.located(self.mapping("lasting", data.get("lasting"))))
        boards = {}
        for color, side in self.mapping("box.boards", box.get("boards")).items():
            named = self.word("box.boards", color, catalog.EXILE_COLORS)
            if named in self.state.players:
                self.fault("box.boards", f"the {named} board is {self.state.players[named].name}'s, not in the box")
            boards[named] = self.word(f"box.boards.{named}", side, (table.EXILE, table.CITIZEN))
        if boards:
            lasting["boards"] = boards
        promises = []
        for place, each in self.numbered("promises", data.get("promises")):
            promises.append(self._promise(place, self.mapping(place, each)))
        if promises:
            lasting["promises"] = promises

    def _promise(self, place: str, stated: dict[str, Any]) -> dict[str, Any]:
        """What two players promised (7.6.3, 9.6): both, the words, and what of it can be judged."""
        self.keys(place, stated, "promise_kept")
        between = list(self.players(f"{place}.between", stated.get("between")))
        if len(stated.get("between") or ()) != 2:
            self.fault(f"{place}.between", "a promise is between two players", "between: [Ann, Bo]", "7.6.3")
        clause = self.word(f"{place}.clause", str(stated.get("clause", "7.6.3")), "promise_kept.clause")
        promise: dict[str, Any] = {
            "between": between,
            "text": self.named(f"{place}.text", stated.get("text")),
            "clause": clause,
        }
        for key in ("one_way", "beyond"):
            if self.truth(f"{place}.{key}", stated.get(key, False)):
                promise[key] = True
        if stated.get("until") is not None:
            promise["until"] = self.number(f"{place}.until", stated["until"], catalog.LAST_ROUND, 1)
        for key in ("bars", "does"):
            if stated.get(key) is not None:
                form = self.mapping(f"{place}.{key}", stated[key])
                action, given = self.named(f"{place}.{key}.action", form.get("action")), form.get("given", {})
                at = self.text(f"{place}.{key}.at", form.get("at", ""))
                promise[key] = {"action": action, "given": self.mapping(f"{place}.{key}.given", given), "at": at}
        return promise

    def located(self, facts: dict[str, Any]) -> dict[str, Any]:
        """Lasting facts with unknown cards, which a position names by where they lie, by their handles."""

        names = {
            f"@{zone}:{at}": card
            for zone, cards in self.state.zones.items()
            for at, card in enumerate(cards)
            if card in self.state.handles
        }
        changed: dict[str, Any] = table.renamed(facts, names)
        return changed
