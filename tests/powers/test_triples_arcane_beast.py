"""Arcane, Beast and the edifices: three cards and more at once (in campaigns: ``test_triples_arcane_beast_fought``)."""

import pytest

from oathtools.table.state import FAVOR, HIDDEN, SECRET, WORLD
from tests.powers.test_pairs_in_campaigns import rest
from tests.support.tables import Script, Table, a_table, down


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


@pytest.mark.parametrize(("answer", "zone"), [("none", "world.bottom"), ("discard.cradle", "discard.cradle")])
def test_5_1_3_beside_cracked_horn_bracken_is_what_its_user_says_when_the_cards_are_seen(
    answer: str, zone: str
) -> None:
    """Both may say where all the discards go: the pile that is named counts, and with none the Horn."""
    table = calm().seat("red", at=0, advisers=["bracken"], relics=["cracked_horn"])
    play = table.deck("keep", "wolves", "tents", rest=False).play().answer("search", "bracken", "cracked_horn", "keep")
    play.answer(answer, ["denizen.wolves", "denizen.tents"])
    assert set(play.zone(zone)) == {"denizen.wolves", "denizen.tents"}
