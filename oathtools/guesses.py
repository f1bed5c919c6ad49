"""Names that were not spelt as they stand: whoever takes a word for another name notes it, and the answer tells it.

Words are read in many places, and an answer is given in one. Between them stands this: ``catalog.find`` and
``matching.match`` note what they guessed, a command (or a line at the prompt of ``play``) listens while it runs.
Where nobody listens nothing is kept. What is only tried, and may come to nothing, is to be tried under ``listening`` of
its own; ``note`` it again once it holds.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_heard: ContextVar[list[str] | None] = ContextVar("heard", default=None)


def note(*told: str) -> None:
    """Say what was guessed, in words for the people; each thing once."""
    heard = _heard.get()
    if heard is not None:
        heard += [each for each in told if each not in heard]


def taken(words: str, name: str, kind: str | None = None) -> None:
    """Note that words were taken for a name, which is that of a ``kind`` of thing (a card, a site) or of anything."""
    note(f"no {kind} is called {words!r}; taken as {name}" if kind else f"{words!r} is taken as {name}")


def heard() -> tuple[str, ...]:
    """What was noted so far, to whoever listens."""
    return tuple(_heard.get() or ())


@contextmanager
def listening() -> Iterator[list[str]]:
    """Hear what is noted inside. Whoever listens outside does not hear it."""
    own: list[str] = []
    token = _heard.set(own)
    try:
        yield own
    finally:
        _heard.reset(token)
