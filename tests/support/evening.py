"""An evening of people and bots with a real deck: what lies where, what was seen by whom, and what people type.

The deck is on the table, not in the tool: every card has its name from the beginning, and the tool hears what is open
to all. Whoever draws for a bot turns over one card, as the tool asks; nobody looks at another.
"""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from oathtools import catalog
from oathtools.answerers.bot import run_plugs, unlooked
from oathtools.answerers.words import outcome, words_of
from oathtools.bots.planner import Greedy
from oathtools.bots.situation import Watch
from oathtools.engine.decision import Decision, Form, holds
from oathtools.journal import new_game
from oathtools.journal.play import Play
from oathtools.law.rulings import in_force
from oathtools.odds.dice import in_words as in_words_of_dice
from oathtools.procedures.actions.play import ADVISER, DISCARD, FACEDOWN, VISION
from oathtools.procedures.campaign.fight import ROLLS
from oathtools.procedures.glossary.drawing import Source
from oathtools.procedures.machine.world import first_game_world, seats_for
from oathtools.procedures.turn import ACTIONS
from oathtools.table import knowledge
from tests.support.games import in_words


class Cards:
    """What the cards that nobody has named really are."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.real = rng, dict[str, str]()

    def name(self, play: Play, card: str) -> str:
        """What a card really is."""
        handle = play.state.handles.get(card)
        return card if handle is None else self.real.setdefault(card, self._any(play, handle.groups))

    def drawn(self, play: Play, about: dict[str, Any]) -> list[str]:
        """What the first cards of a deck or a pile really are."""
        pile = Source(play.state, about["source"], about["bottom"])
        names: list[str] = []
        for card in pile.slots[: about["count"]]:
            if card is not None:
                names.append(self.name(play, card))
            else:
                layer = pile.layer()
                back = self.rng.choices(list(layer), list(layer.values()))[0]
                layer[back] -= 1
                names.append(self._any(play, pile.groups(None, back), names))
            if about["stop_at_vision"] and names[-1].startswith("vision."):
                break
        return names

    def _any(self, play: Play, groups: Any, besides: Any = ()) -> str:
        taken = {*self.real.values(), *besides}
        names = [name for name in knowledge.possible_names(play.state, groups) if name not in taken]
        return self.rng.choice(names or knowledge.possible_names(play.state, groups))

    def keep(self, play: Play, hand: str, names: list[str]) -> None:
        """What has just been drawn: cards that the tool has no name for are these."""
        unnamed = [card for card in play.state.zone(hand) if card in play.state.handles and card not in self.real]
        left = [name for name in names if name not in play.state.where]
        for card in unnamed:
            name = next((each for each in left if each.partition(".")[0] == play.state.back(card)), None)
            if name is not None:
                left.remove(name)
                self.real[card] = name


def told_to_the_tool(play: Play, names: list[str]) -> str:
    """What people type of a draw: of a bot's the one that is turned over, of their own no more than the backs."""
    backs = [name.partition(".")[0] for name in names]
    shown = [catalog.name_of(name) if at == _turned(backs) else "?" for at, name in enumerate(names)]
    if not play.unlooked:
        shown = ["a Vision" if back == "vision" else "?" for back in backs]
    return ", ".join(shown)


def _turned(backs: list[str]) -> int:
    return backs.index("vision") if "vision" in backs else 0


# -- people who play as well as they can, and type what they say -------------------------------------------------------


