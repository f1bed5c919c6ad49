"""Two games that differ only in what a viewer may not know, and all that is shown of them to that viewer (9.4).

``Told``: a game at a table is played twice, with one card for another where its name is told to few. ``Laid``: a table
is laid out twice, with the cards that a viewer may not see in each other's places, and is played on. ``Noted``: a
player writes other words down in one of both, for no eyes but their own. ``Ordered``: a player puts the cards that
they discard unseen in the other order in one of both. What a bot would do in a seat, and why, is compared as what is
shown to that seat is: it knows no more. As long as a viewer has been shown no
difference, every page, header, cookie, refusal, event, command, file, sheet, story and answer of an assistant is
compared as it comes: sizes, orders, marks, counters and states among it. Nothing is left out, and no rule is asked.
Answers are taken back and brought back, tables are put right, journals part from the rules.
"""

import asyncio
import os
import re
import secrets
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from oathtools import catalog
from oathtools.answerers.adjusting import adjusted
from oathtools.answerers.matching import Misread
from oathtools.cli.main import main
from oathtools.engine.decision import Form
from oathtools.journal import file
from oathtools.journal.begin import header_of_position
from oathtools.journal.entry import Entry
from oathtools.journal.play import Play, target_of
from oathtools.render.game import log
from oathtools.render.names import Names
from oathtools.saga import timing
from oathtools.saga.folder import OpenGame
from oathtools.table.effects import Effects, TableError
from oathtools.table.position.cards import PositionError
from oathtools.table.position.form import normal, position_text, to_position
from oathtools.table.state import FAVOR, HIDDEN, SECRET, SHARED, SLOTS, State
from oathtools.table.views import View
from oathtools.web import desk
from tests.support.games import hidden_cards, named_in, some_answer, table_game
from tests.support.hidden_faces import shuffled
from tests.support.phones import Phone, Straight, serve
from tests.support.rich import position

ANSWERS, EVERY = 50, 17
SOME = 3  # commands, and players, of whom what they are shown is compared at a time
PAGES = ("/", "/table", "/me", "/question", "/question?since=0", "/do?say=end", "/log", "/log?all=yes", "/win",
         "/battle", "/why?words=end",
         "/rules?ask=yes&q=can+I+end%3F", "/seats", "/pulls?of=chronicle", "/chronicle", "/story")  # fmt: skip
DRAWN = (["status", "--svg", "seen.html", "--replace"], ["status", "--html", "seen.html", "--replace"],
         ["status", "--at", "3", "--svg", "seen.html", "--replace"],
         ["position", "show", "at.yaml", "--html", "seen.html", "--replace"],
         ["replay", "-o", "seen.html", "--replace"], ["replay", "--worlds", "-o", "seen.html", "--replace"],
         ["review", "-o", "seen.html", "--replace"], ["review", "--deep", "0"],
         ["chronicle", "stats", "--svg", "seen.html", "--replace"], ["chronicle", "story", "--html"])  # fmt: skip
COMMANDS = (["status"], ["log"], ["ask", "--refused"], ["legal"], ["win"], ["win", "--ahead", "--deep", "0"],
            ["why", "end"], ["why", "campaign", "bandits"], ["position", "export", "--public"], ["journal", "check"],
            ["odds", "--against", "bandits"], ["odds", "draw"], ["print", "powers"], ["print", "offer"],
            ["chronicle", "show"], ["chronicle", "story"],
            ["chronicle", "stats"], ["chronicle", "history"], ["promise"], ["why", "zzz"],
            ["status", "title", "search", "turn", "visions", "sites", "banks", "piles", "chancellor"],
            ["status", "--as", "Nobody"], ["review"], ["clock"], ["teach"], *DRAWN)  # fmt: skip
FOR_ALL = ("journal", "odds", "chronicle", "clock", "teach")  # commands that show everybody the same
ASKED = ({"tool": "legal"}, {"tool": "win"}, {"tool": "why", "request": "end"}, {"tool": "why", "request": "zzz"},
         {"tool": "odds", "declared": "bandits"})  # fmt: skip


class Chance:
    """The same words of chance for both servers."""

    def __init__(self) -> None:
        self.rng = Random(9)

    def token_hex(self, size: int) -> str:
        return self.rng.randbytes(size).hex()

    token_urlsafe = token_hex


class Clock:
    """It is the same time for both: since when a turn goes on says nothing of what is hidden."""

    @staticmethod
    def now() -> datetime:
        return datetime(2026, 1, 1, 20, 0)


