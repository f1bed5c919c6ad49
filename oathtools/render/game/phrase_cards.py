"""What events about a card say: drawn, played, taken, discarded, turned, looked at."""

from collections.abc import Iterator

from oathtools import catalog
from oathtools.kit.text import counted, listed
from oathtools.render.game.phrase_pieces import Moment, Move, Phrase, Run, Scene, Tell, all_cites, who_acts
from oathtools.render.names import BANDITS
from oathtools.table.state import RELIQUARY

_HAND, _HELD = "hand.", "held."
# Places that everybody sees a card leave.
_SEEN = ("advisers.", "cards.", "relics.", "held.", "reliquary.", "vision.", "hand.", "discard.", "dispossessed")


def silent(scene: Scene, run: Run) -> Iterator[Phrase]:
    """Events that are headings, or told by the events around them."""
    return iter(())


def _laid(scene: Scene, run: Run) -> Iterator[Phrase]:
    """1.1: the map, and what lies at its sites."""
    sites = [moment for moment in run if moment.facts["to"] == "map"]
    if sites:
        shown = ["a facedown site" if moment.facedown else moment.card for moment in sites]
        moves = tuple(card_move(moment, "map") for moment in sites)
        yield Phrase(
            "the map", f"from the top is {listed(shown)}", all_cites([moment.cites for moment in sites]), moves
        )
    yield from _arrive(scene, [moment for moment in run if moment.facts["to"] != "map"])


def _arrive(scene: Scene, run: Run) -> Iterator[Phrase]:
    """Cards that come to places: each place gets some, from another place in play or from a pile."""
    by_place: dict[tuple[str, str | None], Run] = {}
    for moment in run:
        by_place.setdefault((moment.name("to"), known_source(moment)), []).append(moment)
    for (place, source), group in by_place.items():
        cards = [_facedown(moment) if moment.facedown else moment.card for moment in group]
        came = f" from {group[0].name('from')}" if source else ""
        verb = "get" if group[0].facts["to"].startswith(("advisers.", "dispossessed")) else "gets"
        moves = tuple(card_move(moment, moment.facts["to"], source) for moment in group)
        cites = all_cites([moment.cites for moment in group])
        if source == group[0].facts["to"]:
            yield Phrase(listed(counted(cards)), f"change places among {place}", cites, moves)
        else:
            yield Phrase(place, f"{verb} {listed(counted(cards))}{came}", cites, moves)


def known_source(moment: Moment) -> str | None:
    """Where a card comes from, if that is told: everybody sees it leave its place in play, or its pile."""
    source = moment.facts["from"] or ""
    return source if source.startswith(_SEEN) else None


def card_move(moment: Moment, to: str | None, source: str | None = None) -> Move:
    """The card is moved there: by its name if it is told, else by its back and the place it is told to come from."""
    card = moment.facts["card"] if moment.shown else None
    return {"card": card, "back": moment.back, "from": source, "to": to, "facedown": moment.facedown}


def _facedown(moment: Moment) -> str:
    if moment.shown:
        return f"{moment.card} facedown"
    return f"a facedown {moment.card.removeprefix('a ')}"


def moved(scene: Scene, run: Run) -> Iterator[Phrase]:
    """Cards drawn, or laid somewhere."""
    by_kind: dict[str, Run] = {}
    for moment in run:
        zone = moment.facts["to"] or ""
        whole = zone.startswith(_HAND) or zone.endswith((".top", ".bottom"))
        by_kind.setdefault(zone if whole else zone.partition(".")[0], []).append(moment)
    for kind, group in by_kind.items():
        cites = all_cites([moment.cites for moment in group])
        if kind.startswith(_HAND):
            yield _drawn(scene, group)
        elif kind.endswith((".top", ".bottom")):
            where = f"on the {kind.rpartition('.')[2]} of {group[0].name('to')}"
            cards = listed(counted(moment.card for moment in group))
            source = known_source(group[0])
            came = f" from {group[0].name('from')}" if source else ""
            moves = tuple(card_move(moment, moment.facts["to"], source) for moment in group)
            yield Phrase(scene.names.seat(scene.actor), f"puts {cards}{came} {where}", cites, moves)
        elif scene.setup and kind == "discard":
            moves = tuple(card_move(moment, moment.facts["to"]) for moment in group)
            yield Phrase("each discard pile", "gets the bottom card of the world deck, unseen", cites, moves)
        elif kind != "aside":  # on its way from a deck to a hand, which is told of the hand
            yield from _arrive(scene, group)


