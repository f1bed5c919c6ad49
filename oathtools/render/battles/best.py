"""Campaigns ranked, as text and for programs."""

from typing import TYPE_CHECKING, Any

from oathtools.odds.numbers import ratio
from oathtools.text import percent, wrap

if TYPE_CHECKING:
    from oathtools.procedures.campaign.best import Best, Ranking
    from oathtools.procedures.campaign.lines import Uses
    from oathtools.render.names import Names

SHOWN = 12
_BY = {"win": "chance to win", "losses": "expected losses", "change": "what it changes"}


def as_text(ranking: "Ranking", names: "Names", by: str, width: int) -> str:
    """The first pairs with their best lines, and how many lines were weighed."""
    if not ranking.pairs:
        return "No campaign can be declared now (5.5.1, 5.5.2)."
    lines = [f"Campaigns by {_BY[by]}, best first"]
    for number, each in enumerate(ranking.pairs[:SHOWN], 1):
        targets = ", ".join(map(names.name, each.targets))
        head = f"{number}. {percent(*each.win)} against {names.name(each.defender)}: {targets}"
        lines += wrap(head, width, "", "   ")
        lines += [line for said in _details(each, names) for line in wrap(said, width, "   ", "     ")]
    left = len(ranking.pairs) - SHOWN
    if left > 0:
        lines.append(f"... and {left} more pairs of defender and targets (--json has all)")
    weighed = "1 line" if ranking.lines == 1 else f"{ranking.lines} lines"
    battles = "1 battle settles" if ranking.battles == 1 else f"{ranking.battles} battles settle"
    said = f"{weighed} weighed (dice, plans, answers of the defense); {battles} them"
    if not ranking.complete:
        said += "; where a side has more than six plans, each alone and all together"
    return "\n".join([*lines, *wrap(said, width)])


def _details(each: "Best", names: "Names") -> list[str]:
    said = [f"dice {each.dice}; losses {each.losses:.2f}; no plans {percent(*each.no_plans)}"]
    mine, theirs = _plans(each.plans, names), _plans(each.answer, names)
    joined = ", ".join(names.name(seat) for seat in each.allies)
    if mine:
        said.append(f"with {mine}")
    if theirs or joined:
        said.append("worst answer: " + "; ".join(part for part in (joined and f"{joined} joins", theirs) if part))
    changes = [f"{each.sites} sites" if each.sites != 1 else "1 site"] if each.sites else []
    changes += ["the title"] if each.gains_title else []
    changes += ["the next win check"] if each.next_win else []
    if changes:
        said.append(f"a victory may bring {', '.join(changes)}")
    return said


def _plans(uses: "Uses", names: "Names") -> str:
    return ", ".join(f"{names.name(chosen.id)} ({names.name(who)})" for who, chosen in uses)


def as_json(ranking: "Ranking") -> dict[str, Any]:
    """All pairs for programs."""
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
                    "sites": each.sites,
                    "oathkeeper": each.title,
                    "gains_title": each.gains_title,
                    "next_win": each.next_win,
                },
            }
            for each in ranking.pairs
        ],
    }
