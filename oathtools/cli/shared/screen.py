"""The loop of ``oathtools play`` at one screen: private questions are shown only after the screen was passed on."""

from typing import TYPE_CHECKING

import click

from oathtools import guesses
from oathtools.cli.shared.common import Failure, echo, prompt_help, report, settings, terminal_width, warn, wrapped

if TYPE_CHECKING:
    from oathtools.cli.shared.completing import Complete
    from oathtools.engine.decision import Decision
    from oathtools.render.game.log import Line
    from oathtools.saga.folder import Running

HELP = (
    "Answer with a number, a name or a request:\n"
    "  travel Mountain, muster Longbows, search world,\n"
    "  trade Elders --for favor,\n"
    "  campaign Bo --target pawn\n"
    "Or look:",
    {
        "why REQUEST": "may it be done, and why not?",
        "!, legal": "what is not possible now, and why; what is",
        "status, log": "the table; what has happened",
        "win, odds": "who would win now; odds of a campaign",
        "campaign": "in a battle: its steps so far",
        "law, card": "law 5.5.2, card Longbows, rulings A-02",
        "undo, redo": "take back the last answer; bring it back",
        "ask, ?, quit": "the question; this help; stop (nothing is ever lost)",
    },
)
COMMANDS = ("law", "card", "rulings", "legal", "win", "odds")  # of the command line, as they are: they only look
LOOKS = ("why", "status", "log", "undo", "redo", "quit", "help", *COMMANDS)
STOPPED = "Stopped; nothing is lost. oathtools play goes on from here."
INTERRUPTED = 130


class _Quit(Exception):
    """The people stop here."""


