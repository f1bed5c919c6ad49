"""Chapter 11: the sites that bear on travel, mustering, searching and campaigns. Homelands, the Great Slum and the
opportunity sites stand with the procedures they belong to."""

import pytest

from oathtools.procedures.campaign.declaration import CAMPAIGN
from oathtools.table.state import FAVOR, HIDDEN, SECRET
from tests.support.tables import Script, Table, a_table, down


def going(start: str, slot: int, **red: int) -> Table:
    return a_table().site(start, slot=slot).seat("red", at=slot, **red)


def reasons(table: Table, to: str, *using: tuple[str, str]) -> list[tuple[str, str]]:
    return [(clause, source) for clause, _, source in table.refusals("travel", using=using, to=to)]


# -- 11.8 Narrow Pass --------------------------------------------------------------------------------------------


def narrow(at: int, **red: int) -> Table:
    """The Narrow Pass in the Provinces."""
    return a_table().site("narrow_pass", slot=3).seat("red", at=at, **red)


@pytest.mark.parametrize("at", [0, 1, 5, 7])
def test_11_8_into_its_region_one_must_travel_to_it(at: int) -> None:
    table = narrow(at)
    refused = table.refusals("travel", to="the_tribunal")
    assert refused == [("11.8", "into the provinces one must travel to site.narrow_pass", "site.narrow_pass")]
    assert table.refusals("travel", to="narrow_pass") == []


@pytest.mark.parametrize(
    ("at", "to"), [(2, "ancient_city"), (4, "the_tribunal"), (2, "plains"), (3, "fertile_valley"), (0, "deep_woods")]
)
def test_11_8_not_within_it_not_out_of_it_not_elsewhere(at: int, to: str) -> None:
    """A-69."""
    assert narrow(at).refusals("travel", to=to) == []


def test_11_8_facedown_it_binds_nobody() -> None:
    table = a_table().map("plains", "mountain", "the_tribunal", down("site.narrow_pass"))
    assert table.refusals("travel", to="the_tribunal") == []


def test_11_8_a_coast_ignores_it_for_a_coast_only() -> None:
    """11.3."""
    table = narrow(0).site("rocky_coast", slot=0).site("lush_coast", slot=2).seat("red", at=0)
    assert table.refusals("travel", to="lush_coast") == []
    assert [clause for clause, _ in reasons(table, "ancient_city")] == ["11.8"]


def test_11_8_from_the_shrouded_wood_it_is_ignored() -> None:
    """11.7."""
    table = narrow(0).site("shrouded_wood", slot=0).seat("red", at=0)
    assert table.refusals("travel", to="the_tribunal") == []


# -- 11.12 The Hidden Place --------------------------------------------------------------------------------------


def hidden_place(**red: int) -> Table:
    return a_table().site("the_hidden_place", slot=3).seat("red", at=2, **red)


def test_11_12_a_secret_turns_facedown() -> None:
    play = hidden_place(secrets=2).play().answer("travel", "the_hidden_place")
    assert (play.has("red", SECRET), play.has("red", HIDDEN)) == (1, 1)
    assert "11.12" in play.cites() and play.state.players["red"].supply == 5


def test_11_12_not_without_one_faceup() -> None:
    """7.1.2: a facedown secret pays nothing."""
    for table in (hidden_place(), hidden_place(hidden=2)):
        assert table.refusals("travel", to="the_hidden_place") == [
            ("11.12", "it costs 1 secret and 0 can be paid", "site.the_hidden_place")
        ]


def test_11_12_leaving_it_is_free() -> None:
    table = hidden_place().seat("red", at="the_hidden_place")
    assert table.refusals("travel", to="ancient_city") == []


def test_11_12_from_the_shrouded_wood_it_is_ignored() -> None:
    table = hidden_place().site("shrouded_wood", slot=2).seat("red", at=2)
    play = table.play().answer("travel", "the_hidden_place")
    assert play.state.players["red"].slot == 3


# -- 11.7 Shrouded Wood ------------------------------------------------------------------------------------------


def wood(ruler: str | None, **red: int) -> Table:
    table = going("shrouded_wood", 2, **red)
    return table.site("shrouded_wood", warbands={ruler: 1}) if ruler else table


