"""A sheet as one HTML page for A4 or Letter: black on white, small margins, boxes to tick, nothing from elsewhere."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple

from oathtools.text import in_ascii

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


class Part(NamedTuple):
    """Lines under a heading; ``wide``: across all columns."""

    heading: str
    rows: Sequence[Row]
    wide: bool = False


class Sheet(NamedTuple):
    """A title, what stands under it, and the parts, in so many columns and in letters of so many points."""

    title: str
    lead: Sequence[str]
    parts: Sequence[Part]
    points: float = 9.5
    columns: int = 2


def html(sheet: Sheet, paper: str = "a4") -> str:
    """The page, in ASCII. ``paper`` is a key of ``SIZES``."""
    lead = "".join(f"<p class=lead>{escape(text)}</p>" for text in sheet.lead)
    parts = "\n".join(_part(part) for part in sheet.parts)
    return in_ascii(
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(sheet.title)}</title>\n'
        f"<style>@page{{size:{SIZES[paper]};margin:10mm}}{_STYLE}"
        f"main{{columns:{sheet.columns};font-size:{sheet.points}pt}}</style></head>\n"
        f"<body><h1>{escape(sheet.title)}</h1>{lead}\n<main>\n{parts}\n</main></body></html>\n"
    )


def _part(part: Part) -> str:
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


_STYLE = """
*{box-sizing:border-box}
body{font:9.5pt/1.3 Georgia,"Times New Roman",serif;color:#000;background:#fff;margin:0}
h1{font-size:15pt;margin:0 0 1mm;border-bottom:.6pt solid #000;padding-bottom:1mm}
.lead{margin:0 0 1.5mm;font-style:italic}
main{column-gap:6mm;margin-top:2mm;line-height:1.22}
.wide{column-span:all}
.table{font:.85em/1.3 monospace;white-space:pre}.table::before{content:""!important}
section{margin:0 0 .7em}
h2{font-size:1.06em;margin:0 0 .2em;break-after:avoid}
ul{list-style:none;margin:0;padding:0}
li{position:relative;margin:0 0 .15em;padding-left:1.3em;white-space:pre-line;orphans:2;widows:2}
li::before{content:"\\2013";position:absolute;left:.25em}
.box{break-inside:avoid}
.box::before{content:"";left:0;top:.22em;width:.8em;height:.8em;border:.6pt solid #000}
.small{font-size:.87em;font-style:italic;padding-left:1.5em}.small::before{content:""}
.blank{border-bottom:.5pt solid #000;padding:5mm 0 .5mm;margin-bottom:1.5mm;break-inside:avoid}
.blank::before{content:""}
cite{font-size:.82em;font-style:normal;white-space:nowrap}
@media screen{body{max-width:190mm;margin:8mm auto;padding:0 4mm}}
"""
