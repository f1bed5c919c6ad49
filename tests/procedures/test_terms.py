"""Chapters 2, 7, 9 and 10 where no procedure of its own carries a clause: what the pieces and the words mean."""

import pytest

from oathtools import catalog
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.machine import facts
from oathtools.table.state import (
    CITIZEN,
    DARKEST_SECRET,
    FAVOR,
    GRAND_SCEPTER,
    HIDDEN,
    PEOPLES_FAVOR,
    PURPLE,
    SECRET,
    SHARED,
    WORLD,
    region_of_slot,
)
from oathtools.table.views import View
from tests.battles import battle, campaign, roll, war
from tests.support.tables import Lay, a_table, down

MINOR = ("play", "power", "declare", "peek", "move-warbands", "give-warbands", "take-warbands", "offer", "exile")


# -- chapter 2: the pieces ---------------------------------------------------------------------------------------


def test_2_1_1_two_sites_in_the_cradle_three_in_each_other_region() -> None:
    regions = [region_of_slot(slot) for slot in range(8)]
    assert regions == ["cradle"] * 2 + ["provinces"] * 3 + ["hinterland"] * 3


@pytest.mark.parametrize(("at", "pile"), [(0, "provinces"), (2, "hinterland"), (5, "cradle")])
def test_2_1_2_each_region_has_its_own_pile_and_a_search_draws_from_the_own_one(at: int, pile: str) -> None:
    """Discards go facedown to one pile; the piles of the other regions stay as they are."""
    table = a_table().seat("red", at=at, advisers=[down("elders")]).pile("cradle", "keep").pile("provinces", "tents")
    play = table.pile("hinterland", "wolves").play().answer("play", "elders", "discard")
    assert play.zone(f"discard.{pile}")[0] == "denizen.elders" and len(play.zone(f"discard.{pile}")) == 2
    assert not View(play.state, "blue").shows("denizen.elders")
    play.answer("search")
    assert [source for source in play.offered if source != WORLD] == [region_of_slot(at)]


def test_2_1_4_the_marker_moves_once_everybody_has_had_a_turn() -> None:
    play = a_table(2).turn("red").play().answer("end")
    assert play.state.round == 3
    assert play.answer("end").state.round == 3


@pytest.mark.parametrize("visions", range(6))
def test_2_1_6_the_track_sets_the_price_of_the_world_deck(visions: int) -> None:
    """5.1.1."""
    play = a_table().visions(visions).seat("red", supply=7).deck("keep").play().answer("search")
    if play.asked[0] == "search.source":
        play.answer(WORLD)
    assert 7 - play.state.players["red"].supply == catalog.search_supply(visions)


def test_2_2_1_a_board_holds_any_number_of_pieces() -> None:
    """9.3: no limit of a board but what there is."""
    play = a_table().seat("red", favor=15, secrets=30, warbands=14).play()
    assert [play.has("red", what) for what in (FAVOR, SECRET, "warbands")] == [15, 30, 14]


@pytest.mark.parametrize("role", ["exile", "citizen"])
def test_2_2_1_the_space_of_an_exile_has_room_for_one_vision(role: str) -> None:
    """A Citizen's side has no such space."""
    table = a_table().seat("red", role=role, advisers=[down("vision.faith")])
    if role == "exile":
        play = table.seat("red", vision="vision.conquest").play().answer("play", "vision.faith", "vision")
        assert play.zone("vision.red") == ["vision.faith"] and "vision.conquest" in play.zone("discard.provinces")
    else:
        refused = table.refusals("play", card="vision.faith", to="vision")
        assert [clause for clause, _, _ in refused] == ["5.1.4.3"]


def test_2_2_2_three_advisers_at_most_facedown_ones_and_visions_among_them() -> None:
    limit = taking.adviser_limit(a_table().game(), "red")
    assert limit.most == 3
    row: list[Lay] = ["elders", down("wolves"), down("vision.faith")]
    play = a_table().seat("red", advisers=row).deck("keep", rest=False).play().answer("search", "adviser-facedown")
    assert play.asked == ("play.replace", "red"), "the row is full, whatever lies in it"
    assert len(play.answer(["vision.faith"]).zone("advisers.red")) == 3


