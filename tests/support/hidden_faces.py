"""Pairs of tables that one seat cannot tell apart: the same view, other faces where it may not look."""

from collections.abc import Iterator
from itertools import chain, count, islice
from random import Random

from oathtools.bots import named
from oathtools.bots.situation import Situation
from oathtools.engine.decision import Decision
from oathtools.engine.driver import Driver
from oathtools.journal.play import Play
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn import program
from oathtools.table.state import State
from oathtools.table.views import View
from tests.support.random_games import header

# Zones whose hidden cards may change places with one another, each with those of its own back.
_HIDDEN = ("advisers.", "discard.", "world.", "relic_deck.", "relics.", "reliquary.", "site_deck.", "map")


def shuffled(state: State, viewer: str, rng: Random, mixed: bool = False) -> State:
    """A copy in which the known cards that a viewer may not know have changed places, back by back.

    ``mixed``: also where others have seen the one and not the other.
    """
    other, view = state.copy(), View(state, viewer)
    places: dict[str, list[tuple[str, int]]] = {}
    for zone, cards in state.zones.items():
        if zone.startswith(_HIDDEN):
            for at, card in enumerate(cards):
                if state.known(card) and not view.shows(card) and card not in state.pieces:
                    places.setdefault(f"{state.back(card)}/{'' if mixed else state.facedown.get(card)}", []).append(
                        (zone, at)
                    )
    for spots in places.values():
        cards = [state.zones[zone][at] for zone, at in spots]
        rng.shuffle(cards)
        for (zone, at), card in zip(spots, cards, strict=True):
            other.zones[zone][at] = card
            other.where[card] = zone
            seen = state.facedown.get(state.zones[zone][at])
            if seen is None:
                other.facedown.pop(card, None)
            else:
                other.facedown[card] = seen
    return other


def at(state: State, play: Play) -> tuple[Game, Decision | None]:
    """A game that stands like this, at its next question."""
    game = Game(state, play.game.registry, play.game.readings)
    driver = Driver(lambda: program(game))
    driver.start()
    return game, driver.pending


def answers_apart(pairs: int, bot: str) -> int:
    """How many of some questions a bot answers otherwise where only hidden faces are others; the games are random."""
    return sum(islice(chain.from_iterable(apart(number, bot) for number in count()), pairs))


def apart(number: int, bot: str) -> Iterator[bool]:
    """Some questions of random game number so-and-so: is each answered otherwise where only hidden faces are others?"""
    play = Play(header(number), keep_log=False, digests=False)
    rng = Random(f"hidden {number}")
    while play.pending is not None:
        if play.pending.kind == "act" and rng.random() < 0.06:
            yield len(set(_answers(play, bot, rng))) > 1
        play.answer(_random(play, rng), checked=True)


def _answers(play: Play, bot: str, rng: Random) -> list[str]:
    """What a bot answers at a table and at one that its seat cannot tell from it, with what it means to do then."""
    found = []
    for state in (play.state.copy(), shuffled(play.state, play.state.turn, rng)):
        game, decision = at(state, play)
        assert decision is not None and decision.kind == "act"
        one = named(bot)
        answer = one.answer(Situation(game, decision, state, (), 0, "hidden"))
        found.append(repr((answer, one.why and [way.answers for way in one.why.considered])))
    return found


def _random(play: Play, rng: Random) -> object:
    from oathtools.bots.planner import choose

    assert play.pending is not None
    return choose(play.pending, rng)
