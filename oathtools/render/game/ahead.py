"""Next wins in words and for programs: whose, when, how; and the one line that every view of a game shows."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from oathtools.ahead.standing import Breaker, Prospect, Wins, breakers, next_winners
from oathtools.answerers.words import words_of
from oathtools.kit.datafiles import load
from oathtools.kit.text import capital, count, listed, percent
from oathtools.odds.numbers import ratio
from oathtools.procedures.adjudicate import Offer
from oathtools.procedures.machine import title
from oathtools.procedures.machine.frame import Cost
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.title import RELICS_AND_BANNERS, SITES, Goal
from oathtools.procedures.turn import ACTIONS
from oathtools.procedures.victory import claims
from oathtools.procedures.victory.claims import Moment, Part
from oathtools.render.document import Block, Line, apart
from oathtools.render.game.question import menu_line
from oathtools.render.names import Names
from oathtools.table.result import WORDS, noun
from oathtools.table.state import PLAYING, ROLE_WORDS

if TYPE_CHECKING:
    from fractions import Fraction

    from oathtools.ahead.ways import Ahead, Done, Search, Way

SHOUT = "!!!"


def moment_text(moment: Moment, names: Names, whose: str | None = None) -> str:
    """``Bo's Wake in round 4`` (``the Wake`` for Bo alone), ``the end of round 5``."""
    if moment.seat is None:
        return f"the end of round {moment.round}"
    wake = "the Wake" if moment.seat == whose else f"{names.seat(moment.seat)}'s Wake"
    return f"{wake} in round {moment.round}"


def how_text(won: Prospect) -> str:
    """``as the Usurper (3.1)``."""
    return f"{WORDS[won.claim.how]} ({won.claim.clause})"


def win_text(won: Prospect, names: Names) -> str:
    """A next win in words that may follow on *makes* or *prevents*: whose, when, how."""
    return f"{names.seat(won.who)}'s win at {moment_text(won.moment, names, won.who)} {how_text(won)}"


def wins_text(wins: Wins, names: Names) -> Iterator[str]:
    """What is made and what is prevented, a line each."""
    for verb, several in (("makes", wins.made), ("prevents", wins.broken)):
        for won in several:
            yield f"{verb} {win_text(won, names)}"


def faces_text(won: Prospect) -> str:
    """The faces of the end die that end the game, with their chance, and those that a power may make end it."""
    text = f"{listed([str(face) for face in won.ends.sure], 'or')} ({won.chance[0]})" if won.ends.sure else "no face"
    maybe = listed([str(face) for face in won.ends.maybe], "or")
    return f"{text}, perhaps on {maybe}" if maybe else text


def next_line(game: Game, names: Names) -> str:
    """Who wins next if nobody does anything more; shouted where it is the very next check. Empty but in the rounds."""
    if game.state.phase not in PLAYING:
        return ""
    coming = next(claims.to_come(game.state))
    won = next_winners(game)[0]
    who = names.seat(won.who)
    on = "" if won.chance[0] == 1 else f" on {faces_text(won)}"
    text = f"at {moment_text(won.moment, names, won.who)}{on} {how_text(won)}{_unless_given(game, names)}"
    if won.moment == coming:
        return f"{SHOUT} {capital(who)} {'WINS' if not on else 'MAY WIN'} AT THE NEXT CHECK {SHOUT} {capital(text)}"
    return f"Ahead: as it stands, {who} {'wins' if not on else 'may win'} {text}"


def _unless_given(game: Game, names: Names) -> str:
    """That the holder of the title first chooses who takes it (2.11), and then it may be otherwise; else nothing."""
    heirs = title.astray(game)
    several = listed([names.seat(str(heir)) for heir in heirs], "or")
    return f", before the title is given to {several} (2.11)" if len(heirs) > 1 else ""


def shout(game: Game, names: Names) -> str:
    """The same only where somebody wins at the very next check, for sure or by the die; else nothing."""
    line = next_line(game, names)
    return line if line.startswith(SHOUT) else ""


