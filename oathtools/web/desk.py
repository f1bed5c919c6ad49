"""The pages, each for one viewer: what they are made of, and what a form does."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial, wraps
from shlex import quote as quoted
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from oathtools.answerers.battles import latest
from oathtools.answerers.matching import Misread
from oathtools.answerers.questions import commands_for, is_question, thing_called
from oathtools.journal.play import Play
from oathtools.kit import datafiles
from oathtools.kit.text import is_name
from oathtools.law.rulings import Readings
from oathtools.procedures.chronicle.procedure import PHASE
from oathtools.render.game import log, phrases, win
from oathtools.render.names import Names
from oathtools.render.printers import paragraphs
from oathtools.render.world.chronicle import guide
from oathtools.saga.folder import NoSaga, OpenGame
from oathtools.saga.folder import latest as last_journal
from oathtools.saga.timing import Clock, clock
from oathtools.table.state import WRITTEN
from oathtools.table.views import View
from oathtools.web import questions, requests, shelf
from oathtools.web import table as tables
from oathtools.web.guard import FAULTS, Form, Refused, on_page, refused
from oathtools.web.questions import ACT, OpenQuestion, Table, open_question
from oathtools.web.remembered import News, Remembered
from oathtools.web.requests import about
from oathtools.web.seats import HOST, Person, Seats
from oathtools.web.shelf import page

if TYPE_CHECKING:
    from oathtools.web.app import How

_LAST = 12  # answers whose lines stand on the table page
_NEWEST = 20  # answers that the log page tells of, unless all are asked for


def _known(play: Play, view: View, names: list[str]) -> list[tuple[int, Markup]]:
    """What there is to say of what is named on the table."""
    from oathtools.render.game import facts

    named = [thing_called(play.state, view, each) for each in names]
    return on_page(facts.document(facts.about(play.game, view, named, view.viewer)))


Seat = str | None


def _of_the_game(make: Callable[..., Response]) -> "Callable[[Desk, Request, Person], Response]":
    """A page of the game as it stands: it is made with the game, who sits where, and the seat of who asks."""

    @wraps(make)
    def shown(desk: "Desk", request: Request, person: Person) -> Response:
        page: Response = desk.show(partial(make, desk, request, person), person)
        return page

    return shown


class Desk:
    """Everything that the pages of one table lean on."""

    def __init__(self, how: "How", kept: OpenGame | None, seats: Seats, news: News) -> None:
        self.how, self.kept, self.seats, self.news = how, kept, seats, news
        self._known = Remembered()
        self._turn: tuple[object, datetime] = (None, datetime.now())

    # -- what pages lean on ----------------------------------------------------------------------------------------

    @property
    def readings(self) -> Readings | None:
        """What this table has decided."""
        return shelf.decided(self.how.saga)

    def seated(self, play: Play) -> Table:
        """Who sits where."""
        seats = [seat for seat in play.header["seats"] if not seat.get("bot") and is_name(seat["name"])]
        people = {seat["name"]: seat["color"] for seat in seats}
        scribe = self.how.scribe
        return Table(people, HOST if scribe == "laptop" else scribe)

    def show(self, show: Any, person: Person) -> Any:
        """A page that looks at the game: one at a time, since what is asked may be tried on it. Raises ``Refused``."""
        if self.kept is None:
            raise Refused(
                404, "No game is shown here", hint="Start it in the folder of a saga: then the table is here."
            )
        with self.kept.lock:
            try:
                play = self.kept.play()
            except (*FAULTS, OSError) as fault:
                raise refused(fault, None, None) from None
            if play.stopped is not None:
                raise Refused(409, "The journal and today's rules part here", hint="See it at the terminal.")
            table = self.seated(play)
            return show(play, table, table.seat(person))

    def _page(self, name: str, play: Play, table: Table, person: Person, **values: Any) -> Response:
        """A page about the game as it was read: if its journal has gone on since, the phone asks again."""
        assert self.kept is not None
        question = self._question(play, table, person)
        called = question is not None and question.mine and person.name != HOST
        return page(name, self, person, version=self.kept.shown(), **{"asked": question, "called": called, **values})

    def _question(self, play: Play, table: Table, person: Person) -> OpenQuestion | None:
        """The open question as one person may see it."""
        found: OpenQuestion | None = self._known.once(
            play, ("asked", person.name), lambda: open_question(play, table, person)
        )
        return found

    def _may(self, play: Play, seat: str, viewer: str | None) -> requests.May:
        """What a player may do, as one viewer may know it."""
        may: requests.May = self._known.once(play, ("may", seat, viewer), lambda: requests.may(play, seat, viewer))
        return may

    def _clock(self) -> Clock:
        """The clock of the game, an empty one where none is kept."""
        with suppress(NoSaga):
            return clock(last_journal(self.kept.saga)) if self.kept is not None else Clock()
        return Clock()

    def _since(self, play: Play, timed: Clock) -> datetime:
        """Since when it is this player's turn, pauses left out; as far as this server has seen it without a clock."""
        if timed.going_on:
            return datetime.now() - timedelta(seconds=timed.turns[-1][2])
        turn = (play.state.round, play.state.turn, play.state.phase == "over")
        if self._turn[0] != turn:
            self._turn = turn, datetime.now()
        return self._turn[1]

    def _win(self, play: Play) -> str:
        """The attacker's chance in the campaign under way; empty where there is none."""
        found: str = self._known.once(play, "win", lambda: tables.now(play))
        return found

    def _seat(self, person: Person, seat: str | None) -> str:
        if seat is None:
            why = "Nobody sits here" if person.name != HOST else "Whoever sits at the terminal sees what all see"
            raise Refused(403, why, hint="Scan the code of your seat with your phone.")
        return seat

    # -- the game --------------------------------------------------------------------------------------------------

    def front(self, request: Request, person: Person) -> Response:
        """Where one begins."""
        return RedirectResponse("/rules" if self.kept is None else "/table", 303)

    @_of_the_game
    def table(self, request: Request, person: Person, play: Play, table: Table, seat: Seat) -> Response:
        """The table as all see it: the same on every phone and on the shared screen."""
        shared = self._known.once(play, "table", lambda: tables.table(play))
        lines = self._known.lines(play, None, _LAST)[-_LAST:]
        fought = self._known.once(play, "fight", lambda: tables.under_way(play))
        timed = self._clock()
        more = {"lines": lines, "fought": fought, "since": self._since(play, timed), "timed": timed}
        return self._page("table", play, table, person, drawn=shared, **more)

    @_of_the_game
    def me(self, request: Request, person: Person, play: Play, table: Table, seat: Seat) -> Response:
        """A player's own board, and what they may do."""
        seat = self._seat(person, seat)
        own = self._known.once(play, ("own", seat), lambda: tables.own(play, seat))
        shouted = self._known.once(play, "shouted", lambda: tables.shouted(play))
        may = self._may(play, seat, seat)
        return self._page("me", play, table, person, own=own, shouted=shouted, may=may)

    @_of_the_game
    def question(self, request: Request, person: Person, play: Play, table: Table, seat: Seat) -> Response:
        """The open question, for whoever answers it."""
        question = self._question(play, table, person)
        act = question is not None and question.kind == ACT and question.mine
        may = self._may(play, question.seat, seat) if question is not None and act else None
        since = request.query_params.get("since", "")
        new = int(since) if since.isdecimal() and len(since) < 9 else play.head
        lines = self._known.lines(play, seat, _NEWEST) if new < play.head else []
        after = play.state.phase in (PHASE, WRITTEN)
        over = question is None or (after and play.state.result is not None)
        ended = phrases.ending(play.state, Names(View(play.state, None))) if over else ""
        hands, step = guide(play, Names(View(play.state, None))) if after else ([], [])
        bare = seat is None or after  # whose board is no matter in chapter 8
        return self._page(
            "question",
            play,
            table,
            person,
            may=may,
            own=None if bare else self._known.once(play, ("own", seat), lambda: tables.own(play, seat or "")),
            hands=on_page(hands),
            step=on_page(step),
            shouted=self._known.once(play, "shouted", lambda: tables.shouted(play)),
            told=[line for line in lines if line.n > new and line.kind not in (log.ROUND, log.TURN) and not after],
            win=self._win(play),
            ended=ended,
            phase=play.state.phase,
            seated=[quoted(row["name"]) for row in play.header["seats"]],
        )

    @_of_the_game
    def do(self, request: Request, person: Person, play: Play, table: Table, seat: Seat) -> Response:
        """A request before it is made: what it is, whether it may be done, what it would bring."""
        question = self._question(play, table, person)
        if question is None or not question.mine:
            raise Refused(403, "You are not asked now", hint="See who is: Ask.")
        query = request.query_params
        defender, targets = query.get("defender", ""), query.getlist("target")
        dice = query.get("dice", "")
        words = query.get("say", "") or requests.declaration(defender, targets, dice)
        if len(words) > requests.WORDS:
            raise Refused(400, "This request is too long")
        try:
            if defender and not targets and not query.get("say"):
                judged = requests.without_targets(play, question.seat, seat, defender)
            else:
                judged = requests.judge(play, question.seat, seat, words)
        except Misread as fault:
            raise refused(fault, play, Names(View(play.state, seat))) from None
        odds = requests.odds_of(play, question.seat, seat, defender, targets, dice) if defender else ""
        if defender and not query.get("say"):
            named = requests.declared_in_names(play, seat, defender, targets, dice)
        else:
            may = self._may(play, question.seat, seat) if question.kind == ACT else None
            named = requests.in_names(play, seat, words, may)
        brings = None if judged.legal is False else requests.brings(play, question.seat, seat, words)
        untold = questions.untold(brings.pending if brings else None)
        shown = {"words": words, "named": named, "judged": judged, "odds": odds, "brings": brings, "untold": untold}
        return self._page("do", play, table, person, **shown)

    @_of_the_game
    def battle(self, request: Request, person: Person, play: Play, table: Table, seat: Seat) -> Response:
        """The campaign under way, or the last one, step by step: what is to be moved, with the clauses."""
        from oathtools.render.battles.campaign import move_words, says

        names = Names(View(play.state, seat))
        fought = self._known.lasting(play, "fought", tables.since(play), lambda: latest(play))
        steps = []
        for step in fought.steps:
            moves = [move_words(move, names) for move in step.moves]
            steps.append((step, says(step, names, fought.declared["player"]), moves))
        return self._page("battle", play, table, person, steps=steps, win=self._win(play))

    @_of_the_game
    def log(self, request: Request, person: Person, play: Play, table: Table, seat: Seat) -> Response:
        """What has happened, as this viewer may hear it, and what an undo would take back."""
        every = request.query_params.get("all") == "yes"
        lines = self._known.lines(play, seat, None if every else _NEWEST)
        more = not every and len(play.live) > _NEWEST
        back = self._known.once(play, ("back", seat), lambda: questions.back(play, seat))
        n = play.head + 1
        return self._page("log", play, table, person, lines=lines, more=more, back=back, n=n)

    @_of_the_game
    def win(self, request: Request, person: Person, play: Play, table: Table, seat: Seat) -> Response:
        """Has anyone won, and who is near (3)?"""
        answer, warnings = self._known.once(play, "won", lambda: _won(play))
        return self._page("win", play, table, person, told=answer, warnings=warnings)

    @_of_the_game
    def why(self, request: Request, person: Person, play: Play, table: Table, seat: Seat) -> Response:
        """May this be done? Yes, or no with every reason."""
        words = request.query_params.get("words", "").strip()
        judged, fault = None, ""
        if len(words) > requests.WORDS:
            raise Refused(400, "This request is too long")
        if words:
            try:
                judged = requests.judge(play, play.state.turn, seat, words, explain=True)
            except Misread as misread:
                fault = refused(misread, play, Names(View(play.state, seat))).why
        return self._page("why", play, table, person, words=words, judged=judged, fault=fault)

    def answers(self, person: Person, words: str) -> tuple[str, list[tuple[int, Markup]]]:
        """What answers a question of the table: the address of a page, or facts; nothing where the rules are asked."""

        def show(play: Play, table: Table, seat: str | None) -> tuple[str, list[tuple[int, Markup]]]:
            names = {each: str(player.name) for each, player in play.state.players.items()}
            turn = names.get(play.state.turn, "")
            asker = names.get(seat or "", turn)
            command, *rest = commands_for(words, asker, list(names.values()), play.state)[0]
            view = View(play.state, seat)
            known = _known(play, view, rest) if command == "status" and rest else []
            act = rest[: rest.index("--player")] if "--player" in rest else [each for each in rest if each[:2] != "--"]
            who = rest[len(act) + 1] if len(act) < len(rest) and rest[len(act)] == "--player" else turn
            if command == "why":
                try:
                    requests.judge(play, play.state.turn, seat, " ".join(act)) if who == turn else None
                except Misread:
                    return "", []
            pages = datafiles.load("front_door")["pages"]
            mine = {"status": rest == [asker], "legal": who == asker}.get(command, who == turn)
            own = "own" if mine and (seat is not None or command == "why") else "others"
            page = pages[own].get(command) or pages["all"].get(command, "")
            return str(page).format(quote(" ".join(act))), known

        if self.kept is None or not is_question(words):
            return "", []
        try:
            found: tuple[str, list[tuple[int, Markup]]] = self.show(show, person)
        except Refused:
            return "", []
        return found

    def about(self, person: Person, thing: str) -> "tuple[str, list[tuple[str, str]]] | None":
        """Whose turn it is, and what may be asked about a thing on the table; None where no game is played."""

        def show(play: Play, table: Table, seat: str | None) -> "tuple[str, list[tuple[str, str]]]":
            return Names(View(play.state, seat)).seat(play.state.turn), about(play, seat, thing)

        if self.kept is None:
            return None
        try:
            found: tuple[str, list[tuple[str, str]]] = self.show(show, person)
        except Refused:
            return None
        return found if found[1] else None

    # -- forms -----------------------------------------------------------------------------------------------------

    def answer(self, person: Person, form: Form) -> Response:
        """Answer the open question."""
        kept, table = self.at_table()
        since = kept.play().head
        questions.answer(kept, table, person, form)
        return RedirectResponse(f"/question?since={since}", 303)

    def undo(self, person: Person, form: Form) -> Response:
        """Take back what was said last; the others see who did."""
        kept, _ = self.at_table()
        questions.take_back(kept, person, form)
        return RedirectResponse("/log#last", 303)

    def at_table(self) -> tuple[OpenGame, Table]:
        if self.kept is None:
            raise Refused(404, "No game is played here")
        try:
            return self.kept, self.seated(self.kept.play())
        except (*FAULTS, OSError) as fault:
            raise refused(fault, None, None) from None


def _won(play: Play) -> tuple[list[str], list[str]]:
    found = win.answer(play.game, win.next_check(play.state), Names(View(play.state, None)))
    return list(filter(None, map(str, paragraphs(win.document(found))))), list(found.warnings)
