"""From what people type to clauses: numbers, ranges, subtrees, headings, glossary terms and names of sites.

Exact spellings first, then headings that contain the words, then the nearest heading; only the last needs rapidfuzz.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from oathtools.catalog.names import Beyond, beyond
from oathtools.kit.datafiles import load
from oathtools.kit.lazy import pattern
from oathtools.kit.text import capital
from oathtools.law.clauses import (
    Clause,
    UnknownClause,
    all_clauses,
    ancestors,
    cited_by_clauses,
    entries,
    get,
    span,
    spelling,
    subtree,
)

_NEAR = 80.0  # how alike a misspelt name must be, of 100
_MAYBE = 55.0  # how alike a suggestion must be
_STEM = 4  # letters that a word keeps when its ending is dropped
_SMALL = {"the", "of", "a", "an", "to", "and", "or"}
_STEP = pattern(r"step \d+:\s*")
_LONGEST = 5  # words of a number or range: "setup step 5 to 7"
_COMMAS = pattern(r"(?<![\w.,])\d{1,2}(?:,\d{1,2})+(?![\w.,])")  # commas for dots: "5,5,2"
_BOX = pattern(r"box\s+\d", re.IGNORECASE)  # a clause of a box, or the box and another clause


class Found(NamedTuple):
    """What some words mean. ``ids`` are the roots and everything below them, in the order of the Law."""

    roots: tuple[str, ...]
    ids: tuple[str, ...]
    notes: tuple[str, ...] = ()  # how a misspelt name was read
    also: tuple[str, ...] = ()  # other clauses whose headings have the words


def _words(text: str) -> tuple[str, ...]:
    plain = unicodedata.normalize("NFKD", text).replace("'", "").replace("’", "").casefold()
    return tuple(re.findall(r"[a-z0-9]+", plain))


def _key(text: str) -> str:
    """What spellings of one name have in common: letters and digits, no article in front, no plural at the end."""
    words = _words(text)
    if len(words) > 1 and words[0] == "the":
        words = words[1:]
    key = "".join(words)
    return key[:-1] if len(key) > 3 and key.endswith("s") and not key.endswith("ss") else key


def _spellings(heading: str) -> list[str]:
    """The names that a heading gives a clause: itself, without its step, and each of several names in one heading."""
    names = [heading, _STEP.sub("", heading, count=1) if heading.startswith("Step") else heading]
    plain = _STEP.sub("", heading.casefold(), count=1)
    names.append(plain)
    if "/" in plain:
        stem, _, other = plain.rpartition("/")
        names += [stem, f"{stem.rpartition(' ')[0]} {other}"]
    if plain.count(",") == 1:
        names += plain.split(",")
    return names


@cache
def _names() -> dict[str, tuple[str, ...]]:
    """Key -> the ids of the clauses so called, in the order of the Law."""
    names: dict[str, list[str]] = {}

    def enter(name: str, clause_id: str) -> None:
        known = names.setdefault(_key(name), [])
        if clause_id not in known:
            known.append(clause_id)

    sites = []
    for clause in all_clauses().values():
        for heading in (clause.heading, *clause.other_headings):
            for name in _spellings(heading) if heading else ():
                enter(name, clause.id)
        if clause.level == "site entry":
            sites.append((_key(clause.heading), clause.id))
    for site_id, site in entries("cards").items():
        if site_id.startswith("site."):
            group = _key(site["power"]["group"])
            home = next((cid for heading, cid in sites if group in heading), None)
            if home is not None:
                for name in (site["name"], *site.get("aliases", ())):
                    enter(name, home)
    return {key: tuple(ids) for key, ids in names.items()}


def _stem(word: str) -> str:
    """A word without its ending, so that *exile* finds *Exiling*."""
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= _STEM:
            return word[: -len(ending)]
    return word


@cache
def _headings() -> dict[str, frozenset[str]]:
    """Id -> the stems of the words of its title, official or ours."""
    return {cid: frozenset(map(_stem, _words(clause.title))) - _SMALL for cid, clause in all_clauses().items()}


def _in_headings(words: Iterable[str]) -> list[str]:
    """The clauses whose titles have all of these words: official headings first, then by how few other words."""
    wanted = {_stem(word) for word in words} - _SMALL
    if not wanted:
        return []
    clauses = all_clauses()
    hits = [(not clauses[cid].heading, len(has - wanted), cid) for cid, has in _headings().items() if wanted <= has]
    return [cid for _, _, cid in sorted(hits, key=lambda hit: hit[:2])]


def _fewest(hits: list[str]) -> list[str]:
    """The best of these: as short as the first, with an official heading if the first has one."""
    clauses, headings = all_clauses(), _headings()
    first = (bool(clauses[hits[0]].heading), len(headings[hits[0]]))
    return _bare(cid for cid in hits if (bool(clauses[cid].heading), len(headings[cid])) == first)


def _bare(ids: Iterable[str]) -> list[str]:
    """Drop what another of the ids already contains."""
    kept = list(dict.fromkeys(ids))
    return [cid for cid in kept if not set(ancestors(cid)) & set(kept)]


def by_number(ref: str) -> tuple[str, ...] | None:
    """The roots that a number or a range names; None if it is neither. Raises ``UnknownClause``."""
    number = spelling(ref)
    if number is not None:
        return (get(number).id,)
    ends = span(ref)
    if ends is None:
        return None
    order = list(all_clauses())
    first, last = sorted(order.index(get(end).id) for end in ends)
    last = order.index(subtree(order[last])[-1])
    return tuple(_bare(order[first : last + 1]))


def _by_exact_name(name: str) -> tuple[str, ...]:
    return tuple(_bare(_names().get(_key(name), ())))


def _beyond(name: str) -> Beyond | None:
    """The name of the expansion that a name is, which the Law knows nothing of."""
    return beyond(name)


def by_name(name: str) -> Found:
    """The clauses that a heading, glossary term or name of a site means.

    Raises ``UnknownClause`` (with the nearest) if no name is near enough.
    """
    roots = list(_by_exact_name(name))
    notes: tuple[str, ...] = ()
    foreign = None if roots else _beyond(name)
    if foreign:
        raise UnknownClause(name, numbered=False, beyond=foreign)
    hits = _in_headings(_words(name))
    if not roots and hits:
        roots = _fewest(hits)
    if not roots:
        roots = _nearest(name)
        notes = (f"{name!r} read as {get(roots[0]).title}",)
    also = tuple(cid for cid in hits if cid not in roots and not set(ancestors(cid)) & set(roots))
    return _found(roots, notes, also)


def _nearest(name: str) -> list[str]:
    from rapidfuzz import fuzz, process

    key = _key(name)
    best = process.extract(key, _names().keys(), scorer=fuzz.ratio, limit=3, score_cutoff=_MAYBE)
    if best and best[0][1] >= _NEAR:
        return _bare(_names()[best[0][0]])
    vocabulary = {word for words in _headings().values() for word in words}
    stems = [_stem(word) for word in _words(name) if word not in _SMALL]
    meant = [process.extractOne(word, vocabulary, scorer=fuzz.ratio, score_cutoff=_NEAR) for word in stems]
    hits = [] if None in meant else _in_headings(match[0] for match in meant if match is not None)
    if hits:
        return _fewest(hits)
    near = dict.fromkeys(cid for hit, _, _ in best for cid in _names()[hit])
    raise UnknownClause(name, list(near)[:3], numbered=False)


def _found(roots: Iterable[str], notes: tuple[str, ...] = (), also: tuple[str, ...] = ()) -> Found:
    kept = tuple(_bare(roots))
    order = {cid: place for place, cid in enumerate(all_clauses())}
    ids = dict.fromkeys(cid for root in kept for cid in subtree(root))
    return Found(kept, tuple(sorted(ids, key=order.__getitem__)), notes, also)


def find(ref: str) -> Found:
    """The clauses that one number, range, heading, term or site names, with all that is below them.

    Raises ``UnknownClause``, which names the nearest ids.
    """
    roots = by_number(ref)
    return by_name(ref) if roots is None else _found(roots)


def find_all(words: Sequence[str]) -> Found:
    """The same for a whole command line: several references, and names of several words with or without quotes.

    The longest run of words that is a name is taken as one name; what is no name as it stands is matched loosely.
    """
    line, notes = _with_dots(" ".join(words).strip())
    parts = [find(ref) for ref in _split(line)]
    found = _found(root for part in parts for root in part.roots)
    also = dict.fromkeys(cid for part in parts for cid in part.also if cid not in found.ids)
    return found._replace(notes=(*notes, *(note for part in parts for note in part.notes)), also=tuple(also))


def _with_dots(line: str) -> tuple[str, list[str]]:
    """A line with numbers whose dots were typed as commas put right, where there is such a clause; and a note on each.

    A list of clauses is told by spaces, or by a dot in one of its numbers.
    """
    notes = []

    def put_right(found: re.Match[str]) -> str:
        number = found[0].replace(",", ".")
        if number not in all_clauses():
            return found[0]
        notes.append(f"{found[0]} read as {number}")
        return number

    return _COMMAS.sub(put_right, line), notes


def _is_number(ref: str) -> bool:
    """Is it the number of a clause or a range? A number after a box is its clause only where there is such a clause."""
    number = spelling(ref)
    if number is None:
        return span(ref) is not None
    return number in all_clauses() or not _BOX.search(ref)


def _split(line: str) -> list[str]:
    if not line:
        raise UnknownClause(line, numbered=False)
    if _is_number(line) or _by_exact_name(line) or _beyond(line):
        return [line]
    tokens = [token for token in re.split(r"[\s,;]+", line) if token]
    refs: list[str] = []
    at = 0
    while at < len(tokens):
        size = _run(tokens, at)
        refs.append(" ".join(tokens[at : at + size]))
        at += size
    return refs


def _run(tokens: list[str], at: int) -> int:
    """How many tokens from here make one reference."""
    rest = tokens[at:]
    for size in range(min(len(rest), _LONGEST), 0, -1):
        if _is_number(" ".join(rest[:size])):
            return size
    for size in range(len(rest), 0, -1):
        if _by_exact_name(" ".join(rest[:size])):
            return size
    # No name as it stands: all words up to the next number are one misspelt or partial name.
    for size in range(1, len(rest)):
        if re.match(r"§*\d", rest[size]):
            return size
    return len(rest)


def completions(start: str) -> list[tuple[str, str]]:
    """Ids and titles of the clauses whose number begins like this, else of those whose title does; for a shell."""
    start = start.casefold().lstrip("§ ")
    titles = {cid: clause.title for cid, clause in all_clauses().items()}
    hits = [(cid, title) for cid, title in titles.items() if cid.casefold().startswith(start)]
    return hits or [(cid, title) for cid, title in titles.items() if title.casefold().startswith(start)]


# -- the references of the Law as a tree: what a clause refers to, what refers to it, and the sentence that does -------


LEVELS = 2
"""How far a tree may go: beyond, everything hangs together with everything."""

_INDEX = "11@pdf"  # the Index of the book cites everything
_SENTENCE = pattern(r"(?<=[.!?])\s+|\n+(?:- )?")
_CITED = pattern(r"\b\d+(?:\.(?:\d+|box))*(?:-\d+(?:\.(?:\d+|box))*)?")


class Reference(NamedTuple):
    """A clause at the other end of a reference.

    ``reason``: the sentence in which the one names the other, in the text of whichever does. ``below``: its own
    references in the same direction, those aside that stand above it in the tree.
    """

    id: str
    heading: str
    reason: str
    below: tuple["Reference", ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Plain data, the references below as a list of the same."""
        return self._asdict() | {"below": [one.as_json() for one in self.below]}


