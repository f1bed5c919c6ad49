"""``oathtools odds`` as people and scripts see it."""

import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

from oathtools.cli.main import cli
from oathtools.cli.shared.common import Failure, Settings
from tests.cli.invoked import answered

PLAIN = ("--force", "6", "--defense", "4", "--defenders", "3")


def run(*args: str, columns: int = 60) -> Result:
    env = {"COLUMNS": str(columns)}
    return CliRunner().invoke(cli, ["odds", *args], obj=Settings(), env=env, standalone_mode=False)


def shown(*args: str) -> dict[str, Any]:
    return answered(run(*args, "--json"))


def failed(*args: str) -> Failure:
    result = run(*args)
    assert isinstance(result.exception, Failure), result.output
    return result.exception


def test_json() -> None:
    answer = shown(*PLAIN)
    data = answer["data"]
    assert data["win"] == "23131/27648"
    assert data["win_float"] == 23131 / 27648
    assert len(data["win_and_lost"]) == len(data["defeat_and_lost"]) == 7
    assert sum(Fraction(each) for each in (*data["win_and_lost"], *data["defeat_and_lost"])) == 1
    fractions = [data["win"], data["win_no_sacrifice"], *data["win_and_lost"], *data["defeat_and_lost"]]
    assert all(re.fullmatch(r"\d+/\d+", each) for each in fractions)
    assert {"5.5.4", "5.5.5", "5.5.6"} <= set(answer["citations"])
    assert answer["warnings"] == []


def test_attack_dice_may_be_told() -> None:
    fewer = shown(*PLAIN, "--attack", "3")["data"]
    assert Fraction(fewer["win"]) < Fraction(shown(*PLAIN)["data"]["win"])
    assert len(fewer["win_and_lost"]) == 7


def test_text_fits_sixty_columns_and_names_its_clauses() -> None:
    result = run(
        *PLAIN, "--plan", "longbows", "--plan", "kindred warriors=3", "--defender-plan", "mounted patrol",
        "--defender-plan", "bear traps", "--defender-plan", "shield wall",
    )  # fmt: skip
    assert result.exit_code == 0
    assert all(len(line) <= 60 for line in result.stdout.splitlines())
    assert "Win " in result.stdout
    assert "without sacrifice" in result.stdout
    assert "Longbows (attacker): attack dice 6 to 7" in result.stdout
    assert "1 warband of the attacker lost" in " ".join(result.stdout.split())
    assert "victory, 2 lost" in result.stdout
    assert "█" in result.stdout
    assert "attack die " in result.stdout
    assert "5.5.5" in result.stdout


@pytest.mark.parametrize("numbers", [(0, 0, 0), (1, 0, 0), (40, 0, 0), (3, 12, 9), (24, 14, 20)])
def test_text_of_odd_numbers(numbers: tuple[int, int, int]) -> None:
    force, defense, defenders = map(str, numbers)
    result = run("--force", force, "--defense", defense, "--defenders", defenders)
    assert result.exception is None
    assert all(len(line) <= 60 for line in result.stdout.splitlines())


def test_bars_of_plain_signs_where_the_screen_has_no_blocks() -> None:
    env = {"PYTHONIOENCODING": "ascii", "PATH": ""}
    told = subprocess.run(
        [sys.executable, "-m", "oathtools", "odds", *PLAIN], capture_output=True, env=env, check=True, text=True
    )
    assert "###" in told.stdout
    assert told.stdout.isascii()


def test_chances_are_never_rounded_to_certain() -> None:
    result = run("--force", "20", "--defense", "1", "--defenders", "9")
    assert "Win                  >99.99 %" in result.stdout or "Win                  100.00 %" in result.stdout
    data = shown("--force", "20", "--defense", "1", "--defenders", "9")["data"]
    assert (">99.99 %" in result.stdout) == (data["win"] != "1/1")


def test_bandits() -> None:
    answer = shown("--force", "5", "--defense", "2", "--defenders", "2", "--bandits")
    assert answer["data"]["mean"]["defender_lost"] == "0/1"
    assert "A-59" in answer["citations"]
    assert "2 bandits" in run("--force", "5", "--defense", "2", "--defenders", "2", "--bandits").stdout


