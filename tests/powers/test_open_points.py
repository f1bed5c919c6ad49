"""Open points that hang on cards, from A-151: what each of their readings does, in one case for all of them."""

from typing import Any

import pytest

from oathtools.table.invariants import faults
from oathtools.table.state import FAVOR, HIDDEN, SECRET
from tests.battles import GO_ON, campaign, fight_of, roll, shields, war
from tests.support.tables import Script, Table, a_table, down

EACH = pytest.mark.parametrize("reading", ["a", "b"])


def calm(players: int = 4) -> Table:
    """Nobody has the title, nobody takes it."""
    return a_table(players).oath("devotion").title(None)


@EACH
def test_a_151_peace_envoy_of_an_ally_after_a_plan_of_the_defender(reading: str) -> None:
    """10.28: you is the user alone; b reads it as FAQ Code of Honor 1 reads that card."""
    table = war().reading("A-151", reading).seat("red", warbands=5)
    table = table.seat("yellow", role="citizen", at=3, advisers=["longbows"])
    table = table.seat("purple", at=3, advisers=["peace_envoy"], favor=5).site("steppe", warbands={"purple": 1})
    play = campaign(table.play(), "yellow", ["steppe"]).answer("longbows")
    if reading == "a":
        assert play.asked == ("campaign.plan", "purple") and "denizen.peace_envoy" in play.offered
        assert play.answer("peace_envoy").has("red", FAVOR) == 1, "a favor for the one die in the pool"
        assert play.asked == ("act", "red")
    else:
        assert play.asked[0] == "campaign.defense-roll", "the Chancellor has no plan that could be used"


@EACH
def test_a_151_its_user_has_no_other_plan_whatever_is_read(reading: str) -> None:
    table = war().reading("A-151", reading).seat("red", warbands=5)
    table = table.seat("blue", advisers=["longbows", "peace_envoy", "extra_provisions"], favor=9)
    play = campaign(table.site("steppe", warbands={"blue": 1}).play(), "blue", ["steppe"]).answer("longbows")
    because = "denizen.peace_envoy is used alone, and denizen.longbows is in use"
    assert play.refuses("peace_envoy") == [("5.5.3", because)]


def inherited(reading: str, favor: int) -> Script:
    """Blue plays a Vision over the one on which Red's warband stands; Red is where Forced Labor of Yellow rules."""
    table = calm().turn("blue").reading("A-152", reading).seat("blue", vision="vision.conquest", at="plains")
    table = table.seat("red", at="steppe", favor=favor, advisers=["false_prophet"])
    table = table.seat("blue", advisers=[down("vision.faith")]).site("steppe", warbands={"yellow": 1})
    table = table.site("mountain", cards=["forced_labor"], warbands={"yellow": 1})
    table.do.move("red", 1, "stock.red", "vision.conquest", ())
    return table.play().answer("play", "vision.faith", "vision")


def test_a_152_a_the_vision_that_is_inherited_costs_the_toll() -> None:
    """FAQ Forced Labor 1, FAQ Oracle 5: playing as if one had searched is barred without the favor."""
    play = inherited("a", 1)
    assert play.asked == ("false_prophet.toll", "red")
    play.answer("yes")
    assert play.asked == ("play.to", "red") and (play.has("red", FAVOR), play.has("yellow", FAVOR)) == (0, 1)
    left = inherited("a", 1).answer("no")
    assert left.asked == ("act", "blue") and left.has("red", FAVOR) == 1
    assert "vision.conquest" in left.zone("discard.hinterland") + left.zone("discard.provinces")


def test_a_152_a_without_a_favor_the_vision_stays_discarded() -> None:
    play = inherited("a", 0)
    assert play.asked == ("act", "blue") and play.zone("hand.red") == []
    assert play.at("stock.red", "red") == 14, "the warband dies all the same"


def test_a_152_b_no_toll() -> None:
    assert inherited("b", 0).asked == ("play.to", "red")


