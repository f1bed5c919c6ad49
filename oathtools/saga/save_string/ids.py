"""The numbers of the save string: versions, masks, suits, and which card or site each number means."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from oathtools.datafiles import load


def facts() -> dict[str, Any]:
    """What is known of the mod's format: the book ``save_string``."""
    book: dict[str, Any] = load("save_string")
    return book


@dataclass(frozen=True, slots=True)
class Numbers:
    """Both ways between numbers and catalogue ids, and what the numbers of each kind are."""

    cards: dict[int, str]  # every number of the table but "no card"
    sites: dict[int, tuple[str, bool]]  # number -> id, facedown
    names: dict[int, str]  # number of a card -> its name
    site_names: dict[str, str]  # id of a site -> its name
    number_of: dict[str, int]  # id of a card -> number
    site_number: dict[str, int]  # id of a faceup site -> number
    kind: dict[int, str]  # denizen | edifice | vision | banner | relic; the Grand Scepter: scepter
    same_card: dict[int, int]  # number -> one number for both sides of an edifice
    relics: frozenset[int]
    visions: frozenset[int]


@cache
def numbers() -> Numbers:
    """The tables, made once a process."""
    book = load("cards")
    cards: dict[int, str] = {}
    names: dict[int, str] = {}
    kind: dict[int, str] = {}
    same: dict[int, int] = {}
    for kinds in ("denizens", "edifices", "visions", "banners", "relics"):
        for card_id, entry in book[kinds].items():
            number = entry.get("tts")
            if number is not None:
                cards[number], names[number], kind[number] = card_id, entry["name"], card_id.partition(".")[0]
                other = book[kinds].get(entry.get("other_side"), entry)
                same[number] = min(number, other["tts"])
    scepter = facts()["grand_scepter"]["number"]
    cards[scepter], kind[scepter], same[scepter] = "relic.grand_scepter", "scepter", scepter
    names[scepter] = book["relics"]["relic.grand_scepter"]["name"]
    site_number = {site_id: entry["tts"] for site_id, entry in book["sites"].items()}
    facedown = facts()["facedown_site"]
    sites = {
        number + down * facedown: (site_id, bool(down)) for site_id, number in site_number.items() for down in (0, 1)
    }
    return Numbers(
        cards=cards,
        sites=sites,
        names=names,
        site_names={site_id: entry["name"] for site_id, entry in book["sites"].items()},
        number_of={card_id: number for number, card_id in cards.items()},
        site_number=site_number,
        kind=kind,
        same_card=same,
        relics=frozenset(number for number, what in kind.items() if what == "relic"),
        visions=frozenset(number for number, what in kind.items() if what == "vision"),
    )


@cache
def card_numbers(version: str) -> frozenset[int]:
    """The numbers that a card field may hold in this version, "no card" included."""
    scepter = facts()["grand_scepter"]
    known = set(numbers().cards) | {facts()["no_card"]}
    if triple(version) < triple(scepter["since"]):
        known.discard(scepter["number"])
    return frozenset(known)


@cache
def site_numbers() -> frozenset[int]:
    """The numbers that a site field may hold, "no site" included."""
    return frozenset(numbers().sites) | {facts()["no_site"]}


@cache
def triple(version: str) -> tuple[int, ...]:
    """``3.3.1`` as numbers, for comparing."""
    return tuple(map(int, version.split(".")))


def has(version: str, group: str) -> bool:
    """Whether strings of this version hold ``relic_deck`` or ``previous_game``."""
    book = facts()
    return group in book["layouts"][book["versions"][version]]


def mask_names(mask: int) -> list[str]:
    """The colors of a mask, in the order of their bits."""
    return [name for name, bit in facts()["masks"].items() if mask & bit]


def mask_of(names: list[str]) -> int:
    """The mask of some colors."""
    masks = facts()["masks"]
    return sum(masks[name] for name in dict.fromkeys(names))


@cache
def winner_bits() -> int:
    """The bits of which a winner's mask needs one."""
    return mask_of(facts()["winners"])
