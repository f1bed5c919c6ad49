"""Two or three cards at once, beside campaigns: each test is a question of the kind that arises at a table."""

import pytest

from oathtools.procedures.glossary.taking import row_fits
from oathtools.table.invariants import faults
from oathtools.table.state import FAVOR, HIDDEN, PEOPLES_FAVOR, PURPLE, SECRET
from tests.support.tables import Table, a_table, down, the, unknown

FRIENDS, DISGUISE = "denizen.small_friends@", "denizen.master_of_disguise@"


# -- modifiers of one action ---------------------------------------------------------------------------------------


def at_the_library(**red: object) -> Table:
    """Red at the Plains, which they rule, with Map Library; a Beast card in the Provinces, others beside it."""
    table = a_table().seat("red", at="plains", secrets=2, favor=4, **red)
    table.site("plains", cards=["map_library", "longbows"], warbands={"red": 1}).site("steppe", cards=["elders"])
    return table.site("the_tribunal", cards=["wolves"])


def test_a_107_map_library_wants_the_pawn_there_so_small_friends_does_not_join_it_though_one_rules_both() -> None:
    """7.4, FAQ Small Friends: to rule the card is not to stand at its site."""
    table = at_the_library(advisers=["small_friends"])
    play = table.play().answer("trade", "map_library")
    assert play.asked[0] == "trade.card" and "denizen.wolves" not in play.offered
    play = table.play().answer("trade", f"{FRIENDS}site.the_tribunal")
    assert play.asked[0] == "trade.for", "and from there the Library does not reach the Steppe"


def test_a_107_what_is_ruled_and_asks_for_no_pawn_goes_along_with_small_friends() -> None:
    """7.1.1: rule is access from anywhere."""
    table = a_table().seat("red", at="plains", secrets=2, warbands=1, advisers=["small_friends"])
    table.site("plains", cards=["awaited_return"], warbands={"red": 1}).site("steppe", cards=["wolves", "elders"])
    play = table.play().answer("trade", "awaited_return", f"{FRIENDS}site.steppe", "elders")
    assert (play.has("red", "warbands"), play.state.players["red"].supply) == (0, 7)


def test_faq_master_of_disguise_2_own_small_friends_are_left_behind_too() -> None:
    """Nor does the order matter: those of the other player are at hand instead (FAQ Master of Disguise 1)."""
    mine = at_the_library(advisers=["small_friends", "master_of_disguise"]).seat("blue", advisers=["tents"])
    play = mine.play().answer("trade", f"{FRIENDS}site.the_tribunal")
    assert play.asked[0] == "trade.for", "nothing can join it"
    play = mine.play().answer("trade", f"{DISGUISE}blue")
    assert not any(option.startswith(FRIENDS) for option in play.offered)
    theirs = at_the_library(advisers=["master_of_disguise"]).seat("blue", advisers=["small_friends"])
    play = theirs.play().answer("trade", f"{DISGUISE}blue")
    assert f"{FRIENDS}site.the_tribunal" in play.offered
    alone = a_table().seat("red", at=0, supply=0, secrets=2, advisers=["master_of_disguise"], relics=["cup_of_plenty"])
    alone = alone.seat("blue", advisers=["small_friends"]).site("the_tribunal", cards=["wolves"])
    assert "trade" in alone.play().offered, "with all three, where less will not do"


# -- the title -----------------------------------------------------------------------------------------------------


def test_a_73_a_tied_usurper_who_joins_the_empire_leaves_the_title_to_the_chancellor() -> None:
    """2.11, A-08: the Empire, which has their sites now, is tied for most, and in it only the Chancellor holds it."""
    table = a_table().title("red", usurper=True).seat("red", at=0, advisers=[down("long_lost_heir")])
    table.site(0, warbands={"red": 2}).site(1, warbands={"red": 1})
    table.site(2, warbands={"blue": 1}).site(3, warbands={"blue": 1})
    play = table.play().answer("play", "long_lost_heir", "adviser", "yes")
    assert (play.state.oathkeeper, play.state.usurper) == (PURPLE, False)


