"""The grammar of requests as ``why`` reads it: the same lines as ``answer``, and what may be done in such lines."""

from itertools import islice
from typing import Any

import pytest

from oathtools.answerers.judge import may_do, verdict
from oathtools.answerers.matching import Misread
from oathtools.answerers.reading import Table, parse_request, table_of
from oathtools.answerers.requests import request_of, split
from oathtools.answerers.speaker import Needs, Speaker
from oathtools.answerers.words import words_of
from oathtools.cli.shared.gaming import labels_for
from oathtools.engine.decision import NotOffered
from oathtools.journal import Play, game_at
from oathtools.procedures.adjudicate import Opinion, Request
from oathtools.render.game.verdict import labels
from oathtools.render.names import Names
from oathtools.table.position.form import normal, to_position
from oathtools.table.state import State
from oathtools.table.views import View
from tests.support.daily import daily
from tests.support.random_requests import positions, some_request

PEOPLE = [
    {"name": "Ann", "role": "chancellor", "pawn": "Mountain", "warbands": 4, "favor": 9, "secrets": 2},
    {"name": "Bo", "color": "red", "pawn": "Mountain", "warbands": 5, "favor": 4, "secrets": 2,
     "advisers": ["Longbows", "Elders", {"card": "Keep", "facedown": True}]},
    {"name": "Cy", "color": "blue", "role": "citizen", "pawn": "Mountain", "warbands": 2, "relics": ["Whistle"]},
]  # fmt: skip
SITES = [
    {"site": "Plains", "warbands": {"purple": 2}, "cards": ["Dazzle"]},
    {"unknown": "site"},
    {"site": "Mountain", "cards": ["Taming Charm", "Wolves"], "relics": [{"unknown": "relic", "n": 2}]},
    "Buried Giant",
    "The Hidden Place",
]


def play_at(position: dict[str, Any]) -> Play:
    return game_at(position)


def game(**changes: Any) -> Play:
    """Bo's Act Phase; changes to the position."""
    people = [dict(row) for row in PEOPLE]
    for name in list(changes):
        who, _, what = name.partition("__")
        if what:
            next(row for row in people if row["name"] == who)[what] = changes.pop(name)
    return play_at(normal({"turn": {"player": "Bo", "phase": "act"}, "players": people, "sites": SITES, **changes}))


def spoken(table: Table) -> Any:
    return labels(Names(View(table.game.state, None, True)))


def asked(line: str, play: Play | None = None, player: str = "red", viewer: str | None = "red") -> Request:
    """A line as a request in ids."""
    table = table_of(play or game(), player, viewer)
    said = request_of(split(line))
    assert said is not None
    return parse_request(table, said, spoken(table)).request


def judged(line: str, play: Play | None = None, player: str = "red", viewer: str | None = "red") -> Opinion:
    table = table_of(play or game(), player, viewer)
    return verdict(table, split(line), spoken(table), repairs=False)


# -- every form ------------------------------------------------------------------------------------------------------

