"""The guide through setup against the engine: what it tells must be what the engine does, for every seat and world."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest

from oathtools import catalog
from oathtools.engine.driver import Driver
from oathtools.kit.datafiles import load
from oathtools.law import get, rulings
from oathtools.law.coverage import engine_reads
from oathtools.powers import load as load_powers
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.world import SavedSite, World, built_layers, opening
from oathtools.procedures.setup import STEPS
from oathtools.procedures.turn import program
from oathtools.render.printers import terminal
from oathtools.render.world.setup_guide import Guide, Step, document, guide, step_document
from oathtools.saga.chronicle.record import Chronicle, Deck, Row, Unknown
from oathtools.saga.guide.plan import SavedWorld, SetupPlan, place, saved_world, seats_of
from oathtools.saga.worlds import Incomplete, first_chronicle
from oathtools.table.state import (
    CARDS,
    DARKEST_SECRET,
    FAVOR,
    PEOPLES_FAVOR,
    PURPLE,
    RELICS,
    RELIQUARY,
    SECRET,
    SHARED,
    SLOT,
    SLOTS,
    State,
)
from tests.support.daily import daily

OATHS = ("supremacy", "people", "devotion", "protection")
COLORS = catalog.EXILE_COLORS


# -- worlds and plans --------------------------------------------------------------------------------------------------


def any_world(chance: Random, oath: str, *, facedown: tuple[int, ...] = (), wanted: tuple[str, ...] = ()) -> World:
    """A world with denizens, edifices, ruins and relics at its faceup sites; ``facedown`` and ``wanted`` as told."""
    sites = [site for site in catalog.ids("site") if site not in wanted]
    chance.shuffle(sites)
    denizens, relics = list(catalog.ids("denizen")), list(catalog.ids("relic"))
    relics.remove("relic.grand_scepter")
    edifices = list(catalog.ids("edifice"))
    for cards in (denizens, relics, edifices):
        chance.shuffle(cards)
    rows = []
    shown = list(wanted)
    for slot in range(SLOTS):
        down = slot in facedown or (slot > 1 and not shown and chance.random() < 0.4)
        site = sites.pop() if down or not shown else shown.pop()
        lying: list[str] = []
        if not down and chance.random() < 0.7:
            lying = [edifices.pop() if chance.random() < 0.4 else denizens.pop()]
        own = [] if down else [relics.pop() for _ in range(chance.randrange(catalog.site(site).reveal.relics + 1))]
        rows.append(SavedSite(site, down, tuple(lying), tuple(own)))
    deck = denizens[:49]
    layered: list[str] = []
    visions = list(catalog.ids("vision"))
    chance.shuffle(visions)
    for layer in catalog.DECK_LAYERS:
        size = len(deck) if layer.denizens is None else layer.denizens
        part = [*deck[:size], *visions[: layer.visions]]
        del deck[:size], visions[: layer.visions]
        chance.shuffle(part)
        layered += part
    return World(oath, tuple(rows), tuple(layered), tuple(relics))


def plan_for(world: World | None, colors: tuple[str, ...], citizens: tuple[str, ...], **more: Any) -> SetupPlan:
    """A plan in which every color is known."""
    seats, known = seats_of([("", None), *(("", color) for color in colors)], citizens)
    boards = {color: "citizen" if color in citizens else "exile" for color in COLORS}
    saved = None if world is None else SavedWorld(world, boards)
    return SetupPlan(seats, known, citizens=citizens, saved=saved, **more)


def generic(players: int, **more: Any) -> SetupPlan:
    seats, known = seats_of([("", None)] * players)
    return SetupPlan(seats, known, **more)


def told(plan: SetupPlan) -> dict[str, Step]:
    return {step.clause: step for step in guide(plan).steps}


def text_of(found: Guide) -> str:
    return "\n".join(line for step in found.steps for line in (step.title, *step.do, *step.decide, *step.notes))


# -- the engine, run for itself ----------------------------------------------------------------------------------------


class After(NamedTuple):
    """The engine's state after a step, and its questions."""

    state: State
    asked: list[tuple[str, str, list[str]]]


def run_engine(plan: SetupPlan, seed: int) -> dict[str, After]:
    """Setup by the engine as a game runs it: all powers loaded, the whole world known, answers at random."""
    assert plan.saved is not None
    game = Game(opening(plan.saved.world, list(plan.seats)), load_powers(), dict(plan.readings))
    rng = Random(seed)
    states: dict[str, After] = {}
    asked: list[tuple[str, str, list[str]]] = []
    at = [""]

    def boundary() -> None:
        if at[0]:
            states[at[0]] = After(game.state.copy(), list(asked))
        if game.state.phase == "setup":
            clause = game.state.step.partition(":")[0]
            if clause != at[0]:
                asked.clear()
            at[0] = clause
        else:
            at[0] = ""

    driver = Driver(lambda: program(game) if game.state.phase == "setup" else None, at_boundary=boundary)
    driver.start()
    while driver.pending is not None:
        decision = driver.pending
        asked.append((decision.kind, decision.who, list(decision.legal())))
        driver.answer(decision.random(rng))
    return states


