"""Vow of Beastkin, Forest Council, Vow of Poverty, Errand Boy, Mushrooms, Pied Piper, Long-Lost Heir; their FAQ."""

import pytest

from oathtools import catalog
from oathtools.table.state import CITIZEN, FAVOR, HIDDEN, PURPLE, SECRET
from tests.support.tables import Lay, Script, Table, a_table, down, the, unknown

GO_ON = "go-on"
BEASTKIN, COUNCIL, POVERTY = "denizen.vow_of_beastkin", "denizen.forest_council", "denizen.vow_of_poverty"
ERRAND_BOY, MUSHROOMS, PIPER = "denizen.errand_boy", "denizen.mushrooms", "denizen.pied_piper"

# -- Vow of Beastkin ---------------------------------------------------------------------------------------------


def kin(*advisers: Lay) -> Table:
    table = a_table().seat("red", at="mountain", favor=3, advisers=advisers)
    return table.site("mountain", cards=["wolves", "longbows", "hall_of_mockery"])


@pytest.mark.parametrize(
    ("advisers", "cards"),
    [
        ((BEASTKIN,), ["wolves"]),
        ((BEASTKIN, "curfew"), ["wolves", "longbows"]),
        ((BEASTKIN, down("pressgangs")), ["wolves"]),
        ((), ["wolves", "longbows"]),
        ((down(BEASTKIN),), ["wolves", "longbows"]),
    ],
)
def test_vow_of_beastkin_only_cards_that_match_an_adviser(advisers: tuple[Lay, ...], cards: list[str]) -> None:
    """7.4.1: it says must. The Vow itself is a Beast adviser; facedown ones have no suit."""
    table = kin(*advisers)
    offered = [card for card in ("wolves", "longbows") if not table.refusals("muster", card=card)]
    assert offered == cards


def test_vow_of_beastkin_says_why() -> None:
    assert kin(BEASTKIN).refusals("muster", card="longbows") == [
        ("9.2", "denizen.longbows matches no adviser of red", BEASTKIN)
    ]
    assert [clause for clause, _, _ in kin(BEASTKIN).refusals("muster", card="hall_of_mockery")] == ["2.9"]


def test_vow_of_beastkin_a_warband_more() -> None:
    assert kin(BEASTKIN).play().answer("muster").has("red", "warbands") == 3
    assert kin().play().answer("muster", "wolves").has("red", "warbands") == 2


def test_vow_of_beastkin_as_far_as_the_bank_goes() -> None:
    assert kin(BEASTKIN).seat("red", bank=2).play().answer("muster").has("red", "warbands") == 2


# -- Forest Council ----------------------------------------------------------------------------------------------


def council(ruler: str | None, at: str = "plains") -> Table:
    table = a_table().site("mountain", cards=[COUNCIL]).site("plains", cards=["wolves", "longbows"])
    if ruler:
        table.site("mountain", warbands={ruler: 1})
    return table.seat("red", at=at, favor=2, secrets=1)


NOT_FOR_ENEMIES = COUNCIL + " does not let enemies of its ruler {} Beast cards"


@pytest.mark.parametrize(("at", "card"), [("plains", "wolves"), ("mountain", "forest_council")])
@pytest.mark.parametrize("ruler", ["blue", PURPLE, None])
def test_forest_council_closes_beast_cards_to_enemies(ruler: str | None, at: str, card: str) -> None:
    """Wherever they lie; bandits are everybody's enemies."""
    table = council(ruler, at)
    assert table.refusals("muster", card=card) == [("9.2", NOT_FOR_ENEMIES.format("muster on"), COUNCIL)]
    for what in ("favor", "secrets"):
        refused = table.refusals("trade", card=card, **{"for": what})
        assert refused == [("9.2", NOT_FOR_ENEMIES.format("trade with"), COUNCIL)]


