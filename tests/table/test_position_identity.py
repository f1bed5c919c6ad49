"""Positions and states: what one says, the other says, there and back."""

import json
from pathlib import Path

import pytest

from oathtools.engine.driver import finish
from oathtools.powers import load
from oathtools.procedures import turn as turns
from oathtools.procedures.glossary.drawing import draw
from oathtools.procedures.machine.game import Game
from oathtools.table import knowledge
from oathtools.table.effects import Effects
from oathtools.table.invariants import faults
from oathtools.table.position.cards import PositionError
from oathtools.table.position.form import from_position, normal, position_text, read_position, to_position
from oathtools.table.position.read import STEPS
from oathtools.table.state import State
from oathtools.table.views import as_known_to
from tests.support.daily import daily
from tests.support.states import states

COMPLETE = """
format: 1
rulings: {A-02: a}
variants: {}
oath: people
round: 6
visions_drawn: 3
turn: {player: Bo, phase: wake, step: 4.1.3, discarded: {Steppe: [nomad], hinterland.3: order},
  taken: [Grand Scepter]}
then: ["campaign Ann --target pawn"]
players:
  - {name: Ann, color: purple, role: chancellor, supply: 5, favor: 3, secrets: {up: 1, down: 2}, warbands: 4}
  - name: Bo
    color: red
    role: exile
    pawn: hinterland.3
    warbands: {red: 3, purple: 1}
    vision: {card: Conquest, warbands: {black: 1}}
    relics: [Grand Scepter, {card: Obsidian Cage, warbands: {red: 2}, secrets: {up: 0, down: 1}}]
    advisers: [{card: Elders, favor: 2}, {card: Scouts, facedown: true}, {unknown: Vision, seen_by: [Ann]},
      {unknown: denizen, may_be: [Keep, Tents]}, {card: Faith, unseen: true}]
  - {name: Cy, color: black, role: citizen, warbands: 2, advisers: [{unknown: denizen, may_also_be: [Wolves]}]}
sites:
  - {site: Plains, warbands: {purple: 2, red: 1}, cards: [{card: Taming Charm, favor: 1}], favor: 1, secrets: 2}
  - {unknown: site, facedown: true, seen_by: [Bo], may_be: [Mine, Wastes]}
  - {site: Mountain, cards: [Hall of Mockery], relics: [{unknown: relic, seen_by: [Bo]}, {card: Map, seen_by: Cy}]}
  - Steppe
  - {site: River, facedown: true}
banners: {peoples_favor: {holder: Bo, favor: 4, mob: true}, darkest_secret: {holder: null, secrets: 3}}
oathkeeper: {holder: Bo, side: usurper}
favor_banks: {discord: 3, arcane: 3, order: 2, hearth: 3, beast: 3, nomad: 3}
shared_bank: {favor: 8}
reliquary: [{unknown: relic, seen_by: [Ann]}, null, Whistle, {unknown: relic}]
world_deck:
  top: [{unknown: denizen}, Rangers]
  layers: [{denizens: 7, visions: 1}, {denizens: 6}]
  bottom: [Wrestlers]
  pool: [Keep, Tents, Armed Mob, Longbows, Alchemist, Dazzle, Scryer, Jinx, Portal, Augury, Tutor, Zealots, Riots,
    Gossip, Slander, Captains, Palanquin, Messenger, Tyrant]
discard_piles: {cradle: [{unknown: denizen, n: 2}, Outriders], hinterland: [Bewitch]}
relic_deck: {rest: 11, bottom: [Cracked Horn]}
dispossessed: [Insomnia, {unknown: denizen}]
box: {cards: [Conspiracy], boards: {white: citizen}}
promises: [{between: [Ann, Bo], text: "no campaign this round", clause: 7.6.3}]
lasting: {vow: {who: red, card: "@advisers.red:3"}}
"""


def same(one: State, other: State) -> bool:
    return one.canonical() == other.canonical()


