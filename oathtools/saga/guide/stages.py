"""What a dry run of chapter 1 shows at its stages, in the guide's words: players, sites, cards, as far as known."""

from typing import Any

from oathtools import catalog
from oathtools.law.rulings import points
from oathtools.procedures.machine.world import Seat, World
from oathtools.procedures.turn.dry_run import Stage
from oathtools.saga.guide.plan import Plan, place
from oathtools.table.state import CARDS, CITIZEN, FAVOR, PLACE_NAMES, PURPLE, RELICS, SECRET, State
from oathtools.text import count as counted
from oathtools.text import listed, number_word

Figures = dict[str, Any]
_MOST = 5  # players; more are told in figures


class Count(int):
    """A number that can be written with its noun: ``f"{count:warband}"`` is ``1 warband`` or ``3 warbands``."""

    def __format__(self, noun: str) -> str:
        return str(int(self)) if not noun else counted(int(self), noun)


class Stages:
    """The stages of a dry run of a plan, and what may be told of any of them."""

    def __init__(self, plan: Plan, world: World, stages: dict[str, Stage]) -> None:
        self.plan, self.world, self.stages, self.saved = plan, world, stages, plan.saved
        self.others = plan.seats[1:]
        self.told_deck = plan.spoil and plan.saved is not None and world.world_deck is not None
        self.told_relics = plan.spoil and plan.saved is not None and world.relic_deck is not None

    def after(self, clause: str) -> State:
        return self.stages[clause].state

    def common(self) -> Figures:
        """What any step may tell."""
        plan, saved = self.plan, self.saved
        count = len(plan.seats)
        chancellor = plan.seats[0].name if plan.named else ""
        start = catalog.STARTING
        first = saved is not None and saved.first
        top_facedown = saved is not None and not self.after("1.1").faceup_site(0)
        return {
            "world": saved is not None,
            "spoil": plan.spoil and saved is not None,
            "tts": plan.tts,
            "typed": plan.typed,
            "first": first,
            "two": count == 2,
            "four": count == catalog.first_game().players,
            "first_players": number_word(catalog.first_game().players, _MOST),
            "players": number_word(count, _MOST),
            "others": Count(count - 1),
            "Chancellor": f"{chancellor} (Chancellor)" if chancellor else "The Chancellor",
            "Chancellor_mid": f"{chancellor} (Chancellor)" if chancellor else "the Chancellor",
            "oath": catalog.name_of(f"oath.{self.world.oath}").replace("The ", "the ") if saved is not None else "",
            "all_favor": Count(catalog.FAVOR),
            "top_facedown": top_facedown,
            "cradle_facedown": top_facedown and not self.after("1.1").faceup_site(1),
            "known": [self.seat(seat) for seat in self.others if seat.color in plan.known],
            "open": len(self.others) - len(plan.known),
            "hand": Count(start["cards_drawn_each_player"]),
            **self.readings(),
        }

    def readings(self) -> dict[str, bool]:
        """Each reading of each point that has several, by name (``A-16 b``): is it in force?"""
        several = [point for point in points().values() if len(point.readings) > 1]
        taken = {point.id: self.plan.readings.get(point.id, point.take) for point in several}
        return {f"{point.id} {letter}": taken[point.id] == letter for point in several for letter in point.readings}

    def seat(self, seat: Seat) -> Figures:
        """A player's own figures, as they stand after 1.15."""
        state = self.after("1.15")
        board, stock = f"board.{seat.color}", f"stock.{seat.color}"
        side = PURPLE if seat.role == CITIZEN else seat.color
        return {
            "Label": f"{seat.name} ({seat.color})" if seat.name else seat.color.title(),
            "color": seat.color,
            "Role": seat.role.title(),
            "warbands": Count(self.after("1.9").count(stock, seat.color)),
            "favor": Count(state.count(board, FAVOR)),
            "secrets": Count(state.count(board, SECRET)),
            "placed": Count(state.count(board, side)),
            "left": Count(state.count(stock, seat.color)),
        }

    def name(self, card: str, state: State) -> str:
        """A card by name; one that nobody knows by its back."""
        return catalog.name_of(card) if state.known(card) else f"an unknown {state.back(card)}"

    def site(self, slot: int) -> Figures:
        state = self.after("1.1")
        return {"place": place(slot), "site": self.name(state.site(slot), state)}

    def row(self, slot: int) -> str:
        """What lies at a slot, as far as people may know."""
        state = self.after("1.1")
        cards, relics = state.zone(CARDS[slot]), state.zone(RELICS[slot])
        if not state.faceup_site(slot):
            if self.saved is not None and slot in self.saved.empty:
                return "no site is saved; deal one facedown off the site deck"
            if not self.plan.spoil or not state.known(state.site(slot)):
                lying = len(cards) + len(relics)
                return "a facedown site" + (f", with {Count(lying):card}" if lying else "")
        face = "faceup" if state.faceup_site(slot) else "facedown"
        parts = [_named(card) for card in cards]
        told = [card for card in relics if self.plan.spoil and state.known(card)]
        parts += [f"{catalog.name_of(card)} (facedown relic)" for card in told]
        if len(relics) > len(told):
            parts.append(f"{Count(len(relics) - len(told)):facedown relic}")
        return f"{self.name(state.site(slot), state)}, {face}" + (f", with {listed(parts)}" if parts else "")

    def slot(self, option: str, state: State) -> int:
        """The slot of a site by its id, or by its place where it lies facedown."""
        return PLACE_NAMES.index(option) if option in PLACE_NAMES else state.zones["map"].index(option)

    def order(self, deck: str, state: State) -> str:
        return ", ".join(self.name(card, state) for card in state.zone(f"{deck}.top"))


def _named(card: str) -> str:
    """A card at a site by name; an edifice with its side."""
    record = catalog.card(card)
    if record.kind != "edifice":
        return record.name
    return f"{record.name} ({'edifice' if record.suit else 'ruin'})"


def named_seat(seat: Seat, told: bool) -> str:
    """A player by name, with the color if it may be told."""
    color = seat.color if told else ""
    side = "Chancellor" if seat.color == PURPLE else color
    return f"{seat.name} ({side})" if side else seat.name
