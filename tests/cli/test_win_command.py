"""``oathtools win``: chapter 3 at every clause, from positions, from bare facts, from a running game."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from oathtools.cli.main import cli
from oathtools.cli.rules import verdict as command
from oathtools.cli.shared.common import Failure, Settings
from oathtools.powers import load
from oathtools.procedures.machine.game import Game
from oathtools.render.game import win
from oathtools.render.names import Names
from oathtools.render.printers import terminal
from oathtools.table.position.form import from_position
from oathtools.table.views import View
from tests.described import faults

SITES = ("Plains", "Mountain", "Mine", "Wastes")


def run(*args: str, text: str | None = None, **env: str) -> Result:
    return CliRunner().invoke(cli, ["win", *args], obj=Settings(), env=env, standalone_mode=False, input=text)


def answer(*args: str, text: str | None = None) -> dict[str, Any]:
    result = run(*args, "--json", text=text)
    assert result.exception is None, result.exception
    assert result.return_value == 0
    told: dict[str, Any] = json.loads(result.stdout)
    assert told["ok"] is True
    return told


def failure(*args: str, text: str | None = None) -> Failure:
    raised = run(*args, text=text).exception
    assert isinstance(raised, Failure)
    return raised


def position(
    *,
    round: int = 6,
    phase: str = "round-end",
    turn: str = "Ann",
    title: str | None = "Ann",
    side: str = "oathkeeper",
    oath: str = "supremacy",
    drawn: int = 3,
    ann: dict[str, Any] | None = None,
    bo: dict[str, Any] | None = None,
    cy: dict[str, Any] | None = None,
    dee: dict[str, Any] | None = None,
    rule: str = "",
    banners: dict[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Ann the Chancellor, Bo an Exile in red, Cy a Citizen in blue, perhaps Dee in black; ``rule`` says who rules
    the first sites, one letter a site (p, r, b, k, or - for bandits)."""
    colors = {"p": "purple", "r": "red", "k": "black"}
    sites = []
    for site, letter in zip(SITES, rule.ljust(len(SITES), "-"), strict=True):
        row: dict[str, Any] = {"site": site}
        if letter in colors:
            row["warbands"] = {colors[letter]: 1}
        sites.append(row)
    players = [
        {"name": "Ann", "role": "chancellor", "relics": ["Grand Scepter"], **(ann or {})},
        {"name": "Bo", "color": "red", **(bo or {})},
        {"name": "Cy", "color": "blue", "role": "citizen", **(cy or {})},
    ]
    if dee is not None or "k" in rule:
        players.append({"name": "Dee", "color": "black", **(dee or {})})
    return {
        "oath": oath,
        "round": round,
        "visions_drawn": drawn,
        "turn": {"player": turn, "phase": phase},
        "players": players,
        "sites": sites,
        "banners": banners or {},
        "oathkeeper": {"holder": title, "side": side},
        **more,
    }


def check(
    data: dict[str, Any],
    at: str | None = None,
    die: int | None = None,
    readings: dict[str, str] | None = None,
) -> win.Report:
    """The win check of a position; at a player's Wake, at the end of the round, or the next one to come."""
    state = from_position(data)
    seats = {player.name: seat for seat, player in state.players.items()}
    moment = win.next_check(state)
    if at == "round-end":
        moment = win.Check(win.ROUND_END, None, state.round)
    elif at is not None:
        moment = win.Check(win.WAKE, seats[at], state.round)
    return win.answer(Game(state, load(), readings), moment, Names(View(state)), die)


def outcome(found: win.Report) -> tuple[Any, Any, Any]:
    return found.data["winner"], found.data["how"], found.data["clause"]


NOBODY = (None, None, None)
# Cy meets the goal of Devotion's Successor; nobody has the Darkest Secret, so that the title stays (2.11, A-07).
HEIR: dict[str, Any] = {"oath": "devotion", "ann": {"relics": []}, "cy": {"relics": ["Grand Scepter"]}}


def holds(banner: str, name: str | None) -> dict[str, Any]:
    """The part of a position that gives a banner a holder."""
    return {"banners": {banner: {"holder": name}}}


# -- 3.1 and 3.2, at a Wake (4.1.2) ------------------------------------------------------------------------------------


def test_the_usurper_wins_at_their_wake() -> None:
    """3.1"""
    assert outcome(check(position(title="Bo", side="usurper"), "Bo")) == ("Bo", "usurper", "3.1")
    assert outcome(check(position(title="Bo"), "Bo")) == NOBODY
    assert outcome(check(position(title="Dee", side="usurper", dee={}), "Bo")) == NOBODY


def test_the_title_flips_only_after_the_check() -> None:
    """4.1.3, A-12: a title taken since the last Wake does not win in this one."""
    found = check(position(title="Bo"), "Bo")
    assert any(reason["clause"] == "3.1" and "4.1.3" in reason["because"] for reason in found.data["reasons"])


