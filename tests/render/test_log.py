"""What has happened, told for people."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import oathtools
from oathtools.answerers.review import Battles
from oathtools.journal.entries import Entries
from oathtools.journal.play import Play
from oathtools.journal.running import Batch
from oathtools.kit.text import Hint, capital, percent
from oathtools.procedures.machine.facts import site_id
from oathtools.render.game import log, phrases
from oathtools.render.game.phrase_pieces import moments
from oathtools.render.names import Names
from oathtools.render.printers import terminal
from oathtools.table.effects import Effects, Event
from oathtools.table.views import View
from tests.support.games import finished, new_game
from tests.support.tables import a_table, down, unknown

SOURCE = Path(oathtools.__file__).parent
EFFECTS = sorted((SOURCE / "table").glob("effects*.py"))


def tell(play: Any, viewer: str | None = None, since: int = log.ALL, spoil: bool = False) -> list[str]:
    return [str(line) for line in log.lines(play, Names(View(play.state, viewer, spoil)), since)]


class Events:
    """A game of which only its state before and some effects are known."""

    def __init__(self, table: Any, *changes: Any) -> None:
        self.state = table.built()
        for player, name in zip(self.state.players.values(), ("Ann", "Bo", "Cy", "Di"), strict=False):
            player.name = name
        do = Effects(self.state)
        do.narrate()
        for change in changes:
            change(do)
        self.batches_since = lambda since: [Batch(1, do.events)]
        self.live, self.entries = Entries(), Entries()
        self.header: dict[str, Any] = {}


@pytest.fixture
def told() -> Any:
    """What the log says of some effects on a table."""

    def of(table: Any, *changes: Any, viewer: str | None = None) -> list[str]:
        return tell(Events(table, *changes), viewer)

    return of


# -- every event is told -------------------------------------------------------------------------------------------


def kinds_emitted() -> Iterator[tuple[str, str, bool]]:
    """Every kind of event: where it is emitted, the kind, whether it is about a card."""
    signature = {"move": (5, False), "set_supply": (3, False), "put_pawn": (3, False), "put": (None, True)}
    for path in [*(SOURCE / "procedures").rglob("*.py"), *(SOURCE / "powers").glob("*.py"), *EFFECTS]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            values: list[ast.expr] = []
            card = False
            if name in ("emit", "Event") and node.args:
                values = [node.args[0]]
                card = any(keyword.arg == "card" for keyword in node.keywords) or "'card'" in ast.unparse(node)
            elif name in signature:
                place, card = signature[name]
                values = [keyword.value for keyword in node.keywords if keyword.arg == "why"]
                if place is not None and len(node.args) > place:
                    values.append(node.args[place])
            for value in values:
                for constant in ast.walk(value):
                    if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                        yield path.name, constant.value, card


def test_every_kind_of_event_is_told_or_passed_over_on_purpose() -> None:
    kinds = set(kinds_emitted())
    assert len(kinds) > 40
    conditions = {"sacrifice", "skulls"}  # compared with, not emitted
    missing = [
        (where, kind)
        for where, kind, card in sorted(kinds)
        if kind not in (phrases.OF_CARDS if card else phrases.OTHERS) and kind not in conditions
    ]
    assert not missing


def test_the_effects_have_no_other_default_reasons() -> None:
    defaults = {
        default.value
        for path in EFFECTS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        for argument, default in (
            *zip(reversed(node.args.args), reversed(node.args.defaults), strict=False),
            *zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True),
        )
        if argument.arg == "why" and isinstance(default, ast.Constant)
    }
    assert {"move", "supply", "pawn", "card"} <= defaults
    assert defaults <= {*phrases.OF_CARDS, *phrases.OTHERS}


def test_an_event_nobody_expected_is_told_by_its_facts_or_not_at_all(told: Any) -> None:
    table = a_table(2).seat("red", favor=2)
    assert told(table, lambda do: do.move("favor", 1, "board.red", "bank.order", ("7.1",), "offered")) == [
        "Bo places 1 favor in the Order bank. (7.1)"
    ]
    assert told(a_table(2), lambda do: do.emit("something", ("7.1",), who="red")) == []


# -- sentences -----------------------------------------------------------------------------------------------------


def test_a_trip() -> None:
    text = " ".join(tell(finished(2)))
    assert re.search(r"\w+ travels to [A-Z][\w ]+ and spends \d Supply\. \(5\.6\.1, 5\.6\.2\)", text)


def test_a_whole_first_round() -> None:
    play = new_game(2, hidden=True)
    for answer in (["denizen"] * 3, ["denizen"] * 3):
        play.answer(answer)
    assert tell(play)[:12] == [
        "Setup",
        "The map from the top is Plains, a facedown site, Mountain, a facedown site, a facedown site, Rocky Coast, "
        "a facedown site and a facedown site. (1.1)",
        "Plains gets Longbows. (1.1)",
        "Mountain gets Taming Charm and a facedown relic. (1.1)",
        "Rocky Coast gets Elders. (1.1)",
        "The Visions Drawn marker goes to 0. (1.2)",
        "This game is played under the Oath of Supremacy. (1.3)",
        "The People's Favor gets 1 favor. (1.5)",
        "The Darkest Secret gets 1 secret. (1.5)",
        "Each favor bank gets 3 favor. (1.6)",
        "The turn order is Ann and Bo. (1.7)",
        "Ann takes the Grand Scepter. (1.8)",
    ]
    assert "Bo is an Exile. (1.9)" in tell(play)
    assert "Ann draws 3 denizens from the bottom of the world deck. (1.20)" in tell(play)
    while play.pending is not None and play.pending.kind.startswith("setup"):
        wanted = "site.mountain"
        play.answer(wanted if wanted in play.pending.options else next(play.pending.legal()))
    before = play.head
    assert play.pending is not None and play.pending.kind == "act"
    play.answer("muster")
    assert tell(play, since=before) == [
        "Ann musters from Longbows, spends 1 Supply, places 1 favor on it and gains 2 warbands. (5.2.1, 5.2.2)"
    ]
    before = play.head
    play.answer("travel")
    play.answer("cradle.2")
    assert tell(play, since=before)[0] == (
        "Ann travels to the facedown site Cradle 2 and spends 1 Supply. (5.6.1, 5.6.2)"
    )
    before = play.head
    play.answer("site.narrow_pass")
    assert tell(play, since=before)[0].startswith("Ann reveals Narrow Pass.")
    play.answer("end")
    assert tell(play, since=play.head - 1) == [
        "The Order bank gets back 1 favor from Longbows. (4.3.1)",
        "Ann refreshes to 5 Supply and has 7 with what was unspent. (4.3.3, 4.3.4)",
        "Bo's turn",
    ]


def test_headings() -> None:
    play = finished(0)
    lines = log.lines(play, Names(View(play.state)))
    rounds = [line.text for line in lines if line.kind == log.ROUND]
    assert rounds == ["Setup", *(f"Round {number}" for number in range(1, len(rounds)))]
    turns = [line.text for line in lines if line.kind == log.TURN]
    assert turns[:3] == ["Ann's turn", "Bo's turn", "Ann's turn"]
    assert all(line.kind == log.DESCRIBED for line in lines if line.cites)


def test_every_sentence_has_its_clauses() -> None:
    for seed in range(5):
        play = finished(seed)
        for line in log.lines(play, Names(View(play.state))):
            if line.kind == log.DESCRIBED:
                assert line.cites, line
                assert re.fullmatch(r"[A-Z].*\.", line.text), line
                assert not re.search(r"\b(denizen|relic|site|vision|bank|board|slot)\.\w|card#|_|None", line.text), line


def test_since_leaves_out_what_was_told() -> None:
    play = finished(1)
    everything = log.lines(play, Names(View(play.state)))
    later = log.lines(play, Names(View(play.state)), since=20)
    assert later == [line for line in everything if line.n > 20]


def test_the_lines_are_broken_and_numbered() -> None:
    told = log.document(
        [
            log.LogLine(3, "Round 1", (), log.ROUND),
            log.LogLine(3, "Ann's turn", (), log.TURN),
            log.LogLine(4, "Ann travels to Mountain and spends 2 Supply.", ("5.6.1", "5.6.2")),
            log.LogLine(12, "Taken back to entry 3.", (), log.MARK),
        ]
    )
    assert terminal(told, 40).splitlines() == [
        "ROUND 1",
        "",
        "Ann's turn",
        " 4  Ann travels to Mountain and spends 2",
        "    Supply. (5.6.1, 5.6.2)",
        "12  ! Taken back to entry 3.",
    ]
    assert log.document([]) == []


def test_pieces_and_who_moves_them(told: Any) -> None:
    def table() -> Any:
        return a_table(2).seat("red", favor=3, secrets=2, warbands=3).site("mountain", cards=["longbows"])

    def says(*effect: Any) -> list[str]:
        return told(table(), lambda do: do.move(*effect))

    assert says("favor", 1, "board.red", "denizen.longbows", ("5.2.1",), "place") == [
        "Bo places 1 favor on Longbows. (5.2.1)"
    ]
    assert says("favor", 2, "board.red", "board.purple", ("9.2",), "give") == ["Bo gives 2 favor to Ann. (9.2)"]
    assert says("secret", 1, "board.red", "shared", ("10.4",), "burn") == ["Bo burns 1 secret. (10.4)"]
    assert says("red", 2, "board.red", "stock.red", ("10.22",), "sacrifice") == ["Bo sacrifices 2 warbands. (10.22)"]
    assert says("red", 1, "board.red", "stock.red", ("10.13",), "kill") == ["Bo loses 1 warband. (10.13)"]
    assert says("red", 1, "board.red", "slot.1", ("6.5",)) == ["Bo places 1 warband at Mountain. (6.5)"]
    assert says("favor", 2, "bank.order", "board.red", ("5.3.2",), "gain") == [
        "Bo gains 2 favor from the Order bank. (5.3.2)"
    ]
    assert says("purple", 1, "stock.purple", "board.red", ("6.6.2",), "replace") == [
        "Bo gets 1 purple warband. (6.6.2)"
    ]
    assert says("favor", 1, "banner.peoples_favor", "shared", ("2.5.3",), "burn") == [
        "The People's Favor loses 1 favor. (2.5.3)"
    ]
    assert told(table(), lambda do: do.turn_secrets("board.red", 1, True, ("11.12",))) == [
        "Bo flips 1 secret facedown. (11.12)"
    ]


def test_like_movements_are_one_sentence(told: Any) -> None:
    def back(do: Effects) -> None:
        for card, count in (("longbows", 1), ("elders", 2)):
            do.move("secret", count, f"denizen.{card}", "board.red", ("4.3.2",))

    table = a_table(2).site("mountain", cards=["longbows", "elders"]).on("longbows", secrets=1).on("elders", secrets=2)
    assert told(table.turn("red"), lambda do: do.emit("turn", ("4",), who="red", round=2), back) == [
        "Round 2",
        "Bo's turn",
        "Bo takes back 1 secret from Longbows and 2 secrets from Elders. (4.3.2)",
    ]


def test_the_same_pieces_moved_twice_are_counted_together(told: Any) -> None:
    """Siege Engines kill one warband after the other (10.13): two are lost, and those on the board beside them."""

    def fall(do: Effects) -> None:
        for place in ("slot.1", "slot.1", "board.red"):
            do.move("red", 1, place, "stock.red", ("10.13",), "kill")

    table = a_table(2).seat("red", warbands=1).site("mountain", warbands={"red": 2})
    assert told(table, fall) == ["Bo loses 2 warbands at Mountain and 1 warband. (10.13)"]


# -- what the viewer may know --------------------------------------------------------------------------------------


def play_facedown(do: Effects) -> None:
    do.put("denizen.longbows", "advisers.red", ("5.1.4.2",), why="play")
    do.face("denizen.longbows", False, ("5.1.4.2",), ("red",))


def test_a_card_kept_facedown_is_named_to_its_owner_only(told: Any) -> None:
    def table() -> Any:
        return a_table(2).hand("red", "longbows")

    hidden = ["Bo keeps a denizen as a facedown adviser. (5.1.4.2)"]
    assert told(table(), play_facedown) == hidden
    assert told(table(), play_facedown, viewer="purple") == hidden
    assert told(table(), play_facedown, viewer="red") == ["Bo keeps Longbows as a facedown adviser. (5.1.4.2)"]


def test_drawing_tells_the_backs(told: Any) -> None:
    def draw(do: Effects) -> None:
        for _ in range(3):
            do.take_from_deck("world", None, None, "hand.red", ("5.1.2",), False)

    def table() -> Any:
        return a_table(2).deck("longbows", "elders", "faith")

    assert told(table(), draw) == ["Bo draws 2 denizens and a Vision from the world deck. (5.1.2)"]
    assert told(table(), draw, viewer="red") == [
        "Bo draws Longbows, Elders and Vision of Faith from the world deck. (5.1.2)"
    ]


def test_what_leaves_the_table_faceup_is_named(told: Any) -> None:
    table = a_table(2).site("mountain", cards=["longbows"]).seat("red", advisers=["elders", down("scouts")])

    def discard(do: Effects) -> None:
        for card in ("longbows", "elders", "scouts"):
            do.put(f"denizen.{card}", "discard.hinterland", ("10.5",), at=0, why="discard")

    def discard_drawn(do: Effects) -> None:
        do.put("denizen.keep", "discard.cradle", ("10.5",), why="discard")

    assert told(table.hand("red", "keep"), discard, discard_drawn) == [
        "Ann discards Longbows from Mountain to the Hinterland discard pile. (10.5)",
        "Bo discards Elders and a facedown denizen to the Hinterland discard pile and discards a denizen to the Cradle "
        "discard pile. (10.5)",
    ]


def test_a_card_learned_on_its_way_to_the_table_is_named(told: Any) -> None:
    table = a_table(2).hand("red", unknown("denizen"))
    card = next(iter(table.built().zone("hand.red")))

    def play(do: Effects) -> None:
        do.learn(card, "denizen.longbows", ("5.1.4",))
        do.put("denizen.longbows", "cards.1", ("5.1.4.1",), why="play")

    assert told(table, play) == ["Bo plays Longbows to Mountain. (5.1.4.1)"]


def test_peeking_names_the_relic_to_the_one_who_looks(told: Any) -> None:
    def table() -> Any:
        return a_table(2).site("mountain", relics=["whistle"])

    def peek(do: Effects) -> None:
        do.saw("relic.whistle", "red", ("6.3", "10.17"))

    assert told(table(), peek) == ["Bo peeks at an unknown relic at Mountain. (6.3, 10.17)"]
    assert told(table(), peek, viewer="red") == ["Bo peeks at Whistle. (6.3, 10.17)"]


def test_old_sentences_stay_as_they_were() -> None:
    """What was hidden then is not named because it has been seen since, nor the other way round."""
    play = new_game(3)
    rng = Random(5)
    seen: dict[int, list[str]] = {}
    while play.pending is not None and play.head < 150:
        head = play.head
        play.answer(next(play.pending.legal()) if play.pending.kind == "setup.pawn" else play.pending.random(rng))
        seen[head] = tell(play, since=head) if head else []
    told = log.lines(play, Names(View(play.state)))
    for head, lines in seen.items():
        assert [str(line) for line in told if line.n > head][: len(lines)] == lines


def test_spoiling_tells_all() -> None:
    play = new_game(2)
    play.answer(["denizen.great_herd", "denizen.wizard_school", "denizen.keep"])
    assert "Ann draws Great Herd, Wizard School and Keep from the bottom of the world deck. (1.20)" in tell(
        play, spoil=True
    )


def test_moments_follow_a_facedown_site() -> None:
    play = new_game(2)
    first = next(iter(moments(play, View(play.state))))[1]
    laid = [moment for moment in first if moment.kind == "lay" and moment.facts["to"] == "map"]
    assert [moment.facedown for moment in laid] == [site_id(play.game, slot)[:5] != "site." for slot in range(8)]


# -- marks ---------------------------------------------------------------------------------------------------------


def at_the_first_choice() -> Play:
    play = new_game(2, hidden=True)
    while play.pending is not None and play.pending.kind != "act":
        play.answer(["denizen"] * 3 if play.pending.kind == "setup.draw" else next(play.pending.legal()))
    return play


def test_what_the_table_let_pass_is_marked() -> None:
    play = at_the_first_choice()
    play.answer("travel")
    play.overrule("site.plains", "we like it there")
    marks = [line for line in log.lines(play, Names(View(play.state))) if line.kind == log.MARK]
    assert [str(mark) for mark in marks] == [
        "The table let the next pass: we like it there. Against it stood: Plains is where the pawn already is. (5.6.1)"
    ]
    texts = tell(play)
    assert texts[texts.index(str(marks[0])) + 1].startswith("Ann travels to Plains")


def test_a_correction_is_marked_and_the_log_goes_on_from_it() -> None:
    play = at_the_first_choice()
    players = [{"name": "Ann"}, {"name": "Bo", "advisers": ["Longbows"]}]
    play.adjust({"turn": {"player": "Bo"}, "players": players}, "it was my turn")
    before = play.head
    marks = [str(line) for line in log.lines(play, Names(View(play.state))) if line.kind == log.MARK]
    assert marks == ["The table stood otherwise and was put right: it was my turn"]
    play.answer("end")
    assert any(line.startswith("Bo refreshes to") for line in tell(play, since=before))


def test_other_readings_are_marked() -> None:
    play = at_the_first_choice()
    play.adopt({"A-02": "a"})
    assert tell(play)[-1] == "From here on A-02 is read as (a)."


def test_undoing_past_chance_is_marked_unless_it_is_all_brought_back() -> None:
    def marks(play: Play) -> list[str]:
        return [line.text for line in log.lines(play, Names(View(play.state))) if line.kind == log.MARK]

    play = new_game(2, hidden=True)
    play.answer(["denizen"] * 3)
    play.answer(["denizen"] * 3)
    chance = play.head
    play.answer(next(play.pending.legal()) if play.pending else None)
    play.undo(chance)
    assert marks(play) == []
    play.undo(1)
    assert marks(play) == ["Taken back to entry 1, past what dice or cards had told."]
    play.redo(chance)
    assert marks(play) == []
    play.undo(1)
    play.answer(["denizen"] * 3)
    assert marks(play) == ["Taken back to entry 1, past what dice or cards had told."] * 2


# -- the end -------------------------------------------------------------------------------------------------------


def test_the_ending() -> None:
    state = a_table(2).built()
    state.players["red"].name = "Bo"
    names = Names(View(state))
    assert phrases.ending(state, names) == "The game is over."
    ways = [["usurper", "3.1"], ["visionary", "3.2"]]
    state.result = {"winner": "red", "how": "usurper", "clause": "3.1", "ways": ways, "round": 4}
    assert phrases.ending(state, names) == "The game is over. Bo wins as the Usurper (3.1) and by a Vision (3.2)."
    do = Effects(state)
    do.put("vision.faith", "vision.red", ())
    assert phrases.ending(state, names).endswith("wins as the Usurper (3.1) and by the Vision of Faith (3.2).")
    do.put("denizen.false_prophet", "advisers.red", ())  # another's Vision may be shared
    assert phrases.ending(state, names).endswith("and by a Vision (3.2).")
    state.result = {"winner": None, "ways": []}
    assert phrases.ending(state, names) == "The game is over. Nobody wins."


def test_the_last_line_of_a_game() -> None:
    play = finished(0)
    last = log.lines(play, Names(View(play.state)))[-1]
    assert re.fullmatch(r"The game is over\. \w+ wins .*\.", last.text)
    assert last.cites


def test_events_are_plain() -> None:
    """The log rests on facts that are ids and numbers, so that they can be told later."""
    for told in finished(2).batches:
        for event in told.events:
            assert isinstance(event, Event)
            for value in event.facts.values():
                assert value is None or isinstance(value, str | int | list | dict | tuple), event


@pytest.mark.parametrize(
    ("number", "way", "said"),
    [
        (None, None, "as a battle plan. (5.5.3)"),
        (2, None, "as a battle plan with 2. (5.5.3)"),
        (1, 1, "as a battle plan and adds 1 attack die. (5.5.3)"),
        (2, -1, "as a battle plan and removes 2 attack dice. (5.5.3)"),
    ],
)
def test_a_plan_used_in_the_other_direction(told: Any, number: int | None, way: int | None, said: str) -> None:
    """7.5.4: what can be added or removed; where it is not what one's side does by itself, it is told."""
    facts = {"card": "denizen.longbows", "who": "red", "number": number, "way": way}
    (line,) = told(a_table(), lambda do: do.emit("plan", ("5.5.3",), **facts))
    assert line.endswith(f"uses Longbows {said}")


