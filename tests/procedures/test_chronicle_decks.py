"""8.4, 8.5, 8.6 and 8.8: suits, the Archive, the Dispossessed, relics, the new world deck; known and unknown cards."""

from random import Random

import pytest

from oathtools import catalog
from oathtools.procedures.chronicle.decks import commonest, knowledge_is_open
from oathtools.table.effects import deck_size
from oathtools.table.invariants import faults
from oathtools.table.knowledge import names_of
from oathtools.table.state import PURPLE, State
from tests.support.chronicles import STABLE, SUCCESSOR, Stand, ids, names, noted, over, realm, stand_at, write
from tests.support.tables import Table, a_table, down, the, unknown

OATH = {"chronicle.oath": "people"}


def suited(*advisers: object, seat: str = PURPLE) -> list[str]:
    """The suits most common among a winner's advisers."""
    return commonest(a_table(3).seat(seat, advisers=advisers).game(), seat)  # type: ignore[arg-type]


def small(archive: dict[str, int], dispossessed: dict[str, int]) -> Table:
    """A table whose Archive and Dispossessed hold so many denizens of each suit, the world deck all the others."""
    table = a_table(3).seat(PURPLE, advisers=["longbows", "keep"])
    rest = {suit: [card.id for card in catalog.cards("denizen") if card.suit == suit] for suit in catalog.SUITS}
    for cards in rest.values():
        for card in ids("longbows", "keep"):
            if card in cards:
                cards.remove(card)
    state = table.state
    for zone, wanted in (("archive", archive), ("dispossessed", dispossessed)):
        for suit, count in wanted.items():
            for card in [rest[suit].pop() for _ in range(count)]:
                table.do.put(card, zone, ())
    table.deck(*(card for cards in rest.values() for card in cards), "vision.faith", rest=False)
    assert not state.groups
    return table


# -- 8.4: the suit -------------------------------------------------------------------------------------------------


def test_the_most_common_suit() -> None:
    assert suited("longbows", "keep", "wolves") == ["order"]
    assert suited("longbows", "wolves") == ["order", "beast"]
    assert suited() == []


def test_a_94_facedown_advisers_have_no_suit() -> None:
    assert suited("longbows", down("wolves"), down("rangers")) == ["order"]
    assert suited(down("wolves"), down("vision.faith")) == []
    assert suited(unknown("denizen"), "elders") == ["nomad"]


def test_a_94_read_as_the_official_script_does() -> None:
    table = a_table(3).seat(PURPLE, advisers=["longbows", down("wolves"), down("rangers")]).reading("A-94", "b")
    assert commonest(table.game(), PURPLE) == ["beast"]


def test_marriage_counts_twice() -> None:
    assert suited("marriage", "longbows") == ["hearth"]
    assert suited("marriage", "longbows", "keep") == ["order", "hearth"]


def test_ties_are_the_winners_choice_and_without_advisers_any_suit_will_do() -> None:
    table = a_table(3).seat(PURPLE, advisers=["longbows", "wolves"])
    play = stand_at(over(table, PURPLE, STABLE), "8.4", OATH).play
    assert play.asked == ("chronicle.suit", PURPLE) and play.offered == ["order", "beast"]
    assert stand_at(over(a_table(3), PURPLE, STABLE), "8.4", OATH).play.offered == list(catalog.SUITS)


@pytest.mark.parametrize("suit", catalog.SUITS)
def test_the_wheel(suit: str) -> None:
    stand = stand_at(over(a_table(3), PURPLE, STABLE), "8.5", {**OATH, "chronicle.suit": suit})
    around = [*catalog.SUITS, *catalog.SUITS]
    start = around.index(suit)
    assert noted(stand.state)["added"] == dict(zip(around[start : start + 3], (3, 2, 1), strict=True))


