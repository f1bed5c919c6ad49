"""A tiny engine of Oath under the protocol of ``docs/acid.md``: Travel, Muster and Trade among a few quiet cards.

It stands alone: nothing but the standard library. What it does not know it says it does not support.
"""

import json
import sys
from typing import Any

REGIONS = (2, 5, 8)
TRAVEL = {0: (1, 2, 4), 1: (2, 2, 2), 2: (4, 2, 3)}
QUIET_SITES = {"plains", "mountain", "the_tribunal", "steppe", "ancient_city", "standing_stones", "fertile_valley"}
QUIET_SITES |= {"deep_woods", "mine", "wastes", "salt_flats", "drowned_city", "barren_coast", "river"}
REVEALS = {"mine": (3, 0, 1), "salt_flats": (2, 1, 0), "drowned_city": (0, 3, 2), "river": (0, 0, 0)}
SUITS = dict.fromkeys(("longbows", "messenger", "outriders", "scouts", "sprawling_rampart"), "order")
SUITS |= {"wolves": "beast", "elders": "nomad", "festival_district": "discord"}
RUINS = {"bandit_rampart", "squalid_district"}
QUIET_RELICS = {"grand_scepter"}


class Unsupported(Exception):
    pass


class Refused(Exception):
    pass


class Table:
    def __init__(self, position: dict[str, Any]) -> None:
        self.now = dict(position)
        self.me = position["turn"]
        self.know()

    def know(self) -> None:
        """Is everything on the table something this engine knows?"""
        now = self.now
        if "readings" in now:
            raise Unsupported("other readings")
        if now["phase"] != "act" or None in now["reliquary"]:
            raise Unsupported("only the Act Phase, with a covered Reliquary")
        if any(value == self.me for key, value in now.items() if key.endswith(".holder")):
            raise Unsupported("banners")
        for site in now["map"]:
            if site.lstrip("~") not in QUIET_SITES:
                raise Unsupported(f"the site {site}")
        for key, value in now.items():
            if key.endswith((".cards", ".advisers")):
                for card in value:
                    if card.lstrip("~") not in SUITS and card not in RUINS:
                        raise Unsupported(f"the card {card}")
            if key.endswith(".relics") and key.partition(".")[0] in now["seats"] and set(value) - QUIET_RELICS:
                raise Unsupported("relics")

    def count(self, key: str) -> int:
        return int(self.now.get(key, 0))

    def change(self, key: str, by: int) -> None:
        if self.count(key) + by < 0:
            raise Refused("5.1")
        self.now[key] = self.count(key) + by

    def spend(self, supply: int, clause: str) -> None:
        if self.count(f"{self.me}.supply") < supply:
            raise Refused(clause)
        self.change(f"{self.me}.supply", -supply)

    def do(self, request: dict[str, Any]) -> None:
        extra = set(request) - {"action", "to", "card", "for"}
        does = {"travel": self.travel, "muster": self.muster, "trade": self.trade}.get(request["action"])
        if does is None or extra or not all(isinstance(each, str) for each in request.values()):
            raise Unsupported(f"{request['action']} {sorted(extra)}")
        does(request)

    # -- 5.6 -------------------------------------------------------------------------------------------------------

    def slot(self, name: str) -> int:
        sites = [site.lstrip("~") for site in self.now["map"]]
        region, _, number = name.partition(".")
        if number:
            return {"cradle": 0, "provinces": 2, "hinterland": 5}[region] + int(number) - 1
        return sites.index(name)

    def travel(self, request: dict[str, Any]) -> None:
        here, there = self.slot(self.now[f"{self.me}.at"]), self.slot(request["to"])
        if here == there:
            raise Refused("5.6.1")
        of = [next(region for region, end in enumerate(REGIONS) if slot < end) for slot in (here, there)]
        name = self.now["map"][here].lstrip("~")
        coasts = sum(self.now["map"][slot].endswith("_coast") for slot in (here, there))
        if name == "barren_coast" and coasts == 2:
            raise Unsupported("Coasts")
        self.spend(TRAVEL[of[0]][of[1]], "5.6.1")
        site = self.now["map"][there]
        self.now["map"] = [each.lstrip("~") if slot == there else each for slot, each in enumerate(self.now["map"])]
        self.now[f"{self.me}.at"] = site.lstrip("~")
        if site.startswith("~"):
            self.reveal(site.lstrip("~"))

    def reveal(self, site: str) -> None:
        if site not in REVEALS:
            raise Unsupported(f"the reveal prompt of {site}")
        favor, secrets, relics = REVEALS[site]
        self.change(f"{site}.favor", favor)
        self.change(f"{site}.secrets", secrets)
        deck = self.now.get("relic_deck", [])
        self.now[f"{site}.relics"] = [f"~{relic}" for relic in deck[:relics]]
        self.now["relic_deck"] = deck[relics:]

    # -- 5.2 and 5.3 -----------------------------------------------------------------------------------------------

    def card_here(self, card: str, clause: str) -> None:
        if card in RUINS:
            raise Refused("2.9")
        there = self.now.get(f"{self.now[f'{self.me}.at']}.cards", [])
        if card not in there or self.count(f"{card}.favor") or self.count(f"{card}.secrets"):
            raise Refused(clause)

    def pay(self, what: str, number: int, card: str, clause: str) -> None:
        if self.count(f"{self.me}.{what}") < number:
            raise Refused(clause)
        self.change(f"{self.me}.{what}", -number)
        self.change(f"{card}.{what}", number)

    def muster(self, request: dict[str, Any]) -> None:
        card, site = request["card"], self.now[f"{self.me}.at"]
        if site == "river":
            raise Unsupported("the River")
        self.card_here(card, "5.2.1")
        self.spend(1, "5.2.1")
        self.pay("favor", 1, card, "5.2.1")
        role = self.now[f"{self.me}.role"]
        color, most = (self.me, 14) if role == "exile" else ("purple", 24)
        out = sum(value for key, value in self.now.items() if key.endswith(f".{color}") and isinstance(value, int))
        self.change(f"{self.me}.{color}", min(2, most - out))

    def trade(self, request: dict[str, Any]) -> None:
        card, what = request["card"], request["for"]
        self.card_here(card, "5.3.2")
        self.spend(1, "5.3.1")
        suit = SUITS[card]
        matching = sum(SUITS.get(each) == suit for each in self.now.get(f"{self.me}.advisers", []))
        if what == "favor":
            self.pay("secrets", 1, card, "5.3.2")
            gain = min(1 + matching, self.count(f"bank.{suit}"))
            self.change(f"bank.{suit}", -gain)
            self.change(f"{self.me}.favor", gain)
        else:
            self.pay("favor", 2, card, "5.3.2")
            self.change(f"{self.me}.secrets", matching)


def answer(table: Table | None, told: dict[str, Any]) -> tuple[Table | None, dict[str, Any]]:
    try:
        if "position" in told:
            return Table(told["position"]), {"ok": True}
        assert table is not None
        if "state" in told:
            return table, {"state": table.now}
        trial = Table(table.now)
        trial.do(told["verdict"] if "verdict" in told else told["play"])
        return (table, {"legal": True}) if "verdict" in told else (trial, {"ok": True})
    except Unsupported as unknown:
        return table, {"unsupported": str(unknown)}
    except Refused as no:
        return table, {"legal": False, "clauses": [str(no)]}


def main() -> None:
    table = None
    for line in sys.stdin:
        table, said = answer(table, json.loads(line))
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
