"""What is played: a plan with one setting, or two that are compared; plain data, so that it can be kept and sent."""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from oathtools import datafiles

FORMAT = 1
_PACKAGE = Path(__file__).parent.parent
# What only tells of games, and cannot change one.
_ABOVE = ("cli", "web", "assistants", "render", "search", "schemas")


class Setting(NamedTuple):
    """What games begin from and are played by.

    ``world`` (a saved world), ``position``, or neither: a random world for each game. ``variants`` are the house rules
    in force, each with what a saga keeps of it; a world and a position have them in themselves besides. ``readings``
    are those that are not the default's. ``bots`` are the names of the bots in turn order, the Chancellor's first.
    """

    bots: tuple[str, ...]
    readings: Mapping[str, str] = {}
    variants: Mapping[str, Any] = {}
    world: Mapping[str, Any] | None = None
    position: Mapping[str, Any] | None = None


class Plan(NamedTuple):
    """The settings, each with its name, what the games are of in words, and the seed that all of them share.

    ``rotate``: the bots change seats from game to game.
    """

    settings: Mapping[str, Setting]
    of: str
    seed: str
    rotate: bool = False

    @property
    def players(self) -> int:
        """How many play."""
        return len(next(iter(self.settings.values())).bots)

    def as_data(self) -> dict[str, Any]:
        """The plan as JSON data."""
        settings = {name: {**each._asdict(), "bots": list(each.bots)} for name, each in self.settings.items()}
        return {"format": FORMAT, "settings": settings, "of": self.of, "seed": self.seed, "rotate": self.rotate}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Plan":
        """The plan of such data. Raises ``LookupError``, ``TypeError`` or ``ValueError`` for what is none."""
        if data["format"] != FORMAT:
            raise ValueError(f"format {data['format']} is not known here")
        settings = {
            name: Setting(**{**each, "bots": tuple(each["bots"])}) for name, each in dict(data["settings"]).items()
        }
        return cls(settings, str(data["of"]), str(data["seed"]), bool(data["rotate"]))

    def digest(self) -> str:
        """A short name of the plan and of the rules by which it is played: equal ones play equal games."""
        said = json.dumps(self.as_data(), sort_keys=True)
        return hashlib.sha256(f"{rules()} {said}".encode()).hexdigest()[:16]


@cache
def rules() -> str:
    """A digest of what games are played by, the same on machines with the same wheel: by any other they may differ."""
    stamp = hashlib.sha256()
    for root in (_PACKAGE, *datafiles.sources()):
        for path in sorted(root.rglob("*")):
            there = path.relative_to(root)
            if path.suffix in (".py", ".yaml", ".json") and there.parts[0] not in _ABOVE and path.is_file():
                stamp.update(f"{there.as_posix()}\n".encode() + path.read_bytes())
    return stamp.hexdigest()[:16]
