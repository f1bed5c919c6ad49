"""What a player may do, as taps: each a request in the words of ``answer``, judged by ``why`` before it is made."""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from oathtools.answerers.judge import judged, may_do
from oathtools.answerers.lines import split
from oathtools.answerers.reading import table_of
from oathtools.answerers.spoken import words_of
from oathtools.procedures.campaign.ground import BANDITS
from oathtools.procedures.campaign.kinds import ACTION
from oathtools.procedures.campaign.outlook import declared
from oathtools.procedures.turn.loop import ACTIONS, END
from oathtools.render.game import verdict
from oathtools.render.game.action import cost_text
from oathtools.render.game.menu import menu_line
from oathtools.render.game.prompts import ACT, labels_for
from oathtools.render.names import Names
from oathtools.render.printers import paragraphs
from oathtools.table.views import View
from oathtools.text import capital, count
from oathtools.web import chances
from oathtools.web.told import Reason, linked, reasons

if TYPE_CHECKING:
    from markupsafe import Markup

    from oathtools.answerers.reading import Table
    from oathtools.journal.play import Play
    from oathtools.render.printers import Paragraph

WORDS = 400  # letters of a request; nobody's is longer


class Offer(NamedTuple):
    """One thing to do: the words that ask for it, what people call it, its cost."""

    words: str
    label: str
    cost: str
    full: bool = True  # False: something is still to be said, question by question


class Family(NamedTuple):
    """Campaigns against one defender: the targets with their dice, those that must be among them, the most dice."""

    defender: str
    name: str
    targets: list[tuple[str, str, int, bool]]
    dice: int
    using: list[str]
    odds: str


class May(NamedTuple):
    """Everything that a player may do now, by action."""

    groups: list[tuple[str, list[Offer]]]
    families: list[Family]
    powers: list[str]


class Judged(NamedTuple):
    """A request before it is made: may it be done, why not, and further lines, each with how far it stands in."""

    legal: bool | None
    head: str
    reasons: list[Reason]
    lines: list[tuple[int, "Markup"]]


def may(play: "Play", seat: str, viewer: str | None) -> May:
    """What a player may do, as the viewer may know it; nothing while it is not their Act Phase."""
    table = table_of(play, seat, viewer)
    names = Names(View(table.game.state, viewer))
    legal = may_do(table)
    groups = []
    for action, offers in groupby(legal.actions, key=lambda each: each.action):
        found = []
        for each in offers:
            own = ACTIONS.get(action)
            left = each.left_to is not None
            said = menu_line(own, [each._replace(cost=each.cost._replace(items=()))], names) if own else _label(action)
            using = [names.name("@".join(filter(None, power))) for power in each.modifiers]
            said += f", with {' and '.join(using)}" if using else ""
            cost = "" if left else cost_text(each.cost, names)
            found.append(Offer(words_of(each.action, each.given, each.modifiers), capital(said), cost, not left))
        groups.append((_label(action), found))
    families = [
        Family(
            family.defender,
            capital(names.name(family.defender)),
            [(target, capital(names.name(target)), dice, target in family.must) for target, dice in family.targets],
            family.dice,
            [names.name("@".join(filter(None, each))) for each in family.modifiers],
            _first_odds(table, family.defender, [*family.must] or [target for target, _ in family.targets[:1]]),
        )
        for family in legal.families
    ]
    powers = [
        f"{_label(each.action)}: {names.name('@'.join(filter(None, (each.card, each.param))))}"
        for each in legal.modifiers
    ]
    return May(groups, families, list(dict.fromkeys(powers)))


def _first_odds(table: "Table", defender: str, targets: list[str]) -> str:
    return chances.of_declaration(table, defender, targets, None)


def _label(action: str) -> str:
    return capital(labels_for(ACT)[action]) if action in (*ACTIONS.known(), END) else action


def judge(play: "Play", seat: str, viewer: str | None, words: str, *, explain: bool = False) -> Judged:
    """May this be done? Raises ``Misread``."""
    table = table_of(play, seat, viewer)
    names = Names(View(table.game.state, viewer))
    opinion, request = judged(table, split(words), verdict.labels(names))
    taken = verdict.taken_as(request, words.split(), names) if explain else ""
    bare = opinion._replace(refusals=())
    head, *told = paragraphs(verdict.document(bare, names, explain=explain, taken=taken))
    return Judged(opinion.legal, str(head), reasons(opinion.refusals, names), list(_ways(told)))


def _ways(told: "list[Paragraph]") -> Iterator[tuple[int, "Markup"]]:
    """Paragraphs of a verdict: how far each stands in; other ways than the first begin with *or*."""
    ways = 0
    for one in told:
        ways = ways + 1 if one.mark else 0
        yield one.depth, linked(f"or {one.words}" if ways > 1 and not one.words.startswith("(") else one.words)


def declaration(defender: str, targets: list[str], dice: str) -> str:
    """A declaration in words."""
    told = [ACTION, defender, *(word for target in targets for word in ("--target", target))]
    return " ".join([*told, *(("--dice", dice) if dice else ())])


def without_targets(play: "Play", seat: str, viewer: str | None, defender: str) -> Judged:
    """A declaration in which nothing is ticked yet: what the Law says against it (5.5.2)."""
    table = table_of(play, seat, viewer)
    if not _may_be_fought(table, defender):
        return Judged(False, "No.", [], [])
    refusals = declared(table.game, seat, defender, [])[1]
    return Judged(False, "No.", reasons(refusals, Names(View(table.game.state, viewer))), [])


def _may_be_fought(table: "Table", defender: str) -> bool:
    players = table.game.state.players
    return defender in (*players, BANDITS) and all(player.slot is not None for player in players.values())


def odds_of(play: "Play", seat: str, viewer: str | None, defender: str, targets: list[str], dice: str) -> str:
    """The chance of a declaration; empty where it may not be made."""
    table = table_of(play, seat, viewer)
    state = table.game.state
    if not _may_be_fought(table, defender):
        return ""
    known = [target for target in targets if target == "pawn" or target in state.where or target.startswith("banner.")]
    if len(known) != len(targets) or not targets:
        return ""
    return chances.of_declaration(table, defender, targets, int(dice) if _few(dice) else None)


def in_names(play: "Play", viewer: str | None, words: str, may: May | None) -> str:
    """A request as people read it: as it was offered, or as it was said."""
    offers = [offer for _, group in may.groups for offer in group] if may is not None else []
    offered = next((offer.label for offer in offers if offer.words == words), "")
    return offered or capital(Names(View(play.state, viewer)).text(words).replace(" --", ", "))


def declared_in_names(play: "Play", viewer: str | None, defender: str, targets: list[str], dice: str) -> str:
    """A declaration as people read it."""
    names = Names(View(play.state, viewer))
    told = f"Campaign against {names.name(defender)}"
    told += f" for {names.listed(targets)}" if targets else ""
    return told + (f", with {count(int(dice), 'attack die', 'attack dice')}" if _few(dice) else "")


def _few(dice: str) -> bool:
    return dice.isdecimal() and len(dice) < 3
