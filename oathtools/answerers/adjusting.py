"""What people say of how the table really stands, written into a position (``oathtools adjust``)."""

import re
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.answerers.matching import Elsewhere, Label, Labels, Misread, key, match, meant
from oathtools.answerers.requests import without_outcome
from oathtools.answerers.words import generic, means
from oathtools.engine.decision import Answer, Decision, Form
from oathtools.journal.entry import Entry
from oathtools.journal.play import Play
from oathtools.kit import intake
from oathtools.kit.lazy import pattern
from oathtools.procedures.actions.search import UNTOLD
from oathtools.procedures.glossary.drawing import BACKS
from oathtools.table.state import State

# -- What people say of cards, banners, roles and turns as they really stand, written into a position (``adjusting``)


_KINDS = ("denizen", "edifice", "relic", "vision")
_PILES = ("cradle", "provinces", "hinterland")
_PHASES = ("wake", "act", "rest")
_ROLES = ("exile", "citizen")
_TITLES = ("oathkeeper", "usurper")
_BANNERS = {"peoplesfavor": ("peoples_favor", "favor"), "darkestsecret": ("darkest_secret", "secrets")}


def says(position: dict[str, Any], words: list[str]) -> bool:
    """Is it something that is said of cards, banners, roles or turns? Then the position is changed. ``Misread``.

    ``Map to Bo`` · ``Wolves to Mine`` · ``Wolves to Bo facedown`` · ``Wolves to the Cradle discard pile`` ·
    ``Tents favor 1`` · ``People's Favor Bo 3`` · ``Bo role citizen`` · ``turn Bo`` · ``phase act`` ·
    ``Bo vision Faith`` · ``Cy usurper``
    """
    words = [word for word in words if word.casefold() != "the"]
    return bool(words) and any(each(position, words) for each in _SAYS)


def _turn(position: dict[str, Any], words: list[str]) -> bool:
    head, rest = words[0].casefold(), " ".join(words[1:])
    if head == "phase" and rest.casefold() in _PHASES:
        position["turn"] = {"player": position["turn"]["player"], "phase": rest.casefold()}
        return True
    who = _row(position["players"], "name", rest) if head == "turn" else None
    if who is not None:
        position["turn"] = {"player": who["name"], "phase": "act"}
    return who is not None


def _role(position: dict[str, Any], words: list[str]) -> bool:
    """A player becomes a Citizen or an Exile (7.6.1, 6.7)."""
    who = _row(position["players"], "name", words[0])
    role = [word.casefold() for word in words[1:] if word.casefold() not in ("role", "is", "a", "an")]
    if who is None or len(role) != 1 or role[0] not in _ROLES or who.get("role") == "chancellor":
        return False
    who["role"] = role[0]
    return True


def _title(position: dict[str, Any], words: list[str]) -> bool:
    """A player has the title, on either side (2.11)."""
    named = [word.casefold() for word in words if word.casefold() not in ("is", "now", "title", "has")]
    for at in (0, -1):
        who = _row(position["players"], "name", named[at]) if len(named) == 2 else None
        if who is not None and named[-1 - at] in _TITLES:
            position["oathkeeper"] = {"holder": who["name"], "side": named[-1 - at]}
            return True
    return False


def _vision(position: dict[str, Any], words: list[str]) -> bool:
    """The Vision that a player has revealed (6.1)."""
    who = _row(position["players"], "name", words[0])
    if who is None or len(words) < 3 or words[1].casefold() not in ("vision", "reveals", "revealed"):
        return False
    name = " ".join(words[2:])
    card = _card(name) or _card(f"Vision of {name}")
    if card is None or not card.startswith("vision."):
        return False
    _taken_out(position, card)
    who["vision"] = catalog.name_of(card)
    return True


