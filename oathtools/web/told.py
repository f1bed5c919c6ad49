"""Sentences on a page: clauses, cards and open points in them are links; what was refused is told in names."""

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup, escape

from oathtools import catalog, whole
from oathtools.answerers.matching import Elsewhere, Misread
from oathtools.answerers.speaker import Needs
from oathtools.engine.decision import NotOffered
from oathtools.journal.file import Damaged
from oathtools.render.game.action import clause_of
from oathtools.render.game.prompts import prompt
from oathtools.render.names import Names
from oathtools.render.rules import cites
from oathtools.saga.folder import NoSaga
from oathtools.text import capital
from oathtools.web.guard import Refused

if TYPE_CHECKING:
    from oathtools.engine.rows import Refusal
    from oathtools.journal.play import Play

FAULTS = (Misread, NotOffered, Needs, Damaged, NoSaga, whole.Busy)


class Reason(NamedTuple):
    """Why something may not be: the sentence and where it comes from."""

    because: str
    clause: str


@lru_cache(maxsize=1024)
def linked(text: str) -> Markup:
    """A text as markup, with a link for each clause and open point in it."""
    return Markup("").join(cited(piece) if kind else escape(piece) for piece, kind in cites.parts(text))


def cited(what: str) -> Markup:
    """A clause, a card or an open point by its id, as a link where there is such a one."""
    where = address(what)
    name = catalog.name_of(what) if catalog.is_card(what) else what
    return Markup('<a class="cite" href="{}">{}</a>').format(where, name) if where else escape(what)


def address(what: str) -> str | None:
    """Where an id is told."""
    kind = cites.kind(what)
    return f"/{kind}/{what}" if kind else None


def reasons(refusals: "Iterable[Refusal]", names: Names) -> list[Reason]:
    """Refusals in names, each once."""
    return [
        Reason(capital(names.text(each.because)), clause_of(each, names.text).removeprefix("Law "))
        for each in dict.fromkeys(refusals)
    ]


def refused(fault: BaseException, play: "Play | None", names: Names | None) -> Refused:
    """What went wrong, for the one who asked for it: in the names that they may hear."""
    if isinstance(fault, whole.Busy):
        return Refused(409, "Somebody else is writing this game", hint="Try again. Nothing was changed.")
    if isinstance(fault, Damaged):
        return Refused(500, f"The journal cannot be read: {fault}", hint="Whoever sits at the terminal must mend it.")
    if isinstance(fault, NoSaga):
        return Refused(404, capital(str(fault)), hint="Whoever sits at the terminal starts one.")
    if isinstance(fault, NotOffered) and names is not None:
        lines = reasons(fault.refusals, names)
        return Refused(409, "That is not allowed here", tuple(lines), "Nothing was changed.")
    if isinstance(fault, Needs) and names is not None:
        asked = f"{prompt(fault.decision, names)} Say that, too." if play and play.pending is fault.decision else ""
        return Refused(409, "More has to be said first", hint=f"{asked} Nothing was changed.".strip())
    if isinstance(fault, Elsewhere):
        return Refused(409, "Another question is open", hint="Nothing was changed.")
    if isinstance(fault, Misread):
        return Refused(409, capital(str(fault)), hint=plain(fault.hint or ""))
    return Refused(500, "This went wrong, and it is our fault", hint="The journal is as it was.")


def plain(hint: str) -> str:
    """A hint without what is to be typed at a terminal."""
    return " ".join(line for line in hint.splitlines() if "oathtools" not in line)
