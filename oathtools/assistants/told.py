"""What a tool tells: the answer of the command, with the clauses and readings it rests on, in a form to be quoted."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple, get_args

from oathtools import edition, schemas
from oathtools.assistants.tools import Tool
from oathtools.law.rulings_kinds import Firmness

MOST = 25  # so many clauses and readings are told with their words; of the others their ids stand in the citations
_SHORT = 400
_UNDECIDED = ("lean", "open")

INSTRUCTIONS = f"""\
These tools know the Law of Oath (the board game Oath: Chronicles of Empire & Exile), edition {edition.LAW}
({edition.SOURCE}), restated in their own words, the publisher's card FAQ, and the open points of the Law.

How to answer rules questions with them:
* Do not answer from memory. Look it up: search, then law, card or rulings; for a case at a table why, legal, win, odds.
* Quote the clauses. Every statement about the rules names the clause it rests on, such as (5.5.2), from the citations
  of the answer; its words stand under clauses. They are a restatement, so do not present them as the official text.
* Say "open point" where there is one. A reading marked open: true is not decided by the Law or the FAQ: name its id
  (A-104), say what the readings are, and which one is in force here. by: table means that this table has decided.
* legal: null in why, and everything under depends, means that it turns on something that is not known: say what.
* Pass on the warnings: among them are names that were taken for others, and cards whose power is not coded.
* Numbers of odds are exact. Do not round them into certainty, and do not work them out again yourself.
* The expansion New Foundations is outside: its names are known, its rules are not. Say so and do not guess.
* The tools change nothing and show no player's secrets, unless their owner started them for that player."""


class Readings(NamedTuple):
    """The readings in force at a table, by point, and the points that it has decided for itself."""

    letters: Mapping[str, str]
    decided: Collection[str] = ()


def told(tool: Tool, answer: Mapping[str, Any], readings: Readings) -> dict[str, Any]:
    """The structured output of a tool, from the object of its command and the readings in force at its table.

    ``clauses`` are left out where the answer is clauses itself.
    """
    cited = list(dict.fromkeys(answer["citations"]))
    clauses = [] if tool.schema == "law" else list(_clauses(cited))
    points = [] if tool.schema == "rulings-show" else list(_points(cited, readings))
    return {
        "answer": answer["data"],
        "citations": cited,
        "clauses": clauses[:MOST],
        "readings": points[:MOST],
        "edition": {"id": answer["edition"], "of": "Law of Oath", "source": edition.SOURCE},
        "warnings": answer["warnings"],
    }


def _clauses(cited: Iterable[str]) -> Iterable[dict[str, str]]:
    from oathtools.law import exists, get

    for clause in (get(each) for each in cited if exists(each)):
        words = " ".join((clause.binding or clause.overview or "").split())
        yield {
            "id": clause.id,
            "heading": clause.heading or clause.gist,
            "text": words if len(words) <= _SHORT else f"{words[:_SHORT].rsplit(' ', 1)[0]} ...",
        }


def _points(cited: Iterable[str], readings: Readings) -> Iterable[dict[str, Any]]:
    """The points that are cited, then those on the clauses that are cited; undecided ones first."""
    from oathtools.law import exists, rulings_on

    named = [each for each in cited if not exists(each)]
    keys = dict.fromkeys([*named, *(key for each in cited if exists(each) for key in rulings_on(each))])
    found = [_point(key, readings) for key in keys if key in readings.letters]
    return sorted(found, key=lambda each: (each["id"] not in named, not each["open"]))


def _point(key: str, readings: Readings) -> dict[str, Any]:
    from oathtools.law.rulings import point

    one, letter = point(key), readings.letters[key]
    decided = key in readings.decided or letter != one.take
    return {
        "id": key,
        "title": one.title,
        "question": one.question,
        "reading": letter,
        "says": one.readings[letter],
        "others": {other: says for other, says in one.readings.items() if other != letter},
        "firmness": one.firmness,
        "open": not decided and one.firmness in _UNDECIDED,
        "by": "table" if decided else "default",
    }


def output_schema(tool: Tool) -> dict[str, Any]:
    """The schema of what ``told`` makes of an answer."""
    answer = schemas.data(tool.schema)
    parts = answer.pop("$defs")
    return {
        "type": "object",
        "required": [*_SHAPE, "answer"],
        "properties": {"answer": {"description": f"As oathtools {tool.typed} --json.", "anyOf": [answer]}, **_SHAPE},
        "additionalProperties": False,
        "$defs": parts,
    }


def _texts(said: str) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "string"}, "description": said}


def _rows(said: str, **columns: dict[str, Any]) -> dict[str, Any]:
    row = {"type": "object", "required": list(columns), "properties": columns, "additionalProperties": False}
    return {"type": "array", "items": row, "description": said}


_WORDS: dict[str, Any] = {"type": "string"}
_SHAPE: dict[str, Any] = {
    "citations": _texts("The clauses (5.5.2) and rulings (A-02) that the answer rests on. Quote them."),
    "clauses": _rows("The first of the clauses cited, in short.", id=_WORDS, heading=_WORDS, text=_WORDS),
    "readings": _rows(
        "Points of the Law that bear on it, those it turned on first, with the reading in force.",
        id=_WORDS,
        title=_WORDS,
        question=_WORDS,
        reading={"type": "string", "description": "The letter in force."},
        says={"type": "string", "description": "What that reading says."},
        others={"type": "object", "additionalProperties": {"type": "string"}, "description": "The other readings."},
        firmness={"enum": list(get_args(Firmness)), "description": "What the default reading rests on."},
        open={"type": "boolean", "description": "Neither the Law, nor the FAQ, nor this table has decided it."},
        by={"enum": ["default", "table"]},
    ),
    "edition": {
        "type": "object",
        "required": ["id", "of", "source"],
        "properties": {"id": _WORDS, "of": _WORDS, "source": _WORDS},
        "description": "The edition of the Law that is cited.",
    },
    "warnings": _texts("What to be aware of. Pass it on."),
}
