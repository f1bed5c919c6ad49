"""The one grammar: a clause is somebody, a verb, and things that it is about, in any order; all its readings.

A *slot* reads one thing: a field of an action, an answer. ``covers`` finds every way in which the words of a clause
fill slots so that none is left over; a word that fills none must mean nothing by itself. Which of the readings can be
meant the position decides (``speaker``, ``judge``).
"""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.answerers.matching import Label, Misread, meant
from oathtools.answerers.reading import LabelOf, ParsedRequest, Table, parse_request
from oathtools.answerers.requests import SpokenRequest
from oathtools.answerers.speech import (
    Number,
    Token,
    denies,
    is_empty,
    is_joint,
    number,
    tokens,
    unit_of,
    verbs_of,
    words,
)
from oathtools.answerers.values import FieldContext, value
from oathtools.kit import guesses
from oathtools.kit.text import ORDINALS
from oathtools.procedures.actions.play import DISCARD
from oathtools.procedures.actions.record import Action
from oathtools.procedures.actions.wording import faced_up
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.minor.advisers import PLAY
from oathtools.procedures.turn.loop import ACTIONS
from oathtools.table.state import REGION_OF_SLOT

_LONGEST = 7  # words that fill one slot
_MOST = 24  # readings of one clause


class Slot(NamedTuple):
    """What a run of words may fill: ``reads`` gives what they mean, None if nothing. ``after`` are words that announce
    it, ``never_after`` those behind which it cannot stand; ``many``: it may be filled several times."""

    name: str
    reads: Callable[[str], Any]
    after: frozenset[str] = frozenset()
    never_after: frozenset[str] = frozenset()
    many: bool = False


class Filled(NamedTuple):
    """A slot and the words that fill it."""

    slot: str
    value: Any
    text: str


class Reading(NamedTuple):
    """One way to understand a clause; ``weight``: how much of it fills slots, and how well it is announced."""

    filled: tuple[Filled, ...]
    weight: int

    def words_of(self, name: str) -> list[str]:
        """The words that fill a slot."""
        return [each.text for each in self.filled if each.slot == name]


def covers(
    text: str,
    found: Sequence[Token],
    slots: Sequence[Slot],
    soft: Callable[[Token], bool],
    begun: frozenset[str] = frozenset(),
) -> list[Reading]:
    """Every way in which all tokens fill slots or are soft, the fullest only; none if a word is left over."""
    memo: dict[tuple[int, int], Any] = {}

    def read(slot: int, start: int, end: int) -> Any:
        first, last = found[start], found[end - 1]
        if is_joint(first) or is_joint(last) or (is_empty(last) and end - start > 1):
            return None
        if any(each.low in ",;:" and not each.name for each in found[start:end]):
            return None
        return slots[slot].reads(text[first.start : last.end].strip("\"'"))

    def ways(at: int, used: int) -> list[tuple[tuple[Filled, ...], int]]:
        if (at, used) in memo:
            return memo[at, used]
        if at == len(found):
            return [((), 0)]
        result: list[tuple[tuple[Filled, ...], int]] = []
        before = next((each.low for each in reversed(found[:at]) if not is_empty(each) and not is_joint(each)), "")
        announced = verbs_of(before) if before else begun
        for index, slot in enumerate(slots):
            if used >> index & 1 or slot.never_after & announced:
                continue
            last_at = len(found) if slot.name != "for" or slot.after & announced else -1  # the last thing, or announced
            for end in range(min(len(found), at + _LONGEST), at, -1):
                if last_at < 0 and end != len(found):
                    continue
                value = read(index, at, end)
                if value is None:
                    continue
                last = found[end - 1]
                here = Filled(slot.name, value, text[found[at].start : last.end].strip("\"'"))
                weight = 2 * (end - at) + 2 * bool(slot.after & announced)
                rest = ways(end, used if slot.many else used | 1 << index)
                result += [((here, *more), weight + heavy) for more, heavy in rest]
                break
        if soft(found[at]):
            result += ways(at + 1, used)
        result = sorted(result, key=lambda way: -way[1])[:_MOST]
        memo[at, used] = result
        return result

    everything = ways(0, 0)
    best = max((weight for _, weight in everything), default=0)
    return [Reading(filled, weight) for filled, weight in everything if weight == best]