@pytest.mark.parametrize("seed", daily(range(12), 5))
def test_a_state_at_a_boundary_comes_back_from_its_position(seed: int) -> None:
    count = 0
    for state in states(seed, answers=150):
        count += 1
        position = to_position(state)
        assert not faults(state)
        assert same(from_position(position), state)
        assert normal(position) == position
        assert read_position(position_text(position)) == json.loads(json.dumps(position)) == position
        again = from_position(read_position(json.dumps(position)))
        assert knowledge.check(again) is None
        assert again.digest() == state.digest()
    assert count


def test_a_game_goes_on_from_a_position_as_from_its_state() -> None:
    state = next(state for state in states(4) if state.phase == "act")
    games = [Game(each, load()) for each in (state.copy(), from_position(to_position(state)))]
    asked = []
    for game in games:
        steps = turns.program(game)
        assert steps is not None
        decision = next(steps)
        asked.append((decision.kind, decision.who, list(decision.legal()), decision.refused()))
    assert asked[0] == asked[1]


def test_the_complete_form() -> None:
    data = read_position(COMPLETE)
    state = from_position(data)
    assert not faults(state)
    short = normal(data)
    assert normal(short) == short
    assert same(from_position(short), state)
    assert same(from_position(read_position(position_text(short))), state)
    assert short["box"]["cards"] == ["Conspiracy"]
    assert (short["rulings"], short["then"]) == ({"A-02": "a"}, ["campaign Ann --target pawn"])
    assert (state.phase, state.step, state.turn, state.taken) == ("wake", "4.1.3", "red", ["relic.grand_scepter"])
    assert state.discarded == {"3": ["nomad"], "7": ["order"]}
    assert state.players["red"].slot == 7
    assert state.usurper and state.oathkeeper == "red" and state.mob
    assert state.pieces["board.purple"] == {"favor": 3, "secret": 1, "hidden": 2, "purple": 4}
    assert state.pieces["board.black"] == {"purple": 2}
    assert state.pieces["vision.conquest"] == {"black": 1}
    assert state.pieces["relic.obsidian_cage"] == {"hidden": 1, "red": 2}
    assert state.pieces["stock.red"] == {"red": 8} and state.pieces["stock.black"] == {"black": 13}
    assert state.pieces["stock.purple"] == {"purple": 15}
    assert state.zone("cards.2") == ["edifice.hall_of_mockery"]
    assert "edifice.hall_of_debate" not in state.where
    assert state.zone("reliquary.1") == []
    elders, scouts, vision, either, faith = state.zone("advisers.red")
    assert (elders, scouts, faith) == ("denizen.elders", "denizen.scouts", "vision.faith")
    assert elders not in state.facedown
    assert state.facedown[scouts] == ("red",)
    assert state.facedown[vision] == ("red", "purple")
    assert state.facedown[faith] == ()
    assert knowledge.possible_names(state, state.handles[either].groups) == ["denizen.keep", "denizen.tents"]
    wolves = state.handles[state.zone("advisers.black")[0]].groups
    assert "denizen.wolves" in knowledge.possible_names(state, wolves)
    assert "denizen.jinx" in knowledge.possible_names(state, wolves)
    site = state.handles[state.site(1)].groups
    assert set(knowledge.possible_names(state, site)) == {"site.mine", "site.wastes"}
    assert state.layers["world"] == [{"denizen": 7, "vision": 1}, {"denizen": 6}]
    assert state.lasting["vow"] == {"who": "red", "card": either}
    assert state.lasting["promises"][0]["between"] == ["purple", "red"]
    assert "denizen.rain_boots" in state.zone("archive") and "edifice.great_spire" in state.zone("archive")
    assert "denizen.keep" not in state.where


def test_the_steps_are_those_of_the_turn() -> None:
    assert {"wake": tuple(turns.WAKE), "rest": tuple(turns.REST)} == STEPS