# -- 8.4: the Archive ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("archive", "short"),
    [
        ({"order": 3, "hearth": 2, "beast": 1}, False),
        ({"order": 2, "hearth": 9, "beast": 9}, True),
        ({"order": 9, "hearth": 1, "beast": 9}, True),
        ({"order": 9, "hearth": 9, "beast": 0}, True),
    ],
)
def test_all_or_nothing(archive: dict[str, int], short: bool) -> None:
    table = small(archive, {"nomad": 8, "order": 5, "beast": 2})
    stand = stand_at(over(table, PURPLE, STABLE), "8.5", OATH)
    state = stand.state
    assert noted(state)["suit"] == "order"
    if not short:
        assert noted(state)["added"] == {"order": 3, "hearth": 2, "beast": 1}
        assert count_by_suit(state, "archive") == {}
        assert len(state.zone("dispossessed")) == 15
        return
    # Healed: six of the Nomad stack, the biggest; the two left, and the other stacks, go to the Archive.
    assert noted(state)["healed"] == {"nomad": 6} and "added" not in noted(state)
    assert state.zone("dispossessed") == []
    found = count_by_suit(state, "archive")
    assert found == {
        suit: n
        for suit, n in {
            "order": archive["order"] + 5,
            "hearth": archive["hearth"],
            "beast": archive["beast"] + 2,
            "nomad": 2,
        }.items()
        if n
    }


def count_by_suit(state: State, zone: str) -> dict[str, int]:
    """How many denizens of each suit, unknown ones of one sure suit included."""
    found: dict[str, int] = {}
    for card in state.zone(zone):
        if not card.startswith("edifice."):
            may_be = names_of(state, state.handles[card].groups) if card in state.handles else [card]
            (suit,) = {catalog.card(name).suit for name in may_be}
            found[str(suit)] = found.get(str(suit), 0) + 1
    return {suit: found[suit] for suit in sorted(found, key=catalog.SUITS.index) if found[suit]}


def test_8_4_only_the_name_that_is_wrong_is_told() -> None:
    """8.4, 10.17: of six names of cards drawn unseen one lies before a player: that one is said, and no other."""
    table = small({"order": 0}, {"nomad": 8})
    play = stand_at(over(table, PURPLE, STABLE), "8.4", OATH).play
    assert play.asked == ("chronicle.heal", PURPLE) and play.pending is not None
    six = table.state.zone("dispossessed")[:6]
    assert play.pending.refusals(six) == []
    refused = play.pending.refusals([*six[:5], *ids("longbows")])
    assert [(each.clause, each.because) for each in refused] == [("8.4", "Longbows is not among these cards")]
    assert [event.cites for event in play.answer(six).events if event.kind == "healed"] == [("8.4",)]


def test_healing_ties_are_the_winners_choice() -> None:
    table = small({"order": 0}, {"nomad": 7, "discord": 7, "beast": 2})
    play = stand_at(over(table, PURPLE, STABLE), "8.4", OATH).play
    assert play.asked == ("chronicle.stack", PURPLE) and play.offered == ["discord", "nomad"]


def test_healing_from_a_biggest_stack_of_fewer_than_six() -> None:
    stand = stand_at(over(small({"order": 0}, {"nomad": 4, "beast": 1}), PURPLE, STABLE), "8.5", OATH)
    assert noted(stand.state)["healed"] == {"nomad": 4}
    assert count_by_suit(stand.state, "archive") == {"beast": 1}


def test_nothing_to_heal_from() -> None:
    stand = stand_at(over(small({"order": 0}, {}), PURPLE, STABLE), "8.5", OATH)
    assert noted(stand.state)["healed"] == {}


def test_the_cards_told_must_be_in_their_stacks() -> None:
    stand = stand_at(over(small({"order": 4, "hearth": 2, "beast": 2}, {}), PURPLE, STABLE), "8.4", OATH)
    play = stand.play
    denizens = [card for card in play.zone("archive") if card.startswith("denizen.")]
    there = {suit: [card for card in denizens if catalog.card(card).suit == suit] for suit in catalog.SUITS}
    right = [*there["order"][:3], *there["hearth"], there["beast"][0]]
    assert play.refuses([*there["order"], *there["hearth"]])
    assert play.refuses(["denizen.longbows", *right[1:]])
    assert play.refuses(right[:5])
    for junk in ("order", None, [*right[:5], "nobody"], [*right[:5], 7]):
        assert ("8.4", "a list of cards by name, or nothing if nobody tells") in play.refuses(junk)
    some = [*there["order"][:1], "denizen", "denizen", *there["hearth"], "denizen"]
    assert not play.refuses(some), "some by name, the others as the backs that they are"
    assert ("8.4", "3 order cards, not 4") in play.refuses([*there["order"][:4], "denizen", "denizen"])
    assert not play.refuses(right) and not play.refuses([])
    play.answer(right)
    assert set(right) <= set(play.zone("world.bottom"))


