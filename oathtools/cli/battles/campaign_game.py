"""``oathtools campaign`` in the running game: the rolls as answers, the campaign under way or the last one told."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from oathtools.cli.shared.common import Failure, emit
from oathtools.cli.shared.resolving import CLAUSES, Dice, Ground, chance_now, ground_of, rolled_from, shown
from oathtools.odds.numbers import ratio
from oathtools.procedures.campaign.account import account
from oathtools.procedures.campaign.kinds import ROLL_OF, SACRIFICE
from oathtools.text import percent

if TYPE_CHECKING:
    from oathtools.journal.play import Play
    from oathtools.procedures.campaign.staged import Known, Scene


def at_hand(dice: Dice, sacrifice: bool | None) -> int:
    """Answer the rolls that are told; then the campaign under way, or the last one."""
    from oathtools.cli.shared.game_shown import names_for
    from oathtools.cli.shared.gaming import view_game, write_game

    if not dice.said and sacrifice is None:
        running = view_game()
        return _show(running.play, names_for(running.play), running.notes, None)
    from oathtools.answerers.bot import run_plugs

    with write_game() as running:
        play, since = running.play, running.play.head
        seed = dice.seeded()
        _answer(play, dice, seed, sacrifice)
        run_plugs(play)
        running.save(play.entries[since:])
    return _show(play, names_for(play), running.notes, seed, since)


def in_position(position: str, dice: Dice, readings: Sequence[str]) -> "tuple[Ground, Scene, Known]":
    """The campaign under way at the end of a position's ``then``, or the last one in it. Raises ``Failure``."""
    from oathtools.answerers.fought import last_fought, scene_of
    from oathtools.cli.battles.odds_table import bench
    from oathtools.procedures.campaign.staged import Known

    judge = bench(position, None, readings)
    found = last_fought(judge.play, rolled=False)
    if found is None:
        hint = "--against NAME --target site:S --target pawn"
        raise Failure("usage", "missing: --against; no campaign is under way in this position", hint=hint)
    fell = {entry.kind for entry in judge.play.live}
    twice = next((die for die, kind in ROLL_OF.items() if kind in fell and getattr(dice, die) is not None), None)
    if twice:
        raise Failure("usage", f"--{twice}-roll is told by the position", hint="Leave it out.")
    return ground_of(account(found), judge.names, judge.notes), scene_of(judge.play, found), Known()


def _answer(play: "Play", dice: Dice, seed: str | None, sacrifice: bool | None) -> None:
    """The open questions of a battle, from what is said; a question in between that it does not speak of is refused.

    Raises ``Failure``; then nothing is kept.
    """
    from oathtools.cli.shared.refusing import needed
    from oathtools.odds.spoken import Unread, faces

    said = {die: getattr(dice, die) for die in ROLL_OF}
    dies = {kind: die for die, kind in ROLL_OF.items()}
    if play.pending is None or play.pending.kind not in (*dies, SACRIFICE):
        hint = "oathtools ask shows the question that is open; oathtools campaign --help tells of campaigns by numbers"
        raise Failure("not_offered", "no dice of a campaign are to be rolled now", hint=hint, citations=["5.5"])
    while (decision := play.pending) is not None:
        die = dies.get(decision.kind)
        if die is not None and said[die] is not None:
            try:
                play.answer(faces(die, said[die], decision.high))
            except Unread as fault:
                raise Failure("usage", fault.message, hint=fault.hint, citations=[CLAUSES[die]]) from None
            said[die] = None
        elif die is not None and seed is not None:
            play.answer(rolled_from(seed, die, decision.high, play.counter(decision.kind)))
        elif decision.kind == SACRIFICE and sacrifice is not None:
            play.answer("yes" if sacrifice else "no")
        elif any(said.values()):
            needed(play, decision, "One roll at a time, then. Nothing was answered.")
        else:
            return


def _show(play: "Play", names: Any, notes: list[str], seed: str | None, since: int | None = None) -> int:
    from oathtools.answerers.fought import last_fought, unrolled
    from oathtools.cli.shared.common import in_lines
    from oathtools.cli.shared.game_shown import question_data
    from oathtools.cli.shared.gaming import after

    if unrolled(play):
        hint = "oathtools ask shows what is asked before them; oathtools odds: how it may end"
        raise Failure("not_found", "no dice of this campaign have been rolled yet", hint=hint)
    found = last_fought(play)
    if found is None:
        hint = "oathtools answer campaign NAME --target T declares one; oathtools campaign --help: by numbers"
        raise Failure("not_found", "no dice of a campaign have been rolled in this game", hint=hint)
    so_far = account(found)
    ground = ground_of(so_far, names, notes)
    data, text, cites = shown(ground, so_far, seed, False)
    if so_far.result is None and so_far.won is None:
        now = chance_now(so_far, "attack")
        data["win"] = ratio(*now)
        text += f"\nWin now: {percent(*now)}"
    elif so_far.won is None:
        text += "\nThe sacrifice is not answered yet."
    if since is not None:
        text += f"\n\n{in_lines(after(play, since))}"
    return emit({**data, "ask": question_data(play)}, text, citations=cites, warnings=notes)
