"""Chapter 1, step by step: what lies where after each of 1.1 to 1.23."""

from random import Random
from typing import Any

import pytest

from oathtools import catalog
from oathtools.engine.driver import Driver
from oathtools.powers import load
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.world import SavedSite, World, first_game_world, opening, printed_pawns, seats_for
from oathtools.procedures.setup import STEPS
from oathtools.procedures.turn import dry_run, program, unknown_world
from oathtools.table.effects import Event, deck_size
from oathtools.table.invariants import faults
from oathtools.table.state import FAVOR, GRAND_SCEPTER, HIDDEN, PURPLE, RELIC_DECK, SECRET, SHARED, State
from tests.support.random_games import OATHS, chronicled
from tests.support.tables import Script, the

UP = ("plains", "mountain", "the_tribunal", "steppe", "ancient_city", "standing_stones", "fertile_valley", "deep_woods")
DENIZENS = catalog.ids("denizen")
VISIONS = catalog.ids("vision")


def world(**told: Any) -> World:
    """A map of eight sites with no card on it but what is told, 54 denizens in the deck, Visions as 8.8 lays them."""
    sites = told.pop("sites", {})
    rows = [SavedSite(the(site), slot > 0) for slot, site in enumerate(UP)]
    for slot, saved in sites.items():
        rows[slot] = saved
    assert len({row.site for row in rows}) == 8, "a site is told twice"
    used = {card for row in rows for card in row.cards}
    pool = [card for card in DENIZENS if card not in used][:54]
    deck = told.pop("deck", (*pool[:10], *VISIONS[:2], *pool[10:25], *VISIONS[2:], *pool[25:]))
    placed = {relic for row in rows for relic in row.relics}
    relics = tuple(relic for relic in catalog.ids("relic") if relic != GRAND_SCEPTER and relic not in placed)
    return World(
        told.pop("oath", "supremacy"),
        tuple(rows),
        None if deck is None else tuple(map(the, deck)),
        told.pop("relics", relics),
        **told,
    )


def site(name: str, *cards: str, down: bool = False, relics: tuple[str, ...] = ()) -> SavedSite:
    return SavedSite(the(name), down, tuple(map(the, cards)), tuple(map(the, relics)))


def script(saved: World, players: int = 4, **readings: str) -> Script:
    """Setup to its first question; a reading of A-16 is told as ``a_16``."""
    seats = seats_for([(f"P{n}", None, False) for n in range(players)], saved.citizens)
    return Script(opening(saved, seats), read(readings))


def read(readings: dict[str, str]) -> dict[str, str]:
    return {point.replace("_", "-").upper(): letter for point, letter in readings.items()}


class Laid:
    """A setup carried out by a bot: the state and the events after each step."""

    def __init__(self, saved: World, players: int = 4, seed: int = 1, **readings: str) -> None:
        seats = seats_for([(f"P{n}", None, False) for n in range(players)], saved.citizens)
        self.game = Game(opening(saved, seats), load(), read(readings))
        self.after: dict[str, State] = {}
        self.events: dict[str, list[Event]] = {}
        self.order: list[str] = []
        self.asked: list[tuple[str, str]] = []
        driver = Driver(lambda: program(self.game), self._note)
        driver.start()
        rng = Random(seed)
        while self.game.state.phase == "setup":
            assert driver.pending is not None
            self.asked.append((driver.pending.kind, driver.pending.who))
            driver.answer(driver.pending.random(rng))
        self.state = self.game.state

    def _note(self) -> None:
        events = self.game.do.events[:]
        self.game.do.events.clear()
        for event in events:
            if event.kind == "step":
                self.order.append(event.facts["step"] + (f" {event.facts['who']}" if event.facts["who"] else ""))
        if self.order:
            self.after[self.order[-1].split()[0]] = self.game.state.copy()
            self.events.setdefault(self.order[-1].split()[0], []).extend(events)


@pytest.mark.parametrize("players", range(2, 7))
def test_every_step_in_order(players: int) -> None:
    laid = Laid(world(), players)
    seats = laid.state.seats
    expected: list[str] = []
    for name in STEPS:
        expected += [f"{name} {seat}" for seat in seats] if name in ("1.20", "1.23") else [name]
    assert list(STEPS) == [f"1.{n}" for n in range(1, 24)]
    assert laid.order == expected
    assert faults(laid.state) == []
    assert (laid.state.phase, laid.state.turn, laid.state.round) == ("wake", PURPLE, 1) or laid.state.phase == "act"