def test_no_sacrifice() -> None:
    data = shown(*PLAIN, "--no-sacrifice")["data"]
    assert data["win"] == data["win_no_sacrifice"]
    assert "no sacrifices" in run(*PLAIN, "--no-sacrifice").stdout


def test_plans_compose() -> None:
    data = shown(*PLAIN, "--plan", "LONG BOWS", "--defender-plan", "denizen.storm_caller")["data"]
    assert [plan["id"] for plan in data["plans"]] == ["denizen.longbows", "denizen.storm_caller"]
    assert (data["battle"]["attack"], data["battle"]["defense"]) == (7, 6)
    assert data["before_plans"]["attack"] == 6


def test_what_is_taken_as_true_is_a_warning() -> None:
    assert shown(*PLAIN, "--plan", "fire talkers")["warnings"] == [
        "Fire Talkers: taken that its user holds the Darkest Secret"
    ]


def test_numbers_are_asked_for() -> None:
    fault = failed("--force", "6")
    assert (fault.kind, fault.exit_code) == ("usage", 2)
    assert fault.message == "missing: --defense, --defenders"
    assert "position" in (fault.hint or "")


TABLE = """
format: 1
oath: devotion
round: 3
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Steppe, warbands: 2, favor: 3}
  - {name: Bo, color: red, role: exile, pawn: Steppe, warbands: 6, favor: 1, advisers: [Longbows, Mercenaries]}
  - {name: Cy, color: blue, role: citizen, pawn: Steppe, warbands: {purple: 2}, advisers: [{unknown: denizen}]}
sites:
  - Plains
  - {site: Mountain, warbands: {purple: 1}}
  - {site: Steppe, warbands: {purple: 2}}
oathkeeper: {holder: Ann, side: oathkeeper}
"""


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "table.yaml"
    path.write_text(TABLE, encoding="utf-8")
    return str(path)


def test_a_position_is_worked_out(table: str) -> None:
    data = shown("--position", table, "--against", "Ann", "--target", "site:Steppe", "--target", "pawn")["data"]
    plain = shown("--force", "6", "--defense", "4", "--defenders", "4")["data"]
    assert data["win"] == plain["win"]
    told = [(each["to"], each["amount"], each["clause"]) for each in data["addends"]]
    assert ("defense", 1, "2.11") in told and ("defenders", 2, "5.5.4") in told
    assert [each["player"] for each in data["if_they_join"]] == ["blue"]
    joined = Fraction(data["if_they_join"][0]["win"])
    assert joined == Fraction(shown("--force", "6", "--defense", "4", "--defenders", "6")["data"]["win"])
    assert {"denizen.longbows", "denizen.mercenaries"} <= {each["id"] for each in data["usable"]}


def test_the_chancellor_is_always_an_ally(table: str) -> None:
    data = shown("--position", table, "--against", "Cy", "--target", "site:Steppe")["data"]
    assert data["allies"] == ["purple"]
    assert data["unless"][0]["clause"] == "A-81"


def test_plans_at_a_table(table: str) -> None:
    with_plan = ("--position", table, "--against", "Ann", "--target", "site:Steppe", "--plan", "longbows")
    data = shown(*with_plan)["data"]
    assert data["battle"]["attack"] == 7
    fault = failed(*with_plan, "--plan", "keep")
    assert fault.kind == "not_offered" and fault.citations == ["7.5.1"]
    fault = failed("--position", table, "--against", "Ann", "--target", "site:Mountain")
    assert fault.kind == "not_offered" and "5.5.2" in fault.citations
    result = run(*with_plan)
    assert max(map(len, result.stdout.splitlines())) <= 60
    assert "Oathkeeper (2.11)" in result.stdout


