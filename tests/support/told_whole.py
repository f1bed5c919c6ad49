"""All that some games ask, offer, refuse, tell, show and judge, in ids, clauses and numbers, as digests by chapter.

Games are played at random, from crowded tables, on phones; campaigns are told and staged; odds are reckoned by numbers;
tables read the open points as they like. Sentences are no part of it, so that they may be said better: of each only the
ids and numbers in it. What comes out is kept in ``tests/games/told.yaml``: where a game comes to be told otherwise,
somebody meant that or it is a fault.
``python -m tests.support.told_whole`` writes that file anew; with the name of a game it prints all that is digested, a
thing a line, to be compared with what another revision prints.
"""

import hashlib
import json
import re
import sys
from collections.abc import Callable
from functools import partial
from html import unescape
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

import pytest
import yaml

from oathtools import catalog
from oathtools.answerers.battles import at_hand
from oathtools.answerers.judge import last_fought
from oathtools.engine.decision import Decision
from oathtools.journal import Play, file
from oathtools.law.rulings import points
from oathtools.odds.battle import SIDES, Battle
from oathtools.odds.dice import die_faces
from oathtools.odds.exact import beforehand, expected_losses, measured
from oathtools.odds.numbers import Numbers, as_json, curve, numbers_of, prepare, weigh
from oathtools.odds.plans import Chosen, PlanFault, plans
from oathtools.odds.using import Faces, resolve
from oathtools.powers import load
from oathtools.procedures.actions.play import placements
from oathtools.procedures.adjudicate import judge_placing, legal, why
from oathtools.procedures.campaign.account import account, roll_by_roll
from oathtools.procedures.campaign.best import best
from oathtools.procedures.campaign.fight import BANDITS, ROLLS
from oathtools.procedures.campaign.outlook import Outlook, declared
from oathtools.procedures.campaign.staged import Beat, declared_scene, stage
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.registry import OathRegistry
from oathtools.procedures.machine.request import Misread, Request
from oathtools.procedures.victory import check, claims
from oathtools.render.battles.campaign import campaign_as_json
from oathtools.render.names import Names
from oathtools.table.effects import Event
from oathtools.table.invariants import faults
from oathtools.table.position.form import normal, to_position
from oathtools.table.views import View, shown_to
from tests.support.alike import PAGES, Twin
from tests.support.games import some_answer, table_game
from tests.support.phones import Phone, Straight
from tests.support.random_games import answerer, header
from tests.support.random_requests import some_request
from tests.support.rich import ACTING, position
from tests.support.told_as_played import Played, played

KEPT = Path(__file__).parent.parent / "games" / "told.yaml"
OLDER = KEPT.parent / "older"
RANDOM, RICH, PHONES, FIGHTS, TABLES, NUMBERS = 8, 12, 3, 8, 16, 6  # so many games, and blocks of campaigns
EACH = 16  # campaigns of a block
MOMENTS = 60  # at a table whose readings are drawn
ANSWERS = 60  # from a rich position
TAPS = 60  # on phones
MORE = ("/odds?force=4&dice=3", "/fight?force=5&dice=4&defense=2", "/names?q=long", "/setup", "/start", "/position",
        "/won", "/do?say=muster", "/do?say=end", "/why?words=travel+Salt+Flats", "/join/zzz", "/log")  # fmt: skip
KNOWLEDGE = ("/rules", "/law", "/ruling", "/card")  # what stands there is no part of a game
EVERY = 9  # boundaries, of which one is looked at
CHAPTERS = ("asked", "told", "shown", "judged")
_SAID = re.compile(r"\d+|[a-z_]+\.[a-z0-9_.-]*[a-z0-9_]")


