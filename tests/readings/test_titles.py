"""The title (2.11) under readings of its own, and under those that decide what comes before it or after it."""

import pytest

from oathtools.procedures.campaign.outlook import Outlook, declared, title_settled
from oathtools.table.state import FAVOR, PURPLE
from tests.battles import GO_ON, campaign, pools, roll, war
from tests.readings.meeting import TITLE, meets, read
from tests.support.tables import Script, Table, a_table, down

EVERY = pytest.mark.parametrize
EACH_A05 = EVERY("a05", ["a", "b", "c"])


# -- when it is looked at, and what is seen then (A-01, A-04, A-07) -------------------------------------------


def realm(**sites: int) -> Table:
    """Red attacks at the Steppe, which is the first site of whoever is named first; the others follow from the top."""
    table = war().oath("supremacy")
    slots = [3, 0, 1, 2, 4, 5, 6, 7]
    for color, number in sites.items():
        for _ in range(number):
            table.site(slots.pop(0), warbands={color: 1})
    return table


def targets_of(table: Table, number: int) -> list[str]:
    """The Steppe and the sites from the top."""
    return [f"site.{name}" for name in ("steppe", "plains", "mountain", "the_tribunal")[:number]]


@meets("A-01", "A-04", "A-05", "A-07")
@EACH_A05
@EVERY(
    ("a01", "a04", "a07", "during", "in_the_end", "at_once"),
    [
        # Only players are compared: once Blue's warbands are gone, Purple, Red and Yellow tie; in the end Red leads
        ("a", "b", "a", "yellow", "red", "red"),
        ("a", "b", "b", "yellow", "red", "red"),
        ("a", "b", "c", "yellow", "red", "red"),
        ("b", "b", "a", "blue", "red", "red"),
        ("b", "b", "b", "blue", "red", "red"),
        ("b", "b", "c", "blue", "red", "red"),
        # Bandits compete: first they have more than anybody, in the end as many as Red, who is no sole leader then
        ("a", "a", "a", "blue", "red", "red"),
        ("a", "a", "b", PURPLE, "red", "red"),
        ("a", "a", "c", None, "red", "red"),
        ("b", "a", "a", "blue", "blue", "blue"),
        ("b", "a", "b", PURPLE, PURPLE, "blue"),
        ("b", "a", "c", None, None, "blue"),
    ],
)
def test_2_11_a_title_within_a_campaign(
    a01: str, a04: str, a07: str, during: str | None, in_the_end: str | None, at_once: str, a05: str
) -> None:
    """Blue, who has the title, rules three sites, Purple, Red and Yellow one each, bandits two; Red wins two of three.

    ``in_the_end`` whoever has it where it was looked at in between, ``at_once`` where it is looked at only now.
    """
    table = read(realm(blue=3, red=1, purple=1, yellow=1), a01=a01, a04=a04, a05=a05, a07=a07).title("blue")
    play = campaign(table.seat("red", warbands=9).play(), "blue", targets_of(table, 3), 9)
    assert pools(play)[1] == 4, "a die for each site, and the title's"
    roll(play, "0000", "s" * 9)
    if play.asked[0] == "title.give":
        assert (a05, a04, a01) == ("a", "b", "a") and play.asked[1] == "blue"
        play.answer("yellow")
    assert play.asked[0] == "campaign.place"
    assert play.state.oathkeeper == (during if a05 == "a" else "blue")
    play.answer({"site.steppe": 4, "site.plains": 1})
    assert play.asked[0] == "act"
    assert play.state.oathkeeper == {"a": in_the_end, "b": at_once, "c": "blue"}[a05]
    assert play.answer("end").state.oathkeeper == (in_the_end if a05 == "a" else at_once)


@meets("A-01", "A-07")
@EVERY(("a01", "after"), [("a", "red"), ("b", None)])
def test_2_11_a_title_that_lies_aside_and_two_who_tie(a01: str, after: str | None) -> None:
    """A-07 c: nobody holds it who could choose, so the first clockwise from the Chancellor has it, if ties count."""
    table = read(a_table(), a01=a01, a07="c").title(None).turn(PURPLE, "wake", "4.1.3")
    for slot, color in enumerate(("blue", "red", "blue", "red", PURPLE)):
        table.site(slot, warbands={color: 1})
    play = table.play()
    assert play.asked[0] == "act" and play.state.oathkeeper == after


