"""Kill -9 at random moments while answers are written: is a game ever lost, and how much of it?

    python benchmarks/kill.py                   a thousand answers at least, killed about every ten
    python benchmarks/kill.py --answers 5000 --mean 20 --seed 7

A process plays first games of four bots, one after another in sagas of their own, begins each, saves each answer as the
commands do, and says after each that it is saved. It is killed again and again: after a random number of answers and
a random part of a millisecond, so also while a game begins and in mid-write. After each kill must hold:

* every answer that was said to be saved is in the journal, and at most one more, the one in flight
* the journal opens, replays without a difference, and the next process goes on with it at once
* at the end each game is the one that bots with the same seed play without a kill, answer by answer

The exit status is 1 if one of these does not hold.
"""

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from oathtools.answerers.bot import bot_answer, chance, run_plugs
from oathtools.engine.decision import Form
from oathtools.journal import header_of_world
from oathtools.journal.file import read
from oathtools.journal.play import Play
from oathtools.procedures.machine.world import first_game_world, seats_for
from oathtools.saga import folder

NAMES = ("Ann", "Bo", "Cy", "Dee")


def header(number: int) -> dict[str, Any]:
    """The header of a game: its number is its seed."""
    world = first_game_world()
    seats = seats_for([(name, None, True) for name in NAMES], world.citizens)
    return header_of_world(world, seats, seed=f"{number:04d}")


def answer_to(play: Play, seed: str) -> Any:
    return chance(play, seed) if play.pending and play.pending.form is Form.OUTCOME else bot_answer(play, seed)


# -- the process that is killed ------------------------------------------------------------------------------------


def write(root: Path) -> None:
    """Play for ever, from where the last process was killed."""
    number = sum(1 for each in root.iterdir() if each.is_dir())
    while True:
        saga = root / f"{max(number, 1):04d}"
        saga.mkdir(exist_ok=True)
        if not folder.games(saga):
            print("begins", saga.name, flush=True)
            folder.begin(saga, header(int(saga.name)), [])
        with folder.writing(folder.latest(saga)) as running:
            play = running.play
            print("opened", saga.name, play.head, int(bool(running.notes)), flush=True)
            while play.pending is not None:
                running.save([play.answer(answer_to(play, saga.name), checked=True)])
                print("saved", saga.name, play.head, flush=True)
        number = int(saga.name) + 1


# -- the one that kills ----------------------------------------------------------------------------------------------


class Killer:
    """Counts what was said to be saved, what is there, and what is wrong."""

    def __init__(self, root: Path, rng: random.Random) -> None:
        self.root, self.rng = root, rng
        self.answers = self.kills = self.torn = self.in_flight = self.beginning = 0
        self.said: dict[str, int] = {}
        self.wrong: list[str] = []

    def one(self, mean: float) -> None:
        """One process, from its start to its death, and what it left."""
        patience = int(self.rng.expovariate(1 / mean))
        command = [sys.executable, __file__, "--write", str(self.root)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        game, word = "", ""
        for line in process.stdout:
            word, game, *rest = line.split()
            if word == "opened":
                self.torn += int(rest[1])
            if word == "saved":
                self.answers += 1
                self.said[game] = int(rest[0])
            if patience <= 0:
                break
            patience -= 1
        time.sleep(self.rng.random() * 0.001)
        process.send_signal(signal.SIGKILL)
        for line in process.stdout:  # what was said between the decision to kill and the death
            if line.endswith("\n") and line.startswith("saved"):
                _, game, number = line.split()
                self.answers, self.said[game] = self.answers + 1, int(number)
        process.wait()
        self.kills += 1
        self.look(game or "0001")

    def look(self, game: str) -> None:
        """After a kill."""
        said = self.said.get(game, 0)
        try:
            path = folder.latest(self.root / game)
        except folder.NoSaga:
            self.beginning += 1
            if said:
                self.wrong.append(f"game {game}: {said} answers were saved, and there is no game")
            return
        entries = read(path).entries
        if not said <= len(entries) <= said + 1:
            self.wrong.append(f"game {game}: {said} answers were said to be saved, {len(entries)} are there")
        self.in_flight += len(entries) - said
        self.said[game] = len(entries)
        differences = folder.view(path).play.differences
        if differences:
            self.wrong.append(f"game {game}: {differences[0]}")

    def compare(self) -> int:
        """Each game beside the one that was never killed; how many games these are."""
        games = sorted(each for each in self.root.iterdir() if folder.games(each))
        for saga in games:
            entries = read(folder.latest(saga)).entries
            whole = Play(header(int(saga.name)))
            run_plugs(whole)
            if [each.as_data() for each in entries] != [each.as_data() for each in whole.entries[: len(entries)]]:
                self.wrong.append(f"game {saga.name} is not the one that was played")
        return len(games)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, default=1000, help="at least so many are saved in all")
    parser.add_argument("--mean", type=float, default=10, help="answers between two kills, on average")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.write:
        write(options.write)
    with tempfile.TemporaryDirectory() as name:
        killer = Killer(Path(name), random.Random(options.seed))
        while killer.answers < options.answers:
            killer.one(options.mean)
        games = killer.compare()
    print(f"answers saved             {killer.answers}")
    print(f"kill -9                   {killer.kills}")
    print(f"  while a game began      {killer.beginning}")
    print(f"answers saved, not yet said so (in flight, kept) {killer.in_flight}")
    print(f"torn last lines set aside {killer.torn}")
    print(f"games                     {games}, lost: {len(killer.wrong)}")
    for each in killer.wrong:
        print(f"WRONG: {each}")
    return 1 if killer.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
