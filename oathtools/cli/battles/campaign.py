"""``oathtools campaign``: a campaign resolved step by step with the dice that fell."""

from typing import TYPE_CHECKING

import click

from oathtools.cli.battles.odds import in_saga, missing, numbers_of, prepared
from oathtools.cli.shared.battle_options import Declared, Told, at_a_table, by_numbers, number_of
from oathtools.cli.shared.common import Command, Failure, terminal_width

if TYPE_CHECKING:
    from oathtools.cli.shared.resolving import Ground
    from oathtools.procedures.campaign.staged import Known, Scene


@click.command(cls=Command)
@by_numbers
@at_a_table
@click.option("--dice", metavar="A", help="Attack dice, as --attack.")
@click.option("--ally", "allies", multiple=True, metavar="NAME", help="A Citizen who joins an Imperial defense.")
@click.option("--defense-roll", metavar="DICE", help='What fell: "1 2 x2 -", or "2 blank, 1 doubler".')
@click.option("--attack-roll", metavar="DICE", help='What fell: "s h h k", or "3h 2s 1k".')
@click.option("--roll", is_flag=True, help="Let the tool roll, from a new seed that it prints.")
@click.option("--seed", metavar="S", help="Let the tool roll from this seed.")
@click.option("--sacrifice/--no-sacrifice", default=None, help="Sacrifice if that wins.  [default: yes]")
def command(
    told: Told,
    at: Declared,
    dice: str | None,
    allies: tuple[str, ...],
    defense_roll: str | None,
    attack_roll: str | None,
    roll: bool,
    seed: str | None,
    sacrifice: bool | None,
) -> int:
    """Resolve a campaign with the dice that fell: each step with its clause, what to move, and how lucky it was.

    From numbers, from a position, or for a declaration in the running game, nothing is recorded. Without any of these,
    in the running game: the campaign under way, or the last one; rolls that are given answer its questions.

    \b
    Attack dice: s sword, h hollow sword, k two swords and a skull.
    Defense dice: 1 and 2 shields, x2 doubler, - blank.

    \b
    oathtools campaign --force 4 --defense 4 --defenders 3 --defense-roll "1 2 x2 -" --attack-roll "s h h k"
    oathtools campaign --force 6 --defense 4 --defenders 3 --plan longbows --seed 7
    oathtools campaign --position FILE --against Blue --target pawn --defense-roll "1 -" --attack-roll "3h 2s"
    oathtools campaign Bo, his site and pawn, 5 dice
    oathtools campaign --defense-roll "1 2 x2 -"
    """
    from oathtools.cli.shared.resolving import Dice, resolve_on

    if dice is not None:
        told = told._replace(attack=number_of(dice))
    rolls = Dice(defense_roll, attack_roll, seed, roll)
    if at.declares:
        if told.first:
            raise Failure("usage", f"{told.first} says what the position says", hint=f"Leave {told.first} out.")
        return resolve_on(*_at_table(at, told, allies), rolls, sacrifice)
    if told.first is None and told.attack is None and not (told.planned or told.bandits):
        from oathtools.cli.battles.campaign_game import at_hand, in_position

        if at.position is not None and at.player is None and not allies:
            return resolve_on(*in_position(at.position, rolls, at.readings), rolls, sacrifice)
        if at.player is not None or allies:
            raise Failure("usage", "missing: --against", hint="--against NAME --target site:S --target pawn")
        if not in_saga():
            raise missing(told, "campaign")
        return at_hand(rolls, sacrifice)
    if at.position is not None:
        raise Failure("usage", "numbers and a position are told", hint="Leave one of them out.")
    return resolve_on(*_from_numbers(told, at.readings), rolls, sacrifice)


def _from_numbers(told: Told, readings: tuple[str, ...]) -> "tuple[Ground, Scene, Known]":
    from oathtools.cli.shared.resolving import Ground
    from oathtools.odds import numbers
    from oathtools.procedures.campaign.bare import bare_scene
    from oathtools.procedures.campaign.staged import Known
    from oathtools.procedures.machine.registry import OathRegistry
    from oathtools.render.battles.odds import _setting
    from oathtools.render.names import Names
    from oathtools.table.views import View

    asked = numbers_of(told, readings, command="campaign")
    uses, battle = prepared(asked)
    registry = OathRegistry()  # no card lies on the table, unless it is a plan in use
    if uses:
        from oathtools.powers import load

        registry = load()
    scene = bare_scene(asked.battle, uses, registry, dict(asked.readings))
    names = Names(View(scene()[0].state, None, True))
    data = numbers.setting_as_json(asked, uses, battle)
    notes = numbers.warnings_of(asked, uses)
    head = _setting(asked, 10_000)
    return Ground(uses, head, data, notes, terminal_width(), names), scene, Known()


def _at_table(at: Declared, told: Told, allies: tuple[str, ...]) -> "tuple[Ground, Scene, Known]":
    from oathtools.cli.battles import odds_table
    from oathtools.cli.shared.resolving import ground_of
    from oathtools.procedures.campaign.account import account
    from oathtools.procedures.campaign.ground import BANDITS
    from oathtools.procedures.campaign.staged import Known, declared_scene, stage

    judge = odds_table.bench(at.position, at.player, at.readings)
    look = odds_table.outlook(judge, at, told, allies)
    notes = [*odds_table.notes_of(judge), *odds_table.not_counted(judge, look)]
    if at.position is None:
        notes.append("nothing is recorded in the running game; oathtools answer campaign ... declares it there")
    plans = [(used.who, used.chosen) for used in look.on.used if used.who != BANDITS]
    scene = declared_scene(judge.game, look.bare_frame)
    known = Known(look.on.allies, plans)
    return ground_of(account(stage(scene, known).beats), judge.names, notes), scene, known
