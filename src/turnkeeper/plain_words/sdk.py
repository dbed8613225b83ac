"""Errors that the SDK raises by itself, before or instead of an answer of the API."""

import inspect
import re
from difflib import get_close_matches
from typing import Any

from turnkeeper.plain_words.scene import Scene

_NEEDED = ("model", "max_tokens", "messages")
_GONE = ("temperature", "top_p", "top_k")
_UNEXPECTED = re.compile(
    r"(?:Async)?Messages\.(create|stream|count_tokens)\(\) got an unexpected keyword argument '(\w+)'"
)
_OFFLINE = "client = connect() answers offline, without a key and without a network."


def explained(error: BaseException, scene: Scene) -> str:
    """Return a sentence on an error of the SDK's own; empty for another error."""
    message = str(error)
    if type(error).__name__ == "APIConnectionError" or type(error).__name__ == "APITimeoutError":
        return f"The Messages API could not be reached from here. {_OFFLINE}" if _of_the_sdk(error) else ""
    if isinstance(error, ValueError) and message.startswith("Streaming is required"):
        return (
            "The SDK takes 21,333 as the most for max_tokens when the reply comes in one piece. Ask for less, or for "
            "a stream: with client.messages.stream(…) as stream."
        )
    if "Could not resolve authentication method" in message:
        return f"This client has no API key, so nothing was sent. {_OFFLINE}"
    if not isinstance(error, TypeError):
        return ""
    if message.startswith("Missing required arguments; Expected either ('max_tokens', 'messages' and 'model')"):
        return _missing(scene.inside.get("given_params"))
    if isinstance(most := scene.inside.get("max_tokens"), str) and "unsupported operand" in message:
        return f"`max_tokens` is a number, and here it is a text: write it without quotation marks, not {most!r}."
    if found := _UNEXPECTED.match(message):
        return _unexpected(found[1], found[2])
    if re.match(
        r"(create|stream|count_tokens)\(\) takes \d argument|(Async)?Messages\.\w+\(\) takes 1 positional", message
    ):
        return "messages.create() takes everything by name: create(model=…, max_tokens=…, messages=…)."
    return ""


def _of_the_sdk(error: BaseException) -> bool:
    return type(error).__module__.startswith("anthropic")


def _missing(given: Any) -> str:
    missing = [name for name in _NEEDED if name not in given] if isinstance(given, set) else []
    lacks = f"{_listed(missing)} {'is' if len(missing) == 1 else 'are'} missing" if missing else "one is missing"
    return f"Every call of messages.create() needs model, max_tokens and messages, and here {lacks}."


def _listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _unexpected(method: str, name: str) -> str:
    if name in _GONE:
        return f"messages.{method}() has no argument {name!r} any more: leave it out."
    if name in ("role", "content", "prompt", "message"):
        return (
            f"messages.{method}() has no argument {name!r}. What is said goes into the list: "
            'messages=[{"role": "user", "content": "…"}].'
        )
    from anthropic.resources.messages import Messages

    near = get_close_matches(name, list(inspect.signature(getattr(Messages, method)).parameters), 1)
    return f"messages.{method}() has no argument {name!r}.{f' Did you mean {near[0]!r}?' if near else ''}"
