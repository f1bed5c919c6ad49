"""The Chronicle for people: what everyone at the table may know, and on request the rest."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from oathtools import catalog
from oathtools.journal.play import Play
from oathtools.kit.datafiles import load
from oathtools.kit.text import capital, count, listed, number_word, printable
from oathtools.law import rulings_variants
from oathtools.law.clauses import get
from oathtools.law.rulings_variants import all_texts
from oathtools.procedures.chronicle.decks import commonest
from oathtools.procedures.chronicle.procedure import PHASE, stays, winner_of
from oathtools.procedures.chronicle.steps import edifice_of, is_ruin
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.registry import Kept, StepMoment, VariantFault
from oathtools.render.document import Block, Line, Typed
from oathtools.render.game.log import sentences
from oathtools.render.game.phrases_chronicle import suit_cards
from oathtools.render.names import Names
from oathtools.saga.chronicle.record import REGIONS, Card, Chronicle, Row, Unknown
from oathtools.saga.guide.pulls import Lines
from oathtools.saga.past.annals import History
from oathtools.saga.past.story import Keeping
from oathtools.saga.transitions import Finding, Transition
from oathtools.saga.writing import begun_at, last_choice
from oathtools.table.effects import Event
from oathtools.table.state import SLOTS
from oathtools.variants import opened, status_lines


def document(chronicle: Chronicle, *, spoil: bool = False) -> Iterator[Block]:
    """The world between games, to be read at a table.

    Without ``spoil`` facedown sites, relics, the Dispossessed and the decks are not named, and the sizes of the decks
    are not told.
    """
    yield Line(f"{chronicle.name}: before game {chronicle.game}", hang=2)
    oath = f"oath.{chronicle.oath}"
    yield f"Oath: {catalog.name_of(oath) if catalog.is_card(oath) else chronicle.oath.title()}"
    for side in ("citizen", "exile"):
        colors = [color for color, shown in chronicle.boards.items() if shown == side]
        yield Line(f"{side.title()} boards: {', '.join(colors) or 'none'}", hang=2)
    last = None
    for number, (region, row) in enumerate(zip(REGIONS, chronicle.map, strict=False), 1):
        if region != last:
            yield ""
            yield region.title()
            last = region
        yield Line(_row(row, spoil), f"  {number}  ")
    yield ""
    yield from variant_lines(chronicle)
    yield from _piles(chronicle, spoil)
    yield from _last_game(chronicle)


def _row(row: Row, spoil: bool) -> str:
    if row.site is None and not (row.cards or row.relics):
        return "(no site)"
    if row.facedown and not spoil:
        held = len(row.cards) + len(row.relics)
        return "(facedown)" + (f", with {held} card{'s' if held > 1 else ''}" if held else "")
    site = "(no site)" if row.site is None else _name(row.site)
    text = f"{site} (facedown)" if row.facedown else site
    parts = [_name(card) for card in row.cards]
    if spoil:
        parts += [_name(card) for card in row.relics]
    elif row.relics:
        parts.append(f"{len(row.relics)} relic{'s' if len(row.relics) > 1 else ''}")
    return f"{text}: {', '.join(parts)}" if parts else text


def _name(card: Card) -> str:
    if card is None:
        return "(empty)"
    if not isinstance(card, Unknown):
        return catalog.name_of(card)
    may_be = f": {' or '.join(map(catalog.name_of, card.may_be))}" if card.may_be else ""
    return f"(unknown {card.what}{may_be})"


def _piles(chronicle: Chronicle, spoil: bool) -> Iterator[Block]:
    deck = chronicle.world_deck
    if not spoil:
        hidden = [
            "world deck",
            "relic deck",
            *(["Dispossessed"] if chronicle.dispossessed or chronicle.uncounted else []),
        ]
        yield Line((f"Not shown: {', '.join(hidden)}", Typed(" (--spoil shows all)")), hang=2)
        return
    if deck.order is not None:
        yield from _pile("World deck, from the top", deck.order)
    else:
        yield from _pile("World deck, its top", deck.top)
        for layer in deck.layers:
            yield f"  then {layer.get('denizens', 0)} denizens and {layer.get('visions', 0)} Visions, shuffled"
        yield from _pile("World deck, its bottom", deck.bottom)
    yield from _pile("Dispossessed", chronicle.dispossessed)
    if chronicle.uncounted:
        yield "  and perhaps others: nobody knows how many"
    if chronicle.relic_deck is None:
        yield "Relic deck: not made yet"
    else:
        yield from _pile("Relic deck, from the top", chronicle.relic_deck)


def variant_lines(chronicle: Chronicle) -> Iterator[Block]:
    """What the saga keeps of variants, those that are switched off too."""
    for name, kept in chronicle.variants.items():
        if name not in all_texts():
            yield Line(f"{name}: no variant that is known here", hang=2)
            continue
        try:
            for title, lines in status_lines(opened([name], {name: kept})).items():
                for line in lines:
                    for card in catalog.ids("site"):
                        line = line.replace(card, catalog.name_of(card))
                    yield Line(f"{title}: {line}", hang=2)
        except VariantFault as wrong:
            yield Line(f"{name}: {wrong}", hang=2)


def _pile(title: str, cards: list[Card]) -> Iterator[Block]:
    yield Line(f"{title} ({len(cards)}): {', '.join(map(_name, cards)) or 'none'}", hang=2)


def _last_game(chronicle: Chronicle) -> Iterator[Block]:
    note = chronicle.tts
    if note.winner and chronicle.game > 1:
        yield Line(f"Last game won by {' and '.join(note.winner)}: {note.winner_name}", hang=2)
    if note.version:
        yield f"Save string of version {note.version}"


# -- the guide through chapter 8 for people: what each step asks, what hangs on it, and what came of it in the end -----


def step_document(play: Play, names: Names) -> list[Line]:
    """The step at which the Chronicle stands: its clause and title, what is to be done, what hangs on the choice."""
    step = play.state.step
    if play.state.phase != PHASE:
        return []
    entry = rulings_variants.step(step) or load("chronicle_guide")[step]
    notes = (*entry.get("notes", ()), *preview(play.game, names))
    return [
        Line(title(step), hang=len(step) + 2),
        *(Line(text, "  - ") for text in entry["do"]),
        *(Line(text, "  Note: ", 4) for text in notes),
    ]


FOUND = ("vow", "skipped", "declined", "commonest", "healed", "variant")  # what no line of hands tells


def steps_passed(play: Play, names: Names, since: int, opened: bool = False) -> Iterator[Block]:
    """What was done since an entry, step by step: its heading, what it found by itself, what hands do.

    ``opened``: of the step that is open, without its heading; else of those that came to their end. The lines for hands
    are those of the pull list, so that whoever follows the guide needs no other.
    """
    lines = Lines(play.state, lambda seat: f"{names.name(seat)}'s")
    for step, done, ended in _steps_of(play):
        new = [event for n, event in done if n > since]
        hands = list(lines.step(step, new))
        if opened != (ended is None) or (ended is not None and ended <= since):
            continue
        finds = [event for event in new if event.kind in FOUND]
        rows = [Line(str(each), "  ") for each in (sentences(finds, names, names.state.turn, "") if finds else ())]
        rows += [Line(f"{capital(pull.source)}: {pull.says()}", "  * ") for pull in hands]
        if ended is not None:
            yield from ("", Line(title(step), hang=len(step) + 2))
            rows = rows or [Line(_NOTHING.get(step, "Nothing more is to be done."), "  ")]
        yield from rows


def guide(play: Play, names: Names) -> tuple[list[Block], list[Line]]:
    """What hands do since the last choice, step by step, each with its heading; and the step that is open."""
    last = last_choice(play)
    since = (begun_at(play) or 1) - 1 if last is None else last.n - 1
    begun, now = [*steps_passed(play, names, since, opened=True)], step_document(play, names)
    return [*steps_passed(play, names, since), *(("", now[0], *begun) if begun and now else ())], now


def _steps_of(play: Play) -> Iterator[tuple[str, list[tuple[int, Event]], int | None]]:
    """The steps of chapter 8 so far: the events of each with their entries, and the entry that ended it."""
    begun = begun_at(play)
    if begun is None:
        return
    step, done = "", list[tuple[int, Event]]()
    for batch in play.batches_since(begun - 1):
        for event in batch.events if batch.n >= begun else ():
            if event.kind not in ("chronicle_step", "written"):
                done.append((batch.n, event))
                continue
            if step:
                yield step, done, batch.n
            step, done = event.facts.get("step", ""), []
    if step:
        yield step, done, None


# Why a step made nobody do anything.
_NOTHING: dict[str, str] = load("words")["steps_without_work"]


def title(step: str) -> str:
    """A step of chapter 8 with its number and its heading."""
    inserted = rulings_variants.step(step)
    return f"{step}  {inserted['heading'] if inserted else get(step).title}"


def preview(game: Game, names: Names) -> Iterator[str]:
    """What hangs on the choice of a step, as the table lies now."""
    step = game.state.step
    if step == "8.3.1":
        winner = winner_of(game)
        ruled = facts.sites_ruled(game, winner)
        going = [slot for slot in range(SLOTS) if slot not in ruled and not stays(game, slot)]
        up = [names.site(slot) for slot in going if game.state.faceup_site(slot)]
        down = len(going) - len(up)
        if down:
            up.append(f"{count(down, 'facedown site')}")
        yield f"As it stands, 8.3.2 discards {listed(up) or 'no site'}."
    elif step == "8.4":
        suits = commonest(game, winner_of(game))
        suits_named = listed([suit.title() for suit in suits], "or") if suits else "any suit, for no adviser shows one"
        yield f"The most common suit here: {suits_named}."


def build_note(game: Game, card: str, names: Names) -> str:
    """What stands beside a card in 8.3.1: its site, and the edifice that would stand there."""
    slot = facts.slot_of(game, card)
    if slot is None:
        return ""
    edifice = catalog.edifice(card).other_side if is_ruin(card) else edifice_of(game, card)
    verb = "repair" if is_ruin(card) else "build"
    return f"{names.site(slot)}: {verb} {catalog.name_of(edifice)}" if edifice else names.site(slot)


def ending(entry: dict[str, Any]) -> list[Line]:
    """What a game did to the world, from its entry in the history."""
    return [Line(text, hang=2) for text in _outcome(entry)]


def _outcome(entry: dict[str, Any]) -> Iterator[str]:
    oath = catalog.name_of(f"oath.{entry['next_oath']}")
    clauses = ", ".join(entry.get("clauses", ()))
    yield f"Game {entry['game']} was won by {entry['winner']} ({entry['color']}, {clauses}). The next one: {oath}."
    if entry.get("citizens"):
        yield f"Citizens: {listed(entry['citizens'])}."
    for key, text in (
        ("built", "Built"),
        ("repaired", "Repaired"),
        ("fell", "Fell to ruin"),
        ("ruins_lost", "Ruins lost"),
        ("sites_lost", "Sites lost"),
        ("sites_found", "Sites turned up"),
    ):
        if entry.get(key):
            yield f"{text}: {listed([catalog.name_of(card) for card in entry[key]])}."
    if entry.get("suits"):
        yield f"Added to the world deck: {suit_cards(entry['suits'])}."
    if entry.get("healed"):
        yield f"The Archive was healed; added to the world deck: {suit_cards(entry['healed'])}."
    if entry.get("removed"):
        yield f"Into the Dispossessed, unseen: {entry['removed']}."


# -- what variants keep in the world, in sentences: for the story of a saga and its history ----------------------------


Naming = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Thing:
    """Something a variant keeps or kept: its name, a color or an empty text, what it is now (it follows the name), and
    what became of it."""

    name: str
    color: str
    now: str
    moments: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class KeepingPart:
    """A part of the story: what one variant keeps."""

    title: str
    things: tuple[Thing, ...]


def parts(history: History, naming: Naming) -> Iterator[KeepingPart]:
    """What every variant keeps; ``naming`` gives the names of cards that may be named."""
    players = {game.game: {color: name for name, color in game.players.items()} for game in history.games}
    for keeping in history.keepings:
        parts_found = tuple(
            Thing(
                _keepings_name(keeping, kept),
                kept.color,
                _now(kept, naming),
                tuple((each.game, _sentence(keeping, kept, each, players, naming)) for each in kept.moments),
            )
            for kept in keeping.things
        )
        yield KeepingPart(keeping.text.story.get("title") or keeping.text.title, parts_found)


def of_game(parts: "tuple[KeepingPart, ...]", game: int) -> Iterator[str]:
    """What became of it all in one game."""
    for part in parts:
        for thing in part.things:
            yield from (sentence for number, sentence in thing.moments if number == game)


def _keepings_name(keeping: Keeping, kept: Kept) -> str:
    template = keeping.text.story.get("name") or keeping.text.title
    return str(template).format(color=kept.color)


def _now(kept: Kept, naming: Naming) -> str:
    """What follows the name: since when, and what it is now, or until when it stood."""
    since = f", since game {kept.since}" if kept.since else ""
    if not kept.stands:
        return since + (f", until game {kept.moments[-1].game}" if kept.moments else ", gone")
    return since + (f": {cards_in_words(kept.cards, naming)}" if kept.cards else "")


def _sentence(
    keeping: Keeping, kept: Kept, moment: StepMoment, players: Mapping[int, Mapping[str, str]], naming: Naming
) -> str:
    who = players.get(moment.game, {}).get(kept.color) or kept.color.title()
    sentence = str(keeping.text.story["says"][moment.says])
    text = sentence.format(who=who, color=kept.color, cards=cards_in_words(moment.cards, naming))
    return text[:1].upper() + text[1:]


def cards_in_words(cards: tuple[str, ...], naming: Naming) -> str:
    """Cards by their names, those that are not to be named as a number."""
    names = [name for card in cards if (name := naming(card))]
    rest = len(cards) - len(names)
    if rest:
        lands = all(card.startswith("site.") for card in cards)
        noun = f"{'land' if lands else 'card'}{'' if rest == 1 else 's'}"
        names.append(f"{number_word(rest)} {'more ' if names else ''}{noun} out of sight")
    return listed(names)


def plainly(card: str) -> str:
    """Every card by its name: for the history, which keeps no secret of what everybody saw."""
    return catalog.name_of(card) if catalog.is_card(card) else card


# -- The account of a game between two save strings, for people: what happened, what cannot have, what nobody can tell


_CLAUSE = 6  # the room for a clause before its text


def transition_document(
    step: Transition, *, spoil: bool = False, known_unknown: Collection[Finding] = ()
) -> Iterator[Block]:
    """One game: its steps by clause, what is flagged with its place and a way out, what is not known.

    ``known_unknown`` is told elsewhere: what no string tells.
    """
    name = printable(step.after.name)
    yield Line(f"Game {step.game}, {name}: {verdict(step)}", hang=2)
    for each in step.steps:
        yield from _finding(each, spoil)
    for note in step.notes:
        yield Line(note, "  " + "note".ljust(_CLAUSE), _CLAUSE + 2)
    if step.flags:
        yield "Cannot follow:"
        for each in step.flags:
            yield from _finding(each, spoil, mark="! ")
            if each.hint:
                yield Line(each.hint, " " * (_CLAUSE + 2), _CLAUSE + 2)
    open_ = [each for each in step.unknown if each not in known_unknown]
    if open_:
        unknown = [each.full if spoil else each.public for each in open_]
        yield Line(f"Not known: {'; '.join(unknown)}.", hang=2)


def never_known(steps: Sequence[Transition]) -> list[Finding]:
    """What none of several accounts can tell."""
    if len(steps) < 2:
        return []
    return [each for each in steps[0].unknown if all(each in step.unknown for step in steps)]


def never(found: Collection[Finding]) -> list[Block]:
    """What no string tells, once for all games."""
    return [Line(f"Not known of any of them: {'; '.join(each.public for each in found)}.", hang=2)]


def verdict(step: Transition) -> str:
    """``explained``, or how many things are flagged."""
    count = len(step.flags)
    return f"{count} thing{'' if count == 1 else 's'} that cannot follow" if count else "explained"


def _finding(each: Finding, spoil: bool, mark: str = "  ") -> Iterator[Block]:
    where = f" [{each.where}]" if each.where and mark.strip() else ""
    text = (each.full if spoil else each.public) + where
    lead = f"{mark}{each.clause}".ljust(_CLAUSE + 2)
    yield Line(text[:1].upper() + text[1:], lead, _CLAUSE + 2)


def summary(steps: Sequence[Transition]) -> str:
    """How many games were explained."""
    flagged = sum(bool(step.flags) for step in steps)
    games = f"{len(steps)} game{'' if len(steps) == 1 else 's'}"
    if not flagged:
        return f"{games}: every step follows from chapter 8."
    return f"{games}: {len(steps) - flagged} explained, {flagged} with something that cannot follow."
