"""The course of a battle, step by step (5.5.4 to 5.5.8): what each roll comes to, and the warbands that it moves.

``course(battle, faces, result, plans)`` says the same as ``resolve`` in steps that can be read aloud, each with its
clauses. It knows sides only; ``procedures.battle_told`` adds where the warbands lie and what is taken.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools.odds.battle import ATTACKER, DEFENDER, Battle, losses, slain
from oathtools.odds.dice import attack_faces, defense_faces, hollow_per_sword
from oathtools.odds.resolution import Faces, Result
from oathtools.odds.spoken import told

if TYPE_CHECKING:
    from oathtools.odds.plans import Plan

BANK, ASIDE, BOARD = "bank", "aside", "board"


class Move(NamedTuple):
    """Warbands to be moved on the table: how many, of which side's force, and where to; ``choice``: who picks which."""

    warbands: int
    side: str
    to: str  # bank, aside (until the end, A-106), board
    clause: str
    why: str  # skulls, sacrifice, defeat, plan
    places: Mapping[str, int] = {}  # where the warbands of that force lie, if that is known
    choice: str | None = None


class Step(NamedTuple):
    """One step of a campaign: its clause, what it rests on besides, its name, what happens in it, the moves."""

    clause: str
    cites: tuple[str, ...]
    name: str
    says: tuple[str, ...]
    moves: tuple[Move, ...] = ()


def course(battle: Battle, faces: Faces, result: Result, used: "Iterable[tuple[Plan, str]]" = ()) -> list[Step]:
    """The steps of a battle from the defense roll on, without what is taken at the table (5.5.7).

    ``used``: the plans in use with their sides.
    """
    steps = []
    if battle.victor is None:
        steps = [defense_roll(battle, faces), attack_roll(battle, faces, result), comparison(battle, result)]
    else:
        said = f"A plan has decided the battle: the {battle.victor} is victorious, and nothing is rolled."
        steps = [Step("5.5.3", ("A-133",), "Decided", (said,))]
    return [*steps, defeat(battle, result), *endings(battle, result, used)]


def defense_roll(battle: Battle, faces: Faces) -> Step:
    """5.5.4: shields rolled, doubled, and the warbands that add to them."""
    shown = list(faces.defense)
    worth = defense_faces(battle.ignored)
    shields = sum(worth[face][1] for face in shown)
    doubles = sum(worth[face][2] for face in shown)
    came = shields << doubles
    says = [f"{told('defense', shown) or 'no dice'}: {_count(shields, 'shield')}"]
    if doubles:
        times = "doubled" if doubles == 1 else f"doubled {doubles} times"
        says[0] += f", {times}: {came}" if shields else f", and nothing for {_count(doubles, 'doubler')} to double"
    says += _idle(shown, battle.ignored)
    force = [_count(battle.defenders, "warband")] if battle.defenders or not battle.bandits else []
    force += [_count(battle.bandits, "bandit")] if battle.bandits else []
    says.append(f"Defense {came + battle.defenders + battle.bandits}: {came} from dice, {' and '.join(force)}")
    cites = ("A-57", *(("2.8.3",) if battle.bandits else ()), *(("9.2",) if battle.ignored & set(worth) else ()))
    return Step("5.5.4", cites, "Defense roll", tuple(says))


