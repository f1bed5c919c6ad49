"""What is told of one thing on the table is what comes of it: what is paid, what a Rest gives, who rules."""

import re

import pytest

from oathtools import catalog
from oathtools.answerers.matching import Misread
from oathtools.answerers.questions import thing_called
from oathtools.journal import Play
from oathtools.procedures.machine import facts as rules
from oathtools.render.game.facts import TOPICS, about, as_data
from oathtools.table.state import BANNERS, SLOTS
from oathtools.table.views import View
from tests.support.daily import of_some
from tests.support.strangers import LINES, at, said

TABLES = list(dict.fromkeys(line["in"] for line in LINES))
DAILY = set(TABLES[::20])


def told(play: Play, *things: str) -> str:
    """The facts as everybody may know them."""
    found = about(play.game, View(play.state, None), things, None)
    return " ".join(f"{each.name}: {' '.join(each.says)}" for each in found)


def spent(play: Play, line: str) -> int | None:
    """The Supply that doing it costs whose turn it is; None if it cannot be done, or if the turn is over by it."""
    before, after = play.state.players[play.state.turn].supply, play.again()
    left = after.state.players[play.state.turn].supply if said(after, line) else before + 1
    return before - left if left <= before else None


@pytest.fixture(params=of_some(TABLES, lambda name: name in DAILY))
def play(request: pytest.FixtureRequest) -> Play:
    """A table in its midst, at which somebody may act."""
    found = at(request.param)
    if found.pending is None or found.pending.kind != "act":
        pytest.skip("nobody is asked for an action here")
    return found


def test_5_6_1_5_1_1_what_a_way_and_a_search_are_told_to_cost_is_paid_for_them(play: Play) -> None:
    name = play.state.players[play.state.turn].name
    for slot in range(SLOTS):
        site = play.state.site(slot)
        paid = spent(play, f"travel {catalog.name_of(site)}") if play.state.faceup_site(slot) else None
        if paid is not None:
            assert f"The way here costs {name} {f'{paid} Supply' if paid else 'free'}" in told(play, site)
    paid = spent(play, "search world")
    assert paid is None or f"Of the world deck {paid} Supply, " in told(play, "search")


def test_4_3_3_what_a_rest_is_told_to_give_it_gives(play: Play) -> None:
    seat, after = play.state.turn, play.again()
    if said(after, "end") and after.state.turn != seat:
        gave = after.state.players[seat].supply
        assert f"Resting as it stands gives {gave} Supply" in told(play, seat)


def test_2_8_2_11_who_rules_and_who_has_the_title_is_told_as_the_rules_have_it(play: Play) -> None:
    state, sites = play.state, told(play, "sites")
    for seat in state.seats:
        for slot in rules.sites_ruled(play.game, seat):
            assert f"{catalog.name_of(state.site(slot))} " in told(play, seat)
            assert catalog.name_of(state.site(slot)) in sites
    holder = state.oathkeeper
    assert holder is None or f"{state.players[holder].name} is {'Usurper' if state.usurper else 'Oathkeeper'}." in told(
        play, "title"
    )


def test_2_5_what_lies_on_a_banner_and_who_has_it(play: Play) -> None:
    for banner in BANNERS:
        on, holder = play.state.count(banner, catalog.banner(banner).token), play.state.holders.get(banner)
        shown = told(play, banner)
        assert re.search(rf": {on} (favor|secrets?) on it", shown) and f"1 Supply and {on + 1} " in shown
        assert (f"held by {play.state.players[holder].name}" if holder is not None else "nobody holds it") in shown


def test_9_4_a_fact_names_no_card_that_its_reader_may_not_know(play: Play) -> None:
    view, state = View(play.state, None), play.state
    hidden = {catalog.name_of(card) for card in state.where if catalog.is_card(card) and not view.shows(card)}
    shown = {catalog.name_of(card) for card in state.where if catalog.is_card(card) and view.shows(card)}
    things = [*TOPICS, *state.seats, *BANNERS, *(state.site(slot) for slot in range(SLOTS))]
    says = " ".join(told(play, each) for each in things if each in TOPICS or view.shows(each) or each in state.seats)
    assert not [name for name in hidden - shown if re.search(rf"\b{re.escape(name)}\b", says)]


def test_a_thing_is_called_by_its_name_shortened_or_by_what_is_asked_of_it() -> None:
    play = at(TABLES[0])
    view = View(play.state, None)
    named = {each: thing_called(play.state, view, each) for each in ("ppls fav", "ann", "deck", "title", "mtn")}
    assert named == {
        "ppls fav": BANNERS[0],
        "ann": "purple",
        "deck": "search",
        "title": "title",
        "mtn": "site.mountain",
    }
    assert as_data(about(play.game, view, ["title"], None))["facts"][0]["about"] == "title"
    with pytest.raises(Misread, match="nothing on the table is called 'moon'"):
        thing_called(play.state, view, "moon")