class Told:
    """What is said of one game as it goes on, by chapter; ``rng`` chooses what is looked at."""

    def __init__(self, name: str) -> None:
        self.rng = Random(f"told {name}")
        self.lines: dict[str, list[str]] = {chapter: [] for chapter in CHAPTERS}

    def note(self, chapter: str, thing: Any) -> None:
        """One thing more."""
        self.lines[chapter].append(json.dumps(plain(thing), sort_keys=True))

    def asked(self, decision: Decision | None) -> None:
        """A question, with all that it offers and refuses."""
        if decision is None:
            return
        each = {name: getattr(decision, name, None) for name in Decision.__slots__ if name not in ("_judged", "about")}
        chances = decision.chances and list(decision.chances())
        self.note("asked", {**each, "prompt": "", "witness": None, "chances": chances, "refused": decision.refused()})

    def looked_at(self, game: Game) -> None:
        """The table as each may know it, who would win, and what may be done there, at some boundaries."""
        if game.state.phase in ("setup", "chronicle", "written") or self.rng.randrange(EVERY):
            return
        self.note("shown", faults(game.state))
        for viewer in (None, *game.state.seats):
            known, hidden = shown_to(game.state, viewer)
            data = to_position(known)
            self.note("shown", [viewer, hidden, data, normal(data) == data])
        self._victories(game)
        self._verdicts(game)
        self._battles(game)

    def _victories(self, game: Game) -> None:
        wakes = [check.at_wake(game, seat) for seat in game.state.seats]
        self.note("judged", [*wakes, *(check.at_round_end(game, die) for die in (None, 1, 6))])
        for moment in claims.to_come(game.state):
            made = claims.at(game, moment)
            self.note("judged", [moment, [(each.stands, claims.measured(game, each).missing) for each in made]])

    def _verdicts(self, game: Game) -> None:
        seat = game.state.turn
        if game.state.phase == "act":
            self.note("judged", legal(game, seat))
            for _ in range(3):
                request = some_request(game, seat, self.rng)
                self.note("judged", [request, _verdict(game, seat, request)])

    def _battles(self, game: Game) -> None:
        """The best lines of each declaration, and what may be used in some of them."""
        if game.state.phase != "act" or self.rng.random() < 0.5:
            return
        seat, ranking = game.state.turn, best(game, game.state.turn)
        self.note("judged", ranking)
        for pair in self.rng.sample(ranking.pairs, min(2, len(ranking.pairs))):
            frame, refusals = declared(game, seat, pair.defender, pair.targets, pair.dice)
            look = Outlook(game, frame)
            options = [look.options(who) for who in game.state.seats]
            self.note("judged", [pair, refusals, look.battle, look.may_join, options, look.unknown(), look.rerolls])

    def digests(self) -> dict[str, str]:
        """A digest for each chapter."""
        hashes = {chapter: hashlib.sha256("\n".join(lines).encode()) for chapter, lines in self.lines.items()}
        return {chapter: each.hexdigest()[:12] for chapter, each in hashes.items()}


def _verdict(game: Game, seat: str, request: Request) -> Any:
    try:
        return why(game, seat, request)
    except Misread as fault:
        return str(fault)


def plain(thing: Any) -> Any:
    """As plain data; of a sentence the ids and numbers, of what is called nothing."""
    if isinstance(thing, str):
        return ["~", *_SAID.findall(thing)] if " " in thing else thing
    if isinstance(thing, dict):
        return {str(key): plain(each) for key, each in thing.items()}
    if isinstance(thing, set | frozenset):
        return sorted(map(str, thing))
    if isinstance(thing, Event | Beat):
        return plain(thing[:4] if isinstance(thing, Event) else [thing.decision and thing.decision.kind, *thing[1:]])
    if isinstance(thing, list | tuple):
        return [plain(each) for each in thing]
    if thing is None or isinstance(thing, int | float):
        return thing
    return "" if callable(thing) else str(thing)


def _answered(told: Told, play: Play, answer: Callable[[Decision], Any], most: int) -> None:
    """Answer, and take down all that comes of it."""
    play.driver.at_boundary = lambda: told.looked_at(play.game)
    told.asked(play.pending)
    for _ in range(most):
        if play.pending is None:
            return
        play.answer(answer(play.pending))
        told.asked(play.pending)
        told.note("shown", play.state.digest())
        if (odds := at_hand(play)) is not None:
            told.note("judged", odds)


def _remembered(told: Told, play: Play) -> Told:
    """What a journal keeps of a game, and all that happened."""
    for entry in play.entries:
        told.note("told", entry.as_data())
    for batch in play.batches:
        told.note("told", [batch.n, [event[:4] for event in batch.events]])
    return told


def random_game(number: int) -> Told:
    """A random game, and the Chronicle that follows it."""
    told, play = Told(f"random {number}"), Play(header(number))
    answer = answerer(number)
    _answered(told, play, answer, 10_000)
    if (play.state.result or {}).get("winner"):
        play.write_chronicle()
        _answered(told, play, answer, 10_000)
    return _remembered(told, play)


def people_game(number: int) -> Told:
    """A game at a table, where people tell what dice and cards show, to each question any answer."""
    told, play = Told(f"people {number}"), table_game(50 + number)
    _answered(told, play, partial(some_answer, rng=Random(f"people {number}")), 400)
    return _remembered(told, play)


