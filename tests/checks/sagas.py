"""Random sagas, what is handed on between their games, and what positions and save strings come back as."""

import json

from oathtools.journal import Play
from oathtools.saga.chronicle.form import loads, to_data
from oathtools.saga.save_string import string as tts
from oathtools.saga.save_string.parse import assemble, facts
from oathtools.table.invariants import faults
from oathtools.table.position.form import from_position, position_text, read_position, to_position
from tests.checks.runner import Case, check
from tests.support import begun_anew
from tests.support.outland import KINDS
from tests.support.outland_sagas import a_saga
from tests.support.sagas import Written, saga, sound
from tests.support.save_worlds import any_world, honest
from tests.support.states import states


@check("sagas", "sagas", 1000, 10, limit=3600)
def sagas(case: Case) -> None:
    """Setup, play, Chronicle, setup: no card lost or doubled, chapter 8 as by a second hand, strings, files."""

    def each(game: Written) -> None:
        play = game.play
        case.counts.update({"games": 1, "answers": len(play.live), "healed": game.noted("healed") is not None})
        case.counts["worlds with unknown cards"] += bool(game.after.unknown())
        case.counts["won by " + " and ".join(clause for _, clause in (play.state.result or {})["ways"])] += 1
        sound(game)
        if case.counts["games"] == case.each and case.number % 4 != 2:  # those have had their winner drawn
            again = Play(play.header, play.entries, keep_log=False, digests=False)
            assert not again.differences and again.state == play.state, again.differences[:1]

    saga(case.number, case.each, each)


@check("outland", "sagas", 100, 10, limit=3600)
def outland(case: Case) -> None:
    """Sagas with Outland Realms: no realm over four sites, all within nine, nothing lost, games are their answers."""
    kinds = a_saga(case.number, case.each)
    case.counts.update(f"with {kind.removeprefix(KINDS)}" for kind in kinds if kind.startswith(KINDS))


@check("begun-anew", "worlds", 2000)
def begun(case: Case) -> None:
    """Fresh worlds and worlds of chance: counted on the table that hands lay by the pulls, played to the first turn."""
    case.wrong += begun_anew.faults(case.number)


@check("positions", "positions", 1000)
def positions(case: Case) -> None:
    """Positions at any boundary of random games come back as the states that they were written from."""
    case.counts["positions"] = 0
    for state in states(case.number):
        position = to_position(state)
        text = json.dumps(position) if case.counts["positions"] % 10 else position_text(position)
        again = from_position(read_position(text))
        case.counts.update({"positions": 1, state.phase: 1})
        wrong = faults(state)
        alike = again.canonical() == state.canonical() and to_position(again) == position
        assert not wrong and alike, f"{state.phase} of round {state.round}: {wrong or 'another state'}\n{text}"


@check("save-strings", "strings", 10_000)
def save_strings(case: Case) -> None:
    """Save strings of odd worlds and honest ones, read and written back, are what they were; now and then as a file."""
    chance, versions = case.rng("save string"), list(facts()["versions"])
    raw, unit = any_world(chance) if case.number % 2 else (honest(chance, chance.choice(versions)), "utf-16")
    text = assemble(raw, unit)
    chronicle = tts.read(text)
    again = tts.write(chronicle)
    assert again == text and tts.read(again) == chronicle, f"{text!r}\n{again!r}"
    if not case.number % 10:  # through the file form too, which takes longer
        assert tts.write(loads(json.dumps(to_data(chronicle, sealed=bool(case.number % 20))))) == text, text
