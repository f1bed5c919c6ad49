"""5.5.1 and 5.5.2: the defender, the targets, the dice pools; what is refused, and why."""

from typing import Any

import pytest

from oathtools.engine.decision import Decision, Form, Refusal
from oathtools.engine.driver import Ask
from oathtools.procedures.campaign.declaration import through
from oathtools.procedures.turn import program
from oathtools.table.state import FAVOR, HIDDEN, SECRET
from tests.battles import battle, campaign, pools, refused, war, why_not
from tests.support.tables import Script, Table, a_table, down


def attack(table: Table) -> Script:
    """Red begins a campaign."""
    return table.play().answer("campaign")


def against_blue(**red: Any) -> Table:
    """Blue rules the Steppe and Mountain, and stands at the Steppe with Red."""
    table = war().seat("red", **({"warbands": 4} | red)).seat("blue", warbands=3, relics=["map"], favor=3)
    return (
        table.site("steppe", warbands={"blue": 2})
        .site("mountain", warbands={"blue": 1})
        .banner("peoples_favor", "blue", 3)
    )


# -- 5.5.1 -------------------------------------------------------------------------------------------------------


def test_5_5_1_two_supply_spent_before_anything_else() -> None:
    play = campaign(against_blue().play(), "blue", ["steppe"])
    assert play.state.players["red"].supply == 5
    assert "5.5.1" in play.cites()


def test_5_5_1_not_with_less_supply() -> None:
    table = against_blue(supply=1)
    question = next(program(table.game()))  # type: ignore[arg-type]
    assert question.refusals("campaign") == [Refusal("5.5", "there is no legal way to campaign now")]
    assert why_not(table, "blue", ["steppe"], 4) == [Refusal("5.5.1", "it costs 2 Supply and 1 is left")]


def test_5_5_1_a_player_who_rules_the_site_from_afar() -> None:
    table = war().seat("blue", at="mountain").site("steppe", warbands={"blue": 2})
    assert attack(table).skipped[:2] == [("campaign.defender", "blue"), ("campaign.targets", ["site.steppe"])]


def test_5_5_1_a_player_whose_pawn_is_there_and_the_bandits() -> None:
    play = attack(war())
    assert play.offered == ["blue", "bandits"]
    assert play.refused["yellow"] == [Refusal("5.5.1", "yellow neither rules site.steppe nor is there")]


@pytest.mark.parametrize("ruler", ["red", "blue", "yellow", "purple"])
def test_a_50_bandits_only_where_no_player_rules(ruler: str) -> None:
    play = attack(war().site("steppe", warbands={ruler: 1}).seat("yellow", at="steppe"))
    why = f"site.steppe is ruled by {ruler}, not by the bandits"
    assert play.refused["bandits"] == [Refusal("5.5.1", why)]


def test_a_50_any_imperial_player_at_an_imperial_site() -> None:
    """All of them rule it, however far away they are; no other pawn is needed."""
    table = war(5).seat("yellow", role="citizen").seat("white", role="citizen").seat("blue", at="plains")
    play = attack(table.site("steppe", warbands={"purple": 1}))
    assert play.offered == ["purple", "yellow", "white"]


def test_a_79_of_two_rulers_each_may_be_named() -> None:
    play = attack(war().seat("blue", at="plains").site("steppe", warbands={"blue": 1, "yellow": 1}))
    assert play.offered == ["blue", "yellow"]


def test_5_5_1_nobody_attacks_themselves() -> None:
    assert "red" not in attack(war()).pending.options


# -- 5.5.2 targets -----------------------------------------------------------------------------------------------


def test_5_5_2_what_may_be_a_target_where_the_pawn_is() -> None:
    play = campaign(against_blue().play(), "blue")
    assert play.asked == ("campaign.targets", "red") and play.pending.cites == ("5.5.2",)
    assert play.offered == ["site.mountain", "site.steppe", "relic.map", "banner.peoples_favor", "pawn"]


def test_5_5_2_only_sites_where_the_pawn_is_elsewhere() -> None:
    play = campaign(against_blue().seat("blue", at="plains").play(), "blue")
    assert play.offered == ["site.mountain", "site.steppe"]


def test_5_5_2_only_sites_of_the_bandits() -> None:
    play = campaign(war().play(), "bandits")
    assert len(play.offered) == 8 and all(target.startswith("site.") for target in play.offered)


