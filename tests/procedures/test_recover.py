"""5.4 Recover: relics at their printed price, both banners, the suit test, what becomes of the old tokens."""

import pytest

from oathtools import catalog
from oathtools.procedures.actions.recover import suit_test
from oathtools.procedures.glossary import taking
from oathtools.table.state import DARKEST_SECRET, FAVOR, HIDDEN, PEOPLES_FAVOR, PURPLE, SECRET, SHARED
from tests.support.tables import Lay, Table, a_table, down, unknown

SITES = [site for site in catalog.cards("site") if site.recover_cost]
BARE = [site for site in catalog.cards("site") if not site.recover_cost]
RICH = {"favor": 5, "secrets": 5}


def standing(site: str, *relics: Lay, **red: int) -> Table:
    """Red at a site with facedown relics."""
    return a_table().site(site, slot=1, relics=relics or ["map"]).seat("red", at=1, **red)


# -- relics ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.id)
def test_5_4_2_each_printed_price(site: catalog.Site) -> None:
    """Three favor into one bank, two favor burned, one or two secrets burned."""
    price = site.recover_cost
    assert price is not None
    table = standing(site.id, **RICH)
    before = table.built().count(SHARED, FAVOR)
    play = table.play().answer("recover", "relic-1")
    left = {FAVOR: 5, SECRET: 5}
    left[price.what] -= price.amount
    assert {what: play.has("red", what) for what in left} == left
    if price.bank:
        assert (price.what, price.amount, play.at(f"bank.{price.bank}", FAVOR)) == (FAVOR, 3, 3 + 3)
    elif price.what == FAVOR:
        assert (price.amount, play.at(SHARED, FAVOR)) == (2, before + 2)
    assert play.state.players["red"].supply == 6
    assert play.zone("held.red") == ["relic.map"] and not play.state.is_facedown("relic.map")
    assert play.cites()[:3] == ["5.4", "5.4.1", "5.4.2"] and "5.4.3" in play.cites()


def test_the_prices_are_of_four_kinds() -> None:
    prices = {(site.recover_cost.how, site.recover_cost.what, site.recover_cost.amount) for site in SITES}  # type: ignore[union-attr]
    assert prices == {("place", FAVOR, 3), ("burn", FAVOR, 2), ("burn", SECRET, 1), ("burn", SECRET, 2)}
    assert len(SITES) + len(BARE) == 23


@pytest.mark.parametrize("site", [down("site.mine"), unknown("site")])
def test_2_8_4_a_facedown_site_lists_no_price(site: Lay) -> None:
    """A pawn may have been placed there (A-16, a); the name of the site is not told either."""
    table = a_table().map("plains", site).site(1, relics=["map"]).seat("red", at=1, **RICH)
    assert catalog.site("site.mine").recover_cost is not None
    refused = [("5.4.2", "cradle.2 lists no price for a relic", "law")]
    assert table.refusals("recover", target="relic-1", pay="printed") == refused


@pytest.mark.parametrize("site", BARE, ids=lambda site: site.id)
def test_5_4_2_a_site_without_a_price(site: catalog.Site) -> None:
    """2.8.4, A-48."""
    refused = standing(site.id, **RICH).refusals("recover", target="relic-1", pay="printed")
    assert refused == [("5.4.2", f"{site.id} lists no price for a relic", "law")]


@pytest.mark.parametrize(
    ("site", "red", "because"),
    [
        ("mountain", {"favor": 1}, "it costs 2 favor and 1 can be paid"),
        ("steppe", {"favor": 2}, "it costs 3 favor and 2 can be paid"),
        ("marshes", {"hidden": 3}, "it costs 1 secret and 0 can be paid"),
        ("deep_woods", {"secrets": 1, "hidden": 1}, "it costs 2 secrets and 1 can be paid"),
    ],
)
def test_5_4_2_refused_without_the_price(site: str, red: dict[str, int], because: str) -> None:
    """7.1.2: facedown secrets pay nothing."""
    refused = standing(site, **red).refusals("recover", target="relic-1", pay="printed")
    assert [(clause, said) for clause, said, _ in refused] == [("5.4.2", because)]


