"""A saga begun from the box: our own world told in options, answers or a file, and a game that is under way."""

import builtins
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from oathtools import catalog
from oathtools.cli.world import new
from oathtools.saga.chronicle.form import dumps, loads
from oathtools.saga.chronicle.record import Chronicle, Unknown, completed, site_row, template
from oathtools.saga.worlds import fresh_chronicle, world_of
from tests.cli.calls import Call, caller
from tests.support.daily import daily

TONIGHT = """\
oath: people
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Bo, color: red, role: exile, pawn: Mountain, warbands: 3, advisers: [Elders]}
  - {name: Cy, color: blue, role: citizen, pawn: Plains}
sites:
  - {site: Plains, warbands: {purple: 2}, cards: [Longbows]}
  - {site: Mountain, cards: [{card: Tents, favor: 1}]}
turn: {player: Bo, phase: act}
"""


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    monkeypatch.chdir(tmp_path)
    return caller(None, capsys, monkeypatch)


def world(folder: str) -> Chronicle:
    return loads((Path(folder) / "chronicle.yaml").read_text())


def test_our_own_world_in_options(call: Call) -> None:
    said = call(
        *("new", "box", "--oath", "the people", "--site", "plains: longbows, Tents", "--site", "", "--citizen", "Red"),
        *("--site", "Mountain facedown", "--dispossessed", "Elders"),
    )
    assert said.status == 0, said.err
    found = world("box")
    assert (found.oath, found.game, found.boards["red"], found.boards["blue"]) == ("people", 2, "citizen", "exile")
    assert (found.map[0].site, found.map[0].cards) == ("site.plains", ["denizen.longbows", "denizen.tents"])
    assert found.map[1].site == Unknown("site") and found.map[1].facedown
    assert found.map[2].site == "site.mountain" and found.map[2].facedown
    assert found.dispossessed == ["denizen.elders"]
    assert call("-C", "box", "start", "Ann", "Bo:red", "Cy").status == 0
    assert call("-C", "box", "chronicle", "check").status == 0


def test_what_is_wrong_is_told_and_nothing_is_written(call: Call) -> None:
    said = call("new", "box", "--site", "Plians: Longbowz", "--citizen", "green")
    assert said.status == 3
    told = " ".join(said.err.split())
    for part in ("Did you mean Plains?", "Did you mean Longbows?", "'green' is none of"):
        assert part in told
    assert not Path("box").exists()
    assert call("new", "box", "--site", "Plains: Elders", "--site", "Mountain: Elders").status == 3
    assert not Path("box").exists()


def test_the_template_is_a_world_as_it_stands(call: Call) -> None:
    said = call("new", "-o", "world.yaml")
    assert said.status == 0 and "oathtools new DIR --chronicle world.yaml" in said.joined
    assert call("new", "-o", "-").out.strip() in Path("world.yaml").read_text()
    assert call("new", "-o", "world.yaml").status == 1
    assert call("new", "box", "--chronicle", "world.yaml").status == 0
    assert world_of(world("box")).map[0].site is None
    text = template().replace("- {unknown: site, facedown: true}   # Cradle, 1", "- {site: Plains, cards: [Elders]} # ")
    assert call("new", "piped", "--chronicle", "-", stdin=text).status == 0
    assert world("piped").map[0].cards == ["denizen.elders"]


def test_a_site_has_the_relics_it_shows_and_the_deck_what_is_left() -> None:
    """8.6, and 8.4 with 8.8: as many denizens come into the world as leave it."""
    data, notes = completed(
        {"oath": "people", "map": ["Wastes", {"site": "Plains", "cards": ["Elders"], "relics": []}]}
    )
    assert data["map"][0]["relics"] == [{"unknown": "relic"}]
    assert data["map"][1]["relics"] == []
    assert [layer["denizens"] for layer in data["world_deck"]["layers"]] == [10, 15, 28]
    assert sum(layer["visions"] for layer in data["world_deck"]["layers"]) == 5
    assert len(notes) == 1
    assert completed({**data})[1] == []


