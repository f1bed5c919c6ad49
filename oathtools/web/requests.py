"""What a player may do, as taps: each a request in the words of ``answer``, judged by ``why`` before it is made."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from markupsafe import Markup

from oathtools.answerers.judge import judged, may_do
from oathtools.answerers.matching import Misread
from oathtools.answerers.reading import Table, table_of
from oathtools.answerers.requests import split
from oathtools.answerers.speaker import Needs, Speaker
from oathtools.answerers.words import words_of
from oathtools.catalog import COLORS
from oathtools.engine.decision import Decision, NotOffered
from oathtools.journal.begin import game_at
from oathtools.journal.play import Play
from oathtools.kit.text import capital, count
from oathtools.procedures.actions.action import given
from oathtools.procedures.actions.record import Action
from oathtools.procedures.adjudicate import PLAYING
from oathtools.procedures.campaign.fight import ACTION, BANDITS
from oathtools.procedures.campaign.outlook import declared
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.turn import ACTIONS, END
from oathtools.render.game import log, verdict
from oathtools.render.game.prompts import ACT, labeler, labels_for
from oathtools.render.game.question import cost_text, menu_line
from oathtools.render.names import Names
from oathtools.render.printers import Paragraph, paragraphs
from oathtools.table.position.form import to_position
from oathtools.table.state import BOARD, FAVOR, SECRET, State
from oathtools.table.views import View, as_known_to
from oathtools.web.guard import RefusalReason, linked, reasons
from oathtools.web.table import of_declaration

WORDS = 400  # letters of a request; nobody's is longer


class Offer(NamedTuple):
    """One thing to do: the words that ask for it, what people call it, its cost."""

    words: str
    label: str
    cost: str
    full: bool = True  # False: something is still to be said, question by question


class RequestFamily(NamedTuple):
    """Campaigns against one defender: the targets with their dice, those that must be among them, the most dice."""

    defender: str
    name: str
    targets: list[tuple[str, str, int, bool]]
    dice: int
    using: list[str]
    odds: str


class May(NamedTuple):
    """Everything that a player may do now, by action: what chapter 5 has, campaigns, all else."""

    groups: list[tuple[str, list[Offer]]]
    others: list[tuple[str, list[Offer]]]
    families: list[RequestFamily]
    powers: list[str]


class Judged(NamedTuple):
    """A request before it is made: may it be done, why not, and further lines, each with how far it stands in."""

    legal: bool | None
    head: str
    reasons: list[RefusalReason]
    lines: list[tuple[int, Markup]]


def may(play: Play, seat: str, viewer: str | None) -> May:
    """What a player may do, as the viewer may know it; nothing while it is not their Act Phase."""
    table = table_of(play, seat, viewer)
    names = Names(View(table.game.state, viewer))
    legal = may_do(table)
    groups: list[tuple[str, list[Offer]]] = []
    others: list[tuple[str, list[Offer]]] = []
    for action, offers in groupby(legal.actions, key=lambda each: each.action):
        found = []
        for each in offers:
            own = ACTIONS.get(action)
            left = each.left_to is not None
            line = menu_line(own, [each._replace(cost=each.cost._replace(items=()))], names) if own else _label(action)
            using = [names.name("@".join(filter(None, power))) for power in each.modifiers]
            line += f", with {' and '.join(using)}" if using else ""
            cost = "" if left else cost_text(each.cost, names)
            found.append(Offer(words_of(each.action, each.given, each.modifiers), capital(line), cost, not left))
        major = own is not None and own.clause.startswith("5.")
        (groups if major else others).append((_label(action), found))
    families = [
        RequestFamily(
            family.defender,
            capital(names.name(family.defender)),
            [(target, capital(names.name(target)), dice, target in family.must) for target, dice in family.targets],
            family.dice,
            [names.name("@".join(filter(None, each))) for each in family.modifiers],
            _first_odds(table, family.defender, [*family.must] or [target for target, _ in family.targets[:1]]),
        )
        for family in legal.families
    ]
    powers = [
        f"{_label(each.action)}: {names.name('@'.join(filter(None, (each.card, each.param))))}"
        for each in legal.modifiers
    ]
    return May(groups, others, families, list(dict.fromkeys(powers)))


def _first_odds(table: "Table", defender: str, targets: list[str]) -> str:
    return of_declaration(table, defender, targets, None)


def _label(action: str) -> str:
    return capital(labels_for(ACT)[action]) if action in (*ACTIONS.known(), END) else action


def judge(
    play: Play, seat: str, viewer: str | None, words: str, *, explain: bool = False, stated: State | None = None
) -> Judged:
    """May this be done? ``stated``: in a position, open to whoever wrote it. Raises ``Misread``."""
    spoil = stated is not None
    table = table_of(play, seat, viewer, spoil=spoil, state=stated)
    names = Names(View(table.game.state, viewer, spoil))
    opinion, request = judged(table, split(words), verdict.labels(names))
    taken = verdict.taken_as(request, words.split(), names) if explain else ""
    bare = opinion._replace(refusals=())
    head, *rest = paragraphs(verdict.document(bare, names, explain=explain, taken=taken))
    return Judged(opinion.legal, str(head), reasons(opinion.refusals, names), list(_ways(rest)))


class Brings(NamedTuple):
    """What a request does, before it is made: what the log would say, the figures of a board before and after.

    ``asked``: what the same player is asked next.
    """

    lines: list[str]
    figures: list[tuple[str, int, int]]
    pending: Decision | None


def brings(play: Play, seat: str, viewer: str | None, words: str) -> Brings | None:
    """The request carried out on a table of its own, as far as the viewer may know it, up to the next question.

    None where that cannot be: in the midst of an action, or where the words do not suffice.
    """
    if play.pending is None or play.pending.kind != ACT or not play.at_boundary:
        return None
    try:
        there = game_at(to_position(as_known_to(play.state, viewer)[0]), readings=dict(play.game.readings))
        Speaker(there, lambda decision: labeler(decision, Names(View(there.state, viewer)))).say(words)
    except (Misread, Needs, NotOffered, ValueError, LookupError):
        return None
    happened = log.lines(there, Names(View(there.state, viewer)), 0)
    figures = zip(_FIGURES, _figures(play.state, seat), _figures(there.state, seat), strict=True)
    lines = [str(line) for line in happened if line.kind not in (log.ROUND, log.TURN)]
    pending = there.pending if there.pending is not None and there.pending.who == seat else None
    return Brings(lines, list(figures), pending) if there.state.turn == seat else None


_FIGURES = ("Supply", "favor", "secrets", "warbands")


def _figures(state: State, seat: str) -> tuple[int, int, int, int]:
    board = BOARD[seat]
    warbands = sum(count for what, count in state.pieces.get(board, {}).items() if what in COLORS)
    return state.players[seat].supply, state.count(board, FAVOR), state.count(board, SECRET), warbands


def _ways(paragraphs_of_it: list[Paragraph]) -> Iterator[tuple[int, Markup]]:
    """Paragraphs of a verdict: how far each stands in; other ways than the first begin with *or*."""
    ways = 0
    for one in paragraphs_of_it:
        ways = ways + 1 if one.mark else 0
        yield one.depth, linked(f"or {one.words}" if ways > 1 and not one.words.startswith("(") else one.words)


def declaration(defender: str, targets: list[str], dice: str) -> str:
    """A declaration in words."""
    words = [ACTION, defender, *(word for target in targets for word in ("--target", target))]
    return " ".join([*words, *(("--dice", dice) if dice else ())])


def without_targets(play: Play, seat: str, viewer: str | None, defender: str) -> Judged:
    """A declaration in which nothing is ticked yet: what the Law says against it (5.5.2)."""
    table = table_of(play, seat, viewer)
    if not _may_be_fought(table, defender):
        return Judged(False, "No.", [], [])
    refusals = declared(table.game, seat, defender, [])[1]
    return Judged(False, "No.", reasons(refusals, Names(View(table.game.state, viewer))), [])


def _may_be_fought(table: "Table", defender: str) -> bool:
    players = table.game.state.players
    return defender in (*players, BANDITS) and all(player.slot is not None for player in players.values())


def odds_of(play: Play, seat: str, viewer: str | None, defender: str, targets: list[str], dice: str) -> str:
    """The chance of a declaration; empty where it may not be made."""
    table = table_of(play, seat, viewer)
    state = table.game.state
    if not _may_be_fought(table, defender):
        return ""
    known = [target for target in targets if target == "pawn" or target in state.where or target.startswith("banner.")]
    if len(known) != len(targets) or not targets:
        return ""
    return of_declaration(table, defender, targets, int(dice) if _few(dice) else None)


def in_names(play: Play, viewer: str | None, words: str, may: May | None) -> str:
    """A request as people read it: as it was offered, or as it was said."""
    offers = [offer for _, group in (*may.groups, *may.others) for offer in group] if may is not None else []
    offered = next((offer.label for offer in offers if offer.words == words), "")
    return offered or capital(Names(View(play.state, viewer)).text(words).replace(" --", ", "))


def declared_in_names(play: Play, viewer: str | None, defender: str, targets: list[str], dice: str) -> str:
    """A declaration as people read it."""
    names = Names(View(play.state, viewer))
    text = f"Campaign against {names.name(defender)}"
    text += f" for {names.listed(targets)}" if targets else ""
    return text + (f", with {count(int(dice), 'attack die', 'attack dice')}" if _few(dice) else "")


def _few(dice: str) -> bool:
    return dice.isdecimal() and len(dice) < 3


# -- why, for anything on the table: the requests that a thing could be a part of, each judged when it is tapped -------


# A card's kind by the fields that take one of that kind: asked for whether or not it can be chosen here.
_TAKES = {"card": ("denizen", "edifice"), "site": ("site",), "prize": ("banner",)}


def about(play: Play, viewer: str | None, thing: str) -> list[tuple[str, str]]:
    """What may be asked about a thing in this turn, as the viewer may know it: the words, and how they read."""
    table = table_of(play, play.state.turn, viewer)
    if table.game.state.phase not in PLAYING:
        return []
    names = Names(View(table.game.state, viewer))
    requests = [
        (ACTIONS[name], given)
        for name in ACTIONS.at(table.game.variants)
        for given in _requests_about(table, name, thing)
    ]
    return [(words_of(action.name, given), _read(action, given, names)) for action, given in requests]


def _requests_about(table: Table, name: str, thing: str) -> Iterator[dict[str, Any]]:
    """The requests for one action that name a thing in a field that everybody may know: the first, or its targets."""
    action, bare = ACTIONS[name], Frame(name, table.seat)
    fields = action.fields
    if not fields or fields[0].private:
        return
    first = list(table.game.inside(bare, fields[0].candidates))
    if thing in first or thing.partition(".")[0] in _TAKES.get(fields[0].kind, ()):
        yield {fields[0].name: thing}
    if len(fields) > 1 and fields[1].kind == "targets":
        for value in first:
            frame = given(table.game, action, bare, fields[0], value)
            if thing in list(table.game.inside(frame, fields[1].candidates)):
                yield {fields[0].name: value, fields[1].name: [thing]}


class _Open(dict[str, str]):
    """What is not said may be anything."""

    def __missing__(self, name: str) -> str:
        return "anything"


def _read(action: Action, row: dict[str, Any], names: Names) -> str:
    """A request as a menu says it, what it is for behind it."""
    words = {name: names.listed(value) if isinstance(value, list) else names.name(value) for name, value in row.items()}
    line = (action.menu or action.name).partition("[")[0].format_map(_Open(words))
    targets = [words[name] for name, value in row.items() if isinstance(value, list)]
    return capital(" for ".join([line, *targets]))
