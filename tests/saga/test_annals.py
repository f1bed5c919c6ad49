"""The history of a saga, read from its Chronicle."""

from typing import Any

from oathtools import catalog
from oathtools.render.printers import terminal
from oathtools.render.world.history import as_json, document
from oathtools.saga.chronicle.form import dumps, loads
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.past.annals import PastSite, history_of
from tests.support.sagas import Written, saga

FIRST: dict[str, Any] = {
    "game": 1,
    "winner": "Ann",
    "color": "purple",
    "role": "chancellor",
    "how": "war_exhaustion",
    "clauses": ["3.4.1"],
    "round": 8,
    "players": {"Ann": "purple", "Bo": "red"},
    "oath": "supremacy",
    "next_oath": "people",
    "built": ["edifice.great_spire"],
    "replaced": ["denizen.tutor"],
    "suits": {"order": 3, "hearth": 2, "beast": 1},
    "removed": 6,
    "map": [{"site": "site.plains", "cards": ["edifice.great_spire", "denizen.keep"]}, *[None] * 7],
}
SECOND: dict[str, Any] = {
    "game": 2,
    "winner": "Bo",
    "role": "exile",
    "players": {"Ann": "purple", "Bo": "red"},
    "oath": "people",
    "next_oath": "devotion",
    "fell": ["edifice.great_spire"],
    "healed": {"order": 6},
    "rebuilt": False,
    "map": [None, {"site": "site.plains", "cards": ["edifice.fallen_spire"], "relics": 2}, *[None] * 6],
    "what Bo says": "I was robbed.",
}
THIRD: dict[str, Any] = {"game": 3, "winner": "Ann", "role": "citizen", "ruins_lost": ["edifice.fallen_spire"]}


def a_history(*entries: Any) -> Any:
    return history_of(Chronicle(game=len(entries) + 1, oath="devotion", history=list(entries)))


def test_games_players_oaths_and_suits() -> None:
    """8.1, 8.4: who won, which oaths, how many cards of each suit came, from the Archive or by healing it."""
    history = a_history(FIRST, SECOND, THIRD)
    assert history.odd == () and history.oaths() == ["supremacy", "people", "", "devotion"]
    ann, bo = history.players()
    assert (ann.name, ann.games, ann.wins, ann.roles) == ("Ann", 3, 2, {"chancellor": 1, "citizen": 1})
    assert (bo.games, bo.wins, bo.roles) == (2, 1, {"exile": 1})
    sums = history.suits_added()
    assert sums[0]["order"] == 3 and sums[1] == sums[2]
    assert {suit: count for suit, count in sums[2].items() if count} == {"order": 9, "hearth": 2, "beast": 1}
    assert history.games[0].on_map() == {**dict.fromkeys(catalog.SUITS, 0), "arcane": 1, "order": 1}
    assert history.games[1].map[1] == PastSite("site.plains", ("edifice.fallen_spire",), 2)
    assert history.games[1].also == {"what Bo says": "I was robbed."} and not history.games[1].rebuilt


def test_the_life_of_an_edifice_is_told_by_its_intact_side() -> None:
    """8.3.1 to 8.3.3: built, fallen, its ruin lost; the sites where that can be seen."""
    (spire,) = a_history(FIRST, SECOND, THIRD).edifices()
    assert (spire.edifice, spire.state) == ("edifice.great_spire", "lost")
    assert [(moment.game, moment.what, moment.who, moment.site) for moment in spire.moments] == [
        (1, "built", "Ann", "site.plains"),
        (2, "fell", "Bo", "site.plains"),
        (3, "lost", "Ann", None),
    ]
    (standing,) = a_history(FIRST, SECOND).edifices()
    assert standing.state == "ruined"
    assert terminal(document(a_history(FIRST)), 60).count("Great Spire at Plains, in the place of Tutor") == 1


def test_what_is_no_entry_is_reported_and_the_rest_is_read() -> None:
    """People write in this file: an odd value is named by its place and left out, never guessed."""
    wrong = {"game": "two", "winner": "Bo", "built": ["Great Spire", "The Moon"], "suits": {"order": "3"}, "map": [1]}
    history = a_history(FIRST, "we forgot", wrong, {**SECOND, "citizens": ["green"]})
    assert [game.winner for game in history.games] == ["Ann", "Bo", "Bo"]
    assert history.games[1].built == ("edifice.great_spire",) and history.games[1].game == 3
    told = "\n".join(history.odd)
    for place in ("history.2 is no entry", "history.3.game: 'two'", "history.3.built: 'The Moon'", "history.3.suits"):
        assert place in told
    assert "history.3.map" in told and "history.4.citizens: 'green'" in told


def test_the_words_fit_a_narrow_terminal_and_name_everything() -> None:
    text = terminal(document(a_history(FIRST, {**SECOND, "winner": "B\x1b[2Jo"}, THIRD)), 60)
    assert max(map(len, text.splitlines())) <= 60 and "\x1b" not in text
    for word in ("Oath of the People", "Great Spire", "I was robbed", "1 as Chancellor", "next setup (1.box)"):
        assert word in " ".join(text.split())
    assert terminal(document(a_history()), 100).endswith("Nothing has been written yet.")


def test_what_an_import_adds_is_told_in_words() -> None:
    """An imported game says where it is known from, and what cannot follow or is missing."""
    entry = {"game": 2, "winner": "Bo", "source": "save string", "flagged": True, "gap": True, "seats": ["red", "blue"]}
    text = terminal(document(a_history(entry)), 100)
    for words in ("Known from a save string.", "Games are missing before it.", "Played: red and blue."):
        assert words in " ".join(text.split())
    assert "not all of it can follow" in text and "flagged" not in text


def test_a_played_saga_writes_what_is_read_and_nothing_hidden() -> None:
    """9.4: the map in an entry is what everybody sees; facedown sites and relics have no name in it."""
    seen = []

    def each(game: Written) -> None:
        after = game.after
        entry = after.history[-1]
        faceup = {row.site for row in after.map if not row.facedown}
        hidden = {row.site for row in after.map if row.facedown} | {relic for row in after.map for relic in row.relics}
        told = history_of(after).games[-1]
        assert {row.site for row in told.map if row.site} == faceup
        assert [row.relics for row in told.map if row.site] == [
            len(row.relics) for row in after.map if not row.facedown
        ]
        assert not hidden & set(str(entry["map"]).replace("'", " ").replace(",", " ").split())
        assert history_of(loads(dumps(after))).games == history_of(after).games
        seen.append(told.game)

    last = saga(5, 3, each)
    assert seen == [1, 2, 3] and not history_of(last).odd
    assert as_json(history_of(last))["oaths"] == history_of(last).oaths()


def test_the_past_is_only_added_to() -> None:
    """Writing a Chronicle leaves every earlier entry as it is: nothing rewrites the past."""
    pasts: list[list[Any]] = []

    def each(game: Written) -> None:
        before, after = game.before, game.after
        assert after.history[: len(before.history)] == before.history == (pasts[-1] if pasts else [])
        assert len(after.history) == len(before.history) + 1
        pasts.append([dict(entry) for entry in after.history])

    saga(6, 3, each)
    assert len(pasts) == 3
