"""Finds the cut, and lets the engine sum up what is in front of it: a question behind it is what the engine keeps."""

from turnkeeper import summarize, turns


def summarize_old_turns(messages, client, keep_recent=6, words=150):
    whole = turns(messages)
    recent = []
    while whole and len(recent) < keep_recent:
        recent = whole.pop() + recent
    if not whole:
        return list(messages)
    old = sum(whole, [])
    done = summarize([*old, {"role": "user", "content": "Go on."}], client, keep_recent=1, words=words)
    told = f"<conversation_summary>{done.summary}</conversation_summary>"
    return [{"role": "user", "content": told}, {"role": "assistant", "content": "Understood."}, *recent]
