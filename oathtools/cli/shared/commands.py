"""Which commands there are: where each stands and what it is for, in the order in which help lists them."""

from typing import NamedTuple


class Entry(NamedTuple):
    """A command: the folder of ``oathtools.cli`` that holds its module, and one line of help."""

    folder: str
    help: str

    def module(self, name: str) -> str:
        """The module in which the command of that name stands; its object is called ``command`` there."""
        return f"oathtools.cli.{self.folder}.{name}"


COMMANDS = {
    "law": Entry("rules", "Clauses of the Law by number, range, term or heading."),
    "search": Entry("rules", "Search law, glossary, cards and rulings in plain words."),
    "card": Entry("rules", "A card: its facts, its power in our words, its rulings."),
    "rulings": Entry("rules", "Open points of the Law and the readings in force."),
    "variants": Entry("rules", "House rules that a table may switch on."),
    "books": Entry("rules", "Bring your own copy of an official text; compare editions."),
    "odds": Entry("battles", "Exact odds of a campaign."),
    "campaign": Entry("battles", "Resolve a campaign with the dice that fell, step by step."),
    "win": Entry("rules", "Has anyone won? The win check, with its reasoning."),
    "why": Entry("rules", "May this be done here? Yes, or no with every reason."),
    "legal": Entry("game", "Everything that may be done now, with its cost."),
    "setup": Entry("rules", "Chapter 1, one step at a time."),
    "new": Entry("world", "Begin a saga."),
    "start": Entry("game", "Start a game in the saga."),
    "ask": Entry("game", "The question the rules ask now."),
    "answer": Entry("game", "Answer it."),
    "play": Entry("game", "Play at this screen: ask and answer in turn."),
    "serve": Entry("game", "The table on every phone: pages for the players, in the network."),
    "status": Entry("game", "How the game stands; --coverage: what is built of the Law."),
    "log": Entry("game", "What has happened, with clause numbers."),
    "undo": Entry("game", "Take back the last answer."),
    "redo": Entry("game", "Take back an undo."),
    "adjust": Entry("game", "State how the table really stands."),
    "overrule": Entry("game", "Let a refused request pass, by the table's word."),
    "position": Entry("game", "Position files: check, export, edit."),
    "journal": Entry("game", "The journal of a game: check, upgrade."),
    "chronicle": Entry("world", "The world between games: write it (chapter 8), show it, check it."),
    "tts": Entry("world", "Save strings of the Tabletop Simulator mod."),
    "demo": Entry("game", "A whole first game by bots, told step by step."),
}
