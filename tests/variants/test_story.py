"""What variants keep in the world, in the story and the history of a saga; no card that lies hidden is named."""

from typing import Any

import pytest

from oathtools.procedures.machine.registry import Kept, StepMoment, Variant
from oathtools.render.printers import terminal
from oathtools.render.world.history import as_json, document
from oathtools.render.world.story import Story, as_markdown, story_of
from oathtools.render.world.story_page import as_html
from oathtools.saga.chronicle.form import dumps, loads, to_data
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.past.annals import history_of
from oathtools.saga.past.story import anonymous, leaks
from oathtools.saga.worlds import first_chronicle
from oathtools.saga.writing import chronicle_after
from oathtools.variants import add, forget
from tests.render.pages import checked
from tests.support.outland import NAME
from tests.variants.test_pulls import written


def realm(color: str, founded: int, *sites: str) -> dict[str, Any]:
    return {"color": color, "founded": founded, "sites": list(sites)}


def kept(**realms: dict[str, Any]) -> dict[str, Any]:
    return {"realms": {rid.replace("_", "-"): each for rid, each in realms.items()}}


def a_game(number: int, after: dict[str, Any] | None, **more: Any) -> dict[str, Any]:
    told = {} if after is None else {"variants": {NAME: {"kept": after, **more}}}
    return {"game": number, "winner": "Ann", "color": "purple", "players": {"Ann": "purple", "Bo": "red"}, **told}


OF_OLD = kept(blue_0=realm("blue", 0, "Steppe", "River"))
GAMES = [
    a_game(1, kept(blue_0=realm("blue", 0, "Steppe"), red_1=realm("red", 1, "Plains", "Salt Flats")), before=OF_OLD),
    a_game(2, None),
    a_game(3, kept(red_1=realm("red", 1, "Plains", "Salt Flats", "Mine"))),
]


def a_saga(*games: dict[str, Any], now: Any = None) -> Chronicle:
    """After some games; of the sites of its realms only the Plains lie faceup."""
    world = first_chronicle()
    world.game, world.history = len(games) + 1, list(games)
    last = [each["variants"][NAME]["kept"] for each in games if "variants" in each]
    world.variants = {NAME: now if now is not None else last[-1]}
    return world


def of_chapters(story: Story) -> list[list[str]]:
    return [[text for text in chapter.sentences if "realm" in text] for chapter in story.chapters]


def test_realms_are_told_game_by_game_and_as_they_stand() -> None:
    """OR.1, OR.2, OR.3: founded, gained, lost, ended; who founded is told by name."""
    story = story_of(a_saga(*GAMES), everything=True)
    assert of_chapters(story) == [
        [
            "The blue realm lost River.",
            "Bo founded a realm beyond the Empire: Plains and Salt Flats.",
        ],
        [],
        ["The blue realm came to its end.", "The red realm took in Mine."],
    ]
    (part,) = story.parts
    assert part.title == "Beyond the Empire"
    assert [(thing.name, thing.color, thing.now) for thing in part.things] == [
        ("The blue realm", "blue", ", until game 3"),
        ("The red realm", "red", ", since game 1: Plains, Salt Flats and Mine"),
    ]


def test_no_hidden_site_of_a_realm_is_named() -> None:
    """OR.4 (9.4): sites that do not lie faceup now are counted; the page is whole and needs nothing else."""
    world = anonymous(a_saga(*GAMES))
    story = story_of(world)
    markdown, page = as_markdown(story, {}), as_html(story, {}, {})
    assert leaks(markdown, world) == leaks(page, world) == []
    assert "- **The red realm**, since game 1: Plains and two more lands out of sight." in markdown
    assert "  - Game 3: The red realm took in one land out of sight." in markdown
    reader = checked(page)
    assert '<span class="seal seat-red"></span><strong>The red realm</strong>, since game 1: Plains and two' in page
    assert reader.seen.count("ul") >= 3


