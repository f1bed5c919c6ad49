"""5.4 Recover."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from oathtools import catalog
from oathtools.engine.decision import LAW, Row
from oathtools.kit.lazy import Memo
from oathtools.kit.text import count
from oathtools.procedures.actions.action import pay_for
from oathtools.procedures.actions.record import Action, Field, worded
from oathtools.procedures.actions.wording import priced
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.machine import changes, facts
from oathtools.procedures.machine.asking import Ask, choose
from oathtools.procedures.machine.frame import SUPPLY, Cost, Frame, Item
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import Changes, Request, Sentence, here
from oathtools.table.state import BANNERS, CARDS, DARKEST_SECRET, FAVOR, PEOPLES_FAVOR, RELICS, SECRET, SHARED

PRINTED: Final = "printed"
RELIC: Final = "relic-"


def targets(game: Game, frame: Frame) -> list[str]:
    """The facedown relics at one's site, by their place in the row, and both banners."""
    relics = game.state.zone(RELICS[facts.site_of(game, frame.actor)])
    return [*(f"{RELIC}{number}" for number in range(1, len(relics) + 1)), *BANNERS]


def relic_at(game: Game, frame: Frame, target: str) -> str:
    """The card that ``relic-N`` stands for."""
    return game.state.zone(RELICS[facts.site_of(game, frame.actor)])[int(target.removeprefix(RELIC)) - 1]


def may_recover(game: Game, frame: Frame, target: str) -> Iterator[Row]:
    """5.4.1: a relic where the site lists a price (2.8.4); either banner, the Darkest Secret by its suit test."""
    yield from game.rows("recover", frame)
    if target not in BANNERS:
        slot = facts.site_of(game, frame.actor)
        yield lists_price(game, slot), "5.4.2", f"{facts.site_id(game, slot)} lists no price for a relic"
        yield from taking.may_take(game, frame.actor, relic_at(game, frame, target), "recover")
        return
    if target == DARKEST_SECRET:
        yield from suit_test(game, frame.actor)
    yield from taking.may_take(game, frame.actor, target, "recover")


def lists_price(game: Game, slot: int) -> bool:
    """Does a site list a price for a relic (2.8.4)? Not while it lies facedown."""
    return game.state.faceup_site(slot) and catalog.site(game.state.site(slot)).recover_cost is not None


def suit_test(game: Game, seat: str) -> Iterator[Row]:
    """5.4.1 for the Darkest Secret: some suited card at the holder's site matches none of their faceup advisers (A-42).

    From oneself and from the shared bank it may always be recovered (A-43).
    """
    holder = game.state.holders[DARKEST_SECRET]
    if holder is None or holder == seat:
        return
    slot = game.state.players[holder].slot
    assert slot is not None
    suits = {suit for suit in (facts.suit_of(game, card) for card in game.state.zone(CARDS[slot])) if suit}
    site = facts.site_id(game, slot)
    yield bool(suits), "5.4.1", f"no card with a suit is at {site}, where {holder} is", LAW, "A-42"
    if suits:
        advisers = facts.adviser_suits(game, holder)
        because = f"every suit at {site} is that of one of {holder}'s faceup advisers"
        yield any(suit not in advisers for suit in suits), "5.4.1", because, LAW, "A-42"


def not_there(game: Game, frame: Frame, target: str) -> tuple[Row]:
    """No such relic lies at one's site."""
    count = len(game.state.zone(RELICS[facts.site_of(game, frame.actor)]))
    there = {0: "no relic", 1: "only one relic"}.get(count, f"only {count} relics")
    return ((False, "5.4.1", f"{there} can be found at {here(game, frame)}"),)


def recoverable(game: Game, frame: Frame, target: str) -> tuple[Sentence]:
    """What holds of a target that may be recovered."""
    holder = game.state.holders.get(target)
    if target not in BANNERS:
        says = f"a relic lies facedown at {here(game, frame)}, which lists a price for it"
    elif target == PEOPLES_FAVOR:
        says = f"{target} can be recovered from whoever holds it"
    elif holder is None or holder == frame.actor:
        says = f"{holder or 'nobody'} holds {target}"
    else:
        says = f"some card at the site of {holder} matches none of the faceup advisers of {holder}"
    return (("5.4.1", says),)


