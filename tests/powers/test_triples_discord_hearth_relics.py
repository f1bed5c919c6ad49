"""Three cards or more together, and cards that act off turn: Discord, Hearth and the relics, with what each adds."""

from typing import Any

import pytest

from oathtools.engine.decision import holds
from oathtools.procedures.adjudicate import in_act_phase_of
from oathtools.procedures.minor.card_powers import scepter_rows
from oathtools.procedures.victory.check import ends
from oathtools.table.state import FAVOR, HIDDEN, PURPLE, SECRET
from tests.battles import GO_ON, campaign, declare, war
from tests.powers.test_pairs_in_campaigns import at_steppe, attack, fall, rest, use
from tests.support.tables import Table, a_table, down, the


def calm(players: int = 4) -> Table:
    """Red's turn; nobody has the title, nobody takes it."""
    return a_table(players).oath("devotion").title(None)


# -- somebody else's turn: travels ---------------------------------------------------------------------------------


def boiling(**red: Any) -> Table:
    """Red whistles for Blue, a Citizen, to the Imperial Mountain and its Boiling Lake."""
    table = calm().seat("red", at="mountain", secrets=1, **red).seat("blue", role="citizen", at="steppe", warbands=3)
    return table.site("mountain", cards=["boiling_lake"], warbands={PURPLE: 1})


@pytest.mark.parametrize(("relics", "left"), [(["whistle", "grand_mask"], 1), (["whistle"], 3)])
def test_10_21_whistle_grand_mask_and_boiling_lake(relics: list[str], left: int) -> None:
    """A-78, A-132: in the turn of the Mask's holder no Imperial player rules the Lake, so it boils for a Citizen."""
    play = boiling(relics=relics).play().answer("power", "blue")
    assert (play.has("blue", "warbands"), play.has("blue", SECRET)) == (left, 1)
    assert play.state.players["blue"].slot == 1


def test_9_2_whistle_grand_mask_and_toll_roads() -> None:
    """The Mask makes Red the ruler of the Roads, and Blue an enemy at Red's own site: the toll may be refused."""
    table = calm().seat("red", at="steppe", secrets=1, relics=["whistle", "grand_mask"])
    table.seat("blue", role="citizen", at="plains", favor=1).site("steppe", warbands={"red": 1})
    play = table.site("mountain", cards=["toll_roads"], warbands={PURPLE: 1}).play().answer("power")
    assert play.asked == ("travel.toll", "blue")
    assert play.answer("yes").has("red", FAVOR) == 1 and play.has("blue", SECRET) == 1


def test_10_2_whistle_vow_of_union_and_the_drum() -> None:
    """FAQ Vow of Union 4: without warbands on the board Blue comes, and gains one for it (FAQ Dragonskin Drum)."""

    def called(warbands: int) -> Table:
        table = calm().seat("red", at="mountain", secrets=1, relics=["whistle"]).site("steppe", warbands={"blue": 1})
        vow = {"advisers": ["vow_of_union"], "relics": ["dragonskin_drum"]}
        return table.seat("blue", at="steppe", warbands=warbands, **vow)

    play = called(0).play().answer("power", "blue", "yes")
    assert (play.has("blue", "warbands"), play.has("blue", SECRET)) == (1, 1)
    assert "blue" not in called(1).play().answer("power").offered


def test_a_134_second_wind_of_a_sneak_attack_travels_in_reds_turn_past_toll_and_lake() -> None:
    """7.1.2: it is paid off turn; 5.6.1: the toll is due; 10.2: the Herald answers Blue's campaign before Red's."""
    table = war().seat("red", warbands=4).seat(PURPLE, at=3).seat("yellow", advisers=["herald"])
    table.seat("blue", at=3, warbands=6, favor=3, secrets=1, advisers=["sneak_attack", "second_wind"])
    table.site("mountain", cards=["boiling_lake", "toll_roads"], warbands={"yellow": 1})
    play = rest(fall(attack(table, "pawn", by=PURPLE, dice=1), "2", "h"), "sneak_attack.campaign").answer("yes")
    play = fall(use(declare(play, "red", ["pawn"], 6), "second_wind"), "0", "s")
    play = rest(play, "herald.bank").answer("bank.order")
    assert (play.asked, play.has("blue", HIDDEN), play.has("blue", FAVOR)) == (("second_wind.travel", "blue"), 1, 2)
    play.answer("yes", "mountain")
    assert (play.has("blue", "warbands"), play.has("blue", FAVOR), play.has("yellow", FAVOR)) == (4, 1, 2)
    assert play.answer("no").asked == ("herald.bank", "yellow") and play.game.frame.actor == "red"


