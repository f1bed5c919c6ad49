"""A heat map of the chance to win over force and defense, as one self-contained SVG of our own drawing."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from oathtools.kit.text import count
from oathtools.odds.numbers import Curve, HeatMap, Numbers, ratio
from oathtools.odds.plans import plan

_CELL = 34
_ROOM = 64  # characters under the title
_LEFT, _TOP, _RIGHT, _BOTTOM = 62, 66, 20, 94
TITLE = "Chance to win a campaign"
SOURCE = "Exact, by the Law's clauses 5.5.2 to 5.5.6. Drawn by oathtools odds."
# From a lost cause over an even fight to a sure thing; told apart by lightness too, for those who cannot tell the hues.
_SCALE = ((0.0, (178, 60, 52)), (0.5, (247, 240, 214)), (1.0, (32, 104, 122)))


def svg(heat: HeatMap) -> str:
    """The map as SVG text: columns are the attacker's warbands, rows the defense dice, from few to many."""
    width = _LEFT + _CELL * len(heat.forces) + _RIGHT
    height = _TOP + _CELL * len(heat.defenses) + _BOTTOM
    return page(width, height, against(heat.numbers), [*_axes(heat), *_cells(heat), *_legend(height)])


def page(width: int, height: int, words: str, drawn: Iterable[str]) -> str:
    """A picture with its title, what it is of, and its source: one self-contained SVG."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'font-family="sans-serif" font-size="11" role="img">',
            f"<title>{TITLE}</title>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            f'<text x="{_LEFT}" y="22" font-size="15" font-weight="bold" fill="#222222">{TITLE}</text>',
            f'<text x="{_LEFT}" y="40" fill="#444444">{escape(words)}</text>',
            *drawn,
            f'<text x="{_LEFT}" y="{height - 10}" font-size="9" fill="#555555">{escape(SOURCE)}</text>',
            "</svg>",
            "",
        ]
    )


def against(numbers: Numbers) -> str:
    """The fight that a picture is of, in words."""
    what = "bandit" if numbers.bandits else "warband"
    words = f"against {numbers.defenders} {what}{'' if numbers.defenders == 1 else 's'}"
    more = spare(numbers)
    if more:
        dice = "1 attack die" if abs(more) == 1 else f"{abs(more)} attack dice"
        words += f"; {dice} {'more' if more > 0 else 'fewer'} than warbands"
    if not numbers.sacrifice:
        words += "; no sacrifices"
    names = [plan(chosen.id).name for chosen in (*numbers.attacker_plans, *numbers.defender_plans)]
    if not names:
        return words
    named = f"{words}; {', '.join(names)}"
    return named if len(named) <= _ROOM else f"{words}; {count(len(names), 'plan')} in use"


def spare(numbers: Numbers) -> int:
    """How many attack dice there are beyond one for each warband."""
    return numbers.battle.attack - numbers.force


def _axes(heat: HeatMap) -> Iterator[str]:
    for column, force in enumerate(heat.forces):
        yield text(_x(column) + _CELL / 2, _TOP - 7, str(force))
    for row, defense in enumerate(heat.defenses):
        yield text(_LEFT - 12, _y(row) + _CELL / 2 + 4, str(defense))
    middle = _TOP + _CELL * len(heat.defenses) / 2
    yield (
        f'<text x="20" y="{middle:g}" text-anchor="middle" fill="#222222" transform="rotate(-90 20 {middle:g})">'
        "defense dice</text>"
    )
    below = _TOP + _CELL * len(heat.defenses) + 18
    each = "" if spare(heat.numbers) else ", with an attack die each"
    yield text(_LEFT + _CELL * len(heat.forces) / 2, below, f"attacker's warbands{each}")


def _cells(heat: HeatMap) -> Iterator[str]:
    marked = ""
    for row, (defense, chances) in enumerate(zip(heat.defenses, heat.chances, strict=True)):
        for column, (force, (rolls, total)) in enumerate(zip(heat.forces, chances, strict=True)):
            x, y, part = _x(column), _y(row), rolls / total
            words = f"{force} warbands, {defense} defense dice: {100 * part:.2f} % ({ratio(rolls, total)})"
            yield (
                f"<g><title>{words}</title>"
                f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="{_color(part)}" stroke="#ffffff"/>'
                f"{text(x + _CELL / 2, y + _CELL / 2 + 4, _short(rolls, total), _ink(part))}</g>"
            )
            if force == heat.numbers.force and defense == heat.numbers.defense:
                marked = (
                    f'<rect x="{x + 1}" y="{y + 1}" width="{_CELL - 2}" height="{_CELL - 2}" fill="none" '
                    'stroke="#111111" stroke-width="2.5"/>'
                )
    if marked:
        yield marked


def _legend(height: int) -> Iterator[str]:
    y = height - 52
    for step in range(11):
        yield f'<rect x="{_LEFT + 16 * step}" y="{y}" width="16" height="12" fill="{_color(step / 10)}"/>'
    yield text(_LEFT + 8, y + 24, "0 %")
    yield text(_LEFT + 88, y + 24, "50 %")
    yield text(_LEFT + 168, y + 24, "100 %")
    yield f'<text x="{_LEFT + 200}" y="{y + 10}" fill="#444444">framed: as asked</text>'


def _short(rolls: int, total: int) -> str:
    """Whole percent; 0 and 100 only where they are exact."""
    whole = round(100 * rolls / total)
    if whole == 0 and rolls:
        return "<1"
    if whole == 100 and rolls < total:
        return ">99"
    return str(whole)


def _color(part: float) -> str:
    (low, start), (high, end) = _SCALE[:2] if part <= 0.5 else _SCALE[1:]
    along = (part - low) / (high - low)
    return "#" + "".join(f"{round(a + (b - a) * along):02x}" for a, b in zip(start, end, strict=True))


def _ink(part: float) -> str:
    return "#ffffff" if part < 0.18 or part > 0.75 else "#222222"


def text(x: float, y: float, words: str, fill: str = "#222222") -> str:
    """Words centered at a point."""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="middle" fill="{fill}">{escape(words)}</text>'


def _x(column: int) -> int:
    return _LEFT + _CELL * column


def _y(row: int) -> int:
    return _TOP + _CELL * row


# -- A curve of the chance to win over the attacker's force, as one self-contained SVG of our own drawing --------------


_STEP, _HIGH = 46, 260
_CURVE_LEFT, _CURVE_TOP, _CURVE_RIGHT, _CURVE_BOTTOM = 62, 62, 28, 92
_WITH, _WITHOUT = "#20687a", "#b23c34"


def curve_svg(curve: Curve) -> str:
    """The curve as SVG text: over the attacker's warbands, with sacrifices and without."""
    width = _CURVE_LEFT + _STEP * (len(curve.forces) - 1) + _CURVE_RIGHT
    height = _CURVE_TOP + _HIGH + _CURVE_BOTTOM
    dice = curve.numbers.defense
    words = f"{against(curve.numbers)}; {dice} defense {'die' if dice == 1 else 'dice'}"
    lines = [*_curve_axes(curve), *_line(curve, curve.no_sacrifice, _WITHOUT, ' stroke-dasharray="5 4"')]
    return page(width, height, words, [*lines, *_line(curve, curve.chances, _WITH, ""), *_curve_legend(height)])


