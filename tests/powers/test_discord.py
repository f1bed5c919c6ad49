"""Gossip, Boiling Lake, Relic Thief, Salt the Earth, False Prophet, Insomnia and Naysayers, with their FAQ."""

from random import Random
from typing import Any

import pytest

from oathtools import catalog
from oathtools.engine.driver import Driver
from oathtools.powers import load
from oathtools.procedures.actions.play import DISCARD, FACEDOWN
from oathtools.procedures.glossary import taking
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.world import first_game_world, opening, seats_for
from oathtools.procedures.turn import program
from oathtools.procedures.victory import check as victory
from oathtools.table.state import CITIZEN, EXILE, FAVOR, HIDDEN, PURPLE, SECRET
from tests.battles import campaign, declare, roll, war
from tests.support.tables import Lay, Script, Table, a_table, down, the, unknown

GO_ON = "go-on"
GOSSIP, LAKE, THIEF = "denizen.gossip", "denizen.boiling_lake", "denizen.relic_thief"
SALT, PROPHET, INSOMNIA = "denizen.salt_the_earth", "denizen.false_prophet", "denizen.insomnia"

# -- Gossip ------------------------------------------------------------------------------------------------------


def gossip(ruler: str | None, card: Lay = "longbows") -> Table:
    table = a_table().site("mountain", cards=[GOSSIP]).deck(card, rest=False)
    return table.site("mountain", warbands={ruler: 1}) if ruler else table


@pytest.mark.parametrize("ruler", ["blue", PURPLE, None])
def test_faq_gossip_2_enemies_cannot_play_facedown(ruler: str | None) -> None:
    """FAQ 2: under bandits nobody can."""
    play = gossip(ruler).play().answer("search")
    assert play.refuses(FACEDOWN) == [("9.2", f"{GOSSIP} does not let enemies of its ruler play facedown")]


def test_gossip_not_for_friends() -> None:
    assert FACEDOWN in gossip("red").play().answer("search").offered
    assert FACEDOWN in gossip(PURPLE).seat("red", role="citizen").play().answer("search").offered


def test_faq_gossip_1_a_card_that_cannot_go_up_is_discarded() -> None:
    """A Vision drawn by the Chancellor."""
    table = gossip("red", "vision.faith").turn(PURPLE)
    assert table.play().answer("search").offered == [DISCARD]


def test_faq_gossip_3_advisers_that_lie_facedown_stay() -> None:
    table = gossip("blue").seat("red", advisers=[down("elders")])
    play = table.play()
    assert play.zone("advisers.red") == [the("elders")] and play.state.is_facedown(the("elders"))
    assert table.refusals("play", card="elders", to="adviser") == []


def test_faq_gossip_4_setup_is_left_alone() -> None:
    """1.23.2 lays advisers facedown by itself."""
    world = first_game_world()
    up = next(slot for slot, site in enumerate(world.map) if not site.facedown)
    sites = [site._replace(cards=(GOSSIP,)) if slot == up else site for slot, site in enumerate(world.map)]
    game = Game(
        opening(world._replace(map=tuple(sites)), seats_for([("Ann", None, False), ("Bo", None, False)], ())), load()
    )
    driver = Driver(lambda: program(game))
    driver.start()
    rng = Random(1)
    while driver.pending is not None and game.state.phase == "setup":
        driver.answer(driver.pending.random(rng))
    assert GOSSIP in facts.in_force(game)
    assert all(game.state.is_facedown(game.state.zone(f"advisers.{seat}")[0]) for seat in game.state.seats)


# -- Boiling Lake ------------------------------------------------------------------------------------------------


def lake(ruler: str | None = None, **red: int) -> Table:
    table = a_table().site("steppe", cards=[LAKE]).seat("red", at="the_tribunal", **red)
    return table.site("steppe", warbands={ruler: 1}) if ruler else table