def _banner(position: dict[str, Any], words: list[str]) -> bool:
    found = next((each for each in (1, 2) if key(" ".join(words[:each])) in _BANNERS), 0)
    name, piece = _BANNERS[key(" ".join(words[:found]))] if found else ("", "")
    rest = [word for word in words[found:] if word.casefold() != "to"]
    if not found or not 1 <= len(rest) <= 2:
        return False
    banner = dict(position.setdefault("banners", {}).get(name) or {})
    for word in rest:
        who = _row(position["players"], "name", word)
        if word.isdigit():
            banner[piece] = int(word)
        elif who is not None or word.casefold() in ("nobody", "none"):
            banner["holder"] = None if who is None else who["name"]
        else:
            return False
    position["banners"][name] = banner
    return True


def _moved(position: dict[str, Any], words: list[str]) -> bool:
    """``CARD to PLACE``, perhaps facedown; what lies on the card goes along."""
    folded = [word.casefold() for word in words]
    if "to" not in folded[1:]:
        return False
    at = len(folded) - 1 - folded[::-1].index("to")
    facedown = folded[-1] == "facedown"
    card = _card(" ".join(words[:at]))
    if card is None:
        return False
    if card.startswith("vision.") and not facedown and _row(position["players"], "name", " ".join(words[at + 1 :])):
        return _vision(position, [*words[at + 1 :], "vision", catalog.name_of(card)])
    lists = _place(position, card, words[at + 1 : len(words) - facedown])
    entry = _taken_out(position, card)
    data = {key_: value for key_, value in _as_dict(entry).items() if key_ not in ("facedown", "seen_by", "unseen")}
    lists.insert(0, {**data, "facedown": True} if facedown else data if len(data) > 1 else data["card"])
    return True


def _taken_out(position: dict[str, Any], card: str) -> Any:
    """The entry of a card, taken from where it lay; of one that was named nowhere from its deck."""
    old = [(row, each) for row in _rows(position) for each in row if _is(each, card)]
    for row, each in old:
        row.remove(each)
    revealed = [player for player in position["players"] if player.get("vision") and _is(player["vision"], card)]
    for player in revealed:
        del player["vision"]
    if old or revealed:
        return old[0][1] if old else catalog.name_of(card)
    if card.startswith("vision."):
        layers = position.get("world_deck", {}).get("layers", ())
        layer = next((each for each in layers if isinstance(each, dict) and each.get("visions")), None)
        if layer is not None:
            layer["visions"] -= 1
    elif card.startswith("relic.") and position.get("relic_deck", {}).get("rest"):
        position["relic_deck"]["rest"] -= 1
    return catalog.name_of(card)


def _place(position: dict[str, Any], card: str, words: list[str]) -> list[Any]:
    """The list of a position that a place is. Raises ``Misread``."""
    site_words = " ".join(words)
    pile = words[0].casefold() if words else ""
    if pile in _PILES and len(words) > 1 and words[1].casefold() in ("discard", "discards", "pile"):
        return _list(position.setdefault("discard_piles", {}), pile)
    relic = card.startswith("relic.")
    who = _row(position["players"], "name", site_words.removesuffix("'s advisers"))
    if who is not None:
        return _list(who, "relics" if relic else "advisers")
    site = _row([row for row in position["sites"] if not row.get("facedown")], "site", site_words)
    if site is not None:
        return _list(site, "relics" if relic else "cards")
    raise Misread(f"{site_words!r} is no place for a card", "A player, a faceup site, or: the Cradle discard pile")


def _pieces(position: dict[str, Any], words: list[str]) -> bool:
    """``CARD favor N``, ``CARD secrets N``: what lies on a card in play."""
    if len(words) < 3 or words[-2].casefold() not in ("favor", "secrets") or not words[-1].isdigit():
        return False
    card = _card(" ".join(words[:-2]))
    for row in _rows(position) if card else ():
        for at, each in enumerate(row):
            if _is(each, str(card)) and not _as_dict(each).get("facedown"):
                row[at] = {**_as_dict(each), words[-2].casefold(): int(words[-1])}
                return True
    return False


