"""Acting Troupe, Master of Disguise, Vow of Silence, Dazzle and Tutor, with their FAQ."""

import pytest

from oathtools.procedures.adjudicate import Request, why
from oathtools.table.state import DARKEST_SECRET, FAVOR, HIDDEN, SECRET
from tests.support.tables import Lay, Script, Table, a_table, down, the

GO_ON = "go-on"
TROUPE, DISGUISE, SILENCE = "denizen.acting_troupe", "denizen.master_of_disguise", "denizen.vow_of_silence"

# -- Acting Troupe -----------------------------------------------------------------------------------------------


def stage(*advisers: Lay, **red: int) -> Table:
    """Red at the Mountain with an Arcane, a Beast, an Order and a Nomad card, and Acting Troupe."""
    told = {"secrets": 2, "favor": 4, **red}
    table = a_table().seat("red", at="plains", advisers=[TROUPE, *advisers], **told)
    return table.site("plains", cards=["alchemist", "wolves", "longbows"])


@pytest.mark.parametrize(
    ("suit", "card", "gained"),
    [
        ("beast", "wolves", 2),
        ("order", "longbows", 2),
        ("beast", "longbows", 1),
        ("beast", "alchemist", 1),
        (None, "alchemist", 2),
        (None, "wolves", 1),
    ],
)
def test_faq_acting_troupe_1_counts_as_the_suit_chosen_or_stays_arcane(
    suit: str | None, card: str, gained: int
) -> None:
    """FAQ 1: it may stay an Arcane card."""
    play = stage().play().answer("trade", f"{TROUPE}@{suit}" if suit else GO_ON)
    play.answer(*([GO_ON] if play.asked[0] == "trade.modifier" else []), card, "favor")
    assert play.has("red", FAVOR) == 4 + gained


def test_acting_troupe_in_a_trade_for_secrets() -> None:
    play = stage().play().answer("trade", f"{TROUPE}@beast", "wolves", "secrets")
    assert play.has("red", SECRET) == 3


def test_acting_troupe_once_and_one_suit() -> None:
    """7.4.2: once per action."""
    play = stage().play().answer("trade")
    assert play.offered == [GO_ON, f"{TROUPE}@beast", f"{TROUPE}@order"]
    assert play.answer(f"{TROUPE}@order").asked[0] == "trade.card"


def test_acting_troupe_beside_other_advisers() -> None:
    play = stage("rangers").play().answer("trade", f"{TROUPE}@beast", "wolves", "favor")
    assert play.has("red", FAVOR) == 4 + 3


def test_faq_acting_troupe_2_not_outside_a_trade() -> None:
    table = a_table().seat("red", at="plains", secrets=2).seat("blue", at="mountain", advisers=[TROUPE])
    table.site("mountain", cards=["alchemist"]).banner("darkest_secret", "blue")
    because = "every suit at site.mountain is that of one of blue's faceup advisers"
    assert ("5.4.1", because, "law") in table.refusals("recover", target="darkest_secret", pay="2")


@pytest.mark.parametrize("adviser", [down(TROUPE), "tents"])
def test_acting_troupe_facedown_or_anothers(adviser: Lay) -> None:
    table = a_table().seat("red", at="plains", advisers=[adviser], secrets=1).site("plains", cards=["wolves"])
    if adviser == "tents":
        table.seat("blue", at="plains", advisers=[TROUPE])
    assert table.play().answer("trade").has("red", FAVOR) == 1


# -- Master of Disguise ------------------------------------------------------------------------------------------


def masked(*theirs: Lay, mine: tuple[Lay, ...] = (), **red: int) -> Table:
    """Red with Master of Disguise and Elders at hand; Blue's advisers are told."""
    told = {"secrets": 2, "favor": 2, **red}
    table = a_table().seat("red", at="mountain", advisers=[DISGUISE, *mine], **told)
    return table.seat("blue", at="plains", advisers=theirs).site("mountain", cards=["elders"])


