"""Fluent set-ups: a game in mid-turn without a position file, and a script that plays on from there.

    table = a_table().seat("red", at="mountain", favor=1).site("mountain", cards=["longbows"])
    play = table.play().answer("muster")

Names are written without their kind where that is clear (``longbows``). What is left out is empty: a seat has no
pieces, a site no cards. The Chancellor's title, the Grand Scepter, four unknown relics in the Reliquary, full Supply
and the box's favor banks are there unless told otherwise; all pawns stand at the top Cradle site. The world deck is
unknown: what is left of the first 54 denizens and of the Visions.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple, Self

from oathtools import catalog
from oathtools.catalog import packs
from oathtools.engine.decision import Decision, NotOffered, Refusal, failed
from oathtools.engine.driver import Driver
from oathtools.powers import load
from oathtools.procedures.actions.action import payable
from oathtools.procedures.actions.record import Action
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.registry import OathRegistry, written
from oathtools.procedures.turn import ACTIONS, program
from oathtools.table.effects import Effects, Event
from oathtools.table.state import (
    BANNERS,
    CARDS,
    DARKEST_SECRET,
    FAVOR,
    GRAND_SCEPTER,
    HIDDEN,
    PEOPLES_FAVOR,
    PURPLE,
    RELIC_DECK,
    RELICS,
    RELIQUARY,
    SECRET,
    SHARED,
    SLOT,
    SLOTS,
    WORLD,
    Player,
    State,
    blank,
)

SEATS = ("purple", "red", "blue", "yellow", "white", "black")
# Sites without a power that reaches beyond a card played there, a campaign or a deal; top to bottom.
MAP = (
    "plains",
    "mountain",
    "the_tribunal",
    "steppe",
    "ancient_city",
    "standing_stones",
    "fertile_valley",
    "deep_woods",
)
NO_CITES: tuple[str, ...] = ()


@cache
def _slugs() -> dict[str, str]:
    return {card.partition(".")[2]: card for card in reversed(catalog.ids())}


def the(name: str) -> str:
    """The id for a name without its kind; anything else as it stands."""
    if "." in name or "#" in name or name in _slugs():
        return _slugs().get(name, name)
    return next((card for card in packs.brought() if card.partition(".")[2] == name), name)


class Unknown(NamedTuple):
    """A card that nobody has shown: its back, and the seats that have seen it."""

    back: str
    seen: tuple[str, ...] = ()


class Down(NamedTuple):
    """A card whose name the tool knows, lying facedown."""

    card: str
    seen: tuple[str, ...] = ()


unknown, down = Unknown, Down
Lay = str | Unknown | Down


class Table:
    """A position in the making. Each method returns the table itself."""

    def __init__(self, players: int) -> None:
        self.state = blank([Player(seat, seat.title(), _role(seat)) for seat in SEATS[:players]], "supremacy")
        self.do = Effects(self.state)
        self._map: list[Lay] = [the(site) for site in MAP]
        self._sites: list[tuple[str, dict[str, Any]]] = []
        self._reliquary: list[Lay | None] = [unknown("relic")] * 4
        self._relics_left: int | None = None
        self._visions_left = True
        self._world_left = True
        self._pool: list[str] | None = None
        self._boxed: list[str] = []
        self._readings: dict[str, str] = {}
        self._registry = load()
        for player in self.state.players.values():
            player.slot, player.supply = 0, catalog.SUPPLY_TRACK.most
        for suit in catalog.SUITS:
            self.do.move(FAVOR, catalog.favor_bank_start(players), SHARED, f"bank.{suit}", NO_CITES)
        self._tokens(PEOPLES_FAVOR, favor=1)
        self._tokens(DARKEST_SECRET, secrets=1)
        self.state.phase, self.state.turn, self.state.round = "act", "red", 2
        self._placed = False

    # -- the track and the title -------------------------------------------------------------------------------------

    def oath(self, oath: str) -> Self:
        """supremacy, people, devotion or protection."""
        self.state.oath = oath
        return self

    def round(self, number: int) -> Self:
        """The round."""
        self.state.round = number
        return self

    def turn(self, seat: str, phase: str = "act", step: str = "") -> Self:
        """Whose turn it is, and where in it the game stands."""
        self.state.turn, self.state.phase, self.state.step = seat, phase, step
        return self

    def visions(self, drawn: int) -> Self:
        """The Visions Drawn marker."""
        self.state.visions_drawn = drawn
        return self

    def title(self, seat: str | None, *, usurper: bool = False) -> Self:
        """Who holds the Oathkeeper title, on which side."""
        self.state.oathkeeper, self.state.usurper = seat, usurper
        return self

    def reading(self, ruling: str, reading: str) -> Self:
        """The table's reading of an open point."""
        self._readings[ruling] = reading
        return self

    def discarded(self, slot: int, suit: str) -> Self:
        """A card of that suit was discarded at a site this turn."""
        self.do.note_discard(slot, suit)
        return self

    # -- players -----------------------------------------------------------------------------------------------------

    def seat(
        self,
        seat: str,
        *,
        role: str | None = None,
        at: str | int | None = None,
        supply: int | None = None,
        favor: int = 0,
        secrets: int = 0,
        hidden: int = 0,
        warbands: int = 0,
        advisers: Iterable[Lay] = (),
        relics: Iterable[Lay] = (),
        vision: str | None = None,
        bank: int | None = None,
    ) -> Self:
        """A player's board and cards. ``at``: a site or a slot; ``warbands`` of the player's side are on the board.

        ``bank``: warbands left in the personal bank; the others, of the color, go aside.
        """
        player = self.state.players[seat]
        player.role = role or player.role
        if at is not None:
            self._sites.append((f"pawn.{seat}", {"at": at}))
        if supply is not None:
            player.supply = supply
        board = f"board.{seat}"
        self._tokens(board, favor, secrets, hidden)
        color = PURPLE if player.role == "citizen" else seat
        self.do.move(color, warbands, f"stock.{color}", board, NO_CITES)
        if bank is not None:
            stock = f"stock.{seat}"
            self.do.move(seat, self.state.count(stock, seat) - bank, stock, f"aside.{seat}", NO_CITES)
        for card in advisers:
            self._lay(card, f"advisers.{seat}", (seat,))
        for relic in relics:
            self._lay(relic, f"held.{seat}", (seat,))
        if vision:
            self._lay(vision, f"vision.{seat}", (seat,))
        return self

    def hand(self, seat: str, *cards: Lay) -> Self:
        """Cards drawn and not yet placed."""
        for card in cards:
            self._lay(card, f"hand.{seat}", (seat,))
        return self

    # -- the map -----------------------------------------------------------------------------------------------------

    def map(self, *sites: Lay) -> Self:
        """The sites from the top; the slots left out keep usual sites."""
        told = [the(site) if isinstance(site, str) else site for site in sites]
        names = {_named(site) for site in told}
        self._map = [*told, *(site for site in map(the, MAP) if site not in names)][:SLOTS]
        return self

    def site(
        self,
        site: str | int,
        *,
        slot: int | None = None,
        cards: Iterable[Lay] = (),
        relics: Iterable[Lay] = (),
        warbands: dict[str, int] | None = None,
        favor: int = 0,
        secrets: int = 0,
    ) -> Self:
        """What lies at a site; with ``slot`` the site is laid there first."""
        if slot is not None:
            name = the(str(site))
            if name in self._map:
                self._map[self._map.index(name)] = self._map[slot]
            self._map[slot] = name
            site = slot
        facts_of = {"cards": cards, "relics": relics, "warbands": warbands or {}, "favor": favor, "secrets": secrets}
        self._sites.append((f"{site}", facts_of))
        return self

    def on(self, card: str, *, favor: int = 0, secrets: int = 0, hidden: int = 0) -> Self:
        """Favor and secrets on a card."""
        self._tokens(the(card), favor, secrets, hidden)
        return self

    def bank(self, suit: str, favor: int) -> Self:
        """How much favor is in a favor bank."""
        place = f"bank.{suit}"
        self.do.move(FAVOR, self.state.count(place, FAVOR), place, SHARED, NO_CITES)
        self.do.move(FAVOR, favor, SHARED, place, NO_CITES)
        return self

    def banks(self, favor: int) -> Self:
        """How much favor is in each favor bank."""
        for suit in catalog.SUITS:
            self.bank(suit, favor)
        return self

    def shared(self, favor: int) -> Self:
        """How much favor is left in the shared bank; the rest lies aside."""
        self.do.move(FAVOR, self.state.count(SHARED, FAVOR) - favor, SHARED, "aside.favor", NO_CITES)
        return self

    def banner(self, banner: str, holder: str | None, tokens: int = 1, *, mob: bool = False) -> Self:
        """Who holds a banner, and what lies on it."""
        banner = the(banner)
        token = catalog.banner(banner).token
        self.do.move(token, self.state.count(banner, token), banner, SHARED, NO_CITES)
        self.do.move(token, tokens, SHARED, banner, NO_CITES)
        self.state.holders[banner] = holder
        self.state.mob = mob or self.state.mob
        return self

    # -- decks -------------------------------------------------------------------------------------------------------

    def deck(self, *cards: Lay, rest: bool = True) -> Self:
        """Known cards on top of the world deck; without ``rest`` there are no others."""
        self._world_left = rest
        for card in cards:
            self._lay(card, f"{WORLD}.top", ())
        return self

    def pool(self, *names: str) -> Self:
        """The denizens that unknown cards may be."""
        self._pool = [the(name) for name in names]
        return self

    def pile(self, region: str, *cards: Lay) -> Self:
        """A discard pile, top first."""
        for card in cards:
            self._lay(card, f"discard.{region}", ())
        return self

    def relic_deck(self, *relics: str) -> Self:
        """The whole relic deck, top first."""
        self._relics_left = 0
        for relic in relics:
            self._lay(relic, f"{RELIC_DECK}.top", ())
        return self

    def reliquary(self, *spaces: Lay | None) -> Self:
        """The four spaces from the left; None is uncovered."""
        self._reliquary = list(spaces)
        return self

    def box(self, *cards: str) -> Self:
        """Cards that were returned to the box."""
        self._boxed += [the(card) for card in cards]
        return self

    # -- laying and counting -----------------------------------------------------------------------------------------

    def _tokens(self, place: str, favor: int = 0, secrets: int = 0, hidden: int = 0) -> None:
        self.do.move(FAVOR, favor, SHARED, place, NO_CITES)
        self.do.move(SECRET, secrets, SHARED, place, NO_CITES)
        self.do.move(HIDDEN, hidden, SHARED, place, NO_CITES)

    def _lay(self, card: Lay, zone: str, seen: tuple[str, ...]) -> str:
        if isinstance(card, Unknown):
            group = {"denizen": "denizens", "vision": "visions", "relic": "relics", "site": "sites"}[card.back]
            name = self.do.new_handle(card.back, (group,), zone, NO_CITES)
            facedown = zone.startswith(("map", "relics.", "advisers.", "reliquary."))
        else:
            name = the(card.card if isinstance(card, Down) else card)
            if name in self.state.where:
                raise ValueError(f"{name} lies in {self.state.where[name]} already")
            self.do.put(name, zone, NO_CITES)
            facedown = isinstance(card, Down) or zone.startswith("reliquary.")
        if facedown:
            seen = card.seen or seen if isinstance(card, Unknown | Down) else seen
            self.state.facedown[name] = seen if zone.startswith("advisers.") else getattr(card, "seen", ())
        return name

    def slot(self, site: str | int) -> int:
        """The slot of a site in the map as laid out."""
        if isinstance(site, int) or site.isdigit():
            return int(site)
        return next(slot for slot, card in enumerate(self._map) if _named(card) == the(site))

    def _place(self) -> None:
        self._placed = True
        for site in self._map:
            self._lay(site, "map", ())
        for place, told in self._sites:
            if place.startswith("pawn."):
                self.state.players[place.partition(".")[2]].slot = self.slot(told["at"])
                continue
            slot = self.slot(place)
            for card in told["cards"]:
                self._lay(card, CARDS[slot], ())
            for relic in told["relics"]:
                self._lay(relic if not isinstance(relic, str) else down(relic), RELICS[slot], ())
            for color, count in told["warbands"].items():
                self.do.move(color, count, f"stock.{color}", SLOT[slot], NO_CITES)
            self._tokens(SLOT[slot], told["favor"], told["secrets"])
        for space, relic in zip(RELIQUARY, self._reliquary, strict=True):
            if relic is not None:
                self._lay(relic, space, ())
        if GRAND_SCEPTER not in self.state.where:
            self._lay(GRAND_SCEPTER, f"held.{PURPLE}", ())
        self._fill_decks()

    def _fill_decks(self) -> None:
        """Every card that is nowhere yet lies in a deck, in the Archive, or in the box."""
        state = self.state
        for card in self._boxed:
            self.do.put(card, "box", NO_CITES)
        pool = catalog.ids("denizen")[:54] if self._pool is None else self._pool
        state.groups["denizens"] = [card for card in pool if card not in state.where]
        state.groups["visions"] = [card for card in catalog.ids("vision", state.variants) if card not in state.where]
        state.groups["relics"] = [card for card in catalog.ids("relic", state.variants) if card not in state.where]
        state.groups["sites"] = [card for card in catalog.ids("site", state.variants) if card not in state.where]
        known = {back: self._unknown(back) for back in ("denizen", "vision", "relic")}
        if not self._world_left:
            for card in state.groups["denizens"][known["denizen"] :]:
                self.do.put(card, "archive", NO_CITES)
            for card in state.groups["visions"][known["vision"] :]:
                self.do.put(card, "box", NO_CITES)
            del state.groups["denizens"][known["denizen"] :], state.groups["visions"][known["vision"] :]
        layer = {
            "denizen": len(state.groups["denizens"]) - known["denizen"],
            "vision": len(state.groups["visions"]) - known["vision"],
        }
        layer = {back: count for back, count in layer.items() if count}
        state.layers[WORLD] = [layer] if layer else []
        left = len(state.groups["relics"]) - known["relic"] if self._relics_left is None else 0
        state.layers[RELIC_DECK] = [{"relic": left}] if left else []
        for card in catalog.ids("denizen", state.variants):
            if card not in state.where and card not in state.groups["denizens"]:
                self.do.put(card, "archive", NO_CITES)
        for side in catalog.cards("edifice", state.variants):
            if not side.ruined and side.id not in state.where and side.other_side not in state.where:
                self.do.put(side.id, "archive", NO_CITES)

    def _unknown(self, back: str) -> int:
        return sum(handle.back == back for handle in self.state.handles.values())

    # -- playing -----------------------------------------------------------------------------------------------------

    def built(self) -> State:
        """The state, complete."""
        if not self._placed:
            self._place()
        return self.state

    def without(self, *cards: str) -> Self:
        """As if the powers of these cards were not coded."""
        gone = {the(card) for card in cards}
        self._registry = load().only(card for card in load().coded if card not in gone)
        return self

    def game(self) -> Game:
        """A game that stands at this position."""
        return Game(self.built().copy(), self._registry, dict(self._readings))

    def play(self) -> "Script":
        """Play on from here, up to the first question."""
        return Script(self.built(), self._readings, self._registry)

    def refusals(
        self, action: str, *, seat: str | None = None, using: Sequence[Any] = (), **given: str
    ) -> list[Refusal]:
        """Every reason against an action with all its fields given; none if it is legal."""
        game = self.game()
        frame = Frame(action, seat or self.state.turn)
        for card, param in using:
            modifier = game.registry.modifier(action, the(card))
            assert modifier is not None
            frame = written(game, modifier, frame, the(param))
        return refusals(game, ACTIONS[action], frame, {name: the(value) for name, value in given.items()})


