"""Who won, the oath (8.1), the boards (8.2, 8.7.2), the number and the name of the game."""

from oathtools import catalog
from oathtools.kit.text import count, listed, printable
from oathtools.saga.chronicle.record import EXILE_COLORS
from oathtools.saga.save_string.parse import SLOTS as PLACES
from oathtools.saga.save_string.parse import facts, has, mask_names, triple
from oathtools.saga.transitions.account import SLOTS, Account, names
from oathtools.saga.transitions.sites import Fit
from oathtools.table.state import GRAND_SCEPTER, slot_words

CHANCELLOR, CITIZEN, EXILE = "chancellor", "citizen", "exile"
# The mod sets this byte from what it read when a string was last loaded, and starts from Exiles where a table that was
# saved by an older version had none. Boards turned by hand before a game do not reach it.
_MODS_WAY = (
    "the mod writes there who were Citizens when its table last loaded a string, mid-game too, and nobody where that "
    "table was saved by a version without such a note, so this contradicts nothing"
)
_GOALS = ("supremacy", "people", "devotion", "protection")


def number(account: Account) -> bool:
    """Is there exactly one game between the two? What is wrong with the numbers is flagged, the name is noted."""
    before, after = account.before.chronicle, account.after.chronicle
    games = after.game - before.game
    if before.name != after.name:
        account.notes.append(f"the Chronicle was called {printable(before.name)}, now {printable(after.name)}")
    if games == 1:
        return True
    if games > 1:
        text = f"the next game is number {after.game}, after number {before.game}: {count(games - 1, 'game')} missing"
        hint = "Add the string that lies between; the steps below are those of all these games together."
    else:
        text = f"the next game is number {after.game}, and the one before was number {before.game} already"
        hint = "Give the strings in the order in which they were saved, the oldest first."
    account.flag("8", "game", text, hint=hint)
    return False


def winner(account: Account) -> None:
    """Who won, and in which role: as the string says, or as far as the new world shows it."""
    note = account.after.chronicle.tts
    version = note.version
    known = [color for color in note.winner or () if color in facts()["winners"]]
    seats = _seats(account)
    if note.winner and (len(note.winner) > 1 or not known):
        account.flag("3", "tts.winner", f"the winner is {listed(note.winner) or 'nobody'}: one player wins")
    color = known[0] if len(known) == 1 else None
    placeholder = facts()["placeholder"]
    named = (note.winner_name or "") not in ("", placeholder["winner_name"])
    sure = color is not None and (named or color != placeholder["winner"])
    if color and seats and color not in seats:
        account.flag("3", "tts.winner", f"{color} won, and {listed(seats)} played", hint="Compare the status byte.")
    role = _role(account, color) if sure else None
    imperial = bool(account.facts.get("built"))
    if role is None and imperial:
        account.tell("3", "The winner was the Chancellor or a Citizen: an edifice was built or repaired (8.3.1)")
    elif color is None:
        what = (
            f"strings of version {version} do not say" if version and not has(version, "previous_game") else "not told"
        )
        account.cannot_tell("3", f"who won: {what}")
    elif not sure:
        account.cannot_tell("3", "who won: the string says purple and UNKNOWN, which may mean that nobody was noted")
    name = printable(note.winner_name or "") if named else ""
    account.facts.update(winner=color if sure else None, role=role, seats=seats, imperial=imperial)
    if sure and color:
        says = {CHANCELLOR: "as Chancellor", CITIZEN: "as a Citizen, the successor", EXILE: "as an Exile"}[str(role)]
        account.tell("3", f"{f'{name} ({color})' if name else color.title()} won {says}")
        account.entry.update(winner=name or color, color=color, role=role)
    if seats:
        account.tell("1.9", f"Seats of the game: {listed(seats)}")
        account.entry["seats"] = seats
    else:
        account.cannot_tell("1.9", "which colors played")
    account.cannot_tell("3", "in which round the game ended, who ruled which site, what the players held")


def _role(account: Account, color: str | None) -> str | None:
    if color is None:
        return None
    if color not in EXILE_COLORS:
        return CHANCELLOR
    return account.after.chronicle.boards.get(color, EXILE)


def _seats(account: Account) -> list[str]:
    """The colors that played, where the version says so and the byte is no leftover."""
    note = account.after.chronicle.tts
    if note.version is None or triple(note.version) < triple(facts()["status_named_from"]):
        return []
    return mask_names(note.status) if note.status & (note.status - 1) else []


