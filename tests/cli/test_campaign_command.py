"""``oathtools campaign``: a campaign resolved with the dice that fell (5.5)."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from oathtools.cli.main import cli
from oathtools.cli.shared.common import Failure, Settings
from oathtools.odds import Battle, Faces, distribution, resolve
from oathtools.odds.dice import faces
from oathtools.odds.exact import luck
from oathtools.render.battles.campaign import luck_as_json
from tests.cli.test_odds_command import TABLE
from tests.described import faults
from tests.terminals import at_terminal

PROMPT = "> "
PLAIN = ("--force", "6", "--defense", "4", "--defenders", "3")
ROLLS = ("--defense-roll", "1 2 x2 -", "--attack-roll", "s h h k k s")
AT_TABLE = ("--against", "Ann", "--target", "site:Steppe", "--target", "pawn")


def run(*args: str, columns: int = 60) -> Result:
    env = {"COLUMNS": str(columns)}
    return CliRunner().invoke(cli, [*args], obj=Settings(), env=env, standalone_mode=False)


def shown(*args: str) -> dict[str, Any]:
    result = run("campaign", *args, "--json")
    assert result.exception is None, result.exception
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def failed(*args: str) -> Failure:
    result = run("campaign", *args)
    assert isinstance(result.exception, Failure), result.output
    return result.exception


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "table.yaml"
    path.write_text(TABLE, encoding="utf-8")
    return str(path)


def test_from_numbers() -> None:
    """5.5.4 to 5.5.6: the same as ``resolve``, in steps, with the luck beside it."""
    answer = shown(*PLAIN, *ROLLS)
    data = answer["data"]
    battle = Battle(6, 6, 4, 3)
    result = resolve(battle, Faces(faces("attack", ROLLS[3]), faces("defense", ROLLS[1])))
    assert (data["won"], data["attack"], data["defense"], data["needed"]) == (True, 7, 9, 3)
    assert data["ending"] == result.ending._asdict()
    assert data["luck"] == json.loads(json.dumps(luck_as_json(luck(battle, result))))
    assert [step["clause"] for step in data["steps"]] == ["5.5.4", "5.5.5", "5.5.5", "5.5.6", "5.5.7"]
    assert {"5.5.4", "5.5.5", "5.5.6", "A-56", "9.5"} <= set(answer["citations"])
    better = {"victory before defeat, then fewer of the attacker's warbands lost"}
    assert {data["luck"]["order"]["attacker"]} == better


def test_text_fits_sixty_columns() -> None:
    result = run("campaign", *PLAIN, *ROLLS, "--plan", "longbows=-1", "--plan", "mountain giant=1")
    assert result.exception is None
    assert max(map(len, result.stdout.splitlines())) <= 60
    assert "Mountain Giant (attacker)" in result.stdout
    assert "> 3 warbands of the attacker to their personal bank" in " ".join(result.stdout.split())
    assert "Luck: a result at least this good" in result.stdout


def test_dice_may_be_counted_and_sacrifices_refused() -> None:
    data = shown(*PLAIN, "--defense-roll", "1 blank, 2 shields, 1 two shields", "--attack-roll", "3h 2s 1k")["data"]
    assert data["rolls"]["defense"] == ["blank", "shield", "shield", "two_shields"]
    assert (data["attack"], data["defense"], data["won"]) == (5, 7, True)
    kept = shown(*PLAIN, "--defense-roll", "1 1 2 -", "--attack-roll", "3h 2s 1k", "--no-sacrifice")["data"]
    assert (kept["won"], kept["needed"], kept["enough"], kept["ending"]["sacrificed"]) == (False, 3, True, 0)
    odds = distribution(Battle(6, 6, 4, 3, may_sacrifice=False))
    good = sum(
        rolls
        for end, rolls in odds.endings.items()
        if (end.won, -end.attacker_lost) >= (False, -kept["ending"]["attacker_lost"])
    )
    assert Fraction(kept["luck"]["attacker"]) == Fraction(good, odds.total)


def test_the_tool_rolls_from_a_seed() -> None:
    """The same seed, the same dice; a new seed is printed."""
    once, again = (shown(*PLAIN, "--seed", "7")["data"] for _ in range(2))
    assert once == again and once["seed"] == "7"
    assert (len(once["rolls"]["defense"]), len(once["rolls"]["attack"])) == (4, 6)
    fresh = shown(*PLAIN, "--roll")["data"]
    assert shown(*PLAIN, "--seed", fresh["seed"])["data"] == fresh
    assert "--seed 7 rolls the same again" in run("campaign", *PLAIN, "--seed", "7").stdout
    assert failed(*PLAIN, "--seed", "7", "--attack-roll", "s").kind == "usage"


def test_a_roll_that_nobody_told_is_asked_for() -> None:
    """No terminal: exit status 2 with the question, and the odds as they stand."""
    fault = failed(*PLAIN)
    assert (fault.kind, fault.exit_code) == ("needs_answer", 2)
    assert fault.extra["question"]["kind"] == "campaign.defense-roll"
    assert not list(
        faults("error", {"kind": fault.kind, "message": fault.message, "hint": "", "question": fault.extra["question"]})
    )
    assert Fraction(fault.extra["win"]) == distribution(Battle(6, 6, 4, 3)).win
    fault = failed(*PLAIN, "--defense-roll", "1 2 x2 -")
    assert (fault.extra["question"]["kind"], fault.extra["question"]["max"]) == ("campaign.attack-roll", 6)
    assert Fraction(fault.extra["win"]) == distribution(Battle(6, 6, 4, 3), 6).win


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ((*PLAIN, "--defense-roll", "1 2", "--attack-roll", "s"), "usage"),
        ((*PLAIN, "--defense-roll", "1 2 banana -"), "usage"),
        (("--force", "3"), "usage"),
        ((*PLAIN, "--against", "Ann"), "usage"),
        ((*PLAIN, "--position", "nowhere.yaml"), "usage"),
        (("--position", "nowhere.yaml"), "not_found"),
        (("--position", "nowhere.yaml", "--player", "Bo"), "usage"),
        ((*PLAIN, *ROLLS, "--plan", "bear traps"), "not_offered"),
        ((*PLAIN, *ROLLS, "--plan", "longbos of doom and gloom"), "not_found"),
        ((*PLAIN, *ROLLS, "--reading", "A-104=z"), "usage"),
        (("--force", "4", "--defense", "1", "--defenders", "1", "--defender-plan", "hearts and minds",
          "--defense-roll", "1"), "usage"),
    ],
)  # fmt: skip
def test_what_is_refused(words: tuple[str, ...], kind: str) -> None:
    fault = failed(*words)
    assert fault.kind == kind and fault.message


def test_pools_without_dice_need_no_words() -> None:
    data = shown("--force", "1", "--defense", "0", "--defenders", "0", "--attack", "0")["data"]
    assert (data["won"], data["ending"]["sacrificed"]) == (True, 1)


def test_a_plan_that_decides_needs_no_dice() -> None:
    """A-133."""
    data = shown(*PLAIN, "--defender-plan", "hearts and minds")["data"]
    assert (data["won"], data["ending"]["attacker_lost"]) == (False, 3)


def test_at_a_table(table: str) -> None:
    """From a position: declaration, addends, plans by name; what to move has a place (5.5.6, A-60) and clauses."""
    rolls = ("--defense-roll", "1 - - -", "--attack-roll", "6s 1k")
    answer = shown("--position", table, *AT_TABLE, "--plan", "longbows", *rolls)
    data = answer["data"]
    assert data["declaration"] == {"player": "red", "against": "purple", "targets": ["site.steppe", "pawn"]}
    assert (data["battle"]["attack"], data["defense"], data["attack"], data["won"]) == (7, 5, 8, True)
    clauses = [step["clause"] for step in data["steps"]]
    assert clauses == ["5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.5.5", "5.5.5", "5.5.6", "5.5.7.1", "5.5.7.3"]
    losses = next(step for step in data["steps"] if step["clause"] == "5.5.6")
    assert losses["moves"][0]["places"] == {"site.steppe": 2, "board.purple": 2}
    assert losses["moves"][0]["choice"] == "purple"
    text = run("campaign", "--position", table, *AT_TABLE, "--plan", "longbows", *rolls).stdout
    assert max(map(len, text.splitlines())) <= 60
    flat = " ".join(text.split())
    assert "Bo against Ann: Steppe, pawn and favor" in flat
    assert "they lie at: Steppe 2, the board of Ann 2; Ann chooses which" in flat
    assert "What is left of that force at Steppe goes to the board of Ann" in flat
    assert "Bo may put any of the 5 warbands left onto Steppe" in flat
    assert "Bo may burn 1 favor of Ann" in flat


def test_in_mid_campaign_of_a_position(tmp_path: Path) -> None:
    """A dispute in the midst of a battle: `then` declares it, and may tell the first roll."""
    path = tmp_path / "then.yaml"
    declared = ["campaign Ann --target site:Steppe --target pawn --dice 6", "no", "go-on"]
    path.write_text(f"{TABLE}then: {json.dumps(declared)}\n", encoding="utf-8")
    told = shown("--position", str(path), *ROLLS)["data"]
    assert (told["defense"], told["attack"], told["declaration"]["against"]) == (10, 7, "purple")
    path.write_text(f"{TABLE}then: {json.dumps([*declared, '1 2 x2 -'])}\n", encoding="utf-8")
    assert shown("--position", str(path), *ROLLS[2:])["data"]["steps"] == told["steps"]
    assert failed("--position", str(path), *ROLLS).kind == "usage"
    path.write_text(TABLE, encoding="utf-8")
    assert "no campaign is under way" in failed("--position", str(path), *ROLLS).message


def test_allies_are_named(table: str) -> None:
    """5.5.2: a Citizen who joins brings warbands; one who cannot is refused."""
    data = shown("--position", table, *AT_TABLE, "--ally", "Cy", "--seed", "1")["data"]
    assert (data["allies"], data["battle"]["defenders"]) == (["blue"], 6)
    fault = failed("--position", table, *AT_TABLE, "--ally", "Bo", "--seed", "1")
    assert (fault.kind, fault.citations, fault.hint) == ("not_offered", ["5.5.2"], "Possible: Cy")


# --- in the running game ----------------------------------------------------------------------------------------------


NOTHING = ("--defense-roll", "-", "--attack-roll", "-")
LOW = ("--defense-roll", "1 x2", "--attack-roll", "s k")


@pytest.fixture
def saga(tmp_path: Path, table: str) -> str:
    """A game at the question for the defense dice: four of them, six attack dice."""
    folder = str(tmp_path / "saga")
    assert run("new", folder, "--first-game").exit_code == 0
    started = run("-C", folder, "start", "--position", table, "--table")
    assert started.exception is None, started.exception
    for words in ("campaign Ann --target site:Steppe --target pawn --dice 6", "no", "go-on"):
        told = run("-C", folder, "answer", *words.split())
        assert told.exception is None, told.exception
    return folder


def test_rolls_answer_the_running_game(saga: str) -> None:
    """One roll at a time: after the defense roll the odds; after the attack roll every step; then the sacrifice."""
    early = failed("-C", saga)
    assert early.kind == "not_found" and "rolled yet" in early.message and "declares" not in str(early.hint)
    half = shown("-C", saga, "--defense-roll", "1 2 x2 -")["data"]
    battle = Battle(6, 6, 4, 4)
    assert Fraction(half["win"]) == distribution(battle, 6).win
    assert half["ask"]["kind"] == "campaign.attack-roll"
    whole = shown("-C", saga, "--attack-roll", "s s s s k k")["data"]
    assert (whole["attack"], whole["defense"], whole["needed"], whole["ask"]["kind"]) == (
        8,
        10,
        3,
        "campaign.sacrifice",
    )
    assert "not answered yet" in run("campaign", "-C", saga).stdout
    done = shown("-C", saga, "--no-sacrifice")["data"]
    assert (done["won"], done["ending"]["attacker_lost"]) == (False, 4)
    assert shown("-C", saga)["data"]["steps"] == done["steps"]
    assert failed("-C", saga, "--attack-roll", "s").kind == "not_offered"


def test_the_odds_at_hand_fit_a_narrow_terminal(saga: str) -> None:
    lines = run("odds", "-C", saga, columns=50).stdout.splitlines()
    assert "before the rolls" in lines[0] and max(map(len, lines)) <= 50


def test_a_percentage_stays_on_its_line() -> None:
    words = ("--force", "3", "--defense", "2", "--defenders", "3", "--attack", "2", *LOW)
    told = run("campaign", *words, columns=50).stdout
    assert "%" in told and not [line for line in told.splitlines() if line.lstrip().startswith("%")]


def test_no_dice_have_no_luck() -> None:
    told = run("campaign", *("--force", "1", "--attack", "0", "--defense", "1", "--defenders", "1"), *NOTHING).stdout
    assert "Defense dice: 0 shields" in told and "Attack dice:" not in told


def test_both_rolls_and_the_sacrifice_at_once(saga: str) -> None:
    data = shown("-C", saga, "--defense-roll", "1 2 x2 -", "--attack-roll", "s s s s k k", "--sacrifice")["data"]
    assert (data["won"], data["ending"]["sacrificed"]) == (True, 3)
    assert any(step["clause"] == "5.5.7.1" for step in data["steps"])


def test_the_luck_is_told_to_whoever_asks(saga: str) -> None:
    """Whoever answers the rolls one by one is told how lucky the battle was, once it is decided, by ``campaign``."""
    half = run("-C", saga, "answer", "1 2 x2 -")
    assert half.exception is None and "Luck" not in half.stdout
    asked = run("-C", saga, "answer", "4s 2k").stdout
    assert "Luck" not in asked
    assert "Luck" not in run("-C", saga, "answer", "no").stdout
    assert "Luck: a result at least this good" in run("-C", saga, "campaign").stdout


def test_a_wrong_roll_changes_nothing(saga: str) -> None:
    fault = failed("-C", saga, "--defense-roll", "1 2 x2 -", "--attack-roll", "s s s s k")
    assert fault.kind == "usage"
    assert "defense" in run("-C", saga, "ask").stdout
    assert failed("-C", saga).kind == "not_found"


def test_the_tool_rolls_for_the_table(saga: str) -> None:
    """What a seed rolls is written into the journal like what a hand rolls."""
    data = shown("-C", saga, "--seed", "3", "--sacrifice")["data"]
    assert shown("-C", saga)["data"]["rolls"] == data["rolls"]


def test_a_declaration_in_the_running_game_is_not_recorded(tmp_path: Path, table: str) -> None:
    folder = str(tmp_path / "saga")
    run("new", folder, "--first-game")
    run("-C", folder, "start", "--position", table, "--table")
    answer = shown("-C", folder, *AT_TABLE, "--seed", "1")
    assert any("nothing is recorded" in note for note in answer["warnings"])
    assert failed("-C", folder).kind == "not_found"


def test_inside_play(saga: str) -> None:
    """At the prompt of `play`: the dice in the same words, the odds at hand, the battle so far, the luck."""
    with at_terminal("play", environment={"OATHTOOLS_SAGA": saga}) as terminal:
        terminal.until(PROMPT)
        assert "Win  " in terminal.say("odds")
        assert "Bo rolls 6 dice" in terminal.say("1 2 x2 -")
        assert "after the defense roll" in terminal.say("odds")
        assert "Win now:" in terminal.say("campaign")
        assert "sacrifice" in terminal.say("4s 2k")
        assert "Luck" not in terminal.say("no")
        assert "Luck: a result at least this good" in terminal.say("luck")


def test_at_a_terminal_the_dice_are_asked_for() -> None:
    """A wrong roll is asked for again; between the rolls the odds; then whether to sacrifice (5.5.5)."""
    with at_terminal("campaign", *PLAIN) as terminal:
        assert "against 3 warbands" in terminal.until("Defense dice (4): ")
        assert "3 defense dice told, and 4 to be rolled" in terminal.say("1 2 x2", "Defense dice (4): ")
        assert "Win now: " in terminal.say("1 2 x2 -", "Attack dice (6): ")
        assert "sacrifice 3 warbands to win" in terminal.say("s h h k k s", "[Y/n] ")
        assert "Luck: a result at least this good" in terminal.say("n", " %\n")


def test_without_a_saga_the_numbers_are_asked_for(tmp_path: Path) -> None:
    fault = failed("-C", str(tmp_path))
    assert (fault.kind, fault.message) == ("usage", "missing: --force, --defense, --defenders")
    assert "oathtools campaign --force" in (fault.hint or "") and "--position" in (fault.hint or "")
