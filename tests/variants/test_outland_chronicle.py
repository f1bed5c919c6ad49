"""Outland Realms between 8.2 and 8.3: founding (OR.1), expansion (OR.2), evolution (OR.3), and what becomes of it."""

from typing import Any

import pytest

from oathtools.table.state import EXILE
from oathtools.variants import kept as kept_after
from tests.support.chronicles import STABLE, USURPER
from tests.support.outland import NAME, Evening, ending, evening, kept, realms, with_realms
from tests.support.tables import a_table, down, refused_with, the

ONE = ["1"]


def fresh(**kept_: Any) -> Any:
    return with_realms(ending(), {}, **kept_)


def empire(table: Any, **answers: Any) -> Evening:
    """The Chancellor wins."""
    return evening(table, "purple", STABLE, **answers)


# -- OR.1 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", ["1", "2", "3"])
def test_a_realm_is_founded_on_one_to_three(face: str) -> None:
    """OR.1 (8.2): the sites that an Exile rules, in the color of the Exile, in a realm that is new."""
    end = empire(fresh(), found=("yes",), founding_die=[face])
    assert realms(end.state) == {"red-new": ["the_tribunal", "steppe"]}
    assert kept(end.state)["realms"]["red-new"] == {
        "color": "red",
        "founded": None,
        "sites": [the("the_tribunal"), the("steppe")],
    }
    assert end.said == ["founded"]
    assert kept_after(end.state.variants, 7)[NAME]["realms"] == {
        "red-7": {"color": "red", "founded": 7, "sites": ["The Tribunal", "Steppe"]}
    }


@pytest.mark.parametrize("face", ["4", "5", "6"])
def test_a_realm_falls_apart_on_four_to_six(face: str) -> None:
    """OR.1 (8.2)."""
    end = empire(fresh(), found=("yes",), founding_die=[face])
    assert realms(end.state) == {} and end.said == ["not_founded"]


def test_nobody_has_to_try() -> None:
    """OR.1 (8.2): an Exile may try; no is the default."""
    end = empire(fresh())
    assert end.kinds == ["found"] and end.asked["outland-realms.found"].default == "no"
    assert realms(end.state) == {} and end.said == []


def test_a_face_that_no_die_has_is_refused() -> None:
    """OR.1 (8.2)."""
    end = empire(fresh(), found=("yes",), founding_die=["6"])
    (row,) = refused_with(end.asked["outland-realms.founding-die"], ["7"])
    assert row.clause == "OR.1" and "each one of 1, 2, 3, 4, 5, 6" in row.because


def test_every_exile_who_rules_a_site_is_asked_in_turn_order() -> None:
    """OR.1, OR-D (8.2)."""
    end = empire(fresh(), found=("yes", "yes", "yes"), founding_die=(ONE, ["5"], ["3"]))
    assert list(realms(end.state)) == ["red-new", "yellow-new"]


def test_an_exile_without_a_site_is_not_asked() -> None:
    """OR.1 (8.2)."""
    table = with_realms(a_table(2).turn("purple", "over").site("plains", warbands={"purple": 1}), {})
    assert evening(table, "purple", STABLE).asked == {}


def test_a_new_citizen_founds_nothing() -> None:
    """OR.1 (8.2): blue accepts, red and yellow do not; red has won and is asked like them."""
    answers = {"chronicle__offer": ["blue", "yellow"], "chronicle__accept": ("yes", "no")}
    end = evening(fresh(), "red", USURPER, **answers, found=("no", "yes"), founding_die=ONE)
    assert list(realms(end.state)) == ["yellow-new"]


def big() -> Any:
    """Red rules six sites."""
    table = a_table(2).turn("purple", "over")
    for site in ("mountain", "the_tribunal", "steppe", "ancient_city", "standing_stones", "deep_woods"):
        table.site(site, warbands={"red": 1})
    return table


def test_of_more_than_four_sites_four_are_kept() -> None:
    """OR.1 (8.2): the founder picks."""
    keep = ["steppe", "ancient_city", "deep_woods", "mountain"]
    end = empire(with_realms(big(), {}), found="yes", founding_die=ONE, keep=keep)
    assert sorted(realms(end.state)["red-new"]) == sorted(keep)
    (row,) = refused_with(end.asked["outland-realms.keep"], [the(site) for site in keep[:3]])
    assert (row.clause, row.because) == ("OR.1", "4 to 4 options")


