"""5.1.4 Playing a card: to a site, to the advisers, as a Vision; and 6.1, the facedown advisers."""

import pytest

from oathtools import catalog
from oathtools.procedures.actions.play import DISCARD, FACEDOWN
from oathtools.table.state import FAVOR, HIDDEN, SECRET
from tests.support.tables import Lay, Script, Table, a_table, down, unknown

FAITH, CONQUEST, CONSPIRACY = "vision.faith", "vision.conquest", "vision.conspiracy"


def holding(card: str, table: Table | None = None, at: str | int = "mountain") -> Script:
    """Red has drawn one card and says where it goes."""
    table = (table or a_table()).seat("red", at=at).deck(card, rest=False)
    play = table.play().answer("search")
    return play.answer("world") if play.pending.kind == "search.source" else play


def clauses(play: Script, option: str) -> list[str]:
    return [clause for clause, _ in play.refuses(option)]


# -- 5.1.4.1 to a site -------------------------------------------------------------------------------------------


def test_5_1_4_1_faceup_at_ones_own_site_for_a_favor() -> None:
    play = holding("elders")
    assert play.asked == ("play.to", "red") and play.pending.private
    assert play.offered == ["site.mountain", "adviser", FACEDOWN, DISCARD]
    play.answer("mountain")
    assert play.zone("cards.1") == ["denizen.elders"] and not play.state.is_facedown("denizen.elders")
    assert (play.has("red", FAVOR), play.at("bank.nomad", FAVOR)) == (1, 2)
    assert play.cites() == ["5.1.4.1"]


@pytest.mark.parametrize("left", [0, 1])
def test_5_1_4_1_an_empty_bank_gives_nothing(left: int) -> None:
    """A-39: legal all the same, and no other bank stands in."""
    play = holding("elders", a_table().bank("nomad", left)).answer("mountain")
    assert play.has("red", FAVOR) == left
    assert play.at("bank.nomad", FAVOR) == 0 and play.at("bank.order", FAVOR) == 3


def test_5_1_4_1_a_full_site() -> None:
    """2.8.1: the Mountain has room for two; edifices and ruins take room too."""
    play = holding("elders", a_table().site("mountain", cards=["longbows", "hall_of_mockery"]))
    assert play.refuses("mountain") == [("5.1.4.1", "site.mountain holds 2 cards and has room for 2")]
    assert "site.mountain" not in play.offered


def test_5_1_4_1_a_site_without_room() -> None:
    play = holding("elders", a_table().site("drowned_city", slot=1), at=1)
    assert play.refuses("drowned_city") == [("5.1.4.1", "site.drowned_city holds 0 cards and has room for 0")]


def test_5_1_4_1_only_ones_own_site() -> None:
    assert clauses(holding("elders"), "plains") == ["5.1.4"]


@pytest.mark.parametrize(("card", "refused"), [("a_small_favor", "site.mountain"), ("keep", "adviser")])
def test_7_2_1_restrictions(card: str, refused: str) -> None:
    play = holding(card)
    assert clauses(play, refused) == ["7.2.1"] and refused not in play.offered


def test_7_2_1_restrictions_bind_faceup_plays_only() -> None:
    """A-36: a card for sites only may be a facedown adviser."""
    play = holding("keep")
    assert FACEDOWN in play.offered
    play.answer(FACEDOWN)
    assert play.zone("advisers.red") == ["denizen.keep"] and play.state.facedown["denizen.keep"] == ("red",)


def test_a_site_is_told_by_every_reason() -> None:
    table = a_table().site("mountain", cards=["longbows", "wolves"])
    assert clauses(holding("a_small_favor", table), "mountain") == ["5.1.4.1", "7.2.1"]


# -- 5.1.4.2 to the advisers -------------------------------------------------------------------------------------


def row(*cards: Lay, **told: int) -> Table:
    return a_table().seat("red", advisers=cards, **told)


@pytest.mark.parametrize("to", ["adviser", FACEDOWN])
def test_5_1_4_2_up_to_three(to: str) -> None:
    play = holding("elders", row("longbows", "wolves")).answer(to)
    assert play.zone("advisers.red") == ["denizen.longbows", "denizen.wolves", "denizen.elders"]
    assert play.state.is_facedown("denizen.elders") == (to == FACEDOWN)
    assert play.cites() == ["5.1.4.2"] and play.has("red", FAVOR) == 0


