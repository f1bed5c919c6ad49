"""Nomad: what is used for traveling, and what follows it."""

from oathtools import catalog
from oathtools.engine.windows import Stage
from oathtools.powers.asks import NONE
from oathtools.powers.define import modifies, power
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import choose
from oathtools.procedures.machine.cost import Item
from oathtools.procedures.minor.citizenship import end_act
from oathtools.table.state import CARDS, FAVOR, SHARED

A_FAST_STEED, SPECIAL_ENVOY, HOSPITALITY = "denizen.a_fast_steed", "denizen.special_envoy", "denizen.hospitality"
WAY_STATION = "denizen.way_station"


def few_warbands(game, frame, me):
    """Three at most on the board."""
    return ("",) if facts.board(game, me, "warbands") <= 3 else ()


@modifies(
    A_FAST_STEED, "travel", "travel.cost", options=few_warbands, stage=Stage.LIMIT, cites=("7.4", "5.6.1", "7.6.2")
)
def a_fast_steed(game, frame, value, me):
    """Travel without Supply."""
    return value.without_supply()


@modifies(SPECIAL_ENVOY, "travel", "travel.cost", stage=Stage.LIMIT, cites=("7.4", "5.6.1", "7.6.2"))
def special_envoy(game, frame, value, me):
    """Travel without Supply; then the Act Phase is over."""
    return value.without_supply()


@power("travel.after", SPECIAL_ENVOY, used=True, subject="all", stage=Stage.LIMIT, cites=("5.6.2", "10.2"))
def special_envoy_rests(game, frame, me):
    """The Act Phase ends."""
    end_act(game, frame.actor)
    return
    yield


def hosts(game, frame, me):
    """The banks of the suits that both a card at one's site and an adviser have."""
    here = game.state.zone(CARDS[facts.site_of(game, me)])
    mine = facts.adviser_suits(game, me)
    suits = [suit for suit in catalog.SUITS if suit in mine and any(facts.suit_of(game, c) == suit for c in here)]
    return [f"bank.{suit}" for suit in suits]


@power(
    "travel.after",
    HOSPITALITY,
    subject="owner",
    when=hosts,
    cites=("5.6.2", "7.4.1", "10.2", "10.10", "10.14", "A-132"),
)
def hospitality(game, frame, me):
    """Who has traveled, made to or not, may gain a favor from a bank whose suit a card there and an adviser have."""
    banks = hosts(game, frame, me)
    bank = yield from choose("hospitality.bank", me, (NONE, *banks), "10.2", "10.10", default=NONE, about=frame)
    if bank != NONE:
        yield from verbs.gain_favor(game, me, bank.removeprefix("bank."), 1, "5.6.2", "10.10")


def at_a_station(game, frame, me):
    """Its ruler travels there for nothing anyhow; nobody rules it where its site lies facedown (10.21)."""
    ruled = facts.rulers_of_card(game, WAY_STATION)
    return ("",) if ruled and not facts.rules_card(game, me, WAY_STATION) else ()


def to_the_station(game, frame):
    """Does the trip end at its site?"""
    return facts.slot_named(game, frame.given["to"]) == facts.slot_of(game, WAY_STATION)


@power("travel.cost", WAY_STATION, subject="all", stage=Stage.LIMIT, cites=("5.6.1", "7.6.2"))
def way_station_of_ruler(game, frame, value, me):
    """Its ruler spends no Supply to travel there."""
    mine = to_the_station(game, frame) and facts.rules_card(game, frame.actor, WAY_STATION)
    return value.without_supply() if mine else value


@modifies(
    WAY_STATION,
    "travel",
    "travel.cost",
    options=at_a_station,
    open=True,
    stage=Stage.LIMIT,
    cites=("7.1.4", "5.6.1", "10.11", "7.6.2"),
)
def way_station(game, frame, value, me):
    """Others give its ruler a favor instead of Supply: the Chancellor for the Empire; under bandits it is burned."""
    if not to_the_station(game, frame):
        return value
    ruler = facts.rulers_of_card(game, WAY_STATION)[0]
    to = SHARED if ruler == facts.BANDITS else f"board.{ruler}"
    verb = "burn" if ruler == facts.BANDITS else "give"
    return value.without_supply().plus(Item(verb, FAVOR, 1, to, "5.6.1", WAY_STATION, power=True))
