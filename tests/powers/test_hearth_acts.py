"""Hearth: searching and playing, what others' plays bring, trading, Action powers, exchanges."""

import pytest

from oathtools.engine.decision import Refusal
from oathtools.table.state import DARKEST_SECRET, FAVOR, HIDDEN, SECRET
from tests.battles import declare, roll
from tests.support.tables import Script, Table, a_table, down

ALE, MOB, BOX = "denizen.a_round_of_ale", "denizen.armed_mob", "denizen.ballot_box"


def calm(players: int = 4) -> Table:
    """Nobody has the title, nobody takes it."""
    return a_table(players).oath("devotion").title(None)


def played(table: Table, card: str, to: str) -> Script:
    """Red searches, draws one card and plays it."""
    return table.deck(card, rest=False).play().answer("search", to)


# -- searching, playing --------------------------------------------------------------------------------------------


def test_news_from_afar_a_search_without_supply() -> None:
    table = calm().seat("red", supply=0, favor=2, advisers=["news_from_afar"]).deck("elders", rest=False)
    play = table.play().answer("search")
    assert play.state.players["red"].supply == 0 and play.at("news_from_afar", FAVOR) == 2


def test_crop_rotation_a_denizen_makes_room() -> None:
    table = calm().seat("red", at=1, advisers=["crop_rotation"]).site("mountain", cards=["wolves", "tents"])
    play = table.deck("elders", rest=False).play().answer("search", "crop_rotation", "site.mountain")
    assert play.asked[0] == "play.first" and "none" not in play.offered
    play.answer("wolves")
    assert play.zone("cards.1") == ["denizen.tents", "denizen.elders"]


def test_faq_crop_rotation_1_beside_the_peoples_favor() -> None:
    table = calm().seat("red", at=0, advisers=["crop_rotation"]).banner("peoples_favor", "red", 2)
    table = table.site("plains", cards=["wolves", "tents", "resettle"])
    play = table.deck("elders", rest=False).play().answer("search", "crop_rotation", "site.plains", "wolves")
    assert play.asked[0] == "play.first"
    play.answer("tents")
    assert play.zone("cards.0") == ["denizen.resettle", "denizen.elders"]


def welcoming(card: str, to: str) -> Script:
    table = calm().seat("red", at=2).site("the_tribunal", cards=["welcoming_party"]).deck(card, rest=False)
    return table.play().answer("search", "welcoming_party", to)


def test_a_82_welcoming_party_pays_before_when_played() -> None:
    play = welcoming("a_small_favor", "adviser")
    assert play.has("red", FAVOR) == 1 and play.at("bank.hearth", FAVOR) == 2
    gains = [event.facts for event in play.events if event.kind == "gain"]
    assert [each["what"] for each in gains] == [FAVOR, "red"]


def test_faq_welcoming_party_1_a_card_played_facedown_brings_nothing() -> None:
    assert welcoming("a_small_favor", "adviser-facedown").has("red", FAVOR) == 0


def test_faq_welcoming_party_2_it_does_not_pay_for_itself() -> None:
    play = played(calm().seat("red", at=2), "welcoming_party", "site.the_tribunal")
    assert play.has("red", FAVOR) == 1, "only the favor for playing to a site"


def test_book_binders_two_favor_for_anothers_vision() -> None:
    table = calm().seat("blue", advisers=["book_binders"]).deck("vision.faith", rest=False)
    play = table.play().answer("search", "vision")
    assert play.asked == ("book_binders.bank", "blue")
    assert play.answer("bank.order").has("blue", FAVOR) == 2


def test_faq_book_binders_1_the_conspiracy_too() -> None:
    table = calm().seat("blue", advisers=["book_binders"]).deck("conspiracy", rest=False)
    assert table.play().answer("search", "vision").asked == ("book_binders.bank", "blue")


def test_book_binders_not_for_ones_own() -> None:
    table = calm().seat("red", advisers=["book_binders"]).deck("vision.faith", rest=False)
    assert table.play().answer("search", "vision").asked[0] == "act"


def test_faq_saddle_makers_1_after_the_favor_of_playing_before_when_played() -> None:
    table = calm().seat("red", at=2).seat("blue", advisers=["saddle_makers"])
    play = played(table, "garrison", "site.the_tribunal")
    favor = [event.facts["to"] for event in play.events if event.kind == "gain" and event.facts.get("what") == FAVOR]
    assert favor == ["board.red", "board.blue"] and play.has("blue", FAVOR) == 2


@pytest.mark.parametrize(("card", "got"), [("elders", 2), ("longbows", 2), ("wolves", 0)])
def test_saddle_makers_nomad_and_order_cards(card: str, got: int) -> None:
    table = calm().seat("red", at=2).seat("blue", advisers=["saddle_makers"])
    assert played(table, card, "adviser").has("blue", FAVOR) == got


