"""A random stream that is seeded when something is first drawn from it: most ways that a bot tries draw nothing."""

from random import Random
from typing import Any, cast

State = tuple[Any, ...]


class Stream:
    """The stream of a seed, or as it stood ``at`` some moment. It stands in for a ``Random``: ``stream.random``."""

    def __init__(self, seed: str, at: State | None = None) -> None:
        self._seed, self._at = seed, at
        self._made: Random | None = None

    @property
    def at(self) -> State | None:
        """How it stands; None where nothing has been drawn from it."""
        return self._at if self._made is None else self._made.getstate()

    @property
    def was_drawn_from(self) -> bool:
        """Has anything been drawn from it, ever?"""
        return self._made is not None or self._at is not None

    @property
    def as_random(self) -> Random:
        """The same for whoever draws."""
        return cast(Random, self)

    def go_on_at(self, at: State) -> None:
        """Stand as it did at some moment."""
        self._made, self._at = None, at

    def __getattr__(self, name: str) -> Any:
        if self._made is None:
            self._made = Random(self._seed)
            if self._at is not None:
                self._made.setstate(self._at)
        return getattr(self._made, name)
