"""Campaigns for tests: dice in short, and a declaration in one call.

play = campaign(war().play(), "blue", ["steppe"], 3)
roll(play, "11", "ssk")
"""

from collections.abc import Iterable
from typing import Any

from oathtools.engine.decision import Refusal, Row, failed
from oathtools.odds.battle import Battle
from oathtools.procedures.actions.action import given, payable
from oathtools.procedures.campaign.declaration import CAMPAIGN
from oathtools.procedures.campaign.fight import Fight
from oathtools.procedures.machine.frame import Frame
from tests.support.tables import Script, Table, a_table, the

GO_ON = "go-on"
STEPPE = 3  # its slot in the usual map
ATTACK = {"h": "hollow_sword", "s": "sword", "k": "two_swords_skull"}
DEFENSE = {"0": "blank", "1": "shield", "2": "two_shields", "x": "doubler"}


def swords(faces: str) -> list[str]:
    """Attack dice: h hollow sword, s sword, k two swords and a skull."""
    return [ATTACK[face] for face in faces]


def shields(faces: str) -> list[str]:
    """Defense dice: 0 blank, 1 and 2 shields, x doubler."""
    return [DEFENSE[face] for face in faces]


def war(players: int = 4) -> Table:
    """Red's turn; Red and Blue stand at the Steppe, the others at the Plains. Nobody has the title, nobody takes it."""
    return a_table(players).oath("devotion").title(None).seat("red", at=STEPPE).seat("blue", at=STEPPE)


def why_not(table: Table, defender: str, targets: Iterable[str], dice: int = 0) -> list[Refusal]:
    """Every reason against a whole declaration, its cost included."""
    game = table.game()
    frame = Frame("campaign", table.state.turn)
    rows: list[Row] = []
    for field, value in zip(CAMPAIGN.fields, (defender, [the(target) for target in targets], dice), strict=True):
        frame = given(game, CAMPAIGN, frame, field, value)
        rows += game.inside(frame, field.rows, value)
    return list(dict.fromkeys(failed(rows + game.inside(frame, payable, CAMPAIGN))))


def campaign(
    play: Script, defender: str | None = None, targets: Iterable[str] | None = None, dice: int | None = None
) -> Script:
    """Declare a campaign; questions with one answer are passed over. All dice by default; stops where told no more."""
    play.answer("campaign")
    declare(play, defender, targets, dice)
    return play


def declare(
    play: Script, defender: str | None = None, targets: Iterable[str] | None = None, dice: int | None = None
) -> Script:
    """The declaration of a campaign that has begun."""
    if play.asked[0] == "campaign.defender" and defender is not None:
        play.answer(defender)
    if play.asked[0] == "campaign.targets" and targets is not None:
        play.answer(list(targets))
    if play.asked[0] == "campaign.dice":
        play.answer(play.pending.default if dice is None else dice)
    return play


def roll(play: Script, defense: str = "", attack: str = "") -> Script:
    """The dice that fell; a roll of no dice is not asked for."""
    if defense:
        assert play.asked[0] == "campaign.defense-roll", play.asked
        play.answer(shields(defense))
    if attack:
        assert play.asked[0] == "campaign.attack-roll", play.asked
        play.answer(swords(attack))
    return play


def fight_of(play: Script) -> Fight:
    """The campaign under way."""
    fight = play.game.frame.fact("fight")
    assert isinstance(fight, Fight)
    return fight


def battle(play: Script) -> Battle:
    """Its numbers as they stand."""
    return fight_of(play).battle


def pools(play: Script) -> tuple[int, int]:
    """The attack and defense dice as they stand."""
    return battle(play).attack, battle(play).defense


def refused(play: Script, answer: Any) -> list[tuple[str, str]]:
    """Clause and source of everything against an answer."""
    return [(clause, source) for clause, _because, source in play.pending.refusals(_ids(answer))]


def _ids(answer: Any) -> Any:
    return (
        [the(each) for each in answer]
        if isinstance(answer, list)
        else the(answer)
        if isinstance(answer, str)
        else answer
    )
