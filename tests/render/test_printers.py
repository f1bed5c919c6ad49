"""One document and its printers: a terminal of a width, a page, a short text; nobody else knows how wide a line is."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from oathtools.kit.text import Hint
from oathtools.render.document import Bold, Choices, Ends, Line, Message, Reason, Reasons, Typed, apart
from oathtools.render.printers import at_prompt, in_shell, message, paragraphs, plain, terminal
from tests.docs.test_house import tree_of

ROOT = Path(__file__).parent.parent.parent / "oathtools"
RULING = Line(("Ruling A-02, who plays first", Typed((": ", Hint("rulings", "A-02")))), "  ", 4)


def test_a_line_is_broken_below_itself_or_as_far_in_as_is_said() -> None:
    assert terminal([Line("one two three", "  - ")], 11) == "  - one two\n    three"
    assert terminal([Line("one two three", "  - ", 1)], 11) == "  - one two\n three"
    assert terminal([Line("one two three four", "", 2, most=1)], 12) == "one two ..."
    assert terminal(["as long as it is, whatever the width"], 10) == "as long as it is, whatever the width"


def test_ends_reasons_and_choices_fall_into_place_where_it_is_narrow() -> None:
    assert terminal([Ends("left", "right")], 12) == "left   right"
    assert terminal([Ends("left", "right", 2)], 10) == "left\n  right"
    block = Reasons((("", (Reason("it is a ruin", "Law 2.9"),)),))
    assert terminal([block], 60) == "  it is a ruin  Law 2.9"
    assert terminal([block], 20) == "  it is a ruin\n    Law 2.9"
    assert terminal([Choices((("1", "Plains", "1 Supply"), ("2", "Steppe", "")))], 40).splitlines() == [
        "  1  Plains  1 Supply",
        "  2  Steppe",
    ]


def test_a_command_is_typed_as_whoever_reads_it_can() -> None:
    assert plain(("See ", Hint("log"), ".")) == "See oathtools log."
    assert plain(Hint("log"), in_shell("our saga")) == "oathtools -C 'our saga' log"
    assert plain(Hint("law", "5.5.2"), in_shell("our saga")) == "oathtools law 5.5.2", "the Law asks no saga"
    assert plain(Hint("chronicle write", "--help"), in_shell("s")) == "oathtools chronicle write --help"
    assert plain(("Take it back: ", Hint("undo")), at_prompt) == "Take it back: undo"
    assert plain(Hint("ask", "--as Ann"), at_prompt) == "show"


def test_where_lines_are_broken_does_not_depend_on_the_folder_of_the_saga() -> None:
    here, there = terminal([RULING], 40).splitlines(), terminal([RULING], 40, in_shell("a-long-folder")).splitlines()
    assert [line.replace(" -C a-long-folder", "") for line in there] == here and len(here) == 2


def test_a_command_is_not_broken_in_a_message() -> None:
    words = ("Its answers are for Ann to see: ", Hint("ask", "--as Ann"), ", alone")
    assert message(words, 50).splitlines() == ["Its answers are for Ann to see:", "  oathtools ask --as Ann, alone"]
    told = terminal([Message(("Stopped; ", Hint("chronicle write", "--auto"), " goes on."))], 20)
    assert "oathtools chronicle write --auto" in told


def test_a_page_leaves_out_what_is_typed() -> None:
    shown = [*paragraphs([RULING, Line(("To take it back: ", Hint("undo"))), Line("goes on", "  - "), "", "MAP"])]
    assert [(one.depth, one.mark, one.words) for one in shown] == [
        (1, "", "Ruling A-02, who plays first"),
        (1, "-", "goes on"),
        (0, "", ""),
        (0, "", "MAP"),
    ]


def test_bold_print_is_for_terminals_that_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [Line(("who ", Bold("loses"), " it"))]
    assert terminal(words, 80) == "who loses it"
    monkeypatch.setattr("oathtools.render.printers.wanted", lambda err=False: True)
    assert terminal(words, 80) == "who \x1b[1mloses\x1b[22m it"


def test_documents_with_a_blank_line_between_them() -> None:
    assert apart(["a"], [], ["b", "c"]) == ["a", "", "b", "c"]


# -- nobody else knows a width -----------------------------------------------------------------------------------------

# What prints: lines are broken there.
PRINTERS = {"kit/text.py", "render/document.py", "render/printers.py", "cli/shared/common.py"}
PRINTERS |= {"cli/shared/addressing.py"}  # asks the terminal for its width
# Pictures have a width of their own; so have bits.
DRAWN = ("render/battles/heat_map.py", "render/results_page.py", "render/world/story", "render/world/svg.py")
DRAWN += ("render/sheets.py", "saga/save_string", "render/table")


def knowing(path: Path) -> Iterator[str]:
    """The names of widths, and of what breaks lines, that a module uses."""
    if not re.search(r"width|wrap|fill|_WIDE", path.read_text(encoding="utf-8")):
        return
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and node.module == "oathtools.kit.text":
            yield from {"wrap", "fill"} & {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            yield from {"textwrap"} & {alias.name for alias in node.names}
        else:
            named = node.id if isinstance(node, ast.Name) else node.arg if isinstance(node, ast.arg) else ""
            yield from {"width", "terminal_width", "_WIDE"} & {named}


def test_only_printers_know_a_width() -> None:
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        at = path.relative_to(ROOT).as_posix()
        if at not in PRINTERS and not at.startswith(DRAWN) and (names := sorted(set(knowing(path)))):
            found[at] = names
    assert found == {}