def _rows(position: dict[str, Any]) -> Iterator[list[Any]]:
    """The lists in which cards lie that have names."""
    for holder in (*position["players"], *position["sites"], position.get("discard_piles", {})):
        yield from (row for name, row in holder.items() if isinstance(row, list) and name not in ("taken", "seen_by"))


def _list(holder: dict[str, Any], name: str) -> list[Any]:
    row: list[Any] = holder.setdefault(name, [])
    return row


def _as_dict(entry: Any) -> dict[str, Any]:
    return dict(entry) if isinstance(entry, dict) else {"card": entry}


def _is(entry: Any, card: str) -> bool:
    named = _as_dict(entry).get("card")
    return named is not None and _card(str(named)) == card


def _card(name: str) -> str | None:
    try:
        found = catalog.match(name, _KINDS)
    except (catalog.UnknownName, catalog.AmbiguousName):
        return None
    return found.id if found.exact else None


def _row(rows: list[dict[str, Any]], of: str, name: str) -> dict[str, Any] | None:
    """The row of a name as it stands."""
    return next((row for row in rows if row.get(of) and key(str(row[of])) == key(name)), None)


_SAYS = (_turn, _role, _title, _vision, _banner, _moved, _pieces)


_NUMBERS = ("favor", "supply", "warbands", "secrets", "facedown-secrets")


def adjusted(position: dict[str, Any], correction: str, state: State) -> dict[str, Any]:
    """A position changed by what was said: ``Bo favor 4; Plains warbands red 2; Map to Bo``. Raises ``Misread``.

    Favor left over or missing is the shared bank's; warbands are those of the personal banks. Variants in force say
    what else may be said (``Variant.adjusted``).
    """
    new = deepcopy(position)
    new.pop("shared_bank", None)
    for part in re.split("[;,]", correction):
        words = part.split()
        if words and not says(new, words):
            _one(new, words, state)
    return new


def _one(position: dict[str, Any], words: list[str], state: State) -> None:
    head = words[0].casefold()
    if head in ("round", "visions") and len(words) == 2:
        position["round" if head == "round" else "visions_drawn"] = _number(words[1])
    elif head == "oathkeeper" and len(words) in (2, 3):
        usurper = len(words) == 3 and key(words[2]) == "usurper"
        side = "usurper" if usurper else "oathkeeper"
        position["oathkeeper"] = {"holder": _player(position, words[1])["name"], "side": side}
    elif head == "bank" and len(words) == 3:
        position.setdefault("favor_banks", {})[words[1].casefold()] = _number(words[2])
    else:
        _of_something(position, words, state)


def _of_something(position: dict[str, Any], words: list[str], state: State) -> None:
    for split in range(len(words) - 1, 0, -1):
        name, rest = " ".join(words[:split]), words[split:]
        for key_, of, says in _NAMED:
            with intake.listening() as guessed:
                row = _find(position[key_], name, of)
            if row is not None and (says(row, rest) or _a_variant_says(position, state, key_, of(row), rest)):
                intake.note(*guessed)
                return
    raise Misread(
        f"{' '.join(words)!r} does not say how the table stands",
        "For example: Bo favor 4; Plains warbands red 2; Map to Bo; turn Bo. All the rest a whole position says: "
        "--position FILE",
    )


def _player_says(player: dict[str, Any], rest: list[str]) -> bool:
    what = rest[0].casefold()
    if what == "pawn" and len(rest) > 1:
        player["pawn"] = " ".join(rest[1:])
        return True
    if what not in _NUMBERS or len(rest) != 2:
        return False
    count = _number(rest[1])
    if what in ("secrets", "facedown-secrets"):
        now = player.get("secrets", 0)
        both = dict(now) if isinstance(now, dict) else {"up": now, "down": 0}
        both["up" if what == "secrets" else "down"] = count
        player["secrets"] = both
    else:
        player[what] = count
    return True


