"""What commands print never tells what the viewer must not know (9.4): whole random games at the command line.

Every default output of ``ask``, ``status``, ``log``, ``legal``, ``why`` and ``answer`` is searched, as text and as
JSON, for everybody and with ``--as`` each player; refusals and lists of what is possible included.
"""

import contextlib
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from oathtools.cli.main import main
from oathtools.engine.decision import Form
from oathtools.journal.play import Play
from oathtools.saga import folder
from oathtools.saga.folder import Running
from tests.support.daily import daily
from tests.support.games import hidden_cards, in_words, named_in, requests, some_answer, table_game

# In every other game the tool is told little.
SEEDS = daily([1, 0, 2, 3], 4)
NOWHERE = Path("nowhere.jsonl")


class Shell:
    """The command line over a game in memory."""

    def __init__(self, play: Play, patch: pytest.MonkeyPatch) -> None:
        self.play = play
        patch.setattr(folder, "require", lambda named: NOWHERE)
        patch.setattr(folder, "latest", lambda saga: NOWHERE)
        patch.setattr(folder, "view", lambda path, **how: Running(self.play, path, []))
        patch.setattr(folder, "writing", self._writing)
        patch.setattr(folder, "going_on", self._writing)
        patch.setattr(Running, "save", lambda running, entries: None)
        patch.setenv("COLUMNS", "100")

    @contextmanager
    def _writing(self, path: Path) -> Iterator[Running]:
        yield Running(self.play, path, [])

    def run(self, *words: str) -> str:
        """Everything that a call prints, to both streams: JSON goes through the same view as text."""
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), pytest.raises(SystemExit) as left:
            main(list(words))
        assert left.value.code != 4, out.getvalue()
        return out.getvalue()

    def try_out(self, *words: str) -> tuple[str, bool]:
        """The same, and whether an answer was taken; the game is opened again if it went on."""
        header, entries = self.play.header, list(self.play.entries)
        shown = self.run(*words)
        if self.play.entries != entries:
            self.play = Play(header, entries)
        return shown, not shown.startswith(("Error", '{"ok": false'))

    def name(self, seat: str) -> str:
        return self.play.state.players[seat].name


def viewers(play: Play, rng: Random) -> list[str | None]:
    """Everybody, and one of the players."""
    return [None, rng.choice(play.state.seats)]


def as_flags(shell: Shell, viewer: str | None, rng: Random) -> list[str]:
    flags = [] if viewer is None else ["--as", shell.name(viewer)]
    return [*flags, "--json"] if rng.random() < 0.5 else flags


