"""What is worked out, compiled or imported when it is first asked for, and then read as from a table."""

import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    import hashlib

Key = TypeVar("Key")
Found = TypeVar("Found")


class Memo(dict[Key, Found]):
    """The table of a function of one value, filled as it is read: ``@Memo``, then ``name[value]``.

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


# -- regular expressions that are compiled when they are first used: most commands use few of those that they import ---


class _Pattern:
    """Stands for a compiled pattern; each of its methods is looked up once."""

    def __init__(self, text: str, flags: int) -> None:
        self._text, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(self._text, self._flags), name)
        setattr(self, name, found)
        return found


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """The pattern of a regular expression. A mistake in it is found when it is used: a test compiles all of them."""
    return cast("re.Pattern[str]", _Pattern(text, flags))


def names_in(module: str, **homes: Sequence[str]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package, or a module: which names are at home in which module beside it."""
    home_of = {name: home for home, names in homes.items() for name in names}

    def named(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        here = sys.modules[module]
        found = vars(here)[name] = getattr(import_module(f".{home_of[name]}", here.__package__), name)
        return found

    return named


def sha256(content: bytes = b"") -> "hashlib._Hash":
    """The hash of some bytes, and of more. It brings OpenSSL along, and most commands hash nothing."""
    import hashlib

    return hashlib.sha256(content)
