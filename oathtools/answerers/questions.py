"""Questions of the table: a line that asks, by its form the command that answers it (``data/front_door.yaml``).

Nothing is answered here, and nothing is ever done by a question: what looks up, judges and counts does so for whoever
asks, with its clauses. A form takes all of a question; what has none is searched for in the rules, for the answer of
another question is worse than a search.
"""

import re
from collections.abc import Collection
from functools import cache
from typing import Any

from oathtools import catalog
from oathtools.answerers.requests import request_of, split, verbs
from oathtools.answerers.speech import verbs_of
from oathtools.kit import datafiles, intake

SEARCH = "search"
_ME = ("i", "me", "we", "us", "my", "our")
_ROLES = ("chancellor", *catalog.COLORS)
_REGION = re.compile(r"(?:the )?(?:cradle|provinces|hinterland|.*\b(?:discard|bank|reliquary|board)\b).*")
_PARTS = re.compile(
    r"\?[\s?!]*|, (?=(?:did|does|do|is|was|are|can|could|or|and|right|yes|no|so|with)\b)", re.IGNORECASE
)
_NAMED = re.compile(r"(?:(?:the|a|an|my|his|her|their|our|[\w']+'s) )?(.+?)(?: (?:site|card|board|pile|title))?")


def is_question(line: str) -> bool:
    """Does a line ask, by its mark or its first word, rather than say what is done?"""
    words = _bare(line)
    first = words.partition(" ")[0].casefold()
    return line.rstrip().endswith("?") or (first in _book()["begins"] and " " in words)


def commands_for(line: str, asker: str | None = None, players: Collection[str] = ()) -> list[list[str]]:
    """The commands that may answer a question, the one to try first first; the last one searches the rules for it.

    ``asker`` is who *I* is, ``players`` are the names of those at the table; none where no game is open.
    """
    whole, found = _bare(line), list[list[str]]()
    for words in map(_plain, [whole, *_PARTS.split(whole)[:-1]]):
        found += [each for form, way in _forms() if (each := _filled(form, way, words, asker, players))][:1]
        if not found and asker is not None and words.split(" ")[0].casefold() in verbs():
            act = _value("ACT", words, asker, players, "why")  # travel Mountain?
            found += [["why", *act]] if act else []
    return [*found[:1], [SEARCH, whole]]


def _book() -> dict[str, Any]:
    return datafiles.load("front_door")


def _bare(line: str) -> str:
    """A question without its mark and what is said before it."""
    words = " ".join(line.replace("’", "'").split()).rstrip("?!., ")
    return _before().sub("", words)


def _plain(words: str) -> str:
    """The same in full words, without those that say nothing."""
    full = _book()["full"]
    written = " ".join(full.get(word.casefold(), word) for word in words.split())
    return " ".join(_dropped().sub(" ", written).split()).strip(" ,.;")


@cache
def _before() -> re.Pattern[str]:
    return re.compile(rf"^(?:(?:{'|'.join(_book()['before'])})\b[,.! ]+)+(?=\S)", re.IGNORECASE)


@cache
def _dropped() -> re.Pattern[str]:
    longest = sorted(_book()["drop"], key=len, reverse=True)
    return re.compile(rf"(?<![\w'])(?:{'|'.join(longest)})(?![\w'])", re.IGNORECASE)


@cache
def _general() -> frozenset[str]:
    return frozenset(_book()["general"])


@cache
def _forms() -> list[tuple[re.Pattern[str], str]]:
    return [(_form(each["asks"]), each["by"]) for each in _book()["questions"]]


def _form(asks: str) -> re.Pattern[str]:
    """A form with its parts; players are named several times in some: WHO2 is WHO, too."""
    parts = {"who": r"(?:the )?[\w']+", "whose": r"[\w']+'s", "WHO": r"(?:the )?(?P<WHO>[\w]+)",
             "whosename": r"(?:(?P<WHO>my|our)|(?:the )?(?P<WHO>\w+)'s?)", **_book()["parts"]}  # fmt: skip
    while "%" in asks:
        asks = re.sub(r"%(\w+)%", lambda found: f"(?:{parts[found[1]]})", asks)
    numbers = iter(range(1, 100))
    return re.compile(re.sub(r"\?P<([A-Z]+)\d*>", lambda found: f"?P<{found[1]}{next(numbers)}>", asks), re.IGNORECASE)


def _filled(
    form: re.Pattern[str], way: str, words: str, asker: str | None, players: Collection[str]
) -> list[str] | None:
    """The command of a form with what the question names in it; None if that is not what is asked."""
    found = form.fullmatch(words)
    if found is None or (asker is None and way.split(" ")[0] not in ("card", "odds", "law")):
        return None
    parts = {name.rstrip("0123456789"): text for name, text in found.groupdict().items() if text}
    filled: dict[str, list[str]] = {"WHO": [asker or ""]}
    for name, text in parts.items():
        value = _value(name, text.strip(" ,"), asker, players, way.split(" ")[0])
        if value is None:
            return None
        filled[name] = value
    return [piece for word in way.split(" ") for piece in filled.get(word, [word])]


def _value(name: str, text: str, asker: str | None, players: Collection[str], way: str) -> list[str] | None:
    """What stands in a command for a part of a question; None if it is none of the kind that is asked of."""
    if name == "WHO":
        who = _player(text, asker, players)
        return None if who is None or (who in _ROLES and way != "status") else [who]
    if name in ("ACT", "PLACE") and not _general().isdisjoint(text.casefold().replace(",", "").split()):
        return None
    if name == "ACT":
        for said, act in _book()["acts"].items():
            text = re.sub(rf"^{said}\b", act, text, flags=re.IGNORECASE)
        verb, blank, rest = text.partition(" ")
        verb = next(iter(sorted({verb.casefold()} & verbs().keys() or verbs_of(verb.casefold()) & verbs().keys())), "")
        return f"{verb}{blank}{rest}".split() if verb and _is_request(f"{verb}{blank}{rest}") else None
    if name in ("NAME", "PLACE"):
        bare = _NAMED.fullmatch(text.casefold())
        called = [text, *([bare[1]] if bare is not None else [])]
        there = name == "PLACE" and (_REGION.fullmatch(text.casefold()) or any(map(_is_part, called)))
        return [text] if there or any(map(_is_card, called)) else None
    return text.split() if name == "ODDS" else [text]


def _player(word: str, asker: str | None, players: Collection[str]) -> str | None:
    plain = word.casefold().removesuffix("'s")
    if plain in _ROLES and players:
        return plain  # by a role or a color, as the command takes it
    return asker if plain in _ME else next((name for name in players if name.casefold() == plain), None)


def _is_request(words: str) -> bool:
    try:
        return words.split(" ")[0].casefold() in verbs() and request_of(split(words)) is not None
    except ValueError:
        return False


def _is_card(words: str) -> bool:
    """Do words spell the name of a card, and not only come near one?"""
    try:
        with intake.listening():
            return catalog.match(words).exact
    except LookupError:
        return False


def _is_part(words: str) -> bool:
    """Are words a part of the name of a card, as people shorten it?"""
    return all(len(part) > 3 and part in _parts_of_names() for part in words.casefold().split())


@cache
def _parts_of_names() -> frozenset[str]:
    return frozenset(part for card in catalog.ids() for part in catalog.name_of(card).casefold().split())