# -- somebody else's turn: Visions ---------------------------------------------------------------------------------


def prophet(*, red: tuple[str, ...] = (), blue: tuple[str, ...] = (), at: str = "ancient_city") -> Table:
    """Red will replace the Vision on which the warband of Blue's False Prophet stands."""
    table = calm().visions(3).seat("red", vision="vision.faith", advisers=[down("vision.conquest")], relics=red)
    table.seat("blue", at=at, advisers=["false_prophet"], relics=blue).seat("yellow", advisers=["book_binders"])
    table.do.move("blue", 1, "stock.blue", "vision.faith", ())
    return table


def test_2_7_1_false_prophet_finds_the_vision_that_the_cracked_horn_has_buried_and_book_binders_are_paid_twice() -> (
    None
):
    """5.1.4.3: it is no draw, so the marker stays; both plays are another's for Yellow."""
    play = prophet(red=("cracked_horn",)).play()
    play.answer("play", "relic.cracked_horn", "vision.conquest", "vision")
    assert play.asked == ("play.to", "blue") and play.zone("world.bottom") == []
    play.answer("vision", "bank.order", "bank.nomad")
    assert (play.zone("vision.blue"), play.has("yellow", FAVOR)) == (["vision.faith"], 4)
    assert play.state.visions_drawn == 3


def test_9_2_false_prophet_under_secret_police_and_gossip_has_the_pile_or_the_horn() -> None:
    """As if one had searched: Blue's own Cracked Horn serves off turn, and says where the Vision goes (10.5)."""
    table = prophet(blue=("cracked_horn",)).site(4, cards=["secret_police", "gossip"], warbands={"red": 1})
    play = table.play().answer("play", "vision.conquest", "vision")
    assert play.asked == ("search.modifier", "blue")
    assert play.answer("relic.cracked_horn").offered == ["discard"]
    assert play.answer("discard").zone("world.bottom") == ["vision.faith"]
    assert play.asked == ("book_binders.bank", "yellow"), "Red's own play is answered all the same"


# -- relics that change hands --------------------------------------------------------------------------------------


def test_9_2_the_circlet_keeps_what_the_skeleton_key_takes_from_relic_thief() -> None:
    """A-123: the Thief has no prey, and is not asked; without the Circlet he is."""
    for relics, asked in ((["skeleton_key"], "relic_thief.use"), (["skeleton_key", "circlet_of_command"], "act")):
        table = calm().seat("red", at=0, secrets=2, relics=relics).site(0, warbands={PURPLE: 1})
        table.seat("yellow", at=1, favor=1, secrets=1, advisers=["relic_thief"]).reliquary(down("map"), *[None] * 3)
        play = table.play().answer("power", "yes")
        assert play.asked[0] == asked and "relic.map" in play.zone("held.red")


def test_a_124_relic_thief_takes_the_obsidian_cage_with_his_own_warbands_on_it() -> None:
    """10.26: they go with the relic. Two were taken, so two dice are rolled, and a doubler is no shield."""
    table = war(3).seat("red", warbands=6).seat("blue", relics=["obsidian_cage", "map"])
    table.seat(PURPLE, at=3, favor=1, secrets=1, advisers=["relic_thief"])
    table.do.move(PURPLE, 3, "stock.purple", "relic.obsidian_cage", ())
    play = fall(campaign(table.play(), "blue", ["relic.obsidian_cage", "relic.map"], 6), "0", "s")
    rest(play, "relic_thief.use").answer("yes")
    assert play.pending.high == 2
    play.answer(["blank", "doubler"])
    assert play.zone("held.purple")[-2:] == ["relic.obsidian_cage", "relic.map"]
    assert play.at("relic.obsidian_cage", PURPLE) == 3