@pytest.mark.parametrize("zero", ["--attack", "--dice"])
def test_5_5_2_no_attack_dice_at_a_table_are_none(table: str, zero: str) -> None:
    told = ("--position", table, "--against", "Ann", "--target", "site:Steppe")
    assert shown(*told, zero, "0")["data"]["battle"]["attack"] == 0
    in_words = shown("--position", table, "Ann,", "Steppe,", "0", "dice")["data"]
    assert shown(*told, zero, "0")["data"]["win"] == in_words["win"] != shown(*told)["data"]["win"]


def test_7_5_4_a_number_that_a_plan_does_not_take_is_refused_at_a_table_too(tmp_path: Path) -> None:
    path = tmp_path / "archers.yaml"
    path.write_text(TABLE.replace("[Longbows, Mercenaries]", "[Horse Archers]"), encoding="utf-8")
    told = ("--position", str(path), "--against", "Ann", "--target", "site:Steppe")
    fault = failed(*told, "--plan", "Horse Archers=2")
    assert "by 3, not by 2" in str(fault) and fault.citations == ["7.5.4"]
    assert shown(*told, "--plan", "Horse Archers=3")["data"]["battle"]["attack"] == 9


def test_a_position_shifts_like_numbers(table: str) -> None:
    """With one die or warband more or less, plans used anew: the same as by numbers."""
    told = ("--position", table, "--against", "Ann", "--target", "site:Steppe", "--target", "pawn")
    for plans in ((), ("--plan", "longbows"), ("--no-sacrifice",)):
        data = shown(*told, *plans)["data"]
        plain = shown("--force", "6", "--defense", "4", "--defenders", "4", *plans)["data"]
        assert data["shifts"] == plain["shifts"]
    assert "Win with one ..." in run(*told).stdout


MASKED = """
oath: devotion
oathkeeper: null
turn: {player: %s, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Bo, color: red, pawn: Steppe, secrets: 1, warbands: 3, relics: [Grand Mask]}
  - {name: Cy, color: blue, pawn: Plains}
sites: [Plains, {site: Mountain, warbands: {purple: 1}, cards: [Jinx]}, {site: Steppe, warbands: {blue: 1}}]
"""


def test_who_is_not_to_act_is_looked_at_as_in_their_own_turn(tmp_path: Path) -> None:
    """4.2, A-78: by the Grand Mask Bo rules Jinx in Bo's turn, so the odds count it whosever turn it is; it is said."""
    found = []
    for name in ("Bo", "Cy"):
        file = tmp_path / f"{name}.yaml"
        file.write_text(MASKED % name, encoding="utf-8")
        said = shown("--position", str(file), "--player", "Bo", "--against", "Cy", "--target", "site:Steppe")
        found.append((said["data"], [each for each in said["warnings"] if "as if it were" in str(each)]))
    assert found[0][0] == found[1][0]
    plain = shown("--force", "3", "--defense", "1", "--defenders", "1")["data"]
    assert Fraction(found[1][0]["win_no_sacrifice"]) > Fraction(plain["win_no_sacrifice"])
    assert (len(found[0][1]), len(found[1][1])) == (0, 1)


SNEAKING = """
oath: devotion
oathkeeper: null
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Bo, color: red, pawn: Steppe, warbands: 1}
  - {name: Cy, color: blue, pawn: Steppe, secrets: 1, warbands: 3, relics: [Grand Mask], advisers: [Sneak Attack]}
sites: [Plains, {site: Mountain, warbands: {purple: 1}, cards: [Jinx]}, Steppe]
"""


def test_who_may_sneak_up_is_looked_at_as_in_the_turn_under_way(tmp_path: Path) -> None:
    """10.2, A-78: a Sneak Attack is fought in Bo's turn, in which Cy's Grand Mask rules nothing, nor Jinx."""
    file, folder = tmp_path / "sneaking.yaml", str(tmp_path / "saga")
    file.write_text(SNEAKING, encoding="utf-8")
    begun = (["new", folder, "--first-game"], ["-C", folder, "start", "--position", str(file), "--table"])
    answers = ("campaign bandits --target site:Steppe --dice 1", "-", "h")
    for words in (*begun, *(["-C", folder, "answer", answer] for answer in answers)):
        assert CliRunner().invoke(cli, words, obj=Settings(), standalone_mode=False).exception is None
    asked = shown("-C", folder, "--player", "Cy", "--against", "Bo", "--target", "pawn")
    later = shown("--position", str(file), "--player", "Cy", "--against", "Bo", "--target", "pawn")
    assert "as if it were" not in str(asked["warnings"]) and "as if it were" in str(later["warnings"])
    assert Fraction(asked["data"]["win_no_sacrifice"]) < Fraction(later["data"]["win_no_sacrifice"])


