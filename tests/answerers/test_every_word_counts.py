"""A line does what it says or nothing: no word of it is dropped, no verb guessed, nobody acts for somebody else."""

import re
from typing import Any

import pytest

from oathtools.answerers.longhand import refuse_doubled
from oathtools.answerers.matching import Misread
from oathtools.answerers.requests import one_by_one
from oathtools.answerers.speaker import Needs, Speaker
from oathtools.answerers.speech import Unexplained, is_of_the_game, tokens, words
from oathtools.cli.shared.gaming import labels_for
from oathtools.engine.decision import NotOffered
from oathtools.journal import Play
from oathtools.kit.text import NUMBER_WORDS
from oathtools.odds.dice import Unread, faces
from oathtools.procedures.machine.request import name_of
from tests.answerers.test_requests import at_the_table
from tests.answerers.test_slang import BOOK, table
from tests.support.daily import daily
from tests.support.strangers import at

DONE = [case for case in BOOK["requests"] + BOOK["more"] if "does" in case]


def refused(play: Play, line: str) -> str:
    """Why a line is not taken. Fails if something was recorded."""
    with pytest.raises((Misread, NotOffered, Needs)) as fault:
        Speaker(play, labels_for(play)).say(line)
    return f"{fault.value} {getattr(fault.value, 'hint', '')}"


def given(play: Play, line: str) -> list[tuple[str, Any]]:
    return [(entry.kind, entry.answer) for entry in Speaker(play, labels_for(play)).say(line)]


SHORT_NUMBERS = {short: plain for short, plain in words()["short"].items() if plain in NUMBER_WORDS[1:]}


@pytest.mark.parametrize(("first", "second"), [*SHORT_NUMBERS.items(), ("3", "3"), ("Two", "two")])
def test_a_number_is_said_once_however_it_is_short(first: str, second: str) -> None:
    refuse_doubled(f"puts {first} and then {second} there")
    with pytest.raises(Unexplained, match="said twice"):
        refuse_doubled(f"puts {first} {second} there")


@pytest.mark.parametrize("line", ["Bo ends", "Cy ends his turn", "Dee rests", "Dee passes", "Cy musters at Tents"])
def test_who_is_named_is_the_one_who_acts(line: str) -> None:
    play = table({"in": "chancellor"})
    assert "is another player than the one who acts" in refused(play, line)


def test_the_one_who_acts_may_be_named() -> None:
    assert given(table({}), "Bo ends") == [("act", "end")]


@pytest.mark.parametrize(
    "line", ["Bo musters at Tents?", "travel Mine?", "end?", "can Bo travel to the Mine", "is he done"]
)
def test_a_question_is_never_carried_out(line: str) -> None:
    assert "nothing was done" in refused(table({}), line)


@pytest.mark.parametrize(
    "line", ["muster not Tents", "travel not Plains", "don't travel Plains", "do not muster Tents"]
)
def test_a_negation_is_never_carried_out(line: str) -> None:
    refused(table({}), line)


@pytest.mark.parametrize(
    "word",
    [
        "card",
        "the card",
        "record",
        "muse",
        "master",
        "tend",
        "mend",
        "spend",
        "trader",
        "gravel",
        "complain",
        "explain",
    ],
)
def test_a_verb_is_never_guessed(word: str) -> None:
    assert "is none of the answers here" in refused(table({}), word)


def test_a_mistyped_verb_is_asked_back() -> None:
    assert "Did you mean travel?" in refused(table({}), "travl Steppe")


@pytest.mark.parametrize("word", ["explain", "plan", "mile"])
def test_no_word_of_daily_english_is_a_misspelt_site(word: str) -> None:
    refused(table({}), f"travel {word}")


@pytest.mark.parametrize("line", ["trade for 2 secrets with Tents", "trade with Tents for 4 favor"])
def test_5_3_2_a_trade_brings_the_number_that_is_said_or_is_refused(line: str) -> None:
    assert "is no number of what would be done" in refused(table({}), line)


