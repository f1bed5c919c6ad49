"""The options that ``odds`` and ``campaign`` share: a battle told by numbers, and a campaign declared at a table."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from oathtools.cli.shared.common import Failure

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Function = Callable[..., Any]
Option = Callable[[Function], Function]


class Told(NamedTuple):
    """A battle by its numbers and plans, as far as they were told."""

    force: int | None
    attack: int | None
    defense: int | None
    defenders: int | None
    bandits: bool
    attacker_plans: tuple[str, ...]
    defender_plans: tuple[str, ...]

    @property
    def needed(self) -> dict[str, int | None]:
        """By its option, each number without which there is no battle."""
        return {"--force": self.force, "--defense": self.defense, "--defenders": self.defenders}

    @property
    def first(self) -> str | None:
        """The first of these options that was given."""
        return next((name for name, number in self.needed.items() if number is not None), None)

    @property
    def planned(self) -> bool:
        """Are there plans?"""
        return bool(self.attacker_plans or self.defender_plans)


class Declared(NamedTuple):
    """A campaign at a table: which table, who attacks whom for what, and by which readings of open points."""

    position: str | None
    player: str | None
    against: str | None
    targets: tuple[str, ...]
    readings: tuple[str, ...]
    words: tuple[str, ...]

    @property
    def declares(self) -> bool:
        """Is a campaign declared, in words or by options?"""
        return bool(self.against or self.targets or self.words)


def _complete_plan(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    from click.shell_completion import CompletionItem

    from oathtools.odds.plans import completions

    side = "attacker" if param.name == "attacker_plans" else "defender"
    return [CompletionItem(name, help=words) for name, words in completions(incomplete, side)]


def _number(name: str, metavar: str, help_: str) -> Option:
    return click.option(name, type=click.IntRange(0), metavar=metavar, help=help_)


def _plan(name: str, into: str, help_: str) -> Option:
    return click.option(name, into, multiple=True, metavar="NAME", shell_complete=_complete_plan, help=help_)


_NUMBERS = (
    _number("--force", "W", "The attacker's warbands."),
    _number("--attack", "A", "Attack dice.  [default: one for each warband]"),
    _number("--defense", "D", "Defense dice."),
    _number("--defenders", "F", "Warbands that add to the defense."),
    click.option("--bandits", is_flag=True, help="The defender are the bandits: F counts bandits."),
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


def number_of(dice: str) -> int:
    """The attack dice of ``--dice``. Raises ``Failure`` for what is no number."""
    if not dice.isdigit():
        raise Failure("usage", f"--dice {dice}: how many attack dice?", hint="For example: --dice 5")
    return int(dice)


def by_numbers(command: Function) -> Function:
    """The options of a battle told by numbers; the command gets them as ``told``, a ``Told``."""
    return _bundled(command, _NUMBERS, "told", Told)


def at_a_table(command: Function) -> Function:
    """The options of a campaign at a table; the command gets them as ``at``, a ``Declared``."""
    return _bundled(command, _TABLE, "at", Declared)


def _bundled(command: Function, options: Sequence[Option], name: str, kind: Any) -> Function:
    @wraps(command)
    def call(**given: Any) -> Any:
        bundle = kind(**{field: given.pop(field) for field in kind._fields})
        return command(**given, **{name: bundle})

    optioned: Function = call
    for option in reversed(options):
        optioned = option(optioned)
    return optioned


def unknown_card(words: str, near: tuple[str, ...]) -> Failure:
    """The failure of an option that names no battle plan: the nearest ones, or what the name is instead."""
    from oathtools import catalog
    from oathtools.catalog.expansion import ONLY_NAMES

    try:
        found = catalog.name_of(catalog.find(words))
    except LookupError as fault:
        if getattr(fault, "beyond", None):
            return Failure("not_found", str(fault), hint=ONLY_NAMES)
        hint = f"Did you mean {' or '.join(near)}? " if near else ""
        hint += "oathtools odds --plans lists them."
        return Failure("not_found", f"no battle plan is called {words!r}", hint=hint)
    return Failure(
        "not_found",
        f"{found} is no battle plan, and nothing of it bears on a campaign's dice or losses",
        hint="oathtools odds --plans lists those that do.",
    )
