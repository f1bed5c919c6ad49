"""Reading the cards of a position onto a state: names, unknown cards, what lies on them, who has seen them."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.catalog import packs
from oathtools.kit import intake
from oathtools.kit.datafiles import load
from oathtools.kit.intake import ValueFault, Values, near
from oathtools.table import state as table

FORMAT = 1
BESIDE = ("rulings", "then")


class PositionError(ValueError):
    """A text that states no position. ``faults`` are all of them: ``{"where", "message", "hint", "clause"}``."""

    def __init__(self, faults: Iterable[Mapping[str, str | None]]) -> None:
        self.faults: list[ValueFault] = [dict(fault) for fault in faults]
        super().__init__("; ".join(f"{fault['where']}: {fault['message']}" for fault in self.faults))


class Reading(NamedTuple):
    """What a position says: the state, and what is odd about it without being wrong."""

    state: table.State
    warnings: list[str]


# -- names in position files: cards by their printed names where these are plain, players by their display names -------


# What a card of each back is called in a fault, and where cards of each kind may lie.
WORLD_KINDS = ("denizen", "vision")
KIND_WORDS: dict[str, str] = load("words")["card_kinds"]


@cache
def word_for(card: str, kinds: tuple[str, ...] | None = None) -> str:
    """The printed name of a card if it says, among some kinds, which card is meant; else its id."""
    name = catalog.name_of(card)
    try:
        return name if catalog.match(name, kinds) == (card, True) else card
    except LookupError:
        return card


def player_for(state: table.State, seat: str) -> str:
    """How a position names a player: by the display name, or by the color where the name would mislead."""
    name = state.players[seat].name
    others = [
        word.casefold() for each in state.players.values() if each.seat != seat for word in (each.name, each.seat)
    ]
    return seat if not name.strip() or name.strip().casefold() in others else name


def site_for(state: table.State, slot: int) -> str:
    """How a position names a site: by its name, or by its place if the tool does not know it."""
    site = state.site(slot)
    return table.PLACE_NAMES[slot] if site in state.handles else word_for(site, ("site",))


GROUP_OF_BACK = {back: group for groups in table.DECK_GROUPS.values() for back, group in groups.items()}
TOKENS = ("favor", "secrets", "warbands")
_ENTRY = ("card", "site", "unknown", "may_be", "may_also_be", "n", "facedown", "seen_by", "unseen", *TOKENS)


class Cards(Values):
    """Lays cards and pieces on a state; remembers in which words of the file each card stands."""

    def __init__(self) -> None:
        super().__init__()
        self.state = table.State(holders={})
        self.given_at: dict[str, str] = {}
        self.may_be: set[str] = set()
        self.by_name: dict[str, str] = {}

    # -- names ---------------------------------------------------------------------------------------------------

    def name(self, where: str, value: Any, kinds: tuple[str, ...]) -> str | None:
        """The id of the card of some kinds that a word means; a misspelt word is read with a warning."""
        card = self._named_card(where, value, kinds)
        variant = None if card is None else packs.variant_of(card)
        if card is not None and variant is not None and variant not in self.state.variants:
            text = f"{catalog.name_of(card)} belongs to the variant {variant}, which is not in force here"
            self.fault(where, text, f"variants: [{variant}]")
            return None
        return card

    def _named_card(self, where: str, value: Any, kinds: tuple[str, ...]) -> str | None:
        words = self.named(where, value)
        if not words:
            return None
        if words.partition(".")[0] in kinds and catalog.is_card(words):
            return words
        try:
            found = catalog.match(words, kinds)
        except catalog.AmbiguousName as several:
            self.fault(where, str(several), "Write more of the name, or its id.")
        except catalog.UnknownName as unknown:
            self._unknown_name(where, words, kinds, unknown)
        else:
            if found.exact or not self._of_another_kind(where, words, kinds):
                if not found.exact:
                    self.warn(where, f"{words!r} is read as {catalog.name_of(found.id)}")
                    intake.note(self.warnings[-1])
                return found.id
        return None

    def _unknown_name(self, where: str, words: str, kinds: tuple[str, ...], unknown: catalog.UnknownName) -> None:
        if not self._of_another_kind(where, words, kinds):
            names = " or ".join(catalog.name_of(each) for each in unknown.suggestions)
            kind = " or ".join(KIND_WORDS[each].split()[-1] for each in kinds)
            self.fault(where, unknown.explained(kind), f"Did you mean {names}?" if names else None)

    def _of_another_kind(self, where: str, words: str, kinds: tuple[str, ...]) -> bool:
        """Do the words spell the name of a card that cannot be here?"""
        try:
            other = catalog.match(words)
        except LookupError:
            return False
        kind = other.id.partition(".")[0]
        if not other.exact or kind in kinds:
            return False
        wanted = " or ".join(KIND_WORDS[each] for each in kinds)
        self.fault(where, f"{catalog.name_of(other.id)} is {KIND_WORDS[kind]}; here {wanted} is expected")
        return True

    def player(self, where: str, value: Any) -> str | None:
        """The seat that a name or a color means."""
        word = self.named(where, value).strip().casefold()
        if not word:
            return None
        seat = self.by_name.get(word)
        if seat is None:
            names = [each.name for each in self.state.players.values()]
            self.fault(where, f"no player is called {value!r}", near(word, names) or f"Players: {', '.join(names)}")
        return seat

    def players(self, where: str, value: Any) -> tuple[str, ...]:
        """The seats that a list of names means, each once; one name may stand without a list."""
        names = [value] if isinstance(value, str) else self.listed(where, value)
        seats = [self.player(f"{where}.{number}", name) for number, name in enumerate(names, 1)]
        return tuple(dict.fromkeys(seat for seat in seats if seat))

    # -- cards ---------------------------------------------------------------------------------------------------

    def put(self, where: str, card: str, zone: str, at: int | None = None) -> bool:
        """Lay a card into a zone unless it lies somewhere already."""
        same = card
        if card not in self.state.handles and card.startswith("edifice."):
            other = catalog.edifice(card).other_side
            same = other if other in self.given_at else card
        if same in self.given_at:
            name = catalog.name_of(card) if same == card else f"{catalog.name_of(card)} (as {catalog.name_of(same)})"
            self.fault(where, f"{name} is already at {self.given_at[same]}", "Each card exists once.")
            return False
        cards = self.state.zones.setdefault(zone, [])
        cards.insert(len(cards) if at is None else at, card)
        self.state.where[card] = zone
        self.given_at[card] = where
        return True

    def new_handle(self, where: str, back: str, groups: tuple[str, ...], zone: str) -> str:
        """An unknown card of a back enters a zone."""
        state = self.state
        card = f"{table.UNKNOWN_PREFIX}{state.next_handle}"
        state.next_handle += 1
        state.handles[card] = table.Handle(back, groups)
        self.put(where, card, zone)
        return card

    def cards(self, where: str, value: Any, zone: str, kinds: tuple[str, ...], *, plain: bool = False) -> list[str]:
        """The entries of a list, laid into a zone; ``plain``: nothing lies on the cards of a pile."""
        found: list[str] = []
        for place, each in self.numbered(where, value):
            found += self.entry(place, each, zone, kinds, plain=plain)
        return found

    def entry(
        self, where: str, value: Any, zone: str, kinds: tuple[str, ...], *, plain: bool = False, key: str = "card"
    ) -> list[str]:
        """One entry, laid into a zone: a name, ``{card: name, ...}`` or ``{unknown: kind, ...}``; the ids laid."""
        if not isinstance(value, dict):
            value = {key: value}
        known = (*_ENTRY, "cards", "relics") if key == "site" else _ENTRY
        self.keys(where, value, "card_piled" if zone.startswith(table.STACKS) else "card_away" if plain else known)
        if "unknown" in value:
            return self._unknown(where, value, zone, kinds)
        named = value.get(key, value.get("card"))
        if named is None:
            self.fault(where, f"no {key} is named", "An unknown one is {unknown: " + kinds[0] + "}.")
            return []
        card = self.name(where, named, kinds)
        if card is None or not self.put(where, card, zone):
            return []
        if value.get("n", 1) != 1:
            self.fault(f"{where}.n", "each card exists once; only unknown cards are counted")
        self.tokens(where, card, value)
        self._seen(where, [card], value)
        return [card]

    def _unknown(self, where: str, value: dict[str, Any], zone: str, kinds: tuple[str, ...]) -> list[str]:
        backs = tuple(kind for kind in kinds if kind in GROUP_OF_BACK)
        if not backs:
            self.fault(where, "a faceup card shows its name; it cannot be unknown")
            return []
        back = self.word(f"{where}.unknown", value["unknown"], backs)
        groups = self._groups(where, value, back)
        count = self.number(f"{where}.n", value.get("n", 1), least=1)
        if count > 1 and any(value.get(each) for each in TOKENS):
            self.fault(f"{where}.n", "say on which of these cards the pieces lie: one entry for each")
            count = 1
        laid = [self.new_handle(where, back, groups, zone) for _ in range(min(count, 300))]
        for card in laid:
            self.tokens(where, card, value)
        self._seen(where, laid, value)
        return laid

    def _seen(self, where: str, cards: list[str], value: dict[str, Any]) -> None:
        """Who has seen cards that lie in a deck or a pile."""
        if cards and self.state.where[cards[0]].startswith(table.STACKS):
            seats = self.players(f"{where}.seen_by", value.get("seen_by"))
            self.state.facedown.update(dict.fromkeys(cards, seats) if seats else {})

    def _groups(self, where: str, value: dict[str, Any], back: str) -> tuple[str, ...]:
        """The groups of names that an unknown card may have: one for each name said, and that of its deck."""
        named: list[str] = []
        for key in ("may_be", "may_also_be"):
            for place, each in self.numbered(f"{where}.{key}", value.get(key)):
                card = self.name(place, each, (back,))
                if card is not None:
                    named.append(card)
        if "may_be" in value and "may_also_be" in value:
            self.fault(where, "may_be names all that the card may be; may_also_be adds to the cards of its deck")
        if "may_be" in value and not self.listed("", value["may_be"] or ()):
            self.fault(f"{where}.may_be", "at least one name is expected", "Leave may_be out if it may be any card.")
        self.may_be.update(named)
        for card in named:
            self.state.groups[f"of:{card}"] = [card]
        groups = tuple(f"of:{card}" for card in sorted(set(named)))
        return groups if "may_be" in value else (GROUP_OF_BACK[back], *groups)

    def turned(self, where: str, card: str, value: Any, *, down: bool, owner: str | None = None) -> None:
        """Say whether a card in play lies facedown, and who has seen it then; the owner has unless ``unseen``."""
        data = value if isinstance(value, dict) else {}
        facedown = self.truth(f"{where}.facedown", data.get("facedown", down))
        if not facedown:
            if card in self.state.handles:
                self.fault(where, "a faceup card shows its name; it cannot be unknown")
            if data.get("seen_by"):
                self.fault(f"{where}.seen_by", "everybody sees a faceup card")
            return
        seen = self.players(f"{where}.seen_by", data.get("seen_by"))
        if owner is not None and not self.truth(f"{where}.unseen", data.get("unseen", False)):
            seen = tuple(dict.fromkeys((owner, *seen)))
        self.state.facedown[card] = seen

    # -- pieces --------------------------------------------------------------------------------------------------

    def add(self, place: str, kind: str, count: int) -> None:
        """Lay pieces at a place."""
        if count:
            pile = self.state.pieces.setdefault(place, {})
            pile[kind] = pile.get(kind, 0) + count

    def tokens(self, where: str, place: str, data: dict[str, Any], color: str | None = None) -> None:
        """The favor, secrets and warbands that lie at a place; a bare number of warbands is of one color."""
        self.add(place, table.FAVOR, self.number(f"{where}.favor", data.get("favor", 0)))
        self.secrets(f"{where}.secrets", place, data.get("secrets", 0))
        self.warbands(f"{where}.warbands", place, data.get("warbands", 0), color)

    def secrets(self, where: str, place: str, value: Any) -> None:
        """Secrets: a number of faceup ones, or ``{up: n, down: n}``."""
        if not isinstance(value, dict):
            self.add(place, table.SECRET, self.number(where, value))
            return
        self.keys(where, value, "secrets_stated")
        self.add(place, table.SECRET, self.number(f"{where}.up", value.get("up", 0)))
        self.add(place, table.HIDDEN, self.number(f"{where}.down", value.get("down", 0)))

    def warbands(self, where: str, place: str, value: Any, color: str | None) -> None:
        """Warbands by color; a bare number where it is clear whose they are."""
        if not isinstance(value, dict):
            count = self.number(where, value)
            if color is not None:
                self.add(place, color, count)
            elif count:
                self.fault(where, f"whose are the {count} warbands?", f"Write {{purple: {count}}}, by color.")
            return
        for each, count in value.items():
            named = str(each).strip().casefold()
            if named not in catalog.COLORS:
                self.fault(where, f"{each!r} is no color of warbands", near(named, catalog.COLORS))
            elif named not in self.state.players:
                self.fault(where, f"nobody plays {named}", "Only the colors of the players are in the game.", "1.9")
            else:
                self.add(place, named, self.number(f"{where}.{named}", count))


def deck_kinds(deck: str) -> tuple[str, ...]:
    """The kinds of cards of a deck."""
    return WORLD_KINDS if deck == "world" else tuple(table.DECK_GROUPS[deck])


# -- reading the decks and piles of a position; what is named nowhere is found by elimination --------------------------


# Where the denizens of a game go round. Their number stays: each Chronicle adds as many as it takes out (8.4, 8.5).
_CIRCLING = ("cards.", "advisers.", "discard.", "world.")
_POOL_KEYS = {"denizens": "pool", "visions": "visions", "relics": "pool", "sites": "pool"}


class Decks(Cards):
    """Reads decks, discard piles, the Dispossessed, the Archive, and the groups of names that unknown cards have."""

    def decks(self, data: dict[str, Any]) -> None:
        """Everything that lies in piles. Cards on the table have been read before."""
        piles = self.mapping("discard_piles", data.get("discard_piles"))
        self.keys("discard_piles", piles, catalog.REGIONS)
        for region in catalog.REGIONS:
            self.cards(f"discard_piles.{region}", piles.get(region), f"discard.{region}", WORLD_KINDS, plain=True)
        self.cards("dispossessed", data.get("dispossessed"), "dispossessed", ("denizen",), plain=True)
        ends = {deck: self.ends(deck, data.get(key)) for deck, key in DECK_KEYS.items()}
        self.elsewhere(data.get("elsewhere"))
        archive = data.get("archive")
        if archive is not None:
            self.cards("archive", archive, "archive", ("denizen", "edifice"), plain=True)
        for deck, entry in ends.items():
            for back, group in table.DECK_GROUPS[deck].items():
                key = _POOL_KEYS[group]
                self.pool(f"{DECK_KEYS[deck]}.{key}", entry.get(key), back, group)
            self.layers(deck, entry)
        pooled = "pool" in ends[table.WORLD] or self.each_denizen_is_named()
        self.eliminate(denizens=archive is None and pooled)
        self.left_over()
        self.names_for_all()

    def ends(self, deck: str, value: Any) -> dict[str, Any]:
        """The cards of a deck whose place is known, at its top and bottom; a plain list is the whole deck."""
        where = DECK_KEYS[deck]
        if isinstance(value, list):
            value = {"top": value, _MIDDLE[deck]: [] if deck == table.WORLD else 0}
        data = self.mapping(where, value)
        self.keys(where, data, "deck_stated" if deck == table.WORLD else "deck_counted")
        for end in ("top", "bottom"):
            self.cards(f"{where}.{end}", data.get(end), f"{deck}.{end}", deck_kinds(deck), plain=True)
        return data

    def elsewhere(self, value: Any) -> None:
        """Names that nobody has located and that no card here can have."""
        for place, each in self.numbered("elsewhere", value):
            card = self.name(place, each, ("denizen", "vision", "relic", "site"))
            if card is not None:
                self.state.groups[f"of:{card}"] = [card]
                self.given_at.setdefault(card, place)

    def unlocated(self, back: str) -> list[str]:
        """The names of a back that lie nowhere on the table, in catalogue order."""
        return [
            card
            for card in catalog.ids(back, self.state.variants)
            if card not in self.given_at and card != table.GRAND_SCEPTER
        ]

    def pool(self, where: str, value: Any, back: str, group: str) -> None:
        """The names that the unknown cards of a deck may have: those said, or all that lie nowhere else."""
        if value is None:
            self.state.groups[group] = self.unlocated(back)
            return
        names: dict[str, None] = {}
        for place, each in self.numbered(where, value):
            card = self.name(place, each, (back,))
            if card is None:
                continue
            if card in self.given_at:
                message = f"{catalog.name_of(card)} is at {self.given_at[card]}; it cannot be in the pool, too"
                self.fault(place, message, "Each card exists once.")
            elif card in names:
                self.warn(place, f"{catalog.name_of(card)} is named twice in the pool")
            else:
                names[card] = None
        self.state.groups[group] = list(names)

    def layers(self, deck: str, data: dict[str, Any]) -> None:
        """How many cards of each back lie in each unordered part of a deck, from the top."""
        value = data.get(_MIDDLE[deck])
        where = f"{DECK_KEYS[deck]}.{_MIDDLE[deck]}"
        if value is None:
            layers = [] if deck == table.SITE_DECK else [self.usual(deck, "pool" in data)]
        elif deck == table.WORLD:
            layers = [self.layer(place, each) for place, each in self.numbered(where, value)]
        else:
            parts = value if isinstance(value, list) else [value]
            back = next(iter(table.DECK_GROUPS[deck]))
            layers = [{back: self.number(where, part)} for part in parts]
        layers = [{back: count for back, count in layer.items() if count} for layer in layers]
        self.state.layers[deck] = [layer for layer in layers if layer]

    def layer(self, where: str, value: Any) -> dict[str, int]:
        """One layer of the world deck."""
        data = self.mapping(where, value)
        self.keys(where, data, "deck_stated.layers.*")
        return {back: self.number(f"{where}.{back}s", data.get(f"{back}s", data.get(back, 0))) for back in WORLD_KINDS}

    def usual(self, deck: str, pool_given: bool) -> dict[str, int]:
        """A deck of which nothing is said: as many cards as a usual game, or the pool, leaves for it."""
        groups = table.DECK_GROUPS[deck]
        left = {back: len(self.state.groups[group]) - self.unknown(back, group) for back, group in groups.items()}
        if deck == table.WORLD and not pool_given:
            circling = [
                card
                for card, zone in self.state.where.items()
                if zone.startswith(_CIRCLING) and self.state.back(card) == "denizen"
            ]
            left["denizen"] = min(left["denizen"], len(catalog.first_game().starting_pool) - len(circling))
        return {back: max(0, count) for back, count in left.items()}

    def each_denizen_is_named(self) -> bool:
        """Is none unknown, on the table or in the deck? Then the names that are left are no deck's."""
        backs = {handle.back for handle in self.state.handles.values()}.union(*self.state.layers[table.WORLD])
        if "denizen" in backs:
            return False
        self.state.groups["denizens"] = []
        return True

    def unknown(self, back: str, group: str) -> int:
        """How many unknown cards of a back outside the layers draw on a deck's names."""
        return sum(handle.back == back and group in handle.groups for handle in self.state.handles.values())

    def eliminate(self, denizens: bool) -> None:
        """The Archive: the denizens that nothing else can be, if it is theirs; the edifices by their intact sides."""
        pool = set(self.state.groups["denizens"]) | self.may_be
        for card in self.unlocated("denizen") if denizens else ():
            if card not in pool:
                self.put("archive", card, "archive")
        for side in catalog.cards("edifice", self.state.variants):
            if not side.ruined and side.id not in self.given_at and side.other_side not in self.given_at:
                self.put("archive", side.id, "archive")

    def left_over(self) -> None:
        """Names that the pools leave out and that lie nowhere: nobody knows where they are."""
        groups = self.state.groups
        for back, group in GROUP_OF_BACK.items():
            lost = [card for card in self.unlocated(back) if card not in groups[group] and card not in self.may_be]
            for card in lost:
                groups[f"of:{card}"] = [card]
            if lost:
                names = ", ".join(catalog.name_of(card) for card in lost[:8]) + (" ..." if len(lost) > 8 else "")
                self.warn(f"{back}s", f"nothing says where these are: {names}")

    def names_for_all(self) -> None:
        """Every unknown card must be able to have a name of its own."""
        from oathtools.table import knowledge

        for card in sorted(self.may_be):
            if card in self.given_at:
                self.state.groups[f"of:{card}"] = []
                name = catalog.name_of(card)
                self.warn("unknown cards", f"none of them can be {name}: it is at {self.given_at[card]}")
        short = None if self.faults else knowledge.check(self.state)
        if short is None:
            return
        for group in table.DECK_GROUPS.values():
            for back in group:
                if not short or short[0].startswith(f"{back}."):
                    self._too_many(back, short)

    def _too_many(self, back: str, short: list[str]) -> None:
        """Note that more cards of a back are unknown than can have a name of their own."""
        laid = sum(handle.back == back for handle in self.state.handles.values())
        in_decks = sum(layer.get(back, 0) for layers in self.state.layers.values() for layer in layers)
        named = {name for names in self.state.groups.values() for name in names if name.startswith(f"{back}.")}
        if short or laid + in_decks > len(named):
            left = ", ".join(catalog.name_of(each) for each in (short or sorted(named))[:8]) or "none"
            count = f"{laid} on the table and in piles, {in_decks} in layers of decks"
            message = f"too many unknown {KIND_WORDS[back].split()[-1]}s ({count}): the names left for them are {left}"
            self.fault("unknown cards", message + (" ..." if len(short or named) > 8 else ""))


DECK_KEYS = {table.WORLD: "world_deck", table.RELIC_DECK: "relic_deck", table.SITE_DECK: "site_deck"}
_MIDDLE = {table.WORLD: "layers", table.RELIC_DECK: "rest", table.SITE_DECK: "rest"}
