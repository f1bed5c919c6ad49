"""8.4 Add six cards to the world deck; 8.5 remove six to the Dispossessed; 8.8 rebuild the world deck."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from oathtools import catalog
from oathtools.engine.decision import Decision, Form, Row
from oathtools.procedures.chronicle.chance import Lot, draw_unseen, faces, learn, seated, take_named
from oathtools.procedures.chronicle.steps import PILES, send_home, tell_piles
from oathtools.procedures.glossary.drawing import BACKS
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, choose
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.world import built_layers
from oathtools.table import effects, knowledge
from oathtools.table.effects import Effects
from oathtools.table.state import WORLD, State

# -- the Archive in 8.4: is enough there, six cards out of it at random, healing it from the Dispossessed (A-95) -------
#
# What a stack of the Archive holds is known by elimination, or at least how many cards of its suit there are. Where
# even that is unknown (the tool came late to the saga), the people at the table are asked.


ARCHIVE, DISPOSSESSED = "archive", "dispossessed"


def suits_of(state: State, card: str) -> set[str]:
    """The suits that a denizen may have: one if it is known, or if only cards of one suit can be it."""
    handle = state.handles.get(card)
    names = [card] if handle is None else knowledge.names_of(state, handle.groups)
    return {str(catalog.card(name).suit) for name in names}


def stack_of(state: State, zone: str, suit: str) -> list[str]:
    """The denizens in a zone that are sure to be of a suit."""
    cards = state.zone(zone)
    return [card for card in cards if not card.startswith("edifice.") and suits_of(state, card) == {suit}]


def astray(state: State, suit: str) -> list[str]:
    """The denizens of a suit that nobody has located: they may lie in the Archive, or elsewhere."""
    names = dict.fromkeys(name for group in state.groups.values() for name in group)
    return [name for name in names if name.startswith("denizen.") and catalog.card(name).suit == suit]


def holds_all(game: Game, winner: str, wanted: Mapping[str, int]) -> Ask:
    """8.4: are all the cards to be added in the Archive? Asked only if the tool cannot know."""
    state = game.state
    sure = {suit: len(stack_of(state, ARCHIVE, suit)) for suit in wanted}
    if all(sure[suit] >= count for suit, count in wanted.items()):
        return True
    open_ = knowledge_is_open(state)
    if not open_ or any(sure[suit] + len(astray(state, suit)) < count for suit, count in wanted.items()):
        return False

    def rows(answer: str) -> Iterator[Row]:
        if answer == "yes":
            trial = Effects(state.copy())
            _fill_stacks(trial, wanted)
            enough = knowledge.check(trial.state) is None
            yield enough, "8.4", "the unknown cards elsewhere need these names"

    about = {"wanted": dict(wanted)}
    answer = yield from choose("chronicle.archive", winner, ("yes", "no"), "8.4", rows=rows, about=about)
    if answer == "yes":
        _fill_stacks(game.do, wanted)
    return answer == "yes"


def knowledge_is_open(state: State) -> bool:
    """Are there more denizens not located than unknown cards on the table and in the deck? Then some are elsewhere."""
    names = {name for group in state.groups.values() for name in group if name.startswith("denizen.")}
    unknown = sum(handle.back == "denizen" for handle in state.handles.values())
    unknown += sum(layer.get("denizen", 0) for layer in state.layers.get(WORLD, ()))
    return len(names) > unknown


def draw_from_archive(game: Game, winner: str, wanted: Mapping[str, int]) -> Ask:
    """8.4: so many random cards of each of three suits from the Archive to the world deck."""
    state = game.state
    lots = {suit: Lot(state, stack_of(state, ARCHIVE, suit)) for suit in wanted}
    total = sum(wanted.values())

    def sample(rng: Random) -> list[str]:
        return [name for suit, count in wanted.items() for name in rng.sample(lots[suit].names(rng), count)]

    drawn = yield faces(
        "chronicle.add",
        winner,
        "8.4",
        rows=lambda answer: _of_suits(lots, wanted, answer),
        sample=sample,
        about={
            "source": ARCHIVE,
            "count": total,
            "wanted": dict(wanted),
            "exact": all(lot.exact() for lot in lots.values()),
        },
    )
    named = by_suit(drawn, wanted)
    for suit, count in wanted.items():
        cards = take_named(game, lots[suit], named.get(suit, []), count, "8.4")
        for card in cards:
            game.do.put(card, f"{WORLD}.bottom", ("8.4",), why="gather")
    game.do.emit("added", ("8.4",), suits=dict(wanted))


def _fill_stacks(do: Effects, wanted: Mapping[str, int]) -> None:
    """The people say that some stacks have enough cards, and nobody knows which: unknown cards lie there."""
    for suit, count in wanted.items():
        stack = stack_of(do.state, ARCHIVE, suit)
        if len(stack) >= count:
            continue
        strange = astray(do.state, suit)
        before = len(do.events)
        effects.scatter(do, stack, ("8.4",))
        del do.events[before:]  # no card moves: only what is known of them changes
        known = [card for card in stack if catalog.is_card(card)]
        do.state.groups[f"archive.{suit}"] = [*known, *(name for name in strange if name not in known)]
        effects.strangers(do, "denizen", f"archive.{suit}", count, ARCHIVE)


def by_suit(faces_drawn: list[str], wanted: Mapping[str, int]) -> dict[str, list[str]]:
    """The names told, by suit."""
    named: dict[str, list[str]] = {suit: [] for suit in wanted}
    for face in faces_drawn:
        if face not in BACKS:
            named.setdefault(str(catalog.card(face).suit), []).append(face)
    return named


def _of_suits(lots: Mapping[str, Lot], wanted: Mapping[str, int], answer: Any) -> Iterator[Row]:
    """The rows of what somebody says was drawn: so many of each suit, each from its stack."""
    if answer == []:
        return
    if not isinstance(answer, list) or not all(
        face in BACKS or (isinstance(face, str) and catalog.is_card(face)) for face in answer
    ):
        yield False, "8.4", "a list of cards by name, or nothing if nobody tells"
        return
    total = sum(wanted.values())
    yield len(answer) == total, "8.4", f"{total} cards, not {len(answer)}"
    named = by_suit(answer, wanted)
    for suit, names in named.items():
        count = wanted.get(suit, 0)
        fits = len(names) == count if not set(answer) & set(BACKS) else len(names) <= count
        yield fits, "8.4", f"{count} {suit} cards, not {len(names)}"
        if suit in lots and names:
            yield from lots[suit].rows([*names, *["denizen"] * (count - len(names))], count, "8.4")


# -- healing -------------------------------------------------------------------------------------------------------


def heal(game: Game, winner: str) -> Ask:
    """8.4: sort the Dispossessed; six random cards of the biggest stack to the deck, the rest to the Archive."""
    state = game.state
    yield from _sort(game, winner)
    stacks = {suit: stack_of(state, DISPOSSESSED, suit) for suit in catalog.SUITS}
    most = max(map(len, stacks.values()))
    if not most:
        effects.note(game.do, healed={})
        game.do.emit("healed", ("8.4", "9.3"), suit=None, count=0)
        return
    biggest = [suit for suit, stack in stacks.items() if len(stack) == most]
    suit = yield from choose("chronicle.stack", winner, biggest, "8.4")
    cards = yield from draw_unseen(game, winner, stacks[suit], catalog.CARDS_ADDED, "chronicle.heal", suit, "8.4")
    for card in cards:
        game.do.put(card, f"{WORLD}.bottom", ("8.4",), why="gather")
    suits_left: list[str] = []
    for suit_left in catalog.SUITS:
        left = stack_of(state, DISPOSSESSED, suit_left)
        # They are shuffled into a stack whose cards nobody may tell apart: what was unknown of either is so of both.
        if any(card in state.handles for card in left):
            together = [*left, *stack_of(state, ARCHIVE, suit_left)]
            left = effects.mix(game.do, together)[: len(left)]
        for card in left:
            game.do.put(card, ARCHIVE, ("8.4",), why="gather")
        if left:
            suits_left.append(suit_left)
    cites = ("8.4",) if len(cards) == catalog.CARDS_ADDED else ("8.4", "9.3")
    effects.note(game.do, healed={suit: len(cards)})
    game.do.emit("healed", cites, suit=suit, count=len(cards), left=suits_left)
    for suit_left in suits_left:
        effects.shuffled(game.do, f"{ARCHIVE}.{suit_left}", "8.4")


def _sort(game: Game, winner: str) -> Ask:
    """8.4: the suits of the Dispossessed are seen when they are sorted; those of unknown cards are asked for."""
    state = game.state
    unsure = [card for card in state.zone(DISPOSSESSED) if len(suits_of(state, card)) > 1]
    if not unsure:
        return
    sorted_out = yield Decision(
        "chronicle.sort",
        winner,
        Form.OUTCOME,
        cites=("8.4",),
        options=catalog.SUITS,
        low=len(unsure),
        high=len(unsure),
        finish=lambda answer: _sorts(state, unsure, answer),
        sample=lambda rng: [str(catalog.card(name).suit) for name in Lot(state, unsure).names(rng)],
        about={"count": len(unsure)},
    )
    matched = _matched(state, unsure, sorted_out)
    assert matched is not None
    _show_suits(game.do, matched)


def _show_suits(do: Effects, shown: Mapping[str, str]) -> None:
    """Unknown cards showed their suits."""
    for card, suit in shown.items():
        names = knowledge.names_of(do.state, do.state.handles[card].groups)
        effects.only(do, card, [name for name in names if catalog.card(name).suit == suit])


def _matched(state: State, cards: list[str], suits: list[str]) -> dict[str, str] | None:
    """Which unknown card shows which suit, if they go round and leave every other unknown card a name.

    The people cannot tell the cards apart: first they are tried as they stand, then in any way that fits.
    """
    fits = [suits_of(state, card) for card in cards]
    ways = [dict(zip(cards, suits, strict=True))]
    if not all(suit in may_be for suit, may_be in zip(suits, fits, strict=True)):
        seats = seated(suits, [{suit for suit in may_be if suit is not None} for may_be in fits])
        ways = [] if seats is None else [{cards[at]: suit for at, suit in seats.items()}]
    for way in ways:
        trial = Effects(state.copy())
        _show_suits(trial, way)
        if knowledge.check(trial.state) is None:
            return way
    return None


def _sorts(state: State, cards: list[str], answer: Any) -> Iterator[Row]:
    """The rows of the suits told for the unknown Dispossessed."""
    if not isinstance(answer, list) or not all(face in catalog.SUITS for face in answer):
        yield False, "8.4", f"suits, each one of {', '.join(catalog.SUITS)}"
        return
    yield len(answer) == len(cards), "8.4", f"the suits of {len(cards)} cards, not of {len(answer)}"
    if len(answer) == len(cards):
        yield _matched(state, cards, answer) is not None, "8.4", "these cards cannot show these suits"


ASIDE, STACK = "aside.visions", "aside.stack"
REBUILD, NOW, LATER = "chronicle.rebuild", "now", "later"


# -- 8.4 -----------------------------------------------------------------------------------------------------------


def add_six(game: Game, winner: str) -> Ask:
    """8.4: three cards of the commonest suit of the winner's advisers, two and one of the suits that follow (A-94)."""
    suits = commonest(game, winner)
    suit = yield from choose("chronicle.suit", winner, suits or catalog.SUITS, "8.4")
    start = catalog.SUITS.index(suit)
    around = [catalog.SUITS[(start + step) % len(catalog.SUITS)] for step in range(len(catalog.ARCHIVE_ADD))]
    wanted = dict(zip(around, catalog.ARCHIVE_ADD, strict=True))
    effects.note(game.do, suit=suit)
    game.do.emit("commonest", ("8.4",), who=winner, suit=suit, wanted=wanted)
    if (yield from holds_all(game, winner, wanted)):
        yield from draw_from_archive(game, winner, wanted)
        effects.note(game.do, added=wanted)
    else:
        yield from heal(game, winner)


