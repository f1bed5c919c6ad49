"""Words as the value of a field: one reader for each kind of value (``Field.kind``).

A word may mean anything of its kind that is there, whether it may be chosen or not: the rows say why not. Where a word
may mean several things, those that may be chosen come first. Raises ``Misread`` for words that are nothing here.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from oathtools import catalog
from oathtools.answerers.matching import Label, Misread, called, match, meant, parts_of
from oathtools.answerers.speech import number
from oathtools.answerers.words import all_of, for_eyes_of, number_in
from oathtools.engine.decision import holds
from oathtools.kit.lazy import pattern
from oathtools.procedures.actions.action import asker, offers
from oathtools.procedures.actions.play import ADVISER, DISCARD, FACEDOWN, VISION
from oathtools.procedures.actions.record import Action, Field
from oathtools.procedures.campaign.fight import BANDITS, PAWN, may_target
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import name_of
from oathtools.table import knowledge
from oathtools.table.state import BANNERS, RELICS, State


class FieldContext:
    """A field that words are said for: in which game, of which action, and what was given before it.

    ``faces`` are the names that unknown cards were said to have, ``more`` the words behind the name of a card,
    ``plans`` battle plans among the targets.
    """

    def __init__(self, game: Game, action: Action, frame: Frame, field: Field, label: Label) -> None:
        self.game, self.action, self.frame, self.field = game, action, frame, field
        self.label = called(label, game.state, frame.actor, frame.given.get("defender") or frame.given.get("other"))
        self.seat = frame.actor
        self.options: list[Any] = []
        with suppress(KeyError):  # what is there may rest on a field that is not given yet
            self.options = list(game.inside(frame, field.candidates))
        self.faces: dict[str, str] = {}
        self.more = ""
        self.plans: list[str] = []

    def legal(self) -> Iterator[Any]:
        """The candidates that may be chosen, one at a time."""
        game, frame, index = self.game, self.frame, self.action.fields.index(self.field)
        if self.field.decide is None:
            return (each for each in self.options if holds(offers(game, self.action, frame, index, each)))
        if self.field.kind == "targets":
            return (each for each in self.options if holds(game.inside(frame, may_target, each)))
        return iter(self.options)

    def only(self) -> Any:
        """The value that goes without saying, since no other is legal; None if there are several."""
        if self.field.private or asker(self.game, self.field, self.frame) != self.seat:
            return None
        found = list(self.legal())
        if len(found) != 1 or self.field.kind in ("number", "text"):
            return None
        return found if self.field.kind == "targets" else found[0]

    def match(self, words: str, *others: Iterable[str]) -> str:
        """One of the candidates, or of what else is of their kind."""
        return match(words, each_once(self.options, *others), self.label, self.legal())


def value(words: str, situation: FieldContext) -> Any:
    """What words mean as the value of a field. Raises ``Misread``; of a private one no candidate is listed."""
    try:
        return READERS[situation.field.kind](words, situation)
    except Misread as fault:
        if not situation.field.private:
            raise
        raise type(fault)(str(fault), for_eyes_of(situation.seat, situation.label)) from None


# -- players, sites, piles -----------------------------------------------------------------------------------------


def _option(words: str, situation: FieldContext) -> str:
    return situation.match(words)


def _player(words: str, situation: FieldContext) -> str:
    return situation.match(words, situation.game.state.seats)


def _opponent(words: str, situation: FieldContext) -> str:
    """A player or the bandits; words behind the name are for the targets."""
    known = each_once(situation.options, situation.game.state.seats, (BANDITS,))
    name, more = _first_named(words, known, situation.label)
    if not name:
        return situation.match(words, known)
    situation.more = more
    return name


def _oneself(words: str, situation: FieldContext) -> str:
    return situation.seat


def _site(words: str, situation: FieldContext) -> str:
    """Any site on the map, also by who is there; another one is told to be elsewhere."""
    state = situation.game.state
    there = meant(words, state.seats, situation.label, forgiving=False)
    if there is not None and state.players[there].slot is not None:
        return facts.site_id(situation.game, facts.site_of(situation.game, there))
    try:
        return situation.match(words, facts.site_ids(situation.game))
    except Misread as fault:
        name = _name_or(words, fault)
        if name in facts.site_ids(situation.game):
            raise  # it is there: what more was said of it is not understood
        what = "on the map, as far as anybody knows" if name.startswith("site.") else "a site"
        raise Misread(f"{catalog.name_of(name)} is not {what}", fault.hint) from None


# -- numbers -------------------------------------------------------------------------------------------------------


def _number(words: str, situation: FieldContext) -> Any:
    """A number of the kind of the candidates: figures, or a text of figures."""
    most = max((int(each) for each in situation.options if str(each).isdigit()), default=0)
    parsed = number(words)
    if parsed is not None and parsed.unit == "warband" and situation.field.unit == "die":
        parsed = parsed._replace(many=-1) if parsed.every else parsed  # all warbands: as many dice as may be
    count = number_in(words, 0, most) if parsed is None else parsed.of(most)
    return count if situation.field.decide is not None else str(count)


def _price(words: str, situation: FieldContext) -> str:
    return words if words in situation.options else str(_number(words, situation))


def _text(words: str, situation: FieldContext) -> str:
    return words


# -- cards ---------------------------------------------------------------------------------------------------------


def _card(words: str, situation: FieldContext) -> str:
    """A denizen or an edifice, here or anywhere; one that is here may be misspelt."""
    if (here := meant(words, situation.options, situation.label)) is not None:
        return here
    in_play = [card for card in facts.in_force(situation.game) if card.startswith(("denizen.", "edifice."))]
    try:
        return situation.match(words, in_play)
    except Misread as fault:
        name = _name_or(words, fault)
    if not name.startswith(("denizen.", "edifice.")):
        raise Misread(f"{catalog.name_of(name)} is a {name.partition('.')[0]}, not a denizen or an edifice")
    return name


def _power(words: str, situation: FieldContext) -> str:
    """A card in force; words behind its name are for what its power asks."""
    in_force = [card for card in facts.in_force(situation.game) if catalog.is_card(card)]
    card, situation.more = card_and_more(words, each_once(situation.options, in_force), situation.label)
    return card


def card_and_more(words: str, options: Sequence[str], label: Label) -> tuple[str, str]:
    """The card that the first of some words name, and the others. Raises ``Misread``."""
    found, more = _first_named(words, options, label)
    if found:
        return found, more
    try:
        return match(words, options, label), ""
    except Misread as fault:
        return _name_or(words, fault), ""


def _first_named(words: str, options: Sequence[str], label: Label) -> tuple[str, str]:
    """What the first of some words name, as many of them as may be, and the others; nothing if they name nothing."""
    tokens = words.split()
    for forgiving in (False, True):
        for cut in range(len(tokens), 0, -1):
            found = meant(" ".join(tokens[:cut]), options, label, forgiving=forgiving)
            if found is not None:
                return found, " ".join(tokens[cut:])
    return "", ""


def _unseen(words: str, situation: FieldContext) -> str:
    """One of some cards that may be unknown; the name that it is said to have is kept."""
    card, face = a_card(situation.game.state, words, situation.options, situation.label)
    if face:
        situation.faces[card] = face
    return card


def a_card(state: State, words: str, options: Sequence[str], label: Label) -> tuple[str, str]:
    """A card among some that may be unknown: its id, and the name it is said to have if nobody has told it.

    A card that is elsewhere is returned as it is. Raises ``Misread`` for a name that no unknown card here can have.
    """
    handles = [card for card in options if card in state.handles]
    if words in options:
        return words, ""
    found = meant(words, [card for card in options if card not in handles], label, forgiving=not handles)
    if found is not None:
        return found, ""
    try:
        name = name_of(words)
    except Misread:
        return match(words, options, label), ""
    alike = [card for card in handles if state.handles[card].back == name.partition(".")[0]]
    if name in state.where or not alike:
        return name, ""
    faults = [knowledge.contradiction(state, state.handles[card].groups, name) for card in alike]
    if None in faults:
        return alike[faults.index(None)], name
    needed = ", ".join(map(catalog.name_of, next(filter(None, faults), ())))
    because = f"the unknown cards elsewhere need {needed}" if needed else "it is not among the cards this one may be"
    raise Misread(f"{catalog.name_of(name)} cannot be here: {because}")


def _placement(words: str, situation: FieldContext) -> str:
    return place(words, situation.game, situation.seat, situation.label)


def place(words: str, game: Game, seat: str, label: Label) -> str:
    """Where a card goes: ``site``, the name of a site, ``adviser``, ``adviser-facedown``, ``vision``, ``discard``."""
    if words.casefold() in ("site", "here", "my site"):
        return facts.site_id(game, facts.site_of(game, seat))
    return match(words, [ADVISER, FACEDOWN, VISION, DISCARD, *facts.site_ids(game)], label)


# -- relics and banners --------------------------------------------------------------------------------------------


def _prize(words: str, situation: FieldContext) -> str:
    """``relic-N`` of the site, or a banner; a relic by its name where the viewer has seen it here."""
    place = _RELIC.fullmatch(words)
    if place is not None and place[1] == "relic" and (place[2] or not words.endswith("here")):
        return f"relic-{place[2] or 1}"
    try:
        return situation.match(words, BANNERS)
    except Misread as fault:
        name = _name_or(words, fault)
    here = situation.game.state.zone(RELICS[facts.site_of(situation.game, situation.seat)])
    if name in here:
        return f"relic-{here.index(name) + 1}"
    hint = "Say relic 1, relic 2 ... of the site, the People's Favor or the Darkest Secret"
    raise Misread(f"{catalog.name_of(name)} cannot be recovered by its name", hint)


def _relic(words: str, situation: FieldContext) -> str:
    """A facedown relic: ``relic`` or ``relic-2`` at one's site, ``reliquary-3``; the first there that may be seen."""
    place = _RELIC.fullmatch(words)
    if words in situation.options or place is None or (words.endswith("here") and not place[2]):
        return situation.match(words)
    what, number = place[1].casefold(), place[2]
    here = f"relic-{facts.site_of(situation.game, situation.seat) + 1}-" if what == "relic" else "reliquary-"
    if number:
        return f"{here}{number}"
    found = [each for each in situation.options if each.startswith(here)]
    found += [each for each in situation.legal() if each.startswith(what)]
    return found[0] if found else f"{here}1"


