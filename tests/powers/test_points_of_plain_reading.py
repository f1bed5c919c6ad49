"""Open points from A-178, and those of older ones that have come by a second reading: what each reading does."""

import pytest

from oathtools import catalog
from oathtools.engine.decision import failed
from oathtools.procedures.adjudicate import why
from oathtools.procedures.glossary.taking import may_move
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.frame import Cost, Item
from oathtools.procedures.machine.request import Request, cost_words
from oathtools.render.game.question import idle_notes
from oathtools.render.names import Names
from oathtools.table.state import DARKEST_SECRET, FAVOR, PEOPLES_FAVOR, SECRET
from oathtools.table.views import View
from tests.battles import GO_ON, campaign, pools, roll, war
from tests.support.tables import Script, Table, a_table, down, unknown

EACH = pytest.mark.parametrize("reading", ["a", "b"])


def calm(players: int = 4) -> Table:
    """Nobody has the title, nobody takes it."""
    return a_table(players).oath("devotion").title(None)


def lost(play: Script) -> Script:
    """The defender has no shield, and the attacker four swords."""
    return roll(play, "0" * pools(play)[1], "ssss")


# -- older points --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "legal"), [("a", False), ("b", True)])
def test_a_35_a_search_of_an_empty_pile(reading: str, legal: bool) -> None:
    refused = calm().reading("A-35", reading).seat("red", at=5).refusals("search", source="hinterland")
    assert [(row.clause, row.because) for row in refused] == ([] if legal else [("5.1.2", "no card is left there")])


def test_a_35_b_an_empty_pile_brings_nothing() -> None:
    play = calm().reading("A-35", "b").seat("red", at=5).play().answer("search", "hinterland")
    assert play.asked == ("act", "red") and play.state.players["red"].supply == 5


@pytest.mark.parametrize(("reading", "blue", "yellow"), [("a", 1, 1), ("b", 1, 0)])
def test_a_79_a_toll_where_two_rule(reading: str, blue: int, yellow: int) -> None:
    """10.21: both rule the Steppe and the Toll Roads that lie there."""
    table = calm().reading("A-79", reading).seat("red", at=4, favor=3).seat("blue").seat("yellow")
    table = table.site(3, warbands={"blue": 1, "yellow": 1}, cards=["toll_roads"])
    play = table.play().answer("travel", "steppe")
    assert (play.has("blue", FAVOR), play.has("yellow", FAVOR)) == (blue, yellow)


@pytest.mark.parametrize(("reading", "attack"), [("a", 4), ("b", 3)])
def test_a_108_bandits_and_a_cost_that_is_added(reading: str, attack: int) -> None:
    """5.5.3: Longbows cost nothing, and Insect Swarm adds a favor."""
    table = war().reading("A-108", reading).seat("red", warbands=4, advisers=["insect_swarm"])
    play = campaign(table.site("steppe", cards=["longbows"]).play(), "bandits", ["steppe"])
    assert pools(play)[0] == attack


@pytest.mark.parametrize(("reading", "first"), [("a", "white"), ("b", "blue")])
def test_a_136_who_answers_first(reading: str, first: str) -> None:
    """Yellow's turn: from Yellow on it is White who comes first, from the Chancellor on it is Blue."""
    table = a_table(5).oath("devotion").title(None).turn("yellow").reading("A-136", reading)
    table = table.seat("yellow", at=3, warbands=4).seat("red", at=3)
    table = table.seat("blue", advisers=["herald"]).seat("white", advisers=["sneak_attack"], at=3, warbands=3)
    play = roll(campaign(table.play(), "red", ["pawn"]), "00", "hhhh").answer("no")
    assert play.asked == (("sneak_attack.campaign", "white") if first == "white" else ("herald.bank", "blue"))


# -- Vows ----------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "got"), [("a", 2), ("b", 0)])
def test_a_178_the_favor_of_a_banner_that_is_seized(reading: str, got: int) -> None:
    """2.5.3: two favor of the People's Favor."""
    table = war().reading("A-178", reading).seat("red", warbands=4).seat("yellow", advisers=["vow_of_renewal"])
    table = table.banner(PEOPLES_FAVOR, "blue", 4)
    play = lost(campaign(table.play(), "blue", [PEOPLES_FAVOR]))
    assert (play.has("yellow", FAVOR), play.at(PEOPLES_FAVOR, FAVOR)) == (got, 2)