# -- for programs ----------------------------------------------------------------------------------------------------


def at_next_check(game: Game, names: Names) -> dict[str, Any] | None:
    """Who wins at the very next check as the table stands; None if nobody does."""
    if game.state.phase not in PLAYING:
        return None
    won = next_winners(game)[0]
    return win_json(won, names) if won.moment == next(claims.to_come(game.state)) else None


def win_json(won: Prospect, names: Names) -> dict[str, Any]:
    """A next win for programs."""
    return {
        "seat": won.who,
        "name": capital(names.seat(won.who)),
        "how": won.claim.how,
        "clause": won.claim.clause,
        "vision": won.claim.card,
        "at": won.moment.at,
        "round": won.moment.round,
    }


def wins_json(wins: Iterable[Prospect], names: Names) -> list[dict[str, Any]]:
    """Several prospects, each as ``win_json`` has it."""
    return [win_json(won, names) for won in wins]


# -- ``win --ahead`` as text and for programs: how far everybody is from winning, what whoever acts can do about it ----


_WAYS = 3  # to one end are told
_LATE = 7  # from this round on the end of the game is told of everybody
_COUNTED = {SITES: ("site", "sites"), RELICS_AND_BANNERS: ("relic or banner", "relics and banners")}
_PARTS: dict[str, str] = load("words")["ahead_parts"]


def document(found: "Ahead", names: Names, only: str | None = None) -> list[Block]:
    """Who wins as the table stands, how far everybody is, or one alone, and what whoever acts can do about it."""
    first = Line(next_line(found.game, names) or "The game is over: nothing is ahead.")
    ways = _of_ways(found.search, names) if found.search is not None else ()
    return apart([first], *(_of_player(found, seat, names) for seat in found.standing if only in (None, seat)), ways)


# -- how everybody stands --------------------------------------------------------------------------------------------


def _of_player(found: "Ahead", seat: str, names: Names) -> Iterator[Block]:
    player, mine = found.game.state.players[seat], found.standing[seat]
    yield f"{capital(names.seat(seat))}, {ROLE_WORDS[player.role]}"
    late = found.game.state.round >= _LATE
    prospects = [each for each in mine if late or each.stands or not each.claim.clause.startswith("3.4")]
    for prospect in prospects:
        head = f"{_noun(prospect, names)} at {moment_text(prospect.moment, names, seat)} ({prospect.claim.clause}): "
        yield Line(head + _how_it_is(prospect, names), "  ", 4)
        if prospect.stands:
            yield Line(_stopped_by(found, prospect, names), "    ", 6)


def _noun(prospect: Prospect, names: Names) -> str:
    card = prospect.claim.card
    if card is None:
        return noun(prospect.claim.how)
    return names.name(card) + (", if that is the facedown Vision" if prospect.unless is not None else "")


def _how_it_is(prospect: Prospect, names: Names) -> str:
    if prospect.stands:
        return "stands" if prospect.chance[0] == 1 else f"stands, on {faces_text(prospect)}"
    if not prospect.missing and prospect.first is not None:
        return f"{names.seat(prospect.first.who)} comes first ({prospect.first.clause})"
    missing = listed([_missing(part, names) for part in prospect.missing])
    turns = "" if prospect.in_reach else f"; {'too few turns' if prospect.turns else 'no turn'} until then"
    return f"wants {missing}{turns}"


def _missing(part: Part, names: Names) -> str:
    what = _PARTS.get(part.what, "")
    if part.goal is None:
        return what.format(left=part.want - part.have, want=part.want, clause=part.clause)
    goal = _goal(part.goal, names)
    return f"{what}: {goal} ({part.clause})" if part.what.endswith("title") else f"{goal} ({part.clause})"


def _goal(goal: Goal, names: Names) -> str:
    if goal.of not in _COUNTED:
        return f"{names.name(goal.of)}{f' of {names.seat(goal.against[0].who)}' if goal.against else ''}"
    most = f"{goal.want} {_COUNTED[goal.of][1]}, has {goal.have}"
    return f"{most}; {goal.least} from rivals would do" if goal.least < goal.missing else most


