"""Open points, FAQ answers, and what a table has decided in its rulings.yaml."""

import datetime as dt
import re
import subprocess
import sys
from pathlib import Path

import pytest

from oathtools import law
from oathtools.catalog import is_card
from oathtools.law import rulings, rulings_variants
from oathtools.law.coverage import engine_reads, points_used
from oathtools.law.rulings import (
    DamagedRulings,
    Faq,
    NotAPoint,
    Readings,
    UnknownReading,
    UnknownRuling,
    add_rule,
    as_json,
    choose,
    faqs,
    in_force,
    look_up,
    points,
    read_table,
    ruling,
    rulings_for,
    set_reading,
)

DAY = dt.date(2026, 11, 20)


def table_file(folder: Path, text: str) -> Path:
    path = folder / "rulings.yaml"
    path.write_text(text, encoding="utf-8", newline="")
    return path


def faults(folder: Path, text: str) -> list[tuple[str, str, str]]:
    table_file(folder, text)
    with pytest.raises(DamagedRulings) as wrong:
        read_table(folder)
    return [tuple(fault) for fault in wrong.value.faults]


# The data ------------------------------------------------------------------------------------------------------------


def test_all_points_are_there_in_order() -> None:
    assert list(points()) == [f"A-{number:02d}" for number in range(1, 196)]


def test_a_point_is_whole() -> None:
    for point in points().values():
        assert point.title and point.question and point.why and point.table, point.id
        assert list(point.readings) == list("abc"[: len(point.readings)]), point.id
        assert point.take in point.readings, point.id
        assert point.firmness in ("text", "faq", "lean", "open"), point.id
        assert point.clauses and law.missing(point.clauses) == [], point.id
        assert len(set(point.clauses)) == len(point.clauses), point.id
        assert [card for card in point.cards if not is_card(card)] == [], point.id
        texts = (point.title, point.question, *point.readings.values(), point.why, point.table, point.edition_note)
        for other in re.findall(r"A-\d+", " ".join(texts)):
            assert other in points(), point.id
        assert not re.search("[\N{EM DASH}\N{EN DASH}]", " ".join(texts)), point.id


@pytest.mark.parametrize(
    ("point", "take", "firmness", "letters"),
    [
        ("A-01", "a", "text", "ab"),
        ("A-02", "b", "lean", "ab"),
        ("A-05", "a", "faq", "abc"),
        ("A-16", "b", "lean", "abc"),
        ("A-27", "a", "open", "ab"),
        ("A-59", "b", "text", "ab"),
        ("A-104", "b", "open", "ab"),
        ("A-136", "a", "open", "ab"),
        ("A-137", "a", "lean", "ab"),
    ],
)
def test_readings_in_force_by_default(point: str, take: str, firmness: str, letters: str) -> None:
    found = points()[point]
    assert (found.take, found.firmness, "".join(found.readings)) == (take, firmness, letters)


def test_ranges_of_clauses_are_written_out() -> None:
    assert points()["A-12"].clauses == ("4.1.1", "4.1.2", "4.1.3", "4.1.4", "3.1")
    assert points()["A-46"].clauses == ("4.1.1.1", "4.1.1.2", "4.1.1.3")


@pytest.mark.skipif(not faqs(), reason="no FAQ data yet")
def test_faq_answers_are_whole() -> None:
    for faq in faqs().values():
        assert re.fullmatch(r"faq\.[a-z_]+\.\d+", faq.id), faq.id
        assert faq.question and faq.answer, faq.id
        assert faq.cards[0] == faq.card and all(map(is_card, faq.cards)), faq.id


def test_records_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        ruling("A-02").title = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        points()["A-02"].readings["c"] = "other"  # type: ignore[index]


# Finding -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["A-02", "A-2", "a02", "A-002", "a 2", "A.2", "a2", "[A-02]", "A\N{EN DASH}2"])
def test_ids_in_any_spelling(words: str) -> None:
    assert ruling(words) is points()["A-02"]


@pytest.mark.skipif("faq.toll_roads.1" not in faqs(), reason="no FAQ data yet")
@pytest.mark.parametrize("words", ["faq.toll_roads.1", "FAQ Toll Roads 1", "faq.toll-roads.1"])
def test_faq_ids_in_any_spelling(words: str) -> None:
    found = ruling(words)
    assert isinstance(found, Faq)
    assert found.card == "denizen.toll_roads"


