"""``oathtools acid``: is an engine of Oath right? Cases with known answers, for ours and for any other."""

import json
import sys
from typing import Any

import click

from oathtools import catalog
from oathtools.acid.cases import Broken, Case, Outcome, Program, cases, run, serve
from oathtools.acid.engine import Engine
from oathtools.acid.positions import full
from oathtools.cli.shared.common import EXIT_NO, Command, Failure, emit


@click.command(cls=Command)
@click.option("--engine", metavar="CMD", help="Drive this program instead of our own engine.")
@click.option("--chapter", metavar="ID", help="Only cases of a chapter of the Law, and of those below it.")
@click.option("--card", metavar="NAME", help="Only cases about a card, a site, a banner or a space of the Reliquary.")
@click.option("--case", "text", metavar="TEXT", help="Only cases whose name holds this.")
@click.option("--verdicts", is_flag=True, help="A refusal need not name its clauses.")
@click.option("--lines", is_flag=True, help="Print the cases, one JSON object a line, and run none.")
@click.option("--serve", is_flag=True, help="Be the program that is driven: our engine on standard input and output.")
def acid_command(
    engine: str | None,
    chapter: str | None,
    card: str | None,
    text: str | None,
    verdicts: bool,
    lines: bool,
    serve: bool,
) -> int:
    """Is an engine right? Positions, requests and their known answers, with clauses, over the Law and all cards.

    Our own engine is put to the test, or any program that speaks the protocol of docs/acid.md: it is set positions,
    asked for verdicts, made to play, and its states are compared. The exit status is 0 if nothing failed.
    """
    if serve:
        return _serve()
    chosen = _chosen(chapter, card, text)
    if lines:
        every = [case._asdict() for case in chosen]
        return emit(every, lambda: "\n".join(json.dumps(each, ensure_ascii=False) for each in every))
    outcomes = _run(chosen, engine, clauses=not verdicts)
    failed = [each for each in outcomes if each.faults]
    cites = dict.fromkeys(clause for each in failed for clause in each.case.law)
    return emit(_as_json(outcomes), lambda: _as_text(outcomes), citations=cites, status=EXIT_NO if failed else 0)


def _serve() -> int:
    for answer in serve(sys.stdin):
        click.echo(answer)
        sys.stdout.flush()
    return 0


def _chosen(chapter: str | None, card: str | None, text: str | None) -> list[Case]:
    wanted = _card(card) if card else None
    found = [
        case
        for case in cases()
        if (chapter is None or _is_about(case, chapter.rstrip(".")))
        and (wanted is None or wanted in map(full, case.cards))
        and (text is None or text in case.id)
    ]
    if not found:
        raise Failure("not_found", "there is no such case", hint="oathtools acid --lines names them all")
    return found


def _is_about(case: Case, clause: str) -> bool:
    """Is a case of a chapter or clause? One that goes through a whole chapter is of each clause that it names."""
    whole = _lies_in(clause, case.chapter) and any(_lies_in(each, clause) for each in case.law)
    return whole or _lies_in(case.chapter, clause)


def _lies_in(clause: str, other: str) -> bool:
    return f"{clause}.".startswith(f"{other}.")


def _card(words: str) -> str:
    try:
        return catalog.match(words).id
    except LookupError as wrong:
        raise Failure("not_found", f"no card is called {words!r}", hint=str(wrong)) from None


def _run(cases: list[Case], command: str | None, *, clauses: bool) -> list[Outcome]:
    if command is None:
        ours = Engine()
        return [run(case, ours, clauses=clauses) for case in cases]
    try:
        program = Program(command)
        try:
            return [run(case, program, clauses=clauses) for case in cases]
        finally:
            program.close()
    except Broken as wrong:
        raise Failure("usage", f"the engine does not speak the protocol: {wrong}", hint="See docs/acid.md") from None


def _as_json(outcomes: list[Outcome]) -> dict[str, Any]:
    failed = [each for each in outcomes if each.faults]
    return {
        "cases": len(outcomes),
        "passed": sum(each.passed for each in outcomes),
        "unsupported": sum(each.unsupported is not None for each in outcomes),
        "failed": [
            {"id": each.case.id, "law": each.case.law, "why": each.case.why, "faults": each.faults} for each in failed
        ],
    }


def _as_text(outcomes: list[Outcome]) -> str:
    lines = []
    for each in outcomes:
        if each.faults:
            lines += [f"{each.case.id} ({', '.join(each.case.law)}): {each.case.why}"]
            lines += [f"  {fault}" for fault in each.faults]
    summary = _as_json(outcomes)
    beside = f", {summary['unsupported']} not supported" if summary["unsupported"] else ""
    return "\n".join(
        [*lines, f"{summary['passed']} of {summary['cases']} cases passed, {len(summary['failed'])} failed{beside}."]
    )
