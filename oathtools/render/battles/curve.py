"""A curve of the chance to win over the attacker's force, as one self-contained SVG of our own drawing."""

from collections.abc import Iterator, Sequence

from oathtools.odds.heat import Curve
from oathtools.odds.numbers import ratio
from oathtools.render.battles.heat_map import against, page, spare, text

_STEP, _HIGH = 46, 260
_LEFT, _TOP, _RIGHT, _BOTTOM = 62, 62, 28, 92
_WITH, _WITHOUT = "#20687a", "#b23c34"


def svg(curve: Curve) -> str:
    """The curve as SVG text: over the attacker's warbands, with sacrifices and without."""
    width = _LEFT + _STEP * (len(curve.forces) - 1) + _RIGHT
    height = _TOP + _HIGH + _BOTTOM
    dice = curve.numbers.defense
    words = f"{against(curve.numbers)}; {dice} defense {'die' if dice == 1 else 'dice'}"
    lines = [*_axes(curve), *_line(curve, curve.no_sacrifice, _WITHOUT, ' stroke-dasharray="5 4"')]
    return page(width, height, words, [*lines, *_line(curve, curve.chances, _WITH, ""), *_legend(height)])


def _axes(curve: Curve) -> Iterator[str]:
    right = _x(len(curve.forces) - 1)
    for tenth in range(0, 11, 2):
        y = _y(tenth / 10)
        yield f'<line x1="{_LEFT}" y1="{y:g}" x2="{right}" y2="{y:g}" stroke="#dddddd"/>'
        yield text(_LEFT - 22, y + 4, f"{10 * tenth} %")
    for at, force in enumerate(curve.forces):
        asked = force == curve.numbers.force
        if asked:
            yield f'<line x1="{_x(at)}" y1="{_y(1)}" x2="{_x(at)}" y2="{_y(0)}" stroke="#999999" stroke-width="1.5"/>'
            yield text(_x(at), _y(1) - 6, "as asked", "#555555")
        yield text(_x(at), _y(0) + 16, str(force))
    each = "" if spare(curve.numbers) else ", with an attack die each"
    yield text((_LEFT + right) / 2, _y(0) + 34, f"attacker's warbands{each}")


def _line(curve: Curve, chances: Sequence[tuple[int, int]], color: str, dashes: str) -> Iterator[str]:
    points = [(_x(at), _y(won / total)) for at, (won, total) in enumerate(chances)]
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    yield f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"{dashes}/>'
    for (x, y), force, (won, total) in zip(points, curve.forces, chances, strict=True):
        words = f"{force} warbands: {100 * won / total:.2f} % ({ratio(won, total)})"
        yield f'<g><title>{words}</title><circle cx="{x:g}" cy="{y:g}" r="3.5" fill="{color}"/></g>'


def _legend(height: int) -> Iterator[str]:
    y = height - 36
    for at, (color, dashes, words) in enumerate(
        ((_WITH, "", "with sacrifices"), (_WITHOUT, ' stroke-dasharray="5 4"', "without a sacrifice"))
    ):
        x = _LEFT + 150 * at
        yield f'<line x1="{x}" y1="{y}" x2="{x + 26}" y2="{y}" stroke="{color}" stroke-width="2"{dashes}/>'
        yield f'<text x="{x + 32}" y="{y + 4}" fill="#222222">{words}</text>'


def _x(at: int) -> int:
    return _LEFT + _STEP * at


def _y(part: float) -> float:
    return _TOP + _HIGH * (1 - part)
