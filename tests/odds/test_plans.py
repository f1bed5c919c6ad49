"""Battle plans and standing powers: each card's numbers, how they compose, what they bar."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from oathtools import catalog
from oathtools.odds import ATTACKER, DEFENDER, Battle, Faces, chance, distribution, plans, resolve
from oathtools.odds.battle import ATTACKERS, BOTH, DEFENDERS
from oathtools.odds.numbers import Numbers, weigh
from oathtools.odds.plans import CLAUSES, RULES, VERBS, Chosen, NeedsNumber, PlanRefused, UnknownPlan, find, parse, plan
from oathtools.odds.using import bars, compose, use
from tests.odds import brute
from tests.support.daily import daily

START = Battle(6, 6, 4, 5)

# What each plan makes of six warbands with six dice against five with four: the fields that change. Written from the
# cards, not from the data. A tuple key names the number that goes with the plan.
SWING: dict[str, int] = {
    "longbows": 1,
    "mercenaries": 3,
    "horse_archers": 3,
    "fire_talkers": 3,
    "cracked_sage": 4,
    "rival_khan": 4,
    "code_of_honor": 2,
    "village_constable": 2,
}
COUNTED = ("cracking_ground", "great_crusade", "nature_worship")
ATTACKER_ONLY: dict[str, dict[str, Any]] = {
    "denizen.disgraced_captain": {"attack": 10},
    "denizen.lancers": {"doublings": 1},
    "denizen.outriders": {"skulls": False},
    "denizen.rain_boots": {"ignored": frozenset({"shield"})},
    "denizen.rangers": {"skulls": False, "attack": 8},
    "denizen.zealots": {},
    "denizen.scouts": {},
    "denizen.second_wind": {},
    "denizen.book_burning": {},
    "denizen.slander": {},
    "denizen.specialist": {},
    "site.plains": {"attack": 7},
    "site.mountain": {"attack": 5},
    "reliquary.brutal": {"doomed": BOTH},
}
DEFENDER_ONLY: dict[str, dict[str, Any]] = {
    "denizen.bear_traps": {"attack": 5, "force": 5, "attacker_fallen": 1},
    "denizen.extra_provisions": {"defense": 5},
    "denizen.hearts_and_minds": {"victor": DEFENDER},
    "denizen.keep": {"defense": 6},
    "denizen.mounted_patrol": {"halvings": 1},
    "denizen.rusting_ray": {"ignored": frozenset({"hollow_sword"})},
    "denizen.shield_wall": {"defense": 6, "doomed": DEFENDERS},
    "denizen.storm_caller": {"defense": 6},
    "denizen.wrestlers": {"defense": 5, "defenders": 4, "defender_fallen": 1},
    "denizen.vow_of_peace": {"may_sacrifice": False},
    "denizen.marsh_spirit": {},
    "edifice.bandit_rampart": {"attack": 4},
    "relic.circlet_of_command": {"defense": 5},
    "title.oathkeeper": {"defense": 5},
    "title.usurper": {"defense": 6},
}
EITHER: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "denizen.billowing_fog": ({"spared": ATTACKERS}, {"spared": DEFENDERS}),
    "denizen.traveling_doctor": ({"spared": ATTACKERS}, {"spared": DEFENDERS}),
    "denizen.encirclement": ({"attack": 8}, {}),
    "denizen.field_promotion": ({"attacker_gains": 3}, {"defender_gains": 3}),
    "denizen.hospital": ({"saved": ATTACKERS}, {"saved": DEFENDERS}),
    "denizen.peace_envoy": (
        {"bloodless": True, "victor": ATTACKER},
        {"bloodless": True, "victor": DEFENDER},
    ),
    "denizen.the_great_levy": ({"attack": 9, "skulls": False}, {"attack": 3}),
    "denizen.war_tortoise": ({"ignored": frozenset({"two_shields"})}, {"ignored": frozenset({"two_swords_skull"})}),
    "denizen.jinx": ({"rerolls": ATTACKERS}, {"rerolls": DEFENDERS}),
    "denizen.beast_tamer": ({}, {}),
    "denizen.spell_breaker": ({}, {}),
    "denizen.true_names": ({}, {}),
    "denizen.gleaming_armor": ({}, {}),
    "denizen.insect_swarm": ({}, {}),
    "denizen.battle_honors": ({}, {}),
    "denizen.martial_culture": ({}, {}),
    "denizen.military_parade": ({}, {}),
    "denizen.wild_mounts": ({}, {}),
    "relic.cursed_cauldron": ({"reaping": ATTACKERS}, {"reaping": DEFENDERS}),
    "relic.obsidian_cage": ({"capturing": ATTACKERS}, {"capturing": DEFENDERS}),
    "relic.sticky_fire": ({"slaying": ATTACKERS}, {"slaying": DEFENDERS}),
}
EITHER |= {f"denizen.{name}": ({"attack": 6 + by}, {"attack": 6 - by}) for name, by in SWING.items()}
WITH_NUMBER: list[tuple[str, str, dict[str, Any]]] = [
    *((f"{name}=2", ATTACKER, {"attack": 8}) for name in COUNTED),
    *((f"{name}=2", DEFENDER, {"attack": 4}) for name in COUNTED),
    ("cracking ground=+2", DEFENDER, {"attack": 8}),
    ("cracking ground=-2", ATTACKER, {"attack": 4}),
    ("longbows=-1", ATTACKER, {"attack": 5}),
    ("longbows=+1", DEFENDER, {"attack": 7}),
    ("kindred warriors=3", ATTACKER, {"attack": 9, "skulls": False}),
    ("kindred warriors=0", ATTACKER, {"skulls": False}),
    ("kindred warriors=3", DEFENDER, {"attack": 3}),
    ("mountain giant", ATTACKER, {"attack": 9}),
    ("mountain giant=1", ATTACKER, {"attack": 7}),
    ("mountain giant=3", DEFENDER, {"attack": 3}),
    ("walled garden=4", DEFENDER, {"defense": 8}),
    ("relic hunter=2", ATTACKER, {"defense": 6}),
    ("sealing ward=2", DEFENDER, {"defense": 6}),
    ("sprawling rampart=3", DEFENDER, {"defense": 7}),
    ("warning signals=2", DEFENDER, {"defenders": 7}),
    ("warning signals=-2", DEFENDER, {"defenders": 3}),
    ("bandit chief=3", DEFENDER, {"bandits": 6}),
    ("bandit crown=2", DEFENDER, {"bandits": 2}),
    ("bandit crown=2", ATTACKER, {"band": 2, "attack": 8}),
    ("captains=2", ATTACKER, {"force": 8, "attack": 8}),
    ("wild allies=2", ATTACKER, {"force": 8, "attack": 8}),
    ("vow of union=2", ATTACKER, {"force": 8, "attack": 8}),
]


def after(words: str, side: str, battle: Battle = START, **facts: Any) -> Battle:
    return use(battle, side, parse(words), facts).after


def changed(battle: Battle) -> dict[str, Any]:
    return {field: new for field, old, new in zip(START._fields, START, battle, strict=True) if old != new}


# --- the data ---------------------------------------------------------------------------------------------------------


def test_every_battle_plan_of_the_catalogue_is_there() -> None:
    known = {one.id for one in plans.plans() if not one.standing}
    assert known == {card.id for card in catalog.cards() if any(power.kind == "battle_plan" for power in card.powers)}


def test_every_plan_is_in_these_tables() -> None:
    numbered = {parse(words).id for words, _, _ in WITH_NUMBER}
    tested = {*ATTACKER_ONLY, *DEFENDER_ONLY, *EITHER, *numbered}
    assert tested == {one.id for one in plans.plans()}


def test_sides_are_those_of_the_cards() -> None:
    for one in plans.plans():
        if not one.standing:
            sides = {power.side for power in catalog.card(one.id).powers if power.kind == "battle_plan"}
            assert sides == {"either" if len(one.sides) == 2 else one.sides[0]}


def test_every_verb_has_clauses() -> None:
    assert set(CLAUSES) == set(VERBS) | RULES


@pytest.mark.parametrize("plan_id", ATTACKER_ONLY)
def test_plans_of_the_attacker(plan_id: str) -> None:
    assert changed(use(START, ATTACKER, Chosen(plan_id)).after) == ATTACKER_ONLY[plan_id]
    with pytest.raises(PlanRefused, match="not for the defender"):
        use(START, DEFENDER, Chosen(plan_id))


@pytest.mark.parametrize("plan_id", DEFENDER_ONLY)
def test_plans_of_the_defender(plan_id: str) -> None:
    assert changed(use(START, DEFENDER, Chosen(plan_id)).after) == DEFENDER_ONLY[plan_id]
    with pytest.raises(PlanRefused, match="not for the attacker"):
        use(START, ATTACKER, Chosen(plan_id))


@pytest.mark.parametrize("plan_id", EITHER)
def test_plans_of_either_side(plan_id: str) -> None:
    for side, expected in zip((ATTACKER, DEFENDER), EITHER[plan_id], strict=True):
        assert changed(use(START, side, Chosen(plan_id)).after) == expected


@pytest.mark.parametrize(("words", "side", "expected"), WITH_NUMBER)
def test_plans_with_a_number(words: str, side: str, expected: dict[str, Any]) -> None:
    assert changed(after(words, side)) == expected


@pytest.mark.parametrize("plan_id", daily([*ATTACKER_ONLY, *DEFENDER_ONLY, *EITHER], 3))
def test_plans_equal_brute_force_on_all_pools_up_to_four_against_four(plan_id: str) -> None:
    for side in plan(plan_id).sides:
        for attack, defense in brute.pools():
            battle = use(Battle(3, attack, defense, 2), side, Chosen(plan_id)).after
            if battle.attack > 8 or battle.defense > 7:
                continue  # too many dice to roll each
            odds = distribution(battle)
            told = {ending[:7]: Fraction(rolls, odds.total) for ending, rolls in odds.endings.items()}
            assert told == brute.endings(battle), (plan_id, side, attack, defense)


@pytest.mark.parametrize(("words", "side"), daily([(words, side) for words, side, _ in WITH_NUMBER], 3))
def test_plans_with_a_number_equal_brute_force(words: str, side: str) -> None:
    for attack, defense in brute.pools():
        battle = after(words, side, Battle(3, attack, defense, 2))
        if battle.attack <= 7 and battle.defense <= 6:
            odds = distribution(battle)
            told = {ending[:7]: Fraction(rolls, odds.total) for ending, rolls in odds.endings.items()}
            assert told == brute.endings(battle), (attack, defense)


@pytest.mark.parametrize("seed", range(24))
def test_plans_of_both_sides_together_equal_brute_force(seed: int) -> None:
    """Any plans that may stand together, in the order of use: what they make of the dice is what each die says."""
    rng = Random(seed)
    words = [*ATTACKER_ONLY, *DEFENDER_ONLY, *EITHER, *(name for name, _, _ in WITH_NUMBER)]
    several = [parse(each) for each in rng.sample(words, 6)]
    mine = [each for each in several if ATTACKER in plan(each.id).sides][: rng.randint(0, 3)]
    theirs = [each for each in several if DEFENDER in plan(each.id).sides and each not in mine]
    start = Battle(rng.randint(0, 5), rng.randint(0, 4), rng.randint(0, 4), rng.randint(0, 4), rng.choice([0, 0, 2]))
    while True:
        try:
            uses = compose(start, mine, theirs)
            break
        except PlanRefused:  # two that bar one another: one leaves
            (theirs or mine).pop()
    battle = uses[-1].after if uses else start
    battle = battle._replace(attack=min(battle.attack, 6), defense=min(battle.defense, 6))
    odds = distribution(battle)
    told = {ending[:7]: Fraction(rolls, odds.total) for ending, rolls in odds.endings.items()}
    assert told == brute.endings(battle), (mine, theirs, start)
    assert Fraction(*chance(battle)) == brute.win(brute.endings(battle))


# --- facts and conditions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "side", "fact", "holds"),
    [
        ("fire talkers", ATTACKER, "darkest_secret", True),
        ("rusting ray", DEFENDER, "darkest_secret", True),
        ("cracked sage", ATTACKER, "enemy_arcane_adviser", True),
        ("rival khan", DEFENDER, "enemy_nomad_adviser", True),
        ("disgraced captain", ATTACKER, "order_card_at_targeted_site", True),
        ("keep", DEFENDER, "its_site_targeted", True),
        ("walled garden=2", DEFENDER, "its_site_targeted", True),
        ("bandit rampart", DEFENDER, "its_site_targeted", True),
        ("peace envoy", ATTACKER, "enemy_pawn_at_users_site", True),
        ("village constable", DEFENDER, "enemy_peoples_favor", False),
        ("the great levy", ATTACKER, "enemy_peoples_favor", False),
    ],
)
def test_a_fact_decides(words: str, side: str, fact: str, holds: bool) -> None:
    told = use(START, side, parse(words), {fact: holds})
    assert (told.assumed, told.idle) == ((), ())
    assert told.after != START
    against = use(START, side, parse(words), {fact: not holds})
    assert against.after == START
    assert len(against.idle) == 1
    taken = use(START, side, parse(words))
    assert taken.after == told.after
    assert len(taken.assumed) == 1


def test_faq_the_great_levy_1_loses_everything_to_the_peoples_favor() -> None:
    """The publisher's FAQ: dice and skulls both."""
    assert after("great levy", ATTACKER, enemy_peoples_favor=True) == START