@pytest.mark.parametrize(("words", "near"), [("A-205", "A-195"), ("a 0", "A-01"), ("A-999", "A-195")])
def test_an_unknown_number_names_the_nearest(words: str, near: str) -> None:
    with pytest.raises(UnknownRuling) as wrong:
        ruling(words)
    assert str(wrong.value) == f"there is no ruling {words!r}"
    assert wrong.value.near[0] == near
    assert near in str(wrong.value.hint)


def test_an_unknown_title_names_the_nearest() -> None:
    with pytest.raises(UnknownRuling) as wrong:
        ruling("disent")
    assert "A-121" in wrong.value.near


def test_words_like_nothing_have_no_suggestion() -> None:
    with pytest.raises(UnknownRuling) as wrong:
        ruling("zzqqxx")
    assert wrong.value.near == ()
    assert wrong.value.hint is None


def test_a_choice_in_any_spelling() -> None:
    point, letter = choose("a2", " (A) ")
    assert (point.id, letter) == ("A-02", "a")


def test_a_choice_that_does_not_exist() -> None:
    with pytest.raises(UnknownReading, match="A-02"):
        choose("A-02", "c")
    with pytest.raises(UnknownReading) as wrong:
        choose("A-83", "b")
    assert "only reading is a" in wrong.value.hint


@pytest.mark.skipif("faq.toll_roads.1" not in faqs(), reason="no FAQ data yet")
def test_an_faq_answer_has_no_readings() -> None:
    with pytest.raises(NotAPoint, match="no readings"):
        choose("faq.toll_roads.1", "a")


def test_rulings_for_a_clause() -> None:
    on = {one.id for one in rulings_for(clause="5.5.7")}
    below = {one.id for one in rulings_for(clause="5.5.7", below=True)}
    assert on == set()
    assert {"A-60", "A-61", "A-65"} <= below
    assert "A-64" not in below
    assert {one.id for one in rulings_for(clause="5.5.1")} >= {"A-50", "A-62"}


def test_a_clause_is_not_another_that_begins_alike() -> None:
    assert "A-87" not in {one.id for one in rulings_for(clause="8", below=True) if "8.1" not in one.clauses}
    assert not any(set(one.clauses) & {"1.12"} for one in rulings_for(clause="1.1", below=True))


def test_rulings_for_a_card() -> None:
    found = {one.id for one in rulings_for(card="relic.bandit_crown")}
    assert {"A-04", "A-59", "A-85", "A-88", "A-104", "A-122"} <= found
    assert {one.id for one in rulings_for(clause="8.2", card="relic.bandit_crown")} >= {"A-88"}
    assert "A-04" not in {one.id for one in rulings_for(clause="8.2", card="relic.bandit_crown")}


def test_what_words_mean() -> None:
    assert [one.id for one in look_up("a-83")] == ["A-83"]
    assert {"A-61", "A-60"} <= {one.id for one in look_up("§5.5.7.I")}
    assert {"A-90", "A-91", "A-92"} <= {one.id for one in look_up("8.3.1-8.3.3")}
    assert "A-106" in {one.id for one in look_up("Hospital")}
    assert "A-106" in {one.id for one in look_up("hopsital")}
    assert [one.id for one in look_up("two rulers")] == ["A-79"]


def test_an_existing_clause_without_rulings() -> None:
    assert look_up("1.3") == ()


def test_words_that_mean_nothing() -> None:
    with pytest.raises(UnknownRuling):
        look_up("zzqqxx")
    with pytest.raises(law.UnknownClause):
        look_up("5.99")


# A table's file: reading ---------------------------------------------------------------------------------------------

TABLE = """\
# The Thursday table
readings:
  A-02: {reading: a, date: 2026-11-20, note: "Bo: ties are draws"}
  a5: b
rules:
  - id: T-1
    clauses: [5.5.2, 10.10, "5.1.4.II"]
    cards: [Toll Roads]
    question: May dice be rerolled?
    ruling: No, never.
    date: 2026-10-01
variants: [Outland Realms]
"""


def test_a_table_without_a_file(tmp_path: Path) -> None:
    table = read_table(tmp_path)
    assert (dict(table.taken), table.rules, table.variants) == ({}, (), ())
    assert in_force(table) == in_force() == {point.id: point.take for point in points().values()}