def test_2_4_the_scepter_that_relic_thief_has_in_reds_turn_waits_for_nothing_in_his_own() -> None:
    """Red took it this turn, and Blue from Red; Blue is judged as in Blue's own turn (4.2), and so it will be."""
    table = war(3).seat("red", warbands=6).seat(PURPLE, at=3)
    table.seat("blue", at=4, favor=1, secrets=1, advisers=["relic_thief"]).site(3, warbands={"red": 1})
    play = fall(campaign(table.play(), PURPLE, ["relic.grand_scepter"], 6), "0", "s")
    play = rest(rest(play, "relic_thief.use").answer("yes", ["blank"]))
    later = in_act_phase_of(play.game, "blue")
    assert later.state.turn == "blue" and holds(scepter_rows(later, "blue", "6.6.1"))
    assert "offer" in play.answer("end").offered and play.state.turn == "blue"


def test_2_11_the_map_buried_under_protection_hands_over_the_title_and_chaos_cult_answers() -> None:
    """A-117: the title is looked at when the power is done, 4 Supply and all; the Cult takes from its new holder."""
    table = a_table().oath("protection").title("red").seat("red", supply=0, relics=["map"]).seat(PURPLE, favor=2)
    play = table.seat("blue", advisers=["chaos_cult"]).play().answer("power")
    assert (play.state.oathkeeper, play.state.players["red"].supply) == (PURPLE, 4)
    assert (play.has("blue", FAVOR), play.has(PURPLE, FAVOR)) == (1, 1)


def test_10_4_dowsing_sticks_cost_the_holder_of_vow_of_renewal_no_favor_and_the_thief_comes_before_the_cult() -> None:
    """7.1.2: two favor must be there. 10.26: both takings are right after; Red keeps the title at a tie (2.11)."""
    table = a_table().oath("protection").title(PURPLE).relic_deck("map", "cup_of_plenty")
    table.seat("red", favor=2, secrets=1, relics=["dowsing_sticks"], advisers=["vow_of_renewal"])
    table.seat("blue", advisers=["chaos_cult"]).seat("yellow", favor=1, secrets=1, advisers=["relic_thief"])
    play = table.play().answer("power", "take")
    assert (play.asked, play.has("red", FAVOR)) == (("relic_thief.use", "yellow"), 2)
    play.answer("yes", ["blank"])
    assert (play.state.oathkeeper, play.zone("held.yellow"), play.has("red", FAVOR)) == ("red", ["relic.map"], 1)
    assert (
        calm()
        .seat("red", favor=1, secrets=1, relics=["dowsing_sticks"], advisers=["vow_of_renewal"])
        .refusals("power", card="dowsing_sticks")
    )


@pytest.mark.parametrize(("pays", "relics", "nomad"), [("yes", 1, 0), ("no", 2, 3)])
def test_10_11_blackmail_can_only_ask_for_the_circlet_and_the_nomad_bank_may_pay_for_it(
    pays: str, relics: int, nomad: int
) -> None:
    """A-123: the Circlet guards the other relic, not itself. Vow of Kinship: the bank is as good as the board."""
    table = calm().seat(PURPLE, at=1).seat("red", advisers=[down("blackmail")]).bank("nomad", 3)
    table.seat("blue", relics=["circlet_of_command", "map"], advisers=["vow_of_kinship"])
    play = table.play().answer("play", "blackmail", "adviser")
    assert play.asked == ("blackmail.pay", "blue")
    play.answer(pays)
    assert (len(play.zone("held.red")), play.at("bank.nomad", FAVOR)) == (relics - 1, nomad)
    assert play.has("red", FAVOR) == 3 - nomad


# -- rule ----------------------------------------------------------------------------------------------------------


def test_a_122_bandit_chief_bandit_crown_and_chaos_cult() -> None:
    """7.6.5: the Chief's dead leave seven sites to the Crown at one go; the title follows once, and the Cult (10.2)."""
    table = a_table().title(PURPLE).seat("red", at=0, favor=1, relics=["bandit_crown"])
    for slot, color in enumerate(("red", PURPLE, PURPLE, PURPLE, "yellow", "yellow")):
        table.site(slot, warbands={color: 1})
    table.site(6, warbands={PURPLE: 2}).site(7, warbands={PURPLE: 2}).seat("blue", at=4, advisers=["chaos_cult"])
    play = table.deck("bandit_chief", rest=False).play().answer("search", "plains")
    assert play.state.oathkeeper == "red" and play.has("blue", FAVOR) == 1
    assert sum(event.kind == "title" for event in play.events) == 1


