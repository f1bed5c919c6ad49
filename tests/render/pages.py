"""Checking a page of HTML: every element closed, no attribute twice, nothing fetched, nothing run."""

from html.parser import HTMLParser

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


def checked(page: str) -> Strict:
    """A page that holds together and needs nothing but itself."""
    reader = Strict()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    assert reader.seen[:3] == ["html", "head", "meta"] and reader.seen.count("h1") == 1
    assert len(reader.ids) == len(set(reader.ids))
    assert not {"script", "img", "link", "iframe", "object"} & set(reader.seen)
    assert "url(" not in page and "@import" not in page
    assert page.replace("http://www.w3.org/2000/svg", "").count("://") == 0
    return reader