def test_a_number_of_the_map_is_that_of_a_place() -> None:
    """The places are counted over the whole map, whichever of them lie facedown."""
    assert ("travel.to", "site.mine") in given(table({}), "travel 5")
    assert ("travel.to", "cradle.2") in given(table({}), "travel 2")


@pytest.mark.parametrize("said", ["2 swords, a hollow one, a skull", "two swords, a skull, a hollow"])
def test_5_5_5_a_miscount_of_dice_is_asked_back(said: str) -> None:
    with pytest.raises(Unread, match="4 attack dice told, and 3 to be rolled"):
        faces("attack", said, 3)


def test_5_5_4_a_doubler_that_is_told_as_2x_is_no_number_of_shields() -> None:
    assert faces("defense", "2x and a shield", 2) == ["doubler", "shield"]
    assert faces("attack", "2x sword and a skull", 3) == ["sword", "sword", "two_swords_skull"]


@pytest.mark.parametrize("said", ["2 swords", "two swords"])
def test_5_5_5_swords_are_counted_as_they_are_said(said: str) -> None:
    assert faces("attack", said, 2) == ["sword", "sword"]
    assert faces("attack", f"{said}, a hollow one", 3) == ["sword", "sword", "hollow_sword"]


def _falls_short() -> Play:
    """5.5.5: the attack falls short of the defense by 1."""
    play = table({})
    Speaker(play, labels_for(play)).say("campaign Ann, Mountain, 2 dice")
    while play.pending is not None and play.pending.kind != "campaign.sacrifice":
        rolled = play.pending.kind.endswith("-roll")
        roll = ["s"] * play.pending.high if "attack" in play.pending.kind else ["1"] * play.pending.high
        Speaker(play, labels_for(play)).say(" ".join(roll) if rolled else "-")
    return play


@pytest.mark.parametrize("line", ["sacrifice none", "nothing", "none", "zero", "0", "no warbands", "no"])
def test_9_5_who_sacrifices_none_sacrifices_none(line: str) -> None:
    assert given(_falls_short(), line)[0] == ("campaign.sacrifice", "no")


@pytest.mark.parametrize("number", [2, 3, 5])
def test_9_5_another_number_than_is_needed_is_refused_with_its_clause(number: int) -> None:
    play = _falls_short()
    needed = play.pending.about if play.pending is not None else 0
    told = refused(play, f"sacrifice {number + needed}")
    assert f"must be just {needed}" in told and "9.5" in told
    assert given(_falls_short(), f"sacrifice {needed}")[0] == ("campaign.sacrifice", "yes")


# -- lines that are understood, changed ----------------------------------------------------------------------------