@pytest.mark.parametrize("oath", OATHS)
@pytest.mark.parametrize("hidden", [False, True])
def test_any_world_can_be_set_up(oath: str, hidden: bool) -> None:
    for seed in range(12):
        saved = chronicled(Random(seed), oath, built=seed % 3 > 0)
        laid = Laid(saved.hidden() if hidden else saved, 2 + seed % 5, seed)
        assert faults(laid.state) == [], seed
        assert laid.state.oathkeeper == PURPLE


# -- 1.1 to 1.6: the map and the banks ---------------------------------------------------------------------------


def test_1_1_the_map_from_top_to_bottom_with_what_was_saved() -> None:
    rows = {2: site("mine", "longbows", down=False, relics=("map",)), 5: site("river", "elders", "hall_of_mockery")}
    laid = Laid(world(sites=rows)).after["1.1"]
    assert laid.zone("map") == list(map(the, (*UP[:2], "mine", *UP[3:5], "river", *UP[6:])))
    assert laid.zone("cards.2") == [the("longbows")] and laid.zone("relics.2") == [the("map")]
    assert laid.zone("cards.5") == [the("elders"), the("hall_of_mockery")]
    assert laid.is_facedown(the("map")), "relics at sites lie facedown"
    assert [laid.faceup_site(slot) for slot in range(8)] == [True, False, True, False, False, True, False, False]


def test_1_2_to_1_4_markers_goal_and_shared_bank() -> None:
    laid = Laid(world(oath="people"))
    assert (laid.after["1.2"].round, laid.after["1.2"].visions_drawn) == (1, 0)
    assert laid.events["1.3"][-1].facts == {"oath": "people"}
    assert laid.after["1.4"].count(SHARED, FAVOR) == 36 and not laid.after["1.4"].mob
    assert set(laid.after["1.4"].holders.values()) == {None}


def test_1_5_one_token_on_each_banner() -> None:
    laid = Laid(world()).after["1.5"]
    assert laid.pieces["banner.peoples_favor"] == {FAVOR: 1}
    assert laid.pieces["banner.darkest_secret"] == {SECRET: 1}


@pytest.mark.parametrize(("players", "favor"), [(2, 3), (3, 3), (4, 3), (5, 4), (6, 4)])
def test_1_6_favor_banks(players: int, favor: int) -> None:
    laid = Laid(world(), players).after["1.6"]
    assert [laid.count(f"bank.{suit}", FAVOR) for suit in catalog.SUITS] == [favor] * 6
    assert laid.count(SHARED, FAVOR) == 35 - 6 * favor


# -- 1.7 to 1.15: seats and boards -------------------------------------------------------------------------------


def test_1_8_the_chancellors_board() -> None:
    laid = Laid(world())
    assert laid.after["1.7"].zone("held.purple") == []
    assert laid.after["1.8"].zone("held.purple") == [GRAND_SCEPTER]
    assert laid.after["1.8"].count("stock.purple", PURPLE) == 24


def test_1_9_boards_on_their_saved_side() -> None:
    laid = Laid(world(citizens=("blue", "white"))).after["1.9"]
    assert {seat: player.role for seat, player in laid.players.items()} == {
        "purple": "chancellor",
        "red": "exile",
        "blue": "citizen",
        "yellow": "exile",
    }
    assert [laid.count(f"stock.{seat}", seat) for seat in ("red", "blue", "yellow")] == [14] * 3


def test_1_10_and_1_11_supply_and_the_chancellors_tokens() -> None:
    laid = Laid(world())
    assert {player.supply for player in laid.after["1.10"].players.values()} == {7}
    assert laid.after["1.11"].pieces["board.purple"] == {FAVOR: 2, SECRET: 1}


def warbands_at_sites(laid: State) -> dict[int, int]:
    return {slot: laid.count(f"slot.{slot}", PURPLE) for slot in range(8) if laid.count(f"slot.{slot}", PURPLE)}