@pytest.mark.parametrize("to", ["adviser", FACEDOWN])
def test_5_1_4_2_a_fourth_sends_one_away_first(to: str) -> None:
    """A-128: a facedown play over the limit forces the discard too; facedown advisers fill a place."""
    play = holding("elders", row("longbows", down("wolves"), unknown("denizen")), at=2).answer(to)
    assert play.asked == ("play.replace", "red") and play.pending.private
    assert (play.pending.low, play.pending.high) == (1, 1)
    assert play.offered == ["denizen.longbows", "denizen.wolves", "card#1"]
    play.answer(["wolves"])
    assert play.zone("advisers.red") == ["denizen.longbows", "card#1", "denizen.elders"]
    assert play.zone("discard.hinterland") == ["denizen.wolves"], "by the pawn of the one who discards (A-38)"
    assert play.cites() == ["5.1.4.2", "10.5"]


def test_5_1_4_2_tokens_on_a_discarded_adviser() -> None:
    """10.5: favor to the matching bank, secrets facedown to the acting player's board."""
    table = row("longbows", "wolves", "scouts").on("wolves", favor=1, secrets=2)
    play = holding("elders", table).answer("adviser", ["wolves"])
    assert (play.at("bank.beast", FAVOR), play.has("red", SECRET), play.has("red", HIDDEN)) == (4, 0, 2)


def test_9_2_a_83_a_locked_row_takes_no_fourth() -> None:
    """A-83: cannot beats must, so the play itself is not allowed."""
    locked = ("a_small_favor", "faithful_friend", "long_lost_heir")
    play = holding("elders", row(*locked))
    for to in ("adviser", FACEDOWN):
        assert play.refuses(to) == [("9.2", "the row holds 3 advisers of 3 and too few of them can be discarded")]
    assert play.offered == ["site.mountain", DISCARD]


def test_9_2_one_free_adviser_is_enough_and_the_locked_stay() -> None:
    play = holding("elders", row("a_small_favor", "faithful_friend", "longbows")).answer("adviser")
    assert play.offered == ["denizen.longbows"]


def test_7_2_2_a_locked_card_that_lies_facedown_may_go() -> None:
    table = row("a_small_favor", "faithful_friend", down("long_lost_heir"))
    play = holding("elders", table).answer("adviser")
    assert play.offered == ["denizen.long_lost_heir"]


def test_a_137_a_row_that_is_too_long_loses_one_only() -> None:
    """A-137: five advisers and a sixth: nothing says that the row must come down to the limit."""
    table = row("longbows", "wolves", "scouts", "alchemist", "mercenaries")
    play = holding("elders", table).answer("adviser")
    assert (play.pending.low, play.pending.high) == (1, 1)
    play.answer(["scouts"])
    assert len(play.zone("advisers.red")) == 5


def test_a_137_or_comes_down_to_the_limit_as_a_table_may_read_it() -> None:
    table = row("longbows", "wolves", "scouts", "alchemist", "mercenaries").reading("A-137", "b")
    play = holding("elders", table).answer("adviser")
    assert (play.pending.low, play.pending.high) == (3, 3)


# -- 5.1.4.3 Visions ---------------------------------------------------------------------------------------------


def test_5_1_4_3_an_exile_reveals_a_vision() -> None:
    play = holding(FAITH)
    assert play.offered == [FACEDOWN, "vision", DISCARD]
    play.answer("vision")
    assert play.zone("vision.red") == [FAITH] and play.zone("advisers.red") == []
    assert not play.state.is_facedown(FAITH) and play.cites() == ["5.1.4.3"]


def test_5_1_4_3_it_is_no_adviser_and_needs_no_room() -> None:
    locked = ("a_small_favor", "faithful_friend", "long_lost_heir")
    assert "vision" in holding(FAITH, row(*locked)).offered