def test_5_4_1_refused_without_supply() -> None:
    refused = standing("mountain", favor=2, supply=0).refusals("recover", target="relic-1", pay="printed")
    assert refused == [("5.4.1", "it costs 1 Supply and 0 is left", "law")]


def test_5_4_1_whichever_of_several() -> None:
    play = standing("mountain", "map", "cup_of_plenty", favor=2).play().answer("recover")
    assert play.offered[:2] == ["relic-1", "relic-2"]
    play.answer("relic-2")
    assert play.zone("held.red") == ["relic.cup_of_plenty"] and play.zone("relics.1") == ["relic.map"]


def test_a_48_only_at_ones_own_site_and_whoever_rules_it() -> None:
    """A-48."""
    table = standing("mountain", favor=2).site("mountain", warbands={"blue": 2})
    assert table.refusals("recover", target="relic-1", pay="printed") == []
    assert (
        "recover"
        not in standing("mountain", favor=2).seat("red", at="plains").banner("peoples_favor", None, 5).play().offered
    )


def test_a_49_neither_those_of_players_nor_of_the_reliquary() -> None:
    """A-49."""
    table = a_table().seat("red", at="mountain", **RICH).seat("blue", at="mountain", relics=["map"])
    assert table.play().answer("recover").offered == [PEOPLES_FAVOR, DARKEST_SECRET]


def test_5_4_3_the_face_of_an_unknown_relic_is_told_once_it_is_taken() -> None:
    play = standing("mountain", unknown("relic"), favor=2).play().answer("recover", "relic-1")
    assert play.asked == ("face", "red") and play.has("red", FAVOR) == 0
    assert play.refuses("relic.grand_scepter") != []
    play.answer("map")
    assert play.zone("held.red") == ["relic.map"]


def test_5_4_3_the_title_is_looked_at_again() -> None:
    """A-05."""
    table = standing("mountain", favor=2).oath("protection").seat("red", relics=["cup_of_plenty"])
    assert table.state.oathkeeper == PURPLE, "one relic each: tied, and the holder keeps it"
    play = table.play().answer("recover", "relic-1")
    assert play.state.oathkeeper == "red"


def test_5_4_replays() -> None:
    play = standing("mountain", unknown("relic"), favor=2).play().answer("recover", "relic-1", "map")
    assert play.replayed() == play.state


# -- banners: what is paid (5.4.2) -------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "have", "pays"), [(1, 2, ["2"]), (1, 4, ["2", "3", "4"]), (3, 4, ["4"])])
def test_5_4_2_any_number_above_the_value(value: int, have: int, pays: list[str]) -> None:
    """A-44: a deliberate exception to 9.5."""
    table = a_table().seat("red", favor=have).banner("peoples_favor", None, value)
    offered = [str(pay) for pay in range(9) if not table.refusals("recover", target="peoples_favor", pay=str(pay))]
    assert offered == pays


def test_a_44_refused_at_or_under_the_value() -> None:
    """The old tokens never count toward the payment."""
    table = a_table().seat("red", favor=5).banner("peoples_favor", "red", 3)
    for pay in ("0", "1", "3"):
        assert table.refusals("recover", target="peoples_favor", pay=pay) == [
            ("5.4.2", f"{pay} does not exceed the 3 on {PEOPLES_FAVOR}", "law")
        ]


def test_a_44_only_faceup_secrets() -> None:
    table = a_table().seat("red", secrets=1, hidden=3)
    assert table.refusals("recover", target="darkest_secret", pay="2") == [
        ("5.4.2", "it costs 2 secrets and 1 can be paid", "law")
    ]


def test_a_45_an_empty_banner_takes_any_payment_of_one() -> None:
    table = a_table().seat("red", favor=1).banner("peoples_favor", "blue", 0)
    play = table.play().answer("recover")
    assert play.state.holders[PEOPLES_FAVOR] == "red" and play.at(PEOPLES_FAVOR, FAVOR) == 1
    assert play.asked[0] != "recover.bank", "there is no old favor"


# -- the People's Favor (5.4.4) ----------------------------------------------------------------------------------


