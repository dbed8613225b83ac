"""Long histories for Hypothesis: many turns, long tool loops, and what real programs leave in a list.

Only what matters for a cut is drawn; texts differ in length and in their number, and say nothing.
"""

from collections.abc import Callable
from typing import Any

from anthropic.types import TextBlock, ToolUseBlock
from hypothesis import strategies as st

from .histories import PIXEL, History, Json, text_block

Draw = Callable[[st.SearchStrategy[Any]], Any]

PICTURE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}}
PAGE = {"type": "web_search_result", "encrypted_content": "x", "title": "Tides", "url": "https://example.com"}
THOUGHTS = (
    {"type": "thinking", "thinking": "Let me see.", "signature": "from elsewhere"},
    {"type": "thinking", "thinking": "", "signature": "from elsewhere"},
    {"type": "redacted_thinking", "data": "from elsewhere"},
)
ENDS = ("question", "results", "reply", "call")

sizes = st.sampled_from([1, 2, 5, 20, 60])
seldom = st.integers(0, 4).map(lambda number: number == 4)


class _Builder:
    """A history as it grows, with numbers for its ids and texts."""

    def __init__(self, draw: Draw, *, strict: bool, must_think: bool, system_messages: bool) -> None:
        self.draw = draw
        self.strict = strict
        self.must_think = must_think
        self.system_messages = system_messages
        self.history: History = []
        self.number = 0

    def words(self) -> str:
        self.number += 1
        return " ".join([f"Word{self.number}"] * self.draw(sizes))

    def add(self, role: str, content: Json) -> None:
        self.history.append({"role": role, "content": content})

    def lax(self) -> bool:
        """Whether something comes now that only the Claude API takes."""
        return not self.strict and bool(self.draw(seldom))

    def asks(self) -> None:
        """A message that starts a turn; on the Claude API perhaps two, or a blank one behind it."""
        match self.draw(st.sampled_from(["string", "blocks", "pictures", "several"])):
            case "string":
                self.add("user", self.words())
            case "blocks":
                self.add("user", [text_block(self.words()), PICTURE])
            case "pictures":
                self.add("user", [PICTURE])
            case _:
                self.add("user", [text_block(self.words()), text_block(self.words())])
        if self.lax():
            self.add("user", self.draw(st.sampled_from([" ", "", [text_block("\n")], "And the next one?"])))
        self.instructs()

    def instructs(self) -> None:
        if self.system_messages and self.draw(seldom):
            self.add("system", self.words())

    def thought(self) -> list[Json]:
        return [self.draw(st.sampled_from(THOUGHTS))] if self.must_think or self.draw(seldom) else []

    def calls(self) -> list[str]:
        """The assistant's message with calls; returns their ids."""
        count = self.draw(st.integers(1, 3))
        ids = [f"toolu_{self.number + place}" for place in range(count)]
        self.number += count
        said = [text_block(self.words())] if self.draw(seldom) else []
        calls: list[Json] = [
            {"type": "tool_use", "id": id, "name": "find_order", "input": {"order": 17, "note": self.words()}}
            for id in ids
        ]
        if self.draw(seldom):
            calls = [ToolUseBlock.model_validate(call) for call in calls]
        content = [*self.thought(), *said, *calls]
        if said and not self.must_think and self.lax():
            self.add("assistant", said)
            content = calls
        self.add("assistant", content)
        return ids

    def exchange(self) -> None:
        """Calls and their results: in any order, with words of the user behind, or in two messages."""
        by_api = self.draw(seldom) and self.draw(seldom)
        ids = self.calls()
        waits = f"srvtoolu_{self.number}"
        if by_api:
            search = {"type": "server_tool_use", "id": waits, "name": "web_search", "input": {"query": "tides"}}
            content = self.history[-1]["content"]
            content.insert(len(content) - len(ids), search)
        results = [
            {"type": "tool_result", "tool_use_id": id, "content": self.draw(st.sampled_from([self.words(), [PICTURE]]))}
            for id in self.draw(st.permutations(ids))
        ]
        said = [text_block(self.words())] if self.draw(seldom) and not by_api else []
        cut = self.draw(st.integers(0, len(results))) if self.lax() else 0
        if cut:
            self.add("user", results[:cut])
        if results[cut:] or said:
            self.add("user", [*results[cut:], *said])
        self.instructs()
        if by_api:
            found = {"type": "web_search_tool_result", "tool_use_id": waits, "content": [PAGE]}
            self.add("assistant", [*self.thought(), found, text_block(self.words())])
            self.add("user", self.words())
            if self.draw(st.booleans()):
                self.add("assistant", [*self.thought(), text_block(self.words())])
                self.add("user", self.words())

    def replies(self) -> None:
        """The assistant's words: as text, as the SDK's object, with a search, a summary of the API's, or none."""
        kinds = ["text", "text", "object", "search", "compaction", *([] if self.strict else ["empty", "paused", "two"])]
        thought = self.thought()
        words = text_block(self.words())
        search = {"type": "server_tool_use", "id": f"srvtoolu_{self.number}", "name": "web_search", "input": {}}
        found = {"type": "web_search_tool_result", "tool_use_id": search["id"], "content": [PAGE]}
        match self.draw(st.sampled_from(kinds)):
            case "text":
                self.add("assistant", [*thought, words] if thought else words["text"])
            case "object":
                self.add("assistant", [*thought, TextBlock.model_validate(words)])
            case "search":
                self.add("assistant", [*thought, search, found, words])
            case "compaction":
                self.add("assistant", [{"type": "compaction", "content": "They talked about tides."}, *thought, words])
            case "empty":
                self.add("assistant", [])
            case "paused":
                self.add("assistant", [*thought, search])
                self.add("assistant", [found, words])
            case _:
                self.add("assistant", [*thought, words])
                self.add("assistant", " ")


@st.composite
def long_histories(
    draw: Draw,
    *,
    strict: bool = True,
    must_think: bool = False,
    system_messages: bool = False,
    ends: tuple[str, ...] = ENDS,
    most_turns: int = 6,
) -> History:
    """Build long histories that the API takes.

    Args:
        draw: Given by Hypothesis.
        strict: True for what every platform takes; False for what only the Claude API takes: a greeting in front, two
            messages of one role in a row, results in two messages, empty replies.
        must_think: True when every reply begins with thinking.
        system_messages: True when instructions may stand inside the list.
        ends: What the history may end with: the user's question, tool results, the reply, or a call without result.
        most_turns: The most turns.
    """
    build = _Builder(draw, strict=strict, must_think=must_think, system_messages=system_messages)
    if build.lax():
        build.add("assistant", "Good morning. What can I do for you?")
    turns = draw(st.integers(1, most_turns))
    end = draw(st.sampled_from(ends))
    for turn in range(turns):
        build.asks()
        last = turn == turns - 1
        if last and end == "question":
            break
        for _ in range(draw(st.integers(int(last and end == "results"), 5))):
            build.exchange()
        if last and end == "results":
            break
        if last and end == "call":
            build.calls()
        else:
            build.replies()
    return build.history
