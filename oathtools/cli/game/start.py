"""``oathtools start``: start a game in the saga."""

from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex
from typing import Any

import click

from oathtools.bots import NAMES, UnknownBot, named
from oathtools.cli.shared.common import Command, Failure, emit, settings
from oathtools.cli.shared.folders import begin_saga, decided, faults, position_at_table, position_faults, write_folder
from oathtools.cli.shared.folders import chronicle as read
from oathtools.cli.shared.gaming import after, question_data, recording, viewer_seat
from oathtools.cli.shared.judging import objections
from oathtools.cli.shared.worlds import of_data, variant_failure
from oathtools.journal.begin import Misnamed, check_names, players_of, seats_at
from oathtools.journal.entry import header_for
from oathtools.journal.play import Play
from oathtools.kit import intake
from oathtools.kit.text import Hint
from oathtools.law.rulings import in_force
from oathtools.law.rulings_variants import get
from oathtools.procedures.chronicle.procedure import PHASE
from oathtools.procedures.machine.registry import VariantFault
from oathtools.procedures.machine.world import seats_for
from oathtools.render.document import Message, apart
from oathtools.render.game.prompts import as_lines, every_lesson
from oathtools.saga import folder
from oathtools.saga.chronicle.check import check
from oathtools.saga.chronicle.record import of_position
from oathtools.saga.guide.plan import last_winner
from oathtools.saga.worlds import Incomplete, first_chronicle, world_of
from oathtools.saga.writing import keeps
from oathtools.table.position.form import AtTable
from oathtools.table.state import ENDED
from oathtools.variants import opened

# -- Which bots sit where: lists of bots from the command line, and bots that stand in for players at a running table


# Whoever is a bot and no more is said of it.
USUAL = "greedy"


def bots_in_turn(text: str, seats: int) -> list[str]:
    """The bots of a list, in turn order, for so many seats at least; the last one plays the seats that are left.

    Raises ``Failure``.
    """
    found = [known(word.strip()) for word in text.split(",") if word.strip()]
    if not found:
        raise Failure("usage", "--bots names nobody", hint=f"--bots {USUAL}, or --bots {','.join(NAMES)}")
    return [*found, *[found[-1]] * (seats - len(found))]


def bots_added(text: str) -> list[str]:
    """The bots of ``N`` or ``N=NAME``. Raises ``Failure``."""
    number, _, bot = text.partition("=")
    if not number.strip().isdecimal():
        raise Failure(
            "usage", f"--bots {text}: a number of seats, and which bot", hint=f"--bots 2, or --bots 2={USUAL}"
        )
    return [known(bot.strip() or USUAL)] * int(number)


def known(name: str) -> str:
    """The name of a bot. Raises ``Failure``."""
    try:
        return named(name.casefold()).name
    except UnknownBot as fault:
        raise Failure("usage", str(fault), hint=f"--bots {USUAL}") from None


def stand_in(play: "Play", text: str) -> None:
    """Let bots answer for players of a running game: ``Cy,Dee=planner``; the journal's file is not told of it.

    Raises ``Failure`` for a player or a bot that there is not.
    """
    by_name = {str(seat["name"]).casefold(): seat["color"] for seat in play.header["seats"]}
    by_name |= {seat["color"]: seat["color"] for seat in play.header["seats"]}
    away = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, _, bot = part.partition("=")
        seat = by_name.get(name.strip().casefold())
        if seat is None:
            players = ", ".join(str(each["name"]) for each in play.header["seats"])
            raise Failure("usage", f"no player is called {name.strip()}", hint=f"The players: {players}")
        away[seat] = known(bot.strip() or USUAL)
    _sit(play, away)


def _sit(play: "Play", away: dict[str, str]) -> None:
    seats: Sequence[dict[str, object]] = play.header["seats"]
    seated = [{**seat, "bot": away.get(str(seat["color"]), seat.get("bot", False))} for seat in seats]
    play.header = {**play.header, "seats": seated}


Player = tuple[str, str | None, bool | str]
_NEXT = ("Next, at this screen: ", Hint("play"), "; or one answer at a time: ", Hint("answer", "WORDS"))


