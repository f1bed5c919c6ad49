"""The open question for people and for programs."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import oathtools
from oathtools.engine.decision import Decision, Form
from oathtools.procedures.campaign.fight import _pick
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.turn import ACTIONS
from oathtools.render.game import prompts, question
from oathtools.render.game.prompts import labeler
from oathtools.render.names import Names
from oathtools.render.printers import terminal
from oathtools.table.views import View
from tests.support.games import finished, new_game, play_on
from tests.support.tables import Script, a_table, down, unknown

SOURCE = Path(oathtools.__file__).parent
# The powers that move warbands at will: each asks from where, and then where to.
SHIFTS = ("warning_signals", "messenger")
HELPERS = ("choose", "confirm", "amount", "some", "distribute", "order", "roll", "Decision")


class Asked:
    """A scripted game as questions are rendered from it."""

    head, unlooked = 40, False

    def __init__(self, script: Script) -> None:
        self.script, self.game, self.state = script, script.game, script.state

    @property
    def pending(self) -> Decision:
        return self.script.pending


def text(script: Script, viewer: str | None = None, width: int = 60, **options: bool) -> str:
    return terminal(question.document(Asked(script), View(script.state, viewer), **options), width)  # type: ignore[arg-type]


def data(script: Script, viewer: str | None = None, **options: bool) -> dict[str, Any]:
    return question.as_json(Asked(script), viewer, **options)  # type: ignore[arg-type]


# -- prompts -------------------------------------------------------------------------------------------------------


def trees(folder: str) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted((SOURCE / folder).rglob("*.py")):
        yield path.name, ast.parse(path.read_text(encoding="utf-8"))


@cache
def askers() -> dict[str, int]:
    """The functions that are told which kind of question to ask, and at which place."""
    found = dict.fromkeys(HELPERS, 0)
    for _, tree in (*trees("procedures"), *trees("powers")):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                names = [argument.arg for argument in node.args.args]
                if "kind" in names:
                    found[node.name] = names.index("kind")
    return found


@cache
def kinds_in(folder: str) -> tuple[tuple[str, str, bool], ...]:
    """Every kind of question asked in a folder: where, the kind, and whether it brings a prompt of its own."""
    return tuple(_asked_in(folder))


def _asked_in(folder: str) -> Iterator[tuple[str, str, bool]]:
    for where, tree in trees(folder):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                yield from ((where, kind, False) for kind in _default_of(node))
            if isinstance(node, ast.Call):
                given = any(keyword.arg == "prompt" for keyword in node.keywords)
                yield from ((where, kind, given) for kind in _kinds_of(node))


def _default_of(function: ast.FunctionDef) -> Iterator[str]:
    arguments = [*function.args.args, *function.args.kwonlyargs]
    missing: list[ast.expr | None] = [None] * (len(function.args.args) - len(function.args.defaults))
    defaults = [*missing, *function.args.defaults, *function.args.kw_defaults]
    for argument, default in zip(arguments, defaults, strict=True):
        if argument.arg == "kind" and isinstance(default, ast.Constant):
            yield str(default.value)


def _kinds_of(call: ast.Call) -> Iterator[str]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    asked = [keyword.value for keyword in call.keywords if keyword.arg == "kind"]
    place = askers().get(name)
    if place is not None and place < len(call.args):
        asked.append(call.args[place])
    for value in asked:
        if isinstance(value, ast.Constant) and isinstance(value.value, str) and _is_kind(value.value):
            yield value.value
        elif isinstance(value, ast.JoinedStr):
            yield from _spelled_out(ast.unparse(value))


def _is_kind(value: str) -> bool:
    """Is it a kind of question? Other functions take words called kind for other things, none with a dot."""
    return "." in value or value in prompts.PROMPTS


def _spelled_out(pattern: str) -> list[str]:
    """The kinds that an f-string makes."""
    choices = re.search(r"\{\(?'(\w+)' if [^}]* else '(\w+)'\)?\}", pattern)
    if choices:
        return [pattern.replace(choices.group(), word)[2:-1] for word in choices.groups()]
    if "{action.name}.modifier" in pattern:
        return [f"{name}.modifier" for name in ACTIONS]
    if pattern.startswith("f'{kind}."):
        return [f"{card}.{pattern[9:-1]}" for card in SHIFTS]
    raise AssertionError(f"which kinds of question does {pattern} make? Tell this test")


def test_every_kind_that_the_procedures_ask_has_a_prompt() -> None:
    kinds = {(where, kind) for where, kind, _ in kinds_in("procedures")}
    kinds |= {("action.py", f"{action.name}.{field.name}") for action in ACTIONS.values() for field in action.fields}
    assert len(kinds) > 30
    assert not [(where, kind) for where, kind in sorted(kinds) if prompts.prompt_for(kind) is None]


def test_every_kind_that_a_power_asks_has_a_prompt_and_the_name_of_its_card() -> None:
    kinds = sorted({(where, kind) for where, kind, _ in kinds_in("powers")})
    assert len(kinds) > 25
    assert not [(where, kind) for where, kind in kinds if prompts.prompt_for(kind) is None]
    assert not [(where, kind) for where, kind in kinds if prompts.card_of(kind) is None and "-roll" not in kind]


def words_in(folder: str) -> set[str]:
    """Every string in the sources of a folder: kinds that are handed on by name."""
    nodes = (node for _, tree in trees(folder) for node in ast.walk(tree))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def every_prompt() -> dict[str, str]:
    """Every prompt by the kind of its question: those of the actions, of powers, and all others."""
    found = {**prompts.PROMPTS, **prompts.POWER_PROMPTS}
    for action in ACTIONS.values():
        found |= {f"{action.name}.{field.name}": field.prompt for field in action.fields}
        found |= {f"{action.name}.{end}": prompt for end, prompt in action.questions.items()}
    return found


def test_every_prompt_is_asked_somewhere() -> None:
    kinds = {kind for folder in ("procedures", "powers") for _, kind, _ in kinds_in(folder)}
    kinds |= {word for folder in ("procedures", "powers") for word in words_in(folder)}
    kinds |= {f"{action.name}.{field.name}" for action in ACTIONS.values() for field in action.fields}
    assert not [kind for kind in every_prompt() if kind not in kinds and not kind.startswith("*")]


def test_prompts_are_sentences() -> None:
    for kind, template in every_prompt().items():
        assert template.rstrip().endswith(("?", ".", "}")), kind


def test_whole_games_ask_in_words() -> None:
    """Every question of random games is a sentence with a clause; its options have labels that are no ids."""
    for seed in range(6):
        play = new_game(2 + seed % 5, hidden=bool(seed % 2))

        def look(play: Any = play) -> None:
            seat = play.pending.who if play.pending.who in play.state.players else None
            shown = terminal(question.document(play, View(play.state, seat)), 60)
            first = shown.split("\n\n")[0].replace("\n", " ")
            assert re.fullmatch(r"[A-Z].*[?.`a-z] \([\d., A-Z-]+\)", first), first
            assert not re.search(r"\b(denizen|relic|site|vision|bank|board|slot|banner)\.\w|card#|_", shown), shown
            assert max(map(len, shown.splitlines())) <= 60, shown

        play_on(play, Random(seed), look, most=150)


# -- text ----------------------------------------------------------------------------------------------------------


def test_travel_with_its_supply() -> None:
    table = a_table(3).seat("red", at="mountain", supply=2)
    table.map("plains", "mountain", down("lush_coast"), "steppe", "wastes", "mine", "river", "deep_woods")
    script = table.play().answer("travel")
    assert text(script).splitlines() == [
        "Red travels. Which site does Red pick? (5.6.1)",
        "",
        "  1  Plains                         1 Supply",
        "  2  the facedown site Provinces 1  2 Supply",
        "  3  Steppe                         2 Supply",
        "  4  Wastes                         2 Supply",
    ]


def test_a_power_that_answers_somebody_else_says_what_it_answers() -> None:
    """A-64: the thief is asked in Red's turn; of two sites with two colors each says which it is (A-122)."""
    table = a_table(3).seat("red", at="mountain", favor=2).site("mountain", relics=["map"])
    table.seat("blue", at="mountain", favor=1, secrets=1, advisers=["relic_thief"])
    script = table.play().answer("recover", "relic-1")
    assert "Red has just taken Map. Does Blue pay for the Relic" in text(script)
    two = {"red": 1, "blue": 1}
    table = a_table(3).oath("devotion").title(None).seat("red", at="mountain").site("steppe", warbands=two)
    script = table.site("deep_woods", warbands=two).deck("bandit_chief", rest=False).play().answer("search", "mountain")
    asked = [text(script).replace("\n", " "), text(script.answer("blue")).replace("\n", " ")]
    assert "kills a warband at Steppe. Of which color, Red?" in asked[0]
    assert "kills a warband at Deep Woods. Of which color, Red?" in asked[1]


