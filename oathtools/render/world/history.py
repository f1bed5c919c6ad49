"""The history of a saga for people and for programs."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.kit.datafiles import load
from oathtools.kit.text import capital, listed
from oathtools.render.document import Block, Counts, Line, Typed, apart
from oathtools.render.game.log import DESCRIBED, ROUND, LogLine, lines
from oathtools.render.game.phrase_pieces import Moment
from oathtools.render.game.phrases_chronicle import suit_cards
from oathtools.render.names import Names
from oathtools.render.world.chronicle import parts, plainly
from oathtools.saga.past.annals import Edifice, History, PastGame
from oathtools.saga.past.diff import Leg, Moved, Trail, WorldDifference, on_map
from oathtools.table.result import WORDS
from oathtools.table.state import PLACE_NAMES
from oathtools.table.views import View

_DONE = {"built": "built", "repaired": "repaired", "fell": "fell to ruin", "lost": "lost as {ruin}"}


def as_json(history: History) -> dict[str, Any]:
    """The history with what follows from it."""
    sums = history.suits_added()
    return {
        "name": history.name,
        "game": history.game,
        "oath": history.oath,
        "games": [_game_data(game) for game in history.games],
        "oaths": history.oaths(),
        "players": [player._asdict() for player in history.players()],
        "suits": [
            {"game": game.game, "added": game.added(), "in_all": total, "map": game.on_map() if game.map else None}
            for game, total in zip(history.games, sums, strict=True)
        ],
        "edifices": [
            {**each._asdict(), "moments": [moment._asdict() for moment in each.moments]} for each in history.edifices()
        ],
        "keepings": [
            {**kept._asdict(), "variant": keeping.text.id, "moments": [moment._asdict() for moment in kept.moments]}
            for keeping in history.keepings
            for kept in keeping.things
        ],
    }


def _game_data(game: PastGame) -> dict[str, Any]:
    data = asdict(game)
    data["map"] = [{"site": row.site, "cards": list(row.cards), "relics": row.relics} for row in game.map]
    return data


def document(history: History) -> list[Block]:
    """The history to be read at a table."""
    return apart(*sections(history))


def sections(history: History) -> list[list[Block]]:
    """The history in its parts: what is to be said first, then each under its heading."""
    games = f"{_games(len(history.games))} in its history, the next is game {history.game}"
    head: list[Block] = [Line(f"{history.name}: {games}.", hang=2)]
    if not history.games:
        return [[*head, Line(f"It is played under {oath_name(history.oath)}. Nothing has been written yet.", hang=2)]]
    oaths = ", ".join(_of(each) for each in history.oaths()[:-1])
    found = [[*head, Line(f"Oaths: {oaths}; now {_of(history.oath)}.", hang=2)]]
    found += [list(_game(game)) for game in history.games]
    found.append(list(_players(history)))
    edifices = history.edifices()
    if edifices:
        found.append(["Edifices", *(Line(_edifice(each), "  ", 4) for each in edifices)])
    for part in parts(history, plainly):
        section: list[Block] = [part.title]
        for thing in part.things:
            section.append(Line(f"{thing.name}{thing.now}", "  ", 4))
            section += [Line(f"Game {number}: {sentence}", "    ", 6) for number, sentence in thing.moments]
        found.append(section)
    return [*found, ["Suits added to the world deck", _suits(history)]]


def oath_name(oath: str) -> str:
    """``the Oath of Supremacy``, ``the Oath of the People``."""
    return f"the Oath of {_of(oath)}"


def _of(oath: str) -> str:
    known = f"oath.{oath}"
    return catalog.name_of(known).replace("The ", "the ") if catalog.is_card(known) else oath.title() or "unknown"


def _games(count: int) -> str:
    return f"{count} game{'' if count == 1 else 's'}"


def _game(game: PastGame) -> Iterator[Block]:
    under = f", under {oath_name(game.oath)}" if game.oath else ""
    yield Line(f"Game {game.game}{under}", hang=2)
    for text in sentences_of(game):
        yield Line(text, "  ", 4)


def sentences_of(game: PastGame) -> Iterator[str]:
    """What is known of a game and of what it did to the world, a sentence each."""
    if game.winner:
        what = ", ".join(part for part in (game.color, game.role.title() if game.role else "") if part)
        when = f" in round {game.round}" if game.round else ""
        clauses = f" ({', '.join(game.clauses)})" if game.clauses else ""
        how = f" {WORDS.get(game.how, game.how)}" if game.how else ""
        yield f"{game.winner}{f' ({what})' if what else ''} won{how}{when}{clauses}."
    others = [name for name in game.players if name != game.winner]
    if others:
        yield f"With {listed(others)}."
    if game.next_oath:
        yield f"Vowed: {oath_name(game.next_oath)}."
    if game.converts:
        yield f"Made Citizens: {listed(list(game.converts))}."
    for number, edifice in enumerate(game.built):
        site = _at(game.site_of(edifice))
        instead = f", in the place of {plainly(game.replaced[number])}" if number < len(game.replaced) else ""
        yield f"Built: {plainly(edifice)}{site}{instead}."
    for label, cards in (("Repaired", game.repaired), ("Fell to ruin", game.fell)):
        if cards:
            yield f"{label}: {listed([plainly(card) + _at(game.site_of(card)) for card in cards])}."
    for label, cards in (
        ("Ruins lost", game.ruins_lost),
        ("Sites lost", game.sites_lost),
        ("Sites turned up", game.sites_found),
    ):
        if cards:
            yield f"{label}: {listed([plainly(card) for card in cards])}."
    if any(game.suits.values()):
        yield f"Added to the world deck: {suit_cards(dict(game.suits))}."
    if any(game.healed.values()):
        yield f"The Archive was healed; added to the world deck: {suit_cards(dict(game.healed))}."
    if game.removed:
        yield f"Into the Dispossessed, unseen: {game.removed}."
    if not game.rebuilt:
        yield "The world deck was left to be rebuilt at the next setup (1.box)."
    yield from promised(game)
    yield from _also(game)


_ENDED = {"kept": "kept", "broken": "broken", "released": "let off"}


def promised(game: PastGame, words: Callable[[str], str] = str) -> Iterator[str]:
    """What players promised each other in a game, a sentence each; ``words``: what may be shown of theirs."""
    for each in game.promises:
        by, to, text = (each.get(key, "") for key in ("by", "to", "text"))
        who = f"{by} promised {to}" if each.get("one_way") else f"{by} and {to} promised each other"
        yield f"{who}: {words(text)}; {_ENDED.get(each.get('how', ''), 'it stood at the end')}."


def _also(game: PastGame) -> Iterator[str]:
    """What stands in an entry beside what a Chronicle writes: how it was imported, and the people's own words."""
    also = dict(game.also)
    source, flagged, gap = (also.pop(key, None) for key in ("source", "flagged", "gap"))
    seats = also.pop("seats", None)
    if isinstance(seats, list) and seats:
        yield f"Played: {listed([str(seat) for seat in seats])}."
    if source:
        yield f"Known from a {source}."
    if flagged:
        yield "It was imported although not all of it can follow from chapter 8."
    if gap:
        yield "Games are missing before it."
    for key, value in also.items():
        yield f"{key}: {', '.join(map(str, value)) if isinstance(value, list) else value}"


