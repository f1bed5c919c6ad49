"""5.5.6 to 5.5.8: half of the beaten force, what the victor takes, the endings of plans, the title after each part."""

from typing import Any

import pytest

from oathtools.table.state import FAVOR
from tests.battles import GO_ON, campaign, refused, roll, war
from tests.support.tables import Script, Table, a_table, down


def field(red: int = 9, blue: int = 0, steppe: int = 1, woods: int = 0) -> Table:
    """Red with warbands at Blue's Steppe; some of Blue's on the board and in the Deep Woods."""
    table = war().seat("red", warbands=red).seat("blue", warbands=blue)
    table = table.site("steppe", warbands={"blue": steppe})
    return table.site("deep_woods", warbands={"blue": woods}) if woods else table


def victory(table: Table, *targets: str, faces: str = "ssssss") -> Script:
    """Red's attack on Blue, won without a loss."""
    play = campaign(table.play(), "blue", targets or ["steppe"], len(faces))
    while play.asked[0] == "campaign.plan":
        play.answer(GO_ON)
    return roll(play, "0" * play.pending.high, faces)


def defeat(table: Table, *targets: str) -> Script:
    """Red's attack on Blue, lost without skulls."""
    play = campaign(table.play(), "blue", targets or ["steppe"], 1)
    while play.asked[0] == "campaign.plan":
        play.answer(GO_ON)
    roll(play, "2" * play.pending.high, "h")
    return play.answer("no") if play.asked[0] == "campaign.sacrifice" else play


# -- 5.5.6 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("force", "left"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (9, 5)])
def test_a_58_half_of_the_attackers_force_rounded_down(force: int, left: int) -> None:
    play = defeat(field(red=force))
    assert play.has("red", "warbands") == left
    assert play.at("stock.red", "red") == 14 - left, "10.13: they go to the bank"


def test_a_58_of_the_force_that_is_left() -> None:
    """Five warbands, one skull: four are left, and two of those die."""
    play = campaign(field(red=5, steppe=9).play(), "blue", ["steppe"], 1)
    roll(play, "0", "k")
    assert play.has("red", "warbands") == 2


def test_a_58_the_victorious_defender_loses_nothing() -> None:
    play = defeat(field(red=3, blue=2, steppe=3))
    assert (play.has("blue", "warbands"), play.at("slot.3", "blue")) == (2, 3)


@pytest.mark.parametrize(("steppe", "home"), [(1, 1), (2, 1), (3, 2), (5, 3)])
def test_a_60_survivors_of_the_defender_go_to_the_board(steppe: int, home: int) -> None:
    play = victory(field(steppe=steppe))
    assert play.asked[0] == "campaign.place", "one place alone: nothing to choose"
    assert (play.has("blue", "warbands"), play.at("slot.3", "blue")) == (home, 0)
    assert "5.5.6" in play.cites()


def test_a_58_one_half_of_the_whole_force_not_of_each_place() -> None:
    """Two places, five warbands: two die. The rest comes to one board, so nobody need say where they die."""
    play = victory(field(blue=2, steppe=3))
    assert (play.has("blue", "warbands"), play.at("slot.3", "blue"), play.at("stock.blue", "blue")) == (3, 0, 11)
    odd = victory(field(blue=1, steppe=1, woods=1), "steppe", "deep_woods")
    assert (odd.has("blue", "warbands"), odd.at("stock.blue", "blue")) == (2, 12)


def test_a_58_warbands_at_other_sites_are_safe() -> None:
    play = victory(field(steppe=2, woods=4))
    assert play.at("slot.7", "blue") == 4 and play.has("blue", "warbands") == 1


def test_5_5_6_bandits_cannot_be_killed() -> None:
    play = campaign(war().seat("red", warbands=4).play(), "bandits", ["steppe"], 2)
    roll(play, "0", "ss").answer({"steppe": 1})
    assert play.at("slot.3", "red") == 1 and play.has("red", "warbands") == 3


# -- 5.5.7.1 -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shares", [{}, {"steppe": 1}, {"steppe": 9}, {"deep_woods": 4, "steppe": 5}])
def test_a_61_any_number_onto_targeted_sites(shares: dict[str, int]) -> None:
    play = victory(field(woods=1), "steppe", "deep_woods", faces="sssssss")
    assert play.asked == ("campaign.place", "red") and play.pending.cites == ("5.5.7.1",)
    assert sorted(play.pending.options) == ["site.deep_woods", "site.steppe"]
    play.answer(shares)
    assert play.at("slot.3", "red") == shares.get("steppe", 0)
    assert play.at("slot.7", "red") == shares.get("deep_woods", 0)
    assert play.has("red", "warbands") == 9 - sum(shares.values())


