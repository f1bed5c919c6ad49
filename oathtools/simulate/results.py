"""From sums to results: shares and means with their intervals, tables over rounds and cards, differences in pairs."""

from collections.abc import Iterator, Mapping
from typing import Any

from oathtools import catalog
from oathtools.simulate import intervals
from oathtools.simulate.intervals import Interval
from oathtools.simulate.measures import MEASURES, ROLES
from oathtools.simulate.setting import Plan
from oathtools.simulate.sums import below

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
        "oaths": [_oath(own, oath, count, level) for oath, count in sorted(below(own, "oath").items())],
        "seats": [_seat(own, number, level) for number in range(1, plan.players + 1)],
        "roles": [_who(own, "role", role, level) for role in ROLES],
        "bots_won": [_who(own, "bot", bot, level) for bot in sorted(dict.fromkeys(setting.bots))],
        "ends": list(_ends(own)),
        "cards": list(_cards(own, games, level)),
        "actions": {action: count / games for action, count in sorted(below(own, "actions").items())} if games else {},
    }


def _told(found: Interval | None) -> Data:
    return {"value": None, "low": None, "high": None} if found is None else _rounded(found)


def _rounded(found: Interval) -> Data:
    return {key: round(value, 6) for key, value in found._asdict().items()}


def _measure(name: str, is_share: bool, own: Mapping[str, int], games: int, level: float) -> Data:
    total, squares = own.get(f"measure/{name}", 0), own.get(f"squares/{name}", 0)
    found = intervals.share(total, games, level) if is_share else intervals.mean(total, squares, games, level)
    return {"name": name, "share": is_share, **_told(found)}


def _shares(counts: Mapping[str, int], games: int, level: float) -> list[Data]:
    return [
        {"name": name, "games": count, **_told(intervals.share(count, games, level))}
        for name, count in sorted(counts.items())
    ]


def _oath(own: Mapping[str, int], oath: str, games: int, level: float) -> Data:
    return {"oath": oath, "games": games, "won": _shares(below(own, f"under/{oath}"), games, level)}


def _seat(own: Mapping[str, int], number: int, level: float) -> Data:
    won, games = own.get(f"seat/{number}", 0), own.get(f"seats/{number}", 0)
    return {"seat": number, "games": games, "won": won, **_told(intervals.share(won, games, level))}


def _who(own: Mapping[str, int], kind: str, name: str, level: float) -> Data:
    """Of a role or a bot: how many sat so at the end, how many games they won, and the share of the games."""
    seats, won = own.get(f"{kind}/{name}/seats", 0), own.get(f"{kind}/{name}/won", 0)
    return {"name": name, "seats": seats, "won": won, **_told(intervals.share(won, own.get("games", 0), level))}


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
        win = intervals.share(here["players_won"], here["players"], level)
        yield {"card": card, "name": catalog.name_of(card), **here, "won_by_who_played_it": _told(win)}


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
            return intervals.paired_share(more, less, pairs, level)
        return intervals.mean(own.get("sum", 0), own.get("squares", 0), pairs, level)

    alone, together = at(level), at(intervals.each_of(level, len(MEASURES)))
    return {
        "name": name,
        "share": is_share,
        "more": more,
        "less": less,
        **_told(alone),
        **({} if is_share or more + less else {"low": None, "high": None}),  # no spread is seen, so none is known
        "clear": alone is not None and alone.clear,
        "sure": together is not None and together.clear,
    }
