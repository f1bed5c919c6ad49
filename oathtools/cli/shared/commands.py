"""Which commands there are, by what people are doing when they need them, and what the shell completes behind them.

Help lists the groups and the commands of each in this order, what is used most first.
"""

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class Entry(NamedTuple):
    """A command: the module of ``oathtools.cli`` that holds it, and one line of help."""

    module: str
    help: str

    def load(self, name: str) -> click.Command:
        """The command of that name, from its module, where it is called ``NAME_command``."""
        command: click.Command = getattr(import_module(f"oathtools.cli.{self.module}"), f"{name}_command")
        return command


GROUPS = {
    "At the table": {
        "play": Entry("game.sessions", "Play at this screen: ask and answer in turn."),
        "serve": Entry("game.sessions", "The table on every phone: pages for the players, in the network."),
        "start": Entry("game.start", "Start a game in the saga."),
        "teach": Entry("game.start", "A first game, taught as it goes."),
        "ask": Entry("game.turn", "The question the rules ask now."),
        "answer": Entry("game.turn", "Answer it."),
        "status": Entry("game.turn", "How the game stands; --coverage: what is built of the Law."),
        "log": Entry("game.turn", "What has happened, with clause numbers."),
        "undo": Entry("game.turn", "Take back the last answer."),
        "redo": Entry("game.turn", "Take back an undo."),
        "correct": Entry("game.turn", "What an earlier answer really was; what followed is kept."),
        "legal": Entry("rules.may_do", "Everything that may be done now, with its cost."),
        "why": Entry("rules.may_do", "May this be done here? Yes, or no with every reason."),
        "win": Entry("rules.verdict", "Has anyone won? The win check, with its reasoning."),
        "adjust": Entry("game.turn", "State how the table really stands."),
        "hint": Entry("game.table_talk", "The three best things to do now, as a bot sees them."),
        "explore": Entry("game.game_files", "What if: a copy of the table to try lines on."),
        "note": Entry("game.table_talk", "Write something down where the game stands."),
        "promise": Entry("game.table_talk", "What players have promised each other, and what became of it."),
        "clock": Entry("game.table_talk", "How long turns take; pauses, a mark for long ones."),
        "overrule": Entry("game.turn", "Let a refused request pass, by the table's word."),
    },
    "Rules": {
        "law": Entry("rules.law", "Clauses of the Law by number, range, term or heading."),
        "search": Entry("rules.look_up", "Search law, glossary, cards and rulings in plain words."),
        "card": Entry("rules.look_up", "A card: its facts, its power in our words, its rulings."),
        "rulings": Entry("rules.points", "Open points of the Law and the readings in force."),
        "setup": Entry("rules.setup", "Chapter 1, one step at a time."),
        "books": Entry("rules.books", "Bring your own copy of an official text; compare editions."),
    },
    "Campaigns": {
        "odds": Entry("battles.odds", "Exact odds of a campaign."),
        "campaign": Entry("battles.campaign", "Resolve a campaign with the dice that fell, step by step."),
    },
    "Where the dice are lost": {
        "roll": Entry("game.table_talk", "Roll attack, defense and end dice."),
        "flip": Entry("game.table_talk", "Flip a coin."),
        "draw": Entry("game.table_talk", "Draw lots: who sits where, which of the cards laid down."),
    },
    "Between games": {
        "new": Entry("world.new", "Begin a saga."),
        "chronicle": Entry("world.chronicle", "The world between games: write it (chapter 8), show it, check it."),
        "replay": Entry("game.game_files", "A game to watch again: one page, the table after every answer."),
        "review": Entry("game.game_files", "An evening reviewed: chances, luck, wins not taken."),
        "tts": Entry("world.tts", "Save strings of the Tabletop Simulator mod."),
        "variants": Entry("rules.look_up", "House rules that a table may switch on."),
    },
    "Files and scripts": {
        "position": Entry("game.game_files", "Position files: check, export, edit."),
        "print": Entry("world.print", "Sheets for the table, on paper: setup, a turn, powers ..."),
        "schema": Entry("world.print", "JSON Schemas of every answer and every file."),
        "mcp": Entry("game.sessions", "The rules as tools for assistants that cite."),
        "acid": Entry("rules.acid", "The acid test: is an engine right, ours or another?"),
        "journal": Entry("game.game_files", "The journal of a game: check."),
        "simulate": Entry("world.simulate", "Many games by bots; a house rule or a reading weighed."),
        "demo": Entry("game.sessions", "A whole first game by bots, told step by step."),
    },
}
COMMANDS = {name: entry for entries in GROUPS.values() for name, entry in entries.items()}


# -- what the completion of the shell offers where a command takes a card, a clause or an open point -------------------


def cards(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Names of cards, each as one word; of several words where the command takes them so."""
    from click.shell_completion import CompletionItem

    from oathtools.cli.shared.folders import edition
    from oathtools.render.rules.card import completions

    earlier = (ctx.params.get(str(param.name)) or ()) if param.nargs == -1 else ()
    more = list[str]()
    with ctx.scope(cleanup=False):
        there = ctx.params.get("edition") or edition()
    if there:
        from oathtools.render.rules import expansion

        more = expansion.slugs()
    return [CompletionItem(name, help=kind) for name, kind in completions(incomplete, earlier, more)]


def answers(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """What the words of a line may become where the running game asks something, as the Tab key of ``play`` has it."""
    from click.shell_completion import CompletionItem

    from oathtools.cli.shared.common import Failure
    from oathtools.cli.shared.completing import completer
    from oathtools.cli.shared.gaming import view_game, viewer_seat

    before = "".join(f"{word} " for word in ctx.params.get(str(param.name)) or ())
    try:
        with ctx.scope(cleanup=False):
            play = view_game().play
            found = completer(play.state, play.pending, viewer_seat(play), ()) if play.pending is not None else None
    except Failure:
        return []
    return [CompletionItem(line[len(before) :]) for line in (found(before + incomplete) if found else ())]


def clauses(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Numbers of clauses."""
    from click.shell_completion import CompletionItem

    from oathtools.law import completions

    return [CompletionItem(number, help=title) for number, title in completions(incomplete)]


def points(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Ids of open points."""
    from click.shell_completion import CompletionItem

    from oathtools.law.rulings import points as known

    begun = incomplete.casefold()
    return [CompletionItem(key, help=one.title) for key, one in known().items() if key.casefold().startswith(begun)]
