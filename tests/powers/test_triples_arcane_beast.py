"""Arcane, Beast and the edifices: three cards and more at once, and what they do in another player's turn."""

from collections.abc import Sequence

import pytest

from oathtools.procedures.adjudicate import Request, why
from oathtools.table.state import FAVOR, HIDDEN, SECRET, WORLD
from tests.battles import battle, campaign, roll, war, why_not
from tests.powers.test_pairs_in_campaigns import attack, fall, rest, use
from tests.tables import Script, Table, a_table, down, the

RANGERS, SWARM = "denizen.rangers", "denizen.insect_swarm"


def calm(players: int = 4) -> Table:
    """Nobody has the title, nobody takes it."""
    return a_table(players).oath("devotion").title(None)


def found(table: Table, card: str, *modifiers: str) -> Script:
    """Red searches a deck of one card with these modifiers, each in turn, up to where the card goes."""
    play = table.deck(card, rest=False).play().answer("search")
    for each in (*modifiers, "go-on"):
        if play.asked[0] == "search.modifier":
            play.answer(each)
    return play.answer(WORLD) if play.asked[0] == "search.source" else play


def traded(play: Script, what: str, *modifiers: str) -> Script:
    """A Trade with the first card there is, with these modifiers in their order."""
    play.answer("trade", *modifiers)
    while play.asked[0] != "act":
        answers = {"trade.modifier": "go-on", "trade.for": what}
        play.answer(answers.get(play.asked[0], play.offered[0]))
    return play


# -- what is there to work on (A-161, 7.1.3) -----------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "because"), [("blue", ["denizen.ancient_bloodline"]), ("red", [])])
def test_10_16_roving_terror_does_not_leave_a_site_where_ancient_bloodline_locks_it(
    seat: str, because: list[str]
) -> None:
    """Red stands there. The denizen is discarded to move the Terror (FAQ Roving Terror 1): no move, no use."""
    table = calm().seat("red", at="steppe", secrets=1).seat(seat, advisers=["ancient_bloodline"])
    table = table.site("steppe", cards=["roving_terror"], warbands={seat: 1}).site("mountain", cards=["tents"])
    assert [row.source for row in table.refusals("power", card="roving_terror")] == because


@pytest.mark.parametrize(("secrets", "may"), [(1, False), (2, True)])
def test_7_1_2_wild_allies_to_the_hidden_place_need_a_secret_for_each(secrets: int, may: bool) -> None:
    """One lies on the Allies, one is flipped for the targets (11.12): who has only one would pay for nothing."""
    table = calm().seat("red", at=0, secrets=secrets, warbands=3, advisers=["wild_allies"]).seat("blue")
    table = table.site("the_hidden_place", slot=3, cards=["wolves"], warbands={"blue": 1})
    refused = table.refusals("power", card="wild_allies")
    assert [(row.clause, row.source) for row in refused] == ([] if may else [("5.5.1", "denizen.wild_allies")])
    if may:
        play = table.play().answer("power")
        while play.asked[0] != "campaign.dice":
            play.answer(play.offered[0] if play.pending.default is None else play.pending.default)
        assert play.at("wild_allies", SECRET) == 1


@pytest.mark.parametrize(("temple", "beasts"), [("forest_temple", 3), ("ruined_temple", 2)])
def test_2_9_an_intact_temple_is_a_beast_card_on_the_map_and_its_ruin_is_none(temple: str, beasts: int) -> None:
    """Animal Host counts it, then Memory of Nature, each itself or not as it lies at a site (A-166)."""
    table = calm().seat("red", at=2, secrets=1, advisers=["memory_of_nature"])
    table = table.site("mountain", cards=[temple, "wolves"], warbands={"red": 1})
    play = found(table, "animal_host").answer("site.the_tribunal")
    assert play.has("red", "warbands") == beasts
    play.answer("power", "memory_of_nature")
    assert play.asked[0] == "memory_of_nature.banks" and play.pending.high == beasts


