"""A line of words taken apart into words and flags, before anybody knows what game it is about.

A name of several words needs no quotation marks where it can only be that name: after a flag the longest run of words
that spells the name of a card or a site is taken. An action may have words that stand for a flag (``Action.spoken``).
"""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from oathtools import catalog
from oathtools.answerers.matching import Misread
from oathtools.procedures.turn.loop import ACTIONS

FLAGS = ("--for", "--with", "--target", "--dice", "--plan", "--pay", "--relic", "--give", "--take", "--facedown")
_BARE = ("--facedown",)
_LISTS = ("--give", "--take")


class Line(NamedTuple):
    """A line taken apart: its words, and its flags. ``meant``: how it is typed if it is not understood, or nothing."""

    words: list[str]
    flags: dict[str, list[str]]
    meant: str = ""


def split_words(line: str) -> list[str]:
    """The words of a line, those in quotation marks together."""
    try:
        # An apostrophe within a word is no quotation mark: Bo's site.
        return [word.replace("’", "'") for word in shlex.split(re.sub(r"(?<=\w)'(?=\w)", "’", line))]
    except ValueError:
        # An apostrophe is no quotation mark where nothing closes it: the People's Favor.
        return line.split()


def split(line: str | Sequence[str]) -> Line:
    """Take a line apart. Raises ``Misread`` for an unknown flag or one without its word."""
    if not isinstance(line, str) and len(line) == 1:
        line = line[0]  # a whole request in quotation marks is the request
    tokens = _dashed(split_words(line) if isinstance(line, str) else [str(word) for word in line])
    words: list[str] = []
    flags: dict[str, list[str]] = {}
    quoted, strays, at = [], False, 0
    while at < len(tokens):
        token = tokens[at]
        at += 1
        if not token.startswith("--"):
            words.append(token)
            quoted.append(token)
            continue
        flag, equals, value = token.partition("=")
        if flag not in FLAGS:
            raise Misread(f"{flag} is not known here", f"Flags of requests: {', '.join(FLAGS)}")
        said = [value] if equals else []
        if flag not in _BARE:
            upto = next((there for there in range(at, len(tokens)) if tokens[there].startswith("--")), len(tokens))
            said += tokens[at:upto]
            if not said or not said[0]:
                raise Misread(f"{flag} needs a word after it")
            size = _run(flag, said)
            strays = strays or size < len(said)
            quoted += [flag, shlex.quote(" ".join(said))]
            words += said[size:]
            at, value = upto, " ".join(said[:size])
        else:
            quoted.append(flag)
        flags.setdefault(flag, []).append(value)
    if "--target" in _spoken(words).values() and len(words) > 2 and "--target" not in flags:
        quoted[1:] = [words[1], "--target", shlex.quote(" ".join(words[2:])), *quoted[len(words) :]]
        strays = True
    return Line(words, flags, " ".join(quoted) if strays else "")


def _dashed(tokens: list[str]) -> list[str]:
    """The words with their dashes where they are flags without them."""
    spoken, last = _spoken(tokens), len(tokens) - 1
    return [spoken.get(token.casefold(), token) if 1 < at < last else token for at, token in enumerate(tokens)]


def _spoken(words: Sequence[str]) -> Mapping[str, str]:
    """The words that stand for flags of the action that the first word names."""
    action = ACTIONS.get(words[0].casefold()) if words else None
    return {} if action is None else action.spoken


def _run(flag: str, said: Sequence[str]) -> int:
    """How many of the words after a flag are its own: one, a list with commas, or a name of several words."""
    size = 1
    if flag in _LISTS:
        while size < len(said) and (said[size - 1].endswith(",") or said[size - 1].isdigit()):
            size += 1
        return size
    return next((long for long in range(len(said), 1, -1) if is_name(" ".join(said[:long]))), size)


def is_name(words: str) -> bool:
    """Do words spell the name of a card or a site, alone or as in ``site:S``, ``CARD=2``, ``CARD@S``?"""
    parts = [part.strip() for part in re.split("[=@]", words)]
    return all(part.lstrip("+-").isdigit() or _spells(part) for part in parts)


def _spells(words: str) -> bool:
    try:
        return catalog.match(words).exact
    except catalog.AmbiguousName as several:
        return catalog.key_of(words) in map(catalog.key_of, map(catalog.name_of, several.ids))
    except catalog.UnknownName as unknown:
        return unknown.beyond is not None


@contextmanager
def told_how(line: Line) -> Iterator[None]:
    """Where words are not understood that may have been one name, say what is to be typed."""
    try:
        yield
    except Misread as fault:
        if not line.meant:
            raise
        hint = f"A name of several words stands in quotation marks:\n{line.meant}"
        raise type(fault)(str(fault), f"{fault.hint}\n{hint}" if fault.hint else hint) from None
