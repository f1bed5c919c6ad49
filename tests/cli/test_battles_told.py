"""Battles told from a position and in a running game: what the engine did, with costs, choices and powers by name."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from oathtools.cli.main import cli
from oathtools.cli.shared.common import Settings

Step = dict[str, Any]


def run(*args: str) -> dict[str, Any]:
    result = CliRunner().invoke(cli, [*args, "--json"], obj=Settings(), standalone_mode=False)
    assert result.exception is None, (result.exception, result.output)
    answer: dict[str, Any] = json.loads(result.stdout)["data"]
    return answer


class At:
    """A position file, and what is asked about it."""

    def __init__(self, folder: Path, text: str) -> None:
        self.folder, self.path = folder, folder / "position.yaml"
        self.path.write_text(text, encoding="utf-8")

    def campaign(self, against: str, *words: str, defense: str = "", attack: str = "") -> dict[str, Any]:
        rolls = (*(("--defense-roll", defense) if defense else ()), *(("--attack-roll", attack) if attack else ()))
        return run("campaign", "--position", str(self.path), "--against", against, *words, *rolls)

    def saga(self, *answers: str) -> str:
        """A running game from it, with these answers given."""
        saga = str(self.folder / "saga")
        runner = CliRunner()
        begun = (["new", saga, "--first-game"], ["-C", saga, "start", "--position", str(self.path), "--table"])
        for words in (*begun, *(["-C", saga, "answer", *each.split()] for each in answers)):
            result = runner.invoke(cli, words, obj=Settings(), standalone_mode=False)
            assert result.exception is None, (words, result.exception)
        return saga


def says(data: dict[str, Any], clause: str) -> list[str]:
    return [said for step in data["steps"] if step["clause"] == clause for said in step["says"]]


def moved(data: dict[str, Any]) -> list[tuple[str, int, str, str]]:
    return [(m["what"], m["count"], m["from"], m["to"]) for step in data["steps"] for m in step["moved"]]


PEACE = """
oath: devotion
oathkeeper: null
turn: {player: Red, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Red, color: red, role: exile, pawn: Steppe, warbands: 4, favor: 6, advisers: [Peace Envoy]}
  - {name: Blue, color: blue, role: exile, pawn: Steppe, warbands: 1, favor: %d, advisers: [Shield Wall, Encirclement]}
sites: [Plains, Mountain, The Tribunal, {site: Steppe, warbands: {blue: 1}}]
"""
FOR_BOTH = ("--target", "site:Steppe", "--target", "pawn")


def test_the_gift_of_peace_envoy_is_there_before_half_is_burned(tmp_path: Path) -> None:
    """5.5.7.3, FAQ Peace Envoy 3: three favor for three dice, then half of eight."""
    data = At(tmp_path, PEACE % 5).campaign("Blue", *FOR_BOTH, "--plan", "Peace Envoy")
    assert any("gives 3 favor to Blue" in said for said in says(data, "5.5.3"))
    assert "Red may burn 4 favor of Blue" in says(data, "5.5.7.3")
    assert ("favor", 3, "board.red", "board.blue") in moved(data)


def test_what_plans_have_cost_is_not_burned(tmp_path: Path) -> None:
    """5.5.3, 5.5.7.3: Blue has paid two of four favor, so half of two."""
    plans = ("--defender-plan", "Shield Wall", "--defender-plan", "Encirclement")
    at = At(tmp_path, PEACE % 4)
    data = at.campaign("Blue", *FOR_BOTH, *plans, defense="- - - - -", attack="k k k k")
    assert "Red may burn 1 favor of Blue" in says(data, "5.5.7.3")
    paid = [each for each in moved(data) if each[0] == "favor"]
    assert paid and sum(count for _, count, source, _ in paid if source == "board.blue") == 2
    saga = at.saga(
        "campaign Blue --target site:Steppe --target pawn --dice 4",
        "go-on",
        "Shield Wall",
        "Encirclement",
        "- - - - -",
        "k k k k",
    )
    ask = run("-C", saga, "campaign")["ask"]
    while ask["kind"] != "campaign.burn":
        said = {"campaign.place": "-", "campaign.banish": "no"}.get(ask["kind"])
        assert said is not None, ask["kind"]
        result = CliRunner().invoke(cli, ["-C", saga, "answer", said], obj=Settings(), standalone_mode=False)
        assert result.exception is None
        ask = run("-C", saga, "ask")
    shown = CliRunner().invoke(cli, ["-C", saga, "ask"], obj=Settings(), standalone_mode=False)
    assert "Does Red burn 1 favor of Blue?" in shown.stdout


def test_relics_that_relic_hunter_finds_are_taken(tmp_path: Path) -> None:
    """5.5.7.2, A-66, A-140: both facedown relics, one of which nobody has seen; any may go under the relic deck."""
    at = At(
        tmp_path,
        """
