"""The odds of a campaign from bare numbers: what ``oathtools odds`` answers.

``weigh(Numbers(force=6, defense=4, defenders=3))`` is an ``Answer``; ``as_json`` gives it the shape of
``docs/formats.md``. Fractions are written by whole numbers here, so that a cold start does not pay for ``fractions``.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import gcd
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools.odds.battle import Battle
from oathtools.odds.exact import Distribution, chance, distribution

if TYPE_CHECKING:
    from oathtools.odds.plans import Chosen
    from oathtools.odds.using import Use

# Whatever a campaign is about, these steps decide it; readings in force beside them.
CITATIONS = ("5.5.2", "5.5.4", "5.5.5", "5.5.6", "A-55", "A-56", "A-57", "A-58")
_WITH_PLANS = ("5.5.3", "7.5")
_WITH_BANDITS = ("2.8.3", "A-59")
MOST = 94  # warbands that the box holds; nobody has more of them, or more dice for them
# Powers of the enemy that plans are asked about, and that bandits never have: no pawn, no adviser, no banner.
_NOT_BANDITS = {
    "enemy_peoples_favor": False,
    "enemy_arcane_adviser": False,
    "enemy_nomad_adviser": False,
    "enemy_pawn_at_users_site": False,
}


class Numbers(NamedTuple):
    """A campaign as people tell it at the table, before plans."""

    force: int  # the attacker's warbands
    defense: int  # dice in the defense pool
    defenders: int  # warbands, or bandits, that add to the defense
    attack: int | None = None  # dice in the attack pool; None: one for each warband
    attacker_plans: "Sequence[Chosen]" = ()
    defender_plans: "Sequence[Chosen]" = ()
    bandits: bool = False  # the defenders are bandits
    sacrifice: bool = True  # whether the attacker is ready to sacrifice
    readings: Mapping[str, str] = MappingProxyType({})  # what the table reads otherwise, by the id of the open point

    def takes(self, point: str, default: str) -> str:
        """The reading in force of an open point: the table's, or the default."""
        return self.readings.get(point, default)

    @property
    def battle(self) -> Battle:
        """The battle before plans. Raises ``ValueError`` for a negative number."""
        warbands, bandits = (0, self.defenders) if self.bandits else (self.defenders, 0)
        dice = self.force if self.attack is None else self.attack
        return Battle(
            self.force,
            dice,
            self.defense,
            warbands,
            bandits,
            may_sacrifice=self.sacrifice,
            joiners_roll=self.takes("A-104", "b") == "b",
            bandits_halve=self.takes("A-59", "b") == "b",
        ).check()


def numbers_of(before: Battle) -> Numbers:
    """A battle before plans as people would give it by numbers."""
    only = before.bandits > 0 and not before.defenders
    return Numbers(before.force, before.defense, before.defenders + before.bandits, before.attack, bandits=only)


class Query(NamedTuple):
    """A battle as somebody asks about it: by its numbers, or as it is declared at a table.

    ``attack``: how many attack dice are taken; ``words``: the declaration in the words of a request; ``position`` is
    the table, the running game by default, ``player`` who attacks there; ``readings``: others of open points.
    """

    force: int | None = None
    attack: int | None = None
    defense: int | None = None
    defenders: int | None = None
    bandits: bool = False
    attacker_plans: Sequence[str] = ()
    defender_plans: Sequence[str] = ()
    words: Sequence[str] = ()
    position: str | None = None
    player: str | None = None
    against: str | None = None
    targets: Sequence[str] = ()
    readings: Sequence[str] = ()
    allies: Sequence[str] = ()
    sacrifice: bool = True

    @property
    def missing(self) -> list[str]:
        """The options of the numbers without which there is no battle, and that are not given."""
        return [name for name, number in self._needed.items() if number is None]

    @property
    def first(self) -> str | None:
        """The first of these options that is given."""
        return next((name for name, number in self._needed.items() if number is not None), None)

    @property
    def _needed(self) -> dict[str, int | None]:
        return {"--force": self.force, "--defense": self.defense, "--defenders": self.defenders}

    @property
    def planned(self) -> bool:
        """Are there plans?"""
        return bool(self.attacker_plans or self.defender_plans)

    @property
    def declares(self) -> bool:
        """Is a campaign declared, in words or by options?"""
        return bool(self.against or self.targets or self.words)

    def numbers(self, readings: Mapping[str, str]) -> Numbers:
        """The battle by its numbers, of which none is missing. Raises ``PlanFault``."""
        assert self.force is not None and self.defense is not None and self.defenders is not None
        found = Numbers(self.force, self.defense, self.defenders, self.attack, (), (), self.bandits, self.sacrifice)
        if not self.planned:
            return found._replace(readings=readings)
        from oathtools.odds.plans import parse

        mine, theirs = ([*map(parse, plans)] for plans in (self.attacker_plans, self.defender_plans))
        return found._replace(readings=readings, attacker_plans=mine, defender_plans=theirs)