def commonest(game: Game, winner: str) -> list[str]:
    """The suits most common among the winner's advisers: those that lie faceup (A-94), one that counts as two twice."""
    suits = facts.adviser_suits(game, winner)
    if game.takes("A-94", "a") == "b":
        down = [card for card in facts.advisers(game, winner) if card in game.state.facedown]
        suits += [suit for card in down if card not in game.state.handles and (suit := catalog.card(card).suit)]
    most = max(map(suits.count, suits), default=0)
    return [suit for suit in catalog.SUITS if suit in suits and suits.count(suit) == most]


# -- 8.5 -----------------------------------------------------------------------------------------------------------


def remove_six(game: Game, winner: str) -> Ask:
    """8.5: the Visions aside; six random cards of the piles and the losers' advisers to the Dispossessed (A-96)."""
    yield from tell_piles(game, winner)
    set_visions_aside(game)
    zones = [f"discard.{region}" for region in catalog.REGIONS]
    losers = [seat for seat in game.state.seats if seat != winner]
    zones += [f"advisers.{seat}" for seat in losers]
    cards = [card for zone in zones for card in game.state.zone(zone)]
    for card in cards:
        send_home(game, card, "8.5")
        game.do.put(card, STACK, ("8.5",), why="gather")
    game.do.emit("put_together", ("8.5",), losers=losers)
    if cards:
        effects.shuffled(game.do, STACK, "8.5")
    six = yield from draw_unseen(
        game, winner, cards, catalog.CARDS_DISPOSSESSED, "chronicle.remove", "the stack", "8.5"
    )
    for card in six:
        game.do.put(card, "dispossessed", ("8.5",), why="gather")
    effects.note(game.do, removed=len(six))
    cites = ("8.5",) if len(six) == catalog.CARDS_DISPOSSESSED else ("8.5", "9.3")
    game.do.emit("dispossessed", cites, count=len(six))