def test_cards_nobody_told_apart_stay_alike() -> None:
    """Choices not told (5.1.3): the cards share all they may be, and the position says so."""
    state = from_position({})
    do = Effects(state)
    drawn = [do.take_from_deck("world", "denizen", name, "hand.red", (), False) for name in ("denizen.keep", None)]
    alike = do.blur(drawn)
    do.put(alike[0], "advisers.red", ())
    do.face(alike[0], False, (), ("red",))
    do.put(alike[1], "discard.cradle", ())
    state.zones.pop("hand.red")
    position = to_position(state)
    assert position["players"][1]["advisers"] == [{"unknown": "denizen", "may_also_be": ["Keep"]}]
    assert position["discard_piles"]["cradle"] == [{"unknown": "denizen", "may_also_be": ["Keep"]}]
    again = from_position(position)
    assert same(again, state)
    assert "denizen.keep" not in again.groups["denizens"]
    one, other = (again.handles[again.zone(zone)[0]] for zone in ("advisers.red", "discard.cradle"))
    assert one == other
    do = Effects(again)
    do.learn(again.zone("advisers.red")[0], "denizen.keep", ())
    assert same(from_position(to_position(again)), again)


def test_a_name_that_no_card_can_have_any_more_is_kept() -> None:
    """One of two names was found; where the other is, nobody knows, and the pool does not hold it."""
    either = {"unknown": "denizen", "may_be": ["Keep", "Tents"]}
    state = from_position({"world_deck": {"pool": ["Jinx"], "layers": []}, "discard_piles": {"cradle": [either]}})
    Effects(state).learn(state.zone("discard.cradle")[0], "denizen.keep", ())
    position = to_position(state)
    assert position["elsewhere"] == ["Tents"]
    assert same(from_position(position), state)
    assert not faults(state)


def test_a_site_may_be_said_to_lie_nowhere_here() -> None:
    """2.8: sites are cards whose names may be kept like any other's."""
    state = from_position({"elsewhere": ["Salt Flats"]})
    assert state.groups["of:site.salt_flats"] == ["site.salt_flats"]


def test_what_a_position_cannot_say_is_refused() -> None:
    state = from_position({})
    state.phase = "setup"
    with pytest.raises(ValueError, match="setup"):
        to_position(state)
    state = from_position({})
    game = Game(state, load())
    state.zones["world.top"] = ["denizen.keep"]
    state.where["denizen.keep"] = "world.top"
    finish(draw(game, "red", "world", 1, "5.1.2"))
    with pytest.raises(ValueError, match=r"hand\.red"):
        to_position(state)


def test_players_with_misleading_names_are_named_by_color() -> None:
    state = from_position(
        {"players": [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}], "oathkeeper": {"holder": "Cy"}}
    )
    state.players["blue"].name = "bo"
    assert to_position(state)["oathkeeper"] == {"holder": "blue", "side": "oathkeeper"}
    state.players["blue"].name = "Red"
    assert to_position(state)["oathkeeper"] == {"holder": "blue", "side": "oathkeeper"}
    state.players["blue"].name = "Blue"
    assert to_position(state)["oathkeeper"] == {"holder": "Blue", "side": "oathkeeper"}


def test_the_game_that_is_over_keeps_its_result() -> None:
    result = {"winner": "Cy", "how": "usurper", "clause": "3.1", "ways": [["usurper", "3.1"]], "round": 4}
    data = {"players": [{"name": "Ann"}, {"name": "Cy"}], "turn": {"phase": "over"}, "result": result}
    state = from_position(data)
    assert state.result is not None and state.result["winner"] == "red"
    assert normal(data)["result"] == result
    assert same(from_position(normal(data)), state)


def test_the_text_of_a_position_is_yaml_whatever_the_names(tmp_path: Path) -> None:
    names = ["No", "null", "12", "Zoë: the #1", 'Ann "the" O\'Hara', "a, b", "~"]
    for name in names:
        data = {"players": [{"name": name}, {"name": "Bo"}], "oathkeeper": {"holder": name}}
        file = tmp_path / "position.yaml"
        file.write_text(position_text(normal(data)), encoding="utf-8")
        again = read_position(file)
        assert again == normal(data)
        assert again["players"][0]["name"] == name


