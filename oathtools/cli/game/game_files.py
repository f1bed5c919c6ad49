"""``oathtools position``: position files checked, and written from the running game."""

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from secrets import token_hex
from shlex import quote
from tempfile import mkdtemp
from typing import Any

import click

from oathtools.answerers.bot import run_plugs
from oathtools.cli.game.start import stand_in
from oathtools.cli.shared import folders, gaming
from oathtools.cli.shared.common import EXIT_NO, Command, Failure, Group, emit, settings
from oathtools.cli.shared.editing import INTRO, Trip
from oathtools.cli.shared.folders import begin_saga, chronicle, faults, position_faults, read_source, write_out
from oathtools.cli.shared.judging import objections
from oathtools.cli.shared.worlds import of_data
from oathtools.journal.entry import stated
from oathtools.journal.play import Play
from oathtools.kit import schemas
from oathtools.kit.text import Hint, capital, listed
from oathtools.law.rulings import in_force
from oathtools.law.rulings_variants import get
from oathtools.powers import load
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.world import seats_for
from oathtools.render.document import Document, Line, Message
from oathtools.render.names import Names
from oathtools.render.world.story import story_of
from oathtools.saga import folder
from oathtools.saga.chronicle.record import of_position
from oathtools.saga.folder import explored, origin_note
from oathtools.table.position import form as position
from oathtools.table.position.form import normal, position_text, to_position
from oathtools.table.state import State
from oathtools.table.views import View, shown_to, without_size


@click.group(cls=Group)
def position_command() -> None:
    """Position files: a short YAML or JSON text that states how a game stands."""


# -- check -----------------------------------------------------------------------------------------------------------


@position_command.command("check")
@click.argument("file")
@click.option("--normal", is_flag=True, help="Print the position in its canonical short form.")
def check(file: str, normal: bool) -> int:
    """Is FILE a position? All its faults, or what it states; - reads standard input."""
    data = read_source(file)
    with position_faults(file):
        reading = position.check_position(data)
        against = objections(position.at_table(data, folders.decided()))
    beside = {key: data.get(key) for key in position.BESIDE}
    short = position.to_position(reading.state, **beside)
    notes = [*reading.warnings, *against]
    if data.get("then"):
        notes.append("then is left as it is: its answers are played by the commands that take the position")
    return emit(
        {"position": short},
        lambda: position.position_text(short) if normal else [_stated(reading.state, data)],
        warnings=notes,
    )


def _stated(state: State, data: Mapping[str, Any] | None = None) -> Line:
    """What a position states, in a few words; ``data``: its file, for what it leaves out."""
    drawn = state.visions_drawn if data is None or "visions_drawn" in data else "not told (the file leaves them out)"
    names = Names(View(state))
    players = [f"{names.seat(seat)} ({player.role}, {seat})" for seat, player in state.players.items()]
    open_ = data is not None and "turn" not in data
    turn = state.phase if state.phase in ("over", "round-end") else f"{names.seat(state.turn)}'s turn, {state.phase}"
    turn += " (the file leaves it out; chronicle write takes it for the end)" if open_ else ""
    title = "nobody" if state.oathkeeper is None else names.seat(state.oathkeeper)
    side = " (Usurper side)" if state.usurper else ""
    unknown = f"{len(state.handles)} unknown cards on the table and in piles" if state.handles else "every card told"
    text = (
        f"A position of {names.oath()}, round {state.round}, {turn}. Players: {listed(players)}. "
        f"Oathkeeper title: {title}{side}. Visions drawn: {drawn}. "
        f"{capital(unknown)}.{_played(state)}"
    )
    return Line(capital(text))


def _played(state: State) -> str:
    """The variants that a position is played with."""
    if not state.variants:
        return ""
    return f" Variants in force: {', '.join(get(name).title for name in state.variants)}."


# -- show ------------------------------------------------------------------------------------------------------------


@position_command.command("show")
@click.argument("file")
@gaming.drawable
def show(file: str, **files: Any) -> int:
    """The table that FILE states, as `status` shows a game; - reads standard input.

    Whoever has the file may read all that is in it; --as NAME shows what that player may know.
    """
    at = folders.position_at_table(file)
    game = Game(stated(at.data), load(), at.readings)
    named = settings().viewer
    viewer = None if named is None else gaming.seat_named(game.state, named)
    return gaming.emit_table(game, View(game.state, viewer, named is None), warnings=objections(at), **files)


# -- export ----------------------------------------------------------------------------------------------------------


