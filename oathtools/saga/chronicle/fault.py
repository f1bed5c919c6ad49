"""The format of a Chronicle file, and what reading one may raise."""

from collections.abc import Iterable, Mapping

FORMAT = 1


class ChronicleError(ValueError):
    """A file that is no Chronicle. ``faults`` are ``{"where", "message", "hint"}``, the hint perhaps None."""

    def __init__(self, faults: Iterable[Mapping[str, str | None]]) -> None:
        self.faults = [dict(fault) for fault in faults]
        super().__init__("; ".join(f"{fault['where']}: {fault['message']}" for fault in self.faults))
