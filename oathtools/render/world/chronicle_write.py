"""The guide through chapter 8 for people: what each step asks, what hangs on it, and what came of it in the end."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from oathtools import catalog
from oathtools.law import variants
from oathtools.procedures.chronicle.decks import commonest
from oathtools.procedures.chronicle.edifices import edifice_of, is_ruin
from oathtools.procedures.chronicle.map import stays
from oathtools.procedures.chronicle.procedure import PHASE, winner_of
from oathtools.procedures.machine import facts
from oathtools.render.document import Line
from oathtools.render.game.phrases_chronicle import suit_cards
from oathtools.render.names import Names
from oathtools.table.state import SLOTS
from oathtools.text import count, listed

if TYPE_CHECKING:
    from oathtools.journal.play import Play
    from oathtools.procedures.machine.game import Game


def step_document(play: "Play", names: Names) -> list[Line]:
    """The step at which the Chronicle stands: its clause and title, what is to be done, what hangs on the choice."""
    from oathtools.datafiles import load
    from oathtools.law.clauses import get

    step = play.state.step
    if play.state.phase != PHASE:
        return []
    inserted = variants.step(step)
    entry = inserted or load("chronicle_guide")[step]
    title = str(inserted["heading"]) if inserted else get(step).title
    notes = (*entry.get("notes", ()), *preview(play.game, names))
    return [
        Line(f"{step}  {title}", hang=len(step) + 2),
        *(Line(text, "  - ") for text in entry["do"]),
        *(Line(text, "  Note: ", 4) for text in notes),
    ]


def preview(game: "Game", names: Names) -> Iterator[str]:
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
        told = listed([suit.title() for suit in suits], "or") if suits else "any suit, for no adviser shows one"
        yield f"The most common suit here: {told}."


def build_note(game: "Game", card: str, names: Names) -> str:
    """What stands beside a card in 8.3.1: its site, and the edifice that would stand there."""
    slot = facts.slot_of(game, card)
    if slot is None:
        return ""
    edifice = catalog.edifice(card).other_side if is_ruin(card) else edifice_of(game, card)
    verb = "repair" if is_ruin(card) else "build"
    return f"{names.site(slot)}: {verb} {catalog.name_of(edifice)}" if edifice else names.site(slot)


def ending(entry: dict[str, Any]) -> list[Line]:
    """What a game did to the world, from its entry in the history."""
    return [Line(text, hang=2) for text in _told(entry)]


def _told(entry: dict[str, Any]) -> Iterator[str]:
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
