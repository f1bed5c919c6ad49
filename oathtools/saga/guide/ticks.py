"""How far a pull list has been ticked off, so that fetching can be gone on with: ``pulls.json``."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from oathtools import handed, whole
from oathtools.procedures.machine.hands import Pull

FILE = "pulls.json"


class Ticks:
    """The ticks of one list, by the places of its items. A list that has changed begins anew.

    ``key`` says which list it is (``chronicle:0003``, ``setup``). Without a saga nothing is kept.
    """

    def __init__(self, saga: Path | None, key: str, found: Sequence[Pull]) -> None:
        self.path = None if saga is None else saga / FILE
        self.key = key
        self.digest = hashlib.sha256(json.dumps(list(found)).encode()).hexdigest()[:16]
        kept = self._all().get(key, {})
        same = isinstance(kept, dict) and kept.get("list") == self.digest
        ticked = kept.get("done", []) if same else []
        self.done = {at for at in ticked if isinstance(at, int) and 0 <= at < len(found)}

    def tick(self, at: int, done: bool = True) -> None:
        """Tick an item, or take its tick back; kept at once. Raises ``OSError`` and ``whole.Busy``."""
        (self.done.add if done else self.done.discard)(at)
        if self.path is not None:
            with whole.alone(self.path.parent):
                kept = {**self._all(), self.key: {"list": self.digest, "done": sorted(self.done)}}
                whole.write(self.path, json.dumps(kept, indent=1) + "\n")

    def _all(self) -> dict[str, Any]:
        """What the file holds; one that cannot be read holds nothing, for ticks can be set again."""
        if self.path is None:
            return {}
        try:
            kept = handed.from_json(handed.read(self.path, handed.TABLE))
        except (ValueError, OSError):
            return {}
        return kept if isinstance(kept, dict) else {}
