"""What is printed is understood: menu lines, options and names of random games, typed as they stand."""

import re
from itertools import islice

import pytest

from oathtools.answerers.judge import may_do
from oathtools.answerers.lines import split
from oathtools.answerers.matching import Misread
from oathtools.answerers.reading import heard, table_of
from oathtools.answerers.requests import request_of
from oathtools.answerers.speaker import Speaker
from oathtools.cli.shared.game_shown import labels_for
from oathtools.engine.decision import Decision, Form
from oathtools.journal import Play, game_at
from oathtools.procedures.turn.loop import ACTIONS
from oathtools.render.game.menu import menu_line
from oathtools.render.game.prompts import labeler
from oathtools.render.names import Names
from oathtools.table.position.form import to_position
from oathtools.table.views import View
from tests.answerers.agreement import label_of
from tests.procedures.asked import positions
from tests.procedures.worlds import answerer, header


@pytest.mark.parametrize("number", range(8))
def test_every_line_of_legal_is_that_request(number: int) -> None:
    """As ``legal`` prints it, with the names that its player sees, without its cost."""
    for game, _ in islice(positions(range(number, number + 1), every=6), 6):
        play = game_at(to_position(game.state))
        table = table_of(play, play.state.turn, play.state.turn)
        names = Names(View(table.game.state, table.seat))
        for offer in may_do(table).actions:
            if offer.action not in ACTIONS or offer.left_to:
                continue
            line = re.sub(r" \[[^\]]*\]$", "", menu_line(ACTIONS[offer.action], [offer], names))
            said = request_of(split(line))
            assert said is not None and said.action == offer.action, line
            given = heard(table, said, label_of(play)).request.given
            assert given and all(offer.given[field] == value for field, value in given.items()), line


def typed(decision: Decision, answer: object, names: Names) -> str | None:
    """An answer as it stands on the screen of the one who gives it; None for what chance or a text says."""
    label = labeler(decision, names)
    if decision.form is Form.ONE:
        return label(str(answer))
    if decision.form in (Form.SOME, Form.ORDER) and isinstance(answer, list):
        return ", ".join(map(label, answer)) or "none"
    if decision.form is Form.AMOUNT:
        return str(answer)
    if isinstance(answer, dict):
        return ", ".join(f"{label(option)}={number}" for option, number in answer.items()) or "none"
    return None


def alike(decision: Decision, one: object, other: object, names: Names) -> bool:
    """The same answer, or one that looks the same on the screen."""
    return one == other or typed(decision, one, names) == typed(decision, other, names)


@pytest.mark.parametrize("number", range(6))
def test_a_game_typed_as_it_is_printed_is_that_game(number: int) -> None:
    """Every option of the first 250 questions is typed by its label: it is that answer, or it is asked which."""
    play = Play(header(number), keep_log=False, digests=False)
    choose = answerer(number)
    understood = 0
    for _ in range(250):
        decision = play.pending
        if decision is None:
            break
        answer = choose(decision)
        names = Names(View(play.state, decision.who if decision.who in play.state.players else None))
        line = typed(decision, answer, names)
        if line is None:
            play.answer(answer, checked=True)
            continue
        try:
            (entry,) = Speaker(play, labels_for(play, decision.who)).say(line)
            assert alike(decision, entry.answer, answer, names), f"{decision.kind}: {line} -> {entry.answer}"
            understood += 1
        except Misread as asked:
            assert "may mean several" in str(asked), f"{decision.kind}: {line}: {asked}"
            play.answer(answer, checked=True)
    assert understood > 50
