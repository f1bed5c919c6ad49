"""What players promised each other, as the history and the story of a saga have it (7.6.3, 9.6)."""

from random import Random

import pytest

from oathtools.catalog import name_of
from oathtools.render.world.history import sentences_of
from oathtools.render.world.story import as_markdown, sentences, story_of
from oathtools.saga.chronicle.form import dumps, loads
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.past.annals import history_of
from oathtools.saga.past.story import Names, anonymous, hidden_cards, leaks
from tests.support.sagas import first_world, new_game, play_out, write

FREE, BINDS = {"clause": "9.6"}, {"clause": "7.6.3"}


def told(remarks: list[dict[str, object]], seed: str = "promises") -> tuple[Chronicle, str]:
    """The world after a game in which a table said such things at its beginning, and what the history tells of them."""
    before, rng = first_world(seed), Random(seed)
    play = new_game(before, rng, keep_log=True)
    for remark in remarks:
        play.remark(remark)
    play_out(play, rng)
    after = write(play, rng, before)
    assert loads(dumps(after, sealed=True)) == after
    return after, " ".join(sentences_of(history_of(after).games[-1]))


def made(text: str, **more: object) -> dict[str, object]:
    return {"promise": {"between": ["purple", "red"], "text": text, "one_way": True, **FREE, **more}}


@pytest.fixture(autouse=True)
def red_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """1.9: whoever else plays, red does."""
    monkeypatch.setattr(
        Random, "sample", lambda self, of, k, **_: ["red", "blue"] if "red" in of else _sample(self, of, k)
    )


_sample = Random.sample

ENDS = [("kept", "kept"), ("broken", "broken"), ("released", "let off"), ("", "it stood at the end")]


@pytest.mark.parametrize(("how", "says"), ENDS, ids=[how or "stands" for how, _ in ENDS])
@pytest.mark.parametrize("clause", [FREE, BINDS], ids=["free", "binding"])
def test_a_promise_is_in_the_history_and_in_the_story(clause: dict[str, object], how: str, says: str) -> None:
    after, history = told([made("to be at peace", **clause), *([{"ended": 1, "how": how}] if how else [])])
    sentence = f"Ann promised Reda: to be at peace; {says}."
    assert sentence in history
    assert sentence in as_markdown(story_of(after), {})
    assert after.history[-1]["promises"][0]["clause"] == clause["clause"]


def test_of_two_of_the_same_words_the_first_has_ended_and_one_stands() -> None:
    """Each promise once; those of each other by both names."""
    _, history = told([made("peace"), made("peace"), {"ended": 1, "how": "kept"}, made("war on Cy", one_way=False)])
    assert history.count("Ann promised Reda: peace; kept.") == history.count("Ann promised Reda: peace; it stood") == 1
    assert "Ann and Reda promised each other: war on Cy; it stood at the end." in history


def test_9_4_a_story_tells_no_card_that_lies_hidden_in_what_was_promised() -> None:
    """The words are the players', and the page is passed round: a card of them that lies hidden now is not told."""
    after, _ = told([made("to give her the Cracked Horn"), made("not to attack")])
    hidden = {name_of(card) for card in hidden_cards(after)}
    story = as_markdown(story_of(after), {})
    assert ("Cracked Horn" in story) == ("Cracked Horn" not in hidden)
    assert "not to attack" in story and not leaks(as_markdown(story_of(anonymous(after)), {}), anonymous(after))
    game = history_of(after).games[-1]
    assert any("Cracked Horn" in each for each in sentences(game, Names(after, everything=True)))
    assert any("to give her the ...; it stood" in each for each in sentences(game, Names(after))) == (
        "Cracked Horn" in hidden
    )


def test_an_entry_that_people_wrote_by_hand_says_what_it_says() -> None:
    after, _ = told([])
    after.history[-1]["promises"] = [{"by": "Ann", "to": "Bo", "text": "peace", "one_way": True}, "no promise"]
    found = history_of(after)
    assert "Ann promised Bo: peace; it stood at the end." in list(sentences_of(found.games[-1]))
    after.history[-1]["promises"] = 7
    assert not history_of(after).games[-1].promises and "Vowed" in " ".join(sentences_of(history_of(after).games[-1]))
    assert anonymous(after).history[-1]["promises"] == []
