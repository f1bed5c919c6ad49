"""A text that states no position is answered with every fault at once, each with its place and the way out."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from oathtools.catalog import SUITS
from oathtools.table.invariants import faults
from oathtools.table.position.cards import PositionError
from oathtools.table.position.form import check_position, from_position, normal, read_position
from tests.support.daily import daily

ANN: dict[str, Any] = {"name": "Ann", "role": "chancellor"}
UNKNOWN: dict[str, Any] = {"unknown": "denizen"}
BO: dict[str, Any] = {"name": "Bo", "color": "red"}


def bo(**more: Any) -> dict[str, Any]:
    return {"players": [ANN, {**BO, **more}]}


def ann(**more: Any) -> dict[str, Any]:
    return {"players": [{**ANN, **more}, BO]}


def at_plains(**more: Any) -> dict[str, Any]:
    return {"players": [ANN, BO], "sites": [{"site": "Plains", **more}]}


TOO_MANY_EXILES = {"players": [ANN, *({"name": f"P{n}"} for n in range(6))]}

# What is stated, where the fault lies, a part of the message, a part of the hint, the clause.
FAULTS: dict[str, tuple[dict[str, Any], str, str, str | None, str | None]] = {
    "unknown key": ({"reliqary": []}, "position", "'reliqary' is not known", "reliquary", None),
    "unknown key of a player": (bo(suply=3), "players.2", "'suply' is not known", "supply", None),
    "unknown key of a card": (
        at_plains(cards=[{"card": "Keep", "favour": 1}]), "sites.1.cards.1", "'favour'", "favor", None,
    ),
    "format": ({"format": 2}, "format", "format 2", None, None),
    "oath": ({"oath": "supremacie"}, "oath", "none of", "supremacy", None),
    "round": ({"round": 9}, "round", "1 to 8", None, None),
    "a truth is no number": ({"round": True}, "round", "1 to 8", None, None),
    "visions drawn": ({"visions_drawn": 6}, "visions_drawn", "0 to 5", None, None),
    "one player": ({"players": [ANN]}, "players", "2 to 6", None, None),
    "seven players": (TOO_MANY_EXILES, "players", "2 to 6", None, None),
    "two chancellors": ({"players": [ANN, {**ANN, "name": "Bo"}]}, "players", "both the Chancellor", None, "1.8"),
    "two chancellors by color": (
        {"players": [ANN, {"color": "purple"}]}, "players", "both the Chancellor", None, "1.8",
    ),
    "no chancellor": (
        {"players": [{"name": "Ann", "role": "exile"}, BO]}, "players", "nobody is the Chancellor", "role", "1.8",
    ),
    "role": (bo(role="exille"), "players.2.role", "none of", "exile", None),
    "unknown color": ({"players": [ANN, {"color": "rde"}]}, "players.2.color", "no color", "red", None),
    "strange color": ({"players": [ANN, {"color": "mauve"}]}, "players.2.color", "no color", "Colors:", None),
    "color twice": ({"players": [ANN, BO, {"name": "Cy", "color": "Red"}]}, "players.3.color", "taken", None, None),
    "the Chancellor in red": (ann(color="red"), "players.1.color", "Exile's or Citizen's color", None, "1.9"),
    "an Exile in purple": (bo(color="purple", role="exile"), "players.2.color", "Chancellor's color", None, "1.8"),
    "name twice": ({"players": [ANN, {"name": "ann"}]}, "players.2.name", "another player's name", "own", None),
    "another's color as a name": (
        {"players": [ANN, {"name": "Blue", "color": "red"}, {"color": "blue"}]},
        "players.2.name", "another player's color", "own", None,
    ),
    "a name that YAML reads as false": (bo(name=False), "players.2.name", "not text", "quotation marks", None),
    "pawn off the map": (
        {**at_plains(), **bo(pawn="Mine")}, "players.2.pawn", "Mine is not on the map", "Plains", None,
    ),
    "pawn at no site": (bo(pawn="Nowhere"), "players.2.pawn", "no site is called", None, None),
    "pawn at slot nine": (bo(pawn=9), "players.2.pawn", "1 to 8", None, None),
    "supply": (bo(supply=8), "players.2.supply", "0 to 7", None, None),
    "negative favor": (bo(favor=-1), "players.2.favor", "0 to 9999", None, None),
    "more favor than any heap (S6)": (bo(favor=10_000), "players.2.favor", "0 to 9999", None, None),
    "more unknown cards than any heap (S6)": (
        {"discard_piles": {"cradle": [{"unknown": "denizen", "n": 10_000}]}},
        "discard_piles.cradle.1.n", "1 to 9999", None, None,
    ),
    "words for a number": (bo(favor="two"), "players.2.favor", "'two' is not a number", None, None),
    "secrets": (bo(secrets={"upp": 1}), "players.2.secrets", "'upp'", "up", None),
    "unknown relic": (bo(relics=["Obsidan Kag3 of Doom"]), "players.2.relics.1", "no relic is called", None, None),
    "unknown denizen with a suggestion": (
        bo(advisers=["Longbeards"]), "players.2.advisers.1", "no denizen or Vision", "Longbows", None,
    ),
    "ambiguous name": (bo(advisers=["bo"]), "players.2.advisers.1", "", None, None),
    "a site among the advisers": (bo(advisers=["Plains"]), "players.2.advisers.1", "Plains is a site", None, None),
    "a relic at a site's cards": (at_plains(cards=["Whistle"]), "sites.1.cards.1", "Whistle is a relic", None, None),
    "a Vision at a site": (at_plains(cards=["Faith"]), "sites.1.cards.1", "Vision of Faith is a Vision", None, None),
    "a denizen as a relic": (at_plains(relics=["Keep"]), "sites.1.relics.1", "Keep is a denizen", None, None),
    "no name": (at_plains(cards=[{"favor": 1}]), "sites.1.cards.1", "no card is named", "{unknown: denizen}", None),
    "null for a card": (bo(advisers=[None]), "players.2.advisers.1", "no card is named", None, None),
    "same card twice": (
        {**bo(advisers=["Keep"]), "discard_piles": {"cradle": ["Keep"]}},
        "discard_piles.cradle.1", "Keep is already at players.2.advisers.1", "once", None,
    ),
    "both sides of an edifice": (
        {"sites": [{"site": "Plains", "cards": ["Hall of Debate"]}, {"site": "Mine", "cards": ["Hall of Mockery"]}]},
        "sites.2.cards.1", "Hall of Mockery (as Hall of Debate) is already at sites.1.cards.1", "once", None,
    ),
    "same site twice": ({"sites": ["Plains", "Plains"]}, "sites.2", "Plains is already at sites.1", "once", None),
    "card and pool": (
        {**bo(advisers=["Keep"]), "world_deck": {"pool": ["Jinx", "Keep"], "layers": []}},
        "world_deck.pool.2", "Keep is at players.2.advisers.1", "once", None,
    ),
    "two of a known card": (
        {"discard_piles": {"cradle": [{"card": "Keep", "n": 2}]}}, "discard_piles.cradle.1.n", "once", None, None,
    ),
    "nine sites": ({"sites": [{"unknown": "site"}] * 9}, "sites", "9 sites", "2 Cradle", None),
    "faceup unknown site": (
        {"sites": [{"unknown": "site", "facedown": False}]}, "sites.1", "faceup card shows its name", None, None,
    ),
    "unknown card at a site": (
        at_plains(cards=[{"unknown": "denizen"}]), "sites.1.cards.1", "shows its name", None, None,
    ),
    "unknown relic held": (bo(relics=[{"unknown": "relic"}]), "players.2.relics.1", "shows its name", None, None),
    "unknown of another back": (
        bo(advisers=[{"unknown": "relic"}]), "players.2.advisers.1.unknown", "none of", None, None,
    ),
    "faceup card seen": (
        bo(advisers=[{"card": "Keep", "seen_by": ["Ann"]}]),
        "players.2.advisers.1.seen_by", "everybody sees", None, None,
    ),
    "a card of a pile seen by a stranger": (
        {"players": [ANN, BO], "discard_piles": {"cradle": [{"card": "Keep", "seen_by": ["Zed"]}]}},
        "discard_piles.cradle.1.seen_by.1", "no player is called", "Ann", None,
    ),
    "a card outside the game seen": (
        {"dispossessed": [{"card": "Keep", "seen_by": ["Ann"]}]},
        "dispossessed.1", "'seen_by' is not known", None, None,
    ),
    "faceup Vision among advisers": (
        bo(advisers=[{"card": "Faith", "facedown": False}]), "players.2.advisers.1", "lies facedown", None, "5.1.4.3",
    ),
    "seen by a stranger": (
        bo(advisers=[{"unknown": "denizen", "seen_by": ["Zoe"]}]),
        "players.2.advisers.1.seen_by.1", "no player is called 'Zoe'", "Ann", None,
    ),
    "may be nothing": (
        bo(advisers=[{"unknown": "denizen", "may_be": []}]),
        "players.2.advisers.1.may_be", "at least one", "Leave", None,
    ),
    "may be and may also be": (
        bo(advisers=[{"unknown": "denizen", "may_be": ["Keep"], "may_also_be": ["Jinx"]}]),
        "players.2.advisers.1", "may_be names all", None, None,
    ),
    "may be a card of another back": (
        bo(advisers=[{"unknown": "denizen", "may_be": ["Faith"]}]),
        "players.2.advisers.1.may_be.1", "Vision of Faith is a Vision", None, None,
    ),
    "three cards with two names": (
        {"discard_piles": {"cradle": [{"unknown": "denizen", "may_be": ["Keep", "Jinx"], "n": 3}]}},
        "unknown cards", "too many unknown denizens", None, None,
    ),
    "too many unknown Visions": (
        {"world_deck": {"layers": [{"visions": 6}]}},
        "unknown cards", "too many unknown Visions (0 on the table", None, None,
    ),
    "too many relics": ({"relic_deck": {"rest": 30}}, "unknown cards", "too many unknown relics", None, None),
    "a pool too small": (
        {"world_deck": {"pool": ["Keep"], "layers": [{"denizens": 2}]}},
        "unknown cards", "left for them are Keep", None, None,
    ),
    "pieces on several cards": (
        bo(advisers=[{"unknown": "denizen", "n": 2, "favor": 20}]),
        "players.2.advisers.1.n", "one entry for each", None, None,
    ),
    "favor in a pile": (
        {"discard_piles": {"cradle": [{"card": "Keep", "favor": 1}]}}, "discard_piles.cradle.1", "'favor'", None, None,
    ),
    "favor over 36": (
        {**bo(favor=20), "favor_banks": {"discord": 17}}, "favor", "38 favor in all; there are 36", None, "1.4",
    ),
    "shared bank": (
        {"favor_banks": dict.fromkeys(SUITS, 3), "shared_bank": {"favor": 18}},
        "shared_bank.favor", "37 favor in all; there are 36, so 17", None, "1.4",
    ),
    "unknown bank": ({"favor_banks": {"beats": 3}}, "favor_banks", "'beats'", "beast", None),
    "warbands over 14": (bo(warbands=15), "warbands", "15 red warbands in all; there are 14: 15 at Bo", None, "1.9"),
    "warbands over 24": (
        {"players": [{**ANN, "warbands": 20}, BO], "sites": [{"site": "Plains", "warbands": {"purple": 5}}]},
        "warbands", "25 purple warbands in all; there are 24: 5 at Plains, 20 at Ann", None, "1.9",
    ),
    "warbands of nobody": (at_plains(warbands={"yellow": 1}), "sites.1.warbands", "nobody plays yellow", None, "1.9"),
    "warbands of no color": (at_plains(warbands={"rad": 1}), "sites.1.warbands", "no color", "red", None),
    "whose warbands": (at_plains(warbands=3), "sites.1.warbands", "whose are the 3 warbands?", "{purple: 3}", None),
    "banner": ({"banners": {"peoples_favour": {}}}, "banners", "'peoples_favour'", "peoples_favor", None),
    "banner of a stranger": (
        {"banners": {"darkest_secret": {"holder": "Zoe"}}},
        "banners.darkest_secret.holder", "no player", "Players", None,
    ),
    "a mob of the wrong banner": (
        {"banners": {"darkest_secret": {"mob": True}}}, "banners.darkest_secret", "'mob'", None, None,
    ),
    "mob": (
        {"banners": {"peoples_favor": {"mob": "yes"}}},
        "banners.peoples_favor.mob", "neither true nor false", None, None,
    ),
    "side of the title": ({"oathkeeper": {"side": "usurpr"}}, "oathkeeper.side", "none of", "usurper", None),
    "the Chancellor as Usurper": (
        {"oathkeeper": {"side": "usurper"}}, "oathkeeper.side", "only an Exile", None, "4.1.3",
    ),
    "five spaces": ({"reliquary": [None] * 5}, "reliquary", "5 spaces", None, "2.3"),
    "whose turn": ({"turn": {"player": "Zoe"}}, "turn.player", "no player is called", "Players", None),
    "phase": ({"turn": {"phase": "actt"}}, "turn.phase", "none of wake, act, rest", "act", None),
    "step": ({"turn": {"phase": "wake", "step": "4.3.1"}}, "turn.step", "no step of the phase wake", "4.1.1", None),
    "a step of the Act Phase": ({"turn": {"step": "4.2"}}, "turn.step", "no step", "has no steps", None),
    "discards": ({"turn": {"discarded": {1: ["nomda"]}}}, "turn.discarded", "none of", "nomad", None),
    "taken": ({"turn": {"taken": ["Keep"]}}, "turn.taken.1", "Keep is a denizen", None, None),
    "a result before the end": (
        {"turn": {"phase": "act"}, "result": {"winner": None}}, "result", "is over", "phase: over", None,
    ),
    **{
        f"{who} cannot win so: {result}": (
            {**bo(), "turn": {"phase": "over"}, "result": {"winner": who, **result}}, where, message, could, "3",
        )
        for who, result, where, message, could in [
            ("Ann", {"how": "usurper"}, "result.how", "is no way in which the Chancellor wins", "stable_regime (3.3)"),
            ("Bo", {"how": "vision"}, "result.how", "is no way in which an Exile wins", "visionary (3.2)"),
            ("Bo", {"how": ["usurper"]}, "result.how", "is no way", "usurper (3.1)"),
            ("Bo", {"ways": [["stable_regime", "3.3"]]}, "result.ways", "an Exile wins", "usurper (3.1)"),
            ("Bo", {"ways": "usurper"}, "result.ways", "'usurper' is no way", "usurper (3.1)"),
            ("Bo", {"clause": "3.4.1"}, "result.clause", "by '3.4.1' an Exile does not win", "war_exhaustion (3.4.2)"),
            ("Bo", {"how": "visionary", "clause": "3.1"}, "result.clause", "not win by a Vision", "visionary (3.2)"),
            ("Bo", {"how": "visionary", "ways": [["usurper", "3.1"]]}, "result.ways", "comes first", "the first"),
            ("Bo", {"round": 9}, "result.round", "9 is no round", "1 to 8"),
            (None, {"how": "usurper"}, "result.how", "in which nobody wins", "Name the winner"),
        ]
    },
    "rulings": ({"rulings": {"A-999": "a"}}, "rulings", "A-999", None, None),
    "reading": ({"rulings": {"A-02": "z"}}, "rulings", "no reading 'z'", None, None),
    "then": ({"then": [{"campaign": "Ann"}]}, "then.1", "not text", None, None),
    "then is a list": ({"then": "end"}, "then", "a list is expected", None, None),
    "players are a list": ({"players": {"Ann": {}}}, "players", "a list is expected", None, None),
    "banners are a mapping": ({"banners": ["Bo"]}, "banners", "a mapping is expected", None, None),
    "a Chancellor with a Vision": (ann(vision="Faith"), "players.1.vision", "no revealed Vision", None, "5.1.4.3"),
    "a board in the box that is in play": (
        {**bo(), "box": {"boards": {"red": "exile"}}}, "box.boards", "the red board is Bo's", None, None,
    ),
    "a side of a board": (
        {"box": {"boards": {"white": "chancellor"}}}, "box.boards.white", "none of exile, citizen", None, None,
    ),
    "a promise between strangers": (
        {"promises": [{"between": ["Purple", "Zoe"], "text": "x"}]}, "promises.1.between.2", "no player", None, None,
    ),
    "a promise without words": (
        {"promises": [{"between": ["Purple", "Red"]}]}, "promises.1.text", "not text", None, None,
    ),
    "a promise of one": (
        {"promises": [{"between": ["Red"], "text": "x"}]}, "promises.1.between", "between two players", None, "7.6.3",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault(name: str) -> None:
    data, where, message, hint, clause = FAULTS[name]
    with pytest.raises(PositionError) as wrong:
        from_position(data)
    found = wrong.value.faults
    assert [fault["where"] for fault in found] == [where], found
    assert message in str(found[0]["message"])
    assert hint is None or hint in str(found[0]["hint"])
    assert found[0]["clause"] == clause
    assert str(wrong.value) == f"{where}: {found[0]['message']}"


def test_every_fault_at_once() -> None:
    parts: dict[str, Any] = {"oath": "x", "round": 0, "visions_drawn": 9, "reliquary": [None] * 5}
    parts["players"] = [{**ANN, "pawn": "Mine", "relics": ["Xyzzy"]}, {**BO, "color": "rde", "supply": 9}]
    parts["sites"] = ["Plains", "Plains"]
    parts["turn"] = {"phase": "x"}
    parts["favor_banks"] = {"discord": 40}
    with pytest.raises(PositionError) as wrong:
        from_position(parts)
    assert [fault["where"] for fault in wrong.value.faults] == [
        "oath",
        "round",
        "visions_drawn",
        "players.2.color",
        "sites.2",
        "players.1.pawn",
        "players.1.relics.1",
        "players.2.supply",
        "reliquary",
        "turn.phase",
        "favor",
    ]


def test_nothing_is_changed_in_what_was_handed_in() -> None:
    data = read_position("players: [{name: Ann, advisers: [{unknown: denizen, n: 2}]}, Bo]\n")
    before = repr(data)
    from_position(data)
    assert repr(data) == before


@pytest.mark.parametrize(
    ("data", "warning"),
    [
        (at_plains(cards=["Keep", "Tents", "Jinx", "Riots"]), "Plains holds 4 cards, and its capacity is 3 (2.8.1)"),
        (at_plains(facedown=True, cards=["Keep"]), "Plains holds 1 card, and it lies facedown (2.8.1)"),
        (at_plains(facedown=True, warbands={"red": 1}), "Plains lies facedown with warbands on it (10.21)"),
        (bo(advisers=[{"unknown": "denizen", "n": 4}]), "Bo has 4 advisers, and the limit is 3 (5.1.4.2)"),
        (bo(role="citizen", vision="Faith"), "Bo is no Exile and has a revealed Vision (5.1.4.3)"),
        (bo(advisers=["Longbow"]), "players.2.advisers.1: 'Longbow' is read as Longbows"),
        (bo(), "players: the Grand Scepter is named nowhere; the Chancellor has it (1.8)"),
        ({"players": [BO, ANN]}, "players: turn order is read from the Chancellor on, who takes the first turn"),
        ({"world_deck": {"visions": ["Faith"]}, "archive": []}, "visions: nothing says where these are: Conspiracy, "),
        ({"world_deck": {"pool": ["Keep", "Jinx", "Keep"]}}, "world_deck.pool.3: Keep is named twice in the pool"),
        (
            {**bo(advisers=["Keep"]), "discard_piles": {"cradle": [{**UNKNOWN, "may_be": ["Keep", "Jinx"]}]}},
            "unknown cards: none of them can be Keep: it is at players.2.advisers.1",
        ),
    ],
)  # fmt: skip
def test_odd_things_are_warnings(data: dict[str, Any], warning: str) -> None:
    assert any(each.startswith(warning) for each in check_position(data).warnings)


JUNK: list[Any] = [
    None, "", 0, -1, 3, True, 1.5, "x", "Keep", "Plains", [], {}, [None], {"a": 1}, {"unknown": "denizen"},
    {"unknown": 3}, "red", {"red": -1}, {1: 2}, [[1]], {"card": None}, {"card": ["x"]}, 10**30, {None: 1}, "purple",
]  # fmt: skip


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    if isinstance(data, dict | list):
        for key, each in list(data.items() if isinstance(data, dict) else enumerate(data)):
            yield from places(each, (*path, key))


@pytest.mark.parametrize("seed", daily(range(150), 3))
def test_whatever_is_written_is_a_position_or_a_position_error(seed: int) -> None:
    rng = Random(seed)
    players = bo(advisers=[UNKNOWN, "Jinx"], vision="Faith")
    data = normal({**at_plains(cards=["Keep"], relics=["Map"]), **players})
    for _ in range(rng.randint(1, 2)):
        path = rng.choice(list(places(data)))
        parent: Any = data
        for key in path[:-1]:
            parent = parent[key]
        if rng.random() < 0.5:
            del parent[path[-1]]
        else:
            parent[path[-1]] = deepcopy(rng.choice(JUNK))
    try:
        state = from_position(data)
    except PositionError as wrong:
        assert all(fault["where"] and fault["message"] for fault in wrong.faults)
        return
    assert not faults(state)
    assert from_position(normal(data)).canonical() == state.canonical()


def test_1_8_of_two_chancellors_the_first_is_read_as_one() -> None:
    """What is wrong with it besides is told at once: a Chancellor reveals no Vision (5.1.4.3)."""
    with pytest.raises(PositionError) as wrong:
        from_position({"players": [{**ANN, "vision": "Faith"}, {**ANN, "name": "Bo"}]})
    assert [fault["where"] for fault in wrong.value.faults] == ["players", "players.1.vision"]
