"""The same jobs on a Dask cluster: its scheduler hands them to workers, and each worker grades as this machine would.

Needs the extra `cluster`, here and on the workers; the workers need no checkout of the course.
"""

import threading
from collections.abc import Callable, Iterable
from typing import Any

from turnkeeper.classroom.lane import Lane
from turnkeeper.classroom.work import Job, Outcome

_PATIENCE = 180.0  # seconds beyond a submission's budget after which it is asked whether a worker is left
_here = threading.local()


class ClusterError(Exception):
    """The cluster cannot be used; the message says why, and the mend."""


def grade_on_cluster(
    jobs: Iterable[Job],
    tell: Callable[[Job, list[Outcome]], object],
    *,
    scheduler: str,
    patience: float = 20.0,
    work: "Callable[[dict[str, Any]], list[Outcome]] | None" = None,
) -> None:
    """Grade submissions on a Dask cluster.

    Args:
        jobs: The submissions.
        tell: Called with each submission and its outcomes, when they are there, one at a time.
        scheduler: The address of the cluster's scheduler, such as tcp://10.0.0.5:8786.
        patience: How long to wait for the scheduler and for a first worker, in seconds.
        work: What a worker does with a job; None grades it.

    Raises:
        ClusterError: If distributed is not installed, or the address is none, or the scheduler does
            not answer or has no worker.
    """
    try:
        from distributed import Client, as_completed
        from distributed.comm.addressing import get_address_host_port
    except ModuleNotFoundError as missing:
        raise ClusterError("distributed is missing. Install it: pip install -e '.[cluster]'") from missing
    try:
        host, _ = get_address_host_port(scheduler)  # a client that was given something else ends in a traceback
    except ValueError:
        host = ""
    if not host:
        raise ClusterError(f"{scheduler} is no address of a scheduler. Write it as tcp://10.0.0.5:8786.")
    try:
        client = Client(scheduler, timeout=patience, set_as_default=False)
    except (OSError, ValueError) as error:
        said = f"no scheduler answers at {scheduler} within {patience:g} seconds. Is `dask scheduler` running there?"
        raise ClusterError(said) from error
    with client, client.as_current():
        try:
            client.wait_for_workers(1, timeout=patience)
        except (TimeoutError, OSError) as error:
            raise ClusterError(
                f"the scheduler at {scheduler} has no worker. Start one: dask worker {scheduler}"
            ) from error
        pending = {client.submit(work or grade_on_worker, job.to_json(), pure=False): job for job in jobs}
        longest = max((job.limits.budget for job in pending.values()), default=0.0) + _PATIENCE
        while pending:
            try:
                for future in as_completed(list(pending), timeout=longest):
                    job = pending.pop(future)
                    tell(job, _outcomes(job, future))
            except TimeoutError:
                if not client.scheduler_info()["workers"]:
                    for job in pending.values():
                        tell(job, _named(job, "No worker of the cluster was left to grade it."))
                    return


def grade_on_worker(data: dict[str, Any]) -> list[Outcome]:
    """Grade a submission where this runs; a worker's thread keeps its lane for the next one.

    Args:
        data: The job, as `Job.to_json` made it.
    """
    if not hasattr(_here, "lane"):
        _here.lane = Lane()
    lane: Lane = _here.lane
    return lane.grade(Job.from_json(data))


def _outcomes(job: Job, future: Any) -> list[Outcome]:
    try:
        outcomes: list[Outcome] = future.result()
    except Exception as error:  # whatever became of the worker, the submission is named and the others go on
        return _named(job, f"The worker that graded it failed: {type(error).__name__}. Grade it again.")
    return outcomes


def _named(job: Job, why: str) -> list[Outcome]:
    return [Outcome(slug, why=why, kind="broken") for slug in job.answers]
