"""Readings of open points that meet in one module: every combination of them, and what then holds."""

import pytest

from oathtools.odds.numbers import Numbers, weigh
from oathtools.odds.plans import PlanRefused, parse
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.machine import title
from oathtools.procedures.victory import check as victory
from oathtools.table.state import FAVOR, GRAND_SCEPTER, HIDDEN, PURPLE, SECRET
from tests.battles import GO_ON, battle, campaign, pools, roll, war
from tests.readings.meeting import meets, read
from tests.support.tables import Table, a_table

# -- the goal of a Vision ------------------------------------------------------------------------------------------


def conquest(red: int, purple: int) -> Table:
    """Red has the Vision of Conquest; the Empire is the Chancellor and Blue. Bandits rule the other sites."""
    table = a_table().oath("people").visions(3).seat("red", vision="conquest").seat("blue", role="citizen")
    for slot in range(red + purple):
        table.site(slot, warbands={"red" if slot < red else "purple": 1})
    return table


WON, LOST = "and its goal is met", "but its goal is not met"
TIE_WINS = "and its goal is met, by a tie for most (A-02)"
TIE = "a tie for most does not meet its goal (A-02)"


def empire(count: int, mine: int) -> str:
    return f"the Empire's sites count for each of its players, {count} against {mine} (A-03)"


def bandits(count: int, mine: int) -> str:
    return f"bandits compete and rule {count} sites against {mine} (A-04)"


@meets("A-02", "A-03", "A-04")
@pytest.mark.parametrize(
    ("red", "purple", "a02", "a03", "a04", "said"),
    [
        # Red 3, the Empire 2 or twice 2, bandits 3
        (3, 2, "b", "a", "b", WON),
        (3, 2, "a", "a", "b", WON),
        (3, 2, "b", "b", "b", f"but {empire(4, 3)}"),
        (3, 2, "a", "b", "b", f"but {empire(4, 3)}"),
        (3, 2, "b", "a", "a", f"but {bandits(3, 3)} and {TIE}"),
        (3, 2, "a", "a", "a", TIE_WINS),
        (3, 2, "b", "b", "a", f"but {empire(4, 3)} and {bandits(3, 3)} and {TIE}"),
        (3, 2, "a", "b", "a", f"but {empire(4, 3)}"),
        # Red 4, the Empire 2 or twice 2, bandits 2
        (4, 2, "b", "b", "b", f"but {empire(4, 4)} and {TIE}"),
        (4, 2, "a", "b", "b", TIE_WINS),
        (4, 2, "b", "a", "a", WON),
        # Red 2, the Empire 2 or twice 2, bandits 4
        (2, 2, "b", "a", "b", f"but {TIE}"),
        (2, 2, "a", "a", "b", TIE_WINS),
        (2, 2, "a", "b", "b", f"but {empire(4, 2)}"),
        (2, 2, "a", "a", "a", f"but {bandits(4, 2)}"),
        (2, 2, "a", "b", "a", f"but {empire(4, 2)} and {bandits(4, 2)}"),
        # Red 1, the Empire 3: whatever is read, no reading is to blame
        (1, 3, "b", "a", "b", LOST),
        (1, 3, "a", "a", "a", LOST),
    ],
)
def test_3_2_conquest_under_every_reading(red: int, purple: int, a02: str, a03: str, a04: str, said: str) -> None:
    """Who is compared is one list, so readings of it compose; what decides it is named."""
    table = read(conquest(red, purple), a02=a02, a03=a03, a04=a04).turn("red", "wake")
    verdict = victory.at_wake(table.game(), "red")
    assert verdict.reasons[-1].because == f"red has vision.conquest revealed, {said}"
    wins = said.startswith("and")
    assert title.fulfils_vision(table.game(), "supremacy", "red") is wins
    assert table.play().over is wins


# -- the title -----------------------------------------------------------------------------------------------------


