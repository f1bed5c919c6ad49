"""Every request of docs/formats.md in one line: the questions it answers, and what is refused of it."""

from typing import Any

import pytest

from oathtools.answerers.matching import Misread
from oathtools.answerers.requests import request_of, split
from oathtools.answerers.speaker import Needs, Speaker
from oathtools.cli.shared.gaming import labels_for
from oathtools.engine.decision import NotOffered
from oathtools.journal import Play, header_of_position
from oathtools.powers import load
from oathtools.table.position.form import normal
from oathtools.table.state import PEOPLES_FAVOR

PEOPLE = [
    {"name": "Ann", "role": "chancellor", "pawn": "Mountain", "warbands": 4, "favor": 9, "secrets": 2},
    {"name": "Bo", "color": "red", "pawn": "Mountain", "warbands": 5, "favor": 4, "secrets": 2},
    {"name": "Cy", "color": "blue", "role": "citizen", "pawn": "Mountain", "warbands": 2, "relics": ["Whistle"]},
    {"name": "Dee", "color": "yellow", "pawn": "Mountain", "warbands": 1},
]
SITES = [
    {"site": "Plains", "warbands": {"purple": 2}, "cards": ["Longbows"]},
    {"unknown": "site"},
    {
        "site": "Mountain",
        "warbands": {"purple": 3},
        "cards": ["Taming Charm"],
        "relics": [{"unknown": "relic", "n": 2}],
    },
    "Steppe",
]


AT_MINE = {f"{name}__pawn": "Mine" for name in ("Ann", "Bo", "Cy", "Dee")}
AWAY = {**AT_MINE, "Cy__pawn": "Steppe"}


def at_the_table(player: str, without: tuple[str, ...] = (), **changes: Any) -> Play:
    """A game in the Act Phase of a player; ``changes`` to the position, ``Bo__advisers`` to one player of it.

    ``without``: cards whose powers were not coded when it began.
    """
    people = [dict(row) for row in PEOPLE]
    sites = [dict(row) if isinstance(row, dict) else row for row in SITES]
    for name in list(changes):
        who, _, what = name.partition("__")
        if what:
            next(row for row in people if row["name"] == who)[what] = changes.pop(name)
    data = normal({"turn": {"player": player, "phase": "act"}, "players": people, "sites": sites, **changes})
    return Play({**header_of_position(data), "cards": [card for card in load().coded if card not in without]})


def say(play: Play, *lines: str) -> list[tuple[str, Any]]:
    """Say lines; returns every answer they gave, by the kind of its question."""
    before = play.head
    for line in lines:
        Speaker(play, labels_for(play)).say(line)
    return [(entry.kind, entry.answer) for entry in play.entries[before:]]


def pending(play: Play) -> tuple[str, str]:
    """The open question: its kind, and who is asked."""
    assert play.pending is not None
    return play.pending.kind, play.pending.who


# -- major actions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("travel Plains", [("act", "travel"), ("travel.to", "site.plains")]),
        ("travel cradle 2", [("act", "travel"), ("travel.to", "cradle.2")]),
        ("search world", [("act", "search")]),
        ("search", [("act", "search")]),
        ("recover relic 2", [("act", "recover"), ("recover.target", "relic-2")]),
        ("recover relic", [("act", "recover"), ("recover.target", "relic-1")]),
        ("recover peoples-favor --pay 3",
         [("act", "recover"), ("recover.target", PEOPLES_FAVOR), ("recover.pay", "3")]),
        ("recover darkest secret", [("act", "recover"), ("recover.target", "banner.darkest_secret")]),
        ("end", [("act", "end")]),
        ("pass", [("act", "end")]),
    ],
)  # fmt: skip
def test_a_request_answers_the_questions_it_speaks_of(line: str, answers: list[tuple[str, Any]]) -> None:
    assert say(at_the_table("Bo"), line) == answers


