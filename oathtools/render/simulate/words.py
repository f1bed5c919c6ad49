"""The words of results: what a setting is, what a number is, how the intervals were made."""

from collections.abc import Iterable, Mapping
from typing import Any

from oathtools.law.variants import get
from oathtools.simulate.game import MEASURES
from oathtools.table.result import WORDS as WAYS
from oathtools.table.state import ROLE_WORDS
from oathtools.text import capital, count, listed

Data = Mapping[str, Any]
WORDS = {each.name: each.words for each in MEASURES}
ROLES = {**ROLE_WORDS, "nobody": "nobody"}


def setting(data: Data) -> str:
    """What a setting is played by, where it is not the default."""
    said = [f"{key} read as ({letter})" for key, letter in data["readings"].items()]
    said += [get(name).title for name in data["variants"]]
    bots = list(dict.fromkeys(data["bots"]))
    who = f"{bots[0]} bots" if len(bots) == 1 else f"bots {', '.join(data['bots'])}"
    return f"{listed(said) or 'the Law by its default readings'}; {who}"


def lead(data: Data) -> list[str]:
    """What was played, in sentences."""
    first = data["settings"][0]
    played = (
        f"{count(first['games'], 'game')} of {data['of']}, {count(len(first['bots']), 'player')}, seed {data['seed']}."
    )
    if data["pair"] is None:
        return [f"{capital(played)} Played by {setting(first)}."]
    named = [f"{each['name']}: {setting(each)}." for each in data["settings"]]
    return [f"{capital(played)} Each was played twice, on the same seeds.", *named]


def failed(data: Data) -> list[str]:
    """What is to be said of games that failed."""
    faults = data["faults"]
    if not faults:
        return []
    first = faults[0]
    told = f"{count(len(faults), 'game')} failed and {'is' if len(faults) == 1 else 'are'} left out"
    return [f"{told}: the first is {first['game']} ({first['setting']}): {first['fault']}"]


def in_vain(data: Data) -> list[str]:
    """Where no pair parted: what was weighed never came up."""
    pair = data["pair"]
    if pair is None or not pair["pairs"] or pair["other_course"]:
        return []
    return ["no game went another way: what differs between the settings never came up in these games"]


def method(data: Data) -> list[str]:
    """How the intervals were made, and what they do not say."""
    level = f"{100 * data['level']:g} %"
    said = [
        f"Intervals hold in {level} of such runs: Wilson's for shares of games, Student's t for means. They tell of the"
        " luck of the seeds alone: other bots, or people, play otherwise."
    ]
    if data["pair"] is not None:
        many = len(data["pair"]["measures"])
        said.append(
            "Differences are second less first, game by game on the same seed: Bonett and Price's interval for shares,"
            f" Student's t for the rest. + leaves out zero by itself; of {many} measures about one in twenty does so by"
            " luck. * leaves it out for all of them at once (Bonferroni)."
        )
    return said


def way(name: str) -> str:
    """A way of winning: ``usurper 3.1 and visionary 3.2`` in words, each with its clause."""
    if name == "nobody":
        return "nobody won"
    return " and ".join(_one_way(each) for each in name.split(" and "))


def _one_way(name: str) -> str:
    how, _, clause = name.partition(" ")
    return f"{WAYS.get(how, how)} ({clause})"


def number(value: float | None, is_share: bool, *, signed: bool = False) -> str:
    """A share in percent, a mean with two digits; with its sign where it is a difference."""
    if value is None:
        return "?"
    sign = "+" if signed else ""
    return f"{100 * value:{sign}.1f} %" if is_share else f"{value:{sign}.2f}"


def between(data: Data, is_share: bool, *, signed: bool = False) -> str:
    """The bounds of an interval."""
    if data["low"] is None:
        return "?"
    low, high = (number(data[key], is_share, signed=signed).removesuffix(" %") for key in ("low", "high"))
    return f"{low} to {high}"


def bounds(data: Data) -> str:
    """The bounds of a difference; where no pair differs nothing is known of how far apart pairs may be."""
    if not data["more"] + data["less"]:
        return "no pair differs"
    return between(data, data["share"], signed=True)


def pairs(pair: Data) -> str:
    """How many pairs there are, and how many of them parted."""
    parted = f"{pair['other_course']} went another way, {pair['other_winner']} had another winner"
    return f"{count(pair['pairs'], 'pair')}; {parted}"


def mark(data: Data) -> str:
    """Whether a difference leaves out zero: by itself, or with all others at once."""
    return "*" if data["sure"] else "+" if data["clear"] else ""


def seen(cards: Iterable[Data], most: int) -> list[Data]:
    """The cards that were played most."""
    return [card for card in cards if card["played"]][:most]
