"""What is kept of a game: one plain record, folded from its events and from how each round ended."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from oathtools import catalog
from oathtools.procedures.victory.check import at_round_end
from oathtools.table.effects import Event
from oathtools.table.state import State

if TYPE_CHECKING:
    from oathtools.journal.play import Play
    from oathtools.procedures.machine.game import Game


class Told:
    """A record in the making: what was played, used and done, by whom; ``round_ended`` is called as each round ends."""

    def __init__(self, holder: str | None) -> None:
        self.holder = holder  # of the title
        self.ends: list[dict[str, Any]] = []
        self.turns = self.titles = self.won = self.lost = 0
        self.actions: Counter[str] = Counter()
        self.played: dict[str, dict[str, int]] = {}
        self.used: dict[str, Counter[str]] = {}

    def round_ended(self, game: "Game") -> None:
        """Who has the title, and who would win if this round were the last (3.4)."""
        state = game.state
        leader = at_round_end(game, round_=catalog.LAST_ROUND).winner
        self.ends.append({"title": state.oathkeeper, "usurper": state.usurper, "leader": leader})

    def hear(self, events: Iterable[Event]) -> None:
        """Take in what happened."""
        for event in events:
            heard = getattr(self, f"_at_{event.kind}", None)
            if heard is not None:
                heard(event.facts)

    def _at_turn(self, facts: Mapping[str, Any]) -> None:
        self.turns += 1

    def _at_title(self, facts: Mapping[str, Any]) -> None:
        self.titles += facts["who"] != self.holder
        self.holder = facts["who"]

    def _at_battle(self, facts: Mapping[str, Any]) -> None:
        self.won += bool(facts["won"])
        self.lost += not facts["won"]

    def _at_play(self, facts: Mapping[str, Any]) -> None:
        seat = str(facts["from"]).partition(".")[2]
        self.played.setdefault(seat, {})[facts["card"]] = 1

    def _at_action(self, facts: Mapping[str, Any]) -> None:
        self.actions[facts["action"]] += 1
        for card, *_ in facts["used"]:
            self._use(facts["who"], card)

    def _at_power(self, facts: Mapping[str, Any]) -> None:
        self._use(facts["who"], facts["card"])

    _at_plan = _at_power

    def _use(self, seat: str, card: str) -> None:
        self.used.setdefault(seat, Counter())[card] += 1


def record(number: int, play: "Play", told: Told) -> dict[str, Any]:
    """The record of a game that is over."""
    state = play.state
    began = {seat["color"]: seat for seat in play.header["seats"]}
    seats = [
        {
            "color": seat,
            "began": began[seat]["role"],
            "role": player.role,
            "bot": began[seat]["bot"],
            "played": _known(told.played.get(seat, ())),
            "used": {card: told.used[seat][card] for card in _known(told.used.get(seat, ()))},
            "held": _known(_held_by(state, seat)),
        }
        for seat, player in state.players.items()
    ]
    result = state.result or {}
    return {
        "game": number,
        "oath": state.oath,
        "winner": result.get("winner"),
        "ways": [f"{how} {clause}" for how, clause in result.get("ways", ())],
        "rounds": state.round,
        "turns": told.turns,
        "decisions": len(play.live),
        "titles": told.titles,
        "battles": {"won": told.won, "lost": told.lost},
        "actions": dict(sorted(told.actions.items())),
        "ends": told.ends,
        "seats": seats,
        "course": _course(play),
    }


def _held_by(state: State, seat: str) -> Iterator[str]:
    """Advisers, relics, a revealed Vision and banners."""
    for zone in ("advisers", "held", "vision"):
        yield from state.zone(f"{zone}.{seat}")
    yield from (banner for banner, holder in state.holders.items() if holder == seat)


def _known(cards: Iterable[str]) -> list[str]:
    """Of some cards those that have a name, each once."""
    return sorted({card for card in cards if catalog.is_card(card)})


def _course(play: "Play") -> str:
    """A short name of all answers: two games with the same one went the same way."""
    said = "\n".join(f"{entry.kind} {entry.who} {entry.answer}" for entry in play.live)
    return hashlib.sha256(said.encode()).hexdigest()[:12]
