"""5.1 Search."""

from functools import cache
from typing import Final

from oathtools import catalog
from oathtools.engine.decision import LAW, Row
from oathtools.kit.lazy import Memo
from oathtools.procedures.actions.action import GO_ON, available, pay_for
from oathtools.procedures.actions.play import place_or_discard
from oathtools.procedures.actions.record import Action, Field, worded
from oathtools.procedures.glossary import verbs
from oathtools.procedures.glossary.drawing import advance_visions, draw, is_spent, marker_is_last
from oathtools.procedures.machine import changes, facts
from oathtools.procedures.machine import frame as costs
from oathtools.procedures.machine.asking import Ask, choose, confirm
from oathtools.procedures.machine.frame import Cost, Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.registry import written
from oathtools.procedures.machine.request import Changes, Request, Sentence
from oathtools.table.state import WORLD

UNTOLD: Final = "untold"


def sources(game: Game, frame: Frame) -> tuple[str, ...]:
    """The world deck and the three discard piles."""
    return (WORLD, *catalog.REGIONS)


def may_search(game: Game, frame: Frame, source: str) -> list[Row]:
    """5.1.2: the world deck, or the pile of one's own region or what powers open; no empty one, if A-35 says so."""
    there = not is_spent(game, pile(source)) or game.takes("A-35", "a") == "b"
    rows: list[Row] = [(there, "5.1.2", "no card is left there", LAW, "A-35")]
    if source != WORLD:
        region = facts.region_of(game, frame.actor)
        piles: tuple[str, ...] = game.fold("search.piles", (region,), frame)
        near = source in piles
        rows.insert(0, (near, "5.1.2", near or f"the pawn is in the {region}, not in the {source}"))
    rows.extend(game.rows("search", frame))
    return rows


def in_reach(game: Game, frame: Frame, source: str) -> tuple[Sentence]:
    """What holds of a source from which one may draw."""
    if source == WORLD:
        return (("5.1.2", "there are cards in the world deck"),)
    return (("5.1.2", f"{frame.actor} may draw from the discard pile of the {source}, and cards lie in it"),)


def repairs(game: Game, frame: Frame, request: Request) -> Changes:
    """A card for an empty pile."""
    source = request.given.get("source")
    if source in catalog.REGIONS and not game.state.zone(f"discard.{source}"):
        yield from changes.card_in_pile(game, str(source))


def pile(source: str) -> str:
    """The deck or zone that a source names."""
    return source if source == WORLD else f"discard.{source}"


def search_cost(game: Game, frame: Frame) -> Cost:
    """5.1.1: 2 Supply for a discard pile, the track's figure (2.1.6) for the world deck."""
    drawn = game.state.visions_drawn if frame.given["source"] == WORLD else None
    return game.fold("search.cost", _printed[drawn], frame)


@Memo
def _printed(visions: int | None) -> Cost:
    """What it costs to search the world deck when so many Visions have been drawn; None: to search a discard pile."""
    pile = catalog.ACTION_SUPPLY["search_discard_pile"]
    return costs.supply(pile if visions is None else catalog.search_supply(visions), "5.1.1")


def drawing_of(game: Game, frame: Frame, source: str) -> tuple[int, bool, bool]:
    """5.1.2: how many cards are drawn, whether from the bottom, and whether a Vision ends it."""
    count = max(0, game.fold("search.count", catalog.SEARCH_DRAW, frame))
    bottom = bool(game.fold("search.bottom", False, frame))
    return count, bottom, source == WORLD and not (marker_is_last(game) and game.takes("A-141", "a") == "b")


def resolve(game: Game, frame: Frame) -> Ask:
    """5.1.1 to 5.1.4: pay, draw, keep, and play what was kept."""
    yield from pay_for(game, frame, SEARCH, "5.1.1")
    seat, source = frame.actor, frame.given["source"]
    count, bottom, stops = drawing_of(game, frame, source)
    cards = yield from draw(
        game, seat, pile(source), count, "5.1.2", kind="search.draw", stop_at_vision=stops, bottom=bottom
    )
    if source == WORLD and cards and game.state.back(cards[-1]) == "vision":
        advance_visions(game, "5.1.2", "2.7.1")
    frame.given["drawn"] = cards
    yield from game.window("search.drawn", frame)
    cards = frame.given["drawn"]
    if cards:
        most = int(game.fold("search.keep", 1, frame))
        kept = yield from keep(game, seat, cards, most)
        frame.given["kept"] = kept
        yield from game.window("search.kept", frame)
        kept = frame.given["kept"]
        yield from play_kept(game, frame, kept)


