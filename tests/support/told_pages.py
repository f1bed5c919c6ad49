"""Pages of a table, and what can be tapped and sent on them, without words and looks; phones tap what they find."""

import re
from html import unescape
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

import pytest

from oathtools import catalog
from tests.support.alike import PAGES, Twin
from tests.support.games import some_answer, table_game
from tests.support.phones import Phone, Straight
from tests.support.told import Told, plain

PHONES = 3  # tables, and one that plays to its end
ANSWERS, TAPS = 60, 60
MORE = ("/odds?force=4&dice=3", "/fight?force=5&dice=4&defense=2", "/names?q=long", "/setup", "/start", "/position",
        "/won", "/do?say=muster", "/do?say=end", "/why?words=travel+Salt+Flats", "/join/zzz", "/log")  # fmt: skip
KNOWLEDGE = ("/rules", "/law", "/ruling", "/card")  # what stands there is no part of a game

_APART = re.compile(r"<(style|script|svg)\b.*?</\1>|<(link|meta)[^>]*>", re.DOTALL)
_MARK = re.compile(r"\b[0-9a-f]{64}\b|(?<=/join/)[\w-]+")
_TAG = re.compile(r"<(\w+|/)([^>]*)>")
_HELD = re.compile(r'\b(name|value|href|action|method|disabled|checked|min|max)(?:="([^"]*)")?')
_NAMES = sorted({catalog.name_of(card) for card in catalog.ids()}, reverse=True)
_NAMED = re.compile("|".join([*map(re.escape, _NAMES), r"\d+"]))


def skeleton(where: str, page: str) -> list[Any]:
    """What can be tapped and sent on a page, the cards it names, and its numbers."""
    if where.startswith(KNOWLEDGE):
        return []
    page = _MARK.sub("", _APART.sub("", page))
    held = [[tag, _HELD.findall(rest)] for tag, rest in _TAG.findall(page) if _HELD.search(rest)]
    return [plain(held), _NAMED.findall(unescape(_TAG.sub("|", page)))]


_FORM = re.compile(r"<form\b[^>]*>.*?</form>", re.DOTALL)
_FIELD = re.compile(r"<(form|input|button|option|textarea|a)\b([^>]*)>")
_HAS = re.compile(r'([\w-]+)="([^"]*)"')
_TYPED = ("end", "zzz", "longbows", "2", "6", "", "muster", "travel Salt Flats", "Bo favor 2", "7.4", "take back")


def table_of_phones(seed: int) -> Told:
    """What phones of a table are sent now and then, what is refused them among it; then all tap what they find.

    The last of them is a game that ends, so that there is a Chronicle to be written.
    """
    told = Told(f"phones {seed}")
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        header, answers = _game_of_people(seed)
        twin = Twin(Path(folder), header, patch)
        twin.phones["host"] = Phone(twin.served, Straight)
        twin.phones["host"].post(f"/join/{twin.served.seats.host}", {})
        for at, answer in enumerate(answers):
            twin.answer(answer)
            if at % (11 if seed < PHONES else 80) == 5:
                _sent(told, twin)
        if seed < PHONES:
            twin.something_else(told.rng)
        _sent(told, twin)
        for _ in range(TAPS):
            _tap(told, twin)
    return told


def _game_of_people(seed: int) -> tuple[dict[str, Any], list[Any]]:
    """A game at a table, and its answers: some of them, or all."""
    play, rng = table_game(seed), Random(f"people {seed}")
    while play.pending is not None and (seed == PHONES or len(play.live) < ANSWERS):
        play.answer(some_answer(play.pending, rng), checked=True)
    return play.header, [entry.answer for entry in play.entries]


def _sent(told: Told, twin: Twin) -> None:
    for viewer in twin.phones:
        for where, sent in twin.sent(viewer):
            pieces: tuple[Any, ...] = sent if isinstance(sent, tuple) else (sent,)
            status = [each for each in pieces if isinstance(each, int)]
            told.note(
                "shown", [viewer, where, status, [skeleton(where, each) for each in pieces if isinstance(each, str)]]
            )


def _tap(told: Told, twin: Twin) -> None:
    """Somebody opens a page, and follows a link or sends a form of it."""
    viewer, rng = told.rng.choice(list(twin.phones)), told.rng
    phone, where = twin.phones[viewer], rng.choice((*PAGES, *MORE))
    page = phone.get(where)
    forms = _FORM.findall(page)
    links = [each["href"] for tag, each in _fields(page) if tag == "a" and each.get("href", "").startswith("/")]
    if links and (not forms or rng.random() < 0.3):
        tapped: Any = rng.choice(links)
        phone.get(tapped)
    elif forms:
        (_, form), *fields = _fields(rng.choice(forms))
        tapped = form.get("action", where), _filled(fields, rng)
        if form.get("method") == "post":
            phone.post(*tapped)
        else:
            phone.get(f"{tapped[0]}?{urlencode(tapped[1])}")
    else:
        tapped = None
    at = tapped if isinstance(tapped, str) else tapped[0] if tapped else where
    sent = _MARK.sub("", str(tapped))
    told.note("shown", [viewer, where, skeleton(where, page), sent, phone.status, skeleton(at, phone.page)])


def _fields(text: str) -> list[tuple[str, dict[str, str]]]:
    return [(tag, {name: unescape(value) for name, value in _HAS.findall(rest)}) for tag, rest in _FIELD.findall(text)]


def _filled(fields: list[tuple[str, dict[str, str]]], rng: Random) -> list[tuple[str, str]]:
    """What is sent: what is hidden as it is, of boxes some, one button, anything where something can be typed."""
    sent, buttons = [], []
    for tag, each in fields:
        if tag == "button":
            buttons += [(each["name"], each.get("value", ""))] if "name" in each else []
        elif each.get("type") == "hidden" or (each.get("type") in ("checkbox", "radio") and rng.random() < 0.5):
            sent.append((each.get("name", ""), each.get("value", "")))
        elif each.get("type") not in ("checkbox", "radio") and "name" in each:
            number = each.get("type") == "number"
            sent.append((each["name"], rng.choice([each.get("value", ""), "1" if number else rng.choice(_TYPED)])))
    return sent + ([rng.choice(buttons)] if buttons and rng.random() < 0.8 else [])
