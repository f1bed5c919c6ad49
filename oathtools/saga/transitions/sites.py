"""8.3.2, 8.3.3 and 8.3.5: which sites stayed, where they were pushed, which came from the deck, what lies on them."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from oathtools import catalog
from oathtools.kit.text import count, listed
from oathtools.saga.chronicle.record import REGIONS
from oathtools.saga.transitions.account import SLOTS, Account, Holdings, names
from oathtools.table.state import slot_words

SALT_THE_EARTH = "denizen.salt_the_earth"  # the one card that makes its own room (2.8.1)


@dataclass(slots=True)
class Fit:
    """How the new map came of the old one.

    ``kept`` and ``ruins``: new slot -> old slot (-1: one of the slots whose site was not known); ``drawn``: new slots
    whose site was turned up at the top of a bare region; ``either``: one of ``kept`` that may as well be ``drawn``.
    """

    kept: dict[int, int] = field(default_factory=dict)
    ruins: dict[int, int] = field(default_factory=dict)
    drawn: list[int] = field(default_factory=list)
    either: int | None = None

    def stays(self, slot: int) -> bool:
        """Was the site of a new slot on the map through the game?"""
        return slot in self.kept or slot in self.ruins


def sites(account: Account) -> None:
    """Match the two maps, tell what became of the sites, flag what 8.3 never does."""
    before, after = account.before, account.after
    fit = matched(before, after)
    if fit is None:
        fit = _misfit(account)
    account.facts["fit"] = fit
    _lost(account, fit)
    _moved(account, fit)
    _found(account, fit)


def slots(account: Account) -> None:
    """Every slot has a site, each site lies once, and a facedown site holds nothing."""
    after = account.after
    for slot in SLOTS:
        row = after.rows[slot]
        if row.site is None:
            hint = "Name the site that lies there, or mend the string: oathtools new --tts STRING --repair."
            account.flag("8.3.5", f"map.{slot + 1}", f"no site lies at {slot_words(slot)}", hint=hint)
        elif row.facedown and (row.cards or row.relics):
            held = count(len(row.cards) + len(row.relics), "card")
            account.flag("8.3.5", f"map.{slot + 1}", f"the facedown site at {slot_words(slot)} holds {held}")
    for site in dict.fromkeys(site for site in after.sites if site):
        found = [slot for slot in SLOTS if after.sites[slot] == site]
        if len(found) > 1:
            where = listed(map(slot_words, found))
            name = catalog.name_of(site)
            shown = all(map(after.faceup, found))
            public = f"{name if shown else 'one site'} lies at {where}"
            text = "a site that is on the map cannot come from the site deck too"
            account.flag("8.3.5", f"map.{found[-1] + 1}", f"{public}: {text}", f"{name} lies at {where}: {text}")


def matched(before: Holdings, after: Holdings) -> Fit | None:
    """The way in which 8.3.5 makes the new map of the old one with the most sites staying; None: there is none."""
    faceup = [slot for slot in SLOTS if after.faceup(slot)]
    ruins = [slot for slot in faceup if after.ruin_at(slot)]
    plain = [slot for slot in faceup if slot not in ruins]
    came = {slot: before.sites.index(after.sites[slot]) for slot in ruins if after.sites[slot] in before.sites}
    if len(came) < len(ruins):
        return None
    for many in range(len(plain), -1, -1):
        kept = _origins(before, after, many) if plain[:many] == list(range(many)) else None
        drawn = plain[many:]
        if kept is None or not all(_turned_up(after, slot) for slot in drawn):
            continue
        free = [slot for slot in _from_the_bottom() if slot >= many][: len(ruins)]
        if sorted(free) == ruins and all(came[low] > came[high] for low, high in itertools.pairwise(free)):
            last = many - 1
            vague = kept.get(last) == -1 and _turned_up(after, last)
            return Fit(kept, came, drawn, last if vague else None)
    return None


def _from_the_bottom() -> list[int]:
    """The slots in the order in which ruins take them: 8.3.5, steps 4 and 5 (and the Cradle, A-93)."""
    regions = list(dict.fromkeys(REGIONS))[::-1]
    return [slot for region in regions for slot in reversed(SLOTS) if REGIONS[slot] == region]


def _origins(before: Holdings, after: Holdings, many: int) -> dict[int, int] | None:
    """The old slots of the first new ones, in the order of the map; None if they are not in that order."""
    kept: dict[int, int] = {}
    last = -1
    for slot in range(many):
        site = after.sites[slot]
        on_the_map = site in before.sites
        if on_the_map:
            old = before.sites.index(site)
        else:  # it lay in some slot that nobody told: the topmost will do, if there is one
            blank = (old for old in SLOTS if old > last and before.sites[old] is None)
            old = next(blank, -1)
        if old <= last or (on_the_map and before.ruin_at(old) and not after.edifice_at(slot)):
            return None  # out of order; or without its ruin, so it was discarded and has come again (8.3.2)
        kept[slot], last = old if on_the_map else -1, old
    return kept


def _turned_up(after: Holdings, slot: int) -> bool:
    """Can 8.3.5, step 7 have turned up the site of a slot? The top one of a region with no other, and nothing on it."""
    region = [each for each in SLOTS if REGIONS[each] == REGIONS[slot]]
    return region[0] == slot and not any(map(after.faceup, region[1:])) and not after.rows[slot].cards


def _misfit(account: Account) -> Fit:
    """Say why the new map cannot come of the old one; the fit is then the best guess, by the names of the sites."""
    before, after = account.before, account.after
    fit, blank = Fit(), any(site is None for site in before.sites)
    flags = len(account.flags)
    for slot in filter(after.faceup, SLOTS):
        site = after.sites[slot]
        where, name = slot_words(slot), catalog.name_of(str(site))
        if site in before.sites:
            (fit.ruins if after.ruin_at(slot) else fit.kept)[slot] = before.sites.index(site)
        elif after.ruin_at(slot):
            account.flag("8.3.3", f"map.{slot + 1}", f"a ruin lies at {name}, which was not on the map")
        elif _turned_up(after, slot):
            fit.drawn.append(slot)
        elif blank:
            fit.kept[slot] = -1
        else:
            text = f"{name} lies faceup at {where} and was not on the map: a site of the deck comes facedown"
            hint = "Only the top site of a region with no other faceup one is turned up, and no denizen lies on it."
            account.flag("8.3.5", f"map.{slot + 1}", text, hint=hint)
    _order(account, fit)
    if len(account.flags) == flags:
        account.flag("8.3.5", "map", "the sites cannot have come to these slots by the seven steps")
    return fit


def _order(account: Account, fit: Fit) -> None:
    """Flag sites that stayed and lie in the wrong order, with a gap above them, or not at the bottom as ruins."""
    after = account.after
    slots = [slot for slot in sorted(fit.kept) if fit.kept[slot] >= 0]
    for above, below in itertools.pairwise(slots):
        if fit.kept[above] > fit.kept[below]:
            pair = f"{_site(after, above)} lies above {_site(after, below)}, and lay below it"
            account.flag("8.3.5", f"map.{above + 1}", f"{pair}: sites that stay are pushed up in their order")
    for at, slot in enumerate(sorted(fit.kept)):
        if at != slot and not _turned_up(after, slot):
            text = f"{_site(after, slot)} stays at {slot_words(slot)}, with room left above: sites are pushed up first"
            account.flag("8.3.5", f"map.{slot + 1}", text)
            break
    free = [slot for slot in _from_the_bottom() if slot not in fit.kept][: len(fit.ruins)]
    for slot in sorted(set(fit.ruins) - set(free)):
        text = f"{_site(after, slot)} has a ruin and lies at {slot_words(slot)}: sites with ruins come to the bottom"
        account.flag("8.3.5", f"map.{slot + 1}", text)
    here = [slot for slot in free if slot in fit.ruins]
    for low, high in itertools.pairwise(here):
        if fit.ruins[low] < fit.ruins[high]:
            pair = f"{_site(after, low)} lies below {_site(after, high)}, and lay above it"
            account.flag("8.3.5", f"map.{low + 1}", f"{pair}: the bottom ruin goes to the bottom slot")


def _site(world: Holdings, slot: int) -> str:
    return catalog.name_of(str(world.sites[slot]))


def _lost(account: Account, fit: Fit) -> None:
    before, after = account.before, account.after
    stayed = {after.sites[slot] for slot in (*fit.kept, *fit.ruins)}
    gone = [slot for slot in SLOTS if before.sites[slot] and before.sites[slot] not in stayed]
    lost = [str(before.sites[slot]) for slot in gone if before.faceup(slot)]
    down = [str(before.sites[slot]) for slot in gone if not before.faceup(slot)]
    if lost:
        account.tell("8.3.2", f"The map loses {names(lost)}")
        account.entry["sites_lost"] = lost
    if down:
        many = count(len(down), "site") + " that lay facedown when the game began"
        account.tell("8.3.2", f"Back to the site deck: {many}", f"Back to the site deck: {many} ({names(down)})")
    if not gone and all(before.sites):
        account.tell("8.3.2", "All eight sites stay")


def _moved(account: Account, fit: Fit) -> None:
    after = account.after
    still = [slot for slot, old in sorted(fit.kept.items()) if old == slot]
    if still:
        account.tell("8.3.5", f"Where they were: {listed(_site(after, slot) for slot in still)}")
    for slot, old in sorted(fit.kept.items()):
        if old not in (slot, -1):
            account.tell("8.3.5", f"{_site(after, slot)} is pushed up, from {slot_words(old)} to {slot_words(slot)}")
        elif old == -1 and slot == fit.either:
            text = f"whether {_site(after, slot)} was on the map before or was turned up from the site deck"
            account.cannot_tell("8.3.5", text)
        elif old == -1:
            account.tell("8.3.5", f"{_site(after, slot)} stays, at {slot_words(slot)}; where it lay is not known")
    for slot, old in sorted(fit.ruins.items(), reverse=True):
        to = f"comes back at {slot_words(slot)}" if old != slot else f"comes back to its place, {slot_words(slot)}"
        account.tell("8.3.5", f"{_site(after, slot)}, set aside with its ruin, {to}")
    for slot, old in sorted(fit.kept.items()):
        if old >= 0 and account.before.rows[old].facedown:
            account.notes.append(f"{_site(after, slot)} was facedown when the game began: it was revealed in play")


def _found(account: Account, fit: Fit) -> None:
    after = account.after
    found = [str(after.sites[slot]) for slot in fit.drawn]
    for slot in fit.drawn:
        account.tell("8.3.5", f"{_site(after, slot)} is turned up at {slot_words(slot)}: its region had no faceup site")
    if found:
        account.entry["sites_found"] = found
    down = [slot for slot in SLOTS if after.rows[slot].facedown and after.rows[slot].site is not None]
    if down:
        hidden = [str(after.sites[slot]) for slot in down if after.sites[slot]]
        text = f"Facedown from the site deck: {listed(map(slot_words, down))}"
        account.tell("8.3.5", text, f"{text} ({names(hidden)})" if hidden else None)


def gone_from_sites(account: Account) -> None:
    """The denizens that lay on the old map and do no more: gone with their sites, or from sites that stayed."""
    before, after = account.before, account.after
    fit: Fit = account.facts["fit"]
    stayed = {after.sites[slot] for slot in (*fit.kept, *fit.ruins)}
    gone = [card for card in before.on_map if card not in after.on_map]
    shown = [card for card in gone if before.faceup(before.on_map[card])]
    with_site = [card for card in shown if before.sites[before.on_map[card]] not in stayed]
    others = [card for card in shown if card not in with_site]
    if with_site:
        account.tell("8.3.2", f"Denizens gone with their sites: {names(with_site)}", _whither(account, with_site))
    if others:
        account.tell("10.5", f"Denizens gone from sites that stayed: {names(others)}", _whither(account, others))


def _whither(account: Account, cards: Sequence[str]) -> str:
    """Denizens that left the map, and where each of them lies now."""
    after = account.after
    places = []
    for card in sorted(cards, key=catalog.name_of):
        lost = after.dispossessed is not None and card in after.dispossessed
        in_deck = after.deck is not None and card in after.deck
        where = "Dispossessed" if lost else "world deck" if in_deck else "?"
        places.append(f"{catalog.name_of(card)} ({where})")
    return f"Denizens gone from the map: {listed(places)}"


def cards_at_sites(account: Account) -> None:
    """The denizens of the new map: each was in play, and their sites have room for them (2.8.1)."""
    before, after = account.before, account.after
    fit: Fit = account.facts["fit"]
    for slot in filter(after.faceup, SLOTS):
        cards = after.cards_at(slot)
        room = catalog.site(str(after.sites[slot])).capacity
        if len(cards) > room and SALT_THE_EARTH not in cards and slot not in fit.drawn:
            text = f"{_site(after, slot)} holds {count(len(cards), 'card')}; its capacity is {room}"
            account.flag("2.8.1", f"map.{slot + 1}", text)
        new = [card for card in after.denizens_at(slot) if fit.stays(slot)]
        _new_at(account, slot, [card for card in new if card not in before.on_map])


def _new_at(account: Account, slot: int, cards: Sequence[str]) -> None:
    before = account.before
    where = f"{_site(account.after, slot)} ({slot_words(slot)})"
    for card in cards:
        name = catalog.name_of(card)
        if before.archive is not None and card in before.archive:
            text = f"{name} lies at {where} and was in the Archive: cards of the Archive come to the world deck"
            account.flag("8.4", f"map.{slot + 1}", text)
        elif before.dispossessed and card in before.dispossessed and not account.facts["swaps"]:
            text = f"{name} lies at {where} and was Dispossessed: no card of that game swaps them"
            account.flag("8.5", f"map.{slot + 1}", text)
    played = [card for card in cards if before.deck is None or card in before.deck]
    if played:
        account.tell("5.1.4", f"Played in the game, and still at {where}: {names(played)}")
