"""The registry of places: checks at registration, order that is declared, the cards of an older game."""

from typing import Any

import pytest

from oathtools.engine.windows import Kind, Place, RegistrationError, Registry, Stage

PLACES = {
    "cost": Place("cost", Kind.FOLD, "5.1", ("game", "value", "me")),
    "may": Place("may", Kind.ROWS, "5.2", ("game", "me")),
    "after": Place("after", Kind.WINDOW, "5.3", ("game", "me")),
    "round the step": Place("round the step", Kind.AROUND, "5.4", ("game", "proceed")),
}
RANK = ["ant", "bee", "cat"].index


def registry() -> Registry:
    return Registry(PLACES, RANK)


def fold(game: Any, value: Any, me: Any) -> Any:
    return value


def steps(game: Any, me: Any) -> Any:
    yield


def plain(game: Any, me: Any) -> Any:
    return ()


def wrap(game: Any, proceed: Any) -> Any:
    yield from proceed()


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("afer", "'afer' is not a place; did you mean 'after'?"),
        ("round step", "'round step' is not a place; did you mean 'round the step'?"),
        ("zzz", "'zzz' is not a place"),
    ],
)
def test_an_unknown_place_is_named_with_the_nearest(asked: str, named: str) -> None:
    with pytest.raises(RegistrationError) as error:
        registry().add("ant", asked, fold, subject="all")
    assert str(error.value) == named


def test_parameters_are_compared_by_name() -> None:
    def short(game: Any, value: Any) -> Any:
        return value

    with pytest.raises(RegistrationError) as error:
        registry().add("ant", "cost", short, subject="all")
    assert str(error.value) == "ant: short(game, value) does not fit cost, which hands over (game, value, me)"


@pytest.mark.parametrize(
    ("place", "does", "named"),
    [
        ("after", plain, "ant: after runs steps, so its function must be a generator"),
        ("cost", lambda game, value, me: (yield), "ant: cost folds a value, so its function must not be a generator"),
    ],
)
def test_a_function_must_be_of_the_kind_of_its_place(place: str, does: Any, named: str) -> None:
    with pytest.raises(RegistrationError) as error:
        registry().add("ant", place, does, subject="all")
    assert str(error.value) == named


def test_a_place_that_wraps_takes_generators_only() -> None:
    def silent(game: Any, proceed: Any) -> Any:
        return proceed()

    powers = registry()
    powers.add("ant", "round the step", wrap, subject="all")
    with pytest.raises(RegistrationError, match="must be a generator"):
        powers.add("bee", "round the step", silent, subject="all")


def test_rows_may_be_given_either_way() -> None:
    powers = registry()
    powers.add("ant", "may", plain, subject="all")
    powers.add("bee", "may", steps, subject="all")
    assert powers.cards == ["ant", "bee"]


def test_a_power_rests_on_its_place_unless_it_says_otherwise() -> None:
    powers = registry()
    powers.add("ant", "cost", fold, subject="all")
    powers.add("bee", "cost", fold, subject="all", cites=("9.2",))
    assert [power.cites for card in powers.cards for power in powers.by_card[card]] == [("5.1",), ("9.2",)]


def test_order_is_stage_then_catalogue_never_registration() -> None:
    powers = registry()
    powers.add("cat", "cost", fold, subject="all", stage=Stage.SET)
    powers.add("bee", "cost", fold, subject="all")
    powers.add("ant", "cost", fold, subject="all", stage=Stage.IGNORE)
    powers.add("ant", "cost", fold, subject="all")
    every = [power for powers_of in powers.by_card.values() for power in powers_of]
    assert [(power.card, power.stage.name) for power in powers.ordered(every)] == [
        ("cat", "SET"),
        ("ant", "ADD"),
        ("bee", "ADD"),
        ("ant", "IGNORE"),
    ]


def test_stages_follow_the_law_of_overruling() -> None:
    names = [stage.name for stage in sorted(Stage)]
    assert names == ["SET", "ADD", "LIMIT", "MUST", "CANNOT", "IGNORE"]


def test_only_the_cards_that_were_coded_then() -> None:
    powers = registry()
    powers.add("ant", "cost", fold, subject="all")
    powers.add("bee", "cost", fold, subject="all")
    old = powers.only(["bee"])
    assert (old.cards, powers.cards) == (["bee"], ["ant", "bee"])
