"""Where the index is kept: that of what we ship comes with the package, others are made here and kept.

A checkout, imported books and added variants have theirs in the user's cache folder, one file each, named by the
content it was made from.

An index is one packed file that is moved into place, so two processes that build at once do no harm and a reader never
sees half an index. A missing, torn or damaged file is made anew in silence; where nothing can be written the index
lives in memory for the one call. Nothing of it is unpacked before it is asked for: a cold question costs what it needs.
"""

import contextlib
import json
import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, pairwise, takewhile
from math import log, sqrt
from pathlib import Path
from typing import Any, NamedTuple

from oathtools.kit import datafiles
from oathtools.kit.lazy import sha256

_MAGIC = b"oathtools search 4\n"
SHIPPED, LEARNT = "search.pack", "meanings"  # the index, and the book that is in it alone
_KEEP = 3  # packs that stay in the cache folder: other checkouts, imported books
FINE = 40  # so many steps has a weight of one
_STRIDE = 64  # terms at which it is known where their documents begin
MIDDLE = ord("E")  # the letter of nought in a vector; a letter for each whole number up to 11 on both sides
LAW = "ldgs"  # letters of the kinds that carry a clause


class IndexDamaged(Exception):
    """A pack that cannot be trusted."""


class Unit(NamedTuple):
    """A phrase or sentence: how rare its terms are, added up, and the terms."""

    rarity: float
    terms: frozenset[str]


