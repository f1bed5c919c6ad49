"""What a journal holds: a header, then one line for each thing that was said.

* an answer: ``{"n", "asked": {"kind", "who", "form", "options"}, "answer", "skipped", "state"}``; ``options`` are the
  legal ones (a digest where there are many), ``skipped`` the questions with one legal answer that followed it,
  ``state`` the digest of the state where the answer ended at an action boundary
  (``line``: so many answers were given by the same typed line before it)
* an answer let pass by the table: the same with ``overruled`` and the refusals that stood against it
* a correction: ``{"n", "adjust": POSITION, "said": TEXT}``: how the table really stands
* other readings of open points from here on: ``{"n", "readings": {ID: LETTER}, "state"}``
* the variants in force from here on, each with what the saga kept of it: ``{"n", "variants": {ID: {...}}, "state"}``,
  perhaps beside ``readings``
* what was said beside the rules: ``{"n", "remark": {...}}``: a ``note`` (``by``, ``for`` whose eyes alone), a
  ``promise`` or that one has ``ended`` (``how``), what the tool ``rolled`` for the table
* the beginning of chapter 8 once the game is over: ``{"n", "chronicle": {}}``, with ``"seed"`` in it if the tool draws
* an undo or a redo: ``{"n", "undo_to": K, "head": N}``, ``{"n", "redo_to": K, "head": N}``; nothing is erased; ``by``
  the name of whoever took back, where it is known
* a late correction: an undo that says what it corrects (``said``), then the answers that take the place of those it
  took, and those that still stand; each says of which entry it is the repetition (``again``). Taken back it is an undo
  by which the game stands again as it stood when entry ``as_at`` was its last

Several answers given at once are one line (a JSON list), so that all of them are kept or none.
"""

import json
from collections.abc import Sequence
from typing import Any, Final

from oathtools.engine.decision import Answer, Decision, Form
from oathtools.kit import datafiles, intake
from oathtools.kit.lazy import sha256
from oathtools.table.state import State

FORMAT: Final = 1
_FULL: Final = 16
# What an entry may say besides an answer, or beside it; left out of the line where it says nothing.
_BESIDE: Final[dict[str, type]] = {
    "state": str,
    "overruled": list,
    "reason": str,
    "adjust": dict,
    "said": str,
    "undo_to": int,
    "redo_to": int,
    "head": int,
    "as_at": int,
    "again": int,
    "by": str,
    "readings": dict,
    "variants": dict,
    "chronicle": dict,
    "remark": dict,
    "line": int,
}
# One of these at least, where it is no answer.
_ALONE: Final = ("adjust", "undo_to", "redo_to", "readings", "variants", "chronicle", "remark")
# Questions with one legal answer that were skipped, each by its kind, with that answer.
Noted = list[tuple[str, Answer]]


