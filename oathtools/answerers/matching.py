"""Words matched forgivingly against what may be meant: numbers, ids, labels, any spelling of a name, shortened.

What is only near is noted (``oathtools.kit.intake``). A word that is nothing is answered with what it might have been.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from oathtools import catalog
from oathtools.catalog.names import ONLY_NAMES
from oathtools.engine.decision import Decision
from oathtools.kit import intake
from oathtools.kit.text import ORDINALS
from oathtools.procedures.actions.play import ADVISER, DISCARD, FACEDOWN, VISION
from oathtools.procedures.campaign.fight import BANDITS, PAWN
from oathtools.procedures.machine.request import Misread
from oathtools.table.state import BANNERS, PLACE_NAMES, REGION_OF_SLOT, RELICS, UNKNOWN_PREFIX, State

# The text that people see for an option; ``Labels`` gives that of a question.
Label = Callable[[str], str]


Labels = Callable[[Decision], Label]


class Called:
    """The text that people see for an option, and what else it is called, each only as it stands."""

    def __init__(self, label: Label, also: Callable[[str], Iterable[str]]) -> None:
        self.label, self.also = label, also

    def __call__(self, option: str) -> str:
        return self.label(option)


class ScriptLine(NamedTuple):
    """A line of an answers file: its number, the kind it is for (or none), the words."""

    number: int
    kind: str | None
    words: str


class ScriptError(ValueError):
    """A script that does not fit the game: the line (if it is one's fault), the question that was open, a way out."""

    def __init__(
        self, message: str, line: ScriptLine | None = None, decision: Decision | None = None, hint: str | None = None
    ) -> None:
        super().__init__(message)
        self.line, self.decision, self.hint = line, decision, hint


class Elsewhere(Misread):
    """A request where something else is asked. ``why``: what is wrong with its words as an answer to that."""

    def __init__(self, why: str, hint: str | None = None) -> None:
        super().__init__(f"another question is open: {why}", hint)
        self.why = why


class Unoffered(Misread):
    """A word that means none of the options."""


@lru_cache(maxsize=1 << 14)
def key(text: str) -> str:
    """A spelling without its accidents: case, accents, blanks, dots, hyphens, apostrophes.

    A picture counts as a letter, since it may be all there is of a player's name.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
    return "".join(char for char in text.casefold() if char.isalnum() or unicodedata.category(char) == "So")


def match(words: str, options: Iterable[str], label: Label, offered: Iterable[str] | None = None) -> str:
    """The option that a word means: exactly, else by a unique beginning, else by one of its words, else the nearest.

    ``offered`` are the options that may be chosen, all of them by default: they come first where a word may mean
    several, and in what is listed. What is only near is noted (``oathtools.kit.intake``). Raises ``Misread``,
    ``Unoffered`` if no option is near.
    """
    listed = list(options)
    may = listed if offered is None else offered
    found = near(words, listed, label, forgiving=False)
    if found:
        return _one_of(words, found, listed, may, label)
    of_expansion = foreign(words)
    if of_expansion:
        raise Unoffered(str(of_expansion), ONLY_NAMES)
    found = near(words, listed, label)
    if found:
        return _guessed(words, _one_of(words, found, listed, may, label), label)
    names = list(dict.fromkeys(label(option) for option in islice(may, 12))) or ["nothing is possible"]
    raise Unoffered(f"{words!r} is none of the answers here", f"Possible: {', '.join(names)}")


def foreign(words: str) -> catalog.Beyond | None:
    """The card of the expansion that words spell, or its action that they begin with: no misspelt option."""
    action = catalog.beyond(words.split()[0]) if words.split() else None
    return catalog.beyond(words, catalog.KINDS) or (action if action and action.kind == "action" else None)


# Options by their spellings, and by the words of these.
Spellings = tuple[dict[str, set[str]], dict[str, set[str]]]


def meant(
    words: str, options: Sequence[str], label: Label, *, forgiving: bool = True, known: Spellings | None = None
) -> str | None:
    """The one option that a word means, None if it is none or several; ``forgiving`` and only near, it is noted.

    ``known``: how they are spelt, where many words are looked for among the same.
    """
    known = known or spellings(options, label)
    found = near(words, options, label, forgiving=False, known=known)
    if found or not forgiving or catalog.beyond(words, catalog.KINDS):
        return next(iter(found)) if len(found) == 1 else None
    found = near(words, options, label, known=known)
    return _guessed(words, found.pop(), label) if len(found) == 1 else None


def _guessed(words: str, option: str, label: Label) -> str:
    """Note that a word was taken for an option, by the name that whoever typed it had in mind."""
    card = option.partition("@")[0]
    if catalog.is_card(card):
        catalog.chosen(words, catalog.Match(card, False))
    else:
        intake.taken(words, label(option))
    return option


_TAIL = 5  # letters of the end of a word by which it may be called


def spellings(options: Sequence[str], label: Label) -> Spellings:
    """How options are spelt: their ids, what people see for them, their names."""
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
    return spelled, words


def near(
    typed: str, options: Sequence[str], label: Label, *, forgiving: bool = True, known: Spellings | None = None
) -> set[str]:
    """The options that a word may mean, by the surest way that finds any; ``forgiving``: misspelt words too."""
    wanted = key(typed)
    if wanted in ("", "the", "a", "an"):
        return set()
    spelled, words = known or spellings(options, label)
    if wanted in spelled:
        return spelled[wanted]
    bare = re.sub(
        r"^(?:the )?oath of (?:the )?|^(the|an?|my|our)\s+|(?:'s?)? power$", "", typed.strip(), flags=re.IGNORECASE
    )
    if isinstance(label, Called):
        forms = {key(typed), key(bare)}
        found = {option for option in options if not forms.isdisjoint(map(key, label.also(option)))}
        if found:
            return found
    if bare != typed.strip() and key(bare) in spelled:
        return spelled[key(bare)]
    for several in (spelled, words) if len(wanted) > 2 or "untold" not in " ".join(map(str, options)) else ():
        found = {option for spelling, those in several.items() if spelling.startswith(wanted) for option in those}
        if found:
            return found
    if len(wanted) >= _TAIL and (
        found := {option for form, those in words.items() if form.endswith(wanted) for option in those}
    ):
        return found  # gangs: Pressgangs
    if len(bare.split()) > 1:  # since nobody else did: after round eight, since nobody else did (3.4.4)
        ends = {option: [f" {each.strip()}" for each in re.split(r"[,()]", label(option))] for option in options}
        tail = f" {bare.casefold()}"  # the end of what is said before a comma, not any words of it
        if found := {option for option, some in ends.items() if any(each.casefold().endswith(tail) for each in some)}:
            return found
    bare = re.sub(r"(?<=\w)\s*\([^()]*\)$", "", bare)  # Brutal (Cursed Cauldron): what only some of us see
    if bare != typed.strip():
        return near(bare, options, label, forgiving=forgiving, known=(spelled, words))
    return _nearest(typed, spelled) if forgiving else set()


def _nearest(words: str, spelled: dict[str, set[str]]) -> set[str]:
    """The options whose spelling is nearest, several if none is clearly the nearest.

    A number is never misspelt, and one region is not another: *Hinterland 2* is not Cradle 2. A word of the game or of
    daily English is right as it stands (``catalog.mistyped``).
    """
    from rapidfuzz import fuzz, process

    wanted = key(words)
    number = _digits(wanted)
    region = _regions(wanted)
    known = [each for each in spelled if _digits(each) == number and catalog.mistyped(words, each)
             and (not region or _regions(each) in (region, set()))]  # fmt: skip
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


def _one_of(words: str, found: set[str], listed: list[str], may: Iterable[str], label: Label) -> str:
    """One of several options that a word may mean: the only one, the only one offered, or any of unknown cards."""
    among = [option for option in listed if option in found]
    if len(among) == 1 or all(option.startswith(UNKNOWN_PREFIX) for option in among):
        return among[0]
    offered = [option for option in may if option in found]
    if len(offered) == 1 or (offered and all(option.startswith(UNKNOWN_PREFIX) for option in offered)):
        return offered[0]
    names = list(dict.fromkeys(label(each) for each in among))
    raise Misread(f"{words!r} may mean several things", f"Which one: {', '.join(names)}?")


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


def joined(words: list[str], options: Sequence[str], label: Label) -> list[str]:
    """Words between which *and* stands; a name that has one of its own stays whole: pawn and favor."""
    found: list[str] = []
    while words:
        long = next(
            (n for n in range(len(words), 0, -1) if near(" and ".join(words[:n]), options, label, forgiving=False)), 1
        )
        found.append(" and ".join(words[:long]).removeprefix("and ").strip())
        words = words[long:]
    return found


# -- What things are called at a table besides their names: by color, role, place and owner, from where one player sits
#
# ``Called`` goes with the text that people see for an option. Each of these names means its thing only as it stands;
# one that fits several is asked back, like any word.


INITIALS = {"banner.peoples_favor": "pf", "banner.darkest_secret": "ds"}
_WORDS = {
    "go-on": ("no", "no plan", "no plans", "without plans", "no power", "nothing", "no more"),
    "none": ("no",),
    "world": ("deck", "top of the deck", "top of the world deck"),
    "favor": ("a favor", "favour"),
    "secrets": ("secret", "a secret"),
    ADVISER: ("advisers", "my advisers", "faceup", "to my advisers"),
    FACEDOWN: ("facedown", "face down", "facedown adviser"),
    VISION: ("reveal",),
    DISCARD: ("discard it",),
    BANDITS: ("the bandits", "bandit"),
    "printed": ("the price",),
}


def called(label: Label, state: State, seat: str, other: str | None = None) -> Called:
    """The text for options with what else they are called; ``other``: whom *him* and *her* mean, if anybody knows."""
    return Called(label, Calls(state, seat, other, label).names)


def called_at(label: Label, state: State, decision: Decision) -> Called:
    """The same for the options of a question: *him* is the defender, or who else the action is about."""
    given = getattr(decision.about, "given", {})
    return called(label, state, decision.who, given.get("defender") or given.get("other"))


def seat_called(state: State, words: str) -> str:
    """The seat of a player, by name, color or role, any spelling, shortened as far as unique. Raises ``Misread``."""
    try:
        return match(words, state.seats, called(lambda seat: str(state.players[seat].name), state, ""))
    except Misread as fault:
        raise Misread(f"there is no player {words!r}", fault.hint) from None


class Calls:
    """The other names of things, as a player says them."""

    def __init__(self, state: State, seat: str, other: str | None, label: Label) -> None:
        self.state, self.seat, self.label = state, seat, label
        self.other = other if other in state.players else None
        player = state.players.get(seat)
        self.slot = player.slot if player is not None else None

    def names(self, option: str) -> Iterator[str]:
        """Every other name of an option."""
        yield from _WORDS.get(option, ())
        head = option.partition(".")[0]
        if option in self.state.players:
            yield from self._player(option)
        elif option in REGION_OF_SLOT:
            yield from self._pile(option)
        elif head == "site" or option in PLACE_NAMES:
            yield from self._site(option)
        elif option.startswith(("relic-", "reliquary-")):
            yield from self._place_of_relic(option)
        elif head == "relic" or option in BANNERS:
            yield from self._treasure(option, head)
        elif option == PAWN:
            for owner in self._owners(self.other or ""):
                yield from (f"{owner} pawn", f"{owner} pawn and favor", f"{owner} favor")
            yield "pawn and favor"
        elif option in self.state.zone(f"advisers.{self.seat}") and option in self.state.facedown:
            yield from ("facedown adviser", "my facedown adviser", "the facedown adviser", "my adviser")

    def _player(self, seat: str) -> Iterator[str]:
        player = self.state.players[seat]
        yield from (seat, player.role)
        if self.state.oathkeeper == seat:
            yield "usurper" if self.state.usurper else "oathkeeper"
        if seat == self.seat:
            yield from ("me", "myself", "i")
        elif self.other in (None, seat):
            yield from ("him", "her", "them", "he", "she", "they")

    def _owners(self, seat: str) -> Iterator[str]:
        """Whose something is that belongs to a player."""
        if seat in self.state.players:
            yield f"{self.label(seat)}s"
            yield from (f"{name}s" for name in self._player(seat) if name not in ("me", "i", "he", "she", "they"))
        if seat == self.seat:
            yield from ("my", "our")
        elif self.other in (None, seat):
            yield from ("his", "her", "their")

    def _site(self, site: str) -> Iterator[str]:
        sites = self.state.zone("map")
        if site not in sites and site not in PLACE_NAMES:
            return
        slot = sites.index(site) if site in sites else PLACE_NAMES.index(site)
        yield from (str(slot + 1), f"site {slot + 1}", PLACE_NAMES[slot].replace(".", " "))
        region, number = PLACE_NAMES[slot].split(".")
        last = ("last",) if slot + 1 == len(PLACE_NAMES) or not PLACE_NAMES[slot + 1].startswith(region) else ()
        yield from (f"{nth} {region} {one}" for nth in (ORDINALS[int(number) - 1], *last) for one in ("site", "one"))
        if slot:
            yield from (f"site below {name}" for name in self._places(slot - 1))
        if slot == self.slot:
            yield from ("here", "this site", "my site", "site", "there", "it")
        for seat, player in self.state.players.items():
            if player.slot == slot and seat != self.seat:
                yield from (f"{owner} site" for owner in self._owners(seat))

    def _places(self, slot: int) -> Iterator[str]:
        """How a site is called that another one lies below."""
        yield from (catalog.name_of(each) for each in self.state.zone("map")[slot : slot + 1] if catalog.is_card(each))
        yield from ("pawn",) if slot == self.slot else ()

    def _pile(self, region: str) -> Iterator[str]:
        yield from (f"{region} discard", f"{region} pile", f"{region} discard pile")
        if self.slot is not None and REGION_OF_SLOT[self.slot] == region:
            yield from ("discard", "discards", "pile", "discard pile", "discard pile here", "here")

    def _place_of_relic(self, option: str) -> Iterator[str]:
        """``relic-N`` here, ``relic-S-N`` at a site, ``reliquary-N``."""
        kind, *numbers = option.split("-")
        number = int(numbers[-1])
        at = self.slot if len(numbers) == 1 and kind == "relic" else int(numbers[0]) - 1
        place = f"reliquary.{number - 1}" if kind == "reliquary" else RELICS[at or 0]
        there = self.state.zone(place)[0 if kind == "reliquary" else number - 1 :][:1]
        yield from (catalog.name_of(card) for card in there
                    if catalog.is_card(card) and self.seat in self.state.facedown.get(card, ()))  # fmt: skip
        if kind == "reliquary":
            yield from (f"reliquary {number}", f"relic {number}", f"relic {number} of the reliquary", str(number))
        elif len(numbers) == 1 or int(numbers[0]) - 1 == self.slot:
            nth = ORDINALS[min(number, len(ORDINALS)) - 1]
            yield from (f"relic {number}", f"relic {number} here", f"{nth} relic", f"{nth} relic here", "relic here")
            yield from (f"site relic {number}", "facedown relic", "relic at my site")
        if len(numbers) == 2 and (site := self.state.zone("map")[int(numbers[0]) - 1]) not in self.state.facedown:
            yield from (f"relic {tie} {catalog.name_of(site)}" for tie in ("at", "on", "in"))

    def _treasure(self, option: str, kind: str) -> Iterator[str]:
        if option in BANNERS:
            yield from (INITIALS[option], "banner")
        place = self.state.holders.get(option) or self.state.where.get(option, "")
        for owner in self._owners(place.rpartition(".")[2]):
            yield f"{owner} {kind}"