def test_a_table_with_a_file(tmp_path: Path) -> None:
    table_file(tmp_path, TABLE)
    table = read_table(tmp_path)
    assert table.taken["A-02"] == ("a", DAY, "Bo: ties are draws")
    assert table.taken["A-05"] == ("b", None, "")
    (rule,) = table.rules
    assert (rule.id, rule.ruling, rule.date) == ("T-1", "No, never.", dt.date(2026, 10, 1))
    assert rule.clauses == ("5.5.2", "10.10", "5.1.4.2")  # 10.10 is no number: it does not become 10.1
    assert rule.cards == ("denizen.toll_roads",)
    assert table.variants == ("outland-realms",)


def test_a_tables_readings_override_the_default(tmp_path: Path) -> None:
    table_file(tmp_path, TABLE)
    now = in_force(read_table(tmp_path))
    changed = {key: letter for key, letter in now.items() if letter != rulings.point(key).take}
    assert changed == {"A-02": "a", "A-05": "b"}


def test_a_tables_rules_are_found_with_the_points(tmp_path: Path) -> None:
    table_file(tmp_path, TABLE)
    table = read_table(tmp_path)
    assert ruling("t1", table) is table.rules[0]
    assert table.rules[0] in rulings_for(clause="10.10", table=table)
    assert table.rules[0] in rulings_for(card="denizen.toll_roads", table=table)
    with pytest.raises(UnknownRuling):
        ruling("T-1")
    with pytest.raises(UnknownRuling) as wrong:
        ruling("T-7", table)
    assert wrong.value.near == ("T-1",)


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "readings:\nrules:\nvariants:\n", "{}\n", "format: 1\n"])
def test_an_empty_file_is_no_fault(tmp_path: Path, text: str) -> None:
    table_file(tmp_path, text)
    assert in_force(read_table(tmp_path)) == in_force()


def test_letters_that_yaml_takes_for_something_else(tmp_path: Path) -> None:
    assert faults(tmp_path, "readings:\n  A-02: no\n")[0][1] == "A-02 has no reading 'no'"


def test_all_faults_at_once_with_place_and_way_out(tmp_path: Path) -> None:
    found = faults(
        tmp_path,
        """\
reading: {}
readings:
  A-02: c
  A-999: a
  A-05: {reading: b, date: 2026-13-40}
  A-5: a
  A-16: {letter: b}
  A-27:
rules:
  - clauses: [5.5.99]
    ruling: x
  - id: house
  - id: T-1
    cards: [Tol Rodes, zzqqxx]
    ruling: y
  - id: T-01
    ruling: z
format: 7
""",
    )
    said = {(place, message): hint for place, message, hint in found}
    assert "readings" in said["rulings.yaml line 1, the file", "has no key 'reading'"]
    assert "a and b" in said["rulings.yaml line 3, readings, A-02", "A-02 has no reading 'c'"]
    assert "A-195" in said["rulings.yaml line 4, readings, A-999", "there is no ruling 'A-999'"]
    assert "2026-11-20" in said["rulings.yaml line 5, readings, A-05, date", "'2026-13-40' is no date"]
    assert ("rulings.yaml line 6, readings, A-5", "A-05 is decided twice") in said
    assert ("rulings.yaml line 7, readings, A-16", "has no key 'letter'") in said
    assert ("rulings.yaml line 7, readings, A-16", "names no reading") in said
    assert ("rulings.yaml line 8, readings, A-27", "names no reading") in said
    assert ("rulings.yaml line 10, rules, number 1", "has no id") in said
    assert "5.5.8" in said["rulings.yaml line 10, rules, number 1, clauses", "the Law has no clause 5.5.99"]
    assert ("rulings.yaml line 12, rules, number 2", "the id 'house' is not of the form T-1") in said
    assert ("rulings.yaml line 12, rules, number 2", "says nothing") in said
    assert ("rulings.yaml line 14, rules, T-1, cards", "no card is called 'zzqqxx'") in said
    assert ("rulings.yaml line 16, rules, T-1", "is given twice") in said
    assert ("rulings.yaml line 18, format", "is not 1, the only format known") in said
    assert all(hint for _, _, hint in found)