def test_only_exiles_check_at_their_wake() -> None:
    """4.1.2: neither the Chancellor nor a Citizen wins there."""
    data = position(rule="ppp", banners={"darkest_secret": {"holder": "Cy"}})
    for name in ("Ann", "Cy"):
        found = check(data, name)
        assert outcome(found) == NOBODY
        assert found.citations == ["4.1.2"]


@pytest.mark.parametrize(
    ("vision", "met", "unmet"),
    [
        ("Conquest", {"rule": "rrp"}, {"rule": "rpp"}),
        ("Rebellion", holds("peoples_favor", "Bo"), holds("peoples_favor", "Cy")),
        ("Sanctuary", {"bo": {"relics": ["Map", "Whistle"]}}, {"bo": {"relics": []}}),
        ("Faith", holds("darkest_secret", "Bo"), holds("darkest_secret", None)),
    ],
)
def test_each_vision(vision: str, met: dict[str, Any], unmet: dict[str, Any]) -> None:
    """3.2: the goal met, and three Visions drawn."""

    def at_wake(facts: dict[str, Any], drawn: int) -> win.Report:
        more = {key: value for key, value in facts.items() if key != "bo"}
        return check(position(bo={"vision": vision, **facts.get("bo", {})}, drawn=drawn, **more), "Bo")

    assert outcome(at_wake(met, 3)) == ("Bo", "visionary", "3.2")
    assert outcome(at_wake(met, 5)) == ("Bo", "visionary", "3.2")
    assert outcome(at_wake(met, 2)) == NOBODY
    assert outcome(at_wake(unmet, 5)) == NOBODY
    assert f"Bo has Vision of {vision} revealed" in str(at_wake(unmet, 5).data["reasons"])


@pytest.mark.parametrize(
    "tied",
    [
        {"rule": "rrpp", "bo": {"vision": "Conquest"}},
        {"rule": "rk", "bo": {"vision": "Conquest"}},
        {"bo": {"vision": "Sanctuary", "relics": ["Map"]}},
        {"bo": {"vision": "Sanctuary", "relics": ["Map"]}, "cy": {"relics": ["Whistle"]}},
    ],
)
def test_a_tie_does_not_fulfill_a_vision(tied: dict[str, Any]) -> None:
    """3.2, A-02 (b); a table that reads it as (a) lets the tie win, and is told so."""
    found = check(position(oath="devotion", **tied), "Bo")
    assert outcome(found) == NOBODY
    assert "(A-02)" in str(found.data["reasons"])
    other = check(position(oath="devotion", **tied), "Bo", readings={"A-02": "a"})
    assert outcome(other) == ("Bo", "visionary", "3.2")
    assert any("A-02" in warning for warning in other.warnings)


def test_nothing_is_not_the_most() -> None:
    """A-02, A-07: who rules no site does not rule the most."""
    assert outcome(check(position(bo={"vision": "Conquest"}), "Bo")) == NOBODY


def test_the_sites_of_the_empire_count_once() -> None:
    """3.2, A-03, 6.6.3: the Exile is compared with the Empire's one total."""
    assert outcome(check(position(bo={"vision": "Conquest"}, rule="rrp"), "Bo")) == ("Bo", "visionary", "3.2")


def test_bandits_are_no_rivals() -> None:
    """A-04, 10.21: one site is the most on a map of bandits."""
    assert outcome(check(position(bo={"vision": "Conquest"}, rule="r"), "Bo")) == ("Bo", "visionary", "3.2")


def test_relics_on_the_reliquary_are_nobodys() -> None:
    """2.3, 3.2: covered spaces do not count for the Chancellor; banners count beside relics."""
    banners = {"darkest_secret": {"holder": "Bo"}}
    data = position(bo={"vision": "Sanctuary", "relics": ["Map"]}, banners=banners)
    assert outcome(check(data, "Bo")) == ("Bo", "visionary", "3.2")


def test_both_ways_in_one_wake_are_one_win() -> None:
    """3.1, 3.2, A-12: how is usurper, both are named."""
    data = position(title="Bo", side="usurper", bo={"vision": "Conquest"}, rule="r")
    found = check(data, "Bo")
    assert outcome(found) == ("Bo", "usurper", "3.1")
    assert found.data["ways"] == [{"how": "usurper", "clause": "3.1"}, {"how": "visionary", "clause": "3.2"}]
    assert "as the Usurper (3.1) and by the Vision of Conquest (3.2)" in terminal(win.document(found), 100)


# -- 3.3 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("round", "faces"), [(5, [6]), (6, [5, 6]), (7, [3, 4, 5, 6])])
def test_the_end_die(round: int, faces: list[int]) -> None:
    """3.3: rolled after rounds five, six and seven; the faces that end the game."""
    data = position(round=round)
    found = check(data)
    assert outcome(found) == NOBODY
    assert found.data["needs_roll"] == faces
    assert found.data["if_rolled"]["winner"] == "Ann" and found.data["if_rolled"]["how"] == "stable_regime"
    assert found.data["depends"][0]["clause"] == "3.3"
    for die in range(1, 7):
        rolled = check(data, die=die)
        assert rolled.data["needs_roll"] is None and rolled.data["if_rolled"] is None and rolled.data["roll"] == die
        assert outcome(rolled) == (("Ann", "stable_regime", "3.3") if die in faces else NOBODY)


