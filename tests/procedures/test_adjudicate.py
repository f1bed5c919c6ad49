"""Verdicts: every reason with its clause and source, what it turns on, cautions, the derivation, the rulings."""

import re
from typing import Any

import pytest

from oathtools import catalog
from oathtools.engine.decision import LAW, failed
from oathtools.law.clauses import entries
from oathtools.powers import load
from oathtools.procedures.adjudicate import END, Opinion, Request, judge_placing, legal, why
from oathtools.procedures.adjudicate.verdicts import in_ids
from oathtools.procedures.campaign.declaration import _plan_alone
from oathtools.procedures.machine.facts import BANDITS
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn import ACTIONS
from oathtools.procedures.victory.check import at_wake
from oathtools.table.state import DARKEST_SECRET, GRAND_SCEPTER, PEOPLES_FAVOR, WORLD
from tests.support.tables import Table, a_table, down, the, unknown


def verdict(table: Table, action: str, seat: str = "red", repairs: bool = False, **asked: Any) -> Opinion:
    """A verdict on a request: its fields by name; ``using``, ``plans``, ``pile``, ``faces``, ``doubted`` besides."""
    using = tuple((the(card), the(param)) for card, param in asked.pop("using", ()))
    plans = tuple(the(plan.partition("=")[0]) + plan[len(plan.partition("=")[0]) :] for plan in asked.pop("plans", ()))
    beside = {key: asked.pop(key) for key in ("pile", "faces", "doubted") if key in asked}
    fields = {"for": asked.pop("what")} if "what" in asked and action == "trade" else {}
    given = {name: _ids(value) for name, value in asked.items()}
    order = [field.name for field in ACTIONS[action].fields] if action != END else []
    given = {name: {**given, **fields}[name] for name in order if name in {**given, **fields}}
    return why(table.game(), seat, Request(action, given, using, plans, **beside), repairs=repairs)


def _ids(value: Any) -> Any:
    return [the(each) for each in value] if isinstance(value, list) else the(value) if isinstance(value, str) else value


def clauses(opinion: Opinion) -> list[str]:
    return [each.clause for each in opinion.refusals]


def told(opinion: Opinion) -> list[str]:
    return [f"{each.because} ({each.clause})" for each in opinion.derivation]


def here(**how: Any) -> Table:
    """Red at the Steppe with what it takes."""
    given = {"at": "steppe", "favor": 3, "secrets": 2, "warbands": 3}
    return a_table().seat("red", **{**given, **how})


# -- a request as somebody spells it ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        (("travel", {"to": "Mountain"}), {"to": "site.mountain"}),
        (("muster", {"card": "long bows"}), {"card": "denizen.longbows"}),
        (("power", {"card": "Elders"}), {"card": "denizen.elders"}),
        (("play", {"card": "Longbows", "to": "steppe"}), {"card": "denizen.longbows", "to": "site.steppe"}),
        (("recover", {"target": "Darkest Secret", "pay": 2}), {"target": DARKEST_SECRET, "pay": "2"}),
        (("campaign", {"defender": "Blue", "targets": "Mountain"}), {"defender": "blue", "targets": ["site.mountain"]}),
        (
            ("campaign", {"defender": BANDITS, "targets": ["steppe", "pawn"], "dice": "2"}),
            {"defender": BANDITS, "targets": ["site.steppe", "pawn"], "dice": 2},
        ),
        (("move-warbands", {"to": "site", "number": 1}), {"to": "site", "number": "1"}),
        (("exile", {"other": "BLUE"}), {"other": "blue"}),
        (("Search", {"source": "Cradle"}), {"source": "cradle"}),
        (("Move Warbands", {"to": "Site", "number": 1}), {"to": "site", "number": "1"}),
        (("Trade", {"card": "Longbows", "for": "Favor"}), {"card": "denizen.longbows", "for": "favor"}),
        (("recover", {"target": "Relic 1"}), {"target": "relic-1"}),
        (("recover", {"target": "relic"}), {"target": "relic-1"}),
        (("offer", {"other": "Blue", "relic": "Reliquary 4"}), {"other": "blue", "relic": "reliquary-4"}),
        (("Peek", {"what": "Reliquary-9"}), {"what": "reliquary-9"}),
        (("declare", {"card": "elders", "moves": "nothing"}), {"card": "denizen.elders", "moves": "nothing"}),
        ((END, {}), {}),
    ],
    ids=lambda part: str(part[0]) if isinstance(part, tuple) else "",
)
def test_a_request_may_be_spelt_as_people_spell(asked: tuple[str, dict[str, Any]], meant: dict[str, Any]) -> None:
    """5, 6: the same verdict, word for word, as on the request in ids."""
    table = here().site("steppe", cards=["longbows", "elders"], relics=[unknown("relic")]).seat("blue", at="mountain")
    game, (action, given) = table.game(), asked
    found = in_ids(game, "red", Request(action, given))
    assert found.given == meant and found.action in (*ACTIONS, END)
    spelt, in_words = why(game, "Red", Request(action, given)), why(game, "red", found)
    assert (spelt.legal, spelt.refusals, spelt.derivation) == (in_words.legal, in_words.refusals, in_words.derivation)