def test_what_is_not_possible_on_request() -> None:
    script = a_table(3).seat("red", at="mountain", supply=2).play().answer("travel")
    shown = text(script, refused=True)
    assert "Not possible:\n  Mountain\n    Mountain is where the pawn already is  Law 5.6.1" in shown
    assert "  Deep Woods\n    it costs 4 Supply and 2 is left        Law 5.6.1" in shown
    assert "Not possible" not in text(script)


def test_a_toll_is_part_of_the_cost() -> None:
    table = a_table(3).seat("red", at="mountain", favor=1).site("plains", cards=["toll_roads"], warbands={"blue": 1})
    script = table.play().answer("travel")
    assert "Plains           1 Supply, 1 favor to Blue" in text(script)
    option = next(each for each in data(script)["options"] if each["id"] == "site.plains")
    assert option == {"id": "site.plains", "label": "Plains", "cost": {"supply": 1, "favor": 1}}


def test_a_cost_that_depends_shows_what_is_certain() -> None:
    table = a_table(2).seat("red", at="mountain", secrets=1, favor=2).site("mountain", cards=["longbows", "elders"])
    script = table.play().answer("trade")
    assert [option["cost"] for option in data(script)["options"]] == [{"supply": 1}, {"supply": 1}]
    script.answer("elders")
    assert data(script)["options"] == [
        {"id": "favor", "label": "favor", "cost": {"supply": 1, "secret": 1}},
        {"id": "secrets", "label": "secrets", "cost": {"supply": 1, "favor": 2}},
    ]


