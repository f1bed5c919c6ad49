"""The derivation: the facts a verdict rests on and the clauses they satisfy, in sentences that are true as they stand.

Rows are worded for the case that they fail. A stage whose rows all hold is told by its facts instead: a sentence for
each field, what the whole costs and which powers changed that, and the powers that were asked and allow it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from oathtools import catalog
from oathtools.engine.rows import Refusal, holds
from oathtools.law.clauses import all_clauses
from oathtools.procedures.actions.action import Action, full_cost, given
from oathtools.procedures.actions.play import ADVISER, DISCARD, FACEDOWN, VISION
from oathtools.procedures.actions.trade import trade_gain
from oathtools.procedures.adjudicate.stages import Stage, has_price, within
from oathtools.procedures.adjudicate.walk import Walked, ways_on, worth_trying
from oathtools.procedures.adjudicate.witness import Changed, Witness
from oathtools.procedures.campaign import declaration as campaign
from oathtools.procedures.glossary import limits
from oathtools.procedures.glossary.limits import surplus
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.cost import SUPPLY, Cost
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.request import END, Request
from oathtools.procedures.minor import warbands as minor
from oathtools.procedures.turn.loop import ACTIONS
from oathtools.table.state import BANNERS, CARDS, DARKEST_SECRET, FAVOR, PEOPLES_FAVOR, SECRET, WORLD

Told = Iterator[Refusal]
# How many ways to fill what was left open are named.
NAMED = 12


def derivation(game: Witness, seat: str, request: Request, walked: Walked) -> tuple[Refusal, ...]:
    """What holds, stage by stage; a stage that fails is left to its refusals."""
    found: list[Refusal] = []
    sound = True
    for stage in walked.stages:
        fits = holds(stage.rows)
        if fits and (sound or stage.name != "open"):
            found += _stage(game, seat, request, stage)
        sound = sound and fits
    return tuple(dict.fromkeys(found))


def _stage(game: Witness, seat: str, request: Request, stage: Stage) -> Told:
    if stage.name == "turn":
        yield Refusal("4.2", f"it is the Act Phase of {seat}")
        if request.action == END:
            yield Refusal("4.2", "nothing need be done in it")
        return
    action = ACTIONS[request.action]
    if stage.name == "action":
        with within(game, stage.frame):
            yield from (Refusal(*each) for each in _ACTIONS.get(action.name, _nothing)(game, stage.frame, seat))
        yield from _asked(game, stage.frame, action.may)
    elif stage.name == "modifier":
        yield Refusal("7.1.1", f"{seat} may use the power of {stage.about}", stage.about)
    elif stage.name == "cost":
        if has_price(game, stage.frame):
            yield from _price(game, action, stage.frame)
    elif stage.name == "plan":
        card = stage.about.partition("=")[0]
        yield Refusal("7.5.1", f"{seat} rules the battle plan {card} and can pay for it", card)
    elif stage.name == "open":
        yield from _open(game, action, stage.frame, stage.about)
    elif stage.name in request.given:
        yield from _field(game, stage)


# -- fields --------------------------------------------------------------------------------------------------------


def _field(game: Witness, stage: Stage) -> Told:
    field, frame = stage.about, stage.frame
    tell = _FIELDS.get(f"{frame.action}.{field.name}")
    with within(game, frame):
        if tell is not None:
            yield from (Refusal(*each) for each in tell(game, frame, frame.given[field.name]))
        else:
            yield Refusal(field.clause, f"{all_clauses()[field.clause].title}: {frame.given[field.name]}")
    if frame.action != "power" or frame.given["card"] in game.registry.actions:
        yield from _asked(game, frame, lambda game, frame: field.rows(game, frame, frame.given[field.name]))


def _asked(game: Witness, frame: Frame, rows: Callable[..., Iterable[Any]] | None) -> Told:
    """The powers that were asked for rows and had nothing against it."""
    if rows is None:
        return
    with game.listening() as heard:
        game.inside(frame, rows)
    for power in dict.fromkeys(heard.asked):
        yield Refusal(_clause(power), f"{power.card} does not stand in the way", power.card)


def _clause(power: Any) -> str:
    """The clause a power rests on: the first it cites that is one."""
    return next((cite for cite in power.cites if cite[:1].isdigit()), str(power.place.clause))


def _here(game: Witness, frame: Frame) -> str:
    return facts.site_id(game, facts.site_of(game, frame.actor))


Sentence = tuple[str, str]


def _to_site(game: Witness, frame: Frame, site: str) -> Iterator[Sentence]:
    yield "5.6.1", f"{frame.actor} is at {_here(game, frame)}, and {site} is another site"


def _source(game: Witness, frame: Frame, source: str) -> Iterator[Sentence]:
    if source == WORLD:
        yield "5.1.2", "there are cards in the world deck"
    else:
        yield "5.1.2", f"{frame.actor} may draw from the discard pile of the {source}, and cards lie in it"


def _card_here(clause: str) -> Callable[..., Iterator[Sentence]]:
    def tell(game: Witness, frame: Frame, card: str) -> Iterator[Sentence]:
        site = _here(game, frame)
        yield clause, f"{card} is at {site}, and so is {frame.actor}"
        if facts.is_empty(game, card):
            yield clause, f"there is no favor and no secret on {card}"

    return tell


def _trade_for(game: Witness, frame: Frame, what: str) -> Iterator[Sentence]:
    gain = trade_gain(game, frame)
    parts = [_many(gain.get(key, 0), key) for key in ("favor", "secrets") if gain.get(key) or key == what]
    bank = facts.suit_of(game, frame.given["card"])
    limit = f", the favor from bank.{bank} as far as it goes" if gain.get("favor") else ""
    yield "5.3.2", f"the Trade brings {' and '.join(parts)}{limit}"


def _target(game: Witness, frame: Frame, target: str) -> Iterator[Sentence]:
    if target not in BANNERS:
        yield "5.4.1", f"a relic lies facedown at {_here(game, frame)}, which lists a price for it"
    elif target == PEOPLES_FAVOR:
        yield "5.4.1", f"{target} can be recovered from whoever holds it"
    else:
        holder = game.state.holders[DARKEST_SECRET]
        if holder is None:
            yield "5.4.1", f"nobody holds {target}"
        elif holder == frame.actor:
            yield "5.4.1", f"{frame.actor} holds {target}"
        else:
            yield "5.4.1", f"some card at the site of {holder} matches none of the faceup advisers of {holder}"


def _pay(game: Witness, frame: Frame, payment: str) -> Iterator[Sentence]:
    target = frame.given["target"]
    if target in BANNERS:
        token = catalog.banner(target).token
        yield "5.4.2", f"{_many(int(payment), token)} is more than the {game.state.count(target, token)} on {target}"
    else:
        yield "5.4.2", "a relic costs the price printed on its site"


def _defender(game: Witness, frame: Frame, defender: str) -> Iterator[Sentence]:
    site = _here(game, frame)
    if defender == campaign.BANDITS:
        yield "5.5.1", f"no player rules {site}"
    elif campaign.rules_here(game, frame, defender):
        yield "5.5.1", f"{defender} rules {site}, where {frame.actor} is"
    else:
        yield "5.5.1", f"{defender} is at {site}, and so is {frame.actor}"


def _targets(game: Witness, frame: Frame, chosen: list[str]) -> Iterator[Sentence]:
    site = _here(game, frame)
    local = f"one of them at least at {site}" if len(chosen) > 1 else f"at {site}"
    if list(chosen) == [site]:
        local = f"where {frame.actor} is"
    yield "5.5.2", f"{_and(chosen)} can be targeted, {local}"
    if campaign.site_is_due(game, frame):
        yield "5.5.2", f"{frame.given['defender']} rules {site}, and it is among the targets"
    yield "5.5.2", f"the targets add {_many(campaign.declared_dice(game, frame, chosen), 'dice')} to the defense pool"


def _dice(game: Witness, frame: Frame, dice: int) -> Iterator[Sentence]:
    yield (
        "5.5.2",
        f"{frame.actor} takes {_many(dice, 'dice')} of up to {campaign.most_dice(game, frame)} for the attack",
    )


def _facedown(game: Witness, frame: Frame, card: str) -> Iterator[Sentence]:
    yield "6.1", f"{card} is a facedown adviser of {frame.actor}"


def _placement(game: Witness, frame: Frame, to: str) -> Iterator[Sentence]:
    card, seat = frame.given["card"], frame.actor
    if to == DISCARD:
        yield "5.1.4", "any card may be discarded instead of played"
    elif to == VISION:
        yield "5.1.4.3", f"{card} is a Vision, and {seat} may play it faceup"
    elif to in (ADVISER, FACEDOWN):
        need = surplus(game, seat, card, to == ADVISER)
        if need.number:
            yield "5.1.4.2", f"{_many(need.number, 'adviser')} must be discarded for it, and can be"
        else:
            yield "5.1.4.2", f"the row of {seat} has room for it"
    else:
        slot = facts.slot_named(game, to)
        room = limits.capacity(game, slot, seat, card if game.state.known(card) else None)
        yield "5.1.4.1", f"{to} holds {_many(len(game.state.zone(CARDS[slot])), 'card')} and has room for {room}"


def _power(game: Witness, frame: Frame, card: str) -> Iterator[Sentence]:
    seat = frame.actor
    how = "rules it" if facts.rules_card(game, seat, card) else "is at its site"
    yield "7.1.1", f"{seat} may use {card}, because {seat} {how}"


def _declared(game: Witness, frame: Frame, card: str) -> Iterator[Sentence]:
    yield "7.1", f"the power of {card} is not coded, so that its player states what it does"


def _moves(game: Witness, frame: Frame, moves: str) -> Iterator[Sentence]:
    yield "7.1.3", f"each move can be done as the table then stands: {moves}"


def _peeked(game: Witness, frame: Frame, what: str) -> Iterator[Sentence]:
    seat = frame.actor
    if what.startswith("reliquary"):
        yield "6.4", f"{seat} holds relic.grand_scepter"
    elif int(what.split("-")[1]) - 1 == facts.site_of(game, seat):
        yield "6.3", f"{seat} is at the site where it lies"
    else:
        yield "6.3", f"{seat} has seen it before"


def _moved(game: Witness, frame: Frame, to: str) -> Iterator[Sentence]:
    seat, site = frame.actor, _here(game, frame)
    if to == minor.SITE:
        yield "6.5", f"{seat} rules {site} and has {_warbands(game, seat)} on the board"
    else:
        count = minor.spare(game, seat, facts.site_of(game, seat))
        yield "6.5", f"{_many(count, 'warband')} of {seat} can leave {site}"


def _shared(game: Witness, frame: Frame, other: str) -> Iterator[Sentence]:
    yield "6.5", f"{frame.actor} and {other} are both Imperial and at {_here(game, frame)}"


def _nothing(game: Witness, frame: Frame, value: Any) -> Iterator[Sentence]:
    yield from ()


def _offered(game: Witness, frame: Frame, other: str) -> Iterator[Sentence]:
    yield "6.6.1", f"{frame.actor} holds relic.grand_scepter, and {other} is an Exile"
    if other != frame.actor:
        yield "6.6.2", f"{other} will accept or decline"


def _exiled(game: Witness, frame: Frame, other: str) -> Iterator[Sentence]:
    yield "6.7", f"{frame.actor} holds relic.grand_scepter, and {other} is a Citizen"


def _leaves(game: Witness, frame: Frame, seat: str) -> Iterator[Sentence]:
    yield "6.8", f"{seat} is a Citizen and does not hold relic.grand_scepter"


_FIELDS: dict[str, Callable[..., Iterator[Sentence]]] = {
    "travel.to": _to_site,
    "search.source": _source,
    "muster.card": _card_here("5.2.1"),
    "trade.card": _card_here("5.3.2"),
    "trade.for": _trade_for,
    "recover.target": _target,
    "recover.pay": _pay,
    "campaign.defender": _defender,
    "campaign.targets": _targets,
    "campaign.dice": _dice,
    "play.card": _facedown,
    "play.to": _placement,
    "power.card": _power,
    "declare.card": _declared,
    "declare.moves": _moves,
    "peek.what": _peeked,
    "move-warbands.to": _moved,
    "move-warbands.number": _nothing,
    "give-warbands.other": _shared,
    "take-warbands.other": _shared,
    "give-warbands.number": _nothing,
    "take-warbands.number": _nothing,
    "offer.other": _offered,
    "offer.relic": _nothing,
    "exile.other": _exiled,
    "self-exile.who": _nothing,
}
_ACTIONS: dict[str, Callable[..., Iterator[Sentence]]] = {"self-exile": _leaves}


def _open(game: Witness, action: Action, frame: Frame, field: Any) -> Told:
    """What was left open: the values that will do, as far as they are few enough to be named."""
    index = action.fields.index(field)
    there = ways_on(game, action, frame, index) or frame
    for card, param in there.modifiers[len(frame.modifiers) :]:
        how = f"{card} ({param})" if param else card
        yield Refusal("7.4", f"it takes the power of {how}", card)
    values = []
    if field.private:
        return
    if action is campaign.CAMPAIGN and field.name == "dice":
        most = max(game.inside(there, campaign.pools))
        yield Refusal(field.clause, f"up to {most} attack dice may be taken")
        return
    for value in worth_trying(game, action, there, index):
        trial = given(game, action, there, field, value)
        if holds(game.inside(trial, field.rows, value)) and ways_on(game, action, trial, index + 1) is not None:
            values.append(value)
    if field.decide is None and 0 < len(values) <= NAMED:
        how = "by paying" if field.name == "pay" else "with"
        yield Refusal(field.clause, f"it can be done {how} {_or([str(value) for value in values])}")
    else:
        yield Refusal(
            field.clause, f"the {action.name} can be completed in {'one way' if len(values) == 1 else 'several ways'}"
        )


# -- what it costs -------------------------------------------------------------------------------------------------


def _price(game: Witness, action: Action, frame: Frame) -> Told:
    """The cost as the Law has it, each power that changes it, and what there is to pay with."""
    with game.listening() as heard, within(game, frame):
        cost = full_cost(game, frame, action)
    changes = [each for each in heard.changed if isinstance(each.before, Cost)]
    base = changes[0].before if changes else cost
    if not cost.items and not changes:
        yield Refusal("6" if action.clause.startswith("6") else action.clause, "it costs no Supply")
        return
    yield Refusal(_cost_clause(base, action), f"it costs {cost_words(base)}")
    yield from _changes(changes)
    if changes and frame.modifiers and cost != changes[-1].after:
        yield Refusal("7.4", f"with the powers used it costs {cost_words(cost)}")
    if frame.fact("free"):
        yield Refusal("7.6.2", "no Supply is spent")
    with within(game, frame):
        have = [_have(game, frame.actor, what) for what in dict.fromkeys(item.what for item in cost.items)]
    if have:
        yield Refusal(_cost_clause(cost, action), f"{frame.actor} has {_and(have)}")


def _changes(changes: list[Changed]) -> Told:
    for each in changes:
        yield Refusal(_clause(each.power), f"with {each.power.card} it costs {cost_words(each.after)}", each.power.card)


def _cost_clause(cost: Cost, action: Action) -> str:
    return cost.items[0].clause if cost.items else action.clause


def cost_words(cost: Cost) -> str:
    """A cost in ids and words: ``1 Supply and 1 favor on denizen.longbows``."""
    return _and([_item(item.verb, item.what, item.amount, item.to) for item in cost.items]) or "nothing"


def _item(verb: str, what: str, amount: int, to: str) -> str:
    pieces = _many(amount, "Supply" if what == SUPPLY else what)
    if verb == "spend":
        return pieces
    if verb == "burn":
        return f"{pieces} to burn"
    if verb == "flip":
        return f"{pieces} to flip facedown"
    if verb == "sacrifice":
        return f"{pieces} to sacrifice"
    if verb == "give":
        return f"{pieces} for {to.removeprefix('board.')}"
    return f"{pieces} on {to}" if "." in to and not to.startswith("bank.") else f"{pieces} for {to}"


def _have(game: Witness, seat: str, what: str) -> str:
    if what == SUPPLY:
        return _many(game.state.players[seat].supply, "Supply")
    if what in (FAVOR, SECRET):
        return _many(facts.purse(game, seat, what), what)
    return _warbands(game, seat)


def _warbands(game: Witness, seat: str) -> str:
    return _many(facts.board(game, seat, "warbands"), "warband")


# -- words ---------------------------------------------------------------------------------------------------------

_UNCOUNTED = ("Supply", FAVOR)


def _many(count: int, what: str) -> str:
    what = what.removesuffix("s") if what in ("secrets", "warbands") else what
    if what == "dice":
        return "1 die" if count == 1 else f"{count} dice"
    return f"{count} {what}" if count == 1 or what in _UNCOUNTED else f"{count} {what}s"


def _and(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def _or(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
