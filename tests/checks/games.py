"""Random games: invariants, replays, bots that must not know, the table of the hands, every screen, what is kept."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

from oathtools import catalog
from oathtools.answerers.bot import MOST_ASKED, advice, first_hint, run_plugs
from oathtools.bots import Bot
from oathtools.cli.game.table_talk import CHANCE, COIN, rolled
from oathtools.journal import Play
from oathtools.powers import load
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.hands import by_stack
from oathtools.render.game.prompts import POWER_PROMPTS
from oathtools.saga.chronicle.form import loads, to_data
from oathtools.saga.folder import explored as explored_from
from oathtools.saga.guide.plan import SetupPlan, saved_world, seats_of
from oathtools.saga.guide.pulls import pulls
from oathtools.saga.guide.pulls_setup import setup_pulls
from oathtools.saga.save_string import string as tts
from oathtools.saga.save_string.fill import fill
from oathtools.saga.save_string.parse import assemble, facts
from oathtools.table.invariants import faults
from oathtools.table.position.cards import PositionError
from oathtools.table.position.form import from_position, position_text, read_position, to_position
from oathtools.variants import opened
from tests.checks.runner import Case, NoCase, NoMore, check
from tests.support import begun_anew, followed, pictured, sameness
from tests.support.box import faults as faults_of_box
from tests.support.box import laid, setup_faults, sorted_away
from tests.support.evening import Evening
from tests.support.explored import impossible as impossible_for
from tests.support.hidden_faces import apart, shuffled
from tests.support.outland import KINDS
from tests.support.outland_sagas import a_saga
from tests.support.pack import known
from tests.support.possible import impossible
from tests.support.random_games import answerer, header, is_hidden, played
from tests.support.rich import ACTING, position
from tests.support.sagas import Written, saga, sound
from tests.support.save_worlds import any_world, honest
from tests.support.screens import Screens
from tests.support.states import states


def by_bots(number: int, bots: str, at_boundary: Callable[[Game], None]) -> Play:
    """Random game number so-and-so, every seat played by a bot of that name."""
    head = header(number)
    head["seats"] = [{**seat, "bot": bots} for seat in head["seats"]]
    play = Play(head, keep_log=False, digests=False)
    play.driver.at_boundary = lambda: at_boundary(play.game)
    run_plugs(play)
    return play


@check("games", "games", 2000)
@check("games-greedy", "games", 60, bots="greedy")
def games(case: Case, bots: str = "") -> None:
    """Random games (by bots that mean it): everything counted at each action boundary; each replays."""

    def sound(game: Game) -> None:
        case.counts["boundaries"] += 1
        assert not (found := faults(game.state)), "; ".join(found)

    play = by_bots(case.number, bots, sound) if bots else played(case.number, sound)
    again = Play(play.header, play.entries, keep_log=False, digests=False)
    assert not again.differences and again.state == play.state, f"replay differs: {again.differences[:1]}"
    case.counts["answers"] += len(play.live)


def _digest(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, default=str).encode()).hexdigest()[:16]


@check("trails", "games", 60)
def trails(case: Case) -> None:
    """A digest of all that is offered, answered and left on the table, for --like: texts and clauses are no part."""
    if is_hidden(case.number):
        raise NoCase
    play = played(case.number, digests=True)
    case.left = _digest([[entry.as_data() for entry in play.entries], play.game.state.digest()])


@check("trails-whole", "games", 2000)
def trails_whole(case: Case) -> None:
    """The same with prompts, refusals and the state after each answer, every boundary counted: for another build."""
    play, answer = Play(header(case.number), keep_log=False, digests=False), answerer(case.number)
    trail: list[Any] = []

    def at_boundary() -> None:
        assert not (found := faults(play.state)), "; ".join(found)

    play.driver.at_boundary = at_boundary
    while (pending := play.pending) is not None:
        reply = answer(pending)
        refused = [(option, [tuple(each) for each in refusals]) for option, refusals in pending.refused()]
        trail.append([pending.kind, pending.who, pending.prompt, [*pending.legal()], refused, reply])
        play.answer(reply)
        trail.append(play.state.digest())
    case.counts["answers"] += len(play.live)
    case.left = _digest(trail)


def _unused(total: Case) -> None:
    """Which cards' powers were never asked for, and which of their questions."""
    registry, seen = load(), {name.removeprefix(".") for name in total.counts}
    modifiers = (each.card for group in registry.modifiers.values() for each in group)
    cards = sorted({*registry.actions, *registry.plans, *modifiers} - seen)
    unseen = [kind for kind in POWER_PROMPTS if kind not in seen]
    total.notes += [f"never used: {', '.join(cards) or 'none'}", f"never asked: {', '.join(unseen) or 'none'}"]


