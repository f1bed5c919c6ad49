"""House rules that a table switches on in its ``rulings.yaml``: a module each, its words in ``data/variants``.

A module is imported only when a game names its variant. How to write one: ``docs/writing-a-variant.md``.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from oathtools.engine.windows import RegistrationError
from oathtools.procedures.machine.registry import Data, UnknownVariant, Variant, VariantFault

_ADDED: dict[str, Variant] = {}


def find(name: str) -> Variant:
    """The variant of this name: one that was added, or the ``VARIANT`` of its module.

    Raises ``UnknownVariant`` where no words are found, ``RegistrationError`` where no rules go with them.
    """
    if name in _ADDED:
        return _ADDED[name]
    from oathtools.law import rulings_variants as texts

    if name not in texts.all_texts():
        raise UnknownVariant(name)
    from importlib.util import find_spec

    module = f"{__name__}.{name.replace('-', '_')}"
    if find_spec(module) is None:
        raise RegistrationError(f"{name} has words, but no rules: there is no module {module}")
    found: Variant | None = getattr(import_module(module), "VARIANT", None)
    if found is None or found.name != name:
        raise RegistrationError(f"{name}: {module} must hold VARIANT = Variant({name!r})")
    return found


def add(variant: Variant, words: Mapping[str, Any]) -> None:
    """Make a variant known that is not in this package, with its words, which would be a file in ``data/variants``."""
    from oathtools.law import rulings_variants as texts

    texts.add(variant.name, words)
    _ADDED[variant.name] = variant


def forget(name: str) -> None:
    """Take back what ``add`` made known; no fault if there is none of that name."""
    from oathtools.law import rulings_variants as texts

    texts.forget(name)
    gone = _ADDED.pop(name, None)
    if gone is not None:
        gone.forget_actions()


def opened(names: Iterable[str], kept: Mapping[str, Any]) -> dict[str, Data]:
    """What a game begins with: the variants in force, each with what the saga, or a position, keeps of it.

    Raises ``UnknownVariant``, and ``VariantFault`` with every fault of what was kept.
    """
    found = {name: kept.get(name) or {} for name in names}
    strange = [name for name, data in found.items() if not isinstance(data, Mapping)]
    if strange:
        raise VariantFault([(name, "should be a mapping (key: value)", "Mend that entry.") for name in strange])
    return {name: find(name).opened(data) for name, data in found.items()}


def kept(data: Mapping[str, Data], game: int) -> dict[str, Data]:
    """What the saga keeps of the variants in force after game number ``game``."""
    return {name: find(name).kept(found, game) for name, found in data.items()}


def status_lines(data: Mapping[str, Data]) -> dict[str, list[str]]:
    """Title -> lines about each variant in force, for the status; ids in them are for ``Names.text``."""
    from oathtools.law import rulings_variants as texts

    return {texts.get(name).title: find(name).told(found) for name, found in data.items()}
