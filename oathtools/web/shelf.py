"""The reference pages: the same for everybody, with or without a game."""

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from oathtools.web import rules
from oathtools.web.pages import page
from oathtools.web.seats import Person

if TYPE_CHECKING:
    from oathtools.web.desk import Desk


def search(desk: "Desk", request: Request, person: Person) -> Response:
    """One search over everything."""
    words = request.query_params.get("q", "").strip()
    found = rules.found(words) if words else None
    return page("rules", desk, person, words=words[: rules.LONGEST], found=found)


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
        return page("card", desk, person, card=rules.card(name, desk.readings))
    return page("cards", desk, person, kinds=rules.all_cards())


def card(desk: "Desk", request: Request, person: Person) -> Response:
    """A card."""
    return page("card", desk, person, card=rules.card(request.path_params["name"], desk.readings))


def rulings(desk: "Desk", request: Request, person: Person) -> Response:
    """The open points, or those that bear on what was asked for."""
    words = request.query_params.get("words", "").strip()
    return page("rulings", desk, person, words=words, points=rules.points(words, desk.readings))


def ruling(desk: "Desk", request: Request, person: Person) -> Response:
    """An open point with its readings."""
    return page("rulings", desk, person, words="", points=rules.points(request.path_params["ref"], desk.readings))


def odds(desk: "Desk", request: Request, person: Person) -> Response:
    """Exact odds by numbers."""
    told = {name: request.query_params.get(name, "")[:10] for name in ("force", "attack", "defense", "defenders")}
    return page("odds", desk, person, told=told, odds=rules.odds(told))