@pytest.mark.parametrize("holder", [None, "blue", "red"])
@pytest.mark.parametrize("mob", [False, True])
def test_5_4_4_the_peoples_favor_leaves_its_mob_side(holder: str | None, mob: bool) -> None:
    """A-44: one's own too; A-43: one that nobody holds."""
    table = a_table().seat("red", favor=4).banner("peoples_favor", holder, 2, mob=mob)
    play = table.play().answer("recover")
    play.answer("3") if play.asked[0] == "recover.pay" else None
    play.answer("bank.hearth")
    assert play.state.holders[PEOPLES_FAVOR] == "red" and play.state.mob is False
    assert (play.at(PEOPLES_FAVOR, FAVOR), play.has("red", FAVOR)) == (3, 1)
    assert "5.4.4" in play.cites()


@pytest.mark.parametrize(
    ("old", "first", "gained"),
    [
        (1, "discord", {"discord": 1}),
        (3, "order", {"order": 1, "hearth": 1, "beast": 1}),
        (4, "beast", {"beast": 1, "nomad": 1, "discord": 1, "arcane": 1}),
        (8, "nomad", {"nomad": 2, "discord": 2, "arcane": 1, "order": 1, "hearth": 1, "beast": 1}),
    ],
)
def test_5_4_4_the_old_favor_goes_round_the_banks(old: int, first: str, gained: dict[str, int]) -> None:
    """One by one from any suit on, and around."""
    table = a_table().seat("red", favor=old + 1).banner("peoples_favor", None, old)
    play = table.play().answer("recover").answer(f"bank.{first}")
    assert {suit: play.at(f"bank.{suit}", FAVOR) - 3 for suit in catalog.SUITS} == {
        suit: gained.get(suit, 0) for suit in catalog.SUITS
    }


def test_5_4_no_distance_and_no_test_for_the_peoples_favor() -> None:
    table = a_table().seat("red", favor=2, at="deep_woods").banner("peoples_favor", "blue")
    assert table.refusals("recover", target="peoples_favor", pay="2") == []


# -- the Darkest Secret: the suit test (5.4.1) -------------------------------------------------------------------


def hidden_truth(*cards: Lay, advisers: tuple[Lay, ...] = (), holder: str | None = "blue", **red: int) -> Table:
    """Blue holds the Darkest Secret at the Mountain, with these cards there and these advisers."""
    table = a_table().seat("blue", at="mountain", advisers=advisers).site("mountain", cards=cards)
    told = {"secrets": 4, "at": "deep_woods", **red}
    return table.seat("red", **told).banner("darkest_secret", holder)  # type: ignore[arg-type]


SAFE = "every suit at site.mountain is that of one of blue's faceup advisers"
NO_SUIT = "no card with a suit is at site.mountain, where blue is"


@pytest.mark.parametrize(
    ("cards", "advisers", "because"),
    [
        ((), (), NO_SUIT),
        (("hall_of_mockery",), (), NO_SUIT),
        (("wolves",), (), None),
        (("wolves",), ("longbows",), None),
        (("wolves",), ("rangers",), SAFE),
        (("wolves",), (down("rangers"),), None),
        (("wolves", "longbows"), ("rangers",), None),
        (("wolves", "longbows"), ("rangers", "curfew"), SAFE),
        (("forest_temple",), ("rangers",), SAFE),
        (("wolves",), (unknown("denizen"), down("vision.faith")), None),
    ],
)
def test_a_42_the_suit_test_by_its_cases(
    cards: tuple[Lay, ...], advisers: tuple[Lay, ...], because: str | None
) -> None:
    """No suited card at the holder's site: no. Else some suit there must be none of the holder's faceup advisers'."""
    refused = hidden_truth(*cards, advisers=advisers).refusals("recover", target="darkest_secret", pay="2")
    assert refused == ([("5.4.1", because, "law")] if because else [])


def test_faq_darkest_secret_1_no_cards_at_the_holders_site() -> None:
    refused = hidden_truth().refusals("recover", target="darkest_secret", pay="2")
    assert refused == [("5.4.1", NO_SUIT, "law")]


def test_faq_darkest_secret_2_cards_there_and_no_advisers() -> None:
    assert hidden_truth("wolves").refusals("recover", target="darkest_secret", pay="2") == []


