"""Tables with outland realms, and chapter 8 up to where the realms have evolved."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.procedures.machine.world import SavedSite, World, opening, seats_for
from oathtools.table.effects import Event
from oathtools.table.state import GRAND_SCEPTER
from oathtools.variants import opened
from tests.support.chronicles import _Told, brought_to, over
from tests.support.tables import Script, Table, a_table, the

NAME = "outland-realms"
KINDS = f"{NAME}."


def with_realms(table: Table, realms: dict[str, list[str]], **kept: Any) -> Table:
    """A table that plays with the variant: sites by realm, its color first in the name (``red-1``), and what else."""
    data = {
        rid: {"color": rid.partition("-")[0], "founded": int(rid.partition("-")[2]), "sites": list(map(the, sites))}
        for rid, sites in realms.items()
    }
    for key in ("garrisons", "leaders"):
        kept[key] = {the(one): value for one, value in kept.get(key, {}).items()}
    kept["attacked"] = list(map(the, kept.get("attacked", ())))
    table.state.variants.update(opened([NAME], {NAME: {"realms": data, **kept}}))
    return table


def realms(state: Any) -> dict[str, list[str]]:
    """The realms of a state: the short names of their sites."""
    return {rid: [site.partition(".")[2] for site in realm["sites"]] for rid, realm in kept(state)["realms"].items()}


def kept(state: Any) -> dict[str, Any]:
    """What the variant keeps of a game."""
    found: dict[str, Any] = state.variants[NAME]
    return found


def garrisons(state: Any) -> dict[str, int]:
    """The garrisons by the short names of their sites."""
    return {site.partition(".")[2]: count for site, count in kept(state)["garrisons"].items()}


class Evening(NamedTuple):
    """Chapter 8 carried out up to 8.3.1: the state, the questions of the variant by kind, and its events."""

    state: Any
    asked: dict[str, Any]
    events: list[Event]

    @property
    def kinds(self) -> list[str]:
        """The kinds of the questions, without the name of the variant."""
        return [kind.removeprefix(KINDS) for kind in self.asked]

    @property
    def said(self) -> list[str]:
        """Which sentences were told."""
        return [event.facts["says"] for event in self.events if event.kind == "variant"]


def evening(table: Table, winner: str, *ways: tuple[str, str], **answers: Any) -> Evening:
    """Write the Chronicle up to 8.3.1. ``answers``: kinds of questions with underscores (``founding_die=["2"]``)."""
    play = over(table, winner, *ways)
    told = {_kind(key): answer for key, answer in answers.items()}
    game, asked = brought_to(play, "8.3.1", told)
    ours = {kind: decision for kind, decision in asked.items() if kind.startswith(KINDS)}
    return Evening(game.state, ours, game.do.events)


def _kind(key: str) -> str:
    return key.replace("__", ".") if "__" in key else KINDS + key.replace("_", "-")


def ending() -> Table:
    """Four players at the end: purple rules two sites, red two, blue and yellow one each; two are the bandits'."""
    table = a_table(4).turn("purple", "over")
    for site, color in zip(
        ("plains", "mountain", "the_tribunal", "steppe", "ancient_city", "standing_stones"),
        ("purple", "purple", "red", "red", "blue", "yellow"),
        strict=True,
    ):
        table.site(site, warbands={color: 1})
    return table


# -- setup ---------------------------------------------------------------------------------------------------------

FILLERS = 9  # for two players: three cards to the piles, three to each hand


def saved(
    rows: Sequence[SavedSite], realms: dict[str, list[str]], *, bottom: Sequence[str] = (), citizens: Sequence[str] = ()
) -> World:
    """A world of some sites from the top; ``bottom`` are the cards that are drawn for the realms' sites, in order."""
    named = {row.site for row in rows}
    others = [site for site in catalog.ids("site") if site not in named]
    laid = [*rows, *(SavedSite(site, True) for site in others)][:8]
    used = {card for row in laid for card in row.cards}
    drawn = list(map(the, bottom))
    pool = [card for card in catalog.ids("denizen") if card not in used and card not in drawn]
    pool += [card for card in catalog.ids("vision") if card not in drawn]
    deck = [*pool[40:54], *pool[-5:], *reversed(drawn), *pool[:FILLERS]]
    deck = list(dict.fromkeys(deck))
    relics = tuple(relic for relic in catalog.ids("relic") if relic != GRAND_SCEPTER)
    table = with_realms(a_table(), realms).state.variants
    return World("supremacy", tuple(laid), tuple(deck), relics, citizens=tuple(citizens), variants=table)


def up(site: str, *cards: str) -> SavedSite:
    """A faceup site of a saved world."""
    return SavedSite(the(site), False, tuple(map(the, cards)))


def facedown(site: str) -> SavedSite:
    """A facedown one."""
    return SavedSite(the(site), True)


def laid(world: World, readings: dict[str, str] | None = None) -> Script:
    """A setup for Ann and red, up to its first question."""
    seats = seats_for([("Ann", None, False), ("Bo", "red", False)], world.citizens)
    return Script(opening(world, seats), readings)


def ask_on(play: Script, kind: str, **answers: Any) -> Script:
    """Answer in the plainest way, or as told by kind (underscores), until a kind is asked, or the first action."""
    told = _Told({_kind(key): answer for key, answer in answers.items()})
    while not play.over and play.pending.kind not in (kind, "act"):
        play.answer(told.answer(play.pending))
    told.used_up()
    return play
