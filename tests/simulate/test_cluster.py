"""On a cluster of Dask: two workers, one of which is killed and replaced; the numbers are those of one process."""

import json
import os
import signal
from collections.abc import Generator, Iterable
from typing import Any

import pytest

from oathtools.simulate.running import Chunk, Run, WorkersDie
from oathtools.simulate.setting import Plan
from tests.simulate.played import plan, played

distributed = pytest.importorskip("distributed", reason="oathtools[cluster] is not installed")
pytestmark = [pytest.mark.filterwarnings("default"), pytest.mark.skipif(os.name == "nt", reason="no such signal there")]


@pytest.fixture
def cluster() -> Generator[Any, None, None]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, worker_dashboard_address=None
    ) as made:
        yield made


@pytest.mark.soak
def test_a_worker_is_killed_and_replaced_and_the_numbers_are_the_same(cluster: Any) -> None:
    from oathtools.simulate.running import with_client

    what, killed = plan(), []
    with distributed.Client(cluster, set_as_default=False) as client:
        pids = client.run(os.getpid)

        def on_cluster(of: Plan, numbers: Iterable[list[int]]) -> Generator[Chunk, None, None]:
            yield from with_client(client, of, numbers)

        def tell(games: int) -> None:
            if not killed:
                killed.append(next(iter(pids.values())))
                os.kill(killed[0], signal.SIGKILL)

        run = Run(what)
        run.play(16, 1, on_cluster, tell)
        client.wait_for_workers(2, timeout=30)
        assert killed[0] not in client.run(os.getpid).values()
    assert json.dumps(run.results()) == json.dumps(played(what, 16).results())


def test_the_address_of_a_scheduler_is_enough(cluster: Any) -> None:
    from oathtools.simulate.running import at_scheduler

    what, run = plan(), Run(plan())
    run.play(6, 2, at_scheduler(cluster.scheduler_address))
    assert json.dumps(run.results()) == json.dumps(played(what, 6).results())


def test_where_no_scheduler_answers_it_is_said_how_to_start_one() -> None:
    from oathtools.simulate.running import at_scheduler

    with pytest.raises(WorkersDie, match="no scheduler answers") as refused:
        Run(plan()).play(2, 1, at_scheduler("tcp://127.0.0.1:9", timeout=0.5))
    assert "dask scheduler" in refused.value.hint