@pytest.mark.parametrize(("reading", "hidden"), [("a", 0), ("b", 1)])
def test_a_153_a_secret_burned_for_a_plan_outside_ones_turn(reading: str, hidden: int) -> None:
    """Cracking Ground costs a burned secret."""
    table = war().reading("A-153", reading).seat("red", warbands=5)
    table = table.seat("blue", advisers=["cracking_ground"], secrets=1).site("steppe", warbands={"blue": 1})
    play = campaign(table.play(), "blue", ["steppe"])
    play.answer(next(option for option in play.offered if option != GO_ON))
    assert (play.has("blue", SECRET), play.has("blue", HIDDEN)) == (0, hidden)
    assert not faults(play.state)


@pytest.mark.parametrize(("reading", "bank", "shared"), [("a", 3, 1), ("b", 4, 0)])
def test_a_153_a_favor_burned_for_a_plan_outside_ones_turn(reading: str, bank: int, shared: int) -> None:
    """Insect Swarm of the attacker adds a burned favor to the defender's plan."""
    table = war().reading("A-153", reading).seat("red", warbands=5, advisers=["insect_swarm"])
    table = table.seat("blue", advisers=["outriders", "keep", "storm_caller"], favor=2)
    play = campaign(table.site("steppe", warbands={"blue": 1}).play(), "blue", ["steppe"])
    before = play.at("shared", FAVOR)
    play.answer("storm_caller")
    assert (play.at("bank.beast", FAVOR), play.at("shared", FAVOR) - before) == (bank, shared)


@EACH
def test_a_153_in_ones_own_turn_a_burned_cost_burns(reading: str) -> None:
    table = war().reading("A-153", reading).seat("red", warbands=5, advisers=["cracking_ground"], secrets=1)
    play = campaign(table.seat("blue").site("steppe", warbands={"blue": 1}).play(), "blue", ["steppe"])
    play.answer(next(option for option in play.offered if option != GO_ON))
    assert (play.has("red", SECRET), play.has("red", HIDDEN)) == (0, 0)


@pytest.mark.parametrize(("reading", "asked"), [("a", "jinx.reroll"), ("b", "campaign.attack-roll")])
def test_a_154_jinx_with_a_secret_on_it_in_anothers_turn(reading: str, asked: str) -> None:
    """7.1.2: outside one's turn the secret stays on the board, so nothing is placed on the card."""
    table = war().reading("A-154", reading).seat("red", warbands=3).seat("blue", secrets=1, advisers=["jinx"])
    table = table.site("steppe", warbands={"blue": 1}).on("jinx", secrets=1)
    play = campaign(table.play(), "blue", ["steppe"]).answer(shields("0"))
    assert play.asked[0] == asked
    if reading == "a":
        play.answer("yes", shields("2"))
        assert (play.has("blue", HIDDEN), play.at("jinx", SECRET)) == (1, 1)


@EACH
def test_a_154_in_ones_own_turn_it_must_be_free(reading: str) -> None:
    table = war().reading("A-154", reading).seat("red", warbands=3, secrets=1, advisers=["jinx"]).on("jinx", secrets=1)
    play = campaign(table.seat("blue").site("steppe", warbands={"blue": 1}).play(), "blue", ["steppe"])
    assert roll(play, "0", "sss").asked[0] == "campaign.place"


def masked(reading: str, *cards: str) -> Script:
    """Red swaps Elders with Tents at the Great Slum."""
    table = calm().reading("A-155", reading).map("great_slum").seat("red", at=0, secrets=1, advisers=["elders"])
    return table.seat("red", relics=["horned_mask"]).site(0, cards=cards).play().answer("power")


def test_a_155_a_a_swap_into_the_great_slum_may_discard_first() -> None:
    """10.25, 11.9: a swap is two moves; what leaves by it is not what is discarded."""
    play = masked("a", "tents", "longbows")
    if play.asked[0] == "horned_mask.card":
        play.answer("tents")
    assert play.asked == ("play.first", "red") and play.offered == ["none", "denizen.longbows"]
    play.answer("longbows")
    assert play.zone("cards.0") == ["denizen.elders"] and play.zone("advisers.red") == ["denizen.tents"]
    assert not faults(play.state)


