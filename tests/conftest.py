"""How Hypothesis works in these tests, and what tests of several folders share."""

import io
import json
import os
import sys

import pytest
from _pytest.nodeid import NodeId
from hypothesis import HealthCheck, settings

from turnkeeper import cli

# A busy machine would break a time limit for one example, and the one for making examples.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
# Other examples at each run. `make fuzz` looks deep, and a test whose cases are many asks for a multiple of these.
settings.register_profile("turnkeeper", PATIENT, max_examples=40)
settings.register_profile("deep", PATIENT, max_examples=400)
# For `make coverage`: few examples, and the same each time, so that no branch is reached by luck.
settings.register_profile("coverage", PATIENT, derandomize=True, max_examples=20)
settings.load_profile("turnkeeper")

WIDE = ("module", "package", "session")


def pytest_collection_modifyitems(items):
    """Keep tests together that share a fixture of ours, when pytest-xdist runs the others wherever there is room.

    Such a fixture is a start that takes seconds (a Chromium, a Python in the page, a whole build), or a folder that
    is made once. Every other test must be able to run beside any test.
    """
    for item in items:
        fixtures = getattr(item, "_fixtureinfo", None)
        definitions = [fixture for found in fixtures.name2fixturedefs.values() for fixture in found] if fixtures else []
        named = item.get_closest_marker("xdist_group")
        if not named and any(fixture.scope in WIDE and fixture.baseid for fixture in definitions):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))
        group = item.get_closest_marker("xdist_group")
        if group and "PYTEST_XDIST_WORKER" in os.environ:
            # pytest-xdist 3.8.0 names the group in a private field that pytest no longer reads, and then scatters it:
            # https://github.com/pytest-dev/pytest-xdist/issues/1386
            item._id = NodeId.parse(f"{item.nodeid}@{group.args[0]}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    """Let a report go from process to process, which takes text in UTF-8 only: some tests log half of a pair."""
    report = yield
    report.sections = [(name, _as_utf8(text)) for name, text in report.sections]
    told = "" if isinstance(report.longrepr, tuple) else str(report.longrepr or "")
    if _as_utf8(told) != told:
        report.longrepr = _as_utf8(told)
    return report


def _as_utf8(text):
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


@pytest.fixture
def command_on_file(tmp_path, monkeypatch, capsys):
    """Run a command of `turnkeeper` on a value (as JSON), a text, or bytes; return the status and what was printed."""

    def run(name, content, *options, stdin=False):
        if not isinstance(content, str | bytes):
            content = json.dumps(content)
        raw = content.encode() if isinstance(content, str) else content
        (tmp_path / "given.json").write_bytes(raw)
        monkeypatch.chdir(tmp_path)
        if stdin:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        status = cli.main([name, "-" if stdin else "given.json", *options])
        out, err = capsys.readouterr()
        assert (tmp_path / "given.json").read_bytes() == raw
        return status, out, err

    return run
