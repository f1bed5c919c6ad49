"""Arcane: favor and secrets, killing, peeking, bargains, the Portal, what a Search or a Trade may do besides."""

import pytest

from oathtools.engine.decision import Refusal
from oathtools.table.effects_cards import TableError
from oathtools.table.invariants import faults
from oathtools.table.state import CONSPIRACY, DARKEST_SECRET, FAVOR, SECRET
from tests.compiled import plain_only
from tests.support.tables import Script, Table, a_table, down, unknown

GO_ON = "go-on"
PACT, CHARM, SPELLS = "denizen.blood_pact", "denizen.taming_charm", "denizen.terror_spells"


def calm(players: int = 4) -> Table:
    """Nobody has the title, nobody takes it."""
    return a_table(players).oath("devotion").title(None)


def played(table: Table, card: str, to: str) -> Script:
    """Red searches, draws one card and plays it."""
    return table.deck(card, rest=False).play().answer("search", to)


def test_alchemist_four_favor_from_any_banks() -> None:
    play = calm().seat("red", secrets=2, advisers=["alchemist"]).play().answer("power")
    assert play.asked == ("alchemist.banks", "red") and play.pending.high == 4
    play.answer({"bank.order": 3, "bank.beast": 1})
    assert play.has("red", FAVOR) == 4 and play.at("bank.order", FAVOR) == 0
    assert play.at("alchemist", SECRET) == 1 and play.has("red", SECRET) == 0


def test_spirit_snare_a_favor_of_a_bank() -> None:
    play = calm().seat("red", secrets=1, advisers=["spirit_snare"]).play().answer("power", "bank.nomad")
    assert play.has("red", FAVOR) == 1 and "10.26" in play.cites()


def test_wizard_school_a_secret_and_the_act_phase_is_over() -> None:
    table = calm().seat("red", at=0, favor=1).site("plains", cards=["wizard_school"])
    play = table.play().answer("power")
    assert play.has("red", SECRET) == 1 and play.state.turn != "red"


def test_blood_pact_two_warbands_for_each_secret() -> None:
    table = calm().seat("red", secrets=1, warbands=5, advisers=["blood_pact"])
    play = table.play().answer("power")
    assert play.asked == ("blood_pact.secrets", "red") and play.pending.high == 2
    assert play.pending.default == 1, "where nobody says how many"
    play.answer(2)
    assert play.has("red", "warbands") == 1 and play.has("red", SECRET) == 2 and "10.22" in play.cites()
    poor = calm().seat("red", secrets=1, warbands=1, advisers=["blood_pact"]).refusals("power", card="blood_pact")
    assert poor == [Refusal("10.22", "1 warbands are on the board, and two make a secret", PACT)]


def test_faq_taming_charm_1_its_own_favor_is_back_in_time() -> None:
    table = calm().seat("red", at=1, secrets=1, advisers=["taming_charm"]).site("mountain", cards=["wolves", "keep"])
    play = table.bank("beast", 0).on("wolves", favor=2).play().answer("power")
    assert play.has("red", FAVOR) == 2 and play.zone("cards.1") == ["denizen.keep"]


def test_taming_charm_needs_a_beast_or_nomad_card_that_can_go() -> None:
    table = calm().seat("red", at=1, secrets=1, advisers=["taming_charm"]).site("mountain", cards=["keep"])
    assert [row.source for row in table.refusals("power", card="taming_charm")] == [CHARM]


def test_plague_engines_each_player_pays_for_the_sites_they_rule() -> None:
    table = calm().seat("red", secrets=2, favor=1, advisers=["plague_engines"]).seat("blue", favor=5)
    table = table.site("steppe", warbands={"red": 1}).site("mountain", warbands={"red": 1, "blue": 1})
    table = table.seat("yellow", role="citizen", favor=3).seat("purple", favor=3).site("plains", warbands={"purple": 1})
    play = table.play().answer("power")
    assert [play.has(seat, FAVOR) for seat in ("red", "blue", "yellow", "purple")] == [0, 4, 2, 2]
    assert play.at("bank.arcane", FAVOR) == 3 + 4


def terror(**red: object) -> Table:
    table = calm().seat("red", at=3, secrets=1, advisers=["terror_spells"], **red).banner("darkest_secret", "red")
    return table.seat("blue", at=2, warbands=1).site("steppe", warbands={"blue": 1, "yellow": 1})


def test_faq_terror_spells_1_split_between_a_site_and_a_board() -> None:
    play = terror().play().answer("power")
    assert play.offered == ["slot.3", "board.blue"], "boards of players in the region"
    play.answer("slot.3", "yellow", "board.blue")
    assert play.state.count("slot.3", "blue") == 1 and play.has("blue", "warbands") == 0


