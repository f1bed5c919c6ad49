"""The guide through setup: the words of ``data/setup_guide.yaml`` with a game's figures, as text and as JSON."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from oathtools.kit.datafiles import load
from oathtools.kit.text import capital
from oathtools.law import rulings_variants
from oathtools.law.clauses import get
from oathtools.law.rulings_variants import clause as own
from oathtools.procedures.machine.hands import Pull
from oathtools.render.document import Block, Line, apart
from oathtools.saga.guide.figures import Figures, figures
from oathtools.saga.guide.plan import SetupPlan

_BOOK = "setup_guide"


class Step(NamedTuple):
    """A step: ``number`` is 1 to 23, ``box``, or the clause of a variant's step.

    The lists hold sentences; a note begins with its ruling, what a variant adds with the variant's clause.
    """

    number: int | str
    clause: str
    title: str
    do: list[str]
    decide: list[str]
    notes: list[str]
    cites: list[str]

    def as_json(self) -> dict[str, Any]:
        data = self._asdict()
        return {"step": data.pop("number"), **data}


class Guide(NamedTuple):
    """The steps of chapter 1 in order, with 1.box before 1.19, and what is to be said before them."""

    remarks: list[str]
    steps: list[Step]


def guide(plan: SetupPlan) -> Guide:
    """The guide for a plan."""
    book, known = load(_BOOK), figures(plan)
    remarks = [text for text, _ in _filled_lines(book["remarks"], known["1.1"])]
    return Guide(remarks, [_step_at(clause, book, known[clause], plan) for clause in known])


def _step_at(clause: str, book: Mapping[str, Any], known: Figures, plan: SetupPlan) -> Step:
    """A step of the Law with what the variants in force add to it, or a step of one of them."""
    texts = [rulings_variants.get(name) for name in plan.variants]
    for text in texts:
        if clause in text.steps:
            entry = {"title": text.clauses[clause].heading, "cites": text.clauses[clause].beside, **text.steps[clause]}
            return _step(clause, entry, {**known, **known["variants"].get(text.id, {})})
    step = _step(clause, book[clause], known)
    for text in texts:
        if clause in text.guide:
            added = {"title": "", **text.guide[clause]}
            own = _step(clause, added, {**known, **known["variants"].get(text.id, {})})
            mark = f"{added['by']}: "
            step.do.extend(mark + line for line in own.do)
            step.decide.extend(mark + line for line in own.decide)
            step.notes.extend(own.notes)
            step.cites.append(added["by"])
    step.do.extend(text for text, _ in _filled_lines(book[clause].get("end", ()), known))
    return step


def _step(clause: str, entry: Mapping[str, Any], known: Figures) -> Step:
    """A step without the lines that end it."""
    chapter, _, number = clause.partition(".")
    return Step(
        clause if chapter != "1" else int(number) if number.isdigit() else number,
        clause,
        entry["title"],
        [text for text, _ in _filled_lines(entry.get("do", ()), known)],
        [text for text, _ in _filled_lines(entry.get("decide", ()), known)],
        [f"{ruling}: {text}" if ruling else text for text, ruling in _filled_lines(entry.get("notes", ()), known)],
        list(dict.fromkeys((clause, *entry.get("cites", ())))),
    )


def _filled_lines(lines: Any, known: Figures) -> Iterator[tuple[str, str]]:
    """The lines that are to be told with these figures, filled in, each with its ruling or an empty text."""
    for line in lines:
        if isinstance(line, str):
            yield line.format_map(known), ""
            continue
        when = line.get("when", ())
        if not all(_holds(word, known) for word in ((when,) if isinstance(when, str) else when)):
            continue
        rows = known[line["each"]] if "each" in line else ({},)
        for row in rows:
            yield line["say"].format_map({**known, **row}), line.get("ruling", "")


def _holds(word: str, known: Figures) -> bool:
    name = word.removeprefix("not ")
    return bool(known[name]) == (name == word)


# -- text ------------------------------------------------------------------------------------------------------------


def step_document(step: Step, *, boxes: bool = False) -> list[Block]:
    """A step for people; ``boxes``: with boxes to tick, for paper."""
    mark = "[ ] " if boxes else "- "
    lines: list[Block] = [Line(f"{step.clause}  {step.title}", hang=len(step.clause) + 2)]
    lines += [Line(text, f"  {mark}") for text in step.do]
    for label, texts in (("Choice: ", step.decide), ("Note: ", step.notes)):
        lines += [Line(text, f"  {label}", 4) for text in texts]
    return [*lines, Line(f"Law {', '.join(step.cites)}", "  ", 4)]


def document(found: Guide, plan: SetupPlan, *, boxes: bool = False) -> list[Block]:
    """The whole guide for people."""
    return apart(headline(found, plan), *(step_document(step, boxes=boxes) for step in found.steps))


def headline(found: Guide, plan: SetupPlan) -> list[Line]:
    """What the guide is for, and what is to be said before the first step."""
    names = f": {', '.join(seat.name for seat in plan.seats)}" if plan.named else ""
    text = f"Setup (Law, chapter 1) for {len(plan.seats)} players{names}."
    if plan.saved is None:
        text += " No world is given, so the words are general where they depend on the map."
    return [Line(each) for each in (text, *found.remarks)]


# -- pull lists for people: what to fetch and where it goes, to read, to tick off, or on paper -------------------------


def pulls_document(
    found: Sequence[Pull], *, boxes: bool = False, stacks: bool = False, done: Collection[int] = ()
) -> list[Block]:
    """A pull list by its clauses, or with ``stacks`` by the stacks of the box.

    ``boxes``: with boxes to tick, for paper; ``done`` are the places of those that are ticked already.
    """
    lines: list[Block] = []
    at = 0
    for key, group in groupby(found, key=lambda pull: pull.source if stacks else pull.step):
        lines += [*([""] if lines else []), Line(capital(key) if stacks else title(key), hang=2)]
        for pull in group:
            mark = f"[{'x' if at in done else ' '}] " if boxes or done else "- "
            lines.append(Line(_says(pull, stacks), f"  {mark}"))
            at += 1
    return lines


def line(pull: Pull, number: int, of: int) -> Line:
    """One pull alone, as it is asked for when a list is ticked off."""
    return Line(f"{capital(pull.source)}: {pull.says()} ({pull.step})", f"{number}/{of}  ")


def _says(pull: Pull, stacks: bool) -> str:
    return f"{pull.says()} ({pull.step})" if stacks else f"{capital(pull.source)}: {pull.says()}"


def title(clause: str) -> str:
    """A clause and its heading, as a list has them."""
    if found := own(clause):
        return f"{clause}  {found[1].heading}"
    guide = load("setup_guide").get(clause) if clause.startswith("1.") else None
    return f"{clause}  {guide['title'] if guide else get(clause).title}"
