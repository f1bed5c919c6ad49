"""Requests of every kind, sensible or not, for positions of random games; and what must hold of their repairs."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from oathtools import catalog
from oathtools.procedures.adjudicate import END, Change, Repair, Request, after, refusals, why
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn import ACTIONS
from oathtools.table.state import BANNERS, PURPLE, State
from tests.support.random_games import played

NAMES = (*ACTIONS, END)


def positions(numbers: Iterator[int] | range, every: int = 7) -> Iterator[tuple[Game, Random]]:
    """Positions of random games between two actions, each on a copy, with a random stream of its own."""
    for number in numbers:
        found: list[State] = []
        rng = Random(f"positions {number}")

        def look(game: Game, found: list[State] = found, rng: Random = rng) -> None:
            if game.state.phase == "act" and rng.randrange(every) == 0:
                found.append(game.state.copy())

        play = played(number, look)
        for index, state in enumerate(found):
            yield Game(state, play.game.registry, dict(play.game.readings)), Random(f"{number}/{index}")


def some_request(game: Game, seat: str, rng: Random, actions: tuple[str, ...] = NAMES) -> Request:
    """A request of any kind: fields left out now and then, values that make sense and values that do not."""
    name = rng.choice(actions)
    if name == END:
        return Request(END, {})
    given: dict[str, Any] = {}
    for field in ACTIONS[name].fields:
        if rng.random() < 0.12:
            break
        given[field.name] = _value(game, seat, f"{name}.{field.name}", rng)
    cards = [modifier.card for modifier in game.registry.modifiers.get(name, ())]
    modifiers = ((rng.choice(cards), ""),) if cards and rng.random() < 0.2 else ()
    plans = ()
    if name == "campaign" and len(given) == 3 and rng.random() < 0.4:
        plans = tuple(rng.sample(_plans(game), min(2, len(_plans(game)))))
    return Request(name, given, modifiers, plans)


def _plans(game: Game) -> list[str]:
    here = [card for card in facts.in_force(game) if catalog.is_card(card)]
    return [card for card in here if any(power.kind == "battle_plan" for power in catalog.card(card).powers)]


def _value(game: Game, seat: str, kind: str, rng: Random) -> Any:
    state = game.state
    cards = [card for zone, held in state.zones.items() if zone.startswith(("cards.", "advisers.")) for card in held]
    known = [card for card in cards if state.known(card) and not card.startswith("vision.")] or ["denizen.longbows"]
    sites = facts.site_ids(game)
    if kind in ("muster.card", "trade.card"):
        return rng.choice(known if rng.random() < 0.9 else catalog.ids("denizen"))
    if kind == "travel.to":
        return rng.choice(sites)
    if kind == "campaign.targets":
        held = [card for other in state.seats for card in state.zone(f"held.{other}")]
        return rng.sample([*sites, *held, *BANNERS, "pawn"], rng.randint(1, 3))
    if kind == "campaign.dice":
        return rng.randint(0, 8)
    if kind == "play.card":
        own = state.zone(f"advisers.{seat}")
        return rng.choice(own if own and rng.random() < 0.9 else known)
    if kind == "play.to":
        return rng.choice([*sites, "adviser", "adviser-facedown", "vision", "discard"])
    if kind == "power.card":
        live = [card for card in facts.in_force(game) if catalog.is_card(card) and not card.startswith("site.")]
        return rng.choice(live)
    if kind == "declare.card":
        return rng.choice([card for card in facts.in_force(game) if catalog.is_card(card)])
    if kind == "declare.moves":
        return rng.choice(
            ["nothing", "supply 1", "favor 1 from bank beast to me", "secrets 2 from me to shared", "end-act"]
        )
    if kind == "recover.target":
        return rng.choice(["relic-1", "relic-2", *BANNERS])
    if kind == "recover.pay":
        return rng.choice(["printed", "1", "2", "3", "4"])
    if kind == "peek.what":
        return rng.choice([f"relic-{rng.randint(1, 8)}-1", f"reliquary-{rng.randint(1, 4)}"])
    if kind.endswith(".number"):
        return str(rng.randint(1, 5))
    if kind == "offer.relic":
        return f"reliquary-{rng.randint(1, 4)}"
    if kind == "self-exile.who":
        return seat
    if kind.endswith((".other", ".defender")):
        return rng.choice([*state.seats, *(("bandits",) if kind == "campaign.defender" else ())])
    action, _, name = kind.partition(".")
    field = next(field for field in ACTIONS[action].fields if field.name == name)
    return rng.choice(list(field.candidates(game, facts_frame(action, seat))))


def facts_frame(action: str, seat: str) -> Any:
    """A fresh frame for the candidates of a first field."""
    from oathtools.procedures.machine.frame import Frame

    return Frame(action, seat)


def unsound(game: Game, seat: str, request: Request, repair: Repair) -> str | None:
    """What is wrong with a repair: it does not mend the request, or a part of it does; None if all is well."""
    if left(game, seat, request, repair):
        return f"refused all the same: {left(game, seat, request, repair)}"
    for number in range(len(repair)):
        for part in combinations(repair, number):
            if not left(game, seat, request, part):
                return f"a part suffices: {[change.says for change in part]}"
    return None


def left(game: Game, seat: str, request: Request, changes: tuple[Change, ...]) -> tuple[Any, ...]:
    """The reasons that are left with some changes, asked anew."""
    mended, asked = after(game, request, changes)
    opinion = why(mended, seat, asked, repairs=False)
    assert (opinion.legal is False) == bool(opinion.refusals) == bool(refusals(mended, seat, asked))
    return opinion.refusals


assert PURPLE
