"""What is wrong with a file that people wrote: its line, the cause, the way out."""

import pytest
import yaml

from oathtools.kit.handwritten import Loader, problem

MERGED = "a: 1\n<<<<<<< ours\nb: 2\n=======\nb: 3\n>>>>>>> theirs\n"


@pytest.mark.parametrize(
    ("text", "line", "message", "hint"),
    [
        (MERGED, 2, "two versions of this file were merged", "take out the lines with <<<<<<<"),
        ("a:\n\tb: 1\n", 2, "a tab stands here", "blanks"),
        ("a: [1,\n  2", 2, "the file ends in the midst", "cut off"),
        ("a: 1\nb: 2\na: 3\n", 3, "the key 'a' stands twice", "Keep one"),
        ("? [a]\n: 1\n", 1, "a key must be a word or a number", "Look at that line"),
        ("a: b: c\nd: 1\n", 1, "this is not YAML", "Look at that line"),
        ("a: \x01\n", None, "this is not YAML", "odd character"),
    ],
)
def test_each_problem_has_its_line_and_its_way_out(text: str, line: int | None, message: str, hint: str) -> None:
    with pytest.raises(yaml.YAMLError) as wrong:
        yaml.load(text, Loader=Loader)
    found = problem(wrong.value, text)
    assert found.line == line and message in found.message and hint in found.hint