@pytest.mark.parametrize("round", [1, 2, 3, 4])
def test_no_die_before_round_five(round: int) -> None:
    """3.3"""
    found = check(position(round=round), "round-end", 6)
    assert outcome(found) == NOBODY and found.data["needs_roll"] is None and found.data["roll"] is None
    assert found.warnings == ["no roll of the end die is due; the one given is not used (3.3)"]


@pytest.mark.parametrize(("title", "side"), [("Bo", "oathkeeper"), ("Bo", "usurper"), (None, "oathkeeper")])
def test_no_die_while_no_imperial_player_is_oathkeeper(title: str | None, side: str) -> None:
    """3.3, A-13: an Exile who holds the title stops the roll, on either side."""
    found = check(position(round=7, title=title, side=side))
    assert outcome(found) == NOBODY and found.data["needs_roll"] is None


def test_a_citizen_as_oathkeeper_rolls_for_the_chancellor() -> None:
    """3.3, A-13"""
    assert outcome(check(position(title="Cy", oath="people"), die=6)) == ("Ann", "stable_regime", "3.3")


@pytest.mark.parametrize(
    ("oath", "heir", "not_heir"),
    [
        ("supremacy", {"cy": {"relics": ["Map", "Whistle"]}}, {"cy": {"relics": ["Map"]}}),
        ("people", holds("darkest_secret", "Cy"), holds("peoples_favor", "Cy")),
        ("protection", holds("peoples_favor", "Cy"), {"cy": {"relics": ["Map", "Whistle"]}}),
        (
            "devotion",
            {"ann": {"relics": []}, "cy": {"relics": ["Grand Scepter"]}},
            {"cy": {"relics": ["Map", "Whistle"]}},
        ),
    ],
)
def test_a_successor_wins_instead(oath: str, heir: dict[str, Any], not_heir: dict[str, Any]) -> None:
    """3.3.1: where the Chancellor would win; by the Successor goal of each oath."""
    found = check(position(oath=oath, **heir), die=6)
    assert outcome(found) == ("Cy", "successor", "3.3.1")
    assert "3.3.1" in found.citations
    assert outcome(check(position(oath=oath, **heir), die=1)) == NOBODY
    assert outcome(check(position(oath=oath, **not_heir), die=6)) == ("Ann", "stable_regime", "3.3")
    assert check(position(oath=oath, **heir)).data["if_rolled"]["how"] == "successor"


@pytest.mark.parametrize(
    ("ann", "cy", "dee", "winner"),
    [
        (["Map"], ["Whistle"], [], "Ann"),  # equal to the Chancellor
        (["Map"], ["Whistle", "Grand Scepter"], ["Circlet of Command", "Cracked Horn"], "Ann"),  # equal to a Citizen
        (["Map"], ["Whistle", "Grand Scepter"], ["Circlet of Command"], "Cy"),
        ([], ["Grand Scepter"], ["Circlet of Command", "Cracked Horn"], "Dee"),
    ],
)
def test_successor_ties(ann: list[str], cy: list[str], dee: list[str], winner: str) -> None:
    """3.3.1, A-15: strictly more than the Chancellor and than each other Citizen; what Exiles hold is nothing."""
    players = {"ann": {"relics": ann}, "cy": {"relics": cy}, "dee": {"role": "citizen", "relics": dee}}
    found = check(position(bo={"relics": ["Dragonskin Drum", "Ring of Devotion", "Skeleton Key"]}, **players), die=6)
    assert found.data["winner"] == winner


def test_banners_count_for_a_successor() -> None:
    """3.3.1: relics and banners together, under Supremacy."""
    banners = {"peoples_favor": {"holder": "Cy"}, "darkest_secret": {"holder": "Cy"}}
    assert outcome(check(position(banners=banners), die=6)) == ("Cy", "successor", "3.3.1")


# -- 3.4 ---------------------------------------------------------------------------------------------------------------


def test_war_exhaustion_in_its_order() -> None:
    """3.4.1, 3.4.2, 3.4.3, 3.4.4: all that could hold at once, taken away one by one."""
    vision = {"bo": {"vision": "Conquest"}, "rule": "rr", "oath": "devotion"}
    assert outcome(check(position(round=8, **vision))) == ("Ann", "war_exhaustion", "3.4.1")
    assert outcome(check(position(round=8, title="Bo", side="usurper", **vision))) == ("Bo", "war_exhaustion", "3.4.2")
    assert outcome(check(position(round=8, title="Bo", **vision))) == ("Bo", "war_exhaustion", "3.4.3")
    assert outcome(check(position(round=8, title="Bo"))) == ("Ann", "war_exhaustion", "3.4.4")
    assert outcome(check(position(round=8, title=None))) == ("Ann", "war_exhaustion", "3.4.4")


