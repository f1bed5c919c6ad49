"""What the Chronicle hides: cards drawn and shuffled by the people or by the tool, and what commands say of them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from oathtools import catalog
from oathtools.saga.chronicle.form import loads
from oathtools.saga.chronicle.record import Chronicle, Unknown
from tests.cli.calls import Call, caller, typed
from tests.cli.ended import OTHER_RELICS, Saga, ended, started

# What everybody may ask for when a Chronicle is written.
LOOKS = (
    *(("log",), ("status",), ("chronicle", "show"), ("chronicle", "check"), ("chronicle", "pulls")),
    *(("chronicle", "history"), ("chronicle", "diff"), ("chronicle", "blame", "Gossip"), ("chronicle", "blame", "Map")),
)
# Red, the Usurper, vows Protection; Yellow declines.
CHOICES = ("chronicle.oath: protection", "chronicle.offer: yellow", "chronicle.accept: no", "chronicle.rebuild: now")
ONE = (
    "chronicle.sites: river, mine, marshes, wastes, salt flats, narrow pass",
    "chronicle.add: mercenaries, a small favor, second wind, alchemist, fire talkers, wrestlers",
    "chronicle.remove: gossip, insomnia, longbows, wolves, tents, scouts",
    f"chronicle.relics: whistle, cup of plenty, ivory eye, grand mask, {', '.join(OTHER_RELICS)}",
    "chronicle.top-relics: horned mask, sticky fire, brass horse",
)
# Where nobody may look everything is otherwise; the two sites that are turned up, River and Wastes, are the same.
OTHER = (
    "chronicle.sites: river, steppe, shrouded wood, wastes, drowned city, plains",
    "chronicle.add: dissent, slander, scryer, augury, portal, tyrant",
    "chronicle.remove: jinx, birdsong, rangers, wolves, tents, scouts",
    f"chronicle.relics: {', '.join(reversed(OTHER_RELICS))}, grand mask, ivory eye, whistle, cup of plenty",
    "chronicle.top-relics: brass horse, sticky fire, horned mask",
)


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Call oathtools in a saga of its own."""
    return caller(tmp_path / "saga", capsys, monkeypatch)


@pytest.fixture
def saga(tmp_path: Path, call: Call) -> Saga:
    """Red has won as the Usurper, at a table."""
    return ended(tmp_path / "saga", "red", call)


def world(saga: Saga) -> Chronicle:
    return loads(saga.chronicle())


def script(saga: Saga, *lines: str) -> str:
    file = saga.path / "answers.txt"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(file)


def unsealed(text: str) -> str:
    """A text without what seals hold: it cannot be read, but it is another one for other cards."""
    return re.sub(r'"sealed": "[^"]*"', '"sealed": "..."', text)


def looked(saga: Saga) -> dict[str, str]:
    """Everything that everybody may look at, as text and as JSON."""
    found = {}
    for words in LOOKS:
        for form in ((), ("--json",)):
            said = saga.call(*words, *form)
            # A game begun from a position has no world before it: there is nothing to compare.
            assert said.status == (words == ("chronicle", "diff")), (words, said.err)
            found[" ".join((*words, *form))] = unsealed(said.out) + said.err
    return found


# -- what is never shown -------------------------------------------------------------------------------------------


def test_other_cards_where_nobody_looked_change_nothing_that_is_shown(saga: Saga) -> None:
    """9.4: facedown sites, cards added, removed and shuffled: two worlds that differ only there look the same."""
    shown = []
    for told in (ONE, OTHER):
        saga.again()
        said = saga.write("--answers", script(saga, *CHOICES, *told))
        shown.append({"write": said.out + said.err, **looked(saga)})
        worlds = world(saga)
        assert all(isinstance(card, str) for card in (*worlds.dispossessed, *(worlds.relic_deck or ())))
    assert shown[0] == shown[1]


def test_what_the_tool_drew_it_shows_to_nobody(saga: Saga) -> None:
    """With --seed it knows the new cards and the facedown sites, and names none of them without --spoil."""
    said = saga.write("--seed", "9", "--answers", script(saga, *CHOICES))
    after = world(saga)
    asked = dict(saga.asked())
    # A site that was discarded and drawn again was seen when it went.
    fresh = [row.site for row in after.map if row.facedown and row.site not in after.history[-1]["sites_lost"]]
    hidden = [*asked["chronicle.add"], *fresh]
    assert len(hidden) >= 8 and all(isinstance(card, str) for card in hidden)
    for words, text in {"write": said.out + said.err, **looked(saga)}.items():
        for card in map(str, hidden):
            assert card not in text and catalog.name_of(card) not in text, (words, card)
    plain = re.sub(r"sealed: \S+", "", saga.chronicle())
    assert not [card for card in hidden if catalog.name_of(str(card)) in plain]
    # The people need to know what to fetch: one of them looks.
    for looks in (("chronicle", "show", "--spoil"), ("log", "--spoil")):
        spoiled = " ".join(saga.call(*looks).out.split())
        assert all(catalog.name_of(str(card)) in spoiled for card in hidden), looks


