"""The TypeScript SDK over HTTP, on the node of our own venv."""

import json
from pathlib import Path

import pytest

from turnkeeper.site.build import install_web_packages, web_packages_are_installed
from turnkeeper.site.steps import environment, run

from .tides import GET_TIDE, MODEL, SAID, SYSTEM, TIDE, TURNS, check_record

HERE = Path(__file__).parent / "typescript"


@pytest.fixture(scope="session")
def packages():
    if not web_packages_are_installed(HERE):
        install_web_packages(HERE)


@pytest.fixture
def hold(packages, url):
    """Hold the conversation in one way, and return what the client saw."""
    given = json.dumps({"model": MODEL, "system": SYSTEM, "turns": TURNS, "tool": GET_TIDE, "tide": TIDE})

    def hold(way):
        found = json.loads(run("node", "conversation.mjs", url, given, way, cwd=HERE, env=environment()))
        assert found.pop("outside") == []
        return found

    return hold


def test_create(hold, model):
    assert hold("create")["said"] == list(SAID)
    check_record(model)


def test_stream(hold, model):
    found = hold("stream")
    assert found["said"] == list(SAID)
    assert found["pieces"] > 8
    check_record(model)


def test_the_tool_runner(hold, model):
    assert hold("run") == {"said": [SAID[1]], "asked": ["Brest"]}
    assert len(model.requests) == 2


def test_count_tokens(hold, model):
    assert hold("count") == {"input_tokens": model.counts[0].input_tokens}
    assert model.requests == []


def test_it_tries_again(hold, model):
    model.fail_next(429, times=2)
    assert hold("refused") == {"said": [SAID[0]]}
    assert len(model.requests) == 3


def test_after_three_tries_it_says_so(hold, model):
    model.fail_next(529, times=3)
    found = hold("refused")
    assert (found["status"], found["type"]) == (529, "overloaded_error")
    assert found["requestID"].startswith("req_")
    assert len(model.requests) == 3
