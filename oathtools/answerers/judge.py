"""Words put to the adjudicator: a line of the request grammar as a verdict, and what may be done as such lines.

A verdict rests on what the viewer may know (9.4): the table is looked at as it is for them, every other card unknown.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.answerers.lines import Line, told_how
from oathtools.answerers.requests import Said, card_and_more, peeked, request_of
from oathtools.answerers.spoken import spoken
from oathtools.answerers.words import Label, Misread, generic, intelligible, match, meant, name_of, parts_of
from oathtools.engine.decision import Decision, Form
from oathtools.engine.rows import Refusal
from oathtools.journal.play import Play
from oathtools.procedures import adjudicate
from oathtools.procedures.actions.action import given
from oathtools.procedures.actions.play import ADVISER, DISCARD, FACEDOWN, VISION
from oathtools.procedures.adjudicate import END, PLAYING, Legal, Opinion, Request
from oathtools.procedures.campaign import declaration as campaign
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.registry import written
from oathtools.procedures.turn.loop import ACTIONS
from oathtools.table import knowledge
from oathtools.table.position.public import as_known_to
from oathtools.table.state import BANNERS, RELICS

LabelOf = Callable[[str], Label]
KEEP, PLACE = "search.keep", "play.to"


class Table(NamedTuple):
    """The table as somebody may know it, and who is asked about.

    ``game`` is the game to be judged, ``knows`` whether the viewer may know the player's facedown cards; ``pending``
    is the question that is open in the real game, ``real`` that game.
    """

    real: Game
    game: Game
    seat: str
    knows: bool
    pending: Decision | None = None

    @property
    def busy(self) -> Refusal | None:
        """What must be answered before another action can be taken."""
        return adjudicate.under_way(self.real, self.pending)


def table_of(play: Play, seat: str, viewer: str | None, *, spoil: bool = False) -> Table:
    """The running game as a viewer may know it; ``spoil``: as it is."""
    state = play.state if spoil else as_known_to(play.state, viewer)[0]
    game = Game(state, play.game.registry, dict(play.game.readings))
    return Table(play.game, game, seat, spoil or viewer == seat, play.pending)


# -- verdicts ------------------------------------------------------------------------------------------------------


def verdict(table: Table, line: Line, label_of: LabelOf, *, repairs: bool = True) -> Opinion:
    """May this be done? Raises ``Misread`` for words that are nothing here.

    A line that begins with no verb, or that speaks of the action under way, is an answer to the open question.
    """
    pending = table.pending
    said = request_of(line, forgiving=True)
    in_hand = pending is not None and pending.kind in (KEEP, PLACE) and pending.who == table.seat
    if in_hand and pending is not None and said is not None and said.action == "play":
        return _placing(table, pending, said, label_of)
    if said is None:
        if pending is None or not line.words:
            raise Misread(f"{' '.join(line.words)!r} is no request", "A request begins with travel, muster, trade ...")
        return _answer(table, pending, line, label_of)
    if pending is not None and pending.who == table.seat and not pending.private and pending.form is Form.ONE:
        field = pending.kind.removeprefix(f"{said.action}.")
        if said.fields.keys() == {field} and not said.modifiers:
            return adjudicate.judge_answer(pending, generic(pending, [said.fields[field]], label_of(pending.kind)))
    with told_how(line):
        request = request_in(table, said, label_of)
    return adjudicate.why(table.game, table.seat, request, repairs=repairs, busy=table.busy)


def heard(table: Table, line: Line, label_of: LabelOf) -> str | None:
    """How the words of a request were understood, in the words of the grammar and in ids; None for an answer."""
    said = request_of(line, forgiving=True)
    if said is None or table.game.state.phase not in PLAYING:
        return None
    return spoken(request_in(table, said, label_of))


def _answer(table: Table, pending: Decision, line: Line, label_of: LabelOf) -> Opinion:
    """An answer to the open question; whether it is allowed may be for the answering player's eyes only."""
    if pending.private and not (table.knows and table.seat == pending.who):
        intelligible(pending, line.words, label_of(pending.kind))
        return _for_eyes_of(pending)
    return adjudicate.judge_answer(pending, generic(pending, line.words, label_of(pending.kind)))


def _for_eyes_of(pending: Decision) -> Opinion:
    clause = pending.cites[0] if pending.cites else "9.4"
    because = f"only {pending.who} may know which answers are possible"
    return Opinion(None, (), depends=(Refusal(clause, because, pending.who),))


