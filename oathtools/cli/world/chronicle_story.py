"""``oathtools chronicle story``: the history as Markdown and as one HTML page, with room for the players' own words."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from oathtools import handed, whole
from oathtools.cli.shared.common import Command, Failure, emit
from oathtools.cli.shared.folders import write_folder
from oathtools.cli.shared.sagas import chronicle as read_chronicle
from oathtools.cli.shared.sagas import chronicle_path
from oathtools.render.story.html import as_html
from oathtools.render.story.markdown import as_markdown
from oathtools.render.story.story import story_of
from oathtools.saga.past.story import anonymous, leaks, merged, page_of
from oathtools.saga.writing import keep
from oathtools.text import in_ascii

if TYPE_CHECKING:
    from oathtools.saga.chronicle.record import Chronicle
    from oathtools.saga.past.story import Page


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
    world = read_chronicle()
    base = _base(out) if out else chronicle_path().parent / "story"
    paths = {"markdown": base.with_name(base.name + ".md"), "html": base.with_name(base.name + ".html")}
    if not name_lost:
        _check(world)
    told = story_of(world, everything=name_lost)

    def texts() -> tuple[dict[str, str], list[str], list[Path]]:
        """What is to be written around the words that stand there, what to say, and which files were changed."""
        pages = {kind: _page(path) for kind, path in paths.items()}
        words = merged(pages["markdown"], pages["html"])
        said = {"markdown": as_markdown(told, words.markdown), "html": as_html(told, words.markdown, words.html)}
        return said, [*told.history.odd, *words.notes], [path for kind, path in paths.items() if pages[kind].touched]

    if markdown or html:
        said, notes, _ = texts()
        text = said["markdown" if markdown else "html"]
        return emit({"text": text}, (in_ascii(text) if html else text).rstrip("\n"), warnings=notes)
    with _writable(base.parent), write_folder(base.parent):
        said, notes, touched = texts()
        notes += [_set_aside(path) for path in touched]
        for kind, path in paths.items():
            _write(path, said[kind])
    data: dict[str, Any] = {kind: str(path) for kind, path in paths.items()}
    data["games"] = len(told.chapters)
    shown = f"{paths['html']}: to share, one file.\n{paths['markdown']}: write your own words between its marks."
    return emit(data, shown, warnings=notes)


def _base(out: str) -> Path:
    """The path of the two files without their endings: a name with an ending of theirs, one without, or a folder."""
    path = Path(out)
    if path.is_dir():
        return path / "story"
    return path.with_suffix("") if path.suffix in (".md", ".html") else path


def _page(path: Path) -> "Page":
    try:
        return page_of(handed.read(path, handed.BOOK).replace("\r\n", "\n"))
    except FileNotFoundError:
        return page_of("")
    except UnicodeDecodeError:
        hint = "Save it as UTF-8, or name another file: -o NAME"
        raise Failure("damaged", f"{path} is not a text in UTF-8", hint=hint) from None
    except OSError as fault:
        raise Failure("not_found", f"{path} cannot be read: {fault.strerror}", hint="-o NAME") from None


def _check(world: "Chronicle") -> None:
    """Every story is searched for the name of every hidden card before it is written: our own fault if one is found."""
    told = story_of(anonymous(world))
    found = [*leaks(as_markdown(told, {}), world), *leaks(as_html(told, {}, {}), world)]
    if found:
        raise RuntimeError(f"the story would name {len(set(found))} cards that lie hidden; nothing was written")


def _set_aside(path: Path) -> str:
    """Keep a file that was changed outside its rooms, or that is not of our writing."""
    with _writable(path):
        kept = keep(path)
    return f"{path.name} was changed outside the room for your words: as it was it is now {kept.name}"


def _write(path: Path, text: str) -> None:
    with _writable(path):
        whole.write(path, text)


@contextmanager
def _writable(path: Path) -> Iterator[None]:
    """Folders are made for what is written, and what cannot be written is a ``Failure``."""
    try:
        with whole.folder(path if path.suffix == "" else path.parent):
            yield
    except OSError as fault:
        raise Failure("usage", f"{path} cannot be written: {fault.strerror}", hint="-o NAME") from None
