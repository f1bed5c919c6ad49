"""``oathtools campaign`` in the running game: the rolls as answers, the campaign under way or the last one told."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from oathtools.cli.shared.common import Failure, emit, terminal_width
from oathtools.cli.shared.resolving import CLAUSES, KINDS, Dice, Ground, ground_of, rolled_from, told
from oathtools.odds.numbers import ratio
from oathtools.text import percent

if TYPE_CHECKING:
    from oathtools.answerers.fought import Fought
    from oathtools.journal.play import Play

SACRIFICE = "campaign.sacrifice"


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


def in_position(position: str, dice: Dice, readings: Sequence[str]) -> tuple[Ground, Dice]:
    """The campaign under way at the end of a position's ``then``, with the dice that fell in it. Raises ``Failure``."""
    from oathtools.answerers.fought import last_fought
    from oathtools.cli.battles.odds_table import bench
    from oathtools.odds.spoken import told as signs
    from oathtools.procedures.campaign.fight import Fight
    from oathtools.procedures.campaign.outlook import Outlook

    judge = bench(position, None, readings)
    on = judge.play.game.frame.fact("fight")
    if not isinstance(on, Fight):
        hint = "--against NAME --target site:S --target pawn"
        raise Failure("usage", "missing: --against; no campaign is under way in this position", hint=hint)
    found = last_fought(judge.play)
    if found is None:
        return ground_of(Outlook.of_fight(judge.play.game, on), judge.names, judge.notes), dice
    fell = {die: list(getattr(found.faces, die)) for die in KINDS}
    twice = next((die for die in KINDS if fell[die] and getattr(dice, die) is not None), None)
    if twice:
        raise Failure("usage", f"--{twice}-roll is told by the position", hint="Leave it out.")
    dice = dice._replace(
        defense=signs("defense", fell["defense"]) if fell["defense"] else dice.defense,
        attack=signs("attack", fell["attack"]) if fell["attack"] else dice.attack,
    )
    return ground_of(found.look, judge.names, judge.notes), dice


def _answer(play: "Play", dice: Dice, seed: str | None, sacrifice: bool | None) -> None:
    """The open questions of a battle, from what is said; a question in between that it does not speak of is refused.

    Raises ``Failure``; then nothing is kept.
    """
    from oathtools.cli.shared.refusing import needed
    from oathtools.odds.spoken import Unread, faces

    said = {die: getattr(dice, die) for die in KINDS}
    dies = {kind: die for die, kind in KINDS.items()}
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
    from oathtools.cli.shared.game_shown import question_data
    from oathtools.cli.shared.gaming import after

    if unrolled(play):
        hint = "oathtools ask shows what is asked before them; oathtools odds: how it may end"
        raise Failure("not_found", "no dice of this campaign have been rolled yet", hint=hint)
    found = last_fought(play)
    if found is None:
        hint = "oathtools answer campaign NAME --target T declares one; oathtools campaign --help: by numbers"
        raise Failure("not_found", "no dice of a campaign have been rolled in this game", hint=hint)
    ground = ground_of(found.look, names, notes)
    data, text, cites = _whole(ground, found, seed) if found.rolled else _so_far(ground, found)
    if since is not None:
        text += f"\n\n{after(play, since, luck=False)}"
    return emit({**data, "ask": question_data(play)}, text, citations=cites, warnings=notes)


def _whole(ground: Ground, found: "Fought", seed: str | None) -> tuple[dict[str, Any], str, list[str]]:
    from oathtools.odds.resolution import resolve

    result = resolve(ground.battle, found.faces, sacrifice=found.sacrifice is not False)
    data, text, cites = told(ground, found.faces, result, seed, False)
    if result.ending.sacrificed and found.sacrifice is None:
        text += "\nThe sacrifice is not answered yet: this is how it ends if it is made."
    return data, text, cites


def _so_far(ground: Ground, found: "Fought") -> tuple[dict[str, Any], str, list[str]]:
    """After the defense roll: what it came to, and the odds now."""
    from oathtools.odds.course import as_json, defense_roll
    from oathtools.odds.exact import chance
    from oathtools.odds.resolution import shields_of
    from oathtools.render.battles.campaign import citations, step_lines

    step = defense_roll(ground.battle, found.faces)
    now = chance(ground.battle, shields_of(ground.battle, found.faces.defense))
    data = {**ground.data, "rolls": {"defense": list(found.faces.defense), "attack": None}, "steps": as_json([step])}
    data["win"] = ratio(*now)
    width = terminal_width()
    lines = [*ground.before(), "", *step_lines(step, width, ground.say), f"Win now: {percent(*now)}"]
    return data, "\n".join(lines), citations([step])