def test_terror_spells_need_the_darkest_secret() -> None:
    rows = terror().banner("darkest_secret", "blue").refusals("power", card="terror_spells")
    assert [(row.clause, row.source) for row in rows] == [("7.3.2", SPELLS)]


def test_faq_forgotten_vault_1_also_while_nobody_holds_the_banner() -> None:
    table = calm().seat("red", at=0, favor=1).site("plains", cards=["forgotten_vault"])
    assert table.play().answer("power").at(DARKEST_SECRET, SECRET) == 2, "the last one cannot be burned"


def test_forgotten_vault_burns_one_but_not_the_last() -> None:
    for there in (2, 3):
        table = calm().seat("red", at=0, favor=1).site("plains", cards=["forgotten_vault"])
        play = table.banner("darkest_secret", None, there).play().answer("power", "burn")
        assert play.at(DARKEST_SECRET, SECRET) == there - 1 and "10.4" in play.cites()


def test_dream_thief_swaps_two_facedown_advisers() -> None:
    table = calm().seat("red", favor=2, advisers=["dream_thief", down("elders")]).seat("blue", advisers=[down("tents")])
    play = table.seat("yellow", advisers=[unknown("vision")]).play().answer("power")
    assert play.offered == ["adviser-red-2", "adviser-blue-1", "adviser-yellow-1"]
    play.answer(["adviser-red-2", "adviser-blue-1"])
    assert "denizen.tents" in play.zone("advisers.red") and play.zone("advisers.blue") == ["denizen.elders"]
    assert "blue" in play.state.facedown["denizen.elders"] and "red" in play.state.facedown["denizen.tents"]


def test_a_128_dream_thief_within_a_row_of_four_costs_nobody_a_card() -> None:
    """A-128: a row is cut when one comes into it from elsewhere; two that change places in it leave it as it was."""
    four = ["pied_piper", "elders", down("tents"), down("wolves")]
    table = calm().seat("red", favor=2, secrets=2, advisers=["dream_thief"]).seat("blue", advisers=four)
    play = table.play().answer("power")
    assert play.asked[0] == "act", "two lie facedown, so they are the two; and nobody discards"
    assert play.zone("advisers.blue") == ["denizen.pied_piper", "denizen.elders", "denizen.wolves", "denizen.tents"]
    assert not faults(play.state)


def test_dream_thief_between_two_rows_nobody_sees_what_is_not_theirs() -> None:
    """10.25: each card is looked at by its new owner, who is always somebody."""
    four = ["pied_piper", "elders", "keep", down("wolves")]
    table = calm().seat("red", favor=2, advisers=["dream_thief", down("tents")]).seat("blue", advisers=four)
    play = table.play().answer("power")
    assert play.asked == ("play.replace", "blue") and "denizen.tents" not in play.offered
    play.answer(["denizen.elders"])
    assert play.state.facedown["denizen.tents"] == ("red", "blue") and not faults(play.state)


@plain_only  # a compiled core refuses it by the type alone
def test_9_4_what_is_seen_is_seen_by_somebody() -> None:
    table = calm().seat("red", advisers=[down("tents")])
    with pytest.raises(TableError, match="cannot be seen by None"):
        table.game().do.saw("denizen.tents", None, ("10.17",))  # type: ignore[arg-type]


def inquisitor(card: object) -> Script:
    table = calm().seat("red", at=3, favor=1, advisers=["inquisitor"]).seat("blue", at=3, advisers=[card])
    return table.play().answer("power", "adviser-blue-1")


def test_inquisitor_another_card_earns_its_owner_the_favor() -> None:
    play = inquisitor(down("elders"))
    assert play.has("blue", FAVOR) == 1 and play.at("inquisitor", FAVOR) == 0
    assert "red" in play.state.facedown["denizen.elders"]


@pytest.mark.parametrize("to", ["adviser-facedown", "discard"])
def test_faq_inquisitor_1_the_conspiracy_may_go_facedown_to_ones_own_advisers(to: str) -> None:
    play = inquisitor(down("conspiracy"))
    assert play.asked == ("play.to", "red")
    play.answer(to)
    assert (CONSPIRACY in play.zone("advisers.red")) is (to != "discard") and play.has("blue", FAVOR) == 0


def test_inquisitor_asks_for_the_face_of_a_vision_only() -> None:
    assert inquisitor(unknown("denizen")).asked[0] == "look"
    play = inquisitor(unknown("vision"))
    assert play.asked == ("look.sought", "red") and play.pending.private and play.pending.default is None


