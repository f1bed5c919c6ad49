"""8.3.1 and 8.3.3: what was built and repaired, what fell, what was lost with its site."""

from oathtools import catalog
from oathtools.saga.transitions.account import Account, names
from oathtools.saga.transitions.holdings import SLOTS, slot_words
from oathtools.saga.transitions.sites import Fit

BROKEN_FORGE = "edifice.broken_forge"  # its Action turns it to its other side, without 8.3.1


def edifices(account: Account) -> None:
    """Compare the six edifices, suit by suit."""
    account.facts["built"] = []
    changed: dict[str, list[str]] = {"built": [], "repaired": [], "fell": [], "ruins_lost": []}
    for suit in catalog.SUITS:
        _one(account, suit, changed)
    _two_at_a_site(account)
    turned = _turned_in_play(account, changed)
    account.facts["built"] = [*changed["built"], *changed["repaired"]]
    account.entry.update({key: cards for key, cards in changed.items() if cards})
    for key, says in (("built", "builds"), ("repaired", "repairs")):
        for card in changed[key]:
            slot = account.after.edifices[catalog.edifice(card).card_suit][0]
            text = f"The winner {says} {catalog.name_of(card)} at {_site(account, slot)}"
            more = f", in the place of a denizen of {catalog.edifice(card).card_suit.title()}" if key == "built" else ""
            account.tell("8.3.1", text + more)
    if changed["built"]:
        account.cannot_tell("8.3.1", "which denizen the edifice replaced")
    if changed["fell"]:
        account.tell("8.3.3", f"The winner does not rule their sites, and they fall: {names(changed['fell'])}")
    if changed["ruins_lost"]:
        account.tell("8.3.2", f"Lost with their sites, to the Archive: {names(changed['ruins_lost'])}")
    for card in turned:
        account.tell("7.3.2", f"{catalog.name_of(card)} was turned to this side in play, by its own power")


def after_the_winner(account: Account) -> None:
    """8.3.1: one edifice in all, and only for the Chancellor or a Citizen. Needs to know who won."""
    built = account.facts["built"]
    if len(built) > 1:
        text = f"{names(built)}: {len(built)} edifices were built or repaired, and a Chronicle does one in all"
        account.flag("8.3.1", "map", text)
    if built and account.facts["role"] == "exile":
        who = account.entry.get("winner", "the winner")
        text = f"{names(built)} built or repaired, and {who} won as an Exile: only the Chancellor or a Citizen may"
        slot = account.after.edifices[catalog.edifice(built[0]).card_suit][0]
        account.flag("8.3.1", f"map.{slot + 1}", text)


def _site(account: Account, slot: int) -> str:
    site = account.after.sites[slot]
    return catalog.name_of(site) if site else slot_words(slot)


def _one(account: Account, suit: str, changed: dict[str, list[str]]) -> None:
    """What became of the edifice of a suit."""
    was, now = account.before.edifices.get(suit), account.after.edifices.get(suit)
    if now is None:
        if was is not None:
            _gone(account, *was, changed)
        return
    slot, card = now
    side = catalog.edifice(card)
    where, name = f"map.{slot + 1}", catalog.name_of(card)
    if was is None:
        if side.ruined:
            text = f"{name} lies at {_site(account, slot)}, and no such edifice was on the map: none is built ruined"
            account.flag("8.3.1", where, text)
            return
        changed["built"].append(card)
        site = account.after.sites[slot]
        if site and not catalog.site(site).capacity:
            account.flag("8.3.1", where, f"{name} lies at {_site(account, slot)}, which has no room for a denizen")
        if not account.facts["fit"].stays(slot):
            account.flag("8.3.1", where, f"{name} lies at {_site(account, slot)}, which was not on the map")
        return
    old_slot, old = was
    if account.before.sites[old_slot] != account.after.sites[slot]:
        lay = account.before.sites[old_slot]
        text = (
            f"{name} lies at {_site(account, slot)}, and lay at {catalog.name_of(lay) if lay else slot_words(old_slot)}"
        )
        account.flag("8.3.5", where, f"{text}: an edifice stays with its site")
    was_ruined = catalog.edifice(old).ruined
    if was_ruined and not side.ruined:
        changed["repaired"].append(card)
    elif side.ruined and not was_ruined:
        changed["fell"].append(old)
        left = account.after.denizens_at(slot)
        if left:
            text = (
                f"{catalog.name_of(old)} fell, so {_site(account, slot)} lost every denizen: {names(left)} lies there"
            )
            account.flag("8.3.3", where, text)


def _gone(account: Account, slot: int, card: str, changed: dict[str, list[str]]) -> None:
    """An edifice that was on the map and is not: only a ruin can go, and only with its site."""
    name = catalog.name_of(card)
    fit: Fit = account.facts["fit"]
    if not catalog.edifice(card).ruined:
        text = f"{name} was intact and is nowhere on the map: it keeps its site, and at worst falls to ruin"
        account.flag("8.3.3", f"map.{slot + 1}", text)
        return
    site = account.before.sites[slot]
    stayed = [new for new in (*fit.kept, *fit.ruins) if account.after.sites[new] == site and site]
    if stayed:
        text = f"{name} is gone, and its site {catalog.name_of(str(site))} stays: a ruin goes only with its site"
        account.flag("8.3.2", f"map.{stayed[0] + 1}", text)
        return
    changed["ruins_lost"].append(card)


def _two_at_a_site(account: Account) -> None:
    for slot in SLOTS:
        here = [card for card in account.after.cards_at(slot) if card.startswith("edifice.")]
        if len(here) > 1:
            account.flag("8.3.1", f"map.{slot + 1}", f"{_site(account, slot)} has two edifices: {names(here)}")


def _turned_in_play(account: Account, changed: dict[str, list[str]]) -> list[str]:
    """A Broken Forge that is intact now may have been turned in play: it counts so where 8.3.1 had no part in it."""
    forge = catalog.edifice(BROKEN_FORGE).other_side
    others = [card for card in (*changed["built"], *changed["repaired"]) if card != forge]
    victor = account.after.chronicle.tts.winner or []
    exile = len(victor) == 1 and account.after.chronicle.boards.get(victor[0]) == "exile"
    if forge not in changed["repaired"] or not (others or exile):
        return []
    changed["repaired"].remove(forge)
    return [forge]
