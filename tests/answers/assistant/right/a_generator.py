"""A generator is the memory: it streams, keeps turns as lists, and drops the oldest until the request fits."""

import json
import re

from anthropic import APIError

from turnkeeper.models import MODELS
from turnkeeper.tokens import request_tokens

M = "claude-haiku-5-5"


def talk(client, system, tools, run_tool, budget):
    turns, notes, order = [], {}, ""
    text = yield
    while True:
        notes_before, order_before = dict(notes), order
        turn = [{"role": "user", "content": [{"type": "text", "text": text}]}]
        try:
            for k, v in re.findall(r"\bMy ([a-z ]+) is ([^.]+)", text):
                notes[k] = v
            while True:
                known = [*notes.items(), *([("order", order)] if order else [])]
                block = "\n".join(["<known_facts>", *(f"[c] {k}: {v}" for k, v in known), "</known_facts>"])
                sys_blocks = [
                    {"type": "text", "text": system, "cache_control": {"type": "ephemeral"}},
                    {"type": "text", "text": block},
                ]
                msgs = [m for t in turns for m in t] + turn
                while turns and request_tokens(msgs, model=MODELS[M], system=sys_blocks, tools=tools) > budget:
                    del turns[0]
                    msgs = [m for t in turns for m in t] + turn
                with client.messages.stream(
                    model=M, max_tokens=800, system=sys_blocks, tools=tools, messages=msgs
                ) as s:
                    r = s.get_final_message()
                turn.append({"role": "assistant", "content": [b.model_dump(exclude_none=True) for b in r.content]})
                uses = [b for b in r.content if b.type == "tool_use"]
                if not uses:
                    break
                turn.append({"role": "user", "content": [run_tool(b.model_dump()) for b in uses]})
                for res in turn[-1]["content"]:
                    if not res.get("is_error"):
                        try:
                            order = json.loads(res["content"])["order"]
                        except (KeyError, ValueError):
                            pass
            turns.append(turn)
            out = "".join(b.text for b in r.content if b.type == "text")
        except APIError as e:
            notes, order = notes_before, order_before
            out = e
        text = yield out


class Assistant:
    def __init__(self, client, system, tools, run_tool, budget):
        self.g = talk(client, system, tools, run_tool, budget)
        next(self.g)

    def send(self, text):
        out = self.g.send(text)
        if isinstance(out, Exception):
            raise out
        return out