@pytest.mark.parametrize(("warbands", "left"), [(0, 0), (1, 0), (2, 0), (5, 3)])
def test_boiling_lake_kills_two_warbands_if_able(warbands: int, left: int) -> None:
    play = lake(warbands=warbands).play().answer("travel", "steppe")
    assert play.has("red", "warbands") == left and play.at("stock.red", "red") == 14 - left


def test_boiling_lake_not_for_its_ruler() -> None:
    assert lake("red", warbands=2).play().answer("travel", "steppe").has("red", "warbands") == 2
    assert lake("blue", warbands=2).play().answer("travel", "steppe").has("red", "warbands") == 0


def test_boiling_lake_a_citizen_rules_what_is_imperial() -> None:
    table = lake(PURPLE).seat("red", role="citizen", warbands=2)
    assert table.play().answer("travel", "steppe").has("red", "warbands") == 2
    table = lake("blue").seat("red", role="citizen", warbands=3)
    play = table.play().answer("travel", "steppe")
    assert play.has("red", "warbands") == 1 and play.at("stock.purple", PURPLE) == 24 - 1


def test_boiling_lake_only_who_travels_there() -> None:
    assert lake(warbands=2).play().answer("travel", "ancient_city").has("red", "warbands") == 2
    assert lake(warbands=2).seat("red", at="steppe").play().answer("travel", "plains").has("red", "warbands") == 2


def test_faq_boiling_lake_1_one_who_is_banished_there() -> None:
    """A-132: made to travel, one loses them too."""
    table = war().site("mountain", cards=[LAKE]).seat("red", warbands=4).seat("blue", warbands=3)
    play = campaign(table.play(), "blue", ["pawn"], 4)
    roll(play, "00", "ssss")
    while play.asked[0] != "campaign.banish":
        play.default()
    play.answer("yes", "mountain")
    assert play.state.players["blue"].slot == 1
    assert play.has("blue", "warbands") == 0, "half of three died, and then the two that were left"


# -- Relic Thief -------------------------------------------------------------------------------------------------


def theft(*relics: str, at: str = "mountain", **blue: int) -> Table:
    """Red recovers a relic at the Mountain (burn two favor); Blue has Relic Thief."""
    told = {"favor": 1, "secrets": 1, **blue}
    table = a_table().site("mountain", relics=relics or ["map"]).seat("red", at="mountain", favor=4)
    return table.seat("blue", at=at, advisers=[THIEF], **told)


def recovered(table: Table) -> Script:
    return table.play().answer("recover", "relic-1")


def test_faq_relic_thief_1_is_asked_and_paid_right_after_a_relic_was_taken() -> None:
    """10.2. FAQ 1: it is paid then, outside one's turn (A-64)."""
    play = recovered(theft())
    assert play.asked == ("relic_thief.use", "blue") and play.zone("held.red") == ["relic.map"]
    play.answer("yes")
    assert play.asked == ("relic_thief.defense-roll", "blue") and play.pending.high == 1
    assert (play.at("bank.discord", FAVOR), play.has("blue", FAVOR)) == (4, 0)
    assert (play.has("blue", SECRET), play.has("blue", HIDDEN), play.at(THIEF, FAVOR)) == (0, 1, 0)


@pytest.mark.parametrize(
    ("face", "thief"), [("blank", True), ("doubler", True), ("shield", False), ("two_shields", False)]
)
def test_relic_thief_no_shield_takes_it(face: str, thief: bool) -> None:
    play = recovered(theft()).answer("yes", [face])
    assert play.zone("held.blue" if thief else "held.red") == ["relic.map"]
    assert play.zone("held.red" if thief else "held.blue") == []


def test_relic_thief_may_be_left_alone() -> None:
    play = recovered(theft()).default()
    assert play.zone("held.red") == ["relic.map"] and play.has("blue", FAVOR) == 1 and play.asked[0] == "act"


@pytest.mark.parametrize("blue", [{"at": "steppe"}, {"favor": 0}, {"secrets": 0}, {"secrets": 0, "hidden": 1}])
def test_relic_thief_only_in_the_region_and_with_its_cost(blue: dict[str, Any]) -> None:
    assert recovered(theft(**blue)).asked[0] == "act"