def chooser(table: Table) -> str:
    play = table.play().answer("travel")
    assert play.pending.kind == "travel.to"
    return play.pending.who


@pytest.mark.parametrize(("ruler", "who"), [(None, "red"), ("red", "red"), ("blue", "blue"), ("purple", "purple")])
def test_11_7_an_enemy_player_who_rules_it_picks(ruler: str | None, who: str) -> None:
    """The Chancellor for the Empire; bandits never choose."""
    assert chooser(wood(ruler)) == who


def test_faq_shrouded_wood_4_under_bandits_one_travels_as_usual() -> None:
    play = wood(None).play().answer("travel")
    assert play.asked == ("travel.to", "red") and len(play.offered) == 7


def test_11_7_a_citizen_chooses_in_an_imperial_wood() -> None:
    assert chooser(wood("purple").seat("red", role="citizen")) == "red"


def test_11_7_the_chancellor_in_an_exiles_wood() -> None:
    table = a_table().site("shrouded_wood", slot=2, warbands={"red": 1}).seat("purple", at=2).turn("purple")
    assert chooser(table) == "red"


def test_11_7_the_ruler_picks_and_the_traveler_pays() -> None:
    play = wood("blue").play().answer("travel", "deep_woods")
    assert play.state.players["red"].slot == 7 and play.state.players["red"].supply == 5


def test_11_7_the_ruler_may_strand_the_traveler_for_lack_of_supply() -> None:
    """A-116: without the price of the site picked, the Travel fails and nothing is paid (FAQ Tents, Forest Paths)."""
    table = wood("blue", supply=1, favor=1).site("shrouded_wood", cards=["tents"])
    play = table.play().answer("travel")
    assert play.asked == ("travel.to", "blue") and "site.mountain" in play.offered
    play.answer("mountain")
    assert play.state.players["red"].slot == 2 and play.state.players["red"].supply == 1
    assert [event.kind for event in play.events] == ["failed"]


def tolled(favor: int) -> Table:
    """Red in Blue's Wood, Toll Roads at Blue's Mountain."""
    return wood("blue", favor=favor).site("mountain", cards=["toll_roads"], warbands={"blue": 1})


def test_faq_toll_roads_1_the_ruler_of_the_wood_sends_nobody_where_they_cannot_pay_the_toll() -> None:
    """A-132: lack of favor closes the site; only lack of Supply strands (A-116)."""
    play = tolled(favor=0).play().answer("travel")
    assert play.asked == ("travel.to", "blue") and "site.mountain" not in play.offered
    assert play.refuses("mountain") == [("5.6.1", "it costs 1 favor and 0 can be paid")]
    assert "site.steppe" in play.offered


def test_faq_toll_roads_1_the_traveler_whom_the_ruler_of_the_wood_sends_must_agree_to_the_toll() -> None:
    """A-132: on no, nothing is given, the site is closed, and its ruler picks another one."""
    play = tolled(favor=2).play().answer("travel", "mountain")
    assert play.asked == ("travel.toll", "red") and play.pending.default == "no"
    play.answer("no")
    assert play.asked == ("travel.to", "blue") and "site.mountain" not in play.offered
    assert play.refuses("mountain") == [("5.6.1", "red turned site.mountain down")]
    assert (play.has("red", FAVOR), play.has("blue", FAVOR), play.state.players["red"].supply) == (2, 0, 7)
    play.answer("steppe")
    assert (play.state.players["red"].slot, play.state.players["red"].supply) == (3, 5)
    assert play.has("red", FAVOR) == 2


def test_faq_toll_roads_1_or_pays_it() -> None:
    play = tolled(favor=2).play().answer("travel", "mountain", "yes")
    assert (play.has("red", FAVOR), play.has("blue", FAVOR)) == (1, 1)
    assert (play.state.players["red"].slot, play.state.players["red"].supply) == (1, 5)


def test_faq_toll_roads_1_also_of_the_empire() -> None:
    """The Chancellor picks, and is given the favor."""
    table = wood("purple", favor=1).site("plains", cards=["toll_roads"], warbands={"purple": 1})
    play = table.play().answer("travel", "plains")
    assert play.asked == ("travel.toll", "red")
    assert play.answer("no").asked == ("travel.to", "purple") and "site.plains" not in play.offered