def test_faq_rangers_1_faq_rangers_2_the_defense_pool_counts_when_they_are_used() -> None:
    """The publisher's FAQ: the defender's own plans come too late; skulls are ignored in any case."""
    start = Battle(6, 6, 3, 5)
    uses = compose(start, [parse("rangers")], [parse("storm caller")])
    assert uses[-1].after == start._replace(skulls=False, defense=5)
    assert uses[0].idle == ("the defense pool has 3 dice, and 4 are asked for",)


def test_zealots_compare_forces_when_they_are_used() -> None:
    assert after("zealots", ATTACKER, Battle(4, 4, 0, 5)).worth == 3
    assert after("zealots", ATTACKER, Battle(5, 5, 0, 5)).worth == 1
    later = compose(Battle(5, 5, 0, 5), [parse("zealots")], [parse("bear traps")])[-1].after
    assert (later.force, later.worth) == (4, 1)


def test_bandits_count_in_the_defending_force() -> None:
    """2.8.3."""
    assert after("zealots", ATTACKER, Battle(2, 2, 0, 0, 3)).worth == 3
    assert after("encirclement", ATTACKER, Battle(2, 2, 0, 0, 2)).attack == 2


def test_wrestlers_need_a_warband() -> None:
    nobody = Battle(6, 6, 4, 0)
    told = use(nobody, DEFENDER, parse("wrestlers"))
    assert told.after == nobody
    assert told.idle == ("its user has no warband to sacrifice",)


