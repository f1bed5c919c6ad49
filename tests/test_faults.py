"""The faults that audits found, each with its case (``test_faults.yaml``); the cases that stand nowhere else."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from oathtools.acid.engine import Engine
from oathtools.answerers.requests import request_of, split
from oathtools.cli.shared import addressing
from oathtools.kit.datafiles import compile_book
from oathtools.simulate.game import played
from oathtools.table import effects_cards
from oathtools.table.state import FAVOR
from tests.cli.calls import caller
from tests.simulate.played import first_game, plan
from tests.support.tables import a_table

ROOT = Path(__file__).parents[1]
FAULTS: dict[str, Any] = compile_book("test_faults", Path(__file__).parent)
NUMBERS = {"T": 20, "U": 18, "P": 11, "S": 14, "V": 6, "W": 32}


def test_each_fault_has_its_case() -> None:
    """A test that is named is there; what has none says why."""
    assert list(FAULTS) == [f"{kind}{number}" for kind, most in NUMBERS.items() for number in range(1, most + 1)]
    for fault, cases in FAULTS.items():
        assert cases and (isinstance(cases, list) or fault in ("V3", "V5", "V6")), fault
        for case in cases if isinstance(cases, list) else ():
            file, _, name = case.partition("::")
            assert re.search(rf"^def {name}\(", (ROOT / "tests" / file).read_text(encoding="utf-8"), re.MULTILINE), case


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    monkeypatch.chdir(tmp_path)
    return caller(None, capsys, monkeypatch, columns=76)


# -- T: what was told falsely ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reading", ["a", "b"])
def test_t2_2_11_chaos_cult_is_fed_by_the_action_after_which_the_title_moves(reading: str) -> None:
    """10.2, A-05: as soon as it moves, and not at the end of whatever action comes next."""
    table = a_table().oath("people").title("blue").banner("peoples_favor", "blue", 1).seat("red", favor=4, at=3)
    table = table.seat("yellow", advisers=["chaos_cult"]).site("steppe", cards=["elders"]).reading("A-05", reading)
    play = table.play().answer("recover")
    while play.asked[0].startswith("recover"):
        play.answer(play.offered[0])
    assert (play.asked, play.state.oathkeeper, play.has("yellow", FAVOR)) == (("act", "red"), "red", 1)


OVER = """\
format: 1
turn: {player: Bo, phase: over}
result: {winner: Bo}
players:
  - {name: Ann, color: purple, pawn: Mountain}
  - {name: Bo, color: red, pawn: Steppe}
