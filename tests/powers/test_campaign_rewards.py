"""Battle plans that pay, burn, capture, hunt and move (5.5.3, 5.5.7, 5.5.8); powers that add to costs and forces."""

import pytest

from oathtools.engine.decision import Refusal
from oathtools.odds.plans import Chosen
from oathtools.procedures.actions.play import may_steal
from oathtools.procedures.campaign.outlook import Outlook, declared
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.frame import Frame
from oathtools.table.position.form import from_position, position_text, read_position, to_position
from oathtools.table.state import FAVOR, GRAND_SCEPTER, HIDDEN, SECRET
from tests.battles import GO_ON, battle, campaign, declare, pools, refused, roll, war, why_not
from tests.support.tables import Script, Table, a_table, down, unknown

CAGE, FIRE, HUNTER = "relic.obsidian_cage", "relic.sticky_fire", "denizen.relic_hunter"
UNION, NAMES, BREAKER = "denizen.vow_of_union", "denizen.true_names", "denizen.spell_breaker"


def on_steppe(red: int = 5, blue: int = 1) -> Table:
    """Red at Blue's Steppe."""
    return war().seat("red", warbands=red).site("steppe", warbands={"blue": blue})


def won(table: Table, *plans: str, targets: tuple[str, ...] = ("steppe",)) -> Script:
    """Red wins at the Steppe with these plans and places nobody there."""
    play = campaign(table.play(), "blue", list(targets)).answer(*plans)
    if play.asked[0] == "campaign.plan":
        play.answer(GO_ON)
    fight = battle(play)
    roll(play, "0" * fight.defense, "s" * fight.attack)
    if play.asked[0] == "campaign.place":
        play.answer({})
    return play


# -- favor, secrets, Supply ----------------------------------------------------------------------------------------


def test_battle_honors_two_favor_of_the_order_bank() -> None:
    play = won(on_steppe().seat("red", advisers=["battle_honors"]), "battle_honors")
    assert (play.has("red", FAVOR), play.at("bank.order", FAVOR)) == (2, 1)


def test_faq_battle_honors_1_one_favor_where_the_bank_has_one() -> None:
    play = won(on_steppe().bank("order", 1).seat("red", advisers=["battle_honors"]), "battle_honors")
    assert play.has("red", FAVOR) == 1 and "9.3" in play.cites()


def test_battle_honors_nothing_for_the_beaten() -> None:
    table = on_steppe(red=2, blue=5).seat("red", advisers=["battle_honors"])
    play = roll(campaign(table.play(), "blue", ["steppe"]).answer("battle_honors"), "0", "ss")
    assert play.has("red", FAVOR) == 0


def test_a_54_what_bandits_gain_by_a_plan_is_burned() -> None:
    table = war().seat("red", warbands=1).site("steppe", cards=["battle_honors"])
    play = roll(campaign(table.play(), "bandits", ["steppe"]), "2", "s")
    assert play.at("bank.order", FAVOR) == 1 and "10.4" in play.cites()


def test_faq_military_parade_1_one_for_each_adviser_of_a_suit() -> None:
    table = on_steppe().seat("blue", advisers=["longbows", "outriders", "elders", down("tents")])
    play = won(table.seat("red", advisers=["military_parade"]), "military_parade")
    assert play.has("red", FAVOR) == 3
    assert (play.at("bank.order", FAVOR), play.at("bank.nomad", FAVOR)) == (1, 2), "a facedown adviser shows no suit"


def test_military_parade_counts_imperial_allies() -> None:
    table = war().seat("red", warbands=5, advisers=["military_parade"]).site("steppe", warbands={"purple": 1})
    table = table.seat("yellow", role="citizen", at=3, advisers=["elders"]).seat("purple", advisers=["longbows"])
    play = campaign(table.play(), "yellow", ["steppe"]).answer("military_parade")
    play.answer(GO_ON) if play.asked[0] == "campaign.plan" else None
    roll(play, "0", "sssss").answer({})
    assert (play.at("bank.order", FAVOR), play.at("bank.nomad", FAVOR), play.has("red", FAVOR)) == (2, 2, 2)


def test_faq_military_parade_2_for_bandits_it_is_burned() -> None:
    table = war().seat("red", warbands=1, advisers=["elders"]).site("steppe", cards=["military_parade"])
    play = roll(campaign(table.play(), "bandits", ["steppe"]), "2", "s")
    assert play.at("bank.nomad", FAVOR) == 2 and play.has("red", FAVOR) == 0


def test_a_117_scouts_a_supply_of_those_spent_comes_back() -> None:
    table = on_steppe().seat("red", advisers=["scouts"], supply=4)
    play = campaign(table.play(), "blue", ["steppe"]).answer("scouts")
    assert play.state.players["red"].supply == 4 - 2 + 1


