"""The content security policy of every built page, as a meta element: static hosts set no headers.

Material swaps pages without loading them, so the policy of the first page holds for the next ones: all of its pages get
the same one, with the hashes of all their inline scripts. Pages of JupyterLite and of the reference, and the one for
real runs, are always loaded: each gets its own. A meta element cannot say who may frame a page: the host may.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from pathlib import Path

# A script of another type is data: a browser does not run it.
_RUN = {"", "application/javascript", "importmap", "module", "speculationrules", "text/javascript"}
# Attributes whose address a browser goes to.
_ADDRESSES = {"action", "data", "formaction", "href", "src", "xlink:href"}
_NAME = "Content-Security-Policy"
_HEAD = re.compile(r"<head(?:\s[^>]*)?>(?:\s*<meta charset=[^>]*>)?", re.IGNORECASE)
_POLICY = re.compile(rf'\n?<meta http-equiv="{_NAME}" content="[^"]*">')

# 'unsafe-inline' for styles: the pictures of a history have theirs on the elements, and the editor makes its own.
# blob: for workers: only a worker made from one has the page's policy, and so has what it runs. wasm: Python.
# data: to connect to: the decoder of Python's packed files has its own machine code at such an address.
PAGE: dict[str, tuple[str, ...]] = {
    "default-src": ("'self'",),  # what has no line below; Firefox fetches the page that a rel=next names
    "script-src": ("'self'", "'wasm-unsafe-eval'"),
    "style-src": ("'self'", "'unsafe-inline'"),
    "img-src": ("'self'", "data:"),
    "font-src": ("'self'",),
    "connect-src": ("'self'", "data:"),
    "worker-src": ("'self'", "blob:"),
    "frame-src": ("'none'",),
    "object-src": ("'none'",),
    "base-uri": ("'none'",),
    "form-action": ("'self'",),
}
# The one page that may call the real API; whoever comes to it has asked for that.
REAL_RUN = {**PAGE, "connect-src": (*PAGE["connect-src"], "https://api.anthropic.com")}
REFERENCE = {**PAGE, "script-src": ("'self'",), "worker-src": ("'none'",)}
# JupyterLab makes the checkers of its settings by eval; without it no notebook opens.
LITE = {
    **PAGE,
    "script-src": ("'self'", "'unsafe-eval'", "'wasm-unsafe-eval'"),
    "img-src": ("'self'", "data:", "blob:"),
    "font-src": ("'self'", "data:"),
    "media-src": ("'self'", "data:", "blob:"),
    "connect-src": ("'self'", "data:", "blob:"),
    "frame-src": ("'self'", "blob:"),
}


class PolicyError(ValueError):
    """A page cannot have a policy; the message names the page and the mend."""


@dataclass
class _Found:
    """What of a page a policy is about."""

    scripts: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    policy: str | None = None


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found = _Found()
        self._script: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "meta" and given.get("http-equiv", "").lower() == _NAME.lower():
            self.found.policy = given.get("content", "")
        if tag in ("script", "style", "link", "img") and self.found.policy is None:
            self.found.faults.append(f"has a {tag} element before its content security policy")
        if tag == "script" and "src" not in given and given.get("type", "").strip().lower() in _RUN:
            self._script = []
        for name, value in given.items():
            if name.startswith("on"):
                self.found.faults.append(f"has an inline handler, {name} of {tag}")
            elif name in _ADDRESSES and value.strip().lower().startswith("javascript:"):
                self.found.faults.append(f"has a script as an address, {name} of {tag}")

    def handle_data(self, data: str) -> None:
        if self._script is not None:
            self._script.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "script" and self._script is not None:
            self.found.scripts.append("".join(self._script))
            self._script = None


def _read(text: str) -> _Found:
    page = _Page()
    page.feed(text)
    page.close()
    return page.found


def script_hash(script: str) -> str:
    """The source expression that lets a browser run one inline script."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def policy(directives: dict[str, tuple[str, ...]], scripts: Iterable[str] = ()) -> str:
    """Write a policy.

    Args:
        directives: Sources by directive.
        scripts: The inline scripts that may run.
    """
    hashes = sorted(set(map(script_hash, scripts)))
    sources = {**directives, "script-src": (*directives["script-src"], *hashes)}
    return "; ".join(f"{name} {' '.join(given)}" for name, given in sources.items())


def with_policy(text: str, content: str) -> str:
    """Put a policy at the top of a page's head, in the place of one that is there.

    Only the character set stands before it: a browser looks for that in the first kilobyte.

    Raises:
        PolicyError: The page has no head.
    """
    text = _POLICY.sub("", text)
    head = _HEAD.search(text)
    if head is None:
        raise PolicyError("has no <head>, so there is no place for its content security policy")
    meta = f'\n<meta http-equiv="{_NAME}" content="{escape(content, quote=False)}">'
    return text[: head.end()] + meta + text[head.end() :]


def _pages(site: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(site.rglob("*.html")):
        yield path.relative_to(site).as_posix(), path


def _kind(name: str) -> dict[str, tuple[str, ...]]:
    if name == "start/real-run/index.html":
        return REAL_RUN
    return LITE if name.startswith("lite/") else REFERENCE if name.startswith("reference/") else PAGE


def write_policies(site: Path) -> None:
    """Give each page of a site its policy.

    Args:
        site: The site's folder; its pages are changed.

    Raises:
        PolicyError: A page cannot have one.
    """
    texts = {name: path.read_text(encoding="utf-8") for name, path in _pages(site)}
    ours = [script for name, text in texts.items() if _kind(name) is PAGE for script in _read(text).scripts]
    for name, text in texts.items():
        directives = _kind(name)
        scripts = ours if directives is PAGE else _read(text).scripts
        try:
            sealed = with_policy(text, policy(directives, scripts))
        except PolicyError as problem:
            raise PolicyError(f"{name} {problem}.") from None
        (site / name).write_text(sealed, encoding="utf-8")


def policy_problems(site: Path) -> Iterator[str]:
    """Pages without a policy, with a script that theirs does not allow, or with more open to them than they need.

    Args:
        site: The built site.
    """
    pages = list(_pages(site))
    if not pages:
        yield "There is no page in which to look for a content security policy."
    for name, path in pages:
        found = _read(path.read_text(encoding="utf-8"))
        yield from (f"{name} {fault}." for fault in found.faults)
        if found.policy is None:
            yield f"{name} has no content security policy."
            continue
        sources = dict(part.split(maxsplit=1) for part in found.policy.split("; "))
        allowed = sources.pop("script-src", "").split()
        for script in found.scripts:
            if script_hash(script) not in allowed:
                yield f"{name} has an inline script that its content security policy does not name: {script[:60]!r}"
        known = _kind(name)
        if set(allowed) - {script for script in allowed if script.startswith("'sha256-")} != set(known["script-src"]):
            yield f"{name} allows other scripts than src/turnkeeper/site/content_policy.py says."
        if sources != {key: " ".join(value) for key, value in known.items() if key != "script-src"}:
            yield f"{name} has another content security policy than src/turnkeeper/site/content_policy.py says."
