"""The screen of ``oathtools play`` names no card to people who may not know it (9.4): games played through its loop."""

import contextlib
from random import Random
from typing import Any

import click
import pytest

from oathtools.cli.shared import screen as loop
from oathtools.cli.shared.common import Settings
from tests.support.games import hidden_cards, in_words, named_in, some_answer, table_game
from tests.support.in_memory import InMemory

LOOKS = ("status", "log", "!", "why travel Plains", "why play adviser", "xyzzy", "undo", "redo")


class Watched(loop._Screen):
    """The loop of a game at one screen; each thing it shows is held against what those in front of it may know."""

    def __init__(self, seed: int, answers: int, passing: bool = True) -> None:
        super().__init__(InMemory(table_game(seed)), passing)
        self.rng, self.left, self.shown, self.private = Random(f"screen {seed}"), answers, 0, 0
        self.before = hidden_cards(self.play.state, None)
        self.viewer: str | None = None
        # The log also tells what was open when it happened, wherever it lies now.
        self.looking, self.never_open = "", self.before

    def _pass_screen(self, decision: Any) -> str | None:
        self.viewer = super()._pass_screen(decision)
        return self.viewer

    def hide(self) -> None:
        super().hide()
        self.viewer = None

    def _hand_to(self, seat: str) -> None:
        super()._hand_to(seat)
        self.viewer = seat

    def _show(self, seat: str, lines: Any) -> None:
        if self.private_to == seat:
            self.viewer = seat  # who has the screen already
        super()._show(seat, lines)

    def read(self, prompt: str, complete: Any = None, typed: str = "") -> str:
        """What is typed: now and then a look, else an answer."""
        if "Pass the screen" in prompt:
            assert self.viewer is None, "what another saw was cleared before"
            return ""
        if "Press Enter once" in prompt or "[y/N]" in prompt:
            return ""
        if self.left == 0:
            raise loop._Quit
        self.looking = self.rng.choice(LOOKS) if self.rng.random() < 0.2 else ""
        if self.looking:
            return self.looking
        self.left -= 1
        decision = self.play.pending
        assert decision is not None
        self.before = hidden_cards(self.play.state, None)
        self.never_open &= self.before
        self.echo("\n".join([*complete(""), *complete("play ")]))  # what the Tab key offers
        return " ".join(in_words(decision, some_answer(decision, self.rng)))

    def echo(self, message: Any = None, **_: Any) -> None:
        """Nothing is shown that those in front of the screen may not know; what an answer has just shown is public."""
        hidden = hidden_cards(self.play.state, self.viewer)
        self.shown += 1
        self.private += self.viewer is not None
        secret = hidden & (self.never_open if self.looking == "log" else self.before)
        found = list(named_in(str(message or ""), secret))
        assert not found, (self.viewer, message)


def played(watched: Watched, patch: pytest.MonkeyPatch) -> Watched:
    """The loop run until its answers are spent or the game is over."""
    patch.setattr(loop, "_read", watched.read)
    patch.setattr(click, "echo", watched.echo)
    with click.Context(click.Command("play"), obj=Settings()), contextlib.suppress(loop._Quit):
        watched.run()
    return watched


@pytest.mark.parametrize("seed", range(2))
def test_the_screen_names_no_hidden_card(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = played(Watched(seed, 70), monkeypatch)
    assert watched.shown and watched.private, "something was shown, some of it to one player only"


@pytest.mark.parametrize("seed", range(2))
def test_the_screen_of_a_scribe_names_no_hidden_card_to_anybody(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a table that tells nobody passes the screen, and private questions are answered on it all the same."""
    watched = played(Watched(seed, 70, passing=False), monkeypatch)
    private = sum(entry.private for entry in watched.play.live)
    assert (watched.shown > 0, private > 0, watched.private) == (True, True, 0)


def test_the_watch_finds_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A private question shown without passing the screen on would be noticed."""

    class Careless(Watched):
        def _pass_screen(self, decision: Any) -> str | None:
            shown_to = super()._pass_screen(decision)
            self.viewer = None
            return shown_to

    with pytest.raises(AssertionError):
        played(Careless(0, 40), monkeypatch)