# -- a battle that other readings decide -----------------------------------------------------------------------------


def empire(**readings: str) -> Table:
    """Red attacks Yellow, a Citizen, at the Steppe; the Empire has three sites, Red and Blue one each."""
    table = read(realm(purple=3, red=1, blue=1), **readings).title(PURPLE)
    return table.seat("yellow", role="citizen", at=5)


def then(play: Script, won: bool, a01: str, a04: str, a05: str, a07: str, emptied: bool = False) -> None:
    """The title after Red has won the Empire's sites, putting warbands on two of them, or has not.

    All lost, Red and Blue tie and bandits have six; in the end Red has three and bandits four. Nobody meets the goal
    where bandits compete, so A-07 says what becomes of it, and not of a tie (A-01), after which it stays. ``emptied``:
    a defeat has cost Red the own site, and the bandits have four against three of the Empire.
    """
    nobody = {"a": PURPLE, "b": PURPLE, "c": None}[a07]
    if not won:
        while play.asked[0] != "act":
            play.default()
        assert play.state.oathkeeper == (nobody if emptied and a04 == "a" and a05 != "c" else PURPLE)
        return
    if (a01, a04, a05) == ("a", "b", "a"):
        assert play.asked == ("title.give", PURPLE) and play.offered == ["red", "blue"]
        play.answer("blue")
    assert play.asked[0] == "campaign.place"
    during = nobody if a04 == "a" else "blue" if a01 == "a" else PURPLE
    assert play.state.oathkeeper == (during if a05 == "a" else PURPLE)
    play.answer({"site.steppe": 1, "site.plains": 1} if play.pending.high > 1 else {"site.steppe": 1})
    while play.asked[0] == "campaign.place":
        play.answer({"site.plains": 1})
    after = nobody if a04 == "a" else "red"
    assert play.asked[0] == "act" and play.state.oathkeeper == (PURPLE if a05 == "c" else after)


TITLES = [
    pytest.param(a01, a04, a05, a07, id=a01 + a04 + a05 + a07)
    for a01, a04, a07 in (("a", "b", "a"), ("b", "b", "a"), ("a", "a", "b"), ("b", "a", "c"))
    for a05 in "abc"
]
EACH_TITLE = EVERY(("a01", "a04", "a05", "a07"), TITLES)
AB = ["a", "b"]


def fought(play: Script, attack: int, defense: str = "0") -> Script:
    """The dice fall, all alike; nothing is sacrificed."""
    while play.asked[0] == "campaign.plan":
        play.answer(GO_ON)
    roll(play, defense * pools(play)[1], "s" * attack)
    return play.answer("no") if play.asked[0] == "campaign.sacrifice" else play


@meets("A-104", beside=TITLE)
@EACH_TITLE
@EVERY("a104", AB)
def test_5_5_2_dice_for_those_who_join_decide_who_has_the_title(
    a104: str, a01: str, a04: str, a05: str, a07: str
) -> None:
    """Vow of Union: one warband on the board, six at Red's site: one die, or seven against three warbands.

    A defeat empties that site (A-105).
    """
    table = empire(a104=a104, a01=a01, a04=a04, a05=a05, a07=a07).site("the_tribunal", warbands={"red": 5})
    play = table.seat("red", warbands=1, advisers=["vow_of_union"]).play()
    dice = {"a": 1, "b": 7}[a104]
    campaign(play, "yellow", targets_of(table, 3), dice)
    then(fought(play, dice), a104 == "b", a01, a04, a05, a07, emptied=True)


