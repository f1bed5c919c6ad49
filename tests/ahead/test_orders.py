"""Where a player says in what order powers act (A-136), what is ahead is looked for in every order."""

import pytest

from oathtools.ahead import trying
from oathtools.ahead.trying import Budget, Fork, Node, tree
from tests.support.tables import Table, a_table

LAKE, TYRANT = "denizen.boiling_lake", "denizen.tyrant"


def lake() -> Table:
    """Red travels to where the Lake and Red's own Tyrant both answer it."""
    table = a_table().oath("devotion").title(None).seat("red", at=0, warbands=3, advisers=["tyrant"])
    return table.site("mountain", cards=["boiling_lake"], warbands={"blue": 1})


def of(node: Node | None, kind: str) -> Fork:
    """The first question of a kind in a tree."""
    found = [node]
    for each in found:
        if isinstance(each, Fork):
            if each.kind == kind:
                return each
            found += [then for _, then in each.branches]
    raise LookupError(kind)


def test_a_136_every_order_of_the_powers_is_tried() -> None:
    fork = of(tree(lake().game(), "red", Budget(1000), ("travel",)), "powers.order")
    assert [answer for answer, _ in fork.branches] == [[LAKE, TYRANT], [TYRANT, LAKE]] and fork.whole


def test_a_136_of_more_orders_than_are_tried_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trying, "MOST", 1)
    budget = Budget(1000)
    fork = of(tree(lake().game(), "red", budget, ("travel", "site.mountain")), "powers.order")
    assert [answer for answer, _ in fork.branches] == [[LAKE, TYRANT]] and not fork.whole
    assert budget.untried["powers.order"] == "more than 1 answers"


def test_10_5_cards_laid_facedown_are_tried_as_they_lie() -> None:
    """Whoever discards three cards says in what order, and none of the six orders is nearer to a win."""
    table = a_table().seat("red", at=0, supply=6).deck("tents", "elders", "keep")
    fork = of(tree(table.game(), "red", Budget(20_000), ("search",)), "search.order")
    assert len(fork.branches) == 1