@check("rich", "positions", 300, 120, ends=_unused)
def rich(case: Case) -> None:
    """Random play from crowded positions, so that every card comes into use: counted at boundaries, replayed."""
    rng, play = case.rng(), position(case.number).play()
    for _ in range(case.each):
        if play.driver.pending is None:
            break
        decision = play.pending
        case.counts[f".{decision.kind}"] += 1
        answer = decision.random(rng)
        if decision.kind == "act":
            lively = [option for option in decision.legal() if option in ACTING]
            answer = rng.choice(lively) if lively and rng.random() < 0.9 else answer
        play.driver.answer(answer)
        play.answers.append(answer)
        case.counts["answers"] += 1
        for event in play.game.do.events:
            if event.kind in ("power", "plan"):
                case.counts[f".{event.facts['card']}"] += 1
            case.counts.update(f".{card}" for card, _ in event.facts.get("used", ()) if event.kind == "action")
        play.game.do.events.clear()
        found = faults(play.state)
        assert not found or play.driver.pending is None or play.pending.kind != "act", "; ".join(found)
    assert play.replayed() == play.state, "the same answers lead elsewhere"


@check("hidden", "questions", 500, bot="greedy")
@check("hidden-planner", "questions", 200, bot="planner")
def hidden(case: Case, bot: str) -> None:
    """Where only faces are others that a bot may not see, it answers the same."""
    case.counts["questions"] = 0
    for number, other in enumerate(apart(case.number, bot)):
        case.counts["questions"] += 1
        case.wrong += [f"question {number} is answered otherwise"] * other


@check("hands", "games", 100, 120)
@check("hands-variants", "games", 100, 120, variants=True)
@check("hands-readings", "games", 100, 120, readings=True)
def hands(case: Case, **how: bool) -> None:
    """Hands that know no rule and hear nothing but the log have the table that is shown (house rules, readings)."""
    if how.get("variants"):
        house_rules()
    try:
        case.counts["comparisons"] += followed.run(case.number, case.each, **how)
    except PositionError:
        raise NoCase from None


@check("hands-sagas", "sagas", 200, 5, limit=1800)
@check("hands-sagas-variants", "sagas", 200, 5, limit=1800, variants=True)
def hands_sagas(case: Case, **how: bool) -> None:
    """The same in sagas, each game to its end, each with its Chronicle."""
    if how:
        house_rules()
    case.counts["comparisons"] += followed.saga(case.number, case.each, **how)


@check("pull-lists", "sagas", 1000, limit=7200)
@check("pull-lists-realms", "sagas", 1000, limit=7200, of=a_saga)
def pull_lists(case: Case, of: Callable[..., object] = saga) -> None:
    """Hands that know no rule follow the lists of a saga on a bare box, by step and by stack, and set up from it."""
    seats, known = seats_of([(name, None) for name in ("Ann", "Bo", "Cy", "Di", "Ed", "Fay")[: 2 + case.number % 5]])

    def follow(game: Written) -> None:
        kept = opened(game.after.variants, game.after.variants)
        plan = SetupPlan(seats, known, named=True, saved=saved_world(game.after), variants=kept)
        for order in (list, by_stack):
            box = laid(game.end, str(case.number))
            box.follow(order(pulls(game.play)))
            case.wrong += faults_of_box(box, game.after)
            box.follow(order(setup_pulls(plan, packed=True)))
            case.wrong += setup_faults(box, game.after, len(seats), hidden=True)
            case.counts["lists"] += 2
            if not game.after.unknown():
                box = sorted_away(game.after, str(case.number))
                box.follow(order(setup_pulls(replace(plan, spoil=True), packed=False)))
                case.wrong += setup_faults(box, game.after, len(seats), hidden=False)
                case.counts["lists"] += 1

    of(case.number, 2, follow)