def test_a_61_with_none_the_site_falls_to_the_bandits() -> None:
    play = victory(field()).answer({})
    assert play.answer("campaign").skipped == [] and play.offered == ["blue", "bandits"]


@pytest.mark.parametrize("shares", [{"steppe": 10}, {"steppe": -1}, {"deep_woods": 1}])
def test_a_61_not_more_and_not_elsewhere(shares: dict[str, int]) -> None:
    assert victory(field()).refuses(shares)


def test_5_5_7_1_only_from_the_force_that_is_left() -> None:
    play = campaign(field(red=3).play(), "blue", ["steppe"])
    roll(play, "0", "kks")
    assert play.pending.caps == {"site.steppe": 1}


def test_5_5_7_1_nothing_to_ask_without_a_site() -> None:
    play = victory(war().seat("red", warbands=5).seat("blue", relics=["map"]), "map", faces="sss")
    assert play.asked[0] == "act" and play.zone("held.red") == ["relic.map"]


# -- 5.5.7.2 -----------------------------------------------------------------------------------------------------


def test_5_5_7_2_all_targeted_relics_and_banners_and_no_others() -> None:
    table = field().seat("blue", relics=["map", "cracked_horn", "truthful_harp"]).banner("peoples_favor", "blue", 1)
    play = victory(table, "steppe", "cracked_horn", "peoples_favor", faces="ssssss").answer({})
    assert play.zone("held.red") == ["relic.cracked_horn"]
    assert play.zone("held.blue") == ["relic.map", "relic.truthful_harp"]
    assert play.state.holders["banner.peoples_favor"] == "red"
    assert {"5.5.7.2", "10.26"} <= set(play.cites())


@pytest.mark.parametrize(("tokens", "left"), [(1, 1), (2, 1), (3, 1), (4, 2), (6, 4)])
@pytest.mark.parametrize("banner", ["peoples_favor", "darkest_secret"])
def test_a_47_the_seize_penalty_leaves_at_least_one(banner: str, tokens: int, left: int) -> None:
    table = war().oath("protection").seat("red", warbands=12).title("purple").banner(banner, "blue", tokens)
    play = victory(table, banner, faces="s" * 10)
    kind = "favor" if banner == "peoples_favor" else "secret"
    assert play.at(f"banner.{banner}", kind) == left and play.state.holders[f"banner.{banner}"] == "red"
    assert play.state.mob is (banner == "peoples_favor")
    assert ("2.5.3" in play.cites()) is (tokens > 1 or kind == "favor")


def test_5_5_7_2_a_beaten_attacker_takes_nothing() -> None:
    play = defeat(field(red=2, steppe=3).seat("blue", relics=["map"]), "steppe", "map")
    assert play.zone("held.blue") == ["relic.map"] and play.asked[0] == "act"


# -- 5.5.7.3 -----------------------------------------------------------------------------------------------------


def caught(favor: int = 5, **blue: Any) -> Table:
    """Blue at the Steppe, which bandits rule."""
    return war().seat("red", warbands=9).seat("blue", favor=favor, **blue)


def test_a_65_banish_and_burn_are_two_choices() -> None:
    play = victory(caught(), "pawn", faces="ssss")
    assert play.asked == ("campaign.banish", "red") and play.pending.default == "no"
    play.answer("yes")
    assert play.asked == ("travel.made-to", "red")
    assert "site.steppe" not in play.offered and len(play.offered) == 1 + 7
    play.answer("deep_woods")
    assert play.state.players["blue"].slot == 7 and play.state.players["blue"].supply == 7
    assert play.asked == ("campaign.burn", "red") and play.pending.about["number"] == 2
    play.answer("yes")
    assert play.has("blue", FAVOR) == 3


@pytest.mark.parametrize(("banish", "burn"), [("no", "no"), ("no", "yes"), ("yes", "no")])
def test_a_65_each_of_them_alone_or_none(banish: str, burn: str) -> None:
    play = victory(caught(), "pawn", faces="ssss").answer(banish)
    if banish == "yes":
        play.answer("plains")
    play.answer(burn)
    assert (play.state.players["blue"].slot == 0) is (banish == "yes")
    assert play.has("blue", FAVOR) == (3 if burn == "yes" else 5)
    assert play.asked[0] == "act"


@pytest.mark.parametrize(("favor", "left"), [(0, 0), (1, 1), (2, 1), (3, 2), (6, 3), (7, 4)])
def test_a_65_half_of_the_favor_rounded_down(favor: int, left: int) -> None:
    play = victory(caught(favor), "pawn", faces="ssss").answer("no")
    if favor > 1:
        play.answer("yes")
    assert play.asked[0] == "act" and play.has("blue", FAVOR) == left