def test_a_42_ones_own_position_and_advisers_do_not_matter() -> None:
    table = hidden_truth("wolves", advisers=("rangers",)).seat("red", advisers=["longbows"])
    assert table.site("deep_woods", cards=["curfew"]).refusals("recover", target="darkest_secret", pay="2")


@pytest.mark.parametrize("holder", [None, "red"])
def test_a_42_unheld_or_ones_own_there_is_no_test(holder: str | None) -> None:
    table = hidden_truth(holder=holder)
    assert table.refusals("recover", target="darkest_secret", pay="2") == []
    assert list(suit_test(table.game(), "red")) == []


# -- the Darkest Secret: the old secrets (5.4.4) -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("holder", "old", "mine", "theirs"),
    [("blue", 1, 1, 0), ("blue", 3, 1, 2), (None, 1, 1, 0), (None, 3, 1, 0), ("red", 3, 3, 0)],
)
def test_a_43_one_old_secret_to_the_taker_the_rest_to_the_former_holder(
    holder: str | None, old: int, mine: int, theirs: int
) -> None:
    """A-43: unheld, the rest goes to the bank. A-44: one's own come all back."""
    table = hidden_truth("wolves", holder=holder, secrets=old + 1).banner("darkest_secret", holder, old)
    play = table.play().answer("recover")
    assert play.state.holders[DARKEST_SECRET] == "red" and play.at(DARKEST_SECRET, SECRET) == old + 1
    assert (play.has("red", SECRET), play.has("blue", SECRET)) == (mine, theirs)
    assert play.has("red", HIDDEN) == 0


def test_5_4_4_overpaying() -> None:
    play = hidden_truth("wolves", secrets=4).play().answer("recover", "4")
    assert play.at(DARKEST_SECRET, SECRET) == 4 and play.has("red", SECRET) == 1


# -- A-47 the seize penalty --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("old", "left"), [(1, 1), (2, 1), (3, 1), (4, 2), (7, 5)])
@pytest.mark.parametrize("banner", [PEOPLES_FAVOR, DARKEST_SECRET])
def test_a_47_a_banner_taken_burns_two_but_never_the_last(banner: str, old: int, left: int) -> None:
    """2.5.3: by any way but Recover; the People's Favor turns to the Mob."""
    game = a_table().banner(banner, "blue", old).game()
    token = catalog.banner(banner).token
    before = game.state.count(SHARED, FAVOR)
    assert list(taking.take(game, "red", banner, "5.5.7.2")) == []
    assert game.state.holders[banner] == "red" and game.state.count(banner, token) == left
    assert game.state.mob == (banner == PEOPLES_FAVOR)
    if banner == PEOPLES_FAVOR:
        assert game.state.count(SHARED, FAVOR) == before + old - left


@pytest.mark.parametrize(("old", "left"), [(0, 0), (1, 0), (2, 0), (3, 1), (7, 5)])
def test_a_47_the_other_reading_at_least_one_burns(old: int, left: int) -> None:
    """A table may let the last ones burn too; nothing burns that is not there."""
    game = a_table().reading("A-47", "b").banner(PEOPLES_FAVOR, "blue", old).game()
    list(taking.take(game, "red", PEOPLES_FAVOR, "5.5.7.2"))
    assert game.state.count(PEOPLES_FAVOR, FAVOR) == left


@pytest.mark.parametrize("banner", [PEOPLES_FAVOR, DARKEST_SECRET])
def test_a_47_faq_peoples_favor_3_faq_darkest_secret_3_not_when_it_is_given(banner: str) -> None:
    game = a_table().banner(banner, "blue", 4).game()
    assert list(taking.give(game, "red", banner, "10.11")) == []
    assert game.state.count(banner, catalog.banner(banner).token) == 4 and not game.state.mob


def test_recovering_devotion_moves_the_title() -> None:
    """2.11: at once."""
    table = hidden_truth("wolves", secrets=2).oath("devotion").title("blue")
    assert table.play().answer("recover").state.oathkeeper == "red"


def test_nothing_to_recover() -> None:
    """Neither relic nor the means for a banner: the action is not offered, and says so."""
    play = a_table().seat("red", at="plains", favor=1, secrets=1).play()
    assert play.refuses("recover") == [("5.4", "there is no legal way to recover now")]