def test_a_117_scouts_stops_at_the_leftmost_space() -> None:
    table = war().seat("red", warbands=3, supply=7, advisers=["scouts"]).site("steppe", cards=["captains"])
    table = table.site("steppe", warbands={"red": 1}).seat("red", favor=1).seat("blue", at=3)
    play = declare(table.play().answer("power"), "blue", ["pawn"]).answer("scouts")
    assert play.state.players["red"].supply == 7


def test_a_138_slander_all_favor_instead_of_half_if_the_attacker_burns_it() -> None:
    table = on_steppe().seat("blue", favor=5).seat("red", favor=1, advisers=["slander"])
    play = won(table, "slander", targets=("steppe", "pawn"))
    play.answer("no")
    assert play.asked[0] == "campaign.burn" and play.pending.about["number"] == 5
    assert play.answer("yes").has("blue", FAVOR) == 0


def test_a_138_b_slander_leaves_no_choice() -> None:
    """All of it burns; without Slander the attacker is asked as ever."""
    table = on_steppe().seat("blue", favor=5).seat("red", favor=1, advisers=["slander"]).reading("A-138", "b")
    play = won(table, "slander", targets=("steppe", "pawn")).answer("no")
    assert play.has("blue", FAVOR) == 0 and play.asked[0] != "campaign.burn" and "5.5.7.3" in play.cites()
    other = on_steppe().seat("blue", favor=5).seat("red", favor=1, advisers=["slander"]).reading("A-138", "b")
    play = won(other, GO_ON, targets=("steppe", "pawn")).answer("no")
    assert play.asked[0] == "campaign.burn" and play.pending.about["number"] == 2


def test_slander_without_the_pawn_as_a_target_burns_nothing() -> None:
    play = won(on_steppe().seat("blue", favor=5).seat("red", favor=1, advisers=["slander"]), "slander")
    assert play.has("blue", FAVOR) == 5


def test_faq_book_burning_1_a_139_all_secrets_but_one_whichever_side_is_up() -> None:
    """The beaten player says which face the last one shows."""
    table = on_steppe().seat("blue", secrets=2, hidden=2).seat("red", advisers=["book_burning"])
    play = won(table, "book_burning", targets=("steppe", "pawn")).answer("no")
    assert play.asked == ("book_burning.keep", "blue")
    play.answer({HIDDEN: 1})
    assert (play.has("blue", SECRET), play.has("blue", HIDDEN)) == (0, 1) and "10.4" in play.cites()


def test_a_139_b_whoever_used_book_burning_picks_the_face() -> None:
    table = on_steppe().seat("blue", secrets=2, hidden=2).seat("red", advisers=["book_burning"]).reading("A-139", "b")
    play = won(table, "book_burning", targets=("steppe", "pawn")).answer("no")
    assert play.asked == ("book_burning.keep", "red") and play.pending.about == {"actor": "blue"}
    play.answer({HIDDEN: 1})
    assert (play.has("blue", SECRET), play.has("blue", HIDDEN)) == (0, 1)


def test_book_burning_needs_the_pawn_as_a_target() -> None:
    play = won(on_steppe().seat("blue", secrets=3).seat("red", advisers=["book_burning"]), "book_burning")
    assert play.has("blue", SECRET) == 3


# -- Martial Culture -----------------------------------------------------------------------------------------------


def test_martial_culture_an_exile_who_beats_an_exile() -> None:
    table = on_steppe().seat("red", supply=3).site("standing_stones", cards=["martial_culture"], warbands={"red": 1})
    play = won(table, "martial_culture")
    assert play.asked == ("martial_culture.citizen", "red") and play.pending.default == "no"
    play.answer("yes")
    assert play.state.players["red"].role == "citizen" and play.state.turn == "blue"
    assert play.state.count("slot.5", "purple") == 1, "warbands on the map turn purple (6.6.2)"


def test_martial_culture_not_against_bandits() -> None:
    table = war().seat("red", warbands=5).site("standing_stones", cards=["martial_culture"], warbands={"red": 1})
    play = roll(campaign(table.play(), "bandits", ["steppe"]).answer("martial_culture"), "0", "sssss").answer({})
    assert play.asked[0] == "act" and play.state.players["red"].role == "exile"


def test_martial_culture_not_against_the_empire() -> None:
    table = war().seat("red", warbands=5).site("standing_stones", cards=["martial_culture"], warbands={"red": 1})
    table = table.seat("purple", at=3).site("steppe", warbands={"purple": 1})
    play = campaign(table.play(), "purple", ["steppe"]).answer("martial_culture")
    assert roll(play, "0", "sssss").answer({}).asked[0] == "act"


