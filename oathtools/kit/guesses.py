"""Names that were not spelt as they stand: whoever takes a word for another name notes it, and the answer tells it.

Words are read in many places, and an answer is given in one. Between them stands this: ``catalog.find`` and
``matching.match`` note what they guessed, a command (or a line at the prompt of ``play``) listens while it runs.
Where nobody listens nothing is kept. What is only tried, and may come to nothing, is to be tried under ``listening`` of
its own; ``note`` it again once it holds.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_noted: ContextVar[list[str] | None] = ContextVar("heard", default=None)


def note(*text: str) -> None:
    """Say what was guessed, in words for the people; each thing once."""
    noted = _noted.get()
    if noted is not None:
        noted += [each for each in text if each not in noted]


def taken(words: str, name: str, kind: str | None = None) -> None:
    """Note that words were taken for a name, which is that of a ``kind`` of thing (a card, a site) or of anything."""
    note(f"no {kind} is called {words!r}; taken as {name}" if kind else f"{words!r} is taken as {name}")


def noted() -> tuple[str, ...]:
    """What was noted so far, to whoever listens."""
    return tuple(_noted.get() or ())


@contextmanager
def listening() -> Iterator[list[str]]:
    """Hear what is noted inside. Whoever listens outside does not hear it."""
    own: list[str] = []
    token = _noted.set(own)
    try:
        yield own
    finally:
        _noted.reset(token)
