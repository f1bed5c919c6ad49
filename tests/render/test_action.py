"""Refusals with their clauses, the way out, and costs in few words."""

from oathtools.engine.decision import Decision, Form, Refusal
from oathtools.procedures.machine.frame import FREE, Cost, Item
from oathtools.render.document import Reasons, reasons
from oathtools.render.game.question import clause_of, cost_data, cost_text, reasons_of, way_out
from oathtools.render.names import Names
from oathtools.render.printers import plain, terminal
from oathtools.table.views import View
from tests.support.tables import a_table

HOLDS = Refusal("5.2.1", "denizen.longbows already holds 1 favor")
FORBID = Refusal("7.1.4", "denizen.toll_roads forbid it while they rule", "denizen.toll_roads")
LONG = Refusal("11.8", "into the provinces one must travel to site.narrow_pass, whatever else is nearer or cheaper")


def names() -> Names:
    return Names(View(a_table(2).built()))


def refusal_lines(refusals: list[Refusal], width: int = 60) -> list[str]:
    """Refusals as a terminal shows them below what was refused, without how far they stand in."""
    shown = terminal(reasons(reasons_of(refusals, names().text)), width).splitlines()
    assert all(line.startswith("  ") and len(line) <= width for line in shown)
    return [line[2:] for line in shown]


def test_where_a_refusal_comes_from() -> None:
    assert clause_of(HOLDS) == "Law 5.2.1"
    assert clause_of(FORBID) == "Law 7.1.4", "the sentence names the card"
    unnamed = Refusal("7.1.4", "it costs 1 favor", "denizen.toll_roads")
    assert clause_of(unnamed) == "Law 7.1.4, denizen.toll_roads"
    assert clause_of(unnamed, names().text) == "Law 7.1.4, Toll Roads"
    assert clause_of(Refusal("A-54", "no")) == "A-54"
    assert clause_of(Refusal("", "a text")) == ""


def test_the_clauses_stand_in_a_column() -> None:
    assert refusal_lines([HOLDS, Refusal("2.9", "it is a ruin")]) == [
        "Longbows already holds 1 favor  Law 5.2.1",
        "it is a ruin                    Law 2.9",
    ]


def test_long_reasons_are_wrapped_within_sixty_columns() -> None:
    lines = refusal_lines([HOLDS, LONG])
    assert lines == [
        "Longbows already holds 1 favor                   Law 5.2.1",
        "into the Provinces one must travel to Narrow     Law 11.8",
        "  Pass, whatever else is nearer or cheaper",
    ]
    assert max(len(f"  {line}") for line in lines) <= 60


def test_a_wide_clause_or_a_narrow_screen_puts_the_clause_below() -> None:
    forbids = Refusal("7.1.4", "enemies may not come here while it is ruled", "denizen.toll_roads")
    assert refusal_lines([forbids]) == [
        "enemies may not come here while it   Law 7.1.4, Toll Roads",
        "  is ruled",
    ]
    assert refusal_lines([forbids], 40) == [
        "enemies may not come here while it is",
        "  ruled",
        "  Law 7.1.4, Toll Roads",
    ]


def test_a_reason_is_given_once() -> None:
    assert refusal_lines([HOLDS, HOLDS]) == ["Longbows already holds 1 favor  Law 5.2.1"]
    assert refusal_lines([]) == []
    assert terminal([Reasons(())], 60) == ""


def test_several_refusals_share_their_column() -> None:
    told = [reasons_of(each, names().text) for each in ([HOLDS], [], [Refusal("2.9", "it is a ruin")])]
    block = Reasons(tuple((f"way {number}", tuple(each)) for number, each in enumerate(told)), 4)
    assert terminal([block], 60).splitlines() == [
        "  way 0",
        "    Longbows already holds 1 favor  Law 5.2.1",
        "  way 1",
        "  way 2",
        "    it is a ruin                    Law 2.9",
    ]


def test_the_way_out() -> None:
    def decision(kind: str, *options: str, cites: tuple[str, ...] = ("5.2.1",)) -> Decision:
        return Decision(kind, "red", Form.ONE, options=options, cites=cites)

    label = names().name
    assert plain(way_out(decision("muster.card", "denizen.longbows", "denizen.elders"), label) or "") == (
        "You can muster from: Longbows, Elders.   See: oathtools law 5.2.1"
    )
    assert way_out(decision("elders.bank", "bank.order", cites=()), label) == "Possible: the Order bank."
    assert plain(way_out(decision("muster.card", "denizen.longbows", "denizen.elders"), label, most=1) or "") == (
        "You can muster from: Longbows, ...   See: oathtools law 5.2.1"
    )
    assert way_out(decision("muster.card"), label) is None


def test_costs() -> None:
    cost = Cost(
        (
            Item("spend", "supply", 2),
            Item("place", "favor", 1, "denizen.longbows"),
            Item("give", "favor", 1, "board.red", source="denizen.toll_roads", toll=True),
            Item("flip", "secret", 1),
            Item("burn", "secret", 2, "shared"),
            Item("sacrifice", "warbands", 1),
        )
    )
    assert cost_text(cost, names()) == (
        "2 Supply, 1 favor, 1 favor to Red, flip 1 secret, burn 2 secrets, sacrifice 1 warband"
    )
    assert cost_data(cost) == {"supply": 2, "favor": 2, "secret": 3, "warbands": 1}
    assert cost_text(FREE, names()) == "free"
    assert cost_data(FREE) == {}
