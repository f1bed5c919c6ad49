"""The table on every phone under load: secrets, requests made up at random, races, kills. Each as its test, longer."""

from pathlib import Path

import httpx
from pytest import MonkeyPatch

from oathtools.render.table.replay import of_game
from oathtools.saga import folder
from tests.checks.runner import Case, check
from tests.support import alike, phone_search, phones_at_once, replays
from tests.support.phones import BEGUN, begun, entries, phones, serve, typed
from tests.support.random_games import played
from tests.support.siege import besieged


@check("phone-secrets", "games", 200, 10_000, limit=7200)
def secrets(case: Case) -> None:
    """Every page of every viewer at every question of a random game names nothing that this viewer may not know."""
    case.counts["pages"] += phone_search.searched(case.number, case.folder, case.each, 1)


@check("phone-requests", "requests", 20_000, 500)
def requests(case: Case) -> None:
    """Requests made up at random: no fault of ours, nothing hidden named, nothing changed by one that is refused."""
    taken = phone_search.hostile(case.number, case.folder, case.each)
    case.counts.update({"requests": case.each, "answers taken": taken})


@check("phone-races", "races", 500)
class Races:
    """The same question answered by two phones and the command line at one moment: one takes effect."""

    def __init__(self, root: Path) -> None:
        self.saga = begun(root)
        typed(self.saga, "answer", "end")
        self.table = phones(serve(self.saga, scribe="Ann"), "Ann", "Bo")

    def __call__(self, case: Case) -> None:
        head, typing = len(entries(self.saga)), case.number % case.each == 0
        taken = phones_at_once.at_once(self.saga, self.table, typing=typing)
        with folder.writing(folder.latest(self.saga)) as running:
            running.save([running.play.undo(phones_at_once.START)])
        case.counts.update({"typed": typing, "typed first": taken.get(phones_at_once.TYPIST, False)})
        assert sum(taken.values()) == 1, taken
        assert len(entries(self.saga)) == head + 3


@check("phone-kills", "kills", 200)
class Kills:
    """A server killed while it takes an answer: at most that answer is lost, phones are right after a restart."""

    def __init__(self, root: Path) -> None:
        self.saga, self.port = begun(root), 0
        self.client = httpx.Client(follow_redirects=True, timeout=60)

    def __call__(self, case: Case) -> None:
        self.port = phones_at_once.killed(self.saga, self.client, case.rng("phone kills"), self.port)


@check("replays", "games", 300)
class Replays:
    """Random games as a page in a browser: each step shows what ``status`` shows at that answer, to somebody."""

    def __init__(self, root: Path) -> None:
        from tests.support.browser import Screen

        self.root, self.screen = root, Screen(root / "profile", 1280, 800, False)

    def __call__(self, case: Case) -> None:
        rng, path = case.rng("replays"), self.root / f"{case.number}.html"
        play = played(case.number)
        viewer = rng.choice((None, *play.state.seats))
        path.write_text(of_game(play, viewer), encoding="utf-8")
        found = dict(replays.browsed(self.screen, path))
        case.counts.update({"steps": len(found), "bytes": path.stat().st_size})
        assert list(found) == [0, *(entry.n for entry in play.live)]
        for n, shown in replays.answered_anew(play, viewer):
            assert found[n] == shown, (n, viewer)
        path.unlink()


@check("alike", "comparisons", 20_000)
def same(case: Case) -> None:
    """Two games that differ only in what a viewer may not know: all that is shown to that viewer is the same (9.4)."""
    how = (alike.laid, alike.told, alike.noted, alike.ordered)[case.number % 4]
    with MonkeyPatch.context() as patch:
        case.counts["comparisons"] += how(case.number // 4, case.folder, patch)[0]


@check("tab-kills", "kills", 200)
class TabKills:
    """A tab of the static folder closed while it takes an answer: at most that answer is lost, the game goes on."""

    def __init__(self, root: Path) -> None:
        from tests.support.static_folder import WAYS, Host, Tab, killed, made

        self.page, self.killed, self.ways = Tab(Host(made(root / "folder")), root / "profile"), killed, WAYS
        self.page.begin("/sagas")
        self.page.begin_saga()
        for words in BEGUN:
            self.page.say(words)

    def __call__(self, case: Case) -> None:
        rng, way = case.rng("tab kills"), self.ways[case.number % len(self.ways)]
        case.counts[self.killed(self.page, rng.choice((0.0, rng.uniform(0, 0.3), rng.uniform(0, 1))), way)] += 1


@check("phone-siege", "pages", 400, 300)
def stands(case: Case) -> None:
    """One device, 2,000 idle, slow, half-sent connections, 200 requests a second: phones see 95 % within 300 ms."""
    took = sorted(besieged(begun(case.folder), 2000, 200, case.each))
    case.counts["pages"] += len(took)
    case.notes.append(f"median {1e3 * took[len(took) // 2]:.0f} ms, 95 %: {1e3 * took[len(took) * 95 // 100]:.0f} ms")
    assert took[len(took) * 95 // 100] < 0.3, case.notes
