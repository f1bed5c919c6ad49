"""The pages, each for one viewer: what they are made of, and what a form does."""

from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from oathtools.answerers.matching import Misread
from oathtools.journal.play import Play
from oathtools.law.rulings import Readings
from oathtools.render.game import log, win
from oathtools.render.names import Names
from oathtools.table.views import View
from oathtools.web import answering, chances, requests, rules
from oathtools.web import table as tables
from oathtools.web.asked import Table, asked
from oathtools.web.guard import Form, Refused
from oathtools.web.pages import page
from oathtools.web.seats import HOST, Person
from oathtools.web.told import FAULTS, refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from oathtools.procedures.campaign.account import Account
    from oathtools.web.app import How
    from oathtools.web.kept import Kept
    from oathtools.web.seats import Seats
    from oathtools.web.stream import News

_LAST = 6  # lines of the log on the table page
_NEWEST = 20  # answers that the log page tells of, unless all are asked for


class Desk:
    """Everything that the pages of one table lean on."""

    def __init__(self, how: "How", kept: "Kept | None", seats: "Seats", news: "News") -> None:
        self.how, self.kept, self.seats, self.news = how, kept, seats, news
        self._state: tuple[int, int] | None = None
        self._known: dict[Any, Any] = {}

    # -- what pages lean on ----------------------------------------------------------------------------------------

    @property
    def readings(self) -> Readings | None:
        """What this table has decided."""
        return rules.decided(self.how.saga)

    def seated(self, play: Play) -> Table:
        """Who sits where."""
        people = {seat["name"]: seat["color"] for seat in play.header["seats"] if not seat.get("bot")}
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

    def _once(self, play: Play, what: Any, make: "Callable[[], Any]") -> Any:
        """What is the same for several phones, or for one that asks again: made once for each state of the game."""
        now = (id(play), play.head)
        if self._state != now:
            self._state, self._known = now, {}
        if what not in self._known:
            self._known[what] = make()
        return self._known[what]

    def _fought(self, play: Play) -> "Account":
        """The campaign under way, or the last one, step by step."""
        fought: Account = self._once(play, "fought", lambda: chances.fought(play))
        return fought

    def _lines(self, play: Play, seat: str | None, last: int | None) -> list[log.Line]:
        """What the last so many answers brought, all of them if None, as a viewer may hear it."""

        def make() -> list[log.Line]:
            since = log.ALL if last is None else log.before_last(play, last)
            return log.lines(play, Names(View(play.state, seat)), since)

        lines: list[log.Line] = self._once(play, ("lines", seat, last), make)
        return lines

    def _seat(self, person: Person, seat: str | None) -> str:
        if seat is None:
            why = "Nobody sits here" if person.name != HOST else "Whoever sits at the terminal sees what all see"
            raise Refused(403, why, hint="Scan the code of your seat with your phone.")
        return seat

    # -- the game --------------------------------------------------------------------------------------------------

    def front(self, request: Request, person: Person) -> Response:
        """Where one begins."""
        return RedirectResponse("/rules" if self.kept is None else "/table", 303)

    def table(self, request: Request, person: Person) -> Response:
        """The table as all see it: the same on every phone and on the shared screen."""

        def show(play: Play, table: Table, seat: str | None) -> Response:
            question = asked(play, table, person)
            public = self._once(play, "table", lambda: tables.table(play, None))
            lines = self._lines(play, None, _LAST)[-_LAST:]
            return page("table", self, person, table=public, asked=question, lines=lines)

        return self.show(show, person)

    def me(self, request: Request, person: Person) -> Response:
        """A player's own board, and what they may do."""

        def show(play: Play, table: Table, seat: str | None) -> Response:
            seat = self._seat(person, seat)
            own = tables.table(play, seat)
            may = requests.may(play, seat, seat)
            question = asked(play, table, person)
            return page("me", self, person, table=own, me=own.player(seat), may=may, asked=question, seats=table)

        return self.show(show, person)

    def question(self, request: Request, person: Person) -> Response:
        """The open question, for whoever answers it."""

        def show(play: Play, table: Table, seat: str | None) -> Response:
            question = asked(play, table, person)
            act = question is not None and question.kind == "act" and question.mine
            may = requests.may(play, question.seat, seat) if question is not None and act else None
            ended = _over(play) if question is None else ""
            return page(
                "question",
                self,
                person,
                asked=question,
                may=may,
                win=chances.now(play, self._fought(play)),
                ended=ended,
                phase=play.state.phase,
            )

        return self.show(show, person)

    def do(self, request: Request, person: Person) -> Response:
        """A request before it is made: what it is, whether it may be done, what it would bring."""

        def show(play: Play, table: Table, seat: str | None) -> Response:
            question = asked(play, table, person)
            if question is None or not question.mine:
                raise Refused(403, "You are not asked now", hint="See who is: Ask.")
            told = request.query_params
            defender, targets = told.get("defender", ""), told.getlist("target")
            dice = told.get("dice", "")
            words = told.get("say", "") or requests.declaration(defender, targets, dice)
            if len(words) > requests.WORDS:
                raise Refused(400, "This request is too long")
            try:
                judged = requests.judge(play, question.seat, seat, words)
            except Misread as fault:
                raise refused(fault, play, Names(View(play.state, seat))) from None
            odds = requests.odds_of(play, question.seat, seat, defender, targets, dice) if defender else ""
            named = requests.in_names(play, seat, words)
            return page("do", self, person, asked=question, words=words, named=named, judged=judged, odds=odds)

        return self.show(show, person)

    def battle(self, request: Request, person: Person) -> Response:
        """The campaign under way, or the last one, step by step: what is to be moved, with the clauses."""

        def show(play: Play, table: Table, seat: str | None) -> Response:
            from oathtools.render.battles.campaign import move_words, says

            names = Names(View(play.state, seat))
            fought = self._fought(play)
            told = []
            for step in fought.steps:
                moves = [move_words(move, names) for move in step.moves]
                told.append((step, says(step, names, fought.declared["player"]), moves))
            question = asked(play, table, person)
            return page("battle", self, person, steps=told, win=chances.now(play, self._fought(play)), asked=question)

        return self.show(show, person)

    def log(self, request: Request, person: Person) -> Response:
        """What has happened, as this viewer may hear it, and what an undo would take back."""

        def show(play: Play, table: Table, seat: str | None) -> Response:
            every = request.query_params.get("all") == "yes"
            lines = self._lines(play, seat, None if every else _NEWEST)
            more = not every and len(play.live) > _NEWEST
            back = answering.back(play)
            n = play.head + 1
            return page("log", self, person, lines=lines, more=more, back=back, n=n)

        return self.show(show, person)

    def win(self, request: Request, person: Person) -> Response:
        """Has anyone won, and who is near (3)?"""

        def show(play: Play, table: Table, seat: str | None) -> Response:
            names = Names(View(play.state, None))
            found = win.answer(play.game, win.next_check(play.state), names)
            return page("win", self, person, text=win.as_text(found, 10_000), warnings=found.warnings)

        return self.show(show, person)

    def why(self, request: Request, person: Person) -> Response:
        """May this be done? Yes, or no with every reason."""
        words = request.query_params.get("words", "").strip()

        def show(play: Play, table: Table, seat: str | None) -> Response:
            judged, fault = None, ""
            if len(words) > requests.WORDS:
                raise Refused(400, "This request is too long")
            if words:
                try:
                    judged = requests.judge(play, play.state.turn, seat, words, explain=True)
                except Misread as misread:
                    fault = refused(misread, play, Names(View(play.state, seat))).why
            return page("why", self, person, words=words, judged=judged, fault=fault)

        return self.show(show, person)

    # -- forms -----------------------------------------------------------------------------------------------------

    def answer(self, person: Person, form: Form) -> Response:
        """Answer the open question."""
        kept, table = self.at_table()
        answering.answer(kept, table, person, form)
        return RedirectResponse("/question", 303)

    def undo(self, person: Person, form: Form) -> Response:
        """Take back the last answer; the others see who did."""
        kept, _ = self.at_table()
        answering.take_back(kept, person, form)
        return RedirectResponse("/log", 303)

    def at_table(self) -> "tuple[Kept, Table]":
        if self.kept is None:
            raise Refused(404, "No game is played here")
        try:
            return self.kept, self.seated(self.kept.play())
        except (*FAULTS, OSError) as fault:
            raise refused(fault, None, None) from None


def _over(play: Play) -> str:
    return log.ending(play.state, Names(View(play.state, None)))