def test_no_die_in_round_eight() -> None:
    """3.4"""
    found = check(position(round=8), die=1)
    assert found.data["needs_roll"] is None and found.data["roll"] is None
    assert outcome(found) == ("Ann", "war_exhaustion", "3.4.1")
    assert found.warnings


def test_the_oathkeeper_side_wins_nothing_for_an_exile() -> None:
    """3.4.2, 3.4.4, A-14"""
    found = check(position(round=8, title="Bo"))
    assert [reason["clause"] for reason in found.data["reasons"]] == [
        "3.4",
        "3.4.1",
        "3.4.2",
        "3.4.3",
        "3.4.4",
        "3.3.1",
    ]
    assert found.data["winner"] == "Ann"


@pytest.mark.parametrize(("title", "clause"), [("Ann", "3.4.1"), ("Cy", "3.4.1"), ("Bo", "3.4.4"), (None, "3.4.4")])
def test_a_successor_wins_in_round_eight(title: str | None, clause: str) -> None:
    """3.4.1, 3.4.4, 3.3.1"""
    found = check(position(round=8, title=title, **HEIR))
    assert outcome(found) == ("Cy", "successor", clause)
    assert "3.3.1" in found.citations


def test_no_successor_to_a_usurper_or_a_visionary() -> None:
    """3.3.1 speaks of the Chancellor's win only."""
    assert outcome(check(position(round=8, title="Bo", side="usurper", **HEIR)))[0] == "Bo"
    assert outcome(check(position(round=8, title="Bo", bo={"vision": "Conquest"}, rule="r", **HEIR)))[0] == "Bo"


def test_ties_between_visions() -> None:
    """3.4.3: Conquest, Rebellion, Sanctuary, Faith."""
    rebellion = {"peoples_favor": {"holder": "Dee"}}
    faith = {"darkest_secret": {"holder": "Dee"}}
    conquest = {"bo": {"vision": "Conquest"}, "rule": "r"}
    cases = [
        (position(round=8, title=None, dee={"vision": "Rebellion"}, banners=rebellion, **conquest), "Bo"),
        (position(round=8, title=None, dee={"vision": "Faith"}, banners=faith, **conquest), "Bo"),
        (
            position(
                round=8, title=None, bo={"vision": "Sanctuary", "relics": ["Map", "Whistle"]},
                dee={"vision": "Rebellion"}, banners=rebellion,
            ),
            "Dee",
        ),
        (
            position(
                round=8, title=None, bo={"vision": "Sanctuary", "relics": ["Map", "Whistle"]},
                dee={"vision": "Faith"}, banners=faith,
            ),
            "Bo",
        ),
    ]  # fmt: skip
    for data, winner in cases:
        found = check(data)
        assert outcome(found) == (winner, "war_exhaustion", "3.4.3")
        assert "comes first" in str(found.data["reasons"])


def test_a_tied_goal_is_not_met_in_round_eight_either() -> None:
    """3.4.3, A-02"""
    assert outcome(check(position(round=8, title=None, bo={"vision": "Conquest"}, rule="rp", oath="devotion"))) == (
        "Ann",
        "war_exhaustion",
        "3.4.4",
    )


def test_visions_need_three_drawn_in_round_eight_too() -> None:
    """3.4.3, 3.2"""
    data = position(round=8, title=None, bo={"vision": "Conquest"}, rule="r", drawn=2)
    assert outcome(check(data)) == ("Ann", "war_exhaustion", "3.4.4")


# -- which check -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("round", "turn", "phase", "step", "at", "when"),
    [
        (6, "Ann", "act", "", "wake:Bo", 6),
        (6, "Bo", "wake", "", "wake:Bo", 6),
        (6, "Bo", "wake", "4.1.2", "wake:Bo", 6),
        (6, "Bo", "wake", "4.1.3", "wake:Dee", 6),
        (6, "Bo", "act", "", "wake:Dee", 6),
        (6, "Cy", "wake", "", "wake:Dee", 6),
        (6, "Dee", "rest", "4.3.3", "round-end", 6),
        (6, "Dee", "round-end", "", "round-end", 6),
        (3, "Dee", "act", "", "wake:Bo", 4),
        (4, "Dee", "round-end", "", "wake:Bo", 5),
        (8, "Dee", "act", "", "round-end", 8),
    ],
)
def test_the_next_check_to_come(round: int, turn: str, phase: str, step: str, at: str, when: int) -> None:
    """4.1.2, 3.3, 3.4: Exiles at their Wake, the end of rounds five to eight."""
    data = position(round=round, turn=turn, dee={})
    data["turn"] = {"player": turn, "phase": phase, "step": step}
    found = check(data)
    assert (found.data["at"], found.data["round"]) == (at, when)


