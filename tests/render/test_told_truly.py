"""What the log says is what was done: who got the pieces, who discarded the card, which power was at work."""

from random import Random

import yaml

from oathtools.answerers.speaker import Speaker
from oathtools.journal import Play
from oathtools.journal.begin import game_at
from oathtools.render.game import log
from oathtools.render.game.prompts import labeler
from oathtools.render.names import Names
from oathtools.table.state import FAVOR
from oathtools.table.views import View


def played(position: str, *answers: str) -> Play:
    """A game from a position, after some answers in words."""
    play = game_at(yaml.safe_load(position))
    say = Speaker(play, lambda decision: labeler(decision, Names(View(play.state))))
    for answer in answers:
        say.say(answer)
    return play


def told(play: Play) -> list[str]:
    return [str(line) for line in log.lines(play, Names(View(play.state))) if line.kind == log.TOLD]


VOW = """
oath: devotion
turn: {player: Red, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Red, color: red, role: exile, pawn: Mountain, favor: 3, secrets: 2, advisers: [%s]}
  - {name: Blue, color: blue, role: exile, pawn: Plains, favor: 4, advisers: [%s]}
sites: [Plains, {site: Mountain, relics: [Map], cards: [Toll Roads]}, The Tribunal, Steppe]
"""


def test_favor_that_a_vow_takes_is_not_told_as_burned() -> None:
    """10.4; FAQ Vow of Renewal: its holder takes what others burn."""
    play = played(VOW % ("", "Vow of Renewal"), "recover relic 1", "travel Steppe")
    assert play.state.count("board.blue", FAVOR) == 7
    text = " ".join(told(play))
    assert "Blue takes 2 favor that Red burns" in text and "Blue takes 1 favor that Red burns" in text
    assert "burns 2" not in text and "burns 1" not in text


def test_without_the_vow_it_is_burned() -> None:
    """10.4"""
    play = played(VOW % ("", ""), "recover relic 1")
    assert play.state.count("board.blue", FAVOR) == 4
    assert "burns 2 favor" in " ".join(told(play))


SLANDERED = """
oath: devotion
oathkeeper: null
turn: {player: Red, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Red, color: red, role: exile, pawn: Steppe, warbands: 9, favor: 1, advisers: [Slander, Vow of Renewal]}
  - {name: Blue, color: blue, role: exile, pawn: Steppe, favor: 5}
sites: [Plains, Mountain, The Tribunal, {site: Steppe, warbands: {blue: 1}}]
"""


def test_favor_slandered_away_goes_to_the_holder_of_the_vow() -> None:
    """5.5.7.3, 10.4: all of it, and the log says who gets it."""
    play = played(SLANDERED, "campaign Blue --target site:Steppe --target pawn --dice 9", "Slander", "- - -", "9s")
    while play.pending is not None and play.pending.kind != "act":
        legal = play.pending.random(Random(0))
        play.answer("yes" if "yes" in play.pending.options else legal)
    text = " ".join(told(play))
    assert "Red takes 5 favor that Blue burns" in text and "burns 5" not in text


GIVEN = """
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Bo, color: red, role: exile, pawn: Plains, secrets: 1, relics: [Whistle]}
  - {name: Cy, color: blue, pawn: Steppe}
sites: [{site: Plains, warbands: {purple: 1}}, Mountain, Steppe]
"""


def test_a_secret_that_is_given_is_not_taken_back() -> None:
    """10.11"""
    assert told(played(GIVEN, "power Whistle"))[-1].startswith("Cy moves to Plains and gets 1 secret from Whistle.")


THROWN = """
oath: devotion
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Bo, color: red, role: exile, pawn: Mountain, secrets: 1, warbands: 4}
  - {name: Cy, color: blue, pawn: Plains, warbands: 2}
sites: [{site: Plains, warbands: {purple: 1}}, {site: Mountain, warbands: {blue: 1}, cards: [Storm Caller]}, Steppe]
"""


def test_a_plan_is_discarded_by_its_user() -> None:
    """5.5.8, 10.5: by the defender here; the secret on it goes to the one whose turn it is, who laid it there."""
    answers = ("trade 'Storm Caller' --for favor", "campaign Cy --target site:Mountain --dice 2", "'Storm Caller'")
    play = played(THROWN, *answers, "2 2 -", "h")
    lines = told(play)
    assert "Cy" in next(line for line in lines if "discards Storm Caller from Mountain" in line)
    assert "Bo discards" not in " ".join(lines)
    (owner,) = (seat for seat in ("red", "blue") if play.state.count(f"board.{seat}", "hidden"))
    assert play.state.players[owner].name == "Bo"
    assert "takes back 1 secret from Storm Caller" in " ".join(lines)
