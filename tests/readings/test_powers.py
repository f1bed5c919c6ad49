"""Powers of cards (chapter 7) under two readings and more: whether they may be used, and what then comes of it."""

import pytest

from oathtools.table.state import DARKEST_SECRET, FAVOR, HIDDEN, PEOPLES_FAVOR, PURPLE, SECRET, SHARED
from tests.battles import campaign, pools, roll, war
from tests.readings.meeting import meets, read
from tests.support.tables import Script, Table, a_table, down

EVERY = pytest.mark.parametrize
AB = ["a", "b"]
GO_ON = "go-on"


def calm(**readings: str) -> Table:
    """Nobody has the title, nobody takes it."""
    return read(a_table().oath("devotion").title(None), **readings)


def used(table: Table, card: str, legal: bool) -> Script | None:
    """The power of a card once it is used, if it may be."""
    refusals = table.refusals("power", seat=table.state.turn, card=card)
    assert (refusals == []) is legal, refusals
    play = table.play()
    if not legal:
        assert "power" not in play.offered
        return None
    return play.answer("power")


# -- a power with nothing to work on, and what there is ------------------------------------------------------


@meets("A-145", "A-161")
@EVERY("a145", AB)
@EVERY("a161", AB)
def test_7_3_2_an_assassin_alone_at_a_site(a145: str, a161: str) -> None:
    """There are the own advisers, where a player here may be oneself."""
    table = calm(a145=a145, a161=a161).seat("red", at=3, favor=1, advisers=["assassin", "elders"])
    play = used(table, "assassin", a145 == "b" or a161 == "b")
    if play is not None:
        left = ["denizen.assassin", *(["denizen.elders"] if a145 == "a" else [])]
        assert play.asked[0] == "act" and play.zone("advisers.red") == left


@meets("A-145", "A-161", "A-164", "A-171")
@EVERY("a145", AB)
@EVERY("a161", AB)
@EVERY("a164", ["a", "b", "c"])
@EVERY("a171", AB)
def test_7_3_2_a_palanquin_for_oneself_or_for_one_who_has_a_vow(a145: str, a161: str, a164: str, a171: str) -> None:
    """Blue has Vow of Union and does not rule the site: nobody makes Blue travel by A-164 b; else as things stand."""
    table = calm(a145=a145, a161=a161, a164=a164, a171=a171).seat("red", at=3, favor=1, advisers=["palanquin"])
    table = table.seat("blue", at=3, warbands=1, advisers=["vow_of_union"])
    fellows = [*(["red"] if (a145, a171) == ("b", "b") else []), *(["blue"] if a164 != "b" else [])]
    play = used(table, "palanquin", bool(fellows) or a161 == "b")
    if play is None:
        return
    assert (play.asked[0] == "palanquin.player") is (len(fellows) > 1)
    if len(fellows) > 1:
        assert sorted(play.offered) == sorted(fellows)
        play.answer("blue")
    assert (play.asked[0] == "act") is (not fellows)
    if fellows:
        play.answer("plains")
        moved = "blue" in fellows
        assert [play.state.players[seat].slot for seat in ("red", "blue")] == [0, 0 if moved else 3]


@meets("A-161", "A-165", "A-167")
@EVERY("a161", AB)
@EVERY("a165", AB)
@EVERY("a167", AB)
def test_7_3_2_terror_spells_of_a_citizen_with_nobody_near(a161: str, a165: str, a167: str) -> None:
    """The Chancellor has the banner, and the only warband lies on a board elsewhere: it is killed only with both."""
    table = calm(a161=a161, a165=a165, a167=a167).oath("people").turn("yellow").banner(DARKEST_SECRET, PURPLE)
    table = table.seat("yellow", role="citizen", at=3, secrets=1, advisers=["terror_spells"])
    table = table.seat("blue", at=0, warbands=1)
    play = used(table, "terror_spells", a161 == "b" or (a165, a167) == ("b", "b"))
    if play is not None:
        assert play.asked[0] == "act" and play.has("blue", "warbands") == (0 if (a165, a167) == ("b", "b") else 1)


