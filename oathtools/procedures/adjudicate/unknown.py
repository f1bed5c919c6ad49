"""What a verdict cannot know: the faces of unknown cards that a rule reads. Every face is asked in turn."""

from collections.abc import Callable, Iterator

from oathtools.engine.rows import Refusal
from oathtools.procedures.adjudicate.walk import refusals
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import Request
from oathtools.table import knowledge
from oathtools.table.effects import Effects
from oathtools.table.state import State


def told(state: State, faces: dict[str, str]) -> State:
    """A copy of a state in which unknown cards have been told by name."""
    copy = state.copy()
    do = Effects(copy)
    for card, name in faces.items():
        do.learn(card, name, ())
    return copy


def with_faces(request: Request, faces: dict[str, str]) -> Request:
    """A request in which the names stand for the unknown cards."""
    given = {
        field: faces.get(value, value) if isinstance(value, str) else value for field, value in request.given.items()
    }
    return request._replace(given=given, faces={})


def on_faces(game: Game, seat: str, request: Request) -> Iterator[Refusal]:
    """The unknown cards of a request on whose face the verdict turns, with the clauses that read it."""
    for card in [value for value in request.given.values() if isinstance(value, str) and value in game.state.handles]:

        def against(name: str, card: str = card) -> tuple[Refusal, ...]:
            trial = Game(told(game.state, {card: name}), game.registry, game.readings)
            return refusals(trial, seat, with_faces(request, {card: name}))

        yield from turns_on(game, card, against)


def turns_on(game: Game, card: str, against: Callable[[str], tuple[Refusal, ...]]) -> Iterator[Refusal]:
    """The clauses by which some of the faces that an unknown card may have are refused, and others are not."""
    names = knowledge.possible_names(game.state, game.state.handles[card].groups)
    clauses: dict[str, int] = {}
    fine = 0
    for name in names:
        found = against(name)
        fine += not found
        for clause in dict.fromkeys(each.clause for each in found):
            clauses[clause] = clauses.get(clause, 0) + 1
    if fine:
        for clause, count in clauses.items():
            because = f"nobody told what {card} is: {count} of the {len(names)} cards it may be cannot go there"
            yield Refusal(clause, because, card)
