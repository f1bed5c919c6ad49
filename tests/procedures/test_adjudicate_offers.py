"""Everything that may be done: nothing is missing, nothing too much, each with its cost; campaigns as families."""

from itertools import islice
from typing import Any

import pytest

from oathtools.engine.decision import NotOffered, holds
from oathtools.procedures.actions.action import possible
from oathtools.procedures.adjudicate import END, Legal, Request, legal, refusals
from oathtools.procedures.campaign.fight import BANDITS
from oathtools.procedures.machine.frame import Cost
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn import ACTIONS
from tests.procedures.test_adjudicate import here, war
from tests.support.random_requests import positions, some_request
from tests.support.tables import Table, a_table, down, unknown


def may(table: Table, seat: str = "red", **how: Any) -> Legal:
    return legal(table.game(), seat, **how)


def given(found: Legal, action: str) -> list[dict[str, Any]]:
    return [offer.given for offer in found.actions if offer.action == action]


def paid(cost: Cost) -> list[tuple[str, str, int]]:
    return [(item.verb, item.what, item.amount) for item in cost.items]


# -- on any position -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(4))
def test_all_that_is_listed_is_legal_and_all_that_is_legal_is_listed(number: int) -> None:
    for game, rng in islice(positions(range(number, number + 1), every=15), 12):
        seat = game.state.turn
        found = legal(game, seat)
        for offer in found.actions:
            request = Request(offer.action, offer.given, offer.modifiers)
            assert refusals(game, seat, request) == (), offer
        assert found.actions[-1].action == END
        listed = {offer.action for offer in found.actions} | ({"campaign"} if found.families else set())
        assert listed == {END, *(name for name in ACTIONS if holds(possible(game, ACTIONS[name], seat)))}
        for _ in range(10):
            _is_listed(game, found, some_request(game, seat, rng))


def _is_listed(game: Game, found: Legal, request: Request) -> None:
    """A whole request that is legal stands in the list, if it takes no further powers."""
    if request.action in ("campaign", "declare", END) or request.modifiers:
        return
    whole = len(request.given) == len(ACTIONS[request.action].fields)
    coded = request.action != "power" or request.given.get("card") in game.registry.actions
    if whole and coded and not refusals(game, game.state.turn, request):
        same = [offer for offer in found.actions if offer.action == request.action]
        assert any(offer.left_to or offer.given == request.given for offer in same), request


# -- what is listed --------------------------------------------------------------------------------------------------


def test_11_7_what_another_player_picks_is_listed_only_if_something_they_may_pick_can_be_paid() -> None:
    """A-116: from the Wood of the Empire, with the Supply and without it; the cost is not known before the pick."""
    for supply, listed in ((1, 0), (2, 1)):
        table = a_table().site("shrouded_wood", slot=3, warbands={"purple": 1}).seat("red", at=3, supply=supply)
        offers = [offer for offer in may(table).actions if offer.action == "travel"]
        assert [(offer.given, offer.left_to) for offer in offers] == [({}, "purple")] * listed
        assert holds(possible(table.game(), ACTIONS["travel"], "red")) is bool(listed)
        assert (refusals(table.game(), "red", Request("travel", {})) == ()) is bool(listed)


def test_costs() -> None:
    """5.2.1, 5.3.1, 5.3.2, 5.6.1."""
    found = may(here().site("steppe", cards=["elders"]))
    costs = {(offer.action, *offer.given.values()): paid(offer.cost) for offer in found.actions}
    assert costs["muster", "denizen.elders"] == [("spend", "supply", 1), ("place", "favor", 1)]
    assert costs["trade", "denizen.elders", "favor"] == [("spend", "supply", 1), ("place", "secret", 1)]
    assert costs["trade", "denizen.elders", "secrets"] == [("spend", "supply", 1), ("place", "favor", 2)]
    assert costs["travel", "site.plains"] == [("spend", "supply", 2)]
    assert costs["power", "denizen.elders"] == [("place", "favor", 2)]
    assert costs[(END,)] == []


