"""Nomad: traveling, what comes of being played, secrets burned, piles moved, relics worshiped and locked."""

import pytest

from oathtools.procedures.machine import facts
from oathtools.table.state import DARKEST_SECRET, FAVOR, HIDDEN, SECRET
from tests.support.tables import Script, Table, a_table, down, unknown


def calm(players: int = 4) -> Table:
    """Nobody has the title, nobody takes it."""
    return a_table(players).oath("devotion").title(None)


def played(table: Table, card: str, to: str) -> Script:
    """Red searches, draws one card and plays it."""
    return table.deck(card, rest=False).play().answer("search", to)


# -- traveling -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("warbands", "free"), [(3, True), (4, False)])
def test_a_fast_steed_with_three_warbands_at_most(warbands: int, free: bool) -> None:
    table = calm().seat("red", at=3, favor=1, supply=0, warbands=warbands, advisers=["a_fast_steed"])
    table = table.seat("red", relics=["oracular_pig"], supply=0)
    assert ("travel" in table.play().offered) is free


def test_special_envoy_travels_free_and_the_act_phase_is_over() -> None:
    play = calm().seat("red", at=3, supply=0, advisers=["special_envoy"]).play().answer("travel", "deep_woods")
    assert play.state.players["red"].slot == 7 and play.state.turn != "red"


def test_hospitality_a_favor_of_a_suit_in_common() -> None:
    table = calm().seat("red", at=3, advisers=["hospitality", "keep"]).site("mountain", cards=["elders", "longbows"])
    play = table.play().answer("travel", "mountain")
    assert play.asked == ("hospitality.bank", "red") and set(play.offered) == {"none", "bank.nomad", "bank.order"}
    assert play.answer("bank.order").has("red", FAVOR) == 1


def test_a_132_hospitality_also_when_made_to_travel() -> None:
    """As FAQ Dragonskin Drum has it for a power that says the same; the one who travels may use it."""
    table = calm().seat("red", at=1, secrets=1, relics=["whistle"]).seat("blue", at=3, advisers=["hospitality"])
    table = table.site("mountain", cards=["elders"])
    play = table.play().answer("power", "blue")
    assert play.asked == ("hospitality.bank", "blue") and play.answer("bank.nomad").has("blue", FAVOR) == 1


def station(ruler: str, **red: object) -> Table:
    table = calm().seat("red", at=3, **{"supply": 0, "relics": ["oracular_pig"], **red})
    return table.site("mountain", cards=["way_station"], warbands={ruler: 1} if ruler else {})


def test_way_station_its_ruler_travels_there_without_supply() -> None:
    assert station("red").play().answer("travel").state.players["red"].slot == 1


def test_way_station_others_may_give_the_ruler_a_favor_instead() -> None:
    play = station("blue", favor=1).play().answer("travel")
    assert play.state.players["red"].slot == 1 and play.has("blue", FAVOR) == 1
    assert "travel" not in station("blue").play().offered


def test_way_station_the_chancellor_has_it_for_the_empire_and_bandits_burn_it() -> None:
    assert station("purple", favor=1).play().answer("travel").has("purple", FAVOR) == 1
    play = station("", favor=1).play()
    before = play.at("shared", FAVOR)
    assert play.answer("travel").at("shared", FAVOR) == before + 1


def test_way_station_at_a_facedown_site_has_no_ruler() -> None:
    """10.21: a map made by hand may have it there; nobody can be given the favor, so its modifier is not offered."""
    table = calm().map("plains", down("site.mountain")).seat("red", at=3, favor=1).site(1, cards=["way_station"])
    play = table.play()
    supply = play.state.players["red"].supply
    play.answer("travel", "cradle.2")
    assert play.state.players["red"].slot == 1 and play.has("red", FAVOR) == 1
    assert play.state.players["red"].supply < supply


# -- when played ---------------------------------------------------------------------------------------------------


def test_faithful_friend_4_supply() -> None:
    play = played(calm().seat("red", supply=3), "faithful_friend", "adviser")
    assert play.state.players["red"].supply == 1 + 4


