"""The scripted extractor: it lists every fact that stands in the messages it was sent, each time anew.

It cannot know which facts were found before: sent the whole transcript, it says all of them again in every turn; sent a
short window, it says what is new there. It knows one form of sentence, "my … is …", said by the user or standing in a
summary; a short answer such as "Seven." leaves no fact behind.

A real model understands more sentences, and words a fact differently each time, so that even telling old from new needs
care. It repeats itself in the same way when it is asked for "new facts" with the whole conversation in view.
"""

import json
from typing import Any

from turnkeeper.messages import blocks
from turnkeeper.offline.request import MessagesRequest, Reply
from turnkeeper.scripts.facts import everything_said, facts_in

TOOL: dict[str, Any] = {
    "name": "save_facts",
    "description": "Save the facts that the user has told.",
    "input_schema": {
        "type": "object",
        "properties": {"facts": {"type": "array", "items": {"type": "string"}}},
        "required": ["facts"],
        "additionalProperties": False,
    },
}
"""The tool `save_facts`: in a request that offers it, the extractor calls it instead of answering with JSON."""


def extractor(request: MessagesRequest) -> Reply:
    """List the facts in the messages of a request, such as "name: Noor".

    Args:
        request: The request. Its system prompt is not read.

    Returns:
        The text of a JSON object, `{"facts": [...]}`, oldest first and each once; or the same as the input of a call of
        `save_facts`, if that tool is offered. After the tool's result: a short text, which ends the turn.
    """
    last = request.messages[-1]
    if any(block.get("type") == "tool_result" for block in blocks(last)):
        return "Saved."
    # What the assistant says is not a fact. A summary that the API made stands in its place, and is read.
    texts = [
        everything_said(message)
        if message["role"] == "user"
        else "\n".join(str(block["content"]) for block in blocks(message) if block.get("type") == "compaction")
        for message in request.messages
    ]
    found = list(dict.fromkeys(f"{fact.what}: {fact.value}" for text in texts for fact in facts_in(text)))
    if any(tool.get("name") == TOOL["name"] for tool in request.tools):
        return [{"type": "tool_use", "name": TOOL["name"], "input": {"facts": found}}]
    return json.dumps({"facts": found}, ensure_ascii=False)
