"""``oathtools campaign``: a campaign resolved step by step with the dice that fell, or that the tool rolls."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import click

from oathtools.answerers.bot import chance, run_plugs, stream
from oathtools.cli.battles import odds
from oathtools.cli.shared.common import Command, Failure, at_terminal, echo, emit, in_lines
from oathtools.cli.shared.folders import edition
from oathtools.cli.shared.gaming import after, names_for, question_data, recording, view_game
from oathtools.cli.shared.judging import needed
from oathtools.engine.decision import Decision, NotOffered
from oathtools.journal.play import Play
from oathtools.kit.text import count, percent
from oathtools.odds.dice import Unread, die_faces, faces, how
from oathtools.odds.numbers import Query, prepare, ratio, warnings_of
from oathtools.powers import load
from oathtools.procedures.campaign.account import Account, account, roll_by_roll
from oathtools.procedures.campaign.fight import BANDITS, ROLL_OF, ROLLS, SACRIFICE
from oathtools.procedures.campaign.staged import Known, Scene, declared_scene, stage
from oathtools.render.battles import campaign as render
from oathtools.render.battles.campaign import Heading, at_table, step_lines
from oathtools.render.document import apart, reasons
from oathtools.render.game.question import outside, reasons_of
from oathtools.render.game.verdict import labels
from oathtools.render.names import Names
from oathtools.saga.chronicle.form import KEPT, NOT_PLAYED
from oathtools.table.views import View

CLAUSES = {"defense": "5.5.4", "attack": "5.5.5"}


class Dice(NamedTuple):
    """What is given of the dice: rolls in words, or a seed to roll from; ``roll``: take a new seed."""

    defense: str | None
    attack: str | None
    seed: str | None
    roll: bool

    @property
    def given(self) -> bool:
        """Is anything given?"""
        return self.roll or any(each is not None for each in (self.defense, self.attack, self.seed))

    def seeded(self) -> str | None:
        """The seed to roll from, if the tool rolls. Raises ``Failure`` where both are given."""
        flag = "--defense-roll" if self.defense is not None else "--attack-roll" if self.attack is not None else None
        if self.seed is None and not self.roll:
            return None
        if flag:
            raise Failure("usage", f"{flag} and a seed: who rolls?", hint="Tell both rolls, or leave both to the tool.")
        if self.seed is not None:
            return self.seed
        from secrets import token_hex

        return token_hex(4)

    def faces(self, die: str, count: int) -> list[str]:
        """The faces of a roll that is given in words. Raises ``Failure``."""
        try:
            return faces(die, getattr(self, die), count)
        except Unread as fault:
            raise Failure("usage", fault.message, hint=fault.hint, citations=[CLAUSES[die]]) from None


class Campaign(NamedTuple):
    """A campaign that is to be carried out on a table of its own, with what stands above its steps."""

    scene: Scene
    known: Known
    heading: Heading
    names: Names
    warnings: Sequence[str]


@click.command(cls=Command)
@odds.by_numbers
@odds.at_a_table
@click.option("--dice", metavar="A", help="Attack dice, as --attack.")
@click.option("--ally", "allies", multiple=True, metavar="NAME", help="A Citizen who joins an Imperial defense.")
@click.option("--defense-roll", metavar="DICE", help='What fell: "1 2 x2 -", or "2 blank, 1 doubler".')
@click.option("--attack-roll", metavar="DICE", help='What fell: "s h h k", or "3h 2s 1k".')
@click.option("--roll", is_flag=True, help="Let the tool roll, from a new seed that it prints.")
@click.option("--seed", metavar="S", help="Let the tool roll from this seed.")
@click.option("--sacrifice/--no-sacrifice", "gives", default=None, help="Sacrifice if that wins.  [default: yes]")
@odds.answering
def campaign_command(
    query: Query,
    dice: str | None,
    defense_roll: str | None,
    attack_roll: str | None,
    roll: bool,
    seed: str | None,
    gives: bool | None,
) -> int:
    """Resolve a campaign with the dice that fell: each step with its clause, what to move, and how lucky it was.

    From numbers, from a position, or for a declaration in the running game, nothing is recorded. Without any of these,
    in the running game: the campaign under way, or the last one; rolls that are given answer its questions.

    \b
    Attack dice: s sword, h hollow sword, k two swords and a skull.
    Defense dice: 1 and 2 shields, x2 doubler, - blank.
    """
    if edition() is not None:
        raise Failure("not_offered", NOT_PLAYED, hint=KEPT)
    if dice is not None:
        query = query._replace(attack=odds.number_of(dice))
    rolls = Dice(defense_roll, attack_roll, seed, roll)
    if query.declares:
        if query.first:
            raise Failure("usage", f"{query.first} says what the position says", hint=f"Leave {query.first} out.")
        return _carried_out(_declared(query), rolls, gives)
    if query.first is None and query.attack is None and not (query.planned or query.bandits):
        if query.position is not None and query.player is None and not query.allies:
            return _carried_out(_in_position(query, rolls), rolls, gives)
        if query.player is not None or query.allies:
            raise Failure("usage", "missing: --against", hint="--against NAME --target site:S --target pawn")
        if not odds.in_saga():
            raise odds.missing(query, "campaign")
        return _in_the_game(rolls, gives)
    if query.position is not None:
        raise Failure("usage", "numbers and a position are told", hint="Leave one of them out.")
    return _carried_out(_by_numbers(query), rolls, gives)


# -- which campaign ------------------------------------------------------------------------------------------------


def _by_numbers(query: Query) -> Campaign:
    from oathtools.procedures.campaign.staged import scene_of

    numbers = odds.numbers_of(query, "campaign")
    uses, battle = prepare(numbers)
    scene = scene_of(numbers, uses, load)
    names = Names(View(scene()[0].state, None, True))
    return Campaign(scene, Known(), render.by_numbers(numbers, uses, battle), names, warnings_of(numbers, uses))


def _declared(query: Query) -> Campaign:
    from oathtools.answerers.battles import not_counted, outlook

    judge = odds.bench(query)
    with odds.undeclarable(judge.names):
        look = outlook(judge.ground, query, labels(judge.names))
    notes = [*judge.warnings, *map(judge.names.text, not_counted(judge.ground, look))]
    if query.position is None:
        notes.append("nothing is recorded in the running game; oathtools answer campaign ... declares it there")
    plans = [(used.who, used.chosen) for used in look.on.used if used.who != BANDITS]
    scene, known = declared_scene(judge.ground.game, look.bare_frame), Known(look.on.allies, plans)
    return Campaign(scene, known, at_table(account(stage(scene, known).beats), judge.names), judge.names, notes)


def _in_position(query: Query, dice: Dice) -> Campaign:
    """The campaign under way at the end of a position's ``then``, or the last one in it. Raises ``Failure``."""
    from oathtools.answerers.judge import last_fought, scene_of

    judge = odds.bench(query)
    play = judge.ground.play
    found = last_fought(play, rolled=False)
    if found is None:
        hint = "--against NAME --target site:S --target pawn"
        raise Failure("usage", "missing: --against; no campaign is under way in this position", hint=hint)
    fell = {entry.kind for entry in play.live}
    twice = next((die for die, kind in ROLL_OF.items() if kind in fell and getattr(dice, die) is not None), None)
    if twice:
        raise Failure("usage", f"--{twice}-roll is told by the position", hint="Leave it out.")
    return Campaign(scene_of(play, found), Known(), at_table(account(found), judge.names), judge.names, judge.notes)