def settled(red: int, blue: int, **readings: str) -> str | None:
    """Who has the title, that was Yellow's, after a step; where its holder is asked, Red gets it."""
    table = read(a_table().title("yellow"), **readings).turn("purple", "wake", "4.1.3")
    for slot in range(red + blue):
        table.site(slot, warbands={"red" if slot < red else "blue": 1})
    play = table.play()
    if play.asked[0] == "title.give":
        play.answer("red")
    return play.state.oathkeeper


@meets("A-01", "A-04", "A-07")
@pytest.mark.parametrize("a07", ["a", "b", "c"])
@pytest.mark.parametrize(
    ("red", "blue", "a01", "a04", "after"),
    [
        # Red leads with 4 or 5 sites, the bandits have 4 or 3
        (5, 0, "a", "b", "red"),
        (5, 0, "b", "b", "red"),
        (5, 0, "a", "a", "red"),
        (5, 0, "b", "a", "red"),
        (4, 0, "a", "a", "red"),
        (4, 0, "b", "a", "yellow"),  # a tie with the bandits: Red is no sole leader, and a tie is no empty goal
        # Red and Blue tie; the bandits have 4, 2, or as many as they
        (2, 2, "a", "b", "red"),
        (2, 2, "b", "b", "yellow"),
        (3, 3, "a", "a", "red"),
        (3, 3, "b", "a", "yellow"),
        # the bandits have more than anybody: then nobody meets the goal, which is what A-07 is about
        (2, 2, "a", "a", None),
        (2, 2, "b", "a", None),
        (3, 0, "a", "a", None),
        (3, 0, "b", "a", None),
        (3, 0, "b", "b", "red"),
    ],
)
def test_2_11_the_title_under_every_reading(
    red: int, blue: int, a01: str, a04: str, after: str | None, a07: str
) -> None:
    """``after`` None: nobody meets the goal, and A-07 says what then."""
    nobody = {"a": "yellow", "b": "purple", "c": None}[a07]
    assert settled(red, blue, a01=a01, a04=a04, a07=a07) == (nobody if after is None else after)


# -- the dice and the dead of a campaign ---------------------------------------------------------------------------


@meets("A-09", "A-104", "A-59")
@pytest.mark.parametrize(("a09", "defense"), [("a", 1), ("b", 2)])
@pytest.mark.parametrize(("a104", "attack"), [("a", 2), ("b", 5)])
@pytest.mark.parametrize("a59", ["a", "b"])
def test_5_5_2_the_pools_under_every_reading(a09: str, defense: int, a104: str, attack: int, a59: str) -> None:
    """Vow of Union brings warbands from sites; a Citizen is attacked and the Chancellor has another goal's title."""
    table = read(a_table(), a09=a09, a104=a104, a59=a59).oath("protection").title("purple")
    table = table.seat("red", at=3, warbands=2, advisers=["vow_of_union"]).site("mountain", warbands={"red": 2})
    table = table.site("deep_woods", warbands={"red": 1}).seat("yellow", role="citizen")
    play = campaign(table.site("steppe", warbands={"purple": 1}).play(), "yellow", ["steppe"])
    assert pools(play) == (attack, defense) and battle(play).force == 5


@pytest.mark.parametrize(("a104", "attack"), [("a", 2), ("b", 9)])
@pytest.mark.parametrize(("a59", "dead"), [("a", 1), ("b", 3)])
def test_5_5_6_bandits_who_join_an_attack_under_every_reading(a104: str, attack: int, a59: str, dead: int) -> None:
    """Vow of Union with the Bandit Crown: two on the board, seven bandits at the empty sites; all is lost (5.5.6)."""
    table = read(war(), a104=a104, a59=a59).seat("red", warbands=2, relics=["bandit_crown"])
    table = table.seat("red", advisers=["vow_of_union"]).site("steppe", warbands={"blue": 9})
    play = campaign(table.play(), "blue", ["steppe"])
    assert (pools(play)[0], battle(play).force, battle(play).band) == (attack, 2, 7)
    roll(play, "0", "h" * attack)
    if play.asked[0] == "campaign.losses":
        play.default()
    lost = min(dead, 2)
    assert play.at("stock.red", "red") == 12 + lost, "half of two, or half of nine, as far as there are any"


