"""Repairs: the smallest sets of changes after which a refused request would be legal."""

from itertools import count
from typing import Any

import pytest

from oathtools.procedures.adjudicate import Opinion, Request, after, repairs, why
from oathtools.procedures.machine import changes
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.turn import ACTIONS
from oathtools.table.invariants import faults
from oathtools.table.state import DARKEST_SECRET, GRAND_SCEPTER, PEOPLES_FAVOR, SLOT
from tests.procedures.test_adjudicate import PAWN, here, verdict, war
from tests.support.random_requests import positions, some_request, unsound
from tests.support.tables import Table, a_table, down, unknown


def mended(table: Table, action: str, seat: str = "red", **asked: Any) -> list[tuple[str, ...]]:
    """The repairs of a request, as the sentences of their changes."""
    return [tuple(change.says for change in each) for each in verdict(table, action, seat, True, **asked).repairs]


# -- on any position -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(4))
def test_every_repair_mends_and_no_part_of_it_does(number: int) -> None:
    """Random requests in positions of random games, until some repairs were applied and asked anew, each part too.

    The checks ``repairs`` do the same for a thousand requests.
    """
    tried = 0
    for game, rng in positions(count(number, 4), every=3):
        seat = game.state.turn if rng.random() < 0.7 else rng.choice(game.state.seats)
        request = some_request(game, seat, rng)
        before = game.state.canonical()
        opinion = why(game, seat, request)
        assert game.state.canonical() == before, "a verdict changes nothing"
        assert opinion.legal is False or not opinion.repairs
        for repair in opinion.repairs:
            assert unsound(game, seat, request, repair) is None, (seat, request, [each.says for each in repair])
            assert faults(after(game, request, repair)[0].state) == [], "the pieces of the box still fit"
        tried += len(opinion.repairs)
        if tried >= 6:
            return


def test_the_smallest_ones_only_and_the_easiest_first() -> None:
    for game, rng in positions(range(40, 42), every=9):
        opinion = why(game, game.state.turn, some_request(game, game.state.turn, rng))
        sizes = {len(repair) for repair in opinion.repairs}
        assert len(sizes) <= 1, "larger sets are not told where smaller ones suffice"
        ease = [sum(change.ease for change in repair) for repair in opinion.repairs]
        assert ease == sorted(ease)
        keys = [frozenset(change.key for change in repair) for repair in opinion.repairs]
        assert len(keys) == len(set(keys))


def test_a_search_that_is_broken_off_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    table = here(supply=0, favor=0).turn("blue").site("plains", cards=["elders"]).on("elders", favor=1)
    whole = verdict(table, "muster", "red", True, card="elders")
    assert whole.searched_all and not whole.repairs, "five things are in the way, and three are looked for"
    monkeypatch.setattr(repairs, "TRIES", 5)
    assert not verdict(table, "muster", "red", True, card="elders").searched_all


def test_a_yes_needs_no_repair_and_a_question_that_is_open_none_either() -> None:
    from oathtools.engine.decision import Refusal

    assert mended(here(), "travel", to="plains") == []
    busy = Refusal("5.1.4", "something is asked")
    opinion: Opinion = why(here().game(), "red", Request("travel", {"to": "site.steppe"}), busy=busy)
    assert opinion.refusals[0] is busy and not opinion.repairs


# -- each kind of change ---------------------------------------------------------------------------------------------


def test_the_turn() -> None:
    assert mended(here().turn("blue"), "travel", to="plains") == [("it is the Act Phase of red",)]


def test_more_supply() -> None:
    """5.6.1: two from the Provinces, one from the other site of the Cradle."""
    found = mended(here(supply=1), "travel", to="plains")
    assert found == [("red has 1 more Supply",), ("red is at site.mountain",)]


def test_more_favor_and_more_secrets() -> None:
    table = here(favor=0, secrets=0).site("steppe", cards=["elders"])
    assert mended(table, "trade", card="elders", what="favor") == [("red has 1 more secret on the board",)]
    assert mended(table, "trade", card="elders", what="secrets") == [("red has 2 more favor on the board",)]


def test_what_there_is_not_enough_of_is_not_proposed() -> None:
    """1.6, 5.4.2: no favor is left in any bank; 2.2.1: Supply goes up to 7."""
    table = here(favor=0).site("steppe", cards=["elders"]).banks(0).shared(0)
    assert mended(table, "muster", card="elders") == []