sites: [Plains, Buried Giant, Steppe, Mountain]
"""


def test_t12_a_game_that_was_won_nobody_knows_how_ends_no_sentence_in_a_gap(call: Any, tmp_path: Path) -> None:
    (tmp_path / "over.yaml").write_text(OVER)
    assert call("new", "saga", "--first-game").status == 0
    assert call("-C", "saga", "start", "--position", "over.yaml").status == 0
    told = [call("-C", "saga", *words).out for words in (["status"], ["log"], ["win"], ["ask"])]
    assert "Bo has won" in told[0] and "Bo won" in told[2]
    assert not [text for text in told if re.search(r"\bwins? ?\.| \.", text)]


TRIPPED_OVER = (
    "with all dice, against what is ticked", "The rules need the face", "unseen you do with the cards.",
    "cannot have been nothing", "one of the denizens, not told which", "Say only what to do", "bears on on",
    "lets one do is an action of its own", "exactly 1/1", "The defender are",
)  # fmt: skip


def test_t16_words_that_a_player_tripped_over_stand_nowhere() -> None:
    kinds = ("*.py", "*.yaml", "*.html", "*.js")
    files = [path for folder in ("oathtools", "data") for kind in kinds for path in (ROOT / folder).rglob(kind)]
    texts = {path: " ".join(path.read_text(encoding="utf-8").split()) for path in files}
    assert len(texts) > 400
    assert [(path.name, words) for path, text in texts.items() for words in TRIPPED_OVER if words in text] == []


def test_t16_what_is_certain_is_no_fraction_and_bandits_are_many(call: Any) -> None:
    told = call("odds", "--force", "6", "--defense", "0", "--defenders", "0").out
    assert "100.00 %" in told and "1/1" not in told
    (Path("table.yaml")).write_text(OVER.replace("over", "act").replace("result: {winner: Bo}\n", ""))
    why = call("why", "campaign bandits --target site:Mountain", "--position", "table.yaml")
    assert "bandits does" not in why.out and "bandits is" not in why.out


def test_t17_a_yes_says_what_it_costs_what_it_brings_and_by_which_clauses(call: Any) -> None:
    text = OVER.replace("over", "act").replace("result: {winner: Bo}\n", "").replace("Steppe, Mountain]", SITES)
    Path("table.yaml").write_text(text.replace("pawn: Steppe", "pawn: Steppe, favor: 3, supply: 4"))
    yes = call("why", "trade Elders --for secrets", "--position", "table.yaml")
    assert yes.status == 0 and yes.joined.startswith("Yes. Because")
    for words in (
        "The Trade brings 0 secrets (5.3.2).",
        "It costs 1 Supply and 2 favor on Elders (5.3.1).",
        "Bo has 4 Supply",
        "(4.2)",
    ):
        assert words in yes.joined, words


SITES = "{site: Steppe, cards: [Elders]}, Mountain]"


def test_t20_a_journey_to_a_site_that_is_off_the_map_is_refused_and_fails_nobody() -> None:
    ours = Engine()
    ours.position(a_position())
    assert ours.verdict({"action": "travel", "to": "mine"}) is not None
    assert ours.verdict({"action": "travel", "to": "mountain"}) is None


def a_position() -> dict[str, Any]:
    from oathtools.acid.cases import cases

    return next(
        each.position for each in cases() if each.id.startswith("travel/") and "mountain" in each.position["map"]
    )


def test_t14_bandits_who_join_the_force_are_none_of_its_warbands(call: Any) -> None:
    """7.6.5: none lost to all of the force lost; the bandits of the Crown are not counted."""
    battle = ("odds", "--force", "3", "--defense", "2", "--defenders", "2", "--plan", "Bandit Crown=4", "--json")
    data = call(*battle).data
    assert len(data["win_and_lost"]) == len(data["defeat_and_lost"]) == 4


# -- P, S, V: the product, secrets, speed ------------------------------------------------------------------------------


def test_p5_a_terminal_that_cannot_clear_its_screen_has_it_moved_out_of_sight(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """9.4: a private card may not stay there, and no sequence that it does not know is sent."""
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("LINES", "31")
    addressing.clear()
    assert capsys.readouterr().out == "\n" * 31


def test_p10_a_number_that_the_variants_text_prints_is_found_and_cards_are_listed(call: Any) -> None:
    for number, clause in (("8.2.5.1", "OR.1"), ("22.5.1", "OR.6")):
        assert call("law", number).out.startswith(f"{clause}  "), number
    every = call("card", "--kind", "denizen", "--json").data
    assert len(every) == 198


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("solo", "no solo rules"),
        ("two players", "no rules of their own for two players"),
        ("start the chronicle afresh", "does not say when or how a Chronicle is begun again"),
        ("new foundations", "a book of its own, which is not in this Law"),
        ("frequently missed rules", "oathtools law missed"),
    ],
)
def test_p11_what_there_is_not_is_said(words: str, says: str, call: Any) -> None:
    assert says in call("search", words).joined


def test_s8_words_are_read_in_a_time_that_grows_with_them() -> None:
    """Twice as many words are at most some three times as many calls."""

    def calls(count: int) -> int:
        found = 0

        def counted(frame: object, event: str, argument: object) -> None:
            nonlocal found
            found += event == "call"

        sys.setprofile(counted)
        try:
            request_of(split("campaign bo" + " and" * count))
        except Exception:
            pass
        finally:
            sys.setprofile(None)
        return found

    calls(40)
    assert calls(320) < 3.5 * calls(160) + 2000


def test_v2_simulated_games_keep_no_layout_that_nobody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("how all cards lie is kept for each event")

    monkeypatch.setattr(effects_cards, "Sights", refuse)
    assert played(plan(origin=first_game()), "A", 0)["decisions"] > 50


# -- W: what was heard as something else, or refused without a reason --------------------------------------------------

TABLE = """\
format: 1
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, pawn: Plains, favor: 4, warbands: 2}
  - {name: Bo, color: red, pawn: Mountain, favor: 3, secrets: 2, supply: 6, warbands: 4,
     advisers: [Hospitality, Jinx, Mountain Giant]}
  - {name: Cy, color: blue, pawn: Mountain, favor: 1, warbands: 1}
