"""The save string of a world that chapter 8 has left: field by field, and the game that is set up from it."""

import json
from pathlib import Path

import pytest

from oathtools.saga import folder
from oathtools.saga.chronicle.form import loads
from tests.cli.calls import Call, caller
from tests.cli.ended import OTHER_RELICS, Saga, ended

ANSWERS = (
    *("chronicle.oath: protection", "chronicle.offer: yellow", "chronicle.accept: yes", "chronicle.rebuild: now"),
    "chronicle.sites: river, mine, marshes, wastes, salt flats, narrow pass",
    "chronicle.add: mercenaries, a small favor, second wind, alchemist, fire talkers, wrestlers",
    "chronicle.remove: gossip, insomnia, longbows, wolves, tents, scouts",
    f"chronicle.relics: whistle, cup of plenty, ivory eye, grand mask, {', '.join(OTHER_RELICS)}",
    "chronicle.top-relics: horned mask, sticky fire, brass horse",
    "chronicle.deck: dazzle, mercenaries, a small favor, second wind, alchemist, fire talkers, wrestlers, rangers,"
    " riots, tutor, vision.faith, vision.conquest, birdsong, jinx, zealots, vision.sanctuary, vision.rebellion,"
    " vision.conspiracy",
)
# Worked out from the numbers of the mod's own tables, which are those of the publisher's library.
FIELDS = (
    "030301",  # the version where none is told
    "0002",  # the next game is the second
    "10Empire and Exile",
    "00",  # the status byte, which this version leaves empty
    "08",  # Yellow is a Citizen, Blue no more
    "03",  # Protection
    "012345",  # the suits in an order of the mod's own
    "0704FFEA",  # Mountain: Keep in the first slot, the Map in the last
    "14C819E1",  # the Tribunal: Hall of Debate, Elders, the Whistle
    "05FFFFFF",  # River, turned up and bare
    "18FFFFFF",  # Mine, facedown: 0 + 24
    "21FFFFFF",  # Marshes
    "0AFFFFE0",  # Wastes, turned up: the Cup of Plenty
    "19FFFFFF",  # Salt Flats
    "24FFFFFF",  # Narrow Pass
    "12220B0E0F081E002C5A44D5D6AF4356D2D3D4",  # eighteen cards from the top: ten on two Visions, three on three
    "060307" + "1C266062",  # six Dispossessed, in no order
    "11EDECEBE8E7E6E5E4E3E2DDDBDEE9DCDADF",  # seventeen relics from the bottom: the winner's and the Reliquary's last
    "00",  # nobody was a Citizen in the Chronicle that the game was played from
    "01",  # Red has won
    "03Red",
)


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Call oathtools in a saga of its own."""
    return caller(tmp_path / "saga", capsys, monkeypatch)


@pytest.fixture
def saga(tmp_path: Path, call: Call) -> Saga:
    """Red, the Usurper, has written the Chronicle."""
    saga = ended(tmp_path / "saga", "red", call)
    (saga.path / "answers.txt").write_text("\n".join(ANSWERS), encoding="utf-8")
    saga.write("--answers", str(saga.path / "answers.txt"))
    return saga


def string_of(call: Call, *options: str) -> str:
    said = call("tts", "write", *options, "--json")
    assert said.status == 0, said.err
    return str(json.loads(said.out)["data"]["string"])


def test_every_field(saga: Saga, call: Call) -> None:
    """The string that the mod writes for this world (data/save_string.yaml), character by character."""
    assert string_of(call) == "".join(FIELDS)


def test_later_versions_name_the_seats_that_played(saga: Saga, call: Call) -> None:
    """From 3.3.2 on the status byte is a mask: purple 20, red 01, blue 02, yellow 08."""
    saga.again()
    world = saga.chronicle()
    assert "  version: null\n  status: 0\n" in world
    # As the mod's own first worlds are written: 16.
    world = world.replace("version: null\n  status: 0\n", "version: 3.3.2\n  status: 22\n")
    (saga.path / "chronicle.yaml").write_text(world, encoding="utf-8")
    saga.write("--answers", str(saga.path / "answers.txt"))
    fields = ["030302", *FIELDS[1:3], "2B", *FIELDS[4:]]
    assert string_of(call) == "".join(fields)


def test_the_same_game_begins_from_the_string(saga: Saga, call: Call, tmp_path: Path) -> None:
    """1: a saga begun from the string deals the same game, answer for answer, as the one that wrote it."""
    string = string_of(call)
    assert call("new", str(tmp_path / "other"), "--tts", string).status == 0
    journals = []
    for path in (saga.path, tmp_path / "other"):
        assert call("-C", str(path), "start", "--bots", "3=random", "--seed", "5").status == 0
        header, *entries = folder.latest(path).read_text(encoding="utf-8").splitlines()
        journals.append((json.loads(header)["origin"], json.loads(header)["seats"], entries))
    assert journals[0] == journals[1] and "".join(journals[0][2]).count('"asked"') > 20
    assert {seat["color"]: seat["role"] for seat in journals[0][1]}["red"] == "exile"


def test_unknown_cards_have_no_string_but_a_filled_one(saga: Saga, call: Call) -> None:
    """A world with unknown cards is refused with their places; --fill chooses them, and builds a deck put off."""
    saga.again()
    lines = [line for line in ANSWERS if not line.startswith(("chronicle.remove", "chronicle.deck"))]
    (saga.path / "answers.txt").write_text("\n".join(lines).replace("now", "later"), encoding="utf-8")
    saga.write("--answers", str(saga.path / "answers.txt"))
    refused = call("tts", "write", "--json")
    assert refused.status == 3
    faults = json.loads(refused.out)["error"]["faults"]
    assert {fault["where"].partition(".")[0] for fault in faults} == {"world_deck", "dispossessed"}
    said = call("tts", "write", "--fill", "7", "--json")
    told = json.loads(said.out)
    assert any("still to be rebuilt" in warning for warning in told["warnings"])
    world = loads(call("tts", "read", told["data"]["string"], "--json").out)
    order = [str(card) for card in world.world_deck.order or []]
    assert sum(card.startswith("vision.") for card in order[:12]) == 2 and len(order) == 18
    assert len(world.dispossessed) == 6 and loads(saga.chronicle()).map == world.map
