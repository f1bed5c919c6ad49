"""Words at the prompt of ``oathtools play`` that answer nothing: looking, correcting, taking back, asking the rules.

None of them moves the game on, but corrections and what is taken back; the question comes again.
"""

from difflib import get_close_matches

import click

from oathtools.answerers.correcting import corrects
from oathtools.answerers.judge import verdict
from oathtools.answerers.questions import commands_for, is_question
from oathtools.answerers.reading import table_of
from oathtools.answerers.requests import split, split_words, verbs
from oathtools.cli.main import cli
from oathtools.cli.shared.commands import COMMANDS as ALL
from oathtools.cli.shared.common import Failure, echo, in_lines, settings
from oathtools.cli.shared.folders import faults
from oathtools.cli.shared.front_door import first_able
from oathtools.cli.shared.gaming import happened_since, names_for, only_person
from oathtools.engine.decision import Decision
from oathtools.journal.play import Play
from oathtools.kit.datafiles import load
from oathtools.render import printers
from oathtools.render.game import verdict as render
from oathtools.render.game.ahead import next_line
from oathtools.render.names import Names
from oathtools.table.views import View

HELP: list[str | dict[str, str]] = load("help")["play"]
# Commands of the command line, as they are: they only look.
COMMANDS = ("law", "card", "rulings", "legal", "win", "odds")
LOOKS = (
    *("why", "status", "log", "luck", "undo", "redo", "correct", "adjust", "overrule"),
    *("quit", "help", "position", "show"),
    *COMMANDS,
)
_WHY = ("can", "can't", "cannot", "may", "may't", "not", "could", "couldn't", "did", "does", "is", "am", "are", "was")


def as_a_command(line: str) -> str:
    """A line as the command line has it, if it is one that only looks; else nothing.

    A search of the rules is told from the action by its name: ``? who loses warbands``, ``search rules WORDS``.
    """
    word, _, rest = line.partition(" ")
    word, rest = word.casefold(), rest.strip()
    if line.startswith("?") and line != "?":
        return f"search {_quoted(line[1:].strip())}"
    if word == "search" and rest.partition(" ")[0].casefold() in ("rules", "law"):
        return f"search {_quoted(rest.partition(' ')[2])}"
    if word == "luck" and not rest:
        return "campaign"
    if word == "position":
        return f"position {rest or 'export'}"
    return line if word in COMMANDS else ""


def _quoted(words: str) -> str:
    """Words to be looked for; an apostrophe in them begins no quotation."""
    if not words:
        raise Failure("usage", "search for what?", hint="? who loses warbands")
    return words if '"' in words else f'"{words}"'


def run(line: str) -> None:
    """Run a command of the command line that only looks. Raises ``Failure``."""
    name, *words = split_words(line)
    try:
        # Its options hold for this line only; what it says stays above the next prompt.
        own = settings().but(pager=False, shell=False)
        cli.main([name.casefold(), *words], prog_name="oathtools", standalone_mode=False, obj=own)
    except click.ClickException as fault:
        raise Failure("usage", fault.format_message(), hint=f"{line.split()[0]} --help") from None


def is_asked(line: str, decision: Decision) -> bool:
    """Is a line a question of the table, and no word of this prompt?"""
    word = line.partition(" ")[0].casefold()
    if word == "why":  # why travel Mountain is a word of this prompt, why can't I travel a question
        return line.split()[1:2] != [] and line.split()[1].casefold() in _WHY
    return " " in line and line[0] != "?" and word not in ("answer", *LOOKS) and is_question(line)


def is_correction(line: str) -> bool:
    """Does a line speak of an earlier answer, as it really was, and of no word of this prompt?"""
    return corrects(line) and line.partition(" ")[0].casefold() not in ("answer", *LOOKS)


def answer_question(line: str, play: Play, decision: Decision) -> None:
    """Answer a question of the table by the command that knows it, as everybody may know it. Raises ``Failure``."""
    names = {seat: str(player.name) for seat, player in play.state.players.items()}
    commands = commands_for(line, names.get(decision.who), list(names.values()), play.state)
    first_able(commands, own=settings().but(pager=False, shell=False))


def status(play: Play) -> None:
    """The table, as everybody may know it."""
    from oathtools.render.table.parts import Parts

    view = View(play.state, only_person(play))
    echo(in_lines([Parts(view).letters(next_line(play.game, Names(view)))]))


def log(play: Play) -> None:
    """What happened of late."""
    from oathtools.render.game.log import document

    names = names_for(play, only_person(play))
    echo(in_lines(document(happened_since(play, max(0, play.head - 12), names))))


def why(play: Play, words: str, viewer: str | None) -> None:
    """May something be done by the player whose turn it is? Raises ``Failure``."""
    if not words:
        raise Failure("usage", "why what?", hint="why travel Mountain")
    table = table_of(play, play.state.turn, viewer)
    names = Names(View(table.game.state, viewer, False))
    with faults():
        opinion = verdict(table, split(words), render.labels(names))
    echo(in_lines(render.document(opinion, names, explain=True)))


def because(words: str) -> tuple[list[str], str]:
    """An answer to be let pass, and the reason: ``yes because we agreed``. Raises ``Failure``."""
    answer, _, reason = words.replace("--because", "because").partition("because")
    if not answer.strip() or not reason.strip():
        raise Failure("usage", "overrule what, and why?", hint="overrule ANSWER because REASON")
    return split_words(answer), reason.strip(" \"'=:")


def at_this_screen(failure: Failure, line: str, decision: Decision) -> Failure:
    """The way out as it is typed here, without the name of the program; and a word that was perhaps meant to look.

    The answers that are possible are not told twice: the question is asked again below.
    """

    if not decision.private and failure.kind == "not_offered" and line.partition(" ")[0].casefold() not in verbs():
        failure.hint = None if _way(failure).startswith("Possible: ") else failure.hint
    hints = [_way(failure)] if failure.hint else []
    if "--as" in "".join(hints):
        # A private question stands above with its answers; those of one to come are for its player's eyes.
        hints = [] if decision.private else ["Type the action alone; what one player alone may see is asked next"]
    meant = _meant(line)
    if meant:
        hints.append(f"Or did you mean {meant}?")
    elif _is_outside(line):
        hints = [f"{line.split()[0]} is a command of the shell: quit, and type it behind the program's name"]
    elif failure.kind == "not_offered" and not hints:
        hints = ["? says what may be typed"]
    failure.hint = "\n".join(hints) or None
    return failure


def _way(failure: Failure) -> str:
    """The way out, its commands without the name of the program."""
    hint = printers.plain(failure.hint or "", printers.at_prompt)
    return hint.replace("oathtools ", "")


def _meant(line: str) -> str | None:
    """The word that only looks which the first one of a line may be a typo of."""
    word = line.partition(" ")[0].casefold()
    begun = [each for each in LOOKS if len(word) > 2 and each.startswith(word)]
    near = begun or get_close_matches(word, LOOKS, 1, 0.65)
    return near[0] if near and word not in LOOKS else None


def _is_outside(line: str) -> bool:
    """Does it begin with a command of the command line that is none of this prompt, nor a request?"""
    word = line.partition(" ")[0].casefold()
    return word in ALL and word not in (*LOOKS, *verbs(), "answer")


def is_sheet(word: str, rest: str, decision: Decision) -> bool:
    """Is it the command that tells a battle, and not the request that begins one?"""
    return word == "campaign" and ("--force" in rest or (not rest and decision.kind.startswith("campaign.")))
