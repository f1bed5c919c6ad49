"""What taking back means at a table: the answers that people gave, with all that bots and chance answered since."""

from oathtools.journal.play import Play


def target_of(play: Play, number: int) -> int:
    """The entry before the last ``number`` answers that people gave; all of them if only bots play."""
    bots = {seat["color"] for seat in play.header["seats"] if seat.get("bot")}
    seeded = "seed" in play.header["chance"]
    by_people = [entry for entry in play.live if entry.who not in bots and not (entry.is_chance and seeded)]
    chosen = by_people[-number:] if by_people else play.live[-number:]
    return int(chosen[0].n) - 1 if chosen else 0