def test_without_exiles_the_next_check_is_the_first_die() -> None:
    """3.3, A-13"""
    found = check(position(round=2, bo={"role": "citizen"}))
    assert (found.data["at"], found.data["round"], found.data["needs_roll"]) == ("round-end", 5, [6])


def test_a_game_that_is_over() -> None:
    """The winner was noted."""
    result = {"winner": "Bo", "how": "usurper", "clause": "3.1", "ways": [["usurper", "3.1"]], "round": 5}
    found = check(position(phase="over", result=result))
    assert (found.data["at"], found.data["round"], *outcome(found)) == ("over", 5, "Bo", "usurper", "3.1")
    assert terminal(win.document(found), 80).startswith("The game is over: Bo wins as the Usurper (3.1).")
    assert outcome(check(position(phase="over"))) == NOBODY


# -- powers that bear on the end (E2), tables that contradict themselves (E1), told winners (E8) -----------------------


def district(ruler: str = "red", **more: Any) -> dict[str, Any]:
    """Squalid District at the Mine, which somebody rules; nobody has the banner of Devotion: Ann keeps the title."""
    data = position(oath="devotion", **more)
    data["sites"][2] = {"site": "Mine", "warbands": {ruler: 1}, "cards": ["Squalid District"]}
    return data


def test_3_3_the_faces_that_a_power_may_make_end_the_game() -> None:
    """Squalid District shifts the result by one: in round six 6 is sure, 4 and 5 are for Bo to make."""
    found = check(district())
    assert (found.data["needs_roll"], found.data["may_end"], found.data["chance"]) == ([6], [4, 5], "1/6")
    assert found.data["depends"][1]["because"].startswith("Bo may shift a roll of 4 or 5")
    assert "On 6 (1/6) Ann wins by a Stable Regime (3.3), perhaps on 4 or 5: Bo may shift" in terminal(
        win.document(found), 200
    )
    assert check(district(round=5)).data["needs_roll"] == [] and check(district(round=5)).data["may_end"] == [5, 6]
    for die, winner in ((6, "Ann"), (3, None)):
        rolled = check(district(), die=die)
        assert (rolled.data["winner"], rolled.data["roll"], rolled.data["depends"]) == (winner, die, [])
    for die in (4, 5):
        rolled = check(district(), die=die)
        assert (rolled.data["winner"], rolled.data["roll"], rolled.data["may_end"]) == (None, die, [4, 5])
        assert rolled.data["if_rolled"]["winner"] == "Ann"
        assert f"the roll of {die} may end the game, for Bo may shift it" in terminal(win.document(rolled), 200)
    assert check(district(round=8)).data["may_end"] == [] == check(position()).data["may_end"]


def test_2_11_a_title_that_contradicts_its_goal_is_judged_by_the_law_and_named() -> None:
    """Ann is stated as Oathkeeper of Supremacy while Bo alone rules the most sites: that is why no die is rolled."""
    found = check(position(rule="rrp"))
    assert outcome(found) == NOBODY and found.data["needs_roll"] is None
    [warning] = [each for each in found.warnings if "2.11" in each]
    said, made = "as stated Ann has the Oathkeeper title", "it is Bo's by the goal of Supremacy; so it is judged (2.11)"
    assert warning == f"{said}, but {made}"
    assert not [each for each in check(position(rule="prp")).warnings if "2.11" in each]
    usurper = position(rule="rrk", title="Dee", side="usurper", dee={})
    assert outcome(check(usurper, "Dee")) == NOBODY, "Dee has lost it"


def test_2_11_a_holder_who_must_choose_first_leaves_the_check_open() -> None:
    """Bo and Dee tie above Ann, who picks; what comes out alike whoever it is is said."""
    tied = position(rule="rrkk", dee={}, bo={"vision": "Conquest"}, ann={"relics": ["Grand Scepter"]})
    tied["sites"] = [*tied["sites"][:4], {"site": "Steppe", "warbands": {"purple": 1}}]
    found = check(tied)
    assert outcome(found) == NOBODY and found.data["depends"] == [], "an Exile has it, whoever it is: no die is rolled"
    assert any("Ann first chooses who takes the title, Bo or Dee" in each for each in found.warnings)
    relics = {"bo": {"relics": ["Map", "Whistle"]}, "cy": {"relics": ["Horned Mask", "Ivory Eye"]}}
    either = check(position(oath="protection", title="Ann", round=6, **relics))
    assert outcome(either) == NOBODY and either.data["needs_roll"] is None
    [turns_on] = either.data["depends"]
    assert (
        turns_on["clause"] == "2.11"
        and "if it is Bo, nobody wins; if it is Cy, roll the end die" in turns_on["because"]
    )
    assert "it depends on who takes the title" in terminal(win.document(either), 300)