def refers_to(clause_id: str, levels: int = 1) -> tuple[Reference, ...]:
    """The clauses that a clause names, in its order. Raises ``UnknownClause``."""
    return _tree((clause_id,), levels, lambda cid: get(cid).refs, reason)


def referred_by(clause_id: str, levels: int = 1) -> tuple[Reference, ...]:
    """The clauses that name a clause, in the order of the Law, the Index of the book left out."""
    return _tree((clause_id,), levels, cited_by_clauses, lambda here, there: reason(there, here))


def _tree(
    above: tuple[str, ...], levels: int, following: Callable[[str], Sequence[str]], why: Callable[[str, str], str]
) -> tuple[Reference, ...]:
    here = above[-1]
    return tuple(
        Reference(
            cid, get(cid).title, why(here, cid), _tree((*above, cid), levels - 1, following, why) if levels > 1 else ()
        )
        for cid in following(here)
        if cid not in (*above, _INDEX)
    )


def reason(citing: str, cited: str) -> str:
    """The sentence in which one clause names another by its number; if there is none, what the clause is about."""
    clause = get(citing)
    for sentence in _sentences(clause):
        if any(_graph_names(found[0], cited) for found in _CITED.finditer(sentence)):
            return sentence
    return clause.gloss


def _graph_names(number: str, cited: str) -> bool:
    """Is this the number of the clause, or a range that it stands in?"""
    ends = span(number)
    if ends is None:
        return spelling(number) == cited
    house, _, last = cited.rpartition(".")
    first, final = ends
    same = house == first.rpartition(".")[0] and last.isdigit()
    return same and int(first.rpartition(".")[2]) <= int(last) <= int(final.rpartition(".")[2])


