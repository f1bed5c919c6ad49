"""A-136: powers that answer one event: several players' in turn order, a player's own as that player wants them."""

import pytest

from oathtools.table.state import FAVOR
from tests.battles import declare, war
from tests.powers.test_pairs_in_campaigns import attack, fall, rest
from tests.support.tables import Script, Table, a_table, down

SNEAK, HERALD = "sneak_attack.campaign", "herald.bank"


def killed(play: Script) -> list[str]:
    """The places at which warbands were killed since the last answer, in their order."""
    return [event.facts["from"] for event in play.events if event.kind == "kill"]


def test_a_136_who_plays_vow_of_kinship_fills_the_bank_before_saddle_makers_take_of_it() -> None:
    """10.15: what the Vow does is no When Played power; both answer the play, and it is Red's turn."""
    table = a_table().banks(0).seat("red", at=0, favor=3, advisers=[down("vow_of_kinship")])
    play = table.seat("blue", advisers=["saddle_makers"]).play().answer("play", "vow_of_kinship", "adviser")
    assert (play.has("red", FAVOR), play.has("blue", FAVOR), play.at("bank.nomad", FAVOR)) == (0, 2, 1)


LAKE, TYRANT = "denizen.boiling_lake", "denizen.tyrant"


@pytest.mark.parametrize(
    ("first", "lost"), [((LAKE, TYRANT), ["board.red", "slot.1"]), ((TYRANT, LAKE), ["slot.1", "board.red"])]
)
def test_a_136_boiling_lake_and_tyrant_are_the_travelers_own_who_says_which_comes_first(
    first: tuple[str, str], lost: list[str]
) -> None:
    """Nobody has the Lake's power: it is told to whoever travels there."""
    table = a_table().oath("devotion").title(None).seat("red", at=0, warbands=3, advisers=["tyrant"])
    play = table.site("mountain", cards=["boiling_lake"], warbands={"blue": 1}).play().answer("travel", "mountain")
    assert play.asked == ("powers.order", "red") and list(play.pending.options) == [LAKE, TYRANT]
    play.answer(list(first))
    assert killed(play) == lost
    assert (play.has("red", "warbands"), play.at("slot.1", "blue")) == (1, 0)


def test_a_136_of_the_drum_and_hospitality_their_owner_says_which_comes_first() -> None:
    """10.2: both answer the travel right afterwards."""
    table = a_table().seat("red", at=0, advisers=["hospitality", "tents"], relics=["dragonskin_drum"])
    play = table.site("mountain", cards=["elders"]).play().answer("travel", "mountain")
    assert play.asked == ("powers.order", "red")
    assert list(play.pending.options) == ["denizen.hospitality", "relic.dragonskin_drum"]
    assert play.answer(["relic.dragonskin_drum", "denizen.hospitality"]).asked == ("dragonskin_drum.gain", "red")
    play.answer("yes", "bank.nomad")
    assert (play.has("red", "warbands"), play.has("red", FAVOR), play.asked[0]) == (1, 1, "act")


def test_a_136_what_does_not_act_is_no_part_of_the_order() -> None:
    """Red's own Vines hold no friend, the Lake knows its ruler, and nobody stands where Tyrant would strike."""
    table = a_table().oath("supremacy").title("purple").seat("red", at=0, relics=["dragonskin_drum"])
    table.site("plains", cards=["grasping_vines"], warbands={"red": 1}).seat("red", advisers=["tyrant"])
    play = table.site("mountain", cards=["boiling_lake"]).play().answer("travel", "steppe")
    assert play.asked == ("dragonskin_drum.gain", "red")


@pytest.mark.parametrize("site", ["steppe", "deep_woods"])
def test_11_2_homelands_elsewhere_have_no_part_in_a_play(site: str) -> None:
    """Nothing is asked for their sake, and only the one that is played to gives something."""
    table = a_table().seat("red", at=0, favor=1, secrets=1, advisers=[down("tents"), down("oracle")])
    table.site("steppe", warbands={"red": 1}).site("deep_woods", warbands={"red": 1})
    play = table.play()
    play.answer("play", "tents", "adviser")
    assert play.asked[0] == "act"


