"""Files and arguments that nobody means: each is refused with its place, quickly, and nothing is lost.

Each call reads a file of a kind (a position, players, a Chronicle, rulings, a book, a journal, answers, save strings,
standard input) or takes arguments that were made hostile: bytes altered, cut, doubled, values of another kind, nested
without end, aliases of aliases, numbers of thousands of digits, dates that are none, pipes, devices, folders, links to
themselves, names of a thousand letters, control characters. It must end with one of the exit statuses of
``docs/formats.md`` but the fourth, within the memory and the time of the processor given, with less than 20,000
characters, none of them a control character; the saga must stand as it did if it was refused.
"""

import json
import os
import random
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.checks.runner import ROOT, Case, check

SECONDS, MEGABYTES, CHARACTERS = 2.0, 300, 20_000
PROGRAM = [sys.executable, "-m", "oathtools"]


class Call(NamedTuple):
    """A call: the words, a file to read, what stands in it (bytes, or what makes it), what comes on standard input."""

    name: str
    words: list[str]
    content: "bytes | Callable[[Path], None] | None" = None
    stdin: bytes = b""


READERS: dict[str, list[str]] = {
    "position": ["position", "check", "{}"],
    "start": ["start", "--anew", "--position", "{}"],
    "win": ["win", "--position", "{}"],
    "adjust": ["adjust", "--position", "{}"],
    "players": ["start", "--anew", "--seed", "1", "--players", "{}.yaml"],
    "chronicle": ["new", "{}.saga", "--chronicle", "{}"],
    "import": ["chronicle", "import", "--check", "{}"],
    "tts": ["tts", "read", "{}"],
    "new": ["new", "{}.saga", "--tts", "{}"],
    "journal": ["journal", "check", "{}"],
    "answers": ["answer", "--answers", "{}"],
    "book": ["books", "import", "{}", "--replace"],
}
SAGA_FILES = {"chronicle.yaml": ["chronicle", "check"], "rulings.yaml": ["rulings"], "games/0001.jsonl": ["status"]}


# -- hostile texts -------------------------------------------------------------------------------------------------


def _aliases() -> bytes:
    lines = ["a: &a [x,x,x,x,x,x,x,x,x,x]"]
    lines += [f"{new}: &{new} [{','.join([f'*{old}'] * 10)}]" for old, new in zip("abcdefgh", "bcdefghi", strict=True)]
    return "\n".join(lines).encode()


SHAPES: dict[str, bytes] = {
    "nothing": b"",
    "nested lists": b"[" * 100_000,
    "nested mappings": b'{"a":' * 100_000,
    "nested blocks": "\n".join(" " * at + "a:" for at in range(3000)).encode(),
    "five hundred brackets": b"players: " + b"[" * 500 + b"]" * 500,
    "aliases": _aliases(),
    "an alias of itself": b"players: &a [*a]",
    "a date that is none": b"name: 2026-02-30",
    "a number that is none": b"name: 0x_",
    "five thousand digits": b"round: " + b"9" * 5000,
    "infinity": b"round: .inf",
    "not a number": b'{"round": NaN}',
    "a large number": b'{"round": 99999999999999999999}',
    "forty megabytes": b"- a\n" * 11_000_000,
    "no text": bytes(range(256)) * 4,
    "zeros": b"\0" * 4096,
    "a tag": b"players: !!python/object/apply:os.system [ls]",
    "a set": b"players: !!set {a, b}",
    "two documents": b"---\na: 1\n---\nb: 2\n",
    "a list": b"- 1\n- 2\n",
    "a word": b"hello\n",
    "thousands of faults": b"players:\n" + b"- {colour: red, at: nowhere}\n" * 6000,
    "thousands of keys": "".join(f"key{at}: {at}\n" for at in range(15_000)).encode(),
    "escapes": b'players: [{name: "\\e[2J\\e]0;x\\a", color: red}]\n',
    "one endless line": b"a" * 150_000,
}


ODD_FILES: dict[str, Callable[[Path], None]] = {
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "a loop": lambda path: path.symlink_to(path.name),
    "zeros": lambda path: path.symlink_to("/dev/zero"),
}


def altered(rng: random.Random, raw: bytes) -> bytes:
    """A sound file with some of it changed."""
    body = bytearray(raw)
    for _ in range(rng.choice((1, 1, 2, 5, 40))):
        at = rng.randrange(len(body) or 1)
        kind = rng.randrange(5)
        if kind == 0:
            body[at : at + 1] = bytes([rng.randrange(256)])
        elif kind == 1:
            del body[at : at + rng.randrange(1, 40)]
        elif kind == 2:
            body[at:at] = rng.choice((b"[", b"{", b": ", b"\n", b"- ", b"&a ", b"*a", b"9" * 30, b"null", b"\x1b[31m"))
        elif kind == 3:
            body[at:at] = body[at : at + rng.randrange(1, 200)]
        else:
            body = bytearray(body[: at + 1])
    return bytes(body)