def refusals(game: Game, action: Action, frame: Frame, given: dict[str, str]) -> list[Refusal]:
    """The failed rows of an action as such, of every field, and of its cost."""
    found = failed(game.inside(frame, action.may)) if action.may is not None else []
    for field in action.fields:
        frame.given[field.name] = given[field.name]
        found += failed(game.inside(frame, field.rows, given[field.name]))
    return found or failed(game.inside(frame, payable, action))


def a_table(players: int = 4) -> Table:
    """A game in the second round, Red's Act Phase."""
    return Table(players)


def _role(seat: str) -> str:
    return "chancellor" if seat == PURPLE else "exile"


def _named(card: Lay) -> str:
    return card if isinstance(card, str) else card.card if isinstance(card, Down) else ""


class Script:
    """A player of scripted answers. ``answer`` gives one answer after another, each of which must be legal."""

    def __init__(
        self, state: State, readings: dict[str, str] | None = None, registry: OathRegistry | None = None
    ) -> None:
        self._first, self._readings, self._registry = state.copy(), dict(readings or {}), registry or load()
        self.answers: list[Any] = []
        self.game, self.driver = self._begin()
        self.events: list[Event] = self._told()

    def _begin(self) -> tuple[Game, Driver]:
        game = Game(self._first.copy(), self._registry, dict(self._readings))
        driver = Driver(lambda: program(game))
        driver.start()
        return game, driver

    def _told(self) -> list[Event]:
        events = self.game.do.events[:]
        self.game.do.events.clear()
        return events

    # -- answering ---------------------------------------------------------------------------------------------------

    def answer(self, *answers: Any) -> Self:
        """Answer the questions that are asked, one after the other. Raises ``NotOffered`` if one is not legal."""
        for each in answers:
            answer = _full(each)
            self.driver.answer(answer)
            self.answers.append(answer)
            self.events = self._told()
        return self

    def default(self) -> Self:
        """Answer with the default of the open question."""
        return self.answer(self.pending.default)

    @property
    def pending(self) -> Decision:
        """The open question."""
        assert self.driver.pending is not None, "the game is over"
        return self.driver.pending

    @property
    def asked(self) -> tuple[str, str]:
        """The kind of the open question, and who answers it."""
        return self.pending.kind, self.pending.who

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self.driver.pending is None

    @property
    def offered(self) -> list[str]:
        """The options that are offered, by their ids."""
        return list(self.pending.legal())

    @property
    def refused(self) -> dict[str, list[Refusal]]:
        """The options that are not offered, each with every reason."""
        return dict(self.pending.refused())

    @property
    def skipped(self) -> list[tuple[str, Any]]:
        """The questions with one legal answer that followed the last answer."""
        return self.driver.skipped

    def refuses(self, answer: Any) -> list[tuple[str, str]]:
        """Clause and reason of everything that is against an answer to the open question."""
        return [(clause, because) for clause, because, _source in self.pending.refusals(_full(answer))]

    # -- what came of it ---------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state as it stands."""
        return self.game.state

    def cites(self) -> list[str]:
        """The clauses of the events since the last answer, each once, in their order."""
        return list(dict.fromkeys(clause for event in self.events for clause in event.cites))

    def has(self, seat: str, what: str) -> int:
        """How many pieces of a kind lie on a board; ``warbands`` are those of the player's side."""
        return facts.board(self.game, seat, what)

    def at(self, place: str, what: str) -> int:
        """How many pieces of a kind lie at a place: a bank, a card, a slot."""
        return self.state.count(the(place), what)

    def zone(self, name: str) -> list[str]:
        """The cards of a zone."""
        return self.state.zone(name)

    def replayed(self) -> State:
        """The state after the same answers from the same beginning."""
        game, driver = self._begin()
        for answer in self.answers:
            driver.answer(answer)
        return game.state


def _full(answer: Any) -> Any:
    if isinstance(answer, str):
        return the(answer)
    if isinstance(answer, list):
        return [_full(each) for each in answer]
    if isinstance(answer, dict):
        return {the(option): share for option, share in answer.items()}
    return answer


def refused_with(decision: Decision, answer: Any) -> list[Refusal]:
    """Assert that a question refuses an answer, and return why."""
    try:
        decision.check(answer)
    except NotOffered as no:
        return no.refusals
    raise AssertionError(f"{answer!r} was not refused")


assert len(MAP) == SLOTS and len(BANNERS) == 2
