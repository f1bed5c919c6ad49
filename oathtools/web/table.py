"""What the table page shows to all, and a player's own page to that player: the picture of the table, or of a board.

Beside each choice in a campaign the exact chances to win it, by the same functions as ``odds``.
"""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from oathtools.ahead.chances import VISION, kinds, of_search
from oathtools.answerers.battles import at_hand, latest
from oathtools.answerers.reading import Table, table_of
from oathtools.engine.decision import Decision
from oathtools.journal.play import Play
from oathtools.kit.text import percent
from oathtools.odds.exact import chance
from oathtools.procedures.actions.action import GO_ON
from oathtools.procedures.campaign.declaration import Family, families
from oathtools.procedures.campaign.fight import ACTION, DECLARING, JOINING, PLAN, ROLLS, SACRIFICE
from oathtools.procedures.campaign.fight import WHICH_DEFENDER as DEFENDER
from oathtools.procedures.campaign.outlook import Outlook, declared
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.promises import standing
from oathtools.render.game import status
from oathtools.render.game.ahead import next_line, shout
from oathtools.render.names import Names
from oathtools.render.table.parts import Parts
from oathtools.render.table.picture import CampaignShown, Picture, campaign_shown, framed
from oathtools.table.views import View

CARD = "/card/"  # the page of a card


class TablePage(NamedTuple):
    """All that everybody sees of the table: the head, who wins next, the picture, the same in words."""

    head: str
    oath: str
    ahead: str
    picture: Markup
    text: str
    leads: list[tuple[str, str]]


class Own(NamedTuple):
    """A player's own board, drawn with what they have seen beside it, its figures in a line, what was promised."""

    name: str
    head: str
    drawn: Markup
    figures: list[tuple[str, int]]
    promises: list[str]
    leads: list[tuple[str, str]]


def own(play: Play, seat: str) -> Own:
    """A player's own board as they know it."""
    parts = Parts(View(play.state, seat), CARD)
    row = next(each for each in parts.data["players"] if each["seat"] == seat)
    drawn = "".join(map(framed, [parts.board(row), *parts.seen()]))
    secrets, warbands = row["secrets"]["up"], sum(row["warbands"].values())
    figures = [("Supply", row["supply"]), ("favor", row["favor"]), ("secret" if secrets == 1 else "secrets", secrets)]
    figures.append(("warband" if warbands == 1 else "warbands", warbands))
    figures = [(what, number) for what, number in figures if number is not None]
    promises = [f"{parts.names.text(each.says)} ({each.clause})" for each in standing(play.state) if seat in each[1:3]]
    return Own(
        parts.names.seat(seat),
        status.head(play.state, parts.view),
        Markup(drawn),
        figures,
        promises,
        sorted(parts.leads.items()),
    )


def shouted(play: Play) -> str:
    """Who wins at the very next check, which every page says; empty if nobody does."""
    return shout(play.game, Names(View(play.state, None)))


def table(play: Play) -> TablePage:
    """The table as all may see it."""
    view = View(play.state, None)
    shown = Picture(view, next_line(play.game, Names(view)), CARD)
    drawn = Markup(shown.body)
    return TablePage(*shown.titles, shown.ahead, drawn, shown.text, sorted(shown.parts.leads.items()))


def of_declaration(table: "Table", defender: str, targets: list[str], dice: int | None) -> str:
    """The attacker's chance if this is declared, as the viewer of a table may know it; empty if it may not be."""
    return of_targets(table.game, Frame(ACTION, table.seat), defender, targets, dice)


def of_targets(game: Game, begun: Frame, defender: str, targets: Sequence[str], dice: int | None) -> str:
    """The same, of a record in which modifiers may be used already."""
    frame, refusals = declared(game, begun.actor, defender, targets, dice, begun)
    if refusals:
        return ""
    return percent(*chance(Outlook(game, frame).with_bandits().battle))


def since(play: Play) -> tuple[int, ...]:
    """What changes whenever the account of the last campaign does."""
    begun = play.last_entry_with("rolled attack", "rolled defense", "battle", "pools", "campaign_end")
    adjusted = play.last_entry_with("adjusted")
    under_way = play.game.frame.fact("fight") is not None
    return begun, adjusted, play.head if under_way or adjusted >= begun else 0


def now(play: Play) -> str:
    """The attacker's chance in the campaign under way, with the dice that fell; empty where none are to be rolled."""
    if play.pending is None or play.pending.kind not in (PLAN, *ROLLS):
        return ""
    found = at_hand(play)
    return "" if found is None else percent(*found.win)


def under_way(play: Play) -> CampaignShown | None:
    """The campaign under way as all see it; None where there is none."""
    if play.game.frame.fact("fight") is None:
        return None
    fought = latest(play)
    return campaign_shown(fought, at_hand(play, fought), Names(View(play.state, None))) if fought.declared else None


# -- beside each answer ------------------------------------------------------------------------------------------------