def test_inquisitor_need_not_name_a_vision_that_is_not_the_conspiracy() -> None:
    """10.17, 9.4: whose it is gets the favor, and its name stays with those who have seen it."""
    play = inquisitor(unknown("vision")).answer("vision")
    assert play.has("blue", FAVOR) == 1 and play.at("inquisitor", FAVOR) == 0
    (card,) = play.zone("advisers.blue")
    assert "#" in card and "red" in play.state.facedown[card]


def test_inquisitor_names_the_conspiracy_where_it_is_found() -> None:
    """5.1.4.4"""
    assert inquisitor(unknown("vision")).answer(CONSPIRACY).asked == ("play.to", "red")


def witch(**red: object) -> Table:
    told = {"secrets": 3, "favor": 4, **red}
    table = calm().seat("red", at=3, advisers=["witchs_bargain"], **told)
    return table.seat("blue", at=3, favor=3, secrets=1).seat("yellow", at=3, favor=1)


def test_faq_witchs_bargain_1_faq_witchs_bargain_2_with_several_players_and_a_last_secret_too() -> None:
    play = witch().play().answer("power")
    assert play.asked == ("witchs_bargain.deal", "red")
    assert play.offered == [GO_ON, "give-secret@blue", "give-favor@blue", "give-secret@yellow", "give-favor@yellow"]
    play.answer("give-favor@blue")
    assert (play.has("red", SECRET), play.has("blue", SECRET), play.has("blue", FAVOR)) == (3, 0, 5)
    play.answer("give-secret@yellow")
    assert (play.has("yellow", SECRET), play.has("red", FAVOR)) == (1, 3)
    assert play.answer(GO_ON).asked[0] == "act"


def test_faq_witchs_bargain_3_under_vow_of_silence_no_secret_is_given() -> None:
    play = witch().seat("red", advisers=["vow_of_silence"]).play().answer("power")
    assert play.offered == [GO_ON, "give-favor@blue", "give-favor@yellow"]


def test_faq_revelation_1_from_the_chancellor_on() -> None:
    table = calm().seat("red", at=0).seat("purple", favor=2).seat("blue", favor=1)
    play = played(table, "revelation", "adviser")
    assert play.asked == ("revelation.favor", "purple") and play.pending.default == 0
    play.answer(2, 1)
    assert (play.has("purple", SECRET), play.has("blue", SECRET), play.has("purple", FAVOR)) == (2, 1, 0)


@pytest.mark.parametrize(("mine", "asked"), [(3, True), (2, False)])
def test_bewitch_an_exile_with_more_secrets_than_the_chancellor(mine: int, asked: bool) -> None:
    """A-129: those on cards are counted. The card gives no relic of the Reliquary (7.6.1)."""
    table = calm().seat("red", at=0, secrets=mine - 1).seat("purple", secrets=1, hidden=1)
    table = table.reliquary("map", None, None, None)
    play = played(table.seat("red", advisers=["elders"]).on("elders", secrets=1), "bewitch", "adviser")
    assert (play.asked[0] == "bewitch.citizen") is asked
    if asked:
        assert play.answer("yes").state.players["red"].role == "citizen" and not play.zone("held.red")
        assert play.asked[0] == "act"


# -- modifiers -----------------------------------------------------------------------------------------------------


def test_augury_one_card_more() -> None:
    table = calm().seat("red", advisers=["augury"]).deck("keep", "elders", "wolves", "tents", rest=False)
    play = table.play().answer("search", "augury")
    assert play.asked[0] == "search.keep" and len(play.zone("hand.red")) == 4


def test_faq_augury_1_two_with_mushrooms() -> None:
    table = calm().seat("red", favor=2, secrets=2, advisers=["augury", "mushrooms"])
    play = table.pile("cradle", "keep", "elders", "tents").play().answer("search", "augury", "mushrooms")
    assert len(play.zone("hand.red")) == 2


def test_observatory_any_pile_while_the_pawn_is_there() -> None:
    table = calm().seat("red", at=0).site("plains", cards=["observatory"]).pile("hinterland", "elders", "tents")
    play = table.play().answer("search", "observatory")
    assert "hinterland" in play.offered
    far = calm().seat("red", at=2).site("plains", cards=["observatory"], warbands={"red": 1})
    table = far.pile("hinterland", "elders", "tents")
    assert table.play().answer("search").asked[0] != "search.modifier", "rule alone is not enough"
    assert [row.clause for row in table.refusals("search", source="hinterland")] == ["5.1.2"]


