"""A random campaign played in the engine, and described from the position and the same dice: one account."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from oathtools.answerers.judge import last_fought
from oathtools.engine.decision import Answer, Decision
from oathtools.journal import game_at
from oathtools.journal.play import Play
from oathtools.procedures.campaign.account import account
from oathtools.procedures.campaign.declaration import CAMPAIGN
from oathtools.procedures.campaign.fight import Fight
from oathtools.procedures.campaign.outlook import Outlook, declared
from oathtools.procedures.campaign.plans import options_of
from oathtools.procedures.campaign.staged import ROLLS, SACRIFICE, Beat, How, Known, declared_scene, stage
from oathtools.procedures.machine.facts import BANDITS
from oathtools.procedures.machine.game import Game
from oathtools.render.battles.campaign import campaign_as_json
from oathtools.render.names import Names
from oathtools.table.position.form import to_position
from oathtools.table.state import HIDDEN, SECRET, SHARED, State
from oathtools.table.views import View
from tests.support.crowded import mustered, settle

ANSWERS = 120


# Campaigns that begin within another one, or after it, are told for themselves.
_OTHERS = ("sneak_attack.campaign", "second_wind.campaign", "second_wind.travel")


class Played(NamedTuple):
    """A campaign as it was played: the table before its last answer of declaration, what was declared, all answers."""

    play: Play
    before: State
    readings: dict[str, str]
    seat: str
    given: dict[str, Any]
    known: Known


class Compared(NamedTuple):
    """What was compared: plans used, by how many players of the defense, the steps, the pieces moved."""

    plans: int
    allies: int
    steps: int
    moved: int


def a_game(rng: Random) -> Play | None:
    """A crowded position as a game that goes on from it."""
    game = mustered(rng)
    if game is None:
        return None
    settle(game, rng)
    return game_at(to_position(game.state), digests=False)


def an_answer(asked: Decision, rng: Random) -> Answer:
    """Campaigns before anything else, plans and Allies more often than not, no campaign upon another."""
    kind = asked.kind
    if kind == "act" and asked.allows("campaign"):
        return "campaign"
    if kind in _OTHERS:
        return "no"
    if kind in ("campaign.join", "campaign.ally") and rng.random() < 0.7:
        return "yes"
    if kind == "campaign.dice" and rng.random() < 0.8:
        return asked.default
    if kind == "campaign.plan" and rng.random() < 0.8:
        options = [option for option in asked.legal() if option != "go-on"]
        return rng.choice(options) if options else "go-on"
    return asked.random(rng)


def played(seed: int) -> Played | None:
    """A random campaign from its declaration to its end; None if there is none."""
    rng = Random(seed)
    play = a_game(rng)
    if play is None:
        return None
    before = play.state.copy()
    record: dict[str, Any] | None = None
    plans: list[Any] = []
    rest: list[tuple[str, Answer]] = []
    joined: list[str] = []
    plain = False
    for _ in range(ANSWERS):
        asked = play.pending
        if asked is None:
            return None
        fight = play.game.frame.fact("fight")
        answer = an_answer(asked, rng)
        if asked.kind == "act" and record is None:
            before, plain = play.state.copy(), answer == CAMPAIGN.name
        if isinstance(fight, Fight) and asked.kind == "campaign.plan" and answer != "go-on":
            plans.append((asked.who, options_of(play.game, fight, asked.who)[str(answer)]))
        elif record is not None and asked.kind not in ("campaign.plan", "campaign.join", "campaign.ally"):
            rest.append((asked.kind, answer))
        play.answer(answer, checked=True)
        for event in play.batches[-1].events:
            if event.kind == "action" and event.facts["action"] == CAMPAIGN.name and record is None:
                record = {**event.facts["given"], "seat": event.facts["who"], "used": event.facts["used"]}
            elif event.kind == "allies":
                joined = list(event.facts["who"])
            elif event.kind == "campaign_end" and record is not None:
                # A campaign that a power grants is declared as if somewhere else, which no words for it say.
                return _whole(play, before, record, plans, rest, joined) if plain else None
    return None


def _whole(
    play: Play,
    before: State,
    record: dict[str, Any],
    plans: list[Any],
    rest: list[tuple[str, Answer]],
    allies: list[str],
) -> Played | None:
    if record["used"]:
        return None
    again = any(kind.endswith(".reroll") for kind, _ in rest)
    rolls = {} if again else {ROLLS[kind]: answer for kind, answer in rest if kind in ROLLS}
    sacrifice = next((answer == "yes" for kind, answer in rest if kind == SACRIFICE), True)
    choices = [each for each in rest if again or each[0] not in ROLLS]
    given = {field.name: record[field.name] for field in CAMPAIGN.fields}
    known = Known(allies, plans, rolls, sacrifice, choices)
    return Played(play, before, dict(play.game.readings), record["seat"], given, known)


def told(beats: Sequence[Beat], names: Names, actor: str) -> dict[str, Any]:
    return campaign_as_json(account(beats), names, actor)


def moved(data: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for step in data["steps"] for each in step["moved"]]


def compared(seed: int) -> Compared | None:
    """One campaign, three times: as it was played, from its position, and from that with its choices left open."""
    case = played(seed)
    if case is None:
        return None
    names = Names(View(case.play.state, None, True))
    found = last_fought(case.play, rolled=False)
    assert found is not None
    as_played = told(found, names, case.seat)

    game = Game(case.before.copy(), case.play.game.registry, case.readings)
    frame, refusals = declared(game, case.seat, case.given["defender"], case.given["targets"], case.given["dice"])
    assert refusals == []
    scene = declared_scene(game, frame)
    staged = stage(scene, case.known)
    assert staged.pending is None
    from_position = told(staged.beats, names, case.seat)
    assert from_position == as_played
    assert game.state.canonical() == case.before.canonical()
    _moves_lead_to(case.before, moved(as_played), staged.game.state)

    left_open = stage(scene, case.known._replace(choices=[each for each in case.known.choices if each[0] in ROLLS]))
    first = next((at for at, beat in enumerate(left_open.beats) if beat.how is not How.GIVEN), len(left_open.beats))
    assert told(left_open.beats[:first], names, case.seat) == told(staged.beats[:first], names, case.seat)
    _foreseen(game, frame, case, staged.beats)
    _ends_as_the_odds_say(staged.beats, case.known.choices, staged.game.state)
    users = {who for who, _ in case.known.plans}
    return Compared(len(case.known.plans), len(users - {case.seat}), len(as_played["steps"]), len(moved(as_played)))


def _moves_lead_to(before: State, moves: list[dict[str, Any]], after: State) -> None:
    """All that was told to be moved, moved: the pieces and cards lie as they do after the campaign."""
    pieces = {place: Counter(pile) for place, pile in before.pieces.items()}
    where = dict(before.where)
    for each in moves:
        what, count = each["what"], each["count"]
        if what in where and each["from"] == where[what]:
            where[what] = each["to"]
            continue
        pieces.setdefault(each["from"], Counter())[what] -= count
        pieces.setdefault(each["to"], Counter())[what] += count
    for place in {*pieces, *after.pieces} - {SHARED}:
        assert _counted(pieces.get(place, Counter())) == _counted(Counter(after.pieces.get(place, {}))), place
    known = [card for card in after.where if card in where]
    assert {card: after.where[card] for card in known} == {card: where[card] for card in known}


def _counted(pile: Counter[str]) -> dict[str, int]:
    """The pieces of a place; secrets of either face together, since turning one moves it nowhere."""
    found = Counter({SECRET if what == HIDDEN else what: 0 for what in pile})
    for what, count in pile.items():
        found[SECRET if what == HIDDEN else what] += count
    return {what: count for what, count in found.items() if count}


def _foreseen(game: Game, frame: Any, case: Played, beats: Sequence[Beat]) -> None:
    """The odds look at the battle that is rolled, where nothing was chosen before the rolls beside plans and Allies."""
    asked = [beat.decision.kind for beat in beats if beat.decision is not None]
    before = asked[: next((at for at, kind in enumerate(asked) if kind in ROLLS), len(asked))]
    rolled = account(beats).battle
    if rolled is None or set(before) - {"campaign.plan", "campaign.join", "campaign.ally"}:
        return
    look = Outlook(game, frame, case.known.allies)
    for who, chosen in case.known.plans:
        if who != BANDITS and look.battle.victor is None:
            look = look.then(who, chosen)
    look = look.with_bandits()
    assert look.battle._replace(rerolls=rolled.rerolls) == rolled


def _ends_as_the_odds_say(beats: Sequence[Beat], choices: Sequence[tuple[str, Answer]], after: State) -> None:
    """The arithmetic of the odds on the battle that was rolled: who falls, who is left, what is gained and captured."""
    found = account(beats)
    if ("sticky_fire.kill", "no") in choices:
        return
    assert found.resolved is not None and found.ending is not None
    expected = found.resolved.ending
    if not all(after.count(f"stock.{seat}", seat) for seat in after.seats):  # 9.3: as many as there are
        expected = expected._replace(gained=min(expected.gained, found.ending.gained))
    assert found.ending == expected
