"""Where the index is kept: that of what we ship comes with the package, others are made here and kept.

A checkout, imported books and added variants have theirs in the user's cache folder, one file each, named by the
content it was made from.

The Whoosh index is built in memory and written as one packed file that is moved into place, so two processes that
build at once do no harm and a reader never sees half an index. A missing, torn or damaged file is made anew in silence;
where nothing can be written the index lives in memory for the one call.
"""

import contextlib
import json
import os
import zlib
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from math import log
from pathlib import Path
from typing import Any, NamedTuple

from whoosh import fields, formats

from oathtools.kit import datafiles

_MAGIC = b"oathtools search 1\n"
SHIPPED = "search.pack"
_KEEP = 3  # packs that stay in the cache folder: other checkouts, imported books
_BAG, _FACET = "bag", "facet"
LAW = "ldgs"  # letters of the kinds that carry a clause


class IndexDamaged(Exception):
    """A pack that cannot be trusted."""


class Unit(NamedTuple):
    """A phrase or sentence: how rare its terms are, added up, and the terms."""

    rarity: float
    terms: frozenset[str]


class Index:
    """An open index: postings from Whoosh, and what the ranking needs to know of every document.

    ``about`` is what was handed to ``build``. Documents are numbered in the order in which they were added.
    """

    def __init__(self, files: Mapping[str, bytes | memoryview], about: dict[str, Any]) -> None:
        from whoosh.filedb.filestore import RamStorage

        storage = RamStorage()
        storage.files = dict(files)
        self.about = about
        self._reader = storage.open_index().reader()
        self._postings: dict[tuple[str, str], list[tuple[int, float]]] = {}
        self._documents: dict[int, dict[str, Any]] = {}
        self._units: dict[int, dict[str, list[Unit]]] = {}
        self._rarities: dict[str, float] = {}

    @property
    def size(self) -> int:
        return int(self._reader.doc_count_all())

    def postings(self, term: str, field: str = _BAG) -> list[tuple[int, float]]:
        """The documents with a term, each with the weight the term has there; empty if nobody uses it."""
        key = (field, term)
        known = self._postings.get(key)
        if known is None:
            known = self._postings[key] = list(self._read(field, term))
        return known

    def _read(self, field: str, term: str) -> Iterable[tuple[int, float]]:
        from whoosh.reading import TermNotFound

        try:
            matcher = self._reader.postings(field, term)
        except TermNotFound:
            return
        while matcher.is_active():
            yield matcher.id(), matcher.weight()
            matcher.next()

    def with_facet(self, facet: str) -> set[int]:
        return {number for number, _ in self.postings(facet, _FACET)}

    def starting_with(self, prefix: str, most: int = 40) -> list[str]:
        """Single-word terms that begin like this."""
        found = []
        for term in self._reader.expand_prefix(_BAG, prefix):
            text = term.decode("utf-8")
            if " " not in text:
                found.append(text)
                if len(found) == most:
                    break
        return found

    def vocabulary(self) -> list[str]:
        """All single-word terms."""
        return [text for term in self._reader.lexicon(_BAG) if " " not in (text := term.decode("utf-8"))]

    def document(self, number: int) -> dict[str, Any]:
        """What was stored with a document."""
        known = self._documents.get(number)
        if known is None:
            known = self._documents[number] = self._reader.stored_fields(number)["doc"]
        return known

    def units(self, number: int) -> dict[str, list[Unit]]:
        """The phrases and sentences of a document, by field."""
        known = self._units.get(number)
        if known is None:
            known = self._units[number] = {
                field: [Unit(rare, frozenset(terms.split(" "))) for rare, terms in units]
                for field, units in self.document(number)["units"].items()
            }
        return known

    def unit(self, words: str) -> Unit:
        """Terms with space between as a phrase."""
        terms = frozenset(words.split(" "))
        return Unit(sum(map(self.rarity, terms)), terms)

    def rarity(self, term: str) -> float:
        """How rare a term is in the documents of the Law (its idf); that of a term which is in none for no term."""
        known = self._rarities.get(term)
        if known is None:
            law = self.about["law"]
            known = self._rarities[term] = rarity(sum(number < law for number, _ in self.postings(term)), law)
        return known


def rarity(few: int, of: int) -> float:
    """The idf of a term that stands in some of so many documents."""
    return log(1 + (of - few + 0.5) / (few + 0.5))


def build(documents: Sequence[tuple[dict[str, float], list[str], dict[str, Any]]], about: dict[str, Any]) -> bytes:
    """Make an index and pack it. A document is its weighted terms, its facets, and what is stored with it."""
    from whoosh.codec.whoosh3 import W3Codec
    from whoosh.filedb.filestore import RamStorage

    storage = RamStorage()
    index = storage.create_index(schema())
    writer = index.writer(codec=W3Codec(blocklimit=4096, compression=0), limitmb=256)
    for bag, facets, stored in documents:
        writer.add_document(bag=bag, facet=dict.fromkeys(facets, 1.0), doc=stored)
    writer.commit()
    return _pack(storage.files, about)


