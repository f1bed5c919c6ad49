"""``oathtools odds``: exact odds of a campaign, by numbers, at a table, or for the step at hand; its options."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from oathtools.catalog.names import EDITION, ONLY_NAMES
from oathtools.cli.shared.common import Command, Failure, emit, settings
from oathtools.cli.shared.folders import edition as edition_here
from oathtools.odds import numbers
from oathtools.odds.battle import PlanFault
from oathtools.odds.dice import as_json as faces
from oathtools.odds.numbers import Query
from oathtools.render.battles import odds as render
from oathtools.render.document import reasons

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from oathtools.answerers.battles import Ground, Undeclarable
    from oathtools.render.names import Names

Function = Callable[..., Any]
Option = Callable[[Function], Function]
FACES = "faces"
_AGAINST = re.compile(r"(\d{1,9}) (?:vs\.?|v|versus|against) (\d{1,9})")


# -- the options of odds and campaign ------------------------------------------------------------------------------


def _complete_plan(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    from click.shell_completion import CompletionItem

    from oathtools.odds.plans import completions

    side = "attacker" if param.name == "attacker_plans" else "defender"
    return [CompletionItem(name, help=words) for name, words in completions(incomplete, side)]


class Held(click.IntRange):
    """A number of warbands or dice that a campaign may have: warbands as the box holds, and a die for each."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number. Raises ``click.BadParameter``."""
        number = click.INT.convert(value, param, ctx)
        if number > numbers.MOST:
            self.fail(f"{number} is more than a campaign can have: the box holds {numbers.MOST} warbands.", param, ctx)
        return super().convert(value, param, ctx)


def _number(name: str, metavar: str, help_: str) -> Option:
    return click.option(name, type=Held(0), metavar=metavar, help=help_)


def _plan(name: str, into: str, help_: str) -> Option:
    return click.option(name, into, multiple=True, metavar="NAME", shell_complete=_complete_plan, help=help_)


_NUMBERS = (
    _number("--force", "W", "The attacker's warbands."),
    _number("--attack", "A", "Attack dice.  [default: one for each warband]"),
    _number("--defense", "D", "Defense dice."),
    _number("--defenders", "F", "Warbands that add to the defense."),
    click.option("--bandits", is_flag=True, help="The defenders are bandits: F counts them."),
    _plan(
        "--plan",
        "attacker_plans",
        "A plan or power of the attacker, in order of use. With a number: NAME=2, or NAME=-2 to remove.",
    ),
    _plan("--defender-plan", "defender_plans", "The same for the defender."),
)
_TABLE = (
    click.argument("words", nargs=-1),
    click.option("--position", metavar="FILE", help="In this position instead of the running game."),
    click.option("--player", metavar="NAME", help="The attacker.  [default: the one whose turn it is]"),
    click.option("--against", metavar="NAME", help="The defender, or bandits."),
    click.option(
        "--target", "targets", multiple=True, metavar="T", help="site:S, relic:R, banner:B or pawn; repeat it."
    ),
    click.option(
        "--reading",
        "readings",
        multiple=True,
        metavar="ID=LETTER",
        help="Another reading of an open point, such as A-104=a.  [default: the table's]",
    ),
)


def by_numbers(command: Function) -> Function:
    """The options of a battle by its numbers."""
    return _with_options(command, _NUMBERS)


def at_a_table(command: Function) -> Function:
    """The options of a campaign at a table."""
    return _with_options(command, _TABLE)


def _with_options(command: Function, options: Sequence[Option]) -> Function:
    for option in reversed(options):
        command = option(command)
    return command


def answering(command: Function) -> Function:
    """A command that gets what is asked as ``query``, and whose refused plans are failures. The innermost decorator."""

    @wraps(command)
    def call(**given: Any) -> Any:
        query = Query(**{field: given.pop(field) for field in Query._fields if field in given})
        try:
            return command(query=query, **given)
        except PlanFault as fault:
            raise _plan_failure(fault) from None

    return call