def _placing(table: Table, pending: Decision, said: Said, label_of: LabelOf) -> Opinion:
    """5.1.3, 5.1.4: a drawn card is kept, or the one that was kept is placed."""
    game, words = table.real, said.fields.get("card", "")
    if not table.knows:
        if words:
            intelligible(pending, [words], label_of(KEEP))
        return _for_eyes_of(pending)
    card = pending.about.given["card"] if pending.kind == PLACE else None
    faces: dict[str, str] = {}
    if words:
        options = list(pending.options) if pending.kind == KEEP else [str(card)]
        card, faces = _a_card(game, words, options, label_of(KEEP))
        if card not in options:
            because = f"{faces.get(card, card)} is not among the cards drawn"
            return Opinion(False, (Refusal(pending.cites[0], because),))
    elif card is None:
        raise Misread("which card?", "play CARD site, play CARD adviser, discard CARD")
    to = _place(game, table.seat, said.fields["to"], label_of(PLACE)) if "to" in said.fields else None
    return adjudicate.judge_placing(game, table.seat, card, to, faces)


# -- words to requests ---------------------------------------------------------------------------------------------


def request_in(table: Table, said: Said, label_of: LabelOf) -> Request:
    """A request in ids. A thing that exists but cannot be chosen is taken: the rows say why not. Raises ``Misread``."""
    if said.action == END:
        return Request(END, {})
    if table.game.state.phase not in PLAYING:
        return Request(said.action, {})
    return _Reader(table, said, label_of).request()


