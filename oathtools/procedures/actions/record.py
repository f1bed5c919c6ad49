"""What an action is: the record of all that is known and said of it, and of each thing that it must be told.

What is said of the Law's actions stands in ``data/actions.yaml``; ``worded`` puts it into their records.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools.engine.decision import Row
from oathtools.kit.datafiles import load
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.frame import Cost, Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import Changes, Request, Sentence

if TYPE_CHECKING:
    from oathtools.procedures.actions.wording import Share


def unbound(game: Game, frame: Frame, value: Any) -> tuple[Row, ...]:
    """The rows of a field where any candidate will do."""
    return ()


class Field(NamedTuple):
    """One thing an action must be told, and all that is said of it.

    ``candidates(game, frame)`` are its possible values, ``rows(game, frame, value)`` their legality given the fields
    before it (the frame already holds the value). ``asks(game, frame)`` is the seat that decides, the actor by default.
    A field that is not one of its candidates says how it is asked, ``decide(game, frame, kind, who, rows)``, and which
    values are worth trying to complete the action, ``tries(game, frame)``. ``agrees(game, frame)`` asks the
    actor's leave for what another has decided. ``private``: its candidates are faces that others do not know. ``lacks``
    says what is missing where there are no candidates; ``{actor}`` stands for the actor.
    ``kind`` is the kind of its values: how words for it are read (``answerers/values``), ``flag`` the one that names it
    in a request.

    For verdicts: ``unlisted(game, frame, value)`` are the rows of a value that is none of the candidates; ``settles``:
    of such a one no more can be read. ``sentence(game, frame, value)`` tells a value that fits, ``open`` which values
    would (``{values}``) where none was given; ``carried(value)`` are the clauses that carry the action with a value,
    if they are not those of the action.

    In words, with ids or fields in braces: ``prompt`` is the question, ``lead`` begins what may be chosen instead of
    what was refused, ``labels`` are values with a meaning of their own, ``said`` how a menu says the others, ``unit``
    is what its numbers count, ``noun`` stands for a value that another player decides. ``note(game, frame, value)`` is
    what stands beside an option.
    """

    name: str
    clause: str
    candidates: Callable[[Game, Frame], Iterable[Any]]
    rows: Callable[[Game, Frame, Any], Iterable[Row]]
    asks: Callable[[Game, Frame], str] | None = None
    decide: Callable[[Game, Frame, str, str, Callable[[Any], Iterable[Row]]], Ask] | None = None
    tries: Callable[[Game, Frame], Iterable[Any]] | None = None
    private: bool = False
    lacks: str = ""
    agrees: Callable[[Game, Frame], Ask] | None = None
    kind: str = "option"
    flag: str = ""
    unlisted: str | Callable[[Game, Frame, Any], Iterable[Row]] = "{value} cannot be chosen here"
    settles: bool = False
    sentence: str | Callable[[Game, Frame, Any], Iterable[Sentence]] | None = None
    open: str = ""
    carried: Callable[[Any], tuple[str, ...]] | None = None
    prompt: str = ""
    lead: str = "Possible"
    labels: Mapping[str, str] = {}
    said: str = "{}"
    unit: str = ""
    noun: str = "one"
    note: Callable[[Game, Frame, Any], str] | None = None


class Action(NamedTuple):
    """A kind of action (chapters 5 and 6), and all that is said of it.

    ``may(game, frame)`` yields the rows of the action as such; ``cost(game, frame)`` is what it costs, folds included;
    ``resolve(game, frame)`` carries it out after its cost is known to be payable, paying it first. ``as_if(game,
    frame)`` are the as-if facts that follow from what is given so far. ``least()`` is the least Supply it takes
    wherever no power speaks of its cost, if that is not printed for the action itself.

    For verdicts: ``sentence(game, frame)`` tells what holds of the action as such; ``priced(game, frame)``: can its
    cost be told of these fields; ``leave(game, frame)`` are the players who must agree, each as the row that says so
    with its seat as the source; ``repairs(game, frame, request)`` are the changes worth trying where it is refused,
    besides those for its cost and its powers; ``carried`` are the clauses that carry it, its own by default;
    ``sets_off(given)`` are the kinds of power that it sets off on the card it names, each with its clause;
    ``plans(game, action, frame, named)`` are the rows of each battle plan named with it, and its price;
    ``families(game, frame)`` tell what may be done where its single ways are too many.

    ``begins`` are the words, besides its name and its label, that begin a request for it; in braces stands what
    must follow (``{n}``: a number of warbands); ``verbs`` those that stand for its name. ``shares(verb, rest, flags)``
    shares the words behind them among its fields (``said``), by default as its menu has them, ``besides``
    are words that may go with it and say no more. ``flags`` are those that
    it takes besides those of its fields, ``spoken`` are words that stand for a flag. ``barred_at`` is the place at
    which rows speak of all that is said of it, if that is not the one of its name.

    In words, with fields in braces: ``label`` is the action among others, by default its name; ``menu`` the line that
    says one thing that may be done, and typed does it, what is in square brackets only where there is a choice;
    ``phrase`` what the log says of it, "" where what happens tells enough; ``tells``: the kinds of events that the
    phrase has told already. ``questions`` are those it asks besides its fields, ``prices(game, frame, who, option)``
    what the options of some of them cost; by the ends of their kinds. ``hint`` is how a text is typed that it asks for.
    """

    name: str
    clause: str
    fields: tuple[Field, ...]
    cost: Callable[[Game, Frame], Cost]
    resolve: Callable[[Game, Frame], Ask]
    may: Callable[[Game, Frame], Iterable[Row]] | None = None
    as_if: Callable[[Game, Frame], dict[str, Any]] | None = None
    least: Callable[[], int] | None = None
    sentence: str | Callable[[Game, Frame], Iterable[Sentence]] = ""
    priced: Callable[[Game, Frame], bool] | None = None
    leave: Callable[[Game, Frame], Iterable[Row]] | None = None
    repairs: Callable[[Game, Frame, Request], Changes] | None = None
    carried: tuple[str, ...] = ()
    sets_off: Callable[[Mapping[str, Any]], Iterable[tuple[str, str]]] | None = None
    plans: Callable[[Game, "Action", Frame, Sequence[str]], list[tuple[list[Row], Cost]]] | None = None
    families: Callable[[Game, Frame], Iterable[Any]] | None = None
    label: str = ""
    menu: str = ""
    phrase: str | Callable[[Mapping[str, Any]], str] | None = None
    tells: tuple[str, ...] = ()
    questions: Mapping[str, str] = {}
    hint: str = ""
    prices: Mapping[str, Callable[[Game, Frame, str, str], Cost]] = {}
    begins: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    shares: "Share | None" = None
    besides: str = ""
    flags: tuple[str, ...] = ()
    spoken: Mapping[str, str] = {}
    barred_at: str = ""


def worded(action: Action) -> Action:
    """An action of the Law with what ``data/actions.yaml`` says of it and of its fields."""
    texts = dict(load("actions")[action.name])
    of_fields = texts.pop("fields", {})
    fields = tuple(field._replace(**of_fields.get(field.name, {})) for field in action.fields)
    words: dict[str, Any] = {name: tuple(each) if isinstance(each, list) else each for name, each in texts.items()}
    return action._replace(fields=fields, **words)
