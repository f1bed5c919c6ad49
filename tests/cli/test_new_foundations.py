"""Asked for names of New Foundations, each command says that they are of it, and takes none for something else."""

from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest
from click.shell_completion import ShellComplete

from oathtools import catalog
from oathtools.cli.main import cli
from oathtools.cli.shared.common import Settings
from oathtools.kit.datafiles import load
from oathtools.law import exists
from oathtools.law.lookup import standing
from oathtools.odds.battle import Battle
from oathtools.odds.dice import attack_faces, defense_faces
from oathtools.odds.exact import beforehand
from oathtools.render.rules import expansion
from tests.cli.calls import Call, caller
from tests.support import sameness
from tests.support.alike import main_in

TABLE = """
turn: {player: Ann, phase: act}
players:
  - {name: Ann, color: purple, pawn: Mountain, supply: 6, warbands: 4, favor: 9, secrets: 2, advisers: [Tents]}
  - {name: Bo, color: red, pawn: Mountain, favor: 3, warbands: 2}
sites: [Plains, Mine, {site: Mountain, cards: [Bandit Chief, Elders], warbands: {purple: 3}}]
"""
OF_IT = "of the expansion New Foundations, outside this tool"


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.yaml").write_text(TABLE, encoding="utf-8")
    return caller(None, capsys, monkeypatch)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("card Forest Garden", "Forest Garden is a denizen"),
        ("card forge", "Forge is an action"),
        ("law forge", "Forge is an action"),
        ("law bandit prince", "Bandit Prince is a denizen"),
        ("rulings bandit prince", "Bandit Prince is a denizen"),
        ("why muster Bandit Prince --position table.yaml", "Bandit Prince is a denizen"),
        ("why trade Bandit Prince for favor --position table.yaml", "Bandit Prince is a denizen"),
        ("why travel Mines --position table.yaml", "Mines is a site"),
        ("why raid Bo --position table.yaml", "Raid is an action"),
        ("why challenge --position table.yaml", "Challenge is an action"),
        ("odds --force 6 --defense 4 --defenders 3 --plan battle-axes", "Battle Axes is a denizen"),
        ("rulings add settled --card bandit-prince", "Bandit Prince is a denizen"),
    ],
)
def test_it_is_refused_with_that_reason(words: str, name: str, call: Call) -> None:
    said = call("--json", *words.split())
    assert said.status in (1, 2)
    assert said.answer["error"]["message"].startswith(f"{name} {OF_IT}")


def test_what_is_of_the_box_is_done_as_before(call: Call) -> None:
    assert call("why", "travel", "mine", "--position", "table.yaml").out.startswith("Yes")
    assert call("--json", "card", "family heirloom").data["id"] == "denizen.family_heirloom"


def test_a_name_that_only_the_expansion_has_is_looked_for_there(call: Call) -> None:
    said = call("--json", "search", "bandit", "prince")
    assert said.data[0]["heading"] == "Bandit Prince" and said.data[0]["path"][0] == "New Foundations"
    assert said.answer["warnings"][0].startswith(f"Bandit Prince is a denizen {OF_IT}")


def test_a_question_that_speaks_of_one_is_answered_with_a_remark(call: Call) -> None:
    said = call("search", "how do i forge a relic")
    assert said.joined.startswith(f"Forge is an action {OF_IT} today.") and "relic" in said.out


def test_a_position_names_all_of_them(call: Call, tmp_path: Path) -> None:
    (tmp_path / "other.yaml").write_text(
        TABLE.replace("Bandit Chief", "Bandit Prince").replace("Mine,", "Mines,"), encoding="utf-8"
    )
    faults = call("--json", "position", "check", "other.yaml").answer["error"]["faults"]
    assert [(fault["where"], fault["message"], fault["hint"]) for fault in faults] == [
        ("sites.2", f"Mines is a site {OF_IT} today", "Did you mean Mine?"),
        ("sites.3.cards.1", f"Bandit Prince is a denizen {OF_IT} today", None),
    ]


def test_a_chronicle_names_them_too(call: Call, tmp_path: Path) -> None:
    (tmp_path / "chronicle.yaml").write_text("oath: people\nmap: [Mines]\ndispossessed: [Bandit Prince]\n")
    told = call("-C", str(tmp_path), "--json", "chronicle", "check").out
    assert f"Bandit Prince is a denizen {OF_IT}" in told and f"Mines is a site {OF_IT}" in told


