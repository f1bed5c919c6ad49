"""What a journal's header says that its game begins from: a world that is set up (chapter 1), or a position."""

from typing import Any

from oathtools.kit import intake
from oathtools.table.state import State


class NoBeginning(ValueError):
    """The header of a journal tells of no table that a game could begin at."""


def begun(header: dict[str, Any]) -> tuple[State, str | None]:
    """The state that a game begins with, and what was left out of its position. Raises ``NoBeginning``.

    That is a result that cannot be (3): earlier rules took it, and who has won can still be told (8).
    """
    from oathtools.table.position.cards import PositionError

    try:
        return first_state(header), None
    except PositionError as fault:
        if all(str(row["where"]).partition(".")[0] == "result" for row in fault.faults):
            rest = {key: value for key, value in header["origin"]["position"].items() if key != "result"}
            return stated(rest), f"the result that its position states is left out: {fault}"
        raise NoBeginning(f"today's rules cannot begin from its position: {fault}") from fault
    except (LookupError, TypeError, AttributeError, ValueError) as fault:
        raise NoBeginning(f"no game can begin from its origin ({type(fault).__name__}: {fault})") from fault


def first_state(header: dict[str, Any]) -> State:
    """The state that a game begins with."""
    from oathtools.procedures.machine.world import Seat, World, opening

    origin = header["origin"]
    if "position" in origin:
        return stated(origin["position"])
    seats = [Seat(each["name"], each["color"], each["role"]) for each in header["seats"]]
    return opening(World.from_data(origin["world"]), seats)


_STATED: dict[str, tuple[State, list[str]]] = {}  # the position that was read last, and what was guessed in it


def stated(position: dict[str, Any], known: State | None = None) -> State:
    """The state that a position states, what it says of variants completed. Raises ``PositionError``.

    A judgement asks for it again and again: the same one is read once, and not at all where its state is ``known``.
    No journal may begin with that, which reads the position again the next time.
    """
    key = repr(position)
    found = _STATED.get(key)
    if found is None:
        with intake.listening() as notes:
            found = _read(position, known), notes
        _STATED.clear()
        _STATED[key] = found
    intake.note(*found[1])
    return found[0].copy()


def _read(position: dict[str, Any], known: State | None) -> State:
    from oathtools.table.position.cards import PositionError
    from oathtools.table.position.form import from_position

    state = known or from_position(position)
    if state.variants:
        from oathtools.procedures.machine.registry import VariantFault
        from oathtools.variants import opened

        try:
            state.variants = opened(state.variants, state.variants)
        except VariantFault as wrong:
            rows = [{"where": at, "message": what, "hint": way, "clause": None} for at, what, way in wrong.faults]
            raise PositionError(rows) from None
    return state