def attack_roll(battle: Battle, faces: Faces, result: Result) -> Step:
    """5.5.5: swords, hollow ones in pairs; skulls kill at once."""
    shown = list(faces.attack)
    worth = attack_faces(battle.ignored, battle.doublings, True)
    pair, times = hollow_per_sword(), 1 << battle.doublings
    lone = attack_faces(battle.ignored, 0, True)
    halves = sum(lone[face][1] % pair for face in shown) * times
    swords = sum(lone[face][1] // pair for face in shown) * times
    says = [f"{told('attack', shown) or 'no dice'}: {_count(swords, 'sword')}"]
    if halves:
        says[0] += f", {_count(halves, 'hollow sword')} worth {halves // pair}"
    if battle.halvings:
        says.insert(0, f"Half of the {battle.attack} attack dice are rolled, rounded down: {battle.rolled}")
    if battle.doublings:
        says.append("Every face counts double before hollow swords pair, its skull too")
    says += _idle(shown, battle.ignored)
    says.append(f"Attack {result.attack}")
    skulls = sum(worth[face][2] for face in shown)
    killed = result.ending.skulls
    moves: tuple[Move, ...] = ()
    if skulls and not battle.skulls:
        says.append(f"{_count(skulls, 'skull')} ignored")
    elif skulls:
        beyond = "" if killed == skulls else f"; no more are left for the other {skulls - killed}"
        says.append(f"{_count(skulls, 'skull')}: {_count(killed, 'warband')} of the attacker's force killed{beyond}")
        moves = _killed(battle, ATTACKER, killed, "5.5.5", "skulls")
    cites = ["A-57"] if halves or battle.doublings else []
    cites += ["A-55"] if skulls and battle.skulls else []
    cites += ["A-53"] if battle.halvings else []
    cites += ["9.2"] if battle.ignored & set(worth) or (skulls and not battle.skulls) else []
    return Step("5.5.5", tuple(cites), "Attack roll", tuple(says), moves)


def comparison(battle: Battle, result: Result) -> Step:
    """5.5.5: the attack must exceed the defense; what sacrifices do about it."""
    ending, says = result.ending, []
    left = battle.force - ending.skulls
    moves: tuple[Move, ...] = ()
    cites: list[str] = ["9.5"]
    if not result.needed:
        says.append(f"Attack {result.attack} exceeds defense {result.defense}: the attacker is victorious")
        return Step("5.5.5", (), "Victory", tuple(says))
    tie = ", and a tie defends" if result.attack == result.defense else ""
    says.append(f"Attack {result.attack} does not exceed defense {result.defense}{tie}")
    worth = "" if battle.worth == 1 else f", each worth {battle.worth}"
    needs = f"{_count(result.needed, 'sacrifice')}{worth and worth + ','} would win; {_count(left, 'warband')} left"
    if ending.won:
        says.append(f"{_count(result.needed, 'warband')} sacrificed{worth}: the attacker is victorious")
        moves = _killed(battle, ATTACKER, ending.sacrificed, "5.5.5", "sacrifice")
    elif not battle.may_sacrifice:
        says.append(f"{needs}, but none may be sacrificed: the defense holds")
    elif result.enough:
        says.append(f"{needs}, and the attacker sacrifices none: the defense holds")
    else:
        says.append(f"{needs}: the defense holds")
    cites.append("A-56")
    return Step("5.5.5", tuple(cites), "Victory" if ending.won else "Defeat", tuple(says), moves)


def defeat(battle: Battle, result: Result) -> Step:
    """5.5.6: the beaten side kills half of its force, rounded down."""
    ending = result.ending
    side = DEFENDER if ending.won else ATTACKER
    force = battle.defenders if ending.won else battle.force - ending.skulls - ending.sacrificed
    bandits = battle.bandits if ending.won else battle.band
    dead = losses(battle, side, force, bandits)
    cites: tuple[str, ...] = ("A-58",)
    if battle.bloodless:
        said, cites = "By a plan, nobody is killed in this defeat", ("A-133",)
    elif side in battle.spared:
        said, cites = f"By a plan, the {side} kills none of the force of {force}", ("9.2",)
    elif side in battle.doomed:
        said, cites = f"All of the {side}'s force is killed: {_count(dead, 'warband')}", ("9.2",)
    elif bandits and not force:
        said, cites = "Only bandits defended, and they are never killed", ("2.8.3", "A-59")
    elif bandits:
        of = force + bandits if battle.bandits_halve else force
        said = f"The {side} kills half of {of}, rounded down, warbands only: {dead} of {force}"
        cites = ("7.6.5", "A-59")
    else:
        said = f"The {side} kills half of {_count(force, 'warband')}, rounded down: {dead}"
    return Step("5.5.6", cites, "Losses", (said,), _killed(battle, side, dead, "5.5.6", "defeat"))


def victory(result: Result) -> list[Step]:
    """5.5.7, where nobody has told what the targets are."""
    if not result.won:
        return []
    says = (
        f"{placing('The attacker', result.ending.attacker_left, 'the targeted sites')} (5.5.7.1)",
        "The attacker takes the targeted relics and banners (5.5.7.2)",
        "If a pawn is a target, the attacker may banish it and burn half of its owner's favor (5.5.7.3)",
    )
    return [Step("5.5.7", ("A-61",), "Targets", says)]


def placing(attacker: str, left: int, sites: str) -> str:
    """5.5.7.1: what may be done with the warbands that are left (A-61)."""
    if not left:
        return f"{attacker} has no warband left to put onto {sites}"
    return f"{attacker} may put any of the {_count(left, 'warband')} left onto {sites}, even none"


def endings(battle: Battle, result: Result, used: "Iterable[tuple[Plan, str]]") -> list[Step]:
    """5.5.8: warbands killed, gained or captured by the victor, and plans that go back or are discarded."""
    ending = result.ending
    victor, beaten = (ATTACKER, DEFENDER) if ending.won else (DEFENDER, ATTACKER)
    says = []
    force = battle.defenders if ending.won else battle.force - ending.skulls - ending.sacrificed
    left = force - losses(battle, beaten, force, battle.bandits if ending.won else battle.band)
    dead = slain(battle, beaten, left)
    moves: tuple[Move, ...] = ()
    if dead:
        says.append(f"The {victor} may kill all that is left of the enemy's force: {_count(dead, 'warband')}")
        moves = _killed(battle, beaten, dead, "5.5.8", "plan")
    if ending.gained:
        says.append(f"The {victor} gains {_count(ending.gained, 'warband')} (10.10)")
    if ending.captured:
        says.append(f"The {victor} takes the {_count(ending.captured, 'warband')} left of the enemy's force (A-124)")
    for side in sorted(battle.saved):
        lost = ending.attacker_lost if side == ATTACKER else ending.defender_lost
        if lost:
            says.append(f"The {side}'s {_count(lost, 'warband')} set aside come back as the plan says (A-106)")
    for one, side in used:
        says += _of_plan(one, side, victor)
    return [Step("5.5.8", (), "End", tuple(says), moves)] if says else []


def _of_plan(one: "Plan", side: str, victor: str) -> Iterator[str]:
    from oathtools import catalog

    if one.standing:
        return
    for effect in one.rules("nothing"):
        if side == victor:
            yield f"{one.name}: {effect.amount}, as the card says"
    when = str(catalog.card(one.id).facts.get("self_discard", ""))
    if when == "at_end" or (when == "if_defeated" and side != victor):
        yield f"{one.name} is discarded"
    elif when.startswith("at_end"):
        yield f"{one.name} may have to be discarded: see the card"


def _killed(battle: Battle, side: str, warbands: int, clause: str, why: str) -> tuple[Move, ...]:
    return (Move(warbands, side, ASIDE if side in battle.saved else BANK, clause, why),) if warbands else ()


def _idle(shown: Sequence[str], ignored: frozenset[str]) -> list[str]:
    fell = dict.fromkeys(face for face in shown if face in ignored)
    return [f"These faces add nothing: {', '.join(face.replace('_', ' ') for face in fell)}"] if fell else []


def _count(number: int, one: str) -> str:
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def as_json(steps: Iterable[Step]) -> list[dict[str, Any]]:
    """Steps for programs."""
    return [
        {
            "clause": step.clause,
            "cites": list(step.cites),
            "name": step.name,
            "says": list(step.says),
            "moves": [{**move._asdict(), "places": dict(move.places)} for move in step.moves],
        }
        for step in steps
    ]
