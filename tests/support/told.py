"""What is told of a game, in ids, clauses and numbers, as digests by chapter; ``told_whole`` says of which games."""

import hashlib
import inspect
import json
import re
from collections.abc import Callable, Iterator
from inspect import isfunction
from itertools import chain, product
from random import Random
from types import ModuleType
from typing import Any

from oathtools import catalog
from oathtools.engine.decision import Decision
from oathtools.procedures.adjudicate import after, legal, why
from oathtools.procedures.campaign.best import best
from oathtools.procedures.campaign.outlook import Outlook, declared
from oathtools.procedures.campaign.staged import Beat
from oathtools.procedures.machine import facts, title
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import Misread, Request
from oathtools.procedures.victory import check, claims
from oathtools.table.effects import Event
from oathtools.table.invariants import faults
from oathtools.table.position.form import normal, to_position
from oathtools.table.state import SLOTS
from oathtools.table.views import shown_to
from tests.support.random_requests import some_request

EVERY = 9  # boundaries, of which one is looked at
CHAPTERS = ("asked", "told", "shown", "judged")
_SAID = re.compile(r"\d+|[a-z_]+\.[a-z0-9_.-]*[a-z0-9_]")


ODD: tuple[Any, ...] = (None, "", "zzz", -1, 99, [], ["zzz"], [1], ["denizen", "vision"], {}, {"zzz": 1})  # as answers


def otherwise(answer: Any) -> list[Any]:
    """An answer, and what is nearly the same."""
    if isinstance(answer, list):
        return [answer, answer[1:], answer[::-1], [*answer, *answer[:1]]]
    if isinstance(answer, dict):
        return [answer, *({**answer, key: count + by} for key, count in answer.items() for by in (1, -1))]
    return [answer, answer - 1, answer + 1] if isinstance(answer, int) else [answer, [answer]]


class Told:
    """What is said of one game as it goes on, by chapter; ``rng`` chooses what is looked at."""

    def __init__(self, name: str) -> None:
        self.rng = Random(f"told {name}")
        self.lines: dict[str, list[str]] = {chapter: [] for chapter in CHAPTERS}

    def note(self, chapter: str, thing: Any) -> None:
        """One thing more."""
        self.lines[chapter].append(json.dumps(plain(thing), sort_keys=True))

    def asked(self, decision: Decision | None) -> None:
        """A question, with all that it offers and refuses."""
        if decision is None:
            return
        each = {name: getattr(decision, name, None) for name in Decision.__slots__ if name not in ("_judged", "about")}
        chances = decision.chances and list(decision.chances())
        self.note("asked", {**each, "prompt": "", "witness": None, "chances": chances, "refused": decision.refused()})
        given = decision.random(Random(len(self.lines["asked"])))
        self.note("asked", [[each, decision.refusals(each)] for each in (*ODD, *otherwise(given))])

    def looked_at(self, game: Game) -> None:
        """The table as each may know it, who would win, and what may be done there, at some boundaries."""
        if game.state.phase in ("setup", "chronicle", "written") or self.rng.randrange(EVERY):
            return
        self.note("shown", faults(game.state))
        for viewer in (None, *game.state.seats):
            known, hidden = shown_to(game.state, viewer)
            data = to_position(known)
            self.note("shown", [viewer, hidden, data, normal(data) == data])
        self._victories(game)
        self._verdicts(game)
        self._battles(game)

    def _victories(self, game: Game) -> None:
        wakes = [check.at_wake(game, seat) for seat in game.state.seats]
        self.note("judged", [*wakes, *(check.at_round_end(game, die) for die in (None, 1, 6))])
        for moment in claims.to_come(game.state):
            made = claims.at(game, moment)
            self.note("judged", [moment, [(each.stands, claims.measured(game, each).missing) for each in made]])

    def _verdicts(self, game: Game) -> None:
        seat = game.state.turn
        if game.state.phase == "act":
            self.note("judged", legal(game, seat))
            for _ in range(3):
                request = some_request(game, seat, self.rng)
                self.note("judged", [request, verdict(game, seat, request)])

    def _battles(self, game: Game) -> None:
        """The best lines of each declaration, and what may be used in some of them."""
        if game.state.phase != "act" or self.rng.random() < 0.5:
            return
        seat, ranking = game.state.turn, best(game, game.state.turn)
        self.note("judged", ranking)
        for pair in self.rng.sample(ranking.pairs, min(2, len(ranking.pairs))):
            frame, refusals = declared(game, seat, pair.defender, pair.targets, pair.dice)
            look = Outlook(game, frame)
            options = [look.options(who) for who in game.state.seats]
            self.note("judged", [pair, refusals, look.battle, look.may_join, options, look.unknown(), look.rerolls])

    def digests(self) -> dict[str, str]:
        """A digest for each chapter."""
        hashes = {chapter: hashlib.sha256("\n".join(lines).encode()) for chapter, lines in self.lines.items()}
        return {chapter: each.hexdigest()[:12] for chapter, each in hashes.items()}


def verdict(game: Game, seat: str, request: Request) -> Any:
    try:
        found = why(game, seat, request)
    except Misread as fault:
        return str(fault)
    mended = [after(game, request, each)[0].state for each in found.repairs]
    return [found, [[state.digest(), faults(state)] for state in mended]]


def plain(thing: Any) -> Any:
    """As plain data; of a sentence the ids and numbers, of what is called nothing."""
    if isinstance(thing, str):
        return ["~", *_SAID.findall(thing)] if " " in thing else thing
    if isinstance(thing, dict):
        return {str(key): plain(each) for key, each in thing.items()}
    if isinstance(thing, set | frozenset):
        return sorted(map(str, thing))
    if isinstance(thing, Event | Beat):
        return plain(thing[:4] if isinstance(thing, Event) else [thing.decision and thing.decision.kind, *thing[1:]])
    if isinstance(thing, list | tuple):
        return [plain(each) for each in thing]
    if thing is None or isinstance(thing, int | float):
        return thing
    return "" if callable(thing) else str(thing)


# What a table comes to is asked of everything at it: by the names of what a function takes beside the game.
_ASKED: tuple[ModuleType, ...] = (facts, title)
_NAMES = [each.__name__ for each in _ASKED]


def at_table(game: Game, rng: Random) -> Iterator[Any]:
    """All that can be said of each seat, site and oath, and of some cards: whose they are, what counts, what is due."""
    things: dict[str, list[Any]] = {"seat": [*game.state.seats], "side": [*game.state.seats], "slot": [*range(SLOTS)]}
    things["card"] = rng.sample(sorted(game.state.where), 12)
    things["oath"] = [each.id.partition(".")[2] for each in catalog.cards("oath")]
    for name, function in chain.from_iterable(inspect.getmembers(each, isfunction) for each in _ASKED):
        signature = inspect.signature(function)
        taken = [each.name for each in signature.parameters.values() if each.default is each.empty]
        is_asked = function.__module__ in _NAMES and not name.startswith("_") and taken[:1] == ["game"]
        if is_asked and set(taken[1:]) <= things.keys() and signature.return_annotation is not Ask:
            yield [name, [_said(function, game, *each) for each in product(*(things[one] for one in taken[1:]))]]


def _said(function: Callable[..., Any], *given: Any) -> Any:
    try:
        found = function(*given)
        return [*found] if isinstance(found, Iterator) else found
    except (LookupError, ValueError, AttributeError) as fault:
        return type(fault).__name__
