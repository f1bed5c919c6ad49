"""What is told in words beside what was done or worked out: no lie, and lies planted in the describers are found."""

import json
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from oathtools import catalog
from oathtools.kit.text import NUMBER_WORDS
from oathtools.render.battles import odds
from oathtools.render.game import phrases, review, verdict
from oathtools.render.game.phrase_pieces import Phrase
from oathtools.render.world import story
from tests.cli.test_legal_command import POSITION
from tests.support.alike import main_in
from tests.support.daily import daily
from tests.support.told_words import left_out, listened, unfounded

GAMES = range(6)
DAILY = 6


def _actor(phrase: Phrase) -> Phrase:
    other = "Ann" if phrase.subject != "Ann" else "Bo"
    return phrase._replace(subject=other)


def _number(phrase: Phrase) -> Phrase:
    return phrase._replace(says=re.sub(r"\d+", lambda found: str(int(found[0]) + 7), phrase.says, count=1))


def _clause(phrase: Phrase) -> Phrase:
    return phrase._replace(cites=("10.1", *phrase.cites[1:]))


def _left_out(phrase: Phrase) -> Phrase:
    return phrase._replace(cites=())


def _silence(phrase: Phrase) -> Phrase:
    return phrase._replace(says="")


# Kinds of events, and how what is told of them is turned into a lie.
LIES: list[tuple[str, Callable[[Phrase], Phrase]]] = [
    ("gain", _number), ("discard", _silence), ("pawn", _actor), ("spent_supply", _clause), ("play", _left_out),
    ("place", _number), ("place", _silence), ("place", _clause), ("gain", _actor), ("gain", _silence),
    ("gain", _clause), ("spent_supply", _number), ("spent_supply", _silence), ("refresh", _number),
    ("refresh", _actor), ("refresh", _clause), ("discard", _actor), ("discard", _clause), ("play", _silence),
    ("play", _clause), ("move", _number), ("move", _clause), ("pools", _number), ("pools", _clause),
    ("rolled", _clause), ("battle", _clause), ("pawn", _clause), ("save", _number),
]  # fmt: skip


@pytest.mark.parametrize("seed", daily(GAMES, 3))
def test_every_name_number_and_clause_of_the_log_comes_from_what_was_done(seed: int) -> None:
    looked, found = listened(seed)
    assert not found and looked > 20


def test_twenty_lies_are_planted() -> None:
    assert len(LIES) > 19


