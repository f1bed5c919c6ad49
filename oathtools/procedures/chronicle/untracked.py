"""What a table that tracked nothing tells for chapter 8: who has won and how, and whether the piles hold enough.

A position of a game that is over need not say these; each is asked for at the step that needs it, and nothing else is.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oathtools import catalog
from oathtools.engine.decision import Decision, Form
from oathtools.engine.rows import Row
from oathtools.procedures.machine.asking import Ask, choose
from oathtools.table import stacking
from oathtools.table.result import OPTIONS
from oathtools.table.state import ROLE_WORDS, WORLD

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

UNTOLD, PILES, ROUND = "untold", "piles", "round"


def is_told(game: "Game") -> bool:
    """Does the state say who has won, and in which ways?"""
    result = game.state.result
    return result is not None and (bool(result.get("ways")) or ("ways" in result and result["winner"] is None))


def tell_result(game: "Game") -> Ask:
    """Chapter 8 begins with the winner: who that is and how the game was won, as far as nothing tells it."""
    state = game.state
    result = dict(state.result or {})
    winner = result.get("winner")
    if winner is None:
        winner = yield from choose("chronicle.winner", state.turn, list(state.seats), "8")
    role, how, clause = state.players[winner].role, result.get("how"), result.get("clause")

    def rows(way: str) -> Iterator[Row]:
        option = OPTIONS[way]
        ways = option.ways(role)
        yield bool(ways), option.clauses[0], f"{winner} is {ROLE_WORDS[role]}"
        if how is not None and ways:
            yield all(each == how for each, _ in ways), "8", f"the game was won in another way: {how}"
        if clause is not None:
            yield clause in option.clauses, "8", f"the game was won by {clause}"

    way = yield from choose("chronicle.way", winner, list(OPTIONS), "8", rows=rows)
    ways = OPTIONS[way].ways(role)
    if "round" in result:
        number = result["round"]
    elif all(clause.startswith("3.4") for _, clause in ways):
        number = catalog.LAST_ROUND
    else:
        number = None if ROUND in stacking.noted(state, UNTOLD, []) else state.round
    told = {"winner": winner, "how": ways[0][0], "clause": ways[0][1], "ways": [list(each) for each in ways]}
    game.do.end_game({**result, **told, "round": number}, tuple(each for _, each in ways))


def tell_piles(game: "Game", winner: str) -> Ask:
    """8.5 takes six cards at random, fewer only if there are fewer: are there enough that nobody has named?

    They come out of the denizens of the world deck, where a position puts all those that it does not place.
    """
    state = game.state
    if PILES not in stacking.noted(state, UNTOLD, []):
        return
    zones = [f"discard.{region}" for region in catalog.REGIONS]
    zones += [f"advisers.{seat}" for seat in state.seats if seat != winner]
    there = sum(state.back(card) == "denizen" for zone in zones for card in state.zone(zone))
    left = sum(layer.get("denizen", 0) for layer in state.layers.get(WORLD, ()))
    # One more than six, and nobody can say which six are taken; how many more makes no difference.
    enough = min(left, catalog.CARDS_DISPOSSESSED + 1 - there)
    if enough <= 0:
        return
    told = yield Decision(
        "chronicle.piles",
        winner,
        Form.AMOUNT,
        cites=("8.5", "9.3"),
        low=0,
        high=left,
        default=enough,
        about={"count": enough},
    )
    count = min(told, enough)
    if not count:
        return
    stacking.strangers(game.do, "denizen", stacking.group_of("denizen"), count, zones[0])
    layers = [dict(layer) for layer in state.layers[WORLD]]
    for layer in reversed(layers):
        taken = min(count, layer.get("denizen", 0))
        layer["denizen"] = layer.get("denizen", 0) - taken
        count -= taken
    stacking.set_layers(
        game.do, WORLD, [{back: number for back, number in layer.items() if number} for layer in layers]
    )