def test_2_2_3_relics_and_banners_in_any_number() -> None:
    relics = [relic for relic in catalog.ids("relic") if relic != GRAND_SCEPTER][:12]
    table = a_table().seat("red", relics=relics).banner(PEOPLES_FAVOR, "red").banner(DARKEST_SECRET, "red")
    assert facts.relics_and_banners(table.game(), "red") == 14


def test_2_4_the_grand_scepter_starts_with_the_chancellor_and_serves_whoever_holds_it() -> None:
    """1.8; 6.6 and 6.7 are its holder's, Chancellor or not."""
    table = a_table().seat("blue", role=CITIZEN).seat(PURPLE, favor=7).turn(PURPLE)
    assert {"offer", "exile"} <= set(table.play().offered)
    other = a_table().banks(1).seat("blue", role=CITIZEN).seat("red", favor=7, relics=[GRAND_SCEPTER])
    other.seat(PURPLE, favor=7)
    assert {"offer", "exile"} <= set(other.play().offered)
    assert not {"offer", "exile"} & set(other.turn(PURPLE).play().offered)


@pytest.mark.parametrize("relic", [relic.id for relic in catalog.cards("relic")])
def test_2_4_2_the_shield_of_a_relic(relic: str) -> None:
    """Red rules the site, so that the relic is the only target whatever its power."""
    table = war().seat("blue", relics=[relic]).seat("red", warbands=3).site("steppe", warbands={"red": 1})
    play = campaign(table.play(), "blue", [relic], 1)
    assert battle(play).defense == catalog.relic(relic).defense_dice


@pytest.mark.parametrize("tokens", [1, 2, 5])
@pytest.mark.parametrize("banner", [PEOPLES_FAVOR, DARKEST_SECRET])
def test_2_5_2_a_die_for_each_token_on_a_banner(banner: str, tokens: int) -> None:
    oath = "people" if banner == DARKEST_SECRET else "devotion"
    table = war().oath(oath).banner(banner, "blue", tokens).seat("red", warbands=3)
    play = campaign(table.play(), "blue", [banner], 1)
    assert battle(play).defense == tokens


# -- chapters 3 and 6 --------------------------------------------------------------------------------------------


def test_once_somebody_has_won_nothing_more_is_asked() -> None:
    """Chapter 3: the game ends at once, whoever's turn would come and whatever could still be done."""
    play = a_table().oath("people").title("red", usurper=True).banner(PEOPLES_FAVOR, "red").turn("red", "wake").play()
    while not play.over:
        play.default() if play.pending.default is not None else play.answer(play.offered[0])
        assert play.asked[0].startswith("wake") if not play.over else True
    assert play.state.result and play.state.result["winner"] == "red" and play.state.phase == "over"


def test_no_minor_action_needs_supply() -> None:
    """Chapter 6: with the marker at its end every minor action is as open as before, no major one is."""

    def open_with(supply: int) -> set[str]:
        table = a_table().oath("people").title(None).turn("red")
        table.seat("red", role=CITIZEN, supply=supply, favor=9, warbands=2, relics=[GRAND_SCEPTER])
        table.seat("red", advisers=["elders", down("tents")], secrets=1)
        table.seat("blue", role=CITIZEN, warbands=1)
        table.site(0, relics=["map"], warbands={PURPLE: 2}, cards=["longbows"])
        return set(table.play().offered)

    assert open_with(0) & set(MINOR) == open_with(7) & set(MINOR) >= {
        "play", "power", "peek", "move-warbands", "give-warbands", "take-warbands", "offer", "exile",
    }  # fmt: skip
    assert not open_with(0) & {"search", "muster", "trade", "recover", "campaign", "travel"}


