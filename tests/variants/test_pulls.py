"""Pull lists with house rules: what they make hands fetch and put away stands among the Law's."""

from dataclasses import replace
from typing import Any

import pytest

from oathtools import catalog
from oathtools.engine.windows import RegistrationError
from oathtools.journal import Play
from oathtools.journal.begin import game_at
from oathtools.procedures.machine.hands import MAP, SITES, WORLD_STACK, Pull, by_stack
from oathtools.procedures.machine.registry import Variant
from oathtools.render.printers import terminal
from oathtools.render.world.setup_guide import pulls_document
from oathtools.saga.guide.plan import SavedWorld, SetupPlan, seats_of
from oathtools.saga.guide.pulls import pulls
from oathtools.saga.guide.pulls_setup import setup_pulls
from oathtools.table.position.form import to_position
from oathtools.variants import add, forget
from tests.support.chronicles import STABLE, _Told
from tests.support.outland import NAME, ending, facedown, saved, up, with_realms
from tests.support.tables import _full, a_table

PLAN = SetupPlan(*seats_of([("", None)] * 3))
ROWS = [up("plains", "keep"), up("mountain"), facedown("steppe"), up("mine")]


def for_setup(realms: dict[str, list[str]], packed: bool = True, **readings: str) -> list[Pull]:
    kept = with_realms(a_table(), realms).state.variants
    world = SavedWorld(saved(ROWS, realms), {})
    return setup_pulls(replace(PLAN, saved=world, variants=kept, readings=readings), packed=packed)


def own(found: list[Pull]) -> list[Pull]:
    return [pull for pull in found if pull.step.startswith("OR.")]


@pytest.mark.parametrize("packed", [True, False])
def test_for_setup(packed: bool) -> None:
    """OR.6, OR.7, OR.8 (1.22, 1.23): cards, garrisons, and what moves where an Exile takes a site; in their places."""
    found = for_setup({"red-1": ["plains", "steppe"], "blue-1": ["mine"]}, packed)
    assert [tuple(pull)[:4] for pull in own(found)] == [
        *[("OR.6", WORLD_STACK, "the bottom card", each) for each in (
            "Plains (Cradle 1), faceup, if it can be played there; else the Provinces pile",
        )],
        ("OR.7", "markers", "as many as a die shows", "Plains (Cradle 1)"),
        ("OR.7", "markers", "as many as a die shows", "Mine (Provinces 2)"),
        ("OR.8", MAP, "the garrison of each site that the Exile who plays red takes (Plains (Cradle 1))", "markers"),
        ("OR.8", "boards", "one or more of that Exile's warbands", "each site taken"),
        ("OR.8", MAP, "the garrison of each site that the Exile who plays blue takes (Mine (Provinces 2))", "markers"),
        ("OR.8", "boards", "one or more of that Exile's warbands", "each site taken"),
    ]  # fmt: skip
    steps = [pull.step for pull in found]
    assert steps.index("1.20") < steps.index("OR.6") < steps.index("OR.7") < steps.index("OR.8")
    assert "Steppe" not in str(found)


def test_the_tables_readings_count() -> None:
    """OR-I (OR.6): c: the Mine, which holds one card, takes one too."""
    sites = [pull.target.partition(" (")[0] for pull in own(for_setup({"red-1": ["mine"]}, **{"OR-I": "c"}))]
    assert sites == ["Mine", "Mine", "markers", "each site taken"]
    assert for_setup({"red-1": ["mine"]})[-1].step == "OR.8"


def test_without_it_the_list_is_the_laws() -> None:
    """1.1 to 1.21."""
    assert own(setup_pulls(replace(PLAN, saved=SavedWorld(saved(ROWS, {}), {})), packed=True)) == []


# -- after a Chronicle ---------------------------------------------------------------------------------------------


def written(die: str, garrisons: dict[str, int]) -> Play:
    """The end of a game with the realm of white at the Plains, its Chronicle carried out."""
    state = with_realms(ending(), {"white-1": ["plains"]}, garrisons=garrisons).built()
    state.phase, state.step, state.turn = "over", "", "purple"
    how, clause = STABLE
    state.result = {"winner": "purple", "how": how, "clause": clause, "ways": [list(STABLE)], "round": 6}
    play = game_at(to_position(state))
    play.write_chronicle()
    told = _Told({f"{NAME}.evolution-die": [die]})
    while play.pending is not None:
        play.answer(_full(told.answer(play.pending)))
    return play


def test_after_a_chronicle() -> None:
    """OR.3 (a site drawn from the site deck), OR.4 and OR-N (the markers of the garrisons, with 8.3.4)."""
    play = written("6", garrisons={"plains": 2})
    found = pulls(play)
    assert [tuple(pull)[:4] for pull in own(found)] == [
        ("OR.3", SITES, "a site at random that is in no realm, for the one that grows", "noted, and back where it was"),
        ("OR.4", MAP, "the garrison at Plains, 2 markers", "markers"),
    ]
    steps = [pull.step for pull in found]
    assert steps.index("8.1") < steps.index("OR.3") < steps.index("8.3.4") < steps.index("OR.4") < steps.index("8.4")
    gained = next(
        event.facts["site"]
        for event in [event for told in play.batches for event in told.events]
        if event.facts.get("says") == "grown"
    )
    assert catalog.name_of(gained) not in str(own(found))
    assert "OR.4  Realm sites in the Chronicle" in terminal(pulls_document(found), 60)


def test_a_realm_that_stays_as_it_is_moves_nothing() -> None:
    """OR.3: a 4."""
    assert own(pulls(written("4", garrisons={}))) == []


# -- a stranger's --------------------------------------------------------------------------------------------------


def test_stacks_of_its_own_are_stacks_like_others() -> None:
    """HW.1: a stack that the box does not have; what needs another line first waits for it."""
    rows = [Pull("HW.1", "snow", "a flake", MAP), Pull("1.1", MAP, "it", "box"), Pull("HW.2", "snow", "one", "hat")]
    assert by_stack(rows) == [rows[0], rows[2], rows[1]]


def test_what_does_not_fit_is_refused() -> None:
    """A function of the hands."""
    with pytest.raises(RegistrationError, match=r"what is fetched after 1\.1 is a function \(hands\)"):
        Variant("x").pulls("1.1")(lambda game: [])


def test_a_strangers_pulls_stand_where_they_say() -> None:
    """TG.1 (1.3): after those of 1.3; what follows a step of the Chronicle is not in the list for setup."""
    variant = Variant("toll-gates")

    @variant.pulls("1.3")
    def gates(hands: Any) -> Any:
        assert hands.before is hands.game.state and not hands.events
        yield Pull("TG.1", "gates", f"{len(hands.game.state.zone('map'))} gates", "the sites")

    @variant.pulls("8.1")
    def later(hands: Any) -> Any:
        raise AssertionError
        yield

    add(variant, {"title": "Toll Gates", "mark": "TG"})
    try:
        found = setup_pulls(
            replace(PLAN, saved=SavedWorld(saved(ROWS, {}), {}), variants={"toll-gates": {}}), packed=True
        )
    finally:
        forget("toll-gates")
    at = [pull.step for pull in found].index("TG.1")
    assert found[at].what == "8 gates" and found[at - 1].step == "1.3" and found[at + 1].step == "1.5"
