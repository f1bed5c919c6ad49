"""Powers that are not coded are declared: access, cost, the grammar of moves, what cannot be."""

import pytest

from oathtools.engine.decision import failed
from oathtools.procedures.machine import facts
from oathtools.procedures.minor.card_powers import may_happen
from oathtools.table.invariants import faults
from oathtools.table.state import FAVOR, HIDDEN, PEOPLES_FAVOR, SECRET, SHARED
from tests.support import tables
from tests.support.tables import Script, Table, down, the, unknown

ALCHEMIST, WOLVES, BALLOT_BOX = "denizen.alchemist", "denizen.wolves", "denizen.ballot_box"
ROYAL_TAX, TRUE_NAMES, AUGURY = "denizen.royal_tax", "denizen.true_names", "denizen.augury"


def a_table() -> Table:
    """A table at which the powers of these cards are not known yet."""
    return tables.a_table().without(ALCHEMIST, WOLVES, BALLOT_BOX, ROYAL_TAX, TRUE_NAMES, AUGURY)


def box(**red: object) -> Table:
    """Red with the Ballot Box, an Action power without a cost."""
    told = {"at": "mountain", "advisers": ["ballot_box"], **red}
    return a_table().seat("red", **told).site("mountain", cards=["longbows"], warbands={"blue": 2})


def says(moves: str, table: Table | None = None) -> Script:
    play = (table or box()).play().answer("declare")
    assert play.asked == ("declare.moves", "red")
    return play.answer(moves)


def refused(moves: str, table: Table | None = None) -> list[str]:
    play = (table or box()).play().answer("declare")
    return [because for _, because in play.refuses(moves)]


@pytest.mark.parametrize(
    ("verb", "missing"),
    [
        *((verb, "'from' is missing") for verb in ("favor", "secrets", "facedown-secrets", "warbands")),
        *((verb, "'to' is missing") for verb in ("pawn", "move", "give")),
        *((verb, "the name of a card is missing") for verb in ("discard", "take", "peek")),
        ("supply", "'' is not a number of pieces"),
        ("turn", "'up' or 'down' is missing"),
        ("swap", "'with' is missing"),
    ],
)
def test_a_verb_alone_is_refused_with_what_it_lacks(verb: str, missing: str) -> None:
    """``peek`` alone was a fault of ours. Those that are not here need nothing more."""
    assert refused(verb) == [f"{verb}: {missing}"]


# -- which cards, access, cost -----------------------------------------------------------------------------------


def test_only_cards_in_force_that_are_not_coded() -> None:
    table = box(advisers=["ballot_box", down("wolves"), "elders"])
    assert table.play().answer("declare").skipped == [("declare.card", BALLOT_BOX)]
    assert "declare" not in a_table().seat("red", advisers=["elders"]).play().offered


def test_7_1_1_access() -> None:
    table = a_table().seat("red", at="plains").site("mountain", cards=["ballot_box"], warbands={"blue": 1})
    assert table.refusals("declare", card=BALLOT_BOX, moves="nothing") == [
        ("7.1.1", f"red neither rules {BALLOT_BOX} nor is at its site", "law")
    ]
    table = a_table().seat("red", at="mountain").site("mountain", cards=["ballot_box"], warbands={"blue": 1})
    assert table.refusals("declare", card=BALLOT_BOX, moves="nothing") == []


def test_7_1_2_the_printed_cost_is_paid() -> None:
    """Alchemist: one secret placed, one burned."""
    table = a_table().seat("red", secrets=2, advisers=["alchemist"])
    play = table.play().answer("declare", "favor 3 from bank order to me; favor 1 from bank nomad to me")
    assert (play.has("red", SECRET), play.at(ALCHEMIST, SECRET), play.has("red", FAVOR)) == (0, 1, 4)
    assert "declare" not in play.offered, "occupied until Rest"


def test_7_1_2_refused_without_it() -> None:
    table = a_table().seat("red", secrets=1, advisers=["alchemist"])
    assert [row[0] for row in table.refusals("declare", card=ALCHEMIST, moves="nothing")] == ["7.1.2"]


def test_7_1_2_what_is_declared_does_not_pay_for_it() -> None:
    table = a_table().seat("red", favor=3, advisers=["alchemist"])
    assert "declare" not in table.play().offered