def _site_says(site: dict[str, Any], rest: list[str]) -> bool:
    what = rest[0].casefold()
    if what in ("favor", "secrets") and len(rest) == 2:
        site[what] = _number(rest[1])
        return True
    if what == "warbands" and len(rest) == 3:
        warbands = dict(site.get("warbands") or {})
        warbands[rest[1].casefold()] = _number(rest[2])
        site["warbands"] = {color: count for color, count in warbands.items() if count}
        return True
    return False


def _a_variant_says(position: dict[str, Any], state: State, key_: str, name: str, rest: list[str]) -> bool:
    """Is it something that a variant in force keeps of a player or a site? Then its data are changed."""
    if not state.variants:
        return False
    from oathtools.procedures.machine.registry import VariantFault
    from oathtools.variants import find

    if key_ == "sites":
        subject = catalog.match(name, ("site",)).id
    else:
        subject = next(seat for seat, player in state.players.items() if player.name == name)
    kept = position["variants"]
    for variant in kept:
        try:
            changed = find(variant).adjusted(kept[variant], state, subject, rest)
        except VariantFault as wrong:
            where, what, way = wrong.faults[0]
            raise Misread(f"{where}: {what}", way) from None
        if changed is not None:
            kept[variant] = changed
            return True
    return False


# What has a name: the rows of a position, the name of one, what may be said of it.
_NAMED: tuple[tuple[str, Callable[[dict[str, Any]], str], Callable[[dict[str, Any], list[str]], bool]], ...] = (
    ("players", lambda row: str(row["name"]), _player_says),
    # A facedown site is named by nobody: to find it would tell that it is on the map (9.4).
    ("sites", lambda row: "" if row.get("facedown") else str(row.get("site", "")), _site_says),
)


def _find(rows: list[dict[str, Any]], name: str, of: Callable[[dict[str, Any]], str]) -> dict[str, Any] | None:
    named = {of(row): row for row in rows if of(row)}
    try:
        return named[match(name, list(named), lambda each: each)]
    except Misread:
        return None


def _player(position: dict[str, Any], name: str) -> dict[str, Any]:
    found = _find(position["players"], name, lambda row: str(row["name"]))
    if found is None:
        names = ", ".join(row["name"] for row in position["players"])
        raise Misread(f"there is no player {name!r}", f"Players: {names}")
    return found


def _number(word: str) -> int:
    if not word.isdigit():
        raise Misread(f"{word!r} is not a number")
    return int(word)


# -- setup in the sentences of a table: *Ann draws Longbows, Elders, ?* · *Bo starts at Plains and keeps Longbows* -----
#
# The log tells it so, too: what it prints of these steps can be typed as it stands.


DRAW, PAWN, ADVISER, ORDER = "setup.draw", "setup.pawn", "setup.adviser", "setup.order"
_OWN = r"(?:(?:the|an?|my|his|her|their) )?"
# How a clause tells the answer to a question, behind the name of whoever answers, if it says whose it is: the verb, and
# what follows.
_TELLS = {
    DRAW: (r"draws?|drew|has drawn", r"(.+?)(?: from (?:the )?(?:bottom of the )?(?:world )?deck)?"),
    PAWN: (rf"starts?|begins?|sets? up|(?:places?|puts?|sets?|moves?) {_OWN}pawn", r"(?:at|on|in|to) (.+)"),
    ADVISER: (r"keeps?|kept", rf"(.+?)(?: as {_OWN}(?:facedown )?adviser)?"),
    ORDER: (
        r"discards?",
        rf"(.+?)(?: (?:to|in|into|onto) {_OWN}(?:(?:cradle|provinces|hinterland) )?(?:discards?|discard pile|pile))?",
    ),
}
_CLAUSES = {kind: pattern(rf"(?:(.+?) )??(?:{verb}) {rest}", re.IGNORECASE) for kind, (verb, rest) in _TELLS.items()}
_VERB = "|".join(verb for verb, _ in _TELLS.values())
_BETWEEN = pattern(rf"\s*(?:;|,? then |(?:,(?: and)?| and) (?=(?:s?he |they |i )?(?:{_VERB})\b))\s*", re.IGNORECASE)
_SPEAKER = ("i", "we", "he", "she", "they", "")
# What tells no names: how many cards, at most what lies on their backs.
_COUNT = r"(?:\d|one|two|an?|the|both|all|cards?|denizens?|visions?|others?|rest|them)"
_UNNAMED = pattern(rf"{_COUNT}(?: {_COUNT})*", re.IGNORECASE)
_SHOWS = "oathtools ask shows the question"
_UNDO = "oathtools undo, and name the cards as they are drawn"


