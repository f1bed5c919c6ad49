"""Is a game that goes on from what is kept beside its journal the game that is replayed from its first answer?

A recorded game is played again as at a table, a line at a time, each given by one process and looked at by the next.
And is the base game what it was without New Foundations? ``Apart`` knows nothing of it.
"""

import multiprocessing
from collections.abc import Callable, Iterator
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

import click

from oathtools import catalog
from oathtools.cli.shared.gaming import names_for, open_document, question_data
from oathtools.cli.shared.taking_back import back, stands
from oathtools.engine.decision import NotOffered
from oathtools.journal import Entry, Play, file, snapshots
from oathtools.journal.entry import dump
from oathtools.journal.play import target_of, turn_began
from oathtools.kit.datafiles import load
from oathtools.render.game.log import before_last, document, lines
from oathtools.saga import folder
from oathtools.table.position.form import position_text, to_position
from tests.support import rich
from tests.support.alike import main_in
from tests.support.question_sets import SETS, questions
from tests.support.random_games import played

GAMES = Path(__file__).parent.parent / "games" / "older"


def a_saga(path: Path) -> Path:
    """A saga's folder without a game; returns where its journal will be."""
    (path / "games").mkdir(parents=True)
    (path / "chronicle.yaml").write_text("oath: supremacy\n", encoding="utf-8")
    return path / "games" / "0001.jsonl"


def standing(play: Play) -> Any:
    """All that a game says of itself and of what comes next."""
    asked = play.pending
    question = asked and (asked.kind, asked.who, asked.form, list(asked.options), list(asked.legal()), asked.cites)
    stand = (snapshots.packed(play.state), play.game.readings, play.game.is_settled, play.counter("act"))
    return stand, question, play.driver.skipped, play.differences, len(play.live), play.undone, play.head


def shown(play: Play) -> list[Any]:
    """What commands say of a game: the question, the last answers, what an undo would take."""
    told = [lines(play, names_for(play), before_last(play, many)) for many in (1, 5, 20)]
    taken = back(play, target_of(play, 1)) if play.live else None
    asked = (open_document(play), question_data(play), stands(play)) if play.pending is not None else ()
    return [asked, told, document(told[1]), taken and (taken.lines, taken.lost, taken.to), turn_began(play)]


def played_again(name: str, journal: Path) -> Iterator[int]:
    """Play a recorded game again at a table; yields how many lines it has got so far. Ends where the rules differ."""
    recorded = file.read(GAMES / f"{name}.jsonl", anew=True)
    file.create(journal, recorded.header)
    ends = sorted(recorded.ends)
    for number, (before, end) in enumerate(zip([0, *ends], ends, strict=False), 1):
        with folder.writing(journal) as running:
            play, since = running.play, running.play.head
            try:
                for entry in recorded.entries[before:end]:
                    say(play, entry)
            except (NotOffered, LookupError, ValueError, RuntimeError):
                return
            running.save(play.entries[since:])
        yield number


def say(play: Play, entry: Entry) -> None:
    """Say a recorded entry again. Raises what ``Play`` raises."""
    if entry.adjust is not None:
        play.adjust(entry.adjust, entry.said or "")
    elif entry.undo_to is not None:
        play.undo(entry.undo_to)
    elif entry.redo_to is not None:
        play.redo(entry.redo_to)
    elif entry.readings is not None or entry.variants is not None:
        play.adopt(entry.readings or {}, entry.variants)
    elif entry.chronicle is not None:
        play.write_chronicle(entry.chronicle.get("seed"))
    elif entry.overruled is not None:
        play.overrule(entry.answer, entry.reason or "")
    else:
        play.answer(entry.answer)


def differences(name: str, folder_: Path, every: int = 1) -> Iterator[list[str]]:
    """What a game says otherwise than its replay, at every so manieth line."""
    journal = a_saga(folder_ / name)
    for number in played_again(name, journal):
        if number % every == 0:
            with click.Context(click.Command("oathtools")):
                yield [f"{name}, line {number}: {what}" for what in _different(journal)]


