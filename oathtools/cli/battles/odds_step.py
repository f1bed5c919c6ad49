"""``oathtools odds`` in the midst of a campaign: for the step at hand, with the dice that have fallen."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from oathtools.cli.battles.odds_table import Bench, bench
from oathtools.cli.shared.common import Failure, emit, terminal_width, wrapped
from oathtools.odds.exact import distribution
from oathtools.odds.numbers import CITATIONS, Answer, Numbers, as_json, shifts
from oathtools.procedures.campaign.kinds import JOINING, ROLL_OF
from oathtools.render.battles import odds as render_odds
from oathtools.render.battles import position as render

if TYPE_CHECKING:
    from oathtools.odds.battle import Battle
    from oathtools.odds.resolution import Result
    from oathtools.procedures.campaign.fight import Fight


def answer_step(position: str | None, readings: Sequence[str] = ()) -> int:
    """The odds of the campaign under way, with the dice that have fallen."""
    judge = bench(position, None, readings)
    data, text = at_hand(judge)
    return emit(data, text, citations=CITATIONS, warnings=judge.notes)


def at_hand(judge: Bench) -> tuple[dict[str, Any], str]:
    """The odds of the campaign under way, for programs and for people. Raises ``Failure`` if there is none."""
    from oathtools.answerers.fought import last_fought
    from oathtools.odds.resolution import shields_of
    from oathtools.procedures.campaign.account import account
    from oathtools.procedures.campaign.outlook import Outlook

    on: Fight | None = judge.play.game.frame.fact("fight")
    if on is None:
        hint = "oathtools odds --against NAME --target site:S, or --force 6 --defense 4 --defenders 3"
        raise Failure("usage", "no campaign is under way", hint=hint)
    told = account(last_fought(judge.play, rolled=False) or ())
    if told.result is not None and told.battle is not None:
        return _rolled(told.battle, told.result)
    look = Outlook.of_fight(judge.play.game, on)
    if judge.play.pending is not None and judge.play.pending.kind in JOINING:
        # While Allies are still to be asked, forces are not counted yet (5.5.2).
        look = Outlook(judge.play.game, look.bare_frame, on.allies)
        look.spent = {}  # the campaign is paid for
    battle, fell = look.battle, told.faces.defense
    rolled = bool(fell) or (judge.play.pending is not None and judge.play.pending.kind == ROLL_OF["attack"])
    shields = shields_of(battle, fell) if rolled else None
    step = "after the defense roll" if rolled else "before the rolls; no further plan is counted"
    numbers = Numbers(battle.force, battle.defense, battle.defenders + battle.bandits, battle.attack)
    shifted = {} if battle.victor else shifts(battle.plus, shields)
    answer = Answer(numbers, (), distribution(battle, shields), shifted, (), CITATIONS)
    data = {**as_json(answer), "step": step, "shields": shields}
    said = [wrapped(f"{judge.names.name(on.attacker)} against {judge.names.name(on.defender)}: {step}")]
    if shields is not None:
        said.append(wrapped(f"Defense: {shields} from dice, {battle.strength('defender')} from the force (5.5.4)"))
    width = terminal_width()
    blocks = [said, list(render_odds._chances(answer, width)), list(render_odds._outcomes(answer, width))]
    blocks += [render_odds._sacrifices(answer, width), list(render_odds._shifted(answer))]
    return data, "\n\n".join("\n".join(block) for block in blocks if block)


def _rolled(battle: "Battle", result: "Result") -> tuple[dict[str, Any], str]:
    """Both rolls are known: what is needed, and what a sacrifice does."""
    from oathtools.odds.battle import settle

    short = result.needed
    killed = result.ending.skulls
    possible = battle.may_sacrifice and 0 < short <= battle.force - killed
    won = settle(battle, True, killed, short) if possible or not short else None
    lost = settle(battle, False, killed) if short else None
    data = {
        "step": "after the rolls",
        "attack": result.attack,
        "defense": result.defense,
        "needed": short,
        "enough": bool(won),
        "if_won": won._asdict() if won else None,
        "if_lost": lost._asdict() if lost else None,
    }

    lines = [f"Attack {result.attack}, defense {result.defense}; skulls killed {killed} (5.5.4, 5.5.5)"]
    if not short:
        lines.append("The attacker is victorious without a sacrifice.")
    else:
        enough = "there are enough" if won else "they cannot be made"
        lines.append(f"A sacrifice of {short} is needed to win, and {enough} (5.5.5, 9.5).")
    for word, end in (("Victory", won), ("Defeat", lost)):
        if end:
            lines.append(f"{word}: attacker loses {end.attacker_lost}, defender {end.defender_lost} (5.5.6)")
    width = terminal_width()
    return data, "\n".join(line for each in lines for line in render.wrap(each, width, "", "  "))
