"""The lines of a declared campaign: every set of the attacker's plans with every answer of the defense (5.5.2, 5.5.3).

Which sets may be used and paid for together is the engine's to say, plan by plan (``Outlook.rows``). It seldom turns on
the targets: then what was found out for one declaration serves the next against the same defender. The battle of each
line is made by the plans' numbers alone, and most lines are never weighed: a set of plans is given up as soon as one
answer makes it worse than another set.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from oathtools.odds.battle import DEFENDER, Battle
from oathtools.odds.plans import Chosen, Plan, plan
from oathtools.odds.using import use
from oathtools.procedures.campaign import plans as battleplans
from oathtools.procedures.campaign.outlook import Option, Outlook, reach_of, spared
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.frame import Cost
from oathtools.procedures.machine.game import Game

# Of a side's plans so many are tried in every combination; of more only each alone and as many together as can be paid.
ALL_SETS = 6
# What can change the chance to win; and for the attacker, what can change the losses.
_BEARING = {
    *("swing", "attack", "defense", "force", "crown", "bandits", "kill", "halve", "double", "ignore", "no_skulls"),
    *("worth", "no_sacrifice", "reroll", "win", "bars", "adds_cost"),
}
_OF_LOSSES = _BEARING | {"spared", "bloodless"}
# Powers at these places may make what is allowed turn on the targets.
_UNSTEADY = ("campaign.plan", "secret.cost")
_OF_TARGETS = {
    *("its_site_targeted", "order_card_at_targeted_site", "targeted_sites", "targeted_sites_ruled"),
    *("targeted_relics", "hunted_relics"),
}

SKULL_FACE = "two_swords_skull"

Use = tuple[str, Chosen]
Uses = tuple[Use, ...]


class Node(NamedTuple):
    """A point of a line: one plan more than at the point before it; the first is the bare battle with its Allies."""

    before: int
    joining: tuple[str, ...]  # the Citizens who join the defense
    use: Use | None


class Branch(NamedTuple):
    """A set of the attacker's plans, with the end of the line of every answer of the defense to it."""

    plans: Uses
    answers: tuple[int, ...]


class Tree:
    """The lines of a declaration: points, each once, and the branches that end at them."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.branches: list[Branch] = []
        self.plans: dict[tuple[tuple[str, ...], Use], None] = {}  # every plan at every set of Allies
        self.roots: list[int] = []
        self.fewer = False
        self.complete = True
        self._at: dict[tuple[tuple[str, ...], Uses], int] = {}

    def node(self, joining: tuple[str, ...], uses: Uses) -> int:
        """The point of a line after these plans, new if there is none yet."""
        found = self._at.get((joining, uses))
        if found is None:
            before = self.node(joining, uses[:-1]) if uses else -1
            found = self._at[joining, uses] = len(self.nodes)
            self.nodes.append(Node(before, joining, uses[-1] if uses else None))
            if uses:
                self.plans[joining, uses[-1]] = None
            else:
                self.roots.append(found)
        return found

    def uses(self, at: int) -> Uses:
        """The plans up to a point."""
        found: list[Use] = []
        while (node := self.nodes[at]).use is not None:
            found.append(node.use)
            at = node.before
        return tuple(reversed(found))

    def may_gain_by_fewer(self) -> bool:
        """May fewer dice do better? Only where a die can cost more than it brings: a skull a dear warband."""
        effects = [effect for _, (_, chosen) in self.plans for effect in plan(chosen.id).effects]
        return any(
            effect.verb == "worth" or (effect.verb == "ignore" and SKULL_FACE in effect.amount) for effect in effects
        )

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return sum(len(branch.answers) for branch in self.branches)


class Weighed(NamedTuple):
    """The best line of a declaration: the attacker's plans, the worst answer, the battle they make."""

    plans: Uses
    joining: tuple[str, ...]
    answer: Uses
    battle: Battle


