"""Two games that differ only in what a viewer may not know are the same to that viewer, to the byte (9.4).

The same game is played twice with one card for another, where its name is told to few. As long as a viewer has been
shown neither, every page, header, cookie, refusal and event of theirs, and every command, is compared as it comes:
sizes, orders, marks, counters and states of a page among it. Nothing is left out of the comparison, no rule is asked.
"""

import asyncio
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from oathtools import catalog
from oathtools.cli.main import main
from oathtools.engine.decision import Form
from oathtools.journal import file
from oathtools.journal.entry import Entry
from oathtools.journal.play import Play
from oathtools.render.game import log
from oathtools.render.names import Names
from oathtools.saga.folder import OpenGame
from oathtools.table.views import View
from tests.render.test_leaks_commands import table_game
from tests.support.games import hidden_cards, named_in, some_answer
from tests.support.phones import Phone, Straight, serve

SEEDS = range(4)
ANSWERS, EVERY = 50, 17
SOME = 3  # commands, and players, of whom what they are shown is compared at a time
PAGES = ("/", "/table", "/me", "/question", "/do?say=end", "/log", "/log?all=yes", "/win", "/battle", "/why?words=end",
         "/seats", "/pulls?of=chronicle", "/chronicle", "/story")  # fmt: skip
COMMANDS = (["status"], ["log"], ["ask", "--refused"], ["legal"], ["win"], ["why", "end"],
            ["position", "export", "--public"], ["journal", "check"], ["odds", "--against", "bandits"])  # fmt: skip


class Chance:
    """The same words of chance for both servers."""

    def __init__(self) -> None:
        self.rng = Random(9)

    def token_hex(self, size: int) -> str:
        return self.rng.randbytes(size).hex()

    token_urlsafe = token_hex


class Twin:
    """One of two games: its saga, its server with a phone for everybody, and who answers."""

    def __init__(self, folder: Path, header: dict[str, Any], patch: pytest.MonkeyPatch) -> None:
        self.saga, self.patch = folder / "saga", patch
        main_in(folder, "new", "saga", "--first-game")
        file.create(self.saga / "games" / "0001.jsonl", header, ())
        chance = Chance()
        patch.setattr(secrets, "token_hex", chance.token_hex)
        patch.setattr(secrets, "token_urlsafe", chance.token_urlsafe)
        self.served = serve(self.saga)
        names = {seat["color"]: seat["name"] for seat in header["seats"]}
        self.phones: dict[str | None, Phone] = {None: Phone(self.served, Straight)}
        self.phones |= {seat: Phone(self.served, Straight).sit(name) for seat, name in names.items()}
        self.names = names

    @property
    def kept(self) -> OpenGame:
        assert self.served.kept is not None
        return self.served.kept

    @property
    def play(self) -> Play:
        return self.kept.play()

    def answer(self, answer: Any) -> None:
        """Give an answer, as a phone of the table does; phones hear of it."""
        with self.kept.writing() as running:
            since = running.play.head
            running.play.answer(answer, checked=True)
            running.save(running.play.entries[since:])
        self.served.news.look()

    def sent(self, viewer: str | None) -> Iterator[tuple[str, object]]:
        """Everything that the server sends a viewer."""
        phone = self.phones[viewer]
        for where in PAGES:
            answer = phone.client.request("GET", where)
            yield where, (answer.status_code, answer.headers, answer.text)
        head = str(self.play.head + 1)
        mark = self.served.seats.mark(self.served.seats.person(next(iter(phone.client.cookies.values()), "")))
        pending = self.play.pending
        # What is promised may be any words, and nothing picked or shared out may be an answer.
        anything = pending is not None and pending.form in (Form.NOTE, Form.SOME, Form.DISTRIBUTE)
        for form in ({"words": "zzz"}, {"pick": "zzz"}, {"n": "1", "words": "end"}):
            told = {"mark": mark, "n": "1" if anything else head, **form}
            yield f"refused {form}", (phone.post("/answer", told), phone.status)
            assert self.play.head == int(head) - 1, (told, phone.page)
        yield "/events", asyncio.run(anext(self.served.news.events()))

    def printed(self, viewer: str | None, rng: Random) -> Iterator[tuple[str, object]]:
        """What commands print to a viewer."""
        for words in rng.sample(COMMANDS, SOME):
            given = [*words, *(["--json"] if rng.random() < 0.5 else [])]
            if viewer is not None and words[0] not in ("journal", "odds"):
                given = [each for each in given if each != "--public"] + ["--as", self.names[viewer]]
            yield " ".join(given), main_in(self.saga, *given)