_RELIC = pattern(r"(?:the |site[- ])?(relic|reliquary)(?:[- ](\d+))?(?: here)?", re.IGNORECASE)


def _space(words: str, situation: FieldContext) -> str:
    """A space of the Reliquary."""
    number = words.casefold().removeprefix("reliquary").removeprefix("relic").lstrip("- ")
    if number.isdigit():
        if not 1 <= int(number) <= 4:
            raise Misread(f"there is no space {number} in the Reliquary", "Spaces: 1 to 4")
        return f"reliquary-{number}"
    return situation.match(words, [f"reliquary-{number}" for number in range(1, 5)])


def _targets(words: str, situation: FieldContext) -> list[str]:
    """Targets of a campaign: sites, relics, banners, pawn and favor, whoever has them."""
    game = situation.game
    held = [card for seat in game.state.seats for card in facts.relics_held(game, seat)]
    known = each_once(situation.options, facts.site_ids(game), held, BANNERS, [PAWN])
    plans = [card for card in facts.in_force(game) if card in game.registry.plans]
    found: list[str] = []
    for part in parts_of(words, [*known, *plans], situation.label):
        if every := all_of(part, situation.legal()):
            found += every
        elif meant(part, known, situation.label) is None and meant(part.partition("=")[0], plans, situation.label):
            situation.plans.append(part)
        else:
            found.append(situation.match(part, known))
    return each_once(found)


# -- what the readers share ----------------------------------------------------------------------------------------


def _name_or(words: str, fault: Misread) -> str:
    """The card of the catalogue that words name; if none, what was wrong with them before."""
    try:
        return name_of(words)
    except Misread:
        raise fault from None


def each_once(*several: Iterable[str]) -> list[str]:
    """The members of several lists, each once."""
    return list(dict.fromkeys(one for some in several for one in some))


READERS: dict[str, Callable[[str, FieldContext], Any]] = {
    "option": _option, "player": _player, "opponent": _opponent, "oneself": _oneself, "site": _site, "pile": _option,
    "number": _number, "price": _price, "text": _text, "card": _card, "power": _power, "declared": _power,
    "unseen": _unseen, "placement": _placement, "prize": _prize, "relic": _relic, "space": _space,
    "targets": _targets,
}  # fmt: skip
