"""What can be found: one document for each clause, card and ruling, straight from the data books.

Law documents come first, in the order of the Law; then cards, rulings, answers of the card FAQ, and house rules.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from oathtools.kit.datafiles import load, variants
from oathtools.search.answering import COMPANION


class Part(NamedTuple):
    """Where a text stands in a document: how much its words count, and the field in which it is compared as a whole
    (``FIELDS``; empty: it is not)."""

    weight: float
    field: str = ""


FIELDS = ("name", "said", "asked", "text")  # what it is called, what it is about, how people ask for it, what it says
HEADING, NAME, ALIAS = Part(4.0, "name"), Part(5.0, "name"), Part(4.0, "name")
GIST, KEYWORD = Part(2.5, "said"), Part(2.3, "said")
ABOVE, FAR_ABOVE = Part(3.0), Part(1.0)
DOES = Part(0.7, "said")  # what a card does, as players say it
TEXT, REMINDER, OVERVIEW, OTHER_EDITION = Part(1.0, "text"), Part(1.0, "text"), Part(0.35, "text"), Part(0.2)
PHRASINGS, WHY = Part(0.3, "text"), Part(0.4, "text")
QUESTION = Part(0.6, "asked")  # how players ask for it
ASKS = Part(1.0, "asked")  # the question that a ruling answers
UNSAID = Part(0.0)  # shown, and not looked for
FIRST, SECOND = 1.0, 0.75  # quoted: what binds all, before what explains or binds some


class Answer(NamedTuple):
    """What settles some questions in a sentence or two (empty: the reading in force), the clauses it rests on, and the
    open points that it answers by their usual reading."""

    says: str
    asked: Sequence[str]
    clauses: Sequence[str]
    points: Sequence[str] = ()


_STEP = re.compile(r"^Step \d+: ")


@dataclass
class Document:
    """Something that can be found. ``parts`` are texts with where they stand; the shown ones make up the snippet."""

    kind: str
    id: str
    heading: str
    path: list[str]
    parts: list[tuple[Part, str]] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    quoted: list[float] = field(default_factory=list)  # of each shown text: how readily it is quoted
    facets: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # what it is called
    definition: bool = False  # a term explained, no rule
    parent: str | None = None
    answers: list[Answer] = field(default_factory=list)
    extra: dict[str, Any] = field(default_factory=dict)

    def say(self, part: Part, text: str | None, quoted: float = 0.0) -> None:
        if text:
            self.parts.append((part, text))
            if quoted:
                self.shown.append(text)
                self.quoted.append(quoted)

    def ask(self, questions: Iterable[str]) -> None:
        for each in questions:
            self.say(QUESTION, each)


def documents() -> list[Document]:
    """Everything in our own data books."""
    law = load("law")
    cards, texts = _merged(load("cards")), _merged(load("texts"))
    rulings = _merged(load("rulings"))
    return [
        *_clauses(law, rulings, _of_sites(cards, texts)),
        *_cards(cards, texts),
        *_rulings(rulings, cards),
        *_variants(variants(), cards),
        *_absent(),
    ]


def _merged(book: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    return {key: entry for content in book.values() if isinstance(content, dict) for key, entry in content.items()}


def _strip(text: Any) -> str:
    return str(text or "").strip()


def title_of(facts: Mapping[str, Any]) -> str:
    """The heading of a clause, or our gist of it."""
    gist = facts.get("gist") or ""
    return facts.get("heading") or gist[:1].upper() + gist[1:]


def _of_sites(cards: Mapping[str, Any], texts: Mapping[str, Any]) -> dict[str, list[str]]:
    """The names of the sites that a clause of the Site Reference is about."""
    found: dict[str, list[str]] = {}
    for cid, card in cards.items():
        for clause in texts.get(cid, {}).get("clauses", ()) if cid.startswith("site.") else ():
            if clause.startswith("11."):
                found.setdefault(clause, []).append(card["name"])
    return found


def _clauses(law: Mapping[str, Any], rulings: Mapping[str, Any], sites: Mapping[str, list[str]]) -> Iterator[Document]:
    facts: dict[str, dict[str, Any]] = law["clauses"]
    texts: dict[str, dict[str, Any]] = {}
    for stem, chapter in law.items():
        if stem != "clauses" and chapter:
            texts.update(chapter)
    keywords: dict[str, list[str]] = load("law_keywords")
    questions: dict[str, list[str]] = load("asked")
    phrasings: dict[str, list[str]] = {}
    for ruling in rulings.values():
        if "readings" in ruling:
            for clause in ruling.get("clauses", ()):
                phrasings.setdefault(clause, []).append(f"{ruling['title']}. {ruling['question']}")
    for cid, fact in facts.items():
        above = _above(cid, facts)
        doc = _clause(cid, fact, texts.get(cid) or {}, above, [title_of(facts[a]) for a in above], keywords, phrasings)
        doc.ask(questions.get(cid, ()))
        doc.names += sites.get(cid, ())
        for answer in load("answers"):
            if answer["for"][:1] == [cid]:
                doc.ask(answer["asked"])
                doc.answers.append(Answer(answer["says"], answer["asked"], answer["for"], answer.get("rests", ())))
        yield doc


def _above(cid: str, facts: Mapping[str, Any]) -> list[str]:
    parts = cid.split(".")
    return [above for n in range(1, len(parts)) if (above := ".".join(parts[:n])) in facts]


def _clause(
    cid: str,
    fact: Mapping[str, Any],
    entry: Mapping[str, Any],
    above: list[str],
    titles: list[str],
    keywords: Mapping[str, list[str]],
    questions: Mapping[str, list[str]],
) -> Document:
    chapter, level = fact["chapter"], fact["level"]
    kind = "glossary" if chapter == 10 else "site" if chapter == 11 and level != "chapter" else "law"
    path = [f"{a} {title}" for a, title in zip(above, titles, strict=True)]
    doc = Document(kind, cid, title_of(fact), ["Law", *path])
    doc.facets = [f"kind:{kind}", f"chapter:{chapter}", *(f"in:{a}" for a in (*above, cid))]
    doc.parent = above[-1] if above else None
    doc.definition = fact.get("kind") == "definition"
    bare = _STEP.sub("", fact.get("heading") or "")
    doc.names = [name for name in (bare, fact.get("heading_pdf"), fact.get("heading_yml")) if name]
    for name in doc.names:
        doc.say(HEADING, name)
    doc.say(GIST, fact.get("gist"))
    for name in keywords.get(cid, ()):
        doc.say(KEYWORD, name)
    for far, title in enumerate(reversed(titles)):
        doc.say(FAR_ABOVE if far else ABOVE, _STEP.sub("", title))
    doc.say(TEXT, _strip(entry.get("text")), FIRST)
    doc.say(TEXT, _strip(entry.get("imperial")), SECOND)
    doc.say(REMINDER, _strip(entry.get("reminder")), SECOND)
    doc.say(OVERVIEW, _strip(entry.get("overview")), SECOND)
    for reading in entry.get("editions") or ():
        doc.say(OTHER_EDITION, _strip(reading["text"]))
    for text in questions.get(cid, ()):
        doc.say(PHRASINGS, text)
    return doc


_SORTS = {
    "denizen": "Denizen", "edifice": "Edifice", "relic": "Relic", "site": "Site card", "vision": "Vision",
    "banner": "Banner", "oath": "Oath", "reliquary": "Reliquary",
}  # fmt: skip
_POWERS = {"battle_plan": "battle plan", "when_played": "When Played", "persistent": "persistent power"}


def _cards(cards: Mapping[str, Any], texts: Mapping[str, Any]) -> Iterator[Document]:
    keywords: dict[str, list[str]] = load("card_keywords")
    questions: dict[str, list[str]] = load("asked")
    for cid, card in cards.items():
        sort = cid.split(".")[0]
        suit = card.get("suit") or card.get("card_suit")
        about = texts.get(cid) or {}
        path = ["Cards", _SORTS.get(sort, sort.capitalize()), *([suit.capitalize()] if suit else [])]
        doc = Document("card", cid, card["name"], path)
        doc.names = [card["name"], *card.get("aliases", ())]
        doc.facets = ["kind:card", f"sort:{sort}", *([f"suit:{suit}"] if suit else []), *_groups(card)]
        doc.say(NAME, card["name"])
        for alias in card.get("aliases", ()):
            doc.say(ALIAS, alias)
        doc.say(TEXT, _strip(about.get("text")), FIRST)
        doc.say(TEXT, _printed(card))
        doc.say(UNSAID, " ".join((*_uses(sort, card), *_bounds(card))), COMPANION)
        for words in keywords.get(cid, ()):
            doc.say(DOES, words)
        doc.ask(questions.get(cid, ()))
        doc.say(PHRASINGS, _strip(about.get("note")), SECOND)
        doc.extra["clauses"] = about.get("clauses", [])
        doc.extra["under"] = [load("words")["power_uses"][power["kind"]]["under"] for power in _used(sort, card)]
        yield doc


def _groups(card: Mapping[str, Any]) -> list[str]:
    return [f"power:{power['kind'].replace('_', '-')}" for power in card.get("powers") or () if power.get("kind")]


def _printed(card: Mapping[str, Any]) -> str:
    """The printed facts that people look for, as words."""
    words = [card.get("suit") or "", f"{card['restriction']} only" if "restriction" in card else ""]
    words.append("locked" if card.get("locked") else "")
    for power in card.get("powers") or ():
        kind = power.get("kind") or ""
        words += [_POWERS.get(kind, kind), power.get("modifies") or ""]
    if "side" in card:
        words.append("ruin ruined" if card["side"] == "ruined" else "intact")
    return " ".join(word for word in words if word)


def _used(sort: str, card: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Its powers that are used as all of their kind are."""
    for power in (card.get("powers") or ()) if sort in load("words")["power_users"] else ():
        if power["kind"] in load("words")["power_uses"]:
            yield power


