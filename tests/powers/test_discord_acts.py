"""Discord: what comes of being played, knives and dice, the vow that takes what burns, the poorest suit."""

import pytest

from oathtools.table.state import DARKEST_SECRET, FAVOR, HIDDEN, SECRET
from tests.battles import campaign, roll, shields, war
from tests.support.tables import Script, Table, a_table, down

RENEWAL, HALL = "denizen.vow_of_renewal", "denizen.gambling_hall"


def calm(players: int = 4) -> Table:
    """Nobody has the title, nobody takes it."""
    return a_table(players).oath("devotion").title(None)


def played(table: Table, card: str, to: str) -> Script:
    """Red searches, draws one card and plays it."""
    return table.deck(card, rest=False).play().answer("search", to)


# -- when played ---------------------------------------------------------------------------------------------------


def test_faq_charlatan_1_all_but_one_on_the_darkest_secret_and_none_elsewhere() -> None:
    play = played(calm().seat("red", secrets=2).banner("darkest_secret", "blue", 4), "charlatan", "adviser")
    assert play.at(DARKEST_SECRET, SECRET) == 1 and play.has("red", SECRET) == 2


def test_a_121_dissent_a_favor_for_each_suit_ruled_but_not_from_the_holder_of_the_peoples_favor() -> None:
    table = calm().seat("red", at=2, favor=1, advisers=["wolves"]).seat("blue", favor=5, advisers=["elders", "keep"])
    table = table.seat("yellow", favor=5, advisers=["tents"]).banner("peoples_favor", "yellow")
    play = played(table, "dissent", "adviser")
    assert play.at("dissent", FAVOR) == 1 + 2, "Red rules two suits and has one favor"
    assert [play.has(seat, FAVOR) for seat in ("red", "blue", "yellow")] == [0, 3, 5]


def test_faq_dissent_1_each_citizen_counts_all_imperial_sites() -> None:
    table = calm().seat("purple", favor=3).seat("yellow", role="citizen", favor=3)
    table = table.site("mountain", cards=["wolves", "elders"], warbands={"purple": 1})
    play = played(table, "dissent", "adviser")
    assert play.has("purple", FAVOR) == play.has("yellow", FAVOR) == 1


def blackmail(**blue: object) -> Script:
    table = calm().seat("red", at=3).seat("blue", at=3, **blue)
    return played(table, "blackmail", "adviser")


def test_blackmail_takes_a_relic_unless_three_favor_are_given() -> None:
    play = blackmail(relics=["map", "whistle"], favor=3).answer("map")
    assert play.asked == ("blackmail.pay", "blue")
    assert play.answer("yes").has("red", FAVOR) == 3 and play.zone("held.red") == []
    poor = blackmail(relics=["map", "whistle"], favor=2).answer("map")
    assert poor.zone("held.red") == ["relic.map"]


def test_a_123_blackmail_cannot_take_what_is_protected() -> None:
    assert blackmail(relics=["map", "circlet_of_command"]).zone("held.red") == ["relic.circlet_of_command"]


def key(warbands: dict[str, int], **pawns: int) -> Script:
    table = calm().seat("red", at=3).site("steppe", warbands=warbands)
    for seat, at in pawns.items():
        table = table.seat(seat, at=at)
    return played(table, "key_to_the_city", "site.steppe")


def test_key_to_the_city_kills_all_and_places_one_if_no_ruler_is_there() -> None:
    play = key({"blue": 3}, blue=0)
    assert play.state.count("slot.3", "blue") == 0 and play.state.count("slot.3", "red") == 1
    held = key({"blue": 3}, blue=3)
    assert held.state.count("slot.3", "blue") == 3 and held.state.count("slot.3", "red") == 0


def test_faq_key_to_the_city_1_bandits_have_no_pawn() -> None:
    assert key({}).state.count("slot.3", "red") == 1


def test_faq_riots_1_faq_riots_2_a_120_it_counts_cards_at_sites_and_spares_itself() -> None:
    table = calm().seat("red", at=2, advisers=["wolves", "rangers"]).banner("peoples_favor", "blue", mob=True)
    table = table.site("mountain", cards=["scryer"]).site("steppe", cards=["slander", "elders"])
    play = played(table, "riots", "site.the_tribunal")
    if play.asked[0] == "discard.order":
        play.default()
    assert (
        play.zone("cards.2") == ["denizen.riots"]
        and play.zone("cards.1") == []
        and play.zone("cards.3") == ["denizen.elders"]
    )
    assert play.zone("advisers.red") == ["denizen.wolves", "denizen.rangers"]


