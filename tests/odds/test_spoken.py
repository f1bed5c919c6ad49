"""Dice as they are called out at the table (5.5.4, 5.5.5)."""

from itertools import combinations_with_replacement, product

import pytest

from oathtools.odds.dice import Unread, die_faces, faces, in_words

H, S, K = "hollow_sword", "sword", "two_swords_skull"
BLANK, ONE, TWO, TIMES = "blank", "shield", "two_shields", "doubler"
SIGNS = {H: "h", S: "s", K: "k", BLANK: "-", ONE: "1", TWO: "2", TIMES: "x2"}


@pytest.mark.parametrize(
    ("die", "text", "shown"),
    [
        ("defense", "1 2 x2 -", [ONE, TWO, TIMES, BLANK]),
        ("defense", "12x2-", [ONE, TWO, TIMES, BLANK]),
        ("defense", "0, 1, ×2", [BLANK, ONE, TIMES]),
        ("defense", "bstd", [BLANK, ONE, TWO, TIMES]),
        ("defense", "2 blank, 1 shield, 1 doubler", [BLANK, BLANK, ONE, TIMES]),
        ("defense", "2 two shields 1 blank", [TWO, TWO, BLANK]),
        ("defense", "2d", [TIMES, TIMES]),
        ("attack", "s h h k", [S, H, H, K]),
        ("attack", "shhk", [S, H, H, K]),
        ("attack", "3h 2s 1k", [H, H, H, S, S, K]),
        ("attack", "h*3 s=2", [H, H, H, S, S]),
        ("attack", "2x Hollow, 1 skull", [H, H, K]),
        ("attack", "two swords and a skull, sword", [K, S]),
        ("attack", "hollow swrod", [H, S]),
        ("attack", "two single", [S, S]),
        ("defense", "one single, two", [ONE, TWO]),
    ],
)
def test_in_any_way_people_tell_them(die: str, text: str, shown: list[str]) -> None:
    """Signs, letters, words, counts; case and commas do not matter."""
    assert faces(die, text) == faces(die, text.upper(), len(shown)) == shown


def test_a_bare_double_may_be_two_shields_or_the_doubler() -> None:
    """On a defense die (5.5.4) both are called so, and sixteen shields are not forty: it is asked back."""
    with pytest.raises(Unread, match=r"may be several rolls: .*two shields.*doubler"):
        faces("defense", "4 blanks 4 shields 2 doubles and a x2", 11)
    assert faces("defense", "double shield, doubler", 2) == [TWO, "doubler"]
    assert faces("attack", "double", 1) == ["two_swords_skull"]


def test_the_number_of_dice_decides_between_readings() -> None:
    """`2 shields` is one die with two shields, or two dice with one each: without the number it is refused."""
    assert faces("defense", "2 shields", 1) == [TWO]
    assert faces("defense", "2 shields", 2) == [ONE, ONE]
    with pytest.raises(Unread, match=r"may be several rolls: .*two shields"):
        faces("defense", "2 shields")


@pytest.mark.parametrize(
    ("die", "text", "dice", "message"),
    [
        ("attack", "s banana", 2, "'banana' is no face of an attack die"),
        ("attack", "1 2", 2, "'1 2' is no face of an attack die"),
        ("defense", "h", 1, "'h' is no face of a defense die"),
        ("attack", "s s s", 2, "3 attack dice told, and 2 to be rolled"),
        ("defense", "", 1, "0 defense dice told, and 1 to be rolled"),
        ("attack", "s", 0, "1 attack die told, and 0 to be rolled"),
    ],
)
def test_what_is_no_such_roll(die: str, text: str, dice: int, message: str) -> None:
    """What cannot have fallen is refused, with how a roll is told."""
    with pytest.raises(Unread) as fault:
        faces(die, text, dice)
    assert str(fault.value) == message
    assert (fault.value.hint or "").startswith(f"For each {die} die: ")


@pytest.mark.parametrize("text", ["", "none", "-", "  "])
def test_no_dice(text: str) -> None:
    assert faces("attack", text, 0) == faces("defense", text, 0) == []


@pytest.mark.parametrize("die", ["attack", "defense"])
def test_every_roll_of_three_dice_is_told_and_read_back(die: str) -> None:
    for shown in product(die_faces(die), repeat=3):
        assert faces(die, " ".join(SIGNS[face] for face in shown), 3) == list(shown)
        assert faces(die, ", ".join(face.replace("_", " ") for face in shown), 3) == list(shown)


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        ([S, H, H, K], "a sword, 2 hollow swords and a double sword with a skull"),
        ([K, S, K], "2 double swords with a skull and a sword"),
        ([BLANK, TWO, TIMES, ONE, BLANK], "2 blanks, a double shield, a doubler and a shield"),
        ([4], "4"),
        ([], ""),
    ],
)
def test_a_roll_is_read_out_in_words(shown: list[object], words: str) -> None:
    """Equal faces counted, in the order in which they came; another die by its number."""
    assert in_words(shown) == words


@pytest.mark.parametrize("text", ["{}swords", "{} swords", "swordsx{}"])
def test_two_hundred_dice_at_most_in_one_line(text: str) -> None:
    """More than that is no roll; so many are read to the last."""
    assert faces("attack", text.format(200)) == [S] * 200
    for many in (201, 202, 10**9):
        with pytest.raises(Unread):
            faces("attack", text.format(many))


def test_the_word_that_is_nothing_is_named_and_none_that_is_a_face() -> None:
    """A number before a word counts it: 3swords is understood, also where another word is not."""
    with pytest.raises(Unread) as fault:
        faces("attack", "3swords xyzzy")
    assert "xyzzy" in fault.value.message and "3swords" not in fault.value.message


@pytest.mark.parametrize("dice", range(1, 7))
@pytest.mark.parametrize("die", ["attack", "defense"])
def test_words_that_a_roll_is_printed_in_are_that_roll(die: str, dice: int) -> None:
    """Also where the same words might be told of another: a double shield and 2 shields."""
    for shown in combinations_with_replacement(die_faces(die), dice):
        assert sorted(faces(die, in_words(shown), dice)) == sorted(shown)


def test_blanks_behind_shields_are_all_the_other_dice() -> None:
    """5.5.4: whoever calls out the shields and leaves the blanks uncounted has said every die."""
    assert faces("defense", "shield and blanks", 3) == [ONE, BLANK, BLANK]
    assert faces("defense", "all blank", 3) == faces("defense", "no shields", 3) == [BLANK] * 3
    assert faces("defense", "shield, shield, blanks", 4) == [ONE, ONE, BLANK, BLANK]