@check("fills", "fills", 500, 4)
def fills(case: Case) -> None:
    """A world of which half was told, made whole: it can have come out of its game, by the Law (8.3 to 8.5, 8.8)."""

    def possible(game: Written) -> None:
        for seed in range(case.each):
            case.counts["worlds"] += 1
            case.wrong += impossible(game, fill(game.after, f"{case.number} {seed}"))

    saga(4 * case.number + 3, 2, possible)


@cache
def house_rules() -> None:
    """The pack of cards is known to this process from now on."""
    known()


def _refused(total: Case) -> None:
    refused = {name[1:]: number for name, number in total.counts.items() if name[0] == "."}
    total.notes += [f"{refused[name]:8} {name}" for name in sorted(refused, key=lambda name: -refused[name])[:40]]


@check("screens", "answers", 50_000, 100, limit=1800, ends=_refused)
def screens(case: Case) -> None:
    """Every screen after every answer, undo, adjustment tells something to everybody, and changes nothing."""
    shown = Screens()
    try:
        looked = followed.looked_at(case.number, shown)
    except PositionError:  # a rich position that is none
        raise NoCase from None
    try:
        looked.play_on(case.each)
    except Exception as fault:
        raise AssertionError(f"entry {looked.play.head}: {type(fault).__name__}: {fault}") from fault
    finally:
        case.counts.update({"answers": looked.compared, "screens": shown.calls})
        case.counts["adjustments"] += sum(entry.adjust is not None for entry in looked.play.entries)
        case.counts.update({f".{because}": number for because, number in shown.refused.items()})


@check("snapshots", "games", 10_000, limit=7200)
def snapshots(case: Case) -> None:
    """Recorded games told line by line from what is kept beside them as from their first answer."""
    recorded = sorted(sameness.GAMES.glob("*.jsonl"))
    if case.number >= len(recorded):
        raise NoMore
    for found in sameness.differences(recorded[case.number].stem, case.folder, case.each):
        case.counts["lines"] += 1
        case.wrong += found


@check("snapshots-damaged", "damages", 500)
class DamagedSnapshots:
    """What is kept beside a journal is cut, edited, swapped, of another time: no game stands otherwise for it."""

    def __init__(self, folder: Path) -> None:
        self.damages = sameness.Damages(folder)

    def __call__(self, case: Case) -> None:
        case.wrong += filter(None, [self.damages.wrong(case.number)])


@check("moments", "moments", 300, 6)
class Moments(sameness.Moments):
    """Recorded games at a moment, and positions: commands say to the byte what they say without New Foundations."""


@check("explored", "moments", 500, 4)
def explored(case: Case) -> None:
    """A moment of a random game dealt anew so many times: each possible by what a player knows, and played on."""
    play, rng = by_bots(case.number % 50, "random", lambda game: None), case.rng()
    moments = [entry.n for entry in play.live if entry.kind == "act"]
    at = play.again(rng.choice(moments) - 1, digests=False)
    if not at.at_boundary:
        raise NoCase
    viewer = rng.choice((None, *at.state.seats))
    for seed in range(case.each):
        header = explored_from(at, viewer, f"{case.number}/{seed}")
        copy = Play(header, keep_log=False, digests=False)
        assert not (wrong := impossible_for(at.state, copy.state, viewer)), "; ".join(wrong[:3])
        header["seats"] = [{**seat, "bot": "random"} for seat in header["seats"]]
        run_plugs(copy := Play(header, keep_log=False, digests=False), most=40)
        assert not (found := faults(copy.state)), "; ".join(found)
        case.counts["deals"] += 1