def test_11_7_on_no_to_every_site_the_travel_fails() -> None:
    """A-116: nothing is paid, nobody moves."""
    table = wood("blue", favor=1).seat("blue", advisers=["toll_roads"])
    for slot in (0, 1, 3, 4, 5, 6, 7):
        table.site(slot, warbands={"blue": 1})
    play = table.play().answer("travel")
    sites = play.offered
    assert len(sites) == 7
    for site in sites:
        if play.asked[0] == "travel.to":
            play.answer(site)
        play.answer("no")
    assert "failed" in [event.kind for event in play.events] and play.asked == ("act", "red")
    red = play.state.players["red"]
    assert (red.slot, red.supply, play.has("red", FAVOR)) == (2, 7, 1)


def test_11_7_no_travel_where_no_site_could_be_paid() -> None:
    """Without the two Supply nothing that is picked could be reached: the action is not offered at all."""
    table = wood("blue", supply=1, favor=1).site("shrouded_wood", cards=["longbows"])
    assert "travel" not in table.play().offered
    assert "travel" in wood("blue", supply=2).play().offered


# -- 11.11 Buried Giant ------------------------------------------------------------------------------------------


def giant(**red: int) -> Table:
    return going("buried_giant", 0, **red)


def leave(table: Table, *answers: str) -> Script:
    return table.play().answer("travel", *answers)


def test_11_11_a_secret_instead_of_supply() -> None:
    play = leave(giant(secrets=1), "site.buried_giant", "deep_woods")
    assert (play.has("red", HIDDEN), play.state.players["red"].supply) == (1, 7)
    assert "11.11" in play.cites() and play.state.players["red"].slot == 7


def test_11_11_is_optional() -> None:
    play = leave(giant(secrets=1), "go-on", "deep_woods")
    assert (play.has("red", SECRET), play.state.players["red"].supply) == (1, 3)


def test_11_11_needs_a_faceup_secret() -> None:
    for table in (giant(), giant(hidden=1)):
        assert leave(table).asked[0] == "travel.to"
        assert reasons(table, "deep_woods", ("buried_giant", "")) == [("11.11", "site.buried_giant")]


def test_11_11_without_supply_it_is_the_only_way() -> None:
    play = leave(giant(secrets=1, supply=0))
    assert play.skipped[0] == ("travel.modifier", "site.buried_giant")


def test_11_11_ignores_the_narrow_pass_and_nothing_else() -> None:
    table = giant(secrets=1).site("narrow_pass", slot=3)
    assert reasons(table, "the_tribunal") == [("11.8", "site.narrow_pass")]
    assert reasons(table, "the_tribunal", ("buried_giant", "")) == []
    table = giant(secrets=1).site("the_hidden_place", slot=3)
    assert reasons(table, "the_hidden_place", ("buried_giant", "")) == [("11.12", "site.the_hidden_place")]


def test_11_11_only_when_leaving_it() -> None:
    table = a_table().site("buried_giant", slot=0, warbands={"red": 1}).seat("red", at=2, secrets=1)
    assert leave(table).asked[0] == "travel.to"


# -- 11.5 River --------------------------------------------------------------------------------------------------


def river(ruler: str | None, at: str = "river", **red: int) -> Table:
    table = a_table().site("river", slot=2, cards=["longbows"]).site("plains", cards=["elders"])
    if ruler:
        table.site("river", warbands={ruler: 1})
    return table.seat("red", at=at, favor=1, **red)


@pytest.mark.parametrize(
    ("ruler", "at", "gained"), [("red", "river", 3), (None, "river", 2), ("blue", "river", 2), ("red", "plains", 2)]
)
def test_11_5_one_warband_more_for_its_ruler(ruler: str | None, at: str, gained: int) -> None:
    assert river(ruler, at).play().answer("muster").has("red", "warbands") == gained


def test_11_5_every_imperial_player_rules_an_imperial_river() -> None:
    assert river("purple").seat("red", role="citizen").play().answer("muster").has("red", "warbands") == 3


# -- 11.10 Marshes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", ["world", "provinces"])
def test_11_10_one_card_fewer_while_the_pawn_is_there(source: str) -> None:
    cards = ["longbows", "elders", "wolves", "rangers"]
    table = a_table().site("marshes", slot=2).seat("red", at=2)
    table = table.deck(*cards) if source == "world" else table.pile("provinces", *cards)
    play = table.play().answer("search")
    if play.asked[0] == "search.source":
        play.answer(source)
    assert len(play.zone("hand.red")) == 2


