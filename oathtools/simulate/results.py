"""From sums to results: shares and means with their intervals, tables over rounds and cards, differences in pairs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import atan2, cos, pi, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.simulate.game import MEASURES, ROLES, Record, way, winner
from oathtools.simulate.setting import Plan

# -- sums over games: whole numbers under names, so that they are the same in whatever order games were played ---------
#
# A name is a path: ``A/way/usurper 3.1`` counts in the setting ``A``, ``pair/rounds/squares`` the pairs of two
# settings.


Sums = Counter[str]


def add(sums: Sums, names: Sequence[str], games: Iterable[Sequence[Record]]) -> None:
    """Add games to sums, each as its records under the settings of these names. Those that failed are only counted."""
    for records in games:
        for name, record in zip(names, records, strict=True):
            sums.update(_under(name, _of_game(record)))
        if len(names) == 2 and not any("fault" in record for record in records):
            sums.update(_under("pair", _of_pair(*records)))


def below(sums: Mapping[str, int], path: str) -> dict[str, int]:
    """What stands directly below a path: the last part of each name, and its number."""
    start = f"{path}/"
    found = ((name[len(start) :], number) for name, number in sums.items() if name.startswith(start))
    return {name: number for name, number in found if "/" not in name}


def _under(path: str, parts: Iterator[tuple[str, int]]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for name, number in parts:
        found[f"{path}/{name}"] += number
    return found


def _of_game(record: Record) -> Iterator[tuple[str, int]]:
    if "fault" in record:
        yield "failed", 1
        return
    yield "games", 1
    yield "decisions", record["decisions"]
    for measure in MEASURES:
        value = measure.of(record)
        yield f"measure/{measure.name}", value
        yield f"squares/{measure.name}", value * value
    yield f"rounds/{record['rounds']}", 1
    yield f"way/{way(record) or 'nobody'}", 1
    yield from _of_winner(record)
    yield from _of_ends(record)
    yield from _of_cards(record)
    yield from ((f"actions/{action}", count) for action, count in record["actions"].items())


def _of_winner(record: Record) -> Iterator[tuple[str, int]]:
    won, oath = winner(record), record["oath"]
    yield f"oath/{oath}", 1
    yield f"under/{oath}/{won['role'] if won else 'nobody'}", 1
    for number, seat in enumerate(record["seats"], 1):
        yield f"seat/{number}", int(seat is won)
        yield f"seats/{number}", 1
        for what in (f"bot/{seat['bot']}", f"began/{seat['began']}", f"role/{seat['role']}"):
            yield f"{what}/seats", 1
            yield f"{what}/won", int(seat is won)


def _of_ends(record: Record) -> Iterator[tuple[str, int]]:
    """Round by round: the role of the title's holder and of the leader, and whether the leader won in the end."""
    roles = {seat["color"]: seat["role"] for seat in record["seats"]}
    for number, end in enumerate(record["ends"], 1):
        yield f"end/{number}/games", 1
        yield f"end/{number}/usurper", int(end["usurper"])
        yield f"end/{number}/title {roles.get(end['title'], 'nobody')}", 1
        yield f"end/{number}/lead {roles.get(end['leader'], 'nobody')}", 1
        yield f"end/{number}/held", int(end["leader"] == record["winner"])


def _of_cards(record: Record) -> Iterator[tuple[str, int]]:
    """Of each card: the games in which it was played and used, how often, by how many players, winners among them."""
    for what in ("played", "used", "held"):
        for card in {card for seat in record["seats"] for card in seat[what]}:
            yield f"card/{card}/{what}", 1
    for seat in record["seats"]:
        won = int(seat["color"] == record["winner"])
        for card in seat["played"]:
            yield f"card/{card}/players", 1
            yield f"card/{card}/players_won", won
        for card, times in seat["used"].items():
            yield f"card/{card}/times", times
        for card in seat["held"]:
            yield f"card/{card}/with_winner", won


def _of_pair(first: Record, second: Record) -> Iterator[tuple[str, int]]:
    yield "games", 1
    yield "other_course", int(first["course"] != second["course"])
    yield "other_winner", int(first["winner"] != second["winner"])
    for measure in MEASURES:
        by = measure.of(second) - measure.of(first)
        yield f"{measure.name}/more", int(by > 0)
        yield f"{measure.name}/less", int(by < 0)
        yield f"{measure.name}/sum", by
        yield f"{measure.name}/squares", by * by


