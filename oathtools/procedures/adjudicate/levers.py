"""Which changes are worth trying for a request that is refused: by what it costs, where it happens, and its kind."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from oathtools import catalog
from oathtools.engine.rows import LAW, Refusal, holds
from oathtools.procedures.actions.action import available, full_cost, given, power_cost
from oathtools.procedures.actions.play import ADVISER, DISCARD, FACEDOWN, VISION
from oathtools.procedures.adjudicate import changes, reworded
from oathtools.procedures.adjudicate.stages import has_price, within
from oathtools.procedures.adjudicate.walk import PLAYING, Walked, walk
from oathtools.procedures.campaign import declaration as campaign
from oathtools.procedures.glossary import limits
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.cost import SUPPLY, Cost
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import END, Change, Request
from oathtools.procedures.minor import warbands as minor
from oathtools.procedures.turn.loop import ACTIONS
from oathtools.table.state import (
    BANNERS,
    CARDS,
    CITIZEN,
    DARKEST_SECRET,
    EXILE,
    FAVOR,
    GRAND_SCEPTER,
    PEOPLES_FAVOR,
    PURPLE,
    RELICS,
    SECRET,
    SLOT,
    SLOTS,
)

Levers = Iterator[Change]


def levers(game: Game, seat: str, request: Request, refused: Iterable[Refusal]) -> Levers:
    """The changes worth trying where a request stands refused, each once."""
    reasons = list(refused)
    if game.state.phase not in PLAYING:
        return
    if any(each.clause == "4.2" for each in reasons):
        yield changes.turn_of(seat)
    if request.action == END:
        return
    walked = walk(game, seat, request)
    frame = walked.frame
    with within(game, frame):
        yield from _without(walked)
        yield from _prices(game, frame, request)
        yield from _powers(game, frame, request, reasons)
        yield from _BY_ACTION.get(request.action, _nothing)(game, frame, request)
        if any(each.clause != "4.2" for each in reasons):
            yield from _elsewhere(game, seat, 2)


def _elsewhere(game: Game, seat: str, ease: int) -> Levers:
    """The pawn is at another site: a faceup one, for a site is turned up by the pawn that comes to it (5.6.2)."""
    here = game.state.players[seat].slot
    for slot in range(SLOTS):
        if slot != here and game.state.faceup_site(slot):
            yield changes.pawn_at(game, seat, slot, ease)


# -- any action ----------------------------------------------------------------------------------------------------


def _prices(game: Game, frame: Frame, request: Request) -> Levers:
    """What is short of the cost."""
    seat = frame.actor
    for cost in _costs(game, frame, request):
        needs: dict[str, int] = {}
        for item in cost.items:
            what = item.what if item.what in (SUPPLY, FAVOR, SECRET) else "warbands"
            needs[what] = needs.get(what, 0) + item.amount
        for what, count in needs.items():
            short = count - _have(game, seat, what)
            if short > 0:
                yield from changes.more(game, seat, what, short)


def _costs(game: Game, frame: Frame, request: Request) -> Iterator[Cost]:
    action = ACTIONS[request.action]
    if all(field.name in frame.given for field in action.fields):
        if request.action == "power" and frame.given["card"] not in game.registry.actions:
            yield power_cost(frame.given["card"], "action")
        elif has_price(game, frame):
            cost = full_cost(game, frame, action)
            yield cost
            for plan in request.plans:
                cost += power_cost(plan.partition("=")[0], "battle_plan")
                yield cost
        return
    # What was left open may be filled in several ways, each with its price.
    index = next(index for index, field in enumerate(action.fields) if field.name not in frame.given)
    if index == len(action.fields) - 1:
        field = action.fields[index]
        for value in game.each_inside(frame, field.tries or field.candidates):
            trial = given(game, action, frame, field, value)
            with within(game, trial):
                if holds(field.rows(game, trial, value)) and has_price(game, trial):
                    yield full_cost(game, trial, action)
    elif request.action in catalog.ACTION_SUPPLY:
        from oathtools.procedures.machine.cost import supply

        yield supply(catalog.ACTION_SUPPLY[request.action], action.clause)


def _have(game: Game, seat: str, what: str) -> int:
    if what == SUPPLY:
        return game.state.players[seat].supply
    return facts.purse(game, seat, what) if what in (FAVOR, SECRET) else facts.board(game, seat, what)


def _powers(game: Game, frame: Frame, request: Request, reasons: list[Refusal]) -> Levers:
    """Cards that hold tokens, cards whose powers refuse, powers that could be used."""
    state = game.state
    named = [request.given.get("card"), *(card for card, _ in request.modifiers)]
    for card in dict.fromkeys(named):
        if isinstance(card, str) and card in state.where and not facts.is_empty(game, card):
            yield changes.emptied(card)
    for source in dict.fromkeys(each.source for each in reasons if each.source != LAW):
        if source in state.where and state.where[source] != "map":
            yield changes.gone(source)
        elif source in BANNERS:
            yield changes.holds(game, frame.actor, source, 5)
    action = ACTIONS[request.action]
    bare = Frame(action.name, frame.actor)
    used = {card for card, _ in request.modifiers}
    for modifier, param in available(game, action, bare):
        if modifier.card not in used:
            yield reworded.using(modifier.card, param)


def _without(walked: Walked) -> Levers:
    """A modifier or a battle plan that cannot be used is left out."""
    for stage in walked.stages:
        if stage.name == "modifier" and not holds(stage.rows):
            yield reworded.leaving_out(stage.about)
        elif stage.name == "plan" and not holds(stage.rows):
            yield reworded.without_plan(stage.about)


def _nothing(game: Game, frame: Frame, request: Request) -> Levers:
    yield from ()


# -- by action -----------------------------------------------------------------------------------------------------


def _with_card_here(game: Game, frame: Frame, request: Request) -> Levers:
    """Muster and Trade: the card at the pawn's site, intact."""
    card = request.given.get("card")
    if card is None:
        cards = game.state.zone(CARDS[facts.site_of(game, frame.actor)])
        yield from (changes.emptied(card) for card in cards if not facts.is_empty(game, card))
        return
    if card in game.state.handles:
        return
    record = catalog.card(card)
    if record.kind == "edifice" and catalog.edifice(card).ruined:
        if card in game.state.where:
            yield changes.repaired(card)
        return
    slot = facts.site_of(game, frame.actor)
    if game.state.where.get(card) not in CARDS and card in game.state.where and game.state.faceup_site(slot):
        yield changes.lies_at(game, card, slot)