class Index:
    """An open index: where each term stands, and what the ranking needs to know of every document.

    A term's weights in heading, keywords and text are added up before they are dampened (the F of BM25F), so it has one
    weight in a document. A facet is an exact term with a colon, such as ``suit:order``. ``about`` is what was handed to
    ``build``. Documents are numbered in the order in which they were added.
    """

    def __init__(self, parts: Mapping[str, bytes]) -> None:
        self.about: dict[str, Any] = json.loads(parts["about"])
        self._terms = parts["terms"].decode().split("\n")
        self._many, self._gaps, self._weights = (_array("H", parts[name]) for name in ("many", "gaps", "weights"))
        some = (sum(self._many[at : at + _STRIDE]) for at in range(0, len(self._many), _STRIDE))
        self._starts = list(accumulate(some, initial=0))
        self._places = _array("I", parts["places"])
        self._stored = parts["stored"]
        self._postings: dict[str, list[tuple[int, float]]] = {}
        self._documents: dict[int, dict[str, Any]] = {}
        self._units: dict[int, dict[str, list[Unit]]] = {}
        self._rarities: dict[str, float] = {}

    @property
    def size(self) -> int:
        return len(self._places) - 1

    def postings(self, term: str) -> list[tuple[int, float]]:
        """The documents with a term, each with the weight the term has there; empty if nobody uses it."""
        known = self._postings.get(term)
        if known is None:
            some = self._run(term)
            weights = (weight / FINE for weight in self._weights[some])
            known = self._postings[term] = list(zip(self._numbers(some), weights, strict=True))
        return known

    def _run(self, term: str) -> slice:
        """Where the documents with a term are listed."""
        at = bisect_left(self._terms, term)
        if at == len(self._terms) or self._terms[at] != term:
            return slice(0)
        start = self._starts[at // _STRIDE] + sum(self._many[at - at % _STRIDE : at])
        return slice(start, start + self._many[at])

    def _numbers(self, some: slice) -> Iterable[int]:
        """The documents in a part of the lists, each of which says how far each is behind the one before."""
        return accumulate(self._gaps[some])

    def with_facet(self, facet: str) -> set[int]:
        return set(self._numbers(self._run(facet)))

    def starting_with(self, prefix: str, most: int = 40) -> list[str]:
        """Single-word terms that begin like this."""
        begun = takewhile(
            lambda at: self._terms[at].startswith(prefix), range(bisect_left(self._terms, prefix), len(self._terms))
        )
        return [self._terms[at] for at in begun if self._terms[at].isalnum()][:most]

    def document(self, number: int) -> dict[str, Any]:
        """What was stored with a document."""
        known = self._documents.get(number)
        if known is None:
            stored = self._stored[self._places[number] : self._places[number + 1]]
            known = self._documents[number] = json.loads(stored)
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

    def vector(self, terms: Iterable[str]) -> list[float]:
        """Where a question lies among all that is asked, by what was learnt of its terms (``data/meanings.yaml``): the
        sum of theirs, over the root of how many they are; nowhere (empty) if none of them is known."""
        known, rows = self.about["meanings"], []
        for term in dict.fromkeys(terms):
            if (at := known.find(f"\n{term} ") + 1) > 0:
                rows.append(numbers(known[at + len(term) + 1 : known.index("\n", at)]))
        share = self.about["step"] / sqrt(len(rows) + 1)
        return [share * sum(column) for column in zip(*rows, strict=True)]

    def meanings(self) -> dict[str, Any]:
        """What was learnt of terms and documents, as the book of that name says it."""
        every = {}
        for number, name in enumerate(self.about["ids"]):
            doc = self.document(number)
            every[name] = " ".join([doc["vector"], *(answer[-1] for answer in doc["answers"])]).strip()
        words = dict(line.split(" ") for line in self.about["meanings"].split("\n") if line)
        return {"step": self.about["step"], "words": words, "documents": every}

    def rarity(self, term: str) -> float:
        """How rare a term is in the documents of the Law (its idf); that of a term which is in none for no term."""
        known = self._rarities.get(term)
        if known is None:
            law = self.about["law"]
            known = self._rarities[term] = rarity(sum(number < law for number in self._numbers(self._run(term))), law)
        return known


def numbers(letters: str) -> list[int]:
    """A vector that was written in letters."""
    return [letter - MIDDLE for letter in letters.encode("ascii")]


def rarity(few: int, of: int) -> float:
    """The idf of a term that stands in some of so many documents."""
    return log(1 + (of - few + 0.5) / (few + 0.5))


def build(documents: Sequence[tuple[dict[str, float], list[str], dict[str, Any]]], about: dict[str, Any]) -> bytes:
    """Make an index and pack it. A document is its weighted terms, its facets, and what is stored with it."""
    found: dict[str, list[tuple[int, float]]] = {}
    for number, (bag, facets, _) in enumerate(documents):
        for term, weight in (*bag.items(), *((facet, 1.0) for facet in facets)):
            found.setdefault(term, []).append((number, weight))
    terms = sorted(found)
    runs = [found[term] for term in terms]
    stored = [json.dumps(each, ensure_ascii=False, separators=(",", ":")).encode() for _, _, each in documents]
    parts = {
        "about": json.dumps(about, ensure_ascii=False, separators=(",", ":")).encode(),
        "terms": "\n".join(terms).encode(),
        "many": _bytes("H", map(len, runs)),
        "gaps": _bytes("H", (gap for run in runs for gap in _gaps([number for number, _ in run]))),
        "weights": _bytes("H", (min(round(weight * FINE), 65535) for run in runs for _, weight in run)),
        "places": _bytes("I", accumulate(map(len, stored), initial=0)),
        "stored": b"".join(stored),
    }
    return _pack(parts)


def _gaps(rising: Sequence[int]) -> Iterable[int]:
    """How far each number is behind the one before; most are small, and pack well."""
    return (number - last for last, number in pairwise((0, *rising)))


def _bytes(code: str, numbers: Iterable[int]) -> bytes:
    return _little(array(code, numbers)).tobytes()


def _array(code: str, content: bytes) -> Any:
    return _little(array(code, content))


def _little(numbers: Any) -> Any:
    """A pack is the same on every machine."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _pack(parts: Mapping[str, bytes]) -> bytes:
    head = json.dumps({name: len(content) for name, content in parts.items()}).encode()
    body = b"".join([len(head).to_bytes(8, "big"), head, *parts.values()])
    return _MAGIC + zlib.crc32(body).to_bytes(4, "big") + body


def unpack(packed: bytes) -> Index:
    """Open a pack. Raises ``IndexDamaged`` if it is torn or altered."""
    start = len(_MAGIC) + 4
    body = memoryview(packed)[start:]
    if packed[: len(_MAGIC)] != _MAGIC or zlib.crc32(body).to_bytes(4, "big") != packed[len(_MAGIC) : start]:
        raise IndexDamaged
    end = 8 + int.from_bytes(body[:8], "big")
    parts = {}
    for name, size in json.loads(bytes(body[8:end])).items():
        parts[name] = bytes(body[end : end + size])
        end += size
    return Index(parts)


def digest(content: Iterable[bytes]) -> str:
    """A short name for some content."""
    hashed = sha256()
    for part in content:
        hashed.update(len(part).to_bytes(8, "big"))
        hashed.update(part)
    return hashed.hexdigest()[:24]


def data_content(books: Iterable[str]) -> Iterable[bytes]:
    """The bytes of the data books and of the code that makes the index of them."""
    for book in books:
        shipped = Path(datafiles._SHIPPED, SHIPPED if book == LEARNT else f"{book}.json")
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
        return _read(Path(datafiles._SHIPPED, SHIPPED))
    return None


def opened(name: str, make: Callable[[], bytes]) -> Index:
    """The index of this name from the cache folder, or made and kept there if that can be."""
    try:
        return _read(datafiles._cache_folder() / f"search-{name}.pack")
    except Exception:
        # Missing, torn or altered: whatever is wrong with it, a new one is right.
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
    datafiles.keep(datafiles._cache_folder() / f"search-{name}.pack", packed, _KEEP)
    return unpack(packed)


# -- the data books that the search index is made from -----------------------------------------------------------------


BOOKS = (
    *("law", "cards", "texts", "rulings", "variants", "synonyms", "law_keywords", "card_keywords"),
    *("asked", "answers", "search_weights", LEARNT),
)