def test_a_relic_is_one_at_the_players_own_site() -> None:
    """6.3: before one elsewhere that they have seen, and may look at again; without one here it is that."""
    relic = {"unknown": "relic"}
    sites = [{"site": "Plains", "relics": [relic]}, {"site": "Mountain", "relics": [relic]}, "Steppe"]
    play = at_the_table("Bo", Bo__pawn="Plains", Bo__supply=7, sites=sites)
    say(play, "peek relic", "Cup of Plenty", "travel Mountain")
    assert say(play, "peek relic") == [("act", "peek"), ("peek.what", "relic-2-1")]
    say(play, "Map", "travel Steppe")
    assert ("peek.what", "relic-1-1") in say(play, "peek relic")


@pytest.mark.parametrize("line", ["muster", "muster Taming Charm", "muster taming-charm"])
def test_muster(line: str) -> None:
    play = at_the_table("Bo")
    assert say(play, line) == [("act", "muster")], "there is only one card: the question is skipped"
    assert play.state.count("denizen.taming_charm", "favor") == 1


@pytest.mark.parametrize(
    ("line", "what"), [("--for favor", "favor"), ("--for secrets", "secrets"), ("--for=favor", "favor")]
)
def test_trade(line: str, what: str) -> None:
    assert say(at_the_table("Bo"), f"trade Taming Charm {line}") == [("act", "trade"), ("trade.for", what)]


def test_trade_asks_what_is_not_said() -> None:
    play = at_the_table("Bo")
    say(play, "trade Taming Charm")
    assert pending(play) == ("trade.for", "red")
    assert say(play, "secrets") == [("trade.for", "secrets")]


def test_search_of_ones_own_pile() -> None:
    play = at_the_table("Bo", discard_piles={"provinces": [{"unknown": "denizen", "n": 2}]})
    assert say(play, "search provinces") == [("act", "search"), ("search.source", "provinces")]


def test_campaign() -> None:
    play = at_the_table("Bo", Bo__advisers=["Battle Honors"])
    line = "campaign Cy --target site:Mountain --target relic:Whistle --target pawn --dice 3"
    assert say(play, line) == [
        ("act", "campaign"),
        ("campaign.defender", "blue"),
        ("campaign.targets", ["site.mountain", "relic.whistle", "pawn"]),
        ("campaign.dice", 3),
    ]


def test_campaign_with_a_battle_plan() -> None:
    sites = ["Steppe", {"site": "Mine", "warbands": {"purple": 3}}]
    play = at_the_table("Bo", Bo__advisers=["Longbows"], sites=sites, **AWAY)
    answers = say(play, "campaign Ann --target Mine --dice 3 --plan Longbows")
    assert ("campaign.plan", "denizen.longbows") in answers


ONE_TARGET: dict[str, Any] = {
    "players": [
        {"name": "Ann", "role": "chancellor", "pawn": "Mountain"},
        {"name": "Bo", "color": "red", "pawn": "Plains", "warbands": 4},
    ],
    "sites": [{"site": "Plains", "warbands": {"purple": 2}}, "Mountain"],
}


@pytest.mark.parametrize("said", ["--target Plains --target pawn", "--target pawn", "--target Plains --target Steppe"])
def test_5_5_2_a_target_that_was_said_is_not_left_out_where_one_set_of_targets_is_legal(said: str) -> None:
    """Ann's pawn is elsewhere: only the Plains can be her target, and that question is not asked."""
    play = at_the_table("Bo", **ONE_TARGET)
    with pytest.raises((NotOffered, Misread)) as refused:
        say(play, f"campaign Ann {said}")
    if isinstance(refused.value, NotOffered):
        assert {each.clause for each in refused.value.refusals} == {"5.5.2"}
    again = at_the_table("Bo", **ONE_TARGET)
    assert say(again, "campaign Ann --target Plains") == [("act", "campaign")]
    assert pending(again) == ("campaign.dice", "red")


@pytest.mark.parametrize("said", ["nonsense", "Plains --target nonsense", "nonsense:Plains", "relic:Plains"])
def test_a_target_that_is_nothing_is_not_swallowed(said: str) -> None:
    with pytest.raises(Misread):
        say(at_the_table("Bo", **ONE_TARGET), f"campaign Ann --target {said}")


