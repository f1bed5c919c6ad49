"""Verdicts: may a player do this here? All reasons, what it turns on, the smallest repairs, and the derivation.

The record is filled from the words, hypothetically; the same rows that offer and refuse are read, every stage of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from oathtools import catalog
from oathtools.engine.decision import LAW, Decision, Refusal, Row, failed, stated
from oathtools.engine.windows import Power
from oathtools.kit.lazy import pattern
from oathtools.law.clauses import entries
from oathtools.law.rulings import Faq, Ruling, deciding, points, rulings_for
from oathtools.odds.battle import SIDES
from oathtools.procedures.actions.action import full_cost, wasted
from oathtools.procedures.actions.play import may_place, not_from_here, placements
from oathtools.procedures.actions.record import Field
from oathtools.procedures.adjudicate.derivation import derivation
from oathtools.procedures.adjudicate.walk import Walked, Witness, deciding_here, has_price, refusals, walk, witness_of
from oathtools.procedures.campaign.outlook import Outlook, title_settled
from oathtools.procedures.machine import facts, promises
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import END, Misread, Opinion, Repair, Request, name_of
from oathtools.procedures.turn import ACTIONS
from oathtools.table import knowledge
from oathtools.table.effects import Effects
from oathtools.table.state import PLAYING, SECRET, State

# -- what is behind a refusal: a power that changed a value on which it rests is named beside it -----------------------


def behind(game: Witness, seat: str, request: Request, refused: Iterable[Refusal]) -> tuple[Refusal, ...]:
    """Reasons against a request, each followed by the powers of other cards without which it would not stand."""
    with game.listening() as witness:
        walk(game, seat, request)
    powers = {change.power.card: change.power for change in witness.changed}
    left = {card: {_kind(reason) for reason in refusals(game.deaf_to(card), seat, request)} for card in powers}
    return tuple(dict.fromkeys(_in_order(refused, powers, left)))


def _in_order(
    refused: Iterable[Refusal], powers: dict[str, Power], left: dict[str, set[tuple[str, str]]]
) -> Iterator[Refusal]:
    for reason in refused:
        yield reason
        for card, power in powers.items():
            named = card == reason.source or card in reason.because
            if not named and _kind(reason) not in left[card]:
                clause = next((cite for cite in power.cites if cite[:1].isdigit()), power.place.clause)
                yield Refusal(clause, f"{card} makes it so", card)


def _kind(reason: Refusal) -> tuple[str, str]:
    """What of a reason stays the same where its numbers do not."""
    return reason.clause, reason.source


# -- cautions: cards used for nothing, and those whose power touches a request and is not coded yet: none passed over --


_PERSISTENT = ("persistent", "other")


def cautions(game: Game, request: Request, walked: Walked) -> Iterator[Refusal]:
    """What comes to nothing; every card, faceup or named, whose power touches the request and is not coded yet."""
    yield from wasted(walked.rows)
    coded = set(game.registry.coded)
    named = set(_named(request))
    if len(walked.stages) < 2:
        return
    with game.within(walked.frame):
        live = [card for card in facts.in_force(game) if card not in game.state.handles]
        for card in dict.fromkeys((*live, *(each for each in named if catalog.is_card(each)))):
            if card in coded:
                continue
            clause = _named_touch(card, request) if card in named else None
            if clause is None and card in live:
                clause = _touch(game, card, request, walked)
            if clause is not None:
                yield Refusal(clause, _says(card, clause), card)


def _says(card: str, clause: str) -> str:
    if clause in ("7.3.2", "7.3.3"):
        return f"the power of {card} is not coded yet: its player declares what it does"
    return f"the power of {card} may bear on this and is not coded yet"


def _named(request: Request) -> Iterator[str]:
    yield from (card for card, _ in request.modifiers)
    yield from (plan.partition("=")[0] for plan in request.plans)
    if "card" in request.given:
        yield request.faces.get(request.given["card"], request.given["card"])


def _named_touch(card: str, request: Request) -> str | None:
    """The clause by which a card that the request names bears on it: its power is to be used, or it is to be played."""
    kinds = {power.kind: power for power in catalog.card(card).powers}
    if any(card == modifier for modifier, _ in request.modifiers):
        return "7.4"
    if any(card == plan.partition("=")[0] for plan in request.plans) and "battle_plan" in kinds:
        return "7.5"
    action = ACTIONS.get(request.action)
    woken = action.sets_off(request.given) if action and action.sets_off else ()
    return next((clause for kind, clause in woken if kind in kinds), None)


def _touch(game: Game, card: str, request: Request, walked: Walked) -> str | None:
    """The clause by which the power of a card in play touches a request; None if it does not."""
    seat = walked.frame.actor
    for power in catalog.card(card).powers:
        modifier = power.kind == "modifier" and power.modifies == request.action
        if modifier and facts.has_access(game, seat, card):
            return "7.4"
        if power.kind in _PERSISTENT and _concerns(game, seat, card, power.kind):
            found = _rests_on(card, _carrying(request)) or _by_price(game, card, walked)
            if found is not None:
                return found
    return None


def _concerns(game: Game, seat: str, card: str, kind: str) -> bool:
    """Can a power that is always on concern this player? Powers about enemies (10.7) not those who rule the card."""
    if kind == "other":
        return facts.has(game, seat, card) or facts.slot_of(game, card) is not None
    if "10.7" in _clauses(card):
        return not facts.rules_card(game, seat, card)
    return True


def _carrying(request: Request) -> tuple[str, ...]:
    """The clauses that carry an action, from its declaration to what follows on it: those of what it says, if any."""
    action = ACTIONS.get(request.action)
    if action is None:
        return ()
    given = [(field, request.given[field.name]) for field in action.fields if field.name in request.given]
    own = next((field.carried(value) for field, value in given if field.carried), None)
    return own or action.carried or (action.clause,)


def _rests_on(card: str, carrying: tuple[str, ...]) -> str | None:
    """The first clause of a card's text that is one of those that carry an action, or below one of them."""
    for clause in _clauses(card):
        # 5.1.4 itself stands for every placement, 5.1.4.1 for one of them: a parent is met by itself only.
        deep = [each for each in carrying if each != "5.1.4"]
        if clause in carrying or any(clause.startswith(f"{each}.") for each in deep):
            return clause
    return None


