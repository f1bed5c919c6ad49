"""The chance beside a choice of a campaign is the chance once it is made (5.5.1 to 5.5.5)."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from oathtools.journal.play import Play
from oathtools.kit.text import percent
from oathtools.procedures.campaign.fight import ACTION, DECLARING, JOINING, PLAN, ROLL_OF, SACRIFICE
from oathtools.procedures.campaign.fight import WHICH_DEFENDER as DEFENDER
from oathtools.procedures.campaign.outlook import Outlook
from oathtools.procedures.glossary.drawing import Source, sample_of
from oathtools.procedures.machine.game import Game
from oathtools.render.names import Names
from oathtools.table.views import View, as_known_to
from oathtools.web import table as tables
from tests.support.games import some_answer, table_game
from tests.support.phones import begun, phones, serve, typed

TARGETS, DICE = DECLARING[:2]


def beside(play: Play) -> dict[str, str]:
    """What stands beside each answer to the open question, for whoever is asked."""
    decision = play.pending
    assert decision is not None
    names = Names(View(play.state, decision.who if decision.who in play.state.players else None))
    if decision.kind == DICE:
        return {str(dice): told for dice, told in tables.of_dice(play, decision, names)}
    legal = list(decision.legal())
    return dict(zip(legal, tables.of_options(play, decision, legal, names), strict=True))


@pytest.mark.parametrize("seed", (1, 6, 7, 12))
def test_what_stands_beside_a_choice_comes_true(seed: int) -> None:
    """The dice that are taken, the Ally who joins or does not, the plan: then the chance is as it was told."""
    play, rng, came = table_game(seed), Random(seed), Counter[str]()
    told: tuple[str, str] | None = None
    for _ in range(200):
        decision = play.pending
        if decision is None:
            break
        fight = play.game.frame.fact("fight")
        if told is not None and decision.kind in (PLAN, ROLL_OF["defense"]) and fight.defender != "bandits":
            assert percent(*tables.chance(Outlook.of_fight(play.game, fight).battle)) == told[1], (
                seed,
                play.head,
                told,
            )
            came[told[0]] += 1
        answer = some_answer(decision, rng)
        if decision.kind == "act" and ACTION in decision.legal():
            answer = ACTION
        if decision.kind in (DICE, PLAN, *JOINING):
            shown = beside(play)
            assert all(shown.values()), (seed, play.head, shown)
            told = decision.kind, shown[str(answer)]
        else:
            told = None
        play.answer(answer, checked=True)
    assert came[DICE] > 3 and came[PLAN] > 3 and any(came[kind] for kind in JOINING)


def test_a_declaration_question_by_question_has_its_odds(tmp_path: Path) -> None:
    """5.5.1, 5.5.2: against whom, for what, with how many dice; what odds tells of the same declaration."""
    saga = begun(tmp_path)
    for words in ("travel Mountain", "end", "campaign"):
        typed(saga, "answer", *words.split())
    table = phones(serve(saga), "Bo", "Cy")
    asked = {DEFENDER: ("6.25 % for Mountain", "30.56 % for pawn and favor"), TARGETS: ("6.25 %", "0.20 %", "1.56 %")}
    for kind, shown in asked.items():
        assert kind == table["Bo"].served.kept.play().pending.kind
        for phone in table.values():
            page = phone.get("/question")
            assert all(f'<b class="odds">{each}</b>' in page for each in shown), (kind, page)
        typed(saga, "answer", "Ann" if kind == DEFENDER else "Mountain")
    for phone in table.values():
        page = phone.get("/question")
        assert 'Win with 2 dice</td><td class="count">0.00 %' in page
        assert 'Win with 3 dice</td><td class="count">6.25 %' in page


def test_a_sacrifice_wins_or_loses() -> None:
    """5.5.5, A-56: as many as are needed win for certain, none loses for certain."""
    for seed in range(30):
        play, rng = table_game(seed), Random(seed)
        for _ in range(200):
            if play.pending is None:
                break
            if play.pending.kind == SACRIFICE:
                assert beside(play) == {"yes": "100.00 %", "no": "0.00 %"}
                return
            act = play.pending.kind == "act" and ACTION in play.pending.legal()
            play.answer(ACTION if act else some_answer(play.pending, rng), checked=True)
    raise AssertionError("nobody could sacrifice")


def test_5_1_2_the_chance_of_a_vision_stands_beside_what_may_be_searched() -> None:
    """As many of the draws that chance gives bring one, from the table as whoever searches may know it."""
    play, rng = table_game(3), Random(3)
    while play.pending is not None and play.pending.kind != tables.SOURCE:
        decision = play.pending
        search = decision.kind == "act" and "search" in decision.legal()
        play.answer("search" if search else some_answer(decision, rng), checked=True)
    assert play.pending is not None
    told = beside(play)
    assert told and all(each.startswith("a Vision: ") and each.endswith(" %") for each in told.values())
    table = Game(as_known_to(play.state, play.pending.who)[0], play.game.registry)
    drawn = [sample_of(table.state, Source(table.state, "world", False), 3, True, rng) for _ in range(4_000)]
    seen = sum(any(card.startswith("vision.") for card in cards) for cards in drawn) / len(drawn)
    assert abs(seen - float(told["world"].split()[2]) / 100) < 0.04
