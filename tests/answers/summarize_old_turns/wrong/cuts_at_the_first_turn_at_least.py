"""Fails: test_the_cut_is_where_a_turn_starts

When no turn starts in time, it cuts at the first that starts at all.
"""

import json

import anthropic

from turnkeeper import SummaryError
from turnkeeper.messages import Message, blocks, types_of, text_of

MODEL = "claude-haiku-5-5"


def result_text(content):
    if isinstance(content, str):
        return content
    return "".join(b.get("text", "") for b in blocks({"content": content or []}))


def lines(message):
    for b in blocks(message):
        if b["type"] == "text":
            yield f"{message['role']}: {b['text']}"
        elif b["type"] == "tool_use":
            yield f"call of {b['name']}: {json.dumps(b['input'], ensure_ascii=False)}"
        elif b["type"] == "tool_result":
            yield f"result: {result_text(b.get('content'))}"


def starts_turn(m):
    return m["role"] == "user" and "tool_result" not in types_of(m)


def find_cut(messages, keep_recent):
    cut = next((p for p, m in enumerate(messages) if starts_turn(m)), 0)
    for p, m in enumerate(messages):
        if p <= len(messages) - keep_recent and starts_turn(m):
            cut = p
    return cut


def summarize_old_turns(messages, client, keep_recent=6, words=150):
    cut = find_cut(messages, keep_recent)
    if cut == 0:
        return list(messages)
    old = messages[:cut]
    told = "\n".join(line for m in old for line in lines(m))
    reply = client.messages.create(
        model=MODEL,
        max_tokens=8 * words + 1000,
        messages=[{"role": "user", "content": f"{told}\n\nSummarise it in at most {words} words."}],
    )
    summary = "".join(b.text for b in reply.content if b.type == "text")
    if reply.stop_reason != "end_turn" or not summary.strip():
        raise SummaryError("the reply is no summary")
    return [
        {"role": "user", "content": f"<conversation_summary>{summary}</conversation_summary>"},
        {"role": "assistant", "content": "Understood."},
        *messages[cut:],
    ]