def test_relic_thief_facedown_does_nothing() -> None:
    table = a_table().site("mountain", relics=["map"]).seat("red", at="mountain", favor=2)
    table.seat("blue", favor=1, secrets=1, advisers=[down(THIEF)])
    assert recovered(table).zone("held.red") == ["relic.map"]


def test_2_8_3_bandits_who_rule_relic_thief_are_no_player_and_take_nothing() -> None:
    table = a_table().site("mountain", relics=["map"]).site("plains", cards=[THIEF])
    play = recovered(table.seat("red", at="mountain", favor=4))
    assert play.asked[0] == "act" and play.zone("held.red") == ["relic.map"]


def test_relic_thief_ones_own_taking_is_no_prey() -> None:
    table = a_table().site("mountain", relics=["map"])
    table.seat("red", at="mountain", favor=3, secrets=1, advisers=[THIEF])
    assert recovered(table).asked[0] == "act"


@pytest.mark.parametrize(("secrets", "asked"), [(0, "relic_thief.use"), (1, "act")])
def test_7_1_2_relic_thief_in_ones_own_turn_not_while_it_is_occupied(secrets: int, asked: str) -> None:
    """Blue answers Red's campaign with Sneak Attack and takes a relic in Red's turn."""
    table = war().seat("red", relics=["map"], advisers=[THIEF], favor=1, secrets=1).on(THIEF, secrets=secrets)
    table.seat("blue", warbands=9, advisers=["sneak_attack"])
    play = roll(campaign(table.play(), "blue", ["pawn"], 0), "00").answer("yes")
    play = roll(declare(play, None, ["map"], 9), "000", "s" * 9)
    assert play.zone("held.blue") == ["relic.map"] and play.asked == (asked, "red")


def robbed(*, relics: tuple[str, ...] = ("map", "cup_of_plenty")) -> Script:
    """Red beats Yellow at the Steppe and takes relics; Blue's Relic Thief stands in the region."""
    table = a_table().oath("devotion").title(None).seat("red", at="steppe", warbands=9)
    table.seat("yellow", at="steppe", relics=relics)
    table.seat("blue", at="the_tribunal", advisers=[THIEF], favor=1, secrets=1)
    play = campaign(table.play(), "yellow", [f"relic.{each}" for each in relics], 9)
    dice = sum(_dice(each) for each in relics)
    return roll(play, "0" * dice, "s" * 9)


def _dice(relic: str) -> int:
    return catalog.relic(f"relic.{relic}").defense_dice


def test_faq_relic_thief_5_one_roll_for_all_of_them() -> None:
    play = robbed()
    assert play.asked == ("relic_thief.use", "blue")
    play.answer("yes")
    assert play.pending.high == 2
    one = robbed().answer("yes", ["blank", "shield"])
    assert len(one.zone("held.red")) == 2
    both = robbed().answer("yes", ["blank", "doubler"])
    assert both.zone("held.blue") == ["relic.map", "relic.cup_of_plenty"]


def test_faq_relic_thief_2_on_one_who_has_just_taken_from_its_owner() -> None:
    table = war().seat("red", warbands=9).seat("blue", relics=["map"], advisers=[THIEF], favor=1, secrets=1)
    play = roll(campaign(table.play(), "blue", ["relic.map"], 9), "0" * _dice("map"), "s" * 9)
    assert play.asked == ("relic_thief.use", "blue")
    assert play.answer("yes", ["blank"]).zone("held.blue") == ["relic.map"]


def test_faq_relic_thief_3_gifts_are_not_taken() -> None:
    """A-126."""
    table = a_table().turn(PURPLE).seat("blue", advisers=[THIEF], favor=1, secrets=1).seat("red", relics=["map"])
    play = table.play().answer("offer", "red", "reliquary-1", [], {}, {"relic.map": 1}, "yes")
    if play.asked[0] == "face":
        play.answer("ivory_eye")
    assert "relic.map" in play.zone("held.purple") and play.asked[0] == "act"