def test_the_act_phase() -> None:
    script = a_table(2).seat("red", at="mountain").play()
    shown = text(script, refused=True)
    assert shown.startswith("It is Red's Act Phase. What does Red do? (4.2)\n\n")
    assert "end the Act Phase" in shown
    assert re.search(r"  muster\n    there is no legal way to muster now +Law 5\.2\n", shown)
    assert re.search(r"  leave the Empire\n    Red is no Citizen +Law 6\.8", shown)


def test_a_private_question_is_shown_to_the_one_who_answers() -> None:
    table = a_table(2).seat("red", at="mountain").deck("longbows", "elders", "keep")
    script = table.play().answer("search")
    assert script.asked == ("search.keep", "red")
    assert text(script) == (
        "Red keeps one of the cards drawn and discards the others.\nWhich one? (5.1.3)\n\n"
        "Only Red may see the answers that are possible."
    )
    own = text(script, "red")
    assert "1  Longbows" in own and "4  a denizen that stays unnamed" in own
    assert "Longbows" not in text(script, "purple")


def test_chance_says_what_to_do_on_the_table() -> None:
    script = a_table(2).seat("red", at="mountain").play().answer("search")
    assert text(script) == (
        "Red draws 3 cards from the world deck. Type the names, or 3\n"
        "if nobody tells, or `vision 2` if the second was a Vision,\n"
        "which ends the draw. (5.1.2)"
    )
    script = a_table(2).seat("red", at="mountain").pile("cradle", unknown("denizen")).play().answer("search", "cradle")
    assert text(script) == (
        "Red draws 1 card from the Cradle discard pile. Type the\nnames, or 1 if nobody tells. (5.1.2)"
    )


def test_the_end_die() -> None:
    table = a_table(2).round(6).turn("red", "round-end").title("purple")
    assert text(table.play()) == (
        "Round 6 is over. Purple rolls the end die: the game ends on\n5 or more. Type the number. (3.3)"
    )


def test_numbers_on_the_screen_are_those_that_answer() -> None:
    """The list counts the legal options only."""
    script = a_table(3).seat("red", at="mountain", supply=2).play().answer("travel")
    numbered = re.findall(r"^  (\d)  (\w+(?: \w+)?)  ", text(script), re.MULTILINE)
    assert [number for number, _ in numbered] == ["1", "2", "3", "4"]
    assert len(script.offered) == 4


def test_numbers_are_chosen_by_themselves() -> None:
    """Where the options are numbers, no other numbers stand before them."""
    table = a_table(2).seat("red", at="mountain", warbands=3).site("mountain", warbands={"red": 3})
    script = table.play().answer("move-warbands", "site")
    assert text(script).endswith("\n\nA number from 1 to 3.")
    table = a_table(2).seat("red", at="mountain", favor=4).banner("peoples_favor", None, 2)
    script = table.play().answer("recover")
    assert script.asked == ("recover.pay", "red")
    assert text(script).endswith("  3  1 Supply, 3 favor\n  4  1 Supply, 4 favor")


