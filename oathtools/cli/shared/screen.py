"""The loop of ``oathtools play`` at one screen, kept by a scribe or passed round.

At a table that tells what is drawn and rolled one of the people keeps the screen, and nothing on it is for one player's
eyes. Where the tool deals, or where one device goes round, private questions are shown only after it was passed on.
"""

from collections.abc import Callable
from contextlib import suppress

from oathtools.answerers.bot import bots_of, run_plugs
from oathtools.answerers.correcting import find
from oathtools.answerers.matching import Misread
from oathtools.answerers.speaker import Needs, Speaker, untold
from oathtools.bots import Bot
from oathtools.bots.situation import Why
from oathtools.cli.shared import addressing, taking_back
from oathtools.cli.shared import screen_asides as asides
from oathtools.cli.shared.common import Failure, echo, in_lines, printable, prompt_help, report, settings, warn, wrapped
from oathtools.cli.shared.completing import Complete, completer, listen
from oathtools.cli.shared.folders import faults
from oathtools.cli.shared.gaming import after, labels_for, names_for, only_person, open_document, refuse_stopped, seen
from oathtools.cli.shared.judging import as_logged, refusing
from oathtools.cli.shared.screen_asides import LOOKS
from oathtools.engine.decision import Decision
from oathtools.journal.entries import last_undone
from oathtools.journal.entry import Entry
from oathtools.journal.play import Play
from oathtools.kit import intake
from oathtools.render import printers
from oathtools.render.document import Block
from oathtools.render.game.log import LogLine, document
from oathtools.render.game.prompts import lessons
from oathtools.render.game.verdict import why_text
from oathtools.render.printers import at_prompt
from oathtools.saga.folder import OpenGame

STOPPED = "Stopped; nothing is lost. oathtools play goes on from here."
OVERTAKEN = "Somebody else has answered meanwhile, so nothing was done with this line. What happened:"
INTERRUPTED = 130


class _Quit(Exception):
    """The people stop here."""


class _Overtaken(Exception):
    """Somebody else has answered meanwhile."""


def at_the_table(kept: OpenGame, passing: bool = False, why_bot: bool = False) -> int:
    """Ask and answer until the game is over or the people stop. Ctrl-C stops with the status shells expect.

    The journal is held only while something is written: phones and other terminals go on with the same game.
    ``passing``: the screen goes round even at a table that tells; ``why_bot``: bots say why they do what they do.
    """
    screen = _Screen(kept, passing, why_bot)
    warn(kept.notes)
    echo(prompt_help(*asides.HELP))
    try:
        return screen.run()
    except _Quit:
        screen.hide()
        echo(wrapped(STOPPED))
        return 0
    except KeyboardInterrupt:
        echo()
        screen.hide()
        echo(wrapped(STOPPED))
        return INTERRUPTED