def test_a_73_but_an_exile_who_has_more_takes_it_from_the_new_citizen() -> None:
    """2.11: the Empire does not meet the goal; a Citizen who holds it picks nobody but those who do."""
    table = a_table().title("red").seat("red", at=0, advisers=[down("long_lost_heir")], bank=14)
    table.site(0, warbands={"red": 1}).site(1, warbands={"red": 1}).site(2, warbands={"blue": 1})
    table.site(3, warbands={"blue": 1}).seat(PURPLE, bank=1)
    play = table.play().answer("play", "long_lost_heir", "adviser", "yes", {"slot.0": 1})
    assert play.state.oathkeeper == "blue", "purple was short, so one site is lost (9.3)"


# -- rows of advisers ----------------------------------------------------------------------------------------------

NOMADS = ("elders", "tents", "hospitality", "special_envoy")


def test_a_128_a_row_that_loses_its_wagon_by_a_swap_is_cut_down_to_the_limit() -> None:
    """Not by one alone: A-137 is about plays (5.1.4.2). The newcomer stays (FAQ Enchantress)."""
    table = a_table().turn("blue").seat("blue", secrets=1, advisers=["enchantress"])
    play = table.seat("red", advisers=["family_wagon", *NOMADS]).play().answer("power", "family_wagon")
    assert play.asked == ("play.replace", "red") and (play.pending.low, play.pending.high) == (2, 2)
    assert "denizen.enchantress" not in play.offered
    play.answer(["elders", "tents"]).default()
    assert play.zone("advisers.red") == [the("enchantress"), the("hospitality"), the("special_envoy")]


def test_a_128_or_by_giving_it_away_in_a_deal() -> None:
    """2.2.2: the row is too long by what has left it."""
    table = a_table().turn("blue").seat("blue", at=0).site(0, cards=["festival_district"])
    table.seat("red", advisers=["family_wagon", *NOMADS])
    play = table.play().answer("power", "red", {"family_wagon": 1}, "yes")
    assert play.asked == ("play.replace", "red") and play.pending.low == 1
    play.answer(["tents"])
    assert len(play.zone("advisers.red")) == 3 and play.zone("advisers.blue") == [the("family_wagon")]


def test_a_128_the_wagon_itself_may_make_room_where_the_row_fits_without_it() -> None:
    """5.1.4.2: an adviser must be discarded, whichever; with a locked one beside it the Wagon is the only one."""
    table = a_table().seat("red", at=0, advisers=["family_wagon", "vow_of_peace"]).deck("longbows", rest=False)
    play = table.play().answer("search", "adviser", ["family_wagon"])
    assert play.zone("advisers.red") == [the("vow_of_peace"), the("longbows")]
    table = a_table().seat("red", at=0, advisers=["family_wagon", "vow_of_peace", *NOMADS[:2]])
    play = table.deck("longbows", rest=False).play().answer("search")
    assert "adviser" not in play.offered, "without it the four would be one too many"


# -- discards and moves --------------------------------------------------------------------------------------------


def test_7_4_3_forced_labor_cannot_be_discarded_in_the_search_that_it_taxed() -> None:
    """FAQ Forced Labor calls it a modifier; the People's Favor discards it in a Search that it does not tax."""

    def may_go(ruler: str) -> list[str]:
        table = a_table().seat("red", at=0, favor=1).banner(PEOPLES_FAVOR, "red").deck("longbows", rest=False)
        table.site(0, cards=["forced_labor", "elders"], warbands={ruler: 1})
        return table.play().answer("search", "site.plains").offered

    assert may_go("blue") == ["none", "denizen.elders"]
    assert may_go("red") == ["none", "denizen.forced_labor", "denizen.elders"]