def test_5_1_4_3_the_one_before_is_discarded() -> None:
    play = holding(FAITH, a_table().seat("red", vision=CONQUEST), at=5).answer("vision")
    assert play.zone("vision.red") == [FAITH] and play.zone("discard.cradle") == [CONQUEST]
    assert "10.5" in play.cites()


@pytest.mark.parametrize("role", ["chancellor", "citizen"])
def test_5_1_4_3_imperial_players_hide_visions_only(role: str) -> None:
    seat = "purple" if role == "chancellor" else "red"
    table = a_table().seat(seat, role=role).turn(seat).deck(FAITH, rest=False)
    play = table.play().answer("search")
    assert play.refuses("vision") == [("5.1.4.3", f"{seat} is the {role}, and only Exiles play Visions faceup")]
    assert play.offered == [FACEDOWN, DISCARD]


@pytest.mark.parametrize("to", ["site.mountain", "adviser"])
def test_5_1_4_3_a_vision_goes_to_no_site_and_no_row_faceup(to: str) -> None:
    assert clauses(holding(FAITH), to) == ["5.1.4.3"]


def test_5_1_4_3_only_visions_go_to_that_space() -> None:
    assert holding("elders").refuses("vision") == [("5.1.4.3", "denizen.elders is not a Vision")]


# -- 5.1.4.4 the Conspiracy --------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["chancellor", "citizen", "exile"])
def test_5_1_4_4_anyone_may_play_it_and_it_goes_to_the_box(role: str) -> None:
    """A-130: with nothing to take it is a mere purge; a revealed Vision stays."""
    seat = "purple" if role == "chancellor" else "red"
    table = a_table().seat(seat, role=role, vision=CONQUEST if role == "exile" else None).turn(seat)
    play = table.deck(CONSPIRACY, rest=False).play().answer("search").answer("vision")
    assert CONSPIRACY in play.zone("box") and play.asked[0] == "act"
    assert play.zone(f"vision.{seat}") == ([CONQUEST] if role == "exile" else [])


def conspiring(**red: object) -> Script:
    """Red has two Beast advisers; Blue at the same site has one, a relic and the People's Favor with four favor."""
    told: dict[str, object] = {"secrets": 1, "advisers": ["wolves", "rangers"], **red}
    table = a_table().seat("red", **told)  # type: ignore[arg-type]
    table.seat("blue", at="mountain", advisers=["true_names", "scouts"], relics=["map"])
    table.seat("yellow", at="plains", advisers=["roving_terror"], relics=["whistle"])
    return holding(CONSPIRACY, table.banner("peoples_favor", "blue", 4)).answer("vision")


def test_5_1_4_4_a_relic_or_banner_of_a_player_here_for_a_secret() -> None:
    play = conspiring()
    assert play.asked == ("conspiracy.take", "red") and play.pending.default == "none"
    assert play.offered == ["none", "relic.map", "banner.peoples_favor"]
    assert play.refuses("whistle"), "Yellow is at another site"
    play.answer("relic.map")
    assert play.zone("held.red") == ["relic.map"] and play.has("red", SECRET) == 0
    assert CONSPIRACY in play.zone("box") and "10.26" in play.cites()


def test_5_1_4_4_a_banner_taken_is_seized() -> None:
    """2.5.3, A-47: two of its tokens burn, once, and the People's Favor turns to the Mob."""
    play = conspiring().answer("banner.peoples_favor")
    assert play.at("banner.peoples_favor", FAVOR) == 2 and play.state.mob
    assert play.state.holders["banner.peoples_favor"] == "red"


@pytest.mark.parametrize(
    ("red", "clause"),
    [
        ({"secrets": 0}, "5.1.4.4"),
        ({"secrets": 0, "hidden": 2}, "5.1.4.4"),
        ({"advisers": ["wolves", "longbows"]}, None),
        ({"advisers": ["wolves", "elders"]}, "5.1.4.4"),
        ({"advisers": ["wolves", down("rangers")]}, "5.1.4.4"),
        ({"advisers": ["longbows", "battle_honors"]}, None),
    ],
)
def test_5_1_4_4_what_it_takes(red: dict[str, object], clause: str | None) -> None:
    """Two faceup advisers whose suits occur among the victim's, in whatever mixture, and a faceup secret."""
    play = conspiring(**red)
    if clause is None:
        assert "relic.map" in play.offered
        return
    assert play.skipped[-1] == ("conspiracy.take", "none")
    assert CONSPIRACY in play.zone("box") and play.zone("held.blue") == ["relic.map"]


