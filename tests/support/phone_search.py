"""Pages of random games searched for what is hidden, and requests made up at random (9.4)."""

import re
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from urllib.parse import quote, urlencode

from markupsafe import escape

from oathtools import catalog
from oathtools.engine.decision import Form
from oathtools.journal.play import Play
from oathtools.law.rulings import points
from oathtools.procedures.chronicle.procedure import NotOver
from oathtools.render.game import log
from oathtools.render.names import Names
from oathtools.table.views import View
from oathtools.web.requests import about
from tests.support.games import HIDEABLE, hidden_cards, named_in, some_answer
from tests.support.phone_tables import Table
from tests.support.phones import FORM, HOST, ORIGIN, Phone, Straight

LOOKS = ("/table", "/me", "/question", "/win")


WHOLE, AFTERWARDS = ("/log?all=yes",), ("/pulls?of=chronicle",)


LOGS = ("/log", "/battle")


EXAMPLE = "nobody tells: Longbows, ?"  # how cards are named, whatever is asked


MAP = "</span> Map:"  # from where something is fetched: no relic


_LATEST = re.compile(r'<section class="latest".*?</section>', re.DOTALL)


class Search:
    """Every page of every viewer, searched for what that viewer may not know.

    Two searches: pages that tell how it stands for what is hidden now, and what tells of the past for what a viewer has
    never been shown: a card that the log has named to them, or that lay open once, is no secret of the log's.
    """

    def __init__(self, table: Table) -> None:
        self.table, self.head, self.pages = table, table.play.head, 0
        self.hidden = {viewer: hidden_cards(table.play.state, viewer) for viewer in table.phones}
        self.never = dict(self.hidden)

    def follow(self) -> None:
        """Something has been answered: what has been shown by it is no secret any more."""
        play = self.table.play
        for viewer, cards in self.never.items():
            self.hidden[viewer] = hidden_cards(play.state, viewer)
            told = log.lines(play, Names(View(play.state, viewer)), self.head)
            self.never[viewer] = (cards & self.hidden[viewer]) - named("\n".join(map(str, told)))
        self.head = play.head

    def look(self, *, every: bool = True) -> None:
        """Open all pages; ``every``: the whole log, and requests that are judged, too."""
        afterwards = AFTERWARDS if self.table.play.state.phase in ("chronicle", "written") else ()
        for viewer, phone in self.table.phones.items():
            asked = requests_of(self.table) if every else ()
            judged = [f"/{page}={quote(words)}" for words in asked for page in ("why?words", "do?say")]
            shown = [(where, self._open(phone, where)) for where in (*LOOKS, *judged)]
            shown += [("a wrong answer", self._wrong(phone))] if viewer is not None and not self._takes_any() else []
            past = [
                (where, self._open(phone, where).replace(MAP, "")) for where in (*LOGS, *afterwards, *every * WHOLE)
            ]
            past += [("a late answer", self._late(phone))] if viewer is not None else []
            past += [("the news", self.table.served.news.version())]
            _searched(viewer, [(where, _LATEST.sub("", page)) for where, page in shown], self.hidden[viewer])
            _searched(viewer, [*shown, *past], self.never[viewer])
            self._asked_alike(viewer)

    def _open(self, phone: Phone, where: str) -> str:
        self.pages += 1
        page = phone.get(where)
        assert phone.status in (200, 403, 409), (where, page)
        return page

    def _asked_alike(self, viewer: str | None) -> None:
        """What may be asked about a card does not turn on where it lies hidden: the same for all of its kind."""
        hidden, asked = sorted(self.hidden[viewer]), dict[str, set[str]]()
        for card in self.table.rng.sample(hidden, min(4, len(hidden))):
            told = repr([words.replace(card, "it") for words, _ in about(self.table.play, viewer, card)])
            asked.setdefault(card.partition(".")[0], set()).add(told)
        assert all(len(told) == 1 for told in asked.values()), (viewer, asked)

    def _takes_any(self) -> bool:
        """Is any text an answer: what is promised in an exchange?"""
        pending = self.table.play.pending
        return pending is not None and pending.form is Form.NOTE

    def _wrong(self, phone: Phone) -> str:
        return self._refused(phone, self.table.play.head + 1, "nothing of this kind, travel").replace(EXAMPLE, "")

    def _late(self, phone: Phone) -> str:
        return self._refused(phone, max(self.table.play.head - 1, 0), "end")

    def _refused(self, phone: Phone, number: int, words: str) -> str:
        head = self.table.play.head
        mark = phone.served.seats.mark(phone.served.seats.person(next(iter(phone.client.cookies.values()))))
        page = phone.post("/answer", {"mark": mark, "n": number, "words": words})
        assert phone.status in (403, 409) and self.table.play.head == head, page
        self.pages += 1
        return page