@EACH
def test_a_178_other_favor_that_would_burn_is_taken_whatever_is_read(reading: str) -> None:
    table = war().reading("A-178", reading).seat("red", warbands=4).seat("blue", favor=4)
    table = table.seat("yellow", advisers=["vow_of_renewal"])
    play = lost(campaign(table.play(), "blue", ["pawn"])).answer("no", "yes")
    assert (play.has("blue", FAVOR), play.has("yellow", FAVOR)) == (2, 2)


@pytest.mark.parametrize(("reading", "secrets"), [("a", 3), ("b", 0)])
def test_a_186_revelation_under_vow_of_renewal(reading: str, secrets: int) -> None:
    """Red burns three favor that Yellow takes."""
    table = calm().reading("A-186", reading).seat("red", favor=3, advisers=[down("revelation")])
    table = table.seat("yellow", advisers=["vow_of_renewal"])
    play = table.play().answer("play", "revelation", "adviser")
    assert play.asked == ("revelation.favor", "red")
    play.answer(3)
    assert (play.has("red", SECRET), play.has("yellow", FAVOR)) == (secrets, 3)


@EACH
def test_a_186_without_the_vow_it_brings_secrets_whatever_is_read(reading: str) -> None:
    table = calm().reading("A-186", reading).seat("red", favor=3, advisers=[down("revelation")])
    assert table.play().answer("play", "revelation", "adviser", 2).has("red", SECRET) == 2


def test_a_189_no_vow_comes_to_a_site() -> None:
    """7.2.1, 7.2.2: it is for advisers only, and locked."""
    table = (
        calm().seat("red", at=3, favor=2, advisers=["vow_of_peace", "homesteaders"]).site("steppe", cards=["elders"])
    )
    game = table.game()
    for vow in ("denizen.vow_of_peace", "denizen.vow_of_renewal", "denizen.vow_of_silence"):
        assert catalog.card(vow).restriction == "adviser" and catalog.card(vow).locked
    refused = failed(may_move(game, "red", "denizen.vow_of_peace", "cards.3"))
    assert {row.clause for row in refused} == {"7.2.2", "7.2.1"}


# -- what is done as if one had searched; what is given ---------------------------------------------------


@pytest.mark.parametrize(("reading", "left"), [("a", 0), ("b", 1)])
def test_a_179_a_facedown_adviser_that_is_discarded(reading: str, left: int) -> None:
    table = calm().reading("A-179", reading).seat("red", at=3, favor=1, advisers=[down("elders")])
    table = table.site("steppe", cards=["forced_labor"], warbands={"blue": 1})
    assert table.play().answer("play", "elders", "discard").has("red", FAVOR) == left


@EACH
def test_a_179_one_that_is_played_costs_the_favor_whatever_is_read(reading: str) -> None:
    """FAQ Forced Labor 1."""
    table = calm().reading("A-179", reading).seat("red", at=3, favor=1, advisers=[down("elders")])
    table = table.site("steppe", cards=["forced_labor"], warbands={"blue": 1})
    assert table.play().answer("play", "elders", "adviser").has("red", FAVOR) == 0


@pytest.mark.parametrize(("reading", "asked"), [("a", "ancient_pact.citizen"), ("b", "act")])
def test_a_184_vow_of_silence_and_the_darkest_secret(reading: str, asked: str) -> None:
    table = calm().reading("A-184", reading).seat("red", advisers=[down("ancient_pact"), "vow_of_silence"])
    play = table.banner(DARKEST_SECRET, "red", 2).play().answer("play", "ancient_pact", "adviser")
    assert play.asked[0] == asked


# -- relics and the Cage ------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "offered"), [("a", False), ("b", True)])
def test_a_182_relic_hunter_at_a_site_of_ancient_bloodline(reading: str, offered: bool) -> None:
    table = war().reading("A-182", reading).seat("red", warbands=6, advisers=["relic_hunter"])
    table = table.seat("blue", advisers=["ancient_bloodline"]).site("steppe", warbands={"blue": 1}, relics=["map"])
    play = campaign(table.play(), "blue", ["steppe"])
    assert ("denizen.relic_hunter=1" in play.offered) is offered
    if offered:
        play.answer("denizen.relic_hunter=1")
        roll(play, "0" * pools(play)[1], "ssssss").answer({}, [])
        assert play.zone("held.red") == ["relic.map"]


@EACH
def test_a_182_outside_a_campaign_it_keeps_them_whatever_is_read(reading: str) -> None:
    table = calm().reading("A-182", reading).seat("red", at=3, favor=9, secrets=9)
    table = table.seat("blue", advisers=["ancient_bloodline"]).site("steppe", warbands={"blue": 1}, relics=["map"])
    assert "denizen.ancient_bloodline" in {row.source for row in table.refusals("recover", target="relic-1", pay="")}


