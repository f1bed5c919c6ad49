"""The rulings that bear on a verdict: the readings that the code asked for, and points tied to a clause that fails."""

from collections.abc import Iterable, Iterator

from oathtools.engine.rows import LAW, Refusal
from oathtools.law.rulings import Faq, Ruling, points, rulings_for
from oathtools.procedures.adjudicate.told import derivation
from oathtools.procedures.adjudicate.walk import Walked, walk
from oathtools.procedures.adjudicate.witness import Witness
from oathtools.procedures.machine.request import Request

# Points that the rows of a stage carry out: they bear on a request that such a row refuses. The words are those by
# which the row is known where its clause has several.
_OF_STAGES: dict[str, tuple[tuple[str, str], ...]] = {
    "search.source": (("A-35", "no card is left"),),
    "recover.target": (("A-42", "suit"),),
    "recover.pay": (("A-44", "more than that"),),
    "campaign.defender": (("A-50", ""),),
    "campaign.targets": (("A-51", "must be"),),
    "campaign.dice": (("A-52", ""),),
    "play.to": (("A-37", "the row holds"),),
    "power.card": (("A-80", "already holds"), ("A-81", "")),
    "peek.what": (("A-102", "has not seen"),),
    "offer.other": (("A-71", ""),),
    "self-exile.cost": (("A-76", ""),),
    "exile.cost": (("A-74", ""),),
    "exile.open": (("A-74", "it costs"),),
    "self-exile.open": (("A-76", "it costs"),),
    "move-warbands.leave": (("A-77", ""),),
}


def touched(
    game: Witness, seat: str, request: Request, walked: Walked, depends: Iterable[Refusal]
) -> tuple[tuple[str, str], ...]:
    """The ids of the rulings that bear on a verdict, each with the reading in force there ("" for the card FAQ)."""
    found = {point: reading for point, reading in game.readings_used.items() if _decides(game, seat, request, point)}
    stages = [(stage.name, [Refusal(*row[1:]) for row in stage.rows if not row[0]]) for stage in walked.stages]
    for stage, refused in (*stages, ("leave", list(depends))):
        for point in _points(request, stage, refused):
            found.setdefault(point.id, game.readings.get(point.id, point.take))
        for faq in _answers(refused):
            found.setdefault(faq.id, "")
    known = list(points())
    return tuple(sorted(found.items(), key=lambda item: known.index(item[0]) if item[0] in known else len(known)))


def _decides(game: Witness, seat: str, request: Request, point: str) -> bool:
    """Would another reading of a point that the code asked for make any difference to this request?"""
    if point not in points():
        return True
    said = _said(game, seat, request)
    others = [letter for letter in points()[point].readings if letter != game.readings_used[point]]
    return any(
        _said(Witness(game.state, game.registry, {**game.readings, point: letter}), seat, request) != said
        for letter in others
    )


def _said(game: Witness, seat: str, request: Request) -> tuple[tuple[Refusal, ...], tuple[Refusal, ...]]:
    walked = walk(game, seat, request)
    return walked.refusals, derivation(game, seat, request, walked)


def _points(request: Request, stage: str, refused: list[Refusal]) -> Iterator[Ruling]:
    """The open points about a clause that fails: those the stage carries out, and those about a card that refuses."""
    own = dict(_OF_STAGES.get(f"{request.action}.{stage}", ()))
    for point in points().values():
        about = [each for each in refused if each.clause in point.clauses]
        by_row = point.id in own and any(own[point.id] in each.because for each in about)
        if by_row or any(each.source in point.cards for each in about):
            yield point


def _answers(refused: list[Refusal]) -> Iterator[Faq]:
    """The publisher's answers about a card that refuses, on the very clause that it cites."""
    for each in refused:
        if each.source != LAW:
            for found in rulings_for(clause=each.clause, card=each.source):
                if isinstance(found, Faq) and found.card == each.source:
                    yield found
