"""``oathtools play``: ask and answer at one screen."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from oathtools.answerers.bot import bots_of, chance, run_plugs
from oathtools.answerers.script import follow, read_file
from oathtools.bots.asked import Watch
from oathtools.bots.fuzzing import RandomBot
from oathtools.cli.shared.bot_seats import stand_in
from oathtools.cli.shared.common import Command, Failure, emit, settings
from oathtools.cli.shared.folders import faults
from oathtools.cli.shared.game_shown import labels_for, question_data
from oathtools.cli.shared.gaming import after, write_game
from oathtools.engine.decision import Form

if TYPE_CHECKING:
    from oathtools.journal.play import Play
    from oathtools.saga.folder import Running


@click.command(cls=Command)
@click.option("--auto", is_flag=True, help="Bots (--bots; the others at random) and a seed answer everything.")
@click.option("--seed", default="0", show_default=True, metavar="S", help="With --auto: the seed.")
@click.option(
    "--answers",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Lines to answer from.",
)
@click.option("--pass", "passing", is_flag=True, help="The screen goes round: each sees their own questions alone.")
@click.option(
    "--bots", metavar="LIST", help="Bots answer for these players, from here on: Cy,Dee, or Cy,Dee=planner (greedy)."
)
@click.option("--why-bot", is_flag=True, help="Whenever bots have acted: why, and what else they considered.")
def command(auto: bool, seed: str, answers: Path | None, passing: bool, bots: str | None, why_bot: bool) -> int:
    """Play the running game at this screen: the question, your answer, what comes of it.

    Where people deal and roll, one of them keeps the screen and types what is said; nothing on it is for one player's
    eyes alone, unless they ask for it (`show`). Where the tool deals, private questions are shown when the screen was
    passed on.

    Who is away may be stood in for (`--bots`), for as long as this goes on; the game remains theirs. To play alone:
    `start` with `--bots`. What a bot explains may tell of its hidden cards no more than you may know.

    Each answer is in the journal before the next question is asked: stop whenever you like. Where the terminal has line
    editing, the Tab key completes answers, names and the words of a request.
    """
    asked = False
    with write_game() as running:
        since = running.play.head
        if bots is not None:
            stand_in(running.play, bots)
            run_plugs(running.play)
            running.save(running.play.entries[since:])
        if auto:
            _auto(running, seed)
        elif answers is not None:
            _follow(running, answers)
        else:
            asked = running.play.pending is not None
            _can_ask(running)
    if asked:
        return _asking(bots, passing, why_bot)
    if answers is not None and not auto:
        return _shown(running, since)
    return _over(running, since if auto else None)


def _can_ask(running: "Running") -> None:
    """Raises ``Failure`` where there is something to ask and nobody at the screen."""
    if running.play.pending is not None and (settings().json or not sys.stdin.isatty()):
        question = question_data(running.play)
        hint = "Answer with: oathtools answer WORDS, or play --answers FILE, or play --auto"
        raise Failure("needs_answer", "play asks at a terminal; here nobody can answer", hint=hint, question=question)


def _asking(bots: str | None, passing: bool, why_bot: bool) -> int:
    """At the screen, with those who stand in."""
    from oathtools.cli.shared.screen import at_the_table
    from oathtools.saga import folder
    from oathtools.saga.kept import Kept

    def sit(play: "Play") -> None:
        if bots is not None:
            stand_in(play, bots)

    with faults():
        return at_the_table(Kept(folder.require(settings().saga), sit), passing, why_bot)


def _auto(running: "Running", seed: str) -> None:
    """Bots for every seat, any answer where nobody is named, and seeded chance, to the end of the game."""
    play = running.play
    seed = str(play.header["chance"].get("seed", seed))
    bots, watch = bots_of(play), Watch(play)
    while (decision := play.pending) is not None:
        if decision.form is Form.OUTCOME:
            answer = chance(play, seed)
        else:
            bot = bots.get(decision.who) or RandomBot()
            answer = bot.answer(watch.asked(seed, bot.looks))
        running.save([play.answer(answer, checked=True)])


def _follow(running: "Running", answers: Path) -> None:
    """Answer from a file."""
    running.save(follow(running.play, read_file(answers), labels_for(running.play)))


def _shown(running: "Running", since: int) -> int:
    return emit(question_data(running.play), lambda: after(running.play, since), warnings=running.notes)


def _over(running: "Running", since: int | None = None) -> int:
    play = running.play
    shown = since if since is not None else max(0, play.head - 1)
    data = {"result": play.state.result, "entries": play.head}
    return emit(data, lambda: after(play, shown, ask=False), warnings=running.notes)