def strictly(read: Callable[[str], Any], forgiving: bool = False) -> Callable[[str], Any]:
    """A reader that raises ``Misread`` as one that gives None; what it only guesses is nothing, unless forgiven."""
    memo: dict[str, Any] = {}

    def reads(text: str) -> Any:
        if text not in memo:
            memo[text] = None
            with guesses.listening() as guessed, suppress(Misread, LookupError, StopIteration):
                value = read(text)
                memo[text] = value if not guessed or (forgiving and " " not in text) else None
        return memo[text]

    return reads


# -- who is said to do something, and what -------------------------------------------------------------------------


class Head(NamedTuple):
    """How a clause begins: the seats that are named for it (none: whoever is asked), whether it says *not* or
    *nobody*, its verbs, and where its things begin."""

    who: tuple[str, ...]
    never: bool
    verbs: frozenset[str]
    verb: str
    at: int


def head(found: Sequence[Token], seats: Sequence[str], label: Label) -> Head:
    """The beginning of a clause: *Bo, Cy and Dee each draw*, *she doesn't use*, *Ann:*."""
    who: list[str] = []
    never, at = False, 0
    while at < len(found):
        token = found[at]
        seat = _player(token, seats, label) if not who or is_joint(found[at - 1]) else None
        if seat is not None:
            who.append(seat)
        elif token.low in words()["persons"] and not who and not token.name:
            never = never or words()["persons"][token.low] == "none"
        elif token.low == ":" and who:
            pass
        elif denies(token) and token.low in ("not", "never", "without") and not never:
            never = True
        elif token.low == "first" and at + 1 < len(found) and found[at + 1].low in words()["persons"]:
            pass
        elif not is_empty(token) and not is_joint(token):
            break
        at += 1
    verb = found[at].low if at < len(found) else ""
    return Head(tuple(who), never, verbs_of(verb) if verb.isalpha() else frozenset(), verb, at)


def _player(token: Token, seats: Sequence[str], label: Label) -> str | None:
    if token.low in words()["persons"] or is_empty(token) or is_joint(token) or token.low.isdigit():
        return None
    plain = token.low.removesuffix("'s") if token.low.endswith("'s") else token.low
    return next((seat for seat in seats if plain in (label(seat).casefold(), seat)), None)


def told_number(text: str, plain: str = "") -> Any:
    """A number with what is counted, as something that is told besides: *2 Supply*, *one favor*, *a nomad favor*."""
    bank = next((suit for suit in catalog.SUITS if re.search(rf"\b{suit}\b", text.casefold())), "")
    rest = re.sub(rf"\b{bank}\b", " ", text, flags=re.IGNORECASE) if bank else text
    found = number(rest)
    if found is not None and not found.unit and plain and found.many > 0:
        found = found._replace(unit=plain)
    if found is None and rest.split() and unit_of(rest.split()[-1].casefold()):
        found = number(f"one {rest}")  # his secret: how many is not said
        found = found and found._replace(many=-2)
    return found._replace(of_bank=bank) if found is not None and found.unit else None


# -- requests: a verb of an action, and what fills its fields ----------------------------------------------------------


def colloquial(name: str) -> Sequence[str]:
    """How people begin to speak of an action besides."""
    return words()["acts"].get(name, ())


# What is meant where somebody only says what goes where.
_BARE = {"secret": "trade", "favor": "muster", "warband": "move-warbands"}


