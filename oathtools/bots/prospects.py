"""How near each player is to winning, as one number, and what a campaign from where one stands could bring.

The rules of winning are those of ``procedures/victory`` and ``procedures/machine/title``; here they are only weighed.
"""

from functools import cache, cached_property

from oathtools import catalog
from oathtools.odds.battle import Battle
from oathtools.odds.exact import chance
from oathtools.procedures.campaign.kinds import ACTION
from oathtools.procedures.machine import facts, title
from oathtools.procedures.machine.game import Game
from oathtools.table.state import CHANCELLOR, CITIZEN, EXILE, PURPLE, SLOT, SLOTS

# Each step that is missing makes a victory so much less near.
STEP = 0.62


@cache
def winning(force: int, defense: int, standing: int) -> float:
    """The exact chance of so many warbands, all of them with a die, against some dice and warbands."""
    if not force:
        return 0.0
    won, total = chance(Battle(force, force, defense, standing))
    return won / total


class Ground:
    """One table, looked at for all of its seats at once."""

    def __init__(self, game: Game) -> None:
        self.game, self.state = game, game.state
        self._prospects: dict[str, float] = {}

    @cached_property
    def rulers(self) -> list[tuple[str, ...]]:
        """Who rules each site."""
        return [facts.rulers(self.game, slot) for slot in range(SLOTS)]

    def side(self, seat: str) -> str:
        """The color on which a player rules."""
        return PURPLE if self.state.players[seat].role == CITIZEN else seat

    def ruled(self, seat: str) -> list[int]:
        """The slots a player rules."""
        side = self.side(seat)
        return [slot for slot, sides in enumerate(self.rulers) if side in sides]

    def warbands(self, seat: str, slot: int) -> int:
        """How many of a player's warbands stand at a site."""
        return self.state.count(SLOT[slot], self.side(seat))

    def board(self, seat: str) -> int:
        """How many warbands are on a player's board."""
        return self.state.count(f"board.{seat}", self.side(seat))

    # -- how near ------------------------------------------------------------------------------------------------

    def prospect(self, seat: str) -> float:
        """How near a player is to winning, from 0 to 1."""
        found = self._prospects.get(seat)
        if found is None:
            role = self.state.players[seat].role
            found = self._exile(seat) if role == EXILE else self._imperial(seat)
            self._prospects[seat] = found
        return found

    def _exile(self, seat: str) -> float:
        ways = sorted([self._usurper(seat), self._visionary(seat)], reverse=True)
        return min(0.97, ways[0] + 0.25 * ways[1] * (1 - ways[0]))

    def _usurper(self, seat: str) -> float:
        """3.1: the title, turned to its Usurper side at one Wake, held until the next."""
        state = self.state
        lead = self.lead(state.oath, seat)
        if state.oathkeeper == seat:
            held = 0.75 if state.usurper else 0.5
            return held + 0.06 * min(3, max(0, lead))
        return 0.3 * STEP ** min(6, max(0, -lead))

    def _visionary(self, seat: str) -> float:
        """3.2: a revealed Vision, its goal met at one's Wake, three Visions drawn."""
        visions = facts.revealed_visions(self.game, seat)
        if not visions:
            return 0.0
        drawn = min(catalog.VISIONS_TO_WIN, self.state.visions_drawn)
        ready = 0.4 + 0.2 * drawn
        best = 0.0
        for vision in visions:
            oath = (catalog.vision(vision).oath or "").removeprefix("oath.")
            if oath:
                lead = self.lead(oath, seat, tie=False)
                near = 0.75 + 0.06 * min(3, lead) if lead > 0 else 0.4 * STEP ** min(6, -lead)
                best = max(best, near * ready)
        return best

    def _imperial(self, seat: str) -> float:
        """3.3, 3.4: an Imperial Oathkeeper at the end of a late round; a Successor goes before the Chancellor."""
        state = self.state
        holder = state.oathkeeper
        late = min(8, state.round) / 8
        if holder is not None and state.players[holder].imperial:
            base = 0.35 + 0.3 * late + 0.04 * min(3, max(0, self.lead(state.oath, holder)))
        else:
            base = 0.25 * STEP ** min(6, max(0, -self.lead(state.oath, state.seats[0])))
        heirs = title.successors(self.game)
        if seat in heirs:
            return base
        if state.players[seat].role == CHANCELLOR:
            return base * (0.35 if heirs else 1.0)
        return base * 0.3

    def lead(self, oath: str, seat: str, tie: bool = True) -> int:
        """How far a player is ahead of the next rival toward the goal of an oath; what is missing, if negative.

        ``tie``: whoever holds the title keeps it at a tie, and whoever does not needs one more.
        """
        tallies = self._tallies(oath)
        side = self.side(seat)
        mine = tallies.get(seat, tallies.get(self.state.seats[0], 0) if side == PURPLE else 0)
        most = max(
            (
                count
                for other, count in tallies.items()
                if other != seat and not (oath == "supremacy" and self.side(other) == side)
            ),
            default=0,
        )
        lead = mine - most
        if tie and self.state.oathkeeper == seat:
            return lead
        return lead if lead > 0 else lead - 1

    def _tallies(self, oath: str) -> dict[str, int]:
        game = self.game
        if oath != "supremacy":
            return {seat: title.tally(game, oath, seat) for seat in title.contenders(game, oath)}
        return {seat: len(self.ruled(seat)) for seat in title.contenders(game, oath)}

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
            if other != seat and self.side(other) != mine:
                prize = self._prize(other)
                if prize:
                    standing = self.board(other)
                    found = max(found, winning(min(force, 20), 2, min(standing, 30)) * prize)
        enough = state.players[seat].supply >= catalog.ACTION_SUPPLY[ACTION]
        return found if enough else 0.5 * found

    def hunted(self, seat: str) -> float:
        """The best chance of a rival at the same site to beat a player there, by what that player has."""
        state = self.state
        slot = state.players[seat].slot
        prize = self._prize(seat)
        if slot is None or not prize:
            return 0.0
        force = [self.board(other) for other in self._at(slot) if self.side(other) != self.side(seat)]
        return prize * winning(min(max(force, default=0), 20), 2, min(self.board(seat), 30))

    def _at(self, slot: int) -> list[str]:
        return [seat for seat, player in self.state.players.items() if player.slot == slot]

    def _prize(self, seat: str) -> float:
        """What there is to be taken from a player: relics and banners, those that the oath wants first."""
        state = self.state
        goods = len(state.zone(f"held.{seat}")) + sum(holder == seat for holder in state.holders.values())
        wanted = state.oath != "supremacy" and state.oathkeeper == seat
        return min(2.0, 0.4 * goods) + (0.8 if wanted else 0.0)


def ground(game: Game) -> Ground:
    """A table, looked at for its terms."""
    return Ground(game)