def _at(site: str | None) -> str:
    return f" at {plainly(site)}" if site else ""


def _players(history: History) -> Iterator[Block]:
    yield "Players"
    for player in history.players():
        roles = listed([f"{count} as {role.title()}" for role, count in player.roles.items()])
        won = f"{player.wins} won" + (f" ({roles})" if roles else "")
        yield Line(f"{player.name}: {_games(player.games)}, {won}", "  ", 4)


def _edifice(edifice: Edifice) -> str:
    moments = []
    for moment in edifice.moments:
        by = f" by {moment.who}" if moment.what in ("built", "repaired") and moment.who else ""
        ruin = next(each.other_side for each in catalog.cards("edifice") if each.id == edifice.edifice)
        done = _DONE[moment.what].format(ruin=plainly(ruin))
        moments.append(f"{done} in game {moment.game}{by}{_at(moment.site)}")
    return f"{plainly(edifice.edifice)}, {edifice.state}: {'; '.join(moments)}."


def _suits(history: History) -> Counts:
    """The suits added, game by game."""
    games, totals = history.games, history.suits_added()[-1]
    rows = [
        (suit.title(), *(str(game.added()[suit] or "-") for game in games), str(totals[suit])) for suit in catalog.SUITS
    ]
    return Counts((("game", *(str(game.game) for game in games), "in all"), *rows))


# -- where a card has been, for people and for programs ----------------------------------------------------------------


PLACES: dict[str, str] = load("words")["places_of_cards"]
_DEEDS: dict[str, str] = load("words")["deeds"]
_OF_SITES = ("moved_site", "set_aside")


class Deed(NamedTuple):
    """Something that happened to a card within a game: the round (0: before the first, or after the end), the line."""

    round: int
    line: LogLine