# -- searching and playing -----------------------------------------------------------------------------------------


def test_7_4_3_threatening_roar_spares_wild_cry_and_bracken_in_use_and_bracken_says_nothing_of_the_rest() -> None:
    """FAQ Bracken 1: what a card discards when played is no discard of the Search."""
    table = calm().seat("red", at=2, supply=3).site("steppe", cards=["wild_cry", "elders", "bracken"])
    table = table.site("steppe", warbands={"red": 1})
    play = found(table, "threatening_roar", "wild_cry", "bracken").answer("adviser")
    assert play.zone("cards.3") == ["denizen.wild_cry", "denizen.bracken"]
    assert play.zone("discard.hinterland") == ["denizen.elders"] and play.zone("discard.cradle") == []
    assert play.has("red", "warbands") == 2


def test_10_5_the_heir_of_a_vision_discards_by_the_own_pawn_though_the_searcher_uses_bracken() -> None:
    """Blue's False Prophet answers in Red's Search; you is the one who used Bracken, and nobody else (10.28)."""
    table = calm().seat("red", at=3, advisers=["bracken"], vision="faith")
    table = table.seat("blue", at=0, advisers=["false_prophet", down("tents"), down("elders")])
    table.do.move("blue", 1, "stock.blue", "vision.faith", ())
    play = found(table, "vision.conquest", "bracken").answer("vision", "discard.cradle_bottom")
    assert play.asked == ("play.to", "blue")
    play.answer("adviser-facedown", ["denizen.tents"])
    assert play.zone("discard.provinces") == ["denizen.tents"] and play.zone("discard.cradle") == []


@pytest.mark.parametrize(("relics", "faceup"), [(["grand_mask"], True), ([], False)])
def test_a_78_with_the_grand_mask_the_ruined_temple_of_the_empire_is_ones_own_and_new_growth_is_open(
    relics: list[str], faceup: bool
) -> None:
    """The Temple bars enemies of its ruler, who in this turn is Red."""
    table = calm().seat("red", at=3, advisers=["new_growth"], relics=relics)
    play = found(table.site("mountain", cards=["ruined_temple"], warbands={"purple": 1}), "wolves", "new_growth")
    assert ("site.deep_woods" in play.offered, "adviser" in play.offered) == (faceup, faceup)
    assert "adviser-facedown" in play.offered


def test_5_1_3_great_spire_and_land_warden_keep_two_that_were_never_drawn_by_the_harp() -> None:
    """Six are drawn (A-113), two of them are swapped, those that came instead are kept; the others go by Law."""
    names = ["wolves", "tents", "elders", "rangers", "bracken", "longbows"]
    table = calm().pool(*names, "oracle").seat("red", at=3, secrets=3, favor=2, advisers=["land_warden", "augury"])
    table = table.seat("red", relics=["truthful_harp"]).site("steppe", cards=["great_spire"])
    for card in ("denizen.keep", "denizen.scouts"):
        table.do.put(card, "dispossessed", ())
    play = table.deck(*names).play().answer("search", "augury", "land_warden", "great_spire", "truthful_harp")
    assert play.asked[0] == "great_spire.cards" and len(play.pending.options) == 6
    play.answer(["denizen.wolves", "denizen.tents"], "keep", "yes", "scouts")
    play.answer(play.pending.default or list(play.pending.options))
    assert play.zone("dispossessed") == ["denizen.wolves", "denizen.tents"]
    play.answer("site.steppe", "adviser")
    assert play.zone("cards.3")[-1] == "denizen.keep" and "denizen.scouts" in play.zone("advisers.red")
    assert len(play.zone("discard.hinterland")) == 4


# -- trading and mustering -----------------------------------------------------------------------------------------