def changed(line: str) -> dict[str, str]:
    """A line with a negation, a question mark, or a word of daily English in it."""
    words = line.split()
    middle = max(1, len(words) // 2)
    put = {
        word: " ".join([*words[:middle], word, *words[middle:]])
        for word in ("not", "never", "maybe", "banana", "unless")
    }
    return {**put, "?": f"{line}?", "if": f"if he can, {line}", "instead": f"{line} instead", "Zed": f"Zed {line}"}


@pytest.mark.parametrize("case", daily(DONE, 10), ids=lambda case: f"{case.get('in', '')}:{case['say']}".strip(":"))
def test_a_line_with_a_word_more_does_nothing(case: dict[str, Any]) -> None:
    play = table(case)
    if play.pending is not None and play.pending.kind.endswith(("-roll", ".promise")):
        return
    head = play.head
    for word, line in changed(case["say"]).items():
        try:
            done = Speaker(play, labels_for(play)).say(line)
        except (Misread, NotOffered, Needs):
            done = []
            play = play if play.head == head else table(case)
        said_whole = len(one_by_one(line, play.pending)) == 1 and re.search("declare", line)
        assert not done or said_whole, f"{word}: {line} did {[(each.kind, each.answer) for each in done]}"


def _offered(line: str) -> dict[str, Any]:
    case = {"in": "chancellor"}
    banners = BOOK["positions"]["chancellor"]["banners"]
    BOOK["positions"]["chancellor"]["banners"] = {**banners, "darkest_secret": {"holder": "Bo", "secrets": 1}}
    return dict(given(table(case), line))


@pytest.mark.parametrize(
    ("terms", "taken"),
    [
        ("1 secret and the Darkest Secret", {"secret": 1, "banner.darkest_secret": 1}),
        ("the Darkest Secret", {"banner.darkest_secret": 1}),
        ("1 secret and 1 favor", {"secret": 1, "favor": 1}),
    ],
)
def test_6_6_1_each_piece_of_a_deal_is_part_of_it(terms: str, taken: dict[str, int]) -> None:
    did = _offered(f"offer Citizenship to Bo with relic 2 for {terms}; Bo accepts")
    assert (did["offer.take"], did["offer.accept"]) == (taken, "yes")


def test_6_6_1_a_deal_of_which_one_piece_is_nothing_is_refused() -> None:
    refused(table({"in": "chancellor"}), "offer Citizenship to Bo with relic 2 for 1 secret and 1 banana")


def test_5_2_1_of_which_of_two_cards_is_mustered_is_said_or_nothing_is_done() -> None:
    """That a favor came says nothing of it."""
    line = "search world, drew Jinx, Scouts and Augury, plays Augury here, an arcane favor, musters from Mountain"
    sites = [{"site": "Mountain", "cards": ["Taming Charm"]}, "Plains"]
    assert "was not understood, so nothing of the line was done" in refused(at_the_table("Bo", sites=sites), line)


@pytest.mark.parametrize("said", ["not the Conspiracy", "it is not the Conspiracy", "no Conspiracy"])
def test_a_card_that_is_denied_is_not_named(said: str) -> None:
    with pytest.raises(Misread):
        name_of(said)


@pytest.mark.parametrize("line", ["travel from Mine", "travel from the Mine"])
def test_5_6_where_one_comes_from_is_not_where_one_goes(line: str) -> None:
    assert "is where it goes" in refused(table({}), line)


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("Bo musters at Tents, zonk, and travels to the Mine", "Bo musters at Tents, and travels to the Mine"),
        ("Bo musters at Tents; dear Waldemar, he goes to the Mine", "Bo musters at Tents; dear, he goes to the Mine"),
    ],
)
def test_a_line_is_offered_without_a_word_that_says_nothing_of_the_game(line: str, rest: str) -> None:
    play = table({})
    assert f"was not understood, so nothing of the line was done Without it: oathtools answer {rest}" in refused(
        play, line
    ).replace('"', "")
    done = [("act", "muster"), ("muster.card", "denizen.tents"), ("act", "travel"), ("travel.to", "site.mine")]
    assert given(table({}), rest) == done


@pytest.mark.parametrize(
    "word", ["never", "three", "Elders", "cradle", "skull", "sacrifices", "favor", "BoR", "can't", "crown"]
)
def test_a_word_of_the_game_is_never_left_out(word: str) -> None:
    assert any(map(is_of_the_game, tokens(word)))
    assert not any(map(is_of_the_game, tokens("Waldemar")))


def test_a_clause_that_says_not_yet_is_never_left_out() -> None:
    assert "Without it" not in refused(table({}), "Bo musters at Tents, zonkingly not yet")
    assert "Without it" not in refused(table({}), "Bo musters at Tents with his men, zonkingly but Cy did it")


@pytest.mark.parametrize(
    "word",
    [
        "hardly",
        "barely",
        "rarely",
        "nearly",
        "falsely",
        "scarcely",
        "previously",
        "evenly",
        "randomly",
        "blindly",
        "nowhere",
        "halfway",
    ],
)
def test_a_word_that_limits_what_is_done_is_never_passed_over(word: str) -> None:
    refused(table({}), f"Bo {word} musters at Tents")
    refused(table({}), f"Bo musters {word} at Tents")


