"""What the memory tool does to the text of a file, and how it shows it.

A line ends with a line feed and nothing else; a carriage return before it stays in the line.
"""

from turnkeeper.memory_tool.paths import Refused

MOST_LINES = 999_999
_AROUND = 2
_MOST_TOLD = 20
_UNITS = "BKMG"


def lines_of(text: str) -> list[str]:
    """Return the lines of a text. The end of the last line begins no other: an empty file has no lines."""
    return text.removesuffix("\n").split("\n") if text else []


def numbered(lines: list[str], first: int) -> str:
    """Return lines with their numbers, six wide, and a tab between.

    Args:
        lines: The lines.
        first: The number of the first of them.
    """
    return "\n".join(f"{number:6}\t{line}" for number, line in enumerate(lines, first))


def shown(text: str, path: str, view_range: object) -> str:
    """Return a file as `view` shows it.

    Args:
        text: What is in it.
        path: Its path, as the model knows it.
        view_range: The first and the last line to show, counted from 1; -1 stands for the last of the file. None shows
            all.

    Raises:
        Refused: If the file has too many lines, or the range does not fit it.
    """
    lines = lines_of(text)
    if len(lines) > MOST_LINES:
        raise Refused(f"File {path} exceeds maximum line limit of {MOST_LINES:,} lines.")
    first, last = 1, len(lines)
    if view_range is not None:
        first, last = _range(view_range, len(lines))
    return f"Here's the content of {path} with line numbers:\n{numbered(lines[first - 1 : last], first)}"


def replaced(text: str, old: str, new: str, path: str) -> tuple[str, str]:
    """Return the text with one passage replaced, and the lines around it as `str_replace` shows them.

    Raises:
        Refused: If the passage is not there, or stands there more than once.
    """
    places = _places(text, old)
    if not places:
        raise Refused(f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}.")
    if len(places) > 1:
        lines = list(dict.fromkeys(text.count("\n", 0, place) + 1 for place in places[:_MOST_TOLD]))
        told = ", ".join(map(str, lines)) + (", …" if len(places) > _MOST_TOLD else "")
        raise Refused(
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {told}. "
            "Please ensure it is unique"
        )
    [place] = places
    changed = text[:place] + new + text[place + len(old) :]
    line = text.count("\n", 0, place)
    first = max(0, line - _AROUND)
    return changed, numbered(lines_of(changed)[first : line + _AROUND + 1], first + 1)


def inserted(text: str, line: object, more: str) -> str:
    """Return the text with more of it behind a line, 0 for the beginning. Every line of it then ends with a line feed.

    Raises:
        Refused: If there is no such line.
    """
    lines = lines_of(text)
    if type(line) is not int or not 0 <= line <= len(lines):
        raise Refused(
            f"Error: Invalid `insert_line` parameter: {line!r}. It should be within the range of lines of the file: "
            f"[0, {len(lines)}]"
        )
    lines[line:line] = more.removesuffix("\n").split("\n")
    return "".join(f"{kept}\n" for kept in lines)


def size(bytes_: int) -> str:
    """Return a size for people, such as "0B", "5.5K" or "1.2M"."""
    if bytes_ < 1024:
        return f"{bytes_}B"
    power = 1
    while power < len(_UNITS) - 1 and round(bytes_ / 1024**power, 1) >= 1024:  # as it is shown: 1024.0K is 1.0M
        power += 1
    return f"{bytes_ / 1024**power:.1f}{_UNITS[power]}"


def _places(text: str, old: str) -> list[int]:
    """Where a passage stands; places may overlap. More than are told are not looked for, and nothing stands nowhere."""
    places: list[int] = []
    place = text.find(old) if old else -1
    while place >= 0 and len(places) <= _MOST_TOLD:
        places.append(place)
        place = text.find(old, place + 1)
    return places


def _range(view_range: object, lines: int) -> tuple[int, int]:
    if isinstance(view_range, list) and len(view_range) == 2 and all(type(line) is int for line in view_range):
        first, last = view_range
        last = lines if last == -1 else min(last, lines)
        if 1 <= first <= last or (first, last) == (1, 0):
            return first, last
    raise Refused(
        f"Error: Invalid `view_range` parameter: {view_range!r}. It should be two numbers of lines within the range "
        f"[1, {lines}], or -1 in place of the second for the end of the file"
    )
