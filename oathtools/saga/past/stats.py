"""A saga in numbers: who won how, which suits came, who held which site how long, what became of cards, lengths, luck.

Wins and suits are the history's; the rest is counted in the journals that are there, each replayed once. All of it lay
open at the table.
"""

from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.answerers.review import Battles, Fought, Luck, luck
from oathtools.journal.play import Play
from oathtools.procedures.machine.facts import rulers
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.past.annals import History, history_of, intact
from oathtools.saga.past.diff import played
from oathtools.table.effects import Event
from oathtools.table.state import PURPLE, SLOTS

Wins = dict[str, tuple[int, int]]  # of so many games in which it was there, so many were won


class Career(NamedTuple):
    """A card: how often it was played faceup, and used, and after how many games it lay on the map."""

    played: int
    used: int
    stood: int


class Length(NamedTuple):
    """How long a game was; turns and answers are None where its journal is not there."""

    game: int
    rounds: int | None
    turns: int | None = None
    answers: int | None = None


class Stats(NamedTuple):
    """``wins``: by seat, role, oath and way. ``sites``: the turns that began while somebody ruled it, by name."""

    history: History
    wins: dict[str, Wins]
    suits: list[dict[str, int] | None]  # on the map after each game
    sites: dict[str, dict[str, int]]
    cards: dict[str, Career]
    lengths: list[Length]
    luck: list[Luck]
    notes: list[str]


def stats(saga: Path, chronicle: Chronicle) -> Stats:
    """The numbers of a saga."""
    history, counted = history_of(chronicle), _Counted()
    notes, lengths = [], []
    for game in history.games:
        past = played(saga, chronicle, game.game)
        notes += past.notes
        length = Length(game.game, game.round)
        if past.play is not None:
            length = length._replace(turns=counted.game(past.play), answers=len(past.play.live))
        lengths.append(length)
    stood = Counter(intact(card) for game in history.games for row in game.map for card in row.cards)
    known = filter(catalog.is_card, {**counted.played, **counted.used, **stood})
    cards = {card: Career(counted.played[card], counted.used[card], stood[card]) for card in known}
    most = sorted(cards.items(), key=lambda each: (-sum(each[1]), each[0]))
    suits = [game.on_map() if game.map else None for game in history.games]
    held = {site: dict(counted.sites[site].most_common()) for site in counted.sites}
    return Stats(history, _wins(history), suits, held, dict(most), lengths, list(luck(counted.battles)), notes)


def _wins(history: History) -> dict[str, Wins]:
    games = [game for game in history.games if game.color]
    seats = {color: [game for game in games if color in game.players.values()] for color in catalog.COLORS}
    found = {"seat": {color: (sum(game.color == color for game in of), len(of)) for color, of in seats.items() if of}}
    for name, of in (("role", "role"), ("oath", "oath"), ("way", "how")):
        wins = Counter(getattr(game, of) for game in games if getattr(game, of))
        found[name] = {each: (number, len(games)) for each, number in wins.most_common()}
    return found


class _Counted:
    """What is counted in journals, game after game; players by their names."""

    def __init__(self) -> None:
        self.sites: dict[str, Counter[str]] = {}
        self.played: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        self.battles: list[tuple[Fought, tuple[str, str]]] = []

    def game(self, play: Play) -> int:
        """Count one game; returns how many turns it had."""
        battles, turns = Battles(), 0
        called = {seat: player.name or seat for seat, player in play.state.players.items()}
        for now, decision, entry, events in play.replayed():
            battles.follow(now, decision, entry, events)
            if any(event.kind == "turn" for event in events):
                turns += 1
                self._holds(now, called)
            for event in events:
                self._card(now, event)
        for each in battles.over:
            attacker, defender = each.sides
            self.battles.append((each, (called.get(attacker, attacker), called.get(defender, defender))))
        return turns

    def _holds(self, now: Play, called: dict[str, str]) -> None:
        for slot in range(SLOTS):
            for side in rulers(now.game, slot):
                who = "the Empire" if side == PURPLE else called.get(side, side)
                self.sites.setdefault(now.state.site(slot), Counter())[who] += 1

    def _card(self, now: Play, event: Event) -> None:
        facts: Any = event.facts
        if event.kind == "play" and facts["card"] not in now.state.facedown:
            self.played[intact(facts["card"])] += 1
        used = [card for card, *_ in facts["used"]] if event.kind == "action" else []
        for card in [facts["card"]] if event.kind in ("power", "plan") else used:
            self.used[intact(card)] += 1
