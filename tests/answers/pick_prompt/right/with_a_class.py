"""A session that knows what it may become; the values come back as a list."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Session:
    kind: str
    switched: bool

    def hear(self, name):
        if self.kind == "opening":
            return Session(name, self.switched)
        if self.switched or name == self.kind:
            return self
        return replace(self, kind=name, switched=True)

    @property
    def names(self):
        yield "core"
        yield self.kind
        if not self.switched:
            yield "offer"


def pick_prompt(prompts, kind="opening", switched=False, heard=None):
    session = Session(kind, switched)
    for name in sorted({*prompts} - {"core", "opening", "offer"}):
        if heard is not None and heard.strip().casefold() == name:
            session = session.hear(name)
    return ["\n\n".join(map(prompts.get, session.names)), session.kind, session.switched]