def lines_with(step: Step, words: str) -> list[str]:
    return [line for line in step.do if words in line]


def warbands(count: int, color: str = "purple ") -> str:
    return f"{count} {color}warband{'' if count == 1 else 's'}"


def secrets(count: int) -> str:
    return f"{count} secret{'' if count == 1 else 's'}"


def compare(plan: SetupPlan, seed: int) -> None:
    """Every figure of the guide against the engine's state after that step."""
    assert plan.saved is not None
    engine, steps = run_engine(plan, seed), told(plan)
    assert [clause for clause in steps if clause != "1.box"] == list(STEPS) == list(engine)
    before = opening(plan.saved.world, list(plan.seats))
    for clause, (state, asked) in engine.items():
        step = steps[clause]
        left = state.count(SHARED, FAVOR)
        found = lines_with(step, "Favor left in the shared bank")
        assert found in ([], [f"Favor left in the shared bank: {left}."]), clause
        assert found or left == before.count(SHARED, FAVOR), f"{clause} moves favor and does not say what is left"
        check = globals().get(f"check_{clause.replace('.', '_')}")
        if check is not None:
            check(step, before, state, asked, plan)
        before = state


def check_1_1(step: Step, _: State, state: State, asked: Any, plan: SetupPlan) -> None:
    for slot in range(SLOTS):
        (line,) = lines_with(step, f"{place(slot)}: ")
        site = catalog.name_of(state.site(slot))
        if state.faceup_site(slot):
            assert line.startswith(f"{place(slot)}: {site}, faceup")
            for card in state.zone(CARDS[slot]):
                assert catalog.name_of(card) in line
        else:
            assert line.startswith(f"{place(slot)}: a facedown site")
        relics = len(state.zone(RELICS[slot]))
        assert (f"{relics} facedown relic" in line) == bool(relics)


def check_1_2(step: Step, _: State, state: State, asked: Any, plan: SetupPlan) -> None:
    assert f"on space {state.round} of the round track" in step.do[0]
    assert f"on space {state.visions_drawn} of its track" in step.do[1]


def check_1_3(step: Step, _: State, state: State, asked: Any, plan: SetupPlan) -> None:
    assert state.oath in step.do[0].casefold()


def check_1_4(step: Step, _: State, state: State, asked: Any, plan: SetupPlan) -> None:
    assert f"put {state.count(SHARED, FAVOR)} favor," in step.do[0]


def check_1_5(step: Step, _: State, state: State, asked: Any, plan: SetupPlan) -> None:
    assert f"put {state.count(PEOPLES_FAVOR, FAVOR)} favor on the People's Favor" in step.do[0]
    assert f"{secrets(state.count(DARKEST_SECRET, SECRET))} on the Darkest Secret" in step.do[0]


def check_1_6(step: Step, _: State, state: State, asked: Any, plan: SetupPlan) -> None:
    fills = [state.count(f"bank.{suit}", FAVOR) for suit in catalog.SUITS]
    assert len(set(fills)) == 1
    assert f"put {fills[0]} favor in each favor bank" in step.do[0]
    assert f"takes {sum(fills)} favor" in step.do[0]


def check_1_8(step: Step, _: State, state: State, asked: Any, plan: SetupPlan) -> None:
    assert warbands(state.count("stock.purple", PURPLE)) in step.do[0]
    assert state.zone("held.purple") == ["relic.grand_scepter"]
    assert "Grand Scepter" in step.do[0]


def check_1_9(step: Step, _: State, state: State, asked: Any, plan: SetupPlan) -> None:
    for seat in state.seats[1:]:
        (line,) = lines_with(step, f"the {seat} board")
        assert f"its {state.players[seat].role.title()} side up" in line
        assert f"its {warbands(state.count(f'stock.{seat}', seat), '')}" in line


def check_1_10(step: Step, _: State, state: State, asked: Any, plan: SetupPlan) -> None:
    assert {player.supply for player in state.players.values()} == {int(step.do[0].split()[-1].rstrip("."))}


