"""What lies between two worlds of a saga: oath, boards, sites, cards.

A place is a site's id, or ``world_deck``, ``dispossessed``, ``relic_deck``, ``archive``, ``site_deck``; None is out of
sight. Without ``spoil`` only what lies faceup on the map has a place, so a card that went from one hidden place to
another does not appear at all; with it, only if both places are known.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.answerers.review import Battles, Fought, Luck, luck
from oathtools.journal.file import Damaged
from oathtools.journal.play import Play
from oathtools.procedures.machine.facts import rulers
from oathtools.procedures.machine.world import World
from oathtools.saga import folder, timing
from oathtools.saga.chronicle.record import Chronicle, Deck, Row, Unknown
from oathtools.saga.past.annals import History, PastGame, history_of, intact
from oathtools.saga.worlds import chronicle_of
from oathtools.saga.writing import begun_at, chronicle_after, is_written
from oathtools.table.effects import Event
from oathtools.table.state import GRAND_SCEPTER, PURPLE, SLOTS
from oathtools.table.views import View

HIDDEN = None


class Moved(NamedTuple):
    """A card that has another place than before; None is out of sight."""

    card: str
    before: str | None
    after: str | None


class Shifted(NamedTuple):
    """A site that is in another slot than before (0 to 7 from the top); None is not faceup on the map."""

    site: str
    before: int | None
    after: int | None


class Turned(NamedTuple):
    """An edifice that shows its other side: ``before`` and ``after`` are its sides, at a site."""

    before: str
    after: str
    site: str


@dataclass(frozen=True, slots=True)
class WorldDifference:
    """What changed between two worlds. ``oath`` and each of ``boards`` are before and after, where they differ.

    ``sites`` came, went or moved; ``cards`` are denizens, edifices and, where their faces may be told, relics; an
    edifice is named by the side that shows. ``turned`` are edifices at the same site that show their other side.
    ``facedown`` counts the facedown sites before and after; ``relics`` the facedown relics at sites that stayed.
    """

    oath: tuple[str, str] | None
    boards: Mapping[str, tuple[str, str]]
    sites: tuple[Shifted, ...]
    cards: tuple[Moved, ...]
    turned: tuple[Turned, ...]
    facedown: tuple[int, int]
    relics: Mapping[str, tuple[int, int]]

    def __bool__(self) -> bool:
        counted = self.facedown[0] != self.facedown[1]
        return bool(self.oath or self.boards or self.sites or self.cards or self.turned or self.relics or counted)


def diff(before: Chronicle, after: Chronicle, *, spoil: bool = False) -> WorldDifference:
    """What changed from one world to another; ``spoil``: what lies hidden too, as far as it is known."""
    was, now = places(before, spoil=spoil), places(after, spoil=spoil)
    cards, turned = [], []
    for card in dict.fromkeys((*was, *now)):
        (old, at), (new, to) = was.get(card, (card, HIDDEN)), now.get(card, (card, HIDDEN))
        if at != to and (on_map(at) or on_map(to) or (at and to)):
            cards.append(Moved(new if to is not None else old, at, to))
        elif old != new and at is not None:
            turned.append(Turned(old, new, at))
    slots, later = _slots(before, spoil), _slots(after, spoil)
    shifted = [
        Shifted(site, slots.get(site), later.get(site))
        for site in dict.fromkeys((*slots, *later))
        if slots.get(site) != later.get(site)
    ]
    held, holds = _relics(before), _relics(after)
    return WorldDifference(
        None if before.oath == after.oath else (before.oath, after.oath),
        {
            color: (before.boards[color], side)
            for color, side in after.boards.items()
            if before.boards.get(color, side) != side
        },
        tuple(shifted),
        tuple(cards),
        tuple(turned),
        (_facedown(before), _facedown(after)),
        {site: (held[site], count) for site, count in holds.items() if site in held and held[site] != count},
    )


def on_map(place: str | None) -> bool:
    """Is a place one on the map?"""
    return place is not None and place.startswith("site.")


def places(chronicle: Chronicle, *, spoil: bool = False) -> dict[str, tuple[str, str]]:
    """Card -> the side that shows and its place, for cards whose place may be told. Both sides of an edifice are one.

    With ``spoil`` also what is known of the decks, and the Archive, if all that lies elsewhere is known.
    """
    found: dict[str, tuple[str, str]] = {}
    for row in chronicle.map:
        if not isinstance(row.site, str) or (row.facedown and not spoil):
            continue
        for card in (*row.cards, *(row.relics if spoil else ())):
            if isinstance(card, str):
                found[intact(card)] = (card, row.site)
    if not spoil:
        return found
    deck = chronicle.world_deck
    for place, cards in (
        ("world_deck", [*(deck.order or ()), *deck.top, *deck.bottom]),
        ("dispossessed", chronicle.dispossessed),
        ("relic_deck", chronicle.relic_deck or []),
    ):
        for card in cards:
            if isinstance(card, str):
                found.setdefault(intact(card), (card, place))
    if not chronicle.unknown():
        sides = map(intact, catalog.ids("edifice", chronicle.variants))
        rest = [*catalog.ids("denizen", chronicle.variants), *dict.fromkeys(sides)]
        for card in rest:
            found.setdefault(card, (card, "archive"))
    return found


def place_of(chronicle: Chronicle, card: str, *, spoil: bool = False) -> str | None:
    """The place of a card or a site in a world; for a site on the map its slot, as ``provinces.2``; None: not told."""
    from oathtools.table.state import PLACE_NAMES

    if card.startswith("site."):
        slot = _slots(chronicle, spoil).get(card)
        if slot is not None:
            return PLACE_NAMES[slot]
        known = all(isinstance(row.site, str) for row in chronicle.map)
        return "site_deck" if spoil and known else None
    if card == GRAND_SCEPTER:
        return "box"
    return places(chronicle, spoil=spoil).get(intact(card), (card, None))[1]


def _slots(chronicle: Chronicle, spoil: bool) -> dict[str, int]:
    return {
        row.site: slot
        for slot, row in enumerate(chronicle.map)
        if isinstance(row.site, str) and (spoil or not row.facedown)
    }


def _facedown(chronicle: Chronicle) -> int:
    return sum(row.facedown or isinstance(row.site, Unknown) for row in chronicle.map)


def _relics(chronicle: Chronicle) -> dict[str, int]:
    return {row.site: len(row.relics) for row in chronicle.map if isinstance(row.site, str) and not row.facedown}


# -- the worlds of the games that were played: as each found it, and as each left it -----------------------------------
#
# They come from the journals: the world a game was set up from stands in its header, and the one it left is what its
# chapter 8 says when it is replayed. Where a journal is missing or can no longer be replayed, the map that the history
# keeps stands in, on which what lies facedown is unknown.


class NoGame(LookupError):
    """The history has no such game. ``games`` are those it has."""

    def __init__(self, game: int, games: list[int]) -> None:
        self.game, self.games = game, games
        super().__init__(f"no game {game} is in the history")


class Played(NamedTuple):
    """A game of the past: its entry, its journal replayed, the worlds before and after; None where nothing is known.

    ``notes`` say why something is missing.
    """

    past: PastGame
    play: Play | None
    before: Chronicle | None
    after: Chronicle | None
    notes: list[str]


def games_of(chronicle: Chronicle) -> dict[int, PastGame]:
    """The games of a history by their numbers."""
    return {game.game: game for game in history_of(chronicle).games}


def played(saga: Path, chronicle: Chronicle, game: int) -> Played:
    """A game that the history of a saga's Chronicle tells. Raises ``NoGame``."""
    games = games_of(chronicle)
    if game not in games:
        raise NoGame(game, sorted(games))
    entry, earlier = games[game], games.get(game - 1)
    notes: list[str] = []
    play = _replayed(saga, entry, notes)
    before = after = None
    if play is not None and "world" in play.header["origin"]:
        before = chronicle_of(World.from_data(play.header["origin"]["world"]))
        before.game, before.name = game, chronicle.name
    if before is None and earlier is not None:
        before = seen(earlier, chronicle)
    if play is not None and is_written(play):
        after = chronicle_after(play, before or Chronicle(chronicle.name, game))
    elif play is not None:
        notes.append(f"game {game}: the Chronicle was taken back in its journal {entry.journal}")
    if after is None:
        after = seen(entry, chronicle)
    return Played(entry, play, before, after, notes)