@click.command(cls=Command)
@click.argument("names", nargs=-1, metavar="[NAME ...]")
@click.option(
    "--players", metavar="LIST|FILE", help="NAME[:COLOR], commas between, the Chancellor first; or a YAML list."
)
@click.option("--bots", default="0", metavar="N[=BOT]", help="Add N seats played by bots: greedy, planner or random.")
@click.option("--position", metavar="FILE", help="Go on from a position file; begins a saga where there is none.")
@click.option("--seed", metavar="S", help="Cards and dice by the tool, from this seed.")
@click.option("--table", is_flag=True, help="Cards and dice by the people, told as they fall.")
@click.option("--anew", is_flag=True, help="Even if the last game is not finished: its journal stays as it is.")
def start_command(
    names: tuple[str, ...],
    players: str | None,
    bots: str,
    position: str | None,
    seed: str | None,
    table: bool,
    anew: bool,
    taught: bool = False,
) -> int:
    """Start a game in the saga: chapter 1, step by step, then the first turn; with --position, in the midst of one.

    Say who plays in turn order, the Chancellor first: oathtools start Ann Bo Cy.
    Cards and dice come from the table when a person plays, and from a seed when only bots do.
    """
    if seed is not None and table:
        raise Failure("usage", "--seed and --table exclude each other", hint="Who deals: the tool, or the people?")
    if names and players is not None:
        raise Failure("usage", "the players are named twice", hint="Name them once: oathtools start Ann Bo Cy.")
    players = ",".join(names) if names else players
    begun = begin_at(position) if position is not None else []
    with write_folder() as saga:
        if not anew:
            refuse_unfinished(saga, "oathtools start --anew")
        header, notes = _header(players, bots, position, seed, table)
        header |= {"taught": True} if taught else {}
        viewer_seat(Play(header))
        with faults():
            play = folder.next_game(saga, header)
    seats = {seat["name"]: seat["color"] for seat in header["seats"]}
    chance = header["chance"]
    dealt = f"the tool deals (seed {chance['seed']})" if "seed" in chance else "the people deal and tell"
    data = {"game": str(folder.latest(saga)), "seats": header["seats"], "chance": chance, "ask": question_data(play)}
    data["variants"] = list(play.state.variants)
    intro = f"Game {play.journal}: {', '.join(f'{name} ({color})' for name, color in seats.items())}; {dealt}."
    played = [get(name).title for name in play.state.variants]
    intro += f" Variants in force: {', '.join(played)}." if played else ""
    return emit(
        data,
        lambda: apart([Message(intro)], after(play, -1), [Message(_NEXT)]),
        citations=["1"],
        warnings=[*begun, *notes],
    )


@click.command(cls=Command)
@click.argument("names", nargs=-1, metavar="[NAME ...]")
@click.option("--bots", default="0", metavar="N[=BOT]", help="Add N seats played by bots.")
@click.option("--off", is_flag=True, help="Teach no more in the running game.")
@click.option("--on", is_flag=True, help="Teach again what has not been taught.")
def teach_command(names: tuple[str, ...], bots: str, off: bool, on: bool) -> int:
    """The publisher's first game with real cards, for those who have never played: who they are, the Chancellor first.

    A saga begins in this folder where there is none. Each rule is told in a sentence or two before it is needed, with
    the question and on phones, none twice; after three rounds a sentence comes only when something new happens.
    Without names: all that there is to be taught.
    """
    if off or on:
        with recording() as (running, play, since):
            if not play.header.get("taught"):
                raise Failure("not_offered", "this game is not taught", hint="oathtools teach Ann Bo Cy Dee begins one")
            play.remark({"taught": on})
        return emit({"taught": on}, lambda: after(play, since), warnings=running.notes)
    if names:
        if not (folder.folder(settings().saga) / folder.CHRONICLE).exists():
            begin_saga(folder.folder(settings().saga), first_chronicle())
        begun: int = start_command.callback(names, None, bots, None, None, True, False, True)  # type: ignore[misc]
        return begun
    every = [each._asdict() for each in every_lesson()]
    return emit(every, as_lines(every_lesson()), pager=True)


def begin_at(source: str) -> list[str]:
    """A saga for a game that is under way, where there is none, with the world that its position shows; what to say.

    Raises ``Failure`` for a position with faults; nothing is begun then.
    """
    saga = folder.folder(settings().saga)
    if (saga / folder.CHRONICLE).exists():
        return []
    at, _ = _from_position(source)
    world, _ = of_data(of_position(at.data))
    begin_saga(saga, world)
    return [f"a saga was begun in {saga}: its Chronicle has what the position shows, the rest is unknown"]


def refuse_unfinished(saga: Path, anew: str) -> None:
    """The commands speak of the last game of a saga: what is not finished there would be out of their reach.

    ``anew`` is the command that begins another one all the same. Raises ``Failure`` for a game that is not over, and
    for one whose Chronicle is not in the saga's file yet (8).
    """
    journals = folder.games(saga)
    if not journals:
        return
    number = journals[-1].stem
    with faults():
        state = folder.view(journals[-1]).play.state
    if state.phase not in ENDED:
        message, way = f"game {number} is not over (round {state.round})", "Go on with it: oathtools play."
    elif keeps(read(), number):
        return
    else:
        how = "is being written" if state.phase == PHASE else "is not written yet"
        message, way = f"the Chronicle of game {number} {how} (8)", "Go on with it: oathtools chronicle write."
    hint = f"{way}\nTo leave it as it is and begin another one: {anew}"
    raise Failure("not_offered", message, hint=hint, citations=["8"] if state.result else [])


