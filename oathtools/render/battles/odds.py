"""The odds of a campaign as text for people, in 60 columns or more."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from oathtools.odds.numbers import Answer, Numbers, changes, ratio
from oathtools.render.document import Bars, Block, Line, apart
from oathtools.text import count, percent

if TYPE_CHECKING:
    from oathtools.odds.using import Use

_FEW = 0.0005  # outcomes below this chance are shown together
_ROWS = 14  # outcomes shown one by one, the likeliest
_LONG = 44  # characters of a fraction that is shown in full
_SHIFTS = {
    "attack_die": "attack die",
    "warband": "warband of the attacker",
    "warband_and_die": "such warband with its die",
    "defense_die": "defense die",
    "defender": "warband of the defender",
}
_FIELDS = {
    "force": "attacker's warbands",
    "attack": "attack dice",
    "defense": "defense dice",
    "defenders": "defender's warbands",
    "bandits": "bandits who defend",
    "band": "bandits who attack",
    "worth": "attack for each sacrifice",
    "attacker_gains": "attacker gains if victorious",
    "defender_gains": "defender gains if victorious",
}
_SWITCHES = {
    "halvings": "half of the attack dice are rolled",
    "doublings": "the attack roll counts double",
    "skulls": "skulls kill nobody",
    "ignored": "faces that add nothing: {}",
    "may_sacrifice": "no sacrifices",
    "victor": "the {} is victorious at once",
    "bloodless": "the defeat kills nobody",
    "spared": "if defeated, no losses: {}",
    "doomed": "if defeated, all are killed: {}",
    "slaying": "if victorious, kills all the enemy's force: {}",
    "saved": "losses are set aside, not killed: {}",
    "mourned": "the {} has them killed after all if beaten (A-148)",
    "capturing": "if victorious, takes those left of the enemy: {}",
    "reaping": "if victorious, a warband for each enemy killed: {}",
    "rerolls": "may reroll once, where that helps: {}",
}


def document(answer: Answer) -> list[Block]:
    """The numbers, the chance to win, a bar for each outcome, the shifts, the clauses."""
    plans = plan_lines(answer.uses) if answer.uses else ()
    law = Line(f"Law: {', '.join(answer.citations)}")
    return apart([Line(setting(answer.numbers))], plans, *outcome_blocks(answer), [law])


def outcome_blocks(answer: Answer) -> "list[Iterable[Block]]":
    """The chance to win, a bar for each outcome, the sacrifices that are needed, the shifts; some may be empty."""
    return [_chances(answer), _outcomes(answer), _sacrifices(answer), _shifted(answer)]


def setting(numbers: Numbers) -> str:
    """Who fights with what, by numbers."""
    battle = numbers.battle
    defenders = count(numbers.defenders, "bandit" if numbers.bandits else "warband")
    words = (
        f"{count(numbers.force, 'warband')} with {_dice(battle.attack, 'attack')}, against {defenders} with "
        f"{_dice(numbers.defense, 'defense')}"
    )
    return words + (", no sacrifices" if not numbers.sacrifice else "")


def plan_lines(uses: "Sequence[Use]") -> Iterator[Block]:
    """Each plan in use with what it changes."""
    yield "Plans, in the order of use (5.5.3)"
    for used in uses:
        rows = {field: (old, new) for field, old, new in changes(used)}
        for fallen, force in (("attacker_fallen", "force"), ("defender_fallen", "defenders")):
            if fallen in rows:
                rows.pop(force, None)  # said once, as a loss
        for told in ("attacker_buried", "defender_buried"):
            rows.pop(told, None)  # lost to plans before, as was said then
        words = "; ".join(_changed(field, old, new) for field, (old, new) in rows.items()) or "no dice, no losses"
        yield Line(f"{used.plan.name} ({used.side}): {words}", "  ", 4)


def _changed(field: str, old: Any, new: Any) -> str:
    if field in _FIELDS:
        return f"{_FIELDS[field]} {old} to {new}"
    if field in ("attacker_fallen", "defender_fallen"):
        return f"{count(new - old, 'warband')} of the {field.partition('_')[0]} lost"
    added = sorted(new - old) if isinstance(new, frozenset) else [new]
    return _SWITCHES[field].format(", ".join(str(each).replace("_", " ") for each in added))


def _chances(answer: Answer) -> Iterator[Block]:
    odds = answer.odds
    shown = ratio(odds.wins, odds.total)
    yield f"Win                  {percent(odds.wins, odds.total)}"
    if len(shown) <= _LONG:
        yield Line(f"exactly {shown}", "  ", 4)
    yield f"  without sacrifice  {percent(*odds.no_sacrifice)}"
    yield f"Mean losses          attacker {_mean(answer, 'attacker_lost')}, defender {_mean(answer, 'defender_lost')}"


def _mean(answer: Answer, field: str) -> str:
    rolls = sum(getattr(ending, field) * rolls for ending, rolls in answer.odds.endings.items())
    return f"{rolls / answer.odds.total:.2f}"


def _outcomes(answer: Answer) -> Iterator[Block]:
    """A bar for each outcome and number of the attacker's warbands lost; the rare ones together."""
    odds = answer.odds
    rows = [
        (f"{word}, {count(lost, 'lost', 'lost')}", rolls / odds.total)
        for word, won in (("victory", True), ("defeat", False))
        for lost, rolls in enumerate(odds.lost(won=won))
        if rolls
    ]
    shown = sorted((chance for _, chance in rows if chance >= _FEW), reverse=True)[:_ROWS]
    least = shown[-1] if shown else 0.0
    label = max(len(words) for words, _ in rows)
    most = max(chance for _, chance in rows)
    yield "Outcome, and the attacker's warbands lost"
    bars = [(f"{words:<{label}}", f"{chance:7.2%}", chance / most) for words, chance in rows if chance >= least]
    yield Bars(tuple(bars))
    rest = sum(chance for _, chance in rows if chance < least)
    if rest:
        yield f"  {'others':<{label}} {rest:7.2%}" if rest >= 0.00005 else f"  {'others':<{label}}  <0.01%"