def test_a_155_a_a_swap_needs_no_room_where_there_are_too_many_cards_already() -> None:
    """One for one (A-119): nobody has to discard, also where the Slum holds more than it has room for."""
    play = masked("a", "tents", "longbows", "wolves", "scouts")
    if play.asked[0] == "horned_mask.card":
        play.answer("tents")
    assert play.asked == ("play.first", "red") and "none" in play.offered
    assert play.answer("none").zone("cards.0")[0] == "denizen.elders" and len(play.zone("cards.0")) == 4


def test_a_155_b_a_swap_into_the_great_slum_is_a_swap() -> None:
    play = masked("b", "tents", "longbows")
    if play.asked[0] == "horned_mask.card":
        play.answer("tents")
    assert play.asked[0] == "act" and play.zone("cards.0") == ["denizen.elders", "denizen.longbows"]


@pytest.mark.parametrize(("reading", "left"), [("a", 0), ("b", 1)])
def test_a_156_boiling_lake_and_a_single_warband(reading: str, left: int) -> None:
    table = calm().reading("A-156", reading).seat("red", at=0, warbands=1).site("mountain", cards=["boiling_lake"])
    assert table.play().answer("travel", "site.mountain").has("red", "warbands") == left


@EACH
def test_a_156_two_warbands_die_whatever_is_read(reading: str) -> None:
    table = calm().reading("A-156", reading).seat("red", at=0, warbands=3).site("mountain", cards=["boiling_lake"])
    assert table.play().answer("travel", "site.mountain").has("red", "warbands") == 1


def test_a_157_a_inquisitor_at_a_faceup_adviser() -> None:
    """10.17 asks only that the front be looked at, so the owner of a card that everybody sees gets the favor."""
    table = calm().seat("red", at=3, favor=1).site("steppe", cards=["inquisitor"]).seat("blue", at=3, advisers=["keep"])
    play = table.play().answer("power")
    assert play.asked[0] == "act" and play.has("blue", FAVOR) == 1 and play.at("inquisitor", FAVOR) == 0


def test_a_157_b_inquisitor_at_facedown_ones_only() -> None:
    table = calm().reading("A-157", "b").seat("red", at=3, favor=1).site("steppe", cards=["inquisitor"])
    table = table.seat("blue", at=3, advisers=["keep"])
    because = "no adviser that could be peeked at is at the site of red"
    assert [(row.clause, row.because) for row in table.refusals("power", card="inquisitor")] == [("10.17", because)]


def bargain(reading: str) -> Script:
    table = calm().reading("A-158", reading).seat("red", at=3, favor=4, secrets=1, advisers=["witchs_bargain"])
    return table.seat("blue", at=3).play().answer("power")


def test_a_158_a_witchs_bargain_with_one_who_has_nothing() -> None:
    """9.3: as much is taken as there is."""
    play = bargain("a")
    assert play.offered == [GO_ON, "give-favor@blue"], "the secret has paid for the power"
    play.answer("give-favor@blue")
    assert (play.has("red", FAVOR), play.has("blue", FAVOR), play.has("red", SECRET)) == (2, 2, 0)


def test_a_158_b_something_must_be_there() -> None:
    play = bargain("b")
    assert play.asked[0] == "act" and play.has("blue", FAVOR) == 0


def blackmail(reading: str, also: str = "b") -> Script:
    table = calm().reading("A-159", reading).reading("A-145", also).seat("red", at=3, relics=["map"])
    table = table.seat("blue", at=3, relics=["whistle"]).deck("blackmail", rest=False)
    return table.play().answer("search", "adviser")


def test_a_159_a_blackmail_may_name_ones_own_relic() -> None:
    """A-145 b: a player here may be oneself. Nothing is taken then."""
    play = blackmail("a")
    assert play.asked == ("blackmail.relic", "red") and set(play.offered) == {"relic.whistle", "relic.map"}
    play.answer("map")
    assert (play.zone("held.red"), play.zone("held.blue")) == (["relic.map"], ["relic.whistle"])
    assert play.asked[0] == "act"


