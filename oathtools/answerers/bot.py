"""Seeded bots and seeded chance.

Each answer is drawn from a stream of its own, named by the seed, the kind of question and how often it was answered
before: an extra question rerolls nothing, and an undo is no way to reroll.
"""

from random import Random

from oathtools.engine.decision import Answer, Decision, Form
from oathtools.journal.play import Play
from oathtools.procedures.actions.search import UNTOLD
from oathtools.procedures.chronicle.decks import NOW, REBUILD
from oathtools.procedures.declared.action import DECLARE

# The chance that a bot ends its Act Phase at each question of it.
END_WEIGHT = 0.15


def stream(seed: int | str, *names: object) -> Random:
    """The random stream for one answer."""
    return Random(f"{seed}/{'/'.join(map(str, names))}")


def chance(play: Play, seed: int | str) -> Answer:
    """What seeded chance says to the open question."""
    decision = _open(play)
    return decision.random(stream(seed, "chance", decision.kind, play.counter(decision.kind)))


def bot_answer(play: Play, seed: int | str) -> Answer:
    """What a bot says to the open question."""
    decision = _open(play)
    return choose(decision, stream(seed, decision.who, decision.kind, len(play.live)))


def choose(decision: Decision, rng: Random) -> Answer:
    """A bot's answer: any legal one, ending the Act Phase with ``END_WEIGHT``.

    Cards are told, nothing is declared, and the world deck is rebuilt at once (8.8).
    """
    if decision.kind == REBUILD:
        return NOW
    if decision.kind == "act":
        return "end" if rng.random() < END_WEIGHT else decision.random(rng, (DECLARE.name,))
    # Only who picks a card in secret may leave untold which one it is (5.1.3).
    untold = [option for option in decision.options if option.startswith(UNTOLD)] if decision.private else ()
    return decision.random(rng, untold)


def backs_only(decision: Decision, rng: Random) -> Answer:
    """What a table tells that shows no card: draws by their backs where that is certain, kept cards untold."""
    if decision.form is Form.OUTCOME and decision.default is not None:
        return decision.default
    if decision.form is Form.OUTCOME and decision.kind.endswith("draw"):
        told = decision.random(rng)
        return [face.partition(".")[0] for face in told]
    untold = [option for option in decision.options if option.startswith(UNTOLD)]
    if untold and decision.form is Form.ONE:
        return untold[int(rng.random() * len(untold))]
    return choose(decision, rng)


def run_plugs(play: Play, *, most: int = 100_000) -> int:
    """Let seeded chance and bots answer until a person is asked or the game ends; returns how many answers that was.

    Seats are bots by the journal's header; chance is seeded if the header holds a seed. Where people deal the cards
    they are not asked what a bot looks at: it is for nobody's eyes (9.4).
    """
    bots = {seat["color"] for seat in play.header["seats"] if seat.get("bot")}
    seed = play.header["chance"].get("seed")
    for number in range(most):
        decision = play.pending
        if decision is None:
            return number
        if decision.form is Form.OUTCOME:
            answer = _unseen(decision, bots) if seed is None else chance(play, seed)
            if answer is None:
                return number
        elif decision.who in bots:
            answer = bot_answer(play, seed if seed is not None else play.header.get("bot_seed", 0))
        else:
            return number
        play.answer(answer, checked=True)
    return most


def _unseen(decision: Decision, bots: set[str]) -> Answer:
    """What is told of chance without asking people: nothing of hidden cards that a bot looks at. None: ask them."""
    return decision.default if decision.private and decision.who in bots else None


def _open(play: Play) -> Decision:
    decision = play.pending
    if decision is None:
        raise RuntimeError("the game is over: nothing is asked")
    return decision