def set_visions_aside(game: Game) -> None:
    """8.5: all, the Conspiracy included, from wherever they are: in the deck, revealed, facedown, in the box."""
    state = game.state
    unknown = [card for card, handle in state.handles.items() if handle.back == "vision"]
    for card in unknown:
        send_home(game, card, "8.5")
    effects.scatter(game.do, unknown, ("8.5",), to=ASIDE)
    layers = [
        {back: count for back, count in layer.items() if back != "vision"} for layer in state.layers.get(WORLD, ())
    ]
    effects.set_layers(game.do, WORLD, layers)
    for vision in catalog.ids("vision", state.variants):
        game.do.locate(vision)
        send_home(game, vision, "8.5")
        game.do.put(vision, ASIDE, ("8.5",), why="gather")
    game.do.emit("visions_aside", ("8.5",), piles=PILES not in effects.noted(state, effects.UNTOLD, []))


# -- 8.8 -----------------------------------------------------------------------------------------------------------


def rebuild(game: Game, winner: str) -> Ask:
    """8.8: all denizens still in play, shuffled; 10 and 2 Visions on 15 and 3 on the rest. It may be put off (A-98)."""
    state = game.state
    when = yield from choose(REBUILD, winner, (NOW, LATER), "8.8", default=NOW)
    zones = [STACK, f"advisers.{winner}", f"{WORLD}.top", f"{WORLD}.bottom"]
    cards = [card for zone in zones for card in state.zone(zone)]
    for card in cards:
        send_home(game, card, "8.8")
    layered = sum(layer.get("denizen", 0) for layer in state.layers.get(WORLD, ()))
    lot = Lot(state, cards, {"denizen": layered} if layered else {})
    visions = list(state.zone(ASIDE))
    order: list[str] = []
    if when == NOW:
        order = yield from _order(game, winner, lot, visions)
    effects.join(state, cards, WORLD, layered)
    learnt = learn(game, lot, [name for name in order if name not in visions], "8.8")
    effects.scatter(game.do, [learnt.get(card, card) for card in cards], ("8.8",))
    effects.shuffled(game.do, WORLD, "8.8")
    if when == NOW:
        effects.scatter(game.do, visions, ("8.8",), to=ASIDE)  # of the piles into which they go ``rebuilt`` tells
    if when == LATER:
        effects.set_layers(game.do, WORLD, [{"denizen": lot.size}])
        game.do.emit("put_off", ("8.8", "1.box"), who=winner)
    else:
        effects.set_layers(game.do, WORLD, [] if order else built_layers(lot.size, len(visions)))
        effects.stack(game.do, WORLD, order, ("8.8",))
        game.do.emit("rebuilt", ("8.8",), who=winner, layers=list(built_layers(lot.size, len(visions))))
    effects.note(game.do, rebuilt=when == NOW)