class _Reader:
    """Reads the words for each field of an action, in the order in which it is told."""

    def __init__(self, table: Table, said: Said, label_of: LabelOf) -> None:
        self.table, self.game, self.seat, self.said = table, table.game, table.seat, said
        self.label_of = label_of
        self.faces: dict[str, str] = {}
        self.more: dict[str, str] = {}
        self.action = ACTIONS[said.action]

    def request(self) -> Request:
        modifiers = tuple(self._modifier(word) for word in self.said.modifiers)
        frame = Frame(self.action.name, self.seat)
        for card, param in modifiers:
            modifier = self.game.registry.modifier(self.action.name, card)
            if modifier is not None and param in modifier.options(self.game, frame, self.seat):
                frame = written(self.game, modifier, frame, param)
        for field in self.action.fields:
            words = self.seat if field.name == "who" else self.said.fields.get(field.name) or self.more.get(field.name)
            if words is None:
                break
            options = list(self.game.inside(frame, field.candidates))
            self.game.frames.append(frame)
            try:
                value = self._value(field.name, words, options, frame)
            finally:
                self.game.frames.pop()
            frame = given(self.game, self.action, frame, field, value)
        self._left_over(frame)
        plans = tuple(self._plan(word) for word in self.said.plans)
        doubted = () if self.table.knows else tuple(self.faces)
        pile = self.said.fields.get("pile")
        return Request(self.said.action, dict(frame.given), modifiers, plans, pile, self.faces, doubted)

    def _left_over(self, frame: Frame) -> None:
        """Words for a later field say nothing while an earlier one is open."""
        names = [field.name for field in self.action.fields]
        for name, words in self.said.fields.items():
            if name in names and name not in frame.given:
                missing = next(each for each in names if each not in frame.given)
                hint = f"Say the {missing} of the {self.action.name} first"
                raise Misread(f"{words!r} says too little", hint)

    def _value(self, name: str, words: str, options: list[Any], frame: Frame) -> Any:
        kind = f"{self.action.name}.{name}"
        special = _READERS.get(kind)
        if special is not None:
            return special(self, words, options, frame)
        if name == "number":
            return str(_number(words))
        if name in ("other", "defender", "who"):
            return self._seat(words, frame)
        return match(words, options, self.label_of(kind))

    def _seat(self, words: str, frame: Frame) -> str:
        everybody = [*self.game.state.seats, *((campaign.BANDITS,) if frame.action == "campaign" else ())]
        return match(words, everybody, self.label_of("campaign.defender"))

    def site(self, words: str, frame: Frame) -> str:
        options = facts.site_ids(self.game)
        try:
            return match(words, options, self.label_of("travel.to"))
        except Misread as fault:
            try:
                name = name_of(words)
            except Misread:
                raise fault from None
            what = "on the map, as far as anybody knows" if name.startswith("site.") else "a site"
            raise Misread(f"{catalog.name_of(name)} is not {what}", fault.hint) from None

    def card_at_site(self, words: str, options: list[Any], frame: Frame) -> str:
        """A denizen or an edifice: first of those that can be chosen, then any."""
        label = self.label_of(f"{self.action.name}.card")
        found = meant(words, options, label, forgiving=False)
        if found is not None:
            return found
        in_play = [card for card in facts.in_force(self.game) if card.startswith(("denizen.", "edifice."))]
        for choice in (options, in_play):
            try:
                return match(words, choice, label)
            except Misread:
                continue
        name = name_of(words)
        if not name.startswith(("denizen.", "edifice.")):
            kind = name.partition(".")[0]
            raise Misread(f"{catalog.name_of(name)} is a {kind}, not a denizen or an edifice")
        return name

    def recovered(self, words: str, options: list[Any], frame: Frame) -> str:
        """``relic-N`` or a banner; a relic by its name where the viewer has seen it here."""
        if words.startswith("relic-") and words.removeprefix("relic-").isdigit():
            return words
        try:
            return match(words, _each(BANNERS, options), self.label_of("recover.target"))
        except Misread:
            name = name_of(words)
            here = self.game.state.zone(RELICS[facts.site_of(self.game, self.seat)])
            if name in here:
                return f"relic-{here.index(name) + 1}"
            raise Misread(
                f"{catalog.name_of(name)} cannot be recovered by its name",
                "Say relic 1, relic 2 ... of the site, the People's Favor or the Darkest Secret",
            ) from None

    def paid(self, words: str, options: list[Any], frame: Frame) -> str:
        return words if words == "printed" else str(_number(words))

    def targets(self, words: str, options: list[Any], frame: Frame) -> list[str]:
        held = [card for seat in self.game.state.seats for card in facts.relics_held(self.game, seat)]
        known = _each(options, facts.site_ids(self.game), held, BANNERS, [campaign.PAWN])
        label = self.label_of("campaign.targets")
        chosen = [match(part, known, label) for part in parts_of(words, known, label)]
        return list(dict.fromkeys(chosen))

    def dice(self, words: str, options: list[Any], frame: Frame) -> int:
        return _number(words)

    def facedown(self, words: str, options: list[Any], frame: Frame) -> str:
        card, faces = _a_card(self.game, words, options, self.label_of("play.card"))
        self.faces |= faces
        return card

    def place(self, words: str, options: list[Any], frame: Frame) -> str:
        return _place(self.game, self.seat, words, self.label_of(PLACE))

    def power(self, words: str, options: list[Any], frame: Frame) -> str:
        in_force = [card for card in facts.in_force(self.game) if catalog.is_card(card)]
        try:
            return card_and_more(words, _each(options, in_force), self.label_of("power.card"))[0]
        except Misread:
            return name_of(words)

    def declared(self, words: str, options: list[Any], frame: Frame) -> str:
        """The card whose power is declared; the words after its name are the moves."""
        in_force = [card for card in facts.in_force(self.game) if catalog.is_card(card)]
        card, moves = card_and_more(words, _each(options, in_force), self.label_of("declare.card"))
        if moves:
            self.more["moves"] = moves
        return card

    def moves(self, words: str, options: list[Any], frame: Frame) -> str:
        return words

    def peek(self, words: str, options: list[Any], frame: Frame) -> str:
        legal = [each for each in options if self._seen_or_near(each)]
        what = peeked(words, options, self.game.state.players[self.seat].slot, legal)
        if what.startswith(("relic-", "reliquary-")):
            return what
        return match(what, options, self.label_of("peek.what"))

    def _seen_or_near(self, what: str) -> bool:
        kind, *numbers = what.split("-")
        return kind == "reliquary" or int(numbers[0]) - 1 == facts.site_of(self.game, self.seat)

    def space(self, words: str, options: list[Any], frame: Frame) -> str:
        if words.removeprefix("reliquary-").isdigit():
            number = int(words.removeprefix("reliquary-"))
            if not 1 <= number <= 4:
                raise Misread(f"there is no space {number} in the Reliquary", "Spaces: 1 to 4")
            return f"reliquary-{number}"
        spaces = [f"reliquary-{number}" for number in range(1, 5)]
        return match(words, spaces, self.label_of("offer.relic"))

    def direction(self, words: str, options: list[Any], frame: Frame) -> str:
        return match(words.removeprefix("to ").removeprefix("the "), options, self.label_of("move-warbands.to"))

    def source(self, words: str, options: list[Any], frame: Frame) -> str:
        plain = words.casefold().removeprefix("the ").removesuffix(" pile").removesuffix(" discard")
        return match(plain, options, self.label_of("search.source"))

    # -- what goes with it -----------------------------------------------------------------------------------------

    def _modifier(self, word: str) -> tuple[str, str]:
        """``CARD`` or ``CARD@SITE``."""
        card, _, param = word.partition("@")
        known = [modifier.card for modifier in self.game.registry.modifiers.get(self.action.name, ())]
        found = meant(card, known, self.label_of(f"{self.action.name}.modifier"), forgiving=False)
        name = found or name_of(card)
        if not param:
            return name, ""
        modifier = self.game.registry.modifier(self.action.name, name)
        options = list(modifier.options(self.game, Frame(self.action.name, self.seat), self.seat)) if modifier else []
        places = _each([option for option in options if option], facts.site_ids(self.game))
        try:
            return name, match(param, places, self.label_of("travel.to"))
        except Misread:
            return name, name_of(param)

    def _plan(self, word: str) -> str:
        """``CARD`` or ``CARD=N``, with a sign where it goes the other way."""
        card, equals, number = word.partition("=")
        live = [each for each in facts.in_force(self.game) if catalog.is_card(each)]
        found = meant(card, live, self.label_of("campaign.plan"), forgiving=False)
        name = found or name_of(card)
        return f"{name}{equals}{number}"