class Twin:
    """One of two games: its saga, its server with a phone for everybody, and who answers."""

    def __init__(self, folder: Path, header: dict[str, Any], patch: pytest.MonkeyPatch) -> None:
        self.saga, self.patch = folder / "saga", patch
        main_in(folder, "new", "saga", "--first-game")
        file.create(self.saga / "games" / "0001.jsonl", header, ())
        chance = Chance()
        patch.setattr(desk, "datetime", Clock)
        patch.setattr(timing, "now", lambda: 1_767_297_600.0)
        patch.setattr(secrets, "token_hex", chance.token_hex)
        patch.setattr(secrets, "token_urlsafe", chance.token_urlsafe)
        patch.setattr(os, "urandom", chance.rng.randbytes)
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
        stale = str(int(head) + 50)
        for form in ({"words": "zzz"}, {"pick": "zzz"}, {"n": stale, "words": "end"}):
            told = {"mark": mark, "n": stale if anything else head, **form}
            yield f"refused {form}", (phone.post("/answer", told), phone.status)
            assert self.play.head == int(head) - 1, (told, phone.page)
        yield "/events", asyncio.run(anext(self.served.news.events()))

    def printed(self, viewer: str | None, rng: Random, most: int) -> Iterator[tuple[str, object]]:
        """What so many commands print to a viewer."""
        with suppress(ValueError):  # nothing is a position before setup is over
            (self.saga / "at.yaml").write_text(position_text(to_position(self.play.state)), encoding="utf-8")
        for words in rng.sample(COMMANDS, most):
            if "at.yaml" in words and viewer is None:
                continue  # whoever has a file may read all that is in it
            given = [*words, *(["--json"] if rng.random() < 0.5 else [])]
            if viewer is not None and words[0] not in FOR_ALL and "--as" not in words:
                given = [each for each in given if each != "--public"] + ["--as", self.names[viewer]]
            yield " ".join(given), main_in(self.saga, *given)
        pending = self.play.pending
        if viewer is not None and pending is not None and pending.who == viewer:
            yield "hint", main_in(self.saga, "hint", "--json", "--as", self.names[viewer])
        asked = rng.choice(ASKED)
        yield f"assistant {asked}", self.told_an_assistant(viewer, dict(asked))

    def told_an_assistant(self, viewer: str | None, asked: dict[str, str]) -> object:
        """What a tool answers about the running game."""
        from oathtools.assistants import TOOLS, Asker, call_tool

        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.saga)
            asker = Asker(".", viewer and self.names[viewer])
            return repr(call_tool(TOOLS[asked.pop("tool")], asked, asker))

    def something_else(self, rng: Random) -> None:
        """An answer is taken back, or brought back, or the table is put right, or a note is written."""
        head = self.play.live[-1].n if self.play.live else 0
        with self.kept.writing() as running:
            since = running.play.head
            if head > 1 and rng.random() < 0.5:
                running.play.undo(target_of(running.play, 1))
                if rng.random() < 0.5:
                    running.play.redo(head)
            else:
                adjust(running.play, rng)
            running.save(running.play.entries[since:])
        self.served.news.look()

    def note(self, seat: str, words: str) -> None:
        """A player writes something down that is for nobody else."""
        with self.kept.writing() as running:
            running.save([running.play.remark({"note": words, "by": seat, "for": seat})])
        self.served.news.look()

    def part_from_the_rules(self) -> None:
        """The journal says that something else was asked last: the rules and it part there."""
        path = self.saga / "games" / "0001.jsonl"
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        lines[-1] = re.sub(r'"kind": ?"[a-z_.-]+"', '"kind": "travel.elsewhere"', lines[-1], count=1)
        path.write_text("".join(lines), encoding="utf-8")


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
        seen = folder / "seen.html"
        return out.getvalue() + (seen.read_text(encoding="utf-8") if seen.exists() else ""), int(left.value.code or 0)


def adjust(play: Play, rng: Random) -> None:
    """The table is put right where a turn can be left."""
    free = play.at_boundary and play.pending is not None and play.pending.kind == "act"
    if free:
        player = play.state.players[rng.choice(play.state.seats)]
        said = f"{player.name} {rng.choice(('favor', 'supply'))} {rng.randrange(5)}"
        with suppress(PositionError, Misread, TableError, ValueError):
            play.adjust(normal(adjusted(to_position(play.state), said, play.state)), said)


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


_SHOWS = View.shows
_STACKS = ("world.", "relic_deck.", "discard.", "site_deck", "dispossessed")


def hidden_from(state: State, viewer: str | None, card: str) -> bool:
    """May a viewer not know a card, as it lies? Said of places alone, beside what pages and commands go by."""
    zone, seen = state.where.get(card), state.facedown.get(card)
    if zone is None:
        return True
    if zone.startswith("hand.") or (zone.startswith("advisers.") and seen is not None and viewer not in seen):
        return zone.partition(".")[2] != viewer
    return viewer not in (seen or ()) if seen is not None or zone.startswith(_STACKS) else False


