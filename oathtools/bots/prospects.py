"""How near each player is to winning, as one number, and what a campaign from where one stands could bring.

The rules of winning are those of ``procedures/victory`` and ``procedures/machine/title``; here they are only weighed.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from oathtools import catalog
from oathtools.kit.lazy import Memo
from oathtools.odds.battle import Battle
from oathtools.odds.exact import chance
from oathtools.procedures.campaign.fight import ACTION
from oathtools.procedures.machine import facts, title
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.title import Goal
from oathtools.procedures.turn import refreshed_supply
from oathtools.procedures.victory import claims
from oathtools.procedures.victory.claims import Part
from oathtools.table.state import BANNERS, BOARD, CHANCELLOR, CITIZEN, EXILE, HELD, PURPLE, SLOT

# Each step that is missing makes a victory so much less near.
STEP = 0.45
# The places from which secrets come back.
_RETURNING = ("denizen.", "edifice.", "relic.")


@cache
def winning(force: int, defense: int, standing: int) -> float:
    """The exact chance of so many warbands, all of them with a die, against some dice and warbands."""
    if not force:
        return 0.0
    won, total = chance(Battle(force, force, defense, standing))
    return won / total


class _Counts:
    """What is counted at a table that nothing changes but what it is known by (``Ground``)."""

    def __init__(self, game: Game, rulers: Sequence[tuple[str, ...]], visions: Mapping[str, tuple[str, ...]]) -> None:
        self.rulers = rulers
        roles = {seat: player.role for seat, player in game.state.players.items()}
        self.sides = {seat: PURPLE if role == CITIZEN else seat for seat, role in roles.items()}
        self.citizens = [seat for seat in game.state.seats if roles[seat] == CITIZEN]
        self.empire = [seat for seat in game.state.seats if roles[seat] in (CHANCELLOR, CITIZEN)]
        self.ruled = Memo[str, list[int]](lambda side: [slot for slot, sides in enumerate(rulers) if side in sides])
        tallies = Memo[str, dict[str, int]](lambda oath: title.tallies(game, oath))

        def counted(game: Game, oath: str) -> Mapping[str, int]:
            return tallies[oath]

        self.titles = Memo[str, Goal](lambda seat: title.title_goal(game, seat, counted))
        self.successors = Memo[str, Goal](lambda seat: title.successor_goal(game, seat))
        self.aims: dict[str, list[Part]] = {
            seat: [claims.aim_of(game, seat, each, counted=counted)[0] for each in several]
            for seat, several in visions.items()
        }
        self.wanted = {seat: {goal.of for goal in self._goals(seat)} for seat in visions}
        # Has every revealed Vision a goal that is counted here, and none that only a power knows?
        self.plain = all(aim.goal is not None for seat in visions for aim in self.aims[seat])
        # The favor and secrets that recover what a goal is about, and where they lie.
        wanted = {each for seat in visions for each in self.wanted[seat]}
        places = [(banner, (banner, *[BOARD[seat] for seat in visions])) for banner in BANNERS if banner in wanted]
        self.prices = [(place, catalog.banner(banner).token) for banner, several in places for place in several]
        # How near each player is to winning, by all else that it rests on.
        self.prospects = Memo[tuple[object, ...], dict[str, float]](lambda _: {})

    def _goals(self, seat: str) -> Iterator[Goal]:
        yield self.titles[seat]
        if seat in self.citizens:
            yield self.successors[seat]
        yield from (aim.goal for aim in self.aims[seat] if aim.goal is not None)


class Ground:
    """One table, looked at for all of its seats at once."""

    def __init__(self, game: Game, origin: "Ground | None" = None) -> None:
        """``origin``: the table that this game came from: what it or another one that did has counted is known."""
        self.game, self.state = game, game.state
        self._known: dict[tuple[object, ...], _Counts] = {} if origin is None else origin._known
        self._counts = counts = self._counted(origin)
        self.rulers = counts.rulers  # of each site
        self.side = counts.sides.__getitem__  # the color on which a player rules
        self._secrets: dict[str, int] = {}
        self._prospects = counts.prospects[self._stage()] if counts.plain else {}

    def _counted(self, origin: "Ground | None") -> _Counts:
        """What is counted for the title and for Visions, by all that this rests on."""
        game, state = self.game, self.state
        still = not game.do.title_stamp and not game.do.cards_stamp
        if origin is not None and still and state.oathkeeper == origin.state.oathkeeper and origin._counts.plain:
            return origin._counts
        rulers = game.rulers
        visions = {seat: facts.revealed_visions(game, seat) for seat in state.seats}
        held = [tuple(state.zone(HELD[seat])) for seat in state.seats]
        roles = [player.role for player in state.players.values()]
        key = (*rulers, *visions.values(), *held, *roles, *state.holders.values(), state.oathkeeper)
        found = self._known.get(key)
        if found is None or not found.plain:
            found = self._known[key] = _Counts(game, rulers, visions)
        return found

    def _stage(self) -> tuple[object, ...]:
        """What prospects rest on besides."""
        state = self.state
        prices = [state.count(place, what) for place, what in self._counts.prices]
        stage = state.usurper, state.visions_drawn, state.round, state.turn
        return (*stage, *prices, self.secrets(state.turn) if prices else 0)

    def ruled(self, seat: str) -> list[int]:
        """The slots a player rules."""
        return self._counts.ruled[self.side(seat)]

    def share(self, seat: str) -> float:
        """How much of what a side rules is a player's own: a Citizen rules together with the whole Empire."""
        return 0.35 if self.state.players[seat].role == CITIZEN else 1.0

    def warbands(self, seat: str, slot: int) -> int:
        """How many of a player's warbands stand at a site."""
        return self.state.count(SLOT[slot], self.side(seat))

    def board(self, seat: str) -> int:
        """How many warbands are on a player's board."""
        return self.state.count(BOARD[seat], self.side(seat))

    def secrets(self, seat: str) -> int:
        """A player's secrets that can be spent: on the board, and on cards until the Rest of this turn (4.3.2)."""
        found = self._secrets.get(seat)
        if found is None:
            found = self.state.count(BOARD[seat], "secret")
            if self.state.turn == seat:
                piles = self.state.pieces.items()
                found += sum([pile["secret"] for at, pile in piles if "secret" in pile and at.startswith(_RETURNING)])
            self._secrets[seat] = found
        return found

    # -- what is asked of the rules, once for all seats -----------------------------------------------------------

    def title_goal(self, seat: str) -> Goal:
        """2.11: what it takes a player to have the title."""
        return self._counts.titles[seat]

    def successor(self, seat: str) -> Goal:
        """3.3.1: what it takes a Citizen to be the Successor."""
        return self._counts.successors[seat]

    def aims(self, seat: str) -> list[Part]:
        """3.2: the goals of the Visions that are revealed for a player."""
        return self._counts.aims[seat]

    def wanted(self, seat: str) -> set[str]:
        """What the goals of a player count: sites, relics and banners, or the one card that one is about."""
        return self._counts.wanted[seat]

    # -- how near ------------------------------------------------------------------------------------------------

    def prospect(self, seat: str) -> float:
        """How near a player is to winning, from 0 to 1."""
        found = self._prospects.get(seat)
        if found is None:
            is_exile = self.state.players[seat].role == EXILE
            found = self._prospects[seat] = self._exile(seat) if is_exile else self._imperial(seat)
        return found

    def _exile(self, seat: str) -> float:
        ways = sorted([self._usurper(seat), self._visionary(seat)], reverse=True)
        return min(0.97, ways[0] + 0.25 * ways[1] * (1 - ways[0]))

    def _usurper(self, seat: str) -> float:
        """3.1: the title, turned to its Usurper side at one Wake, held until the next."""
        state = self.state
        lead = self.lead(self.title_goal(seat), seat)
        if state.oathkeeper == seat:
            return (0.75 if state.usurper else 0.5) + 0.06 * min(3, max(0, lead))
        return 0.3 * STEP ** min(6, max(0, -lead))

    def _visionary(self, seat: str) -> float:
        """3.2: a revealed Vision, its goal met at one's Wake, three Visions drawn."""
        best = 0.0
        for goal in self.aims(seat):
            lead = self.lead(goal.goal, seat) if goal.goal else float(goal.have - goal.want)
            near = 0.75 + 0.06 * min(3, lead) if goal.met else 0.4 * STEP ** min(6, -lead)
            best = max(best, near)
        return best * (0.4 + 0.2 * min(catalog.VISIONS_TO_WIN, self.state.visions_drawn))

    def _imperial(self, seat: str) -> float:
        """3.3, 3.4: an Imperial Oathkeeper at the end of a late round; a Successor goes before the Chancellor."""
        regime = self._regime
        if seat == self.state.seats[0]:
            heirs = any(self.successor(citizen).met for citizen in self._counts.citizens)
            return regime * (0.35 if heirs else 1.0)
        goal = self.successor(seat)
        lead = self.lead(goal, seat)
        return regime * (min(1.0, 0.85 + 0.05 * lead) if goal.met else 0.5 * STEP ** min(6, -lead))

    @cached_property
    def _regime(self) -> float:
        """How near the Empire is to winning, whoever of it would."""
        holder, empire = self.state.oathkeeper, self._counts.empire
        if holder in empire:
            lead = self.lead(self.title_goal(holder), holder, empire)
            return 0.35 + 0.3 * min(8, self.state.round) / 8 + 0.04 * min(3, max(0, lead))
        lead = max(self.lead(self.title_goal(each), each, empire) for each in empire)
        return 0.25 * STEP ** min(6, max(0, -lead))

    def lead(self, goal: Goal, seat: str, friends: Collection[str] = ()) -> float:
        """How far ahead of all rivals a player is toward a goal that is met; what is missing, below zero, of another.

        A banner is as far away as the favor or secrets that recover it (2.5, 5.4), and as safe as it is dear.
        ``friends``: who is no rival, where it is all the same who of them is ahead.
        """
        if goal.of in BANNERS:
            return self._lead_for(goal, seat, friends)
        if not goal.met:
            return -float(max(1, goal.missing))
        rivals = [rival.reach for rival in goal.against if rival.who not in friends]
        return float(goal.have - max(rivals, default=0)) if goal.against else 1.0

    def _lead_for(self, goal: Goal, seat: str, friends: Collection[str]) -> float:
        what = catalog.banner(goal.of).token
        price = self.state.count(goal.of, what) + 1
        if goal.met:
            rivals = [each for each in self.state.seats if each != seat and each not in friends]
            return min(3.0, max(0.0, price - max((self.state.count(BOARD[each], what) for each in rivals), default=0)))
        have = self.secrets(seat) if what == "secret" else self.state.count(BOARD[seat], what)
        return -1.0 - 0.5 * max(0, price - have)

    # -- what could be won ---------------------------------------------------------------------------------------

    def opening(self, seat: str) -> float:
        """The best campaign from where a player stands: its exact chance, plans left aside, by what it would bring."""
        state = self.state
        slot, force = state.players[seat].slot, self.board(seat)
        if slot is None or not force or not state.faceup_site(slot):
            return 0.0
        found = 0.0
        sides, mine = self.rulers[slot], self.side(seat)
        if mine not in sides:
            # The people of a site stand by its ruler: those on the board of a player who is here.
            for side in sides:
                bandits = side not in state.seats
                standing = facts.bandits_at(self.game, slot) if bandits else state.count(SLOT[slot], side)
                standing += sum(self.board(other) for other in self._at(slot) if self.side(other) == side)
                dice = catalog.DEFENSE_DICE["site"] + (1 if state.oathkeeper == side and not bandits else 0)
                found = max(found, winning(min(force, 20), dice, min(standing, 30)) * (1.0 if bandits else 1.3))
        for other in self._at(slot):
            prize = 0.0 if other == seat else self._prize(other, seat)
            if prize:
                standing = self.board(other)
                found = max(found, winning(min(force, 20), 2, min(standing, 30)) * prize)
        enough = state.players[seat].supply >= catalog.ACTION_SUPPLY[ACTION]
        return found if enough else 0.5 * found

    def hunted(self, seat: str) -> float:
        """The best chance of a rival at the same site to beat a player there, by what that player has."""
        slot = self.state.players[seat].slot
        if slot is None:
            return 0.0
        found = 0.0
        for other in self._at(slot):
            prize = 0.0 if other == seat else self._prize(seat, other)
            if prize:
                found = max(found, prize * winning(min(self.board(other), 20), 2, min(self.board(seat), 30)))
        return found

    def _at(self, slot: int) -> list[str]:
        return [seat for seat, player in self.state.players.items() if player.slot == slot]

    def _prize(self, seat: str, taker: str) -> float:
        """What a rival could take from a player: relics and banners, those that a goal of theirs is about first."""
        state = self.state
        if seat == taker or (self.side(seat) == self.side(taker) and state.players[taker].role != CITIZEN):
            return 0.0
        goods = [*state.zone(f"held.{seat}"), *(card for card, holder in state.holders.items() if holder == seat)]
        wanted = self.wanted(taker)
        many = "relics_and_banners" in wanted
        return min(2.5, sum(1.4 if card in wanted else 0.7 if many else 0.4 for card in goods))


