"""``oathtools win``: has anyone won? In a position, the running game, by flags, or a handful of questions."""

from typing import Any, NamedTuple

import click

from oathtools import catalog
from oathtools.cli.shared.common import Command, Failure, at_terminal, emit
from oathtools.cli.shared.folders import decided, position_at_table, position_faults
from oathtools.cli.shared.gaming import seat_named
from oathtools.journal.entry import stated
from oathtools.law.rulings import in_force, notes
from oathtools.powers import load
from oathtools.procedures.machine.game import Game
from oathtools.render.game import win, win_facts
from oathtools.render.game.win import ROUND_END, WAKE, Check, next_check
from oathtools.render.game.win_facts import MET, TIE, UNMET, Facts, Question, vision_oath
from oathtools.render.names import Names
from oathtools.table.state import State
from oathtools.table.views import View


class When(NamedTuple):
    """Which check is asked about: its time, or the player who could win at it; by default the next to come."""

    at: str | None = None
    player: str | None = None


_HOLDERS = ("chancellor", "citizen", "exile", "usurper", "other", "nobody")


@click.command(cls=Command)
@click.option("--position", metavar="FILE", help="A position file (YAML or JSON; - reads standard input).")
@click.option("--at", metavar="WHEN", help="wake:NAME or round-end.  [default: the next check to come]")
@click.option("--player", metavar="NAME", help="The check at which this player could win; --ahead: whose ways.")
@click.option("--die", type=click.IntRange(1, 6), metavar="N", help="The end die, if it was rolled.")
@click.option("--round", "round_", type=click.IntRange(1, 8), metavar="N", help="The round that has ended.")
@click.option("--holder", type=click.Choice(_HOLDERS, case_sensitive=False), help="Who has the Oathkeeper title.")
@click.option("--vision", "visions", multiple=True, metavar="NAME[:met|tie|no]",
              help="A revealed Vision and whether its goal is met; none.")  # fmt: skip
@click.option("--visions", "drawn", type=click.IntRange(0, 5), metavar="N", help="How many Visions have been drawn.")
@click.option("--successor/--no-successor", default=None, help="Does a Citizen meet the Successor goal?")
@click.option("--oath", metavar="NAME", help="The oath: supremacy, people, devotion, protection.")
@click.option("--ahead", is_flag=True, help="How far everybody is from winning, and what whoever acts can do about it.")
@click.option("--deep", type=click.IntRange(0, 2), metavar="N", help="With --ahead: how many actions.  [default: 2]")
def win_command(
    position: str | None,
    at: str | None,
    player: str | None,
    die: int | None,
    round_: int | None,
    holder: str | None,
    visions: tuple[str, ...],
    drawn: int | None,
    successor: bool | None,
    oath: str | None,
    ahead: bool,
    deep: int | None,
) -> int:
    """Has anyone won? The answer first, then the reasoning with its clauses (chapter 3).

    With --position FILE, or in a saga with a running game, the check is made on the table as it stands. Otherwise tell
    the facts by flags; at a terminal, what is missing is asked.
    """
    by_flag = {"--round": round_, "--holder": holder, "--vision": visions or None, "--visions": drawn}
    by_flag |= {"--successor": successor, "--oath": oath}
    flags = [flag for flag, value in by_flag.items() if value is not None]
    if ahead:
        _alone({**by_flag, "--at": at, "--die": die}, "--ahead looks at every check of a table that is known")
        return _ahead(position, player, 2 if deep is None else deep)
    _alone({"--deep": deep}, "it says how far --ahead looks")
    when = When(at, player)
    if position is not None:
        if flags:
            raise Failure("usage", f"{flags[0]} is told by the position", hint="Leave it out, or leave --position out.")
        return _of_position(position, when, die)
    if not flags:
        running = _running_game()
        if running is not None:
            return _of_game(running[0], when, die, running[1])
    if player is not None:
        raise Failure("usage", "--player is one of a table", hint="--position FILE, or in a saga with a running game")
    facts = Facts(_moment(at), _oath(oath), round_, holder, _visions(visions), drawn, successor, die)
    return _of_facts(facts, thorough=not flags and die is None)


def _alone(flags: dict[str, Any], because: str) -> None:
    """Raises ``Failure`` for a flag that is not meant beside the others."""
    for flag, value in flags.items():
        if value is not None:
            raise Failure("usage", f"{flag}: {because}", hint="oathtools win --ahead --player Bo --deep 1")


# -- a table that is known ---------------------------------------------------------------------------------------------


def _of_position(source: str, when: When, die: int | None) -> int:
    here = position_at_table(source)
    if here.data.get("then"):
        from oathtools.cli.shared.judging import play_at

        return _of_game(play_at(here, source).game, when, die, here.warnings)
    with position_faults(source):
        return _of_game(Game(stated(here.data, here.state), load(), here.readings), when, die, here.warnings)


def _running_game() -> tuple[Game, list[str]] | None:
    """The running game of the saga, if there is one."""
    from oathtools.cli.shared.gaming import view_game

    try:
        running = view_game()
    except Failure as none:
        if none.kind == "not_found":
            return None
        raise
    return running.play.game, running.notes


