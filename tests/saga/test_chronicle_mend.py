"""Repairs of a world: what they may touch, and what they leave to the people."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from oathtools.saga.chronicle import form as chronicle_migrate
from oathtools.saga.chronicle.check import check, mended
from oathtools.saga.chronicle.form import dumps, loads, to_data
from oathtools.saga.chronicle.record import Chronicle, ChronicleError, Unknown
from oathtools.saga.save_string.parse import assemble
from oathtools.saga.save_string.string import read
from oathtools.saga.worlds import first_chronicle
from oathtools.saga.writing import keep, merged
from tests.support.sagas import first_world
from tests.support.save_worlds import any_world, honest


def broken(kind: str) -> Chronicle:
    """A whole world with one thing wrong."""
    world = first_world("mend")
    order, relics = world.world_deck.order, world.relic_deck
    assert order is not None and relics is not None
    if kind == "doubled denizen":
        order.insert(3, "denizen.longbows")
    elif kind == "doubled relic":
        relics.append(world.map[2].relics[0])
    elif kind == "doubled site":
        world.map[7].site = "site.plains"
    elif kind == "missing relics":
        del relics[:4]
    elif kind == "missing Vision":
        order.remove("vision.faith")
    elif kind == "misplaced Vision":
        order.remove("vision.faith")
        world.dispossessed.append("vision.faith")
    elif kind == "relic in the world deck":
        order.append(relics.pop())
    elif kind == "Grand Scepter":
        relics.insert(0, "relic.grand_scepter")
    elif kind == "empty slot":
        world.map[4].site = None
    elif kind == "no world deck":
        order.clear()
    return world


KINDS = (
    *("doubled denizen", "doubled relic", "doubled site", "missing relics", "missing Vision", "misplaced Vision"),
    *("relic in the world deck", "Grand Scepter", "empty slot", "no world deck"),
)


@pytest.mark.parametrize("kind", KINDS)
def test_a_repair_leaves_a_world_without_faults(kind: str) -> None:
    """8.3.5, 8.6.1, 8.8: every card once, and where it may lie; the faceup map and the history stay as they are."""
    world = broken(kind)
    world.history = [{"game": 1, "winner": "Ann"}]
    before = deepcopy(world)
    assert check(world).faults
    better, done = mended(world)
    assert check(better).faults == [] and done
    assert world == before and better.history == before.history
    for row, was in zip(better.map, before.map, strict=True):
        if not was.facedown:
            assert (row.site, row.cards) == (was.site, was.cards)
    assert mended(better)[1] == [] and mended(world)[0] == better


def test_two_faceup_cards_of_one_name_are_left_to_the_people() -> None:
    world = first_world("mend")
    world.map[0].cards.append("denizen.elders")  # they lie faceup at Rocky Coast, too
    better, done = mended(world)
    assert better == world and done == []
    (fault,) = check(better).faults
    assert "Elders lies twice" in fault.public and "Each card exists once" in str(fault.hint)


def test_hidden_cards_are_not_named_in_what_was_done() -> None:
    for kind in ("doubled relic", "misplaced Vision", "missing relics"):
        _, done = mended(broken(kind))
        assert all(
            ("Faith" not in note.public and "taken out of" in note.public) or "put" in note.public for note in done[:1]
        )
    (first, *_) = mended(broken("misplaced Vision"))[1]
    assert "Vision of Faith" in first.full and first.public == "a vision taken out of the Dispossessed"


def test_a_world_with_unknown_cards_is_made_up_by_unknown_ones() -> None:
    world = first_chronicle()
    assert world.relic_deck is not None
    del world.relic_deck[:3]
    world.map[4].site = None
    world.world_deck.layers[0]["visions"] = 1
    assert len(check(world).faults) == 3
    better, done = mended(world)
    assert check(better).faults == [] and len(done) == 3
    assert better.map[4].site == Unknown("site") and better.map[4].facedown


def test_the_old_file_is_kept_under_a_free_name(tmp_path: Any) -> None:
    path = tmp_path / "chronicle.yaml"
    path.write_text("one", encoding="utf-8")
    assert keep(path).name == "chronicle.yaml.1.bak"
    path.write_text("two", encoding="utf-8")
    assert keep(path).name == "chronicle.yaml.2.bak"
    assert (tmp_path / "chronicle.yaml.1.bak").read_text(encoding="utf-8") == "one"


@pytest.mark.parametrize("number", range(24))
def test_no_world_is_too_odd_to_be_checked_and_mended(number: int) -> None:
    """Cards anywhere, doubled, missing, unknown: every fault is told, and a second mending finds nothing to do."""
    chance = Random(number)
    world = read(assemble(any_world(chance)[0] if number % 2 else honest(chance)))
    if number % 3 == 0:
        for row in world.map:
            row.relics = [Unknown("relic") for _ in row.relics]
    check(world)
    better, _ = mended(world)
    assert mended(better)[1] == []
    if number % 2 == 0:
        assert check(better).faults == []


# -- older formats -------------------------------------------------------------------------------------------------


def test_every_row_of_the_file_stands_in_braces() -> None:
    """What people copy from the next line reads alike, also where a row says one thing only."""
    world = first_chronicle()
    text = dumps(world, sealed=True)
    world.map[0].relics = [Unknown("relic")]
    world.history = [{"game": 1, "map": [{"site": "site.plains"}, None]}]
    written = merged(text, world)
    assert "relics: [{unknown: relic}]" in written and "[{site: site.plains}, null]" in written
    assert to_data(loads(written)) == to_data(world)


def older(data: Any) -> None:
    """The step of the test: what is ``name`` today was ``title``."""
    data["name"] = data.pop("title")


def test_an_older_format_is_read_and_written_as_the_present_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The steps are taken one after another, and comments stay when the file is written again."""
    monkeypatch.setitem(chronicle_migrate.STEPS, 0, older)
    monkeypatch.setitem(chronicle_migrate.STEPS, -1, lambda data: data.update(title=data.pop("heading")))
    world = first_world("old")
    world.name = "Our World"
    text = "# the Thursday group\n" + dumps(world, sealed=True)
    for format_, key in ((0, "title"), (-1, "heading")):
        old = text.replace("format: 1", f"format: {format_}").replace("name: Our World", f"{key}: Our World  # ours")
        assert to_data(loads(old)) == to_data(world)
        written = merged(old, world)
        assert to_data(loads(written)) == to_data(world)
        assert "format: 1" in written and "# the Thursday group" in written and f"{key}:" not in written


@pytest.mark.parametrize(
    ("said", "hint"), [("7", "newer oathtools"), ("0", "Write format: 1"), ("new", "Write format")]
)
def test_an_unknown_format_is_refused_with_the_way_out(said: str, hint: str) -> None:
    with pytest.raises(ChronicleError) as refused:
        loads(dumps(first_chronicle()).replace("format: 1", f"format: {said}"))
    (fault,) = refused.value.faults
    assert fault["where"] == "format" and hint in str(fault["hint"])


def test_a_file_without_a_format_has_the_present_one() -> None:
    assert to_data(loads(dumps(first_chronicle()).replace("format: 1\n", ""))) == to_data(first_chronicle())
