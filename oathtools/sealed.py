"""An envelope for what a file must keep and people must not read by accident, such as a deck in its order.

It is no lock: anyone can open it on purpose.
"""

import json
from typing import Any

from oathtools import handed

# More than any world has: a seal that somebody made by hand must not fill the memory.
MOST = 1_000_000


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
        opened = zlib.decompressobj()
        said = opened.decompress(base64.b64decode("".join(text.split()), validate=True), MOST)
        if not opened.eof:
            raise ValueError("it says too much, or ends too soon")
        return handed.from_json(said)
    except (ValueError, zlib.error) as fault:
        raise ValueError("the seal is damaged") from fault
