"""What of a Chronicle file is under a seal (8.4: nobody has seen the Dispossessed), and what reading one may raise."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

FORMAT = 1


class ChronicleError(ValueError):
    """A file that is no Chronicle. ``faults`` are ``{"where", "message", "hint"}``, the hint perhaps None."""

    def __init__(self, faults: Iterable[Mapping[str, str | None]]) -> None:
        self.faults = [dict(fault) for fault in faults]
        super().__init__("; ".join(f"{fault['where']}: {fault['message']}" for fault in self.faults))


def seal(value: Any) -> dict[str, str]:
    """``{"sealed": TEXT}`` for a value of JSON; the same value always gives the same text."""
    import base64
    import zlib

    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return {"sealed": base64.b64encode(zlib.compress(text.encode(), 9)).decode()}


def unseal(text: str) -> Any:
    """The value under a seal. Raises ``ValueError`` if the text is damaged."""
    import base64
    import zlib

    try:
        return json.loads(zlib.decompress(base64.b64decode("".join(text.split()), validate=True)))
    except (ValueError, zlib.error) as fault:
        raise ValueError("the seal is damaged") from fault
