"""The sheets, each from what the text commands tell: setup, pulls, turn, campaign, powers, Chronicle, an Offer."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from oathtools.kit.text import capital, filled, in_ascii
from oathtools.law import clauses
from oathtools.odds.dice import attack_faces, defense_faces
from oathtools.procedures.machine.hands import Pull
from oathtools.render.printers import paragraphs
from oathtools.render.rules import card as cards
from oathtools.render.rules.law import missed
from oathtools.render.world import history as past
from oathtools.render.world.setup_guide import Guide, title
from oathtools.saga.guide.plan import SetupPlan
from oathtools.saga.past.annals import History

# -- A sheet as one HTML page for A4 or Letter: black on white, small margins, boxes to tick, nothing from elsewhere ---


SIZES = {"a4": "A4", "letter": "letter"}


class Row(NamedTuple):
    """A line: its words and the clauses behind it.

    ``box`` to tick, ``small`` where it only explains, ``blank`` to be written on, ``table`` where blanks count.
    """

    text: str
    cites: str = ""
    box: bool = False
    small: bool = False
    blank: bool = False
    table: bool = False


class SheetPart(NamedTuple):
    """Lines under a heading; ``wide``: across all columns."""

    heading: str
    rows: Sequence[Row]
    wide: bool = False


class Sheet(NamedTuple):
    """A title, what stands under it, and the parts, in so many columns and in letters of so many points."""

    title: str
    lead: Sequence[str]
    parts: Sequence[SheetPart]
    points: float = 9.5
    columns: int = 2
    drawn: str = ""  # pictures, below all


def html(sheet: Sheet, paper: str = "a4") -> str:
    """The page, in ASCII. ``paper`` is a key of ``SIZES``."""
    page = filled(
        Path(__file__).parent / "sheet.html",
        title=escape(sheet.title),
        size=SIZES[paper],
        columns=str(sheet.columns),
        points=str(sheet.points),
        lead="".join(f"<p class=lead>{escape(text)}</p>" for text in sheet.lead),
        parts="\n".join(_part(part) for part in sheet.parts),
        drawn=sheet.drawn,
    )
    return in_ascii(page)


def _part(part: SheetPart) -> str:
    heading = f"<h2>{escape(part.heading)}</h2>" if part.heading else ""
    wide = " class=wide" if part.wide else ""
    return f"<section{wide}>{heading}<ul>{''.join(_rows(part.rows))}</ul></section>"


def _rows(rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        kinds = [name for name, is_so in _kinds(row) if is_so]
        kind = f' class="{" ".join(kinds)}"' if kinds else ""
        cites = f" <cite>{escape(row.cites)}</cite>" if row.cites else ""
        yield f"<li{kind}><span>{escape(row.text)}{cites}</span></li>"


def _kinds(row: Row) -> tuple[tuple[str, bool], ...]:
    return ("box", row.box), ("small", row.small), ("blank", row.blank), ("table", row.table)


ARROW = "\u2192"
_CITIZENS = ("6.6", "6.7", "6.8")  # of the minor actions, those of becoming a Citizen and of ceasing to be one


def setup(found: Guide, plan: SetupPlan) -> Sheet:
    """Chapter 1 with this world's numbers and a box for each thing to do."""
    parts = []
    for step in found.steps:
        rows = [Row(text, box=True) for text in step.do]
        rows += [Row(f"Choice: {text}") for text in step.decide]
        rows += [Row(text, small=True) for text in step.notes]
        parts.append(SheetPart(f"{step.clause}  {step.title}", rows))
    names = ", ".join(seat.name for seat in plan.seats) if plan.named else f"{len(plan.seats)} players"
    return Sheet(f"Setup: {names}", found.remarks, parts)


def pulls(found: Sequence[Pull], name: str, drawn: str = "") -> Sheet:
    """What to fetch and where it goes, with boxes; ``drawn``: the map before and after."""
    parts = [
        SheetPart(title(step), [Row(f"{capital(pull.source)}: {pull.says(ARROW)}", box=True) for pull in pulled])
        for step, pulled in groupby(found, key=lambda pull: pull.step)
    ]
    return Sheet(f"What to fetch and put away: {name}", [], parts, drawn=drawn)


# -- aids out of the Law -----------------------------------------------------------------------------------------------


def turn_aid() -> Sheet:
    """A turn by its clauses: phases, major actions with what they cost, minor actions."""
    parts = [_chapter(each) for each in ("4.1", "4.2", "4.3", "5.1", "5.2", "5.3", "5.4", "5.6")]
    minor = clauses.get("6")
    actions = [row for each in _below("6") if each.id not in _CITIZENS for row in _clause(each)]
    parts.append(SheetPart(f"6  {minor.heading}", [*_words(minor), *actions]))
    lead = "Wake, then any number of actions in any order, then Rest. For 5.5 and 6.6 to 6.8: print campaign, offer."
    return Sheet("A turn", [lead], parts, points=7.2, columns=3)


