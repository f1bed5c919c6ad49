"""6.6: offering Citizenship, and becoming a Citizen by any way (7.6.1)."""

from collections.abc import Iterator
from typing import Final

from oathtools import catalog
from oathtools.engine.decision import LAW, Row
from oathtools.procedures.actions.action import no_cost, pay_for
from oathtools.procedures.actions.record import Action, Field, unbound, worded
from oathtools.procedures.actions.wording import banished, nothing, offered
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.glossary.drawing import look, read_face
from oathtools.procedures.machine import changes, facts
from oathtools.procedures.machine.asking import Ask, consent, distribute, some
from oathtools.procedures.machine.frame import Cost, Frame, Item
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import Changes, Request, Sentence
from oathtools.procedures.minor import exchange
from oathtools.procedures.minor.card_powers import scepter_rows
from oathtools.table import state as table

# -- becoming a Citizen (6.6.2) ------------------------------------------------------------------------------------


def become_citizen(game: Game, seat: str, *cites: str) -> Ask:
    """6.6.2: the board turns, warbands turn purple, the revealed Vision goes, the Act Phase ends, Supply is full."""
    cites = (*cites, "6.6.2")
    yield from game.around(
        "citizenship", Frame("citizen", seat, game.frame), lambda: _become_citizen(game, seat, cites)
    )


def _become_citizen(game: Game, seat: str, cites: tuple[str, ...]) -> Ask:
    yield from _turn_purple(game, seat, cites)
    game.do.set_role(seat, table.CITIZEN, cites)
    visions = list(game.state.zone(f"vision.{seat}"))
    if visions:
        yield from verbs.discard(game, seat, visions, *cites)
    if game.state.oathkeeper == seat and game.state.usurper:
        game.do.set_title(seat, False, cites)
    end_act(game, seat)
    game.do.set_supply(seat, catalog.SUPPLY_TRACK.most, cites, "refresh")


def _turn_purple(game: Game, seat: str, cites: tuple[str, ...]) -> Ask:
    """Warbands on the board and the map become purple, one for one; the Exile picks which if purple is short (A-72)."""
    places = {
        place: game.state.count(place, seat)
        for place in (f"board.{seat}", *table.SLOT)
        if game.state.count(place, seat)
    }
    total, purple = sum(places.values()), game.state.count(f"stock.{table.PURPLE}", table.PURPLE)
    kept = places
    if purple < total:
        kept = yield from distribute("citizen.warbands", seat, purple, places, *cites, "9.3")
    for place, count in places.items():
        game.do.move(seat, count, place, f"stock.{seat}", cites, "return")
        game.do.move(table.PURPLE, kept.get(place, 0), f"stock.{table.PURPLE}", place, cites, "replace")


def end_act(game: Game, seat: str) -> None:
    """The Act Phase ends if it is this player's turn; what is running is finished first (A-32, A-129)."""
    if game.state.turn == seat and game.state.phase == "act":
        game.do.go_to("rest", "")


def act_is_over(game: Game, seat: str) -> bool:
    """Has this player's Act Phase ended in the midst of what is running? Never in another's turn (A-32, A-129)."""
    return game.state.turn == seat and game.state.phase != "act"


# -- 6.6.1 offering ------------------------------------------------------------------------------------------------


def everybody(game: Game, frame: Frame) -> list[str]:
    """Every player: whoever does not fit is refused with the reason."""
    return list(game.state.seats)


def may_offer_to(game: Game, frame: Frame, other: str) -> tuple[Row, ...]:
    """6.6.1: to any Exile, oneself included; a Reliquary relic must be there."""
    fits = game.state.players[other].role == table.EXILE
    return (
        (fits, "6.6.1", fits or f"{other} is no Exile", LAW, "A-71"),
        (any(map(game.state.zone, table.RELIQUARY)), "6.6.1", "no relic is left in the Reliquary", LAW, "A-71"),
    )


def spaces(game: Game, frame: Frame) -> list[str]:
    """The relics in the Reliquary, by their spaces."""
    return [f"reliquary-{n}" for n in range(1, 5) if game.state.zone(table.RELIQUARY[n - 1])]


def wares(game: Game, seat: str) -> dict[str, int]:
    """What a player may put into an exchange: favor, secrets of both faces, banners, relics (6.6.1, A-126)."""
    cards = dict.fromkeys((*facts.banners_held(game, seat), *facts.relics_held(game, seat)), 1)
    return {**exchange.tokens(game, seat), **exchange.allowed(game, seat, cards)}


def resolve_offer(game: Game, frame: Frame) -> Ask:
    """6.6.1: what goes each way besides the relic; 6.6.2: the Exile accepts or declines."""
    seat, other, space = frame.actor, frame.given["other"], frame.given["relic"]
    given: dict[str, int] = {}
    taken: dict[str, int] = {}
    if other != seat:
        yield from _show_relics(game, seat, other)
        given = yield from exchange.side("offer.give", seat, wares(game, seat), "6.6.1")
        taken = yield from exchange.side("offer.take", seat, wares(game, other), "6.6.1")
        terms = {"from": seat, "relic": space, "give": given, "take": taken}

        def rows(answer: str) -> Iterator[Row]:
            return exchange.may_go(game, seat, other, given, taken) if answer == "yes" else iter(())

        says = consent(game, "offer.accept", other, seat, "6.6.2", rows=rows, default="no", about=terms)
        if (yield from says) == "no":
            game.do.emit("declined", ("6.6.2",), who=other, what="citizenship")
            return
    yield from game.scope(_accept(game, seat, other, space, given, taken))