def test_yes_or_no() -> None:
    table = a_table(2).seat("red", at="plains", role="citizen").seat("purple", at="plains", warbands=2)
    script = table.play().answer("take-warbands")
    while script.pending.kind != "warbands.share":
        script.answer(script.offered[0])
    assert text(script) == (
        "Red wants to move Imperial warbands between two boards. Does\nPurple agree? (6.5)\n\nYes or no? By default no."
    )


def test_narrow_screens_wrap() -> None:
    script = a_table(3).map("plains", "mountain", down("lush_coast")).seat("red", at="mountain").play().answer("travel")
    shown = text(script, width=30)
    assert max(map(len, shown.splitlines())) <= 30
    assert "  2  the facedown site\n     Provinces 1: 2 Supply" in shown


def test_a_question_of_a_form_for_each_hint() -> None:
    """How an answer looks is said where it is more than one option."""

    def hint(form: Form, **more: Any) -> str:
        decision = Decision("elders.bank", "red", form, options=("bank.order", "bank.nomad"), **more)
        return question._hint(decision, Names(View(a_table(2).built())).name)

    assert hint(Form.SOME, low=1, high=2) == "Choose 1 to 2 of them, by number or name, with commas between."
    assert hint(Form.SOME, low=2, high=2) == "Choose 2 of them, by number or name, with commas between."
    assert hint(Form.AMOUNT, low=0, high=3, default=3) == "A number from 0 to 3. By default 3."
    assert hint(Form.DISTRIBUTE, low=2, high=2) == "Share out 2 in all. Shares look like: the Order bank=2."
    assert hint(Form.DISTRIBUTE, low=0, high=2).startswith("Share out 0 to 2 in all.")
    assert hint(Form.ORDER).startswith("Name all of them in the order wanted")
    assert hint(Form.NOTE) == "Type what is agreed."
    assert hint(Form.ONE, default="bank.order") == "By default: the Order bank."
    assert hint(Form.ONE) == ""


def test_powers_ask_by_the_name_of_their_card() -> None:
    state = a_table(2).built()

    def prompt(kind: str, form: Form, **more: Any) -> str:
        decision = Decision(kind, "red", form, **more)
        return prompts.prompt(decision, Names(View(state)))

    assert prompt("elders.bank", Form.ONE) == "The power of Elders: which bank does Red pick?"
    assert prompt("elders.use", Form.ONE, options=("yes", "no")) == "The power of Elders: does Red use it?"
    assert prompt("elders.x", Form.AMOUNT, prompt="how much of board.red?") == (
        "The power of Elders: how much of Red's board?"
    )
    assert prompt("nothing.known", Form.SOME) == "Red is asked: which of these does Red pick?"
    for form in Form:
        assert prompt("elders.bank", form)


# -- data ----------------------------------------------------------------------------------------------------------

KEYS = ["n", "kind", "who", "form", "private", "default", "min", "max", "caps"]
KEYS += ["options", "refused", "complete", "cites"]


def test_the_shape_of_a_question() -> None:
    script = a_table(3).seat("red", at="mountain", supply=2).play().answer("travel")
    asked = data(script)
    assert list(asked) == KEYS
    assert asked["n"] == 41
    assert (asked["kind"], asked["who"], asked["form"], asked["private"]) == ("travel.to", "red", "one of", False)
    assert (asked["min"], asked["max"], asked["caps"], asked["default"], asked["complete"]) == (1, 1, None, None, None)
    assert asked["cites"] == ["5.6.1"]
    assert [option["id"] for option in asked["options"]] == script.offered
    refused = next(each for each in asked["refused"] if each["id"] == "site.mountain")
    because = "Mountain is where the pawn already is"
    assert refused == {
        "id": "site.mountain",
        "refusals": [{"clause": "5.6.1", "because": because, "source": "law"}],
    }


def test_private_options_for_the_seat_that_answers() -> None:
    table = a_table(2).seat("red", at="mountain").deck("longbows", "elders", "keep")
    script = table.play().answer("search")
    for viewer in (None, "purple"):
        hidden = data(script, viewer)
        assert hidden["private"] and hidden["options"] == hidden["refused"] == []
        assert hidden["default"] is hidden["complete"] is None
    shown = data(script, "red")
    assert [option["label"] for option in shown["options"]][:3] == ["Longbows", "Elders", "Keep"]


