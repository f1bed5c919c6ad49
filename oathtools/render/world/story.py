"""The history of a saga told in sentences, for ``story_markdown`` and ``story_html``; no hidden card is named."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from oathtools import catalog
from oathtools.kit.datafiles import load
from oathtools.kit.text import capital, count, listed, number_word, printable
from oathtools.render.world import history as past
from oathtools.render.world.chronicle import KeepingPart, of_game, parts
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.past.annals import History, PastGame, PlayerRecord, history_of
from oathtools.saga.past.story import ENDING, OPENING, UNSEALED, Land, Names, lands, lands_now, room, room_of, sealed
from oathtools.table.state import ROLE_WORDS

_HOW: dict[str, str] = load("words")["ways_in_a_story"]
SEATS = ("purple", "red", "blue", "yellow", "white", "black")


@dataclass(frozen=True, slots=True)
class Chapter:
    """One game of the story."""

    game: PastGame
    title: str
    sentences: tuple[str, ...]
    lands: tuple[Land, ...]  # empty if nobody wrote them down

    @property
    def key(self) -> str:
        """The room for the players' words."""
        return room_of(self.game.game)


@dataclass(frozen=True, slots=True)
class Story:
    """A saga as it is told: chapters in order, the world as it lies now, what variants keep in it."""

    history: History
    chapters: tuple[Chapter, ...]
    lands: tuple[Land, ...]
    beginning: str
    ending: str
    parts: tuple[KeepingPart, ...] = ()


def story_of(chronicle: Chronicle, *, everything: bool = False) -> Story:
    """The story of a saga. ``everything``: cards and sites of the past are named even if they may lie hidden now."""
    history, names = history_of(chronicle), Names(chronicle, everything=everything)
    chapters: list[Chapter] = []
    kept = tuple(parts(history, names.of))
    for game in history.games:
        rows = ((row.site, row.cards, row.relics) for row in game.map)
        before = chapters[-1].game if chapters else None
        sentences_of_game = (*sentences(game, names), *map(printable, of_game(kept, game.game)))
        chapters.append(Chapter(game, title(game, before), sentences_of_game, tuple(lands(rows, names))))
    now = tuple(lands_now(chronicle, names))
    return Story(history, tuple(chapters), now, _beginning(history), _ending(history), kept)


def oath_name(oath: str) -> str:
    """``the Oath of the People``; what is no oath of the game is not named."""
    return past.oath_name(oath) if catalog.is_card(f"oath.{oath}") else "an oath of their own"


def title(game: PastGame, before: PastGame | None = None) -> str:
    """A few words that name a game; ``before`` is the one before it."""
    who = printable(game.winner)
    if not who:
        return "An age without a name"
    again = before is not None and before.winner == game.winner
    if game.role == "chancellor":
        return _one_of(game, _REIGNS_ON if again else _REIGNS).format(who)
    if game.role == "citizen":
        return _one_of(game, _SUCCEEDS).format(who)
    if game.how == "usurper":
        return f"{who} the Usurper"
    if game.how == "visionary":
        return f"{who} and the Vision"
    return _one_of(game, _REBELS if game.role == "exile" else _WINS).format(who)


def _one_of(game: PastGame, ways: tuple[str, ...]) -> str:
    """One way of saying it, the same whenever the story is written."""
    return ways[game.game % len(ways)]


_REIGNS = ("{} holds the throne", "The reign of {}", "{} wears the crown")
_REIGNS_ON = ("{} holds the throne still", "{} reigns on", "The crown stays with {}")
_SUCCEEDS = ("{} takes up the throne", "{} the heir", "The succession of {}")
_REBELS = ("{} comes out of exile", "{} breaks the Empire", "The rising of {}")
_WINS = ("{} prevails", "The age of {}")
_FOUGHT = (
    "They fought for {0}; then {1} was vowed.",
    "It was the age of {0}, and {1} was vowed for the next.",
    "{0} was at stake; for the time to come it would be {1}.",
)
_CAME = ("{} came into the world.", "New faces: {}.", "The world took in {}.", "{} joined the people of the land.")
_WENT = ("{} dispossessed; nobody looked which.", "{} driven out, unseen.", "{} forgotten, and nobody knows which.")


def sentences(game: PastGame, names: Names) -> Iterator[str]:
    """What is known of a game, in sentences."""
    yield from _who(game)
    yield from _oath(game)
    yield from _people(game)
    yield from _edifices(game, names)
    yield from _lands(game, names)
    yield from _cards(game)
    yield from map(printable, past.promised(game, names.words))


def _who(game: PastGame) -> Iterator[str]:
    who = printable(game.winner)
    others = [printable(name) for name in game.players if name != game.winner]
    if who:
        role = ROLE_WORDS.get(game.role, "")
        when = f" in round {number_word(game.round)}" if game.round else ""
        why = f", {_HOW[game.how]}" if game.how in _HOW else ""
        yield f"{who}{f', {role},' if role else ''} won{when}{why}."
    seats = game.also.get("seats")
    if others:
        yield f"At the table: {listed([*([who] if who else []), *others])}."
    elif isinstance(seats, list) and seats and all(seat in SEATS for seat in seats):
        yield capital(f"{listed(seats)} sat at the table.")


