"""The page about looking at a game: the recorded evening that it reviews is reviewed so."""

import shutil
from pathlib import Path

import pytest

from oathtools.cli.main import main
from tests.docs.test_tutorial import steps, told
from tests.terminals import ROOT


@pytest.mark.soak
def test_the_review_of_the_page_is_what_comes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a copy: how a game stood is kept beside its journal."""
    (tmp_path / "tests" / "games").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    reviewed = list(steps(ROOT / "docs" / "watching.md"))
    assert len(reviewed) == 3
    for command, shown in reviewed:
        shutil.copy(ROOT / command.split()[-1], tmp_path / "tests" / "games")
        with pytest.raises(SystemExit) as left:
            main(command.split()[1:])
        assert not left.value.code
        told(shown, capsys.readouterr().out)
