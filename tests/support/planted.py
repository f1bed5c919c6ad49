"""Leaks put in by hand: each lets out a little of what is hidden, in one place. The comparison must find every one.

Each makes of the true state one word that says something of hidden cards (``secret``), and puts it where a fault could:
a size, an order, a count, a mark, a header, a blank, a status.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from oathtools import assistants as assistants
from oathtools import catalog
from oathtools.cli.shared import common
from oathtools.journal.entry import Entry
from oathtools.journal.play import Play
from oathtools.render.game import log, question, status, win
from oathtools.render.names import Names
from oathtools.render.table import replay
from oathtools.saga.folder import OpenGame
from oathtools.table.state import State
from oathtools.table.views import View
from oathtools.web import desk, seats, shelf
from oathtools.web import table as tables
from oathtools.web.guard import Guard

Plant = Callable[[pytest.MonkeyPatch], None]
PLANTED: dict[str, Plant] = {}
_seen: list[Play] = []  # the game that was looked at last: what a leak knows


def planted(plant: Plant) -> Plant:
    """One leak, by its name."""
    PLANTED[plant.__name__.replace("_", " ")] = plant
    return plant


def secret(state: State) -> int:
    """A number that follows from how hidden cards lie."""
    hidden = [card for zone in sorted(state.zones) if zone != "map" for card in state.zones[zone]]
    return crc32(" ".join([*hidden, *map(str, sorted(state.facedown))]).encode())


def _now() -> int:
    return secret(_seen[-1].state) if _seen else 0


@contextmanager
def leaking(name: str) -> Iterator[pytest.MonkeyPatch]:
    """With one leak put in."""
    with pytest.MonkeyPatch.context() as patch:
        own = OpenGame.play

        def looked_at(self: OpenGame) -> Play:
            _seen[:] = [own(self)]
            return _seen[-1]

        patch.setattr(OpenGame, "play", looked_at)
        PLANTED[name](patch)
        yield patch


def _after(patch: pytest.MonkeyPatch, where: Any, name: str, change: Callable[..., Any]) -> None:
    """What a function returns is changed; ``change`` gets it with the arguments."""
    own = getattr(where, name)

    def changed(*args: Any, **given: Any) -> Any:
        return change(own(*args, **given), *args)

    patch.setattr(where, name, changed)


@planted
def the_size_of_the_journal_is_the_version(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(OpenGame, "version", lambda self, stamp: f"{secret(self._play.state) if self._play else 0}")


@planted
def a_header_has_a_mark_of_the_state(patch: pytest.MonkeyPatch) -> None:
    own = Guard.__call__

    async def marked(self: Guard, scope: Any, receive: Any, send: Any) -> None:
        async def told(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"etag", str(_now()).encode())]
            await send(message)

        await own(self, scope, receive, told)

    patch.setattr(Guard, "__call__", marked)


@planted
def a_page_is_longer_by_a_blank(patch: pytest.MonkeyPatch) -> None:
    def longer(answer: Any, *args: Any) -> Any:
        answer.body += b" " * (_now() % 7)
        return answer

    for module in (shelf, desk):
        _after(patch, module, "page", longer)


@planted
def the_mark_of_a_form_hangs_on_the_state(patch: pytest.MonkeyPatch) -> None:
    _after(patch, seats.Seats, "mark", lambda mark, *args: f"{_now():08x}{mark[8:]}")


@planted
def players_stand_in_an_order_of_their_advisers(patch: pytest.MonkeyPatch) -> None:
    def turned(told: dict[str, Any], state: State, *args: Any) -> dict[str, Any]:
        return {**told, "players": told["players"][:: 1 if secret(state) % 2 else -1]}

    _after(patch, status, "as_json", turned)


@planted
def the_log_counts_the_cards_that_were_drawn(patch: pytest.MonkeyPatch) -> None:
    def counted(lines: list[Any], play: Play, *args: Any) -> list[Any]:
        return lines[: len(lines) - secret(play.state) % 2]

    _after(patch, log, "lines", counted)


@planted
def a_hidden_card_has_a_number_of_its_own(patch: pytest.MonkeyPatch) -> None:
    own = Names.name

    def numbered(self: Names, what: str, *args: Any, **given: Any) -> str:
        told = own(self, what, *args, **given)
        hidden = what in self.view.state.where and not self.view.shows(what)
        return f"{told} {crc32(what.encode()) % 97}" if hidden else told

    patch.setattr(Names, "name", numbered)


@planted
def a_question_says_how_many_options_are_refused(patch: pytest.MonkeyPatch) -> None:
    def counted(told: dict[str, Any], play: Play, *args: Any) -> dict[str, Any]:
        return {**told, "n": told["n"] + secret(play.state) % 3}

    _after(patch, question, "as_json", counted)


@planted
def json_has_its_keys_in_another_order(patch: pytest.MonkeyPatch) -> None:
    def turned(told: str, *args: Any) -> str:
        data = json.loads(told)
        return json.dumps(dict(reversed(data.items())) if _now_of_folder() % 2 else data)

    _after(patch, common, "_as_json", turned)


def _now_of_folder() -> int:
    """A number of the journal that lies in this folder: what a command would know."""
    path = Path("games/0001.jsonl")
    return crc32(path.read_bytes()) if path.exists() else 0


@planted
def an_error_is_worded_by_what_is_hidden(patch: pytest.MonkeyPatch) -> None:
    def worded(failure: Any, *args: Any) -> Any:
        failure.message += "." * (_now_of_folder() % 3)
        return failure

    _after(patch, common, "_as_failure", worded)


@planted
def a_win_is_told_by_the_true_faces(patch: pytest.MonkeyPatch) -> None:
    _after(patch, win, "document", lambda told, *args: [*told, "" if _now_of_folder() % 2 else "It is near."])


@planted
def a_page_of_the_game_has_its_seed(patch: pytest.MonkeyPatch) -> None:
    _after(
        patch, replay, "of_game", lambda page, play, *args: page.replace("<body", f"<body data-s={secret(play.state)}")
    )


@planted
def an_assistant_is_told_a_count_more(patch: pytest.MonkeyPatch) -> None:
    _after(patch, assistants, "call_tool", lambda told, *args: {**told, "cards": _now_of_folder() % 50})


@planted
def a_cookie_hangs_on_the_game(patch: pytest.MonkeyPatch) -> None:
    def baked(answer: Any, *args: Any) -> Any:
        answer.set_cookie("seen", str(_now() % 1000))
        return answer

    for module in (shelf, desk):
        _after(patch, module, "page", baked)


def _shows_too(patch: pytest.MonkeyPatch, where: str) -> None:
    own = View.shows

    def shows(self: View, card: str) -> bool:
        there = card not in self.state.handles and self.state.where.get(card, "").startswith(where)
        return own(self, card) or there

    patch.setattr(View, "shows", shows)


@planted
def a_view_shows_what_others_have_drawn(patch: pytest.MonkeyPatch) -> None:
    _shows_too(patch, "hand.")


@planted
def a_view_shows_facedown_advisers_to_all(patch: pytest.MonkeyPatch) -> None:
    _shows_too(patch, "advisers.")


@planted
def a_view_shows_the_piles(patch: pytest.MonkeyPatch) -> None:
    _shows_too(patch, "discard.")


@planted
def what_all_see_is_drawn_by_the_true_faces(patch: pytest.MonkeyPatch) -> None:
    _after(patch, tables, "table", lambda shown, *args: shown._replace(picture=shown.picture + "\n" * (_now() % 2)))


@planted
def the_status_of_an_answer_hangs_on_the_state(patch: pytest.MonkeyPatch) -> None:
    def turned(answer: Any, *args: Any) -> Any:
        answer.status_code = 203 if _now() % 2 and answer.status_code == 200 else answer.status_code
        return answer

    for module in (shelf, desk):
        _after(patch, module, "page", turned)


@planted
def a_command_ends_otherwise(patch: pytest.MonkeyPatch) -> None:
    own = catalog.name_of
    patch.setattr(catalog, "name_of", lambda card: own(card) + ("\u200b" if _now_of_folder() % 2 else ""))


@planted
def a_note_for_oneself_is_shown_to_all(patch: pytest.MonkeyPatch) -> None:
    own = log._Teller._remarked

    def shown(self: Any, entry: Any) -> Any:
        remark = {key: value for key, value in (entry.remark or {}).items() if key != "for"}
        return own(self, Entry(entry.n, remark=remark))

    patch.setattr(log._Teller, "_remarked", shown)


@planted
def a_note_for_oneself_is_counted_in_letters(patch: pytest.MonkeyPatch) -> None:
    def counted(told: dict[str, Any], play: Play, *args: Any) -> dict[str, Any]:
        return {**told, "n": told["n"] + sum(len(each.remark["note"]) for each in play.live if each.remark)}

    _after(patch, question, "as_json", counted)