@pytest.mark.parametrize("feels", ["eager", "too tired", "far too weary", "proud"])
def test_who_feels_like_doing_something_has_not_done_it(feels: str) -> None:
    assert "not sure to be" in refused(table({}), f"Bo is {feels} to muster at Tents")
    assert given(table({}), f"Bo, {feels}, musters at Tents") == given(table({}), "Bo musters at Tents")


@pytest.mark.parametrize(
    "line", ["Bo wants to muster at Tents", "Bo hopes to muster at Tents", "Bo tries to muster at Tents"]
)
def test_a_wish_is_not_carried_out(line: str) -> None:
    assert "not sure to be" in refused(table({}), line)


@pytest.mark.parametrize(("many", "does"), [("two", True), ("five", False), ("nine", False)])
def test_5_2_2_what_is_mustered_is_no_number_of_what_somebody_has(many: str, does: bool) -> None:
    """Bo has six warbands, and eight then."""
    for line in (f"Bo has Tents raise {many} warbands", f"Bo spends a favor on Tents to call up {many} soldiers"):
        if does:
            assert ("muster.card", "denizen.tents") in given(table({}), line)
        else:
            refused(table({}), line)
    refused(table({}), "Bo has Tents raise eight warbands")


def test_of_how_many_something_is_said_to_be_counts() -> None:
    assert given(table({"in": "mine"}), "Bo picks up one of the two warbands")
    refused(table({"in": "mine"}), "Bo picks up one of the five warbands")


@pytest.mark.parametrize("line", ["Ann. I go for {}", "Ann. Plains and {}", "Ann. I go for {}, both of them"])
def test_5_5_2_a_site_that_is_said_to_be_attacked_is_not_passed_over_since_somebody_stands_there(line: str) -> None:
    """Ann stands at the Barren Coast, which Bo cannot attack from the Plains."""
    refused(at("101-10").again(), line.format("Barren Coast"))


@pytest.mark.parametrize("gain", ["favor", "secrets", "a secret"])
def test_5_3_2_what_is_traded_for_is_what_is_gained(gain: str) -> None:
    """Bo has a secret and one favor: he can trade for favor alone."""
    line = f"Bo trades with Taming Charm for {gain}"
    if gain == "favor":
        assert given(at("03").again(), line) == [("act", "trade")]
    else:
        refused(at("03").again(), line)


@pytest.mark.parametrize(
    "line",
    [
        "{} uses no battle plan and rolls two shields and a blank",
        "{} uses no battle plan",
        "{} no plans",
        "no plans from {}",
        "{} doesn't use any plan, and rolls shield, shield, blank",
    ],
)
def test_5_5_3_who_uses_no_plan_is_the_one_who_is_asked(line: str) -> None:
    """Ann defends against Dee: it is she who is asked for plans, and who rolls the defense (5.5.4)."""
    assert given(at("11").again(), line.format("Ann"))[0] == ("campaign.plan", "go-on")
    for other in ("Dee", "Bo"):
        refused(at("11").again(), line.format(other))


def test_5_5_4_who_has_no_part_in_a_campaign_rolls_nothing() -> None:
    """Dee attacks Ann; the subject of one clause is that of the next behind an *and*."""
    line = "Mountain with three warbands, {} uses no plan and rolls two blanks"
    assert ("campaign.defense-roll", ["blank", "blank"]) in given(at("10").again(), line.format("Ann"))
    for other in ("Bo", "Cy"):
        refused(at("10").again(), line.format(other))


@pytest.mark.parametrize(
    ("told", "came"),
    [("wins 6 to 5", True), ("wins 6-5", True), ("wins 6 to 6", False), ("wins 5 to 6", False), ("wins 6:4", False)],
)
def test_5_5_5_totals_that_are_said_are_those_that_came(told: str, came: bool) -> None:
    line = f"Ann uses no plan and rolls shield, shield, blank. Dee rolls 5 hollow, 2 swords, 1 skull. Dee {told}"
    if came:
        assert given(at("11").again(), line)[-1][0] == "campaign.attack-roll"
    else:
        refused(at("11").again(), line)


