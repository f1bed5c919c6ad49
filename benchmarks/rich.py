"""Random play from rich positions, so that every card comes into use: invariants at each boundary, and replay.

    python benchmarks/rich.py                       300 positions, 120 answers each
    python benchmarks/rich.py --games 1000          more of them
    python benchmarks/rich.py --unused              names the cards whose powers were never asked for

Each position has three advisers a player, filled sites, relics, banners, favor, secrets and warbands at random. Games
from the first setup use few cards and seldom have the means; these use all of them.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from oathtools import catalog
from oathtools.powers import load
from oathtools.table.invariants import faults
from oathtools.table.state import GRAND_SCEPTER, SLOTS
from tests.tables import SEATS, Script, Table, a_table, down

ACTING = ("power", "search", "muster", "trade", "travel", "campaign", "recover", "play")


def position(number: int) -> Table:
    """A rich position; the same for the same number."""
    rng = Random(number)
    players = rng.randint(3, 6)
    table = a_table(players).oath(rng.choice(("supremacy", "people", "devotion", "protection")))
    table.banks(2)
    denizens = [card.id for card in catalog.cards("denizen")]
    rng.shuffle(denizens)
    advisers = [card for card in denizens if catalog.card(card).restriction != "site"]
    table.map(*(card.id for card in rng.sample(list(catalog.cards("site")), SLOTS)))
    relics = [card for card in catalog.ids("relic") if card != GRAND_SCEPTER]
    rng.shuffle(relics)
    laid: set[str] = set()

    def deal(stack: list[str]) -> str:
        card = next(each for each in stack if each not in laid)
        laid.add(card)
        return card

    edifices = [card.id for card in catalog.cards("edifice")]
    rng.shuffle(edifices)
    for index, seat in enumerate(SEATS[:players]):
        role = "citizen" if index and rng.random() < 0.25 else None
        row: list[Any] = [deal(advisers) for _ in range(3)]
        if rng.random() < 0.5:
            row[rng.randrange(3)] = down(deal(denizens))
        table.seat(
            seat,
            role=role,
            at=rng.randrange(SLOTS),
            favor=rng.randint(1, 3),
            secrets=rng.randint(1, 4),
            hidden=rng.randint(0, 1),
            warbands=rng.randint(0, 3) if role else rng.randint(0, 5),
            advisers=row,
            relics=[deal(relics) for _ in range(2 if players < 5 else 1)],
        )
    sides = [seat for seat in SEATS[:players] if table.state.players[seat].role != "citizen"]
    sites = [card for card in denizens if catalog.card(card).restriction != "adviser"]
    for slot in range(SLOTS):
        cards = [deal(sites) for _ in range(rng.randint(0, 2))]
        if edifices and rng.random() < 0.2:
            side = edifices.pop()
            other = catalog.edifice(side).other_side
            edifices = [each for each in edifices if each != other]
            cards.append(side)
        held = {rng.choice(sides): rng.randint(1, 2)} if rng.random() < 0.7 else {}
        left = sum(each not in laid for each in relics)
        hidden = [deal(relics)] if rng.random() < 0.4 and left > 5 else []  # four are for the Reliquary
        table.site(slot, cards=cards, warbands=held, relics=hidden)
    for banner in ("peoples_favor", "darkest_secret"):
        table.banner(banner, rng.choice((None, *SEATS[:players])), rng.randint(1, 4), mob=rng.random() < 0.3)
    for region in catalog.REGIONS:
        table.pile(region, *(deal(denizens) for _ in range(rng.randint(0, 4))))
    for _ in range(rng.randint(0, 5)):
        table.do.put(deal(denizens), "dispossessed", ())
    table.pool(*[card for card in denizens if card not in laid][:40])
    table.turn(rng.choice(SEATS[:players]))
    return table


def run(number: int, answers: int, asked: Counter[str]) -> int:
    """Play a position with random answers; returns how many were given. Raises whatever goes wrong."""
    rng = Random(number)
    play: Script = position(number).play()
    for count in range(answers):
        if play.driver.pending is None:
            return count
        decision = play.pending
        asked[decision.kind] += 1
        answer = decision.random(rng)
        if decision.kind == "act":
            lively = [option for option in decision.legal() if option in ACTING]
            answer = rng.choice(lively) if lively and rng.random() < 0.9 else answer
        play.driver.answer(answer)
        play.answers.append(answer)
        for event in play.game.do.events:
            if event.kind in ("power", "plan"):
                asked[str(event.facts["card"])] += 1
            asked.update(str(card) for card, _ in event.facts.get("used", ()) if event.kind == "action")
        play.game.do.events.clear()
        found = faults(play.state)
        if found and play.pending.kind == "act":
            raise AssertionError("; ".join(found))
    if play.replayed() != play.state:
        raise AssertionError("the same answers lead elsewhere")
    return answers


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--answers", type=int, default=120)
    parser.add_argument("--unused", action="store_true")
    given = parser.parse_args()
    failed = total = 0
    asked: Counter[str] = Counter()
    for number in range(given.first, given.first + given.games):
        try:
            total += run(number, given.answers, asked)
        except Exception as fault:
            failed += 1
            print(f"position {number}: {type(fault).__name__}: {fault}")
    print(f"{given.games} positions, {total} answers: {failed} failed")
    if given.unused:
        registry = load()
        modifiers = (each.card for group in registry.modifiers.values() for each in group)
        cards = [*registry.actions, *registry.plans, *modifiers]
        print("never used:", ", ".join(sorted(card for card in cards if not asked[card])) or "none")
        from oathtools.render.game.prompts_powers import POWER_PROMPTS

        print("never asked:", ", ".join(kind for kind in POWER_PROMPTS if not asked[kind]) or "none")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
