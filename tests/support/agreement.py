"""Do ``why`` and ``answer`` say the same of a request? Random requests in players' words, each put to both."""

import re
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from oathtools.answerers.judge import verdict
from oathtools.answerers.matching import Elsewhere, Misread
from oathtools.answerers.reading import LabelOf, table_of
from oathtools.answerers.requests import split
from oathtools.answerers.speaker import Needs, Speaker
from oathtools.answerers.words import words_of
from oathtools.cli.shared.gaming import labels_for
from oathtools.engine.decision import Decision, Form, NotOffered
from oathtools.journal import Play, game_at
from oathtools.procedures.adjudicate import Request
from oathtools.procedures.machine.game import Game
from oathtools.render.names import Names
from oathtools.table.position.form import to_position
from oathtools.table.views import View
from tests.support.random_requests import positions, some_request

YES, NO, NOTHING = "yes", "no", "nothing"


class Said(NamedTuple):
    """What came of a request: ``yes``, ``no`` or words that are ``nothing``, with the clauses of the refusals."""

    what: str
    clauses: frozenset[str] = frozenset()


ELSEWHERE = Said(NO)
"""Something else is asked: ``why`` says so by the clause of the open question, and goes on to judge the request."""


def label_of(play: Play) -> LabelOf:
    labels = labels_for(play)
    return lambda kind: labels(Decision(kind, play.state.turn, Form.ONE))


def by_why(play: Play, line: str) -> Said:
    """What ``why`` says to the player whose turn it is."""
    seat = play.state.turn
    try:
        opinion = verdict(table_of(play, seat, seat), split(line), label_of(play), repairs=False)
    except Misread:
        return Said(NOTHING)
    return Said(NO if opinion.legal is False else YES, frozenset(each.clause for each in opinion.refusals))


def by_answer(play: Play, line: str) -> Said:
    """What ``answer`` does; what it asks next is no part of the request."""
    seat, asked = play.state.turn, play.pending
    try:
        Speaker(play, labels_for(play)).say(line)
    except Elsewhere:
        return ELSEWHERE
    except Misread:
        return Said(NOTHING)
    except NotOffered as fault:
        return Said(NO, frozenset(each.clause for each in fault.refusals))
    except Needs as fault:
        if fault.decision is asked or "--plan" in line:
            return ELSEWHERE  # before a plan is used, somebody else may be asked
        if fault.decision.who == seat and fault.decision.kind.startswith(f"{line.split()[0]}."):
            return Said(NOTHING)  # too little was said: a field stands between
    return Said(YES)


def in_words(game: Game, seat: str, request: Request, rng: Random) -> str:
    """A request as a player might type it: in ids, in names, or in names shortened."""
    names = Names(View(game.state, seat))
    how = rng.choice(("ids", "names", "short"))

    def word(value: Any) -> Any:
        if how == "ids" or not isinstance(value, str) or not re.fullmatch(r"[a-z]+\.\w+|[a-z]+", value):
            return value
        if value in ("site", "board", "adviser", "vision", "discard", "printed", "pawn", "favor", "secrets", "bandits"):
            return value
        told = names.name(value)
        return told[: rng.randint(3, 6)].strip() if how == "short" and len(told) > 3 else told

    given = {field: word(value) for field, value in request.given.items()}
    if request.action == "campaign":
        line = ["campaign", *([given["defender"]] if given else [])]
        line += [part for target in request.given.get("targets", ()) for part in ("--target", f'"{word(target)}"')]
        line += ["--dice", str(given["dice"])] if "dice" in given else []
        line += [part for plan in request.plans for part in ("--plan", f'"{word(plan)}"')]
        return " ".join(line)
    return words_of(request.action, given, request.modifiers)


def _names_an_unknown_card(game: Game, seat: str, card: str) -> bool:
    """May a name be meant for an adviser that the player has not told?"""
    state = game.state
    unknown = any(each in state.handles for each in state.zone(f"advisers.{seat}"))
    return not View(state, seat).shows(card) or (unknown and card not in state.facedown)


def differences(number: int, most: int, each: int) -> Iterator[tuple[str, Said, Said] | None]:
    """What is said differently in positions of a random game; None for each request that is said alike."""
    for game, rng in islice(positions(range(number, number + 1), every=5), most):
        position = to_position(game.state)
        play = game_at(position)
        for _ in range(each):
            if play.head or play.pending is None:
                play = game_at(position)
            seat = play.state.turn
            request = some_request(game, seat, rng)
            if request.action == "play" and _names_an_unknown_card(game, seat, request.given.get("card", "")):
                continue  # the real game knows better where that card lies, and says so
            try:
                line = in_words(game, seat, request, rng)
            except KeyError:
                continue
            if rng.random() < 0.2:
                try:
                    Speaker(play, labels_for(play)).say(request.action)
                except (Misread, NotOffered, Needs):
                    play = game_at(position)
                if play.pending is None or play.pending.who != seat or play.state.turn != seat:
                    continue
            began = play.head
            asked, said = by_why(play, line), by_answer(play, line)
            alike = asked == said or (said is ELSEWHERE and (asked.what != YES or "--plan" in line))
            yield None if alike else (f"{number}: {'... ' if began else ''}{line}", asked, said)
