"""Seeded bots and seeded chance: who answers for the seats of a game that no person plays.

Each answer is drawn from a stream of its own, named by the seed, the kind of question and how often it was answered
before: an extra question rerolls nothing, and an undo is no way to reroll.
"""

import re
from collections.abc import Callable, Collection
from pathlib import Path
from random import Random, SystemRandom

from oathtools.answerers.matching import Labels, Misread, ScriptError, ScriptLine
from oathtools.answerers.reading import KEEP
from oathtools.answerers.speaker import FACE, Needs, Speaker
from oathtools.answerers.words import means
from oathtools.bots import Bot, named
from oathtools.bots.situation import Watch, Why
from oathtools.engine.decision import Answer, Decision, Form, NotOffered
from oathtools.journal.entry import Entry
from oathtools.journal.play import Play
from oathtools.kit import intake
from oathtools.kit.lazy import pattern
from oathtools.procedures.actions.play import DISCARD, FACEDOWN
from oathtools.procedures.actions.search import UNTOLD
from oathtools.procedures.turn import END
from oathtools.table.state import State

Seen = Callable[[Bot], None]
MOST_ASKED = 3  # so often people are asked to do something for a bot in one turn of it
CHANCE = SystemRandom()
DEALT = "setup.draw"  # the first cards, of which nobody plays one faceup


def stream(seed: int | str, *names: object) -> Random:
    """The random stream for one answer."""
    return Random(f"{seed}/{'/'.join(map(str, names))}")


def chance(play: Play, seed: int | str) -> Answer:
    """What seeded chance says to the open question."""
    decision = _open(play)
    return decision.random(stream(seed, "chance", decision.kind, play.counter(decision.kind)))


def bot_answer(play: Play, seed: int | str) -> Answer:
    """What the bot that goes by ``random`` says to the open question."""
    return named("random").answer(Watch(play).situation(seed))


def rolls(decision: Decision | None) -> bool:
    """Is it a roll of dice that is asked for?"""
    return decision is not None and decision.form is Form.OUTCOME and decision.kind.endswith(("-roll", ".die"))


def roll(play: Play) -> Answer:
    """Roll the dice that the game asks for by the chance of the machine, and note that it did; returns the faces."""
    decision = _open(play)
    assert decision.sample is not None
    faces: Answer = decision.sample(CHANCE)
    play.remark({"rolled": "the dice of the next line"})
    play.answer(faces)
    return faces


def run_plugs(play: Play, *, most: int = 100_000, seen: Seen | None = None, asks: Collection[str] = ()) -> int:
    """Let seeded chance and bots answer until a person is asked or the game ends; returns how many answers that was.

    A Chronicle that was begun with a seed of its own goes on with it, and passes over what the tool cannot draw, but
    for questions of the kinds ``asks``, which somebody means to answer.

    Seats are bots by the journal's header, which names them (``bots.named``); chance is seeded if the header holds a
    seed. Where people deal the cards they are not asked what a bot looks at: it is for nobody's eyes (9.4), and it
    plays only what was turned over for it (``unlooked``). ``seen`` is told each bot that has answered. Raises
    ``UnknownBot``.
    """
    bots = bots_of(play)
    seed = play.header["chance"].get("seed")
    own = play.chronicle_seed() if seed is None else None
    watch, bot_seed = Watch(play), _bot_seed(play)
    for number in range(most):
        decision = play.pending
        if decision is None:
            return number
        if decision.form is Form.OUTCOME:
            if seed is not None:
                answer = chance(play, seed)
            elif own is not None and decision.default == [] and decision.kind not in asks:
                answer = chance(play, own) if decision.about.get("exact") else []
            else:
                answer = _unseen(decision, bots)
            if answer is None:
                return number
        elif decision.who in bots:
            bot = bots[decision.who]
            answer = unlooked(play.state, decision)
            if decision.kind == "act" and "table" in play.header["chance"] and _asked(play) >= MOST_ASKED:
                answer = END
            if answer is None:
                answer = bot.answer(watch.situation(bot_seed, bot.looks))
            if seen is not None:
                seen(bot)
        else:
            return number
        play.answer(answer, checked=True)
    return most


