"""Is what is printed understood? Menu lines, options, names, hints and the log of random games, typed as they stand."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from oathtools.answerers.judge import may_do
from oathtools.answerers.matching import Misread
from oathtools.answerers.reading import Table, parse_request, table_of
from oathtools.answerers.requests import request_of, split, without_outcome
from oathtools.answerers.speaker import Needs, Speaker
from oathtools.cli.shared.gaming import labels_for
from oathtools.cli.shared.judging import as_logged
from oathtools.engine.decision import Decision, Form, NotOffered
from oathtools.journal import Play, game_at
from oathtools.procedures.machine import facts
from oathtools.procedures.turn import ACTIONS
from oathtools.render.game.log import MARK, lines
from oathtools.render.game.phrase_pieces import DESCRIBED
from oathtools.render.game.prompts import labeler
from oathtools.render.game.question import menu_line
from oathtools.render.names import Names
from oathtools.table.position.form import to_position
from oathtools.table.state import BANNERS
from oathtools.table.views import View
from tests.support.agreement import label_of
from tests.support.random_games import answerer, header
from tests.support.random_requests import positions

WHICH = "may mean several"
"""Whoever hears this was asked which; that is an answer, too."""


class Typed(NamedTuple):
    """A line as it was printed, where, and what was wrong with it; nothing if it was understood."""

    line: str
    where: str
    wrong: str = ""


def menus_and_names(number: int) -> Iterator[Typed]:
    """The lines of ``legal`` and the names that stand in ``status``, ``log`` and refusals, between two actions."""
    for game, _ in islice(positions(range(number, number + 1), every=6), 6):
        play = game_at(to_position(game.state))
        table = table_of(play, play.state.turn, play.state.turn)
        names = Names(View(table.game.state, table.seat))
        for offer in may_do(table).actions:
            if offer.action in ACTIONS and not offer.left_to:
                line = re.sub(r" \[[^\]]*\]$", "", menu_line(ACTIONS[offer.action], [offer], names))
                yield _request(play, table, "legal", line, offer.action, offer.given)
        for action, field, each in _nameable(table):
            yield _request(play, table, "name", f"{action} {names.name(each)}", action, {field: each})


def _nameable(table: Table) -> Iterator[tuple[str, str, str]]:
    """What has a name at a table, in a request that names it: the action, the field, the id."""
    game = table.game
    for site in facts.site_ids(game):
        yield "travel", "to", site
    for card in facts.in_force(game):
        if card.startswith(("denizen.", "edifice.")):
            yield "muster", "card", card
    for seat in game.state.seats:
        yield "campaign", "defender", seat
    for banner in BANNERS:
        yield "recover", "target", banner


def _request(play: Play, table: Table, where: str, line: str, action: str, given: dict[str, object]) -> Typed:
    try:
        said = request_of(split(line))
        if said is None or said.action != action:
            return Typed(line, where, "no such request")
        found = parse_request(table, said, label_of(play)).request.given
    except Misread as fault:
        return Typed(line, where, "" if WHICH in str(fault) else f"{fault} {fault.hint or ''}")
    names = Names(View(table.game.state, table.seat))  # what looks the same on the screen is the same
    wrong = {
        name: value
        for name, value in found.items()
        if name in given and _told(value, names) != _told(given[name], names)
    }
    known = not given or any(name in found for name in given)
    return Typed(line, where, f"is {wrong}" if wrong else "" if known else "names nothing")


def _told(value: object, names: Names) -> object:
    return names.name(value) if isinstance(value, str) else value


def typed(decision: Decision, answer: object, names: Names) -> str | None:
    """An answer as it stands on the screen of the one who gives it; None for what chance or a text says."""
    label = labeler(decision, names)
    if decision.form is Form.ONE:
        return label(str(answer))
    if decision.form in (Form.SOME, Form.ORDER) and isinstance(answer, list):
        return ", ".join(map(label, answer)) or "none"
    if decision.form is Form.AMOUNT:
        return str(answer)
    if isinstance(answer, dict):
        return ", ".join(f"{label(option)}={number}" for option, number in answer.items()) or "none"
    return None


def options_and_hints(number: int, questions: int = 250) -> Iterator[Typed]:
    """The chosen option of each question of a game, and what a hint calls possible where a word meant nothing."""
    play = Play(header(number), keep_log=False, digests=False)
    choose = answerer(number)
    for at in range(questions):
        decision = play.pending
        if decision is None:
            return
        answer = choose(decision)
        names = Names(View(play.state, decision.who if decision.who in play.state.players else None))
        line = typed(decision, answer, names)
        if line is None:
            play.answer(answer, checked=True)
            continue
        if at % 5 == 0:
            yield from _hinted(play, decision)
        before = play.head
        try:
            (entry,) = Speaker(play, labels_for(play, decision.who)).say(line)
            alike = entry.answer == answer or typed(decision, entry.answer, names) == line
            yield Typed(line, decision.kind, "" if alike else f"is {entry.answer}")
        except (Misread, NotOffered) as asked:
            yield Typed(line, decision.kind, "" if WHICH in str(asked) else str(asked))
        if play.head == before:
            play.answer(answer, checked=True)


def _hinted(play: Play, decision: Decision) -> Iterator[Typed]:
    """The names after *Possible:* and *Which one:*, each typed as an answer to the same question."""
    from oathtools.answerers.matching import called_at
    from oathtools.answerers.words import generic

    if decision.form is not Form.ONE:
        return
    label = called_at(labels_for(play, decision.who)(decision), play.state, decision)
    try:
        generic(decision, ["xyzzyx"], label)
    except Misread as fault:
        told = re.fullmatch(r"(?:Possible|Which one): (.*?)\??", fault.hint or "")
        for name in told[1].split(", ") if told else ():
            try:
                chosen = generic(decision, name.split(), label)
                yield Typed(name, f"hint of {decision.kind}", "" if chosen in decision.options else f"is {chosen}")
            except Misread as asked:
                yield Typed(name, f"hint of {decision.kind}", "" if WHICH in str(asked) else str(asked))


def log_lines(number: int, questions: int = 50, last: int = 30) -> Iterator[Typed]:
    """The last lines of a log, each typed in the next Act Phase: it does what it tells, or is told to be a line of the
    log."""
    play, choose = Play(header(number)), answerer(number)
    while play.pending is not None and (play.head < questions or play.pending.kind != "act"):
        play.answer(choose(play.pending), checked=True)
    head = play.head
    for line in lines(play, _of_the_table(play))[-last:] if play.pending is not None else ():
        if line.kind in (DESCRIBED, MARK):
            yield Typed(str(line), "log", _as_logged(play, str(line)))
            play = play if play.head == head else play.as_it_was(head)


def _as_logged(play: Play, line: str) -> str:
    """What is wrong with what became of a line of the log; nothing if nothing is."""
    head = play.head
    try:
        with as_logged(play, line, _of_the_table):
            done = Speaker(play, labels_for(play, play.state.turn)).say(line)
    except Misread as fault:
        return "" if "the log says that already" in str(fault) or WHICH in str(fault) else str(fault)
    except (NotOffered, Needs) as fault:
        return str(fault)
    did = [each.text for each in lines(play, _of_the_table(play), head)]
    untold = not did and play.pending is not None  # asked for what the rest of it depends on
    same = any(without_outcome(f"{each} (1)").startswith(without_outcome(line).removesuffix(".")) for each in did)
    # What lay unknown there has a name for the one who looked again: the place must be the one that was typed.
    names = _of_the_table(play)
    again = [re.sub(r" \(.*\)", "", names.name(str(entry.answer))).removeprefix("the ") for entry in done]
    same = same or (did != [] and "an unknown " in line and again[-1] in line)
    return "" if untold or same else f"did {did}"


def _of_the_table(play: Play) -> Names:
    return Names(View(play.state, play.state.turn))


def all_of(number: int) -> Iterator[Typed]:
    """All that is typed back of a random game."""
    yield from menus_and_names(number)
    yield from options_and_hints(number)
    yield from log_lines(number)