@pytest.mark.parametrize(
    "line",
    [
        "campaign Ann --target Plains --dice 2 --dice 3",
        "trade Longbows --for favor --for secrets",
        "recover peoples-favor --pay 1 --pay 2",
        "offer Dee --relic 1 --relic 2",
        "recover relic 1 nonsense",
        "peek relic 1 nonsense",
        "play Longbows adviser nonsense",
        "play Longbows site --facedown",
    ],
)
def test_no_word_of_a_request_is_swallowed(line: str) -> None:
    with pytest.raises(Misread):
        say(at_the_table("Bo"), line)


def test_campaign_without_its_targets_names_the_question_in_between() -> None:
    play = at_the_table("Bo")
    with pytest.raises(Needs) as needs:
        say(play, "campaign Cy --dice 2")
    assert needs.value.decision.kind == "campaign.targets"


def test_words_for_what_is_settled_already_are_no_answer() -> None:
    """5.5.1: Ann is the only possible defender, so that only the targets are asked."""
    sites = ["Plains", {"site": "Mountain", "warbands": {"yellow": 1}}]
    play = at_the_table("Dee", sites=sites, Ann__pawn="Mountain", Bo__pawn="Plains", Cy__pawn="Plains")
    say(play, "campaign")
    assert pending(play) == ("campaign.targets", "yellow")
    with pytest.raises(Misread, match="'campaign Ann' is settled already"):
        say(play, "campaign Ann")


def test_another_players_question_is_never_answered_by_the_way() -> None:
    """5.5.2: a Citizen at a target is asked whether to join as an Ally, before battle plans are used (5.5.3)."""
    sites = ["Steppe", {"site": "Mine", "warbands": {"purple": 3}}]
    play = at_the_table("Bo", Bo__advisers=["Longbows"], sites=sites, **AT_MINE)
    with pytest.raises(Needs) as needs:
        say(play, "campaign Ann --target Mine --dice 3 --plan Longbows")
    assert (needs.value.decision.kind, needs.value.decision.who) == ("campaign.join", "blue")


# -- minor actions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "what"),
    [("peek relic", "relic-3-1"), ("peek site-relic 2", "relic-3-2"), ("peek relic 2", "relic-3-2"),
     ("peek reliquary 3", "reliquary-3"), ("peek reliquary", "reliquary-1")],
)  # fmt: skip
def test_peek(line: str, what: str) -> None:
    play = at_the_table("Ann")
    assert say(play, line) == [("act", "peek"), ("peek.what", what)]
    assert pending(play) == ("look", "purple")
    assert say(play, "-") == [("look", "relic")]


@pytest.mark.parametrize(
    ("line", "clause", "because"),
    [
        ("peek site-relic 3", "6.3", "no relic lies there"),
        ("peek reliquary 5", "6.4", "no relic is in that space"),
        ("recover relic 3", "5.4.1", "only 2 relics can be found"),
    ],
)
def test_a_relic_that_is_not_there(line: str, clause: str, because: str) -> None:
    with pytest.raises(NotOffered) as refused:
        say(at_the_table("Ann"), line)
    assert [row.clause for row in refused.value.refusals] == [clause] and because in refused.value.refusals[0].because


def test_what_is_no_candidate_is_refused_with_the_law_s_reasons() -> None:
    """5.5.2: a pawn that is elsewhere is not among the targets that may be chosen; the reason is told all the same."""
    play = at_the_table("Bo", Ann__pawn="Steppe")
    with pytest.raises(NotOffered) as refused:
        say(play, "campaign Ann --target pawn")
    assert "5.5.2" in {row.clause for row in refused.value.refusals}


def test_a_whole_request_in_quotation_marks_is_the_request() -> None:
    assert split(["travel Mountain"]) == split(["travel", "Mountain"]) == split("travel Mountain")


@pytest.mark.parametrize(
    ("line", "to"),
    [("move-warbands 2 board", "board"), ("move-warbands board 2", "board"), ("move-warbands 2 site", "site")],
)
def test_moving_warbands(line: str, to: str) -> None:
    answers = [("act", "move-warbands"), ("move-warbands.to", to), ("move-warbands.number", "2")]
    assert say(at_the_table("Ann"), line) == answers