@pytest.mark.parametrize(("reading", "also"), [("b", "b"), ("a", "a")])
def test_a_159_b_blackmail_names_another_players(reading: str, also: str) -> None:
    """So it is too where A-145 says that a player here is somebody else."""
    play = blackmail(reading, also)
    assert play.asked[0] == "act" and play.zone("held.red") == ["relic.map", "relic.whistle"]


@pytest.mark.parametrize(("reading", "red", "blue"), [("a", 1, 0), ("b", 0, 1)])
def test_a_160_the_secret_on_a_plan_that_the_defender_discards(reading: str, red: int, blue: int) -> None:
    """10.5: Red, whose turn it is, has traded with Storm Caller; Blue uses and discards it."""
    table = war().reading("A-160", reading).seat("red", warbands=2).on("storm_caller", secrets=1)
    table = table.site("steppe", warbands={"blue": 1}, cards=["storm_caller"])
    play = campaign(table.play(), "blue", ["steppe"]).answer("storm_caller")
    roll(play, "222", "hh")
    assert (play.has("red", HIDDEN), play.has("blue", HIDDEN)) == (red, blue)
    assert "denizen.storm_caller" not in play.zone("cards.3")


IDLE = {
    "wolves": {"secrets": 1},
    "convoys": {"secrets": 1, "favor": 1},
    "charming_friend": {"secrets": 1, "favor": 1},
    "second_chance": {"secrets": 1, "favor": 1},
}


@pytest.mark.parametrize("card", IDLE)
def test_a_161_a_what_a_power_chooses_must_be_there(card: str) -> None:
    table = calm().seat("red", at=3, secrets=2, favor=2).site("steppe", cards=[card])
    assert [row.source for row in table.refusals("power", card=card)] == [f"denizen.{card}"]


@pytest.mark.parametrize("card", IDLE)
def test_a_161_b_a_power_may_be_paid_for_and_come_to_nothing(card: str) -> None:
    table = calm().reading("A-161", "b").seat("red", at=3, secrets=2, favor=2).site("steppe", cards=[card])
    play = table.play().answer("power")
    assert play.asked[0] == "act" and play.at(card, SECRET) + play.at(card, FAVOR) == 1, "it is closed now"
    assert not faults(play.state)


@EACH
def test_a_161_faq_brass_horse_1_and_faq_roving_terror_1_hold_whatever_is_read(reading: str) -> None:
    table = calm().reading("A-161", reading).seat("red", secrets=2, favor=2, relics=["brass_horse"])
    table = table.site("plains", cards=["roving_terror"])
    assert [row.clause for row in table.refusals("power", card="brass_horse")] != []
    assert [row.clause for row in table.refusals("power", card="roving_terror")] == ["10.15"]


@EACH
def test_a_161_a_number_may_be_none_whatever_is_read(reading: str) -> None:
    """Tavern Songs look at three cards of a pile, or at as many as there are."""
    table = (
        calm().reading("A-161", reading).seat("red", at=3, secrets=1, favor=1).site("steppe", cards=["tavern_songs"])
    )
    assert table.refusals("power", card="tavern_songs") == []


def two_beasts(reading: str, card: str) -> Script:
    """Red plays Wolves and Rangers to the Plains by Land Warden, with a modifier besides."""
    table = calm().reading("A-162", reading).seat("red", at=0, favor=3, secrets=2, supply=5, advisers=[card])
    table = table.site("plains", cards=["land_warden"]).deck("wolves", "rangers", "keep", rest=False)
    play = table.play().answer("search", card, "land_warden")
    play.answer("wolves", "yes", "rangers")
    return play.answer("site.plains", "site.plains")


@pytest.mark.parametrize(("reading", "favor"), [("a", 2), ("b", 1)])
def test_a_162_welcoming_party_and_two_cards(reading: str, favor: int) -> None:
    """7.4.2: once in an action, or for each card it fits; the Hearth bank loses as much."""
    play = two_beasts(reading, "welcoming_party")
    assert play.at("bank.hearth", FAVOR) == 3 - favor and play.asked[0] == "act"