def test_forest_council_other_suits_are_open() -> None:
    assert council("blue").refusals("muster", card="longbows") == []
    assert council("blue").refusals("trade", card="longbows", **{"for": "favor"}) == []


def test_forest_council_not_for_its_rulers_side() -> None:
    assert council("red").refusals("muster", card="wolves") == []
    assert council(PURPLE).seat("red", role="citizen").refusals("trade", card="wolves", **{"for": "favor"}) == []


# -- Vow of Poverty ----------------------------------------------------------------------------------------------


def poor(*advisers: Lay, **red: int) -> Table:
    told = {"secrets": 1, "favor": 2, **red}
    table = a_table().seat("red", at="mountain", advisers=[POVERTY, *advisers], **told)
    return table.site("mountain", cards=["elders"])


def test_vow_of_poverty_no_favor_by_trading() -> None:
    play = poor("tents").play().answer("trade", "favor")
    assert play.has("red", FAVOR) == 2 and play.at("bank.nomad", FAVOR) == 3


def test_vow_of_poverty_secrets_as_usual() -> None:
    assert poor("tents").play().answer("trade", "secrets").has("red", SECRET) == 2


def test_vow_of_poverty_favor_in_other_ways() -> None:
    """Playing a card to a site is no Trade."""
    play = poor().deck("longbows", rest=False).play().answer("search", "site.mountain")
    assert play.has("red", FAVOR) == 3


def test_faq_vow_of_poverty_1_nor_by_the_careless_trait() -> None:
    table = a_table().turn(PURPLE).seat(PURPLE, at="mountain", secrets=1, favor=2, advisers=[POVERTY])
    table.site("mountain", cards=["elders"]).reliquary(unknown("relic"), unknown("relic"), None, unknown("relic"))
    for what in ("favor", "secrets"):
        assert table.play().answer("trade", what).has(PURPLE, FAVOR) == (2 if what == "favor" else 0)


def test_vow_of_poverty_rest_without_favor() -> None:
    play = poor(favor=0).play().answer("end", POVERTY, "bank.hearth")
    assert play.has("red", FAVOR) == 2 and play.at("bank.hearth", FAVOR) == 1


def test_vow_of_poverty_rest_takes_what_is_there() -> None:
    play = poor(favor=0).bank("hearth", 1).play().answer("end", POVERTY, "bank.hearth")
    assert play.has("red", FAVOR) == 1


def test_vow_of_poverty_rest_not_with_favor() -> None:
    play = poor(favor=1).play().answer("end")
    assert play.state.turn == "blue" and play.has("red", FAVOR) == 1
    play = poor("vow_of_obedience", favor=1).play().answer("end")
    assert play.refuses(POVERTY) == [("7.3.4", "red has favor")]


def test_vow_of_poverty_rest_powers_in_the_order_wanted() -> None:
    """4.3.5: first the one for those without favor, then the other."""
    play = poor("vow_of_obedience", favor=0).play().answer("end")
    play.answer(POVERTY, "bank.hearth", "vow_of_obedience", "bank.order")
    assert play.has("red", FAVOR) == 3 and play.state.turn == "blue"
    play = poor("vow_of_obedience", favor=0).play().answer("end", "vow_of_obedience", "bank.order")
    assert play.has("red", FAVOR) == 1 and play.state.turn == "blue"


# -- Errand Boy --------------------------------------------------------------------------------------------------


def errand(*advisers: Lay, **red: int) -> Table:
    """Red in the Cradle; cards lie in the other two piles."""
    told = {"favor": 1, **red}
    table = a_table().seat("red", at="plains", advisers=[ERRAND_BOY, *advisers], **told).deck("wolves", rest=False)
    return table.pile("provinces", "longbows", "elders", "tents", "alchemist").pile("hinterland", "rangers")


def test_errand_boy_the_pile_of_another_region() -> None:
    play = errand().play().answer("search", ERRAND_BOY)
    assert play.offered == ["world", "provinces", "hinterland"]
    play.answer("provinces")
    assert play.zone("hand.red") == ["denizen.longbows", "denizen.elders", "denizen.tents"]
    assert (play.at(ERRAND_BOY, FAVOR), play.state.players["red"].supply) == (1, 5)