def test_1_12_two_at_the_top_whatever_lies_there_one_at_others_with_a_card() -> None:
    """A-17: a ruin alone is no reason for a warband, an intact edifice is; the top site gets two, not three."""
    rows = {
        0: site("plains"),
        1: site("mountain", "longbows"),
        2: site("the_tribunal"),
        3: site("steppe", "broken_forge"),
        4: site("ancient_city", "ancient_forge"),
        5: site("standing_stones", "hall_of_mockery", "elders"),
        6: site("fertile_valley", down=True),
    }
    laid = Laid(world(sites=rows)).after["1.12"]
    assert warbands_at_sites(laid) == {0: 2, 1: 1, 4: 1, 5: 1}
    assert laid.count("board.purple", PURPLE) == 3 and laid.count("stock.purple", PURPLE) == 24 - 8


def test_1_12_a_denizen_at_the_top_site_adds_none() -> None:
    laid = Laid(world(sites={0: site("plains", "longbows")})).after["1.12"]
    assert warbands_at_sites(laid) == {0: 2}


def test_1_12_the_topmost_faceup_cradle_site() -> None:
    """A-16: with the top site facedown the two warbands go to the other one; with neither faceup, nowhere."""
    rows = {0: site("plains", down=True), 1: site("mountain"), 2: site("the_tribunal", "longbows")}
    assert warbands_at_sites(Laid(world(sites=rows)).after["1.12"]) == {1: 2, 2: 1}
    rows[1] = site("mountain", down=True)
    assert warbands_at_sites(Laid(world(sites=rows)).after["1.12"]) == {2: 1}


@pytest.mark.parametrize(
    ("oath", "holders"),
    [
        ("supremacy", (None, None)),
        ("protection", (None, None)),
        ("people", (PURPLE, None)),
        ("devotion", (None, PURPLE)),
    ],
)
def test_1_13_the_banner_of_the_oath(oath: str, holders: tuple[str | None, str | None]) -> None:
    laid = Laid(world(oath=oath)).after["1.13"]
    assert (laid.holders["banner.peoples_favor"], laid.holders["banner.darkest_secret"]) == holders


def test_1_14_the_title_on_its_oathkeeper_side() -> None:
    laid = Laid(world())
    assert laid.after["1.13"].oathkeeper is None
    assert (laid.after["1.14"].oathkeeper, laid.after["1.14"].usurper) == (PURPLE, False)


def test_1_15_exiles_have_their_own_warbands_citizens_purple() -> None:
    laid = Laid(world(citizens=("blue",))).after["1.15"]
    assert laid.pieces["board.red"] == {FAVOR: 1, SECRET: 1, "red": 3}
    assert laid.pieces["board.blue"] == {FAVOR: 1, SECRET: 1, PURPLE: 3}
    assert laid.count("stock.blue", "blue") == 14 and laid.count("stock.red", "red") == 11
    assert laid.count("stock.purple", PURPLE) == 24 - 5 - 3


def test_1_15_purple_warbands_are_limited() -> None:
    """9.3: five Citizens and eight held sites ask for 27 of the 24 purple warbands."""
    rows = {slot: site(name, DENIZENS[100 + slot]) for slot, name in enumerate(UP)}
    laid = Laid(world(sites=rows, citizens=catalog.EXILE_COLORS), 6)
    boards = [laid.after["1.15"].count(f"board.{seat}", PURPLE) for seat in laid.state.seats]
    assert boards == [3, 3, 3, 3, 3, 0] and laid.after["1.15"].count("stock.purple", PURPLE) == 0
    short = [event for event in laid.events["1.15"] if "9.3" in event.cites]
    assert [event.cites for event in short] in ([("1.15", "9.3")], [])
    assert faults(laid.state) == []


# -- 1.16: reveal prompts ----------------------------------------------------------------------------------------


def test_1_16_favor_and_secrets_at_faceup_sites_only() -> None:
    rows = {0: site("mine"), 1: site("salt_flats"), 2: site("drowned_city", down=True), 3: site("drowned_city")}
    rows[2] = site("wastes", down=True)
    laid = Laid(world(sites=rows)).after["1.16"]
    assert laid.pieces["slot.0"] == {FAVOR: 3, PURPLE: 2}
    assert laid.pieces["slot.1"] == {FAVOR: 2, SECRET: 1}
    assert laid.pieces["slot.3"] == {SECRET: 3}
    assert laid.pieces.get("slot.2", {}) == {}