def test_readings_reach_the_numbers(tmp_path: Path) -> None:
    """A-104: warbands that join bring dice, or not; A-59: bandits halve, or not."""
    joined = (*PLAIN, "--plan", "captains=2")
    assert shown(*joined)["data"]["battle"]["attack"] == 8
    assert shown(*joined, "--reading", "A-104=a")["data"]["battle"]["attack"] == 6
    (tmp_path / "rulings.yaml").write_text("readings: {A-104: a}\n", encoding="utf-8")
    assert shown("-C", str(tmp_path), *joined)["data"]["battle"]["attack"] == 6
    assert shown("-C", str(tmp_path), *joined, "--reading", "a-104=b")["data"]["battle"]["attack"] == 8
    crowned = ("--force", "9", "--defense", "0", "--defenders", "3", "--defender-plan", "bandit crown=2")
    assert (
        shown(*crowned)["data"]["mean"]["defender_lost"]
        > shown(*crowned, "--reading", "a-59=a")["data"]["mean"]["defender_lost"]
    )
    assert failed(*joined, "--reading", "A-104=q").kind == "usage"
    assert failed(*joined, "--reading", "FAQ-1").kind == "usage"


def test_a_running_game_is_looked_at_as_everybody_may(tmp_path: Path, table: str) -> None:
    """9.4: a facedown adviser stays unknown; it adds nothing as it lies (A-81)."""
    told = TABLE.replace("advisers: [{unknown: denizen}]", "advisers: [{card: Bear Traps, facedown: true}]")
    Path(table).write_text(told, encoding="utf-8")
    folder = str(tmp_path / "saga")
    runner = CliRunner()
    for words in (["new", folder, "--first-game"], ["-C", folder, "start", "--position", table, "--table"]):
        assert runner.invoke(cli, words, obj=Settings(), standalone_mode=False).exception is None
    against = ("--against", "Ann", "--target", "site:Steppe", "--target", "pawn")
    hidden = shown("-C", folder, *against)
    assert "bear" not in json.dumps(hidden).casefold().replace("bearing", "")
    best = shown("-C", folder, "--best")
    assert "bear_traps" not in json.dumps(best)
    with_cy = shown("-C", folder, "--position", table, *against)
    assert with_cy["data"]["win"] == hidden["data"]["win"]


def test_numbers_do_not_mix_with_a_position(table: str) -> None:
    fault = failed("--position", table, "--against", "Ann", "--target", "pawn", "--force", "3")
    assert fault.kind == "usage"
    fault = failed("--position", table, "--against", "Ann", "--target", "site:Buried Giant")
    assert fault.kind == "not_found"
    fault = failed("--position", table, "--against", "Ann")
    assert fault.message == "missing: --target"


