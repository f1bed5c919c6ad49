"""Names of New Foundations are known as names: none is taken for a card of the box, nor the other way round."""

import pytest

from oathtools import catalog
from oathtools.catalog.names import index_of_names, names_of_cards
from oathtools.kit.datafiles import load

NAMES = [(kind, name) for kind, names in load("new_foundations")["names"].items() for name in names]


def test_no_name_is_one_of_the_box_and_each_stands_once() -> None:
    spelled = [catalog.key_of(name) for _, name in NAMES]
    assert len(set(spelled)) == len(spelled) > 180
    assert [name for name in spelled if name in index_of_names() or name.removeprefix("the") in index_of_names()] == []


@pytest.mark.parametrize(("kind", "name"), NAMES)
def test_each_is_told_to_belong_to_the_expansion_in_any_spelling(kind: str, name: str) -> None:
    for words in (name, name.upper(), name.replace(" ", "-"), name.replace("'", "’")):
        with pytest.raises(catalog.UnknownName) as unknown:
            catalog.find(words)
        assert unknown.value.beyond == (name, kind)
        assert f"{name} is a" in str(unknown.value) and "the expansion New Foundations, outside this tool" in str(
            unknown.value
        )


@pytest.mark.parametrize("name", sorted(set(names_of_cards().values())))
def test_every_card_of_the_box_is_what_it_was(name: str) -> None:
    assert catalog.beyond(name) is None


def test_bandit_prince_is_not_bandit_chief() -> None:
    with pytest.raises(catalog.UnknownName) as unknown:
        catalog.find("bandit prince")
    assert unknown.value.suggestions == ()
    assert catalog.find("bandit chef") == "denizen.bandit_chief"


def test_a_misspelt_name_is_that_of_the_nearest_also_beyond() -> None:
    with pytest.raises(catalog.UnknownName) as unknown:
        catalog.find("bandit prinse")
    assert unknown.value.beyond is not None and unknown.value.beyond.name == "Bandit Prince"


def test_a_name_that_differs_in_a_letter_names_the_card_of_the_box_too() -> None:
    with pytest.raises(catalog.UnknownName) as unknown:
        catalog.find("mines")
    assert str(unknown.value).endswith("outside this tool today; did you mean Mine?")


def test_a_word_shortens_a_name_of_the_box_where_its_kind_is_expected() -> None:
    """A Rival and a Festival are of the expansion; among denizens and edifices of the box the words are beginnings."""
    assert catalog.find("rival", ("denizen",)) == "denizen.rival_khan"
    assert catalog.find("festival", ("edifice",)).startswith("edifice.festival")
    with pytest.raises(catalog.UnknownName):
        catalog.find("rival")
    with pytest.raises(catalog.UnknownName):
        catalog.find("Bandit Tribunal", ("site",))  # an edifice of the expansion, however near The Tribunal


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("what does the Bandit Prince do", ["Bandit Prince"]),
        ("how do i forge a relic", ["Forge"]),
        ("iron hand and bone dice", ["Iron Hand", "Bone Dice"]),
        ("can a rival be wealthy", []),
        ("Dunes", ["Dunes"]),
        ("what happens at the dunes of the steppe", []),
        ("campaign against bandits", []),
    ],
)
def test_what_a_question_speaks_of(question: str, names: list[str]) -> None:
    assert sorted(each.name for each in catalog.spoken_of(question)) == sorted(names)