@pytest.mark.parametrize(("told", "came"), [("4 to 3", True), ("2 to 3", False), ("5 to 3", False), ("3 to 4", False)])
def test_5_5_6_what_is_sacrificed_counts_to_the_total_that_wins(told: str, came: bool) -> None:
    """Bo's attack is 2 against 3; he sacrifices two."""
    if came:
        assert given(at("14").again(), f"sacrifices two, wins {told}") == [("campaign.sacrifice", "yes")]
    else:
        refused(at("14").again(), f"sacrifices two, wins {told}")


@pytest.mark.parametrize("cost", ["for 5 supply", "for 3", "for one supply", ", costs 5", "for five"])
def test_5_6_1_a_cost_that_is_said_is_the_one_that_is_paid(cost: str) -> None:
    """To the Rocky Coast it is 2 Supply."""
    assert "is no number of what would be done" in refused(at("F01").again(), f"Bo travels to Rocky Coast {cost}")
    done = [("act", "travel"), ("travel.to", "site.rocky_coast")]
    assert given(at("F01").again(), "Bo travels to Rocky Coast for 2 supply") == done


@pytest.mark.parametrize("line", ["Plains and Plains", "Plains, both of them", "Plains and Plains, both of them"])
def test_5_5_2_both_are_two_and_what_is_named_twice_is_one(line: str) -> None:
    refused(at("101-10").again(), f"Ann. {line}")
    refused(at("10").again(), line.replace("Plains", "Mountain"))
    refused(at("10").again(), "both")  # there are three


@pytest.mark.parametrize(("dice", "so"), [("7 dice plus one", True), ("two dice plus one", False), ("6 dice", False)])
def test_7_5_the_dice_that_a_plan_adds_to_are_those_there_are(dice: str, so: bool) -> None:
    """Ann has seven attack dice, and eight with the Longbows."""
    if so:
        assert given(at("101-15").again(), f"{dice} from Longbows") == [("campaign.plan", "denizen.longbows")]
    else:
        refused(at("101-15").again(), f"{dice} from Longbows")


@pytest.mark.parametrize("wish", ["I'd like to", "I'd love to", "I want to", "would like to", "wanna", "I intend to"])
def test_a_wish_of_the_one_who_is_asked_is_not_carried_out(wish: str) -> None:
    assert "not sure to be" in refused(table({}), f"{wish} muster at Tents")
    assert given(table({}), "I muster at Tents") == given(table({}), "muster at Tents")


@pytest.mark.parametrize(
    ("at_", "line", "last"),
    [
        ("V10", "Bo plays his facedown Mercenaries to the Great Slum", ("face", "denizen.mercenaries")),
        ("V10", "Bo plays his facedown Mercs to the Great Slum, then ends his turn", ("act", "end")),
        ("V10", "Bo plays his facedown Mercenaries to the Great Slum, gains 1 discord favor", ("play.first", "none")),
        ("G07", "she dumps Book Burning, keeps this one facedown", ("play.replace", ["card#14"])),
        ("V16", "Bo discards a facedown adviser, the Garrison", ("play.to", "discard")),
        ("V16", "Bo peeks at the relic on the Mountain, says nothing", ("look", "relic")),
        ("V16", "Cy's go", ("act", "end")),
        ("F10", "Dee has no Supply left, so her turn is over", ("act", "end")),
    ],
)
def test_what_is_not_told_is_left_and_what_is_told_counts(at_: str, line: str, last: tuple[str, Any]) -> None:
    """5.1.4.1: nothing need be discarded first, and the favor comes when that is settled; 10.17: nobody tells."""
    assert given(at(at_).again(), line)[-1] == last


@pytest.mark.parametrize(
    ("at_", "line"),
    [
        ("V10", "Bo plays his facedown Mercenaries to the Great Slum, gains 2 discord favor"),
        ("V16", "Bo's turn"),
        ("V16", "Dee's go"),
        ("F10", "Dee has no favor left, so her turn is over"),
        ("808-14", "Eve goes to Salt Flats, no wait, hang on, not yet"),
    ],
)
def test_what_is_not_so_is_not_done(at_: str, line: str) -> None:
    """Dee has a favor left; it is Cy who comes after Bo (4)."""
    refused(at(at_).again(), line)


