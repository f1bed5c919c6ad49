"""What the log says is what was done: who got the pieces, who discarded the card, which power was at work."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from oathtools.answerers.speaker import Speaker
from oathtools.engine.windows import Kind
from oathtools.journal import Play
from oathtools.journal.begin import game_at
from oathtools.odds.numbers import Numbers, weigh
from oathtools.odds.plans import parse
from oathtools.powers import load
from oathtools.procedures.machine.registry import DONE
from oathtools.render.game import log
from oathtools.render.game.prompts import labeler
from oathtools.render.names import Names
from oathtools.table.effects import Event
from oathtools.table.state import FAVOR
from oathtools.table.views import View
from tests.cli.calls import caller


def played(position: str, *answers: str) -> Play:
    """A game from a position, after some answers in words."""
    play = game_at(yaml.safe_load(position))
    say = Speaker(play, lambda decision: labeler(decision, Names(View(play.state))))
    for answer in answers:
        say.say(answer)
    return play


def told(play: Play) -> list[str]:
    return [str(line) for line in log.lines(play, Names(View(play.state))) if line.kind == log.DESCRIBED]


VOW = """
oath: devotion
turn: {player: Red, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Red, color: red, role: exile, pawn: Mountain, favor: 3, secrets: 2, advisers: [%s]}
  - {name: Blue, color: blue, role: exile, pawn: Plains, favor: 4, advisers: [%s]}
sites: [Plains, {site: Mountain, relics: [Map], cards: [Toll Roads]}, The Tribunal, Steppe]
"""


def test_favor_that_a_vow_takes_is_not_told_as_burned() -> None:
    """10.4; FAQ Vow of Renewal: its holder takes what others burn."""
    play = played(VOW % ("", "Vow of Renewal"), "recover relic 1", "travel Steppe")
    assert play.state.count("board.blue", FAVOR) == 7
    text = " ".join(told(play))
    assert "Blue takes 2 favor that Red burns" in text and "Blue takes 1 favor that Red burns" in text
    assert "burns 2" not in text and "burns 1" not in text


def test_favor_that_a_vow_keeps_where_it_is_is_told_too() -> None:
    """10.4, 7.1.2: Red has paid the price, though nothing moves."""
    play = played(VOW % ("Vow of Renewal", ""), "recover relic 1")
    assert play.state.count("board.red", FAVOR) == 3
    assert "keeps 2 favor instead of burning it" in " ".join(told(play))


def test_without_the_vow_it_is_burned() -> None:
    """10.4"""
    play = played(VOW % ("", ""), "recover relic 1")
    assert play.state.count("board.blue", FAVOR) == 4
    assert "burns 2 favor" in " ".join(told(play))


SLANDERED = """
oath: devotion
oathkeeper: null
turn: {player: Red, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Red, color: red, role: exile, pawn: Steppe, warbands: 9, favor: 1, advisers: [Slander, Vow of Renewal]}
  - {name: Blue, color: blue, role: exile, pawn: Steppe, favor: 5}
sites: [Plains, Mountain, The Tribunal, {site: Steppe, warbands: {blue: 1}}]
"""


def test_favor_slandered_away_goes_to_the_holder_of_the_vow() -> None:
    """5.5.7.3, 10.4: all of it, and the log says who gets it."""
    play = played(SLANDERED, "campaign Blue --target site:Steppe --target pawn --dice 9", "Slander", "- - -", "9s")
    while play.pending is not None and play.pending.kind != "act":
        legal = play.pending.random(Random(0))
        play.answer("yes" if "yes" in play.pending.options else legal)
    text = " ".join(told(play))
    assert "Red takes 5 favor that Blue burns" in text and "burns 5" not in text


GIVEN = """
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Bo, color: red, role: exile, pawn: Plains, secrets: 1, relics: [Whistle]}
  - {name: Cy, color: blue, pawn: Steppe}
