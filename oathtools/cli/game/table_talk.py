"""What a table says beside the rules: notes and promises, and what the tool rolls where the dice are lost."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from shlex import quote
from typing import Any

import click

from oathtools import catalog
from oathtools.answerers.bot import CHANCE, advice, roll, rolls, run_plugs
from oathtools.answerers.deals import promised
from oathtools.answerers.matching import Misread, seat_called
from oathtools.cli.shared import gaming
from oathtools.cli.shared.common import Command, Failure, emit, settings
from oathtools.cli.shared.folders import edition
from oathtools.journal.play import Play
from oathtools.kit.datafiles import load
from oathtools.kit.text import Hint, capital, count, listed, minutes
from oathtools.odds.dice import die_faces, in_words
from oathtools.procedures.machine.promises import BINDS, ENDS, FREE, standing
from oathtools.render.document import Block, Document, Line
from oathtools.render.game.verdict import hints, labels, why_data
from oathtools.saga import folder, timing
from oathtools.saga.folder import Running
from oathtools.table.state import State

MOST_LETTERS = 500


def _recorded(running: Running, since: int, data: dict[str, Any], *, ask: bool = False) -> int:
    """Show what was taken down, in words and as data."""
    play = running.play
    lines = gaming.happened_since(play, since, gaming.names_for(play))
    data["log"] = [line.as_data() for line in lines]
    cites = list(dict.fromkeys(cite for line in lines for cite in line.cites))
    return emit(data, lambda: gaming.after(play, since, ask=ask), citations=cites, warnings=running.notes)


def _plain(words: Sequence[str]) -> str:
    """What people say, in one line. Raises ``Failure``."""
    text = " ".join(" ".join(words).split())
    if len(text) > MOST_LETTERS:
        raise Failure("usage", f"{len(text)} letters are too many: {MOST_LETTERS} at most", hint="Make two of it")
    return text


# -- notes -------------------------------------------------------------------------------------------------------------


@click.command(cls=Command)
@click.argument("words", nargs=-1, required=True)
@click.option("--alone", is_flag=True, help="For the eyes of the --as player alone.")
def note_command(words: tuple[str, ...], alone: bool) -> int:
    """Write something down where the game stands: the log tells it there, to all, or to one player alone.

    Whatever helps to remember: a photo by the name of its file, what was agreed, why something was done. `undo` takes
    it back like an answer.
    """
    text = _plain(words)
    if edition() is not None:
        from oathtools.cli.world import atlas

        return atlas.note(text, alone)
    with gaming.recording() as (running, play, since):
        by = gaming.viewer_seat(play)
        if alone and by is None:
            raise Failure(
                "usage", "nobody knows whose note it is", hint="Say whose: oathtools note ... --as Bo --alone"
            )
        remark = {"note": text, **({"by": by} if by else {}), **({"for": by} if alone else {})}
        play.remark(remark)
    return _recorded(running, since, {"note": text})


# -- promises ----------------------------------------------------------------------------------------------------------


@click.command(cls=Command)
@click.argument("words", nargs=-1, metavar="[BY to WHOM: WORDS | kept N | broken N | released N]")
@click.option("--until", type=click.IntRange(1, catalog.LAST_ROUND), metavar="ROUND", help="To the end of that round.")
@click.option("--binding", is_flag=True, help="It binds: by a power that says so, such as the Tribunal's (7.6.3).")
@click.option("--mutual", is_flag=True, help="Each promises it to the other.")
@click.option("--beyond", is_flag=True, help="It holds in later games of the saga, too (9.6).")
def promise_command(words: tuple[str, ...], until: int | None, binding: bool, mutual: bool, beyond: bool) -> int:
    """What players have promised each other; a new promise; what became of one.

    A promise stays in the table's own words, in `status` and in the log. What can be judged is an action, what is given
    to the other player, what is said to an offer, each to be done or not: `not to campaign against Ann`, `to give her 2
    favor`, `to accept Citizenship`. Then `why` names it; one that binds (7.6.3) bars what goes against it, any other
    binds nobody (9.6), and the log says when it is kept or broken. Whether it has ended, the people say.
    """
    if not words:
        running = gaming.view_game()
        return _listed(running.play, running.notes)
    with gaming.recording() as (running, play, since):
        more = {"one_way": not mutual, "until": until, "beyond": beyond}
        remark = _ended(play, words) if words[0].casefold() in ENDS else _promise(play, words, binding, more)
        play.remark(remark)
    data = {"promises": [each._asdict() for each in standing(play.state)]}
    notes = () if "ended" in remark or {"bars", "does"} & remark["promise"].keys() else (_UNJUDGED,)
    running.notes.extend(notes)
    return _recorded(running, since, data)


_EXAMPLE = Hint("promise", "Bo to Ann: not to attack her")
_UNJUDGED = (
    "it stays in your words: what can be judged is an action, what is given, what is said to an offer, or none of it, "
    "such as `not to campaign against Ann`, `to give her 2 favor`, `to accept Citizenship`"
)


def _listed(play: Play, notes: list[str]) -> int:
    names, found = gaming.names_for(play), standing(play.state)
    shown: list[Block] = [Line(f"{names.text(each.says)} ({each.clause})", f"{each.number} ", 2) for each in found]
    data = {"promises": [each._asdict() for each in found]}
    cites = list(dict.fromkeys(each.clause for each in found))
    if not shown:
        shown = ["Nobody has promised anything that stands.", Line(("To write one down: ", _EXAMPLE))]
    return emit(data, shown, citations=cites, warnings=notes)


def _ended(play: Play, words: Sequence[str]) -> dict[str, Any]:
    """``kept 1``: which promise has ended, and how. Raises ``Failure``."""
    numbers = [str(each.number) for each in standing(play.state)]
    if len(words) != 2 or words[1] not in numbers:
        known = f"The promises that stand: {listed(numbers)}" if numbers else "No promise stands"
        raise Failure("not_found", f"{' '.join(words)!r} names no promise that stands", hint=known)
    return {"ended": int(words[1]), "how": words[0].casefold()}


def _promise(play: Play, words: Sequence[str], binding: bool, more: dict[str, Any]) -> dict[str, Any]:
    """A promise as it is written down; ``more`` of it as far as it says anything. Raises ``Failure``."""
    rest = _plain(words).split()
    by, rest = _player(play.state, rest)
    while rest and rest[0].casefold() in ("promises", "promise", "to"):
        rest = rest[1:]
    to, rest = _player(play.state, rest)
    text = " ".join(rest).lstrip(":,; ").strip()
    if not text or by == to:
        raise Failure("usage", "say who promises what to whom", hint=_EXAMPLE)
    promise = {"between": [by, to], "text": text, "clause": BINDS if binding else FREE}
    judged = {**more, **promised(play, by, to, text, labels(gaming.names_for(play)))}
    return {"promise": promise | {key: value for key, value in judged.items() if value}}


def _player(state: State, words: list[str]) -> tuple[str, list[str]]:
    """The player whose name words begin with, and the words after it. Raises ``Failure``."""
    for size in (3, 2, 1):
        try:
            return seat_called(state, " ".join(words[:size]).rstrip(":,;")), words[size:]
        except Misread:
            continue
    names = listed([player.name for player in state.players.values()])
    raise Failure("not_found", f"{' '.join(words[:1]).rstrip(':,;')!r} is no player", hint=f"Who plays: {names}")


# -- a hint, for whoever asks for one ----------------------------------------------------------------------------------


@click.command(cls=Command)
@click.option("--off", "off", is_flag=True, help="This game is played without hints from here on; noted in its log.")
@click.option("--on", "on", is_flag=True, help="With hints again.")
def hint_command(off: bool, on: bool) -> int:
    """The three best things to do now as a bot sees them, from what the player who is asked may know.

    Each with what it would change and how that counts (docs/bots.md). Nobody is given a hint who does not ask for one,
    and it is for the eyes of the one who is asked: --as NAME.
    """
    if off or on:
        with gaming.recording() as (running, play, since):
            play.remark({"hints": on})
        return _recorded(running, since, {"hints": on})
    running = gaming.view_game()
    play = running.play
    viewer = gaming.viewer_seat(play) or gaming.only_person(play)
    pending = play.pending
    if pending is None:
        raise Failure("not_offered", "the game is over: nothing is asked")
    if not next((each.remark["hints"] for each in reversed(play.live) if each.remark and "hints" in each.remark), True):
        raise Failure("not_offered", "this table plays without hints", hint=Hint("hint", "--on"))
    if viewer != pending.who:
        name = play.state.players[pending.who].name
        hint = Hint("hint", f"--as {quote(name)}")
        raise Failure("usage", f"a hint rests on what {name} may know, who is asked", hint=hint)
    answer, why = advice(play)
    names = gaming.names_for(play, viewer)
    if why is None:
        best = capital(names.name(answer) if isinstance(answer, str) else str(answer))
        shown: Document = [f"{best}: by habit, or as it was meant when the action began."]
        return emit({"answer": answer, "why": None}, shown, warnings=running.notes)
    data = {"answer": answer, "why": why_data(why)}
    return emit(data, [*hints(why, names), "", Line(load("help")["advice"])], warnings=running.notes)


# -- the clock ---------------------------------------------------------------------------------------------------------


@click.command(cls=Command)
@click.argument("words", nargs=-1, metavar="[pause | go | mark MINUTES]")
def clock_command(words: tuple[str, ...]) -> int:
    """How long turns took, for each player, and the turn that goes on. It is kept beside the journal, never in it.

    `clock pause` stops it, `clock go` lets it run again, `clock mark 10` marks a turn on the shared screen once it has
    taken so many minutes (0: never). What lies between two evenings counts for nobody.
    """
    running = gaming.view_game()
    state: dict[str, Any] | None = {"pause": {"paused": True}, "go": {"paused": False}}.get(" ".join(words))
    if len(words) == 2 and words[0] == "mark" and words[1].isdecimal() and len(words[1]) < 4:
        state = {"mark": int(words[1])}
    if words and state is None:
        hint = "oathtools clock; clock pause; clock go; clock mark 10"
        raise Failure("usage", f"{' '.join(words)!r} is nothing that the clock does", hint=hint)
    if state is not None:
        timing.set_clock(running.path, **state)
    found = timing.clock(running.path)
    names = gaming.names_for(running.play)
    players = {seat: [each[2] for each in found.turns if each[1] == seat] for seat in running.play.state.seats}
    rows = [
        {"player": names.seat(seat), "turns": len(took), "seconds": round(sum(took)), "longest": round(max(took))}
        for seat, took in players.items()
        if took
    ]
    data = {"players": rows, **found._asdict(), "turns": len(found.turns), "seconds": round(found.seconds)}
    return emit(data, lambda: _clocked(found, rows, names.seat), warnings=running.notes)


def _clocked(found: timing.Clock, rows: Sequence[dict[str, Any]], seat: Callable[[str], str]) -> Iterator[Block]:
    if found.going_on:
        number, who, took = found.turns[-1]
        late = f", longer than the {found.mark} min that the table sets" if 0 < found.mark * 60 <= took else ""
        stands = "; the clock stands" if found.paused else ""
        yield f"{seat(who)}'s turn in round {number}: {minutes(took)}{late}{stands}."
    for row in rows:
        each = minutes(row["seconds"] / row["turns"])
        words = f"{minutes(row['seconds'])} in {count(row['turns'], 'turn')}, {each} each, the longest"
        yield Line(f"{row['player']}: {words} {minutes(row['longest'])}", "  ", 4)
    yield f"{minutes(found.seconds)} in all." if rows else "No turn has been timed yet."


# -- dice, a coin, lots ------------------------------------------------------------------------------------------------

_DICE = {"attack": "attack", "attacks": "attack", "defense": "defense", "defence": "defense", "end": "end"}
MOST_DICE = 99
_THROWS = 60_000
COIN = ("heads", "tails")


@click.command(cls=Command)
@click.argument("words", nargs=-1, metavar="[N attack|defense | end]")
@click.option("--fair", is_flag=True, help="Throw each kind of die many times and show how often each side fell.")
def roll_command(words: tuple[str, ...], fair: bool) -> int:
    """Roll dice where the dice are lost, by the chance of the machine: `roll 3 attack`, `roll end`.

    Without words: the roll that the running game asks for now, which is its answer. What is rolled while a game runs
    stands in its log as the tool's; it is never rolled in place of the people's dice unless somebody asks for it.
    """
    if fair:
        return _thrown()
    if not words:
        return _roll_for_the_game()
    kinds = [_DICE[word.casefold()] for word in words if word.casefold() in _DICE]
    numbers = [int(word) for word in words if word.isdecimal() and len(word) < 4]
    others = [word for word in words if word.casefold() not in (*_DICE, "die", "dice") and not word.isdecimal()]
    number = numbers[0] if numbers else 1
    if len(kinds) != 1 or len(numbers) > 1 or others or not 0 < number <= MOST_DICE:
        raise Failure(
            "usage", f"{' '.join(words)!r} names no dice", hint="oathtools roll 3 attack; roll 2 defense; roll end"
        )
    faces = rolled(kinds[0], number)
    shown = listed([str(face) for face in faces]) if kinds[0] == "end" else in_words(faces)
    what = f"the {kinds[0]} die" if number == 1 else f"{number} {kinds[0]} dice"
    return _chance({"dice": kinds[0], "faces": faces}, f"{what} showed {shown}")


def rolled(die: str, number: int) -> list[Any]:
    """So many dice of a kind (``attack``, ``defense``, ``end``), each side as likely as any other."""
    sides = _sides(die)
    return [CHANCE.choice(sides) for _ in range(number)]


def _sides(die: str) -> list[Any]:
    if die == "end":
        return list(load("components")["dice"]["end"]["faces"])
    return [face for face, many in die_faces(die).items() for _ in range(many)]


def _thrown() -> int:
    """Each die thrown many times: how often each side fell, how often it should, and how far that is off.

    Off by: in standard deviations of that number, so that chance alone strays by more than three about once in 370.
    """
    rows: list[dict[str, Any]] = []
    for die in ("attack", "defense", "end"):
        fell, sides = Counter(rolled(die, _THROWS)), _sides(die)
        for side, many in Counter(sides).items():
            due = _THROWS * many / len(sides)
            off = (fell[side] - due) / (due * (1 - many / len(sides))) ** 0.5
            rows.append({"die": die, "side": side, "fell": fell[side], "due": due, "off": f"{off:+.2f}"})

    def lines() -> Document:
        yield f"Each die thrown {_THROWS} times, as roll throws it; in brackets how many standard deviations it is off."
        for die, some in groupby(rows, key=itemgetter("die")):
            lines = (f"{_side(row)} {row['fell']} of {row['due']:.0f} ({row['off']})" for row in some)
            yield Line(f"{die}: {', '.join(lines)}", "  ", 4)
        yield "Chance alone is off by more than 3 about once in 370 sides. Throw again: what is not fair stays off."

    return emit({"throws": _THROWS, "sides": rows}, lines())


def _side(row: dict[str, Any]) -> str:
    return str(row["side"]) if row["die"] == "end" else in_words([row["side"]])


def _roll_for_the_game() -> int:
    with gaming.recording() as (running, play, since):
        if not rolls(play.pending):
            hint = "Name the dice: oathtools roll 3 attack. What is asked: oathtools ask"
            raise Failure("not_offered", "the game asks for no roll now", hint=hint)
        faces = roll(play)
        run_plugs(play)
    return _recorded(running, since, {"faces": faces, "ask": gaming.question_data(play)}, ask=True)


@click.command(cls=Command)
def flip_command() -> int:
    """Flip a coin, heads or tails, by the chance of the machine; the Law asks for one where a binding promise is in
    doubt (7.6.3)."""
    side = CHANCE.choice(COIN)
    return _chance({"coin": side}, f"a coin showed {side}")


@click.command(cls=Command)
@click.argument("words", nargs=-1, required=True, metavar="THINGS...")
@click.option("--of", "most", type=click.IntRange(1), metavar="N", help="Only so many of them.")
def draw_command(words: tuple[str, ...], most: int | None) -> int:
    """Lots: some names, or the numbers up to N, in an order of the machine's chance.

    Who sits where, who begins, which of the cards laid facedown on the table: name them or say how many there are.
    """
    things = [str(each) for each in range(1, int(words[0]) + 1)] if _is_number(words) else [*words]
    if most is not None and most > len(things):
        raise Failure("usage", f"{most} of {len(things)} cannot be drawn", hint=f"--of {len(things)} at most")
    drawn = CHANCE.sample(things, most or len(things))
    shown = listed(drawn) if len(drawn) == 1 else ", ".join(drawn)
    return _chance({"drawn": drawn}, f"of {count(len(things), 'lot')} it drew {shown}")


def _is_number(words: Sequence[str]) -> bool:
    return len(words) == 1 and words[0].isdecimal() and 0 < int(words[0][:4]) <= 200


def _chance(data: dict[str, Any], says: str) -> int:
    """Say what fell, and write it into the log of the game that runs, if one does."""

    saga = folder.folder(settings().saga)
    noted = bool(folder.games(saga)) and (saga / folder.CHRONICLE).is_file()
    if noted:
        with gaming.recording() as (_, play, _):
            play.remark({"rolled": says})
    return emit(
        {**data, "noted": noted}, [f"{capital(says)}."], warnings=["it stands in the log of the game"] if noted else []
    )
