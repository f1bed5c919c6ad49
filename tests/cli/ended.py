"""A saga at the end of a game, for the tests of ``oathtools chronicle write``: what to call, and how to begin again.

Every card is known; one game is Red's, who has won as the Usurper, the other the Chancellor's.
"""

import json
from pathlib import Path
from typing import Any

from oathtools.saga import folder
from oathtools.table.position.form import position_text, to_position
from tests.cli.calls import Call, Said
from tests.support.chronicles import STABLE, USURPER, over, realm

WINNERS = {"red": USURPER, "purple": STABLE}
# Those that are not on that table otherwise.
OTHER_RELICS = (
    *("cursed_cauldron", "truthful_harp", "dowsing_sticks", "cracked_horn", "bandit_crown", "ring_of_devotion"),
    *("skeleton_key", "oracular_pig", "circlet_of_command", "obsidian_cage", "book_of_records", "dragonskin_drum"),
)


class Saga:
    """A saga in a folder, at the end of its game; ``again`` puts it back there."""

    def __init__(self, path: Path, call: Call) -> None:
        self.path, self.call = path, call
        self.journal = folder.latest(path)
        self.over = self.lines()
        self.first = self.chronicle()

    def lines(self) -> list[str]:
        """The lines of the journal."""
        return self.journal.read_text(encoding="utf-8").splitlines()

    def chronicle(self) -> str:
        """The text of the Chronicle file."""
        return (self.path / "chronicle.yaml").read_text(encoding="utf-8")

    def again(self, lines: list[str] | None = None) -> None:
        """The journal as told, by default the game that is over; the world it was played from."""
        self.journal.write_text("\n".join(lines or self.over) + "\n", encoding="utf-8")
        (self.path / "chronicle.yaml").write_text(self.first, encoding="utf-8")

    def write(self, *words: str) -> Said:
        """``chronicle write``, to its end."""
        said = self.call("chronicle", "write", *words)
        assert said.status == 0, said.err
        return said

    def asked(self) -> list[tuple[str, Any]]:
        """Every question of chapter 8 with its answer, as the journal has them; those that were undone left out."""
        entries = [
            each for line in map(json.loads, self.lines()[1:]) for each in (line if isinstance(line, list) else [line])
        ]
        begun = next(at for at, entry in enumerate(entries) if "chronicle" in entry)
        assert not any("undo_to" in entry for entry in entries[begun:])
        return [(entry["asked"]["kind"], entry["answer"]) for entry in entries[begun:] if "asked" in entry]


def ended(path: Path, winner: str, call: Call) -> Saga:
    """A game at a table that is over."""
    state = over(realm().relic_deck(*OTHER_RELICS), winner, WINNERS[winner])._first
    state.phase, state.step, state.turn = "over", "", winner
    return started(path, position_text(to_position(state)), call)


def started(path: Path, position: str, call: Call) -> Saga:
    """A saga whose game was begun from a position."""
    assert call("new", str(path), "--first-game").status == 0
    file = path / "ended.yaml"
    file.write_text(position, encoding="utf-8")
    said = call("start", "--position", str(file), "--table")
    assert said.status == 0, said.err
    return Saga(path, call)


def words_for(answer: Any) -> str:
    """An answer as a line: ids, with commas between several."""
    if isinstance(answer, list):
        return ", ".join(answer) or "none"
    return str(answer)
