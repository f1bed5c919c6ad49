"""The reference pages, the same for everybody, with or without a game.

Search, clauses with links both ways, cards with their FAQ, open points.
"""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from oathtools import catalog
from oathtools.law import Clause, UnknownClause, find, get
from oathtools.law import contents as law_contents
from oathtools.law.rulings import DamagedRulings, Readings, UnknownRuling, as_json, look_up, read_table, rulings_for
from oathtools.odds.dice import in_words
from oathtools.render.rules import card as card_text
from oathtools.render.rules.hits import on_top
from oathtools.render.rules.law import ClausePage, body, clause_page
from oathtools.render.table.picture import marks_apart, style
from oathtools.search import SearchAnswer
from oathtools.search import search as search_all
from oathtools.web import by_hand, guard
from oathtools.web.guard import Form, Refused
from oathtools.web.seats import HOST, Person

if TYPE_CHECKING:
    from oathtools.web.desk import Desk

LONGEST = 400
_NAMES = 8
_LETTERS = 2


def decided(folder: Path | None) -> Readings | None:
    """What this table has decided; nothing where its file cannot be used: the rules can be read all the same."""
    try:
        return read_table(folder) if folder is not None else None
    except DamagedRulings:
        return None


def hits(words: str, table: Readings | None) -> SearchAnswer:
    """What a search finds, open points as the table reads them."""
    return search_all(
        words[:LONGEST], 12, taken={key: one.reading for key, one in table.taken.items()} if table else {}
    )


def marked(snippet: str) -> Markup:
    """A passage with the words that were looked for marked."""
    parts = str(escape(snippet)).split("*")
    return Markup("".join(f"<mark>{part}</mark>" if at % 2 else part for at, part in enumerate(parts)))


def where(hit: Any) -> str:
    """Where a hit of a search is told in full."""
    if hit.kind == "card":
        return f"/card/{hit.id}"
    if hit.kind == "ruling":
        return f"/ruling/{hit.id}"
    return f"/law/{hit.id}"


@cache
def chapters() -> list[Clause]:
    """The table of contents."""
    return list(law_contents())


def clauses(ref: str, table: Readings | None) -> list[ClausePage]:
    """The clauses that a number, a range, a heading, a term or a site names. Raises ``Refused``."""
    try:
        roots = find(ref[:LONGEST]).roots
    except UnknownClause as unknown:
        near = tuple(f"{cid} {get(cid).title}" for cid in unknown.near)
        raise Refused(404, f"{str(unknown)[:LONGEST]}", near, "Search looks in the texts, too.") from None
    return [clause_page(get(root), table) for root in roots]


def card_facts(words: str, table: Readings | None) -> dict[str, Any]:
    """A card by its id or name, with its printed facts as lines. Raises ``Refused``."""
    try:
        found = words if catalog.is_card(words) else catalog.find(words[:LONGEST])
    except catalog.AmbiguousName as several:
        raise Refused(404, str(several), tuple(map(catalog.name_of, several.ids))) from None
    except catalog.UnknownName as unknown:
        near = tuple(map(catalog.name_of, unknown.suggestions))
        text = f"{unknown.beyond}." if unknown.beyond else f"No card is called {words[:80]}"
        raise Refused(404, text, near, "Search looks in the texts, too.") from None
    page = card_text.page(found, table)
    return {**page, "lines": card_text.fact_lines(catalog.card(found))}


def all_cards() -> list[tuple[str, list[tuple[str, str, str | None]]]]:
    """Every card of the box by kind: id, name, suit."""
    kinds = ("denizen", "edifice", "relic", "vision", "site", "banner", "reliquary", "oath")
    return [
        (kind, sorted(((each.id, each.name, each.suit) for each in catalog.cards(kind)), key=lambda row: row[1]))
        for kind in kinds
    ]


def points(words: str, table: Readings | None) -> list[dict[str, Any]]:
    """The open points and rulings that words mean, all open points without any. Raises ``Refused``."""
    if not words:
        return [as_json(one, table) for one in rulings_for(table=table)]
    try:
        return [as_json(one, table) for one in look_up(words[:LONGEST], table)]
    except (UnknownRuling, LookupError) as unknown:
        raise Refused(404, str(unknown)[:LONGEST], hint="Search looks in the texts, too.") from None


def names(begun: str) -> list[str]:
    """The names of cards that go on from a few letters, for typing what was drawn: of the whole box, always alike."""
    start = catalog.key_of(begun[:40])
    if len(start) < _LETTERS:
        return []
    kinds = ("denizen", "vision", "relic", "site", "edifice")
    every = [(catalog.key_of(each.name), each.name) for kind in kinds for each in catalog.cards(kind)]
    first = [name for key, name in every if key.startswith(start)]
    return list(dict.fromkeys([*first, *(name for key, name in every if start in key)]))[:_NAMES]


def search(desk: "Desk", request: Request, person: Person) -> Response:
    """One search over everything; a question of the table leads to the page that answers it."""
    words = request.query_params.get("q", "").strip()[:LONGEST]
    there, facts = desk.answers(person, words) if words else ("", [])
    if there and not facts and request.query_params.get("ask"):
        return RedirectResponse(there, 303)
    found = hits(words, desk.readings) if words else None
    return page("rules", desk, person, words=words, found=found, there=there, facts=facts)


def contents(desk: "Desk", request: Request, person: Person) -> Response:
    """The contents of the Law, or what was asked for by name."""
    ref = request.query_params.get("ref", "").strip()
    if ref:
        return page("law", desk, person, found=clauses(ref, desk.readings))
    return page("contents", desk, person, chapters=chapters())


def law(desk: "Desk", request: Request, person: Person) -> Response:
    """A clause."""
    return page("law", desk, person, found=clauses(request.path_params["ref"], desk.readings))


def cards(desk: "Desk", request: Request, person: Person) -> Response:
    """All cards of the box, or what was asked for by name."""
    name = request.query_params.get("name", "").strip()
    if name:
        return _card(desk, person, name)
    return page("cards", desk, person, kinds=all_cards())


def card(desk: "Desk", request: Request, person: Person) -> Response:
    """A card, with what may be asked about it in the running game."""
    return _card(desk, person, request.path_params["name"])


def _card(desk: "Desk", person: Person, words: str) -> Response:
    found = card_facts(words, desk.readings)
    return page("card", desk, person, card=found, about=desk.about(person, found["id"]))


def rulings(desk: "Desk", request: Request, person: Person) -> Response:
    """The open points, or those that bear on what was asked for."""
    words = request.query_params.get("words", "").strip()
    return page("rulings", desk, person, words=words, points=points(words, desk.readings))


def ruling(desk: "Desk", request: Request, person: Person) -> Response:
    """An open point with its readings."""
    return page("rulings", desk, person, words="", points=points(request.path_params["ref"], desk.readings))


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
    pages.filters |= {"linked": guard.linked, "cited": guard.cited, "marked": marked, "face": _face}
    words = {"where": where, "on_top": on_top, "body": body, "HOST": HOST}
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