def test_counts_that_are_known() -> None:
    assert after("cracking ground", ATTACKER, targeted_sites=3).attack == 9
    assert after("kindred warriors", DEFENDER, other_suits_ruled=2).attack == 4
    assert after("kindred warriors=1", DEFENDER, other_suits_ruled=2).attack == 5
    with pytest.raises(PlanRefused, match="up to 2"):
        after("kindred warriors=3", DEFENDER, other_suits_ruled=2)
    with pytest.raises(PlanRefused, match="counts 3"):
        after("cracking ground=2", ATTACKER, targeted_sites=3)


def test_a_number_may_be_the_most_there_ever_is() -> None:
    """7.5.4: five suits are not Arcane, and all five may be counted."""
    assert after("kindred warriors=5", ATTACKER) != after("kindred warriors=4", ATTACKER)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("longbows=2", "by 1, not by 2"),
        ("outriders=2", "takes no number"),
        ("storm caller=-2", "no plus/minus sign"),
        ("mountain giant=2", "1 or 3, not 2"),
        ("kindred warriors=6", "never 6"),
    ],
)
def test_numbers_a_plan_does_not_take(words: str, message: str) -> None:
    side = DEFENDER if words.startswith("storm") else ATTACKER
    with pytest.raises(PlanRefused, match=message):
        after(words, side)


