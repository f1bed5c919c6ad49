"""QR codes, for the terminal and for pages; made here, with nothing from elsewhere."""

import io

import segno
from markupsafe import Markup


def picture(address: str) -> Markup:
    """A code as a picture for a page; dark on light in any light, with the white edge that cameras need."""
    code = segno.make(address, micro=False, error="m")
    size = code.symbol_size(border=4)[0]
    squares = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(code.matrix_iter(border=4)) for x, dark in enumerate(row) if dark
    )
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {0}" role="img" aria-label="{1}" class="code">'
        '<path d="M0 0h{0}v{0}h-{0}z" fill="#fff"/><path d="{2}" fill="#000"/></svg>'
    ).format(size, address, squares)


def lines(address: str) -> str:
    """A code for a terminal, two squares of it in each letter."""
    out = io.StringIO()
    segno.make(address, micro=False, error="l").terminal(out, border=2, compact=True)
    return out.getvalue()