OTHERS = {"black-1": ["mine", "wastes", "lush_coast"], "white-1": ["salt_flats", "river", "marshes", "drowned_city"]}


def stay(table: Any, winner: str = "purple", way: tuple[str, str] = STABLE, **answers: Any) -> Evening:
    """The old realms stay as they are: a 3 for each."""
    count = len(kept(table.state)["realms"])
    return evening(table, winner, way, evolution_die=(["3"],) * count, **answers)


def test_a_realm_that_would_pass_nine_cannot_be_founded() -> None:
    """OR.1 (8.2): eight sites are in realms, and red rules two: no die is rolled; blue's one site fits."""
    others = {"black-1": OTHERS["black-1"] + ["buried_giant"], "white-1": OTHERS["white-1"]}
    end = stay(with_realms(ending(), others), found=("yes",), founding_die=ONE)
    assert end.said[:3] == ["no_room", "founded", "no_room"]
    assert realms(end.state)["blue-new"] == ["ancient_city"]


def test_nine_sites_are_allowed() -> None:
    """OR.1 (8.2): seven, and red's two."""
    end = stay(with_realms(ending(), OTHERS), found="yes", founding_die=ONE)
    assert sum(map(len, realms(end.state).values())) == 9 and end.said[:3] == ["founded", "no_room", "no_room"]


# -- its open points -----------------------------------------------------------------------------------------------


def test_or_b_a_site_in_another_realm_cannot_be_used() -> None:
    """OR-B (8.2): a: the Steppe stays where it is; b: it changes realms, and an empty realm ends."""
    table = with_realms(ending(), {"white-1": ["steppe"]})
    assert realms(stay(table, found="yes", founding_die=ONE).state) == {
        "white-1": ["steppe"],
        "red-new": ["the_tribunal"],
    }
    table = with_realms(ending(), {"white-1": ["steppe"]}).reading("OR-B", "b")
    assert realms(evening(table, "purple", STABLE, found="yes", founding_die=ONE).state) == {
        "red-new": ["the_tribunal", "steppe"]
    }


def test_or_b_sites_that_change_realms_do_not_count_twice() -> None:
    """OR-B, b (8.2): with nine in realms red can found with two sites of others, and with nothing else."""
    others = {"black-1": [*OTHERS["black-1"], "steppe"], "white-1": OTHERS["white-1"], "yellow-1": ["the_tribunal"]}
    table = with_realms(ending(), others).reading("OR-B", "b")
    end = evening(table, "purple", STABLE, found="yes", founding_die=ONE, evolution_die=(["3"],) * 2)
    assert realms(end.state)["red-new"] == ["the_tribunal", "steppe"]
    assert sum(map(len, realms(end.state).values())) == 9


def led() -> Any:
    """Red has led a realm of one site since setup, and rules it and another one."""
    return with_realms(ending(), {"red-1": ["steppe"]}, leaders={"red": "red-1"})


def test_or_c_a_leader_founds_nothing_and_expands() -> None:
    """OR-C, OR.2 (8.2): a: only yellow and blue are asked; what red rules joins the realm."""
    end = stay(led())
    assert end.kinds == ["found", "evolution-die"]
    assert end.asked["outland-realms.found"].who == "yellow"
    assert realms(end.state) == {"red-1": ["steppe", "the_tribunal"]}


def test_or_c_a_leader_may_found_out_of_the_realm() -> None:
    """OR-C, b (8.2): red is asked first, and all red rules, the realm's site too, makes a new one."""
    end = evening(led().reading("OR-C", "b"), "purple", STABLE, found="yes", founding_die=ONE)
    assert realms(end.state) == {"red-new": ["the_tribunal", "steppe"]}


def test_or_d_foundings_come_before_expansions_or_after() -> None:
    """OR-D (8.2): eight sites in realms: a: blue founds with the last place; b: red's realm takes it."""

    def near_nine() -> Any:
        others = {"red-1": ["steppe"], **OTHERS}
        return with_realms(ending(), others, leaders={"red": "red-1"})

    first = stay(near_nine(), found="yes", founding_die=ONE)
    assert realms(first.state)["red-1"] == ["steppe"] and realms(first.state)["blue-new"] == ["ancient_city"]
    then = stay(near_nine().reading("OR-D", "b"))
    assert realms(then.state)["red-1"] == ["steppe", "the_tribunal"] and then.said[0] == "expanded"