def test_cards_nobody_looked_at_may_be_any_of_their_stack() -> None:
    stand = stand_at(over(small({"order": 4, "hearth": 2, "beast": 2}, {}), PURPLE, STABLE), "8.5", OATH)
    state = stand.state
    assert count_by_suit(state, "world.bottom") == {"order": 3, "hearth": 2, "beast": 1}
    assert count_by_suit(state, "archive") == {"order": 1, "beast": 1}
    # Both Hearth cards went, so they are known; of the four Order cards it may be any three.
    assert sum(card in state.handles for card in state.zone("world.bottom")) == 4


@pytest.mark.parametrize("lost", [0, 1])
def test_the_archive_is_open_while_a_name_is_left_that_no_card_on_the_table_needs(lost: int) -> None:
    """8.4: unknown denizens on the table and in the deck take a name each; relics and Visions take none of them."""
    table = a_table(3).seat("red", advisers=[unknown("denizen"), unknown("denizen"), unknown("vision")])
    state = table.reliquary("map", "whistle", "cup_of_plenty", "brass_horse").game().state
    state.groups["denizens"] += [card for card in state.zone("archive") if card.startswith("denizen.")][:lost]
    assert knowledge_is_open(state) is bool(lost)


def test_a_tool_that_does_not_know_the_archive_asks() -> None:
    table = realm()
    state = table.built()
    # Nobody knows where these are: in the Archive, or lost from sight long ago.
    for card in [
        card for card in state.zone("archive") if card.startswith("denizen.") and catalog.card(card).suit == "beast"
    ]:
        table.do.remove(card, ())
        state.groups.setdefault("denizens", []).append(card)
    play = stand_at(over(table, PURPLE, STABLE), "8.4", OATH).play
    assert play.asked == ("chronicle.archive", PURPLE) and play.offered == ["yes", "no"]
    play.answer("yes")
    assert play.asked[0] == "chronicle.add"
    write(play, {"chronicle.add": []})
    assert noted(play.state)["added"] == {"beast": 3, "nomad": 2, "discord": 1}


def test_the_suits_of_unknown_dispossessed_are_asked_when_they_are_sorted() -> None:
    table = small({"order": 0}, {"nomad": 1})
    state = table.built()
    hidden = [card for card in state.zone("world.top") if catalog.card(card).suit in ("discord", "beast")]
    for card in hidden[:4] + hidden[-4:]:
        table.do.remove(card, ())
        state.groups.setdefault("denizens", []).append(card)
    for _ in range(8):
        table.do.new_handle("denizen", ("denizens",), "dispossessed", ())
    stand = stand_at(over(table, PURPLE, STABLE), "8.4", OATH)
    play = stand.play
    assert play.asked == ("chronicle.sort", PURPLE) and play.pending.low == 8
    assert play.refuses(["order"] * 8) and play.refuses(["discord"] * 7 + ["beast"]) and play.refuses(["beast"])
    assert not play.refuses(["discord"] * 4 + ["beast"] * 4)
    play.answer(["beast", "discord"] * 4)
    assert play.asked == ("chronicle.stack", PURPLE) and play.offered == ["discord", "beast"]
    play.answer("beast")
    assert noted(play.state)["healed"] == {"beast": 4}
    assert [event.cites for event in play.events if event.kind == "healed"] == [("8.4", "9.3")], "as many as there are"
    assert count_by_suit(play.state, "archive") == {"discord": 4, "nomad": 1}


# -- 8.5 -----------------------------------------------------------------------------------------------------------


def test_all_five_visions_are_set_aside_from_wherever_they_are() -> None:
    stand = stand_at(over(realm(), PURPLE, STABLE), "8.6.1", OATH)
    assert sorted(stand.state.zone("aside.visions")) == sorted(catalog.ids("vision"))


