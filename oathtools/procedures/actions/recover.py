"""5.4 Recover."""

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from oathtools import catalog
from oathtools.engine.rows import Row
from oathtools.procedures.actions.action import Action, Field, pay_for
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, choose
from oathtools.procedures.machine.cost import SUPPLY, Cost, Item
from oathtools.procedures.machine.frame import Frame
from oathtools.table.state import BANNERS, CARDS, DARKEST_SECRET, FAVOR, PEOPLES_FAVOR, RELICS, SECRET, SHARED

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

PRINTED = "printed"
RELIC = "relic-"


def targets(game: "Game", frame: Frame) -> list[str]:
    """The facedown relics at one's site, by their place in the row, and both banners."""
    here = game.state.zone(RELICS[facts.site_of(game, frame.actor)])
    return [*(f"{RELIC}{number}" for number in range(1, len(here) + 1)), *BANNERS]


def relic_at(game: "Game", frame: Frame, target: str) -> str:
    """The card that ``relic-N`` stands for."""
    return game.state.zone(RELICS[facts.site_of(game, frame.actor)])[int(target.removeprefix(RELIC)) - 1]


def may_recover(game: "Game", frame: Frame, target: str) -> Iterator[Row]:
    """5.4.1: a relic where the site lists a price (2.8.4); either banner, the Darkest Secret by its suit test."""
    yield from game.rows("recover", frame)
    if target not in BANNERS:
        here = facts.site_of(game, frame.actor)
        yield lists_price(game, here), "5.4.2", f"{facts.site_id(game, here)} lists no price for a relic"
        yield from taking.may_take(game, frame.actor, relic_at(game, frame, target), "recover")
        return
    if target == DARKEST_SECRET:
        yield from suit_test(game, frame.actor)
    yield from taking.may_take(game, frame.actor, target, "recover")


def lists_price(game: "Game", slot: int) -> bool:
    """Does a site list a price for a relic (2.8.4)? Not while it lies facedown."""
    return game.state.faceup_site(slot) and catalog.site(game.state.site(slot)).recover_cost is not None


def suit_test(game: "Game", seat: str) -> Iterator[Row]:
    """5.4.1 for the Darkest Secret: some suited card at the holder's site matches none of their faceup advisers (A-42).

    From oneself and from the shared bank it may always be recovered (A-43).
    """
    holder = game.state.holders[DARKEST_SECRET]
    if holder is None or holder == seat:
        return
    slot = game.state.players[holder].slot
    assert slot is not None
    here = {suit for suit in (facts.suit_of(game, card) for card in game.state.zone(CARDS[slot])) if suit}
    site = facts.site_id(game, slot)
    yield bool(here), "5.4.1", f"no card with a suit is at {site}, where {holder} is"
    if here:
        advisers = facts.adviser_suits(game, holder)
        because = f"every suit at {site} is that of one of {holder}'s faceup advisers"
        yield any(suit not in advisers for suit in here), "5.4.1", because


def payments(game: "Game", frame: Frame) -> list[str]:
    """5.4.2: the printed price of a relic; for a banner any number of tokens above what lies on it (A-44)."""
    target = frame.given["target"]
    if target not in BANNERS:
        return [PRINTED]
    token = catalog.banner(target).token
    least = game.state.count(target, token) + 1
    most = facts.purse(game, frame.actor, token) + help_with(game, frame)
    return [str(count) for count in range(least, max(least, most) + 1)]


def help_with(game: "Game", frame: Frame) -> int:
    """How many tokens powers add to those that are paid for a banner."""
    return int(game.fold("recover.help", 0, frame))


def may_pay_so(game: "Game", frame: Frame, payment: str) -> Iterator[Row]:
    """More than the banner's value; whether it is there to be paid is a row of the cost."""
    target = frame.given["target"]
    if target in BANNERS:
        value = game.state.count(target, catalog.banner(target).token)
        yield int(payment) > value, "5.4.2", f"{payment} does not exceed the {value} on {target}"