@pytest.mark.parametrize("verb", ["give-warbands", "take-warbands"])
def test_warbands_between_imperial_players(verb: str) -> None:
    play = at_the_table("Ann")
    assert say(play, f"{verb} 2 Cy") == [("act", verb), (f"{verb}.number", "2")], "Cy is the only one it may be"
    assert pending(play) == ("warbands.share", "blue"), "the other one is asked, not answered for"
    assert say(play, "yes") == [("warbands.share", "yes")]


def test_offering_citizenship() -> None:
    play = at_the_table("Ann")
    answers = say(play, "offer Bo --relic 2 --give favor=2 --take secret=1")
    assert answers == [
        ("act", "offer"),
        ("offer.other", "red"),
        ("offer.relic", "reliquary-2"),
        ("offer.show", []),
        ("offer.give", {"favor": 2}),
        ("offer.take", {"secret": 1}),
    ]
    assert pending(play) == ("offer.accept", "red")
    assert say(play, "accept") == [("offer.accept", "yes")]


def test_an_offer_declined() -> None:
    play = at_the_table("Ann")
    say(play, "offer Bo --relic 2 --take none")
    assert pending(play) == ("offer.accept", "red")
    assert say(play, "decline") == [("offer.accept", "no")]
    assert play.state.players["red"].role == "exile"


def test_exiling() -> None:
    assert say(at_the_table("Ann"), "exile Cy") == [("act", "exile")]
    play = at_the_table("Cy", Cy__favor=4)
    assert say(play, "self-exile") == [("act", "self-exile")]
    assert play.state.players["blue"].role == "exile"


def test_the_power_of_a_card() -> None:
    sites = [{"site": "Mountain", "warbands": {"red": 1}, "cards": ["Elders", "Taming Charm"]}, "Plains"]
    play = at_the_table("Bo", sites=sites)
    answers = say(play, "power Elders")
    assert answers[0] == ("act", "power")
    assert play.state.count("denizen.elders", "favor") == 2


# -- playing cards -----------------------------------------------------------------------------------------------------

UNKNOWN: Any = [{"card": "Elders"}, {"unknown": "denizen"}, {"unknown": "vision"}]


@pytest.mark.parametrize(
    ("line", "to", "zone"),
    [("play Wolves adviser", "adviser", "advisers.red"), ("play Wolves site", "site.mountain", "cards.2"),
     ("play Wolves site Mountain", "site.mountain", "cards.2"),
     ("play Wolves to the Mountain", "site.mountain", "cards.2"),
     ("put wolves on mountain", "site.mountain", "cards.2")],
)  # fmt: skip
def test_an_unknown_adviser_is_named_as_it_is_played(line: str, to: str, zone: str) -> None:
    play = at_the_table("Bo", Bo__advisers=UNKNOWN)
    answers = say(play, line)
    assert [answers[0], answers[2:]] == [("act", "play"), [("play.to", to), ("face", "denizen.wolves")]]
    assert play.state.where["denizen.wolves"] == zone


def test_an_unknown_vision_is_revealed() -> None:
    play = at_the_table("Bo", Bo__advisers=UNKNOWN)
    say(play, "play Conquest vision")
    assert play.state.zone("vision.red") == ["vision.conquest"]


def test_a_discard_reads_no_face() -> None:
    play = at_the_table("Bo", Bo__advisers=UNKNOWN)
    answers = say(play, "discard Wolves")
    assert [kind for kind, _ in answers] == ["act", "play.card", "play.to"]
    assert "denizen.wolves" not in play.state.where


@pytest.mark.parametrize(
    ("line", "place"),
    [("play Longbows adviser", "Plains"), ("play Elders site", "Bo's advisers"), ("discard Longbows", "Plains")],
)
def test_a_card_that_is_elsewhere_is_refused_with_its_place(line: str, place: str) -> None:
    play = at_the_table("Bo", Bo__advisers=UNKNOWN)
    with pytest.raises(Misread, match="already elsewhere") as known:
        say(play, line)
    assert place in str(known.value)