def _uses(sort: str, card: Mapping[str, Any]) -> Iterator[str]:
    """How its powers are used, and by whom, in a sentence or two for each."""
    words, only = load("words"), card.get("restriction")
    for power in _used(sort, card):
        use = words["power_uses"][power["kind"]]
        says = use.get(only) or use.get(sort) or use["says"]
        whose = words["power_users"][only if only == "adviser" else sort]
        side, action = words["power_sides"].get(power.get("side")), str(power.get("modifies")).capitalize()
        yield says.format(whose=whose, side=side, action=action)
        if "place" in power.get("cost", ()) and power["kind"] != "battle_plan":
            yield words["power_placed"]


def _bounds(card: Mapping[str, Any]) -> Iterator[str]:
    """What its restriction banners forbid (7.2)."""
    words = load("words")["card_bounds"]
    for banner in (card.get("restriction"), "locked" if card.get("locked") else None):
        if banner:
            yield words[banner]


def _rulings(rulings: Mapping[str, Any], cards: Mapping[str, Any]) -> Iterator[Document]:
    questions: dict[str, list[str]] = load("asked")
    for rid, ruling in rulings.items():
        point = "readings" in ruling
        concerned = ruling.get("cards", ()) if point else [ruling["card"], *ruling.get("also", ())]
        names = [cards[cid]["name"] for cid in concerned if cid in cards]
        heading = ruling["title"] if point else f"{names[0] if names else ruling['card']}: {ruling['question']}"
        path = ["Rulings", "Open points"] if point else ["Rulings", "Card FAQ", *names[:1]]
        doc = Document("ruling", rid, heading, path)
        doc.facets = ["kind:ruling", *(f"in:{cid}" for cid in ruling.get("clauses", ()))]
        doc.names = [rid]
        doc.extra |= {"clauses": ruling.get("clauses", []), "cards": concerned}
        for name in names:
            doc.say(ALIAS if not point else TEXT, name)
        doc.say(GIST if point else TEXT, ruling.get("title"))
        doc.say(ASKS, _strip(ruling["question"]))
        doc.ask(questions.get(rid, ()))
        says = _strip(ruling["readings"][ruling["take"]] if point else ruling["answer"])
        doc.say(TEXT, says, FIRST)
        if point:
            readings = {letter: _strip(reading) for letter, reading in ruling["readings"].items()}
            doc.extra |= {"readings": readings, "take": ruling["take"], "firmness": ruling["firmness"]}
            for letter, reading in readings.items():
                doc.say(WHY if letter != ruling["take"] else UNSAID, reading)
            doc.say(WHY, _strip(ruling.get("why")))
            doc.say(WHY, _strip(ruling.get("table")))
        asked = [_strip(ruling["question"]), *questions.get(rid, ())]
        doc.answers = [Answer(says, asked, ruling.get("clauses", ()))]
        yield doc