# -- what a table is worth to a seat: named terms, each with its weight ----------------------------------------------


Terms = Mapping[str, float]
# The name of the term that falls as Supply is spent.
SUPPLY = "to spend"


class Term(NamedTuple):
    """A term: its name, what one of it is worth, what it counts, and how that is counted."""

    name: str
    weight: float
    says: str
    counts: Callable[[Game, str, Ground], float]


def _over(game: Game, seat: str, on: Ground) -> float:
    result = game.state.result
    return 0.0 if not result else 1.0 if result["winner"] == seat else -1.0


def _danger(game: Game, seat: str, on: Ground) -> float:
    return max([on.prospect(other) for other in game.state.seats if other != seat], default=0.0)


def _rivals(game: Game, seat: str, on: Ground) -> float:
    others = [on.prospect(other) for other in game.state.seats if other != seat]
    return sum(others) / len(others)


def _sites(game: Game, seat: str, on: Ground) -> float:
    return len(on.ruled(seat)) * on.share(seat)


def _garrison(game: Game, seat: str, on: Ground) -> float:
    """Up to three warbands at each site that one rules."""
    return sum([min(3, on.warbands(seat, slot)) for slot in on.ruled(seat)]) * on.share(seat)


def _warbands(game: Game, seat: str, on: Ground) -> float:
    count = on.board(seat)
    return min(count, 6) + 0.5 * max(0, min(count, 12) - 6)


