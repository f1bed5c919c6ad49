"""A win check from a handful of facts: the flags and questions of ``oathtools win``, turned into a small position.

The position is the least that makes the facts true, so that the one reading of chapter 3 answers here, too. Only what
can decide the answer is asked.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools import catalog
from oathtools.kit import datafiles

if TYPE_CHECKING:
    from oathtools.render.game.win import Report
    from oathtools.table.state import State

WAKE, ROUND_END = "wake", "round-end"
MET, TIE, UNMET = "met", "tie", "no"
GOALS: dict[str, str] = datafiles.load("words")["goals"]
SUCCESSORS: dict[str, str] = datafiles.load("words")["successor_goals"]
NAMES = {"chancellor": "the Chancellor", "citizen": "the Citizen", "exile": "the Exile"}
_TIES = ("supremacy", "protection")
_EXILES = ("red", "blue", "yellow", "white", "black")


class Question(NamedTuple):
    """A question about the table: its subject, the words, the answers (none: a number), and the flag that tells."""

    about: str
    words: str
    options: tuple[str, ...]
    flag: str
    low: int = 0
    high: int = 0


class Contradiction(ValueError):
    """Facts that cannot all be true."""


@dataclass
class Facts:
    """What a table has told. None: not told."""

    at: str | None = None
    oath: str | None = None
    round: int | None = None
    holder: str | None = None
    visions: dict[str, str | None] | None = None  # a revealed Vision by its oath -> met, tie, no, or not told
    drawn: int | None = None
    successor: bool | None = None
    die: int | None = None

    def infer(self) -> None:
        """Which check is meant, where the facts told leave no doubt: a round or a die speaks of the end of a round."""
        if self.at is None:
            if self.round is not None or self.die is not None or self.successor is not None:
                self.at = ROUND_END
            elif self.holder is not None or self.visions is not None:
                self.at = WAKE


Ask = Callable[[Question], Any]


def complete(facts: Facts, ask: Ask, thorough: bool) -> None:
    """Ask for what is not told and can decide the answer. ``thorough``: ask about a Successor, too."""
    facts.infer()
    if facts.at is None:
        words = "Which check: an Exile's Wake Phase, or the end of a round?"
        facts.at = ask(Question("at", words, (WAKE, ROUND_END), "--at"))
    if facts.at == WAKE:
        _wake(facts, ask)
    else:
        _round_end(facts, ask, thorough)


def _wake(facts: Facts, ask: Ask) -> None:
    if facts.holder is None:
        words = (
            "Has the waking Exile the title: its Usurper side (usurper), its Oathkeeper side (exile), or not (other)?"
        )
        facts.holder = ask(Question("holder", words, ("usurper", "exile", "other"), "--holder"))
    if facts.holder == "usurper" and facts.visions is None:
        return
    if facts.visions is None:
        options = ("none", *(_vision_name(oath) for oath in GOALS))
        reply = ask(Question("vision", "Which Vision has the waking Exile revealed?", options, "--vision"))
        facts.visions = {} if reply == "none" else {vision_oath(reply): None}
    _goals(facts, ask)


def _round_end(facts: Facts, ask: Ask, thorough: bool) -> None:
    last = catalog.LAST_ROUND
    if facts.round is None:
        facts.round = ask(Question("round", "Which round has ended?", (), "--round", 1, last))
    if facts.round < min(roll.round for roll in catalog.END_ROLLS):
        return
    if facts.holder is None:
        words = "Who has the Oathkeeper title? (usurper: an Exile on its Usurper side)"
        options = ("chancellor", "citizen", "exile", "usurper", "nobody")
        facts.holder = ask(Question("holder", words, options, "--holder"))
    if facts.holder == "other":
        facts.holder = "exile"
    empire = facts.holder in ("chancellor", "citizen")
    if facts.round < last:
        if empire and thorough and facts.die is None:
            reply = ask(Question("die", "What did the end die show? (0: not rolled yet)", (), "--die", 0, 6))
            facts.die = reply or None
    elif not empire and facts.holder != "usurper":
        if facts.visions is None:
            words = "Which Vision that an Exile has revealed has its goal met?"
            reply = ask(Question("vision", words, ("none", *(_vision_name(oath) for oath in GOALS)), "--vision"))
            facts.visions = {} if reply == "none" else {vision_oath(reply): MET}
        _goals(facts, ask)
        empire = not _visionary(facts)
    if empire and thorough and facts.successor is None:
        _successor(facts, ask)


def _successor(facts: Facts, ask: Ask) -> None:
    if facts.oath is None:
        facts.oath = ask(Question("oath", "Which oath is it?", tuple(GOALS), "--oath"))
    words = f"Does a Citizen {SUCCESSORS[facts.oath]}?"
    reply = ask(Question("successor", words, ("yes", "no"), "--successor"))
    facts.successor = reply == "yes"


def _goals(facts: Facts, ask: Ask) -> None:
    """Are the goals of the revealed Visions met, and have enough Visions been drawn?"""
    assert facts.visions is not None
    for oath, met in facts.visions.items():
        if met is None:
            name = _vision_name(oath)
            words = f"Does the Exile with the Vision of {name} {GOALS[oath]}?"
            options = (MET, TIE, UNMET) if oath in _TIES else (MET, UNMET)
            facts.visions[oath] = ask(Question("goal", words, options, f"--vision {name.lower()}:{MET}"))
    if facts.drawn is None and any(met != UNMET for met in facts.visions.values()):
        most = len(catalog.ids("vision"))
        facts.drawn = ask(Question("visions", "How many Visions have been drawn?", (), "--visions", 0, most))


def _visionary(facts: Facts) -> bool:
    enough = (facts.drawn or 0) >= catalog.VISIONS_TO_WIN
    return enough and any(met == MET for met in (facts.visions or {}).values())


def vision_oath(words: str) -> str:
    """The oath whose goal a Vision shares. Raises ``LookupError`` if there is no such Vision, or for the Conspiracy."""
    vision = catalog.vision(catalog.find(words, ("vision",)))
    if vision.oath is None:
        raise LookupError(f"{vision.name} has no goal")
    return vision.oath.removeprefix("oath.")


def _vision_name(oath: str) -> str:
    return catalog.name_of(catalog.oath(f"oath.{oath}").vision).removeprefix("Vision of ")


# -- the answer --------------------------------------------------------------------------------------------------------


def answered(facts: Facts, readings: Mapping[str, str]) -> "tuple[Report, str | None]":
    """The check of facts that are complete, told of roles, where no player has a name; and what it still turns on.

    Raises ``Contradiction``.
    """
    from oathtools.powers import load
    from oathtools.procedures.machine.game import Game
    from oathtools.render.game import win
    from oathtools.render.names import Names
    from oathtools.table.position.form import from_position
    from oathtools.table.views import View

    state = from_position(position_of(facts))
    seat = next(seat for seat, player in state.players.items() if player.role == "exile")
    check = win.Check(WAKE, seat, state.round) if facts.at == WAKE else win.Check(ROUND_END, None, state.round)
    game = Game(state, load(), dict(readings))
    game.rest(settled=True)  # whose the title is was told
    found = win.answer(game, check, Names(View(state, None)), facts.die)
    return found, _of_roles(found, facts, state)


def _of_roles(found: "Report", facts: Facts, state: "State") -> str | None:
    """Tell of roles, where no player has a name; say what the answer still turns on. Returns the exception in words."""
    data = found.data
    if facts.at == WAKE:
        data["at"] = "wake:the Exile"
        data["round"] = facts.round
    if facts.oath is None:
        for reason in data["reasons"]:
            reason["because"] = reason["because"].replace("Successor goal of Supremacy", "Successor goal")
    end = data["if_rolled"] or data
    open_ = facts.successor is None and end["winner"] is not None and end["seat"] == state.seats[0]
    untold = {"3.3.1" if facts.successor is None else "", "3.2" if facts.visions is None else ""}
    data["reasons"] = [reason for reason in data["reasons"] if reason["clause"] not in untold]
    for row in (data, data["if_rolled"]):
        if row:
            row["role"] = None if row["seat"] is None else state.players[row["seat"]].role
            row["seat"] = None
    clauses = [*(way["clause"] for way in data["ways"]), *(reason["clause"] for reason in data["reasons"])]
    found.citations[:] = dict.fromkeys(clauses)
    if not open_:
        return None
    goal = f" ({SUCCESSORS[facts.oath]})" if facts.oath else ""
    because = f"a Citizen who meets the Successor goal{goal} wins in the Chancellor's place"
    data["depends"].append({"on": "a Successor", "clause": "3.3.1", "because": because})
    found.citations.append("3.3.1")
    return f"a Citizen meets the Successor goal{goal} (3.3.1)"


# -- the position ----------------------------------------------------------------------------------------------------


def position_of(facts: Facts) -> dict[str, Any]:
    """The least position that makes the facts true. Raises ``Contradiction`` if none can."""
    visions = list((facts.visions or {}).items())
    oath = facts.oath or "supremacy"
    holders: dict[str, str] = {}

    def hold(piece: str, name: str) -> None:
        if holders.setdefault(piece, name) != name:
            raise Contradiction(f"{holders[piece]} and {name} cannot both hold the {piece.replace('_', ' ').title()}")

    chancellor: dict[str, Any] = {"name": NAMES["chancellor"], "role": "chancellor"}
    citizen: dict[str, Any] = {"name": NAMES["citizen"], "role": "citizen"}
    exiles = _exiles(visions, facts)
    relics = [_relic_names(0), _relic_names(1), _relic_names(2)]
    empire = 1  # the Grand Scepter
    if facts.successor:
        if oath == "supremacy":
            citizen["relics"] = relics[0][:2]
            empire = 2
        elif oath == "devotion":
            citizen["relics"] = ["Grand Scepter"]
        else:
            hold("darkest_secret" if oath == "people" else "peoples_favor", NAMES["citizen"])
    sites: list[dict[str, Any]] = [{"site": "Plains"}, {"site": "Mountain"}, {"site": "Mine"}]
    for exile, (goal, met) in zip(exiles, visions, strict=False):
        exile["vision"] = _vision_name(goal)
        if goal == "supremacy":
            sites[0]["warbands"] = {exile["color"]: 1} if met != UNMET else {"purple": 1}
            if met == TIE:
                sites[1]["warbands"] = {"purple": 1}
        elif goal == "protection":
            exile["relics"] = relics[1][: {MET: empire + 1, TIE: empire}.get(str(met), 0)]
        elif met == MET:
            hold("peoples_favor" if goal == "people" else "darkest_secret", exile["name"])
    if facts.successor and oath == "devotion":
        chancellor["relics"] = []
    banners = {piece: {"holder": name} for piece, name in holders.items()}
    with_citizen = facts.successor is not None or facts.holder == "citizen"
    return {
        "oath": oath,
        "round": facts.round or 1,
        "visions_drawn": facts.drawn or 0,
        "players": [chancellor, *([citizen] if with_citizen else []), *exiles],
        "sites": sites,
        "banners": banners,
        "oathkeeper": _title(facts, exiles),
    }


def _exiles(visions: Sequence[tuple[str, str | None]], facts: Facts) -> list[dict[str, Any]]:
    """An Exile for each Vision, the first of them the one that wakes; and another who may have the title."""
    names = [NAMES["exile"]]
    if facts.at == ROUND_END and len(visions) > 1:
        names = [f"the Exile with {_vision_name(oath)}" for oath, _ in visions]
    names.append("another Exile")
    return [{"name": name, "color": color, "role": "exile"} for name, color in zip(names, _EXILES, strict=False)]


def _title(facts: Facts, exiles: list[dict[str, Any]]) -> dict[str, Any]:
    holder = facts.holder
    if holder in ("chancellor", "citizen"):
        return {"holder": NAMES[holder]}
    if holder == "nobody":
        return {"holder": None}
    if facts.at == ROUND_END and facts.visions:
        who = exiles[-1]["name"]
    else:
        who = exiles[-1 if holder == "other" else 0]["name"]
    return {"holder": who, "side": "usurper" if holder == "usurper" else "oathkeeper"}


def _relic_names(part: int) -> list[str]:
    """Some relics that are nobody else's here; which they are does not matter."""
    special = ("relic.grand_scepter", "relic.bandit_crown")
    plain = [relic.name for relic in catalog.cards("relic") if relic.id not in special]
    return plain[3 * part : 3 * part + 3]