def test_a_107_in_disguise_one_goes_where_the_others_small_friends_are() -> None:
    """Blue's three Beast advisers match the Oak, the Oak adds one, Birdsong spares the Supply; Red's card is paid."""
    table = calm().seat("red", at=0, secrets=2, favor=2, supply=1, advisers=["master_of_disguise"])
    table = table.seat("blue", at=1, advisers=["small_friends", "wolves", "birdsong"])
    using = ["denizen.small_friends@site.steppe", "the_old_oak", "birdsong"]  # the Disguise as Blue is the only way
    play = traded(table.site("steppe", cards=["the_old_oak"]).play(), "secrets", *using)
    assert (play.has("red", SECRET), play.has("red", FAVOR), play.at("the_old_oak", FAVOR)) == (5, 0, 2)
    assert play.state.players["red"].supply == 1


@pytest.mark.parametrize(("suit", "secrets"), [("beast", 3), ("order", 2)])
def test_10_14_acting_troupe_is_a_beast_for_the_oak_too(suit: str, secrets: int) -> None:
    """Birdsong is a Beast adviser by itself; the Troupe is one more match, or none."""
    table = calm().seat("red", at=3, favor=2, supply=0, advisers=["acting_troupe", "birdsong"])
    using = [f"denizen.acting_troupe@{suit}", "birdsong", "the_old_oak"]
    assert traded(table.site("steppe", cards=["the_old_oak"]).play(), "secrets", *using).has("red", SECRET) == secrets


def test_a_115_in_disguise_the_chancellors_careless_favor_is_doubled_by_anothers_secret_signal() -> None:
    """The own Vow of Poverty is out of reach (FAQ Master of Disguise 3); the one secret of the match is lost."""
    table = calm().turn("purple").seat("purple", at=3, secrets=1, favor=2)
    table = table.seat("purple", advisers=["master_of_disguise", "vow_of_poverty"]).site("steppe", cards=["rangers"])
    table = table.seat("blue", advisers=["secret_signal", "wolves"]).reliquary("map", "cracked_horn", None, "whistle")
    play = traded(table.play(), "secrets", "denizen.master_of_disguise@blue", "secret_signal")
    assert (play.has("purple", FAVOR), play.has("purple", SECRET), play.at("bank.beast", FAVOR)) == (2, 0, 1)


def test_5_2_1_initiation_rite_beastkin_ring_and_playmates_in_one_muster_beside_spell_breaker() -> None:
    """No Supply, a secret for the favor, five warbands; mustering is no power (FAQ Spell Breaker 4)."""
    table = calm().seat("red", at=3, secrets=1, supply=2, relics=["ring_of_devotion"])
    table = table.seat("red", advisers=["initiation_rite", "vow_of_beastkin", "animal_playmates"])
    table = table.site("steppe", cards=["wolves", "elders"]).site("mountain", cards=["spell_breaker"])
    play = table.site("mountain", warbands={"blue": 1}).play().answer("muster", "animal_playmates")
    assert (play.has("red", "warbands"), play.at("wolves", SECRET), play.has("red", SECRET)) == (5, 1, 0)
    assert play.state.players["red"].supply == 2 and play.at("elders", SECRET) == 0, "Nomads match no adviser"


# -- Action and When Played powers ---------------------------------------------------------------------------------


def test_10_4_revelation_goes_round_and_what_is_burned_before_renewal_can_burn_again() -> None:
    """Blue's Vow takes what Ann and Red burn, and what Blue burns; then what Yellow does."""
    table = calm().seat("purple", favor=3).seat("red", at=2, favor=2).seat("yellow", favor=1)
    play = found(table.seat("blue", favor=2, advisers=["vow_of_renewal"]), "revelation").answer("adviser")
    asked = []
    while play.asked[0] == "revelation.favor":
        asked.append((play.asked[1], play.pending.high))
        play.answer(play.pending.high)
    assert asked == [("purple", 3), ("red", 2), ("blue", 7), ("yellow", 1)]
    assert [play.has(seat, SECRET) for seat in ("purple", "red", "blue", "yellow")] == [3, 2, 7, 1]
    assert play.has("blue", FAVOR) == 8


