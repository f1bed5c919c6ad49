"""Whoever may not know two cards sees the same if they change places (9.4): every default output, letter for letter.

This finds more than a search for names does: a hint, a count, an order, an option that is missing. Whole random games
are played; now and then two cards of one back, both hidden from the viewer, trade faces, and every command that looks
is asked once more.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from random import Random

import pytest

from oathtools.journal.play import Play
from oathtools.table.state import State
from oathtools.table.views import View
from tests.render.test_leaks_commands import Shell
from tests.support.games import requests, some_answer, table_game

SEEDS = range(4)
# So many answers of commands are compared in a game, at positions all over it.
ENOUGH = 60


@contextmanager
def swapped(state: State, one: str, other: str) -> Iterator[None]:
    """Two facedown cards trade faces: each lies where the other lay, seen by those who have seen that place."""
    _trade(state, one, other)
    try:
        yield
    finally:
        _trade(state, one, other)


def _trade(state: State, one: str, other: str) -> None:
    names = {one: other, other: one}
    for zone in {state.where[one], state.where[other]}:
        state.zones[zone][:] = [names.get(card, card) for card in state.zones[zone]]
    for kept in (state.where, state.facedown, state.pieces):
        _turn_keys(kept, names)


def _turn_keys(kept: dict, names: dict[str, str]) -> None:  # type: ignore[type-arg]
    moved = [(names.get(key, key), value) for key, value in kept.items()]
    kept.clear()
    kept.update(moved)


def hidden_pairs(state: State, viewer: str | None) -> list[tuple[str, str]]:
    """Pairs of cards of one back in different places, named in the tool but hidden from the viewer."""
    view = View(state, viewer)
    cards = [card for card in state.where if card not in state.handles and not view.shows(card)]
    return [
        (one, other)
        for one, other in combinations(cards, 2)
        if state.back(one) == state.back(other) and state.where[one] != state.where[other]
    ]


def looks(play: Play, rng: Random) -> list[list[str]]:
    """Every command that looks at the running game, as everybody may use it."""
    state = play.state
    seat = rng.choice(state.seats)
    foe = state.players[rng.choice([other for other in state.seats if other != state.turn])].name
    asked = [["why", *words] for words in requests(play, rng)]
    return [
        ["status"],
        ["log", "--last", "3"],
        ["legal"],
        ["legal", "--player", seat],
        ["ask", "--refused"],
        ["win"],
        ["win", "--at", "round-end"],
        ["position", "export", "--public"],
        ["odds", "--against", foe, "--target", "pawn"],
        ["odds", "--against", "bandits"],
        ["odds", "--best"],
        ["why", "--explain", "end"],
        ["why", "campaign", foe, "--target", "pawn"],
        *asked,
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_two_hidden_cards_trade_faces_and_nothing_shown_changes(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(f"swapped {seed}")
    shell = Shell(table_game(seed), monkeypatch)
    play = shell.play
    compared = 0
    while play.pending is not None and compared < ENOUGH:
        viewer = rng.choice([None, None, *play.state.seats])
        pairs = hidden_pairs(play.state, viewer)
        if play.pending.kind == "act" and pairs and rng.random() < 0.2:
            one, other = rng.choice(pairs)
            for words in looks(play, rng):
                flags = [] if viewer is None else ["--as", shell.name(viewer)]
                if viewer is not None and "--public" in words:
                    words = words[:-1]
                flags += ["--json"] if rng.random() < 0.5 else []
                before = shell.run(*words, *flags)
                with swapped(play.state, one, other):
                    assert shell.run(*words, *flags) == before, (viewer, words, one, other)
                compared += 1
        play.answer(some_answer(play.pending, rng), checked=True)


def test_the_swap_itself_is_seen_by_those_who_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above would notice: shown everything, the two cards are told apart."""
    rng = Random(4)
    shell = Shell(table_game(2), monkeypatch)
    play = shell.play
    while play.pending.kind != "act" or not any(play.state.zone(f"advisers.{seat}") for seat in play.state.seats):
        play.answer(some_answer(play.pending, rng), checked=True)
    seat = next(seat for seat in play.state.seats if play.state.zone(f"advisers.{seat}"))
    own = play.state.zone(f"advisers.{seat}")[0]
    pairs = [pair for pair in hidden_pairs(play.state, None) if own in pair]
    assert pairs
    for words in (["status", "--spoil"], ["status", "--as", shell.name(seat)], ["position", "export", "--all"]):
        before = shell.run(*words)
        with swapped(play.state, *pairs[0]):
            assert shell.run(*words) != before, words