@pytest.mark.parametrize("words", ["cracking ground", "kindred warriors", "walled garden", "bandit crown"])
def test_numbers_that_are_missing(words: str) -> None:
    with pytest.raises(NeedsNumber, match="needs a number"):
        after(words, DEFENDER)


@pytest.mark.parametrize("words", ["longbows=two", "longbows=", "longbows=1.5", "longbows=100"])
def test_numbers_that_are_none(words: str) -> None:
    with pytest.raises(PlanRefused, match="is no number"):
        parse(words)


def test_names_are_forgiven() -> None:
    assert find("LONG BOWS").id == "denizen.longbows"
    assert find("encirclment").id == "denizen.encirclement"
    assert find("denizen.rain_boots").id == "denizen.rain_boots"
    assert find("oathkeeper").id == "title.oathkeeper"
    assert find("Usurper").id == "title.usurper"
    assert find("site:plains").id == "site.plains"
    with pytest.raises(UnknownPlan):
        find("alchemist")
    with pytest.raises(UnknownPlan):
        find("no such plan at all")


def test_of_several_cards_the_one_that_is_a_plan_is_meant() -> None:
    """Of two that are both plans, or of none, nobody can say; they are named."""
    assert find("relic").id == "denizen.relic_hunter"
    assert find("cracked").id == "denizen.cracked_sage" and find("marsh").id == "denizen.marsh_spirit"
    for words, near in (
        ("wild", ("Wild Mounts", "Wild Allies")),
        ("salt", tuple(map(catalog.name_of, _several("salt")))),
    ):
        with pytest.raises(UnknownPlan) as fault:
            find(words)
        assert sorted(fault.value.near) == sorted(near)


