"""The table of rules on the page about the offline API, made from the rules themselves."""

from turnkeeper.validity import RULES

PLACEHOLDER = "<!-- rules -->"
"""Where a page wants the table."""


def table() -> str:
    """Return the rules as a Markdown table: what each asks, who holds to it, and where that is written or was seen."""
    rows = ["| Rule | What it asks | Source |", "|---|---|---|"]
    for rule in RULES:
        about = rule.about if "claude" in rule.targets else f"{rule.about} *Only under* `strict`."
        sources = ", ".join(map(_linked, rule.sources))
        rows.append(f"| `{rule.id}` | {_cell(about)} | {sources}{'' if rule.sure else ' *(a guess)*'} |")
    return "\n".join(rows)


def _linked(source: str) -> str:
    if not source.startswith("https://"):
        return _cell(source)
    name = source.removeprefix("https://").partition("#")[0].rstrip("/").rsplit("/", 1)[-1]
    host = source.removeprefix("https://").partition("/")[0]
    return f"[{name if host.endswith('claude.com') else host + ': ' + name}]({source})"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