# -- 5.1.4.1 with the People's Favor (A-41) ----------------------------------------------------------------------


def banner_table() -> Table:
    """Red holds the People's Favor at the full Mountain; the Plains, in the same region, has room."""
    table = a_table().banner("peoples_favor", "red")
    return table.site("mountain", cards=["longbows", "keep"]).site("plains", cards=["wolves"])


def test_a_41_its_holder_plays_to_any_faceup_site_of_the_region() -> None:
    table = (
        a_table().banner("peoples_favor", "red").map("plains", "mountain", "the_tribunal", down("site.steppe"), "river")
    )
    play = holding("elders", table, at="river")
    assert [option for option in play.offered if option.startswith("site.")] == ["site.the_tribunal", "site.river"]
    play.answer("the_tribunal")
    assert play.asked[0] != "play.first", "nothing lies in the region that could be discarded"
    assert play.zone("cards.2") == ["denizen.elders"] and play.has("red", FAVOR) == 1


def test_a_41_first_a_denizen_of_the_region_may_go() -> None:
    """Never an edifice or a locked card; the site that is played to need not be the one that is cleared."""
    play = holding("elders", banner_table().site(2, cards=["scouts"])).answer("plains")
    assert play.asked == ("play.first", "red")
    assert play.offered == ["none", "denizen.wolves", "denizen.longbows"]
    play.answer("longbows")
    assert play.zone("cards.1") == ["denizen.keep"] and play.zone("cards.0") == ["denizen.wolves", "denizen.elders"]
    assert play.zone("discard.provinces") == ["denizen.longbows"] and play.has("red", FAVOR) == 1


def test_a_41_room_may_be_made_at_a_full_site() -> None:
    play = holding("elders", banner_table())
    assert "site.mountain" in play.offered
    play.answer("mountain")
    assert play.skipped == [("play.first", "denizen.longbows")], "only that makes room"
    assert play.zone("cards.1") == ["denizen.keep", "denizen.elders"]


def test_a_41_a_full_site_without_a_denizen_stays_full() -> None:
    table = a_table().banner("peoples_favor", "red").site("mountain", cards=["keep", "hall_of_debate"])
    assert clauses(holding("elders", table), "mountain") == ["5.1.4.1"]


def test_a_41_the_discard_is_optional() -> None:
    play = holding("elders", banner_table()).answer("plains").answer("none")
    assert play.zone("cards.0") == ["denizen.wolves", "denizen.elders"]


def test_a_41_edifices_are_never_offered() -> None:
    table = banner_table().site("the_tribunal", cards=["forest_temple", "hall_of_mockery"])
    play = holding("elders", table, at="the_tribunal")
    assert clauses(play, "the_tribunal") == ["5.1.4.1"]


def test_a_41_not_for_others() -> None:
    table = a_table().banner("peoples_favor", "blue")
    assert [option for option in holding("elders", table).offered if option.startswith("site.")] == ["site.mountain"]


def test_a_41_also_with_a_facedown_adviser() -> None:
    table = row(down("elders")).banner("peoples_favor", "red").seat("red", at="mountain")
    play = table.play().answer("play", "elders")
    assert [option for option in play.offered if option.startswith("site.")] == ["site.plains", "site.mountain"]


# -- 11.9 Great Slum ---------------------------------------------------------------------------------------------


def slum(*cards: str) -> Table:
    return a_table().site("great_slum", slot=1, cards=cards)


def test_11_9_a_card_here_may_go_first() -> None:
    play = holding("elders", slum("longbows", "wolves"), at=1).answer("great_slum")
    assert play.asked == ("play.first", "red") and play.offered == ["none", "denizen.longbows", "denizen.wolves"]
    play.answer("wolves")
    assert play.zone("cards.1") == ["denizen.longbows", "denizen.elders"]
    assert play.zone("discard.provinces") == ["denizen.wolves"]


