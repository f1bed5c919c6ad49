"""Writing a state as a position: the canonical short form, with what the defaults say left out."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from oathtools import catalog
from oathtools.kit.lazy import pattern
from oathtools.table import state as table
from oathtools.table.position.cards import DECK_KEYS, FORMAT, WORLD_KINDS, deck_kinds, player_for, site_for, word_for

Entry = dict[str, Any] | str


def write(state: table.State, beside: Mapping[str, Any]) -> dict[str, Any]:
    """The position of a state. Raises ``ValueError`` for what a position cannot say."""
    writer = _Writer(state)
    writer.sayable()
    return writer.position(beside)


class _Writer:
    def __init__(self, state: table.State) -> None:
        self.state = state
        self.words: set[str] = set()

    def sayable(self) -> None:
        """Refuse a state that is not at rest."""
        state = self.state
        if state.phase == "setup":
            raise ValueError("a game in setup is no position yet: finish setup first")
        if state.phase in ("chronicle", "written"):
            raise ValueError("a game whose Chronicle is being written is no position any more")
        zones = {"map", "dispossessed", "archive", "box", *table.CARDS, *table.RELICS, *table.RELIQUARY}
        zones |= {f"{kind}.{seat}" for seat in state.seats for kind in ("advisers", "held", "vision")}
        zones |= {f"discard.{region}" for region in catalog.REGIONS}
        zones |= {f"{deck}.{end}" for deck in table.DECK_GROUPS for end in ("top", "bottom")}
        held = [zone for zone, cards in state.zones.items() if cards and zone not in zones]
        places = {table.SHARED, *table.SLOT, *table.BANNERS, *state.where, *(f"bank.{suit}" for suit in catalog.SUITS)}
        places |= {f"{kind}.{seat}" for seat in state.seats for kind in ("board", "stock")}
        held += [place for place, pile in state.pieces.items() if any(pile.values()) and place not in places]
        if held:
            raise ValueError(f"a position cannot say what lies in {held[0]}: finish the action first")

    def position(self, beside: Mapping[str, Any]) -> dict[str, Any]:
        state = self.state
        data: dict[str, Any] = {"format": FORMAT}
        data.update({key: dict(beside[key]) for key in ("rulings",) if beside.get(key)})
        if state.variants:
            data["variants"] = _plain(state.variants)
        data.update(oath=state.oath, round=state.round, visions_drawn=state.visions_drawn, turn=self.turn())
        if beside.get("then"):
            data["then"] = list(beside["then"])
        data["players"] = [self.player(seat) for seat in state.seats]
        data["sites"] = [self.site(slot) for slot in range(table.SLOTS)]
        data["banners"] = self.banners()
        side = "usurper" if state.usurper else "oathkeeper"
        data["oathkeeper"] = {"holder": self.who(state.oathkeeper), "side": side}
        data["favor_banks"] = {suit: state.count(f"bank.{suit}", table.FAVOR) for suit in catalog.SUITS}
        data["reliquary"] = [self.space(zone) for zone in table.RELIQUARY]
        data.update(self.decks())
        data.update(self.box())
        if state.result is not None:
            data["result"] = {**_plain(state.result), "winner": self.who(state.result.get("winner"))}
        return data

    def who(self, seat: str | None) -> str | None:
        return None if seat is None else player_for(self.state, seat)

    # -- parts ---------------------------------------------------------------------------------------------------

    def turn(self) -> dict[str, Any]:
        state = self.state
        turn: dict[str, Any] = {"player": self.who(state.turn), "phase": state.phase}
        if state.step:
            turn["step"] = state.step
        if state.discarded:
            turn["discarded"] = {site_for(state, int(slot)): list(suits) for slot, suits in state.discarded.items()}
        if state.taken:
            turn["taken"] = [word_for(card, ("relic", "vision")) for card in state.taken]
        return turn

    def player(self, seat: str) -> dict[str, Any]:
        state = self.state
        player = state.players[seat]
        assert player.slot is not None
        data: dict[str, Any] = {"name": player.name, "color": seat, "role": player.role}
        data.update(pawn=site_for(state, player.slot), supply=player.supply)
        data.update(self.tokens(f"board.{seat}", seat if player.role == table.EXILE else table.PURPLE))
        relics = [self.entry(card, ("relic",), down=False) for card in state.zone(f"held.{seat}")]
        kinds = ("denizen", "vision")
        advisers = [self.adviser(card, kinds, seat) for card in state.zone(f"advisers.{seat}")]
        visions = [self.entry(card, ("vision",), down=False) for card in state.zone(f"vision.{seat}")]
        for key, value in (("relics", relics), ("advisers", advisers)):
            if value:
                data[key] = value
        if visions:
            data["vision"] = visions[0]
        return data

    def adviser(self, card: str, kinds: tuple[str, ...], seat: str) -> Entry:
        hidden = card in self.state.handles or card.startswith("vision.")
        return self.entry(card, kinds, down=hidden, owner=seat)

    def site(self, slot: int) -> dict[str, Any]:
        state = self.state
        site = state.site(slot)
        entry = self.entry(site, ("site",), down=site in state.handles)
        data: dict[str, Any] = {"site": entry} if isinstance(entry, str) else _site_first(entry)
        data.update(self.tokens(table.SLOT[slot]))
        cards = [self.entry(card, ("denizen", "edifice"), down=False) for card in state.zone(table.CARDS[slot])]
        relics = [self.entry(card, ("relic",), down=True) for card in state.zone(table.RELICS[slot])]
        for key, value in (("cards", cards), ("relics", relics)):
            if value:
                data[key] = value
        return data

    def banners(self) -> dict[str, Any]:
        banners = {}
        tokens = (("peoples_favor", table.PEOPLES_FAVOR, "favor"), ("darkest_secret", table.DARKEST_SECRET, "secrets"))
        for name, banner, key in tokens:
            entry: dict[str, Any] = {"holder": self.who(self.state.holders[banner]), key: 0, **self.tokens(banner)}
            if banner == table.PEOPLES_FAVOR:
                entry["mob"] = self.state.mob
            banners[name] = entry
        return banners

    def space(self, zone: str) -> Entry | None:
        cards = self.state.zone(zone)
        return self.entry(cards[0], ("relic",), down=True) if cards else None

    # -- cards ---------------------------------------------------------------------------------------------------

    def entry(self, card: str, kinds: tuple[str, ...], *, down: bool, owner: str | None = None) -> Entry:
        """One card in play, with what lies on it and who has seen it where that differs from the default."""
        state = self.state
        more = self.tokens(card)
        facedown = card in state.facedown
        if facedown != down:
            more["facedown"] = facedown
        if facedown:
            seen = [seat for seat in state.seats if seat in state.facedown[card]]
            if owner is not None and owner not in seen:
                more["unseen"] = True
            others = [self.who(seat) for seat in seen if seat != owner]
            if others:
                more["seen_by"] = others
        if card in state.handles:
            return {**self.unknown(card), **more}
        name = word_for(card, kinds)
        return {"card": name, **more} if more else name

    def unknown(self, card: str) -> dict[str, Any]:
        """An unknown card: its back, and what it may be if that is not simply the cards of its deck."""
        back, groups = self.state.handles[card]
        decks, beyond = self.state.faces(groups)
        entry: dict[str, Any] = {"unknown": back}
        if beyond or not decks:
            entry["may_also_be" if decks else "may_be"] = [word_for(name, (back,)) for name in beyond]
        return entry

    def pile(self, zone: str, kinds: tuple[str, ...]) -> list[Entry]:
        """The cards of a pile, runs of like unknown cards counted."""
        entries: list[Entry] = []
        for card in self.state.zone(zone):
            seats = self.state.facedown.get(card, ())
            seen = {"seen_by": [self.who(seat) for seat in self.state.seats if seat in seats]} if seats else {}
            if card not in self.state.handles:
                entries.append({"card": word_for(card, kinds), **seen} if seen else word_for(card, kinds))
                continue
            entry = {**self.unknown(card), **seen}
            last = entries[-1] if entries else None
            if isinstance(last, dict) and {**last, "n": 1} == {**entry, "n": 1}:
                entries[-1] = {**last, "n": last.get("n", 1) + 1}
            else:
                entries.append(entry)
        return entries

    def tokens(self, place: str, color: str | None = None) -> dict[str, Any]:
        """The pieces at a place; warbands of one expected color as a number."""
        pile = {kind: count for kind, count in self.state.pieces.get(place, {}).items() if count}
        data: dict[str, Any] = {}
        if pile.get(table.FAVOR):
            data["favor"] = pile[table.FAVOR]
        if pile.get(table.HIDDEN):
            data["secrets"] = {"up": pile.get(table.SECRET, 0), "down": pile[table.HIDDEN]}
        elif pile.get(table.SECRET):
            data["secrets"] = pile[table.SECRET]
        warbands = {seat: pile[seat] for seat in self.state.seats if seat in pile}
        if warbands:
            data["warbands"] = warbands[color] if color and list(warbands) == [color] else warbands
        return data

    # -- piles ---------------------------------------------------------------------------------------------------

    def decks(self) -> dict[str, Any]:
        state = self.state
        data: dict[str, Any] = {WORLD_KEY: self.deck(table.WORLD, "layers")}
        piles = {region: self.pile(f"discard.{region}", WORLD_KINDS) for region in catalog.REGIONS}
        data["discard_piles"] = piles
        data[DECK_KEYS[table.RELIC_DECK]] = self.deck(table.RELIC_DECK, "rest")
        sites = self.deck(table.SITE_DECK, "rest")
        if sites != {"rest": 0}:
            data[DECK_KEYS[table.SITE_DECK]] = sites
        dispossessed = self.pile("dispossessed", ("denizen",))
        if dispossessed:
            data["dispossessed"] = dispossessed
        loose = state.loose_names()
        pool = "pool" in data[WORLD_KEY]
        if state.zone("archive") != self.eliminated(pool, loose):
            data["archive"] = self.pile("archive", ("denizen", "edifice"))
        if loose:
            data["elsewhere"] = [word_for(card, (card.partition(".")[0],)) for card in loose]
        return data

    def deck(self, deck: str, middle: str) -> dict[str, Any]:
        state = self.state
        data: dict[str, Any] = {}
        top, bottom = (self.pile(f"{deck}.{end}", deck_kinds(deck)) for end in ("top", "bottom"))
        layers = state.layers.get(deck, [])
        if top:
            data["top"] = top
        if deck == table.WORLD:
            data[middle] = [{f"{back}s": layer[back] for back in WORLD_KINDS if layer.get(back)} for layer in layers]
        else:
            parts = [sum(layer.values()) for layer in layers]
            data[middle] = parts if len(parts) > 1 else sum(parts)
        if bottom:
            data["bottom"] = bottom
        for back, group in table.DECK_GROUPS[deck].items():
            key = "visions" if back == "vision" else "pool"
            if not self.usual_pool(back, group):
                data[key] = [word_for(card, (back,)) for card in self.in_order(back, state.groups.get(group, ()))]
        return data

    def usual_pool(self, back: str, group: str) -> bool:
        """Are the names that a deck may hold just those that lie nowhere else?"""
        state = self.state
        if back == "denizen" and any(card.startswith("denizen.") for card in state.zone("archive")):
            return False
        loose = state.loose_names()
        free = {card for card in catalog.ids(back, state.variants) if card not in state.where and card not in loose}
        return set(state.groups.get(group, ())) == free - {table.GRAND_SCEPTER}

    def in_order(self, back: str, names: Iterable[str]) -> list[str]:
        wanted = set(names)
        return [card for card in catalog.ids(back, self.state.variants) if card in wanted]

    def eliminated(self, pool: bool, loose: list[str]) -> list[str]:
        """The Archive as reading the position without it would find it."""
        state = self.state
        free = {name for names in state.groups.values() for name in names} | set(loose)
        lie = {card for card, zone in state.where.items() if zone != "archive"}
        every = catalog.ids("denizen", state.variants) if pool else ()
        denizens = [card for card in every if card not in lie and card not in free]
        edifices = [
            side.id
            for side in catalog.cards("edifice", state.variants)
            if not side.ruined and side.id not in lie and side.other_side not in lie
        ]
        return denizens + edifices

    # -- the rest ------------------------------------------------------------------------------------------------

    def box(self) -> dict[str, Any]:
        state = self.state
        spots = {card: f"@{zone}:{state.zones[zone].index(card)}" for card, zone in state.where.items()}
        lasting = table.renamed(state.lasting, {card: spots[card] for card in state.handles})
        box: dict[str, Any] = {}
        kinds = tuple(kind for kind in catalog.KINDS if kind != "site")
        if state.zone("box"):
            box["cards"] = self.pile("box", kinds)
        if lasting.get("boards"):
            box["boards"] = dict(lasting["boards"])
        data: dict[str, Any] = {"box": box} if box else {}
        if lasting.get("promises"):
            data["promises"] = [
                {**promise, "between": [self.who(seat) for seat in promise["between"]]}
                for promise in lasting["promises"]
            ]
        others = {key: value for key, value in lasting.items() if key not in ("boards", "promises")}
        if others:
            data["lasting"] = others
        return data


WORLD_KEY = DECK_KEYS[table.WORLD]


def _site_first(entry: dict[str, Any]) -> dict[str, Any]:
    return {("site" if key == "card" else key): value for key, value in entry.items()}


def _plain(value: Any) -> Any:
    return table.renamed(value, {})


# -- A position as YAML for people: one line for each player and site, long lines broken between entries ---------------


_WIDTH = 110
_PLAIN = pattern(r"[A-Za-z][\w '.-]*[\w'.]|[A-Za-z]", re.ASCII)
# What YAML would not read as text.
_WORDS = ("true", "false", "null", "yes", "no", "on", "off")
_ROWS = ("players", "sites", "promises")
_PARTS = ("banners", "discard_piles", "world_deck", "relic_deck", "site_deck")


def as_yaml(data: Mapping[str, Any]) -> str:
    """A position in block style on the outside and flow style within."""
    lines: list[str] = []
    for key, value in data.items():
        if key in _ROWS and isinstance(value, list) and value:
            lines.append(f"{key}:")
            for row in value:
                lines += _fill("  - ", "      ", row)
        elif key in _PARTS and isinstance(value, dict) and value:
            lines.append(f"{key}:")
            for name, part in value.items():
                lines += _fill(f"  {scalar(name)}: ", "    ", part)
        else:
            lines += _fill(f"{scalar(key)}: ", "  ", value)
    return "\n".join(lines) + "\n"


def _fill(first: str, later: str, value: Any) -> list[str]:
    """The pieces of a value on as many lines as they need."""
    lines = [first]
    for piece in _pieces(value):
        if len(lines[-1]) + len(piece) > _WIDTH and lines[-1].strip() not in ("", "-", first.strip()):
            lines[-1] = lines[-1].rstrip()
            lines.append(later)
        lines[-1] += piece + " "
    return [line.rstrip() for line in lines]


def _pieces(value: Any) -> list[str]:
    """A value in flow style, in pieces between which a line may be broken."""
    if isinstance(value, Mapping):
        return _joined("{", [_keyed(key, each) for key, each in value.items()], "}")
    if isinstance(value, list | tuple):
        return _joined("[", [_pieces(each) for each in value], "]")
    return [scalar(value)]


def _keyed(key: Any, value: Any) -> list[str]:
    first, *rest = _pieces(value)
    return [f"{scalar(key)}: {first}", *rest]


def _joined(opens: str, entries: list[list[str]], closes: str) -> list[str]:
    if not entries:
        return [opens + closes]
    pieces = list(_with_commas(entries))
    pieces[0] = opens + pieces[0]
    pieces[-1] += closes
    return pieces


def _with_commas(entries: list[list[str]]) -> Iterator[str]:
    for entry in entries[:-1]:
        yield from entry[:-1]
        yield f"{entry[-1]},"
    yield from entries[-1]


def scalar(value: Any) -> str:
    """One value: words bare where YAML reads them as text, else in quotation marks."""
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.casefold() not in _WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)
