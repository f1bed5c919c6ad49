"""One game of a plan: begun by its number, played by its bots to its end, kept as one record."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.answerers.bot import run_plugs
from oathtools.journal.begin import header_of_position, header_of_world
from oathtools.journal.play import Play
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.world import SavedSite, World, seats_for
from oathtools.procedures.victory.check import at_round_end
from oathtools.simulate.setting import Plan, Setting
from oathtools.table.effects import Event
from oathtools.table.result import WORDS
from oathtools.table.state import GRAND_SCEPTER, ROLE_WORDS, State

# -- what is kept of a game: one plain record, folded from its events and from how each round ended --------------------


class Tally:
    """A record in the making: what was played, used and done, by whom; ``round_ended`` is called as each round ends."""

    def __init__(self, holder: str | None) -> None:
        self.holder = holder  # of the title
        self.ends: list[dict[str, Any]] = []
        self.turns = self.titles = self.won = self.lost = 0
        self.actions: Counter[str] = Counter()
        self.played: dict[str, dict[str, int]] = {}
        self.used: dict[str, Counter[str]] = {}

    def round_ended(self, game: Game) -> None:
        """Who has the title, and who would win if this round were the last (3.4)."""
        state = game.state
        leader = at_round_end(game, round_=catalog.LAST_ROUND).winner
        self.ends.append({"title": state.oathkeeper, "usurper": state.usurper, "leader": leader})

    def hear(self, events: Iterable[Event]) -> None:
        """Take in what happened."""
        for event in events:
            handler = getattr(self, f"_at_{event.kind}", None)
            if handler is not None:
                handler(event.facts)

    def _at_turn(self, facts: Mapping[str, Any]) -> None:
        self.turns += 1

    def _at_title(self, facts: Mapping[str, Any]) -> None:
        self.titles += facts["who"] != self.holder
        self.holder = facts["who"]

    def _at_battle(self, facts: Mapping[str, Any]) -> None:
        self.won += bool(facts["won"])
        self.lost += not facts["won"]

    def _at_play(self, facts: Mapping[str, Any]) -> None:
        seat = str(facts["from"]).partition(".")[2]
        self.played.setdefault(seat, {})[facts["card"]] = 1

    def _at_action(self, facts: Mapping[str, Any]) -> None:
        self.actions[facts["action"]] += 1
        for card, *_ in facts["used"]:
            self._use(facts["who"], card)

    def _at_power(self, facts: Mapping[str, Any]) -> None:
        self._use(facts["who"], facts["card"])

    _at_plan = _at_power

    def _use(self, seat: str, card: str) -> None:
        self.used.setdefault(seat, Counter())[card] += 1


def record(number: int, play: "Play", options: Tally) -> dict[str, Any]:
    """The record of a game that is over."""
    state = play.state
    began = {seat["color"]: seat for seat in play.header["seats"]}
    seats = [
        {
            "color": seat,
            "began": began[seat]["role"],
            "role": player.role,
            "bot": began[seat]["bot"],
            "played": _known(options.played.get(seat, ())),
            "used": {card: options.used[seat][card] for card in _known(options.used.get(seat, ()))},
            "held": _known(_held_by(state, seat)),
        }
        for seat, player in state.players.items()
    ]
    result = state.result or {}
    return {
        "game": number,
        "oath": state.oath,
        "winner": result.get("winner"),
        "ways": [f"{how} {clause}" for how, clause in result.get("ways", ())],
        "rounds": state.round,
        "turns": options.turns,
        "decisions": len(play.live),
        "titles": options.titles,
        "battles": {"won": options.won, "lost": options.lost},
        "actions": dict(sorted(options.actions.items())),
        "ends": options.ends,
        "seats": seats,
        "course": _course(play),
    }


def _held_by(state: State, seat: str) -> Iterator[str]:
    """Advisers, relics, a revealed Vision and banners."""
    for zone in ("advisers", "held", "vision"):
        yield from state.zone(f"{zone}.{seat}")
    yield from (banner for banner, holder in state.holders.items() if holder == seat)


def _known(cards: Iterable[str]) -> list[str]:
    """Of some cards those that have a name, each once."""
    return sorted({card for card in cards if catalog.is_card(card)})


def _course(play: "Play") -> str:
    """A short name of all answers: two games with the same one went the same way."""
    text = "\n".join(f"{entry.kind} {entry.who} {entry.answer}" for entry in play.live)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


# -- random worlds, as chapter 8 may leave them: what games are played on that are to say something of many sagas ------


OATHS = ("supremacy", "people", "devotion", "protection")
_REGIONS = ((0, 1), (2, 3, 4), (5, 6, 7))


def random_world(rng: Random, oath: str | None = None, built: bool = True, settled: float = 0.5) -> World:
    """A world as chapter 8 may leave it: some sites faceup with cards, edifices and relics, others facedown and bare.

    ``built``: the world deck was rebuilt (8.8); otherwise its Visions lie anywhere in it. ``settled``: how likely a
    site is faceup, beside one of each region.
    """
    denizens = rng.sample(catalog.ids("denizen"), 198)
    edifices = [side for side in catalog.cards("edifice") if not side.ruined]
    rng.shuffle(edifices)
    relics = [relic for relic in catalog.ids("relic") if relic != GRAND_SCEPTER]
    rng.shuffle(relics)
    up = {rng.choice(region) if index else 0 for index, region in enumerate(_REGIONS)}
    up |= {slot for slot in range(8) if rng.random() < settled}
    rows = []
    for slot, site in enumerate(rng.sample(catalog.cards("site"), 8)):
        if slot not in up:
            rows.append(SavedSite(site.id, True))
            continue
        cards = [for_a_site(denizens) for _ in range(rng.randint(0, site.capacity))]
        if cards and edifices and rng.random() < 0.4:
            side = edifices.pop()
            cards[0] = side.other_side if rng.random() < 0.4 else side.id
        rows.append(SavedSite(site.id, False, tuple(cards), tuple(relics.pop() for _ in range(site.reveal.relics))))
    deck = _deck(rng, denizens, built)
    dispossessed = tuple(denizens.pop() for _ in range(6 * rng.randrange(3)))
    citizens = tuple(color for color in catalog.EXILE_COLORS if rng.random() < 0.4)
    return World(
        oath or rng.choice(OATHS), tuple(rows), tuple(deck), tuple(relics), dispossessed=dispossessed, citizens=citizens
    )


def for_a_site(denizens: list[str]) -> str:
    """The last of these that may lie at a site (7.2.1), taken out."""
    return denizens.pop(max(at for at, card in enumerate(denizens) if catalog.card(card).restriction != "adviser"))


def _deck(rng: Random, denizens: list[str], built: bool) -> list[str]:
    """A world deck out of these denizens: small or whole, in layers (8.8) or with its Visions anywhere."""
    visions = rng.sample(catalog.ids("vision"), 5)
    deck = [denizens.pop() for _ in range(rng.choice((30, 54, 54)))]
    if not built:
        deck += visions
        rng.shuffle(deck)
        return deck
    top, middle = deck[:10] + visions[:2], deck[10:25] + visions[2:]
    rng.shuffle(top)
    rng.shuffle(middle)
    return top + middle + deck[25:]


# A game of more answers is no game: a bot goes round in circles.
MOST = 20_000


def played(plan: Plan, name: str, number: int) -> dict[str, Any]:
    """The record of game so-and-so under a setting. Of one that fails it has the number and the ``fault`` alone.

    Chance and bots draw from streams named by the plan's seed and the number: the same game under another setting meets
    the same luck, as long as it goes the same way.
    """
    try:
        return _played(plan, plan.settings[name], number)
    except Exception as fault:
        return {"game": number, "fault": f"{type(fault).__name__}: {fault}"[:500]}


def header(plan: Plan, setting: Setting, number: int) -> dict[str, Any]:
    """The header of game so-and-so under a setting, its seats played by the bots."""
    seed = f"{plan.seed}/{number}"
    bots = bots_of(plan, setting, number)
    if setting.position is not None:
        begun = header_of_position(setting.position, seed=seed, readings=setting.readings)
        seats = [{**seat, "bot": bot} for seat, bot in zip(begun["seats"], bots, strict=True)]
        return {**begun, "seats": seats}
    if setting.world is not None:
        world = World.from_data(dict(setting.world))
    else:
        world = random_world(Random(f"{seed}/world"), OATHS[number % len(OATHS)])
        world = world._replace(variants=dict(setting.variants))
    sitting = seats_for([(f"P{at}", None, bot) for at, bot in enumerate(bots, 1)], world.citizens)
    return header_of_world(world, sitting, seed=seed, readings=setting.readings)


def bots_of(plan: Plan, setting: Setting, number: int) -> list[str]:
    """Which bot sits where in game so-and-so, in turn order."""
    by = number % plan.players if plan.rotate else 0
    return [*setting.bots[-by:], *setting.bots[:-by]] if by else list(setting.bots)


def _played(plan: Plan, setting: Setting, number: int) -> dict[str, Any]:
    events: list[Event] = []
    play = Play(header(plan, setting, number), digests=False, keep_log=False, listener=events.extend)
    tally = Tally(play.state.oathkeeper)
    play.driver.at_boundary = lambda: _at_boundary(play, tally)
    run_plugs(play, most=MOST)
    if play.pending is not None:
        raise RuntimeError(f"not over after {MOST} answers")
    tally.hear(events)
    return record(number, play, tally)


def _at_boundary(play: Play, options: Tally) -> None:
    if play.state.phase == "round-end":
        options.round_ended(play.game)


# -- what is measured of each game: a share of games (it is so, or not) or a number, each read from its record ---------


Record = Mapping[str, Any]
ROLES = tuple(ROLE_WORDS)


class Measure(NamedTuple):
    """Something that is measured: its name in data, its words for people, and how it is read from a record."""

    name: str
    words: str
    is_share: bool
    of: Callable[[Record], int]


def winner(record: Record) -> Mapping[str, Any] | None:
    """The seat that won, if one did."""
    return next((seat for seat in record["seats"] if seat["color"] == record["winner"]), None)


def way(record: Record) -> str:
    """How it was won, with the clause; both ways where two were open at once. Empty if nobody won."""
    return " and ".join(record["ways"])


def _won_as(role: str) -> Callable[[Record], int]:
    return lambda record: int((seat := winner(record)) is not None and seat["role"] == role)


def _won_by(how: str) -> Callable[[Record], int]:
    return lambda record: int(any(each.partition(" ")[0] == how for each in record["ways"]))


def _new_leads(record: Record) -> int:
    """How often another player led at the end of a round than at the end of the one before."""
    return sum(before["leader"] != after["leader"] for before, after in pairwise(record["ends"]))


def _citizens(record: Record) -> int:
    return sum(seat["role"] == "citizen" for seat in record["seats"])


MEASURES = (
    *(Measure(f"won.{role}", f"won by {ROLE_WORDS[role]}", True, _won_as(role)) for role in ROLES),
    *(Measure(f"way.{how}", f"won {words}", True, _won_by(how)) for how, words in WORDS.items()),
    Measure("rounds", "rounds", False, lambda record: record["rounds"]),
    Measure("turns", "turns", False, lambda record: record["turns"]),
    Measure("titles", "times that the title changed hands", False, lambda record: record["titles"]),
    Measure("leads", "times that the lead changed", False, _new_leads),
    Measure("campaigns", "campaigns", False, lambda record: sum(record["battles"].values())),
    Measure("citizens", "Citizens at the end", False, _citizens),
)  # fmt: skip
