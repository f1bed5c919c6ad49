"""Words matched forgivingly against what may be meant: numbers, ids, labels, any spelling of a name, shortened.

What is only near is noted (``oathtools.guesses``). A word that is nothing is answered with what it might have been.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from oathtools import catalog, guesses
from oathtools.catalog.expansion import ONLY_NAMES
from oathtools.engine.decision import Decision
from oathtools.procedures.machine.request import Misread as Misread
from oathtools.table.state import PLACE_NAMES, UNKNOWN_PREFIX

# The text that people see for an option; ``Labels`` gives that of a question.
Label = Callable[[str], str]


Labels = Callable[[Decision], Label]


class Called:
    """The text that people see for an option, and what else it is called, each only as it stands."""

    def __init__(self, label: Label, also: Callable[[str], Iterable[str]]) -> None:
        self.label, self.also = label, also

    def __call__(self, option: str) -> str:
        return self.label(option)


class Elsewhere(Misread):
    """A request where something else is asked. ``why``: what is wrong with its words as an answer to that."""

    def __init__(self, why: str, hint: str | None = None) -> None:
        super().__init__(f"another question is open: {why}", hint)
        self.why = why


class Unoffered(Misread):
    """A word that means none of the options."""


def key(text: str) -> str:
    """A spelling without its accidents: case, accents, blanks, dots, hyphens, apostrophes.

    A picture counts as a letter, since it may be all there is of a player's name.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
    return "".join(char for char in text.casefold() if char.isalnum() or unicodedata.category(char) == "So")


def match(said: str, options: Iterable[str], label: Label, offered: Iterable[str] | None = None) -> str:
    """The option that a word means: exactly, else by a unique beginning, else by one of its words, else the nearest.

    ``offered`` are the options that may be chosen, all of them by default: they come first where a word may mean
    several, and in what is listed. What is only near is noted (``oathtools.guesses``). Raises ``Misread``,
    ``Unoffered`` if no option is near.
    """
    listed = list(options)
    may = listed if offered is None else offered
    found = near(said, listed, label, forgiving=False)
    if found:
        return _one_of(said, found, listed, may, label)
    foreign = _foreign(said)
    if foreign:
        raise Unoffered(str(foreign), ONLY_NAMES)
    found = near(said, listed, label)
    if found:
        return _guessed(said, _one_of(said, found, listed, may, label), label)
    names = list(dict.fromkeys(label(option) for option in islice(may, 12))) or ["nothing is possible"]
    raise Unoffered(f"{said!r} is none of the answers here", f"Possible: {', '.join(names)}")


def _foreign(said: str) -> catalog.Beyond | None:
    """The card of the expansion that words spell, or its action that they begin with: no misspelt option."""
    action = catalog.beyond(said.split()[0]) if said.split() else None
    return catalog.beyond(said, catalog.KINDS) or (action if action and action.kind == "action" else None)


def meant(said: str, options: Sequence[str], label: Label, *, forgiving: bool = True) -> str | None:
    """The one option that a word means, None if it is none or several; ``forgiving`` and only near, it is noted."""
    found = near(said, options, label, forgiving=False)
    if found or not forgiving or catalog.beyond(said, catalog.KINDS):
        return next(iter(found)) if len(found) == 1 else None
    found = near(said, options, label)
    return _guessed(said, found.pop(), label) if len(found) == 1 else None


def _guessed(said: str, option: str, label: Label) -> str:
    """Note that a word was taken for an option, by the name that whoever typed it had in mind."""
    card = option.partition("@")[0]
    if catalog.is_card(card):
        catalog.chosen(said, catalog.Match(card, False))
    else:
        guesses.taken(said, label(option))
    return option