def payments(game: Game, frame: Frame) -> list[str]:
    """5.4.2: the printed price of a relic; for a banner any number of tokens above what lies on it (A-44)."""
    target = frame.given["target"]
    if target not in BANNERS:
        return [PRINTED]
    token = catalog.banner(target).token
    least = game.state.count(target, token) + 1
    most = facts.purse(game, frame.actor, token) + help_with(game, frame)
    return [str(count) for count in range(least, max(least, most) + 1)]


def help_with(game: Game, frame: Frame) -> int:
    """How many tokens powers add to those that are paid for a banner."""
    return int(game.fold("recover.help", 0, frame))


def may_pay_so(game: Game, frame: Frame, payment: str) -> Iterator[Row]:
    """More than the banner's value; whether it is there to be paid is a row of the cost."""
    target = frame.given["target"]
    if target in BANNERS:
        value = game.state.count(target, catalog.banner(target).token)
        yield int(payment) > value, "5.4.2", f"{payment} does not exceed the {value} on {target}"


def not_payable(game: Game, frame: Frame, payment: str) -> tuple[Row]:
    """Why so much is no payment."""
    target = frame.given["target"]
    if target not in BANNERS:
        return ((False, "5.4.2", "the price of a relic is the one printed on its site"),)
    token = catalog.banner(target).token
    there = game.state.count(target, token)
    if payment.isdigit() and int(payment) > there:
        have = facts.purse(game, frame.actor, token)
        return ((False, "5.4.2", f"it costs {count(int(payment), token)} and {have} can be paid"),)
    because = f"{target} holds {count(there, token)}, and more than that must be paid"
    return ((False, "5.4.2", because, LAW, "A-44"),)


def pays_enough(game: Game, frame: Frame, payment: str) -> tuple[Sentence]:
    """What holds of a payment."""
    target = frame.given["target"]
    if target not in BANNERS:
        return (("5.4.2", "a relic costs the price printed on its site"),)
    token = catalog.banner(target).token
    return (("5.4.2", f"{count(int(payment), token)} is more than the {game.state.count(target, token)} on {target}"),)


def is_priced(game: Game, frame: Frame) -> bool:
    """Can the cost be told? Not of a relic where the site lists none, nor of a banner for no number."""
    target = frame.given.get("target")
    if target is None:
        return True
    if target in BANNERS:
        return str(frame.given.get("pay", "0")).isdigit()
    return lists_price(game, facts.site_of(game, frame.actor))


def repairs(game: Game, frame: Frame, request: Request) -> Changes:
    """Another payment, another holder of the Darkest Secret, a relic more."""
    seat, target, payment = frame.actor, request.given.get("target"), str(request.given.get("pay", ""))
    if target in BANNERS:
        yield from _other_payments(game, seat, target, payment)
    holder = game.state.holders[DARKEST_SECRET]
    if target == DARKEST_SECRET:
        if holder is not None and holder != seat:
            yield changes.holds(game, None, DARKEST_SECRET, 7)
            yield from changes.advisers_gone(game, holder)
            yield from changes.elsewhere(game, holder, 6)
    elif isinstance(target, str) and target.startswith(RELIC):
        slot = facts.site_of(game, seat)
        if payment not in ("", PRINTED):
            yield changes.giving("pay", "the price printed on the site is paid", pay=PRINTED)
        if int(target.removeprefix(RELIC)) == len(game.state.zone(RELICS[slot])) + 1:
            yield from changes.relic_here(game, slot)


