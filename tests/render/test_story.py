"""The story of a saga: nothing hidden in it, valid, self-contained, and with room for the players' own words."""

import html as html_module
import re
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random

import pytest

from oathtools import catalog
from oathtools.render.world.story import as_markdown, roman, story_of
from oathtools.render.world.story_page import as_html, palette, prose
from oathtools.saga.importing import imported, worlds_in
from oathtools.saga.past.story import Page, anonymous, hidden_cards, leaks, merged, page_of
from oathtools.saga.worlds import first_chronicle
from tests.render.pages import checked, contrast
from tests.saga.transitions_data import strings
from tests.support.sagas import first_world, new_game, play_out, write


def played():
    """A saga before its first game and after each of six, another one with cards that nobody told, an imported one."""
    rng = Random("story")
    for hidden, world in ((False, first_world("story")), (True, first_chronicle())):
        yield world
        for _ in range(6 if not hidden else 3):
            play = new_game(world, rng, hidden=hidden)
            play_out(play, rng, untold=0.5 * hidden)
            world = write(play, rng, world, untold=0.5 * hidden)
            yield world
    yield imported(worlds_in("strings", "\n".join(strings(1, 8)))).saga


@cache
def worlds():
    """All of them, played once; ``KNOWN`` is the index of the last one of the first saga."""
    return tuple(played())


COUNT, KNOWN = 12, 6


def test_there_are_so_many_worlds():
    """What the other tests are given by number."""
    assert len(worlds()) == COUNT and len(worlds()[KNOWN].history) == 6


@pytest.mark.parametrize("at", range(COUNT))
def test_no_hidden_card_is_named_anywhere_in_a_story(at):
    """9.4: of every run every file is searched for the name of every card and site that lies hidden now."""
    world = anonymous(worlds()[at])
    told = story_of(world)
    hidden = hidden_cards(world)
    assert len(hidden) > 200
    for text in (as_markdown(told, {}), as_html(told, {}, {})):
        assert leaks(text, world) == []
        seen = html_module.unescape(text)
        for card in hidden:
            assert catalog.name_of(card) not in seen


@pytest.mark.parametrize("at", range(COUNT))
def test_a_page_is_valid_and_needs_nothing_else(at):
    """Every element closed, nothing fetched, nothing run; pictures of the lands, the oaths, the suits."""
    world = worlds()[at]
    page = as_html(story_of(world), {}, {})
    reader = checked(page)
    assert reader.seen.count("article") == len(world.history)
    assert reader.seen.count("svg") >= 5 + (1 if world.history else 0)
    for label in ("Cradle:", "Provinces:", "Hinterland:", *(["The oaths", "The suits"] if world.history else [])):
        assert f'aria-label="{label}' in page
    for part in ("prefers-color-scheme:dark", "@media print", "width=device-width"):
        assert part in page


def test_what_lies_faceup_is_named():
    """A story is no secret: the sites and denizens that everybody sees, edifices, winners, oaths."""
    world = worlds()[KNOWN]
    page = html_module.unescape(as_html(story_of(world), {}, {}))
    for row in world.map:
        if not row.facedown:
            assert catalog.name_of(row.site) in page
            assert all(catalog.name_of(card) in page for card in row.cards)
    for entry in world.history:
        assert entry["winner"] in page
        assert all(catalog.name_of(card) in page for card in entry.get("built", []))


def test_sites_of_the_past_are_named_only_when_asked_for():
    """8.3.2: a site that was discarded may lie facedown again; ``everything`` names it all the same."""
    world = deepcopy(worlds()[KNOWN])
    world.history[-1]["sites_lost"] = [next(card for card in hidden_cards(world) if card.startswith("site."))]
    name = catalog.name_of(world.history[-1]["sites_lost"][0])
    assert name not in as_markdown(story_of(world), {})
    assert name in as_markdown(story_of(world, everything=True), {})
    assert "ne land was lost" in as_markdown(story_of(world), {})


