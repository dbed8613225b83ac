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
        name = rule.id.replace("_", "_<wbr>")  # a narrow column breaks it there
        rows.append(f"| <code>{name}</code> | {_cell(about)} | {sources}{'' if rule.sure else ' *(not sure)*'} |")
    return "\n".join(rows)


def _linked(source: str) -> str:
    address, comma, rest = source.partition(", ")
    if not address.startswith("https://"):
        return _cell(source)
    return f"[{_label(address)}]({address}){comma}{_cell(rest)}"


def _label(address: str) -> str:
    """What a link is called: the name of a page of the documentation, `owner/name#5` for a thread."""
    host, *parts = address.removeprefix("https://").partition("#")[0].rstrip("/").split("/")
    if host == "github.com":
        owner_and_name, number = "/".join(parts[:2]), parts[3] if len(parts) > 3 else ""
        return f"{owner_and_name}#{number}" if number else owner_and_name
    return parts[-1] if parts and host.endswith("claude.com") else host


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