def test_unknown_visions_too() -> None:
    table = a_table(3).seat("red", advisers=[unknown("vision")]).pile("cradle", unknown("vision"))
    table.box("vision.conspiracy")
    stand = stand_at(over(table, PURPLE, STABLE), "8.6.1", OATH)
    state = stand.state
    assert sorted(state.zone("aside.visions")) == sorted(catalog.ids("vision"))
    assert all(handle.back != "vision" for handle in state.handles.values()) and state.groups["visions"] == []


def test_the_pool_of_the_removed_cards() -> None:
    """Discard piles and losers' advisers; not the winner's, not those at sites, not the Visions."""
    stand = stand_at(over(realm(), PURPLE, STABLE), "8.5", OATH)
    play = stand.play
    assert play.asked == ("chronicle.remove", PURPLE)
    pool = sorted(names(play.state, "aside.stack"))
    assert pool == ["elders", "gossip", "insomnia", "jinx", "keep", "riots", "scouts", "zealots"]
    refused = play.refuses(["rangers", "gossip", "keep", "elders", "zealots", "riots"])
    assert refused == [("8.5", "Rangers is not among these cards")]
    refused = play.refuses(["edifice.hall_of_debate", "gossip", "keep", "elders", "zealots", "riots"])
    assert refused == [("8.5", "Hall of Debate cannot be among these cards")]


def test_fewer_than_six_all_go() -> None:
    table = (
        a_table(3).pile("cradle", "gossip", "keep").seat("red", advisers=["vow_of_peace"]).deck("dazzle", rest=False)
    )
    stand = stand_at(over(table, PURPLE, STABLE), "8.6.1", OATH)
    # Locked advisers go as well.
    assert sorted(names(stand.state, "dispossessed")) == ["gossip", "keep", "vow_of_peace"]
    assert noted(stand.state)["removed"] == 3


def test_six_unseen_may_be_any_of_the_stack() -> None:
    stand = stand_at(over(realm(), PURPLE, STABLE), "8.6.1", OATH)
    state = stand.state
    six = state.zone("dispossessed")
    assert len(six) == 6 and all(card in state.handles for card in six)
    assert sorted(names_of(state, state.handles[six[0]].groups)) == sorted(
        ids("elders", "gossip", "insomnia", "jinx", "keep", "riots", "scouts", "zealots")
    )
    assert len(state.zone("aside.stack")) == 2


# -- 8.6 -----------------------------------------------------------------------------------------------------------


def test_the_scepter_goes_to_the_box_whoever_held_it() -> None:
    table = a_table(4).seat("yellow", relics=["grand_scepter", "map"])
    stand = stand_at(over(table, PURPLE, STABLE), "8.6.2", OATH)
    assert names(stand.state, "box") == ["grand_scepter"]


def test_relics_of_losers_and_of_discarded_sites_are_shuffled_in() -> None:
    stand = stand_at(over(realm(), "blue", SUCCESSOR), "8.6.1", {**OATH, "chronicle.build": "none"})
    play = stand.play
    assert play.asked == ("chronicle.relics", "blue")
    right = ids("ivory_eye", "grand_mask", "relic.map", "brass_horse", "cup_of_plenty")
    assert not play.refuses(right)
    assert play.refuses(right[:4]) and play.refuses([*right[:4], "relic.whistle"]) and play.refuses(["relic"] * 5)


def test_a_relic_deck_that_runs_dry() -> None:
    table = a_table(3).map("plains", "drowned_city", "mountain").relic_deck("map").reliquary(None, None, None, None)
    for site in ("plains", "drowned_city", "mountain"):
        table.site(site, warbands={PURPLE: 1})
    stand = stand_at(over(table, PURPLE, STABLE), "8.6.3", {**OATH, "face": "river"})
    assert names(stand.state, "relics.1") == ["map"] and names(stand.state, "relics.2") == []


def test_unseen_relics_are_known_as_far_as_they_can_be() -> None:
    play = over(realm(), PURPLE, STABLE)
    write(play, {**OATH, "chronicle.build": "none"})
    state = play.state
    top = state.zone("relic_deck.top")
    # The winner's and the Reliquary's three on top, then the losers' and the deck's, less those at sites.
    assert len(top) == 3 and deck_size(state, "relic_deck") == 5
    assert set(names_of(state, state.handles[top[0]].groups)) == set(ids("cup_of_plenty", "horned_mask", "sticky_fire"))
    assert set(state.groups["relics"]) >= set(ids("ivory_eye", "grand_mask", "relic.map", "brass_horse"))


