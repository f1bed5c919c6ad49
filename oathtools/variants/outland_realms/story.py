"""The realms in the story of a saga: when they were founded, what they gained and lost, and how they stand now."""

from collections.abc import Sequence

from oathtools.procedures.machine.variant import Kept, Moment, Past
from oathtools.variants.outland_realms.realms import VARIANT, Data, Realms


def story(past: Sequence[Past], now: Data) -> list[Kept]:
    """OR.1 to OR.3, OR.12: each realm, by what was kept before and after each game."""
    known: Realms = {}
    moments: dict[str, list[Moment]] = {}
    for game, before, after in past:
        known |= {**before["realms"], **after["realms"]}
        for rid, realm in after["realms"].items():
            moments.setdefault(rid, []).extend(_changes(game, realm, before["realms"].get(rid)))
        for rid in before["realms"].keys() - after["realms"].keys():
            moments.setdefault(rid, []).append(Moment(game, "ended"))
    standing: Realms = now["realms"]
    known |= standing
    return [
        Kept(
            realm["color"],
            realm["founded"] or None,
            tuple(standing[rid]["sites"]) if rid in standing else (),
            tuple(moments.get(rid, ())),
            rid in standing,
        )
        for rid, realm in known.items()
    ]


def _changes(game, realm, before):
    """What a game did to a realm that stands after it."""
    sites = realm["sites"]
    if before is None:
        return [Moment(game, "founded", tuple(sites))]
    gained = tuple(site for site in sites if site not in before["sites"])
    lost = tuple(site for site in before["sites"] if site not in sites)
    return [Moment(game, says, cards) for says, cards in (("lost", lost), ("gained", gained)) if cards]


VARIANT.story = story
