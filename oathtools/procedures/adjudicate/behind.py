"""What is behind a refusal: a power that changed a value on which it rests is named beside it."""

from collections.abc import Iterable, Iterator

from oathtools.engine.rows import Refusal
from oathtools.engine.windows import Power
from oathtools.procedures.adjudicate.walk import refusals, walk
from oathtools.procedures.adjudicate.witness import Witness
from oathtools.procedures.machine.request import Request


def behind(game: Witness, seat: str, request: Request, refused: Iterable[Refusal]) -> tuple[Refusal, ...]:
    """Reasons against a request, each followed by the powers of other cards without which it would not stand."""
    with game.listening() as heard:
        walk(game, seat, request)
    powers = {change.power.card: change.power for change in heard.changed}
    left = {card: _kinds(refusals(game.deaf_to(card), seat, request)) for card in powers}
    return tuple(dict.fromkeys(_in_order(refused, powers, left)))


def _in_order(
    refused: Iterable[Refusal], powers: dict[str, Power], left: dict[str, set[tuple[str, str]]]
) -> Iterator[Refusal]:
    for reason in refused:
        yield reason
        for card, power in powers.items():
            named = card == reason.source or card in reason.because
            if not named and _kind(reason) not in left[card]:
                clause = next((cite for cite in power.cites if cite[:1].isdigit()), power.place.clause)
                yield Refusal(clause, f"{card} makes it so", card)


def _kinds(refused: Iterable[Refusal]) -> set[tuple[str, str]]:
    return {_kind(reason) for reason in refused}


def _kind(reason: Refusal) -> tuple[str, str]:
    """What of a reason stays the same where its numbers do not."""
    return reason.clause, reason.source
