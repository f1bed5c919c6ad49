"""Tents, Lost Tongue, Great Herd, Vow of Kinship, Sacred Ground and Elders, with their FAQ."""

import pytest

from oathtools.table.state import FAVOR, PEOPLES_FAVOR, PURPLE, SECRET, SHARED
from tests.battles import why_not
from tests.support.tables import Lay, Script, Table, a_table, down

GO_ON = "go-on"
TENTS, TONGUE, HERD = "denizen.tents", "denizen.lost_tongue", "denizen.great_herd"
KINSHIP, GROUND = "denizen.vow_of_kinship", "denizen.sacred_ground"

# -- Tents -------------------------------------------------------------------------------------------------------


def camp(at: str = "the_tribunal", **red: int) -> Table:
    """Red with Tents; the facedown adviser keeps the Act Phase from ending by itself."""
    told = {"favor": 1, **red}
    return a_table().seat("red", at=at, advisers=[TENTS, down("keep")], **told)


def test_tents_no_supply_within_the_region() -> None:
    play = camp(supply=0).play().answer("travel")
    assert play.skipped[0] == ("travel.modifier", TENTS) and play.offered == ["site.steppe", "site.ancient_city"]
    play.answer("steppe")
    assert (play.state.players["red"].slot, play.at(TENTS, FAVOR), play.has("red", FAVOR)) == (3, 1, 0)


def test_tents_increases_are_ignored_too() -> None:
    """7.6.2."""
    table = camp("charming_valley", supply=0).site("charming_valley", slot=2)
    assert table.refusals("travel", using=[(TENTS, "")], to="steppe") == []


def test_tents_out_of_the_region_it_costs_as_usual() -> None:
    play = camp().play().answer("travel", TENTS, "deep_woods")
    assert (play.state.players["red"].supply, play.at(TENTS, FAVOR)) == (5, 1), "wasted"


def test_tents_optional_and_once_until_rest() -> None:
    play = camp().play().answer("travel", GO_ON, "steppe")
    assert (play.state.players["red"].supply, play.has("red", FAVOR)) == (5, 1)
    play = camp(favor=2).play().answer("travel", TENTS, "steppe").answer("travel")
    assert play.asked[0] == "travel.to", "7.1.2: a favor lies on it"


def test_tents_needs_a_favor() -> None:
    assert camp(favor=0).play().answer("travel").skipped[0] == ("travel.modifier", GO_ON)
    assert "travel" not in camp(favor=0, supply=0).play().offered


def test_faq_tents_1_the_shrouded_wood() -> None:
    """Its ruler may send the traveler out of the region; then Tents is paid for and does nothing."""
    table = camp("shrouded_wood", supply=2).site("shrouded_wood", slot=2, warbands={"blue": 1})
    play = table.play().answer("travel", TENTS)
    assert play.asked == ("travel.to", "blue")
    play.answer("plains")
    assert (play.state.players["red"].slot, play.state.players["red"].supply, play.at(TENTS, FAVOR)) == (0, 0, 1)
    play = table.play().answer("travel", TENTS, "steppe")
    assert play.state.players["red"].supply == 2


# -- Lost Tongue -------------------------------------------------------------------------------------------------


def tongue(*advisers: Lay, nomads: str | None = None) -> Table:
    """Blue with Lost Tongue, a relic and the People's Favor; Red is there too, Elders lie at the Mine."""
    table = a_table().seat("blue", at="steppe", advisers=[TONGUE], relics=["map"]).banner("peoples_favor", "blue")
    table.site("mine", slot=1, cards=["elders"], warbands={nomads: 1} if nomads else None)
    table.seat("red", at="steppe", favor=5, secrets=1, warbands=4, advisers=advisers)
    return table


BARRED = [f"{TONGUE} protects {what}: red rules no Nomad card" for what in (PEOPLES_FAVOR, "relic.map")]


def test_lost_tongue_no_recover() -> None:
    assert tongue().refusals("recover", target="peoples_favor", pay="2") == [("9.2", BARRED[0], TONGUE)]


def test_a_123_lost_tongue_no_target() -> None:
    """A-123: recover, fight and steal need one common check."""
    refused = why_not(tongue(), "blue", ["relic.map", "peoples_favor"], 1)
    assert [row for row in refused if row.source == TONGUE] == [("9.2", each, TONGUE) for each in BARRED[::-1]]
    assert TONGUE not in [row.source for row in why_not(tongue(), "blue", ["pawn"], 1)]


def test_lost_tongue_no_conspiracy() -> None:
    table = tongue("alchemist", "tutor").seat("blue", advisers=["initiation_rite"])
    play = table.deck("vision.conspiracy", rest=False).play().answer("search", "vision")
    assert "denizen.lost_tongue" not in play.zone("box") and play.asked[0] == "act", "nothing could be taken"