def test_a_128_pied_piper_enters_a_row_that_assassin_limits_and_counts_there() -> None:
    """In Red's turn nothing is cut in Blue's row of two: on its way in it ignores the limit (FAQ Pied Piper 2)."""
    table = calm().seat("red", secrets=1, advisers=["pied_piper"]).seat("blue", at=0, favor=1)
    play = table.seat("blue", advisers=["assassin", "tents"]).play().answer("power", "blue")
    assert play.zone("advisers.blue") == ["denizen.assassin", "denizen.tents", "denizen.pied_piper"]
    assert play.has("red", FAVOR) == 1 and play.at("pied_piper", SECRET) == 1


def test_2_11_terror_spells_may_strike_two_sites_before_the_title_is_looked_at() -> None:
    """A-05: not within one effect. Blue, for a moment the only one with two sites, is tied with the holder again."""
    table = a_table().oath("supremacy").title("purple").seat("red", at=2, secrets=1, advisers=["terror_spells"])
    table = table.banner("darkest_secret", "red").site("the_tribunal", warbands={"purple": 1})
    table = table.site("mountain", warbands={"purple": 1}).site("deep_woods", warbands={"blue": 1})
    play = table.site("steppe", warbands={"blue": 1}).play().answer("power", "terror_spells", "slot.2")
    assert play.asked[0] == "act" and play.at("slot.3", "blue") == 0 and play.state.oathkeeper == "purple"


def test_9_3_plague_engines_take_the_crowns_sites_and_only_what_kinship_lets_go() -> None:
    """Blue rules each empty site; Red's favor is in the Nomad bank, and none of it is due (FAQ Vow of Kinship 1)."""
    table = calm().banks(2).seat("red", at=0, secrets=2, advisers=["plague_engines", "vow_of_kinship"])
    table = table.seat("blue", favor=9, relics=["bandit_crown"]).site("steppe", warbands={"red": 1})
    play = table.play().answer("power")
    assert play.asked == ("pay.owed", "red") and (play.pending.low, play.pending.high) == (0, 1)
    rest(play)
    assert play.has("blue", FAVOR) == 2 and play.at("bank.arcane", FAVOR) == 9 and play.at("bank.nomad", FAVOR) == 2


def test_a_126_under_vow_of_silence_festival_district_brings_secrets_and_sends_none() -> None:
    """Red may ask for both faces and for Blue's Wagon, and gives favor and cards."""
    table = calm().seat("red", at=3, favor=1, secrets=2, advisers=["vow_of_silence", down("wolves"), "tents"])
    table = table.seat(
        "blue", secrets=1, hidden=1, favor=2, advisers=["family_wagon", "elders", "great_herd", "oracle"]
    )
    play = table.site("steppe", cards=["festival_district"]).play().answer("power", "blue")
    assert play.asked[0] == "exchange.give" and set(play.pending.caps) == {FAVOR, "denizen.tents", "facedown"}
    play.answer({FAVOR: 1, "tents": 1})
    assert {SECRET, HIDDEN, "denizen.family_wagon"} <= set(play.pending.caps)
    play.answer({"family_wagon": 1, HIDDEN: 1}, "yes")
    assert play.asked == ("play.replace", "red"), "beside the Wagon one other is all that Red may have (A-128)"
    assert list(play.pending.options) == ["denizen.wolves"], "and the Vow is locked"
    play.answer(["denizen.wolves"])
    assert play.asked == ("play.replace", "blue"), "without the Wagon four Nomads are one too many"
    assert "denizen.tents" not in play.pending.options, "and the newcomer stays"


# -- in another player's turn --------------------------------------------------------------------------------------