def _counts(found: Sequence[Token]) -> str:
    """What some words count that begin with a number, or with what is counted: *2 warbands to Mountain*."""
    first = next((at for at, each in enumerate(found) if unit_of(each.low)), 9)
    plain = all(is_empty(each) or number(each.low) is not None for each in found[:first])
    return unit_of(found[first].low) if first < 3 and plain and len(found) > first + 2 else ""


def actions_for(said: Head, found: Sequence[Token]) -> list[str]:
    """The actions that a verb may begin; of words behind the first of a beginning each must be said."""
    low = {form for token in found for form in (token.low, *verbs_of(token.low), unit_of(token.low))}
    names = [name for unit, name in _BARE.items() if found and _counts(found) == unit]
    for name in ACTIONS.known():
        record = ACTIONS[name]
        for begins in (name.replace("-", " "), name, record.label, *record.verbs, *record.begins, *colloquial(name)):
            verb, *more = begins.casefold().split() or [""]
            if verb in said.verbs and low.issuperset(
                word.strip("{}") for word in more if "{" not in word or word in _PIECES
            ):
                names.append(name)
                break
    return names


class Said(NamedTuple):
    """What of a clause is for an action: its text, its tokens behind the verb, the verbs that its first may be."""

    text: str
    found: Sequence[Token]
    verbs: frozenset[str]


Asked = tuple[SpokenRequest, tuple[Number, ...]]


def requests(
    said: Said,
    name: str,
    table: Table,
    label_of: LabelOf,
    *,
    begun: Frame | None = None,
    forgiving: bool = False,
    hand: Sequence[str] = (),
    kept: dict[Any, list[Slot]] | None = None,
) -> list[Asked]:
    """What some words may ask of an action: the readings that fill its fields, with the numbers that they tell besides.

    ``begun``: its frame, if it is under way; ``hand``: the cards to be kept or placed; ``forgiving``: a name may be
    misspelt.
    """
    action = ACTIONS[name]
    kept = {} if kept is None else kept
    slots = kept.get((name, forgiving)) or _slots(action, table, label_of, begun, forgiving, hand)
    kept[name, forgiving] = slots
    own = frozenset(
        word.strip("{}").casefold()
        for word in f"{action.besides} {' '.join((*action.begins, *colloquial(name)))}".split()
    )
    beside = (
        own - _PLACES | frozenset(action.label.casefold().split()) | {word for slot in slots for word in slot.after}
    )
    row = (*ORDINALS, "middle", "last", "one") if hand else ()

    def soft(token: Token) -> bool:
        low = token.low
        if is_empty(token) or is_joint(token):
            return True
        return not token.name and (low in words()["links"] or not beside.isdisjoint(verbs_of(low)) or low in row)

    return [_asked(reading, action, said) for reading in covers(said.text, said.found, slots, soft, said.verbs)]


def _slots(
    action: Action, table: Table, label_of: LabelOf, begun: Frame | None, forgiving: bool, hand: Sequence[str]
) -> list[Slot]:
    """What the words behind a verb may fill: the fields that are not given, a plan, a modifier, what it costs."""
    frame, slots = begun or Frame(action.name, table.seat), []
    for field in action.fields:
        if field.kind in ("text", "oneself") or (begun is not None and field.name in begun.given):
            continue
        of = FieldContext(table.game, action, frame, field, label_of(f"{action.name}.{field.name}"))
        if hand and field.name == "card":
            of.options = list(hand)
        after = frozenset((field.flag.removeprefix("--"), *words()["announced"].get(field.kind, "").split())) - {""}
        never = (
            _FROM if field.kind == "site" or field.name == "to" else _GIVEN if field.name == "for" else frozenset[str]()
        )
        slots.append(Slot(field.name, strictly(partial(_value, of), forgiving), after, never, field.kind == "targets"))
    if action.plans:
        live = [card for card in facts.in_force(table.game) if card in table.game.registry.plans]
        slots.append(Slot("plan", strictly(partial(match_strictly, live, catalog.name_of)), frozenset(("use", "with"))))
    modifiers = [each.card for each in table.game.registry.modifiers.get(action.name, ())]
    read = partial(match_strictly, modifiers, label_of(f"{action.name}.modifier"))
    slots.append(Slot("modifier", strictly(read), frozenset(("use", "with", "via"))))
    if action.clause.startswith("5."):  # what it costs and brings
        supply = action.clause in ("5.1", "5.6")  # search for three: Supply, where no other thing is counted
        slots.append(Slot("told", strictly(partial(told_number, plain="supply" if supply else "")), many=True))
    return slots


