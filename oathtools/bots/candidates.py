"""The answers to a question that are worth trying: every option where there are few, a few of each kind otherwise."""

from itertools import combinations
from random import Random

from oathtools.bots.policy import spread, usual
from oathtools.engine.decision import Answer, Decision, Form
from oathtools.procedures.actions.search import UNTOLD
from oathtools.procedures.machine.game import Game

# How many options of one question are tried.
MOST = 16


def candidates(game: Game, decision: Decision, rng: Random) -> list[Answer]:
    """Legal answers worth trying, one at least."""
    form = decision.form
    found: list[Answer] = []
    if form is Form.ONE:
        found = _options(decision)
    elif form is Form.SOME:
        found = _sets(decision)
    elif form is Form.AMOUNT:
        found = [number for number in (decision.high,) if decision.allows(number)]
    elif form is Form.DISTRIBUTE:
        found = [shares for shares in _shares(decision) if decision.allows(shares)]
    return found or [usual(game, decision, rng)]


def _options(decision: Decision) -> list[Answer]:
    legal = [option for option in dict.fromkeys(decision.legal()) if not option.startswith(UNTOLD)]
    if len(legal) > 3 and all(option.isdecimal() for option in legal):
        numbers = sorted(legal, key=int)
        return [numbers[-1], numbers[len(numbers) // 2], numbers[0]]
    step = -(-len(legal) // MOST) if legal else 1
    return list(legal[::step])


def _sets(decision: Decision) -> list[Answer]:
    legal = list(decision.legal())
    sizes = [*range(decision.low, min(decision.high, 2) + 1), min(decision.high, len(legal))]
    found: list[Answer] = []
    for size in dict.fromkeys(sizes):
        found += [list(chosen) for chosen in combinations(legal, size) if decision.allows(list(chosen))][:MOST]
    return found[:MOST]


def _shares(decision: Decision) -> list[Answer]:
    """As few as may be, one at each, all spread evenly, all in one place."""
    caps = decision.caps or dict.fromkeys(decision.options, decision.high)
    legal = list(decision.legal())
    even = [spread(legal, caps, total) for total in (decision.low, len(legal), decision.high // 2, decision.high)]
    heaped = [{option: min(caps[option], decision.high)} for option in legal[:3]]
    found: list[Answer] = []
    for shares in (*even, *heaped):
        if shares not in found and shares is not None:
            found.append(shares)
    return found
