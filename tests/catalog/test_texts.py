"""The powers in our words: one for each card, resting on clauses that exist."""

import pytest

from oathtools import catalog
from oathtools.kit.datafiles import load


def _entries():
    return {card_id: entry for book in load("texts").values() for card_id, entry in book.items()}


def test_every_card_is_restated_once():
    books = load("texts").values()
    assert sum(len(book) for book in books) == len(_entries())
    assert sorted(_entries()) == sorted(catalog.ids())


def test_texts_stand_in_the_book_of_their_suit():
    for suit in catalog.SUITS:
        assert set(load("texts")[suit]) == {card.id for card in catalog.cards("denizen") if card.suit == suit}


def test_clauses_exist():
    known = load("law")["clauses"]
    for card_id, entry in _entries().items():
        assert entry["clauses"], card_id
        assert set(entry["clauses"]) <= set(known), card_id
        assert len(entry["clauses"]) == len(set(entry["clauses"])), card_id
        assert set(entry) <= {"text", "clauses", "note"}, card_id


def test_battle_plans_say_who_may_use_them():
    say = {"attacker": "Attack: ", "defender": "Defense: ", "either": "Attack or defense: "}
    for card_id, entry in _entries().items():
        for power in catalog.card(card_id).powers:
            if power.kind == "battle_plan":
                assert entry["text"].startswith(say[power.side]), card_id


@pytest.mark.parametrize(("kind", "word"), [("action", "Action:"), ("when_played", "When played:"), ("rest", "Rest:")])
def test_standalone_powers_are_named(kind, word):
    for card_id, entry in _entries().items():
        if any(power.kind == kind for power in catalog.card(card_id).powers):
            assert word in entry["text"], card_id


@pytest.mark.parametrize(
    ("card_id", "words"),
    [
        ("denizen.longbows", "one attack die"),
        ("denizen.extra_provisions", "add one defense die"),
        ("denizen.elders", "one secret"),
        ("denizen.disgraced_captain", "four attack dice"),
        ("denizen.salt_the_earth", "capacity is 1"),
        ("denizen.blackmail", "three favor"),
        ("site.shrouded_wood", "2 Supply"),
        ("reliquary.greedy", "more than 2 Supply"),
        ("vision.faith", "three or more Visions"),
    ],
)
def test_figures_are_kept(card_id, words):
    assert words in _entries()[card_id]["text"]
