"""Deals put to the adjudicator: what one player would hand another, which no action of the Law does by itself."""

import re
from typing import Any

from oathtools import catalog
from oathtools.answerers.matching import Misread
from oathtools.answerers.reading import LabelOf, Table, parse_request, table_of
from oathtools.answerers.requests import request_of, split
from oathtools.answerers.speech import number
from oathtools.engine.decision import Refusal
from oathtools.journal.play import Play
from oathtools.kit.datafiles import load
from oathtools.kit.lazy import pattern
from oathtools.procedures import adjudicate
from oathtools.procedures.adjudicate import Opinion, Request
from oathtools.procedures.adjudicate.walk import in_act_phase_of
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.promises import ANSWER, BINDS, FREE, GIVE, standing
from oathtools.procedures.minor.card_powers import USE
from oathtools.procedures.minor.citizenship import OFFER
from oathtools.procedures.turn import ACTIONS

_HANDS_OVER = pattern(r"(?:give|pay|hand|lend|send|sell|swap|trade|bribe)\b(.*)", re.IGNORECASE)
_GOODS = pattern(r"\b(?:favou?rs?|secrets?|relics?|banners?|advisers?|sites?)\b", re.IGNORECASE)


def dealt(table: Table, words: str, busy: Refusal | None) -> Opinion | None:
    """May this be handed to another player, by an offer of Citizenship (6.6.1) or a power that binds (7.6.3)?

    None where the words are of nothing that one player hands another. What both have promised is said besides.
    """
    game, seat, other = table.game, table.seat, _other(table, words)
    if other is None:
        return None
    refused, able = [Refusal(FREE, "a deal alone moves nothing, whatever is promised")], list[Refusal]()
    for way, called in _ways(game, other):
        opinion = adjudicate.why(game, seat, way, repairs=False, busy=busy)
        if opinion.legal is not False:
            able.append(Refusal(BINDS, f"it may go by {called}, if {other} agrees"))
        else:
            because = opinion.refusals[0]
            refused.append(because._replace(because=f"by {called}: {because.because}"))
    goods, rows = _goods(table, other, words), list[Refusal]()
    for each in standing(game.state):
        how = each.judges(seat, GIVE, goods["given"]) if goods else ""
        if how == "broken" and each.binds:
            refused, able = [*refused, Refusal(each.clause, each.of(how))], []
        elif how or {seat, other} == {each.by, each.to}:
            rows.append(Refusal(each.clause, each.of(how) if how else each.says))
    return Opinion(None if able else False, () if able else tuple(refused), tuple(able), cautions=tuple(rows))


def _other(table: Table, words: str) -> str | None:
    """To whom something would be handed, if words speak of goods and of another player."""
    match, state = _HANDS_OVER.match(words), table.game.state
    if match is None:
        return None
    text = match[1].casefold()
    relics = (catalog.name_of(card).casefold() for card in catalog.ids("relic", state.variants))
    if not _GOODS.search(text) and not any(relic in text for relic in relics):
        return None
    players = {word.casefold(): seat for seat, player in state.players.items() for word in (player.name, seat)}
    named = (players[word] for word in re.findall(r"\w+", text) if players.get(word, table.seat) != table.seat)
    return next(named, None)


def _ways(game: Game, other: str) -> list[tuple[Request, str]]:
    """The requests by which players hand each other anything, and what they are called."""
    powers = ((card, game.registry.actions.get(card)) for card in game.in_force)
    binding = [card for card, power in powers if power is not None and BINDS in power.cites]
    offer = (Request(OFFER.name, {"other": other}), "an offer of Citizenship")
    return [offer, *((Request(USE.name, {"card": card}), card) for card in binding)]


# -- what of a promise can be judged -----------------------------------------------------------------------------------

_DENIED = pattern(r"(?:that \w+ )?(?:will )?(not|never)?(?: ?\bto\b)? ?(.+)", re.IGNORECASE)
_WHOM = pattern(r"\b(?:her|him|them)\b", re.IGNORECASE)
_TITLE = pattern(r"(?:vote for|give) (\w+)(?: the)? title|(?:vote for|give the title to|choose) (\w+)", re.IGNORECASE)


def promised(play: Play, by: str, to: str, text: str, label_of: LabelOf) -> dict[str, Any]:
    """What a promise says is to be done (``does``) or not (``bars``), in ids; nothing where people must judge."""
    found, name = _DENIED.fullmatch(text), play.state.players[to].name
    assert found is not None
    table = table_of(play, by, None)
    table = table._replace(game=in_act_phase_of(table.game, by), pending=None)
    words = _WHOM.sub(name, found[2])
    form = _said(table, to, words) or _goods(table, to, words) or _action(table, words, label_of)
    if form is None or any(str(value) in play.state.handles for value in form["given"].values()):
        return {}  # a card that nobody has named may be told by no name
    return {"bars" if found[1] else "does": form}


def _action(table: Table, words: str, label_of: LabelOf) -> dict[str, Any] | None:
    """An action of the Law, and the place at which it is barred."""
    try:
        parsed = request_of(split(words), None)
        if parsed is None:
            return None
        request = parse_request(table, parsed, label_of).request
    except Misread:
        return None
    at = ACTIONS[request.action].barred_at or request.action
    return {"action": request.action, "given": dict(request.given), "at": at}


def _goods(table: Table, to: str, words: str) -> dict[str, Any] | None:
    """What goes to the other player: a card by its name, or so many of a kind."""
    if _other(table, words) != to:
        return None
    text = words.casefold()
    relics = catalog.ids("relic", table.game.state.variants)
    named = (card for card in relics if catalog.name_of(card).casefold() in text)
    given: dict[str, Any] = dict.fromkeys(named, 1)
    for count, what in re.findall(r"(?:(\w+) )?(favou?r|secret|relic|banner|adviser)s?\b", text) if not given else ():
        many = number(count) if count else None
        given[what.replace("ou", "o")] = many.many if many is not None else 1
    return {"action": GIVE, "given": {"other": to, **given}} if given else None


def _said(table: Table, to: str, words: str) -> dict[str, Any] | None:
    """What is said to what the other player puts to one; or to whom the title goes at a tie (2.11)."""
    text, puts = words.casefold(), load("speech")["promised"]
    if (heir := _TITLE.fullmatch(words)) is not None:
        seats = {word.casefold(): seat for seat, each in table.game.state.players.items() for word in (each.name, seat)}
        seat = seats.get((heir[1] or heir[2]).casefold())
        return {"action": ANSWER, "given": {"kind": "title.give", ANSWER: seat}} if seat else None
    says = next((answer for answer in ("no", "yes") if re.match(rf"(?:{puts[answer]})\b", text)), None)
    if says is None:
        return None
    kind = next((kind for kind, means in puts["kinds"].items() if re.search(means, text)), None)
    return {"action": ANSWER, "given": {ANSWER: says, "from": to, **({"kind": kind} if kind else {})}}
