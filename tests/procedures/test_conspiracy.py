"""5.1.4.4 Playing the Conspiracy: who may, what it needs, what it takes; it ends in the box."""

import pytest

from oathtools.table.state import CONSPIRACY, FAVOR, HIDDEN, PEOPLES_FAVOR, PURPLE, SECRET, SHARED
from tests.support.tables import Lay, Script, Table, a_table, down, unknown

MAP, CUP = "relic.map", "relic.cup_of_plenty"


def plot(*mine: Lay, theirs: tuple[Lay, ...] = ("longbows",), relics: tuple[Lay, ...] = (MAP,), **red: object) -> Table:
    """Red draws the Conspiracy at the Mountain, where Blue stands with a relic."""
    told = {"secrets": 1, **red}
    table = a_table().seat("red", at="mountain", advisers=mine or ("curfew", "pressgangs"), **told)
    return table.seat("blue", at="mountain", advisers=theirs, relics=relics).deck(CONSPIRACY, rest=False)


def played(table: Table) -> Script:
    return table.play().answer("search", "vision")


def reasons(table: Table, target: str = MAP) -> list[tuple[str, str]]:
    """What is against taking something; red keeps a reason to be asked at all."""
    play = table.seat("yellow", at="mountain", advisers=["longbows"], relics=["horned_mask"]).play()
    play.answer("search", "vision")
    if play.asked[0] != "conspiracy.take":
        return [("", "nothing can be taken")]
    return play.refuses(target)


# -- what it takes -----------------------------------------------------------------------------------------------


def test_5_1_4_4_a_secret_burned_for_a_relic() -> None:
    play = played(plot())
    assert play.asked == ("conspiracy.take", "red") and play.offered == ["none", MAP] and play.pending.default == "none"
    play.answer(MAP)
    assert play.zone("held.red") == [MAP] and play.has("red", SECRET) == 0
    assert play.zone("box")[-1] == CONSPIRACY and play.zone("hand.red") == []
    assert "5.1.4.4" in play.cites() and play.asked[0] == "act"


def test_a_130_faq_conspiracy_1_no_theft_is_ever_forced() -> None:
    play = played(plot()).default()
    assert play.zone("held.blue") == [MAP] and play.has("red", SECRET) == 1 and play.zone("box")[-1] == CONSPIRACY


@pytest.mark.parametrize(("value", "left"), [(1, 1), (2, 1), (4, 2)])
def test_a_130_a_banner_burns_its_two_once(value: int, left: int) -> None:
    """2.5.3, A-47."""
    table = plot(relics=()).banner("peoples_favor", "blue", value)
    before = table.built().count(SHARED, FAVOR)
    play = played(table).answer("peoples_favor")
    assert play.state.holders[PEOPLES_FAVOR] == "red" and play.state.mob
    assert play.at(PEOPLES_FAVOR, FAVOR) == left and play.at(SHARED, FAVOR) == before + value - left


@pytest.mark.parametrize("reading", ["a", "b"])
def test_a_169_a_banner_of_ones_own(reading: str) -> None:
    """A-169 b: it may be seized from oneself; two favor burn and it turns to the Mob (2.5.3)."""
    play = played(plot(relics=()).reading("A-169", reading).banner("peoples_favor", "red", 4))
    if reading == "a":
        assert play.asked[0] == "act" and play.at(PEOPLES_FAVOR, FAVOR) == 4 and not play.state.mob
        return
    assert play.asked == ("conspiracy.take", "red") and play.offered == ["none", PEOPLES_FAVOR]
    play.answer(PEOPLES_FAVOR)
    assert play.state.holders[PEOPLES_FAVOR] == "red" and play.state.mob
    assert play.at(PEOPLES_FAVOR, FAVOR) == 2 and play.has("red", SECRET) == 0


def test_5_1_4_4_one_thing_only() -> None:
    play = played(plot(relics=(MAP, CUP), secrets=3)).answer(CUP)
    assert play.zone("held.blue") == [MAP] and play.asked[0] == "act"


def test_5_1_4_4_the_grand_scepter_is_a_relic() -> None:
    table = plot().seat(PURPLE, at="mountain", advisers=["tome_guardians"])
    play = played(table)
    assert "relic.grand_scepter" in play.offered
    assert play.answer("relic.grand_scepter").state.taken == ["relic.grand_scepter"]


def test_2_11_the_title_follows() -> None:
    table = plot().oath("protection").title("blue").seat("red", relics=[CUP]).seat("blue", relics=["horned_mask"])
    assert played(table).answer(MAP).state.oathkeeper == "red"