def _several(words: str) -> tuple[str, ...]:
    with pytest.raises(catalog.AmbiguousName) as several:
        catalog.find(words)
    return several.value.ids


@pytest.mark.parametrize("theirs", ["denizen.longbows", "denizen.shield_wall", "denizen.rain_boots", "denizen.keep"])
def test_whom_an_effect_bars_by_numbers(theirs: str) -> None:
    """True Names bars plans of the suits of its user's advisers, which only a table tells: by numbers it bars none."""
    other = plan(theirs)
    assert bars("all", other) is True and bars({"matching": "advisers"}, other) is False
    assert bars({"suits": ["order"]}, other) is (other.suit == "order")
    assert bars({"cost": "secret"}, other) is any(item.what == "secret" for item in other.cost)
    with pytest.raises(ValueError, match="nothing to bar"):
        bars({"zzz": 1}, other)


# --- the order of use -------------------------------------------------------------------------------------------------


def test_attack_dice_below_none_become_defense_dice() -> None:
    """5.5.3, A-53: two dice, three removed; dice added later do not undo it."""
    start = Battle(2, 2, 1, 3)
    lost = after("mercenaries", DEFENDER, start)
    assert (lost.attack, lost.defense) == (0, 2)
    uses = compose(Battle(1, 1, 1, 3), [parse("longbows=-1"), parse("horse archers")], [])
    assert (uses[-1].after.attack, uses[-1].after.defense) == (3, 1)
    uses = compose(Battle(1, 1, 1, 3), [parse("mountain giant=-3"), parse("horse archers")], [])
    assert (uses[-1].after.attack, uses[-1].after.defense) == (3, 3)