# -- chapter 7: powers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["pied_piper", "salt_the_earth", "long_lost_heir"])
def test_7_2_restriction_banners_count_on_faceup_cards_only(card: str) -> None:
    """Any card may lie facedown as an adviser, and may go from there; faceup its banner holds."""
    record = catalog.card(f"denizen.{card}")
    assert record.restriction or record.locked
    hidden = a_table().seat("red", advisers=[down(card)])
    assert hidden.refusals("play", card=card, to="discard") == []
    assert facts.may_discard(hidden.game(), record.id)
    shown = a_table().seat("red", advisers=[card]).game()
    assert facts.may_discard(shown, record.id) != record.locked
    to = "site.plains" if record.restriction == "adviser" else "adviser"
    refused = [clause for clause, _, _ in hidden.refusals("play", card=card, to=to)]
    assert refused == (["7.2.1"] if record.restriction else [])


@pytest.mark.parametrize("site", ["mine", "drowned_city", "salt_flats"])
def test_7_3_1_a_wake_power_happens_once(site: str) -> None:
    """4.1.4: one token, though more lie there."""
    table = a_table().site(site, slot=3, favor=2, secrets=2).seat("red", at=3).turn("red", "wake")
    play = table.play()
    play.answer(play.offered[-1])
    assert play.asked == ("act", "red") and play.has("red", FAVOR) + play.has("red", SECRET) == 1


def test_7_4_1_a_modifier_is_used_or_left() -> None:
    """Tents: with it no Supply and a favor on the card, without it the usual price."""
    for use, supply, favor in ((True, 7, 0), (False, 5, 1)):
        table = a_table().site("the_tribunal", cards=["tents"]).seat("red", at="the_tribunal", favor=1)
        play = table.play().answer("travel")
        assert play.asked == ("travel.modifier", "red") and play.pending.default == "go-on"
        play.answer("tents" if use else "go-on", "steppe")
        assert (play.state.players["red"].supply, play.has("red", FAVOR)) == (supply, favor)


def test_7_4_2_a_modifier_serves_one_action_and_that_once() -> None:
    """Tents: used for one Travel it does nothing for the next, nor can it be named twice for the same."""
    table = a_table().seat("red", at="the_tribunal", favor=2, supply=7).site("the_tribunal", cards=["tents"])
    play = table.play().answer("travel", "tents")
    assert play.asked[0] == "travel.to", "it is not offered again for the same Travel"
    play.answer("steppe", "travel")
    assert play.asked[0] == "travel.to", "the favor on it shuts it, and what was used has not stayed in use"
    assert play.answer("ancient_city").state.players["red"].supply == 5


def test_7_6_1_citizenship_without_an_offer() -> None:
    """Nobody offered, nothing is exchanged, and the Scepter's holder is not asked."""
    play = a_table().seat("red", warbands=2).deck("long_lost_heir", rest=False).play().answer("search", "adviser")
    assert play.asked == ("long_lost_heir.citizen", "red")
    play.answer("yes")
    assert play.state.players["red"].role == CITIZEN and play.has("red", "warbands") == 2


# -- chapter 10: the words ---------------------------------------------------------------------------------------


def test_10_4_burnt_favor_comes_from_the_board_and_goes_to_the_shared_bank() -> None:
    """As the price of a relic at a site that burns favor."""
    prices = [(site.id, site.recover_cost) for site in catalog.cards("site")]
    site = next(site for site, price in prices if price and price.how == "burn" and price.what == FAVOR)
    table = a_table().site(site, slot=1, relics=["map"]).seat("red", at=1, favor=5)
    before = table.built().count(SHARED, FAVOR)
    play = table.play().answer("recover", "relic-1")
    assert (play.has("red", FAVOR), play.at(SHARED, FAVOR)) == (3, before + 2)


def test_10_4_from_another_place_if_told_so() -> None:
    """2.5.3: the penalty of a banner is burned from the banner."""
    game = a_table().seat("red", favor=3).banner(PEOPLES_FAVOR, "blue", 5).game()
    before = game.state.count(SHARED, FAVOR)
    list(taking.take(game, "red", PEOPLES_FAVOR, "5.5.7.2"))
    assert game.state.count("board.red", FAVOR) == 3 and game.state.count(SHARED, FAVOR) == before + 2