# -- what it needs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs", "matching"),
    [
        (("curfew", "pressgangs"), ("longbows",), 2),
        (("curfew", "wolves"), ("longbows", "rangers"), 2),
        (("curfew", "wolves", "tents"), ("longbows", "rangers"), 2),
        (("marriage",), ("wayside_inn",), 2),
        (("land_warden", "wayside_inn"), ("marriage",), 2),
        (("curfew", "wolves"), ("longbows",), 1),
        (("curfew", down("pressgangs")), ("longbows",), 1),
        (("curfew", "pressgangs"), (down("longbows"),), 0),
        (("curfew", "pressgangs"), (unknown("denizen"),), 0),
        (("curfew", "pressgangs"), ("rangers",), 0),
    ],
)
def test_a_130_two_advisers_whose_suit_the_victim_has(
    mine: tuple[Lay, ...], theirs: tuple[Lay, ...], matching: int
) -> None:
    """The same suit twice will do; Marriage is two; only faceup cards have a suit; the card itself has none."""
    table = plot(*mine, theirs=theirs)
    play = played(table)
    if matching >= 2:
        assert play.offered == ["none", MAP]
        return
    assert play.asked[0] == "act" and play.zone("held.blue") == [MAP] and play.zone("box")[-1] == CONSPIRACY


def test_5_1_4_4_says_what_is_missing() -> None:
    because = "1 of the advisers match one of blue's, and 2 are needed"
    assert reasons(plot("curfew", "wolves", "pressgangs", theirs=("rangers",))) == [("5.1.4.4", because)]


@pytest.mark.parametrize("secrets", [{"secrets": 0}, {"secrets": 0, "hidden": 2}])
def test_a_130_the_secret_must_be_faceup(secrets: dict[str, int]) -> None:
    """7.1.2."""
    play = played(plot(**secrets))
    assert play.asked[0] == "act" and play.zone("held.blue") == [MAP]
    assert play.has("red", HIDDEN) == secrets.get("hidden", 0)


def test_5_1_4_4_only_from_players_at_ones_site() -> None:
    table = plot().seat("blue", at="plains")
    assert played(table).asked[0] == "act"


def test_5_1_4_4_nothing_of_ones_own_and_nothing_unheld() -> None:
    table = plot(relics=(MAP, CUP)).seat("red", relics=["horned_mask"])
    assert played(table).offered == ["none", MAP, CUP]


def test_a_123_what_cannot_be_taken() -> None:
    table = plot(relics=("circlet_of_command", MAP)).banner("peoples_favor", "blue")
    play = played(table)
    assert play.offered == ["none", "relic.circlet_of_command"]
    assert play.refuses(MAP) == [("9.2", "relic.circlet_of_command protects relic.map")]


# -- who may, from where -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["citizen", "exile"])
def test_5_1_4_4_every_player_may_play_it(role: str) -> None:
    table = plot().seat("red", role=role)
    assert played(table).answer(MAP).zone("held.red") == [MAP]


def test_5_1_4_4_the_chancellor_too() -> None:
    table = a_table().turn(PURPLE).seat(PURPLE, at="mountain", secrets=1, advisers=["curfew", "pressgangs"])
    table.seat("blue", at="mountain", advisers=["longbows"], relics=[MAP]).deck(CONSPIRACY, rest=False)
    assert MAP in played(table).answer(MAP).zone("held.purple")


def test_a_130_as_a_mere_purge_of_a_facedown_card() -> None:
    """6.1: turned up from the row, with nobody near."""
    table = a_table().seat("red", at="mountain", advisers=[down(CONSPIRACY), "longbows"])
    play = table.play().answer("play", CONSPIRACY, "vision")
    assert play.zone("box")[-1] == CONSPIRACY and play.zone("advisers.red") == ["denizen.longbows"]


def test_5_1_4_4_it_leaves_a_revealed_vision_alone() -> None:
    """2.2.1: it never lies on the Revealed Vision space."""
    play = played(plot(vision="vision.faith")).default()
    assert play.zone("vision.red") == ["vision.faith"]


def test_5_1_4_4_an_unknown_vision_may_turn_out_to_be_it() -> None:
    table = a_table().turn(PURPLE).seat(PURPLE, at="mountain")
    play = table.play().answer("search", ["vision"], "vision")
    assert play.asked[0] == "face" and play.refuses("vision.faith") != []
    assert play.answer(CONSPIRACY).zone("box") == [CONSPIRACY]


def test_5_1_4_4_replays() -> None:
    play = played(plot()).answer(MAP)
    assert play.replayed() == play.state
