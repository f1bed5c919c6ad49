"""``oathtools chronicle history, diff, blame``: how the world came about."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import click

from oathtools import catalog
from oathtools.catalog.names import ONLY_NAMES
from oathtools.cli.shared import commands
from oathtools.cli.shared.common import Command, Failure, emit
from oathtools.cli.shared.folders import chronicle as read_chronicle
from oathtools.cli.shared.folders import chronicle_path, write_folder, write_out
from oathtools.cli.world import atlas
from oathtools.kit import files, intake
from oathtools.kit.text import in_ascii
from oathtools.render.world.history import blame_as_json, blame_document, diff_as_json, diff_document
from oathtools.render.world.story import as_markdown, story_of
from oathtools.render.world.story_page import as_html, picture
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.folder import GAMES
from oathtools.saga.past.annals import history_of
from oathtools.saga.past.diff import NoGame, Played, games_of, played
from oathtools.saga.past.diff import blame as trail_of
from oathtools.saga.past.diff import diff as between
from oathtools.saga.past.diff import stats as count_all
from oathtools.saga.past.story import Names, Page, anonymous, leaks, merged, page_of
from oathtools.saga.writing import keep

_SPOIL = click.option("--spoil", is_flag=True, help="What lies hidden too, as far as it is known.")


@click.command(cls=Command)
def history() -> int:
    """The games of this saga: who won and how, the oaths, the suits over time, what was built and lost."""
    if (annals := atlas.saga()) is not None:
        return atlas.history(annals)
    from oathtools.render.world.history import as_json, document

    found = history_of(read_chronicle())
    return emit(as_json(found), lambda: document(found), warnings=found.odd, pager=True)


@click.command(cls=Command)
@click.option("--svg", metavar="FILE", type=click.Path(dir_okay=False), help="Draw them: a picture, as SVG.")
@click.option("--replace", is_flag=True, help="With --svg: write over a file that is there.")
def stats(svg: str | None, replace: bool) -> int:
    """The saga in numbers: wins by seat, role, oath and way; suits, sites, cards, lengths, luck.

    Wins and suits are those of the history; the rest is counted in the journals that are in the saga's folder.
    """
    from oathtools.render.world.stats import as_json, document

    found = count_all(chronicle_path().parent, read_chronicle())
    if svg is not None:
        write_out(Path(svg), picture(found), replace)
    shown = document(found) if svg is None else [f"The numbers are drawn in {svg}."]
    return emit(as_json(found), shown, warnings=found.notes, pager=svg is None)


@click.command(cls=Command)
@click.argument("games", required=False, metavar="[GAME|FROM-TO]")
@_SPOIL
def diff(games: str | None, spoil: bool) -> int:
    """What a game did to the world: oath, boards, sites, cards. The last game, if none is named.

    Several games in one: 2-5. Hidden decks are not shown without --spoil.
    """
    if (annals := atlas.saga()) is not None:
        return atlas.diff(annals, games, spoil)
    chronicle, saga = read_chronicle(), chronicle_path().parent
    first, last = _numbers(games, chronicle)
    try:
        one = played(saga, chronicle, first)
        other = one if last == first else played(saga, chronicle, last)
    except NoGame as fault:
        raise _no_game(fault.game, fault.games) from None
    notes = list(dict.fromkeys((*one.notes, *other.notes)))
    if one.before is None:
        raise _no_world_before(first, one, notes)
    if other.after is None:
        raise Failure(
            "not_found",
            f"nothing tells how the world stood after game {last}",
            detail=notes,
            hint="oathtools chronicle history tells what was written down of it",
        )
    games_between = [game for number, game in games_of(chronicle).items() if first <= number <= last]
    found = between(one.before, other.after, spoil=spoil)
    return emit(
        diff_as_json(games_between, found),
        lambda: diff_document(games_between, found),
        citations=["8"],
        warnings=notes,
        pager=True,
    )


@click.command(cls=Command)
@click.argument("card", nargs=-1, required=True, metavar="CARD", shell_complete=commands.cards)
@_SPOIL
def blame(card: tuple[str, ...], spoil: bool) -> int:
    """Where a card has been: a denizen, an edifice, a relic or a site, game after game.

    Only what everybody could see, unless --spoil is given.
    """
    if (annals := atlas.saga()) is not None:
        return atlas.blame(annals, " ".join(card), spoil)
    chronicle, saga = read_chronicle(), chronicle_path().parent
    trail = trail_of(saga, chronicle, _card(" ".join(card)), spoil=spoil)
    notes = [note for leg in trail.legs for note in leg.notes]
    return emit(
        blame_as_json(trail, spoil=spoil), lambda: blame_document(trail, spoil=spoil), warnings=notes, pager=True
    )


def _numbers(text: str | None, chronicle: Chronicle) -> tuple[int, int]:
    """The games meant, first and last. Raises ``Failure``."""
    known = list(games_of(chronicle))
    if not known:
        raise Failure("not_found", "no game is written in this Chronicle yet", hint="oathtools chronicle write")
    if text is None:
        return known[-1], known[-1]
    first, dash, last = text.strip().replace("..", "-").partition("-")
    numbers = [word.strip() for word in ((first, last) if dash else (first, first))]
    if not all(word.isdigit() for word in numbers):
        raise Failure("usage", f"{text!r} is no game", hint="Try: oathtools chronicle diff 2, or 2-5")
    low, high = sorted(map(int, numbers))
    missing = next((game for game in (low, high) if game not in known), None)
    if missing is not None:
        raise _no_game(missing, known)
    return low, high


def _no_world_before(game: int, one: Played, notes: list[str]) -> Failure:
    """A world is kept by the game that was set up from it, and by what the game before it left behind."""
    untracked = one.play is not None and "position" in one.play.header["origin"]
    why = f"game {game} was not tracked from its setup on, and no game before it was written: " if untracked else ""
    hint = "\n".join(
        (
            "What was written down of it: oathtools chronicle history",
            "The world it left: oathtools chronicle show",
            "What the games after it do to that world is told by diff again",
        )
    )
    return Failure("not_found", f"{why}nothing tells how the world stood before game {game}", detail=notes, hint=hint)


def _no_game(game: int, known: list[int]) -> Failure:
    games = ", ".join(map(str, known))
    return Failure("not_found", f"there is no game {game} in the history", hint=f"Games: {games}")


def _card(words: str) -> str:
    """The id of a card by any spelling. Raises ``Failure``."""
    kinds = ("denizen", "edifice", "relic", "site", "vision")
    try:
        return catalog.find(words, kinds)
    except catalog.AmbiguousName as several:
        text = ", ".join(f"{each.partition('.')[0]}:{catalog.name_of(each)}" for each in several.ids)
        raise Failure("usage", f"{words!r} may mean several cards", hint=f"Say which: {text}") from None
    except catalog.UnknownName as unknown:
        near = " or ".join(map(catalog.name_of, unknown.suggestions))
        hint = f"Did you mean {near}?" if near else "oathtools card NAME finds a card by any spelling"
        hint = ONLY_NAMES if unknown.beyond else hint
        raise Failure("not_found", unknown.explained(), hint=hint) from None


# -- ``oathtools chronicle story``: the history as Markdown and as one HTML page, with room for the players' own words


@click.command(cls=Command)
@click.option(
    "-o", "out", metavar="NAME", help="The files to write, without their endings.  [default: the saga's story]"
)
@click.option("--name-lost", is_flag=True, help="Name sites and cards of the past that may lie hidden now.")
@click.option("--markdown", is_flag=True, help="Print the Markdown and write nothing.")
@click.option("--html", is_flag=True, help="Print the page and write nothing.")
def story(out: str | None, name_lost: bool, markdown: bool, html: bool) -> int:
    """Write the history of the saga as a story: story.md to write into, story.html to share.

    Between the marks in story.md (or story.html) is room for your own words; they are kept when the story is written
    again. Nothing that lies facedown is named. The page needs no other file and no network.
    """
    if markdown and html:
        raise Failure("usage", "one of --markdown and --html", hint="Without them both are written to files.")
    if out == "-" and not (markdown or html):
        raise Failure("usage", "one of the two is printed", hint="--markdown or --html")
    base = _base(out) if out else chronicle_path().parent / "story"
    if (annals := atlas.saga()) is not None:
        return atlas.story(annals, base.with_name(f"{base.name}.md"), markdown)
    world = read_chronicle()
    paths = {"markdown": base.with_name(base.name + ".md"), "html": base.with_name(base.name + ".html")}
    if not name_lost:
        _check(world)
    story = story_of(world, everything=name_lost)
    counted = count_all(chronicle_path().parent, world) if story.chapters else None
    numbers = picture(counted, Names(world, everything=name_lost).of, styled=False) if counted else ""

    def texts() -> tuple[dict[str, str], list[str], list[Path]]:
        """What is to be written around the words that stand there, what to say, and which files were changed."""
        pages = {kind: _page(path) for kind, path in paths.items()}
        words = merged(pages["markdown"], pages["html"])
        by_kind = {
            "markdown": as_markdown(story, words.markdown),
            "html": as_html(story, words.markdown, words.html, numbers),
        }
        return (
            by_kind,
            [*story.history.odd, *words.notes],
            [path for kind, path in paths.items() if pages[kind].touched],
        )

    if markdown or html:
        by_kind, notes, _ = texts()
        text = by_kind["markdown" if markdown else "html"]
        return emit({"text": text}, (in_ascii(text) if html else text).rstrip("\n"), warnings=notes)
    with _writable(base.parent), write_folder(base.parent):
        by_kind, notes, touched = texts()
        notes += [_set_aside(path) for path in touched]
        for kind, path in paths.items():
            _write(path, by_kind[kind])
    data: dict[str, Any] = {kind: str(path) for kind, path in paths.items()}
    data["games"] = len(story.chapters)
    shown = f"{paths['html']}: to share, one file.\n{paths['markdown']}: write your own words between its marks."
    return emit(data, shown, warnings=notes)


def _base(out: str) -> Path:
    """The path of the two files without their endings: a name with an ending of theirs, one without, or a folder."""
    path = Path(out)
    if path.is_dir():
        return path / "story"
    return path.with_suffix("") if path.suffix in (".md", ".html") else path


def _page(path: Path) -> Page:
    try:
        return page_of(intake.read(path, intake.BOOK).replace("\r\n", "\n"))
    except FileNotFoundError:
        return page_of("")
    except UnicodeDecodeError:
        hint = "Save it as UTF-8, or name another file: -o NAME"
        raise Failure("damaged", f"{path} is not a text in UTF-8", hint=hint) from None
    except OSError as fault:
        raise Failure("not_found", f"{path} cannot be read: {fault.strerror}", hint="-o NAME") from None


def _check(world: Chronicle) -> None:
    """Every story is searched for the name of every hidden card before it is written: our own fault if one is found."""
    story = story_of(anonymous(world))
    found = [*leaks(as_markdown(story, {}), world), *leaks(as_html(story, {}, {}), world)]
    if found:
        raise RuntimeError(f"the story would name {len(set(found))} cards that lie hidden; nothing was written")


def _set_aside(path: Path) -> str:
    """Keep a file that was changed outside its rooms, or that is not of our writing."""
    with _writable(path):
        kept = keep(path)
    return f"{path.name} was changed outside the room for your words: as it was it is now {kept.name}"


def _write(path: Path, text: str) -> None:
    with _writable(path):
        files.write(path, text)


@contextmanager
def _writable(path: Path) -> Iterator[None]:
    """Folders are made for what is written, and what cannot be written is a ``Failure``."""
    try:
        with files.folder(path if path.suffix == "" else path.parent):
            yield
    except OSError as fault:
        raise Failure("usage", f"{path} cannot be written: {fault.strerror}", hint="-o NAME") from None


# -- ``oathtools chronicle export``: the games for other programs ----------------------------------------------------


_FORMS = {"bgstats": "plays.json", "csv": "plays.csv", "calendar": "games.ics", "wiki": "wiki"}


@click.command(cls=Command)
@click.argument("form", type=click.Choice(list(_FORMS)))
@click.option("-o", "out", metavar="PATH", help="The file, or the folder of the wiki.  [default: in the saga's folder]")
@click.option("--replace", is_flag=True, help="Write over what is there.")
@click.option("--name-lost", is_flag=True, help="Name sites and cards of the past that may lie hidden now.")
def export(form: str, out: str | None, replace: bool, name_lost: bool) -> int:
    """The games of the saga for other programs: BG Stats, a table (CSV), a calendar, pages for a wiki (Obsidian).

    A game's day is the one on which its journal was last written. Nothing that lies facedown is named.
    """
    from oathtools.render.world import stats as exported

    saga, world = chronicle_path().parent, read_chronicle()
    if not name_lost:
        _check(world)
    story, path = story_of(world, everything=name_lost), Path(out) if out else saga / _FORMS[form]
    dates = {each.game: day for each in games_of(world).values() if (day := _day(saga, each.journal)) is not None}
    if form == "wiki":
        pages = {path / name: text for name, text in exported.wiki(story, Names(world, everything=name_lost)).items()}
    else:
        text = {
            "bgstats": lambda: json.dumps(exported.plays(story, dates), ensure_ascii=False, indent=1) + "\n",
            "csv": lambda: exported.table(story, dates),
            "calendar": lambda: exported.calendar(story, dates),
        }[form]()
        pages = {path: text}
    with _writable(path if form == "wiki" else path.parent):
        for file, text in pages.items():
            write_out(file, text, replace)
    return emit(
        {"form": form, "path": str(path), "games": len(story.chapters), "files": len(pages)}, f"Written: {path}"
    )


def _day(saga: Path, journal: str) -> date | None:
    """When a journal was last written; None where it is not there."""
    path = saga / GAMES / f"{journal}.jsonl"
    return date.fromtimestamp(path.stat().st_mtime) if journal and path.is_file() else None