def as_blue(table: Table) -> Script:
    return table.play().answer("trade", f"{DISGUISE}@blue")


def trade(play: Script, what: str = "favor") -> Script:
    while play.asked[0] == "trade.modifier":
        play.answer(GO_ON)
    return play.answer(what)


def test_master_of_disguise_another_players_advisers_count() -> None:
    play = trade(as_blue(masked("tents", "horse_archers", down("scouts"))))
    assert play.has("red", FAVOR) == 2 + 3
    assert (play.at(DISGUISE, SECRET), play.at("elders", SECRET), play.has("red", SECRET)) == (1, 1, 0)


def test_master_of_disguise_ones_own_do_not() -> None:
    assert trade(as_blue(masked("wolves", mine=("tents", "horse_archers")))).has("red", FAVOR) == 3


def test_master_of_disguise_any_other_player() -> None:
    play = masked("tents").play().answer("trade")
    assert play.offered == [GO_ON, *(f"{DISGUISE}@{seat}" for seat in ("purple", "blue", "yellow"))]


def test_master_of_disguise_is_optional() -> None:
    assert masked("tents").play().answer("trade", GO_ON, "favor").has("red", FAVOR) == 3


def test_master_of_disguise_needs_its_secret() -> None:
    play = masked("tents", secrets=1).play().answer("trade")
    assert play.offered == [GO_ON, *(f"{DISGUISE}@{seat}" for seat in ("purple", "blue", "yellow"))]
    play.answer(f"{DISGUISE}@blue")
    assert ("trade.for", "secrets") in play.skipped, "the one secret is gone"
    assert masked("tents", secrets=0).play().answer("trade").skipped[0] == ("trade.modifier", GO_ON)


def test_master_of_disguise_not_while_a_token_lies_on_it() -> None:
    """7.1.2."""
    assert masked("tents").on(DISGUISE, secrets=1).play().answer("trade").asked[0] == "trade.for"


def test_faq_master_of_disguise_1_modifiers_of_the_other_player() -> None:
    play = as_blue(masked(TROUPE, "longbows"))
    assert play.asked[0] == "trade.modifier" and play.offered == [GO_ON, f"{TROUPE}@beast", f"{TROUPE}@order"]


def test_faq_master_of_disguise_1_marriage() -> None:
    table = masked("marriage").site("mountain", cards=["wayside_inn"])
    play = as_blue(table).answer("wayside_inn", "favor")
    assert play.has("red", FAVOR) == 2 + 3


def test_faq_master_of_disguise_2_own_modifiers_are_out_of_reach() -> None:
    play = masked("tents", mine=(TROUPE,)).play().answer("trade")
    assert f"{TROUPE}@beast" in play.offered
    play.answer(f"{TROUPE}@beast")
    assert play.asked[0] == "trade.for", "one cannot use one's own and then leave them behind"
    using = ((DISGUISE, "blue"), (TROUPE, "beast"))
    request = Request("trade", {"card": "denizen.elders", "for": "favor"}, using)
    (refusal,) = why(masked("tents", mine=(TROUPE,)).game(), "red", request).refusals
    reason = f"{DISGUISE} makes the advisers of blue those of red, and {TROUPE} is none of them"
    assert (refusal.clause, refusal.because) == ("7.1.1", reason), "red rules it: that is not why"
    assert as_blue(masked("tents", mine=(TROUPE,))).asked[0] == "trade.for"


def test_faq_master_of_disguise_3_frees_from_vow_of_poverty() -> None:
    table = masked("tents", mine=("vow_of_poverty",))
    assert trade(as_blue(table)).has("red", FAVOR) == 2 + 2
    assert table.play().answer("trade", GO_ON, "favor").has("red", FAVOR) == 2
    assert trade(as_blue(masked("vow_of_poverty"))).has("red", FAVOR) == 2, "the other player's vow binds instead"


def test_faq_master_of_disguise_3_frees_from_vow_of_kinship() -> None:
    play = trade(as_blue(masked("tents", mine=("vow_of_kinship",))))
    assert play.has("red", FAVOR) == 2 + 2 and play.at("bank.nomad", FAVOR) == 1