@meets("A-142", "A-151")
@pytest.mark.parametrize(
    ("a142", "a151", "order"),
    [
        ("a", "a", ["yellow", "purple", "yellow"]),
        ("a", "b", ["yellow", "purple"]),
        ("b", "a", ["yellow", "purple"]),
        ("b", "b", ["yellow", "purple"]),
    ],
)
def test_5_5_3_one_who_has_passed_and_the_plan_that_stands_alone(a142: str, a151: str, order: list[str]) -> None:
    """Yellow waits with Peace Envoy until the Chancellor has used a plan: only if both readings are for it."""
    table = read(war(), a142=a142, a151=a151).seat("red", warbands=5)
    table = table.seat("yellow", role="citizen", at=3, favor=9, advisers=["peace_envoy"])
    table = table.seat("purple", at=3, favor=1, advisers=["extra_provisions"]).site("steppe", warbands={"purple": 1})
    play, asked = campaign(table.play(), "yellow", ["steppe"]), []
    while play.asked[0] == "campaign.plan":
        asked.append(play.asked[1])
        play.answer("extra_provisions" if play.asked[1] == "purple" else GO_ON)
    assert asked == order


@meets("A-142", "A-148", "A-151")
@pytest.mark.parametrize("a142", ["a", "b"])
@pytest.mark.parametrize("a151", ["a", "b"])
@pytest.mark.parametrize("a148", ["a", "b"])
def test_5_5_8_a_lost_hospital_unless_peace_comes_before_it(a142: str, a151: str, a148: str) -> None:
    """The Chancellor uses the Hospital of the Steppe, and Yellow, who has passed, would end the battle by Peace Envoy.

    If that cannot be, Red takes the Steppe, and by A-148 the Cursed Cauldron counts the two who were set aside or not.
    """
    table = read(war(), a142=a142, a151=a151, a148=a148).seat("red", warbands=9, relics=["cursed_cauldron"])
    table = table.seat("yellow", role="citizen", at=3, favor=9, advisers=["peace_envoy"])
    table = table.site("steppe", warbands={"purple": 5}, cards=["hospital"])
    play = campaign(table.play(), "yellow", ["steppe"], 9).answer("cursed_cauldron")
    order = []
    while play.asked[0] == "campaign.plan":
        order.append(play.asked[1])
        wants = ("hospital",) if play.asked[1] == PURPLE else ("peace_envoy",) if len(order) > 2 else ()
        play.answer(next((f"denizen.{plan}" for plan in wants), GO_ON))
    if (a142, a151) == ("a", "a"):
        assert order == ["yellow", PURPLE, "yellow"] and play.asked[0] == "act"
        assert play.has("red", "warbands") == 9 and play.at("slot.3", PURPLE) == 5
    else:
        assert order == ["yellow", PURPLE]
        roll(play, "0" * pools(play)[1], "s" * 9).answer({"site.steppe": 1})
        assert play.has("red", "warbands") == 8 + (2 if a148 == "b" else 0)


@meets("A-104", "A-151", "A-59")
@pytest.mark.parametrize(("a104", "attack"), [("a", 2), ("b", 4)])
@pytest.mark.parametrize("a59", ["a", "b"])
@pytest.mark.parametrize("a151", ["a", "b"])
def test_odds_by_numbers_under_every_reading(a104: str, attack: int, a59: str, a151: str) -> None:
    """Wild Allies bring two, Longbows take a die, and Peace Envoy stands beside them if it bars its user's alone."""
    numbers = Numbers(3, 1, 2, attacker_plans=[parse("wild allies=2")], defender_plans=[parse("longbows")])
    numbers = numbers._replace(readings={"A-104": a104, "A-59": a59, "A-151": a151})
    battle = weigh(numbers).uses[-1].after
    assert (battle.attack, battle.bandits_halve) == (attack, a59 == "b")
    both = numbers._replace(defender_plans=[parse("longbows"), parse("peace envoy")])
    if a151 == "a":
        assert weigh(both).uses[-1].after == battle._replace(victor="defender", bloodless=True)
    else:
        with pytest.raises(PlanRefused, match="Peace Envoy bars the defender's other battle plans"):
            weigh(both)