def _by_price(game: Game, card: str, walked: Walked) -> str | None:
    """A power about costs (7.1.2) and no action by name touches what is paid for with secrets by a power's cost."""
    action = ACTIONS.get(walked.frame.action)
    if action is None or not walked.whole or "7.1.2" not in _clauses(card) or not has_price(game, action, walked.frame):
        return None
    if any(clause.startswith("5.") for clause in _clauses(card)):
        return None
    items = full_cost(game, walked.frame, action).items
    return "7.1.2" if any(item.what == SECRET and item.source != "law" for item in items) else None


@cache
def _clauses(card: str) -> tuple[str, ...]:
    """The clauses that a card's power rests on (data/texts)."""
    return tuple(entries("texts").get(card, {}).get("clauses") or ())


# -- what a table reads otherwise than is usual, where that decides what is said of it ---------------------------------


def deciding_odds(table: Game, look: Outlook) -> dict[str, str]:
    """The same of what the odds of a declaration rest on.

    That is the title, the numbers, the plans used and those that may be, the rerolls. ``table``: the game before the
    title was laid where it is due.
    """

    def rests_on(game: Witness) -> Any:
        anew = Outlook(title_settled(game, table.frame), look.bare_frame, look.on.allies)
        for used in look.on.used:
            anew = anew.then(used.who, used.chosen)
        rows = [anew.options(seat) for side in SIDES for seat in anew.players(side)]
        return anew.battle, anew.addends(), rows

    return deciding_here(table, rests_on)


# -- The rulings that bear on a verdict: the readings that the code asked for, and points tied to a clause that fails