def _plan_failure(fault: PlanFault) -> Failure:
    from oathtools.odds.plans import NeedsNumber, PlanRefused

    if isinstance(fault, NeedsNumber):
        return Failure("usage", fault.message, hint=fault.hint, citations=[fault.clause])
    if isinstance(fault, PlanRefused):
        message = f"{fault.message} ({fault.clause})"
        return Failure("not_offered", message, hint=fault.hint, citations=[fault.clause])
    return _unknown_plan(fault)


def _unknown_plan(fault: Any) -> Failure:
    """Words that name no battle plan: the nearest ones, or what the name is instead."""
    from oathtools import catalog

    try:
        found = catalog.name_of(catalog.find(fault.words))
    except LookupError as unknown:
        if getattr(unknown, "beyond", None):
            return Failure("not_found", str(unknown), hint=ONLY_NAMES)
        hint = f"Did you mean {' or '.join(fault.near)}? " if fault.near else ""
        return Failure("not_found", str(fault), hint=f"{hint}oathtools odds --plans lists them.")
    return Failure(
        "not_found",
        f"{found} is no battle plan, and nothing of it bears on a campaign's dice or losses",
        hint="oathtools odds --plans lists those that do.",
    )


def number_of(dice: str) -> int:
    """The attack dice of ``--dice``. Raises ``Failure`` for what is no number."""
    if not dice.isdigit():
        raise Failure("usage", f"--dice {dice}: how many attack dice?", hint="For example: --dice 5")
    return int(dice)


# -- the command ---------------------------------------------------------------------------------------------------


@click.command(cls=Command)
@by_numbers
@click.option("--no-sacrifice", is_flag=True, help="The attacker will not sacrifice.")
@click.option("--svg", type=click.Path(dir_okay=False), metavar="FILE", help="Write a picture of the chance to win.")
@click.option("--replace", is_flag=True, help="With --svg: write over a file that is there.")
@click.option(
    "--chart", type=click.Choice(["map", "curve"]), default="map", show_default=True,
    help="With --svg: a heat map over force and defense, or a curve over force.",
)  # fmt: skip
@click.option(
    "--dice", is_flag=False, flag_value=FACES, metavar="[A]",
    help="Attack dice, as --attack. Without a number: the faces of the campaign dice, with their sources.",
)  # fmt: skip
@click.option("--edition", type=click.Choice(["base", EDITION]), help="By whose rules.  [default: the saga's]")
@click.option(
    "--rolled", type=click.IntRange(min=0), metavar="N", help="Of New Foundations: what the attack dice gave."
)
@click.option("--plans", "list_plans", is_flag=True, help="The plans and powers that can be named.")
@at_a_table
@click.option("--best", is_flag=True, help="Rank every campaign that may be declared.")
@click.option(
    "--by", type=click.Choice(["chance", "losses", "win"]), default="chance", show_default=True,
    help="What --best ranks by: a victory's chance, losses, whose next win it makes or prevents.",
)  # fmt: skip
@answering
def odds_command(
    query: Query,
    no_sacrifice: bool,
    svg: str | None,
    replace: bool,
    chart: str,
    dice: str | None,
    edition: str | None,
    rolled: int | None,
    list_plans: bool,
    best: bool,
    by: str,
) -> int:
    """Exact odds of a campaign: the chance to win, and what each side loses.

    From numbers, from a position file, or from the running game; in the midst of a campaign, for the step at hand.

    `odds draw` tells what Searches may still bring: a Vision, a suit, a battle plan, a card; all kinds without a word.
    """
    if query.words and query.words[0].casefold() == "draw":
        from oathtools.cli.battles.draws import odds_draw

        return odds_draw(" ".join(query.words[1:]), bench(query))
    if pools := _AGAINST.fullmatch(" ".join(query.words)):  # 5 vs 3
        query = query._replace(words=(), force=int(pools[1]), defense=int(pools[2]), defenders=query.defenders or 0)
    if dice == FACES:
        return emit(faces(), lambda: render.dice(faces()), citations=["5.5.4", "5.5.5"])
    if list_plans:
        from oathtools.odds.plans import as_json as plans

        return emit(plans(), lambda: render.listing(plans()), citations=["5.5.3", "7.5"])
    query = query._replace(sacrifice=not no_sacrifice)
    if dice is not None:
        query = query._replace(attack=number_of(dice))
    at_table = bool(query.position or query.player or query.declares)
    if (edition or edition_here()) == EDITION:
        return _of_edition(query, rolled, at_table or best or svg is not None)
    if rolled is not None:
        raise Failure("usage", "--rolled belongs to New Foundations", hint=f"oathtools odds --edition {EDITION}")
    if svg is not None and (at_table or best or query.first is None):
        raise Failure("usage", "--svg draws a campaign told by numbers", hint="--force W --defense D --defenders F")
    if best:
        return _ranked(query, by)
    if at_table or query.first is None:
        return _at_table(query)
    given = numbers_of(query, "odds")
    answer = numbers.weigh(given)
    if svg is not None:
        _write(svg, given, chart, replace)
    return emit(
        numbers.as_json(answer), lambda: render.document(answer), citations=answer.citations, warnings=answer.warnings
    )