def over(how: str, clause: str, winner: str, number: int = 6, **more: Any) -> list[str]:
    """What a position of a finished game says against the result that it states."""
    told = {"winner": winner, "how": how, "clause": clause, "ways": [[how, clause]], "round": number}
    found = check(position(phase="over", result=told, round=number, **more))
    assert outcome(found) == (winner, how, clause), "the table may insist"
    return found.warnings


@pytest.mark.parametrize(
    ("told", "more", "because"),
    [
        (("stable_regime", "3.3", "Ann"), {"title": "Bo", "side": "usurper", "oath": "devotion"}, "no die is rolled"),
        (("stable_regime", "3.3", "Ann", 3), {}, "this is round 3"),
        (("stable_regime", "3.3", "Ann"), HEIR, "but as stated Cy wins"),
        (("visionary", "3.2", "Bo"), {"bo": {"vision": "Conquest"}, "drawn": 1}, "1 of the 3 Visions"),
        (("war_exhaustion", "3.4.4", "Ann", 5), {"title": None, "oath": "devotion"}, "the end of round 8"),
        (("usurper", "3.1", "Bo"), {"title": "Ann"}, "Bo does not have the Oathkeeper title"),
    ],
)
def test_3_a_told_winner_whom_the_table_contradicts(told: Any, more: dict[str, Any], because: str) -> None:
    """3.1, 3.2, 3.3, 3.3.1, 3.4: each is named, none is refused."""
    [warning] = over(*told, **more)
    assert because in warning and f"({told[1]})" in warning


def test_3_a_told_winner_whom_the_table_bears_out() -> None:
    assert over("stable_regime", "3.3", "Ann") == []
    assert over("successor", "3.3.1", "Cy", **HEIR) == []
    assert over("usurper", "3.1", "Bo", title="Bo", side="usurper", rule="r") == []
    assert over("war_exhaustion", "3.4.3", "Bo", 8, title="Bo", bo={"vision": "Conquest"}, rule="r") == []


# -- the command -------------------------------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> str:
    file = tmp_path / "table.json"
    data = position(bo={"vision": "Conquest"}, rule="rrp", oath="devotion", turn="Cy", phase="act", dee={})
    file.write_text(json.dumps(data), encoding="utf-8")
    return str(file)


def test_from_a_position(table: str) -> None:
    told = answer("--position", table)
    assert set(told["data"]) >= {
        "at", "round", "winner", "how", "clause", "ways", "needs_roll", "roll", "if_rolled", "depends", "reasons",
    }  # fmt: skip
    assert (told["data"]["at"], told["data"]["winner"]) == ("wake:Dee", None)
    told = answer("--position", table, "--at", "wake:bo")
    assert (told["data"]["winner"], told["data"]["seat"]) == ("Bo", "red")
    assert told["citations"] == ["3.2", "3.1"]
    assert answer("--position", table, "--at", "wake:red")["data"]["winner"] == "Bo"
    assert answer("--position", table, "--at", "wake")["data"]["at"] == "wake:Dee"
    told = answer("--position", table, "--at", "round-end", "--die", "5")
    assert (told["data"]["winner"], told["data"]["roll"]) == ("Ann", 5)


def test_the_answer_comes_first_and_fits_a_narrow_screen(table: str) -> None:
    lines = run("--position", table, "--at", "round-end", COLUMNS="60").stdout.splitlines()
    assert lines[:3] == [
        "End of round 6: roll the end die. On 5 or 6 (1/3) Ann wins",
        "by a Stable Regime (3.3); else the game goes on.",
        "",
    ]
    assert lines[3].startswith("  3.3    Ann is the Chancellor and the Oathkeeper")
    assert max(map(len, lines)) <= 60
    assert not any("purple" in line or "vision." in line for line in lines)


def test_the_check_of_a_player(table: str) -> None:
    """Exiles win as they wake (3.1, 3.2), Imperial players at the end of a round (3.3, 3.4)."""
    assert (
        answer("--position", table, "--player", "Bo")["data"] == answer("--position", table, "--at", "wake:Bo")["data"]
    )
    assert (
        answer("--position", table, "--player", "Ann")["data"]
        == answer("--position", table, "--at", "round-end")["data"]
    )
    assert failure("--position", table, "--player", "Bo", "--at", "round-end").kind == "usage"
    assert "no player 'Zoe'" in failure("--position", table, "--player", "Zoe").message
    assert failure("--player", "Bo", "--round", "6").kind == "usage"


def test_readings_of_the_position_are_in_force() -> None:
    data = position(bo={"vision": "Conquest"}, rule="rp", rulings={"A-02": "a"})
    told = answer("--position", "-", "--at", "wake:Bo", text=json.dumps(data))
    assert told["data"]["winner"] == "Bo" and any("A-02" in warning for warning in told["warnings"])


