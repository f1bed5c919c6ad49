"""Verdicts: may a player do this here? All reasons, what it turns on, the smallest repairs, and the derivation.

The record is filled from the words, hypothetically; the same rows that offer and refuse are read, every stage of them.
"""

from collections.abc import Iterator
from typing import Any

from oathtools.engine.decision import Decision
from oathtools.engine.rows import Refusal, failed
from oathtools.procedures.actions.play import may_place, not_from_here, placements
from oathtools.procedures.adjudicate.behind import behind
from oathtools.procedures.adjudicate.cautions import cautions
from oathtools.procedures.adjudicate.told import derivation
from oathtools.procedures.adjudicate.touched import touched
from oathtools.procedures.adjudicate.unknown import on_faces, told, turns_on, with_faces
from oathtools.procedures.adjudicate.walk import Walked, walk
from oathtools.procedures.adjudicate.witness import Witness, witness_of
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import Opinion, Repair, Request
from oathtools.procedures.turn.loop import ACTIONS


def why(game: Game, seat: str, request: Request, *, repairs: bool = True, busy: Refusal | None = None) -> Opinion:
    """May a player do this now? Raises ``KeyError`` for an action that does not exist.

    ``busy``: what must be answered before anything else can be done; then no repairs are sought.
    """
    witness = witness_of(game)
    if request.faces:
        faces = dict(request.faces)
        witness = Witness(told(game.state, faces), game.registry, dict(game.readings))
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
        cautions=tuple(cautions(witness, request, walked)),
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
    with game.listening() as heard:
        game.inside(walked.frame, lambda game, frame: [field.asks(game, frame)])
    if heard.changed:
        power = heard.changed[-1].power
        clause = next((cite for cite in power.cites if cite[:1].isdigit()), field.clause)
        return Refusal(clause, f"{who} decides this, not {seat}, by the power of {power.card}", who)
    return Refusal(field.clause, f"{who} decides this, not {seat}", who)


# -- other questions -----------------------------------------------------------------------------------------------


def judge_answer(decision: Decision, answer: Any) -> Opinion:
    """May the open question be answered so?"""
    refused = tuple(dict.fromkeys(decision.refusals(answer)))
    return Opinion(legal=not refused, refusals=refused)


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
        game = Game(told(game.state, faces), game.registry, game.readings)
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
        return _placing(Game(told(game.state, {card: name}), game.registry, game.readings), seat, name, to)

    yield from turns_on(game, card, against)
