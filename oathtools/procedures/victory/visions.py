"""The Vision closest to the top of the world deck, drawn out of it; the other cards keep their order (A-118)."""

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any, Final

from oathtools.engine.decision import Decision, Form
from oathtools.procedures.glossary.drawing import draw
from oathtools.procedures.machine.asking import Ask
from oathtools.table.state import WORLD

if TYPE_CHECKING:
    from fractions import Fraction

    from oathtools.procedures.machine.game import Game

_ASIDE: Final = "aside.draw"


def has_vision(game: "Game") -> bool:
    """Is there a Vision in the world deck?"""
    state = game.state
    known = [*state.zone(f"{WORLD}.top"), *state.zone(f"{WORLD}.bottom")]
    return any(state.back(card) == "vision" for card in known) or any(
        layer.get("vision") for layer in state.layers.get(WORLD, ())
    )


def draw_first_vision(game: "Game", who: str, kind: str, *cites: str) -> Ask:
    """Draw it; returns the ids of the cards drawn, one or none.

    Where it lies among unknown cards the number of cards of its layer above it is asked for: none of them is a Vision.
    """
    state = game.state
    zones = (f"{WORLD}.top", f"{WORLD}.bottom")
    top, bottom = ([card for card in state.zone(zone) if state.back(card) == "vision"] for zone in zones)
    layers = state.layers.get(WORLD, ())
    layer = next((at for at, each in enumerate(layers) if each.get("vision")), None)
    if top or (layer is None and bottom):
        game.do.put((top or bottom)[0], _ASIDE, cites)
    elif layer is not None:
        above = yield from _depth(who, layers[layer], kind, *cites)
        game.do.vision_from_layer(WORLD, layer, above, _ASIDE, cites)
    return (yield from draw(game, who, _ASIDE, 1, *cites))


def _depth(who: str, layer: dict[str, int], kind: str, *cites: str) -> Ask:
    """How many cards of a layer lie above its first Vision?"""
    others = sum(layer.values()) - layer["vision"]

    def possible(answer: Any) -> Any:
        fits = isinstance(answer, int) and 0 <= answer <= others
        yield fits, cites[0], f"a number from 0 to {others}"

    def chances() -> Iterator[tuple[int, "Fraction"]]:
        """The first Vision lies below so many others: all of them together are in every order alike."""
        from fractions import Fraction

        left, rest = Fraction(1), others
        for above in range(others + 1):
            first = Fraction(layer["vision"], layer["vision"] + rest)
            yield above, left * first
            left, rest = left * (1 - first), rest - 1

    def sample(rng: Random) -> int:
        cards = [back == "vision" for back, count in layer.items() for _ in range(count)]
        rng.shuffle(cards)
        return cards.index(True)

    if not others:
        return 0
    return (
        yield Decision(
            kind, who, Form.OUTCOME, cites=cites, low=0, high=others, finish=possible, sample=sample,
            chances=chances, about={"source": WORLD, "count": others},
        )
    )  # fmt: skip