# -- carried out on a table of its own -----------------------------------------------------------------------------


def _carried_out(case: Campaign, dice: Dice, gives: bool | None) -> int:
    """Take, roll or ask for the dice; then every step, and the luck."""
    rolling = _Rolling(case._replace(known=case.known._replace(sacrifice=gives is not False)), dice)
    found = rolling.whole()
    if rolling.begun and gives is None and found.ending and found.ending.sacrificed and not _sacrifices(found):
        rolling.case = rolling.case._replace(known=rolling.case.known._replace(sacrifice=False))
        found = rolling.whole()
    return _shown(found, case, rolling.seed, headed=not rolling.begun)


def _shown(found: Account, case: Campaign, seed: str | None, *, headed: bool) -> int:
    return emit(
        render.whole_json(found, case.heading, case.names, seed),
        lambda: render.campaign_document(found, case.heading if headed else None, case.names, seed),
        citations=render.citations(found.steps),
        warnings=case.warnings,
    )


class _Rolling:
    """The dice of one campaign, roll by roll: as they are given, rolled by the tool, or asked for at the terminal.

    ``begun``: has anything been asked there?
    """

    def __init__(self, case: Campaign, dice: Dice) -> None:
        self.case, self.dice = case, dice
        self.seed = dice.seeded()
        faces = {"defense": dice.defense, "attack": dice.attack, **case.known.rolls}
        self.asks = at_terminal() and self.seed is None and None in faces.values()
        self.begun = False

    def whole(self) -> Account:
        """The campaign to its end. Raises ``Failure`` for dice that are not given, or that are none."""
        try:
            found, known, _ = roll_by_roll(self.case.scene, self.case.known, self._roll)
        except NotOffered as refused:
            raise self._refused(refused) from None
        self.case = self.case._replace(known=known)
        for die in CLAUSES:
            self._left_over(die, found)
        return found

    def _refused(self, refused: NotOffered) -> Failure:
        """A plan that the rules refuse when its turn comes, though it looked legal before."""
        names = self.case.names
        return Failure(
            "not_offered",
            f"{names.name(str(refused.answer))} cannot be used any more when its turn comes",
            detail=reasons(reasons_of(refused.refusals, names.text)),
            hint="Plans are used in the order in which they are named, the attacker's first (5.5.3)",
            citations=list(dict.fromkeys(each.clause for each in refused.refusals)),
        )

    def _left_over(self, die: str, found: Account) -> None:
        """Words about dice that are not rolled are refused."""
        if getattr(self.dice, die) is None or die in self.case.known.rolls:
            return
        if found.result is None:
            victor = "attacker" if found.won else "defender"
            words = f"a plan has decided this battle for the {victor}: nothing is rolled (A-133)"
            raise Failure("usage", words, hint=f"Leave --{die}-roll out.", citations=["A-133"])
        self.dice.faces(die, 0)

    def _roll(self, decision: Decision, so_far: Account) -> Sequence[str]:
        """The faces of one roll. Raises ``Failure`` for words that are none, and where nobody can be asked."""
        die = ROLLS[decision.kind]
        if getattr(self.dice, die) is not None:
            return self.dice.faces(die, decision.high)
        if self.seed is not None:
            return decision.random(stream(self.seed, "chance", decision.kind, 0))
        if not self.asks:
            raise _needed(die, decision, so_far)
        self._before(die, so_far)
        while True:
            try:
                return faces(die, _typed(f"\n{die.capitalize()} dice ({decision.high}): "), decision.high)
            except Unread as fault:
                echo(f"{fault.message}. {fault.hint}")

    def _before(self, die: str, so_far: Account) -> None:
        """At the terminal: the numbers first, and after the defense roll what it came to and the odds now."""
        if not self.begun:
            echo(in_lines(self.case.heading.document()))
        self.begun = True
        if die == "attack":
            step = next((step for step in so_far.steps if step.clause == "5.5.4"), None)
            lines = step_lines(step, self.case.names, so_far.declared["player"]) if step else ()
            echo(in_lines([*lines, f"Win now: {percent(*so_far.chance(die))}"]))


