"""Whole sentences: several requests and what chance told, in one line, taken whole or not at all."""

from typing import Any

import pytest

from oathtools.answerers.matching import Misread
from oathtools.answerers.requests import one_by_one
from oathtools.answerers.speaker import Needs, Speaker
from oathtools.cli.shared.gaming import labels_for
from oathtools.engine.decision import NotOffered
from tests.answerers.test_slang import table
from tests.support.strangers import at

DRAWN = ("search.draw", ["denizen.jinx", "denizen.tutor", "denizen.augury"])


def say(line: str, where: str = "mountain") -> list[tuple[str, Any]]:
    play = table({"in": where})
    Speaker(play, labels_for(play)).say(line)
    return [(entry.kind, entry.answer) for entry in play.entries if entry.answer != "go-on" or ".plan" in entry.kind]


def test_a_line_is_parted_at_semicolons() -> None:
    """Not within quotation marks, and not what is written down as it stands."""
    assert one_by_one("drew Jinx, ?, ?; keep Jinx", None) == ["drew Jinx, ?, ?", "keep Jinx"]
    declared = "declare Elders favor 1 from me to Bo; supply 1"
    assert one_by_one(declared, None) == [declared]
    assert one_by_one('travel "Nowhere; at all"', None) == ['travel "Nowhere; at all"']
    assert one_by_one("peek relic twice", None) == ["peek relic", "peek relic"]


def test_a_search_in_one_line() -> None:
    """5.1: what is drawn, kept and placed; the rest is discarded."""
    assert say("search world, drew Jinx, Tutor, Augury, Jinx facedown, rest discarded") == [
        ("act", "search"),
        ("search.source", "world"),
        DRAWN,
        ("search.keep", "denizen.jinx"),
        ("search.order", ["denizen.tutor", "denizen.augury"]),
        ("play.to", "adviser-facedown"),
    ]
    untold = say("search world, drew 3, Jinx to advisers, rest discarded")
    assert untold[2:] == [
        ("search.draw", ["denizen"] * 3),
        ("play.to", "adviser"),
        ("face", "denizen.jinx"),
    ]


def test_a_campaign_in_one_line() -> None:
    """5.5: the declaration, a plan, both rolls; plans that are not spoken of are not used."""
    line = "campaign Cy, this site and his relic, 5 dice, Longbows"
    rolls = "defense 2 shields, a doubler, two blanks; attack 3 swords, a hollow sword and a skull"
    assert say(f"{line}; {rolls}") == [
        ("act", "campaign"),
        ("campaign.defender", "blue"),
        ("campaign.targets", ["site.mountain", "relic.whistle"]),
        ("campaign.dice", 5),
        ("campaign.plan", "denizen.longbows"),
        ("campaign.defense-roll", ["two_shields", "doubler", "blank", "blank"]),
        ("campaign.attack-roll", ["sword", "sword", "sword", "hollow_sword", "two_swords_skull"]),
    ]


def test_several_actions_in_one_line() -> None:
    answers = say("trade Tents for favor then travel Mine")
    assert [answer for kind, answer in answers if kind == "act"] == ["trade", "travel"]
    assert answers[-1] == ("travel.to", "site.mine")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("muster Wolves twice", NotOffered),
        ("trade Tents for favor then travel Atlantis", Misread),
        ("campaign Cy, Mountain, 3 dice; attack 3 swords", Needs),
        ("search world, drew Jinx, Tutor, Augury, Jinx facedown, Tutor here", Misread),
    ],
)
def test_a_line_of_which_one_part_cannot_be_is_refused(line: str, fault: type[Exception]) -> None:
    with pytest.raises(fault):
        say(line)


@pytest.mark.parametrize(
    "way", ["as facedown adviser", "as a facedown adviser", "as a hidden adviser", "facedown as adviser"]
)
def test_what_was_drawn_is_told_by_its_backs_and_kept_out_of_sight(way: str) -> None:
    """5.1.2, 5.1.4.2: *2 and a Vision* is what was drawn, and says of no card where it goes."""
    said = say(f"search world, drew 2 and a vision, keep the vision {way}")
    assert said[2] == ("search.draw", ["denizen", "denizen", "vision"])
    assert [kind for kind, _ in said[3:]] == ["search.keep", "play.to"] and said[3][1].startswith("card#")
    assert said[-1][1] == "adviser-facedown"


def test_what_is_left_behind_is_not_brought_there() -> None:
    """6.5: *leaves the last one there* tells what stays, and moves nothing."""
    with pytest.raises((Misread, NotOffered)):
        say("leaves the last one there")


KEPT = [
    ("search.keep", "denizen.augury"),
    ("search.order", ["denizen.jinx", "denizen.tutor"]),
    ("play.to", "site.mine"),
]


@pytest.mark.parametrize(
    "line",
    [
        "searches the world deck, draws Jinx, Tutor, Augury; keeps Augury to the site",
        "search world; drew Jinx, Tutor and Augury, keeps Augury to the site",
        "search world; drew Jinx, Tutor, Augury; Augury to the site",
    ],
)
def test_5_1_what_is_drawn_is_kept_to_the_site(line: str) -> None:
    done = say(line, "mine")
    assert DRAWN in done and done[-3:] == KEPT
    with pytest.raises((Misread, NotOffered, Needs)):
        say(line)  # the Mountain has no room for a fourth (5.1.4.1)


def test_5_1_2_a_card_called_as_a_verb_is_and_backs_as_the_log_tells_them() -> None:
    assert say("search world; drew Jinx, Keep, Augury; Augury to the site", "mine")[-1] == ("play.to", "site.mine")
    assert say("search world, drew a denizen and a Vision")[-1] == ("search.draw", ["denizen", "vision"])


def test_5_5_2_against_somebody_for_a_site_with_so_many() -> None:
    done = say("campaigns against Ann for the Mountain with 4 warbands")
    assert done[1:] == [
        ("campaign.defender", "purple"),
        ("campaign.targets", ["site.mountain"]),
        ("campaign.dice", 4),
    ]


@pytest.mark.parametrize("said", ["leave 1", "puts 1 at Mountain", "leaves 1 there"])
def test_5_5_7_what_is_put_is_what_is_left(said: str) -> None:
    play = at("15").again()
    assert [(each.kind, each.answer) for each in Speaker(play, labels_for(play)).say(said)] == [
        ("campaign.place", {"site.mountain": 1})
    ]


@pytest.mark.parametrize("said", ["3", "the die shows a 3", "rolled a three", "Ann rolls a 3"])
def test_3_3_the_end_die_as_it_is_told(said: str) -> None:
    play = at("16").again()
    assert [(each.kind, each.answer) for each in Speaker(play, labels_for(play)).say(said)] == [("end.die", ["3"])]
