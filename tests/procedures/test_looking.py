"""10.17, A-118: looking into the world deck and the discard piles; what is seen may be told, and is for who looked."""

from random import Random
from typing import Any

import pytest

from oathtools import catalog
from oathtools.engine.decision import Form
from oathtools.table.invariants import faults
from oathtools.table.position.form import from_position, to_position
from oathtools.table.views import View, as_known_to
from tests.support.tables import Script, Table, a_table, unknown

FAITH = "vision.faith"
VISIONS = catalog.ids("vision")


def pig(*deck: Any, rest: bool = True, **red: Any) -> Table:
    """Red has the Oracular Pig; the cards are known on top of the world deck."""
    return a_table().title(None).oath("devotion").seat("red", relics=["oracular_pig"], **red).deck(*deck, rest=rest)


def looking(table: Table) -> Script:
    return table.play().answer("power")


def sizes(play: Script) -> int:
    return sum(sum(layer.values()) for layer in play.state.layers["world"])


# -- the question --------------------------------------------------------------------------------------------------


def test_10_17_what_nobody_knows_is_asked_of_the_one_who_looks_alone() -> None:
    """9.4: the question is private, and by default nothing is told; nothing has moved then."""
    play = looking(pig())
    before = play.state.canonical()
    assert play.asked == ("look.top", "red") and play.pending.private and play.pending.form is Form.OUTCOME
    assert play.pending.default == [] and (play.pending.low, play.pending.high) == (0, 3)
    play.default()
    assert play.state.canonical() == before and play.asked[0] == "act"
    (looked,) = [event for event in play.events if event.kind == "looked"]
    assert looked.facts == {"who": "red", "at": "world", "count": 3, "seen": []} and "10.17" in looked.cites


def test_a_118_what_is_told_lies_on_top_of_the_deck_in_its_order_and_nothing_is_drawn() -> None:
    """10.6: looking is no draw: the Visions Drawn marker stands, no hand is filled, a Vision stops nothing."""
    play = looking(pig())
    cards = sizes(play)
    play.answer(["elders", FAITH, "tents"])
    assert play.zone("world.top") == ["denizen.elders", FAITH, "denizen.tents"] and sizes(play) == cards - 3
    assert play.state.visions_drawn == 0 and not play.zone("hand.red") and not faults(play.state)
    assert not [event for event in play.events if event.kind in ("card", "learned", "visions_drawn")]


def test_a_118_the_card_told_on_top_is_the_one_drawn() -> None:
    """5.1.2: who searches then is dealt these cards, unasked, and the Vision ends the draw."""
    play = looking(pig()).answer(["elders", FAITH, "tents"]).answer("search")
    assert play.asked[0] == "search.keep" and play.zone("hand.red") == ["denizen.elders", FAITH]
    assert play.zone("world.top") == ["denizen.tents"] and play.state.visions_drawn == 1


def test_the_first_cards_alone_may_be_told_and_are_held_against_a_draw() -> None:
    play = looking(pig()).answer(["elders"]).answer("search")
    assert play.asked[0] == "search.draw" and not play.pending.private
    assert play.refuses(["tents", "wolves", "keep"]) == [("5.1.2", "the next card was told before: denizen.elders")]
    play.answer(["elders", "wolves", "keep"])
    assert play.zone("hand.red") == ["denizen.elders", "denizen.wolves", "denizen.keep"] and not faults(play.state)


def test_backs_alone_may_be_told() -> None:
    play = looking(pig())
    play.answer(["denizen", "vision"])
    top = play.zone("world.top")
    assert [play.state.back(card) for card in top] == ["denizen", "vision"] and not faults(play.state)
    assert all(card in play.state.handles for card in top)
    play.answer("search")
    assert play.pending.default == ["denizen", "vision"], "the second is a Vision, which ends the draw (5.1.2)"


def test_known_cards_are_not_asked_for() -> None:
    play = looking(pig("elders", FAITH, "tents"))
    assert play.asked[0] == "act" and play.zone("world.top")[:3] == ["denizen.elders", FAITH, "denizen.tents"]


def test_9_3_fewer_cards_than_three_are_looked_at_if_there_are_fewer() -> None:
    play = looking(pig(unknown("denizen"), "tents").pool("elders").box(*VISIONS))
    assert play.pending.high == 2
    play.answer(["elders", "tents"])
    assert play.zone("world.top") == ["denizen.elders", "denizen.tents"]


