"""The guide through setup with house rules: their steps in their places, what they add to steps of the Law."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from oathtools import variants
from oathtools.law.rulings import Readings, Taken, in_force
from oathtools.procedures.machine.registry import Variant
from oathtools.render.world.setup_guide import Step, guide
from oathtools.saga.guide.plan import SavedWorld, SetupPlan, seats_of
from tests.support.outland import NAME, facedown, laid, saved, up, with_realms
from tests.support.tables import a_table


def plan_for(rows: list[Any] | None, realms: dict[str, list[str]], **taken: str) -> SetupPlan:
    """Ann and red in a world of some sites with realms, or where no world is told; readings by their letters."""
    seats, known = seats_of([("Ann", None), ("Bo", "red")])
    readings = in_force(Readings(taken={f"OR-{key}": Taken(value) for key, value in taken.items()}, variants=(NAME,)))
    kept = with_realms(a_table(), realms).state.variants
    world = None if rows is None else SavedWorld(saved(rows, realms), {})
    return SetupPlan(seats, known, True, (), world, readings=readings, variants=kept)


def steps(plan: SetupPlan) -> dict[str, Step]:
    return {step.clause: step for step in guide(plan).steps}


ROWS = [up("plains", "keep"), up("mountain", "elders"), up("mine"), facedown("steppe")]


def test_its_steps_stand_in_their_places() -> None:
    """OR.6, OR.7 (1.22): after 1.22 and before 1.23, in a world and without one; cited with the Law's clauses."""
    for rows in (ROWS, None):
        order = list(steps(plan_for(rows, {"red-1": ["plains", "steppe"]} if rows else {})))
        assert order[order.index("1.22") :] == ["1.22", "OR.6", "OR.7", "1.23"]
    found = steps(plan_for(ROWS, {"red-1": ["plains"]}))["OR.6"]
    assert (found.number, found.title, found.cites) == ("OR.6", "Populating", ["OR.6", "1.22", "5.6.2"])


def test_populating_and_garrisons_go_by_the_map() -> None:
    """OR.6, OR.7, OR-J: the sites that take a card, with the pile for one that cannot be played; no facedown one."""
    found = steps(plan_for(ROWS, {"red-1": ["plains", "mine", "steppe"]}))
    assert found["OR.6"].do[1:] == ["Plains (Cradle 1); else the Provinces pile."]
    assert found["OR.7"].do[1:] == ["Plains (Cradle 1).", "Mine (Provinces 1)."]
    assert "Sites of realms that do not lie faceup: 1." in found["OR.7"].notes[-1]
    said = json.dumps([step.as_json() for step in found.values()])
    assert "Steppe" not in said


@pytest.mark.parametrize(
    ("taken", "step", "said"),
    [
        ({"I": "c"}, "OR.6", "Mine (Provinces 1); else the Hinterland pile."),
        ({"I": "c", "M": "b"}, "OR.6", "Mine (Provinces 1); else the Provinces pile."),
        ({"I": "b"}, "OR.6", "OR-I: A site takes a card if it has room for two now."),
        ({"L": "b"}, "OR.6", "A Vision does not move the Visions Drawn marker."),
        ({"A": "b"}, "1.12", "its two warbands are not placed."),
    ],
)
def test_the_tables_readings_count(taken: dict[str, str], step: str, said: str) -> None:
    """OR-A, OR-I, OR-L, OR-M."""
    found = steps(plan_for(ROWS, {"red-1": ["plains", "mine"]}, **taken))[step]
    assert any(said in line for line in (*found.do, *found.notes))


def test_what_it_adds_to_steps_of_the_law() -> None:
    """OR.5 (1.12) with OR-A, OR.8 (1.23): the warbands that the engine places, the sites that may be led."""
    found = steps(plan_for(ROWS, {"red-1": ["plains"], "blue-1": ["steppe"]}))
    placed = [line for line in found["1.12"].do if line.startswith("2 purple")]
    assert placed == ["2 purple warbands on Mountain (Cradle 2): Elders lies there."]
    assert "None on Plains (Cradle 1): by OR.5." in found["1.12"].do and "OR.5" in found["1.12"].cites
    assert laid(saved(ROWS, {"red-1": ["plains"]})).at("slot.1", "purple") == 2
    assert "OR.8: red: Plains (Cradle 1)." in found["1.23"].do
    assert found["1.23"].do[-1].startswith("Setup is done.")
    assert [line for line in found["1.23"].decide if line.startswith("OR.8")] == [
        "OR.8: Whoever plays red as an Exile decides whether to lead that realm, at which sites, "
        "and with how many warbands."
    ]


def test_a_world_without_realms_has_nothing_to_do() -> None:
    """OR.6, OR.7, OR.8: nothing lies faceup that is a realm's."""
    found = steps(plan_for(ROWS, {"blue-1": ["steppe"]}))
    assert "nothing to draw" in found["OR.6"].do[0] and "no garrison" in found["OR.7"].do[0]
    assert "OR.8: No site of a realm lies faceup: nobody can lead one." in found["1.23"].do


def test_without_it_the_guide_is_the_laws() -> None:
    """1.1 to 1.23: no step and no line of a house rule."""
    plan = plan_for(ROWS, {})
    plain = guide(SetupPlan(plan.seats, plan.known, True, (), plan.saved))
    assert "OR" not in "".join(step.clause for step in plain.steps) and "realm" not in str(plain.steps)


# -- a stranger's --------------------------------------------------------------------------------------------------

WORDS = {
    "title": "Toll Gates",
    "mark": "TG",
    "clauses": {
        "TG.1": {"heading": "Gates", "beside": ["1.12"], "text": "A gate for each faceup site."},
        "TG.2": {"heading": "Keys", "beside": ["1.3"], "text": "Keys are dealt."},
    },
    "steps": {"TG.1": {"sequence": "setup", "after": "1.12", "do": ["Put out {gates:gate}."]}},
    "guide": {"1.3": {"by": "TG.2", "do": ["Deal {keys:key}."], "decide": ["Somebody decides."]}},
}


@pytest.fixture
def toll_gates() -> Iterator[Any]:
    """TG.1, TG.2: a variant that is kept elsewhere."""
    from oathtools.saga.guide.figures import Count

    variant = Variant(
        "toll-gates", figures=lambda game: {"gates": Count(len(game.state.zone("map"))), "keys": Count(1)}
    )

    @variant.step("setup", "TG.1", after="1.12")
    def gates(game: Any, who: str) -> Any:
        return
        yield

    variants.add(variant, WORDS)
    yield variant
    variants.forget("toll-gates")


def test_a_strangers_steps_and_lines(toll_gates: Any) -> None:
    """TG.1 (1.12), TG.2 (1.3): by its words and its figures alone."""
    seats, known = seats_of([("Ann", None), ("Bo", "red")])
    found = steps(SetupPlan(seats, known, variants={"toll-gates": {}}))
    order = list(found)
    assert order[order.index("1.12") + 1] == "TG.1" and found["TG.1"].do == ["Put out 8 gates."]
    assert found["1.3"].do[-1] == "TG.2: Deal 1 key." and found["1.3"].decide[-1] == "TG.2: Somebody decides."