@pytest.mark.parametrize("seed", SEEDS)
def test_looking_names_no_hidden_card(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(f"looking {seed}")
    shell = Shell(table_game(seed), monkeypatch)
    play = shell.play
    for step in range(120):
        if play.pending is None:
            break
        for viewer in viewers(play, rng) if step % 3 == 0 else ():
            hidden = hidden_cards(play.state, viewer)
            flags = as_flags(shell, viewer, rng)
            commands = [["status"], ["legal"], ["ask", "--refused"]]
            commands += [["legal", "--player", rng.choice(play.state.seats)]]
            commands += [["why", *words] for words in requests(play, rng)] + [["why", "--explain", "end"]]
            for words in commands:
                shown = shell.run(*words, *flags)
                assert not list(named_in(shown, hidden)), (viewer, words, flags, shown)
        play.answer(some_answer(play.pending, rng), checked=True)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_log_names_no_hidden_card(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was hidden before an answer and is hidden after it is not named by what is told of that answer."""
    rng = Random(f"log {seed}")
    shell = Shell(table_game(seed), monkeypatch)
    play = shell.play
    for _ in range(120):
        if play.pending is None:
            break
        viewer = rng.choice([None, *play.state.seats])
        before = hidden_cards(play.state, viewer)
        play.answer(some_answer(play.pending, rng), checked=True)
        hidden = before & hidden_cards(play.state, viewer)
        shown = shell.run("log", "--last", "1", *as_flags(shell, viewer, rng))
        assert not list(named_in(shown, hidden)), (viewer, shown)


@pytest.mark.parametrize("seed", SEEDS)
def test_answering_names_no_hidden_card(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is played with ``answer``: neither what comes of it, nor what is refused, nor the way out tells more."""
    rng = Random(f"answering {seed}")
    shell = Shell(table_game(seed), monkeypatch)
    for _ in range(70):
        decision = shell.play.pending
        if decision is None:
            break
        before = hidden_cards(shell.play.state, None)
        # Where a card is to be named, words near to any card's name are answered with the names of the catalogue.
        wrong = [["xyzzy"], ["99"], ["travel", "Plains"], ["play", "vision"]]
        for words in wrong[: 2 if decision.form is Form.OUTCOME else 4]:
            shown, taken = shell.try_out("answer", *words, *(["--json"] if rng.random() < 0.5 else []))
            assert taken or not list(named_in(shown, before)), (decision.kind, words, shown)
        decision = shell.play.pending
        answer = some_answer(decision, rng)
        said = in_words(decision, answer)
        head = shell.play.head
        shown = shell.run("answer", *said, *(["--json"] if rng.random() < 0.5 else []))
        assert shell.play.head == head + 1, (decision.kind, said, shown)
        hidden = before & hidden_cards(shell.play.state, None)
        assert not list(named_in(shown, hidden)), (decision.kind, said, shown)


@pytest.mark.parametrize("seed", SEEDS)
def test_taking_back_names_no_hidden_card(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was hidden before ``undo`` (or ``redo``) and is hidden after it is not named by what they say."""
    rng = Random(f"taking back {seed}")
    shell = Shell(table_game(seed), monkeypatch)
    for step in range(60):
        if shell.play.pending is None:
            break
        shell.play.answer(some_answer(shell.play.pending, rng), checked=True)
        if step % 3:
            continue
        header, entries = shell.play.header, list(shell.play.entries)
        for words in (["undo", "--past-chance"], ["redo"]):
            before = hidden_cards(shell.play.state, None)
            shown = shell.run(*words, *(["--json"] if rng.random() < 0.5 else []))
            assert len(shell.play.entries) > len(entries), "it was taken back, or brought back"
            shell.play = Play(header, list(shell.play.entries))
            hidden = before & hidden_cards(shell.play.state, None)
            assert not list(named_in(shown, hidden)), (words, shown)
        shell.play = Play(header, entries)


def test_the_search_for_names_finds_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests above would notice: with everything shown, hidden cards are named."""
    rng = Random(4)
    shell = Shell(table_game(2), monkeypatch)
    for _ in range(80):
        shell.play.answer(some_answer(shell.play.pending, rng), checked=True)
    hidden = hidden_cards(shell.play.state, None)
    assert list(named_in(shell.run("status", "--spoil"), hidden))
    seat = next(seat for seat in shell.play.state.seats if shell.play.state.zone(f"advisers.{seat}"))
    assert list(named_in(shell.run("status", "--as", shell.name(seat)), hidden))


# -- what a verdict gives away ---------------------------------------------------------------------------------------


def with_adviser(card: str, other: str) -> Play:
    """Red has a facedown adviser, and another card lies where nobody knows, in the world deck."""
    from oathtools.journal import game_at

    position = {
        "format": 1,
        "turn": {"player": "Bo", "phase": "act"},
        "players": [
            {"name": "Ann", "color": "purple", "pawn": "Plains"},
            {"name": "Bo", "color": "red", "pawn": "Steppe", "advisers": [{"card": card, "facedown": True}]},
        ],
        "sites": ["Plains", "Mountain", "Mine", "Steppe", "Buried Giant", "River", "Marshes", "Lush Coast"],
        "world_deck": {"bottom": [other]},
    }
    return game_at(position)


PAIRS = [("Keep", "Tents"), ("Longbows", "Tyrant"), ("Keep", "Tyrant"), ("Conspiracy", "Faith")]


@pytest.mark.parametrize(("held", "other"), PAIRS)
@pytest.mark.parametrize("viewer", [None, "Ann"])
def test_a_verdict_does_not_tell_who_has_a_card(
    held: str, other: str, viewer: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To ask whether Bo may play a card is no way to find out whether Bo has it."""
    flags = ["--player", "Bo", *(["--as", viewer] if viewer else [])]
    for words in (f"play {held} site", f"play {other} adviser", f"discard {held}", f"play {other} vision", "play"):
        shown = [
            Shell(play, monkeypatch).run("why", *words.split(), *flags, *json_flag)
            for json_flag in ([], ["--json"])
            for play in (with_adviser(held, other), with_adviser(other, held))
        ]
        assert shown[0] == shown[1], words
        assert shown[2] == shown[3], words


@pytest.mark.parametrize(
    ("held", "deep"),
    [
        ("Faith", "0"),
        *(pytest.param(card, "1", marks=pytest.mark.soak) for card in ("Faith", "Sanctuary", "Conspiracy")),
    ],
)
def test_the_order_of_visions_does_not_tell_which_one_lies_facedown(
    held: str, deep: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """3.2, 9.4: what Bo would win by if it were the facedown one is told in the same order, whichever it is."""
    for flags in (["--deep", deep, *more] for more in ([], ["--json"], ["--as", "Ann"])):
        told = [
            Shell(with_adviser(*pair), monkeypatch).run("win", "--ahead", *flags)
            for pair in ((held, "Conquest"), ("Conquest", held))
        ]
        assert told[0] == told[1] and "anctuary" in told[0]


def test_the_owner_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell(with_adviser("Keep", "Tents"), monkeypatch)
    assert shell.run("why", "play", "Keep", "site", "--as", "Bo").startswith("Yes")
    assert "no facedown adviser of Bo" in shell.run("why", "play", "Tents", "site", "--as", "Bo")
    everybody = json.loads(shell.run("why", "play", "Keep", "site", "--json"))["data"]
    assert everybody["legal"] is None and everybody["depends"][0]["on"] == "@advisers.red:0"


def test_what_may_be_done_with_facedown_advisers_is_for_their_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell(with_adviser("Keep", "Tents"), monkeypatch)
    words = [each["words"] for each in json.loads(shell.run("legal", "--json"))["data"]["actions"]]
    assert "play" in words and not any(line.startswith(("play ", "discard ")) for line in words)
    own = [each["words"] for each in json.loads(shell.run("legal", "--json", "--as", "Bo"))["data"]["actions"]]
    assert "play denizen.keep site site.steppe" in own and "discard denizen.keep" in own


def at_a_private_question() -> Play:
    play, rng = table_game(4), Random(1)
    while not play.pending.private:
        play.answer(some_answer(play.pending, rng), checked=True)
    return play


def test_an_open_private_question_is_judged_for_its_owner_only(monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell(at_a_private_question(), monkeypatch)
    decision = shell.play.pending
    told = json.loads(shell.run("why", "1", "--json"))["data"]
    assert told["legal"] is None and told["depends"][0]["on"] == decision.who
    assert json.loads(shell.run("why", "1", "--json", "--as", shell.name(decision.who)))["data"]["legal"] is True


def test_a_refusal_does_not_tell_scripts_the_card_in_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    play, rng = table_game(4), Random(1)
    while play.pending.kind != "play.to" or play.pending.allows("vision"):
        play.answer(some_answer(play.pending, rng), checked=True)
    hidden = hidden_cards(play.state, None)
    with contextlib.redirect_stdout(io.StringIO()) as out, pytest.raises(SystemExit):
        Shell(play, monkeypatch)
        main(["answer", "vision", "--json"])
    assert not list(named_in(json.dumps(json.loads(out.getvalue())["error"]["refusals"]), hidden))


def test_scripts_are_shown_the_options_of_private_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the one who is asked, with ``--as``; without it JSON tells no more than text does."""
    shell = Shell(at_a_private_question(), monkeypatch)
    decision = shell.play.pending
    assert json.loads(shell.run("ask", "--json"))["data"]["options"] == []
    options = json.loads(shell.run("ask", "--json", "--as", shell.name(decision.who)))["data"]["options"]
    assert [each["id"] for each in options] == list(decision.legal())
    other = next(seat for seat in shell.play.state.seats if seat != decision.who)
    assert json.loads(shell.run("ask", "--json", "--as", shell.name(other)))["data"]["options"] == []
