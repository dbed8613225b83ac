"""The two ways to draw a session: on the whole screen, and line by line for a terminal that can do no more."""

import asyncio
import sys
from typing import Protocol, TextIO

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import Output
from prompt_toolkit.styles import Style

from turnkeeper.grading.scoreboard import WIDTH
from turnkeeper.terminal.screen import Line, Screen, drawn, screen
from turnkeeper.terminal.session import Session

_STYLE = Style.from_dict(
    {
        "passed": "ansigreen",
        "unmet": "ansiyellow bold",
        "hint": "ansicyan",
        "head": "bold",
        "faint": "ansibrightblack",
        "chosen": "reverse",
        "key": "bold",
    }
)
_NAMES = {
    Keys.Up: "up", Keys.Down: "down", Keys.PageUp: "pageup", Keys.PageDown: "pagedown", Keys.Home: "home",
    Keys.End: "end", Keys.Enter: "enter", Keys.ControlJ: "enter", Keys.Escape: "escape", Keys.ControlC: "ctrl-c",
    Keys.SIGINT: "ctrl-c",
}  # fmt: skip
_SECONDS_TO_ESCAPE = 0.05  # the Escape key is told from an arrow key by what does not follow it


def _name(key: Keys | str, data: str) -> str:
    return _NAMES.get(key, data.lower()) if isinstance(key, Keys) else data.lower()


class Front(Protocol):
    """Draws a session, and takes its keys."""

    async def run(self) -> None:
        """Draw until `end` is called."""

    def end(self, error: BaseException | None = None) -> None:
        """Stop drawing; with an error, `run` raises it."""


class FullScreen:
    """The whole screen, drawn anew where it changes; what was on it comes back at the end.

    Args:
        session: What to draw.
        source: Where keys come from; None takes the terminal.
        output: Where to draw; None takes the terminal.
    """

    def __init__(self, session: Session, *, source: Input | None = None, output: Output | None = None) -> None:
        self.session = session
        self.app: Application[None] = Application(
            layout=Layout(Window(FormattedTextControl(self._text, show_cursor=False), always_hide_cursor=True)),
            key_bindings=self._keys(),
            style=_STYLE,
            full_screen=True,
            input=source,
            output=output,
        )
        self.app.ttimeoutlen = _SECONDS_TO_ESCAPE
        session.changed = self.app.invalidate

    async def run(self) -> None:
        """Draw until `end` is called."""
        await self.app.run_async()

    def end(self, error: BaseException | None = None) -> None:
        """Stop drawing; with an error, `run` raises it."""
        if not self.app.is_running or self.app.is_done:
            return
        if error:
            self.app.exit(exception=error)
        else:
            self.app.exit()

    def _text(self) -> StyleAndTextTuples:
        size = self.app.output.get_size()
        lines, self.session.shown = drawn(self.session.view, size.columns, size.rows)
        fragments: StyleAndTextTuples = []
        for place, line in enumerate(lines):
            fragments.append((f"class:{line.style}" if line.style else "", line.text))
            if place < len(lines) - 1:
                fragments.append(("", "\n"))
        return fragments

    def _keys(self) -> KeyBindings:
        bindings = KeyBindings()

        @bindings.add("<any>")
        def any_key(event: KeyPressEvent) -> None:
            self.session.press(event.data.lower())

        @bindings.add("c-z")
        def suspend(event: KeyPressEvent) -> None:
            event.app.suspend_to_background()

        def add(key: Keys, name: str) -> None:
            bindings.add(key)(lambda event: self.session.press(name))

        for key, name in _NAMES.items():
            add(key, name)
        return bindings


class Lines:
    """Line by line, for `TERM=dumb`: what is new is printed below what was there.

    Args:
        session: What to draw.
        source: Where keys come from; None takes the terminal.
        out: Where to print; None takes standard output.
    """

    def __init__(self, session: Session, *, source: Input | None = None, out: TextIO | None = None) -> None:
        self.session = session
        self.source = source or create_input()
        self.out = out or sys.stdout
        self._ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._before = Screen([], [], [])
        session.changed = self._print

    async def run(self) -> None:
        """Print until `end` is called."""
        self._print()
        with self.source.raw_mode(), self.source.attach(self._read):
            await self._ended

    def end(self, error: BaseException | None = None) -> None:
        """Stop printing; with an error, `run` raises it."""
        if self._ended.done():
            return
        if error:
            self._ended.set_exception(error)
        else:
            self._ended.set_result(None)

    def _read(self) -> None:
        for press in (*self.source.read_keys(), *self.source.flush_keys()):
            self.session.press(_name(press.key, press.data))

    def _print(self) -> None:
        lines, before = screen(self.session.view, WIDTH), self._before
        self._before = lines
        if lines.head != before.head or lines.body != before.body:
            self._write([*lines.head, *lines.body, *lines.keys])
        elif lines.keys != before.keys:
            self._write(lines.keys[1:])

    def _write(self, lines: list[Line]) -> None:
        encoding = self.out.encoding or "utf-8"
        text = "".join(f"{line.text}\n" for line in lines)
        self.out.write(text.encode(encoding, "replace").decode(encoding))
        self.out.flush()
