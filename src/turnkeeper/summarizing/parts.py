"""A transcript cut into parts, so that each fits into one request to the summariser."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol

from turnkeeper.summarizing.transcript import Line
from turnkeeper.tokens import cut_text, text_tokens


class Scale(Protocol):
    """How the tokens of a line are told."""

    def tokens(self, line: Line) -> Fraction | int:
        """Return the tokens of a line."""

    def fitting(self, line: Line, room: Fraction | int) -> str:
        """Return the longest beginning of a line's text that takes, with the label, at most so many tokens."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The stand-in counter (`tokens.py`).

    Attributes:
        letters: Letters of a word that make one token (`Model.letters_per_piece`).
    """

    letters: int

    def tokens(self, line: Line) -> int:
        """Return the stand-in tokens of a line. Lines stand apart, so what they count can be added."""
        return text_tokens(str(line), self.letters)

    def fitting(self, line: Line, room: Fraction | int) -> str:
        """Return the longest beginning of a line's text that fits."""
        most = int(room) - text_tokens(f"{line.label}:", self.letters)
        if most < 1:
            return ""
        near = line.text[: 2 * self.letters * most]  # nearly always enough, and much shorter than a text of megabytes
        is_enough = text_tokens(near, self.letters) > most
        return cut_text(near if is_enough else line.text, most, self.letters)


@dataclass(frozen=True, slots=True)
class Shared:
    """The caller's count of a message, shared out over the characters of its lines.

    Attributes:
        each: Tokens of a character.
    """

    each: Fraction

    def tokens(self, line: Line) -> Fraction:
        """Return a line's share. The shares of all lines of a message are its count, exactly."""
        return self.each * len(line.text)

    def fitting(self, line: Line, room: Fraction | int) -> str:
        """Return the longest beginning of a line's text whose share fits."""
        return line.text if self.tokens(line) <= room else line.text[: int(room / self.each)]


class Measured(NamedTuple):
    """A line, and how its tokens are told."""

    line: Line
    scale: Scale


@dataclass(frozen=True, slots=True)
class Room:
    """How much of a transcript fits into one request, in tokens.

    Attributes:
        window: The summariser's context window.
        reply: What is kept free for its reply (`max_tokens`).
        first: What the first request takes besides the transcript.
        later: What each later one takes besides the transcript and the summary so far. That summary is a reply, so it
            is at most as long as one.
    """

    window: int
    reply: int
    first: int
    later: int

    def of(self, *, later: bool) -> int:
        """Return the room for the transcript, in tokens.

        Args:
            later: True for a request that holds the summary so far.

        Raises:
            ValueError: If there is none.
        """
        room = self.window - self.reply - (self.later + self.reply if later else self.first)
        if room < 1:
            raise self.too_small(room)
        return room

    def too_small(self, left: int) -> ValueError:
        """Return the error that says so, with the numbers.

        Args:
            left: The tokens that are left for the transcript.
        """
        around = self.window - self.reply - left
        return ValueError(
            f"the summariser's window of {self.window:,} tokens is too small: {self.reply:,} are for its reply "
            f"(max_tokens), up to {around:,} for the instruction and the summary so far, and the {max(left, 0):,} that "
            "are left hold nothing of the history. Give a larger window, or lower max_tokens"
        )


def parts(lines: Iterable[Measured], room: Room) -> list[list[Line]]:
    """Cut a transcript into as few parts as fit one after the other, with nothing left out.

    A line that is longer than a whole part is cut where its text has a break, and goes on in the next part.

    Args:
        lines: The lines, none of which is without text.
        room: How much fits.

    Raises:
        ValueError: If a part has room for nothing.
    """
    found: list[list[Line]] = [[]]
    left: Fraction | int = room.of(later=False)
    for line, scale in lines:
        rest = line
        while len(text := scale.fitting(rest, left)) < len(rest.text):
            if not found[-1]:
                if not text:
                    raise room.too_small(int(left))
                text = _to_a_break(text)
                found[-1].append(Line(rest.label, text))
                rest = Line(f"{line.label} (continued)", rest.text[len(text) :])
            found.append([])
            left = room.of(later=True)
        found[-1].append(rest)
        left -= scale.tokens(rest)
    return found


def _to_a_break(text: str) -> str:
    """Return a text up to the last break in its second half: a line's end, a sentence's, or a word's."""
    for stop in ("\n", ". ", " "):
        if (place := text.rfind(stop)) >= len(text) / 2:
            return text[: place + len(stop)]
    return text
