"""The tools: what each is for, what it takes, and which command answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

POSITION = "position"


def _text(words: str) -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "description": words}


def _texts(words: str) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "string", "minLength": 1}, "description": words}


def _number(words: str, low: int = 0, high: int | None = None) -> dict[str, Any]:
    most = {} if high is None else {"maximum": high}
    return {"type": "integer", "minimum": low, **most, "description": words}


def _flag(words: str) -> dict[str, Any]:
    return {"type": "boolean", "description": words}


_STATED = _text(
    "The table as a position file, its whole text in YAML or JSON (the tool position_check says what is wrong with "
    "one). Left out: the running game of the saga, as far as everybody may know it."
)
_READINGS = _texts("Other readings of open points than those in force, such as A-104=a.")


@dataclass(frozen=True)
class Tool:
    """A tool: its name, what it is for, what it takes, the command that answers, the schema of that command's data.

    ``options``: by the name of an argument, the option of the command; ``words``: the argument that has none.
    """

    name: str
    title: str
    about: str
    command: tuple[str, ...]
    schema: str
    takes: Mapping[str, Mapping[str, Any]]
    words: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()

    @property
    def typed(self) -> str:
        """The command that answers, as people type it."""
        return " ".join(word for word in self.command if word != "show")

    @property
    def input_schema(self) -> dict[str, Any]:
        """What the tool takes, as a JSON Schema."""
        return {
            "type": "object",
            "properties": {name: dict(schema) for name, schema in self.takes.items()},
            "required": list(self.needs),
            "additionalProperties": False,
        }


_LAW = Tool(
    "law",
    "Clauses of the Law",
    "Clauses of the Law of Oath in our own words, with what they refer to, what refers to them, and the open points on "
    "them. A clause brings what is below it: ask for 5.5.2 rather than 5.",
    ("law",),
    "law",
    {
        "reference": _text(
            "A number (5.5.2), a range (4.1.1-4.1.4), a heading, a term of the Glossary or a site (burn, oathkeeper "
            "title, plains)."
        )
    },
    words="reference",
    needs=("reference",),
)
_SEARCH = Tool(
    "search",
    "Search the rules",
    "One ranked search over Law, Glossary, sites, cards, rulings and house rules, in plain words. Begin here where you "
    "do not know the clause; then read the clause itself with law.",
    ("search",),
    "search",
    {
        "question": _text("As people ask at the table: can i attack someone who isnt at my site"),
        "limit": _number("How many hits.", 1, 50),
    },
    words="question",
    options={"limit": "--limit"},
    needs=("question",),
)
_CARD = Tool(
    "card",
    "A card",
    "A card, site, banner or oath: its facts, its power in our own words, the clauses and rulings that bear on it.",
    ("card",),
    "card",
    {"name": _text("Its name in any spelling; site:plains or relic:map says of which kind.")},
    words="name",
    needs=("name",),
)
_RULINGS = Tool(
    "rulings",
    "Rulings and open points",
    "The open points of the Law, the publisher's FAQ answers and this table's own decisions that bear on something, "
    "each with its readings and the one in force.",
    ("rulings", "show"),
    "rulings-show",
    {"about": _text("An id (A-104), a clause (5.5.2), a card, or words of a title.")},
    words="about",
    needs=("about",),
)
_BATTLE = {
    "force": _number("The attacker's warbands."),
    "attack": _number("Attack dice; one for each warband if left out."),
    "defense": _number("Defense dice."),
    "defenders": _number("Warbands that add to the defense."),
    "bandits": _flag("The defenders are bandits."),
    "plans": _texts("Plans and powers of the attacker in order of use: Longbows, or NAME=2."),
    "defender_plans": _texts("The same of the defender."),
    "no_sacrifice": _flag("The attacker will not sacrifice."),
}
_ODDS = Tool(
    "odds",
    "Odds of a campaign",
    "Exact odds of a campaign, no simulation: the chance to win, and what each side loses. Either by numbers (force, "
    "defense and defenders at least), or declared at a table in words, in a position or in the running game; without "
    "any of it, of the campaign that is under way there.",
    ("odds",),
    "odds",
    {
        **_BATTLE,
        "declared": _text("The campaign in words: Bo, his site and pawn, 5 dice"),
        "position": _STATED,
        "player": _text("The attacker; the one whose turn it is if left out."),
        "readings": _READINGS,
    },
    words="declared",
    options={
        **{name: f"--{name.replace('_', '-')}" for name in _BATTLE},
        "plans": "--plan",
        "defender_plans": "--defender-plan",
        "position": "--position",
        "player": "--player",
        "readings": "--reading",
    },
)
_WIN = Tool(
    "win",
    "Has anyone won, or who will?",
    "The win check of chapter 3 with its reasoning: in a position, in the running game, or from a handful of facts "
    "(round, holder, die, visions). With ahead: how far everybody is from winning, who could stop it, and what one "
    "player can do about it with its cost and exact odds; in a position or in the running game.",
    ("win",),
    "win",
    {
        "position": _STATED,
        "ahead": _flag("Look ahead instead, at every check to come, as far as the table is known."),
        "deep": _number("With ahead: how many actions whoever acts may take; 0 tells where all stand.", 0, 2),
        "player": _text("The check at which this player could win; with ahead, whose ways (the one whose turn it is)."),
        "at": _text("wake:NAME or round-end; the next check to come if left out."),
        "die": _number("The end die, if it was rolled.", 1, 6),
        "round": _number("The round that has ended.", 1, 8),
        "holder": {
            "enum": ["chancellor", "citizen", "exile", "usurper", "other", "nobody"],
            "description": "Who has the Oathkeeper title.",
        },
        "visions": _texts(
            "Revealed Visions, and whether each goal is met: conquest:met, faith:no, rebellion; or none."
        ),
        "visions_drawn": _number("How many Visions have been drawn.", 0, 5),
        "successor": _flag("Does a Citizen meet the Successor goal?"),
        "oath": {"enum": ["supremacy", "people", "devotion", "protection"], "description": "The oath of this game."},
    },
    options={
        "position": "--position",
        "ahead": "--ahead",
        "deep": "--deep",
        "player": "--player",
        "at": "--at",
        "die": "--die",
        "round": "--round",
        "holder": "--holder",
        "visions": "--vision",
        "visions_drawn": "--visions",
        "successor": "--successor/--no-successor",
        "oath": "--oath",
    },
)
_WHY = Tool(
    "why",
    "May this be done?",
    "May this be done here? Yes; or no with every reason, its clause, and the smallest changes that would mend it; or, "
    "where it turns on what nobody can see, null with what it turns on.",
    ("why",),
    "why",
    {
        "request": _text(
            "As it would be said: travel Mountain; trade Elders for secrets; campaign Bo target site:Plains dice 3 "
            "plan Longbows. What is left out may be anything."
        ),
        "position": _STATED,
        "player": _text("For this player; the one whose turn it is if left out."),
    },
    words="request",
    options={"position": "--position", "player": "--player"},
    needs=("request",),
)
_LEGAL = Tool(
    "legal",
    "What may be done now",
    "Everything that a player may do now, with its cost, and the powers that may be used with it.",
    ("legal",),
    "legal",
    {"position": _STATED, "player": _WHY.takes["player"]},
    options={"position": "--position", "player": "--player"},
)
_STATUS = Tool(
    "status",
    "How the running game stands",
    "Whose turn it is, which round, who has what and where, who holds the title: of the running game, as far as "
    "everybody may know it. With a player: what that one has and rules.",
    ("status",),
    "status",
    {"player": _text("A player by name, color or role; everybody if left out.")},
    words="player",
)
_ASK = Tool(
    "ask",
    "What is asked now",
    "The question that the rules ask in the running game, who answers it, and the legal answers that all may see.",
    ("ask",),
    "ask",
    {},
)
_LOG = Tool(
    "log",
    "What has happened",
    "What has happened in the running game, with the clauses it rests on, as far as everybody may know it.",
    ("log",),
    "log",
    {"last": _number("Only the last so many answers.", 1)},
    options={"last": "--last"},
)
_POSITION = Tool(
    "position_check",
    "Check a position",
    "Is this text a position? It as it is understood, with everything that is left out filled in; or all its faults at "
    "once, each with its place and the way out.",
    ("position", "check"),
    "position-check",
    {"position": _text("The whole text of a position file, in YAML or JSON.")},
    words=POSITION,
    needs=("position",),
)
_ALL = (_LAW, _SEARCH, _CARD, _RULINGS, _ODDS, _WIN, _WHY, _LEGAL, _STATUS, _ASK, _LOG, _POSITION)
TOOLS = {tool.name: tool for tool in _ALL}
