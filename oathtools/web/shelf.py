"""The reference pages: the same for everybody, with or without a game."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from oathtools.odds.dice import in_words
from oathtools.render.rules.hits import on_top
from oathtools.render.rules.law import body
from oathtools.render.table.picture import marks_apart, style
from oathtools.web import by_hand, guard, rules
from oathtools.web.guard import Form
from oathtools.web.seats import HOST, Person

if TYPE_CHECKING:
    from oathtools.web.desk import Desk


def search(desk: "Desk", request: Request, person: Person) -> Response:
    """One search over everything; a question of the table leads to the page that answers it."""
    words = request.query_params.get("q", "").strip()[: rules.LONGEST]
    there = desk.answers(person, words) if words else ""
    if there and request.query_params.get("ask"):
        return RedirectResponse(there, 303)
    found = rules.found(words, desk.readings) if words else None
    return page("rules", desk, person, words=words, found=found, there=there)


def contents(desk: "Desk", request: Request, person: Person) -> Response:
    """The contents of the Law, or what was asked for by name."""
    ref = request.query_params.get("ref", "").strip()
    if ref:
        return page("law", desk, person, found=rules.law(ref, desk.readings))
    return page("contents", desk, person, chapters=rules.chapters())


def law(desk: "Desk", request: Request, person: Person) -> Response:
    """A clause."""
    return page("law", desk, person, found=rules.law(request.path_params["ref"], desk.readings))


def cards(desk: "Desk", request: Request, person: Person) -> Response:
    """All cards of the box, or what was asked for by name."""
    name = request.query_params.get("name", "").strip()
    if name:
        return _card(desk, person, name)
    return page("cards", desk, person, kinds=rules.all_cards())


def card(desk: "Desk", request: Request, person: Person) -> Response:
    """A card, with what may be asked about it in the running game."""
    return _card(desk, person, request.path_params["name"])


def _card(desk: "Desk", person: Person, words: str) -> Response:
    found = rules.card(words, desk.readings)
    return page("card", desk, person, card=found, about=desk.about(person, found["id"]))


def rulings(desk: "Desk", request: Request, person: Person) -> Response:
    """The open points, or those that bear on what was asked for."""
    words = request.query_params.get("words", "").strip()
    return page("rulings", desk, person, words=words, points=rules.points(words, desk.readings))


def ruling(desk: "Desk", request: Request, person: Person) -> Response:
    """An open point with its readings."""
    return page("rulings", desk, person, words="", points=rules.points(request.path_params["ref"], desk.readings))


NUMBERS = ("force", "attack", "defense", "defenders", "attacker_plans", "defender_plans", "bandits", "sacrifice")


def odds(desk: "Desk", request: Request, person: Person) -> Response:
    """Exact odds by numbers."""
    query = _query_of(request)
    given = by_hand.numbers_of_query(query, desk.readings)
    return page("odds", desk, person, told=query, odds=by_hand.odds(given) if given else None)


def fight(desk: "Desk", request: Request, person: Person) -> Response:
    """A campaign by numbers, resolved with the dice that fell."""
    query = _query_of(request)
    given = by_hand.numbers_of_query(query, desk.readings)
    if given is None:
        return RedirectResponse("/odds", 303)
    fell = {key: value[:4] for key, value in request.query_params.items() if key.startswith(("attack.", "defense."))}
    fought = by_hand.fight(given, {**query, **fell})
    return page("fight", desk, person, told={**query, **fell}, fought=fought)


def _query_of(request: Request) -> dict[str, str]:
    return {name: request.query_params.get(name, "")[:200] for name in NUMBERS}


def won(desk: "Desk", request: Request, person: Person) -> Response:
    """Has anyone won? By facts, asked one after the other."""
    query = {name: value[:40] for name, value in request.query_params.items() if name in FACTS}
    return page("won", desk, person, won=by_hand.won(query, desk.readings))


FACTS = ("at", "holder", "vision", "goal", "visions", "round", "die", "oath", "successor")


def position(desk: "Desk", request: Request, person: Person) -> Response:
    """Room for a position; what a link carries is filled in."""
    text, words = (request.query_params.get(each, "") for each in ("position", "words"))
    return page("position", desk, person, text=text[:12_000], words=words[:400], lines=[], judged=None)


def won_in(desk: "Desk", person: Person, form: Form) -> Response:
    """Has anyone won in a typed position? Or may this be done in it?"""
    text, words = form.get("position").replace("\r\n", "\n"), form.get("words").strip()
    judged = by_hand.judged_in(text, words, desk.readings) if words else None
    lines = [] if words else by_hand.won_in(text, desk.readings)
    return page("position", desk, person, text=text, words=words, lines=lines, judged=judged)


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
    words = {"where": rules.where, "on_top": on_top, "body": body, "HOST": HOST}
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
        "version": values.get("version") or desk.news.version(),
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
