"""What one call through the offline API costs, next to the SDK alone: `make bench`.

Both sides are the real SDK with the same request. One is answered by the scripted model, the other by a transport that
always returns the same bytes. The runs alternate, so that both meet the same machine, and the medians are compared.
"""

import json
import statistics
import time

import anthropic
import httpx2

from turnkeeper import MessagesRequest, ScriptedModel
from turnkeeper.offline import offline_client

MODEL = "claude-haiku-5-5"
FEW = 50
MANY = (500, 5_000)
SAMPLES = 200


def history(length: int) -> list[dict]:
    """A conversation in which every other exchange calls a tool."""
    messages: list[dict] = []
    number = 0
    while len(messages) < length:
        number += 1
        messages.append({"role": "user", "content": f"Where is order {number}, and when does it arrive in Tarn?"})
        if number % 2:
            call = {"type": "tool_use", "id": f"toolu_{number}", "name": "find_order", "input": {"number": number}}
            found = {"type": "tool_result", "tool_use_id": call["id"], "content": f"Order {number} leaves on Tuesday."}
            messages.append({"role": "assistant", "content": [{"type": "text", "text": "I look it up."}, call]})
            messages.append({"role": "user", "content": [found]})
        messages.append({"role": "assistant", "content": f"Order {number} leaves on Tuesday, so count on Friday."})
    del messages[length - 1 :]
    if "tool_use" in str(messages[-1:]):
        messages[-1] = {"role": "assistant", "content": "I have to look it up."}
    return [*messages, {"role": "user", "content": "Thank you. And the next one?"}]


def constant_client() -> anthropic.Anthropic:
    """The SDK with a transport that answers every request with the same bytes: those of the offline API."""
    body = json.dumps({"model": MODEL, "max_tokens": 100, "messages": history(1)}).encode()
    answer = ScriptedModel(script).answer("POST", "/v1/messages", {"anthropic-version": "2026-10-21"}, body)

    def handle(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(answer.status, headers=answer.headers, content=answer.chunks[0])

    return anthropic.Anthropic(
        api_key="offline",
        base_url="http://offline.invalid",
        http_client=anthropic.DefaultHttpxClient(transport=httpx2.MockTransport(handle)),
    )


def script(request: MessagesRequest) -> str:
    """A model that has little to say."""
    return "All right."


def seconds(client: anthropic.Anthropic, messages: list[dict], **more: object) -> float:
    """Processor time of one call."""
    began = time.process_time()
    client.messages.create(model=MODEL, max_tokens=100, messages=messages, **more)
    return time.process_time() - began


def medians(pairs: list[tuple[float, ...]]) -> list[float]:
    """The median of each column."""
    return [statistics.median(column) for column in zip(*pairs, strict=True)]


def compare(constant: anthropic.Anthropic, model: ScriptedModel, *, goes_on: bool, **more: object) -> str:
    """Compare calls with a few messages: of a conversation that goes on, or of one that the model has not met."""
    offline = offline_client(model)
    messages = history(FEW)
    asked_before = [place for place, message in enumerate(messages[:-1]) if isinstance(message["content"], str)]
    before = messages[: max(place for place in asked_before if messages[place]["role"] == "user") + 1]
    pairs = []
    for sample in range(SAMPLES):
        if goes_on:
            seconds(offline, before, **more)
        asked = messages if goes_on else [{"role": "user", "content": f"Hello, number {sample}."}, *messages[1:]]
        pairs.append((seconds(constant, asked, **more), seconds(offline, asked, **more)))
        model.requests.clear()
    alone, both = medians(pairs)
    return f"the SDK alone {alone * 1e3:.2f} ms, with the offline API {both * 1e3:.2f} ms, ratio {both / alone:.2f}"


def growth(client: anthropic.Anthropic, model: ScriptedModel | None, **more: object) -> str:
    """Compare calls with many messages and with ten times as many."""
    pairs = []
    for _ in range(9):
        pairs.append(tuple(seconds(client, history(size), **more) for size in MANY))
        if model:
            model.requests.clear()
    few, many = medians(pairs)
    return f"{few * 1e3:.1f} and {many * 1e3:.1f} ms, ratio {many / few:.1f}"


def main() -> None:
    """Print the ratios."""
    constant, model = constant_client(), ScriptedModel(script)
    cached = {"cache_control": {"type": "ephemeral"}}
    for label, more in (("", {}), (", automatic cache", cached)):
        for goes_on in (True, False):
            kind = "a conversation that goes on" if goes_on else "a history not met before"
            print(f"{FEW} messages, {kind}{label}: {compare(constant, model, goes_on=goes_on, **more)}")
        print(f"{MANY[0]} and {MANY[1]} messages{label}: {growth(offline_client(model), model, **more)}")
    print(f"{MANY[0]} and {MANY[1]} messages, the SDK alone: {growth(constant, None)}")


if __name__ == "__main__":
    main()
