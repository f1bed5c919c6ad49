"""The history of a saga, read: games, winners, oaths, the suits over time, what was built and lost.

``Chronicle.history`` holds plain entries, as ``saga.history`` or people wrote them; what an entry leaves out is unknown
and stays empty here, and what cannot be read is reported, never guessed. Nothing here lies hidden at the table, so all
of it may be shown to everybody.
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.journal.play import Play
from oathtools.procedures.machine.promises import past
from oathtools.saga.chronicle.record import EXILE_COLORS, ROWS, Chronicle
from oathtools.saga.past.story import Keeping, keepings_of
from oathtools.table import effects
from oathtools.table.state import CARDS, CITIZEN, RELICS, SLOTS, State
from oathtools.variants import kept


class PastSite(NamedTuple):
    """A slot of the map after a game, as everybody saw it: ids, and how many relics lay there; ``site`` None: facedown.

    An edifice stands among the ``cards`` by the side that showed.
    """

    site: str | None = None
    cards: tuple[str, ...] = ()
    relics: int = 0


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game and what it did to the world. Cards and sites are ids, players are names.

    ``winner`` is a name, ``color`` and ``role`` (chancellor, citizen, exile) are the winner's; ``how`` and ``clauses``
    are as in a win check. ``players``: name -> color. ``oath`` was played under, ``next_oath`` was vowed. ``citizens``
    are the colors that were Citizens after it, ``converts`` those who became it by 8.2. ``built`` are edifices (intact
    sides) that took the places of ``replaced``; ``repaired`` and ``fell`` edifices by their intact sides
    (``ruins_lost`` by their ruined ones). ``sites_lost`` left the map faceup; ``sites_found`` were turned up to begin
    a region. ``suits`` were added from the Archive, ``healed`` from the Dispossessed; ``removed`` cards went
    there, unseen. ``rebuilt`` False: 8.8 was put off. ``map``: eight slots from the top of the Cradle, or empty if
    nobody wrote them down. ``variants``: what each variant in force noted, and what was ``kept`` of it after the game.
    ``promises``: who promised what to whom (``by``, ``to``, ``text``) and ``how`` it ended, if it did. ``also``: what
    people wrote beside all that.
    """

    game: int
    journal: str = ""
    winner: str = ""
    color: str = ""
    role: str = ""
    how: str = ""
    clauses: tuple[str, ...] = ()
    round: int | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    oath: str = ""
    next_oath: str = ""
    citizens: tuple[str, ...] = ()
    converts: tuple[str, ...] = ()
    built: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    repaired: tuple[str, ...] = ()
    fell: tuple[str, ...] = ()
    ruins_lost: tuple[str, ...] = ()
    sites_lost: tuple[str, ...] = ()
    sites_found: tuple[str, ...] = ()
    suits: Mapping[str, int] = field(default_factory=dict)
    healed: Mapping[str, int] = field(default_factory=dict)
    removed: int = 0
    rebuilt: bool = True
    map: tuple[PastSite, ...] = ()
    variants: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    promises: tuple[Mapping[str, str], ...] = ()
    also: Mapping[str, Any] = field(default_factory=dict)

    def added(self) -> dict[str, int]:
        """The suits that came to the world deck, from wherever."""
        return {suit: self.suits.get(suit, 0) + self.healed.get(suit, 0) for suit in catalog.SUITS}

    def on_map(self) -> dict[str, int]:
        """The suits of the denizens and edifices, ruined ones too, that lay faceup on the map after it."""
        cards = [card for row in self.map for card in row.cards]
        suits = [catalog.card(card).suit for card in cards if catalog.is_card(card)]
        return {suit: suits.count(suit) for suit in catalog.SUITS}

    def site_of(self, card: str) -> str | None:
        """The site at which a card lay after it, either side of an edifice."""
        return next((row.site for row in self.map if card in row.cards or _other(card) in row.cards), None)


class PlayerRecord(NamedTuple):
    """What one player did in all games, by name: how many they played and won, and in which roles they won them."""

    name: str
    games: int
    wins: int
    roles: dict[str, int]