def test_a_120_pilgrimage_moves_also_what_this_search_uses() -> None:
    """7.4.3 bars discards, and this is none (9.1); the favor of Welcoming Party was gained before (A-82)."""
    table = a_table().seat("red", at=0).site(0, cards=["welcoming_party"]).deck("pilgrimage", rest=False)
    play = table.play().answer("search", "welcoming_party", "adviser")
    assert (play.has("red", FAVOR), play.zone("cards.0")) == (1, [])


def test_11_9_the_great_slum_lets_roving_terror_push_out_another_card() -> None:
    """11.9 speaks of moving; what the Terror itself discards comes first."""
    table = a_table().seat("red", at=0, secrets=1).site(0, cards=["roving_terror"], warbands={"red": 1})
    table.site("great_slum", slot=3, cards=["elders", "longbows"])
    play = table.play().answer("power", "elders")
    assert play.asked[0] == "play.first" and play.offered == ["none", "denizen.longbows"]
    play.answer("longbows")
    assert play.zone("cards.3") == [the("roving_terror")] and play.at("roving_terror", "secret") == 1


def test_7_1_2_a_facedown_secret_may_be_given_by_the_witchs_bargain() -> None:
    """It cannot pay a cost; giving is none. It arrives as it lies (10.11)."""
    table = a_table().seat("red", at=0, secrets=1, hidden=1, advisers=["witchs_bargain"])
    play = table.reading("A-158", "b").seat("blue", at=0, favor=2).play().answer("power")
    assert play.offered == ["go-on", "give-facedown-secret@blue"]
    play.answer("give-facedown-secret@blue")
    assert (play.has("blue", HIDDEN), play.has("red", HIDDEN), play.has("red", FAVOR)) == (1, 0, 2)


@pytest.mark.parametrize(("reading", "left", "hidden"), [("a", 2, 1), ("b", 2, 0)])
def test_a_144_the_secret_on_a_relic_that_fae_merchant_buries(reading: str, left: int, hidden: int) -> None:
    """Used first and buried in the same turn: no secret goes along into the deck."""
    row = ["fae_merchant", down("elders")]
    table = a_table().seat("red", at=0, secrets=4, advisers=row, relics=["ivory_eye"]).relic_deck("map")
    play = table.reading("A-144", reading).play().answer("power", "ivory_eye", "power", "ivory_eye")
    assert (play.at("ivory_eye", SECRET), play.has("red", SECRET), play.has("red", HIDDEN)) == (0, left, hidden)
    assert faults(play.state) == []


def test_a_162_a_welcoming_party_pays_for_each_of_the_two_cards() -> None:
    """7.4.2: it modifies one Search once; what it says of a card played holds for both, as with the People's Favor."""
    table = a_table().seat("red", at=0, favor=1).site(0, cards=["welcoming_party", "land_warden"])
    play = table.deck("tents", "elders", rest=False).play()
    play.answer("search", "denizen.land_warden", "welcoming_party", "tents", "yes", "site.plains", "adviser")
    assert play.has("red", FAVOR) == 1 + 2 and play.at("bank.hearth", FAVOR) == 3 - 2


@pytest.mark.parametrize(("reading", "mine"), [("a", []), ("b", ["denizen.elders"])])
def test_a_145_assassin_and_ones_own_row(reading: str, mine: list[str]) -> None:
    """What is discarded goes by the own pawn, and Assassin's favor stays on it (10.5)."""
    table = a_table().seat("red", at=0, favor=1, advisers=["assassin", "elders"]).seat("blue", at=0, advisers=["tents"])
    play = table.reading("A-145", reading).play().answer("power")
    if mine:
        assert play.offered == ["denizen.tents", *mine]
        play.answer("elders")
    assert play.zone("discard.provinces") == (mine or ["denizen.tents"]) and play.at("assassin", FAVOR) == 1