def touched(game: Witness, seat: str, request: Request, walked: Walked) -> tuple[tuple[str, str], ...]:
    """The ids of the rulings that bear on a verdict, each with the reading in force there ("" for the card FAQ)."""
    found = deciding(game.readings_used, lambda others: _verdict_rows(_reading(game, others), seat, request))
    refusing = [row for row in (*walked.rows, *walked.leave) if not row[0]]
    for point in _points(refusing):
        found.setdefault(point.id, game.readings.get(point.id, point.take))
    for faq in _answers(failed(refusing)):
        found.setdefault(faq.id, "")
    known = list(points())
    return tuple(sorted(found.items(), key=lambda item: known.index(item[0]) if item[0] in known else len(known)))


def _reading(game: Witness, others: Mapping[str, str]) -> Witness:
    """The same table, with other readings of some points."""
    return Witness(game.state, game.registry, {**game.readings, **others}) if others else game


def _verdict_rows(game: Witness, seat: str, request: Request) -> tuple[tuple[Refusal, ...], tuple[Refusal, ...]]:
    walked = walk(game, seat, request)
    return walked.refusals, derivation(game, seat, request, walked)


def _points(refusing: Iterable[Row]) -> Iterator[Ruling]:
    """The open points that the rows which fail carry out, and those about a card that refuses, on the same clause."""
    points_in_rows = {row[4] for row in refusing if len(row) > 4}
    about = {(each.source, each.clause) for each in failed(refusing)}
    for point in points().values():
        if point.id in points_in_rows or any(
            (card, clause) in about for card in point.cards for clause in point.clauses
        ):
            yield point


def _answers(refused: Iterable[Refusal]) -> Iterator[Faq]:
    """The publisher's answers about a card that refuses, on the very clause that it cites."""
    for each in refused:
        if each.source != LAW:
            for found in rulings_for(clause=each.clause, card=each.source):
                if isinstance(found, Faq) and found.card == each.source:
                    yield found


# -- what a verdict cannot know: the faces of unknown cards that a rule reads. Every face is asked in turn -------------


def with_faces_named(state: State, faces: dict[str, str]) -> State:
    """A copy of a state in which unknown cards have been told by name."""
    copy = state.copy()
    do = Effects(copy)
    for card, name in faces.items():
        do.learn(card, name, ())
    return copy


def with_faces(request: Request, faces: dict[str, str]) -> Request:
    """A request in which the names stand for the unknown cards."""
    given = {
        field: faces.get(value, value) if isinstance(value, str) else value for field, value in request.given.items()
    }
    return request._replace(given=given, faces={})


def on_faces(game: Game, seat: str, request: Request) -> Iterator[Refusal]:
    """The unknown cards of a request on whose face the verdict turns, with the clauses that read it."""
    for card in [value for value in request.given.values() if isinstance(value, str) and value in game.state.handles]:

        def against(name: str, card: str = card) -> tuple[Refusal, ...]:
            trial = Game(with_faces_named(game.state, {card: name}), game.registry, game.readings)
            return refusals(trial, seat, with_faces(request, {card: name}))

        yield from turns_on(game, card, against)


def turns_on(game: Game, card: str, against: Callable[[str], tuple[Refusal, ...]]) -> Iterator[Refusal]:
    """The clauses by which some of the faces that an unknown card may have are refused, and others are not."""
    names = knowledge.possible_names(game.state, game.state.handles[card].groups)
    clauses: dict[str, int] = {}
    fine = 0
    for name in names:
        found = against(name)
        fine += not found
        for clause in dict.fromkeys(each.clause for each in found):
            clauses[clause] = clauses.get(clause, 0) + 1
    if fine:
        for clause, count in clauses.items():
            because = f"nobody told what {card} is: {count} of the {len(names)} cards it may be cannot go there"
            yield Refusal(clause, because, card)


# -- a request as somebody spells it, at the door: further in there are ids only ---------------------------------------


# What fields of a kind know, whether it may be chosen or not; and the kinds that know no names.
_WORDS = pattern(
    r"(prize|relic|space) reli(c|quary)(-\d+)+|placement (adviser(-facedown)?|vision|discard)"
    r"|targets pawn|opponent bandits|price printed"
)
_NAMELESS = ("option", "pile", "number", "price", "relic", "space")


