"""A saga in numbers: what the history and the journals say, added up, and nothing that lies hidden."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from oathtools.render.world.stats import as_json
from oathtools.render.world.story_page import picture
from oathtools.saga import folder
from oathtools.saga.chronicle.form import loads
from oathtools.saga.past.diff import Stats, stats
from oathtools.saga.past.story import hidden_cards
from tests.cli.calls import caller
from tests.saga.transitions_data import strings
from tests.support.games import named_in

GAMES = 2


@pytest.fixture(scope="module")
def saga(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from oathtools.cli.main import cli

    made = tmp_path_factory.mktemp("stats") / "saga"
    for words in (["new", str(made), "--first-game"], *[
        each for seed in range(GAMES) for each in (
            ["-C", str(made), "start", "--bots", "3=random", "--seed", str(seed)],
            ["-C", str(made), "play", "--auto"], ["-C", str(made), "chronicle", "write"])
    ]):  # fmt: skip
        cli.main(words, standalone_mode=False)
    return made


@pytest.fixture(scope="module")
def found(saga: Path) -> Stats:
    return stats(saga, loads((saga / "chronicle.yaml").read_text(encoding="utf-8")))


def test_every_game_has_one_winner_of_one_seat_role_oath_and_way(found: Stats) -> None:
    """3: a game is won once, whichever way it is counted."""
    for wins in found.wins.values():
        assert sum(won for won, _ in wins.values()) == GAMES
    assert found.notes == [] and [each.game for each in found.lengths] == [1, 2]


def test_what_journals_say_is_what_status_shows_turn_by_turn(saga: Path, found: Stats) -> None:
    """10.21: whoever rules a site as a turn begins; of a facedown one nobody."""
    held: Counter[str] = Counter()
    turns = []
    for path in sorted((saga / "games").glob("*.jsonl")):
        play, begun = folder.view(path).play, 0
        for now, _, _, events in play.replayed():
            if any(event.kind == "turn" for event in events):
                begun += 1
                held.update(now.state.site(slot) for slot in range(8) if now.state.faceup_site(slot))
        turns.append(begun)
    assert [each.turns for each in found.lengths] == turns
    assert {site: sum(who.values()) for site, who in found.sites.items()} == held


def test_luck_over_the_games_adds_up_to_the_campaigns(found: Stats) -> None:
    """5.5.6: of each campaign one side wins, and as much is expected of both."""
    battles = sum(each.battles for each in found.luck)
    assert sum(each.wins.had for each in found.luck) * 2 == battles
    assert sum(each.wins.expected for each in found.luck) * 2 == battles
    assert as_json(found)["luck"][0]["battles"] == found.luck[0].battles
    for who in found.luck:
        games = [each for luck in found.lucks.values() for each in luck if each.who == who.who]
        assert sum(each.wins.had for each in games) == who.wins.had
        assert sum(each.wins.expected for each in games) == who.wins.expected
    assert set(found.lucks) == {1, 2}


def test_a_saga_without_journals_says_what_its_history_knows(tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    say = caller(None, capsys, monkeypatch, columns=80)
    assert say("-C", "saga", "chronicle", "import", *strings(2, 8)[:5]).status == 0
    said = say("-C", "saga", "chronicle", "stats", "--json")
    assert said.answer["ok"], said.out
    assert said.data["sites"] == {}
    assert said.data["luck"] == []
    assert all(each["turns"] is None for each in said.data["lengths"])
    assert said.answer["warnings"]
    drawn = say("-C", "saga", "chronicle", "stats", "--svg", "n.svg")
    assert drawn.status == 0 and "drawn in n.svg" in drawn.out and Path("n.svg").read_text("utf-8").startswith("<svg")
    assert say("-C", "saga", "chronicle", "stats", "--svg", "n.svg").status == 1  # not without --replace


def test_the_story_draws_the_numbers_and_names_no_site_that_may_lie_hidden(
    saga: Path, capsys: Any, monkeypatch: Any
) -> None:
    say = caller(None, capsys, monkeypatch, columns=80)
    page = say("-C", str(saga), "chronicle", "story", "--html").out
    numbers = page[page.index("In numbers") :]
    assert "Wins by seat" in numbers and "How long the games were" in numbers
    world = loads((saga / "chronicle.yaml").read_text(encoding="utf-8"))
    hidden = frozenset(hidden_cards(world))
    assert hidden and list(named_in(numbers, hidden)) == []


def test_the_picture_has_each_part_and_leaves_out_what_is_not_named(found: Stats) -> None:
    drawn = picture(found)
    assert all(f">{title}</text>" in drawn for title in (
        "Who ruled which site, in turns that began so", "Suits at the sites after each game", "How long the games were",
        "Cards that did most", "Battles won in each game, and how many more than expected"))  # fmt: skip
    bare = picture(found, lambda card: None)
    assert found.sites and "in turns that began so" not in bare and "Cards that did most" not in bare
