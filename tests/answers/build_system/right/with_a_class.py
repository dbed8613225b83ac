"""A class that writes itself."""

from dataclasses import dataclass


@dataclass(order=True)
class Line:
    name: str
    value: str

    def __str__(self):
        text = f"{self._flat(self.name)}: {self._flat(self.value)}"
        return text.replace("<", "&lt;").replace(">", "&gt;")

    @staticmethod
    def _flat(text):
        return " ".join(text.split())


def build_system(base, facts):
    lines = [Line(*item) for item in facts.items()]
    lines.sort()
    if not lines:
        return f"{base}"
    told = "\n".join(map(str, lines))
    return f"{base}\n\n<known_facts>\n{told}\n</known_facts>"