def test_powers_used_for_a_request_may_be_spelt_so_too() -> None:
    game = here(advisers=["tents"]).game()
    used = Request("campaign", {"defender": BANDITS}, (("Tents", ""),), ("long bows=2",))
    found = in_ids(game, "red", used)
    assert (found.modifiers, found.plans) == ((("denizen.tents", ""),), ("denizen.longbows=2",))


@pytest.mark.parametrize(
    ("action", "asked", "says"),
    [
        ("dance", {}, "no action is called 'dance': search, muster, trade, "),
        ("travel", {"site": "plains"}, "the fields of travel are, from the first on: to; not site"),
        ("trade", {"card": "longbows", "with": "x"}, "the fields of trade are, from the first on: card, for; not card"),
        (END, {"to": "plains"}, "the fields of end are, from the first on: none; not to"),
        ("trade", {"for": "favor"}, "the fields of trade are, from the first on: card, for; not for"),
        ("trade", {"card": "longbows", "for": "gold"}, "trade: 'for' is one of favor, secrets, not 'gold'"),
        ("search", {"source": "the deck"}, "search: 'source' is one of world, cradle, provinces, hinterland, not"),
        ("travel", {"to": "Wastes"}, "site.wastes is not on the map: site."),
        ("travel", {"to": "denizen.longbows"}, "denizen.longbows is not on the map: site."),
        ("muster", {"card": "nonesuch"}, "no card is called 'nonesuch'"),
        ("exile", {"other": BANDITS}, "there is no player 'bandits': purple, "),
        ("travel", {"to": "pawn"}, "no card is called 'pawn'"),
        ("exile", {"other": "Zed"}, "there is no player 'Zed': purple, "),
        ("move-warbands", {"to": "board", "number": "some"}, "move-warbands: 'number' is one of none, not 'some'"),
        ("peek", {"what": "reliquary"}, "peek: 'what' is one of reliquary-1, reliquary-2, "),
    ],
)
def test_what_is_nothing_in_a_request_is_refused_with_what_there_is(
    action: str, asked: dict[str, Any], says: str
) -> None:
    """A word passed over in silence would be a request judged that nobody made."""
    game = here().site("steppe", cards=["longbows"]).game()
    with pytest.raises(ValueError, match=re.escape(says)):
        why(game, "red", Request(action, asked))
    with pytest.raises(ValueError, match="there is no player 'green'"):
        why(game, "green", Request(END))


def test_seats_go_by_color_or_name() -> None:
    game = a_table().game()
    game.state.players["red"].name = "Bo"
    assert [game.state.seat(each) for each in ("red", "RED", "bo")] == ["red"] * 3
    assert legal(game, "Bo") == legal(game, "red") and at_wake(game, "Bo") == at_wake(game, "red")


