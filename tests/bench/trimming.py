"""What trimming costs, next to `langchain_core.messages.trim_messages`: part of `make bench`.

Both cut the same tool-using history to the same budget, and count each message by the same rule. LangChain gets its own
messages, converted beforehand, and its fastest settings that leave a valid history here: a counter for a whole list,
strategy "last", no partial messages, and `start_on="human"`, so that no result stands first. It counts the list as a
whole and then halves its way to the cut. `trim_to_budget` counts from the end until the budget is used up, and reads no
further. So it gains most where the budget is small; where all fits, both count once; and where counting costs nothing,
it is the slower one with a large budget, since it looks at the calls in what it keeps.

The runs take turns, so that both meet the same machine, and medians of processor time are compared. Counts of short
texts are remembered in either case (`tokens.LONGEST_REMEMBERED`).
"""

import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage, trim_messages

from turnkeeper.models import DEFAULT_MODEL, MODELS
from turnkeeper.tokens import PER_MESSAGE, block_tokens, message_tokens, request_tokens
from turnkeeper.trimming import cut_rarely, trim_to_budget

SIZE = 4_000
FEW, MANY = 10_000, 100_000
SAMPLES = 15
MODEL = MODELS[DEFAULT_MODEL]
LETTERS = MODEL.letters_per_piece


def history(length: int) -> list[dict[str, Any]]:
    """A conversation in which every other turn calls a tool, the first of them two at once."""
    messages: list[dict[str, Any]] = []
    number = 0
    while len(messages) < length - 4:
        number += 1
        messages.append({"role": "user", "content": f"Where is order {number}, and when does it arrive in Tarn?"})
        if number % 2:
            ids = [f"toolu_{number}_{place}" for place in range(1 + (number % 4 == 1))]
            calls = [{"type": "tool_use", "id": id, "name": "find_order", "input": {"number": number}} for id in ids]
            found = [
                {"type": "tool_result", "tool_use_id": id, "content": f"Order {number} leaves on Tuesday."}
                for id in ids
            ]
            messages.append({"role": "assistant", "content": [{"type": "text", "text": "I look it up."}, *calls]})
            messages.append({"role": "user", "content": found})
        messages.append({"role": "assistant", "content": f"Order {number} leaves on Tuesday, so count on Friday."})
    while len(messages) < length - 1:
        roles = ("user", "assistant")
        messages.append({"role": roles[messages[-1]["role"] == "user"], "content": "All right."})
    return [*messages, {"role": "user", "content": "Thank you. And the next one?"}]


def as_langchain(messages: list[dict[str, Any]]) -> list[BaseMessage]:
    """The same messages as LangChain has them: a result is a message of its own."""
    converted: list[BaseMessage] = []
    for message in messages:
        content = message["content"]
        if message["role"] == "assistant":
            blocks = [] if isinstance(content, str) else content
            calls = [
                {"name": block["name"], "args": block["input"], "id": block["id"]}
                for block in blocks
                if block["type"] == "tool_use"
            ]
            converted.append(AIMessage(content, tool_calls=calls))
        elif isinstance(content, str):
            converted.append(HumanMessage(content))
        else:
            converted += [ToolMessage(block["content"], tool_call_id=block["tool_use_id"]) for block in content]
    return converted


def count_list(messages: list[BaseMessage]) -> int:
    """The stand-in counter for a list of LangChain's messages."""
    count = 0
    for message in messages:
        content = message.content
        if isinstance(message, ToolMessage):
            block = {"type": "tool_result", "content": content}
            count += PER_MESSAGE + block_tokens(block, LETTERS)
        else:
            count += message_tokens({"content": content}, LETTERS)
    return count


def seconds(call: Callable[[], object]) -> float:
    """Processor time of one call."""
    began = time.process_time()
    call()
    return time.process_time() - began


def medians(*calls: Callable[[], object]) -> list[float]:
    """The median time of each call; they take turns."""
    samples = [[seconds(call) for call in calls] for _ in range(SAMPLES)]
    return [statistics.median(column) for column in zip(*samples, strict=True)]


def compare(share: float, count: Callable[[Any], int] | None, count_list: Callable[[list[BaseMessage]], int]) -> str:
    """Compare both where the budget is a share of the whole history, the same number of tokens."""
    messages = history(SIZE)
    theirs = as_langchain(messages)
    budget = int(share * (sum(map(count, messages)) if count else request_tokens(messages, model=MODEL)))
    own = partial(trim_to_budget, messages, budget, count=count)
    other = partial(
        trim_messages,
        theirs,
        max_tokens=budget,
        token_counter=count_list,
        strategy="last",
        start_on="human",
    )
    slow, fast = medians(other, own)
    return (
        f"langchain {slow * 1e3:.2f} ms (keeps {len(other())} of {len(theirs)}), trim_to_budget {fast * 1e3:.2f} ms "
        f"(keeps {len(own())} of {SIZE}), ratio {slow / fast:.1f}"
    )


def growth(trim: Callable[[list[dict[str, Any]]], object]) -> str:
    """Compare a history and one ten times as long."""
    few, many = history(FEW), history(MANY)
    some, all_of_it = medians(lambda: trim(few), lambda: trim(many))
    return f"{some * 1e3:.1f} and {all_of_it * 1e3:.1f} ms, ratio {all_of_it / some:.1f}"


def main() -> None:
    """Print the ratios."""
    for share in (0.05, 0.25, 0.5, 0.9, 2):
        print(f"{SIZE} messages, budget {share:.0%} of them: {compare(share, None, count_list)}")
    for share in (0.05, 0.9):
        free = compare(share, lambda message: 1, len)
        print(f"{SIZE} messages, budget {share:.0%} of them, a counter that costs nothing: {free}")
    for share in (0.25, 0.9):
        ratio = growth(lambda messages, share=share: trim_to_budget(messages, int(15 * len(messages) * share)))
        print(f"{FEW} and {MANY} messages, budget {share:.0%} of them: {ratio}")
    print(f"{FEW} and {MANY} messages, cut_rarely: {growth(lambda messages: cut_rarely(messages, 20_000, 10_000))}")


if __name__ == "__main__":
    main()