def test_5_5_2_facedown_sites_are_nobodys() -> None:
    play = campaign(war().map(down("site.plains"), down("site.mountain"), "the_tribunal", "steppe").play(), "bandits")
    assert len(play.offered) == 6 and not {"cradle.1", "cradle.2"} & set(play.offered)


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("plains", "site.plains is not ruled by blue"),
        ("cracked_horn", "blue does not have relic.cracked_horn"),
        ("darkest_secret", "blue does not have banner.darkest_secret"),
    ],
)
def test_5_5_2_what_the_defender_has_not(target: str, why: str) -> None:
    table = against_blue().seat("yellow", relics=["cracked_horn"]).banner("darkest_secret", "yellow")
    rows = why_not(table, "blue", ["steppe", target])
    assert rows == [Refusal("5.5.2", why)]


@pytest.mark.parametrize("target", ["pawn", "map", "peoples_favor"])
def test_5_5_2_not_what_the_defender_has_elsewhere(target: str) -> None:
    table = against_blue().seat("blue", at="plains")
    rows = why_not(table, "blue", ["steppe", target])
    assert rows == [Refusal("5.5.2", "blue is not at site.steppe")]


@pytest.mark.parametrize("target", ["pawn", "map"])
def test_5_5_2_bandits_have_sites_only(target: str) -> None:
    rows = why_not(war(), "bandits", ["steppe", target])
    assert rows == [Refusal("5.5.2", "only sites are targets against bandits")]


def test_a_51_the_site_itself_if_the_defender_rules_it() -> None:
    play = campaign(against_blue().play(), "blue")
    due = "blue rules site.steppe, so it must be a target"
    assert play.refuses(["map", "pawn"]) == [("5.5.2", due)]
    assert play.refuses(["mountain"]) == [("5.5.2", "at least one target must be at site.steppe"), ("5.5.2", due)]
    assert play.refuses(["steppe"]) == play.refuses(["steppe", "mountain", "map", "peoples_favor", "pawn"]) == []


@pytest.mark.parametrize("local", ["map", "peoples_favor", "pawn"])
def test_a_51_otherwise_any_local_target_will_do(local: str) -> None:
    """Blue stands at a site of the bandits: a relic, a banner or the pawn is local, the Mountain is not."""
    table = war().seat("blue", relics=["map"]).site("mountain", warbands={"blue": 1})
    play = campaign(table.banner("peoples_favor", "blue").play(), "blue")
    assert play.refuses(["mountain"]) == [("5.5.2", "at least one target must be at site.steppe")]
    assert play.refuses([local]) == play.refuses([local, "mountain"]) == []


def test_a_51_bandits_too_must_be_fought_where_one_stands() -> None:
    play = campaign(war().play(), "bandits")
    assert [clause for clause, _ in play.refuses(["mountain"])] == ["5.5.2", "5.5.2"]
    assert play.refuses(["steppe", "mountain", "deep_woods"]) == []


def test_5_5_2_a_declaration_names_at_least_one_target_and_each_once() -> None:
    play = campaign(against_blue().play(), "blue")
    assert play.refuses([]) and play.refuses(["steppe", "steppe"])


def test_a_49_relics_in_the_reliquary_are_no_targets() -> None:
    table = war().seat("purple", at="steppe").reliquary("map", None, None, None)
    play = campaign(table.play(), "purple")
    assert play.offered == ["relic.grand_scepter", "pawn"]


def test_a_66_relics_at_sites_are_no_targets() -> None:
    table = war().site("steppe", warbands={"blue": 1}, relics=["map"])
    assert "relic.map" not in campaign(table.play(), "blue").pending.options


# -- 5.5.2 dice --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("targets", "dice"),
    [
        (["steppe"], 1),
        (["steppe", "mountain"], 2),
        (["steppe", "pawn"], 3),
        (["steppe", "map"], 4),
        (["steppe", "peoples_favor"], 4),
        (["steppe", "map", "peoples_favor", "pawn"], 9),
    ],
)
def test_5_5_2_defense_dice_by_the_shields(targets: list[str], dice: int) -> None:
    """2.4.2, 2.5: a site 1, pawn and favor 2, a relic as printed, a banner one for each token."""
    play = campaign(against_blue().play(), "blue", targets)
    assert battle(play).defense == dice


def test_5_5_2_the_grand_scepter_is_five_dice_and_the_darkest_secret_counts_secrets() -> None:
    table = war().oath("people").seat("purple", at=3, warbands=1).banner("darkest_secret", "purple", 4)
    play = campaign(table.play(), "purple", ["grand_scepter", "darkest_secret"])
    assert battle(play).defense == 9


def test_a_45_an_empty_banner_adds_no_die() -> None:
    table = war().banner("peoples_favor", "blue", 0).seat("red", warbands=1)
    play = campaign(table.play(), "blue", ["peoples_favor"])
    assert pools(play) == (1, 0)