# -- discards, exiles, relics --------------------------------------------------------------------------------------


@meets("A-38", "A-160")
@pytest.mark.parametrize(("a38", "pile"), [("a", "provinces"), ("b", "cradle")])
@pytest.mark.parametrize(("a160", "board"), [("a", "yellow"), ("b", "red")])
def test_10_5_the_pile_and_the_secrets_of_a_discard(a38: str, pile: str, a160: str, board: str) -> None:
    """In Yellow's turn Red, in the Cradle, discards an adviser of Blue, who is in the Hinterland."""
    table = read(a_table(), a38=a38, a160=a160).turn("yellow").seat("red", at=0)
    game = table.seat("blue", at=5, advisers=["elders"]).on("elders", secrets=1).game()
    list(verbs.discard(game, "red", ["denizen.elders"], "7.1.3"))
    assert game.state.where["denizen.elders"] == f"discard.{pile}"
    assert {seat: game.state.count(f"board.{seat}", HIDDEN) for seat in ("yellow", "red", "blue")} == {
        "yellow": 0,
        "red": 0,
        "blue": 0,
        board: 1,
    }


@meets("A-144", "A-160")
@pytest.mark.parametrize(
    ("a144", "a160", "board"), [("a", "a", "yellow"), ("a", "b", "red"), ("b", "a", None), ("b", "b", None)]
)
def test_10_5_the_secret_on_a_relic_that_is_buried_in_anothers_turn(a144: str, a160: str, board: str | None) -> None:
    table = read(a_table(), a144=a144, a160=a160).turn("yellow").seat("red", relics=["ivory_eye"])
    game = table.on("ivory_eye", secrets=1).game()
    list(taking.bury(game, "red", "relic.ivory_eye", "7.3.2"))
    assert game.state.where["relic.ivory_eye"] == "relic_deck.bottom"
    holders = [seat for seat in game.state.seats if game.state.count(f"board.{seat}", HIDDEN)]
    assert holders == ([] if board is None else [board])


@meets("A-24", "A-76", "A-143")
@pytest.mark.parametrize("a24", ["a", "b", "c"])
@pytest.mark.parametrize("a76", ["a", "b"])
@pytest.mark.parametrize("a143", ["a", "b"])
def test_6_8_leaving_the_empire_under_every_reading(a24: str, a76: str, a143: str) -> None:
    """The Scepter lies in the relic deck; two secrets lie on Blue's relic, and nothing else is due.

    They are others' if a Rest leaves them there (A-24 b) and the price counts one's own only (A-76 b): then nothing is
    due. Else it can be paid to nobody, which bars it or does not (A-143).
    """
    table = read(a_table(), a24=a24, a76=a76, a143=a143).seat("red", role="citizen", at=1, favor=9)
    table = table.seat("blue", relics=["horned_mask"]).on("relic.horned_mask", secrets=2).relic_deck(GRAND_SCEPTER)
    nothing_due = (a24, a76) == ("b", "b")
    assert ("self-exile" in table.play().offered) is (nothing_due or a143 == "b")


