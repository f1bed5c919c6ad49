"""``oathtools print``: sheets for the table, one HTML page each, to be printed or kept as PDF."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import click

from oathtools.cli.rules.setup import plan_of, world_described
from oathtools.cli.shared.common import Command, Failure, did_you_mean, emit
from oathtools.cli.shared.folders import chronicle as read_chronicle
from oathtools.cli.shared.folders import write_out
from oathtools.cli.shared.gaming import view_game, viewer_seat
from oathtools.cli.shared.judging import bench
from oathtools.kit import schemas
from oathtools.procedures.chronicle.procedure import NotOver
from oathtools.render import sheets
from oathtools.render.game.status import as_json
from oathtools.render.names import Names
from oathtools.render.sheets import SIZES, Sheet, html
from oathtools.render.table.picture import maps, marks_apart, style
from oathtools.render.world.setup_guide import guide
from oathtools.saga.guide.pulls import pulls as pulls_of_chronicle
from oathtools.saga.guide.pulls_setup import setup_pulls
from oathtools.saga.past.annals import history_of
from oathtools.table.views import View

Options = dict[str, str | None]
_SCEPTER = "relic.grand_scepter"


def setup(given: Options) -> Sheet:
    """Chapter 1 for the players that are named, with the saga's world if there is one."""
    saved, _ = world_described(None, None, False)
    plan = replace(plan_of(given["players"], None, saved, None, False, False), typed=False)
    return sheets.setup(guide(plan), plan)


def pulls(given: Options) -> Sheet:
    """Those of the Chronicle that was just written; before that, those of setup."""
    try:
        play = view_game().play
        found = pulls_of_chronicle(play)
        return sheets.pulls(found, "the Chronicle", f"<style>{style()}</style>{marks_apart()}{maps(play)}")
    except (NotOver, Failure):
        saved, _ = world_described(None, None, False)
    if saved is None:
        raise Failure("usage", "what to fetch depends on the world", hint="-C DIR names the saga")
    plan = plan_of(given["players"], None, saved, None, False, False)
    return sheets.pulls(setup_pulls(plan, packed=bool(saved.winner)), "setup")


def powers(given: Options) -> Sheet:
    """Each player's powers in the running game, or in a position."""
    judged = bench(given["position"], None)
    view = View(judged.play.state, viewer_seat(judged.play))
    status, names = as_json(judged.play.state, view), Names(view)
    return sheets.powers(status, {site["id"]: names.name(site["id"]) for site in status["sites"] if site["id"]})


def offer(given: Options) -> Sheet:
    """An offer of Citizenship to fill in (6.6), with the names of the running game."""
    try:
        players = as_json((state := view_game().play.state), View(state, None))["players"]
    except Failure:  # also a table that tracks nothing makes offers
        return sheets.offer()
    holds = [player["name"] for player in players if any(each["id"] == _SCEPTER for each in player["relics"])]
    return sheets.offer(", ".join(holds), [player["name"] for player in players if player["role"] == "exile"])


def turn(_: Options) -> Sheet:
    """What may be done in a turn, and what it costs."""
    return sheets.turn_aid()


def campaign(_: Options) -> Sheet:
    """The steps of a campaign."""
    return sheets.campaign_aid()


def missed(_: Options) -> Sheet:
    """The rules that are most often played wrong."""
    return sheets.missed_rules()


def chronicle(_: Options) -> Sheet:
    """The history of the saga's Chronicle. Raises ``Failure`` where there is none."""
    return sheets.chronicle(history_of(read_chronicle()))


SHEETS: dict[str, Callable[[Options], Sheet]] = {
    made.__name__: made for made in (setup, pulls, turn, campaign, missed, powers, chronicle, offer)
}


@click.command(cls=Command)
@click.argument("name", metavar="SHEET", type=click.Choice(list(SHEETS)))
@click.option("--paper", type=click.Choice(list(SIZES)), default="a4", show_default=True, help="The size of the paper.")
@click.option("-o", "out", type=click.Path(path_type=Path), help="The file; - is standard output, the default.")
@click.option("--replace", is_flag=True, help="Write over a file that is there.")
@click.option("--players", metavar="N|LIST", help="For setup: how many, or NAME[:COLOR], the Chancellor first.")
@click.option("--position", metavar="FILE", help="For powers: in this position instead of the running game.")
def print_command(
    name: str, paper: str, out: Path | None, replace: bool, players: str | None, position: str | None
) -> int:
    """A sheet for the table as one HTML page: open it in a browser and print it.

    setup and pulls have boxes to tick and the numbers of the saga's world; turn and campaign are aids out of the Law,
    missed the thirty rules most often played wrong;
    powers are those that lie faceup now; chronicle is the ledger of the saga; offer is an Offer of Citizenship to sign.
    Nothing hidden stands on any of them.
    """
    made = html(SHEETS[name]({"players": players, "position": position}), paper)
    if out is None or str(out) == "-":
        return emit({"sheet": name, "html": made}, made)
    write_out(out, made, replace)
    return emit({"sheet": name, "file": str(out)}, f"{out}: open it in a browser and print it.")


# -- ``oathtools schema``: what may stand in an answer or in a file, for editors and programs --------------------------


@click.command(cls=Command)
@click.argument("words", nargs=-1, metavar="[NAME]")
def schema_command(words: tuple[str, ...]) -> int:
    """The JSON Schema of an answer or of a file; without a name, which there are.

    NAME is a command, whose answer with --json is described, or a file: position, chronicle, rulings, journal (each of
    its lines), history (each game of a Chronicle's). An editor that knows JSON Schema completes and checks a position
    or a rulings file by it.
    """
    answers, files = schemas.names()
    if not words:
        shown = [f"Files: {', '.join(files)}", "", "Answers, by command:", *(f"  {each}" for each in answers)]
        return emit({"files": files, "answers": answers}, "\n".join(shown))
    text = " ".join(words)
    name = schemas.named(text)
    if name is None:
        hint = did_you_mean("-".join(words), [*answers, *files]) or "See: oathtools schema"
        raise Failure("not_found", f"there is no schema {text!r}", hint=hint)
    made = schemas.schema(name)
    return emit(made, json.dumps(made, indent=2, ensure_ascii=False))