def test_6_5_whose_piece_it_is_does_not_hide_what_it_is_given_for() -> None:
    done = given(at("V04").again(), "Cy uses Tinker's Fair with Bo: Cy's secret for Bo's 1 favor")
    assert done[-2:] == [("exchange.give", {"secret": 1}), ("exchange.take", {"favor": 1})]


def test_5_5_1_who_rules_the_site_that_is_attacked_defends_it() -> None:
    assert ("campaign.defender", "yellow") in given(at("G03").again(), "Ann attacks the Mountain, no plans")


NOT_SO = [
    ("202-14", "the last provinces one, its Lush Coast"),  # it shows Standing Stones
    ("404-30", "2. The Tribunal. def blank att s s h, win, 2 wb on it"),  # the target is Lush Coast
    ("1212-13", "I search the deck for three and get Bear Traps, Gossip and Tinker's Fair"),  # 2 Supply (5.1.1)
    ("14", "yes, three warband die. last one go on Barren Coast"),
    ("404-07", "She rolled two skulls and two swords, so Eve wins and loses three warbands"),
    ("303-04", "Four swords and three hollows for Cy, so five against four; he throws in two of his own, wins"),
    ("707-07", "all two came up hollow poor ann"),  # there are five
    ("07", "Cy draws three denizens, discards three of them and puts the third facedown beside his board."),
    ("202-04", "Bo. just ancient city"),
    ("404-03", "I search in the world deck, I pay 2, and the second card was a Vision."),  # it is 3
    ("808-12", "Yes: Bo sacrifices exactly two warbands and is victorious."),  # three
    ("F08", "Ann attacks Ann. Ann rolls a shield and a blank. Bo rolls two swords and a hollow sword"),
    ("F09", "Cy draws his two cards, and they are Wolves, Dazzle and Armed Mob."),
    ("G08", "only the slum, no plans. Cy a shield so 6, she has 4 swords 4 hollows. one stays there"),  # 3 (5.5.4)
    ("G08", "only the slum, no plans. Cy a shield so 3, she has 4 swords 4 hollows so 3. one stays there"),  # 6
    ("G08", "slum and at the slum too"),  # each target once (5.5.2)
    ("V08", "just Plains, so 8 dice. Ann uses Longbows for -1, 8 then, no more plans. blues: 2x n a shield"),  # 7
    ("1212-05", "just four off the deck: Tavern Songs, Insomnia and Traveling Doctor."),  # three (5.1.2)
    ("V01", "Dee musters from Disgraced Captain and gains two two warbands"),
    (
        "404-20",
        "Bo campaigns against the bandits here at Standing Stones. They have six dice, a blank",
    ),  # his (5.5.2)
    ("1212-05", "three off the deck: Insomnia, Tavern Songs and Jinx. The first three go, Jinx to the Salt Flats"),
    ("404-20", "Bo campaigns against the bandits here at Drowned City, no plans"),  # he is at Standing Stones
    ("202-14", "Dee opens the first Provinces site for two Supply, and it is the Lush Coast."),
    (  # two cards go (5.1.3)
        "1212-05",
        "just three off the deck: Tavern Songs, Insomnia and Traveling Doctor. The first four go, and the Doctor "
        "settles here at the Salt Flats",
    ),
    (
        "606-07",
        "I rolled four hollow swords, which makes seven, so that's lost, and nobody gets sacrificed.",
    ),  # two
    (
        "404-07",
        "She rolled two skulls and two swords, which makes six against five, so Eve wins and loses five wbs",
    ),
    ("707-02", "A: Lancers, L.Tongue on top. Bo pawn River, keeps Lancers, disc Gossip then Slander."),
    (  # four, though two came by the muster
        "V01",
        "Dee trades w/ Taming Charm, 1 arcane fav. musters on the Capt. then world deck for 3: Sleight of Hand, "
        "A Small Favor, Rangers - Small Favor faceup in her advs, +2 wbs, other 2 out",
    ),
    ("02", "bo keeps 1 fd, tosses other 4"),  # two
    (
        "T27",
        "Ann: two blanks and a shield. Bo: a skull double and two hollows. He sacrifices one to win, Ann loses "
        "the guy on the Rocky Coast, and Bo puts one on each",
    ),  # that of the Mountain
    ("03", "Bo search world deck: two denizen come, he take one as adviser facedown and throw two"),  # three
    (
        "303-04",
        "Four swords and three hollows for Cy, so seven against six; he throws in two of his own, wins",
    ),  # 5
    (
        "V12",
        "just the Wood, longbows so 2 dice. def a blank. Ann 4 hollow, 2 swds, 1 dbl w skull. in she goes w/ 2",
    ),
    ("303-11", "Bo done, bos turn"),  # it is Ann's (4.2)
    (
        "606-01",
        "Ann travels to Drowned City and campaigns against Bo for his Truthful Harp: four dice plus one from Longbows",
    ),  # three plus one (7.5)
    ("606-08", "campaign bandits plains n lush coast 3 dice they roll shield blank cy rolls 4 swords wins"),  # four
]


