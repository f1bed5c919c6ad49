"""Late corrections: an earlier answer as it really was; what followed stands where the same is asked of the same."""

import pytest

from oathtools.answerers.correcting import Corrected, correct, corrects, find, go_on, is_fresh
from oathtools.answerers.matching import Misread
from oathtools.answerers.speaker import Speaker
from oathtools.cli.shared.gaming import labels_for
from oathtools.engine.decision import NotOffered
from oathtools.journal import game_at
from oathtools.journal.play import Play
from oathtools.table.position.form import normal, read_position

TABLE = """
oath: supremacy
round: 2
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains, favor: 4, warbands: 5}
  - {name: Bo, color: red, pawn: Plains, favor: 5, secrets: 3, warbands: 7, supply: 7, advisers: [Elders]}
  - {name: Cy, color: blue, pawn: Plains, favor: 3, secrets: 2, warbands: 6}
sites:
  - {site: Plains, warbands: {purple: 2}, cards: [Longbows, Keep]}
  - {site: Mountain, warbands: {red: 1}, cards: [Tents, Wolves]}
  - {site: Steppe, warbands: {blue: 2}}
"""


def told(*lines: str) -> Play:
    """A game of which these lines were typed."""
    play = game_at(normal(read_position(TABLE)))
    for line in lines:
        say(play, line)
    return play


def say(play: Play, line: str) -> None:
    Speaker(play, labels_for(play)).say(line)


def corrected(play: Play, words: str) -> Corrected:
    return correct(play, find(play, words, labels_for(play)))


def answers(play: Play) -> list[object]:
    return [entry.answer for entry in play.live if entry.answer != "go-on"]


@pytest.mark.parametrize(
    "words",
    [
        "it was Steppe, not Mountain",
        "two answers ago it was Steppe, not Mountain",
        "2 answers ago: Steppe",
        "sorry, Bo actually travelled to Steppe",
        "Bo actually traveled to Steppe, not Mountain",
        "actually it was Steppe instead of Mountain",
        "at 3: Steppe",
        "at entry 3 it was really Steppe",
        "that should have been Steppe, not Mountain",
    ],
)
def test_5_6_a_travel_goes_where_it_really_went_and_what_followed_stands(words: str) -> None:
    play = told("travel Mountain", "end")
    assert corrects(words) or words.startswith(("2 answers", "at 3"))
    done = corrected(play, words)
    assert answers(play) == ["travel", "site.steppe", "end"]
    assert (done.kept, done.left) == (1, [])
    assert play.state.players["red"].supply == 5 + 2 and play.state.turn == "blue"  # 4.3.4: what was left of 7 - 2


@pytest.mark.parametrize(
    ("words", "faces"),
    [
        ("Bo actually rolled two skulls and two hollow swords", ["two_swords_skull"] * 2 + ["hollow_sword"] * 2),
        ("Bo's roll was 4 hollow swords", ["hollow_sword"] * 4),
        ("the roll was really 4 swords", ["sword"] * 4),
        ("no, he actually rolled 4 swords", ["sword"] * 4),
    ],
)
def test_5_5_5_a_roll_shows_what_was_really_rolled(words: str, faces: list[str]) -> None:
    play = told("campaign Cy, pawn, 3 dice", "blank, blank", "3 swords, hollow")
    corrected(play, words)
    assert answers(play)[-1] == faces and play.live[-1].kind == "campaign.attack-roll"


def test_5_5_5_a_roll_of_other_dice_than_were_rolled_is_refused_and_no_older_one_is_taken() -> None:
    play = told("campaign Cy, pawn, 3 dice", "blank, blank", "3 swords, hollow")
    before = play.state.digest(), play.head
    for words in ("Bo actually rolled two skulls", "Ann actually rolled two shields", "Bo actually drew Tents"):
        with pytest.raises(Misread):
            corrected(play, words)
    assert (play.state.digest(), play.head) == before


