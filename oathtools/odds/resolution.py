"""Dice that fell, turned into the result of a campaign (5.5.4 to 5.5.6)."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from oathtools.odds.battle import ATTACKER, Battle, Ending, needed, settle
from oathtools.odds.dice import attack_faces, defense_faces, hollow_per_sword

# The faces of some dice: their ids, one for each die, or how many dice show each.
Shown = Iterable[str] | Mapping[str, int]


class Faces(NamedTuple):
    """The dice that count, after any reroll."""

    attack: Shown = ()
    defense: Shown = ()


class Result(NamedTuple):
    """What a roll comes to."""

    defense: int  # shields, doubled, with the warbands and bandits that add to them
    attack: int  # swords, before sacrifices
    skulls: int  # rolled; those beyond the force kill nobody
    needed: int  # sacrifices that victory needs: 0 if the attack already exceeds the defense
    enough: bool  # whether so many may be sacrificed and are left to sacrifice
    ending: Ending

    @property
    def won(self) -> bool:
        """Whether the attacker is victorious."""
        return self.ending.won


def rolled_defense(battle: Battle, shown: Shown) -> int:
    """The defense of a roll: shields times the doublers, then the warbands and bandits (5.5.4).

    Raises ``KeyError`` for an id that is no defense face.
    """
    return shields_of(battle, shown) + battle.defenders + battle.bandits


def shields_of(battle: Battle, shown: Shown) -> int:
    """What defense dice come to: shields times the doublers (5.5.4). Raises ``KeyError`` for an id that is no face."""
    worth = defense_faces(battle.ignored)
    shields = doubles = 0
    for face, dice in _counted(shown).items():
        _, each, marks = worth[face]
        shields += each * dice
        doubles += marks * dice
    return shields << doubles


def rolled_attack(battle: Battle, shown: Shown) -> tuple[int, int]:
    """The attack of a roll before sacrifices, and the skulls that count (5.5.5).

    Raises ``KeyError`` for an id that is no attack face.
    """
    worth = attack_faces(battle.ignored, battle.doublings, battle.skulls)
    hollow = skulls = 0
    for face, dice in _counted(shown).items():
        _, each, marks = worth[face]
        hollow += each * dice
        skulls += marks * dice
    return hollow // hollow_per_sword(), skulls


def resolve(battle: Battle, faces: Faces, *, sacrifice: bool = True) -> Result:
    """The result of a battle with the dice that fell.

    ``sacrifice``: whether the attacker sacrifices what is needed, if that many are left and no effect forbids it; it is
    all of it or none (A-56). Raises ``ValueError`` if the number of dice is not that of the battle, ``KeyError`` for an
    id that is no face. A battle that a plan has decided takes no dice (A-133).
    """
    attacking, defending = _counted(faces.attack), _counted(faces.defense)
    if battle.victor is not None:
        if attacking or defending:
            raise ValueError("a plan has decided this battle: nothing is rolled")
        return Result(0, 0, 0, 0, False, settle(battle, battle.victor == ATTACKER))
    for shown, dice, pool in ((attacking, battle.rolled, "attack"), (defending, battle.defense, "defense")):
        fell = sum(shown.values())
        if fell != dice:
            raise ValueError(f"{fell} {pool} dice fell where {dice} are rolled")
    defense = rolled_defense(battle, defending)
    attack, skulls = rolled_attack(battle, attacking)
    killed = min(skulls, battle.force)
    short = needed(attack, defense, battle.worth)
    enough = short <= (battle.force - killed if battle.may_sacrifice else 0)
    won = short == 0 or (enough and sacrifice)
    return Result(defense, attack, skulls, short, enough, settle(battle, won, killed, short if won else 0))


def _counted(shown: Shown) -> Mapping[str, int]:
    if isinstance(shown, Mapping):
        return shown
    counts: dict[str, int] = {}
    for face in shown:
        counts[face] = counts.get(face, 0) + 1
    return counts