@pytest.mark.parametrize(("reading", "warbands"), [("a", 4), ("b", 2)])
def test_a_162_wild_cry_and_two_cards(reading: str, warbands: int) -> None:
    assert two_beasts(reading, "wild_cry").has("red", "warbands") == warbands


@pytest.mark.parametrize(
    ("reading", "room"), [("a", ["site.plains", "adviser", "discard"]), ("b", ["adviser", "discard"])]
)
def test_a_162_crop_rotation_and_two_cards(reading: str, room: list[str]) -> None:
    """5.1.4.1: it makes room for the second card too, at a site that the first has filled again."""
    table = calm().reading("A-162", reading).seat("red", at=0, favor=1, supply=5, advisers=["crop_rotation"])
    table = table.site("plains", cards=["land_warden", "tents", "elders"]).deck("wolves", "rangers", rest=False)
    play = table.play().answer("search", "crop_rotation", "land_warden", "wolves", "yes", "site.plains", "tents")
    assert [to for to in play.offered if to != "adviser-facedown"] == room


@EACH
def test_a_162_it_works_again_in_the_next_search(reading: str) -> None:
    table = calm().reading("A-162", reading).seat("red", at=0, supply=6, advisers=["wild_cry"])
    table = table.deck("wolves", rest=False).pile("cradle", "rangers")
    play = table.play().answer("search", "wild_cry", "world", "site.plains")
    play.answer("search", "wild_cry", "site.plains")
    assert play.has("red", "warbands") == 4


PIPERS_ROW = ["pied_piper", "tents", "keep", "wolves"]


@pytest.mark.parametrize(("reading", "asked"), [("a", "play.replace"), ("b", "act")])
def test_a_163_a_swap_in_a_row_with_the_piper_as_fourth(reading: str, asked: str) -> None:
    """A-128: Red's Enchantress changes places with one of the three."""
    table = calm().reading("A-163", reading).seat("red", secrets=1, advisers=["enchantress"])
    play = table.seat("blue", advisers=PIPERS_ROW).play().answer("power", "tents")
    assert play.asked[0] == asked
    assert len(play.zone("advisers.blue")) == 4 and play.zone("advisers.red") == ["denizen.tents"]


@EACH
def test_a_163_faq_enchantress_1_where_the_piper_goes_its_place_goes(reading: str) -> None:
    table = calm().reading("A-163", reading).seat("red", secrets=1, advisers=["enchantress"])
    play = table.seat("blue", advisers=PIPERS_ROW).play().answer("power", "pied_piper")
    assert play.asked == ("play.replace", "blue") and "denizen.enchantress" not in play.offered


@pytest.mark.parametrize(("reading", "asked"), [("a", "play.replace"), ("b", "act")])
def test_a_163_a_deal_of_one_for_one(reading: str, asked: str) -> None:
    table = calm().reading("A-163", reading).seat("red", at=0, advisers=["longbows"]).seat("blue", advisers=PIPERS_ROW)
    play = table.site(0, cards=["festival_district"]).play().answer("power", "blue", {"longbows": 1}, {"tents": 1})
    assert play.answer("yes").asked[0] == asked


@EACH
def test_a_163_a_gift_makes_the_row_longer_and_is_cut(reading: str) -> None:
    """FAQ Pied Piper 3: three and the Piper, and another one beside them, is one too many."""
    table = calm().reading("A-163", reading).seat("red", at=0, advisers=["longbows"]).seat("blue", advisers=PIPERS_ROW)
    play = table.site(0, cards=["festival_district"]).play().answer("power", "blue", {"longbows": 1}, {})
    assert play.answer("yes").asked == ("play.replace", "blue")


SHARED = pytest.mark.parametrize(("reading", "serves"), [("a", False), ("b", True)])


def lent(card: str, holder: str | None = "purple", **yellow: Any) -> Table:
    """Yellow, a Citizen, has a card that asks for the Darkest Secret; the Chancellor holds it unless told otherwise."""
    table = war().oath("people").banner("darkest_secret", holder)
    return table.seat("yellow", role="citizen", at=3, secrets=1, advisers=[card], **yellow)