def faults(games: Iterable[Sequence[Any]], names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """What failed: the setting, the number of the game, and the fault."""
    for records in games:
        for name, record in zip(names, records, strict=True):
            if "fault" in record:
                yield {"setting": name, "game": record["game"], "fault": record["fault"]}


# -- confidence intervals, each by a published method, from sums of whole numbers alone --------------------------------
#
# * a share of games: Wilson's score interval (1927);
# * a mean: Student's t;
# * the difference of a share between two settings, paired: Bonett and Price's adjusted Wald interval (2012), from the
#   pairs that part: those where it is so under the second setting only, and under the first only;
# * the difference of a mean, paired: Student's t of the differences.


# With more degrees of freedom than this Student's t is the normal distribution to three digits.
_AS_NORMAL = 10_000


class Interval(NamedTuple):
    """An estimate between its bounds."""

    value: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        """Does it leave out zero?"""
        return self.low > 0 or self.high < 0


def share(count: int, games: int, level: float) -> Interval | None:
    """A share, by Wilson; None of no games."""
    if not games:
        return None
    z, part = _normal(level), count / games
    middle = (part + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(part * (1 - part) / games + z * z / (4 * games * games))
    low = 0.0 if count == 0 else middle - half
    return Interval(part, low, 1.0 if count == games else middle + half)


def mean(total: int, squares: int, games: int, level: float) -> Interval | None:
    """A mean, by Student's t, from the sum and the sum of the squares; None of fewer than two games."""
    if games < 2:
        return None
    middle = total / games
    spread = (games * squares - total * total) / (games * (games - 1))
    half = student(level, games - 1) * sqrt(spread / games)
    return Interval(middle, middle - half, middle + half)


def paired_share(more: int, less: int, pairs: int, level: float) -> Interval | None:
    """The difference of a share, by Bonett and Price; None of no pairs.

    ``more`` are the pairs in which it is so under the second setting only, ``less`` those under the first only.
    """
    if not pairs:
        return None
    up, down = (more + 1) / (pairs + 2), (less + 1) / (pairs + 2)
    half = _normal(level) * sqrt((up + down - (up - down) ** 2) / (pairs + 2))
    return Interval((more - less) / pairs, max(-1.0, up - down - half), min(1.0, up - down + half))


def each_of(level: float, many: int) -> float:
    """The level of each of many intervals that are to hold all at once (Bonferroni)."""
    return 1 - (1 - level) / max(many, 1)


def _normal(level: float) -> float:
    return NormalDist().inv_cdf((1 + level) / 2)


@cache
def student(level: float, freedom: int) -> float:
    """The two-sided quantile of Student's t: where its distribution function has the value sought, by bisection."""
    if freedom > _AS_NORMAL:
        return _normal(level)
    low, high = 0.0, 1e6
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < level else (low, middle)
    return high


def _within(t: float, freedom: int) -> float:
    """The chance that Student's t lies between -t and t (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    angle = atan2(t, sqrt(freedom))
    term = total = 0.0
    odd = freedom % 2
    if freedom > 1:
        term = total = cos(angle) if odd else 1.0
        for k in range(3 if odd else 2, freedom - 1, 2):
            term *= (k - 1) / k * cos(angle) ** 2
            total += term
    sine = t / sqrt(freedom + t * t)
    return 2 / pi * (angle + sine * total) if odd else sine * total


Data = dict[str, Any]
LEVEL = 0.95


def results(plan: Plan, sums: Mapping[str, int], level: float = LEVEL) -> Data:
    """All that a run says, as plain data: each setting by itself, and the pairs if there are two. Sums alone decide."""
    settings = [_setting(plan, name, sums, level) for name in plan.settings]
    pair = _pair(sums, level) if len(plan.settings) == 2 else None
    return {"of": plan.of, "seed": plan.seed, "level": level, "settings": settings, "pair": pair}


def _setting(plan: Plan, name: str, sums: Mapping[str, int], level: float) -> Data:
    own = {path[len(name) + 1 :]: number for path, number in sums.items() if path.startswith(f"{name}/")}
    games, setting = own.get("games", 0), plan.settings[name]
    return {
        "name": name,
        "bots": list(setting.bots),
        "readings": dict(setting.readings),
        "variants": list(setting.variants),
        "games": games,
        "failed": own.get("failed", 0),
        "decisions": own.get("decisions", 0),
        "measures": [_measure(each.name, each.is_share, own, games, level) for each in MEASURES],
        "ways": _shares(below(own, "way"), games, level),
        "rounds": _shares(below(own, "rounds"), games, level),
        "oaths": [
            {"oath": oath, "games": count, "won": _shares(below(own, f"under/{oath}"), count, level)}
            for oath, count in sorted(below(own, "oath").items())
        ],
        "seats": [_seat(own, number, level) for number in range(1, plan.players + 1)],
        "roles": [_who(own, "role", role, level) for role in ROLES],
        "bots_won": [_who(own, "bot", bot, level) for bot in sorted(dict.fromkeys(setting.bots))],
        "ends": list(_ends(own)),
        "cards": list(_cards(own, games, level)),
        "actions": {action: count / games for action, count in sorted(below(own, "actions").items())} if games else {},
    }


def _interval_data(found: Interval | None) -> Data:
    return {"value": None, "low": None, "high": None} if found is None else _rounded(found)


def _rounded(found: Interval) -> Data:
    return {key: round(value, 6) for key, value in found._asdict().items()}


def _measure(name: str, is_share: bool, own: Mapping[str, int], games: int, level: float) -> Data:
    total, squares = own.get(f"measure/{name}", 0), own.get(f"squares/{name}", 0)
    found = share(total, games, level) if is_share else mean(total, squares, games, level)
    return {"name": name, "share": is_share, **_interval_data(found)}


def _shares(counts: Mapping[str, int], games: int, level: float) -> list[Data]:
    return [
        {"name": name, "games": count, **_interval_data(share(count, games, level))}
        for name, count in sorted(counts.items())
    ]


def _seat(own: Mapping[str, int], number: int, level: float) -> Data:
    won, games = own.get(f"seat/{number}", 0), own.get(f"seats/{number}", 0)
    return {"seat": number, "games": games, "won": won, **_interval_data(share(won, games, level))}


def _who(own: Mapping[str, int], kind: str, name: str, level: float) -> Data:
    """Of a role or a bot: how many sat so at the end, how many games they won, and the share of the games."""
    seats, won = own.get(f"{kind}/{name}/seats", 0), own.get(f"{kind}/{name}/won", 0)
    return {"name": name, "seats": seats, "won": won, **_interval_data(share(won, own.get("games", 0), level))}


def _ends(own: Mapping[str, int]) -> Iterator[Data]:
    """How things stood at the end of each round, in shares of the games that came so far."""
    for number in range(1, catalog.LAST_ROUND + 1):
        here = below(own, f"end/{number}")
        games = here.get("games", 0)
        if games:
            shares = {name: count / games for name, count in sorted(here.items()) if name != "games"}
            yield {
                "round": number,
                "games": games,
                "title": {name[6:]: round(part, 6) for name, part in shares.items() if name.startswith("title ")},
                "lead": {name[5:]: round(part, 6) for name, part in shares.items() if name.startswith("lead ")},
                "usurper": round(shares.get("usurper", 0), 6),
                "leader_wins": round(shares.get("held", 0), 6),
            }


def _cards(own: Mapping[str, int], games: int, level: float) -> Iterator[Data]:
    """Each card that was played, used or held: the one most played first."""
    names = {path.split("/")[1] for path in own if path.startswith("card/")}
    for card in sorted(names, key=lambda each: (-own.get(f"card/{each}/played", 0), each)):
        here = {"played": 0, "players": 0, "players_won": 0, "used": 0, "times": 0, "held": 0, "with_winner": 0}
        here |= below(own, f"card/{card}")
        win = share(here["players_won"], here["players"], level)
        yield {"card": card, "name": catalog.name_of(card), **here, "won_by_who_played_it": _interval_data(win)}


# -- two settings ------------------------------------------------------------------------------------------------------


def _pair(sums: Mapping[str, int], level: float) -> Data:
    """The differences, second setting less first, on the same seeds; ``sure`` holds for all measures at once."""
    own = below(sums, "pair")
    pairs = own.get("games", 0)
    return {
        "pairs": pairs,
        "other_course": own.get("other_course", 0),
        "other_winner": own.get("other_winner", 0),
        "measures": [_difference(each.name, each.is_share, sums, pairs, level) for each in MEASURES],
    }


def _difference(name: str, is_share: bool, sums: Mapping[str, int], pairs: int, level: float) -> Data:
    own = below(sums, f"pair/{name}")
    more, less = own.get("more", 0), own.get("less", 0)

    def at(level: float) -> Interval | None:
        if is_share:
            return paired_share(more, less, pairs, level)
        return mean(own.get("sum", 0), own.get("squares", 0), pairs, level)

    alone, together = at(level), at(each_of(level, len(MEASURES)))
    return {
        "name": name,
        "share": is_share,
        "more": more,
        "less": less,
        **_interval_data(alone),
        **({} if is_share or more + less else {"low": None, "high": None}),  # no spread is seen, so none is known
        "clear": alone is not None and alone.clear,
        "sure": together is not None and together.clear,
    }