@pytest.mark.parametrize(
    ("relics", "offered", "placed"),
    [
        (["ring_of_devotion"], False, None),
        (["bandit_crown"], True, 0),
        (["ring_of_devotion", "bandit_crown"], True, None),
    ],
)
def test_10_21_deed_writer_the_ring_and_the_crown(relics: list[str], offered: bool, placed: int | None) -> None:
    """A-131: under the Ring nobody can be placed, so only the bandits can rule for Blue (FAQ Deed Writer 5)."""
    table = calm().seat("red", at=0, advisers=["deed_writer"]).site("mountain", warbands={"red": 2})
    play = table.seat("blue", warbands=2, favor=1, relics=relics).play().answer("power", "blue")
    assert ("site.mountain" in play.pending.options) is offered
    if not offered:
        return
    play.answer({"mountain": 1}, {}, "yes")
    if placed is not None:
        assert play.asked == ("exchange.warbands", "blue") and play.pending.low == 0
        play.answer(placed)
    assert (play.at("slot.1", "red"), play.at("slot.1", "blue"), play.has("red", "warbands")) == (0, 0, 2)
    assert play.asked[0] == "act"


def test_10_21_fabled_feast_counts_marriage_once_and_of_the_empires_cards_all_but_plans() -> None:
    """A-78: by the Grand Mask Tavern Songs are Red's, the Village Constable is not. A card is one card (10.14)."""
    table = calm().seat("red", at=1, relics=["grand_mask"], advisers=["marriage", down("fabled_feast")])
    table.site(1, cards=["tavern_songs", "village_constable"], warbands={PURPLE: 1})
    assert table.play().answer("play", "fabled_feast", "adviser", "bank.order").at("bank.order", FAVOR) == 3 - 3


@pytest.mark.parametrize("phase", ["act", "rest"])
def test_3_3_the_end_die_falls_in_nobodys_turn_so_the_grand_mask_does_not_rule_the_squalid_district(phase: str) -> None:
    """A-78, A-135: it is Red's turn, and the last of the round; the Chancellor shifts, and is foretold to (3.3)."""
    table = a_table(2).round(5).turn("red", phase, "4.3.5" if phase == "rest" else "").title(PURPLE)
    table.seat("red", relics=["grand_mask"]).site(4, cards=["squalid_district"], warbands={PURPLE: 1})
    for slot in (0, 1, 2):
        table.site(slot, warbands={PURPLE: 1})
    assert ends(table.game(), 5).by == (PURPLE,)
    play = table.play()
    play = play.answer("end") if phase == "act" else play
    assert play.answer(["5"]).asked == ("squalid_district.shift", PURPLE)


def test_9_2_key_to_the_city_from_afar_under_the_ring() -> None:
    """A-41, A-131: the People's Favor opens the site; all there die, one is gained and stays on the board."""
    table = calm().seat("red", at=0, relics=["ring_of_devotion"], advisers=[down("key_to_the_city")])
    table.banner("peoples_favor", "red").site("mountain", warbands={"blue": 2})
    play = table.play().answer("play", "key_to_the_city", "mountain")
    assert (play.at("slot.1", "blue"), play.at("slot.1", "red"), play.has("red", "warbands")) == (0, 0, 1)


def test_10_16_homesteaders_great_slum_and_ancient_bloodline() -> None:
    """11.9 makes room only where a card may go: for enemies of the Bloodline's ruler none may (FAQ)."""
    for ruler, may in (("blue", False), ("yellow", True)):
        table = calm().site("great_slum", slot=1).seat("red", at=1, advisers=["homesteaders", "scouts"])
        table.site(1, cards=["elders", "tents", "gossip"], warbands={ruler: 1})
        table.seat("blue", advisers=["ancient_bloodline"])
        assert (table.refusals("power", card="homesteaders") == []) is may


def test_5_2_2_what_raises_a_muster_adds_up() -> None:
    """Two; Downtrodden two, Rowdy Pub one, the Ring two, the River one: eight."""
    table = (
        calm().site("river", slot=1).seat("red", at=1, favor=1, relics=["ring_of_devotion"], advisers=["downtrodden"])
    )
    table.site(1, cards=["rowdy_pub"], warbands={"red": 1}).bank("hearth", 0)
    play = table.play().answer("muster", "denizen.downtrodden", "denizen.rowdy_pub")
    assert play.has("red", "warbands") == 8


# -- searching and playing -----------------------------------------------------------------------------------------