# -- all reasons, never just the first -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "asked", "reasons"),
    [
        ("travel", {"to": "steppe"}, ["4.2", "5.6.1", "5.6.1"]),
        ("muster", {"card": "longbows"}, ["4.2", "5.2.1", "5.2.1", "5.2.1", "5.2.1"]),
        ("trade", {"card": "longbows", "what": "favor"}, ["4.2", "5.3.2", "5.3.2", "5.3.1", "5.3.2"]),
        ("search", {"source": "cradle"}, ["4.2", "5.1.2", "5.1.2", "5.1.1"]),
        ("recover", {"target": PEOPLES_FAVOR, "pay": "1"}, ["4.2", "5.4.2", "5.4.1", "5.4.2"]),
        ("campaign", {"defender": "blue", "targets": ["pawn"], "dice": 2}, ["4.2", "5.5.1", "5.5.2", "5.5.1", "5.5.2"]),
        ("play", {"card": "longbows", "to": "vision"}, ["4.2", "6.1", "5.1.4.3"]),
        ("power", {"card": "elders"}, ["4.2", "7.1.1", "7.1.2"]),
        ("peek", {"what": "reliquary-1"}, ["4.2", "6.4"]),
        ("move-warbands", {"to": "site", "number": "2"}, ["4.2", "6.5", "6.5"]),
        ("give-warbands", {"other": "blue", "number": "1"}, ["4.2", "6.5", "6.5"]),
        ("take-warbands", {"other": "purple", "number": "9"}, ["4.2", "6.5", "6.5"]),
        ("offer", {"other": "purple", "relic": "reliquary-1"}, ["4.2", "6.6.1", "6.6.1"]),
        ("exile", {"other": "blue"}, ["4.2", "6.7", "6.7", "6.7"]),
        ("self-exile", {"who": "red"}, ["4.2", "6.8"]),
        (END, {}, ["4.2"]),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_every_reason_of_every_action(action: str, asked: dict[str, Any], reasons: list[str]) -> None:
    """It is Blue's turn; Red has nothing and is at the Steppe, where nothing is."""
    table = a_table().turn("blue").seat("red", at="steppe", supply=0).site("plains", cards=["longbows", "elders"])
    table.on("longbows", favor=1).seat("blue", at="mountain")
    opinion = verdict(table, action, **asked)
    assert opinion.legal is False
    assert clauses(opinion) == reasons
    assert len(set(opinion.refusals)) == len(opinion.refusals)


def test_whose_turn_it_is_and_which_phase() -> None:
    """4.2: actions are taken in one's own Act Phase; the other reasons are told besides."""
    opinion = verdict(a_table().turn("red", "rest"), "travel", to="plains")
    assert opinion.refusals[0].because == "this is the Rest Phase, not the Act Phase"
    assert clauses(opinion) == ["4.2", "5.6.1"]
    assert verdict(a_table().turn("purple", "over"), "travel", to="mountain").refusals[0].because == "the game is over"


def test_in_setup_nothing_but_the_turn_is_read() -> None:
    state = a_table().built().copy()
    state.phase = "setup"
    state.players["red"].slot = None
    for action in (*ACTIONS, END):
        opinion = why(Game(state, a_table().game().registry), "red", Request(action, {}))
        assert clauses(opinion) == ["4.2"] and not opinion.repairs


def test_the_reasons_of_cards_name_them_as_their_source() -> None:
    """11.8: the Narrow Pass bars the way, and says so itself."""
    table = a_table().map("plains", "mountain", "narrow_pass").seat("red", at="plains")
    (refusal,) = verdict(table, "travel", to="steppe").refusals
    assert (refusal.clause, refusal.source) == ("11.8", "site.narrow_pass")


def test_a_toll_names_the_card_that_asks_it() -> None:
    """9.2, 5.6.1: Toll Roads of an enemy."""
    table = a_table().site("mountain", cards=["toll_roads"], warbands={"blue": 1}).seat("red", at="plains")
    (refusal,) = verdict(table, "travel", to="mountain").refusals
    assert refusal.source == "denizen.toll_roads" and "1 favor" in refusal.because


def test_a_price_says_on_which_card_it_is_placed() -> None:
    held = told(verdict(here().site("steppe", cards=["elders"]), "muster", card="elders"))
    assert "it costs 1 Supply and 1 favor on denizen.elders (5.2.1)" in held


def test_what_is_not_there_has_no_price() -> None:
    """5.4.1: of a relic that lies nowhere nothing more is said; a card that lies elsewhere has its price (5.2.1)."""
    table = here(supply=0, favor=0, secrets=0)
    assert clauses(verdict(table, "recover", target="relic-5", pay="printed")) == ["5.4.1"]
    assert clauses(verdict(table, "muster", card="tents")) == ["5.2.1", "5.2.1", "5.2.1"]


# -- what was left open ----------------------------------------------------------------------------------------------


def test_a_partial_request_is_allowed_if_there_is_any_way() -> None:
    table = here().site("steppe", cards=["elders", "wolves"]).on("elders", favor=1)
    opinion = verdict(table, "muster")
    assert opinion.legal is True
    assert "it can be done with denizen.wolves (5.2.1)" in told(opinion)


def test_what_is_offered_can_be_completed_in_the_fields_after_it() -> None:
    """5.5.1, 5.5.2: Blue is at the Mountain with nothing to win; the Chancellor's pawn is here, and is a target."""
    table = here().seat("purple", at="steppe").seat("blue", at="mountain")
    opinion = verdict(table, "campaign")
    assert opinion.legal is True
    assert "it can be done with purple or bandits (5.5.1)" in told(opinion)


def test_targets_left_open_are_tried_together_where_none_is_enough_alone() -> None:
    """5.5.2, 9.2: under Giant Python neither the pawn, three dice by the Circlet, nor the Circlet, one die, alone."""
    table = here().seat("blue", at="steppe", advisers=["giant_python"], relics=["circlet_of_command"])
    assert verdict(table, "campaign", defender="blue").legal is True
    assert verdict(table, "campaign", defender="blue", targets=["pawn"]).legal is False


def test_a_last_field_left_open_names_what_can_be_paid() -> None:
    """5.3.2: a secret to place, and less than two favor: only for favor can it be done."""
    table = here(favor=1, secrets=1).site("steppe", cards=["wolves"])
    opinion = verdict(table, "trade", card="wolves")
    assert "it can be done with favor (5.3.2)" in told(opinion)


def test_a_partial_request_without_a_way_has_the_reasons_of_all_ways() -> None:
    table = here(favor=0, secrets=0).site("steppe", cards=["elders", "wolves"]).on("elders", favor=1)
    opinion = verdict(table, "trade")
    assert [each.because for each in opinion.refusals] == [
        "denizen.elders already holds 1 favor",
        "it costs 1 secret and 0 can be paid",
        "it costs 2 favor and 0 can be paid",
    ]


def test_nothing_to_choose_from_is_a_reason() -> None:
    (refusal,) = verdict(here(), "muster").refusals
    assert refusal == ("5.2.1", "no card is at the site of red", "law")


def test_a_partial_request_that_needs_a_power_says_so() -> None:
    """11.11: without Supply, only by flipping a secret for the Buried Giant."""
    table = a_table().map("buried_giant").seat("red", at="buried_giant", supply=0, secrets=1)
    opinion = verdict(table, "travel")
    assert opinion.legal is True
    assert "it takes the power of site.buried_giant (7.4)" in told(opinion)
    assert verdict(table, "travel", to="mountain").legal is False
    assert verdict(table, "travel", to="mountain", using=[("buried_giant", "")]).legal is True


# -- what cannot be chosen at all ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "asked", "clause", "says"),
    [
        ("campaign", {"defender": "red"}, "5.5.1", "red cannot campaign against red"),
        ("recover", {"target": "relic-2"}, "5.4.1", "only one relic can be found at site.steppe"),
        ("recover", {"target": PEOPLES_FAVOR, "pay": "1"}, "5.4.2", "holds 1 favor, and more than that must be paid"),
        ("peek", {"what": "relic-8-1"}, "6.3", "no relic lies there"),
        ("play", {"card": "keep", "to": "plains"}, "5.1.4.1", "site of the pawn, which is at site.steppe"),
        ("play", {"card": "keep", "to": "adviser-facedown"}, "6.1", "not laid facedown again"),
        ("move-warbands", {"to": "board", "number": "5"}, "6.5", "1 of the warbands of red can leave site.steppe"),
        ("move-warbands", {"to": "site", "number": "5"}, "6.5", "only 3 warbands are on the board of red"),
        ("give-warbands", {"other": "red", "number": "1"}, "6.5", "red is not another player"),
        ("take-warbands", {"other": "blue", "number": "1"}, "6.5", "blue is not at site.steppe"),
        ("power", {"card": "longbows"}, "7.3.2", "has no Action power"),
        ("power", {"card": "tutor"}, "7.1", "is not faceup in play"),
        ("power", {"card": GRAND_SCEPTER}, "6.2", "its actions go by names of their own"),
        ("declare", {"card": "elders"}, "7.1", "carries out the power of denizen.elders itself"),
        ("declare", {"card": "tutor"}, "7.1", "is not faceup in play"),
    ],
)
def test_what_is_no_candidate_is_told_why(action: str, asked: dict[str, Any], clause: str, says: str) -> None:
    table = here(advisers=["longbows", down("keep")]).site("plains", cards=["elders"])
    table.site("steppe", warbands={"red": 2}, relics=[unknown("relic")])
    refusals = verdict(table, action, **asked).refusals
    assert any(each.clause == clause and says in each.because for each in refusals), refusals


