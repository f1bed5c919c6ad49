"""A campaign looked at beforehand: the same numbers as when it is fought, and nothing changed by looking."""

from random import Random

import pytest

from oathtools.engine.decision import Form
from oathtools.odds import Faces, resolve
from oathtools.odds.battle import DEFENDER, Battle
from oathtools.odds.plans import Chosen
from oathtools.odds.using import use
from oathtools.procedures.campaign.account import account
from oathtools.procedures.campaign.fight import Fight
from oathtools.procedures.campaign.outlook import Outlook, declared, spared
from oathtools.procedures.campaign.plans import options_of
from oathtools.procedures.campaign.staged import Known, declared_scene, stage
from oathtools.procedures.machine.game import Game
from tests.battles import campaign, fight_of, war
from tests.support.crowded import crowded
from tests.support.tables import Table, the


def test_it_counts_what_the_engine_counts_and_changes_nothing() -> None:
    table = war().seat("red", at="steppe", warbands=4).seat("blue", at="steppe", warbands=2, favor=3)
    table.site("steppe", warbands={"blue": 3})
    game = table.game()
    was = game.state.canonical()
    frame, refusals = declared(game, "red", "blue", ["site.steppe", "pawn"])
    assert refusals == []
    look = Outlook(game, frame)
    assert game.state.canonical() == was and not game.do.events
    play = campaign(table.play(), "blue", ["steppe", "pawn"])
    assert look.battle == fight_of(play).battle
    told = {(each.to, each.amount, each.clause) for each in look.addends()}
    assert {("attack", 4, "5.5.2"), ("defenders", 3, "5.5.4"), ("defenders", 2, "5.5.4"), ("force", 4, "10.9")} <= told


def test_addends_sum_to_the_battle() -> None:
    table = war().seat("red", at="steppe", warbands=4).title("blue")
    table.site("steppe", warbands={"blue": 3})
    look = Outlook(table.game(), declared(table.game(), "red", "blue", ["site.steppe"])[0])
    sums: dict[str, int] = {}
    for each in look.addends():
        sums[each.to] = sums.get(each.to, 0) + each.amount
    assert all(getattr(look.before, field) == count for field, count in sums.items())
    assert any(each.clause == "2.11" for each in look.addends())


def test_an_illegal_declaration_is_refused_with_its_rows() -> None:
    table = war().seat("red", at="steppe", warbands=4).site("steppe", warbands={"blue": 1})
    _, refusals = declared(table.game(), "red", "blue", ["pawn"])
    assert ("5.5.2") in {each.clause for each in refusals}
    _, refusals = declared(table.game(), "red", "yellow", ["pawn"])
    assert {each.clause for each in refusals} == {"5.5.1"}


def test_plans_are_paid_for_together() -> None:
    table = war().seat("red", at="steppe", warbands=4, favor=1, advisers=["longbows", "encirclement"])
    look = Outlook(table.game(), declared(table.game(), "red", "blue", ["pawn"])[0])
    usable = [option for option in look.options("red") if not option.refusals and option.chosen.way is None]
    assert {option.chosen.id for option in usable} == {"denizen.longbows", "denizen.encirclement"}
    first = next(option for option in usable if option.chosen.id == "denizen.encirclement")
    after = look.then("red", first.chosen)
    if first.cost.items and usable[0].cost.items:
        assert [each.clause for each in after.rows("red", usable[0].chosen)]
    assert after.battle.attack == look.battle.attack + 2


def test_unknown_facedown_advisers_are_named() -> None:
    from tests.support.tables import unknown

    table = war().seat("red", at="steppe", warbands=4).seat("blue", at="steppe", advisers=[unknown("denizen")])
    look = Outlook(table.game(), declared(table.game(), "red", "blue", ["pawn"])[0])
    assert [(each.on, each.clause) for each in look.unknown("red")] == [("blue", "A-81")]


@pytest.mark.parametrize("number", range(30))
def test_in_crowded_positions_the_same_battle(number: int) -> None:
    """Random campaigns: with the same Allies and plans, the forecast's battle is the one that is fought."""
    rng = Random(number)
    play = crowded(rng).play()
    for _ in range(60):
        if play.over:
            return
        if play.pending.kind == "act" and "campaign" in play.offered:
            break
        play.driver.send(play.pending.random(rng))
    else:
        return
    play.driver.send("campaign")
    look: Outlook | None = None
    for _ in range(60):
        decision = play.pending
        if decision.kind == "act" or decision.form is Form.OUTCOME:
            break
        fight = play.game.frame.fact("fight")
        if decision.kind == "campaign.plan":
            assert isinstance(fight, Fight)
            if look is None:
                frame = fight.frame.with_()
                frame.facts = {name: fact for name, fact in frame.facts.items() if name != "fight"}
                # The title settles with the payment, so the look is taken right after it, and nothing is due any more.
                look = Outlook(Game(play.state.copy(), play.game.registry, play.game.readings), frame, fight.allies)
                look.spent = {}
                assert look.before == fight.battle
            # Costs differ once something is paid: the forecast adds them up instead.
            assert set(options_of(play.game, fight, decision.who)) == {
                option.id for option in look.options(decision.who)
            }
            answer = decision.random(rng)
            if answer != "go-on":
                chosen = options_of(play.game, fight, decision.who)[str(answer)]
                assert look.rows(decision.who, chosen) == []
                look = look.then(decision.who, chosen)
            play.driver.send(answer)
            if (
                look is not None
                and isinstance(play.game.frame.fact("fight"), Fight)
                and play.pending.kind
                in (
                    "campaign.plan",
                    "campaign.defense-roll",
                )
            ):
                now = look.with_bandits() if play.pending.kind == "campaign.defense-roll" else look
                assert now.on.battle == fight.battle
            continue
        play.driver.send(decision.random(rng))


