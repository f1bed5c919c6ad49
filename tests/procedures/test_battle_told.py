"""A campaign told at the table: where warbands fall, who picks them, what is taken (5.5.6, 5.5.7, A-60, A-61, A-65)."""

from collections.abc import Sequence
from random import Random

import pytest

from oathtools.engine.decision import Decision, Form
from oathtools.odds import Battle, resolve
from oathtools.odds.dice import die_faces
from oathtools.odds.plans import Chosen
from oathtools.odds.using import Faces
from oathtools.procedures.campaign.account import Account, account
from oathtools.procedures.campaign.best import best
from oathtools.procedures.campaign.dice_words import attack_roll
from oathtools.procedures.campaign.outlook import Outlook, declared
from oathtools.procedures.campaign.staged import Beat, How, Known, _usual, declared_scene, ends, stage
from oathtools.procedures.machine.game import Game
from oathtools.render.battles.campaign import says
from oathtools.render.names import Names
from oathtools.table.effects import Event
from oathtools.table.views import View
from tests.battles import shields, swords, war
from tests.support.crowded import mustered, settle
from tests.support.tables import Table, the

Plans = Sequence[tuple[str, Chosen]]


def staged(game: Game, frame: object, faces: Faces, plans: Plans = (), allies: Sequence[str] = ()) -> Account:
    """A campaign at a table with these dice; what else may be chosen is left open."""
    rolls = {"attack": list(faces.attack), "defense": list(faces.defense)}
    found = stage(declared_scene(game, frame), Known(allies, plans, rolls))  # type: ignore[arg-type]
    assert found.pending is None
    return account(found.beats)


def told(
    table: Table, defender: str, targets: list[str], defense: str, attack: str, *plans: str
) -> dict[str, list[str]]:
    """What each clause says, with the moves behind it; ``plans`` are those that Red uses."""
    game = table.game()
    frame, refusals = declared(game, "red", defender, targets)
    assert refusals == []
    was = game.state.canonical()
    using = [("red", Chosen(card)) for card in plans]
    names = Names(View(game.state, None, True))
    found: dict[str, list[str]] = {}
    for step in staged(game, frame, Faces(swords(attack), shields(defense)), using).steps:
        moves = [f"{move.side} {move.warbands} to {move.to}" for move in step.moves]
        found.setdefault(step.clause, []).extend([*says(step, names, "red"), *moves])
    assert game.state.canonical() == was
    return found


def test_a_victory_says_what_is_taken() -> None:
    """5.5.7.1 to 5.5.7.3 with the names of things; a banner is seized (2.5.3)."""
    table = war().seat("red", at="steppe", warbands=6)
    table.seat("blue", at="steppe", warbands=2, favor=5, relics=["map"]).site("steppe", warbands={"blue": 1})
    table.banner("peoples_favor", "blue", 3)
    targets = ["site.steppe", "relic.map", "banner.peoples_favor", "pawn"]
    dice = Outlook(table.game(), declared(table.game(), "red", "blue", targets)[0]).battle.defense
    found = told(table, "blue", targets, "0" * dice, "ssssss")
    assert found["5.5.7.1"] == ["Red may put any of the 6 warbands left onto Steppe, even none"]
    assert found["5.5.7.2"] == [
        "Red takes Map from Blue's relics and takes the People's Favor",
        "The People's Favor loses 2 favor and turns to its Mob side",
    ]
    assert found["5.5.7.3"] == ["Red may make Blue travel", "Red may burn 2 favor of Blue"]
    assert "What is left of that force at Steppe goes to the board of Blue" in found["5.5.6"]
    assert "defender 1 to bank" in found["5.5.6"]


@pytest.mark.parametrize(
    ("reading", "burns"), [("a", "Red may burn 5 favor of Blue"), ("b", "Blue burns 5 favor (Slander)")]
)
def test_a_138_slander_is_told_by_the_reading_in_force(reading: str, burns: str) -> None:
    table = war().seat("red", at="steppe", warbands=6, favor=1, advisers=["slander"]).reading("A-138", reading)
    table.seat("blue", at="steppe", favor=5)
    found = told(table, "blue", ["pawn"], "00", "ssssss", "denizen.slander")
    assert burns in found["5.5.7.3"]


def test_a_131_a_victor_with_the_ring_of_devotion_is_told_to_place_nobody() -> None:
    table = war().seat("red", at="steppe", warbands=6, relics=["ring_of_devotion"]).site("steppe", warbands={"blue": 1})
    found = told(table, "blue", ["site.steppe"], "0", "ssssss")
    assert found["5.5.7.1"] == ["Red cannot put any warbands onto Steppe, by Ring of Devotion"]


@pytest.mark.parametrize(("first", "to"), [(["hospital"], "aside"), ([], "bank")])
def test_a_106_whom_bear_traps_kill_the_hospital_has_set_aside(first: list[str], to: str) -> None:
    """5.5.3: the attacker's Hospital was in use before the defender's Bear Traps."""
    table = war().seat("red", at="steppe", warbands=3).seat("blue", at="steppe", advisers=["bear_traps"])
    game = table.site("deep_woods", warbands={"red": 1}, cards=["hospital"]).game()
    using = [*(("red", Chosen(the(card))) for card in first), ("blue", Chosen(the("bear_traps")))]
    frame, _ = declared(game, "red", "blue", ["pawn"])
    steps = staged(game, frame, Faces(swords("ss"), shields("00")), using).steps
    assert [move.to for step in steps if step.clause == "5.5.3" for move in step.moves] == [to]


def test_a_defeat_takes_nothing() -> None:
    table = war().seat("red", at="steppe", warbands=3).seat("blue", at="steppe", warbands=9)
    found = told(table, "blue", ["pawn"], "22", "hhh")
    assert not any(clause.startswith("5.5.7") for clause in found)
    assert "attacker 1 to bank" in found["5.5.6"]


