"""Order: warbands moved and killed, Tyrant, Royal Tax, Council Seat, campaigns that follow, Palanquin."""

import pytest

from oathtools.engine.decision import Refusal
from oathtools.table.state import FAVOR, PURPLE
from tests.battles import declare, roll
from tests.support.tables import Script, Table, a_table

SEAT, TYRANT = "denizen.council_seat", "denizen.tyrant"


def calm(players: int = 4) -> Table:
    """Nobody has the title, nobody takes it."""
    return a_table(players).oath("devotion").title(None)


def played(table: Table, card: str, to: str) -> Script:
    """Red searches, draws one card and plays it."""
    return table.deck(card, rest=False).play().answer("search", to)


# -- warbands ------------------------------------------------------------------------------------------------------


def test_garrison_a_warband_for_each_site_and_one_on_each() -> None:
    table = calm().seat("red", at=3).site("steppe", warbands={"red": 1}).site("mountain", warbands={"red": 1})
    play = played(table, "garrison", "site.steppe")
    assert (play.state.count("slot.3", "red"), play.state.count("slot.1", "red")) == (2, 2)
    assert play.has("red", "warbands") == 0


def test_garrison_with_too_few_warbands_its_player_picks_the_sites() -> None:
    table = calm().seat("red", at=3, bank=3).site("steppe", warbands={"red": 1}).site("mountain", warbands={"red": 1})
    play = played(table, "garrison", "site.steppe")
    assert play.asked == ("garrison.sites", "red") and play.pending.low == 1
    assert play.answer(["slot.1"]).state.count("slot.1", "red") == 2


def test_a_131_garrison_under_the_ring_of_devotion_gains_without_placing() -> None:
    table = calm().seat("red", at=3, relics=["ring_of_devotion"]).site("steppe", warbands={"red": 1})
    play = played(table, "garrison", "site.steppe")
    assert play.has("red", "warbands") == 1 and play.state.count("slot.3", "red") == 1


def messenger() -> Table:
    table = calm().seat("red", at=3, favor=1, warbands=2).site("steppe", cards=["messenger"])
    return table.site("mountain", warbands={"red": 3})


def test_messenger_moves_any_but_the_last_of_a_site() -> None:
    play = messenger().play().answer("power")
    assert play.asked == ("messenger.from", "red") and play.pending.caps == {"board.red": 2, "slot.1": 2}
    play.answer({"slot.1": 2})
    assert play.offered == ["board.red", "slot.1"]
    play.answer({"board.red": 2})
    assert play.has("red", "warbands") == 4 and play.state.count("slot.1", "red") == 1


def test_faq_messenger_1_a_citizen_needs_no_leave() -> None:
    table = calm().turn("yellow").seat("yellow", role="citizen", at=3, favor=1).site("steppe", cards=["messenger"])
    play = table.site("mountain", warbands={PURPLE: 3}).play().answer("power", {"slot.1": 2}, {"board.yellow": 2})
    assert play.asked[0] == "act" and play.has("yellow", "warbands") == 2


def test_messenger_with_nothing_to_move_is_refused() -> None:
    rows = calm().seat("red", at=3, favor=1).site("steppe", cards=["messenger"]).refusals("power", card="messenger")
    assert [row.clause for row in rows] == ["10.15"]


def test_siege_engines_two_warbands_at_one_site_of_the_region_even_ones_own() -> None:
    table = calm().seat("red", at=3, favor=1, advisers=["siege_engines"]).site("steppe", warbands={"red": 1, "blue": 1})
    table = table.site("mountain", warbands={"blue": 2}).site("the_tribunal", warbands={"blue": 2})
    play = table.play().answer("power")
    assert play.asked[0] == "siege_engines.site" and play.offered == ["slot.2", "slot.3"], "the Mountain is elsewhere"
    play.answer("slot.3")
    assert play.asked == ("siege_engines.color", "red") and play.offered == ["red", "blue"]
    play.answer("blue")
    assert play.state.count("slot.3", "blue") == 0 and play.state.count("slot.3", "red") == 0, "the second one is left"


def test_siege_engines_need_somebody_to_kill() -> None:
    rows = calm().seat("red", at=3, favor=1, advisers=["siege_engines"]).refusals("power", card="siege_engines")
    assert [row.clause for row in rows] == ["10.13"]


# -- Tyrant --------------------------------------------------------------------------------------------------------


def tyrant(warbands: dict[str, int], board: int = 2) -> Script:
    table = calm().seat("red", at=3, warbands=board, advisers=["tyrant"]).site("mountain", warbands=warbands)
    return table.play().answer("travel", "mountain")


def test_tyrant_kills_a_warband_at_the_site_of_a_color_of_choice() -> None:
    play = tyrant({"blue": 2, "yellow": 1})
    assert play.asked == ("tyrant.color", "red")
    assert play.answer("yellow").state.count("slot.1", "yellow") == 0


def test_faq_tyrant_1_faq_tyrant_2_none_there_none_dies() -> None:
    play = tyrant({})
    assert play.asked[0] == "act" and play.has("red", "warbands") == 2


def test_faq_tyrant_3_the_only_one_even_if_it_is_ones_own() -> None:
    play = tyrant({"red": 1})
    assert play.state.count("slot.1", "red") == 0 and "9.2" in play.cites()


# -- Royal Tax, Council Seat ---------------------------------------------------------------------------------------