def _absent() -> Iterator[Document]:
    """What people look for and the Law does not have."""
    for answer in load("answers"):
        if not answer["for"]:
            doc = Document("absent", answer["id"], answer["heading"], ["Not in the Law"])
            doc.names = [answer["heading"]]
            doc.say(HEADING, answer["heading"])
            doc.say(TEXT, answer["says"], FIRST)
            doc.ask(answer["asked"])
            doc.answers = [Answer(answer["says"], answer["asked"], ())]
            yield doc


def _variants(known: Mapping[str, Any], cards: Mapping[str, Any]) -> Iterator[Document]:
    """House rules that a table may play with: their clauses and their open points, marked as theirs."""
    for variant, words in known.items():
        marked = {"variant": variant, "title": words["title"]}
        for cid, clause in (words.get("clauses") or {}).items():
            beside = list(clause.get("beside") or ())
            doc = Document("variant", cid, clause["heading"], ["House rules", words["title"]])
            doc.facets = ["kind:variant", f"variant:{variant}", *(f"in:{each}" for each in beside)]
            doc.names = [clause["heading"]]
            doc.say(HEADING, clause["heading"])
            doc.say(ABOVE, words["title"])
            doc.say(TEXT, _strip(clause["text"]), FIRST)
            on = [cid for cid, card in cards.items() if card["name"] in clause["heading"]]
            doc.extra = {"clauses": beside, "cards": on, "printed": clause.get("printed"), **marked}
            yield doc
        brought = _merged(words.get("cards") or {})
        for doc in _cards(brought, words.get("texts") or {}):
            doc.path = [words["title"], *doc.path]
            doc.facets.append(f"variant:{variant}")
            doc.extra.update(marked)
            yield doc
        for doc in _rulings(words.get("points") or {}, {**cards, **brought}):
            doc.path = ["House rules", words["title"], "Open points"]
            doc.facets += ["kind:variant", f"variant:{variant}"]
            doc.say(ABOVE, words["title"])
            doc.extra.update(marked)
            yield doc