def main_in(folder: Path, *words: str) -> tuple[str, int]:
    """A command in a folder, which it knows by no name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("COLUMNS", "100")
        from contextlib import redirect_stderr, redirect_stdout
        from io import StringIO

        out = StringIO()
        with redirect_stdout(out), redirect_stderr(out), pytest.raises(SystemExit) as left:
            main(list(words))
        return out.getvalue(), int(left.value.code or 0)


def with_other(answer: Any, cards: dict[str, str]) -> Any:
    """An answer with one card for the other."""
    if isinstance(answer, str):
        return re.sub("|".join(rf"{re.escape(card)}\b" for card in cards), lambda found: cards[found[0]], answer)
    if isinstance(answer, list):
        return [with_other(each, cards) for each in answer]
    return {with_other(key, cards): value for key, value in answer.items()} if isinstance(answer, dict) else answer


def some_game(seed: int) -> tuple[dict[str, Any], list[Entry], frozenset[str]]:
    """A random game at a table, whose cards are told when somebody sees them, and those that nobody knew at first."""
    play, rng = table_game(2 * seed + 1), Random(f"alike {seed}")
    unknown = hidden_cards(play.state, None)
    for _ in range(ANSWERS):
        if play.pending is None:
            break
        play.answer(some_answer(play.pending, rng), checked=True)
    return play.header, list(play.entries), unknown


def told_to_few(entries: list[Entry], unknown: frozenset[str], rng: Random) -> list[dict[str, str]]:
    """Cards that private answers name, each with one of its kind that is named by none."""
    told = str([entry.answer for entry in entries])
    drawn = [card for card in sorted(unknown) if any(e.private and card in str(e.answer) for e in entries)]
    pairs = []
    for card in rng.sample(drawn, len(drawn)):
        kind = card.partition(".")[0]
        others = [each for each in catalog.ids(kind) if each in unknown and each not in told]
        if others:
            other = rng.choice(sorted(others, key=lambda each: abs(len(each) - len(card)))[-3:])
            pairs.append({card: other, other: card})
    return pairs


class Pair:
    """Two games, and for which viewers they still differ in nothing that was shown to them."""

    def __init__(self, one: Twin, other: Twin, cards: dict[str, str]) -> None:
        self.twins, self.cards = (one, other), frozenset(cards)
        self.blind = set(one.phones)
        self.head = 0

    def go_on(self, answer: Any, cards: dict[str, str]) -> bool:
        """Give both the next answer; False where the rules ask something else, or do not offer it, in one of them."""
        one, other = self.twins
        first, second = one.play.pending, other.play.pending
        assert first is not None
        theirs = with_other(answer, cards)
        if second is None or (first.kind, first.who) != (second.kind, second.who) or not second.allows(theirs):
            return False
        one.answer(answer)
        other.answer(theirs)
        for twin in self.twins:
            self.blind = {viewer for viewer in self.blind if not self._shown(twin.play, viewer)}
        self.head = one.play.head
        return one.play.head == other.play.head

    def _shown(self, play: Play, viewer: str | None) -> bool:
        told = log.lines(play, Names(View(play.state, viewer)), self.head)
        named = any(named_in("\n".join(map(str, told)), self.cards))
        return named or not self.cards <= hidden_cards(play.state, viewer)

    def compare(self, rng: Random) -> int:
        """Everything that is sent and printed, for those who have been shown no difference; how much it was."""
        one, other = self.twins
        viewers = sorted(self.blind, key=str)
        for viewer in rng.sample(viewers, min(SOME, len(viewers))):
            for (what, sent), (_, too) in zip(one.sent(viewer), other.sent(viewer), strict=True):
                assert sent == too, (viewer, what, self.cards)
        viewer, number = rng.choice(sorted(self.blind, key=str)), rng.random()
        mine, theirs = (twin.printed(viewer, Random(number)) for twin in self.twins)
        for (what, printed), (_, too) in zip(mine, theirs, strict=True):
            assert printed == too, (viewer, what, self.cards)
        return min(SOME, len(viewers)) * (len(PAGES) + 4) + SOME


def compared(seed: int, folder: Path, patch: pytest.MonkeyPatch, most: int = 1) -> tuple[int, int]:
    """Play a game twice for so many pairs of cards; how much was compared, and how often a secret was in it."""
    rng, count, secret = Random(f"cards {seed}"), 0, 0
    header, entries, unknown = some_game(seed)
    for number, cards in enumerate(told_to_few(entries, unknown, rng)[:most]):
        twins = []
        for side in ("one", "other"):
            (folder / f"{number}" / side).mkdir(parents=True)
            twins.append(Twin(folder / f"{number}" / side, header, patch))
        pair, since = Pair(*twins, cards), 0
        for entry in entries:
            if not pair.go_on(entry.answer, cards) or not pair.blind:
                break
            differs = with_other(entry.answer, cards) != entry.answer
            since += differs or bool(since)
            if differs or since % EVERY == 1:
                count += pair.compare(rng)
                secret += differs
    return count, secret


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_viewer_may_not_know_changes_nothing_that_is_sent(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count, secret = compared(seed, tmp_path, monkeypatch)
    assert count > 100 and secret