def test_a_leak_would_be_found():
    """The search that guards every page finds a name in any case, and not inside another word."""
    world = worlds()[KNOWN]
    card = next(card for card in hidden_cards(world) if card == "relic.map")
    assert catalog.name_of(card) == "Map"
    assert leaks("<p>the MAP of it</p>", world) == ["MAP"]
    assert leaks("<p>Mapped</p>", world) == []


def test_names_may_hold_anything():
    """Names and words of the players never become markup, in either file."""
    world = deepcopy(worlds()[KNOWN])
    world.name = '<script>alert("x")</script> & "Ödnis" *_`|'
    world.history[0]["winner"] = "<b>王国</b> | *x*\n# y"
    world.history[0]["players"] = {world.history[0]["winner"]: "red", "</style>": "blue"}
    told = story_of(world)
    words = {
        "game-1": '<img src=x onerror="1"> & **bold** </div> --> <!-- x',
        "opening": "# Heading\n\n> said\n\n- a\n- b",
    }
    page = as_html(told, words, {})
    checked(page)
    assert "<strong>bold</strong>" in page and "&lt;img" in page and "<li>a</li>" in page
    assert "<script" not in as_markdown(told, {}).replace("\\<script", "")


def test_broken_entries_of_the_history_are_no_traceback():
    """A history that was written by hand: what cannot be read is left out, hidden cards in it stay unnamed."""
    world = deepcopy(worlds()[KNOWN])
    world.history += ["nonsense", {"game": 99}, {"game": "x", "built": ["denizen.elders"], "map": [1]}, {"oath": "Map"}]
    world.history.append({"winner": "Elders", "role": "Keep", "color": "Map", "how": "Faith", "citizens": ["Elders"]})
    told = story_of(anonymous(world))
    for text in (as_markdown(told, {}), as_html(told, {}, {})):
        assert leaks(text, world) == []
    checked(as_html(story_of(world), {}, {}))


def test_forty_games_fit():
    """A long saga: wider pictures in a frame that scrolls, the same page."""
    world = deepcopy(worlds()[KNOWN])
    world.history = [{**entry, "game": n} for n, entry in enumerate(world.history * 7, 1)]
    checked(as_html(story_of(world), {}, {}))
    assert roman(42) == "XLII" and roman(0) == "0" and roman(4000) == "4000"


# -- the players' own words ----------------------------------------------------------------------------------------


def written(world, markdown="", page=""):
    """Both files, written over what stood there before."""
    words = merged(page_of(markdown), page_of(page))
    told = story_of(world)
    return as_markdown(told, words.markdown), as_html(told, words.markdown, words.html), words.notes


def test_words_in_the_markdown_are_kept_and_shown_on_the_page():
    """Written once, they stay through every later game, and the page shows them."""
    markdown, page, _ = written(worlds()[KNOWN - 1])
    mark = markdown.index("<!-- your words: game-2")
    at = markdown.index("-->", mark) + 3
    markdown = markdown[:at] + "\nBo *never* forgave.\n\nÄnd so on.\n" + markdown[at:]
    for world in (worlds()[KNOWN - 1], worlds()[KNOWN], worlds()[KNOWN]):
        markdown, page, notes = written(world, markdown, page)
        assert notes == []
        assert page_of(markdown).rooms["game-2"].words == "Bo *never* forgave.\n\nÄnd so on."
        assert "<p>Bo <em>never</em> forgave.</p>" in page and page.count("never") == 1
        checked(page)
    assert not page_of(markdown).touched and not page_of(page).touched


def test_words_in_the_page_are_kept_and_come_into_the_markdown():
    """Someone wrote into the HTML instead: it stays as it is, and the Markdown gets the words."""
    markdown, page, _ = written(worlds()[KNOWN - 1])
    mark = page.index("<!-- your words: ending")
    at = page.index("-->", mark) + 3
    page = page[:at] + "<p class='x'>We <b>won</b> &amp; lost.</p>" + page[at:]
    for world in (worlds()[KNOWN - 1], worlds()[KNOWN], worlds()[KNOWN]):
        markdown, page, notes = written(world, markdown, page)
        assert notes == []
        assert "<p class='x'>We <b>won</b> &amp; lost.</p>" in page and page.count("<b>won</b>") == 1
        assert page_of(markdown).rooms["ending"].words == "We won & lost."