def test_7_4_downtrodden_looks_at_the_banks_before_vow_of_kinship_has_paid() -> None:
    """A modifier comes first of all (7.4); the favor that is paid makes the Nomad bank the emptiest only then."""
    table = a_table().seat("red", at=0, advisers=["vow_of_kinship", "downtrodden"]).banks(3).site(0, cards=["tents"])
    play = table.play().answer("muster", "downtrodden")
    assert (play.has("red", "warbands"), play.at("bank.nomad", FAVOR)) == (2, 2)
    table = a_table().seat("red", at=0, advisers=["vow_of_kinship", "downtrodden"]).banks(3).bank("beast", 2)
    play = table.site(0, cards=["wolves"]).play().answer("muster", "downtrodden")
    assert (play.has("red", "warbands"), play.at("bank.nomad", FAVOR)) == (4, 2), "two banks are tied only afterwards"


@pytest.mark.parametrize("nomads", [[], ["tents"]])
def test_a_128_a_row_with_the_wagon_may_be_cut_by_the_wagon(nomads: list[str]) -> None:
    """A facedown card comes beside the one that may lie there; without the Wagon three are few enough."""
    table = a_table().turn("blue").seat("blue", at=0, advisers=[down("wolves")]).site(0, cards=["festival_district"])
    table.seat("red", advisers=["family_wagon", "tutor", *nomads])
    play = table.play().answer("power", "red", {"facedown": 1}, {}, "yes")
    assert play.asked == ("play.replace", "red") and play.offered == [the("tutor"), the("family_wagon")]


def test_10_15_a_83_no_adviser_is_given_to_a_row_that_is_full_of_locked_ones() -> None:
    """Giving is moving, which follows 5.1.4 (10.11, 10.26): another adviser must go first, and none can (9.2)."""
    table = a_table().seat("red", at=0, advisers=["longbows"]).site(0, cards=["festival_district"])
    play = table.seat("blue", advisers=["insomnia", "vow_of_peace"]).play().answer("power", "blue", {"longbows": 1})
    because = "the advisers of blue would be 1 too many, and too few others can be discarded"
    assert play.asked == ("exchange.accept", "blue") and play.offered == ["no"]
    assert play.refuses("yes") == [("9.2", because)]
    assert play.answer("no").asked[0] == "act" and play.zone("advisers.red") == [the("longbows")]
    assert row_fits(play.game, "blue", [the("longbows")], []) == (False, "9.2", because)


def test_10_25_a_83_nor_is_the_wagon_swapped_into_a_row_of_locked_ones() -> None:
    """7.6.4: its limit would come with it."""
    locked = ["a_small_favor", "vow_of_peace"]
    table = a_table().seat("red", secrets=1, advisers=["enchantress", *locked]).seat("blue", advisers=["family_wagon"])
    refused = table.refusals("power", card="enchantress")
    assert [row.clause for row in refused] == ["10.25", "7.2.2", "7.2.2"]
    assert [row.because for row in refused[1:]] == [f"{the(card)} is locked" for card in locked], "what is in the way"
    table = a_table().seat("red", secrets=1, advisers=["enchantress", *locked]).seat("blue", advisers=["elders"])
    assert table.refusals("power", card="enchantress") == []


def test_6_1_a_37_an_unknown_card_turned_up_is_not_counted_beside_itself() -> None:
    """7.6.4: two locked advisers under a limit of two, and a facedown card: it may only be the Pied Piper (A-128)."""
    row = ["silver_tongue", "long_lost_heir", unknown("denizen")]
    table = a_table().pool("pied_piper", "small_friends", "longbows", "wolves").seat("red", at=0, advisers=row)
    play = table.play().answer("play")
    play.answer(play.offered[0], "adviser")
    assert play.asked[0] == "face" and [c for c, _ in play.refuses("small_friends")] == ["9.2"]
    assert play.answer("pied_piper").zone("advisers.red")[-1] == the("pied_piper")
    table = a_table().pool("small_friends", "longbows", "wolves").seat("red", at=0, advisers=row)
    play = table.play().answer("play")
    assert "adviser" not in play.answer(play.offered[0]).offered