def test_a_65_without_the_pawn_as_a_target_neither() -> None:
    play = victory(field().seat("blue", favor=4)).answer({})
    assert play.asked[0] == "act" and play.has("blue", FAVOR) == 4


def test_a_65_the_narrow_pass_limits_where() -> None:
    table = caught().site("narrow_pass", slot=1).site("deep_woods", warbands={"yellow": 1})
    play = victory(table, "pawn", faces="ssss").answer("yes")
    assert "site.plains" not in play.offered and "site.narrow_pass" in play.offered
    assert [clause for clause, _ in play.refuses("plains")] == ["11.8"]


def test_a_132_a_facedown_site_is_revealed() -> None:
    table = caught().map("plains", "deep_woods", "the_tribunal", "steppe", down("site.great_slum"))
    play = victory(table, "pawn", faces="ssss").answer("yes", "provinces.3")
    assert play.state.players["blue"].slot == 4 and play.state.faceup_site(4)


def test_a_65_a_toll_only_if_the_one_who_moves_will_pay() -> None:
    """Toll Roads at Yellow's site: on a refusal that site is closed, and Red chooses again, or lets the pawn stay."""
    table = caught().site("deep_woods", warbands={"yellow": 1}, cards=["toll_roads"])
    play = victory(table, "pawn", faces="ssss").answer("yes", "deep_woods")
    assert play.asked == ("travel.toll", "blue") and play.pending.default == "no"
    play.answer("no")
    assert play.asked == ("travel.made-to", "red")
    assert play.refuses("deep_woods") == [("5.5.7.3", "blue will not pay the toll of site.deep_woods")]
    stayed = play.answer("nowhere")
    assert stayed.state.players["blue"].slot == 3 and stayed.asked[0] == "campaign.burn"
    again = victory(table, "pawn", faces="ssss").answer("yes", "deep_woods", "yes")
    assert again.state.players["blue"].slot == 7
    assert (again.has("blue", FAVOR), again.has("yellow", FAVOR)) == (4, 1)


def test_a_132_powers_that_answer_travel_work() -> None:
    """Boiling Lake: two of Blue's warbands die on arrival."""
    table = caught(warbands=2).site("deep_woods", cards=["boiling_lake"])
    play = victory(table, "pawn", faces="ssssss").answer("yes", "deep_woods")
    assert play.has("blue", "warbands") == 0 and play.at("stock.blue", "blue") == 14


def test_a_65_a_toll_that_cannot_be_paid_closes_the_site() -> None:
    table = caught(0).site("deep_woods", warbands={"yellow": 1}, cards=["toll_roads"])
    play = victory(table, "pawn", faces="ssss").answer("yes")
    assert refused(play, "deep_woods") == [("5.6.1", "denizen.toll_roads")]


def test_faq_the_hidden_place_1_only_if_the_one_who_moves_flips_a_secret() -> None:
    table = caught(secrets=1).site("the_hidden_place", slot=7)
    play = victory(table, "pawn", faces="ssss").answer("yes", "the_hidden_place")
    assert play.asked == ("travel.toll", "blue")
    play.answer("yes")
    assert play.state.players["blue"].slot == 7 and (play.has("blue", "secret"), play.has("blue", "hidden")) == (0, 1)
    poor = victory(caught().site("the_hidden_place", slot=7), "pawn", faces="ssss").answer("yes")
    assert refused(poor, "the_hidden_place") == [("11.12", "site.the_hidden_place")]


def wood(ruler: str | None) -> Script:
    """Red has beaten Blue at the Shrouded Wood and banishes."""
    table = caught().site("shrouded_wood", slot=3)
    table = table.site("shrouded_wood", warbands={ruler: 1}) if ruler else table
    targets = ("shrouded_wood", "pawn") if ruler == "blue" else ("pawn",)
    play = victory(table, *targets, faces="sssss")
    if play.asked[0] == "campaign.place":
        play.answer({})
    return play.answer("yes")


@pytest.mark.parametrize(("ruler", "who"), [("yellow", "yellow"), ("purple", "purple"), ("red", "red"), (None, "red")])
def test_faq_shrouded_wood_2_an_enemy_who_rules_it_picks(ruler: str | None, who: str) -> None:
    """11.7, FAQ Shrouded Wood 4: before the attacker's choice; bandits pick nothing."""
    play = wood(ruler)
    assert play.asked == ("travel.made-to", who)
    assert ("nowhere" in play.offered) is (who == "red"), "another's pick is no leave to stay"


def test_faq_shrouded_wood_1_ones_own_rule_does_not_help() -> None:
    """Blue ruled the Wood and has just lost it."""
    assert wood("blue").asked == ("travel.made-to", "red")