def test_5_1_4_1_two_cards_one_after_the_other_in_the_same_room() -> None:
    """Land Warden, Crop Rotation, Welcoming Party and Book of Records for both (A-162); Saddle Makers for each (A-82).

    The Nomad bank has three: two, then one (9.3).
    """
    table = calm().seat("red", at=1, favor=1, advisers=["land_warden", "crop_rotation"], relics=["book_of_records"])
    table.site(1, cards=["welcoming_party", "longbows"], warbands={"red": 1}).seat("blue", advisers=["saddle_makers"])
    play = table.deck("elders", "tents", rest=False).play().answer("search", "land_warden", "crop_rotation")
    play.answer("welcoming_party", "elders", "yes", "mountain", "mountain")
    assert play.zone("cards.1") == [the("welcoming_party"), the("tents")]
    assert (play.has("red", SECRET), play.has("red", FAVOR), play.has("blue", FAVOR)) == (2, 2, 3)


@pytest.mark.parametrize("relics", [[], ["truthful_harp"]])
def test_9_2_land_warden_and_the_harp_under_gossip(relics: list[str]) -> None:
    """The second card may lie among the advisers, but not facedown; the Harp has shown both that are kept (10.20)."""
    table = calm().seat("red", at=1, favor=1, advisers=["land_warden"], relics=relics)
    table.site(4, cards=["gossip"], warbands={"blue": 1}).deck("elders", "tents", rest=False)
    play = table.play().answer("search", "land_warden", *relics)
    while play.asked[0] == "search.modifier":
        play.answer(GO_ON)
    assert play.answer("elders", "yes", "mountain").offered == ["site.mountain", "adviser", "discard"]


def test_5_1_1_news_from_afar_pays_no_supply_but_the_toll_that_bandits_burn_and_vow_of_renewal_takes() -> None:
    """7.6.2 speaks of Supply; Forced Labor of the bandits burns its favor (10.4), which Blue takes."""
    table = calm().seat("red", at=1, supply=0, favor=3, advisers=["news_from_afar"]).deck("elders", rest=False)
    table.site(1, cards=["forced_labor"]).seat("blue", advisers=["vow_of_renewal"])
    play = table.play().answer("search")
    assert (play.has("red", FAVOR), play.has("blue", FAVOR), play.at("news_from_afar", FAVOR)) == (0, 1, 2)


# -- campaigns -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("saved", "gained", "home"), [(True, 0, 7), (False, 7, 0)])
def test_5_5_8_sticky_fire_cursed_cauldron_and_obsidian_cage_against_the_hospital(
    saved: bool, gained: int, home: int
) -> None:
    """A-106: what kills comes first, whatever was used first; whoever is saved was not killed, and nobody is caged.

    The favor for the Fire is due all the same (FAQ Sticky Fire 2).
    """
    table = war().seat("red", warbands=6, favor=1, relics=["obsidian_cage", "cursed_cauldron", "sticky_fire"])
    table.seat("blue", warbands=4).site("steppe", warbands={"blue": 3})
    table.site("mountain", cards=["hospital"], warbands={"blue": 1})
    play = attack(table, "steppe", dice=6).answer("relic.obsidian_cage", "relic.cursed_cauldron", "relic.sticky_fire")
    play = use(play, "hospital") if saved else play
    play = rest(fall(play, "0", "kkssss"), "campaign.place").answer({})
    assert play.asked == ("sticky_fire.kill", "red")
    rest(play.answer("yes"))
    assert (play.has("red", "warbands"), play.at("slot.1", "blue")) == (6 - 2 + gained, 1 + home)
    assert (play.at("obsidian_cage", "blue"), play.has("blue", FAVOR)) == (0, 1)


def test_5_5_6_mercenaries_and_traveling_doctor_of_one_whom_hearts_and_minds_have_beaten() -> None:
    """A-133: no dice; nobody dies, and both plans go by their own words; Hearts and Minds go at the end (5.5.8)."""
    table = at_steppe(4, 1).seat("red", advisers=["mercenaries", "traveling_doctor"])
    table.site("steppe", cards=["hearts_and_minds"])
    play = use(attack(table, "steppe", dice=4), "mercenaries", "traveling_doctor")
    play.answer(GO_ON) if play.asked[1] == "red" else None
    rest(play.answer("hearts_and_minds"))
    assert (play.has("red", "warbands"), play.zone("advisers.red"), play.zone("cards.3")) == (4, [], [])
    assert play.at("bank.hearth", FAVOR) == 3 + 3, "paid off turn, straight to the bank (7.1.2)"


