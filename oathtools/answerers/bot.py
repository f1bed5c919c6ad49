"""Seeded bots and seeded chance: who answers for the seats of a game that no person plays.

Each answer is drawn from a stream of its own, named by the seed, the kind of question and how often it was answered
before: an extra question rerolls nothing, and an undo is no way to reroll.
"""

from collections.abc import Callable, Collection
from random import Random

from oathtools.bots import Bot, named
from oathtools.bots.asked import Watch
from oathtools.bots.fuzzing import RandomBot, choose
from oathtools.engine.decision import Answer, Decision, Form
from oathtools.journal.play import Play
from oathtools.procedures.actions.search import UNTOLD

Seen = Callable[[Bot], None]


def stream(seed: int | str, *names: object) -> Random:
    """The random stream for one answer."""
    return Random(f"{seed}/{'/'.join(map(str, names))}")


def chance(play: Play, seed: int | str) -> Answer:
    """What seeded chance says to the open question."""
    decision = _open(play)
    return decision.random(stream(seed, "chance", decision.kind, play.counter(decision.kind)))


def bot_answer(play: Play, seed: int | str) -> Answer:
    """What the bot that goes by ``random`` says to the open question."""
    return RandomBot().answer(Watch(play).asked(seed))


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


def run_plugs(play: Play, *, most: int = 100_000, seen: Seen | None = None) -> int:
    """Let seeded chance and bots answer until a person is asked or the game ends; returns how many answers that was.

    Seats are bots by the journal's header, which names them (``bots.named``); chance is seeded if the header holds a
    seed. Where people deal the cards they are not asked what a bot looks at: it is for nobody's eyes (9.4). ``seen`` is
    told each bot that has answered. Raises ``UnknownBot``.
    """
    bots = bots_of(play)
    seed = play.header["chance"].get("seed")
    watch = Watch(play)
    for number in range(most):
        decision = play.pending
        if decision is None:
            return number
        if decision.form is Form.OUTCOME:
            answer = _unseen(decision, bots) if seed is None else chance(play, seed)
            if answer is None:
                return number
        elif decision.who in bots:
            bot = bots[decision.who]
            answer = bot.answer(watch.asked(play.header.get("bot_seed", 0) if seed is None else seed, bot.looks))
            if seen is not None:
                seen(bot)
        else:
            return number
        play.answer(answer, checked=True)
    return most


def bots_of(play: Play) -> dict[str, Bot]:
    """The bots of a game by their seats. Raises ``UnknownBot``."""
    return {seat["color"]: named(seat["bot"]) for seat in play.header["seats"] if seat.get("bot")}


def _unseen(decision: Decision, bots: Collection[str]) -> Answer:
    """What is told of chance without asking people: nothing of hidden cards that a bot looks at. None: ask them."""
    return decision.default if decision.private and decision.who in bots else None


def _open(play: Play) -> Decision:
    decision = play.pending
    if decision is None:
        raise RuntimeError("the game is over: nothing is asked")
    return decision