oath: devotion
oathkeeper: null
turn: {player: Red, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Red, color: red, role: exile, pawn: Steppe, warbands: 6, favor: 2, secrets: 2, advisers: [Relic Hunter]}
  - {name: Blue, color: blue, role: exile, pawn: Steppe}
sites: [Plains, Mountain, The Tribunal, {site: Steppe, warbands: {blue: 1}, relics: [{unknown: relic}, Whistle]}]
""",
    )
    words = ("--target", "site:Steppe", "--plan", "Relic Hunter=2")
    data = at.campaign("Blue", *words, defense="- - -", attack="6s")
    assert ("relic.whistle", 1, "relics.3", "held.red") in moved(data)
    taken = [each for each in moved(data) if each[3] == "held.red"]
    assert len(taken) == 2
    (choice,) = (each for step in data["steps"] for each in step["choices"] if each["kind"] == "relic_hunter.bury")
    assert choice["open"] and choice["player"] == "red"
    assert {each[0] for each in taken} == {"relic.whistle", "relic"}
    assert any("takes a relic from Steppe and takes Whistle" in said for said in says(data, "5.5.7.2"))


BANNER = """
oath: devotion
oathkeeper: null
%sturn: {player: Red, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Red, color: red, role: exile, pawn: Steppe, warbands: 9}
  - {name: Blue, color: blue, role: exile, pawn: Steppe}
banners: {peoples_favor: {holder: Blue, favor: %d}}
sites: [Plains, Mountain, The Tribunal, Steppe]
"""


@pytest.mark.parametrize(("rulings", "favor", "burned"), [("", 3, 2), ("", 2, 1), ("rulings: {A-47: b}\n", 2, 2)])
def test_a_47_a_seized_banner_burns_and_turns(tmp_path: Path, rulings: str, favor: int, burned: int) -> None:
    """2.5.3: two of its tokens, one stays unless the table reads it otherwise; the People's Favor turns to the Mob."""
    at = At(tmp_path, BANNER % (rulings, favor))
    dice = " ".join("-" * favor)
    data = at.campaign("Blue", "--target", "banner:peoples-favor", defense=dice, attack="9s")
    assert ("favor", burned, "banner.peoples_favor", "shared") in moved(data)
    assert any("turns to its Mob side" in said for said in says(data, "5.5.7.2"))
    assert any("takes the People's Favor" in said for said in says(data, "5.5.7.2"))


IMPERIAL = """
oath: devotion
oathkeeper: null
turn: {player: Red, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains, favor: 3}
  - {name: Red, color: red, role: exile, pawn: Mountain, warbands: 4}
  - {name: Cy, color: blue, role: citizen, pawn: Mountain, warbands: {purple: 1}}
sites: [Plains, {site: Mountain, warbands: {purple: 1}, cards: [Shield Wall]}]
"""


def test_an_ally_pays_for_a_plan_at_an_imperial_site(tmp_path: Path) -> None:
    """5.5.3: the Chancellor is always an Ally, rules it with the Citizen, and can pay where the Citizen cannot."""
    at = At(tmp_path, IMPERIAL)
    words = ("--target", "site:Mountain", "--defender-plan", "Shield Wall")
    odds = run("odds", "--position", str(at.path), "--against", "Cy", *words)
    assert [each["id"] for each in odds["plans"]] == ["denizen.shield_wall"]
    data = at.campaign("Cy", *words, defense="- - -", attack="s s s")
    assert any(said.startswith("Ann uses Shield Wall") for said in says(data, "5.5.3"))
    assert [each[2] for each in moved(data) if each[0] == "favor"] == ["board.purple"]


