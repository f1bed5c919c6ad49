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
from oathtools.web import answering, chances, codes, requests, rules
from oathtools.web import table as tables
from oathtools.web.asked import Table, asked
from oathtools.web.guard import Form, Refused
from oathtools.web.pages import page
from oathtools.web.seats import HOST, Person
from oathtools.web.told import FAULTS, refused

if TYPE_CHECKING:
    from oathtools.procedures.campaign.account import Account
    from oathtools.web.app import How
    from oathtools.web.kept import Kept
    from oathtools.web.seats import Seats
    from oathtools.web.stream import News

_LAST = 6  # lines of the log on the table page
_NOTICES = 5  # lines about what was taken back
_NEWEST = 30  # lines of the log on a page, unless all are asked for


class Desk:
    """Everything that the pages of one table lean on. ``notices``: who took what back, by the entry that says so."""

    def __init__(self, how: "How", kept: "Kept | None", seats: "Seats", news: "News") -> None:
        self.how, self.kept, self.seats, self.news = how, kept, seats, news
        self.notices: dict[int, str] = {}
        self._told: tuple[tuple[int, int], Account] | None = None

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

    def _game(self, show: Any, person: Person) -> Response:
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
            answer: Response = show(play, table, table.seat(person))
            return answer

    def _fought(self, play: Play) -> "Account":
        """The campaign under way, or the last one, step by step; told once for each state of the game."""
        now = (id(play), play.head)
        if self._told is None or self._told[0] != now:
            self._told = now, chances.fought(play)
        return self._told[1]

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
            public = tables.table(play, None)
            notice = self.notices.get(play.head, "")
            lines = _lines(play, None)[-_LAST:]
            return page("table", self, person, table=public, asked=question, lines=lines, notice=notice)

        return self._game(show, person)

    def me(self, request: Request, person: Person) -> Response:
        """A player's own board, and what they may do."""

        def show(play: Play, table: Table, seat: str | None) -> Response:
            seat = self._seat(person, seat)
            own = tables.table(play, seat)
            may = requests.may(play, seat, seat)
            question = asked(play, table, person)
            return page("me", self, person, table=own, me=own.player(seat), may=may, asked=question, seats=table)

        return self._game(show, person)

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
            )

        return self._game(show, person)

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

        return self._game(show, person)

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

        return self._game(show, person)

    def log(self, request: Request, person: Person) -> Response:
        """What has happened, as this viewer may hear it, and what an undo would take back."""

        def show(play: Play, table: Table, seat: str | None) -> Response:
            lines = _lines(play, seat)
            every = request.query_params.get("all") == "yes"
            more = 0 if every else max(0, len(lines) - _NEWEST)
            back = answering.back(play)
            notices = [row for row in self.notices.items() if row[0] <= play.head][-_NOTICES:]
            lines, n = lines[more:], play.head + 1
            return page("log", self, person, lines=lines, more=more, back=back, n=n, notices=notices)

        return self._game(show, person)

    def win(self, request: Request, person: Person) -> Response:
        """Has anyone won, and who is near (3)?"""

        def show(play: Play, table: Table, seat: str | None) -> Response:
            names = Names(View(play.state, None))
            found = win.answer(play.game, win.next_check(play.state), names)
            return page("win", self, person, text=win.as_text(found, 10_000), warnings=found.warnings)

        return self._game(show, person)

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

        return self._game(show, person)

    # -- sitting down ----------------------------------------------------------------------------------------------

    def join(self, request: Request, person: Person) -> Response:
        """One tap from sitting down. Nothing is claimed by looking: what previews links takes no seat."""
        token = request.path_params["token"]
        name = self.seats.invited(token)
        if name is None:
            raise Refused(404, "This code was used, or is none of this table", hint="Ask for a new one at the laptop.")
        return page("join", self, person, name=name, token=token)

    def codes(self, request: Request, person: Person) -> Response:
        """The codes of all seats and of the shared screen, for whoever sits at the terminal."""
        if person.name != HOST:
            raise Refused(403, "Only whoever sits at the terminal sees the codes")

        def show(play: Play, table: Table, seat: str | None) -> Response:
            rows = []
            for name in table.seats:
                taken = self.seats.is_taken(name)
                address = "" if taken else f"{self.how.base}/join/{self.seats.invitation(name)}"
                rows.append((name, table.seats[name], taken, address, None if taken else codes.picture(address)))
            screen = f"{self.how.base}/table"
            return page("seats", self, person, rows=rows, screen=screen, code=codes.picture(screen))

        return self._game(show, person)

    # -- forms -----------------------------------------------------------------------------------------------------

    def answer(self, person: Person, form: Form) -> Response:
        """Answer the open question."""
        kept, table = self._table()
        answering.answer(kept, table, person, form)
        return RedirectResponse("/question", 303)

    def undo(self, person: Person, form: Form) -> Response:
        """Take back the last answer; the others see who did."""
        kept, _ = self._table()
        found = answering.take_back(kept, person, form)
        count = f"{found.answers} answer{'' if found.answers == 1 else 's'}"
        who = "Whoever sits at the terminal" if person.name == HOST else person.name
        self.notices[kept.play().head] = f"{who} took back {count}."
        return RedirectResponse("/log", 303)

    def leave(self, person: Person, form: Form) -> Response:
        """Give one's own seat back."""
        if person.name is None or person.name == HOST:
            raise Refused(403, "Nobody sits here")
        self.seats.free(person.name)
        return RedirectResponse("/table", 303)

    def anew(self, person: Person, form: Form) -> Response:
        """Take a seat anew: the phone that held it sees what all see, and a new code is made."""
        name = form.get("name")
        _, table = self._table()
        if person.name != HOST:
            raise Refused(403, "Only whoever sits at the terminal does that")
        if name not in table.seats:
            raise Refused(404, "Nobody of that name plays")
        self.seats.free(name)
        return RedirectResponse("/seats", 303)

    def _table(self) -> "tuple[Kept, Table]":
        if self.kept is None:
            raise Refused(404, "No game is played here")
        try:
            return self.kept, self.seated(self.kept.play())
        except (*FAULTS, OSError) as fault:
            raise refused(fault, None, None) from None


def _lines(play: Play, seat: str | None) -> list[log.Line]:
    return log.lines(play, Names(View(play.state, seat)))


def _over(play: Play) -> str:
    return log.ending(play.state, Names(View(play.state, None)))
