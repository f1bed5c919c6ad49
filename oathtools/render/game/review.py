"""An evening reviewed, as a document and for programs (``answerers.review``)."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from shlex import quote
from typing import TYPE_CHECKING, Any

from oathtools.ahead.standing import Prospect
from oathtools.kit.datafiles import load
from oathtools.kit.text import Hint, capital, count, listed, percent
from oathtools.odds.numbers import ratio
from oathtools.procedures.campaign.fight import BANDITS
from oathtools.render.document import Block, Line, apart
from oathtools.render.game.ahead import how_text, plain_kind, way_json, way_text, win_json, win_text
from oathtools.render.game.phrases import ending
from oathtools.render.names import Names
from oathtools.render.printers import paragraphs
from oathtools.table.views import View

if TYPE_CHECKING:
    from oathtools.answerers.review import Fought, Luck, Missed, Review, Stand, Tally

_HELP: dict[str, str] = load("help")


def document(found: "Review", names: "Names") -> list[Block]:
    """A game reviewed, for people."""
    head = [Line(ending(names.state, names) if names.state.result else "The game goes on."), *_turning(found, names)]
    return apart(
        head,
        _curve(found, names),
        _campaigns(found, names),
        luck_document(found.luck, names.name),
        _missed(found, names),
    )


def _turning(found: "Review", names: "Names") -> Iterator[Block]:
    stand, winner = found.turned, (names.state.result or {}).get("winner")
    if stand is None:
        return
    who = names.seat(str(winner))
    if all(each.leads == winner for each in found.stands):
        yield Line(f"{capital(who)} was next to win from the first turn to the last.")
    else:
        text = f"The game turned in round {stand.round}, in {names.seat(stand.turn)}'s turn"
        yield Line(f"{text}: after it {who} was always the next to win.")


# -- the curve -------------------------------------------------------------------------------------------------------


def _curve(found: "Review", names: "Names") -> Iterator[Block]:
    rounds = [list(turns) for _, turns in groupby(found.stands, key=lambda stand: stand.round)]
    if not rounds:
        return
    yield "How near everybody was to winning"
    seats = list(found.stands[0].nearest)
    longest = max(len("round"), *(len(names.seat(seat)) for seat in seats))
    numbers = [f"{turns[0].round:<{len(turns)}}" for turns in rounds]
    yield f"  {'round':<{longest}}  {' '.join(numbers)}".rstrip()
    for seat in seats:
        marks = ("".join(_mark(stand, seat) for stand in turns) for turns in rounds)
        yield f"  {capital(names.seat(seat)):<{longest}}  {' '.join(marks)}"
    for seat in seats:
        yield Line(f"{capital(names.seat(seat))}: {'; '.join(_ways_of(found, seat))}", "  ", 4)
    yield Line(f"({_HELP['curve']})", "  ", 3)


def _mark(stand: "Stand", seat: str) -> str:
    nearest = stand.nearest[seat]
    if nearest is None:
        return "-"
    return "*" if stand.leads == seat else f"{min(9, nearest.short)}"


def _ways_of(found: "Review", seat: str) -> Iterator[str]:
    """The nearest ways of a player, each from the round on in which it came."""
    near = ((stand.round, stand.nearest[seat]) for stand in found.stands)
    for _, stands in groupby(near, key=lambda each: each[1] and each[1].claim.how):
        since, nearest = next(stands)
        yield f"from round {since} {how_text(nearest) if nearest is not None else 'no way'}"


# -- campaigns and luck ----------------------------------------------------------------------------------------------


def _campaigns(found: "Review", names: "Names") -> Iterator[Block]:
    if found.battles:
        yield Line("Campaigns (5.5): the attacker's chance as declared, then with plans and Allies, before the dice")
    for each in found.battles:
        attacker, defender = map(names.name, each.sides)
        targets = listed(map(_at_the_time(each, names).name, each.course.declared["targets"]))
        chances = dict.fromkeys((percent(*each.declared), percent(*each.settled)))
        text = f"Round {each.then.round}, {attacker} against {defender} for {targets}: {', then '.join(chances)}. "
        yield Line(text + _became(each, attacker, defender), f"{each.n:>4}  ", 6)


def _at_the_time(each: "Fought", names: "Names") -> "Names":
    """What things were called at the table then: a site may lie facedown since, nobody knows where (8.3)."""
    return Names(View(each.then, names.view.viewer, names.view.spoil))


def _became(each: "Fought", attacker: str, defender: str) -> str:
    bandits, ending = each.sides[1] == BANDITS, each.course.ending
    text = f"{capital(attacker)} wins" if each.won else f"{capital(defender)} {'hold' if bandits else 'holds'}"
    if each.fell and not each.won:
        text += ", though warbands enough were there to sacrifice"
    if ending is not None:
        theirs = "" if bandits else f", {defender} {ending.defender_lost}"
        text += f"; {attacker} loses {count(ending.attacker_lost, 'warband')}{theirs}"
    return f"{text}."


def luck_document(found: "Sequence[Luck]", name: Callable[[str], str]) -> Iterator[Block]:
    """Luck with the dice, of all who fought."""
    for at, each in enumerate(found):
        if not at:
            yield "Luck with the dice"
        had = f"{each.wins.had} of {count(each.battles, 'battle')} won"
        text = f"{capital(name(each.who))}: {had}, {_tally(each.wins, 'much')}"
        if each.who != BANDITS:
            text += f"; {count(each.lost.had, 'warband')} lost, {_tally(each.lost, 'many')}"
        yield Line(f"{text}.", "  ", 4)
    if found:
        yield Line(f"({_HELP['luck']})", "  ", 3)


def _tally(each: "Tally", word: str) -> str:
    way = "so {} or more" if each.had >= each.expected else "so few or fewer" if word == "many" else "so little or less"
    likely = percent(each.likely.numerator, each.likely.denominator)
    return f"{float(each.expected):.2f} expected ({way.format(word)}: {likely})"


# -- wins that were not taken ----------------------------------------------------------------------------------------


def _missed(found: "Review", names: "Names") -> Iterator[Block]:
    looked = found.looked
    if not looked.deep:
        yield Line("Wins that were not taken were not looked for; --deep 1 does.")
        return
    yield "Wins that were there and were not taken, by what could be known then"
    if not found.missed:
        yield Line("none found", "  ")
    for each in found.missed:
        yield Line(f"Round {each.round}, {_missed_text(each, names)}", f"{each.n:>4}  ", 6)
        yield Line(("To try it: ", Hint("explore", f"--from {each.n} --as {quote(names.seat(each.seat))}")), " " * 6)
    yield Line(f"({_depth(found)})", "  ", 3)


def _missed_text(each: "Missed", names: "Names") -> str:
    way, then = each.way, _then(each)
    return f"{names.seat(each.seat)}: {way.effect} {win_text(way.won, then)}: {way_text(way, each.seat, then)}"


def _then(each: "Missed") -> "Names":
    """The names of the table then: what was unknown is unknown in it, and nothing more is told."""
    return Names(View(each.game.state, None, True))


def _depth(found: "Review") -> str:
    looked = found.looked
    text = f"Looked {count(looked.deep, 'action')} deep before each of {count(looked.moments, 'action')}"
    text += f", at most {count(looked.answers, 'answer')} tried each time"
    if looked.untried:
        text += f"; not in every way: {listed([plain_kind(kind) for kind in looked.untried])}"
    return f"{text}. {_HELP['chances']} Nothing that needs the leave of others, or comes after a campaign or luck."


# -- beside a replay -------------------------------------------------------------------------------------------------


def remarks(found: "Review", names: "Names") -> Iterator[tuple[int, str]]:
    """What there is to say at an answer: who stands how near as a turn begins, a win not taken; luck at the end."""
    for stand in found.stands:
        near = ((seat, each, stand.leads == seat) for seat, each in stand.nearest.items() if each)
        ways = [f"{names.seat(seat)} {how_text(each)}, {_short(each, first)}" for seat, each, first in near]
        yield stand.n, f"How near: {'; '.join(ways) or 'nobody has a way'}."
    yield from ((stand.n, _HELP["nearness"]) for stand in found.stands[:1])
    for missed in found.missed:
        yield missed.n, f"Not taken: {_missed_text(missed, names)}."
    last = max([0, *(each.end for each in found.battles), *(each.n for each in found.stands)])
    looked = [Line(_depth(found))] if found.looked.deep else []
    for each in paragraphs([*_turning(found, names), *luck_document(found.luck, names.name), *looked]):
        yield last, str(each)


def _short(nearest: Prospect, first: bool) -> str:
    return "next to win" if first else "behind another" if not nearest.short else f"{nearest.short} short"


def curve(found: "Review") -> list[tuple[int, dict[str, str]]]:
    """The same of each turn as marks: ``*`` for whoever is next to win, else how much is short."""
    return [(stand.n, {seat: _mark(stand, seat) for seat in stand.nearest}) for stand in found.stands]


# -- for programs ----------------------------------------------------------------------------------------------------


def as_json(found: "Review", names: "Names") -> dict[str, Any]:
    """The same for programs: chances as fractions, what is added up as numbers."""
    turned = found.turned
    return {
        "result": names.state.result,
        "turns": [_stand(stand, names) for stand in found.stands],
        "campaigns": [_fought(each, _at_the_time(each, names)) for each in found.battles],
        "luck": luck_json(found.luck),
        "missed": [
            {"n": each.n, "round": each.round, "seat": each.seat, "way": way_json(each.way, _then(each))}
            for each in found.missed
        ],
        "turned": turned and {"n": turned.n, "round": turned.round, "turn": turned.turn},
        "looked": found.looked._asdict(),
    }


def luck_json(found: "Sequence[Luck]") -> list[dict[str, Any]]:
    """Luck for programs."""
    return [{**each._asdict(), "wins": _sums(each.wins), "lost": _sums(each.lost)} for each in found]


def _stand(stand: "Stand", names: "Names") -> dict[str, Any]:
    return {**stand._asdict(), "nearest": {seat: each and _near(each, names) for seat, each in stand.nearest.items()}}


def _near(each: Prospect, names: "Names") -> dict[str, Any]:
    return {**win_json(each, names), "short": each.short, "stands": each.stands, "in_reach": each.in_reach}


def _fought(each: "Fought", names: "Names") -> dict[str, Any]:
    ending = each.course.ending
    return {
        **each.course.declared,
        "targets": [_target(target, names) for target in each.course.declared["targets"]],
        "n": each.n,
        "round": each.then.round,
        "turn": each.then.turn,
        "declared": ratio(*each.declared),
        "settled": ratio(*each.settled),
        "won": each.won,
        "dice_won": each.fell,
        "attacker_lost": ending and ending.attacker_lost,
        "defender_lost": ending and ending.defender_lost,
    }


def _target(target: str, names: "Names") -> str:
    """What was attacked, for programs; a site that lay facedown then by where it lay (``@map:7``)."""
    lies = target in (sites := names.state.zone("map")) and not names.view.shows(target)
    return f"@map:{sites.index(target)}" if lies else target


def _sums(each: "Tally") -> dict[str, Any]:
    return {"had": each.had, "expected": float(each.expected), "likely": float(each.likely)}
