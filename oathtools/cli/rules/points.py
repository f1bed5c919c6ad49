"""``oathtools rulings``: open points of the Law, the FAQ, and what this table has decided."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from oathtools.cli.shared import commands
from oathtools.cli.shared.common import Failure, Group, emit
from oathtools.cli.shared.folders import table_folder, unusable
from oathtools.kit.text import Hint
from oathtools.render.document import Block, Line, Message, apart

if TYPE_CHECKING:
    from oathtools.journal.play import Play
    from oathtools.law.rulings import AnyRuling, Readings

Answer = TypeVar("Answer")
_FULL = 1  # as many finds are shown in full

_EPILOG = """\b
The table's decisions are kept in the saga's rulings.yaml:
  readings:
    A-02: {reading: a, date: 2026-11-20, note: "..."}
    A-05: b
  rules:
    - id: T-1
      clauses: ["5.5.2"]
      question: "..."
      ruling: "..."
      date: 2026-11-20
  variants: []        # house rules: oathtools variants
"""


class RulingsGroup(Group):
    """Whatever is no subcommand is something to look up."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands:
            args = ["show", *args]
        return super().resolve_command(ctx, args)


@click.group(
    cls=RulingsGroup,
    invoke_without_command=True,
    subcommand_metavar="[ID|CLAUSE|CARD] | COMMAND [ARGS]...",
    epilog=_EPILOG,
)
@click.pass_context
def rulings_command(ctx: click.Context) -> int | None:
    """Open points of the Law and the readings in force.

    Without arguments: all of them. ID is a point (A-2), an FAQ answer or a rule of this table (T-1); a clause, a card
    or words of a title give everything that bears on them.
    """
    if ctx.invoked_subcommand is not None:
        return None
    from oathtools.law.rulings import rulings_for
    from oathtools.render.rules.rulings import listing

    table = _table()
    shown = _shown(rulings_for(table=table), table)
    return emit(shown, lambda: listing(shown), warnings=_remarks(table), pager=True)


@rulings_command.command("show", hidden=True)
@click.argument("words", nargs=-1, required=True, metavar="ID|CLAUSE|CARD")
def show(words: tuple[str, ...]) -> int:
    """Show what an id, a clause, a card or words of a title mean."""
    from oathtools.law.rulings import look_up
    from oathtools.render.rules.rulings import one, several

    query = " ".join(words).removeprefix("on ")
    table = _table()
    shown = _shown(_trying(lambda: look_up(query, table)), table)
    if not shown:
        return emit([], [Message(f"No open point, FAQ answer or table rule bears on {query}.")])

    def found() -> list[Block]:
        return apart(*map(one, shown)) if len(shown) <= _FULL else several(shown)

    cites = dict.fromkeys(clause for item in shown for clause in item["clauses"])
    notes = _out_of_force([item["id"] for item in shown], table)
    return emit(shown, found, citations=cites, warnings=notes, pager=True)


@rulings_command.command("set")
@click.argument("id_", metavar="ID", shell_complete=commands.points)
@click.argument("reading")
@click.option("--note", help="Why, or who said so.")
def set_(id_: str, reading: str, note: str | None) -> int:
    """Record this table's reading of a point in rulings.yaml."""
    from oathtools.law.rulings import FILE, as_json, choose, in_force, set_reading
    from oathtools.render.rules.rulings import recorded
    from oathtools.saga.folder import games

    folder = table_folder()
    point, letter = _trying(lambda: choose(id_, reading))
    warnings = [*_strange(folder), *_out_of_force([point.id], _table())]
    was = in_force(_table()).get(point.id, point.take)
    before = _writing(folder, lambda: set_reading(folder, point.id, letter, date.today(), note))
    if before and before.note and before.reading != letter:
        warnings.append(f"the note to reading {before.reading} went with it: {before.note}")
    if games(folder):
        warnings.append("a running game keeps the readings it began with until oathtools rulings adopt")
    item = as_json(point, _table())
    file = str(folder / FILE)
    return emit(
        {**item, "file": file, "was": was},
        lambda: recorded(item, file, was),
        citations=item["clauses"],
        warnings=warnings,
    )


@rulings_command.command("add")
@click.argument("text", nargs=-1, required=True)
@click.option(
    "--clause",
    "clauses",
    multiple=True,
    metavar="CLAUSE",
    shell_complete=commands.clauses,
    help="What it bears on; may be repeated.",
)
@click.option(
    "--card",
    "cards",
    multiple=True,
    metavar="CARD",
    shell_complete=commands.cards,
    help="A card it bears on; may be repeated.",
)
@click.option("--question", default="", help="The question that came up.")
def add(text: tuple[str, ...], clauses: tuple[str, ...], cards: tuple[str, ...], question: str) -> int:
    """Record a ruling of this table's own in rulings.yaml."""
    from oathtools.law import normalise
    from oathtools.law.rulings import FILE, add_rule, as_json, card_id
    from oathtools.render.rules.rulings import one

    folder = table_folder()
    ruled = " ".join(text).strip()
    if not ruled:
        raise Failure("usage", "the ruling says nothing", hint="oathtools rulings add --clause 5.5.2 TEXT")
    if not clauses and not cards:
        raise Failure("usage", "say what the ruling bears on", hint="Add --clause CLAUSE or --card CARD")
    clause_ids = list(dict.fromkeys(_trying(lambda: [normalise(clause) for clause in clauses])))
    card_ids = list(dict.fromkeys(_trying(lambda: [card_id(card) for card in cards], "card")))
    warnings = _strange(folder)
    rule = _writing(
        folder, lambda: add_rule(folder, ruled, date.today(), clauses=clause_ids, cards=card_ids, question=question)
    )
    item = as_json(rule)
    file = str(folder / FILE)

    sentence = [*one(item), f"Recorded in {file}."]
    return emit({**item, "file": file}, sentence, citations=item["clauses"], warnings=warnings)