class CareerMoment(NamedTuple):
    """Something that happened to an edifice: ``what`` is built, repaired, fell or lost; ``site`` if it is known."""

    game: int
    what: str
    who: str
    site: str | None = None


class Edifice(NamedTuple):
    """An edifice, by its intact side, and what happened to it. ``state`` is intact, ruined or lost."""

    edifice: str
    state: str
    moments: tuple[CareerMoment, ...]


@dataclass(frozen=True, slots=True)
class History:
    """A whole saga: ``game`` is the next one, played under ``oath``; ``odd`` says what could not be read.

    ``keepings`` are what variants keep in the world, or kept once.
    """

    name: str
    game: int
    oath: str
    games: tuple[PastGame, ...] = ()
    odd: tuple[str, ...] = ()
    keepings: tuple[Keeping, ...] = ()

    def oaths(self) -> list[str]:
        """The oath of every game in order, the one to come last."""
        return [*(game.oath for game in self.games), self.oath]

    def players(self) -> list[PlayerRecord]:
        """Everybody who played, those with most wins first."""
        names: dict[str, None] = {}
        for game in self.games:
            names.update(dict.fromkeys((*game.players, *([game.winner] if game.winner else []))))
        found = []
        for name in names:
            won = [game for game in self.games if game.winner == name]
            played = sum(name in game.players or game.winner == name for game in self.games)
            roles = [game.role for game in won if game.role]
            found.append(
                PlayerRecord(name, played, len(won), {role: roles.count(role) for role in dict.fromkeys(roles)})
            )
        return sorted(found, key=lambda player: -player.wins)

    def suits_added(self) -> list[dict[str, int]]:
        """For each game how many cards of each suit had come to the world deck in all, by then."""
        total = dict.fromkeys(catalog.SUITS, 0)
        sums = []
        for game in self.games:
            total = {suit: total[suit] + count for suit, count in game.added().items()}
            sums.append(total)
        return sums

    def edifices(self) -> list[Edifice]:
        """Every edifice that was ever built, repaired, or seen to fall, in the order of its first moment."""
        moments: dict[str, list[CareerMoment]] = {}
        for game in self.games:
            for what, cards in (
                ("built", game.built),
                ("repaired", game.repaired),
                ("lost", game.ruins_lost),
                ("fell", game.fell),
            ):
                for card in cards:
                    moments.setdefault(intact(card), []).append(
                        CareerMoment(game.game, what, game.winner, game.site_of(card) if what != "lost" else None)
                    )
        states = {"built": "intact", "repaired": "intact", "fell": "ruined", "lost": "lost"}
        return [Edifice(card, states[history[-1].what], tuple(history)) for card, history in moments.items()]


def intact(edifice: str) -> str:
    """The intact side of an edifice, named by either side."""
    if catalog.is_card(edifice) and edifice.startswith("edifice.") and catalog.edifice(edifice).ruined:
        return catalog.edifice(edifice).other_side
    return edifice


def _other(card: str) -> str:
    return catalog.edifice(card).other_side if card.startswith("edifice.") and catalog.is_card(card) else card


def history_of(chronicle: Chronicle) -> History:
    """The history that a Chronicle holds."""
    odd: list[str] = []
    games = [
        game
        for number, entry in enumerate(chronicle.history, 1)
        if (game := _HistoryReader(f"history.{number}", odd).game(entry, number)) is not None
    ]
    past = [(game.game, game.variants) for game in games if game.variants]
    keepings = tuple(keepings_of(past, chronicle.variants, odd)) if past or chronicle.variants else ()
    return History(chronicle.name, chronicle.game, chronicle.oath, tuple(games), tuple(odd), keepings)


