"""From the options of ``oathtools simulate`` to the plan of what is played."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oathtools.cli.shared.common import Failure, did_you_mean, settings
from oathtools.cli.shared.house_rules import decided as of_table
from oathtools.cli.shared.position_faults import position_faults, read_source
from oathtools.cli.shared.worlds import variant_failure, world_from
from oathtools.simulate.setting import Decided, Misnamed, Origin, Plan, Setting, bots_named, with_words, without_use

if TYPE_CHECKING:
    from oathtools.saga.chronicle.record import Chronicle

Given = Mapping[str, Any]
_WORLDS = {
    "first_game": "--first-game",
    "chronicle": "--chronicle",
    "tts": "--tts",
    "position": "--position",
    "random_worlds": "--random-worlds",
}
FIRST, SECOND = "A", "B"
_PLAYERS = 4


def plan_of(given: Given) -> tuple[Plan, list[str]]:
    """What the options ask for, and what is to be said of it. Raises ``Failure``."""
    origin, of, notes = _origin(given)
    with _refused(given):
        base = origin.decided(Decided.by(of_table(), ()))
        base = with_words(base._replace(bots=bots_named(given["bots"], _players(given, origin))), given["words"])
        decided = {FIRST: base}
        if given["against"]:
            decided[SECOND] = _against(base, given["against"])
        made = {name: origin.setting(each) for name, each in decided.items()}
    if given["against"] and made[FIRST] == made[SECOND]:
        hint = "It is what is in force already: --against A-05=b, --against VARIANT=on, --against bots=random"
        raise Failure("usage", "--against changes nothing: the two settings are the same", hint=hint)
    notes += [f"{key} is not asked by the rules as coded: no game goes otherwise by it" for key in _useless(decided)]
    plan = Plan(made, of, given["seed"], given["rotate"])
    return Plan.from_data(json.loads(json.dumps(plan.as_data()))), notes


def _useless(decided: Mapping[str, Decided]) -> list[str]:
    return list(dict.fromkeys(key for each in decided.values() for key in without_use(each)))


def _origin(given: Given) -> tuple[Origin, str, list[str]]:
    """What games begin from, its name, and what is to be said of it."""
    named = [option for key, option in _WORLDS.items() if given[key]]
    if len(named) > 1:
        raise Failure("usage", f"{' and '.join(named)} exclude each other", hint="Games begin from one of them.")
    if given["random_worlds"]:
        return Origin(), "random worlds", []
    if given["position"]:
        data = read_source(given["position"])
        notes = ["then is left out: games begin where the position stands"] if data.get("then") else []
        return Origin(position=data), f"the position {_name(given['position'])}", notes
    if not named and (saga := _of_saga()):
        return Origin(saga), f"the world of {saga.name}", []
    chronicle, notes = world_from(given["tts"], given["chronicle"], False, "0")
    named_so = given["tts"] or given["chronicle"]
    return Origin(chronicle), f"the world of {chronicle.name}" if named_so else "the first game", notes


def _of_saga() -> "Chronicle | None":
    """The Chronicle of the saga that is named or stood in, if there is one. Raises ``Failure`` if one is named only."""
    from oathtools.cli.shared.sagas import chronicle
    from oathtools.saga.folder import CHRONICLE, folder

    said = settings().saga
    return chronicle() if said or (folder(said) / CHRONICLE).is_file() else None


def _name(source: str) -> str:
    return "on standard input" if source == "-" else Path(source).name


def _players(given: Given, origin: Origin) -> int:
    """How many play: as many as the position seats, or as are asked for, or as there are bots named."""
    if origin.position is not None:
        from oathtools.journal.begin import seats_at

        seats = len(seats_at(dict(origin.position)))
        if given["players"] not in (None, seats):
            raise Failure("usage", f"the position has {seats} players", hint="Leave --players out.")
        return seats
    named = len([name for name in given["bots"].split(",") if name.strip()])
    return int(given["players"] or (named if named > 1 else _PLAYERS))


def _against(base: Decided, words: tuple[str, ...]) -> Decided:
    """The second setting: what a table has decided whose folder is named, and changes."""
    changes = [word for word in words if "=" in word]
    for word in words:
        if "=" not in word:
            base = Decided.by(_table(word), base.bots)
    return with_words(base, changes)


def _table(word: str) -> Any:
    from oathtools.law.rulings import FILE, read_table
    from oathtools.law.variants import all_texts

    folder = Path(word).parent if Path(word).name == FILE else Path(word)
    if not (folder / FILE).is_file():
        near = did_you_mean(word, [f"{name}=on" for name in all_texts()])
        hint = near or f"POINT=LETTER (A-05=b), VARIANT=on or off, bots=LIST, or a folder with a {FILE}"
        raise Failure("usage", f"{word!r} is no change, and no {FILE} is there", hint=hint)
    return read_table(folder)


@contextmanager
def _refused(given: Given) -> Iterator[None]:
    """What no game can begin from or be played by, as failures."""
    from oathtools.law.rulings import DamagedRulings
    from oathtools.procedures.machine.variant import VariantFault
    from oathtools.saga.worlds import Incomplete

    try:
        with position_faults(given["position"] or ""):
            yield
    except Misnamed as wrong:
        raise Failure("usage", str(wrong), hint=wrong.hint) from None
    except DamagedRulings as wrong:
        detail = [f"{each.place}: {each.message}. {each.hint}" for each in wrong.faults]
        raise Failure("damaged", "these rulings cannot be read", detail=detail) from None
    except Incomplete as wrong:
        hint = "Mend it first: oathtools chronicle check --repair, or oathtools new --repair"
        raise Failure("position", "no game can be set up from this world", detail=wrong.faults, hint=hint) from None
    except VariantFault as wrong:
        raise variant_failure(wrong) from None


def differing(kept: Plan, asked: Plan) -> list[str]:
    """In what two plans differ, in words for people."""
    found = [f"{what}: {one}, not {other}" for what, one, other in (
        ("games of", kept.of, asked.of), ("seed", kept.seed, asked.seed), ("rotate", kept.rotate, asked.rotate),
        ("settings", len(kept.settings), len(asked.settings)), ("players", kept.players, asked.players),
    ) if one != other]  # fmt: skip
    for name, setting in kept.settings.items():
        other = asked.settings.get(name)
        found += [f"{name}, {what}" for what in _parts(setting, other)] if other else []
    return found


def _parts(one: Setting, other: Setting) -> list[str]:
    told = {"bots": "the bots", "readings": "the readings", "variants": "the house rules"}
    return [words for key, words in {**told, "world": "the world", "position": "the position"}.items()
            if getattr(one, key) != getattr(other, key)]  # fmt: skip