@check("hints", "positions", 300)
def hinted(case: Case) -> None:
    """A hint at a moment of a random game: legal, the best first, and the same where only hidden faces are others."""
    play, rng = by_bots(case.number % 100, "random", lambda game: None), case.rng()
    moments = [entry for entry in play.live if entry.kind == "act" and entry.who == play.header["seats"][0]["color"]]
    entry = rng.choice(moments or [_none()])
    at = play.again(entry.n - 1, digests=False)
    if not at.at_boundary or at.pending is None or at.pending.kind != "act":
        raise NoCase
    answer, why = advice(at)
    assert at.pending.allows(answer), answer
    if why is not None:
        values = [each.value for each in why.considered]
        assert values == sorted(values, reverse=True) or why.spends, values
        assert all(at.pending.allows(each.answers[0]) for each in why.considered)
    at.game.state.zones, at.game.state.where, at.game.state.facedown = _otherwise(at, rng)
    again, because = advice(at)
    assert (again, because) == (answer, why), "another hint where only hidden faces are others"


def _none() -> Any:
    raise NoCase


def _otherwise(play: Play, rng: Random) -> tuple[Any, Any, Any]:
    """The same table but for faces that the one who is asked may not know."""
    assert play.pending is not None
    other = shuffled(play.state, play.pending.who, rng)
    return other.zones, other.where, other.facedown


@check("hint-games", "games", 200, limit=1800)
def hint_games(case: Case) -> None:
    """A game of greedy against random seats: whatever it answers is the first hint that somebody would have been given.

    So who takes every first hint has that same game: bots and chance draw from streams named by what is asked.
    """
    head, hints = header(case.number), dict[int, Any]()
    seat = head["seats"][case.number % len(head["seats"])]["color"]
    head["seats"] = [{**each, "bot": "greedy" if each["color"] == seat else "random"} for each in head["seats"]]
    play = Play(head, digests=False, takes_snapshots=True)

    def asks(bot: Bot) -> None:
        if bot.name == "greedy":
            play.stand()
            hints[play.head + 1] = first_hint(play)[0]

    run_plugs(play, seen=asks)
    case.counts["won"] += (play.state.result or {}).get("winner") == seat
    case.counts["hints"] += len(hints)
    own = {entry.n: entry.answer for entry in play.live if entry.who == seat and not entry.is_chance}
    assert hints == own, "hints part from greedy"


@check("bots-with-cards", "games", 60, limit=1800)
def bots_with_cards(case: Case) -> None:
    """A first game with real cards of one greedy against three random seats: who wins, how often people are asked."""
    bots = tuple("greedy" if seat == case.number % 4 else "random" for seat in range(4))
    evening = Evening(case.number, (), bots)
    turns = Counter((at, whose) for at, whose, _ in evening.lines() if evening.play.live[-1].kind != "end.die")
    state, name = evening.play.state, f"Bot {case.number % 4 + 1}"
    seat = next(seat for seat, player in state.players.items() if player.name == name)
    case.counts["won by greedy"] += (state.result or {}).get("winner") == seat
    often_asked = Counter(lines for (_, whose), lines in turns.items() if whose == name)
    ended = sum(each.kind == "act" and each.answer == "end" and each.who == seat for each in evening.play.live)
    often_asked[0] = max(0, ended - often_asked.total())
    case.counts.update({f"turns of greedy that asked {often} times": turns for often, turns in often_asked.items()})
    case.counts["turns of any that asked more than 3 times"] += sum(lines > MOST_ASKED for lines in turns.values())


@check("fair", "kinds of chance", 5, 1_000_000)
def fair(case: Case) -> None:
    """A million of each: dice, coins, lots as even as chance allows (chi square, once in a million too uneven)."""
    if case.number >= len(_CHANCES):
        raise NoMore
    sides, fall = _CHANCES[case.number]
    seen, whole, free = Counter(fall(case.each)), sum(sides.values()), len(sides) - 1
    assert set(seen) == set(sides), "sides that the box has not, or that never fell"
    even = {side: case.each * many / whole for side, many in sides.items()}
    square = sum((seen[side] - often) ** 2 / often for side, often in even.items())
    most = free * (1 - 2 / (9 * free) + 4.76 * (2 / (9 * free)) ** 0.5) ** 3  # Wilson and Hilferty
    case.notes.append(f"{len(sides)} sides: chi square {square:.2f}, at most {most:.2f}")
    assert square <= most, (square, most)


