"""A save string of the mod of New Foundations is told to be one; a damaged one of the base game is not."""

import random
from pathlib import Path

import pytest
import yaml

from oathtools.kit.datafiles import load
from oathtools.saga.save_string.parse import _is_whole, is_foreign
from oathtools.saga.save_string.string import ForeignString, SaveStringError, examine
from tests.cli.calls import caller

FACTS = load("new_foundations")["string"]
ALPHABET = FACTS["digits"] + FACTS["marks"]
SAMPLES = yaml.safe_load((Path(__file__).parent / "samples.yaml").read_text(encoding="utf-8"))


def exported(plain: str) -> str:
    """What the mod makes of its text: version, the text shifted, checksum."""
    running, out = FACTS["seed"], ""
    for char in plain:
        at = ALPHABET.index(char)
        running = running * 16807 % 2147483647
        out += ALPHABET[(at + running) % len(ALPHABET)]
        running = (running + at) % 2147483647
    total = sum(n * ALPHABET.index(char) for n, char in enumerate(plain, 1)) % 82**2
    return f"02{out}{ALPHABET[total // 82]}{ALPHABET[total % 82]}"


PLAIN = "".join(random.Random(5).choices(ALPHABET, k=240))
STRING = exported(PLAIN)


def test_the_checksum_knows_one() -> None:
    assert is_foreign(STRING) and _is_whole(STRING, ALPHABET)
    assert is_foreign(f"\n {STRING[:100]}\n{STRING[100:]} \n")  # as it is copied, in lines


def test_one_that_was_damaged_is_still_no_string_of_ours() -> None:
    damaged = STRING[:50] + STRING[51:]
    assert not _is_whole(damaged, ALPHABET) and is_foreign(damaged)


def strings() -> list[str]:
    found = [each for each in _texts(SAMPLES) if each[:2] in ("01", "02", "03") and len(each) > 100]
    assert len(found) > 5
    return found


def _texts(value: object) -> list[str]:
    if isinstance(value, dict):
        return [each for inner in value.values() for each in _texts(inner)]
    if isinstance(value, list):
        return [each for inner in value for each in _texts(inner)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("string", strings())
def test_ours_are_ours_whole_or_damaged(string: str) -> None:
    for text in (string, string[:-3], string[1:], string[:40], string.lower()):
        assert not is_foreign(text)


def test_it_is_refused_with_that_reason_and_without_a_repair() -> None:
    with pytest.raises(ForeignString) as refused:
        examine(STRING, repair=True)
    assert refused.value.repairs == [] and "New Foundations" in str(refused.value)
    with pytest.raises(SaveStringError) as damaged:
        examine("030301" + "Z" * 60)
    assert not isinstance(damaged.value, ForeignString)


@pytest.mark.parametrize(
    "words", [["tts", "read"], ["chronicle", "import"], ["setup", "--tts"], ["new", "there", "--tts"]]
)
def test_every_command_that_takes_one_says_so(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "string.txt").write_text(STRING, encoding="utf-8")
    said = caller(None, capsys, monkeypatch)("--json", *words, "string.txt")
    error = said.answer["error"]
    assert (said.status, error["kind"]) == (1, "not_offered")
    assert "save string of the expansion New Foundations, outside this tool" in error["message"]
    assert list(tmp_path.iterdir()) == [tmp_path / "string.txt"]
