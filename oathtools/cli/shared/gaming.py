"""What the commands around a running game share: opening it, faults as failures, labels, showing what happened."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from oathtools.cli.shared.common import Failure, settings
from oathtools.cli.shared.folders import faults
from oathtools.cli.shared.game_shown import _quoted, names_for, only_person, open_document, viewer_seat
from oathtools.kit.text import Hint
from oathtools.render.document import Block, Message, apart

if TYPE_CHECKING:
    from oathtools.journal.play import Play
    from oathtools.render.game.phrase_pieces import Moment
    from oathtools.render.names import Names
    from oathtools.saga.folder import Running
    from oathtools.table.effects import Event


# Events by which one player alone comes to know hidden cards (10.17).
_LOOKS = ("looked", "peeked")


def view_game(until: int | None = None) -> "Running":
    """The saga's running game for reading. Raises ``Failure``."""
    from oathtools.saga import folder

    with faults():
        running = folder.view(folder.latest(folder.require(settings().saga)), until=until)
    refuse_stopped(running.play)
    if until is not None and until > running.play.head:
        last = running.play.head
        raise Failure("not_found", f"there is no entry {until}: the last is {last}", hint="oathtools log numbers them")
    return running


@contextmanager
def write_game() -> Iterator["Running"]:
    """The saga's running game for writing. Raises ``Failure``.

    All that can be refused is to be refused inside, and nothing to be shown there: what is recorded is no failure.
    """
    from oathtools.cli.shared.refusing import refusing

    with write_opened() as running:
        refuse_stopped(running.play)
        with refusing(running.play):
            yield running


@contextmanager
def recording() -> Iterator[tuple["Running", "Play", int]]:
    """The running game for writing, its play, and its head: what is said inside is saved at the end. ``Failure``."""
    with write_game() as running:
        since = running.play.head
        yield running, running.play, since
        running.save(running.play.entries[since:])


@contextmanager
def write_opened() -> Iterator["Running"]:
    """The running game for writing, even where its replay stopped: for taking back what no longer fits."""
    from oathtools.saga import folder

    with faults(), folder.going_on(folder.require(settings().saga)) as running:
        viewer_seat(running.play)
        yield running
    if running.writer is not None and running.writer.wrote:
        settings().kept = True


@contextmanager
def between_actions(play: "Play") -> Iterator[None]:
    """For what changes how the game goes on: only between two actions, and not once it is over. Raises ``Failure``."""
    from oathtools.journal.entries import UnderWay

    if play.pending is None:
        raise Failure("not_offered", "the game is over", hint="oathtools start begins the next one")
    try:
        yield
    except UnderWay:
        hint = "Finish the action, or take it back with oathtools undo"
        raise Failure("not_offered", "an action is under way", hint=hint) from None


def refuse_stopped(play: "Play") -> None:
    """A journal of another question sequence: both questions side by side; the game opens just before it."""
    if play.stopped is None:
        return
    stop = play.stopped.shown_to(viewer_seat(play))
    kind, who = stop.recorded["kind"], stop.recorded["who"]
    recorded = f"recorded: {kind} for {who}" if kind else "recorded: a step of the table's"
    if stop.recorded["answer"] is not None:
        recorded += f", answered {stop.recorded['answer']}"
    pending = stop.asked or {"kind": "the game is over"}
    raise Failure(
        "replay",
        f"the journal and today's rules part at entry {stop.n}: {stop.why}",
        detail=[
            *(each.why for each in play.differences if not each.n),
            recorded,
            f"asked now: {pending['kind']}" + (f" for {pending['who']}" if "who" in pending else ""),
        ],
        hint=f"Go on from just before it: oathtools undo --to {stop.n - 1}",
        difference=stop._asdict(),
    )


def broken_promises(play: "Play", since: int) -> list[str]:
    """What was promised and has been broken since an entry, in sentences: by an action that nothing barred."""
    from oathtools.procedures.machine.promises import broken

    if not play.state.lasting.get("promises"):
        return []
    names = names_for(play)
    return [
        f"{names.text(each.says)}. That is broken now ({each.clause}); to say so: "
        f"oathtools promise broken {each.number}"
        for each in broken(play.state, _happened(play, since))
    ]


def happened_since(
    play: "Play", since: int, names: "Names", only: "Callable[[Moment], bool] | None" = None
) -> list[Any]:
    """What happened after an entry, line by line; ``only`` picks what is told."""
    from oathtools.render.game.log import lines

    return lines(play, names, since, only)


def after(play: "Play", since: int, *, ask: bool = True, hints: bool = True) -> list[Block]:
    """For people: what happened since an entry, who wins at the next check if anybody does, and the open question.

    ``hints``: also how those who looked at hidden cards see them.
    """
    from oathtools.render.game.ahead import shout
    from oathtools.render.game.log import document

    names = names_for(play, viewer_seat(play) or only_person(play))
    parts: list[list[Block]] = [document(happened_since(play, since, names))]
    if hints:
        looked = seen(play, since)
        parts += [[("To see what was seen: ", Hint("log", f"--as {_quoted(play, seat)}"))] for seat in looked]
    if play.at_boundary:
        parts.append(_or_fault("who wins next", lambda: [Message(line)] if (line := shout(play.game, names)) else []))
    if ask:
        parts.append(_or_fault("the question that is open", lambda: open_document(play)))
    return apart(*parts)


def _or_fault(what: str, describe: Callable[[], list[Block]]) -> list[Block]:
    """What is told beside what is recorded already; a fault of ours in describing it is told in its place."""
    try:
        return describe()
    except Failure:
        raise
    except Exception as fault:
        return [f"A fault of ours ({type(fault).__name__}): {what} cannot be told. What was answered is recorded."]


def seen(play: "Play", since: int) -> dict[str, list[Any]]:
    """Who looked at hidden cards after an entry, in a game that the tool deals: the lines that only they may read.

    Without those who are told all the same: the ``--as`` player, the one person who plays against bots. At a table that
    deals its own cards nobody needs to be told what they saw.
    """
    if "seed" not in play.header["chance"]:
        return {}
    looked = [
        event for each in play.batches_since(since) if each.n > since for event in each.events if event.kind in _LOOKS
    ]
    people = [seat["color"] for seat in play.header["seats"] if not seat.get("bot")]
    seen_anyway = viewer_seat(play) or only_person(play)
    found = {}
    for seat in dict.fromkeys(event.facts["who"] for event in looked):
        public, own = (_looks_of(play, since, seat, names_for(play, viewer)) for viewer in (None, seat))
        if seat in people and seat != seen_anyway and own != public:
            found[seat] = own
    return found


def _happened(play: "Play", since: int) -> list["Event"]:
    return [event for batch in play.batches_since(since) if batch.n > since for event in batch.events]


def _looks_of(play: "Play", since: int, seat: str, names: "Names") -> list[Any]:
    lines = happened_since(play, since, names, lambda moment: moment.kind in _LOOKS and moment.facts["who"] == seat)
    return [line for line in lines if line.kind == "told"]