def test_11_9_a_full_slum_takes_one_for_one() -> None:
    play = holding("elders", slum("longbows", "wolves", "scouts"), at=1).answer("great_slum")
    assert play.offered == ["denizen.longbows", "denizen.wolves", "denizen.scouts"]
    assert play.refuses("none") == [("2.8.1", "the site would have no room for the card")]


def test_11_9_locked_cards_stay() -> None:
    play = holding("elders", slum("keep", "hall_of_mockery", "forest_temple"), at=1)
    assert clauses(play, "great_slum") == ["5.1.4.1"]


def test_11_9_and_the_banner_are_two_discards() -> None:
    """A-41, 11.9: each grants one; a card that is gone is not offered again."""
    table = slum("longbows", "wolves", "scouts").banner("peoples_favor", "red").site("plains", cards=["alchemist"])
    play = holding("elders", table, at=1).answer("great_slum")
    assert play.pending.about == "site.great_slum"
    assert play.offered == ["none", "denizen.longbows", "denizen.wolves", "denizen.scouts"]
    play.answer("wolves")
    assert play.asked[0] == "play.first" and play.pending.about == "banner.peoples_favor"
    assert play.offered == ["none", "denizen.alchemist", "denizen.longbows", "denizen.scouts"]
    play.answer("alchemist")
    assert play.zone("discard.provinces") == ["denizen.alchemist", "denizen.wolves"]


def test_11_9_the_banner_must_make_the_room_that_the_slum_did_not() -> None:
    table = slum("longbows", "wolves", "scouts").banner("peoples_favor", "red").site("plains", cards=["alchemist"])
    play = holding("elders", table, at=1).answer("great_slum", "none")
    assert play.offered == ["denizen.longbows", "denizen.wolves", "denizen.scouts"]


# -- 6.1 Facedown advisers ---------------------------------------------------------------------------------------


def turning(card: Lay, *others: Lay, at: str | int = "mountain", table: Table | None = None) -> Script:
    table = (table or a_table()).seat("red", at=at, advisers=[card, *others])
    play = table.play().answer("play")
    return play.answer(play.offered[0])


def test_6_1_faceup_to_the_own_site() -> None:
    play = turning(down("elders"))
    assert play.asked == ("play.to", "red") and play.offered == ["site.mountain", "adviser", DISCARD]
    play.answer("mountain")
    assert play.zone("cards.1") == ["denizen.elders"] and play.zone("advisers.red") == []
    assert play.has("red", FAVOR) == 1 and not play.state.is_facedown("denizen.elders")


def test_6_1_costs_no_supply() -> None:
    assert turning(down("elders")).answer("adviser").state.players["red"].supply == 7


def test_6_1_faceup_among_the_advisers() -> None:
    play = turning(down("elders"), "longbows").answer("adviser")
    assert play.zone("advisers.red") == ["denizen.longbows", "denizen.elders"]
    assert not play.state.is_facedown("denizen.elders")


def test_6_1_a_full_row_loses_nobody() -> None:
    """A-37: the card leaves the row and comes back."""
    play = turning(down("elders"), "longbows", "wolves").answer("adviser")
    assert len(play.zone("advisers.red")) == 3 and play.asked[0] != "play.replace"


def test_6_1_not_with_locked_neighbors_either() -> None:
    play = turning(down("elders"), "a_small_favor", "faithful_friend")
    assert "adviser" in play.offered


def test_6_1_it_does_not_go_facedown_again() -> None:
    assert clauses(turning(down("elders")), FACEDOWN) == ["5.1.4"]


def test_6_1_discarded_as_if_one_had_searched() -> None:
    play = turning(down("elders"), at=2).answer(DISCARD)
    assert play.zone("discard.hinterland") == ["denizen.elders"] and play.zone("advisers.red") == []
    assert play.cites()[-2:] == ["5.1.4", "10.5"]


def test_6_1_a_hidden_vision_may_be_revealed_by_an_exile() -> None:
    assert turning(down(FAITH)).answer("vision").zone("vision.red") == [FAITH]


def test_6_1_a_hidden_vision_of_a_citizen_stays_hidden() -> None:
    play = turning(down(FAITH), table=a_table().seat("red", role="citizen"))
    assert play.asked == ("play.to", "red") and play.pending.private
    assert play.offered == [DISCARD] and clauses(play, "vision") == ["5.1.4.3"]