def test_5_2_1_an_answer_that_goes_without_saying_is_no_other_one_than_it_was() -> None:
    """Bo trades with the one card that is left after he musters: corrected, it would be another card (5.3.1)."""
    play = told("travel Mountain", "muster Wolves", "trade Tents for favor", "end")
    done = corrected(play, "three answers ago it was Tents, not Wolves")
    assert answers(play)[-1] == "denizen.tents" and [entry.answer for entry in done.left] == ["trade", "favor", "end"]
    assert play.at_boundary and play.pending is not None and play.pending.kind == "act"


def test_what_no_longer_stands_waits_until_that_is_answered_and_then_goes_on() -> None:
    play = told("travel Mountain", "muster Wolves", "trade Tents for favor", "end")
    done = corrected(play, "it was Steppe, not Mountain")
    assert isinstance(done.fault, NotOffered) and len(done.left) == 5
    assert go_on(play) is not None, "nothing has been answered: it does not stand yet"
    say(play, "travel Mountain")
    rest = go_on(play)
    assert rest is not None and not rest.left and not rest.out
    assert answers(play)[-6:] == ["site.mountain", "muster", "denizen.wolves", "trade", "favor", "end"]
    assert go_on(play) is None


def test_what_is_said_otherwise_meanwhile_is_not_said_again() -> None:
    play = told("travel Mountain", "muster Wolves", "trade Tents for favor", "end")
    corrected(play, "three answers ago it was Tents, not Wolves")
    say(play, "trade Wolves for favor")
    rest = go_on(play)
    assert rest is not None and [entry.answer for entry in rest.out] == ["trade", "favor"] and not rest.left
    assert answers(play)[-3:] == ["trade", "favor", "end"]


def test_a_correction_is_taken_back_whole_and_a_replay_has_it() -> None:
    play = told("travel Mountain", "muster Wolves", "trade Tents for favor", "end")
    before, head = play.state.digest(), play.head
    corrected(play, "it was Steppe, not Mountain")
    made = is_fresh(play)
    assert made is not None and made.said == "it was Steppe, not Mountain" and made.undo_to is not None
    again = Play(play.header, list(play.entries))
    assert again.state.digest() == play.state.digest() and not again.stopped
    play.undo(made.undo_to, as_at=head)
    assert play.state.digest() == before and is_fresh(play) is None
    assert Play(play.header, list(play.entries)).state.digest() == before


def test_what_the_table_put_right_meanwhile_holds_after_a_correction() -> None:
    """Bo's favor is said to be 9 after the travel: that is still so when the travel was another one."""
    from oathtools.answerers.adjusting import adjusted
    from oathtools.table.position.form import to_position

    play = told("travel Mountain")
    play.adjust(normal(adjusted(to_position(play.state), "Bo favor 9", play.state)), "Bo favor 9")
    play.adopt({"A-05": "b"}, None)
    corrected(play, "it was Steppe, not Mountain")
    assert play.game.readings["A-05"] == "b"
    players = {each["name"]: each for each in to_position(play.state)["players"]}
    assert (players["Bo"]["pawn"], players["Bo"]["favor"]) == ("Steppe", 9)


@pytest.mark.parametrize(
    "words",
    [
        "it was Hall of Debate, not Mountain",
        "Cy actually travelled to Steppe",
        "nine answers ago it was Plains",
        "it was Steppe, not Rocky Coast",
        "at 99: Steppe",
        "it was",
        "it was Mountain, not Mountain",
        "two turns ago it was Steppe",
    ],
)
def test_words_that_correct_no_answer_change_nothing(words: str) -> None:
    play = told("travel Mountain", "end")
    before = play.head
    with pytest.raises((Misread, NotOffered)):
        corrected(play, words)
    assert play.head == before


@pytest.mark.parametrize("line", ["travel Mountain", "Bo musters from Tents", "end", "no", "was it Mountain?", "3"])
def test_what_is_said_now_is_no_correction(line: str) -> None:
    assert not corrects(line)
