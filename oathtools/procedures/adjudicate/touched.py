"""The rulings that bear on a verdict: the readings that the code asked for, and points tied to a clause that fails."""

from collections.abc import Iterable, Iterator, Mapping

from oathtools.engine.rows import LAW, Refusal, Row, failed
from oathtools.law.deciding import deciding
from oathtools.law.rulings import Faq, Ruling, points, rulings_for
from oathtools.procedures.adjudicate.told import derivation
from oathtools.procedures.adjudicate.walk import Walked, walk
from oathtools.procedures.adjudicate.witness import Witness
from oathtools.procedures.machine.request import Request


def touched(game: Witness, seat: str, request: Request, walked: Walked) -> tuple[tuple[str, str], ...]:
    """The ids of the rulings that bear on a verdict, each with the reading in force there ("" for the card FAQ)."""
    found = deciding(game.readings_used, lambda others: _said(_reading(game, others), seat, request))
    refusing = [row for row in (*walked.rows, *walked.leave) if not row[0]]
    for point in _points(refusing):
        found.setdefault(point.id, game.readings.get(point.id, point.take))
    for faq in _answers(failed(refusing)):
        found.setdefault(faq.id, "")
    known = list(points())
    return tuple(sorted(found.items(), key=lambda item: known.index(item[0]) if item[0] in known else len(known)))


def _reading(game: Witness, others: Mapping[str, str]) -> Witness:
    """The same table, with other readings of some points."""
    return Witness(game.state, game.registry, {**game.readings, **others}) if others else game


def _said(game: Witness, seat: str, request: Request) -> tuple[tuple[Refusal, ...], tuple[Refusal, ...]]:
    walked = walk(game, seat, request)
    return walked.refusals, derivation(game, seat, request, walked)


def _points(refusing: Iterable[Row]) -> Iterator[Ruling]:
    """The open points that the rows which fail carry out, and those about a card that refuses, on the same clause."""
    said = {row[4] for row in refusing if len(row) > 4}
    about = {(each.source, each.clause) for each in failed(refusing)}
    for point in points().values():
        if point.id in said or any((card, clause) in about for card in point.cards for clause in point.clauses):
            yield point


def _answers(refused: Iterable[Refusal]) -> Iterator[Faq]:
    """The publisher's answers about a card that refuses, on the very clause that it cites."""
    for each in refused:
        if each.source != LAW:
            for found in rulings_for(clause=each.clause, card=each.source):
                if isinstance(found, Faq) and found.card == each.source:
                    yield found