@meets("A-142", "A-151", beside=TITLE)
@EACH_TITLE
@EVERY("a142", AB)
@EVERY("a151", AB)
def test_5_5_3_peace_after_one_has_passed_keeps_the_title(
    a142: str, a151: str, a01: str, a04: str, a05: str, a07: str
) -> None:
    """Yellow waits with Peace Envoy until the Chancellor has used a plan: only with both readings is there peace."""
    table = empire(a142=a142, a151=a151, a01=a01, a04=a04, a05=a05, a07=a07).seat("red", warbands=9)
    table = table.seat("yellow", at=3, favor=9, advisers=["peace_envoy"])
    table = table.seat("purple", at=3, favor=1, advisers=["extra_provisions"])
    play = campaign(table.play(), "yellow", targets_of(table, 3), 9).answer(GO_ON, "extra_provisions")
    peace = play.asked == ("campaign.plan", "yellow") and "denizen.peace_envoy" in play.offered
    assert peace is ((a142, a151) == ("a", "a"))
    then(play.answer("peace_envoy") if peace else fought(play, 9), not peace, a01, a04, a05, a07)


@meets("A-154", beside=TITLE)
@EACH_TITLE
@EVERY("a154", AB)
def test_7_1_2_jinx_with_a_secret_on_it_keeps_the_title(a154: str, a01: str, a04: str, a05: str, a07: str) -> None:
    """Blanks rolled again come to eleven with three warbands, against nine."""
    table = empire(a154=a154, a01=a01, a04=a04, a05=a05, a07=a07).seat("red", warbands=9)
    table = table.seat("yellow", secrets=1, advisers=["jinx"]).on("jinx", secrets=1)
    play = campaign(table.play(), "yellow", targets_of(table, 3), 9).answer(["blank"] * 4)
    assert (play.asked == ("jinx.reroll", "yellow")) is (a154 == "a")
    if a154 == "a":
        play.answer("yes", ["two_shields"] * 4)
    play.answer(["sword"] * 9)
    then(play.answer("no") if a154 == "a" else play, a154 == "b", a01, a04, a05, a07)


@meets("A-174", beside=TITLE)
@EACH_TITLE
@EVERY("a174", AB)
def test_5_5_3_peace_by_the_pawn_of_an_ally_takes_the_title(a174: str, a01: str, a04: str, a05: str, a07: str) -> None:
    """The Chancellor is where Red is, Yellow is not; Red takes no dice, so that only Peace Envoy can win."""
    table = empire(a174=a174, a01=a01, a04=a04, a05=a05, a07=a07).seat("purple", at=3)
    table = table.seat("red", warbands=9, favor=9, advisers=["peace_envoy"])
    play = campaign(table.play(), "yellow", targets_of(table, 3), 0)
    offered = play.asked[0] == "campaign.plan" and "denizen.peace_envoy" in play.offered
    assert offered is (a174 == "b")
    then(play.answer("peace_envoy") if offered else fought(play, 0), offered, a01, a04, a05, a07)


# -- the dice of the title, foreseen and played ------------------------------------------------------------------------


def defense(table: Table, seat: str, defender: str, targets: list[str]) -> tuple[int, int]:
    """Dice in the defense pool as they are foreseen, and as they are in the campaign: before it the title is given."""
    play = table.play()
    given = play.asked[0] == "title.give"
    game = table.game() if given else play.game
    game = title_settled(game, game.frame)
    foreseen = Outlook(game, declared(game, seat, defender, targets)[0]).before.defense
    return foreseen, pools(campaign(play.answer(PURPLE) if given else play, defender, targets))[1]


@meets("A-05", "A-07", "A-09")
@EACH_A05
@EVERY("a07", ["a", "b", "c"])
@EVERY("a09", AB)
def test_2_11_a_die_of_a_title_that_goes_back_to_the_chancellor(a09: str, a07: str, a05: str) -> None:
    """Nobody has the banner of Devotion, Blue the title; Red attacks a Citizen, whose share is the die if it goes back.

    It does before anything is done, unless it waits for a Wake.
    """
    table = read(war(), a05=a05, a07=a07, a09=a09).title("blue").seat("red", warbands=3)
    table = table.seat("yellow", role="citizen", at=3)
    dice = 2 + ((a07, a09) == ("b", "b") and a05 != "c")
    assert defense(table, "red", "yellow", ["pawn"]) == (dice, dice)


