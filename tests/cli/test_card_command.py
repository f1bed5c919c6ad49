"""``oathtools card`` as people and scripts see it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import ShellComplete

from oathtools import catalog
from oathtools.cli.main import cli
from oathtools.cli.shared.common import Failure, Settings
from oathtools.kit import datafiles
from oathtools.render.printers import terminal
from oathtools.render.rules import card as render
from tests.cli.invoked import answered, run


def shown(*args: str, width: int = 60) -> str:
    result = run("card", *args, COLUMNS=str(width))
    assert result.exception is None
    return result.stdout


def answer(*args: str) -> dict[str, Any]:
    return answered(run("card", *args, "--json"))


def test_a_denizen_for_people() -> None:
    lines = shown("longbows").splitlines()
    assert lines[:6] == [
        "Longbows  (denizen.longbows)",
        "Order denizen.",
        "Battle plan (attack or defense), no cost.",
        "",
        "Attack or defense: add one attack die or remove one.",
        "",
    ]
    assert "  5.5.3  Step 3: Use Battle Plans" in lines


def test_facts_of_each_kind() -> None:
    assert "Discord denizen, adviser only, locked." in shown("assassin")
    assert "Action power, cost: place 1 favor." in shown("assassin")
    assert "Relic, 3 defense dice." in shown("map")
    assert "Intact side of the Order edifice, site only, locked." in shown("sprawling rampart")
    assert "Other side: Bandit Rampart." in shown("sprawling rampart")
    assert "Ruined side of the Order edifice, site only, locked." in shown("bandit rampart")
    assert "Only an Exile can play it faceup." in shown("conquest")
    assert "Anyone can play it faceup." in shown("conspiracy")
    assert "Vision with the same goal: Vision of Faith." in shown("oath of devotion")
    assert "Starts the game with 1 favor on it." in shown("peoples favor")
    assert shown("grand scepter").count("Action power, no cost.") == 1, "two of a kind are told once"


def test_a_word_of_several_names_hints_at_one_of_them() -> None:
    failure = run("card", "vision").exception
    assert isinstance(failure, Failure) and failure.hint and "oathtools card vision:conspiracy" in failure.hint
    assert run("card", "vision:conspiracy").exception is None
    assert "Space 4 of the Imperial Reliquary" in shown("greedy")
    mine = shown("mine")
    assert "Site, capacity 1, 1 defense die." in mine
    assert "When revealed: 3 favor, 1 relic." in mine
    assert "To recover a relic here: place 3 favor in the Discord bank." in mine
    assert "No relic can be recovered here: no cost is listed." in shown("plains")


def test_both_sides_of_the_peoples_favor() -> None:
    text = shown("peoples-favor")
    assert "People's side." in text and "Mob side." in text


def test_doubt_is_said() -> None:
    assert "Unsure: restriction (one witness, or they differ)." in shown("garrison")
    assert "Unsure: save-string id" in shown("gossip")
    assert "Unsure" not in shown("longbows")
    assert answer("garrison")["data"]["unsure"] == ["restriction"]


def test_older_names() -> None:
    told = answer("Imperial", "Seat")
    assert told["data"]["id"] == "site.the_tribunal" and told["warnings"] == []
    assert "Also called Imperial Seat." in shown("tribunal")


def test_json_of_a_denizen() -> None:
    told = answer("second wind")
    data = told["data"]
    assert (data["id"], data["kind"], data["name"], data["suit"]) == (
        "denizen.second_wind",
        "denizen",
        "Second Wind",
        "discord",
    )
    assert data["powers"] == [
        {
            "kind": "battle_plan",
            "modifies": None,
            "side": "attacker",
            "cost": [
                {"how": "place", "what": "secret", "amount": 1, "bank": None},
                {"how": "burn", "what": "favor", "amount": 1, "bank": None},
            ],
        }
    ]
    assert data["text"].startswith("Attack: ")
    assert [clause["id"] for clause in data["clauses"]] == told["citations"]
    assert {"A-134", "faq.sneak_attack.3"} <= {ruling["id"] for ruling in data["rulings"]}
    assert told["warnings"] == []


def test_json_of_a_site() -> None:
    data = answer("site:mine")["data"]
    assert (data["capacity"], data["group"], data["power"]) == (1, "opportunity", {"takes": ["favor"]})
    assert data["reveal"] == {"favor": 3, "secret": 0, "relics": 1}
    assert data["recover_cost"] == {"how": "place", "what": "favor", "amount": 3, "bank": "discord"}


def test_json_of_rulings() -> None:
    rulings = {one["id"]: one for one in answer("conquest")["data"]["rulings"]}
    tie = rulings["A-02"]
    assert (tie["kind"], tie["in_force"], tie["by"], tie["firmness"]) == ("point", "b", "default", "lean")
    assert tie["clauses"] == ["3.2", "3.4.3"]
    assert tie["answer"].startswith("No.")
    faq = next(one for one in answer("longbows")["data"]["rulings"] + answer("bear traps")["data"]["rulings"])
    assert faq["kind"] == "faq" and faq["card"] == "denizen.bear_traps"


def test_every_card_has_a_page() -> None:
    for card_id in catalog.ids():
        page = render.page(card_id)
        assert json.loads(json.dumps(page))["id"] == card_id, card_id
        assert page["text"] and page["clauses"], card_id
        assert all(clause["title"] for clause in page["clauses"]), card_id
        for width in (40, 60, 100):
            assert max(map(len, terminal(render.document(page), width).splitlines())) <= width, card_id


def test_a_typo_is_answered_with_a_note() -> None:
    told = answer("lonbgows")
    assert told["data"]["id"] == "denizen.longbows"
    assert told["warnings"] == ["no card is called 'lonbgows'; taken as Longbows"]
    result = run("card", "lonbgows")
    assert "taken as Longbows" in result.stderr and "taken as Longbows" not in result.stdout


def test_an_ambiguous_name_is_refused_with_the_candidates() -> None:
    fault = run("card", "bandit").exception
    assert isinstance(fault, Failure)
    assert (fault.kind, fault.exit_code) == ("not_found", 1)
    assert fault.message == "'bandit' may be Bandit Chief, Bandit Rampart or Bandit Crown"
    assert fault.extra["suggestions"] == ["denizen.bandit_chief", "edifice.bandit_rampart", "relic.bandit_crown"]


def test_an_unknown_name_is_refused() -> None:
    fault = run("card", "hall of debts and moths").exception
    assert isinstance(fault, Failure)
    assert (fault.kind, fault.exit_code) == ("not_found", 1)
    assert "Did you mean Hall of Debate" in str(fault.hint)
    fault = run("card", "xyzzy").exception
    assert isinstance(fault, Failure) and fault.extra["suggestions"] == []


def test_the_tables_own_rulings_hold(tmp_path: Path) -> None:
    (tmp_path / "rulings.yaml").write_text(
        "readings:\n  A-02: a\nrules:\n  - {id: T-1, cards: [vision.conquest], question: Q?, ruling: So be it.}\n"
    )
    result = run("card", "conquest", "--json", "-C", str(tmp_path))
    told = json.loads(result.stdout)
    rulings = {one["id"]: one for one in told["data"]["rulings"]}
    assert (rulings["A-02"]["in_force"], rulings["A-02"]["by"]) == ("a", "table")
    assert rulings["A-02"]["answer"].startswith("Yes")
    assert (rulings["T-1"]["kind"], rulings["T-1"]["answer"]) == ("table", "So be it.")
    text = run("card", "conquest", "-C", str(tmp_path)).stdout
    assert "this table's ruling" in text and "So be it." in text


def test_a_damaged_file_of_rulings_is_a_warning(tmp_path: Path) -> None:
    (tmp_path / "rulings.yaml").write_text("readings: {A-02: z}\n")
    told = json.loads(run("card", "conquest", "--json", "-C", str(tmp_path)).stdout)
    assert told["ok"] and "rulings are left out" in told["warnings"][0]
    assert {one["id"]: one["in_force"] for one in told["data"]["rulings"]}["A-02"] == "b"


def _completed(args: list[str], incomplete: str) -> list[str]:
    complete = ShellComplete(cli, {"obj": Settings()}, "oathtools", "_OATHTOOLS_COMPLETE")
    return [item.value for item in complete.get_completions(args, incomplete)]


def test_completion_of_names() -> None:
    assert _completed(["card"], "longb") == ["longbows"]
    assert "tinkers-fair" in _completed(["card"], "tin")
    assert _completed(["card", "vow", "of"], "si") == ["silence"]
    assert _completed(["card"], "xyzzy") == []


@pytest.mark.parametrize("name", ["longbows", "tinkers-fair", "the-hidden-place"])
def test_completed_names_are_understood(name: str) -> None:
    assert name in _completed(["card"], name[:6])
    assert catalog.match(name).exact


def test_a_look_up_stays_off_the_slow_path() -> None:
    code = (
        "import sys\n"
        "from oathtools.cli.main import main\n"
        "try:\n"
        "    main(['card', sys.argv[1]])\n"
        "except SystemExit as stop:\n"
        "    assert stop.code == 0\n"
        "slow = {'yaml', 'whoosh', 'tabulate', 'rich', 'ruamel', 'oathtools.law.rulings'} & set(sys.modules)\n"
        "assert not slow, slow\n"
        "assert ('rapidfuzz' in sys.modules) == (sys.argv[1] == 'lonbgows')\n"
    )
    for book in datafiles.books():
        datafiles.load(book)  # a checkout that was never used compiles its data first
    for name in ("longbows", "lonbgows"):
        subprocess.run([sys.executable, "-c", code, name], check=True, capture_output=True)


def test_a_list_of_cards_by_kind_suit_and_what_they_do() -> None:
    relics = answered(run("card", "--kind", "relic", "--power", "2 defense dice", "--json"))["data"]
    assert {row["kind"] for row in relics} == {"relic"}
    assert "relic.sticky_fire" in [row["id"] for row in relics]
    plans = answered(run("card", "--power", "attack dice battle plan", "--suit", "order", "--json"))["data"]
    assert {row["suit"] for row in plans} == {"order"}
    assert "denizen.longbows" in [row["id"] for row in plans]
    assert len(answered(run("card", "--json"))["data"]) > 250


def test_a_list_as_comma_separated_values() -> None:
    lines = run("card", "--kind", "banner", "--csv").stdout.splitlines()
    assert lines[0] == "name,kind,suit,power"
    assert len(lines) == 3


def test_no_card_fits_and_a_name_with_a_filter() -> None:
    fault = run("card", "--power", "grmbzl").exception
    assert isinstance(fault, Failure)
    assert (fault.kind, fault.message) == ("not_found", "no card fits all of that")
    fault = run("card", "longbows", "--suit", "order").exception
    assert isinstance(fault, Failure)
    assert fault.kind == "usage"
