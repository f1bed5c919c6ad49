"""What is said at a table, in ids: a request as ``why`` judges it and ``answer`` plays it, and a card that is placed.

Both go by this one reading: the words for each field are read as the question about it would be, in a frame that is
only tried.
"""

from collections.abc import Callable
from typing import NamedTuple

from oathtools import catalog
from oathtools.answerers.matching import Label, Misread, match, meant
from oathtools.answerers.requests import SpokenRequest
from oathtools.answerers.values import FieldContext, a_card, each_once, place, value
from oathtools.engine.decision import Answer, Decision
from oathtools.journal.play import Play
from oathtools.procedures.actions.action import available, completable, given, with_modifiers
from oathtools.procedures.actions.record import Action
from oathtools.procedures.adjudicate import END, PLAYING, Request
from oathtools.procedures.campaign.fight import PLAN
from oathtools.procedures.glossary.verbs import discard_pile
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.registry import written
from oathtools.procedures.machine.request import name_of
from oathtools.procedures.turn import ACTIONS
from oathtools.table.state import State
from oathtools.table.views import as_known_to

# What people see for the options of a kind of question.
LabelOf = Callable[[str], Label]
KEEP, ORDER, PLACE = "search.keep", "search.order", "play.to"
KEEPS = (KEEP, "setup.adviser")


class Table(NamedTuple):
    """The table as somebody may know it, and who is asked about.

    ``game`` is the game to be judged, ``knows`` whether the viewer may know the player's facedown cards; ``pending``
    is the question that is open in the real game, ``real`` that game; ``label_of`` gives the text that people see.
    """

    real: Game
    game: Game
    seat: str
    knows: bool
    pending: Decision | None = None


def table_of(play: Play, seat: str, viewer: str | None, *, spoil: bool = False, state: State | None = None) -> Table:
    """The running game as a viewer may know it; ``spoil``: as it is; ``state``: as it stood, with no question open."""
    registry, readings = play.game.registry, dict(play.game.readings)
    real = play.game if state is None else Game(state, registry, readings)
    game = Game(real.state if spoil else as_known_to(real.state, viewer)[0], registry, readings)
    return Table(real, game, seat, spoil or viewer == seat, play.pending if state is None else None)


class ParsedRequest(NamedTuple):
    """A request as it was understood.

    ``more`` are words behind the name of a card, for what its power asks; ``later`` those for questions that come in
    the course of the action; ``unread`` those for fields behind one of which nothing was said.
    """

    request: Request
    more: str = ""
    later: dict[str, str] = {}
    unread: dict[str, str] = {}


# -- requests ------------------------------------------------------------------------------------------------------


def parse_request(
    table: Table, parsed: SpokenRequest, label_of: LabelOf, decision: Decision | None = None
) -> ParsedRequest:
    """A request in ids. A thing that exists but cannot be chosen is taken: the rows say why not. Raises ``Misread``.

    ``decision``: the question of this action that is open, if it is under way. Words that speak of what is given
    already must mean that.
    """
    if parsed.action == END or table.game.state.phase not in PLAYING:
        return ParsedRequest(Request(parsed.action, {}))
    action, game = ACTIONS[parsed.action], table.game
    if parsed.who and match(parsed.who, game.state.seats, label_of("")) != table.seat:
        why = f"{parsed.who} is another player than the one who acts"
        raise Misread(why, "Leave the name out, or see whose turn it is")
    begun = decision.about if decision is not None and isinstance(decision.about, Frame) else None
    if parsed.modifiers and decision is not None and not decision.kind.endswith(".modifier"):
        raise Misread(f"it is too late to use {parsed.modifiers[0]!r} for the {parsed.action}", _TAKE_BACK)
    modifiers = tuple(_modifier(game, action, table.seat, word, label_of) for word in parsed.modifiers)
    frame = _begin(game, action, Frame(action.name, table.seat) if begun is None else _again(begun), modifiers)
    if begun is not None:
        modifiers = (*((card, param or "") for card, param in begun.modifiers), *modifiers)
    while begun is None and (needed := _needed(game, action, frame)) is not None:
        modifiers = (*modifiers, needed)
        frame = _begin(game, action, frame, (needed,))
    words = dict(parsed.fields)
    faces: dict[str, str] = {}
    more, plans = "", list(parsed.plans)
    for field in action.fields:
        of = FieldContext(game, action, frame, field, label_of(f"{action.name}.{field.name}"))
        given_words = words.pop(field.name, None)
        if more and field.kind in _TAKES_MORE:
            given_words, more = ", ".join(filter(None, (more, given_words))), ""
        if given_words is None and begun is not None and field.name in begun.given:
            chosen = begun.given[field.name]
        elif given_words is not None:
            chosen = value(given_words, of)
        elif field.kind == "oneself":
            chosen = table.seat
        else:
            chosen = of.only() if any(each.name in words for each in action.fields) else None
            if chosen is None:
                break
        if begun is not None and not same(chosen, begun.given.get(field.name, chosen)):
            before = begun.given[field.name]
            said = of.label(before) if isinstance(before, str) else "something else"
            raise Misread(f"{said} was chosen before", _TAKE_BACK)
        faces |= of.faces
        plans += of.plans
        more = of.more or more
        frame = given(game, action, frame, field, chosen)
    names = [field.name for field in action.fields]
    request = Request(
        parsed.action,
        dict(frame.given),
        modifiers,
        tuple(_plan(game, word, label_of) for word in plans),
        parsed.fields.get("pile"),
        faces,
        () if table.knows else tuple(faces),
    )
    later = {f"{action.name}.{name}": phrase for name, phrase in words.items() if name not in (*names, "pile")}
    return ParsedRequest(request, more, later, {name: phrase for name, phrase in words.items() if name in names})


