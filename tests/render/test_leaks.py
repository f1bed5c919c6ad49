"""What is shown never tells what the viewer may not know (9.4): whole random games, searched for hidden names."""

import json
from random import Random

import pytest

from oathtools.journal.play import Play
from oathtools.render.game import log, question, status
from oathtools.render.names import Names
from oathtools.render.printers import terminal
from oathtools.table.views import View
from tests.support.daily import daily
from tests.support.games import hidden_cards, named_in, new_game, play_on

SEEDS = range(8)


@pytest.mark.parametrize("seed", daily(SEEDS, 6))
def test_the_log_names_no_hidden_card(seed: int) -> None:
    """A card that was hidden before an answer and is hidden after it is not named by the lines about that answer."""
    play = new_game(2 + seed % 5, hidden=bool(seed % 2))
    viewers = (None, *play.state.seats)
    after = {viewer: {0: hidden_cards(play.state, viewer)} for viewer in viewers}

    def keep() -> None:
        for viewer in viewers:
            after[viewer][play.head] = hidden_cards(play.state, viewer)

    play_on(play, Random(seed), keep)
    keep()
    for viewer in viewers:
        for line in log.lines(play, Names(View(play.state, viewer))):
            hidden = after[viewer][line.n] & after[viewer].get(line.n - 1, after[viewer][line.n])
            assert not list(named_in(f"{line} {json.dumps(line.as_data())}", hidden)), (viewer, line)


@pytest.mark.parametrize("seed", daily(SEEDS, 6))
def test_questions_and_status_name_no_hidden_card(seed: int) -> None:
    play = new_game(2 + seed % 5, hidden=bool(seed % 2))
    rng = Random(seed)

    def look() -> None:
        for viewer in (None, rng.choice(play.state.seats)):
            view, hidden = View(play.state, viewer), hidden_cards(play.state, viewer)
            shown = [
                terminal(question.document(play, view, refused=True), 60),
                json.dumps(question.as_json(play, viewer)),
                terminal(status.document(play.state, view), 60),
                json.dumps(status.as_json(play.state, view)),
            ]
            for text in shown:
                assert not list(named_in(text, hidden)), (viewer, text)

    play_on(play, Random(seed), look, most=80)


def test_the_search_for_names_finds_them() -> None:
    """The tests above would notice: the same texts with everything shown do name hidden cards."""
    play = play_on(new_game(), Random(4), most=60)
    hidden = hidden_cards(play.state, None)
    told = terminal(log.document(log.lines(play, Names(View(play.state, None, True)))), 60)
    assert len(list(named_in(told, hidden))) > 10
    assert list(named_in(terminal(status.document(play.state, View(play.state, None, True)), 60), hidden))


def test_other_hidden_faces_make_no_difference_to_the_public() -> None:
    """The same game with other cards in the hands: whoever may not know them sees the same, letter for letter."""
    denizens = list(new_game(2, hidden=True).state.groups["denizens"])

    def shown(cards: list[str]) -> list[str]:
        play = new_game(2, hidden=True)
        texts: list[str] = []
        while play.pending is not None and play.pending.kind != "act":
            texts += _public(play)
            decision = play.pending
            if decision.kind == "setup.draw":
                play.answer([cards.pop() for _ in range(3)])
            elif decision.kind == "setup.order":
                play.answer(decision.default)
            else:
                play.answer(next(decision.legal()))
        return texts + _public(play) + [str(line) for line in log.lines(play, Names(View(play.state)))]

    assert shown(denizens[:6]) == shown(denizens[6:12]) == shown(denizens[20:26])


def _public(play: Play) -> list[str]:
    view = View(play.state)
    return [
        terminal(question.document(play, view, refused=True), 60),
        json.dumps(question.as_json(play, None)),
        terminal(status.document(play.state, view), 60),
        json.dumps(status.as_json(play.state, view)),
    ]
