"""Playing on many machines: the same chunks, handed to the workers of a scheduler of Dask (``oathtools[cluster]``).

Nothing of scheduling is ours: Dask hands a chunk out again when its worker dies or leaves, and takes in workers that
come later. Each worker needs this version of oathtools, and plays one chunk at a time, however many threads it has.
"""

import socket
from collections.abc import Generator, Iterable
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from oathtools.simulate.chunks import Chunk, play_chunk
from oathtools.simulate.running import Numbers, Runner, WorkersDie, checked
from oathtools.simulate.setting import Plan

if TYPE_CHECKING:
    from distributed import Client

INSTALL = "pip install 'oathtools[cluster]'"
_PORT = 8786  # where a scheduler of Dask listens if it is told nothing else
_ONE_AT_A_TIME = Lock()


class NoDask(Exception):
    """The extra that speaks with a scheduler is not installed."""


def at_scheduler(address: str, timeout: float = 10.0) -> Runner:
    """With the workers of the scheduler at an address (``tcp://host:8786``).

    Raises ``NoDask`` where it is not installed; running raises ``WorkersDie`` if the scheduler does not answer.
    """
    try:
        from distributed import Client
    except ImportError:
        raise NoDask from None

    def run(plan: Plan, chunks: Iterable[Numbers]) -> Generator[Chunk, None, None]:
        try:
            at = _answering(address, timeout)
            client = Client(at, timeout=timeout, set_as_default=False)
        except (OSError, ValueError) as fault:
            hint = "dask scheduler starts one and prints its address; dask worker ADDRESS, on each machine, a worker."
            raise WorkersDie(f"no scheduler answers at {address} ({fault})", hint) from None
        with client:
            yield from with_client(client, plan, chunks)

    return run


def _answering(address: str, timeout: float) -> str:
    """The whole address, if anybody listens there: a client would try for long. Raises ``OSError``, ``ValueError``."""
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    port = parts.port or _PORT
    socket.create_connection((parts.hostname or "", port), timeout).close()
    return f"{parts.scheme}://{parts.netloc if parts.port else f'{parts.netloc}:{port}'}"


def with_client(client: "Client", plan: Plan, chunks: Iterable[Numbers]) -> Generator[Chunk, None, None]:
    """With the workers that a client of Dask speaks to, those that come later too. Raises ``WorkersDie``."""
    from distributed import Future, KilledWorker, as_completed
    from distributed.client import FutureCancelledError

    # The plan goes with each chunk: data that lay with one worker would be lost with it.
    data, left = plan.as_data(), iter(chunks)
    out: set[Future] = set()
    done = as_completed(loop=client.loop)

    def hand_out() -> None:
        for numbers in islice(left, max(0, _room(client) - len(out))):
            future = client.submit(one_at_a_time, data, numbers, pure=False)
            out.add(future)
            done.add(future)

    try:
        hand_out()
        for future in done:
            chunk = checked(future.result())
            out.discard(future)
            hand_out()
            yield chunk
    except KilledWorker as fault:
        hint = "Have they memory enough? --chunk 1 takes least. What was played is kept."
        raise WorkersDie(f"workers died again and again over the same chunk ({fault})", hint) from None
    except (FutureCancelledError, OSError, TimeoutError) as fault:
        hint = "What was played is kept: go on when it is back."
        raise WorkersDie(f"the scheduler has gone ({fault})", hint) from None
    except ImportError as fault:
        hint = f"On every machine of the cluster: {INSTALL}, the same version as here."
        raise WorkersDie(f"a worker has no oathtools ({fault})", hint) from None
    finally:
        client.cancel(list(out))


def one_at_a_time(plan: dict[str, Any], numbers: Numbers) -> dict[str, Any]:
    """A chunk in a worker that may have several threads: they would only wait for one another."""
    with _ONE_AT_A_TIME:
        return play_chunk(plan, numbers)


def _room(client: "Client") -> int:
    """How many chunks may be handed out: two for each thread there is, so that nobody waits and little is lost."""
    return 2 * max(1, sum(client.nthreads().values()))
