"""Regular expressions that are compiled when they are first used: most commands use few of those that they import."""

import re
from typing import Any, cast


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
