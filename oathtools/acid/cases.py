"""The cases, as they are written (``data/acid``) and as any engine reads them: one JSON object a line.

A file of cases has a chapter of the Law, what all its cases have in common (``base``), and the cases by name. A case
says why, by which clauses, what differs from the base (``at``), what is done, and what that changes (``gives``) or the
clauses that refuse it (``bar``). What it does not name stays as it was. ``each`` are several cases that share the rest.
See ``docs/acid.md``.
"""

import json
import queue
import re
import shlex
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, NamedTuple, Protocol

from oathtools import catalog
from oathtools.acid.engine import Engine, Refused, Unclear
from oathtools.acid.positions import Flat, differences, short
from oathtools.kit import datafiles
from oathtools.procedures.campaign.fight import PLAN, ROLL_OF
from oathtools.procedures.turn import ACTIONS
from oathtools.table.position.cards import PositionError
from oathtools.table.state import SLOTS

BOOK = "acid"
_STEP = ("using", "plans", "attack", "defense", "with", "gives", "bar")

_ATTACK = {"h": "hollow_sword", "s": "sword", "k": "two_swords_skull"}
_DEFENSE = {"0": "blank", "1": "shield", "2": "two_shields", "x": "doubler"}
_COUNTED = re.compile(r"(\d+) (more|less)")


class Case(NamedTuple):
    """A case: its name, the chapter, the cards it is about, clauses and reason, the position, and what is done."""

    id: str
    chapter: str
    cards: list[str]
    law: list[str]
    why: str
    position: Flat
    steps: list[dict[str, Any]]


def cases() -> list[Case]:
    """Every case, in the order of the files."""
    book = datafiles.load(BOOK)
    common = book["base"]
    return [case for name, file in book.items() if name != "base" for case in _of_file(name, file, common)]


def _of_file(name: str, file: dict[str, Any], common: Flat) -> Iterator[Case]:
    base = {**common, **file.get("base", {})}
    for key, entry in file["cases"].items():
        for suffix, each in _rows(entry):
            try:
                yield _case(f"{name}/{key}{suffix}", str(each.get("chapter", file["chapter"])), each, base)
            except (KeyError, ValueError, TypeError, AttributeError) as wrong:
                raise ValueError(f"{name}/{key}{suffix}: {type(wrong).__name__} {wrong}") from wrong