def test_a_card_emptied_or_the_pawn_elsewhere() -> None:
    table = here().site("steppe", cards=["elders"]).on("elders", secrets=1)
    assert mended(table, "muster", card="elders") == [("no favor and no secret is on denizen.elders",)]
    table = here().site("plains", cards=["elders"])
    assert mended(table, "muster", card="elders") == [("red is at site.plains",)]


def test_two_changes_where_one_does_not_do() -> None:
    table = here(supply=0).site("plains", cards=["elders"])
    assert mended(table, "muster", card="elders") == [("red has 1 more Supply", "red is at site.plains")]


def test_three_changes() -> None:
    table = here(supply=0).turn("blue").site("plains", cards=["elders"])
    (repair,) = mended(table, "muster", card="elders")
    assert set(repair) == {"it is the Act Phase of red", "red has 1 more Supply", "red is at site.plains"}


def test_a_card_that_is_not_in_play_any_more() -> None:
    """5.6.1, 9.2: Toll Roads of an enemy ask a favor that Red does not have."""
    table = a_table().site("mountain", cards=["toll_roads"], warbands={"blue": 1}).seat("red", at="plains")
    found = mended(table, "travel", to="mountain")
    assert ("red has 1 more favor on the board",) in found and ("denizen.toll_roads is not in play",) in found


def test_a_ruin_repaired() -> None:
    table = here().site("steppe", cards=["hall_of_mockery"])
    assert ("edifice.hall_of_mockery is turned to its intact side",) in mended(table, "muster", card="hall_of_mockery")


def test_a_modifier_used_or_left_out() -> None:
    table = a_table().map("buried_giant").seat("red", at="buried_giant", supply=0, secrets=1)
    assert mended(table, "travel", to="mountain")[0] == ("the power of site.buried_giant is used for it",)
    assert mended(here(), "travel", to="plains", using=[("tents", "")]) == [
        ("the power of denizen.tents is not used for it",)
    ]


def test_a_target_that_is_due_or_that_cannot_be_one() -> None:
    """5.5.2: the site must be targeted if the defender rules it."""
    table = war().site("steppe", warbands={"blue": 1})
    assert ("site.steppe is among the targets",) in mended(table, "campaign", **PAWN)
    asked = {**PAWN, "targets": ["pawn", "plains"]}
    assert ("site.plains is not among the targets",) in mended(war(), "campaign", **asked)
    assert ("blue rules site.plains",) in mended(war(), "campaign", **asked)
    asked = {**PAWN, "targets": ["pawn", "plains", "mountain"]}
    two = ("site.mountain is not among the targets", "site.plains is not among the targets")
    assert two in mended(war(), "campaign", **asked)


def test_5_2_1_a_card_on_which_something_lies_is_emptied_whichever_it_is() -> None:
    table = here().site("steppe", cards=["elders", "wolves"]).on("elders", favor=1).on("wolves", favor=1)
    assert mended(table, "muster") == [
        ("no favor and no secret is on denizen.elders",),
        ("no favor and no secret is on denizen.wolves",),
    ]


def test_fewer_dice_or_more_warbands() -> None:
    found = mended(war(), "campaign", **{**PAWN, "dice": 5})
    assert found[:2] == [("no more than 3 attack dice are taken",), ("red has 2 more warbands on the board",)]


def test_the_defender_here() -> None:
    """5.5.1."""
    found = mended(war(), "campaign", defender="yellow", targets=["pawn"], dice=1)
    assert ("yellow is at site.steppe",) in found and ("red is at site.plains",) in found


def test_the_banner_or_relic_with_the_defender() -> None:
    asked = {**PAWN, "targets": ["pawn", PEOPLES_FAVOR]}
    assert (f"blue holds {PEOPLES_FAVOR}",) in mended(war(), "campaign", **asked)


def test_room_at_a_site() -> None:
    """5.1.4.1: a card fewer, another site, or the People's Favor."""
    table = here(advisers=[down("keep")]).site("steppe", cards=["elders", "wolves"])
    found = mended(table, "play", card="keep", to="steppe")
    assert ("site.steppe holds 1 card fewer",) in found
    assert (f"red holds {PEOPLES_FAVOR}",) in found


def test_a_role() -> None:
    """5.1.4.3: only Exiles play Visions; 6.8: only Citizens leave the Empire."""
    table = here(role="citizen", advisers=[down("vision.faith")])
    assert mended(table, "play", card="vision.faith", to="vision") == [("red is an Exile",)]
    assert ("red is a Citizen",) in mended(here(favor=9), "self-exile", who="red")


