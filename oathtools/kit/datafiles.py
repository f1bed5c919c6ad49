"""The data files: written by hand as YAML under ``data/``, read by the program as JSON.

A *book* is one YAML file ``data/NAME.yaml``, or a folder ``data/NAME/`` of YAML files, which is read as one mapping
from each file's stem to its content; a folder in it is read the same way. The wheel ships the books compiled
(``oathtools/_data/NAME.json``). A source checkout compiles them on demand and keeps the result in the user's cache
folder under the stamp of the files it was made from, so no command pays for YAML twice; where nothing can be written it
compiles each time.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

# A text: what is installed and only looks something up has no use for paths, which cost a tenth of what click does.
_SHIPPED: "str | Path" = os.path.join(os.path.dirname(os.path.dirname(__file__)), "_data")
ADDED: dict[str, dict[str, Any]] = {}  # book -> what a program adds to it while it runs: a variant of its own


class BadData(ValueError):
    """What somebody wrote in a data file cannot be read: in which file, at which keys of it, and what is wrong."""

    def __init__(self, what: str, file: "Path | None" = None, at: tuple[str, ...] = ()) -> None:
        self.file, self.at = file, at
        super().__init__(what)


def _source() -> "Path":
    """Where the books lie in a checkout."""
    from pathlib import Path

    return Path(__file__).parents[2] / "data"


def files_of(book: str, source: "Path | None" = None) -> "list[Path]":
    """The YAML files that make up a book, in the order of their names.

    Raises ``FileNotFoundError`` if there is no such book.
    """
    source = source or _source()
    folder = source / book
    if folder.is_dir():
        return sorted(folder.rglob("*.yaml"))
    single = source / f"{book}.yaml"
    if single.is_file():
        return [single]
    raise FileNotFoundError(f"no data book {book!r} in {source}")


def books(source: "Path | None" = None) -> list[str]:
    """The names of all books in a source folder."""
    found = (source or _source()).iterdir()
    return sorted({p.stem for p in found if p.suffix == ".yaml" or (p.is_dir() and p.name[0] != ".")})


def compile_book(book: str, source: "Path | None" = None) -> Any:
    """Read a book from its YAML files. Slow: for the build, for the cache and for tests."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    def read(path: "Path") -> Any:
        with path.open(encoding="utf-8") as stream:
            try:
                return yaml.load(stream, Loader=loader)
            except UnicodeDecodeError:
                raise BadData("this is not a text in UTF-8", path) from None

    folder, files = (source or _source()) / book, files_of(book, source)
    if not folder.is_dir():
        return read(files[0])
    content: dict[str, Any] = {}
    for path in files:
        there = content
        for name in path.relative_to(folder).parts[:-1]:
            there = there.setdefault(name, {})
        there[path.stem] = read(path)
    return content


def sources() -> "list[Path]":
    """The folders that the books are made from today; none where they are shipped."""
    return [_source()] if _source().is_dir() and not os.path.isdir(_SHIPPED) else []


@cache
def load(book: str) -> Any:
    """The content of a book, parsed once a process. Treat it as frozen.

    Raises ``FileNotFoundError`` if there is no such book.
    """
    return derived(book, lambda: files_of(book), lambda: compile_book(book))


def variants() -> dict[str, Any]:
    """The words of every variant that is known, by its name: those of the package and those that a program added.

    A variant is one file in ``data/variants``, or a folder there: ``words.yaml`` and beside it files for parts of it.
    """
    found = {}
    for name, content in {**load("variants"), **ADDED.get("variants", {})}.items():
        with reading(name):
            if not isinstance(content, dict):
                raise ValueError(f"{name}: its words are a mapping (title: ..., mark: ...)")
            found[name] = {**content, **content["words"]} if "words" in content else content
    return found


@contextmanager
def reading(variant: str, *at: str) -> Iterator[None]:
    """Read what stands at some keys of a variant's words. Raises ``BadData`` for whatever goes wrong with it."""
    try:
        yield
    except BadData:
        raise
    except (LookupError, AttributeError, TypeError, ValueError) as fault:
        where = ": ".join([variant, *at])
        if isinstance(fault, KeyError):
            what = f"{where} lacks {fault.args[0]!r}"
        elif isinstance(fault, ValueError):
            what = str(fault)
        else:
            what = f"{where} is not in the form that it should have ({fault})"
        raise BadData(what, *_file_of(variant, at)) from fault


