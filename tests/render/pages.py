"""Checking a page of HTML: every element closed, no attribute twice, nothing fetched, nothing run."""

import re
from html.parser import HTMLParser
from itertools import pairwise

VOID = {"meta", "br", "hr", "img", "input", "link", "col", "wbr", "source", "area", "base", "embed", "track"}
EMPTY = {"line", "rect", "circle", "path", "polygon"}  # of SVG: written as <x/>
BLOCKS = {"p", "h1", "h2", "h3", "h4", "ul", "div", "table", "section", "article", "blockquote", "header", "footer"}


class Strict(HTMLParser):
    """Raises ``AssertionError`` for what a lenient reader would guess at."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.ids: list[str] = []

    def handle_decl(self, decl):
        assert decl == "doctype html" and not self.seen

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (tag, names)
        assert not {name for name in names if name.startswith("on")} | {"src", "href", "xlink:href", "style"} & {*names}
        self.ids += [value for name, value in attrs if name == "id"]
        assert not (tag in BLOCKS and "p" in self.open), f"<{tag}> inside <p>"
        self.seen.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        assert tag in EMPTY, tag
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open[-4:])
        self.open.pop()


class _Outline(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.levels: list[int] = []
        self.seen: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs).get("name")))
        if re.fullmatch("h[1-6]", tag):
            self.levels.append(int(tag[1]))


def outlined(page: str) -> None:
    """No level of headings is skipped, from the first on; there is one main part, and a phone shows it at its width."""
    reader = _Outline()
    reader.feed(page)
    deeper = [(above, level) for above, level in pairwise([0, *reader.levels]) if level > above + 1]
    assert reader.levels and not deeper, reader.levels
    tags = [tag for tag, _ in reader.seen]
    assert tags.count("main") == 1 and reader.seen.count(("meta", "viewport")) == 1


def checked(page: str) -> Strict:
    """A page that holds together and needs nothing but itself."""
    reader = Strict()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    outlined(page)
    assert reader.seen[:3] == ["html", "head", "meta"] and reader.seen.count("h1") == 1
    assert len(reader.ids) == len(set(reader.ids))
    assert not {"script", "img", "link", "iframe", "object"} & set(reader.seen)
    assert "url(" not in page and "@import" not in page
    assert page.replace("http://www.w3.org/2000/svg", "").count("://") == 0
    return reader


def contrast(one: str, other: str) -> float:
    """How well two colors are told apart, from 1 to 21, as WCAG 2.2 counts it."""
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: str) -> float:
    digits = color[1:] if len(color) == 7 else "".join(2 * each for each in color[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
