"""Entries in their order, of which the first are read only when somebody asks for them."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, overload

from oathtools.journal.entry import Entry

# The first and the last number of each run of entries that follow one another.
Spans = tuple[tuple[int, int], ...]
_number, _kind = attrgetter("n"), attrgetter("kind")


class Unread(NamedTuple):
    """The beginning of a journal that nobody has needed yet.

    ``spans`` are the numbers of its entries that were in force at its end, ``kinds`` how often each kind of question
    had been answered by these; ``read`` reads all of them. What was taken back before could not be brought back there.
    """

    spans: Spans
    kinds: dict[str, int]
    read: Callable[[], list[Entry]]

    @property
    def last(self) -> int:
        """The number of its last entry, which was in force."""
        return self.spans[-1][1]


class Entries(Sequence[Entry]):
    """Entries by their numbers, as a list that reads its beginning when it is asked for it.

    All entries of a journal, or those in force (``in_force``): of an unread beginning these are not the same.
    """

    __slots__ = ("_entries", "_kinds", "_spans", "append", "unread")

    def __init__(self, entries: Iterable[Entry] = (), unread: Unread | None = None, *, in_force: bool = False) -> None:
        self._entries = list(entries)
        # One more: the list's own, since nothing is called as often. So the list stays the same one for good.
        self.append: Callable[[Entry], None] = self._entries.append
        self.unread = unread
        self._kinds = Counter[str]()  # of as many of the first that have been read as it counts: it is asked often
        self._spans: Spans = () if unread is None else unread.spans if in_force else ((1, unread.last),)

    @property
    def read(self) -> list[Entry]:
        """Those that have been read."""
        return self._entries

    @property
    def last(self) -> int:
        """The number of the last one; 0 if there is none."""
        return self._entries[-1].n if self._entries else self._spans[-1][1] if self._spans else 0

    def spans(self) -> Spans:
        """The numbers of all of them."""
        found, read = list(self._spans), self._entries
        if read and read[-1].n - read[0].n == len(read) - 1:  # nothing was taken back: most often, and asked often
            runs = [(read[0].n, read[-1].n)]
        else:
            runs = [(entry.n, entry.n) for entry in read]
        for first, last in runs:
            if found and found[-1][1] == first - 1:
                found[-1] = (found[-1][0], last)
            else:
                found.append((first, last))
        return tuple(found)

    def kinds(self) -> Counter[str]:
        """How often each kind of question is answered by those in force."""
        self._kinds.update(map(_kind, self._entries[self._kinds.total() :]))
        return Counter({} if self.unread is None else self.unread.kinds) + self._kinds

    def answered(self, kind: str) -> int:
        """How often one kind of question is."""
        return self.kinds()[kind]

    def has(self, n: int) -> bool:
        """Is the entry of this number one of them?"""
        if any(first <= n <= last for first, last in self._spans):
            return True
        at = bisect_left(self._entries, n, key=_number)
        return at < len(self._entries) and self._entries[at].n == n

    def since(self, n: int) -> list[Entry]:
        """Those that came after entry ``n``."""
        found: list[Entry] = []
        for entry in reversed(self) if self.last > n else ():
            if entry.n <= n:
                break
            found.append(entry)
            if entry is self._entries[0] and self._spans and self._spans[-1][1] <= n:
                break
        return found[::-1]

    def cut(self, n: int) -> list[Entry]:
        """Take off those that came after entry ``n``, and return them."""
        gone = self.since(n)
        if gone:
            del self._entries[len(self._entries) - len(gone) :]
            self._kinds.clear()
        return gone

    def until(self, n: int) -> "Entries":
        """Those up to entry ``n``."""
        found = self.copy()
        found.cut(n)
        return found

    def copy(self, more: Iterable[Entry] = ()) -> "Entries":
        """The same entries, to be gone on with otherwise; ``more`` after them."""
        copied = Entries([*self._entries, *more], self.unread)
        copied._spans = self._spans
        return copied

    def _all(self) -> list[Entry]:
        if self.unread is not None:
            entries = self.unread.read()
            self._entries[:0] = [entries[n - 1] for first, last in self._spans for n in range(first, last + 1)]
            self.unread, self._spans = None, ()
            self._kinds.clear()
        return self._entries

    def __len__(self) -> int:
        return sum(last - first + 1 for first, last in self._spans) + len(self._entries)

    @overload
    def __getitem__(self, at: int) -> Entry: ...

    @overload
    def __getitem__(self, at: slice) -> list[Entry]: ...

    def __getitem__(self, at: int | slice) -> Entry | list[Entry]:
        length = len(self)
        before = length - len(self._entries)
        if isinstance(at, int):
            index = at + length if at < 0 else at
            return self._entries[index - before] if index >= before else self._all()[at]
        start, stop, step = at.indices(length)
        if step > 0 and start >= before:
            return self._entries[start - before : max(stop - before, 0) : step]
        return self._all()[at]

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._all())

    def __reversed__(self) -> Iterator[Entry]:
        read = self._entries[:]
        yield from reversed(read)
        entries = self._all()
        yield from reversed(entries[: len(entries) - len(read)])

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Entries | list) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._all())


# -- undo and redo ----------------------------------------------------------------------------------------------------


def live_entries(entries: Sequence[Entry]) -> tuple[Entries, list[Entry]]:
    """Fold undo and redo: the entries in force, and those that a redo would bring back (the next one last)."""
    live, taken, _ = _folded(entries)
    return live, [entry for lost in taken for entry in reversed(lost)]


def last_undone(entries: Sequence[Entry]) -> list[Entry]:
    """What the latest undo took and no redo has brought back yet, in the order in which it was answered."""
    taken = _folded(entries)[1]
    return taken[-1] if taken else []


def undos(entries: Entries, since: int) -> list[tuple[Entry, list[Entry]]]:
    """The undos after entry ``since``, each with the entries that it took."""
    if entries.unread is not None and since < entries.unread.last:
        return [row for row in _folded(list(entries))[2] if row[0].n > since]
    return [row for row in _folded(entries)[2] if row[0].n > since]


def _folded(entries: Sequence[Entry]) -> tuple[Entries, list[list[Entry]], list[tuple[Entry, list[Entry]]]]:
    """The entries in force; what each undo took that a redo would bring back, the latest undo last; all undos."""
    live = Entries(unread=entries.unread, in_force=True) if isinstance(entries, Entries) else Entries()
    taken: list[list[Entry]] = []
    all_undos: list[tuple[Entry, list[Entry]]] = []
    for entry in entries.read if isinstance(entries, Entries) else entries:
        if entry.undo_to is not None:
            gone = live.cut(entry.undo_to)
            all_undos.append((entry, gone))
            if entry.as_at is not None:
                for each in _folded(_until(entries, entry.as_at))[0].since(entry.undo_to):
                    live.append(each)
                taken.clear()
            elif gone:
                taken.append(gone[:])
        elif entry.redo_to is not None:
            while taken and taken[-1][0].n <= entry.redo_to:
                live.append(taken[-1].pop(0))
                if not taken[-1]:
                    taken.pop()
        else:
            live.append(entry)
            taken.clear()
    return live, taken, all_undos


# -- late corrections -------------------------------------------------------------------------------------------------


def correction(entries: Entries) -> tuple[Entry, list[Entry]] | None:
    """The latest correction that stands, and the answers it took that have not been said again; None if there is none.

    A correction that lies in the unread beginning is past being gone on with.
    """
    undone = [entry for entry in entries.read if entry.undo_to is not None]
    found = next((entry for entry in reversed(undone) if entry.said is not None), None)
    if found is None or any(each.n > found.n and (each.undo_to or 0) < found.n for each in undone):
        return None
    gone = _folded(_until(entries, found.n - 1))[0].since(found.undo_to or 0)
    again = [entry.again or 0 for entry in _folded(entries)[0].since(found.n)]
    return found, [entry for entry in gone if entry.n > max(again, default=0)]


def _until(entries: Sequence[Entry], n: int) -> Sequence[Entry]:
    return entries.until(n) if isinstance(entries, Entries) else [entry for entry in entries if entry.n <= n]


# -- where a game cannot go on as it was recorded, as it was answered, or as it is changed -----------------------------


class Difference(NamedTuple):
    """Where a journal and the rules of today part: the entry, what it recorded, what is asked now.

    ``hard``: the game stops before this entry; else the answer stood and the difference is only reported.
    """

    n: int
    why: str
    recorded: dict[str, Any]
    asked: dict[str, Any] | None
    hard: bool

    def shown_to(self, viewer: str | None) -> "Difference":
        """The same without what could be answered, and was, for whoever was not asked (9.4)."""
        shown = [_without_answers(each, viewer) for each in (self.recorded, self.asked)]
        return self._replace(recorded=shown[0], asked=shown[1])


def _without_answers(question: dict[str, Any] | None, viewer: str | None) -> Any:
    if question is None or question["who"] == viewer:
        return question
    return {**question, **dict.fromkeys(question.keys() & {"options", "answer"})}


class ReplayError(Exception):
    """A hard difference on replay."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(f"entry {difference.n}: {difference.why}")
        self.difference = difference


class UnderWay(RuntimeError):
    """What is possible only between two actions was asked for in the middle of one."""


class NoWayOn(Exception):
    """The rules cannot go on with an answer, in a game in which one was overruled: nothing of it is kept."""
