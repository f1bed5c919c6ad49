"""What a seat may not know never leaves the server (9.4), and no request that is refused changes anything.

Random games; every page for every viewer is searched for the names that this viewer may not know. Then requests made up
at random, with the ids of hidden cards among them.
"""

from pathlib import Path

import pytest

from oathtools.answerers.matching import Misread
from oathtools.journal import game_at
from oathtools.table.position.form import normal, read_position
from oathtools.web.requests import judge
from tests.support.daily import daily
from tests.support.games import hidden_cards, named_in, some_answer
from tests.support.phone_search import hostile, searched
from tests.support.phone_tables import Table

SEEDS = daily([0, 1, 2], 3)
STEPS, EVERY = 90, 4
REQUESTS = 250


@pytest.mark.parametrize("seed", SEEDS)
def test_no_page_names_what_its_viewer_may_not_know(seed: int, tmp_path: Path) -> None:
    assert searched(seed, tmp_path, STEPS, EVERY) > 500


def test_the_search_would_notice(tmp_path: Path) -> None:
    """The pages of a player do name what the others may not know."""
    table = Table(2, tmp_path)
    for _ in range(60):
        if table.play.pending is not None:
            table.play.answer(some_answer(table.play.pending, table.rng), checked=True)
    public = hidden_cards(table.play.state, None)
    assert any(list(named_in(phone.get("/me"), public)) for seat, phone in table.phones.items() if seat)


FACES = """
turn: {player: Ann, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains, favor: 4, secrets: 2, warbands: 5}
  - {name: Bo, color: red, pawn: Plains, warbands: 7, advisers: [{card: CARD, facedown: true}]}
sites: [{site: Plains, relics: [{card: RELIC, facedown: true}]}, {site: Mountain, warbands: {red: 1}}]
"""


@pytest.mark.parametrize(
    "words", ["muster Wolves", "trade Wolves for favor", "recover Map", "recover relic 1", "campaign Bo"]
)
def test_what_is_said_of_a_request_is_the_same_whatever_lies_facedown(words: str) -> None:
    """9.4: Bo's adviser and the relic at the site are other cards; Ann is told the same, in the same words."""
    said = []
    for card, relic in (("Wolves", "Map"), ("Tents", "Cup of Plenty")):
        play = game_at(normal(read_position(FACES.replace("CARD", card).replace("RELIC", relic))))
        try:
            said.append(judge(play, "purple", "purple", words, explain=True))
        except Misread as fault:
            said.append(str(fault))
    assert said[0] == said[1]


# -- requests made up at random -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_requests_made_up_at_random(seed: int, tmp_path: Path) -> None:
    assert hostile(seed, tmp_path, REQUESTS) > 5