def test_errand_boy_without_it_only_ones_own() -> None:
    table = errand()
    because = "the pawn is in the cradle, not in the provinces"
    assert [row[1] for row in table.refusals("search", source="provinces")] == [because]
    assert table.refusals("search", using=[(ERRAND_BOY, "")], source="provinces") == []


def test_errand_boy_costs_a_favor() -> None:
    play = errand(favor=0).play().answer("search")
    assert ("search.source", "world") in play.skipped
    assert errand().on(ERRAND_BOY, favor=1).play().answer("search").skipped[0] == ("search.source", "world")


def test_errand_boy_where_ones_own_sources_are_empty() -> None:
    """7.4: the action is possible only with the modifier."""
    table = a_table().seat("red", at="plains", advisers=[ERRAND_BOY], favor=1).deck(rest=False)
    play = table.pile("provinces", "longbows").play()
    assert "search" in play.offered
    play.answer("search")
    assert play.skipped[:2] == [("search.modifier", ERRAND_BOY), ("search.source", "provinces")]


def test_errand_boy_an_empty_pile_stays_closed() -> None:
    table = errand()
    assert table.refusals("search", using=[(ERRAND_BOY, "")], source="cradle") == [
        ("5.1.2", "no card is left there", "law")
    ]


def test_faq_errand_boy_1_with_mushrooms() -> None:
    play = errand(secrets=1).site("plains", cards=[MUSHROOMS]).play()
    play.answer("search", ERRAND_BOY, MUSHROOMS)
    assert play.offered == ["provinces", "hinterland"], "no card is in the own pile"
    play.answer("provinces")
    assert play.zone("hand.red") == ["denizen.alchemist"], "the bottom one"
    assert play.state.players["red"].supply == 7


def test_faq_errand_boy_2_discards_go_by_the_pawn() -> None:
    play = errand().play().answer("search", ERRAND_BOY, "provinces", "elders").default()
    assert play.zone("discard.provinces")[:2] == ["denizen.tents", "denizen.longbows"], "the Cradle's discards"


# -- Mushrooms ---------------------------------------------------------------------------------------------------


def mushrooms(*advisers: Lay, **red: int) -> Table:
    told = {"secrets": 1, **red}
    table = a_table().site("steppe", cards=[MUSHROOMS]).seat("red", at="steppe", advisers=advisers, **told)
    return table.pile("provinces", "longbows", "elders", "tents", "alchemist").deck("wolves")


def test_mushrooms_one_card_from_the_bottom_for_no_supply() -> None:
    play = mushrooms(supply=0).play().answer("search")
    assert play.skipped[:2] == [("search.modifier", MUSHROOMS), ("search.source", "provinces")]
    assert play.asked[0] == "play.to" and play.zone("hand.red") == ["denizen.alchemist"]
    assert (play.at(MUSHROOMS, SECRET), play.has("red", SECRET)) == (1, 0)


def test_mushrooms_never_from_the_world_deck() -> None:
    because = f"with {MUSHROOMS} the draw is from a discard pile"
    assert mushrooms().refusals("search", using=[(MUSHROOMS, "")], source="world") == [("5.1.2", because, MUSHROOMS)]


def test_mushrooms_optional_and_paid() -> None:
    play = mushrooms().play().answer("search", GO_ON, "provinces")
    assert len(play.zone("hand.red")) == 3 and play.state.players["red"].supply == 5
    assert mushrooms(secrets=0).play().answer("search").asked[0] == "search.source"
    assert mushrooms(secrets=0, hidden=1).play().answer("search").asked[0] == "search.source"