def seen(game: PastGame, chronicle: Chronicle) -> Chronicle | None:
    """What everybody saw of the world after a game; None if the history did not keep its map."""
    if not game.map:
        return None
    rows = [
        Row(Unknown("site"), True)
        if row.site is None
        else Row(row.site, False, list(row.cards), [Unknown("relic")] * row.relics)
        for row in game.map
    ]
    # Of the boards in the box the entry of a game says nothing.
    played = [color for color in chronicle.boards if color in (*game.players.values(), *game.citizens)]
    boards = {color: "citizen" if color in game.citizens else "exile" for color in played}
    oath = game.next_oath or chronicle.oath
    return Chronicle(chronicle.name, game.game + 1, oath, boards, rows, Deck(), relic_deck=None)


def _replayed(saga: Path, entry: PastGame, notes: list[str]) -> Play | None:
    """The journal of a game, replayed; None with a note if there is none or it cannot be replayed to its end."""
    path = saga / folder.GAMES / f"{entry.journal}.jsonl"
    source = entry.also.get("source")
    if source and not entry.journal:
        notes.append(f"game {entry.game}: known from a {source}; what lay facedown is not told")
        return None
    if not entry.journal or not path.is_file():
        notes.append(f"game {entry.game}: its journal is not here, so only its entry in the history speaks")
        return None
    try:
        play = folder.view(path).play
    except (Damaged, OSError, ValueError, KeyError) as fault:
        notes.append(f"game {entry.game}: its journal {entry.journal} cannot be read ({fault})")
        return None
    if play.stopped is not None:
        notes.append(f"game {entry.game}: today's rules part from its journal at entry {play.stopped.n}")
        return None
    return play


