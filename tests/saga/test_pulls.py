"""What to fetch and where it goes: after a Chronicle, and for setup."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest

from oathtools import catalog
from oathtools.procedures.chronicle.procedure import NotOver
from oathtools.procedures.machine.hands import CARRY, RELIC_STACK, SHUFFLE, SITES, WORLD_BOX, Pull, by_stack
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.guide.plan import SetupPlan, Ticks, saved_world, seats_of
from oathtools.saga.guide.pulls import pulls
from oathtools.saga.guide.pulls_setup import setup_pulls
from oathtools.saga.worlds import first_chronicle
from oathtools.table.state import GRAND_SCEPTER, RELICS, SLOTS, slot_words
from tests.support.box import Untold, faults, laid, setup_faults, sorted_away
from tests.support.daily import daily
from tests.support.sagas import Written, first_world, new_game, play_out, saga


@pytest.fixture(scope="module")
def games() -> list[Written]:
    """Games with their Chronicles: of a saga that the tool deals, and of one that people deal and half tell."""
    found: list[Written] = []
    for number in (0, 1, 3):
        saga(number, 2, found.append)
    return found


_LISTS: dict[int, list[Pull]] = {}


def told(game: Written) -> list[Pull]:
    """The list of a game, made once."""
    key = id(game.play)
    if key not in _LISTS:
        _LISTS[key] = pulls(game.play)
    return _LISTS[key]


def hidden(game: Written) -> set[str]:
    """The names of what lies hidden after a game and lay hidden before its Chronicle."""
    rows = game.after.map
    cards = {relic for row in rows for relic in row.relics} | {row.site for row in rows if row.facedown}
    cards |= set(game.after.dispossessed) | set(game.after.world_deck.order or [])
    end = game.end
    faceup = {card for card in end.where if card not in end.facedown and not end.where[card].startswith(_PILES)}
    return {catalog.name_of(card) for card in cards if isinstance(card, str) and card not in faceup}


_PILES = ("world", "relic_deck", "discard", "archive", "dispossessed", "site_deck", "hand")


def test_hands_move_in_the_order_of_chapter_8(games: list[Written]) -> None:
    """8.1 to 8.8: each step once in its place; the same lines in fewer trips."""
    for game in games:
        found = told(game)
        steps = [pull.step for pull in found]
        assert steps == sorted(steps) and {"8.1", "8.5", "8.7.1", "8.7.2", "8.8"} <= set(steps)
        stacked = by_stack(found)
        assert sorted(stacked) == sorted(found)
        assert len(list(groupby(stacked, lambda pull: pull.source))) <= len(list(groupby(found, lambda p: p.source)))


def test_every_site_that_goes_stays_or_comes_is_told(games: list[Written]) -> None:
    """8.3.2, 8.3.5, 8.7.1: as many sites leave as come, and the pile of eight is packed from below."""
    for game in games:
        found = told(game)
        gone = [pull for pull in found if pull.step == "8.3.2" and pull.target == SITES]
        come = [pull for pull in found if pull.step == "8.3.5" and pull.source == SITES]
        assert len(gone) == len(game.noted("gone", [])) == len(come) == game.noted("filled", 0)
        pile = [pull for pull in found if pull.step == "8.7.1"]
        assert [pull.source for pull in pile[:: SLOTS - 1]] == ["Hinterland 3", "Cradle 1"] and len(pile) == SLOTS
        packed = [card for pull in pile for card in pull.cards]
        shown = [row for row in game.after.map if not row.facedown]
        assert sorted(packed) == sorted(str(card) for row in shown for card in (row.site, *row.cards))


@pytest.mark.parametrize("number", daily(range(8), 3))
@pytest.mark.parametrize("order", [list, by_stack], ids=["by step", "by stack"])
def test_hands_that_know_no_rule_follow_a_list(number: int, order: Any) -> None:
    """8: at a bare box they come to the world of the Chronicle; no slot is filled twice, no stack left unshuffled."""

    def follow(game: Written) -> None:
        box = laid(game.end, str(number))
        box.follow(order(pulls(game.play)))
        assert faults(box, game.after) == []
        seats, known = seats_of([("Ann", "purple"), ("Bo", None), ("Cy", None)])
        plan = SetupPlan(seats, known, named=True, saved=saved_world(game.after))
        box.follow(order(setup_pulls(plan, packed=True)))
        assert setup_faults(box, game.after, 3, hidden=True) == []
        if not game.after.unknown():
            box = sorted_away(game.after, str(number))
            box.follow(order(setup_pulls(replace(plan, spoil=True), packed=False)))
            assert setup_faults(box, game.after, 3, hidden=False) == []

    saga(number, 1, follow)


def test_hands_stop_where_a_line_is_missing(games: list[Written]) -> None:
    """The hands are strict: without the shuffle of the site deck, or with a site left out, no list can be followed."""
    game = next(game for game in games if game.noted("gone"))
    found = told(game)
    for missing in (SHUFFLE, CARRY):
        at = next(at for at, pull in enumerate(found) if pull.step == "8.3.2" and pull.does == missing)
        with pytest.raises(Untold):
            laid(game.end, "short").follow([*found[:at], *found[at + 1 :]])


def test_the_grand_scepter_is_named_wherever_it_lies(games: list[Written]) -> None:
    """8.6.1: one line calls it by its name, from where it lies then."""
    for game in games:
        lines = [pull for pull in told(game) if GRAND_SCEPTER in pull.cards]
        assert lines[-1].target == WORLD_BOX and lines[-1].step == "8.6.1"


def test_the_relics_that_are_told_add_up(games: list[Written]) -> None:
    """8.6.2: so many come to sites as the map has more than what stayed there."""
    for game in games:
        given = [pull for pull in told(game) if pull.step == "8.6.2"]
        count = sum(pull.number for pull in given)
        gone = set(game.noted("gone", []))
        stayed = sum(len(game.end.zone(RELICS[slot])) for slot in range(SLOTS) if slot not in gone)
        assert count == sum(len(row.relics) for row in game.after.map) - stayed


def test_nothing_hidden_is_named(games: list[Written]) -> None:
    """9.4: neither what was drawn unseen, nor what lies facedown."""
    for game in games:
        text = " ".join(f"{pull.what} {pull.target}" for pull in told(game))
        words = set(text.replace(",", " ").replace("'s", " ").split())
        for name in hidden(game):
            named = name in words if " " not in name else name in text
            assert not named, (name, text)


def test_no_list_before_the_chronicle_is_written() -> None:
    play = new_game(first_world("pulls"), Random("pulls"))
    with pytest.raises(NotOver):
        pulls(play)
    play_out(play, Random("pulls"))
    with pytest.raises(NotOver):
        pulls(play)


# -- setup ---------------------------------------------------------------------------------------------------------


def setup_of(
    world: Chronicle, packed: bool, spoil: bool = False, readings: Mapping[str, str] | None = None
) -> list[Pull]:
    seats, known = seats_of([("", None)] * 4)
    plan = SetupPlan(seats, known, saved=saved_world(world), spoil=spoil, readings=readings or {})
    return setup_pulls(plan, packed=packed)


def worlds(games: list[Written]) -> list[Chronicle]:
    return [first_chronicle(), first_world("pulls"), *(game.after for game in games)]


def test_a_packed_world_is_laid_out_unseen(games: list[Written]) -> None:
    """8.7.1, 1.1: off the pile from the top Cradle site down; facedown cards are never named."""
    for game in games:
        found = setup_of(game.after, True)
        pile = [pull for pull in found if pull.step == "1.1"]
        assert [pull.target for pull in pile][:3] == ["Cradle 1", "Cradle 2", "Provinces 1"] and len(pile) == SLOTS
        named = {card for pull in found for card in pull.cards if card.startswith(("site.", "denizen.", "edifice."))}
        shown = [row for row in game.after.map if not row.facedown]
        assert named == {card for row in shown for card in (row.site, *row.cards)}


def test_a_sorted_world_is_picked_out_card_by_card(games: list[Written]) -> None:
    """With --spoil every card of the world is named once, in its stack: by suit, by name, edifices apart."""
    for world in worlds(games):
        if world.unknown() or world is games[0].after:
            continue
        found = setup_of(world, False, spoil=True)
        cards = [card for pull in found for card in pull.cards if card.startswith(("denizen.", "edifice.", "site."))]
        wanted = [card for _, card in world.contents() if isinstance(card, str)]
        assert sorted(cards) == sorted(card for card in wanted if not card.startswith(("relic.", "vision.")))
        for pull in found:
            if pull.source.startswith("Archive, ") and pull.source != "Archive, edifices":
                assert {catalog.card(card).suit for card in pull.cards} == {pull.source.partition(", ")[2].casefold()}
                names = [catalog.name_of(card) for card in pull.cards]
                assert names == sorted(names)


def test_a_sorted_world_names_nothing_hidden_without_spoil(games: list[Written]) -> None:
    for world in worlds(games):
        found = setup_of(world, False)
        named = {card for pull in found for card in pull.cards}
        secret = {card for row in world.map for card in (row.site if row.facedown else None, *row.relics)}
        secret |= set(world.dispossessed) | set(world.relic_deck or ()) | set(world.world_deck.order or ())
        assert not named & secret
        assert any("--spoil" in pull.what for pull in found) or world is not games[0].after


def test_a_new_world_names_its_denizens_for_all() -> None:
    """1.box: what a first game begins with is no secret; it is shuffled before it is dealt."""
    found = setup_of(first_chronicle(), False)
    piles = [pull for pull in found if pull.step == "1.box"]
    assert sum(len(pull.cards) for pull in piles) == 51
    built = [(pull.number, pull.target) for pull in piles if pull.target.startswith("pile ")]
    assert built == [(10, "pile 1"), (2, "pile 1"), (15, "pile 2"), (3, "pile 2")]


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("reading", "abc")
def test_a_22_relics_that_setup_adds_are_in_the_list(reading: str, packed: bool) -> None:
    """1.16, 2.8.2: after the relic deck lies there, and before the Reliquary takes from it."""
    rows = saved_world(first_chronicle()).world.map
    shown = [(slot, row) for slot, row in enumerate(rows) if isinstance(row.site, str) and not row.facedown]
    icons = {slot: catalog.site(str(row.site)).reveal.relics for slot, row in shown}
    wanted = {slot: {"a": 0, "b": icons[slot] - len(row.relics), "c": icons[slot]}[reading] for slot, row in shown}
    found = setup_of(first_chronicle(), packed, readings={"A-22": reading})
    added = [pull for pull in found if pull.step == "1.16" and pull.source == RELIC_STACK]
    told = [(pull.what, pull.target, pull.how) for pull in added]
    assert told == [
        (f"{count} relic{'s' if count > 1 else ''} off the top, unseen", slot_words(slot), "facedown")
        for slot, count in wanted.items()
        if count
    ]
    assert bool(told) == (reading == "c"), "the first game has the relics that its prompts show"
    assert [pull.step for pull in found if pull.target == RELIC_STACK] == ["1.16" if told else "1.17"]
    assert [pull.step for pull in found] == sorted((pull.step for pull in found), key=_order)


def _order(step: str) -> float:
    number = step.partition(".")[2]
    return 18.5 if number == "box" else int(number)


def test_a_22_c_no_more_relics_than_there_are() -> None:
    """9.3."""
    world = saved_world(first_chronicle())
    few = replace(world, world=world.world._replace(relic_deck=(), relics_left=0))
    seats, known = seats_of([("", None)] * 2)
    found = setup_pulls(SetupPlan(seats, known, saved=few, readings={"A-22": "c"}), packed=True)
    assert not [pull for pull in found if pull.step == "1.16"]


# -- ticks ---------------------------------------------------------------------------------------------------------

LIST = [Pull("8.1", "World Box", "one", "there"), Pull("8.4", "map", "two", "there")]


def test_ticks_are_kept_for_the_same_list_only(tmp_path: Path) -> None:
    ticks = Ticks(tmp_path, "chronicle:0001", LIST)
    ticks.tick(1)
    assert Ticks(tmp_path, "chronicle:0001", LIST).done == {1}
    assert Ticks(tmp_path, "setup", LIST).done == set()
    assert Ticks(tmp_path, "chronicle:0001", LIST[:1]).done == set()
    ticks.tick(1, False)
    assert Ticks(tmp_path, "chronicle:0001", LIST).done == set()


@pytest.mark.parametrize("content", ["", "[1]", '{"setup": 3}', '{"setup": {"list": "x", "done": [9]}}', "\x00"])
def test_a_damaged_file_of_ticks_begins_anew(tmp_path: Path, content: Any) -> None:
    (tmp_path / "pulls.json").write_text(content, encoding="utf-8")
    ticks = Ticks(tmp_path, "setup", LIST)
    assert ticks.done == set()
    ticks.tick(0)
    assert Ticks(tmp_path, "setup", LIST).done == {0}


def test_without_a_saga_nothing_is_kept() -> None:
    ticks = Ticks(None, "setup", LIST)
    ticks.tick(0)
    assert ticks.done == {0} and ticks.path is None