def with_discards(game: Game, frame: Frame) -> Ask:
    """The frame of a card played as if one had searched, with the modifiers used that say where discards go."""
    options = {
        f"{each.card}@{param}" if param else each.card: (each, param)
        for each, param in available(game, SEARCH, frame)
        if any(power.place.name == "discard.to" for power in game.registry.by_card.get(each.card, ()))
    }
    if not options:
        return frame
    chosen = yield from choose("search.modifier", frame.actor, (GO_ON, *options), "7.4", default=GO_ON, about=frame)
    return frame if chosen == GO_ON else written(game, options[chosen][0], frame, options[chosen][1])


def play_kept(game: Game, frame: Frame, kept: list[str]) -> Ask:
    """5.1.4: play the card kept, or one after the other; an Act Phase that ends in between ends it (A-129)."""
    played = frame.given["played"] = []
    phase = game.state.phase
    for number, card in enumerate(kept):
        if game.state.phase == phase:
            played.append((yield from place_or_discard(game, frame.actor, card, frame)))
        else:
            yield from game.scope(verbs.discard(game, frame.actor, kept[number:], "5.1.4"))
            return


def keep(game: Game, seat: str, cards: list[str], most: int) -> Ask:
    """5.1.3: discard all the cards drawn but one, in an order of the player's choice, or but a few with a power.

    Returns those that are kept, in the order in which they will be played.
    """
    kept, cards = yield from pick(game, seat, cards, "search.keep", "5.1.3")
    chosen = [kept]
    others = [card for card in cards if card != kept]
    while others and len(chosen) < most and (yield from confirm("search.more", seat, "5.1.3")):
        kept, others = yield from pick(game, seat, others, "search.keep", "5.1.3")
        chosen.append(kept)
        others = [card for card in others if card != kept]
    if others:
        yield from game.scope(verbs.discard(game, seat, others, "5.1.3", kind="search.order"))
    return chosen


def pick(game: Game, seat: str, cards: list[str], kind: str, clause: str) -> Ask:
    """A player picks one of the cards in hand, in secret; returns it, and the cards as they are then named.

    Unknown cards that are alike are one choice, and no question where there is no other. A choice that is not told
    makes the cards of that back alike.
    """
    distinct = {game.state.handles.get(card, card): card for card in reversed(cards)}
    options = [card for card in cards if card in distinct.values()]
    if len(options) == 1:
        return options[0], cards
    alike = untold_backs(game, cards)
    kept = yield from choose(kind, seat, (*options, *alike), clause, private=True)
    return _blur(game, cards, alike[kept]) if kept in alike else (kept, cards)


def untold_backs(game: Game, cards: list[str]) -> dict[str, list[str]]:
    """Choices that tell only the back of the card kept, where several different cards share it: id -> those cards."""
    by_back: dict[str, list[str]] = {}
    for card in cards:
        by_back.setdefault(game.state.back(card), []).append(card)
    found = {}
    for back, group in by_back.items():
        if len(group) > 1 and len({game.state.handles.get(card, card) for card in group}) > 1:
            found[f"{UNTOLD}.{back}"] = group
    return found


def _blur(game: Game, cards: list[str], group: list[str]) -> tuple[str, list[str]]:
    """Nobody says which card of a group was kept: they become alike, and one of them stands for it."""
    alike = game.do.blur(group)
    new = dict(zip(group, alike, strict=True))
    return alike[0], [new.get(card, card) for card in cards]


@cache
def least_supply() -> int:
    """The least Supply it takes."""
    return min(*catalog.SEARCH_SUPPLY, catalog.ACTION_SUPPLY["search_discard_pile"])


SEARCH: Final = worded(
    Action(
        "search",
        "5.1",
        (Field("source", "5.1.2", sources, may_search, kind="pile", sentence=in_reach),),
        search_cost,
        resolve,
        least=least_supply,
        repairs=repairs,
        carried=("5.1.1", "5.1.2", "5.1.3"),
    )
)
