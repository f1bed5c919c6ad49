"""What a game did to the world, and where a card has been: by the journals, and by the history alone."""

from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from oathtools import catalog
from oathtools.bots.planner import choose
from oathtools.journal import new_game
from oathtools.procedures.machine.world import World, seats_for
from oathtools.render.printers import terminal
from oathtools.render.world import history as blame_words
from oathtools.render.world import history as diff_words
from oathtools.saga import folder
from oathtools.saga.chronicle.record import Chronicle, Row, Unknown
from oathtools.saga.past.diff import Moved, NoGame, Shifted, Turned, blame, diff, games_of, place_of, played
from oathtools.saga.worlds import chronicle_of, world_of
from oathtools.saga.writing import chronicle_after
from tests.support.sagas import first_world, play_out

GAMES = 3


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Chronicle]]:
    """A saga of three games with its journals: its folder, and the worlds in order."""
    saga = tmp_path_factory.mktemp("saga")
    (saga / "games").mkdir()
    worlds = [first_world("past")]
    rng = Random("past")
    for _ in range(GAMES):
        world = world_of(worlds[-1])
        seats = seats_for([("Ann", None, True), ("Bo", "red", True), ("Cy", "blue", True)], world.citizens)
        play = new_game(seats, world, seed="1")
        play_out(play, rng)
        play.write_chronicle()
        while play.pending is not None:
            now = play.pending.kind == "chronicle.rebuild"
            play.answer("now" if now else choose(play.pending, rng))
        path = folder.begin(saga, play.header, play.entries)
        worlds.append(chronicle_after(play, worlds[-1], path.stem))
    return saga, worlds


def body(chronicle: Chronicle) -> list[Any]:
    """What a world says, without its name, its history and its save note."""
    deck = chronicle.world_deck
    boards = sorted(chronicle.boards.items())
    return [chronicle.oath, boards, chronicle.map, deck, chronicle.dispossessed, chronicle.relic_deck]


def test_the_journals_tell_every_world_again(kept: tuple[Path, list[Chronicle]]) -> None:
    """A replayed journal begins with the world before its game and ends with the one after it."""
    saga, worlds = kept
    for number in range(1, GAMES + 1):
        game = played(saga, worlds[-1], number)
        assert game.notes == [] and game.before is not None and game.after is not None
        assert body(game.before) == body(worlds[number - 1]) and body(game.after) == body(worlds[number])
    with pytest.raises(NoGame):
        played(saga, worlds[-1], GAMES + 1)


def test_a_world_comes_back_from_what_setup_takes(kept: tuple[Path, list[Chronicle]]) -> None:
    for world in (*kept[1], Chronicle(map=[Row(Unknown("site"), True)] * 8)):
        taken = world_of(world) if world.world_deck.order else None
        if taken is not None:
            # The number of the game is no part of what setup takes; with the sheet of the first one it lays the pawns.
            assert world_of(replace(chronicle_of(taken), game=world.game)) == taken
            hidden = World.from_data(taken.hidden()._replace(pawns={}).as_data())
            assert world_of(replace(chronicle_of(hidden), game=world.game)) == hidden


def test_without_journals_the_history_speaks(kept: tuple[Path, list[Chronicle]], tmp_path: Path) -> None:
    """The map that an entry keeps stands in for a lost journal; what lies facedown is then unknown."""
    saga, worlds = kept
    lost = played(tmp_path, worlds[-1], 2)
    assert lost.play is None and "journal is not here" in lost.notes[0]
    assert lost.before is not None and lost.after is not None
    whole = played(saga, worlds[-1], 2)
    assert whole.before is not None and whole.after is not None
    found, wanted = diff(lost.before, lost.after), diff(whole.before, whole.after)
    assert (found.sites, found.cards, found.turned, found.oath) == (
        wanted.sites,
        wanted.cards,
        wanted.turned,
        wanted.oath,
    )
    assert played(tmp_path, worlds[-1], 1).before is None


def two_worlds() -> tuple[Chronicle, Chronicle]:
    before = Chronicle(oath="people")
    before.map = [
        Row("site.plains", False, ["edifice.great_spire", "denizen.keep"], ["relic.map"]),
        Row("site.mountain", False, ["denizen.elders"]),
        Row("site.river", True, [], ["relic.whistle"]),
        *[Row(Unknown("site"), True)] * 5,
    ]
    before.world_deck.order = ["denizen.jinx", "vision.faith"]
    after = deepcopy(before)
    after.oath, after.boards["red"] = "devotion", "citizen"
    after.map[0] = Row("site.mountain", False, ["denizen.elders", "denizen.jinx"], ["relic.map"])
    after.map[1] = Row("site.plains", False, ["edifice.fallen_spire"], ["relic.whistle", "relic.cup_of_plenty"])
    after.map[2] = Row("site.wastes", False)
    after.world_deck.order = ["vision.faith"]
    after.dispossessed = ["denizen.keep"]
    return before, after


def test_a_difference_names_what_everybody_sees() -> None:
    """Sites that came and moved, cards that came, went, and turned over, relics as a number (9.4)."""
    found = diff(*two_worlds())
    assert found.oath == ("people", "devotion") and found.boards == {"red": ("exile", "citizen")}
    assert set(found.sites) == {
        Shifted("site.plains", 0, 1),
        Shifted("site.mountain", 1, 0),
        Shifted("site.wastes", None, 2),
    }
    assert set(found.cards) == {
        Moved("denizen.keep", "site.plains", None),
        Moved("denizen.jinx", None, "site.mountain"),
    }
    assert found.turned == (Turned("edifice.great_spire", "edifice.fallen_spire", "site.plains"),)
    assert found.facedown == (6, 5) and found.relics == {"site.plains": (1, 2), "site.mountain": (0, 1)}
    assert not diff(two_worlds()[0], two_worlds()[0])