def test_the_mountain_comes_before_plans() -> None:
    """11.4, A-53: without a die, its minus is a defense die."""
    uses = compose(Battle(0, 0, 1, 3), [parse("longbows"), parse("mountain")], [])
    assert [used.plan.name for used in uses] == ["Mountain", "Longbows"]
    assert (uses[-1].after.attack, uses[-1].after.defense) == (1, 2)


def test_faq_mounted_patrol_1_halves_last_and_makes_no_defense_dice() -> None:
    """The publisher's FAQ: half of the final number, whatever the order."""
    plans_of_the_defender = [parse("mounted patrol"), parse("longbows"), parse("horse archers")]
    end = compose(Battle(9, 9, 2, 3), [], plans_of_the_defender)[-1].after
    assert (end.attack, end.rolled, end.defense) == (5, 2, 2)


def test_the_attacker_uses_plans_first() -> None:
    """Encirclement sees five against five before the Bear Traps go off."""
    end = compose(Battle(5, 5, 2, 5), [parse("encirclement")], [parse("bear traps")])[-1].after
    assert end.attack == 4


def test_a_spared_force_is_spared_by_powers_that_kill_all() -> None:
    """9.2: Traveling Doctor and Billowing Fog beat Brutal, Shield Wall and Sticky Fire."""
    attacker = [parse("brutal"), parse("sticky fire")]
    end = compose(Battle(9, 0, 0, 4), attacker, [parse("traveling doctor")])[-1].after
    assert resolve(end, Faces()).ending.defender_lost == 0
    end = compose(Battle(9, 0, 0, 4), attacker, [])[-1].after
    assert resolve(end, Faces()).ending.defender_lost == 4
    end = compose(Battle(3, 0, 0, 4), [parse("brutal")], [])[-1].after
    assert resolve(end, Faces()).ending.attacker_lost == 3


def test_victory_at_once() -> None:
    """A-133: later plans are not used, the attacker's come first."""
    uses = compose(START, [parse("peace envoy")], [parse("hearts and minds"), parse("storm caller")])
    end = uses[-1].after
    assert (end.victor, end.defense) == (ATTACKER, 4)
    assert [used.idle for used in uses[1:]] == [("the attacker is victorious already",)] * 2
    ending = resolve(end, Faces()).ending
    assert (ending.won, ending.attacker_lost, ending.defender_lost) == (True, 0, 0)
    end = compose(START, [], [parse("hearts and minds")])[-1].after
    assert resolve(end, Faces()).ending.attacker_lost == 3


def test_peace_envoy_never_against_bandits() -> None:
    facts = {ATTACKER: {"enemy_pawn_at_users_site": False}}
    uses = compose(Battle(3, 3, 1, 0, 1), [parse("peace envoy")], [], facts, bandits=True)
    assert uses[-1].after.victor is None


@pytest.mark.parametrize(
    ("attacker", "defender", "message"),
    [
        (["longbows", "longbows"], [], "named twice"),
        (["longbows"], ["longbows"], "named twice"),
        (["code of honor", "longbows"], [], "Code of Honor bars the attacker's other battle plans: Longbows"),
        ([], ["storm caller", "code of honor"], "Code of Honor bars"),
        (["peace envoy", "outriders"], [], "Peace Envoy bars"),
        (["specialist"], ["storm caller"], "Specialist bars the defender's Storm Caller"),
        (["lancers"], ["beast tamer"], "Beast Tamer bars the attacker's Lancers"),
        (["billowing fog"], ["spell breaker"], "Spell Breaker bars the attacker's Billowing Fog"),
        (["longbows"], ["marsh spirit"], "Marsh Spirit bars"),
        ([], ["oathkeeper", "usurper"], "not both"),
    ],
)
def test_plans_that_bar_one_another(attacker: list[str], defender: list[str], message: str) -> None:
    with pytest.raises(PlanRefused, match=message):
        compose(START, [*map(parse, attacker)], [*map(parse, defender)])