class Pair:
    """Two games, and for which viewers they still differ in nothing that was shown to them."""

    def __init__(
        self, one: Twin, other: Twin, cards: Collection[str], blind: Iterable[str | None] | None = None
    ) -> None:
        self.twins, self.cards = (one, other), frozenset(cards)
        self.blind = set(one.phones if blind is None else blind)
        self.head = one.play.head

    def go_on(self, answer: Any, cards: dict[str, str] | None = None) -> bool:
        """Give both the next answer; False where the rules ask something else, or do not offer it, in one of them.

        ``cards``: one for the other in it; without, what stands in the same place among what is offered.
        """
        one, other = self.twins
        first, second = one.play.pending, other.play.pending
        assert first is not None
        if cards is None and second is not None and len(first.options) == len(second.options):
            cards = dict(zip(first.options, second.options, strict=True))
            cards = {mine: its for mine, its in cards.items() if mine != its}
        return self.part(answer, with_other(answer, cards) if cards else answer)

    def part(self, answer: Any, theirs: Any) -> bool:
        """Give each its answer; False as with ``go_on``."""
        one, other = self.twins
        first, second = one.play.pending, other.play.pending
        assert first is not None
        if second is None or (first.kind, first.who) != (second.kind, second.who) or not second.allows(theirs):
            return False
        one.answer(answer)
        other.answer(theirs)
        self._look()
        return one.play.head == other.play.head

    def something_else(self, seed: float) -> bool:
        """The same to both, besides answers."""
        for twin in self.twins:
            twin.something_else(Random(seed))
        self._look()
        one, other = (twin.play for twin in self.twins)
        return one.head == other.head and (one.pending and one.pending.kind) == (other.pending and other.pending.kind)

    def _look(self) -> None:
        """Who has been shown a difference meanwhile is compared no more."""
        for twin in self.twins:
            self.blind = {viewer for viewer in self.blind if not self._shown(twin.play, viewer)}
        self.head = self.twins[0].play.head

    def _shown(self, play: Play, viewer: str | None) -> bool:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(View, "shows", _SHOWS)  # a leak that is planted there must not tell who was shown what
            told = log.lines(play, Names(View(play.state, viewer)), self.head)
        named = any(named_in("\n".join(map(str, told)), self.cards))
        return named or any(not hidden_from(play.state, viewer, card) for card in self.cards)

    def compare(self, rng: Random) -> int:
        """Everything that is sent and printed, for those who have been shown no difference; how much it was."""
        one, other = self.twins
        viewers = sorted(self.blind, key=str)
        for viewer in rng.sample(viewers, min(SOME, len(viewers))):
            for (what, sent), (_, too) in zip(one.sent(viewer), other.sent(viewer), strict=True):
                assert sent == too, (viewer, what, self.cards)
        return min(SOME, len(viewers)) * (len(PAGES) + 4) + self.compare_words(rng)

    def compare_words(self, rng: Random, most: int = SOME) -> int:
        """What so many commands and assistants say, and what a bot in the seat would do."""
        viewer, number = rng.choice(sorted(self.blind, key=str)), rng.random()
        mine, theirs = (twin.printed(viewer, Random(number), most) for twin in self.twins)
        for (what, printed), (_, too) in zip(mine, theirs, strict=True):
            assert printed == too, (viewer, what, self.cards)
        return most + 1


def told(seed: int, folder: Path, patch: pytest.MonkeyPatch, most: int = 1) -> tuple[int, int]:
    """Play a game twice for so many pairs of cards; how much was compared, and how often a secret was in it."""
    rng, count, secret = Random(f"cards {seed}"), 0, 0
    header, entries, unknown = some_game(seed)
    for number, cards in enumerate(told_to_few(entries, unknown, rng)[:most]):
        pair, since = Pair(*twins(folder / f"{number}", header, header, patch), cards), 0
        for entry in entries:
            if not pair.go_on(entry.answer, cards) or not pair.blind:
                break
            differs = with_other(entry.answer, cards) != entry.answer
            since += differs or bool(since)
            if differs or since % EVERY == 1:
                count += pair.compare(rng)
                secret += differs
    return count, secret


def noted(seed: int, folder: Path, patch: pytest.MonkeyPatch, answers: int = 34) -> tuple[int, int]:
    """Play a game twice in which one player writes other words of another length down, for no eyes but their own.

    How much was compared, and how many notes were written; some are taken back.
    """
    rng, count, notes = Random(f"noted {seed}"), 0, 0
    header, entries, _ = some_game(seed)
    writer = rng.choice(header["seats"])["color"]
    pair = Pair(*twins(folder, header, header, patch), ())
    pair.blind.discard(writer)
    for at, entry in enumerate(entries[:answers]):
        if at % EVERY == 1:
            for twin, words in zip(pair.twins, ("the Wolves", "a Vision, perhaps of conquest"), strict=True):
                twin.note(writer, words)
            notes += 1
            count += pair.compare(rng) if notes > 1 else pair.compare_words(rng, len(COMMANDS))
        if not pair.go_on(entry.answer):
            break
    if pair.something_else(rng.random()):
        count += pair.compare(rng)
    for twin in pair.twins:
        twin.part_from_the_rules()
    return count + pair.compare_words(rng) + pair.compare_words(rng), notes


