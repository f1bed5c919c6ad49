"""Cards and an action of a house rule, from ``docs/writing-a-pack.md``: everything that knows the box knows them."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from oathtools import catalog, variants
from oathtools.answerers.bot import run_plugs
from oathtools.bots.planner import choose
from oathtools.journal import Play, new_game
from oathtools.journal.begin import game_at
from oathtools.kit import datafiles
from oathtools.law.rulings_variants import get
from oathtools.odds.battle import ATTACKER, Battle
from oathtools.odds.plans import Chosen, parse
from oathtools.odds.using import use
from oathtools.procedures.machine.world import Seat, opening
from oathtools.procedures.victory.check import at_wake
from oathtools.render.game.log import lines
from oathtools.render.names import Names
from oathtools.saga.chronicle.check import counts
from oathtools.saga.chronicle.form import dumps, loads
from oathtools.saga.past.story import hidden_cards
from oathtools.saga.save_string.string import Unwritable, write
from oathtools.saga.worlds import first_chronicle, world_of
from oathtools.saga.writing import chronicle_after
from oathtools.search import search
from oathtools.table.invariants import faults
from oathtools.table.position.cards import PositionError
from oathtools.table.position.form import check_position, from_position, to_position
from oathtools.table.state import RELIC_DECK
from oathtools.table.views import View
from tests.cli.calls import Call, caller
from tests.support.pack import NAME, block, known, shores
from tests.support.tables import Script, Table, a_table, down

BROUGHT = (
    *("denizen.pearl_divers", "denizen.castaways"),
    *("denizen.wreckers", "denizen.harpooners", "edifice.great_lighthouse", "edifice.dark_lighthouse"),
    *("relic.tide_glass", "site.far_haven", "vision.the_crossing"),
)

DIVERS, CASTAWAYS = "denizen.pearl_divers", "denizen.castaways"


@pytest.fixture(autouse=True)
def distant_shores() -> Iterator[Any]:
    """The pack of the page, known for as long as a test runs."""
    yield known()
    variants.forget(NAME)


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    return caller(None, capsys, monkeypatch)


def test_the_catalogue_knows_them_and_the_box_does_not() -> None:
    assert all(catalog.is_card(card) for card in BROUGHT)
    assert not set(BROUGHT) & set(catalog.ids()) and set(BROUGHT) <= set(catalog.ids(None, [NAME]))
    assert catalog.find("great lighthouse") == "edifice.great_lighthouse"
    assert catalog.find("the crossing") == "vision.the_crossing"
    assert len(catalog.ids("denizen", [NAME])) == len(catalog.ids("denizen")) + 4


def test_without_the_pack_they_are_no_cards() -> None:
    variants.forget(NAME)
    assert not datafiles.ADDED  # games go on again from what is kept beside them
    assert not any(map(catalog.is_card, BROUGHT))
    with pytest.raises(catalog.UnknownName):
        catalog.find("tide glass")


def test_a_pack_that_names_a_card_of_the_box_is_refused(distant_shores: Any) -> None:
    words = yaml.safe_load(block("yaml"))
    variants.forget(NAME)
    words["cards"]["relics"]["relic.map"] = {"name": "Map", "defense_dice": 2}
    with pytest.raises(ValueError, match=r"there is a card relic\.map already"):
        variants.add(distant_shores, words)
        catalog.is_card("relic.nothing")


def test_a_card_tells_whose_it_is(call: Call) -> None:
    data = call("card", "wreckers", "--json").data
    assert data["variant"] == NAME and data["text"].startswith("Action: gain two favor")
    assert "A card of the variant Distant Shores (distant-shores)." in call("card", "wreckers").joined
    assert "DS-A" in call("card", "far haven").out


@pytest.mark.soak  # an index with its words is made; daily for a variant that is kept elsewhere (``test_example``)
def test_search_tells_whose_a_card_is() -> None:
    (found, *_) = search("great lighthouse").hits
    assert found.id == "edifice.great_lighthouse"


# -- played ------------------------------------------------------------------------------------------------------------


def test_an_action_power_is_paid_and_carried_out() -> None:
    """7.3.2, 10.13: a favor on the card, two from the bank."""
    play = shores(favor=1, advisers=["wreckers"]).bank("discord", 3).play().answer("power")
    assert (play.has("red", "favor"), play.at("denizen.wreckers", "favor"), play.at("bank.discord", "favor")) == (
        2,
        1,
        1,
    )
    assert play.replayed() == play.state


def test_an_action_power_is_refused_without_its_cost() -> None:
    """7.1.2."""
    (row,) = shores(advisers=["wreckers"]).refusals("power", card="wreckers")
    assert row.clause == "7.1.2"


def test_a_fold_of_its_site_and_of_its_edifice() -> None:
    """5.6.1, DS-A: a Supply more to the Haven, under b also from it; one Supply to the Lighthouse."""

    def left(table: Table, to: str) -> int:
        return table.play().answer("travel", to).state.players["red"].supply

    usual = catalog.travel_supply("cradle", "provinces")
    assert left(shores(supply=6), "plains") == 6 - usual
    assert left(shores(supply=6).reading("DS-A", "b"), "plains") == 6 - usual - 1
    assert left(shores(supply=6).site("plains", cards=["great_lighthouse"]), "plains") == 6 - 1
    assert (
        left(shores().seat("red", at="mountain", supply=6), "far_haven")
        == 6 - catalog.travel_supply("cradle", "cradle") - 1
    )


def test_a_battle_plan_by_its_numbers() -> None:
    """5.5.3: two attack dice, in the odds and in the engine."""
    assert parse("harpooners") == Chosen("denizen.harpooners")
    assert use(Battle(4, 4, 2), ATTACKER, Chosen("denizen.harpooners")).after.attack == 6
    play = shores(warbands=3, advisers=["harpooners"]).site(0, warbands={"blue": 1}).play()
    play.answer("campaign", "blue", ["site.far_haven"], 3)
    assert "denizen.harpooners" in play.offered


def test_the_vision_says_when_its_goal_is_met() -> None:
    """3.2: by its own rows; without them for a reason that names it."""
    table = shores(vision="the_crossing").visions(3)
    verdict = at_wake(table.game(), "red")
    assert verdict.winner is None
    assert verdict.reasons[-1].because.endswith("but red does not rule site.far_haven")
    table = shores(vision="the_crossing").visions(3).site(0, warbands={"red": 1})
    assert [tuple(way) for way in at_wake(table.game(), "red").ways] == [("visionary", "3.2")]


def test_its_action_is_offered_asked_and_told() -> None:
    """DS.1: for one Supply to any other faceup site."""
    play = shores(supply=3).play()
    assert "sail" in play.offered
    play.answer("sail", "deep_woods")
    assert play.state.players["red"].slot == 7 and play.state.players["red"].supply == 2


def test_its_action_is_refused_with_its_clause() -> None:
    """DS.1: from nowhere else, and not to where one is."""
    row = shores().seat("red", at="mountain").refusals("sail", to="plains")[0]
    assert (row.clause, row.because) == ("DS.1", "red is not at site.far_haven")
    row = shores().refusals("sail", to="far_haven")[0]
    assert row.because == "site.far_haven is where the pawn already is"


def test_no_table_has_its_action_that_does_not_play_with_it() -> None:
    play = a_table(3).play()
    assert "sail" not in play.pending.options


def test_a_card_without_code_is_declared_by_its_player_and_paid_for() -> None:
    """7.1.2, 7.1.3: as the page says it."""
    play = shores(favor=1, advisers=[DIVERS, "tents"]).play().answer("declare", "secrets 1 from shared to me")
    assert (play.has("red", "secret"), play.has("red", "favor"), play.at(DIVERS, "favor")) == (1, 0, 1)
    assert play.replayed() == play.state and not faults(play.state)
    play = shores(favor=1, advisers=[DIVERS]).site(1, cards=["tents"]).play()
    play.answer("declare", "swap Pearl Divers with Tents")
    assert play.zone("advisers.red") == ["denizen.tents"] and play.zone("cards.1") == [DIVERS]


def test_a_card_without_code_is_refused_without_its_cost_and_what_no_rule_lets_happen() -> None:
    """7.1.2; 9.3: a bank has what it has."""
    (row,) = shores(advisers=[DIVERS]).refusals("declare", card=DIVERS, moves="nothing")
    assert row.clause == "7.1.2"
    moves = "favor 9 from bank beast to me"
    (row,) = shores(favor=1, advisers=[DIVERS]).bank("beast", 3).refusals("declare", card=DIVERS, moves=moves)
    assert (row.clause, row.because) == ("7.1.3", "bank.beast has 3 favor, not 9")


def test_a_card_without_code_that_is_just_played_asks_what_it_does() -> None:
    """7.3.3."""
    table = shores().deck(CASTAWAYS, rest=False)
    play = table.play().answer("search", "site.far_haven")
    assert play.asked == ("declare.when-played", "red")
    before = play.has("red", "warbands")
    assert play.answer("warbands 1 from stock to me").has("red", "warbands") == before + 1


def test_a_card_without_code_is_a_caution_where_its_power_is_used_and_no_other_is_declared(
    call: Call, tmp_path: Path
) -> None:
    """7.3.2, 7.1."""
    table = shores(favor=1, advisers=[DIVERS, "wreckers"])
    (tmp_path / "p.yaml").write_text(yaml.safe_dump(to_position(table.built())), encoding="utf-8")
    at = ("--position", str(tmp_path / "p.yaml"))
    assert "Pearl Divers is not coded yet: its player declares" in call("why", "power", "Pearl", "Divers", *at).joined
    said = call("why", "declare", "Wreckers", "nothing", *at)
    assert said.status == 1 and "the program carries out the power of Wreckers" in said.joined


def running() -> Play:
    return game_at(to_position(shores(supply=3).built()))


def test_why_legal_and_answer_speak_of_its_action(call: Call, tmp_path: Path) -> None:
    """DS.1: typed as the menu prints it; the log says it in its words."""
    saga = tmp_path / "saga"
    call("new", str(saga), "--first-game")
    (tmp_path / "p.yaml").write_text(yaml.safe_dump(to_position(shores(supply=3).built())), encoding="utf-8")
    call("-C", str(saga), "start", "--position", str(tmp_path / "p.yaml"), "--table")
    at = ("-C", str(saga))
    assert "sail to" in call(*at, "legal").out
    assert "Yes." in call(*at, "why", "sail", "Deep", "Woods").out
    assert "DS.1" in call(*at, "--json", "why", "sail", "Deep", "Woods").out
    assert "where the pawn already is" in call(*at, "why", "sail", "Far", "Haven").joined
    assert "sails to Deep Woods" in call(*at, "answer", "sail", "to", "Deep", "Woods").joined
    assert "sails to Deep Woods" in call(*at, "log").joined


def test_a_position_is_read_with_the_house_rules_of_the_table(call: Call, tmp_path: Path) -> None:
    """A card of the pack in a file that names no variant: the saga's rulings.yaml does."""
    saga = tmp_path / "saga"
    call("new", str(saga), "--first-game")
    call("-C", str(saga), "variants", NAME, "--on")
    players = [{"name": "Ann"}, {"name": "Bo", "advisers": ["Wreckers"], "favor": 1}]
    file = tmp_path / "p.yaml"
    file.write_text(yaml.safe_dump({"turn": {"player": "Bo", "phase": "act"}, "players": players}), encoding="utf-8")
    assert "Yes." in call("-C", str(saga), "why", "power", "Wreckers", "--position", str(file)).out
    assert call("why", "power", "Wreckers", "--position", str(file)).status == 3