def test_family_heirloom_take_or_bury() -> None:
    def heirloom() -> Script:
        return played(calm().relic_deck("map", "whistle"), "family_heirloom", "adviser")

    play = heirloom()
    assert play.asked == ("family_heirloom.relic", "red") and play.pending.private
    assert play.answer("take").zone("held.red") == ["relic.map"]
    assert heirloom().answer("bury").zone("relic_deck.bottom") == ["relic.map"]


def test_fabled_feast_counts_the_hearth_cards_one_rules_itself_included() -> None:
    table = calm().seat("red", at=2, advisers=["marriage"]).site("mountain", cards=["hospital"], warbands={"red": 1})
    play = played(table, "fabled_feast", "adviser")
    assert play.answer("bank.nomad").has("red", FAVOR) == 3


def test_faq_salad_days_1_three_banks_and_the_favor_of_playing() -> None:
    play = played(calm().seat("red", at=2), "salad_days", "site.the_tribunal")
    assert play.asked == ("salad_days.banks", "red") and (play.pending.low, play.pending.high) == (3, 3)
    assert play.answer(["bank.order", "bank.nomad", "bank.beast"]).has("red", FAVOR) == 4


# -- mustering, trading, campaigns ---------------------------------------------------------------------------------


def test_rowdy_pub_a_warband_more_from_it_and_from_no_other_card() -> None:
    table = calm().seat("red", at=0, favor=2).site("plains", cards=["rowdy_pub", "elders"])
    assert table.play().answer("muster", "rowdy_pub", "rowdy_pub").has("red", "warbands") == 3
    table = calm().seat("red", at=0, favor=2).site("plains", cards=["rowdy_pub", "elders"])
    assert table.play().answer("muster", "rowdy_pub", "elders").has("red", "warbands") == 2


def test_awaited_return_a_warband_instead_of_supply() -> None:
    table = calm().seat("red", at=0, supply=1, secrets=1, warbands=1, advisers=["awaited_return"])
    play = table.site("plains", cards=["elders"]).play().answer("trade", "awaited_return")
    assert play.has("red", "warbands") == 0 and play.state.players["red"].supply == 1 and "10.22" in play.cites()


def test_awaited_return_without_a_warband_is_no_help() -> None:
    table = calm().seat("red", at=0, supply=0, secrets=1, advisers=["awaited_return"]).site("plains", cards=["elders"])
    assert "trade" not in table.play().offered


def test_herald_a_favor_after_anothers_campaign_against_a_player() -> None:
    table = calm().seat("red", at=3, warbands=3).seat("blue", at=3).seat("yellow", advisers=["herald"])
    play = declare(table.play().answer("campaign"), "blue", ["pawn"])
    roll(play, "00", "hhh")
    while play.asked[0] != "herald.bank":
        play.default() if play.pending.default is not None else play.answer("no")
    assert play.asked == ("herald.bank", "yellow")
    assert play.answer("bank.order").has("yellow", FAVOR) == 1


# -- Action --------------------------------------------------------------------------------------------------------


def test_a_126_tinkers_fair_favor_secrets_and_relics_but_no_advisers() -> None:
    table = (
        calm().seat("red", at=0, favor=2, relics=["map"], advisers=["elders"]).site("plains", cards=["tinkers_fair"])
    )
    play = table.seat("blue", at=3, secrets=1).play().answer("power", "tinkers_fair", "blue")
    assert play.asked[0] == "exchange.give" and play.offered == [FAVOR, "relic.map"]
    play.answer({"relic.map": 1}, {SECRET: 1})
    assert play.asked == ("exchange.accept", "blue")
    play.answer("yes")
    assert play.zone("held.blue") == ["relic.map"] and play.has("red", SECRET) == 1


def test_faq_storyteller_1_a_43_also_while_nobody_holds_the_banner() -> None:
    play = calm().seat("red", favor=1, advisers=["storyteller"]).play().answer("power")
    assert play.at(DARKEST_SECRET, SECRET) == 2


def mob(**blue: object) -> Table:
    table = calm().seat("red", at=0, favor=1).site("plains", cards=["armed_mob"])
    return table.seat("blue", at=3, **blue).banner("darkest_secret", "blue")


def test_armed_mob_discards_a_faceup_adviser_that_is_not_locked() -> None:
    play = mob(advisers=["elders", "tents", "vow_of_peace", down("wolves")]).play().answer("power")
    assert play.asked == ("armed_mob.card", "red") and play.offered == ["denizen.elders", "denizen.tents"]
    assert "denizen.elders" not in play.answer("elders").zone("advisers.blue")


