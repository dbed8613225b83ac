"""`turnkeeper grade --scheduler`: the same verdicts from a Dask cluster of two worker processes."""

import json
import os
import sys

import dask
import pytest
from bank import ROOT
from distributed import LocalCluster

from turnkeeper import cli
from turnkeeper.classroom.cluster import grade_on_cluster
from turnkeeper.classroom.work import Job, Limits


@pytest.fixture
def cluster():
    never_twice = {"distributed.scheduler.allowed-failures": 0}
    with (
        dask.config.set(never_twice),
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
    ):
        yield cluster


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    folder = tmp_path / "submissions"
    folder.mkdir()
    solution = (ROOT / "solutions/trim.py").read_text()
    (folder / "ada_trim.py").write_text(solution)
    (folder / "ben_trim.py").write_text(f"import os\nos.fork()\n{solution}")
    (folder / "cleo_trim.py").write_text("def trim(messages, limit, count):\n    return messages\n")
    (folder / "dan_trim.py").write_text("import signal\nsignal.raise_signal(9)\n")
    return folder


def verdicts(path):
    data = json.loads(path.read_text())
    return {
        each["student"]: [
            (one["status"], one["refused"], [(kept["id"], kept["kind"]) for kept in one["requirements"]])
            for one in each["results"]
        ]
        for each in data["submissions"]
    }


def test_the_verdicts_are_those_of_this_machine(cluster, folder, tmp_path):
    here, there = tmp_path / "here.json", tmp_path / "there.json"
    assert cli.main(["grade", str(folder), "--json", str(here), "--jobs", "1"]) == 0
    assert cli.main(["grade", str(folder), "--json", str(there), "--scheduler", cluster.scheduler_address]) == 0
    assert verdicts(there) == verdicts(here)
    assert {student: found[0][0] for student, found in verdicts(here).items()} == {
        "ada": "passed",
        "ben": "refused",
        "cleo": "failed",
        "dan": "broken",
    }
    # A worker that dies takes down no other submission, and is named.
    named = {}
    jobs = [Job(student, {"trim": ""}, {}, "", Limits()) for student in ("ada", "ben")]
    ends = lambda data: os._exit(1) if data["student"] == "ben" else []  # noqa: E731  (a lambda goes along as it is)
    grade_on_cluster(
        jobs,
        lambda job, outcomes: named.update({job.student: [one.why for one in outcomes]}),
        scheduler=cluster.scheduler_address,
        work=ends,
    )
    assert named == {"ada": [], "ben": ["The worker that graded it failed: KilledWorker. Grade it again."]}


def test_a_scheduler_that_does_not_answer_is_named(folder, capsys, monkeypatch):
    monkeypatch.setattr("turnkeeper.cli.classroom.grade_on_cluster.__kwdefaults__", {"patience": 1.0, "work": None})
    assert cli.main(["grade", str(folder), "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert "no scheduler answers at tcp://127.0.0.1:9 within 1 seconds" in capsys.readouterr().err


def test_without_distributed_it_says_how_to_install_it(folder, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert cli.main(["grade", str(folder), "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert capsys.readouterr().err == (
        "turnkeeper grade: distributed is missing. Install it: pip install -e '.[cluster]'\n"
    )