def test_with_spoil_it_names_the_rest_as_far_as_both_sides_are_known() -> None:
    before, after = two_worlds()
    found = diff(before, after, spoil=True)
    moved = {each.card: (each.before, each.after) for each in found.cards}
    assert moved["denizen.keep"] == ("site.plains", "dispossessed")
    assert moved["denizen.jinx"] == ("world_deck", "site.mountain")
    assert moved["relic.whistle"] == ("site.river", "site.plains") and moved["relic.map"][1] == "site.mountain"
    assert Shifted("site.river", 2, None) in found.sites and "vision.faith" not in moved


def test_what_lies_hidden_makes_no_public_difference(kept: tuple[Path, list[Chronicle]]) -> None:
    """Any two worlds that look alike to the people give the same difference and the same words."""
    _, worlds = kept
    before, after = worlds[1], worlds[2]
    other, later = deepcopy(before), deepcopy(after)
    for world in (other, later):
        assert world.world_deck.order is not None and world.relic_deck is not None
        world.world_deck.order.reverse()
        world.dispossessed, world.world_deck.order[:6] = world.world_deck.order[:6], world.dispossessed[:6]
        down = [row for row in world.map if row.facedown]
        for row, swapped in zip(down, [row.site for row in reversed(down)], strict=True):
            row.site = swapped
        relics = [relic for row in world.map for relic in row.relics]
        for row in world.map:
            row.relics = [relics.pop() for _ in row.relics]
    told = [games_of(after)[2]]
    assert diff(before, after) == diff(other, later)
    assert diff_words.diff_document(told, diff(before, after)) == diff_words.diff_document(told, diff(other, later))


def test_a_card_is_followed_without_a_word_of_what_nobody_saw(kept: tuple[Path, list[Chronicle]]) -> None:
    """9.4: a card that lies hidden has no place in its public trail, whichever deck it is in."""
    saga, worlds = kept
    last = worlds[-1]
    assert last.world_deck.order is not None and last.relic_deck is not None
    hidden = [last.world_deck.order[0], last.relic_deck[0]]
    for card in hidden:
        assert isinstance(card, str)
        trail = blame(saga, last, card)
        assert trail.now is None and all(leg.before is None or leg.before.startswith("site.") for leg in trail.legs)
        text = terminal(blame_words.blame_document(trail), 60)
        assert "Now out of sight" in text
        for word in ("world deck.", "Dispossessed", "Archive.", "draws"):
            assert word not in text.replace("goes back to the world deck", "")
        assert blame(saga, last, card, spoil=True).now in ("world_deck", "dispossessed", "relic_deck")


def test_a_trail_goes_from_site_to_site(kept: tuple[Path, list[Chronicle]]) -> None:
    """Every card on the last map is there at the end of its trail, and each game begins where the last one ended."""
    saga, worlds = kept
    seen = [card for row in worlds[-1].map if not row.facedown for card in (row.site, *row.cards)]
    for card in seen[:2]:
        assert isinstance(card, str)
        trail = blame(saga, worlds[-1], card)
        assert trail.now == place_of(worlds[-1], card) is not None
        for leg, following in zip(trail.legs, trail.legs[1:], strict=False):
            assert leg.after == following.before
        assert trail.legs[-1].after == trail.now
        text = terminal(blame_words.blame_document(trail), 60)
        assert text.startswith(catalog.name_of(card)) and max(map(len, text.splitlines())) <= 60


def test_boards_in_the_box_make_no_difference_where_nobody_wrote_them_down(tmp_path: Path) -> None:
    """An entry tells of the boards of those who played (8.7.2); of the others nothing is made up."""
    rows: list[Any] = [{"site": "site.plains"}, *[None] * 7]
    world = Chronicle(game=3)
    world.history = [
        {"game": 1, "winner": "Ann", "players": {"Bo": "red"}, "citizens": ["red"], "map": rows},
        {"game": 2, "winner": "Ann", "players": {"Bo": "red", "Cy": "blue"}, "citizens": ["blue"], "map": rows},
    ]
    game = played(tmp_path, world, 2)
    assert game.before is not None and game.after is not None
    assert diff(game.before, game.after).boards == {"red": ("citizen", "exile")}


def test_an_edifice_is_followed_by_both_its_names(tmp_path: Path) -> None:
    """Without journals the deeds of the history tell it."""
    rows: list[Any] = [None] * 7
    world = Chronicle(game=3)
    world.history = [
        {"game": 1, "winner": "Ann", "built": ["edifice.great_spire"], "replaced": ["denizen.keep"]},
        {
            "game": 2,
            "winner": "Bo",
            "fell": ["edifice.great_spire"],
            "map": [{"site": "site.plains", "cards": ["edifice.fallen_spire"]}, *rows],
        },
    ]
    text = terminal(blame_words.blame_document(blame(tmp_path, world, "edifice.fallen_spire")), 60)
    assert "It was built" in text and "It fell to ruin" in text and "At Plains" in text
    assert "An edifice was built in its place" in terminal(
        blame_words.blame_document(blame(tmp_path, world, "denizen.keep")), 60
    )
