"""Why a bot chose what it chose: the terms before and after, and what else it considered."""

from collections.abc import Mapping
from typing import NamedTuple

from oathtools.engine.decision import Answer

Words = tuple[Answer, ...]


class Considered(NamedTuple):
    """One thing that a bot could have done: its answers, the chance that it comes off, and the terms it leads to."""

    answers: Words
    value: float
    chance: float | None
    terms: Mapping[str, float]


class Why(NamedTuple):
    """A choice explained: what was asked, how the table stood, and what was considered, the best first."""

    bot: str
    who: str
    kind: str
    before: Mapping[str, float]
    considered: tuple[Considered, ...]
    tried: int  # how many ways were run through the rules
    spends: bool = False  # whether it was chosen because Supply that is left would be lost

    @property
    def chosen(self) -> Considered:
        """What was chosen."""
        return self.considered[0]
