"""A program in a terminal of its own: its screen can be read, its keys pressed, its window resized."""

import fcntl
import os
import pty
import selectors
import signal
import struct
import subprocess
import termios
import time

import pyte


class PseudoTerminal:
    """Starts a command in a pseudo-terminal.

    Args:
        command: The command and its arguments.
        columns: How wide the terminal is.
        rows: How many rows it has.
        options: What `subprocess.Popen` takes besides.
    """

    def __init__(self, command, *, columns=80, rows=24, **options):
        self.master, self.slave = pty.openpty()
        self.raw = b""
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.resize(columns, rows)
        self.modes = termios.tcgetattr(self.slave)

        def take_terminal():
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            command, stdin=self.slave, stdout=self.slave, stderr=self.slave,
            start_new_session=True, preexec_fn=take_terminal, **options,
        )  # fmt: skip
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.master, selectors.EVENT_READ)

    def read(self, seconds=0.05):
        """Take in what the program wrote, and wait for it that long."""
        if self.selector.select(seconds):
            new = os.read(self.master, 65536)
            self.raw += new
            if b"\x1b[6n" in new:  # "where is the cursor?", which a terminal answers
                self.press("\x1b[1;1R")
            self.stream.feed(new)

    def wait_for(self, *texts, seconds=120):
        """Wait until the screen shows all these texts, and return it; a busy machine takes its time."""
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            self.read()
            text = self.text
            if all(wanted in text for wanted in texts):
                return text
            assert self.process.poll() is None, f"it ended with {self.process.returncode}:\n{text}"
        raise AssertionError(f"no {texts} after {seconds} s:\n{self.text}")

    @property
    def text(self):
        """The screen as text."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def press(self, keys):
        """Press keys."""
        os.write(self.master, keys.encode())

    def resize(self, columns, rows):
        """Give the terminal another size; the program is told, as by a window."""
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def send(self, number):
        """Send the program a signal."""
        self.process.send_signal(number)

    def end(self, seconds=120):
        """Wait until the program has ended, and return its exit status."""
        ends = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < ends:
            self.read()
        while self.selector.select(0):
            self.read(0)
        return self.process.poll()

    @property
    def is_as_it_was(self):
        """Whether the terminal's modes are those it had at first, the cursor shows, and the first screen is back."""
        off = self.raw.rfind(b"\x1b[?1049l") >= self.raw.rfind(b"\x1b[?1049h")
        cursor = self.raw.rfind(b"\x1b[?25h") >= self.raw.rfind(b"\x1b[?25l")
        return termios.tcgetattr(self.slave) == self.modes and off and cursor

    def close(self):
        """End the program, whatever it does."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.selector.close()
        os.close(self.master)
        os.close(self.slave)
