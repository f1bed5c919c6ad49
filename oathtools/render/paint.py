"""Colors with a meaning, where a terminal shows them: what is new, the question, what went wrong, what is secret.

``NO_COLOR`` is heeded, and what is no terminal gets none. The words say all that the colors say.
"""

import os
import sys

_CODES = {"news": "32", "question": "1", "error": "31", "warning": "33", "secret": "35"}
BOLD, NO_LONGER = "\x1b[1m", "\x1b[22m"


def painted(text: str, means: str, *, err: bool = False) -> str:
    """A text in the color of what it means, each line by itself; as it is where no color is wanted."""
    code = _CODES.get(means)
    if not code or not text or not wanted(err):
        return text
    return "\n".join(f"\x1b[{code}m{line}\x1b[0m" if line else line for line in text.split("\n"))


def bold(text: str) -> str:
    """A word within a text, to be found at a glance."""
    return f"{BOLD}{text}{NO_LONGER}" if wanted(False) else text


def prompt(text: str) -> str:
    """A prompt in bold; the line editing, if there is one, is told that the codes take no room."""
    if not wanted(False):
        return text
    begin, end = ("\x01", "\x02") if "readline" in sys.modules else ("", "")
    return f"{begin}\x1b[1m{end}{text}{begin}\x1b[0m{end}"


def wanted(err: bool = False) -> bool:
    """May colors and bold print be shown there?"""
    stream = sys.stderr if err else sys.stdout
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()
