"""Campaigns ranked, as text and for programs."""

from itertools import islice
from typing import TYPE_CHECKING, Any

from oathtools.odds.numbers import ratio
from oathtools.render.document import Block, Line
from oathtools.render.game.ahead import wins_json, wins_text
from oathtools.text import count, listed, percent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oathtools.ahead.campaigns import Change, Ranked
    from oathtools.procedures.campaign.best import Best
    from oathtools.procedures.campaign.lines import Uses
    from oathtools.render.names import Names

SHOWN = 12
_BY = {"chance": "chance of a victory", "losses": "expected losses", "win": "whose next win it makes or prevents"}


def document(ranked: "Ranked", names: "Names", by: str) -> list[Block]:
    """The first pairs with their best lines and what a victory changes, and how many lines were weighed."""
    ranking = ranked.ranking
    if not ranking.pairs:
        return ["No campaign can be declared now (5.5.1, 5.5.2)."]
    lines: list[Block] = [f"Campaigns by {_BY[by]}, best first"]
    for number, (each, change) in enumerate(islice(ranked.pairs, SHOWN), 1):
        targets = ", ".join(map(names.name, each.targets))
        head = f"{number}. {percent(*each.win)} against {names.name(each.defender)}: {targets}"
        details = [*_details(each, names), *change_text(change, names)]
        lines += [Line(head, hang=3), *(Line(said, "   ", 5) for said in details)]
    left = len(ranking.pairs) - SHOWN
    if left > 0:
        lines.append(f"... and {left} more pairs of defender and targets (--json has all)")
    weighed = count(ranking.lines, "line")
    battles = count(ranking.battles, "battle settles", "battles settle")
    said = f"{weighed} weighed (dice, plans, answers of the defense); {battles} them"
    if not ranking.complete:
        said += "; where a side has more than six plans, each alone and all together"
    return [*lines, Line(said)]


def _details(each: "Best", names: "Names") -> list[str]:
    said = [f"dice {each.dice}; losses {each.losses:.2f}; no plans {percent(*each.no_plans)}"]
    mine, theirs = _plans(each.plans, names), _plans(each.answer, names)
    joined = ", ".join(names.name(seat) for seat in each.allies)
    if mine:
        said.append(f"with {mine}")
    if theirs or joined:
        said.append("worst answer: " + "; ".join(part for part in (joined and f"{joined} joins", theirs) if part))
    return said


def change_text(change: "Change", names: "Names") -> "Iterator[str]":
    """What a victory changes, before and after: what is taken, the title, whose next win."""
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
                "answer": {
                    "allies": list(each.allies),
                    "plans": [[who, chosen.id] for who, chosen in each.answer],
                },
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
