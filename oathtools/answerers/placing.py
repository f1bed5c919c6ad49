"""What people say of cards, banners, roles and turns as they really stand, written into a position (``adjusting``)."""

from collections.abc import Iterator
from typing import Any

from oathtools import catalog
from oathtools.answerers.matching import Misread, key

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
    said = [word.casefold() for word in words[1:] if word.casefold() not in ("role", "is", "a", "an")]
    if who is None or len(said) != 1 or said[0] not in _ROLES or who.get("role") == "chancellor":
        return False
    who["role"] = said[0]
    return True


def _title(position: dict[str, Any], words: list[str]) -> bool:
    """A player has the title, on either side (2.11)."""
    said = [word.casefold() for word in words if word.casefold() not in ("is", "now", "title", "has")]
    for at in (0, -1):
        who = _row(position["players"], "name", said[at]) if len(said) == 2 else None
        if who is not None and said[-1 - at] in _TITLES:
            position["oathkeeper"] = {"holder": who["name"], "side": said[-1 - at]}
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
    said = " ".join(words)
    pile = words[0].casefold() if words else ""
    if pile in _PILES and len(words) > 1 and words[1].casefold() in ("discard", "discards", "pile"):
        return _list(position.setdefault("discard_piles", {}), pile)
    relic = card.startswith("relic.")
    who = _row(position["players"], "name", said.removesuffix("'s advisers"))
    if who is not None:
        return _list(who, "relics" if relic else "advisers")
    site = _row([row for row in position["sites"] if not row.get("facedown")], "site", said)
    if site is not None:
        return _list(site, "relics" if relic else "cards")
    raise Misread(f"{said!r} is no place for a card", "A player, a faceup site, or: the Cradle discard pile")


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