def happened(leg: Leg, *, spoil: bool = False) -> list[Deed]:
    """What the log of a game says of the card, as everybody could see it, or with ``spoil`` all of it."""
    if leg.play is None:
        return []

    def only(moment: Moment) -> bool:
        facts = moment.facts
        if moment.kind in _OF_SITES:
            return facts.get("site") in leg.ids
        about = "card" in facts and (facts["card"] in leg.ids or facts.get("to") in leg.ids)
        return about and moment.kind != "lay" and (spoil or moment.shown)  # where setup lays it is told by ``before``

    names = Names(View(leg.play.state, None, spoil))
    shown, number = [], 0
    for line in lines(leg.play, names, only=only):
        if line.kind == ROUND:
            number = int(line.text.split()[1]) if line.text.startswith("Round ") else 0
        elif line.kind == DESCRIBED and not line.text.startswith("The game is over"):
            shown.append(Deed(number, line))
    return shown


def blame_as_json(trail: Trail, *, spoil: bool = False) -> dict[str, Any]:
    """The trail for programs."""
    return {
        "card": trail.card,
        "name": catalog.name_of(trail.card),
        "now": trail.now,
        "games": [
            {
                "game": leg.game,
                "before": leg.before,
                "after": leg.after,
                "deeds": list(leg.deeds),
                "held": [{"when": when, "zone": zone} for when, zone in leg.held],
                "log": [{**line.as_data(), "round": number} for number, line in happened(leg, spoil=spoil)],
            }
            for leg in trail.legs
        ],
    }


def blame_document(trail: Trail, *, spoil: bool = False) -> list[Block]:
    """The trail for people; games in which nobody saw the card are told in one line."""
    shown: list[Block] = [_title(trail.card)]
    unseen: list[int] = []
    for leg in trail.legs:
        deeds = list(_leg(leg, spoil))
        if not deeds:
            unseen.append(leg.game)
            continue
        shown += [*_not_seen(unseen), f"Game {leg.game}"]
        unseen = []
        shown += [Line(text, f"  {lead:<8}") for lead, text in deeds]
    shown += _not_seen(unseen)
    hint = "" if trail.now is not None or spoil else " (--spoil says where, if that is known)"
    return [*shown, Line((f"Now {_place(trail.now, spoil)}", Typed(hint), "."), hang=2)]


def _title(card: str) -> str:
    kind = card.partition(".")[0]
    suit = catalog.card(card).suit if kind in ("denizen", "edifice") else None
    return f"{catalog.name_of(card)} ({f'{suit.title()} {kind}' if suit else kind})"


def _not_seen(games: list[int]) -> list[Line]:
    if not games:
        return []
    which = f"Game{'s' if len(games) > 1 else ''} {listed([str(game) for game in games])}"
    return [Line(f"{which}: nobody saw it.", hang=2)]


def _leg(leg: Leg, spoil: bool) -> Iterator[tuple[str, str]]:
    lines = happened(leg, spoil=spoil)
    if leg.before is not None:
        yield "before", f"{capital(_place(leg.before, spoil))}."
    yield from _held(leg, "start")
    ended = [any(cite.startswith("8") for cite in line.cites) for _, line in lines]
    for (number, line), end in zip(lines, ended, strict=True):
        if not end:
            yield f"round {number}" if number else "setup", str(line)
    yield from _held(leg, "over")
    yield from (("end", str(line)) for (_, line), end in zip(lines, ended, strict=True) if end)
    if leg.play is None:
        for deed in leg.deeds:
            yield "", f"{_DEEDS[deed]}."
    if leg.after is not None:
        yield "after", f"{capital(_place(leg.after, spoil))}."
    elif leg.before is not None and leg.known[1]:
        yield "after", f"{capital(_place(None, spoil))}."


def _held(leg: Leg, when: str) -> Iterator[tuple[str, str]]:
    for at, zone in leg.held:
        kind, _, seat = zone.partition(".")
        if at == when and leg.play is not None:
            whose = leg.play.state.players[seat].name
            yield when, f"{whose} has it{' as an adviser' if kind == 'advisers' else ''}."


def _place(place: str | None, spoil: bool) -> str:
    if place is None:
        return "where nobody has told the tool" if spoil else "out of sight"
    if place in PLACE_NAMES:
        return f"at {place.replace('.', ' ').title()}"
    return PLACES.get(place) or f"at {catalog.name_of(place)}"


# -- what a game did to the world, for people and for programs ---------------------------------------------------------


def diff_as_json(games: list[PastGame], found: WorldDifference) -> dict[str, Any]:
    """The difference for programs: before the first of these games and after the last."""
    return {
        "games": [game.game for game in games],
        "oath": list(found.oath) if found.oath else None,
        "boards": {color: list(sides) for color, sides in found.boards.items()},
        "sites": [
            {"site": each.site, "before": _slot_id(each.before), "after": _slot_id(each.after)} for each in found.sites
        ],
        "facedown": list(found.facedown),
        "cards": [each._asdict() for each in found.cards],
        "turned": [each._asdict() for each in found.turned],
        "relics": {site: list(counts) for site, counts in found.relics.items()},
        "added": {suit: count for suit in catalog.SUITS if (count := sum(game.added()[suit] for game in games))},
        "removed": sum(game.removed for game in games),
    }


