"""A pair of hands that knows no rule, at a bare box: it does what a pull list says, line by line, and no more.

Cards lie at places that are called what the list calls them. The hands know names where a card lies faceup or is
named, else backs. They say where a line cannot be followed: what is to be taken is not there, a slot is filled twice,
a stack that cards were put into is drawn from unshuffled, pieces lie on a card that goes.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from oathtools import catalog
from oathtools.procedures.machine.hands import Pull
from oathtools.saga.chronicle.record import Chronicle
from oathtools.table import knowledge
from oathtools.table.state import GRAND_SCEPTER, State

SLOTS = [
    f"{region} {number + 1}"
    for region, size in (("Cradle", 2), ("Provinces", 3), ("Hinterland", 3))
    for number in range(size)
]
_ENDED = ("favor", "secret", "hidden")


class Untold(AssertionError):
    """A line that hands cannot follow."""


@dataclass
class Place:
    """What lies at a place, the top card first; ``pieces`` by what they are; ``mixed``: cards came to it unshuffled."""

    cards: list[str] = field(default_factory=list)
    site: str | None = None
    facedown: bool = False
    pieces: Counter[str] = field(default_factory=Counter)
    mixed: bool = False
    turned: bool = False  # a facedown site that these hands turned faceup: which one it is they see for themselves


class Box:
    """The table and the box, from the true table at the end of a game."""

    def __init__(self, seed: str) -> None:
        self.rng = Random(seed)
        self.places: dict[str, Place] = {}
        self.pile: list[Place] = []  # of sites in the World Box, the top one first
        self.aside: list[Place] = []
        self.on_cards: dict[str, Counter[str]] = {}
        self.faceup: set[str] = set()

    def at(self, name: str) -> Place:
        return self.places.setdefault(name, Place())

    def follow(self, found: Iterable[Pull]) -> None:
        """Do all of it. Raises ``Untold``."""
        for pull in found:
            try:
                getattr(self, f"_{pull.does}")(pull)
            except Untold as fault:
                raise Untold(f"{pull.step} {pull.source}: {pull.says()}: {fault}") from None

    # -- what hands do -------------------------------------------------------------------------------------------------

    def _other(self, pull: Pull) -> None:
        """Boards, markers, banners: no card goes anywhere."""

    def _pieces(self, pull: Pull) -> None:
        warbands = "warband" in pull.what
        if warbands and "favor" in pull.what:
            raise Untold("two kinds of pieces go to one place")
        if pull.source in ("personal banks", "shared bank"):
            self.at(pull.target).pieces["warband" if warbands else "token"] += pull.number
            return
        spots = [
            self.at(pull.source).pieces,
            *(self.on_cards.get(card, Counter()) for card in self.at(pull.source).cards),
        ]
        if pull.source.startswith("map"):
            names = [*SLOTS, *(f"{suit.title()} bank" for suit in catalog.SUITS)]
            spots = [self.at(name).pieces for name in names]
            sites = [*map(self.at, SLOTS), *(self.aside if "aside" in pull.source else ())]
            spots += [place.pieces for place in self.aside if "aside" in pull.source]
            spots += [self.on_cards.get(card, Counter()) for place in sites for card in place.cards]
        if pull.source == "boards":
            return
        kind = "warband" if warbands else "token"
        left = pull.number or sum(spot[kind] for spot in spots)
        for spot in spots:
            taken = min(left, spot[kind])
            spot[kind] -= taken
            left -= taken
        if left:
            raise Untold(f"{left} of these pieces are not there")

    def _turn(self, pull: Pull) -> None:
        place = self.at(pull.source)
        if not pull.cards:
            if not place.facedown:
                raise Untold("no facedown site lies there")
            place.facedown, place.turned = False, True
            return
        before, after = pull.cards
        if before not in place.cards:
            raise Untold(f"{before} does not lie there")
        place.cards[place.cards.index(before)] = after

    def _shuffle(self, pull: Pull) -> None:
        place = self.at(pull.source)
        self.rng.shuffle(place.cards)
        place.mixed = False

    def _site(self, pull: Pull) -> None:
        """A site goes with all that lies at it."""
        if pull.source == "World Box":
            taken = self.pile.pop(0)
        elif pull.source == "aside":
            fits = [place for place in self.aside if not pull.cards or place.site == pull.cards[0]]
            if not fits:
                raise Untold("no such site was set aside")
            self.aside.remove(taken := fits[0])
        else:
            taken = self.at(pull.source)
            del self.places[pull.source]
        if taken.site is None:
            raise Untold("no site lies there")
        if pull.cards and pull.cards[0].startswith("site.") and pull.cards[0] != taken.site and not taken.turned:
            raise Untold(f"{taken.site} lies there")
        if pull.target == "World Box":
            self.pile.insert(0, taken)
        elif pull.target == "aside":
            self.aside.append(taken)
        else:
            self._free(pull.target)
            self.places[pull.target] = taken

    def _free(self, slot: str) -> None:
        there = self.at(slot)
        if there.site is not None or there.cards:
            raise Untold(f"{there.site or there.cards} lies at {slot}")
        if slot not in SLOTS:
            raise Untold(f"{slot} is no slot of the map")

    def _carry(self, pull: Pull) -> None:
        source = self.at(pull.source)
        if pull.back == "site" and pull.source in SLOTS:
            self._discard_site(pull, source)
            return
        taken = self._taken(pull, source)
        for card in taken:
            if sum(self.on_cards.get(card, Counter()).values()):
                raise Untold(f"pieces lie on {card}")
            source.cards.remove(card)
        if pull.back == "site":
            self._free(pull.target)
            self.at(pull.target).site = taken[0]
            self.at(pull.target).facedown = "facedown" in pull.how
            return
        target = self.at(pull.target)
        target.cards[:] = [*taken, *target.cards] if pull.how == "on top" else [*target.cards, *taken]
        whole = not pull.number or len(target.cards) == len(taken)  # a deck that comes whole lies as it lay
        target.mixed = source.mixed if whole else pull.how != "on top" and "off the" not in pull.what

    def _discard_site(self, pull: Pull, slot: Place) -> None:
        if slot.site is None or slot.cards or +slot.pieces:
            raise Untold(f"{slot} lies there")
        if pull.cards and pull.cards[0] != slot.site:
            raise Untold(f"{slot.site} lies there")
        self.at(pull.target).cards.append(slot.site)
        self.at(pull.target).mixed = True
        slot.site, slot.facedown = None, False

    def _taken(self, pull: Pull, source: Place) -> list[str]:
        if pull.cards:
            if missing := [card for card in pull.cards if card not in source.cards]:
                raise Untold(f"{missing} do not lie there")
            return list(pull.cards)
        fits = [card for card in source.cards if fitting(card, pull.back)]
        fits.sort(key=lambda card: card in self.faceup)  # what is unseen lies facedown
        number = pull.number or len(fits)
        if number > len(fits):
            raise Untold(f"{len(fits)} such cards lie there")
        if "at random" in pull.what:
            return self.rng.sample(fits, number)
        if "off the" in pull.what and source.mixed:
            raise Untold("it is not shuffled")
        return fits[-number:] if "off the bottom" in pull.what else fits[:number]


def fitting(card: str, back: str) -> bool:
    """Has a card this back, or this suit?"""
    return back in ("", card.partition(".")[0]) or (back in catalog.SUITS and catalog.card(card).suit == back)


# -- the box as it stands when a game is over --------------------------------------------------------------------------


def named(state: State, rng: Random) -> tuple[dict[str, str], dict[str, list[str]]]:
    """A name for every unknown card, and for those in the layers of the decks from their tops: one possible truth."""
    told: list[tuple[tuple[str, ...], str]] = []

    def name(groups: tuple[str, ...]) -> str:
        found = rng.choice(knowledge.possible_names(state, groups, told))
        told.append((groups, found))
        return found

    handles = {card: name(handle.groups) for card, handle in state.handles.items()}
    decks: dict[str, list[str]] = {}
    groups = {"denizen": ("denizens",), "vision": ("visions",), "relic": ("relics",)}
    for deck, layers in state.layers.items():
        for layer in layers:
            decks.setdefault(deck, []).extend(name(groups[back]) for back, many in layer.items() for _ in range(many))
    return handles, decks


def laid(state: State, seed: str) -> Box:
    """The bare table of a game that is over, every card with a name that it may have."""
    box = Box(seed)
    handles, layered = named(state, box.rng)
    whose = {seat: f"{player.name}'s" for seat, player in state.players.items()}

    def name(card: str) -> str:
        return handles.get(card, card)

    for slot, place in enumerate(SLOTS):
        here = box.at(place)
        here.site, here.facedown = name(state.site(slot)), not state.faceup_site(slot)
        here.cards = [name(card) for zone in ("cards", "relics") for card in state.zone(f"{zone}.{slot}")]
        here.pieces = pieces(state, f"slot.{slot}")
    for card in state.where:
        if found := +pieces(state, card):
            box.on_cards[name(card)] = found
    for suit in catalog.SUITS:
        box.at(f"{suit.title()} bank").pieces = pieces(state, f"bank.{suit}")
    seen = ("advisers", "held", "cards", "relics", "vision")
    shown = [
        card for card, zone in state.where.items() if zone.partition(".")[0] in seen and card not in state.facedown
    ]
    box.faceup = set(map(name, shown))
    for seat, owner in whose.items():
        for zone, words in (("advisers", "advisers"), ("held", "relics"), ("vision", "Vision space")):
            box.at(f"{owner} {words}").cards = [name(card) for card in state.zone(f"{zone}.{seat}")]
    for region in ("cradle", "provinces", "hinterland"):
        box.at(f"{region.title()} pile").cards = [name(card) for card in state.zone(f"discard.{region}")]
    for deck, place in (("world", "world deck"), ("relic_deck", "relic deck")):
        top, bottom = ([name(card) for card in state.zone(f"{deck}.{end}")] for end in ("top", "bottom"))
        box.at(place).cards = [*top, *layered.get(deck, ()), *bottom]
    box.at("Imperial Reliquary").cards = [name(card) for space in range(4) for card in state.zone(f"reliquary.{space}")]
    box.at("Dispossessed").cards = [name(card) for card in state.zone("dispossessed")]
    box.at("World Box").cards = [name(card) for card in state.zone("box")]
    for card in map(name, state.zone("archive")):
        suit = catalog.card(card).suit
        box.at("Archive, edifices" if card.startswith("edifice.") else f"Archive, {str(suit).title()}").cards.append(
            card
        )
    everywhere = {card for place in box.places.values() for card in (*place.cards, place.site)}
    box.at("site deck").cards = [card for card in catalog.ids("site") if card not in everywhere]
    return box


def pieces(state: State, place: str) -> Counter[str]:
    """Tokens and warbands at a place."""
    found: Counter[str] = Counter()
    for what, number in state.pieces.get(place, {}).items():
        found["token" if what in _ENDED else "warband"] += number
    return found


# -- what came of it ---------------------------------------------------------------------------------------------------


def faults(box: Box, after: Chronicle) -> list[str]:
    """Where the World Box is another one than its Chronicle says; what nobody knows is counted."""
    found = [] if len(box.pile) == len(after.map) else [f"{len(box.pile)} sites are packed"]
    for slot, (place, row) in enumerate(zip(box.pile, after.map, strict=False)):
        relics = [card for card in place.cards if card.startswith("relic.")]
        others = sorted(card for card in place.cards if card not in relics)
        if (place.facedown, others) != (row.facedown, sorted(map(str, row.cards))):
            found.append(f"{SLOTS[slot]}: {place}, but {row}")
        if len(relics) != len(row.relics):
            found.append(f"{SLOTS[slot]}: {len(relics)} relics, but {row}")
        if isinstance(row.site, str) and not (row.facedown or place.turned) and place.site != row.site:
            found.append(f"{SLOTS[slot]}: {place.site}, but {row}")
    boxed = Counter(card.partition(".")[0] for card in box.at("World Box").cards)
    deck, layers = after.world_deck, after.world_deck.layers
    order = [*(deck.order or ()), *deck.top, *deck.bottom]
    visions = sum(is_vision(card) for card in order) + sum(layer.get("visions", 0) for layer in layers)
    denizens = len(order) + sum(sum(layer.values()) for layer in layers) - visions
    wanted = {"denizen": denizens, "vision": 5, "relic": len(after.relic_deck or ()) + 1}
    found += [
        f"{boxed[back]} {back} in the World Box, not {number}"
        for back, number in wanted.items()
        if boxed[back] != number
    ]
    if len(box.at("Dispossessed").cards) != len(after.dispossessed):
        found.append(f"{len(box.at('Dispossessed').cards)} Dispossessed, not {len(after.dispossessed)}")
    left = {name: place for name, place in box.places.items() if name in SLOTS or name not in STORED}
    found += [f"{name}: {place} is left" for name, place in left.items() if place.site or place.cards]
    found += [f"{name} is not shuffled" for name, place in box.places.items() if place.mixed and name in UNORDERED]
    found += [f"{SLOTS[slot]}: {+place.pieces} are left" for slot, place in enumerate(box.pile) if +place.pieces]
    return found


def sorted_away(world: Chronicle, seed: str) -> Box:
    """The box with everything in its stacks, as a wholly known world is picked out of it."""
    box = Box(seed)
    box.at("site deck").cards = list(catalog.ids("site"))
    box.at("relics").cards = [card for card in catalog.ids("relic") if card != GRAND_SCEPTER]
    box.at("World Box").cards = [GRAND_SCEPTER]
    box.at("game box").cards = list(catalog.ids("vision"))
    ruins = [card for row in world.map for card in map(str, row.cards) if card.startswith("edifice.")]
    for card in catalog.cards("edifice"):
        if card.id in ruins or not (card.ruined or card.other_side in ruins):
            box.at("Archive, edifices").cards.append(card.id)
    for card in catalog.cards("denizen"):
        box.at(f"Archive, {str(card.suit).title()}").cards.append(card.id)
    return box


def setup_faults(box: Box, world: Chronicle, players: int, hidden: bool) -> list[str]:
    """Where the table that was laid is another one than the Chronicle says (1.1, 1.17 to 1.21)."""
    found = []
    for slot, row in zip(SLOTS, world.map, strict=True):
        place = box.at(slot)
        relics = [card for card in place.cards if card.startswith("relic.")]
        shown = isinstance(row.site, str) and not (hidden and row.facedown) and not place.turned
        others = sorted(card for card in place.cards if card not in relics)
        same = (place.site is not None, place.facedown, others, len(relics) >= len(row.relics))
        if same != (True, row.facedown, sorted(map(str, row.cards)), True) or (shown and place.site != row.site):
            found.append(f"{slot}: {place}, but {row}")
    hands = [name for name in box.places if name.endswith("hand")]
    counts = {name: len(box.at(name).cards) for name in (*hands, "Cradle pile", "Provinces pile", "Hinterland pile")}
    if len(hands) != players or set(counts.values()) != {3, 1} or any(counts[name] != 3 for name in hands):
        found.append(str(counts))
    relics = sum(card.startswith("relic.") for place in box.places.values() for card in place.cards)
    if not hidden and relics != len(catalog.ids("relic")):
        found.append(f"{relics} relics")
    return found


UNORDERED = ("site deck", *(f"Archive, {suit.title()}" for suit in catalog.SUITS))
STORED = (*UNORDERED, "Archive, edifices", "Dispossessed", "World Box", "game box")


def is_vision(card: object) -> bool:
    return str(card).startswith("vision.") or getattr(card, "what", "") == "vision"
