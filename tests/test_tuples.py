"""Our named tuples are what typing's are."""

import ast
import copy
import inspect
import pickle
import typing
from pathlib import Path

import pytest

from oathtools.tuples import NamedTuple

ROOT = Path(__file__).parent.parent


class Ours(NamedTuple):
    """Three fields."""

    a: int
    b: str = "x"
    c: tuple[int, ...] = ()

    @property
    def next(self) -> int:
        return self.a + 1


class Theirs(typing.NamedTuple):
    """Three fields."""

    a: int
    b: str = "x"
    c: tuple[int, ...] = ()

    @property
    def next(self) -> int:
        return self.a + 1


class Sorted(NamedTuple):
    a: int

    def __str__(self) -> str:
        return "sorted"


@pytest.mark.parametrize("said", [(1,), (1, "y"), (2, "z", (3, 4))])
def test_what_one_does(said: tuple[typing.Any, ...]) -> None:
    ours, theirs = Ours(*said), Theirs(*said)
    assert ours == theirs == tuple(theirs) and hash(ours) == hash(theirs)
    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
    assert (ours.a, ours.b, ours.c, ours.next) == (theirs.a, theirs.b, theirs.c, theirs.next)
    assert ours._asdict() == theirs._asdict() and list(ours._asdict()) == ["a", "b", "c"]
    assert type(ours._replace(b="w")) is Ours and ours._replace(b="w") == theirs._replace(b="w")
    assert type(Ours._make(theirs)) is Ours and Ours._make(theirs) == theirs
    assert Ours(**theirs._asdict()) == theirs
    for made in (pickle.loads(pickle.dumps(ours)), copy.copy(ours), copy.deepcopy(ours)):
        assert made == ours and type(made) is Ours
    assert not hasattr(ours, "__dict__")


def test_what_the_class_says() -> None:
    assert Ours._fields == Theirs._fields == Ours.__match_args__
    assert Ours._field_defaults == Theirs._field_defaults
    assert (Ours.__doc__, Ours.__module__) == (Theirs.__doc__, Theirs.__module__)
    assert typing.get_type_hints(Ours) == typing.get_type_hints(Theirs)
    assert inspect.signature(Ours).parameters.keys() == inspect.signature(Theirs).parameters.keys()
    assert str(Sorted(1)) == "sorted" and repr(Sorted(1)) == "Sorted(a=1)"
    match Ours(1, "y"):
        case Ours(a, b="y"):
            assert a == 1
        case _:
            pytest.fail("does not match")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda kind: kind(), "missing 1 required positional argument: 'a'"),
        (lambda kind: kind(1, "y", (), 4), "takes from 2 to 4 positional arguments but 5 were given"),
        (lambda kind: kind(1, d=2), "got an unexpected keyword argument 'd'"),
        (lambda kind: kind._make([1]), "Expected 3 arguments, got 1"),
        (lambda kind: kind(1)._replace(d=2), "Got unexpected field names: ['d']"),
        (lambda kind: setattr(kind(1), "a", 2), "can't set attribute"),
        (lambda kind: setattr(kind(1), "d", 2), "has no attribute 'd'"),
    ],
)
def test_what_is_refused(wrong: typing.Callable[[typing.Any], object], told: str) -> None:
    faults = []
    for kind in (Ours, Theirs):
        with pytest.raises((TypeError, ValueError, AttributeError)) as fault:
            wrong(kind)
        assert told in str(fault.value)
        faults.append(str(fault.value).replace("Theirs", "Ours"))
    assert faults[0] == faults[1]


def test_a_field_without_a_default_comes_first() -> None:
    with pytest.raises(TypeError, match="without a default"):
        type(NamedTuple)("Wrong", (), {"__annotations__": {"a": int, "b": int}, "a": 1})


def test_one_kind_is_used_everywhere() -> None:
    of_typing = [
        f"{path.relative_to(ROOT)}:{each.lineno}: from oathtools.tuples import NamedTuple"
        for path in sorted(ROOT.glob("oathtools/**/*.py"))
        for each in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(each, ast.ImportFrom) and each.module == "typing" and path.stem != "tuples"
        if "NamedTuple" in (alias.name for alias in each.names)
    ]
    assert not of_typing