sites: [{site: Plains, warbands: {purple: 1}}, Mountain, Steppe]
"""


def test_a_secret_that_is_given_is_not_taken_back() -> None:
    """10.11"""
    assert told(played(GIVEN, "power Whistle"))[-1].startswith("Cy comes to Plains and gets 1 secret from Whistle.")


ROTATED = """
oath: devotion
oathkeeper: null
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Bo, color: red, pawn: Mountain, advisers: [Crop Rotation, {card: Scouts, facedown: true}]}
sites: [{site: Plains, warbands: {purple: 1}}, {site: Mountain, cards: [Elders, Tents]}, Steppe]
"""


def test_a_card_that_makes_room_is_discarded_by_the_power_that_lets_it() -> None:
    """5.1.4.1: the Law alone lets nobody discard there."""
    line = told(played(ROTATED, "play", "'Crop Rotation'", "Scouts", "Mountain", "Tents"))[-1]
    assert line.startswith("Bo discards Tents from Mountain") and line.endswith("(5.1.4.1, 10.5; Crop Rotation)")


SIGNED = """
oath: devotion
oathkeeper: null
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Bo, color: red, pawn: Plains, advisers: [Deed Writer]}
  - {name: Cy, color: blue, pawn: Plains, relics: [Bandit Crown]}
sites: [{site: Plains, warbands: {purple: 1}}, {site: Mountain, warbands: {red: 1}}, Steppe]
"""


def test_a_site_that_is_signed_over_is_told_though_nobody_is_placed_there() -> None:
    """7.6.3, 10.21: the Bandit Crown rules it for Cy with the bandits (FAQ Deed Writer 4)."""
    line = told(played(SIGNED, "power 'Deed Writer' Cy", "Mountain=1", "-", "yes"))[-1]
    assert line.startswith("Bo signs over Mountain to Cy and takes 1 warband from Mountain. (7.6.3, 10.21")


THROWN = """
oath: devotion
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Bo, color: red, role: exile, pawn: Mountain, secrets: 1, warbands: 4}
  - {name: Cy, color: blue, pawn: Plains, warbands: 2}
sites: [{site: Plains, warbands: {purple: 1}}, {site: Mountain, warbands: {blue: 1}, cards: [Storm Caller]}, Steppe]
"""


def test_a_plan_is_discarded_by_its_user() -> None:
    """5.5.8, 10.5: by the defender here; the secret on it goes to the one whose turn it is, who laid it there."""
    answers = ("trade 'Storm Caller' --for favor", "campaign Cy --target site:Mountain --dice 2", "'Storm Caller'")
    play = played(THROWN, *answers, "2 2 -", "h")
    lines = told(play)
    assert "Cy" in next(line for line in lines if "discards Storm Caller from Mountain" in line)
    assert "Bo discards" not in " ".join(lines)
    (owner,) = (seat for seat in ("red", "blue") if play.state.count(f"board.{seat}", "hidden"))
    assert play.state.players[owner].name == "Bo"
    assert "takes back 1 secret from Storm Caller" in " ".join(lines)


INHERITED = """
oath: devotion
oathkeeper: null
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - name: Bo
    color: red
    pawn: Plains
    relics: [%s]
    vision: {card: Faith, warbands: {blue: 1}}
    advisers: [{card: Vision of Conquest, facedown: true}]
  - {name: Cy, color: blue, pawn: Mountain, advisers: [False Prophet]}
sites: [{site: Plains, warbands: {purple: 1}}, Mountain, Steppe]
"""


@pytest.mark.parametrize(
    ("relic", "pile"), [("", "the Provinces discard pile"), ("Cracked Horn", "the bottom of the world deck")]
)
def test_a_vision_that_is_inherited_is_picked_up_and_not_drawn(relic: str, pile: str) -> None:
    """2.7.1: no marker moves for it, though it comes from the world deck, where the Cracked Horn had buried it."""
    using = ["'Cracked Horn'"] if relic else []
    play = played(INHERITED % relic, "play", *using, "Vision of Conquest", "vision")
    assert told(play)[-1] == f"Cy picks up a Vision from {pile}. (5.1.4; False Prophet)"


CURED = """
oath: devotion
oathkeeper: null
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Bo, color: red, role: exile, pawn: Steppe, warbands: 4}
  - {name: Cy, color: blue, pawn: Plains}
