"""What a phone has at hand: what a tap costs and brings, what it did, that one is asked; the shared screen."""

import re
from functools import partial
from pathlib import Path
from urllib.parse import quote

import pytest

from oathtools import catalog
from oathtools.engine.decision import Decision, Form
from oathtools.saga import folder
from oathtools.table.state import PLACE_NAMES
from oathtools.web import questions
from oathtools.web.questions import untold
from tests.support.phones import Phone, begun, entries, phones, serve, typed

ANN = "Ann"


@pytest.fixture
def saga(tmp_path: Path) -> Path:
    """Ann's first turn."""
    return begun(tmp_path)


def text(page: str) -> str:
    """A page without its markup."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_a_tap_says_what_it_costs_and_brings_before_it_is_made(saga: Path) -> None:
    """5.2: the favor that goes and the warbands that come, in words and in figures; nothing is changed by looking."""
    ann = phones(serve(saga), ANN)[ANN]
    shown = text(ann.get("/do?say=muster+Longbows"))
    assert "Ann musters from Longbows, spends 1 Supply, places 1 favor on it and gains 2 warbands" in shown
    assert "favor 2 → 1" in shown and "warbands 3 → 5" in shown and "Supply 7 → 6" in shown
    assert len(entries(saga)) == 7


def test_a_trade_that_brings_nothing_says_so_before_it_is_made(saga: Path) -> None:
    """5.3.2: secrets come only with advisers of the suit; the figures say that none does."""
    ann = phones(serve(saga), ANN)[ANN]
    shown = text(ann.get("/do?say=trade+Longbows+--for+secrets"))
    assert "favor 2 → 0" in shown and "secrets 1 warbands 3" in shown


def test_what_would_be_seen_only_then_is_not_seen_before(tmp_path: Path) -> None:
    """9.4: a site that lies facedown is not named to whoever might travel there."""
    saga = begun(tmp_path, "--seed", "4", answers=())
    with folder.writing(folder.latest(saga)) as running:
        play, since = running.play, running.play.head
        while play.pending is not None and play.pending.kind != "act":
            play.answer(play.pending.default if play.pending.default is not None else next(iter(play.pending.legal())))
        running.save(play.entries[since:])
    state = folder.view(folder.latest(saga)).play.state
    hidden = [site for site in state.zone("map") if site in state.facedown]
    assert hidden
    ann = phones(serve(saga), ANN)[ANN]
    for site in hidden:
        place = PLACE_NAMES[state.zone("map").index(site)].replace(".", "+")
        page = ann.get(f"/do?say=travel+{place}")
        assert "Yes." in page and site not in page and catalog.name_of(site) not in page


def test_after_a_tap_the_phone_says_what_happened(saga: Path) -> None:
    ann = phones(serve(saga), ANN)[ANN]
    ann.say("muster Longbows")
    assert "What has happened" in ann.page and "gains 2 warbands" in text(ann.page)
    assert "What has happened" not in ann.get("/question")
    for since in ("x", "99999999999", "-1", "999"):
        assert "What has happened" not in ann.get(f"/question?since={since}") and ann.status == 200


def test_whoever_is_asked_sees_it_on_every_page_of_the_game(saga: Path) -> None:
    """In the title, so that a phone that lies there says it, and beside Ask."""
    served = serve(saga)
    table = phones(served, ANN, "Bo")
    for where in ("/table", "/me", "/question", "/log", "/win", "/battle"):
        assert "<title>● " in table[ANN].get(where) and 'data-called="yes"' in table[ANN].page, where
        assert "<title>● " not in table["Bo"].get(where) and "data-called" not in table["Bo"].page, where
    assert "<title>● You are asked</title>" in table[ANN].get("/question")
    assert "<title>Ann is asked</title>" in table["Bo"].get("/question")
    assert "data-called" not in Phone(served).get("/table")


def test_figures_and_the_end_of_the_turn_are_in_reach(saga: Path) -> None:
    table = phones(serve(saga), ANN, "Bo")
    page = table[ANN].get("/question")
    reach = page[page.index('<div class="reach">') :]
    assert re.findall(r"<b>(\d+)</b> (\w+)", reach) == [
        ("7", "Supply"),
        ("2", "favor"),
        ("1", "secret"),
        ("3", "warbands"),
    ]
    assert 'href="/do?say=end"' in reach
    page = table["Bo"].get("/question")
    assert 'href="/do?say=end"' not in page[page.index('<div class="reach">') :]
    assert 'href="/log#back"' in page and 'id="back"' in table[ANN].get("/log") + table[ANN].get("/log?all=yes")


def test_one_of_several_answers_is_one_tap(saga: Path) -> None:
    """What is tapped is sent: no second tap confirms what can be taken back."""
    ann = phones(serve(saga), ANN)[ANN]
    ann.say("search world")
    page = ann.get("/question")
    form = page[page.index('class="answer') :]
    assert '<button class="tap" name="words"' in form
    typed(saga, "answer", "3")
    page = ann.get("/question")
    assert '<button class="tap' in page and 'type="radio"' not in page


def test_a_seat_is_given_back_in_two_taps(saga: Path) -> None:
    page = phones(serve(saga), ANN)[ANN].get("/me")
    assert page.index('<details class="leave">') < page.index('action="/leave"') < page.index("Yes, give it back")


def test_the_shared_screen_shows_a_battle_and_since_when(saga: Path) -> None:
    """5.5: who against whom, for what, the numbers, the dice, the chance; nothing of it where none is fought."""
    served = serve(saga)
    guest = Phone(served)
    page = guest.get("/table")
    assert 'class="fought"' not in page and re.search(r'<time data-since="\d+"[^>]*>', page)
    typed(saga, "answer", "end")
    typed(saga, "answer", "campaign", "Ann", "--target", "Mountain", "--dice", "3")
    page = guest.get("/table")
    shown = text(page[page.index('class="fought"') : page.index('class="latest"')])
    assert "Bo against Ann" in shown and "Mountain" in shown and "attack dice" in shown and "for the attacker" in shown
    since = re.search(r'data-since="(\d+)"', page)
    typed(saga, "answer", "go on")
    typed(saga, "answer", "1 1")
    assert since is not None and f'data-since="{since[1]}"' in guest.get("/table"), "it is still Bo's turn"
    assert 'href="#face-shield"' in guest.page


def test_the_page_of_a_written_chronicle_says_how_the_next_game_begins(saga: Path, tmp_path: Path) -> None:
    """Nobody has to know the command."""
    other = begun(tmp_path / "bots", answers=())
    typed(other, "start", "--anew", "--bots", "3=random", "--seed", "3")
    typed(other, "play", "--auto")
    typed(other, "chronicle", "write")
    names = [seat["name"] for seat in folder.view(folder.latest(other)).play.header["seats"]]
    page = text(Phone(serve(other)).get("/question"))
    assert f"oathtools start {names[0]}" in page.replace("'", "").replace("&#39;", "")


@pytest.mark.parametrize(
    ("asked", "there"),
    [
        ("whose turn is it?", "/table"),
        ("how much favor do I have?", "/me"),
        ("how much favor does Bo have?", "/table"),
        ("what can I do?", "/me"),
        ("who is winning?", "/win"),
        ("what does Longbows do?", "/card/Longbows"),
        ("what happened?", "/log"),
        ("can I travel to Mountain?", "/why?words=travel%20to%20Mountain"),
        ("who wins ties in battle?", ""),
        ("can I travel to Nowhere?", ""),
        ("can Bo travel to Mountain?", ""),
        ("muster Longbows", ""),
    ],
)
def test_a_question_of_the_table_leads_a_phone_to_the_page_that_answers_it(saga: Path, asked: str, there: str) -> None:
    ann = phones(serve(saga), ANN)[ANN]
    page = ann.get(f"/rules?q={quote(asked)}")
    links = re.findall(r'href="([^"]*)">This table answers that', page)
    assert links == ([there] if there else []), "the rules are searched beside it"
    assert len(entries(saga)) == 7


@pytest.mark.parametrize("who", [ANN, "Bo"])
def test_5_4_2_what_is_asked_of_things_stands_on_the_page(saga: Path, who: str) -> None:
    page = text(phones(serve(saga), who)[who].get("/rules?q=" + quote("what does the relic at Mountain cost Ann?")))
    assert "To recover the relic here: 1 Supply and burn 2 favor" in page and "Ann, Chancellor: Oathkeeper" in page


def test_5_1_2_what_nobody_tells_is_tapped_where_that_is_an_answer() -> None:
    look = partial(Decision, "look.top", "red", Form.OUTCOME)
    assert untold(look(default=[])) == [("Nobody tells", "-")] and untold(look()) == untold(None) == []
    assert untold(Decision("search.draw", "red", Form.OUTCOME, high=2)) == [("Nobody tells", "2")]
    search = Decision("search.draw", "red", Form.OUTCOME, high=2, about={"stop_at_vision": True})
    visions = [("The first was a Vision", "vision 1"), ("The second was a Vision", "vision 2")]
    assert untold(search) == [("Nobody tells", "2"), *visions]
    assert untold(Decision("campaign.attack-roll", "red", Form.OUTCOME, default=[])) == [], "dice are told"


@pytest.mark.parametrize(
    ("kind", "high", "options", "way"),
    [
        ("look", 1, ("a", "b"), "one"),
        ("look", 2, ("a", "b"), "words"),
        ("x.draw", 1, ("a",), "words"),
        ("look", 1, (), "words"),
    ],
)
def test_what_is_looked_at_is_tapped_where_it_is_one_of_some(
    kind: str, high: int, options: tuple[str, ...], way: str
) -> None:
    assert questions._way(Decision(kind, "red", Form.OUTCOME, options=options, high=high)) == way
