"""The pictures of README.md, made from what the program prints: ``python docs/pictures/make.py``; a test compares."""

import re
import tempfile
from contextlib import chdir
from html import escape
from pathlib import Path

from click.testing import CliRunner

from oathtools.answerers.bot import run_plugs
from oathtools.cli.game.sessions import NAMES, SEATS
from oathtools.cli.game.start import USUAL, bots_in_turn
from oathtools.cli.main import cli
from oathtools.cli.shared.common import Settings
from oathtools.journal import Play, new_game
from oathtools.procedures.machine.world import first_game_world, seats_for
from oathtools.render.table.picture import picture
from oathtools.render.world.story_page import style

HERE = Path(__file__).resolve().parent
COLUMNS, CHARACTER, LINE, EDGE = 70, 8.43, 20, 16
INK, PROMPT, NO, LAW, PAPER, BAR = "#d9d4c7", "#8fbf7f", "#e58a68", "#d8ac58", "#211d18", "#2f2a23"
WHY = ("why", "campaign", "Ann", "--target", "Plains", "--position", "evening.yaml")
ODDS = ("odds", "--force", "6", "--defense", "4", "--defenders", "3", "--plan", "longbows")
SEED, GAMES = "3", 2
DEMO, MOMENT = "5", 336  # the game that `demo` plays, and the answer after which its table is drawn


def told(*words: str, saga: str | None = None) -> str:
    """What a call prints in this folder, beside the position that the pictures are of."""
    with chdir(HERE):
        env = {"COLUMNS": str(COLUMNS), "OATHTOOLS_SAGA": None}
        said = CliRunner().invoke(cli, [*(["-C", saga] if saga else []), *words], obj=Settings(), env=env)
    assert said.exit_code in (0, 1), said.output  # a no is an answer, too
    return said.stdout


def line_of_terminal(text: str, y: float) -> str:
    """A line as a terminal shows it, a no and the clauses in colors."""
    shown = escape(text, quote=False)
    shown = re.sub(r"\b(Law [\d.]+|A-\d+)", rf'<tspan fill="{LAW}">\1</tspan>', shown)
    shown = re.sub(r"^(\$ .*)", rf'<tspan fill="{PROMPT}">\1</tspan>', shown)
    shown = re.sub(r"^(No\.|Yes\.)", rf'<tspan fill="{NO}" font-weight="bold">\1</tspan>', shown)
    return f'<text x="{EDGE}" y="{y:g}" xml:space="preserve">{shown}</text>'


def terminal(words: tuple[str, ...], shown: str) -> str:
    """A call and its answer, in the frame of a terminal."""
    lines = [f"$ oathtools {' '.join(words)}", "", *shown.rstrip().splitlines()]
    width, height = 2 * EDGE + COLUMNS * CHARACTER, 3 * EDGE + 28 + LINE * (len(lines) - 1)
    dots = "".join(
        f'<circle cx="{EDGE + 4 + 18 * n}" cy="15" r="5" fill="{color}"/>' for n, color in enumerate((NO, LAW, PROMPT))
    )
    drawn = "\n".join(line_of_terminal(text, 28 + 2 * EDGE + LINE * n) for n, text in enumerate(lines) if text)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-family="ui-monospace,Menlo,Consolas,\'DejaVu Sans Mono\',monospace" font-size="14" '
        f'fill="{INK}" role="img"><title>oathtools {escape(" ".join(words))}</title>'
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{PAPER}"/>'
        f'<path d="M0 30V8a8 8 0 0 1 8-8H{width - 8:g}a8 8 0 0 1 8 8v22z" fill="{BAR}"/>{dots}\n{drawn}\n</svg>\n'
    )


def odds(folder: Path) -> str:
    """The chart that ``odds --svg`` draws."""
    told(*ODDS, "--svg", str(folder / "odds.svg"))
    return (folder / "odds.svg").read_text(encoding="utf-8")


def world(folder: Path) -> str:
    """The lands of a story page, after some games of bots."""
    saga = str(folder / "saga")
    told("new", saga, "--first-game")
    for _ in range(GAMES):
        told("start", "--bots", "4=random", "--seed", SEED, saga=saga)
        told("play", "--auto", saga=saga)
        told("chronicle", "write", saga=saga)
    told("chronicle", "story", saga=saga)
    page = (folder / "saga" / "story.html").read_text(encoding="utf-8")
    lands = re.findall(r'<svg[^>]*class="region">.*?</svg>', page, re.DOTALL)
    sizes = [tuple(map(float, re.findall(r' (?:width|height)="([\d.]+)"', land)[:2])) for land in lands]
    width, height = sum(each for each, _ in sizes) + 20 * (len(lands) + 1), max(each for _, each in sizes) + 40
    placed = "\n".join(
        land.replace("<svg ", f'<svg x="{20 + n * (sizes[n][0] + 20):g}" y="20" ', 1) for n, land in enumerate(lands)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img"><title>The world after {GAMES} games</title>'
        f"<style>{escape(style(), quote=False)} text{{font-family:Palatino,Georgia,serif}}</style>"
        f'<rect width="100%" height="100%" rx="8" style="fill:var(--paper)"/>\n{placed}\n</svg>\n'
    )


def table() -> str:
    """The table of the game that ``demo`` plays, in its middle."""
    world = first_game_world()
    sitting = zip(NAMES, bots_in_turn(USUAL, SEATS), strict=False)
    seats = seats_for([(name, None, bot) for name, bot in sitting], world.citizens)
    play = new_game(seats, world, seed=DEMO, digests=False)
    run_plugs(play, most=MOMENT)
    return picture(Play(play.header, play.entries, until=MOMENT, digests=False).game).svg


def pictures() -> dict[str, str]:
    """Each picture by the name of its file."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        drawn = {"odds.svg": odds(folder), "world.svg": world(folder), "table.svg": table()}
        return {"why.svg": terminal(WHY, told(*WHY)), **drawn}


if __name__ == "__main__":
    for name, picture in pictures().items():
        (HERE / name).write_text(picture, encoding="utf-8", newline="\n")