@rulings_command.command("adopt")
@click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=commands.points)
def adopt(ids: tuple[str, ...]) -> int:
    """Let the running game take up the readings that are in force now.

    A game keeps the readings it began with. This enters every reading of rulings.yaml that differs from them, or only
    those of the points named, in the game's journal: they hold from here on, and oathtools undo takes it back. Without
    names it takes up the variants of rulings.yaml too. Between two actions only.
    """
    from oathtools.answerers.bot import run_plugs
    from oathtools.cli.shared.gaming import between_actions, question_data, write_game
    from oathtools.law.rulings import as_json, changed
    from oathtools.law.rulings import point as find

    table = _table()
    with write_game() as running:
        play = running.play
        before = dict(play.game.readings)
        new = _trying(lambda: changed(before, table, ids))
        played = None if ids else _variants_new(play, table)
        if new or played is not None:
            since = play.head
            with between_actions(play):
                play.adopt(new, played)
            run_plugs(play)
            running.save(play.entries[since:])
    items = [as_json(find(key), table) for key in new]
    data = {
        "adopted": [{"id": key, "was": before.get(key), "now": letter} for key, letter in new.items()],
        "variants": None if played is None else list(played),
        "ask": question_data(play),
    }
    cites = dict.fromkeys(clause for item in items for clause in item["clauses"])
    return emit(data, lambda: _adopted(items, before, played), citations=cites, warnings=running.notes)


def _variants_new(play: "Play", table: "Readings") -> dict[str, Any] | None:
    """The variants that the running game would play with, each with what the saga keeps; None: as it does already."""
    from oathtools.cli.shared.worlds import kept_variants

    if set(table.variants) == set(play.state.variants):
        return None
    return kept_variants(table_folder(), table.variants)


def _adopted(items: list[dict[str, Any]], before: dict[str, str], played: dict[str, Any] | None) -> list[Block]:
    """What ``adopt`` has done, in words."""
    from oathtools.render.rules.rulings import engine_line

    if not items and played is None:
        return ["The game already has the readings that are in force."]
    lines: list[Block] = ["From here on in this game:"]
    if played is not None:
        from oathtools.law.rulings_variants import get

        titles = ", ".join(get(name).title for name in played)
        lines.append(f"Variants in force: {titles}" if played else "No variant is in force any more")
    for item in items:
        letter = item["in_force"]
        lines.append(Line(f"{item['id']}  {item['title']}", hang=4))
        lines.append(Line(item["readings"][letter], f"  > {letter}  ", 4))
        lines.append(Line(f"Before: {before.get(item['id'], item['default'])}. {engine_line(item)}", "    "))
    return [*lines, ("To take it back: ", Hint("undo"))]


def _strange(folder: Path) -> list[str]:
    """A warning if a file of a saga is about to be written where no saga is."""
    from oathtools.law.rulings import FILE

    if any((folder / name).exists() for name in ("chronicle.yaml", FILE)):
        return []
    return [f"there is no chronicle.yaml in {folder.resolve()}; -C DIR names the saga's folder"]


def _remarks(table: "Readings") -> list[str]:
    """That variants are in force."""
    from oathtools.law.rulings_variants import in_force
    from oathtools.render.rules.rulings import remark

    return [remark(text) for text in in_force(table)]


def _out_of_force(ids: list[str], table: "Readings") -> list[str]:
    """Which of some points belong to variants that the table does not play with."""
    from oathtools.law.rulings_variants import all_texts

    return [
        f"{text.title} is not in force at this table: its points mean nothing yet (oathtools variants {text.id} --on)"
        for text in all_texts().values()
        if text.id not in table.variants and any(each in text.points for each in ids)
    ]


def _table() -> "Readings":
    from oathtools.law.rulings import read_table

    folder = table_folder()
    return _trying(lambda: read_table(folder))


def _shown(found: "tuple[AnyRuling, ...]", table: "Readings") -> list[dict[str, Any]]:
    from oathtools.law.rulings import as_json

    return [as_json(one, table) for one in found]


def _trying(call: Callable[[], Answer], what: str = "ruling") -> Answer:
    """Call the library and turn its refusals into ours."""
    from oathtools.law import UnknownClause
    from oathtools.law.rulings import DamagedRulings, NotAPoint, UnknownReading, UnknownRuling

    try:
        return call()
    except UnknownRuling as wrong:
        message = str(wrong) if what == "ruling" or wrong.beyond else f"there is no {what} {wrong.words!r}"
        raise Failure("not_found", message, hint=wrong.hint or "oathtools rulings lists all of them") from None
    except UnknownReading as wrong:
        raise Failure("not_found", str(wrong), hint=wrong.hint, citations=wrong.point.clauses) from None
    except NotAPoint as wrong:
        raise Failure("usage", str(wrong), hint=wrong.hint) from None
    except UnknownClause as wrong:
        hint = f"Did you mean {' or '.join(wrong.near)}?" if wrong.near else "oathtools law lists the clauses"
        raise Failure("not_found", str(wrong), hint=hint) from None
    except DamagedRulings as wrong:
        raise unusable(wrong) from None


def _writing(folder: Path, call: Callable[[], Answer]) -> Answer:
    """The same for calls that write."""
    from oathtools.cli.shared.folders import write_folder

    try:
        with write_folder(folder):
            return _trying(call)
    except OSError as wrong:
        raise Failure(
            "usage",
            f"rulings.yaml could not be written in {folder}: {wrong.strerror}",
            hint="Nothing was changed. Look at the folder's permissions and space",
        ) from None