def test_the_step_at_hand(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from oathtools.answerers.battles import Ground
    from oathtools.cli.battles import odds as command
    from oathtools.journal import game_at
    from oathtools.odds import Battle, distribution
    from oathtools.render.names import Names
    from oathtools.table.position.form import normal, read_position
    from oathtools.table.views import View

    data = normal(read_position(table))
    play = game_at(data)
    for answer in ("campaign", "purple", ["site.steppe", "pawn"], 6):
        play.answer(answer)
    ground = Ground(play, play.game, "red", None, play.game)
    monkeypatch.setattr(command, "bench", lambda _: command.Bench(ground, Names(View(play.state)), []))
    battle = Battle(6, 6, 4, 4)
    while play.pending is not None and play.pending.kind != "campaign.defense-roll":
        play.answer("no" if play.pending.kind == "campaign.join" else "go-on")
    before = shown("--position", table)["data"]
    assert before["step"].startswith("before the rolls")
    assert Fraction(before["win"]) == distribution(battle).win
    play.answer(["shield", "two_shields", "doubler", "blank"])
    after = shown("--position", table)["data"]
    assert (after["step"], after["shields"]) == ("after the defense roll", 6)
    assert Fraction(after["win"]) == distribution(battle, 6).win
    play.answer(["sword"] * 4 + ["two_swords_skull"] * 2)
    assert play.pending is not None and play.pending.kind == "campaign.sacrifice"
    rolled = shown("--position", table)["data"]
    assert (rolled["attack"], rolled["defense"], rolled["needed"], rolled["enough"]) == (8, 10, 3, True)
    assert (rolled["if_won"]["attacker_lost"], rolled["if_lost"]["attacker_lost"]) == (5, 4)


def test_an_unknown_plan() -> None:
    fault = failed(*PLAIN, "--plan", "longbos of doom and gloom")
    assert (fault.kind, fault.exit_code) == ("not_found", 1)
    assert "odds --plans" in (fault.hint or "")
    fault = failed(*PLAIN, "--plan", "alchemist")
    assert fault.message.startswith("Alchemist is no battle plan")


def test_a_plan_that_may_not_be_used() -> None:
    fault = failed(*PLAIN, "--plan", "bear traps")
    assert (fault.kind, fault.exit_code, fault.citations) == ("not_offered", 1, ["7.5"])
    fault = failed(*PLAIN, "--plan", "code of honor", "--plan", "longbows")
    assert (fault.kind, fault.citations) == ("not_offered", ["5.5.3"])


def test_a_plan_that_needs_a_number() -> None:
    fault = failed(*PLAIN, "--plan", "cracking ground")
    assert (fault.kind, fault.exit_code) == ("usage", 2)
    assert fault.hint == 'Say it with the name: "Cracking Ground=2"'
    assert failed(*PLAIN, "--plan", "cracking ground=many").kind == "usage"


def test_negative_numbers_are_refused() -> None:
    result = run("--force", "-1", "--defense", "0", "--defenders", "0")
    assert result.exception is not None


def test_dice() -> None:
    data = shown("--dice")["data"]
    assert {face["id"]: face["sides"] for face in data["attack"]} == {
        "hollow_sword": 3,
        "sword": 2,
        "two_swords_skull": 1,
    }
    assert {face["id"]: face["chance"] for face in data["defense"]}["doubler"] == "1/6"
    assert data["source"]["attack"]
    text = run("--dice").stdout
    assert "source" in text
    assert all(len(line) <= 60 for line in text.splitlines())


def test_plans_are_listed() -> None:
    data = shown("--plans")["data"]
    assert sum(plan["battle_plan"] for plan in data) == 52
    by_id = {plan["id"]: plan for plan in data}
    assert by_id["denizen.longbows"]["effects"] == [{"swing": 1}]
    assert by_id["denizen.mercenaries"]["cost"] == [{"how": "place", "what": "favor", "amount": 1, "bank": None}]
    text = run("--plans").stdout
    assert all(plan["name"] in text for plan in data)
    assert all(len(line) <= 60 for line in text.splitlines())


def test_svg(tmp_path: Path) -> None:
    target = tmp_path / "map.svg"
    assert run(*PLAIN, "--svg", str(target)).exit_code == 0
    root = ElementTree.fromstring(target.read_text(encoding="utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    titles = [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "6 warbands, 4 defense dice: 83.66 % (23131/27648)" in titles
    assert "href" not in target.read_text(encoding="utf-8"), "self-contained"


def test_svg_curve(tmp_path: Path) -> None:
    target = tmp_path / "curve.svg"
    assert run(*PLAIN, "--plan", "longbows", "--svg", str(target), "--chart", "curve").exit_code == 0
    text = target.read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    titles = [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}title")]
    plain = shown(*PLAIN, "--plan", "longbows")["data"]
    assert f"6 warbands: {100 * plain['win_float']:.2f} % ({plain['win']})" in titles
    assert any(plain["win_no_sacrifice"] in title for title in titles)
    words = [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Chance to win a campaign", "with sacrifices", "without a sacrifice", "as asked", "100 %"} <= set(words)
    assert "against 3 warbands; Longbows; 4 defense dice" in words and any("5.5.2" in each for each in words)
    assert "href" not in text, "self-contained"


def test_svg_is_of_numbers(table: str, tmp_path: Path) -> None:
    fault = failed("--position", table, "--against", "Ann", "--target", "pawn", "--svg", str(tmp_path / "map.svg"))
    assert fault.kind == "usage" and not (tmp_path / "map.svg").exists()


def test_svg_that_cannot_be_written(tmp_path: Path) -> None:
    fault = failed(*PLAIN, "--svg", str(tmp_path / "nowhere" / "map.svg"))
    assert fault.kind == "usage"
    assert "cannot be written" in fault.message


def test_completion_of_plans() -> None:
    complete = ShellComplete(cli, {}, "oathtools", "_OATHTOOLS_COMPLETE")
    found = [item.value for item in complete.get_completions(["odds", "--plan"], "long")]
    assert found == ["longbows"]
    found = [item.value for item in complete.get_completions(["odds", "--defender-plan"], "storm")]
    assert found == ["storm-caller"]
    assert complete.get_completions(["odds", "--plan"], "storm") == []


def test_best(table: str) -> None:
    data = shown("--position", table, "--best")["data"]
    pairs = data["pairs"]
    assert pairs and data["lines"] >= len(pairs)
    assert [each["win_float"] for each in pairs] == sorted((each["win_float"] for each in pairs), reverse=True)
    assert len({(each["against"], *sorted(each["targets"])) for each in pairs}) == len(pairs)
    # The Steppe must be among the targets (5.5.2); against Ann the worst answer is that Cy joins.
    assert all("site.steppe" in each["targets"] for each in pairs)
    both = ["site.steppe", "pawn"]
    against_ann = next(each for each in pairs if each["against"] == "purple" and each["targets"] == both)
    assert against_ann["answer"]["allies"] == ["blue"]
    told = ("--position", table, "--against", "Ann", "--target", "site:Steppe", "--target", "pawn")
    assert against_ann["no_plans"] == shown(*told)["data"]["win"]
    losses = [
        each["expected_losses"] for each in shown("--position", table, "--best", "--by", "losses")["data"]["pairs"]
    ]
    assert losses == sorted(losses)
    result = run("--position", table, "--best", "--by", "win")
    assert "lines weighed" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 60


def test_a_campaign_is_said_in_the_words_of_a_request(tmp_path: Path) -> None:
    """The same words as for ``campaign`` in a game: who, for what, with how many dice and which plans."""
    position = tmp_path / "table.yaml"
    position.write_text(
        "turn: {player: Bo, phase: act}\n"
        "players:\n"
        "  - {name: Ann, role: chancellor, pawn: Plains, warbands: 4}\n"
        "  - {name: Bo, color: red, pawn: Mountain, warbands: 6, favor: 3, advisers: [Longbows]}\n"
        "  - {name: Cy, color: blue, role: citizen, pawn: Mountain, warbands: 2, relics: [Whistle]}\n"
        "sites: [{site: Plains, warbands: {purple: 2}}, {site: Steppe}, {site: Mountain, warbands: {purple: 1}}]\n",
        encoding="utf-8",
    )
    options = ("--against", "Cy", "--target", "Mountain", "--target", "Whistle", "--attack", "5", "--plan", "Longbows")
    plain = shown("--position", str(position), *options)["data"]
    for words in ("Cy, this site and his relic, 5 dice, Longbows", "blue, Mountain, Cy's relic, five dice, longbows"):
        assert shown("--position", str(position), *words.split())["data"] == plain
    assert shown("--position", str(position), *options[:-4], "--dice", "5", "--plan", "Longbows")["data"] == plain
    assert "how many" in str(failed("--position", str(position), *options[:-4], "--dice", "many"))
    which = failed("--position", str(position), "him", "--target", "here")
    assert "may mean several things" in str(which) and "Ann, Cy" in str(which.hint)