def test_every_number_of_warbands() -> None:
    """6.5."""
    found = may(here().site("steppe", warbands={"red": 3}))
    assert given(found, "move-warbands") == [
        {"to": "board", "number": "1"},
        {"to": "board", "number": "2"},
        {"to": "site", "number": "1"},
        {"to": "site", "number": "2"},
        {"to": "site", "number": "3"},
    ]


def test_nothing_that_cannot_be_paid() -> None:
    found = may(here(supply=0, favor=0, secrets=0).site("steppe", cards=["elders"]))
    assert [offer.action for offer in found.actions] == [END] and not found.families


def test_campaigns_by_defender() -> None:
    """5.5.1, 5.5.2: whoever is here or rules here; what may be targeted, what must be, the dice of each."""
    table = war().site("steppe", warbands={"blue": 2}).site("plains", warbands={"blue": 1})
    table.banner("peoples_favor", "blue", 3)
    (family,) = may(table).families
    assert family.defender == "blue" and family.must == ("site.steppe",) and family.dice == 3
    assert dict(family.targets) == {
        "site.plains": 1,
        "site.steppe": 1,
        "banner.peoples_favor": 3,
        "pawn": 2,
    }


def test_campaigns_against_bandits() -> None:
    (family,) = may(here()).families
    assert family.defender == BANDITS and family.must == ("site.steppe",)


def test_what_takes_a_power_is_listed_with_it() -> None:
    """11.11: no Supply, but a secret to flip."""
    table = a_table().map("buried_giant").seat("red", at="buried_giant", supply=0, secrets=1)
    found = [offer for offer in may(table).actions if offer.action == "travel"]
    assert len(found) == 7
    assert all(offer.modifiers == (("site.buried_giant", ""),) for offer in found)
    assert paid(found[0].cost) == [("flip", "secret", 1)]


def test_powers_that_may_be_used_with_an_action() -> None:
    found = may(here(advisers=["tents", "small_friends"]).site("deep_woods", cards=["wolves"]))
    usable = {(each.action, each.card, each.param): paid(each.cost) for each in found.modifiers}
    assert usable["travel", "denizen.tents", ""] == [("place", "favor", 1)]
    assert ("trade", "denizen.small_friends", "site.deep_woods") in usable
    assert not may(here(advisers=["tents"], favor=0)).modifiers, "it cannot be paid"


def test_a_choice_of_another_player_is_left_to_them() -> None:
    """11.7."""
    table = a_table().site("shrouded_wood", slot=5, warbands={"blue": 1}).seat("red", at=5)
    (offer,) = [offer for offer in may(table).actions if offer.action == "travel"]
    assert offer.left_to == "blue" and offer.given == {}


def test_facedown_advisers_for_those_who_may_know_them() -> None:
    """6.1, 9.4."""
    table = here(advisers=[down("keep"), unknown("denizen")])
    own = given(may(table), "play")
    assert {"card": "denizen.keep", "to": "site.steppe"} in own and {"card": "card#1", "to": "discard"} in own
    (offer,) = [offer for offer in may(table, knows=False).actions if offer.action == "play"]
    assert offer.left_to == "red" and offer.given == {}


def test_the_answers_that_the_game_takes_are_those_listed() -> None:
    """Against the questions themselves, one action at a time."""
    table = here(advisers=[down("keep")]).site("steppe", cards=["elders", "wolves"], warbands={"red": 2})
    found = may(table)
    for action in ("travel", "muster", "search", "power"):
        play = table.play()
        try:
            play.answer(action)
        except NotOffered:
            assert given(found, action) == []
            continue
        name = play.asked[0].removeprefix(f"{action}.")
        if name in {field.name for field in ACTIONS[action].fields}:
            assert [each[name] for each in given(found, action)] == play.offered
