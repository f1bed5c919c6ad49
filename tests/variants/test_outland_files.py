"""What people write of outland realms by hand: completed, in any spelling; every fault at once, and never another."""

from typing import Any

import pytest

from oathtools.procedures.machine.registry import VariantFault
from oathtools.variants import kept as kept_after
from oathtools.variants import opened, status_lines
from tests.support.outland import NAME

FULL = ["Plains", "River", "Mine", "Steppe"]


def read(kept: Any) -> dict[str, Any]:
    return opened([NAME], {NAME: kept})[NAME]


def faults(kept: Any) -> list[str]:
    with pytest.raises(VariantFault) as wrong:
        read(kept)
    assert all(way for _, _, way in wrong.value.faults)
    return [f"{where.removeprefix(NAME).strip()}: {what}" for where, what, _ in wrong.value.faults]


def realm(*sites: str, **more: Any) -> dict[str, Any]:
    return {"color": "red", "founded": 1, "sites": list(sites), **more}


@pytest.mark.parametrize("kept", [None, {}, {"realms": None}, {"realms": {}, "leaders": {}, "attacked": []}])
def test_nothing_is_a_beginning(kept: Any) -> None:
    """OR.1: a saga without realms."""
    assert read(kept) == {"realms": {}, "garrisons": {}, "leaders": {}, "attacked": []}


@pytest.mark.parametrize("site", ["Salt Flats", "salt flats", "site.salt_flats", "SALT-FLATS"])
def test_sites_in_any_spelling(site: str) -> None:
    assert read({"realms": {"red-1": realm(site)}})["realms"]["red-1"]["sites"] == ["site.salt_flats"]


def test_a_realm_of_which_nobody_says_when_it_was_founded_is_old() -> None:
    """OR.3 (8.2): it evolves like the others; any name will do for it."""
    kept = {"color": "red", "sites": ["Plains"]}
    assert read({"realms": {"newfoundland": kept}})["realms"]["newfoundland"]["founded"] == 0
    data = {NAME: read({"realms": {"newfoundland": kept}})}
    assert list(kept_after(data, 4)[NAME]["realms"]) == ["newfoundland"]


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ({"realm": {}}, ["realm: is no key of this variant"]),
        ({"realms": ["red"]}, ["realms: should be a mapping (key: value)"]),
        ({"realms": {"a": "Plains"}}, ["realms, a: should be a mapping (key: value)"]),
        ({"realms": {"a": realm("Plains", color="pink")}}, ["realms, a: its color is 'pink'"]),
        ({"realms": {"a": realm("Plains", color="purple")}}, ["realms, a: its color is 'purple'"]),
        ({"realms": {"a": realm("Plains", founded="May")}}, ["realms, a: it was founded in game 'May'"]),
        ({"realms": {"a": realm()}}, ["realms, a: it has 0 sites"]),
        ({"realms": {"a": realm(*FULL, "Wastes")}}, ["realms, a: it has 5 sites"]),
        ({"realms": {"a": realm("Plainz")}}, ["realms, a: no site is called 'Plainz'"]),
        ({"realms": {"a": realm("Longbows")}}, ["realms, a: no site is called 'Longbows'"]),
        ({"realms": {"a": {**realm(), "sites": "Plains"}}}, ["realms, a: it has 0 sites"]),
        ({"realms": {"a": realm("Plains"), "b": realm("plains")}}, ["realms: Plains is named twice"]),
        ({"realms": {"a": realm("Plains")}, "garrisons": {"Plains": -1}}, ["garrisons: -1 at site.plains"]),
        ({"realms": {"a": realm("Plains")}, "garrisons": {"River": 2}}, ["garrisons: 2 at site.river"]),
        ({"realms": {"a": realm("Plains")}, "leaders": {"red": "b"}}, ["leaders: there is no realm b"]),
        ({"attacked": "River"}, ["attacked: should be a list of sites"]),
    ],
)
def test_each_fault_with_its_place(kept: Any, said: list[str]) -> None:
    """OR.1 to OR.3, OR.7, OR.8: what cannot be, by name."""
    assert set(said) <= set(faults(kept))


def test_more_than_nine_sites_are_said_and_played_on() -> None:
    """OR.1, OR-G, b (8.2): a table whose realms expand beyond nine starts its next game all the same."""
    kept = {
        "a": realm(*FULL),
        "b": realm("Wastes", "Marshes", "Mountain", "Salt Flats"),
        "c": realm("Barren Coast", "Lush Coast"),
    }
    found = read({"realms": kept})
    assert status_lines({NAME: found})["Outland Realms"][-1].startswith("10 sites in all, where OR.1 allows 9")
    assert len(status_lines({NAME: read({"realms": {"a": kept["a"]}})})["Outland Realms"]) == 1


JUNK: list[Any] = [0, 7, True, "x", "", [], [1], {}, {"a": 1}, None, 1.5, ["Plains", {"a": []}]]


@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_junk_is_a_fault_or_nothing(junk: Any) -> None:
    """Whatever stands there: a fault with its place and way out, or data that can be played on."""
    places: list[Any] = [junk, *({key: junk} for key in ("realms", "garrisons", "leaders", "attacked"))]
    places += [{"realms": {"a": junk}}, {"realms": {"a": realm("Plains", color=junk)}}]
    places += [{"realms": {"a": {**realm(), "sites": junk}}}, {"realms": {"a": realm("Plains", founded=junk)}}]
    places += [{"realms": {"a": realm("Plains")}, "garrisons": {"Plains": junk}}]
    for kept in places:
        try:
            found = read(kept)
        except VariantFault as wrong:
            assert wrong.faults
        else:
            assert read(found) == found