def test_whose_pawn_and_favor_are_a_target(told: Any) -> None:
    """5.5.2"""
    facts = {"targets": ["pawn"], "attack": 2, "defense": 2}
    lines = told(a_table(), lambda do: do.emit("pools", ("5.5.2",), **facts))
    assert "the target is the defender's pawn and favor" in lines[0].lower()


def test_which_card_goes_to_or_comes_from_the_dispossessed_is_told_to_nobody_else(told: Any) -> None:
    """9.4: the hand is its player's alone, and the Dispossessed are unseen."""

    def table() -> Any:
        found = a_table(2).hand("red", "elders")
        found.do.put("denizen.longbows", "dispossessed", ())
        return found

    def swap(do: Any) -> None:
        do.put("denizen.elders", "dispossessed", ("10.25",))
        do.put("denizen.longbows", "hand.red", ("10.25",))

    lines = " ".join(told(table(), swap))
    assert "The Dispossessed get a denizen from Bo's hand" in lines
    assert "Bo draws a denizen from the Dispossessed" in lines
    assert "Elders" not in lines and "Longbows" not in lines
    own = " ".join(told(table(), swap, viewer="red"))
    assert "get Elders from Bo's hand" in own and "draws Longbows" in own


def test_10_25_two_cards_of_one_row_change_places(told: Any) -> None:
    """Nobody gets anything by it, and what lies facedown is not named."""
    table = a_table(2).seat("red", advisers=["elders", down("scouts"), down("keep")])

    def swap(do: Effects) -> None:
        do.swap("denizen.scouts", "denizen.keep", ("10.25",))

    shown = told(table, swap, viewer="purple")
    assert shown == ["2 facedown denizens change places among Bo's advisers. (10.25)"]