sites:
  - {site: Plains, warbands: {purple: 1}}
  - {site: Mountain, warbands: {red: 1}, cards: [Hospital]}
  - {site: Steppe, warbands: {blue: 3}}
"""


def test_whom_the_hospital_saves_is_set_aside_by_its_name() -> None:
    """A-106: one by a skull and one by the sacrifice, which is told; the beaten force has no Hospital."""
    play = played(CURED, "campaign Cy --target site:Steppe --dice 4", "Hospital", "-", "k h h h", "yes")
    text = " ".join(told(play))
    assert "Bo sets aside 1 warband. (5.5.5, 10.13; Hospital)" in text
    assert "Bo sacrifices and sets aside 1 warband and wins" in text and "Cy loses 1 warband at Steppe" in text


# -- the powers by which it was so ---------------------------------------------------------------------------------


def lines_of(play: Play) -> list[log.Line]:
    return log.lines(play, Names(View(play.state)))


def line_with(play: Play, text: str) -> log.Line:
    return next(line for line in lines_of(play) if text in line.text)


WAR = """
oath: devotion
oathkeeper: null
turn: {player: Red, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Mountain, warbands: %s}
  - {name: Red, color: red, role: exile, pawn: Mountain, warbands: 4, favor: 2}
  - {name: Blue, color: blue, role: exile, pawn: Plains, favor: 1, secrets: 2, advisers: [%s], relics: [Map]}
sites: [Plains, {site: Mountain, warbands: {blue: 1}}, The Tribunal, Steppe]
"""


def test_a_site_that_takes_a_die_is_named() -> None:
    """5.5.2, 7.6: the dice are told with what changed them, also for programs."""
    play = played(WAR % (0, ""), "campaign Blue --target site:Mountain --dice 4", "-", "s s s")
    dice = line_with(play, "The attack has 3 dice")
    assert str(dice).endswith("(5.5.2; Mountain)")
    assert dice.as_data()["powers"] == ["site.mountain"]
    assert not line_with(play, "The attack comes to").powers


def test_a_die_that_a_power_adds_to_a_relic_is_named() -> None:
    """2.4.2, 5.5.2: Sealing Ward"""
    there = (WAR % (0, "Sealing Ward")).replace("pawn: Plains, favor: 1", "pawn: Mountain, favor: 1")
    play = played(there, "campaign Blue --target site:Mountain --target relic:Map --dice 4", "- - - - -", "s s s")
    assert {power for power, _ in line_with(play, "The attack has").powers} == {"site.mountain", "denizen.sealing_ward"}


def test_jinx_in_anothers_turn_is_named() -> None:
    """7.1.2, 7.1.4: its price and the second roll."""
    play = played(WAR % (0, "Jinx"), "campaign Blue --target site:Mountain --dice 4", "-", "yes", "2")
    assert str(line_with(play, "flips 1 secret facedown")).endswith("(7.1.2; Jinx)")
    rolls = [str(line) for line in lines_of(play) if "Blue's defense roll" in line.text]
    assert ["Jinx" in each for each in rolls] == [False, True]


def test_relic_thief_in_anothers_turn_is_named() -> None:
    """7.1.2, 10.2"""
    there = """
oath: devotion
turn: {player: Red, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Red, color: red, role: exile, pawn: Mountain, favor: 3, secrets: 2}
  - {name: Blue, color: blue, role: exile, pawn: Mountain, favor: 1, secrets: 1, advisers: [Relic Thief]}
sites: [Plains, {site: Mountain, relics: [Map]}, The Tribunal, Steppe]
"""
    play = played(there, "recover relic 1", "yes", "-")
    assert str(line_with(play, "places 1 favor in the Discord bank")).endswith("(7.1.2; Relic Thief)")
    assert "Relic Thief" in str(line_with(play, "Blue takes Map"))


BRUTAL = """
oath: devotion
oathkeeper: null
turn: {player: Ann, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Steppe, warbands: 4}
  - {name: Blue, color: blue, role: exile, pawn: Plains, warbands: 2}