def _slot_id(slot: int | None) -> str | None:
    return None if slot is None else PLACE_NAMES[slot]


def diff_document(games: list[PastGame], found: WorldDifference) -> list[Block]:
    """The difference to be read at a table."""
    first, last = games[0], games[-1]
    which = f"Game {first.game}" if first is last else f"Games {first.game} to {last.game}"
    lines: list[Block] = [Line(f"What {which[0].lower()}{which[1:]} did to the world", hang=2)]
    for game in games:
        winner = next((text for text in sentences_of(game) if game.winner), None)
        lines += [Line(winner, hang=2)] if winner else []
    parts = [
        ("Oath", list(_oath(found))),
        ("Boards", [f"{color}: {sides[0]} -> {sides[1]}" for color, sides in found.boards.items()]),
        ("Map", list(_map(found))),
        ("Cards at sites", list(_cards(found))),
        ("Out of sight", list(_hidden(games, found))),
    ]
    for title, rows in parts:
        if rows:
            lines += ["", title, *(Line(row, "  ", 4) for row in rows)]
    if not found:
        lines += ["", Line("Nothing that everybody can see is different.", hang=2)]
    return lines


def _oath(found: WorldDifference) -> Iterator[str]:
    if found.oath:
        yield " -> ".join(oath_name(oath).removeprefix("the ") for oath in found.oath)


def _map(found: WorldDifference) -> Iterator[str]:
    gone = [each for each in found.sites if each.after is None]
    came = [each for each in found.sites if each.before is None]
    if gone:
        yield f"gone: {listed([plainly(each.site) for each in gone])}"
    for each in came:
        yield f"new: {plainly(each.site)}, {_slot(each.after)}"
    for each in found.sites:
        if each.before is not None and each.after is not None:
            yield f"moved: {plainly(each.site)}, {_slot(each.before)} -> {_slot(each.after)}"
    if found.facedown[0] != found.facedown[1]:
        yield f"facedown sites: {found.facedown[0]} -> {found.facedown[1]}"
    for site, (was, now) in found.relics.items():
        yield f"relics at {plainly(site)}: {was} -> {now}"


def _slot(slot: int | None) -> str:
    return "facedown" if slot is None else PLACE_NAMES[slot].replace(".", " ").title()


def _cards(found: WorldDifference) -> Iterator[str]:
    for turned in found.turned:
        verb = "fell" if catalog.edifice(turned.after).ruined else "was repaired"
        yield f"{plainly(turned.before)} at {plainly(turned.site)} {verb}: {plainly(turned.after)}"
    for each in found.cards:
        if on_map(each.after) and not on_map(each.before):
            yield f"+ {plainly(each.card)} at {plainly(str(each.after))}{_side_note(each.before, 'from')}"
        elif on_map(each.before) and not on_map(each.after):
            yield f"- {plainly(each.card)}, from {plainly(str(each.before))}{_side_note(each.after, 'now')}"
        elif on_map(each.after):
            yield f"{plainly(each.card)}: {plainly(str(each.before))} -> {plainly(str(each.after))}"


def _side_note(place: str | None, lead: str) -> str:
    """Where a card is that left the map, or was before it came: told only with ``--spoil``."""
    return f" ({lead} {PLACES[place]})".replace("from in", "out of").replace("from among", "out of") if place else ""


def _hidden(games: list[PastGame], found: WorldDifference) -> Iterator[str]:
    sums = {suit: sum(game.added()[suit] for game in games) for suit in catalog.SUITS}
    added = [f"{count} {suit.title()}" for suit, count in sums.items() if count]
    if added:
        yield f"to the world deck: {listed(added)}"
    removed = sum(game.removed for game in games)
    if removed:
        yield f"to the Dispossessed: {removed} card{'' if removed == 1 else 's'}"
    ways: dict[tuple[str, str], list[str]] = {}
    for each in found.cards:
        if not (on_map(each.before) or on_map(each.after)):
            ways.setdefault((_where(each, True), _where(each, False)), []).append(plainly(each.card))
    for (was, now), cards in ways.items():
        yield f"{was} -> {now}: {', '.join(sorted(cards))}"


def _where(each: Moved, first: bool) -> str:
    place = each.before if first else each.after
    return PLACES[str(place)].removeprefix("in ").removeprefix("among ")
