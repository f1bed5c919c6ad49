"""Sitting down and getting up: invitations, the page with the codes, seats given back or taken anew."""

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from oathtools.journal.play import Play
from oathtools.web import seats as pictures
from oathtools.web.guard import Form, Refused
from oathtools.web.pages import page
from oathtools.web.questions import Table
from oathtools.web.seats import HOST, Person

if TYPE_CHECKING:
    from oathtools.web.desk import Desk


def join(desk: "Desk", request: Request, person: Person) -> Response:
    """One tap from sitting down. Nothing is claimed by looking: what previews links takes no seat."""
    token = request.path_params["token"]
    name = desk.seats.invited(token)
    if name is None:
        raise Refused(404, "This code was used, or is none of this table", hint="Ask for a new one at the laptop.")
    return page("join", desk, person, name=name, token=token)


def codes(desk: "Desk", request: Request, person: Person) -> Response:
    """The codes of all seats and of the shared screen, for whoever sits at the terminal."""
    if person.name != HOST:
        raise Refused(403, "Only whoever sits at the terminal sees the codes")

    def show(play: Play, table: Table, seat: str | None) -> Response:
        rows, only = [], request.query_params.get("of", "")
        for name in table.seats if only not in table.seats else (only,):
            taken = desk.seats.is_taken(name)
            address = "" if taken else f"{desk.how.base}/join/{desk.seats.invitation(name)}"
            rows.append((name, table.seats[name], taken, address, None if taken else pictures.picture(address)))
        screen = f"{desk.how.base}/table"
        return page("seats", desk, person, rows=rows, screen=screen, code=pictures.picture(screen), only=only)

    return desk.show(show, person)


def leave(desk: "Desk", person: Person, form: Form) -> Response:
    """Give one's own seat back, or the pages of the terminal."""
    if person.name is None:
        raise Refused(403, "Nobody sits here")
    desk.seats.free(person.name)
    return RedirectResponse("/table", 303)


def anew(desk: "Desk", person: Person, form: Form) -> Response:
    """Take a seat anew: the phone that held it sees what all see, and a new code is made."""
    name = form.get("name")
    _, table = desk.at_table()
    if person.name != HOST:
        raise Refused(403, "Only whoever sits at the terminal does that")
    if name not in table.seats:
        raise Refused(404, "Nobody of that name plays")
    desk.seats.free(name)
    return RedirectResponse("/seats", 303)
