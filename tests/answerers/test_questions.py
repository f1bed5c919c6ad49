"""Questions of the table in many voices: each by the command that answers it, and never by that of another question."""

from pathlib import Path

import pytest

from oathtools.answerers.matching import Misread
from oathtools.answerers.questions import commands_for, is_question
from oathtools.answerers.speaker import Needs, Speaker
from oathtools.cli.shared.gaming import labels_for
from oathtools.engine.decision import NotOffered
from oathtools.journal import game_at
from oathtools.kit.datafiles import compile_book
from oathtools.table.position.form import normal, read_position
from tests.support.daily import of_some
from tests.support.strangers import LINES, at

PLAYERS = ("Ann", "Bo", "Cy", "Dee")
BOOK = compile_book("table_questions", Path(__file__).parent)
SAID = [(line, by) for by, lines in BOOK["table"].items() for line in lines]


def heads(line: str) -> list[str]:
    return [" ".join(each) for each in commands_for(line, "Bo", PLAYERS)]


@pytest.mark.parametrize(("line", "by"), SAID)
def test_a_question_is_put_to_the_command_that_answers_it_and_searched_for_else(line: str, by: str) -> None:
    first, search = heads(line)
    assert is_question(line) or is_question(f"{line}?")
    assert first.casefold() == by.casefold() and search.startswith("search ")


@pytest.mark.parametrize("line", BOOK["rules"])
def test_a_question_of_the_rules_is_searched_for(line: str) -> None:
    assert heads(line)[0].startswith("search ")


def test_no_rules_question_of_strangers_is_taken_for_one_of_the_table() -> None:
    """The sets of ``tests/search`` ask about the rules; a card that is named is shown, whoever asks."""
    folder = Path(__file__).parents[1] / "search"
    sets = [compile_book(path.stem, folder) for path in sorted(folder.glob("*questions.yaml"))]
    lines = [row["q"] for each in sets for row in each["questions"] if is_question(row["q"])]
    taken = [line for line in lines if heads(line)[0].partition(" ")[0] not in ("search", "card")]
    assert len(lines) > 400 and len(taken) <= len(lines) // 100, taken


TABLE = """
turn: {player: Bo, phase: act}
players: [{name: Ann, pawn: Plains}, {name: Bo, pawn: Mountain, supply: 6, favor: 2}, {name: Cy, pawn: Plains}]
sites: [Plains, Buried Giant, {site: Mountain, cards: [Longbows]}]
"""


def test_no_question_is_ever_carried_out() -> None:
    play = game_at(normal(read_position(TABLE)))
    before = play.state.digest(), play.head
    for line, _ in SAID:
        with pytest.raises((Misread, Needs, NotOffered)):
            Speaker(play, labels_for(play)).say(f"{line.rstrip('?')}?")
    assert (play.state.digest(), play.head) == before


STRANGERS = compile_book("questions", Path(__file__).parent / "strangers")


@pytest.mark.parametrize("by", of_some(list(STRANGERS), lambda by: len(STRANGERS[by]) > 1))
def test_what_strangers_asked_at_their_tables_is_put_to_the_command_that_answers_it(by: str) -> None:
    for asked in STRANGERS[by]:
        line = next(line for line in LINES if line["id"] == asked)
        state = at(line["in"]).state
        names = [str(player.name) for player in state.players.values()]
        first = commands_for(line["say"], str(state.players[state.turn].name), names, state)[0]
        assert by in (" ".join(first), first[0]), line["say"]


def test_a_question_of_the_rules_is_searched_for_at_a_table_too() -> None:
    state = game_at(normal(read_position(TABLE))).state
    taken = [line for line in BOOK["rules"] if commands_for(line, "Bo", PLAYERS, state)[0][0] != "search"]
    assert taken == ["does Bo lose his site"], "Bo is a player here"