# -- Where a card has been, game after game: at which site it lay before and after each, and what the history says of it
#
# What happened to it within a game is told by the log of that game (``Leg.play``); ``ids`` are the ids that stand for
# the card there: an edifice has two sides, and a card that was told late was an unknown one first.


_DEEDS = ("built", "replaced", "repaired", "fell", "ruins_lost", "sites_lost", "sites_found")


class Leg(NamedTuple):
    """A card in one game: its places before and after it (``saga.diff``; None: out of sight), its deeds by the history.

    ``deeds`` are keys of a history entry. ``play`` is the game replayed, or None; ``known``: the worlds before and
    after it are known, so that None means out of sight and not that nobody wrote it down. ``held``: who had it where
    when a game began in its midst, and when it was over (``start``, ``over``, with the zone), as far as it may be told.
    """

    game: int
    before: str | None
    after: str | None
    known: tuple[bool, bool]
    deeds: tuple[str, ...]
    play: Play | None
    ids: frozenset[str]
    notes: tuple[str, ...] = ()
    held: tuple[tuple[str, str], ...] = ()


class Trail(NamedTuple):
    """A card through a saga: ``now`` is its place in the world as it stands, None: out of sight."""

    card: str
    legs: list[Leg]
    now: str | None


def blame(saga: Path, chronicle: Chronicle, card: str, *, spoil: bool = False) -> Trail:
    """The trail of a card, an edifice (either side) or a site; ``spoil``: hidden places too, where they are known."""
    legs = [_leg(saga, chronicle, game, card, spoil) for game in games_of(chronicle)]
    return Trail(card, legs, place_of(chronicle, card, spoil=spoil))