class Entry:
    """One line of a journal, or one answer of a line that holds several.

    ``private`` is known of an answer just given: its question was for one player's eyes; it is not kept, so an entry
    that was is the same. ``beside`` are what else it says, by the names of ``_BESIDE``. Raises ``TypeError`` for
    another name.
    """

    state: str | None = None
    overruled: list[list[str]] | None = None
    reason: str | None = None
    adjust: dict[str, Any] | None = None
    said: str | None = None
    undo_to: int | None = None
    redo_to: int | None = None
    head: int | None = None
    as_at: int | None = None
    again: int | None = None
    by: str | None = None
    readings: dict[str, str] | None = None
    variants: dict[str, Any] | None = None
    chronicle: dict[str, Any] | None = None
    remark: dict[str, Any] | None = None
    line: int | None = None

    def __init__(
        self,
        n: int,
        kind: str = "",
        who: str = "",
        form: str = "",
        options: list[str] | str | None = None,
        answer: Answer = None,
        private: bool = False,
        **beside: Any,
    ) -> None:
        self.n, self.kind, self.who, self.form = n, kind, who, form
        self.options, self.answer, self.private = options, answer, private
        self.skipped: Noted = []
        for name, value in beside.items():
            if name not in _BESIDE:
                raise TypeError(f"an entry says nothing of {name}")
            setattr(self, name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and self.as_data() == other.as_data()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Entry({self.as_data()})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Entry.from_data, (self.as_data(),)

    @property
    def is_answer(self) -> bool:
        """Is it an answer to a question?"""
        return bool(self.kind)

    @property
    def is_chance(self) -> bool:
        """Was it told by dice or cards, so that taking it back is marked? Cards that nobody looked at tell nothing."""
        return self.form == Form.OUTCOME.value and self.answer != []

    def as_data(self) -> dict[str, Any]:
        """The line as JSON data."""
        data: dict[str, Any] = {"n": self.n}
        if self.is_answer:
            data["asked"] = {"kind": self.kind, "who": self.who, "form": self.form, "options": self.options}
            data["answer"] = self.answer
            if self.skipped:
                data["skipped"] = [list(pair) for pair in self.skipped]
        for name in _BESIDE:
            value = getattr(self, name)
            if value is not None:
                data[name] = value
        return data

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Entry":
        """The entry of such data. Raises ``KeyError``, ``TypeError`` or ``ValueError`` if it is none."""
        entry = cls(int(data["n"]))
        question = data.get("asked")
        if question is not None:
            entry.kind, entry.who, entry.form = str(question["kind"]), str(question["who"]), str(question["form"])
            entry.options, entry.answer = question.get("options"), data["answer"]
            entry.skipped = [(str(kind), answer) for kind, answer in data.get("skipped", ())]
        for name in data.keys() & _BESIDE.keys():
            value = data[name]
            if value is not None and (not isinstance(value, _BESIDE[name]) or isinstance(value, bool)):
                raise ValueError(f"{name} is of the wrong kind")
            setattr(entry, name, value)
        if not entry.is_answer and all(getattr(entry, name) is None for name in _ALONE):
            raise ValueError("neither an answer nor a correction nor an undo")
        return entry


def options_of(decision: Decision) -> list[str] | str | None:
    """What a journal keeps of the options of a question: the legal ones in full, a digest where there are many."""
    if decision.form in (Form.OUTCOME, Form.NOTE, Form.AMOUNT):
        return None if decision.form is not Form.AMOUNT else [str(decision.low), str(decision.high)]
    legal = list(decision.legal())
    if len(legal) <= _FULL:
        return legal
    return "sha256:" + sha256("\n".join(legal).encode()).hexdigest()[:8]


def answered(n: int, decision: Decision, answer: Answer, digests: bool) -> Entry:
    """The entry of an answer just given; ``digests``: with the options there were."""
    options = options_of(decision) if digests else None
    return Entry(n, decision.kind, decision.who, str(decision.form), options, answer, decision.private)


def header_for(
    origin: dict[str, Any], seats: list[dict[str, Any]], chance: dict[str, Any], readings: dict[str, str]
) -> dict[str, Any]:
    """The first line of a journal: everything a replay needs that is not an answer.

    ``origin`` is ``{"world": ...}`` or ``{"position": ...}``; ``chance`` is ``{"seed": S}`` or ``{"table": true}``.
    """
    return {
        "format": FORMAT,
        "law": datafiles.LAW,
        "readings": readings,
        "seats": seats,
        "chance": chance,
        "origin": origin,
    }


def dump(entries: Sequence[Entry]) -> str:
    """One line for entries that belong together."""
    data = [entry.as_data() for entry in entries]
    return json.dumps(data[0] if len(data) == 1 else data, ensure_ascii=False, separators=(",", ":"))


# -- what a header says that its game begins from: a world that is set up (chapter 1), or a position -------------------


class NoBeginning(ValueError):
    """The header of a journal tells of no table that a game could begin at."""


def begun(header: dict[str, Any]) -> tuple[State, str | None]:
    """The state that a game begins with, and what was left out of its position. Raises ``NoBeginning``.

    That is a result that cannot be (3): earlier rules took it, and who has won can still be told (8).
    """
    from oathtools.table.position.cards import PositionError

    try:
        return first_state(header), None
    except PositionError as fault:
        if all(str(row["where"]).partition(".")[0] == "result" for row in fault.faults):
            rest = {key: value for key, value in header["origin"]["position"].items() if key != "result"}
            return stated(rest), f"the result that its position states is left out: {fault}"
        raise NoBeginning(f"today's rules cannot begin from its position: {fault}") from fault
    except (LookupError, TypeError, AttributeError, ValueError) as fault:
        raise NoBeginning(f"no game can begin from its origin ({type(fault).__name__}: {fault})") from fault


def first_state(header: dict[str, Any]) -> State:
    """The state that a game begins with."""
    from oathtools.procedures.machine.world import Seat, World, opening

    origin = header["origin"]
    if "position" in origin:
        return stated(origin["position"])
    seats = [Seat(each["name"], each["color"], each["role"]) for each in header["seats"]]
    return opening(World.from_data(origin["world"]), seats)


_STATED: dict[str, tuple[State, list[str]]] = {}  # the position that was read last, and what was guessed in it


def stated(position: dict[str, Any], known: State | None = None) -> State:
    """The state that a position states, what it says of variants completed. Raises ``PositionError``.

    A judgement asks for it again and again: the same one is read once, and not at all where its state is ``known``.
    No journal may begin with that, which reads the position again the next time.
    """
    key = repr(position)
    found = _STATED.get(key)
    if found is None:
        with intake.listening() as notes:
            found = _read(position, known), notes
        _STATED.clear()
        _STATED[key] = found
    intake.note(*found[1])
    return found[0].copy()


def _read(position: dict[str, Any], known: State | None) -> State:
    from oathtools.table.position.cards import PositionError
    from oathtools.table.position.form import from_position

    state = known or from_position(position)
    if state.variants:
        from oathtools.procedures.machine.registry import VariantFault
        from oathtools.variants import opened

        try:
            state.variants = opened(state.variants, state.variants)
        except VariantFault as wrong:
            rows = [{"where": at, "message": what, "hint": way, "clause": None} for at, what, way in wrong.faults]
            raise PositionError(rows) from None
    return state