# -- what is known of a card, by a third party's transcription ---------------------------------------------------------

KINDS = {"denizen": 93, "relic": 48, "edifice": 30, "legacy": 36, "site": 24, "foundation": 11}


@pytest.mark.parametrize(
    ("words", "kind", "says"),
    [
        ("Bandit Prince", "denizen", "take the place of all bandits"),
        ("bandit prinse", "denizen", "take the place of all bandits"),
        ("iron hand", "legacy", "Not for Imperials"),
        ("broken peaks", "site", "difficulty to recover 4"),
        ("bandit market", "edifice", "Ruined, Bandit Market"),
        ("black sword", "relic", "burn 2 secrets"),
        ("imperial maps", "foundation", "What it does in setup is not known here"),
        ("seer", "legacy", "Its goal, and the suit whose cards bring points, are icons"),
        ("fair isle", "site", "An Island is a Coast, too"),
    ],
)
def test_a_card_of_it_is_told_with_what_that_rests_on(words: str, kind: str, says: str, call: Call) -> None:
    told = call("card", *words.split())
    assert told.status == 0 and says in told.joined and "by a third party, not compared with print" in told.joined
    assert call("--json", "card", *words.split()).data["kind"] == kind


def test_a_card_of_both_boxes_is_the_base_game_s_unless_it_is_asked_for(call: Call) -> None:
    assert call("--json", "card", "keep").data["id"] == "denizen.keep"
    there = call("--json", "card", "keep", "--edition", "new-foundations").data
    assert (there["base"], there["revised"]) == ("denizen.keep", True)
    same = call("--json", "card", "longbows", "--edition", "new-foundations")
    assert same.data["id"] == "denizen.longbows" and "not known to change" in same.answer["warnings"][0]
    assert call("card", "bandit prince", "--edition", "base").status == 1


def test_each_of_them_says_all_that_its_kind_has() -> None:
    cards = load("new_foundations_cards")
    assert {kind: len(each) for kind, each in cards.items()} == KINDS
    for kind, each in cards.items():
        for name, facts in each.items():
            found = expansion.find(name)
            assert found is not None and (found["kind"], found["name"]) == (kind, name)
            assert found["text"] or kind == "site", name
            assert (found["suit"] in catalog.SUITS) == (kind in ("denizen", "edifice")), name
            assert found["base"] is not None or not facts.get("revised"), name


# -- its rules by topic, and what stands of the base Law ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("clause", "standing", "topic"),
    [
        ("5.5", "changed", "campaign"),
        ("5.5.3", "stands", "campaign"),
        ("5.5.7.2", "changed", "campaign"),
        ("5.2.1", "stands", "muster"),
        ("5.2.2", "changed", "muster"),
        ("8.4", "changed", "chronicle"),
        ("10.4", "unknown", None),
        ("1.10", "changed", "first_game"),
    ],
)
def test_a_clause_stands_or_is_changed_or_nothing_is_known_of_it(
    clause: str, standing: str, topic: str | None, call: Call
) -> None:
    row = call("--json", "law", clause, "--edition", "new-foundations").data["standings"][0]
    assert row == {"clause": clause, "standing": standing, "topic": topic}


def test_a_topic_is_told_with_its_pages_and_what_it_rests_on(call: Call) -> None:
    said = call("law", "forge", "--edition", "new-foundations")
    assert "Forge (CR 25; NF 14)" in said.joined and "not compared with print" in said.joined
    every = call("law", "--edition", "new-foundations")
    assert "Not known here: the goals and suits of legacies" in every.joined
    assert call("law", "99.9", "--edition", "new-foundations").status == 1


def test_every_clause_that_a_topic_names_is_one_of_the_law_and_stands_in_one_place() -> None:
    named = [
        clause
        for row in load("new_foundations_rules")["topics"].values()
        for what in ("stands", "changed")
        for clause in row.get(what, ())
    ]
    assert all(map(exists, named)) and len(named) > 60
    # Of what two topics name both say the same: that it is changed.
    twice = {clause for clause in named if named.count(clause) > 1}
    assert {standing(clause).standing for clause in twice} <= {"changed"}


