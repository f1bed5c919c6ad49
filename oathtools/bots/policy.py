"""The usual answers: what a bot says, and expects others to say, to a question that it does not look into.

Each rule reads the question and the table as the one who answers may know it; none is more than a habit of the table.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from oathtools import catalog
from oathtools.engine.decision import Answer, Decision, Form
from oathtools.procedures.actions.action import power_cost
from oathtools.procedures.actions.play import ADVISER, DISCARD, FACEDOWN, VISION
from oathtools.procedures.actions.search import UNTOLD
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.game import Game
from oathtools.table.state import CITIZEN, CONSPIRACY, EXILE

# -- what a card in hand is worth to a player, before it is played: a rough guess for the choice among those drawn -----


# A kind of power, and what it is worth to have.
POWERS = {"battle_plan": 3.0, "modifier": 2.0, "persistent": 2.0, "action": 2.0, "wake": 2.0, "rest": 2.0}


def worth(game: Game, seat: str, card: str) -> float:
    """What a card is worth to a player who may keep it."""
    if card in game.state.handles:
        return 0.0
    kind = card.partition(".")[0]
    if kind == "vision":
        return _vision(game, seat, card)
    if kind != "denizen":
        return 1.0
    record = catalog.card(card)
    value = 1.0 + max((POWERS.get(power.kind, 1.0) for power in record.powers), default=0.0)
    if not game.registry.is_coded(card):
        value -= 2.0
    if record.suit in facts.adviser_suits(game, seat):
        value += 1.0
    return value


def _vision(game: Game, seat: str, card: str) -> float:
    if card == CONSPIRACY:
        return 2.5
    return 6.0 if game.state.players[seat].role == EXILE and not facts.revealed_visions(game, seat) else 0.5


_NO = ("no", "none", "nowhere", "go-on")
# The ends of the kinds of questions to which yes is said: what one gains by, or at least does not lose.
_YES = ("sacrifice", "join", "ally", "banish", "burn", "gain", "kill", "reroll")
Rule = Callable[[Game, Decision, Random], Answer]


def usual(game: Game, decision: Decision, rng: Random) -> Answer:
    """The usual answer to a question; any legal one where nothing is usual."""
    if decision.form is Form.OUTCOME:
        return decision.random(rng)
    answer = _wanted(game, decision, rng)
    if answer is not None and decision.allows(answer):
        return answer
    for nothing in _NO if decision.form is Form.ONE else ():
        if nothing in decision.options and decision.allows(nothing):
            return nothing
    if decision.default is not None and decision.allows(decision.default):
        return decision.default
    untold = [option for option in decision.options if option.startswith(UNTOLD)] if decision.private else ()
    return decision.random(rng, untold)


def _wanted(game: Game, decision: Decision, rng: Random) -> Answer:
    end = decision.kind.rpartition(".")[2]
    if end in _YES and "yes" in decision.options:
        return "yes"
    rule = _RULES.get(decision.kind) or _BY_END.get(end)
    if rule is not None:
        return rule(game, decision, rng)
    if decision.form is Form.DISTRIBUTE:
        return _even(game, decision, rng)
    return None


def _best_card(game: Game, decision: Decision, rng: Random) -> Answer:
    """The card that is worth the most to who keeps it."""
    cards = [card for card in decision.legal() if not card.startswith(UNTOLD)]
    return max(cards, key=lambda card: worth(game, decision.who, card), default=None)


def _place(game: Game, decision: Decision, rng: Random) -> Answer:
    """Where a card in hand goes: a Vision faceup for an Exile, a denizen where its player rules, or to advisers."""
    card = decision.about.given["card"] if decision.about is not None else ""
    if decision.allows(VISION):
        return VISION
    if card.startswith("vision."):
        return FACEDOWN if game.state.players[decision.who].role != CITIZEN and decision.allows(FACEDOWN) else DISCARD
    sites = (each for each in decision.options if each not in (ADVISER, FACEDOWN, VISION, DISCARD))
    return next(filter(decision.fits, sites), None) or (ADVISER if decision.allows(ADVISER) else DISCARD)


def _a_plan(game: Game, decision: Decision, rng: Random) -> Answer:
    """A plan that costs nothing, the first there is."""
    for option in decision.options:
        card = option.partition("=")[0]
        if card != "go-on" and not power_cost(card, "battle_plan").items and decision.allows(option):
            return option
    return "go-on"


def _even(game: Game, decision: Decision, rng: Random) -> Answer:
    """As much as must be, evenly."""
    legal = list(decision.legal())
    caps = decision.caps or dict.fromkeys(decision.options, decision.high)
    return spread(legal, caps, decision.low)


def _at_targets(game: Game, decision: Decision, rng: Random) -> Answer:
    """Half of the victors stay at the sites they won, one at each at least."""
    legal = list(decision.legal())
    caps = decision.caps or dict.fromkeys(decision.options, decision.high)
    return spread(legal, caps, min(decision.high, max(len(legal), (decision.high + len(legal)) // 2)))


def spread(options: Sequence[str], caps: Mapping[str, int], total: int) -> dict[str, int]:
    """Shares as even as may be that sum up to a total, as far as the caps allow."""
    shares: dict[str, int] = {}
    for _ in range(total):
        open_ = [option for option in options if shares.get(option, 0) < caps[option]]
        if not open_:
            break
        least = min(open_, key=lambda option: shares.get(option, 0))
        shares[least] = shares.get(least, 0) + 1
    return shares


def _favor(game: Game, decision: Decision, rng: Random) -> Answer:
    """Of a favor or a secret that lies at the site: the secret, which is rarer."""
    legal = list(decision.legal())
    return next((each for each in ("secret", "favor") if each in legal), None)


def _banner(game: Game, decision: Decision, rng: Random) -> Answer:
    """A favor onto the banner, which makes it harder to take, as long as there are others left."""
    count = game.state.count(f"board.{decision.who}", "favor")
    return "place" if count > 1 else "return"


def _richest(game: Game, decision: Decision, rng: Random) -> Answer:
    """The bank with the most favor in it."""
    return max(decision.legal(), key=lambda bank: (game.state.count(bank, "favor"), bank), default=None)


_RULES: dict[str, Rule] = {
    "search.keep": _best_card,
    "setup.adviser": _best_card,
    "play.to": _place,
    "wake.site": _favor,
    "wake.favor": _banner,
    "herald.bank": _richest,
    "silver_tongue.bank": _richest,
}
_BY_END: dict[str, Rule] = {
    "dice": lambda game, decision, rng: decision.high,
    "plan": _a_plan,
    "place": _at_targets,
    "made-to": lambda game, decision, rng: list(decision.legal())[-1],
}