def test_royal_tax_two_favor_from_each_player_at_ones_sites_in_the_region() -> None:
    table = calm().seat("red", at=3).seat("blue", at=3, favor=3).seat("yellow", at=2, favor=1).seat("purple", favor=4)
    table = table.site("steppe", warbands={"red": 1}).site("the_tribunal", warbands={"red": 1})
    play = played(table.site("plains", warbands={"red": 1}), "royal_tax", "adviser")
    assert play.has("red", FAVOR) == 2 + 1
    assert [play.has(seat, FAVOR) for seat in ("blue", "yellow", "purple")] == [1, 0, 4]


@pytest.mark.parametrize("holder", ["yellow", "blue"])
def test_council_seat_its_citizen_cannot_be_exiled(holder: str) -> None:
    table = (
        calm().turn(PURPLE).seat(PURPLE, favor=9).seat("yellow", role="citizen").seat(holder, advisers=["council_seat"])
    )
    rows = table.refusals("exile", other="yellow")
    assert rows == ([Refusal("9.2", f"{SEAT} protects yellow", SEAT)] if holder == "yellow" else [])


def test_council_seat_nor_by_themselves() -> None:
    play = calm().turn("yellow").seat("yellow", role="citizen", favor=9, advisers=["council_seat"]).play()
    assert "self-exile" not in play.offered
    assert ("9.2", SEAT) in [(row.clause, row.source) for row in play.refused["self-exile"]]


# -- campaigns that follow -----------------------------------------------------------------------------------------


def test_a_134_knights_errant_a_campaign_after_mustering_without_supply() -> None:
    table = calm().seat("red", at=3, favor=1, supply=1, advisers=["knights_errant"]).seat("blue", at=3)
    play = table.site("steppe", cards=["elders"]).play().answer("muster", "knights_errant")
    if play.asked[0] == "muster.card":
        play.answer("elders")
    assert play.asked == ("knights_errant.campaign", "red") and play.has("red", "warbands") == 2
    declare(play.answer("yes"), "blue", ["pawn"])
    assert play.state.players["red"].supply == 0


def test_knights_errant_without_being_used_gives_nothing() -> None:
    table = calm().seat("red", at=3, favor=1, advisers=["knights_errant"]).seat("blue", at=3)
    play = table.site("steppe", cards=["elders"]).play().answer("muster", "go-on")
    assert play.asked[0] == "act"


def test_hunting_party_after_the_whole_search_of_the_world_deck() -> None:
    table = calm().seat("red", at=3, warbands=2, advisers=["hunting_party"]).seat("blue", at=3)
    play = table.deck("a_small_favor", rest=False).play().answer("search", "hunting_party", "adviser")
    assert play.has("red", "warbands") == 6, "When Played comes first"
    assert play.asked == ("hunting_party.campaign", "red")
    assert play.answer("no").asked[0] == "act"


def test_hunting_party_not_after_a_search_of_a_pile() -> None:
    table = calm().seat("red", at=3, warbands=2, advisers=["hunting_party"]).seat("blue", at=3)
    table = table.pile("provinces", "elders").deck("wolves", rest=False)
    play = table.play().answer("search", "hunting_party", "provinces", "adviser")
    assert play.asked[0] == "act"


# -- Palanquin -----------------------------------------------------------------------------------------------------


def palanquin(**at_place: object) -> Table:
    return calm().seat("red", at=3, favor=1, advisers=["palanquin"]).seat("blue", at=3, **at_place)


def test_palanquin_takes_both_pawns_along_without_supply() -> None:
    play = palanquin().play().answer("power", "mountain")
    assert [play.state.players[seat].slot for seat in ("red", "blue")] == [1, 1]
    assert play.state.players["red"].supply == play.state.players["blue"].supply == 7


def test_palanquin_needs_another_pawn_here() -> None:
    rows = calm().seat("red", at=3, favor=1, advisers=["palanquin"]).refusals("power", card="palanquin")
    assert [row.clause for row in rows] == ["5.6.1"]


@pytest.mark.parametrize(("agrees", "slot"), [("yes", 1), ("no", 3)])
def test_faq_palanquin_1_under_toll_roads_only_if_the_other_pays(agrees: str, slot: int) -> None:
    table = palanquin(favor=1).site("mountain", cards=["toll_roads"], warbands={"yellow": 1})
    play = table.play().answer("power", "mountain")
    assert play.asked == ("travel.toll", "blue")
    play.answer(agrees)
    assert play.state.players["blue"].slot == slot
    if agrees == "no":
        assert play.asked[0] == "palanquin.site" and "site.mountain" not in play.offered


def test_faq_palanquin_2_at_the_shrouded_wood_its_ruler_picks_where_the_other_goes() -> None:
    table = calm().site("shrouded_wood", slot=3, warbands={"yellow": 1})
    table = table.seat("red", at=3, favor=1, advisers=["palanquin"]).seat("blue", at=3)
    play = table.play().answer("power", "mountain")
    assert play.asked == ("travel.made-to", "yellow")
    play.answer("plains")
    assert [play.state.players[seat].slot for seat in ("red", "blue")] == [1, 0]


def test_sneak_attack_and_others_are_told_in_the_log() -> None:
    """A campaign that follows is a whole one: its dice are asked for (10.2)."""
    table = calm().seat("red", at=3, favor=1, advisers=["knights_errant"]).seat("blue", at=3)
    play = table.site("steppe", cards=["elders"]).play().answer("muster", "knights_errant")
    play.answer("elders") if play.asked[0] == "muster.card" else None
    declare(play.answer("yes"), "blue", ["pawn"])
    roll(play, "00", "ss")
    assert play.asked[0] in ("campaign.banish", "act")
