"""A deep copy, in which the SDK's objects get the marker as an attribute."""

import copy


def place_breakpoints(request):
    r = copy.deepcopy(request)

    def strip(x):
        if isinstance(x, dict):
            x.pop("cache_control", None)
        else:
            try:
                delattr(x, "cache_control")
            except Exception:
                pass

    strip(r)
    for t in r.get("tools", []):
        strip(t)
    if isinstance(r.get("system"), str):
        r["system"] = [{"type": "text", "text": r["system"]}] if r["system"] else []
    for b in r.get("system", []):
        strip(b)
    for m in r["messages"]:
        if isinstance(m["content"], str):
            m["content"] = [{"type": "text", "text": m["content"]}]
        for b in m["content"]:
            strip(b)
            if isinstance(b, dict) and isinstance(b.get("content"), list):
                for x in b["content"]:
                    strip(x)
    sys = [b for b in r.get("system", []) if b["text"]]
    M = {"type": "ephemeral"}
    if sys:
        sys[-1]["cache_control"] = M
    elif r.get("tools"):
        r["tools"][-1]["cache_control"] = M
    for m in r["messages"][::-1]:
        for b in m["content"][::-1]:
            t = b["type"] if isinstance(b, dict) else b.type
            if t in ("thinking", "redacted_thinking"):
                continue
            if t == "text" and not (b["text"] if isinstance(b, dict) else b.text):
                continue
            if isinstance(b, dict):
                b["cache_control"] = M
            else:
                setattr(b, "cache_control", M)
            return r
    return r