def test_6_1_only_ones_own_and_only_facedown_ones() -> None:
    table = a_table().seat("red", advisers=[down("elders"), down("wolves"), "scouts"])
    table.seat("blue", advisers=[down("longbows")])
    play = table.play().answer("play")
    assert play.asked[0] == "play.card" and play.offered == ["denizen.elders", "denizen.wolves"]
    assert play.refuses("scouts") and play.refuses("longbows")


def test_6_1_which_one_is_a_private_question() -> None:
    """It is asked even where one is left: what can be done with it would tell its face."""
    play = a_table().seat("red", advisers=[down("elders")]).play().answer("play")
    assert play.asked == ("play.card", "red") and play.pending.private


def test_6_1_nothing_to_turn() -> None:
    play = a_table().seat("red", advisers=["elders"]).play()
    assert play.refuses("play") == [("6.1", "there is no legal way to play now")]


@pytest.mark.parametrize(("card", "refused"), [("a_small_favor", "site.mountain"), ("keep", "adviser")])
def test_6_1_restrictions_apply(card: str, refused: str) -> None:
    assert clauses(turning(down(card)), refused) == ["7.2.1"]


# -- cards that nobody has shown ---------------------------------------------------------------------------------


def test_an_unknown_card_is_named_when_it_is_played_faceup() -> None:
    play = turning(unknown("denizen"))
    play.answer("mountain")
    assert play.asked == ("face", "red") and play.pending.cites == ("5.1.4",)
    assert play.refuses("a_small_favor") == [("7.2.1", "denizen.a_small_favor can only be played to advisers")]
    assert play.refuses(FAITH)[0][0] == "5.1.4"
    play.answer("elders")
    assert play.zone("cards.1") == ["denizen.elders"] and play.has("red", FAVOR) == 1


def test_an_unknown_card_is_discarded_unseen() -> None:
    play = turning(unknown("denizen"), at=2).answer(DISCARD)
    assert play.zone("discard.hinterland") == ["card#1"] and play.state.handles["card#1"].back == "denizen"


def test_an_unknown_vision_is_told_by_its_back() -> None:
    play = turning(unknown("vision"))
    assert play.offered == ["vision", DISCARD]
    assert clauses(play, "mountain") == ["5.1.4"]


def test_an_unknown_card_that_can_only_be_for_advisers() -> None:
    table = a_table().pool("a_small_favor").deck(rest=False)
    play = turning(unknown("denizen"), table=table)
    assert play.refuses("mountain") == [("5.1.4", "no card that this may be could go there")]


# -- 11.2 Homelands ----------------------------------------------------------------------------------------------

HOMELANDS = {site.id: site.power for site in catalog.cards("site") if site.group == "homeland"}


def of_suit(suit: str) -> str:
    """A card of that suit which may be played to a site."""
    return next(card.id for card in catalog.cards("denizen") if card.suit == suit and card.restriction != "adviser")


def home(site: str, card: str, table: Table | None = None, **there: object) -> Script:
    table = (table or a_table()).map(*("plains", "mountain", "the_tribunal", "river", "marshes", "mine", "salt_flats"))
    table.site(site, slot=2, **there)  # type: ignore[arg-type]
    return holding(card, table, at=2).answer(site)


@pytest.mark.parametrize("site", HOMELANDS)
def test_11_2_the_reward(site: str) -> None:
    power = HOMELANDS[site]
    play = home(site, of_suit(power["suit"]), relics=["map"])
    favor = 1 + (power["reward"] == "favor")
    assert play.has("red", FAVOR) == favor
    assert play.has("red", SECRET) == (power["reward"] == "secret")
    assert play.has("red", "warbands") == 2 * (power["reward"] == "warbands")
    assert play.zone("held.red") == (["relic.map"] if power["reward"] == "relic_here" else [])
    assert play.cites()[-1 if power["reward"] != "relic_here" else -2] == "11.2"