def _header(
    players: str | None, bots: str, position: str | None, seed: str | None, table: bool
) -> tuple[dict[str, Any], list[str]]:
    notes: list[str] = []
    origin: dict[str, Any]
    if position is not None:
        at, seats = _from_position(position)
        notes += objections(at)
        origin, readings = {"position": at.data}, at.readings
    else:
        here = decided()
        origin, seats, notes = _from_chronicle(_named(players), bots_added(bots), seed, table, here.variants)
        readings = in_force(here)
    people = [seat for seat in seats if not seat.get("bot")]
    if seed is None and not table and not people:
        seed = _fresh_seed()
    chance: dict[str, Any] = {"seed": seed} if seed is not None else {"table": True}
    header = header_for(origin, seats, chance, readings)
    if seed is None and len(people) < len(seats):
        header["bot_seed"] = _fresh_seed()
    if len(seats) == 2:
        notes.append(
            "for two the box calls for the Clockwork Prince, whose rules are not here, and the Law has none of their "
            "own; this is played as it stands. Bots take empty seats: oathtools start Ann Bo --bots 2"
        )
    return header, notes


def _from_chronicle(
    named: list[Player], bots: list[str], seed: str | None, table: bool, variants: tuple[str, ...]
) -> tuple[dict[str, Any], list[dict[str, Any]], list[str]]:
    if not named and not bots:
        bots = [USUAL] * 4
    entries = [*named, *((f"Bot {number}", None, bot) for number, bot in enumerate(bots, 1))]
    chronicle = read()
    try:
        world = world_of(chronicle, opened(variants, chronicle.variants))
        seats = seats_for(entries, world.citizens)
    except Incomplete as fault:
        hint = "oathtools chronicle check says more. Nothing was started."
        raise Failure(
            "position", "no game can be set up from this world yet", detail=fault.faults, hint=hint, faults=fault.faults
        ) from None
    except VariantFault as fault:
        raise variant_failure(fault) from None
    except ValueError as fault:
        hint = "--players Ann,Bo:red,Cy and --bots N"
        hint += "\nBots take empty seats: oathtools start Ann --bots 3" if len(entries) == 1 else ""
        raise Failure("usage", str(fault), hint=hint, citations=["1.7", "1.9"]) from None
    if table or (seed is None and named):
        world = world.hidden()
    notes = [f"oathtools chronicle check: {fault.public}" for fault in check(chronicle).faults]
    if world.pawns and len(entries) != 4:
        notes.append("the first game is drawn up for four players; this one goes on with " + str(len(entries)))
    winner = last_winner(chronicle)
    if winner in [seat.name for seat in seats[1:]]:
        notes.append(
            f"suggested as Chancellor is {winner}, who won the last game; named first is {seats[0].name} (1.7)"
        )
    return {"world": world.as_data()}, [seat._asdict() for seat in seats], notes


def _from_position(source: str) -> tuple[AtTable, list[dict[str, Any]]]:
    at = position_at_table(source)
    with position_faults(source):
        return at, seats_at(at.data)


def _named(players: str | None) -> list[Player]:
    """The players of ``--players``: a list with commas, or a YAML file."""
    if players is None:
        return []
    if "," not in players and Path(players).suffix in (".yaml", ".yml", ".json"):
        rows = _rows_of(Path(players))
        _check_names([str(row["name"]) for row in rows])
        return [(str(row["name"]), row.get("color"), _bot(row.get("bot"))) for row in rows]
    found: list[Player] = [(name, color, False) for name, color in players_of(players)]
    if not found:
        raise Failure("usage", "--players names nobody", hint="--players Ann,Bo,Cy; or --bots N alone")
    _check_names([name for name, _, _ in found])
    return found


def _bot(kind: bool | str | None) -> bool | str:
    """Who plays a seat of a file: nobody but its player, or a bot. Raises ``Failure``."""
    return known(kind) if isinstance(kind, str) else USUAL if kind else False


def _rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of a file of players, each with a name. Raises ``Failure``."""
    import yaml

    from oathtools.kit.handwritten import load, problem

    form = "Its form, one a line: - {name: Ann, color: purple, bot: false}; a bot is true, or greedy, planner, random"
    try:
        text = intake.read(path, intake.PLAYERS)
        rows = load(text)
    except UnicodeDecodeError:
        raise Failure("damaged", f"{path} is not a text in UTF-8", hint="Save it as UTF-8.") from None
    except OSError as fault:
        raise Failure("not_found", f"{path} cannot be read: {fault.strerror}", hint=form) from None
    except yaml.YAMLError as fault:
        found = problem(fault, text)
        where = f", line {found.line}" if found.line else ""
        raise Failure("damaged", f"{path}{where}: {found.message}", hint=found.hint) from None
    known = {"name": (str, int), "color": (str, type(None)), "bot": (bool, str, type(None))}
    if rows is None or rows == []:
        raise Failure("usage", f"{path} names no player", hint=form)
    for number, row in enumerate(rows if isinstance(rows, list) else [None], 1):
        wrong = not isinstance(row, dict) or not row.get("name") or not row.keys() <= known.keys()
        if wrong or not all(isinstance(row.get(key), kinds) for key, kinds in known.items()):
            raise Failure("usage", f"{path} is not a list of players: look at number {number}", hint=form)
    return list(rows)


def _check_names(names: list[str]) -> None:
    """Raises ``Failure`` for names that do not tell players apart."""
    try:
        check_names(names)
    except Misnamed as fault:
        raise Failure("usage", str(fault), hint=fault.hint) from None


def _fresh_seed() -> str:
    """A new seed, short enough to be read aloud."""
    return token_hex(4)