def goes_on(decision: Decision, parsed: SpokenRequest) -> bool:
    """Does a request speak of the action under way, as far as something is still asked of it?"""
    action, _, name = decision.kind.partition(".")
    names = ("modifier", *parsed.fields, *(field.name for field in ACTIONS[action].fields)) if action in ACTIONS else ()
    return parsed.action == action and bool(parsed.fields) and name in names


# Kinds of values that words behind the name before may be meant for.
_TAKES_MORE = ("text", "targets")
_TAKE_BACK = "oathtools undo takes back the last answer"


def _begin(game: Game, action: Action, frame: Frame, modifiers: tuple[tuple[str, str], ...]) -> Frame:
    """A frame with those of some modifiers that can be used."""
    for card, param in modifiers:
        modifier = game.registry.modifier(action.name, card)
        if modifier is not None and param in modifier.options(game, frame, frame.actor):
            frame = written(game, modifier, frame, param)
    return frame


def _needed(game: Game, action: Action, frame: Frame) -> tuple[str, str] | None:
    """The modifier that goes without saying: it alone leaves the action possible, so that it is not asked for."""
    if not game.modifiers(action.name) or completable(game, action, frame):
        return None
    options = available(game, action, frame)
    found = [each for each in options
             if with_modifiers(game, action, written(game, each[0], frame, each[1])) is not None]  # fmt: skip
    return (found[0][0].card, found[0][1]) if len(found) == 1 else None


def _again(begun: Frame) -> Frame:
    """The frame of an action under way as it was before anything was given."""
    frame = begun.with_()
    frame.given = {}
    return frame


def same(one: Answer, other: Answer) -> bool:
    """Are two answers alike? The order of several does not matter."""
    if isinstance(one, list) and isinstance(other, list):
        return sorted(map(str, one)) == sorted(map(str, other))
    return one == other or (not isinstance(one, list | dict) and str(one) == str(other))


def _modifier(game: Game, action: Action, seat: str, word: str, label_of: LabelOf) -> tuple[str, str]:
    """``CARD`` or ``CARD@SITE``."""
    card, _, param = word.replace(" (", "@").rstrip(")").partition("@")
    known = [modifier.card for modifier in game.registry.modifiers.get(action.name, ())]
    name = meant(card, known, label_of(f"{action.name}.modifier"), forgiving=False) or name_of(card)
    if not param:
        return name, ""
    modifier = game.registry.modifier(action.name, name)
    options = modifier.options(game, Frame(action.name, seat), seat) if modifier else ()
    try:
        return name, match(param, each_once(filter(None, options), facts.site_ids(game)), label_of(""))
    except Misread:
        return name, name_of(param)


def _plan(game: Game, word: str, label_of: LabelOf) -> str:
    """``CARD`` or ``CARD=N``, with a sign where it goes the other way."""
    card, equals, number = word.partition("=")
    live = [each for each in facts.in_force(game) if catalog.is_card(each)]
    name = meant(card, live, label_of(PLAN), forgiving=False) or name_of(card)
    return f"{name}{equals}{number}"


# -- a card in hand ------------------------------------------------------------------------------------------------


class Placing(NamedTuple):
    """A card in hand and where it is to go; ``to`` None: it is only kept. ``face``: its name, if just told."""

    card: str
    to: str | None
    face: str = ""

    def is_in(self, game: Game, pending: Decision) -> bool:
        """Is it one of the cards that may be kept, or the one to be placed?"""
        return self.card in (pending.options if pending.kind == KEEP else (in_hand(game, pending),))


def is_placing(pending: Decision | None, parsed: SpokenRequest | None) -> bool:
    """Does a request speak of the card in hand?"""
    plays = parsed is not None and parsed.action == "play"
    return pending is not None and pending.kind in (KEEP, ORDER, PLACE) and plays


def placing(game: Game, pending: Decision, parsed: SpokenRequest, label_of: LabelOf) -> Placing:
    """``play CARD site``, ``discard CARD`` where a drawn card is to be kept, or one kept is to be placed."""
    words, pile = parsed.fields.get("card", ""), parsed.fields.get("pile")
    due = discard_pile(game, pending.who, "")
    if pile is not None and due != f"discard.{pile}":
        label = label_of("discard")
        raise Misread(f"it cannot go to {label(f'discard.{pile}')}", f"It goes to {label(due)}: oathtools law 10.5")
    if pending.kind == KEEP and not words:
        raise Misread("which of the cards drawn?", _PLACES)
    if pending.kind != KEEP and "to" not in parsed.fields:
        raise Misread("where does it go?", _PLACES)
    options = list(pending.options) if pending.kind == KEEP else [in_hand(game, pending)]
    card, face = options[0], ""
    if words:
        card, face = a_card(game.state, words, options, label_of(KEEP))
    to = place(parsed.fields["to"], game, pending.who, label_of(PLACE)) if "to" in parsed.fields else None
    return Placing(card, to, face)


_PLACES = "play CARD site, play CARD adviser, discard CARD"


def in_hand(game: Game, pending: Decision) -> str:
    """The card that was kept and is to be placed."""
    if pending.kind == PLACE:
        return str(pending.about.given["card"])
    return next(card for card in game.state.zone(f"hand.{pending.who}") if card not in pending.options)