def test_riots_need_the_mob() -> None:
    table = calm().seat("red", at=2).site("mountain", cards=["scryer", "slander"])
    assert played(table, "riots", "adviser").zone("cards.1") == ["denizen.scryer", "denizen.slander"]


@pytest.mark.parametrize(("mine", "relic", "asked"), [(2, "map", True), (2, None, True), (1, "map", False)])
def test_royal_ambitions_an_exile_with_more_sites_than_the_chancellor(
    mine: int, relic: str | None, asked: bool
) -> None:
    """2.3: whoever joins takes a relic of the Reliquary, if one lies there."""
    table = calm().site("plains", warbands={"purple": 1}).site("steppe", warbands={"red": 1})
    if mine == 2:
        table = table.site("mountain", warbands={"red": 1})
    table = table.reliquary(relic, None, None, None)
    play = played(table, "royal_ambitions", "adviser")
    assert (play.asked[0] == "royal_ambitions.citizen") is asked
    if asked:
        play.answer("yes")
        assert play.state.players["red"].role == "citizen" and play.asked[0] == "act"
        assert play.zone("held.red") == (["relic.map"] if relic else [])


# -- Action --------------------------------------------------------------------------------------------------------


def test_assassin_discards_a_faceup_adviser_of_a_player_here() -> None:
    table = calm().seat("red", at=3, favor=1, advisers=["assassin"])
    table = table.seat("blue", at=3, advisers=["elders", "tents", "vow_of_peace", down("wolves")])
    play = table.play().answer("power")
    assert play.offered == ["denizen.elders", "denizen.tents"]
    assert "denizen.elders" not in play.answer("elders").zone("advisers.blue")


def test_faq_assassin_1_a_83_two_locked_advisers_shut_it_out() -> None:
    table = calm().seat("red", at=2, advisers=["vow_of_peace", "vow_of_poverty"]).deck("assassin", rest=False)
    play = table.play().answer("search")
    assert "adviser" not in play.offered and ("9.2",) in {(clause,) for clause, _ in play.refuses("adviser")}


def test_enchantress_changes_places_with_any_faceup_adviser() -> None:
    table = calm().seat("red", secrets=1, advisers=["enchantress"]).seat("blue", advisers=["elders", "vow_of_peace"])
    play = table.play().answer("power")
    assert play.zone("advisers.red") == ["denizen.elders"] and "denizen.enchantress" in play.zone("advisers.blue")


def test_10_25_who_cannot_change_places_with_the_enchantress_is_refused_with_the_reason() -> None:
    """9.2, A-83: the Family Wagon brings its limit along, and Red's other advisers are locked."""
    table = calm().seat("red", secrets=1, advisers=["enchantress", "tyrant", "vow_of_peace"])
    play = table.seat("blue", advisers=["family_wagon", "scouts", "elders"]).play().answer("power")
    assert "denizen.scouts" in play.offered and "denizen.family_wagon" not in play.offered
    because = "the advisers of red would be 1 too many, and too few others can be discarded"
    assert play.refuses("family_wagon") == [("9.2", because)]


def test_faq_enchantress_1_a_row_too_long_is_cut_but_not_by_her() -> None:
    table = calm().seat("red", secrets=1, advisers=["enchantress"])
    table = table.seat("blue", advisers=["pied_piper", "elders", "tents", "wolves"])
    play = table.play().answer("power", "pied_piper")
    assert play.asked == ("play.replace", "blue") and "denizen.enchantress" not in play.offered


def hall() -> Script:
    table = calm().seat("red", at=0, favor=2).site("plains", cards=["gambling_hall"]).bank("order", 9)
    return table.play().answer("power")


def test_faq_gambling_hall_1_a_doubler_doubles_the_sum() -> None:
    play = hall()
    assert play.asked[0] == "gambling_hall.defense-roll" and play.pending.high == 4
    play.answer(shields("12x0"))
    assert play.asked == ("gambling_hall.bank", "red")
    assert play.answer("bank.order").has("red", FAVOR) == 6


