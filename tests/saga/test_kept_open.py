"""A game kept open while others write its journal: brought on answer by answer, and it keeps no more than it must."""

from pathlib import Path

import pytest

from oathtools.journal import file, snapshots
from oathtools.journal.play import _REMEMBERED, Play
from oathtools.render.game import log
from oathtools.render.names import Names
from oathtools.saga import folder
from oathtools.saga.folder import OpenGame
from oathtools.table.views import View
from tests.support.daily import daily
from tests.support.sameness import GAMES, a_saga, say, standing

# Long games, told by people with undos and corrections, and by bots.
LONG = ("told-5", "bots-6-with-chronicle")


def told(play: Play, viewer: str | None, since: int) -> list[log.LogLine]:
    return log.lines(play, Names(View(play.state, viewer)), since)


@pytest.mark.parametrize("name", daily(LONG, 2))
def test_an_answer_of_somebody_else_brings_a_game_on_that_is_kept_open(tmp_path: Path, name: str) -> None:
    """Private ones, too: the journal does not say of an answer that it was private, and it is the same answer."""
    recorded = (GAMES / f"{name}.jsonl").read_bytes().splitlines(keepends=True)
    journal = a_saga(tmp_path)
    journal.write_bytes(recorded[0])
    kept, private = OpenGame(tmp_path), 0
    play = kept.play()
    for lines in range(2, 90):
        assert play.pending is not None
        private += play.pending.private
        journal.write_bytes(b"".join(recorded[:lines]))
        is_answer = b'"asked"' in recorded[lines - 1] and b'"overruled"' not in recorded[lines - 1]
        assert (kept.play() is play) == is_answer, recorded[lines - 1]
        play = kept.play()
    assert private > 5
    assert standing(play) == standing(folder.view(journal, anew=True).play)


@pytest.mark.parametrize("name", daily(LONG, 2))
def test_a_game_kept_open_forgets_only_what_it_can_tell_again(tmp_path: Path, name: str) -> None:
    """What happened long ago is not kept twice; whoever asks for it is told all the same, and undo goes back to it."""
    recorded = file.read(GAMES / f"{name}.jsonl", anew=True)
    journal = a_saga(tmp_path)
    file.create(journal, recorded.header)
    kept, forgot = OpenGame(tmp_path), 0
    for entry in recorded.entries[:260]:
        with kept.writing() as running:
            play = running.play
            since = play.head
            say(play, entry)
            running.save(play.entries[since:])
        assert len(play._batches) <= 4 * _REMEMBERED
        assert len(play.snapshots) <= snapshots._LINES + _REMEMBERED
        if entry.n % 60 == 0:
            forgot += play._from > 0
            anew = folder.view(journal, anew=True).play
            for viewer in (None, *play.state.seats[:2]):
                for since in (log.before_last(play, 20), log.ALL):
                    assert told(play, viewer, since) == told(anew, viewer, since), (entry.n, viewer, since)
            assert standing(kept.play()) == standing(anew)
    assert forgot > 1
    to = play.live[-100].n
    with kept.writing() as running:
        running.save([running.play.undo(to)])
    assert standing(kept.play()) == standing(folder.view(journal, anew=True).play)


def test_of_a_journal_that_was_read_before_only_what_has_come_since_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = (GAMES / "told-5.jsonl").read_bytes().splitlines(keepends=True)
    journal, parse, parsed = a_saga(tmp_path), file._parse, list[int]()
    journal.write_bytes(b"".join(lines[:100]))
    before = file.read(journal)
    held = list(before.entries)
    journal.write_bytes(b"".join(lines[:120]) + b'{"n": 1')
    monkeypatch.setattr(
        file, "_parse", lambda path, number, line: (parsed.append(number), parse(path, number, line))[1]
    )
    now = file.read(journal, known=before)
    assert parsed == list(range(101, 121))
    assert list(before.entries) == held
    whole = file.read(journal, anew=True)
    assert (now.header, now.entries, now.torn, now.raw) == (whole.header, whole.entries, whole.torn, whole.raw)
    assert now.ends == whole.ends
    with file.Writer(journal, known=now) as writer:
        writer.append(held[:0])
        assert writer.content.raw == journal.read_bytes()
    # Whoever changed what stood there is read from the first line on.
    journal.write_bytes(b"".join(lines[:49]) + b"no entry\n" + b"".join(lines[50:130]))
    with pytest.raises(file.Damaged, match="line 50: this line is not JSON"):
        file.read(journal, known=now)