def _show_relics(game: Game, seat: str, other: str) -> Ask:
    """6.6.1: the holder may let the Exile peek at relics in the Reliquary."""
    all_spaces = spaces(game, game.frame)
    most = len(all_spaces)
    shown = yield from some("offer.show", seat, all_spaces, 0, most, "6.6.1", default=[], about=game.frame)
    for space in shown:
        yield from look(game, other, relic_in(game, space), "6.6.1", "10.17")


def relic_in(game: Game, space: str) -> str:
    """The relic in a space of the Reliquary."""
    return game.state.zone(table.RELIQUARY[int(space.removeprefix("reliquary-")) - 1])[0]


def _accept(game: Game, seat: str, other: str, space: str, given: dict[str, int], taken: dict[str, int]) -> Ask:
    yield from become_citizen(game, other)
    yield from uncover(game, other, space, "6.6.1")
    yield from exchange.hand_over(game, seat, other, given, "6.6.2")
    yield from exchange.hand_over(game, other, seat, taken, "6.6.2")


def uncover(game: Game, seat: str, space: str, *cites: str) -> Ask:
    """A Reliquary relic goes to a player, faceup; its space's trait wakes (2.3, A-49)."""
    name = yield from read_face(game, relic_in(game, space), seat, *cites)
    yield from taking.give(game, seat, name, *cites, "2.3")


def will_decide(game: Game, frame: Frame, other: str) -> Iterator[Sentence]:
    """What holds of one to whom Citizenship may be offered."""
    yield "6.6.1", f"{frame.actor} holds {table.GRAND_SCEPTER}, and {other} is an Exile"
    if other != frame.actor:
        yield "6.6.2", f"{other} will accept or decline"


def offer_repairs(game: Game, frame: Frame, request: Request) -> Changes:
    """The player has the Scepter, the other one is an Exile."""
    yield from with_scepter(game, frame, request, table.EXILE)


def with_scepter(game: Game, frame: Frame, request: Request, role: str) -> Changes:
    """Repairs: the actor has the Grand Scepter, the player who is named has a role."""
    yield from changes.scepter(game, frame.actor)
    other = request.given.get("other")
    if other is not None and other != table.PURPLE and game.state.players[other].role != role:
        yield changes.role(other, role)


OFFER: Final = worded(
    Action(
        "offer",
        "6.6.1",
        (
            Field("other", "6.6.1", everybody, may_offer_to, kind="player", sentence=will_decide),
            Field("relic", "6.6.1", spaces, unbound, kind="space"),
        ),
        no_cost,
        resolve_offer,
        lambda game, frame: scepter_rows(game, frame.actor, "6.6.1"),
        repairs=offer_repairs,
        carried=("6.6.1", "6.6.2"),
        shares=offered,
    )
)


# -- 6.7 and 6.8: exiling a Citizen, exiling oneself, and becoming an Exile --------------------------------------------


EXILE_PRICE: Final = 5


# -- 6.7 exiling ---------------------------------------------------------------------------------------------------


def may_exile_whom(game: Game, frame: Frame, other: str) -> tuple[Row, ...]:
    """6.7: any Citizen but oneself."""
    fits = game.state.players[other].role == table.CITIZEN
    return (
        (fits, "6.7", fits or f"{other} is no Citizen"),
        (other != frame.actor, "6.7", "the Scepter does not exile its own holder"),
        *game.rows("exile", frame),
    )


def exile_cost(game: Game, frame: Frame) -> Cost:
    """6.7: five favor to the Citizen; more for the title and the People's Favor if theirs, less if yours (A-74)."""
    seat, other = frame.actor, frame.given["other"]
    price = EXILE_PRICE
    counts = game.takes("A-11", "a") == "a" or not game.state.usurper
    for holder in (game.state.oathkeeper if counts else None, game.state.holders[table.PEOPLES_FAVOR]):
        price += (holder == other) - (holder == seat)
    return Cost((Item("give", table.FAVOR, price, f"board.{other}", "6.7", ruling="A-74"),))


def resolve_exile(game: Game, frame: Frame) -> Ask:
    """6.7: pay, and the Citizen becomes an Exile."""
    yield from pay_for(game, frame, EXILE_ACTION, "6.7")
    yield from game.scope(become_exile(game, frame.given["other"], "6.7"))


