"""8.4, 8.5 and 8.8: which denizens came into the world deck, which went to the Dispossessed, how the deck is built."""

from oathtools import catalog
from oathtools.kit.text import count, listed
from oathtools.procedures.machine.world import built_layers
from oathtools.saga.chronicle.record import allowed, same_card
from oathtools.saga.transitions.account import SLOTS, Account, names, suit_words, suits
from oathtools.table.state import slot_words

# What swaps denizens of the game with the Dispossessed while it is played: an edifice on either side, a denizen.
SWAPPING = ("edifice.great_spire", "denizen.pilgrimage")


def swaps(account: Account) -> None:
    """Note which cards of the game could swap denizens with the Dispossessed in play."""
    before = account.before
    in_play = before.in_play or frozenset(before.on_map)
    on_map = {same_card(card) for slot in SLOTS for card in before.cards_at(slot)}
    account.facts["swaps"] = [card for card in SWAPPING if card in in_play | on_map]


def _causes(account: Account) -> tuple[str, str]:
    """What may have swapped denizens with the Dispossessed: a denizen that lies hidden is not named, and by name."""
    cards = account.facts["swaps"]
    shown = [catalog.name_of(card) if card.startswith("edifice.") else "a denizen" for card in cards]
    return listed(shown, "or"), listed(map(catalog.name_of, cards), "or")


def doubled(account: Account) -> None:
    """Each card lies in one place, and where such a card may lie."""
    after = account.after
    for card, places in after.places.items():
        if card.startswith("site."):
            continue
        if len(places) > 1:
            where = listed(map(_place_words, places))
            shown = all(_open(account, place) for place in places)
            name = catalog.name_of(card)
            full = f"{name} lies {len(places)} times: {where}"
            public = full if shown else f"a card lies {len(places)} times: {where}"
            account.flag(_step_of(card, places[-1]), places[-1], public, full, "Each card exists once.")
        for place in places:
            if card != "relic.grand_scepter" and not allowed(place, card):
                full = f"{catalog.name_of(card)} lies in {_place_words(place)}"
                kind = card.partition(".")[0]
                public = full if _open(account, place) else f"a card lies in {_place_words(place)}, and is a {kind}"
                account.flag(_step_of(card, place), place, public, full)


def _open(account: Account, place: str) -> bool:
    """Does everyone see what lies at a place of the new world?"""
    words = place.split(".")
    return words[0] == "map" and words[2] != "relics" and not account.after.rows[int(words[1]) - 1].facedown


def _place_words(place: str) -> str:
    words = place.split(".")
    if words[0] == "map":
        return slot_words(int(words[1]) - 1)
    return {"world_deck": "the world deck", "relic_deck": "the relic deck"}.get(words[0], "the Dispossessed")


def _step_of(card: str, place: str) -> str:
    """The step of chapter 8 that puts a card where it lies."""
    if card.startswith("relic."):
        return "8.6.2" if place.startswith("map") else "8.6.3"
    if card.startswith("edifice."):
        return "8.3.1"
    return {"map": "8.3.2", "dispossessed": "8.5"}.get(place.partition(".")[0], "8.8")


def denizens(account: Account) -> None:
    """Follow every denizen: added from the Archive, healed, removed, or gone where no step puts it."""
    before, after = account.before, account.after
    for world, when in ((before, "before"), (after, "after")):
        if world.deck is None or world.dispossessed is None:
            what = "the world deck" if world.deck is None else "the Dispossessed"
            text = f"{what} {when} the game is not known: what was added and what was removed"
            account.cannot_tell("8.4", text)
            _removed_by_number(account)
            _lost_from_the_map(account)
            return
    healed = _is_healed(account)
    _lost(account, healed)
    if healed:
        _healed(account)
    else:
        _added(account)
    _removed(account, healed)


def _is_healed(account: Account) -> bool:
    """8.4: was the Archive healed? Then Dispossessed cards are in it, or all of them came to the deck and no other."""
    before, after = account.before, account.after
    assert before.dispossessed is not None and before.archive is not None
    assert after.dispossessed is not None and after.archive is not None and after.in_play is not None
    all_came = bool(before.dispossessed) and before.dispossessed <= after.in_play and not before.archive & after.in_play
    return bool(before.dispossessed & after.archive) or all_came


def _lost(account: Account, healed: bool) -> None:
    """Denizens that were in the game and lie nowhere now: nothing in chapter 8 takes them to the Archive."""
    before, after = account.before, account.after
    assert before.in_play is not None and after.archive is not None
    gone = before.in_play & after.archive
    assert before.dispossessed is not None  # swaps keep their number: no more can have gone back to the Archive so
    if gone and healed and account.facts["swaps"] and len(gone) <= len(before.dispossessed):
        text = f"{count(len(gone), 'card')} of the game went to the Archive: swapped with the Dispossessed"
        cause, full = _causes(account)
        account.cannot_tell("8.4", f"{text} ({cause})", f"{text} ({full}): {names(gone)}")
        return
    if gone:
        shown = names(card for card in gone if before.seen(card))
        text = f"{count(len(gone), 'card')} of the game: on the map, nor in the world deck, nor Dispossessed"
        hint = "Removed cards go to the Dispossessed (8.5), all others of the game to the world deck (8.8)."
        account.flag(
            "8.8", "world_deck", f"{text} ({shown} among them)" if shown else text, f"{text}: {names(gone)}", hint
        )
    assert before.archive is not None and after.dispossessed is not None
    astray = before.archive & after.dispossessed
    if astray:
        text = f"{count(len(astray), 'card')} of the Archive became Dispossessed"
        hint = "Only cards of the discard piles and the losers' advisers are removed."
        account.flag("8.5", "dispossessed", text, f"{text}: {names(astray)}", hint)