sites: [Plains, {site: Mountain}, The Tribunal, {site: Steppe, warbands: {blue: 1}}]
reliquary: [null, {unknown: relic}, {unknown: relic}, {unknown: relic}]
"""


def test_brutal_is_named_where_the_force_dies() -> None:
    """2.3, 5.5.6: in the Chancellor's campaigns all of the beaten force is killed."""
    there = BRUTAL
    play = played(there, "campaign Blue --target site:Steppe --dice 4", "2", "h h h h", "no")
    lost = line_with(play, "loses 4 warbands")
    assert "reliquary.brutal" in lost.as_data()["powers"] and "Brutal" in str(lost)


def test_a_cost_that_a_power_changed_names_it() -> None:
    """5.6.1, 11.6: the site where the trip is dearer."""
    there = """
turn: {player: Red, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Red, color: red, role: exile, pawn: Charming Valley}
sites: [Plains, Mountain, Charming Valley, Steppe]
"""
    play = played(there, "travel Mountain")
    assert "Charming Valley" in {name for _, name in line_with(play, "travels to Mountain").powers}


def test_what_was_only_asked_is_not_named() -> None:
    """4.3: looking at what a trip would cost leaves no name behind on what the Rest Phase does."""
    play = played(GIVEN.replace("Mountain, Steppe", "The Hidden Place, Steppe, Charming Valley"), "end")
    rest = [line for line in lines_of(play) if line.cites and line.cites[0].startswith("4.3")]
    assert rest and not any(line.powers for line in rest)


def test_a_die_that_a_power_adds_is_its_own_in_the_odds_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """2.4.2, 5.5.2: the shield of the relic, and the die of the power beside it."""
    file = tmp_path / "war.yaml"
    file.write_text((WAR % (0, "Sealing Ward")).replace("pawn: Plains, favor: 1", "pawn: Mountain, favor: 1"))
    call = caller(None, capsys, monkeypatch, columns=100)
    said = call(
        "odds", "--position", str(file), "--against", "Blue", "--target", "site:Mountain", "--target", "relic:Map"
    )
    assert said.status == 0
    own, added = (
        said.joined.index(each) for each in ("the relic Map (2.4.2)", "+1 Sealing Ward on the relic Map (5.5.2)")
    )
    assert own < added


def test_what_counts_without_adding_to_a_number_is_named_in_the_odds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """2.3, 5.5.6: Brutal changes the losses; the Mountain takes a die and is named with it, once."""
    call = caller(None, capsys, monkeypatch, columns=100)
    file = tmp_path / "war.yaml"
    file.write_text(BRUTAL)
    said = call("odds", "--position", str(file), "--against", "Blue", "--target", "site:Steppe")
    assert "In force from the start: Brutal (5.5.2)" in said.joined
    words = ("odds", "--position", str(file), "--against", "Blue", "--target", "site:Steppe", "--json")
    assert {"id": "reliquary.brutal", "side": "attacker"} in call(*words).data["from_the_start"]
    file.write_text(WAR % (0, ""))
    said = call("odds", "--position", str(file), "--against", "Blue", "--target", "site:Mountain")
    assert "In force from the start" not in said.joined and "-1 Mountain (11.4)" in said.joined


def test_a_power_leaves_its_own_name() -> None:
    """Where powers are named by what they do, no function is that of two cards: it would leave another's name."""
    owners: dict[int, set[str]] = {}
    for powers in load().by_card.values():
        for power in powers:
            if power.place.name in DONE or power.place.kind in (Kind.WINDOW, Kind.AROUND):
                owners.setdefault(id(power.does), set()).add(power.card)
    assert len(owners) > 100
    assert [cards for cards in owners.values() if len(cards) > 1] == []


# -- who acts, and which power stands behind it ------------------------------------------------------------------------


RETURNS = """
oath: devotion
turn: {player: Red, phase: %s}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Red, color: red, role: exile, pawn: Mountain, favor: 3}
banners: {peoples_favor: {holder: Red, favor: 3}}
sites: [Plains, Mountain]
"""