def test_3_2_what_is_ahead_names_the_readings_that_decide_it() -> None:
    """A-02 (a): a tie is enough for a Vision; A-05 as usual, and A-09 otherwise where no pool is spoken of: neither."""
    data = position(bo={"vision": "Conquest"}, rule="rp", rulings={"A-02": "a", "A-09": "b"})
    told = answer("--position", "-", "--ahead", "--deep", "0", text=json.dumps(data))
    read = [each for each in told["warnings"] if "this table reads" in each]
    assert len(read) == 1 and read[0].startswith("this table reads A-02 as (a)")
    assert "A-02" in told["citations"] and "A-09" not in told["citations"]
    told = answer("--position", "-", "--ahead", "--deep", "0", text=json.dumps(data | {"rulings": {}}))
    assert not [each for each in told["warnings"] if "this table reads" in each]


def test_answers_to_be_played_from_the_position_are_played() -> None:
    """Ann ends her turn; Bo's Wake is a win at once (4.1.2)."""
    data = position(turn="Ann", phase="act", title="Bo", side="usurper", then=["end"])
    told = answer("--position", "-", text=json.dumps(data))
    assert (told["data"]["at"], told["data"]["winner"], told["data"]["how"]) == ("over", "Bo", "usurper")


def test_readings_of_the_table_are_in_force(tmp_path: Path, table: str) -> None:
    data = position(bo={"vision": "Conquest"}, rule="rp")
    text = json.dumps(data)
    assert answer("--position", "-", "--at", "wake:Bo", "-C", str(tmp_path), text=text)["data"]["winner"] is None
    (tmp_path / "rulings.yaml").write_text("readings: {A-02: a}\n", encoding="utf-8")
    assert answer("--position", "-", "--at", "wake:Bo", "-C", str(tmp_path), text=text)["data"]["winner"] == "Bo"


def test_refusals(table: str, tmp_path: Path) -> None:
    assert failure("--position", table, "--at", "wake:Zoltan").kind == "not_found"
    assert failure("--position", table, "--at", "noon").kind == "usage"
    assert failure("--position", table, "--round", "3").kind == "usage"
    assert failure("--position", str(tmp_path / "none.yaml")).kind == "not_found"
    fault = failure("--position", "-", text="oath: x\n")
    assert (fault.kind, fault.exit_code) == ("position", 3)
    assert failure("--holder", "other", "--vision", "nothing at all").kind == "usage"
    assert failure("--holder", "other", "--vision", "faith:tie", "--visions", "3").kind == "usage"
    assert failure("--holder", "other", "--vision", "conspiracy").kind == "usage"
    assert failure("--round", "6", "--oath", "love").kind == "usage"


def bare(*args: str) -> tuple[Any, Any, Any]:
    data = answer(*args)["data"]
    return data["role"], data["how"], data["clause"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("--holder usurper", ("exile", "usurper", "3.1")),
        ("--at wake --holder usurper", ("exile", "usurper", "3.1")),
        ("--holder usurper --vision faith:met --visions 3", ("exile", "usurper", "3.1")),
        ("--holder exile --vision none", NOBODY),
        ("--holder other --vision conquest:met --visions 3", ("exile", "visionary", "3.2")),
        ("--holder other --vision conquest:met --visions 2", NOBODY),
        ("--holder other --vision conquest:tie --visions 3", NOBODY),
        ("--holder other --vision conquest:no", NOBODY),
        ("--holder other --vision sanctuary:met --visions 4", ("exile", "visionary", "3.2")),
        ("--holder other --vision sanctuary:tie --visions 4", NOBODY),
        ("--holder other --vision rebellion:met --visions 4", ("exile", "visionary", "3.2")),
        ("--holder nobody --vision faith:yes --visions 5", ("exile", "visionary", "3.2")),
        ("--round 3", NOBODY),
        ("--round 6 --holder chancellor --die 5", ("chancellor", "stable_regime", "3.3")),
        ("--round 6 --holder chancellor --die 4", NOBODY),
        ("--round 7 --holder citizen --die 3", ("chancellor", "stable_regime", "3.3")),
        ("--round 7 --holder exile", NOBODY),
        ("--round 7 --holder usurper --die 6", NOBODY),
        ("--round 5 --holder chancellor --die 6 --oath people --successor", ("citizen", "successor", "3.3.1")),
        ("--round 5 --holder chancellor --die 6 --no-successor", ("chancellor", "stable_regime", "3.3")),
        ("--round 8 --holder chancellor", ("chancellor", "war_exhaustion", "3.4.1")),
        ("--round 8 --holder citizen --oath devotion --successor", ("citizen", "successor", "3.4.1")),
        ("--round 8 --holder usurper", ("exile", "war_exhaustion", "3.4.2")),
        ("--round 8 --holder exile --vision conquest:met --visions 3", ("exile", "war_exhaustion", "3.4.3")),
        ("--round 8 --holder exile --vision conquest:tie --visions 3", ("chancellor", "war_exhaustion", "3.4.4")),
        ("--round 8 --holder nobody --vision none", ("chancellor", "war_exhaustion", "3.4.4")),
        ("--round 8 --holder other --vision none --oath supremacy --successor", ("citizen", "successor", "3.4.4")),
    ],
)
def test_from_bare_facts(words: str, expected: tuple[Any, Any, Any]) -> None:
    """3.1, 3.2, 3.3, 3.3.1, 3.4.1, 3.4.2, 3.4.3, 3.4.4: a table gets its answer in seconds."""
    assert bare(*words.split()) == expected


