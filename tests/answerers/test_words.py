"""Words as the answer to one question: matching, every form of question, dice and draws told by a table."""

from typing import Any

import pytest

from oathtools.answerers.matching import Misread, match
from oathtools.answerers.speech import number
from oathtools.answerers.words import generic, intelligible, means, outcome
from oathtools.engine.decision import Decision, Form
from oathtools.kit import intake
from oathtools.procedures.machine.asking import roll

SITES = ("site.plains", "site.mountain", "site.mine", "site.the_tribunal", "cradle.2")
LABELS = {"adviser-facedown": "facedown to the advisers", "cradle.2": "the facedown site Cradle 2"}


def label(option: str) -> str:
    """What people see for an option."""
    return LABELS.get(option, option.partition(".")[2].replace("_", " ").title() or option)


def ask(form: Form, options: tuple[str, ...] = (), **how: Any) -> Decision:
    return Decision("a.kind", "red", form, options=options, **how)


# -- matching ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Plains", "site.plains"),
        ("site:Plains", "site.plains"),
        ("PLAINS", "site.plains"),
        ("pl", "site.plains"),
        ("mountian", "site.mountain"),
        ("The Tribunal", "site.the_tribunal"),
        ("tribunal", "site.the_tribunal"),
        ("cradle 2", "cradle.2"),
        ("Cradle-2", "cradle.2"),
        ("facedown", "cradle.2"),
    ],
)
def test_a_word_means_the_option_it_comes_nearest_to(said: str, meant: str) -> None:
    assert match(said, SITES, label) == meant


def test_a_misspelt_name_is_the_nearest_one_though_others_are_not_far() -> None:
    """One that is clearly the nearest is meant; where two are as near as each other, both are named."""
    known = ("site.abcdefghijklmnopqrst", "site.abcdefghijklmnopqxyz")
    assert match("abcdefghijklmnopqrsx", known, label) == "site.abcdefghijklmnopqrst"
    with pytest.raises(Misread, match="several things") as fault:
        match("abcdefghik", ("site.abcdefghij", "site.abcdefghix"), label)
    assert "Abcdefghij" in str(fault.value.hint) and "Abcdefghix" in str(fault.value.hint)


@pytest.mark.parametrize("said", ["3", "1 2", "-", "Plains", "Vision of Faith", "adviser", "denizen", "yes"])
def test_what_may_answer_a_private_question_somewhere_is_not_turned_away_unread(said: str) -> None:
    """9.4: whoever may not see the answers learns of no word that it would not do."""
    intelligible(ask(Form.ONE, SITES, private=True), said.split(), label)


def test_words_that_answer_no_private_question_anywhere_are_turned_away() -> None:
    """9.4: with where to see the answers, and without one of them."""
    with pytest.raises(Misread, match="'flurb blob' is none of the answers here") as fault:
        intelligible(ask(Form.ONE, SITES, private=True), ["flurb", "blob"], label)
    assert "oathtools ask --as" in str(fault.value.hint) and "Plains" not in str(fault.value.hint)


NAMES = {"red": "Zoë 🦊", "blue": "🐻", "white": "ابن سينا", "yellow": "Ann"}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Zoe", "red"),
        ("zoë", "red"),
        ("🦊", "red"),
        ("🐻", "blue"),
        ("ابن", "white"),
        ("سينا", "white"),
        ("ÁNN", "yellow"),
    ],
)
def test_a_name_is_found_without_its_accents_and_by_its_picture(said: str, meant: str) -> None:
    assert match(said, NAMES, NAMES.__getitem__) == meant


def test_a_word_may_mean_several() -> None:
    with pytest.raises(Misread, match="several") as many:
        match("m", SITES, label)
    assert many.value.hint == "Which one: Mountain, Mine?"


def test_what_is_offered_comes_first() -> None:
    assert match("m", SITES, label, ["site.mine"]) == "site.mine"


def test_nothing_is_guessed_from_afar_and_what_is_possible_is_named() -> None:
    with pytest.raises(Misread) as none:
        match("xyzzy", SITES, label, ["site.mine"])
    assert none.value.hint == "Possible: Mine"


def test_a_number_is_never_misspelt() -> None:
    with pytest.raises(Misread):
        match("relic-2", ("relic-1", "banner.peoples_favor"), label)