def at_the_table(running: "Running") -> int:
    """Ask and answer until the game is over or the people stop. Ctrl-C stops with the status shells expect."""
    warn(running.notes)
    echo(prompt_help(*HELP))
    screen = _Screen(running)
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

    def __init__(self, running: "Running") -> None:
        self.running = running
        self.since = running.play.head
        self.private_to: str | None = None
        self.secret = False
        self.refused = False  # is what is not possible to be told with the question?
        self.was_refused = False  # was the line before this one refused?
        header = running.play.header
        self.people = [seat["color"] for seat in header["seats"] if not seat.get("bot")]

    def run(self) -> int:
        from oathtools.cli.shared.game_shown import question_text
        from oathtools.cli.shared.gaming import after

        while (decision := self.running.play.pending) is not None:
            for seat, lines in self._tell().items():
                self._show(seat, lines)
            shown_to = self._pass_screen(decision)
            echo(f"\n{question_text(self.running.play, shown_to, refused=self.refused)}")
            self.refused = False
            head = self.running.play.head
            self.secret = shown_to is not None and len(self.people) > 1
            with guesses.listening():
                self._one_line(decision, shown_to)
            if self.running.play.head != head:
                self.hide()
        echo(after(self.running.play, self.since, ask=False, hints=False))
        return 0

    def hide(self) -> None:
        """Clear the screen if it shows what only one player may see."""
        if self.secret:
            click.clear()
        self.secret = False

    def _tell(self) -> "dict[str, list[Line]]":
        """What has happened since it was told last; what some players saw in it is still to be shown to them alone."""
        from oathtools.cli.shared.gaming import after, seen

        play, since = self.running.play, self.since
        self.since = play.head
        if since == play.head:
            return {}
        text = after(play, since, ask=False, hints=False)
        if text:
            echo(f"\n{text}")
        return seen(play, since)

    def _show(self, seat: str, lines: "list[Line]") -> None:
        """Show hidden cards to the one who looked at them (9.4), and clear the screen before anybody else sees it."""
        from oathtools.render.game.log import as_text

        if self.private_to != seat:
            self._hand_to(seat)
        self.secret, self.private_to = True, seat
        echo(f"\n{as_text(lines, terminal_width())}")
        _read("\nPress Enter once you have seen it ")
        self.hide()

    def _hand_to(self, seat: str) -> None:
        _read(f"\nPass the screen to {self.running.play.state.players[seat].name}, then press Enter ")

    def _pass_screen(self, decision: "Decision") -> str | None:
        """The seat that may see a private question, once the screen has been passed on; None for a public one."""
        before, self.private_to = self.private_to, decision.who if decision.private else None
        if not decision.private:
            return None
        if len(self.people) > 1 and before != decision.who:
            self._hand_to(decision.who)
        return decision.who

    # -- one line --------------------------------------------------------------------------------------------------

    def _one_line(self, decision: "Decision", shown_to: str | None) -> None:
        """One line from the prompt: an answer, or one of the words that only look."""
        from oathtools.cli.shared.completing import completer

        complete = completer(self.running.play.state, decision, shown_to, LOOKS)
        line = _read("> ", complete).strip().removeprefix("oathtools ").lstrip()
        word, _, rest = line.partition(" ")
        word = word.casefold()
        looks = {"status": self._status, "log": self._log, "undo": self._undo, "redo": self._redo}
        if line.casefold() in ("quit", "exit", "q"):
            raise _Quit
        try:
            if line == "?" or word == "help":
                echo(prompt_help(*HELP))
            elif line == "!":
                self.refused = True
            elif word == "why":
                self._why(rest, decision)
            elif word in looks:
                looks[word](rest)
            elif word in COMMANDS or _is_sheet(word, rest, decision):
                _command(line)
            elif word == "answer" and not rest:
                raise Failure("usage", "say what the answer is", hint="Here it needs no answer before it: 1, or a name")
            elif word != "ask" and (line or decision.default is not None):
                self._answer(rest if word == "answer" else line, decision)
        except Failure as failure:
            failure.guessed = failure.guessed or guesses.heard()
            self.was_refused = word not in LOOKS
            report(_at_this_screen(failure, line, decision), settings())
        else:
            self.was_refused = self.was_refused and word in LOOKS and word not in looks
            warn(guesses.heard())

    def _answer(self, line: str, decision: "Decision") -> None:
        from oathtools.answerers.bot import run_plugs
        from oathtools.answerers.speaker import Needs, Speaker
        from oathtools.cli.shared.folders import faults
        from oathtools.cli.shared.game_shown import labels_for
        from oathtools.cli.shared.refusing import refusing

        play = self.running.play
        viewer = decision.who if decision.private else None
        since = play.head
        try:
            with faults(), refusing(play):
                try:
                    Speaker(play, labels_for(play, viewer)).say(line)
                except Needs as fault:
                    if fault.decision is decision:
                        raise Failure("needs_answer", f"{line!r} does not answer this question") from None
                    raise
                run_plugs(play)
                self.running.save(play.entries[since:])
        except BaseException:
            # All of a line is answered or nothing of it: the game goes on as it stands in the journal.
            self._reopen(since)
            raise

    def _reopen(self, head: int) -> None:
        from oathtools.journal.play import Play

        play = self.running.play
        self.running = self.running._replace(play=Play(play.header, play.entries[:head]))

    # -- looking ---------------------------------------------------------------------------------------------------

    def _status(self, _: str) -> None:
        from oathtools.cli.shared.game_shown import only_person
        from oathtools.render.game.status import as_text
        from oathtools.table.views import View

        state = self.running.play.state
        echo(as_text(state, View(state, only_person(self.running.play)), terminal_width()))

    def _log(self, _: str) -> None:
        from oathtools.cli.shared.game_shown import names_for, only_person
        from oathtools.cli.shared.gaming import told
        from oathtools.render.game.log import as_text

        play = self.running.play
        names = names_for(play, only_person(play))
        echo(as_text(told(play, max(0, play.head - 12), names), terminal_width()))

    def _why(self, words: str, decision: "Decision") -> None:
        from oathtools.answerers.judge import verdict
        from oathtools.answerers.lines import split
        from oathtools.answerers.reading import table_of
        from oathtools.cli.shared.folders import faults
        from oathtools.render.game import verdict as render
        from oathtools.render.names import Names
        from oathtools.table.views import View

        if not words:
            raise Failure("usage", "why what?", hint="why travel Mountain")
        play = self.running.play
        viewer = decision.who if decision.private else None
        table = table_of(play, play.state.turn, viewer)
        names = Names(View(table.game.state, viewer, False))
        with faults():
            opinion = verdict(table, split(words), render.labels(names))
        echo(render.as_text(opinion, names, terminal_width(), explain=True))

    # -- taking back -----------------------------------------------------------------------------------------------

    def _undo(self, words: str) -> None:
        from oathtools.cli.shared.taking_back import meant, stands
        from oathtools.render.game.log import as_text

        play = self.running.play
        back = meant(play, words)
        if back.loss:
            echo(back.loss)
        unsure = self.was_refused and not words
        if unsure:
            echo(wrapped("The last line was refused, so there is nothing of it to take back. What was said before it:"))
            echo(as_text(back.told, terminal_width()))
        asks = "Take it back all the same? [y/N] " if back.loss else "Take that back? [y/N] "
        if (back.loss or unsure) and not _yes(asks):
            echo("Nothing was taken back.")
            return
        self.running.save([play.undo(back.to)])
        echo(back.text)
        echo(wrapped(stands(play)))
        self._stands_anew()

    def _redo(self, _: str) -> None:
        from oathtools.cli.shared.taking_back import brought_back, stands
        from oathtools.journal.record import last_undone

        play = self.running.play
        if not play.undone:
            raise Failure("not_found", "there is nothing to bring back", hint="An answer after an undo ends its redo")
        back = last_undone(play.entries)
        self.running.save([play.redo(back[-1].n)])
        echo(brought_back(play, back))
        echo(wrapped(stands(play)))
        self._stands_anew()

    def _stands_anew(self) -> None:
        """What was taken back or brought back is told; nobody has seen the question that is open now."""
        self.since = self.running.play.head
        self.private_to = None