def test_its_rules_are_searched_as_a_book_and_are_no_answers_of_the_base_game(call: Call) -> None:
    hits = call(
        "--json", "search", "--book", "new-foundations", "does", "a", "raid", "discard", "facedown", "advisers"
    ).data
    assert hits[0]["id"].startswith("campaign.")
    named = call("--json", "search", "muster in new foundations").data
    assert [named[0]["id"], named[1]["id"].partition(".")[0]] == ["new-foundations", "muster"], "not in the Law"
    assert all(hit["path"][:1] != ["New Foundations"] for hit in call("--json", "search", "how does muster work").data)


@pytest.mark.parametrize(
    ("kind", "number"),
    [("denizen", 255), ("relic", 48), ("edifice", 30), ("legacy", 36), ("site", 24), ("foundation", 11)],
)
def test_the_whole_catalogue_is_listed(kind: str, number: int, call: Call) -> None:
    rows = call("--json", "card", "--kind", kind, "--edition", "new-foundations").data
    assert len(rows) == len({row["name"] for row in rows}) == number
    assert all(row["power"] for row in rows)


def test_a_card_that_its_box_has_not_says_so(call: Call) -> None:
    said = call("--json", "card", "portal", "--edition", "new-foundations")
    assert said.data["id"] == "denizen.portal" and "has no such card" in said.answer["warnings"][0]


# -- its campaigns by numbers: the sacrifice comes before the defense roll ---------------------------------------------


def _sides(faces: dict[str, tuple[int, int, int]]) -> list[tuple[int, int]]:
    return [each[1:] for each in faces.values() for _ in range(each[0])]