# -- positions, setup, Chronicle, story --------------------------------------------------------------------------------


def test_a_position_with_them_comes_back_as_it_was() -> None:
    table = shores(advisers=["wreckers", down("harpooners")], relics=["tide_glass"]).site(3, cards=["great_lighthouse"])
    data = to_position(table.built())
    assert to_position(from_position(data)) == data and list(data["variants"]) == [NAME]


def test_a_position_that_does_not_play_with_the_pack_is_told_so() -> None:
    data = {"players": [{"name": "Ann"}, {"name": "Bo", "advisers": ["Wreckers"]}]}
    with pytest.raises(PositionError) as refused:
        check_position(data)
    (fault,) = refused.value.faults
    assert fault["hint"] == f"variants: [{NAME}]" and "belongs to the variant" in str(fault["message"])


def test_a_world_that_has_not_seen_the_pack_takes_it_in() -> None:
    """1.1: denizens and the edifice in the Archive, the relic in its deck, the site among those left."""
    world = world_of(first_chronicle(), {NAME: {}})
    state = opening(world, [Seat("Ann", "purple", "chancellor"), Seat("Bo", "red", "exile")])
    archive = state.zone("archive")
    assert {"denizen.wreckers", "denizen.harpooners", "edifice.great_lighthouse"} <= set(archive)
    assert "site.far_haven" in state.groups["sites"] and "relic.tide_glass" in state.groups["relics"]
    known = world._replace(relic_deck=tuple(card for card in catalog.ids("relic") if card != "relic.grand_scepter"))
    rows = tuple(row._replace(relics=()) for row in known.map)
    state = opening(known._replace(map=rows), [Seat("Ann", "purple", "chancellor"), Seat("Bo", "red", "exile")])
    assert state.zone(f"{RELIC_DECK}.bottom") == ["relic.tide_glass"]