def test_master_of_disguise_lasts_for_one_trade() -> None:
    play = trade(as_blue(masked("tents").site("mountain", cards=["warning_signals"])).answer("elders"))
    assert play.asked[0] == "act"
    play.answer("trade")
    assert ("trade.for", "secrets") in play.skipped and play.has("red", SECRET) == 0, "no matching adviser any more"


# -- Vow of Silence ----------------------------------------------------------------------------------------------


def silent(*, holder: str | None = None, tokens: int = 2) -> Table:
    table = a_table().seat("blue", at="plains", advisers=[SILENCE]).seat("red", at="mountain", secrets=5)
    return table.banner("darkest_secret", holder, tokens)


@pytest.mark.parametrize("paid", [3, 5])
def test_vow_of_silence_gains_what_a_player_placed(paid: int) -> None:
    play = silent().play().answer("recover")
    assert play.skipped[0] == ("recover.target", DARKEST_SECRET)
    assert play.answer(str(paid)).has("blue", SECRET) == paid


def test_vow_of_silence_on_top_of_what_the_holder_gets() -> None:
    """5.4.4 gives the old secrets but one to the former holder."""
    play = silent(holder="blue").site("plains", cards=["wolves"]).play().answer("recover", "3")
    assert (play.has("blue", SECRET), play.has("red", SECRET)) == (1 + 3, 3)


def test_vow_of_silence_not_for_the_other_banner() -> None:
    play = silent().seat("red", favor=2).play().answer("recover", "banner.peoples_favor")
    assert play.answer("bank.order").has("blue", SECRET) == 0


def test_vow_of_silence_at_a_site_of_the_bandits_gains_nothing() -> None:
    """10.21: the bandits rule the card, and have no board; a saved world may hold it at a site."""
    table = a_table().site("plains", cards=[SILENCE]).seat("red", at="mountain", secrets=2)
    play = table.play().answer("recover")
    assert "board.bandits" not in play.game.state.pieces


def test_vow_of_silence_facedown_gains_nothing() -> None:
    table = a_table().seat("blue", at="plains", advisers=[down(SILENCE)]).seat("red", at="mountain", secrets=2)
    assert table.play().answer("recover").has("blue", SECRET) == 0


@pytest.mark.parametrize("holder", [None, "red", "blue"])
def test_vow_of_silence_its_holder_cannot_recover_the_darkest_secret(holder: str | None) -> None:
    table = a_table().seat("red", at="mountain", secrets=3, advisers=[SILENCE]).banner("darkest_secret", holder)
    table.seat("blue", at="plains").site("plains", cards=["wolves"])
    refused = ("9.2", f"{SILENCE} does not let its holder recover banner.darkest_secret", SILENCE)
    assert table.refusals("recover", target="darkest_secret", pay="2") == [refused]


def test_vow_of_silence_cannot_give_secrets() -> None:
    """A-126: no secrets in a binding exchange."""
    table = a_table().turn("purple").seat("purple", favor=1, secrets=1).seat("red", favor=1, secrets=1, hidden=1)
    play = table.seat("red", advisers=[SILENCE]).play().answer("offer", "red", "reliquary-1", [])
    assert play.asked[0] == "offer.give" and "secret" in play.pending.caps
    play.answer({})
    assert play.pending.caps == {FAVOR: 1}
    table = a_table().turn("purple").seat("purple", secrets=1, hidden=1, advisers=[SILENCE]).seat("red", secrets=1)
    play = table.play().answer("offer", "red", "reliquary-1", [])
    assert play.pending.caps == {"relic.grand_scepter": 1}
    assert set(play.answer({}).pending.caps) == {SECRET}, "the Exile may give some"