def test_10_6_cards_are_drawn_off_the_top_in_their_order() -> None:
    play = a_table().deck("keep", "tents", "elders", "longbows").play().answer("search")
    assert play.asked[0] == "search.keep" and play.state.zone("hand.red") == [
        f"denizen.{name}" for name in ("keep", "tents", "elders")
    ]
    assert play.zone(f"{WORLD}.top") == ["denizen.longbows"]


def test_10_8_an_exchange_goes_both_ways_between_the_two_named() -> None:
    """10.11: what is given comes to the other board, and nothing to or from a third."""
    table = a_table().seat("red", at="the_tribunal", favor=3, secrets=1).seat("blue", favor=2, secrets=4)
    play = table.seat("yellow", favor=2).play().answer("power")
    while play.asked[0] != "exchange.give":
        play.answer("blue" if "blue" in play.offered else play.offered[0])
    play.answer({FAVOR: 2}, {SECRET: 3}).answer("")
    assert play.asked == ("exchange.accept", "blue")
    play.answer("yes")
    holdings = {seat: (play.has(seat, FAVOR), play.has(seat, SECRET)) for seat in ("red", "blue", "yellow")}
    assert holdings == {"red": (1, 4), "blue": (4, 1), "yellow": (2, 0)}


def test_10_10_where_gained_pieces_come_from() -> None:
    """Warbands from the personal bank of one's color, favor from the bank named; secrets have no number (9.3)."""
    game = a_table().bank("order", 2).seat("red", bank=1).seat("blue", role=CITIZEN).game()
    stock = game.state.count(f"stock.{PURPLE}", PURPLE)
    list(verbs.gain_favor(game, "red", "order", 3, "10.10"))
    list(verbs.gain_warbands(game, "red", 2, "10.10"))
    list(verbs.gain_secrets(game, "red", 25, "10.10"))
    list(verbs.gain_warbands(game, "blue", 2, "10.10"))
    assert (game.state.count("bank.order", FAVOR), game.state.count("stock.red", "red")) == (0, 0)
    assert [facts.board(game, "red", what) for what in (FAVOR, SECRET, "warbands")] == [2, 25, 1]
    assert game.state.count(f"stock.{PURPLE}", PURPLE) == stock - 2 and facts.board(game, "blue", "warbands") == 2


@pytest.mark.parametrize(
    ("seat", "role", "attacks", "imperial"),
    [
        ("red", CITIZEN, None, True),
        ("red", CITIZEN, PURPLE, False),
        ("red", CITIZEN, "blue", True),
        ("red", "exile", None, False),
        (PURPLE, "chancellor", "blue", True),
    ],
)
def test_10_12_who_is_an_imperial_player(seat: str, role: str, attacks: str | None, imperial: bool) -> None:
    """Citizens, except in some Campaigns (5.5.1): one who attacks an Imperial player; blue is an Exile here."""
    table = war().seat(PURPLE, at=3).turn(seat).seat(seat, role=role, warbands=2)
    if attacks is None:
        assert (facts.side_of(table.game(), seat) == PURPLE) == imperial
        return
    play = campaign(table.play(), attacks, ["pawn"], 1)
    assert (facts.side_of(play.game, seat) == PURPLE) == imperial


@pytest.mark.parametrize(
    ("adviser", "gained"), [("rangers", 2), ("elders", 1), (down("rangers"), 1), (down("vision.faith"), 1)]
)
def test_10_14_to_match_is_to_be_of_the_same_suit(adviser: Lay, gained: int) -> None:
    """Cards that show no suit match nothing: facedown ones, Visions. Traded with Wolves, a Beast card."""
    table = a_table().site(0, cards=["wolves"]).seat("red", secrets=1, advisers=[adviser])
    play = table.play().answer("trade")
    while play.asked[0].startswith("trade"):
        play.answer("favor" if "favor" in play.offered else play.offered[0])
    assert play.has("red", FAVOR) == gained


