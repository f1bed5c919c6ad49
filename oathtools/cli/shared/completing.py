"""What the Tab key offers at the prompt of ``oathtools play``: options of the open question, names, words of a line.

No more than the screen shows, or than everybody knows: the names of the catalogue say nothing of where a card lies.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from oathtools import catalog
from oathtools.answerers.requests import flags_of, verbs
from oathtools.catalog import packs
from oathtools.engine.decision import Decision
from oathtools.law import completions
from oathtools.procedures.turn import ACTIONS
from oathtools.render.game.prompts import labeler
from oathtools.render.game.question import veiled
from oathtools.render.names import Names
from oathtools.table.state import BANNERS, State
from oathtools.table.views import View

Complete = Callable[[str], list[str]]
_OF_BOOKS = ("card", "rulings")
_IN_PLAY = ("map", "cards.", "relics.", "advisers.", "held.", "vision.")
# What the first words after a verb are about, by the kind of the first field of the action.
_ABOUT = {"site": ("site",), "card": ("denizen", "edifice"), "player": ("player",), "opponent": ("player",)}


def completer(state: State, decision: Decision, shown_to: str | None, commands: Iterable[str]) -> Complete:
    """What a line that is begun may become, for the question that is open as it is shown on the screen.

    ``commands`` are the words of the prompt that only look. The answer of the function returned is whole lines.
    """
    view = View(state, shown_to)
    names = Names(view)
    options = [] if veiled(decision, view) else list(map(labeler(decision, names), decision.legal()))
    begin = list(verbs()) if decision.kind == "act" else []

    def complete(line: str) -> list[str]:
        verb, blank, rest = line.partition(" ")
        verb = verb.casefold()
        if verb in ("why", "answer") and blank:
            return [f"{line[: len(line) - len(rest)]}{each}" for each in complete(rest)]
        first = list(_ends(line, [*options, *begin, *(() if blank else commands)]))
        if first or not blank:
            return first
        return list(dict.fromkeys(_after(line, verb, rest)))

    def _after(line: str, verb: str, rest: str) -> Iterator[str]:
        word = line.rpartition(" ")[2]
        if word.startswith("-"):
            yield from (f"{line[: len(line) - len(word)]}{flag}" for flag in flags_of(verb) if flag.startswith(word))
        elif verb == "law":
            yield from (f"law {number}" for number, _ in completions(rest))
        else:
            action = ACTIONS.get(verbs().get(verb, ""))
            about = _ABOUT.get(action.fields[0].kind, ()) if action and "--" not in rest else ()
            here = [] if verb in _OF_BOOKS else _on_the_table(view, names, about)
            choices = [] if decision.kind == "act" else options
            yield from list(_ends(line, [*choices, *here], whole=False)) or _ends(
                line, [catalog.name_of(card) for card in (*catalog.ids(), *packs.brought())], whole=False
            )

    return complete


def _ends(line: str, words: Sequence[str], *, whole: bool = True) -> Iterator[str]:
    """The line with its last words, as many as begin one of some names, made that name; ``whole``: all of it or a list.

    The part behind the last comma or colon is a name of its own.
    """
    starts = [0] if whole else [at + 1 for at, char in enumerate(line) if char == " "]
    starts += [at + 1 for at, char in enumerate(line) if char in (",:" if not whole else ",")]
    for start in sorted(set(starts)):
        begun = line[start:].lstrip().casefold()
        lead = line[: len(line) - len(begun)]
        found = [f"{lead}{word}" for word in words if word.casefold().removeprefix("the ").startswith(begun)]
        found += [f"{lead}{word}" for word in words if begun.startswith("the ") and word.casefold().startswith(begun)]
        if found:
            yield from dict.fromkeys(found)
            return


def ended(line: str, names: Sequence[str]) -> list[str]:
    """A line as its last words, behind the last comma or colon, may end: as one of some names."""
    at = max(line.rfind(","), line.rfind(":")) + 1
    begun = line[at:].lstrip()
    lead = line[: len(line) - len(begun)]
    return [f"{lead}{name}" for name in names if name.casefold().startswith(begun.casefold())]


def _on_the_table(view: View, names: Names, about: Sequence[str] = ()) -> list[str]:
    """The names of the players, and of what lies faceup in play; ``about``: of these kinds only."""
    state = view.state
    cards = [card for card in state.where if catalog.is_card(card) and card not in state.facedown and view.shows(card)]
    here = [*(card for card in cards if state.where[card].startswith(_IN_PLAY)), *BANNERS]
    found = {"player": [*map(names.seat, state.seats), "bandits"]}
    for card in here:
        found.setdefault(card.partition(".")[0], []).append(names.name(card))
    return [name for kind, several in found.items() if not about or kind in about for name in several]


def listen(complete: Complete | None, typed: str = "") -> None:
    """Have the Tab key complete by a function from here on, or no more; nothing where the terminal has no such key.

    ``typed`` stands at the next prompt already, to be taken with Enter or edited.
    """
    try:
        import readline
    except ImportError:
        return
    # A history would show one's answers to others; what stands in for readline on Windows has a length for it.
    getattr(readline, "set_auto_history", readline.set_history_length)(0)
    found: list[str] = []

    def nth(text: str, number: int) -> str | None:
        if number == 0:
            found[:] = complete(text) if complete is not None else []
        return found[number] if number < len(found) else None

    readline.set_startup_hook(partial(readline.insert_text, typed) if typed else None)
    readline.set_completer(nth)
    readline.set_completer_delims("\n")  # names have blanks
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