def test_twin_brother_changes_places_with_anothers_faceup_nomad() -> None:
    table = calm().seat("red", advisers=["resettle"]).seat("blue", advisers=["elders", "keep"])
    play = played(table, "twin_brother", "adviser")
    assert play.asked == ("twin_brother.swap", "red") and play.offered == ["none", "denizen.elders"]
    play.answer("elders")
    assert "denizen.elders" in play.zone("advisers.red") and "denizen.twin_brother" in play.zone("advisers.blue")


def test_ancient_pact_the_darkest_secret_for_citizenship_and_a_relic() -> None:
    table = calm().banner("darkest_secret", "red", 2).reliquary("map", None, None, None)
    play = played(table, "ancient_pact", "adviser")
    assert play.asked == ("ancient_pact.citizen", "red")
    play.answer("yes")
    assert play.state.holders[DARKEST_SECRET] == "purple" and play.at(DARKEST_SECRET, SECRET) == 2
    assert play.zone("held.red") == ["relic.map"] and play.state.players["red"].role == "citizen"


def test_ancient_pact_the_banner_is_given_before_anything_else_comes_of_it() -> None:
    """It is given to become a Citizen (7.3.3), and so told; with it goes the title, once all is done (A-05)."""
    table = calm().title("red", usurper=True).banner("darkest_secret", "red", 2).reliquary("map", None, None, None)
    play = played(table, "ancient_pact", "adviser").answer("yes")
    told = [event.kind for event in play.events if event.kind in ("banner", "role", "take")]
    assert told == ["banner", "role", "take"]
    assert (play.state.oathkeeper, play.state.usurper) == ("purple", False)


def test_faq_ancient_pact_1_it_serves_no_citizen() -> None:
    table = calm().turn("yellow").seat("yellow", role="citizen").banner("darkest_secret", "yellow", 2)
    play = table.deck("ancient_pact", rest=False).play().answer("search", "adviser")
    assert play.asked[0] == "act" and play.state.holders[DARKEST_SECRET] == "yellow"


def test_faq_the_gathering_2_faq_the_gathering_3_from_the_chancellor_on_pawns_come_and_stay() -> None:
    table = calm().seat("red", at=3).seat("purple", at=0).seat("blue", at=0).seat("yellow", at=0)
    play = played(table, "the_gathering", "site.steppe")
    assert play.asked == ("the_gathering.come", "purple")
    play.answer("no")
    assert play.asked == ("the_gathering.come", "blue")
    play.answer("yes", "no")
    assert play.state.players["blue"].slot == 3 and play.asked == ("the_gathering.deal", "red")


def test_faq_the_gathering_1_any_number_of_exchanges_of_relics_and_advisers() -> None:
    table = calm().seat("red", at=3, favor=2, relics=["map"]).seat("blue", at=3, advisers=["elders"])
    play = played(table, "the_gathering", "site.steppe").answer("no", "no")
    assert play.asked == ("the_gathering.deal", "red")
    play.answer("blue", {FAVOR: 1}, {"denizen.elders": 1}, "yes")
    assert play.zone("advisers.red") == ["denizen.elders"] and play.has("blue", FAVOR) == 1
    assert play.asked == ("the_gathering.deal", "red"), "and once more"
    play.answer("none")
    assert play.asked == ("the_gathering.deal", "blue")
    assert play.answer("none").asked[0] == "act"


@pytest.mark.parametrize("given", [1, 2])
def test_a_126_which_facedown_advisers_are_given_is_asked_of_their_owner_alone(given: int) -> None:
    """10.11: the deal names how many; their owner picks which. All of them leave nothing to ask."""
    table = calm().seat("red", at=3, favor=2).seat("blue", at=3, advisers=[down("elders"), down("keep"), "tents"])
    play = played(table, "the_gathering", "site.steppe").answer("no", "no", "blue", {FAVOR: 1})
    play.answer({"facedown": given}, "yes")
    if given == 1:
        assert play.asked == ("exchange.facedown", "blue") and play.pending.private
        play.answer(["keep"])
    assert play.asked == ("the_gathering.deal", "red")
    assert play.zone("advisers.red") == ["denizen.elders", "denizen.keep"][-given:]


# -- Action and others ---------------------------------------------------------------------------------------------


