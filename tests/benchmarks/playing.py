"""Games played: random playouts, a compiled core, many games summed up, bots against one another."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice
from pathlib import Path
from random import Random
from statistics import median

from oathtools.ahead.chances import ranked
from oathtools.answerers.bot import run_plugs
from oathtools.journal import Play
from oathtools.journal.begin import new_game
from oathtools.journal.file import Writer, create
from oathtools.odds import Battle, chance, dice, distribution, exact
from oathtools.powers import load
from oathtools.procedures.adjudicate import why
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.world import World, first_game_world, seats_for
from oathtools.table.position.form import from_position, normal, read_position
from tests.benchmarks.measure import ROOT, benchmark, checkouts, timed
from tests.support import icepool_model
from tests.support.random_games import OATHS, answerer, chronicled, header, played
from tests.support.random_requests import positions, some_request


def _to_file(number: int, folder: Path) -> Play:
    """A game whose journal is written as it is played, options and digests included."""
    play, answer = Play(header(number), keep_log=True, digests=True), answerer(number)
    create(folder / f"{number}.jsonl", play.header)
    with Writer(folder / f"{number}.jsonl") as writer:
        while play.pending is not None:
            writer.append([play.answer(answer(play.pending), checked=True)])
    return play


def _additions() -> int:
    """A million additions in a plain loop: what this machine is worth."""
    total = 0
    for number in range(1_000_000):
        total += number
    return total


def answers_of(number: int) -> int:
    """How many decisions a game has: what a worker process sends back."""
    return len(played(number).live)


@benchmark("playouts")
def playouts(games: int = 60) -> None:
    """Random playouts: how many decisions a second, in memory, replayed, to a file, on all processors.

    The games are those of the random tests: the first game, chronicled worlds with Citizens and all oaths, hidden
    worlds in which half of what is seen is not told; two to six seats. Legality rows are always on, refusals are lazy.
    Only ``all processors`` is wall time: the same games dealt out to one process for each.
    """
    played(0)  # imports and caches are no part of it
    speed = 1 / min(timed(_additions)[0] for _ in range(5))
    print(f"this machine         {speed:10.1f} million additions a second in a plain loop")
    spent, plays = timed(lambda: [played(number) for number in range(games)])
    lengths = [len(play.live) for play in plays]
    total = sum(lengths)
    print(f"in memory            {total / spent:10,.0f} decisions a second ({games} games)")
    workers = os.cpu_count() or 1
    with ProcessPoolExecutor(workers) as pool:
        list(pool.map(answers_of, [0] * workers * 4))
        start = time.perf_counter()
        speed = sum(pool.map(answers_of, range(games))) / (time.perf_counter() - start)
    print(f"all processors       {speed:10,.0f} decisions a second ({workers} processes)")
    print(f"decisions a game     {total / games:10.0f} (from {min(lengths)} to {max(lengths)})")
    spent, _ = timed(lambda: [Play(play.header, play.entries, keep_log=False, digests=False) for play in plays])
    print(f"replay, compared     {total / spent:10,.0f} decisions a second")
    spent, again = timed(lambda: [play.state.digest() for play in plays * 20])
    print(f"digest of a state    {spent / len(again) * 1e3:10.3f} ms")
    with tempfile.TemporaryDirectory() as folder:
        spent, written = timed(lambda: [_to_file(number, Path(folder)) for number in range(games)])
        size = sum(path.stat().st_size for path in Path(folder).iterdir())
    answers = sum(len(play.live) for play in written)
    print(f"file and digests     {answers / spent:10,.0f} decisions a second, {size / answers:.0f} bytes each")
    undos = [timed(lambda play=play: play.undo(len(play.live) // 2))[0] for play in plays]
    print(f"undo to the middle   {median(undos) * 1e3:10.1f} ms (most {max(undos) * 1e3:.1f})")


# -- two checkouts ---------------------------------------------------------------------------------------------------


def serve() -> None:
    """Play the games whose numbers come in; say the processor time, the answers and a digest of each."""
    played(0)
    for line in sys.stdin:
        spent, play = timed(lambda number=int(line): played(number))  # type: ignore[misc]
        record = json.dumps([[(each.kind, each.answer) for each in play.live], play.state.digest()], default=str)
        print(json.dumps((spent, len(play.live), hashlib.sha256(record.encode()).hexdigest())), flush=True)


@benchmark("compiled")
def compiled(before: str = "", games: int = 60, first: int = 0) -> bool:
    """The same random games in this checkout and another (a compiled one): which is faster, and is all the same?

    Each game is played in a process of either, one after the other. The check ``trails-whole`` compares every step.
    """
    folders = list(checkouts(before).values())
    command = [sys.executable, "-c", "from tests.benchmarks.playing import serve; serve()"]
    players = [
        subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for folder in folders
    ]
    spent, answers, differ = [0.0] * len(folders), 0, 0
    for number in range(first, first + games):
        came = [_asked(player, number) for player in players]
        spent = [total + each[0] for total, each in zip(spent, came, strict=True)]
        answers += came[0][1]
        if any(each[1:] != came[0][1:] for each in came):
            differ += 1
            print(f"game {number} differs: {[each[1:] for each in came]}")
    for folder, seconds in zip(folders, spent, strict=True):
        print(f"{answers / seconds:10,.0f} decisions a second  {folder}")
    print(f"{spent[0] / spent[-1]:10.2f} times as fast")
    print(f"{games} games, {answers} answers: {differ} differ")
    return not differ


def _asked(player: "subprocess.Popen[str]", number: int) -> list[float]:
    assert player.stdin is not None and player.stdout is not None
    player.stdin.write(f"{number}\n")
    player.stdin.flush()
    return list(json.loads(player.stdout.readline()))


# -- many games ------------------------------------------------------------------------------------------------------


@benchmark("simulate")
def simulate(games: int = 200, bots: str = "random", cluster: bool = False) -> bool:
    """Many games: what a game costs, whether twice as many cost twice as much, whether all ways to play say the same.

    ``cluster``: on two workers of Dask besides, one of which is killed and replaced. Memory is that of the largest
    worker and of the process that adds up, at their highest.
    """
    from oathtools.simulate.running import Chunk, Run, Runner, here, in_processes, memory, size, with_client
    from oathtools.simulate.setting import Decided, Origin, Plan, bots_named

    plan = Plan({"A": Origin().setting(Decided(bots_named(bots, 4)))}, "random worlds", "benchmark")

    def measured(name: str, games: int, runner: Runner, tell: Callable[[int], None] = lambda _: None) -> str:
        run, start = Run(plan), time.perf_counter()
        run.play(games, size(games), runner, tell)
        cost, wall = run.cost, time.perf_counter() - start
        print(
            f"{name:28}{games:6} games {cost.seconds:8.1f} s of processors {wall:8.1f} s by the clock"
            f" {1e3 * cost.seconds / games:7.0f} ms a game {cost.decisions / cost.seconds:7,.0f} decisions a second"
            f"  {cost.memory:.0f} MB a worker, {memory():.0f} MB here",
            flush=True,
        )
        return json.dumps(run.results())

    def on_cluster() -> str:
        from distributed import Client, LocalCluster

        options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
        with LocalCluster(**options) as workers, Client(workers, set_as_default=False) as client:
            pids = list(client.run(os.getpid).values())

            def run(what: Plan, chunks: Iterable[list[int]]) -> Generator[Chunk, None, None]:
                yield from with_client(client, what, chunks)

            def kill(_: int) -> None:
                if pids:
                    os.kill(pids.pop(), signal.SIGKILL)
                    pids.clear()

            return measured("Dask, one worker killed", games, run, kill)

    found = {measured("one process", games, here), measured("two processes", games, in_processes(2))}
    found |= {on_cluster()} if cluster else set()
    measured("one process, twice as many", 2 * games, here)
    print(f"the results are {'the same to the letter' if len(found) == 1 else 'NOT the same'}")
    return len(found) == 1


# -- bots ------------------------------------------------------------------------------------------------------------

SEATS = 4


def world_of(number: int) -> World:
    """Every other game is the publisher's first one; the others go through the oaths."""
    if number % (2 * SEATS) < SEATS:
        return first_game_world()
    return chronicled(Random(f"bots {number}"), OATHS[number // (2 * SEATS) % len(OATHS)])


def table(number: int, one: str, others: str, two: bool = False) -> tuple[Play, list[str]]:
    """A game before its first question, and the seats of the one."""
    world = world_of(number)
    at = [number % SEATS, (number + 2) % SEATS][: 1 + two]
    bots = [one if seat in at else others for seat in range(SEATS)]
    seats = seats_for([(f"P{seat}", None, bot) for seat, bot in enumerate(bots)], world.citizens)
    play = new_game(seats, world, seed=f"bots {number}", digests=False, keep_log=False)
    return play, [seats[seat].color for seat in at]


def interval(won: int, games: int) -> str:
    """Wilson's interval of 95 %, in percent."""
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5
    return f"{won:4d} of {games:4d}  {100 * share:5.1f} %  ({100 * (middle - half):.1f} to {100 * (middle + half):.1f})"


@benchmark("bots")
def match(
    one: str = "greedy",
    others: str = "random",
    games: int = 500,
    first: int = 0,
    two: bool = False,
    lines: bool = False,
) -> None:
    """Bots against one another: who wins, how long games last.

    Game number so-and-so is always the same game: four seats; the first game and worlds as chapter 8 leaves them in
    turn, with all oaths; the one sits at each seat in turn, and is Chancellor, Citizen or Exile as it falls out. An
    even chance is one in four; with ``two`` it sits at the seat opposite too, and an even chance is one in two.
    """
    won, played_, ways = Counter[str](), Counter[str](), Counter[str]()
    rounds, start = [], time.process_time()
    for number in range(first, first + games):
        play, mine = table(number, one, others, two)
        begins = " and ".join(play.state.players[seat].role for seat in mine)
        run_plugs(play)
        result = play.state.result or {}
        wins = result["winner"] in mine
        for key in ("all", f"as {begins}", "first game" if number % (2 * SEATS) < SEATS else "chronicled"):
            played_[key] += 1
            won[key] += wins
        ways[result["how"]] += 1
        rounds.append(result["round"])
        if lines:
            print(number, begins, "won" if wins else "lost", result["how"], result["round"], play.state.oath)
    spent = time.process_time() - start
    print(f"{one} against {others}")
    for key in played_:
        print(f"  {key:24} {interval(won[key], played_[key])}")
    print(f"  ways of winning          {', '.join(f'{how} {count}' for how, count in ways.most_common())}")
    print(f"  rounds                   median {median(rounds)}, from {min(rounds)} to {max(rounds)}")
    print(f"  time                     {spent / games:.2f} s a game")


CAMPAIGNS = [(3, 2, 1), (6, 4, 3), (10, 6, 5), (17, 10, 17), (24, 14, 20)]
AT_MOST, RATIO = 0.005, 20  # seconds, times


def least(run: Callable[[], object], before: Callable[[], object] = lambda: None, seconds: float = 0.15) -> float:
    """The least time of a run, of as many as fit into some seconds, three at least."""
    times: list[float] = []
    end = time.perf_counter() + seconds
    while len(times) < 3 or time.perf_counter() < end:
        before()
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def forget() -> None:
    """Empty our pools of dice."""
    pools = (dice.attack_rows_of, dice._defense_counts, dice.attack_faces, dice.defense_faces, dice._power)
    for cached in (*pools, exact._known_reach):
        cached.cache_clear()


def _icepool_again(battle: Battle) -> Callable[[], object]:
    """icepool with dice that are made once, so that it may keep what it knows of them."""
    attack, defense = icepool_model.attack_die(battle), icepool_model.defense_die(battle)

    def run() -> object:
        make = icepool_model.attack_die, icepool_model.defense_die
        icepool_model.attack_die, icepool_model.defense_die = lambda _: attack, lambda _: defense
        try:
            return icepool_model.campaign(battle)
        finally:
            icepool_model.attack_die, icepool_model.defense_die = make

    return run


@benchmark("odds")
def odds(rounds: int = 6) -> bool:
    """Five campaigns beside icepool, which works out the same whole distribution of outcome, skulls and losses.

    "Fresh" empties every cache before each run; "again" keeps them, as when many campaigns are weighed one after the
    other. The least of many runs in turn counts.
    """
    good = True
    print(f"{'dice, force':>14} {'':>8} {'ours':>10} {'icepool':>10} {'ratio':>7}   win chance alone")
    for attack, defense, defenders in CAMPAIGNS:
        battle = Battle(attack, attack, defense, defenders)

        def ours(battle: Battle = battle) -> object:
            return distribution(battle).endings

        def theirs(battle: Battle = battle) -> object:
            return icepool_model.campaign(battle)

        alone = least(lambda battle=battle: chance(battle))  # type: ignore[misc]
        for name, other, before in (("fresh", theirs, forget), ("again", _icepool_again(battle), lambda: None)):
            both = [(least(ours, before), least(other)) for _ in range(rounds)]
            mine, its = min(each[0] for each in both), min(each[1] for each in both)
            kept = its / mine >= RATIO and mine < AT_MOST
            good = good and kept
            label = f"{attack}, {defense}, {defenders}" if name == "fresh" else ""
            tail = f"{alone * 1e6:9.1f} µs" if name == "again" else ""
            figures = f"{mine * 1e3:7.3f} ms {its * 1e3:7.2f} ms {its / mine:6.1f}x"
            print(f"{label:>14} {name:>8} {figures} {'' if kept else 'MISSED'} {tail}")
    rerolled = Battle(attack, attack, defense, defenders, rerolls=frozenset({"attacker"}))
    mine = least(lambda: distribution(rerolled).endings, forget)
    print(f"{'with rerolls':>14} {'fresh':>8} {mine * 1e3:7.3f} ms {'' if mine < AT_MOST else 'MISSED'}")
    return good and mine < AT_MOST


@benchmark("best")
def best(file: str = str(ROOT / "tests" / "support" / "six.yaml"), rounds: int = 15) -> bool:
    """``odds --best`` on a six-player table in mid-game: every legal pair of defender and targets, under 200 ms.

    Nothing is kept from one run to the next but the dice tables, which the first run makes. The least counts.
    """
    state = from_position(normal(read_position(file)))
    game, good = Game(state, load()), True
    for by in ("chance", "losses", "win"):
        runs = [timed(lambda by=by: ranked(game, state.turn, by).ranking) for _ in range(rounds)]  # type: ignore[misc]
        times, ranking = [taken for taken, _ in runs], runs[0][1]
        good = good and min(times) < 0.2
        print(
            f"{len(state.seats)} players, by {by}: {len(ranking.pairs)} pairs, {ranking.lines} lines, "
            f"{ranking.battles} battles worked out; least {1e3 * min(times):.0f} ms, first {1e3 * times[0]:.0f} ms"
        )
    return good


@benchmark("verdicts")
def verdicts(requests: int = 1000) -> None:
    """How long a verdict takes, its repairs included, on random requests in positions of random games."""
    times = []
    for game, rng in islice(positions(count(1)), requests):  # type: ignore[arg-type]
        request = some_request(game, game.state.turn, rng)
        start = time.process_time()
        why(game, game.state.turn, request)
        times.append(1e3 * (time.process_time() - start))
    times.sort()
    half, most = times[len(times) // 2], times[len(times) * 95 // 100]
    print(
        f"{len(times)} verdicts: {sum(times) / len(times):.1f} ms on average, half of them less than {half:.1f} ms, "
        f"95 % less than {most:.1f} ms, the longest {times[-1]:.0f} ms"
    )