def test_any_of_several_unknown_cards_that_look_alike() -> None:
    assert match("unknown", ("card#1", "card#2"), lambda _: "an unknown denizen") == "card#1"
    with pytest.raises(Misread, match="several"):
        match("a denizen", ("denizen.keep", "denizen.tents"), lambda _: "a denizen in Bo's hand")


@pytest.mark.parametrize(
    ("said", "answer", "same"),
    [
        ("Plains", "site.plains", True),
        ("Mine", "site.plains", False),
        ("3", 3, True),
        ("mine", ["site.mine"], True),
        ("plains, mine", ["site.mine"], False),
        ("plains", ["site.mine", "site.plains"], False),
        ("mine, plains", ["site.mine", "site.plains"], True),
        ("mine, nonsense", ["site.mine"], False),
        ("none", [], True),
        ("mine", [], False),
        ("Plains=2", {"site.plains": 2}, True),
        ("2 plains, 1 mine", {"site.plains": 2}, False),
        ("Plains=3", {"site.plains": 2}, False),
    ],
)
def test_words_mean_an_answer_if_they_mean_all_of_it_and_nothing_besides(said: str, answer: Any, same: bool) -> None:
    assert means(said, answer, label) is same


# -- forms -------------------------------------------------------------------------------------------------------------


def test_an_option_by_its_number_counts_what_is_offered() -> None:
    decision = ask(Form.ONE, SITES, rows=lambda option: [(option != "site.plains", "5.6.1", "no")])
    assert generic(decision, ["1"], label) == "site.mountain"
    with pytest.raises(Misread, match="no answer number 9"):
        generic(decision, ["9"], label)


def test_a_number_that_is_an_option_is_that_option() -> None:
    assert generic(ask(Form.ONE, ("2", "3")), ["3"], label) == "3"


def test_a_label_is_an_answer() -> None:
    decision = ask(Form.ONE, ("adviser", "adviser-facedown", "discard"))
    assert generic(decision, ["facedown"], label) == "adviser-facedown"


@pytest.mark.parametrize(
    ("said", "answer"), [("y", "yes"), ("accept", "yes"), ("decline", "no"), ("-", "no"), ("", "no")]
)
def test_yes_or_no(said: str, answer: str) -> None:
    assert generic(ask(Form.ONE, ("yes", "no"), default="no"), said.split(), label) == answer


def test_an_empty_answer_is_the_default_where_there_is_one() -> None:
    assert generic(ask(Form.ONE, SITES, default="site.mine"), [], label) == "site.mine"
    with pytest.raises(Misread):
        generic(ask(Form.ONE, SITES), [], label)


def test_a_private_question_lists_nothing_to_whoever_mistypes() -> None:
    with pytest.raises(Misread) as none:
        generic(ask(Form.ONE, SITES, private=True), ["xyzzy"], label)
    assert none.value.hint is not None and "Plains" not in none.value.hint and "--as" in none.value.hint


def test_a_number() -> None:
    decision = ask(Form.AMOUNT, low=0, high=5, default=5)
    assert (generic(decision, ["3"], label), generic(decision, [], label)) == (3, 5)
    assert [generic(decision, [said], label) for said in ("three", "3 dice", "all", "none")] == [3, 3, 5, 0]
    with pytest.raises(Misread, match="not a number"):
        generic(decision, ["many"], label)


@pytest.mark.parametrize(("said", "meant"), [("cradle 2", "cradle.2"), ("Bandit King", "denizen.bandit_chief")])
def test_a_place_by_its_number_and_a_card_by_its_former_name(said: str, meant: str) -> None:
    assert match(said, ["site.mine", "cradle.2", "denizen.herald", "denizen.bandit_chief"], lambda option: "x") == meant


@pytest.mark.parametrize(("said", "many", "unit"), [("4f", 4, "favor"), ("5wbs", 5, "warband"), ("3d", 3, "die")])
def test_a_number_with_its_unit_in_one_word(said: str, many: int, unit: str) -> None:
    found = number(said)
    assert found is not None and (found.many, found.unit) == (many, unit)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("plains, mine", ["site.plains", "site.mine"]),
        ("plains mine", ["site.plains", "site.mine"]),
        ("1 3", ["site.plains", "site.mine"]),
        ("the tribunal", ["site.the_tribunal"]),
        ("the tribunal, cradle 2", ["site.the_tribunal", "cradle.2"]),
        ("none", []),
        ("-", []),
    ],
)
def test_some_of_several(said: str, answer: list[str]) -> None:
    assert generic(ask(Form.SOME, SITES, low=0, high=5), said.split(), label) == answer


