"""``oathtools odds``: exact odds of a campaign."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from oathtools.cli.shared.battle_options import Declared, Told, at_a_table, by_numbers, number_of, unknown_card
from oathtools.cli.shared.common import Command, Failure, emit, terminal_width
from oathtools.odds import numbers
from oathtools.render.battles import odds as render

if TYPE_CHECKING:
    from oathtools.odds.battle import Battle
    from oathtools.odds.using import Use


FACES = "faces"


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
@click.option("--plans", "list_plans", is_flag=True, help="The plans and powers that can be named.")
@at_a_table
@click.option("--best", is_flag=True, help="Rank every campaign that may be declared.")
@click.option(
    "--by", type=click.Choice(["chance", "losses", "win"]), default="chance", show_default=True,
    help="What --best ranks by: a victory's chance, losses, whose next win it makes or prevents.",
)  # fmt: skip
def command(
    told: Told,
    at: Declared,
    no_sacrifice: bool,
    svg: str | None,
    replace: bool,
    chart: str,
    dice: str | None,
    list_plans: bool,
    best: bool,
    by: str,
) -> int:
    """Exact odds of a campaign: the chance to win, and what each side loses.

    From numbers, from a position file, or from the running game; in the midst of a campaign, for the step at hand.

    \b
    oathtools odds --force 6 --defense 4 --defenders 3
    oathtools odds --force 6 --defense 4 --defenders 3 --plan longbows
    oathtools odds --force 5 --defense 2 --defenders 2 --bandits
    oathtools odds --plans
    oathtools odds --position FILE --against Blue --target site:Steppe --target pawn
    oathtools odds Bo, his site and pawn, 5 dice
    oathtools odds --best --by win
    oathtools odds
    """
    if dice == FACES:
        from oathtools.odds.dice import as_json as faces

        return emit(faces(), lambda: render.dice(faces(), terminal_width()), citations=["5.5.4", "5.5.5"])
    if dice is not None:
        told = told._replace(attack=number_of(dice))
    if list_plans:
        from oathtools.odds.plans import as_json as plans
        from oathtools.render.battles import plans as odds_plans

        return emit(plans(), lambda: odds_plans.listing(plans(), terminal_width()), citations=["5.5.3", "7.5"])
    at_table = bool(at.position or at.player or at.declares)
    if svg is not None and (at_table or best or told.first is None):
        raise Failure("usage", "--svg draws a campaign told by numbers", hint="--force W --defense D --defenders F")
    if best:
        from oathtools.cli.battles.odds_table import answer_best

        return answer_best(at.position, at.player, by, at.readings)
    if at_table or told.first is None:
        return _at_table(told, at, not no_sacrifice)
    asked = numbers_of(told, at.readings, sacrifice=not no_sacrifice)
    answer = _weighed(asked)
    if svg is not None:
        _write(svg, asked, chart, replace)
    return emit(
        numbers.as_json(answer),
        lambda: render.as_text(answer, terminal_width()),
        citations=answer.citations,
        warnings=answer.warnings,
    )


def _at_table(told: Told, at: Declared, sacrifice: bool) -> int:
    """The odds of a declaration at a table, or of the step at hand of the campaign under way."""
    if told.first:
        hint = f"Leave {told.first} out; --attack N says how many dice are taken."
        raise Failure("usage", f"{told.first} says what the position says", hint=hint)
    if at.declares:
        from oathtools.cli.battles.odds_table import answer_position

        return answer_position(at, told, sacrifice)
    if at.position is None and not in_saga():
        raise missing(told)
    from oathtools.cli.battles.odds_step import answer_step

    return answer_step(at.position, at.readings)


def in_saga() -> bool:
    """Is there a running game in the saga?"""
    from oathtools.cli.shared.common import settings
    from oathtools.saga import folder

    try:
        folder.latest(folder.require(settings().saga))
    except folder.NoSaga:
        return False
    return True


def numbers_of(
    told: Told, readings: tuple[str, ...], *, sacrifice: bool = True, command: str = "odds"
) -> numbers.Numbers:
    """A campaign told by numbers, with its plans and the table's readings. Raises ``Failure``."""
    if told.force is None or told.defense is None or told.defenders is None:
        raise missing(told, command)
    asked = numbers.Numbers(
        told.force, told.defense, told.defenders, told.attack, bandits=told.bandits, sacrifice=sacrifice
    )
    if told.planned:
        asked = _with_plans(asked, told.attacker_plans, told.defender_plans)
    # Only plans bring what the readings are about; the others do not pay for the table's file.
    if readings or told.planned:
        from oathtools.cli.shared.judging import readings_in_force

        asked = asked._replace(readings=readings_in_force(readings))
    return asked


def missing(told: Told, command: str = "odds") -> Failure:
    """The numbers that were not told, with the ways to tell a campaign."""
    names = [name for name, number in told.needed.items() if number is None]
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
        raise unknown_card(unknown.words, unknown.near) from None
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


def _write(path: str, told: numbers.Numbers, chart: str, replace: bool) -> None:
    from oathtools.cli.shared.folders import write_out
    from oathtools.odds import heat
    from oathtools.render.battles import curve as odds_curve
    from oathtools.render.battles import heat_map as odds_map

    drawn = odds_curve.svg(heat.curve(told)) if chart == "curve" else odds_map.svg(heat.heat_map(told))
    write_out(Path(path), drawn, replace)