def test_a_question_that_is_not_marked_private_hides_faces_all_the_same() -> None:
    table = a_table(2).seat("red", at="mountain", advisers=[down("longbows"), down("elders")])
    script = table.play().answer("play")
    assert data(script)["options"] == []
    assert [option["id"] for option in data(script, "red")["options"]] == ["denizen.longbows", "denizen.elders"]


def test_a_finished_answer_where_the_rules_read_it_as_a_whole() -> None:
    table = a_table(3).site("mountain", warbands={"blue": 1}).seat("blue", at="mountain", relics=["map"])
    script = table.seat("red", at="mountain", warbands=3).play().answer("campaign")
    if script.pending.kind == "campaign.defender":
        script.answer("blue")
    asked = data(script)
    assert asked["kind"] == "campaign.targets"
    assert script.pending.allows(asked["complete"])
    assert (asked["min"], asked["max"]) == (1, 3)
    assert "1 die" in text(script)


def test_bounds_of_each_form() -> None:
    def bounds(form: Form, **more: Any) -> tuple[int | None, int | None]:
        return question._bounds(Decision("elders.x", "red", form, options=("a", "b"), **more))

    assert bounds(Form.ONE) == (1, 1)
    assert bounds(Form.SOME, low=1, high=2) == (1, 2)
    assert bounds(Form.ORDER) == (2, 2)
    assert bounds(Form.NOTE) == (None, None)


def test_the_cost_of_a_modifier_and_of_going_on() -> None:
    frame = Frame("travel", "red")
    decision = Decision("travel.modifier", "red", Form.ONE, options=("go-on", "denizen.tents"), about=frame)
    play: Any = Asked(a_table(2).seat("red", at="mountain").play())
    assert question.cost_of(play, decision, "go-on") is None
    cost = question.cost_of(play, decision, "denizen.tents")
    assert cost is not None and [(item.verb, item.what, item.amount) for item in cost.items] == [("place", "favor", 1)]


def test_placing_a_card_just_drawn_costs_nothing() -> None:
    table = a_table(2).seat("red", at="mountain").deck("longbows", rest=False).pool()
    script = table.play().answer("search")
    assert script.asked == ("play.to", "red")
    assert {option["cost"] for option in data(script, "red")["options"]} == {None}


# -- the end -------------------------------------------------------------------------------------------------------


def test_when_the_game_is_over() -> None:
    play = finished(0)
    assert play.pending is None
    assert terminal(question.document(play, View(play.state)), 60).startswith("The game is over.")
    with pytest.raises(RuntimeError, match="the game is over"):
        question.as_json(play, None)


def test_7_6_3_an_offer_that_cannot_be_accepted_is_heard_with_its_reason() -> None:
    """10.21, FAQ Deed Writer 5: one warband for two sites; nobody declines for Blue in silence."""
    table = a_table().oath("devotion").title(None).seat("red", at=0, favor=1, advisers=["deed_writer"])
    table = table.seat("blue", at=0, warbands=1, favor=3).site("steppe", warbands={"red": 1})
    script = table.site("mountain", warbands={"red": 2}).play().answer("power", "blue")
    script.answer({"site.steppe": 1, "site.mountain": 1}, {"favor": 3})
    shown = text(script)
    assert "Only no is possible." in shown and "Blue has 1 warband to rule 2 sites with" in shown


def test_5_5_6_a_warband_at_a_site_is_offered_where_it_stands() -> None:
    """Those that would go to the board all the same are one choice, called by the places where they are."""
    state = a_table(2).site("plains", warbands={"purple": 1}).site("mountain", warbands={"purple": 2}).game().state
    home = {"site.plains": "board.purple", "board.purple": "board.purple"}

    def offered(places: dict[str, int]) -> list[str]:
        decision = next(_pick("purple", 1, places, "5.5.6", lambda place: home.get(place, place)))
        return list(map(labeler(decision, Names(View(state))), decision.options))

    plains, board, mountain = (
        Names(View(state)).name(each) for each in ("site.plains", "board.purple", "site.mountain")
    )
    assert offered({"site.plains": 1, "site.mountain": 2}) == [plains, mountain]
    assert offered({"site.plains": 1, "board.purple": 1, "site.mountain": 2}) == [f"{plains} and {board}", mountain]