def test_map_library_trade_with_a_card_anywhere_in_the_region() -> None:
    table = calm().seat("red", at=0, secrets=1).site("plains", cards=["map_library"]).site("mountain", cards=["elders"])
    table = table.site("steppe", cards=["keep"])
    play = table.play().answer("trade", "map_library")
    assert "denizen.elders" in play.offered and "denizen.keep" not in play.offered
    assert play.answer("elders").at("bank.nomad", FAVOR) == 2


def test_map_library_without_it_a_far_card_is_refused() -> None:
    table = calm().seat("red", at=0, secrets=1).site("plains", cards=["map_library"]).site("mountain", cards=["elders"])
    assert [row.clause for row in table.refusals("trade", card="elders", **{"for": "favor"})] == ["5.3.2"]


def signal(role: str = "exile") -> Table:
    return calm().seat("red", at=0, role=role, secrets=1, advisers=["secret_signal"]).site("plains", cards=["elders"])


def test_faq_secret_signal_2_a_second_favor_from_the_same_bank() -> None:
    play = signal().play().answer("trade", "secret_signal")
    assert play.has("red", FAVOR) == 2 and play.at("bank.nomad", FAVOR) == 1


def test_faq_secret_signal_1_with_careless_in_a_trade_for_secrets() -> None:
    table = calm().turn("purple").reliquary(unknown("relic"), unknown("relic"), None, unknown("relic"))
    table = table.seat("purple", at=0, favor=2, advisers=["secret_signal"]).site("plains", cards=["elders"])
    play = table.play().answer("trade", "secret_signal")
    assert play.has("purple", FAVOR) == 2


def test_secret_signal_nothing_on_top_of_two() -> None:
    play = signal().seat("red", advisers=["tents"]).play().answer("trade", "secret_signal")
    assert play.has("red", FAVOR) == 2


def code(secrets: int = 0) -> Table:
    table = calm().seat("red", at=0, favor=2, secrets=secrets, advisers=["magicians_code"])
    return table.banner("darkest_secret", None, 1)


def test_magicians_code_two_secrets_help_even_if_no_others_are_paid() -> None:
    play = code().play().answer("recover", "magicians_code")
    while play.asked[0].startswith("recover"):
        play.default() if play.pending.default is not None else play.answer(play.offered[0])
    assert play.state.holders[DARKEST_SECRET] == "red" and play.at(DARKEST_SECRET, SECRET) == 2
    assert play.has("red", SECRET) == 1, "the old one of the banner (A-43)"


def test_magicians_code_joins_the_secrets_that_are_paid() -> None:
    play = code(2).play().answer("recover", "magicians_code")
    assert play.asked[0] == "recover.pay" and play.offered == ["2", "3", "4"]
    play.answer("4")
    assert play.at(DARKEST_SECRET, SECRET) == 4 and play.has("red", SECRET) == 1


def portal(at: int, **more: object) -> Table:
    told = {"secrets": 1, "supply": 0, "relics": ["oracular_pig"], **more}
    return calm().seat("red", at=at, **told).site("steppe", cards=["portal"], warbands={"red": 1})


def test_portal_from_its_site_without_supply() -> None:
    play = portal(3).play().answer("travel", "site.deep_woods")
    assert play.state.players["red"].slot == 7 and play.at("portal", SECRET) == 1


def test_faq_portal_from_the_shrouded_wood_nobody_else_picks() -> None:
    """11.7: without it an enemy who rules the Wood picks where the trip goes."""
    table = calm().seat("red", at=3, secrets=1)
    table.site("shrouded_wood", slot=3, cards=["portal"], warbands={"blue": 1})
    for used, who in (("go-on", "blue"), ("portal", "red")):
        assert table.play().answer("travel", used).asked == ("travel.to", who)


def test_faq_portal_1_to_its_site_by_its_ruler() -> None:
    assert portal(0).play().answer("travel").state.players["red"].slot == 3
    other = (
        calm()
        .seat("red", at=0, secrets=1, supply=0, relics=["oracular_pig"])
        .site("steppe", cards=["portal"], warbands={"blue": 1})
    )
    assert "travel" not in other.play().offered


def test_faq_portal_2_toll_roads_are_due_all_the_same() -> None:
    table = portal(3).site("mountain", cards=["toll_roads"], warbands={"blue": 1})
    play = table.play().answer("travel")
    assert ("5.6.1", "denizen.toll_roads") in [(row.clause, row.source) for row in play.refused["site.mountain"]]


def test_portal_no_site_hinders_it() -> None:
    table = calm().map("plains", "mountain", "the_tribunal", "steppe", "the_hidden_place")
    table = table.seat("red", at=3, secrets=1, supply=0).site("steppe", cards=["portal"])
    assert "site.the_hidden_place" in table.play().answer("travel").offered, "no second secret is flipped"