@meets("A-09", beside=("A-01", "A-05"))
@EACH_A05
@EVERY("a01", AB)
@EVERY("a09", AB)
def test_2_11_a_die_of_a_title_that_is_given_to_the_chancellor(a09: str, a01: str, a05: str) -> None:
    """Protection: Purple and Red tie above Blue, who has the title, and gives it to Purple if ties meet the goal.

    What Blue would choose is not foreseen.
    """
    table = read(war(), a01=a01, a05=a05, a09=a09).oath("protection").title("blue").seat("purple", relics=["map"])
    table = table.box("grand_scepter").seat("red", warbands=3, relics=["whistle"])
    table = table.seat("yellow", role="citizen", at=3)
    given = (a01, a09) == ("a", "b") and a05 != "c"
    assert defense(table, "red", "yellow", ["pawn"]) == (2, 2 + given)


@meets("A-05", beside=("A-01", "A-04"))
@EACH_A05
@EVERY("a01", AB)
@EVERY("a04", AB)
def test_2_11_a_die_of_a_title_that_is_lost_as_the_campaign_is_paid_for(a01: str, a04: str, a05: str) -> None:
    """The Empire has one site, and four by the Crown of Yellow, a Citizen, who takes them along into the attack.

    Red has two then, Blue one: Red is given the title, and the Chancellor has no die, where it is looked at so soon.
    No site is left to bandits, so that they never compete (A-04).
    """
    table = read(realm(purple=1, red=2, blue=1), a01=a01, a04=a04, a05=a05).title(PURPLE).turn("yellow")
    table = table.seat("yellow", role="citizen", at=3, warbands=3, relics=["bandit_crown"]).seat("purple", at=3)
    dice = 3 + (a05 != "a")
    assert defense(table, "yellow", PURPLE, ["site.steppe", "pawn"]) == (dice, dice)


# -- other readings that decide what the title counts, or what it is worth -------------------------------------------


@meets("A-147", beside=TITLE)
@EACH_TITLE
@EVERY("a147", AB)
def test_10_7_a_citizen_who_is_no_enemy_takes_the_title_from_the_empire(
    a147: str, a01: str, a04: str, a05: str, a07: str
) -> None:
    """Beast Tamer of the Chancellor bars the Horse Archers of Red, a Citizen, only as an enemy: one die, or four.

    Red puts no warbands on the three sites: Blue and Yellow have one each, the bandits six.
    """
    table = read(realm(purple=3, blue=1, yellow=1), a147=a147, a01=a01, a04=a04, a05=a05, a07=a07).title(PURPLE)
    table = table.seat("red", role="citizen", warbands=4, favor=1, secrets=1, advisers=["horse_archers"])
    table = table.seat("purple", at=3, advisers=["beast_tamer"])
    play = campaign(table.play(), PURPLE, targets_of(table, 3), 1)
    barred = play.asked[0] != "campaign.plan" or "denizen.horse_archers" not in play.offered
    assert barred is (a147 == "a")
    if barred:
        fought(play, 1)
        assert play.asked[0] == "act" and play.state.oathkeeper == PURPLE
        return
    fought(play.answer("denizen.horse_archers"), 4)
    nobody = {"a": PURPLE, "b": PURPLE, "c": None}[a07]
    after = nobody if a04 == "a" else "blue" if a01 == "a" else PURPLE
    for moment in ("campaign.place", "act"):
        due = a05 == "a" or (a05 == "b" and moment == "act")
        if play.asked[0] == "title.give":
            assert play.asked[1] == PURPLE and play.offered == ["blue", "yellow"] and due and (a01, a04) == ("a", "b")
            play.answer("blue")
        assert play.asked[0] == moment
        assert play.state.oathkeeper == (after if due else PURPLE)
        if moment != "act":
            play.answer({})