def test_a_relic_where_the_site_lists_no_price() -> None:
    """5.4.2, 2.8.4: nothing of a price is said; the Supply it costs in any case is (5.4.1)."""
    site = next(site.id for site in catalog.cards("site") if site.recover_cost is None)
    table = a_table().site(site, slot=3, relics=[unknown("relic")]).seat("red", at=3, supply=0)
    opinion = verdict(table, "recover", target="relic-1")
    assert clauses(opinion) == ["5.4.2", "5.4.1"]


# -- modifiers and battle plans --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "clause", "says"),
    [
        ("tents", "7.1", "denizen.tents is not faceup in play"),
        ("small_friends", "7.4", "denizen.small_friends has no power that modifies the travel action"),
        ("longbows", "7.4", "denizen.longbows has no power that modifies the travel action"),
    ],
)
def test_a_modifier_that_cannot_be_used(card: str, clause: str, says: str) -> None:
    opinion = verdict(here(), "travel", to="plains", using=[(card, "")])
    assert (clause, says) in [(each.clause, each.because) for each in opinion.refusals]
    assert all(each.source == the(card) for each in opinion.refusals)


def test_a_modifier_needs_the_card_to_be_empty_if_it_costs() -> None:
    """7.1.2."""
    table = here(advisers=["tents"]).on("tents", favor=1)
    opinion = verdict(table, "travel", to="mountain", using=[("tents", "")])
    assert "7.1.2" in clauses(opinion)


def test_a_modifier_with_a_site() -> None:
    """7.4, 5.3.2: Small Friends trades as if at a site with a Beast card."""
    table = here(advisers=["small_friends"]).site("deep_woods", cards=["wolves"])
    asked = {"card": "wolves", "what": "favor"}
    assert verdict(table, "trade", **asked).legal is False
    opinion = verdict(table, "trade", **asked, using=[("small_friends", "deep_woods")])
    assert opinion.legal is True
    assert "denizen.wolves is at site.deep_woods, and so is red (5.3.2)" in told(opinion)
    wrong = verdict(table, "trade", **asked, using=[("small_friends", "plains")])
    assert wrong.refusals[0].clause == "7.4" and "site.plains" in wrong.refusals[0].because
    (nowhere,) = verdict(here(advisers=["small_friends"]), "trade", using=[("small_friends", "")]).refusals[:1]
    assert nowhere.because == "denizen.small_friends has no effect here"
    table = here(advisers=["small_friends"]).site("deep_woods", cards=["wolves"]).site("mountain", cards=["rangers"])
    which = verdict(table, "trade", **asked, using=[("small_friends", "")])
    assert which.refusals[0].because.startswith("denizen.small_friends is used with one of denizen.small_friends@site.")