@pytest.mark.parametrize("way", ["adviser", "site"])
def test_lost_tongue_is_open_to_rulers_of_a_nomad_card(way: str) -> None:
    table = tongue("tents") if way == "adviser" else tongue(nomads="red")
    assert table.refusals("recover", target="peoples_favor", pay="2") == []


@pytest.mark.parametrize("adviser", [down("tents"), "wolves"])
def test_lost_tongue_a_facedown_nomad_or_another_suit_is_none(adviser: Lay) -> None:
    assert tongue(adviser, nomads="yellow").refusals("recover", target="peoples_favor", pay="2")


def test_lost_tongue_its_holder_may_recover_the_own_banner() -> None:
    table = a_table().seat("red", advisers=[TONGUE], favor=2).banner("peoples_favor", "red")
    assert table.refusals("recover", target="peoples_favor", pay="2") == []


def test_lost_tongue_gifts_are_no_taking() -> None:
    """A-126."""
    table = a_table().turn(PURPLE).seat("red", advisers=[TONGUE], relics=["map"])
    play = table.play().answer("offer", "red", "reliquary-1", [], {}, {"relic.map": 1}, "yes")
    if play.asked[0] == "face":
        play.answer("ivory_eye")
    assert "relic.map" in play.zone("held.purple")


# -- Great Herd --------------------------------------------------------------------------------------------------


def herd(**steppe: object) -> Table:
    """Nomad cards at the Steppe, at the Mountain (locked) and among the advisers; the Plains have room."""
    table = a_table().seat("red", at="plains", advisers=["tents"]).site("plains", cards=["elders"])
    table.site("mountain", cards=[GROUND]).site("steppe", cards=["horse_archers", "wolves"], **steppe)
    return table.deck(HERD, rest=False)


def test_great_herd_changes_places_with_a_nomad_card_at_any_site() -> None:
    play = herd(warbands={"blue": 1}).play().answer("search", "site.plains")
    assert play.asked == ("great_herd.swap", "red") and play.offered == [
        "none",
        "denizen.elders",
        "denizen.horse_archers",
    ]
    play.answer("horse_archers")
    assert play.zone("cards.0") == ["denizen.elders", "denizen.horse_archers"]
    assert play.zone("cards.3") == [HERD, "denizen.wolves"]


def test_a_119_great_herd_is_no_play_for_the_other_card() -> None:
    """A-119: what lies on it goes along; the one favor is that of playing Great Herd."""
    play = herd().on("horse_archers", favor=1).play().answer("search", "site.plains")
    assert play.has("red", FAVOR) == 1
    play.answer("horse_archers")
    assert play.has("red", FAVOR) == 1 and play.at("horse_archers", FAVOR) == 1


def test_great_herd_may_stay() -> None:
    play = herd().play().answer("search", "site.plains", "none")
    assert play.zone("cards.0") == ["denizen.elders", HERD]


def test_faq_great_herd_1_not_with_a_locked_card() -> None:
    play = herd().play().answer("search", "site.plains")
    assert GROUND not in play.offered and [clause for clause, _ in play.refuses(GROUND)] == ["7.2.2"]


def test_great_herd_needs_room_of_its_own_first() -> None:
    """A-119."""
    play = herd().site("plains", cards=["longbows", "alchemist"]).play().answer("search")
    assert "site.plains" not in play.offered


# -- Vow of Kinship ----------------------------------------------------------------------------------------------


def kinship(*, nomad: int = 3, **red: object) -> Table:
    return a_table().bank("nomad", nomad).seat("red", at="mountain", advisers=[KINSHIP], **red)


def test_vow_of_kinship_all_favor_goes_to_the_nomad_bank() -> None:
    table = a_table().seat("red", favor=4).deck(KINSHIP, rest=False)
    play = table.play().answer("search", "adviser")
    assert (play.has("red", FAVOR), play.at("bank.nomad", FAVOR)) == (0, 3 + 4)


def test_vow_of_kinship_not_while_it_is_facedown() -> None:
    play = a_table().seat("red", favor=4).deck(KINSHIP, rest=False).play().answer("search", "adviser-facedown")
    assert play.has("red", FAVOR) == 4
    assert play.answer("play", KINSHIP, "adviser").has("red", FAVOR) == 0


def test_vow_of_kinship_favor_gained_goes_there_too() -> None:
    play = kinship(secrets=1).site("mountain", cards=["longbows"]).play().answer("trade", "favor")
    assert (play.has("red", FAVOR), play.at("bank.nomad", FAVOR), play.at("bank.order", FAVOR)) == (0, 4, 2)
    play = kinship(secrets=1).site("mountain", cards=["horse_archers"]).play().answer("trade", "favor")
    assert (play.has("red", FAVOR), play.at("bank.nomad", FAVOR)) == (0, 3), "it comes back to where it was"


