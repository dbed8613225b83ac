import pytest

from turnkeeper import ScriptedModel
from turnkeeper.offline.http import running

from .loopback import Loopback
from .tides import harbour


@pytest.fixture(autouse=True)
def loopback(monkeypatch):
    """No client may reach another host: one that tries fails its test, even when it bears the refusal silently."""
    guard = Loopback(monkeypatch)
    yield guard
    assert guard.tried == []


@pytest.fixture(autouse=True)
def no_settings(monkeypatch):
    """No key and no address from the environment: a test says whom it talks to."""
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def model():
    return ScriptedModel(harbour)


@pytest.fixture
def url(model):
    """The base URL at which the model answers."""
    with running(model) as url:
        yield url