def horse(favor: int, ruler: str = "blue") -> Table:
    """Red rides after a Beast card; the one site with another has Toll Roads."""
    table = a_table().seat("red", at=0, supply=0, secrets=1, favor=favor, relics=["brass_horse"])
    table.pile("cradle", "wolves").site("steppe", cards=["mushrooms", "toll_roads"], warbands={ruler: 1})
    return table


@pytest.mark.parametrize(("answer", "slots"), [("yes", 1), ("no", 7)])
def test_a_125_brass_horse_where_the_one_match_asks_a_toll(answer: str, slots: int) -> None:
    """Nobody must give the favor (9.2: one cannot go there unless one gives it); not given, the match is no match."""
    play = horse(1).play().answer("power")
    assert play.asked == ("brass_horse.toll", "red")
    play.answer(answer)
    assert (play.state.players["red"].slot == 3) if slots == 1 else len(play.offered) == slots
    assert len(horse(0).play().answer("power").offered) == 6, "who cannot pay goes anywhere else"
    assert horse(1, "red").play().answer("power").state.players["red"].slot == 3, "no toll, no question"


@pytest.mark.parametrize(("card", "asked"), [("royal_ambitions", "relic_thief.use"), ("long_lost_heir", "act")])
def test_10_26_relic_thief_answers_the_reliquary_relic_that_royal_ambitions_takes(card: str, asked: str) -> None:
    """FAQ Relic Thief 3 spares what is given, by the Scepter's offer; this card, without an offer, takes (7.6.1)."""
    table = a_table().title("red").seat("red", at=0, advisers=[down(card)]).site(0, warbands={"red": 1})
    table.seat("blue", at=1, favor=1, secrets=1, advisers=["relic_thief"]).reliquary(down("map"), None, None, None)
    play = table.play().answer("play", card, "adviser", "yes")
    assert play.asked[0] == asked and ("relic.map" in play.zone("held.red")) is (asked != "act")


def test_10_9_warning_signals_of_the_chancellor_thin_out_a_citizens_force() -> None:
    """10.9: the Empire rules the site whose warbands join Red; two go home, so two in all are left to lose."""
    table = a_table().seat("red", role="citizen", at=0, favor=1, warbands=1).seat("blue", role="citizen", at=3)
    table.site(3, cards=["captains"], warbands={"purple": 3}).seat("purple", at=7, advisers=["warning_signals"])
    play = table.play().answer("power", "blue", ["pawn"], 2, "warning_signals", {"slot.3": 2}, {"board.purple": 2})
    play.answer(["shield"] * 3, ["sword"] * 2)
    while play.asked[0] != "act":
        play.answer(play.pending.default or {"board.red": 1})
    assert (play.has("red", "warbands"), play.has("purple", "warbands"), play.at("slot.3", "purple")) == (1, 2, 0)


# -- traveling, tolls, favor that is redirected --------------------------------------------------------------------


def test_10_2_what_traveling_itself_kills_comes_before_what_follows_on_it() -> None:
    """Boiling Lake speaks of the travel, Dragonskin Drum of afterwards: the one warband dies, then one is gained."""
    table = a_table().seat("red", at=0, warbands=1, relics=["dragonskin_drum"])
    table.site(2, cards=["boiling_lake"], warbands={"blue": 1})
    assert table.play().answer("travel", "the_tribunal", "yes").has("red", "warbands") == 1


@pytest.mark.parametrize(("favor", "supply", "may"), [(2, 0, True), (1, 0, False), (1, 5, True)])
def test_7_6_2_a_toll_is_due_besides_the_favor_for_the_way_station(favor: int, supply: int, may: bool) -> None:
    """One replaces Supply, the other does not: with one favor it is the toll, and Supply."""
    table = a_table().seat("red", at=0, supply=supply, favor=favor)
    table.site(2, cards=["toll_roads", "way_station"], warbands={"blue": 1})
    using = [("way_station", "")] if not supply else []
    assert (table.refusals("travel", to="the_tribunal", using=using) == []) is may
    assert table.refusals("travel", to="the_tribunal", using=[("way_station", "")]) == [] or favor < 2


