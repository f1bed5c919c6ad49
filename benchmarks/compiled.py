"""Two checkouts play the same random games with every card: is all the same, and which is faster?

    python hatch_compile.py /tmp/compiled
    python benchmarks/compiled.py /tmp/compiled                  against this checkout
    python benchmarks/compiled.py /tmp/compiled --games 2000 --check

Each game is played in a process of either, one after the other, so that a busy machine is busy for both. With
``--check`` every answer is checked against what is offered, invariants hold at each boundary, and what is compared is
each question with its options and which of them are legal, each answer, and the digest of the state after each.
Without it the games are timed (process time), and the answers and the last state are compared.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent.parent


def timed(number: int) -> tuple[float, int, str]:
    """Process time, number of answers and digest of a game."""
    from tests.procedures.worlds import played

    start = time.process_time()
    play = played(number)
    spent = time.process_time() - start
    return spent, len(play.live), _short([[(each.kind, each.answer) for each in play.live], play.state.digest()])


def checked(number: int) -> tuple[float, int, str]:
    """The same of a game whose every step is compared."""
    from oathtools.journal import Play
    from oathtools.procedures.machine.game import Game
    from oathtools.table.invariants import faults
    from tests.procedures.worlds import answerer, header

    start = time.process_time()
    play, answer = Play(header(number), keep_log=False, digests=False), answerer(number)
    trail: list[Any] = []

    def at_boundary(game: Game) -> None:
        if found := faults(game.state):
            raise AssertionError("; ".join(found))

    play.driver.at_boundary = lambda: at_boundary(play.game)
    while (asked := play.pending) is not None:
        said = answer(asked)
        offered = [*asked.legal()]
        refused = [(option, [tuple(each) for each in refusals]) for option, refusals in asked.refused()]
        trail.append([asked.kind, asked.who, asked.prompt, offered, refused, said])
        play.answer(said)
        trail.append(play.state.digest())
    return time.process_time() - start, len(play.live), _short(trail)


def _short(said: Any) -> str:
    return hashlib.sha256(json.dumps(said, default=str).encode()).hexdigest()[:16]


def serve(check: bool) -> None:
    """Play the games whose numbers come in, and say what came of each."""
    sys.path.insert(0, str(Path.cwd()))
    timed(0)  # imports and caches are no part of it
    for line in sys.stdin:
        print(json.dumps((checked if check else timed)(int(line))), flush=True)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="*", type=Path, help="the one to be compared; then, perhaps, the other one")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(given.check)
        return 0
    folders = [*given.checkouts, HERE][:2]
    command = [sys.executable, __file__, "--serve", *(["--check"] if given.check else [])]
    players = [
        subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for folder in folders
    ]
    spent, answers, differ = [0.0, 0.0], 0, 0
    for number in range(given.first, given.first + given.games):
        came = [_asked(player, number) for player in players]
        spent = [sum(both) for both in zip(spent, (each[0] for each in came), strict=True)]
        answers += came[0][1]
        if came[0][1:] != came[1][1:]:
            differ += 1
            print(f"game {number} differs: {came[0][1:]} against {came[1][1:]}")
    for folder, seconds in zip(folders, spent, strict=True):
        print(f"{answers / seconds:10,.0f} decisions a second  {folder}")
    print(f"{spent[1] / spent[0]:10.2f} times as fast")
    print(f"{given.games} games, {answers} answers: {differ} differ")
    return 1 if differ else 0


def _asked(player: "subprocess.Popen[str]", number: int) -> list[Any]:
    assert player.stdin is not None and player.stdout is not None
    player.stdin.write(f"{number}\n")
    player.stdin.flush()
    return list(json.loads(player.stdout.readline()))


if __name__ == "__main__":
    sys.exit(main())
