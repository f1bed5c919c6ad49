"""What can be asked of one thing on the table, in a line or two: a site, a player, a banner, the title, a Search.

What lies where is told as the picture of the table tells it; what something costs, how many dice it gives and who meets
a goal is asked of the procedures that an action, a campaign and a check go by.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools import catalog
from oathtools.engine.decision import failed
from oathtools.kit.text import capital, count, listed
from oathtools.procedures.actions.recover import lists_price, suit_test
from oathtools.procedures.actions.search import SEARCH, drawing_of, search_cost
from oathtools.procedures.actions.travel import TRAVEL, travel_cost
from oathtools.procedures.campaign.fight import shield
from oathtools.procedures.glossary.taking import adviser_limit
from oathtools.procedures.machine import facts, title
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.turn import refreshed_supply
from oathtools.render.document import Block, Bold, Line
from oathtools.render.game.ahead import next_line
from oathtools.render.game.question import cost_text
from oathtools.render.names import Names
from oathtools.render.rules.card import entry_of, item_text
from oathtools.render.table.parts import Parts
from oathtools.table import state as table
from oathtools.table.views import View

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

TOPICS = ("title", "turn", "visions", "banks", "search", "piles", "sites")


class Fact(NamedTuple):
    """A thing by its id or topic, its name, and what is said of it: sentences with their clauses."""

    about: str
    name: str
    says: tuple[str, ...]


def document(found: Iterable[Fact]) -> list[Block]:
    """The facts for people: each thing by its name, then its sentences."""
    return [Line((Bold(capital(each.name)), f": {' '.join(each.says)}"), "", 2) for each in found]


def as_data(found: Iterable[Fact]) -> dict[str, Any]:
    """The facts for programs."""
    return {"facts": [{"about": each.about, "says": list(each.says)} for each in found]}


def about(game: "Game", view: View, things: Sequence[str], asker: str | None) -> list[Fact]:
    """What the viewer may know of things, each once.

    ``things``: ids of seats, of cards on the table, of banners, and ``TOPICS``. Costs are told for the first player
    among them, else for ``asker``, else for whose turn it is.
    """
    seats = [each for each in (*things, asker, game.state.turn) if each in game.state.players]
    told = _Told(game, view, next(iter(seats), None))
    return [told.of(each) for each in dict.fromkeys(things)]


class _Told:
    def __init__(self, game: "Game", view: View, asker: str | None) -> None:
        self.game, self.state, self.view, self.asker = game, game.state, view, asker
        self.names, self.parts = Names(view), Parts(view)

    def of(self, thing: str) -> Fact:
        """One thing, by what kind of thing it is."""
        if thing in TOPICS:
            return Fact(thing, *getattr(self, f"_{thing}")())
        slot = next((at for at in range(len(self.state.zone("map"))) if self.state.site(at) == thing), None)
        name = self.names.name(thing).removeprefix("the ")
        if thing in self.state.players:
            role = self.state.players[thing].role
            name, says = (
                f"{name}, {'Chancellor' if role == table.CHANCELLOR else f'{thing} {role.title()}'}",
                self._player(thing),
            )
        elif thing in table.BANNERS:
            says = self._banner(thing)
        else:
            says = self._card(thing) if slot is None else self._site(slot)
        return Fact(thing, name, tuple(filter(None, (each.strip() for each in says))))

    # -- things ----------------------------------------------------------------------------------------------------

    def _player(self, seat: str) -> Iterator[str]:
        state, player = self.state, self.state.players[seat]
        row = next(each for each in self.parts.data["players"] if each["seat"] == seat)
        yield f"{', '.join(self.parts.board(row).rows)}."
        if player.slot is not None:
            rulers = listed(map(self.names.side, self.parts.data["sites"][player.slot]["rulers"]))
            region = table.REGION_OF_SLOT[player.slot].title()
            yield f"The pawn is at {self.names.site(player.slot)}, in the {region}, ruled by {rulers or 'nobody'}."
        ruled = facts.sites_ruled(self.game, seat)
        color = facts.color_of(self.game, seat)
        there = [f"{self.names.site(at)} {state.count(table.SLOT[at], color)}" for at in ruled]
        yield f"Sites ruled, with warbands there: {listed(there) or 'none'} (2.8)."
        most = adviser_limit(self.game, seat).most
        yield f"Advisers: {len(state.zone(table.ADVISERS[seat]))} of {most} (5.1.4.2)."
        if player.supply is not None:
            most = catalog.SUPPLY_TRACK.most
            after = min(refreshed_supply(self.game, seat) + player.supply, most)
            yield f"Resting as it stands gives {after} Supply (4.3.3, 4.3.4)."
        lying = state.count(table.BOARD[seat], table.HIDDEN)
        if lying:
            yield f"The facedown {'secret turns' if lying == 1 else 'secrets turn'} up again in the Rest Phase (4.3)."

    def _site(self, slot: int) -> Iterator[str]:
        row, state = self.parts.data["sites"][slot], self.state
        yield f"{table.REGION_OF_SLOT[slot].title()}; {', '.join(self.parts.site(row).rows) or 'nothing lies there'}."
        if not state.faceup_site(slot):
            return
        if len(row["cards"]) >= catalog.site(state.site(slot)).capacity:
            yield "There is no room for a card more (2.8.1)."
        if row["relics"]:
            price = catalog.site(state.site(slot)).recover_cost if lists_price(self.game, slot) else None
            yield (
                f"To recover the relic here: 1 Supply and {item_text(price)} (5.4.2)."
                if price is not None
                else "No price is listed for its relic (2.8.4)."
            )
        site, ruler = facts.site_id(self.game, slot), next(iter(row["rulers"]), None)
        if ruler is not None:
            dice = shield(self.game, site)
            bandit = " and a bandit" if ruler == facts.BANDITS else ""
            yield f"As a target it gives {count(dice, 'defense die', 'defense dice')}{bandit} (2.8.3)."
        yield entry_of("texts", state.site(slot)).get("text") or ""
        yield from self._way(slot)

    def _way(self, slot: int) -> Iterator[str]:
        """What it costs the one who asks to come here."""
        if self.asker is None or self.state.players[self.asker].slot in (None, slot):
            return
        frame = Frame(TRAVEL.name, self.asker, given={"to": facts.site_id(self.game, slot)})
        cost = cost_text(travel_cost(self.game, frame), self.names)
        yield f"The way here costs {self.names.seat(self.asker)} {cost} (5.6.1)."

    def _banner(self, banner: str) -> Iterator[str]:
        holder, token = self.state.holders.get(banner), catalog.banner(banner).token
        on = self.state.count(banner, token)
        side = ", on its Mob side" if banner == table.PEOPLES_FAVOR and self.state.mob else ""
        whose = f"held by {self.names.seat(holder)}" if holder is not None else "nobody holds it"
        yield f"{self.names.pieces(token, on)} on it{side}; {whose} (2.5)."
        yield f"To recover it: 1 Supply and {on + 1} {token if token == 'favor' else 'secrets'} or more (5.4.2)."
        if banner == table.DARKEST_SECRET and self.asker is not None:
            for row in failed(suit_test(self.game, self.asker)):
                yield f"Not now: {self.names.text(row.because)} ({row.clause})."
        dice = shield(self.game, banner) if holder is not None else 0
        if holder is not None:
            where = f"where {self.names.seat(holder)}'s pawn is"
            yield f"As a target, {where}, it gives {count(dice, 'defense die', 'defense dice')} (2.5.2)."

    def _card(self, card: str) -> Iterator[str]:
        """Where a card lies, and what lies on it."""
        zone, known = self.state.where.get(card, ""), self.view.shows(card)
        owner = facts.owner(self.game, card)
        slot = facts.slot_of(self.game, card)
        if not known or (owner is None and slot is None):
            yield "Nobody at the table knows where it is." if not known else f"It lies in {self.names.name(zone)}."
            return
        suit = facts.suit_of(self.game, card)
        on = [self.names.pieces(what, n) for what, n in self.state.pieces.get(card, {}).items() if n]
        where = f"at {self.names.site(slot)}" if slot is not None else f"with {self.names.seat(str(owner))}"
        yield f"{f'{suit.title()}, ' if suit else ''}{where}, with {listed(on) or 'nothing'} on it."
        if on and catalog.card(card).kind in ("denizen", "edifice"):
            yield "Until the Rest Phase takes that off nobody musters from it, trades with it or places a cost on it."
            yield "(5.2.2, 5.3.2, 7.1.2, 4.3)"

    # -- topics ----------------------------------------------------------------------------------------------------

    def _title(self) -> tuple[str, tuple[str, ...]]:
        return "The title", tuple(self._of_the_title())

    def _of_the_title(self) -> Iterator[str]:
        state, names, oath = self.state, self.names, self.state.oath
        holder = state.oathkeeper
        side = "Usurper" if state.usurper else "Oathkeeper"
        yield f"{names.seat(holder)} is {side}." if holder is not None else "Nobody is Oathkeeper."
        if oath in title.BANNER_OF_OATH:
            yield f"{capital(names.oath())} asks for {names.name(title.BANNER_OF_OATH[oath])} (2.10, 2.11)."
        else:
            yield f"{capital(names.oath())} asks for the most: {self._tallies(oath)} (2.10, 2.11)."
        tied = title.foremost(self.game, oath)
        if holder in tied and len(tied) > 1:
            yield f"{listed(map(self._side, tied))} are tied, and a tied holder keeps it (2.11)."
        if holder is not None and state.players[holder].role == table.EXILE:
            start = f"the start of {names.seat(holder)}'s next turn"
            if state.usurper:
                yield f"Who still has it so at {start} wins (3.1)."
            else:
                yield f"At {start} it flips to Usurper (4.1.3), and so held a turn later it wins (3.1)."
        yield next_line(self.game, names)

    def _sites(self) -> tuple[str, tuple[str, ...]]:
        ruled = {
            side: [self.names.site(at) for at in range(table.SLOTS) if side in facts.rulers(self.game, at)]
            for side in dict.fromkeys((*(facts.side_of(self.game, each) for each in self.state.seats), facts.BANDITS))
        }
        says = [f"{self._side(side)} {len(at)}{f' ({listed(at)})' if at else ''}" for side, at in ruled.items()]
        return "Sites ruled", (f"{'; '.join(says)}. (2.8, 10.12)",)

    def _tallies(self, oath: str) -> str:
        found = sorted(title.tallies(self.game, oath).items(), key=lambda each: -each[1])
        return listed(f"{self._side(seat)} {number}" for seat, number in found)

    def _side(self, seat: str) -> str:
        """A player, or the Empire, for whom the Chancellor stands under Supremacy (A-08)."""
        side = facts.side_of(self.game, seat) if seat in self.state.players else seat
        ruling = self.state.oath == "supremacy" or seat not in self.state.players
        return capital(self.names.side(side)) if ruling else self.names.seat(seat)

    def _turn(self) -> tuple[str, tuple[str, ...]]:
        now, oath = self.parts.titles
        order = listed(map(self.names.seat, facts.in_turn_order(self.game)))
        return "Now", (f"{now}.", f"Turns go {order} (4).", f"{oath}.")

    def _visions(self) -> tuple[str, tuple[str, ...]]:
        shown = [
            f"{self.names.seat(seat)} has {self.names.name(card)} revealed"
            for seat in self.state.seats
            for card in facts.vision_shown(self.game, seat)
        ]
        drawn = f"{self.state.visions_drawn} drawn from the world deck; with three or more they can win (2.1.6, 3.2)."
        return "Visions", (drawn, *([f"{capital(listed(shown))}."] if shown else []))

    def _banks(self) -> tuple[str, tuple[str, ...]]:
        found = [f"{suit.title()} {self.state.count(f'bank.{suit}', table.FAVOR)}" for suit in catalog.SUITS]
        return "Favor banks", (f"{', '.join(found)}.",)

    def _piles(self) -> tuple[str, tuple[str, ...]]:
        found = [f"{area.head} {', '.join(area.rows)}" for area in map(self.parts.region, catalog.REGIONS)]
        own = None if self.asker is None else self.state.players[self.asker].slot
        says = [f"{'; '.join(found)}."]
        if own is not None:
            region, who = table.REGION_OF_SLOT[own], self.names.seat(str(self.asker))
            to = catalog.DISCARDS_TO[region].title()
            says.append(f"{who} is in the {region.title()}: searches its pile, discards to the {to}'s (5.1.2, 10.5).")
        return "Discard piles", tuple(says)

    def _search(self) -> tuple[str, tuple[str, ...]]:
        drawn = self.state.visions_drawn
        if self.asker is None or self.state.players[self.asker].slot is None:
            return "A Search", ("It is paid by what the Visions Drawn track shows (5.1.1, 2.1.6).",)
        region = facts.region_of(self.game, self.asker)
        world, pile = (
            cost_text(search_cost(self.game, Frame(SEARCH.name, self.asker, given={"source": source})), self.names)
            for source in (table.WORLD, region)
        )
        left = self.state.players[self.asker].supply
        cards = drawing_of(self.game, Frame(SEARCH.name, self.asker, given={"source": table.WORLD}), table.WORLD)[0]
        says = (
            f"Of the world deck {world}, with {count(drawn, 'Vision')} drawn; of a discard pile {pile} (5.1.1, 2.1.6)."
        )
        who = self.names.seat(self.asker)
        return "A Search", (says, f"{who} has {left} Supply, and draws {count(cards, 'card')} (5.1.2).")