class Shift(NamedTuple):
    """The chance to win with one less and one more of something, as rolls won and rolls in all; None: not possible."""

    less: tuple[int, int] | None
    more: tuple[int, int] | None


class Answer(NamedTuple):
    """Everything the odds say of one campaign."""

    numbers: Numbers
    uses: "tuple[Use, ...]"
    odds: Distribution
    shifts: dict[str, Shift]
    warnings: tuple[str, ...]
    citations: tuple[str, ...]


def weigh(numbers: Numbers) -> Answer:
    """The exact odds, and how they shift with one die or warband more or less.

    Raises ``ValueError`` for a negative number, ``PlanRefused`` and ``UnknownPlan`` for plans that do not go.
    """
    uses, battle = prepare(numbers)
    citations = [*CITATIONS, *(_WITH_BANDITS if numbers.bandits else ())]
    if uses:
        from oathtools.odds.plans import CLAUSES

        citations += _WITH_PLANS
        citations += [clause for used in uses for effect in used.plan.effects for clause in CLAUSES[effect.verb]]
    warnings = warnings_of(numbers, uses)
    shifted = {} if battle.victor else shifts(lambda by: _changed(numbers, by))
    return Answer(numbers, tuple(uses), distribution(battle), shifted, tuple(warnings), tuple(dict.fromkeys(citations)))


def prepare(numbers: Numbers) -> "tuple[list[Use], Battle]":
    """The plans in the order of use, and the battle to roll. Raises as ``weigh`` does."""
    battle = numbers.battle
    if not numbers.attacker_plans and not numbers.defender_plans:
        return [], battle
    from oathtools.odds.using import compose

    facts = {"attacker": _NOT_BANDITS} if numbers.bandits else {}
    uses = compose(
        battle,
        numbers.attacker_plans,
        numbers.defender_plans,
        facts,
        bandits=numbers.bandits,
        alone_of_side=numbers.takes("A-151", "a") == "b",
    )
    return uses, uses[-1].after


_SHIFTS: dict[str, dict[str, int]] = {
    "attack_die": {"attack": 1},
    "warband": {"force": 1},
    "warband_and_die": {"force": 1, "attack": 1},
    "defense_die": {"defense": 1},
    "defender": {"defenders": 1},
}


def shifts(changed: Callable[[Mapping[str, int]], Battle | None], shields: int | None = None) -> dict[str, Shift]:
    """How the chance to win shifts with one die or warband more or less.

    ``changed`` gives the battle with so many more of these fields of ``Battle``, its plans used anew; None if there is
    none. ``shields``: what the defense dice came to, if they fell; they do not change any more.
    """

    def one(by: Mapping[str, int], way: int) -> tuple[int, int] | None:
        battle = changed({field: way * number for field, number in by.items()})
        return None if battle is None else chance(battle, shields)

    rows = ((what, by) for what, by in _SHIFTS.items() if shields is None or what != "defense_die")
    return {what: Shift(one(by, -1), one(by, 1)) for what, by in rows}


def _changed(numbers: Numbers, by: Mapping[str, int]) -> Battle | None:
    battle = numbers.battle
    changed = {
        "force": numbers.force,
        "attack": battle.attack,
        "defense": numbers.defense,
        "defenders": numbers.defenders,
    }
    changed |= {field: changed[field] + more for field, more in by.items()}
    return None if min(changed.values()) < 0 else prepare(Numbers(**{**numbers._asdict(), **changed}))[1]


def warnings_of(numbers: Numbers, uses: "Sequence[Use]") -> list[str]:
    """What was taken as true, what comes to nothing, what the numbers cannot be without plans."""
    warnings = []
    if numbers.attack is not None and numbers.attack > numbers.force:
        warnings.append(
            f"{numbers.attack} attack dice for {numbers.force} warbands: 5.5.2 allows one for each; the rest are taken "
            "as dice from plans"
        )
    return [*warnings, *remarks(uses)]


def remarks(uses: "Iterable[Use]") -> list[str]:
    """What was taken as true of plans, and what of them comes to nothing."""
    found = []
    for used in uses:
        found += [f"{used.plan.name}: taken that {words}" for words in used.assumed]
        says = "comes to nothing" if used.wasted else "does only a part of what it says"
        found += [f"{used.plan.name} {says}: {words}" for words in used.idle]
    return found


# --- for scripts ------------------------------------------------------------------------------------------------------


def ratio(rolls: int, total: int) -> str:
    """A chance as a fraction in lowest terms, always with a slash."""
    shared = gcd(rolls, total)
    return f"{rolls // shared}/{total // shared}"