def test_faq_martial_culture_1_before_second_wind_which_then_comes_to_nothing() -> None:
    """A-134: 'after' comes when all plans are done."""
    table = on_steppe().seat("red", favor=1, secrets=1, advisers=["second_wind"])
    table = table.site("standing_stones", cards=["martial_culture"], warbands={"red": 1})
    play = won(table, "second_wind", "martial_culture")
    assert play.asked[0] == "martial_culture.citizen"
    play.answer("yes")
    assert play.state.turn == "blue", "the Act Phase is over"


# -- Sticky Fire, Obsidian Cage ------------------------------------------------------------------------------------


def beaten_at_steppe(relic: str = "sticky_fire") -> Table:
    """Blue has four warbands at the Steppe and three on a board that takes part."""
    return on_steppe(red=9, blue=4).seat("blue", warbands=3).seat("red", relics=[relic])


def test_sticky_fire_kills_what_the_defeat_left_and_gives_a_favor() -> None:
    play = won(beaten_at_steppe().seat("red", favor=1), "sticky_fire")
    assert play.asked == ("sticky_fire.kill", "red") and play.has("blue", "warbands") == 4, "half of seven died"
    play.answer("yes")
    assert play.has("blue", "warbands") == 0
    assert (play.has("red", FAVOR), play.has("blue", FAVOR)) == (0, 1)


def test_sticky_fire_is_a_choice_and_its_favor_if_able() -> None:
    assert won(beaten_at_steppe().seat("red", favor=1), "sticky_fire").answer("no").has("blue", FAVOR) == 0
    play = won(beaten_at_steppe(), "sticky_fire").answer("yes")
    assert play.has("blue", "warbands") == 0 and play.has("blue", FAVOR) == 0


def test_sticky_fire_asks_nothing_of_the_bank_that_kinship_opens() -> None:
    """FAQ Vow of Kinship 2: what is due is due from the board."""
    play = won(beaten_at_steppe().seat("red", advisers=["vow_of_kinship"]), "sticky_fire").answer("yes")
    assert play.asked == ("pay.owed", "red") and play.default().has("blue", FAVOR) == 0


def test_faq_sticky_fire_2_the_favor_is_due_though_the_force_is_spared() -> None:
    table = beaten_at_steppe().seat("red", favor=1).seat("blue", advisers=["traveling_doctor"])
    play = campaign(table.play(), "blue", ["steppe"]).answer("sticky_fire", "traveling_doctor")
    roll(play, "0", "s" * 9).answer({})
    assert play.answer("yes").has("blue", "warbands") == 7 and play.has("blue", FAVOR) == 1


def test_faq_sticky_fire_1_only_the_player_under_attack_gets_the_favor() -> None:
    table = war().seat("red", warbands=9, relics=["sticky_fire"], favor=2).site("steppe", warbands={"purple": 3})
    table = table.seat("yellow", role="citizen", at=3)
    play = campaign(table.play(), "yellow", ["steppe"]).answer("sticky_fire")
    roll(play, "0", "s" * 9).answer({}, "yes")
    assert (play.has("yellow", FAVOR), play.has("purple", FAVOR), play.has("red", FAVOR)) == (1, 0, 1)


def test_a_106_the_hospital_saves_those_too() -> None:
    table = beaten_at_steppe().site("deep_woods", warbands={"blue": 1}, cards=["hospital"]).seat("blue", favor=1)
    play = campaign(table.play(), "blue", ["steppe"]).answer("sticky_fire", "hospital")
    roll(play, "0", "s" * 9).answer({}, "yes")
    assert play.state.count("slot.7", "blue") == 8 and play.has("blue", "warbands") == 0


def test_a_124_obsidian_cage_takes_those_that_are_left() -> None:
    play = won(beaten_at_steppe("obsidian_cage"), "obsidian_cage")
    assert play.at(CAGE, "blue") == 4 and play.has("blue", "warbands") == 0


def test_faq_obsidian_cage_1_the_hospital_first() -> None:
    table = beaten_at_steppe("obsidian_cage").site("deep_woods", warbands={"blue": 1}, cards=["hospital"])
    play = campaign(table.seat("blue", favor=1).play(), "blue", ["steppe"]).answer("obsidian_cage", "hospital")
    roll(play, "0", "s" * 9).answer({})
    assert play.state.count("slot.7", "blue") == 4 and play.at(CAGE, "blue") == 4


def test_obsidian_cage_of_the_defender_takes_the_attackers() -> None:
    table = on_steppe(red=5, blue=9).seat("blue", relics=["obsidian_cage"])
    play = campaign(table.play(), "blue", ["steppe"]).answer("obsidian_cage")
    roll(play, "0", "hhhhh")
    assert play.at(CAGE, "red") == 3 and play.has("red", "warbands") == 0


