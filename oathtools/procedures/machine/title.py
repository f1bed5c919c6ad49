"""2.11 The Oathkeeper title, and the goals that it, the Visions (3.2) and the Successors (3.3.1) share."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, consent
from oathtools.procedures.machine.frame import Frame
from oathtools.table import state as table

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

# What goals count that are met by the most.
SITES, RELICS_AND_BANNERS = COUNTED = ("sites", "relics_and_banners")
BANNER_OF_OATH: Final = {"people": table.PEOPLES_FAVOR, "devotion": table.DARKEST_SECRET}


def tally(game: "Game", oath: str, seat: str) -> int:
    """How far a player is toward the goal of an oath (2.11): sites, relics and banners, or the one banner."""
    if oath == "supremacy":
        return len(facts.sites_ruled(game, seat))
    if oath == "protection":
        return facts.relics_and_banners(game, seat)
    return int(game.state.holders[BANNER_OF_OATH[oath]] == seat)


def contenders(game: "Game", oath: str) -> list[str]:
    """Who can meet a goal: under Supremacy the Chancellor stands for the whole Empire (2.11, A-08)."""
    roles = (table.CHANCELLOR, table.EXILE) if oath == "supremacy" else (table.CHANCELLOR, "citizen", table.EXILE)
    return facts.players(game, roles)


def leaders(game: "Game", oath: str) -> list[str]:
    """Every player who meets the Oathkeeper goal, ties included; where a table reads A-01 so, a sole leader only.

    Bandits who compete can tie with one too (A-04).
    """
    found = foremost(game, oath)
    if game.takes("A-01", "a") == "a":
        return found
    return found if len(found) == 1 and tally(game, oath, found[0]) > _of_bandits(game, oath) else []


def foremost(game: "Game", oath: str) -> list[str]:
    """Every player who has the most toward a goal; nobody has with nothing (A-04, A-07)."""
    found = tallies(game, oath)
    most = max(found.values())
    if not most or most < _of_bandits(game, oath):
        return []
    return [seat for seat, count in found.items() if count == most]


def tallies(game: "Game", oath: str) -> dict[str, int]:
    """The ``tally`` of everybody who can meet a goal; the sites are gone through once for all."""
    seats = contenders(game, oath)
    if oath != "supremacy":
        return {seat: tally(game, oath, seat) for seat in seats}
    ruling = [side for sides in game.rulers for side in sides]
    return {seat: ruling.count(facts.side_of(game, seat)) for seat in seats}


# Counts for all as ``tallies`` does.
Counted = Callable[["Game", str], Mapping[str, int]]


def _of_bandits(game: "Game", oath: str) -> int:
    """The sites that bandits rule, where a table lets them compete (A-04)."""
    if oath != "supremacy" or game.takes("A-04", "b") == "b":
        return 0
    return sum(facts.BANDITS in facts.rulers(game, slot) for slot in range(table.SLOTS))


def heirs_to(game: "Game") -> list[str | None]:
    """2.11: who may hold the title once it is looked at as the table stands: several where its holder picks."""
    if _lapses(game):
        return [facts.chancellor(game) if game.takes("A-07", "a") == "b" else None]
    state = game.state
    meeting = leaders(game, state.oath)
    holder = state.oathkeeper
    empire = _empire_of(game, holder)
    if empire is not None and (not meeting or empire in meeting):
        return [empire]
    if not meeting or holder in meeting:
        return [holder]
    return list(meeting) if holder is not None else [meeting[0]]


def astray(game: "Game") -> list[str | None]:
    """2.11: who may hold the title instead of the one who has it, as soon as it is looked at; none if it lies right.

    A game that is over may be stated with it where it cannot have lain. Where it waits for a Wake (A-05) it may.
    """
    state = game.state
    is_due = game.title_is_due(between=True) if state.phase in table.PLAYING else state.phase == table.OVER
    heirs = heirs_to(game) if is_due and not game.is_settled else [state.oathkeeper]
    return [] if state.oathkeeper in heirs else heirs


def _lapses(game: "Game") -> bool:
    """Can nobody meet the goal, where a table reads that the title goes back to the Chancellor then, or aside? (A-07)

    Not at a tie, whatever it counts for: a tied holder keeps the title (2.11).
    """
    state = game.state
    return state.oathkeeper is not None and game.takes("A-07", "a") != "a" and not foremost(game, state.oath)


def check_title(game: "Game") -> Ask:
    """2.11: the title goes to a player who meets the goal. A tied holder keeps it; a holder who is not picks whom."""
    holder = game.state.oathkeeper
    heirs = heirs_to(game)
    if holder in heirs:
        return
    taker = heirs[0]
    if len(heirs) > 1:
        taker = yield from consent(game, "title.give", str(holder), "", "2.11", options=list(map(str, heirs)))
    game.do.set_title(taker, False, ("2.11",))
    if not _lapses(game):
        game.afterwards("title.taken", Frame("title", str(taker)))


def _empire_of(game: "Game", holder: str | None) -> str | None:
    """The Chancellor, where a new Citizen holds the title of Supremacy: it is the Chancellor's to keep (A-73)."""
    citizen = holder is not None and game.state.players[holder].role == table.CITIZEN
    return facts.chancellor(game) if citizen and game.state.oath == "supremacy" else None


