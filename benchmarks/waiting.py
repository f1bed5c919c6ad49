"""What people wait after a line of a running game, beside `python -c "import click"`, as the game grows.

    python benchmarks/waiting.py                        this checkout, at 20, 200, 500, 1,000 and 3,000 answers
    python benchmarks/waiting.py --rounds 20            more rounds, steadier medians
    python benchmarks/waiting.py --before ../released   another checkout, in turn with this one
    python benchmarks/waiting.py --same [EVERY]         is every (so manieth) line told as without what is kept?
    python benchmarks/waiting.py --damaged 500          and where what is kept is cut, edited, swapped, of another time?

One game of five players is made by bots that seldom end a turn, and cut after so many answers. Each command is given to
it as it stands, once before its time is taken, as at a table where other commands came before. Times are those of the
processor, and only the ratio of the medians to the bare import counts: other work on the machine falls on all of them.

With ``--same`` the recorded games of the tests are played again line by line, each line written by one opening of the
journal and told by the next: table, question, log, what an undo would take and where it leads, beside a replay from
the first answer.
"""

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
# The code whose game is made: each checkout is given one of its own, since the rules that asked may have changed since.
MAKER = "OATHTOOLS_BENCHMARKED"
sys.path.insert(0, os.environ.get(MAKER, str(ROOT)))

from oathtools.answerers.bot import bot_answer, chance, stream  # noqa: E402
from oathtools.engine.decision import Form  # noqa: E402
from oathtools.journal import Play, file, new_game  # noqa: E402
from oathtools.journal.record import Entry, dump  # noqa: E402

SEED = "waiting"
LENGTHS = (20, 200, 500, 1000, 3000)
COMMANDS = {
    "ask": ("ask",),
    "answer": ("answer", "{answer}"),
    "status": ("status",),
    "legal": ("legal",),
    "why": ("why", "travel", "Mountain"),
    "undo": ("undo", "--past-chance"),
    "log": ("log", "--last", "5"),
}


def long_game(most: int) -> Play:
    """A game of so many answers: an answer in fifty ends a turn that could go on."""
    for number in range(100):
        play = new_game(["Ann", "Bo", "Cy", "Di", "Ed"], seed=f"{SEED}-{number}", keep_log=False)
        while play.pending is not None and play.head < most + 1:
            asked = play.pending
            if asked.form is Form.OUTCOME:
                play.answer(chance(play, SEED))
            elif asked.kind == "act":
                rng = stream(SEED, number, play.head)
                play.answer(asked.random(rng, ("end",) if rng.random() < 0.98 else ()))
            else:
                play.answer(bot_answer(play, SEED))
        if play.head > most:
            return play
    raise RuntimeError(f"no game came to {most} answers")


def up_to(entries: list[Entry], number: int) -> list[Entry]:
    """So many answers and a few more, up to the next choice of an action."""
    end = next(at for at in range(number, len(entries)) if entries[at].kind == "act")
    return entries[:end]


def spent(command: list[str], folder: Path, code: Path) -> float:
    """The time of the processor that a command takes."""
    without = ("OATHTOOLS", "PYTHONDONTWRITEBYTECODE")  # what was compiled once is there the next time, as at a table
    environment = {key: value for key, value in os.environ.items() if not key.startswith(without)}
    environment |= {"OATHTOOLS_SAGA": str(folder), "PYTHONPATH": str(code), "OATHTOOLS_CACHE": str(folder / "cache")}
    environment["PYTHONPYCACHEPREFIX"] = str(folder.parent.parent / "compiled")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # From the saga's folder: the folder one stands in comes before the path, and may hold another version.
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{command}: {done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def make(folder: Path) -> None:
    """Sagas in which a game stands after so many answers, each in a folder of that number, with the next answer."""
    play = long_game(max(LENGTHS) + 60)
    for number in LENGTHS:
        saga = table(folder, play, number)
        (saga / "next").write_text(str(play.entries[len(up_to(play.entries, number))].answer), encoding="utf-8")


def table(folder: Path, play: Play, number: int) -> Path:
    """A saga in which the game stands after so many answers."""
    saga = folder / str(number)
    (saga / "games").mkdir(parents=True)
    (saga / "chronicle.yaml").write_text("oath: supremacy\n", encoding="utf-8")
    file.create(saga / "games" / "0001.jsonl", play.header)
    lines = [dump([entry]) + "\n" for entry in up_to(play.entries, number)]
    with (saga / "games" / "0001.jsonl").open("a", encoding="utf-8") as out:
        out.writelines(lines)
    return saga


def same(every: int) -> int:
    """Print what a recorded game tells otherwise than its replay does; 1 if anything."""
    from tests.journal.sameness import GAMES, differences

    compared = different = 0
    with tempfile.TemporaryDirectory() as name:
        for game in sorted(GAMES.glob("*.jsonl")):
            for found in differences(game.stem, Path(name), every):
                compared += 1
                different += bool(found)
                print(*found, sep="\n", end="\n" if found else "", flush=True)
            print(f"{game.stem}: {compared} lines compared so far, {different} told otherwise", flush=True)
    return 1 if different else 0


def damaged(cases: int) -> int:
    """Print where a game stands wrong because of what lies beside its journal; 1 if anywhere."""
    from tests.journal import sameness

    with tempfile.TemporaryDirectory() as name:
        wrong = [found for found in sameness.damaged(Path(name), cases) if found is not None]
    print(*wrong, f"{cases} cases, {len(wrong)} wrong", sep="\n")
    return 1 if wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--before", type=Path, help="Another checkout, in turn with this one.")
    parser.add_argument("--same", type=int, nargs="?", const=1, metavar="EVERY", help="Compare, take no times.")
    parser.add_argument("--damaged", type=int, metavar="CASES", help="Damage what is kept, take no times.")
    parser.add_argument("--make", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.make:
        make(options.make)
        return 0
    if options.damaged:
        return damaged(options.damaged)
    if options.same:
        return same(options.same)
    codes = {"now": ROOT} | ({"before": options.before.resolve()} if options.before else {})
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for code, path in codes.items():
            command = [sys.executable, __file__, "--make", str(folder / code)]
            subprocess.run(command, env={**os.environ, MAKER: str(path)}, check=True)
        sagas = {(code, number): folder / code / str(number) for code in codes for number in LENGTHS}
        bare: list[float] = []
        times: dict[tuple[str, str, int], list[float]] = {}
        for turn in range(options.rounds + 1):
            for (code, number), saga in sagas.items():
                if not turn:
                    spent([sys.executable, "-m", "oathtools", "ask"], saga, codes[code])
                    shutil.copytree(saga / "games", saga / "kept")
                answer = (saga / "next").read_text(encoding="utf-8")
                for each, words in COMMANDS.items():
                    said = [word.format(answer=answer) for word in words]
                    taken = spent([sys.executable, "-m", "oathtools", *said], saga, codes[code])
                    shutil.rmtree(saga / "games")
                    shutil.copytree(saga / "kept", saga / "games")
                    if turn:
                        times.setdefault((each, code, number), []).append(taken)
                bare.append(spent([sys.executable, "-c", "import click"], saga, ROOT))
        unit = statistics.median(bare)
        print(f"{'':8}{'':8}" + "".join(f"{number:>8,}" for number in LENGTHS))
        for each in COMMANDS:
            for code in codes:
                row = [statistics.median(times[each, code, number]) / unit for number in LENGTHS]
                print(f"{each:8}{code:8}" + "".join(f"{ratio:8.2f}" for ratio in row))
    return 0


if __name__ == "__main__":
    sys.exit(main())
