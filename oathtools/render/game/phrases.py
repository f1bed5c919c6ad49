"""What an event says: each kind of event as ``subject verb object``, runs of like events taken together."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from oathtools import catalog
from oathtools.kit.text import listed
from oathtools.procedures.actions.record import Action
from oathtools.procedures.turn import ACTIONS
from oathtools.render.game import phrases_chronicle
from oathtools.render.game.phrase_cards import OF_CARDS as OF_PLAY
from oathtools.render.game.phrase_cards import moved, silent
from oathtools.render.game.phrase_pieces import (
    UNTOLD,
    Moment,
    Move,
    Phrase,
    Run,
    Scene,
    Tell,
    all_cites,
    pieces,
    refresh,
    save,
    secrets_turned,
    spent,
    supply,
    who_acts,
)
from oathtools.render.game.phrases_chronicle import sentence
from oathtools.render.names import BANDITS, Names
from oathtools.table.result import WORDS
from oathtools.table.state import PLACE_NAMES, ROLE_WORDS, State

__all__ = ["OF_CARDS", "OTHERS", "Phrase", "Scene", "phrases"]

# Every kind of event about a card, with who tells it.
OF_CARDS: dict[str, Tell] = {**OF_PLAY, **phrases_chronicle.OF_CARDS}


def phrases(scene: Scene, run: Run) -> Iterator[Phrase]:
    """The phrases of some moments of one kind."""
    kind, facts = run[0].kind, run[0].facts
    if "card" in facts:
        tell = OF_CARDS.get(kind, moved)
    else:
        tell = OTHERS.get(kind, pieces if "count" in facts and "to" in facts else silent)
    yield from tell(scene, run)


def _action(scene: Scene, run: Run) -> Iterator[Phrase]:
    """The action that begins; some are told by what happens."""
    for moment in run:
        facts = moment.facts
        using = [moment.words.get(card, card) for card, _ in facts.get("used", ())]
        says = _begins(ACTIONS.get(facts["action"]), facts["given"], moment)
        if says is None:
            says = f"takes the {facts['action']} action"
        if using:
            says = f"{says} with {listed(using)}" if says else f"uses {listed(using)}"
        if says:
            yield Phrase(who_acts(scene, moment), says, moment.cites)


def _begins(action: Action | None, given: Mapping[str, Any], moment: Moment) -> str | None:
    """What an action says of itself, its fields by their names."""
    if action is None or action.phrase is None:
        return None
    words = {name: moment.words.get(value, value) for name, value in given.items() if isinstance(value, str)}
    words |= {field.name: own for field in action.fields if (own := field.labels.get(str(given.get(field.name))))}
    return (action.phrase if isinstance(action.phrase, str) else action.phrase(given)).format_map(words)


def _pawn(scene: Scene, run: Run) -> Iterator[Phrase]:
    """A pawn that moves; a trip is told by its action, if it is over at once."""
    for moment in run:
        who, place = who_acts(scene, moment), PLACE_NAMES[moment.facts["to"]]
        if moment.facts["from"] is None:
            says = f"places the pawn at {moment.name('to')}"
        else:
            own = scene.has_described("pawn") and moment.facts["who"] == scene.actor
            already = own and scene.n == moment.n
            says = "" if already else f"{'arrives at' if own else 'comes to'} {moment.name('to')}"
            place = scene.to if already else place
        yield Phrase(who, says, moment.cites, ({"marker": "pawn", "who": moment.facts["who"], "to": place},))


def _banner(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        recovered = scene.has_described("banner") and moment.facts["banner"] == scene.card
        if recovered and (scene.n, scene.actor) == (moment.n, moment.facts["who"]):
            yield Phrase(who_acts(scene, moment), "", moment.cites, ({"marker": scene.card, "to": scene.actor},))
        elif moment.facts["who"] is None:
            moves = ({"marker": moment.facts["banner"], "to": None},)
            yield Phrase(moment.name("banner"), "goes to the shared bank", moment.cites, moves)
        else:
            moves = ({"marker": moment.facts["banner"], "to": moment.facts["who"]},)
            giver, taker, banner = moment.facts["giver"], who_acts(scene, moment), moment.name("banner")
            if giver:
                yield Phrase(scene.names.seat(giver), f"gives {banner} to {taker}", moment.cites, moves)
            else:
                yield Phrase(taker, f"takes {banner}", moment.cites, moves)


def _mob(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        says = "turns to its Mob side" if moment.facts["mob"] else "turns back from its Mob side"
        yield Phrase("the People's Favor", says, moment.cites, ({"marker": "mob", "to": moment.facts["mob"]},))


def _title(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        who, usurper = moment.facts["who"], moment.facts["usurper"]
        moves = ({"marker": "title", "to": who, "side": "usurper" if usurper else "oathkeeper"},)
        if who is None:
            yield Phrase("the Oathkeeper title", "goes to nobody", moment.cites, moves)
        else:
            side = "turns the title to its Usurper side" if usurper else "takes the Oathkeeper title"
            if "6.6.2" in moment.cites and not usurper:  # a Usurper became a Citizen, and keeps it
                side = "turns the title to its Oathkeeper side"
            yield Phrase(who_acts(scene, moment), side, moment.cites, moves)


def _role(scene: Scene, run: Run) -> Iterator[Phrase]:
    if scene.setup:
        for role, group in groupby(run, lambda moment: moment.facts["role"]):
            together = list(group)
            cites = all_cites([moment.cites for moment in together])
            who = [who_acts(scene, moment) for moment in together]
            moves = tuple(move for moment in together for move in _role_of(moment))
            if len(who) > 1:
                yield Phrase(listed(who), f"are {role.title()}s", cites, moves)
            else:
                yield Phrase(who[0], f"is {ROLE_WORDS[role]}", cites, moves)
        return
    for moment in run:
        says = f"becomes {ROLE_WORDS[moment.facts['role']]}"
        yield Phrase(who_acts(scene, moment), says, moment.cites, _role_of(moment))


def _role_of(moment: Moment) -> tuple[Move, ...]:
    return ({"marker": "role", "who": moment.facts["who"], "to": moment.facts["role"]},)


def _oath(scene: Scene, run: Run) -> Iterator[Phrase]:
    oath = run[0].facts["oath"]
    moves = ({"marker": "oath", "to": oath},)
    yield Phrase("this game", f"is played under {scene.names.oath(oath)}", run[0].cites, moves)


def _seats(scene: Scene, run: Run) -> Iterator[Phrase]:
    yield Phrase("the turn order", f"is {scene.names.listed(run[0].facts['seats'])}", run[0].cites)


def _rolled(scene: Scene, run: Run) -> Iterator[Phrase]:
    from oathtools.odds.dice import in_words

    for moment in run:
        die = moment.facts["die"]
        whose = moment.facts.get("whose") or moment.facts.get("who")
        roll = f"{_whose(scene, whose)} {_ROLLS.get(die, die)} roll" if whose else f"the {die} die"
        yield Phrase(roll, f"shows {in_words(moment.facts['faces'])}", moment.cites)


def _whose(scene: Scene, who: str) -> str:
    return scene.names.name(who) + ("'" if who == BANDITS else "'s")


_ROLLS = {"attacker": "attack", "defender": "defense"}


# -- campaigns -----------------------------------------------------------------------------------------------------


def _pools(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        attack, defense = moment.facts["attack"], moment.facts["defense"]
        targets = targets_of(moment)
        subject, verb = ("the target", "is") if len(targets) == 1 else ("the targets", "are")
        yield Phrase(subject, f"{verb} {listed(targets)}", moment.clauses)
        dice = "1 die" if attack == 1 else f"{attack} dice"
        yield Phrase("the attack", f"has {dice} and the defense {defense}", moment.cites)


def targets_of(moment: Moment) -> list[str]:
    """The targets of a campaign by their names."""
    names = {**moment.words, "pawn": "the defender's pawn and favor"}
    return [names.get(target, target) for target in moment.facts["targets"]]


def _allies(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        who = [scene.names.seat(seat) for seat in moment.facts["who"]]
        says = "joins the defense as an Ally" if len(who) == 1 else "join the defense as Allies"
        yield Phrase(listed(who), says, moment.cites)


def _battle(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        verb = "wins" if moment.facts["won"] else "loses"
        says = f"{verb} the campaign against {scene.names.name(moment.facts['defender'])}"
        yield Phrase(scene.names.seat(moment.facts["attacker"]), says, moment.cites)


def _nothing(scene: Scene, run: Run) -> Iterator[Phrase]:
    """What would be gained or placed where there is nothing of it."""
    for moment in run:
        what = f"no {moment.facts['what']}"
        if "to" in moment.facts:
            says = f"places {what} on {moment.name('to')}"
        elif "at" in moment.facts:
            says = f"gains {what} from {moment.name('at')}, which has none"
        else:
            says = f"gains {what}"
        yield Phrase(who_acts(scene, moment), says, moment.cites)


def _looked(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        count = moment.facts["count"]
        cards = "card" if count == 1 else f"{count} cards"
        says = f"looks at the top {cards} of {moment.name('at')}{_seen(scene, moment)}"
        yield Phrase(who_acts(scene, moment), says, moment.cites)


def _seen(scene: Scene, moment: Moment) -> str:
    """What was seen there, from the top, for the one who looked (A-118); nothing where no face was known."""
    view, seen = scene.names.view, moment.facts.get("seen", ())
    if not (view.spoil or view.viewer == moment.facts["who"]) or not any(map(catalog.is_card, seen)):
        return ""
    faces = [*(card if catalog.is_card(card) else "" for card in seen), *[""] * (moment.facts["count"] - len(seen))]
    parts: list[str] = []
    for face, alike in groupby(faces):
        count = len(list(alike))
        unnamed = "a card that nobody has named" if count == 1 else f"{count} cards that nobody has named"
        parts.append(catalog.name_of(face) if face else unnamed)
    return f": {listed(parts)}"


def _promise(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        facts = moment.facts
        by, to = (scene.names.seat(seat) for seat in facts["between"])
        until = f" until the end of round {facts['until']}" if facts.get("until") else ""
        if facts.get("one_way"):
            yield Phrase(by, f"promises {to}{until}: {facts['text']}", moment.cites)
        else:
            yield Phrase(listed([by, to]), f"promise each other{until}: {facts['text']}", moment.cites)


_ENDED = {"kept": "has kept the promise", "broken": "has broken the promise", "released": "is let off the promise"}


def _promise_ended(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        facts = moment.facts
        by, to = (scene.names.seat(seat) for seat in facts["between"])
        if facts.get("one_way"):
            who, says = by, f"{_ENDED[facts['how']]} to {to}"
        else:
            who, says = f"the promise of {by} and {to}", f"is {facts['how']}"
        yield Phrase(who, f"{says}: {facts['text']}", moment.cites)


def _promise_met(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        facts, who = moment.facts, moment.facts["who"]
        to = next(seat for seat in reversed(facts["between"]) if seat != who)
        does = "keeps" if facts["how"] == "kept" else "breaks"
        yield Phrase(
            scene.names.seat(who), f"{does} the promise to {scene.names.seat(to)}: {facts['text']}", moment.cites
        )


def _promise_over(scene: Scene, run: Run) -> Iterator[Phrase]:
    for moment in run:
        by, to = (scene.names.seat(seat) for seat in moment.facts["between"])
        yield Phrase(f"the promise of {by} and {to}", f"is over: {moment.facts['text']}", moment.cites)


def _variant(scene: Scene, run: Run) -> Iterator[Phrase]:
    """What a variant says of an event, in the words of its own file."""
    from oathtools.law import rulings_variants

    for moment in run:
        facts = moment.facts
        subject, says = rulings_variants.get(facts["variant"]).says[facts["says"]]
        words = {key: _worded(moment.words, value) for key, value in facts.items()}
        yield Phrase(subject.format_map(words), says.format_map(words), moment.cites)


def _worded(words: dict[str, str], value: Any) -> str:
    """What a variant names it names openly: a site of a list that all may read, wherever its card lies hidden."""
    if isinstance(value, list):
        return listed([_worded(words, each) for each in value])
    if catalog.is_card(str(value)):
        return catalog.name_of(value)
    return words.get(value, value) if isinstance(value, str) else str(value)


def _untold(scene: Scene, run: Run) -> Iterator[Phrase]:
    """What could not be told in words: the event by its name, with what is known of it."""
    for moment in run:
        known = [f"{key.replace('_', ' ')} {word}" for key, word in moment.words.items()]
        what = listed([moment.facts["event"].replace("_", " "), *known])
        says = f"cannot be told in words, a fault of ours ({moment.facts['fault']}): {what}"
        yield Phrase("what happened here", says, moment.cites, kind=UNTOLD)


# -- how the game ended --------------------------------------------------------------------------------------------

_SHARES, _BY_VISION = "denizen.false_prophet", ("3.2", "3.4.3")


def won_how(how: str, visions: list[str]) -> str:
    """In what way somebody has won; ``visions``: the names of those by which it was."""
    plain = WORDS.get(how, how)
    if not visions or how not in ("visionary", "war_exhaustion"):
        return plain
    named = listed([f"the {vision}" for vision in visions])
    return f"by {named}" if how == "visionary" else f"{plain}, with {named}"


def ending(state: State, names: Names) -> str:
    """How the game ended: who won, how, and by which clause."""
    result = state.result
    if result is None:
        return "The game is over."
    if result.get("winner") is None:
        return "The game is over. Nobody wins."
    ways = won_by(state, result["winner"], result.get("ways", ()), names)
    if not ways:  # a position need not say how
        return f"The game is over. {names.seat(result['winner'])} has won."
    return f"The game is over. {names.seat(result['winner'])} wins {listed(ways)}."


def won_by(state: State, seat: str, ways: Iterable[Sequence[str]], names: Names) -> list[str]:
    """The ways in which somebody wins, each with its clause, a Vision by its name."""
    revealed = state.zone(f"vision.{seat}")
    # A Vision may be shared (False Prophet): its name only where it can be no other.
    shared = state.where.get(_SHARES, "").startswith(("advisers.", "cards."))
    visions = [names.name(card) for card in revealed] if len(revealed) == 1 and not shared else []
    return [f"{won_how(how, visions if clause in _BY_VISION else [])} ({clause})" for how, clause in ways]


# Every other kind of event, with who tells it.
OTHERS: dict[str, Tell] = {
    "move": pieces,
    "place": pieces,
    "gain": pieces,
    "take": pieces,
    "give": pieces,
    "burn": pieces,
    "return": pieces,
    "replace": pieces,
    "sacrifice": pieces,
    "kill": pieces,
    "capture": pieces,
    "reveal": pieces,
    "secrets_turned": secrets_turned,
    "spent_supply": spent,
    "supply": supply,
    "refresh": refresh,
    "save": save,
    "action": _action,
    "failed": sentence("{who}", "cannot pay for the {action} action any more, and it does nothing"),
    "declined": sentence("{who}", "declines"),
    "promise": _promise,
    "promise_ended": _promise_ended,
    "promise_met": _promise_met,
    "promise_over": _promise_over,
    "signed_over": sentence("{who}", "signs over {at} to {other}"),
    "kept": sentence("{who}", "keeps {count} favor instead of burning it"),
    "nothing": _nothing,
    "variant": _variant,
    "looked": _looked,
    "pawn": _pawn,
    "banner": _banner,
    "mob": _mob,
    "title": _title,
    "role": _role,
    "visions_drawn": sentence(
        "the Visions Drawn marker",
        "goes to {count}",
        lambda moment: [{"marker": "visions_drawn", "to": moment.facts["count"]}],
    ),
    "oath": _oath,
    "seats": _seats,
    "rolled": _rolled,
    "pools": _pools,
    "allies": _allies,
    "rolled_battle": sentence("the attack", "comes to {attack} and the defense to {defense}"),
    "battle": _battle,
    # The other marks of a battle: the numbers in its account.
    **dict.fromkeys(("plan_begins", "to_roll", "falling", "losses", "rule", "captured"), silent),
    **dict.fromkeys(("victory", "campaign_over", "campaign_end"), silent),
    "step": silent,
    "turn": silent,
    "round": silent,
    "over": silent,
    "adjusted": silent,
    UNTOLD: _untold,
    **phrases_chronicle.OTHERS,
}