def _other_payments(game: Game, seat: str, target: str, payment: str) -> Changes:
    token = catalog.banner(target).token
    there = game.state.count(target, token)
    if payment and not payment.isdigit():
        yield changes.paying(there + 1)
    elif payment:
        if int(payment) <= there:
            yield changes.paying(there + 1)
            if int(payment):  # fewer than none lie nowhere
                yield changes.fewer_tokens(game, target, int(payment) - 1)
        if int(payment) > min(facts.purse(game, seat, token), there + 1):  # a toll besides may be what is missing
            yield changes.paying(there + 1)


def recover_cost(game: Game, frame: Frame) -> Cost:
    """5.4.1: 1 Supply. 5.4.2: the site's price, or the tokens stacked on the banner."""
    target, payment = frame.given["target"], frame.given["pay"]
    if target in BANNERS:
        return _stacked(target, max(0, int(payment) - help_with(game, frame)))
    return _printed[game.state.site(facts.site_of(game, frame.actor))]


def _supply() -> Item:
    return Item("spend", SUPPLY, catalog.ACTION_SUPPLY["recover"], "", "5.4.1")


@cache
def _stacked(banner: str, own: int) -> Cost:
    """What a banner costs for which one stacks so many tokens of one's own."""
    token = catalog.banner(banner).token
    return Cost((_supply(), Item("place", token, own, banner, "5.4.2")) if own else (_supply(),))


@Memo
def _printed(site: str) -> Cost:
    """What a relic costs at a site that lists a price."""
    price = catalog.site(site).recover_cost
    assert price is not None
    to = f"bank.{price.bank}" if price.bank else SHARED
    return Cost((_supply(), Item(price.how, price.what, price.amount, to, "5.4.2", site)))


def resolve(game: Game, frame: Frame) -> Ask:
    """5.4.1 and 5.4.2 pay, 5.4.3 take, 5.4.4 resolve the banner."""
    target = frame.given["target"]
    if target not in BANNERS:
        relic = relic_at(game, frame, target)
        yield from pay_for(game, frame, RECOVER, "5.4.2")
        frame.given["taken"] = yield from game.scope(taking.take(game, frame.actor, relic, "5.4.3", recovered=True))
        yield from game.window("recovered", frame)
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


def _shed_favor(game: Game, frame: Frame, old: int) -> Ask:
    """5.4.4: off its Mob side; the favor that was on it goes round the banks, one by one, from any suit on."""
    game.do.turn_mob(bool(game.fold("recover.mob", False, frame)), ("5.4.4",))
    if not old:
        return
    banks = [f"bank.{suit}" for suit in catalog.SUITS]
    first = yield from choose("recover.bank", frame.actor, banks, "5.4.4")
    start = banks.index(first)
    for number in range(old):
        game.do.move(FAVOR, 1, PEOPLES_FAVOR, banks[(start + number) % len(banks)], ("5.4.4",))


def _share_secrets(game: Game, seat: str, holder: str | None, old: int) -> Ask:
    """5.4.4: one old secret to the taker, the rest to the former holder (all to oneself; unheld: to the bank, A-43)."""
    own = old if holder == seat else min(1, old)
    game.do.move(SECRET, own, DARKEST_SECRET, f"board.{seat}", ("5.4.4",), "take")
    rest = old - own
    game.do.move(SECRET, rest, DARKEST_SECRET, f"board.{holder}" if holder else SHARED, ("5.4.4",), "give")
    yield from ()


def what_is_recovered(given: Mapping[str, Any]) -> str:
    """What the log says: where a relic lay says nothing once it is taken."""
    return "recovers a relic" if given["target"].startswith(RELIC) else "recovers {target}"


RECOVER: Final = worded(
    Action(
        "recover",
        "5.4",
        (
            Field(
                "target",
                "5.4.1",
                targets,
                may_recover,
                kind="prize",
                unlisted=not_there,
                settles=True,
                sentence=recoverable,
            ),
            Field("pay", "5.4.2", payments, may_pay_so, kind="price", unlisted=not_payable, sentence=pays_enough),
        ),
        recover_cost,
        resolve,
        priced=is_priced,
        repairs=repairs,
        carried=("5.4", "10.26"),
        phrase=what_is_recovered,
        shares=priced,
    )
)