def as_json(answer: Answer) -> dict[str, Any]:
    """An answer for scripts: the keys of ``odds`` in ``docs/formats.md``, and more."""
    numbers, odds = answer.numbers, answer.odds
    battle, total = odds.battle, odds.total
    endings = sorted(odds.endings.items())
    wins = odds.wins
    return {
        "win": ratio(wins, total),
        "win_float": wins / total,
        "win_no_sacrifice": ratio(*odds.no_sacrifice),
        "win_and_lost": [ratio(rolls, total) for rolls in odds.lost(won=True)],
        "defeat_and_lost": [ratio(rolls, total) for rolls in odds.lost(won=False)],
        "needed": [ratio(*each) for each in odds.needing],
        "mean": {
            field: ratio(sum(getattr(ending, field) * rolls for ending, rolls in endings), total)
            for field in ("skulls", "sacrificed", "attacker_lost", "defender_lost")
        },
        "endings": [
            {**ending._asdict(), "chance": ratio(rolls, total), "chance_float": rolls / total}
            for ending, rolls in reversed(endings)
        ],
        "shifts": {
            what: {"less": shift.less and ratio(*shift.less), "more": shift.more and ratio(*shift.more)}
            for what, shift in answer.shifts.items()
        },
        **setting_as_json(numbers, answer.uses, battle),
    }


def setting_as_json(numbers: Numbers, uses: "Sequence[Use]", battle: Battle) -> dict[str, Any]:
    """What is fought, for scripts: the numbers before plans, the plans, the battle that is rolled."""
    return {
        "before_plans": {
            "force": numbers.force,
            "attack": numbers.battle.attack,
            "defense": numbers.defense,
            "defenders": numbers.defenders,
            "bandits": numbers.bandits,
            "sacrifice": numbers.sacrifice,
        },
        "battle": battle_as_json(battle),
        "plans": [_use_as_json(used) for used in uses],
    }


def battle_as_json(battle: Battle) -> dict[str, Any]:
    """Every field of a battle, for scripts."""
    return {field: _plain(value) for field, value in zip(battle._fields, battle, strict=True)}


def _use_as_json(used: "Use") -> dict[str, Any]:
    return {
        "id": used.plan.id,
        "name": used.plan.name,
        "by": used.side,
        "changes": {field: {"from": _plain(old), "to": _plain(new)} for field, old, new in changes(used)},
        "assumed": list(used.assumed),
        "idle": list(used.idle),
    }


def changes(used: "Use") -> list[tuple[str, Any, Any]]:
    """What a plan changed: the fields of ``Battle`` with their values before and after."""
    rows = zip(Battle._fields, used.before, used.after, strict=True)
    return [(field, old, new) for field, old, new in rows if old != new]


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value


# -- the chance to win over a field of forces and defense pools, or along a line of forces -----------------------------


class HeatMap(NamedTuple):
    """Chances to win over the attacker's force (columns) and the defense dice (rows), plans included."""

    numbers: Numbers
    forces: tuple[int, ...]
    defenses: tuple[int, ...]
    chances: tuple[tuple[tuple[int, int], ...], ...]  # rolls won and rolls in all, by row


class Curve(NamedTuple):
    """Chances to win over the attacker's force, plans included: rolls won and rolls in all for each force."""

    numbers: Numbers
    forces: tuple[int, ...]
    chances: tuple[tuple[int, int], ...]
    no_sacrifice: tuple[tuple[int, int], ...]


def curve(numbers: Numbers) -> Curve:
    """The chance to win for every force around these numbers, with sacrifices and without.

    Attack dice keep their distance from the force. Raises as ``weigh`` does.
    """
    forces = _forces(numbers)
    battles = [prepare(_with_force(numbers, force))[1] for force in forces]
    return Curve(
        numbers,
        forces,
        tuple(map(chance, battles)),
        tuple(chance(battle._replace(may_sacrifice=False)) for battle in battles),
    )


def _forces(numbers: Numbers) -> tuple[int, ...]:
    return tuple(range(max(1, numbers.force - 8), max(12, numbers.force + 4) + 1))


def _with_force(numbers: Numbers, force: int) -> Numbers:
    dice = numbers.battle.attack - numbers.force
    return numbers._replace(force=force, attack=max(0, force + dice))


def heat_map(numbers: Numbers) -> HeatMap:
    """The chance to win for every force and defense pool around these numbers.

    Attack dice keep their distance from the force. Raises as ``weigh`` does.
    """
    forces = _forces(numbers)
    defenses = tuple(range(max(0, numbers.defense - 6), max(8, numbers.defense + 4) + 1))
    return HeatMap(
        numbers,
        forces,
        defenses,
        tuple(
            tuple(chance(prepare(_with_force(numbers, force)._replace(defense=defense))[1]) for force in forces)
            for defense in defenses
        ),
    )