def test_cards_known_at_the_bottom_are_seen_when_the_deck_runs_out() -> None:
    """9.3: of two cards that are left one lies unordered above the one that was put under the deck."""
    table = pig().pool("wolves").box(*VISIONS)
    table.do.put("denizen.keep", "world.bottom", ())
    play = looking(table)
    assert play.pending.high == 2
    play.answer(["wolves", "keep"])
    assert play.zone("world.top") == ["denizen.wolves"] and play.zone("world.bottom") == ["denizen.keep"]
    assert View(play.state, "red").shows("denizen.keep") and not faults(play.state)


@pytest.mark.parametrize(
    ("told", "because"),
    [
        (["elders", "tents", "wolves", "keep"], "3 cards are looked at, not 4"),
        (["longbows"], "denizen.longbows is already elsewhere: cards.1"),
        (["scouts"], "denizen.scouts is already elsewhere"),
        (["elders", "elders"], "denizen.elders cannot be here: it is not among the cards this one may be"),
        (["relic.map"], "no relic is left in this part of the deck: the next card is a denizen or a Vision"),
        ("elders", "a list of cards, each by name or by its back"),
        ([3], "a list of cards, each by name or by its back"),
    ],
)
def test_what_cannot_lie_there_is_refused(told: Any, because: str) -> None:
    """9.4: a facedown adviser is elsewhere, and nobody is told where."""
    table = pig().site("mountain", cards=["longbows"]).seat("blue", advisers=[unknown("denizen")])
    table.do.put("denizen.scouts", "advisers.yellow", ())
    table.do.face("denizen.scouts", False, (), ("yellow",))
    play = looking(table)
    assert ("7.3.2", because) in play.refuses(told)


def test_a_name_that_another_unknown_card_needs_is_refused() -> None:
    table = pig()
    state = table.built()
    state.groups["pair"] = ["denizen.elders", "denizen.tents"]
    state.layers["world"][0]["denizen"] -= 2
    for _ in range(2):
        state.facedown[table.do.new_handle("denizen", ("pair",), "advisers.blue", ())] = ("blue",)
    play = looking(table)
    assert play.refuses(["elders"]) == [
        ("7.3.2", "denizen.elders cannot be here: the unknown cards elsewhere need denizen.tents")
    ]
    assert not play.refuses(["wolves"])


def test_a_vision_that_the_layer_has_no_more_of_is_refused() -> None:
    table = pig()
    layers = table.built().layers
    layers["world"] = [{"denizen": 1}, {**layers["world"][0], "denizen": layers["world"][0]["denizen"] - 1}]
    play = looking(table)
    assert ("7.3.2", "no Vision is left in this part of the deck: the next card is a denizen") in play.refuses(
        ["vision"]
    )
    play.answer(["denizen", "elders", FAITH])
    assert play.zone("world.top")[1:] == ["denizen.elders", FAITH] and not faults(play.state)


def test_chance_draws_what_is_possible() -> None:
    """A seeded table: all cards looked at get faces, each of them at one place only, Visions among them."""
    visions = 0
    for seed in range(60):
        play = looking(pig("elders", unknown("denizen")))
        told = play.pending.random(Random(seed))
        assert len(set(told)) == 3 and told[0] == "denizen.elders" and not play.refuses(told)
        play.answer(told)
        assert play.zone("world.top") == told and not faults(play.state)
        visions += told[2].startswith("vision.")
    assert 0 < visions < 30


# -- piles ---------------------------------------------------------------------------------------------------------


def scrying(*pile: Any) -> Script:
    table = a_table().title(None).oath("devotion").seat("red", advisers=["scryer"], secrets=1)
    return table.pile("hinterland", *pile).play().answer("power", "discard.hinterland")


def test_a_118_the_cards_of_a_pile_are_told_where_they_lie() -> None:
    play = scrying("elders", unknown("denizen"), unknown("vision"))
    assert play.asked == ("look.top", "red") and play.pending.high == 3
    assert ("7.3.2", "the back of the next card is that of a Vision, not of a denizen") in play.refuses(
        ["elders", "wolves", "tents"]
    )
    play.answer(["elders", "wolves", FAITH])
    assert play.zone("discard.hinterland") == ["denizen.elders", "denizen.wolves", FAITH] and not faults(play.state)


def test_a_discard_on_a_pile_hides_nothing_that_was_seen_there() -> None:
    """10.5: the new card lies on top, and those beneath are still the ones that were seen; nobody saw the new one."""
    play = scrying("elders", unknown("denizen")).answer(["elders", "wolves"])
    play.game.do.put("denizen.keep", "discard.hinterland", ("10.5",), at=0, why="discard")
    view = View(play.state, "red")
    assert [view.shows(card) for card in play.zone("discard.hinterland")] == [False, True, True]


