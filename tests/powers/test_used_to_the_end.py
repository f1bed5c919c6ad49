"""7.4, 7.5: a modifier or a plan in use serves for its whole action, wherever its card goes meanwhile."""

from oathtools import catalog
from oathtools.engine.windows import Power
from oathtools.powers import load
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.registry import written
from tests.support.tables import Table, a_table

# Powers of modifiers and plans that are none of what their use does: another power of the card, or asked before it.
BESIDE = {
    ("denizen.fire_talkers", "campaign.told"),
    ("denizen.rusting_ray", "campaign.told"),
    ("denizen.warning_signals", "campaign.told"),
    ("denizen.peace_envoy", "plan.cost"),
    ("denizen.peace_envoy", "campaign.plan"),
    ("denizen.relic_worship", "recovered"),
    ("denizen.way_station", "travel.cost"),
    ("relic.obsidian_cage", "relic.leaves"),
}
# No power takes a site away.
MODIFIERS = [
    (action, each)
    for action, group in load().modifiers.items()
    for each in group
    if catalog.card(each.card).kind != "site"
]
PLANS = sorted(load().plans)
# Where a card may be taken in mid-action: out of play, or to somebody else.
AWAY = ("dispossessed", "discard.provinces", "box", "cards.7", "blue")


def served(game: Game, frame: Frame, card: str) -> list[tuple[Power, list[str | None]]]:
    """The powers of a card that a frame uses and that are heard, each with those for whom it speaks."""
    powers = [power for power in load().by_card.get(card, ()) if power.used and game.still_live(power)]
    return [(power, list(game.concerned(power, frame))) for power in powers]


def used_by(card: str) -> list[Power]:
    """The powers of a card that only its use brings about."""
    return [power for power in load().by_card.get(card, ()) if power.used]


def lying(card: str) -> Table:
    """Red to act at the Plains, the card within reach."""
    table = a_table().seat("blue", at=7).site(6, cards=["wolves"])
    if catalog.card(card).kind == "relic":
        return table.seat("red", at=0, relics=[card])
    return table.seat("red", at=0).site(0, cards=[card])


def take_away(game: Game, card: str, to: str) -> None:
    """The card goes, by no choice of the one who uses it."""
    if to == "blue":
        to = "held.blue" if catalog.card(card).kind == "relic" else "advisers.blue"
    game.do.put(card, to, ())


def test_7_4_a_modifier_in_use_serves_to_the_end_of_its_action() -> None:
    for action, modifier in MODIFIERS:
        for to in AWAY:
            game = lying(modifier.card).game()
            options = modifier.options(game, Frame(action, "red"), "red")
            frame = written(game, modifier, Frame(action, "red"), options[0] if options else "")
            game.frames.append(frame)
            before = served(game, frame, modifier.card)
            assert [power for power, _ in before] == used_by(modifier.card), (modifier.card, to)
            take_away(game, modifier.card, to)
            _check_after(game, frame, modifier.card, before)
            part = Frame("part", "red", frame)
            assert [power for power, whom in served(game, part, modifier.card) if whom] == [
                p for p, whom in before if whom
            ], (modifier.card, to)


def test_7_5_a_plan_in_use_serves_to_the_end_of_its_campaign() -> None:
    for card in PLANS:
        for to in AWAY:
            game = lying(card).game()
            frame = Frame("campaign", "red").using(card, None)
            game.frames.append(frame)
            plan = Frame("plan", "red", frame, {"card": card})
            before = served(game, plan, card)
            assert [power for power, _ in before] == used_by(card) and all(whom for _, whom in before), (card, to)
            take_away(game, card, to)
            _check_after(game, plan, card, before)


def _check_after(game: Game, frame: Frame, card: str, before: list[tuple[Power, list[str | None]]]) -> None:
    """All that served before does, once each; an adviser's own suits (10.14) go with the adviser."""
    for power, whom in before:
        heard = [each for each in game.live(power.place.name) if each == power]
        assert len(heard) == 1
        assert list(game.concerned(power, frame)) == ([] if power.subject == "owner" else whom)
    # Nothing that has not used it hears of it; what it is besides is gone with it.
    alone = Frame(frame.action, "red")
    assert not any(whom for _, whom in served(game, alone, card))


def test_7_4_what_follows_on_a_use_is_marked_so() -> None:
    """Else it would be lost with its card."""
    cards = {modifier.card for _, modifier in MODIFIERS} | load().plans
    rest = {(card, power.place.name) for card in cards for power in load().by_card.get(card, ()) if not power.used}
    assert rest == BESIDE


# -- Pilgrimage in mid-Search --------------------------------------------------------------------------------------


def test_7_4_2_land_warden_taken_away_by_the_first_card_binds_the_second() -> None:
    """7.4, 7.4.2, 10.17: one of the two must go to a site."""
    table = a_table().seat("red", at=0, favor=2).site(0, cards=["land_warden", "wolves"])
    play = table.deck("pilgrimage", "scouts", "longbows", rest=False).play()
    play.answer("search", "land_warden", "pilgrimage", "yes", "scouts", "adviser")
    while play.asked[0] != "play.to":
        play.default()
    assert play.zone("cards.0") == []
    assert play.offered == ["site.plains", "discard"]
    because = "with denizen.land_warden one of the two cards must go to a site"
    assert ("5.1.4", because) in play.refuses("adviser")


def test_10_2_hunting_party_taken_away_by_the_card_found_still_lets_its_user_campaign() -> None:
    """7.4: 5.5.1 without Supply, after the Search."""
    table = a_table().seat("red", at=0, favor=2, warbands=3).site(0, cards=["hunting_party", "wolves"])
    play = table.deck("pilgrimage", rest=False).play().answer("search", "hunting_party", "adviser")
    while play.asked[0] == "pilgrimage.draw":
        play.default()
    assert play.zone("cards.0") == []
    assert play.asked == ("hunting_party.campaign", "red")


def test_10_5_bracken_taken_away_by_the_first_card_still_says_where_the_second_is_discarded() -> None:
    """7.4: all discards of the Search go on its pile."""
    table = (
        a_table().seat("red", at=0, favor=3, secrets=2, advisers=["land_warden"]).site(0, cards=["bracken", "wolves"])
    )
    play = table.deck("pilgrimage", "scouts", rest=False).play()
    play.answer("search", "bracken", "land_warden", "pilgrimage", "yes", "adviser")
    while play.asked[0] != "play.to":
        play.default()
    play.answer("discard", "discard.hinterland")
    assert play.zone("discard.hinterland") == ["denizen.scouts"]


def test_10_10_welcoming_party_taken_away_by_the_first_card_pays_for_the_second() -> None:
    """7.4, A-82: a favor for each denizen played faceup, beside the one of playing to a site (5.1.4.1)."""
    table = a_table().seat("red", at=0, favor=3, secrets=2, advisers=["land_warden"])
    play = table.site(0, cards=["welcoming_party", "wolves"]).deck("pilgrimage", "scouts", rest=False).play()
    play.answer("search", "welcoming_party", "land_warden", "pilgrimage", "yes", "adviser")
    while play.asked[0] != "play.to":
        play.default()
    before, hearth = play.has("red", "favor"), play.at("bank.hearth", "favor")
    play.answer("site.plains")
    assert (play.has("red", "favor") - before, hearth - play.at("bank.hearth", "favor")) == (2, 1)