def test_faq_relic_thief_4_the_title_follows_each_taking() -> None:
    """A-05: it leaves its holder for an instant, and comes back on its Oathkeeper side (A-06)."""
    table = theft().oath("protection").title("blue", usurper=True)
    play = recovered(table.seat("red", relics=["horned_mask"]).seat("blue", relics=["cup_of_plenty"]))
    assert play.asked[0] == "relic_thief.use" and play.state.oathkeeper == "red", "two relics are the most"
    play.answer("yes", ["blank"])
    assert (play.state.oathkeeper, play.state.usurper) == ("blue", False)


def test_a_111_relic_thief_answers_a_relic_won_from_a_homeland() -> None:
    """A-111: it counts as a taking."""
    table = a_table().seat("red", at="deep_woods").site("deep_woods", relics=["map"]).deck("wolves", rest=False)
    table.seat("blue", at="deep_woods", advisers=[THIEF], favor=1, secrets=1)
    play = table.play().answer("search", "site.deep_woods")
    assert play.asked == ("relic_thief.use", "blue")


def test_relic_thief_what_cannot_be_taken_stays() -> None:
    """A-123."""
    table = theft().seat("red", advisers=["lost_tongue"])
    assert recovered(table).asked[0] == "act"


def test_relic_thief_replays() -> None:
    play = recovered(theft()).answer("yes", ["blank"])
    assert play.replayed() == play.state


# -- Salt the Earth ----------------------------------------------------------------------------------------------


def salting(site: str, *cards: Lay, **more: object) -> Script:
    table = a_table().seat("red", at=site).site(site, cards=cards, **more).deck(SALT, rest=False)
    return table.play().answer("search")


def test_salt_the_earth_at_a_full_site() -> None:
    play = salting("mountain", "longbows", "wolves").answer("site.mountain")
    assert play.asked[0] == "discard.order"
    play.default()
    assert play.zone("cards.1") == [SALT]
    assert play.zone("discard.provinces") == ["denizen.wolves", "denizen.longbows"]


def test_salt_the_earth_the_site_has_room_for_one_from_now_on() -> None:
    table = a_table().seat("red", at="plains").site("plains", cards=[SALT]).deck("longbows", rest=False)
    play = table.play().answer("search")
    assert play.refuses("site.plains") == [("5.1.4.1", "site.plains holds 1 card and has room for 1")]


def test_salt_the_earth_not_where_a_card_is_locked() -> None:
    play = salting("mountain", "longbows", "sacred_ground")
    assert play.refuses("site.mountain") == [("9.2", "denizen.sacred_ground is locked there")]
    play = salting("plains", "hall_of_mockery")
    assert play.refuses("site.plains") == [("9.2", "edifice.hall_of_mockery is locked there")]


def test_9_2_salt_the_earth_not_where_a_relic_counts_as_locked() -> None:
    """FAQ Ancient Bloodline: for its enemies the relic there is a locked card; the second card is named as well."""
    for ruler, refused in (("blue", ["9.2", "10.16"]), ("yellow", [])):
        table = a_table().seat("red", at=3, advisers=[down(SALT)]).seat("blue", advisers=["ancient_bloodline"])
        table.site(3, relics=[unknown("relic")], warbands={ruler: 1})
        found = table.refusals("play", card=SALT, to="site.steppe")
        assert [row.clause for row in found] == refused
        assert [row.source for row in found] == [SALT, "denizen.ancient_bloodline"][: len(found)]


def test_faq_salt_the_earth_1_the_drowned_city() -> None:
    table = a_table().site("drowned_city", slot=3).seat("red", at=3).deck(SALT, rest=False)
    play = table.play().answer("search", "site.drowned_city")
    assert play.zone("cards.3") == [SALT]
    assert taking.capacity(play.game, 3, "red") == 1


def test_faq_salt_the_earth_3_no_facedown_site() -> None:
    """With the People's Favor one plays anywhere in the region, but not there."""
    table = a_table().map("plains", down("site.mine")).seat("red", at=0).banner("peoples_favor", "red")
    play = table.deck(SALT, rest=False).play().answer("search")
    assert "site.plains" in play.offered and "cradle.2" not in play.pending.options