def _oath(game: PastGame) -> Iterator[str]:
    if game.oath and game.next_oath == game.oath:
        yield f"They fought for {oath_name(game.oath)}, and the same was vowed again."
    elif game.oath and game.next_oath:
        yield capital(_one_of(game, _FOUGHT).format(oath_name(game.oath), oath_name(game.next_oath)))
    elif game.next_oath:
        yield f"Then {oath_name(game.next_oath)} was vowed."


def _people(game: PastGame) -> Iterator[str]:
    called = {color: printable(name) for name, color in game.players.items()}

    def people(colors: Iterable[str]) -> str:
        return listed([called.get(color) or color.title() for color in colors])

    if game.converts:
        yield f"{people(game.converts)} became Citizen{'s' if len(game.converts) > 1 else ''} of a new realm."
    elif game.citizens:
        verb = "was a Citizen" if len(game.citizens) == 1 else "were Citizens"
        yield f"{people(game.citizens)} {verb} of the Empire at its end."
    elif game.role == "exile":
        yield "The old Empire had no Citizens any more."


def _edifices(game: PastGame, names: Names) -> Iterator[str]:
    for cards, says in ((game.built, "was built"), (game.repaired, "was raised again"), (game.fell, "fell to ruin")):
        for card in cards:
            site = names.of(game.site_of(card))
            yield f"{_the(card, names)} {says}{f' at {site}' if site else ''}."
    for card in game.ruins_lost:
        yield f"{_the(card, names)} was lost, and the land it stood on."


def _the(card: str, names: Names) -> str:
    name = names.of(card)
    return f"The {name}" if name else "An edifice"


def _lands(game: PastGame, names: Names) -> Iterator[str]:
    for cards, says, one in (
        (game.sites_lost, "were lost to the mists", "was lost to the mists"),
        (game.sites_found, "came to light", "came to light"),
    ):
        if not cards:
            continue
        parts = [name for card in cards if (name := names.of(card))]
        rest = len(cards) - len(parts)
        if rest:
            more = "more " if parts else ""
            parts.append(f"{number_word(rest)} {more}land{'' if rest == 1 else 's'}")
        yield capital(f"{listed(parts)} {one if len(cards) == 1 else says}.")


def _cards(game: PastGame) -> Iterator[str]:
    came = {suit: count for suit, count in game.suits.items() if count}
    healed = {suit: count for suit, count in game.healed.items() if count}
    if came:
        yield capital(_one_of(game, _CAME).format(_of_suits(came)))
    if healed:
        back = sum(healed.values())
        yield capital(f"{_of_suits(healed)} came back out of oblivion{'' if back == 1 else ', all together'}.")
    if game.removed:
        verb = "was" if game.removed == 1 else "were"
        yield capital(_one_of(game, _WENT).format(f"{number_word(game.removed)} {verb}"))


def _of_suits(counts: dict[str, int]) -> str:
    return listed([f"{number_word(count)} of {suit.title()}" for suit, count in counts.items()])


def _beginning(history: History) -> str:
    games = len(history.games)
    if not games:
        return f"No game has been written yet. The first will be played under {oath_name(history.oath)}."
    text = f"{capital(number_word(games))} game{'' if games == 1 else 's'} so far"
    winners = [player for player in history.players() if player.wins]
    if winners and winners[0].wins > 1 and (len(winners) == 1 or winners[0].wins > winners[1].wins):
        text += f", {number_word(winners[0].wins)} of them won by {printable(winners[0].name)}"
    return f"{text}."


def _ending(history: History) -> str:
    return f"Game {history.game} will be played under {oath_name(history.oath)}."


def won_as(player: PlayerRecord) -> str:
    """In which roles a player won: ``Chancellor twice, Exile once``."""
    times = ("", "once", "twice")
    roles = [(role, count) for role, count in player.roles.items() if role in ROLE_WORDS]
    return ", ".join(
        f"{role.title()} {times[count] if count < len(times) else f'{number_word(count)} times'}"
        for role, count in roles
    )


def roman(number: int) -> str:
    """A number as chapters are counted; in figures if it has no Roman form."""
    if not 0 < number < 4000:
        return str(number)
    found = ""
    for value, letters in (
        *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL")),
        *((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
    ):
        while number >= value:
            found, number = found + letters, number - value
    return found


# -- the story of a saga as Markdown: to read, to put on a page of one's own, and to write into ------------------------


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
    yield from _markdown_lands(story.lands)
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


def _markdown_lands(lands: tuple[Land, ...]) -> Iterator[str]:
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


def _part(part: KeepingPart) -> Iterator[str]:
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