_READERS: dict[str, Callable[[_Reader, str, list[Any], Frame], Any]] = {
    "travel.to": lambda reader, words, options, frame: reader.site(words, frame),
    "search.source": _Reader.source,
    "muster.card": _Reader.card_at_site,
    "trade.card": _Reader.card_at_site,
    "recover.target": _Reader.recovered,
    "recover.pay": _Reader.paid,
    "campaign.targets": _Reader.targets,
    "campaign.dice": _Reader.dice,
    "play.card": _Reader.facedown,
    "play.to": _Reader.place,
    "power.card": _Reader.power,
    "declare.card": _Reader.declared,
    "declare.moves": _Reader.moves,
    "peek.what": _Reader.peek,
    "offer.relic": _Reader.space,
    "move-warbands.to": _Reader.direction,
}


def _each(*several: Iterable[str]) -> list[str]:
    """The members of several lists, each once."""
    return list(dict.fromkeys(one for some in several for one in some))


def _number(words: str) -> int:
    if not words.strip().isdigit():
        raise Misread(f"{words!r} is not a number")
    return int(words)


def _place(game: Game, seat: str, words: str, label: Label) -> str:
    """Where a card goes: ``site``, the name of a site, ``adviser``, ``adviser-facedown``, ``vision``, ``discard``."""
    if words.casefold() == "site":
        return facts.site_id(game, facts.site_of(game, seat))
    return match(words, [ADVISER, FACEDOWN, VISION, DISCARD, *facts.site_ids(game)], label)


def _a_card(game: Game, words: str, options: Sequence[str], label: Label) -> tuple[str, dict[str, str]]:
    """A card among some that may be unknown: its id, and the name it is said to have if nobody has told it.

    A card that everybody sees elsewhere is returned as it is; a name no unknown card can have raises ``Misread``.
    """
    state = game.state
    known = [card for card in options if card not in state.handles]
    handles = [card for card in options if card in state.handles]
    if words in options:
        return words, {}
    found = meant(words, known, label, forgiving=not handles)
    if found is not None:
        return found, {}
    try:
        name = name_of(words)
    except Misread:
        return match(words, options, label), {}
    if name in state.where:
        return name, {}
    alike = [card for card in handles if state.handles[card].back == name.partition(".")[0]]
    if not alike:
        return name, {}
    free = [card for card in alike if knowledge.contradiction(state, state.handles[card].groups, name) is None]
    if not free:
        raise Misread(f"{catalog.name_of(name)} cannot be here", "oathtools status shows what has been told")
    return free[0], {free[0]: name}


# -- what may be done, in words ------------------------------------------------------------------------------------


def may_do(table: Table) -> Legal:
    """Everything that may be done now, as far as the viewer may know it; nothing while a question is open."""
    state = table.game.state
    if state.phase != "act" or state.turn != table.seat or table.busy is not None:
        return Legal((), (), ())
    return adjudicate.legal(table.game, table.seat, knows=table.knows)