def caged(role: str = "exile", at: int = 2) -> Table:
    table = a_table().seat("red", relics=["obsidian_cage"]).seat("blue", role=role)
    table.do.move("blue", at, "stock.blue", CAGE, ())
    return table


def test_obsidian_cage_opens_to_boards_of_the_color() -> None:
    play = caged().play().answer("power")
    assert play.offered == ["board.blue"] and play.pending.low == 0
    play.answer({"board.blue": 1})
    assert (play.at(CAGE, "blue"), play.has("blue", "warbands")) == (1, 1)


def test_obsidian_cage_empty_cannot_be_opened() -> None:
    rows = a_table().seat("red", relics=["obsidian_cage"]).refusals("power", card="obsidian_cage")
    assert rows == [Refusal("7.3.2", f"no warbands are on {CAGE}", CAGE)]


def test_faq_obsidian_cage_3_a_citizens_old_color_turns_purple_on_return() -> None:
    play = caged("citizen").play().answer("power", {"board.blue": 2})
    assert play.state.count("board.blue", "purple") == 2 and play.at("stock.blue", "blue") == 14


# -- Relic Hunter --------------------------------------------------------------------------------------------------


def hunted(*relics: str) -> Table:
    table = war().seat("red", warbands=4, advisers=["relic_hunter"])
    return table.site("steppe", relics=[*relics, unknown("relic")]).relic_deck("cup_of_plenty")


def test_a_66_relic_hunter_a_die_for_each_relic_at_targeted_sites_bandits_too() -> None:
    play = campaign(hunted("map").play(), "bandits", ["steppe"])
    assert play.offered == [GO_ON, f"{HUNTER}=0", f"{HUNTER}=1", f"{HUNTER}=2"]
    play.answer(f"{HUNTER}=1")
    assert play.asked[0] == "relic_hunter.relics" and play.offered == ["relic-4-1", "relic-4-2"]
    play.answer(["relic-4-1"])
    assert pools(play) == (4, 2)
    roll(play, "00", "ssss").answer({})
    assert play.asked == ("relic_hunter.bury", "red") and play.offered == ["relic.map"]
    play.answer([])
    assert play.zone("held.red") == ["relic.map"]


def test_a_123_relic_hunter_finds_nothing_that_the_defender_keeps_from_the_attacker() -> None:
    """A-66, A-123: it is the attacker who takes; Blue's Ancient Bloodline keeps the relics at Blue's sites away."""
    for advisers in ([], ["ancient_bloodline"]):
        table = on_steppe(red=6).seat("red", advisers=["relic_hunter"]).seat("blue", advisers=advisers)
        play = campaign(table.site("steppe", relics=["map"]).play(), "blue", ["steppe"])
        assert play.offered == [GO_ON, f"{HUNTER}=0", *([] if advisers else [f"{HUNTER}=1"])]


def test_a_140_relic_hunter_may_bury_what_was_taken() -> None:
    play = campaign(hunted("map").play(), "bandits", ["steppe"]).answer(f"{HUNTER}=1", ["relic-4-1"])
    roll(play, "00", "ssss").answer({}, ["map"])
    assert play.zone("held.red") == [] and play.zone("relic_deck.bottom") == ["relic.map"]


@pytest.mark.parametrize(("reading", "offered"), [("a", [GRAND_SCEPTER, "relic.map"]), ("b", ["relic.map"])])
def test_a_140_the_grand_scepter_may_be_left_out(reading: str, offered: list[str]) -> None:
    table = on_steppe(red=6).seat("red", advisers=["relic_hunter"]).seat("blue", relics=[GRAND_SCEPTER, "map"])
    play = campaign(table.reading("A-140", reading).play(), "blue", ["steppe", GRAND_SCEPTER, "map"])
    play.answer(f"{HUNTER}=0")
    roll(play, "0" * pools(play)[1], "s" * 6).answer({})
    assert play.asked == ("relic_hunter.bury", "red") and sorted(play.offered) == sorted(offered)


def test_a_140_a_table_with_the_scepter_in_the_relic_deck_is_written_and_read() -> None:
    """1.8 gives it to the Chancellor at setup; a position that names it in the deck is believed."""
    table = on_steppe(red=6).seat("red", advisers=["relic_hunter"]).seat("blue", relics=[GRAND_SCEPTER])
    play = campaign(table.reading("A-140", "a").play(), "blue", ["steppe", GRAND_SCEPTER]).answer(f"{HUNTER}=0")
    roll(play, "0" * pools(play)[1], "s" * 6).answer({}, [GRAND_SCEPTER])
    assert play.zone("relic_deck.bottom")[-1:] == [GRAND_SCEPTER]
    again = from_position(read_position(position_text(to_position(play.state))))
    assert again.zone("relic_deck.bottom") == play.zone("relic_deck.bottom")
    assert again.canonical() == play.state.canonical()


