"""Older formats of the Chronicle file, brought to the one of today.

``STEPS`` has for each older format the step to the next one: a function that changes the mapping of the file in place,
as it was parsed, seals and all. The same step serves the plain data that is read and the text that is edited, so that
comments stay when an old file is written again. A file is only written again when there is something to write.
"""

from collections.abc import Callable, MutableMapping
from typing import Any

from oathtools.saga.chronicle.fault import FORMAT, ChronicleError

Step = Callable[[MutableMapping[str, Any]], None]
# Format 1 is the first. A new format comes with its step here, with a test that an old file is read by it, and with a
# line in docs/formats.md.
STEPS: dict[int, Step] = {}


def migrate(data: MutableMapping[str, Any]) -> int:
    """Bring the mapping of a Chronicle file to the present format, in place; returns the format it had.

    A file that does not say its format has the present one. Raises ``ChronicleError`` for one that is not known.
    """
    said = data.get("format", FORMAT)
    known = isinstance(said, int) and not isinstance(said, bool) and (said == FORMAT or said in STEPS)
    if not known:
        newer = isinstance(said, int) and said > FORMAT
        message = f"format {said!r} is not known here; this program reads format {FORMAT}"
        hint = "It was written by a newer oathtools: update this one." if newer else f"Write format: {FORMAT}"
        raise ChronicleError([{"where": "format", "message": message, "hint": hint}])
    at = int(said)
    while at < FORMAT:
        STEPS[at](data)
        at += 1
        data["format"] = at
    return int(said)