def test_1_16_relics_are_topped_up_to_the_icons() -> None:
    """A-22: relics come saved with the sites; only what is missing is added, unseen, before the Reliquary is filled."""
    rows = {0: site("drowned_city", relics=("map",)), 1: site("narrow_pass"), 2: site("mine", relics=("whistle",))}
    rows[3] = site("wastes", down=True)
    saved = world(sites=rows)
    laid = Laid(saved).after["1.16"]
    assert saved.relic_deck is not None
    assert laid.zone("relics.0") == [the("map"), saved.relic_deck[0]]
    assert laid.zone("relics.1") == [saved.relic_deck[1]] and laid.zone("relics.2") == [the("whistle")]
    assert laid.zone("relics.3") == []
    assert laid.facedown[saved.relic_deck[0]] == ()


@pytest.mark.parametrize(("reading", "relics"), [("a", (1, 0, 1)), ("b", (2, 1, 1)), ("c", (3, 1, 2))])
def test_a_22_relics_none_missing_or_all_again(reading: str, relics: tuple[int, int, int]) -> None:
    """The prompts show two, one and no relics; one lies saved at the first site and one at the third."""
    rows = {0: site("drowned_city", relics=("map",)), 1: site("narrow_pass"), 2: site("mine", relics=("whistle",))}
    rows[3] = site("wastes", down=True)
    shown = [catalog.site(the(name)).reveal.relics for name in ("drowned_city", "narrow_pass", "mine", "wastes")]
    saved = world(sites=rows)
    laid = Laid(saved, a_22=reading)
    assert saved.relic_deck is not None
    assert tuple(len(laid.after["1.16"].zone(f"relics.{slot}")) for slot in range(3)) == relics, shown
    assert laid.after["1.16"].zone("relics.3") == [], "facedown sites get nothing now"
    taken = sum(relics) - 2
    assert laid.after["1.17"].zone("reliquary.0") == [saved.relic_deck[taken]], "the Reliquary takes what is next"
    assert faults(laid.state) == []


def test_a_22_c_the_deck_gives_what_it_has() -> None:
    """9.3: nothing is asked for that is not there."""
    rows = {0: site("drowned_city", relics=("whistle",)), 1: site("narrow_pass")}
    laid = Laid(world(sites=rows, relics=("relic.map",)), a_22="c").state
    assert (laid.zone("relics.0"), laid.zone("relics.1")) == ([the("whistle"), the("map")], [])


def test_1_16_a_short_relic_deck_gives_what_it_has() -> None:
    rows = {0: site("drowned_city"), 1: site("narrow_pass")}
    laid = Laid(world(sites=rows, relics=("relic.map",))).state
    assert (laid.zone("relics.0"), laid.zone("relics.1"), deck_size(laid, "relic_deck")) == ([the("map")], [], 0)


def test_1_16_short_favor_is_placed_by_the_chancellor() -> None:
    """A-23: with six players four favor are left for sites that ask for five."""
    play = script(world(sites={0: site("mine"), 1: site("salt_flats")}), 6)
    assert play.asked == ("setup.favor", PURPLE)
    assert play.pending.caps == {the("mine"): 3, the("salt_flats"): 2} and play.pending.cites == ("1.16",)
    for wrong in ({"mine": 3}, {"mine": 4}, {"mine": 3, "salt_flats": 2}, {"mine": 1, "salt_flats": 3}):
        assert play.refuses(wrong), wrong
    play.answer({"mine": 2, "salt_flats": 2})
    assert (play.at("slot.0", FAVOR), play.at("slot.1", FAVOR), play.at(SHARED, FAVOR)) == (2, 2, 0)
    assert faults(play.state) == []


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_1_16_is_not_asked_while_favor_suffices(players: int) -> None:
    laid = Laid(world(sites={0: site("mine"), 1: site("salt_flats")}), players)
    assert ("setup.favor", PURPLE) not in laid.asked
    assert laid.after["1.16"].count("slot.0", FAVOR) == 3


# -- 1.17 to 1.22: decks -----------------------------------------------------------------------------------------