def test_without_realms_there_is_no_such_part() -> None:
    """OR.1: nothing kept, nothing told; nor of a variant that is not known here."""
    world = first_chronicle()
    for variants in ({}, {NAME: {"realms": {}}}, {"nowhere": {"x": 1}}):
        world.variants = variants
        assert story_of(world).parts == () and "Beyond" not in as_markdown(story_of(world), {})


def test_people_may_change_what_is_kept_between_games() -> None:
    """OR.1: what they wrote stands now, and is no deed of a game."""
    story = story_of(a_saga(*GAMES, now=kept(red_1=realm("red", 1, "Plains"))), everything=True)
    assert story.parts[0].things[1].now == ", since game 1: Plains"
    later = a_game(4, kept(red_1=realm("red", 1, "Plains", "River")), before=kept(red_1=realm("red", 1, "Plains")))
    assert of_chapters(story_of(a_saga(*GAMES, later), everything=True))[3] == ["The red realm took in River."]


@pytest.mark.parametrize("wrong", [{"realms": {"red-1": {"color": "red", "sites": ["Plainz"]}}}, ["x"]])
def test_what_cannot_be_read_is_said_and_left_out(wrong: Any) -> None:
    """OR.1: a warning, no stumble; the rest is told."""
    history = history_of(a_saga(a_game(1, wrong), *GAMES[1:]))
    assert any("history, game 1: outland-realms" in said for said in history.odd)
    assert history.keepings
    assert history_of(a_saga(*GAMES, now=wrong)).keepings == ()


def test_the_history_tells_them_too() -> None:
    """OR.1, OR.3: in words and as data, and nothing as raw data."""
    history = history_of(a_saga(*GAMES))
    text = terminal(document(history), 100)
    assert "  The red realm, since game 1: Plains, Salt Flats and Mine" in text and "variants" not in text
    assert "    Game 1: Bo founded a realm beyond the Empire: Plains and Salt Flats." in text
    found = as_json(history)["keepings"][1]
    assert found["variant"] == NAME and found["cards"] == ("site.plains", "site.salt_flats", "site.mine")
    assert [moment["says"] for moment in found["moments"]] == ["founded", "gained"]


def test_the_chronicle_writes_what_was_kept() -> None:
    """OR.3 (8): what is kept after a game, and before it where the history does not tell; read back as it was."""
    before = first_chronicle()
    before.variants = {NAME: kept(white_1=realm("white", 1, "Plains"))}
    after = chronicle_after(written("6", garrisons={}), before)
    told = after.history[-1]["variants"][NAME]
    assert told["before"] == before.variants[NAME] and told["kept"] == after.variants[NAME]
    assert len(told["kept"]["realms"]["white-1"]["sites"]) == 2
    assert to_data(loads(dumps(after))) == to_data(after)
    again = chronicle_after(written("4", garrisons={}), before)
    assert "variants" not in again.history[-1]


def test_a_strangers_is_told_by_its_words() -> None:
    """TG.1: gates that stand at sites; without a color, and of cards that are no sites."""
    gates = Kept("", None, ("site.plains", "site.river"), (StepMoment(1, "opened", ("denizen.keep",)),))
    add(
        Variant("toll-gates", story=lambda past, now: [gates]),
        {"title": "Toll Gates", "mark": "TG", "story": {"name": "The gates", "says": {"opened": "{cards} opened."}}},
    )
    try:
        world = first_chronicle()
        world.game, world.history, world.variants = 2, [a_game(1, None)], {"toll-gates": {}}
        story = story_of(world)
        assert story.parts[0].title == "Toll Gates"
        assert story.parts[0].things[0].now == ": Plains and one more land out of sight"
        assert story.chapters[0].sentences[-1] == "One card out of sight opened."
        assert leaks(as_html(story, {}, {}), world) == []
    finally:
        forget("toll-gates")
