"""What an assistant asks, as the call of a command: the same function, and its answer as ``--json`` prints it."""

import json
from collections.abc import Mapping
from threading import Lock
from typing import Any, NamedTuple

from oathtools import handed
from oathtools.assistants.told import Readings
from oathtools.assistants.tools import POSITION, Tool
from oathtools.cli.main import run
from oathtools.cli.shared.common import Settings

_ONE_AT_A_TIME = Lock()


class Asker(NamedTuple):
    """For whom a server answers: the saga's folder, and the player who may be shown what that player may know."""

    saga: str | None = None
    viewer: str | None = None


def asked(tool: Tool, said: Mapping[str, Any], asker: Asker) -> dict[str, Any]:
    """The one object that the command of a tool prints with ``--json``, ``ok`` or not. Never raises.

    A position is open to the assistant that wrote it; ``asker.viewer`` is for the running game.
    """
    told: list[str] = []
    position = said.get(POSITION)
    settings = Settings(
        json=True, saga=asker.saga, viewer=None if position else asker.viewer, shell=False, out=told.append
    )
    with _ONE_AT_A_TIME, handed.in_its_place("the position", position or ""):
        run(words(tool, said), settings)
    answer: dict[str, Any] = json.loads(told[-1])
    return answer


def readings(tool: Tool, said: Mapping[str, Any], asker: Asker) -> Readings:
    """The readings that an answer went by: those of the table; over them those of the position, or of the running game.

    For an answer that was given: what cannot be read was refused there.
    """
    from oathtools.law.rulings import DamagedRulings, in_force, read_table
    from oathtools.saga import folder

    try:
        table = read_table(folder.folder(asker.saga))
    except DamagedRulings:
        table = None
    own = _of_position(said[POSITION]) if POSITION in said else _of_game(asker) if POSITION in tool.options else {}
    told = dict(each.replace(":", "=").split("=", 1) for each in said.get("readings", ()))
    usual = in_force(table)
    decided = {*(table.taken if table else ()), *told}
    return Readings({**usual, **own, **told}, decided)


def _of_position(text: str) -> dict[str, str]:
    from oathtools.table.position.form import read_position

    return {str(key): str(letter) for key, letter in (read_position(f"{text}\n").get("rulings") or {}).items()}


def _of_game(asker: Asker) -> dict[str, str]:
    from oathtools.saga import folder

    try:
        return dict(folder.view(folder.latest(folder.require(asker.saga))).play.game.readings)
    except folder.NoSaga:
        return {}


def words(tool: Tool, said: Mapping[str, Any]) -> list[str]:
    """The same as it is typed. What an assistant says is a value, never an option: it names no file and no viewer."""
    found = list(tool.command)
    for name, option in tool.options.items():
        value = said.get(name)
        for each in value if isinstance(value, list) else [value]:
            found += _typed(option, "-" if name == POSITION and each else each)
    plain = said.get(tool.words, "") if tool.words else ""
    return [*found, "--", *(["-"] if tool.words == POSITION else [plain] if plain else [])]


def _typed(option: str, value: Any) -> list[str]:
    yes, _, no = option.partition("/")
    if value is None or (value is False and not no):
        return []
    return [yes if value else no] if isinstance(value, bool) else [f"{option}={value}"]