def test_vow_of_kinship_favor_taken_from_a_site_too() -> None:
    table = kinship().site("mine", slot=4, favor=2).seat("red", at="mine").turn("red", "wake", "4.1.4")
    play = table.play().answer("favor")
    assert (play.has("red", FAVOR), play.at("bank.nomad", FAVOR), play.at("slot.4", FAVOR)) == (0, 4, 1)


def test_vow_of_kinship_the_nomad_bank_pays() -> None:
    play = kinship().site("mountain", cards=["longbows"]).play().answer("muster")
    assert (play.at("bank.nomad", FAVOR), play.at("longbows", FAVOR)) == (2, 1)
    assert kinship(nomad=0).site("mountain", cards=["longbows"]).refusals("muster", card="longbows") == [
        ("5.2.1", "it costs 1 favor and 0 can be paid", "law")
    ]


def test_vow_of_kinship_tolls_and_burns_come_from_there() -> None:
    table = kinship().site("steppe", cards=["toll_roads"], warbands={"blue": 1})
    play = table.play().answer("travel", "steppe")
    assert (play.at("bank.nomad", FAVOR), play.has("blue", FAVOR)) == (2, 1)
    table = kinship().site("mountain", relics=["map"])
    before = table.built().count(SHARED, FAVOR)
    play = table.play().answer("recover", "relic-1")
    assert (play.at("bank.nomad", FAVOR), play.at(SHARED, FAVOR)) == (1, before + 2)


def test_vow_of_kinship_from_where_is_asked_if_there_is_a_choice() -> None:
    """Favor may lie on the board too, after a Trade in disguise."""
    play = kinship(favor=1, secrets=1).site("mountain", cards=["longbows"]).play().answer("muster")
    assert play.asked == ("pay.from", "red") and play.pending.caps == {"board.red": 1, "bank.nomad": 3}
    play.answer({"bank.nomad": 1})
    assert (play.has("red", FAVOR), play.at("bank.nomad", FAVOR)) == (1, 2)


def test_faq_vow_of_kinship_1_its_favor_cannot_be_taken() -> None:
    table = a_table().seat("red", advisers=["pied_piper"], secrets=1).seat("blue", advisers=[KINSHIP])
    play = table.play().answer("power", "blue")
    assert (play.has("red", FAVOR), play.at("bank.nomad", FAVOR)) == (0, 3)


def test_faq_vow_of_kinship_2_the_banner_need_not_be_fed() -> None:
    table = kinship().banner("peoples_favor", "red").turn("red", "wake", "4.1.1")
    play = table.play()
    assert play.offered == ["none", "place"] and play.pending.default == "none"
    assert play.answer("none").at(PEOPLES_FAVOR, FAVOR) == 1
    play = table.play().answer("place")
    assert (play.at(PEOPLES_FAVOR, FAVOR), play.at("bank.nomad", FAVOR)) == (2, 2)


def test_faq_vow_of_kinship_2_with_more_on_it_one_must_act() -> None:
    play = kinship().banner("peoples_favor", "red", 2).turn("red", "wake", "4.1.1").play()
    assert play.offered == ["place", "return"] and play.pending.default is None


@pytest.mark.parametrize(("answer", "nomad"), [(0, 3), (2, 1)])
def test_faq_vow_of_kinship_2_no_must_reaches_the_bank(answer: int, nomad: int) -> None:
    """Dissent asks a favor of Blue for each of two suits; none lies on the board (A-121)."""
    table = a_table().oath("devotion").title(None).bank("nomad", 3).banner("peoples_favor", "red")
    table = table.seat("blue", advisers=[KINSHIP, "longbows"]).deck("dissent", rest=False)
    play = table.play().answer("search", "adviser")
    assert play.asked == ("pay.owed", "blue") and play.pending.default == 0
    play.answer(answer)
    assert (play.at("bank.nomad", FAVOR), play.at("dissent", FAVOR)) == (nomad, 3 - nomad)


def test_faq_vow_of_kinship_2_nor_do_the_plague_engines() -> None:
    table = a_table().oath("devotion").title(None).bank("nomad", 3).seat("red", secrets=2, advisers=["plague_engines"])
    table = table.seat("blue", advisers=[KINSHIP]).site("steppe", warbands={"blue": 1})
    play = table.play().answer("power")
    assert play.asked == ("pay.owed", "blue") and play.default().at("bank.nomad", FAVOR) == 3


def test_faq_vow_of_kinship_3_favor_given_goes_to_the_bank() -> None:
    table = a_table().turn(PURPLE).seat(PURPLE, favor=3).seat("red", advisers=[KINSHIP])
    play = table.play().answer("offer", "red", "reliquary-1", [], {FAVOR: 2})
    assert play.asked[0] == "offer.take" and play.pending.caps == {FAVOR: 3}, "and the bank's favor may be given"
    play.answer({FAVOR: 1}, "yes")
    if play.asked[0] == "face":
        play.answer("ivory_eye")
    assert (play.has(PURPLE, FAVOR), play.has("red", FAVOR), play.at("bank.nomad", FAVOR)) == (2, 0, 3 + 2 - 1)


