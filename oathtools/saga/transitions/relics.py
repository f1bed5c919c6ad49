"""8.6: the relics are all there again, and faceup sites have as many as they show."""

from oathtools import catalog
from oathtools.saga.save_string.ids import facts
from oathtools.saga.save_string.parse import SLOTS as PLACES
from oathtools.saga.transitions.account import Account, count, names
from oathtools.saga.transitions.holdings import SLOTS
from oathtools.table.state import GRAND_SCEPTER


def relics(account: Account) -> None:
    """Compare the relics. Where they lie within the deck nobody can follow: it is shuffled twice."""
    before, after = account.before, account.after
    if GRAND_SCEPTER in after.places:
        account.flag("8.6.1", after.places[GRAND_SCEPTER][0], "the Grand Scepter goes to the World Box")
    if after.relics is None:
        account.cannot_tell("8.6", "what became of the relics: this world has no relic deck")
        return
    every = frozenset(catalog.ids("relic", after.chronicle.variants)) - {GRAND_SCEPTER}
    unknown = [place for place in after.chronicle.unknown() if place.endswith(": unknown relic")]
    missing = every - after.relics
    if len(missing) > len(unknown):
        _missing(account, missing, bool(unknown))
    elif before.relics is not None and every - before.relics and not missing:
        many = count(len(every - before.relics), "relic")
        account.notes.append(f"{many} missing before are there again: the mod's reader puts them on top of the deck")
    _top_up(account)
    _where(account)
    account.cannot_tell("8.6.3", "whose relics lie on top of the relic deck, and where each of them was in the game")


def _missing(account: Account, missing: frozenset[str], vague: bool) -> None:
    before = account.before
    lost = [card for card in missing if before.relics is not None and card in before.relics]
    if not lost:
        many = count(len(missing), "relic")
        account.notes.append(f"{many} missing in both worlds")
        return
    text = f"{count(len(lost), 'relic')} missing: every relic of the game goes back to a site or the deck"
    hint = "The mod's own reader puts missing relics on top of the relic deck; so does new --repair."
    account.flag("8.6.1", "relic_deck", text, text if vague else f"{text} ({names(lost)})", hint)


def _where(account: Account) -> None:
    """Where relics lie now, and which of those of the old map are in the deck again."""
    before, after = account.before, account.after
    lying = [slot for slot in filter(after.faceup, SLOTS) if after.rows[slot].relics]
    if lying:
        sites = [str(after.sites[slot]) for slot in lying]
        told = [card for slot in lying for card in after.rows[slot].relics if isinstance(card, str)]
        text = f"Facedown relics lie at {names(sites)}"
        account.tell("8.6.2", text, f"{text}: {names(told)}")
    was = {card for row in before.rows for card in row.relics if isinstance(card, str)}
    now = {card for row in after.rows for card in row.relics if isinstance(card, str)}
    if was - now:
        text = "Relics that lay at sites are in the relic deck again, some by way of the players perhaps"
        account.tell("8.6.1", text, f"{text}: {names(was - now)}")


def _top_up(account: Account) -> None:
    """8.6.2: a faceup site has at least the relics of its prompt, as long as there are any."""
    after = account.after
    deck = after.chronicle.relic_deck
    for slot in filter(after.faceup, SLOTS):
        row, site = after.rows[slot], catalog.site(str(after.sites[slot]))
        wanted, here = site.reveal.relics, len(row.relics)
        room = PLACES - len(row.cards)
        if here < min(wanted, room) and deck:
            text = f"{site.name} has {count(here, 'relic')}; it is topped up to {wanted}"
            account.flag("8.6.2", f"map.{slot + 1}", text)
        elif here > max(wanted, facts()["other_relics"].get(site.id, 0)) and slot in account.facts["fit"].drawn:
            text = f"{site.name} came from the site deck and has {count(here, 'relic')}; it is topped up to {wanted}"
            account.flag("8.6.2", f"map.{slot + 1}", text)