def test_the_scepter() -> None:
    """6.4, 6.6.1."""
    assert mended(here(), "peek", what="reliquary-1") == [(f"red holds {GRAND_SCEPTER}",)]
    table = a_table().turn("purple")
    table.state.taken.append(GRAND_SCEPTER)
    assert mended(table, "peek", "purple", what="reliquary-1") == [(f"{GRAND_SCEPTER} was not taken this turn",)]


def test_the_suit_test_of_the_darkest_secret() -> None:
    """5.4.1, A-42: an adviser gone, another site, or nobody holding it."""
    table = here().banner("darkest_secret", "blue").seat("blue", at="plains", advisers=["longbows"])
    table.site("plains", cards=["keep"]).site("mountain", cards=["wolves"])
    assert mended(table, "recover", target=DARKEST_SECRET, pay="2") == [
        ("denizen.longbows is not in play",),
        ("blue is at site.mountain",),
        (f"nobody holds {DARKEST_SECRET}",),
    ]


def test_a_banner_that_nobody_holds() -> None:
    """5.4.1, 5.4.2: no holder is in the way; only too little is paid."""
    table = here(secrets=2).banner("darkest_secret", None, 1)
    mends = [("2 are paid",), (f"{DARKEST_SECRET} holds 0 secrets",)]
    assert mended(table, "recover", target=DARKEST_SECRET, pay="1") == mends


@pytest.mark.parametrize(
    ("pay", "favor", "mends"),
    [
        ("3", 4, [("4 are paid",), (f"{PEOPLES_FAVOR} holds 2 favor",)]),
        ("2", 4, [("4 are paid",), (f"{PEOPLES_FAVOR} holds 1 favor",)]),
        ("0", 4, [("4 are paid",)]),
        ("printed", 4, [("4 are paid",)]),
        ("5", 4, [("4 are paid",), ("red has 1 more favor on the board",)]),
        ("6", 4, [("4 are paid",), ("red has 2 more favor on the board",)]),
        ("4", 4, []),
        (
            "3",
            0,
            [
                ("4 are paid", "red has 4 more favor on the board"),
                ("red has 3 more favor on the board", f"{PEOPLES_FAVOR} holds 2 favor"),
            ],
        ),
    ],
)
def test_a_banner_paid_otherwise(pay: str, favor: int, mends: list[tuple[str, ...]]) -> None:
    """5.4.2: any number that exceeds what lies on it, and that the payer has."""
    table = here(favor=favor).banner("peoples_favor", "blue", 3)
    assert mended(table, "recover", target=PEOPLES_FAVOR, pay=pay) == mends


def test_a_relic_costs_what_is_printed() -> None:
    """5.4.2, 2.8.4: the price of a relic is the site's, whatever somebody wants to pay."""
    table = here(favor=5).site("steppe", relics=["cup_of_plenty"])
    assert mended(table, "recover", target="relic-1", pay="3") == [("the price printed on the site is paid",)]
    assert mended(table, "recover", target="relic-1", pay="printed") == []


@pytest.mark.parametrize("deck", [(), ("cracked_horn", "whistle")], ids=["layered", "known"])
def test_a_relic_more_at_the_site(deck: tuple[str, ...]) -> None:
    """5.4.1: a second relic out of the relic deck, facedown as relics lie at sites (2.8.4); nobody has seen it."""
    table = here(favor=5).site("steppe", relics=["cup_of_plenty"])
    table = table.relic_deck(*deck) if deck else table
    opinion = verdict(table, "recover", "red", True, target="relic-2", pay="printed")
    ((relic,),) = opinion.repairs
    assert relic.says == "a relic more lies at site.steppe"
    game = table.game()
    state = after(game, Request("recover", {"target": "relic-2"}), [relic])[0].state
    _, new = state.zone(f"relics.{game.state.players['red'].slot}")
    assert state.facedown[new] == ()
    assert not deck or new == "relic.cracked_horn"


def test_a_relic_more_where_the_relic_deck_is_empty() -> None:
    table = here(favor=5).site("steppe", relics=["cup_of_plenty"]).relic_deck()
    assert mended(table, "recover", target="relic-2", pay="printed") == []


