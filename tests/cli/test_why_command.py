"""``oathtools why`` as people and scripts use it: exit statuses, the JSON form, the text, the viewer, ``then:``."""

from pathlib import Path
from typing import Any

import pytest

from tests.cli.calls import caller

POSITION = """\
format: 1
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, pawn: Plains, warbands: 4, favor: 2}
  - name: Bo
    color: red
    pawn: Mountain
    supply: 3
    favor: 2
    secrets: 1
    warbands: 4
    advisers: [Longbows, {card: Tyrant, facedown: true}, {unknown: denizen}]
  - {name: Cy, color: blue, role: citizen, pawn: Mountain, warbands: 2, supply: 6}
sites:
  - {site: Plains, warbands: {purple: 2}}
  - Buried Giant
  - {site: Mountain, cards: [{card: Elders, favor: 1}, Taming Charm], warbands: {purple: 1}}
  - {site: Narrow Pass}
  - Shrouded Wood
  - Rocky Coast
  - Lush Coast
  - River
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "position.yaml"
    path.write_text(POSITION)
    return path


@pytest.fixture
def why(file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Call ``why`` on the position."""
    call = caller(None, capsys, monkeypatch, columns=72)
    return lambda *words: call("why", *words, "--position", str(file))


# -- statuses and forms ----------------------------------------------------------------------------------------------


def test_yes_no_and_it_depends(why: Any) -> None:
    """0: yes; 1: no, or it cannot be decided. Each is an answer."""
    yes, no = why("muster", "Taming Charm"), why("muster", "Elders")
    open_ = why("play", "Mercenaries", "adviser", "--as", "Ann")
    assert (yes.status, no.status, open_.status) == (0, 1, 1)
    assert yes.out.startswith("Yes.") and no.out.startswith("No.") and open_.out.startswith("It depends.")
    verdicts = [why(*words.split(), "--json") for words in ("muster taming-charm", "muster Elders")]
    assert [said.data["legal"] for said in verdicts] == [True, False]
    assert [said.status for said in verdicts] == [0, 1]


def test_the_form_for_scripts(why: Any) -> None:
    """docs/formats.md, "Verdicts"."""
    said = why("muster", "Elders", "--json")
    assert set(said.data) >= {"legal", "refusals", "depends", "repairs", "cautions", "derivation"}
    assert said.data["refusals"] == [{"clause": "5.2.1", "because": "Elders already holds 1 favor", "source": "law"}]
    assert said.data["repairs"] == [["no favor and no secret is on Elders"]]
    assert said.data["searched_all"] is True
    assert said.answer["citations"] == ["5.2.1"]


def test_a_no_in_words(why: Any) -> None:
    assert why("muster", "Elders").out == (
        "No.\n"
        "  Elders already holds 1 favor  Law 5.2.1\n"
        "It would be allowed if\n"
        "  - no favor and no secret is on Elders\n"
    )


def test_two_changes_of_one_player_read_as_one_sentence(why: Any) -> None:
    said = why("campaign", "Cy", "--target", "pawn", "--target", "Mountain", "--dice", "9")
    assert "no more than 4 attack dice are taken" in said.out and "Bo has 5 more warbands on the board" in said.out


def test_a_card_behind_a_refusal_is_named(why: Any) -> None:
    """11.8."""
    said = why("travel", "Shrouded Wood", "--player", "Ann", "--json")
    sources = {each["clause"]: each["source"] for each in said.data["refusals"]}
    assert sources == {"11.8": "site.narrow_pass"} or "11.8" not in sources


def test_explained(why: Any) -> None:
    said = why("travel", "Plains", "--explain")
    assert said.out.splitlines() == [
        "Yes.",
        "Because",
        "  It is the Act Phase of Bo (4.2).",
        "  Bo is at Mountain, and Plains is another site (5.6.1).",
        "  Narrow Pass does not stand in the way (11.8).",
        "  It costs 2 Supply (5.6.1).",
        "  Bo has 3 Supply (5.6.1).",
    ]
    assert why("travel", "Plains").out == said.out, "a Yes says what it rests on and costs, as a No says its reasons"
    assert "What holds" in why("muster", "Elders", "--explain").out


def test_nothing_is_wider_than_the_terminal(why: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "48")
    for words in ("campaign Cy --target pawn --dice 9", "recover darkest-secret", "muster"):
        assert max(map(len, why(*words.split(), "--explain").out.splitlines())) <= 48


# -- who, what, how --------------------------------------------------------------------------------------------------


def test_another_player_than_the_one_whose_turn_it_is(why: Any) -> None:
    """4.2: judged as in that player's turn, which is said first."""
    said = why("travel", "Plains", "--player", "Cy")
    assert said.status == 0
    assert said.out.startswith("It is Bo's turn; this is judged as in Cy's Act Phase (4.2).\nYes.")
    shown = why("travel", "Mountain", "--player", "Cy", "--json")
    assert shown.status == 1
    assert {each["clause"] for each in shown.data["refusals"]} == {"5.6.1"}
    assert why("travel", "Plains", "--player", "Zed").status == 1
    assert "is judged as in" not in why("travel", "Plains", "--player", "Bo").out