@meets("A-161", "A-163")
@EVERY("a161", AB)
@EVERY("a163", AB)
def test_10_25_an_enchantress_and_a_row_that_cannot_be_cut(a161: str, a163: str) -> None:
    """She may change places with one of a row with the Piper as fourth, whatever is read; A-163 says if it is cut."""
    table = calm(a161=a161, a163=a163).seat("red", secrets=1, advisers=["enchantress"])
    play = used(table.seat("blue", advisers=["pied_piper", "tents", "keep", "wolves"]), "enchantress", True)
    assert play is not None and play.answer("tents").asked[0] == ("play.replace" if a163 == "a" else "act")


# -- the title that hangs on a power ---------------------------------------------------------------------------------


@meets("A-165", beside=("A-01", "A-05"))
@EVERY("a05", ["a", "b", "c"])
@EVERY("a01", AB)
@EVERY("a165", AB)
def test_2_11_terror_at_the_sites_of_the_oathkeeper(a165: str, a01: str, a05: str) -> None:
    """Blue has three sites, two of them in the region of the spells; Red has two, the Empire too.

    With two fewer Blue is behind a tie, and gives the title away or keeps it.
    """
    table = read(a_table(), a01=a01, a05=a05, a165=a165).title("blue").banner(DARKEST_SECRET, PURPLE).turn("yellow")
    for slot, color in enumerate(("red", "red", "blue", "blue", PURPLE, PURPLE, "blue")):
        table.site(slot, warbands={color: 1})
    table = table.seat("yellow", role="citizen", at=3, secrets=1, advisers=["terror_spells"])
    play = used(table, "terror_spells", a165 == "b")
    if play is None:
        return
    play.answer("slot.2", "slot.3")
    given = a01 == "a" and a05 != "c"
    if given:
        assert play.asked == ("title.give", "blue") and play.offered == [PURPLE, "red"]
        play.answer("red")
    assert play.asked[0] == "act" and play.state.oathkeeper == ("red" if given else "blue")


@meets("A-165", beside=("A-04", "A-07"))
@EVERY(("a04", "a07", "after"), [("b", "b", "blue"), ("a", "a", "blue"), ("a", "b", PURPLE), ("a", "c", None)])
@EVERY("a165", AB)
def test_2_11_terror_that_leaves_most_sites_to_bandits(a165: str, a04: str, a07: str, after: str | None) -> None:
    """Blue has four sites, the bandits as many; then Blue two, the bandits six."""
    table = read(a_table(), a04=a04, a07=a07, a165=a165).title("blue").banner(DARKEST_SECRET, PURPLE).turn("yellow")
    for slot in (0, 1, 2, 3):
        table.site(slot, warbands={"blue": 1})
    play = used(
        table.seat("yellow", role="citizen", at=3, secrets=1, advisers=["terror_spells"]), "terror_spells", a165 == "b"
    )
    if play is not None:
        assert play.answer("slot.2").state.oathkeeper == after


@meets("A-175", beside=("A-04", "A-07"))
@EVERY(("a04", "a07", "after"), [("b", "b", "blue"), ("a", "a", "blue"), ("a", "b", PURPLE), ("a", "c", None)])
@EVERY("a175", AB)
def test_2_8_2_a_site_that_is_revealed_by_a_pawn_put_there_is_one_more_of_the_bandits(
    a175: str, a04: str, a07: str, after: str | None
) -> None:
    """The Shrouded Wood's ruler sends Blue elsewhere, so that Red's pawn alone is on the facedown site.

    Blue has three sites, the bandits three or four.
    """
    sites = ("plains", "mountain", "the_tribunal", "shrouded_wood", "steppe", down("site.drowned_city"))
    table = read(a_table(), a04=a04, a07=a07, a175=a175).map(*sites).title("blue").site(3, warbands={"yellow": 1})
    for slot in (0, 1, 2):
        table.site(slot, warbands={"blue": 1})
    table = table.seat("red", at=3, favor=1, advisers=["palanquin"]).seat("blue", at=3)
    play = table.play().answer("power", "hinterland.1", "plains")
    assert play.state.faceup_site(5) is (a175 == "b")
    assert play.state.oathkeeper == (after if a175 == "b" else "blue")