def test_the_place_of_a_facedown_card_is_not_told() -> None:
    play = at_the_table("Bo", Bo__advisers=UNKNOWN, Dee__advisers=[{"card": "Wolves", "facedown": True}])
    with pytest.raises(Misread) as known:
        say(play, "play Wolves adviser")
    assert str(known.value) == "Wolves is already elsewhere"


def test_a_card_that_cannot_be_here_is_refused() -> None:
    play = at_the_table("Bo", Bo__advisers=[{"unknown": "denizen", "may_be": ["Keep", "Tents"]}])
    with pytest.raises(Misread, match="not among the cards"):
        say(play, "play Wolves adviser")


def test_discards_go_where_the_pawn_says() -> None:
    """10.5: from the Provinces to the Hinterland pile."""
    play = at_the_table("Bo", Bo__advisers=UNKNOWN)
    with pytest.raises(NotOffered) as refused:
        say(play, "discard Wolves cradle")
    assert [row.clause for row in refused.value.refusals] == ["10.5"]
    assert "to the discard pile of the hinterland, not of the cradle" in refused.value.refusals[0].because
    play = at_the_table("Bo", Bo__advisers=UNKNOWN)
    say(play, "discard Wolves hinterland")
    assert len(play.state.zone("discard.hinterland")) == 1


def test_a_drawn_card_is_kept_and_placed_with_one_line() -> None:
    play = at_the_table("Bo")
    say(play, "search world", "Wolves, Keep, ?")
    answers = say(play, "play Keep site")
    assert answers[0] == ("search.keep", "denizen.keep") and answers[-1] == ("play.to", "site.mountain")
    assert play.state.where["denizen.keep"] == "cards.2"


def test_a_drawn_card_that_was_not_told_is_named_as_it_is_played() -> None:
    play = at_the_table("Bo")
    say(play, "search world", "3")
    assert pending(play) == ("play.to", "red")
    assert say(play, "play Wolves adviser") == [("play.to", "adviser"), ("face", "denizen.wolves")]


def test_a_face_that_may_not_lie_there_is_refused() -> None:
    """7.2.1: the Keep is played to sites only."""
    play = at_the_table("Bo")
    say(play, "search world", "3")
    with pytest.raises(NotOffered) as no:
        say(play, "play Keep adviser")
    assert no.value.refusals[0].clause == "7.2.1"


def test_a_drawn_card_that_was_not_told_cannot_be_one_that_lies_elsewhere() -> None:
    play = at_the_table("Bo")
    say(play, "search world", "3")
    with pytest.raises(Misread, match="Longbows is already elsewhere: Plains"):
        say(play, "play Longbows site")


def test_the_card_to_be_placed_is_the_one_in_hand() -> None:
    play = at_the_table("Bo")
    say(play, "search world", "Wolves, Keep, Tents", "Keep", "default")
    with pytest.raises(Misread, match="not the card to be placed") as other:
        say(play, "play Wolves site")
    assert other.value.hint == "It is a denizen in Bo's hand.", "the line may be read by everybody"
    assert say(play, "play Keep adviser --facedown") == [("play.to", "adviser-facedown")]


def test_the_order_of_the_discards_takes_its_default_by_the_way() -> None:
    play = at_the_table("Bo")
    say(play, "search world", "Wolves, Keep, Tents", "Keep")
    assert pending(play) == ("search.order", "red")
    assert [kind for kind, _ in say(play, "play Keep site")] == ["search.order", "play.to"]


@pytest.mark.parametrize("line", ["play Wolves site", "play longbows site", "discard Tents"])
def test_5_1_3_while_discards_are_ordered_the_card_to_be_placed_is_the_one_kept(line: str) -> None:
    play = at_the_table("Bo")
    say(play, "search world", "Wolves, Keep, Tents", "Keep")
    with pytest.raises(Misread, match="not the card to be placed"):
        say(play, line)


def test_5_1_3_a_request_that_answers_nothing_says_what_is_missing() -> None:
    play = at_the_table("Bo")
    say(play, "search world", "Wolves, Keep, Tents", "Keep")
    with pytest.raises(Misread, match="where does it go"):
        say(play, "play Keep")