class Lines:
    """The lines of declarations by one player, and the chances of the battles in them."""

    def __init__(self, game: Game, seat: str, chance: Callable[[Battle, int], float], lost: Callable[[Battle], float]):
        self.game, self.seat = game, seat
        self._chance, self._lost = chance, lost
        self._known: dict[Any, Tree] = {}
        self.made: dict[Any, Battle] = {}
        self.points = 0  # of lines that were worked out
        self._best: dict[Any, Weighed | None] = {}
        self._steady = not any(game.live(place) for place in _UNSTEADY) and not any(map(_turns, _plans_in_force(game)))

    @property
    def complete(self) -> bool:
        """Was every set of plans that bear on a battle tried? Not where a side had more than ``ALL_SETS``."""
        return all(tree.complete for tree in self._known.values())

    def tree(self, look: Outlook) -> Tree:
        """Every line of a declaration, as the rules allow it."""
        key = self._key(look)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Tree()
            # Most plans of the attacker leave the defense all the answers that it has to none.
            free: list[tuple[tuple[str, ...], Uses]] | None = None
            for mine in _sets(look, [self.seat], _OF_LOSSES, found):
                uses = _uses(mine)
                if free is None or not self._steady or any(_hinders(chosen) for _, chosen in uses):
                    answers = list(self._answers(mine, found))
                    free = answers if free is None else free
                else:
                    answers = [(joining, (*uses, *theirs)) for joining, theirs in free]
                found.branches.append(Branch(uses, tuple(found.node(*answer) for answer in answers)))
            found.fewer = found.may_gain_by_fewer()
        return found

    def _key(self, look: Outlook) -> Any:
        """All that says which lines there are: other declarations with the same key have the same lines."""
        on, game = look.on, self.game
        key: tuple[Any, ...] = (on.defender, tuple(look.may_join), tuple(on.standing), look.spent[self.seat])
        if not self._steady:
            return (*key, tuple(on.targets), on.battle)
        with game.within(on.frame):
            bans = [
                (power, bool(battleplans.plan_facts(game, on, side, power, None).get(str(effect.condition))))
                for side, power in on.standing
                for effect in plan(power).rules("bars")
                if effect.condition is not None
            ]
            costs: tuple[Cost, ...] = ()
            if game.live("plan.cost"):
                users = [self.seat, *on.players(DEFENDER), *look.may_join]
                cards = [card for card in facts.in_force(game) if card in game.registry.plans]
                costs = tuple(
                    battleplans.plan_cost(game, on, who, card)
                    for who in users
                    for card in cards
                    if on.side_of(who) is not None and facts.rules_card(game, who, card)
                )
        return (*key, tuple(bans), costs)

    def _answers(self, look: Outlook, tree: Tree) -> Iterator[tuple[tuple[str, ...], Uses]]:
        """Every answer of the defense: the Citizens who join, and all plans in use."""
        citizens = look.may_join
        for number in range(len(citizens) + 1):
            for joining in combinations(citizens, number):
                other = look.joined(joining) if joining else look
                for answer in _sets(other.with_bandits(), other.players(DEFENDER), _BEARING, tree):
                    yield joining, _uses(answer)

    def field(self, look: Outlook) -> "Field":
        """The battles of a declaration, none of them worked out yet."""
        return Field(self, look)

    def best(self, field: "Field", leaving: int = 0, at_least: float = -1.0) -> Weighed | None:
        """The line of a declaration with the best chance against the worst answer; None if below ``at_least``.

        Among equals the one that loses fewest, then the one with fewest plans.
        """
        key = (id(field.tree), leaving, at_least, *field.numbers()) if field.plain else None
        if key is None or key not in self._best:
            self._best[key] = self._search(field, leaving, at_least)
        return self._best[key]

    def kindest(self, field: "Field", leaving: int = 0) -> Battle:
        """The battle of the line that is best for the attacker, whoever would have to answer so."""
        ends = dict.fromkeys(end for branch in field.tree.branches for end in branch.answers)
        return max(map(field.battle, ends), key=lambda battle: self._chance(battle, leaving))

    def _search(self, field: "Field", leaving: int, at_least: float) -> Weighed | None:
        bound, killer = at_least, -1
        found: list[Branch] = []
        for branch in sorted(field.tree.branches, key=lambda each: -len(each.plans)):
            worst = self._worst(field, branch, killer, leaving, bound)
            if worst is None:
                continue
            least, killer = worst
            if least > bound:
                found.clear()
            bound = least
            found.append(branch)
        if not found:
            return None
        lines = [self._line(field, branch, leaving) for branch in found]
        if len(lines) == 1:
            return lines[0]
        return min(lines, key=lambda line: (self._lost(line.battle), len(line.plans)))

    def _worst(
        self, field: "Field", branch: Branch, killer: int, leaving: int, bound: float
    ) -> tuple[float, int] | None:
        """The least chance over all answers, and how many from the end that answer is; None once below the bound.

        ``killer``: the answer, counted from the end, that was the worst to another branch; it is looked at first.
        """
        least, worst = 2.0, -1
        ends = branch.answers
        order = range(-1, -len(ends) - 1, -1)
        for at in (killer, *order) if -len(ends) <= killer else order:
            chance = self._chance(field.battle(ends[at]), leaving)
            if chance < bound:
                return None
            if chance < least:
                least, worst = chance, at
        return least, worst

    def _line(self, field: "Field", branch: Branch, leaving: int) -> Weighed:
        """A branch with its worst answer; the first one among equals, which is the one with the least in it."""
        end = min(branch.answers, key=lambda each: self._chance(field.battle(each), leaving))
        tree = field.tree
        joining, answer = tree.nodes[end].joining, tree.uses(end)[len(branch.plans) :]
        return Weighed(branch.plans, joining, answer, field.battle(end))