FORMS: list[tuple[str, dict[str, Any]]] = [
    ("travel Plains", {"to": "site.plains"}),
    ("travel site:Plains", {"to": "site.plains"}),
    ("travel site.plains", {"to": "site.plains"}),
    ("travel plains", {"to": "site.plains"}),
    ("travel Planes", {"to": "site.plains"}),
    ("travel buried-giant", {"to": "site.buried_giant"}),
    ("travel hidden place", {"to": "site.the_hidden_place"}),
    ("travel cradle.2", {"to": "cradle.2"}),
    ("travel cradle 2", {"to": "cradle.2"}),
    ("travel", {}),
    ("muster Taming Charm", {"card": "denizen.taming_charm"}),
    ("muster taming-charm", {"card": "denizen.taming_charm"}),
    ("muster denizen.taming_charm", {"card": "denizen.taming_charm"}),
    ("muster tamng charm", {"card": "denizen.taming_charm"}),
    ("muster Dazzle", {"card": "denizen.dazzle"}),
    ("muster Alchemist", {"card": "denizen.alchemist"}),
    ("trade Wolves --for favor", {"card": "denizen.wolves", "for": "favor"}),
    ("trade Wolves --for secrets", {"card": "denizen.wolves", "for": "secrets"}),
    ("trade Wolves --for=secrets", {"card": "denizen.wolves", "for": "secrets"}),
    ("trade Wolves", {"card": "denizen.wolves"}),
    ("search world", {"source": "world"}),
    ("search the world deck", {"source": "world"}),
    ("search cradle", {"source": "cradle"}),
    ("search Provinces", {"source": "provinces"}),
    ("search the hinterland pile", {"source": "hinterland"}),
    ("recover relic", {"target": "relic-1"}),
    ("recover relic 2", {"target": "relic-2"}),
    ("recover relic 7", {"target": "relic-7"}),
    ("recover relic 2 --pay 9", {"target": "relic-2", "pay": "9"}),
    ("recover relic 2 --pay printed", {"target": "relic-2", "pay": "printed"}),
    ("recover peoples-favor --pay 3", {"target": "banner.peoples_favor", "pay": "3"}),
    ("recover People's Favor", {"target": "banner.peoples_favor"}),
    ("recover banner:darkest-secret", {"target": "banner.darkest_secret"}),
    ("recover darkest secret --pay 9", {"target": "banner.darkest_secret", "pay": "9"}),
    ("campaign Cy --target pawn --dice 3", {"defender": "blue", "targets": ["pawn"], "dice": 3}),
    ("campaign blue --target pawn,whistle", {"defender": "blue", "targets": ["pawn", "relic.whistle"]}),
    ("campaign Cy --target site:Plains --target relic:Whistle --target banner:peoples-favor",
     {"defender": "blue", "targets": ["site.plains", "relic.whistle", "banner.peoples_favor"]}),
    ("campaign bandits --target Mountain", {"defender": "bandits", "targets": ["site.mountain"]}),
    ("campaign Bo", {"defender": "red"}),
    ("campaign", {}),
    ("play Keep site", {"card": "denizen.keep", "to": "site.mountain"}),
    ("play Keep site Plains", {"card": "denizen.keep", "to": "site.plains"}),
    ("play keep adviser", {"card": "denizen.keep", "to": "adviser"}),
    ("play Keep adviser --facedown", {"card": "denizen.keep", "to": "adviser-facedown"}),
    ("play Keep vision", {"card": "denizen.keep", "to": "vision"}),
    ("play Longbows adviser", {"card": "denizen.longbows", "to": "adviser"}),
    ("play Keep", {"card": "denizen.keep"}),
    ("play", {}),
    ("discard Keep", {"card": "denizen.keep", "to": "discard"}),
    ("power Elders", {"card": "denizen.elders"}),
    ("power Wolves", {"card": "denizen.wolves"}),
    ("power Longbows", {"card": "denizen.longbows"}),
    ("peek relic", {"what": "relic-3-1"}),
    ("peek site-relic", {"what": "relic-3-1"}),
    ("peek site-relic 2", {"what": "relic-3-2"}),
    ("peek reliquary", {"what": "reliquary-1"}),
    ("peek reliquary 3", {"what": "reliquary-3"}),
    ("move-warbands 2 board", {"to": "board", "number": "2"}),
    ("move-warbands 3 site", {"to": "site", "number": "3"}),
    ("move-warbands board 2", {"to": "board", "number": "2"}),
    ("give-warbands 2 Cy", {"other": "blue", "number": "2"}),
    ("take-warbands 1 purple", {"other": "purple", "number": "1"}),
    ("offer Cy --relic 2", {"other": "blue", "relic": "reliquary-2"}),
    ("offer Cy", {"other": "blue"}),
    ("exile Cy", {"other": "blue"}),
    ("self-exile", {"who": "red"}),
    ("end", {}),
    ("pass", {}),
]  # fmt: skip


@pytest.mark.parametrize(("line", "given"), FORMS, ids=lambda part: part if isinstance(part, str) else "")
def test_every_form_of_a_request(line: str, given: dict[str, Any]) -> None:
    assert asked(line).given == given


@pytest.mark.parametrize("line", [line for line, _ in FORMS])
def test_why_and_answer_agree(line: str) -> None:
    """What may be done is answered, as far as the words go; what may not is refused."""
    opinion = judged(line)
    if any(each.clause == "7.3.2" for each in opinion.cautions):
        pytest.skip("a power that is not coded is declared")
    legal, play = opinion.legal, game()
    try:
        Speaker(play, labels_for(play)).say(line)
        taken = True
    except (Misread, NotOffered):
        taken = False
    except Needs:
        taken = True
    assert taken is (legal is not False)


def test_modifiers_with_and_without_a_site() -> None:
    plain = asked("travel Plains --with 'Buried Giant' --with Tents")
    assert plain.modifiers == (("site.buried_giant", ""), ("denizen.tents", ""))
    sited = asked("trade Wolves --with small-friends@Plains")
    assert sited.modifiers == (("denizen.small_friends", "site.plains"),)


def test_battle_plans() -> None:
    request = asked("campaign Cy --target pawn --dice 2 --plan longbows --plan 'Kindred Warriors=2'")
    assert request.plans == ("denizen.longbows", "denizen.kindred_warriors=2")