def test_10_5_a_discarded_adviser_goes_to_the_pile_of_the_region_and_to_no_other() -> None:
    """The pawn is in the Provinces, and what is discarded there goes to the Hinterland."""
    table = here(advisers=[down("longbows")])
    assert verdict(table, "play", card="longbows", to="discard", pile="hinterland").legal is True
    wrong = verdict(table, "play", card="longbows", to="discard", pile="cradle")
    assert clauses(wrong) == ["10.5"]


def test_7_5_no_battle_plan_is_used_outside_of_a_campaign() -> None:
    assert clauses(verdict(war(), "travel", to="mountain", plans=["longbows"])) == ["7.5"]


def war() -> Table:
    """Red and Blue at the Steppe; Red has Longbows and Mercenaries."""
    table = here(advisers=["longbows", "mercenaries"], favor=1).seat("blue", at="steppe", favor=2, warbands=1)
    return table.title(None).oath("devotion")


PAWN = {"defender": "blue", "targets": ["pawn"], "dice": 2}


def test_7_5_1_who_does_not_rule_a_plan_is_said_and_bandits_are_many() -> None:
    game = a_table().site("mountain", cards=["longbows"], warbands={"blue": 1}).game()
    said = {
        who: [each.because for each in failed(_plan_alone(game, who, "denizen.longbows"))] for who in ("red", BANDITS)
    }
    assert said == {"red": ["red does not rule denizen.longbows"], BANDITS: ["bandits do not rule denizen.longbows"]}


def test_battle_plans_that_may_be_used() -> None:
    opinion = verdict(war(), "campaign", **PAWN, plans=["longbows", "mercenaries"])
    assert opinion.legal is True
    assert "red rules the battle plan denizen.longbows and can pay for it (7.5.1)" in told(opinion)


@pytest.mark.parametrize(
    ("plans", "clause"),
    [
        (["bear_traps"], "7.5.2"),
        (["elders"], "7.5"),
        (["rangers"], "7.1"),
        (["longbows", "longbows"], "5.5.3"),
    ],
)
def test_battle_plans_that_may_not(plans: list[str], clause: str) -> None:
    """7.5.2 a plan of the defender, 7.5 no plan at all, 7.1 not in play, 5.5.3 once only."""
    table = war().site("plains", cards=["bear_traps"])
    assert clause in clauses(verdict(table, "campaign", **PAWN, plans=plans))


def test_a_battle_plan_of_somebody_else() -> None:
    """7.5.1: only one who rules the card uses it; to stand at its site is not enough."""
    table = war().site("steppe", cards=["rangers"])
    assert clauses(verdict(table, "campaign", **PAWN, plans=["rangers"])) == ["7.5.1"]


def test_the_cost_of_plans_adds_up() -> None:
    """7.5.3: Red has one favor, and both plans ask for one."""
    table = war().seat("red", advisers=["rangers"])
    assert verdict(table, "campaign", **PAWN, plans=["rangers"]).legal is True
    opinion = verdict(table, "campaign", **PAWN, plans=["rangers", "mercenaries"])
    assert opinion.legal is False and "0 can be paid" in opinion.refusals[0].because


def test_plans_are_read_though_the_campaign_cannot_be_paid() -> None:
    table = war().seat("red", supply=1)
    opinion = verdict(table, "campaign", **PAWN, plans=["bear_traps"])
    assert clauses(opinion)[0] == "5.5.1" and "7.5.2" in clauses(opinion)


def test_the_table_is_left_as_it_was() -> None:
    table = war()
    game = table.game()
    before = game.state.canonical()
    why(game, "red", Request("campaign", {**PAWN}, plans=("denizen.longbows", "denizen.mercenaries")))
    assert game.state.canonical() == before and not game.do.events


# -- what it turns on ------------------------------------------------------------------------------------------------


def test_a_choice_of_somebody_else() -> None:
    """11.7: an enemy who rules the Shrouded Wood picks the destination."""
    table = a_table().site("shrouded_wood", slot=5, warbands={"blue": 1}).seat("red", at=5)
    opinion = verdict(table, "travel", to="plains")
    assert opinion.legal is None
    (depends,) = opinion.depends
    assert (depends.clause, depends.source) == ("11.7", "blue")
    assert "site.shrouded_wood" in depends.because


@pytest.mark.parametrize(
    ("action", "asked", "who"),
    [
        ("move-warbands", {"to": "board", "number": "1"}, "purple"),
        ("give-warbands", {"other": "purple", "number": "1"}, "purple"),
        ("take-warbands", {"other": "purple", "number": "1"}, "purple"),
    ],
)
def test_the_leave_of_somebody_else(action: str, asked: dict[str, Any], who: str) -> None:
    """6.5: a Citizen takes warbands only with the Chancellor's leave (A-77)."""
    table = here(role="citizen").seat("purple", at="steppe", warbands=2).site("steppe", warbands={"purple": 2})
    opinion = verdict(table, action, **asked)
    assert opinion.legal is None and [(each.clause, each.source) for each in opinion.depends] == [("6.5", who)]


def test_to_offer_needs_no_leave() -> None:
    """6.6.1, 6.6.2: the offer may be made, whatever comes of it."""
    table = a_table().turn("purple")
    opinion = verdict(table, "offer", "purple", other="red", relic="reliquary-1")
    assert opinion.legal is True and "red will accept or decline (6.6.2)" in told(opinion)