@pytest.mark.parametrize("dice", range(5))
def test_a_52_up_to_the_warbands_on_the_board(dice: int) -> None:
    play = campaign(against_blue().play(), "blue", ["steppe"], dice)
    assert pools(play) == (dice, 1)


@pytest.mark.parametrize("dice", [-1, 5])
def test_a_52_not_more(dice: int) -> None:
    play = campaign(against_blue().play(), "blue")
    play.answer(["steppe"])
    assert play.asked[0] == "campaign.dice" and (play.pending.low, play.pending.high) == (0, 4)
    assert play.refuses(dice)
    rows = why_not(against_blue(), "blue", ["steppe"], dice)
    assert rows == [Refusal("5.5.2", "the attack pool takes up to 4 dice")]


def test_a_52_warbands_at_sites_bring_no_dice() -> None:
    table = war().seat("red", warbands=1).site("mountain", warbands={"red": 9})
    play = attack(table).answer("blue")
    assert (play.asked[0], play.pending.high) == ("campaign.dice", 1)


def test_a_52_without_warbands_no_dice_and_a_tie_is_lost() -> None:
    play = campaign(war().play(), "bandits", ["steppe"])
    assert play.asked[0] == "campaign.defense-roll", "no dice are asked for"
    play.answer(["blank"])
    assert play.asked[0] == "act" and play.state.pieces.get("slot.3") is None


# -- the title (2.11) --------------------------------------------------------------------------------------------


def titled(oath: str, holder: str, *, usurper: bool = False) -> Table:
    """The Empire rules the Steppe, Yellow is a Citizen, Red attacks with ten warbands."""
    table = a_table().oath(oath).title(holder, usurper=usurper).seat("red", at="steppe", warbands=9)
    return table.seat("yellow", role="citizen").site("steppe", warbands={"purple": 1})


@pytest.mark.parametrize(("usurper", "dice"), [(False, 1), (True, 2)])
def test_a_10_one_die_for_the_oathkeeper_two_for_the_usurper(usurper: bool, dice: int) -> None:
    table = war().title("blue", usurper=usurper).banner("darkest_secret", "blue").seat("red", warbands=2)
    play = campaign(table.play(), "blue", ["pawn"])
    assert battle(play).defense == 2 + dice


def test_2_11_the_attackers_title_adds_nothing() -> None:
    table = war().title("red").banner("darkest_secret", "red").seat("red", warbands=2)
    assert battle(campaign(table.play(), "blue", ["pawn"])).defense == 2


@pytest.mark.parametrize(("defender", "dice"), [("purple", 2), ("yellow", 2)])
def test_a_09_under_supremacy_for_any_imperial_player(defender: str, dice: int) -> None:
    play = campaign(titled("supremacy", "purple").play(), defender, ["steppe"])
    assert battle(play).defense == dice


@pytest.mark.parametrize(("defender", "dice"), [("purple", 2), ("yellow", 1)])
def test_a_09_under_another_oath_for_the_holder_alone(defender: str, dice: int) -> None:
    play = campaign(titled("protection", "purple").play(), defender, ["steppe"])
    assert battle(play).defense == dice


def test_a_09_the_other_reading() -> None:
    play = campaign(titled("protection", "purple").reading("A-09", "b").play(), "yellow", ["steppe"])
    assert battle(play).defense == 2


def test_a_09_a_citizens_own_title_does_not_help_the_chancellor() -> None:
    table = titled("people", "yellow").banner("peoples_favor", "yellow")
    assert battle(campaign(table.play(), "purple", ["steppe"])).defense == 1
    assert battle(campaign(table.play(), "yellow", ["steppe"])).defense == 2


# -- sites -------------------------------------------------------------------------------------------------------


def at_site(site: str, ruler: str | None = "blue") -> Table:
    """Red and Blue stand at a site in slot 3, in the Provinces, the only one with such a power."""
    table = war().map("steppe", "wastes", "the_tribunal", site).seat("red", warbands=3).seat("blue", relics=["map"])
    return table.site(site, warbands={ruler: 1}) if ruler else table


@pytest.mark.parametrize(("site", "dice"), [("plains", 4), ("mountain", 2)])
@pytest.mark.parametrize("target", ["site", "map", "pawn"])
def test_11_4_one_die_for_any_targets_there(site: str, dice: int, target: str) -> None:
    """Once, however many targets; the site itself need not be one of them."""
    table = at_site(site, "blue" if target == "site" else None)
    for targets in ([target], [target, "map", "pawn"]):
        chosen = dict.fromkeys(site if each == "site" else each for each in targets)
        assert battle(campaign(table.play(), "blue", chosen)).attack == dice