def _of_edition(query: Query, rolled: int | None, more: bool) -> int:
    """A campaign of the expansion by its numbers: what each sacrifice before the defense roll would bring."""
    from oathtools.odds.exact import beforehand
    from oathtools.render.rules import expansion

    hint = "oathtools odds --force W --defense D --defenders F, after the attack roll with --rolled N"
    if query.planned:
        raise Failure("not_offered", "no battle plan of New Foundations is weighed here", hint=hint)
    if more or query.readings or query.missing:
        raise Failure("not_offered", "of New Foundations a campaign is weighed by its numbers alone", hint=hint)
    battle = query.numbers({}).battle
    rows = beforehand(battle, rolled)
    return emit(expansion.odds_json(battle, rolled, rows), lambda: expansion.odds(battle, rolled, rows))


def numbers_of(query: Query, command: str) -> numbers.Numbers:
    """A campaign by its numbers, with its plans and the table's readings. Raises ``Failure`` and ``PlanFault``."""
    if query.missing:
        raise missing(query, command)
    found = query.numbers({})
    # Only plans bring what the readings are about; the others do not pay for the table's file.
    if query.readings or query.planned:
        from oathtools.cli.shared.folders import readings_in_force

        return found._replace(readings=readings_in_force(query.readings))
    return found


def missing(query: Query, command: str) -> Failure:
    """The numbers that are not given, with the ways to tell a campaign."""
    return Failure(
        "usage",
        f"missing: {', '.join(query.missing)}",
        hint=f"oathtools {command} --force 6 --defense 4 --defenders 3\n"
        "From a position or the running game: --position FILE --against NAME --target site:S",
    )


def _write(path: str, given: numbers.Numbers, chart: str, replace: bool) -> None:
    from pathlib import Path

    from oathtools.cli.shared.folders import write_out
    from oathtools.render.battles import heat_map

    drawn = heat_map.curve_svg(numbers.curve(given)) if chart == "curve" else heat_map.svg(numbers.heat_map(given))
    write_out(Path(path), drawn, replace)


# -- at a table ----------------------------------------------------------------------------------------------------


class Bench(NamedTuple):
    """The table in question, names as whoever looks on may hear them, and what is to be said of it."""

    ground: "Ground"
    names: "Names"
    notes: list[str]

    @property
    def warnings(self) -> list[str]:
        """What is to be said of the table, and of a turn that it is not."""
        if self.ground.may_act:
            return self.notes
        who = self.names.name(self.ground.seat)
        return [*self.notes, f"taken as if it were the Act Phase of {who}, which it is not (4.2)"]