def oath(account: Account) -> None:
    """8.1: a Vision's oath after a win by a Vision alone, which is an Exile's; else any but the one played for."""
    old, new = account.before.chronicle.oath, account.after.chronicle.oath
    role = account.facts["role"]
    account.entry.update(oath=old, next_oath=new)
    if new not in _GOALS:
        account.flag("8.1", "oath", f"the oath is {new}, which is no oath of the game")
        return
    name = catalog.name_of(f"oath.{new}")
    if old != new:
        account.tell("8.1", f"The winner vows {name}" + _of(old))
        account.cannot_tell("8.1", "how the game was won" + (_may_be_vision(role)))
        return
    if role in (CHANCELLOR, CITIZEN) or account.facts["imperial"]:
        who = "the winner is no Exile" if role is None else f"the winner was {_a(role)}"
        account.flag(
            "8.1",
            "oath",
            f"the oath is {name} again: only an Exile who won with a Vision alone can vow the same, and {who}",
        )
        return
    account.tell("8.1", f"The oath is {name} again: an Exile won with a Vision of that goal, and in no other way")
    account.entry["how"] = "visionary"


def _of(old: str) -> str:
    return f"; the game was played for {catalog.name_of(f'oath.{old}')}" if old in _GOALS else ""


def _may_be_vision(role: str | None) -> str:
    return " (a Vision, or as Usurper, or after round 8)" if role in (EXILE, None) else ""


def _a(role: str) -> str:
    return "the Chancellor" if role == CHANCELLOR else "a Citizen"


def boards(account: Account) -> None:
    """8.2: an Exile winner makes all Citizens Exiles and others Citizens; else boards change in play alone (8.7.2)."""
    before, after = account.before.chronicle, account.after.chronicle
    role, seats = account.facts["role"], account.facts["seats"]
    previous = after.tts.previous_citizenship
    was = [color for color in EXILE_COLORS if before.boards.get(color) == CITIZEN]
    now = [color for color in EXILE_COLORS if after.boards.get(color) == CITIZEN]
    placeholder = after.tts.winner_name == facts()["placeholder"]["winner_name"] and not previous
    if previous is not None and [color for color in EXILE_COLORS if color in previous] != was and not placeholder:
        text = (
            f"Citizens when the game began: {listed(was) or 'none'}; the next string says {listed(previous) or 'none'}"
        )
        account.notes.append(f"{text}: {_MODS_WAY}")
    account.entry["citizens"] = now
    changed = [color for color in EXILE_COLORS if (color in was) != (color in now)]
    if role == EXILE:
        _by_an_exile(account, was, now)
        return
    for color in [color for color in changed if seats and color not in seats] if role else []:
        turned = "a Citizen" if color in now else "an Exile"
        text = f"the {color} board became {turned}: nobody played it, and only an Exile who wins flips boxed boards"
        account.flag("8.2", f"boards.{color}", text)
    for color in [color for color in changed if not seats or color in seats]:
        if color in now:
            account.tell("6.6" if role else "8.2", f"{color.title()} became a Citizen" + (" in play" if role else ""))
        else:
            account.tell("6.7" if role else "8.2", f"{color.title()} became an Exile" + (" in play" if role else ""))
    if now and not changed:
        account.tell("8.7.2", f"Citizens still: {listed(now)}")


def _by_an_exile(account: Account, was: list[str], now: list[str]) -> None:
    seats = account.facts["seats"]
    flipped = [color for color in was if color not in now]
    if flipped:
        account.tell("8.2", f"Citizens no more: {listed(flipped)}")
    for color in now:
        if seats and color not in seats:
            text = f"{color} is a Citizen: an Exile won, so every board turned, and nobody played {color} to accept"
            account.flag("8.2", f"boards.{color}", text)
        elif color in was:
            again = "was a Citizen when the game began, so an Exile in between, or flipped in error"
            account.cannot_tell("8.2", f"how {color} is a Citizen again: {again}")
    converts = [color for color in now if not seats or color in seats]
    if converts:
        account.tell("8.2", f"The winner offers Citizenship, and these accept: {listed(converts)}")
        account.entry["converts"] = converts


# -- 8.6: the relics are all there again, and faceup sites have as many as they show -----------------------------------


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
        relics = [card for slot in lying for card in after.rows[slot].relics if isinstance(card, str)]
        text = f"Facedown relics lie at {names(sites)}"
        account.tell("8.6.2", text, f"{text}: {names(relics)}")
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


# -- 8.3.1 and 8.3.3: what was built and repaired, what fell, what was lost with its site ------------------------------


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
            fell = f"{catalog.name_of(old)} fell, so {_site(account, slot)} lost every denizen"
            account.flag("8.3.3", where, f"{fell}: {names(left)} {'lies' if len(left) == 1 else 'lie'} there")


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
