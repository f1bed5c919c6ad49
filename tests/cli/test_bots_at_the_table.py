"""Bots from the command line: who sits where, who stands in, why they did what they did."""

from pathlib import Path
from typing import Any

import pytest

from tests.cli.calls import caller


@pytest.fixture
def oath(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Call oathtools in a saga of its own."""
    call = caller(tmp_path / "saga", capsys, monkeypatch, columns=80)
    assert call("new", str(tmp_path / "saga"), "--first-game").status == 0
    return call


def test_the_demo_is_played_by_those_named_and_says_why(oath: Any) -> None:
    data = oath("demo", "--bots", "greedy,random", "--why-bot", "--seed", "why", "--json").answer["data"]
    assert data["bots"] == ["greedy", "random", "random", "random"]
    assert data["result"]["winner"] and {why["who"] for why in data["why"]} == {"purple"}
    for why in data["why"]:
        chosen, *others = why["considered"]
        assert why["kind"] == "act" and why["tried"] >= len(why["considered"]) > 0
        assert chosen["value"] == pytest.approx(sum(chosen["terms"].values()), abs=0.05)
        # The end of the turn is taken unless something is better by a margin.
        assert chosen["answers"] == ["end"] or all(chosen["value"] >= each["value"] for each in others)


def test_p9_at_a_terminal_the_demo_is_turned_over_page_by_page(tmp_path: Path) -> None:
    """P9: 716 lines ran by without a pause; whoever is piped to still has them all at once."""
    from tests.terminals import at_terminal

    pager = {"PAGER": f"tee {tmp_path / 'paged'}"}
    with at_terminal("demo", "--all", "--bots", "random", environment=pager) as terminal:
        shown, status = terminal.end()
    paged = (tmp_path / "paged").read_text(encoding="utf-8")
    assert status == 0 and paged.count("\n") > 200 and paged in shown


def test_p9_the_demo_stops_at_each_round_until_somebody_has_enough() -> None:
    from tests.terminals import at_terminal

    with at_terminal("demo", "--bots", "random") as terminal:
        setup = terminal.until("enough > ")
        first = terminal.say("", "enough > ")
        terminal.type("q\n")
        rest, status = terminal.end()
    assert "SETUP" in setup and "ROUND 1" in first and "ROUND 2" not in first + rest
    assert status == 0 and "To watch it: " in rest


def test_p9_the_demo_asks_for_no_round_after_the_last_one() -> None:
    from tests.terminals import at_terminal

    with at_terminal("demo", "--bots", "random") as terminal:
        shown = terminal.until("enough > ")
        while "The game is over" not in shown:
            shown = terminal.say("", "enough > ", "our-saga --first-game\n")
        rest, status = terminal.end()
    assert status == 0 and "enough >" not in shown + rest and "demo --all" in shown + rest


def test_reasons_stand_before_what_was_done(oath: Any) -> None:
    said = oath("demo", "--bots", "greedy,random", "--why-bot", "--seed", "why").out
    first = said.index("Ann (greedy): ")
    assert said.index("Ann's turn") < first and "What counts: " in said[first:] and "Rather than " in said[first:]
    assert "(greedy): " not in oath("demo", "--bots", "greedy,random", "--seed", "why").out


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (("demo", "--bots", "clever"), "no bot is called clever: random, greedy, planner"),
        (("demo", "--bots", ","), "--bots names nobody"),
        (("demo", "--bots", ",".join(["random"] * 7)), "7 bots, and 6 seats at most"),
        (("start", "--players", "Ann,Bo", "--bots", "two"), "a number of seats, and which bot"),
        (("start", "--players", "Ann,Bo", "--bots", "1=clever"), "no bot is called clever"),
    ],
)
def test_bots_that_there_are_not_are_refused(oath: Any, call: tuple[str, ...], told: str) -> None:
    said = oath(*call)
    assert said.status == 2 and told in said.err


def test_seats_added_are_played_by_the_bot_that_is_named(oath: Any) -> None:
    started = oath("start", "--players", "Ann", "--bots", "2", "--seed", "1", "--json").answer["data"]
    assert [seat["bot"] for seat in started["seats"]] == [False, "greedy", "greedy"]
    other = oath("start", "--players", "Ann", "--bots", "1=random", "--seed", "1", "--anew", "--json").answer["data"]
    assert [seat["bot"] for seat in other["seats"]] == [False, "random"]


def test_a_file_of_players_names_bots_too(oath: Any, tmp_path: Path) -> None:
    rows = "- {name: Ann}\n- {name: Bo, bot: true}\n- {name: Cy, bot: random}\n"
    (tmp_path / "players.yaml").write_text(rows, encoding="utf-8")
    started = oath("start", "--players", str(tmp_path / "players.yaml"), "--seed", "1", "--json").answer["data"]
    assert [seat["bot"] for seat in started["seats"]] == [False, "greedy", "random"]
    (tmp_path / "players.yaml").write_text("- {name: Ann}\n- {name: Bo, bot: clever}\n", encoding="utf-8")
    assert oath("start", "--players", str(tmp_path / "players.yaml"), "--anew").status == 2


def test_bots_stand_in_for_who_is_away_until_somebody_who_is_there_is_asked(oath: Any) -> None:
    assert oath("start", "--players", "Ann,Bo,Cy", "--seed", "1").status == 0
    said = oath("play", "--bots", "Ann,Cy=random", "--json")
    assert said.answer["error"]["kind"] == "needs_answer" and said.answer["error"]["question"]["who"] == "red"
    entries = oath("log", "--json").answer["data"]
    assert entries and oath("ask", "--json").answer["data"]["who"] == "red"
    # They have answered for them; the game remains theirs.
    assert oath("undo", "--json").status == 0


def test_nobody_can_stand_in_for_a_player_who_is_not_there(oath: Any) -> None:
    assert oath("start", "--players", "Ann,Bo,Cy", "--seed", "1").status == 0
    said = oath("play", "--bots", "Dee")
    assert said.status == 2 and "no player is called Dee" in said.err and "Ann, Bo, Cy" in said.err
    assert "no bot is called clever" in oath("play", "--bots", "Cy=clever").err


def test_what_is_played_by_itself_is_played_by_the_bots_that_are_named(oath: Any, tmp_path: Path) -> None:
    """The same game whether they stand in for people or have sat there from the beginning."""
    assert oath("start", "--players", "Ann,Bo", "--seed", "2").status == 0
    stood_in = oath("play", "--auto", "--bots", "Ann,Bo=random", "--json").answer["data"]
    (tmp_path / "players.yaml").write_text("- {name: Ann, bot: greedy}\n- {name: Bo, bot: random}\n", encoding="utf-8")
    assert oath("start", "--players", str(tmp_path / "players.yaml"), "--seed", "2", "--anew").status == 0
    assert oath("play", "--auto", "--json").answer["data"] == stood_in
    assert stood_in["result"]["winner"]