# -- turns told in short -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [4, 7, 11])
def test_a_turn_is_folded_to_what_was_done_in_it(number: int) -> None:
    """Headings, marks and the last turn stand as they are; a turn is a line, two on a terminal; nothing is made up."""
    play = finished(number)
    lines = log.lines(play, Names(View(play.state, None)))
    short = log.folded(lines)
    apart = (log.ROUND, log.TURN, log.MARK)
    last = max(at for at, line in enumerate(lines) if line.kind == log.TURN)
    assert short[-len(lines[last:]) :] == lines[last:]
    assert [line for line in short if line.kind in apart] == [line for line in lines if line.kind in apart]
    turns = [line for line in short if line.kind == log.FOLDED]
    assert len(turns) >= len([line for line in lines[:last] if line.kind == log.TURN]) > 4
    for line in turns:
        for width in (60, 80, 120):
            assert len(terminal(log.document([line]), width).split("\n")) <= 2
    for line in lines:
        for subject, says in line.gist:
            assert says in line.text or says.startswith(("beats ", "loses to ")), says
            assert line.text.startswith(capital(subject))


@pytest.mark.parametrize("number", [4, 7, 11])
def test_a_folded_campaign_has_its_outcome_and_its_chance(number: int) -> None:
    """5.5: as the review of the game tells them, which reads them from the account of the battle."""
    play = finished(number)
    battles = Battles()
    for now, decision, entry, events in play.replayed():
        battles.follow(now, decision, entry, events)
    gists = [says for line in log.lines(play, Names(View(play.state, None))) for _, says in line.gist]
    fought = [says for says in gists if says.startswith(("beats ", "loses to "))]
    assert len(fought) == len(battles.over) > 0
    for says, each in zip(fought, sorted(battles.over, key=lambda each: each.end), strict=True):
        assert says.startswith("beats " if each.won else "loses to ")
        assert each.course.result is None or says.endswith(f"({percent(*each.settled)})")


def test_a_short_log_and_whoever_asks_for_it_have_every_line() -> None:
    play = finished(4)
    lines = log.lines(play, Names(View(play.state, None)))
    whole, hint = terminal(log.document(lines), 80), Hint("log", "--all")
    assert terminal(log.document(lines[:60], hint), 80) == terminal(log.document(lines[:60]), 80)
    short = terminal(log.document(lines, hint), 80)
    assert short.endswith("oathtools log --all") and short.count("\n") < whole.count("\n") / 2