def test_mushrooms_not_with_an_empty_pile() -> None:
    table = a_table().site("steppe", cards=[MUSHROOMS]).seat("red", at="steppe", secrets=1).deck("wolves", rest=False)
    assert table.play().answer("search").skipped[0] == ("search.modifier", GO_ON)


def test_mushrooms_from_elsewhere_if_ruled() -> None:
    table = mushrooms().site("steppe", warbands={"red": 1}).pile("cradle", "keep", "rangers").seat("red", at="plains")
    assert table.play().answer("search", MUSHROOMS).zone("hand.red") == ["denizen.rangers"]


def test_faq_mushrooms_1_the_greedy_trait_adds_two() -> None:
    """A-113."""
    table = mushrooms().turn(PURPLE).seat(PURPLE, at="steppe", secrets=1)
    table.reliquary(unknown("relic"), unknown("relic"), unknown("relic"), None)
    play = table.play().answer("search", MUSHROOMS)
    assert play.zone("hand.purple") == ["denizen.alchemist", "denizen.tents", "denizen.elders"]


def test_a_113_mushrooms_in_the_marshes_draw_nothing() -> None:
    """A-113."""
    table = mushrooms().site("marshes", slot=2).seat("red", at="marshes").site("steppe", warbands={"red": 1})
    play = table.play().answer("search", MUSHROOMS)
    assert play.asked[0] == "act" and play.at(MUSHROOMS, SECRET) == 1


# -- Pied Piper --------------------------------------------------------------------------------------------------

ROW = ("longbows", "wolves", "alchemist")


def piping(*advisers: Lay) -> Script:
    return a_table().seat("red", at=2, advisers=advisers).deck(PIPER, rest=False).play().answer("search")


def test_faq_pied_piper_2_joins_a_full_row() -> None:
    play = piping(*ROW).answer("adviser")
    assert play.asked[0] == "act" and len(play.zone("advisers.red")) == 4


def test_pied_piper_joins_a_row_that_is_limited_and_locked() -> None:
    play = piping("insomnia", "long_lost_heir").answer("adviser")
    assert play.asked[0] == "act" and len(play.zone("advisers.red")) == 3


def test_pied_piper_facedown_is_a_card_like_any_other() -> None:
    assert piping(*ROW).answer("adviser-facedown").asked[0] == "play.replace"


def test_faq_pied_piper_3_counts_for_later_plays() -> None:
    table = a_table().seat("red", at=2, advisers=[PIPER, "longbows", "wolves"]).deck("alchemist", rest=False)
    play = table.play().answer("search", "adviser")
    assert (play.asked[0], play.pending.low, len(play.offered)) == ("play.replace", 1, 3)


def test_a_137_pied_piper_fourth_one_must_go_not_two() -> None:
    table = a_table().seat("red", at=2, advisers=[PIPER, *ROW]).deck("elders", rest=False)
    play = table.play().answer("search", "adviser")
    assert (play.pending.low, play.pending.high) == (1, 1)


def test_faq_family_wagon_1_pied_piper_may_join_it() -> None:
    play = piping("family_wagon", "longbows").answer("adviser")
    assert play.asked[0] == "act" and len(play.zone("advisers.red")) == 3


def test_faq_family_wagon_1_after_pied_piper_one_other_stays() -> None:
    table = a_table().seat("red", at=2, advisers=[PIPER, "longbows"]).deck("family_wagon", rest=False)
    play = table.play().answer("search", "adviser")
    assert play.asked[0] == "play.replace" and play.offered == [PIPER, "denizen.longbows"]


def piper(**blue: int) -> Table:
    table = a_table().seat("red", advisers=[PIPER], secrets=1)
    return table.seat("blue", advisers=["longbows", "wolves", "tents"], **blue)