@SHARED
def test_a_165_rusting_ray_of_a_citizen_while_the_chancellor_holds_the_darkest_secret(
    reading: str, serves: bool
) -> None:
    table = lent("rusting_ray").reading("A-165", reading).seat("red", warbands=5)
    play = campaign(table.site("steppe", warbands={"purple": 1}).play(), "yellow", ["steppe"]).answer("rusting_ray")
    assert ("hollow_sword" in fight_of(play).battle.ignored) is serves


@SHARED
def test_a_165_terror_spells_of_a_citizen_while_the_chancellor_holds_the_darkest_secret(
    reading: str, serves: bool
) -> None:
    table = lent("terror_spells", warbands=1).turn("yellow").reading("A-165", reading)
    rows = table.refusals("power", seat="yellow", card="terror_spells")
    barred = [("7.3.2", "yellow does not hold banner.darkest_secret", "denizen.terror_spells")]
    assert [tuple(row) for row in rows] == ([] if serves else barred)


@EACH
@pytest.mark.parametrize("holder", ["red", None])
def test_a_165_nobody_elses_darkest_secret_serves_whatever_is_read(reading: str, holder: str | None) -> None:
    """10.28: neither an Exile's nor that of the shared bank; nor the Chancellor's an Exile."""
    table = lent("terror_spells", holder, warbands=1).turn("yellow").reading("A-165", reading)
    assert [row.clause for row in table.refusals("power", seat="yellow", card="terror_spells")] == ["7.3.2"]
    table = calm().seat("red", at=3, secrets=1, warbands=1, advisers=["terror_spells"]).reading("A-165", reading)
    table.banner("darkest_secret", "purple")
    assert [row.clause for row in table.refusals("power", card="terror_spells")] == ["7.3.2"]


@EACH
def test_a_165_the_darkest_secret_of_a_citizen_serves_no_chancellor(reading: str) -> None:
    """The FAQ speaks of the Citizen's bonus."""
    table = calm().turn("purple").seat("yellow", role="citizen").banner("darkest_secret", "yellow")
    table.seat("purple", at=3, secrets=1, warbands=1, advisers=["terror_spells"]).reading("A-165", reading)
    assert [row.clause for row in table.refusals("power", card="terror_spells")] == ["7.3.2"]


@pytest.mark.parametrize(("reading", "gained"), [("a", 1), ("b", 2)])
def test_a_166_animal_host_among_the_advisers(reading: str, gained: int) -> None:
    table = calm().seat("red", at=2).site("mountain", cards=["wolves"]).reading("A-166", reading)
    play = table.deck("animal_host", rest=False).play().answer("search", "adviser")
    assert play.has("red", "warbands") == gained


@EACH
def test_a_166_at_a_site_it_counts_itself_once_whatever_is_read(reading: str) -> None:
    table = calm().seat("red", at=2).site("mountain", cards=["wolves"]).reading("A-166", reading)
    play = table.deck("animal_host", rest=False).play().answer("search", "site.the_tribunal")
    assert play.has("red", "warbands") == 2


@pytest.mark.parametrize(
    ("reading", "offered"), [("a", ["slot.3", "board.blue"]), ("b", ["slot.3", "board.purple", "board.blue"])]
)
def test_a_167_whose_boards_are_in_reach_of_terror_spells(reading: str, offered: list[str]) -> None:
    """Blue's pawn is in Red's region, the Chancellor's is not; no site of another region is."""
    table = calm().seat("red", at=3, secrets=1, advisers=["terror_spells"]).banner("darkest_secret", "red")
    table.seat("blue", at=2, warbands=1).seat("purple", at=0, warbands=1).reading("A-167", reading)
    table.site("steppe", warbands={"blue": 1}).site("plains", warbands={"purple": 1})
    assert table.play().answer("power").offered == offered


FACES = pytest.mark.parametrize(("card", "way"), [("sleight_of_hand", ()), ("witchs_bargain", ("give-favor@blue",))])


def robbed(card: str, reading: str) -> Table:
    """Blue, at Red's site, has a secret of each face."""
    table = calm().seat("red", at=3, favor=3, secrets=1, advisers=[card]).reading("A-168", reading)
    return table.seat("blue", at=3, secrets=1, hidden=1)


