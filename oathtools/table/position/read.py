"""Reading a position: part after part onto a state, every fault noted, nothing guessed but the documented defaults."""

from collections.abc import Mapping
from typing import Any

from oathtools import catalog
from oathtools.law import variants
from oathtools.table.position.counts import Counts
from oathtools.table.position.decks import Decks
from oathtools.table.position.faults import FORMAT, PositionError, Reading
from oathtools.table.position.players import Players
from oathtools.table.result import faults
from oathtools.table.state import (
    CITIZEN,
    DARKEST_SECRET,
    EXILE,
    FAVOR,
    GRAND_SCEPTER,
    PEOPLES_FAVOR,
    RELIQUARY,
)
from oathtools.text import listed

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
    return Reading(reader.state, [*reader.warnings, *invariants.cautions(reader.state)])


class Reader(Players, Decks, Counts):
    """One reading of one position."""

    def position(self, data: dict[str, Any]) -> None:
        """Read everything; players and sites come first, since the rest names them."""
        self.keys("position", data, "position")
        if data.get("format", FORMAT) != FORMAT:
            self.fault("format", f"format {data['format']!r} is not known; this program reads format {FORMAT}")
        state = self.state
        state.oath = self.oath(data.get("oath", "supremacy"))
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
        self.scepter(data)
        self.decks(data)
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
        names = {"peoples_favor": PEOPLES_FAVOR, "darkest_secret": DARKEST_SECRET}
        self.keys("banners", data, "position.banners")
        for name, banner in names.items():
            self.state.holders[banner] = None
            where, token = f"banners.{name}", catalog.banner(banner).token
            entry = self.mapping(where, data.get(name))
            self.keys(where, entry, f"position.{where}")
            if entry.get("holder") is not None:
                self.state.holders[banner] = self.player(f"{where}.holder", entry["holder"])
            key = "favor" if token == FAVOR else "secrets"
            self.tokens(where, banner, {key: catalog.banner(banner).start_tokens, **entry})
            if token == FAVOR:
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
        if state.usurper and (state.oathkeeper is None or state.players[state.oathkeeper].role != EXILE):
            self.fault("oathkeeper.side", "only an Exile can be the Usurper", None, "4.1.3")

    def reliquary(self, value: Any) -> None:
        """The four spaces from the left; null is an uncovered one, and one left out holds an unknown relic."""
        spaces = [] if value is _MISSING else self.listed("reliquary", value)
        if len(spaces) > len(RELIQUARY):
            self.fault("reliquary", f"{len(spaces)} spaces; there are {len(RELIQUARY)}", None, "2.3")
        for number, zone in enumerate(RELIQUARY, 1):
            entry = spaces[number - 1] if number <= len(spaces) else {"unknown": "relic"}
            where = f"reliquary.{number}"
            if entry is not None:
                for card in self.entry(where, entry, zone, ("relic",)):
                    self.turned(where, card, entry, down=True)

    def scepter(self, data: dict[str, Any]) -> None:
        """The Grand Scepter, if it is named nowhere, is the Chancellor's (1.8)."""
        box = data.get("box")
        boxed = box.get("cards") if isinstance(box, dict) else None
        for place, each in self.numbered("box.cards", boxed):
            self.entry(place, each, "box", tuple(kind for kind in catalog.KINDS if kind != "site"), plain=True)
        if GRAND_SCEPTER not in self.said_at:
            if data.get("players"):
                self.warn("players", "the Grand Scepter is named nowhere; the Chancellor has it (1.8)")
            self.put("players.1.relics", GRAND_SCEPTER, f"held.{self.state.seats[0]}")

    # -- the turn ------------------------------------------------------------------------------------------------

    def turn(self, turn: dict[str, Any], data: dict[str, Any]) -> None:
        """Whose turn it is, the phase and step, and what the turn must remember."""
        state = self.state
        self.keys("turn", turn, "position.turn")
        if turn.get("player") is not None:
            state.turn = self.player("turn.player", turn["player"]) or state.turn
        state.phase = self.word("turn.phase", turn.get("phase", "act"), "position.turn.phase")
        if turn.get("step"):
            steps = (*STEPS.get(state.phase, ()), *variants.steps_of(state.variants, state.phase))
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
                name = variants.named(str(words)).id
            except variants.UnknownVariantName as wrong:
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
            boards[named] = self.word(f"box.boards.{named}", side, (EXILE, CITIZEN))
        if boards:
            lasting["boards"] = boards
        promises = []
        for place, each in self.numbered("promises", data.get("promises")):
            promise = self.mapping(place, each)
            between = list(self.players(f"{place}.between", promise.get("between")))
            promises.append({**promise, "between": between, "text": self.named(f"{place}.text", promise.get("text"))})
        if promises:
            lasting["promises"] = promises

    def located(self, facts: dict[str, Any]) -> dict[str, Any]:
        """Lasting facts with unknown cards, which a position names by where they lie, by their handles."""
        from oathtools.table.state import renamed

        names = {
            f"@{zone}:{at}": card
            for zone, cards in self.state.zones.items()
            for at, card in enumerate(cards)
            if card in self.state.handles
        }
        changed: dict[str, Any] = renamed(facts, names)
        return changed