def _asked(reading: Reading, action: Action, said: Said) -> Asked:
    """A reading as a request: the words for each field, in ids where a place goes by several names."""
    besides = ("plan", "modifier", "told")
    fields = {each.slot: ", ".join(reading.words_of(each.slot)) for each in reading.filled if each.slot not in besides}
    if action.name in (PLAY.name, "move-warbands"):
        fields |= {each.slot: str(each.value) for each in reading.filled if each.slot == "to"}
    if action.name == "move-warbands" and "to" not in fields:
        fields["to"] = "site" if any(each.low == "board" for each in said.found) else "board"
    if action.name == PLAY.name and "to" not in fields and said.verbs & THROWS:
        fields["to"] = DISCARD
    elif action.name == PLAY.name and "to" not in fields and said.verbs & {"reveal", "flip", "turn"}:
        fields["to"] = faced_up(fields.get("card", ""))
    told = tuple(each.value for each in reading.filled if each.slot == "told")
    return SpokenRequest(action.name, fields, reading.words_of("modifier"), reading.words_of("plan"), ""), told


THROWS = frozenset(("discard", "throw", "toss", "dump", "chuck", "bin", "ditch"))


def asked(text: str, table: Table, label_of: LabelOf) -> ParsedRequest | None:
    """A request in whatever words, for a verdict: the first reading that means something here; None if none does."""
    found = tokens(text)
    begun = head(found, table.game.state.seats, label_of(""))
    if begun.never or (begun.who and begun.who != (table.seat,)):
        return None
    said = Said(text, found[begun.at + 1 :], begun.verbs)
    for forgiving in (False, True):
        for name in actions_for(begun, found):
            for one, _ in requests(said, name, table, label_of, forgiving=forgiving):
                with suppress(Misread):
                    if one.fields or not said.found:
                        return parse_request(table, one, label_of)
    return None


_PIECES = ("{favor}", "{secret}")
_PLACES = frozenset(("facedown", "faceup", "site", "vision", *REGION_OF_SLOT))
_FROM = frozenset(("from", "off"))
_GIVEN = frozenset(("put", "place", "lay", "spend", "pay", "drop", "go"))
_NUMBERED = ("number", "price")


def _value(of: FieldContext, words: str) -> Any:
    """What words mean for a field; a number only where so many are there, and what is counted is what is meant."""
    if of.field.kind in _NUMBERED:
        said = number(words)
        if said is None or (said.unit and said.unit not in ("warband", "die", "favor", "secret")):
            raise Misread("no number")
        return said
    if set(of.options) & {"site", "board"} and of.field.name == "to":
        here = facts.site_id(of.game, facts.site_of(of.game, of.seat))
        return "site" if meant(words, [here], of.label, forgiving=False) else value(words, of)
    said = number(words)
    if (
        said is not None
        and (said.unit or words.casefold() in ("both", "all", "everything"))
        and of.field.kind != "option"
    ):
        raise Misread("a number")
    found = value(words, of)
    more, of.more = of.more, ""
    if more:
        raise Misread(f"{more!r} is said besides")
    return found


def match_strictly(options: Sequence[str], label: Label, words: str) -> str:
    """The option that words name as it stands, or shortened. Raises ``Misread``."""
    found = meant(words, options, label, forgiving=False)
    if found is None:
        raise Misread(f"{words!r} is none of them")
    return found