@pytest.mark.parametrize(("reading", "boards"), [("a", ["board.purple", "board.blue"]), ("b", ["board.purple"])])
def test_a_183_purple_warbands_out_of_the_cage(reading: str, boards: list[str]) -> None:
    """6.6.2: Blue is a Citizen."""
    table = (
        calm().reading("A-183", reading).seat("blue", role="citizen").seat("red", relics=["obsidian_cage"], secrets=1)
    )
    table.built()
    table.do.move("purple", 2, "stock.purple", "relic.obsidian_cage", ())
    play = table.play().answer("power")
    assert play.asked[0] == "obsidian_cage.free" and list(play.offered) == boards


@EACH
def test_a_183_those_of_an_exile_go_home_whatever_is_read(reading: str) -> None:
    table = calm().reading("A-183", reading).seat("red", relics=["obsidian_cage"], secrets=1)
    table.built()
    table.do.move("blue", 2, "stock.blue", "relic.obsidian_cage", ())
    assert list(table.play().answer("power").offered) == ["board.blue"]


# -- cards when played, banks --------------------------------------------------------------


@pytest.mark.parametrize("reading", ["a", "b"])
def test_a_185_any_warbands_of_key_to_the_city(reading: str) -> None:
    table = calm().reading("A-185", reading).seat("red", at=3, advisers=[down("key_to_the_city")]).seat("blue", at=0)
    play = table.site(3, warbands={"blue": 3}).play().answer("play", "key_to_the_city", "site.steppe")
    if reading == "b":
        assert play.asked == ("key_to_the_city.kill", "red")
        play.answer(1)
    assert (play.at("slot.3", "blue"), play.at("slot.3", "red")) == ((0, 1) if reading == "a" else (2, 1))


@pytest.mark.parametrize(("reading", "favor"), [("a", 2), ("b", 3)])
def test_a_187_fabled_feast_and_marriage(reading: str, favor: int) -> None:
    table = calm().reading("A-187", reading).seat("red", advisers=[down("fabled_feast"), "marriage"]).banks(5)
    assert table.play().answer("play", "fabled_feast", "adviser", "bank.beast").has("red", FAVOR) == favor


@EACH
def test_a_187_without_marriage_whatever_is_read(reading: str) -> None:
    table = calm().reading("A-187", reading).seat("red", advisers=[down("fabled_feast"), "elders"]).banks(5)
    assert table.play().answer("play", "fabled_feast", "adviser", "bank.beast").has("red", FAVOR) == 1


@pytest.mark.parametrize("reading", ["a", "b"])
def test_a_188_levelers_where_all_banks_are_alike(reading: str) -> None:
    table = calm().reading("A-188", reading).seat("red", secrets=1, advisers=["levelers"]).banks(3)
    play = table.play().answer("power")
    if reading == "a":
        play.answer("bank.order", "bank.nomad")
        assert (play.at("bank.order", FAVOR), play.at("bank.nomad", FAVOR)) == (1, 5)
    else:
        assert play.asked == ("act", "red") and play.at("bank.order", FAVOR) == 3


@EACH
def test_a_188_where_one_is_fuller_two_move_whatever_is_read(reading: str) -> None:
    table = calm().reading("A-188", reading).seat("red", secrets=1, advisers=["levelers"]).banks(3).bank("order", 5)
    play = table.bank("nomad", 0).play().answer("power")
    assert (play.at("bank.order", FAVOR), play.at("bank.nomad", FAVOR)) == (3, 2)


def salad(reading: str, *empty: str) -> Script:
    """Salad Days is played; some banks are empty."""
    table = calm().reading("A-190", reading).seat("red", advisers=[down("salad_days")]).banks(2)
    for suit in empty:
        table = table.bank(suit, 0)
    return table.play().answer("play", "salad_days", "adviser")


def test_a_190_a_favor_that_can_be_gained_is() -> None:
    """7.1.3: three banks hold favor."""
    play = salad("a", "beast", "order", "arcane")
    refused = play.refuses(["bank.beast", "bank.hearth", "bank.nomad"])
    assert refused == [("7.1.3", "favor can be gained from 3 of the banks")]
    assert play.answer(["bank.hearth", "bank.nomad", "bank.discord"]).has("red", FAVOR) == 3


def test_a_190_a_as_many_as_hold_any() -> None:
    play = salad("a", "beast", "order", "arcane", "hearth", "discord")
    assert play.refuses(["bank.beast", "bank.order", "bank.hearth"])[0][0] == "7.1.3"
    assert play.answer(["bank.beast", "bank.order", "bank.nomad"]).has("red", FAVOR) == 1