def test_salt_the_earth_other_cards_still_need_room() -> None:
    table = a_table().seat("red", at="mountain").site("mountain", cards=["longbows", "wolves"])
    play = table.deck("elders", rest=False).play().answer("search")
    assert play.refuses("site.mountain") == [("5.1.4.1", "site.mountain holds 2 cards and has room for 2")]


def test_salt_the_earth_an_unknown_card_may_be_it() -> None:
    table = a_table().seat("red", at="mountain").site("mountain", cards=["longbows", "wolves"])
    told = ["denizen"] * 3
    table.pool("elders", "tents", "keep", "salt_the_earth", "scouts")
    play = table.play().answer("search", told)
    play.answer(play.offered[0]) if play.asked[0] == "search.keep" else None
    while play.asked[0] != "play.to":
        play.default()
    assert "site.mountain" in play.offered
    play.answer("site.mountain")
    assert play.asked[0] == "face" and play.refuses("denizen.elders")
    assert play.refuses(SALT) == []


def test_salt_the_earth_facedown_is_harmless() -> None:
    play = salting("mountain", "longbows").answer(FACEDOWN)
    assert play.zone("cards.1") == ["denizen.longbows"]


# -- False Prophet -----------------------------------------------------------------------------------------------


def prophecy(**red: int) -> Table:
    """Red plays False Prophet; Blue and Yellow have revealed Visions."""
    told = {"bank": 5, **red}
    table = a_table().visions(3).seat("red", at="steppe", **told).deck(PROPHET, rest=False)
    return table.seat("blue", vision="vision.conquest").seat("yellow", vision="vision.faith")


def prophet(vision: str = "vision.conquest", **red: int) -> Table:
    """Red's warband stands on a Vision already."""
    table = a_table().visions(3).seat("red", at="steppe", advisers=[PROPHET], **red)
    table.seat("blue", vision=vision)
    table.do.move("red", 1, "stock.red", vision, ())
    return table


def test_false_prophet_sets_a_warband_on_a_revealed_vision() -> None:
    play = prophecy().play().answer("search", "adviser")
    assert play.asked == ("false_prophet.vision", "red")
    assert play.offered == ["vision.conquest", "vision.faith"]
    play.answer("vision.faith")
    assert (play.at("vision.faith", "red"), play.at("stock.red", "red"), play.has("red", "warbands")) == (1, 4, 0)
    assert facts.revealed_visions(play.game, "red") == ("vision.faith",)


def test_false_prophet_wins_by_that_vision() -> None:
    """3.2: revealed for its holder as well."""
    game = prophet().site("plains", warbands={"red": 1}).game()
    verdict = victory.at_wake(game, "red")
    assert verdict.winner == "red" and verdict.how == "visionary"
    assert victory.at_wake(game, "blue").winner is None


def test_false_prophet_beside_a_vision_of_ones_own() -> None:
    table = prophet().seat("red", vision="vision.rebellion").banner("peoples_favor", "red")
    game = table.game()
    assert facts.revealed_visions(game, "red") == ("vision.rebellion", "vision.conquest")
    assert victory.at_wake(game, "red").winner == "red"


def test_a_15_two_exiles_with_the_same_vision_revealed() -> None:
    """A-02: both cannot have the most."""
    game = prophet().site("plains", warbands={"red": 1}).site("mountain", warbands={"blue": 1}).game()
    assert victory.at_wake(game, "red").winner is None and victory.at_wake(game, "blue").winner is None


def test_false_prophet_without_a_revealed_vision_or_without_warbands() -> None:
    """7.1.3: as much of it as can be."""
    play = a_table().deck(PROPHET, rest=False).play().answer("search", "adviser")
    assert play.asked[0] == "act" and play.has("red", "warbands") == 1
    play = prophecy(bank=0).play().answer("search", "adviser")
    assert play.asked[0] == "act" and play.at("vision.conquest", "red") == 0


