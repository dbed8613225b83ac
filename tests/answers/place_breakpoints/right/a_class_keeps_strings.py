"""A class with one method for each level. SDK objects and strings that need no marker are handed on as they are."""

from collections.abc import Mapping

EPHEMERAL = {"type": "ephemeral"}


class Marker:
    def __init__(self, request):
        self.request = {**request}
        self.request.pop("cache_control", None)

    def run(self):
        if not self.system():
            self.tools(True)
        else:
            self.tools(False)
        self.messages()
        return self.request

    def clean(self, block):
        if not isinstance(block, Mapping):
            return block
        block = {**block}
        block.pop("cache_control", None)
        inner = block.get("content")
        if block.get("type") == "tool_result" and isinstance(inner, list):
            block["content"] = [self.clean(part) for part in inner]
        return block

    def mark(self, content):
        """The content with a mark at its end, or None when it can have none."""
        if isinstance(content, str):
            content = [{"type": "text", "text": content}]
        for place in range(len(content) - 1, -1, -1):
            block = content[place]
            if not isinstance(block, Mapping):
                block = block.to_dict()
            if block["type"] in {"thinking", "redacted_thinking"}:
                continue
            if block["type"] == "text" and len(block["text"]) == 0:
                continue
            return [*content[:place], {**block, "cache_control": {**EPHEMERAL}}, *content[place + 1 :]]
        return None

    def system(self):
        if "system" not in self.request:
            return False
        system = self.request["system"]
        if not isinstance(system, str):
            system = [self.clean(block) for block in system]
        marked = self.mark(system)
        self.request["system"] = system if marked is None else marked
        return marked is not None

    def tools(self, mark):
        tools = [self.clean(tool) for tool in self.request.get("tools", [])]
        if tools and mark:
            tools[-1]["cache_control"] = {**EPHEMERAL}
        if "tools" in self.request:
            self.request["tools"] = tools

    def messages(self):
        messages = []
        for message in self.request["messages"]:
            content = message["content"]
            if not isinstance(content, str):
                content = [self.clean(block) for block in content]
            messages.append({**message, "content": content})
        for message in reversed(messages):
            marked = self.mark(message["content"])
            if marked is not None:
                message["content"] = marked
                break
        self.request["messages"] = messages


def place_breakpoints(request):
    return Marker(request).run()