def check_1_11(step: Step, _: State, state: State, asked: Any, plan: SetupPlan) -> None:
    board = state.pieces["board.purple"]
    assert f"takes {board[FAVOR]} favor and {secrets(board[SECRET])}" in step.do[0]


def check_1_12(step: Step, _: State, state: State, asked: Any, plan: SetupPlan) -> None:
    assert f"{warbands(state.count('board.purple', PURPLE))} on the Chancellor board." in step.do
    for slot in range(SLOTS):
        found = lines_with(step, f"({place(slot)})")
        if not state.faceup_site(slot):
            assert not found
            continue
        count, site = state.count(SLOT[slot], PURPLE), catalog.name_of(state.site(slot))
        start = f"{warbands(count)} on {site} (" if count else f"None on {site} ("
        assert [line.startswith(start) for line in found] == [True]
    assert f"Chancellor's personal bank: {state.count('stock.purple', PURPLE)}." in step.do[-1]
    assert any("A-16" in note for note in step.notes) == (not state.faceup_site(0))


def check_1_13(step: Step, _: State, state: State, asked: Any, plan: SetupPlan) -> None:
    held = [banner for banner, holder in state.holders.items() if holder == PURPLE]
    for banner, name in ((PEOPLES_FAVOR, "takes the People's Favor"), (DARKEST_SECRET, "takes the Darkest Secret")):
        assert (name in step.do[0]) == (banner in held)


def check_1_14(step: Step, _: State, state: State, asked: Any, plan: SetupPlan) -> None:
    assert (state.oathkeeper, state.usurper) == (PURPLE, False)
    assert "Oathkeeper side up" in step.do[0]


def check_1_15(step: Step, _: State, state: State, asked: Any, plan: SetupPlan) -> None:
    for seat in state.seats[1:]:
        (line,) = lines_with(step, f"{seat.title()}, ")
        board, role = state.pieces[f"board.{seat}"], state.players[seat].role
        side = PURPLE if role == "citizen" else seat
        assert f"{'a Citizen' if role == 'citizen' else 'an Exile'}: {board[FAVOR]} favor" in line
        assert secrets(board[SECRET]) in line
        assert f"{warbands(board[side], f'{side} ')} out of" in line
        if role == "exile":
            assert f"In the bank {state.count(f'stock.{seat}', seat)} are left." in line
    assert f"Chancellor's personal bank: {state.count('stock.purple', PURPLE)}." in step.do[-1]


def check_1_16(step: Step, before: State, state: State, asked: Any, plan: SetupPlan) -> None:
    short = any(kind == "setup.favor" for kind, _, _ in asked)
    assert any("decides where it goes" in line for line in step.decide) == short
    for slot in range(SLOTS):
        found = lines_with(step, f"({place(slot)})")
        favor, gained = state.count(SLOT[slot], FAVOR), state.count(SLOT[slot], SECRET)
        added = len(state.zone(RELICS[slot])) - len(before.zone(RELICS[slot]))
        most = catalog.site(state.site(slot)).reveal.favor if state.faceup_site(slot) else 0
        assert len(found) == bool(most or gained) + bool(added)
        tokens = next((line for line in found if "relic" not in line), "")
        assert (f"up to {most} favor" if short else f"{favor} favor") in tokens or not most
        assert secrets(gained) in tokens or not gained
        assert any(f"{added} facedown relic" in line for line in found) == bool(added)
    if short:
        assert f"{before.count(SHARED, FAVOR)} is left" in step.decide[0]


def check_1_17(step: Step, _: State, state: State, asked: Any, plan: SetupPlan) -> None:
    filled = [space for space in RELIQUARY if state.zone(space)]
    assert f"draws {len(filled)} relics" in step.do[0]
    assert all(space.name in step.do[0] for space in catalog.cards("reliquary"))


def check_1_19(step: Step, _: State, state: State, asked: Any, plan: SetupPlan) -> None:
    sizes = [len(state.zone(f"discard.{region}")) for region in catalog.REGIONS]
    assert step.do[0].startswith(f"Take {sum(sizes)} cards off the bottom")
    assert f"Put {sizes[0]} facedown in each discard pile" in step.do[0]


def check_1_20(step: Step, _: State, state: State, asked: Any, plan: SetupPlan) -> None:
    hands = [len(state.zone(f"hand.{seat}")) for seat in state.seats]
    assert f"each player draws {hands[0]} cards" in step.do[0]
    assert f"{sum(hands)} cards in all" in step.do[0]


def check_1_22(step: Step, before: State, state: State, asked: Any, plan: SetupPlan) -> None:
    assert ("it stays on" if plan.readings.get("A-18") == "c" else f"it stays on {before.visions_drawn}") in step.do[0]


