"""Resolving a campaign that is known: telling or rolling its dice, asking for what is missing, showing what came."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from oathtools.cli.shared.common import Failure, echo, emit, settings, terminal_width
from oathtools.odds.numbers import CITATIONS, battle_as_json, ratio, setting_as_json
from oathtools.odds.spoken import Unread, faces, how
from oathtools.procedures.campaign.kinds import ROLL_OF, ROLLS
from oathtools.text import percent, wrap

if TYPE_CHECKING:
    from oathtools.engine.decision import Decision
    from oathtools.odds.using import Use
    from oathtools.procedures.campaign.account import Account
    from oathtools.procedures.campaign.staged import Known, Scene
    from oathtools.render.names import Names

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
    """A campaign before its rolls: what is told of it, and how its numbers came about."""

    uses: "Sequence[Use]"
    head: str
    data: dict[str, Any]
    warnings: Sequence[str]
    width: int
    names: "Names"

    def before(self) -> list[str]:
        """What stands above the steps: the numbers, and each plan with what it changes."""
        from oathtools.render.battles.odds import _plans

        lines = wrap(self.head, self.width)
        return [*lines, "", *_plans(self.uses, self.width)] if self.uses else lines


def ground_of(told: "Account", names: "Names", notes: Sequence[str]) -> Ground:
    """A campaign that is declared at a table, its forces and pools counted."""
    from oathtools.cli.battles.odds_table import numbers_of
    from oathtools.render.battles import position as odds_position

    assert told.before is not None
    data = {
        **odds_position.declaration_as_json(told.declared, told.allies, told.addends, names),
        **setting_as_json(numbers_of(told.before), told.uses, told.battle or told.before),
    }
    return Ground((), odds_position.head(told.declared, names), data, notes, terminal_width(), names)


def resolve_on(ground: Ground, scene: "Scene", known: "Known", dice: Dice, sacrifice: bool | None) -> int:
    """Tell, roll or ask for the dice; then every step, and the luck."""
    staging = _Staging(ground, scene, known._replace(sacrifice=sacrifice is not False), dice)
    told = staging.whole()
    if staging.asking and sacrifice is None and told.ending and told.ending.sacrificed and not _sacrifices(told):
        staging.known = staging.known._replace(sacrifice=False)
        told = staging.whole()
    data, text, cites = shown(ground, told, staging.seed, staging.asking)
    return answer(data, text, cites, list(ground.warnings))


class _Staging:
    """A campaign played on a table of its own, roll by roll, as the dice are told, rolled or asked for."""

    def __init__(self, ground: Ground, scene: "Scene", known: "Known", dice: Dice) -> None:
        self.ground, self.scene, self.known, self.dice = ground, scene, known, dice
        self.seed = dice.seeded()
        told = {"defense": dice.defense, "attack": dice.attack, **known.rolls}
        self.asking = at_terminal() and self.seed is None and None in told.values()
        self.begun = False

    def whole(self) -> "Account":
        """The campaign to its end. Raises ``Failure`` for dice that are not told, or that are none."""
        from oathtools.engine.decision import NotOffered
        from oathtools.procedures.campaign.account import account
        from oathtools.procedures.campaign.staged import stage

        while True:
            try:
                staged = stage(self.scene, self.known)
            except NotOffered as refused:
                raise self._refused(refused) from None
            told = account(staged.beats)
            if staged.pending is None:
                break
            die = ROLLS[staged.pending.kind]
            fell = self._faces(die, staged.pending, told)
            self.known = self.known._replace(rolls={**self.known.rolls, die: fell})
        for die in ROLL_OF:
            self._left_over(die, told)
        self.asking = self.asking and self.begun
        return told

    def _refused(self, refused: Any) -> Failure:
        """A plan that the rules refuse when its turn comes, though it looked legal before."""
        from oathtools.render.document import reasons
        from oathtools.render.game.action import reasons_of

        return Failure(
            "not_offered",
            f"{self.ground.names.name(str(refused.answer))} cannot be used any more when its turn comes",
            detail=reasons(reasons_of(refused.refusals, self.ground.names.text)),
            hint="Plans are used in the order in which they are named, the attacker's first (5.5.3)",
            citations=list(dict.fromkeys(each.clause for each in refused.refusals)),
        )

    def _left_over(self, die: str, told: "Account") -> None:
        """Words about dice that are not rolled are refused."""
        said = getattr(self.dice, die)
        if said is None or die in self.known.rolls:
            return
        if told.result is None:
            words = f"a plan has decided this battle for the {self._victor(told)}: nothing is rolled (A-133)"
            raise Failure("usage", words, hint=f"Leave --{die}-roll out.", citations=["A-133"])
        _read(die, said, 0)

    @staticmethod
    def _victor(told: "Account") -> str:
        return "attacker" if told.won else "defender"

    def _faces(self, die: str, asked: "Decision", told: "Account") -> list[str]:
        """The faces of one roll. Raises ``Failure`` for words that are none, and where nobody can be asked."""
        count, said = asked.high, getattr(self.dice, die)
        if said is not None:
            return _read(die, said, count)
        if self.seed is not None:
            return rolled_from(self.seed, die, count)
        if not self.asking:
            raise self._needed(die, asked, told)
        self._before(die, told)
        while True:
            try:
                return faces(die, ask(f"\n{die.capitalize()} dice ({count}): "), count)
            except Unread as fault:
                echo(f"{fault.message}. {fault.hint}")

    def _before(self, die: str, told: "Account") -> None:
        """At the terminal: the numbers first, and after the defense roll what it came to and the odds now."""
        from oathtools.render.battles.campaign import step_lines

        ground = self.ground
        if not self.begun:
            echo("\n".join(ground.before()))
        self.begun = True
        if die == "attack":
            step = next((step for step in told.steps if step.clause == "5.5.4"), None)
            lines = step_lines(step, ground.names, told.declared["player"], ground.width) if step else ()
            echo("\n".join([*lines, f"Win now: {percent(*chance_now(told, die))}"]))

    def _needed(self, die: str, asked: "Decision", told: "Account") -> Failure:
        """The roll that nobody told, as ``ask`` would put it, and the odds as they stand."""
        from oathtools.odds.dice import die_faces

        count = asked.high
        options = [{"id": face, "label": face.replace("_", " "), "cost": None} for face in die_faces(die)]
        question = {
            "kind": ROLL_OF[die],
            "who": asked.who,
            "form": "outcome",
            "private": False,
            "default": None,
            "min": count,
            "max": count,
            "options": options,
            "cites": [CLAUSES[die]],
        }
        now = ratio(*chance_now(told, die))
        hint = f'--{die}-roll "...": {how(die)}\nOr let the tool roll: --roll'
        message = f"{count} {die} {'die' if count == 1 else 'dice'}: what fell? ({CLAUSES[die]})"
        return Failure("needs_answer", message, hint=hint, citations=[CLAUSES[die]], question=question, win=now)


def chance_now(told: "Account", die: str) -> tuple[int, int]:
    """The attacker's chance to win before a roll."""
    from oathtools.odds.exact import chance
    from oathtools.odds.resolution import shields_of

    assert told.battle is not None
    return chance(told.battle, shields_of(told.battle, told.faces.defense) if die == "attack" else None)


