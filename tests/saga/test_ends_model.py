"""Endings: ``win``, the game and the Chronicle against a model of chapters 3 and 8 that was written from the Law
alone (``tests/support/ends_model.py``); and positions that contradict themselves."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from oathtools import catalog
from oathtools.bots.planner import choose
from oathtools.cli.main import cli
from oathtools.cli.shared.common import Failure, Settings
from oathtools.journal import Play, game_at
from oathtools.kit.datafiles import compile_book
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.worlds import first_chronicle
from oathtools.saga.writing import chronicle_after
from tests.support.daily import daily
from tests.support.ends_model import FACES, GOALS, ICONS, NOBODY, RUINED, After, Outcome, Table, position_of

HAND_MADE: list[dict[str, Any]] = compile_book("ends", Path(__file__).parent)
# Denizens whose powers are battle plans alone: none of them bears on the end.
DENIZENS = {
    "order": ["Wrestlers", "Battle Honors", "Longbows", "Scouts"], "discord": ["Mercenaries", "Second Wind"],
    "nomad": ["Rain Boots", "Horse Archers", "Lancers"], "arcane": ["Fire Talkers", "Rusting Ray"],
    "beast": ["Rangers", "War Tortoise"], "hearth": ["Extra Provisions", "Hospital"],
}  # fmt: skip
SUIT = {card: suit for suit, cards in DENIZENS.items() for card in cards}
ADVISERS = [card for card in SUIT if card != "Hospital"]  # which is for sites only (7.2.1)
BEASTS = {*DENIZENS["beast"], "Forest Temple"}
NAMES = {each.id: each.name for kind in ("denizen", "edifice", "relic", "vision") for each in catalog.cards(kind)}
SUITS = {each.name: str(each.suit) for each in catalog.cards("denizen")}
RELICS = ["Sticky Fire", "Brass Horse", "Whistle", "Horned Mask", "Dowsing Sticks", "Map", "Cup of Plenty", "Ivory Eye"]


def run(*args: str, text: str) -> Result:
    return CliRunner().invoke(cli, [*args, "--json"], obj=Settings(), standalone_mode=False, input=text)


def win(position: dict[str, Any], die: int | None = None) -> dict[str, Any]:
    """The answer of ``oathtools win --position - --json``."""
    turn = position["turn"]
    at = "round-end" if turn["phase"] == "round-end" else f"wake:{turn['player']}"
    result = run("win", "--position", "-", "--at", at, *(["--die", str(die)] if die else []), text=json.dumps(position))
    assert result.exception is None, (position, result.exception)
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def random_row(rng: Random, named: bool = True) -> dict[str, Any]:
    """A short row for ``position_of``: two to five players, a map with edifices and ruins, anything held by anybody."""
    names = ["Bo", "Cy", "Dee", "Eve"][: rng.randint(1, 4)]
    citizens = [name for name in names if rng.random() < 0.4]
    exiles = [name for name in names if name not in citizens]
    letters = "-p" + "".join("rbky"[number] for number, name in enumerate(names) if name in exiles)
    relics: dict[str, list[str]] = {name: [] for name in ["Ann", *names]}
    for relic in rng.sample(RELICS, rng.randint(0, 8)) + ["Grand Scepter"] + ["Bandit Crown"] * (rng.random() < 0.1):
        relics[rng.choice(["Ann", *exiles] if relic == "Bandit Crown" else ["Ann", *names])].append(relic)
    free = [relic for relic in RELICS if not any(relic in held for held in relics.values())]
    cards = [*SUIT, *(rng.choice(pair) for pair in RUINED.items())]
    rng.shuffle(cards)
    lying: dict[int, list[str]] = {}
    for number in range(1, 9):
        drawn = [cards.pop() for _ in range(rng.randint(0, 2))]
        edifices = [card for card in drawn if card not in SUIT]
        lying[number] = ([card for card in drawn if card in SUIT] + edifices[:1])[: 1 if number == 7 else 2]
    rule = "".join(rng.choice(letters + "p" * rng.randint(0, 2) + "?" * number) for number in (0, 1, 0, 1, 1, 0, 1, 1))
    visions, advisers = rng.sample(list(GOALS), len(GOALS)), [card for card in cards[:9] if card in ADVISERS]
    row = {
        "names": names, "citizens": citizens, "oath": rng.choice(list(GOALS.values())), "drawn": rng.randint(2, 5),
        "round": rng.choice([3, 5, 6, 7, 7, 8, 8]), "at": rng.choice([*exiles, "end", "end"]), "die": rng.randint(2, 6),
        "title": rng.choice(["Ann", "Ann", *citizens, *(name + "!" for name in exiles * 2)]), "rule": rule,
        "cards": lying, "relics": relics, "found": {rng.randint(1, 8): free[:1]},
        "banners": {key: rng.choice(["Ann", *names, None]) for key in ("peoples_favor", "darkest_secret")},
        "visions": {name: visions.pop() for name in exiles if rng.random() < 0.7 and visions},
        "advisers": {rng.choice(["Ann", *names]): advisers[: rng.randint(0, 3)]},
    }  # fmt: skip
    if named and rng.random() < 0.7:
        told_decks(row, rng)
    if row["round"] in FACES:  # Squalid District shifts the end die, which the Law does not tell
        lying.update({number: [card for card in held if card != "Squalid District"] for number, held in lying.items()})
    rightful = Table(position_of(row)).title().holders[0]
    if rng.random() < 0.7 and rightful != str(row["title"]).rstrip("!"):
        row["title"] = rightful + "!" * (rightful in exiles and rng.random() < 0.8)
    return row


def told_decks(row: dict[str, Any], rng: Random) -> None:
    """The rest of the box by name: hidden advisers, discard piles, decks, the Dispossessed; often a short Archive."""
    players, used = ["Ann", *row["names"]], str([row[key] for key in ("cards", "advisers", "relics", "found")])
    visions = [name for name in (*GOALS, "Conspiracy") if name not in row["visions"].values()]
    relics = [name for kind, name in NAMES.items() if kind.startswith("relic.") and name not in used]
    denizens = [name for name in SUITS if name not in used]
    for names in (visions, relics, denizens):
        rng.shuffle(names)
    row["hidden"] = {
        name: [(visions if visions and rng.random() < 0.2 else denizens).pop() for _ in range(rng.randint(0, room))]
        for name in players if (room := 3 - len(row["advisers"].get(name, ())))
    }  # fmt: skip
    piles = {
        region: [denizens.pop() for _ in range(rng.choice([0, 1, 4, 9]))] + [visions.pop() for _ in visions[:1]]
        for region in rng.sample(["cradle", "provinces", "hinterland"], 3)
    }
    deck = [denizens.pop() for _ in range(rng.randint(25, 60))] + visions
    rng.shuffle(deck)
    gone = rng.randint(0, 20) if rng.random() < 0.6 else len(denizens) - rng.randint(2, 16)
    row["decks"] = {
        "world_deck": deck, "discard_piles": piles, "dispossessed": [denizens.pop() for _ in range(gone)],
        "reliquary": [relics.pop() for _ in range(4)], "relic_deck": {"top": relics},
    }  # fmt: skip


def by_win(position: dict[str, Any], table: Table, die: int | None) -> list[str]:
    """What ``win`` says otherwise than the model."""
    data, possible = win(position, die)["data"], table.outcomes(die)
    found: Outcome = (data["winner"], data["how"], data["clause"])
    if len(possible) == 1:
        return [] if {found} == possible else [f"win: {found}, by the model {possible}"]
    return [] if found == NOBODY and data["depends"] else [f"win: {found} though the title is open: {possible}"]


def faces(position: dict[str, Any], table: Table) -> list[str]:
    """3.3: the faces that end the game, before the roll."""
    title = table.title()
    if table.position["turn"]["phase"] != "round-end" or len(title.holders) > 1 or table.round not in (5, 6, 7):
        return []
    found = set(win(position)["data"]["needs_roll"] or ())
    return [] if found == table.faces(title.holders[0]) else [f"faces: {found}, not {table.faces(title.holders[0])}"]


def played(position: dict[str, Any], table: Table, die: int | None, rng: Random) -> list[str]:
    """What the game makes of it, and the Chronicle of who has won."""
    play = game_at(position, seed=rng.randint(0, 99))
    if play.pending is not None and play.pending.kind == "end.die":
        play.answer([str(die)])
    result = play.state.result or {"winner": None, "how": None, "clause": None, "ways": []}
    seats = {player["color"]: player["name"] for player in position["players"]}
    winner = seats.get(result["winner"])
    if {(winner, result["how"], result["clause"])} != table.outcomes(die):
        return [f"game: {result}, by the model {table.outcomes(die)}"]
    return written(play, table, winner, [(how, clause) for how, clause in result["ways"]], rng) if winner else []


def written(play: Play, table: Table, winner: str, ways: list[tuple[str, str]], rng: Random) -> list[str]:
    """8.1 to 8.6.2: what was open, and what became of boards and map."""
    open_: dict[str, set[Any]] = {}
    answers: dict[str, Any] = {}
    colors = {player["color"]: name for name, player in table.players.items()}
    converts: list[str] = []
    play.write_chronicle(seed="ends")
    assert play.chronicle_seed() == "ends"
    while (question := play.pending) is not None:
        kind, legal = question.kind.removeprefix("chronicle."), set(question.legal())
        answer = sorted(legal) if kind == "offer" else choose(question, rng)
        if kind == "accept":
            converts += [colors[question.who]] if answer == "yes" else []
        open_.setdefault(kind, legal)
        answers.setdefault(kind, answer)
        play.answer(answer)
    after, ids = chronicle_after(play, first_chronicle()), NAMES
    oaths, offers, builds = table.oaths(winner, ways), table.offers(winner), table.builds(winner, SUIT)
    suits, turned = table.suits(winner, SUIT), tuple(converts)
    seen: list[tuple[str, Any, Any]] = [
        ("oaths", {oath.removeprefix("oath.") for oath in open_.get("oath", {after.oath})}, oaths),
        ("offers", open_.get("offer", set()), offers),
        ("suits", open_.get("suit", suits if len(suits) == 1 else None), suits),
        ("boards", {color for color, side in after.boards.items() if side == "citizen"}, table.boards(winner, turned)),
    ]
    picked = ids.get(answers.get("build", "none"))
    offered = {ids[each] for each in open_.get("build", set()) - {"none"}}
    seen.append(("builds", offered, {card for card, _ in builds}))
    built = next(((card, edifice) for card, edifice in builds if card == picked), None)
    rows = table.map(winner, turned, built, BEASTS)
    for row, expected in zip(after.map, rows, strict=True):
        cards = sorted(ids[str(card)] for card in row.cards)
        if expected is None:
            seen.append(("a new site", (row.site in {site_id(each[0]) for each in rows if each}, cards), (False, [])))
            continue
        relics = {ids.get(str(relic)) for relic in row.relics}
        seen.append(("site", (row.site, row.facedown, cards), (site_id(expected[0]), False, expected[1])))
        number = max(ICONS.get(expected[0], 1), len(expected[2]))
        seen.append(("relics", (set(expected[2]) <= relics, len(row.relics)), (True, number)))
    if "reliquary" in table.position:
        seen.append(("asked about the Archive", "archive" in open_, False))
        stacks = table.stacks(SUITS)
        suit, stack = (answers.get(key, min(each, default=None)) for key, each in (("suit", suits), ("stack", stacks)))
        if table.added(suit, SUITS) is None:
            seen.append(("stacks", open_.get("stack", stacks if len(stacks) < 2 else None), stacks))
        standing = {card for site in table.position["sites"] for card in site.get("cards", ())} & set(SUITS)
        replaced = {card for card, _ in [built or ("", "")]} & standing
        lost = standing - replaced - {card for row in rows if row for card in row[1]}
        made = After(suit, stack, lost, replaced, **decks_of(after))
        seen += [(each, False, True) for each in table.decks(made, winner, SUITS)]
    for region in (slice(0, 2), slice(2, 5), slice(5, 8)):
        if not any(rows[region]):
            hidden = [row.facedown for row in after.map[region]]
            seen.append(("8.3.5.7", hidden, [False] + [True] * (len(hidden) - 1)))
    return [f"{what}: {found}, by the model {law}" for what, found, law in seen if found != law]


def decks_of(after: Chronicle) -> dict[str, list[str]]:
    """What lies in the decks of a wholly known Chronicle and at its sites, by name."""
    relics = [relic for row in after.map for relic in row.relics]
    found = {
        "world_deck": after.world_deck.order or (), "dispossessed": after.dispossessed,
        "relic_deck": after.relic_deck or (), "relics": relics, "all_relics": catalog.ids("relic"),
    }  # fmt: skip
    return {key: [NAMES[str(card)] for card in cards] for key, cards in found.items()}


def site_id(name: str) -> str:
    return "site." + name.lower().replace(" ", "_")


def differences(row: dict[str, Any], rng: Random) -> list[str]:
    position = position_of(row)
    table, die = Table(position), row.get("die")
    die = die if row.get("at", "end") == "end" and table.round in (5, 6, 7) else None
    found = by_win(position, table, die) + faces(position, table)
    return found + (played(position, table, die, rng) if len(table.title().holders) == 1 else [])


@pytest.mark.parametrize("row", daily(HAND_MADE, 3), ids=range(1, len(HAND_MADE) + 1))
def test_endings_by_hand(row: dict[str, Any]) -> None:
    """What was written by hand from the Law is what the model says, and what the model says the game does."""
    table, rng = Table(position_of(row)), Random(str(row))
    name, how, clause = row["wins"].split() if row["wins"] != "nobody" else NOBODY
    assert table.outcomes(row.get("die")) == {(name, how, clause)}
    if name:
        usurper, converts = str(row.get("title")).endswith("!"), tuple(row.get("converts", ()))
        ways = table.wake(name, name, usurper) if "at" in row else [(str(how), str(clause))]
        law: dict[str, Any] = {
            "oaths": table.oaths(name, ways), "offers": table.offers(name),
            "boards": table.boards(name, converts), "builds": {card for card, _ in table.builds(name, SUIT)},
        }  # fmt: skip
        assert {key: set(row[key]) for key in law if key in row} == {key: law[key] for key in law if key in row}
        if "map" in row:
            rows = [each and " ".join([each[0], *each[1]]) for each in table.map(name, converts, None, BEASTS)]
            assert rows == [
                each for line in row["map"] for each in ([None] * line if isinstance(line, int) else [line])
            ]
    assert differences(row, rng) == []


@pytest.mark.parametrize("number", daily(range(60), 7))
def test_random_endings_are_those_of_the_model(number: int) -> None:
    rng = Random(f"ends {number}")
    row = random_row(rng)
    assert differences(row, rng) == [], row


def result(winner: str, how: str, clause: str, number: int) -> dict[str, Any]:
    won = {"winner": winner, "how": how, "clause": clause, "ways": [[how, clause]], "round": number}
    return {"turn": {"player": "Ann", "phase": "over"}, "result": won, "round": number}


def changes(position: dict[str, Any]) -> tuple[Any, Any]:
    """What changes a player of a position by name, or a site by its number: the keys that change."""

    def player(name: str, **keys: Any) -> dict[str, Any]:
        return {"players": [{**each, **keys} if each["name"] == name else each for each in position["players"]]}

    def site(number: int, **keys: Any) -> dict[str, Any]:
        return {
            "sites": [{**each, **keys} if index == number else each for index, each in enumerate(position["sites"])]
        }

    return player, site


def contradictions(position: dict[str, Any], table: Table) -> dict[str, dict[str, Any]]:
    """What can be changed in a position so that the Law knows no such table: the kind, and the keys that change."""
    meet = table.meets(table.oath)
    found: dict[str, dict[str, Any]] = {}

    player, site = changes(position)
    for name in table.role:
        if meet and name not in meet:
            found[f"2.11 the title with {name}"] = {"oathkeeper": {"holder": name, "side": "oathkeeper"}}
        if name in table.empire:
            found[f"2.11 {name} as Usurper"] = {"oathkeeper": {"holder": name, "side": "usurper"}}
            found[f"3.1 {name} won as Usurper"] = result(name, "usurper", "3.1", table.round)
            found[f"3.2 {name} won by a Vision"] = result(name, "visionary", "3.2", table.round)
            found[f"2.7 a Vision with {name}"] = player(name, vision="Faith")
        else:
            found[f"3.3 {name} won by a Stable Regime"] = result(name, "stable_regime", "3.3", 6)
            found[f"3.3.1 {name} won as Successor"] = result(name, "successor", "3.3.1", 6)
            found[f"3.4.1 {name} won for the Empire"] = result(name, "war_exhaustion", "3.4.1", 8)
            if not table.fulfils(name):
                found[f"3.2 {name} won by an unmet Vision"] = result(name, "visionary", "3.2", table.round)
            if table.title().holders != [name] or not table.title().usurper:
                found[f"3.1 {name} won without the title"] = result(name, "usurper", "3.1", table.round)
                found[f"3.4.2 {name} won without the title"] = result(name, "war_exhaustion", "3.4.2", 8)
        if name in table.citizens and table.successor() != name:
            found[f"3.3.1 {name} won without the goal"] = result(name, "successor", "3.3.1", 6)
    if meet:
        found["2.11 the title with nobody"] = {"oathkeeper": {"holder": None}}
    if table.successor():
        found["3.3.1 the heir was passed over"] = result("Ann", "stable_regime", "3.3", 6)
    if table.title().holders[0] in table.exiles:
        found["3.3 an Exile is Oathkeeper"] = result("Ann", "stable_regime", "3.3", 6)
        found["3.4.1 an Exile is Oathkeeper"] = result("Ann", "war_exhaustion", "3.4.1", 8)
    for number in (1, 4, 8):
        found[f"3.3 a Stable Regime in round {number}"] = result("Ann", "stable_regime", "3.3", number)
    found["3.4 exhausted in round 7"] = result("Ann", "war_exhaustion", "3.4.4", 7)
    found["2.4 the Scepter twice"] = {
        "players": [{**each, "relics": ["Grand Scepter"]} for each in position["players"]]
    }
    found["2.6 a card twice"] = site(0, cards=["Elders"]) | player("Ann", advisers=["Elders"])
    found["2.9 both sides of an edifice"] = site(0, cards=["Great Spire", "Fallen Spire"])
    found["1.9 too many warbands"] = site(0, warbands={"purple": 25})
    found["1.9 warbands of nobody"] = site(0, warbands={"white": 1})
    found["1.7 two Chancellors"] = player(position["players"][1]["name"], role="chancellor")
    found["1.7 no Chancellor"] = player("Ann", role="exile")
    found["2.5 a banner with a stranger"] = {"banners": {"peoples_favor": {"holder": "Zoe"}}}
    found["4 a ninth round"] = {"round": 9}
    found |= strange(position, table)
    found["2.1.6 six Visions drawn"] = {"visions_drawn": 6}
    return found


def strange(position: dict[str, Any], table: Table) -> dict[str, dict[str, Any]]:
    """What no action of the Law brings about, though a file can say it; the clause first."""
    player, site = changes(position)
    found: dict[str, dict[str, Any]] = {}
    exile, round_ = next(iter(table.exiles), None), position["round"]
    if exile is not None:
        found["2.7.1 a Vision revealed and none drawn"] = player(exile, vision="Faith") | {"visions_drawn": 0}
        found["5.1.4.4 the Conspiracy revealed"] = player(exile, vision="Conspiracy")
        color = next(each["color"] for each in position["players"] if each["name"] == exile)
        found["10.21 two colors at a site"] = site(0, warbands={"purple": 1, color: 1})
        other = result(exile, "war_exhaustion", "3.4.2", 8)
        found["2.1.4 another round in the result"] = other | {"round": 7 if round_ == 8 else round_}
    for name in table.citizens:
        color = next(each["color"] for each in position["players"] if each["name"] == name)
        found["6.6.2 a Citizen's own color"] = site(0, warbands={color: 2})
    bare = [{**each, "cards": []} for each in position["sites"][1:]]
    found["8.3.1 two edifices"] = {
        "sites": [{**position["sites"][0], "cards": ["Great Spire", "Hall of Debate"]}, *bare]
    }
    found["7.2.1 an adviser's card at a site"] = site(0, cards=["Naysayers"])
    found["7.2.1 a site's card as adviser"] = player("Ann", advisers=["Wayside Inn"])
    hidden = {"unknown": "site", "facedown": True}
    found["5.6.2 a pawn at a facedown site"] = {"sites": [hidden, *position["sites"][1:]]} | player("Ann", pawn=1)
    found["2.8.2 favor at a facedown site"] = {"sites": [{**hidden, "favor": 1}, *position["sites"][1:]]}
    found["2.5.3 an empty banner"] = {"banners": {"peoples_favor": {"holder": "Ann", "favor": 0}}}
    less = [{**each, "relics": []} for each in position["players"]]
    found["1.17 the Scepter in the Reliquary"] = {"reliquary": ["Grand Scepter"], "players": less}
    return found


def remarks(position: dict[str, Any]) -> list[str]:
    """Every warning and fault that ``position check`` and ``win`` have of a position."""
    found: list[str] = []
    for args in (["position", "check", "-"], ["win", "--position", "-"]):
        ran = run(*args, text=json.dumps(position))
        if isinstance(ran.exception, Failure):
            found.append(str(ran.exception))
        else:
            assert ran.exception is None, (args, position, ran.exception)
            found += json.loads(ran.stdout)["warnings"]
    return found


def unsaid(numbers: range) -> tuple[int, list[tuple[int, str]]]:
    """How many positions that contradict themselves were made, and those of which nothing was said."""
    count, silent = 0, []
    for number in numbers:
        rng = Random(f"contradiction {number}")
        row = random_row(rng, named=False) | {"drawn": 5}
        row["title"] = Table(position_of(row)).title().holders[0]
        position = position_of(row)
        assert remarks(position) == [], row
        kinds = contradictions(position, Table(position))
        for kind in sorted(rng.sample(sorted(kinds), 6)):
            count += 1
            silent += [] if remarks({**position, **kinds[kind]}) else [(number, kind)]
    return count, silent


@pytest.mark.parametrize("many", daily([10, 50], 2))
def test_a_position_that_contradicts_itself_is_said_to(many: int) -> None:
    assert unsaid(range(many)) == (6 * many, [])


@pytest.mark.parametrize("number", daily(range(8), 3))
def test_what_no_action_of_the_law_brings_about_is_said_with_its_clause(number: int) -> None:
    row = random_row(Random(f"strange {number}"), named=False) | {"drawn": 5}
    row["title"] = Table(position_of(row)).title().holders[0]
    position = position_of(row)
    kinds = strange(position, Table(position))
    assert len(kinds) > 6 and remarks(position) == []
    for kind, keys in kinds.items():
        clause = kind.partition(" ")[0]
        assert any(clause in each.rpartition("(")[2] for each in remarks({**position, **keys})), kind


@pytest.mark.soak
@pytest.mark.parametrize("tenth", range(10))
def test_a_thousand_random_endings_are_those_of_the_model(tenth: int) -> None:
    ended, number, found = 0, 0, []
    while ended < 100:
        rng = Random(f"many ends {tenth} {(number := number + 1)}")
        row = random_row(rng)
        found += [(number, each) for each in differences(row, rng)]
        ended += NOBODY not in Table(position_of(row)).outcomes(row["die"])
    assert found == []
