"""``oathtools legal``: everything that may be done, for people in short lines, for scripts in words of the grammar."""

import json
from pathlib import Path
from shlex import split
from typing import Any

import pytest

from oathtools.cli.main import main
from tests.cli.calls import caller

POSITION = """\
format: 1
turn: {player: Ann, phase: act}
players:
  - {name: Ann, color: purple, pawn: Mountain, supply: 6, warbands: 4, favor: 9, secrets: 2, advisers: [Tents]}
  - {name: Bo, color: red, pawn: Mountain, favor: 3, warbands: 2, advisers: [{card: Keep, facedown: true}]}
  - {name: Cy, color: blue, role: citizen, pawn: Mountain, warbands: 2}
  - {name: Di, color: yellow, pawn: Plains}
sites:
  - Plains
  - Buried Giant
  - {site: Mountain, cards: [Elders, {card: Taming Charm, favor: 1}], warbands: {purple: 3}, relics: [{unknown: relic}]}
  - {site: Mine, warbands: {red: 1}}
banners: {peoples_favor: {holder: Bo, favor: 2}}
reliquary: [{unknown: relic}, {unknown: relic}, null, null]
discard_piles: {provinces: [{unknown: denizen}]}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "position.yaml"
    path.write_text(POSITION)
    return path


@pytest.fixture
def legal(file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    call = caller(None, capsys, monkeypatch, columns=76)
    return lambda *words: call("legal", *words, "--position", str(file))


def test_for_people_alike_things_stand_together(legal: Any) -> None:
    said = legal()
    assert said.status == 0
    lines = said.out.splitlines()
    assert lines[0] == "Ann may:"
    assert "  search the world deck, the Provinces discard pile [2 Supply]" in lines
    assert "  muster from Elders [1 Supply, 1 favor]" in lines
    assert (
        "trade for favor with Elders [1 Supply, 1 secret]; for secrets with Elders [1 Supply, 2 favor]" in said.joined
    )
    assert "  peek at relic 1 at Mountain, the relic on Brutal or the relic on Decadent" in lines
    assert "move 1 to 2 warbands to the board; 1 to 4 warbands to the site" in said.joined
    assert "  give 1 to 4 Imperial warbands to Cy" in lines
    assert "  ask for 1 to 2 Imperial warbands from Cy" in lines
    assert "  exile Cy [" in said.out and "favor to Cy]" in said.out
    assert "offer Citizenship to Bo, Di, with the relic on Brutal or the relic on Decadent" in said.joined
    assert "use the power of Elders [2 favor]" in said.joined
    assert "the People's Favor for 3 to 9 [1 Supply]; the Darkest Secret [1 Supply, 2 secrets]" in said.joined
    assert "  end the Act Phase" in lines
    assert "travel: Tents [1 favor]" in said.joined


def test_campaigns_are_families(legal: Any) -> None:
    """5.5.1, 5.5.2."""
    said = legal()
    assert (
        "campaign against Bo, up to 4 dice [2 Supply]; targets (defense dice): Mine (1), the People's Favor (2), "
        in said.joined
    )
    (family,) = legal("--json").data["families"]
    assert family["words"] == "campaign" and family["dice"] == [0, 4]
    (bo,) = [each for each in family["defenders"] if each["id"] == "red"]
    assert bo["targets"] == [
        {"id": "site.mine", "dice": 1},
        {"id": "banner.peoples_favor", "dice": 2},
        {"id": "pawn", "dice": 2},
    ]
    assert bo["must"] == []


def test_for_scripts_the_words_are_those_of_the_grammar(legal: Any) -> None:
    data = legal("--json").data
    costs = {each["words"]: each["cost"] for each in data["actions"]}
    assert costs["muster denizen.elders"] == {"supply": 1, "favor": 1}
    assert costs["trade denizen.elders --for secrets"] == {"supply": 1, "favor": 2}
    assert costs["recover banner.peoples_favor --pay 3"] == {"supply": 1, "favor": 3}
    assert costs["peek reliquary 2"] == {} and costs["offer red --relic 1"] == {} and costs["end"] == {}
    assert list(costs)[-1] == "end"
    assert {"action": "travel", "with": "denizen.tents", "cost": {"favor": 1}} in data["modifiers"]


def test_every_line_is_a_yes(legal: Any, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for each in legal("--json").data["actions"]:
        with pytest.raises(SystemExit) as left:
            main(["why", *each["words"].split(), "--position", str(file), "--json"])
        shown = json.loads(capsys.readouterr().out)
        assert shown["ok"] and shown["data"]["legal"] is not False, each
        assert left.value.code in (0, 1)


def test_out_of_turn_it_is_told_as_in_that_players_turn_as_why_does(
    legal: Any, file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """4.2: all but the end of a turn that is not theirs."""
    said = legal("--player", "Bo")
    assert said.out.startswith("It is Ann's turn; this is judged as in Bo's Act Phase (4.2).\nBo may:\n")
    offered = [offer["words"] for offer in legal("--player", "Bo", "--json").data["actions"]]
    assert len(offered) > 3 and "end" not in offered
    call = caller(None, capsys, monkeypatch)
    for words in offered:
        assert call("why", words, "--position", str(file), "--player", "Bo").out.startswith("It is Ann's turn;")
        assert call("why", words, "--position", str(file), "--player", "Bo").status == 0, words


def test_a_player_who_can_only_end_the_phase_is_judged_all_the_same(legal: Any, file: Path) -> None:
    """The game goes on from there by itself; a dispute about that player's turn is not one about the next."""
    file.write_text(
        POSITION.replace("turn: {player: Ann", "turn: {player: Bo").replace("name: Bo", "name: Bo, supply: 0")
    )
    assert "Bo may:" in legal().out