def _needed(die: str, decision: Decision, so_far: Account) -> Failure:
    """The roll that nobody gave, as ``ask`` would put it, and the odds as they stand."""
    count = decision.high
    question = outside(
        decision.kind, decision.form, die_faces(die), count, count, who=decision.who, cites=[CLAUSES[die]]
    )
    hint = f'--{die}-roll "...": {how(die)}\nOr let the tool roll: --roll'
    message = f"{count} {die} {'die' if count == 1 else 'dice'}: what fell? ({CLAUSES[die]})"
    win = ratio(*so_far.chance(die))
    return Failure("needs_answer", message, hint=hint, citations=[CLAUSES[die]], question=question, win=win)


def _sacrifices(so_far: Account) -> bool:
    """At the terminal: is it to be sacrificed?"""
    assert so_far.result is not None
    rolls = f"Attack {so_far.result.attack}, defense {so_far.result.defense}"
    reply = _typed(f"\n{rolls}: sacrifice {count(so_far.result.needed, 'warband')} to win (5.5.5)? [Y/n] ")
    return reply.strip().casefold() not in ("n", "no")


def _typed(prompt: str) -> str:
    """A line from whoever sits at the terminal. Raises ``click.Abort`` at the end of the input."""
    try:
        return input(prompt)
    except EOFError:
        raise click.Abort from None


