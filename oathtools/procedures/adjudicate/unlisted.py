"""Why something is no candidate of a field: it is told with its clause, as anything else that is refused."""

from collections.abc import Callable, Iterator
from typing import Any

from oathtools import catalog
from oathtools.engine.rows import Row
from oathtools.procedures.actions.action import Field, power_cost
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.registry import BY_LAW
from oathtools.procedures.minor import warbands as minor
from oathtools.table.state import BANNERS, PURPLE, RELICS


def not_listed(game: Game, frame: Frame, key: str, field: Field, value: Any) -> Row:
    """Why something is no candidate of a field."""
    say = _NOT_LISTED.get(key)
    clause, because = say(game, frame, value) if say else (field.clause, f"{value} cannot be chosen here")
    return False, clause, because


def _site(game: Game, frame: Frame) -> str:
    return facts.site_id(game, facts.site_of(game, frame.actor))


def _no_defender(game: Game, frame: Frame, value: str) -> tuple[str, str]:
    only = frame.fact("against")
    if only:
        return "5.5.1", f"this campaign can only be against {only}"
    return "5.5.1", f"{value} cannot campaign against {value}"


def _no_placement(game: Game, frame: Frame, value: str) -> tuple[str, str]:
    if value.startswith("adviser-"):
        return "6.1", "a facedown adviser is played faceup or discarded, not laid facedown again"
    return "5.1.4.1", f"a card is played to the site of the pawn, which is at {_site(game, frame)}"


def _no_target(game: Game, frame: Frame, value: str) -> tuple[str, str]:
    count = len(game.state.zone(RELICS[facts.site_of(game, frame.actor)]))
    there = {0: "no relic", 1: "only one relic"}.get(count, f"only {count} relics")
    return "5.4.1", f"{there} can be found at {_site(game, frame)}"


def _no_payment(game: Game, frame: Frame, value: str) -> tuple[str, str]:
    target = frame.given["target"]
    if target not in BANNERS:
        return "5.4.2", "the price of a relic is the one printed on its site"
    token = catalog.banner(target).token
    there = game.state.count(target, token)
    if value.isdigit() and int(value) > there:
        have = facts.purse(game, frame.actor, token)
        return "5.4.2", f"it costs {verbs.counted(token, int(value))} and {have} can be paid"
    return "5.4.2", f"{target} holds {there} {token}, and more than that must be paid"


def _no_relic(game: Game, frame: Frame, value: str) -> tuple[str, str]:
    if value.startswith("reliquary"):
        return "6.4", "no relic is in that space of the Reliquary"
    return "6.3", "no relic lies there"


def _no_number(game: Game, frame: Frame, value: str) -> tuple[str, str]:
    seat = frame.actor
    if frame.given.get("to") == minor.BOARD:
        slot = facts.site_of(game, seat)
        most = minor.spare(game, seat, slot)
        if not most:
            return "6.5", minor.none_spare(game, seat, slot)
        return "6.5", f"{most} of the warbands of {seat} can leave {facts.site_id(game, slot)}"
    return _on_board(facts.board(game, seat, "warbands"), "warband", seat)


def _no_share(game: Game, frame: Frame, value: str) -> tuple[str, str]:
    giver = frame.actor if frame.action == "give-warbands" else frame.given["other"]
    return _on_board(game.state.count(f"board.{giver}", PURPLE), "Imperial warband", giver)


def _on_board(count: int, what: str, seat: str) -> tuple[str, str]:
    if not count:
        return "6.5", minor.none_on_board(seat, what)
    return "6.5", f"only {count} {what}{'s are' if count > 1 else ' is'} on the board of {seat}"


def _not_here(game: Game, frame: Frame, value: str) -> tuple[str, str]:
    if value == frame.actor:
        return "6.5", f"{value} is not another player"
    return "6.5", f"{value} is not at {_site(game, frame)}"


def _not_declared(game: Game, frame: Frame, value: str) -> tuple[str, str]:
    if value not in list(facts.in_force(game)):
        return "7.1", f"{value} is not faceup in play"
    return "7.1", f"the program carries out the power of {value} itself: it is not declared"


_NOT_LISTED: dict[str, Callable[[Game, Frame, Any], tuple[str, str]]] = {
    "campaign.defender": _no_defender,
    "play.to": _no_placement,
    "recover.target": _no_target,
    "recover.pay": _no_payment,
    "peek.what": _no_relic,
    "move-warbands.number": _no_number,
    "give-warbands.other": _not_here,
    "take-warbands.other": _not_here,
    "give-warbands.number": _no_share,
    "take-warbands.number": _no_share,
    "declare.card": _not_declared,
    "offer.relic": lambda game, frame, value: ("6.6.1", "no relic is in that space of the Reliquary"),
}


def power_rows(game: Game, frame: Frame, card: str) -> Iterator[Row]:
    """6.2: why a card is none of those whose Action power can be used; one that is not coded is judged all the same."""
    seat = frame.actor
    kinds = {power.kind for power in catalog.card(card).powers} if catalog.is_card(card) else set()
    if card in BY_LAW:
        yield False, "6.2", f"what {card} lets one do is an action of its own, not a power to be used"
        return
    if "action" not in kinds:
        yield False, "7.3.2", f"{card} has no Action power"
        return
    live = card in list(facts.in_force(game))
    yield live, "7.1", f"{card} is not faceup in play"
    if live:
        yield facts.has_access(game, seat, card), "7.1.1", f"{seat} neither rules {card} nor is at its site"
        yield from verbs.can_pay_power(game, seat, card, power_cost(card, "action"))
