"""Games of bots one after the other: who wins, how, how long; and the world that the last one leaves."""

from collections import Counter
from dataclasses import dataclass, field

from oathtools.answerers.bot import run_plugs
from oathtools.journal import Play, new_game
from oathtools.saga.chronicle.form import dumps, loads
from oathtools.saga.save_string import string as tts
from oathtools.saga.worlds import first_chronicle, world_of
from oathtools.saga.writing import chronicle_after
from oathtools.table.invariants import faults


@dataclass
class Season:
    ways: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    rounds: list[int] = field(default_factory=list)
    answers: int = 0

    def add(self, play: Play) -> None:
        result = play.state.result
        if result is None:
            raise RuntimeError("nobody has won")
        winner: str | None = result["winner"]
        self.ways[result["how"]] += 1
        self.winners[str(play.state.players[winner].name) if winner else "nobody"] += 1
        self.rounds.append(result["round"])
        self.answers += len(play.entries)


def season(names: list[str], games: int) -> tuple[Season, str]:
    seen = Season()
    chronicle = first_chronicle()
    for number in range(games):
        play = new_game(names, world_of(chronicle), seed=f"season {number}", bots="random")
        answers = run_plugs(play)
        assert answers > 0 and not faults(play.state)
        seen.add(play)
        play.write_chronicle()
        run_plugs(play)
        chronicle = chronicle_after(play, chronicle)
        assert loads(dumps(chronicle)) == chronicle
        again = Play(play.header, play.entries)
        assert again.state == play.state
    for row in chronicle.map:
        cards = [card if isinstance(card, str) else "unknown" for card in row.cards]
        print(row.site, row.facedown, ", ".join(cards), len(row.relics))
    order = chronicle.world_deck.order
    print(len(order or ()), len(chronicle.dispossessed or ()), chronicle.unknown()[:2], chronicle.boards["red"])
    past = [entry["winner"] for entry in chronicle.history]
    print(past)
    return seen, tts.write(chronicle)


if __name__ == "__main__":
    found, string = season(["Ann", "Bo", "Cy"], 1)
    print(found, string[:40], tts.read(string).name)