def test_false_prophet_exiles_only() -> None:
    play = prophecy(bank=14).seat("red", role="citizen").play().answer("search", "adviser")
    assert play.asked[0] == "act" and play.at("vision.faith", PURPLE) == 0


def test_false_prophet_when_the_vision_is_discarded() -> None:
    """Its holder kills the warband and plays or discards the Vision, though it is not their turn."""
    table = prophet().turn("blue").seat("blue", advisers=[down("vision.faith")])
    play = table.play().answer("play", "vision.faith", "vision")
    assert play.asked == ("play.to", "red") and play.zone("hand.red") == ["vision.conquest"]
    assert play.at("stock.red", "red") == 14
    assert play.offered == ["adviser-facedown", "vision", "discard"]
    play.answer("vision")
    assert play.zone("vision.red") == ["vision.conquest"] and play.zone("vision.blue") == ["vision.faith"]
    assert play.asked == ("act", "blue")


@pytest.mark.parametrize(("answer", "zone"), [("discard", "discard.hinterland"), ("adviser-facedown", "advisers.red")])
def test_false_prophet_the_vision_may_be_discarded_or_hidden(answer: str, zone: str) -> None:
    """10.5: its own pawn decides the pile."""
    table = prophet().turn("blue").seat("blue", advisers=[down("vision.faith")])
    play = table.play().answer("play", "vision.faith", "vision", answer)
    assert "vision.conquest" in play.zone(zone)


def test_false_prophet_discards_as_in_a_search() -> None:
    """5.1.4: as if its holder had searched, so Cracked Horn may bury the Vision (as FAQ Oracle has it)."""
    table = prophet().turn("blue").seat("blue", advisers=[down("vision.faith")]).seat("red", relics=["cracked_horn"])
    play = table.play().answer("play", "vision.faith", "vision")
    assert play.asked == ("search.modifier", "red")
    assert play.answer("cracked_horn", "discard").zone("world.bottom") == ["vision.conquest"]


def test_a_109_the_owner_becomes_a_citizen() -> None:
    table = prophet().turn("blue").deck("long_lost_heir", rest=False)
    play = table.play().answer("search", "adviser", "yes")
    assert play.state.players["blue"].role == CITIZEN and play.asked == ("play.to", "red")


def test_faq_false_prophet_1_the_holder_becomes_a_citizen() -> None:
    """A-109: warband and access stay, but a Citizen does not win by a Vision."""
    table = prophet().site("plains", warbands={"red": 1}).deck("long_lost_heir", rest=False)
    play = table.play().answer("search", "adviser", "yes")
    assert play.state.players["red"].role == CITIZEN
    assert play.at("vision.conquest", "red") == 1
    assert facts.revealed_visions(play.game, "red") == ("vision.conquest",)
    assert victory.at_wake(play.game, "red").winner is None
    play.state.players["red"].role = EXILE
    play.state.pieces["slot.0"] = {"red": 1}
    assert victory.at_wake(play.game, "red").winner == "red"


def test_false_prophet_other_discards_are_none_of_its_business() -> None:
    table = prophet().turn("yellow").seat("yellow", vision="vision.faith", advisers=[down("vision.sanctuary")])
    assert table.play().answer("play", "vision.sanctuary", "vision").asked == ("act", "yellow")


# -- Insomnia ----------------------------------------------------------------------------------------------------


def sleepless(*row: Lay) -> Script:
    return a_table().seat("red", at=2, advisers=row).deck(INSOMNIA, rest=False).play().answer("search")


@pytest.mark.parametrize(("others", "gone"), [(1, 0), (2, 1), (3, 2)])
def test_insomnia_two_advisers_at_most(others: int, gone: int) -> None:
    """7.6.4."""
    play = sleepless(*("longbows", "wolves", "alchemist")[:others]).answer("adviser")
    if gone:
        assert (play.asked[0], play.pending.low) == ("play.replace", gone)
    else:
        assert play.asked[0] == "act"