def test_vow_of_kinship_a_toll_paid_to_its_holder() -> None:
    table = a_table().seat("blue", advisers=[KINSHIP]).seat("red", at="mountain", favor=1)
    table.site("steppe", cards=["toll_roads"], warbands={"blue": 1})
    play = table.play().answer("travel", "steppe")
    assert (play.has("blue", FAVOR), play.at("bank.nomad", FAVOR)) == (0, 4)


# -- Sacred Ground -----------------------------------------------------------------------------------------------


def ground(card: str, at: str) -> Script:
    table = a_table().site("steppe", cards=[GROUND]).seat("red", at=at).deck(card, rest=False)
    return table.play().answer("search")


def test_sacred_ground_visions_only_from_its_site() -> None:
    refused = [("9.2", f"{GROUND} forbids it: red is not at its site")]
    assert ground("vision.faith", "plains").refuses("vision") == refused
    assert "vision" in ground("vision.faith", "steppe").offered


def test_sacred_ground_the_conspiracy_is_free() -> None:
    """A-130."""
    assert "vision" in ground("vision.conspiracy", "plains").offered


def test_sacred_ground_an_unknown_vision_may_be_the_conspiracy() -> None:
    table = a_table().site("steppe", cards=[GROUND]).seat("red", at="plains")
    assert "vision" in table.play().answer("search", ["vision"]).offered
    table.box("vision.conspiracy")
    table = a_table().site("steppe", cards=[GROUND]).seat("red", at="plains").box("vision.conspiracy")
    assert "vision" not in table.play().answer("search", ["vision"]).offered


# -- Elders ------------------------------------------------------------------------------------------------------


def test_elders_two_favor_for_a_secret() -> None:
    play = a_table().seat("red", at="plains", favor=2).site("plains", cards=["elders"]).play().answer("power")
    assert (play.has("red", SECRET), play.at("elders", FAVOR), play.has("red", FAVOR)) == (1, 2, 0)


def test_elders_refusals() -> None:
    """7.1.1 and 7.1.2."""
    table = a_table().seat("red", at="mountain", favor=2).site("plains", cards=["elders"], warbands={"blue": 1})
    assert table.refusals("power", card="elders") == [
        ("7.1.1", "red neither rules denizen.elders nor is at its site", "law")
    ]
    table = a_table().seat("red", at="plains", favor=2).site("plains", cards=["elders"]).on("elders", secrets=1)
    assert table.refusals("power", card="elders") == [("7.1.2", "denizen.elders already holds 1 secret", "law")]


# -- Resettle ----------------------------------------------------------------------------------------------------


def settling(**steppe: object) -> Table:
    """Red uses Resettle at the Plains; Red has Elders, Blue a locked Nomad, one that is adviser-only, and Wolves."""
    table = a_table().seat("red", at="plains", advisers=["elders", down("tents")]).site("plains", cards=["resettle"])
    table.seat("blue", advisers=["twin_brother", "wolves"]).site("mountain", cards=["longbows", "keep"])
    return table.site("steppe", **steppe)


def test_resettle_a_nomad_adviser_of_any_player_to_any_site() -> None:
    """A-119: no play, so no favor; what lies on it goes along."""
    play = settling().on("elders", favor=1).play().answer("power")
    assert play.asked[0] == "resettle.site" and play.skipped[-1] == ("resettle.card", "denizen.elders")
    play.answer("steppe")
    assert play.zone("cards.3") == ["denizen.elders"] and play.at("elders", FAVOR) == 1
    assert play.has("red", FAVOR) == 0 and "10.15" in play.cites()


def test_resettle_only_where_there_is_room() -> None:
    table = settling(cards=["alchemist", "scouts"]).map("plains", "mountain", "the_tribunal", "steppe", down("mine"))
    play = table.play().answer("power")
    assert play.refuses("mountain") == [("2.8.1", "site.mountain holds 2 cards and has room for 2")]
    assert play.refuses("provinces.3") == [("2.8.1", "provinces.3 holds 0 cards and has room for 0")]
    assert "site.steppe" not in play.offered


def test_resettle_neither_locked_nor_adviser_only_cards() -> None:
    table = a_table().seat("red", at="plains", advisers=["lost_tongue"]).site("plains", cards=["resettle"])
    table.seat("blue", advisers=["vow_of_kinship"])
    assert "power" not in table.play().offered
    assert table.refusals("power", card="resettle") == [
        ("10.15", "no faceup Nomad adviser can move to a site", "denizen.resettle")
    ]