def _drawn(scene: Scene, run: Run) -> Phrase:
    first = run[0]
    zone = first.facts["from"] or ""
    seat = first.facts["to"].removeprefix(_HAND)
    pile = zone if zone.startswith(_SEEN) else None
    if pile:
        source = first.name("from")
    else:
        source = {"relic": "the relic deck", "site": "the site deck"}.get(first.back, "the world deck")
    bottom = "the bottom of " if scene.setup else ""
    searched = pile == (scene.source or None) and first.back != "relic"
    already = searched and scene.has_described("drawn") and seat == scene.actor
    came = "" if already else f" from {bottom}{source}"
    cards = listed(counted(moment.card for moment in run))
    moves = tuple(card_move(moment, f"{_HAND}{seat}", scene.source or None if already else pile) for moment in run)
    return Phrase(scene.names.seat(seat), f"draws {cards}{came}", all_cites([moment.cites for moment in run]), moves)


def _picked_up(scene: Scene, run: Run) -> Iterator[Phrase]:
    """A card that comes into a hand and is not drawn: no marker moves for it (2.7.1)."""
    for moment in run:
        zone = moment.facts["to"]
        says = f"picks up {moment.card} from {_end(moment.facts['from'])}{moment.name('from')}"
        moves = (card_move(moment, zone, known_source(moment)),)
        yield Phrase(scene.names.seat(zone.removeprefix(_HAND)), says, moment.cites, moves)


