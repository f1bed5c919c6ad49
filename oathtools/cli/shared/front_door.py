"""``oathtools WORDS`` without a command: what people try, led to the command that does it, with one line saying so."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from oathtools.cli.shared.commands import COMMANDS
from oathtools.cli.shared.common import Command, Failure, Settings, addressed, echo, settings, wrapped
from oathtools.kit import datafiles, intake

if TYPE_CHECKING:
    from oathtools.table.state import State

_CLAUSE = re.compile(r"\d+(?:\.\d+)*(?:-\d+(?:\.\d+)*)?")
_NEAR = 80  # how alike two words are, of a hundred, where one is a typo of the other
# What writes, asks, listens or plays many games is named and not begun: whoever typed another word may not want it.
_BEGINS = ("undo", "redo", "new", "play", "serve", "mcp", "simulate", "roll", "import", "write")
_SPOKEN = 5  # words that nobody types for a command
_SHOWN = 60  # letters of what was typed that are said again
_PLAIN = re.compile(r"[\w\s.,:+/%@=-]*")  # what every shell takes as it stands
UNABLE = ("usage", "not_found", "not_offered", "needs_answer")


class Lead(NamedTuple):
    """The commands to try, the first that can answer answers, and what is said of it."""

    commands: list[list[str]]
    note: str


@click.command(
    "oathtools", cls=Command, context_settings={"ignore_unknown_options": True, "help_option_names": []}, hidden=True
)
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def front_door(words: tuple[str, ...]) -> int:
    """Words that begin with no command: what they are after is shown, or told by name that it does not exist."""
    lead = _lead(list(words))
    if not settings().json and lead.note:
        echo(wrapped(lead.note), err=True)
    return first_able(lead.commands, settings().but(notes=(lead.note,)))


def first_able(commands: Sequence[list[str]], own: Settings) -> int:
    """Run the first of some commands that can answer; its exit status. Raises what the last one raises."""
    cli = click.get_current_context().find_root().command
    for at, command in enumerate(commands, 1):
        try:
            status = cli.main(command, prog_name="oathtools", standalone_mode=False, obj=own)
            return status if isinstance(status, int) else 0
        except Failure as failure:
            if at == len(commands) or failure.kind not in UNABLE:
                raise
        except click.ClickException:
            if at == len(commands):
                raise
    return 0


def _lead(words: list[str]) -> Lead:
    """What words that begin with no command are after. Raises ``Failure`` where nothing is known of them."""
    known = datafiles.load("front_door")
    name, rest, whole = words[0].casefold(), words[1:], " ".join(words)
    if name == "help" and rest and rest[0] in COMMANDS:
        return _to(whole, [rest[0], "--help"])
    if name in known["absent"] and not (rest and _asks(whole)):
        raise Failure("usage", f"there is no {name!r} here: {known['absent'][name]}", exit_code=2)
    if _CLAUSE.fullmatch(name):
        return _to(whole, ["law", *words])
    if re.fullmatch(r"[a-z]{1,4}-\d+", name):
        return _to(whole, ["rulings", *words])
    if " " in whole and _asks(whole):
        return _question(whole)
    if len(words) > 1 and whole.casefold() in _headings(whole):
        return _to(whole, ["law", *words])
    if name in known["ways"]:
        return _way(words, known["ways"][name])
    if any(word.startswith("-") for word in words[1:]):
        raise _unknown(words[0])
    lead = _named(words) or _request(words)
    return lead or (_question(whole) if len(whole.split()) >= _SPOKEN else _loosely(words))


def _to(typed: str, command: list[str], *others: list[str], more: str = "") -> Lead:
    """``typed`` is said in short where it is long, the command as a shell takes it: *who's first* in quotes."""
    shown = typed if len(typed) <= _SHOWN else f"{typed[:_SHOWN].rsplit(' ', 1)[0]} ..."
    said = " ".join(command[1:])
    told = said if _PLAIN.fullmatch(said) else '"' + said.replace('"', "'") + '"'
    return Lead([command, *others], f"{shown}: {addressed(f'oathtools {command[0]} {told}'.rstrip())}{more}")


def _asks(words: str) -> bool:
    from oathtools.answerers.questions import is_question

    return is_question(words)


