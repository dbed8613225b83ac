"""The offline model: a script behind the Messages API, and a record of everything it was sent."""

import json
from collections import deque
from typing import Any

import httpx2

from turnkeeper.faults import named
from turnkeeper.offline.errors import ApiError
from turnkeeper.offline.reply import ask
from turnkeeper.offline.request import MessagesRequest, Script, read_request
from turnkeeper.tokens import block_tokens


class ScriptedModel:
    """A model that runs on this machine: it answers from a script, and remembers nothing.

    The record is for you to look at. The script never sees it, only the one request it answers.

    Args:
        script: A function from the request to the reply; `turnkeeper.scripts` has some.

    Attributes:
        requests: Every `messages.create` whose fields were in order, oldest first.
        counts: Every `count_tokens` likewise.
    """

    def __init__(self, script: Script) -> None:
        self.script = script
        self.requests: list[MessagesRequest] = []
        self.counts: list[MessagesRequest] = []
        self._failures: deque[ApiError] = deque()
        self._arrived = 0

    def fail_next(self, status: int = 529, *, times: int = 1) -> None:
        """Make the next calls of `messages.create` fail, as a busy or broken service would.

        Args:
            status: The HTTP status: 400, 404, 429, 500 or 529 (overloaded).
            times: How many calls fail, the SDK's own retries among them.

        Raises:
            ValueError: If there is no such error.
        """
        error = ApiError(status, "Overloaded" if status == 529 else f"A fault asked for by fail_next({status}).")
        self._failures.extend([error] * times)

    def handle(self, request: httpx2.Request) -> httpx2.Response:
        """Answer one HTTP request, as the Messages API would."""
        self._arrived += 1
        request_id = f"req_offline_{self._arrived:06}"
        headers = {"request-id": request_id}
        try:
            return httpx2.Response(200, json=self._answer(request), headers=headers)
        except ApiError as refusal:
            error = refusal
        except Exception as fault:
            # Unanswered, the SDK would call a fault of ours a connection error, and try again.
            error = ApiError(500, f"The offline API failed: {named(fault)}", retry=False)
        body = json.dumps(error.body(request_id))  # escaped: the words of a fault may hold half a character
        headers |= error.headers | {"content-type": "application/json"}
        return httpx2.Response(error.status, content=body, headers=headers)

    def _answer(self, request: httpx2.Request) -> dict[str, Any]:
        match request.method, request.url.path:
            case "POST", "/v1/messages":
                return self._create(request.content)
            case "POST", "/v1/messages/count_tokens":
                counted = read_request(request.content, counting=True)
                self.counts.append(counted)
                return {"input_tokens": counted.input_tokens}
            case method, path:
                raise ApiError(404, f"The offline API does not answer {method} {path}.")

    def _create(self, body: bytes) -> dict[str, Any]:
        request = read_request(body)
        self.requests.append(request)
        if self._failures:
            raise self._failures.popleft()
        input_tokens = request.input_tokens  # before the script has its hands on it
        content = ask(self.script, request)
        letters = request.model.letters_per_piece
        return {
            "id": f"msg_offline_{self._arrived:06}",
            "type": "message",
            "role": "assistant",
            "model": request.model.id,
            "content": content,
            "stop_reason": "tool_use" if any(block["type"] == "tool_use" for block in content) else "end_turn",
            "stop_sequence": None,
            "usage": {
                "input_tokens": input_tokens,
                "output_tokens": sum(block_tokens(block, letters) for block in content),
                "cache_creation_input_tokens": 0,
                "cache_read_input_tokens": 0,
            },
        }
