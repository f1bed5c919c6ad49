"""Of many cases of one mechanism some run every day; the others have the mark ``soak`` and run at night."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def daily(cases: Iterable[Any], each: int) -> list[Any]:
    """The cases for ``parametrize``: the first runs daily, and each so-manieth behind it.

    A tuple is the values of several parameters; a ``pytest.param`` keeps its id and its marks.
    """
    return [_param(case, () if at % each == 0 else (pytest.mark.soak,)) for at, case in enumerate(cases)]


def of_some(cases: Iterable[Any], is_daily: Callable[[Any], bool]) -> list[Any]:
    """The same where it is said of each whether it runs daily."""
    return [_param(case, () if is_daily(case) else (pytest.mark.soak,)) for case in cases]


def _param(case: Any, marks: tuple[pytest.MarkDecorator, ...]) -> Any:
    if hasattr(case, "marks"):
        return pytest.param(*case.values, marks=(*case.marks, *marks), id=case.id)
    return pytest.param(*case, marks=marks) if isinstance(case, tuple) else pytest.param(case, marks=marks)
