"""Taking relics and banners (10.23, 10.26, 2.5.3): one check and one way, whatever the reason."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from oathtools import catalog
from oathtools.engine.rows import Row
from oathtools.procedures.glossary import paying, verbs
from oathtools.procedures.glossary.drawing import read_face
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.frame import Frame
from oathtools.table.state import BANNERS, PEOPLES_FAVOR, RELIC_DECK, SECRET, SHARED

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

SEIZE_BURN: Final = 2


def may_take(game: "Game", seat: str, what: str, how: str) -> Iterable[Row]:
    """Rows: may this player take a relic or banner this way (``recover``, ``campaign``, ``steal``)? (A-123)

    What belongs to nobody but a rule may still be barred; one's own banner may be recovered whatever bars others.
    """
    if not game.live("take"):
        return ()
    return game.rows(
        "take", Frame("take", seat, game.frame, {"what": what, "how": how, "victim": facts.owner(game, what)})
    )


def take(game: "Game", seat: str, what: str, *cites: str, recovered: bool = False) -> Ask:
    """Take a relic or a banner; returns its id."""
    (name,) = yield from take_all(game, seat, [what], *cites, recovered=recovered)
    return name


def take_all(game: "Game", seat: str, wanted: Sequence[str], *cites: str, recovered: bool = False) -> Ask:
    """Take relics and banners at one go; any way but Recover seizes a banner (2.5.3). Returns their ids, now public.

    What answers the taking of relics does so right afterwards, once for all of them (10.2).
    """
    taken = []
    for what in wanted:
        if what in BANNERS:
            game.do.hold_banner(what, seat, (*cites, "10.26"))
            if not recovered:
                seize(game, what)
            taken.append(what)
            continue
        name = yield from read_face(game, what, seat, *cites)
        game.do.put(name, f"held.{seat}", (*cites, "10.26"), why="take")
        game.do.face(name, True, cites, who=seat)
        # Only who acts is ever asked, and that is the player whose turn it is: what others take bars nothing (2.4).
        if seat == game.state.turn:
            game.do.note_taken(name)
        taken.append(name)
    relics = tuple(each for each in taken if each not in BANNERS)
    if relics:
        game.afterwards("relics.taken", Frame("take", seat, game.frame, {"relics": relics}))
    return taken


def answered(game: "Game", seat: str, relics: Sequence[str]) -> Ask:
    """What answers a taking does so before the power goes on that took (10.2, A-149); returns the relics still held."""
    if game.takes("A-149", "a") == "a":
        yield from game.answered()
    return [relic for relic in relics if facts.owner(game, relic) == seat]


def bury(game: "Game", seat: str, relic: str, *cites: str) -> Ask:
    """A relic goes to the bottom of the relic deck; first its holder sends home what lies on it (FAQ Obsidian Cage).

    Secrets on it leave it as by a discard, or are burned where a table reads it so (A-144).
    """
    if not game.state.is_facedown(relic):
        yield from game.window("relic.leaves", Frame("bury", seat, game.frame, {"card": relic}))
    if game.takes("A-144", "a") == "a":
        verbs.clear_tokens(game, seat, relic, (*cites, "10.5"))
    else:
        game.do.move(SECRET, game.state.count(relic, SECRET), relic, SHARED, (*cites, "10.4"), "burn")
    game.do.put(relic, f"{RELIC_DECK}.bottom", (*cites, "10.15"), why="to_relic_deck")


def seize(game: "Game", banner: str) -> None:
    """2.5.3, 10.23: burn two of its tokens, but leave one; the People's Favor turns to the Mob (A-47)."""
    token = catalog.banner(banner).token
    left = 1 if game.takes("A-47", "a") == "a" else 0
    burnt = min(SEIZE_BURN, max(0, game.state.count(banner, token) - left))
    paying.receive(game, SHARED, token, burnt, banner, "burn", "2.5.3")
    if banner == PEOPLES_FAVOR:
        game.do.turn_mob(True, ("2.5.3",))


def may_give(game: "Game", seat: str, what: str) -> Iterator[Row]:
    """Rows: may this player give such a piece or card to another (10.11)?"""
    yield from game.rows("give", Frame("give", seat, game.frame, {"what": what}))


def give(game: "Game", to: str, what: str, *cites: str) -> Ask:
    """Give a relic or banner (10.11): no penalty, and nothing that answers a taking (A-126)."""
    if what in BANNERS:
        game.do.hold_banner(what, to, (*cites, "10.11"), given=True)
    else:
        game.do.put(what, f"held.{to}", (*cites, "10.11"), why="give")
        game.do.face(what, True, cites, who=to)
    return what
    yield