class Evening:
    """A first game of people and bots, as the people type it: a line, whose turn it is typed in, which round.

    What people draw they look at themselves, and tell the tool only what they lay down faceup.
    """

    def __init__(
        self, seed: int, people: tuple[str, ...] = ("Ann", "Bo"), bots: tuple[str, ...] = ("greedy", "greedy")
    ) -> None:
        world = first_game_world().hidden()
        others = [(f"Bot {number}", None, bot) for number, bot in enumerate(bots, 1)]
        seats = seats_for([*((name, None, False) for name in people), *others], world.citizens)
        header = new_game(seats, world, seed=1).header
        told = {"chance": {"table": True}, "bot_seed": str(seed), "readings": in_force()}
        self.play = Play({**header, **told}, digests=False)
        self.rng = Random(f"evening {seed}")
        self.cards = Cards(self.rng)
        self.minds = {seat: Greedy() for seat in self.play.state.seats[: len(people)]}
        self.watch = Watch(self.play)
        self.said: list[str] = []
        self.told: tuple[str, dict[str, Any]] | None = None

    def lines(self) -> Iterator[tuple[int, str, str]]:
        """What is typed, to the end of the game: the round, whose turn it is, the line."""
        play = self.play
        run_plugs(play)
        while play.pending is not None:
            at = play.state.round, play.state.players[play.state.turn].name
            turn = play.state.turn
            mine = play.pending.who in self.minds and play.pending.form is not Form.OUTCOME
            who = turn if turn in self.minds and not mine else play.pending.who
            while (decision := play.pending) is not None and play.state.turn == turn and self._goes_on(decision, who):
                self._answer(decision)
                who = who if decision.form is Form.OUTCOME else decision.who
                if turn not in self.minds:
                    break_off = play.pending is None or play.pending.who not in self.minds
                    if break_off and not _of_dice(play.pending):
                        break
            self._speak()
            yield (*at, "; ".join(self.said))
            self.said = []
            run_plugs(play)

    def _goes_on(self, decision: Decision, who: str) -> bool:
        """Is this said in the same breath?"""
        if decision.form is Form.OUTCOME:
            return decision.who in self.minds or not self.said or _of_dice(decision)
        return decision.who in self.minds and decision.who == who

    def _answer(self, decision: Decision) -> None:
        play, text = self.play, ""
        if decision.form is Form.OUTCOME:
            answer, text = self._fell(decision)
        elif decision.kind == "play.to":
            answer = self._placed(decision)
        else:
            answer = self.minds[decision.who].answer(self.watch.situation(str(play.head), looks=True))
            if (unseen := unlooked(play.state, decision)) is not None:
                answer = unseen
        self._say(decision, answer, text)
        names = list(self.names)
        play.answer(answer)
        if names:
            self.cards.keep(play, f"hand.{decision.who}", names)

    names: tuple[str, ...] = ()

    def _fell(self, decision: Decision) -> tuple[Any, str]:
        play, about = self.play, decision.about
        self.names = ()
        if isinstance(about, dict) and "source" in about:
            self.names = tuple(self.cards.drawn(play, about))
            text = told_to_the_tool(play, list(self.names))
            return outcome(decision, text), text
        if decision.kind == "face":
            name = self.cards.name(play, about["card"])
            return name, catalog.name_of(name)
        if decision.private and decision.default is not None:
            return decision.default, "-"
        answer = decision.random(self.rng)
        text = in_words_of_dice(answer) if _of_dice(decision) else in_words(decision, answer)[0]
        return outcome(decision, text), text

    def _placed(self, decision: Decision) -> str:
        """Where a person lays the card that they know: at the site if it may lie there, else beside the board."""
        self.names = ()
        card = decision.about.given["card"]
        name = self.cards.name(self.play, card)
        trial = decision.about.with_(card=name)
        legal = list(decision.legal())
        with_it = [to for to in legal if to in (FACEDOWN, DISCARD) or self._may(trial, to, card)]
        kind = name.partition(".")[0]
        order = [to for to in with_it if to not in (ADVISER, FACEDOWN, VISION, DISCARD)]
        order = [VISION] if kind == "vision" and VISION in with_it else order
        return next(iter([*order, *(to for to in (ADVISER, FACEDOWN, DISCARD) if to in with_it)]))

    def _may(self, trial: Any, to: str, card: str) -> bool:
        from oathtools.procedures.actions.play import _faceup_rows

        frame = trial.with_(card=card)
        return holds(_faceup_rows(self.play.game, frame, self.cards.name(self.play, card), to))

    def _say(self, decision: Decision, answer: Any, text: str) -> None:
        """Say it as one does: an action whole, with all that it is asked."""
        if decision.kind == "act":
            self._speak()
            self.told = (str(answer), {}) if answer != "end" else None
            if answer == "end":
                self.said.append("end")
            return
        action, _, field = decision.kind.partition(".")
        if self.told and action == self.told[0] and field in {each.name for each in ACTIONS[action].fields}:
            self.told[1][field] = answer
            return
        self._speak()
        self.said.append(text or self._plain(in_words(decision, _numbers(decision, answer))[0]))

    def _speak(self) -> None:
        if self.told is not None:
            action, given = self.told
            self.said.append(self._plain(words_of(action, given)))
            self.told = None

    def _plain(self, text: str) -> str:
        """Names for ids."""
        text = _ID.sub(lambda found: catalog.name_of(found[0]) if catalog.is_card(found[0]) else found[0], text)
        for seat, player in self.play.state.players.items():
            text = re.sub(rf"\b{seat}\b", player.name, text)
        return text


_ID = re.compile(r"\b(?:denizen|site|relic|vision|edifice)\.\w+")


def _numbers(decision: Decision, answer: Any) -> Any:
    """Cards that have no name are called by their numbers in the question."""
    if not any(option.startswith("card#") for option in decision.options):
        return answer
    several = answer if isinstance(answer, list) else [answer]
    numbers = [list(decision.legal()).index(each) + 1 for each in several]
    return numbers if isinstance(answer, list) else numbers[0]


def _of_dice(decision: Decision | None) -> bool:
    return decision is not None and decision.kind in ROLLS


if __name__ == "__main__":  # python -m tests.support.evening > tests/cli/evening.txt
    for line in Evening(1).lines():
        print(*line, sep=" | ")