def test_10_19_playing_follows_capacity_and_banners_wherever_the_card_comes_from() -> None:
    """2.8.1, 5.1.4, 7.2: the same rows for a card just drawn (5.1.4) and for a facedown adviser (6.1)."""
    full = ["elders", "longbows", "wolves", "keep", "bear_traps", "tents"]
    capacity = catalog.site("site.plains").capacity
    table = a_table().site(0, cards=full[:capacity]).seat("red", advisers=[down("rangers")])
    turned = table.refusals("play", card="rangers", to="site.plains")
    assert [clause for clause, _, _ in turned] == ["5.1.4.1"]
    fresh = a_table().site(0, cards=full[:capacity]).deck("rangers", rest=False).play().answer("search")
    assert [clause for clause, _ in fresh.refuses("site.plains")] == ["5.1.4.1"]


def test_10_20_a_revealed_card_is_seen_by_everybody() -> None:
    play = a_table().seat("red", advisers=[down("elders")]).play()
    assert not View(play.state, "blue").shows("denizen.elders")
    play.answer("play", "elders", "adviser")
    assert all(View(play.state, seat).shows("denizen.elders") for seat in (None, *play.state.seats))


@pytest.mark.parametrize(("how", "left"), [("recover", 5), ("campaign", 3), ("give", 5)])
def test_10_23_a_banner_is_seized_by_any_taking_but_recover(how: str, left: int) -> None:
    """2.5.3: seized, two of its five tokens burn; recovered or given, none of them does."""
    if how == "campaign":
        table = war().banner(PEOPLES_FAVOR, "blue", 5).seat("red", warbands=6)
        play = roll(campaign(table.play(), "blue", [PEOPLES_FAVOR], 6), "00000", "ssssss")
        assert play.state.holders[PEOPLES_FAVOR] == "red"
        assert (play.at(PEOPLES_FAVOR, FAVOR), play.state.mob) == (left, True)
        return
    game = a_table().banner(PEOPLES_FAVOR, "blue", 5).game()
    moved = (
        taking.give(game, "red", PEOPLES_FAVOR, "10.11")
        if how == "give"
        else taking.take(game, "red", PEOPLES_FAVOR, "5.4.3", recovered=True)
    )
    list(moved)
    assert (game.state.count(PEOPLES_FAVOR, FAVOR), game.state.mob) == (left, False)


def test_10_25_two_cards_change_places_each_with_what_lies_on_it() -> None:
    """A-119: tokens travel along."""
    table = a_table().site(0, cards=["elders"]).site(1, cards=["wolves", "tents"])
    game = table.on("elders", favor=2).on("wolves", secrets=1).game()
    list(verbs.swap(game, "denizen.elders", "denizen.wolves", "7.1.3"))
    assert [facts.slot_of(game, f"denizen.{card}") for card in ("elders", "wolves")] == [1, 0]
    assert game.state.zone("cards.1") == ["denizen.elders", "denizen.tents"], "each to the place of the other"
    assert game.state.count("denizen.elders", FAVOR) == 2 and game.state.count("denizen.wolves", SECRET) == 1


def test_10_28_you_are_yourself_and_not_your_allies() -> None:
    """FAQ Vow of Peace: the Chancellor's vow binds the Chancellor; a Citizen, an Ally in defense, may campaign."""
    table = war().seat(PURPLE, at=3, warbands=2, advisers=["vow_of_peace"]).seat("red", role=CITIZEN, warbands=2)
    assert "campaign" in table.turn("red").play().offered
    assert "campaign" not in table.turn(PURPLE).play().offered


def test_10_29_the_enemy_of_an_attacker_is_the_whole_defending_side() -> None:
    """Gleaming Armor of an Ally makes the attacker's plans dearer, that of a bystander does not."""
    for joins in (True, False):
        table = war().seat(PURPLE, at=3).seat("yellow", at=3, role=CITIZEN, advisers=["gleaming_armor"])
        play = campaign(table.seat("red", advisers=["longbows"], warbands=2).play(), PURPLE, ["pawn"])
        play.answer("yes" if joins else "no")
        if joins:
            play.answer("yes")
        asked = play.asked[0] == "campaign.plan" and play.pending.who == "red"
        assert asked != joins, "Red has no secret to add to the cost"