def test_10_10_a_recover_with_magicians_code_pays_the_holder_of_vow_of_silence_for_all_three() -> None:
    """Two come by the Code, one is Red's; they are placed all the same. Yellow gets the rest of the old ones."""
    table = calm().seat("red", at=2, favor=2, secrets=1, advisers=["magicians_code"]).seat("yellow", at=3)
    table = table.seat("blue", at=0, advisers=["vow_of_silence"]).site("steppe", cards=["elders"])
    play = table.banner("darkest_secret", "yellow", 2).play().answer("recover", "magicians_code")
    assert play.asked[0] == "act", "it can be paid in one way"
    assert [play.has(seat, SECRET) for seat in ("red", "blue", "yellow")] == [1, 3, 1]
    assert play.at("darkest_secret", SECRET) == 3


def test_a_132_one_who_is_made_to_travel_loses_to_the_vines_before_the_drum_sounds() -> None:
    """Red's Palanquin, Yellow's Vines, Blue's Drum (7.1.4, 10.2); Red, who is put there, loses nobody."""
    table = calm().seat("red", at=0, favor=2, secrets=2, warbands=1, advisers=["palanquin"]).seat("purple", at=3)
    table = table.seat("blue", at=0, warbands=1, relics=["dragonskin_drum"]).seat("yellow", at=3)
    play = table.site("plains", cards=["grasping_vines"], warbands={"yellow": 1}).play().answer("power", "mountain")
    assert play.asked == ("dragonskin_drum.gain", "blue") and play.has("blue", "warbands") == 0
    play.answer("yes")
    assert play.has("blue", "warbands") == 1 and play.has("red", "warbands") == 1


def test_a_79_the_vines_of_two_rulers_hold_once() -> None:
    """One warband, says the card; who leaves is the enemy of both."""
    table = calm().seat("red", at=0, warbands=3).site("plains", cards=["grasping_vines"])
    play = table.site("plains", warbands={"yellow": 1, "blue": 1}).play().answer("travel", "mountain")
    assert play.has("red", "warbands") == 2


@pytest.mark.parametrize(("relics", "asked"), [(["grand_mask"], ["red"]), ([], ["purple"])])
def test_a_78_jinx_at_an_imperial_site_serves_whoever_rules_its_card_in_this_turn(
    relics: Sequence[str], asked: list[str]
) -> None:
    """The Empire's Jinx rerolls Ann's defense, paid outside her turn (7.1.2); with the Mask it is Red's attack."""
    table = war().seat("red", at=3, warbands=3, secrets=1, relics=relics).seat("purple", at=3, warbands=2, secrets=1)
    table = table.site("mountain", cards=["jinx"], warbands={"purple": 1}).site("steppe", warbands={"purple": 1})
    play, heard = campaign(table.play(), "purple", ["steppe"], 3), []
    for dice in (("0", ""), ("", "sss")):
        play = roll(play, *dice)
        if play.asked[0] == "jinx.reroll":
            heard.append(play.asked[1])
            play.answer("yes")
            play = roll(play, *dice)
    assert heard == asked
    assert (play.has("purple", HIDDEN), play.at("jinx", SECRET)) == ((0, 1) if relics else (1, 0))


def test_7_5_marsh_spirit_bars_plans_and_not_jinx_which_is_none() -> None:
    """FAQ Jinx 3: a persistent power."""
    table = war().seat("red", at=3, warbands=3, secrets=2, advisers=["jinx", "longbows"]).seat("blue", at=3, warbands=2)
    table = table.site("steppe", warbands={"blue": 1}, cards=["marsh_spirit"])
    play = campaign(table.play(), "blue", ["steppe"], 3)
    assert play.asked[0] == "campaign.defense-roll", "no plan is offered"
    assert roll(play, "0", "sss").asked == ("jinx.reroll", "red")