def test_while_a_question_is_open(legal: Any, file: Path) -> None:
    file.write_text(POSITION + 'then: ["exile Cy", "offer Bo --relic 1"]\n')
    said = legal("--json")
    assert said.data["actions"] == [] or said.data["actions"][-1]["words"] == "end"
    file.write_text(POSITION + 'then: ["campaign Bo --target pawn --target Mine"]\n')
    assert "Ann can take no action now: the campaign action is under way" in legal().joined


def test_what_others_may_know(legal: Any, file: Path) -> None:
    """6.1, 9.4: --as shows the facedown advisers of that player; the others see that there are some."""
    file.write_text(POSITION.replace("turn: {player: Ann", "turn: {player: Bo"))
    assert "play or discard Keep: " in legal().out, "a position is open to whoever wrote it"
    assert "play or discard Keep: " in legal("--as", "Bo").out
    shown = legal("--as", "Ann").out
    assert "Keep" not in shown and "play or discard a facedown adviser" in shown
    assert {"words": "play", "cost": {}} in legal("--as", "Ann", "--json").data["actions"]


def test_it_fits_the_terminal(legal: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    assert max(map(len, legal().out.splitlines())) <= 50


def test_11_12_what_a_target_costs_besides_stands_beside_it(file: Path, legal: Any) -> None:
    """A secret for targets at The Hidden Place, beside the Supply of the campaign (5.5.1)."""
    file.write_text(POSITION.replace("site: Mine", "site: The Hidden Place"))
    text = " ".join(legal().out.split())
    assert "up to 4 dice [2 Supply]; targets (defense dice): The Hidden Place (1, and flip 1 secret)" in text
    (family,) = legal("--json").data["families"]
    (bo,) = (each for each in family["defenders"] if each["id"] == "red")
    assert bo["cost"] == {"supply": 2} and bo["dearer"] == {"site.the_hidden_place": {"secret": 1}}


RULED = """\
format: 1
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains, warbands: 3}
  - {name: Bo, color: red, role: exile, pawn: Plains, favor: 4, secrets: 3, warbands: 3}
sites:
  - {site: Plains, warbands: {purple: 2}, cards: [Toll Roads, Sprawling Rampart]}
  - {site: Hidden Place, warbands: {purple: 1}, cards: [Forced Labor]}
  - {site: Charming Valley}
"""
TOLL, LABOR = ("5.6.1", "denizen.toll_roads"), ("5.1.1", "denizen.forced_labor")
PLACE, RAMPART = ("11.12", "site.the_hidden_place"), ("5.5.2", "edifice.sprawling_rampart")


def test_what_changed_a_number_is_named(file: Path, legal: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Costs and dice that powers change are told with the power and its clause, in text, in JSON, and by ``why``."""
    file.write_text(RULED)
    told = " ".join(legal().out.split())
    assert "search the world deck [2 Supply, 1 favor to Ann, by Forced Labor (5.1.1)]" in told
    assert "flip 1 secret, by Toll Roads (5.6.1) and The Hidden Place (11.12)]; Charming Valley" in told
    assert "muster from Toll Roads, Sprawling Rampart [1 Supply, 1 favor] trade" in told, "nothing changes that"
    assert "; costs and dice are so by The Hidden Place (11.12) and Sprawling Rampart (5.5.2)" in told
    data = legal("--json").data
    by = {each["words"]: [(one["clause"], one["power"]) for one in each.get("by", ())] for each in data["actions"]}
    assert by["search world"] == [LABOR] and by["travel site.charming_valley"] == []
    assert by["travel site.the_hidden_place"] == [TOLL, PLACE]
    family = data["families"][0]["defenders"][0]
    assert [(one["clause"], one["power"]) for one in family["by"]] == [PLACE, RAMPART]
    for words, said in (
        ("campaign Ann --target Plains", "With Sprawling Rampart Plains adds 2 dice (5.5.2)."),
        ("travel 'Hidden Place'", "With Toll Roads it costs"),
    ):
        with pytest.raises(SystemExit):
            main(["why", *split(words), "--explain", "--position", str(file)])
        assert said in " ".join(capsys.readouterr().out.split())


def test_a_modifier_that_is_used_is_named_as_such(file: Path, legal: Any) -> None:
    """7.4: Tents stands behind what it makes possible, and not beside the cost that it lowers."""
    file.write_text(POSITION.replace("supply: 6", "supply: 0"))
    told = " ".join(legal().out.split())
    assert "with Tents" in told and "by Tents" not in told