def test_an_unknown_card_whose_face_decides() -> None:
    """7.2.1: some cards go only to sites, some only to advisers; nobody told which this one is."""
    table = here(advisers=[unknown("denizen")]).pool("keep", "longbows", "tyrant")
    opinion = verdict(table, "play", card="card#1", to="adviser")
    assert opinion.legal is None
    (depends,) = opinion.depends
    assert (depends.clause, depends.source) == ("7.2.1", "card#1")
    assert "1 of the 3 cards" in depends.because
    assert verdict(table, "play", card="card#1", to="discard").legal is True


def test_an_unknown_card_that_goes_there_whatever_it_is() -> None:
    table = here(advisers=[unknown("denizen")]).pool("elders", "longbows")
    assert verdict(table, "play", card="card#1", to="adviser").legal is True
    full = here(advisers=[unknown("denizen")]).pool("elders", "longbows").site("steppe", cards=["wolves", "rangers"])
    assert verdict(full, "play", card="card#1", to="steppe").legal is False


def test_an_unknown_card_that_is_said_to_be_something() -> None:
    table = here(advisers=[unknown("denizen")]).pool("keep", "longbows", "tyrant")
    named = {"card": "card#1", "to": "adviser"}
    assert clauses(verdict(table, "play", **named, faces={"card#1": "denizen.keep"})) == ["7.2.1"]
    assert verdict(table, "play", **named, faces={"card#1": "denizen.tyrant"}).legal is True
    doubted = verdict(table, "play", **named, faces={"card#1": "denizen.tyrant"}, doubted=("card#1",))
    assert doubted.legal is None and doubted.depends[0].clause == "6.1"


def test_an_unknown_vision_and_the_role() -> None:
    """5.1.4.3: only Exiles play Visions, but the Conspiracy is no such Vision."""
    table = here(role="citizen", advisers=[unknown("vision")])
    opinion = verdict(table, "play", card="card#1", to="vision")
    assert opinion.legal is None and opinion.depends[0].clause == "5.1.4.3"


def test_a_plan_that_is_named_and_has_no_code_is_a_caution_wherever_it_lies() -> None:
    """7.5: it is meant to be used, also with a number (5.5.3)."""
    for plan in ("rangers", "rangers=2"):
        opinion = verdict(war().without("rangers"), "campaign", **PAWN, plans=[plan])
        assert [(each.clause, each.source) for each in opinion.cautions] == [("7.5", "denizen.rangers")]


# -- cautions --------------------------------------------------------------------------------------------------------


def with_power(*kinds: str, clause: str = "", modifies: str | None = None) -> list[str]:
    """Denizens with a power of some kind, of an action, its text resting on a clause: to be played as if not coded."""
    texts = entries("texts")
    return [
        card.id
        for card in catalog.cards("denizen")
        if any(power.kind in kinds and (modifies is None or power.modifies == modifies) for power in card.powers)
        and any(each.startswith(clause) for each in texts[card.id]["clauses"])
    ]


def test_a_power_that_is_not_coded_and_touches_the_request() -> None:
    """7.1.4: a persistent power about trading is a caution for trading, and for nothing else."""
    barred = next(card for card in with_power("persistent", clause="5.3") if _is_about_trading(card))
    table = here().site("steppe", cards=["elders"]).site("plains", cards=[barred], warbands={"blue": 1})
    opinion = verdict(table.without(barred), "trade", card="elders", what="favor")
    assert [each.source for each in opinion.cautions] == [barred] and opinion.legal is True
    assert not verdict(table, "search", source=WORLD).cautions


@pytest.mark.parametrize(("ruler", "found"), [("blue", ["denizen.toll_roads"]), ("red", [])])
def test_a_power_about_enemies_is_no_caution_for_whoever_rules_the_card(ruler: str, found: list[str]) -> None:
    """10.7, 9.2: the tolls of the Toll Roads are for enemies of their ruler."""
    table = a_table().site("mountain", cards=["toll_roads"], warbands={ruler: 1}).seat("red", at="plains", favor=1)
    opinion = verdict(table.without("toll_roads"), "travel", to="mountain")
    assert [each.source for each in opinion.cautions] == found


def _is_about_trading(card: str) -> bool:
    return {power.modifies for power in catalog.card(card).powers} <= {None, "trade"}


def searching() -> str:
    """A modifier of searches that anybody may use who has it."""
    return with_power("modifier", modifies="search")[0]


def test_a_modifier_that_is_not_coded_is_a_caution_for_those_who_may_use_it() -> None:
    """7.4: whoever has access to it may add it to the action."""
    found = searching()
    mine = here(advisers=[found]).without(found)
    assert [each.source for each in verdict(mine, "search", source=WORLD).cautions] == [found]
    assert not verdict(here().site("plains", cards=[found]).without(found), "search", source=WORLD).cautions
    assert not verdict(mine, "travel", to="plains").cautions