def test_the_pile_of_a_discard() -> None:
    """10.5: the pile of the next region; one that is named wrongly is refused."""
    assert asked("discard Keep hinterland").pile == "hinterland"
    verdicts = {pile: judged(f"discard Keep {pile}").legal for pile in ("cradle", "provinces", "hinterland")}
    assert sorted(verdicts.values()) == [False, False, True]
    wrong = next(pile for pile, legal in verdicts.items() if not legal)
    assert judged(f"discard Keep {wrong}").refusals[0].clause == "10.5"


# -- words that are nothing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("travel Xyzzyq", "Xyzzyq"),
        ("travel Steppe", "Steppe is not on the map"),
        ("travel Elders", "Elders is not a site"),
        ("muster Map", "Map is a relic"),
        ("muster Plains", "Plains is a site"),
        ("trade Wolves --for warbands", "warbands"),
        ("search attic", "attic"),
        ("recover Whistle", "cannot be recovered by its name"),
        ("recover peoples-favor --pay much", "not a number"),
        ("campaign Zed", "Zed"),
        ("campaign Cy --target moon", "moon"),
        ("campaign Cy --target pawn --dice many", "not a number"),
        ("offer Cy --relic 7", "no space 7"),
        ("give-warbands many Cy", "many"),
        ("trade --for favor", "too little"),
        ("travel Plains --for favor", "--for"),
        ("travel Plains --bogus 1", "--bogus"),
        ("abracadabra", "abracadabra"),
    ],
)
def test_words_that_are_nothing_are_answered_by_name(line: str, says: str) -> None:
    with pytest.raises(Misread, match=says):
        judged(line)


# -- unknown cards and what the viewer may know ----------------------------------------------------------------------


def test_a_name_for_an_unknown_adviser() -> None:
    """6.1: whoever sees their own cards may say what they are; nobody else can."""
    hidden = game(Bo__advisers=["Longbows", {"unknown": "denizen"}])
    request = asked("play Tyrant adviser", hidden)
    assert request.given["card"].startswith("card#") and dict(request.faces) == {
        request.given["card"]: "denizen.tyrant"
    }
    assert not request.doubted and judged("play Tyrant adviser", hidden).legal is True
    public = judged("play Tyrant adviser", hidden, viewer=None)
    assert public.legal is None and public.depends[0].clause == "6.1"


def test_a_name_that_is_elsewhere_or_cannot_be_here() -> None:
    hidden = game(Bo__advisers=[{"unknown": "denizen"}])
    assert judged("play Wolves adviser", hidden).refusals[0].clause == "6.1"
    assert judged("play Faith vision", hidden).refusals[0].clause == "6.1", "its back is another one"
    told = game(Bo__advisers=[{"unknown": "denizen", "may_be": ["Keep", "Tents"]}])
    table = table_of(told, "red", None, spoil=True)
    with pytest.raises(Misread, match="Tyrant cannot be here"):
        verdict(table, split("play Tyrant adviser"), spoken(table))


def test_an_unknown_adviser_by_its_id() -> None:
    hidden = game(Bo__advisers=[{"unknown": "denizen"}])
    card = next(card for card in hidden.state.zone("advisers.red"))
    assert asked(f"play {card} adviser", hidden).given == {"card": card, "to": "adviser"}
    assert judged(f"discard {card}", hidden).legal is True


def test_for_everybody_a_facedown_adviser_is_unknown() -> None:
    """9.4."""
    play = game(Bo__advisers=["Longbows", {"card": "Tyrant", "facedown": True}])
    opinion = judged("play Tyrant adviser", play, viewer=None)
    assert opinion.legal is None and [each.clause for each in opinion.depends] == ["6.1"]
    assert judged("play Tyrant adviser", play, viewer="red").legal is True
    assert judged("play Mercenaries adviser", play, viewer=None).legal is None, "for all that they know"
    assert judged("play Mercenaries adviser", play, viewer="red").legal is False
    assert judged("play Longbows adviser", play, viewer=None).legal is False, "everybody sees that it lies faceup"


# -- another question is open ----------------------------------------------------------------------------------------


def placing() -> Play:
    """Bo has searched and kept Mercenaries."""
    play = game(world_deck={"top": ["Mercenaries", "Tyrant", "Keep"]}, Bo__advisers=["Longbows"])
    for line in ("search world", "Mercenaries"):
        Speaker(play, labels_for(play)).say(line)
    while play.pending.kind != "play.to":
        play.answer(play.pending.default)
    return play


def keeping() -> Play:
    play = game(world_deck={"top": ["Mercenaries", "Tyrant", "Keep"]}, Bo__advisers=["Longbows"])
    Speaker(play, labels_for(play)).say("search world")
    assert play.pending.kind == "search.keep"
    return play