class Field:
    """The battles of one declaration at the points of its lines, each worked out once."""

    def __init__(self, lines: Lines, look: Outlook) -> None:
        self.lines, self.start, self.tree = lines, look, lines.tree(look)
        self.joined: dict[tuple[str, ...], Outlook] = {(): look}
        self.battles: list[Battle | None] = [None] * len(self.tree.nodes)
        self.known: dict[tuple[tuple[str, ...], Use], tuple[dict[str, Any], Any]] = {}
        self.plain = not look.may_reroll
        self.looks: dict[int, Outlook] = {}

    def battle(self, at: int) -> Battle:
        """The battle at a point."""
        found = self.battles[at]
        if found is None:
            self.lines.points += 1
            found = self.battles[at] = self._made(at) if self.plain else self._look(at).battle
        return found

    def _made(self, at: int) -> Battle:
        """One plan more, as ``Outlook.then`` puts it in."""
        before, joining, used = self.tree.nodes[at]
        if used is None:
            return self._base(joining).battle
        now = self.battle(before)
        known, key = self._known(joining, used)
        found = self.lines.made.get((now, key))
        if found is not None:
            return found
        side, chosen, _, reach = key
        found = self.lines.made[now, key] = spared(use(now, side, chosen, known), reach)
        return found

    def numbers(self) -> Iterator[Any]:
        """All that the battles of all lines depend on: declarations with the same numbers have the same best line."""
        yield from (self.battle(root) for root in self.tree.roots)
        yield from (self._known(*each)[1] for each in self.tree.plans)

    def _known(self, joining: tuple[str, ...], used: Use) -> tuple[dict[str, Any], Any]:
        """What a plan asks about the table, and a key: plans with the same one make the same of a battle."""
        found = self.known.get((joining, used))
        if found is None:
            look, (who, chosen) = self._base(joining), used
            side = str(look.on.side_of(who))
            with look.game.within(look.on.frame):
                known = battleplans.plan_facts(look.game, look.on, side, chosen.id, who)
                reach = reach_of(look.game, look.on, who, side, chosen.id)
            found = self.known[joining, used] = known, (side, chosen, tuple(sorted(known.items())), reach)
        return found

    def _base(self, joining: tuple[str, ...]) -> Outlook:
        found = self.joined.get(joining)
        if found is None:
            found = self.joined[joining] = self.start.joined(joining)
        return found

    def _look(self, at: int) -> Outlook:
        """Where a reroll may be paid for, what is spent counts: then by the outlook itself."""
        before, joining, used = self.tree.nodes[at]
        if used is None:
            return self._base(joining)
        found = self.looks.get(at)
        if found is None:
            found = self.looks[at] = self._look(before).then(*used)
        return found


def _plans_in_force(game: Game) -> Iterator[Plan]:
    return (plan(card) for card in facts.in_force(game) if card in game.registry.plans)


def _turns(used: Plan) -> bool:
    """Do the ways to use a plan, or whether it decides the battle, turn on the targets?"""
    amount = used.number.amount if used.number else {}
    decides = [effect.condition for effect in used.rules("win") if isinstance(effect.condition, str)]
    return amount.get("up_to") in _OF_TARGETS or not _OF_TARGETS.isdisjoint(decides)


def _hinders(chosen: Chosen) -> bool:
    """May a plan keep the enemy from plans of theirs, or make them dearer?"""
    return any(effect.verb in ("bars", "adds_cost", "win") for effect in plan(chosen.id).effects)


# -- sets of plans -------------------------------------------------------------------------------------------------


def _uses(look: Outlook) -> Uses:
    return tuple((used.who, used.chosen) for used in look.on.used)


def _sets(look: Outlook, seats: Sequence[str], bearing: set[str], tree: Tree) -> Iterator[Outlook]:
    """An outlook with every set of its players' plans that they can pay for together, the empty one first.

    Only plans with one of the verbs that bear on the battle; the others change no chance.
    """
    yield look
    options = _own(look, seats, bearing)
    if len({option.chosen.id for option in options}) > ALL_SETS:
        tree.complete = False
        yield from (look.then(option.who, option.chosen) for option in options)
        yield _all(look, options)
        return
    yield from _more(look, options)


def _more(look: Outlook, options: list[Option]) -> Iterator[Outlook]:
    """With one plan more, then those after it: every set once, as far as it can be used and paid for together."""
    for index, option in enumerate(options):
        if look.on.used and not _goes(look, option):
            continue
        other = look.then(option.who, option.chosen)
        yield other
        yield from _more(other, options[index + 1 :])


def _all(look: Outlook, options: Sequence[Option]) -> Outlook:
    for option in options:
        if _goes(look, option):
            look = look.then(option.who, option.chosen)
    return look


def _goes(look: Outlook, option: Option) -> bool:
    """May it be used beside the plans in use? A side uses a plan once, whoever of it rules the card (5.5.3)."""
    return look.on.use_of(option.chosen.id) is None and not look.rows(option.who, option.chosen)


def _own(look: Outlook, seats: Sequence[str], bearing: set[str]) -> list[Option]:
    """What may be used: in its side's own way, with its largest number, by each who may; those that look at the battle
    last.
    """
    found: dict[tuple[str, str], Option] = {}
    for seat in seats:
        for option in look.options(seat):
            bears = any(effect.verb in bearing for effect in plan(option.chosen.id).effects)
            if bears and option.chosen.way is None and not option.refusals:
                found[seat, option.chosen.id] = option
    return sorted(
        found.values(), key=lambda option: any(each.condition is not None for each in plan(option.chosen.id).effects)
    )