def test_4_1_1_who_returns_favor_in_a_wake_that_was_stated_is_whose_turn_it_is() -> None:
    """Also after a correction, though no turn was seen to begin."""
    returned = "Red returns 1 favor from the People's Favor to the Hearth bank. (4.1.1.1)"
    assert told(played(RETURNS % "wake", "return", "hearth")) == [returned]
    play = played((RETURNS % "act").replace("{player: Red", "{player: Ann"))
    play.adjust(yaml.safe_load(RETURNS % "wake"), "turn Red; phase wake")
    say = Speaker(play, lambda decision: labeler(decision, Names(View(play.state))))
    say.say("return")
    say.say("hearth")
    assert told(play)[-1] == returned
    again = Play(play.header, play.entries)
    assert told(again) == told(play)


BANISHED = """
oath: devotion
turn: {player: Red, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Red, color: red, role: exile, pawn: Mountain, favor: 3, warbands: 6, advisers: [Slander]}
  - {name: Cy, color: blue, role: exile, pawn: Mountain, favor: 5}
sites: [Plains, Mountain, The Tribunal, {site: Steppe, facedown: true}]
"""


def test_5_5_7_3_who_is_banished_turns_the_site_up_and_slander_burns_all() -> None:
    """5.6.2: the one who travels reveals; A-138: the power that made it more than half is named."""
    play = played(BANISHED, "campaign cy pawn 2 dice", "Slander", "blank blank", "sword", "yes", "provinces.2", "yes")
    text = told(play)
    assert "Cy comes to the facedown site Provinces 2 and reveals Steppe. (5.6.2)" in text
    assert "Cy burns 5 favor. (5.5.7.3; Slander)" in text


PACT = """
oath: devotion
turn: {player: Red, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Red, color: red, role: exile, pawn: Mountain, advisers: [{card: Ancient Pact, facedown: true}]}
banners: {darkest_secret: {holder: Red, secrets: 2}}
reliquary: [Map, {unknown: relic}, {unknown: relic}, {unknown: relic}]
sites: [Plains, Mountain]
"""


def test_10_11_the_darkest_secret_that_is_given_is_not_taken_and_the_trait_uncovered_is_named() -> None:
    """Ancient Pact; 2.3."""
    text = told(played(PACT, "play Ancient Pact faceup", "yes", "1"))
    assert any("Red gives the Darkest Secret to Ann" in line for line in text), text
    assert not any("takes the Darkest Secret" in line for line in text)
    assert any("Chancellor's trait Brutal is on from now" in line and "2.3" in line for line in text), text


def test_supply_that_one_player_spends_at_once_is_one_sum() -> None:
    """5.6.1: the costs of one journey are told as what they come to."""
    play = played(VOW % ("", ""))
    paid = [
        Event("spent_supply", ("5.6.1",), {"who": "red", "from": had, "to": left}) for had, left in ((6, 4), (4, 3))
    ]
    (line,) = log.sentences(paid, Names(View(play.state)), "red", "travel")
    assert line.text == "Red spends 3 Supply." and line.moves == ({"marker": "supply", "who": "red", "by": -3},)


# -- what comes to nothing is told, with its reason ------------------------------------------------------------------


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """A command about a position, which it is given."""

    def asked(position: str, *words: str) -> Any:
        file = tmp_path / "table.yaml"
        file.write_text(position)
        command, at = words[0], ["--position"] if words[0] == "why" else []
        return caller(None, capsys, monkeypatch, columns=400)(command, *words[1:], *at, str(file))

    return asked


IDLE = """
oath: devotion
oathkeeper: null
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Bo, color: red, pawn: Steppe, warbands: 6, favor: 4, secrets: 2, advisers: [%s]}
  - {name: Cy, color: blue, pawn: Steppe, favor: 3, warbands: 3, advisers: [Wolves, %s], relics: [Whistle]}
favor_banks: {nomad: %d}
sites: [Plains, Mountain, The Tribunal, {site: Steppe, warbands: {blue: 1}, cards: [Tents]}]
"""


def test_a_trade_that_a_vow_leaves_without_favor_names_it() -> None:
    """5.3.2, 9.2"""
    (line,) = told(played(IDLE % ("Vow of Poverty", "Alchemist", 3), "trade Tents --for favor"))
    assert "gains no favor. (5.3.1, 5.3.2; Vow of Poverty)" in line
    (line,) = told(played(IDLE % ("Vow of Poverty", "Alchemist", 3), "trade Tents --for secrets"))
    assert "gains no secret. (5.3.1, 5.3.2)" in line