def campaign_aid() -> Sheet:
    """A campaign by its clauses, with the faces of the dice and lines for the numbers."""
    steps = [_chapter(each.id) for each in _below("5.5")]
    dice = [_die("Attack die", attack_faces(frozenset())), _die("Defense die", defense_faces(frozenset()))]
    questions = (
        "Force, and attack dice:",
        "Defense dice, and warbands that add:",
        "Defense rolled, and with the warbands:",
        "Attack rolled, and skulls:",
        "Sacrificed, and the attack with it:",
    )
    numbers = [Row(words, blank=True) for words in questions]
    return Sheet("A campaign (5.5)", [], [*steps, SheetPart("Dice", dice), SheetPart("Numbers", numbers)], points=8.5)


def missed_rules() -> Sheet:
    """The rules that are most often played wrong, each with its clause."""
    lead = "Thirty rules of the Law, each with the clause that has it."
    parts = [
        SheetPart(f"{chapter}  {clauses.get(chapter).heading}", [Row(each["rule"], each["clause"]) for each in rules])
        for chapter, rules in groupby(missed(), lambda each: each["clause"].split(".")[0])
    ]
    return Sheet("Often played wrong", [lead], parts)


def _die(name: str, faces: Mapping[str, tuple[int, ...]]) -> Row:
    """The faces of a die, each with the number of sides that show it."""
    shown = [f"{face.replace('_', ' ')}, {sides} of 6" for face, (sides, *_) in faces.items()]
    return Row(f"{name}: {'; '.join(shown)}")


def _below(clause: str) -> list[clauses.Clause]:
    return [clauses.get(each) for each in clauses.get(clause).children]


def _chapter(clause: str) -> SheetPart:
    """A clause and those below it, each with its words."""
    found = clauses.get(clause)
    rows = [*_words(found), *(row for each in _below(clause) for row in _clause(each))]
    return SheetPart(f"{found.id}  {found.heading}", rows)


def _clause(found: clauses.Clause) -> Iterator[Row]:
    if ".box" in found.id:
        return
    heading = f"{found.heading.rstrip('.')}: " if found.heading else ""
    body = "".join(row.text for row in _words(found))
    yield Row(f"{heading}{body}", found.id)
    for each in _below(found.id):
        yield from _clause(each)


def _words(found: clauses.Clause) -> list[Row]:
    binding = f"{found.text}\n{found.imperial}".splitlines()
    text = "\n".join(filter(str.strip, binding)).replace("\n- ", "\n\u2022 ")
    return [Row(text)] if text else []


# -- the table ---------------------------------------------------------------------------------------------------------


def powers(status: Mapping[str, Any], names: Mapping[str, str]) -> Sheet:
    """The powers that lie faceup: at sites, with players. ``status`` is what ``oathtools status --json`` prints."""
    parts = []
    for site in status["sites"]:
        if site["id"]:
            lying = [site, *site["cards"], *site["relics"]]
            parts.append(SheetPart(names.get(site["id"], site["place"]), _powers_of(lying)))
    for player in status["players"]:
        held = [*player["advisers"], *player["relics"], *([player["vision"]] if player["vision"] else [])]
        parts.append(SheetPart(f"{player['name']}, {capital(player['role'])}", _powers_of(held)))
    return Sheet(f"Powers now faceup, round {status['round']}", [], [part for part in parts if part.rows], points=8.2)


def _powers_of(lying: Iterable[Mapping[str, Any]]) -> list[Row]:
    rows = []
    for each in lying:
        if each["id"] and not each["facedown"]:
            page = cards.page(each["id"])
            if page["text"]:
                rows.append(Row(f"{page['name']}: {page['text']}", ", ".join(c["id"] for c in page["clauses"][:3])))
    return rows


def chronicle(history: History) -> Sheet:
    """The ledger of a saga: a block for each game, the players, the edifices, the suits."""
    first, *sections = (list(paragraphs(section)) for section in past.sections(history))
    parts = [SheetPart(str(head), [Row(str(each), table=each.table) for each in rest]) for head, *rest in sections]
    parts.append(
        SheetPart("The next game", [Row("Winner, and how:", blank=True), Row("What became of it:", blank=True)])
    )
    return Sheet(history.name, list(map(str, first)), parts)


def offer(holder: str = "", exiles: Sequence[str] = ()) -> Sheet:
    """An Offer of Citizenship to fill in and to sign (6.6), with the clauses of being a Citizen.

    ``holder``: who holds the Grand Scepter; ``exiles``: to whom it may be offered.
    """
    lines = (
        f"The holder of the Grand Scepter{_named(holder)}:",
        f"offers Citizenship to the Exile{_named(', '.join(exiles))}:",
        "with this relic of the Imperial Reliquary, exactly one:",
        "and gives besides (favor, secrets, relics, banners):",
        "and is given:",
        "and both promise:",
        "in round, before witnesses:",
    )
    written = [Row(words, blank=True) for words in lines]
    signed = [
        Row("Accepted", box=True),
        Row("Declined", box=True),
        Row("Signed, who offers:", blank=True),
        Row("Signed, who answers:", blank=True),
    ]
    law = [_chapter(clause) for clause in ("6.6.1", "6.6.2", "6.6.3", "6.7", "6.8", "7.6.3")]
    form = [SheetPart("", written, wide=True), SheetPart("", signed, wide=True)]
    return Sheet("Offer of Citizenship", [], [*form, *law], points=8.6)


def _named(names: str) -> str:
    return f" ({names})" if names else ""