@position_command.command("export")
@click.option("--output", "-o", type=click.Path(dir_okay=False), metavar="FILE",
              help="Write to a file; - is standard output, as without it.")  # fmt: skip
@click.option("--replace", is_flag=True, help="Write over a file that is there.")
@click.option("--public", is_flag=True, help="Only what everyone may know.")
@click.option("--all", "all_", is_flag=True, help="Everything that has been told, facedown cards too.")
@click.option("--at", "until", type=int, metavar="N", help="As it stood just after entry N.")
def export(output: str | None, replace: bool, public: bool, all_: bool, until: int | None) -> int:
    """The running game as a position.

    A file or a pipe gets the whole position; a terminal gets what everyone may know, so that nobody reads another's
    cards by accident. --as NAME gives what that player may know.
    """
    if public and (all_ or settings().viewer):
        raise Failure("usage", "--public excludes --all and --as", hint="Choose what is to be shown.")
    output = None if output == "-" else output
    running = gaming.view_game(until)
    play, notes = at_rest(running.play)
    notes = [*running.notes, *notes]
    state = play.state
    viewer = gaming.viewer_seat(play)
    veiled = bool(viewer or public or (not all_ and output is None and _is_screen()))
    if veiled:
        state, hidden = shown_to(state, viewer)
        if hidden and not public and viewer is None:
            cards = "1 facedown card is" if hidden == 1 else f"{hidden} facedown cards are"
            notes.append(f"{cards} left unknown here; --all, or -o FILE, writes everything")
    data = _position_of(state, play)
    data = without_size(data) if veiled else data
    text = position_text(data)
    if output is not None:
        out = Path(output)
        text = schemas.heading("position") + text
        write_out(out, text, replace)
        schemas.put(out, "position", text)
        return emit(data, f"Position written to {output}", warnings=notes)
    return emit(data, lambda: text.rstrip("\n"), warnings=notes)


def _position_of(state: State, play: Play) -> dict[str, Any]:
    usual = in_force()
    other = {key: letter for key, letter in play.game.readings.items() if usual.get(key) != letter}
    try:
        return to_position(state, rulings=other)
    except ValueError as fault:
        raise Failure("not_found", str(fault), hint="oathtools ask shows the question that is open") from None


def at_rest(play: Play) -> tuple[Play, list[str]]:
    """The game at its last action boundary: a position cannot stand in the middle of an action."""
    try:
        earlier = play.before_action()
    except ValueError as fault:
        raise Failure("not_found", str(fault), hint="oathtools ask") from None
    if earlier is play:
        return play, []
    return earlier, [f"an action is going on; this is how the game stood before it, after entry {earlier.live.last}"]


def _is_screen() -> bool:
    return sys.stdout.isatty() and not settings().json


# -- edit ------------------------------------------------------------------------------------------------------------


