"""The whole table as one picture: wide for a screen, narrow for a phone, or a page that is both."""

import textwrap
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from oathtools import catalog
from oathtools.journal.play import Play
from oathtools.kit.text import capital, count, percent
from oathtools.odds.battle import Battle
from oathtools.odds.dice import in_words
from oathtools.procedures.campaign.account import Account
from oathtools.procedures.machine.game import Game
from oathtools.render.game import status
from oathtools.render.names import Names
from oathtools.render.printers import text_on_a_page
from oathtools.render.table.parts import (
    EDGE,
    WIDE,
    Area,
    Columns,
    Panel,
    Parts,
    figure,
    frame,
    height_of,
    letters,
    marks,
    text,
    use,
)
from oathtools.render.world.story_page import palette
from oathtools.table.views import View

if TYPE_CHECKING:
    from oathtools.answerers.battles import StepOdds


_HERE = Path(__file__).parent
_GAP, _HEAD = 8, 74


def style(*more: str) -> str:
    """The style sheet of the picture, with the colors of all our pages; ``more``: further sheets of this room."""
    sheets = ("table", *more)
    return palette() + "".join((_HERE / f"{sheet}.css").read_text(encoding="utf-8") for sheet in sheets)


def picture(game: Game, viewer: str | None = None, spoil: bool = False) -> "Picture":
    """The table of a game (``play.game``) as a viewer may know it: a seat, or None for what everybody may know.

    ``spoil``: everything. Raises ``ValueError`` for a seat that is not in the game.
    """
    from oathtools.render.game.ahead import next_line

    view = View(game.state, viewer, spoil)
    return Picture(view, next_line(game, Names(view)))


