"""Where a card has been, for people and for programs."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.render.document import Block, Line, Typed
from oathtools.render.game.log import ROUND, TOLD, LogLine, lines
from oathtools.render.game.moments import Moment
from oathtools.render.names import Names
from oathtools.saga.past.diff import Leg, Trail
from oathtools.table.state import PLACE_NAMES
from oathtools.table.views import View
from oathtools.text import capital, listed

PLACES = {
    "world_deck": "in the world deck",
    "relic_deck": "in the relic deck",
    "site_deck": "in the site deck",
    "dispossessed": "among the Dispossessed",
    "archive": "in the Archive",
    "box": "in the World Box",
}
_DEEDS = {
    "built": "It was built",
    "replaced": "An edifice was built in its place",
    "repaired": "It was repaired",
    "fell": "It fell to ruin",
    "ruins_lost": "Its ruin was lost",
    "sites_lost": "It left the map",
    "sites_found": "It was turned up to begin a region",
}
_OF_SITES = ("moved_site", "set_aside")


class Told(NamedTuple):
    """Something that happened to a card within a game: the round (0: before the first, or after the end), the line."""

    round: int
    line: LogLine


def happened(leg: Leg, *, spoil: bool = False) -> list[Told]:
    """What the log of a game says of the card, as everybody could see it, or with ``spoil`` all of it."""
    if leg.play is None:
        return []

    def only(moment: Moment) -> bool:
        facts = moment.facts
        if moment.kind in _OF_SITES:
            return facts.get("site") in leg.ids
        about = "card" in facts and (facts["card"] in leg.ids or facts.get("to") in leg.ids)
        return about and moment.kind != "lay" and (spoil or moment.shown)  # where setup lays it is told by ``before``

    names = Names(View(leg.play.state, None, spoil))
    told, number = [], 0
    for line in lines(leg.play, names, only=only):
        if line.kind == ROUND:
            number = int(line.text.split()[1]) if line.text.startswith("Round ") else 0
        elif line.kind == TOLD and not line.text.startswith("The game is over"):
            told.append(Told(number, line))
    return told


def as_json(trail: Trail, *, spoil: bool = False) -> dict[str, Any]:
    """The trail for programs."""
    return {
        "card": trail.card,
        "name": catalog.name_of(trail.card),
        "now": trail.now,
        "games": [
            {
                "game": leg.game,
                "before": leg.before,
                "after": leg.after,
                "deeds": list(leg.deeds),
                "log": [{**line.as_data(), "round": number} for number, line in happened(leg, spoil=spoil)],
            }
            for leg in trail.legs
        ],
    }


def document(trail: Trail, *, spoil: bool = False) -> list[Block]:
    """The trail for people; games in which nobody saw the card are told in one line."""
    shown: list[Block] = [_title(trail.card)]
    unseen: list[int] = []
    for leg in trail.legs:
        told = list(_leg(leg, spoil))
        if not told:
            unseen.append(leg.game)
            continue
        shown += [*_not_seen(unseen), f"Game {leg.game}"]
        unseen = []
        shown += [Line(text, f"  {lead:<8}") for lead, text in told]
    shown += _not_seen(unseen)
    hint = "" if trail.now is not None or spoil else " (--spoil says where, if that is known)"
    return [*shown, Line((f"Now {_place(trail.now, spoil)}", Typed(hint), "."), hang=2)]


def _title(card: str) -> str:
    kind = card.partition(".")[0]
    suit = catalog.card(card).suit if kind in ("denizen", "edifice") else None
    return f"{catalog.name_of(card)} ({f'{suit.title()} {kind}' if suit else kind})"


def _not_seen(games: list[int]) -> list[Line]:
    if not games:
        return []
    which = f"Game{'s' if len(games) > 1 else ''} {listed([str(game) for game in games])}"
    return [Line(f"{which}: nobody saw it.", hang=2)]


def _leg(leg: Leg, spoil: bool) -> Iterator[tuple[str, str]]:
    told = happened(leg, spoil=spoil)
    if leg.before is not None:
        yield "before", f"{capital(_place(leg.before, spoil))}."
    for number, line in told:
        end = any(cite.startswith("8") for cite in line.cites)
        yield "end" if end else f"round {number}" if number else "setup", str(line)
    if leg.play is None:
        for deed in leg.deeds:
            yield "", f"{_DEEDS[deed]}."
    if leg.after is not None:
        yield "after", f"{capital(_place(leg.after, spoil))}."
    elif leg.before is not None and leg.known[1]:
        yield "after", f"{capital(_place(None, spoil))}."


def _place(place: str | None, spoil: bool) -> str:
    if place is None:
        return "where nobody has told the tool" if spoil else "out of sight"
    if place in PLACE_NAMES:
        return f"at {place.replace('.', ' ').title()}"
    return PLACES.get(place) or f"at {catalog.name_of(place)}"