def _file_of(variant: str, at: tuple[str, ...]) -> "tuple[Path | None, tuple[str, ...]]":
    """The file where some keys of a variant's words stand, and which they are there; None if it has no file."""
    folder = _source() / "variants"
    places = [
        (folder / f"{variant}.yaml", at),
        *([(folder / variant / f"{at[0]}.yaml", at[1:])] if at else []),
        (folder / variant / "words.yaml", at),
    ]
    return next(((file, keys) for file, keys in places if file.is_file()), (None, at))


def derived(name: str, files: "Callable[[], list[Path]]", make: Callable[[], Any]) -> Any:
    """What is worked out from files: shipped like a book, in a checkout made anew when one of them has changed."""
    try:
        with open(os.path.join(_SHIPPED, f"{name}.json"), "rb") as shipped:
            return json.loads(shipped.read())
    except FileNotFoundError:
        return _kept(name, files(), make)


def _kept(name: str, files: "list[Path]", make: Callable[[], Any]) -> Any:
    """What was made of some files, from the cache if they have not changed since."""
    kept = _cache_folder() / f"{name}-{_stamp(files)}.json"
    try:
        return json.loads(kept.read_bytes())
    except (OSError, ValueError):
        pass
    content = make()
    keep(kept, _as_json(content))
    return content


def remembered(name: str, text: str, make: Callable[[], Any]) -> Any:
    """What is made of a text that somebody gave; of the one that was read last it is kept beside the books.

    The text is kept with it and compared whole. What JSON would give back otherwise is made anew each time.
    """
    from oathtools import __version__

    kept = _cache_folder() / f"{name}-{__version__}.json"
    try:
        there = json.loads(kept.read_bytes())
        if there["of"] == text:
            return there["made"]
    except (OSError, ValueError, LookupError, TypeError):
        pass
    content = make()
    try:
        if content and json.loads(json.dumps(content)) == content:
            keep(kept, _as_json({"of": text, "made": content}), mode=0o600)  # it may hold what others may not see
    except (TypeError, ValueError):  # a date, text that is none
        pass
    return content


def _stamp(files: "list[Path]") -> str:
    """A short name for the present state of some files: one part for where they lie, one for their sizes and times."""
    from zlib import crc32

    stamp = 0
    for path in files:
        status = path.stat()
        stamp = crc32(f"{path}:{status.st_size}:{status.st_mtime_ns};".encode(), stamp)
    return f"{crc32(str(files[0].parent).encode()):08x}-{stamp:08x}"


def _cache_folder() -> "Path":
    from pathlib import Path

    base = os.environ.get("OATHTOOLS_CACHE")
    if base:
        return Path(base)
    if sys.platform == "linux":
        # What platformdirs would say, without the time it takes to import.
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "oathtools"
    import platformdirs

    return Path(platformdirs.user_cache_dir("oathtools"))


def own_folder() -> "Path":
    """Where something of one person is kept on this machine, beside no saga."""
    from pathlib import Path

    import platformdirs

    return Path(os.environ.get("OATHTOOLS_STATE") or platformdirs.user_state_dir("oathtools"))


def keep(kept: "Path", content: bytes, most: int = 1, mode: int = 0o666) -> None:
    """Write a file of the cache aside and move it into place; a folder that cannot be written is no fault.

    Of those with the same name before the last dash the newest stay, so many.
    """
    aside = kept.with_name(f"{kept.name}.{os.getpid()}.tmp")
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        aside.touch(mode)
        aside.write_bytes(content)
        aside.replace(kept)
        alike = kept.parent.glob(f"{kept.stem.rpartition('-')[0]}-*{kept.suffix}")
        for old in sorted(alike, key=lambda path: path.stat().st_mtime, reverse=True)[most:]:
            old.unlink(missing_ok=True)
    except OSError:
        with suppress(OSError):
            aside.unlink(missing_ok=True)


def _as_json(content: Any) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


# -- the edition of the Law that everything here rests on: one id, named in answers, journals and clauses alike --------


LAW = "yml"
"""The publisher's rules site. The other edition is ``pdf``, the printed book."""

SOURCE = "the publisher's rules site"