# -- who draws -----------------------------------------------------------------------------------------------------


def test_the_people_draw_and_tell_nothing(saga: Saga) -> None:
    """Nobody tells: the cards are unknown, each one of those it may be, and nothing of it is asked."""
    saga.write("--answers", script(saga, *CHOICES, "face: river", "face: wastes"))
    after = world(saga)
    assert {kind for kind, answer in saga.asked() if answer == []} == {
        *("chronicle.sites", "chronicle.add", "chronicle.remove", "chronicle.relics", "chronicle.top-relics"),
        *("chronicle.unseen", "chronicle.deck"),
    }
    stack = {"gossip", "insomnia", "longbows", "wolves", "tents", "scouts", "rangers", "birdsong", "jinx"}
    for card in after.dispossessed:
        assert isinstance(card, Unknown)
        assert {name.partition(".")[2] for name in card.may_be} == stack
    assert after.unknown() and saga.call("chronicle", "check").status == 0


def test_the_people_draw_and_tell_some_of_it(saga: Saga, monkeypatch: pytest.MonkeyPatch) -> None:
    """--tell asks for what was drawn too: names, or - where nobody looked."""
    typed(
        monkeypatch,
        *("protection", "none", "-", "river", "wastes", "-", "gossip, insomnia, jinx, wolves, tents, scouts"),
        *("-", "-", "-", "now", "-"),
    )
    saga.write("--tell")
    asked = dict(saga.asked())
    assert len(asked["chronicle.remove"]) == 6 and asked["chronicle.add"] == asked["chronicle.deck"] == []
    # They are kept in the order of the library, which is no order of drawing.
    assert world(saga).dispossessed == sorted(asked["chronicle.remove"], key=lambda card: catalog.card(card).tts or 0)


def test_the_tool_draws_and_records_its_seed(saga: Saga) -> None:
    """The same seed draws the same; it stands in the journal, and nothing is unknown then."""
    told = ("--answers", script(saga, *CHOICES))
    saga.write("--seed", "9", *told)
    wanted = saga.chronicle()
    assert [json.loads(line)["chronicle"] for line in saga.lines()[1:] if '"chronicle":' in line] == [{"seed": "9"}]
    assert not world(saga).unknown()
    saga.again()
    saga.write("--seed", "9", *told)
    assert saga.chronicle() == wanted
    saga.again()
    saga.write("--seed", "10", *told)
    assert saga.chronicle() != wanted


def test_another_seed_is_refused_once_it_has_begun(saga: Saga) -> None:
    """No rerolling: the seed of the first call stays."""
    assert saga.call("chronicle", "write", "--seed", "9", "--json").status == 2
    for words, why in (
        (("--seed", "10"), "begun with the seed 9"),
        (("--tell", "--seed", "9"), "it goes with neither"),
    ):
        said = saga.call("chronicle", "write", *words)
        assert said.status in (1, 2) and why in said.err
    saga.write("--answers", script(saga, *CHOICES))
    assert not world(saga).unknown()


UNKNOWN = """
format: 1
oath: supremacy
round: 6
turn: {player: Bo, phase: over}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains, relics: [Grand Scepter], advisers: [{unknown: denizen}]}
  - {name: Bo, color: red, role: exile, warbands: 3, advisers: [Elders]}
sites: [{site: Plains, warbands: {red: 2}}]
discard_piles: {cradle: [Gossip, {unknown: denizen, n: 6}]}
result: {winner: Bo, how: usurper, clause: "3.1", ways: [[usurper, "3.1"]], round: 6}
"""


def test_the_tool_draws_only_where_it_knows_the_cards(tmp_path: Path, call: Call) -> None:
    """Sites come out of a deck that is known; six of a stack of unknown cards only the people can draw."""
    saga = started(tmp_path / "saga", UNKNOWN, call)
    lines = ("oath: people", "chronicle.oath: people", "chronicle.archive: yes", "now")
    saga.write("--seed", "9", "--answers", script(saga, *lines[1:]))
    asked: dict[str, Any] = dict(saga.asked())
    assert len(asked["chronicle.sites"]) == 7
    assert asked["chronicle.remove"] == asked["chronicle.deck"] == []
    assert all(isinstance(card, Unknown) for card in world(saga).dispossessed)
    assert saga.call("chronicle", "check").status == 0
