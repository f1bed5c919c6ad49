"""Reading the cards of a position onto a state: names, unknown cards, what lies on them, who has seen them."""

from typing import Any

from oathtools import catalog, guesses, packs
from oathtools.table.position.names import KIND_WORDS, WORLD_KINDS
from oathtools.table.state import (
    DECK_GROUPS,
    FAVOR,
    HIDDEN,
    SECRET,
    STACKS,
    UNKNOWN_PREFIX,
    Handle,
    State,
)
from oathtools.values import Values, near

GROUP_OF_BACK = {back: group for groups in DECK_GROUPS.values() for back, group in groups.items()}
TOKENS = ("favor", "secrets", "warbands")
_ENTRY = ("card", "site", "unknown", "may_be", "may_also_be", "n", "facedown", "seen_by", "unseen", *TOKENS)


class Cards(Values):
    """Lays cards and pieces on a state; remembers in which words of the file each card stands."""

    def __init__(self) -> None:
        super().__init__()
        self.state = State(holders={})
        self.said_at: dict[str, str] = {}
        self.may_be: set[str] = set()
        self.by_name: dict[str, str] = {}

    # -- names ---------------------------------------------------------------------------------------------------

    def name(self, where: str, value: Any, kinds: tuple[str, ...]) -> str | None:
        """The id of the card of some kinds that a word means; a misspelt word is read with a warning."""
        card = self._named_card(where, value, kinds)
        variant = None if card is None else packs.variant_of(card)
        if card is not None and variant is not None and variant not in self.state.variants:
            told = f"{catalog.name_of(card)} belongs to the variant {variant}, which is not in force here"
            self.fault(where, told, f"variants: [{variant}]")
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
                    guesses.note(self.warnings[-1])
                return found.id
        return None

    def _unknown_name(self, where: str, words: str, kinds: tuple[str, ...], unknown: catalog.UnknownName) -> None:
        if not self._of_another_kind(where, words, kinds):
            names = " or ".join(catalog.name_of(each) for each in unknown.suggestions)
            kind = " or ".join(KIND_WORDS[each].split()[-1] for each in kinds)
            self.fault(where, unknown.told(kind), f"Did you mean {names}?" if names else None)

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
            same = other if other in self.said_at else card
        if same in self.said_at:
            name = catalog.name_of(card) if same == card else f"{catalog.name_of(card)} (as {catalog.name_of(same)})"
            self.fault(where, f"{name} is already at {self.said_at[same]}", "Each card exists once.")
            return False
        cards = self.state.zones.setdefault(zone, [])
        cards.insert(len(cards) if at is None else at, card)
        self.state.where[card] = zone
        self.said_at[card] = where
        return True

    def new_handle(self, where: str, back: str, groups: tuple[str, ...], zone: str) -> str:
        """An unknown card of a back enters a zone."""
        state = self.state
        card = f"{UNKNOWN_PREFIX}{state.next_handle}"
        state.next_handle += 1
        state.handles[card] = Handle(back, groups)
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
        self.keys(where, value, "card_piled" if zone.startswith(STACKS) else "card_away" if plain else known)
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
        if cards and self.state.where[cards[0]].startswith(STACKS):
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
        self.add(place, FAVOR, self.number(f"{where}.favor", data.get("favor", 0)))
        self.secrets(f"{where}.secrets", place, data.get("secrets", 0))
        self.warbands(f"{where}.warbands", place, data.get("warbands", 0), color)

    def secrets(self, where: str, place: str, value: Any) -> None:
        """Secrets: a number of faceup ones, or ``{up: n, down: n}``."""
        if not isinstance(value, dict):
            self.add(place, SECRET, self.number(where, value))
            return
        self.keys(where, value, "secrets_stated")
        self.add(place, SECRET, self.number(f"{where}.up", value.get("up", 0)))
        self.add(place, HIDDEN, self.number(f"{where}.down", value.get("down", 0)))

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
    return WORLD_KINDS if deck == "world" else tuple(DECK_GROUPS[deck])
