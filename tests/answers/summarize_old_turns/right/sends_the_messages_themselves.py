"""Sends the old messages as they are, with the wish for a summary behind them, and answers in blocks. A tuple."""

from turnkeeper import SummaryError
from turnkeeper.trimming import keep_last_turns
from turnkeeper.cuts import turn_starts


def summarize_old_turns(messages, client, keep_recent=6, words=150, *, model="claude-haiku-5-5"):
    starts = [place for place in turn_starts(messages) if place <= len(messages) - keep_recent]
    if not starts or starts[-1] == 0:
        return tuple(messages)
    recent = keep_last_turns(messages, len([place for place in turn_starts(messages) if place >= starts[-1]]))
    old = list(messages)[: starts[-1]]
    reply = client.messages.create(
        model=model,
        max_tokens=10_000,
        system="You summarise conversations. Keep names, numbers and decisions.",
        messages=[*old, {"role": "user", "content": f"Summarise all this in {words} words or fewer."}],
    )
    texts = [block.text for block in reply.content if block.type == "text"]
    if reply.stop_reason != "end_turn" or not any(map(str.strip, texts)):
        raise SummaryError("no summary")
    blocks = ["<conversation_summary>", *texts, "</conversation_summary>"]
    summary = {"role": "user", "content": [{"type": "text", "text": text} for text in blocks]}
    return (summary, {"role": "assistant", "content": [{"type": "text", "text": "I have read it."}]}, *recent)
