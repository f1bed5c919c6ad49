"""The cards on the site: all of them by kind, and a page for each with its FAQ."""

from collections.abc import Iterator, Mapping
from typing import Any

from law_pages import UNSEARCHED
from marks import FAQ, address, boxed, head, link, linked, listed, page, plain

from oathtools import catalog
from oathtools.render.rules import card as cards

KINDS = {
    "denizen": "Denizens",
    "edifice": "Edifices",
    "relic": "Relics",
    "vision": "Visions",
    "site": "Sites",
    "banner": "Banners",
    "reliquary": "Imperial Reliquary",
    "oath": "Oaths",
}
SUITS = ("discord", "arcane", "order", "hearth", "beast", "nomad")


def pages() -> Iterator[tuple[str, str]]:
    """Each page by the path of its source."""
    yield "card/index.md", _index()
    for card in catalog.ids():
        yield f"card/{card}.md", _card(cards.page(card))


def _index() -> str:
    blocks = [
        head("The cards"),
        "# The cards",
        f"All {len(catalog.ids())} of the base game, what each does in our words.",
    ]
    for kind, title in KINDS.items():
        blocks.append(f"## {title}")
        ids = sorted((card for card in catalog.ids() if card.startswith(f"{kind}.")), key=catalog.name_of)
        if kind != "denizen":
            blocks += boxed("contents", [listed(map(link, ids))])
        for suit in SUITS if kind == "denizen" else ():
            blocks.append(f"### {swatch(suit)}{suit.capitalize()}")
            blocks += boxed("contents", [listed(link(card) for card in ids if catalog.card(card).suit == suit)])
    return page(*blocks)


def swatch(suit: str | None) -> str:
    """The color of a suit."""
    return f'<i class="suit suit-{suit}"></i>' if suit else ""


def _card(told: Mapping[str, Any]) -> str:
    lines = cards.fact_lines(catalog.card(told["id"]))
    blocks = [head(told["name"], " ".join(lines)), *boxed("over", ["[The cards](index.md)"])]
    blocks += [f"# {swatch(told['suit'])}{plain(told['name'])}", *boxed("facts", map(linked, lines))]
    blocks += map(linked, (told["text"] or "Its power is not restated yet.").splitlines())
    blocks += boxed("reminder", [linked(told["note"])]) if told["note"] else []
    if told["clauses"]:
        rests = [f"{link(one['id'])} {plain(one['title'] or '')}" for one in told["clauses"]]
        blocks += [f"## Law {UNSEARCHED}", listed(rests)]
    rulings = [one for one in told["rulings"] if one["kind"] == "point"]
    answers = [one for one in told["rulings"] if one["kind"] == "faq"]
    blocks += [f"## Rulings {UNSEARCHED}" if rulings else "", *(block for one in rulings for block in _ruling(one))]
    blocks += ["## FAQ" if answers else "", *(block for one in answers for block in _answer(one, told["id"]))]
    return page(*filter(None, blocks), *boxed("over", [f"`{told['id']}`"]))


def _ruling(one: Mapping[str, Any]) -> Iterator[str]:
    yield f"### {link(one['id'])} {plain(one['title'])} {UNSEARCHED}"
    if one["question"] not in ("", one["title"]):
        yield linked(one["question"])
    yield f"**{one['in_force']}** {linked(one['answer'])}{_mark(one)}"


def _answer(one: Mapping[str, Any], card: str) -> Iterator[str]:
    """A question of the FAQ: in full on the page of its own card, and named on the pages of others."""
    number = one["id"].rpartition(".")[2]
    own = one["card"] == card
    about = "" if own else f"[{plain(catalog.name_of(one['card']))}](../{address(FAQ + one['id'].partition('.')[2])}): "
    place = f"{{ #faq-{number} }}" if own else UNSEARCHED
    yield f"### {about}{linked(one['question'])} {place}"
    yield linked(one["answer"]) + _mark(one)
    if one["clauses"]:
        yield from boxed("over", ["Law " + ", ".join(map(link, one["clauses"]))])


def _mark(one: Mapping[str, Any]) -> str:
    marks = cards.marks_of(one)
    return f" *({', '.join(marks)})*" if marks else ""