# -- 5.5.8 -------------------------------------------------------------------------------------------------------


def test_5_5_8_at_end_whoever_won() -> None:
    """Horse Archers go to the pile by their site; the player who used them discards them."""
    for won in (True, False):
        table = field(red=8, steppe=3).site("deep_woods", warbands={"red": 1}, cards=["horse_archers"])
        play = campaign(table.play(), "blue", ["steppe"], 4).answer("horse_archers")
        roll(play, "0" if won else "2", "sssssss" if won else "hhhhhhh")
        play.answer({} if won else "no")
        assert play.zone("cards.7") == [] and play.zone("discard.cradle")[0] == "denizen.horse_archers"
        assert play.asked[0] == "act" and "5.5.8" in play.cites()


@pytest.mark.parametrize("won", [True, False])
def test_5_5_6_if_defeated_at_the_defeat(won: bool) -> None:
    """Mercenaries leave a beaten user, before anything of 5.5.7 or 5.5.8; a victor keeps them."""
    table = field(red=8, steppe=3).seat("red", advisers=["mercenaries"], favor=1)
    play = campaign(table.play(), "blue", ["steppe"], 4).answer("mercenaries")
    roll(play, "0" if won else "2", "sssssss" if won else "hhhhhhh").answer({} if won else "no")
    assert (play.zone("advisers.red") == []) is not won
    assert play.at("bank.discord", FAVOR) == (3 if won else 4), "10.5: favor on it goes to the bank"


def test_5_5_8_several_in_the_order_that_their_user_wants() -> None:
    table = field(red=9, steppe=3).seat("red", advisers=["horse_archers", "lancers"])
    play = campaign(table.play(), "blue", ["steppe"], 4).answer("horse_archers", "lancers")
    roll(play, "0", "sssssss").answer({})
    assert play.asked == ("discard.order", "red")
    play.answer(["lancers", "horse_archers"])
    assert play.zone("discard.hinterland")[:2] == ["denizen.horse_archers", "denizen.lancers"]


def test_5_5_8_gains_of_a_victory_come_before_the_discards() -> None:
    """Field Promotion: three warbands, as many as the bank has."""
    table = field(red=9, steppe=3).seat("red", advisers=["field_promotion"], favor=1)
    play = campaign(table.play(), "blue", ["steppe"], 6).answer("field_promotion")
    roll(play, "0", "ssssss").answer({})
    assert play.has("red", "warbands") == 12 and "5.5.8" in play.cites()
    lost = campaign(table.play(), "blue", ["steppe"], 1).answer("field_promotion")
    roll(lost, "2", "h").answer("no")
    assert lost.has("red", "warbands") == 5


# -- the title (A-05) --------------------------------------------------------------------------------------------


def titles(play: Script) -> list[str]:
    return [event.facts["who"] for event in play.events if event.kind == "title"]


def test_a_05_after_the_losers_have_left_and_before_the_victor_arrives() -> None:
    """Blue rules two sites, Yellow one. Once the Steppe is empty, Blue and Yellow tie and Blue keeps the title; with
    both sites lost Yellow is ahead, and Red takes it on arrival.
    """
    table = a_table().title("blue", usurper=True).seat("red", at=3, warbands=9).seat("blue", at=3)
    table = table.site("steppe", warbands={"blue": 1}).site("deep_woods", warbands={"blue": 1})
    table = table.site("standing_stones", warbands={"yellow": 1})
    play = victory(table, "steppe", "deep_woods", faces="sssssssss")
    assert titles(play) == ["yellow"], "5.5.6: Blue rules nothing"
    play.answer({"steppe": 1, "deep_woods": 1})
    assert titles(play) == ["red"], "5.5.7.1"
    assert play.state.oathkeeper == "red" and not play.state.usurper


def test_a_05_lost_for_a_moment_is_lost_as_usurper() -> None:
    """A-06: Blue, the Usurper, loses a site and the title with it; nothing brings the Usurper side back."""
    table = a_table().title("blue", usurper=True).seat("red", at=3, warbands=9).seat("blue", at=3)
    table = table.site("steppe", warbands={"blue": 1}).site("deep_woods", warbands={"yellow": 1})
    play = victory(table, "steppe", faces="sssssssss")
    assert titles(play) == ["yellow"] and not play.state.usurper


def test_a_05_after_the_relics() -> None:
    table = a_table().oath("protection").title("blue").seat("red", at=3, warbands=9, relics=["cracked_horn"])
    table = table.seat("blue", at=3, relics=["map", "truthful_harp", "ring_of_devotion"])
    play = victory(table, "map", "truthful_harp", faces="ssssssss")
    assert titles(play) == ["red"] and play.asked[0] == "act"
