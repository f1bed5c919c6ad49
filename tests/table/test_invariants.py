"""What must hold of every state: each break of it is named, and random games never break it."""

from collections.abc import Callable
from random import Random

import pytest

from oathtools.table.effects import Effects
from oathtools.table.invariants import cautions, faults
from oathtools.table.position.form import from_position
from oathtools.table.state import Handle, State
from tests.support.states import started, step
from tests.support.tables import a_table

BASE = {
    "players": ["Ann", {"name": "Bo", "advisers": ["Keep", {"unknown": "denizen"}], "vision": "Faith", "warbands": 2}],
    "sites": [{"site": "Plains", "cards": ["Tents"], "relics": ["Map"]}, "Mine"],
    "world_deck": {"pool": ["Jinx", "Riots", "Portal"], "layers": [{"denizens": 2, "visions": 4}]},
}


def table() -> State:
    state = from_position(BASE)
    assert faults(state) == []
    return state


def put(state: State, card: str, zone: str) -> None:
    state.zones.setdefault(zone, []).append(card)
    state.where[card] = zone


BREAKS: dict[str, tuple[Callable[[State], object], str]] = {
    "favor made": (lambda s: s.pieces["bank.beast"].update(favor=9), "42 favor in all, not 36"),
    "a warband lost": (lambda s: s.pieces["board.red"].update(red=1), "13 red in all, not 14"),
    "less than nothing": (lambda s: s.pieces["board.red"].update(favor=-1), "-1 favor at board.red"),
    "pieces of nobody": (lambda s: s.pieces["slot.0"].update(blue=1), "1 blue at slot.0: no such piece"),
    "no place": (lambda s: s.pieces.update({"bank.gold": {"secret": 1}}), "bank.gold is no place"),
    "pieces on a card in no play": (
        lambda s: s.pieces.update({"denizen.jinx": {"secret": 1}}),
        "denizen.jinx is no place",
    ),
    "secrets in the shared bank": (lambda s: s.pieces["shared"].update(secret=1), "['secret'] in shared"),
    "purple warbands in red's bank": (lambda s: s.pieces["stock.red"].update(purple=0, secret=1), "in stock.red"),
    "a card twice": (lambda s: s.zones["cards.0"].append("denizen.keep"), "is in cards.0 and in advisers.red"),
    "a card nowhere": (lambda s: s.groups["denizens"].remove("denizen.jinx"), "nowhere: denizen.jinx"),
    "a card here and free": (lambda s: s.groups["denizens"].append("denizen.keep"), "denizen.keep lies in"),
    "no such card": (lambda s: put(s, "denizen.nobody", "cards.1"), "denizen.nobody in cards.1 is no card"),
    "no such unknown card": (lambda s: put(s, "card#99", "discard.cradle"), "is no unknown card of this game"),
    "a wrong index": (lambda s: s.where.update({"denizen.keep": "cards.1"}), "where cards lie is noted wrongly"),
    "an unknown card nowhere": (
        lambda s: s.handles.update({"card#99": Handle("denizen", ("denizens",))}),
        "the unknown card card#99 lies nowhere",
    ),
    "a group that is none": (
        lambda s: s.handles.update({s.zone("advisers.red")[1]: Handle("denizen", ("of:x",))}),
        "draws on of:x, which is no group",
    ),
    "a group of another back": (
        lambda s: s.handles.update({s.zone("advisers.red")[1]: Handle("denizen", ("visions",))}),
        "a denizen, draws on visions",
    ),
    "too few names": (lambda s: s.layers["world"][0].update(denizen=3), "more cards are unknown than these names"),
    "no zone": (lambda s: s.zones.update(attic=["denizen.jinx"]), "attic is no zone"),
    "cards of no player": (
        lambda s: s.zones.update({"advisers.blue": []}) or put(s, "x", "advisers.blue"),
        "no player",
    ),
    "a relic among denizens": (lambda s: put(s, "relic.whistle", "cards.1"), "relic.whistle lies in cards.1"),
    "two revealed Visions": (lambda s: put(s, "vision.conquest", "vision.red"), "2 cards in vision.red"),
    "a facedown denizen at a site": (lambda s: s.facedown.update({"denizen.tents": ()}), "lies facedown in cards.0"),
    "a faceup relic at a site": (lambda s: s.facedown.pop("relic.map"), "relic.map lies faceup in relics.0"),
    "a faceup Vision adviser": (lambda s: put(s, "vision.conquest", "advisers.red"), "is a faceup adviser"),
    "an unknown card faceup": (lambda s: s.facedown.pop(s.zone("advisers.red")[1]), "lies faceup in advisers.red"),
    "facedown in a pile": (lambda s: s.facedown.update({"denizen.wolves": ()}), "facedown and is not in play"),
    "seen by a stranger": (lambda s: s.facedown.update({"relic.map": ("blue",)}), "was seen by ['blue']"),
    "seven sites": (lambda s: s.where.pop(s.zones["map"].pop()), "the map has 7 sites"),
    "a deck that is none": (lambda s: s.layers.update(tarot=[{"denizen": 1}]), "tarot is no deck"),
    "a layer of relics": (lambda s: s.layers["world"].append({"relic": 1}), "1 relic in a layer of world"),
    "an edifice twice": (lambda s: put(s, "edifice.hall_of_mockery", "cards.1"), "edifice.hall_of_debate lies twice"),
    "an edifice nowhere": (lambda s: Effects(s).remove("edifice.hall_of_debate", ()), "hall_of_debate lies nowhere"),
    "an unlocated Scepter": (lambda s: s.groups["relics"].append("relic.grand_scepter"), "noted as not located"),
    "a seat without a player": (lambda s: s.seats.append("blue"), "are not the players"),
    "two Chancellors": (lambda s: setattr(s.players["red"], "role", "chancellor"), "the Chancellor is"),
    "a role that is none": (lambda s: setattr(s.players["red"], "role", "king"), "red has the role king"),
    "Supply": (lambda s: setattr(s.players["red"], "supply", 8), "red has 8 Supply"),
    "no pawn": (lambda s: setattr(s.players["red"], "slot", None), "red has no pawn"),
    "a pawn off the map": (lambda s: setattr(s.players["red"], "slot", 8), "the pawn of red is at slot 8"),
    "phase": (lambda s: setattr(s, "phase", "nap"), "the phase is nap"),
    "turn": (lambda s: setattr(s, "turn", "blue"), "the turn of blue"),
    "round": (lambda s: setattr(s, "round", 9), "the round is 9"),
    "Visions drawn": (lambda s: setattr(s, "visions_drawn", 6), "6 Visions drawn"),
    "oath": (lambda s: setattr(s, "oath", "love"), "the oath is love"),
    "a banner lost": (lambda s: s.holders.pop("banner.peoples_favor"), "banners are"),
    "a banner with a stranger": (lambda s: s.holders.update({"banner.peoples_favor": "blue"}), "is with blue"),
    "a title with a stranger": (lambda s: setattr(s, "oathkeeper", "blue"), "the title is with blue"),
    "an Imperial Usurper": (lambda s: setattr(s, "usurper", True), "is the Usurper and no Exile"),
    "a discard nowhere": (lambda s: s.discarded.update({"8": ["beast"]}), "a discard is noted at slot 8"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_each_break_is_named(name: str) -> None:
    state = table()
    state.pieces.setdefault("slot.0", {})
    change, said = BREAKS[name]
    change(state)
    assert any(said in fault for fault in faults(state)), faults(state)


@pytest.mark.parametrize("seed", range(8))
def test_random_games_never_break_it(seed: int) -> None:
    rng = Random(seed)
    play = started(rng, 2 + seed % 5, hidden=seed % 2 > 0, citizens=seed % 3)
    for _ in range(250):
        if play.pending is None:
            break
        step(play, rng)
        if play.pending is None or play.at_boundary:
            assert faults(play.state) == []
            assert play.state.phase == "setup" or isinstance(cautions(play.state), list)
    assert faults(play.state) == []


def test_the_canonical_form_names_unknown_cards_by_where_they_lie() -> None:
    """Equal tables have equal texts, whenever their unknown cards came to them."""
    one, other = table(), table()
    do = Effects(other)
    handle = do.new_handle("denizen", ("denizens",), "discard.cradle", ())
    assert one.canonical() != other.canonical()
    other.where.pop(handle)
    other.zones["discard.cradle"].remove(handle)
    del other.handles[handle]
    assert other.next_handle != one.next_handle
    assert one.digest() == other.digest()
    other.facedown["relic.map"] = ("red",)
    assert one.digest() != other.digest()


def test_2_8_2_nothing_lies_at_a_site_that_is_facedown() -> None:
    """Favor, secrets or a relic, each alone, come there when it is turned up."""
    for laid in ("favor", "secret", "hidden", "relic", None):
        state = a_table().built().copy()
        state.facedown[state.zone("map")[7]] = ()
        if laid == "relic":
            state.zones["relics.7"] = ["relic.map"]
        elif laid:
            state.pieces["slot.7"] = {laid: 1}
        assert any("2.8.2" in each for each in cautions(state)) is (laid is not None), laid


def test_6_6_2_a_citizen_with_warbands_of_their_own_is_odd() -> None:
    """The warbands of a Citizen are purple; an Exile's are their own."""
    table = a_table().seat("red", role="citizen").seat("blue", warbands=2)
    state = table.built()
    assert not cautions(state)
    state.pieces["slot.3"] = {"red": 1}
    assert [each for each in cautions(state) if "6.6.2" in each] == [
        "Red is a Citizen with red warbands in play; a Citizen's are purple (6.6.2)"
    ]
