"""A saga of New Foundations, kept without an engine of its rules: the world after each game, as a save string.

Its file is ``chronicle.yaml``, as that of every saga, and says ``edition: new-foundations``. What lies where, what
moved between two worlds and what does not add up follows from the strings alone; who won, and how, is in the words of
the table. What lies hidden is named where somebody asks for it (``spoil``), and else counted.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from oathtools.catalog.names import EDITION
from oathtools.kit import files, intake
from oathtools.kit.datafiles import load
from oathtools.saga.chronicle.form import parse_text
from oathtools.saga.chronicle.record import ChronicleError
from oathtools.saga.save_string.parse import SaveStringError
from oathtools.saga.save_string.scrambled import DORMANT, World, book, parts, read, write

_HEADING = (
    "# A saga of New Foundations: each world a save string; `words` are yours: who won the game before it, and how.\n"
    "# `now` is what is written down of the game that runs.\n"
)
_MOST_ACTIVE, _MOST_IN_RELIQUARY = 3, 5  # by a paraphrase of the rulebook, pages 36 and 37
_HIDDEN = "out of sight"


class Damaged(ValueError):
    """A file that is no saga of the expansion."""


class KeptWorld(NamedTuple):
    """A world, and what the table tells of the game before it."""

    world: World
    words: list[str]


class Annals(NamedTuple):
    """A saga: the world as it was when it began, and after each game; what is written down of the game that runs."""

    name: str
    kept: list[KeptWorld]
    now: list[str]


class Lying(NamedTuple):
    """A card and where it lies; whether everybody at the table sees it there."""

    card: str
    kind: str
    place: str
    is_open: bool


# -- the file ----------------------------------------------------------------------------------------------------------


def opened(path: Path) -> Annals | None:
    """The saga in a file; None where it is none of the expansion. Raises ``Damaged``."""
    try:
        text = intake.read(path, intake.CHRONICLE)
        if f"edition: {EDITION}" not in text[:400]:
            return None
        data = parse_text(text)
        kept = [KeptWorld(read(str(row["string"])), list(row.get("words") or [])) for row in data["worlds"]]
        return Annals(str(data.get("name") or "Our saga"), kept, list(data.get("now") or []))
    except (ChronicleError, SaveStringError) as fault:
        raise Damaged(str(fault)) from None
    except (KeyError, TypeError, AttributeError):
        raise Damaged("worlds, each with its string, are expected") from None
    except (OSError, UnicodeDecodeError):
        return None


def as_yaml(data: Mapping[str, Any]) -> str:
    """Data as a file has them."""
    import yaml

    return yaml.safe_dump(dict(data), sort_keys=False, allow_unicode=True, width=118, default_flow_style=None).rstrip()


def save(path: Path, annals: Annals) -> None:
    """Write the file. Raises ``Unfit``, ``OSError``."""
    worlds = [{"string": write(world), **({"words": words} if words else {})} for world, words in annals.kept]
    data = {"edition": EDITION, "name": annals.name, "worlds": worlds, **({"now": annals.now} if annals.now else {})}
    files.write(path, f"{_HEADING}{as_yaml(data)}\n")


# -- what lies where ---------------------------------------------------------------------------------------------------


def lying(world: Mapping[str, Any], *, spoil: bool = False) -> Iterator[Lying]:
    """Every site and card. Everybody sees the map but for its relics, and the legacies that are in force."""
    for part in parts("sites"):
        for row in world.get(part) or []:
            yield Lying(row["site"], "site", part, spoil or part == "map")
            for card in row["cards"]:
                sees = part == "map" and _kind(card) != "relic"
                yield Lying(card, _kind(card), f"{part}, {row['site']}", spoil or sees)
    for part in parts("pile", "list"):
        yield from (Lying(card, _kind(card), part, spoil) for card in world.get(part) or [])
    for color in parts("board"):
        board = world.get(color) or {"advisers": [], "legacies": [], "relics": []}
        for field in ("advisers", "relics"):
            yield from (Lying(card, _kind(card), f"{color}, {field}", spoil) for card in board[field])
        for card in board["legacies"]:
            name, dormant = card.removesuffix(DORMANT), card.endswith(DORMANT)
            yield Lying(name, "legacy", f"{color}, {'dormant ' * dormant}legacies", spoil or not dormant)


def _kind(card: str) -> str:
    return ("denizen", "relic", "edifice")[max(0, book().numbers["items"][card] // 100 - 3)]


def shown(world: Mapping[str, Any], *, spoil: bool = False) -> dict[str, Any]:
    """A world by its places: the cards that everybody may know, and how many others lie there."""
    places: dict[str, dict[str, Any]] = {}
    for each in lying(world, spoil=spoil):
        place = each.place if spoil or not each.place.startswith("atlas") else "atlas"
        held = places.setdefault(place, {"cards": [], "hidden": 0})
        if each.is_open:
            held["cards"].append(each.card)
        else:
            held["hidden"] += 1
    sides = {color: board["side"] for color in parts("board") if (board := world.get(color))}
    return {"edition": EDITION, "foundations": world.get("foundations") or [], "sides": sides, "places": places}


def changes(before: Mapping[str, Any], after: Mapping[str, Any], *, spoil: bool = False) -> dict[str, Any]:
    """What differs between two worlds; without ``spoil`` the cards alone that people see come or go."""
    old, new = ({each.card: each for each in lying(world, spoil=spoil)} for world in (before, after))
    cards = []
    for card in dict.fromkeys((*old, *new)):
        ends = [
            None if each is None else each.place if each.is_open else _HIDDEN for each in (old.get(card), new.get(card))
        ]
        ends = [end or (None if spoil else _HIDDEN) for end in ends]
        if ends[0] != ends[1]:
            cards.append({"card": card, "kind": (old.get(card) or new[card]).kind, "before": ends[0], "after": ends[1]})
    sides = {color: [(world.get(color) or {}).get("side") for world in (before, after)] for color in parts("board")}
    sizes = {pile: [len(world.get(pile) or []) for world in (before, after)] for pile in parts("pile", "list")}
    faces = [set(world.get("foundations") or []) for world in (before, after)]
    return {
        "sides": {color: pair for color, pair in sides.items() if pair[0] != pair[1]},
        "turned": sorted(faces[0] ^ faces[1]),
        "cards": cards,
        "piles": {pile: pair for pile, pair in sizes.items() if pair[0] != pair[1]},
    }


def pulls(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What hands move to make the later world: from stack to stack the names that all may know, and how many others."""
    seen = {each["card"] for each in changes(before, after)["cards"]}
    stacks: dict[tuple[str, str], list[str]] = {}
    for each in changes(before, after, spoil=True)["cards"]:
        ends = [str(each[end] or "the box") for end in ("before", "after")]
        bare = [end if each["card"] in seen and end.startswith("map") else end.partition(", ")[0] for end in ends]
        stacks.setdefault((bare[0], bare[1]), []).append(each["card"])
    return [
        {
            "from": source,
            "to": target,
            "cards": (open_ := [card for card in cards if card in seen]),
            "hidden": len(cards) - len(open_),
        }
        for (source, target), cards in sorted(stacks.items())
    ]