def test_7_1_2_hearts_and_minds_under_insect_swarm_pays_vow_of_renewal_off_turn() -> None:
    """A-153: the favor that the Swarm adds is burned in any turn, so the Vow's holder has it; three go to the bank."""
    table = war().seat("red", warbands=3, advisers=["insect_swarm"]).seat("yellow", advisers=["vow_of_renewal"])
    table.site("steppe", warbands={"blue": 1}, cards=["hearts_and_minds"]).seat("blue", favor=4)
    play = use(attack(table, "steppe"), "hearts_and_minds")
    assert (play.at("bank.hearth", FAVOR), play.has("yellow", FAVOR), play.has("blue", FAVOR)) == (6, 1, 0)
    table = war().seat("red", warbands=3, advisers=["insect_swarm"]).site("steppe", warbands={"blue": 1})
    play = attack(table.site("steppe", cards=["hearts_and_minds"]).seat("blue", favor=3), "steppe")
    assert play.asked[0] != "campaign.plan" or "denizen.hearts_and_minds" not in play.offered


def test_10_14_military_parade_marriage_and_kinship() -> None:
    """Marriage is two advisers: two favor of the Hearth bank, which Red's Vow sends to the Nomad bank (10.10)."""
    table = at_steppe(5, 1).seat("red", favor=0, advisers=["military_parade", "vow_of_kinship"])
    table.do.move(FAVOR, 5, "board.red", "shared", ())
    play = attack(table.seat("blue", advisers=["marriage"]).bank("nomad", 0), "steppe")
    rest(fall(use(play, "military_parade"), "0", "s"), "campaign.place").answer({})
    assert (play.at("bank.hearth", FAVOR), play.at("bank.nomad", FAVOR), play.has("red", FAVOR)) == (1, 2, 0)


@pytest.mark.parametrize(("row", "left"), [([], (0, 1)), (["vow_of_renewal"], (5, 1)), (["vow_of_kinship"], (5, 1))])
def test_5_5_7_3_slander_and_book_burning_and_whom_a_vow_spares(row: list[str], left: tuple[int, int]) -> None:
    """10.4: what Renewal's own holder burns stays; Kinship's favor is on no board (FAQ). Secrets burn either way."""
    table = war().seat("red", warbands=9, favor=1, advisers=["slander", "book_burning"])
    table.seat("blue", favor=0 if "vow_of_kinship" in row else 5, secrets=3, advisers=row).bank("nomad", 5)
    play = use(attack(table, "pawn", dice=9), "slander", "book_burning")
    play = rest(fall(play, "0", "s"), "campaign.burn")
    if play.asked[0] == "campaign.burn":
        rest(play.answer("yes"))
    favor = play.at("bank.nomad", FAVOR) if "vow_of_kinship" in row else play.has("blue", FAVOR)
    assert (favor, play.has("blue", SECRET)) == left


def test_9_2_vow_of_peace_silences_captains_knights_errant_and_sneak_attack() -> None:
    """Each is a campaign; mustering with the Knights is not barred."""
    table = war().seat("red", warbands=3, favor=2, advisers=["vow_of_peace"]).seat("blue", favor=1)
    table.site("steppe", warbands={"red": 1}, cards=["captains", "knights_errant"])
    assert table.refusals("power", card="captains")
    play = table.play().answer("muster", "denizen.knights_errant", "denizen.captains")
    assert play.asked[0] == "act"
    table = at_steppe(3, 1).seat("blue", advisers=["sneak_attack", "vow_of_peace"])
    assert rest(fall(attack(table, "steppe"), "2", "h"), "sneak_attack.campaign").asked[0] == "act"


# -- favor and secrets ---------------------------------------------------------------------------------------------


def test_9_3_gambling_hall_jinx_and_kinship() -> None:
    """FAQ Jinx 3: the four dice once more. By the Vow the Nomad bank pays the two favor, and the win comes there."""
    table = calm().seat("red", at=1, secrets=1, advisers=["jinx", "vow_of_kinship"]).bank("nomad", 2)
    play = table.site(1, cards=["gambling_hall"]).play().answer("power", ["blank"] * 4)
    assert play.asked == ("jinx.reroll", "red")
    play.answer("yes", ["shield", "blank", "doubler", "blank"], "bank.order")
    assert (play.at("gambling_hall", FAVOR), play.at("bank.nomad", FAVOR), play.at("bank.order", FAVOR)) == (2, 2, 1)
    assert play.at("jinx", SECRET) == 1