def test_a_140_b_the_scepter_alone_is_no_question() -> None:
    table = on_steppe(red=6).seat("red", advisers=["relic_hunter"]).seat("blue", relics=[GRAND_SCEPTER])
    play = campaign(table.reading("A-140", "b").play(), "blue", ["steppe", GRAND_SCEPTER]).answer(f"{HUNTER}=0")
    roll(play, "0" * pools(play)[1], "s" * 6).answer({})
    assert play.asked[0] != "relic_hunter.bury" and GRAND_SCEPTER in play.zone("held.red")


@pytest.mark.parametrize(("reading", "first"), [("a", "relic_thief.use"), ("b", "relic_hunter.bury")])
def test_a_149_relic_thief_before_relic_hunter_buries(reading: str, first: str) -> None:
    table = hunted("map").reading("A-149", reading)
    table.seat("yellow", at="steppe", favor=1, secrets=1, advisers=["relic_thief"])
    play = campaign(table.play(), "bandits", ["steppe"]).answer(f"{HUNTER}=1", ["relic-4-1"])
    roll(play, "00", "ssss").answer({})
    assert play.asked[0] == first
    if reading == "a":
        play.answer("yes", ["blank"])
        assert play.zone("held.yellow") == ["relic.map"] and play.asked[0] == "act", "nothing is left to bury"
    else:
        assert play.answer(["map"]).zone("relic_deck.bottom") == ["relic.map"]


def test_faq_relic_hunter_1_not_at_a_site_that_is_no_target() -> None:
    """For the relic at a site of one's own that site would have to be a target too."""
    table = war().seat("red", warbands=4, advisers=["relic_hunter"]).site("steppe", warbands={"blue": 1})
    table = table.site("mountain", warbands={"red": 1}, relics=["map"])
    play = campaign(table.play(), "blue", ["steppe"])
    assert play.offered == [GO_ON, f"{HUNTER}=0"]


def test_faq_obsidian_cage_2_before_it_is_buried_its_holder_empties_it() -> None:
    table = on_steppe(red=6).seat("red", advisers=["relic_hunter"]).seat("blue", relics=["obsidian_cage"])
    table.do.move("yellow", 2, "stock.yellow", CAGE, ())
    play = campaign(table.play(), "blue", ["steppe", "obsidian_cage"]).answer(f"{HUNTER}=0", GO_ON)
    roll(play, "000", "s" * 6).answer({}, ["obsidian_cage"])
    assert play.has("yellow", "warbands") == 2 and play.zone("relic_deck.bottom") == [CAGE]


# -- Warning Signals -----------------------------------------------------------------------------------------------


def signals() -> Table:
    """Blue rules the Steppe, and the far Deep Woods with three; Blue's pawn is far, with two on the board."""
    table = on_steppe().seat("blue", at=0, warbands=2, advisers=["warning_signals"])
    return table.site("deep_woods", warbands={"blue": 3})


def test_warning_signals_moves_warbands_into_the_defense_but_never_the_last_of_a_site() -> None:
    play = campaign(signals().play(), "blue", ["steppe"]).answer("warning_signals")
    assert play.asked == ("warning_signals.from", "blue")
    assert play.pending.caps == {"board.blue": 2, "slot.7": 2}
    play.answer({"board.blue": 1, "slot.7": 2})
    assert play.offered == ["board.blue", "slot.3", "slot.7"]
    play.answer({"slot.3": 3})
    assert battle(play).defenders == 4 and play.state.count("slot.7", "blue") == 1
    roll(play, "2", "hhhhh").answer("no")
    assert "denizen.warning_signals" not in play.zone("advisers.blue"), "discarded at the end"


def test_faq_ring_of_devotion_1_warning_signals_cannot_place_at_sites() -> None:
    table = signals().seat("blue", relics=["ring_of_devotion"])
    play = campaign(table.play(), "blue", ["steppe"]).answer("warning_signals", {"slot.7": 2})
    assert play.has("blue", "warbands") == 4 and battle(play).defenders == 1


def test_warning_signals_in_the_forecast_is_the_most_that_can_come() -> None:
    game = signals().game()
    frame, refusals = declared(game, "red", "blue", ["site.steppe"])
    look = Outlook(game, frame)
    assert refusals == [] and look.then("blue", Chosen("denizen.warning_signals")).battle.defenders == 1 + 2 + 2


# -- True Names, Insect Swarm, Spell Breaker -----------------------------------------------------------------------


def test_true_names_bars_plans_that_match_an_adviser_of_its_holder() -> None:
    table = on_steppe().seat("red", advisers=["longbows", "rangers", "horse_archers"], favor=2)
    play = campaign(table.seat("blue", advisers=["true_names", "elders"]).play(), "blue", ["steppe"])
    assert play.offered == [GO_ON, "denizen.longbows", "denizen.longbows=-1"]
    assert refused(play, "horse_archers") == [("9.2", NAMES)] and ("9.2", NAMES) in refused(play, "rangers")