def _order(game: Game, winner: str, lot: Lot, visions: list[str]) -> Ask:
    """The new deck from its top, if anybody tells it."""
    sizes = [sum(layer.values()) for layer in built_layers(lot.size, len(visions))]

    def sample(rng: Random) -> list[str]:
        names = lot.names(rng)
        rng.shuffle(names)
        left = rng.sample(visions, len(visions))
        deck: list[str] = []
        for layer in built_layers(lot.size, len(visions)):
            count, more = layer.get("denizen", 0), layer.get("vision", 0)
            part = [*names[:count], *left[:more]]
            del names[:count], left[:more]
            if more:
                rng.shuffle(part)
            deck += part
        return deck

    def rows(answer: Any) -> Iterator[Row]:
        if answer == []:
            return
        if not isinstance(answer, list) or not all(isinstance(face, str) for face in answer):
            yield False, "8.8", "a list of cards by name, or nothing if nobody tells"
            return
        yield len(answer) == sum(sizes), "8.8", f"{sum(sizes)} cards, not {len(answer)}"
        yield sorted(set(visions) & set(answer)) == sorted(visions), "8.8", "all five Visions are in the deck"
        denizens = [name for name in answer if name not in visions]
        yield from lot.rows(denizens, lot.size, "8.8")
        missing = [card for card in lot.known if card not in denizens]
        yield not missing, "8.8", f"these are missing: {', '.join(missing)}"
        start = 0
        for layer in built_layers(lot.size, len(visions)):
            part = answer[start : start + sum(layer.values())]
            fits = sum(name in visions for name in part) == layer.get("vision", 0)
            yield fits, "8.8", f"of the cards {start + 1} to {start + len(part)} {layer.get('vision', 0)} are Visions"
            start += len(part)

    about = {"source": WORLD, "count": sum(sizes), "exact": lot.exact()}
    return (yield faces("chronicle.deck", winner, "8.8", rows=rows, sample=sample, about=about))