def test_files_texts_and_envelopes_are_read(tmp_path: Path) -> None:
    file = tmp_path / "p.yaml"
    file.write_text("\ufeffoath: people\n", encoding="utf-8")
    assert read_position(file) == read_position(str(file)) == read_position("oath: people\n") == {"oath": "people"}
    assert read_position('{"ok": true, "data": {"oath": "people"}, "citations": [], "warnings": []}') == {
        "oath": "people"
    }
    assert read_position("{oath: people}") == {"oath": "people"}
    assert read_position("\n") == {}


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ("oath: [\n", "line 1", "did not find"),
        ("oath: people\noath: devotion\n", "line 2", "twice"),
        ('{"oath": "people", "oath": "people"}', "line 1", "twice"),
        ("- oath\n- people\n", "file", "mapping"),
        ("{[a]: b}", "line 1", "key"),
        ("oath: !!python/name:os.system\n", "line 1", "constructor"),
    ],
)
def test_texts_that_are_no_position(text: str, where: str, message: str) -> None:
    with pytest.raises(PositionError) as wrong:
        read_position(text)
    assert wrong.value.faults[0]["where"].startswith(where)  # type: ignore[union-attr]
    assert message in str(wrong.value)


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_position(tmp_path / "none.yaml")
    (tmp_path / "raw").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PositionError, match="UTF-8"):
        read_position(tmp_path / "raw")


def test_as_everybody_may_know_it() -> None:
    """9.4: facedown cards, hands, piles and decks are private; what a player has seen, that player may know."""
    data = {
        "players": [
            {"name": "Ann"},
            {"name": "Bo", "advisers": [{"card": "Keep", "facedown": True, "favor": 1}, "Tents"]},
        ],
        "sites": ["Plains", {"site": "Mine", "facedown": True, "seen_by": ["Ann"]}],
        "discard_piles": {"cradle": ["Wolves", {"unknown": "denizen", "may_be": ["Jinx", "Scouts"]}]},
        "world_deck": {"top": ["Rangers"], "layers": [{"denizens": 3}], "pool": ["Jinx", "Portal", "Augury"]},
    }
    state = from_position(data)
    public, hidden = as_known_to(state, None)
    assert hidden == 4 and not faults(public)
    shown = to_position(public)
    assert shown["players"][1]["advisers"] == [{"unknown": "denizen", "favor": 1}, "Tents"]
    assert shown["sites"][1] == {"unknown": "site", "seen_by": ["Ann"]}
    assert shown["discard_piles"]["cradle"] == [{"unknown": "denizen", "n": 2}]
    assert shown["world_deck"]["top"] == [{"unknown": "denizen"}]
    for name in ("Keep", "Wolves", "Rangers", "Jinx", "Scouts"):
        assert name in shown["world_deck"]["pool"]
    bo = to_position(as_known_to(state, "red")[0])
    assert bo["players"][1]["advisers"][0] == {"card": "Keep", "favor": 1, "facedown": True}
    ann = to_position(as_known_to(state, "purple")[0])
    assert ann["sites"][1]["site"] == "Mine"
    assert same(from_position(to_position(state)), state)


def test_a_100_a_deck_whose_whole_order_is_known_shows_its_top_back_alone() -> None:
    """The backs inside the deck are private: the cards beneath lie unordered for whoever may not know them."""
    deck = ["Rangers", "Faith", "Keep", "Sanctuary"]
    shown, hidden = as_known_to(from_position({"world_deck": deck}), None)
    assert hidden == 4 and not faults(shown)
    assert to_position(shown)["world_deck"]["top"] == [{"unknown": "denizen"}]
    assert shown.layers["world"] == [{"vision": 2, "denizen": 1}]


@pytest.mark.parametrize("seed", range(4))
def test_public_positions_of_random_games_are_sound(seed: int) -> None:
    for state in states(seed, 0.05, 150):
        public, _ = as_known_to(state, None)
        assert not faults(public)
        assert same(from_position(to_position(public)), public)