def _sentences(clause: Clause) -> Iterator[str]:
    readings = (reading.text for reading in clause.readings if reading.in_force)
    for text in (clause.text, clause.imperial, clause.reminder, clause.overview, *readings):
        for sentence in _SENTENCE.split(text):
            if words := " ".join(sentence.removeprefix("- ").split()):
                yield words


STANDS, CHANGED, UNKNOWN = "stands", "changed", "unknown"


class Topic(NamedTuple):
    """A topic: its sentences in our words, and the pages of the print that the paraphrase names."""

    id: str
    title: str
    pages: str
    text: tuple[str, ...]


class Standing(NamedTuple):
    """Whether a clause stands in the expansion, is changed, or nothing is known of it; by which topic."""

    clause: str
    standing: str
    topic: str | None


def topics() -> dict[str, Topic]:
    """The topics in the order of the book, by their ids; what is not known stands at the end of each."""
    book = load("new_foundations_rules")
    found = {}
    for name, row in book["topics"].items():
        says = [each["says"] for each in (*row["text"], *(book["unknown"][one] for one in row.get("unknown", ())))]
        found[name] = Topic(name, row["title"], row["pages"], tuple(says))
    return found


def standing(clause: str) -> Standing:
    """What becomes of a clause of the base Law."""
    named: dict[str, Standing] = {}
    for topic, row in load("new_foundations_rules")["topics"].items():
        for what in (STANDS, CHANGED):
            named |= {each: Standing(clause, what, topic) for each in row.get(what, ())}
    above = [clause[:at] for at in range(len(clause), 0, -1) if at == len(clause) or clause[at] == "."]
    return next((named[each] for each in above if each in named), Standing(clause, UNKNOWN, None))