@meets("A-140", "A-149")
@pytest.mark.parametrize(
    ("a149", "a140", "asked", "offered"),
    [
        ("a", "a", "relic_thief.use", [GRAND_SCEPTER, "relic.map"]),
        ("a", "b", "relic_thief.use", ["relic.map"]),
        ("b", "a", "relic_hunter.bury", [GRAND_SCEPTER, "relic.map"]),
        ("b", "b", "relic_hunter.bury", ["relic.map"]),
    ],
)
def test_5_5_7_2_relic_hunter_the_scepter_and_the_thief(a149: str, a140: str, asked: str, offered: list[str]) -> None:
    table = read(war(), a149=a149, a140=a140).seat("red", warbands=6, advisers=["relic_hunter"])
    table = table.seat("blue", relics=[GRAND_SCEPTER, "map"]).site("steppe", warbands={"blue": 1})
    table = table.seat("yellow", at=3, favor=1, secrets=1, advisers=["relic_thief"])
    play = campaign(table.play(), "blue", ["steppe", GRAND_SCEPTER, "map"]).answer("denizen.relic_hunter=0")
    roll(play, "0" * pools(play)[1], "s" * 6).answer({})
    assert play.asked[0] == asked
    if asked == "relic_thief.use":
        play.answer("no")
    assert play.asked[0] == "relic_hunter.bury" and sorted(play.offered) == sorted(offered)


@meets("A-157", "A-161")
@pytest.mark.parametrize(
    ("a157", "a161", "legal", "blue"), [("a", "a", 1, 1), ("a", "b", 1, 1), ("b", "a", 0, 0), ("b", "b", 1, 0)]
)
def test_7_1_3_inquisitor_with_faceup_advisers_only(a157: str, a161: str, legal: int, blue: int) -> None:
    table = read(a_table().oath("devotion").title(None), a157=a157, a161=a161).seat("red", at=3, favor=1)
    table = table.site("steppe", cards=["inquisitor"]).seat("blue", at=3, advisers=["keep"])
    play = table.play()
    assert ("power" in play.offered) is bool(legal)
    if legal:
        play.answer("power")
        assert play.has("blue", FAVOR) == blue and play.at("inquisitor", FAVOR) == 1 - blue


@meets("A-145", "A-157")
@pytest.mark.parametrize(
    ("a145", "a157", "offered"),
    [
        ("a", "a", ["denizen.keep", "denizen.tents"]),
        ("b", "a", ["denizen.inquisitor", "denizen.keep", "denizen.tents"]),
        ("a", "b", []),
        ("b", "b", []),
    ],
)
def test_10_30_inquisitor_among_faceup_advisers_and_ones_own(a145: str, a157: str, offered: list[str]) -> None:
    table = read(a_table().oath("devotion").title(None), a145=a145, a157=a157)
    table = table.seat("red", at=3, favor=1, advisers=["inquisitor"]).seat("blue", at=3, advisers=["keep", "tents"])
    play = table.play()
    if not offered:
        assert "power" not in play.offered
    else:
        assert sorted(play.answer("power").offered) == offered


@meets("A-145", "A-159")
@pytest.mark.parametrize("a145", ["a", "b"])
@pytest.mark.parametrize("a159", ["a", "b"])
def test_10_30_blackmail_and_ones_own_relics(a145: str, a159: str) -> None:
    """Only with both is one's own relic to be named."""
    table = read(a_table().oath("devotion").title(None), a145=a145, a159=a159).seat("red", at=3, relics=["map"])
    table = table.seat("blue", at=3, relics=["whistle", "ivory_eye"]).deck("blackmail", rest=False)
    play = table.play().answer("search", "adviser")
    assert ("relic.map" in play.offered) is ((a145, a159) == ("b", "a"))


@meets("A-145", "A-169")
@pytest.mark.parametrize("a145", ["a", "b"])
@pytest.mark.parametrize("a169", ["a", "b"])
def test_5_1_4_4_the_conspiracy_and_ones_own_banner(a145: str, a169: str) -> None:
    """Only with both may one's own banner be seized; one's own relics never, since nothing would come of it."""
    table = read(a_table().oath("devotion").title(None), a145=a145, a169=a169).banner("darkest_secret", "red", 3)
    table = table.seat("red", at=3, secrets=1, relics=["map"], advisers=["elders", "tents"])
    play = table.seat("blue", at=1).deck("conspiracy", rest=False).play().answer("search", "vision")
    if (a145, a169) == ("b", "b"):
        assert play.offered == ["none", "banner.darkest_secret"]
    else:
        assert play.asked[0] == "act"


