"""Pairs of commands that write in one saga at once: is any of it lost, doubled, or told as refused and done?

    python benchmarks/writers.py                  five hundred pairs
    python benchmarks/writers.py --pairs 60 --seed 7

Two processes (sometimes three) are started together in a saga: answers, undos, rulings set and added, variants
switched, games begun, the Chronicle written, repaired, told as a story. After each pair must hold:

* every call ended with status 0, 1 or 2; one that was refused for another's sake is ``busy`` or no longer offered
* each ruling, rule and variant that was recorded (status 0) stands in rulings.yaml, the others do not
* as many answers stand in the journal as calls of ``answer`` ended with 0; the journal replays without a difference
* at most one of several ``start`` without ``--anew`` began a game
* the Chronicle can be read, and nothing half written is left in the folder

The exit status is 1 if one of these does not hold.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from oathtools import schemas
from oathtools.journal.file import read
from oathtools.law.rulings_read import read_table
from oathtools.saga import folder
from oathtools.saga.writing import read as read_chronicle

PROGRAM = [sys.executable, "-m", "oathtools", "--json"]
POINTS = ("A-01", "A-02", "A-03", "A-05", "A-09", "A-11", "A-24", "A-27")
BEGUN = ["start", "--players", "Ann,Bo,Cy", "--seed", "1"]
# What is called at once, and the saga it is called in.
PAIRS: dict[str, tuple[str, list[list[str]]]] = {
    "rulings": ("begun", [["rulings", "set", "POINT", "a"], ["rulings", "set", "POINT", "a"]]),
    "rules": ("begun", [["rulings", "add", "--clause", "5.2", "ONE"], ["rulings", "add", "--clause", "5.3", "TWO"]]),
    "rulings and variants": ("begun", [["rulings", "set", "POINT", "a"], ["variants", "outland-realms", "--on"]]),
    "answers": ("begun", [["answer", "1"], ["answer", "1"], ["answer", "2"]]),
    "answer and undo": ("begun", [["answer", "1"], ["undo", "--past-chance"]]),
    "starts": ("new", [BEGUN, BEGUN, BEGUN]),
    "start and answer": ("begun", [[*BEGUN, "--anew"], ["answer", "1"]]),
    "start and rulings": ("new", [BEGUN, ["rulings", "set", "POINT", "a"]]),
    "chronicles": ("over", [["chronicle", "write", "--auto"], ["chronicle", "write", "--auto"]]),
    "chronicle and story": ("over", [["chronicle", "write", "--auto"], ["chronicle", "story"]]),
    "stories": ("over", [["chronicle", "story"], ["chronicle", "story"]]),
    "chronicle and start": ("over", [["chronicle", "write", "--auto"], BEGUN]),
    "new": ("none", [["new", "SAGA", "--first-game"], ["new", "SAGA", "--first-game"]]),
    "repairs": ("broken", [["chronicle", "check", "--repair"], ["chronicle", "check", "--repair"]]),
}


class Room:
    """Sagas at several moments, copied for each pair."""

    def __init__(self, root: Path) -> None:
        self.root, self.saga = root, root / "saga"
        self._make("new", [])
        self._make("begun", [BEGUN, ["answer", "1"]])
        self._make("over", [["start", "--bots", "4", "--seed", "3"]])
        shutil.copytree(root / "new", root / "broken")
        file = root / "broken" / folder.CHRONICLE
        file.write_text(file.read_text().replace("dispossessed: []", "dispossessed: [Longbows]"))

    def _make(self, name: str, calls: list[list[str]]) -> None:
        for words in (["new", str(self.root / name), "--first-game"], *calls):
            done = self.begin(words, self.root / name)
            out, _ = done.communicate()
            assert done.returncode == 0, out

    def begin(self, words: list[str], saga: Path) -> "subprocess.Popen[str]":
        here = {**os.environ, "OATHTOOLS_SAGA": str(saga), "PYTHONPATH": str(Path(__file__).parent.parent)}
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
        return subprocess.Popen([*PROGRAM, *words], env=here, text=True, cwd=self.root, **streams)  # type: ignore[call-overload,no-any-return]

    def at_once(self, at: str, calls: list[list[str]]) -> list[tuple[list[str], int, str]]:
        """Call all of them together: the words, the exit status, what was printed."""
        shutil.rmtree(self.saga, ignore_errors=True)
        if at != "none":
            shutil.copytree(self.root / at, self.saga)
        begun = [(words, self.begin(words, self.saga)) for words in calls]
        outs = [(words, *process.communicate(), process.returncode) for words, process in begun]
        return [(words, status, out + err) for words, out, err, status in outs]


def wrong(name: str, at: str, room: Room, ended: list[tuple[list[str], int, str]]) -> Iterator[str]:
    """What does not hold after a pair."""
    saga = room.saga
    for words, status, out in ended:
        if status not in (0, 1, 2):
            yield f"{' '.join(words)} ended with {status}: {out[-300:]}"
    done = Counter(words[0] for words, status, _ in ended if status == 0)
    left = [path.name for path in saga.rglob(".*") if path != saga / schemas.FOLDER]
    if left:
        yield f"left behind: {left}"
    read_chronicle(saga / folder.CHRONICLE)
    table = read_table(saga)
    for words, status, _ in ended:
        if words[:2] == ["rulings", "set"] and (words[2] in table.taken) is not (status == 0):
            yield f"{words[2]} ended with {status}, and is {'' if words[2] in table.taken else 'not '}there"
        if words[0] == "variants" and bool(table.variants) is not (status == 0):
            yield f"the variant ended with {status}"
    ruled = sum(words[:2] == ["rulings", "add"] and status == 0 for words, status, _ in ended)
    if ruled != len(table.rules):
        yield f"{ruled} rules were recorded, {len(table.rules)} stand there"
    journals = folder.games(saga)
    before = len(folder.games(room.root / at)) if at != "none" else 0
    if len(journals) - before != done["start"]:
        yield f"{done['start']} games were begun, {len(journals) - before} are there"
    if name == "starts" and done["start"] != 1:
        yield f"{done['start']} of {len(ended)} began a game"
    if name == "new" and done["new"] != 1:
        yield f"{done['new']} sagas were begun in one folder"
    for path in journals:
        if folder.view(path).play.differences:
            yield f"{path.name} does not replay"
    if at == "begun":
        first = read(journals[0]).entries
        kept = read(folder.games(room.root / at)[0]).entries
        lines = sum(bool(entry.undo_to is not None) for entry in first[len(kept) :])
        if lines != done["undo"]:
            yield f"{done['undo']} undos were recorded, {lines} stand there"
        # Where a game was begun besides, the answer may be to its first question.
        if not done["start"] and bool(len(first) - len(kept) - lines) is not bool(done["answer"]):
            yield f"{done['answer']} answers were recorded, {len(first) - len(kept) - lines} entries stand there"
    for words, status, out in ended:
        if status and out.startswith("{") and json.loads(out.splitlines()[0])["error"]["kind"] == "internal":
            yield f"{' '.join(words)}: a fault of ours"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    counts: Counter[str] = Counter()
    busy = bad = 0
    with tempfile.TemporaryDirectory() as root:
        room = Room(Path(root))
        for number in range(options.pairs):
            name = list(PAIRS)[number % len(PAIRS)]
            at, calls = PAIRS[name]
            points = iter(rng.sample(POINTS, len(POINTS)))
            said = {"SAGA": str(room.saga)}
            filled = [[next(points) if word == "POINT" else said.get(word, word) for word in words] for words in calls]
            ended = room.at_once(at, filled)
            counts[name] += 1
            busy += sum('"busy"' in out for _, _, out in ended)
            for each in wrong(name, at, room, ended):
                bad += 1
                print(f"WRONG {name}: {each}", flush=True)
    print(", ".join(f"{name} {count}" for name, count in counts.items()))
    print(f"{sum(counts.values())} pairs, {busy} told to wait, {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
