"""Pilgrimage, the Spires and the Oracle: the Dispossessed and the world deck; and sites that change hands."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from oathtools.procedures.machine import facts
from oathtools.table.invariants import faults
from oathtools.table.state import FAVOR
from tests.support.tables import Script, Table, a_table

GONE = ("denizen.alchemist", "denizen.tutor", "denizen.jinx")


def calm(players: int = 4) -> Table:
    """Nobody has the title, nobody takes it."""
    return a_table(players).oath("devotion").title(None)


def dispossessed(table: Table, *names: str) -> Table:
    """These denizens lie among the Dispossessed."""
    for name in names or GONE:
        table.do.put(name, "dispossessed", ())
    return table


# -- Pilgrimage ----------------------------------------------------------------------------------------------------


def test_pilgrimage_the_denizens_here_go_and_as_many_come_on_the_pile() -> None:
    """A-120: locked ones and edifices stay; what lies on a card leaves as if it were discarded."""
    table = dispossessed(calm().seat("red", at=1)).site("mountain", cards=["elders", "keep"])
    play = table.on("elders", favor=2).deck("pilgrimage", rest=False).play().answer("search", "adviser")
    assert play.zone("cards.1") == ["denizen.keep"] and play.at("bank.nomad", FAVOR) == 5
    assert play.asked[0] == "pilgrimage.draw" and play.pending.default == []
    play.answer(["denizen.jinx"])
    assert play.zone("discard.cradle") == ["denizen.jinx"], "the pile of the own region: no discard"
    assert "denizen.elders" in play.zone("dispossessed") and not faults(play.state)


def test_pilgrimage_untold_the_card_is_one_of_them() -> None:
    table = dispossessed(calm().seat("red", at=1)).site("mountain", cards=["elders"])
    play = table.deck("pilgrimage", rest=False).play().answer("search", "adviser", [])
    assert play.zone("discard.cradle")[0].startswith("card#") and not faults(play.state)


# -- the Spires ----------------------------------------------------------------------------------------------------


def spire(*cards: Any, relics: tuple[str, ...] = ()) -> Table:
    table = dispossessed(calm().seat("red", at=0, secrets=2, relics=relics))
    return table.site("plains", cards=["edifice.great_spire"]).deck(*cards, rest=False)


def test_great_spire_denizens_drawn_change_places_with_random_ones() -> None:
    play = spire("elders", "tents", "wolves").play().answer("search", "great_spire")
    assert play.asked == ("great_spire.cards", "red") and play.pending.private
    play.answer(["elders", "wolves"], ["denizen.jinx", "denizen.tutor"])
    assert set(play.zone("hand.red")) == {"denizen.jinx", "denizen.tents", "denizen.tutor"}
    assert {"denizen.elders", "denizen.wolves"} <= set(play.zone("dispossessed")) and not faults(play.state)


def test_great_spire_visions_are_no_denizens() -> None:
    play = spire("elders", "vision.faith").play().answer("search", "great_spire")
    assert play.offered == ["denizen.elders"] and (play.pending.low, play.pending.high) == (0, 1)


def test_faq_great_spire_1_what_was_drawn_is_revealed_and_what_came_instead_is_not_unless_kept() -> None:
    table = spire("elders", "tents", "wolves", relics=("truthful_harp",))
    play = table.play().answer("search", "great_spire", "truthful_harp")
    assert [event.facts["card"] for event in play.events if event.kind == "revealed"] == [
        "denizen.elders",
        "denizen.tents",
        "denizen.wolves",
    ]
    play.answer(["elders"], ["denizen.jinx"])
    assert not [event for event in play.events if event.kind == "revealed"]
    play.answer("jinx").default()
    assert [event.facts["card"] for event in play.events if event.kind == "revealed"] == ["denizen.jinx"]


def fallen() -> Table:
    table = dispossessed(calm().seat("red", at=0, secrets=2)).site("plains", cards=["edifice.fallen_spire"])
    return table.pile("cradle", "elders", "vision.faith", "tents", "wolves")


def test_faq_fallen_spire_1_the_number_is_named_blind_and_visions_are_passed_over() -> None:
    play = fallen().play().answer("power")
    assert play.asked == ("fallen_spire.number", "red") and (play.pending.low, play.pending.high) == (0, 3)
    assert play.pending.default == 0, "none need be swapped"
    play.answer(2, ["denizen.jinx", "denizen.tutor"])
    assert play.zone("discard.cradle") == ["denizen.jinx", "vision.faith", "denizen.tutor", "denizen.wolves"]
    assert {"denizen.elders", "denizen.tents"} <= set(play.zone("dispossessed"))


def test_fallen_spire_needs_somebody_among_the_dispossessed() -> None:
    table = calm().seat("red", at=0, secrets=2).site("plains", cards=["edifice.fallen_spire"]).pile("cradle", "elders")
    assert [row.clause for row in table.refusals("power", card="edifice.fallen_spire")] == ["7.3.2"]


# -- the Oracle ----------------------------------------------------------------------------------------------------


def oracle(*deck: str, rest: bool = False, **red: Any) -> Table:
    told = {"at": 0, "secrets": 2, **red}
    table = calm().seat("red", **told).site("plains", cards=["oracle"])
    return table.deck(*deck, rest=rest) if deck else table


def test_faq_oracle_1_faq_oracle_2_the_track_goes_up_and_the_others_keep_their_order() -> None:
    play = oracle("elders", "tents", "vision.faith", "wolves").play().answer("power")
    assert play.state.visions_drawn == 1 and play.asked == ("play.to", "red")
    assert play.zone("world.top") == ["denizen.elders", "denizen.tents", "denizen.wolves"]


def test_faq_oracle_4_it_may_go_facedown_to_the_advisers() -> None:
    play = oracle("vision.faith").play().answer("power", "adviser-facedown")
    assert play.zone("advisers.red") == ["vision.faith"]


def test_oracle_in_an_unknown_deck_the_cards_above_hold_no_vision() -> None:
    play = oracle().play()
    layer = dict(play.state.layers["world"][0])
    play.answer("power")
    assert play.asked == ("oracle.depth", "red")
    play.answer(4)
    above, below = play.state.layers["world"]
    assert above == {"denizen": 4} and below == {"denizen": layer["denizen"] - 4, "vision": layer["vision"] - 1}
    assert play.asked[0] == "draw"
    play.answer(["vision.faith"])
    assert play.asked == ("play.to", "red") and not faults(play.state)


def test_oracle_how_deep_the_first_vision_lies_by_every_order_of_the_cards() -> None:
    """Two Visions among five cards: ten ways to lie, each as likely; below the three others they lie in one."""
    table = oracle()
    table.built().layers["world"] = [{"denizen": 3, "vision": 2}]
    play = table.play().answer("power")
    ways = Counter(min(places) for places in combinations(range(5), 2))
    chances = play.pending.chances
    assert chances is not None and dict(chances()) == {above: Fraction(ways[above], 10) for above in range(4)}
    assert (play.pending.low, play.pending.high) == (0, 3)
    sample = play.pending.sample
    assert sample is not None and {sample(Random(number)) for number in range(80)} == {0, 1, 2, 3}
    assert play.refuses(4) and play.refuses(-1) and not play.refuses(0) and not play.refuses(3)


def test_faq_oracle_3_cracked_horn_may_bury_it() -> None:
    play = oracle("elders", "vision.faith", relics=["cracked_horn"]).play().answer("power")
    assert play.asked == ("search.modifier", "red")
    play.answer("cracked_horn", "discard")
    assert play.zone("world.bottom") == ["vision.faith"] and play.state.visions_drawn == 1


@pytest.mark.parametrize(("favor", "legal"), [(0, False), (1, True)])
def test_faq_oracle_5_under_forced_labor_only_with_a_favor(favor: int, legal: bool) -> None:
    table = oracle("vision.faith", favor=favor).site("plains", cards=["forced_labor"], warbands={"blue": 1})
    assert (table.refusals("power", card="oracle") == []) is legal


def test_oracle_with_no_vision_left_is_refused() -> None:
    assert [row.clause for row in oracle("elders", "tents").refusals("power", card="oracle")] == ["10.6"]


# -- the Deed Writer -----------------------------------------------------------------------------------------------


def deeds(**blue: Any) -> Table:
    table = calm().seat("red", at=0, favor=3, warbands=2, advisers=["deed_writer"]).seat("blue", **blue)
    return table.site("steppe", warbands={"red": 2}).site("mountain", warbands={"blue": 1})


def signed(table: Table, give: dict[str, int], take: dict[str, int]) -> Script:
    """Red and Blue agree."""
    play = table.play().answer("power", "blue", give)
    if play.asked[0] == "exchange.take":
        play.answer(take)
    return play.answer("yes")


def test_faq_deed_writer_4_the_new_ruler_places_as_many_as_they_wish_but_one_at_least() -> None:
    play = signed(deeds(warbands=3, favor=2), {"steppe": 1}, {FAVOR: 2})
    assert play.asked == ("exchange.warbands", "blue") and (play.pending.low, play.pending.high) == (1, 3)
    play.answer(2)
    assert play.state.count("slot.3", "blue") == 2 and play.state.count("slot.3", "red") == 0
    assert play.has("red", "warbands") == 4 and play.has("red", FAVOR) == 5


def test_faq_deed_writer_5_not_to_one_without_warbands() -> None:
    table = calm().seat("red", at=0, favor=3, warbands=2, advisers=["deed_writer"]).site("steppe", warbands={"red": 2})
    play = table.play().answer("power", "blue")
    assert play.asked == ("exchange.give", "red") and "site.steppe" not in play.pending.caps
    play = deeds().reading("A-150", "b").play().answer("power", "blue")
    assert play.asked == ("exchange.give", "red") and "site.steppe" not in play.pending.caps


def test_faq_deed_writer_5_but_with_the_bandit_crown() -> None:
    play = deeds(relics=["bandit_crown"]).play().answer("power", "blue")
    assert play.asked == ("exchange.give", "red") and "site.steppe" in play.pending.caps
    play = signed(deeds(relics=["bandit_crown"]), {"steppe": 1}, {})
    assert play.asked[0] == "act" and facts.rulers(play.game, 3) == ("blue",) and play.has("red", "warbands") == 4


def test_faq_deed_writer_4_faq_deed_writer_5_a_warband_for_each_site_or_no_deal() -> None:
    """7.6.3: a binding exchange is never kept by half, so one that cannot be kept whole cannot be accepted."""
    table = deeds(warbands=1, favor=3).site("wastes", slot=6, warbands={"red": 2})
    play = table.play().answer("power", "blue", {"site.steppe": 1, "site.wastes": 1}, {FAVOR: 3})
    assert play.asked == ("exchange.accept", "blue") and play.offered == ["no"]
    assert play.refuses("yes") == [("10.21", "blue has 1 warband to rule 2 sites with")]
    enough = deeds(warbands=2, favor=3).site("wastes", slot=6, warbands={"red": 2})
    play = signed(enough, {"site.steppe": 1, "site.wastes": 1}, {FAVOR: 3})
    assert play.asked[0] == "act", "one each is all there is to place"
    assert [play.state.count(slot, "blue") for slot in ("slot.3", "slot.6")] == [1, 1]
    assert play.has("red", "warbands") == 6 and play.has("red", FAVOR) == 6


def test_faq_deed_writer_5_the_crown_needs_none_for_one_and_leaves_all_for_another() -> None:
    """7.6.5: where bandits count as theirs the new ruler need not place any, so none is kept back for that site."""
    table = deeds(warbands=2, relics=["bandit_crown"])
    table = table.site("wastes", slot=6, warbands={"red": 2})
    play = signed(table, {"site.steppe": 1, "site.wastes": 1}, {})
    assert play.asked == ("exchange.warbands", "blue") and (play.pending.low, play.pending.high) == (0, 2)
    play.answer(2)
    assert [play.state.count(slot, "blue") for slot in ("slot.3", "slot.6")] == [2, 0]


def empty_boards(reading: str) -> Script:
    """Red rules the Steppe and Blue the Mountain; neither has a warband on the board."""
    table = calm().reading("A-150", reading).seat("red", at=0, advisers=["deed_writer"]).seat("blue")
    table = table.site("steppe", warbands={"red": 2}).site("mountain", warbands={"blue": 1})
    return table.play().answer("power", "blue")


def test_a_150_site_for_site_with_empty_boards() -> None:
    """The warbands of both come home first; then each places at least one."""
    play = empty_boards("a")
    assert play.asked == ("exchange.give", "red") and play.pending.caps == {"site.steppe": 1}
    play.answer({"site.steppe": 1}, {"site.mountain": 1}, "yes")
    if play.asked[0] == "exchange.warbands":
        assert play.asked[1] == "red" and (play.pending.low, play.pending.high) == (1, 2)
        play.answer(1)
    assert play.state.count("slot.3", "blue") == 1 and play.state.count("slot.1", "red") == 1
    assert (play.has("red", "warbands"), play.has("blue", "warbands")) == (1, 0)


def test_a_150_a_but_not_a_site_for_nothing() -> None:
    play = empty_boards("a").answer({"site.steppe": 1}, {})
    assert play.refuses("yes") == [("10.21", "blue has no warbands to rule one site with")]


def test_a_150_b_the_boards_must_have_them_before() -> None:
    play = empty_boards("b")
    assert play.asked[0] == "exchange.accept", "there is nothing to put in on either side"


def test_a_131_with_the_crown_even_who_wears_the_ring_and_they_place_none() -> None:
    play = deeds(warbands=2, relics=["bandit_crown", "ring_of_devotion"]).play().answer("power", "blue")
    assert play.asked == ("exchange.give", "red") and "site.steppe" in play.pending.caps
    play = signed(deeds(warbands=2, relics=["bandit_crown", "ring_of_devotion"]), {"steppe": 1}, {})
    assert play.asked[0] == "act" and play.has("blue", "warbands") == 2
    assert "blue" in facts.rulers(play.game, 3)


def test_faq_deed_writer_3_chancellor_and_citizen_have_nothing_to_sign_over() -> None:
    table = calm().turn("yellow").seat("yellow", role="citizen", favor=1, warbands=2, advisers=["deed_writer"])
    table = table.site("steppe", warbands={"purple": 2}).seat("purple", warbands=2)
    play = table.play().answer("power", "purple")
    assert play.asked == ("exchange.give", "yellow") and "site.steppe" not in play.pending.caps


def test_faq_deed_writer_1_faq_deed_writer_2_a_citizen_deals_with_an_exile_with_the_own_board() -> None:
    table = calm().turn("yellow").seat("yellow", role="citizen", favor=1, advisers=["deed_writer"])
    table = table.site("steppe", warbands={"purple": 2}).seat("blue", warbands=2, favor=1)
    play = table.play().answer("power", "blue", {"steppe": 1}, {FAVOR: 1}, "yes", 1)
    assert play.has("yellow", "warbands") == 2 and play.state.count("slot.3", "blue") == 1
    assert play.has("purple", "warbands") == 0


def test_a_131_under_the_ring_of_devotion_no_site_is_taken_over() -> None:
    play = deeds(warbands=3, relics=["ring_of_devotion"]).play().answer("power", "blue")
    assert "site.steppe" not in play.offered