def test_a_facedown_card_is_no_caution() -> None:
    """7.1: the power of a card that lies facedown is not on."""
    found = searching()
    assert not verdict(here(advisers=[down(found)]).without(found), "search", source=WORLD).cautions


def test_an_action_power_that_is_not_coded_is_judged_with_a_caution() -> None:
    """7.1.1, 7.1.2: access and cost are facts; what else it asks is for its player to declare."""
    found = next(card for card in with_power("action") if _is_paid_at_a_site(card))
    opinion = verdict(here().site("steppe", cards=[found]).without(found), "power", card=found)
    assert opinion.legal is True and [each.clause for each in opinion.cautions] == ["7.3.2"]
    poor = here(favor=0, secrets=0).site("steppe", cards=[found]).without(found)
    assert "7.1.2" in clauses(verdict(poor, "power", card=found))


def _is_paid_at_a_site(card: str) -> bool:
    found = catalog.card(card)
    return found.restriction != "adviser" and any(power.cost for power in found.powers if power.kind == "action")


def test_what_happens_when_a_card_is_played_is_a_caution_for_playing_it() -> None:
    """7.3.3: a When Played power is used as the card is played, not as it is discarded."""
    found = next(card for card in with_power("when_played") if catalog.card(card).restriction is None)
    table = here(advisers=[down(found)]).without(found)
    assert [each.clause for each in verdict(table, "play", card=found, to="adviser").cautions] == ["7.3.3"]
    assert not verdict(table, "play", card=found, to="discard").cautions