@pytest.mark.parametrize(
    ("text", "place", "part"),
    [
        ("readings: {A-02: a\nrules: []\n", "rulings.yaml line ", "is not YAML"),
        ("readings:\n\tA-02: a\n", "rulings.yaml line 2, column 1", "a tab stands here"),
        ("readings:\n  A-02: a\n  A-02: b\n", "rulings.yaml line 3, readings, A-02", "is given twice"),
        ("- A-02\n", "rulings.yaml line 1, the file", "should be a mapping"),
        ("readings: [A-02]\n", "rulings.yaml line 1, readings", "should be a mapping"),
        ("readings:\n  A-02: [a]\n", "rulings.yaml line 2, readings, A-02", "should be plain text"),
        ("rules: {id: T-1}\n", "rulings.yaml line 1, rules", "should be a list"),
        ("rules: [no fish]\n", "rulings.yaml line 1, rules, number 1", "should be a mapping"),
        ("variants: [{a: b}]\n", "rulings.yaml line 1, variants", "should be plain text"),
        ("readings:\n  ? [A-02]\n  : a\n", "rulings.yaml line 2, readings", "no plain word"),
        ("readings:\n  T-1: a\n", "rulings.yaml line 2, readings, T-1", "there is no ruling 'T-1'"),
        ("a: b\n---\nc: d\n", "rulings.yaml line 2", "is not YAML"),
        ("readings: \x01\n", "rulings.yaml", "is not YAML"),
    ],
)
def test_damaged_files(tmp_path: Path, text: str, place: str, part: str) -> None:
    at, message, hint = faults(tmp_path, text)[0]
    assert at.startswith(place)
    assert part in message
    assert hint


def test_a_file_that_is_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "rulings.yaml").write_bytes(b"readings:\n  A-02: a # caf\xe9\n")
    with pytest.raises(DamagedRulings, match="line 2: is not UTF-8"):
        read_table(tmp_path)


def test_a_file_that_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "rulings.yaml").mkdir()
    with pytest.raises(DamagedRulings, match="cannot be read"):
        read_table(tmp_path)


def test_bare_letters_make_the_same_value() -> None:
    table = Readings.of({"a2": "A", "A-104": "a"})
    assert {key: taken.reading for key, taken in table.taken.items()} == {"A-02": "a", "A-104": "a"}
    with pytest.raises(DamagedRulings) as wrong:
        Readings.of({"A-02": "x", "A-999": "a", "A-01": "b"})
    assert [fault.place for fault in wrong.value.faults] == ["rulings, A-02", "rulings, A-999"]


# A table's file: writing ---------------------------------------------------------------------------------------------


def test_a_reading_in_a_new_file(tmp_path: Path) -> None:
    assert set_reading(tmp_path, "a2", "A", DAY, "we vote") is None
    assert (
        (tmp_path / "rulings.yaml")
        .read_text(encoding="utf-8")
        .endswith("readings:\n  A-02: {reading: a, date: 2026-11-20, note: we vote}\n")
    )
    assert read_table(tmp_path).taken["A-02"] == ("a", DAY, "we vote")


COMMENTED = """\
# The Thursday table, since 2019
readings:
  # the long quarrel
  A-02: a   # Bo insisted
  a5:
    reading: b
    note: >
      a long
      note
  A-07: {reading: b, date: 2026-01-02}  # settled

# Our own rules,
# in no order
rules:
  - id: T-4      # the first that counts
    clauses: [5.5.2, 10.10]
    ruling: no fish
    # on that we agree

# which variants
variants: []
# the end
"""