def test_8_7_1_a_name_is_told_only_for_a_card_that_may_have_it() -> None:
    play = stand_at(over(realm(), PURPLE, STABLE), "8.7.1", {**OATH, "chronicle.build": "none"}).play
    decision, rest = play.pending, ["relic"] * 4
    assert play.asked[0] == "chronicle.unseen" and decision is not None and decision.allows(["relic", *rest])
    eye = decision.refusals([the("ivory_eye"), *rest])
    assert [each.because for each in eye] == [f"{the('ivory_eye')} cannot lie there"]
    assert decision.allows([*rest, the("ivory_eye")])


# -- 8.8 -----------------------------------------------------------------------------------------------------------


def finished(answers: dict[str, object]) -> Stand:
    play = over(realm(), PURPLE, STABLE)
    write(play, {**OATH, "chronicle.build": "none", **answers})
    return Stand(play.state, {}) if not play.over else _at_rest(play.state)


def _at_rest(state: State) -> Stand:
    stand = Stand.__new__(Stand)
    stand.state = state
    return stand


def test_an_unseen_deck_is_layers_of_all_that_is_in_play() -> None:
    state = finished({}).state
    # dazzle, tutor, six added, two left of the stack, the winner's two advisers.
    assert state.layers["world"] == [{"denizen": 10, "vision": 2}, {"denizen": 2, "vision": 3}]
    assert state.zone("world.top") == [] and state.zone("aside.stack") == [] == state.zone("aside.visions")
    assert {the("dazzle"), the("rangers")} <= set(state.groups["denizens"])
    assert the("longbows") not in state.groups["denizens"]


def test_put_off_to_setup() -> None:
    state = finished({"chronicle.rebuild": "later"}).state
    assert state.layers["world"] == [{"denizen": 12}]
    assert sorted(state.zone("aside.visions")) == sorted(catalog.ids("vision"))
    assert noted(state)["rebuilt"] is False


def test_a_deck_told_must_be_built_as_printed() -> None:
    stand = stand_at(over(realm(), PURPLE, STABLE), "8.8", {**OATH, "chronicle.build": "none"})
    play = stand.play
    play.answer("now")
    assert play.asked == ("chronicle.deck", PURPLE)
    told = play.pending.random(Random(4))
    assert not play.refuses(told)
    visions = [card for card in told if card.startswith("vision.")]
    assert sum(card in visions for card in told[:12]) == 2
    assert play.refuses([*visions, *(card for card in told if card not in visions)])
    assert play.refuses(told[1:]) and play.refuses([*told[:-1], told[0]])
    assert ("8.8", "these are missing: denizen.dazzle") in play.refuses(
        ["denizen.longbows" if card == "denizen.dazzle" else card for card in told]
    )


def test_what_a_deck_told_names_is_learnt() -> None:
    """8.8: cards that nobody had seen have their names then, and no name is left that the deck's cards may have."""
    play = stand_at(over(realm(), PURPLE, STABLE), "8.8", {**OATH, "chronicle.build": "none"}).play.answer("now")
    told = play.pending.random(Random(1))
    play.answer(told)
    learnt = [event.facts["name"] for event in play.events if event.kind == "learned"]
    assert learnt and set(learnt) <= set(told) and play.zone("world.top") == told
    assert play.state.groups["denizens"] == [] == faults(play.state)


def test_every_boundary_is_sound_whoever_tells_what() -> None:
    """Told by a seed, or not told at all: the same cards are in the same stacks."""
    for told in (True, False):
        play = over(realm(), PURPLE, STABLE)
        rng = Random(8)
        while not play.over:
            decision = play.pending
            play.answer(decision.random(rng) if told or decision.default is None else decision.default)
            assert faults(play.state) == []
        at_sites = sum(len(play.state.zone(f"relics.{slot}")) for slot in range(8))
        assert deck_size(play.state, "relic_deck") + at_sites == 8