def advice(play: Play) -> tuple[Answer, Why | None]:
    """What greedy would answer to the open question if it sat there, by what the one who is asked may know; why.

    It looks at a whole action when that begins. So in the midst of one it goes along from there: what it meant then
    still stands as long as that is what was answered.
    """
    meant, why = first_hint(play)
    if why is None:
        fresh = named("greedy")
        if fresh.answer(Watch(play).situation(_bot_seed(play), looks=True)) == meant:
            why = fresh.why
    return meant, why


def first_hint(play: Play) -> tuple[Answer, Why | None]:
    """The answer of ``advice``, and why as far as it was looked into just now and not when the action began."""
    seed, who = _bot_seed(play), _open(play).who
    chosen = (each.n for each in reversed(play.live) if each.kind == "act" and each.who == who)
    since = play.head if _open(play).kind == "act" else next(chosen, 1) - 1
    along, watch, meant = named("greedy"), Watch(play), None
    for entry in (*play.live.since(since), None):
        if entry is not None and (entry.remark or entry.who != who):
            continue
        now = watch.play = play if entry is None else play.again(entry.n - 1, digests=False)
        if now.pending is None or now.pending.who != who or now.pending.form is Form.OUTCOME:
            continue
        meant = along.answer(watch.situation(seed, looks=True))
        if entry is not None and meant != entry.answer:
            along = named("greedy")
    return meant, along.why


def _bot_seed(play: Play) -> int | str:
    """What the bots of a game draw from: its seed, or one of their own where people deal."""
    seed: int | str | None = play.header["chance"].get("seed")
    return play.header.get("bot_seed", 0) if seed is None else seed


def bots_of(play: Play) -> dict[str, Bot]:
    """The bots of a game by their seats. Raises ``UnknownBot``."""
    return {seat["color"]: named(seat["bot"]) for seat in play.header["seats"] if seat.get("bot")}


def _unseen(decision: Decision, bots: Collection[str]) -> Answer:
    """What is told of chance without asking people: nothing of hidden cards that a bot looks at. None: ask them."""
    return decision.default if decision.who in bots and (decision.private or decision.kind == DEALT) else None


def _asked(play: Play) -> int:
    """How often people drew, turned over or rolled for the one whose turn it is; a battle's dice fall together."""
    count = 0
    for entry in reversed(play.live):
        if entry.kind == "act" and (entry.who != play.state.turn or entry.answer == END):
            break
        count += entry.kind.endswith("draw") or entry.kind in (FACE, "campaign.defense-roll")
    return count


def unlooked(state: State, decision: Decision) -> Answer:
    """What a bot does with cards that nobody has looked at for it; None where there are none, or it may choose.

    Of what it drew it keeps the one that was turned over. One that lies facedown goes where any card may: facedown to
    its advisers, or away; a Vision, which its back shows, to where it wins.
    """
    if decision.kind == KEEP:
        unseen = any(card in state.handles for card in decision.options)
        named = [card for card in decision.options if state.known(card) and not card.startswith(UNTOLD)]
        return named[-1] if named and unseen else None
    card = getattr(decision.about, "given", {}).get("card")
    if not decision.kind.endswith(".to") or card not in state.handles or state.back(card) == "vision":
        return None
    return next(filter(decision.allows, (FACEDOWN, DISCARD)), None)


def _open(play: Play) -> Decision:
    decision = play.pending
    if decision is None:
        raise RuntimeError("the game is over: nothing is asked")
    return decision


# -- answers files: a line as for ``answer``, ``#`` comments, or ``kind: words`` for the next question of that kind ----
#
# A line whose question was skipped with that same answer counts as used. A question without a line, and a line never
# used, are named: nothing is answered by accident.


# The kinds of questions that are one word; all others have a dot.
_SHORT_KINDS = ("act", "face", "look", "draw")
_KIND = pattern(r"([a-z][a-z_-]*(?:\.[a-z_-]+)*):\s*(.*)")


Plugs = Callable[[Play], object]
Skipped = list[tuple[str, Answer]]


