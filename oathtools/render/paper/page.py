"""A sheet as one HTML page for A4 or Letter: black on white, small margins, boxes to tick, nothing from elsewhere."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple

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
    """Lines under a heading, kept on one page where they fit."""

    heading: str
    rows: Sequence[Row]


class Sheet(NamedTuple):
    """A title, what stands under it, and the parts in as many columns."""

    title: str
    lead: Sequence[str]
    parts: Sequence[Part]
    columns: int = 2


def html(sheet: Sheet, paper: str = "a4") -> str:
    """The page. ``paper`` is a key of ``SIZES``."""
    lead = "".join(f"<p class=lead>{escape(text)}</p>" for text in sheet.lead)
    parts = "\n".join(_part(part) for part in sheet.parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(sheet.title)}</title>\n'
        f"<style>@page{{size:{SIZES[paper]};margin:11mm}}{_STYLE}</style></head>\n<body><h1>{escape(sheet.title)}</h1>"
        f'{lead}\n<main class="in{sheet.columns}">\n{parts}\n</main></body></html>\n'
    )


def _part(part: Part) -> str:
    heading = f"<h2>{escape(part.heading)}</h2>" if part.heading else ""
    return f"<section>{heading}<ul>{''.join(_rows(part.rows))}</ul></section>"


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
main{column-gap:7mm;margin-top:2mm;columns:2}
.in3{columns:3;column-gap:5mm;font-size:7.6pt;line-height:1.22}.in3 h2{font-size:8.6pt}.in3 cite{font-size:6.6pt}
.table{font:8pt/1.3 monospace;white-space:pre}.table::before{content:""!important}
section{margin:0 0 2.6mm}
h2{font-size:10pt;margin:0 0 .6mm;break-after:avoid}
ul{list-style:none;margin:0;padding:0}
li{position:relative;margin:0 0 .5mm;padding-left:4.4mm;break-inside:avoid;white-space:pre-line}
li::before{content:"\\2013";position:absolute;left:.8mm}
.box::before{content:"";left:0;top:.75mm;width:2.7mm;height:2.7mm;border:.6pt solid #000}
.small{font-size:8.2pt;font-style:italic}.small::before{content:""}
.blank{border-bottom:.5pt solid #000;padding:5mm 0 .5mm;margin-bottom:1.5mm}.blank::before{content:""}
cite{font-size:7.6pt;font-style:normal;white-space:nowrap}
@media screen{body{max-width:190mm;margin:8mm auto;padding:0 4mm}}
"""