def test_insomnia_limits_what_comes_later() -> None:
    table = a_table().seat("red", at=2, advisers=[INSOMNIA, "longbows"]).deck("wolves", rest=False)
    play = table.play().answer("search", "adviser")
    assert (play.asked[0], play.offered) == ("play.replace", ["denizen.longbows"]), "it is locked itself"


def test_faq_insomnia_1_not_over_two_locked_ones() -> None:
    play = sleepless("long_lost_heir", "lost_tongue", "vow_of_poverty")
    assert play.refuses("adviser") == [("9.2", "the row holds 3 advisers of 2 and too few of them can be discarded")]
    assert "adviser" in sleepless("long_lost_heir", "longbows", "wolves").offered
    assert "adviser" not in sleepless("long_lost_heir", "vow_of_poverty").offered


def test_insomnia_rest_a_secret() -> None:
    play = a_table().seat("red", advisers=[INSOMNIA]).play().answer("end", INSOMNIA)
    assert play.has("red", SECRET) == 1 and play.state.turn == "blue"
    assert a_table().seat("red", advisers=[INSOMNIA]).play().answer("end").default().has("red", SECRET) == 0


@pytest.mark.parametrize("adviser", [down(INSOMNIA), unknown("denizen")])
def test_insomnia_facedown_does_nothing(adviser: Lay) -> None:
    assert a_table().seat("red", advisers=[adviser]).play().answer("end").state.turn == "blue"


# -- Naysayers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("holder", "usurper"), [("blue", False), ("blue", True), ("red", False)])
def test_faq_naysayers_1_a_favor_from_the_chancellor(holder: str, usurper: bool) -> None:
    """FAQ 1: one's own title counts while one is an Exile."""
    table = a_table().title(holder, usurper=usurper).seat("red", advisers=["naysayers"]).seat(PURPLE, favor=2)
    table.oath("people")
    play = table.play().answer("end", "naysayers")
    assert (play.has("red", FAVOR), play.has(PURPLE, FAVOR)) == (1, 1)


@pytest.mark.parametrize("holder", [PURPLE, "red"])
def test_naysayers_not_under_an_imperial_oathkeeper(holder: str) -> None:
    table = a_table().title(holder).oath("people").seat("red", role="citizen", advisers=["naysayers"])
    play = table.seat(PURPLE, favor=2).play().answer("end")
    assert play.state.turn == "blue" and play.has("red", FAVOR) == 0


# -- Silver Tongue, A Small Favor --------------------------------------------------------------------------------

TONGUE = "denizen.silver_tongue"


def silver(*cards: Lay) -> Script:
    table = a_table().seat("red", at="plains", advisers=[TONGUE]).site("plains", cards=cards)
    return table.play().answer("end")


def test_silver_tongue_a_favor_from_a_bank_that_matches_a_card_here() -> None:
    play = silver("longbows", "wolves", "hall_of_mockery").answer(TONGUE)
    assert play.offered == ["bank.order", "bank.beast"]
    assert play.answer("bank.beast").has("red", FAVOR) == 1


def test_silver_tongue_not_without_a_suited_card() -> None:
    play = silver("hall_of_mockery")
    assert play.state.turn == "blue" and play.has("red", FAVOR) == 0


def test_faq_silver_tongue_1_not_over_two_locked_ones() -> None:
    table = a_table().seat("red", at=2, advisers=["long_lost_heir", "vow_of_poverty"]).deck(TONGUE, rest=False)
    play = table.play().answer("search")
    assert play.refuses("adviser") == [("9.2", "the row holds 2 advisers of 2 and too few of them can be discarded")]


@pytest.mark.parametrize(("bank", "gained"), [(14, 4), (3, 3)])
def test_a_small_favor_four_warbands(bank: int, gained: int) -> None:
    table = a_table().seat("red", bank=bank).deck("a_small_favor", rest=False)
    assert table.play().answer("search", "adviser").has("red", "warbands") == gained
    assert table.play().answer("search", FACEDOWN).has("red", "warbands") == 0