def test_a_190_b_any_banks() -> None:
    play = salad("b", "beast", "order", "arcane").answer(["bank.beast", "bank.order", "bank.nomad"])
    assert play.has("red", FAVOR) == 1


# -- A-191 what is used for nothing --------------------------------------------------------------------------------

IDLE = "comes to nothing here"


@pytest.mark.parametrize("reading", ["a", "b"])
def test_a_191_tents_out_of_the_region(reading: str) -> None:
    """7.4: the Steppe is in the Provinces, the Deep Woods in the Hinterland."""
    table = calm().reading("A-191", reading).seat("red", at=3, favor=1, advisers=["tents"])
    refused = table.refusals("travel", using=[("tents", "")], to="site.deep_woods")
    assert [row.because for row in refused] == ([] if reading == "a" else [f"denizen.tents {IDLE}"])
    assert table.refusals("travel", using=[("tents", "")], to="site.ancient_city") == []


def test_a_191_what_is_wasted_is_said_before_it_is_paid() -> None:
    """In the verdict, and beside the site where it is offered."""
    table = calm().seat("red", at=3, favor=1, advisers=["tents"])
    for site, told in (("site.deep_woods", [f"denizen.tents {IDLE}"]), ("site.ancient_city", [])):
        opinion = why(table.game(), "red", Request("travel", {"to": site}, (("denizen.tents", ""),)))
        assert opinion.legal and [each.because for each in opinion.cautions] == told
        play = table.play().answer("travel", "tents")
        names = Names(View(play.state, "red"))
        assert idle_notes(play.pending, site, names) == [words.replace("denizen.tents", "Tents") for words in told]


@pytest.mark.parametrize("reading", ["a", "b"])
def test_a_191_sent_out_of_the_region_by_another_tents_is_wasted_whatever_is_read(reading: str) -> None:
    """FAQ Tents 1: the ruler of the Shrouded Wood picks the site once Tents is used."""
    sites = ("plains", "mountain", "the_tribunal", "shrouded_wood", "steppe", "deep_woods")
    table = calm().map(*sites).reading("A-191", reading).seat("red", at=3, favor=1, advisers=["tents"])
    play = table.site(3, warbands={"blue": 1}).play().answer("travel", "tents")
    assert play.asked == ("travel.to", "blue")
    assert play.answer("site.deep_woods").state.players["red"].slot == 5


@pytest.mark.parametrize(
    ("action", "card", "given", "seat"),
    [
        ("muster", "animal_playmates", {"card": "denizen.elders"}, {}),
        ("muster", "downtrodden", {"card": "denizen.elders"}, {}),
        ("trade", "birdsong", {"card": "denizen.longbows", "for": "favor"}, {}),
        ("trade", "cup_of_plenty", {"card": "denizen.longbows", "for": "favor"}, {"relics": ["cup_of_plenty"]}),
        ("recover", "magicians_code", {"target": PEOPLES_FAVOR, "pay": "2"}, {}),
    ],
)
def test_a_191_each_modifier_with_a_condition(action: str, card: str, given: dict, seat: dict) -> None:
    for reading, bars in (("a", False), ("b", True)):
        table = calm().reading("A-191", reading).site("steppe", cards=["elders", "longbows"])
        table = table.seat("red", at=3, favor=5, secrets=5, advisers=[] if seat else [card], **seat)
        refused = table.refusals(action, using=[(card, "")], **given)
        assert (IDLE in " ".join(row.because for row in refused)) is bars, (card, reading, refused)


@pytest.mark.parametrize("reading", ["a", "b"])
def test_a_191_a_battle_plan_whose_condition_is_not_met(reading: str) -> None:
    """7.5: Rusting Ray asks for the Darkest Secret."""
    table = war().reading("A-191", reading).seat("red", warbands=3)
    table = table.seat("blue", secrets=1, advisers=["rusting_ray"]).site("steppe", warbands={"blue": 1})
    play = campaign(table.play(), "blue", ["steppe"])
    if reading == "a":
        assert "denizen.rusting_ray" in play.offered
    else:
        assert play.asked[0] == "campaign.defense-roll"


@EACH
def test_a_191_one_whose_condition_is_met_is_offered_whatever_is_read(reading: str) -> None:
    table = war().reading("A-191", reading).seat("red", warbands=3).banner(DARKEST_SECRET, "blue", 1)
    table = table.seat("blue", secrets=1, advisers=["rusting_ray"]).site("steppe", warbands={"blue": 1})
    play = campaign(table.play(), "blue", ["steppe"])
    assert play.offered == [GO_ON, "denizen.rusting_ray"]