def _played(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        zone, card = moment.facts["to"], moment.card
        kind = zone.partition(".")[0]
        source, _, owner = (moment.facts["from"] or "").partition(".")
        seat = owner if source in ("hand", "advisers") else scene.actor
        if source == "advisers":
            card = f"the facedown adviser {card.removeprefix('a ')}"
        if kind == "advisers" and moment.facedown:
            says = f"keeps {card} as a facedown adviser"
        elif kind == "advisers":
            says = f"plays {card} {'faceup' if source == 'advisers' else 'as an adviser'}"
        elif kind == "vision":
            says = f"reveals {card}"
        elif kind == "box":
            says = f"plays {card}, which goes to the box"
        else:
            says = f"plays {card} to {moment.name('to')}"
        place = f"advisers.{seat}" if source == "advisers" else f"{_HAND}{seat}"
        to = {"advisers": f"advisers.{seat}", "vision": f"vision.{seat}", "box": "box"}.get(kind, zone)
        yield Phrase(scene.names.seat(seat), says, moment.cites, (card_move(moment, to, place),))


def _taken(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        seat = moment.facts["to"].partition(".")[2]
        source = moment.facts["from"] or ""
        came = "" if source in ("box", "") or source.startswith(_HAND) else f" from {moment.name('from')}"
        moves = (card_move(moment, f"{_HELD}{seat}", source if came else None),)
        yield Phrase(scene.names.seat(seat), f"takes {moment.card}{came}", moment.cites, moves)
        yield from _uncovered(source)


def _given(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        kind, _, owner = (moment.facts["from"] or "").partition(".")
        seat = moment.facts["to"].partition(".")[2]
        taker = scene.names.seat(seat)
        if kind == "held":
            moves = (card_move(moment, f"{_HELD}{seat}", f"{_HELD}{owner}"),)
            yield Phrase(scene.names.seat(owner), f"gives {moment.card} to {taker}", moment.cites, moves)
        else:
            moves = (card_move(moment, f"{_HELD}{seat}", moment.facts["from"]),)
            yield Phrase(taker, f"gets {moment.card} from {moment.name('from')}", moment.cites, moves)
            yield from _uncovered(moment.facts["from"] or "")


def _uncovered(zone: str) -> Iterator[Phrase]:
    """The trait of a space of the Reliquary that a relic has left (2.3)."""
    for space in catalog.cards("reliquary") if zone in RELIQUARY else ():
        if RELIQUARY[space.slot - 1] == zone:
            yield Phrase(f"the Chancellor's trait {space.name}", "is on from now", ("2.3",))


def _discarded(scene: Scene, run: Run) -> Iterator[Phrase]:
    """Who discards the cards is told; where nobody is, whoever holds them, or acts."""
    groups: dict[tuple[str, str, str, str], Run] = {}
    for moment in run:
        kind, _, place = (moment.facts["from"] or "").partition(".")
        holder = place if place in scene.names.state.players else scene.actor
        who = moment.facts.get("who") or holder
        others = kind in ("cards", "relics") or (kind == "advisers" and place != who)
        came = f" from {moment.name('from')}" if others else ""
        end = "the bottom of " if moment.facts.get("bottom") else _end(moment.facts["to"])
        groups.setdefault((who, came, moment.facts["to"], end), []).append(moment)
    for (who, came, _, end), group in groups.items():
        cards = listed(counted(_adviser(moment) for moment in group))
        says = f"{'discard' if who == BANDITS else 'discards'} {cards}{came} to {end}{group[0].name('to')}"
        moves = tuple(card_move(moment, moment.facts["to"], _left(moment, who, came)) for moment in group)
        yield Phrase(scene.names.name(who), says, all_cites([moment.cites for moment in group]), moves)


def _end(zone: str) -> str:
    """Which end of a deck a zone is, if it is one."""
    end = zone.rpartition(".")[2]
    return f"the {end} of " if end in ("top", "bottom") else ""


def _left(moment: Moment, who: str, came: str) -> str | None:
    """Where a discarded card is told to come from, if its name does not tell it: facedown advisers, or a hand."""
    if came:
        return str(moment.facts["from"])
    zone = moment.facts["from"] or ""
    return None if moment.shown else f"advisers.{who}" if zone.startswith("advisers.") else f"{_HAND}{who}"


def _adviser(moment: Moment) -> str:
    if (moment.facts["from"] or "").startswith("advisers.") and not moment.shown:
        return f"a facedown {moment.card.removeprefix('a ')}"
    return moment.card


def _turned(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        moves = ({"card": moment.facts["card"], "becomes": moment.facts["to"]},)
        yield Phrase(moment.card, f"is turned to {moment.name('to')}", moment.cites, moves)


def _removed(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        yield Phrase(moment.card, "leaves the game", moment.cites, (card_move(moment, None, moment.facts["from"]),))


def _faceup(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        verb = "reveals" if moment.facts["at"] == "map" else "turns up"
        moves = (_turn(moment),)
        yield Phrase(scene.names.seat(moment.facts["who"] or scene.actor), f"{verb} {moment.card}", moment.cites, moves)


def _facedown_again(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        yield Phrase(moment.card, "is turned facedown", moment.cites, (_turn(moment),))


def _turn(moment: Moment) -> Move:
    """The card is turned over where it lies."""
    card = moment.facts["card"] if moment.shown else None
    return {"card": card, "back": moment.back, "at": moment.zone, "facedown": moment.facedown}


def _peeked(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        zone = moment.words.get(moment.facts["card"], moment.card)
        moves = (_turn(moment),) if moment.shown else ()
        yield Phrase(who_acts(scene, moment), f"peeks at {zone}", moment.cites, moves)


def _plan(scene: Scene, run: Run) -> Iterator[Phrase]:
    """Battle plans; those of the bandits come into use by themselves."""
    for moment in run:
        who, number = moment.facts["who"], moment.facts.get("number")
        with_ = "" if number is None else f" with {number}"
        if moment.facts.get("way") is not None:  # 7.5.4: the other direction than that of one's side
            dice = "1 attack die" if number == 1 else f"{number} attack dice"
            with_ = f" and {'adds' if moment.facts['way'] > 0 else 'removes'} {dice}"
        if (use := moment.facts.get("use")) and use.wasted:
            with_ += f", which comes to nothing: {use.wasted}"
        verb = "use" if who == BANDITS else "uses"
        yield Phrase(scene.names.name(who), f"{verb} {moment.name('card')} as a battle plan{with_}", moment.cites)


def _declared(scene: Scene, run: Run) -> Iterator[Phrase]:
    """What a player said of a power that is not coded; the action of that name has told it already."""
    for moment in () if scene.has_described("declared") else run:
        says = f"declares what {moment.name('card')} does: {moment.facts['moves']}"
        yield Phrase(who_acts(scene, moment), says, moment.cites)


def _revealed(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        yield Phrase(who_acts(scene, moment), f"reveals {catalog.name_of(moment.facts['card'])}", moment.cites)


# Every kind of event about a card, with who tells it.
OF_CARDS: dict[str, Tell] = {
    "card": moved,
    "picked_up": _picked_up,
    "lay": _laid,
    "play": _played,
    "take": _taken,
    "give": _given,
    "discard": _discarded,
    "turned": _turned,
    "removed": _removed,
    "faceup": _faceup,
    "facedown": _facedown_again,
    "peeked": _peeked,
    "learned": silent,
    "revealed": _revealed,
    "plan": _plan,
    "power": silent,
    "declared": _declared,
}
