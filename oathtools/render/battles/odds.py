"""The odds of a campaign as text for people, in 60 columns or more."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from oathtools.kit.datafiles import load
from oathtools.kit.text import count, listed, percent
from oathtools.odds.numbers import Answer, Numbers, changes, ratio
from oathtools.render.document import Bars, Block, Line, apart

if TYPE_CHECKING:
    from oathtools.ahead.chances import CampaignChange, Ranked
    from oathtools.odds.using import Use
    from oathtools.procedures.campaign.best import Best
    from oathtools.procedures.campaign.lines import Uses
    from oathtools.render.names import Names

_FEW = 0.0005  # outcomes below this chance are shown together
_ROWS = 14  # outcomes shown one by one, the likeliest
_LONG = 44  # characters of a fraction that is shown in full
_SHIFTS: dict[str, str] = load("words")["battle_shifts"]
_FIELDS: dict[str, str] = load("words")["battle_fields"]
_SWITCHES: dict[str, str] = load("words")["battle_switches"]


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
        for buried in ("attacker_buried", "defender_buried"):
            rows.pop(buried, None)  # lost to plans before, as was said then
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
    if len(shown) <= _LONG and 0 < odds.wins < odds.total:
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


# -- campaigns ranked, as text and for programs ------------------------------------------------------------------------


SHOWN = 12
_BY = {"chance": "chance of a victory", "losses": "expected losses", "win": "whose next win it makes or prevents"}


def best_document(ranked: "Ranked", names: "Names", by: str) -> list[Block]:
    """The first pairs with their best lines and what a victory changes, and how many lines were weighed."""
    ranking = ranked.ranking
    if not ranking.pairs:
        return ["No campaign can be declared now (5.5.1, 5.5.2)."]
    lines: list[Block] = [f"Campaigns by {_BY[by]}, best first"]
    for number, (each, change) in enumerate(islice(ranked.pairs, SHOWN), 1):
        targets = ", ".join(map(names.name, each.targets))
        head = f"{number}. {percent(*each.win)} against {names.name(each.defender)}: {targets}"
        details = [*_details(each, names), *change_text(change, names)]
        lines += [Line(head, hang=3), *(Line(effort, "   ", 5) for effort in details)]
    left = len(ranking.pairs) - SHOWN
    if left > 0:
        lines.append(f"... and {left} more pairs of defender and targets (--json has all)")
    weighed = count(ranking.lines, "line")
    battles = count(ranking.battles, "battle settles", "battles settle")
    effort = f"{weighed} weighed (dice, plans, answers of the defense); {battles} them"
    if not ranking.complete:
        effort += "; where a side has more than six plans, each alone and all together"
    return [*lines, Line(effort)]


def _details(each: "Best", names: "Names") -> list[str]:
    parts = [f"dice {each.dice}; losses {each.losses:.2f}; no plans {percent(*each.no_plans)}"]
    mine, theirs = _plans(each.plans, names), _plans(each.answer, names)
    joined = ", ".join(names.name(seat) for seat in each.allies)
    if mine:
        parts.append(f"with {mine}")
    if theirs or joined:
        parts.append("worst answer: " + "; ".join(part for part in (joined and f"{joined} joins", theirs) if part))
    return parts


def change_text(change: "CampaignChange", names: "Names") -> "Iterator[str]":
    """What a victory changes, before and after: what is taken, the title, whose next win."""
    from oathtools.render.game.ahead import wins_text

    taken = [names.name(each) for each in (*change.sites, *change.relics, *change.banners)]
    if taken:
        yield f"victory takes {listed(taken)}"
    if change.passes:
        before = "nobody" if change.before is None else names.name(change.before)
        after = listed(["nobody" if each is None else names.name(each) for each in change.title], "or")
        yield f"the title passes from {before} to {after}"
    yield from wins_text(change.wins, names)


def _plans(uses: "Uses", names: "Names") -> str:
    return ", ".join(f"{names.name(chosen.id)} ({names.name(who)})" for who, chosen in uses)


def as_json(ranked: "Ranked", names: "Names") -> dict[str, Any]:
    """All pairs for programs."""
    from oathtools.render.game.ahead import wins_json

    ranking = ranked.ranking
    return {
        "lines": ranking.lines,
        "battles": ranking.battles,
        "complete": ranking.complete,
        "pairs": [
            {
                "against": each.defender,
                "targets": list(each.targets),
                "dice": each.dice,
                "win": ratio(*each.win),
                "win_float": each.win[0] / each.win[1],
                "no_plans": ratio(*each.no_plans),
                "expected_losses": each.losses,
                "plans": [[chosen.id, chosen.number] for _, chosen in each.plans],
                "answer": {"allies": list(each.allies), "plans": [[who, chosen.id] for who, chosen in each.answer]},
                "changes": {
                    "sites": list(change.sites),
                    "relics": list(change.relics),
                    "banners": list(change.banners),
                    "pawn": change.pawn,
                    "oathkeeper": {"before": change.before, "after": list(change.title)},
                    "makes": wins_json(change.wins.made, names),
                    "prevents": wins_json(change.wins.broken, names),
                },
            }
            for each, change in ranked.pairs
        ],
    }


# -- the plans and powers that change a campaign, as a list for people -------------------------------------------------


_FACTS: dict[str, str] = load("words")["plan_facts"]
# What each verb of data/plans.yaml does, for verbs whose amount is no number.
_WORDS: dict[str, str] = load("words")["plan_verbs"]


def listing(plans: Sequence[Mapping[str, Any]]) -> list[Block]:
    """What ``plans.as_json`` gives, for people: battle plans by name, then standing powers."""
    parts: list[list[Block]] = []
    for title, battle_plan in (("BATTLE PLANS (5.5.3, 7.5)", True), ("OTHER POWERS, FROM THE START (5.5.2)", False)):
        named = sorted(plans, key=lambda one: str(one["name"]))
        parts.append([title, *(_entry(one) for one in named if one["battle_plan"] is battle_plan)])
    use = (
        "Name a plan with --plan (attacker) or --defender-plan. A number goes with the name: "
        '--plan "Cracking Ground=2".'
    )
    return apart(*parts, [Line(use)])


def _entry(one: Mapping[str, Any]) -> Line:
    name = f"{one['name']}=N" if one["number"] else str(one["name"])
    side = " or ".join(one["by"])
    words = "; ".join(describe(effect) for effect in one["effects"])
    number = f" N: {one['number']}." if one["number"] else ""
    return Line(f"{name} ({side}): {words}.{number}", "  ", 4)


def describe(effect: Mapping[str, Any]) -> str:
    """An effect of ``plans.as_json`` in a few words."""
    verb, amount = next(iter(effect.items()))
    words = _verb(verb, amount)
    if "sacrificing" in effect:
        words += f" for {count(effect['sacrificing'], 'warband')} sacrificed"
    for key in ("if", "unless"):
        if key in effect:
            words += f" {key} {_condition(effect[key])}"
    return words


def _verb(verb: str, amount: Any) -> str:
    match verb:
        case "swing":
            return f"adds or removes {_plans_dice(amount, 'attack')}"
        case "attack" | "defense":
            if isinstance(amount, int) and amount < 0:
                return f"removes {_plans_dice(-amount, verb)}"
            return f"adds {_plans_dice(amount, verb)}"
        case "force":
            return "moves N warbands into the force" if "any" in amount else "N warbands join the force"
        case "crown":
            return f"{_amount(amount)} bandits count in the force and cannot be killed"
        case "bandits":
            return "so many bandits more at each"
        case "kill":
            return f"kills {count(amount, 'warband')} of the enemy's force"
        case "gain":
            return f"if victorious, gains {count(amount, 'warband')}"
        case "doomed":
            who = "the defeated side kills all of its force" if amount == "loser" else "its user kills all of the force"
            return who if amount == "loser" else f"if defeated, {who}"
        case "bars":
            return f"the enemy cannot use {_barred(amount)}"
        case "ignore":
            return _WORDS[verb].format(", ".join(face.replace("_", " ") for face in amount))
    return _WORDS[verb].format(amount)


def _barred(what: Any) -> str:
    match what:
        case {"suits": suits}:
            return f"{' or '.join(suit.capitalize() for suit in suits)} plans"
        case {"cost": token}:
            return f"plans that cost a {token}"
        case {"matching": _}:
            return "plans that match an adviser of its user"
    return "battle plans"


def _condition(condition: Any) -> str:
    match condition:
        case {"defense_pool": least}:
            return f"the defense pool has {least} dice or more"
    return _FACTS.get(condition) or str(load("plans")["facts"][condition][0])


def _plans_dice(amount: Any, pool: str) -> str:
    number = _amount(amount)
    return f"{number} {pool} {'die' if number == '1' else 'dice'}"


def _amount(amount: Any) -> str:
    match amount:
        case {"up_to": _}:
            return "up to N"
        case {"one_of": several}:
            return " or ".join(map(str, several))
        case {"die": title}:
            return str(load("components")["defense_dice"][title])
        case int():
            return str(amount)
    return "N"