def _command(line: str) -> None:
    """Run a command of the command line that only looks. Raises ``Failure``."""
    from dataclasses import replace

    from oathtools.answerers.lines import split_words
    from oathtools.cli.main import cli

    name, *words = split_words(line)
    try:
        # Its options hold for this line only; what it says stays above the next prompt.
        own = replace(settings(), pager=False, shell=False)
        cli.main([name.casefold(), *words], prog_name="oathtools", standalone_mode=False, obj=own)
    except click.ClickException as fault:
        raise Failure("usage", fault.format_message(), hint=f"{line.split()[0]} --help") from None


def _at_this_screen(failure: Failure, line: str, decision: "Decision") -> Failure:
    """The way out as it is typed here, without the name of the program; and a word that was perhaps meant to look.

    The answers that are possible are not told twice: the question is asked again below.
    """
    from oathtools.answerers.requests import verbs

    if not decision.private and failure.kind == "not_offered" and line.partition(" ")[0].casefold() not in verbs():
        failure.hint = None if (failure.hint or "").startswith("Possible: ") else failure.hint
    hints = [failure.hint.replace("oathtools ", "")] if failure.hint else []
    if "--as" in "".join(hints):
        # A private question stands above with its answers; those of one to come are for its player's eyes.
        hints = [] if decision.private else ["Say only what to do; what is for one player's eyes is asked after it"]
    meant = _meant(line)
    if meant:
        hints.append(f"Or did you mean {meant}?")
    elif _is_outside(line):
        hints = [f"{line.split()[0]} is a command of the shell: quit, and type it behind the program's name"]
    failure.hint = "\n".join(hints) or None
    return failure


def _meant(line: str) -> str | None:
    """The word that only looks which the first one of a line may be a typo of."""
    from difflib import get_close_matches

    word = line.partition(" ")[0].casefold()
    begun = [each for each in LOOKS if len(word) > 2 and each.startswith(word)]
    near = begun or get_close_matches(word, LOOKS, 1, 0.65)
    return near[0] if near and word not in LOOKS else None


def _is_outside(line: str) -> bool:
    """Does it begin with a command of the command line that is none of this prompt, nor a request?"""
    from oathtools.answerers.requests import verbs
    from oathtools.cli.shared.commands import COMMANDS as ALL

    word = line.partition(" ")[0].casefold()
    return word in ALL and word not in (*LOOKS, *verbs(), "answer")


def _is_sheet(word: str, rest: str, decision: "Decision") -> bool:
    """Is it the command that tells a battle, and not the request that begins one?"""
    return word == "campaign" and ("--force" in rest or (not rest and decision.kind.startswith("campaign.")))


def _yes(question: str) -> bool:
    return _read(f"{wrapped(question.rstrip())} ").strip().casefold() in ("y", "yes")


def _read(prompt: str, complete: "Complete | None" = None) -> str:
    """A line from the terminal, with the line editing it has; no history, which would show one's answers to others.

    ``complete`` says what the Tab key offers. The end of the input (Ctrl-D) stops the game like ``quit``.
    """
    from oathtools.cli.shared.completing import listen

    listen(complete)
    try:
        return input(prompt)
    except EOFError:
        echo()
        raise _Quit from None
