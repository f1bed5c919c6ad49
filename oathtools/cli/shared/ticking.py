"""Pull lists at the command line: shown, on paper, or ticked off one by one."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from oathtools.cli.shared.common import Failure, echo, emit, in_lines, settings, wrapped

if TYPE_CHECKING:
    from oathtools.procedures.machine.hands import Pull
    from oathtools.saga.guide.ticks import Ticks

HELP = "Enter: done. s: not yet. b: back. l: the list. q: stop."


def show_pulls(
    found: "list[Pull]", *, key: str, saga: Path | None, paper: bool, tick: bool, stacks: bool, notes: list[str]
) -> int:
    """Answer with a pull list; ``tick``: item by item, as the people at the screen say. Raises ``Failure``."""
    from oathtools.cli.shared.folders import faults
    from oathtools.procedures.machine.hands import by_stack
    from oathtools.render.document import Block
    from oathtools.render.world.pulls import document
    from oathtools.saga.guide.ticks import Ticks

    if stacks:
        found = by_stack(found)
    ticks = Ticks(saga, f"{key}{':stacks' if stacks else ''}", found)
    if tick:
        if settings().json or not sys.stdin.isatty():
            hint = "Without --check the whole list is shown; --print gives it boxes to tick"
            raise Failure("needs_answer", "--check asks item by item, and there is no terminal", hint=hint)
        with faults():
            return _walk(found, ticks)
    done = () if paper else ticks.done
    data = [{**pull._asdict(), "done": at in ticks.done} for at, pull in enumerate(found)]
    cites = list(dict.fromkeys(pull.step for pull in found))

    def shown() -> list[Block]:
        listed = document(found, boxes=paper, stacks=stacks, done=done)
        return [*listed, "", f"{len(done)} of {len(found)} done."] if done else listed

    return emit(data, shown, citations=cites, warnings=notes, pager=True)


def _walk(found: "list[Pull]", ticks: "Ticks") -> int:
    """One item after the other; every tick is kept at once."""
    from oathtools.render.world.pulls import document, line

    echo(wrapped(HELP))
    at, came = _next(found, ticks.done, -1), list[int]()
    while at is not None:
        echo(in_lines(["", line(found[at], at + 1, len(found))]))
        try:
            word = click.prompt("[ ]", prompt_suffix=" ", default="", show_default=False).strip().casefold()
        except click.Abort:  # Ctrl-C or Ctrl-D
            echo()
            return _stop(found, ticks, 130)
        if word in ("", "x", "y", "yes", "done"):
            ticks.tick(at)
            came.append(at)
            at = _next(found, ticks.done, at)
        elif word in ("s", "skip"):
            came.append(at)
            at = _next(found, ticks.done, at)
        elif word in ("b", "back"):
            if came:
                at = came.pop()
                ticks.tick(at, False)
        elif word in ("l", "list"):
            echo(in_lines(document(found, boxes=True, done=ticks.done)))
        elif word in ("q", "quit", "exit"):
            return _stop(found, ticks, 0)
        else:
            echo(wrapped(HELP))
    return _stop(found, ticks, 0)


def _next(found: "list[Pull]", done: set[int], at: int) -> int | None:
    """The next item that is not ticked; after the last one those before it that were left; None if all are."""
    left = [each for each in range(len(found)) if each not in done]
    return next((each for each in left if each > at), left[0] if left and at >= 0 and left[0] != at else None)


def _stop(found: "list[Pull]", ticks: "Ticks", status: int) -> int:
    left = len(found) - len(ticks.done)
    kept = " Call it again to go on." if left and ticks.path is not None else ""
    echo(f"{len(ticks.done)} of {len(found)} done.{kept}" if left else "All is fetched and in its place.")
    return status