def test_an_order_may_be_told_by_its_beginning() -> None:
    decision = ask(Form.ORDER, ("denizen.keep", "denizen.elders", "denizen.wolves"))
    assert generic(decision, ["wolves"], label) == ["denizen.wolves", "denizen.keep", "denizen.elders"]


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("plains=2, mine=1", {"site.plains": 2, "site.mine": 1}),
        ("plains=2 the tribunal=1", {"site.plains": 2, "site.the_tribunal": 1}),
        ("2 plains, mine", {"site.plains": 2, "site.mine": 1}),
        ("none", {}),
    ],
)
def test_shares(said: str, answer: dict[str, int]) -> None:
    assert generic(ask(Form.DISTRIBUTE, SITES, low=0, high=3), said.split(), label) == answer


# -- dice and draws ----------------------------------------------------------------------------------------------------

ATTACK = ("hollow_sword", "hollow_sword", "hollow_sword", "sword", "sword", "two_swords_skull")


def dice(count: int, faces: tuple[str, ...] = ATTACK) -> Decision:
    return next(roll("campaign.attack-roll", "red", faces, count, "5.5.5"))


@pytest.mark.parametrize(
    "said",
    [
        "sword, hollow, skull, sword",
        "sword hollow skull sword",
        "sword, hollow sword, two swords skull, sword",
        "2 swords, hollow, skull",
        "2x sword 1 hollow 1 skull",
        "shts",
        "s h t s",
    ],
)
def test_the_sides_of_dice_in_any_way_people_tell_them(said: str) -> None:
    faces = outcome(dice(4), said)
    assert sorted(faces) == ["hollow_sword", "sword", "sword", "two_swords_skull"]
    assert dice(4).allows(faces)


def test_one_die() -> None:
    assert outcome(dice(1, ("1", "2", "3", "4", "5", "6")), "4") == ["4"]
    assert outcome(dice(1), "two swords") == ["two_swords_skull"]


def test_a_side_that_dice_do_not_have() -> None:
    with pytest.raises(Misread) as none:
        outcome(dice(2), "sword, banana")
    assert str(none.value) == "'banana' is no face of an attack die"
    assert (none.value.hint or "").startswith("For each attack die: s (sword), h (hollow sword)")


def drawing(default: list[str] | None = None, low: int = 3) -> Decision:
    return ask(Form.OUTCOME, about={"source": "world", "count": 3}, low=low, high=3, default=default)


@pytest.mark.parametrize(
    ("said", "faces"),
    [
        ("3", ["denizen"] * 3),
        ("3 cards", ["denizen"] * 3),
        ("3 Denizens", ["denizen"] * 3),
        ("4", ["denizen"] * 4),
        ("vision 2", ["denizen", "vision"]),
        ("vision", ["vision"]),
        ("a vision", ["vision"]),
        ("Longbows, ?, Elders", ["denizen.longbows", "denizen", "denizen.elders"]),
        ("unknown, a denizen, vision", ["denizen", "denizen", "vision"]),
        ("longbws, keep", ["denizen.longbows", "denizen.keep"]),
    ],
)
def test_what_was_drawn_as_far_as_it_is_told(said: str, faces: list[str]) -> None:
    assert outcome(drawing(), said) == faces


def test_too_few_cards_are_no_way_to_leave_them_untold() -> None:
    assert outcome(drawing([]), "3") == outcome(drawing([]), "0") == []
    with pytest.raises(Misread, match="3 cards, not 1"):
        outcome(drawing([]), "1")


def test_how_an_untold_card_among_told_ones_is_said() -> None:
    with pytest.raises(Misread) as none:
        outcome(drawing(), "Longbows, 2")
    assert none.value.hint == "? stands for a card that nobody tells: Longbows, ?"


def test_a_number_of_cards_has_the_backs_that_are_certain() -> None:
    assert outcome(drawing(["denizen", "vision", "denizen"]), "2") == ["denizen", "vision"]