def test_7_1_2_facedown_secrets_pay_nothing_before_rest() -> None:
    table = a_table().site(0, cards=["wolves"]).seat("red", hidden=2)
    assert facts.purse(table.game(), "red", SECRET) == 0
    play = table.play()
    assert "trade" not in play.offered
    assert play.answer("end").has("red", SECRET) == 2 and play.has("red", HIDDEN) == 0


def test_a_84_what_there_is_not_enough_of() -> None:
    """9.3: where purple runs out a Citizen musters what is left, or none; the price is due all the same."""
    table = a_table().seat("red", role=CITIZEN, favor=2).seat(PURPLE, bank=1).site(0, cards=["longbows", "wolves"])
    play = table.play().answer("muster", "longbows")
    assert play.has("red", "warbands") == 1 and "9.3" in play.cites()
    play.answer("muster")
    assert play.has("red", "warbands") == 1 and play.at("wolves", FAVOR) == 1 and play.has("red", FAVOR) == 0
    pieces = play.state.pieces.values()
    assert sum(pile.get(FAVOR, 0) for pile in pieces) == catalog.FAVOR, "36 in all"
    assert sum(pile.get(PURPLE, 0) for pile in pieces) == catalog.WARBANDS[PURPLE]


def test_a_86_nothing_is_paid_that_is_not_asked() -> None:
    """9.5: a printed price and no more, no favor put on a card twice; no action gives, burns or kills at will (9.6)."""
    table = a_table().site("ancient_city", relics=["map"]).seat("red", at="ancient_city", favor=9, secrets=9)
    play = table.play()
    known = {"search", "muster", "trade", "recover", "campaign", "travel", *MINOR, "self-exile", "end"}
    assert set(play.pending.options) <= known
    play.answer("recover", "relic-1")
    price = catalog.site("site.ancient_city").recover_cost
    assert price is not None
    spent = {FAVOR: 9 - play.has("red", FAVOR), SECRET: 9 - play.has("red", SECRET)}
    assert spent == {FAVOR: 0, SECRET: 0} | {price.what: price.amount}
    mustered = a_table().site(0, cards=["longbows"]).seat("red", favor=5).play().answer("muster")
    assert mustered.has("red", FAVOR) == 4 and mustered.at("longbows", FAVOR) == 1


def test_faq_peoples_favor_2_no_card_goes_to_a_facedown_site() -> None:
    """Its holder may play to any site of the region; one that lies facedown has no room."""
    table = a_table().map(down("site.plains"), "mountain").seat("red", at=1, advisers=[down("elders")])
    table.banner(PEOPLES_FAVOR, "red")
    play = table.play().answer("play", "elders")
    assert "site.mountain" in play.offered and "cradle.1" not in play.offered and play.refuses("cradle.1")
    assert taking.capacity(play.game, 0, "red") == 0
    other = a_table().seat("red", at=1, advisers=[down("elders")]).banner(PEOPLES_FAVOR, "red").play()
    assert {"site.plains", "site.mountain"} <= set(other.answer("play", "elders").offered), "faceup it is open"


@pytest.mark.parametrize(("reading", "pile"), [("a", "provinces"), ("b", "cradle")])
def test_a_38_whose_pawn_directs_the_discard_of_anothers_adviser(reading: str, pile: str) -> None:
    """10.5: Red, in the Cradle, discards Blue's adviser; Blue is in the Hinterland."""
    table = a_table().seat("red", at=0).seat("blue", at=5, advisers=["elders"]).reading("A-38", reading)
    game = table.game()
    list(verbs.discard(game, "red", ["denizen.elders"], "7.1.3"))
    assert game.state.where["denizen.elders"] == f"discard.{pile}"