@FACES
@pytest.mark.parametrize(("reading", "picks"), [("a", "red"), ("c", "blue")])
def test_a_168_which_secret_is_taken(card: str, way: tuple[str, ...], reading: str, picks: str) -> None:
    """The face stays as it is."""
    play = robbed(card, reading).play().answer("power", *way)
    assert play.asked == ("take.secret", picks) and play.offered == [SECRET, HIDDEN]
    play.answer(HIDDEN)
    assert (play.has("blue", SECRET), play.has("blue", HIDDEN), play.has("red", HIDDEN)) == (1, 0, 1)


@FACES
def test_a_168_b_a_faceup_secret_is_taken_first(card: str, way: tuple[str, ...]) -> None:
    play = robbed(card, "b").play()
    before = play.has("red", SECRET)
    play.answer("power", *way)
    assert (play.has("blue", SECRET), play.has("blue", HIDDEN), play.has("red", HIDDEN)) == (0, 1, 0)
    assert play.has("red", SECRET) == before + (card == "sleight_of_hand")


@pytest.mark.parametrize("reading", ["a", "b", "c"])
def test_a_168_of_one_face_there_is_nothing_to_pick(reading: str) -> None:
    table = calm().seat("red", at=3, favor=1, advisers=["sleight_of_hand"]).reading("A-168", reading)
    play = table.seat("blue", at=3, hidden=2).play().answer("power")
    assert play.asked[0] == "act" and (play.has("red", HIDDEN), play.has("blue", HIDDEN)) == (1, 1)


# -- A-170 Fabled Feast at a site of another ruler -----------------------------------------------------------------


@pytest.mark.parametrize(("reading", "taken"), [("a", 1), ("b", 2)])
def test_a_170_fabled_feast_at_a_site_of_another_ruler(reading: str, taken: int) -> None:
    """9.1: that it counts itself is a reminder; Marriage is the one Hearth card that Red rules."""
    table = calm().seat("red", at=2, advisers=["marriage", down("fabled_feast")]).reading("A-170", reading)
    play = table.site(2, warbands={"blue": 1}).play().answer("play", "fabled_feast", "the_tribunal", "bank.order")
    assert play.at("bank.order", FAVOR) == 3 - taken


@EACH
def test_a_170_among_the_advisers_it_counts_itself_once_whatever_is_read(reading: str) -> None:
    table = calm().seat("red", at=2, advisers=[down("fabled_feast")]).reading("A-170", reading)
    assert table.play().answer("play", "fabled_feast", "adviser", "bank.order").at("bank.order", FAVOR) == 3 - 1


# -- Palanquin and those who are made to travel ------------------------------------------------


@pytest.mark.parametrize(("also", "reading", "goes"), [("b", "b", True), ("b", "a", False), ("a", "b", False)])
def test_a_171_palanquin_for_oneself(also: str, reading: str, goes: bool) -> None:
    """A-145 b: a player here may be oneself. Nothing is traveled then: Boiling Lake kills nobody."""
    table = calm().reading("A-171", reading).reading("A-145", also).seat("red", at=3, favor=1, advisers=["palanquin"])
    table = table.seat("red", warbands=2).site("mountain", cards=["boiling_lake"], warbands={"blue": 1})
    if not goes:
        assert table.refusals("power", card="palanquin") == [
            ("5.6.1", "no other player at the site of red can travel", "denizen.palanquin")
        ]
        return
    play = table.play().answer("power", "mountain")
    assert (play.state.players["red"].slot, play.has("red", "warbands")) == (1, 2)


def test_a_172_who_is_made_to_travel_uses_no_modifier() -> None:
    """From the Buried Giant a secret opens the Narrow Pass's region to a Travel of one's own, not to the Whistle."""
    table = calm().site("buried_giant", slot=0).site("narrow_pass", slot=4).seat("red", at=3, secrets=1)
    for seat in ("purple", "yellow"):
        table = table.seat(seat, at=3)
    table = table.seat("red", relics=["whistle"]).seat("blue", at=0, secrets=1)
    assert [row.clause for row in table.refusals("power", card="whistle")] == ["5.6.1", "11.8"]
    own = table.turn("blue").refusals("travel", to="steppe", using=[("buried_giant", "")])
    assert own == []


