"""Deals put to the adjudicator: what one player would hand another, which no action of the Law does by itself."""

import re

from oathtools import catalog
from oathtools.answerers.reading import Table
from oathtools.engine.decision import Refusal
from oathtools.kit.lazy import pattern
from oathtools.procedures import adjudicate
from oathtools.procedures.adjudicate import Opinion, Request
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.promises import BINDS, FREE, standing
from oathtools.procedures.minor.card_powers import USE
from oathtools.procedures.minor.citizenship import OFFER

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
    promised = tuple(
        Refusal(each.clause, each.says) for each in standing(game.state) if {seat, other} == {each.by, each.to}
    )
    return Opinion(None if able else False, () if able else tuple(refused), tuple(able), cautions=promised)


def _other(table: Table, words: str) -> str | None:
    """To whom something would be handed, if words speak of goods and of another player."""
    said, state = _HANDS_OVER.match(words), table.game.state
    if said is None:
        return None
    text = said[1].casefold()
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