def test_a_relic_among_the_cards_of_a_site() -> None:
    assert site_row("Plains: Elders, Grand Mask") == {
        "site": "Plains", "facedown": False, "cards": ["Elders"], "relics": ["Grand Mask"],
    }  # fmt: skip
    assert site_row(" ? ") == site_row("") == {"unknown": "site", "facedown": True}
    assert site_row("Mountain (facedown)") == {"site": "Mountain", "facedown": True}


@pytest.mark.parametrize(
    ("deck", "told"),
    [
        ("{order: []}", "a world deck stacked from 54 denizens"),
        ("{order: [{unknown: denizen, n: 40}]}", "5 Visions added and the world deck rebuilt"),
        ("{layers: [{denizens: 10, visions: 1}]}", "4 Visions added to the world deck"),
    ],
)
def test_repair_mends_what_it_says_it_mends(call: Call, deck: str, told: str) -> None:
    """1.19, 1.box: a deck that is empty or lacks Visions, where cards of the world are unknown."""
    text = f"oath: people\nmap: [Plains, {{site: null}}]\nrelic_deck: [Grand Mask]\nworld_deck: {deck}\n"
    Path("w.yaml").write_text(text)
    refused = call("new", "box", "--chronicle", "w.yaml")
    assert refused.status == 3 and "--repair" in refused.err and not Path("box").exists()
    said = call("new", "box", "--chronicle", "w.yaml", "--repair")
    assert said.status == 0, said.err
    assert told in " ".join(said.err.split())
    assert sum(world_of(world("box")).layers[-1].values())
    assert sum(layer.get("vision", 0) for layer in world_of(world("box")).layers) == 5


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What somebody types at the terminal, line by line; an empty list is Ctrl-C."""
    lines: list[str] = []

    def read(prompt: str) -> str:
        if not lines:
            raise KeyboardInterrupt
        return lines.pop(0)

    monkeypatch.setattr(new, "at_terminal", lambda: True)
    monkeypatch.setattr(builtins, "input", read)
    return lines


def answers(*more: str) -> Iterator[str]:
    yield from ("2", "people", "4", "Plians", "Plains: Longbows", "Mountain: Longbows", "Mountain")
    yield from ("", "", "", "", "", "", *more)


def test_it_asks_and_a_slip_is_mended_where_it_was_made(call: Call, typed: list[str]) -> None:
    typed += answers("green", "red", "Longbows", "Elders")
    said = call("new", "box")
    assert said.status == 0, said.err
    for part in ("Did you mean Plains?", "Longbows lies twice", "'green' is none of", "a card lies twice"):
        assert part in said.joined
    assert world("box").map[1].site == "site.mountain" and world("box").boards["red"] == "citizen"
    assert world("box").game == 4


def test_a_line_is_taken_back_and_a_relic_nobody_knows_has_a_word(call: Call, typed: list[str]) -> None:
    typed += ["2", "people", "three", "back", "devotion", "", "Plains: Longbows, a relic", "Mountain", "back", "back"]
    typed += ["Mountain facedown", "Plains: a relic", "", "", "", "", "", "", "red", "back", "blue", "unknown"]
    said = call("new", "box")
    assert said.status == 0, said.err
    found = world("box")
    assert (found.oath, found.game, found.uncounted) == ("devotion", 2, True)
    assert found.map[0].site == "site.mountain" and found.map[0].facedown
    assert found.map[1].relics == [Unknown("relic")] and found.map[1].cards == []
    assert found.boards["blue"] == "citizen" and found.boards["red"] == "exile"


def test_stopped_in_the_middle_nothing_is_written(call: Call, typed: list[str]) -> None:
    typed += answers()
    said = call("new", "box")
    assert said.status == 2 and "Nothing was written" in said.err
    assert list(Path().iterdir()) == []


def test_the_first_game_when_asked(call: Call, typed: list[str]) -> None:
    typed += ["7", "1"]
    assert call("new", "box").status == 0
    assert world("box").game == 1


def test_a_fresh_world_when_asked(call: Call, typed: list[str]) -> None:
    typed += ["5"]
    assert call("new", "box").status == 0
    assert world("box") == fresh_chronicle()


def test_without_a_terminal_a_world_is_to_be_named(call: Call) -> None:
    said = call("new", "box", stdin="1\n")
    assert said.status == 2 and "--first-game" in said.err
    assert call("new", "--first-game").status == 2


def editor(call_with: str) -> str:
    return f'{sys.executable} -c "import sys, pathlib; p = pathlib.Path(sys.argv[1]); {call_with}"'


def test_in_the_editor(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    change = "p.write_text(p.read_text().replace('oath: supremacy', 'oath: peple'))"
    monkeypatch.setenv("EDITOR", editor(change))
    said = call("new", "box", "--edit")
    assert said.status == 3 and "oathtools new box --edit" in said.joined + " ".join(said.err.split())
    assert not Path("box").exists() and "peple" in Path("box.draft.yaml").read_text()
    monkeypatch.setenv("EDITOR", editor("p.write_text(p.read_text().replace('oath: peple', 'oath: people'))"))
    assert call("new", "box", "--edit").status == 0
    assert world("box").oath == "people"
    assert not Path("box.draft.yaml").exists() and not Path("box.yaml").exists()


def test_a_game_under_way_needs_no_saga(call: Call) -> None:
    Path("tonight.yaml").write_text(TONIGHT)
    said = call("-C", "saga", "start", "--position", "tonight.yaml", "--table")
    assert said.status == 0 and "a saga was begun in saga" in said.err
    assert "Bo's Act Phase" in said.joined
    found = world("saga")
    assert (found.oath, found.boards["blue"], found.boards["red"]) == ("people", "citizen", "exile")
    assert [row.cards for row in found.map[:2]] == [["denizen.longbows"], ["denizen.tents"]]
    assert call("-C", "saga", "answer", "travel", "Plains").status == 0
    again = call("-C", "saga", "start", "--position", "tonight.yaml", "--anew")
    assert again.status == 0 and "was begun" not in again.err


def test_a_position_with_faults_begins_nothing(call: Call) -> None:
    Path("bad.yaml").write_text("oath: x\n")
    assert call("-C", "saga", "start", "--position", "bad.yaml").status == 3
    assert not Path("saga").exists()


@pytest.mark.parametrize("kind", new.SETTLED)
@pytest.mark.parametrize("seed", daily(range(12), 4))
def test_a_world_of_chance_is_legal(call: Call, kind: str, seed: int) -> None:
    """1.1, 8.3, 8.4: eight sites, no card twice, none beyond a capacity, a faceup site in each region; it is dealt."""
    assert call("new", "box", "--random", kind, "--seed", str(seed)).status == 0
    found = world("box")
    cards = [card for _, card in found.contents() if isinstance(card, str)]
    assert len(cards) == len(set(cards)) and len(found.map) == 8
    up = [row for row in found.map if not row.facedown]
    assert all(len(row.cards) <= catalog.card(str(row.site)).capacity for row in up)
    assert all(isinstance(row.site, Unknown) and not row.cards for row in found.map if row.facedown)
    assert all(any(not found.map[slot].facedown for slot in region) for region in ((0, 1), (2, 3, 4), (5, 6, 7)))
    assert call("-C", "box", "chronicle", "check").status == 0
    assert call("-C", "box", "start", "Ann", "Bo", "Cy").status == 0


def test_the_same_seed_is_the_same_world_and_wild_ones_have_more_sites_faceup(call: Call) -> None:
    call("new", "a", "--random", "mild", "--seed", "x"), call("new", "b", "--random", "mild", "--seed", "x")
    assert world("a") == world("b")
    many = {kind: [new.by_chance(kind, str(seed))[0].map for seed in range(20)] for kind in new.SETTLED}
    faceup = {kind: sum(not row.facedown for rows in worlds for row in rows) for kind, worlds in many.items()}
    assert 60 <= faceup["mild"] < faceup["wild"] <= 160
    assert call("new", "d", "--random", "odd").status == 2


def test_a_fresh_world_and_a_reset_that_keeps_the_old_saga(call: Call) -> None:
    """1: the saga begins anew where it is; the old one is a saga of its own, its words and its rulings too."""
    assert call("new", "box", "--fresh", "--name", "Ours").status == 0
    assert call("-C", "box", "start", "Ann", "Bo", "Cy").status == 0
    assert call("-C", "box", "rulings", "set", "A-05", "b").status == 0
    call("-C", "box", "note", "this was the old world")
    Path("box/story.md").write_text("the words of the old story")
    old = {path.relative_to("box"): path.read_bytes() for path in Path("box").rglob("*") if path.is_file()}
    said = call("-C", "box", "chronicle", "reset", "--random", "wild", "--seed", "7")
    assert said.status == 0 and "box/before-1 chronicle history" in said.joined
    there = Path("box/before-1")
    kept = {path.relative_to(there): path.read_bytes() for path in there.rglob("*") if path.is_file()}
    assert kept == old
    assert world("box") == replace(new.by_chance("wild", "7")[0], name="Ours")
    assert not Path("box/games").exists() and not Path("box/story.md").exists()
    assert Path("box/rulings.yaml").read_bytes() == old[Path("rulings.yaml")]
    assert "this was the old world" in call("-C", "box/before-1", "log").joined
    assert call("-C", "box", "start", "Ann", "Bo").status == 0
    again = call("-C", "box", "chronicle", "reset", "--json")
    assert again.data["kept"].endswith("before-2") and not Path("box/before-2/before-1").exists()
    assert world("box") == replace(fresh_chronicle(), name="Ours")
    assert call("-C", "nowhere", "chronicle", "reset").status == 1


def test_8_3_1_an_edifice_takes_no_denizen_out_of_the_world_deck(call: Call) -> None:
    """54 denizens go round (8.4, 8.5); the one that an edifice was built for went back to the world deck."""
    for box, site, deck in (
        ("a", "Plains", 54),
        ("b", "Plains: Longbows", 53),
        ("c", "Plains: Longbows, Great Spire", 53),
    ):
        assert call("new", box, "--site", site).status == 0
        assert sum(layer["denizens"] for layer in world(box).world_deck.layers) == deck


# -- the Dispossessed whom nobody has counted (8.5) -------------------------------------------------------------------


def test_8_5_the_dispossessed_left_out_are_not_counted(call: Call) -> None:
    Path("world.yaml").write_text("oath: people\ngame: 4\nmap: [Plains]\n")
    assert call("new", "file", "--chronicle", "world.yaml").status == 0
    assert call("new", "options", "--site", "Plains").status == 0
    for folder in ("file", "options"):
        found = world(folder)
        assert found.uncounted and found.dispossessed == []
        said = call("-C", folder, "chronicle", "show")
        assert "Dispossessed" in said.out
        said = call("-C", folder, "chronicle", "show", "--spoil")
        assert "and perhaps others: nobody knows how many" in said.out
        assert "how many are Dispossessed" in call("-C", folder, "chronicle", "check").err


@pytest.mark.parametrize(
    ("words", "listed", "uncounted"),
    [
        ("unknown", [], True),
        ("[]", [], False),
        ("[Longbows, unknown]", ["denizen.longbows"], True),
        ("[Longbows]", ["denizen.longbows"], False),
    ],
)
def test_8_5_the_dispossessed_in_a_file(words: str, listed: list[str], uncounted: bool, call: Call) -> None:
    text = f"oath: people\ngame: 4\nmap: [Plains]\ndispossessed: {words}\n"
    Path("world.yaml").write_text(text)
    assert call("new", "box", "--chronicle", "world.yaml").status == 0
    found = world("box")
    assert (found.dispossessed, found.uncounted) == (listed, uncounted)
    assert loads(dumps(found)) == loads(dumps(found, sealed=True)) == found


def test_8_5_nobody_is_dispossessed_before_the_first_game(call: Call) -> None:
    assert call("new", "box", "--first-game").status == 0
    assert not world("box").uncounted


@pytest.mark.parametrize(
    ("words", "uncounted"), [(None, True), ("none", False), ("Elders", False), ("Elders, unknown", True)]
)
def test_8_5_the_dispossessed_in_an_option(words: str | None, uncounted: bool, call: Call) -> None:
    option = ["--dispossessed", words] if words else []
    assert call("new", "box", "--site", "Plains", *option).status == 0
    assert world("box").uncounted is uncounted


def test_8_5_after_a_game_there_are_as_many_more_and_still_perhaps_others(call: Call) -> None:
    Path("end.yaml").write_text(
        "round: 8\noath: supremacy\nplayers:\n  - {name: Ann, color: purple, role: chancellor}\n"
        "  - {name: Bo, color: red, role: exile, advisers: [Elders]}\nsites: [Plains]\noathkeeper: Ann\n"
        "discard_piles: {cradle: [{unknown: denizen, n: 12}]}\n"
    )
    for folder, lost in (("some", "Longbows, unknown"), ("five", "Longbows, Tents")):
        assert call("new", folder, "--site", "Plains", "--dispossessed", lost).status == 0
        said = call("-C", folder, "chronicle", "write", "--position", "end.yaml", "--auto")
        assert said.status == 0, said.err
        found = world(folder)
        assert "denizen.longbows" in found.dispossessed
        assert found.history[-1]["removed"] == 6 and not found.history[-1].get("healed")
        assert len(found.dispossessed) == (7 if folder == "some" else 8)
        assert found.uncounted is (folder == "some")


# -- the end of a game that nobody tracked, in a saga where none was started -------------------------------------------


def test_8_a_file_of_the_end_is_there_to_fill_in(call: Call) -> None:
    assert call("new", "box", "--site", "Plains: Longbows, Tents").status == 0
    said = call("-C", "box", "chronicle", "write")
    assert said.status == 1
    for way in ("oathtools -C box chronicle write -o end.yaml", "-C box chronicle write --position end.yaml"):
        assert way in " ".join(said.err.split())
    said = call("-C", "box", "chronicle", "write", "-o", "end.yaml")
    assert said.status == 0 and "chronicle write --position end.yaml" in said.joined
    text = Path("end.yaml").read_text()
    assert '{site: "Plains", warbands: {}, cards: [Longbows, Tents]}' in text
    assert "cards: [Longbows, Tents]" in call("-C", "box", "chronicle", "write", "-o", "-").out
    said = call("-C", "box", "chronicle", "write", "-o", "end.yaml")
    assert said.status == 1 and "Name another one" in said.err and "--replace" not in said.err
    said = call("position", "check", "end.yaml")
    assert said.status == 0
    assert (
        "chronicle write takes it for the end" in said.joined
        and "Visions drawn: not told (the file leaves them out)" in said.joined
    )
    Path("end.yaml").write_text(text + "result: {winner: Bo}\noathkeeper: {holder: Bo, side: usurper}\nround: 7\n")
    said = call("-C", "box", "chronicle", "write", "--position", "end.yaml", "--auto")
    assert said.status == 0, said.err
    assert world("box").history[-1]["winner"] == "Bo"


def test_serve_shows_no_address_where_no_game_was_started(call: Call) -> None:
    assert call("new", "box", "--fresh").status == 0
    said = call("-C", "box", "serve", "--port", "0", "--no-qr")
    assert said.status == 1 and said.out == "" and "chronicle write --position end.yaml" in said.err