def test_bare_facts_with_both_ways() -> None:
    data = answer("--holder", "usurper", "--vision", "faith:met", "--visions", "3")["data"]
    assert [way["how"] for way in data["ways"]] == ["usurper", "visionary"]


def test_bare_facts_tell_only_what_was_told() -> None:
    """What was not asked is no reason; what it still turns on is named (3.3.1)."""
    told = answer("--holder", "usurper")
    assert [reason["clause"] for reason in told["data"]["reasons"]] == ["3.1"]
    assert told["citations"] == ["3.1"]
    told = answer("--round", "6", "--holder", "chancellor")
    assert told["data"]["needs_roll"] == [5, 6] and told["data"]["chance"] == "1/3"
    assert [each["on"] for each in told["data"]["depends"]] == ["the end die", "a Successor"]
    assert "3.3.1" in told["citations"]
    told = answer("--round", "6", "--holder", "chancellor", "--no-successor")
    assert [each["on"] for each in told["data"]["depends"]] == ["the end die"]
    assert "no Citizen meets the Successor goal" in str(told["data"]["reasons"])
    assert "Supremacy" not in str(told["data"])
    text = " ".join(run("--round", "8", "--holder", "chancellor", "--oath", "devotion").stdout.split())
    assert "unless a Citizen meets the Successor goal (hold the Grand Scepter) (3.3.1)." in text
    assert "The Chancellor is the Oathkeeper" in text


def test_facts_that_cannot_all_be_true() -> None:
    """One banner has one holder."""
    words = "--round 8 --holder exile --vision faith:met --visions 3 --oath people --successor"
    assert failure(*words.split()).kind == "usage"


@pytest.mark.parametrize(
    ("words", "about"),
    [
        ("", "at"),
        ("--at wake", "holder"),
        ("--at round-end", "round"),
        ("--round 6", "holder"),
        ("--holder exile", "vision"),
        ("--holder exile --vision conquest", "goal"),
        ("--holder exile --vision conquest:met", "visions"),
        ("--round 8 --holder exile", "vision"),
    ],
)
def test_nothing_waits_without_a_terminal(words: str, about: str, tmp_path: Path) -> None:
    """It fails with the question it would have asked."""
    fault = failure(*words.split(), "-C", str(tmp_path))
    assert (fault.kind, fault.exit_code) == ("needs_answer", 2)
    assert fault.extra["question"]["kind"] == about
    told = {"kind": fault.kind, "message": fault.message, "hint": str(fault.hint), "question": fault.extra["question"]}
    assert not list(faults("error", told))
    assert "--" in str(fault.hint)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        (
            ["round-end", "6", "chancellor", "5", "devotion", "no"],
            "End of round 6: the Chancellor wins by a Stable Regime",
        ),
        (["round-end", "6", "chancellor", "0", "devotion", "yes"], "End of round 6: roll the end die. On 5 or 6 (1/3)"),
        (
            ["round-end", "8", "nobody", "conquest", "3"],
            "End of round 8: the Exile wins by War Exhaustion, with the Vision of Conquest (3.4.3)",
        ),
        (["round-end", "2"], "End of round 2: nobody wins."),
        (["wake", "usurper"], "The Exile's Wake Phase: the Exile wins as the Usurper (3.1)."),
        (["wake", "other", "conquest", "tie", "3"], "The Exile's Wake Phase: nobody wins."),
        (["wake", "other", "none"], "The Exile's Wake Phase: nobody wins."),
    ],
)
def test_a_handful_of_questions(typed: list[str], first: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(command, "at_terminal", lambda: True)
    result = run("-C", str(tmp_path), text="\n".join(typed) + "\n", COLUMNS="100")
    assert result.exception is None
    assert result.stdout.startswith(first)


def test_from_the_running_game(tmp_path: Path, table: str) -> None:
    folder = str(tmp_path / "saga")
    for args in (["new", folder, "--first-game"], ["-C", folder, "start", "--position", table, "--table"]):
        result = CliRunner().invoke(cli, args, obj=Settings(), standalone_mode=False)
        assert result.exception is None, result.exception
    told = answer("-C", folder)
    assert (told["data"]["at"], told["data"]["round"]) == ("wake:Dee", 6)
    assert answer("-C", folder, "--at", "wake:Bo")["data"]["winner"] == "Bo"
    assert answer("-C", folder, "--at", "round-end", "--die", "6")["data"]["winner"] == "Ann"