def test_a_drawn_card_is_discarded() -> None:
    play = at_the_table("Bo")
    say(play, "search world", "Wolves, Keep, Tents")
    assert say(play, "discard Keep")[-1] == ("play.to", "discard")


def test_a_drawn_card_goes_facedown() -> None:
    play = at_the_table("Bo")
    say(play, "search world", "3", "facedown")
    assert len(play.state.zone("advisers.red")) == 1


# -- what is refused ---------------------------------------------------------------------------------------------------


def test_words_that_mean_another_answer_than_the_one_left_are_refused() -> None:
    """A question with one legal answer is skipped; nobody may get a trade for favor who asked for secrets (5.3.2)."""
    play = at_the_table("Bo", Bo__favor=1)
    with pytest.raises(NotOffered) as no:
        say(play, "trade Taming Charm --for secrets")
    assert no.value.refusals
    play = at_the_table("Bo", Bo__favor=1)
    assert say(play, "trade Taming Charm --for favor") == [("act", "trade")]


def test_a_card_that_is_not_here_is_refused_where_another_one_is_left() -> None:
    with pytest.raises(NotOffered) as no:
        say(at_the_table("Bo"), "muster Longbows")
    assert any(refusal.clause == "5.2.1" for refusal in no.value.refusals)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("travel Plains --for favor", "--for says nothing of travel"),
        ("trade Taming Charm --frobnicate", "--frobnicate is not known"),
        ("trade Taming Charm --for", "--for needs a word"),
        ("end banana", "takes no words"),
        ("foo", "none of the answers"),
        ("99", "no answer number 99"),
    ],
)
def test_words_that_are_nothing(line: str, says: str) -> None:
    with pytest.raises(Misread, match=says):
        say(at_the_table("Bo"), line)


def test_a_flag_is_not_passed_over_where_it_says_nothing() -> None:
    play = at_the_table("Bo")
    say(play, "trade Taming Charm")
    with pytest.raises(Misread, match="--pay says nothing here"):
        say(play, "favor --pay 2")


def test_a_request_where_another_question_is_open() -> None:
    play = at_the_table("Bo")
    say(play, "trade Taming Charm")
    with pytest.raises(Misread, match="another question is open"):
        say(play, "travel Plains")


def test_no_request_is_guessed_to_be_the_answer_to_another_question() -> None:
    """What is told of a card is spelt as it stands: ``travel Mountain`` is no name of a denizen."""
    play = at_the_table("Bo", Bo__advisers=[{"unknown": "denizen", "facedown": True}])
    say(play, "play", "1", "faceup")
    assert play.pending is not None and play.pending.kind == "face"
    for line in ("travel Mountain", "search Wolves"):
        with pytest.raises(Misread, match="another question is open"):
            say(play, line)
    assert ("face", "denizen.wolves") in say(play, "Wolfes")


def test_the_rest_of_a_request_where_its_action_is_under_way() -> None:
    play = at_the_table("Bo")
    say(play, "travel")
    assert say(play, "travel Steppe") == [("travel.to", "site.steppe")]


def test_a_request_may_be_said_again_with_more_where_its_action_is_under_way() -> None:
    play = at_the_table("Ann")
    say(play, "offer Bo")
    with pytest.raises(Misread, match="Bo was chosen before"):
        say(play, "offer Dee --relic 2")
    assert ("offer.relic", "reliquary-2") in say(play, "offer Bo --relic 2")
    assert play.pending is not None and play.pending.kind == "offer.show", "what it does not speak of is asked"


# -- the grammar -------------------------------------------------------------------------------------------------------


def test_an_apostrophe_is_no_quotation_mark() -> None:
    assert split("recover People's Favor --pay 2").words == ["recover", "People's", "Favor"]


def test_quotation_marks_hold_words_together() -> None:
    assert split('offer "Bo Peep" --relic 2').words == ["offer", "Bo Peep"]


def test_what_is_no_request() -> None:
    assert request_of(split("3")) is None and request_of(split("")) is None


