"""5.5.4 to 5.5.6 in words: what each roll comes to, what decides the battle, what the beaten side loses."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from oathtools.kit.text import capital
from oathtools.odds.battle import Battle
from oathtools.odds.dice import attack_faces, defense_faces, hollow_per_sword, in_words
from oathtools.odds.using import Result

# By which powers and plans a field of the battle is as it is, in words that go behind a sentence.
By = Callable[[str], str]


class Words(NamedTuple):
    """What is said in a step, and the clauses and rulings that it rests on."""

    says: tuple[str, ...]
    cites: tuple[str, ...] = ()


def defense_roll(battle: Battle, shown: Sequence[str]) -> Words:
    """5.5.4: shields rolled, doubled, and the warbands that add to them."""
    worth = defense_faces(battle.ignored)
    shields = sum(worth[face][1] for face in shown)
    doubles = sum(worth[face][2] for face in shown)
    came = shields << doubles
    says = [f"{_fell(shown)}: {counted(shields, 'shield')}"]
    if doubles:
        times = "doubled" if doubles == 1 else f"doubled {doubles} times"
        says[0] += f", {times}: {came}" if shields else f", and nothing for {counted(doubles, 'doubler')} to double"
    says += _idle(shown, battle.ignored)
    force = [counted(battle.defenders, "warband")] if battle.defenders or not battle.bandits else []
    force += [counted(battle.bandits, "bandit")] if battle.bandits else []
    says.append(f"Defense {came + battle.defenders + battle.bandits}: {came} from dice, {' and '.join(force)}")
    cites = ("A-57", *(("2.8.3",) if battle.bandits else ()), *(("9.2",) if battle.ignored & set(worth) else ()))
    return Words(tuple(says), cites)


def attack_roll(battle: Battle, shown: Sequence[str], by: By) -> Words:
    """5.5.5: swords, hollow ones in pairs; skulls kill at once."""
    worth = attack_faces(battle.ignored, battle.doublings, True)
    lone = attack_faces(battle.ignored, 0, True)
    pair, times = hollow_per_sword(), 1 << battle.doublings
    halves = sum(lone[face][1] % pair for face in shown) * times
    swords = sum(lone[face][1] // pair for face in shown) * times
    says = [f"{_fell(shown)}: {counted(swords, 'sword')}"]
    if halves:
        says[0] += f", {counted(halves, 'hollow sword')} worth {halves // pair}"
    if battle.halvings:
        text = f"Half of the {battle.attack} attack dice are rolled, rounded down: {battle.rolled}"
        says.insert(0, text + by("halvings"))
    if battle.doublings:
        says.append("Every face counts double before hollow swords pair, its skull too" + by("doublings"))
    says += _idle(shown, battle.ignored)
    says.append(f"Attack {swords + halves // pair}")
    skulls = sum(worth[face][2] for face in shown)
    if skulls and not battle.skulls:
        says.append(f"{counted(skulls, 'skull')} ignored" + by("skulls"))
    elif skulls:
        killed = min(skulls, battle.force)
        beyond = "" if killed == skulls else f"; no more are left for the other {skulls - killed}"
        says.append(f"{counted(skulls, 'skull')}: {counted(killed, 'warband')} of the attacker's force killed{beyond}")
    cites = ["A-57"] if halves or battle.doublings else []
    cites += ["A-55"] if skulls and battle.skulls else []
    cites += ["A-53"] if battle.halvings else []
    cites += ["9.2"] if battle.ignored & set(worth) or (skulls and not battle.skulls) else []
    return Words(tuple(says), tuple(cites))


def comparison(battle: Battle, result: Result, won: bool, by: By) -> Words:
    """5.5.5: the attack must exceed the defense; what sacrifices do about it. ``result``: before any sacrifice."""
    if not result.needed:
        text = f"Attack {result.attack} exceeds defense {result.defense}: the attacker is victorious"
        return Words((text,))
    tie = ", and a tie defends" if result.attack == result.defense else ""
    worth = "" if battle.worth == 1 else f", each worth {battle.worth}{by('worth')}"
    left = counted(battle.force - result.ending.skulls, "warband")
    needs = f"{counted(result.needed, 'sacrifice')}{worth and worth + ','} would win; {left} left"
    if won:
        end = f"{counted(result.needed, 'warband')} sacrificed{worth}: the attacker is victorious"
    elif not battle.may_sacrifice:
        end = f"{needs}, but none may be sacrificed{by('may_sacrifice')}: the defense holds"
    elif result.enough:
        end = f"{needs}, and the attacker sacrifices none: the defense holds"
    else:
        end = f"{needs}: the defense holds"
    return Words((f"Attack {result.attack} does not exceed defense {result.defense}{tie}", end), ("9.5", "A-56"))


def losses(battle: Battle, side: str, force: int, bandits: int, dead: int, by: By) -> Words:
    """5.5.6: the beaten side kills half of its force, rounded down."""
    if battle.bloodless:
        return Words((f"By a plan, nobody is killed in this defeat{by('bloodless')}",), ("A-133",))
    if side in battle.spared:
        return Words((f"By a plan, the {side} kills none of the force of {force}{by('spared')}",), ("9.2",))
    if side in battle.doomed:
        killed = counted(dead, "warband")
        return Words((f"All of the {side}'s force is killed{by('doomed')}: {killed}",), ("9.2",))
    if bandits and not force:
        return Words(("Only bandits defended, and they are never killed",), ("2.8.3", "A-59"))
    if bandits:
        of = force + bandits if battle.bandits_halve else force
        text = f"The {side} kills half of {of}, rounded down, warbands only: {dead} of {force}"
        return Words((text,), ("7.6.5", "A-59"))
    return Words((f"The {side} kills half of {counted(force, 'warband')}, rounded down: {dead}",), ("A-58",))


def victory(left: int) -> Words:
    """5.5.7, where nobody has told what the targets are."""
    says = (
        f"{placing('The attacker', left, 'the targeted sites')} (5.5.7.1)",
        "The attacker takes the targeted relics and banners (5.5.7.2)",
        "If a pawn is a target, the attacker may banish it and burn half of its owner's favor (5.5.7.3)",
    )
    return Words(says, ("A-61",))


def placing(attacker: str, left: int, sites: str) -> str:
    """5.5.7.1: what may be done with the warbands that are left (A-61)."""
    if not left:
        return f"{attacker} has no warband left to put onto {sites}"
    return f"{attacker} may put any of the {counted(left, 'warband')} left onto {sites}, even none"


def dice(number: int, which: str) -> str:
    """A number of dice in words."""
    return f"{number} {which} {'die' if number == 1 else 'dice'}"


def counted(number: int, one: str) -> str:
    """A number of things in words."""
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def _fell(shown: Sequence[str]) -> str:
    return capital(in_words(shown)) or "No dice"


def _idle(shown: Sequence[str], ignored: frozenset[str]) -> list[str]:
    fell = dict.fromkeys(face for face in shown if face in ignored)
    return [f"These faces add nothing: {in_words(fell)}"] if fell else []