@pytest.mark.parametrize(("at_", "line"), daily(NOT_SO, 3))
def test_a_number_or_a_name_that_is_not_so_is_not_done(at_: str, line: str) -> None:
    refused(at(at_).again(), line)


def test_1_23_3_a_card_that_is_kept_is_none_that_is_got_rid_of() -> None:
    line = "Mushrooms went down and Long-Lost Heir on top, Bo set the red pawn on Rocky Coast, tucked Lancers away as "
    line += "the hidden adviser and got rid of Rusting Ray and then {}"
    assert ("setup.adviser", "denizen.lancers") in given(at("1111-02").again(), line.format("Master of Disguise"))
    refused(at("1111-02").again(), line.format("Lancers"))


@pytest.mark.parametrize("line", ["that was my turn", "and I'm out", "and I am spent", "that's me"])
def test_4_2_who_is_said_to_be_out_has_ended_the_turn(line: str) -> None:
    """What ends a turn is no word that goes by the way."""
    assert given(at("V04").again(), f"Cy musters from Tinker's Fair, {line}")[-1] == ("act", "end")


@pytest.mark.parametrize(
    "line",
    [
        "Dee's out",
        "Ann has finished, so she ends her turn.",
        "Bo is spent",
        "Dee ends her turn",
        "Bo's done for this turn",
    ],
)
def test_4_2_nobody_is_out_for_another(line: str) -> None:
    refused(at("V04").again(), line)  # it is Cy's turn


@pytest.mark.parametrize("rest", ["one each on the rest", "one on the others"])
def test_5_5_7_1_what_goes_to_the_others_goes_to_each_of_them(rest: str) -> None:
    play = at("404-20").again()
    given(play, "Bo campaigns against the bandits here at Standing Stones and at Drowned City too, no plans")
    given(play, "a shield and a blank; four hollow swords, two swords and a skull")
    shares = {"site.drowned_city": 2, "site.standing_stones": 1}
    assert given(play, f"two on Drowned City, {rest}")[-1] == ("campaign.place", shares)


def test_5_5_7_1_that_that_is_all_is_no_number_of_warbands() -> None:
    play = at("404-20").again()
    given(play, "Bo campaigns against the bandits here at Standing Stones, no plans")
    given(play, "a shield; four hollow swords, two swords and a skull")
    refused(play, "that's all from Bo")


@pytest.mark.parametrize("line", ["I don't travel to the Plains", "Dee does not place her pawn at Plains"])
def test_1_23_1_a_denial_is_no_name_where_setup_asks(line: str) -> None:
    assert "what is not done is not recorded" in refused(at("202-02").again(), line)