@meets("A-11", beside=TITLE)
@EVERY("a11", AB)
@EVERY("a01", AB)
@EVERY("a04", AB)
@EACH_A05
@EVERY("a07", ["a", "b", "c"])
def test_6_7_the_price_of_an_exile_after_the_title_was_looked_at(
    a11: str, a01: str, a04: str, a05: str, a07: str
) -> None:
    """Red, the Usurper, has one site, Blue and the Empire two each, the bandits three; Red travels, and exiles Yellow.

    One favor less for the Oathkeeper, if the Usurper is one, and if Red still is.
    """
    table = read(realm(red=1, blue=2, purple=2), a11=a11, a01=a01, a04=a04, a05=a05, a07=a07)
    table = table.title("red", usurper=True).seat("red", at=3, favor=9, relics=["grand_scepter"])
    play = table.seat("yellow", role="citizen", at=0).play()
    if play.asked[0] == "title.give":
        assert (a01, a04) == ("a", "b") and a05 != "c" and play.offered == [PURPLE, "blue"]
        play.answer("blue")
    play.answer("travel", "plains")
    kept = a05 == "c" or (a07 == "a" if a04 == "a" else a01 == "b")
    assert (play.state.oathkeeper == "red") is kept
    before = play.has("red", FAVOR)
    play.answer("exile")
    assert before - play.has("red", FAVOR) == (4 if kept and a11 == "a" else 5)


@meets("A-24", "A-76", "A-143", beside=("A-01", "A-05"))
@EACH_A05
@EVERY("a01", AB)
@EVERY("a24", AB)
@EVERY("a76", AB)
@EVERY("a143", AB)
def test_6_8_one_who_leaves_the_empire_takes_the_crowns_sites_along(
    a24: str, a76: str, a143: str, a01: str, a05: str
) -> None:
    """The Empire has two sites and the three of the Bandit Crown, Blue three; without Red the Empire has two.

    Red may leave if nothing is due to the Scepter, which nobody has: by A-24 b and A-76 b, or by A-143 b. Leaving ends
    the turn, so that each reading of A-05 looks at the title in another phase.
    """
    table = read(realm(purple=2, blue=3), a01=a01, a05=a05, a24=a24, a76=a76, a143=a143).title(PURPLE)
    table = table.seat("red", role="citizen", favor=9, relics=["bandit_crown"]).relic_deck("grand_scepter")
    table = table.seat("blue", relics=["horned_mask"]).on("relic.horned_mask", secrets=2)
    play = table.play()
    leaves = (a24, a76) == ("b", "b") or a143 == "b"
    assert ("self-exile" in play.offered) is leaves
    if not leaves:
        return
    play.answer("self-exile")
    if a01 == "a":
        assert play.asked == ("title.give", PURPLE) and play.offered == ["red", "blue"]
        assert play.state.phase == {"a": "act", "b": "rest", "c": "wake"}[a05]
        play.answer("red")
    assert play.state.turn == "blue" and play.state.oathkeeper == ("red" if a01 == "a" else PURPLE)


def raided(relics: list[str], **readings: str) -> Script:
    """Red takes relics from Blue, who has the title of Protection, and may bury them with Relic Hunter."""
    table = read(war(), **readings).oath("protection").title("blue").seat("blue", relics=relics)
    table = table.box(*({"grand_scepter"} - set(relics))).site("steppe", warbands={"blue": 1})
    table = table.seat("red", warbands=6, advisers=["relic_hunter"])
    if "a149" in readings:
        table = table.seat("yellow", at=3, favor=1, secrets=1, advisers=["relic_thief"])
    if "a01" in readings:
        table = table.seat("purple", relics=["ivory_eye"])
    play = campaign(table.play(), "blue", ["steppe", *relics]).answer("denizen.relic_hunter=0")
    return roll(play, "0" * pools(play)[1], "s" * 6).answer({})


@meets("A-149", beside=("A-01", "A-05"))
@EACH_A05
@EVERY("a01", AB)
@EVERY("a149", AB)
def test_5_5_7_2_a_thief_before_or_after_a_burial_and_the_title(a149: str, a01: str, a05: str) -> None:
    """Purple has one relic. The thief takes two before Red buries one, or the one that is left afterwards.

    Two are the most; with one each Purple ties, with Red first and with Yellow in the end.
    """
    play = raided(["map", "whistle"], a149=a149, a01=a01, a05=a05)
    if a149 == "a":
        play.answer("yes", ["blank", "blank"])
        assert play.asked[0] == "act" and play.state.oathkeeper == ("blue" if a05 == "c" else "yellow")
        return
    play.answer(["relic.map"])
    asked = []
    while play.asked[0] != "act":
        asked.append(play.asked)
        answers = {"title.give": PURPLE, "relic_thief.use": "yes"}
        play.answer(answers.get(play.asked[0], ["blank"] * play.pending.high))
    assert play.zone("held.yellow") == ["relic.whistle"]
    assert (("title.give", "blue") in asked) is (a01 == "a" and a05 != "c")
    assert play.state.oathkeeper == (PURPLE if a01 == "a" and a05 != "c" else "blue")


