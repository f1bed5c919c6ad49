"""The open points on the site: all of them, and a page for each with its readings; and the house rules."""

from collections.abc import Iterator, Mapping
from typing import Any

from marks import boxed, head, link, linked, page, paragraphs, plain

from oathtools.law.rulings import as_json, rulings_for
from oathtools.law.rulings_variants import VariantText, all_texts
from oathtools.render.rules.rulings import remarks


def pages() -> Iterator[tuple[str, str]]:
    """Each page by the path of its source."""
    points = [one for one in map(as_json, rulings_for()) if one["kind"] == "point"]
    yield "ruling/index.md", _index(points)
    for point in points:
        yield f"ruling/{point['id']}.md", _point(point)
    for name, text in all_texts().items():
        yield f"variant/{name}.md", _variant(text)


_ABOUT = (
    "Where the Law, the FAQ and reason leave a point open, it stands here with its readings, the one in force unless a "
    "table decides otherwise, and why. A table switches them in its own `rulings.yaml`: "
    "[Formats](../formats.md#rulings-file)."
)


def _index(points: list[dict[str, Any]]) -> str:
    rows = [f"| {link(one['id'])} | {plain(one['title'])} | {one['in_force']} | {one['firmness']} |" for one in points]
    table = "\n".join(["| | point | in force | rests on |", "|---|---|---|---|", *rows])
    return page(head("Open points"), "# Open points", _ABOUT, table)


def _point(item: Mapping[str, Any]) -> str:
    title = f"{item['id']} {item['title']}"
    blocks = [head(title, item["question"]), *boxed("over", ["[Open points](index.md)"]), f"# {plain(title)}"]
    return page(*blocks, *_told(item))


def _told(item: Mapping[str, Any]) -> Iterator[str]:
    for label, cited in (("Law", item["clauses"]), ("Cards:", item["cards"])):
        if cited:
            yield from boxed("over", [f"{label} {', '.join(map(link, cited))}"])
    if item["question"] and item["question"] != item["title"]:
        yield linked(item["question"])
    yield from _readings(item)
    yield from map(linked, remarks(item))


def _readings(item: Mapping[str, Any]) -> Iterator[str]:
    many = len(item["readings"]) > 1
    for letter, text in item["readings"].items():
        force = many and letter == item["in_force"]
        yield from boxed("reading force" if force else "reading", [f"**{letter}** {linked(text)}"])


def _variant(text: VariantText) -> str:
    blocks = [head(text.title, text.summary), f"# {plain(text.title)}", "*A house rule that changes the Law.*"]
    blocks.append(linked(text.summary))
    for clause in text.clauses.values():
        blocks += [f"## {plain(f'{clause.id} {clause.heading}')} {{ #{clause.id} }}", *paragraphs(clause.text)]
        blocks += boxed("over", ["Beside Law " + ", ".join(map(link, clause.beside))])
    for point in map(as_json, text.points.values()):
        blocks += [f"## {plain(point['id'])} {plain(point['title'])} {{ #{point['id']} }}", *_told(point)]
    return page(*blocks)