def check_1_23(step: Step, before: State, state: State, asked: Any, plan: SetupPlan) -> None:
    pawn = next(line for line in step.do if "(1.23.1)" in line)
    own = state.players[PURPLE].slot
    assert own is not None
    chosen = any((kind, who) == ("setup.pawn", PURPLE) for kind, who, _ in asked)
    name = catalog.name_of(state.site(own)) if state.faceup_site(own) else "the facedown site"
    assert (f"{name} ({place(own)})" in pawn) != chosen
    assert ("on any faceup site" in pawn) == chosen
    offered = [legal for kind, who, legal in asked if kind == "setup.pawn" and who != PURPLE]
    for legal in offered:
        (line,) = lines_with(step, "The others place theirs")
        assert sorted(_names_in(line)) == sorted(catalog.name_of(_site(state, option)) for option in legal)
    kept = {len(state.zone(f"advisers.{seat}")) for seat in state.seats}
    hand = {len(before.zone(f"hand.{seat}")) for seat in state.seats}
    assert kept == {1}
    (count,) = hand
    assert any(f"one of the {count} cards" in line for line in step.do)
    assert any(f"the other {count - 1}, facedown" in line for line in step.do)


def _names_in(line: str) -> list[str]:
    listed = line.partition(": ")[2].partition(". ")[0]
    return re.split(r", | or ", listed)


def _site(state: State, option: str) -> str:
    from oathtools.table.state import PLACE_NAMES

    return state.site(PLACE_NAMES.index(option)) if option in PLACE_NAMES else option