# -- several words, and words that only link ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("campaign Ann --target the people's favor", 'campaign Ann --target "the people\'s favor"'),
        (
            "campaign Ann --target Narrow Pass --target pawn --dice 3",
            "campaign Ann --target 'Narrow Pass,pawn' --dice 3",
        ),
        (
            "campaign Ann --plan Cracking Ground=2 --target pawn",
            "campaign Ann --plan 'Cracking Ground=2' --target pawn",
        ),
        ("campaign against Ann target pawn dice 2", "campaign Ann --target pawn --dice 2"),
        ("campaign --target pawn Ann", "campaign Ann --target pawn"),
        ("travel Plains --with Buried Giant@Narrow Pass", "travel Plains --with 'Buried Giant@Narrow Pass'"),
        ("move-warbands 2 --with Buried Giant board", "move-warbands 2 board --with 'Buried Giant'"),
        ("travel to Narrow Pass", "travel 'Narrow Pass'"),
        ("muster from Taming Charm", "muster 'Taming Charm'"),
        ("trade with Elders for favor", "trade Elders --for favor"),
        ("offer to Bo --relic 1 --give 2 favor, Map", "offer Bo --relic 1 --give '2 favor, Map'"),
        ("play Tents as an adviser --facedown", "play Tents adviser --facedown"),
        ("Tents adviser --facedown", "play Tents adviser --facedown"),
        ("adviser --facedown", "play adviser --facedown"),
        ("move-warbands 2 warbands to board", "move-warbands 2 board"),
        ("use Elders", "power Elders"),
        ("end my turn", "end"),
    ],
)
def test_several_words_where_they_can_only_mean_one_thing(said: str, plain: str) -> None:
    def fields(line: str) -> Any:
        read = request_of(split(line))
        assert read is not None
        return (read.action, read.fields, read.modifiers, read.plans)

    assert fields(said) == fields(plain)


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("campaign Ann --target peopl favr", "campaign Ann --target 'peopl favr'"),
        ("campaign Ann Narrow Pass", "campaign Ann --target 'Narrow Pass'"),
    ],
)
def test_several_words_that_may_mean_more_are_refused_with_the_line_to_type(said: str, line: str) -> None:
    with pytest.raises(Misread) as refused:
        say(at_the_table("Bo"), said)
    assert str(refused.value.hint).splitlines()[-1] == line


def test_a_target_of_several_words_is_one_target() -> None:
    """5.5.1: a banner is named as it is spoken of, with or without quotation marks."""
    for words in ("the people's favor", '"the people\'s favor"', "peoples-favor"):
        play = at_the_table("Bo", banners={"peoples_favor": {"holder": "Ann", "favor": 1}})
        said = dict(say(play, f"campaign Ann --target {words} --target Mountain"))
        assert sorted(said["campaign.targets"]) == [PEOPLES_FAVOR, "site.mountain"]


@pytest.mark.parametrize("card", ["Conspiracy", "Vision of Faith"])
@pytest.mark.parametrize("line", ["play {} faceup", "reveal {}", "turn {} faceup", "play {} vision"])
def test_5_1_4_3_a_vision_that_is_played_faceup_goes_to_its_space(card: str, line: str) -> None:
    """5.1.4.4: the Conspiracy too; no other place is faceup for one of them."""
    play = at_the_table("Bo", Bo__advisers=[{"card": card, "facedown": True}])
    assert dict(say(play, line.format(card)))["play.to"] == "vision"


def test_5_1_4_2_another_card_that_is_played_faceup_is_an_adviser() -> None:
    play = at_the_table("Bo", Bo__advisers=[{"card": "Wolves", "facedown": True}])
    assert dict(say(play, "play Wolves faceup"))["play.to"] == "adviser"


def test_a_site_of_which_more_is_said_is_not_told_to_be_away() -> None:
    """5.6.1: the pawn stands there; what is not understood is the rest, and nothing else is said of the site."""
    with pytest.raises(Misread) as fault:
        Speaker(play := at_the_table("Ann"), labels_for(play)).say("Ann goes to Mountain, 2s, then done")
    assert "not on the map" not in str(fault.value) and "Mountain, 2s" in str(fault.value)