def finished(seed: int) -> Play:
    """A whole game of bots with the pack, and its Chronicle."""
    world = world_of(first_chronicle(), {NAME: {}})
    seats = [
        Seat(name, color, role, True)
        for name, color, role in (("Ann", "purple", "chancellor"), ("Bo", "red", "exile"), ("Cy", "blue", "exile"))
    ]
    play = new_game(seats, world, seed=seed)
    run_plugs(play)
    play.write_chronicle(str(seed))
    run_plugs(play)
    return play


def test_a_chronicle_with_the_pack_counts_its_cards() -> None:
    """Chapter 8: nothing lost, the Vision in the rebuilt deck, the file comes back as it was."""
    play = finished(5)
    assert not faults(play.state)
    world = chronicle_after(play, first_chronicle(), "0001")
    found = counts(world)
    assert sum(found["denizen"].values()) == len(catalog.ids("denizen")) + 4
    assert sum(found["relic"].values()) == len(catalog.ids("relic")) + 1
    assert found["vision"]["world_deck"] == len(catalog.ids("vision")) + 1
    assert loads(dumps(world)) == world
    assert {"denizen.wreckers", "site.far_haven", "vision.the_crossing"} <= set(hidden_cards(world))
    assert Play(play.header, play.entries).state == play.state