class _Screen:
    """The running game, what was told of it last, who saw a private question last, and whether one is on the screen."""

    def __init__(self, kept: OpenGame, passing: bool = False, why_bot: bool = False) -> None:
        self.kept = kept
        self.play = kept.play()
        self.why_bot = why_bot
        self.reasons: list[Why] = []
        self.passing = passing or "seed" in self.play.header["chance"]
        self.shown: Decision | None = None  # the private question that a scribe lets its player see
        self.ahead: str | None = None  # a line that was typed where nothing but Enter was waited for
        self.since = self.play.head
        self.private_to: str | None = None
        self.secret = False
        self.standing: tuple[object, ...] | None = None  # the question that stands on the screen
        self.rest = ""  # of the line before this one, what would be done without what was not understood
        self.refused = False  # is what is not possible to be told with the question?
        self.was_refused = False  # was the line before this one refused?
        header = self.play.header
        self.people = [seat["color"] for seat in header["seats"] if not seat.get("bot")]

    def run(self) -> int:
        while (decision := self._question()) is not None:
            for seat, lines in self._tell().items():
                self._show(seat, lines)
            self._tell_why()
            shown_to = self._pass_screen(decision)
            self._put(decision, shown_to)
            self.refused = False
            head = self.play.head
            self.secret = shown_to is not None and len(self.people) > 1
            try:
                with intake.listening():
                    self._one_line(decision, shown_to)
            except _Overtaken:
                self._stands_elsewhere()
            if self.play.head != head:
                self.hide()
        echo(in_lines(after(self.play, self.since, ask=False, hints=False)))
        echo(in_lines(["", *open_document(self.play)]))  # the next step, after a game: its Chronicle
        return 0

    def _put(self, decision: Decision, shown_to: str | None) -> None:
        """Ask; of what stands on the screen already only the sentence is told again."""
        standing = (self.play.head, decision.kind, shown_to)
        how = {"refused": self.refused, "scribe": not self.passing, "teaches": standing != self.standing}
        document = open_document(self.play, shown_to, **how)
        if standing == self.standing and not self.refused and "" in document:
            document = [*document[: document.index("")], "(ask shows the answers again)"]
        self.standing = standing
        _ask(document, "question" if shown_to is None else "secret")

    def _question(self) -> Decision | None:
        """The question that people are to answer; bots that stand in answer first, if somebody else brought it to them.

        Where that cannot be written now, the question waits for a line.
        """
        decision = self.play.pending
        if decision is not None and decision.who in bots_of(self.play):
            with suppress(Failure, _Overtaken), faults():
                self._keep(lambda: run_plugs(self.play, seen=self._bot_answered))
        return self.play.pending

    def _went_on(self) -> bool:
        """Has somebody else answered meanwhile, on a phone or at another terminal? The game as it stands now."""
        game, head = self.play.journal, self.play.head
        with faults():
            self.play = self.kept.play()
        refuse_stopped(self.play)
        if self.play.journal != game:
            echo(wrapped("This game was left meanwhile: another one was started."))
            raise _Quit
        return self.play.head != head

    def _stands_elsewhere(self) -> None:
        """The screen is cleared if one player's secrets stood on it; what happened is told with the next question."""
        self.hide()
        self.private_to = None
        echo(f"\n{wrapped(OVERTAKEN)}", means="news")

    def _bot_answered(self, bot: Bot) -> None:
        """A bot has answered: why it acts as it does is kept to be told."""
        if self.why_bot and bot.why is not None:
            self.reasons.append(bot.why)

    def _tell_why(self) -> None:
        """Why bots did what they did, as everybody may know it, or the one person who plays."""
        names = names_for(self.play, only_person(self.play))
        for why in self.reasons:
            echo(wrapped(why_text(why, names)), means="news")
        self.reasons = []

    def hide(self) -> None:
        """Clear the screen if it shows what only one player may see."""
        if self.secret:
            addressing.clear()
            self.standing = None
        self.secret = False

    def _tell(self) -> dict[str, list[LogLine]]:
        """What has happened since it was told last; what some players saw in it is still to be shown to them alone."""
        play, since = self.play, self.since
        self.since = play.head
        if since == play.head:
            return {}
        text = in_lines(after(play, since, ask=False, hints=False))
        if text:
            echo(f"\n{text}", means="news")
        return seen(play, since)

    def _show(self, seat: str, lines: list[LogLine]) -> None:
        """Show hidden cards to the one who looked at them (9.4), and clear the screen before anybody else sees it."""
        if self.private_to != seat:
            self._hand_to(seat)
        self.secret, self.private_to = True, seat
        echo(f"\n{in_lines(document(lines))}", means="secret")
        self._wait("\nPress Enter once you have seen it ")
        self.hide()

    def _hand_to(self, seat: str) -> None:
        self._wait(f"\nPass the screen to {self.play.state.players[seat].name}, then press Enter ")

    def _wait(self, prompt: str) -> None:
        """Wait for Enter. A line that was typed ahead is kept for the question that follows."""
        self.ahead = _read(prompt).strip() or self.ahead

    def _pass_screen(self, decision: Decision) -> str | None:
        """The seat that may see a private question, once the screen has been passed on.

        None for a public one, and for all that a scribe answers, unless its player asked to see it.
        """
        passing = self.passing or self.shown is decision
        before, self.private_to = self.private_to, decision.who if decision.private and passing else None
        if self.private_to is None:
            return None
        if len(self.people) > 1 and before != decision.who:
            self._hand_to(decision.who)
        return decision.who

    def _eyes(self, decision: Decision) -> str | None:
        """Whose names stand in what is said of a question: those of the one who sees it alone, or everybody's."""
        return decision.who if decision.private and (self.passing or self.shown is decision) else None

    # -- one line --------------------------------------------------------------------------------------------------

    def _one_line(self, decision: Decision, shown_to: str | None) -> None:
        """One line from the prompt: an answer, or one of the words that only look."""
        complete = completer(self.play.state, decision, shown_to, LOOKS)
        line, self.ahead = self.ahead or _read(_prompt(self.play, decision), complete, self.rest), None
        self.rest = ""
        line = line.strip().removeprefix("oathtools ").lstrip()
        word = line.partition(" ")[0].casefold()
        if self._went_on() and word not in _STOPS:
            raise _Overtaken
        try:
            if asides.is_correction(line) and self._correct(line, sure=False):
                pass
            elif asides.is_asked(line, decision):
                asides.answer_question(line, self.play, decision)
            elif not self._aside(line, decision) and (line or decision.default is not None):
                self._answer(line.partition(" ")[2] if word == "answer" else line, decision)
        except Failure as failure:
            failure.guessed = failure.guessed or intake.noted()
            failure.complete()
            self.was_refused = word not in LOOKS
            report(asides.at_this_screen(failure, line, decision), settings())
        else:
            self.was_refused = self.was_refused and word in LOOKS and word not in _MOVES
            warn(intake.noted())

    def _aside(self, line: str, decision: Decision) -> bool:
        """Do what a line asks for that is no answer; False if it is one, or none."""
        play = self.play
        word, _, rest = line.partition(" ")
        word = word.casefold()
        looks: dict[str, Callable[[], object]] = {
            "status": lambda: asides.status(play),
            "log": lambda: asides.log(play),
            "undo": lambda: self._undo(rest),
            "redo": self._redo,
            "correct": lambda: self._correct(rest),
            "why": lambda: asides.why(play, rest, self._eyes(decision)),
            "adjust": lambda: self._adjust(rest),
            "overrule": lambda: self._overrule(rest, decision),
            "show": lambda: self._let_see(decision),
            "help": lambda: echo(prompt_help(*asides.HELP)),
        }
        command = line if asides.is_sheet(word, rest, decision) else asides.as_a_command(line)
        if word in _STOPS and not rest:
            raise _Quit
        if word == "answer" and not rest:
            raise Failure("usage", "say what the answer is", hint="Here it needs no answer before it: 1, or a name")
        if word in looks or line == "?":
            looks["help" if line == "?" else word]()
        elif command:
            asides.run(command)
        elif line == "!":
            self.refused = True
        elif line.casefold() == "ask":
            self.standing = None
        return bool(word in (*looks, "?", "!") or line.casefold() == "ask" or command)

    def _answer(self, line: str, decision: Decision) -> None:
        def say() -> None:
            play = self.play
            try:
                with as_logged(play, line, names_for):
                    Speaker(play, labels_for(play, self._eyes(decision)), pauses=lessons).say(line)
            except Needs as fault:
                if fault.decision is decision:
                    raise Failure("needs_answer", f"{line!r} does not answer this question") from None
                raise
            except Misread as fault:
                self.rest = fault.rest
                raise
            if not self.passing:
                untold(play)
            run_plugs(play, seen=self._bot_answered)

        self._keep(say)

    def _keep(self, say: Callable[[], object]) -> None:
        """Say something and keep it, all of it or nothing: else the game goes on as it stands in the journal.

        Raises ``_Overtaken``, with nothing said, if somebody else was quicker.
        """
        game, since = self.play.journal, self.play.head
        try:
            with faults(), self.kept.writing() as running:
                self.play = running.play
                if (self.play.journal, self.play.head) != (game, since):
                    raise _Overtaken
                with refusing(self.play):
                    say()
                    running.save(self.play.entries[since:])
        except BaseException:
            self.play = self.kept.play()
            raise

    # -- by the table's word ---------------------------------------------------------------------------------------

    def _adjust(self, words: str) -> None:
        if not words:
            raise Failure("usage", "say what is different", hint="adjust Bo favor 4; Map to Bo")
        self._keep(lambda: taking_back.adjust(self.play, words))

    def _overrule(self, words: str, decision: Decision) -> None:
        answer, reason = asides.because(words)
        entries: list[Entry] = []
        self._keep(lambda: entries.extend(taking_back.overrule(self.play, answer, reason, self._eyes(decision))))
        if not any(entry.overruled for entry in entries):
            echo(wrapped("Nothing was overruled: the rules allow it."))

    def _let_see(self, decision: Decision) -> None:
        """Hand the screen to the one whose question it is."""
        if not decision.private:
            raise Failure("usage", "all may see this question", hint="ask shows it again")
        self.shown = decision

    # -- taking back -----------------------------------------------------------------------------------------------

    def _undo(self, words: str) -> None:
        back = taking_back.meant(self.play, words)
        if back.lost:
            echo(in_lines(taking_back.loss(back)))
        # More than the last line is shown before it is taken back.
        unsure = self.was_refused and not words
        far = bool(words) and not words.isdecimal() and not back.lost and back.as_at is None
        if unsure:
            echo(wrapped("The last line was refused, so there is nothing of it to take back. What was said before it:"))
        if unsure or far:
            echo(in_lines([*([f"This takes back {back.head}:"] if far else []), *document(back.lines)]))
        asks = "Take it back all the same? [y/N] " if back.lost else "Take that back? [y/N] "
        if (back.lost or unsure or far) and not _yes(asks):
            echo("Nothing was taken back.")
            return
        self._keep(lambda: self.play.undo(back.to, as_at=back.as_at))
        self._told(taking_back.taken_back(back))

    def _redo(self) -> None:
        back = last_undone(self.play.entries)
        shown: list[Block] = []
        self._keep(lambda: self.play.redo(back[-1].n) if back else shown.extend(taking_back.goes_on(self.play)))
        self._told(shown or taking_back.brought_back(self.play, back))

    def _correct(self, words: str, sure: bool = True) -> bool:
        """An earlier answer as it really was, once it is shown which one that is; False if none is, unless ``sure``."""
        try:
            with faults(), refusing(self.play):
                was = taking_back.was_of(self.play, find(self.play, words, labels_for(self.play)))
        except Failure:
            if sure:
                raise
            return False
        echo(in_lines(document(was)))
        if not _yes("Correct that? What followed is kept as far as it stands. [y/N] "):
            echo("Nothing was corrected.")
            return True
        shown: list[Block] = []
        self._keep(lambda: shown.extend(taking_back.correct(self.play, words)))
        self._told(shown)
        return True

    def _told(self, shown: list[Block]) -> None:
        echo(in_lines([*shown, *(taking_back.stands(self.play) or [""])]))
        self._stands_anew()

    def _stands_anew(self) -> None:
        """What was taken back or brought back is told; nobody has seen the question that is open now."""
        self.since = self.play.head
        self.private_to = self.standing = None