def test_1_17_and_1_18_reliquary_and_relic_deck() -> None:
    saved = world()
    laid = Laid(saved)
    assert saved.relic_deck is not None
    spaces = [laid.after["1.17"].zone(f"reliquary.{space}") for space in range(4)]
    assert spaces == [[relic] for relic in saved.relic_deck[:4]]
    assert all(laid.after["1.17"].facedown[relic] == () for relic in saved.relic_deck[:4]), "nobody has seen them"
    assert deck_size(laid.after["1.18"], "relic_deck") == 16
    assert laid.after["1.18"].zone("relic_deck.top") == list(saved.relic_deck[4:])


def test_1_17_a_short_deck_leaves_spaces_uncovered() -> None:
    laid = Laid(world(relics=("relic.map", "relic.whistle"))).state
    assert [laid.zone(f"reliquary.{space}") for space in range(4)] == [[the("map")], [the("whistle")], [], []]


def test_1_19_one_card_from_the_bottom_for_each_pile() -> None:
    saved = world()
    laid = Laid(saved).after["1.19"]
    assert saved.world_deck is not None
    assert [laid.zone(f"discard.{region}") for region in catalog.REGIONS] == [
        [saved.world_deck[-1]],
        [saved.world_deck[-2]],
        [saved.world_deck[-3]],
    ]
    assert laid.visions_drawn == 0


def test_1_19_asks_for_the_back_only_where_it_is_open() -> None:
    """The bottom of a rebuilt deck is denizens only; of a deck that was not rebuilt nobody can say."""
    assert "draw.unseen" not in {kind for kind, _ in Laid(world().hidden()).asked}
    mixed = world(deck=(*DENIZENS[:30], *VISIONS)).hidden()
    assert mixed.layers == ({"denizen": 30, "vision": 5},)
    play = script(mixed)
    assert play.asked == ("draw.unseen", "table")
    assert play.refuses("relic") == [("1.19", "one of denizen, vision")]
    play.answer("vision", "denizen", "vision")
    assert [play.state.back(play.zone(f"discard.{region}")[0]) for region in catalog.REGIONS] == [
        "vision",
        "denizen",
        "vision",
    ]
    assert play.state.visions_drawn == 0


def test_1_20_three_cards_from_the_bottom_for_each_player_in_turn_order() -> None:
    saved = world()
    laid = Laid(saved).after["1.20"]
    deck = saved.world_deck
    assert deck is not None
    assert [laid.zone(f"hand.{seat}") for seat in laid.seats] == [
        [deck[-4], deck[-5], deck[-6]],
        [deck[-7], deck[-8], deck[-9]],
        [deck[-10], deck[-11], deck[-12]],
        [deck[-13], deck[-14], deck[-15]],
    ]
    assert deck_size(laid, "world") == len(deck) - 15


def with_visions_at_the_bottom() -> World:
    """Visions lie where 1.19 takes two of them and 1.20 draws three: one for Purple, two for Red."""
    deck = [*DENIZENS[:40]]
    for place, vision in zip((-1, -3, -5, -7, -8), VISIONS, strict=True):
        deck.insert(len(deck) + place + 1, vision)
    return world(deck=tuple(deck))


def test_1_20_a_vision_does_not_stop_the_draw_and_1_22_counts_only_those() -> None:
    """A-18, A-19: each player has three cards; the Visions in the discard piles do not move the marker."""
    saved = with_visions_at_the_bottom()
    laid = Laid(saved)
    hands = laid.after["1.20"]
    piles = [card for region in catalog.REGIONS for card in laid.after["1.19"].zone(f"discard.{region}")]
    in_piles = sum(card.startswith("vision.") for card in piles)
    in_hands = sum(card.startswith("vision.") for seat in hands.seats for card in hands.zone(f"hand.{seat}"))
    assert (in_piles, in_hands) == (2, 3)
    assert [len(hands.zone(f"hand.{seat}")) for seat in hands.seats] == [3, 3, 3, 3]
    assert (laid.after["1.21"].visions_drawn, laid.after["1.22"].visions_drawn) == (0, 3)
    assert [event.cites for event in laid.events["1.22"] if event.kind == "visions_drawn"] == [("1.22", "2.7.1")]