def test_a_trade_that_finds_an_empty_bank_says_so() -> None:
    """5.3.2, 9.3"""
    (line,) = told(played(IDLE % ("Elders", "Alchemist", 0), "trade Tents --for favor"))
    assert "gains no favor from the Nomad bank, which has none" in line and "9.3" in line


def test_a_battle_plan_whose_condition_fails_is_told_to_come_to_nothing() -> None:
    """5.5.3, A-191"""
    play = played(IDLE % ("Rival Khan", "Alchemist", 3), "campaign Cy --target site:Steppe --dice 1", "Rival Khan")
    line = next(line for line in told(play) if "Rival Khan as" in line)
    assert "as a battle plan, which comes to nothing: the enemy has no Nomad adviser" in line


def test_a_plan_that_does_a_part_of_what_it_says_is_not_told_to_come_to_nothing() -> None:
    """9.2: Rangers ignores skulls whatever the defense pool is."""
    small, large = Numbers(4, 3, 3), Numbers(4, 4, 3)
    rangers = parse("Rangers")
    (said,) = weigh(small._replace(attacker_plans=[rangers])).warnings
    assert said.startswith("Rangers does only a part of what it says: the defense pool has 3 dice")
    assert not weigh(large._replace(attacker_plans=[rangers])).warnings
    (said,) = weigh(Numbers(0, 3, 3, attacker_plans=[parse("Encirclement")])).warnings
    assert said.startswith("Encirclement comes to nothing: its user's force of 0")


WOKEN = """
oath: devotion
turn: {player: Bo, phase: wake}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Bo, color: red, pawn: Mountain, favor: 0}
banners: {peoples_favor: {holder: Bo, favor: 1}}
sites: [Plains, Mountain]
"""


def test_a_wake_in_which_nothing_can_be_placed_says_so() -> None:
    """4.1.1.1, A-45: the last favor stays."""
    assert told(played(WOKEN))[0] == "Bo places no favor on the People's Favor. (4.1.1.1)"


@pytest.mark.parametrize(
    ("mine", "theirs", "says"),
    [
        ("Pied Piper, {card: Conspiracy, facedown: true}", "Alchemist", "1 of the advisers match one of Cy's, and 2"),
        ("Pied Piper, Bracken, {card: Conspiracy, facedown: true}", "Alchemist", "burn 1 secret to take Whistle (5."),
        ("Pied Piper, Bracken, {card: Conspiracy, facedown: true}", "Spell Breaker", "Spell Breaker bars powers that"),
    ],
)  # fmt: skip
def test_why_the_conspiracy_says_what_can_be_taken(mine: str, theirs: str, says: str, ask: Any) -> None:
    """5.1.4.4, 9.2: it may be played all the same, and goes to the box."""
    answer = ask(IDLE % (mine, theirs, 3), "why", "play", "Conspiracy", "faceup")
    assert answer.status == 0 and says in answer.joined


def test_why_a_trade_says_what_it_brings_and_why(ask: Any) -> None:
    """5.3.2, 9.2"""
    answer = ask(IDLE % ("Vow of Poverty", "Elders", 3), "why", "trade", "Tents", "--for", "favor")
    assert "The Trade brings 0 favor (5.3.2). Vow of Poverty makes it so (5.3.2)." in answer.joined
    answer = ask(IDLE % ("Elders", "Alchemist", 0), "why", "trade", "Tents", "--for", "favor")
    assert "2 favor, the favor from the Nomad bank, which has 0" in answer.joined


def test_favor_on_the_board_of_a_holder_of_vow_of_kinship_is_warned_of(ask: Any) -> None:
    """10.10: all favor that comes there goes to the Nomad bank."""
    answer = ask(IDLE % ("Vow of Kinship", "Elders", 3), "position", "check")
    says = "Bo has 4 favor on the board, and Vow of Kinship sends all of it to the Nomad bank"
    assert says in " ".join(answer.err.split())
    assert "Vow of Kinship" not in ask(IDLE % ("Elders", "Alchemist", 3), "position", "check").err