WRESTLERS = """
oath: devotion
oathkeeper: null
turn: {player: Red, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Red, color: red, role: exile, pawn: Steppe, warbands: 4}
  - {name: Cy, color: blue, role: citizen, pawn: Steppe, warbands: {purple: 2}, favor: 2, advisers: [Wrestlers]}
sites: [Plains, Mountain, The Tribunal, {site: Steppe, warbands: {purple: 2}}]
"""


def test_whoever_sacrifices_picks_which(tmp_path: Path) -> None:
    """10.22: the Citizen who uses Wrestlers, not the Chancellor whose warbands they are."""
    words = ("--target", "site:Steppe", "--defender-plan", "Wrestlers")
    data = At(tmp_path, WRESTLERS).campaign("Cy", *words, defense="- -", attack="s s s s")
    (step,) = (step for step in data["steps"] if step["clause"] == "5.5.3")
    (move,) = step["moves"]
    assert (move["warbands"], move["why"], move["choice"]) == (1, "sacrifice", "blue")
    assert move["places"] == {"site.steppe": 2, "board.blue": 2}


WARD = """
oath: devotion
oathkeeper: null
turn: {player: Red, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Red, color: red, role: exile, pawn: Steppe, warbands: 4}
  - {name: Blue, color: blue, role: exile, pawn: Steppe, advisers: [Sealing Ward], relics: [Map]}
sites: [Plains, Mountain, The Tribunal, {site: Steppe, warbands: {blue: 1}}]
"""


def test_dice_that_a_power_adds_are_its_own(tmp_path: Path) -> None:
    """2.4.2, 5.5.2: three for the relic, one for Sealing Ward."""
    words = ("--target", "site:Steppe", "--target", "relic:Map")
    at = At(tmp_path, WARD)
    odds = run("odds", "--position", str(at.path), "--against", "Blue", *words)
    dice = {each["because"]: (each["amount"], each["power"]) for each in odds["addends"] if each["to"] == "defense"}
    assert dice["the relic Map"] == (3, None)
    assert dice["Sealing Ward on the relic Map"] == (1, "denizen.sealing_ward")
    data = at.campaign("Blue", *words, defense="- - - - -", attack="s s s s")
    assert any("Sealing Ward on the relic Map: defense dice +1" in said for said in says(data, "5.5.2"))


def test_a_site_that_takes_a_die_is_named_with_its_clause(tmp_path: Path) -> None:
    """11.4: the attacker's site."""
    data = At(tmp_path, STICKY).campaign("Cy", "--target", "site:Mountain", defense="1", attack="s s s s s")
    (pools,) = (step for step in data["steps"] if step["clause"] == "5.5.2")
    assert "Mountain: attack dice -1" in pools["says"] and "11.4" in pools["cites"]


def test_brutal_is_named_where_the_beaten_force_dies(tmp_path: Path) -> None:
    """2.3, 5.5.6: all of it."""
    at = At(
        tmp_path,
        """
oath: devotion
oathkeeper: null
turn: {player: Ann, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Steppe, warbands: 4}
  - {name: Blue, color: blue, role: exile, pawn: Plains, warbands: 2}
sites: [Plains, Mountain, The Tribunal, {site: Steppe, warbands: {blue: 3}}]
reliquary: [null, {unknown: relic}, {unknown: relic}, {unknown: relic}]
""",
    )
    data = at.campaign("Blue", "--target", "site:Steppe", defense="-", attack="4s")
    assert says(data, "5.5.6") == ["All of the defender's force is killed, by Brutal: 3 warbands"]


STICKY = """
oath: devotion
oathkeeper: null
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Bo, color: red, role: exile, pawn: Mountain, warbands: 6, favor: 2, relics: [Sticky Fire]}
  - {name: Cy, color: blue, role: exile, pawn: Mountain, warbands: 4}
sites: [Plains, {site: Mountain, warbands: {blue: 2}}, The Tribunal, Steppe]
"""