def look_at(table: Table, targets: list[str], *plans: tuple[str, str], defender: str = "blue") -> Outlook:
    """A campaign of Red's as it would be fought with these plans."""
    game = table.game()
    frame, refusals = declared(game, "red", defender, targets)
    assert refusals == []
    look = Outlook(game, frame)
    for who, card in plans:
        assert look.rows(who, Chosen(the(card))) == []
        look = look.then(who, Chosen(the(card)))
    return look


@pytest.mark.parametrize(("board", "still"), [(0, False), (1, True)])
def test_who_is_dead_rules_no_site(board: int, still: bool) -> None:
    """10.21, 10.22: Wrestlers takes the last warband at the site of Keep, unless another one can be sacrificed."""
    table = war().seat("red", warbands=4).seat("blue", at="plains", warbands=board, favor=2, advisers=["wrestlers"])
    table.site("steppe", warbands={"blue": 1}, cards=["keep"])
    table.seat("blue", at="steppe") if board else None
    look = look_at(table, ["site.steppe"], ("blue", "wrestlers"))
    assert (the("keep") in {option.id for option in look.options("blue")}) is still
    play = campaign(table.play(), "blue", ["steppe"])
    play.answer("wrestlers")
    if play.asked[0] == "campaign.losses":
        play.answer({"board.blue": 1})
    assert (play.asked[0] == "campaign.plan" and the("keep") in play.offered) is still


def gained(table: Table, targets: list[str], *plans: tuple[str, str]) -> tuple[int, int]:
    """What the Cauldron brings: by the odds, and in the engine, on the same dice."""
    look = look_at(table, targets, *plans)
    faces = Faces(["sword"] * look.battle.rolled, ["blank"] * look.battle.defense)
    known = Known(plans=[(who, Chosen(the(card))) for who, card in plans], rolls=faces._asdict())
    found = account(stage(declared_scene(table.game(), look.bare_frame), known).beats)
    assert found.won and found.ending is not None
    return resolve(look.battle, faces).ending.gained, found.ending.gained


PLANS = (("red", "cursed_cauldron"), ("blue", "wrestlers"), ("blue", "hospital"))


@pytest.mark.parametrize(
    ("plans", "reading", "at", "gains"),
    [
        (PLANS, "a", "steppe", 1),
        ((PLANS[0], PLANS[2], PLANS[1]), "a", "steppe", 0),
        (PLANS, "b", "steppe", 2),
        (PLANS, "b", "mountain", 1),
    ],
)
def test_a_148_the_cauldron_brings_those_who_were_killed(
    plans: tuple[tuple[str, str], ...], reading: str, at: str, gains: int
) -> None:
    """10.13, A-106: who fell before the Hospital was in use is dead; and by (b) who comes to no site after all."""
    table = war().seat("red", warbands=9, relics=["cursed_cauldron"]).reading("A-148", reading)
    table.seat("blue", warbands=1, favor=3, secrets=2, advisers=["wrestlers"])
    sites = {"steppe": 2, "mountain": 1 if at == "mountain" else 0}
    for site, count in sites.items():
        table.site(site, warbands={"blue": count} if count else None, cards=["hospital"] if site == at else [])
    assert gained(table, ["site.steppe"], *plans) == (gains, gains)


def test_the_title_is_counted_where_it_lies_once_the_campaign_is_paid_for() -> None:
    """2.11, A-62: a Citizen who attacks the Empire is none of it meanwhile, and Yellow rules most sites then."""
    table = war().oath("supremacy").title("purple").seat("red", role="citizen", warbands=4).seat("purple", at="steppe")
    table.site("steppe", warbands={"purple": 1}).site("mountain", warbands={"yellow": 1})
    table.site("plains", warbands={"yellow": 1})
    look = look_at(table, ["site.steppe"], defender="purple")
    play = campaign(table.play(), "purple", ["steppe"])
    assert look.before.defense == fight_of(play).battle.defense
    assert play.state.oathkeeper == "yellow" and look.game.state.oathkeeper == "yellow"


def test_a_plan_kills_no_more_than_it_can_reach() -> None:
    """5.5.3: Bear Traps kills one of the attacker's force; where it reaches none the force stays whole."""
    used = use(Battle(5, 4, 5), DEFENDER, Chosen("denizen.bear_traps"))
    assert [spared(used, reach).force for reach in (None, 0, 1, 2)] == [4, 5, 4, 4]
    assert [spared(used, reach).attacker_fallen for reach in (None, 0, 1, 2)] == [1, 0, 1, 1]