def shown(
    ground: Ground, told: "Account", seed: str | None, shown_before: bool
) -> tuple[dict[str, Any], str, list[str]]:
    """A campaign as far as it came: for programs, for people, and what it rests on."""
    from oathtools.odds.luck import measured
    from oathtools.render.battles import campaign as render

    data = {**ground.data, **render.as_json(told, ground.names, told.declared["player"]), "seed": seed}
    if told.battle is not None:
        data["battle"] = battle_as_json(told.battle)
    tail: list[str] = []
    if told.resolved is not None and told.battle is not None:
        lucky = measured(told.battle, told.resolved)
        data["luck"] = render.luck_as_json(lucky)
        tail += ["", *render.luck_lines(lucky, ground.width)]
    if seed is not None:
        tail += [f"Rolled by the tool: --seed {seed} rolls the same again."]
    head = [] if shown_before else [*ground.before(), ""]
    steps = render.as_text(told.steps, ground.names, told.declared["player"], ground.width)
    text = "\n".join([*head, steps, *tail])
    return data, text, list(dict.fromkeys([*render.citations(told.steps), *CITATIONS]))


def _read(die: str, said: str, count: int) -> list[str]:
    try:
        return faces(die, said, count)
    except Unread as fault:
        raise Failure("usage", fault.message, hint=fault.hint, citations=[CLAUSES[die]]) from None


def rolled_from(seed: str, die: str, count: int, before: int = 0) -> list[str]:
    """Dice rolled by the tool from a seed, by the streams of a seeded game, after so many rolls of the kind."""
    from oathtools.answerers.bot import stream
    from oathtools.odds.dice import die_faces

    sides = [face for face, number in die_faces(die).items() for _ in range(number)]
    rng = stream(seed, "chance", ROLL_OF[die], before)
    return [sides[int(rng.random() * len(sides))] for _ in range(count)]


def _sacrifices(told: "Account") -> bool:
    """At the terminal: is it to be sacrificed?"""
    assert told.result is not None
    number = told.result.needed
    warbands = "1 warband" if number == 1 else f"{number} warbands"
    rolls = f"Attack {told.result.attack}, defense {told.result.defense}"
    said = ask(f"\n{rolls}: sacrifice {warbands} to win (5.5.5)? [Y/n] ")
    return said.strip().casefold() not in ("n", "no")


def ask(prompt: str) -> str:
    """A line from whoever sits at the terminal. Raises ``click.Abort`` at the end of the input."""
    try:
        return input(prompt)
    except EOFError:
        raise click.Abort from None


def at_terminal() -> bool:
    """May questions be asked here?"""
    return not settings().json and sys.stdin.isatty()


def answer(data: dict[str, Any], text: str, cites: list[str], warnings: list[str]) -> int:
    """The answer as all commands give it."""
    return emit(data, text, citations=cites, warnings=warnings)