_STOPS = ("quit", "exit", "q")
# What is no answer, and changes what there is to take back.
_MOVES = ("undo", "redo", "correct", "adjust", "overrule")


def _prompt(play: Play, decision: Decision) -> str:
    """Whose turn it is, the round, the Supply left; and who answers, if it is somebody else."""
    state = play.state
    words = []
    if state.round and state.phase in ("wake", "act", "rest"):
        player = state.players[state.turn]
        words = [str(player.name), f"round {state.round}", f"Supply {player.supply}"]
    if decision.who in state.players and (not words or decision.who != state.turn):
        words.append(f"{state.players[decision.who].name} answers" if words else str(state.players[decision.who].name))
    return f"{printers.prompt(printable(', '.join(words)))} > " if words else "> "


def _ask(document: list[Block], means: str) -> None:
    """Print a question, its first sentence in the color of what it is."""
    first = document.index("") if "" in document else len(document)
    echo(f"\n{in_lines(document[:first], at_prompt)}", means=means)
    if document[first:]:
        echo(in_lines(document[first:], at_prompt))


def _yes(question: str) -> bool:
    return _read(f"{wrapped(question.rstrip())} ").strip().casefold() in ("y", "yes")


def _read(prompt: str, complete: Complete | None = None, typed: str = "") -> str:
    """A line from the terminal, with the line editing it has; no history, which would show one's answers to others.

    ``complete`` says what the Tab key offers, ``typed`` stands there already. The end of the input (Ctrl-D) stops the
    game like ``quit``.
    """
    listen(complete, typed)
    try:
        return input(prompt)
    except EOFError:
        echo()
        raise _Quit from None