def in_ids(game: Game, seat: str, request: Request) -> Request:
    """A request in ids, whose players, cards and sites are spelt as people spell them.

    Raises ``ValueError``, with what there is, for an action, a field or a word that is nothing here, and for a field
    that is given without those before it.
    """
    if (plain := _plain(request.action)) in ACTIONS or plain == END:
        request = request._replace(action=plain)
    action, said = ACTIONS.get(request.action), request.given
    if action is None and request.action != END:
        raise Misread(f"no action is called {request.action!r}: {', '.join((*ACTIONS.at(game.variants), END))}")
    fields = action.fields[: len(said)] if action else ()
    if said.keys() != {field.name for field in fields}:
        known = ", ".join(field.name for field in action.fields) if action else "none"
        raise Misread(f"the fields of {request.action} are, from the first on: {known}; not {', '.join(said)}")
    frame = Frame(request.action, seat)
    for field in fields if game.state.phase in PLAYING else ():
        frame.given[field.name] = _field_in_ids(game, frame, field, said[field.name])
    plans = (plan.partition("=") for plan in request.plans)
    return request._replace(
        given={**said, **frame.given},
        modifiers=tuple((name_of(card), param) for card, param in request.modifiers),
        plans=tuple("".join((name_of(card), *number)) for card, *number in plans),
    )


def _field_in_ids(game: Game, frame: Frame, field: Field, value: Any) -> Any:
    if field.kind == "targets":
        return [_in_ids(game, frame, field, str(each)) for each in (value if isinstance(value, list) else [value])]
    if field.kind in ("number", "price") and str(value).lstrip("-").isdecimal():
        return int(value) if field.decide else str(value)
    return value if field.kind == "text" else _in_ids(game, frame, field, str(value))


def _in_ids(game: Game, frame: Frame, field: Field, word: str) -> str:
    """A candidate of a field, or what else is of its kind: the rows say why it cannot be chosen."""
    options, plain = list(map(str, game.inside(frame, field.candidates))), _plain(word)
    if word in options or word in game.state.handles:
        return word
    if plain in options or _WORDS.fullmatch(f"{field.kind} {plain}"):
        return plain
    numbered = [each for each in options if each.startswith(f"{plain}-")]
    if len(numbered) == 1:  # the relic, where one lies
        return numbered[0]
    if field.kind in _NAMELESS:
        raise Misread(f"{frame.action}: {field.name!r} is one of {', '.join(options) or 'none'}, not {word!r}")
    if field.kind in ("player", "opponent", "oneself"):
        return game.state.seat(word)
    card = name_of(word)
    if (field.kind == "site" or card.startswith("site.")) and card not in game.state.zone("map"):
        raise Misread(f"{card} is not on the map: {', '.join(facts.site_ids(game))}")
    return card


def _plain(word: str) -> str:
    return "-".join(word.casefold().split())


def why(game: Game, seat: str, request: Request, *, repairs: bool = True, busy: Refusal | None = None) -> Opinion:
    """May a player do this now? Players, cards and sites may be named in any spelling.

    ``busy``: what must be answered before anything else can be done; then no repairs are sought. Raises ``ValueError``
    for a player, an action, a field or a word that is nothing here, with what there is.
    """
    seat = game.state.seat(seat)
    request, witness = in_ids(game, seat, request), witness_of(game)
    if request.faces:
        faces = dict(request.faces)
        witness = Witness(with_faces_named(game.state, faces), game.registry, dict(game.readings))
        request = with_faces(request, faces)
    walked = walk(witness, seat, request)
    refused = walked.refusals and behind(witness, seat, request, walked.refusals)
    refused = ((busy,) if busy else ()) + refused
    mended: tuple[Repair, ...] = ()
    searched_all = True
    if repairs and refused and busy is None:
        from oathtools.procedures.adjudicate.repairs import search

        mended, searched_all = search(witness, seat, request)
    # What is known comes first: only a request that nothing refuses so far can turn on faces that nobody told.
    known = Opinion(
        legal=not refused,
        refusals=refused,
        repairs=mended,
        cautions=(
            *cautions(witness, request, walked),
            *promises.spoken_of(witness.state, seat, request.action, request.given),
        ),
        derivation=derivation(witness, seat, request, walked),
        rulings=touched(witness, seat, request, walked),
        searched_all=searched_all,
    )
    depends = tuple(dict.fromkeys(_depends(witness, seat, request, walked, bool(refused))))
    return known._replace(legal=None if known.legal and depends else known.legal, depends=depends)


