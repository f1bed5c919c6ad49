"""Pressgangs, Curfew, Tome Guardians, Secret Police and Vow of Obedience, with their FAQ."""

import pytest

from oathtools.table.state import DARKEST_SECRET, FAVOR, PURPLE, SHARED
from tests.battles import why_not
from tests.support.tables import Lay, Script, Table, a_table, down, the

GO_ON = "go-on"

# -- Pressgangs --------------------------------------------------------------------------------------------------

POLICE = "denizen.secret_police does not let enemies of its ruler play Visions faceup here"


def gangs(*, at: str = "mountain", ruler: str | None = None, **red: int) -> Table:
    """Pressgangs at the Mountain, where a card with a favor lies; Longbows at the Plains hold a secret."""
    table = a_table().site("mountain", cards=["pressgangs", "elders"]).site("plains", cards=["longbows"])
    if ruler:
        table.site("mountain", warbands={ruler: 1})
    return table.on("elders", favor=1).on("longbows", secrets=1).seat("red", at=at, favor=1, **red)


def test_pressgangs_one_may_muster_on_a_card_that_holds_favor() -> None:
    play = gangs().play().answer("muster", "denizen.pressgangs", "elders")
    assert (play.at("elders", FAVOR), play.has("red", "warbands"), play.has("red", FAVOR)) == (2, 2, 0)


def test_pressgangs_on_a_card_with_secrets_from_afar() -> None:
    """7.1.1: ruling it is enough, wherever the pawn is."""
    play = gangs(at="plains", ruler="red").play().answer("muster")
    assert play.skipped[0] == ("muster.modifier", "denizen.pressgangs"), "without it there is no way to muster here"
    assert (play.at("longbows", FAVOR), play.has("red", "warbands")) == (1, 2)


def test_pressgangs_is_optional() -> None:
    """7.4.1: without it the occupied card is refused."""
    play = gangs().play().answer("muster")
    assert play.pending.default == GO_ON
    play.answer(GO_ON)
    assert play.skipped == [("muster.card", "denizen.pressgangs")] and play.at("pressgangs", FAVOR) == 1
    assert gangs().refusals("muster", card="elders") == [("5.2.1", "denizen.elders already holds 1 favor", "law")]


def test_pressgangs_out_of_reach() -> None:
    """7.1.1: neither ruled nor at hand."""
    assert "muster" not in gangs(at="plains").play().offered
    assert "muster" not in gangs(at="plains", ruler="blue").play().offered


def test_pressgangs_is_not_offered_where_nothing_is_occupied() -> None:
    table = a_table().site("mountain", cards=["pressgangs"]).seat("red", at="mountain", favor=1)
    assert table.play().answer("muster").skipped[0] == ("muster.card", "denizen.pressgangs")


def test_pressgangs_does_not_help_on_a_ruin() -> None:
    table = gangs().site("mountain", cards=["hall_of_mockery"])
    refused = table.refusals("muster", using=[("pressgangs", "")], card="hall_of_mockery")
    assert [clause for clause, _, _ in refused] == ["2.9"]


# -- Curfew ------------------------------------------------------------------------------------------------------


def curfew(ruler: str | None, *, at: str = "steppe", **red: int) -> Table:
    """Curfew at the Mountain; its ruler rules the Steppe too. Elders lie there, Longbows where Yellow rules."""
    table = a_table().site("mountain", cards=["curfew"]).site("steppe", cards=["elders"])
    table.site("plains", cards=["longbows"], warbands={"yellow": 1})
    if ruler:
        table.site("mountain", warbands={ruler: 1}).site("steppe", warbands={ruler: 1})
    return table.seat("red", at=at, secrets=1, **red)


@pytest.mark.parametrize(("at", "card"), [("steppe", "elders"), ("mountain", "curfew")])
def test_curfew_enemies_give_its_ruler_a_favor(at: str, card: str) -> None:
    play = curfew("blue", at=at, favor=1).play().answer("trade")
    assert (play.has("red", FAVOR), play.has("blue", FAVOR)) == (1, 1), "one given, one gained"


@pytest.mark.parametrize("what", ["favor", "secrets"])
def test_curfew_refuses_one_who_cannot_pay(what: str) -> None:
    table = curfew("blue", favor=0 if what == "favor" else 2)
    needs, have = (1, 0) if what == "favor" else (3, 2)
    assert table.refusals("trade", card="elders", **{"for": what}) == [
        ("5.3.1", f"it costs {needs} favor and {have} can be paid", "denizen.curfew")
    ]


def test_curfew_only_for_cards_its_ruler_rules() -> None:
    assert curfew("blue", at="plains").refusals("trade", card="longbows", **{"for": "favor"}) == []


def test_curfew_not_for_friends() -> None:
    assert curfew("red").refusals("trade", card="elders", **{"for": "favor"}) == []
    table = curfew(PURPLE).seat("red", role="citizen")
    assert table.refusals("trade", card="elders", **{"for": "favor"}) == []


def test_curfew_pays_the_chancellor_and_burns_for_bandits() -> None:
    assert curfew(PURPLE, favor=1).play().answer("trade").has(PURPLE, FAVOR) == 1
    table = curfew(None, favor=1)
    before = table.built().count(SHARED, FAVOR)
    assert table.play().answer("trade").at(SHARED, FAVOR) == before + 1


# -- Tome Guardians ----------------------------------------------------------------------------------------------


def tomes(ruler: str | None, holder: str | None) -> Table:
    table = a_table().site("mountain", cards=["tome_guardians", "elders"]).seat("red", at="mountain", secrets=2)
    table.seat("blue", at="mountain")
    if ruler:
        table.site("mountain", warbands={ruler: 1})
    return table.banner("darkest_secret", holder)


