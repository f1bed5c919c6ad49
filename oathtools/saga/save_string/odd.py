"""What is odd in a save string that can be read: kept as it is, and told. Relics mended as the mod's reader does."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from oathtools.saga.save_string.ids import facts, has, mask_names, mask_of, numbers
from oathtools.saga.save_string.parse import Raw


class Note(NamedTuple):
    """Something worth telling: with the cards that people may not know by name, and without them.

    ``weight`` is how much it speaks for damage: 0 for what honest strings show, 4 and more for what they never should.
    """

    kind: str
    full: str
    public: str
    weight: int = 0


def oddities(raw: Raw) -> list[Note]:
    """Everything in these fields that is readable but not as it should be."""
    return [*_header(raw), *_rows(raw), *_decks(raw), *_duplicates(raw), *_missing(raw)]


def _plain(kind: str, text: str, weight: int = 0) -> Note:
    return Note(kind, text, text, weight)


def _header(raw: Raw) -> Iterator[Note]:
    book = facts()
    if raw.oath == book["oaths"]["conspiracy"]:
        yield _plain("oath", "oath 04, the Conspiracy: no game uses it", 4)
    if sorted(raw.suits) != sorted(book["suits"].values()):
        yield _plain("suit_order", "the suit order does not name each suit once", 4)
    if not raw.game:
        yield _plain("game", "the number of the next game is 0", 4)
    boards = mask_of(book["citizens"])
    for field, mask in (("citizenship", raw.citizenship), ("previous_citizenship", raw.previous_citizenship or 0)):
        if mask & ~boards:
            spare = ", ".join(mask_names(mask & ~boards))
            yield _plain(field, f"{field} has bits that stand for no board: {spare}", 4)
    if raw.winner and raw.winner & (raw.winner - 1):
        yield _plain("winner", f"more than one winner: {', '.join(mask_names(raw.winner))}", 4)


def _rows(raw: Raw) -> Iterator[Note]:
    book = facts()
    empty, no_site, facedown = [], book["no_site"], book["facedown_site"]
    for number, (site, cards) in enumerate(raw.rows, 1):
        holds = any(card != book["no_card"] for card in cards)
        if site == no_site:
            empty.append(number)
            if holds:
                yield _plain("empty_slot_holds", f"map slot {number} has no site but holds cards", 4)
        elif site >= facedown and holds:
            yield _plain("facedown_holds", f"the facedown site of map slot {number} holds cards", 4)
    if empty:
        yield _plain("empty_slots", f"no site in map slot{'s'[: len(empty) > 1]} {_list(map(str, empty))}")


_BELONGS = {
    "map": ("denizen", "edifice", "relic"),
    "world_deck": ("denizen", "vision"),
    "dispossessed": ("denizen",),
    "relic_deck": ("relic",),
}


def places(raw: Raw) -> Iterator[tuple[str, str, int]]:
    """Every card field but the empty slots of the map: the part it is in, its place, its number."""
    no_card = facts()["no_card"]
    for n, (_, cards) in enumerate(raw.rows, 1):
        for k, card in enumerate(cards, 1):
            if card != no_card:
                yield "map", f"map.{n}.card.{k}", card
    for part, deck in (("world_deck", raw.world), ("dispossessed", raw.dispossessed), ("relic_deck", raw.relics or [])):
        for n, card in enumerate(deck, 1):
            yield part, f"{part}.{n}", card


def _decks(raw: Raw) -> Iterator[Note]:
    kinds, no_card = numbers().kind, facts()["no_card"]
    astray, blanks = [], []
    for part, place, card in places(raw):
        if card == no_card:
            blanks.append(place)
        elif kinds[card] not in _BELONGS[part]:
            astray.append(f"{_name(card)} ({place})")
    if astray:
        many = f"{len(astray)} cards lie" if len(astray) > 1 else "a card lies"
        text = f"{many} where no such card belongs"
        yield Note("misplaced", f"{text}: {_list(astray)}", text, 4 * len(astray))
    if blanks:
        text = f"{len(blanks)} empty entr{'ies' if len(blanks) > 1 else 'y'} in a deck: {_list(blanks)}"
        yield Note("blank", text, text, 4 * len(blanks))


def _duplicates(raw: Raw) -> Iterator[Note]:
    no_card, same = facts()["no_card"], numbers().same_card
    found: dict[int, list[str]] = {}
    for _, place, card in places(raw):
        if card != no_card:
            found.setdefault(same[card], []).append(place)
    twice = {card: where for card, where in found.items() if len(where) > 1}
    if twice:
        text = f"{len(twice)} cards stand" if len(twice) > 1 else "a card stands"
        named = _list(f"{_name(card)} ({', '.join(where)})" for card, where in twice.items())
        extra = sum(len(where) - 1 for where in twice.values())
        yield Note("duplicate", f"{text} more than once: {named}", f"{text} more than once", 4 * extra)
    sites = Counter(numbers().sites[site][0] for site, _ in raw.rows if site != facts()["no_site"])
    for site, count in sites.items():
        if count > 1:
            slots = [
                str(n) for n, (number, _) in enumerate(raw.rows, 1) if numbers().sites.get(number, ("",))[0] == site
            ]
            yield Note(
                "duplicate_site",
                f"{numbers().site_names[site]} lies in map slots {_list(slots)}",
                f"the same site lies in map slots {_list(slots)}",
                4 * (count - 1),
            )


def _missing(raw: Raw) -> Iterator[Note]:
    present = {card for _, _, card in places(raw)}
    if not raw.world:
        yield _plain("no_world_deck", "the world deck is empty")
    else:
        yield from _gone("missing_visions", "Vision", numbers().visions - present)
    if has(raw.version, "relic_deck"):
        yield from _gone("missing_relics", "relic", numbers().relics - present)
    else:
        yield _plain("no_relic_deck", f"strings of version {raw.version} hold no relic deck: one is still to be made")


def _gone(kind: str, what: str, gone: Iterable[int]) -> Iterator[Note]:
    names = [_name(card) for card in sorted(gone)]
    if names:
        text = f"{len(names)} {what}{'s' if len(names) > 1 else ''} missing"
        yield Note(kind, f"{text}: {_list(names)}", text, len(names))


def _name(card: int) -> str:
    return numbers().names[card]


def _list(words: Iterable[str]) -> str:
    return ", ".join(words)


def mend_relics(raw: Raw, seed: str) -> list[Note]:
    """Mend the relics of ``raw`` in place as the mod's own reader does, and say what was done.

    A relic met again on the map or in the deck (read from its bottom) is taken out; missing ones go on top of the
    deck, in the order of their numbers; if all are missing, a new deck is shuffled with ``seed``. Nothing is done for
    versions without a relic deck.
    """
    if raw.relics is None:
        return []
    done: list[Note] = []
    no_card, relics = facts()["no_card"], numbers().relics
    seen: set[int] = set()
    for n, (_, cards) in enumerate(raw.rows, 1):
        for k, card in enumerate(cards):
            if card in relics and card in seen:
                cards[k] = no_card
                text = f"taken from map slot {n}: a relic that stands elsewhere"
                done.append(Note("repaired", f"{text}, {_name(card)}", text))
            seen.add(card)
    kept = []
    for card in raw.relics:
        if card in relics and card in seen:
            text = "taken from the relic deck: a relic that stands elsewhere"
            done.append(Note("repaired", f"{text}, {_name(card)}", text))
        else:
            kept.append(card)
        seen.add(card)
    missing = sorted(relics - seen)
    if len(missing) == len(relics):
        from random import Random

        Random(seed).shuffle(missing)
        done.append(
            _plain("repaired", f"no relic was there: a new relic deck of {len(missing)}, shuffled with seed {seed}")
        )
    elif missing:
        text = f"put on top of the relic deck: {len(missing)} missing relic{'s' if len(missing) > 1 else ''}"
        done.append(Note("repaired", f"{text}, from the top: {_list(_name(card) for card in missing[::-1])}", text))
    raw.relics = kept + missing
    return done
