"""``oathtools variants``, and what other commands say and do where one is in force."""

import json
from pathlib import Path
from typing import Any

import pytest

from oathtools.law.rulings import read_table
from oathtools.saga.writing import read
from tests.cli.calls import caller

NAME = "outland-realms"
POSITION = """\
turn: {player: Bo, phase: act}
players:
  - {name: Ann, role: chancellor}
  - {name: Bo, color: red, pawn: Steppe, warbands: 4}
sites:
  - {site: Plains, warbands: {purple: 1}}
  - Mountain
  - Steppe
  - River
variants:
  outland-realms:
    realms: {white-1: {color: white, founded: 1, sites: [steppe, river]}}
    garrisons: {Steppe: 3}
"""


@pytest.fixture
def oath(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Call oathtools in a saga: (exit status, standard output, error stream)."""
    call = caller(tmp_path / "saga", capsys, monkeypatch)
    assert call("new", str(tmp_path / "saga"), "--first-game")[0] == 0
    return call


@pytest.fixture
def saga(tmp_path: Path) -> Path:
    return tmp_path / "saga"


def data(said: tuple[int, str, str]) -> Any:
    return json.loads(said[1])["data"]


def flat(said: tuple[int, str, str]) -> str:
    return " ".join((said[1] + said[2]).split())


def keep(saga: Path, *sites: str) -> None:
    """The saga keeps a realm, written by hand."""
    path = saga / "chronicle.yaml"
    text = path.read_text(encoding="utf-8")
    kept = f"variants: {{{NAME}: {{realms: {{red-1: {{color: red, founded: 1, sites: [{', '.join(sites)}]}}}}}}}}"
    assert "variants: {}" in text
    path.write_text(text.replace("variants: {}", kept), encoding="utf-8")


# -- which there are, on and off -----------------------------------------------------------------------------------


def test_the_list_says_what_is_in_force(oath: Any) -> None:
    assert "Outland Realms (outland-realms): not in force at this table" in flat(oath("variants"))
    assert "in force at this table" in flat(oath("variants")) and oath("variants")[0] == 0
    oath("variants", NAME, "--on")
    assert "Outland Realms (outland-realms): in force at this table" in flat(oath("variants"))
    assert data(oath("variants", "--json"))[0]["in_force"] is True


@pytest.mark.parametrize("words", [["Outland Realms"], ["outland", "realms"], ["outland"], ["OUTLAND-REALMS"]])
def test_one_of_them_in_any_spelling(oath: Any, words: list[str]) -> None:
    said = oath("variants", *words)
    assert said[0] == 0 and "OR.10 Campaigns against a realm (beside 5.5.1," in flat(said)
    assert "OR-CC a lean Citizens who have just become Exiles" in flat(said)
    assert [point["id"] for point in data(oath("variants", *words, "--json"))["points"]][:2] == ["OR-A", "OR-B"]


def test_a_wrong_name_says_which_is_near(oath: Any) -> None:
    status, _, said = oath("variants", "outlnd realm")
    assert status == 1 and "there is no variant 'outlnd realm'" in said and "Did you mean outland-realms?" in said
    assert oath("variants", "--on")[0] == 2


def test_on_and_off_keep_what_the_table_wrote(oath: Any, saga: Path) -> None:
    """Comments and readings stay; twice is once."""
    path = saga / "rulings.yaml"
    path.write_text("# ours\nreadings:\n  A-02: a  # since May\nvariants: []  # none yet\n", encoding="utf-8")
    assert "Outland Realms is in force." in flat(oath("variants", NAME, "--on"))
    assert "is in force already" in flat(oath("variants", NAME, "--on"))
    assert read_table(saga).variants == (NAME,) and read_table(saga).taken["A-02"].reading == "a"
    assert "# ours" in path.read_text(encoding="utf-8") and "# since May" in path.read_text(encoding="utf-8")
    assert "Outland Realms is not in force." in flat(oath("variants", NAME, "--off"))
    assert read_table(saga).variants == () and "already" in flat(oath("variants", NAME, "--off"))


@pytest.mark.parametrize("before", ["variants: Outland Realms\n", "variants:\n  - outland-realms\n# end\n"])
def test_off_finds_it_as_the_table_wrote_it(oath: Any, saga: Path, before: str) -> None:
    (saga / "rulings.yaml").write_text(before, encoding="utf-8")
    assert data(oath("variants", NAME, "--off", "--json"))["changed"] is True
    assert read_table(saga).variants == ()


def test_a_file_that_names_an_unknown_variant_is_damaged(oath: Any, saga: Path) -> None:
    (saga / "rulings.yaml").write_text("variants: [outlnd realms]\n", encoding="utf-8")
    for words in (["variants"], ["rulings"], ["start", "--bots", "2"]):
        status, _, said = oath(*words)
        assert status == 3 and "no variant 'outlnd realms'" in flat((0, "", said)), words
        assert "outland-realms" in said


# -- what others say -----------------------------------------------------------------------------------------------


def test_law_and_rulings_say_that_it_is_in_force(oath: Any) -> None:
    """8.2, OR.1: only where it stands beside a clause, and only while it is on."""
    assert "Outland Realms" not in flat(oath("law", "8.2")) + flat(oath("rulings"))
    oath("variants", NAME, "--on")
    assert "Outland Realms is in force at this table and changes this: OR.1, OR.2, OR.3" in flat(oath("law", "8.2"))
    assert "OR.5" in flat(oath("law", "1.12")) and "Outland" not in flat(oath("law", "3.1"))
    said = oath("rulings")
    assert "Outland Realms is in force at this table" in flat(said) and "OR-A a lean" in flat(said)
    assert "and changes this" in json.loads(oath("law", "1.12", "--json")[1])["warnings"][0]
    assert "OR.5, OR.6, OR.7, OR.8" in flat(oath("setup", "--players", "3", "--step", "12"))


@pytest.mark.parametrize("words", [["OR.3"], ["or", "3"], ["or.3"]])
def test_law_shows_its_clauses(oath: Any, words: list[str]) -> None:
    said = oath("law", *words)
    assert said[0] == 0 and "OR.3 Evolution (printed 8.2.5.3, beside 8.2)" in flat(said)
    assert "not in force at this table" in flat(said)
    assert data(oath("law", *words, "--json"))[0]["id"] == "OR.3"


@pytest.mark.parametrize("words", [["OR-A"], ["or-a"]])
def test_law_shows_its_open_points(oath: Any, words: list[str]) -> None:
    """OR-A (1.12)."""
    said = oath("law", *words)
    assert said[0] == 0 and "OR-A A realm's site on top of the Cradle" in flat(said)
    assert "Outland Realms, a house rule, is not in force at this table" in flat(said)


def test_law_shows_its_clauses_beside_those_of_the_law(oath: Any) -> None:
    """OR.3, OR-EE, 8.2: asked for together; each by its own id."""
    shown = json.loads(oath("law", "OR.3", "8.2", "or-ee", "--json")[1])
    assert [each["id"] for each in shown["data"]] == ["OR.3", "OR-EE", "8.2"]
    assert {each.get("variant") for each in shown["data"]} == {NAME, None}
    assert "OR.3 Evolution" in flat(oath("law", "OR.3", "8.2"))


def test_law_says_which_clauses_there_are(oath: Any) -> None:
    """OR.1 to OR.13; a ruling of the Law is no clause."""
    for words in (["OR.99"], ["OR.99", "8.2"]):
        status, _, said = oath("law", *words)
        assert status == 1 and "Outland Realms has no clause 'OR.99'" in said and "OR.1 to OR.13" in said
    status, _, said = oath("law", "A-02")
    assert status == 1 and "A-02 is a ruling, no clause" in said and "oathtools rulings A-02" in said


def test_rulings_find_its_points_by_clause_and_title(oath: Any) -> None:
    """OR-J (OR.6), OR-E: in force or not."""
    assert "OR-J" in [each["id"] for each in data(oath("rulings", "OR.6", "--json"))]
    said = oath("rulings", "winner", "founder")
    assert said[0] == 0 and "OR-E The winner as a founder" in flat(said)
    assert "Outland Realms is not in force at this table" in flat(said)


def test_search_finds_its_clauses_and_points(oath: Any) -> None:
    """OR.1, OR-C (8.2): in force or not, as a house rule; before them comes what the Law says."""
    hits = data(oath("search", "founding", "an", "outland", "realm", "--json"))
    first = next(hit for hit in hits[:5] if hit["id"] == "OR.1")  # its own points may stand before it
    assert (first["kind"], first["variant"]) == ("variant", NAME)
    assert first["path"] == ["House rules", "Outland Realms"] and first["clauses"] == ["8.2"]
    assert "OR-C" in [hit["id"] for hit in hits if hit["kind"] == "ruling" and hit["variant"] == NAME]
    said = flat(oath("search", "founding", "an", "outland", "realm"))
    assert said.count("Outland Realms, a house rule, is not in force at this table") == 1
    oath("variants", NAME, "--on")
    shown = json.loads(oath("search", "founding", "an", "outland", "realm", "--json")[1])
    assert f"Outland Realms, a house rule, is in force at this table (oathtools variants {NAME})" in shown["warnings"]
    assert not set(shown["citations"]) & {"OR.1", "OR-C"}
    found = [hit["id"] for hit in data(oath("search", "bandit", "crown", "--limit", "12", "--json"))]
    assert found[0] == "7.6.5" and "relic.bandit_crown" in found[:3]  # A-85 is about it
    assert "OR.13" in found  # a house rule's clause about a card is a ruling on it, among nine others


@pytest.mark.parametrize(("words", "found"), [("OR-A", "OR-A"), ("or.13", "OR.13"), ("kind:variant crown", "OR.13")])
def test_search_by_id_and_by_kind(oath: Any, words: str, found: str) -> None:
    assert data(oath("search", words, "--json"))[0]["id"] == found


def test_its_points_are_set_like_others(oath: Any, saga: Path) -> None:
    """OR-B: recorded before it is switched on too, with a word about that."""
    said = oath("rulings", "set", "or b", "b", "--note", "war")
    assert said[0] == 0 and "not in force at this table" in flat(said)
    assert read_table(saga).taken["OR-B"].reading == "b"
    oath("variants", NAME, "--on")
    assert "OR-B * b lean" in flat(oath("rulings"))
    assert "not in force at this table" not in flat(oath("rulings", "OR-B"))
    status, _, said = oath("rulings", "set", "OR-B", "c")
    assert status == 1 and "OR-B has no reading 'c'" in said


def test_setup_goes_by_the_tables_file(oath: Any, saga: Path) -> None:
    """OR.6, OR.7 (1.22): in a saga with what it keeps; a step by its clause; switched off none of it."""
    keep(saga, "plains", "Salt Flats")
    assert "OR.6" not in flat(oath("setup"))
    status, _, said = oath("setup", "--step", "OR.6")
    assert status == 1 and "Steps: 1 to 23, and box" in said
    oath("variants", NAME, "--on")
    said = flat(oath("setup", "--step", "or.7"))
    assert "OR.7 Garrisons" in said and "Plains (Cradle 1)." in said and "Salt" not in said
    shown = json.loads(oath("setup", "--json")[1])
    assert "OR.6" in [step["step"] for step in shown["data"]] and "OR.8" in shown["citations"]
    assert "Steps: 1 to 23, and box, OR.6, OR.7" in oath("setup", "--step", "99")[2]


def test_setup_without_a_saga(oath: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """OR.5, OR.6 (1.12, 1.22): a table that has only said what it plays with."""
    monkeypatch.delenv("OATHTOOLS_SAGA")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rulings.yaml").write_text(f"variants: [{NAME}]\n", encoding="utf-8")
    said = flat(oath("setup"))
    assert "OR.6 Populating - For each faceup site of a realm that can hold more than one card" in said
    assert "OR.5: None at faceup sites of realms, whatever lies there." in said


# -- games ---------------------------------------------------------------------------------------------------------


def test_a_game_starts_with_it_and_status_says_so(oath: Any, saga: Path) -> None:
    """OR.7, OR.8 (1.22, 1.23): with what the saga keeps; the readings of its points stand in the header."""
    keep(saga, "plains", "Salt Flats")
    oath("variants", NAME, "--on")
    oath("rulings", "set", "OR-E", "b")
    said = oath("start", "--players", "Ann,Bo:red", "--seed", "3")
    assert said[0] == 0 and "Variants in force: Outland Realms." in flat(said)
    header = json.loads((saga / "games" / "0001.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert header["readings"]["OR-E"] == "b" and header["readings"]["OR-A"] == "a"
    shown = oath("status")
    assert "VARIANTS IN FORCE Outland Realms Realm of Bo: Plains (garrison" in flat(shown)
    # Which sites are a realm's everybody knows; that one of them lies facedown on this map nobody may.
    assert (
        ", Salt Flats" in flat(shown).partition("VARIANTS")[2]
        and "facedown" not in flat(shown).partition("VARIANTS")[2]
    )
    assert data(oath("status", "--json"))["variants"][NAME]["realms"]["red-1"]["sites"] == [
        "site.plains",
        "site.salt_flats",
    ]
    assert "a garrison of" in flat(oath("log")) and "(OR.7)" in flat(oath("log"))
    assert oath("journal", "check")[0] == 0


def test_what_the_saga_keeps_may_be_wrong(oath: Any, saga: Path) -> None:
    """Every fault with its way out, by start and by check; nothing is started."""
    keep(saga, "Plainz", "River", "River")
    oath("variants", NAME, "--on")
    for words in (["start", "--bots", "2"], ["chronicle", "check"], ["setup"]):
        status, out, err = oath(*words)
        said = flat((status, out, err))
        assert status in (1, 3) and "no site is called 'Plainz'" in said and "River is named twice" in said, words
        assert "Did you mean Plains?" in said
    assert not (saga / "games").exists()


def test_s7_a_copy_that_somebody_made_is_no_running_game(oath: Any, saga: Path) -> None:
    (saga / "games").mkdir()
    (saga / "games" / "0001_backup.jsonl").write_text("{}\n", encoding="utf-8")
    assert "a running game keeps" not in flat(oath("variants", NAME, "--on"))
    assert "a running game keeps" not in flat(oath("rulings", "set", "A-05", "b"))


def test_adopt_takes_it_up_in_a_running_game(oath: Any, saga: Path, tmp_path: Path) -> None:
    """A running game keeps what it began with until ``rulings adopt``; undo takes it back."""
    keep(saga, "Plains", "Mountain")
    (tmp_path / "p.yaml").write_text(POSITION.partition("variants:")[0], encoding="utf-8")
    oath("start", "--position", str(tmp_path / "p.yaml"))
    said = oath("variants", NAME, "--on")
    assert "a running game keeps what it began with until oathtools rulings adopt" in flat(said)
    assert data(oath("status", "--json"))["variants"] == {}
    said = oath("rulings", "adopt")
    assert said[0] == 0 and "Variants in force: Outland Realms" in flat(said)
    assert list(data(oath("status", "--json"))["variants"][NAME]["realms"]) == ["red-1"]
    assert "From here on Outland Realms is in force" in flat(oath("log"))
    assert "already has the readings" in flat(oath("rulings", "adopt"))
    assert oath("journal", "check")[0] == 0
    oath("variants", NAME, "--off")
    assert "No variant is in force any more" in flat(oath("rulings", "adopt"))
    assert data(oath("status", "--json"))["variants"] == {}
    oath("undo")
    assert list(data(oath("status", "--json"))["variants"]) == [NAME]


def test_a_garrison_can_be_corrected(oath: Any, tmp_path: Path) -> None:
    """OR.7, OR.8, OR.9: at a faceup site of a realm without warbands; beside other corrections; undone like these."""
    path = tmp_path / "p.yaml"
    position = POSITION.replace("[steppe, river]", "[steppe, river, plains, mine]")
    path.write_text(position.replace("- River\n", "- River\n  - {site: Mine, facedown: true}\n"), encoding="utf-8")
    oath("start", "--position", str(path))

    def garrisons() -> Any:
        return data(oath("status", "--json"))["variants"][NAME]["garrisons"]

    assert oath("adjust", "Steppe", "garrison", "5,", "River", "garrison", "1,", "Bo", "supply", "3")[0] == 0
    assert garrisons() == {"site.steppe": 5, "site.river": 1}
    assert oath("adjust", "Steppe", "garrison", "0")[0] == 0 and garrisons() == {"site.river": 1}
    assert oath("journal", "check")[0] == 0
    for words, because in (
        ("Mountain garrison 2", "Mountain: it is no site of a realm, so it has no garrison (OR.7)"),
        ("Plains garrison 2", "Plains: a player's warbands stand there, so it has no garrison (OR.8)"),
        ("Mine garrison 2", "'Mine garrison 2' does not say how the table stands"),
        ("Wastes garrison 2", "'Wastes garrison 2' does not say how the table stands"),
        ("River garrison many", "'many' is no number of warbands"),
        ("River moat 2", "'River moat 2' does not say how the table stands"),
        ("Bo garrison 2", "'Bo garrison 2' does not say how the table stands"),
    ):
        status, out, err = oath("adjust", *words.split())
        assert status == 1, words
        assert because in flat((status, out, err)), words
    assert garrisons() == {"site.river": 1}
    oath("undo")
    assert garrisons() == {"site.steppe": 5, "site.river": 1}
    assert "To correct what it keeps: oathtools adjust Plains garrison 3" in flat(oath("variants", NAME))


def test_a_saga_goes_on_with_its_realms(oath: Any, saga: Path) -> None:
    """OR.3 (8.2): played and written by bots, twice; the realms are in chronicle.yaml by their names."""
    keep(saga, "Plains", "Mountain", "Rocky Coast")
    oath("variants", NAME, "--on")
    for number in (1, 2):
        assert oath("start", "--bots", "3=random", "--seed", str(number))[0] == 0
        written = oath("chronicle", "write", "--auto")
        assert written[0] == 0 and "Outland Realms: " in flat(written)
        assert oath("chronicle", "check")[0] == 0
    world = read(saga / "chronicle.yaml")
    assert world.game == 3 and set(world.variants) == {NAME}
    shown = flat(oath("chronicle", "show"))
    assert "Outland Realms: " in shown and "site." not in shown


def test_the_guide_names_its_steps(oath: Any, saga: Path, tmp_path: Path) -> None:
    """OR.1 (8.2): the question waits, in its own words."""
    over = POSITION.replace("phase: act", "phase: over") + "result: {winner: Ann, how: stable_regime, clause: '3.3', "
    over += "ways: [[stable_regime, '3.3']], round: 6}\n"
    over = over.replace("- River", "- {site: River, warbands: {red: 1}}").replace("[steppe, river]", "[steppe]")
    (tmp_path / "p.yaml").write_text(over, encoding="utf-8")
    assert oath("start", "--position", str(tmp_path / "p.yaml"))[0] == 0
    assert oath("chronicle", "write")[0] == 2
    oath("answer", "people")
    said = flat(oath("ask"))
    assert (
        "Bo may try to make an outland realm of River: a 1, 2 or 3 on a die founds it. Does Bo try? (OR.1, 8.2)" in said
    )
    assert "Bo rolls a die for the new realm. Type the number. (OR.1)" in flat(oath("answer", "yes"))
    assert "Bo founds an outland realm of River" in flat(oath("answer", "2"))


# -- positions -----------------------------------------------------------------------------------------------------


def test_why_and_odds_read_a_position_with_it(oath: Any, tmp_path: Path) -> None:
    """OR-S, OR-O (5.5.2): a refusal names the variant's clause; the garrison counts."""
    path = tmp_path / "p.yaml"
    path.write_text(POSITION, encoding="utf-8")
    assert "Variants in force: Outland Realms." in flat(oath("position", "check", str(path)))
    said = oath("why", "campaign bandits --target River --target Mountain --target Steppe", "--position", str(path))
    assert said[0] == 1 and "Mountain is a target only if the site of the OR.10 campaign is of no realm" in flat(said)
    assert "oathtools rulings OR-S" in flat(said)
    odds = flat(oath("odds", "--position", str(path), "--against", "bandits", "--target", "Steppe"))
    assert "Bandits who defend: 4" in odds
    assert "site." not in said[1]
    again = oath("position", "check", str(path), "--normal")
    assert "outland-realms" in again[1]


def test_a_position_with_an_unknown_variant_or_wrong_data(oath: Any, tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(POSITION.replace("outland-realms:", "outland-realmz:"), encoding="utf-8")
    status, _, said = oath("why", "muster Elders", "--position", str(path))
    assert status == 3 and "no variant 'outland-realmz'" in said
    path.write_text(POSITION.replace("Steppe: 3", "Steppe: -3"), encoding="utf-8")
    status, _, said = oath("why", "muster Elders", "--position", str(path))
    assert status == 3 and "-3 at site.steppe" in said


@pytest.mark.parametrize(("printed", "clause"), [("8.2.5.1", "OR.1"), ("22.5.1", "OR.6"), ("22.5.2.", "OR.7")])
def test_a_number_that_only_a_variant_prints_leads_to_its_clause(oath: Any, printed: str, clause: str) -> None:
    assert [one["id"] for one in data(oath("law", printed, "--json"))] == [clause]
    assert data(oath("search", printed.rstrip("."), "--json"))[0]["id"] == clause


def test_a_number_that_nobody_prints_is_refused(oath: Any) -> None:
    assert oath("law", "8.2.5.9")[0] == 1