def found(words: str) -> list[Topic]:
    """The topics that some words name, by id or in the title."""
    wanted = words.casefold().replace("-", " ").replace("_", " ").split()
    return [
        each
        for each in topics().values()
        if set(wanted) <= set(f"{each.id} {each.title}".casefold().replace("_", " ").replace(",", "").split())
    ]


def printed(facts: Mapping[str, Any]) -> list[str]:
    """The printed numbers of a card of the expansion, and what kind of site it is."""
    numbers = [
        f"{words} {facts[key]}" for key, words in load("words")["expansion_facts"].items() if facts.get(key) is not None
    ]
    return [*numbers, facts["traits"]] if facts.get("traits") else numbers


def power(facts: Mapping[str, Any]) -> str:
    """What a card of the expansion does, in our words; a site does what its kind does."""
    traits, rows = facts.get("traits", "").casefold(), load("new_foundations_rules")["topics"]["sites"]["text"]
    does = [each["says"] for each in rows if traits and each.get("trait", "?").casefold() in traits]
    return str(facts.get("text") or " ".join(does))


def documents() -> Iterator[dict[str, Any]]:
    """The topics as the clauses of a book that can be searched; then what is not known, and the cards of its box."""
    rules = load("new_foundations_rules")
    for topic, row in rules["topics"].items():
        for number, each in enumerate(row["text"], 1):
            ways = {"asked": each["asked"], "about": each["about"]}
            yield _entry("law", f"{topic}.{number}", row["title"], row["pages"], each["says"], **ways)
    for what, row in rules["unknown"].items():
        ways = {"asked": row["asked"], "about": row["about"]}
        yield _entry("absent", f"unknown.{what}", capital(row["short"]), "Not known here", row["says"], **ways)
    yield from _cards_of_it(rules)
    yield from _cards_it_keeps()