def test_7_1_2_insect_swarm_and_gleaming_armor_off_turn_the_favor_goes_to_renewal() -> None:
    """Each of Blue's plans costs a favor more, which Ann's Vow takes (10.4), and a secret, which flips."""
    table = (
        war().seat("red", warbands=4, advisers=["insect_swarm", "gleaming_armor"]).site("steppe", warbands={"blue": 1})
    )
    table = table.seat("blue", warbands=3, favor=3, secrets=2, advisers=["longbows", "extra_provisions"])
    play = attack(table.seat("purple", advisers=["vow_of_renewal"])).answer("longbows")
    assert (play.has("blue", FAVOR), play.has("blue", HIDDEN), play.has("purple", FAVOR)) == (2, 1, 1)
    hearth = play.at("bank.hearth", FAVOR)
    play.answer("extra_provisions")
    assert (play.has("blue", FAVOR), play.has("blue", HIDDEN), play.has("purple", FAVOR)) == (0, 2, 2)
    assert play.at("bank.hearth", FAVOR) == hearth + 1


@pytest.mark.parametrize(("favor", "named"), [(1, [RANGERS, SWARM]), (0, [RANGERS])])
def test_7_1_2_why_names_the_swarm_where_it_alone_makes_a_plan_too_dear(favor: int, named: list[str]) -> None:
    """One favor would do for Rangers, but for Blue's Insect Swarm; none would not anyhow. What is short is told."""
    table = war().seat("red", warbands=3, favor=favor, advisers=["rangers"]).site("steppe", warbands={"blue": 1})
    request = Request("campaign", {"defender": "blue", "targets": [the("steppe")]}, plans=(RANGERS,))
    verdict = why(table.seat("blue", advisers=["insect_swarm"]).game(), "red", request)
    assert [row.source for row in verdict.refusals] == named
    assert f"red has {2 - favor} more favor on the board" in [repair[0].says for repair in verdict.repairs]


def test_9_2_billowing_fog_spares_what_shield_wall_and_sticky_fire_would_kill() -> None:
    """Off turn Blue uses both plans of the own; Red's Fire still costs its favor (FAQ Sticky Fire 2)."""
    table = (
        war().seat("red", warbands=8, favor=3, secrets=3, relics=["sticky_fire"]).site("steppe", warbands={"blue": 3})
    )
    table = table.seat("blue", favor=3, secrets=3, warbands=1, advisers=["shield_wall", "billowing_fog"])
    play = use(attack(table), "sticky_fire", "shield_wall", "billowing_fog")
    play = rest(fall(play, "0", "s").answer({}), "sticky_fire.kill")
    assert play.asked == ("sticky_fire.kill", "red")
    before = play.has("blue", FAVOR)
    rest(play.answer("yes"))
    assert play.has("blue", "warbands") == 4 and play.has("blue", FAVOR) == before + 1


def test_5_5_2_true_names_of_a_citizen_bar_plans_once_that_citizen_has_joined() -> None:
    """10.29: an Ally is the enemy of the attacker. Yellow's adviser is a Beast as Red's Rangers are."""
    table = war().seat("red", warbands=3, favor=3, advisers=["rangers"]).seat("blue", role="citizen", at=3, warbands=1)
    table = table.seat("yellow", role="citizen", at=3, advisers=["true_names"]).site("steppe", warbands={"purple": 1})
    joined = campaign(table.play(), "blue", ["steppe"], 3).answer("yes", "yes")
    assert joined.asked[0] == "campaign.defense-roll", "no plan is left to use"
    alone = campaign(table.play(), "blue", ["steppe"], 3).answer("no")
    assert alone.asked == ("campaign.plan", "red") and "denizen.rangers" in alone.offered


@pytest.mark.parametrize(
    ("targets", "dice"), [(["pawn"], 3), (["circlet_of_command"], None), (["circlet_of_command", "pawn"], 5)]
)
def test_5_5_2_giant_python_counts_the_circlets_die_and_the_wards(targets: list[str], dice: int | None) -> None:
    """The pawn is three dice by the Circlet, the Circlet two by the Ward (FAQ Giant Python 2)."""
    table = war().seat("red", warbands=3).seat("blue", advisers=["giant_python", "sealing_ward"])
    refused = why_not(table.seat("blue", relics=["circlet_of_command"]), "blue", targets)
    assert [row.source for row in refused] == ([] if dice is None else [the("giant_python")])
    assert all(f"add {dice} dice" in row.because for row in refused)


