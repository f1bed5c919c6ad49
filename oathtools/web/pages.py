"""From values to a page: the templates, and the words that they use."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse

from oathtools.odds.dice_words import in_words
from oathtools.render.rules.hits import source
from oathtools.render.rules.law import body
from oathtools.render.table.picture import marks_apart, style
from oathtools.web import guard, rules
from oathtools.web.seats import HOST, Person

if TYPE_CHECKING:
    from oathtools.web.desk import Desk

_STATIC = Path(__file__).parent / "static"
TABLE_TABS = (("/table", "Table"), ("/me", "Me"), ("/question", "Ask"), ("/log#last", "Log"), ("/rules", "Rules"))
RULES_TABS = (("/rules", "Search"), ("/law", "Law"), ("/cards", "Cards"), ("/rulings", "Rulings"), ("/odds", "Odds"))
SAGAS_TAB = (("/sagas", "Sagas"),)


@cache
def _pages() -> Environment:
    pages = Environment(
        loader=PackageLoader("oathtools.web", "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,  # the templates are a part of the program
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters |= {"linked": guard.linked, "cited": guard.cited, "marked": rules.marked, "face": _face}
    words = {"where": rules.where, "source": source, "body": body, "HOST": HOST}
    pages.globals |= {**words, "marks": Markup(marks_apart())}
    return pages


def _face(face: str) -> str:
    """A face of a die, by the side of its picture."""
    return in_words([face]).removeprefix("a ")


def page(name: str, desk: "Desk", person: Person, /, *, status: int = 200, **values: Any) -> HTMLResponse:
    """A page for one person."""
    shown = {
        "desk": desk,
        "person": person,
        "mark": desk.seats.mark(person),
        "version": desk.news.version(),
        "tabs": (RULES_TABS if desk.kept is None else TABLE_TABS) + SAGAS_TAB * desk.how.one_device,
        "tab": name,
        "copy": "" if desk.kept is None else desk.kept.copy,
        "called": False,
        **values,
    }
    return HTMLResponse(_pages().get_template(f"{name}.html").render(shown), status)


@cache
def sheet() -> str:
    """The style sheet: that of the picture with the colors of all our pages, and our own."""
    return style("page") + (_STATIC / "table.css").read_text(encoding="utf-8")