def _of_game(game: Game, when: When, die: int | None, notes: list[str]) -> int:
    names = Names(View(game.state, None))
    check = _check(game.state, when)
    found = win.answer(game, check, names, die)
    return emit(found.data, lambda: win.document(found), citations=found.citations, warnings=[*found.warnings, *notes])


def _ahead(position: str | None, player: str | None, deep: int) -> int:
    """How far everybody is, as far as whoever asks may know, and the ways of one player."""
    from oathtools.ahead.ways import deciding_ahead, looked
    from oathtools.cli.shared.judging import bench
    from oathtools.render.game import ahead as prospects_shown

    judge = bench(position, player)
    found = looked(judge.table.game, judge.seat if deep else None, deep=deep)
    decided = deciding_ahead(judge.table.game)
    return emit(
        prospects_shown.as_json(found, judge.names),
        lambda: judge.first(
            prospects_shown.document(found, judge.names, None if deep or player is None else judge.seat)
        ),
        citations=["3.1", "3.2", "3.3", "3.4", *decided],
        warnings=[*judge.warnings, *notes(decided)],
        pager=True,
    )


def _check(state: State, when: When) -> Check:
    """The check that is named, by its time or by its player, or the next one to come. Raises ``Failure``.

    Exiles win as they wake (3.1, 3.2), the Chancellor and Citizens at the end of a round (3.3, 3.4).
    """
    at = when.at
    if when.player is not None:
        if at is not None:
            raise Failure("usage", "--at and --player both say which check", hint="Say one of them.")
        seat = seat_named(state, when.player)
        at_round_end = state.players[seat].imperial
        return Check(ROUND_END, None, state.round) if at_round_end else Check(WAKE, seat, state.round)
    if at is None:
        return next_check(state)
    moment = _moment(at)
    if moment == ROUND_END:
        return Check(ROUND_END, None, state.round)
    _, _, name = at.partition(":")
    if name.strip():
        return Check(WAKE, seat_named(state, name.strip()), state.round)
    return next_check(state, wakes_only=True)


def _moment(at: str | None) -> str | None:
    """``wake`` or ``round-end``. Raises ``Failure``."""
    if at is None:
        return None
    word = at.partition(":")[0].strip().casefold().replace("_", "-").replace(" ", "-")
    if word in ("wake", "round-end"):
        return word
    raise Failure("usage", f"--at {at}: no such check", hint="--at wake:NAME or --at round-end", citations=["3"])


# -- bare facts --------------------------------------------------------------------------------------------------------


def _of_facts(facts: Facts, thorough: bool) -> int:
    win_facts.complete(facts, _ask, thorough)
    try:
        found, unless = win_facts.answered(facts, in_force(decided()))
    except win_facts.Contradiction as fault:
        raise Failure("usage", str(fault), hint="Both cannot be true; look at the table again.") from None
    return emit(found.data, lambda: win.document(found, unless), citations=found.citations, warnings=found.warnings)


def _oath(words: str | None) -> str | None:
    if words is None:
        return None
    try:
        return catalog.find(words, ("oath",)).removeprefix("oath.")
    except LookupError as fault:
        hint = "supremacy, people, devotion or protection"
        raise Failure("usage", f"--oath: {fault}", hint=hint) from None


def _visions(words: tuple[str, ...]) -> dict[str, str | None] | None:
    """The revealed Visions told, by the oath with the same goal. Raises ``Failure``."""
    if not words:
        return None
    found: dict[str, str | None] = {}
    for each in words:
        name, _, met = each.partition(":")
        if name.strip().casefold() == "none":
            continue
        met = met.strip().casefold()
        try:
            oath = vision_oath(name)
        except LookupError as fault:
            hint = "conquest, rebellion, sanctuary or faith"
            raise Failure("usage", f"--vision {each}: {fault}", hint=hint) from None
        allowed = {"": None, "yes": MET, MET: MET, UNMET: UNMET, "unmet": UNMET}
        if oath in ("supremacy", "protection"):
            allowed[TIE] = TIE
        if met not in allowed:
            text = "met or no" if TIE not in allowed else "met, tie or no"
            raise Failure("usage", f"--vision {each}: after the name, {text} is expected", citations=["3.2"])
        found[oath] = allowed[met]
    return found


# -- questions ---------------------------------------------------------------------------------------------------------


def _ask(question: Question) -> Any:
    """Ask at the terminal; without one, fail with the question."""
    if not at_terminal():
        from oathtools.engine.decision import Form
        from oathtools.render.game.question import outside

        form = Form.ONE if question.options else Form.AMOUNT
        low, high = (1, 1) if question.options else (question.low, question.high)
        raise Failure(
            "needs_answer",
            question.words,
            hint=f"Tell it with {question.flag}, or give --position FILE.",
            question=outside(question.about, form, question.options, low, high),
        )
    kind: Any = click.IntRange(question.low, question.high)
    if question.options:
        kind = click.Choice(question.options, case_sensitive=False)
    return click.prompt(question.words, type=kind, err=True)