@pytest.mark.parametrize(("reading", "faceup"), [("a", False), ("b", True)])
def test_a_175_a_pawn_put_on_a_facedown_site(reading: str, faceup: bool) -> None:
    """The ruler of the Shrouded Wood sends Blue elsewhere (FAQ Palanquin 2); Red can travel on from there (5.6)."""
    sites = ("plains", "mountain", "the_tribunal", "shrouded_wood", "steppe", down("site.drowned_city"))
    table = calm().map(*sites).site(3, warbands={"yellow": 1}).reading("A-175", reading)
    table = table.seat("red", at=3, favor=1, advisers=["palanquin"]).seat("blue", at=3)
    play = table.play().answer("power", "hinterland.1", "plains")
    assert [play.state.players[seat].slot for seat in ("red", "blue")] == [5, 0]
    assert play.state.faceup_site(5) is faceup and play.at("slot.5", SECRET) == 3 * faceup
    assert play.answer("travel", "plains").state.players["red"].slot == 0


# -- Ancient Binding, Peace Envoy ---------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "saved"), [("a", 1), ("b", 0)])
def test_a_173_ancient_binding_and_a_secret_on_another_card(reading: str, saved: int) -> None:
    table = calm().reading("A-173", reading).seat("red", at=3, secrets=4, advisers=["ancient_binding"])
    play = table.site("steppe", cards=["longbows"]).play().answer("trade", "power")
    assert (play.has("red", SECRET), play.at("longbows", SECRET), play.at("ancient_binding", SECRET)) == (0, saved, 1)


def envoy(reading: str, **yellow: int) -> Script:
    """Red attacks Yellow's Steppe, where the Chancellor is; Yellow is a Citizen."""
    table = war().reading("A-174", reading).seat("red", warbands=1, advisers=["peace_envoy", "longbows"], favor=5)
    table = table.seat("purple", at=3).seat("yellow", role="citizen", **yellow).site("steppe", warbands={"purple": 1})
    return campaign(table.play(), "yellow", ["steppe"])


def test_a_174_a_peace_envoy_needs_the_pawn_of_the_player_under_attack() -> None:
    play = envoy("a", at=0)
    assert play.refuses("peace_envoy") == [("10.30", "yellow is not at the site of red")]


def test_a_174_b_the_pawn_of_an_ally_is_enough_and_the_gift_goes_to_the_player_under_attack() -> None:
    play = envoy("b", at=0).answer("peace_envoy")
    assert (play.has("yellow", FAVOR), play.has("purple", FAVOR)) == (1, 0)


@EACH
def test_a_174_with_their_own_pawn_there_it_works_whatever_is_read(reading: str) -> None:
    assert envoy(reading, at=3).answer("peace_envoy").has("yellow", FAVOR) == 1


# -- A-176 Key to the City at an Imperial site ---------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "left"), [("a", 2), ("b", 0)])
def test_a_176_a_citizen_at_an_imperial_site(reading: str, left: int) -> None:
    """6.6.3: Blue is a Citizen, and one of its rulers; where the warbands die Red's is placed."""
    table = calm().seat("red", at=3, advisers=[down("key_to_the_city")]).seat("blue", role="citizen", at=3)
    table = table.site(3, warbands={"purple": 2}).reading("A-176", reading)
    play = table.play().answer("play", "key_to_the_city", "site.steppe")
    assert (play.at("slot.3", "purple"), play.at("slot.3", "red")) == (left, int(not left))


@EACH
def test_a_176_the_chancellor_at_an_imperial_site_whatever_is_read(reading: str) -> None:
    table = calm().seat("red", at=3, advisers=[down("key_to_the_city")]).seat("purple", at=3)
    table = table.site(3, warbands={"purple": 2}).reading("A-176", reading)
    assert table.play().answer("play", "key_to_the_city", "site.steppe").at("slot.3", "purple") == 2
