"""A number that contradicts what the rules give is asked back: nothing of its line is done."""

from operator import itemgetter

import pytest

from tests.support.daily import of_some
from tests.support.strangers import at, said

# The table, a line, a number of it as it is, and what it is not.
WRONG = {
    "Supply for a way, 5.6.1": (
        "606-03",
        "cy -> facedown provinces 2, {} sup. is salt flats (2 fav 1 secret)",
        "2",
        "15",
    ),
    "Supply that is left, 5.6.1": ("606-03", "cy -> facedown provinces 2, salt flats, {} supply left", "1", "23"),
    "those that stay on the board, 2.2": (
        "42-B08",
        "Ann's putting two of them in Charming Valley and one on the Mountain, and the other {} are staying with her.",
        "5",
        "43",
    ),
    "dice as the targets make them, 5.5.2": (
        "606-08",
        "campaign bandits plains n lush coast {} dice they roll shield blank cy rolls 4 swords wins puts 1 "
        "warband on each",
        "4",
        "32",
    ),
    "all dice, 5.5.2": (
        "202-03",
        "bo hits the bandits here all {} dice, they roll blank, bo 2 swords 1 hollow. leaves 1 guy",
        "3",
        "12",
    ),
    "all of the force, 10.9": (
        "T08",
        "All {}. Bandits get a blank, she rolls a sword and three hollows, and two guys go on Great Slum",
        "4",
        "23",
    ),
    "dice behind a plan, 7.5": (
        "V12",
        "just the Wood, longbows so {} dice. def a blank. Ann 4 hollow, 2 swds, 1 dbl w skull. in she goes w/ 2",
        "7",
        "65",
    ),
    "a pool behind a plan, 7.5": (
        "V08",
        "just Plains, so 8 dice. Ann uses Longbows for -1, {} then, no more plans. blues: 2x n a shield. Bo: "
        "3 swords 3 hollow 1 dbl w/ skull. takes it, leaves 2",
        "7",
        "62",
    ),
    "what a plan takes, 7.5": (
        "V08",
        "just Plains, so 8 dice. Ann uses Longbows for -{}, 7 then, no more plans. blues: 2x n a shield. Bo: "
        "3 swords 3 hollow 1 dbl w/ skull. takes it, leaves 2",
        "1",
        "23",
    ),
    "pools set against each other, 5.5.2": (
        "38-A03",
        "dee camps bo at mtn. 4 v {}, no plans. def shield blank, atk 2 sword, 1 dbl skull, 1 hollow. sacs 3,"
        " wins, 1 on mtn",
        "2",
        "13",
    ),
    "the attack of them, 5.5.2": (
        "38-A03",
        "dee camps bo at mtn. {} v 2, no plans. def shield blank, atk 2 sword, 1 dbl skull, 1 hollow. sacs 3,"
        " wins, 1 on mtn",
        "4",
        "35",
    ),
    "a sacrifice is just so many, 9.5": (
        "U04",
        "ann jumps cy, just his pawn, uses longbows. cy blank blank. ann sword sword skull hollow, sacs {}. "
        "wins, cy banished to plains",
        "1",
        "23",
    ),
    "who is given up, 9.5": (
        "39-B01",
        "Yes! Bo burns {} of his army, wins, and plants his last guy on the Mountain",
        "3",
        "24",
    ),
    "losses, 5.5.6": (
        "39-B01",
        "no sac. I lose {} and with my last 2 supply I walk over to the Great Slum",
        "2",
        "34",
    ),
    "cards discarded, 5.1.3": (
        "07",
        "Cy draws three denizens, discards {} of them and puts the third facedown beside his board.",
        "2",
        "13",
    ),
    "the card kept, 5.1.4": (
        "T15",
        "Bo goes through the Provinces discards for 2: three denizens, {} stays with him facedown, rest out",
        "1",
        "23",
    ),
    "what a power brings, 7.3.1": (
        "V05",
        "Dee flips A Small Favr, +{} wbs, n plonks 2 of em on Rcky Coast",
        "4",
        "23",
    ),
    "what a trade brings, 5.3.2": (
        "U10",
        "cy turns wrestlers up as adviser, secret on longbows for {}. end",
        "2",
        "13",
    ),
    "what is paid for a banner, 5.4.2": (
        "G13",
        "Cy {} favor on the peoples favor, its his. old one in Discord. done",
        "2",
        "13",
    ),
    "what lay on it, 5.4.4": (
        "G13",
        "Cy 2 favor on the peoples favor, its his. old {} in Discord. done",
        "1",
        "23",
    ),
}


# One too few or one too many of each daily, by turns; both at night.
CASES = [(at % 2 == of, name, of) for at, name in enumerate(WRONG) for of in (0, 1)]


@pytest.mark.parametrize(("_", "name", "of"), of_some(CASES, itemgetter(0)))
def test_a_number_is_what_came_of_it_or_the_line_is_asked_back(_: bool, name: str, of: int) -> None:
    table, line, right, wrong = WRONG[name]
    assert said(at(table).again(), line.format(right))
    assert said(at(table).again(), line.format(wrong[of])) == []


@pytest.mark.parametrize(("verb", "lines"), [("musters from", 2), ("trades with", 0)])
def test_what_is_done_with_two_cards_is_done_twice_or_not_at_all(verb: str, lines: int) -> None:
    """Bo has favor for two (5.2.1), and one secret (5.3.2)."""
    came = said(at("37-Z11").again(), f"Bo plays Wrestlers to Shrouded Wood, {verb} Warning Signals and Wrestlers")
    assert [answer for kind, answer in came if kind == "act"] == ["play", *["muster"] * lines][: len(came)]


def test_a_card_that_is_put_somewhere_was_not_searched_for() -> None:
    """6.1: it is the facedown adviser, of which nobody said that it was drawn."""
    came = said(at("38-A10").again(), "Ancient Binding to River, +1 nomad")
    assert came[0] == ["act", "play"]
    assert said(at("38-A10").again(), "binding to river, +1 nomad") == came