def test_11_10_ruling_it_from_afar_changes_nothing() -> None:
    table = a_table().site("marshes", slot=2, warbands={"red": 1}).deck("longbows", "elders", "wolves", "rangers")
    assert len(table.play().answer("search").zone("hand.red")) == 3


# -- campaigns (11.4, 11.8, 11.12) -------------------------------------------------------------------------------


def test_11_8_and_11_12_bear_on_declarations() -> None:
    """The sites' campaign rules are registered where a campaign looks for them; their battles are tested there."""
    game = a_table().site("narrow_pass", slot=3).site("the_hidden_place", slot=4).game()
    assert [power.card for power in game.live("campaign.declaration")] == ["site.narrow_pass"]
    assert [power.card for power in game.live("campaign.cost")] == ["site.the_hidden_place"]
    assert {power.card for power in game.live("campaign.standing")} == {"site.plains", "site.mountain"}
    assert CAMPAIGN.name == "campaign"


# -- 11.13 The Tribunal ------------------------------------------------------------------------------------------


def tribunal(ruler: str | None = None, at: str = "the_tribunal", **red: int) -> Table:
    table = a_table().seat("red", at=at, **red).seat("blue", at="plains", favor=2, secrets=1)
    return table.site("the_tribunal", warbands={ruler: 1}) if ruler else table


@pytest.mark.parametrize(
    ("ruler", "at", "may"),
    [(None, "the_tribunal", True), ("blue", "the_tribunal", True), ("red", "plains", True), (None, "plains", False)],
)
def test_11_13_with_the_pawn_there_or_as_its_ruler(ruler: str | None, at: str, may: bool) -> None:
    assert ("power" in tribunal(ruler, at).play().offered) == may


def test_11_13_faq_the_tribunal_1_favor_secrets_and_a_promise_change_hands() -> None:
    """A-127: with any player, near or far; the words are kept, and nothing in them is bound to this game."""
    play = tribunal(favor=3, secrets=1).play().answer("power")
    assert play.asked == ("the_tribunal.player", "red") and play.offered == ["purple", "blue", "yellow"]
    play.answer("blue")
    assert play.asked == ("exchange.give", "red") and play.pending.caps == {"favor": 3, "secret": 1}
    play.answer({"favor": 2}, {"secret": 1}, "Blue leaves the Steppe alone for two rounds")
    assert play.asked == ("exchange.accept", "blue")
    play.answer("yes")
    assert (play.has("red", "favor"), play.has("blue", "favor")) == (1, 4)
    assert (play.has("red", SECRET), play.has("blue", SECRET)) == (2, 0)
    assert play.state.lasting["promises"] == [
        {"between": ["red", "blue"], "text": "Blue leaves the Steppe alone for two rounds", "clause": "7.6.3"}
    ]
    assert {"11.13", "7.6.3", "10.11"} <= set(play.cites()) and play.replayed() == play.state


def test_11_13_declined_nothing_binds() -> None:
    play = tribunal(favor=3).play().answer("power", "blue", {"favor": 2}, {}, "peace", "no")
    assert play.has("red", "favor") == 3 and "promises" not in play.state.lasting


def test_a_127_no_cost_so_as_often_as_agreed() -> None:
    play = tribunal(favor=3).play().answer("power", "blue", {"favor": 1}, {}, "", "yes")
    play.answer("power", "yellow", {"favor": 1}, "", "yes")
    assert play.has("red", "favor") == 1 and "promises" not in play.state.lasting


def test_a_126_under_vow_of_silence_no_secrets_are_given() -> None:
    table = tribunal(secrets=2).seat("red", advisers=["vow_of_silence"])
    play = table.play().answer("power", "blue")
    assert play.asked[0] == "exchange.take" and set(play.pending.caps) == {"favor", "secret"}


def test_a_126_neither_relics_nor_banners() -> None:
    table = tribunal(favor=1).seat("red", relics=["map"]).banner("peoples_favor", "red")
    assert table.play().answer("power", "the_tribunal", "blue").pending.caps == {"favor": 1}
