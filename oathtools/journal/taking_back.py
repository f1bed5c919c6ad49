"""What taking back means at a table: the answers that people gave, with all that bots and chance answered since."""

from collections.abc import Iterator
from itertools import islice

from oathtools.journal.entry import Entry
from oathtools.journal.play import Play
from oathtools.table.effects import Event
from oathtools.table.views import may_know

# By these somebody has come to know a card; what was seen cannot be taken back.
_SEEN = ("looked", "peeked")


def target_of(play: Play, number: int) -> int:
    """The entry before the last ``number`` answers that people gave; all of them if only bots play."""
    chosen = list(islice(_by_people(play), number)) or list(islice(reversed(play.live), number))
    return chosen[-1].n - 1 if chosen else 0


def line_began(play: Play) -> int:
    """The entry before the last line that people typed, whatever it answered; before the last answer of bots alone."""
    last = next(_by_people(play), None) or next(iter(reversed(play.live)), None)
    return last.n - (last.line or 0) - 1 if last is not None else 0


def action_began(play: Play, n: int) -> int:
    """The entry before the action in the course of which an entry was told; before the entry itself outside of any."""
    for entry in reversed(play.live):
        if entry.n <= n and entry.kind == "act":
            return entry.n - 1
        if entry.n < n and entry.state is not None:
            break
    return n - 1


def turn_began(play: Play, seat: str | None = None) -> int:
    """The entry with which the turn began in which people answered last; the beginning of the game before any turn.

    ``seat``: the last turn of this player instead, 0 if there was none.
    """
    if seat is not None:
        turns = [
            batch for batch in play.batches if any(each.kind == "turn" and _is_of(each, seat) for each in batch.events)
        ]
        return turns[-1].n if turns else 0
    answered = next(_by_people(play), None)
    last = play.live.last if answered is None else answered.n
    before = play.batches_since(last - 1)
    began = [batch.n for batch in before if batch.n < last and any(event.kind == "turn" for event in batch.events)]
    return max(began, default=0)


def _is_of(event: Event, seat: str) -> bool:
    return bool(event.facts.get("who") == seat)


def lost_by(play: Play, to: int) -> list[Entry]:
    """The entries after ``to`` that answering once more does not bring back.

    What dice or cards told, what somebody has seen, and corrections, unless such a one is all that is taken back.
    """
    gone = play.live.since(to)
    seen = {batch.n for batch in play.batches_since(to) if any(map(_shows, batch.events))}
    return [
        entry
        for entry in gone
        if entry.is_chance or entry.n in seen or (entry.adjust is not None and entry is not gone[0])
    ]


def _by_people(play: Play) -> Iterator[Entry]:
    """The answers of people, the last one first."""
    bots = {seat["color"] for seat in play.header["seats"] if seat.get("bot")}
    seeded = "seed" in play.header["chance"]
    return (entry for entry in reversed(play.live) if entry.who not in bots and not (entry.is_chance and seeded))


def _shows(event: Event) -> bool:
    """Has somebody come to see a card by it that was hidden from them?"""
    card = event.facts.get("card")
    if event.kind in _SEEN or event.before is None or event.after is None:
        return event.kind in _SEEN
    if card not in event.before.facedown or card not in event.after.where:
        return False
    return may_know(card, event.after.where[card], event.after.facedown.get(card), None)
