"""The log in words beside the events: random games tell no lie, and lies planted in the describers are found."""

import re
from collections.abc import Callable, Iterator

import pytest

from oathtools.render.game import phrases
from oathtools.render.game.phrase_pieces import Phrase
from tests.support.told_words import listened

GAMES = range(6)
DAILY = 6


def _actor(phrase: Phrase) -> Phrase:
    other = "Ann" if phrase.subject != "Ann" else "Bo"
    return phrase._replace(subject=other)


def _number(phrase: Phrase) -> Phrase:
    return phrase._replace(says=re.sub(r"\d+", lambda found: str(int(found[0]) + 7), phrase.says, count=1))


def _clause(phrase: Phrase) -> Phrase:
    return phrase._replace(cites=("10.1", *phrase.cites[1:]))


def _left_out(phrase: Phrase) -> Phrase:
    return phrase._replace(cites=())


def _silence(phrase: Phrase) -> Phrase:
    return phrase._replace(says="")


# Kinds of events, and how what is told of them is turned into a lie.
LIES: list[tuple[str, Callable[[Phrase], Phrase]]] = [
    ("gain", _number), ("discard", _silence), ("pawn", _actor), ("spent_supply", _clause), ("play", _left_out),
    ("place", _number), ("place", _silence), ("place", _clause), ("gain", _actor), ("gain", _silence),
    ("gain", _clause), ("spent_supply", _number), ("spent_supply", _silence), ("refresh", _number),
    ("refresh", _actor), ("refresh", _clause), ("discard", _actor), ("discard", _clause), ("play", _silence),
    ("play", _clause), ("move", _number), ("move", _clause), ("pools", _number), ("pools", _clause),
    ("rolled", _clause), ("battle", _clause), ("pawn", _clause), ("save", _number),
]  # fmt: skip


@pytest.mark.parametrize("seed", GAMES)
def test_every_name_number_and_clause_of_the_log_comes_from_what_was_done(seed: int) -> None:
    looked, found = listened(seed)
    assert not found and looked > 20


def test_twenty_lies_are_planted() -> None:
    assert len(LIES) > 19


@pytest.mark.parametrize(
    ("kind", "lie"),
    [*LIES[:DAILY], *(pytest.param(*each, marks=pytest.mark.soak) for each in LIES[DAILY:])],
)
def test_a_lie_that_is_planted_is_found(
    kind: str, lie: Callable[[Phrase], Phrase], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one of some games."""
    tells = phrases.OF_CARDS if kind in ("discard", "play") else phrases.OTHERS
    own = tells[kind]

    def lied(*told: object) -> Iterator[Phrase]:
        return map(lie, own(*told))  # type: ignore[arg-type]

    monkeypatch.setitem(tells, kind, lied)
    assert any(listened(seed)[1] for seed in GAMES), "nobody noticed"