def test_sticky_fire_kills_those_who_are_left_where_they_are(tmp_path: Path) -> None:
    """5.5.6, 5.5.8, A-60: three die, three come home and die there; the favor that it gives."""
    at = At(tmp_path, STICKY)
    words = ("--target", "site:Mountain", "--plan", "sticky fire")
    data = at.campaign("Cy", *words, defense="1", attack="s s s s s")
    assert "What is left of that force at Mountain goes to the board of Cy" in says(data, "5.5.6")
    (end,) = (step for step in data["steps"] if step["clause"] == "5.5.8")
    (move,) = end["moves"]
    assert (move["warbands"], move["places"], move["choice"]) == (3, {"board.blue": 3}, None)
    assert "Bo gives 1 favor to Cy" in " ".join(end["says"])
    (choice,) = end["choices"]
    assert (choice["kind"], choice["open"]) == ("sticky_fire.kill", True)


def test_a_kill_that_was_declined_is_told_as_declined(tmp_path: Path) -> None:
    """5.5.8: three fell and three are left; that Sticky Fire was not used stands in the steps."""
    at = At(tmp_path, STICKY)
    saga = at.saga("campaign Cy --target site:Mountain --dice 6", "Sticky Fire", "1", "s s s s s", "yes", "-", "no")
    data = run("-C", saga, "campaign")
    assert (data["ending"]["defender_lost"], data["ending"]["defender_left"]) == (3, 3)
    (end,) = (step for step in data["steps"] if step["clause"] == "5.5.8")
    (choice,) = end["choices"]
    assert (choice["kind"], choice["answer"], choice["open"], end["moves"]) == ("sticky_fire.kill", "no", False, [])
    assert any("Sticky Fire" in said and said.endswith(": no") for said in end["says"])


def test_a_position_may_tell_the_choices_too(tmp_path: Path) -> None:
    """What its `then` answers is told as it was chosen, to the end; what it leaves open stays open."""
    answers = ["campaign Cy --target site:Mountain --dice 6", "Sticky Fire", "1", "s s s s s", "yes"]
    at = At(tmp_path, f"{STICKY}then: {json.dumps(answers)}\n")
    half = run("campaign", "--position", str(at.path))
    assert (half["ending"]["defender_lost"], half["steps"][-1]["choices"][0]["open"]) == (6, True)
    at = At(tmp_path, f"{STICKY}then: {json.dumps([*answers, '-', 'no'])}\n")
    whole = run("campaign", "--position", str(at.path))
    assert (whole["ending"]["defender_lost"], whole["steps"][-1]["choices"][0]["answer"]) == (3, "no")


def test_what_follows_a_campaign_is_told(tmp_path: Path) -> None:
    """10.2: Relic Thief right after the taking; Sneak Attack when the campaign is over."""
    at = At(
        tmp_path,
        """
oath: devotion
oathkeeper: null
turn: {player: Red, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Steppe, warbands: 3, favor: 1, secrets: 1,
     advisers: [Relic Thief, Sneak Attack]}
  - {name: Red, color: red, role: exile, pawn: Steppe, warbands: 6}
  - {name: Blue, color: blue, role: exile, pawn: Steppe, relics: [Map]}
sites: [Plains, Mountain, The Tribunal, Steppe]
""",
    )
    data = at.campaign("Blue", "--target", "relic:Map", defense="- - -", attack="6s")
    asked = [(step["clause"], each["kind"]) for step in data["steps"] for each in step["choices"] if each["open"]]
    assert asked == [("5.5.7.2", "relic_thief.use"), ("10.2", "sneak_attack.campaign")]
    assert any("Ann may attack Red at once" in said for said in says(data, "10.2"))


def test_what_is_left_of_a_beaten_force_goes_home_once(tmp_path: Path) -> None:
    """5.5.6, A-60: told with the losses, and not again as a move like any other."""
    at = At(
        tmp_path,
        """
oath: devotion
oathkeeper: null
turn: {player: Red, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Red, color: red, role: exile, pawn: Steppe, warbands: 4}
  - {name: Blue, color: blue, role: exile, pawn: Steppe, warbands: 1}
sites: [Plains, Mountain, The Tribunal, {site: Steppe, warbands: {blue: 2}}]
""",
    )
    data = at.campaign("Blue", "--target", "site:Steppe", defense="-", attack="4s")
    assert says(data, "5.5.6") == [
        "The defender kills half of 3 warbands, rounded down: 1",
        "What is left of that force at Steppe goes to the board of Blue",
    ]
    assert moved(data) == [("blue", 1, "slot.3", "stock.blue"), ("blue", 1, "slot.3", "board.blue")]
