"""Output with an end: what is printed or shown is handed on, and a flood becomes one sentence."""

import io
import json
from collections.abc import Callable, Iterable

LIMIT = 100_000
ELEMENTS = 5_000
_OF_A_CHART = 50  # elements of the page, roughly
_CHARTS = ("application/vnd.vegalite.v5+json", "application/vnd.vegalite.v6+json")


class Budget:
    """How much may still be handed on.

    Args:
        limit: The most that is handed on, in characters.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._left = limit

    @property
    def spent(self) -> bool:
        """Whether the limit was passed, and the sentence said."""
        return self._left < 0

    def take(self, text: str, *, whole: bool = False) -> str:
        """Return what may be handed on of a text; at the end of the budget with one sentence, after it nothing.

        Args:
            text: Any text.
            whole: True when a part of the text is of no use: then the sentence stands in its place.
        """
        if self._left < 0:
            return ""
        kept = text[: self._left]
        self._left -= len(text)
        if self._left >= 0:
            return kept
        sentence = f"\n[The rest is left out: more than {self._limit:,} characters were printed.]\n"
        return sentence if whole else kept + sentence

    def fits(self, text: str) -> bool:
        """Return whether a text may be handed on as a whole."""
        return len(text) <= self._left


class CappedElements:
    """Hands on output but for what would be more elements than a page can bear; of that, one sentence tells.

    Args:
        emit: Called as `emit(kind, text)`.
        limit: The most elements of the page that the output may come to. Counted are the texts and drawings, the tags
            inside of drawings, and the changes of colour.
    """

    def __init__(self, emit: Callable[[str, str], object], limit: int = ELEMENTS) -> None:
        self._emit = emit
        self._left = limit
        self._kind = ""
        self._told = False

    def __call__(self, kind: str, text: str) -> None:
        """Hand on one piece of output, if it fits."""
        goes_on = kind == self._kind and kind in ("stdout", "stderr")
        inside = text.count("<") // 2 if kind in ("html", "svg") else text.count("\x1b[")
        elements = inside + (0 if goes_on else _OF_A_CHART if kind == "chart" else 1)
        if elements <= self._left:
            self._left -= elements
            self._kind = kind
            self._emit(kind, text)
        elif not self._told:
            self._told = True
            self._kind = ""  # what follows is a text of its own
            self._emit("stderr", "\n[Some of it is left out: it is more than a page can show at once.]\n")


class CappedStream(io.TextIOBase):
    """A text stream that hands on what is written to it, up to a limit.

    Args:
        emit: Called with each piece of text.
        limit: The most that is handed on, in characters; then one sentence says that the rest is left out.
    """

    def __init__(self, emit: Callable[[str], object], limit: int = LIMIT) -> None:
        super().__init__()
        self._emit = emit
        self._budget = Budget(limit)

    def writable(self) -> bool:
        """Return True: this stream is there to be written to."""
        return True

    def write(self, text: str) -> int:
        """Hand on the text, or as much of it as the limit allows."""
        if not isinstance(text, str):
            raise TypeError(f"write() takes a str, not {type(text).__name__}")
        if kept := self._budget.take(text):
            self._emit(kept)
        return len(text)


class Showcase:
    """Shows values in their richest form, up to a limit for all of them together.

    Args:
        emit: Called as `emit(kind, text)`; kind is "result", "html", "svg" or "chart". A chart's text is
            JSON: `{"spec": …, "text": …}`, the Vega-Lite specification and what is shown where it cannot be drawn.
        limit: The most that is handed on, in characters; then one sentence says that the rest is left out.
    """

    def __init__(self, emit: Callable[[str, str], object], limit: int = LIMIT) -> None:
        self._emit = emit
        self._budget = Budget(limit)

    def show(self, value: object) -> None:
        """Show a value as a chart, else as HTML, as SVG, or as its repr. A drawing is never cut: it is left out."""
        if self._budget.spent:
            return
        kind, text = self._drawing(value) or ("result", repr(value))
        if not self._budget.fits(text):
            kind, text = "result", self._budget.take(text, whole=kind != "result")
        else:
            self._budget.take(text)
        if text:
            self._emit(kind, text)

    def show_all(self, values: Iterable[object]) -> None:
        """Show several values."""
        for value in values:
            self.show(value)

    def _drawing(self, value: object) -> tuple[str, str] | None:
        if isinstance(value, type):
            return None
        if chart := self._chart(value):
            return "chart", chart
        for method, kind in (("_repr_html_", "html"), ("_repr_svg_", "svg")):
            draw = getattr(value, method, None)
            drawn = draw() if callable(draw) else None
            if isinstance(drawn, str):
                return kind, drawn
        return None

    def _chart(self, value: object) -> str | None:
        describe = getattr(value, "_repr_mimebundle_", None)
        bundle = describe(include=None, exclude=None) if callable(describe) else None
        data = bundle[0] if isinstance(bundle, tuple) else bundle  # the other is metadata
        if not isinstance(data, dict):
            return None
        spec = next((data[kind] for kind in _CHARTS if kind in data), None)
        if not spec:
            return None
        chart = {"spec": spec, "text": str(data.get("text/plain", value))}
        try:
            return json.dumps(chart, ensure_ascii=False, allow_nan=False)
        except (TypeError, ValueError):  # another library's, with NaN or an object of its own in it
            return None
