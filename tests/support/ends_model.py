"""Chapters 3 and 8 once more, from the Law alone: a plain model that reads a position file and knows no engine.

It reads what ``position_of`` writes: every player named, relics and Visions by name, at most one color of warbands at
a site. Where the Law leaves a word open it takes the rulings: a tie fulfils no Vision (A-02), the Empire's sites count
once (A-03), who has nothing has not the most (A-07). Of cards it knows what the publisher's answers say of endings: the
Bandit Crown of any Imperial player is the Empire's (A-85), a convert's sites by the Crown become the winner's (A-88), a
Forest Temple keeps sites with Beast cards (8.3.2).
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

GOALS = {"Conquest": "supremacy", "Rebellion": "people", "Sanctuary": "protection", "Faith": "devotion"}
FACES = {5: {6}, 6: {5, 6}, 7: {3, 4, 5, 6}}
COLORS = {"-": None, "p": "purple", "r": "red", "b": "blue", "k": "black", "y": "yellow"}
INTACT = {
    "order": "Sprawling Rampart", "hearth": "Hall of Debate", "beast": "Forest Temple",
    "discord": "Festival District", "arcane": "Great Spire", "nomad": "Ancient Forge",
}  # fmt: skip
RUINED = {
    "Sprawling Rampart": "Bandit Rampart", "Hall of Debate": "Hall of Mockery", "Forest Temple": "Ruined Temple",
    "Festival District": "Squalid District", "Great Spire": "Fallen Spire", "Ancient Forge": "Broken Forge",
}  # fmt: skip
CLOCKWISE = ("discord", "arcane", "order", "hearth", "beast", "nomad")  # 8.4
REPAIRED = {ruin: intact for intact, ruin in RUINED.items()}
ICONS = dict.fromkeys(("Salt Flats", "Plains", "Lush Coast", "Rocky Coast", "Great Slum"), 0)  # 2.8.2; else one relic
SITES = ("Plains", "Lush Coast", "Mountain", "Buried Giant", "Salt Flats", "Rocky Coast", "Wastes", "Great Slum")
Outcome = tuple[str | None, str | None, str | None]
NOBODY: Outcome = (None, None, None)


def position_of(row: dict[str, Any]) -> dict[str, Any]:
    """The position file of one short row: ``at`` a name (that Exile's check, 4.1.2) or ``end`` (of the round)."""
    at, citizens, names = row.get("at", "end"), row.get("citizens", ["Cy"]), row.get("names", ["Bo", "Cy", "Dee"])
    players: list[dict[str, Any]] = [{"name": "Ann", "role": "chancellor", "color": "purple"}]
    for name, color in zip(names, ("red", "blue", "black", "yellow"), strict=False):
        players.append({"name": name, "role": "citizen" if name in citizens else "exile", "color": color})
    for player in players:
        player["relics"] = list(row.get("relics", {"Ann": ["Grand Scepter"]}).get(player["name"], []))
        player["advisers"] = list(row.get("advisers", {}).get(player["name"], []))
        player["advisers"] += [
            {"card": card, "facedown": True} for card in row.get("hidden", {}).get(player["name"], [])
        ]
        if player["name"] in row.get("visions", {}):
            player["vision"] = row["visions"][player["name"]]
    sites: list[Any] = []
    for number, letter in enumerate(row.get("rule", "").ljust(8, "-"), start=1):
        site = {"site": row.get("sites", SITES)[number - 1], "cards": list(row.get("cards", {}).get(number, []))}
        site["relics"] = list(row.get("found", {}).get(number, []))
        if COLORS.get(letter):
            site["warbands"] = {COLORS[letter]: 1}
        sites.append({"unknown": "site"} if letter == "?" else site)
    title = str(row.get("title", "Ann"))
    return row.get("decks", {}) | {
        "oath": row.get("oath", "supremacy"),
        "round": row.get("round", 6),
        "visions_drawn": row.get("drawn", 3),
        "turn": {"player": players[-1]["name"], "phase": "round-end"} if at == "end" else
                {"player": at, "phase": "wake", "step": "4.1.2"},
        "players": players,
        "sites": sites,
        "banners": {banner: {"holder": who} for banner, who in row.get("banners", {}).items()},
        "oathkeeper": {"holder": title.rstrip("!"), "side": "usurper" if title.endswith("!") else "oathkeeper"},
    }  # fmt: skip


@dataclass
class Title:
    """Who may have the title by 2.11 (several: its holder chooses), and on which side it lies."""

    holders: list[str]
    usurper: bool


class Table:
    """What a position states, as far as chapters 3 and 8 ask about it."""

    def __init__(self, position: dict[str, Any]) -> None:
        self.position, self.oath, self.round = position, position["oath"], position["round"]
        self.players = {player["name"]: player for player in position["players"]}
        self.role = {name: player["role"] for name, player in self.players.items()}
        self.chancellor = next(name for name, role in self.role.items() if role == "chancellor")
        self.empire = [name for name, role in self.role.items() if role != "exile"]
        self.citizens = [name for name in self.empire if name != self.chancellor]
        self.exiles = [name for name in self.role if name not in self.empire]
        self.banner = {key: value["holder"] for key, value in position["banners"].items()}

    # -- 2.10, 2.11 ----------------------------------------------------------------------------------------------------

    def ruled(self, name: str, converts: tuple[str, ...] = ()) -> set[int]:
        """The sites that somebody rules (10 Rule, 6.6.3), by the Bandit Crown too (7.6.5: any of the Empire's players
        for all of them); and those of the ``converts``, who got the winner's warbands (8.2)."""
        side = self.empire if name in self.empire else [name]
        color = self.players[self.chancellor if name in self.empire else name]["color"]
        crown = any("Bandit Crown" in self.players[each]["relics"] for each in side)
        found = set[int]().union(*(self.ruled(each) for each in converts))
        for number, site in enumerate(self.position["sites"]):
            warbands = site.get("warbands")
            if color in warbands if warbands else crown and "site" in site:
                found.add(number)
        return found

    def things(self, name: str) -> int:
        """Relics and banners (2.3: nothing on the Reliquary)."""
        return len(self.players[name]["relics"]) + sum(who == name for who in self.banner.values())

    def meets(self, goal: str) -> list[str]:
        """Who meets a goal, those who tie for it too; under Supremacy the Chancellor stands for the Empire."""
        if goal in ("people", "devotion"):
            who = self.banner.get("peoples_favor" if goal == "people" else "darkest_secret")
            return [who] if who else []
        if goal == "protection":
            counts = {name: self.things(name) for name in self.role}
        else:
            counts = {name: len(self.ruled(name)) for name in (self.chancellor, *self.exiles)}
        most = max(counts.values())
        return [name for name, count in counts.items() if count == most > 0]

    def title(self) -> Title:
        """2.11: who meets the goal has the title; who ties keeps it; else its holder chooses among them."""
        stated, usurper = self.position["oathkeeper"]["holder"], self.position["oathkeeper"]["side"] == "usurper"
        meet = self.meets(self.oath)
        if stated in meet or not meet:
            return Title([stated], usurper)
        if self.oath == "supremacy" and stated in self.citizens and self.chancellor in meet:
            return Title([self.chancellor], False)  # the Empire meets it, and keeps it where it ties
        return Title(meet, False)

    # -- chapter 3 -----------------------------------------------------------------------------------------------------

    def fulfils(self, name: str) -> bool:
        """3.2: a revealed Vision, its goal met by nobody besides, three Visions drawn."""
        vision = self.players[name].get("vision")
        drawn = self.position["visions_drawn"] >= 3
        return name in self.exiles and vision in GOALS and drawn and self.meets(GOALS[vision]) == [name]

    def successor(self) -> str | None:
        """3.3.1: the Citizen who wins where the Chancellor would."""
        for name in self.citizens:
            others = [self.things(other) for other in self.empire if other != name]
            if {
                "supremacy": self.things(name) > max(others),
                "people": self.banner.get("darkest_secret") == name,
                "protection": self.banner.get("peoples_favor") == name,
                "devotion": "Grand Scepter" in self.players[name]["relics"],
            }[self.oath]:
                return name
        return None

    def crowned(self, how: str, clause: str, own: str) -> Outcome:
        heir = self.successor()
        return (heir, "successor", own) if heir else (self.chancellor, how, clause)

    def wake(self, name: str, holder: str, usurper: bool) -> list[tuple[str, str]]:
        """4.1.2: the ways in which an Exile wins now."""
        title = name in self.exiles and holder == name and usurper
        return [("usurper", "3.1")] * title + [("visionary", "3.2")] * self.fulfils(name)

    def faces(self, holder: str) -> set[int]:
        """3.3: on which faces of the end die the game ends."""
        return FACES.get(self.round, set()) if holder in self.empire else set()

    def end(self, holder: str, usurper: bool, die: int | None) -> Outcome:
        """3.3 and 3.4, at the end of the round."""
        if self.round < 8:
            return self.crowned("stable_regime", "3.3", "3.3.1") if die in self.faces(holder) else NOBODY
        if holder in self.empire:
            return self.crowned("war_exhaustion", "3.4.1", "3.4.1")
        if usurper and holder in self.exiles:
            return holder, "war_exhaustion", "3.4.2"
        for vision in GOALS:
            for name in self.exiles:
                if self.players[name].get("vision") == vision and self.fulfils(name):
                    return name, "war_exhaustion", "3.4.3"
        return self.crowned("war_exhaustion", "3.4.4", "3.4.4")

    def outcomes(self, die: int | None) -> set[Outcome]:
        """What the check to come makes of the table; several where the title's holder has yet to choose."""
        turn, title, found = self.position["turn"], self.title(), set()
        for holder in title.holders:
            if turn["phase"] == "round-end":
                found.add(self.end(holder, title.usurper, die))
            else:
                ways = self.wake(turn["player"], holder, title.usurper)
                found.add((turn["player"], *ways[0]) if ways else NOBODY)
        return found

    # -- chapter 8 -----------------------------------------------------------------------------------------------------

    def oaths(self, winner: str, ways: list[tuple[str, str]]) -> set[str]:
        """8.1: the Vision's own after a Vision alone, else any but the one just played."""
        if [clause for _, clause in ways] in (["3.2"], ["3.4.3"]):
            return {GOALS[self.players[winner]["vision"]]}
        return set(GOALS.values()) - {self.oath}

    def offers(self, winner: str) -> set[str]:
        """8.2: an Exile may offer to Exiles, not to those who were Citizens."""
        return (
            {self.players[name]["color"] for name in self.exiles if name != winner} if winner in self.exiles else set()
        )

    def boards(self, winner: str, converts: tuple[str, ...]) -> set[str]:
        """8.2, 8.7.2: whose boards lie on their Citizen side."""
        return {self.players[name]["color"] for name in (converts if winner in self.exiles else self.citizens)}

    def builds(self, winner: str, suit: dict[str, str]) -> set[tuple[str, str]]:
        """8.3.1: what may be replaced by which edifice, and what may be repaired."""
        found, standing = set(), {card for site in self.position["sites"] for card in site.get("cards", [])}
        for number in sorted(self.ruled(winner)) if winner in self.empire else []:
            cards = self.position["sites"][number]["cards"]
            found |= {(card, REPAIRED[card]) for card in cards if card in REPAIRED}
            if not [card for card in cards if card in REPAIRED or card in RUINED]:
                new = {(card, INTACT[suit[card]]) for card in cards}
                found |= {(card, edifice) for card, edifice in new if not standing & {edifice, RUINED[edifice]}}
        return found

    def map(self, winner: str, converts: tuple[str, ...], built: tuple[str, str] | None, beasts: set[str]) -> list[Any]:
        """8.3.1 to 8.3.5: (site, cards, relics) from the top of the Cradle; None where one comes from the deck.

        With an intact Forest Temple on the map no site with a Beast card is discarded (its power).
        """
        kept, ruins, ruled = [], [], self.ruled(winner, converts)
        temple = any("Forest Temple" in (*site.get("cards", []), *(built or ())[1:]) for site in self.position["sites"])
        for number, site in enumerate(self.position["sites"]):
            cards = [built[1] if built and card == built[0] else card for card in site.get("cards", [])]
            if number not in ruled:
                fell = [RUINED[card] for card in cards if card in RUINED]
                if not fell and not (temple and beasts & set(cards)):
                    continue
                cards = fell or cards
            row = (site["site"], sorted(cards), sorted(site["relics"]))
            (ruins if set(cards) & set(REPAIRED) else kept).append(row)
        return kept + [None] * (8 - len(kept) - len(ruins)) + ruins

    def suits(self, winner: str, suit: dict[str, str]) -> set[str]:
        """8.4: the most common among the winner's faceup advisers (A-94); any without one."""
        counts = Counter(suit[card] for card in self.players[winner]["advisers"] if isinstance(card, str))
        return {each for each in counts if counts[each] == max(counts.values())} or set(INTACT)

    def added(self, chosen: str, suit: dict[str, str]) -> dict[str, int] | None:
        """8.4: how many of which suits come from the Archive; None where it has too few, and is healed instead."""
        start = CLOCKWISE.index(chosen)
        wanted = {CLOCKWISE[(start + step) % 6]: 3 - step for step in range(3)}
        stacks = Counter(suit[card] for card in self.archive(suit))
        return wanted if all(stacks[each] >= number for each, number in wanted.items()) else None

    def archive(self, suit: dict[str, str]) -> set[str]:
        """The denizens that lie nowhere else."""
        return (
            set(suit)
            - self.deck(suit)
            - self.piles(suit)
            - self.cards_of(self.players, suit)
            - {card for site in self.position["sites"] for card in site.get("cards", [])}
            - set(self.position["dispossessed"])
        )

    def deck(self, suit: dict[str, str]) -> set[str]:
        return set(self.position["world_deck"]) & set(suit)

    def piles(self, suit: dict[str, str]) -> set[str]:
        return {card for pile in self.position["discard_piles"].values() for card in pile} & set(suit)

    def cards_of(self, names: Iterable[str], suit: dict[str, str]) -> set[str]:
        advisers = (card for name in names for card in self.players[name]["advisers"])
        return {card if isinstance(card, str) else card["card"] for card in advisers} & set(suit)

    def stacks(self, suit: dict[str, str]) -> set[str]:
        """8.4, healed: the suits of the largest stacks of the Dispossessed, of which the winner chooses (A-95)."""
        counts = Counter(suit[card] for card in self.position["dispossessed"])
        return {each for each in counts if counts[each] == max(counts.values())}

    def decks(self, after: "After", winner: str, suit: dict[str, str]) -> list[str]:
        """8.4 to 8.6, 8.8: what of the decks of a wholly known Chronicle cannot have come out of this table."""
        losers = [name for name in self.players if name != winner]
        gone, wanted = set(self.position["dispossessed"]), self.added(after.suit, suit)
        archive = self.archive(suit)
        pool = self.piles(suit) | self.cards_of(losers, suit) | after.lost
        stays = self.deck(suit) | self.cards_of([winner], suit) | after.replaced
        deck, new = set(after.world_deck) & set(suit), set(after.dispossessed)
        if wanted is None:  # healed
            number = min(6, sum(suit[card] == after.stack for card in gone))
            came, old, source = {after.stack: number}, set[str](), gone
        else:
            came, old, source = wanted, gone, archive
        taken = min(6, len(pool))
        top, middle, rest = after.world_deck[:12], after.world_deck[12:30], after.world_deck[30:]
        relics = {name: set(player["relics"]) - {"Grand Scepter"} for name, player in self.players.items()}
        own = relics[winner] | set(self.position["reliquary"])
        law: list[tuple[str, Any, Any]] = [
            ("8.4, came into the deck", Counter(suit[card] for card in deck & source - pool), Counter(came)),
            ("8.5, came to the Dispossessed", (new >= old, len(new & pool), len(new)), (True, taken, len(old) + taken)),
            ("8.8, the deck", deck, stays | (pool - new) | (deck & source)),
            ("8.8, Visions", [sum(card not in suit for card in part) for part in (top, middle, rest)], [2, 3, 0]),
            ("8.8, cards twice", len(after.world_deck), len(set(after.world_deck))),
            ("8.6.3, on top of the relic deck", set(after.relic_deck[: len(own)]), own),
            (
                "8.6, relics",
                sorted([*after.relic_deck, *after.relics]),
                sorted(set(after.all_relics) - {"Grand Scepter"}),
            ),
        ]
        return [f"{what}: {found}, by the model {right}" for what, found, right in law if found != right]


@dataclass
class After:
    """What the winner chose, what 8.3 made of the map, and the decks of the Chronicle by the names of their cards."""

    suit: str
    stack: str | None
    lost: set[str]
    replaced: set[str]
    world_deck: list[str]
    dispossessed: list[str]
    relic_deck: list[str]
    relics: list[str]
    all_relics: list[str]