def test_11_4_from_afar_and_even_for_its_ruler() -> None:
    """Blue's relic at a Plains that Red rules; a Plains far from the attacker."""
    table = war().map("steppe", "mountain", "the_tribunal", "plains").seat("red", at="plains", warbands=3)
    ruled = table.seat("blue", at="plains").site("plains", warbands={"red": 1})
    assert battle(campaign(ruled.play(), "blue", ["pawn"])).attack == 4
    far = war().seat("red", warbands=3).seat("blue").site("plains", warbands={"blue": 1})
    assert battle(campaign(far.play(), "blue", ["pawn", "plains"])).attack == 4
    assert battle(campaign(far.play(), "blue", ["pawn"])).attack == 3


def test_a_53_the_mountains_die_too_becomes_a_defense_die() -> None:
    table = war().map("steppe", "plains", "the_tribunal", "mountain").seat("red", at="mountain")
    play = campaign(table.seat("blue", at="steppe").play(), "bandits", ["mountain"])
    assert pools(play) == (0, 2)


def narrow(ruler: str = "blue") -> Table:
    """Red at the Plains in the Cradle; Blue rules there and two sites of the Provinces, one the Narrow Pass."""
    table = war().site("narrow_pass", slot=2).seat("red", at="plains", warbands=3).seat("blue", at="mountain")
    table = table.site("plains", warbands={"blue": 1}).site("steppe", warbands={"blue": 1})
    return table.site("narrow_pass", warbands={ruler: 1}) if ruler else table


def test_a_69_targets_in_its_region_from_outside_need_the_narrow_pass() -> None:
    play = campaign(narrow().play(), "blue")
    because = "targets in the provinces need site.narrow_pass among them"
    assert play.refuses(["plains", "steppe"]) == [("11.8", because)]
    assert play.refuses(["plains"]) == play.refuses(["plains", "steppe", "narrow_pass"]) == []


def test_a_69_not_for_its_ruler_nor_from_inside() -> None:
    play = campaign(narrow("red").play(), "blue")
    assert play.refuses(["plains", "steppe"]) == []
    inside = narrow().seat("red", at="steppe").play()
    assert campaign(inside, "blue").refuses(["steppe"]) == []


def test_a_69_impossible_where_neither_rules_it() -> None:
    play = campaign(narrow("yellow").play(), "blue")
    assert [clause for clause, _ in play.refuses(["plains", "steppe"])] == ["11.8"]
    assert "site.narrow_pass" not in play.offered


def hidden(**red: Any) -> Table:
    """Red and Blue at The Hidden Place, which Blue rules."""
    table = war().site("the_hidden_place", slot=3).seat("red", warbands=3, **red)
    return table.site("the_hidden_place", warbands={"blue": 1})


def test_faq_the_hidden_place_2_targets_there_turn_one_more_secret_facedown() -> None:
    """11.12: besides what the travel took; once for the whole declaration."""
    table = hidden(secrets=2)
    play = campaign(table.play(), "blue", ["the_hidden_place", "pawn"])
    assert (play.has("red", SECRET), play.has("red", HIDDEN)) == (1, 1)


def test_11_12_no_targets_there_without_a_faceup_secret() -> None:
    table = hidden(hidden=2)
    rows = why_not(table, "blue", ["the_hidden_place"], 1)
    assert [(clause, source) for clause, _, source in rows] == [("11.12", "site.the_hidden_place")]
    play = table.play()
    assert "campaign" not in play.offered


def test_11_12_a_target_from_afar() -> None:
    table = hidden().seat("red", at="plains").seat("blue", at="plains")
    play = campaign(table.play(), "blue")
    assert refused(play, ["pawn", "the_hidden_place"]) == [("11.12", "site.the_hidden_place")]
    assert refused(play, ["pawn"]) == []


def test_2_5_favor_of_the_defender_is_part_of_the_pawn() -> None:
    table = against_blue()
    assert table.game().state.count("board.blue", FAVOR) == 3
    assert campaign(table.play(), "blue").refuses(["steppe", "favor"])


def test_what_is_asked_on_a_copy_is_answered_by_its_default_to_the_end() -> None:
    def steps() -> Ask:
        first = yield Decision("x", "red", Form.AMOUNT, low=0, high=4, default=3)
        second = yield Decision("y", "red", Form.AMOUNT, low=2, high=2)
        return first, second

    assert through(steps()) == (3, 2)
