"""Unknown cards and the names they may have, compared with every way to name them all."""

from itertools import permutations
from random import Random

import pytest

from oathtools.procedures.chronicle.chance import Lot, seated
from oathtools.table import knowledge
from oathtools.table.effects import Effects, join, key_of
from oathtools.table.state import Handle, State
from tests.support.tables import a_table

GROUPS = ("one", "two", "three")


def few(rng: Random) -> State:
    """A few unknown cards, each from one to three small groups of names, that can all be named."""
    while True:
        state = a_table().state
        state.groups.clear()
        state.layers.clear()
        names = [f"denizen.{letter}" for letter in "abcdef"]
        for group in GROUPS:
            state.groups[group] = sorted(rng.sample(names, rng.randint(1, 3)))
        for _ in range(rng.randint(1, 4)):
            groups = tuple(sorted(rng.sample(GROUPS, rng.randint(1, 3))))
            Effects(state).new_handle("denizen", groups, "archive", ())
        if ways(state):
            return state


def ways(state: State) -> list[dict[str, str]]:
    """Every way to give each unknown card a name of its own, by handle."""
    names = sorted({name for group in state.groups.values() for name in group})
    handles = list(state.handles)
    return [
        dict(zip(handles, way, strict=True))
        for way in permutations(names, len(handles))
        if all(
            name in knowledge.names_of(state, state.handles[handle].groups)
            for handle, name in zip(handles, way, strict=True)
        )
    ]


@pytest.mark.parametrize("seed", range(40))
def test_what_is_possible_is_what_some_way_says(seed: int) -> None:
    """A name that no way gives a card is neither offered for it nor accepted."""
    state = few(Random(seed))
    every = ways(state)
    assert knowledge.check(state) is None
    for handle, about in state.handles.items():
        possible = {way[handle] for way in every}
        assert set(knowledge.possible_names(state, about.groups)) == possible
        for name in knowledge.names_of(state, tuple(state.groups)):
            assert (knowledge.contradiction(state, about.groups, name) is None) is (name in possible)


def test_a_name_that_other_cards_need_is_told_with_what_they_need_whatever_is_known_besides() -> None:
    """Two cards share two names: a third that has one of them would leave both the other; so it has the third name."""
    state = a_table().state
    state.groups.clear()
    state.groups |= {"one": ["denizen.a", "denizen.b"], "two": ["denizen.a", "denizen.b", "denizen.c"]}
    for group in ("two", "one", "one"):
        Effects(state).new_handle("denizen", (group,), "archive", ())
    for state.kept in ([], [[1, ["denizen.c"], [knowledge.key_of(("two",))], []]]):
        assert knowledge.contradiction(state, ("two",), "denizen.a") == ["denizen.b"]
        assert knowledge.contradiction(state, ("two",), "denizen.c") is None
        assert knowledge.contradiction(state, ("one",), "denizen.c") == []


@pytest.mark.parametrize("seed", range(40))
def test_names_known_to_be_among_some_cards_are_given_to_them_where_a_way_does(seed: int) -> None:
    rng = Random(seed)
    state = few(rng)
    every = ways(state)
    handles = list(state.handles)
    cards = rng.sample(handles, rng.randint(1, len(handles)))
    groups = [state.handles[card].groups for card in cards]
    for count in range(1, len(cards) + 1):
        names = rng.sample(sorted({name for group in state.groups.values() for name in group}), count)
        fitting = [way for way in every if set(names) <= {way[card] for card in cards}]
        found = knowledge.assigned(state, groups, names)
        assert (found is not None) is bool(fitting)
        if found is not None:
            assert any(all(way[cards[at]] == name for name, at in found.items()) for way in fitting)
            assert sorted(found) == sorted(names)


def test_where_the_cards_cannot_all_be_named_nothing_is_assigned() -> None:
    """Two cards and one name: no way at all, so none of the wanted names is given either."""
    state = a_table().state
    state.groups.clear()
    state.groups["one"] = ["denizen.a"]
    for _ in range(2):
        Effects(state).new_handle("denizen", ("one",), "archive", ())
    assert knowledge.assigned(state, [("one",)], ["denizen.a"]) is None
    assert knowledge.check(state) == ["denizen.a"]


@pytest.mark.parametrize("seed", range(40))
def test_every_name_finds_a_card_of_its_own_if_there_is_a_way(seed: int) -> None:
    rng = Random(seed)
    names = [*"abcd"][: rng.randint(1, 4)]
    may_be = [set(rng.sample("abcd", rng.randint(0, 3))) for _ in range(rng.randint(1, 4))]
    found = seated(names, may_be)
    places = permutations(range(len(may_be)), len(names))
    possible = any(all(name in may_be[at] for name, at in zip(names, way, strict=True)) for way in places)
    assert (found is not None) is possible
    if found is not None:
        assert sorted(found.values()) == names and all(name in may_be[at] for at, name in found.items())


def test_8_4_cards_that_were_alike_already_are_no_news_when_they_are_mixed() -> None:
    """Of cards with a name among them it is noted how many have one of which names."""
    state = a_table().built()
    alike = [card for card, handle in state.handles.items() if handle.groups == ("relics",)][:2]
    state.phase = "chronicle"
    join(state, alike, key_of(("relics",)))
    assert state.joined == []
    join(state, [*alike, "denizen.tents"], "m")
    assert [(number, was, into) for number, _, was, into in state.joined] == [(2, "relics", "m"), (1, "", "m")]


def test_8_4_cards_that_were_shuffled_together_have_a_name_that_one_of_them_was_known_to_have() -> None:
    state = a_table().built()
    state.groups["m"] = [f"denizen.{name}" for name in ("elders", "longbows", "tents", "wolves")]
    state.handles |= {each: Handle("denizen", ("m",)) for each in ("card#901", "card#902")}
    lot = Lot(state, ["card#901", "card#902"])
    state.joined = [(1, ["denizen.elders", "denizen.wolves"], "x", "m"), (1, ["denizen.longbows"], "y", "m")]
    for names, fits in ((("elders", "longbows"), True), (("elders", "tents"), False), (("longbows", "tents"), False)):
        assert lot._together([f"denizen.{name}" for name in names]) is fits, names