# -- who may know --------------------------------------------------------------------------------------------------


def test_9_4_only_the_one_who_looked_may_know_what_lies_there() -> None:
    play = looking(pig()).answer(["elders", FAITH, "tents"])
    for viewer, may in ((None, False), ("purple", False), ("blue", False), ("red", True)):
        view = View(play.state, viewer)
        assert [view.shows(card) for card in play.zone("world.top")] == [may] * 3


def test_9_4_a_card_that_leaves_the_deck_is_no_longer_known_by_that_look() -> None:
    """What lies in another's hand is theirs to know; and a card played later does not lie facedown for it."""
    play = looking(pig()).answer(["elders", "wolves", "tents"])
    play.game.do.put("denizen.elders", "hand.blue", ("10.6",))
    assert not View(play.state, "red").shows("denizen.elders") and View(play.state, "blue").shows("denizen.elders")
    play.game.do.put("denizen.wolves", "cards.1", ("10.15",))
    assert not play.state.is_facedown("denizen.wolves") and not faults(play.state)


def test_a_100_backs_inside_the_deck_stay_private_in_what_is_shown() -> None:
    """The back of the top card is open; those beneath it join the unordered part, as if nobody had told them."""
    play = looking(pig())
    layer = dict(play.state.layers["world"][0])
    play.answer(["elders", FAITH, "tents"])
    for viewer in (None, "blue"):
        shown, hidden = as_known_to(play.state, viewer)
        assert hidden == 3 and not faults(shown)
        (top,) = shown.zone("world.top")
        assert shown.handles[top].back == "denizen" and shown.groups["visions"].count(FAITH) == 1
        assert shown.layers["world"] == [{**layer, "denizen": layer["denizen"] - 1}]
    own, hidden = as_known_to(play.state, "red")
    assert own.zone("world.top") == ["denizen.elders", FAITH, "denizen.tents"] and not hidden and not faults(own)


# -- positions -----------------------------------------------------------------------------------------------------


def test_a_position_keeps_what_lies_on_top_and_who_has_seen_it() -> None:
    play = looking(pig().pile("cradle", "scouts")).answer(["elders", "vision"])
    data = to_position(play.state)
    assert data["world_deck"]["top"] == [
        {"card": "Elders", "seen_by": ["Red"]},
        {"unknown": "vision", "seen_by": ["Red"]},
    ]
    assert data["discard_piles"]["cradle"] == ["Scouts"]
    again = from_position(data)
    assert again.canonical() == play.state.canonical() and to_position(again) == data
    assert View(again, "red").shows("denizen.elders") and not View(again, "blue").shows("denizen.elders")


def test_like_cards_are_counted_only_if_the_same_players_have_seen_them() -> None:
    play = scrying(unknown("denizen"), unknown("denizen"), unknown("denizen")).default()
    play.state.facedown.pop(play.zone("discard.hinterland")[0])
    data = to_position(play.state)
    seen = {"unknown": "denizen", "seen_by": ["Red"], "n": 2}
    assert data["discard_piles"]["hinterland"] == [{"unknown": "denizen"}, seen]
    again = from_position(data)
    assert [again.facedown.get(card) for card in again.zone("discard.hinterland")] == [None, ("red",), ("red",)]


def test_who_has_seen_a_card_of_a_deck_is_no_part_of_the_digest() -> None:
    """No rule reads it: a game in which nothing was told replays to the same states."""
    play = scrying("elders")
    before = play.state.digest()
    assert play.state.facedown["denizen.elders"] == ("red",)
    del play.state.facedown["denizen.elders"]
    assert play.state.digest() == before


def test_a_wrong_back_is_answered_with_the_right_one_and_a_back_is_no_name() -> None:
    """10.17, 5.4.3: a look may be told by the back alone; a relic that is taken is read, and its name is needed."""
    table = a_table().seat("red", at="steppe", favor=3).site("steppe", relics=[unknown("relic")])
    wrong = "its back is that of a relic, not of a denizen"
    play = table.play().answer("peek")
    assert play.asked == ("look", "red") and play.refuses("relic") == []
    assert [because for _, because in play.refuses("denizen")] == [wrong]
    play.default().answer("recover", "relic-1")
    assert play.asked == ("face", "red")
    assert [because for _, because in play.refuses("denizen")] == [wrong]
    assert [because for _, because in play.refuses("relic")] == ["the back alone does not say which relic it is"]
    assert play.refuses("relic.map") == []