@meets("A-155", "A-163")
@pytest.mark.parametrize("a155", ["a", "b"])
@pytest.mark.parametrize("a163", ["a", "b"])
def test_10_25_a_swap_between_the_great_slum_and_a_row_with_the_piper(a155: str, a163: str) -> None:
    """Horned Mask: first perhaps a card of the Slum goes, then perhaps one of the row."""
    row = ["pied_piper", "elders", "fae_merchant", "second_chance"]
    table = read(a_table().oath("devotion").title(None), a155=a155, a163=a163).map("great_slum")
    table = table.seat("red", at=0, secrets=1, relics=["horned_mask"], advisers=row)
    play = table.site(0, cards=["tents", "longbows"]).play().answer("power", "horned_mask")
    for kind, card in (("horned_mask.adviser", "elders"), ("horned_mask.card", "tents")):
        if play.asked[0] == kind:
            play.answer(card)
    asked: list[str] = []
    while play.asked[0] != "act":
        asked.append(play.asked[0])
        play.answer([play.offered[0]] if play.asked[0] == "play.replace" else play.offered[0])
    assert asked == [*(["play.first"] if a155 == "a" else []), *(["play.replace"] if a163 == "a" else [])]


@meets("A-153", "A-154")
@pytest.mark.parametrize("a153", ["a", "b"])
@pytest.mark.parametrize("a154", ["a", "b"])
def test_7_1_2_costs_outside_ones_turn(a153: str, a154: str) -> None:
    """A plan that burns a secret, and Jinx with one on it: of two secrets one or none is gone."""
    table = read(war(), a153=a153, a154=a154).seat("red", warbands=5)
    table = table.seat("blue", advisers=["cracking_ground", "jinx"], secrets=2).on("jinx", secrets=1)
    play = campaign(table.site("steppe", warbands={"blue": 1}).play(), "blue", ["steppe"])
    play.answer(next(option for option in play.offered if option != GO_ON))
    while play.asked[0] == "campaign.plan":
        play.answer(GO_ON)
    play.answer(["blank"] * play.pending.high)
    assert (play.asked[0] == "jinx.reroll") is (a154 == "a")
    if a154 == "a":
        play.answer("yes")
    spent = 1 + (a154 == "a")
    assert play.has("blue", SECRET) == 2 - spent
    assert play.has("blue", HIDDEN) == (a153 == "b") + (a154 == "a")


@meets("A-165", "A-167")
@pytest.mark.parametrize("a165", ["a", "b"])
@pytest.mark.parametrize("a167", ["a", "b"])
def test_10_28_10_30_a_citizens_terror_spells(a165: str, a167: str) -> None:
    """The Chancellor holds the banner, and the only warbands are on the board of one in another region."""
    table = read(a_table().oath("people").title(None), a165=a165, a167=a167).turn("yellow")
    table.banner("darkest_secret", PURPLE).seat("blue", at=0, warbands=1)
    table.seat("yellow", role="citizen", at=3, secrets=1, advisers=["terror_spells"])
    clauses = [row.clause for row in table.refusals("power", card="terror_spells")]
    assert clauses == [*(["7.3.2"] if a165 == "a" else []), *(["10.13"] if a167 == "a" else [])]


@meets("A-145", "A-171")
@pytest.mark.parametrize("a145", ["a", "b"])
@pytest.mark.parametrize("a171", ["a", "b"])
def test_10_30_palanquin_and_oneself(a145: str, a171: str) -> None:
    """Only with both; somebody else who is here may always be taken along."""
    table = read(a_table().oath("devotion").title(None), a145=a145, a171=a171).seat("red", at=3, favor=1)
    table = table.seat("red", advisers=["palanquin"]).seat("blue", at=3)
    play = table.play().answer("power")
    assert (play.asked[0] == "palanquin.player") is ((a145, a171) == ("b", "b"))