def _searched(viewer: str | None, pages: list[tuple[str, str]], secret: frozenset[str]) -> None:
    found = [(where, card) for where, page in pages for card in named(page) & secret]
    assert not found, (viewer, found)


def named(page: str) -> frozenset[str]:
    """The cards named on a page, piece by piece: most have stood on other pages. No name goes over two of them."""
    return frozenset().union(*map(_named_in_piece, set(page.replace("<", "\n").split("\n"))))


@lru_cache(maxsize=200_000)
def _named_in_piece(piece: str) -> frozenset[str]:
    for title in _titles():
        piece = piece.removeprefix(f"/a>, {title}")
    return frozenset(named_in(piece, frozenset(HIDEABLE)))


@cache
def _titles() -> tuple[str, ...]:
    """The titles of rulings, told behind their ids: they name what a ruling is about, wherever the card lies."""
    return tuple(str(escape(point.title)) for point in points().values())


def requests_of(table: Table) -> list[str]:
    """Some requests in words, which name no hidden card."""
    from tests.support.games import requests

    return [" ".join(words) for words in requests(table.play, table.rng) if "--player" not in words]


def searched(seed: int, folder: Path, steps: int, every: int) -> int:
    """A random game of so many questions, all pages opened at every so manieth; returns how many pages these were.

    A game that somebody has won goes on with its Chronicle.
    """
    table = Table(seed, folder, Straight)
    search = Search(table)
    for step in range(steps):
        if table.play.pending is None:
            search.look()
            if not _writes(table.play):
                break
            search.follow()
        if step % every == 0:
            search.look(every=step % (4 * every) == 0)
        table.play.answer(some_answer(table.play.pending, table.rng), checked=True)
        search.follow()
    search.look()
    return search.pages


def _writes(play: Play) -> bool:
    """Begin chapter 8, if there is something to be written."""
    try:
        play.write_chronicle()
    except NotOver:
        return False
    return play.pending is not None


PATHS = ("/", "/table", "/me", "/question", "/do", "/log", "/win", "/battle", "/why", "/seats", "/join/x", "/rules",
         "/law", "/law/5.5.2", "/law/..%2f..%2fetc", "/cards", "/card/longbows", "/card/%00", "/rulings",
         "/ruling/A-02", "/odds", "/fight", "/won", "/position", "/setup", "/pulls", "/tick", "/chronicle",
         "/story", "/names", "/static/table.css", "/static/../app.py", "/static/%2e%2e%2fapp.py",
         "/answer", "/undo", "/leave", "/seats/anew", "/.phones.json", "/games/0001.jsonl")  # fmt: skip


FIELDS = ("n", "mark", "words", "pick", "amount", "share.0", "share.1", "share.99999", "rank.0", "rank.1", "face.0",
          "face.3", "face.77", "face.x", "lost", "name", "say", "defender", "target", "dice", "q", "force", "attack",
          "defense", "defenders", "ref", "all", "attacker_plans", "defender_plans", "defense.0", "attack.1", "at",
          "holder", "vision", "round", "position", "of", "packed", "tick", "untick", "list", "players")  # fmt: skip


ODD = ("", "0", "1", "-1", "99", "999999999999", "1e9", "٣", "½", "NaN", "yes", "end", "travel Mountain", "; ; ;",
       "\x00", "é" * 90, "<script>alert(1)</script>", "' OR 1=1", "../../etc/passwd", "{{7*7}}", "%s%n", "card#1",
       "card#999", "go-on", "-", "--with", "search world --with", "campaign", "play", "nothing", "bandits", "pawn",
       "\u202eabc", "x" * 399)  # fmt: skip


OF_ALL = ("/rules", "/law", "/card", "/rulings", "/ruling", "/names", "/log", "/table", "/battle", "/setup", "/pulls",
          "/odds", "/fight")  # fmt: skip


def some_value(table: Table, rng: Random) -> str:
    """Something to send: odd, or what the question really offers, or the id of a card."""
    play = table.play
    pending = play.pending
    chosen = rng.random()
    if pending is not None and pending.options and chosen < 0.35:
        return str(rng.choice(list(pending.options)))
    if chosen < 0.5:
        return rng.choice(sorted(hidden_cards(play.state, None)) or ["x"])
    if chosen < 0.6:
        return str(play.head + rng.choice((0, 1, 1, 1, 2)))
    return rng.choice(ODD)


def spelt_alike(words: str) -> set[str]:
    """The cards that misspelt words are answered with: of the whole box, wherever they lie."""
    found: set[str] = set()
    for part in (words, *words.replace(",", " ").split()):
        try:
            found.add(catalog.find(part))
        except catalog.AmbiguousName as several:
            found.update(several.ids)
        except catalog.UnknownName as unknown:
            found.update(unknown.suggestions)
    return found


