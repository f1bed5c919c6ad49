"""Reading plain values that people write: each method returns something usable, and notes what is wrong with it.

Positions and Chronicles are read with it; each adds what it alone knows.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from oathtools import schemas

Fault = dict[str, str | None]  # where, message, hint, clause


class Values:
    """Collects faults and warnings while values are read."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.warnings: list[str] = []

    def fault(self, where: str, message: str, hint: str | None = None, clause: str | None = None) -> None:
        """Note a fault: where, what, the way out, and the clause that it breaks."""
        self.faults.append({"where": where, "message": message, "hint": hint, "clause": clause})

    def warn(self, where: str, message: str) -> None:
        """Note something odd that is not wrong."""
        self.warnings.append(f"{where}: {message}")

    # -- plain values --------------------------------------------------------------------------------------------

    def number(self, where: str, value: Any, most: int | None = None, least: int = 0) -> int:
        """A whole number in a range."""
        whole = isinstance(value, int) and not isinstance(value, bool)
        if whole and value >= least and (most is None or value <= most):
            return int(value)
        span = f"from {least} to {most}" if most is not None else f"of {least} or more"
        self.fault(where, f"{value!r} is not a number {span}")
        return least

    def truth(self, where: str, value: Any) -> bool:
        """True or false."""
        if isinstance(value, bool):
            return value
        self.fault(where, f"{value!r} is neither true nor false")
        return False

    def word(self, where: str, value: Any, known: Collection[str], default: str | None = None) -> str:
        """One of some words, or of those of a form, in any case; where it is none the default, or the first of them."""
        if isinstance(known, str):
            known = schemas.words(known)
        word = str(value).strip().casefold().replace(" ", "_").replace("-", "_")
        for each in known:
            if word == each.replace("-", "_"):
                return each
        self.fault(where, f"{value!r} is none of {', '.join(known)}", near(word, known))
        return default or next(iter(known))

    def text(self, where: str, value: Any) -> str:
        """Some text."""
        if isinstance(value, str):
            return value
        self.fault(where, f"{value!r} is not text", "Put it in quotation marks.")
        return ""

    def named(self, where: str, value: Any) -> str:
        """A name: some text that is not blank; a number will do."""
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if not str(value).strip():
            self.fault(where, "a name is expected")
            return ""
        return self.text(where, value)

    def listed(self, where: str, value: Any) -> list[Any]:
        """A list; nothing is an empty one."""
        if value is None:
            return []
        if isinstance(value, list | tuple):
            return list(value)
        self.fault(where, "a list is expected: [..., ...]")
        return []

    def numbered(self, where: str, value: Any) -> Iterator[tuple[str, Any]]:
        """The entries of a list, each with where it stands."""
        for number, each in enumerate(self.listed(where, value), 1):
            yield f"{where}.{number}", each

    def mapping(self, where: str, value: Any) -> dict[str, Any]:
        """A mapping; nothing is an empty one."""
        if value is None:
            return {}
        if isinstance(value, dict):
            return value
        self.fault(where, "a mapping is expected: {key: value, ...}")
        return {}

    def keys(self, where: str, data: Iterable[Any], known: Collection[str]) -> None:
        """Note every key that is not known here; ``known`` may be the form that names them (``schemas.keys``)."""
        if isinstance(known, str):
            known = schemas.keys(known)
        for key in data:
            if key not in known:
                hint = near(str(key), known) or f"Keys: {', '.join(known)}"
                self.fault(where, f"the key {key!r} is not known here", hint)


def near(word: str, known: Collection[str]) -> str | None:
    """A hint that names the known word nearest to one that is not known."""
    from difflib import get_close_matches

    found = get_close_matches(word.casefold(), list(known), 1, 0.5)
    return f"Did you mean {found[0]}?" if found else None
