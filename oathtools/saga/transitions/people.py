"""Who won, the oath (8.1), the boards (8.2, 8.7.2), the number and the name of the game."""

from oathtools import catalog
from oathtools.saga.chronicle.record import EXILE_COLORS
from oathtools.saga.save_string.ids import facts, has, mask_names, triple
from oathtools.saga.transitions.account import Account, count
from oathtools.text import listed, printable

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
    said = after.tts.previous_citizenship
    was = [color for color in EXILE_COLORS if before.boards.get(color) == CITIZEN]
    now = [color for color in EXILE_COLORS if after.boards.get(color) == CITIZEN]
    placeholder = after.tts.winner_name == facts()["placeholder"]["winner_name"] and not said
    if said is not None and [color for color in EXILE_COLORS if color in said] != was and not placeholder:
        text = f"Citizens when the game began: {listed(was) or 'none'}; the next string says {listed(said) or 'none'}"
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
