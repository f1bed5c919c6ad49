"""Refusals and costs as text: the reason, its clause, the way out."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from oathtools.engine.rows import LAW, Refusal
from oathtools.procedures.machine.variant import VARIANT_PREFIX
from oathtools.render.document import Reason, Words
from oathtools.render.names import Names
from oathtools.text import Hint

if TYPE_CHECKING:
    from oathtools.engine.decision import Decision
    from oathtools.procedures.machine.cost import Cost, Item

Say = Callable[[str], str]

FREE_TEXT = "free"

# What may be chosen instead, by the kind of question.
_LEADS = {
    "act": "You can",
    "play.first": "You can first discard",
    "play.replace": "You can discard",
    "setup.pawn": "The pawn can start at",
    "search.keep": "You can keep",
    "setup.adviser": "You can keep",
    "title.give": "The title can go to",
    "wake.bank": "The favor can go to",
}


def clause_of(refusal: Refusal, say: Say = str) -> str:
    """Where a refusal comes from: ``Law 5.2.1``; ``Law 7.1.4, Tents`` where a card stands behind it unnamed."""
    law = f"Law {refusal.clause}" if refusal.clause[:1].isdigit() else refusal.clause
    told = refusal.source == LAW or refusal.source.startswith(VARIANT_PREFIX) or refusal.source in refusal.because
    return ", ".join(part for part in (law, "" if told else say(refusal.source)) if part)


def reasons_of(refusals: Iterable[Refusal], say: Say = str) -> list[Reason]:
    """Refusals as reasons, each once. ``say`` turns the ids in a sentence into names."""
    return [Reason(say(each.because), clause_of(each, say)) for each in dict.fromkeys(refusals)]


def way_out(decision: "Decision", label: Say, *, most: int = 12) -> Words | None:
    """What is offered instead: ``You can muster from: Elders, Keep.   See: oathtools law 5.2.1``; or None."""
    from itertools import islice

    offered = list(dict.fromkeys(label(option) for option in islice(decision.legal(), most + 1)))
    if not offered:
        return None
    from oathtools.render.game.prompts import asked

    field = asked(decision.kind)[2]
    lead = field.lead if field else _LEADS.get(decision.kind, "Possible")
    shown = ", ".join(offered[:most]) + (", ..." if len(offered) > most else ".")
    told = f"{lead}: {shown}"
    return (f"{told}   See: ", Hint("law", decision.cites[0])) if decision.cites else told


# -- costs ---------------------------------------------------------------------------------------------------------


def cost_text(cost: "Cost", names: Names) -> str:
    """A cost in few words: ``2 Supply, 1 favor to Ann``; ``free`` if there is none."""
    parts = []
    for item in _summed(cost.items):
        pieces = names.pieces(item.what, item.amount)
        if item.verb == "give":
            holder = item.to.partition(".")[2] if item.to.startswith("board.") else item.to
            parts.append(f"{pieces} to {names.name(holder)}")
        elif item.verb in ("burn", "flip", "sacrifice"):
            parts.append(f"{item.verb} {pieces}")
        else:
            parts.append(pieces)
    return ", ".join(parts) or FREE_TEXT


def _summed(items: "Iterable[Item]") -> "list[Item]":
    """The items of a cost, what is paid alike as one: an action's Supply, and a house rule's on top."""
    sums: dict[tuple[str, str, str], Item] = {}
    for item in items:
        alike = (item.verb, item.what, item.to)
        known = sums.get(alike)
        sums[alike] = item if known is None else known._replace(amount=known.amount + item.amount)
    return list(sums.values())


def cost_data(cost: "Cost") -> dict[str, int]:
    """A cost as numbers by what it takes."""
    data: dict[str, int] = {}
    for item in cost.items:
        data[item.what] = data.get(item.what, 0) + item.amount
    return data


def common_cost(costs: "list[Cost]") -> "Cost":
    """What several costs have in common."""
    return costs[0]._replace(items=tuple(item for item in costs[0].items if all(item in each.items for each in costs)))
