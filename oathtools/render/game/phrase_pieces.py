"""What events say, their parts: scenes and phrases; and pieces that move, secrets that turn, Supply."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from oathtools import catalog
from oathtools.render.game.moments import Moment
from oathtools.render.names import Names, listed
from oathtools.table.state import FAVOR, SECRET

TOLD = "told"
_BOARD, _BANK, _STOCK = "board.", "bank.", "stock."


class Scene(NamedTuple):
    """What the sentences may lean on: who acts, the action in progress and its card, whether chapter 1 is going on."""

    names: Names
    actor: str
    action: str = ""
    card: str = ""
    setup: bool = False


class Phrase(NamedTuple):
    """``subject`` does ``says``; the sentences of one subject are joined. ``kind``: that of the line it belongs to."""

    subject: str
    says: str
    cites: tuple[str, ...]
    kind: str = TOLD


Run = list[Moment]
Tell = Callable[[Scene, Run], Iterator[Phrase]]


class _Part(NamedTuple):
    """One movement of pieces as it is told: ``subject verb PIECES tail``."""

    subject: str
    verb: str
    pieces: str
    tail: str
    cites: tuple[str, ...]


def pieces(scene: Scene, run: Run) -> Iterator[Phrase]:
    """Pieces that move: told of the one who moves them, or else of the place that gets them."""
    if _to_every_bank(run):
        yield Phrase("each favor bank", f"gets {run[0].facts['count']} favor", run[0].cites)
        return
    yield from _alike(_told(scene, run)) if scene.setup else _told(scene, run)


def _alike(told: Iterator[Phrase]) -> Iterator[Phrase]:
    """Several players who get the same at setup, in one sentence."""
    for says, group in groupby(told, lambda phrase: phrase.says):
        together = list(group)
        if len(together) > 1 and says.startswith("gets "):
            subject = listed([phrase.subject for phrase in together])
            yield Phrase(
                subject, f"each get {says.removeprefix('gets ')}", all_cites([each.cites for each in together])
            )
        else:
            yield from together


def _told(scene: Scene, run: Run) -> Iterator[Phrase]:
    parts = [_part(scene, moment) for moment in run]
    while parts:
        subject, verb = parts[0].subject, parts[0].verb
        alike = _leading(parts, lambda part, of=(subject, verb): (part.subject, part.verb) == of)  # type: ignore[misc]
        parts = parts[len(alike) :]
        by_tail: dict[str, list[str]] = {}
        for part in alike:
            by_tail.setdefault(part.tail, []).append(part.pieces)
        told = [f"{listed(pieces)} {tail}".strip() for tail, pieces in by_tail.items()]
        yield Phrase(subject, f"{verb} {listed(told)}", all_cites(part.cites for part in alike))


def _leading(parts: list[_Part], fits: Callable[[_Part], bool]) -> list[_Part]:
    count = next((index for index, part in enumerate(parts) if not fits(part)), len(parts))
    return parts[:count]


def _to_every_bank(run: Run) -> bool:
    """Does every favor bank get the same (1.6)?"""
    banks = {moment.facts["to"] for moment in run if moment.facts["to"].startswith(_BANK)}
    amounts = {(moment.facts["from"], moment.facts["count"]) for moment in run}
    return len(banks) == len(run) > 3 and len(amounts) == 1


def _part(scene: Scene, moment: Moment) -> _Part:
    facts, kind, names = moment.facts, moment.kind, scene.names
    source, target, what, count = facts["from"], facts["to"], facts["what"], facts["count"]

    def part(subject: str, verb: str, tail: str = "", owner: str | None = None) -> _Part:
        return _Part(subject, verb, names.pieces(what, count, owner), tail, moment.cites)

    if kind in ("kill", "sacrifice") and what in catalog.COLORS:
        where = f"at {moment.name('from')}" if source.startswith("slot.") else ""
        if source.startswith(_BOARD) and source != _BOARD + what:
            where = f"from {moment.name('from')}"
        return part(names.side(what), "loses" if kind == "kill" else "sacrifices", where, what)
    if source.startswith(_BOARD):
        seat = source.removeprefix(_BOARD)
        if kind == "give":
            return part(names.seat(seat), "gives", f"to {_owner(names, target)}", seat)
        if kind in ("burn", "return"):
            return part(names.seat(seat), f"{kind}s", "", seat)
        if not target.startswith((_BOARD, _STOCK)):
            where = {"bank": "in", "shared": "in", "slot": "at"}.get(target.partition(".")[0], "on")
            on = "it" if target == scene.card else moment.name("to")
            return part(names.seat(seat), "places", f"{where} {on}", seat)
    if target.startswith(_BOARD):
        seat = target.removeprefix(_BOARD)
        if source == "shared" or source.startswith(_STOCK):
            return part(names.seat(seat), {"gain": "gains", "take": "takes"}.get(kind, "gets"), "", seat)
        verb = "gains" if kind == "gain" else "takes back" if _is_card(source) and what != FAVOR else "takes"
        return part(names.seat(seat), verb, f"from {_owner(names, source, moment.name('from'))}", seat)
    if kind == "burn":
        return part(moment.name("from"), "loses")
    if source.startswith("banner.") and target.startswith(_BANK):
        return part(names.seat(scene.actor), "returns", f"from {moment.name('from')} to {moment.name('to')}")
    came = "" if source == "shared" or source.startswith(_STOCK) else f"from {moment.name('from')}"
    back = "gets back" if target.startswith((_STOCK, _BANK)) and came else "gets"
    return part(moment.name("to"), back, came)


def _is_card(place: str) -> bool:
    return place.partition(".")[0] in ("denizen", "edifice", "relic", "vision")


def _owner(names: Names, place: str, other: str | None = None) -> str:
    """The player of a board, or the name of another place."""
    return names.seat(place.removeprefix(_BOARD)) if place.startswith(_BOARD) else other or names.name(place)


def secrets_turned(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        place = moment.facts["at"]
        pieces = scene.names.pieces(SECRET, moment.facts["count"])
        says = f"flips {pieces} facedown" if moment.facts["facedown"] else f"turns {pieces} faceup"
        if place.startswith(_BOARD):
            yield Phrase(scene.names.seat(place.removeprefix(_BOARD)), says, moment.cites)
        else:
            yield Phrase(scene.names.seat(scene.actor), f"{says} on {moment.name('at')}", moment.cites)


def spent(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        spent = moment.facts["from"] - moment.facts["to"]
        if spent:
            yield Phrase(who_acts(scene, moment), f"spends {spent} Supply", moment.cites)


def supply(scene: Scene, run: Run) -> Iterator[Phrase]:
    if len({moment.facts["to"] for moment in run}) == 1 and len(run) == len(scene.names.state.seats):
        yield Phrase("every player", f"has {run[0].facts['to']} Supply", run[0].cites)
        return
    for moment in run:
        yield Phrase(who_acts(scene, moment), f"has {moment.facts['to']} Supply now", moment.cites)


def refresh(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        yield Phrase(who_acts(scene, moment), f"refreshes to {moment.facts['to']} Supply", moment.cites)


def save(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        if moment.facts["to"] != moment.facts["from"]:
            yield Phrase(who_acts(scene, moment), f"has {moment.facts['to']} with what was unspent", moment.cites)


def who_acts(scene: Scene, moment: Moment) -> str:
    """The name of the player an event speaks of."""
    return scene.names.seat(moment.facts["who"])


def all_cites(groups: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The clauses of several events, each once."""
    return tuple(dict.fromkeys(cite for group in groups for cite in group))