@pytest.mark.parametrize(
    ("row", "blue", "nomad"), [(["vow_of_renewal"], 1, 2), (["vow_of_renewal", "vow_of_kinship"], 0, 3)]
)
def test_10_4_a_toll_that_bandits_burn_goes_to_vow_of_renewal_and_on_to_the_nomad_bank(
    row: list[str], blue: int, nomad: int
) -> None:
    """One power redirects what is burned, the other what comes to that player (10.26)."""
    table = a_table().seat("red", at=0, favor=1).site(2, cards=["toll_roads"]).seat("blue", advisers=row)
    play = table.bank("nomad", 2).play().answer("travel", "the_tribunal")
    assert (play.has("red", FAVOR), play.has("blue", FAVOR), play.at("bank.nomad", FAVOR)) == (0, blue, nomad)


@pytest.mark.parametrize(("nomad", "clauses"), [(3, []), (2, ["5.4.2"])])
def test_5_4_2_a_price_paid_out_of_the_bank_that_it_goes_to(nomad: int, clauses: list[str]) -> None:
    """Vow of Kinship at the Steppe: three favor must be there, though none moves."""
    table = a_table().seat("red", at="steppe", advisers=["vow_of_kinship"]).bank("nomad", nomad)
    table.site("steppe", relics=["map"])
    assert [row.clause for row in table.refusals("recover", target="relic-1", pay="printed")] == clauses
    if not clauses:
        play = table.play().answer("recover", "relic-1")
        assert (play.at("bank.nomad", FAVOR), play.zone("held.red")) == (3, ["relic.map"])


def test_7_1_2_relic_thief_is_paid_off_turn_out_of_the_nomad_bank() -> None:
    """A-64: the favor leaves at once for the Discord bank, the secret turns facedown."""
    table = a_table().seat("red", at="steppe", favor=3).site("steppe", relics=["map"]).bank("nomad", 2)
    table.seat("blue", at="steppe", secrets=1, advisers=["relic_thief", "vow_of_kinship"])
    play = table.play().answer("recover", "relic-1", "yes")
    assert (play.at("bank.nomad", FAVOR), play.at("bank.discord", FAVOR), play.has("blue", HIDDEN)) == (4, 4, 1)


def test_a_132_whistle_a_refused_toll_leaves_the_pawn_and_the_secret() -> None:
    """9.2: they must come if able, and nobody makes them pay."""
    table = (
        a_table().seat("red", at=0, secrets=1, relics=["whistle"]).site(0, cards=["toll_roads"], warbands={"red": 1})
    )
    play = table.seat("blue", at=2, favor=1).play().answer("power", "no")
    assert (play.state.players["blue"].slot, play.at("whistle", SECRET), play.has("blue", FAVOR)) == (2, 1, 1)


# -- who rules what ------------------------------------------------------------------------------------------------


def test_10_21_dissent_counts_the_cards_that_grand_mask_rules_for_its_holder() -> None:
    """A-78, A-121: in Red's turn the Nomad card at the Imperial site is Red's, the battle plan the Empire's."""
    table = a_table().seat("red", at=0, favor=5, relics=["grand_mask"], advisers=[down("dissent")])
    table.seat(PURPLE, favor=5).site(1, cards=["tents", "longbows"], warbands={PURPLE: 1})
    play = table.play().answer("play", "dissent", "adviser")
    assert (play.has("red", FAVOR), play.has(PURPLE, FAVOR)) == (5 - 2, 5 - 1)


