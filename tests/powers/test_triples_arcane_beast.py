"""Arcane, Beast and the edifices: three cards and more at once, and what they do in another player's turn."""

import pytest

from oathtools.table.state import SECRET
from tests.tables import Table, a_table


def calm(players: int = 4) -> Table:
    """Nobody has the title, nobody takes it."""
    return a_table(players).oath("devotion").title(None)


# -- what is there to work on (A-161, 7.1.3) -----------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "because"), [("blue", ["denizen.ancient_bloodline"]), ("red", [])])
def test_10_16_roving_terror_does_not_leave_a_site_where_ancient_bloodline_locks_it(
    seat: str, because: list[str]
) -> None:
    """Red stands there. The denizen is discarded to move the Terror (FAQ Roving Terror 1): no move, no use."""
    table = calm().seat("red", at="steppe", secrets=1).seat(seat, advisers=["ancient_bloodline"])
    table = table.site("steppe", cards=["roving_terror"], warbands={seat: 1}).site("mountain", cards=["tents"])
    assert [row.source for row in table.refusals("power", card="roving_terror")] == because


@pytest.mark.parametrize(("secrets", "may"), [(1, False), (2, True)])
def test_7_1_2_wild_allies_to_the_hidden_place_need_a_secret_for_each(secrets: int, may: bool) -> None:
    """One lies on the Allies, one is flipped for the targets (11.12): who has only one would pay for nothing."""
    table = calm().seat("red", at=0, secrets=secrets, warbands=3, advisers=["wild_allies"]).seat("blue")
    table = table.site("the_hidden_place", slot=3, cards=["wolves"], warbands={"blue": 1})
    refused = table.refusals("power", card="wild_allies")
    assert [(row.clause, row.source) for row in refused] == ([] if may else [("5.5.1", "denizen.wild_allies")])
    if may:
        play = table.play().answer("power")
        while play.asked[0] != "campaign.dice":
            play.answer(play.offered[0] if play.pending.default is None else play.pending.default)
        assert play.at("wild_allies", SECRET) == 1