def test_7_6_3_tinkers_fair_of_one_who_keeps_two_vows() -> None:
    """Vow of Silence: no secret may be given, but be got. Vow of Kinship: favor goes out of the bank, and into it."""
    table = calm().seat("red", at=1, secrets=2, advisers=["vow_of_kinship", "vow_of_silence"], relics=["cup_of_plenty"])
    table.site(1, cards=["tinkers_fair"]).bank("nomad", 3).seat("blue", favor=2, secrets=1)
    play = table.play().answer("power", "blue")
    assert set(play.pending.options) == {"favor", "relic.cup_of_plenty"}
    play.answer({"favor": 2}, {"favor": 1, "secret": 1}, "yes")
    assert (play.at("bank.nomad", FAVOR), play.has("blue", FAVOR), play.has("red", SECRET)) == (3 - 2 + 1, 3, 3)


def test_5_3_1_awaited_return_does_not_pay_the_curfew_which_kinship_does() -> None:
    """10.22 for Supply; the toll is a favor, from the Nomad bank; what is gained comes back there."""
    table = calm().seat("red", at=1, supply=0, warbands=1, secrets=1, advisers=["awaited_return", "vow_of_kinship"])
    table.site(1, cards=["tavern_songs", "curfew"], warbands={"blue": 1}).bank("nomad", 1)
    play = table.play().answer("trade", "tavern_songs")
    assert (play.has("blue", FAVOR), play.has("red", "warbands"), play.at("bank.nomad", FAVOR)) == (1, 0, 2)


def test_4_3_2_a_round_of_ale_frees_whistle_and_brass_horse_and_not_itself() -> None:
    """All secrets on relics come back to whoever drinks (A-24); the favor for the round stays (A-80)."""
    table = calm().seat("red", at=1, favor=2, relics=["whistle"]).seat("blue", at=3, relics=["brass_horse"], hidden=1)
    table.site(1, cards=["a_round_of_ale", "elders"]).on("whistle", secrets=1).on("elders", favor=2)
    play = table.on("brass_horse", secrets=1).play().answer("power")
    assert (play.has("red", SECRET), play.at("a_round_of_ale", FAVOR), play.at("bank.nomad", FAVOR)) == (2, 1, 5)
    assert play.has("blue", HIDDEN) == 1, "another's secrets stay as they lie"
    assert table.refusals("power", card="whistle") and play.answer("power").asked == ("whistle.player", "red")


def test_9_3_naysayers_find_nothing_with_a_chancellor_who_keeps_kinship() -> None:
    """FAQ Vow of Kinship 1: what lies in the Nomad bank is on no board; Silver Tongue and Insomnia rest as usual."""
    table = a_table().oath("devotion").title("blue").banner("darkest_secret", "blue").bank("nomad", 4)
    table.seat(PURPLE, advisers=["vow_of_kinship"]).seat("red", at=1, advisers=["naysayers", "insomnia"])
    play = table.site(1, cards=["elders"]).play().answer("end")
    assert play.asked == ("rest.power", "red") and "denizen.naysayers" in play.offered
    play.answer("naysayers")
    assert play.has("red", FAVOR) == 0 and play.at("bank.nomad", FAVOR) == 4
    assert play.answer("insomnia").has("red", SECRET) == 1


def test_5_4_1_charlatan_storyteller_and_the_price_of_the_darkest_secret() -> None:
    """A-42, A-44: what one burns and the other adds is what the next must outbid."""
    table = calm().seat("red", at=1, favor=1, secrets=2, advisers=["storyteller", down("charlatan")])
    table.banner("darkest_secret", None, 4)
    play = table.play().answer("play", "charlatan", "adviser")
    assert play.at("banner.darkest_secret", SECRET) == 1
    play.answer("power")
    assert play.at("banner.darkest_secret", SECRET) == 2 and "recover" not in play.offered


@pytest.mark.parametrize(("card", "places"), [("assassin", ["discard"]), ("elders", ["site.mountain", "discard"])])
def test_7_6_4_two_limiters_and_a_third(card: str, places: list[str]) -> None:
    """FAQ Assassin: two locked ones leave no place in the row, not even facedown (A-83, A-128)."""
    table = calm().seat("red", at=1, advisers=["insomnia", "silver_tongue"]).deck(card, rest=False)
    assert table.play().answer("search").offered == places