def test_gambling_hall_nothing_for_no_shield() -> None:
    assert hall().answer(shields("00xx")).has("red", FAVOR) == 0


def test_faq_scryer_1_the_whole_pile() -> None:
    table = calm().seat("red", secrets=1, advisers=["scryer"]).pile("cradle", "elders", "tents", "wolves", "keep")
    play = table.play().answer("power", "discard.cradle")
    looked = next(event for event in play.events if event.kind == "looked")
    assert looked.facts["count"] == 4


def test_sleight_of_hand_never_the_last_secret() -> None:
    table = calm().seat("red", at=3, favor=1, advisers=["sleight_of_hand"])
    play = table.seat("blue", at=3, secrets=1, hidden=1).seat("yellow", at=3, secrets=1).play().answer("power", SECRET)
    assert play.has("red", SECRET) == 1 and (play.has("blue", SECRET), play.has("blue", HIDDEN)) == (0, 1)
    bare = calm().seat("red", at=3, favor=1, advisers=["sleight_of_hand"]).seat("yellow", at=3, secrets=1)
    assert [row.clause for row in bare.refusals("power", card="sleight_of_hand")] == ["7.3.2"]


# -- others --------------------------------------------------------------------------------------------------------


def test_chaos_cult_a_favor_from_another_who_takes_the_title() -> None:
    table = a_table().oath("people").title("blue").banner("peoples_favor", "blue", 1).seat("red", favor=4, at=3)
    table = table.seat("yellow", advisers=["chaos_cult"]).site("steppe", cards=["elders"])
    play = table.play().answer("recover")
    while play.asked[0].startswith("recover"):
        play.answer(play.offered[0])
    assert play.state.oathkeeper == "red" and play.has("yellow", FAVOR) == 1


def test_vow_of_renewal_its_holder_cannot_recover_the_peoples_favor() -> None:
    rows = calm().seat("red", favor=5, advisers=["vow_of_renewal"]).refusals("recover", target="peoples_favor", pay="2")
    assert ("9.2", RENEWAL) in [(row.clause, row.source) for row in rows]


@pytest.mark.parametrize("holder", ["blue", "red"])
def test_a_48_favor_burned_by_anybody_is_the_holders_of_vow_of_renewal(holder: str) -> None:
    play = calm().seat(holder, advisers=["vow_of_renewal"]).seat("yellow", favor=2).play()
    receive_burnt(play, "yellow", 2)
    assert play.has(holder, FAVOR) == 2 and play.has("yellow", FAVOR) == 0


def test_vow_of_renewal_at_a_site_of_the_bandits_keeps_no_favor() -> None:
    """10.21: the bandits rule the card, and have no board; a saved world may hold it at a site."""
    play = calm().site("plains", cards=[RENEWAL]).seat("yellow", favor=2).play()
    before = play.game.state.count("shared", FAVOR)
    receive_burnt(play, "yellow", 2)
    assert play.game.state.count("shared", FAVOR) == before + 2


def test_vow_of_renewal_takes_nothing_of_what_the_bandits_burn() -> None:
    """FAQ Military Parade has favor of the bandits burned; the Vow speaks of players who burn some."""
    table = war().seat("red", warbands=2).seat("blue", at=0, advisers=["vow_of_renewal"])
    play = campaign(table.site("deep_woods", cards=["battle_honors"]).play(), "bandits", ["steppe"])
    roll(play, "2", "hh")
    assert (play.has("blue", FAVOR), play.at("bank.order", FAVOR)) == (0, 1)


def receive_burnt(play: Script, seat: str, count: int) -> None:
    """Favor of a player is burned."""
    from oathtools.engine.driver import finish
    from oathtools.procedures.glossary import verbs

    finish(verbs.put_from_funds(play.game, seat, count, "shared", "10.4", why="burn"))


def test_downtrodden_two_more_from_the_poorest_suit_and_no_tie() -> None:
    table = calm().seat("red", at=0, favor=1, advisers=["downtrodden"]).site("plains", cards=["elders"])
    assert table.bank("nomad", 1).play().answer("muster", "downtrodden").has("red", "warbands") == 4
    table = calm().seat("red", at=0, favor=1, advisers=["downtrodden"]).site("plains", cards=["elders"])
    tied = table.bank("nomad", 1).bank("beast", 1).play().answer("muster", "downtrodden")
    assert tied.has("red", "warbands") == 2
