"""What a pure function says of each value, worked out once and then read as from a table."""

from collections.abc import Callable
from typing import TypeVar

Key = TypeVar("Key")
Found = TypeVar("Found")


class Kept(dict[Key, Found]):
    """The table of a function of one value, filled as it is read: ``@Kept``, then ``name[value]``.

    To read it is several times cheaper than to call what ``functools.cache`` makes, above all from compiled modules: it
    is for what is asked many times at each decision.
    """

    __slots__ = ("_of",)

    def __init__(self, of: Callable[[Key], Found]) -> None:
        super().__init__()
        self._of = of

    def __missing__(self, key: Key) -> Found:
        found = self[key] = self._of(key)
        return found
