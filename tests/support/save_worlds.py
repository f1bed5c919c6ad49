"""Worlds for tests and checks: the sample strings, and any number of generated ones."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from oathtools.saga.save_string.parse import UNITS, Raw, card_numbers, facts, has, length_of, numbers, site_numbers

LETTERS = "abc DEF 019 -' éß½ Жя 王国 \u200b\n 🐉🦊\U0001f468\u200d\U0001f469"


@cache
def samples() -> list[dict[str, Any]]:
    """Save strings met in public, each with its version, name, game and the sizes of its decks."""
    import yaml

    text = (Path(__file__).parents[1] / "saga" / "samples.yaml").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = yaml.safe_load(text)["samples"]
    return found


def named(version: str, name: str) -> str:
    """The first sample string of that version and name."""
    return str(next(each["string"] for each in samples() if each["version"] == version and each["name"] == name))


def unit_of(names: list[str], wanted: str) -> str:
    """The unit that a reader will find: the first in which the names are as long as in the wanted one."""
    lengths = [length_of(name, wanted) for name in names]
    return next(unit for unit in UNITS if [length_of(name, unit) for name in names] == lengths)


def honest(chance: Random, version: str = "3.3.3") -> Raw:
    """A world as the mod writes it: every relic and Vision once, sites in their usual slots."""
    known = numbers()
    denizens = [card for card, kind in known.kind.items() if kind == "denizen"]
    relics, visions = sorted(known.relics), sorted(known.visions)
    chance.shuffle(denizens)
    chance.shuffle(relics)
    rows = []
    for site in chance.sample(range(23), 8):
        if chance.random() < 0.6:
            rows.append((site + 24, [255, 255, 255]))
            continue
        slots = [denizens.pop() if chance.random() < 0.5 else 255, 255, relics.pop() if chance.random() < 0.5 else 255]
        rows.append((site, slots))
    world = [denizens.pop() for _ in range(51)] + visions
    chance.shuffle(world)
    raw = Raw(
        version=version,
        game=chance.randrange(1, 40),
        name="".join(chance.choice("abcdefgh ") for _ in range(chance.randrange(1, 30))),
        status=0x20,
        citizenship=chance.randrange(32),
        oath=chance.randrange(4),
        suits=[0, 1, 2, 3, 4, 5],
        rows=rows,
        world=world,
        dispossessed=[denizens.pop() for _ in range(6 * chance.randrange(5))],
    )
    if has(version, "relic_deck"):
        raw.relics = relics
    if has(version, "previous_game"):
        raw.previous_citizenship, raw.winner, raw.winner_name = chance.randrange(32), 1 << chance.randrange(6), "Ann"
    return raw


def any_world(chance: Random) -> tuple[Raw, str]:
    """A world that can be read, however odd, and the unit of its names: cards anywhere, doubled, missing."""
    version = chance.choice(list(facts()["versions"]))
    cards, sites = sorted(card_numbers(version)), sorted(site_numbers())

    def deck() -> list[int]:
        return chance.choices(cards, k=chance.choice((0, 1, 6, 20, 54, 255)))

    def name() -> str:
        return "".join(chance.choices(LETTERS, k=chance.randrange(1, 40)))

    raw = Raw(
        version=version,
        game=chance.randrange(0x10000),
        name=name(),
        status=chance.randrange(256),
        citizenship=chance.randrange(256),
        oath=chance.randrange(5),
        suits=chance.choices(range(6), k=6),
        rows=[(chance.choice(sites), chance.choices([*cards, *[255] * 200], k=3)) for _ in range(8)],
        world=deck(),
        dispossessed=deck(),
    )
    if has(version, "relic_deck"):
        raw.relics = deck()
    names = [raw.name]
    if has(version, "previous_game"):
        raw.previous_citizenship = chance.randrange(256)
        raw.winner = chance.choice([mask for mask in range(256) if mask & 0x3F])
        raw.winner_name = name()
        names.append(raw.winner_name)
    return raw, unit_of(names, chance.choice(UNITS))
