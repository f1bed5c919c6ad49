"""Resolving a campaign that is known: telling or rolling its dice, asking for what is missing, showing what came."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools.cli.shared.common import Failure, echo, emit, settings, terminal_width
from oathtools.odds.battle import ATTACKER, Battle
from oathtools.odds.numbers import CITATIONS, ratio, setting_as_json
from oathtools.odds.resolution import Faces, Result, resolve
from oathtools.odds.spoken import Unread, faces, how
from oathtools.text import percent, wrap

if TYPE_CHECKING:
    from oathtools.odds.course import Step
    from oathtools.odds.plans import Plan
    from oathtools.odds.using import Use
    from oathtools.procedures.campaign.outlook import Outlook
    from oathtools.render.names import Names

KINDS = {"defense": "campaign.defense-roll", "attack": "campaign.attack-roll"}
CLAUSES = {"defense": "5.5.4", "attack": "5.5.5"}


class Dice(NamedTuple):
    """What was said of the dice: rolls in words, or a seed to roll from; ``roll``: take a new seed."""

    defense: str | None
    attack: str | None
    seed: str | None
    roll: bool

    @property
    def said(self) -> bool:
        """Was anything said?"""
        return self.roll or any(each is not None for each in (self.defense, self.attack, self.seed))

    def seeded(self) -> str | None:
        """The seed to roll from, if the tool rolls. Raises ``Failure`` where two things are said at once."""
        told = "--defense-roll" if self.defense is not None else "--attack-roll" if self.attack is not None else None
        if self.seed is None and not self.roll:
            return None
        if told:
            raise Failure("usage", f"{told} and a seed: who rolls?", hint="Tell both rolls, or leave both to the tool.")
        if self.seed is not None:
            return self.seed
        from secrets import token_hex

        return token_hex(4)


class Ground(NamedTuple):
    """A campaign before its rolls: the battle, the table it is fought at (if any), what is told of it."""

    battle: Battle
    look: "Outlook | None"
    uses: "Sequence[Use]"
    used: "Sequence[tuple[Plan, str]]"
    head: str
    data: dict[str, Any]
    warnings: Sequence[str]
    width: int
    names: "Names | None" = None

    def say(self, sentence: str) -> str:
        """A sentence with names for ids."""
        return self.names.text(sentence) if self.names else sentence

    def steps(self, shown: Faces, result: Result) -> "list[Step]":
        """The steps from 5.5.2 on at a table, from the dice on by bare numbers."""
        if self.look is not None:
            from oathtools.procedures.campaign.account import told_at_table

            return told_at_table(self.look, shown, result)
        from oathtools.odds.course import course, victory

        steps = course(self.battle, shown, result, self.used)
        at = next(number for number, step in enumerate(steps) if step.clause == "5.5.6") + 1
        return [*steps[:at], *victory(result), *steps[at:]]

    def before(self) -> list[str]:
        """What stands above the steps: the numbers, and each plan with what it changes."""
        from oathtools.render.battles.odds import _plans

        lines = wrap(self.head, self.width)
        return [*lines, "", *_plans(self.uses, self.width)] if self.uses and self.look is None else lines


def ground_of(look: "Outlook", names: "Names", notes: Sequence[str]) -> Ground:
    """A campaign that is declared at a table."""
    from oathtools.cli.battles.odds_table import numbers_of
    from oathtools.render.battles import position as odds_position

    on = look.on
    data = {
        **odds_position.declaration_as_json(look, names),
        **setting_as_json(numbers_of(look), look.uses, look.battle),
    }
    return Ground(look.battle, look, look.uses, (), odds_position.head(on, names), data, notes, terminal_width(), names)


def resolve_on(ground: Ground, dice: Dice, sacrifice: bool | None) -> int:
    """Tell, roll or ask for the dice; then every step, and the luck."""

    battle = ground.battle
    seed = dice.seeded()
    asking = at_terminal() and battle.victor is None and seed is None and None in (dice.defense, dice.attack)
    if asking:
        echo("\n".join(ground.before()))
    defense = _rolled(ground, "defense", battle.defense, dice.defense, seed, asking, ())
    if asking and dice.attack is None:
        _between(ground, defense)
    attack = _rolled(ground, "attack", battle.rolled, dice.attack, seed, asking, defense)
    shown = Faces(attack, defense)
    result = resolve(battle, shown, sacrifice=sacrifice is not False)
    if asking and sacrifice is None and result.ending.sacrificed:
        result = _sacrificing(ground, shown, result)
    data, text, cites = told(ground, shown, result, seed, asking)
    return answer(data, text, cites, list(ground.warnings))


def told(
    ground: Ground, shown: Faces, result: Result, seed: str | None, shown_before: bool
) -> tuple[dict[str, Any], str, list[str]]:
    """The whole resolution: for programs, for people, and what it rests on."""
    from oathtools.odds.luck import measured
    from oathtools.render.battles import campaign as render

    lucky = measured(ground.battle, result)
    steps = ground.steps(shown, result)
    tail = render.luck_lines(lucky, ground.width)
    if seed is not None:
        tail += [f"Rolled by the tool: --seed {seed} rolls the same again."]
    head = [] if shown_before else [*ground.before(), ""]
    text = "\n".join([*head, render.as_text("", steps, tail, ground.width, ground.say)])
    data = {**ground.data, **render.result_as_json(shown, result, steps, lucky), "seed": seed}
    return data, text, list(dict.fromkeys([*render.citations(steps), *CITATIONS]))


def _rolled(
    ground: Ground, die: str, count: int, said: str | None, seed: str | None, asking: bool, fell: Sequence[str]
) -> list[str]:
    """The faces of one roll. Raises ``Failure`` for words that are none, and where nobody can be asked."""

    if ground.battle.victor is not None:
        if said is not None:
            words = f"a plan has decided this battle for the {ground.battle.victor}: nothing is rolled (A-133)"
            raise Failure("usage", words, hint=f"Leave --{die}-roll out.", citations=["A-133"])
        return []
    if said is not None:
        try:
            return faces(die, said, count)
        except Unread as fault:
            raise Failure("usage", fault.message, hint=fault.hint, citations=[CLAUSES[die]]) from None
    if not count:
        return []
    if seed is not None:
        return rolled_from(seed, die, count)
    if not asking:
        raise _needed(ground, die, count, fell)
    while True:
        try:
            return faces(die, ask(f"\n{die.capitalize()} dice ({count}): "), count)
        except Unread as fault:
            echo(f"{fault.message}. {fault.hint}")


def rolled_from(seed: str, die: str, count: int, before: int = 0) -> list[str]:
    """Dice rolled by the tool from a seed, by the streams of a seeded game, after so many rolls of the kind."""
    from oathtools.answerers.bot import stream
    from oathtools.odds.dice import die_faces

    sides = [face for face, number in die_faces(die).items() for _ in range(number)]
    rng = stream(seed, "chance", KINDS[die], before)
    return [sides[int(rng.random() * len(sides))] for _ in range(count)]


def _needed(ground: Ground, die: str, count: int, fell: Sequence[str]) -> Failure:
    """The roll that nobody told, as ``ask`` would put it, and the odds as they stand."""
    from oathtools.odds.dice import die_faces

    dice = "die" if count == 1 else "dice"
    options = [{"id": face, "label": face.replace("_", " "), "cost": None} for face in die_faces(die)]
    question = {
        "kind": KINDS[die],
        "who": ground.look.on.attacker if ground.look else ATTACKER,
        "form": "outcome",
        "private": False,
        "default": None,
        "min": count,
        "max": count,
        "options": options,
        "cites": [CLAUSES[die]],
    }
    now = ratio(*_now(ground, fell if die == "attack" else None))
    hint = f'--{die}-roll "...": {how(die)}\nOr let the tool roll: --roll'
    message = f"{count} {die} {dice}: what fell? ({CLAUSES[die]})"
    return Failure("needs_answer", message, hint=hint, citations=[CLAUSES[die]], question=question, win=now)


def _now(ground: Ground, fell: Sequence[str] | None) -> tuple[int, int]:
    """The attacker's chance to win, before the defense roll or after it."""
    from oathtools.odds.exact import chance
    from oathtools.odds.resolution import shields_of

    return chance(ground.battle, None if fell is None else shields_of(ground.battle, fell))