class _HistoryReader:
    """Reads one entry; what does not fit is left out and noted."""

    def __init__(self, where: str, odd: list[str]) -> None:
        self.where, self.odd = where, odd

    def game(self, entry: Any, number: int) -> PastGame | None:
        if not isinstance(entry, dict):
            self.odd.append(f"{self.where} is no entry of a game")
            return None
        known: dict[str, Any] = {
            "game": self.number(entry, "game", number),
            "round": self.number(entry, "round", None),
            "removed": self.number(entry, "removed", 0),
            "rebuilt": entry.get("rebuilt", True) is not False,
            "map": tuple(self.map(entry.get("map"))),
        }
        for key in ("journal", "winner", "color", "role", "how", "oath", "next_oath"):
            known[key] = self.text(entry, key)
        for key in ("built", "replaced", "repaired", "fell", "ruins_lost", "sites_lost", "sites_found"):
            known[key] = tuple(self.cards(entry, key))
        for key, words in (("clauses", ()), ("citizens", EXILE_COLORS), ("converts", EXILE_COLORS)):
            known[key] = tuple(self.words(entry, key, words))
        for key in ("suits", "healed"):
            known[key] = self.counts(entry, key)
        promises = entry.get("promises")
        known["promises"] = tuple(map(_texts, promises if isinstance(promises, list) else ()))
        known["players"] = _texts(entry.get("players"))
        known["variants"] = self.variants(entry.get("variants"))
        also = {key: value for key, value in entry.items() if key not in known}
        return PastGame(**known, also=also)

    def miss(self, key: str, value: Any) -> None:
        self.odd.append(f"{self.where}.{key}: {value!r} is not what belongs there")

    def number(self, entry: dict[str, Any], key: str, default: Any) -> Any:
        value = entry.get(key, default)
        if value is default or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        self.miss(key, value)
        return default

    def text(self, entry: dict[str, Any], key: str) -> str:
        value = entry.get(key)
        if value is not None and not isinstance(value, str | int | float):
            self.miss(key, value)
            return ""
        return "" if value is None else str(value)

    def words(self, entry: dict[str, Any], key: str, known: tuple[str, ...]) -> Iterator[str]:
        value = entry.get(key)
        for word in value if isinstance(value, list) else [] if value is None else [value]:
            if not isinstance(word, str | int | float) or (known and word not in known):
                self.miss(key, word)
            else:
                yield str(word)

    def cards(self, entry: dict[str, Any], key: str) -> Iterator[str]:
        for word in self.words(entry, key, ()):
            card = self.card(word)
            if card is None:
                self.miss(key, word)
            else:
                yield card

    def card(self, word: str) -> str | None:
        """The id of a card or site, by id or by a name spelt as it is."""
        if catalog.is_card(word):
            return word
        try:
            found = catalog.match(word, ("site", "denizen", "edifice", "relic", "vision"))
        except (catalog.UnknownName, catalog.AmbiguousName):
            return None
        return found.id if found.exact else None

    def counts(self, entry: dict[str, Any], key: str) -> dict[str, int]:
        value = entry.get(key)
        if value is None:
            return {}
        if not isinstance(value, dict) or not all(isinstance(count, int) for count in value.values()):
            self.miss(key, value)
            return {}
        for suit in value:
            if suit not in catalog.SUITS:
                self.miss(key, suit)
        return {suit: int(count) for suit, count in value.items() if suit in catalog.SUITS}

    def variants(self, kept: Any) -> dict[str, dict[str, Any]]:
        if kept is None:
            return {}
        if not isinstance(kept, dict) or not all(isinstance(each, dict) for each in kept.values()):
            self.miss("variants", kept)
            return {}
        return {str(name): dict(each) for name, each in kept.items()}

    def map(self, rows: Any) -> Iterator[PastSite]:
        if rows is None:
            return
        if not isinstance(rows, list) or len(rows) != ROWS:
            self.miss("map", rows)
            return
        for row in rows:
            if not isinstance(row, dict):
                yield PastSite()
                continue
            site = self.card(str(row["site"])) if row.get("site") else None
            relics = self.number(row, "relics", 0)
            yield PastSite(site, tuple(self.cards(row, "cards")), relics)


def _texts(value: Any) -> dict[str, str]:
    return {str(key): str(each) for key, each in value.items()} if isinstance(value, dict) else {}


# -- what the Chronicle remembers of a game: who won and how, the oath, what was built and lost, which suits came ------