@pytest.mark.parametrize("word", ["explain", "plan", "swore"])
def test_5_5_5_no_word_of_daily_english_is_a_misspelt_face(word: str) -> None:
    with pytest.raises(Unread):
        faces("attack", word, 1)
    assert faces("attack", "skul", 1) == ["two_swords_skull"]


@pytest.mark.parametrize(
    ("line", "part", "before"),
    [
        ("Bo musters at Tents, then ponders with Cy", "ponders with Cy", "Bo musters at Tents"),
        (
            "Bo musters at Tents and travels to Mine. Cy musters",
            "Cy musters",
            "Bo musters at Tents and travels to Mine",
        ),
        ("Bo musters at Tents, no wait", "", ""),
        ("Bo musters at Tents, not yet", "", ""),
    ],
)
def test_of_a_line_the_part_that_is_not_understood_is_named_and_what_comes_before_offered(
    line: str, part: str, before: str
) -> None:
    told = refused(table({}), line)
    way = f"That is the part {part!r}; what comes before it: oathtools answer {before}"
    assert (way in told) if part else "what comes before" not in told
    assert not before or given(table({}), before)


@pytest.mark.parametrize(
    ("line", "does"), [("nah, bin it", [("play.to", "discard")]), ("nah", []), ("nah, no idea", [])]
)
def test_a_no_that_declines_nothing_of_what_is_asked_is_said_by_the_way(line: str, does: list[tuple[str, Any]]) -> None:
    play = at("G07").again()
    assert given(play, line) == does if does else refused(play, line)


def test_4_2_who_goes_through_a_pile_does_not_end_a_turn() -> None:
    assert given(at("T15").again(), "Bo goes through the Provinces pile for 2")[0] == ("act", "search")


def test_4_2_a_turn_is_handed_on_to_whoever_is_next() -> None:
    assert given(at("T25").again(), "over to Dee") == [("act", "end")]
    refused(at("T25").again(), "Cy musters off Key to the City and it's over to Bo")


@pytest.mark.parametrize(
    ("where", "line", "does"),
    [
        # All six dice are no targets; what goes for a plan is no pool (5.5.2, 7.5).
        ("H02", "bo campaigns against Dee, Rocky Coast, all six dice", ("campaign.targets", ["site.rocky_coast"])),
        ("A23", "Just Marshes. Ann uses Longbows for one more die", ("campaign.dice", 6)),
        # What was played is used, where it is said to be (6.2); a Vision faceup is revealed (8.2).
        (
            "H20",
            "search the deck: Scouts, Spirit Snare, Wayside Inn. plays the Inn here, then uses it",
            ("act", "power"),
        ),
        ("H07", "Faith, faceup", ("play.to", "vision")),
        ("H07", "bo puts it out", ("play.to", "discard")),
    ],
)
def test_what_is_said_of_one_thing_is_done_to_no_other(where: str, line: str, does: tuple[str, Any]) -> None:
    assert does in given(at(where).again(), line)


SAID_OTHERWISE = [
    ("H02", "bo campaigns against Dee, Rocky Coast, all 5 dice"),  # 6 (5.5.2)
    ("H11", "Cy hits dee for the Mountain, takes 5 dice so 3 with the mountain thing. no plans."),  # 4 (5.5.2)
    ("H13", "bo's secret goes on Second Wind for a favor"),  # it is Dee's turn (4.2)
    (
        "H20",
        "search the deck: Scouts, Spirit Snare, Wayside Inn. plays the Inn here, then pops it for 3 supply",
    ),  # 2
    ("A18", "Cy uses Spirit Snare and grabs two from Hearth"),  # one
    ("A10", "Bo beats up the bandits at Marshes, 5 dice"),  # it is Ann's turn (4.2)
    ("A13", "Ann cleans the bandits off Steppe, with Scouts so she gets a warband back."),  # Supply (5.5.2)
]


@pytest.mark.parametrize(("where", "line"), daily(SAID_OTHERWISE, 3))
def test_of_what_strangers_say_otherwise_each_word_is_compared_too(where: str, line: str) -> None:
    refused(at(where).again(), line)
