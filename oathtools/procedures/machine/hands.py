"""What hands fetch and where they put it: one line of a pull list, and the stacks that the box is sorted into."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from oathtools import catalog
from oathtools.table.effects import Event
from oathtools.table.state import State, place_name

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

WORLD_BOX, EDIFICES, DISPOSSESSED = "World Box", "Archive, edifices", "Dispossessed"
SITES, RELIC_STACK, WORLD_STACK, MAP, BOARDS = "site deck", "relic deck", "world deck", "map", "boards"
RELICS_KEPT: Final = "relics"  # where no relic deck has been made
LOSERS: Final = "discard piles and advisers of the losers"
# The stacks as the box is sorted, then what lies on the table.
STACKS: Final = (
    WORLD_BOX,
    EDIFICES,
    *(f"Archive, {suit.title()}" for suit in catalog.SUITS),
    DISPOSSESSED,
    *(SITES, RELICS_KEPT, RELIC_STACK, WORLD_STACK, MAP, LOSERS, BOARDS),
)


class Pull(NamedTuple):
    """What is taken from a stack and where it is put; ``step`` is its clause, ``cards`` are ids that all may know."""

    step: str
    source: str
    what: str
    target: str
    cards: tuple[str, ...] = ()


class Hands(NamedTuple):
    """What a variant's pulls are told of.

    After a Chronicle: the game as it lies then, the table ``before`` chapter 8, and its events. For setup: the game as
    1.1 lays it out, with nothing told that lies hidden; ``before`` is the same table, and there are no events.
    """

    game: "Game"
    before: State
    events: Sequence[Event] = ()


def by_stack(found: Sequence[Pull]) -> list[Pull]:
    """The same, stack by stack as the box is sorted: for one trip to each. Stacks of variants come last."""
    stacks = list(dict.fromkeys((*STACKS, *(pull.source for pull in found))))
    return sorted(found, key=lambda pull: stacks.index(pull.source))


def with_variants(found: Sequence[Pull], order: Sequence[str], hands: Hands) -> list[Pull]:
    """The pulls of the Law with those of the variants in force, each after those of the step that it follows.

    ``order`` are the clauses of the sequence in their order, steps of variants among them.
    """
    places = {clause: at for at, clause in enumerate(order)}
    rows = [(places[pull.step], 0, pull) for pull in found]
    for number, variant in enumerate(hands.game.variants, 1):
        for after, pulls in variant.hands:
            if after in places:
                rows += [(places[after], number, pull) for pull in pulls(hands)]
    return [pull for *_, pull in sorted(rows, key=lambda row: row[:2])]


def archive_of(suit: str) -> str:
    """The stack of a suit in the Archive."""
    return f"Archive, {suit.title()}"


def slot_words(slot: int) -> str:
    """A map slot for people: ``Provinces 2``."""
    return place_name(slot).replace(".", " ").title()


def cards_words(count: int) -> str:
    """``1 card``, ``3 cards``."""
    return f"{count} card{'' if count == 1 else 's'}"


def relics_words(count: int) -> str:
    """``1 relic``, ``3 relics``."""
    return f"{count} relic{'' if count == 1 else 's'}"
