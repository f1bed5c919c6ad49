"""``oathtools odds``: exact odds of a campaign."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from oathtools.cli.common import Command, Failure, emit, terminal_width
from oathtools.odds import numbers
from oathtools.render import odds as render

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from oathtools.odds.battle import Battle
    from oathtools.odds.using import Use


def complete_plan(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """The names of plans for the shell."""
    from click.shell_completion import CompletionItem

    from oathtools.odds.plans import completions

    side = "attacker" if param.name == "attacker_plans" else "defender"
    return [CompletionItem(name, help=words) for name, words in completions(incomplete, side)]


READING = click.option(
    "--reading", "readings", multiple=True, metavar="ID=LETTER",
    help="Another reading of an open point, such as A-104=a.  [default: the table's]",
)  # fmt: skip


@click.command(cls=Command)
@click.option("--force", type=click.IntRange(0), metavar="W", help="The attacker's warbands.")
@click.option("--attack", type=click.IntRange(0), metavar="A", help="Attack dice.  [default: one for each warband]")
@click.option("--defense", type=click.IntRange(0), metavar="D", help="Defense dice.")
@click.option("--defenders", type=click.IntRange(0), metavar="F", help="Warbands that add to the defense.")
@click.option("--bandits", is_flag=True, help="The defender are the bandits: F counts bandits.")
@click.option("--no-sacrifice", is_flag=True, help="The attacker will not sacrifice.")
@click.option(
    "--plan", "attacker_plans", multiple=True, metavar="NAME", shell_complete=complete_plan,
    help="A plan or power of the attacker, in order of use. With a number: NAME=2, or NAME=-2 to remove.",
)  # fmt: skip
@click.option(
    "--defender-plan", "defender_plans", multiple=True, metavar="NAME", shell_complete=complete_plan,
    help="The same for the defender.",
)  # fmt: skip
@click.option("--svg", type=click.Path(dir_okay=False), metavar="FILE", help="Write a picture of the chance to win.")
@click.option(
    "--chart", type=click.Choice(["map", "curve"]), default="map", show_default=True,
    help="With --svg: a heat map over force and defense, or a curve over force.",
)  # fmt: skip
@click.option("--dice", is_flag=True, help="The faces of the campaign dice, with their sources.")
@click.option("--plans", "list_plans", is_flag=True, help="The plans and powers that can be named.")
@click.option("--position", metavar="FILE", help="In this position instead of the running game.")
@click.option("--player", metavar="NAME", help="The attacker.  [default: the one whose turn it is]")
@click.option("--against", metavar="NAME", help="The defender, or bandits.")
@click.option("--target", "targets", multiple=True, metavar="T", help="site:S, relic:R, banner:B or pawn; repeat it.")
@click.option("--best", is_flag=True, help="Rank every campaign that may be declared.")
@click.option("--by", type=click.Choice(["win", "losses", "change"]), default="win", help="What --best ranks by.")
@READING
def command(
    force: int | None,
    attack: int | None,
    defense: int | None,
    defenders: int | None,
    bandits: bool,
    no_sacrifice: bool,
    attacker_plans: tuple[str, ...],
    defender_plans: tuple[str, ...],
    svg: str | None,
    chart: str,
    dice: bool,
    list_plans: bool,
    position: str | None,
    player: str | None,
    against: str | None,
    targets: tuple[str, ...],
    best: bool,
    by: str,
    readings: tuple[str, ...],
) -> int:
    """Exact odds of a campaign: the chance to win, and what each side loses.

    From numbers, from a position file, or from the running game; in the midst of a campaign, for the step at hand.

    \b
    oathtools odds --force 6 --defense 4 --defenders 3
    oathtools odds --force 6 --defense 4 --defenders 3 --plan longbows
    oathtools odds --force 5 --defense 2 --defenders 2 --bandits
    oathtools odds --plans
    oathtools odds --position FILE --against Blue --target site:Steppe --target pawn
    oathtools odds --best --by change
    oathtools odds
    """
    if dice:
        from oathtools.odds.dice import as_json as faces

        return emit(faces(), lambda: render.dice(faces(), terminal_width()), citations=["5.5.4", "5.5.5"])
    if list_plans:
        from oathtools.odds.plans import as_json as plans
        from oathtools.render import odds_plans

        return emit(plans(), lambda: odds_plans.listing(plans(), terminal_width()), citations=["5.5.3", "7.5"])
    at_table = position or player or against or targets or best
    if svg is not None and (at_table or (force is None and defense is None and defenders is None)):
        raise Failure("usage", "--svg draws a campaign told by numbers", hint="--force W --defense D --defenders F")
    if best:
        from oathtools.cli.odds_table import answer_best

        return answer_best(position, player, by, readings)
    if position or player or against or targets or (force is None and defense is None and defenders is None):
        told_numbers = {"--force": force, "--defense": defense, "--defenders": defenders}
        wrong = next((name for name, number in told_numbers.items() if number is not None), None)
        if wrong:
            raise Failure(
                "usage",
                f"{wrong} says what the position says",
                hint=f"Leave {wrong} out; --attack N says how many dice are taken.",
            )
        if not against and not targets:
            from oathtools.cli.odds_step import answer_step

            if position is None and not in_saga():
                raise missing(told_numbers)
            return answer_step(position, readings)
        from oathtools.cli.odds_table import answer_position

        return answer_position(
            position, player, against, targets, attack, not no_sacrifice, attacker_plans, defender_plans, readings
        )
    asked = {"--force": force, "--defense": defense, "--defenders": defenders}
    told = numbers_of(asked, attack, bandits, not no_sacrifice, attacker_plans, defender_plans, readings)
    answer = _weighed(told)
    if svg is not None:
        _write(svg, told, chart)
    return emit(
        numbers.as_json(answer),
        lambda: render.as_text(answer, terminal_width()),
        citations=answer.citations,
        warnings=answer.warnings,
    )


def in_saga() -> bool:
    """Is there a running game in the saga?"""
    from oathtools.cli.common import settings
    from oathtools.saga import folder

    try:
        folder.latest(folder.require(settings().saga))
    except folder.NoSaga:
        return False
    return True


def numbers_of(
    told: dict[str, int | None],
    attack: int | None,
    bandits: bool,
    sacrifice: bool,
    attacker_plans: tuple[str, ...],
    defender_plans: tuple[str, ...],
    readings: tuple[str, ...],
    command: str = "odds",
) -> numbers.Numbers:
    """A campaign told by numbers, with its plans and the table's readings. Raises ``Failure``."""
    force, defense, defenders = told["--force"], told["--defense"], told["--defenders"]
    if force is None or defense is None or defenders is None:
        raise missing(told, command)
    asked = numbers.Numbers(force, defense, defenders, attack, bandits=bandits, sacrifice=sacrifice)
    if attacker_plans or defender_plans:
        asked = _with_plans(asked, attacker_plans, defender_plans)
    # Only plans bring what the readings are about; the others do not pay for the table's file.
    if readings or attacker_plans or defender_plans:
        from oathtools.cli.judging import readings_in_force

        asked = asked._replace(readings=readings_in_force(readings))
    return asked