def _search(game: Game, frame: Frame, request: Request) -> Levers:
    source = request.given.get("source")
    if source in catalog.REGIONS and not game.state.zone(f"discard.{source}"):
        yield from changes.card_in_pile(game, str(source))


def _recover(game: Game, frame: Frame, request: Request) -> Levers:
    target = request.given.get("target")
    seat = frame.actor
    if target in BANNERS:
        token = catalog.banner(target).token
        there = game.state.count(target, token)
        payment = str(request.given.get("pay", ""))
        if payment and not payment.isdigit():
            yield reworded.paying(there + 1)
        elif payment:
            if int(payment) <= there:
                yield reworded.paying(there + 1)
                yield changes.fewer_tokens(game, target, int(payment) - 1)
            short = int(payment) - facts.purse(game, seat, token)
            if short > 0:
                yield from changes.more(game, seat, token, short)
                yield reworded.paying(there + 1)
    if target == DARKEST_SECRET:
        holder = game.state.holders[DARKEST_SECRET]
        if holder is not None and holder != seat:
            yield changes.holds(game, None, DARKEST_SECRET, 7)
            yield from _advisers_gone(game, holder)
            yield from _elsewhere(game, holder, 6)
    elif isinstance(target, str) and target.startswith("relic-"):
        slot = facts.site_of(game, seat)
        if request.given.get("pay", "printed") != "printed":
            yield reworded.paying_as_printed()
        if int(target.removeprefix("relic-")) == len(game.state.zone(RELICS[slot])) + 1:
            yield from changes.relic_here(game, slot)


def _advisers_gone(game: Game, seat: str) -> Levers:
    for card in game.state.zone(f"advisers.{seat}"):
        if card not in game.state.facedown and card not in game.state.handles:
            yield changes.gone(card, 5)


def _campaign(game: Game, frame: Frame, request: Request) -> Levers:
    defender = request.given.get("defender")
    seat, slot = frame.actor, facts.site_of(game, frame.actor)
    if defender is None:
        return
    if defender == campaign.BANDITS:
        yield changes.unruled(game, slot)
    elif defender != seat:
        yield changes.pawn_at(game, defender, slot, 6)
        yield from changes.ruled(game, defender, slot, 6)
        for target in request.given.get("targets", ()):
            yield from _owned(game, frame, defender, target)
    if "targets" in request.given:
        yield from _other_targets(game, frame, request)
    if "dice" in request.given:
        most = campaign.most_dice(game, frame)
        dice = int(request.given["dice"])
        if dice > most:
            yield from changes.more(game, seat, "warbands", dice - most)
            yield reworded.dice(most)
    for plan in request.plans:
        card = plan.partition("=")[0]
        at = facts.slot_of(game, card)
        if at is not None:
            yield from changes.ruled(game, seat, at, 4)


def _owned(game: Game, frame: Frame, defender: str, target: str) -> Levers:
    """The defender rules a site or has a relic or banner that was named as a target."""
    if campaign.is_site(target):
        slot = facts.slot_named(game, target)
        if facts.side_of(game, defender) not in facts.rulers(game, slot):
            yield from changes.ruled(game, defender, slot, 6)
    elif target in (*BANNERS, *game.state.where) and facts.owner(game, target) != defender:
        yield changes.holds(game, defender, target, 7)


def _other_targets(game: Game, frame: Frame, request: Request) -> Levers:
    """A target more, or one fewer."""
    chosen = list(request.given["targets"])
    for target in campaign.targets(game, frame):
        if target not in chosen and campaign.is_site(target):
            yield reworded.targeting(target)
    if len(chosen) > 1:
        for target in chosen:
            yield reworded.not_targeting(target)