@position_command.command("edit")
@click.argument("file", required=False, default="position.yaml", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--players", metavar="LIST", help="A new file for these players: NAME[:COLOR], the Chancellor first.")
def edit(file: Path, players: str | None) -> int:
    """A position in your editor ($EDITOR), checked when you close it; FILE is position.yaml by default.

    A new file begins with the running game as everyone may know it (--as NAME: as that player may), or with a table
    for --players. Every fault is named at once and stands above the text when it is opened again. FILE is only written
    once it has none; until then what you wrote is kept in a draft beside it.
    """
    reading = Trip(file).run(lambda: _beginning(players))
    if reading is None:
        return emit({"file": str(file), "written": False}, "Nothing was changed.")
    way = (f"Written to {file}. Now: ", Hint("win", f"--position {file}"), ", or why, legal, start")
    return emit({"file": str(file), "written": True}, [_stated(reading.state), way], warnings=reading.warnings)


def _beginning(players: str | None) -> str:
    """What a new file begins with."""
    text = position_text(_of_running_game() if players is None else _of_players(players))
    return schemas.heading("position") + INTRO + text


def _of_running_game() -> dict[str, Any]:
    """The running game as the viewer may know it; a table of four where there is none."""
    try:
        play, _ = at_rest(gaming.view_game().play)
    except Failure as fault:
        if fault.kind != "not_found":
            raise
        return _of_players("Ann,Bo,Cy,Dee")
    return without_size(_position_of(shown_to(play.state, gaming.viewer_seat(play))[0], play))


def _of_players(players: str) -> dict[str, Any]:
    named = [part.partition(":") for part in players.split(",") if part.strip()]
    try:
        seats = seats_for([(name.strip(), color.strip().casefold() or None, False) for name, _, color in named], ())
    except (ValueError, IndexError) as fault:
        raise Failure("usage", f"--players {players}: {fault}", hint="--players Ann,Bo:red,Cy") from None
    rows = [{"name": seat.name, "color": seat.color, "role": seat.role} for seat in seats]
    return normal({"players": rows})


# -- ``oathtools journal``: the journal of a game: check it ------------------------------------------------------------


@click.group(cls=Group)
def journal_command() -> None:
    """The journal of a game: append-only JSON lines, each question beside its answer."""


@journal_command.command("check", cls=Command)
@click.argument("path", metavar="[FILE]", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def journal_check(path: Path | None) -> int:
    """Replay a journal (the running game's by default) and report every difference from the rules of today."""
    with faults():
        running = folder.view(path or folder.latest(folder.require(settings().saga)), anew=True)
    play = running.play
    viewer = gaming.viewer_seat(play)
    differences = [difference.shown_to(viewer)._asdict() for difference in play.differences]
    data = {
        "entries": play.head,
        "live": len(play.live),
        "differences": differences,
        "stopped": play.stopped is not None,
    }
    lines = [f"{running.path.name}: {play.head} entries, {len(play.live)} in force."]
    lines += [
        f"  {folder.difference_in_words(each)}{' (stops here)' if each.hard else ''}" for each in play.differences
    ]
    if not differences:
        lines.append("Every question is asked as it was recorded.")
    return emit(data, "\n".join(lines), warnings=running.notes, status=EXIT_NO if play.stopped else 0)


# -- ``replay`` and ``review``: a game, or the worlds of a saga, to watch again; what an evening was ------------------


@click.command(cls=Command)
@click.argument("game", required=False)
@click.option("--output", "-o", type=click.Path(dir_okay=False, path_type=Path), default=Path("replay.html"),
              show_default=True, metavar="FILE", help="The page to write.")  # fmt: skip
@click.option("--worlds", is_flag=True, help="The worlds of the saga, one after the other, instead of a game.")
@click.option("--spoil", is_flag=True, help="Show hidden cards too.")
@click.option("--replace", is_flag=True, help="Write over a file that is there.")
def replay_command(game: str | None, output: Path, worlds: bool, spoil: bool, replace: bool) -> int:
    """A game as one page that needs nothing else: the table after every answer, the log beside it, battles with dice.

    GAME is the number of a game of the saga, or a journal; the last one by default. What was taken back is left out,
    corrections are marked. It shows what everybody may know at the moment that is shown; --as NAME adds what that
    player may know. In a saga without a game, or with --worlds, it shows the worlds after each game.
    """
    from oathtools.render.table import replay

    if worlds or (game is None and not folder.games(_saga())):
        page, notes = replay.of_worlds(story_of(chronicle())), []
        shown = "The worlds"
    else:
        running = named_game(game)
        page, notes = replay.of_game(running.play, gaming.viewer_seat(running.play), spoil), running.notes
        shown = f"Game {running.path.stem.lstrip('0')}"
    write_out(output, page, replace)
    way = f"{shown}: {output}. Open it in a browser; the arrow keys, a swipe or the slider step through it."
    return emit({"file": str(output), "bytes": len(page.encode())}, [Line(way)], warnings=notes)


@click.command(cls=Command)
@click.argument("game", required=False)
@click.option("--deep", type=click.IntRange(0, 2), metavar="N", default=1, show_default=True,
              help="How many actions are tried for wins that were not taken; 0: none.")  # fmt: skip
@click.option("--spoil", is_flag=True, help="Judge each player by what they knew, hidden cards too.")
@click.option("--output", "-o", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write it as a page, beside the replay of the game.")  # fmt: skip
@click.option("--replace", is_flag=True, help="Write over a file that is there.")
def review_command(game: str | None, deep: int, spoil: bool, output: Path | None, replace: bool) -> int:
    """An evening reviewed: who was how near to winning turn by turn, each campaign with its exact chance, whose luck
    the dice were and how likely so much of it is, wins that were there and not taken, the turn in which it turned.

    GAME is the number of a game of the saga, or a journal; the last one by default. All is judged by what everybody
    could know at that moment; --as NAME adds what that player knew. A game of 400 answers takes some 20 seconds, or one
    with --deep 0; --deep 2 takes minutes.
    """
    from oathtools.answerers.review import review
    from oathtools.render.game.review import as_json, document

    running = named_game(game)
    play, viewer = running.play, gaming.viewer_seat(running.play)
    found, names = review(play, viewer, spoil, deep), Names(View(play.state, viewer, spoil))
    cites = ["3.1", "3.2", "3.3", "3.4", "5.5"]
    if output is not None:
        from oathtools.render.table.replay import of_game

        write_out(output, of_game(play, viewer, spoil, found), replace)
    where = f"The review: {output}. Open it in a browser." if output is not None else ""
    shown = where or partial(document, found, names)
    return emit(as_json(found, names), shown, citations=cites, warnings=running.notes, pager=not where)


def named_game(game: str | None, until: int | None = None) -> folder.Running:
    """A game of the saga, or a journal, perhaps as it stood after an entry; the last one by default.

    Raises ``Failure``.
    """
    with faults():
        running = folder.view(folder.latest(_saga()) if game is None else _journal(game), until=until)
    gaming.refuse_stopped(running.play)
    return running


def _saga() -> Path:
    with faults():
        return folder.require(settings().saga)


def _journal(game: str) -> Path:
    """The journal that is named by its number in the saga, or by its path. Raises ``Failure``."""
    if not game.isdecimal() and Path(game).is_file():
        return Path(game)
    there = folder.games(_saga())
    for path in there:
        if game.isdecimal() and int(path.stem) == int(game):
            return path
    numbers = listed([str(int(path.stem)) for path in there]) or "none was started"
    raise Failure("not_found", f"there is no game {game}", hint=f"The games of this saga: {numbers}.")


# An entry that no game reaches. What is opened as of an entry leaves the folder of the saga as it is.
NOW = 10**9


@click.command(cls=Command)
@click.argument("game", required=False)
@click.option("--from", "since", type=click.IntRange(0), metavar="N", help="As it stood after entry N of the log.")
@click.option("--seed", metavar="S", help="Another seed deals the hidden cards otherwise.  [default: a new one]")
@click.option("--by-hand", is_flag=True, help="You say what the dice and the draws are; else they fall by the seed.")
@click.option("--bots", metavar="LIST", help="Bots play these seats: Cy,Dee, or Cy,Dee=planner.")
@click.option("--output", "-o", type=click.Path(path_type=Path), metavar="DIR", help="The folder of the copy; a new one"
              " among the temporary files without it.")  # fmt: skip
def explore_command(
    game: str | None, since: int | None, seed: str | None, by_hand: bool, bots: str | None, output: Path | None
) -> int:
    """What if: a copy of the table to try lines on, of now or of any moment of a game of the saga.

    What the --as player may not know is dealt anew, as it may lie for all they know (without --as: for all that
    everybody knows). All commands work in the copy: answer, play, undo without limit, odds, serve. Nothing of it is
    ever written into the saga, and every screen says that it is a copy.
    """
    running = named_game(game, NOW if since is None else since)
    play, notes = at_rest(running.play)
    if play.pending is None:
        hint = f"Name a moment of it: oathtools explore {int(running.path.stem)} --from {max(1, play.head - 1)}"
        raise Failure("not_offered", "this game is over: nothing is left to try", hint=hint)
    play.journal = running.path.stem
    viewer, seed = gaming.viewer_seat(play) or gaming.only_person(play), seed or token_hex(4)
    try:
        header = explored(play, viewer, seed, by_hand)
    except ValueError as fault:
        raise Failure("not_found", str(fault), hint="Once the table is set up (1) it can be tried on") from None
    copy = Play(header)
    if bots:
        stand_in(copy, bots)
    run_plugs(copy)
    where = output or Path(mkdtemp(prefix="oathtools-explore-")) / "what-if"
    begin_saga(where, of_data(of_position(header["origin"]["position"]))[0])
    folder.begin(where, copy.header, copy.entries)
    who = "" if viewer is None else f" --as {quote(play.state.players[viewer].name)}"
    settings().saga = str(where)
    data = {"saga": str(where), "seed": seed, **header["explores"], "ask": gaming.question_data(copy, viewer)}
    shown: Document = [
        Message(f"{capital(origin_note(header))}. It lies in {where}."),
        Line(("To try lines there: ", Hint("play", who.strip()), ", or ", Hint("answer", f"WORDS{who}"))),
        Line("Dealt otherwise: the same command again. To be rid of it: delete the folder."),
    ]
    return emit(data, shown, citations=["9.4"], warnings=notes)