def missing(told: dict[str, int | None], command: str = "odds") -> Failure:
    """The numbers that were not told, with the ways to tell a campaign."""
    names = [name for name, number in told.items() if number is None]
    return Failure(
        "usage",
        f"missing: {', '.join(names)}",
        hint=f"oathtools {command} --force 6 --defense 4 --defenders 3\n"
        "From a position or the running game: --position FILE --against NAME --target site:S",
    )


def _with_plans(told: numbers.Numbers, attacker: tuple[str, ...], defender: tuple[str, ...]) -> numbers.Numbers:
    from oathtools.odds.plans import Refused, UnknownPlan, parse

    try:
        return told._replace(attacker_plans=[*map(parse, attacker)], defender_plans=[*map(parse, defender)])
    except UnknownPlan as unknown:
        raise _unknown(unknown.words, unknown.near) from None
    except Refused as refused:
        raise Failure("usage", refused.message, hint=refused.hint) from None


def _weighed(told: numbers.Numbers) -> numbers.Answer:
    with _plans_told(told):
        return numbers.weigh(told)


def prepared(told: numbers.Numbers) -> "tuple[list[Use], Battle]":
    """The plans in the order of use and the battle to roll. Raises ``Failure`` for plans that do not go."""
    with _plans_told(told):
        return numbers.prepare(told)


@contextmanager
def _plans_told(told: numbers.Numbers) -> Iterator[None]:
    """Refused plans as failures; without plans nothing is refused, and nothing imported."""
    if not told.attacker_plans and not told.defender_plans:
        yield
        return
    from oathtools.odds.plans import NeedsNumber, Refused

    try:
        yield
    except NeedsNumber as unsaid:
        raise Failure("usage", unsaid.message, hint=unsaid.hint, citations=[unsaid.clause]) from None
    except Refused as refused:
        message = f"{refused.message} ({refused.clause})"
        raise Failure("not_offered", message, hint=refused.hint, citations=[refused.clause]) from None


def _unknown(words: str, near: tuple[str, ...]) -> Failure:
    from oathtools import catalog

    try:
        found = catalog.name_of(catalog.find(words))
    except LookupError:
        hint = f"Did you mean {' or '.join(near)}? " if near else ""
        hint += "oathtools odds --plans lists them."
        return Failure("not_found", f"no battle plan is called {words!r}", hint=hint)
    return Failure(
        "not_found",
        f"{found} is no battle plan, and nothing of it bears on a campaign's dice or losses",
        hint="oathtools odds --plans lists those that do.",
    )


def _write(path: str, told: numbers.Numbers, chart: str) -> None:
    from oathtools.odds import heat
    from oathtools.render import odds_curve, odds_map

    drawn = odds_curve.svg(heat.curve(told)) if chart == "curve" else odds_map.svg(heat.heat_map(told))
    try:
        with open(path, "w", encoding="utf-8") as out:
            out.write(drawn)
    except OSError as fault:
        raise Failure("usage", f"{path} cannot be written: {fault.strerror}", hint="Name another file.") from None
