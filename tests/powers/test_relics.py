"""Grand Mask, Circlet of Command and Ring of Devotion, with their FAQ."""

import pytest

from oathtools.procedures.machine import facts
from oathtools.table.state import FAVOR, PURPLE, SECRET
from tests.battles import campaign, roll, war, why_not
from tests.support.tables import Table, a_table

MASK, CIRCLET, RING = "relic.grand_mask", "relic.circlet_of_command", "relic.ring_of_devotion"

# -- Grand Mask --------------------------------------------------------------------------------------------------


def mask(**red: object) -> Table:
    """Curfew, Elders and Longbows at Imperial sites, Wayside Inn at Blue's; Red has the Mask."""
    table = a_table().seat("red", relics=[MASK], **{"at": "ancient_city", **red})
    table.site("mountain", cards=["elders", "curfew"], warbands={PURPLE: 1})
    table.site("plains", cards=["longbows"], warbands={PURPLE: 1})
    return table.site("steppe", cards=["wayside_inn"], warbands={"blue": 1})


def test_grand_mask_its_holder_rules_the_cards_at_imperial_sites() -> None:
    game = mask().game()
    assert facts.rulers_of_card(game, "denizen.elders") == ("red",)
    assert facts.rules_card(game, "red", "denizen.elders") and not facts.rules_card(game, PURPLE, "denizen.elders")
    assert facts.rulers_of_card(game, "denizen.wayside_inn") == ("blue",)


def test_grand_mask_their_powers_are_open() -> None:
    """7.1.1."""
    play = mask(favor=2).play().answer("power")
    assert play.skipped[0] == ("power.card", "denizen.elders") and play.has("red", SECRET) == 1


def test_grand_mask_what_the_cards_forbid_binds_others_for_its_holder() -> None:
    """Curfew at an Imperial site is Red's own for the turn."""
    table = mask(at="mountain", secrets=1)
    assert table.refusals("trade", card="elders", **{"for": "favor"}) == []
    table = mask(at="mountain", secrets=1).turn("blue").seat("blue", at="mountain", secrets=1)
    assert [row[0] for row in table.refusals("trade", card="elders", **{"for": "favor"})] == ["5.3.1"]


def test_a_78_grand_mask_not_battle_plans() -> None:
    """A-78."""
    game = mask().game()
    assert facts.rulers_of_card(game, "denizen.longbows") == (PURPLE,)


def test_grand_mask_only_in_the_holders_turn() -> None:
    game = mask().turn("blue").game()
    assert facts.rulers_of_card(game, "denizen.elders") == (PURPLE,)
    game = mask().turn("red", "round-end").game()
    assert facts.rulers_of_card(game, "denizen.elders") == (PURPLE,)


def test_grand_mask_only_for_an_exile() -> None:
    game = mask(role="citizen").game()
    assert facts.rulers_of_card(game, "denizen.elders") == (PURPLE,)


def test_grand_mask_the_sites_stay_imperial() -> None:
    game = mask().game()
    assert facts.rulers(game, 1) == (PURPLE,) and facts.sites_ruled(game, "red") == []


def test_faq_grand_mask_1_the_shrouded_wood() -> None:
    """A site's own power goes by who rules the site."""
    table = mask(at="shrouded_wood").site("shrouded_wood", slot=2, warbands={PURPLE: 1})
    assert table.play().answer("travel").asked == ("travel.to", PURPLE)


# -- Circlet of Command ------------------------------------------------------------------------------------------


def circlet(**blue: object) -> Table:
    table = war().seat("red", favor=5, warbands=6)
    table.seat("blue", relics=[CIRCLET, "relic.map"], **blue).banner("peoples_favor", "blue")
    return table


@pytest.mark.parametrize("what", ["relic.map", "banner.peoples_favor"])
def test_circlet_of_command_protects_relics_and_banners(what: str) -> None:
    assert ("9.2", f"{CIRCLET} protects {what}", CIRCLET) in why_not(circlet(), "blue", [what], 1)


def test_circlet_of_command_is_itself_open() -> None:
    assert why_not(circlet(), "blue", [CIRCLET], 1) == []


def test_circlet_of_command_no_recover_by_others() -> None:
    refused = circlet().refusals("recover", target="peoples_favor", pay="2")
    assert refused == [("9.2", f"{CIRCLET} protects banner.peoples_favor", CIRCLET)]


def test_faq_circlet_of_command_1_its_holder_recovers_the_own_banner() -> None:
    table = a_table().seat("red", favor=3, relics=[CIRCLET]).banner("peoples_favor", "red")
    assert table.refusals("recover", target="peoples_favor", pay="2") == []


def test_circlet_of_command_three_dice_for_the_pawn() -> None:
    play = campaign(circlet().play(), "blue", ["pawn"], 6)
    while play.asked[0] == "campaign.plan":
        play.default()
    assert play.asked[0] == "campaign.defense-roll" and play.pending.high == 3


# -- Ring of Devotion --------------------------------------------------------------------------------------------


def ring(**red: object) -> Table:
    table = a_table().seat("red", at="mountain", relics=[RING], **red)
    return table.site("mountain", cards=["longbows"], warbands={"red": 2})


def test_ring_of_devotion_two_warbands_more() -> None:
    play = ring(favor=1).play().answer("muster")
    assert play.has("red", "warbands") == 4 and play.at("longbows", FAVOR) == 1


def test_a_131_faq_ring_of_devotion_1_none_left_at_a_site() -> None:
    """A-131: 6.5 only picks up."""
    because = f"{RING} does not let its holder place warbands at sites"
    assert ring(warbands=3).refusals("move-warbands", to="site", number="1") == [("9.2", because, RING)]
    play = ring(warbands=3).play().answer("move-warbands")
    assert play.has("red", "warbands") == 4 and play.at("slot.1", "red") == 1


def test_a_131_faq_ring_of_devotion_1_sites_are_won_but_stay_empty() -> None:
    table = war().seat("red", warbands=9, relics=[RING]).site("steppe", warbands={"blue": 2})
    play = campaign(table.play(), "blue", ["steppe"], 9)
    roll(play, "0", "s" * 9)
    while play.asked[0].startswith("campaign."):
        play.default()
    assert play.state.pieces.get("slot.3", {}) == {} and facts.rulers(play.game, 3) == ("bandits",)
    assert "campaign.place" not in [kind for kind, _ in play.skipped]