def read_script(text: str) -> list[ScriptLine]:
    """The lines of an answers file."""
    lines = []
    for number, raw in enumerate(text.splitlines(), 1):
        words = re.sub(r"(^|\s)#.*", "", raw).strip()
        if not words:
            continue
        named = _KIND.fullmatch(words)
        if named and ("." in named[1] or named[1] in _SHORT_KINDS):
            lines.append(ScriptLine(number, named[1], named[2]))
        else:
            lines.append(ScriptLine(number, None, words))
    return lines


def read_file(path: Path) -> list[ScriptLine]:
    """The lines of an answers file on disk. Raises ``OSError`` as files do, ``ScriptError`` for one that is no text."""
    try:
        return read_script(intake.read(path, intake.ANSWERS))
    except UnicodeDecodeError:
        raise ScriptError(f"{path.name} is not a text in UTF-8") from None


def follow(play: Play, script: list[ScriptLine], labels: Labels, plugs: Plugs | None = run_plugs) -> list[Entry]:
    """Answer from a script until it is used up; ``plugs`` answers in between for bots and seeded chance, if any.

    Returns the new entries. Questions that a line does not speak of but that have a default are not answered by it.
    Raises ``ScriptError``, ``NotOffered`` with the line in a note.
    """
    first = len(play.entries)
    left = list(script)
    skipped = list(play.driver.skipped)
    _answered(play, skipped, plugs)
    while left and play.pending is not None:
        _strike(left, skipped, play, labels)
        if not left:
            break
        line = _line_for(left, play.pending.kind)
        if line is None:
            message = f"no line answers {play.pending.kind}; line {left[0].number} is left, for {left[0].kind}"
            raise ScriptError(message, left[0], play.pending)
        left.remove(line)
        _say(play, line, skipped, labels)
        _answered(play, skipped, plugs)
    _strike(left, skipped, play, labels)
    if left:
        over = "the game is over before it: " if play.pending is None else ""
        raise ScriptError(f"line {left[0].number} was never used: {over}{left[0].words}", left[0], play.pending)
    return play.entries[first:]


def _answered(play: Play, skipped: Skipped, step: Plugs | None) -> None:
    """Take a step, and keep the questions that were skipped in it."""
    if step is None:
        return
    before = len(play.entries)
    step(play)
    for entry in play.entries[before:]:
        skipped += entry.skipped


def _say(play: Play, line: ScriptLine, skipped: Skipped, labels: Labels) -> None:
    """One line. A plain line that answers nothing may be for a question that was skipped with that answer."""
    decision = play.pending
    assert decision is not None
    try:
        _answered(play, skipped, lambda play: Speaker(play, labels).say(line.words))
    except Needs as fault:
        message = f"line {line.number}: {fault.decision.kind} stands between: {line.words}"
        raise ScriptError(message, line, fault.decision) from fault
    except Misread as fault:
        if line.kind is None and _consume(skipped, line.words, play, labels):
            return
        raise ScriptError(f"line {line.number}: {fault}", line, play.pending, fault.hint) from fault
    except NotOffered as fault:
        if line.kind is None and play.pending is decision and _consume(skipped, line.words, play, labels):
            return
        fault.add_note(f"line {line.number}: {line.words}")
        raise


def _strike(lines: list[ScriptLine], skipped: Skipped, play: Play, labels: Labels) -> None:
    """Lines for a kind of question that was skipped with the very answer they give are used."""
    for line in list(lines):
        if line.kind is None:
            continue
        for question in skipped:
            if question[0] == line.kind and _same(question, line.words, play, labels):
                lines.remove(line)
                skipped.remove(question)
                break


def _consume(skipped: Skipped, words: str, play: Play, labels: Labels) -> bool:
    """Was a question skipped with the answer that these words give? Then it is used up."""
    found = next((question for question in skipped if _same(question, words, play, labels)), None)
    if found is not None:
        skipped.remove(found)
    return found is not None


def _same(question: tuple[str, Answer], words: str, play: Play, labels: Labels) -> bool:
    kind, answer = question
    return means(words, answer, labels(Decision(kind, play.state.turn, Form.ONE)))


def _line_for(lines: list[ScriptLine], kind: str) -> ScriptLine | None:
    """The next line for a question: one for its kind, else the next plain one."""
    for line in lines:
        if line.kind is None or line.kind == kind:
            return line
    return None