def test_a_135_squalid_district_at_an_empty_site_is_the_bandit_crowns() -> None:
    """7.6.5: an Exile rules it so, and shifts the end die."""
    table = a_table(2).round(5).turn("red", "rest", "4.3.5").title(PURPLE).seat("red", relics=["bandit_crown"])
    table.site(4, cards=["squalid_district"])
    for slot in (0, 1, 2, 3, 5):
        table.site(slot, warbands={PURPLE: 1})
    play = table.play().answer(["5"])
    assert play.asked == ("squalid_district.shift", "red")
    assert play.answer("higher").state.result is not None


def test_6_7_an_exiled_citizen_with_the_bandit_crown_takes_the_empty_sites_along() -> None:
    """2.11, 7.6.5: six of them are the most, so the title goes over at once."""
    table = a_table().turn(PURPLE).title(PURPLE).seat(PURPLE, favor=5)
    table.seat("red", role="citizen", relics=["bandit_crown"]).site(0, warbands={PURPLE: 1}).site(
        1, warbands={"blue": 1}
    )
    assert table.play().answer("exile").state.oathkeeper == "red"


def test_5_1_4_1_key_to_the_city_played_from_afar_kills_ones_own_warbands() -> None:
    """A-41: the ruler is Red, whose pawn is at the site beside it; one is gained and placed."""
    table = a_table().seat("red", at=2).banner(PEOPLES_FAVOR, "red").site(3, warbands={"red": 3})
    play = table.deck("key_to_the_city", rest=False).play().answer("search", "steppe")
    assert play.at("slot.3", "red") == 1


# -- Visions, Citizenship ------------------------------------------------------------------------------------------


def test_a_109_book_binders_are_paid_for_each_of_two_visions_played_in_one_turn() -> None:
    """5.1.4.3: Red's new Vision discards the old one, which the False Prophet's holder plays; both are others'."""
    table = a_table().visions(3).seat("red", at=0, vision="vision.faith", advisers=[down("vision.conquest")])
    table.seat("blue", at=4, advisers=["false_prophet"]).seat("yellow", advisers=["book_binders"])
    table.do.move("blue", 1, "stock.blue", "vision.faith", ())
    play = table.play().answer("play", "vision.conquest", "vision", "vision", "bank.hearth", "bank.beast")
    assert play.has("yellow", FAVOR) == 4
    assert (play.zone("vision.blue"), play.zone("vision.red")) == (["vision.faith"], ["vision.conquest"])


def test_9_2_inquisitor_finds_the_conspiracy_where_two_cards_shut_every_place_but_the_pile() -> None:
    """FAQ Inquisitor, FAQ Gossip 1: Secret Police bars it faceup, Gossip facedown."""
    table = a_table().seat("red", at=0, favor=1, advisers=["inquisitor"])
    table.seat("blue", at=0, advisers=[down("vision.conspiracy")])
    table.site(0, cards=["secret_police", "gossip"], warbands={"yellow": 1})
    assert table.play().answer("power", "adviser-blue-1").offered == ["discard"]


def test_6_8_the_price_of_leaving_may_come_from_the_nomad_bank() -> None:
    """A-76, Vow of Kinship: two for the warbands on the board, to the Scepter's holder."""
    table = a_table().seat("red", role="citizen", at=0, warbands=2, advisers=["vow_of_kinship"]).bank("nomad", 2)
    play = table.play().answer("self-exile")
    assert (play.at("bank.nomad", FAVOR), play.has(PURPLE, FAVOR)) == (0, 2)
    assert (play.state.players["red"].role, play.has("red", "warbands")) == ("exile", 2)


def test_11_2_salt_the_earth_wins_the_wastes_relic_before_it_discards() -> None:
    """7.3.3: the Homeland comes first, so the Discord card that it then discards bars nothing."""
    table = a_table().map("plains", "mountain", "wastes").seat("red", at="wastes").deck("salt_the_earth", rest=False)
    table.site("wastes", cards=["riots"], relics=["map"])
    play = table.play().answer("search", "wastes")
    assert (play.zone("held.red"), play.zone("cards.2")) == (["relic.map"], [the("salt_the_earth")])