def test_7_1_2_not_on_an_occupied_card() -> None:
    table = a_table().seat("red", secrets=2, advisers=["alchemist"]).on("alchemist", favor=1)
    refusals = table.refusals("declare", card=ALCHEMIST, moves="nothing")
    assert refusals == [("7.1.2", f"{ALCHEMIST} already holds 1 favor", "law")]


def test_7_1_4_persistent_powers_need_no_access() -> None:
    table = a_table().seat("red", at="plains").seat("blue", advisers=["true_names"])
    assert table.refusals("declare", card=TRUE_NAMES, moves="nothing") == []


def test_modifiers_and_battle_plans_are_not_declared() -> None:
    """What a declaration cannot express is a caution."""
    table = a_table().seat("red", advisers=["augury"])
    because = f"the power of {AUGURY} modifies an action, and such powers are not declared"
    assert table.refusals("declare", card=AUGURY, moves="nothing") == [("7.4", because, "law")]


# -- pieces ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "place", "what", "count"),
    [
        ("favor 2 from bank Hearth to me", "board.red", FAVOR, 4),
        ("favor 1 from me to bank nomad", "bank.nomad", FAVOR, 4),
        ("favor 2 from me to Blue", "board.blue", FAVOR, 3),
        ("FAVOR 1 FROM blue TO ME", "board.red", FAVOR, 3),
        ("favor 1 from me to Longbows", "denizen.longbows", FAVOR, 1),
        ("favor 1 from me to People's Favor", PEOPLES_FAVOR, FAVOR, 2),
        ("favor 1 from me to site Plains", "slot.0", FAVOR, 1),
        ("secrets 3 from shared to me", "board.red", SECRET, 4),
        ("secrets 1 from me to Longbows", "denizen.longbows", SECRET, 1),
        ("secrets 2 from shared to darkest secret", "banner.darkest_secret", SECRET, 3),
        ("facedown-secrets 1 from me to blue", "board.blue", HIDDEN, 1),
        ("warbands 2 from stock to me", "board.red", "red", 5),
        ("warbands 1 from me to stock", "stock.red", "red", 12),
        ("warbands 1 from blue to stock", "stock.blue", "blue", 11),
        ("warbands 1 blue from site Mountain to stock", "stock.blue", "blue", 11),
        ("warbands 2 from site Mountain to blue", "board.blue", "blue", 4),
        ("warbands 2 from me to site Plains", "slot.0", "red", 2),
    ],
)
def test_pieces_move(moves: str, place: str, what: str, count: int) -> None:
    table = box(favor=2, secrets=1, hidden=1, warbands=3).seat("blue", favor=1, warbands=2)
    play = says(moves, table)
    assert play.state.count(place, what) == count and faults(play.state) == []
    assert next(event.facts for event in play.events if event.kind == "declared")["moves"] == moves


def test_burned_favor_is_told_as_burned() -> None:
    play = says("favor 2 from me to shared", box(favor=2))
    assert "burn" in [event.kind for event in play.events]
    assert [event.kind for event in says("warbands 2 from site Mountain to stock").events][-1] == "kill"


@pytest.mark.parametrize(
    ("moves", "because"),
    [
        ("favor 3 from me to shared", "board.red has 2 favor, not 3"),
        ("favor 4 from bank order to me", "bank.order has 3 favor, not 4"),
        ("favor 1 from me to me", "the favor would stay at board.red"),
        ("secrets 1 from shared to bank order", "no secret belongs at bank.order"),
        ("favor 1 from me to darkest secret", "no favor belongs at banner.darkest_secret"),
        ("favor 1 from me to Whistle", "no favor belongs at relic.whistle"),
        ("warbands 1 from me to blue", "no red belongs at board.blue"),
        ("warbands 1 yellow from site Mountain to stock", "slot.1 has 0 yellow, not 1"),
        ("facedown-secrets 1 from shared to me", "no hidden belongs at shared"),
    ],
)
def test_pieces_that_cannot_move_so(moves: str, because: str) -> None:
    table = box(favor=2, warbands=1, relics=["whistle"])
    assert because in refused(moves, table)