def of_options(play: Play, decision: Decision, legal: list[str], names: Names) -> list[str]:
    """For each way to answer a question of a campaign, the chance to win with it; empty where none can be told."""
    tell = _CHANCES_OF.get(decision.kind)
    return tell(play, decision, legal, names) if tell is not None else [""] * len(legal)


def of_dice(play: Play, decision: Decision, names: Names) -> list[tuple[int, str]]:
    """For each number of attack dice that may be taken, the chance to win with it (5.5.2)."""
    if decision.kind != DICE:
        return []
    declaring = _Declaring(play, decision, names)
    return [
        (dice, declaring.chance(declaring.frame.given["targets"], dice))
        for dice in range(decision.low, decision.high + 1)
    ]


def _of_plans(play: Play, decision: Decision, legal: list[str], names: Names) -> list[str]:
    fight = play.game.frame.fact("fight")
    if fight is None:
        return [""] * len(legal)
    look = Outlook.of_fight(play.game, fight)
    known = {option.id: option for option in look.options(decision.who)}
    chances = []
    for option in legal:
        if option == GO_ON:
            chances.append(percent(*chance(look.battle)))
        elif option in known:
            chances.append(percent(*chance(look.then(decision.who, known[option].chosen).battle)))
        else:
            chances.append("")
    return chances


def _of_allies(play: Play, decision: Decision, legal: list[str], names: Names) -> list[str]:
    """With the Ally who is asked, or for whom is asked, and without (5.5.2)."""
    fight = play.game.frame.fact("fight")
    frame, joins = Outlook.of_fight(play.game, fight).bare_frame, _ally(decision)
    there = {"yes": [*fight.allies, joins], "no": fight.allies}
    return [percent(*chance(Outlook(play.game, frame, there[option]).battle)) for option in legal]


def _ally(decision: Decision) -> str:
    return decision.about if decision.kind == JOINING[1] else decision.who


def _of_sacrifice(play: Play, decision: Decision, legal: list[str], names: Names) -> list[str]:
    """As many as are needed win, and fewer nothing (5.5.5, A-56)."""
    return [percent(int(option == "yes"), 1) for option in legal]


def _of_sources(play: Play, decision: Decision, legal: list[str], names: Names) -> list[str]:
    """The chance that a Search of each source draws a Vision, as the viewer may know it (5.1.2)."""
    game = table_of(play, decision.who, names.view.viewer).game
    begun = Frame(ACTION, decision.who, modifiers=play.game.frame.modifiers)
    chances = [of_search(game, begun, source, kinds()[VISION]).chance for source in legal]
    return [f"a Vision: {percent(*each.as_integer_ratio())}" for each in chances]


class _Declaring:
    """A campaign that is being declared, as the viewer of a question may know the table (5.5.1, 5.5.2)."""

    def __init__(self, play: Play, decision: Decision, names: Names) -> None:
        self.names, self.frame = names, play.game.frame
        self.seat = decision.who
        self.game = table_of(play, self.seat, names.view.viewer).game

    @property
    def begun(self) -> Frame:
        """The record before anything was said, with the modifiers that are used for it."""
        begun = Frame(ACTION, self.seat)
        begun.modifiers = list(self.frame.modifiers) if self.frame.action == ACTION else []
        return begun

    def families(self) -> dict[str, Family]:
        """What may be declared against whom."""
        return {each.defender: each for each in families(self.game, self.begun)}

    def chance(self, targets: Sequence[str], dice: int | None = None, defender: str = "") -> str:
        """The chance of one declaration; empty if it may not be made."""
        against = defender or self.frame.given["defender"]
        return of_targets(self.game, self.begun, against, targets, dice)


def _of_defenders(play: Play, decision: Decision, legal: list[str], names: Names) -> list[str]:
    """Against each for what must be a target, or else for the first that may be one, with all dice."""
    declaring = _Declaring(play, decision, names)
    found = declaring.families()
    return [_easiest(declaring, found[option]) if option in found else "" for option in legal]


def _easiest(declaring: _Declaring, family: Family) -> str:
    targets = list(family.must) or [target for target, _ in family.targets[:1]]
    chance = declaring.chance(targets, None, family.defender)
    return f"{chance} for {declaring.names.listed(targets)}" if chance else ""


def _of_targets(play: Play, decision: Decision, legal: list[str], names: Names) -> list[str]:
    """Each with what must be a target, with all dice."""
    declaring = _Declaring(play, decision, names)
    family = declaring.families().get(declaring.frame.given["defender"])
    must = family.must if family is not None else ()
    return [declaring.chance(list(dict.fromkeys([*must, option]))) for option in legal]


TARGETS, DICE = DECLARING[:2]
SOURCE = "search.source"
_CHANCES_OF = {
    PLAN: _of_plans,
    SACRIFICE: _of_sacrifice,
    DEFENDER: _of_defenders,
    SOURCE: _of_sources,
    TARGETS: _of_targets,
    **dict.fromkeys(JOINING, _of_allies),
}