def vines(**red: object) -> Table:
    """Red leaves the Plains, where Yellow's Grasping Vines hold."""
    table = a_table(4).oath("supremacy").seat("red", at=0, **red)  # type: ignore[arg-type]
    return table.site("plains", cards=["grasping_vines"], warbands={"yellow": 1})


@pytest.mark.parametrize(("before", "dead"), [(0, []), (1, ["board.red"])])
def test_7_1_4_the_vines_of_another_player_hold_before_a_travelers_drum_sounds(before: int, dead: list[str]) -> None:
    """The Vines take effect in the Travel that they modify, the Drum after it (10.2): what comes by it is safe."""
    play = vines(warbands=before, relics=["dragonskin_drum"]).title("yellow").play().answer("travel", "mountain")
    assert killed(play) == dead and play.asked == ("dragonskin_drum.gain", "red")
    assert play.answer("yes").has("red", "warbands") == 1


def test_a_136_what_a_trigger_causes_is_finished_before_the_next_trigger_of_that_event() -> None:
    """2.11: Tyrant takes the rule that gives Red the title, Chaos Cult answers that, and then the Vines hold Red."""
    table = vines(warbands=2, favor=2, advisers=["tyrant"]).title("purple")
    table.site("mountain", warbands={"purple": 1}).site("steppe", warbands={"purple": 1})
    table.site("deep_woods", warbands={"red": 1}).site("standing_stones", warbands={"red": 1})
    play = table.seat("blue", advisers=["chaos_cult"]).play().answer("travel", "mountain")
    assert play.state.oathkeeper == "red" and play.has("blue", FAVOR) == 1
    order = [event.kind for event in play.events if event.kind in ("kill", "title", "take")]
    assert order == ["kill", "title", "take", "kill"] and killed(play) == ["slot.1", "board.red"]


@pytest.mark.parametrize(("sneaker", "herald"), [("blue", "yellow"), ("yellow", "blue")])
def test_a_136_herald_of_one_and_sneak_attack_of_another_go_by_their_seats(sneaker: str, herald: str) -> None:
    """Red's turn: Blue comes before Yellow. One who has both hears the Herald first, which serves them (10.2)."""
    table = war().seat("red", warbands=4).seat("purple", at=3)
    table.seat(sneaker, at=3, warbands=6, advisers=["sneak_attack"]).seat(herald, at=3, advisers=["herald"])
    play = rest(fall(attack(table, "pawn", by="purple", dice=1), "2", "h"), SNEAK, HERALD)
    first = (SNEAK, "blue") if sneaker == "blue" else (HERALD, "blue")
    assert play.asked == first
    second = (HERALD, "yellow") if sneaker == "blue" else (SNEAK, "yellow")
    assert play.answer("no" if first[0] == SNEAK else "bank.order").asked == second


def test_a_136_what_the_campaign_of_a_sneak_attack_causes_comes_before_the_herald_of_the_first() -> None:
    """Yellow's Herald answers Blue's campaign, then Red's."""
    table = war().seat("red", warbands=4).seat("purple", at=3).seat("yellow", advisers=["herald"])
    table.seat("blue", at=3, warbands=6, advisers=["sneak_attack"])
    play = rest(fall(attack(table, "pawn", by="purple", dice=1), "2", "h"), SNEAK).answer("yes")
    play = rest(fall(declare(play, "red", ["pawn"], 6), "0", "s"), HERALD)
    assert play.asked == (HERALD, "yellow") and play.game.frame.actor == "blue"
    rest(play.answer("bank.order"), HERALD)
    assert play.asked == (HERALD, "yellow") and play.game.frame.actor == "red"