def recover_cost(game: "Game", frame: Frame) -> Cost:
    """5.4.1: 1 Supply. 5.4.2: the site's price, or the tokens stacked on the banner."""
    target, payment = frame.given["target"], frame.given["pay"]
    if target in BANNERS:
        base = _stacked(target, max(0, int(payment) - help_with(game, frame)))
    else:
        base = _printed(game.state.site(facts.site_of(game, frame.actor)))
    cost: Cost = game.fold("recover.cost", base, frame)
    return cost


def _supply() -> Item:
    return Item("spend", SUPPLY, catalog.ACTION_SUPPLY["recover"], "", "5.4.1")


@cache
def _stacked(banner: str, own: int) -> Cost:
    """What a banner costs for which one stacks so many tokens of one's own."""
    token = catalog.banner(banner).token
    return Cost((_supply(), Item("place", token, own, banner, "5.4.2")) if own else (_supply(),))


@cache
def _printed(site: str) -> Cost:
    """What a relic costs at a site that lists a price."""
    price = catalog.site(site).recover_cost
    assert price is not None
    to = f"bank.{price.bank}" if price.bank else SHARED
    return Cost((_supply(), Item(price.how, price.what, price.amount, to, "5.4.2", site)))


def resolve(game: "Game", frame: Frame) -> Ask:
    """5.4.1 and 5.4.2 pay, 5.4.3 take, 5.4.4 resolve the banner."""
    target = frame.given["target"]
    if target not in BANNERS:
        relic = relic_at(game, frame, target)
        yield from pay_for(game, frame, RECOVER, "5.4.2")
        frame.given["taken"] = yield from game.scope(taking.take(game, frame.actor, relic, "5.4.3", recovered=True))
        yield from game.scope(game.window("recovered", frame))
    else:
        token = catalog.banner(target).token
        old, holder = game.state.count(target, token), game.state.holders[target]
        helped = min(int(frame.given["pay"]), help_with(game, frame))
        yield from pay_for(game, frame, RECOVER, "5.4.2")
        for _ in range(helped):
            yield from verbs.add_secret(game, target, "5.4.2", "10.10")
        yield from game.scope(taking.take(game, frame.actor, target, "5.4.3", recovered=True))
        frame.given["taken"] = target
        if target == PEOPLES_FAVOR:
            yield from game.scope(_shed_favor(game, frame, old))
        else:
            yield from game.scope(_share_secrets(game, frame.actor, holder, old))
    yield from game.scope(game.window("recover.after", frame))


def _shed_favor(game: "Game", frame: Frame, old: int) -> Ask:
    """5.4.4: off its Mob side; the favor that was on it goes round the banks, one by one, from any suit on."""
    game.do.turn_mob(bool(game.fold("recover.mob", False, frame)), ("5.4.4",))
    if not old:
        return
    banks = [f"bank.{suit}" for suit in catalog.SUITS]
    first = yield from choose("recover.bank", frame.actor, banks, "5.4.4")
    start = banks.index(first)
    for number in range(old):
        game.do.move(FAVOR, 1, PEOPLES_FAVOR, banks[(start + number) % len(banks)], ("5.4.4",))


def _share_secrets(game: "Game", seat: str, holder: str | None, old: int) -> Ask:
    """5.4.4: one old secret to the taker, the rest to the former holder (all to oneself; unheld: to the bank, A-43)."""
    own = old if holder == seat else min(1, old)
    game.do.move(SECRET, own, DARKEST_SECRET, f"board.{seat}", ("5.4.4",), "take")
    rest = old - own
    game.do.move(SECRET, rest, DARKEST_SECRET, f"board.{holder}" if holder else SHARED, ("5.4.4",), "give")
    return
    yield


def least_supply() -> int:
    """The least Supply it takes."""
    return catalog.ACTION_SUPPLY["recover"]


RECOVER = Action(
    "recover",
    "5.4",
    (
        Field("target", "5.4.1", targets, may_recover, kind="prize"),
        Field("pay", "5.4.2", payments, may_pay_so, kind="price"),
    ),
    recover_cost,
    resolve,
    least=least_supply,
)