def _stopped_by(found: "Ahead", prospect: Prospect, names: Names) -> str:
    able = [each for each in breakers(found.game, prospect) if each.turns]
    if not able:
        return "nobody has a turn before that"
    return f"may be stopped by {listed([_breaks(each, names) for each in able[:3]])}"


def _breaks(each: Breaker, names: Names) -> str:
    who, goal = names.seat(each.who), each.goal
    if goal is None:
        return f"{who}, {count(each.short, 'step')} from coming first ({each.clause})"
    if goal.of not in _COUNTED:
        return f"{who} with {names.name(goal.of)} ({each.clause})"
    return f"{who} with {count(each.short, *_COUNTED[goal.of])} more ({each.clause})"


# -- what can be done ------------------------------------------------------------------------------------------------


def _of_ways(search: "Search", names: Names) -> Iterator[Block]:
    yield Line(f"What {names.seat(search.seat)} can do about it now")
    own = [way for way in search.ways if (way.effect == "makes") == (way.won.who == search.seat)]
    if search.answers and not own:
        yield Line("nothing found that makes a win of one's own or prevents another's", "  ")
    for (effect, _), ways in groupby(own, key=lambda way: (way.effect, way.won.who)):
        several = list(ways)
        yield Line(f"{effect} {win_text(several[0].won, names)}", "  ", 4)
        for way in several[:_WAYS]:
            yield Line(way_text(way, search.seat, names), "    ", 6)
    yield Line(_depth(search), "  ")


def way_text(way: "Way", seat: str, names: Names) -> str:
    """The chance of a way, its actions, what it costs."""
    return f"{_odds(way, names)}: {_acts(way, seat, names)}{_price(way)}"


def _odds(way: "Way", names: Names) -> str:
    if not way.asks:
        return "for sure" if way.sure == 1 else _percent(way.sure)
    askers = listed([names.seat(seat) for seat in way.asks])
    if way.best is not None:
        return f"{_percent(way.sure)}, up to {_percent(way.likely)} by how {askers} may answer"
    leave = f"if {askers} {'agrees' if len(way.asks) == 1 else 'agree'}"
    if way.sure:
        return f"{_percent(way.sure)}, {_percent(way.likely)} {leave}"
    return leave if way.likely == 1 else f"{_percent(way.likely)} {leave}"


def _percent(chance: "Fraction") -> str:
    return percent(chance.numerator, chance.denominator)


def _acts(way: "Way", seat: str, names: Names) -> str:
    return ", then ".join(_act(done, seat, names) for done in way.actions)


def _act(done: "Done", seat: str, names: Names) -> str:
    given, action = done.given, ACTIONS[done.action]
    if action.families is not None:
        targets = listed([names.name(target) for target in given["targets"]])
        dice = count(given["dice"], "die", "dice")
        return f"{done.action} against {names.name(given['defender'])} for {targets}, {dice}"
    line = menu_line(action, [Offer(done.action, dict(given), Cost(), done.modifiers)], names)
    cards = listed([names.name(card) for card, _ in done.modifiers])
    then = listed([names.name(step.answer) for step in done.then if step.who == seat and isinstance(step.answer, str)])
    return f"{line}{f' with {cards}' if cards else ''}{f' ({then})' if then else ''}"


def _price(way: "Way") -> str:
    units = (("Supply", "Supply"), ("favor", "favor"), ("secret", "secrets"), ("warband", "warbands"))
    prices = [count(number, *unit) for number, unit in zip(way.spent, units, strict=True) if number]
    return f" [{', '.join(prices)}]" if prices else ""


def _depth(search: "Search") -> str:
    if not search.answers:
        return "(Ways are looked for in one's own Act Phase, between two actions.)"
    first = "Looked at every way of one action" if search.first else "Looked one action deep"
    if search.tables:
        first += f" and at a second one after {search.second} of {search.tables}"
    left = [*search.untried, *(f"{kind} as the second" for kind in search.later if kind not in search.untried)]
    missed = f"; not in every way: {listed([plain_kind(kind) for kind in left])}" if left else ""
    last = "Nothing after a campaign, luck or the leave of others; campaigns by exact odds against the worst answer."
    return f"({first}{missed}. {last})"


