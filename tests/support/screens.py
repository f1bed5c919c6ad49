"""Every screen of a game in memory, as the commands show it: what is printed, or which of them failed, and how."""

import contextlib
import io
import json
import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest import mock

from oathtools.answerers import judge
from oathtools.cli.main import run
from oathtools.cli.shared.common import Settings
from oathtools.journal import Play
from oathtools.saga import folder
from oathtools.saga.folder import Running
from tests.support.games import requests
from tests.support.handled import Watched

NOWHERE = Path("nowhere.jsonl")
ALL = "all"
EXPORT = ("position", "export")
# What every viewer looks at; the last word of some is for one who may know everything.
SCREENS = (
    ("log", "--last", "4"),
    ("status",),
    ("ask",),
    ("legal",),
    ("campaign",),
    ("odds",),
    ("win",),
    EXPORT,
)
# What takes longer is for one viewer after another.
LONG = (("log",), ("ask", "--refused"), ("odds", "--best"), ("win", "--ahead", "--deep", "0"), ("legal", "--player"))
AHEAD = ("win", "--ahead", "--deep", "1")
FAR, SELDOM = 50, 5  # at one answer in so many
SPOILED = {("log",): "--spoil", ("log", "--last", "4"): "--spoil", ("status",): "--spoil", ("ask",): "--all-secrets"}
SPOILED |= {EXPORT: "--all"}
# Commands that have nothing to tell at some moments; all the others must always tell something.
MAY_REFUSE = ("campaign", "odds", "position", "why")
OURS = ("fault of ours", "cannot be told", "Traceback")
HANDLE = "card#"  # what a program may know an unknown card by, and people never do


class Shown(NamedTuple):
    """What a call printed, and its exit status."""

    status: int
    out: str
    err: str


class Failed(AssertionError):
    """A screen that does not show what it should."""