def _added(account: Account) -> None:
    """8.4: three, two and one cards of suits that follow each other on the wheel, from the Archive."""
    before, after = account.before, account.after
    assert before.archive is not None and after.deck is not None
    new = before.archive & (after.deck | set(after.on_map))
    found = suits(new)
    if not new:
        if _short(account):
            account.tell("8.4", "The Archive is short, and nobody is Dispossessed: no card is added")
        else:
            account.flag("8.4", "world_deck", "no card was added, though the Archive has enough of every suit")
        return
    way = next((suit for suit in catalog.SUITS if _wheel(suit) == {key: found.get(key, 0) for key in _wheel(suit)}), "")
    right = bool(way) and len(new) == catalog.CARDS_ADDED
    by_suit = suit_words(found)
    if right:
        text = f"From the Archive to the world deck: {suit_words(_wheel(way))}"
        account.tell("8.4", f"{text}; the winner's advisers are most of {way.title()}", f"{text} ({names(new)})")
        account.entry["suits"] = _wheel(way)
        return
    if len(new) != catalog.CARDS_ADDED:
        text = f"{count(len(new), 'card')} came from the Archive ({by_suit}), not {catalog.CARDS_ADDED}"
    else:
        text = f"{by_suit} came from the Archive: it is three of a suit, two of the next on the wheel, one of the next"
    wheel = " - ".join(suit.title() for suit in catalog.SUITS)
    hint = f"The wheel: {wheel} - and round again."
    account.flag("8.4", "world_deck", text, f"{text} ({names(new)})", _of_the_mod(account, found) or hint)


def _of_the_mod(account: Account, found: dict[str, int]) -> str | None:
    """What the mod's own script may have done: it counts as Archive what began on the map and was discarded."""
    left = suits(set(account.before.on_map) - set(account.after.on_map))
    for suit in catalog.SUITS:
        wanted = _wheel(suit)
        lacking = {each: wanted.get(each, 0) - found.get(each, 0) for each in catalog.SUITS}
        if all(0 <= lacking[each] <= left.get(each, 0) for each in catalog.SUITS):
            more = suit_words({each: number for each, number in lacking.items() if number})
            return f"The mod's script would do so: it takes {more} that began on the map and was discarded for Archive."
    return None


def _wheel(suit: str) -> dict[str, int]:
    """What 8.4 adds if a suit is the most common."""
    start = catalog.SUITS.index(suit)
    around = [catalog.SUITS[(start + step) % len(catalog.SUITS)] for step in range(len(catalog.ARCHIVE_ADD))]
    return dict(zip(around, catalog.ARCHIVE_ADD, strict=True))


def _short(account: Account) -> list[str]:
    """The suits that, being most common, would have found the Archive short."""
    assert account.before.archive is not None
    have = suits(account.before.archive)
    return [suit for suit in catalog.SUITS if any(have.get(each, 0) < number for each, number in _wheel(suit).items())]


def _healed(account: Account) -> None:
    """8.4: up to six of the biggest stack of the Dispossessed come to the world deck, the others to the Archive."""
    before, after = account.before, account.after
    assert before.dispossessed is not None and before.archive is not None and after.in_play is not None
    came = before.dispossessed & after.in_play
    new = before.archive & after.in_play
    if new:
        text = f"the Dispossessed went back to the Archive, and {count(len(new), 'card')} of the Archive came too"
        hint = "The Archive is healed instead of adding cards from it."
        account.flag("8.4", "world_deck", text, f"{text} ({names(new)})", hint)
    left = before.dispossessed & (after.dispossessed or frozenset())
    if left and not account.facts["swaps"]:  # else it may have been swapped into the game, and removed again (8.5)
        text = f"{count(len(left), 'card')} stayed Dispossessed while others went back to the Archive"
        account.flag("8.4", "dispossessed", text, f"{text} ({names(left)})")
    short = _short(account)
    if not short:
        account.flag("8.4", "dispossessed", "the Dispossessed went back, though the Archive had enough of every suit")
    stacks, found = suits(before.dispossessed), suits(came)
    most = max(stacks.values())
    wanted = min(catalog.CARDS_ADDED, most)
    text = f"{suit_words(found) or 'no card'} of the Dispossessed came to the world deck"
    biggest = [suit for suit in stacks if stacks[suit] == most]
    account.entry["healed"] = found
    if any(found == {suit: wanted} for suit in biggest):
        account.tell("8.4", f"The Archive is short and is healed: {text}, all others back to the Archive")
    elif account.facts["swaps"]:
        cause, full = _causes(account)
        account.tell("8.4", "The Archive is short and is healed; the Dispossessed go back to it")
        text = "which of them came to the world deck so, and which were swapped in play"
        account.cannot_tell("8.4", f"{text} ({cause})", f"{text} ({full})")
    else:
        best = listed((suit.title() for suit in biggest), "or")
        flaw = f"{text}: it is {wanted} of the biggest stack ({best})"
        account.flag("8.4", "world_deck", flaw, f"{flaw}: {names(came)}")