def test_true_names_only_against_its_holder() -> None:
    table = on_steppe().seat("red", advisers=["horse_archers"]).seat("yellow", advisers=["true_names", "elders"])
    assert "denizen.horse_archers" in campaign(table.play(), "blue", ["steppe"]).offered


def test_insect_swarm_a_burned_favor_on_each_plan_of_the_enemy() -> None:
    table = on_steppe().seat("red", advisers=["longbows"], favor=1).seat("blue", advisers=["insect_swarm"])
    play = campaign(table.play(), "blue", ["steppe"]).answer("longbows")
    assert play.has("red", FAVOR) == 0 and play.at("longbows", FAVOR) == 0 and "7.1.2" in play.cites()


def test_insect_swarm_no_favor_no_plan_and_faq_insect_swarm_1_outsiders_do_nothing() -> None:
    table = on_steppe().seat("red", advisers=["longbows"])
    poor = campaign(
        on_steppe().seat("red", advisers=["longbows"]).seat("blue", advisers=["insect_swarm"]).play(), "blue"
    )
    assert poor.asked[0] == "campaign.targets" or ("campaign.plan", GO_ON) in poor.skipped
    play = campaign(table.seat("yellow", advisers=["insect_swarm"]).play(), "blue", ["steppe"])
    assert "denizen.longbows" in play.offered


def test_a_108_insect_swarm_silences_the_bandits_plans() -> None:
    table = war().seat("red", warbands=4, advisers=["insect_swarm"]).site("deep_woods", cards=["longbows"])
    assert battle(campaign(table.play(), "bandits", ["steppe"])).attack == 4


def breaker(ruler: str = "blue") -> Table:
    return a_table().seat("red", at=3).site("mountain", cards=["spell_breaker"], warbands={ruler: 1})


def test_spell_breaker_bars_action_powers_that_cost_a_secret() -> None:
    table = breaker().seat("red", secrets=2).site("steppe", cards=["fire_talkers"])
    table = table.seat("red", advisers=["wild_allies"], warbands=2).site("deep_woods", cards=["rangers"])
    rows = [row for row in table.refusals("power", card="wild_allies") if row.clause == "9.2"]
    assert rows == [Refusal("9.2", f"{BREAKER} bars powers that cost a secret", BREAKER)]


def test_spell_breaker_leaves_powers_without_a_secret_and_those_of_its_ruler() -> None:
    table = breaker().seat("red", advisers=["elders"], favor=2)
    assert table.refusals("power", card="elders") == []
    own = breaker("red").seat("red", advisers=["wild_allies"], secrets=1, warbands=2)
    own = own.site("deep_woods", cards=["rangers"], warbands={"red": 1}).seat("blue", at=7)
    assert own.refusals("power", card="wild_allies") == []


def test_faq_spell_breaker_3_the_conspiracy_may_be_played_but_takes_nothing() -> None:
    """A-130: a burned secret is the cost of its power."""
    table = breaker().hand("red", "conspiracy").seat("red", secrets=2, advisers=["elders", "tents"])
    table = table.seat("blue", at=3, advisers=["resettle"], relics=["map"])
    game = table.game()
    found = [row[1:] for row in may_steal(game, Frame("play", "red"), "relic.map") if not row[0]]
    assert found == [("9.2", f"{BREAKER} bars powers that cost a secret", BREAKER)]


@pytest.mark.parametrize(("ruler", "asked"), [("blue", "campaign.defense-roll"), ("red", "campaign.plan")])
def test_spell_breaker_speaks_to_enemies_of_its_ruler(ruler: str, asked: str) -> None:
    """Blue takes no part in this campaign; powers are barred all the same."""
    table = breaker(ruler).oath("devotion").title(None).seat("red", advisers=["kindred_warriors", "elders"], secrets=2)
    table = table.seat("red", warbands=4).site("steppe", warbands={"yellow": 1})
    play = campaign(table.play(), "yellow", ["steppe"])
    assert play.asked[0] == asked


def test_faq_spell_breaker_1_a_secret_added_by_gleaming_armor_counts() -> None:
    table = (
        on_steppe()
        .seat("red", advisers=["longbows"], secrets=1)
        .site("mountain", cards=["spell_breaker"], warbands={"blue": 1})
    )
    play = campaign(table.seat("blue", advisers=["gleaming_armor"]).play(), "blue", ["steppe"])
    assert play.asked[0] == "campaign.defense-roll", "no plan of Red's is left"


