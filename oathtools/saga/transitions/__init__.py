"""The step from one Chronicle to the next: explained by chapter 8, clause by clause, or flagged where it cannot follow.

``explain(before, after)`` compares two worlds between which one game was played. What cannot be known from the two is
said to be unknown: nothing is guessed. Every flag names its clause and its place.
"""

from oathtools.kit.text import listed
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.transitions import decks, people, sites
from oathtools.saga.transitions.account import Account, Finding, Holdings, Transition

__all__ = ["Finding", "Transition", "explain", "same_world"]


def explain(before: Chronicle, after: Chronicle) -> Transition:
    """What happened between two successive Chronicles, by the steps of chapter 8, and what cannot have.

    Works for any two worlds, however incomplete. If games are missing between the two, that is flagged, and only what
    the new world says by itself is told.
    """
    account = Account(Holdings(before), Holdings(after), entry={"game": before.game})
    decks.doubled(account)
    sites.slots(account)
    if people.number(account):
        _one_game(account)
    else:
        _no_single_game(account)
    account.sort()
    entry = {key: value for key, value in account.entry.items() if value not in (None, [], {}, "")}
    return Transition(before, after, account.steps, account.flags, account.unknown, account.notes, entry)


def _one_game(account: Account) -> None:
    decks.swaps(account)
    sites.sites(account)
    people.edifices(account)
    people.winner(account)
    people.after_the_winner(account)
    people.oath(account)
    people.boards(account)
    sites.cards_at_sites(account)
    sites.gone_from_sites(account)
    decks.denizens(account)
    decks.world_deck(account)
    people.relics(account)


def _no_single_game(account: Account) -> None:
    """Strings are missing between the two, or they are no successors: the steps of one game are not looked for."""
    account.facts["built"] = []
    people.winner(account)
    account.cannot_tell("8", "the steps between these two worlds, for they are not those of one game")
    before, after = account.before.chronicle, account.after.chronicle
    citizens = [color for color, side in after.boards.items() if side == "citizen"]
    account.entry.update(game=after.game - 1, next_oath=after.oath, citizens=citizens)
    if after.game > before.game + 1:
        missing = range(before.game, after.game - 1)
        account.entry["gap"] = f"not told: game{'s' if len(missing) > 1 else ''} {listed(map(str, missing))}"


def same_world(one: Chronicle, other: Chronicle) -> bool:
    """Do two Chronicles say the same world, with no game between them? Spelling and history aside."""
    parts = ("game", "oath", "boards", "map", "world_deck", "dispossessed", "relic_deck")
    return all(getattr(one, part) == getattr(other, part) for part in parts)