def _citizens(colors: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Nobody, the first, every second, everybody."""
    yield from dict.fromkeys(((), colors[:1], colors[::2], colors))


@pytest.mark.parametrize(("players", "oath"), daily(product(range(2, 7), OATHS), 3))
def test_the_guide_tells_what_the_engine_does(players: int, oath: str) -> None:
    colors = COLORS[: players - 1]
    for seed, citizens in enumerate(_citizens(colors)):
        chance = Random(f"{players}{oath}{seed}")
        compare(plan_for(any_world(chance, oath), colors, citizens), seed)


@pytest.mark.parametrize("players", range(2, 7))
def test_short_favor(players: int) -> None:
    """Mine and Salt Flats want five: with six players four are left, with five players just enough (A-23)."""
    world = any_world(Random(players), "supremacy", wanted=("site.mine", "site.salt_flats"))
    plan = plan_for(world, COLORS[: players - 1], ())
    compare(plan, players)
    step = told(plan)["1.16"]
    assert bool(step.decide) == (players == 6)
    if step.decide:
        assert "ask for 5 favor and 4 is left" in step.decide[0]
        assert "The Chancellor decides" in step.decide[0]
    assert any(note.startswith("A-23: 36 favor") for note in step.notes)


@pytest.mark.parametrize("facedown", [(0,), (1,), (0, 1)])
def test_a_cradle_that_lies_facedown(facedown: tuple[int, ...]) -> None:
    world = any_world(Random(1), "people", facedown=facedown, wanted=("site.river", "site.plains", "site.mine"))
    plan = plan_for(world, ("red", "black"), ("black",))
    compare(plan, 5)
    steps = told(plan)
    for clause in ("1.12", "1.23"):
        assert any(note.startswith("A-16") for note in steps[clause].notes) == (0 in facedown)
    assert any("the Cradle has none" in line for line in steps["1.23"].do) == (facedown == (0, 1))


@pytest.mark.parametrize("reading", "abc")
@pytest.mark.parametrize("facedown", [(0,), (0, 1)])
def test_a_16_the_guide_by_each_reading(reading: str, facedown: tuple[int, ...]) -> None:
    world = any_world(Random(1), "people", facedown=facedown, wanted=("site.river", "site.plains", "site.mine"))
    plan = plan_for(world, ("red", "black"), (), readings={"A-16": reading})
    compare(plan, 5)
    step = told(plan)["1.23"]
    (note,) = [note for note in step.notes if note.startswith("A-16")]
    if reading == "a":
        assert "on the facedown site (Cradle 1), the top Cradle site." in step.do[1]
        assert "goes there all the same" in note
    elif reading == "c":
        assert step.do[1].endswith("on any faceup site, for the top Cradle site lies facedown.")
    assert any("warbands go by the next" in line for line in told(plan)["1.12"].notes) == (facedown == (0,))


def with_low_visions(chance: Random) -> World:
    """A world whose deck has Visions where 1.19 and 1.20 take them: one is laid, two are drawn."""
    world = any_world(chance, "people")
    assert world.world_deck is not None
    deck = [card for card in world.world_deck if not card.startswith("vision.")]
    for below, vision in zip((2, 5, 7, 30, 31), catalog.ids("vision"), strict=True):
        deck.insert(len(deck) - below, vision)
    return world._replace(world_deck=tuple(deck))


@pytest.mark.parametrize("reading", "abc")
@pytest.mark.parametrize("spoil", [False, True])
def test_a_18_the_guide_by_each_reading(reading: str, spoil: bool) -> None:
    plan = plan_for(with_low_visions(Random(3)), ("red", "black"), (), readings={"A-18": reading}, spoil=spoil)
    if spoil:
        steps = told(plan)
        stands = {"a": 2, "b": 3, "c": 4}[reading]
        assert "Visions drawn in step 20: 2." in steps["1.22"].do[0]
        assert ("Visions laid in step 19: 1." in steps["1.22"].do[0]) == (reading == "b")
        assert steps["1.22"].do[0].endswith(f"marker stands on {stands}.")
        assert run_engine(plan, 1)["1.22"].state.visions_drawn == stands
    else:
        compare(plan, 1)
        steps = told(plan)
        assert ("and of those in the discard piles" in steps["1.22"].do[0]) == (reading == "b")
        assert ("one space more for each" in steps["1.22"].do[0]) == (reading == "c")
    assert any("moves one space for each at once" in line for line in steps["1.20"].do) == (reading == "c")
    assert any("counted in step 22" in note for note in steps["1.19"].notes) == (reading == "b")


@pytest.mark.parametrize("reading", "abc")
def test_a_22_the_guide_by_each_reading(reading: str) -> None:
    for seed in range(4):
        world = any_world(Random(seed), "people", wanted=("site.drowned_city", "site.narrow_pass"))
        plan = plan_for(world, ("red", "black"), (), readings={"A-22": reading})
        compare(plan, seed)
        adds = lines_with(told(plan)["1.16"], "off the top of the other relics")
        up = [(row, catalog.site(row.site).reveal.relics) for row in world.map if not row.facedown and row.site]
        missing = [row for row, icons in up if len(row.relics) < icons]
        shown = [row for row, icons in up if icons]
        assert len(adds) == {"a": 0, "b": len(missing), "c": len(shown)}[reading]


def test_no_faceup_site_at_all_is_told_not_a_crash() -> None:
    world = any_world(Random(2), "supremacy", facedown=tuple(range(SLOTS)))
    step = told(plan_for(world, ("red",), ()))["1.23"]
    assert any("no site lies faceup" in line for line in step.do)


def test_the_first_game() -> None:
    saved = saved_world(first_chronicle())
    seats, known = seats_of([("", None), ("", "red"), ("", "blue"), ("", "yellow")])
    found = guide(SetupPlan(seats, known, citizens=(), saved=saved))
    steps = {step.clause: step for step in found.steps}
    assert "Cradle 1: Plains, faceup, with Longbows." in steps["1.1"].do
    assert "Provinces 1: Mountain, faceup, with Taming Charm and 1 facedown relic." in steps["1.1"].do
    assert "2 purple warbands on Plains (Cradle 1): the top Cradle site." in steps["1.12"].do
    assert "Purple warbands left in the Chancellor's personal bank: 17." in steps["1.12"].do
    assert any("51 of them" in line for line in steps["1.box"].do)
    assert len(found.remarks) == 1
    six = guide(SetupPlan(*seats_of([("", None)] * 6), citizens=(), saved=saved))
    assert any("drawn up for four players" in remark for remark in six.remarks)


# -- open seats and no world -------------------------------------------------------------------------------------------


def test_without_a_world_the_words_are_general_and_the_numbers_right() -> None:
    for players in range(2, 7):
        steps = told(generic(players))
        left = {2: 14, 3: 13, 4: 12, 5: 5, 6: 4}[players]
        assert f"Favor left in the shared bank: {left}." in steps["1.15"].do
        assert f"{left} favor is there for this." in steps["1.16"].do
        assert "2 purple warbands on the topmost Cradle site that lies faceup." in steps["1.12"].do
        assert any("if" in line.casefold() for line in steps["1.16"].decide)
        assert any("Mine (3) and Salt Flats (2)" in line for line in steps["1.16"].do)
        assert not any("Cradle 1" in line for step in steps.values() for line in step.do)
        assert steps["1.box"].do[0].startswith("Only if")


def test_open_seats_leave_the_purple_bank_open_where_citizens_may_come() -> None:
    world = any_world(Random(3), "devotion")
    boards = dict.fromkeys(COLORS, "exile") | {"white": "citizen"}
    seats, known = seats_of([("", None)] * 4, ("white",))
    steps = told(SetupPlan(seats, known, citizens=("white",), saved=SavedWorld(world, boards)))
    purple = lines_with(steps["1.12"], "Purple warbands left")[0].rpartition(" ")[2].rstrip(".")
    assert lines_with(steps["1.15"], "Purple")[0].endswith(f"bank: {purple}, less 3 for each Citizen.")
    assert "On its Citizen side lies: white. On its Exile side: red, blue, yellow and black." in steps["1.9"].do
    nobody = told(SetupPlan(seats, known, citizens=(), saved=SavedWorld(world, boards)))
    assert not any("Citizen" in line for line in nobody["1.15"].do)


def test_names_are_told_in_turn_order() -> None:
    seats, known = seats_of([("Ann", None), ("Bo", "black"), ("Cy", None)])
    steps = told(SetupPlan(seats, known, named=True))
    assert "Turn order in this guide: Ann (Chancellor), Bo (black), Cy." in steps["1.7"].do
    assert any(line.startswith("Bo (black) takes the black board") for line in steps["1.9"].do)
    assert any(line.startswith("Each other player takes a free board") for line in steps["1.9"].do)
    assert steps["1.14"].do[0].startswith("Ann (Chancellor) takes the title")


@pytest.mark.parametrize("players", [0, 1, 7])
def test_numbers_of_players_that_cannot_be(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 6 seats"):
        seats_of([("", None)] * players)


def test_a_color_taken_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="red"):
        seats_of([("", None), ("", "red"), ("", "red")])


# -- the deck ----------------------------------------------------------------------------------------------------------


def test_the_box_is_told_when_it_is_needed() -> None:
    built = told(generic(4, deck_built=True))["1.box"]
    assert built.do == ["Nothing to do: the world deck was rebuilt when the last Chronicle was written."]
    unbuilt = told(generic(4, deck_built=False))["1.box"]
    assert not any(line.startswith("Only if") for line in unbuilt.do)
    pile_one, pile_two = (lines_with(unbuilt, words)[0] for words in ("Pile one", "Pile two"))
    layers = built_layers(60)
    assert f"{sum(layers[0].values())} cards: {layers[0]['denizen']} denizens" in pile_one
    assert f"{layers[0]['vision']} Visions" in pile_one
    assert f"{sum(layers[1].values())} cards: the next {layers[1]['denizen']} denizens" in pile_two
    assert f"other {layers[1]['vision']} Visions" in pile_two


def test_a_saved_deck_without_its_visions_is_to_be_built() -> None:
    chronicle = first_chronicle()
    chronicle.game = 4
    chronicle.world_deck = Deck(order=[*catalog.ids("denizen")[20:70], *catalog.ids("vision")[:2]])
    saved = saved_world(chronicle)
    assert (saved.lost_visions, saved.deck_built, saved.pool) == (3, False, ())
    seats, known = seats_of([("", None)] * 3)
    step = told(SetupPlan(seats, known, saved=saved))["1.box"]
    assert any("Visions missing from the world deck that was saved: 3." in note for note in step.notes)


# -- saved worlds with gaps --------------------------------------------------------------------------------------------


def test_gaps_are_filled_with_unknown_cards_and_told() -> None:
    chronicle = first_chronicle()
    chronicle.game = 3
    chronicle.map[1] = Row()
    chronicle.relic_deck = [Unknown("relic") for _ in range(17)]
    saved = saved_world(chronicle)
    assert (saved.empty, saved.lost_relics) == ((1,), 2)
    seats, known = seats_of([("", None)] * 3)
    step = told(SetupPlan(seats, known, saved=saved))["1.1"]
    assert "Cradle 2: no site is saved; deal one facedown off the site deck." in step.do
    assert any(note.startswith("2 relics of the box") for note in step.notes)
    assert chronicle.map[1].site is None, "the Chronicle handed in is not changed"


def test_a_site_or_card_that_lies_at_two_places_is_refused() -> None:
    chronicle = first_chronicle()
    chronicle.map[5].site = "site.plains"
    chronicle.map[5].cards = ["denizen.longbows"]
    with pytest.raises(Incomplete) as fault:
        saved_world(chronicle)
    assert [each.partition(" lies")[0] for each in fault.value.faults] == ["Plains", "Longbows"]
    chronicle = first_chronicle()
    chronicle.map[1].site = chronicle.map[3].site
    with pytest.raises(Incomplete) as fault:
        saved_world(chronicle)
    assert "a facedown card" in str(fault.value)
    assert "Buried Giant" not in str(fault.value)


def test_the_last_winner_is_suggested() -> None:
    chronicle = first_chronicle()
    chronicle.game = 2
    chronicle.tts.winner_name = "Queen\x1b[2J Ann"
    saved = saved_world(chronicle)
    seats, known = seats_of([("", None)] * 3)
    step = told(SetupPlan(seats, known, saved=saved))["1.7"]
    assert "the winner of the last game, Queen [2J Ann." in step.decide[0]
    assert saved_world(Chronicle(map=first_chronicle().map)).winner == ""


# -- no spoilers -------------------------------------------------------------------------------------------------------


def _hidden_anew(world: World, chance: Random) -> World:
    """The same world to everybody's eyes, with all that lies facedown changed for something else."""
    assert world.world_deck is not None
    assert world.relic_deck is not None
    shown = {row.site for row in world.map if not row.facedown}
    sites = [site for site in catalog.ids("site") if site not in shown]
    relics = [relic for row in world.map for relic in row.relics] + list(world.relic_deck)
    deck = list(world.world_deck)
    chance.shuffle(sites)
    chance.shuffle(relics)
    parts = [deck[:12], deck[12:30], deck[30:]]
    for part in parts:
        chance.shuffle(part)
    rows = tuple(
        row._replace(site=sites.pop() if row.facedown else row.site, relics=tuple(relics.pop() for _ in row.relics))
        for row in world.map
    )
    return world._replace(map=rows, world_deck=tuple(card for part in parts for card in part), relic_deck=tuple(relics))


@pytest.mark.parametrize("seed", range(6))
def test_what_lies_facedown_changes_no_word(seed: int) -> None:
    chance = Random(seed)
    world = any_world(chance, OATHS[seed % 4])
    other = _hidden_anew(world, chance)
    assert other != world
    colors = COLORS[: 1 + seed % 5]
    assert guide(plan_for(world, colors, ())) == guide(plan_for(other, colors, ()))


def test_spoil_names_everything() -> None:
    world = any_world(Random(9), "people", facedown=(3, 6))
    assert world.world_deck is not None
    assert world.relic_deck is not None
    plan = plan_for(world, ("red", "blue"), (), spoil=True)
    steps = told(plan)
    for slot in (3, 6):
        site = world.map[slot].site
        assert site is not None
        assert f"{place(slot)}: {catalog.name_of(site)}, facedown." in steps["1.1"].do
    after = run_engine(plan, 0)
    for space, zone in zip(catalog.cards("reliquary"), RELIQUARY, strict=True):
        (relic,) = after["1.17"].state.zone(zone)
        assert f"{space.name}: {catalog.name_of(relic)}, facedown." in steps["1.17"].do
    bottom = [catalog.name_of(card) for card in reversed(world.world_deck)]
    assert [line.partition(": ")[2].partition(",")[0] for line in steps["1.19"].do] == bottom[:3]
    assert steps["1.20"].do[0] == f"Player 1 draws off the bottom: {bottom[3]}, {bottom[4]} and {bottom[5]}."
    rest = world.world_deck[: -3 - 9]
    assert steps["1.21"].do[1] == f"From the top: {', '.join(map(catalog.name_of, rest))}."
    assert "Visions drawn in step 20: 0." in steps["1.22"].do[0]


def test_the_world_deck_is_never_counted() -> None:
    """Its size is private (9.4)."""
    world = any_world(Random(4), "supremacy")
    text = text_of(guide(plan_for(world, ("red",), ())))
    assert world.world_deck is not None
    sizes = {str(len(world.world_deck) - less) for less in (0, 3, 9)}
    assert not sizes & set(re.findall(r"\d+", text))


# -- the words ---------------------------------------------------------------------------------------------------------


def _lines() -> Iterator[tuple[str, dict[str, Any]]]:
    for clause, entry in load("setup_guide").items():
        parts = [entry] if clause == "remarks" else [entry.get(part, []) for part in ("do", "decide", "notes")]
        for line in (line for part in parts for line in part):
            yield clause, {"say": line} if isinstance(line, str) else line


def _plans() -> Iterator[SetupPlan]:
    """Plans of every kind, so that every line has its turn."""
    saved = saved_world(first_chronicle())
    for players in range(2, 7):
        yield generic(players)
        seats, known = seats_of([("", None)] * players)
        yield SetupPlan(seats, known, citizens=(), saved=saved)
        world = any_world(Random(players), OATHS[players % 4], wanted=("site.mine", "site.salt_flats"))
        yield plan_for(world, COLORS[: players - 1], COLORS[:1])
        yield SetupPlan(
            seats, known, citizens=("black",), saved=SavedWorld(world, {"black": "citizen"}, lost_visions=1)
        )
        yield plan_for(world, COLORS[: players - 1], COLORS[:1], spoil=True)
    yield generic(3, deck_built=False)
    named, known = seats_of([("Ann", None), ("Bo", "red"), ("Cy", None), ("Di", "blue")], ("blue",))
    for typed in (True, False):
        saved = SavedWorld(world, {}, winner="Ann")
        yield SetupPlan(named, known, named=True, citizens=("blue", "white"), tts=True, saved=saved, typed=typed)
    for down in ((0,), (0, 1), tuple(range(SLOTS))):
        yield plan_for(any_world(Random(1), "people", facedown=down), ("red",), ())
    for letter, down in product("abc", ((), (0,), (0, 1))):
        readings = {"A-16": letter, "A-18": letter, "A-22": letter}
        shown = any_world(Random(1), "people", facedown=down, wanted=("site.drowned_city",))
        yield plan_for(shown, ("red",), (), readings=readings)
        yield plan_for(shown, ("red",), (), readings=readings, spoil=True)
        yield generic(3, readings=readings)
    bare = World("people", world.map, world.world_deck, world.relic_deck[:2] if world.relic_deck else ())
    yield plan_for(bare, ("red",), ())
    yield SetupPlan(named, known, saved=SavedWorld(world, {}, lost_relics=1))


@cache
def _guides() -> list[tuple[Guide, SetupPlan]]:
    """The guides of all these plans, made when the first test asks."""
    return [(guide(plan), plan) for plan in _plans()]


def test_every_line_is_told_by_some_plan_and_none_breaks() -> None:
    texts = set()
    for found, _ in _guides():
        texts.update(found.remarks)
        for step in found.steps:
            texts.update([*step.do, *step.decide, *step.notes])
    for clause, line in _lines():
        pattern = ".*".join(re.escape(part) for part in re.split(r"\{[^}]*\}", line["say"]))
        start = f"{line['ruling']}: " if "ruling" in line else ""
        assert any(re.fullmatch(start + pattern, text) for text in texts), f"{clause}: {line['say']}"


def test_the_steps_are_those_of_the_law_and_the_engine() -> None:
    clauses = [clause for clause in load("setup_guide") if clause != "remarks"]
    expected = list(STEPS)
    expected.insert(expected.index("1.19"), "1.box")
    assert clauses == expected
    found = guide(generic(4)).steps
    assert [step.clause for step in found] == expected
    assert [step.number for step in found] == [*range(1, 19), "box", *range(19, 24)]


def test_every_citation_and_ruling_is_there() -> None:
    points = rulings.points()
    used = set()
    for clause, entry in load("setup_guide").items():
        if clause != "remarks":
            for cited in (clause, *entry.get("cites", ())):
                assert get(cited)
    for _, line in _lines():
        if "ruling" in line:
            used.add(line["ruling"])
            assert line["ruling"] in points
    assert {f"A-{number}" for number in range(16, 24)} <= used


def test_clauses_named_in_the_words_are_there() -> None:
    for _, line in _lines():
        for cited in re.findall(r"\b\d+\.(?:\d+(?:\.\d+)*|box)\b|(?<=\()\d+(?=\))", line["say"]):
            assert get(cited), cited


def test_each_reading_of_a_point_has_its_own_words() -> None:
    """The guide names no point that it would tell by the default where a table reads it otherwise."""
    conditions = {word for _, line in _lines() if "when" in line for word in _words(line["when"])}
    for point in map(rulings.points().__getitem__, {line["ruling"] for _, line in _lines() if "ruling" in line}):
        if len(point.readings) > 1:
            assert conditions >= {f"{point.id} {letter}" for letter in point.readings}
            assert point.id in engine_reads()


def _words(when: str | list[str]) -> list[str]:
    return [when] if isinstance(when, str) else when


@pytest.mark.parametrize("width", [40, 60, 100])
def test_text_fits_the_width(width: int) -> None:
    for found, plan in _guides():
        for boxes in (False, True):
            text = terminal(document(found, plan, boxes=boxes), width)
            assert all(len(line) <= width for line in text.splitlines())
            assert "{" not in text
            assert "\N{EM DASH}" not in text


def test_a_step_as_text() -> None:
    step = Step(3, "1.3", "A title", ["Do it."], ["Ann decides."], ["A-16: So."], ["1.3", "2.10"])
    assert terminal(step_document(step), 60).splitlines() == [
        "1.3  A title",
        "  - Do it.",
        "  Choice: Ann decides.",
        "  Note: A-16: So.",
        "  Law 1.3, 2.10",
    ]
    assert "  [ ] Do it." in terminal(step_document(step, boxes=True), 60).splitlines()