def _pack(files: dict[str, bytes], about: dict[str, Any]) -> bytes:
    sizes = {name: len(content) for name, content in files.items()}
    head = json.dumps({"files": sizes, "about": about}, ensure_ascii=False, separators=(",", ":")).encode()
    body = b"".join([len(head).to_bytes(8, "big"), head, *files.values()])
    return _MAGIC + zlib.crc32(body).to_bytes(4, "big") + body


def unpack(packed: bytes) -> Index:
    """Open a pack. Raises ``Damaged`` if it is torn or altered."""
    start = len(_MAGIC) + 4
    body = memoryview(packed)[start:]
    if packed[: len(_MAGIC)] != _MAGIC or zlib.crc32(body).to_bytes(4, "big") != packed[len(_MAGIC) : start]:
        raise IndexDamaged
    end = 8 + int.from_bytes(body[:8], "big")
    head = json.loads(bytes(body[8:end]))
    files: dict[str, bytes | memoryview] = {}
    for name, size in head["files"].items():
        files[name] = body[end : end + size]
        end += size
    return Index(files, head["about"])


def digest(content: Iterable[bytes]) -> str:
    """A short name for some content."""
    import hashlib

    hashed = hashlib.sha256()
    for part in content:
        hashed.update(len(part).to_bytes(8, "big"))
        hashed.update(part)
    return hashed.hexdigest()[:24]


def data_content(books: Iterable[str]) -> Iterable[bytes]:
    """The bytes of the data books and of the code that makes the index of them."""
    for book in books:
        shipped = datafiles._SHIPPED / f"{book}.json"
        for path in [shipped] if shipped.is_file() else datafiles.files_of(book):
            yield path.read_bytes()
    here = Path(__file__).parent
    for name in ("asking.py", "documents.py", "indexing.py", "store.py"):
        with contextlib.suppress(OSError):  # a zipped or compiled installation: its data files speak for it
            yield (here / name).read_bytes()


_LAST: dict[Path, tuple[int, Index]] = {}


def shipped() -> Index | None:
    """The index that came with the package; None in a checkout, and where it cannot be opened."""
    with contextlib.suppress(Exception):
        return _read(datafiles._SHIPPED / SHIPPED)
    return None


def opened(name: str, make: Callable[[], bytes]) -> Index:
    """The index of this name from the cache folder, or made and kept there if that can be."""
    try:
        return _read(datafiles._cache_folder() / f"search-{name}.pack")
    except Exception:
        # Missing, torn, altered, or written by another Whoosh: whatever is wrong with it, a new one is right.
        return renewed(name, make)


def _read(pack: Path) -> Index:
    """The index in a file. A process reads it once, as long as the file stays as it is."""
    stamp = pack.stat().st_mtime_ns
    last = _LAST.get(pack)
    if last is None or last[0] != stamp:
        last = stamp, unpack(pack.read_bytes())
        _LAST.clear()
        _LAST[pack] = last
    return last[1]


def renewed(name: str, make: Callable[[], bytes]) -> Index:
    """Make the index anew, whatever there is, and keep it if that can be."""
    packed = make()
    _keep(datafiles._cache_folder() / f"search-{name}.pack", packed)
    return unpack(packed)


def _keep(kept: Path, packed: bytes) -> None:
    aside = kept.with_name(f"{kept.name}.{os.getpid()}.tmp")
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        aside.write_bytes(packed)
        aside.replace(kept)
        others = sorted(kept.parent.glob("search-*.pack"), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in others[_KEEP:]:
            old.unlink(missing_ok=True)
    except OSError:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)


# -- the Whoosh schema: a bag of weighted terms, facets to filter by, and the document itself --------------------------
#
# Whoosh's own text fields score each field apart and add the results up. Here a term's weights in heading, keywords and
# text are added before they are dampened, which is what the F in BM25F stands for, and one look-up serves all fields.


class Bag(fields.FieldType):
    """A field whose value is a mapping from terms to weights."""

    def __init__(self) -> None:
        self.format = formats.Existence()
        self.scorable = self.stored = self.unique = False

    def index(self, value: Any, **kwargs: Any) -> Generator[tuple[bytes, int, float, bytes], Any, None]:
        for term, weight in value.items():
            yield term.encode("utf-8"), 1, weight, b""


def schema() -> Any:
    """The schema of every search index of ours. A facet is an exact term such as ``suit:order``."""
    return fields.Schema(bag=Bag(), facet=Bag(), doc=fields.STORED())


# -- the data books that the search index is made from -----------------------------------------------------------------


BOOKS = (
    "law",
    "cards",
    "texts",
    "rulings",
    "variants",
    "synonyms",
    "law_keywords",
    "card_keywords",
    "asked",
    "answers",
    "search_weights",
)