def test_comments_survive_where_they_stand(tmp_path: Path) -> None:
    path = table_file(tmp_path, COMMENTED)
    set_reading(tmp_path, "A-02", "b", DAY)
    set_reading(tmp_path, "A-07", "c", DAY)
    set_reading(tmp_path, "A-16", "c", DAY, "said: #Ann")
    add_rule(tmp_path, "No: never", DAY, clauses=["5.4"])
    assert path.read_text(encoding="utf-8") == (
        COMMENTED.replace("A-02: a   #", "A-02: {reading: b, date: 2026-11-20} #")
        .replace("A-07: {reading: b, date: 2026-01-02}", "A-07: {reading: c, date: 2026-11-20}")
        .replace("  # settled\n", "  # settled\n  A-16: {reading: c, date: 2026-11-20, note: 'said: #Ann'}\n")
        .replace(
            "on that we agree\n",
            "on that we agree\n  - id: T-5\n    clauses: [\"5.4\"]\n    ruling: 'No: never'\n    date: 2026-11-20\n",
        )
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only this",
        "readings:  # none yet\n# more\nrules: []  # none\n",
        "readings: {A-02: a}  # short\n# end\n",
        "rules:\n- id: T-1\n  ruling: x\n# house\nreadings:\n  A-1: a # one\n",
        "readings:\n  A-02:\n    reading: a\n    note: >\n      long\n\n# next\nvariants: []\n",
        "rules:\n  - id: T-1\n    ruling: |\n      x\n# v\nvariants: []\n# end\n",
        "---\n# top\nreadings:\n      A-02: a\n      # inner\n# outer\nvariants: []\n",
        "readings:\n  A-02: a  # no end of line",
        "\N{BYTE ORDER MARK}# mark\nreadings:\n  A-02: a\n",
        "# ends\r\nreadings:\r\n  A-02: a  # eol\r\n\r\n# next\r\nvariants: []\r\n",
    ],
)
def test_no_comment_and_no_decision_is_lost(tmp_path: Path, text: str) -> None:
    path = table_file(tmp_path, text)
    before = read_table(tmp_path)
    set_reading(tmp_path, "A-01", "b", DAY)
    set_reading(tmp_path, "A-27", "b", DAY)
    rule = add_rule(tmp_path, "no fish", DAY, clauses=["5.5.2"], question="fish?")
    after = read_table(tmp_path)
    new = path.read_bytes().decode()
    assert re.findall(r"# *(.*?)\r?$", text, re.MULTILINE) == [
        one for one in re.findall(r"# *(.*?)\r?$", new, re.MULTILINE) if not one.startswith("What this table")
    ]
    assert dict(after.taken) == {**before.taken, "A-01": ("b", DAY, ""), "A-27": ("b", DAY, "")}
    assert [one.id for one in after.rules] == [*(one.id for one in before.rules), rule.id]
    # Windows line ends stay, and are not mixed with others.
    assert ("\r\n" in new) == ("\r\n" in text)
    assert new.count("\n") == (new.count("\r\n") or new.count("\n"))


def test_decisions_that_share_an_anchor_part(tmp_path: Path) -> None:
    table_file(tmp_path, "readings:\n  A-02: &x {reading: a, note: hi}\n  A-01: *x\n")
    set_reading(tmp_path, "A-01", "b", DAY)
    assert dict(read_table(tmp_path).taken) == {"A-02": ("a", None, "hi"), "A-01": ("b", DAY, "")}


def test_a_note_stays_with_its_reading(tmp_path: Path) -> None:
    set_reading(tmp_path, "A-02", "a", DAY, "we vote")
    before = set_reading(tmp_path, "A-02", "a", DAY + dt.timedelta(days=1))
    assert before == ("a", DAY, "we vote")
    assert read_table(tmp_path).taken["A-02"] == ("a", DAY + dt.timedelta(days=1), "we vote")
    set_reading(tmp_path, "A-02", "b", DAY)
    assert read_table(tmp_path).taken["A-02"] == ("b", DAY, "")


def test_a_new_rule_takes_a_number_never_used(tmp_path: Path) -> None:
    table_file(tmp_path, "rules:\n  - {id: T-2, ruling: x}\n  - {id: T-7, ruling: y}\n")
    rule = add_rule(tmp_path, "  two\n lines ", DAY, cards=["relic.map"], question="why?")
    assert (rule.id, rule.ruling, rule.question, rule.cards) == ("T-8", "two lines", "why?", ("relic.map",))
    assert [one.id for one in read_table(tmp_path).rules] == ["T-2", "T-7", "T-8"]


def test_a_damaged_file_is_never_written(tmp_path: Path) -> None:
    path = table_file(tmp_path, "readings:\n  A-02: c\n")
    with pytest.raises(DamagedRulings):
        set_reading(tmp_path, "A-01", "b", DAY)
    with pytest.raises(DamagedRulings):
        add_rule(tmp_path, "x", DAY, clauses=["5.5"])
    assert path.read_text(encoding="utf-8") == "readings:\n  A-02: c\n"


def test_a_refused_choice_writes_nothing(tmp_path: Path) -> None:
    for words, letter in (("A-02", "c"), ("A-999", "a")):
        with pytest.raises(LookupError):
            set_reading(tmp_path, words, letter, DAY)
    assert list(tmp_path.iterdir()) == []