def test_a_151_peace_envoy_beside_plans_of_others_who_defend() -> None:
    """10.28: it bars its user's other plans; that the others are another's is told as taken for granted."""
    plans = [parse("longbows"), parse("peace envoy")]
    uses = compose(START, [], plans)
    assert uses[-1].after.victor == DEFENDER and uses[-1].after.bloodless
    assert uses[-1].assumed[-1] == "the other plans of the side are used by others who defend" and not uses[0].assumed
    for barred in ({"alone_of_side": True}, {"bandits": True}):
        with pytest.raises(PlanRefused, match="Peace Envoy bars the defender's other battle plans: Longbows"):
            compose(START, [], plans, **barred)
    numbers = Numbers(3, 2, 1, defender_plans=plans)
    assert any("used by others who defend" in warning for warning in weigh(numbers).warnings)
    with pytest.raises(PlanRefused, match="Peace Envoy bars"):
        weigh(numbers._replace(readings={"A-151": "b"}))


def test_plans_that_may_stand_together() -> None:
    compose(START, [parse("code of honor"), parse("jinx"), parse("plains")], [parse("storm caller")])
    compose(START, [parse("specialist"), parse("longbows")], [parse("vow of peace"), parse("oathkeeper")])
    compose(START, [parse("longbows")], [parse("marsh spirit")], {DEFENDER: {"its_site_targeted": False}})
    compose(START, [parse("outriders")], [parse("beast tamer"), parse("spell breaker")])


@pytest.mark.parametrize(
    ("attacker", "defender", "message"),
    [
        ([], ["mercenaries"], "cost nothing"),
        ([], ["jinx"], "pay no cost"),
        (["gleaming armor"], ["longbows"], "cost nothing"),
        ([], ["longbows=+1"], "against the attacker"),
    ],
)
def test_what_bandits_cannot_use(attacker: list[str], defender: list[str], message: str) -> None:
    """5.5.3, A-54, A-108."""
    with pytest.raises(PlanRefused, match=message):
        compose(Battle(3, 3, 1, 0, 1), [*map(parse, attacker)], [*map(parse, defender)], bandits=True)


def test_bandits_use_free_plans_against_the_attacker() -> None:
    end = compose(Battle(3, 3, 1, 0, 1), [], [parse("longbows")], bandits=True)[-1].after
    assert end.attack == 2


@pytest.mark.parametrize(
    "entry",
    [
        {"fly": 1},
        {"attack": 1, "defense": 1},
        {"if": "darkest_secret"},
        {"attack": 1, "if": "no_such_fact"},
        {"swing": {"each": "no_such_count"}},
        {"swing": {"perhaps": 2}},
    ],
)
def test_wrong_data_is_named(entry: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"denizen\.longbows"):
        plans._effect("denizen.longbows", entry)


def test_names_of_plans_are_completed_for_the_side_that_can_use_them() -> None:
    """One word each, as ``--plan`` takes them; a power that counts from the start is called so."""
    assert plans.completions("longb", ATTACKER) == [("longbows", "battle plan")]
    assert plans.completions("longb", DEFENDER) == plans.completions("Long B", DEFENDER)
    both = [dict(plans.completions("", side)) for side in (ATTACKER, DEFENDER)]
    for side, found in zip((ATTACKER, DEFENDER), both, strict=True):
        assert set(found.values()) == {"battle plan", "standing power"}
        for name, what in found.items():
            assert side in find(name).sides and (what == "standing power") is find(name).standing
    assert both[0] != both[1]


def test_as_data_an_effect_has_the_condition_on_which_it_hangs() -> None:
    for one, line in zip(plans.plans(), plans.as_json(), strict=True):
        hangs = [("if" if each.wanted else "unless", each.condition) for each in one.effects if each.condition]
        assert [item for each in line["effects"] for item in each.items() if item[0] in ("if", "unless")] == hangs
