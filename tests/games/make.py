"""Record the games of ``games.yaml`` through the ordinary commands: ``python tests/games/make.py``.

A game of bots is looked for from the seed that was found last, so that a change of the rules costs a search at most.
"""

import contextlib
import io
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import yaml

from oathtools.answerers.bot import run_plugs
from oathtools.cli.main import main
from oathtools.journal import new_game
from oathtools.procedures.machine.world import first_game_world, seats_for
from oathtools.saga import folder

HERE = Path(__file__).parent


def oathtools(*words: str) -> None:
    """One command, its output kept aside. Raises ``SystemExit`` if it fails."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            main(list(words))
        except SystemExit as left:
            if left.code:
                raise SystemExit(f"{words}: {out.getvalue()}") from None


def matches(result: dict[str, Any] | None, end: dict[str, Any]) -> bool:
    """Did a game end as its recipe says?"""
    return result is not None and all(result[key] == end[key] for key in ("how", "clause", "ways"))


def seed_for(bots: int, first: int, end: dict[str, Any], tries: int = 4000) -> int | None:
    """The first seed from ``first`` on with which so many bots end the first game so."""
    world = first_game_world()
    seats = seats_for([(f"Bot {n}", None, True) for n in range(1, bots + 1)], ())
    for seed in range(first, first + tries):
        play = new_game(seats, world, seed=str(seed), keep_log=False, digests=False)
        run_plugs(play)
        if matches(play.state.result, end):
            return seed
    return None


def record(name: str, recipe: dict[str, Any], saga: Path) -> Path | None:
    """Play one recipe in a saga of its own; returns the journal."""
    oathtools("new", str(saga), "--first-game")
    if "bots" in recipe:
        seed = seed_for(recipe["bots"], recipe["seed"], recipe["end"])
        if seed is None:
            return None
        oathtools("-C", str(saga), "start", "--bots", str(recipe["bots"]), "--seed", str(seed))
    else:
        position = saga / "position.yaml"
        position.write_text(yaml.safe_dump(recipe["position"]), encoding="utf-8")
        oathtools("-C", str(saga), "start", "--position", str(position))
        for answer in recipe["answers"]:
            oathtools("-C", str(saga), "answer", *str(answer).split())
    return folder.latest(saga)


if __name__ == "__main__":
    wanted = sys.argv[1:]
    for name, recipe in yaml.safe_load((HERE / "games.yaml").read_text(encoding="utf-8")).items():
        if wanted and name not in wanted:
            continue
        with tempfile.TemporaryDirectory() as aside:
            journal = record(name, recipe, Path(aside) / "saga")
            if journal is None:
                print(f"{name}: no game ended so")
                continue
            shutil.copy(journal, HERE / f"{name}.jsonl")
            print(f"{name}: {sum(1 for _ in journal.open(encoding='utf-8')) - 1} lines")