def _removed(account: Account, healed: bool) -> None:
    """8.5: six cards at most go to the Dispossessed, and no others but these change between them and the game."""
    before, after = account.before, account.after
    assert before.in_play is not None and after.dispossessed is not None and before.dispossessed is not None
    gone = before.in_play & after.dispossessed
    if healed and account.facts["swaps"]:
        gone |= before.dispossessed & after.dispossessed
    back = frozenset[str]() if healed else before.dispossessed & (after.in_play or frozenset())
    causes = account.facts["swaps"]
    if back and not causes:
        text = f"{count(len(back), 'card')} of the Dispossessed came back into the game, and no card of it swaps them"
        account.flag("8.5", "dispossessed", text, f"{text} ({names(back)})")
    if back and causes:
        text = f"{count(len(back), 'card')} of the game and of the Dispossessed changed places in play"
        cause, full = _causes(account)
        account.tell("7.1", f"{text} ({cause})", f"{text} ({full}): {names(back)} came back")
    many = len(gone) - (len(back) if causes else 0)
    if many > catalog.CARDS_DISPOSSESSED:
        text = f"{count(many, 'card')} of the game became Dispossessed, and {catalog.CARDS_DISPOSSESSED} are removed"
        account.flag("8.5", "dispossessed", text, f"{text} ({names(gone)})")
    else:
        fewer = "" if many == catalog.CARDS_DISPOSSESSED else ": all there were (9.3)"
        text = f"To the Dispossessed, unseen: {count(max(many, 0), 'card')}{fewer}"
        account.tell("8.5", text, f"{text} ({names(gone)})")
        account.entry["removed"] = max(many, 0)


def _removed_by_number(account: Account) -> None:
    """8.5, where the decks are not known: the Dispossessed alone, by their number."""
    before, after = account.before, account.after
    if before.dispossessed is None or after.dispossessed is None:
        return
    new, gone = after.dispossessed - before.dispossessed, before.dispossessed - after.dispossessed
    if len(new) - len(gone) > catalog.CARDS_DISPOSSESSED:
        text = f"{count(len(new), 'card')} became Dispossessed, and {catalog.CARDS_DISPOSSESSED} are removed"
        account.flag("8.5", "dispossessed", text, f"{text} ({names(new)})")
    elif len(new) <= catalog.CARDS_DISPOSSESSED and not gone:
        account.tell("8.5", f"To the Dispossessed, unseen: {count(len(new), 'card')}")
        account.entry["removed"] = len(new)


def _lost_from_the_map(account: Account) -> None:
    """Denizens of the old map that are nowhere now, where the old decks are not known: a Dispossessed one may heal."""
    before, after = account.before, account.after
    if after.archive is None or before.dispossessed:
        return
    gone = [card for card in before.on_map if card in after.archive]
    if gone:
        text = f"{names(gone)} lay on the map, and not there now, nor in the world deck, nor Dispossessed"
        account.flag("8.8", "world_deck", text)


def world_deck(account: Account) -> None:
    """8.8: all five Visions, two in the first twelve cards, three in the next eighteen; or put off (1.box)."""
    deck = account.after.chronicle.world_deck
    if deck.order is None or not deck.order:
        account.cannot_tell("8.8", "how the world deck lies")
        return
    backs = ["vision" if _is_vision(card) else "denizen" for card in deck.order if card is not None]
    have, every = backs.count("vision"), len(catalog.ids("vision", account.after.chronicle.variants))
    if not have:
        account.tell("1.box", "The world deck is not rebuilt yet: the next setup builds it")
        account.entry["rebuilt"] = False
        return
    if have != every:
        account.flag("8.8", "world_deck", f"the world deck has {count(have, 'Vision')}, not {every}")
        return
    start = 0
    for layer in built_layers(backs.count("denizen"), have):
        size, wanted = sum(layer.values()), layer.get("vision", 0)
        found = backs[start : start + size].count("vision")
        if found != wanted:
            where = f"of the cards {start + 1} to {start + size}"
            account.flag("8.8", "world_deck", f"{where} {found} are Visions: the deck is built with {wanted} there")
            return
        start += size
    account.tell("8.8", "The world deck is rebuilt with all five Visions")


def _is_vision(card: object) -> bool:
    back = card.partition(".")[0] if isinstance(card, str) else getattr(card, "what", "")
    return back == "vision"
