"""Writes the transcript as JSON, and keeps the steps in a class."""

import json

import turnkeeper
from turnkeeper.messages import blocks


class Summarizing:
    def __init__(self, messages, keep_recent):
        self.messages, self.cut = messages, 0
        for place, message in enumerate(messages):
            kinds = [block["type"] for block in blocks(message)]
            if place <= len(messages) - keep_recent and message["role"] == "user" and "tool_result" not in kinds:
                self.cut = place

    @property
    def old(self):
        return self.messages[: self.cut]

    def request(self, words):
        told = [{"role": message["role"], "content": blocks(message)} for message in self.old]
        return f"Shorten this talk to {words} words:\n\n{json.dumps(told, indent=1, default=str)}"

    def with_summary(self, reply):
        summary = " ".join(block.text for block in reply.content if block.type == "text")
        if reply.stop_reason != "end_turn":
            raise turnkeeper.SummaryError(reply.stop_reason)
        if summary.isspace() or not summary:
            raise turnkeeper.SummaryError("blank")
        new = [
            {
                "role": "user",
                "content": f"What was said:\n<conversation_summary>\n{summary}\n</conversation_summary>\n",
            },
            {"role": "assistant", "content": "Thank you, I know what was said."},
        ]
        new.extend(self.messages[self.cut :])
        return new


def summarize_old_turns(messages, client, keep_recent=6, words=150):
    work = Summarizing(messages, keep_recent)
    if not work.old:
        return [*messages]
    asked = [{"role": "user", "content": work.request(words)}]
    return work.with_summary(
        client.messages.create(model="claude-sonnet-5-5", max_tokens=10 * words + 1_000, messages=asked)
    )