@pytest.mark.parametrize(
    ("said", "faces"),
    [("3", []), ("2 cards", []), ("3 untold", []), ("-", []), ("2 denizens", ["denizen"] * 2), ("4", ["denizen"] * 4)],
)
def test_a_number_tells_nothing_where_nothing_need_be_told(said: str, faces: list[str]) -> None:
    """A-118: who looks at three cards and says so has not said that they are denizens."""
    assert generic(drawing([], low=0), [said], str) == faces


def test_a_card_that_the_rules_must_read_cannot_stay_unknown() -> None:
    face = Decision("face", "red", Form.OUTCOME)
    assert outcome(face, "Rivre") == "site.river"
    with pytest.raises(Misread) as wrong:
        outcome(face, "-")
    assert "type its name" in str(wrong.value.hint)


def test_cards_are_told_with_commas() -> None:
    with pytest.raises(Misread) as none:
        outcome(drawing(), "Xyzzy Plugh")
    assert none.value.hint is not None and "commas" in none.value.hint


def test_an_article_is_no_part_of_a_name() -> None:
    options = ["card#1", "card#2"]
    labels = {"card#1": "an unknown denizen", "card#2": "an unknown Vision"}
    assert match("the vision", options, labels.__getitem__) == "card#2"
    assert match("A Denizen", options, labels.__getitem__) == "card#1"
    with pytest.raises(Misread):
        match("the", options, labels.__getitem__)


def test_one_region_is_never_taken_for_another() -> None:
    """A line of the log names a site that has been turned up since; no other facedown site is meant."""
    called = {"site": "the facedown site Cradle 2", "plains": "Plains"}.__getitem__
    with pytest.raises(Misread):
        match("the facedown site Hinterland 2", ["site", "plains"], called)
    assert match("the facedown site Cradel 2", ["site", "plains"], called) == "site"


def test_what_is_only_near_is_noted() -> None:
    """A misspelt name is taken for the nearest, and whoever asked is told so; one that is spelt out is not."""
    with intake.listening() as heard:
        assert match("moutain", SITES, label) == "site.mountain"
    assert len(heard) == 1 and "moutain" in heard[0]
    with intake.listening() as heard:
        assert match("mount", SITES, label) == "site.mountain"
    assert heard == []


ENDS = {
    "usurper": "as the Usurper, in the Wake Phase (3.1)",
    "3.4.1": "after round eight, the Empire holding the title (3.4.1)",
    "3.4.4": "after round eight, since nobody else did (3.4.4)",
}


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("since nobody else did", "3.4.4"),
        ("holding the title", "3.4.1"),
        ("the wake phase", "usurper"),
        ("after round eight, since nobody else did (3.4.4)", "3.4.4"),
    ],
)
def test_words_of_a_printed_answer_are_that_answer(said: str, answer: str) -> None:
    assert match(said, ENDS, ENDS.__getitem__) == answer


def test_words_that_several_printed_answers_have_are_not_guessed() -> None:
    with pytest.raises(Misread, match="several things"):
        match("after round eight", ENDS, ENDS.__getitem__)
    with pytest.raises(Misread, match="none of the answers"):
        match("since nobody did", ENDS, ENDS.__getitem__)


@pytest.mark.parametrize("said", ["Oath of the People", "the Oath of the People", "the people", "people"])
def test_an_oath_by_its_whole_name(said: str) -> None:
    assert match(said, ("oath.people", "oath.supremacy"), lambda option: f"The {label(option)}") == "oath.people"


@pytest.mark.parametrize(
    ("said", "answer"),
    [("yes", "now"), ("no", "later"), ("rebuild", "now"), ("don't rebuild", "later"), ("now", "now"), ("2", "later")],
)
def test_1_box_yes_where_it_is_asked_whether_now_or_later(said: str, answer: str) -> None:
    decision = Decision("chronicle.rebuild", "red", Form.ONE, options=("now", "later"))
    shown = {"now": "rebuild it now", "later": "leave it for setup"}
    assert generic(decision, [said], shown.__getitem__) == answer


@pytest.mark.parametrize(
    ("said", "answer"), [("there were enough", "yes"), ("enough", "yes"), ("not enough", "no"), ("too few", "no")]
)
def test_8_4_whether_the_archive_holds_them(said: str, answer: str) -> None:
    decision = Decision("chronicle.archive", "red", Form.ONE, options=("yes", "no"))
    assert generic(decision, [said], str) == answer
    with pytest.raises(Misread):
        generic(Decision("offer.accept", "red", Form.ONE, options=("yes", "no")), ["there were enough"], str)