def near(said: str, options: Sequence[str], label: Label, *, forgiving: bool = True) -> set[str]:
    """The options that a word may mean, by the surest way that finds any; ``forgiving``: misspelt words too."""
    wanted = key(said)
    if not wanted:
        return set()
    spelled: dict[str, set[str]] = {}
    words: dict[str, set[str]] = {}
    for option in options:
        # A place is never called by its number alone: on the map that is another one's.
        short = "" if option in PLACE_NAMES else option.partition(".")[2]
        for spelling in (option, short, label(option), *_aliases(option)):
            plain = spelling.casefold().removeprefix("the ")
            for form in (key(spelling), key(plain)):
                if form:
                    spelled.setdefault(form, set()).add(option)
            for word in re.split(r"[\s._-]+", plain):
                words.setdefault(key(word), set()).add(option)
    if wanted in spelled:
        return spelled[wanted]
    bare = re.sub(r"^(the|an?|my|our)\s+|(?:'s?)? power$", "", said.strip(), flags=re.IGNORECASE)
    if isinstance(label, Called):
        forms = {key(said), key(bare)}
        found = {option for option in options if not forms.isdisjoint(map(key, label.also(option)))}
        if found:
            return found
    if bare != said.strip() and key(bare) in spelled:
        return spelled[key(bare)]
    for known in (spelled, words):
        found = {option for spelling, those in known.items() if spelling.startswith(wanted) for option in those}
        if found:
            return found
    bare = re.sub(r"(?<=\w)\s*\([^()]*\)$", "", bare)  # Brutal (Cursed Cauldron): what only some of us see
    if bare != said.strip():
        return near(bare, options, label, forgiving=forgiving)
    return _nearest(said, spelled) if forgiving else set()


def _nearest(said: str, spelled: dict[str, set[str]]) -> set[str]:
    """The options whose spelling is nearest, several if none is clearly the nearest.

    A number is never misspelt, and one region is not another: *Hinterland 2* is not Cradle 2. A word of the game or of
    daily English is right as it stands (``catalog.mistyped``).
    """
    from rapidfuzz import fuzz, process

    wanted = key(said)
    number = _digits(wanted)
    region = _regions(wanted)
    known = [
        spelling
        for spelling in spelled
        if _digits(spelling) == number
        and (not region or _regions(spelling) in (region, set()))
        and catalog.mistyped(said, spelling)
    ]
    ranked = process.extract(wanted, known, scorer=fuzz.ratio, limit=3, score_cutoff=75)
    if not ranked:
        return set()
    best, first = spelled[ranked[0][0]], ranked[0][1]
    if all(first - score >= 5 or spelled[other] == best for other, score, _ in ranked[1:]):
        return best
    return {option for other, _, _ in ranked for option in spelled[other]}


def _regions(text: str) -> set[str]:
    return {region for region in catalog.REGIONS if region in text}


def _digits(text: str) -> str:
    return "".join(char for char in text if char.isdigit())


def _aliases(option: str) -> tuple[str, ...]:
    if option in PLACE_NAMES:
        return (f"{option.replace('.', ' ')}",)
    try:
        record = catalog.card(option)
    except KeyError:
        return ()
    return (record.name, *record.aliases)


def _one_of(said: str, found: set[str], listed: list[str], may: Iterable[str], label: Label) -> str:
    """One of several options that a word may mean: the only one, the only one offered, or any of unknown cards."""
    among = [option for option in listed if option in found]
    if len(among) == 1 or all(option.startswith(UNKNOWN_PREFIX) for option in among):
        return among[0]
    offered = [option for option in may if option in found]
    if len(offered) == 1 or (offered and all(option.startswith(UNKNOWN_PREFIX) for option in offered)):
        return offered[0]
    names = list(dict.fromkeys(label(each) for each in among))
    raise Misread(f"{said!r} may mean several things", f"Which one: {', '.join(names)}?")


def name_of(text: str) -> str:
    """The id of a card named in words. Raises ``Misread`` with what it might have been."""
    try:
        return catalog.find(text)
    except LookupError as fault:
        raise Misread(str(fault)) from None


def parts(text: str) -> list[str]:
    """Words with commas between them, or else with blanks."""
    return [part.strip() for part in (text.split(",") if "," in text else text.split()) if part.strip()]


def parts_of(text: str, options: Sequence[str], label: Label) -> list[str]:
    """Words with commas or *and* between them, or else with blanks; a name that means an option stays whole."""
    found = []
    for part in filter(None, (each.strip() for each in text.split(","))):
        if len({label(option) for option in near(part, options, label, forgiving=False)}) == 1:
            found.append(part)
        elif " and " in part:
            found += joined(part.split(" and "), options, label)
        else:
            found += [part] if "," in text else part.split()
    return found


def joined(said: list[str], options: Sequence[str], label: Label) -> list[str]:
    """Words between which *and* stands; a name that has one of its own stays whole: pawn and favor."""
    found: list[str] = []
    while said:
        long = next(
            (n for n in range(len(said), 0, -1) if near(" and ".join(said[:n]), options, label, forgiving=False)), 1
        )
        found.append(" and ".join(said[:long]).removeprefix("and ").strip())
        said = said[long:]
    return found