def test_a_18_b_visions_in_the_discard_piles_count_too() -> None:
    """Once, in 1.22, with those that were drawn: two and three."""
    laid = Laid(with_visions_at_the_bottom(), a_18="b")
    assert (laid.after["1.19"].visions_drawn, laid.after["1.21"].visions_drawn) == (0, 0)
    assert laid.after["1.22"].visions_drawn == 5
    assert [event.cites for event in laid.events["1.22"] if event.kind == "visions_drawn"] == [("1.22", "2.7.1")]


def test_a_18_c_each_vision_drawn_counts_at_once_and_again() -> None:
    """2.7.1: Purple draws one, Red two; 1.22 counts these three again, as far as the track goes (A-141).

    Each player has three cards all the same (A-19), and the Visions that 1.19 laid do not count.
    """
    play = script(with_visions_at_the_bottom().hidden(), a_18="c")
    marker = []
    while play.asked[0] in ("setup.draw", "draw.unseen"):
        if play.asked[0] == "draw.unseen":
            play.answer("vision" if len(play.zone("discard.cradle")) == 0 else "denizen")
            continue
        assert play.refuses(["denizen", "vision"]) == [("1.20", "3 cards are drawn, not 2")]
        told = {PURPLE: ["denizen", "vision", "denizen"], "red": ["vision", "vision", "denizen"]}
        play.answer(told.get(play.asked[1], ["denizen"] * 3))
        moved = [event.cites for event in play.events if event.kind == "visions_drawn"]
        marker.append((play.state.visions_drawn, moved))
    at_once = [("1.20", "2.7.1")]
    assert marker[:3] == [(1, at_once), (3, at_once), (3, [])]
    assert marker[3] == (5, [("1.22", "2.7.1")]), "six are counted, and the track ends at five"
    assert [len(play.zone(f"hand.{seat}")) for seat in play.state.seats] == [3, 3, 3, 3]


def test_a_18_c_without_a_vision_nothing_is_told() -> None:
    laid = Laid(world(), a_18="c")
    assert laid.state.visions_drawn == 0
    assert not any(event.kind == "visions_drawn" for step in ("1.20", "1.22") for event in laid.events[step])


def test_1_20_a_short_deck_deals_what_it_has() -> None:
    laid = Laid(world(deck=DENIZENS[:8]))
    hands = laid.after["1.20"]
    assert [len(hands.zone(f"hand.{seat}")) for seat in hands.seats] == [3, 2, 0, 0]
    assert [len(laid.state.zone(f"advisers.{seat}")) for seat in hands.seats] == [1, 1, 0, 0]


# -- 1.23: pawns and advisers ------------------------------------------------------------------------------------


def settled(saved: World, players: int = 4, **readings: str) -> Script:
    """Setup up to the first adviser to be chosen."""
    play = script(saved, players, **readings)
    while play.asked[0] in ("setup.draw", "draw.unseen"):
        play.answer(play.pending.random(Random(1)))
    return play


FACEUP = {0: site("plains"), 2: site("the_tribunal"), 5: site("standing_stones")}


def test_1_23_1_the_chancellor_must_take_the_top_cradle_site() -> None:
    play = settled(world(sites=FACEUP))
    assert play.asked == ("setup.adviser", PURPLE) and ("setup.pawn", the("plains")) in play.skipped
    assert play.state.players[PURPLE].slot == 0


def test_1_23_1_refusals_of_a_pawn() -> None:
    play = settled(world(sites=FACEUP))
    play.answer(play.offered[0]).default()
    assert play.asked == ("setup.pawn", "red")
    assert play.offered == [the("plains"), the("the_tribunal"), the("standing_stones")]
    assert play.refuses("cradle.2") == [("1.23.1", "cradle.2 lies facedown")]


def test_1_23_1_top_cradle_site_facedown() -> None:
    """A-16: the pawn goes to the topmost faceup Cradle site; with none faceup anywhere faceup."""
    play = settled(world(sites={0: site("plains", down=True), 1: site("mountain"), 2: site("the_tribunal")}))
    assert play.state.players[PURPLE].slot == 1
    bare = {0: site("plains", down=True), 2: site("the_tribunal"), 5: site("standing_stones")}
    play = settled(world(sites=bare))
    assert play.asked == ("setup.pawn", PURPLE)
    assert play.offered == [the("the_tribunal"), the("standing_stones")]


TOP_DOWN = {0: site("plains", down=True), 1: site("mountain"), 2: site("the_tribunal", "longbows")}


