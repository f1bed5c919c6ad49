"""What some fixed games of bots come to: of each a digest of all that was offered, answered and left on the table.

    python -m benchmarks.trails [NUMBERS.json]

Prints the digests. With a file of earlier ones: exit status 1 at the first game that comes to something else. Texts,
clauses and events are no part of it; hidden worlds neither.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.procedures.worlds import is_hidden, played

NUMBERS = tuple(number for number in range(80) if not is_hidden(number))


def trails() -> Iterator[str]:
    """The digest of each game, as it is played."""
    for number in NUMBERS:
        play = played(number, digests=True)
        said = [entry.as_data() for entry in play.entries]
        yield hashlib.sha256(json.dumps([said, play.game.state.digest()]).encode()).hexdigest()[:16]


def main() -> None:
    """Print the digests, or compare them."""
    if len(sys.argv) == 1:
        print(json.dumps(list(trails())))
        return
    kept = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    sys.exit(any(now != then for now, then in zip(trails(), kept, strict=True)))


if __name__ == "__main__":
    main()