def _curve_axes(curve: Curve) -> Iterator[str]:
    right = _curve_x(len(curve.forces) - 1)
    for tenth in range(0, 11, 2):
        y = _curve_y(tenth / 10)
        yield f'<line x1="{_CURVE_LEFT}" y1="{y:g}" x2="{right}" y2="{y:g}" stroke="#dddddd"/>'
        yield text(_CURVE_LEFT - 22, y + 4, f"{10 * tenth} %")
    for at, force in enumerate(curve.forces):
        wanted = force == curve.numbers.force
        if wanted:
            x, low, high = _curve_x(at), _curve_y(0), _curve_y(1)
            yield f'<line x1="{x}" y1="{high}" x2="{x}" y2="{low}" stroke="#999999" stroke-width="1.5"/>'
            yield text(_curve_x(at), _curve_y(1) - 6, "as asked", "#555555")
        yield text(_curve_x(at), _curve_y(0) + 16, str(force))
    each = "" if spare(curve.numbers) else ", with an attack die each"
    yield text((_CURVE_LEFT + right) / 2, _curve_y(0) + 34, f"attacker's warbands{each}")


def _line(curve: Curve, chances: Sequence[tuple[int, int]], color: str, dashes: str) -> Iterator[str]:
    points = [(_curve_x(at), _curve_y(won / total)) for at, (won, total) in enumerate(chances)]
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    yield f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"{dashes}/>'
    for (x, y), force, (won, total) in zip(points, curve.forces, chances, strict=True):
        words = f"{force} warbands: {100 * won / total:.2f} % ({ratio(won, total)})"
        yield f'<g><title>{words}</title><circle cx="{x:g}" cy="{y:g}" r="3.5" fill="{color}"/></g>'


def _curve_legend(height: int) -> Iterator[str]:
    y = height - 36
    for at, (color, dashes, words) in enumerate(
        ((_WITH, "", "with sacrifices"), (_WITHOUT, ' stroke-dasharray="5 4"', "without a sacrifice"))
    ):
        x = _CURVE_LEFT + 150 * at
        yield f'<line x1="{x}" y1="{y}" x2="{x + 26}" y2="{y}" stroke="{color}" stroke-width="2"{dashes}/>'
        yield f'<text x="{x + 32}" y="{y + 4}" fill="#222222">{words}</text>'


def _curve_x(at: int) -> int:
    return _CURVE_LEFT + _STEP * at


def _curve_y(part: float) -> float:
    return _CURVE_TOP + _HIGH * (1 - part)
