"""Questions of the table: a line that asks, by its form the command that answers it (``data/front_door.yaml``).

Nothing is answered here, and nothing is ever done by a question: what looks up, judges and counts does so for whoever
asks, with its clauses. What has no form of its own is searched for in the rules.
"""

import re
from collections.abc import Collection
from functools import cache

from oathtools import catalog
from oathtools.answerers.requests import request_of, split, verbs
from oathtools.kit import datafiles, guesses

SEARCH = "search"
_ME = ("i", "me", "we", "us", "my")
_DO = re.compile(r"\b(?:now|then|here|again|instead|right now|at all)$", re.IGNORECASE)


def is_question(line: str) -> bool:
    """Does a line ask, by its mark or its first word, rather than say what is done?"""
    words = _bare(line)
    first = words.partition(" ")[0].casefold()
    return line.rstrip().endswith("?") or (first in datafiles.load("front_door")["begins"] and " " in words)


def commands_for(line: str, asker: str | None = None, players: Collection[str] = ()) -> list[list[str]]:
    """The commands that may answer a question, the one to try first first; the last one searches the rules for it.

    ``asker`` is who *I* is, ``players`` are the names of those at the table; none where no game is open.
    """
    words = _bare(line)
    found = [each for form, way in _forms() if (each := _filled(form, way, words, asker, players))]
    if asker is not None and words.split(" ")[0].casefold() in verbs():  # travel Mountain?
        found.insert(0, ["why", *words.split()])
    return [*found[:1], [SEARCH, words]]


def _bare(line: str) -> str:
    """A question without its mark and what is said before it."""
    words = line.strip().rstrip("?!. ").replace("’", "'").split()
    before = datafiles.load("front_door")["before"]
    while len(words) > 1 and words[0].casefold().rstrip(",") in before:
        words = words[1:]
    return " ".join(words)


@cache
def _forms() -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(each["asks"], re.IGNORECASE), each["by"]) for each in datafiles.load("front_door")["questions"]]


def _filled(
    form: re.Pattern[str], way: str, words: str, asker: str | None, players: Collection[str]
) -> list[str] | None:
    """The command of a form with what the question names in it; None if that is not what is asked."""
    found = form.fullmatch(words)
    if found is None or (asker is None and way.split(" ")[0] not in ("card", "odds")):
        return None
    parts = {name.rstrip("2"): [text] for name, text in found.groupdict().items() if text}
    if "WHO" in parts:
        who = _player(parts["WHO"][0], asker, players)
        if who is None:
            return None
        parts["WHO"] = [who]
    if "ACT" in parts:
        act = _DO.sub("", parts["ACT"][0].partition(",")[0]).strip()
        if not _is_request(act):
            return None
        parts["ACT"] = act.split()
    if "NAME" in parts and not _is_card(parts["NAME"][0]):
        return None
    return [piece for word in way.split(" ") for piece in parts.get(word, [word])]


def _player(word: str, asker: str | None, players: Collection[str]) -> str | None:
    plain = word.casefold().removesuffix("'s")
    return asker if plain in _ME else next((name for name in players if name.casefold() == plain), None)


def _is_request(words: str) -> bool:
    try:
        return words.split(" ")[0].casefold() in verbs() and request_of(split(words)) is not None
    except ValueError:
        return False


def _is_card(words: str) -> bool:
    """Do words spell the name of a card, and not only come near one?"""
    try:
        with guesses.listening():
            return catalog.match(words).exact
    except LookupError:
        return False
