"""Each ruling and each FAQ answer that the engine carries out has a test named after it, found by scanning the tests.

``test_a_47_...`` shows A-47, ``test_faq_tents_1_...`` the first FAQ answer on Tents; the number may stand anywhere in a
name (``test_9_2_a_83_...``). What concerns a card that is not coded yet is due as soon as it is.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from oathtools.law import rulings
from oathtools.powers import load

TESTS = Path(__file__).parent.parent
# The rulings on the actions of chapters 5 and 6, on powers and on cards; the others are shown where they belong.
ON_PLAY = (*range(42, 87), *range(104, 1 + len(rulings.points())))
# Entries about what is not part of the game as it is built, each with the reason.
ELSEWHERE = {"faq.shrouded_wood.5": "the Clockwork Prince is a variant for two that is not built"}


@cache
def names() -> frozenset[str]:
    """The names of all tests."""
    texts = (path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    return frozenset(name for text in texts for name in re.findall(r"^ *def (test_\w+)\(", text, re.MULTILINE))


def shown(key: str) -> bool:
    """Is there a test whose name holds these words?"""
    return any(re.search(rf"_{key}(_|$)", name) for name in names())


def due_points() -> list[str]:
    """The rulings on play whose first card, the one they are about, is coded; all that are about no card."""
    registry = load()
    points = (rulings.points()[f"A-{number}"] for number in ON_PLAY)
    return [point.id for point in points if not point.cards or registry.is_coded(point.cards[0])]


def due_answers() -> list[str]:
    """The FAQ answers on every card that is coded."""
    registry = load()
    return [key for key, faq in rulings.faqs().items() if registry.is_coded(faq.card) and key not in ELSEWHERE]


def test_every_ruling_on_play_has_a_test_named_after_it() -> None:
    assert [key for key in due_points() if not shown(f"a_{int(key.removeprefix('A-'))}")] == []


def test_every_faq_answer_on_a_coded_card_has_a_test_named_after_it() -> None:
    assert [key for key in due_answers() if not shown(key.replace(".", "_"))] == []


def test_no_test_is_named_after_what_does_not_exist() -> None:
    answers = {key.replace(".", "_") for key in rulings.faqs()}
    points = {int(key.removeprefix("A-")) for key in rulings.points()}
    strays = []
    for name in names():
        strays += [name for number in re.findall(r"_a_(\d{1,3})(?=_|$)", name) if int(number) not in points]
        named = re.findall(r"(?=_(faq_[a-z_]+?_\d+)(?:_|$))", name)
        strays += [name for key in named if key not in answers]
    assert strays == []


@pytest.mark.parametrize("key", ELSEWHERE)
def test_what_is_left_out_exists_and_is_not_shown(key: str) -> None:
    assert key in rulings.faqs() and not shown(key.replace(".", "_"))