def _depends(game: Witness, seat: str, request: Request, walked: Walked, refused: bool) -> Iterator[Refusal]:
    """Whose choice, whose leave, and which unknown faces it turns on."""
    for card in request.doubted:
        named = request.given.get("card", card)
        yield Refusal("6.1", f"only {seat} can know whether {named} is among their facedown advisers", card)
    for field, who in walked.others:
        yield _chosen_by(game, walked, field, who)
    yield from failed(walked.leave)
    if not refused and walked.whole:
        yield from on_faces(game, seat, request)


def _chosen_by(game: Witness, walked: Walked, field: Any, who: str) -> Refusal:
    """Another player decides a field: who, and by which power."""
    seat = walked.frame.actor
    with game.listening() as witness:
        game.inside(walked.frame, lambda game, frame: [field.asks(game, frame)])
    if witness.changed:
        power = witness.changed[-1].power
        clause = next((cite for cite in power.cites if cite[:1].isdigit()), field.clause)
        return Refusal(clause, f"{who} decides this, not {seat}, by the power of {power.card}", who)
    return Refusal(field.clause, f"{who} decides this, not {seat}", who)


# -- other questions -----------------------------------------------------------------------------------------------


def judge_answer(decision: Decision, answer: Any) -> Opinion:
    """May the open question be answered so?"""
    refused = tuple(dict.fromkeys(decision.refusals(answer)))
    judged = stated(decision.rows(answer)) if decision.rows is not None and not decision.misshapen(answer) else ()
    promised = [row for fits, row in judged if fits and row.clause in (promises.FREE, promises.BINDS)]
    return Opinion(legal=not refused, refusals=refused, cautions=tuple(promised))


def under_way(game: Game, decision: Decision | None) -> Refusal | None:
    """What must be answered before another action can be taken; None between two actions."""
    if decision is None or game.state.phase != "act" or decision.kind == "act":
        return None
    action = decision.kind.partition(".")[0]
    clause = decision.cites[0] if decision.cites else "4.2"
    name = f"the {action} action" if action in ACTIONS else "an action"
    return Refusal(clause, f"{name} is under way, and {decision.who} is asked")


def judge_placing(game: Game, seat: str, card: str, to: str | None, faces: dict[str, str]) -> Opinion:
    """5.1.4: may a card in hand go there? ``to`` None: it is only kept. ``faces`` as in a request."""
    if to is None:
        return Opinion(True, ())
    if faces:
        game = Game(with_faces_named(game.state, faces), game.registry, game.readings)
        card = faces.get(card, card)
    refused = _placing(game, seat, card, to)
    depends = () if refused or card not in game.state.handles else tuple(_on_face(game, seat, card, to))
    return Opinion(False if refused else None if depends else True, refused, depends)


def _placing(game: Game, seat: str, card: str, to: str) -> tuple[Refusal, ...]:
    frame = Frame("play", seat, game.frame, {"card": card, "drawn": True, "to": to})
    fits = to in game.inside(frame, placements)
    return tuple(dict.fromkeys(failed(game.inside(frame, may_place, to) if fits else [not_from_here(game, frame)])))


def _on_face(game: Game, seat: str, card: str, to: str) -> Iterator[Refusal]:
    def against(name: str) -> tuple[Refusal, ...]:
        return _placing(Game(with_faces_named(game.state, {card: name}), game.registry, game.readings), seat, name, to)

    yield from turns_on(game, card, against)