def faults(world: Mapping[str, Any], *, spoil: bool = False) -> Iterator[tuple[str, str]]:
    """What cannot be, by the pieces and by a paraphrase of the rulebook: where, and what."""
    every = list(lying(world, spoil=spoil))
    for card, times in Counter(each.card for each in every).items():
        rows = [each for each in every if each.card == card]
        if times > 1:
            name = card if all(each.is_open for each in rows) else f"a {rows[0].kind}"
            yield rows[1].place.partition(",")[0], f"{name} lies {times} times: each card exists once"
    for kind, part in (("relics", "relic_deck"), ("sites", "atlas")):
        lost = sorted(set(book().numbers[kind]) - {each.card for each in every})
        if lost and world.get(part):  # the stack is told
            yield part, f"missing of the {kind}: {', '.join(lost) if spoil else len(lost)}"
    for row in world.get("map") or []:
        room, held = load("new_foundations_cards")["site"][row["site"]]["capacity"], [*map(_kind, row["cards"])]
        if len(held) - held.count("relic") > room:
            yield "map", f"{row['site']} has room for {room} and holds {len(held) - held.count('relic')}"
    if len(world.get("reliquary") or []) > _MOST_IN_RELIQUARY:
        yield "reliquary", f"{len(world['reliquary'])} relics; a Chronicle leaves {_MOST_IN_RELIQUARY} at most"
    boards = {color: board for color in parts("board") if (board := world.get(color))}
    heads = [color for color, board in boards.items() if board["side"] == "chancellor"]
    if len(heads) > 1:
        yield heads[1], f"more than one Chancellor: {', '.join(heads)}"
    for color, board in boards.items():
        active = sum(not each.endswith(DORMANT) for each in board["legacies"])
        if active > _MOST_ACTIVE:
            yield color, f"{active} legacies in force; {_MOST_ACTIVE} at most"