def _sacrifices(answer: Answer) -> list[Line]:
    odds = answer.odds
    if not odds.needing or not odds.battle.may_sacrifice:
        return []
    parts = [
        f"{'none' if number == 0 else number} {rolls / total:.1%}"
        for number, (rolls, total) in enumerate(odds.needing[:-1])
        if rolls / total >= 0.0005
    ]
    beyond, total = odds.needing[-1]
    if beyond / total >= 0.0005:
        parts.append(f"more than there are {beyond / total:.1%}")
    return [Line(f"Sacrifices needed to win (5.5.5): {', '.join(parts)}", hang=2)]


def _shifted(answer: Answer) -> Iterator[str]:
    if not answer.shifts:
        return
    label = max(map(len, _SHIFTS.values()))
    yield f"{'Win with one ...':<{label + 2}}  {'less':>8}  {'more':>8}"
    bandits = answer.numbers.bandits
    for what, shift in answer.shifts.items():
        words = "bandit" if bandits and what == "defender" else _SHIFTS[what]
        less, more = (percent(*each) if each else "-" for each in shift)
        yield f"  {words:<{label}}  {less:>8}  {more:>8}"


def dice(faces: Mapping[str, Any]) -> list[Block]:
    """The faces of the campaign dice, with where the facts come from."""
    lines: list[Block] = []
    for die, others in (("attack", "swords hollow_swords skulls"), ("defense", "shields doubles")):
        lines.append(f"{die.capitalize()} die ({faces['in_box'][die]} in the box; any number may be rolled, 9.3)")
        for face in faces[die]:
            shows = (
                ", ".join(count(face[what], what[:-1].replace("_", " ")) for what in others.split() if face[what])
                or "nothing"
            )
            name = str(face["id"]).replace("_", " ")
            lines.append(Line(f"{face['sides']} of 6  {name}: {shows}", "  ", 4))
        for about, witnesses in faces["source"][die].items():
            lines.append(Line(f"source, {about.replace('_', ' ')}: {'; '.join(witnesses)}", "  ", 4))
        lines.append("")
    says = (
        f"{faces['hollow_per_sword']} hollow swords are one sword, a lone one nothing (5.5.5). A doubler doubles all "
        "shields rolled, and several multiply; warbands are not doubled (5.5.4)."
    )
    return [*lines, Line(says), Line(f"Facts: {faces['source']['book']}.")]


def _dice(number: int, pool: str) -> str:
    return count(number, f"{pool} die", f"{pool} dice")