def test_5_5_5_what_is_sacrificed_belongs_to_the_victory_and_is_told_once() -> None:
    table = war().seat("red", at="steppe", warbands=4).seat("blue", at="steppe", warbands=3)
    game = table.game()
    frame, _ = declared(game, "red", "blue", ["pawn"])
    steps = staged(game, frame, Faces(swords("hhhh"), shields("00"))).steps
    fell = [(step.clause, step.name, event.kind) for step in steps for event in step.events[step.clause == "5.5.1" :]]
    assert fell == [("5.5.5", "Victory", "sacrifice"), ("5.5.6", "Losses", "kill")]
    told_by_numbers = [step for step in steps if step.clause in ("5.5.5", "5.5.6")]
    assert not any(isinstance(item, Event) for step in told_by_numbers for item in step.items)


def test_bandits_lose_nobody() -> None:
    """2.8.3: at a site that nobody rules."""
    table = war().seat("red", at="steppe", warbands=4).seat("blue", at="plains").site("steppe")
    game = table.game()
    frame, _ = declared(game, "red", "bandits", ["site.steppe"])
    battle = Outlook(game, frame).with_bandits().battle
    found = told(table, "bandits", ["site.steppe"], "0" * battle.defense, "s" * battle.rolled)
    assert "Only bandits defended, and they are never killed" in found["5.5.6"]
    assert found["5.5.7.1"]


@pytest.mark.parametrize("seed", range(12))
def test_moves_are_what_the_numbers_say(seed: int) -> None:
    """Random tables and rolls: the warbands that fall are those that the odds count, no more than stood there."""
    rng = Random(seed)
    game = mustered(rng)
    if game is None:
        pytest.skip("no such position")
    settle(game, rng)
    was = game.state.canonical()
    for each in best(game, game.state.turn).pairs[:4]:
        frame, _ = declared(game, game.state.turn, each.defender, each.targets, each.dice)
        look = Outlook(game, frame, each.allies)
        for who, chosen in (*each.plans, *each.answer):
            look = look.then(who, chosen)
        faces = Faces(
            rng.choices(list(die_faces("attack")), k=0 if look.battle.victor else look.battle.rolled),
            rng.choices(list(die_faces("defense")), k=0 if look.battle.victor else look.battle.defense),
        )
        found = staged(game, look.bare_frame, faces, [*each.plans, *each.answer], look.on.allies)
        assert found.battle is not None and found.resolved is not None and found.ending is not None
        assert found.battle == look.battle._replace(rerolls=found.battle.rerolls)
        expected = resolve(look.battle, faces).ending
        moves = [move for step in found.steps for move in step.moves]
        lost = {side: sum(move.warbands for move in moves if move.side == side) for side in ("attacker", "defender")}
        assert lost == {"attacker": expected.attacker_lost, "defender": expected.defender_lost}
        assert found.ending[:7] == expected[:7]
        assert all(move.warbands <= sum(move.places.values()) for move in moves)
        assert all((move.choice is not None) == (len(move.places) > 1) for move in moves)
    assert game.state.canonical() == was


def test_what_is_asked_in_a_campaign_within_another_is_none_of_its_questions() -> None:
    """10.2: Sneak Attack may begin one before the first is over; each is told for itself."""

    def begun(who: str) -> Event:
        given = {"defender": "blue", "targets": ["pawn"]}
        return Event("action", ("5.5.1",), {"action": "campaign", "who": who, "given": given})

    def asked(kind: str) -> Decision:
        return Decision(kind, "red", Form.ONE, cites=("10.2",), options=("yes", "no"))

    beats = [Beat(None, None, How.IMPLIED, [begun("red")]), Beat(asked("a.first"), "no", How.OPEN, [])]
    inner = [Beat(asked("a.second"), "yes", How.GIVEN, [begun("yellow")]), Beat(asked("a.third"), "no", How.OPEN, [])]
    told = [
        item.decision.kind for step in account(beats + inner).steps for item in step.items if isinstance(item, Beat)
    ]
    assert told == ["a.first"]


@pytest.mark.parametrize(
    ("shown", "counted", "attack"),
    [
        (["sword", "two_swords_skull"], "3 swords", 3),
        (["hollow_sword", "hollow_sword", "sword"], "1 sword, 2 hollow swords worth 1", 2),
        (["hollow_sword", "two_swords_skull"], "2 swords, 1 hollow sword worth 0", 2),
    ],
)
def test_5_5_5_swords_are_told_as_they_are_counted(shown: list[str], counted: str, attack: int) -> None:
    """A double sword is two; hollow ones count in pairs."""
    rolled, came, *_ = attack_roll(Battle(4, 4, 2, 1), shown, lambda _: "").says
    assert rolled.endswith(f": {counted}") and came == f"Attack {attack}"


def test_a_campaign_is_over_with_its_own_end_and_not_with_that_of_one_within() -> None:
    begins, over = Event("action", ("5.5",), {"action": "campaign"}), Event("campaign_end", ("5.5.8",), {})
    for events, said in (((begins,), False), ((begins, over), True), ((begins, begins, over), False)):
        assert ends([Beat(None, None, How.GIVEN, [event]) for event in events]) is said
    assert ends([Beat(None, None, How.GIVEN, [begins, begins, over, over])])


def test_what_is_open_is_answered_by_its_default_or_as_it_is_drawn() -> None:
    asked = Decision("x", "red", Form.ONE, options=tuple("abcdefgh"), default="c")
    assert _usual(asked, None) == "c"
    assert [_usual(asked, draw) for draw in range(4)] == [asked.random(Random(draw)) for draw in range(4)]
