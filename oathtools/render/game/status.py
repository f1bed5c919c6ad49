"""How the game stands: the table as a picture of a few lines, and the same facts by ids."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from oathtools import catalog
from oathtools.kit.text import capital, counted, listed
from oathtools.procedures.machine.promises import standing
from oathtools.render.document import Block, Ends, Figures, Line, Listed, Parts
from oathtools.render.names import Names
from oathtools.table import state as table
from oathtools.table.effects import UNTOLD, noted
from oathtools.table.views import View

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

_PHASES = {"wake": "Wake Phase", "act": "Act Phase", "rest": "Rest Phase", "round-end": "end of the round"}
_TOKENS = (table.FAVOR, table.SECRET, table.HIDDEN)
_BELOW = "     "  # what lies at a site or belongs to a player stands below its name
_LINES = 45  # more than that, and the blank lines go
_COLUMNS = (("Supply", 8), ("favor", 7), ("secrets", 9), ("warbands", 10))


def document(state: table.State, view: View, ahead: str = "") -> list[Block]:
    """The table in a few lines: turn, map, players, banks; nothing that the viewer may not know.

    ``ahead`` is the line that says who wins next (``render/game/ahead``).
    """
    picture = _Picture(state, view)
    parts = (
        [*picture.head(), *([Line(ahead)] if ahead else [])],
        picture.map(),
        picture.players(),
        picture.banks(),
        picture.promises(),
        picture.variants(),
    )
    return [Parts(tuple(each for part in parts if (each := tuple(part))), _LINES)]


def head(state: table.State, view: View) -> str:
    """The first line of it: how the game ended, or whose phase of which round it is."""
    first = next(_Picture(state, view).head())
    return first.left if isinstance(first, Ends) else str(first.words if isinstance(first, Line) else first)


def suit_letter(suit: str) -> str:
    """The letter that stands for a suit behind the name of a card."""
    return suit[0].upper()


class _Picture:
    def __init__(self, state: table.State, view: View) -> None:
        self.state, self.view = state, view
        self.names = Names(view)
        self.game = _game(state)

    # -- the head --------------------------------------------------------------------------------------------------

    def head(self) -> Iterator[Block]:
        state, names = self.state, self.names
        drawn = f"Visions drawn: {state.visions_drawn}"
        if state.phase == "over":
            from oathtools.procedures.chronicle.steps import ROUND
            from oathtools.render.game.phrases import ending

            yield Line(ending(state, names))
            yield _ends("" if ROUND in noted(state, UNTOLD, []) else f"Round {state.round}", drawn)
        elif state.phase in ("chronicle", "written"):
            yield "The Chronicle is written" if state.phase == "written" else f"The Chronicle, step {state.step}"
        elif state.phase == "setup":
            yield f"Setup, step {state.step.partition(':')[0]}"
        else:
            phase = _PHASES.get(state.phase, state.phase)
            whose = phase if state.phase == "round-end" else f"{names.seat(state.turn)}'s {phase}"
            yield _ends(f"Round {state.round} of {catalog.LAST_ROUND}: {whose}", drawn)
        title = "nobody" if state.oathkeeper is None else names.seat(state.oathkeeper)
        yield _ends(capital(names.oath()), f"{'Usurper' if state.usurper else 'Oathkeeper'}: {title}")

    # -- the map ---------------------------------------------------------------------------------------------------

    def map(self) -> Iterator[Block]:
        for slot in range(len(self.state.zone("map"))):
            if slot == 0 or table.REGION_OF_SLOT[slot] != table.REGION_OF_SLOT[slot - 1]:
                yield table.REGION_OF_SLOT[slot].upper()
            yield from self._site(slot)

    def _site(self, slot: int) -> Iterator[Block]:
        state, names = self.state, self.names
        site = state.site(slot)
        pawns = listed([names.seat(player.seat) for player in state.players.values() if player.slot == slot])
        if site in state.facedown:
            known = f": {catalog.name_of(site)}" if self.view.shows(site) else ""
            yield _ends(f" {slot + 1} facedown{known}", pawns)
        else:
            yield _ends(f" {slot + 1} {names.site(slot):<18}  {self._rule(slot)}", pawns)
        cards = [self._card(card) for card in state.zone(table.CARDS[slot])]
        relics = counted(self._relic(card) for card in state.zone(table.RELICS[slot]))
        there = [*cards, *relics, *self._tokens(table.SLOT[slot])]
        if there:
            yield Listed(tuple(there), _BELOW)

    def _rule(self, slot: int) -> str:
        """Who rules a site, and the warbands there."""
        from oathtools.procedures.machine.facts import rulers

        pile = self.state.pieces.get(table.SLOT[slot], {})
        words = []
        for side in rulers(self.game, slot):
            name = self.names.side(side).removeprefix("the ")
            words.append(f"{name} {pile[side]}" if pile.get(side) else name)
        return ", ".join(words)

    def _card(self, card: str) -> str:
        """A card with its suit letter and what lies on it."""
        on = [*self._tokens(card), *self._warbands(card)]
        return f"{self._face(card)}{' [' + ', '.join(on) + ']' if on else ''}"

    def _face(self, card: str) -> str:
        if not self.view.shows(card):
            state = self.state
            facedown = card in state.facedown and state.back(card) != "relic"
            return f"{'facedown ' if facedown else 'a '}{_back(state.back(card))}"
        record = catalog.card(card)
        suit = f" ({suit_letter(record.suit)})" if record.suit else " (ruin)" if record.kind == "edifice" else ""
        return f"{record.name}{suit}{' facedown' if card in self.state.facedown else ''}"

    def _relic(self, card: str) -> str:
        return self._card(card) if self.view.shows(card) else "a relic"

    def _tokens(self, place: str) -> list[str]:
        pile = self.state.pieces.get(place, {})
        return [self.names.pieces(what, pile[what]) for what in _TOKENS if pile.get(what)]

    def _warbands(self, place: str, but: str = "") -> list[str]:
        pile = self.state.pieces.get(place, {})
        return [self.names.pieces(what, n) for what, n in pile.items() if what not in _TOKENS and what != but]

    # -- players ---------------------------------------------------------------------------------------------------

    def players(self) -> Iterator[Block]:
        yield Figures("PLAYERS", _COLUMNS)
        for seat in self.state.seats:
            yield from self.player(seat)

    def player(self, seat: str) -> Iterator[Block]:
        state, names = self.state, self.names
        player = state.players[seat]
        board = f"board.{seat}"
        role = "Chancellor" if player.role == table.CHANCELLOR else f"{seat} {player.role.title()}"
        mark = ">" if seat == state.turn and state.phase in _PHASES else " "
        own = table.PURPLE if player.imperial else seat
        row = _figures(state, seat)
        counts = (row["supply"], row["favor"], row["secrets"]["up"], state.count(board, own))
        figures = zip(
            ("-" if count is None else str(count) for count in counts), (room for _, room in _COLUMNS), strict=True
        )
        yield Figures(f"{mark}{names.seat(seat)}, {role}", tuple(figures))
        advisers = [self._card(card) for card in state.zone(f"advisers.{seat}")]
        held = [self._card(card) for card in state.zone(f"held.{seat}")]
        held += [self._banner(banner) for banner in table.BANNERS if state.holders.get(banner) == seat]
        hand = [self._face(card).removeprefix("a ") for card in state.zone(f"hand.{seat}")]
        parts = [f"Advisers: {', '.join(advisers)}"] if advisers else []
        parts += [f"Holds: {', '.join(held)}"] if held else []
        parts += [f"Revealed: {self._card(card)}" for card in state.zone(f"vision.{seat}")]
        parts += [f"In hand: {', '.join(hand)}"] if hand else []
        parts += (
            [f"{state.count(board, table.HIDDEN)} of the secrets facedown"] if state.count(board, table.HIDDEN) else []
        )
        parts += self._warbands(board, own)
        if parts:
            yield Line("; ".join(parts), _BELOW)

    def _banner(self, banner: str) -> str:
        mob = ", Mob" if banner == table.PEOPLES_FAVOR and self.state.mob else ""
        return f"{self.names.name(banner).removeprefix('the ')} [{', '.join(self._tokens(banner)) or 'empty'}{mob}]"

    # -- banks -----------------------------------------------------------------------------------------------------

    def banks(self) -> Iterator[Block]:
        state = self.state
        yield "BANKS"
        banks = "  ".join(f"{suit.title()} {state.count(f'bank.{suit}', table.FAVOR)}" for suit in catalog.SUITS)
        yield Line(banks, " ")
        free = [self._banner(banner) for banner in table.BANNERS if state.holders.get(banner) is None]
        yield Listed((f"{state.count(table.SHARED, table.FAVOR)} favor", *free), " ", "Shared: ")
        yield Listed(tuple(self._reliquary()), " ", "Reliquary: ")
        piles = (f"{region.title()} {self._pile(region)}" for region in catalog.REGIONS)
        yield Listed(tuple(piles), " ", "Discard piles: ")
        top = self.view.next_back()
        if top:
            yield f" On top of the world deck: a {_back(top)}"
        for source, cards in _seen(self.state, self.view).items():
            who, where = self.names.seat(str(self.view.viewer)), self.names.name(source)
            yield Listed(tuple(map(self.names.card, cards)), " ", f"Seen by {who} in {where}: ")

    def _reliquary(self) -> list[str]:
        """Each space: covered by a relic (by its name where the viewer has seen it), or open."""
        found = []
        for space in catalog.cards("reliquary"):
            cards = self.state.zone(table.RELIQUARY[space.slot - 1])
            under = ", ".join(map(self._relic, cards)).removeprefix("a ").removesuffix(" facedown")
            found.append(f"{space.name} [{under or 'open'}]")
        return found

    def _pile(self, region: str) -> str:
        backs = self.view.backs(f"discard.{region}")
        visions = backs.get("vision", 0)
        return f"{sum(backs.values())}" + (f" ({visions} Vision{'' if visions == 1 else 's'})" if visions else "")

    def promises(self) -> Iterator[Block]:
        """What players have promised each other, by the numbers that ``promise kept 1`` takes."""
        found = promised(self.state, self.names)
        if found:
            yield "PROMISES"
        yield from (Line(words, f" {number} ", len(_BELOW)) for number, words in found.items())

    def variants(self) -> Iterator[Block]:
        """The house rules in force, and what each keeps."""
        from oathtools.variants import status_lines

        if self.state.variants:
            yield "VARIANTS IN FORCE"
        for title, lines in status_lines(self.state.variants).items():
            yield f" {title}"
            yield from (Line(capital(self.names.text(line)), "  ", len(_BELOW)) for line in lines)


def promised(state: table.State, names: Names) -> dict[int, str]:
    """The promises that stand by their numbers, and whether they bind."""
    binds = {True: "binding, 7.6.3", False: "binds nobody, 9.6"}
    return {each.number: f"{names.text(each.says)} ({binds[each.binds]})" for each in standing(state)}


def _ends(left: str, right: str) -> Ends:
    return Ends(left, right, len(_BELOW))


def _back(back: str) -> str:
    return "Vision" if back == "vision" else back


def _game(state: table.State) -> "Game":
    """A game around a state, for asking who rules what; nothing is changed."""
    from oathtools.powers import load
    from oathtools.procedures.machine.game import Game

    return Game(state, load())


# -- by ids ----------------------------------------------------------------------------------------------------------


def as_json(state: table.State, view: View) -> dict[str, Any]:
    """The same facts for programs. A card whose face the viewer may not know has no id but its back."""
    from oathtools.procedures.machine.facts import rulers

    game = _game(state)
    sites = []
    for slot in range(min(table.SLOTS, len(state.zone("map")))):
        site = state.site(slot)
        sites.append(
            {
                "place": table.PLACE_NAMES[slot],
                "region": table.REGION_OF_SLOT[slot],
                **_card(site, view),
                "rulers": list(rulers(game, slot)),
                "warbands": _warbands(state, table.SLOT[slot]),
                **_tokens(state, table.SLOT[slot]),
                "cards": [_card(card, view) for card in state.zone(table.CARDS[slot])],
                "relics": [_card(card, view) for card in state.zone(table.RELICS[slot])],
                "pawns": [player.seat for player in state.players.values() if player.slot == slot],
            }
        )
    return {
        "round": state.round,
        "phase": state.phase,
        "step": state.step or None,
        "turn": state.turn,
        "visions_drawn": state.visions_drawn,
        "oath": state.oath,
        "oathkeeper": {"holder": state.oathkeeper, "side": "usurper" if state.usurper else "oathkeeper"},
        "sites": sites,
        "players": [_player(state, view, seat) for seat in state.seats],
        "banners": {
            banner: {
                "holder": state.holders.get(banner),
                "mob": banner == table.PEOPLES_FAVOR and state.mob,
                **_tokens(state, banner),
            }
            for banner in table.BANNERS
        },
        "favor_banks": {suit: state.count(f"bank.{suit}", table.FAVOR) for suit in catalog.SUITS},
        "shared_bank": {"favor": state.count(table.SHARED, table.FAVOR)},
        "reliquary": [next((_card(card, view) for card in state.zone(space)), None) for space in table.RELIQUARY],
        "discard_piles": {region: view.backs(f"discard.{region}") for region in catalog.REGIONS},
        "world_deck": {"next_back": view.next_back(), "size": view.deck_size("world")},
        "seen": _seen(state, view),
        "promises": [each._asdict() for each in standing(state)],
        "result": state.result,
        "variants": state.variants,
    }


def _seen(state: table.State, view: View) -> dict[str, list[str]]:
    """The cards that the viewer has seen in decks and piles, where nobody else may (A-118), each from the top."""
    found: dict[str, list[str]] = {}
    for zone, cards in state.zones.items() if view.viewer is not None else ():
        seen = [card for card in cards if view.viewer in state.facedown.get(card, ()) and view.shows(card)]
        if seen and zone.startswith(table.STACKS):
            found.setdefault(zone.removesuffix(".top").removesuffix(".bottom"), []).extend(seen)
    return found


def _player(state: table.State, view: View, seat: str) -> dict[str, Any]:
    player = state.players[seat]
    board = f"board.{seat}"
    return {
        "seat": seat,
        "name": player.name,
        "role": player.role,
        "pawn": None if player.slot is None else table.PLACE_NAMES[player.slot],
        **_figures(state, seat),
        "warbands": _warbands(state, board),
        "advisers": [_card(card, view) for card in state.zone(f"advisers.{seat}")],
        "relics": [_card(card, view) for card in state.zone(f"held.{seat}")],
        "vision": next((_card(card, view) for card in state.zone(f"vision.{seat}")), None),
        "hand": [_card(card, view) for card in state.zone(f"hand.{seat}")],
        "banners": [banner for banner in table.BANNERS if state.holders.get(banner) == seat],
    }


def _figures(state: table.State, seat: str) -> dict[str, Any]:
    """What a board has; None for what nobody told of a game that was not tracked."""
    found = {"supply": state.players[seat].supply, **_tokens(state, f"board.{seat}")}
    none = {"supply": None, "favor": None, "secrets": {"up": None, "down": 0}}
    return found | {key: none[key] for key in noted(state, UNTOLD, ()) if key in none}


def _card(card: str, view: View) -> dict[str, Any]:
    """A card in play: its id if the viewer may know it, its back, which way up, and what lies on it."""
    state = view.state
    shown = view.shows(card)
    data: dict[str, Any] = {
        "id": card if shown else None,
        "back": state.back(card),
        "suit": catalog.card(card).suit if shown else None,
        "facedown": card in state.facedown,
    }
    if state.pieces.get(card) or (card in state.pieces and not data["facedown"]):  # a back does not tell what lay there
        data |= {**_tokens(state, card), "warbands": _warbands(state, card)}
    return data


def _tokens(state: table.State, place: str) -> dict[str, Any]:
    return {
        "favor": state.count(place, table.FAVOR),
        "secrets": {"up": state.count(place, table.SECRET), "down": state.count(place, table.HIDDEN)},
    }


def _warbands(state: table.State, place: str) -> dict[str, int]:
    return {what: count for what, count in state.pieces.get(place, {}).items() if what not in _TOKENS}
