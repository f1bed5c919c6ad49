"""Whole games by seeded players, and what is hidden in a state."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

from oathtools import catalog
from oathtools.answerers.words import words_of
from oathtools.engine.decision import Decision, Form
from oathtools.journal import begin
from oathtools.journal.play import Play
from oathtools.procedures.actions.search import UNTOLD
from oathtools.procedures.machine.world import first_game_world, seats_for
from oathtools.table.state import State
from oathtools.table.views import View
from tests.support.random_requests import some_request

PEOPLE = ("Ann", "Bo", "Cy", "Di", "Em", "Flo")
HIDEABLE = tuple(card for kind in ("denizen", "edifice", "relic", "vision", "site") for card in catalog.ids(kind))


def new_game(players: int = 4, *, hidden: bool = False) -> Play:
    """A first game before its first answer; ``hidden``: the tool is not told what lies facedown."""
    world = first_game_world()
    if hidden:
        world = world.hidden()
    seats = seats_for([(name, None, True) for name in PEOPLE[:players]], world.citizens)
    return begin.new_game(seats, world, seed=1)


def some_answer(decision: Decision, rng: Random) -> object:
    """Any legal answer; a turn ends now and then, and about half of the cards kept are told."""
    if decision.kind == "act" and rng.random() < 0.15:
        return "end"
    untold = [option for option in decision.options if option.startswith(UNTOLD)]
    if untold and rng.random() < 0.5:
        return next(option for option in decision.legal() if not option.startswith(UNTOLD))
    return decision.random(rng)


def play_on(play: Play, rng: Random, step: Callable[[], None] | None = None, most: int = 10_000) -> Play:
    """Play to the end, or for so many answers; ``step`` is called before each answer."""
    for _ in range(most):
        if play.pending is None:
            break
        if step is not None:
            step()
        play.answer(some_answer(play.pending, rng), checked=True)
    return play


@cache
def finished(seed: int) -> Play:
    """A whole game."""
    return play_on(new_game(2 + seed % 5, hidden=bool(seed % 2)), Random(seed))


def hidden_cards(state: State, viewer: str | None) -> frozenset[str]:
    """The cards whose faces a viewer may not know now: hidden on the table, or not located by anybody."""
    view = View(state, viewer)
    unlocated = {card for group in state.groups.values() for card in group}
    return frozenset(card for card in HIDEABLE if card in unlocated or (card in state.where and not view.shows(card)))


@cache
def _pattern(card: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(catalog.name_of(card))}\b")


def named_in(text: str, cards: frozenset[str]) -> Iterator[str]:
    """The cards whose names or ids stand in a text."""
    # A name inside a longer one names nobody: the Map in Map Library.
    text = text.replace("Map Library", "")
    for card in cards:
        if card in text or (catalog.name_of(card) in text and _pattern(card).search(text)):
            yield card


def table_game(seed: int) -> Play:
    """A first game of people at a table, who tell what is drawn; in every other one the tool is told little."""
    play = new_game(2 + seed % 5, hidden=bool(seed % 2))
    header = {**play.header, "chance": {"table": True}}
    header["seats"] = [{**seat, "bot": False} for seat in header["seats"]]
    return Play(header)


def requests(play: Play, rng: Random) -> list[list[str]]:
    """Some requests in words, of the one whose turn it is or of another; hidden cards are never named in them."""
    found = []
    hidden = hidden_cards(play.state, None)
    while len(found) < 2:
        seat = rng.choice(play.state.seats)
        request = some_request(play.game, seat, rng)
        try:
            line = words_of(request.action, request.given, request.modifiers)
        except KeyError:
            continue
        if not any(card in line for card in hidden) and "card#" not in line:
            found.append([*line.split(), *(("--player", seat) if rng.random() < 0.7 else ())])
    return found


def in_words(decision: Decision, answer: Any) -> list[str]:
    """An answer as somebody types it."""
    if decision.form is Form.OUTCOME and decision.kind.endswith("draw"):
        return [", ".join(answer)]
    if isinstance(answer, dict):
        return [", ".join(f"{option}={count}" for option, count in answer.items()) or "none"]
    if isinstance(answer, list):
        return [", ".join(map(str, answer)) or "none"]
    return [str(answer)]