def test_a_world_in_which_one_lies_has_no_save_string() -> None:
    world = first_chronicle()
    world.map[0].cards.append("denizen.wreckers")
    with pytest.raises(Unwritable) as refused:
        write(world)
    assert refused.value.faults == ["the mod has no number for Wreckers, a card of a house rule"]


@pytest.mark.parametrize("seed", range(4))
def test_random_games_with_the_pack_lose_nothing(seed: int) -> None:
    """Conservation at every boundary, and replay."""
    rng = Random(seed)
    table = shores(supply=4, favor=2, secrets=2, warbands=3, advisers=["wreckers", "harpooners"], relics=["tide_glass"])
    play: Script = table.site(3, cards=["great_lighthouse"]).play()
    for _ in range(80):
        if play.driver.pending is None:
            break
        answer = choose(play.pending, rng)
        play.driver.answer(answer)
        play.answers.append(answer)
        if play.driver.pending is not None and play.pending.kind == "act":
            assert not faults(play.state)
    assert play.replayed() == play.state


def test_its_words_and_its_rules_go_together(distant_shores: Any) -> None:
    text = get(NAME)
    assert {action.clause for action in distant_shores.actions} == set(text.clauses)
    coded = distant_shores.cards.coded
    assert {*BROUGHT} - {*coded} == {"edifice.dark_lighthouse", DIVERS, CASTAWAYS}
    assert not lines(running(), Names(View(running().state)), 0)