@meets("A-149", "A-05", beside=("A-07",))
@EACH_A05
@EVERY(("a07", "nobody"), [("a", "blue"), ("b", PURPLE), ("c", None)])
@EVERY("a149", AB)
def test_5_5_7_2_a_thief_or_nobody_has_the_relics(a149: str, a07: str, nobody: str | None, a05: str) -> None:
    """What is stolen cannot be buried; what is buried is nobody's, and nobody meets the goal."""
    play = raided(["map", "whistle"], a149=a149, a07=a07, a05=a05)
    if a149 == "a":
        play.answer("yes", ["blank", "blank"])
    else:
        play.answer(["relic.map", "relic.whistle"])
    after = "yellow" if a149 == "a" else nobody
    assert play.asked[0] == "act" and play.state.oathkeeper == ("blue" if a05 == "c" else after)


@meets("A-149", "A-154")
@EVERY("a149", AB)
@EVERY("a154", AB)
def test_7_1_2_a_thief_whose_card_is_occupied_in_anothers_turn(a149: str, a154: str) -> None:
    table = read(war(), a149=a149, a154=a154).seat("blue", relics=["map", "whistle"]).on("relic_thief", favor=1)
    table = table.seat("yellow", at=3, favor=1, secrets=1, advisers=["relic_thief"])
    table = table.seat("red", warbands=6, advisers=["relic_hunter"]).site("steppe", warbands={"blue": 1})
    play = campaign(table.play(), "blue", ["steppe", "map", "whistle"]).answer("denizen.relic_hunter=0")
    roll(play, "0" * pools(play)[1], "s" * 6).answer({})
    asked = []
    while play.asked[0] != "act":
        asked.append(play.asked[0])
        play.answer("no" if play.asked[0] == "relic_thief.use" else [])
    order = ["relic_thief.use", "relic_hunter.bury"]
    assert asked == (order[1:] if a154 == "b" else order if a149 == "a" else order[::-1])


@meets("A-140", beside=("A-01", "A-05"))
@EACH_A05
@EVERY("a01", AB)
@EVERY("a140", AB)
def test_5_5_7_2_the_scepter_that_may_be_buried_and_the_title(a140: str, a01: str, a05: str) -> None:
    """Purple has one relic; with the Scepter Red has one too, which is a tie, and without it none."""
    play = raided(["grand_scepter", "map"], a140=a140, a01=a01, a05=a05)
    play.answer(["grand_scepter", "relic.map"] if a140 == "a" else ["relic.map"])
    if play.asked[0] == "title.give":
        assert (a140, a01) == ("b", "a") and play.offered == [PURPLE, "red"]
        play.answer("red")
    after = PURPLE if a140 == "a" else "red" if a01 == "a" else "blue"
    assert play.asked[0] == "act" and play.state.oathkeeper == ("blue" if a05 == "c" else after)


@meets("A-07", "A-140")
@EVERY(("a07", "nobody"), [("a", "blue"), ("b", PURPLE), ("c", None)])
@EVERY("a140", AB)
def test_5_5_7_2_the_scepter_that_may_be_buried_and_no_relic_at_all(a140: str, a07: str, nobody: str | None) -> None:
    play = raided(["grand_scepter", "map"], a140=a140, a07=a07)
    play.answer(["grand_scepter", "relic.map"] if a140 == "a" else ["relic.map"])
    assert play.asked[0] == "act" and play.state.oathkeeper == (nobody if a140 == "a" else "red")