def test_a_16_a_the_pawn_goes_to_the_top_though_facedown() -> None:
    """The site stays facedown: a pawn that is placed does not travel (5.6.2). Warbands go as 1.12 says."""
    play = settled(world(sites=TOP_DOWN), a_16="a")
    assert ("setup.pawn", "cradle.1") in play.skipped and play.state.players[PURPLE].slot == 0
    assert not play.state.faceup_site(0) and warbands_at_sites(play.state) == {1: 2, 2: 1}
    play.answer(play.offered[0]).default()
    assert play.asked == ("setup.pawn", "red")
    assert play.offered == [the("mountain"), the("the_tribunal")], "faceup sites only for the others"
    assert play.refuses("cradle.1") == [("1.23.1", "cradle.1 lies facedown")]


def test_a_16_a_with_the_whole_cradle_facedown() -> None:
    play = settled(world(sites={**TOP_DOWN, 1: site("mountain", down=True)}), a_16="a")
    assert play.state.players[PURPLE].slot == 0


def test_a_16_c_the_pawn_goes_to_any_faceup_site() -> None:
    play = settled(world(sites=TOP_DOWN), a_16="c")
    assert play.asked == ("setup.pawn", PURPLE) and play.offered == [the("mountain"), the("the_tribunal")]
    assert play.refuses("cradle.1") == [("1.23.1", "cradle.1 lies facedown")]
    play.answer(the("the_tribunal"))
    assert play.state.players[PURPLE].slot == 2 and warbands_at_sites(play.state) == {1: 2, 2: 1}


@pytest.mark.parametrize("reading", "abc")
def test_a_16_is_nothing_to_a_top_site_that_lies_faceup(reading: str) -> None:
    """1.23.1 leaves no choice then."""
    play = settled(world(sites=FACEUP), a_16=reading)
    assert ("setup.pawn", the("plains")) in play.skipped and play.state.players[PURPLE].slot == 0


@pytest.mark.parametrize(
    ("slot", "region", "pile"),
    [(0, "cradle", "provinces"), (2, "provinces", "hinterland"), (5, "hinterland", "cradle")],
)
def test_1_23_3_discards_go_by_the_pawn_just_placed(slot: int, region: str, pile: str) -> None:
    """A-20: by the region of the pawn, whatever the player's status; the order is the player's choice."""
    play = settled(world(sites=FACEUP, citizens=("red",)))
    play.answer(play.offered[0]).default()
    play.answer(UP[slot])
    first, second, third = play.zone("hand.red")
    assert play.pending.private and play.offered[:3] == [first, second, third]
    play.answer(second)
    assert play.state.facedown[second] == ("red",) and play.zone("advisers.red") == [second]
    before = play.zone(f"discard.{pile}")[:]
    assert play.asked == ("setup.order", "red") and play.pending.private
    play.answer([third, first])
    assert play.zone(f"discard.{pile}") == [first, third, *before]
    assert "1.23.3" in play.cites() and "10.5" in play.cites()
    assert play.asked[1] == "blue", "each player finishes before the next one begins"


def test_1_23_2_anyone_may_keep_a_vision() -> None:
    """A-21: the Chancellor too; it lies facedown."""
    deck = [*DENIZENS[:40]]
    deck.insert(-4, VISIONS[0])
    play = settled(world(deck=tuple(deck)))
    assert play.asked == ("setup.adviser", PURPLE) and VISIONS[0] in play.offered
    play.answer(VISIONS[0])
    assert play.zone("advisers.purple") == [VISIONS[0]] and play.state.is_facedown(VISIONS[0])


def test_1_23_2_a_choice_that_is_not_told() -> None:
    """What nobody tells stays open: the three cards become alike, each may be any of the three."""
    play = settled(world())
    first, second, third = play.zone("hand.purple")
    assert "untold.denizen" in play.offered
    play.answer("untold.denizen")
    adviser = play.zone("advisers.purple")[0]
    pile = play.zone("discard.provinces")[:2]
    handles = play.state.handles
    assert handles[adviser] == handles[pile[0]] == handles[pile[1]]
    assert sorted(name for group in handles[adviser].groups for name in play.state.groups[group]) == sorted(
        (first, second, third)
    )
    assert play.asked[0] != "setup.order", "cards that are alike have no order"