sites:
  - {site: Plains, warbands: {purple: 2}}
  - Buried Giant
  - {site: Mountain, cards: [Taming Charm, Elders], warbands: {red: 2}}
  - Steppe
"""


@pytest.fixture
def at_table(call: Any, tmp_path: Path) -> Any:
    (tmp_path / "table.yaml").write_text(TABLE)
    assert call("new", "saga", "--first-game").status == 0
    assert call("-C", "saga", "start", "--position", "table.yaml").status == 0
    return lambda *words: call("-C", "saga", *words)


def test_w22_the_only_thing_that_a_power_can_be_used_on_may_be_named(at_table: Any) -> None:
    assert "discards Elders" in at_table("answer", 'use "Taming Charm" Elders').joined


def test_w23_a_power_that_applies_of_itself_is_not_said_to_be_none(at_table: Any) -> None:
    """7.4: Hospitality modifies travel, when one has traveled."""
    told = at_table("why", "travel Steppe --with Hospitality").joined
    assert "Hospitality applies to the travel action of itself" in told and "has no power" not in told
    assert "has no power that modifies the travel" in at_table("why", "travel Steppe --with Elders").joined


def test_w24_what_is_no_battle_plan_is_said_to_be_none(at_table: Any) -> None:
    told = at_table("odds", "--against", "Cy", "--target", "pawn", "--plan", "Jinx")
    assert told.status and "Jinx is no battle plan (7.1.4)" in told.err


def test_w11_the_pile_of_a_site_is_not_that_of_another_region(at_table: Any) -> None:
    """5.1.2: Mountain lies in the Provinces."""
    told = " ".join(at_table("why", "search the Mountain discard pile").err.split())
    assert "the Mountain discard pile" in told and "Hinterland" not in told and "Taken as" not in told


def test_w21_a_plan_with_a_number_as_it_is_printed_says_which_ways_there_are(at_table: Any) -> None:
    """7.5.4: three dice more or three less."""
    told = at_table("why", "campaign Cy --target pawn --plan 'Mountain Giant (3)'").joined
    assert "Mountain Giant=3" in told and "Mountain Giant=-3" in told and "several" not in told


@pytest.mark.parametrize("what", ["1 favor", "Whistle"])
def test_w25_9_6_a_gift_is_refused_with_its_reason(what: str, at_table: Any) -> None:
    told = at_table("why", f"give {what} to Cy").joined
    assert "a deal alone moves nothing" in told and "nothing is possible" not in told


def test_w27_5_2_1_the_part_of_a_line_that_is_refused_is_named(at_table: Any) -> None:
    told = " ".join(at_table("answer", "muster Elders; muster Elders; travel Steppe").err.split())
    assert "Elders already holds 1 favor" in told and "the part 'muster Elders'" in told


def test_w29_what_nothing_stands_against_is_said_not_to_be_overruled(at_table: Any) -> None:
    told = at_table("overrule", "travel Plains", "--because", "we agreed")
    assert told.status == 0 and "nothing was overruled" in told.err


def test_w30_how_a_power_with_a_choice_is_typed_is_said(at_table: Any) -> None:
    told = at_table("why", "campaign Cy --target pawn --plan 'Mountain Giant'").joined
    assert "Mountain Giant=3" in told and "Mountain Giant=-1" in told
    assert at_table("why", "campaign Cy --target pawn --plan 'Mountain Giant=3'").joined.startswith("Yes.")


def test_w31_the_end_of_a_game_names_what_comes_next(call: Any) -> None:
    assert call("new", "saga", "--first-game").status == 0
    assert call("-C", "saga", "start", "--bots", "3=random", "--seed", "4").status == 0
    assert "chronicle write" in call("-C", "saga", "ask").joined