@pytest.mark.parametrize(
    ("named", "said"), [(7, "site.fertile_valley or site.deep_woods (5.6.1)"), (6, "completed in several ways (5.6.1)")]
)
def test_what_is_left_open_is_named_while_it_is_not_too_much(
    named: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """5.6.1: seven sites to travel to."""
    monkeypatch.setattr("oathtools.procedures.adjudicate.derivation.NAMED", named)
    assert told(verdict(here(), "travel"))[-1].endswith(said)


# -- the derivation --------------------------------------------------------------------------------------------------


def test_a_travel_derived() -> None:
    """5.6.1 the cost by regions, 11.3 what the coasts make of it, 11.8 a power that was asked."""
    table = a_table().map("plains", "lush_coast", "narrow_pass", "rocky_coast").seat("red", at="rocky_coast", supply=3)
    opinion = verdict(table, "travel", to="lush_coast")
    assert told(opinion) == [
        "it is the Act Phase of red (4.2)",
        "red is at site.rocky_coast, and site.lush_coast is another site (5.6.1)",
        "site.narrow_pass does not stand in the way (11.8)",
        "it costs 2 Supply (5.6.1)",
        "with site.rocky_coast it costs 1 Supply (11.3)",
        "red has 3 Supply (11.3)",
    ]


def test_every_derivation_is_true_where_it_holds() -> None:
    """The sentences of rows are worded for failure: none of them stands in a derivation."""
    table = war().banner("peoples_favor", "blue", 1).site("steppe", cards=["elders", "wolves"], warbands={"red": 2})
    table.seat("red", favor=3, advisers=[down("rangers")])
    asked: list[tuple[str, dict[str, Any]]] = [
        ("travel", {"to": "plains"}),
        ("search", {"source": WORLD}),
        ("muster", {"card": "elders"}),
        ("trade", {"card": "wolves", "what": "secrets"}),
        ("recover", {"target": PEOPLES_FAVOR, "pay": "2"}),
        ("recover", {"target": DARKEST_SECRET, "pay": "2"}),
        ("campaign", {"defender": "blue", "targets": ["pawn", PEOPLES_FAVOR], "dice": 3}),
        ("play", {"card": "rangers", "to": "adviser"}),
        ("play", {"card": "rangers", "to": "discard"}),
        ("power", {"card": "elders"}),
        ("move-warbands", {"to": "board", "number": "1"}),
        ("move-warbands", {"to": "site", "number": "1"}),
        (END, {}),
    ]
    for action, given in asked:
        opinion = verdict(table, action, **given)
        assert opinion.legal is True, (action, opinion.refusals)
        assert len(opinion.derivation) >= 2
        for sentence in told(opinion):
            plain = sentence
            for right in ("does not stand in the way", "no favor and no secret", "no Supply"):
                plain = plain.replace(right, "")
            assert not any(word in plain for word in ("not ", " no ", "cannot", "neither", "already")), sentence


def test_what_holds_is_told_of_a_no_as_well() -> None:
    table = here(favor=0).site("steppe", cards=["elders"])
    opinion = verdict(table, "muster", card="elders")
    assert opinion.legal is False
    assert "denizen.elders is at site.steppe, and so is red (5.2.1)" in told(opinion)
    assert not any("costs" in sentence for sentence in told(opinion))


# -- rulings ---------------------------------------------------------------------------------------------------------


def test_a_reading_that_makes_no_difference_is_not_named() -> None:
    """A-104 is asked for in every campaign; it bears on those in which other warbands join the force."""
    assert verdict(war(), "campaign", **PAWN).rulings == ()


@pytest.mark.parametrize(("reading", "legal"), [("a", False), ("b", True)])
def test_a_reading_that_makes_a_difference_is_named(reading: str, legal: bool) -> None:
    """A-104: with warbands at a site in the force, do the dice go up to the force, or to the board (5.5.2)?"""
    registry = load().only(load().coded)
    if "denizen.vow_of_union" not in registry.by_card:

        def joins(game: Any, frame: Any, value: Any, me: Any) -> tuple[int, ...]:
            return (*value, 0)

        registry.add("denizen.vow_of_union", "campaign.force", joins, subject="owner")
    table = war().seat("red", advisers=["vow_of_union"]).site("plains", warbands={"red": 2})
    game = Game(table.built().copy(), registry, {"A-104": reading})
    opinion = why(game, "red", Request("campaign", {**PAWN, "dice": 5}), repairs=False)
    assert opinion.legal is legal and ("A-104", reading) in opinion.rulings


@pytest.mark.parametrize(
    ("action", "asked", "ruling"),
    [
        ("campaign", {"defender": "yellow", "targets": ["pawn"], "dice": 1}, "A-50"),
        ("campaign", {**PAWN, "dice": 9}, "A-52"),
        ("search", {"source": "provinces"}, "A-35"),
        ("recover", {"target": PEOPLES_FAVOR, "pay": "1"}, "A-44"),
        ("travel", {"to": "steppe"}, None),
        ("muster", {"card": "longbows"}, None),
    ],
)
def test_points_tied_to_what_refuses_are_named(action: str, asked: dict[str, Any], ruling: str | None) -> None:
    found = [name for name, _ in verdict(war(), action, **asked).rulings]
    assert (ruling in found) if ruling else found == []


def test_the_reading_of_the_table_is_the_one_named() -> None:
    table = war().reading("A-50", "a")
    assert dict(verdict(table, "campaign", defender="yellow").rulings)["A-50"] == "a"


def test_sources_are_the_law_or_ids() -> None:
    table = war()
    for action in ACTIONS:
        for each in verdict(table, action).refusals:
            assert each.source == LAW or catalog.is_card(each.source) or each.source.startswith("A-")


@pytest.mark.parametrize(
    ("targets", "said"),
    [
        (["pawn"], "pawn can be targeted, at site.steppe"),
        (["pawn", "relic.map"], "pawn and relic.map can be targeted, one of them at least at site.steppe"),
    ],
)
def test_where_the_targets_are_and_how_many_dice_may_be_taken(targets: list[str], said: str) -> None:
    """5.5.2: with the dice left open the bound is told."""
    table = war().seat("blue", relics=["map"])
    derived = told(verdict(table, "campaign", defender="blue", targets=targets))
    assert f"{said} (5.5.2)" in derived and "up to 3 attack dice may be taken (5.5.2)" in derived


def test_a_banner_whose_payment_is_left_open() -> None:
    """5.4.2."""
    derived = told(verdict(here(favor=3), "recover", target=PEOPLES_FAVOR))
    assert "it can be done by paying 2 or 3 (5.4.2)" in derived


@pytest.mark.parametrize(
    ("action", "clause", "says"),
    [
        ("muster", "5.2.1", "no card is at the site of red"),
        ("trade", "5.3.2", "no card is at the site of red"),
        ("play", "6.1", "red has no facedown adviser"),
        ("give-warbands", "6.5", "no other pawn is at the site of red"),
        ("take-warbands", "6.5", "no other pawn is at the site of red"),
    ],
)
def test_what_is_missing_where_there_is_nothing_to_choose_from(action: str, clause: str, says: str) -> None:
    table = a_table().seat("red", at=0).seat("blue", at=3).seat("purple", at=4).seat("yellow", at=5)
    assert (clause, says) in [(each.clause, each.because) for each in verdict(table, action).refusals]


@pytest.mark.parametrize(("favor", "reasons"), [(1, []), (0, ["7.4"])])
def test_a_power_that_is_open_to_all_needs_no_access(favor: int, reasons: list[str]) -> None:
    """7.1.4: whoever gives its ruler a favor travels to the Way Station's site for nothing, from afar and unruled."""
    table = here(favor=favor, supply=0).site("mountain", cards=["way_station"], warbands={"blue": 1})
    opinion = verdict(table, "travel", to="mountain", using=[("way_station", "")])
    assert "7.1.1" not in clauses(opinion) and bool(opinion.legal) is not bool(reasons)
    assert verdict(table, "travel", to="mountain").legal is False


def test_5_1_4_where_a_card_in_hand_may_go_is_judged_as_it_is_offered() -> None:
    play = a_table().seat("red", at="mountain").deck("longbows", "tents", "elders").play()
    play.answer("search", "longbows", ["tents", "elders"])
    reasons = {to: judge_placing(play.game, "red", "denizen.longbows", to, {}) for to in play.pending.options}
    assert {to: found.legal for to, found in reasons.items()} == {to: play.pending.fits(to) for to in reasons}
    (elsewhere,) = judge_placing(play.game, "red", "denizen.longbows", "site.steppe", {}).refusals
    assert elsewhere.clause == "5.1.4.1" and [each.clause for each in reasons["vision"].refusals] == ["5.1.4.3"]
