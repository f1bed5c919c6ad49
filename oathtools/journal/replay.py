"""Replay: a recorded entry is said again to the rules of today, and what differs is noted."""

from functools import partial

from oathtools.engine.decision import Decision
from oathtools.journal.entries import Difference, ReplayError, UnderWay
from oathtools.journal.entry import Entry, Noted, options_of
from oathtools.journal.running import Running


def say_again(game: Running, entry: Entry, noted: Noted, *, compares: bool = True) -> Noted:
    """Say an entry again. ``noted`` are the questions skipped before it; returns those skipped after it.

    ``compares``: what was offered and what came of it are compared with what was recorded. Soft differences are noted
    with the game; raises ``ReplayError`` for a hard one.
    """
    left = list(entry.skipped)
    if entry.adjust is not None:
        _adjust_again(game, entry)
        return left
    if entry.remark is not None:
        _remark_again(game, entry)
        return left
    if entry.readings is not None or entry.variants is not None:
        _change_again(game, entry)
    elif entry.chronicle is not None:
        _chronicle_again(game, entry)
    elif entry.overruled is not None:
        _same_question(game, entry)
        game.run(lambda: game.driver.force(entry.answer), entry.n)
    else:
        if not _bring_to(game, entry, noted):
            return left
        decision = _same_question(game, entry)
        if not decision.allows(entry.answer):
            raise ReplayError(_difference(game, entry, "its answer is no longer legal", True))
        if compares and entry.options is not None and options_of(decision) != entry.options:
            game.differences.append(_difference(game, entry, "other options are offered now", False))
        game.run(lambda: game.driver.send(entry.answer), entry.n)
    # It ended at a boundary: what is asked now before that was not asked then.
    while entry.state is not None and not game.at_boundary and _pass(game, entry, left, "after"):
        pass
    if entry.state is not None and compares and entry.state != game.state.digest():
        raise ReplayError(_difference(game, entry, "the state after it is another one", True))
    return left


def _adjust_again(game: Running, entry: Entry) -> None:
    from oathtools.table.position.cards import PositionError

    try:
        game.stand_as_stated(entry)
    except PositionError as fault:
        why = f"the table cannot stand as it was stated: {fault}"
        raise ReplayError(_difference(game, entry, why, True)) from None


def _remark_again(game: Running, entry: Entry) -> None:
    try:
        game.take_down(entry)
    except LookupError as fault:
        raise ReplayError(_difference(game, entry, str(fault), True)) from None


def _change_again(game: Running, entry: Entry) -> None:
    try:
        game.go_on_with(entry)
    except UnderWay:
        raise ReplayError(_difference(game, entry, "an action is under way here now", True)) from None
    except (LookupError, ValueError) as fault:
        why = f"what was taken up there is not known: {fault}"
        raise ReplayError(_difference(game, entry, why, True)) from None


def _chronicle_again(game: Running, entry: Entry) -> None:
    from oathtools.procedures.chronicle.procedure import NotOver

    try:
        game.begin_chronicle(entry)
    except NotOver as fault:
        raise ReplayError(_difference(game, entry, str(fault), True)) from None


def _bring_to(game: Running, entry: Entry, noted: Noted) -> bool:
    """Pass questions that were not asked before an entry. False if it is one that is skipped alike now."""
    pending = game.driver.pending
    if (entry.kind, entry.answer) in game.driver.skipped and (pending is None or pending.kind != entry.kind):
        game.differences.append(_difference(game, entry, "it is no longer asked: one answer is left", False))
        return False
    while game.driver.pending and game.driver.pending.kind != entry.kind and _pass(game, entry, noted, "before"):
        pass
    return True


def _pass(game: Running, entry: Entry, noted: Noted, when: str) -> bool:
    """Take the answer noted for a question that was not asked then, or its default, if either is possible."""
    decision = game.driver.pending
    if decision is None:
        return False
    note = next((note for note in noted if note[0] == decision.kind), None)
    if note is not None:
        noted.remove(note)
    answer = decision.default if note is None else note[1]
    if answer is None or not decision.allows(answer):
        return False
    why = f"{decision.kind} is asked {when} it: {'its default' if note is None else 'what was noted for it'} taken"
    game.differences.append(_difference(game, entry, why, False))
    game.run(partial(game.driver.send, answer), entry.n)
    return True


def _same_question(game: Running, entry: Entry) -> Decision:
    decision = game.driver.pending
    if decision is None:
        raise ReplayError(_difference(game, entry, "the game is over before it", True))
    if (decision.kind, decision.who, decision.form.value) != (entry.kind, entry.who, entry.form):
        raise ReplayError(_difference(game, entry, "another question is asked", True))
    return decision


def _difference(game: Running, entry: Entry, why: str, hard: bool) -> Difference:
    recorded = {key: getattr(entry, key) for key in ("kind", "who", "form", "options", "answer")}
    now, recorded_question = game.driver.pending, None
    if now is not None:
        recorded_question = {"kind": now.kind, "who": now.who, "form": now.form.value, "options": options_of(now)}
    return Difference(entry.n, why, recorded, recorded_question, hard)