def test_a_write_that_fails_leaves_the_old_file_and_no_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = table_file(tmp_path, "readings: {A-02: a}\n")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        set_reading(tmp_path, "A-01", "b", DAY)
    assert path.read_text(encoding="utf-8") == "readings: {A-02: a}\n"
    assert [one.name for one in tmp_path.iterdir()] == ["rulings.yaml"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    real = table_file(shared, "readings: {A-02: a}\n")
    saga = tmp_path / "saga"
    saga.mkdir()
    (saga / "rulings.yaml").symlink_to(real)
    set_reading(saga, "A-01", "b", DAY)
    assert (saga / "rulings.yaml").is_symlink()
    assert set(read_table(shared).taken) == {"A-01", "A-02"}


# The public form and what the code asks for --------------------------------------------------------------------------


def test_public_form(tmp_path: Path) -> None:
    plain = as_json(ruling("A-02"))
    assert (plain["kind"], plain["in_force"], plain["by"], plain["default"]) == ("point", "b", "default", "b")
    assert set(plain) >= {
        "id", "kind", "title", "clauses", "cards", "question", "readings", "in_force", "by", "why", "firmness", "table",
        "engine_reads",
    }  # fmt: skip
    set_reading(tmp_path, "A-02", "a", DAY, "vote")
    rule = add_rule(tmp_path, "no fish", DAY, clauses=["5.5.2"])
    table = read_table(tmp_path)
    decided = as_json(ruling("A-02"), table)
    assert (decided["in_force"], decided["by"], decided["default"]) == ("a", "table", "b")
    assert (decided["date"], decided["note"]) == ("2026-11-20", "vote")
    own = as_json(rule, table)
    assert (own["kind"], own["by"], own["readings"]) == ("table", "table", {"a": "no fish"})
    assert set(own) == set(decided) == set(plain)


def test_what_code_asks_for_is_found(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(
        "def f(game):\n"
        "    if game.takes('A-02', 'b') == 'a' or reading(\n        'A-05',\n    ):\n"
        "        pass\n"
        "    game.says('A-07')  # takes('A-08')\n"
        "    '''reading('A-09')'''\n"
        "    takes(ruling='A-104', default='b')\n",
        encoding="utf-8",
    )
    (tmp_path / "two.py").write_text("takes('A-11'", encoding="utf-8")
    assert sorted(points_used(tmp_path)) == [("A-02", ("b",)), ("A-05", ()), ("A-104", ("b",))]


def test_engine_reads_is_what_the_package_asks_for() -> None:
    package = Path(rulings.__file__).parent.parent
    assert {point for point, _ in points_used(package)} == engine_reads()


def test_every_point_with_several_readings_can_be_switched() -> None:
    """Whatever a table sets for a point of the Law or of a variant, the game goes by it."""
    every = (*rulings.points().values(), *rulings_variants.all_points())
    assert [one.id for one in every if len(one.readings) > 1 and one.id not in engine_reads()] == []


def test_the_code_asks_only_for_what_exists_and_knows_its_default() -> None:
    package = Path(rulings.__file__).parent.parent
    for point, others in points_used(package):
        assert rulings.point(point)
        for letter in others:
            assert letter == rulings.point(point).take, f"{point}: the code says {letter} where the data says otherwise"


def test_no_scan_and_no_yaml_for_those_who_only_look_up() -> None:
    code = (
        "import sys; from oathtools.law import rulings as r, coverage as a; r.ruling('A-02'); r.in_force();"
        "print([m for m in ('ruamel.yaml', 'rapidfuzz') if m in sys.modules], a.engine_reads.cache_info().currsize)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "[] 0"


# Notes to whoever writes a program have no place in what players read.
FOR_DEVELOPERS = re.compile(
    r"\b(tools?|helper|program\w*|software|implement\w*|display\w*|logs?|logged|flags?|input|by default|boolean"
    r"|must say|should (?:ask|show|accept|record|warn)|warn(?:ing)?(?! Signals)|common check|user interface)\b",
    re.IGNORECASE,
)


def test_a_point_speaks_to_players() -> None:
    for point in (*points().values(), *rulings_variants.all_points()):
        texts = (point.title, point.question, *point.readings.values(), point.why, point.table, point.edition_note)
        assert [said.group() for text in texts for said in FOR_DEVELOPERS.finditer(text)] == [], point.id


def test_a_faq_answer_speaks_to_players() -> None:
    for faq in faqs().values():
        assert [said.group() for text in (faq.question, faq.answer) for said in FOR_DEVELOPERS.finditer(text)] == [], (
            faq.id
        )


@pytest.mark.parametrize("said", ["A tool must say it", "log each battle", "Warn, do not forbid", "a helper displays"])
def test_the_scan_knows_such_a_note(said: str) -> None:
    assert FOR_DEVELOPERS.search(said)