def right_answer(table: Table, rng: Random) -> list[tuple[str, str]]:
    """What would answer the open question, if it came from whoever is asked."""
    pending = table.play.pending
    if pending is None:
        return []
    answer = some_answer(pending, rng)
    if pending.form is Form.ONE:
        return [("pick", str(answer))]
    if pending.form is Form.AMOUNT:
        return [("amount", str(answer))]
    if pending.form is Form.SOME:
        return [("pick", each) for each in answer]  # type: ignore[attr-defined]
    if pending.form is Form.ORDER:
        return [(f"rank.{at}", str(1 + answer.index(each))) for at, each in enumerate(pending.options)]  # type: ignore
    if pending.form is Form.DISTRIBUTE:
        return [(f"share.{at}", str(answer.get(each, 0))) for at, each in enumerate(pending.legal())]  # type: ignore
    if isinstance(answer, list):
        return [("words", ", ".join(answer) or "-")]
    return [("words", str(answer) or "-")]


def some_request(table: Table, phone: Phone, rng: Random) -> tuple[str, str, list[tuple[str, str]], dict[str, str]]:
    """A method, an address, fields and headers."""
    method = rng.choice(("GET", *["POST"] * 8, "PUT", "DELETE", "HEAD", "OPTIONS"))
    where = (
        rng.choice(("/answer", "/answer", "/undo")) if method == "POST" and rng.random() < 0.8 else rng.choice(PATHS)
    )
    fields = [(rng.choice(FIELDS), some_value(table, rng)) for _ in range(rng.randrange(5))]
    if where == "/answer" and rng.random() < 0.4:
        fields = right_answer(table, rng)
    if rng.random() < 0.85:
        fields.append(("n", str(table.play.head + 1)))
    if rng.random() < 0.9:
        cookie = next(iter(phone.client.cookies.values()), "")
        fields.append(("mark", phone.served.seats.mark(phone.served.seats.person(cookie))))
    headers = {"origin": ORIGIN, "content-type": FORM}
    if rng.random() < 0.05:
        headers[rng.choice(("origin", "content-type", "host", "cookie"))] = rng.choice(
            ("", "x", "http://evil.example", HOST)
        )
    return method, where, fields, headers


def heard(table: Table, viewer: str | None, cards: set[str]) -> set[str]:
    """Those that the log names to a viewer: a late answer is told what happened, and what lay open may lie hidden."""
    told = log.lines(table.play, Names(View(table.play.state, viewer))) if cards else ()
    return set(named_in(" ".join(map(str, told)), frozenset(cards)))


def hostile(seed: int, folder: Path, count: int) -> int:
    """Send so many; returns how many answers were taken."""
    table = Table(seed, folder)
    rng, taken = table.rng, 0
    people = {None: None, **{seat: seat for seat in table.play.state.seats}}
    for _ in range(count):
        if table.play.pending is None:
            break
        asked_now = table.play.pending.who
        viewer = asked_now if asked_now in people and rng.random() < 0.5 else rng.choice(list(people))
        phone = table.phones[viewer]
        if viewer is not None and not table.served.seats.is_taken(table.play.state.players[viewer].name):
            phone.sit(table.play.state.players[viewer].name)  # the seat was given back
        method, where, fields, headers = some_request(table, phone, rng)
        play, before, hidden = table.play, len(table.play.entries), hidden_cards(table.play.state, viewer)
        asked = play.pending
        sent = {"content": urlencode(fields)} if method == "POST" else {}
        address = where if method == "POST" else f"{where}?{urlencode(fields)}"
        try:
            answer = phone.client.request(method, address, headers=headers, follow_redirects=False, **sent)
        except (ValueError, UnicodeError):
            continue  # no such request can be sent
        assert answer.status_code != 500, (method, address, fields, answer.text)
        near = {card for _, value in fields for card in spelt_alike(value)}
        told = frozenset(card for card in hidden - near if not any(card in value for _, value in fields))
        if not where.startswith(OF_ALL):
            found = set(named_in(answer.text, told))
            assert found <= heard(table, viewer, found), (viewer, method, address, fields, found)
        if len(table.play.entries) == before:
            continue
        assert answer.status_code == 303 and method == "POST" and viewer is not None, (method, where, fields)
        entry = table.play.entries[before]
        if entry.is_answer:
            taken += 1
            assert asked is not None and (entry.who == viewer or entry.who not in people), (viewer, entry)
        if rng.random() < 0.5 and table.play.pending is not None and table.play.pending.form is not Form.OUTCOME:
            table.play.answer(some_answer(table.play.pending, rng), checked=True)
    for viewer, phone in table.phones.items():
        phone.get("/question")
        assert phone.status == 200, viewer
    return taken