# -- in the running game -------------------------------------------------------------------------------------------


def _in_the_game(dice: Dice, gives: bool | None) -> int:
    """Answer the rolls that are given; then the campaign under way, or the last one."""
    if not dice.given and gives is None:
        running = view_game()
        return _so_far(running.play, running.notes, None)
    with recording() as (running, play, since):
        seed = dice.seeded()
        _answer(play, dice, seed, gives)
        run_plugs(play)
    return _so_far(play, running.notes, seed, since)


def _answer(play: Play, dice: Dice, seed: str | None, gives: bool | None) -> None:
    """The open questions of a battle, from what is given; a question in between that it does not speak of is refused.

    Raises ``Failure``; then nothing is recorded.
    """
    left = {die for die in CLAUSES if getattr(dice, die) is not None}
    if play.pending is None or play.pending.kind not in (*ROLLS, SACRIFICE):
        hint = "oathtools ask shows the question that is open; oathtools campaign --help tells of campaigns by numbers"
        raise Failure("not_offered", "no dice of a campaign are to be rolled now", hint=hint, citations=["5.5"])
    while (decision := play.pending) is not None:
        die = ROLLS.get(decision.kind)
        if die in left:
            play.answer(dice.faces(die, decision.high))
            left.remove(die)
        elif die is not None and seed is not None:
            play.answer(chance(play, seed))
        elif decision.kind == SACRIFICE and gives is not None:
            play.answer("yes" if gives else "no")
        elif left:
            raise needed(play, decision, "One roll at a time, then. Nothing was answered.")
        else:
            return


def _so_far(play: Play, notes: list[str], seed: str | None, since: int | None = None) -> int:
    """The campaign under way in the running game, or the last one, and what is asked now."""
    from oathtools.answerers.judge import last_fought, unrolled

    if unrolled(play):
        hint = "oathtools ask shows what is asked before them; oathtools odds: how it may end"
        raise Failure("not_found", "no dice of this campaign have been rolled yet", hint=hint)
    found = last_fought(play)
    if found is None:
        hint = "oathtools answer campaign NAME --target T declares one; oathtools campaign --help: by numbers"
        raise Failure("not_found", "no dice of a campaign have been rolled in this game", hint=hint)
    battle, names = account(found), names_for(play)
    heading = render.at_table(battle, names)
    data: dict[str, Any] = render.whole_json(battle, heading, names, seed)
    shown = render.campaign_document(battle, heading, names, seed)
    if battle.result is None and battle.won is None:
        data["win"] = ratio(*battle.chance("attack"))
        shown.append(f"Win now: {percent(*battle.chance('attack'))}")
    elif battle.won is None:
        shown.append("The sacrifice is not answered yet.")
    if since is not None:
        shown = apart(shown, after(play, since))
    data["ask"] = question_data(play)
    return emit(data, shown, citations=render.citations(battle.steps), warnings=notes)