def _favor(game: Game, seat: str, on: Ground) -> float:
    return _less_and_less(game.state.count(BOARD[seat], "favor"), 4)


def _secrets(game: Game, seat: str, on: Ground) -> float:
    return _less_and_less(on.secrets(seat) + game.state.count(BOARD[seat], "hidden"), 3)


def _less_and_less(count: int, enough: int) -> float:
    """The first one counts twice, as nothing can be traded by whoever has none; each beyond enough counts half."""
    return min(count, 1) + min(count, enough) + 0.5 * min(enough, max(0, count - enough))


def _banners(game: Game, seat: str, on: Ground) -> float:
    return float(sum(holder == seat for holder in game.state.holders.values()))


def _hoard(game: Game, seat: str, on: Ground) -> float:
    """What lies on the banners that one has: the price at which others recover them, and their defense."""
    state = game.state
    mine = [banner for banner, holder in state.holders.items() if holder == seat]
    return float(sum(min(6, state.count(banner, catalog.banner(banner).token)) for banner in mine))


def _advisers(game: Game, seat: str, on: Ground) -> float:
    state = game.state
    row = state.zone(f"advisers.{seat}")
    return sum([0.4 if card in state.facedown else 1.0 for card in row])


def _cards(game: Game, seat: str, on: Ground) -> float:
    """Denizens and edifices at sites that one rules: powers to use and suits to muster from."""
    return sum([len(game.state.zone(f"cards.{slot}")) for slot in on.ruled(seat)]) * on.share(seat)