@pytest.mark.parametrize(
    ("force", "dice", "defense", "stands"), [(0, 0, 1, 0), (2, 2, 1, 1), (3, 3, 2, 2), (2, 3, 2, 0)]
)
def test_what_each_sacrifice_beforehand_brings_by_every_roll(force: int, dice: int, defense: int, stands: int) -> None:
    attacks = list(product(_sides(attack_faces(frozenset())), repeat=dice))
    defenses = list(product(_sides(defense_faces(frozenset())), repeat=defense))
    for row in beforehand(Battle(force, dice, defense, stands)):
        won, lost = 0, 0
        for attack, wall in product(attacks, defenses):
            left = max(force - sum(skulls for _, skulls in attack), 0)
            given = min(row.sacrificed, left)
            total = sum(hollow for hollow, _ in attack) // 2 + given
            wins = total > sum(shields for shields, _ in wall) * 2 ** sum(twice for _, twice in wall) + stands
            won += wins
            lost += force - left + given + (0 if wins else (left - given) // 2)
        every = len(attacks) * len(defenses)
        assert Fraction(*row.win) == Fraction(won, every) and row.losses == pytest.approx(lost / every)


def test_odds_of_it_are_told_with_what_they_take_for_granted(call: Call) -> None:
    numbers = ("--force", "6", "--defense", "4", "--defenders", "3")
    told = call("--json", "odds", *numbers, "--edition", "new-foundations").data
    base = call("--json", "odds", *numbers).data
    # All that is left, given beforehand, wins as often as what is needed, given afterwards; it costs more.
    wins = [Fraction(told["sacrifices"][at]["win"]) for at in (0, 6)]
    assert wins == [Fraction(base["win_no_sacrifice"]), Fraction(base["win"])]
    assert told["sacrifices"][6]["losses"] > 3.25 and "no battle plans" in told["assumed"][0]
    rolled = call("--json", "odds", *numbers, "--rolled", "5", "--edition", "new-foundations").data
    assert Fraction(rolled["sacrifices"][0]["win"]) < Fraction(rolled["sacrifices"][3]["win"]) < 1


@pytest.mark.parametrize("more", ["--plan longbows", "--position table.yaml --against Bo", "--best", "--svg x.svg"])
def test_what_is_not_certain_of_it_is_not_weighed(more: str, call: Call) -> None:
    numbers = "" if "position" in more or "best" in more else "--force 6 --defense 4 --defenders 3"
    said = call("odds", *numbers.split(), *more.split(), "--edition", "new-foundations")
    assert said.status == 1 and "New Foundations" in said.err
    assert call("odds", "--force", "3", "--rolled", "2", "--defense", "1", "--defenders", "1").status == 2


def test_the_base_box_is_what_it_is_without_the_expansion(tmp_path: Path) -> None:
    """Some of the moments of ``tests.checks moments``; and the process without the expansion has none of it."""
    apart = sameness.Apart()
    for number in (3, 4):
        folder, rng = tmp_path / str(number), Random(number)
        folder.mkdir()
        for words in rng.sample(sameness.moment(number, folder, rng), 5):
            assert main_in(folder, *words) == apart(folder, *words), words
    for words in ("card bandit prince", "law --edition new-foundations", "search --book new-foundations raid"):
        assert main_in(tmp_path, *words.split()) != apart(tmp_path, *words.split())


WORLD = """
edition: new-foundations
map: [{site: Dunes, cards: [Tents]}, {site: Steppe, cards: [Great Herd]}]
yellow: {side: chancellor, legacies: [Seer]}
"""


def test_a_saga_begins_without_a_string(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call("new", "ours", "--edition", "new-foundations", "--name", "Us").status == 0
    assert call("new", "ours", "--edition", "new-foundations").status == 1
    monkeypatch.chdir(tmp_path / "ours")
    assert "Nothing is written down yet." in call("status").out
    assert call("note", "Ann is red.").status == 0
    assert call("adjust", "Bo", "favor", "4").err.startswith("Error: in a saga of New Foundations the world is told")
    Path("world.yaml").write_text(WORLD, encoding="utf-8")
    assert call("adjust", "--position", "world.yaml").joined == "Nothing lies twice or is missing."
    assert {"Map, Dunes: Tents", "Yellow, legacies: Seer"} <= set(call("status").out.splitlines())
    string = call("tts", "write").out.strip()
    assert call("--json", "tts", "read", string).data["map"][0] == {"site": "Dunes", "cards": ["Tents"]}
    Path("next.yaml").write_text(WORLD.replace("Tents", "Tents, Keep"), encoding="utf-8")
    assert call("chronicle", "import", "next.yaml", "--words", "Ann won.").status == 0
    game = call("--json", "chronicle", "history").data["games"][0]
    assert game["words"] == ["Ann is red.", "Ann won."] and [each["card"] for each in game["cards"]] == ["Keep"]
    assert "Keep" in call("chronicle", "pulls").out


@pytest.mark.parametrize(
    ("world", "what"),
    [
        (WORLD.replace("Tents", "Tentz"), "no save string can hold this world: map: nothing that may stand there"),
        ("edition: new-foundations\nmap: 3\n", "this is no world"),
        ("edition: new-foundations\nmap: [\n", "this is no world"),
    ],
)
def test_a_world_that_is_none_changes_nothing(world: str, what: str, call: Call, tmp_path: Path) -> None:
    call("new", "ours", "--edition", "new-foundations")
    before = (tmp_path / "ours" / "chronicle.yaml").read_text(encoding="utf-8")
    (tmp_path / "w.yaml").write_text(world, encoding="utf-8")
    for words in (("adjust", "--position", "w.yaml"), ("chronicle", "import", "w.yaml")):
        assert call("-C", "ours", *words).err.replace("\n ", "").startswith(f"Error: {what}"[:60])
    assert (tmp_path / "ours" / "chronicle.yaml").read_text(encoding="utf-8") == before


def test_names_are_completed_in_its_saga(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def completed(typed: str) -> list[str]:
        complete = ShellComplete(cli, {"obj": Settings()}, "oathtools", "_OATHTOOLS_COMPLETE")
        return [each.value for each in complete.get_completions(["card"], typed)]

    assert completed("quarter") == []
    (tmp_path / "chronicle.yaml").write_text("edition: new-foundations\n", encoding="utf-8")
    assert completed("quarter") == ["quartermaster"] and "iron-hand" in completed("iron")


def test_a_misspelt_card_of_its_own_is_shown_in_its_saga(call: Call, tmp_path: Path) -> None:
    """It is refused for the base box alone."""
    assert call("new", f"{tmp_path}/saga", "--edition", "new-foundations").status == 0
    shown = call("-C", f"{tmp_path}/saga", "card", "great", "forg")
    assert shown.status == 0 and "Great Forge (New Foundations)" in shown.out
    assert call("-C", f"{tmp_path}/saga", "card", "--edition", "base", "great", "forg").status == 1