def test_or_e_may_the_winner_found() -> None:
    """OR-E (8.2): a: the Usurper is asked, and no is the default; b: they are not."""
    end = evening(fresh(), "red", USURPER, found="yes", founding_die=ONE)
    assert list(realms(end.state)) == ["red-new"]
    end = evening(fresh().reading("OR-E", "b"), "red", USURPER, found=("yes", "no"), founding_die=ONE)
    assert list(realms(end.state)) == ["blue-new"]


def test_or_f_after_a_win_of_the_empire() -> None:
    """OR-F (8.2): a: founding goes on without offers; b: it does not; a winning Exile makes no difference."""
    assert empire(fresh()).kinds == ["found"]
    assert empire(fresh().reading("OR-F", "b")).kinds == []
    assert evening(fresh().reading("OR-F", "b"), "red", USURPER).kinds == ["found"]


# -- OR.2 ----------------------------------------------------------------------------------------------------------


def test_a_realm_expands_to_four_sites() -> None:
    """OR.2 (8.2): the leader picks which of the sites they rule join."""
    table = with_realms(big(), {"red-1": ["steppe", "mine"]}, leaders={"red": "red-1"})
    end = evening(table, "purple", STABLE, expand=["deep_woods", "mountain"], evolution_die=["3"])
    assert realms(end.state) == {"red-1": ["steppe", "mine", "deep_woods", "mountain"]}
    (row,) = refused_with(end.asked["outland-realms.expand"], [the("mountain")])
    assert row.clause == "OR.2"


def test_a_realm_of_four_takes_in_nothing() -> None:
    """OR.2 (8.2)."""
    table = with_realms(big(), {"red-1": ["mine", "wastes", "river", "steppe"]}, leaders={"red": "red-1"})
    assert realms(stay(table).state) == {"red-1": ["mine", "wastes", "river", "steppe"]}


def test_or_g_expansion_and_the_nine() -> None:
    """OR-G (8.2): a: eight are in realms, so one site joins; b: both do."""

    def near() -> Any:
        table = ending().site("fertile_valley", warbands={"red": 1})
        return with_realms(table, {"red-1": ["steppe"], **OTHERS}, leaders={"red": "red-1"})

    end = stay(near(), expand=["fertile_valley"])
    assert realms(end.state)["red-1"] == ["steppe", "fertile_valley"]
    end = stay(near().reading("OR-G", "b"))
    assert realms(end.state)["red-1"] == ["steppe", "the_tribunal", "fertile_valley"]


def test_a_leader_takes_nothing_from_another_realm() -> None:
    """OR.2, OR-B (8.2)."""
    table = with_realms(ending(), {"red-1": ["steppe"], "white-1": ["the_tribunal"]}, leaders={"red": "red-1"})
    assert realms(stay(table).state) == {"red-1": ["steppe"], "white-1": ["the_tribunal"]}


def test_or_u_a_site_that_somebody_else_rules_at_the_end() -> None:
    """OR-U (8.2): a: the Plains are the Empire's and stay in the realm; b: they leave it. The leader's stay in both."""
    sites = {"red-1": ["plains", "steppe", "fertile_valley"]}
    assert realms(stay(with_realms(ending(), sites, leaders={"red": "red-1"})).state)["red-1"][0] == "plains"
    table = with_realms(ending(), sites, leaders={"red": "red-1"}).reading("OR-U", "b")
    assert realms(stay(table).state) == {"red-1": ["steppe", "fertile_valley", "the_tribunal"]}


def test_or_w_a_leader_who_rules_none_of_the_realm() -> None:
    """OR-W (8.2): a: the realm expands all the same; b: it does not."""
    table = with_realms(ending(), {"red-1": ["mine"]}, leaders={"red": "red-1"})
    assert realms(stay(table).state) == {"red-1": ["mine", "the_tribunal", "steppe"]}
    table = with_realms(ending(), {"red-1": ["mine"]}, leaders={"red": "red-1"}).reading("OR-W", "b")
    assert realms(stay(table).state) == {"red-1": ["mine"]}


def crowned() -> Any:
    """Blue, a Citizen, has the Bandit Crown: once an Exile again, blue rules what only bandits hold."""
    table = ending().seat("blue", role="citizen", relics=["bandit_crown"])
    return with_realms(table, {})