def _different(journal: Path) -> Iterator[str]:
    play, anew = folder.view(journal).play, folder.view(journal, anew=True).play
    if standing(play) != standing(anew):
        yield "it stands otherwise"
    for what, one, other in zip(("question", "log", "text", "undo", "turn"), shown(play), shown(anew), strict=True):
        if one != other:
            yield f"the {what} is another one"
    if play.live:
        to = target_of(anew, 1)
        play = folder.view(journal).play
        play.undo(to)
        anew.undo(to)
        if standing(play) != standing(anew):
            yield "it is taken back otherwise"
        if list(play.live) != list(anew.live) or play.entries != anew.entries:
            yield "other entries are in force"


# -- what is kept is wrong -------------------------------------------------------------------------------------------


class Damages:
    """Three recorded games; what goes wrong where the file beside a journal is cut, edited, swapped or of another time.

    The journal may have gone on, gone back or have been edited meanwhile.
    """

    def __init__(self, folder_: Path) -> None:
        self.tables = [_Table(a_saga(folder_ / name), name) for name in ("told-5", "readings", "rich-2")]

    def wrong(self, number: int) -> str | None:
        """Damage number so-and-so: what goes wrong, None if nothing does."""
        rng = Random(f"damaged-{number}")
        here, other = rng.sample(self.tables, 2)
        how = rng.choice(_DAMAGES)
        return here.opened_with(how(rng, here.states, other.states), rng.choice(here.lengths), how.__name__)