BARRED = ("9.2", f"denizen.tome_guardians protects {DARKEST_SECRET}", "denizen.tome_guardians")


@pytest.mark.parametrize("holder", ["blue", "yellow", None, "red"])
def test_tome_guardians_enemies_cannot_recover_the_darkest_secret(holder: str | None) -> None:
    table = tomes("blue", holder).site("plains", cards=["wolves"])
    assert BARRED in table.refusals("recover", target="darkest_secret", pay="2")


def test_faq_tome_guardians_1_bandits_bar_everybody() -> None:
    assert BARRED in tomes(None, None).refusals("recover", target="darkest_secret", pay="2")


@pytest.mark.parametrize(("ruler", "role"), [("red", "exile"), (PURPLE, "citizen")])
def test_tome_guardians_not_the_rulers_own_side(ruler: str, role: str) -> None:
    table = tomes(ruler, None).seat("red", role=role)
    assert table.refusals("recover", target="darkest_secret", pay="2") == []


def test_tome_guardians_cannot_be_targeted_either() -> None:
    """A-123."""
    table = tomes("blue", "blue").seat("red", warbands=3)
    assert BARRED in why_not(table, "blue", ["mountain", "darkest_secret"])
    assert BARRED not in why_not(tomes("red", "blue").seat("red", warbands=3), "blue", ["darkest_secret"])


def test_tome_guardians_leave_the_other_banner_alone() -> None:
    table = tomes("blue", None).seat("red", favor=2)
    assert table.refusals("recover", target="peoples_favor", pay="2") == []


# -- Secret Police -----------------------------------------------------------------------------------------------


def found(card: str, table: Table) -> Script:
    """Red has drawn one card."""
    play = table.deck(card, rest=False).play().answer("search")
    assert play.asked == ("play.to", "red")
    return play


def police(ruler: str | None, at: str = "steppe") -> Table:
    table = a_table().site("mountain", cards=["secret_police"]).site("plains", warbands={"yellow": 1})
    if ruler:
        table.site("mountain", warbands={ruler: 1}).site("steppe", warbands={ruler: 1})
    return table.seat("red", at=at)


@pytest.mark.parametrize("vision", ["vision.faith", "vision.conspiracy"])
def test_secret_police_enemies_there_play_no_vision_faceup(vision: str) -> None:
    """A-130: the Conspiracy is a Vision."""
    play = found(vision, police("blue"))
    assert play.refuses("vision") == [("9.2", POLICE)]
    assert play.offered == ["adviser-facedown", "discard"]


def test_secret_police_elsewhere_and_for_friends() -> None:
    assert "vision" in found("vision.faith", police("blue", at="plains")).offered
    assert "vision" in found("vision.faith", police("red")).offered


def test_secret_police_under_bandits() -> None:
    """Every player is an enemy; they rule the sites without warbands."""
    assert "vision" not in found("vision.faith", police(None)).offered
    assert "vision" in found("vision.faith", police(None, at="plains")).offered


def test_secret_police_also_turning_one_up() -> None:
    table = police("blue").seat("red", advisers=[down("vision.faith")])
    assert table.refusals("play", card="vision.faith", to="vision") == [("9.2", POLICE, "denizen.secret_police")]


def test_secret_police_an_unknown_vision_cannot_go_up_either() -> None:
    play = police("blue").deck().play().answer("search", ["vision"])
    assert play.offered == ["adviser-facedown", "discard"]


# -- Vow of Obedience --------------------------------------------------------------------------------------------

OBEDIENCE = "vow_of_obedience"


@pytest.mark.parametrize("vision", ["vision.faith", "vision.conspiracy"])
def test_faq_vow_of_obedience_2_no_vision_faceup_nor_the_conspiracy(vision: str) -> None:
    play = found(vision, a_table().seat("red", advisers=[OBEDIENCE]))
    assert play.refuses("vision") == [("9.2", "denizen.vow_of_obedience does not let its holder play Visions faceup")]


@pytest.mark.parametrize("adviser", [down(OBEDIENCE), "longbows"])
def test_vow_of_obedience_only_its_holders_and_faceup(adviser: Lay) -> None:
    table = a_table().seat("red", advisers=[adviser])
    if adviser == "longbows":
        table.seat("blue", advisers=[OBEDIENCE])
    assert "vision" in found("vision.faith", table).offered


def test_faq_vow_of_obedience_1_a_vision_that_is_up_stays() -> None:
    play = found(OBEDIENCE, a_table().seat("red", vision="vision.faith")).answer("adviser")
    assert play.zone("vision.red") == ["vision.faith"] and play.zone("advisers.red") == [the(OBEDIENCE)]


def test_vow_of_obedience_rest_takes_a_favor_from_any_bank() -> None:
    play = a_table().seat("red", advisers=[OBEDIENCE]).play().answer("end")
    assert play.asked == ("rest.power", "red") and play.pending.default == GO_ON
    play.answer(OBEDIENCE)
    assert len(play.offered) == 6
    play.answer("bank.hearth")
    assert (play.has("red", FAVOR), play.at("bank.hearth", FAVOR)) == (1, 2)
    assert play.state.turn == "blue", "each Rest power once"


def test_vow_of_obedience_rest_may_be_passed_over() -> None:
    """7.3.4."""
    play = a_table().seat("red", advisers=[OBEDIENCE]).play().answer("end", GO_ON)
    assert play.has("red", FAVOR) == 0 and play.state.turn == "blue"
