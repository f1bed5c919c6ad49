"""What hands fetch and where they put it: one line of a pull list, and the stacks that the box is sorted into."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from oathtools import catalog
from oathtools.table.effects import Event
from oathtools.table.state import State

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

WORLD_BOX, GAME_BOX, EDIFICES, DISPOSSESSED = "World Box", "game box", "Archive, edifices", "Dispossessed"
SITES, RELIC_STACK, WORLD_STACK, MAP, BOARDS = "site deck", "relic deck", "world deck", "map", "boards"
RELICS_KEPT: Final = "relics"  # where no relic deck has been made
ASIDE: Final = "aside"
HOME: Final = "personal banks"
# The stacks as the box is sorted, then what lies on the table.
STACKS: Final = (
    WORLD_BOX,
    GAME_BOX,
    EDIFICES,
    *(f"Archive, {suit.title()}" for suit in catalog.SUITS),
    DISPOSSESSED,
    *(SITES, RELICS_KEPT, RELIC_STACK, WORLD_STACK, MAP, BOARDS),
)

SPOILED: Final = "(--spoil names them)"

# What hands do with what they take: put cards there, or a site with all that lies at it; turn over, shuffle; pieces.
CARRY, SITE, TURN, SHUFFLE, PIECES, OTHER = "carry", "site", "turn", "shuffle", "pieces", "other"


class Pull(NamedTuple):
    """One movement of hands: what is taken from a place, where it is put, and how it lies there.

    ``step`` is its clause, ``cards`` are ids that all may know, ``number`` says how many cards or sites they are (0:
    all that lie there) and ``back`` which, if only those with one back (or of one suit) are meant. What is turned or
    shuffled stays, and has no ``target``.
    """

    step: str
    source: str
    what: str
    target: str = ""
    how: str = ""
    cards: tuple[str, ...] = ()
    does: str = OTHER
    number: int = 0
    back: str = ""

    def says(self, arrow: str = "->", typed: bool = True) -> str:
        """What hands do at its source, for people; ``typed``: for people who type commands."""
        what = self.what if typed else self.what.replace(f" {SPOILED}", "")
        end = f" {arrow} {self.target}" if self.target else ""
        return f"{what}{end}{f', {self.how}' if self.how else ''}"


class Hands(NamedTuple):
    """What a variant's pulls are told of.

    After a Chronicle: the game as it lies then, the table ``before`` chapter 8, and its events. For setup: the game as
    1.1 lays it out, with nothing told that lies hidden; ``before`` is the same table, and there are no events.
    """

    game: "Game"
    before: State
    events: Sequence[Event] = ()


def by_stack(found: Sequence[Pull]) -> list[Pull]:
    """The same in as few trips as hands can make: what lies in one place together, unless something must come first.

    A line waits for each one before it that speaks of a place of its own.
    """
    left, order = list(found), list[Pull]()
    while left:
        source, waiting, later = left[0].source, set[str](), list[Pull]()
        for pull in left:
            if pull.source == source and not {pull.source, pull.target} & waiting:
                order.append(pull)
            else:
                later.append(pull)
                waiting |= {pull.source, pull.target} - {""}
        left = later
    return order


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