_CHANCES: list[tuple[dict[Any, int], Callable[[int], list[Any]]]] = [
    ({face.id: face.sides for face in catalog.ATTACK_FACES}, lambda number: rolled("attack", number)),
    ({face.id: face.sides for face in catalog.DEFENSE_FACES}, lambda number: rolled("defense", number)),
    (dict.fromkeys(range(1, 7), 1), lambda number: rolled("end", number)),
    (dict.fromkeys(COIN, 1), lambda number: [CHANCE.choice(COIN) for _ in range(number)]),
    (dict.fromkeys(permutations("abcd"), 1), lambda number: [tuple(CHANCE.sample("abcd", 4)) for _ in range(number)]),
]


@check("sagas", "sagas", 1000, 10, limit=3600)
def sagas(case: Case) -> None:
    """Setup, play, Chronicle, setup: no card lost or doubled, chapter 8 as by a second hand, strings, files."""

    def each(game: Written) -> None:
        play = game.play
        case.counts.update({"games": 1, "answers": len(play.live), "healed": game.noted("healed") is not None})
        case.counts["worlds with unknown cards"] += bool(game.after.unknown())
        case.counts["won by " + " and ".join(clause for _, clause in (play.state.result or {})["ways"])] += 1
        sound(game)
        if case.counts["games"] == case.each and case.number % 4 != 2:  # those have had their winner drawn
            again = Play(play.header, play.entries, keep_log=False, digests=False)
            assert not again.differences and again.state == play.state, again.differences[:1]

    saga(case.number, case.each, each)


@check("outland", "sagas", 100, 10, limit=3600)
def outland(case: Case) -> None:
    """Sagas with Outland Realms: no realm over four sites, all within nine, nothing lost, games are their answers."""
    kinds = a_saga(case.number, case.each)
    case.counts.update(f"with {kind.removeprefix(KINDS)}" for kind in kinds if kind.startswith(KINDS))


@check("begun-anew", "worlds", 2000)
def begun(case: Case) -> None:
    """Fresh worlds and worlds of chance: counted on the table that hands lay by the pulls, played to the first turn."""
    case.wrong += begun_anew.faults(case.number)


@check("positions", "positions", 1000)
def positions(case: Case) -> None:
    """Positions at any boundary of random games come back as the states that they were written from."""
    case.counts["positions"] = 0
    for state in states(case.number):
        position = to_position(state)
        text = json.dumps(position) if case.counts["positions"] % 10 else position_text(position)
        again = from_position(read_position(text))
        case.counts.update({"positions": 1, state.phase: 1})
        wrong = faults(state)
        alike = again.canonical() == state.canonical() and to_position(again) == position
        assert not wrong and alike, f"{state.phase} of round {state.round}: {wrong or 'another state'}\n{text}"


@check("pictures", "pictures", 5000)
def pictures(case: Case) -> None:
    """All that ``status --json`` names stands in the picture of a table once, and nothing else, for every viewer."""
    case.counts["pictures"] = 0
    for state in pictured.tables(case.number):
        case.counts["positions"] += 1
        for viewer in (None, *state.seats):
            case.counts["pictures"] += 1
            case.wrong += pictured.faults(state, viewer)


@check("save-strings", "strings", 10_000)
def save_strings(case: Case) -> None:
    """Save strings of odd worlds and honest ones, read and written back, are what they were; now and then as a file."""
    chance, versions = case.rng("save string"), list(facts()["versions"])
    raw, unit = any_world(chance) if case.number % 2 else (honest(chance, chance.choice(versions)), "utf-16")
    text = assemble(raw, unit)
    chronicle = tts.read(text)
    again = tts.write(chronicle)
    assert again == text and tts.read(again) == chronicle, f"{text!r}\n{again!r}"
    if not case.number % 10:  # through the file form too, which takes longer
        assert tts.write(loads(json.dumps(to_data(chronicle, sealed=bool(case.number % 20))))) == text, text
