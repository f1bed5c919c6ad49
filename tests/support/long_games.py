"""Sagas with a long game, as one that stands after so many answers: by the rules of whatever checkout runs this."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from oathtools.answerers.bot import bot_answer, chance, stream
from oathtools.engine.decision import Form
from oathtools.journal import Play, file, new_game

SEED = "waiting"


def long_game(most: int) -> Play:
    """A game of so many answers: an answer in fifty ends a turn that could go on."""
    for number in range(100):
        play = new_game(["Ann", "Bo", "Cy", "Di", "Ed"], seed=f"{SEED}-{number}", keep_log=False)
        while play.pending is not None and play.head < most + 1:
            pending = play.pending
            if pending.form is Form.OUTCOME:
                play.answer(chance(play, SEED))
            elif pending.kind == "act":
                rng = stream(SEED, number, play.head)
                play.answer(pending.random(rng, ("end",) if rng.random() < 0.98 else ()))
            else:
                play.answer(bot_answer(play, SEED))
        if play.head > most:
            return play
    raise RuntimeError(f"no game came to {most} answers")


def _up_to(entries: list[Any], number: int) -> list[Any]:
    """So many answers and a few more, up to the next choice of an action."""
    return entries[: next(at for at in range(number, len(entries)) if entries[at].kind == "act")]


def make(folder: Path, lengths: Sequence[int]) -> None:
    """Sagas in which a game stands after so many answers, each in a folder of that number, with the next answer."""
    play = long_game(max(lengths) + 60)
    dump = sys.modules[type(play.entries[0]).__module__].dump  # another checkout may have its module by another name
    for number in lengths:
        entries, saga = _up_to(play.entries, number), folder / str(number)
        (saga / "games").mkdir(parents=True)
        (saga / "chronicle.yaml").write_text("oath: supremacy\n", encoding="utf-8")
        file.create(saga / "games" / "0001.jsonl", play.header)
        with (saga / "games" / "0001.jsonl").open("a", encoding="utf-8") as out:
            out.writelines(dump([entry]) + "\n" for entry in entries)
        (saga / "next").write_text(str(play.entries[len(entries)].answer), encoding="utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]), [int(each) for each in sys.argv[2:]])