@pytest.mark.parametrize(
    ("moves", "because"),
    [
        ("jump", "jump: 'jump' begins no move; moves begin with favor, secrets"),
        ("citizen", "citizen: 'citizen' begins no move"),
        ("supply 1; travel", "travel: 'travel' begins no move"),
        ("favor 2 to me", "favor 2 to me: 'from' is missing"),
        ("favor two from me to shared", "favor two from me to shared: 'two' is not a number of pieces"),
        ("favor ² from me to shared", "favor ² from me to shared: '²' is not a number of pieces"),
        ("supply " + "9" * 5000, "is not a number of pieces"),
        ("discard adviser ² of me", "there is no adviser ² of me"),
        ("favor 0 from me to shared", "favor 0 from me to shared: '0' is not a number of pieces"),
        ("favor 1 from Zoe to me", "favor 1 from Zoe to me: no card is called 'Zoe'"),
        ("favor 1 from Keep to me", "favor 1 from Keep to me: denizen.keep does not lie faceup in play"),
        ("favor 1 from me to site River", "favor 1 from me to site River: site.river is not on the map"),
        ("warbands 1 from site Steppe to stock", "say the color of the warbands"),
        ("discard adviser 5 of me", "there is no adviser 5 of me"),
    ],
)
def test_words_that_are_no_move(moves: str, because: str) -> None:
    (said,) = refused(moves, box(favor=2))
    assert because in said


def test_a_facedown_card_is_not_betrayed_by_its_name() -> None:
    """Whether the tool knows it or not, a name that lies facedown somewhere answers like one that lies nowhere."""
    table = box().seat("blue", advisers=[down("tents")])
    (lying,) = refused("discard Tents", table)
    (absent,) = refused("discard Keep", table)
    assert lying.replace("Tents", "Keep").replace("tents", "keep") == absent


# -- several moves -----------------------------------------------------------------------------------------------


def test_moves_follow_one_another() -> None:
    play = says("favor 3 from bank order to me; favor 3 from me to bank beast; warbands 1 from stock to me")
    assert (play.at("bank.beast", FAVOR), play.has("red", FAVOR), play.has("red", "warbands")) == (6, 0, 1)
    assert refused("favor 3 from me to bank beast; favor 3 from bank order to me") == ["board.red has 0 favor, not 3"]


@pytest.mark.parametrize("moves", ["nothing", "", " ; ", "-"])
def test_nothing_at_all(moves: str) -> None:
    play = says(moves)
    assert [event.facts["moves"] for event in play.events if event.kind == "declared"] == ["nothing"]
    assert play.asked[0] == "act"


def test_trying_leaves_the_table_alone() -> None:
    play = box(favor=1).play().answer("declare")
    before = play.state.canonical()
    play.refuses("favor 1 from me to shared; discard Longbows; warbands 9 from me to stock")
    assert play.state.canonical() == before and play.game.do.events == []


# -- turning, supply, pawns --------------------------------------------------------------------------------------


def test_secrets_turn() -> None:
    play = says("turn secrets 2 of me down", box(secrets=3))
    assert (play.has("red", SECRET), play.has("red", HIDDEN)) == (1, 2)
    play = says("turn secrets 1 of blue up", box().seat("blue", hidden=1))
    assert play.has("blue", SECRET) == 1
    assert refused("turn secrets 1 of me up", box(secrets=3)) == ["board.red has 0 such secrets, not 1"]


def test_advisers_turn() -> None:
    play = says("turn Ballot Box down")
    assert play.state.facedown[BALLOT_BOX] == ("red",)
    play = says("turn adviser 2 of me up", box(advisers=["ballot_box", down("tents")]))
    assert not play.state.is_facedown("denizen.tents")
    play = says("turn adviser 1 of blue up", box().seat("blue", advisers=[unknown("denizen")]))
    assert play.asked == ("face", "blue")


def test_what_does_not_turn() -> None:
    table = box(advisers=["ballot_box", down("vision.faith")])
    assert refused("turn Longbows down", table) == ["denizen.longbows is no adviser: only those lie either way"]
    assert refused("turn Ballot Box up", table) == [f"{BALLOT_BOX} lies so already"]
    assert refused("turn adviser 2 of me up", table) == ["a Vision among advisers lies facedown"]


def test_supply_and_pawns() -> None:
    """A-117: no further than the leftmost space."""
    assert says("supply 4", box(supply=2)).state.players["red"].supply == 6
    assert says("supply 9", box(supply=2)).state.players["red"].supply == 7
    assert says("pawn Blue to Steppe").state.players["blue"].slot == 3


# -- cards -------------------------------------------------------------------------------------------------------


def test_a_card_moves_where_it_may() -> None:
    """10.15: what lies on it goes along."""
    play = says("move Longbows to site Plains", box().on("longbows", favor=1))
    assert play.zone("cards.0") == ["denizen.longbows"] and play.at("longbows", FAVOR) == 1
    play = says("move Longbows to advisers blue")
    assert play.zone("advisers.blue") == ["denizen.longbows"]