def dealt(a150: str, bought: int, a05: str, **readings: str) -> Script | None:
    """Red, whose board is empty, gives the one site for some of Blue's; None if it cannot be dealt for."""
    table = read(realm(red=1, **{"blue": 4, "purple": 3} if bought == 3 else {"blue": 3, "purple": 1}), **readings)
    table = read(table, a05=a05, a150=a150).title("blue").site("steppe", warbands={"red": 3})
    play = table.seat("red", at=3, advisers=["deed_writer"]).play().answer("power", "blue")
    if "site.steppe" not in (play.pending.caps or ()):
        return None
    play.answer({"site.steppe": 1})
    play.answer(dict.fromkeys(targets_of(table, 4)[1 : 1 + bought], 1), "yes")
    while play.asked[0] == "exchange.warbands":
        play.answer(1)
    return play


@meets("A-150", beside=("A-01", "A-05"))
@EACH_A05
@EVERY("a01", AB)
@EVERY("a150", AB)
def test_7_6_3_site_for_site_and_a_tie_above_the_holder(a150: str, a01: str, a05: str) -> None:
    """Blue had four sites, Purple has three: two, three for Red and three for Purple afterwards."""
    play = dealt(a150, 3, a05, a01=a01)
    assert (play is None) is (a150 == "b")
    if play is not None:
        if a01 == "a" and a05 != "c":
            assert play.asked == ("title.give", "blue") and play.offered == [PURPLE, "red"]
            play.answer("red")
        assert play.asked[0] == "act"
        assert play.state.oathkeeper == ("red" if a01 == "a" and a05 != "c" else "blue")


@meets("A-150", beside=("A-04", "A-07"))
@EACH_A05
@EVERY(("a04", "a07", "after"), [("b", "b", "blue"), ("a", "a", "blue"), ("a", "b", PURPLE), ("a", "c", None)])
@EVERY("a150", AB)
def test_7_6_3_site_for_site_and_the_bandits(a150: str, a04: str, a07: str, after: str | None, a05: str) -> None:
    """Blue had three sites, as many as the bandits: two, and two for Red afterwards."""
    play = dealt(a150, 2, a05, a04=a04, a07=a07)
    assert (play is None) is (a150 == "b")
    if play is not None:
        assert play.asked[0] == "act" and play.state.oathkeeper == ("blue" if a05 == "c" else after)


def locked_out(a176: str, a05: str, purple: int, yellow: int, **readings: str) -> Script:
    """Red plays the Key to the City at the Empire's Steppe, where Blue, a Citizen, is and the Chancellor is not."""
    table = read(realm(purple=purple, red=1, yellow=yellow), a05=a05, a176=a176, **readings).title(PURPLE)
    table = table.seat("red", at=3, advisers=[down("key_to_the_city")]).seat("blue", role="citizen", at=3)
    play = table.play().answer("play", "key_to_the_city", "site.steppe")
    assert (play.at("slot.3", PURPLE), play.at("slot.3", "red")) == ((1, 0) if a176 == "a" else (0, 1))
    return play


@meets("A-176", beside=("A-01", "A-05"))
@EACH_A05
@EVERY("a01", AB)
@EVERY("a176", AB)
def test_7_3_3_a_site_that_only_the_chancellor_could_have_kept_and_a_tie(a176: str, a01: str, a05: str) -> None:
    """The Empire has two sites, Yellow two, Red one; then one, two and two."""
    play = locked_out(a176, a05, 2, 2, a01=a01)
    given = (a176, a01) == ("b", "a") and a05 != "c"
    if given:
        assert play.asked == ("title.give", PURPLE) and play.offered == ["red", "yellow"]
        play.answer("red")
    assert play.asked[0] == "act" and play.state.oathkeeper == ("red" if given else PURPLE)


@meets("A-176", beside=("A-04", "A-07"))
@EACH_A05
@EVERY(("a04", "a07", "after"), [("b", "c", PURPLE), ("a", "a", PURPLE), ("a", "b", PURPLE), ("a", "c", None)])
@EVERY("a176", AB)
def test_7_3_3_a_site_that_only_the_chancellor_could_have_kept_and_the_bandits(
    a176: str, a04: str, a07: str, after: str | None, a05: str
) -> None:
    """The Empire has three sites, Red and Yellow one each, the bandits three, which are the most with one less."""
    play = locked_out(a176, a05, 3, 1, a04=a04, a07=a07)
    assert play.asked[0] == "act" and play.state.oathkeeper == (after if a176 == "b" and a05 != "c" else PURPLE)