def plain_kind(kind: str) -> str:
    """An action or a question that was not tried in every way."""
    if kind == "face":
        return "what unknown cards are"
    return kind.replace(".", " ").replace("_", " ").replace("-", " ")


# -- for programs ----------------------------------------------------------------------------------------------------


def as_json(found: "Ahead", names: Names) -> dict[str, Any]:
    """The same for programs."""
    at_once = found.at_once
    return {
        "round": found.game.state.round,
        "next_check": None
        if found.coming is None
        else {"at": found.coming.at, "seat": found.coming.seat, "round": found.coming.round},
        "at_next_check": None if at_once is None else win_json(at_once, names),
        "as_it_stands": [{**win_json(won, names), "chance": _chance(won)} for won in found.winners],
        "players": [
            {
                "seat": seat,
                "name": capital(names.seat(seat)),
                "prospects": [_prospect(found, each, names) for each in several],
            }
            for seat, several in found.standing.items()
        ],
        "ways": None if found.search is None else _search(found.search, names),
    }


def _chance(won: Prospect) -> dict[str, Any]:
    return {
        "least": str(won.chance[0]),
        "most": str(won.chance[1]),
        "faces": list(won.ends.sure),
        "perhaps": list(won.ends.maybe),
        "by": list(won.ends.by),
    }


def _prospect(found: "Ahead", prospect: Prospect, names: Names) -> dict[str, Any]:
    unless = prospect.unless
    return {
        **win_json(prospect, names),
        "stands": prospect.stands,
        "in_reach": prospect.in_reach,
        "short": prospect.short,
        "turns": prospect.turns,
        "chance": _chance(prospect),
        "first": None if prospect.first is None else {"seat": prospect.first.who, "clause": prospect.first.clause},
        "parts": [_part(part) for part in prospect.claim.parts],
        "breakers": [
            {"seat": each.who, "what": each.what, "short": each.short, "turns": each.turns, "clause": each.clause}
            for each in breakers(found.game, prospect)
        ],
        "unless": None if unless is None else {"owner": prospect.who, "face": unless.face},
    }


def _part(part: Part) -> dict[str, Any]:
    goal = part.goal
    counted = None
    if goal is not None:
        rivals = [{"seat": each.who, "reach": each.reach, "point": each.point or None} for each in goal.against]
        least = {"missing": goal.missing, "least": goal.least}
        counted = {"of": goal.of, "have": goal.have, "want": goal.want, **least, "rivals": rivals}
    what = {"what": part.what, "have": part.have, "want": part.want, "met": part.met, "clause": part.clause}
    return {**what, "goal": counted}


def _search(search: "Search", names: Names) -> dict[str, Any]:
    return {
        "seat": search.seat,
        "found": [way_json(way, names) for way in search.ways],
        "looked": {
            "every_first": search.first,
            "second": search.second,
            "tables": search.tables,
            "answers": search.answers,
            "untried": dict(search.untried),
            "untried_second": dict(search.later),
        },
    }


def way_json(way: "Way", names: Names) -> dict[str, Any]:
    """A way for programs."""
    supply, favor, secrets, warbands = way.spent
    return {
        "effect": way.effect,
        "win": win_json(way.won, names),
        "actions": [
            {
                "action": done.action,
                "words": words_of(done.action, done.given, done.modifiers),
                "answers": [{"kind": step.kind, "who": step.who, "answer": step.answer} for step in done.then],
            }
            for done in way.actions
        ],
        "chance": ratio(way.sure.numerator, way.sure.denominator),
        "chance_if_agreed": ratio(way.likely.numerator, way.likely.denominator),
        "asks": list(way.asks),
        "spent": {"supply": supply, "favor": favor, "secrets": secrets, "warbands": warbands},
    }