def test_a_card_that_may_not() -> None:
    table = box(advisers=["ballot_box", "lost_tongue"]).site("steppe", cards=["sacred_ground"])
    table.site("plains", cards=["elders", "scouts", "keep"])
    assert refused("move Longbows to site Plains", table) == ["site.plains holds 3 cards and has room for 3"]
    assert refused("move Lost Tongue to site Steppe", table) == ["denizen.lost_tongue can only be among advisers"]
    assert "denizen.sacred_ground is locked" in refused("move Sacred Ground to site Mountain", table)
    assert refused("move Grand Scepter to advisers me", table) == ["relic.grand_scepter does not move there"]


def test_a_row_that_becomes_too_long_is_cut() -> None:
    """A-128: by its player, at once, and not by the newcomer."""
    table = box().seat("blue", advisers=["tents", "rangers", "scouts"])
    play = says("move Longbows to advisers Blue", table)
    assert play.asked == ("play.replace", "blue")
    assert play.offered == ["denizen.tents", "denizen.rangers", "denizen.scouts"]
    play.answer(["tents"])
    assert play.zone("advisers.blue") == ["denizen.rangers", "denizen.scouts", "denizen.longbows"]


def test_cards_swap() -> None:
    play = says("swap Ballot Box with Longbows")
    assert play.zone("advisers.red") == ["denizen.longbows"] and play.zone("cards.1") == [BALLOT_BOX]
    play = says("swap adviser 1 of blue with adviser 1 of yellow", _rows())
    assert play.zone("advisers.blue") == ["denizen.keep"] and play.zone("advisers.yellow") == ["denizen.tents"]
    assert play.state.is_facedown("denizen.tents")
    assert (play.state.facedown["denizen.tents"], play.state.facedown["denizen.keep"]) == (
        ("blue", "yellow"),
        ("yellow", "blue"),
    ), "the new owner may look at it, whoever swaps"
    play = says("move adviser 1 of blue to advisers yellow", _rows())
    assert play.state.facedown["denizen.tents"] == ("blue", "yellow")
    assert refused("swap adviser 1 of blue with Longbows", _rows()) == [
        "denizen.tents lies facedown, and cards at sites lie faceup"
    ]
    assert refused("swap Ballot Box with Map", box(relics=["map"])) == [
        "denizen.ballot_box and relic.map cannot change places"
    ], "10.25: a relic is no adviser"


def _rows() -> Table:
    return box().seat("blue", advisers=[down("tents")]).seat("yellow", advisers=[down("keep")])


def test_a_card_is_discarded() -> None:
    play = says("discard Longbows", box().on("longbows", favor=1, secrets=1))
    assert play.zone("discard.provinces") == ["denizen.longbows"]
    assert (play.at("bank.order", FAVOR), play.has("red", HIDDEN)) == (4, 1)
    play = says("discard adviser 1 of blue", _rows())
    assert play.zone("discard.provinces") == ["denizen.tents"]


def test_what_is_not_discarded() -> None:
    table = box().site("steppe", cards=["sacred_ground", "hall_of_debate"]).seat("blue", relics=["map"])
    assert refused("discard Sacred Ground", table) == ["denizen.sacred_ground is locked"]
    assert refused("discard Map", table) == ["relic.map is not discarded"]
    assert "edifice.hall_of_debate is not discarded" in refused("discard Hall of Debate", table)


def test_relics_and_banners_are_taken_and_given() -> None:
    table = box(relics=["whistle"]).seat("blue", relics=["map"]).banner("peoples_favor", "blue", 4)
    play = says("take Map; give Whistle to blue; take People's Favor", table)
    assert play.zone("held.red") == ["relic.map"] and play.zone("held.blue") == ["relic.whistle"]
    assert play.state.holders[PEOPLES_FAVOR] == "red" and play.at(PEOPLES_FAVOR, FAVOR) == 2 and play.state.mob
    play = says("take relic 1 at Mountain", box().site("mountain", relics=["ivory_eye"]))
    assert play.zone("held.red") == ["relic.ivory_eye"]


def test_what_cannot_be_taken_or_given() -> None:
    """A-123 holds here too."""
    table = box(relics=["whistle"]).seat("blue", relics=["circlet_of_command", "map"])
    assert refused("take Map", table) == ["relic.circlet_of_command protects relic.map"]
    assert refused("take Whistle", table) == ["red has relic.whistle already"]
    assert refused("give Map to yellow", table) == ["red cannot give relic.map to yellow"]
    assert "denizen.longbows is neither relic nor banner" in refused("take Longbows", table)


