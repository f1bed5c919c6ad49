"""The story of a saga as Markdown: to read, to put on a page of one's own, and to write into."""

from collections.abc import Iterator, Mapping

from oathtools.render.story.story import Chapter, Story, oath_name, roman, won_as
from oathtools.render.world.keepings import Part
from oathtools.saga.past.story import ENDING, OPENING, UNSEALED, Land, room, sealed
from oathtools.text import count, printable


def as_markdown(story: Story, words: Mapping[str, str]) -> str:
    """The whole file. ``words`` are the players' own, by room."""
    return sealed("\n".join(_lines(story, words)).rstrip() + "\n")


def _lines(story: Story, words: Mapping[str, str]) -> Iterator[str]:
    left = dict(words)
    yield f"# {escaped(story.history.name)}"
    yield ""
    yield UNSEALED
    yield "<!-- Write between the marks of a room; your words are kept when the story is written again. -->"
    yield ""
    yield escaped(story.beginning)
    yield from _room(OPENING, left)
    for chapter in story.chapters:
        yield from _chapter(chapter, left)
    yield "## The world as it stands"
    yield ""
    yield escaped(story.ending)
    yield ""
    yield from _lands(story.lands)
    for part in story.parts:
        yield from _part(part)
    yield from _players(story)
    yield from _room(ENDING, left)
    for key in list(left):  # rooms of games that the history does not hold any more
        yield from _room(key, left)


def _room(key: str, left: dict[str, str]) -> Iterator[str]:
    yield ""
    yield room(key, left.pop(key, ""))
    yield ""


def _chapter(chapter: Chapter, left: dict[str, str]) -> Iterator[str]:
    yield f"## {roman(chapter.game.game)}. {escaped(chapter.title)}"
    yield ""
    if chapter.game.oath:
        yield f"*Under {oath_name(chapter.game.oath)}*"
        yield ""
    yield " ".join(map(escaped, chapter.sentences))
    yield from _room(chapter.key, left)


def _lands(lands: tuple[Land, ...]) -> Iterator[str]:
    yield "| Place | Site | What stands there |"
    yield "| --- | --- | --- |"
    for land in lands:
        if not land.known:
            yield f"| {land.place} | *not yet known* | |"
            continue
        held = [name for name, _ in land.cards if name]
        held += [land.edifice] if land.edifice else []
        held += [f"{land.ruin} (ruined)"] if land.ruin else []
        held += [f"{count(land.relics, 'relic')}"] if land.relics else []
        yield f"| {land.place} | **{land.site}** | {', '.join(held)} |"
    yield ""


def _part(part: Part) -> Iterator[str]:
    """What a variant keeps in the world."""
    yield f"## {escaped(part.title)}"
    yield ""
    for thing in part.things:
        yield f"- **{escaped(thing.name)}**{escaped(thing.now)}."
        for game, sentence in thing.moments:
            yield f"  - Game {game}: {escaped(sentence)}"
    yield ""


def _players(story: Story) -> Iterator[str]:
    players = story.history.players()
    if not players:
        return
    yield "## Those who played"
    yield ""
    yield "| Name | Games | Won | As |"
    yield "| --- | --- | --- | --- |"
    for player in players:
        yield f"| {escaped(player.name)} | {player.games} | {player.wins} | {won_as(player)} |"


def escaped(text: str) -> str:
    """Words that may hold anything, so that Markdown takes them as words."""
    return "".join(f"\\{char}" if char in "\\`*_[]<>|#" else char for char in printable(text))
