"""Which commands there are: where each stands and what it is for, by what people are doing when they need it.

Help lists the groups and the commands of each in this order, what is used most first.
"""

from typing import NamedTuple


class Entry(NamedTuple):
    """A command: the folder of ``oathtools.cli`` that holds its module, and one line of help."""

    folder: str
    help: str

    def module(self, name: str) -> str:
        """The module in which the command of that name stands; its object is called ``command`` there."""
        return f"oathtools.cli.{self.folder}.{name}"


GROUPS = {
    "At the table": {
        "play": Entry("game", "Play at this screen: ask and answer in turn."),
        "serve": Entry("game", "The table on every phone: pages for the players, in the network."),
        "start": Entry("game", "Start a game in the saga."),
        "ask": Entry("game", "The question the rules ask now."),
        "answer": Entry("game", "Answer it."),
        "status": Entry("game", "How the game stands; --coverage: what is built of the Law."),
        "log": Entry("game", "What has happened, with clause numbers."),
        "undo": Entry("game", "Take back the last answer."),
        "redo": Entry("game", "Take back an undo."),
        "legal": Entry("game", "Everything that may be done now, with its cost."),
        "why": Entry("rules", "May this be done here? Yes, or no with every reason."),
        "win": Entry("rules", "Has anyone won? The win check, with its reasoning."),
        "adjust": Entry("game", "State how the table really stands."),
        "overrule": Entry("game", "Let a refused request pass, by the table's word."),
    },
    "Rules": {
        "law": Entry("rules", "Clauses of the Law by number, range, term or heading."),
        "search": Entry("rules", "Search law, glossary, cards and rulings in plain words."),
        "card": Entry("rules", "A card: its facts, its power in our words, its rulings."),
        "rulings": Entry("rules", "Open points of the Law and the readings in force."),
        "setup": Entry("rules", "Chapter 1, one step at a time."),
        "books": Entry("rules", "Bring your own copy of an official text; compare editions."),
    },
    "Campaigns": {
        "odds": Entry("battles", "Exact odds of a campaign."),
        "campaign": Entry("battles", "Resolve a campaign with the dice that fell, step by step."),
    },
    "Between games": {
        "new": Entry("world", "Begin a saga."),
        "chronicle": Entry("world", "The world between games: write it (chapter 8), show it, check it."),
        "tts": Entry("world", "Save strings of the Tabletop Simulator mod."),
        "variants": Entry("rules", "House rules that a table may switch on."),
    },
    "Files and scripts": {
        "position": Entry("game", "Position files: check, export, edit."),
        "print": Entry("world", "Sheets for the table, on paper: setup, a turn, powers ..."),
        "schema": Entry("world", "JSON Schemas of every answer and every file."),
        "mcp": Entry("rules", "The rules as tools for assistants that cite."),
        "acid": Entry("rules", "The acid test: is an engine right, ours or another?"),
        "journal": Entry("game", "The journal of a game: check."),
        "simulate": Entry("world", "Many games by bots; a house rule or a reading weighed."),
        "demo": Entry("game", "A whole first game by bots, told step by step."),
    },
}
COMMANDS = {name: entry for entries in GROUPS.values() for name, entry in entries.items()}