def digits(rng: random.Random, raw: bytes) -> bytes:
    """A save string with single digits changed: often one that can still be read."""
    body = bytearray(raw.strip())
    for _ in range(rng.choice((1, 1, 2, 3))):
        body[rng.randrange(len(body))] = rng.choice(b"0123456789ABCDEF")
    return bytes(body)


def other_kinds(rng: random.Random, raw: bytes) -> bytes:
    """A JSON lines file with a value in its first line, or in any, of another kind."""
    lines = raw.split(b"\n")
    at = 0 if rng.random() < 0.6 else rng.randrange(max(1, len(lines) - 1))
    data = json.loads(lines[at])
    holder, key = rng.choice(list(_places(data)))
    holder[key] = rng.choice((None, 7, -1, 10**30, "x", [], {}, [[]], {"a": 1}, True, "\x1b[2J", 0.5))
    lines[at] = json.dumps(data).encode()
    return b"\n".join(lines)


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    pairs = list(data.items()) if isinstance(data, dict) else list(enumerate(data)) if isinstance(data, list) else []
    for key, value in pairs:
        yield data, key
        yield from _places(value)


BEGUN = """
turn: {player: Bo, phase: act}
players:
- {name: Ann, color: purple, role: chancellor, pawn: Mountain, warbands: 4, favor: 3}
- {name: Bo, color: red, pawn: Plains, warbands: 4, favor: 2, secrets: 1, advisers: [Longbows, {unknown: denizen}]}
- {name: Cy, color: blue, role: citizen, pawn: Mountain, relics: [Whistle]}
sites:
- {site: Plains, warbands: {purple: 2}, cards: [Elders]}
- {site: Mountain, warbands: {red: 1}, cards: [Taming Charm], relics: [{unknown: relic, n: 2}]}
"""
WORDS = (
    *("", "-", "--", "\x1b[2J", "é" * 300, "a" * 5000, "../" * 200, "0" * 400, "-1", "9" * 30, "1.5", "NaN", "'", '"'),
    *("Ann", "Bo", "travel", "campaign", "site:", "Plains=9999999999", "\u202e", "🜁", "%s", "{}", "*", "[" * 300, "\n"),
)
COMMANDS = (
    *(["answer"], ["why"], ["overrule", "--because", "x"], ["adjust"], ["law"], ["card"], ["search"], ["rulings"]),
    *(["rulings", "set", "A-02"], ["rulings", "add"], ["odds", "3"], ["win"], ["log", "--last"], ["undo", "--to"]),
    *(["campaign", "--force"], ["status"], ["legal"], ["new"], ["chronicle", "blame"], ["variants"], ["setup"]),
    *(["start", "--players"], ["-C"], ["--as"], ["position", "export", "--until"], ["tts", "read"], ["books", "show"]),
)


# -- the calls -----------------------------------------------------------------------------------------------------


def call_of(number: int, sound: dict[str, bytes]) -> Call:
    """Hostile call number so-and-so: first each shape in each place, then chance."""
    places = list(READERS.items())
    places += [(file, [f"@{file}", *words]) for file, words in SAGA_FILES.items()]
    shapes = [(*place, name) for place in places for name in (*SHAPES, *ODD_FILES)]
    random.Random(1).shuffle(shapes)
    if number < len(shapes):
        place, words, name = shapes[number]
        return Call(f"{place}: {name}", words, SHAPES.get(name) or ODD_FILES.get(name) or b"")
    rng = random.Random(f"hostile {number}")
    kind = rng.random()
    if kind < 0.35:
        reader = rng.choice(list(READERS))
        return Call(f"{reader}: altered", READERS[reader], altered(rng, sound[reader]))
    if kind < 0.5:
        reader = rng.choice(("tts", "new", "import"))
        return Call(f"{reader}: digits", READERS[reader], digits(rng, sound["tts"]))
    if kind < 0.65:
        return Call("journal: other kinds", READERS["journal"], other_kinds(rng, sound["journal"]))
    if kind < 0.8:
        file = rng.choice(list(SAGA_FILES))
        return Call(f"{file}: altered", [f"@{file}", *SAGA_FILES[file]], altered(rng, sound[file]))
    words = [*rng.choice(COMMANDS), *rng.choices(WORDS, k=rng.randrange(4))]
    words = ["--json", *words] if rng.random() < 0.3 else words
    return Call("arguments", words, stdin=altered(rng, sound["position"]))