@pytest.mark.parametrize(
    ("kind", "lie"),
    [*LIES[:DAILY], *(pytest.param(*each, marks=pytest.mark.soak) for each in LIES[DAILY:])],
)
def test_a_lie_that_is_planted_is_found(
    kind: str, lie: Callable[[Phrase], Phrase], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one of some games."""
    tells = phrases.OF_CARDS if kind in ("discard", "play") else phrases.OTHERS
    own = tells[kind]

    def lied(*told: object) -> Iterator[Phrase]:
        return map(lie, own(*told))  # type: ignore[arg-type]

    monkeypatch.setitem(tells, kind, lied)
    assert any(listened(seed)[1] for seed in GAMES), "nobody noticed"


# -- verdicts, odds, a review, a story: their words beside their answers for programs ----------------------------------

ROOT = Path(__file__).parents[1]
REQUESTS = (
    "travel Mountain", "travel Plains", "trade Elders --for secrets", "recover peoples-favor --pay 3", "play Keep",
    "campaign Bo --target pawn --dice 3", "campaign Bo --target site:Mine --dice 9", "exile Cy", "travel 3",
    "trade Tents --for favor", "move 1 to site", "campaign Cy", "muster Elders",
)  # fmt: skip
BATTLES = (
    "--force 6 --defense 4 --defenders 3 --plan Longbows", "--force 3 --defense 2 --defenders 2 --bandits",
    "--force 5 --attack 3 --defense 3 --defenders 1 --no-sacrifice",
)  # fmt: skip
_CURVE = re.compile(r"(?m)^  .*  [\d*-][\d* -]*$")  # marks, of which the help below says what they are


@pytest.fixture(scope="module")
def saga(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A saga with a game that is over and has its Chronicle, and a position beside it."""
    folder = tmp_path_factory.mktemp("lies")
    assert main_in(folder, "new", "saga", "--first-game")[1] == 0
    (folder / "saga" / "games").mkdir()
    shutil.copy(ROOT / "games" / "3.3-stable-regime.jsonl", folder / "saga" / "games" / "0001.jsonl")
    assert main_in(folder / "saga", "chronicle", "write", "--auto")[1] == 0
    (folder / "saga" / "table.yaml").write_text(POSITION, encoding="utf-8")
    return folder / "saga"


def _both(saga: Path, *words: str) -> tuple[str, Any]:
    """A command's words, and its answer for programs."""
    text, answer = main_in(saga, *words)[0], json.loads(main_in(saga, *words, "--json")[0])
    assert answer["ok"], answer
    return text, answer


def _verdicts(saga: Path) -> Iterator[str]:
    """Each reason with its clause, each repair, each caution, each reading; and of a Yes what it rests on."""
    heads = {True: "Yes.", False: "No.", None: "It depends."}
    for request in REQUESTS:
        text, answer = _both(saga, "why", *request.split(), "--position", "table.yaml")
        data = answer["data"]
        reasons = [*data["refusals"], *data["cautions"], *(data["derivation"] if data["legal"] else [])]
        yield from unfounded(text, answer, ("Ann", "Bo", "Cy", "Di"))
        yield from left_out(text, [heads[data["legal"]], *(each["clause"] for each in reasons)])
        yield from left_out(text, [each["because"] for each in reasons])
        yield from left_out(text, [each["id"] for each in data["rulings"]])
        yield from left_out(text, [repair[0] for repair in data["repairs"][:3]])


def _odds(saga: Path) -> Iterator[str]:
    """The chance, with and without sacrifice, what is lost in the mean, every clause."""
    for battle in BATTLES:
        text, answer = _both(saga, "odds", *battle.split())
        data = answer["data"]
        yield from unfounded(text, answer)
        yield from left_out(text, [f"{100 * data['win_float']:.2f} %", *answer["citations"]])
        force, defense = re.findall(r"--force (\d+) .*--defense (\d+)", battle)[0]
        yield from left_out(
            text, [f"{force} warbands with {data['before_plans']['attack']} attack d", f"{defense} defense d"]
        )
        yield from left_out(text, [f"exactly {data['win']}"] if len(data["win"]) < 45 else [])
        yield from left_out(text, ["mean losses", "without sacrifice", "defense die", "victory, 0 lost"])


def _reviewed(saga: Path) -> Iterator[str]:
    """Each battle by its number, with both chances, who fought and what fell; everybody's luck."""
    text, answer = _both(saga, "review", "--deep", "0")
    data, who = answer["data"], {"bandits": "the bandits"}
    who |= {each["seat"]: each["name"] for turn in data["turns"][:1] for each in turn["nearest"].values()}
    plain, names = _CURVE.sub("", text), {site: catalog.name_of(site) for site in catalog.ids("site")}
    yield from unfounded(plain, answer, {*who.values()} - {who["bandits"]})
    for each in data["campaigns"]:
        mine, theirs = who[each["player"]], who[each["against"]]
        line = " ".join(plain.split()).partition(f" {each['n']} Round {each['round']}, ")[2].partition(" Round ")[0]
        ends = f"{mine} wins" if each["won"] else f"{theirs} hold"
        lost = f"{mine} loses {each['attacker_lost']} warband"
        targets = [names.get(target, "") for target in each["targets"]]
        yield from left_out(line, [f"{mine} against {theirs} for", ends, lost, *targets])
    yield from left_out(
        plain, [f"{who[each['who']]}: {each['wins']['had']} of {each['battles']}" for each in data["luck"]]
    )


def _storied(saga: Path) -> Iterator[str]:
    """Who won and when, both oaths, whatever became of lands, people and cards."""
    assert main_in(saga, "chronicle", "story")[1] == 0
    text = (saga / "story.md").read_text(encoding="utf-8").partition("## I.")[2]
    answer = _both(saga, "chronicle", "history")[1]
    game = answer["data"]["games"][0]
    yield from unfounded(re.sub(r"<!--.*?-->", "", text), answer, game["players"])
    yield from left_out(text, [f"{game['winner']}, the Chancellor, won in round", *game["players"]])
    yield from left_out(text, [f"Oath of {game[oath]}" for oath in ("oath", "next_oath")])
    yield from left_out(text, [f"in round {NUMBER_WORDS[game['round']]}"])
    yield from left_out(text, [f"{NUMBER_WORDS[count]} of {suit}" for suit, count in game["suits"].items() if count])
    yield from left_out(text, ["lost to the mists"] * bool(game["sites_lost"]))


READ: dict[str, Callable[[Path], Iterator[str]]] = {
    "verdicts": _verdicts, "odds": _odds, "review": _reviewed, "story": _storied,
}  # fmt: skip


def _changed(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """What a function returns, changed."""
    return lambda own: lambda *given, **named: change(own(*given, **named))


def _more(own: Callable[..., str]) -> Callable[..., str]:
    return lambda number, *words, **named: own(number + 1, *words, **named)


def _nothing(own: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *given, **named: ""


def _none(own: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *given, **named: iter(())


def _other_clause(own: Callable[..., Any]) -> Callable[..., Any]:
    return lambda found, *given: own([each._replace(clause="10.1") for each in found], *given)


def _fewer(own: Callable[..., Any]) -> Callable[..., Any]:
    return lambda found, *given: own(list(found)[1:], *given)


def _first_left_out(own: Callable[..., str]) -> Callable[..., str]:
    return lambda names, *given: own(list(names)[1:] or ["nothing"], *given)


def _other(word: str, lie: str) -> Callable[[Any], Any]:
    return _changed(lambda text: str(text).replace(word, lie))


# What describes, the function in it, and the lie that it tells.
TOLD_FALSELY: Sequence[tuple[str, Any, str, Callable[[Any], Any]]] = [
    ("verdicts", verdict, "reasons_of", _other_clause), ("odds", odds, "percent", _more),
    ("review", review, "_became", _other("Bot 2", "Bot 3")), ("story", story, "number_word", _more),
    ("verdicts", verdict, "reasons_of", _fewer), ("verdicts", verdict, "_repairs", _none),
    ("verdicts", verdict, "_derivation", _none), ("verdicts", verdict, "_rulings", _none),
    ("verdicts", verdict, "repair_text", _other("Ann", "Bo")), ("verdicts", verdict, "capital", _other("Ann", "Bo")),
    ("odds", odds, "_dice", _more), ("odds", odds, "count", _more), ("odds", odds, "_mean", _other(".", "3.")),
    ("odds", odds, "_chances", _none), ("odds", odds, "_shifted", _none), ("odds", odds, "ratio", _other("1", "2")),
    ("review", review, "percent", _more), ("review", review, "count", _more),
    ("review", review, "luck_document", _none), ("review", review, "listed", _first_left_out),
    ("review", review, "_became", _other("wins", "holds")),
    ("story", story, "_who", _none), ("story", story, "_cards", _none), ("story", story, "_lands", _none),
    ("story", story, "oath_name", _other("Supremacy", "Devotion")), ("story", story, "listed", _first_left_out),
]  # fmt: skip


@pytest.mark.parametrize("kind", READ)
def test_every_name_figure_and_clause_that_is_told_is_in_the_answer(kind: str, saga: Path) -> None:
    """A site that was attacked is named as it was then, though it lies facedown since (8.3)."""
    assert not list(READ[kind](saga))


@pytest.mark.parametrize(
    ("kind", "module", "name", "lie"),
    [*TOLD_FALSELY[:4], *(pytest.param(*each, marks=pytest.mark.soak) for each in TOLD_FALSELY[4:])],
)
def test_a_lie_that_is_planted_in_words_is_found(
    kind: str, module: Any, name: str, lie: Callable[[Any], Any], saga: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, lie(getattr(module, name)))
    assert list(READ[kind](saga)), "nobody noticed"