@pytest.mark.parametrize(("favor", "taken"), [(0, 0), (1, 1), (5, 2)])
def test_pied_piper_goes_to_another_player_for_two_favor(favor: int, taken: int) -> None:
    play = piper(favor=favor).play().answer("power")
    assert play.offered == ["purple", "blue", "yellow"]
    play.answer("blue")
    assert play.has("red", FAVOR) == taken and play.has("blue", FAVOR) == favor - taken
    assert play.zone("advisers.blue")[-1] == PIPER and len(play.zone("advisers.blue")) == 4
    assert not play.state.is_facedown(PIPER)


def test_faq_pied_piper_1_the_secret_goes_along_and_comes_back() -> None:
    play = piper().play().answer("power", "blue")
    assert play.at(PIPER, SECRET) == 1
    assert play.answer("end").has("red", SECRET) == 1


def test_pied_piper_only_for_the_one_who_has_it() -> None:
    assert piper().refusals("power", seat="blue", card=PIPER)[0][:2] == (
        "7.1.1",
        f"blue neither rules {PIPER} nor is at its site",
    )
    assert "power" not in piper().seat("red", hidden=1).on(PIPER, secrets=1).play().offered


# -- Long-Lost Heir ----------------------------------------------------------------------------------------------

HEIR = "denizen.long_lost_heir"


def heir(table: Table) -> Script:
    return table.deck(HEIR, rest=False).play().answer("search", "adviser")


def exile() -> Table:
    table = a_table().seat("red", at="mountain", warbands=3, supply=4, secrets=1, advisers=["longbows"])
    return table.site("mountain", warbands={"red": 2})


def test_long_lost_heir_an_exile_may_become_a_citizen() -> None:
    """A-129: everything of 6.6.2, but no relic and no trait."""
    play = heir(exile())
    assert play.asked == ("long_lost_heir.citizen", "red") and play.pending.default == "no"
    play.answer("yes")
    red = play.state.players["red"]
    assert red.role == CITIZEN and red.supply == catalog.SUPPLY_TRACK.most
    assert play.at("board.red", PURPLE) == 3 and play.at("slot.1", PURPLE) == 2
    assert play.zone("held.red") == [] and all(play.zone(f"reliquary.{space}") for space in range(4))
    assert play.state.turn == "blue", "the Act Phase is over, and nothing in Rest needs an answer"


def test_long_lost_heir_may_be_declined() -> None:
    play = heir(exile()).answer("no")
    assert play.state.players["red"].role == "exile" and play.asked == ("act", "red")


@pytest.mark.parametrize("role", ["citizen", "chancellor"])
def test_long_lost_heir_exiles_only(role: str) -> None:
    table = a_table().seat("red", role="citizen") if role == "citizen" else a_table().turn(PURPLE)
    assert heir(table).asked[0] == "act"


def test_long_lost_heir_the_revealed_vision_goes_and_the_title_turns() -> None:
    """6.6.2, A-73."""
    table = exile().oath("people").title("red", usurper=True).seat("red", vision="vision.faith")
    play = heir(table).answer("yes")
    assert play.zone("vision.red") == [] and play.zone("discard.provinces")[:1] == ["vision.faith"]
    assert (play.state.oathkeeper, play.state.usurper) == ("red", False)


def test_long_lost_heir_facedown_does_nothing() -> None:
    play = exile().deck(HEIR, rest=False).play().answer("search", "adviser-facedown")
    assert play.asked[0] == "act"
    assert play.answer("play", HEIR, "adviser").asked[0] == "long_lost_heir.citizen", "7.3.3 when it is turned up"


def test_long_lost_heir_is_locked() -> None:
    table = a_table().seat("red", at=2, advisers=[HEIR, "longbows", "wolves"]).deck("tents", rest=False)
    play = table.play().answer("search", "adviser")
    assert play.offered == ["denizen.longbows", "denizen.wolves"]


def test_secrets_paid_before_citizenship_come_back_in_rest() -> None:
    play = heir(exile().on("longbows", secrets=1, hidden=1)).answer("yes")
    assert (play.has("red", SECRET), play.has("red", HIDDEN)) == (3, 0)
    assert the("longbows") in play.zone("advisers.red")