class Rival(NamedTuple):
    """With whom a player is compared, how far they count, and the point whose reading makes it so."""

    who: str
    reach: int
    point: str = ""


class Goal(NamedTuple):
    """How far a player is toward a goal: what is counted, how much they have, how much it takes, and their rivals.

    ``of``: ``sites``, ``relics_and_banners``, or the id of the one card that it is about. What it takes is counted as
    the rivals stand now: whoever takes from one of them needs less (``least``).
    """

    of: str
    have: int
    want: int
    against: tuple[Rival, ...] = ()

    @property
    def met(self) -> bool:
        """Is it met?"""
        return self.have >= self.want

    @property
    def missing(self) -> int:
        """How many more are wanted, if no rival loses any."""
        return max(0, self.want - self.have)

    @property
    def least(self) -> int:
        """How many more are wanted if each is taken from those who have the most: no way is shorter."""
        gap = self.missing
        above = [rival.reach for rival in self.against]
        if gap == 0 or not above or max(above) < 1:
            return gap
        over = self.want - max(above)
        for taken in range(1, gap):
            most = max(above)
            above[above.index(most)] = most - 1
            if self.have + taken >= max(above) + over:
                return taken
        return gap


def title_goal(game: "Game", seat: str, counted: Counted = tallies) -> Goal:
    """2.11: what it takes a player to be given the title, for sure, or to keep it as its holder.

    A tied holder keeps it; another needs more than everybody else, because the holder picks among those who tie. For a
    Citizen under Supremacy it is the Chancellor's (A-73). ``counted``: whoever asks for all players counts once.
    """
    if game.state.oath == "supremacy" and game.state.players[seat].role == table.CITIZEN:
        seat = facts.chancellor(game)
    goal = _by_the_most(game, seat, counted)
    return goal if goal.met or not _falls_to(game, seat) else goal._replace(want=goal.have)


def _falls_to(game: "Game", seat: str) -> bool:
    """Is the title a player's though nobody meets the goal: at a tie (A-01, A-04), or because it goes back (A-07)?"""
    read_so = game.takes("A-01", "a") != "a" or game.takes("A-04", "b") != "b" or game.takes("A-07", "a") == "b"
    return read_so and heirs_to(game) == [seat]