class Picture:
    """The table in a picture: ``svg``, ``narrow`` (for 360 px) and ``html`` are files that need nothing else.

    ``ahead`` is the line that says who wins next. A notebook shows the picture by itself.
    """

    def __init__(self, view: View, ahead: str = "", link: str = "") -> None:
        self.view, self.ahead = view, ahead
        self.parts = Parts(view, link)
        self.columns, self.titles = self.parts.columns, self.parts.titles

    def _repr_svg_(self) -> str:
        return self.svg

    # -- what is on it ---------------------------------------------------------------------------------------------

    @property
    def rounds(self) -> Area:
        """The rounds up to now, and how many Visions were drawn."""
        state = self.view.state
        words = f"Round {state.round} of {catalog.LAST_ROUND}, {count(state.visions_drawn, 'Vision')} drawn"
        return Area("rounds", 30, self._track(12, 15), words)

    @cached_property
    def text(self) -> str:
        """The same in words, as ``status`` prints it."""
        return text_on_a_page(status.document(self.view.state, self.view, self.ahead))

    # -- how it is laid out ----------------------------------------------------------------------------------------

    @property
    def svg(self) -> str:
        """Wide: the map, the banks and the boards beside one another."""
        return self._laid(self.columns)

    @property
    def narrow(self) -> str:
        """All below one another, to be read on a phone."""
        return self._laid([[part for column in self.columns for part in column]])

    @property
    def html(self) -> str:
        """A page that is wide on a screen and narrow on a phone, with the table in words at its end."""
        now, oath = map(escape, self.titles)
        return (
            f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{now}</title>\n'
            f"<style>{style('page')}</style>\n</head>\n"
            f'<body class="sheet">\n<main>\n<header>\n<h1>{now}</h1>\n<p>{oath}</p>\n<p>{escape(self.ahead)}</p>\n'
            f"</header>\n{marks_apart()}{self.body}\n{(_HERE / 'key.html').read_text('utf-8')}"
            f"<details>\n<summary>The table in words</summary>\n<pre>{escape(self.text)}</pre>\n"
            f"</details>\n</main>\n</body>\n</html>\n"
        )

    @property
    def body(self) -> str:
        """The picture within a page: its parts in columns, which a narrow page shows below one another."""
        width, height = 4 * WIDE * len(self.columns), 4 * max(map(height_of, self.columns))
        columns = ["".join(map(framed, column)) for column in self.columns]
        return (
            f'<div class="rounds">{framed(self.rounds)}</div>'
            f'<div class="table"><svg class="room" width="{width}" height="{height:g}" aria-hidden="true"></svg>'
            f'<div class="columns">{"".join(f"<div>{column}</div>" for column in columns)}</div></div>'
        )

    def _laid(self, columns: Columns) -> str:
        width = WIDE * len(columns)
        head, top = self._head(width)
        drawn = [head]
        for at, column in enumerate(columns):
            y = top
            for part in column:
                drawn.append(f'<g transform="translate({at * WIDE} {y:g})">{part.drawn}</g>')
                y += part.height
        height = top + max(map(height_of, columns)) + _GAP
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:g}" width="{width}" '
            f'height="{height:g}" role="img" class="pic" aria-labelledby="title desc">'
            f'<title id="title">{escape(self.titles[0])}</title><desc id="desc">{escape(self.text)}</desc>'
            f'<style>{style()}</style>{marks()}<rect width="100%" height="100%" class="paper"/>{"".join(drawn)}</svg>\n'
        )

    def _head(self, width: float) -> tuple[str, float]:
        """The head of a picture, and how high it is: the titles, who wins next, the rounds, the Visions drawn."""
        now, oath = self.titles
        wide = width > 2 * WIDE
        size, room = (24, width - 324) if wide else (17, width - 24)
        drawn = text(12, 30, now, "now" if wide else "now small", "", size, room)
        drawn += text(12, 54, oath, "oath", "", 15, room)
        y = 74
        for line in textwrap.wrap(self.ahead, int(room / letters("n", 13))):
            drawn += text(12, y, line, "ahead")
            y += 18
        x, at = (width - 284, 24) if wide else (12, y)
        return drawn + self._track(x, at), max(y, at + 18) + 4

    def _track(self, x: float, y: float) -> str:
        """The rounds up to now, and how many Visions were drawn."""
        state, drawn = self.view.state, ""
        for number in range(1, catalog.LAST_ROUND + 1):
            kind = "round now" if number == state.round else "round past" if number < state.round else "round"
            at = x - 12 + 20 * number
            drawn += f'<circle cx="{at:g}" cy="{y:g}" r="8" class="{kind}"/>'
            drawn += text(at, y + 4, str(number), f"tiny {kind}", "middle")
        words = f"{count(state.visions_drawn, 'Vision')} drawn"
        return drawn + use("eye", x + 178, y) + text(x + 192, y + 4, words, "note")


def maps(play: Play) -> str:
    """The map before and after a Chronicle, as all may know it, for a page that has the marks and the style sheet."""
    from oathtools.saga.guide.pulls import before_chronicle

    drawn = ""
    for name, state in (("before", before_chronicle(play)), ("after", play.state)):
        columns = "".join(f"<div>{''.join(map(framed, column))}</div>" for column in Parts(View(state)).map)
        drawn += f'<h2>The map {name}</h2><div class="map">{columns}</div>'
    return f'<section class="wide">{drawn}</section>'


def marks_apart() -> str:
    """All marks, for a page that holds parts of the picture."""
    return f'<svg class="marks" aria-hidden="true">{marks()}</svg>'


def framed(part: Area) -> str:
    """A part as a picture of its own, for a page."""
    head = f'<svg class="pic" viewBox="0 0 {WIDE} {part.height:g}" role="group" aria-label="{escape(part.words)}">'
    return f"{head}{part.drawn}</svg>"


_TOP, _DIE, _IN_A_ROW = 54, 30, 8