def _between(ground: Ground, defense: Sequence[str]) -> None:
    """At the terminal, after the defense roll: what it came to, and the odds now."""
    from oathtools.odds.course import defense_roll
    from oathtools.render.battles.campaign import step_lines

    echo("\n".join(step_lines(defense_roll(ground.battle, Faces((), defense)), ground.width, ground.say)))
    echo(f"Win now: {percent(*_now(ground, defense))}")


def _sacrificing(ground: Ground, shown: Faces, result: Result) -> Result:
    """At the terminal: is it to be sacrificed?"""

    number = result.needed
    warbands = "1 warband" if number == 1 else f"{number} warbands"
    said = f"Attack {result.attack}, defense {result.defense}: sacrifice {warbands} to win (5.5.5)? [Y/n] "
    if ask(f"\n{said}").strip().casefold() in ("n", "no"):
        return resolve(ground.battle, shown, sacrifice=False)
    return result


def ask(prompt: str) -> str:
    """A line from whoever sits at the terminal. Raises ``Failure`` at the end of the input."""
    try:
        return input(prompt)
    except EOFError:
        echo()
        raise Failure("usage", "stopped; nothing was lost", exit_code=130) from None


def at_terminal() -> bool:
    """May questions be asked here?"""
    return not settings().json and sys.stdin.isatty()


def answer(data: dict[str, Any], text: str, cites: list[str], warnings: list[str]) -> int:
    """The answer as all commands give it."""
    return emit(data, text, citations=cites, warnings=warnings)