def entry_of(play: Play, before: Chronicle, journal: str) -> dict[str, Any]:
    """The history entry of a game whose chapter 8 has been carried out; in ids, and with nothing that lies hidden.

    ``journal`` is the name of its journal. Keys that would say nothing are left out: ``citizens`` (after the game),
    ``built`` and what it ``replaced``, ``repaired``, ``fell`` (edifices that became ruins), ``ruins_lost``,
    ``sites_lost`` (faceup ones), ``sites_found`` (turned up to begin a region), ``suits`` added from the Archive or
    ``healed`` from the Dispossessed, ``removed``, ``rebuilt`` (only where it was put off). ``map`` is what everybody
    sees of it afterwards, slot by slot; None is a facedown site. ``variants``: what each noted, and
    keeps after it; ``promises``: what players promised each other. ``saga.annals`` reads all this.
    """
    state = play.state
    result = state.result or {}
    winner = str(result.get("winner"))
    entry: dict[str, Any] = {
        "game": before.game,
        "journal": journal,
        "winner": state.players[winner].name,
        "color": winner,
        "role": state.players[winner].role,
        "how": result.get("how"),
        "clauses": [clause for _, clause in result.get("ways", ())],
        "round": result.get("round"),
        "players": {player.name: seat for seat, player in state.players.items()},
        "oath": effects.noted(state, "played"),
        "next_oath": effects.noted(state, "oath"),
        "citizens": [seat for seat, player in state.players.items() if player.role == CITIZEN],
        "converts": effects.noted(state, "converts"),
        "built": effects.noted(state, "built"),
        "replaced": effects.noted(state, "replaced"),
        "repaired": effects.noted(state, "repaired"),
        "fell": effects.noted(state, "fell"),
        "ruins_lost": effects.noted(state, "ruins_lost"),
        "sites_lost": effects.noted(state, "sites_lost"),
        "sites_found": effects.noted(state, "flipped_up"),
        "suits": effects.noted(state, "added"),
        "healed": effects.noted(state, "healed"),
        "removed": effects.noted(state, "removed"),
        "rebuilt": None if effects.noted(state, "rebuilt", True) else False,
        "map": [_public(state, slot) for slot in range(SLOTS)],
        "variants": _variants(state, before),
        "promises": past(state, (event for batch in play.batches_since(0) for event in batch.events)),
    }
    return {key: value for key, value in entry.items() if value not in (None, [], {}, "")}


def _variants(state: State, before: Chronicle) -> dict[str, Any]:
    """What each variant in force noted of the game, and what the saga keeps of it after the game (``kept``).

    ``before`` is what was kept before it, where the history does not tell: at first, and when people changed it.
    Nothing for a variant of which nothing was noted or changed.
    """
    noted = effects.noted(state, "variants", {})
    found = {}
    for name, after in kept(state.variants, before.game).items():
        entry = {**noted.get(name, {}), **({"kept": after} if after != before.variants.get(name) else {})}
        if entry and before.variants.get(name, {}) != _last_kept(before, name):
            entry = {"before": deepcopy(before.variants.get(name, {})), **entry}
        found[name] = entry
    return {name: entry for name, entry in found.items() if entry}


def kept_before(entry: dict[str, Any], chronicle: Chronicle) -> dict[str, Any]:
    """What the variants kept before the last game of a Chronicle, whose history entry says what it changed."""
    kept = entry.get("variants")
    noted = kept if isinstance(kept, dict) else {}
    earlier = replace(chronicle, history=chronicle.history[:-1])
    return {
        name: noted[name].get("before", _last_kept(earlier, name)) if "kept" in noted.get(name, {}) else now
        for name, now in chronicle.variants.items()
    }


def _last_kept(chronicle: Chronicle, name: str) -> Any:
    """What the history says was kept of a variant last; nothing if it does not tell."""
    for entry in reversed(chronicle.history):
        kept = entry.get("variants") if isinstance(entry, dict) else None
        if isinstance(kept, dict) and isinstance(kept.get(name), dict) and "kept" in kept[name]:
            return kept[name]["kept"]
    return {}


def _public(state: State, slot: int) -> dict[str, Any] | None:
    """A slot of the map as everybody sees it."""
    if not state.faceup_site(slot):
        return None
    row: dict[str, Any] = {"site": state.site(slot)}
    cards, relics = list(state.zone(CARDS[slot])), len(state.zone(RELICS[slot]))
    return {**row, **({"cards": cards} if cards else {}), **({"relics": relics} if relics else {})}