def test_the_one_field_that_is_asked_for_may_be_said_as_a_request() -> None:
    """5.6.1: `travel SITE` answers which site, once the travel is begun; `why` says what `answer` does."""
    play = game()
    Speaker(play, labels_for(play)).say("travel")
    assert play.pending.kind == "travel.to"
    named = [each for each in play.pending.options if each.startswith("site.")]
    wanted = {each: play.pending.allows(each) for each in named}
    assert set(wanted.values()) == {True, False}
    for site, legal in wanted.items():
        assert judged(f"travel {site.removeprefix('site.')}", play).legal is legal
    assert judged("muster Longbows", play).legal is False, "another request is not asked for"


def test_a_card_in_hand() -> None:
    """5.1.4: where it may go, in the words of the grammar; another card is not in hand."""
    play = placing()
    assert judged("play Mercenaries adviser", play).legal is True
    assert judged("play Mercenaries adviser --facedown", play).legal is True
    assert [each.clause for each in judged("play Mercenaries vision", play).refusals] == ["5.1.4.3"]
    assert judged("play Mercenaries site Plains", play).refusals[0].clause == "5.1.4.1"
    assert judged("discard Mercenaries", play).legal is True
    assert judged("play Elders adviser", play).legal is False


def test_the_cards_drawn() -> None:
    """5.1.3, 7.2.1."""
    play = keeping()
    assert judged("play Mercenaries adviser", play).legal is True
    assert judged("play Tyrant adviser", play).legal is True
    assert [each.clause for each in judged("play Tyrant site", play).refusals][-1] == "7.2.1"
    assert [each.clause for each in judged("play Keep adviser", play).refusals] == ["7.2.1"]
    assert judged("play Keep adviser", play, viewer=None).legal is None, "only Bo may know"


def test_another_action_while_one_is_under_way() -> None:
    opinion = judged("travel Plains", placing())
    assert opinion.legal is False and "the play action is under way" in opinion.refusals[0].because
    assert len(opinion.refusals) == 1


def test_an_answer_to_the_open_question() -> None:
    play = placing()
    assert judged("adviser", play).legal is True
    assert judged("vision", play).refusals[0].clause == "5.1.4.3"
    assert judged("1", play).legal is True
    opinion = judged("adviser", play, viewer="purple")
    assert opinion.legal is None and opinion.depends[0].source == "red"


def test_nothing_may_be_done_while_a_question_is_open() -> None:
    play = placing()
    assert may_do(table_of(play, "red", "red")).actions == ()
    assert may_do(table_of(game(), "blue", "blue")).actions == (), "it is Bo's turn"


# -- what may be done, in words --------------------------------------------------------------------------------------


def again(state: State) -> Play:
    return play_at(to_position(state))


@pytest.mark.parametrize("number", daily(range(4), 4))
def test_the_words_of_what_may_be_done_are_taken(number: int) -> None:
    """In positions of random games: every line of ``legal`` is a yes, and is answered."""
    for table_game, rng in islice(positions(range(number, number + 1), every=9), 6):
        play = again(table_game.state)
        table = table_of(play, play.state.turn, play.state.turn)
        offers = list(may_do(table).actions)
        for offer in rng.sample(offers, min(5, len(offers))):
            line = words_of(offer.action, offer.given, offer.modifiers)
            assert verdict(table, split(line), spoken(table), repairs=False).legal is not False, line
            fresh = again(table_game.state)
            try:
                Speaker(fresh, labels_for(fresh)).say(line)
            except Needs:
                continue
            assert fresh.head


@pytest.mark.parametrize("number", daily(range(4), 4))
def test_why_and_answer_agree_in_any_position(number: int) -> None:
    """Random requests put into words: what is a yes is answered, what is a no is refused."""
    for table_game, rng in islice(positions(range(number + 10, number + 11), every=5), 10):
        play = again(table_game.state)
        table = table_of(play, play.state.turn, play.state.turn)
        for _ in range(3):
            request = some_request(table_game, play.state.turn, rng)
            if request.action in ("campaign", "declare") or request.modifiers:
                continue
            try:
                line = words_of(request.action, request.given)
                legal = verdict(table, split(line), spoken(table), repairs=False).legal
            except (KeyError, Misread):
                continue
            if request.action == "power" and request.given.get("card") not in table.game.registry.actions:
                continue
            fresh = again(table_game.state)
            try:
                Speaker(fresh, labels_for(fresh)).say(line)
                taken = True
            except (Misread, NotOffered):
                taken = False
            except Needs:
                taken = True
            assert taken is (legal is not False), line