@pytest.mark.parametrize("site", HOMELANDS)
def test_11_2_not_for_another_suit(site: str) -> None:
    other = next(suit for suit in catalog.SUITS if suit != HOMELANDS[site]["suit"])
    play = home(site, of_suit(other), relics=["map"])
    assert "11.2" not in play.cites() and play.has("red", FAVOR) == 1


@pytest.mark.parametrize("site", HOMELANDS)
def test_11_2_a_112_not_after_a_discard_of_that_suit_here(site: str) -> None:
    """A-112."""
    suit = HOMELANDS[site]["suit"]
    play = home(site, of_suit(suit), a_table().discarded(2, suit), relics=["map"])
    assert "11.2" not in play.cites()


def test_11_2_a_discard_of_another_suit_or_elsewhere_does_not_matter() -> None:
    play = home("steppe", "elders", a_table().discarded(2, "order").discarded(3, "nomad"))
    assert play.has("red", SECRET) == 1


def test_11_2_a_discard_here_is_noted() -> None:
    """A-112: clearing the way with the same suit costs the reward, with another suit it does not."""
    for gone, secrets in (("tents", 0), ("longbows", 1)):
        table = a_table().banner("peoples_favor", "red").map("plains", "mountain", "steppe", "river", "mine")
        table.site("steppe", cards=[gone, "keep"])
        play = holding("elders", table, at="steppe").answer("steppe")
        assert play.has("red", SECRET) == secrets, gone


def test_11_2_with_full_banks_and_stock_as_far_as_it_goes() -> None:
    play = home("fertile_valley", "welcoming_party", a_table().bank("hearth", 1))
    assert play.has("red", FAVOR) == 1 and play.at("bank.hearth", FAVOR) == 0
    play = home("ancient_city", "longbows", a_table().seat("red", bank=1))
    assert play.has("red", "warbands") == 1 and "9.3" in play.cites()


def test_11_2_warbands_of_a_citizen_are_purple() -> None:
    play = home("ancient_city", "longbows", a_table().seat("red", role="citizen"))
    assert play.state.count("board.red", "purple") == 2


def test_11_2_no_relic_there_no_reward() -> None:
    play = home("deep_woods", "wolves")
    assert play.zone("held.red") == [] and play.asked[0] == "act"


def test_11_2_an_unknown_relic_is_shown_when_it_is_taken() -> None:
    """A-111: it is taken unseen, and not optional."""
    play = home("deep_woods", "wolves", relics=[unknown("relic")])
    assert play.asked == ("face", "red")
    play.answer("relic.map")
    assert play.zone("held.red") == ["relic.map"]


def test_11_2_a_112_also_off_a_facedown_adviser_and_from_afar() -> None:
    """A-112."""
    table = a_table().map("plains", "mountain", "river", "steppe", "mine", "salt_flats", "marshes")
    table.seat("red", at="river", advisers=[down("elders")]).banner("peoples_favor", "red")
    play = table.play().answer("play", "elders", "steppe")
    assert play.has("red", SECRET) == 1 and play.zone("cards.3") == ["denizen.elders"]


def test_11_2_a_facedown_adviser_is_no_play_to_the_site() -> None:
    table = a_table().map("plains", "mountain", "river", "steppe", "mine", "salt_flats", "marshes")
    play = holding("elders", table, at="steppe").answer(FACEDOWN)
    assert play.has("red", SECRET) == 0


def test_5_1_4_1_a_82_the_order_of_gains() -> None:
    """The card, its favor, then the Homeland's reward."""
    play = home("steppe", "elders")
    kinds = [event.kind for event in play.events if event.kind in ("play", "gain")]
    assert kinds == ["play", "gain", "gain"] and play.cites() == ["5.1.4.1", "11.2"]


def test_7_3_3_a_82_when_played_comes_last() -> None:
    """Great Herd at a Steppe: favor and secret are there before its player is asked with what it trades places."""
    table = a_table().site("mountain", cards=["elders"])
    play = home("steppe", "great_herd", table)
    assert play.asked[0].startswith("great_herd") and play.zone("cards.2") == ["denizen.great_herd"]
    assert (play.has("red", FAVOR), play.has("red", SECRET)) == (1, 1)


def test_playing_replays() -> None:
    play = holding("elders", banner_table()).answer("plains").answer("longbows")
    assert play.replayed() == play.state