def bench(query: Query) -> Bench:
    """The table in question: the running game as everybody may know it, or a position. Raises ``Failure``."""
    from oathtools.answerers.battles import ground_of
    from oathtools.cli.shared.folders import readings_in_force
    from oathtools.cli.shared.gaming import seat_named, viewer_seat
    from oathtools.cli.shared.judging import open_table
    from oathtools.render.names import Names
    from oathtools.table.views import View

    play, notes, _ = open_table(query.position)
    if query.readings:
        play.game.readings |= readings_in_force(query.readings, play.game.readings)
    seat = seat_named(play.state, query.player) if query.player else play.state.turn
    ground = ground_of(play, seat, viewer_seat(play), written=query.position is not None)
    return Bench(ground, Names(View(ground.game.state, ground.viewer)), notes)


@contextmanager
def undeclarable(names: "Names") -> Iterator[None]:
    """What cannot be declared as a failure: in names, with every row of the rules that refuses it."""
    from oathtools.answerers.battles import Undeclarable
    from oathtools.answerers.matching import Misread

    try:
        yield
    except Misread as fault:
        raise Failure("not_found", str(fault), hint=fault.hint) from None
    except Undeclarable as fault:
        raise _refused(fault, names) from None


def _refused(fault: "Undeclarable", names: "Names") -> Failure:
    from oathtools.render.game.question import reasons_of

    if not fault.refusals:
        hint = f"Possible: {', '.join(map(names.name, fault.possible))}" if fault.possible else fault.hint
        kind = "usage" if fault.usage else "not_offered"
        return Failure(kind, names.text(fault.message), hint=hint, citations=fault.citations)
    return Failure(
        "not_offered",
        fault.message,
        detail=reasons(reasons_of(fault.refusals, names.text)),
        hint="oathtools legal lists the campaigns that may be declared",
        citations=fault.citations,
        refusals=[{**each._asdict(), "because": names.text(each.because)} for each in fault.refusals],
    )


def _at_table(query: Query) -> int:
    """The odds of a declaration at a table, or of the step at hand of the campaign under way."""
    if query.first:
        hint = f"Leave {query.first} out; --attack N says how many dice are taken."
        raise Failure("usage", f"{query.first} says what the position says", hint=hint)
    if not query.declares:
        return _at_hand(query)
    from oathtools.answerers import battles
    from oathtools.law import rulings
    from oathtools.render.battles import campaign
    from oathtools.render.game.verdict import labels

    judge = bench(query)
    with undeclarable(judge.names):
        found = battles.odds(judge.ground, query, labels(judge.names))
    return emit(
        campaign.as_json(found, judge.names),
        lambda: campaign.document(found, judge.names),
        citations=[*found.answer.citations, *found.decided],
        warnings=[*judge.warnings, *found.answer.warnings, *rulings.notes(found.decided)],
    )


def _at_hand(query: Query) -> int:
    """The odds of the campaign under way, with the dice that have fallen."""
    if query.position is None and not in_saga():
        raise missing(query, "odds")
    from oathtools.answerers.battles import at_hand
    from oathtools.render.battles import campaign

    judge = bench(query)
    found = at_hand(judge.ground.play)
    if found is None:
        hint = "oathtools odds --against NAME --target site:S, or --force 6 --defense 4 --defenders 3"
        raise Failure("usage", "no campaign is under way", hint=hint)
    return emit(
        campaign.step_json(found),
        lambda: campaign.step_document(found, judge.names),
        citations=numbers.CITATIONS,
        warnings=judge.notes,
    )


def in_saga() -> bool:
    """Is there a running game in the saga?"""
    from oathtools.saga import folder

    try:
        folder.latest(folder.require(settings().saga))
    except folder.NoSaga:
        return False
    return True


def _ranked(query: Query, by: str) -> int:
    """Every campaign that may be declared now, best first."""
    from oathtools.answerers.battles import ranking
    from oathtools.law import rulings

    judge = bench(query)
    with undeclarable(judge.names):
        found, decided, left_out = ranking(judge.ground, by)
    return emit(
        render.as_json(found, judge.names),
        lambda: render.best_document(found, judge.names, by),
        citations=["5.5.1", "5.5.2", "5.5.3", *numbers.CITATIONS[1:], *decided],
        warnings=[*judge.warnings, *map(judge.names.text, left_out), *rulings.notes(decided)],
    )