def ordered(seed: int, folder: Path, patch: pytest.MonkeyPatch, most: int = 2) -> tuple[int, int]:
    """Play a game twice in which, at some point, cards are discarded unseen in the other order.

    How much was compared, and how often the order differed; everybody but the one who discards sees the same backs.
    """
    rng, count, orders = Random(f"ordered {seed}"), 0, 0
    header, entries, _ = some_game(seed)
    hidden = [at for at, each in enumerate(entries) if each.private and each.form == Form.ORDER.value]
    hidden = [
        at for at in hidden if len({card.partition(".")[0] for card in entries[at].answer}) == 1
    ]  # by their backs
    for number, at in enumerate(rng.sample(hidden, min(most, len(hidden)))):
        pair = Pair(*twins(folder / f"{number}", header, header, patch), ())
        if not all(pair.go_on(entry.answer) for entry in entries[:at]):
            continue
        pair.blind.discard(entries[at].who)
        pair.cards = frozenset(entries[at].answer)
        went_on = pair.part(entries[at].answer, entries[at].answer[::-1])
        for after, entry in enumerate(entries[at + 1 :]):
            if not pair.blind or not went_on:
                break
            orders += after == 0
            if after % EVERY == 0:
                count += pair.compare(rng)
            went_on = pair.go_on(entry.answer)
    return count, orders


def twins(folder: Path, one: dict[str, Any], other: dict[str, Any], patch: pytest.MonkeyPatch) -> Iterator[Twin]:
    """Two tables, each with its header."""
    for side, header in (("one", one), ("other", other)):
        (folder / side).mkdir(parents=True)
        yield Twin(folder / side, header, patch)


def laid(seed: int, folder: Path, patch: pytest.MonkeyPatch, answers: int = 12) -> tuple[int, int]:
    """Lay a table twice, with hidden cards in each other's places: decks, piles, relics, sites, advisers.

    How much was compared, and how many cards lay otherwise.
    """
    rng, table = Random(f"laid {seed}"), position(seed)
    with suppress(TableError):
        return _laid(rng, with_facedown_sites(table.built()), folder, patch, answers)
    return 0, 0  # it takes more than the box holds


def with_facedown_sites(state: State) -> State:
    """Two sites where no pawn stands lie facedown, with nothing at them (2.8.2)."""
    do, there = Effects(state), {player.slot for player in state.players.values()}
    bare = [slot for slot in range(SLOTS) if slot not in there and "edifice." not in str(state.zone(f"cards.{slot}"))]
    for slot in bare[-2:]:
        for card in [*state.zone(f"cards.{slot}"), *state.zone(f"relics.{slot}")]:
            for what, count in [*state.pieces.get(card, {}).items()]:
                do.move(what, count, card, SHARED if what in (FAVOR, SECRET, HIDDEN) else f"stock.{what}", ())
            do.put(card, "relic_deck.bottom" if card.startswith("relic") else "dispossessed", ())
        for what, count in [*state.pieces.get(f"slot.{slot}", {}).items()]:
            do.move(what, count, f"slot.{slot}", SHARED if what in (FAVOR, SECRET) else f"stock.{what}", ())
        state.facedown[state.zone("map")[slot]] = ()
    return state


def _laid(rng: Random, state: State, folder: Path, patch: pytest.MonkeyPatch, answers: int) -> tuple[int, int]:
    viewer = rng.choice(state.seats)
    other = shuffled(state, viewer, rng, mixed=True)
    lies = ((card, zone, at) for zone, cards in state.zones.items() for at, card in enumerate(cards))
    moved = [card for card, zone, at in lies if other.zones[zone][at] != card]
    headers = [_told_at_a_table(to_position(each)) for each in (state, other)]
    pair, count = Pair(*twins(folder, *headers, patch), moved, (viewer, None)), 0
    for _ in range(answers):
        asked = pair.twins[0].play.pending
        if asked is None or not pair.blind:
            break
        count += pair.compare(rng)
        fits = pair.something_else(rng.random()) if rng.random() < 0.25 else pair.go_on(some_answer(asked, rng))
        if not fits:
            break
    else:
        for twin in pair.twins:
            twin.part_from_the_rules()
        count += pair.compare_words(rng) + pair.compare_words(rng)
    return count, len(moved)


def _told_at_a_table(position: dict[str, Any]) -> dict[str, Any]:
    return {**header_of_position(position), "chance": {"table": True}}
