"""The data that the search speaks with: index terms of the clauses, and what players call things."""

import re
from collections.abc import Iterable
from pathlib import Path

from rapidfuzz import fuzz, process

from oathtools.kit.datafiles import compile_book, load
from oathtools.law.clauses import entries

HERE = Path(__file__).parent


def flat(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", text.casefold()))


def test_index_terms_belong_to_clauses() -> None:
    assert set(load("law_keywords")) <= set(load("law")["clauses"])
    assert all(isinstance(term, str) and term.strip() for terms in load("law_keywords").values() for term in terms)


def test_every_clause_has_index_terms() -> None:
    assert set(load("law")["clauses"]) - set(load("law_keywords")) == {"11@pdf"}


def test_index_terms_of_cards_belong_to_cards() -> None:
    known = {cid for content in load("cards").values() for cid in content}
    assert set(load("card_keywords")) <= known
    assert all(isinstance(term, str) and term.strip() for terms in load("card_keywords").values() for term in terms)


def test_every_denizen_relic_and_edifice_has_index_terms() -> None:
    cards = [cid for book in ("denizens", "relics", "edifices") for cid in load("cards")[book]]
    assert [cid for cid in cards if not load("card_keywords").get(cid)] == []


def test_every_clause_and_card_has_ways_to_ask_for_it() -> None:
    laws, cards = load("law"), load("cards")
    known = {cid for content in cards.values() for cid in content}
    texts = {cid for stem, chapter in laws.items() if stem != "clauses" for cid, entry in (chapter or {}).items()
             if (entry or {}).get("text")}  # fmt: skip
    wanted = texts | {cid for cid in known if not cid.startswith("oath.")}
    assert sorted(wanted - set(load("asked"))) == []
    rulings = set(entries("rulings"))
    assert sorted(rulings - set(load("asked"))) == []
    assert set(load("asked")) <= set(laws["clauses"]) | known | rulings
    assert all(isinstance(asked, str) and asked.strip() for some in load("asked").values() for asked in some)


def test_answers_stand_alone_and_rest_on_clauses() -> None:
    """Each is one or two sentences of at most 260 letters, asked in some ways; thirty are often played wrong."""
    known = set(load("law")["clauses"])
    answers = load("answers")
    assert [each for each in answers if not set(each["for"]) <= known] == []
    assert [each for each in answers if not set(each.get("rests", ())) <= entries("rulings").keys()] == []
    assert [each for each in answers if not each["for"] and not {"id", "heading"} <= set(each)] == []
    assert [each["says"] for each in answers if not 3 <= len(each["says"]) <= 260 or each["says"][-1] != "."] == []
    assert [each["says"] for each in answers if not each["asked"]] == []
    assert sum("missed" in each for each in answers) == 30


def questions_of(file: Path) -> list[str]:
    questions = compile_book(file.stem, file.parent)["questions"]
    return [flat(question["q"]) for question in questions if len(question["q"].split()) > 3]


def alike(asked: Iterable[str], terms: Iterable[str]) -> list[str]:
    """Those that are a term but for a letter in twenty: only terms of nearly their length can be."""
    of_length: dict[int, list[str]] = {}
    for term in terms:
        of_length.setdefault(len(term), []).append(term)
    found = []
    for one in asked:
        near = [each for size in range(len(one) * 9 // 10, len(one) * 10 // 9 + 2) for each in of_length.get(size, ())]
        found += [one] if process.extractOne(one, near, scorer=fuzz.ratio, score_cutoff=95) else []
    return found


def test_no_question_of_the_lists_is_an_index_term() -> None:
    """The terms are indexes of the Law and of the cards, never a table from question to answer."""
    words = [flat(word) for said in load("synonyms")["terms"].values() for some in said.values() for word in some]
    words += [flat(term) for book in ("card_keywords", "asked") for some in load(book).values() for term in some]
    for file in sorted(HERE.glob("*questions.yaml")):
        assert alike(questions_of(file), words) == []
    terms = [flat(term) for some in load("law_keywords").values() for term in some]
    assert alike(questions_of(HERE / "questions.yaml"), terms) == []
    assert alike(["may i attack somebody", "x"], ["may i atack somebody", "y"]) == ["may i attack somebody"]


def test_synonyms_are_words() -> None:
    synonyms = load("synonyms")
    for words in synonyms["terms"].values():
        assert set(words) <= {"like", "loosely"}
        assert all(isinstance(word, str) for some in words.values() for word in some)
    assert all(0 < float(weight) < 1 for weight in synonyms["light"])
    assert all(isinstance(word, str) for words in synonyms["light"].values() for word in words)