def _by_the_most(game: "Game", seat: str, counted: Counted) -> Goal:
    """How far a player is toward the title by the goal of the oath."""
    state, oath = game.state, game.state.oath
    returns = game.takes("A-07", "a") != "a"
    if oath in BANNER_OF_OATH:
        goal = _one_card(game, BANNER_OF_OATH[oath], seat)
        kept = state.oathkeeper == seat and not goal.against and not returns
        return goal._replace(want=0) if kept else goal
    found = counted(game, oath)
    bandits = _of_bandits(game, oath)
    have = found[seat] if seat in found else tally(game, oath, seat)  # a table may let the Chancellor be a Citizen
    sole = game.takes("A-01", "a") != "a"
    against = [Rival(who, count) for who, count in found.items() if count >= bandits and who != seat]
    most = max((rival.reach for rival in against), default=0)
    if bandits:
        against.append(Rival(facts.BANDITS, bandits, "A-04"))
    if state.oathkeeper == seat:
        want = max(most, bandits, 1) if returns else most
    else:
        want = max(most + 1, bandits + sole, 1)
    return Goal(_counted_in(oath), have, want, tuple(against))


def vision_goal(game: "Game", oath: str, seat: str, counted: Counted = tallies) -> Goal:
    """3.2: what it takes an Exile to complete the goal that a Vision shares with an oath (A-02, A-03, A-04)."""
    if oath in BANNER_OF_OATH:
        return _one_card(game, BANNER_OF_OATH[oath], seat)
    against = tuple(rivals(game, oath, seat, counted))
    beyond = game.takes("A-02", "b") != "a"
    want = max((rival.reach + beyond for rival in against), default=0)
    found = counted(game, oath)
    have = found[seat] if seat in found else tally(game, oath, seat)
    return Goal(_counted_in(oath), have, max(want, 1), against)


def successor_goal(game: "Game", seat: str) -> Goal:
    """3.3.1: what it takes a Citizen to be the Successor; at most one is (A-15)."""
    oath = game.state.oath
    if oath != "supremacy":
        card = {"devotion": table.GRAND_SCEPTER, "people": table.DARKEST_SECRET}.get(oath, table.PEOPLES_FAVOR)
        return _one_card(game, card, seat)
    others = [other for other in facts.players(game, (table.CHANCELLOR, table.CITIZEN)) if other != seat]
    against = tuple(Rival(other, facts.relics_and_banners(game, other)) for other in others)
    want = max((rival.reach + 1 for rival in against), default=0)  # a table may let the Chancellor be an Exile
    return Goal(RELICS_AND_BANNERS, facts.relics_and_banners(game, seat), want, against)


def _one_card(game: "Game", card: str, seat: str) -> Goal:
    """A goal that whoever holds one card meets."""
    holder = facts.owner(game, card)
    against = (Rival(holder, 1),) if holder not in (None, seat) else ()
    return Goal(card, int(holder == seat), 1, against)


def _counted_in(oath: str) -> str:
    return SITES if oath == "supremacy" else RELICS_AND_BANNERS


def rivals(game: "Game", oath: str, seat: str, counted: Counted = tallies) -> Iterator[Rival]:
    """Everybody with whom an Exile is compared for a Vision's goal (3.2).

    Under Conquest the Empire counts once, or once for each of its players (A-03); bandits, if a table has them compete
    (A-04).
    """
    empire = len(facts.players(game, (table.CHANCELLOR, table.CITIZEN)))
    for other, count in counted(game, oath).items():
        if other == seat:
            continue
        added = oath == "supremacy" and facts.side_of(game, other) == table.PURPLE and game.takes("A-03", "a") == "b"
        yield Rival(other, count * empire, "A-03") if added and empire > 1 else Rival(other, count)
    if bandits := _of_bandits(game, oath):
        yield Rival(facts.BANDITS, bandits, "A-04")


def in_the_way(game: "Game", oath: str, seat: str) -> list[Rival]:
    """The rivals who keep an Exile from a Vision's goal: who have more, or as much if that is too little (A-02)."""
    goal = vision_goal(game, oath, seat)
    tie = game.takes("A-02", "b") == "a"
    return [each for each in goal.against if each.reach > goal.have or (each.reach == goal.have and not tie)]


def fulfils_vision(game: "Game", oath: str, seat: str) -> bool:
    """Has an Exile completed the goal that a Vision shares with an oath (A-02, A-03, A-04)?"""
    return vision_goal(game, oath, seat).met
