"""Our restatement, chapter by chapter: complete, in form, and right in its numbers."""

import re

import pytest

from oathtools import law
from oathtools.kit.datafiles import load
from oathtools.law.clauses import Clause

CHAPTERS = {
    1: "01-setup", 2: "02-components", 3: "03-victory", 4: "04-sequence", 5: "05-major-actions", 6: "06-minor-actions",
    7: "07-powers", 8: "08-chronicle", 9: "09-interpreting", 10: "10-glossary", 11: "11-sites",
}  # fmt: skip
FIELDS = {"heading", "text", "reminder", "imperial", "overview", "editions"}


def chapter(number: int) -> dict[str, dict[str, object]]:
    """The entries of one chapter's file. A file that is not there yet skips; one that is there must be complete."""
    stem = CHAPTERS[number]
    if stem not in load("law"):
        pytest.skip(f"data/law/{stem}.yaml is not written yet")
    content: dict[str, dict[str, object]] = load("law")[stem]
    return content


def of_chapter(number: int) -> list[Clause]:
    return [clause for clause in law.all_clauses().values() if clause.chapter == number]


def test_no_stray_files() -> None:
    assert set(load("law")) <= {"clauses", *CHAPTERS.values()}


@pytest.mark.parametrize("number", CHAPTERS)
def test_every_clause_has_its_text(number: int) -> None:
    entries = chapter(number)
    absent = [clause.id for clause in of_chapter(number) if clause.id not in entries]
    assert not absent, f"data/law/{CHAPTERS[number]}.yaml lacks {', '.join(absent)}"
    assert law.cites_exist(entries), f"data/law/{CHAPTERS[number]}.yaml has clauses that are none"
    for clause in of_chapter(number):
        # A box that only sums up binds nobody: all of it is a reminder.
        summary = clause.level.startswith("box") and clause.reminder
        assert clause.binding or clause.overview or summary, f"{clause.id} has neither text nor overview"
        assert not (clause.binding and clause.overview), f"{clause.id} has text, so it needs no overview"


@pytest.mark.parametrize("number", CHAPTERS)
def test_form(number: int) -> None:
    for cid, entry in chapter(number).items():
        clause = law.get(cid)
        assert set(entry) <= FIELDS, cid
        assert entry.get("heading", "") == clause.heading, cid
        marked = load("law")["clauses"][cid].get("imperial", False)
        assert bool(clause.imperial) == marked, (
            f"{cid}: a paragraph for Imperial players {'is' if marked else 'is not'} due"
        )
        for text in (
            clause.text,
            clause.imperial,
            clause.reminder,
            clause.overview,
            *(r.text for r in clause.readings),
        ):
            assert "\u2014" not in text, f"{cid}: em dash"
            assert not re.search(r"[`*_]|<br>|symbol:|rule:", text), f"{cid}: markup"
            assert "favour" not in text, f"{cid}: spelling"
            assert "defence" not in text, f"{cid}: spelling"
        if clause.readings:
            assert {reading.id for reading in clause.readings} == {"pdf", "yml"}, cid
            assert sum(reading.in_force for reading in clause.readings) == 1, cid


@pytest.mark.parametrize("number", CHAPTERS)
def test_official_references_stand_in_the_text(number: int) -> None:
    chapter(number)
    for clause in of_chapter(number):
        if clause.id == "11@pdf":
            continue
        words = " ".join((clause.binding, *clause.reminders))
        named = set(re.findall(r"\d+(?:\.(?:\d+|box))*", words))
        for first, last in re.findall(r"(\d+(?:\.\d+)+)-(\d+(?:\.\d+)+)", words):
            named.update(law.find(f"{first}-{last}").roots)
        assert set(clause.refs) <= named, f"{clause.id} does not say {sorted(set(clause.refs) - named)}"


@pytest.mark.parametrize("cid", ["1.box", "5.4.1", "8.3.3", "10.7", "10.21"])
def test_editions_that_differ_show_both_readings(cid: str) -> None:
    chapter(law.get(cid).chapter)
    assert len(law.get(cid).readings) == 2


@pytest.mark.parametrize(
    ("cid", "facts"),
    [
        ("1.4", ["36 favor", "20 secrets", "10 attack", "6 defense", "end die"]),
        ("1.6", ["3 favor", "5 or 6 players", "4 instead"]),
        ("1.8", ["24 warbands", "Grand Scepter", "Imperial Reliquary"]),
        ("1.9", ["14 warbands", "turn order"]),
        ("1.11", ["2 favor", "1 secret"]),
        ("1.12", ["3 on the board", "2 on the topmost Cradle site that is faceup", "1 on each other faceup site"]),
        ("1.15", ["1 favor", "1 secret", "3 warbands", "purple"]),
        ("1.17", ["4 relics", "facedown"]),
        ("1.19", ["3 cards", "bottom"]),
        ("1.20", ["3 cards", "bottom", "turn order"]),
        ("1.box", ["10 denizens", "2 Visions", "15 denizens", "3 Visions", "12 on the pile of 18"]),
        ("2.1.1", ["two sites", "three sites each"]),
        ("2.2.2", ["three at most"]),
        ("2.3", ["exactly one", "four relics"]),
        ("2.5.3", ["two favor", "two secrets", "leave at least one", "Mob side", "any means but Recover"]),
        ("2.11", ["must add one defense die", "two as Usurper", "always"]),
        ("3.2", ["three or more"]),
        ("3.3", ["Round five: 6.", "Round six: 5 or 6.", "Round seven: 3, 4, 5 or 6."]),
        ("3.4.3", ["Conquest, Rebellion, Sanctuary, Faith"]),
        ("4", ["eight rounds", "clockwise"]),
        ("4.1.1.1", ["must", "one favor on the banner", "has the least"]),
        ("4.1.1.3", ["at least six"]),
        ("4.1.4", ["may", "Mine", "Drowned City", "Salt Flats"]),
        ("4.3.4", ["cannot go past its leftmost space"]),
    ],
)
def test_facts(cid: str, facts: list[str]) -> None:
    text = " ".join(law.get(cid).binding.split())
    for fact in facts:
        assert fact in text, cid