def _play(game: Game, frame: Frame, request: Request) -> Levers:
    card, to, seat = request.given.get("card"), request.given.get("to"), frame.actor
    state = game.state
    if card is not None and state.where.get(card) == f"advisers.{seat}" and card not in state.facedown:
        yield changes.facedown_adviser(seat, card)
    if to == VISION and state.players[seat].role != EXILE and seat != PURPLE:
        yield changes.role(seat, EXILE)
    if to in (ADVISER, FACEDOWN):
        for other in state.zone(f"advisers.{seat}"):
            if other != card and facts.is_locked(game, other):
                yield changes.gone(other, 5)
    if to is not None and to not in (ADVISER, FACEDOWN, VISION, DISCARD):
        slot = facts.slot_named(game, to)
        room = limits.capacity(game, slot, seat, card if isinstance(card, str) and state.known(card) else None)
        if room:
            yield from changes.fewer_cards(game, slot, len(state.zone(CARDS[slot])) - room + 1)
        if state.holders[PEOPLES_FAVOR] != seat:
            yield changes.holds(game, seat, PEOPLES_FAVOR, 6)


def _power(game: Game, frame: Frame, request: Request) -> Levers:
    card = request.given.get("card")
    if isinstance(card, str):
        slot = facts.slot_of(game, card)
        if slot is not None:
            yield from changes.ruled(game, frame.actor, slot, 4)


def _peek(game: Game, frame: Frame, request: Request) -> Levers:
    if str(request.given.get("what", "reliquary")).startswith("reliquary"):
        yield from _scepter(game, frame)


def _scepter(game: Game, frame: Frame) -> Levers:
    if not facts.holds_scepter(game, frame.actor):
        yield changes.holds(game, frame.actor, GRAND_SCEPTER, 6)
    if GRAND_SCEPTER in game.state.taken:
        yield changes.not_fresh()


def _move(game: Game, frame: Frame, request: Request) -> Levers:
    seat, to = frame.actor, request.given.get("to")
    slot = facts.site_of(game, seat)
    number = int(request.given.get("number", 1))
    if to != minor.BOARD:
        yield from changes.ruled(game, seat, slot, 5)
        yield from changes.more(game, seat, "warbands", number - facts.board(game, seat, "warbands"))
    if to != minor.SITE:
        there = minor.spare(game, seat, slot)
        own = game.state.count(SLOT[slot], facts.side_of(game, seat))
        yield from changes.more_warbands(game, seat, SLOT[slot], number - there + (0 if own else 1))


def _share(game: Game, frame: Frame, request: Request) -> Levers:
    seat, other = frame.actor, request.given.get("other")
    if other == seat:
        return
    slot = facts.site_of(game, seat)
    near = [each for each in game.state.seats if each != seat and game.state.players[each].slot == slot]
    for each in (seat, *((other,) if other else near)):
        if not game.state.players[each].imperial:
            yield changes.role(each, CITIZEN)
    if other is not None and game.state.players[other].slot != slot:
        yield changes.pawn_at(game, other, slot, 5)
    for giver in (seat,) if request.action == minor.GIVE.name else (other,) if other else near:
        short = int(request.given.get("number", 1)) - game.state.count(f"board.{giver}", PURPLE)
        if game.state.players[giver].imperial:
            yield from changes.more_warbands(game, giver, f"board.{giver}", short)


def _offer(game: Game, frame: Frame, request: Request) -> Levers:
    yield from _scepter(game, frame)
    other = request.given.get("other")
    if other is not None and other != PURPLE and game.state.players[other].role != EXILE:
        yield changes.role(other, EXILE)


def _exile(game: Game, frame: Frame, request: Request) -> Levers:
    yield from _scepter(game, frame)
    other = request.given.get("other")
    if other is not None and other != PURPLE and game.state.players[other].role != CITIZEN:
        yield changes.role(other, CITIZEN)
    if game.state.holders[PEOPLES_FAVOR] != frame.actor:
        yield changes.holds(game, frame.actor, PEOPLES_FAVOR, 6)


def _leave(game: Game, frame: Frame, request: Request) -> Levers:
    seat = frame.actor
    if seat == PURPLE:
        return
    if game.state.players[seat].role != CITIZEN:
        yield changes.role(seat, CITIZEN)
    if facts.holds_scepter(game, seat):
        yield changes.holds(game, PURPLE, GRAND_SCEPTER, 6)


_BY_ACTION: Mapping[str, Callable[[Game, Frame, Request], Levers]] = {
    "search": _search,
    "muster": _with_card_here,
    "trade": _with_card_here,
    "recover": _recover,
    "campaign": _campaign,
    "play": _play,
    "power": _power,
    "declare": _power,
    "peek": _peek,
    "move-warbands": _move,
    "give-warbands": _share,
    "take-warbands": _share,
    "offer": _offer,
    "exile": _exile,
    "self-exile": _leave,
}