def test_faq_spell_breaker_2_the_hidden_place_is_shut() -> None:
    table = breaker().map("plains", "mountain", "the_hidden_place", "steppe").seat("red", secrets=1)
    rows = table.refusals("travel", to="the_hidden_place")
    assert [(row.clause, row.source) for row in rows] == [("9.2", BREAKER)]


def test_faq_spell_breaker_4_mustering_with_initiation_rite_is_no_power() -> None:
    table = breaker().seat("red", secrets=1).site("steppe", cards=["initiation_rite"])
    assert table.refusals("muster", card="initiation_rite") == []


# -- Vow of Union, Wild Allies -------------------------------------------------------------------------------------


def union() -> Table:
    """Red rules the Mountain and the Deep Woods and has two on the board."""
    table = war().seat("red", warbands=2, advisers=["vow_of_union"]).site("steppe", warbands={"blue": 1})
    return table.site("mountain", warbands={"red": 2}).site("deep_woods", warbands={"red": 1})


def test_faq_vow_of_union_2_all_warbands_at_sites_one_rules_join() -> None:
    """A-104: and bring dice; with the other reading they do not."""
    assert battle(campaign(union().play(), "blue", ["steppe"])).force == 5
    assert pools(campaign(union().play(), "blue", ["steppe"]))[0] == 5
    assert pools(campaign(union().reading("A-104", "a").play(), "blue", ["steppe"]))[0] == 2


def test_faq_vow_of_union_1_the_last_of_a_site_may_be_sacrificed() -> None:
    play = roll(campaign(union().play(), "blue", ["steppe"]), "1", "hhhhh").answer("yes")
    assert play.asked[0] == "campaign.losses"
    play.answer({"slot.7": 1})
    assert play.state.count("slot.7", "red") == 0


def test_a_105_a_defeat_empties_every_site_of_its_holder() -> None:
    table = union().site("steppe", warbands={"blue": 8})
    play = roll(campaign(table.play(), "blue", ["steppe"]), "2", "hhhhh")
    assert play.state.count("slot.1", "red") == play.state.count("slot.7", "red") == 0
    assert play.has("red", "warbands") == 3


def test_faq_vow_of_union_6_a_citizen_against_the_empire_has_no_purple_warbands_at_sites() -> None:
    table = a_table().oath("devotion").title(None).turn("yellow")
    table = table.seat("yellow", role="citizen", at=3, warbands=3, advisers=["vow_of_union"]).seat("purple", at=3)
    table = table.site("mountain", warbands={"purple": 2}).site("steppe", warbands={"purple": 1})
    assert battle(campaign(table.play(), "purple", ["steppe"])).force == 3


def unmoved(reading: str = "a") -> Script:
    """Blue has the Vow, rules the Steppe and stands there; Red has beaten Blue's pawn there and placed two."""
    table = war().reading("A-164", reading).seat("red", warbands=9).site("steppe", warbands={"blue": 1})
    table.seat("blue", favor=4, warbands=3, advisers=["vow_of_union"])
    play = roll(campaign(table.play(), "blue", ["steppe", "pawn"]), "000", "s" * 9)
    return play.answer({"steppe": 2})


def test_faq_vow_of_union_4_to_be_banished_only_burns_half_of_the_favor() -> None:
    """The answer's own example (A-164): Blue stays, though Red rules the Steppe by now."""
    play = unmoved()
    assert facts.rulers(play.game, 3) == ("red",) and play.has("blue", "warbands") == 2
    assert play.asked == ("campaign.burn", "red")
    play.answer("yes")
    assert (play.state.players["blue"].slot, play.has("blue", FAVOR)) == (3, 2)


def test_faq_vow_of_union_4_without_warbands_on_the_board_the_card_holds_nobody() -> None:
    """Shield Wall has killed all of Blue's force (5.5.6)."""
    table = war().seat("red", warbands=9).site("steppe", warbands={"blue": 1})
    table.seat("blue", favor=4, warbands=3, advisers=["vow_of_union", "shield_wall"])
    play = campaign(table.play(), "blue", ["steppe", "pawn"]).answer("shield_wall")
    play = roll(play, "00000", "s" * 9).answer({"steppe": 2})
    assert (play.has("blue", "warbands"), play.asked) == (0, ("campaign.banish", "red"))


def test_a_164_the_other_readings_of_vow_of_union() -> None:
    """(b): nobody makes its holder travel; (c): it is judged as things stand."""
    assert unmoved("b").asked[0] == "campaign.burn" and unmoved("c").asked[0] == "campaign.banish"
    for reading, asked in (("a", "campaign.banish"), ("b", "campaign.burn")):
        table = war().reading("A-164", reading).seat("red", warbands=9)
        table.seat("blue", favor=4, warbands=3, advisers=["vow_of_union"])
        play = roll(campaign(table.play(), "blue", ["pawn"]), "00", "s" * 9)
        assert play.asked[0] == asked, "a site that Blue never ruled"