class Screens:
    """The commands over a game in memory; ``refused`` counts what they did not tell, and why."""

    def __init__(self, width: int = 80) -> None:
        self.width, self.calls = width, 0
        self.refused: Counter[str] = Counter()
        self.play: Play | None = None

    @contextlib.contextmanager
    def over(self, play: Play) -> Iterator[None]:
        """Every command that is called inside looks at this game."""

        def view(path: Path, until: int | None = None, **how: Any) -> Running:
            return Running(play if until is None else play.again(until), path, [])

        found = {"require": lambda named: NOWHERE, "latest": lambda saga: NOWHERE, "view": view}
        with (
            mock.patch.multiple(folder, **found),
            mock.patch.object(judge, "_retold", cache(judge._retold)),  # replayed once for all of them
            mock.patch.dict(os.environ, COLUMNS=str(self.width)),
        ):
            self.play = play
            yield

    def call(self, *words: str, viewer: str | None = None, as_json: bool = False) -> Shown:
        """One call; its faults raise ``Failed``."""
        self.calls += 1
        out, err, said = io.StringIO(), io.StringIO(), [*words]
        if viewer == ALL:
            said += [SPOILED[words]] if words in SPOILED else []
        elif viewer is not None:
            said += ["--as", viewer]
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = run([*said, *(["--json"] if as_json else [])], Settings(json=as_json))
        shown = Shown(status, out.getvalue(), err.getvalue())
        fault = self._fault(words, shown, as_json)
        if fault:
            raise Failed(f"{' '.join(said)}{' --json' if as_json else ''}: {fault}\n{shown.out}{shown.err}")
        return shown

    def _fault(self, words: tuple[str, ...], shown: Shown, as_json: bool) -> str:
        """What is wrong with what a call printed, if anything."""
        ours = next((each for each in (*OURS, *(() if as_json else (HANDLE,))) if each in shown.out + shown.err), None)
        if ours:
            return f"it says {ours!r}"
        if shown.status > 2:
            return f"status {shown.status}"
        said = json.loads(shown.out) if as_json else None
        because = shown.err.startswith("Error") if said is None else not said["ok"]
        if not because:
            return "" if shown.out.strip() else "nothing is told"
        first = str(said["error"]["message"]) if said else shown.err.partition("\n")[0]
        self.refused[f"{words[0]}: {first.removeprefix('Error: ')}"] += 1
        return "" if words[0] in MAY_REFUSE else "it is refused"

    def look(self, number: int, rng: Random) -> list[str]:
        """All viewers look at the game at its answer so-and-so; returns what one of them read."""
        play = self.play
        assert play is not None
        seats = play.state.seats
        viewers = [None, ALL, *seats]
        at = number % len(viewers)
        turns = number // len(viewers)
        told = dict.fromkeys(SCREENS, True)
        for index, viewer in enumerate(viewers[at:] + viewers[:at]):
            for words in SCREENS:
                # In the midst of an action the position before it is looked for by replays: for one of them.
                if words == EXPORT and not play.at_boundary and (index or number % SELDOM):
                    continue
                # What there is nothing to tell of (no campaign) is asked by two of them only.
                if told[words] or index < 2:
                    told[words] = not self.call(*words, viewer=viewer, as_json=bool((index + number) % 2)).status
        if number % FAR == 0:
            self.call(*AHEAD, viewer=viewers[at])
        if number % SELDOM == 0:
            self._declared(None if viewers[at] == ALL else viewers[at], rng)
        read = [self._long(words, viewers[at], bool(turns % 2), rng) for words in LONG]
        if play.state.phase not in ("over", "setup") and viewers[at] != ALL:
            read += [self.call("why", *line, viewer=viewers[at]).out for line in requests(play, rng)[:1]]
        return read

    def _declared(self, viewer: str | None, rng: Random) -> None:
        """The odds of a campaign that may be declared, its steps, and the verdict on it."""
        offered = json.loads(self.call("legal", viewer=viewer, as_json=True).out)["data"]
        for family in offered["families"]:
            for one in family.get("defenders", ())[:2] if family["words"] == "campaign" else ():
                others = [each["id"] for each in one["targets"] if each["id"] not in one["must"]]
                targets = [*one["must"], *rng.sample(others, min(len(others), rng.randint(0 if one["must"] else 1, 2)))]
                words = [one["id"], *(word for target in targets for word in ("--target", target))]
                as_json = rng.random() < 0.5
                self.call("odds", *words, viewer=viewer, as_json=as_json)
                self.call("campaign", *words, "--seed", "7", viewer=viewer, as_json=as_json)
                self.call("why", "campaign", *words, "--explain", viewer=viewer, as_json=as_json)

    def _long(self, words: tuple[str, ...], viewer: str | None, as_json: bool, rng: Random) -> str:
        assert self.play is not None
        last = [rng.choice(self.play.state.seats)] if words[-1] == "--player" else []
        return self.call(*words, *last, viewer=viewer, as_json=as_json).out


class Looked(Watched):
    """A game of which everybody looks at every screen after everything that happens."""

    def __init__(self, play: Play, rng: Random, screens: Screens, opened: int = 20) -> None:
        super().__init__(play, rng)
        self.screens, self.opened = screens, opened
        play.takes_snapshots = True

    def look(self) -> None:
        """Render everything; the game is the same afterwards. Now and then it is opened as from a file."""
        self.compared += 1
        play, before = self.play, (self.play.head, self.play.state.digest())
        if self.compared % 5 == 0:
            play.stand()
        seed = self.rng.random()
        with self.screens.over(play):
            shown = self.screens.look(self.compared, Random(seed))
        if (play.head, play.state.digest()) != before:
            raise Failed("looking changed the game")
        if self.compared % self.opened == 0:
            with self.screens.over(play.again()):
                again = self.screens.look(self.compared, Random(seed))
            if again != shown:
                raise Failed(f"opened from its journal it is told otherwise: {_differing(shown, again)}")


def _differing(shown: list[str], again: list[str]) -> str:
    return next(f"{one}\n--- opened:\n{other}" for one, other in zip(shown, again, strict=True) if one != other)