def rich_game(number: int) -> Told:
    """Some answers from a crowded position, more of them actions than a bot would take."""
    told, script = Told(f"rich {number}"), position(number).play()

    def answer(decision: Decision) -> Any:
        lively = [option for option in decision.legal() if option in ACTING] if decision.kind == "act" else []
        return told.rng.choice(lively) if lively and told.rng.random() < 0.9 else decision.random(told.rng)

    script.driver.at_boundary = lambda: told.looked_at(script.game)
    for _ in range(ANSWERS):
        if script.driver.pending is None:
            break
        told.asked(script.pending)
        script.answer(answer(script.pending))
        told.note("told", [script.answers[-1], [event[:4] for event in script.events]])
        told.note("shown", script.state.digest())
    return told


def older_game(name: str) -> Told:
    """A recorded game with undo, corrections and answers that were let pass: what is told of it when it is opened."""
    told, content = Told(name), file.read(OLDER / f"{name}.jsonl")
    play = Play(content.header, content.entries)
    told.note("shown", [[entry.n for entry in play.live], play.undone, play.differences, play.state.digest()])
    told.asked(play.pending)
    return _remembered(told, play)


# -- campaigns --------------------------------------------------------------------------------------------------------


def fights(block: int) -> Told:
    """Campaigns as they are played, told step by step, and staged from the table before them, more or less known."""
    told = Told(f"fights {block}")
    for seed in range(block * EACH, block * EACH + EACH):
        if (case := played(5000 + seed)) is not None:
            _fought(told, case)
    return told


def _fought(told: Told, case: Played) -> None:
    names = Names(View(case.play.state, None, True))
    beats = last_fought(case.play, rolled=False) or []
    for count in range(1, len(beats) + 1):
        course = account(beats[:count])
        told.note("told", [course, course.resolved] if count < len(beats) else [course, course.resolved, beats])
    told.note("told", campaign_as_json(account(beats), names, case.seat))
    game = Game(case.before.copy(), case.play.game.registry, case.readings)
    frame, refusals = declared(game, case.seat, case.given["defender"], case.given["targets"], case.given["dice"])
    scene, known = declared_scene(game, frame), case.known
    rolls = [each for each in known.choices if each[0] in ROLLS]
    for less in (
        {},
        {"choices": rolls},
        {"choices": rolls, "sacrifice": not known.sacrifice},
        {"rolls": {}, "choices": ()},
    ):
        found = stage(scene, known._replace(**less))
        told.note(
            "judged",
            [account(found.beats), found.beats, found.pending and found.pending.kind, found.game.state.digest()],
        )
    rolled = roll_by_roll(scene, known._replace(rolls={}, choices=()), lambda asked, course: asked.random(told.rng))
    told.note("judged", [refusals, rolled])
    look = Outlook(game, frame, known.allies)
    for who, chosen in (*known.plans, (BANDITS, None)):
        told.note("judged", [look.battle, look.options(who), look.may_join, look.unknown(), look.rerolls])
        if who != BANDITS and look.battle.victor is None:
            look = look.then(who, chosen)
    told.note("judged", look.with_bandits().battle)


def odds_by_numbers(block: int) -> Told:
    """Campaigns by bare numbers with any plans on any side, by any readings: the odds, how they shift, the luck."""
    told = Told(f"numbers {block}")
    for _ in range(EACH * 4):
        numbers = _some_numbers(told.rng)
        try:
            answer = weigh(numbers)
        except PlanFault as fault:
            told.note(
                "judged", [type(fault).__name__, str(fault), getattr(fault, "clause", ""), getattr(fault, "hint", "")]
            )
            continue
        told.note("judged", [numbers, answer.uses, answer.warnings, answer.citations, as_json(answer)])
        _, battle = prepare(numbers)
        _luck(told, battle)
        told.note("judged", [expected_losses(battle), beforehand(battle), curve(numbers), numbers_of(battle)])
    return told


def _luck(told: Told, battle: Battle) -> None:
    dice = (("attack", battle.rolled), ("defense", battle.defense)) if battle.victor is None else ()
    fell = [[told.rng.choice([*die_faces(die)]) for _ in range(count)] for die, count in dice]
    for sacrifice in (True, False):
        result = resolve(battle, Faces(*fell), sacrifice=sacrifice) if fell else None
        told.note("judged", [fell, result, result and [result.ending, measured(battle, result)]])


def _some_numbers(rng: Random) -> Numbers:
    sides = [[_some_plan(side, rng) for _ in range(rng.choice((0, 1, 1, 2)))] for side in SIDES]
    few, some = rng.randrange(5), rng.randrange(9)
    attack = rng.choice((None, None, rng.randrange(9)))
    return Numbers(
        some, few, rng.randrange(6), attack, *sides, rng.random() < 0.2, rng.random() < 0.9, _some_readings(rng)
    )