def _rows(entry: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A case alone, or each of those that share the rest."""
    if "each" not in entry:
        yield "", entry
        return
    shared = {key: value for key, value in entry.items() if key != "each"}
    for suffix, row in entry["each"].items():
        other = "gives" if "bar" in row else "bar" if "gives" in row else ""
        rest = {key: value for key, value in shared.items() if key != other}
        yield f".{suffix}", {**rest, **row, **{key: _both(key, rest, row) for key in ("at", "do", "gives")}}


def _both(key: str, shared: dict[str, Any], row: dict[str, Any]) -> Any:
    if isinstance(shared.get(key), list) or isinstance(row.get(key), list):
        return row.get(key, shared.get(key))
    return {**shared.get(key, {}), **row.get(key, {})}


_KEYS = ("why", "law", "card", "chapter", "at", "do", "gives", "bar")


def _case(name: str, chapter: str, row: dict[str, Any], base: Flat) -> Case:
    if strange := [key for key in row if key not in _KEYS]:
        raise ValueError(f"no such key: {strange[0]}")
    law = row["law"]
    cards = row.get("card", [])
    at = row.get("at", {})
    position = _position({**_without(base, set(_named_in(at))), **at})
    return Case(
        name,
        chapter,
        [cards] if isinstance(cards, str) else cards,
        [str(clause) for clause in (law if isinstance(law, list) else [law])],
        row["why"],
        position,
        list(_steps(row, position)),
    )


def _without(base: Flat, named: set[str]) -> Flat:
    """What the cases of a file have in common, its decks without the cards that a case has elsewhere."""
    decks = {key: [card for card in base[key] if card not in named] for key in ("world_deck",) if key in base}
    return {**base, **decks}


def _position(flat: Flat) -> Flat:
    """A position in full: the map filled up, and relics that are nowhere else in the Reliquary."""
    flat = {key: value for key, value in flat.items() if value is not None}
    named = set(_named_in(flat))
    if flat.get("reliquary") == "covered":
        free = (short(card) for card in catalog.ids("relic") if short(card) not in named)
        flat["reliquary"] = [next(free) for _ in range(4)]
    if len(flat["map"]) != SLOTS:
        raise ValueError(f"the map has {len(flat['map'])} sites")
    return flat


def _named_in(flat: Flat) -> Iterator[str]:
    for value in flat.values():
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, str):
                yield each.removeprefix("~")


# -- what is done -----------------------------------------------------------------------------------------------------


def _steps(row: dict[str, Any], position: Flat) -> Iterator[dict[str, Any]]:
    does = row["do"]
    if isinstance(does, dict):
        end = "bar" if "bar" in row else "gives"
        ends = {end: row.get(end)}
        does = [{**does, **ends}]
    state = dict(position)
    for step in does:
        request = _request(step)
        if "bar" in step:
            clauses = step["bar"] if isinstance(step["bar"], list) else [step["bar"]]
            yield {"request": request, "legal": False, "clauses": [str(clause) for clause in clauses]}
            continue
        changes = {key: _becomes(state.get(key), value) for key, value in (step.get("gives") or {}).items()}
        state |= changes
        yield {"request": request, "legal": True, "changes": changes}


def _request(step: dict[str, Any]) -> dict[str, Any]:
    """A request in full: the action, its fields, the modifiers used, and the choices in its course."""
    action = next(iter(step))
    request: dict[str, Any] = {"action": action}
    if action in ACTIONS and step[action] is not None:
        request[ACTIONS[action].fields[0].name] = step[action]
    request |= {key: value for key, value in step.items() if key != action and key not in _STEP}
    if "using" in step:
        request["using"] = _several(step["using"])
    choices: list[list[Any]] = [[PLAN, card] for card in _several(step.get("plans", []))]
    for side, faces in (("defense", _DEFENSE), ("attack", _ATTACK)):
        if side in step:
            choices.append([ROLL_OF[side], [faces[face] for face in str(step[side])]])
    more = step.get("with", {})
    choices += [list(choice) for choice in (more.items() if isinstance(more, dict) else more)]
    if choices:
        request["choices"] = choices
    return request


def _several(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _becomes(before: Any, wanted: Any) -> Any:
    """What a key holds afterwards: as told, or by what it held (``2 more``, ``gets CARD``, ``loses CARD``)."""
    if not isinstance(wanted, str):
        return wanted
    counted = _COUNTED.fullmatch(wanted)
    if counted:
        return int(before or 0) + int(counted[1]) * (1 if counted[2] == "more" else -1)
    verb, _, names = wanted.partition(" ")
    cards = names.split()
    if verb == "gets":
        return [*(before or []), *cards]
    if verb == "loses":
        missing = [card for card in cards if card not in (before or [])]
        if missing:
            raise ValueError(f"{missing[0]} is not there")
        return [card for card in before if card not in cards]
    return wanted


# -- A case run on an engine: what differs from what it says -----------------------------------------------------------


class Unsupported(Exception):
    """What an engine says it does not know: no fault, but no pass either."""


class Fatal(Exception):
    """What no further case can mend: the engine is gone."""


class Driven(Protocol):
    """An engine under the protocol."""

    def position(self, flat: Flat) -> None:
        """Set a position."""

    def verdict(self, request: dict[str, Any]) -> list[str] | None:
        """None if a request is legal, else the clauses that refuse it."""

    def play(self, request: dict[str, Any]) -> None:
        """Carry a request out."""

    def state(self) -> Flat:
        """The table as it stands."""


class Outcome(NamedTuple):
    """What came of a case: passed, or unsupported, or each difference in a sentence."""

    case: Case
    faults: list[str]
    unsupported: str | None = None

    @property
    def passed(self) -> bool:
        """Did everything come as the case says?"""
        return not self.faults and self.unsupported is None


def run(case: Case, engine: Driven, *, clauses: bool = True) -> Outcome:
    """Run a case. ``clauses``: a refusal must name the clauses that the case names."""
    try:
        engine.position(case.position)
        wanted = dict(case.position)
        wanted.pop("readings", None)
        faults = _against("the position", wanted, engine.state(), ignored=_SET_ONLY)
        for number, step in enumerate(case.steps, 1):
            if faults:
                break
            wanted |= step.get("changes", {})
            faults = _step(number, step, wanted, engine, clauses)
        return Outcome(case, faults)
    except Unsupported as unknown:
        return Outcome(case, [], str(unknown))
    except Fatal:
        raise
    except Exception as broken:
        return Outcome(case, [f"the engine failed: {type(broken).__name__}: {broken}"])


# What a position tells of the turn so far; a state need not tell it.
_SET_ONLY = ("discarded", "taken")


def _step(number: int, step: dict[str, Any], wanted: Flat, engine: Driven, clauses: bool) -> list[str]:
    step_name = f"step {number}, {step['request']['action']}"
    refused = engine.verdict(step["request"])
    if not step["legal"]:
        if refused is None:
            return [f"{step_name}: legal, but {', '.join(step['clauses'])} refuse it"]
        missing = [clause for clause in step["clauses"] if clauses and clause not in refused]
        if missing:
            return [f"{step_name}: refused by {', '.join(refused) or 'nothing'}, not by {', '.join(missing)}"]
        return _against(step_name, wanted, engine.state(), ignored=_SET_ONLY)
    if refused is not None:
        return [f"{step_name}: refused by {', '.join(refused) or 'nothing'}, but legal"]
    engine.play(step["request"])
    return _against(step_name, wanted, engine.state(), ignored=_SET_ONLY)


def _against(where: str, wanted: Flat, found: Flat, ignored: tuple[str, ...]) -> list[str]:
    odd = differences(wanted, found)
    return [
        f"{where}: {key} is {found!r}, not {wanted!r}" for key, (wanted, found) in odd.items() if key not in ignored
    ]


# -- the protocol of the acid test: one JSON object a line each way, on standard input and output ----------------------
#
# Both ends are here: a program that is driven, and our own engine where another program drives it. See
# ``docs/acid.md``.


PATIENCE = 30.0


class Broken(Fatal):
    """An engine that does not speak the protocol: what it said instead, or that it said nothing."""


class Failed(Exception):
    """What an engine says went wrong in it."""


class Program:
    """Another program under the protocol. Raises ``Broken`` where it says what nobody can read."""

    def __init__(self, command: str, patience: float = PATIENCE) -> None:
        self._patience = patience
        try:
            self._process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except (OSError, ValueError) as wrong:
            raise Broken(f"{command!r} could not be started: {wrong}") from None
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()

    def _listen(self, stream: IO[str]) -> None:
        for line in stream:
            self._lines.put(line)
        self._lines.put("")

    def close(self) -> None:
        """It has nothing more to do."""
        self._process.kill()
        self._process.communicate()

    def position(self, flat: Flat) -> None:
        """Set a position."""
        self._ask({"position": flat})

    def verdict(self, request: dict[str, Any]) -> list[str] | None:
        """None if a request is legal, else the clauses that it names."""
        answer = self._ask({"verdict": request})
        if not isinstance(answer.get("legal"), bool):
            raise Broken(f"no verdict: {answer}")
        return None if answer["legal"] else [str(clause) for clause in answer.get("clauses", ())]

    def play(self, request: dict[str, Any]) -> None:
        """Carry a request out."""
        self._ask({"play": request})

    def state(self) -> Flat:
        """The table as it stands."""
        state = self._ask({"state": True}).get("state")
        if not isinstance(state, dict):
            raise Broken("no state was told")
        return state

    def _ask(self, message: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=self._patience)
        except OSError:
            line = ""
        except queue.Empty:
            raise Broken(f"no answer within {self._patience:g} seconds to {json.dumps(message)[:200]}") from None
        if not line:
            raise Broken(f"it ended (status {self._process.poll()}) instead of answering {json.dumps(message)[:200]}")
        return _read(line)


def _read(line: str) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise Broken(f"no JSON object: {line.strip()[:200]}")
    if "unsupported" in answer:
        raise Unsupported(str(answer["unsupported"]))
    if "error" in answer:
        raise Failed(str(answer["error"]))
    return answer


def serve(lines: Iterable[str]) -> Iterator[str]:
    """Our own engine as a program that is driven: an answer to each line."""
    engine = Engine()
    for line in lines:
        if line.strip():
            yield json.dumps(_answer(engine, line))


def _answer(engine: Engine, line: str) -> dict[str, Any]:
    try:
        reply = json.loads(line)
        name, value = next(iter(reply.items()))
        return _DOES[name](engine, value)
    except PositionError as wrong:
        return {"error": f"{wrong}"}
    except (ValueError, KeyError, AttributeError, StopIteration, Refused, Unclear) as wrong:
        return {"error": f"{type(wrong).__name__}: {wrong}"}


def _verdict(engine: Engine, request: dict[str, Any]) -> dict[str, Any]:
    refused = engine.verdict(request)
    return {"legal": True} if refused is None else {"legal": False, "clauses": refused}


def _set(engine: Engine, flat: Flat) -> dict[str, Any]:
    engine.position(flat)
    return {"ok": True}


def _play(engine: Engine, request: dict[str, Any]) -> dict[str, Any]:
    engine.play(request)
    return {"ok": True}


_DOES: dict[str, Callable[[Engine, Any], dict[str, Any]]] = {
    "position": _set,
    "verdict": _verdict,
    "play": _play,
    "state": lambda engine, _: {"state": engine.state()},
}