# -- decided by the Law or the FAQ: one reading ------------------------------------------------------------------------


def test_a_180_when_family_wagon_goes_the_row_stays() -> None:
    """9.1: the limit is asked for when a card is played (5.1.4.2), not when one goes."""
    row = ["family_wagon", "tents", "elders", "resettle", "scouts"]
    table = calm().seat("red", at=3, favor=1, advisers=["assassin"]).seat("blue", at=3, advisers=row)
    play = table.play().answer("power", "denizen.family_wagon")
    assert len(play.zone("advisers.blue")) == 4 and play.asked == ("act", "red")


def test_a_181_relic_hunter_with_an_odd_number_under_giant_python() -> None:
    """FAQ Giant Python 1: the dice of battle plans are not counted. Two sites add two dice."""
    table = war().seat("red", warbands=6, advisers=["relic_hunter"]).seat("blue", advisers=["giant_python"])
    table = table.site("steppe", warbands={"blue": 1}, relics=["map", unknown("relic")])
    play = campaign(table.site("deep_woods", warbands={"blue": 1}).play(), "blue", ["steppe", "deep_woods"])
    assert {f"denizen.relic_hunter={number}" for number in range(3)} <= set(play.offered)


def test_a_192_the_grand_mask_moves_cards_and_no_sites() -> None:
    """Red has the Mask: the Toll Roads at an Imperial site ask for a favor at sites that Red rules, and rules none."""
    table = calm().seat("red", relics=["grand_mask"]).seat("blue", at=4, favor=1)
    game = table.site(3, warbands={"purple": 1}, cards=["toll_roads"]).game()
    assert facts.rulers_of_card(game, "denizen.toll_roads") == ("red",) and facts.sites_ruled(game, "red") == []
    game.state.phase = "round-end"
    assert facts.rulers_of_card(game, "denizen.toll_roads") == ("purple",)


def test_a_193_vow_of_kinship_pays_what_it_wants() -> None:
    """FAQ Vow of Kinship 2: Blue rules two sites, and Plague Engines ask for two favor."""
    table = calm().seat("red", secrets=2, favor=1, advisers=["plague_engines"])
    table = table.seat("blue", advisers=["vow_of_kinship"])
    table = table.site(3, warbands={"blue": 1}).site(4, warbands={"blue": 1})
    play = table.play().answer("power")
    assert play.asked == ("pay.owed", "blue") and play.pending.default == 0 and play.pending.high == 2


def test_a_194_sticky_fire_before_the_cage() -> None:
    """5.5.8: what is killed is not carried off; who declines to kill has it carried off."""
    for answer, caged in (("yes", 0), ("no", 2)):
        table = war().seat("red", warbands=6, favor=1, secrets=1, relics=["sticky_fire", "obsidian_cage"])
        table = table.site("steppe", warbands={"blue": 4})
        play = campaign(table.play(), "blue", ["steppe"]).answer("relic.sticky_fire", "relic.obsidian_cage")
        roll(play, "0" * pools(play)[1], "s" * pools(play)[0]).answer({})
        assert play.asked == ("sticky_fire.kill", "red")
        assert play.answer(answer).at("relic.obsidian_cage", "blue") == caged


def test_a_195_the_pile_of_bracken_or_none_and_so_the_horn() -> None:
    for end, there in (("discard.cradle", 2), ("none", 0)):
        table = calm().seat("red", at=3, supply=6, advisers=["bracken"], relics=["cracked_horn"])
        play = table.deck("elders", "tents", "scouts", rest=False).play().answer("search", "bracken", "cracked_horn")
        play.answer("denizen.elders")
        while play.asked[0] != "bracken.pile":
            play.answer(play.pending.default or "adviser")
        play.answer(end)
        while play.asked[0] != "act":
            play.answer(play.pending.default or "adviser")
        assert len(play.zone("discard.cradle")) == there and play.zone("discard.hinterland") == []
        under = [card for zone in play.state.zones if zone.startswith("world.") for card in play.zone(zone)]
        assert len(under) + there == 2


def test_7_1_2_what_is_paid_alike_is_one_sum() -> None:
    """Two favor for one ruler are two favor."""
    item = Item("give", FAVOR, 1, "board.blue", "5.6.1", "denizen.toll_roads")
    assert cost_words(Cost((item, item))) == "2 favor for blue"