def test_words_that_differ_are_both_kept_and_told():
    """Each file keeps its own; the note names the room."""
    markdown, page, _ = written(worlds()[KNOWN - 1])
    markdown = markdown.replace("<!-- end of your words -->", "here\n<!-- end of your words -->", 1)
    page = page.replace("<!-- end of your words -->", "<p>there</p><!-- end of your words -->", 1)
    markdown, page, notes = written(worlds()[KNOWN], markdown, page)
    assert "here" in markdown and "<p>there</p>" in page and "the opening" in notes[0]


def test_words_of_a_game_that_is_gone_are_kept():
    """A history that was shortened by hand: the words move to the end."""
    markdown, page, _ = written(worlds()[KNOWN])
    markdown = markdown.replace("<!-- end of your words -->", "kept\n<!-- end of your words -->")
    shorter = deepcopy(worlds()[KNOWN])
    shorter.history = shorter.history[:1]
    markdown, page, _ = written(shorter, markdown, page)
    assert page_of(markdown).rooms["game-6"].words == "kept" and page.count("<p>kept</p>") == 8


def test_a_change_outside_the_rooms_is_noticed():
    """Such a file is set aside by the command; one that is not of our writing, too."""
    markdown, page, _ = written(worlds()[KNOWN - 1])
    assert not page_of(markdown).touched and not page_of(page).touched
    assert page_of(markdown.replace("games so far", "games, so far")).touched
    assert page_of("# My own story\n").touched and not page_of("").touched
    assert merged(Page(), Page()).markdown == {}


def test_prose_is_paragraphs_and_little_more():
    """Markdown that people write by themselves."""
    assert prose("a\nb\n\n\n\nc") == "<p>a<br>b</p>\n<p>c</p>"
    assert prose("2 * 3 * 4 and snake_case_word") == "<p>2 * 3 * 4 and snake_case_word</p>"
    assert prose("") == "" and prose("#") == "<h4></h4>"


def colors_of(style):
    """The variables of a style sheet that are colors."""
    return dict(re.findall(r"--([\w-]+): ?(#[0-9a-f]{6}|#[0-9a-f]{3})\b", style))


@pytest.mark.parametrize("night", [False, True])
def test_what_is_written_is_told_from_what_it_stands_on(night):
    """WCAG 2.2, 1.4.3: 4.5 to 1 for each color of letters on each ground that pages put it on, day and night."""
    day, _, dark = palette("DAY", "NIGHT").partition("NIGHT")
    colors = colors_of(dark if night else day)
    pairs = [(letters, ground) for letters in ("ink", "quiet", "gold") for ground in ("paper", "leaf", "mist")]
    pairs += [("on", "gold"), ("paper", "ink"), *(("on", f"suit-{suit}") for suit in catalog.SUITS)]
    assert {pair: found for pair in pairs if (found := contrast(*(colors[each] for each in pair))) < 4.5} == {}


def test_code_and_links_of_the_site_are_told_from_what_they_stand_on():
    """WCAG 2.2, 1.4.3: the colors that the site adds to those of all pages, by day."""
    grounds = colors_of(palette("DAY", "NIGHT").partition("NIGHT")[0])
    own = colors_of((Path(__file__).parents[2] / "docs" / "assets" / "site.css").read_text(encoding="utf-8"))
    letters = {name: color for name, color in own.items() if name.startswith("md-code-hl-")}
    assert len(letters) == 6
    letters["link"] = own["md-primary-fg-color"]
    assert all(contrast(color, grounds["mist"]) >= 4.5 for color in letters.values()), letters
    assert contrast(own["md-primary-fg-color"], own["md-primary-bg-color"]) >= 4.5


def test_headings_of_the_players_own_words_skip_no_level():
    """Whether they stand under the title, under a chapter, at the end, or belong to a game that is gone."""
    world = worlds()[KNOWN]
    checked(as_html(story_of(world), dict.fromkeys(("opening", "game-1", "ending", "game-99"), "# Ours"), {}))