# -- secrets, favor and rows -----------------------------------------------------------------------------------------


@meets("A-158", "A-168")
@EVERY("a158", AB)
@EVERY(("a168", "picks"), [("a", "red"), ("b", None), ("c", "yellow")])
def test_10_26_a_witchs_bargain_with_one_who_has_nothing_and_with_one_who_has_both_faces(
    a158: str, a168: str, picks: str | None
) -> None:
    """Blue has nothing; of Yellow's two secrets one is facedown."""
    table = calm(a158=a158, a168=a168).seat("red", at=3, favor=4, secrets=1, advisers=["witchs_bargain"])
    play = table.seat("blue", at=3).seat("yellow", at=3, secrets=1, hidden=1).play().answer("power")
    assert play.offered == [GO_ON, *(["give-favor@blue"] if a158 == "a" else []), "give-favor@yellow"]
    play.answer("give-favor@yellow")
    assert (play.asked == ("take.secret", picks)) is (picks is not None)
    if picks is not None:
        play.answer(HIDDEN)
    assert (play.has("yellow", SECRET), play.has("yellow", HIDDEN)) == ((0, 1) if picks is None else (1, 0))


@meets("A-144", "A-149")
@EVERY("a144", AB)
@EVERY("a149", AB)
def test_10_2_a_thief_at_the_fae_merchants_and_the_secrets_of_what_is_buried(a144: str, a149: str) -> None:
    """The thief comes before the burial or after it; the secrets on the buried Mask go to the board, or are shared."""
    table = calm(a144=a144, a149=a149).seat("red", at=3, secrets=1, advisers=["fae_merchant"], relics=["horned_mask"])
    table = table.seat("yellow", at=3, favor=1, secrets=1, advisers=["relic_thief"]).on("horned_mask", secrets=2)
    play = table.relic_deck("whistle", "cracked_horn").play()
    play.answer("power")
    assert play.asked[0] == ("relic_thief.use" if a149 == "a" else "fae_merchant.relic")
    asked = []
    while play.asked[0] != "act":
        asked.append(play.asked[0])
        play.answer({"relic_thief.use": "no"}.get(play.asked[0], "horned_mask"))
    order = ["relic_thief.use", "fae_merchant.relic"]
    assert asked == (order if a149 == "a" else order[::-1])
    assert play.has("red", HIDDEN) == (2 if a144 == "a" else 0) and play.zone("held.red") == ["relic.whistle"]


@meets("A-160", "A-163")
@EVERY("a160", AB)
@EVERY("a163", AB)
def test_7_6_4_a_row_that_is_cut_after_a_deal_and_the_secrets_of_what_goes(a160: str, a163: str) -> None:
    """One of Blue's goes in Red's turn: a secret on it comes to Red, or to Blue, who discards it."""
    table = calm(a160=a160, a163=a163).seat("red", at=0, advisers=["longbows"]).on("wolves", secrets=1)
    table = table.seat("blue", advisers=["pied_piper", "tents", "keep", "wolves"])
    play = table.site(0, cards=["festival_district"]).play().answer("power", "blue", {"longbows": 1}, {"tents": 1})
    play.answer("yes")
    assert (play.asked == ("play.replace", "blue")) is (a163 == "a")
    if a163 == "a":
        play.answer(["denizen.wolves"])
    mine = {seat: play.has(seat, HIDDEN) for seat in ("red", "blue")}
    assert mine == {"red": int((a163, a160) == ("a", "a")), "blue": int((a163, a160) == ("a", "b"))}
    assert play.at("wolves", SECRET) == (0 if a163 == "a" else 1) and play.at(SHARED, FAVOR) > 0