def _leg(saga: Path, chronicle: Chronicle, game: int, card: str, spoil: bool) -> Leg:
    chronicle_games, play, before, after, notes = played(saga, chronicle, game)
    ids = _ids(play, card)
    return Leg(
        game,
        None if before is None else place_of(before, card, spoil=spoil),
        None if after is None else place_of(after, card, spoil=spoil),
        (before is not None, after is not None),
        tuple(_deeds(chronicle_games, card)),
        play,
        ids,
        tuple(notes),
        tuple(_held(play, ids, spoil)) if play is not None else (),
    )


def _held(play: Play, ids: frozenset[str], spoil: bool) -> Iterator[tuple[str, str]]:
    begun = begun_at(play)
    for when, at in (("start", 0), ("over", begun - 1 if begun else None)):
        if at is None or (when == "start" and "position" not in play.header["origin"]):
            continue
        state = play.as_it_was(at, keep_log=False).state
        for card in sorted(ids & state.where.keys()):
            zone = state.where[card]
            if zone.partition(".")[0] in ("advisers", "held", "vision") and View(state, None, spoil).shows(card):
                yield when, zone


def _deeds(game: PastGame, card: str) -> list[str]:
    same = intact(card)
    return [deed for deed in _DEEDS if same in map(intact, getattr(game, deed))]


def _ids(play: Play | None, card: str) -> frozenset[str]:
    ids = {card}
    if card.startswith("edifice."):
        ids.add(catalog.edifice(card).other_side)
    for batch in play.batches if play is not None else ():
        ids |= {event.facts["card"] for event in batch.events if event.kind == "learned" and event.facts["name"] in ids}
    return frozenset(ids)


Wins = dict[str, tuple[int, int]]  # of so many games in which it was there, so many were won


class Career(NamedTuple):
    """A card: how often it was played faceup, and used, and after how many games it lay on the map."""

    played: int
    used: int
    stood: int


class Length(NamedTuple):
    """How long a game was; turns and answers are None where its journal is not there, the rest where no clock was."""

    game: int
    rounds: int | None
    turns: int | None = None
    answers: int | None = None
    seconds: int | None = None
    evenings: int | None = None


class Stats(NamedTuple):
    """``wins``: by seat, role, oath and way. ``sites``: the turns that began while somebody ruled it, by name."""

    history: History
    wins: dict[str, Wins]
    suits: list[dict[str, int] | None]  # on the map after each game
    sites: dict[str, dict[str, int]]
    cards: dict[str, Career]
    lengths: list[Length]
    luck: list[Luck]
    lucks: dict[int, list[Luck]]  # the same of each game whose journal is there
    notes: list[str]


def stats(saga: Path, chronicle: Chronicle) -> Stats:
    """The numbers of a saga."""
    history, counted = history_of(chronicle), _Counted()
    notes, lengths, lucks = [], [], {}
    for game in history.games:
        past = played(saga, chronicle, game.game)
        notes += past.notes
        length = Length(game.game, game.round)
        if past.play is not None:
            before = len(counted.battles)
            length = length._replace(turns=counted.game(past.play), answers=len(past.play.live))
            lucks[game.game] = list(luck(counted.battles[before:]))
            if (timed := timing.clock(saga / folder.GAMES / f"{past.play.journal}.jsonl")).turns:
                length = length._replace(seconds=round(timed.seconds), evenings=timed.evenings)
        lengths.append(length)
    stood = Counter(intact(card) for game in history.games for row in game.map for card in row.cards)
    known = filter(catalog.is_card, {**counted.played, **counted.used, **stood})
    cards = {card: Career(counted.played[card], counted.used[card], stood[card]) for card in known}
    most = sorted(cards.items(), key=lambda each: (-sum(each[1]), each[0]))
    suits = [game.on_map() if game.map else None for game in history.games]
    held = {site: dict(counted.sites[site].most_common()) for site in counted.sites}
    whole = list(luck(counted.battles))
    return Stats(history, _wins(history), suits, held, dict(most), lengths, whole, lucks, notes)


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