def test_or_cc_citizens_who_have_just_become_exiles() -> None:
    """OR-CC (8.2): a: blue is not asked; b: blue rules sites by the Bandit Crown and is."""
    asked = evening(crowned(), "red", USURPER, found=("no", "yes"), founding_die=ONE)
    assert list(realms(asked.state)) == ["yellow-new"] and asked.state.players["blue"].role == EXILE
    asked = evening(crowned().reading("OR-CC", "b"), "red", USURPER, found=("no", "yes"), founding_die=ONE)
    assert realms(asked.state) == {"blue-new": ["ancient_city", "fertile_valley", "deep_woods"]}


def test_or_dd_a_leader_who_becomes_a_citizen_in_8_2() -> None:
    """OR-DD, OR.12 (8.2): a: what blue ruled leaves the realm; b: it stays. Blue leads no more, and nothing expands."""

    def table() -> Any:
        return with_realms(ending(), {"blue-1": ["ancient_city", "mine"]}, leaders={"blue": "blue-1"})

    accepts = {"chronicle__offer": ["blue"], "chronicle__accept": "yes"}
    end = stay(table(), "red", USURPER, **accepts)
    assert realms(end.state) == {"blue-1": ["mine"]} and kept(end.state)["leaders"] == {}
    end = stay(table().reading("OR-DD", "b"), "red", USURPER, **accepts)
    assert realms(end.state) == {"blue-1": ["ancient_city", "mine"]} and kept(end.state)["leaders"] == {}


# -- OR.3 ----------------------------------------------------------------------------------------------------------


def older(sites: list[str]) -> Any:
    return with_realms(a_table(2).turn("purple", "over").site("plains", warbands={"purple": 1}), {"white-2": sites})


TWO = ["mine", "wastes"]


@pytest.mark.parametrize("face", ["3", "4"])
def test_a_realm_stays_as_it_is(face: str) -> None:
    """OR.3 (8.2)."""
    end = empire(older(TWO), evolution_die=[face])
    assert realms(end.state) == {"white-2": TWO} and end.said == ["nothing"]


@pytest.mark.parametrize("face", ["1", "2"])
@pytest.mark.parametrize("again", ["1", "2"])
def test_a_realm_ends(face: str, again: str) -> None:
    """OR.3 (8.2): 1 or 2, and again."""
    end = empire(older(TWO), evolution_die=[face], decline_die=[again])
    assert realms(end.state) == {} and end.said == ["ended"]


@pytest.mark.parametrize("again", ["3", "4", "5", "6"])
def test_a_realm_loses_a_site_at_random(again: str) -> None:
    """OR.3 (8.2): 1 or 2, then 3 to 6; told by its name, which must be one of the realm's."""
    end = empire(older(TWO), evolution_die=["2"], decline_die=[again], lost="mine")
    assert realms(end.state) == {"white-2": ["wastes"]} and end.said == ["shrunk"]
    (row,) = refused_with(end.asked["outland-realms.lost"], the("plains"))
    assert (row.clause, row.because) == ("OR.3", "site.plains is no site of the realm")
    assert refused_with(end.asked["outland-realms.lost"], [])[0].because == "the name of one site"


def test_a_realm_that_loses_its_last_site_ends() -> None:
    """OR.3 (8.2): nothing is left to chance then."""
    end = empire(older(["mine"]), evolution_die=["1"], decline_die=["6"])
    assert realms(end.state) == {} and "lost" not in end.kinds
    assert end.state.lasting["chronicle"]["variants"] == {NAME: {"ended": [{"realm": "white-2"}]}}


@pytest.mark.parametrize("face", ["5", "6"])
def test_a_realm_gains_a_site_that_was_not_on_the_map(face: str) -> None:
    """OR.3 (8.2): on the map, in a realm, or no site: refused."""
    end = empire(older(TWO), evolution_die=[face], gained="river")
    assert realms(end.state) == {"white-2": [*TWO, "river"]} and end.said == ["grown"]
    asked = end.asked["outland-realms.gained"]
    assert asked.options == ()
    for site, why in (("steppe", "is on the map"), ("mine", "is in a realm"), ("longbows", "is no site")):
        said = refused_with(asked, the(site))
        assert [row.clause for row in said] == ["OR.3"] and said[0].because.endswith(why)