def test_warbands_at_the_site() -> None:
    """6.5: all but the last one."""
    table = here().site("steppe", warbands={"red": 1})
    assert mended(table, "move-warbands", to="board", number="2") == [("red has 2 more warbands at site.steppe",)]
    for number in (3, 13):  # all that Red has (1.9)
        found = mended(
            here(warbands=1).site("steppe", warbands={"red": 1}), "move-warbands", to="site", number=f"{number}"
        )
        assert found == [(f"red has {number - 1} more warbands on the board",)]
    table = here().site("plains", warbands={"blue": 1})
    table.seat("red", at="plains")
    assert ("red rules site.plains",) in mended(table, "move-warbands", to="site", number="1")


def test_an_empty_pile() -> None:
    """5.1.2, A-35."""
    for table in (here(), here().pile("cradle", "elders")):
        assert mended(table, "search", source="provinces") == [("a card lies in the discard pile of the provinces",)]


def test_6_5_a_warband_is_given_by_a_citizen_who_has_one() -> None:
    """How many is left open: one is enough."""
    table = here(role="citizen", warbands=0).seat("purple", at="steppe")
    assert mended(table, "give-warbands", other="purple") == [("red has 1 more warband on the board",)]


def test_an_empty_pile_and_a_vision_on_top_of_the_deck() -> None:
    """5.1.2: the card for the pile is one that the deck has to give first, so not one under the Vision on top."""
    table = here()
    table.built().layers["world"] = [{"vision": 1}, {"denizen": 5}]
    assert mended(table, "search", source="provinces") == []


def test_no_repair_where_nothing_mends_it() -> None:
    """7.2.1: a card that can only be an adviser."""
    table = here(advisers=[down("tyrant")])
    opinion = verdict(table, "play", "red", True, card="tyrant", to="steppe")
    assert opinion.refusals[0].clause == "7.2.1" and opinion.repairs == () and opinion.searched_all


def test_unknown_cards_stay_unknown() -> None:
    table = here(advisers=[unknown("denizen")], supply=0)
    assert mended(table.turn("blue"), "play", card="card#1", to="adviser") == [("it is the Act Phase of red",)]


def test_a_battle_plan_left_out() -> None:
    """7.5.1: one that another rules, also where it is not said how many dice are taken."""
    table = war().seat("yellow", advisers=["rangers"])
    for asked in (PAWN, {key: value for key, value in PAWN.items() if key != "dice"}):
        opinion = verdict(table, "campaign", "red", True, plans=["rangers"], **asked)
        assert [each.clause for each in opinion.refusals] == ["7.5.1"]
        assert [change.says for change in opinion.repairs[0]] == ["denizen.rangers is not used"]


# -- what is worth a try -----------------------------------------------------------------------------------------------


def tried(table: Table, action: str, **given: str) -> list[str]:
    """The changes that an action has tried for a request, but for its cost and powers."""
    game = table.game()
    find = ACTIONS[action].repairs
    assert find is not None
    return [change.says for change in find(game, Frame(action, "red"), Request(action, dict(given)))]


def test_a_card_is_laid_into_an_empty_pile_only() -> None:
    """5.1.2."""
    assert tried(a_table().deck("wolves").pile("cradle"), "search", source="cradle") != []
    assert tried(a_table().deck("wolves").pile("cradle", "elders"), "search", source="cradle") == []


def test_the_least_payment_is_no_repair_of_itself() -> None:
    """5.4.2: of three favor on the banner, four are the least; more is tried without what is paid besides."""
    table = a_table().seat("red", favor=9).banner("peoples_favor", None, 3)
    paid = {pay: tried(table, "recover", target=PEOPLES_FAVOR, pay=pay) for pay in ("3", "4", "5")}
    assert "4" not in " ".join(paid["4"]) and paid["4"] == []
    (least,) = paid["5"]
    assert least in paid["3"] and "4" in least


@pytest.mark.parametrize(("before", "wanted", "board"), [("exile", "citizen", "purple"), ("citizen", "exile", "red")])
def test_6_6_2_and_6_7_warbands_keep_in_step_with_a_role(before: str, wanted: str, board: str) -> None:
    """Those of a new Citizen turn purple at sites, too (6.6.2); at sites those of an exile stay the Empire's (6.7)."""
    own = "red" if before == "exile" else "purple"
    table = a_table(3).site("mountain", warbands={own: 2}).seat("red", role=before, warbands=1)
    state = table.built().copy()
    changes.role("red", wanted).apply(state)
    assert state.count("board.red", board) == 1
    assert [sum(state.count(slot, side) for slot in SLOT) for side in ("purple", "red")] == [2, 0]