class CampaignShown(NamedTuple):
    """What is known of a campaign so far: who against whom, the targets, Allies and plans, its numbers, its dice.

    ``chance`` is the attacker's before the next roll; ``result`` what the rolls come to, ``outcome`` who has won.
    """

    title: str
    targets: list[str]
    allies: list[str]
    plans: list[tuple[str, str]]
    forces: list[tuple[str, int]]
    dice: list[tuple[str, list[str]]]
    chance: str
    result: str
    outcome: str


def campaign_shown(fought: Account, odds: "StepOdds | None", names: Names) -> CampaignShown:
    """A campaign (5.5) as all see it; ``odds`` are those of the step at hand, if it is under way."""
    attacker, defender = capital(names.name(fought.declared["player"])), names.name(fought.declared["against"])
    battle = (odds.battle if odds is not None else None) or fought.battle or fought.before
    result, won = fought.resolved or fought.result, fought.won
    rolls = (("defense", fought.faces.defense), ("attack", fought.faces.attack))
    skulls = f", {count(result.skulls, 'skull')}" if result is not None and result.skulls else ""
    return CampaignShown(
        f"{attacker} against {defender}",
        [capital(names.name(target)) for target in fought.declared["targets"]],
        [names.name(ally) for ally in fought.allies],
        [(each.plan.name, f"plan of the {each.side}") for each in fought.uses if not each.plan.standing],
        [] if battle is None else _forces(battle),
        [(side, list(faces)) for side, faces in rolls if faces],
        percent(*odds.win) if odds is not None and result is None and won is None else "",
        "" if result is None else f"Attack {result.attack}, defense {result.defense}{skulls}",
        "" if won is None else f"{attacker} wins" if won else f"{attacker} loses",
    )


def _forces(battle: Battle) -> list[tuple[str, int]]:
    """The numbers of a battle, before its dice are rolled (5.5.4, 5.5.5)."""
    attack, defend = battle.strength("attacker"), battle.strength("defender")
    return [("attack dice", battle.rolled), ("attack", attack), ("defense dice", battle.defense), ("defend", defend)]


def campaign_part(shown: CampaignShown) -> Area:
    """The same as a part of the picture."""
    panel = Panel(_TOP, lambda card, drawn: drawn)
    notes = [*((target, "target") for target in shown.targets), *((ally, "joins the defense") for ally in shown.allies)]
    for words, note in (*notes, *shown.plans):
        panel.row("", words, [], note=note)
    for at, (what, number) in enumerate(shown.forces):
        panel.drawn.append(figure(at, "", "", number, what, panel.y + 10))
        panel.described.append(f"{what}: {number}")
    panel.y += 36 if shown.forces else 0
    for side, faces in shown.dice:
        _dice(panel, side, faces)
    if shown.result:
        panel.row("", shown.result, [])
    drawn, described = text(16, 42, shown.title, "name", "", 18, WIDE - 32 - (84 if shown.chance else 0)), [shown.title]
    if shown.outcome:
        panel.row("", shown.outcome, [], kind="outcome")
    elif shown.chance:
        drawn += text(WIDE - 15, 42, shown.chance, "chance", "end")
        described.append(f"{shown.chance} for the attacker")
    height = panel.y + 8 + EDGE
    drawn = frame(height, "board turn") + text(16, 22, "Campaign", "place") + drawn + "".join(panel.drawn)
    return Area("battle", height, drawn, "", (*described, *panel.described))


def _dice(panel: Panel, side: str, faces: list[str]) -> None:
    """The dice that fell, each drawn."""
    for at, face in enumerate(faces):
        x, y = 14 + (_DIE + 3) * (at % _IN_A_ROW), panel.y + (_DIE + 3) * (at // _IN_A_ROW)
        size = f'x="{x}" y="{y:g}" width="{_DIE}" height="{_DIE}"'
        panel.drawn.append(f'<use href="#face-{face}" {size}/>')
    panel.described.append(f"{side} dice: {in_words(faces)}")
    panel.y += (_DIE + 3) * -(-len(faces) // _IN_A_ROW) + 2