def _some_plan(side: str, rng: Random) -> Chosen:
    """Mostly one of that side, with a number where it has one."""
    found = rng.choice([each for each in plans() if side in each.sides or rng.random() < 0.05])
    numbered = (found.number is not None) is (rng.random() < 0.9)
    return Chosen(found.id, *((rng.randrange(4), rng.choice((None, 1, -1))) if numbered else ()))


def _some_readings(rng: Random) -> dict[str, str]:
    return {
        key: rng.choice([*point.readings]) for key, point in points().items() if point.readings and rng.random() < 0.5
    }


# -- verdicts at tables that read the open points otherwise, and have cards whose powers are not coded -----------------


def table_that_reads(number: int) -> Told:
    """A crowded table that goes on: what is asked of everybody, sensible or not, whatever it reads and has coded."""
    told, table = Told(f"table {number}"), position(200 + number)
    for key, reading in _some_readings(told.rng).items():
        table.reading(key, reading)
    script, coded = table.play(), sorted(load().coded)
    for _ in range(MOMENTS):
        decision = script.driver.pending
        if decision is None:
            break
        told.asked(decision)
        _placed_anywhere(told, script.game, decision.who)
        if decision.kind == "act":
            _asked_anything(told, script.game, load().only(told.rng.sample(coded, len(coded) // 2)))
        lively = [option for option in decision.legal() if option in ACTING] if decision.kind == "act" else []
        script.answer(told.rng.choice(lively) if lively and told.rng.random() < 0.9 else decision.random(told.rng))
        told.note("told", [script.answers[-1], [event[:4] for event in script.events]])
    return told


def _asked_anything(told: Told, game: Game, fewer: OathRegistry) -> None:
    seat, rng = game.state.turn, told.rng
    told.note("judged", legal(game, seat, knows=False))
    other = rng.choice([each for each in game.state.seats if each != seat])
    for who, coded in ((seat, fewer), (seat, game.registry), (other, game.registry)):
        at = Game(game.state.copy(), coded, dict(game.readings))
        request = some_request(at, who, rng)
        told.note("judged", [who, request, _verdict(at, who, request)])


def _placed_anywhere(told: Told, game: Game, seat: str) -> None:
    for card in game.state.zone(f"hand.{seat}")[:2]:
        for to in (None, *placements(game, Frame("play", seat, game.frame, {"card": card, "drawn": True}))):
            told.note("judged", [card, to, judge_placing(game, seat, card, to, {})])


# -- pages: what stands on them, without words and looks --------------------------------------------------------------

_APART = re.compile(r"<(style|script|svg)\b.*?</\1>|<(link|meta)[^>]*>", re.DOTALL)
_MARK = re.compile(r"\b[0-9a-f]{64}\b|(?<=/join/)[\w-]+")
_TAG = re.compile(r"<(\w+|/)([^>]*)>")
_HELD = re.compile(r'\b(name|value|href|action|method|disabled|checked|min|max)(?:="([^"]*)")?')
_NAMES = sorted({catalog.name_of(card) for card in catalog.ids()}, reverse=True)
_NAMED = re.compile("|".join([*map(re.escape, _NAMES), r"\d+"]))


def skeleton(where: str, page: str) -> list[Any]:
    """What can be tapped and sent on a page, the cards it names, and its numbers."""
    if where.startswith(KNOWLEDGE):
        return []
    page = _MARK.sub("", _APART.sub("", page))
    held = [[tag, _HELD.findall(rest)] for tag, rest in _TAG.findall(page) if _HELD.search(rest)]
    return [plain(held), _NAMED.findall(unescape(_TAG.sub("|", page)))]


_FORM = re.compile(r"<form\b[^>]*>.*?</form>", re.DOTALL)
_FIELD = re.compile(r"<(form|input|button|option|textarea|a)\b([^>]*)>")
_HAS = re.compile(r'([\w-]+)="([^"]*)"')
_TYPED = ("end", "zzz", "longbows", "2", "6", "", "muster", "travel Salt Flats", "Bo favor 2", "7.4", "take back")


def table_of_phones(seed: int) -> Told:
    """What phones of a table are sent now and then, what is refused them among it; then all tap what they find.

    The last of them is a game that ends, so that there is a Chronicle to be written.
    """
    told = Told(f"phones {seed}")
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        header, answers = _game_of_people(seed)
        twin = Twin(Path(folder), header, patch)
        twin.phones["host"] = Phone(twin.served, Straight)
        twin.phones["host"].post(f"/join/{twin.served.seats.host}", {})
        for at, answer in enumerate(answers):
            twin.answer(answer)
            if at % (11 if seed < PHONES else 80) == 5:
                _sent(told, twin)
        if seed < PHONES:
            twin.something_else(told.rng)
        _sent(told, twin)
        for _ in range(TAPS):
            _tap(told, twin)
    return told


def _game_of_people(seed: int) -> tuple[dict[str, Any], list[Any]]:
    """A game at a table, and its answers: some of them, or all."""
    play, rng = table_game(seed), Random(f"people {seed}")
    while play.pending is not None and (seed == PHONES or len(play.live) < ANSWERS):
        play.answer(some_answer(play.pending, rng), checked=True)
    return play.header, [entry.answer for entry in play.entries]


def _sent(told: Told, twin: Twin) -> None:
    for viewer in twin.phones:
        for where, sent in twin.sent(viewer):
            pieces: tuple[Any, ...] = sent if isinstance(sent, tuple) else (sent,)
            status = [each for each in pieces if isinstance(each, int)]
            told.note(
                "shown", [viewer, where, status, [skeleton(where, each) for each in pieces if isinstance(each, str)]]
            )


def _tap(told: Told, twin: Twin) -> None:
    """Somebody opens a page, and follows a link or sends a form of it."""
    viewer, rng = told.rng.choice(list(twin.phones)), told.rng
    phone, where = twin.phones[viewer], rng.choice((*PAGES, *MORE))
    page = phone.get(where)
    forms = _FORM.findall(page)
    links = [each["href"] for tag, each in _fields(page) if tag == "a" and each.get("href", "").startswith("/")]
    if links and (not forms or rng.random() < 0.3):
        tapped: Any = rng.choice(links)
        phone.get(tapped)
    elif forms:
        (_, form), *fields = _fields(rng.choice(forms))
        tapped = form.get("action", where), _filled(fields, rng)
        if form.get("method") == "post":
            phone.post(*tapped)
        else:
            phone.get(f"{tapped[0]}?{urlencode(tapped[1])}")
    else:
        tapped = None
    at = tapped if isinstance(tapped, str) else tapped[0] if tapped else where
    sent = _MARK.sub("", str(tapped))
    told.note("shown", [viewer, where, skeleton(where, page), sent, phone.status, skeleton(at, phone.page)])


def _fields(text: str) -> list[tuple[str, dict[str, str]]]:
    return [(tag, {name: unescape(value) for name, value in _HAS.findall(rest)}) for tag, rest in _FIELD.findall(text)]


def _filled(fields: list[tuple[str, dict[str, str]]], rng: Random) -> list[tuple[str, str]]:
    """What is sent: what is hidden as it is, of boxes some, one button, anything where something can be typed."""
    sent, buttons = [], []
    for tag, each in fields:
        if tag == "button":
            buttons += [(each["name"], each.get("value", ""))] if "name" in each else []
        elif each.get("type") == "hidden" or (each.get("type") in ("checkbox", "radio") and rng.random() < 0.5):
            sent.append((each.get("name", ""), each.get("value", "")))
        elif each.get("type") not in ("checkbox", "radio") and "name" in each:
            number = each.get("type") == "number"
            sent.append((each["name"], rng.choice([each.get("value", ""), "1" if number else rng.choice(_TYPED)])))
    return sent + ([rng.choice(buttons)] if buttons and rng.random() < 0.8 else [])


def games() -> dict[str, Callable[[], Told]]:
    """Every game that is kept, by its name."""
    found: dict[str, Callable[[], Told]] = {}
    found |= {f"random {number}": partial(random_game, number) for number in range(RANDOM)}
    found |= {f"rich {number}": partial(rich_game, number) for number in range(RICH)}
    found |= {f"phones {number}": partial(table_of_phones, number) for number in range(PHONES + 1)}
    found |= {f"people {number}": partial(people_game, number) for number in range(RANDOM)}
    found |= {f"fights {number}": partial(fights, number) for number in range(FIGHTS)}
    found |= {f"table {number}": partial(table_that_reads, number) for number in range(TABLES)}
    found |= {f"numbers {number}": partial(odds_by_numbers, number) for number in range(NUMBERS)}
    return found | {f"older {path.stem}": partial(older_game, path.stem) for path in sorted(OLDER.glob("*.jsonl"))}


if __name__ == "__main__":
    if len(sys.argv) > 1:
        for chapter, lines in games()[" ".join(sys.argv[1:])]().lines.items():
            print(*(f"{chapter} {line}" for line in lines), sep="\n")
    else:
        kept = {name: game().digests() for name, game in games().items()}
        KEPT.write_text(yaml.safe_dump(kept, sort_keys=False), encoding="utf-8")