class SetupClause(NamedTuple):
    """One clause: who was named (or nobody), the kind of question that it answers, and with what words."""

    who: str
    kind: str
    words: str


def setup_clauses(line: str | Sequence[str]) -> list[SetupClause]:
    """The clauses of a line about setup, in their order; none if any of it is not one."""
    text = without_outcome(line if isinstance(line, str) else " ".join(line), whole=True)
    clauses: list[SetupClause] = []
    for part in filter(None, map(str.strip, _BETWEEN.split(text))):
        found = next(((kind, each) for kind, form in _CLAUSES.items() if (each := form.fullmatch(part))), None)
        if found is None:
            return []
        kind, match = found
        who = match[1] or ""
        if who.casefold() in _SPEAKER and clauses:
            who = clauses[-1].who
        clauses.append(SetupClause("" if who.casefold() in _SPEAKER else who, kind, match[2]))
    return clauses


def settle(play: Play, clauses: Sequence[SetupClause], give: Callable[[Answer], Entry], labels: Labels) -> list[Entry]:
    """Answer the questions of setup that a line tells of, with ``give``.

    What left no choice was not asked; it may be told all the same. Raises ``Misread`` for what does not fit.
    """
    entries: list[Entry] = []
    for who, kind, words in clauses:
        decision = play.pending
        if decision is not None and decision.kind == kind:
            calls = labels(decision)
            seat = meant(who, list(play.state.seats), calls, forgiving=False) if who else decision.who
            if seat != decision.who:
                raise Elsewhere(f"{who} is {'not the one who is asked' if seat else 'no player here'}", _SHOWS)
            entries.append(give(_answer(decision, words, calls)))
        elif not entries or kind not in (ADVISER, ORDER):
            raise Elsewhere(f"{words!r} is no answer to it", _SHOWS)
        elif not _is_settled(play, kind, words, labels):
            raise Misread(f"{words!r} cannot be told: nobody said that it was drawn", _UNDO)
    return entries


def _answer(decision: Decision, words: str, calls: Label) -> Answer:
    """Cards of which only the number and the backs are told: one of them is kept untold, all are discarded."""
    if _UNNAMED.fullmatch(words) and decision.kind == ORDER:
        return list(decision.options)
    if _UNNAMED.fullmatch(words) and decision.kind == ADVISER and not words.isdigit():
        if re.search(r"\b(?:two|both|all)\b|[2-9]", words.casefold()):
            raise Misread(f"one card is kept, not {words}", "Which one?")
        backs = [back for back in BACKS if back in words.casefold()] or BACKS
        alike = [each for each in decision.options if each in [f"{UNTOLD}.{back}" for back in backs]]
        if len(alike) == 1:
            return alike[0]
    return generic(decision, [words], calls)


def _is_settled(play: Play, kind: str, words: str, labels: Labels) -> bool:
    """Was this so without a question?"""
    calls = labels(Decision(kind, play.state.turn, Form.ONE))
    done = [answer for each, answer in play.driver.skipped if each == kind]
    return _UNNAMED.fullmatch(words) is not None or any(means(words, each, calls) for each in done)