@pytest.mark.parametrize(("sites", "others"), [(["mine", "wastes", "river", "marshes"], {}), (TWO, {"black-1": ["x"]})])
def test_a_gain_without_room_is_lost(sites: list[str], others: dict[str, Any]) -> None:
    """OR.3 (8.2): four in the realm, or nine in all."""
    full = {"white-2": sites}
    if others:
        full["black-3"] = ["river", "marshes", "salt_flats", "drowned_city"]
        full["yellow-3"] = ["lush_coast", "buried_giant", "shrouded_wood"]
    table = with_realms(a_table(2).turn("purple", "over").site("plains", warbands={"purple": 1}), full)
    end = empire(table, evolution_die=(["6"], *([["3"]] * (len(full) - 1))))
    assert end.said[0] == "full" and "gained" not in end.kinds and realms(end.state) == full


def test_or_h_a_facedown_site_is_on_the_map() -> None:
    """OR-H (8.2): a: the facedown Mine cannot be gained; b: it can. A site of another realm never."""

    def table() -> Any:
        table = a_table(2).turn("purple", "over").map("plains", down("site.mine"), "mountain")
        table.site("plains", warbands={"purple": 1})
        return with_realms(table, {"white-2": ["wastes"], "black-3": ["river"]})

    end = empire(table(), evolution_die=(["5"], ["3"]), gained="salt_flats")
    assert refused_with(end.asked["outland-realms.gained"], the("mine"))[0].because == "site.mine is on the map"
    end = empire(table().reading("OR-H", "b"), evolution_die=(["5"], ["3"]), gained="mine")
    assert realms(end.state)["white-2"] == ["wastes", "mine"]
    assert refused_with(end.asked["outland-realms.gained"], the("river"))[0].because == "site.river is in a realm"


def test_a_realm_founded_in_this_game_does_not_evolve() -> None:
    """OR.3 (8.2)."""
    end = empire(fresh(), found="yes", founding_die=ONE)
    assert "evolution-die" not in end.kinds


def test_or_ee_which_realm_evolves_first() -> None:
    """OR-EE (8.2): a: the oldest; b: as the winner wants."""

    def table() -> Any:
        return with_realms(a_table(2).turn("purple", "over"), {"white-3": ["mine"], "black-2": ["wastes"]})

    end = empire(table().site("plains", warbands={"purple": 1}), evolution_die=(["1"], ["3"]), decline_die=["1"])
    assert list(realms(end.state)) == ["white-3"]
    chosen = table().site("plains", warbands={"purple": 1}).reading("OR-EE", "b")
    end = empire(chosen, order=["white-3", "black-2"], evolution_die=(["1"], ["3"]), decline_die=["1"])
    assert list(realms(end.state)) == ["black-2"]


# -- OR.4 ----------------------------------------------------------------------------------------------------------


def test_or_y_a_realms_site_is_an_ordinary_one_in_8_3_and_stays_in_the_realm() -> None:
    """OR.4, OR-Y (8.3.2, 8.3.3, 8.3.5): one leaves the map, one falls to ruin and comes back, one moves up."""
    from tests.support.chronicles import over, world, write

    table = ending().site("fertile_valley", cards=["ancient_forge"])
    sites = ["steppe", "fertile_valley", "plains", "mountain"]
    play = over(with_realms(table, {"white-1": sites}), "purple", STABLE)
    write(play, {f"{NAME}.evolution-die": ["3"]})
    laid = [site for site, _, _, _ in world(play.state)]
    assert "steppe" not in laid and laid[:2] == ["plains", "mountain"] and laid.index("fertile_valley") > 4
    assert realms(play.state) == {"white-1": sites}


def test_the_guide_tells_what_to_do_at_each_of_its_steps() -> None:
    """OR.1 (8.2): the guided Chronicle knows the variant's steps as it knows the Law's."""
    from oathtools.journal import game_at
    from oathtools.render.names import Names
    from oathtools.render.printers import terminal
    from oathtools.render.world.chronicle import step_document
    from oathtools.table.position.form import to_position
    from oathtools.table.views import View

    state = fresh().built()
    state.phase, state.result = "over", {"winner": "purple", "ways": [list(STABLE)], "round": 6, "how": "stable_regime"}
    play = game_at(to_position(state))
    play.write_chronicle()
    play.answer("oath.people")
    assert play.state.step == "OR.1"
    shown = terminal(step_document(play, Names(View(play.state))), 60)
    assert shown.startswith("OR.1  Founding\n  - Every Exile who rules sites")