def of_books(clauses: Iterable[Mapping[str, Any]]) -> list[Document]:
    """The clauses of imported books (as ``oathtools.law.books.model.iter_documents`` gives them)."""
    found = []
    for clause in clauses:
        kind = clause.get("kind", "law")
        doc = Document(kind, clause["id"], clause["heading"] or "", [clause["book"], *clause["path"]])
        chapter = clause["id"].split(".")[0]
        doc.facets = [f"kind:{kind}", f"{'sort' if kind == 'card' else 'chapter'}:{chapter}", f"in:{clause['id']}"]
        doc.facets += clause.get("facets", ())
        doc.names = [name for name in (clause["heading"], *clause.get("also", ())) if name]
        for name in doc.names:
            doc.say(HEADING, name)
        for far, title in enumerate(reversed(clause["path"])):
            doc.say(FAR_ABOVE if far else ABOVE, title)
        doc.say(TEXT, clause["text"], FIRST)
        for reminder in clause.get("reminders", ()):
            doc.say(REMINDER, reminder, SECOND)
        for words in clause.get("about", ()):
            doc.say(DOES if kind == "card" else KEYWORD, words)
        doc.say(TEXT, clause.get("printed"))
        doc.ask(clause.get("asked", ()))
        doc.extra["book"] = clause["book"]
        found.append(doc)
    return found