def test_1_23_backs_only() -> None:
    """A table that shows no card: every hand is told by its backs, and setup runs through."""
    play = script(world().hidden())
    for seat in play.state.seats:
        assert play.asked == ("setup.draw", seat)
        assert play.refuses(["denizen", "denizen"]) == [("1.20", "3 cards are drawn, not 2")]
        play.answer(["denizen"] * 3)
    assert play.asked[0] != "setup.adviser", "cards that are alike are one choice, so that nothing is asked"
    assert all(play.state.handles[play.zone(f"advisers.{seat}")[0]].back == "denizen" for seat in play.state.seats)
    assert faults(play.state) == []


def test_the_first_game() -> None:
    laid = Laid(first_game_world())
    state = laid.state
    assert warbands_at_sites(laid.after["1.12"]) == {0: 2, 2: 1, 5: 1}
    assert state.zone("relics.2") == [the("ivory_eye")]
    assert deck_size(laid.after["1.21"], "world") == 41
    assert deck_size(state, "relic_deck") == 15
    assert state.players[PURPLE].slot == 0 and state.count("board.purple", HIDDEN) == 0


@pytest.mark.parametrize(
    ("names", "because"),
    [
        ([("A", None, False)], "2 to 6 seats, not 1"),
        ([("A", None, False)] * 7, "2 to 6 seats, not 7"),
        ([("A", "red", False), ("B", None, False)], "purple"),
        ([("A", None, False), ("B", "red", False), ("C", "red", False)], "red"),
        ([("A", None, False), ("B", "purple", False)], "purple"),
    ],
)
def test_seats_that_cannot_be(names: list[tuple[str, str | None, bool]], because: str) -> None:
    with pytest.raises(ValueError, match=because):
        seats_for(names, ())


def test_1_9_colors_left_open_are_dealt_in_order() -> None:
    seats = seats_for([("A", None, False), ("B", "blue", False), ("C", None, True), ("D", None, False)], ("red",))
    assert [(seat.color, seat.role, seat.bot) for seat in seats] == [
        ("purple", "chancellor", False),
        ("blue", "exile", False),
        ("red", "citizen", True),
        ("yellow", "exile", False),
    ]


def test_1_23_1_the_first_game_s_sheet_is_the_default() -> None:
    """The sheet's places are suggested to the seats it is drawn up for; any faceup site may be chosen all the same."""
    play = settled(first_game_world(), 5)
    for color, place in (("red", "mountain"), ("blue", "mountain"), ("yellow", "rocky_coast"), ("white", None)):
        while play.asked[0] != "setup.pawn":
            play.answer(play.offered[0]).default() if play.asked[0] == "setup.adviser" else play.default()
        assert play.asked == ("setup.pawn", color)
        assert play.pending.default == (the(place) if place else None)
        assert the("plains") in play.offered
        play.answer(the("plains"))
    while play.state.phase == "setup":
        play.answer(play.offered[0]).default() if play.asked[0] == "setup.adviser" else play.default()
    assert "pawns" not in play.state.lasting


def test_a_world_of_which_nothing_is_known_is_laid_out_of_one_box() -> None:
    """1.1 to 1.23: every relic lies somewhere, the Grand Scepter too, and no piece is there twice."""
    seats = seats_for([(name, None, False) for name in ("A", "B", "C")], ())
    state = list(dry_run(unknown_world(), seats).values())[-1].state
    assert faults(state) == []
    laid = [card for card, zone in state.where.items() if state.back(card) == "relic" and RELIC_DECK not in zone]
    assert len(laid) + deck_size(state, RELIC_DECK) == len(catalog.ids("relic"))


def test_1_23_1_another_map_has_no_sheet() -> None:
    first = first_game_world()
    assert printed_pawns(first.map) == first.pawns
    turned = (first.map[0], first.map[1]._replace(facedown=False), *first.map[2:])
    assert printed_pawns(turned) == {}


def test_1_9_the_chancellor_s_color_may_be_named_and_is_nobody_else_s() -> None:
    seats = seats_for([("Ann", PURPLE, False), ("Bo", None, False)], ())
    assert [seat.color for seat in seats] == [PURPLE, "red"]
    with pytest.raises(ValueError, match="purple cannot be the color"):
        seats_for([("Ann", None, False), ("Bo", PURPLE, False)], ())
