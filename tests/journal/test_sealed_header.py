"""The first line of a journal: what nobody at the table knows stands under a seal (8.4), and older lines open."""

import base64
import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from oathtools import catalog
from oathtools.journal.file import Damaged, create, read
from oathtools.procedures.machine.world import first_game_world
from tests.support.random_games import header


def first_line(path: Path) -> dict[str, Any]:
    line: dict[str, Any] = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    return line


@pytest.mark.parametrize("number", range(8))
def test_a_file_shows_no_deck_and_gives_the_same_header(tmp_path: Path, number: int) -> None:
    """1.9 and 1.14: the decks are shuffled facedown, so a look into the file must not show their order."""
    path, said = tmp_path / "0001.jsonl", header(number)
    create(path, said)
    world = first_line(path)["origin"]["world"]
    assert list(world) == ["sealed"]
    assert "denizen." not in json.dumps(world)
    assert read(path).header == {"catalogue": catalog.digest(), **json.loads(json.dumps(said))}


def test_a_header_from_before_there_were_seals_opens(tmp_path: Path) -> None:
    path, said = tmp_path / "0001.jsonl", json.loads(json.dumps(header(0)))
    path.write_text(json.dumps(said) + "\n", encoding="utf-8")
    assert said["origin"]["world"] == json.loads(json.dumps(first_game_world().as_data()))
    assert read(path).header == said


@pytest.mark.parametrize(
    "seal",
    [
        "nonsense",
        base64.b64encode(b"nonsense").decode(),
        base64.b64encode(zlib.compress(b"[" * 100_000)).decode(),
        base64.b64encode(zlib.compress(b"1" * 50_000_000)).decode(),
        base64.b64encode(zlib.compress(b"[1, 2, 3]")[:-6]).decode(),
        None,
    ],
)
def test_a_damaged_seal_is_damage_to_the_first_line(tmp_path: Path, seal: Any) -> None:
    path, said = tmp_path / "0001.jsonl", header(0)
    path.write_text(json.dumps({**said, "origin": {"world": {"sealed": seal}}}) + "\n", encoding="utf-8")
    with pytest.raises(Damaged, match=r"0001\.jsonl, line 1: the world: the seal is damaged"):
        read(path)