def test_faq_ancient_binding_1_each_keeps_one_and_the_banner_keeps_its_own() -> None:
    table = calm().seat("red", secrets=4, advisers=["ancient_binding"]).seat("blue", secrets=3, hidden=1)
    play = table.banner("darkest_secret", "blue", 3).play().answer("power")
    assert play.asked == ("ancient_binding.keep", "blue")
    play.answer({SECRET: 1})
    assert play.has("red", SECRET) == 0 and play.at("ancient_binding", SECRET) == 1
    assert (play.has("blue", SECRET), play.has("blue", HIDDEN)) == (1, 0) and play.at(DARKEST_SECRET, SECRET) == 3


@pytest.mark.parametrize(("reading", "picks"), [("a", "blue"), ("b", "red")])
def test_a_139_ancient_binding_who_picks_the_face(reading: str, picks: str) -> None:
    table = calm().seat("red", secrets=4, advisers=["ancient_binding"]).seat("blue", secrets=3, hidden=1)
    play = table.reading("A-139", reading).play().answer("power")
    assert play.asked == ("ancient_binding.keep", picks) and play.pending.about == {"actor": "blue"}
    play.answer({HIDDEN: 1})
    assert (play.has("blue", SECRET), play.has("blue", HIDDEN)) == (0, 1)


def test_convoys_another_pile_on_top_of_ones_own() -> None:
    table = calm().seat("red", at=0, favor=1).site("plains", cards=["convoys"]).pile("cradle", "keep")
    play = table.pile("provinces", "elders", "tents").play().answer("power")
    assert play.zone("discard.cradle") == ["denizen.elders", "denizen.tents", "denizen.keep"]
    bare = calm().seat("red", at=0, favor=1).site("plains", cards=["convoys"]).pile("cradle", "keep")
    assert [row.clause for row in bare.refusals("power", card="convoys")] == ["7.3.2"]


def bloodline(ruler: str = "blue") -> Table:
    table = calm().seat("blue", advisers=["ancient_bloodline"]).seat("red", at=4, favor=6, secrets=4)
    return table.site("ancient_city", cards=["elders"], relics=[unknown("relic")], warbands={ruler: 1})


def test_faq_ancient_bloodline_1_relics_there_are_out_of_reach() -> None:
    table = bloodline().seat("red", advisers=["relic_breaker"])
    relic = table.built().zone("relics.4")[0]
    assert table.refusals("power", card="relic_breaker") == [
        ("7.3.2", "no facedown relic at the site of red can be moved", "denizen.relic_breaker"),
        ("10.16", f"denizen.ancient_bloodline locks {relic} for enemies of blue", "denizen.ancient_bloodline"),
    ]
    free = bloodline("yellow").seat("red", advisers=["relic_breaker"])
    assert free.refusals("power", card="relic_breaker") == []


def test_faq_ancient_bloodline_2_at_all_times_denizens_are_locked_for_enemies() -> None:
    game = bloodline().game()
    assert facts.is_locked(game, "denizen.elders"), "in Red's turn"
    game.frame.actor = "blue"
    assert not facts.is_locked(game, "denizen.elders"), "not for its holder"
    other = bloodline("yellow").game()
    assert not facts.is_locked(other, "denizen.elders")


@pytest.mark.parametrize(("advisers", "supply"), [([], 3), (["relic_worship"], 6)])
def test_a_111_relic_worship_rewards_a_relic_won_from_a_homeland(advisers: list[str], supply: int) -> None:
    """11.2: 2 of 5 Supply are spent on the search (5.1)."""
    table = a_table().seat("red", at="deep_woods", supply=5, advisers=advisers).site("deep_woods", relics=["map"])
    play = table.deck("wolves", rest=False).play().answer("search", "site.deep_woods")
    assert (play.zone("held.red"), play.state.players["red"].supply) == (["relic.map"], supply)


def test_relic_worship_3_supply_for_a_relic_recovered() -> None:
    table = calm().seat("red", at=0, favor=6, secrets=6, supply=4, advisers=["relic_worship"])
    table = table.site("buried_giant", slot=0, relics=["map"])
    play = table.play()
    if "recover" not in play.offered:
        pytest.skip("the site lists no price")
    play.answer("recover", "relic_worship")
    while play.asked[0].startswith("recover"):
        play.answer(play.offered[0])
    assert play.zone("held.red") == ["relic.map"] and play.state.players["red"].supply == 6