# -- edifices ------------------------------------------------------------------------------------------------------


def test_2_9_the_forge_is_turned_with_what_lies_on_it_and_is_closed_until_the_rest() -> None:
    """7.1.2: nothing is placed on a card that holds something; then its favor goes to the Nomad bank (4.3.1)."""
    play = calm().seat("red", at=3, secrets=5, favor=6).site("steppe", cards=["broken_forge"]).play().answer("power")
    assert play.zone("cards.3") == ["edifice.ancient_forge"]
    assert (play.at("ancient_forge", FAVOR), play.at("ancient_forge", SECRET)) == (2, 2)
    assert "power" not in play.offered
    bank = play.at("bank.nomad", FAVOR)
    rest(play.answer("end"))
    assert play.at("bank.nomad", FAVOR) == bank + 2 and play.has("red", SECRET) == 5


def test_3_3_the_grand_mask_is_no_help_with_the_end_die_which_falls_in_nobodys_turn() -> None:
    """A-78: the Mask holds in its holder's turn. Yellow was last, and the Squalid District is the Empire's again."""
    table = a_table().oath("supremacy").title("purple").round(5).turn("yellow").seat("yellow", relics=["grand_mask"])
    play = table.site("mountain", warbands={"purple": 1}, cards=["squalid_district"]).play().answer("end")
    assert play.asked[0] == "end.die"
    assert play.answer(["5"]).asked == ("squalid_district.shift", "purple")


# -- beside edifices and bandits -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("advisers", "dice"), [([], 1 + 3), (["insect_swarm"], 1)])
def test_a_108_the_bandits_walled_garden_counts_the_temple_and_falls_silent_under_the_swarm(
    advisers: list[str], dice: int
) -> None:
    """The Garden, the Temple and the Wolves are three Beast cards at sites; a cost that is added is a cost (5.5.3)."""
    table = war().seat("red", warbands=3, advisers=advisers).seat("blue", at=0).site("steppe", cards=["walled_garden"])
    play = campaign(table.site("mountain", cards=["forest_temple", "wolves"]).play(), "bandits", ["steppe"], 3)
    assert battle(play).defense == dice


@pytest.mark.parametrize(("relics", "ways"), [(["grand_mask"], range(4)), ([], range(2))])
def test_a_78_kindred_warriors_count_what_the_grand_mask_rules_but_its_battle_plans(
    relics: Sequence[str], ways: range
) -> None:
    """Red's own Beast adviser, and with the Mask two suits of the Empire's cards; its Longbows stay Ann's."""
    table = war().seat("red", warbands=3, secrets=1, advisers=["kindred_warriors", "wolves"], relics=relics)
    table = table.site("mountain", cards=["tents", "tavern_songs", "longbows"], warbands={"purple": 1})
    play = campaign(table.site("steppe", warbands={"blue": 1}).play(), "blue", ["steppe"], 3)
    number = {f"denizen.kindred_warriors={n}" for n in ways}
    assert {way for way in play.offered if way.startswith("denizen.kindred_warriors=") and "=-" not in way} == number


def test_9_2_forest_council_closes_the_temple_too_whatever_playmates_save() -> None:
    """An intact Temple is a Beast card that one may muster on, but for the enemy of the Council (10.7)."""
    table = calm().seat("red", at=1, favor=2, supply=3, advisers=["animal_playmates"])
    table = table.site("mountain", cards=["forest_temple"])
    assert table.refusals("muster", card="forest_temple") == []
    table = calm().seat("red", at=1, favor=2, advisers=["animal_playmates"]).site("mountain", cards=["forest_temple"])
    refused = table.site("steppe", cards=["forest_council"], warbands={"blue": 1}).refusals(
        "muster", card="forest_temple"
    )
    assert [row.source for row in refused] == ["denizen.forest_council"]