def test_armed_mob_not_if_the_holder_has_the_peoples_favor_too() -> None:
    rows = mob(advisers=["elders"]).banner("peoples_favor", "blue").refusals("power", card="armed_mob")
    assert [(row.clause, row.source) for row in rows] == [("7.3.2", MOB)]


def test_tavern_songs_look_at_three_cards_and_move_none() -> None:
    table = calm().seat("red", at=0, advisers=["tavern_songs"])
    table = table.pile("cradle", "elders", "tents", "wolves", "map_library")
    play = table.play().answer("power")
    looked = next(event for event in play.events if event.kind == "looked")
    assert (looked.facts["at"], looked.facts["count"]) == ("discard.cradle", 3) and "10.17" in looked.cites
    assert len(play.zone("discard.cradle")) == 4


def test_homesteaders_move_an_adviser_to_the_site() -> None:
    table = calm().seat("red", at=1, advisers=["homesteaders", "elders", "gossip"]).site("mountain", cards=["tents"])
    play = table.play().answer("power")
    assert play.asked[0] == "homesteaders.card" and "denizen.elders" in play.offered
    play.answer("elders")
    assert play.zone("cards.1") == ["denizen.tents", "denizen.elders"] and play.has("red", FAVOR) == 0, (
        "no play (A-119)"
    )


def test_homesteaders_need_room() -> None:
    table = calm().seat("red", at=1, advisers=["homesteaders"]).site("mountain", cards=["tents", "wolves"])
    assert [row.clause for row in table.refusals("power", card="homesteaders")] == ["10.15"]


def test_a_119_the_great_slum_makes_room_for_a_move() -> None:
    table = calm().site("great_slum", slot=1, cards=["tents", "wolves", "resettle"])
    play = table.seat("red", at=1, advisers=["homesteaders"]).play().answer("power")
    assert play.asked[0] == "play.first"
    assert "denizen.homesteaders" in play.answer("wolves").zone("cards.1")


def test_a_round_of_ale_as_in_rest_but_for_the_favor_here() -> None:
    table = calm().seat("red", at=0, favor=1, hidden=2).site("plains", cards=["a_round_of_ale", "elders"])
    play = table.on("elders", favor=2, secrets=1).play().answer("power")
    assert play.at(ALE, FAVOR) == 1 and play.at("elders", FAVOR) == 0 and play.at("bank.nomad", FAVOR) == 5
    assert (play.has("red", SECRET), play.has("red", HIDDEN)) == (3, 0)


def test_charming_friend_a_favor_from_a_player_here() -> None:
    table = calm().seat("red", at=3, secrets=1, advisers=["charming_friend"]).seat("blue", at=3, favor=2)
    assert table.play().answer("power").has("red", FAVOR) == 1
    alone = calm().seat("red", at=3, secrets=1, advisers=["charming_friend"])
    assert [row.clause for row in alone.refusals("power", card="charming_friend")] == ["10.30"]


def test_levelers_two_from_the_fullest_to_the_emptiest() -> None:
    table = calm().seat("red", secrets=1, advisers=["levelers"]).bank("order", 6).bank("nomad", 1).bank("beast", 1)
    play = table.play().answer("power")
    assert play.asked == ("levelers.to", "red") and play.offered == ["bank.beast", "bank.nomad"]
    play.answer("bank.nomad")
    assert (play.at("bank.order", FAVOR), play.at("bank.nomad", FAVOR)) == (4, 3)


def test_relic_breaker_three_warbands_for_a_buried_relic() -> None:
    table = calm().seat("red", at=3, favor=1, advisers=["relic_breaker"]).site("steppe", relics=["map"]).relic_deck()
    play = table.play().answer("power")
    assert play.has("red", "warbands") == 3 and play.zone("relic_deck.bottom") == ["relic.map"]
    bare = calm().seat("red", at=2, favor=1, advisers=["relic_breaker"])
    assert [row.clause for row in bare.refusals("power", card="relic_breaker")] == ["7.3.2"]


def test_ballot_box_an_exile_with_the_peoples_favor_becomes_a_citizen() -> None:
    table = calm().seat("red", at=0, supply=2).site("plains", cards=["ballot_box"]).banner("peoples_favor", "red", 3)
    play = table.play().answer("power")
    assert play.state.players["red"].role == "citizen" and play.state.turn != "red"
    assert "7.6.1" in play.cites() or play.state.players["red"].supply == 7


def test_ballot_box_refused_without_the_banner() -> None:
    rows = calm().seat("red", at=0).site("plains", cards=["ballot_box"]).refusals("power", card="ballot_box")
    assert rows == [Refusal("7.3.2", "red does not hold banner.peoples_favor", BOX)]
