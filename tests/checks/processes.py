"""Processes that are killed in mid-write, and processes that write in one saga at once.

After a kill every answer that was said to be saved is in the journal, and at most one more, the one in flight; the
journal opens, replays without a difference, and the next process goes on with it at once; at its end the game is the
one that bots with the same seed play without a kill, answer by answer.

After calls at once (answers, undos, rulings set and added, variants switched, games begun, the Chronicle written,
repaired, told as a story) every call ended with status 0, 1 or 2; what was recorded (status 0) stands there, and
nothing else; the journal replays; one game at most was begun; nothing half written is left in the folder.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
from pytest import MonkeyPatch

from oathtools.answerers.bot import bot_answer, chance, run_plugs
from oathtools.engine.decision import Form
from oathtools.journal import header_of_world
from oathtools.journal.file import read
from oathtools.journal.play import Play
from oathtools.kit import schemas
from oathtools.law.rulings_file import read_table
from oathtools.procedures.machine.world import first_game_world, seats_for
from oathtools.render.table.replay import of_game
from oathtools.saga import folder
from oathtools.saga.writing import read as read_chronicle
from tests.checks.runner import ROOT, Case, check
from tests.support import alike, phone_search, phones_at_once, power, replays
from tests.support.phones import BEGUN, begun, entries, phones, serve, typed
from tests.support.random_games import played
from tests.support.siege import besieged

NAMES = ("Ann", "Bo", "Cy", "Dee")


def header(number: int) -> dict[str, Any]:
    """The header of a game: its number is its seed."""
    world = first_game_world()
    seats = seats_for([(name, None, True) for name in NAMES], world.citizens)
    return header_of_world(world, seats, seed=f"{number:04d}")


def write(saga: Path, number: int) -> None:
    """In the process that is killed: begin the game of a number, or go on with it, and say what is saved."""
    seed = f"{number:04d}"
    if not folder.games(saga):
        print("begins", flush=True)
        folder.begin(saga, header(number), [])
    with folder.writing(folder.latest(saga)) as running:
        play = running.play
        print("opened", play.head, int(bool(running.notes)), flush=True)
        while play.pending is not None:
            outcome = play.pending.form is Form.OUTCOME
            running.save([play.answer(chance(play, seed) if outcome else bot_answer(play, seed), checked=True)])
            print("saved", play.head, flush=True)
    print("over", flush=True)


@check("kill", "answers", 1000, 10)
def kill(case: Case) -> None:
    """A game written by processes that are killed, about every so many answers: at most the one in flight is lost."""
    rng, saga, promised = case.rng("kill"), case.folder, 0
    case.counts["answers"] = 0
    while True:
        promised, over = _one_life(case, saga, promised, rng)
        if over:
            break
        case.counts["kill -9"] += 1
        try:
            path = folder.latest(saga)
        except folder.NoSaga:
            case.counts["while a game began"] += 1
            assert not promised, f"{promised} answers were saved, and there is no game"
            continue
        entries = read(path).entries
        there = f"{promised} answers were said to be saved, {len(entries)} are there"
        assert promised <= len(entries) <= promised + 1, there
        case.counts["in flight, and there"] += len(entries) - promised
        promised = len(entries)
        differences = folder.view(path).play.differences
        assert not differences, differences[0]
    whole = Play(header(case.number))
    run_plugs(whole)
    entries = read(folder.latest(saga)).entries
    assert [each.as_data() for each in entries] == [each.as_data() for each in whole.entries], "it is another game"
    case.counts["games"] += 1


def _one_life(case: Case, saga: Path, promised: int, rng: Random) -> tuple[int, bool]:
    """One process, from its start to its death: how many answers are promised to be there, and whether it came to the
    end of the game."""
    patience, over = int(rng.expovariate(1 / case.each)), False
    command = [sys.executable, "-m", "tests.checks.processes", str(saga), str(case.number)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    for line in process.stdout:
        word, *rest = line.split()
        if word == "opened":
            case.counts["torn last lines set aside"] += int(rest[1])
        if word == "saved":
            case.counts["answers"] += 1
            promised = int(rest[0])
        over = word == "over"
        if over or patience <= 0:
            break
        patience -= 1
    if not over:
        time.sleep(rng.random() * 0.001)
        process.send_signal(signal.SIGKILL)
    for line in process.stdout:  # what was said between the decision to kill and the death
        if line.endswith("\n"):
            word, *rest = line.split()
            over = over or word == "over"
            if word == "saved":
                case.counts["answers"] += 1
                promised = int(rest[0])
    process.wait()
    return promised, over


# -- power cuts ----------------------------------------------------------------------------------------------------


@check("power-cuts", "cuts", 500)
def power_cut(case: Case) -> None:
    """A saga begun, played, chronicled, and the power cut as something is synced: what was answered is there."""
    rng = case.rng("power")
    answered = power.cut(case.number, case.folder, int(rng.expovariate(1 / 40)) if rng.random() < 0.8 else power.NEVER)
    case.counts.update({"cuts": 1, "after a Chronicle": answered.get("chronicle", 0)})


# -- several at once -----------------------------------------------------------------------------------------------

PROGRAM = [sys.executable, "-m", "oathtools", "--json"]
POINTS = ("A-01", "A-02", "A-03", "A-05", "A-09", "A-11", "A-24", "A-27")
STARTED = ["start", "--players", "Ann,Bo,Cy", "--seed", "1"]
# What is called at once, and the saga it is called in.
PAIRS: dict[str, tuple[str, list[list[str]]]] = {
    "rulings": ("begun", [["rulings", "set", "POINT", "a"], ["rulings", "set", "POINT", "a"]]),
    "rules": ("begun", [["rulings", "add", "--clause", "5.2", "ONE"], ["rulings", "add", "--clause", "5.3", "TWO"]]),
    "rulings and variants": ("begun", [["rulings", "set", "POINT", "a"], ["variants", "outland-realms", "--on"]]),
    "answers": ("begun", [["answer", "1"], ["answer", "1"], ["answer", "2"]]),
    "answer and undo": ("begun", [["answer", "1"], ["undo", "--past-chance"]]),
    "starts": ("new", [STARTED, STARTED, STARTED]),
    "start and answer": ("begun", [[*STARTED, "--anew"], ["answer", "1"]]),
    "start and rulings": ("new", [STARTED, ["rulings", "set", "POINT", "a"]]),
    "chronicles": ("over", [["chronicle", "write", "--auto"], ["chronicle", "write", "--auto"]]),
    "chronicle and story": ("over", [["chronicle", "write", "--auto"], ["chronicle", "story"]]),
    "stories": ("over", [["chronicle", "story"], ["chronicle", "story"]]),
    "chronicle and start": ("over", [["chronicle", "write", "--auto"], STARTED]),
    "new": ("none", [["new", "SAGA", "--first-game"], ["new", "SAGA", "--first-game"]]),
    "repairs": ("broken", [["chronicle", "check", "--repair"], ["chronicle", "check", "--repair"]]),
}


@check("writers", "pairs", 500)
class Writers:
    """Commands that write in one saga at once: nothing is lost, doubled, or refused and done all the same."""

    def __init__(self, root: Path) -> None:
        self.root, self.saga = root, root / "saga"
        self._make("new", [])
        self._make("begun", [STARTED, ["answer", "1"]])
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
        here = {**os.environ, "OATHTOOLS_SAGA": str(saga), "PYTHONPATH": str(ROOT)}
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
        return subprocess.Popen([*PROGRAM, *words], env=here, text=True, cwd=self.root, **streams)  # type: ignore[call-overload,no-any-return]

    def __call__(self, case: Case) -> None:
        name = list(PAIRS)[case.number % len(PAIRS)]
        at, calls = PAIRS[name]
        points = iter(case.rng("writers").sample(POINTS, len(POINTS)))
        meant = {"SAGA": str(self.saga)}
        ended = self.at_once(
            at, [[next(points) if word == "POINT" else meant.get(word, word) for word in words] for words in calls]
        )
        case.counts.update({name: 1, "refused for another's sake": sum('"busy"' in out for _, _, out in ended)})
        case.wrong += [f"{name}: {each}" for each in _lost(name, at, self, ended)]

    def at_once(self, at: str, calls: list[list[str]]) -> list[tuple[list[str], int, str]]:
        """Call all of them together: the words, the exit status, what was printed."""
        shutil.rmtree(self.saga, ignore_errors=True)
        if at != "none":
            shutil.copytree(self.root / at, self.saga)
        begun = [(words, self.begin(words, self.saga)) for words in calls]
        outs = [(words, *process.communicate(), process.returncode) for words, process in begun]
        return [(words, status, out + err) for words, out, err, status in outs]


def _lost(name: str, at: str, room: Writers, ended: list[tuple[list[str], int, str]]) -> Iterator[str]:
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


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]))


# -- phones ----------------------------------------------------------------------------------------------------------


@check("phone-secrets", "games", 200, 10_000, limit=7200)
def secrets(case: Case) -> None:
    """Every page of every viewer at every question of a random game names nothing that this viewer may not know."""
    case.counts["pages"] += phone_search.searched(case.number, case.folder, case.each, 1)


@check("phone-requests", "requests", 20_000, 500)
def requests(case: Case) -> None:
    """Requests made up at random: no fault of ours, nothing hidden named, nothing changed by one that is refused."""
    taken = phone_search.hostile(case.number, case.folder, case.each)
    case.counts.update({"requests": case.each, "answers taken": taken})


@check("phone-races", "races", 500)
class Races:
    """The same question answered by two phones and the command line at one moment: one takes effect."""

    def __init__(self, root: Path) -> None:
        self.saga = begun(root)
        typed(self.saga, "answer", "end")
        self.table = phones(serve(self.saga, scribe="Ann"), "Ann", "Bo")

    def __call__(self, case: Case) -> None:
        head, typing = len(entries(self.saga)), case.number % case.each == 0
        taken = phones_at_once.at_once(self.saga, self.table, typing=typing)
        with folder.writing(folder.latest(self.saga)) as running:
            running.save([running.play.undo(phones_at_once.START)])
        case.counts.update({"typed": typing, "typed first": taken.get(phones_at_once.TYPIST, False)})
        assert sum(taken.values()) == 1, taken
        assert len(entries(self.saga)) == head + 3


@check("phone-kills", "kills", 200)
class Kills:
    """A server killed while it takes an answer: at most that answer is lost, phones are right after a restart."""

    def __init__(self, root: Path) -> None:
        self.saga, self.port = begun(root), 0
        self.client = httpx.Client(follow_redirects=True, timeout=60)

    def __call__(self, case: Case) -> None:
        self.port = phones_at_once.killed(self.saga, self.client, case.rng("phone kills"), self.port)


@check("replays", "games", 300)
class Replays:
    """Random games as a page in a browser: each step shows what ``status`` shows at that answer, to somebody."""

    def __init__(self, root: Path) -> None:
        from tests.support.browser import Screen

        self.root, self.screen = root, Screen(root / "profile", 1280, 800, False)

    def __call__(self, case: Case) -> None:
        rng, path = case.rng("replays"), self.root / f"{case.number}.html"
        play = played(case.number)
        viewer = rng.choice((None, *play.state.seats))
        path.write_text(of_game(play, viewer), encoding="utf-8")
        found = dict(replays.browsed(self.screen, path))
        case.counts.update({"steps": len(found), "bytes": path.stat().st_size})
        assert list(found) == [0, *(entry.n for entry in play.live)]
        for n, shown in replays.answered_anew(play, viewer):
            assert found[n] == shown, (n, viewer)
        path.unlink()


@check("alike", "comparisons", 20_000)
@check("alike-drawn", "comparisons", 2000, drawn=True)
def same(case: Case, drawn: bool = False) -> None:
    """Two games that differ only in what a viewer may not know: all that is shown to that viewer is the same (9.4)."""
    how = (alike.laid, alike.told, alike.noted, alike.ordered)[case.number % 4]
    with MonkeyPatch.context() as patch:
        if drawn:
            patch.setattr(alike, "COMMANDS", alike.DRAWN)
            patch.setattr(alike, "PAGES", ("/table", "/me"))
        case.counts["comparisons"] += how(case.number // 4, case.folder, patch)[0]


@check("tab-kills", "kills", 200)
class TabKills:
    """A tab of the static folder closed while it takes an answer: at most that answer is lost, the game goes on."""

    def __init__(self, root: Path) -> None:
        from tests.support.static_folder import WAYS, Host, Tab, killed, made

        self.page, self.killed, self.ways = Tab(Host(made(root / "folder")), root / "profile"), killed, WAYS
        self.page.begin("/sagas")
        self.page.begin_saga()
        for words in BEGUN:
            self.page.say(words)

    def __call__(self, case: Case) -> None:
        rng, way = case.rng("tab kills"), self.ways[case.number % len(self.ways)]
        case.counts[self.killed(self.page, rng.choice((0.0, rng.uniform(0, 0.3), rng.uniform(0, 1))), way)] += 1


@check("phone-siege", "pages", 400, 300)
def stands(case: Case) -> None:
    """One device, 2,000 idle, slow, half-sent connections, 200 requests a second: phones see 95 % within 300 ms."""
    took = sorted(besieged(begun(case.folder), 2000, 200, case.each))
    case.counts["pages"] += len(took)
    case.notes.append(f"median {1e3 * took[len(took) // 2]:.0f} ms, 95 %: {1e3 * took[len(took) * 95 // 100]:.0f} ms")
    assert took[len(took) * 95 // 100] < 0.3, case.notes
