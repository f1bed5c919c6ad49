"""A mistake in a variant is told as its author's, with the file and the line, and not as a fault of the program."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.cli.calls import EACH
from tests.support.daily import daily

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "writing-a-variant.md").read_text(encoding="utf-8")
WORDS, RULES = "data/variants/hard-winters.yaml", "oathtools/variants/hard_winters.py"
POSITION = """
variants: [hard-winters]
round: 5
turn: {player: Ann, phase: act}
players: [{name: Ann, role: chancellor, pawn: Plains}, {name: Bo, color: red, pawn: Mountain}]
sites: [Plains, Mountain]
"""
Run = Callable[..., tuple[int, str]]


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone in which somebody writes a variant: the example of the page."""
    clone = tmp_path_factory.mktemp("clone")
    for folder in ("oathtools", "data"):
        (clone / folder).mkdir()
        for each in (ROOT / folder).iterdir():
            if each.name == "variants" or each.suffix == ".py":
                copy = shutil.copytree if each.is_dir() else shutil.copy
                copy(each, clone / folder / each.name)
            elif each.name not in ("__pycache__", "_data"):
                (clone / folder / each.name).symlink_to(each)
    for library in ROOT.glob("oathtools_core__mypyc*"):  # where the core is compiled
        (clone / library.name).symlink_to(library)
    (clone / "game.yaml").write_text(POSITION, encoding="utf-8")
    subprocess.run([sys.executable, "-m", "oathtools", "variants"], cwd=clone, env=told(clone), check=True)
    return clone


def told(clone: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(clone), "TMPDIR": str(clone), **more}


@pytest.fixture
def run(clone: Path) -> Run:
    (clone / WORDS).write_text(block("yaml"), encoding="utf-8")
    (clone / RULES).write_text(block("python"), encoding="utf-8")
    # What was compiled once is there (``clone``), but for the variant: a slip of the same second and length is seen.
    environment = told(clone, PYTHONDONTWRITEBYTECODE="1")

    def called(*words: str, does: Sequence[str] = ("-m", "oathtools")) -> tuple[int, str]:
        command = [sys.executable, *does, *words]
        done = subprocess.run(command, cwd=clone, env=environment, capture_output=True, text=True)
        return done.returncode, " ".join(done.stderr.split())

    return called


LEGAL = ("legal", "--position", "game.yaml")
# What is written in the place of what, what is told of it, and the words of the line that is named.
SLIPS = [
    (WORDS, "clauses:", "clauses", "could not find expected ':'", "  HW.1:"),
    (WORDS, "clauses:", "clases:", "nothing reads 'clases'; did you mean clauses?", "clases:"),
    (WORDS, "    heading: Frost\n", "", "clauses: HW.2 lacks 'heading'", "  HW.2:"),
    (WORDS, "  HW.2:\n    heading", "  XW.2:\n    heading", "ids of the mark HW begin with it: XW.2", "  XW.2:"),
    (WORDS, "    firmness: lean\n", "", "points: HW-A lacks 'firmness'", "  HW-A:"),
    (WORDS, '["the frost", "takes', '["the frost"] #', "says: frozen is not in the form", "  frozen:"),
    (RULES, "is_winter(game):\n", "is_winter(game)\n", "expected ':'", "def is_winter(game)"),
    (RULES, "import facts", "import fcts", "cannot import name 'fcts'", "import fcts"),
    (RULES, "value.more_", "value.mor_", "AttributeError: 'Cost' object has no attribute 'mor_supply'", "value.mor_"),
    (RULES, '"travel.cost"', '"travl.cost"', "'travl.cost' is not a place; did you mean", '"travl.cost"'),
    (RULES, "deep_snow(game, frame,", "deep_snow(game, frme,", "does not fit travel.cost", "@VARIANT.power"),
    (RULES, "\nVARIANT =", "\nVARIANTS =", "NameError: name 'VARIANT' is not defined", "@VARIANT.power"),
]


@pytest.mark.parametrize(("file", "was", "new", "because", "line"), daily(SLIPS, 3))
def test_a_slip_is_told_with_its_file_and_line(
    clone: Path, run: Run, file: str, was: str, new: str, because: str, line: str
) -> None:
    text = (clone / file).read_text(encoding="utf-8")
    assert was in text
    (clone / file).write_text(text.replace(was, new, 1), encoding="utf-8")
    lines = (clone / file).read_text(encoding="utf-8").splitlines()
    number = next(number for number, each in enumerate(lines, 1) if line in each)
    status, said = run(*(("variants",) if file == WORDS else LEGAL))
    assert (status, f"Error: {Path(file)}, line {number}: " in said, because in said) == (3, True, True), said
    assert "a fault of ours" not in said and "Traceback" not in said


def test_without_a_slip_it_plays(run: Run) -> None:
    assert run(*LEGAL)[0] == 0


def test_what_has_no_line_names_the_file(clone: Path, run: Run) -> None:
    for content, because in ((b"", "its words are a mapping"), (b"title: K\xe4lte", "not a text in UTF-8")):
        (clone / WORDS).write_bytes(content)
        status, said = run("variants")
        assert status == 3 and f"Error: {Path(WORDS)}: " in said and because in said


def test_words_without_rules(clone: Path, run: Run) -> None:
    (clone / RULES).unlink()
    status, said = run(*LEGAL)
    assert status == 3 and "there is no module oathtools.variants.hard_winters" in said


def test_a_step_in_no_place_and_words_that_are_gone_from_a_running_game(clone: Path, run: Run) -> None:
    """Each is found when the game comes to it, and the journal is whole."""
    rules = (clone / RULES).read_text(encoding="utf-8")
    begun = ("new saga --first-game", "-C saga variants hard-winters --on", "-C saga start --bots 2=random --seed 1")
    assert run(*begun, does=("-c", EACH))[0] == 0
    (clone / RULES).write_text(rules.replace('after="4.3.2"', 'after="4.3.9"'), encoding="utf-8")
    number = next(number for number, each in enumerate(rules.splitlines(), 1) if "@VARIANT.step" in each)
    status, said = run("-C", "saga", "play", "--auto")
    assert status == 3 and f"{Path(RULES)}, line {number}: HW.2 follows 4.3.9, which is no step of rest" in said
    (clone / RULES).write_text(rules, encoding="utf-8")
    assert run("-C", "saga", "journal", "check")[0] == 0
    (clone / WORDS).unlink()
    status, said = run("-C", "saga", "play", "--auto")
    assert status == 3 and "this is played with hard-winters" in said