def _entry(kind: str, name: str, heading: str, above: str, text: str, **more: Any) -> dict[str, Any]:
    book = load("new_foundations")["name"]
    return {"kind": kind, "id": name, "heading": heading, "path": [above], "book": book, "text": text, **more}


def _cards_of_it(rules: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for kind, cards in load("new_foundations_cards").items():
        lacks = rules["open"].get(kind, {"asked": ()})
        above = f"{kind}, {lacks['mark']}" if "mark" in lacks else kind
        for card, facts in cards.items():
            numbers = [f"{capital('; '.join(printed(facts)))}."] if printed(facts) else []
            ruins = [f"In ruins it is the {facts['ruin']}: {facts['ruined']}"] if "ruin" in facts else []
            says = " ".join(filter(None, [power(facts), *ruins, *numbers, rules["cards"].get(kind)]))
            about = {"about": facts.get("does", ()), "printed": _frame(facts), "facets": _facets(facts, power(facts))}
            questions = [each.format(card) for each in lacks["asked"]]
            yield _entry("card", f"{kind}.{card}", card, above, says, asked=questions, **about)
            if ruin := facts.get("ruin"):
                about = {"about": facts["ruin_does"], "printed": f"{facts['suit']} ruin ruined"}
                about["facets"] = _facets(facts, facts["ruined"])
                yield _entry("card", f"{kind}.{ruin}", ruin, f"{card} in ruins", facts["ruined"], **about)


def _cards_it_keeps() -> Iterator[dict[str, Any]]:
    gone = set(map(int, load("new_foundations")["string"]["denizens"]))
    new = load("new_foundations_cards")["denizen"]
    for card, facts in load("cards")["denizens"].items():
        if facts["name"] not in new and int(facts["library"].rpartition("-")[2]) not in gone:
            text = load("texts")[facts["suit"]][card]["text"].strip()
            plan = any(each.get("kind") == "battle_plan" for each in facts.get("powers") or ())
            facets = _facets(facts, "Battle plan" if plan else "")
            yield _entry("card", card, facts["name"], "denizen", text, about=load("card_keywords")[card], facets=facets)


def _facets(facts: Mapping[str, Any], does: str) -> list[str]:
    suit = [f"suit:{facts['suit']}"] if "suit" in facts else []
    return [*suit, *(["power:battle-plan"] if "Battle plan" in does else [])]


def _frame(facts: Mapping[str, Any]) -> str:
    """The printed facts of a card that people look for, as words."""
    words = [f"{facts['only']} only"] if "only" in facts else []
    words += ["locked"] if facts.get("locked") else []
    words += [f"{words} {facts[how]}" for how, words in (("pays", "place"), ("burns", "burn")) if how in facts]
    return " ".join([facts.get("suit") or "", *words]).strip()