def become_exile(game: Game, seat: str, *cites: str) -> Ask:
    """The board turns, the warbands on it take their own color as far as they go (A-75), Supply is full."""
    board = f"board.{seat}"
    purple = game.state.count(board, table.PURPLE)
    own = min(purple, game.state.count(f"stock.{seat}", seat))
    game.do.move(table.PURPLE, purple, board, f"stock.{table.PURPLE}", cites, "return")
    game.do.move(seat, own, f"stock.{seat}", board, cites, "replace")
    game.do.set_role(seat, table.EXILE, cites)
    game.do.set_supply(seat, catalog.SUPPLY_TRACK.most, cites, "refresh")
    yield from ()


def exile_repairs(game: Game, frame: Frame, request: Request) -> Changes:
    """The player has the Scepter and the People's Favor, the other one is a Citizen."""
    yield from with_scepter(game, frame, request, table.CITIZEN)
    if game.state.holders[table.PEOPLES_FAVOR] != frame.actor:
        yield changes.holds(game, frame.actor, table.PEOPLES_FAVOR, 6)


EXILE_ACTION: Final = worded(
    Action(
        "exile",
        "6.7",
        (Field("other", "6.7", everybody, may_exile_whom, kind="player"),),
        exile_cost,
        resolve_exile,
        lambda game, frame: scepter_rows(game, frame.actor, "6.7"),
        repairs=exile_repairs,
        shares=banished,
    )
)


# -- 6.8 exiling oneself -------------------------------------------------------------------------------------------


def may_leave(game: Game, frame: Frame) -> Iterator[Row]:
    """6.8: a Citizen who does not hold the Grand Scepter; somebody must hold it if anything is due (A-143)."""
    seat = frame.actor
    yield game.state.players[seat].role == table.CITIZEN, "6.8", f"{seat} is no Citizen"
    yield not facts.holds_scepter(game, seat), "6.8", f"{seat} holds {table.GRAND_SCEPTER}"
    if scepter_holder(game) is None and game.takes("A-143", "a") == "a":
        price = self_exile_price(game, seat)
        yield not price, "6.8", f"{price} favor are due to the holder of {table.GRAND_SCEPTER}, and nobody holds it"
    yield from game.rows("exile", frame.with_(other=seat))


def scepter_holder(game: Game) -> str | None:
    """Who holds the Grand Scepter."""
    return facts.owner(game, table.GRAND_SCEPTER)


def self_exile_price(game: Game, seat: str) -> int:
    """6.8: a favor for each secret on the board and on any card, and each warband on the board (A-76)."""
    return facts.board(game, seat, "warbands") + secrets_about(game, seat) - secrets_left(game, seat)


def self_exile_cost(game: Game, frame: Frame) -> Cost:
    """6.8: that price, to the holder of the Grand Scepter."""
    price, holder = self_exile_price(game, frame.actor), scepter_holder(game)
    return (
        Cost((Item("give", table.FAVOR, price, f"board.{holder}", "6.8", ruling="A-76"),))
        if price and holder
        else Cost()
    )


def secrets_about(game: Game, seat: str) -> int:
    """Secrets on a board, both faces, and on any denizen, relic or edifice."""
    places = [f"board.{seat}"]
    places += [place for place in game.state.pieces if place.partition(".")[0] in ("denizen", "relic", "edifice")]
    return sum(_secrets(game, place) for place in places)


def _secrets(game: Game, place: str) -> int:
    """Secrets at a place, both faces."""
    return game.state.count(place, table.SECRET) + game.state.count(place, table.HIDDEN)


def secrets_left(game: Game, seat: str) -> int:
    """Secrets on cards that others placed: they do not count towards the price if a table reads A-76 so (b).

    Nobody but the player whose turn it is places secrets on cards, and who leaves the Empire does it in their own Act
    Phase (6.8). So others' lie there only where a Rest leaves some behind: by A-24 (b) those on other players' cards.
    Without that reading both readings of A-76 come to the same.
    """
    if game.takes("A-76", "a") == "a" or game.takes("A-24", "a") != "b":
        return 0
    theirs = [place for place in game.state.pieces if facts.owner(game, place) not in (None, seat)]
    return sum(_secrets(game, place) for place in theirs if place.partition(".")[0] in ("denizen", "relic", "edifice"))


def resolve_self_exile(game: Game, frame: Frame) -> Ask:
    """6.8: pay, become an Exile, and the Act Phase ends."""
    yield from pay_for(game, frame, SELF_EXILE, "6.8")
    yield from game.scope(become_exile(game, frame.actor, "6.8"))
    end_act(game, frame.actor)


def self_exile_repairs(game: Game, frame: Frame, request: Request) -> Changes:
    """The player is a Citizen, and the Chancellor has the Scepter."""
    seat = frame.actor
    if seat == table.PURPLE:
        return
    if game.state.players[seat].role != table.CITIZEN:
        yield changes.role(seat, table.CITIZEN)
    if facts.holds_scepter(game, seat):
        yield changes.holds(game, table.PURPLE, table.GRAND_SCEPTER, 6)


SELF_EXILE: Final = worded(
    Action(
        "self-exile",
        "6.8",
        (Field("who", "6.8", lambda game, frame: [frame.actor], unbound, kind="oneself"),),
        self_exile_cost,
        resolve_self_exile,
        may_leave,
        repairs=self_exile_repairs,
        shares=nothing,
    )
)