@pytest.mark.parametrize(("favor", "may"), [(2, True), (1, False)])
def test_7_6_2_forest_paths_lead_to_the_temple_without_supply_and_not_past_its_toll(favor: int, may: bool) -> None:
    """FAQ Forest Paths 1: what cards there ask is due, one favor beside the one on the Paths."""
    table = calm().seat("red", at=4, favor=favor, supply=0, advisers=["forest_paths"])
    table = table.site("mountain", cards=["forest_temple", "toll_roads"], warbands={"blue": 1})
    assert (table.refusals("travel", to="mountain", using=[("forest_paths", "")]) == []) is may
    assert table.refusals("travel", to="mountain") != []


def test_a_107_friends_lead_to_the_library_and_the_library_past_curfew() -> None:
    """Four cards in one Trade: Blue is paid for the card at Blue's site, and Secret Signal makes two of one favor."""
    table = calm().seat("red", at=0, favor=3, secrets=1, supply=3, advisers=["small_friends", "secret_signal"])
    table = table.site("the_tribunal", cards=["map_library", "wolves"]).site("deep_woods", cards=["curfew"])
    table = table.site("steppe", cards=["elders"], warbands={"blue": 1}).site("deep_woods", warbands={"blue": 1})
    play = table.play().answer("trade", "denizen.small_friends@site.the_tribunal", "map_library", "secret_signal")
    play.answer("elders", "favor")
    assert (play.has("red", FAVOR), play.has("blue", FAVOR), play.at("elders", SECRET)) == (4, 1, 1)


def test_5_1_4_1_crop_rotation_makes_room_where_new_growth_leads_and_bracken_says_where_it_goes() -> None:
    """The card discarded first is one of those of the Search (FAQ Bracken 1)."""
    table = calm().seat("red", at=3, favor=2, advisers=["crop_rotation", "new_growth", "bracken"])
    table = table.site("fertile_valley", cards=["tents", "elders", "keep"])
    play = found(table.pile("provinces", "longbows"), "wolves", "crop_rotation", "new_growth", "bracken")
    play.answer("site.fertile_valley", "tents", "discard.provinces_bottom")
    assert play.zone("discard.provinces") == ["denizen.longbows", "denizen.tents"]
    assert play.zone("cards.6") == ["denizen.elders", "denizen.keep", "denizen.wolves"]


# -- an open point of these suits ----------------------------------------------------------------------------------


def brackens(reading: str, *cards: str) -> Script:
    """Red searches a deck of three with Bracken; under reading b its pile is named with it."""
    table = calm().reading("A-177", reading).seat("red", at=0, advisers=["bracken"]).pile("hinterland", "elders")
    using = "bracken" if reading == "a" else "denizen.bracken@discard.hinterland_bottom"
    return table.deck(*(cards or ("keep", "wolves", "tents")), rest=False).play().answer("search", using)


@pytest.mark.parametrize("reading", ["a", "b"])
def test_a_177_brackens_pile_is_named_when_there_is_something_to_discard_or_with_it(reading: str) -> None:
    """7.1.3: the two cards are seen before it is said where they go; the third follows them, and nobody is asked."""
    play = brackens(reading).answer("keep")
    assert (play.asked[0] == "bracken.pile") is (reading == "a")
    if reading == "a":
        play.answer("discard.hinterland_bottom")
    play.answer(["denizen.wolves", "denizen.tents"], "discard")
    assert play.zone("discard.hinterland") == ["denizen.elders", "denizen.wolves", "denizen.tents", "denizen.keep"]


def test_a_177_a_with_nothing_to_discard_no_pile_is_named() -> None:
    play = brackens("a", "wolves").answer("adviser")
    assert play.zone("advisers.red")[-1] == "denizen.wolves" and play.asked[0] != "bracken.pile"