def test_5_6_vow_of_union_no_travel_from_a_ruled_site_with_warbands_on_the_board() -> None:
    table = a_table().seat("red", at=3, warbands=1, advisers=["vow_of_union"]).site("steppe", warbands={"red": 1})
    because = f"{UNION} forbids it: red rules site.steppe and has warbands on the board"
    assert table.refusals("travel", to="mountain") == [Refusal("9.2", because, UNION)]
    free = a_table().seat("red", at=3, advisers=["vow_of_union"]).site("steppe", warbands={"red": 1})
    assert free.refusals("travel", to="mountain") == []


def wild(ruler: str = "blue") -> Table:
    """Wild Allies, and a Beast card at the far Deep Woods."""
    table = a_table().oath("devotion").title(None).seat("red", at=3, warbands=2, secrets=1, advisers=["wild_allies"])
    return table.site("deep_woods", cards=["rangers"], warbands={ruler: 3}).seat("blue", at=7)


def test_wild_allies_a_campaign_as_if_from_a_site_with_a_beast_card() -> None:
    """Where another rules it, it is a target that is due (5.5.2)."""
    play = wild().play().answer("power")
    declare(play, "blue", ["deep_woods"])
    assert play.state.players["red"].supply == 7 and battle(play).force == 2 and play.state.players["red"].slot == 3
    assert battle(play).defenders == 3


def test_a_105_wild_allies_from_a_site_of_ones_own_its_warbands_join() -> None:
    play = declare(wild("red").play().answer("power"), "blue", ["pawn"])
    assert battle(play).force == 5


def test_wild_allies_needs_a_site_with_a_beast_card_and_somebody_to_fight() -> None:
    table = a_table().seat("red", at=3, warbands=2, secrets=1, advisers=["wild_allies"])
    rows = table.refusals("power", card="wild_allies")
    assert [(row.clause, row.source) for row in rows] == [("5.5.1", "denizen.wild_allies")]


def test_true_names_says_nothing_against_its_holders_own_declaration() -> None:
    assert why_not(on_steppe().seat("red", advisers=["true_names"]), "blue", ["steppe"], 5) == []


def test_faq_vow_of_union_3_the_places_are_chosen_where_some_are_to_go_and_nothing_moves_freely() -> None:
    play = roll(campaign(union().play(), "blue", ["steppe"]), "0", "hhhhh").answer({})
    while play.asked[0] == "campaign.place":
        play.answer({})
    assert (play.has("red", "warbands"), play.state.count("slot.1", "red"), play.state.count("slot.7", "red")) == (
        2,
        2,
        1,
    )


def test_faq_vow_of_union_5_with_the_bandit_crown_bandits_join_and_never_die() -> None:
    table = union().seat("red", relics=["bandit_crown"])
    now = battle(campaign(table.play(), "blue", ["steppe"]))
    assert now.force == 5 and now.band > 0, "bandits at the empty sites that Red rules by the Crown"


def test_faq_warning_signals_1_a_citizen_needs_no_leave_of_the_chancellor() -> None:
    table = war().seat("red", warbands=5).seat("yellow", role="citizen", at=3, warbands=2, advisers=["warning_signals"])
    table = table.site("steppe", warbands={"purple": 1}).site("deep_woods", warbands={"purple": 4})
    play = campaign(table.play(), "yellow", ["steppe"]).answer("warning_signals", {"slot.7": 3}, {"slot.3": 3})
    assert play.asked[0] == "campaign.defense-roll" and battle(play).defenders == 6


# -- what others discard (11.2) ------------------------------------------------------------------------------------


def test_a_112_a_plan_that_the_defender_discards_at_a_homeland_bars_no_reward() -> None:
    """Blue's Storm Caller leaves the Steppe at the end; Red has discarded no Nomad card there this turn."""
    table = war().seat("red", warbands=9, advisers=[down("elders")])
    table = table.site("steppe", cards=["storm_caller"], warbands={"blue": 1})
    play = roll(campaign(table.play(), "blue", ["steppe"]).answer("storm_caller"), "000", "s" * 9).answer({})
    assert play.zone("cards.3") == []
    assert play.answer("play", "elders", "site.steppe").has("red", SECRET) == 1


def test_a_112_nor_does_a_plan_that_the_bandits_discard_there() -> None:
    """Red's hand turns their Storm Caller over, and Red has discarded nothing (FAQ Wild Mounts: it is they who do)."""
    table = war().seat("red", warbands=9, advisers=[down("elders")]).site("steppe", cards=["storm_caller"])
    play = roll(campaign(table.play(), "bandits", ["steppe"]), "000", "s" * 9).answer({})
    assert play.zone("cards.3") == []
    assert play.answer("play", "elders", "site.steppe").has("red", SECRET) == 1