def test_facedown_secrets_may_change_hands() -> None:
    """6.6.1 speaks of secrets; 7.1.2 only keeps facedown ones from paying costs."""
    table = a_table().turn("purple").seat("red", hidden=2)
    play = table.play().answer("offer", "red", "reliquary-1", [], {}, {HIDDEN: 1}, "yes")
    play.answer("ivory_eye") if play.asked[0] == "face" else None
    assert (play.has("purple", HIDDEN), play.has("red", HIDDEN)) == (1, 1)


# -- Dazzle ------------------------------------------------------------------------------------------------------


def dazzling(at: str = "the_tribunal", **site: object) -> Table:
    """Hearth, Order, Arcane and locked cards in the Provinces; an Order card in the Cradle and one as an adviser."""
    table = a_table().seat("red", at=at, advisers=["longbows"]).seat("blue", advisers=["wayside_inn"])
    table.site("the_tribunal", cards=["tome_guardians"]).site("steppe", cards=["land_warden", "alchemist"])
    table.site("ancient_city", cards=["hall_of_debate"]).site("plains", cards=["curfew"])
    return table.deck("dazzle", rest=False)


GONE = ["denizen.tome_guardians", "denizen.land_warden"]


def test_a_120_dazzle_discards_hearth_and_order_cards_at_sites_of_the_region() -> None:
    """A-120: no adviser, nothing locked, nothing beyond the region."""
    play = dazzling().play().answer("search", "site.the_tribunal")
    assert play.asked == ("discard.order", "red") and list(play.pending.options) == GONE
    play.default()
    assert play.zone("discard.hinterland") == GONE[::-1]
    assert play.zone("cards.2") == ["denizen.dazzle"] and play.zone("cards.4") == ["edifice.hall_of_debate"]
    assert play.zone("advisers.red") == ["denizen.longbows"] and play.zone("cards.0") == ["denizen.curfew"]


def test_dazzle_as_an_adviser_too() -> None:
    play = dazzling().play().answer("search", "adviser").default()
    assert play.zone("cards.2") == [] and play.zone("cards.3") == ["denizen.alchemist"]


def test_dazzle_facedown_does_nothing() -> None:
    play = dazzling().play().answer("search", "adviser-facedown")
    assert play.asked[0] == "act" and play.zone("cards.2") == ["denizen.tome_guardians"]


def test_dazzle_what_lies_on_the_cards() -> None:
    """10.5: favor to its bank, secrets facedown to the player."""
    play = dazzling().on("land_warden", favor=1).on("tome_guardians", secrets=1).play()
    play.answer("search", "adviser").default()
    assert play.at("bank.hearth", FAVOR) == 4 and play.has("red", HIDDEN) == 1


def test_dazzle_a_single_card_and_none() -> None:
    play = a_table().seat("red", at="deep_woods").site("deep_woods", cards=["longbows"]).deck("dazzle", rest=False)
    done = play.play().answer("search", "adviser")
    assert done.asked[0] == "act" and done.zone("discard.cradle") == ["denizen.longbows"]
    play = a_table().seat("red", at="deep_woods").deck("dazzle", rest=False).play().answer("search", "adviser")
    assert play.asked[0] == "act"


def test_dazzle_turned_up_from_the_row() -> None:
    table = a_table().seat("red", at="mountain", advisers=[down("dazzle")]).site("mountain", cards=["longbows"])
    assert table.play().answer("play", "dazzle", "adviser").zone("cards.1") == []


# -- Tutor -------------------------------------------------------------------------------------------------------


def test_tutor_a_favor_and_a_secret_for_a_secret() -> None:
    play = a_table().seat("red", advisers=["tutor"], favor=1, secrets=1).play().answer("power")
    assert (play.has("red", SECRET), play.at("tutor", SECRET), play.at("tutor", FAVOR)) == (1, 1, 1)
    assert "power" not in play.offered, "7.1.2: it is occupied until Rest"


def test_tutor_refused_without_its_cost() -> None:
    table = a_table().seat("red", advisers=["tutor"], secrets=1)
    assert table.refusals("power", card=the("tutor")) == [
        ("7.1.2", "it costs 1 favor and 0 can be paid", "denizen.tutor")
    ]