def _question(words: str) -> Lead:
    """A question of the table, answered from the running game where there is one, or searched for."""
    from oathtools.answerers.questions import commands_for

    state = _table()
    asker: str | None = None
    names: list[str] = []
    if state is not None:
        names = [str(player.name) for player in state.players.values()]
        asker = settings().viewer or (str(state.players[state.turn].name) if state.turn in state.players else None)
    commands = commands_for(words, asker, names, state)
    more = "; in the rules: oathtools search, and the same words" if commands[0][0] == "status" else ""
    return _to(words, *commands, more=more)


def answer_question(words: str) -> None:
    """Answer a question of the table in passing. Raises ``Failure`` where nothing can."""
    first_able(_question(words).commands, settings())


def _table() -> "State | None":
    """The state of the saga's running game; None where there is none."""
    from oathtools.cli.shared.gaming import view_game

    try:
        return view_game().play.state
    except Failure:
        return None


def _way(words: list[str], way: str) -> Lead:
    """Another name of a command. Raises ``Failure`` where it needs to be told more."""
    command, rest = way.split(" "), words[1:]
    begins = any(word in _BEGINS for word in command)
    if begins or (command[-1].isupper() and not rest):
        hint = f"Type: oathtools {' '.join([way, *rest] if begins and not command[-1].isupper() else [way])}"
        raise Failure("usage", f"{words[0]!r} has another name here", hint=hint, exit_code=2)
    if command[-1].isupper():
        command.pop()
    card = _card(words[0]) if not rest else ""
    return _to(" ".join(words), [*command, *rest], more=f" ({card}: oathtools card {words[0]})" if card else "")


def _card(words: str, exact: bool = True) -> str:
    """The name of the card that words spell, or come near."""
    from oathtools import catalog

    try:
        with intake.listening():
            found = catalog.match(words)
    except LookupError:
        return ""
    return catalog.name_of(found.id) if found.exact or not exact else ""


def _named(words: list[str]) -> Lead | None:
    """A card or a site by its name as it is spelt."""
    from oathtools import catalog

    whole = " ".join(words)
    if _card(whole):
        return _to(whole, ["card", *words])
    try:
        catalog.match(whole)
    except catalog.AmbiguousName:
        return _to(whole, ["card", *words])  # which says between which to choose
    except LookupError:
        return None
    return None


def _request(words: list[str]) -> Lead | None:
    """What may be done in a game: judged, and how it is answered; without a game, what the Law says of it."""
    from oathtools.answerers.requests import verbs

    if words[0].casefold() not in verbs():
        return None
    typed = " ".join(words)
    if _table() is None:
        return _to(typed, ["law", words[0]], ["search", typed])
    return _to(typed, ["why", *words], ["search", typed], more=f" (to do it: {addressed(f'oathtools answer {typed}')})")


def _loosely(words: list[str]) -> Lead:
    """A typo of a command is not done; a name nearly spelt, a term, a question without its form is looked up."""
    from rapidfuzz import fuzz, process

    near = process.extractOne(words[0].casefold(), list(COMMANDS), scorer=fuzz.ratio, score_cutoff=_NEAR)
    if near:
        raise _unknown(words[0], near[0])
    whole = " ".join(words)
    headings = _headings(whole) if len(words) == 1 else []
    if any(whole.casefold() in each.split() for each in headings):  # secrets, and no card that is spelt much alike
        return _to(whole, ["law", whole])
    if _card(whole, exact=False):
        return _to(whole, ["card", *words])
    if len(words) > 1:
        return _to(whole, ["search", whole])
    if headings and len(whole) > 4:  # so few letters come near many a word
        return _to(whole, ["law", whole])
    raise _unknown(words[0])


def _headings(words: str) -> list[str]:
    """The headings of the clauses that words name, or come near, in small letters."""
    from oathtools import law

    try:
        return [law.get(each).heading.casefold() for each in law.find(words).roots]
    except LookupError:
        return []


def _unknown(word: str, meant: str = "") -> Failure:
    hint = f"Did you mean {meant}?" if meant else "oathtools --help lists the commands; search looks in the rules"
    return Failure("usage", f"there is no command {word!r}", hint=hint, exit_code=2)
