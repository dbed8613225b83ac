"""Why this is the answer.

The cut is decided before anything else, at a turn start, so there is nothing to repair afterwards and no call where
nothing is old. The transcript is made from blocks, because a filter for strings would leave out every reply and every
tool result. Nothing is changed until the summary is there: the new list is built at the very end, so a call that
fails, or a reply that is no summary, leaves the history as it was.
"""

from collections.abc import Iterator

import anthropic

from turnkeeper import SummaryError
from turnkeeper.messages import Block, Message, blocks, text_of, types_of

MODEL = "claude-haiku-5-5"
ASKS = (
    "Write a summary of this conversation in at most {words} words. Leave out no name, number, wish or "
    "decision, and nothing that a tool returned. Answer with the summary alone.\n\n{transcript}"
)


def starts_turn(message: Message) -> bool:
    """Tell whether a message starts a turn: it is the user's, and brings no tool result."""
    return message["role"] == "user" and "tool_result" not in types_of(message)


def lines(message: Message) -> Iterator[str]:
    """Yield what a message says, a line for each block."""
    for block in blocks(message):
        match block["type"]:
            case "text":
                yield f"{message['role']}: {block['text']}"
            case "tool_use":
                yield f"call of {block['name']}: {block['input']}"
            case "tool_result":
                yield f"result: {said_in(block)}"


def said_in(result: Block) -> str:
    """Return what a tool result says."""
    return text_of({"content": result.get("content", "")})


def summarize_old_turns(
    messages: list[Message], client: anthropic.Anthropic, keep_recent: int = 6, words: int = 150
) -> list[Message]:
    """Return the history with a summary in the place of its old turns."""
    places = range(len(messages) - keep_recent + 1)
    cut = max((place for place in places if starts_turn(messages[place])), default=0)
    if cut == 0:
        return list(messages)
    transcript = "\n".join(line for message in messages[:cut] for line in lines(message))
    reply = client.messages.create(
        model=MODEL,
        max_tokens=1_000 + 8 * words,
        messages=[{"role": "user", "content": ASKS.format(words=words, transcript=transcript)}],
    )
    summary = "".join(block.text for block in reply.content if block.type == "text").strip()
    if not summary or reply.stop_reason != "end_turn":
        raise SummaryError(f"no whole summary came ({reply.stop_reason}): the history stays as it was")
    told = f"<conversation_summary>\n{summary}\n</conversation_summary>"
    return [{"role": "user", "content": told}, {"role": "assistant", "content": "Understood."}, *messages[cut:]]