# -- favor that burns, cards that count themselves, what is used for nothing ------------------------------------------


@meets("A-153", "A-178")
@EVERY("a153", AB)
@EVERY("a178", AB)
def test_10_4_vow_of_renewal_a_plan_outside_ones_turn_and_a_banner_that_is_seized(a153: str, a178: str) -> None:
    """Insect Swarm burns a favor of Blue's, if it is not placed; the penalty of the banner burns two."""
    table = read(war(), a153=a153, a178=a178).seat("red", warbands=4, advisers=["insect_swarm"])
    table = table.seat("blue", favor=2, advisers=["storm_caller"]).seat("yellow", advisers=["vow_of_renewal"])
    play = campaign(table.banner(PEOPLES_FAVOR, "blue", 4).play(), "blue", [PEOPLES_FAVOR]).answer("storm_caller")
    if play.asked[0] == "campaign.plan":
        play.answer(GO_ON)
    roll(play, "0" * pools(play)[1], "s" * pools(play)[0])
    assert play.state.holders[PEOPLES_FAVOR] == "red"
    assert play.has("yellow", FAVOR) == (a153 == "a") + 2 * (a178 == "a")


@meets("A-170", "A-187")
@EVERY("a170", AB)
@EVERY("a187", AB)
def test_7_3_3_a_feast_at_a_site_of_another_with_marriage(a170: str, a187: str) -> None:
    """Marriage counts once or twice, the Feast itself or not."""
    table = calm(a170=a170, a187=a187).seat("red", at=3, advisers=[down("fabled_feast"), "marriage"]).banks(5)
    play = table.site("steppe", warbands={"blue": 1}).play().answer("play", "fabled_feast", "site.steppe", "bank.beast")
    assert play.at("bank.beast", FAVOR) == 5 - 1 - (a170 == "b") - (a187 == "b")


@meets("A-176", "A-185")
@EVERY("a176", AB)
@EVERY("a185", AB)
def test_7_3_3_key_to_the_city_where_a_citizen_is(a176: str, a185: str) -> None:
    """The Citizen spares the site, or is no ruler in person; then all die, or as many as Red wants."""
    table = calm(a176=a176, a185=a185).seat("red", at=3, advisers=[down("key_to_the_city")])
    table = table.seat("blue", role="citizen", at=3).site(3, warbands={PURPLE: 2})
    play = table.play().answer("play", "key_to_the_city", "site.steppe")
    if (a176, a185) == ("b", "b"):
        play.answer(1)
    left = 2 if a176 == "a" else int(a185 == "b")
    assert play.asked[0] == "act" and play.at("slot.3", PURPLE) == left


@meets("A-142", "A-148", "A-151", "A-191")
@EVERY("a142", AB)
@EVERY("a148", AB)
@EVERY("a151", AB)
@EVERY("a191", AB)
def test_5_5_3_plans_for_nothing_beside_a_hospital_and_an_envoy(a142: str, a148: str, a151: str, a191: str) -> None:
    """Red's Captain has no Order card; the Chancellor, an Ally, has Peace Envoy beside Yellow's Longbows."""
    table = read(war(), a142=a142, a148=a148, a151=a151, a191=a191)
    table = table.seat("red", warbands=5, favor=3, secrets=3, advisers=["disgraced_captain", "hospital"])
    table = table.seat("yellow", role="citizen", at=3, advisers=["longbows"])
    table = table.seat("purple", at=3, advisers=["peace_envoy"], favor=5).site("steppe", warbands={PURPLE: 1})
    play = campaign(table.play(), "yellow", ["steppe"])
    assert ("denizen.disgraced_captain" in play.offered) is (a191 == "a")
    play.answer("denizen.hospital")
    if play.asked == ("campaign.plan", "red"):
        play.answer(GO_ON)
    assert play.asked == ("campaign.plan", "yellow")
    play.answer("longbows")
    assert (play.asked == ("campaign.plan", "purple")) is (a151 == "a")