def test_10_11_under_vow_of_silence_giving_is_barred_and_taking_is_not() -> None:
    """Vow of Silence: its holder cannot give any; others may take them."""
    table = box(advisers=["ballot_box", "vow_of_silence"], secrets=2)
    assert refused("secrets 1 from me to blue", table) == ["denizen.vow_of_silence forbids giving secrets"]
    table = box().seat("blue", advisers=["vow_of_silence"], secrets=2)
    assert says("secrets 1 from blue to me", table).has("red", SECRET) == 1


# -- looking -----------------------------------------------------------------------------------------------------


def test_peeking_at_cards_is_remembered_for_who_peeked() -> None:
    play = says("peek adviser 1 of blue", _rows())
    assert play.state.facedown["denizen.tents"] == ("blue", "red")
    play = says("peek reliquary 2")
    assert play.asked == ("look", "red") and play.pending.private
    play.default()
    (card,) = play.zone("reliquary.1")
    assert play.state.facedown[card] == ("red",)
    assert refused("peek Longbows") == ["denizen.longbows lies faceup"]


def test_a_118_a_look_into_a_stack_is_noted_and_the_card_that_nobody_knows_is_asked_for() -> None:
    table = box().deck("elders", "tents").pile("provinces", "scouts")
    assert says("peek world 3 cards", table).asked == ("look.top", "red")
    play = says("peek world 3; peek pile Provinces 3", table)
    assert play.asked == ("look.top", "red") and play.pending.private
    play.default()
    looks = [event.facts for event in play.events if event.kind == "looked"]
    assert looks == [
        {"who": "red", "at": "world", "count": 3, "seen": ["denizen.elders", "denizen.tents"]},
        {"who": "red", "at": "discard.provinces", "count": 1, "seen": ["denizen.scouts"]},
    ]
    assert play.zone("world.top")[:2] == ["denizen.elders", "denizen.tents"] and play.state.visions_drawn == 0
    assert refused("peek pile cradle 1", table) == ["no card is left there"]


# -- when played -------------------------------------------------------------------------------------------------


def test_7_3_3_a_card_just_played_whose_power_is_not_coded() -> None:
    table = a_table().seat("red", at="mountain").seat("blue", favor=2).deck("royal_tax", rest=False)
    play = table.play().answer("search", "site.mountain")
    assert play.asked == ("declare.when-played", "red") and play.pending.default == "nothing"
    assert play.has("red", FAVOR) == 1, "the favor of playing comes first"
    play.answer("favor 2 from blue to me")
    assert play.has("red", FAVOR) == 3 and play.asked[0] == "act"


def test_7_3_3_not_facedown_and_not_later() -> None:
    table = a_table().seat("red", at="mountain").deck("royal_tax", rest=False)
    assert table.play().answer("search", "adviser-facedown").asked[0] == "act"
    table = a_table().seat("red", at="mountain").site("mountain", cards=["royal_tax"])
    because = f"the power of {ROYAL_TAX} is used right after it has been played"
    assert table.refusals("declare", card=ROYAL_TAX, moves="nothing") == [("7.3.3", because, "law")]


def test_7_3_3_a_coded_card_is_not_asked_about() -> None:
    play = a_table().seat("red", at="mountain").deck("dazzle", rest=False).play().answer("search", "site.mountain")
    assert play.asked[0] == "act"


# -- all together ------------------------------------------------------------------------------------------------


def test_a_declaration_is_conserved_and_replays() -> None:
    table = box(favor=2, secrets=1, warbands=3).seat("blue", favor=1, relics=["map"])
    said = "favor 1 from blue to me; warbands 2 from me to stock; take Map; discard Longbows; turn Ballot Box down"
    play = says(said, table)
    assert faults(play.state) == [] and play.replayed() == play.state
    assert play.at(SHARED, FAVOR) == table.built().count(SHARED, FAVOR)
    assert the("longbows") in play.zone("discard.provinces") and facts.relics_held(play.game, "red") == ["relic.map"]


@pytest.mark.parametrize("told", [None, 3, ["favor 1 from blue to me"]])
def test_what_is_declared_is_a_text(told: object) -> None:
    assert [each.because for each in failed(may_happen(box().game(), "red", told))] == ["a text"]