def test_modifiers_and_plans(why: Any) -> None:
    said = why("travel", "Plains", "--with", "Tents", "--json")
    assert {each["clause"] for each in said.data["refusals"]} == {"7.1", "7.1.1"}
    campaign = ["campaign", "Cy", "--target", "pawn", "--target", "Mountain", "--dice", "2"]
    assert why(*campaign, "--plan", "Longbows").status == 0
    assert "7.5" in why(*campaign, "--plan", "Elders", "--json").answer["citations"]


def test_partial_requests(why: Any) -> None:
    assert why("muster").status == 0
    assert "It can be done with Taming Charm (5.2.1)." in why("muster", "--explain").out
    assert why("exile", "--json").data["refusals"][0]["clause"] == "6.7"


def test_the_end_of_the_act_phase(why: Any) -> None:
    assert why("end").status == 0
    no = why("end", "--player", "Ann")
    assert no.status == 1 and "it is the turn of Bo, not of Ann" in no.out
    assert why("peek", "--player", "Ann").out.startswith("It is Bo's turn; this is judged as in Ann's Act Phase (4.2).")


def test_a_position_is_open_unless_somebody_looks(why: Any) -> None:
    """Whoever wrote it knows it; --as gives what that player may know (9.4)."""
    assert why("play", "Tyrant", "adviser").status == 0
    assert why("play", "Tyrant", "adviser", "--as", "Bo").status == 0
    said = why("play", "Tyrant", "adviser", "--as", "Ann", "--json")
    assert said.status == 1 and said.data["legal"] is None
    assert said.data["depends"][0]["clause"] == "6.1" and said.data["depends"][0]["on"].startswith("@advisers.red:")


def test_words_that_are_nothing(why: Any) -> None:
    said = why("abracadabra", "--json")
    assert said.status == 1 and said.answer["error"]["kind"] == "not_offered"
    said = why("travel", "Xyzzyq")
    assert said.status == 1 and "Xyzzyq" in said.err and "Possible" in said.err
    assert why("travel", "Plains", "--bogus", "1").status in (1, 2)


def test_a_caution_for_a_power_that_is_not_coded(why: Any, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from oathtools import catalog, powers

    action = next(
        card for card in catalog.cards("denizen") if card.powers[0].kind == "action" and card.restriction != "adviser"
    )
    known = powers.load()
    others = known.only(card for card in known.coded if card != action.id)
    monkeypatch.setattr(powers, "load", lambda: others)
    file.write_text(POSITION.replace("Taming Charm", action.name).replace("secrets: 1", "secrets: 3"))
    said = why("power", action.name)
    assert f"Caution: the power of {action.name} is not coded yet" in " ".join(said.out.split())


# -- then ------------------------------------------------------------------------------------------------------------


def test_after_the_answers_of_the_position(why: Any, file: Path) -> None:
    """``then:`` speaks the same grammar, and the verdict is about the table after it."""
    file.write_text(POSITION + 'then: ["muster taming-charm", "travel site:Plains"]\n')
    said = why("travel", "Narrow Pass", "--json")
    assert said.status == 1
    assert [each["because"] for each in said.data["refusals"]] == ["it costs 2 Supply and 0 is left"]


def test_while_an_action_is_under_way(why: Any, file: Path) -> None:
    """Only the open question can be answered; what else one asks waits (no repairs are told)."""
    file.write_text(POSITION + 'then: ["campaign Cy --target Mountain --target pawn --dice 2"]\n')
    said = why("travel", "Plains", "--json")
    assert "under way" in said.data["refusals"][0]["because"] and said.data["repairs"] == []
    assert why("Longbows").status == 0 and why("go-on").status == 0
    assert why("Wrestlers").status == 1


def test_then_that_does_not_fit_is_named(why: Any, file: Path) -> None:
    file.write_text(POSITION + 'then: ["muster Elders"]\n')
    said = why("end")
    assert said.status != 0 and "Elders already holds 1 favor" in said.err


# -- how the words were understood -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "taken"),
    [
        ("travel Shroud", "travel Shrouded Wood"),
        ("muster taming", "muster Taming Charm"),
        ("play Tyrant site", "play Tyrant site Mountain"),
    ],
)
def test_what_was_typed_otherwise_is_said_as_it_was_understood(why: Any, typed: str, taken: str) -> None:
    said = why(*typed.split())
    assert said.out.splitlines()[1] == f"(Taken as: {taken})", "below the answer"


@pytest.mark.parametrize("typed", ["travel Narrow Pass", "muster taming charm", "campaign Cy --target pawn", "end"])
def test_what_was_typed_in_full_is_not_repeated(why: Any, typed: str) -> None:
    assert "Taken as" not in why(*typed.split()).out


def test_scripts_are_told_the_request(why: Any) -> None:
    assert why("travel", "shroud", "--json").data["request"] == "travel site.shrouded_wood"
    asked = why("campaign", "cy", "--target", "pawn", "--target", "mountain", "--dice", "2", "--json").data["request"]
    assert asked == "campaign blue --target pawn --target site.mountain --dice 2"


def test_a_price_that_goes_without_saying_is_told(why: Any, file: Path) -> None:
    """5.4.2: a relic has the one price that is printed on its site."""
    file.write_text(POSITION.replace("{site: Mountain,", "{site: Mountain, relics: [{unknown: relic}],"))
    shown = why("recover", "relic", "--explain").out
    assert "printed" not in shown and "It costs 1 Supply and 2 favor to burn" in shown
