"""The door for the SDK: a real `anthropic.Anthropic` whose transport is the offline model."""

import warnings

import anthropic
import httpx2

from turnkeeper.offline.model import ScriptedModel


def offline_client(model: ScriptedModel) -> anthropic.Anthropic:
    """Return an SDK client whose every request is answered by the offline model, without a network."""
    with warnings.catch_warnings():
        # In the browser httpx2 warns about socket options, which a mock transport never uses.
        warnings.filterwarnings("ignore", message=".*not supported on Emscripten.*")
        http_client = anthropic.DefaultHttpxClient(transport=httpx2.MockTransport(model.handle))
    # The base URL is given so that no environment variable can point an offline client at a network.
    return anthropic.Anthropic(api_key="offline", base_url="http://offline.invalid", http_client=http_client)
