"""The reference on the site: a page for each part of the library that scripts build on, made of its docstrings."""

from collections.abc import Iterator
from typing import NamedTuple

from marks import head, page, plain


class Part(NamedTuple):
    """One page: the question that the part answers, and the modules that answer it, in the order of the page."""

    title: str
    about: str
    modules: tuple[str, ...]


PARTS = {
    "catalog": Part(
        "The catalogue",
        "The printed facts of every card and piece, by ids, names and kinds.",
        ("catalog", "render.rules.card"),
    ),
    "law": Part(
        "The Law",
        "Clauses with their references both ways, and the open points.",
        ("law", "law.rulings", "law.rulings_variants"),
    ),
    "search": Part("Search", "The Law, the cards, the open points and the house rules by plain words.", ("search",)),
    "odds": Part("Odds", "Campaigns in exact fractions; battle plans.", ("odds", "odds.numbers", "odds.plans")),
    "journal": Part(
        "A game",
        "Begun, answered, undone, replayed, kept; its questions.",
        ("journal", "journal.file", "engine.decision"),
    ),
    "table": Part(
        "The table",
        "The state of a game, and what a viewer may know of it.",
        ("table.state", "table.views", "table.invariants"),
    ),
    "position": Part("Positions", "A table written by hand, read and written.", ("table.position.form",)),
    "adjudicate": Part("Verdicts", "What may be done, what may not and why.", ("procedures.adjudicate",)),
    "victory": Part("Victory", "Chapter 3 as functions of the table.", ("procedures.victory.check",)),
    "ahead": Part(
        "Ahead", "Who would win next, and what can be done.", ("ahead.standing", "ahead.ways", "ahead.chances")
    ),
    "answerers": Part(
        "In words",
        "Requests and battles as people say them; bots.",
        ("answerers.judge", "answerers.battles", "answerers.bot"),
    ),
    "chronicle": Part(
        "The Chronicle",
        "The world between two games: its record, its file, what is wrong with it, and the next game from it.",
        ("saga.chronicle.record", "saga.chronicle.form", "saga.chronicle.check", "saga.worlds"),
    ),
    "save-string": Part("Save strings", "The strings of the Tabletop Simulator mod.", ("saga.save_string.string",)),
    "saga": Part(
        "A saga's folder", "The folder that a table keeps, and its next Chronicle.", ("saga.folder", "saga.writing")
    ),
    "transitions": Part(
        "From one world to the next", "What happened in between.", ("saga.transitions", "saga.transitions.account")
    ),
    "simulate": Part(
        "Many games",
        "Played by bots under one setting or two, kept, summed up.",
        ("simulate.setting", "simulate.game", "simulate.running", "simulate.results"),
    ),
    "render": Part(
        "Documents", "What is shown, and its printers.", ("render.document", "render.printers", "render.table.picture")
    ),
}

_ABOUT = (
    "Made from the docstrings of the package: every public name that has one, with its signature. Fields have "
    "what the line that declares them says. [From Python](../library.md) shows them at work, and says which of them "
    "are promises."
)


def pages() -> Iterator[tuple[str, str]]:
    """Each page by the path of its source."""
    rows = [f"| [{part.title}]({name}.md) | {part.about} | {_named(part)} |" for name, part in PARTS.items()]
    table = "\n".join(["| | what it is | modules |", "|---|---|---|", *rows])
    yield "reference/index.md", page(head("Reference"), "# Reference", _ABOUT, table)
    for name, part in PARTS.items():
        modules = [f"::: oathtools.{module}" for module in part.modules]
        yield f"reference/{name}.md", page(head(part.title, part.about), f"# {plain(part.title)}", *modules)


def _named(part: Part) -> str:
    return ", ".join(f"`oathtools.{module}`" for module in part.modules)