@check("hostile", "calls", 2000)
class Hostile:
    """Files and arguments that nobody means are refused with their place, quickly, and nothing is lost."""

    def __init__(self, root: Path) -> None:
        self.root, self.saga, self.sound = root, root / "saga", {}
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "OATHTOOLS_SAGA": str(self.saga),
            "OATHTOOLS_DATA": str(root / "data"),
            "EDITOR": "true",
        }
        self._call("new", str(self.saga), "--first-game")
        begun = root / "begun.yaml"
        begun.write_text(BEGUN, encoding="utf-8")
        self._call("start", "--position", str(begun), "--seed", "1")
        self._call("rulings", "set", "A-02", "a")
        self._call("answer", "travel", "Mountain")
        shutil.copytree(self.saga, root / "kept")
        position = self._call("position", "export", "--all").encode()
        string = self._call("tts", "write", "--fill", "1").encode()
        chronicle = (self.saga / "chronicle.yaml").read_bytes()
        journal = (self.saga / "games/0001.jsonl").read_bytes()
        players = b"- {name: Ann, color: purple}\n- {name: Bo, bot: true}\n"
        book = b"# Law\n\n## 1 Setup\n\n1.1 Take the board.\n1.2 Sit down, see 1.1.\n"
        self.sound = {
            **dict.fromkeys(("position", "start", "win", "adjust"), position),
            **dict.fromkeys(("tts", "new", "import"), string),
            "players": players,
            "chronicle": chronicle,
            "journal": journal,
            "book": book,
            "answers": b"1\ntravel 3\n",
            "chronicle.yaml": chronicle,
            "games/0001.jsonl": journal,
            "rulings.yaml": (self.saga / "rulings.yaml").read_bytes(),
        }

    def _call(self, *words: str) -> str:
        done = subprocess.run([*PROGRAM, *words], env=self.environment, capture_output=True, text=True, check=True)
        return done.stdout

    def fresh(self) -> None:
        shutil.rmtree(self.saga, ignore_errors=True)
        shutil.copytree(self.root / "kept", self.saga)

    def __call__(self, case: Case) -> None:
        call = call_of(case.number, self.sound)
        case.counts[call.name.partition(":")[0]] += 1
        found = self.made(call, case.number)
        case.wrong += [f"{call.name} {' '.join(call.words)[:80]!r}: {each}" for each in found]

    def made(self, call: Call, number: int) -> list[str]:
        """Make a call; what is wrong with what came of it."""
        words, path = list(call.words), self.root / f"given-{number}"
        if words[0].startswith("@"):
            path = self.saga / words.pop(0)[1:]
            path.unlink()
        else:
            words = [word.replace("{}", str(path)) if call.content is not None else word for word in words]
            path = path.with_suffix(".yaml") if f"{path}.yaml" in words else path
        if callable(call.content):
            call.content(path)
        elif call.content is not None:
            path.write_bytes(call.content)
        words = [word.replace("\0", "") for word in words]
        before = self._files()
        begun = _spent()
        try:
            done = subprocess.run(
                [*PROGRAM, *words],
                env=self.environment,
                input=call.stdin,
                capture_output=True,
                timeout=30,
                check=False,
                cwd=self.root,
                preexec_fn=_limit,
            )
        except subprocess.TimeoutExpired:
            return ["it did not end"]
        spent = _spent() - begun
        shown = (done.stdout + done.stderr).decode("utf-8", "replace")
        wrong = []
        if done.returncode not in (0, 1, 2, 3):
            wrong.append(f"exit status {done.returncode}: {shown[-300:]}")
        if spent > SECONDS:
            wrong.append(f"{spent:.1f} s")
        if len(shown) > CHARACTERS and done.returncode:
            wrong.append(f"{len(shown)} characters")
        if any((ord(char) < 32 and char not in "\n\t\r") or char == "\x7f" for char in shown):
            wrong.append("control characters")
        if done.returncode and self._files() != before:
            wrong.append("it was refused, and the saga is another one")
        if self._files() != before or words is not call.words:
            self.fresh()
        return wrong

    def _files(self) -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in sorted(self.saga.rglob("*")) if path.is_file()}


def _spent() -> float:
    """The seconds that the calls so far took of the processor: others may be busy beside them."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def _limit() -> None:
    most = MEGABYTES * 2**20
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