class _Table:
    """A recorded game with what is kept beside it, and how it stands at some of its lines."""

    def __init__(self, journal: Path, name: str) -> None:
        self.journal = journal
        self.lines = (GAMES / f"{name}.jsonl").read_bytes().splitlines(keepends=True)
        self.lengths = [len(self.lines) * part // 5 for part in (2, 3, 4, 5)]
        self.expected = {}
        for length in self.lengths:
            self._write(length)
            folder.view(journal)
            self.expected[length] = standing(folder.view(journal, anew=True).play)
        self.states = snapshots.beside(journal).read_bytes()

    def _write(self, length: int) -> None:
        self.journal.write_bytes(b"".join(self.lines[:length]))

    def opened_with(self, states: bytes | None, length: int, how: str) -> str | None:
        """Open the game twice with such a file beside it: the second time with what the first has made of it."""
        self._write(length)
        beside = snapshots.beside(self.journal)
        beside.unlink(missing_ok=True)
        if states is not None:
            beside.write_bytes(states)
        for _ in range(2):
            if standing(folder.view(self.journal).play) != self.expected[length]:
                return f"{self.journal.parent.parent.name}, {length} lines, {how}: it stands otherwise"
        return None


def _deleted(rng: Random, here: bytes, other: bytes) -> None:
    return None


def _cut(rng: Random, here: bytes, other: bytes) -> bytes:
    return here[: rng.randrange(len(here))]


def _torn_out(rng: Random, here: bytes, other: bytes) -> bytes:
    at = rng.randrange(len(here))
    return here[:at] + here[at + rng.choice((1, 10, 1000, 20_000)) :]


def _edited(rng: Random, here: bytes, other: bytes) -> bytes:
    changed = bytearray(here)
    for _ in range(rng.choice((1, 5, 50))):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _numbers_edited(rng: Random, here: bytes, other: bytes) -> bytes:
    """The heads of lines, where the numbers and digests stand."""
    lines = [bytearray(line) for line in here.splitlines(keepends=True)]
    for line in lines:
        line[rng.randrange(min(30, len(line)))] = rng.choice(b"0123456789abcdef ")
    return b"".join(lines)


def _of_another_game(rng: Random, here: bytes, other: bytes) -> bytes:
    return other


def _mixed(rng: Random, here: bytes, other: bytes) -> bytes:
    """Lines of both, in any order, heads and data parted at will."""
    lines = [line.split(b" ", rng.randrange(1, 6)) for line in (here + other).splitlines(keepends=True)]
    rng.shuffle(lines)
    tails = [line[-1] for line in lines]
    rng.shuffle(tails)
    return b"".join(
        b" ".join((*line[:-1], tail if rng.random() < 0.5 else line[-1]))
        for line, tail in zip(lines, tails, strict=True)
    )


def _of_another_version(rng: Random, here: bytes, other: bytes) -> bytes:
    """What a program with other rules would keep of the same journal: other keys, and states of its own."""
    lines = []
    for line in here.splitlines(keepends=True):
        n, end, sound, _key, _digest, data = line.split(b" ")
        state = snapshots.Snapshot(int(n), True, data).opened()
        state["state"]["round"] += 1
        kept = snapshots.Snapshot(int(n), sound == b"1", snapshots.enveloped(state), int(end))
        key = snapshots._key(b"other rules", kept)
        lines.append(b"%s %s %s %s %s %s\n" % (n, end, sound, key, snapshots._digest(kept.data), kept.data))
    return b"".join(lines)


_DAMAGES: list[Callable[[Random, bytes, bytes], bytes | None]] = [
    *(_deleted, _cut, _torn_out, _edited, _numbers_edited, _of_another_game, _mixed, _of_another_version)
]


# -- without New Foundations -----------------------------------------------------------------------------------------


class Apart:
    """A process to which the data of New Foundations are empty, from before it has looked anything up."""

    def __init__(self) -> None:
        fork = multiprocessing.get_context("fork")
        self.calls, there = fork.Pipe()
        fork.Process(target=_apart, args=(there,), daemon=True).start()

    def __call__(self, folder_: Path, *words: str) -> tuple[str, int]:
        self.calls.send((folder_, *words))
        called: tuple[str, int] = self.calls.recv()
        return called


class Moments:
    """Some of what can be asked at a moment, a case each, here and apart."""

    def __init__(self, _folder: Path) -> None:
        self.apart = Apart()

    def __call__(self, case: Any) -> None:
        rng = case.rng()
        commands = moment(case.number, case.folder, rng)
        for words in rng.sample(commands, min(case.each, len(commands))):
            case.counts.update(["commands", next(word for word in words if word != "--json")])
            if main_in(case.folder, *words) != self.apart(case.folder, *words):
                case.wrong.append(f"{' '.join(words)}: it is said otherwise")


def _apart(calls: Connection) -> None:
    for book in ("new_foundations", "new_foundations_cards", "new_foundations_rules"):
        for part in load(book).values():
            if isinstance(part, dict | list):
                part.clear()
    while True:
        calls.send(main_in(*calls.recv()))


@cache
def _of_bots(number: int) -> Play:
    return played(number)


def moment(number: int, folder_: Path, rng: Random) -> list[list[str]]:
    """A recorded game in a folder, cut somewhere, or a position; what can be asked of it there, and looked up."""
    recorded = [*GAMES.parent.glob("*.jsonl"), *GAMES.glob("*.jsonl")]
    at: list[str] = []
    if number % 5 == 4:
        (folder_ / "table.yaml").write_text(position_text(to_position(rich.position(number).built())), "utf-8")
        at = ["--position", "table.yaml"]
    else:
        games = [*sorted(recorded), *range(12)]
        game = games[number % len(games)]
        play = _of_bots(game) if isinstance(game, int) else file.read(game)
        end = rng.randrange(1, len(play.entries) + 1)
        file.create(journal := a_saga(folder_), play.header)
        with journal.open("a", encoding="utf-8") as out:
            out.writelines(dump([entry]) + "\n" for entry in play.entries[:end])
    return list(_commands(at, rng))


def _commands(at: list[str], rng: Random) -> Iterator[list[str]]:
    denizen, relic, site = (catalog.name_of(rng.choice(catalog.ids(kind))) for kind in ("denizen", "relic", "site"))
    line = rng.choice((f"muster {denizen}", f"trade {denizen} for secrets", f"travel {site}", "search world deck",
                       f"recover {relic}", "campaign bandits", f"play {denizen}", "end"))  # fmt: skip
    asked = [
        each for each in questions(rng.choice(sorted(SETS.values()))) if "new foundations" not in each["q"].casefold()
    ]
    force = [str(rng.randrange(1, 9)) for _ in range(3)]
    every = [["legal", *at], ["win", *at], ["why", *line.split(), *at], ["card", denizen], ["card", relic],
             ["law", rng.choice([*load("law")["clauses"]])], ["search", rng.choice(asked)["q"]], ["rulings", "A-02"],
             ["odds", "--force", force[0], "--defense", force[1], "--defenders", force[2]]]  # fmt: skip
    if not at:
        every += [["status"], ["log"], ["ask"], ["chronicle", "show"], ["tts", "write"], ["chronicle", "check"]]
    for words in every:
        yield [*rng.choice(([], ["--json"])), *words]