def _supply(game: Game, seat: str, on: Ground) -> float:
    """The Supply of the next turn: by the bank, and what was not spent, as far as the track goes (4.3.3, 4.3.4)."""
    left = game.state.players[seat].supply
    if game.state.turn != seat:
        return float(left)
    return float(min(catalog.SUPPLY_TRACK.most, left + refreshed_supply(game, seat)))


def _to_spend(game: Game, seat: str, on: Ground) -> float:
    return float(game.state.players[seat].supply) if game.state.turn == seat else 0.0


TERMS: Sequence[Term] = (
    Term("over", 1000.0, "the game is over: won, or lost", _over),
    Term("prospect", 60.0, "how near one's own victory is, from 0 to 1", lambda game, seat, on: on.prospect(seat)),
    Term("danger", -40.0, "how near the victory of the nearest rival is", _danger),
    Term("rivals", -15.0, "how near the victories of all rivals are, on average", _rivals),
    Term(
        "opening",
        2.5,
        "the exact chance of the best campaign against what is at one's site, by what it brings",
        lambda game, seat, on: on.opening(seat),
    ),
    Term(
        "hunted",
        -3.0,
        "the exact chance of whoever stands at one's site to beat one there",
        lambda game, seat, on: on.hunted(seat),
    ),
    Term("sites", 2.5, "sites that one rules, a third of the Empire's for a Citizen", _sites),
    Term("garrison", 1.2, "warbands at them, up to three each", _garrison),
    Term("warbands", 2.0, "warbands on the board, half as much beyond six", _warbands),
    Term("favor", 0.8, "favor on the board, the first one twice, half as much beyond four", _favor),
    Term(
        "secrets",
        1.2,
        "secrets on the board, and on cards until they return; the first one twice, half as much beyond three",
        _secrets,
    ),
    Term("relics", 3.0, "relics", lambda game, seat, on: float(len(game.state.zone(f"held.{seat}")))),
    Term("banners", 3.5, "banners", _banners),
    Term("hoard", 0.4, "favor and secrets on one's banners", _hoard),
    Term("advisers", 1.2, "advisers, faceup ones first", _advisers),
    Term("cards", 0.6, "cards at the sites that one rules", _cards),
    Term("supply", 0.5, "the Supply of the next turn", _supply),
    Term(SUPPLY, 0.05, "Supply left in this turn", _to_spend),
)


def measured(game: Game, seat: str, origin: Ground | None = None) -> Terms:
    """Every term of a table for a seat, times its weight; ``origin`` as in ``Ground``."""
    on = Ground(game, origin)
    return {name: weight * counts(game, seat, on) for name, weight, _, counts in TERMS}


def value(terms: Terms) -> float:
    """What the terms come to."""
    return sum(terms.values())


def mixed(ends: Sequence[tuple[float, Terms]]) -> Terms:
    """The terms to be expected of several ends, each with its chance."""
    if len(ends) == 1:
        return ends[0][1]
    return {term.name: sum(chance * terms[term.name] for chance, terms in ends) for term in TERMS}
