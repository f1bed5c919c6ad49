"""Chapter 4: the order of play. The place of the turn loop is kept in the state; each numbered step is a boundary."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from oathtools import catalog
from oathtools.engine.decision import Answer, DeadEnd, Decision, Row
from oathtools.engine.driver import Driver
from oathtools.procedures.actions.action import GO_ON, Actions, possible, take
from oathtools.procedures.actions.muster import MUSTER
from oathtools.procedures.actions.play import PLAY
from oathtools.procedures.actions.recover import RECOVER
from oathtools.procedures.actions.search import SEARCH
from oathtools.procedures.actions.trade import TRADE
from oathtools.procedures.actions.travel import TRAVEL
from oathtools.procedures.campaign.declaration import CAMPAIGN
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import facts, promises
from oathtools.procedures.machine.asking import Ask, choose, roll
from oathtools.procedures.machine.frame import Cost, Frame, Item
from oathtools.procedures.machine.game import Game, begin_turn, in_order
from oathtools.procedures.machine.registry import Inserted, OathRegistry, Variant
from oathtools.procedures.machine.world import SavedSite, Seat, World, built_layers, opening, seats_for
from oathtools.procedures.minor.card_powers import DECLARE, PEEK, USE
from oathtools.procedures.minor.citizenship import EXILE_ACTION, OFFER, SELF_EXILE
from oathtools.procedures.minor.warbands import GIVE, MOVE, TAKE
from oathtools.procedures.victory import check as victory
from oathtools.procedures.victory.check import end_roll
from oathtools.table import state as table
from oathtools.table.effects import Event

# -- 4.3 The Rest Phase ------------------------------------------------------------------------------------------------


def return_favor(game: "Game", but: str | None = None) -> Ask:
    """4.3.1: all favor on denizens and edifices, everywhere, to the matching banks (A-26); not that on one card."""
    pieces = game.state.pieces
    for card in [each for each in _suited_cards(game) if pieces.get(each) and each != but]:
        count = pieces[card].get(table.FAVOR, 0)
        suit = catalog.card(card).suit if count else None
        if suit:  # none lies on others by the rules; what a table let pass stays, as on a relic
            game.do.move(table.FAVOR, count, card, f"bank.{suit}", ("4.3.1",))
    yield from ()


def return_secrets(game: "Game") -> Ask:
    """4.3.2: all secrets on denizens, edifices and relics to the board (A-24), then facedown ones on it turn up."""
    seat = game.state.turn
    board = table.BOARD[seat]
    # Only the player whose turn it is places secrets on cards, so those one placed oneself (A-24, c) are all there are.
    others_too = game.takes("A-24", "a") != "b"
    for card in [
        place for place, pile in game.state.pieces.items() if pile and (table.SECRET in pile or table.HIDDEN in pile)
    ]:
        mine = others_too or facts.owner(game, card) in (None, seat)
        if mine and card.partition(".")[0] in ("denizen", "edifice", "relic"):
            for what in (table.SECRET, table.HIDDEN):
                game.do.move(what, game.state.count(card, what), card, board, ("4.3.2",))
    game.do.turn_secrets(board, game.state.count(board, table.HIDDEN), False, ("4.3.2",))
    yield from ()


def refresh_supply(game: "Game") -> Ask:
    """4.3.3 and 4.3.4: by the warbands in the personal bank, then what was not spent, up to the leftmost space."""
    seat = game.state.turn
    player = game.state.players[seat]
    unspent = player.supply
    refreshed = refreshed_supply(game, seat)
    game.do.set_supply(seat, refreshed, ("4.3.3",), "refresh")
    most = catalog.SUPPLY_TRACK.most
    if unspent:
        game.do.set_supply(seat, min(most, refreshed + unspent), ("4.3.4",), "save")
    yield from ()


def refreshed_supply(game: "Game", seat: str) -> int:
    """4.3.3: Chancellor and Exiles by their own bank; a Citizen to the Chancellor's Supply (A-27).

    The Chancellor's is the Chancellor's own, even if a table lets the Chancellor be a Citizen.
    """
    role, head = game.state.players[seat].role, facts.chancellor(game)
    if role == table.CITIZEN and seat != head:
        if game.takes("A-27", "a") == "a":
            return game.state.players[head].supply
        return refreshed_supply(game, head)
    return catalog.refresh_supply(
        table.CHANCELLOR if role == table.CITIZEN else role, game.state.count(f"stock.{seat}", seat)
    )


def rest_powers(game: "Game") -> Ask:
    """4.3.5, 7.3.4: every Rest power that the player wants, once each, in the order wanted."""
    seat = game.state.turn
    used: set[str] = set()
    rests = game.registry.rests
    while True:
        frame = Frame("rest", seat)
        cards = [card for card in facts.in_force(game) if card in rests and card not in used]
        cards = [card for card in cards if facts.has_access(game, seat, card)]
        if not cards:
            return

        def rows(card: str, frame: Frame = frame) -> Iterable[Row]:
            may = game.registry.rests[card].may if card != GO_ON else None
            return may(game, frame, seat) if may else ()

        card = yield from choose("rest.power", seat, (GO_ON, *cards), "4.3.5", "7.3.4", rows=rows, default=GO_ON)
        if card == GO_ON:
            return
        used.add(card)
        game.do.emit("power", ("4.3.5", "7.3.4"), card=card, who=seat)
        yield from game.scope(game.by(card, game.registry.rests[card].does(game, frame, seat)))


def _suited_cards(game: "Game") -> list[str]:
    """Denizens and edifices in play, those that favor can lie on."""
    state = game.state
    zones = [*table.CARDS, *(table.ADVISERS[seat] for seat in state.seats)]
    return [card for zone in zones for card in state.zones.get(zone, ())]


# -- 4.1 The Wake Phase ------------------------------------------------------------------------------------------------


MOB_AT: Final = 6
PLACE, RETURN, NOTHING = "place", "return", "none"


def peoples_favor(game: "Game") -> Ask:
    """4.1.1, a Wake power (7.3.1): place or return a favor, again for a Mob (4.1.1.2); six favor make a Mob."""
    seat = game.state.turn
    if game.state.holders[table.PEOPLES_FAVOR] != seat:
        return
    again = game.state.mob
    yield from place_or_return(game, seat)
    if again:
        yield from place_or_return(game, seat)
    if game.state.count(table.PEOPLES_FAVOR, table.FAVOR) >= MOB_AT:
        game.do.turn_mob(True, ("4.1.1.3",))


def place_or_return(game: "Game", seat: str) -> Ask:
    """4.1.1.1: one favor onto the banner, or one from it to the emptiest bank. The last one stays (A-45)."""
    on_banner = game.state.count(table.PEOPLES_FAVOR, table.FAVOR)
    must = on_banner > 1 or game.state.count(f"board.{seat}", table.FAVOR) > 0
    have = facts.purse(game, seat, table.FAVOR)
    if not must and not have:
        game.do.emit("nothing", ("4.1.1.1",), who=seat, what=table.FAVOR, to=table.PEOPLES_FAVOR)
        return

    def rows(option: str) -> Iterator[Row]:
        if option == PLACE:
            yield have > 0, "4.1.1.1", "there is no favor on the board to place"
        elif option == RETURN:
            yield on_banner > 1, "4.1.1.1", "the banner has only one favor on it"

    options = (PLACE, RETURN) if must else (NOTHING, PLACE)
    answer = yield from choose("wake.favor", seat, options, "4.1.1.1", rows=rows, default=None if must else NOTHING)
    if answer == NOTHING:
        game.do.emit("nothing", ("4.1.1.1",), who=seat, what=table.FAVOR, to=table.PEOPLES_FAVOR)
        return
    if answer == PLACE:
        yield from verbs.pay(
            game, seat, Cost((Item("place", table.FAVOR, 1, table.PEOPLES_FAVOR, "4.1.1.1"),)), "4.1.1.1"
        )
        return
    least = min(game.state.count(f"bank.{suit}", table.FAVOR) for suit in catalog.SUITS)
    emptiest = [f"bank.{suit}" for suit in catalog.SUITS if game.state.count(f"bank.{suit}", table.FAVOR) == least]
    bank = yield from choose("wake.bank", seat, emptiest, "4.1.1.1")
    game.do.move(table.FAVOR, 1, table.PEOPLES_FAVOR, bank, ("4.1.1.1",))


def check_for_win(game: "Game") -> Ask:
    """4.1.2: an Exile may have won."""
    if victory.wins_at_wake(game, game.state.turn):
        verdict = victory.at_wake(game, game.state.turn)
        cites = ("4.1.2", *(way.clause for way in verdict.ways))
        game.do.end_game(verdict.result(), cites, verdict.visions)
    yield from ()


def flip_to_usurper(game: "Game") -> Ask:
    """4.1.3: an Exile who holds the title turns it to its Usurper side."""
    state = game.state
    if state.oathkeeper == state.turn and state.players[state.turn].role == table.EXILE and not state.usurper:
        game.do.set_title(state.turn, True, ("4.1.3",))
    yield from ()


def site_power(game: "Game") -> Ask:
    """4.1.4: at an opportunity site, one favor or secret may be taken from it, once (7.3.1, 11.1, A-31)."""
    seat = game.state.turn
    slot = game.state.players[seat].slot
    assert slot is not None
    allowed: tuple[str, ...] = game.fold("opportunity", (), Frame("wake", seat, None, {"slot": slot}))
    there = [what for what in allowed if game.state.count(table.SLOT[slot], what)]
    if not there:
        return
    answer = yield from choose("wake.site", seat, ("none", *there), "4.1.4", default="none")
    if answer != "none":
        verbs.receive(game, f"board.{seat}", answer, 1, table.SLOT[slot], "take", "4.1.4", "11.1")


END: Final = "end"
ACTIONS: Final = Actions(
    *(SEARCH, MUSTER, TRADE, RECOVER, CAMPAIGN, TRAVEL),
    *(PLAY, USE, DECLARE, PEEK, MOVE, GIVE, TAKE, OFFER, EXILE_ACTION, SELF_EXILE),
)


def numbered(decision: Decision) -> dict[int, str]:
    """Options by the numbers that answer them: those that are legal; of the menu of actions all, so that each keeps its
    number from turn to turn."""
    return dict(enumerate(decision.options if decision.kind == "act" else decision.legal(), 1))


Step = Callable[["Game"], Ask]
WAKE: Final[dict[str, Step]] = {
    "4.1.1": peoples_favor,
    "4.1.2": check_for_win,
    "4.1.3": flip_to_usurper,
    "4.1.4": site_power,
}
REST: Final[dict[str, Step]] = {
    "4.3.1": return_favor,
    "4.3.2": return_secrets,
    "4.3.3": refresh_supply,
    "4.3.5": rest_powers,
}


def program(game: "Game") -> Ask | None:
    """What happens next, by the place kept in the state; None when the game is over."""
    phase = game.state.phase
    game.frames = [Frame("turn", game.state.turn)]
    if game.do.is_narrated:
        game.do.begin_anew()
    if phase in table.PLAYING and (first := game.first_settled()) is not None:
        return first
    if phase == "act":
        return act(game)
    if phase == "wake":
        return _steps(game, "wake", WAKE, lambda game: game.do.go_to("act", ""))
    if phase == "rest":
        return _steps(game, "rest", REST, _end_turn)
    if phase == "round-end":
        return round_end(game)
    if phase == "setup":
        from oathtools.procedures import setup as setup

        return setup.next_step(game)
    if phase == "chronicle":
        from oathtools.procedures.chronicle import procedure as chronicle

        return chronicle.next_step(game)
    return None


class Trial:
    """What comes of some answers at a table at rest: tried on a table of its own, until that is at rest again.

    Generators cannot be forked, so each way is run from the beginning, along the ``trace`` of another one: all that was
    answered there, by whomever, with what had one answer only. Nothing on the way is judged again. ``pending`` is asked
    now, None at the end; ``skipped`` had one answer only since the last question; ``begun``: was there anything to do?
    """

    __slots__ = ("_driver", "begun", "game", "trace")

    def __init__(self, base: "Game", trace: Sequence[Answer] = ()) -> None:
        self.game = base.apart()
        self.trace = list(trace)
        steps = program(self.game)
        self.begun = steps is not None
        self._driver = Driver.once(steps)
        self._driver.follow(trace)
        self._passed()

    @property
    def pending(self) -> Decision | None:
        """The open question."""
        return self._driver.pending

    @property
    def skipped(self) -> Sequence[tuple[str, Answer]]:
        """The questions since the last answer that had one legal answer, with it."""
        return self._driver.skipped

    def answer(self, answer: Answer) -> None:
        """Go on with an answer that is known to be legal."""
        self.trace.append(answer)
        self._driver.send(answer)
        self._passed()

    def _passed(self) -> None:
        self.trace += [answer for _, answer in self._driver.skipped]


def _steps(game: "Game", phase: str, steps: dict[str, Step], then: Callable[["Game"], None]) -> Ask:
    """One step of a phase, as one scope; then the place moves on: every step in its order (4.1, 4.3)."""
    if game.variants:
        steps = in_order(game, phase, steps, alone)
    names = list(steps)
    name = game.state.step or names[0]
    yield from game.scope(steps[name](game))
    if game.state.phase == "over":
        return
    after = names.index(name) + 1
    if after < len(names):
        game.do.go_to(phase, names[after])
    else:
        then(game)


def alone(step: Inserted) -> Step:
    """A step of a variant as the steps of a turn are: it acts for the player whose turn it is."""
    return lambda game: step.does(game, game.state.turn)


def _end_turn(game: "Game") -> None:
    """The next player clockwise, or the end of the round once everybody has had a turn."""
    seats = game.state.seats
    after = seats.index(game.state.turn) + 1
    if after < len(seats):
        begin_turn(game, seats[after])
    else:
        game.do.go_to("round-end", "")


def act(game: "Game") -> Ask:
    """4.2: one action, or the end of the phase. Nothing need be done, and anything may be done again."""
    seat = game.state.turn

    def rows(name: str) -> Iterable[Row]:
        return () if name == END else possible(game, ACTIONS[name], seat)

    answer = yield from choose("act", seat, (*ACTIONS.at(game.variants), END), "4.2", rows=rows)
    if answer == END:
        game.do.go_to("rest", "")
        return
    yield from take(game, ACTIONS[answer], seat)


def round_end(game: "Game") -> Ask:
    """The end of a round (chapter 4): Stable Regime (3.3) or War Exhaustion (3.4); then the marker moves (2.1.4)."""
    verdict = victory.at_round_end(game)
    if verdict.needs_roll is not None:
        number = yield from end_roll(game, lambda: _end_die(game))
        verdict = victory.at_round_end(game, number)
    if verdict.winner is not None:
        cites = tuple(dict.fromkeys(reason.clause for reason in verdict.reasons))
        game.do.end_game(verdict.result(), cites, verdict.visions)
        return
    game.do.go_to("round-end", "", round_=game.state.round + 1)
    game.do.emit("round", ("4",), round=game.state.round)
    promises.run_out(game)
    begin_turn(game, game.state.seats[0])


def _end_die(game: "Game") -> Ask:
    """3.3: the end die is rolled; returns its number."""
    faces = tuple(str(face) for face in catalog.END_FACES)
    fell = yield from roll("end.die", game.state.seats[0], faces, 1, "3.3")
    game.do.emit("rolled", ("3.3",), die="end", faces=fell)
    return int(fell[0])


# -- A dry run of chapter 1: what each step does to the table, by the same procedures that set a game up ---------------


class DryQuestion(NamedTuple):
    """A question of a step: its kind, who answers it, and the options that are legal."""

    kind: str
    who: str
    legal: tuple[str, ...]


class SetupStage(NamedTuple):
    """The table after a step, what it asked and did, and the figures of the variants in force as it began."""

    state: table.State
    questions: tuple[DryQuestion, ...]
    events: tuple[Event, ...]
    figures: Mapping[str, Mapping[str, Any]]


def unknown_world() -> World:
    """A world of which nothing is known: eight facedown sites, a deck by the book, all relics but the Scepter."""
    denizens = catalog.ids("denizen")
    start = catalog.first_game().starting_pool
    relics = len(catalog.ids("relic")) - 1
    blank = SavedSite(None, True)
    return World("supremacy", (blank,) * table.SLOTS, None, None, built_layers(len(start)), denizens, relics)


def dry_run(
    world: World,
    seats: Sequence[Seat],
    readings: Mapping[str, str] | None = None,
    find: Callable[[str], Variant] | None = None,
) -> dict[str, SetupStage]:
    """Clause -> the table after it, from 1.1 to 1.23, in order, with the steps of the world's variants, which ``find``
    gives by name. Chance and choices fall at random, always alike.

    What depends on them (cards drawn, short favor, pawns) is no figure to tell; the questions are. The run ends early
    where a step can ask nothing legal: 1.23 on a map without any faceup site.
    """
    game = _game(world, seats, readings, find)
    game.do.narrate()
    rng = Random(0)
    stages: dict[str, SetupStage] = {}
    while game.state.phase == "setup":
        clause = game.state.step.partition(":")[0]
        begun = stages.get(clause)
        decisions: list[DryQuestion] = list(begun.questions) if begun else []
        laid_out = game.variants if stages else ()  # before 1.1 there is no map to tell of
        figures = begun.figures if begun else {one.name: dict(one.figures(game)) for one in laid_out}
        whole = _run_step(game, rng, decisions)
        done = (*(begun.events if begun else ()), *game.do.events)
        game.do.events.clear()
        stages[clause] = SetupStage(game.state.copy(), tuple(decisions), done, figures)
        if not whole:
            break
    return stages


def laid_out(world: World, readings: Mapping[str, str] | None, find: Callable[[str], Variant]) -> Game:
    """The game as 1.1 lays a world out; two players sit at it, whoever they will be."""
    game = _game(world, seats_for([("", None, False), ("", None, False)], ()), readings, find)
    _run_step(game, Random(0), [])
    return game


def _game(
    world: World, seats: Sequence[Seat], readings: Mapping[str, str] | None, find: Callable[[str], Variant] | None
) -> Game:
    registry = OathRegistry()
    registry.find_variant = find or registry.find_variant
    return Game(opening(world, list(seats)), registry, dict(readings or {}))


def _run_step(game: Game, rng: Random, decisions: list[DryQuestion]) -> bool:
    """One step to its end, or to a question without a legal answer: then False."""
    steps = program(game)
    assert steps is not None
    answer = None
    while True:
        try:
            decision = steps.send(answer)
        except StopIteration:
            return True
        # The options are taken down at once: their rows read the table as it stands now.
        decisions.append(DryQuestion(decision.kind, decision.who, tuple(decision.legal())))
        try:
            answer = decision.random(rng)
        except DeadEnd:
            return False
