"""A misspelt name is treated the same way wherever a person types one (docs/formats.md, "Answers and exit statuses").

Taken for the name that is clearly meant, with a warning; refused with the nearest where none is.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from oathtools.cli.main import main
from tests.support.made_once import copied

POSITION = """\
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, pawn: Mountain, warbands: 4, favor: 2}
  - {name: Bo, color: red, pawn: Mountain, supply: 6, favor: 2, secrets: 1, warbands: 4, advisers: [Longbows]}
sites:
  - {site: Plains, warbands: {purple: 2}}
  - Buried Giant
  - {site: Mountain, cards: [Elders], warbands: {purple: 1}}
"""
CARD = "no card is called 'longbwos'; taken as Longbows"
SITE = "no site is called 'mountian'; taken as Mountain"


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Call with ``--json`` in a folder with a position and a saga that began with it: exit status and object."""
    monkeypatch.chdir(tmp_path)
    Path("table.yaml").write_text(POSITION)

    def run(*words: str) -> tuple[int, Any]:
        with pytest.raises(SystemExit) as left:
            main([*words, "--json"])
        return int(left.value.code or 0), json.loads(capsys.readouterr().out)

    def make() -> None:
        assert run("new", "saga", "--first-game")[0] == 0
        assert run("-C", "saga", "start", "--position", "table.yaml")[0] == 0

    copied("misspelt", Path("saga"), make)
    monkeypatch.setenv("OATHTOOLS_SAGA", "saga")
    return run


NUMBERS = ("--force", "6", "--defense", "4", "--defenders", "3")
TAKEN = [
    (("card", "longbwos"), CARD),
    (("rulings", "longbwos"), CARD),
    (("rulings", "add", "--card", "longbwos", "Once a round."), CARD),
    (("odds", *NUMBERS, "--plan", "longbwos"), CARD),
    (("odds", *NUMBERS, "--defender-plan", "longbwos"), CARD),
    (("campaign", *NUMBERS, "--plan", "longbwos", "--seed", "1"), CARD),
    (("odds", "--against", "Ann", "--target", "site:mountian"), SITE),
    (("odds", "--against", "Ann", "--target", "mountian", "--plan", "longbwos"), CARD),
    (("campaign", "--against", "Ann", "--target", "mountian", "--seed", "1"), SITE),
    (("why", "travel", "mountian"), SITE),
    (("why", "power", "longbwos"), CARD),
    (("why", "campaign", "Ann", "--target", "mountian", "--plan", "longbwos"), CARD),
    (("why", "campaign", "Annn", "--target", "Mountain"), "'Annn' is taken as Ann"),
    (("answer", "muster", "Eldrs"), "no card is called 'Eldrs'; taken as Elders"),
    (("legal", "--player", "Annn"), "'Annn' is taken as Ann"),
    (("win", "--at", "wake:Annn"), "'Annn' is taken as Ann"),
    (("adjust", "Plians favor 1"), "'Plians' is taken as Plains"),
    (("adjust", "Bo pawn Plians"), "players.2.pawn: 'Plians' is read as Plains"),
    (("chronicle", "blame", "longbwos"), CARD),
    (("law", "oathkeper"), "'oathkeper' read as Oathkeeper Title"),
]


@pytest.mark.parametrize(("words", "warning"), TAKEN, ids=lambda value: value if isinstance(value, str) else value[0])
def test_one_name_clearly_meant_is_taken_with_a_warning(call: Any, words: tuple[str, ...], warning: str) -> None:
    status, told = call(*words)
    assert told["ok"] is True and status in (0, 1), "a no of why is an answer"
    assert told["warnings"].count(warning) == 1


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("card", "jinks jonks"), "oathtools search"),
        (("odds", *NUMBERS, "--plan", "zzzz"), "oathtools odds --plans"),
        (("odds", "--against", "Zzzz", "--target", "pawn"), "Ann, Bo"),
        (("answer", "travel", "zzzz"), "Plains"),
        (("why", "musterr", "Elders"), "Did you mean muster?"),
        (("adjust", "Zzzz favor 4"), "For example"),
        (("chronicle", "blame", "zzzz"), "oathtools card"),
        (("law", "zzzz"), "oathtools search"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_no_name_clearly_meant_is_refused(call: Any, words: tuple[str, ...], hint: str) -> None:
    status, told = call(*words)
    assert status == 1 and told["error"]["kind"] in ("not_found", "not_offered") and hint in told["error"]["hint"]


def test_a_refusal_says_too_which_name_was_taken(call: Any, capsys: pytest.CaptureFixture[str]) -> None:
    call("answer", "muster", "Elders")
    call("adjust", "Bo favor 0")
    status, told = call("answer", "muster", "Eldrs")
    warning = "no card is called 'Eldrs'; taken as Elders"
    assert status == 1 and told["error"]["kind"] == "not_offered" and told["warnings"] == [warning]
    assert call("answer", "muster", "Elders")[1]["warnings"] == []
    with pytest.raises(SystemExit):
        main(["answer", "muster", "Eldrs"])
    shown = capsys.readouterr().err
    assert shown.index(f"Warning: {warning}") < shown.index("Error: ")


@pytest.mark.parametrize("words", [("why", "travel", "plain"), ("odds", *NUMBERS, "--plan", "Long Bows")])
def test_a_name_that_is_shortened_or_spelt_in_its_own_way_is_no_misspelt_one(call: Any, words: tuple[str, ...]) -> None:
    assert not [each for each in call(*words)[1]["warnings"] if "taken as" in each]


def test_a_misspelt_name_in_a_position_is_told_by_whoever_reads_it_and_once(call: Any) -> None:
    Path("table.yaml").write_text(POSITION.replace("Longbows", "Longbwos"))
    warning = "players.2.advisers.1: 'Longbwos' is read as Longbows"
    for words in (
        ("win",),
        ("why", "end"),
        ("odds", "--against", "Ann", "--target", "Mountain"),
        ("position", "check"),
    ):
        file = ("table.yaml",) if words[0] == "position" else ("--position", "table.yaml")
        assert call(*words, *file)[1]["warnings"].count(warning) == 1


def test_what_a_journal_keeps_of_an_adjustment_is_spelt_right(call: Any) -> None:
    call("adjust", "Bo pawn Plians")
    assert call("status")[1]["warnings"] == []
