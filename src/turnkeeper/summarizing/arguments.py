"""What `summarize` takes as its arguments."""

from collections.abc import Mapping, Sequence

from turnkeeper.summarizing.tags import without_tags
from turnkeeper.whole_numbers import whole


def check_numbers(numbers: Mapping[str, int | None]) -> None:
    """Refuse what is no whole number, or less than 1.

    Args:
        numbers: The numbers by the names of their arguments; None for one that was not given.

    Raises:
        TypeError: If one is no whole number.
        ValueError: If one is less than 1.
    """
    for name, number in numbers.items():
        if number is not None and whole(name, number) < 1:
            raise ValueError(f"{name} is 1 or more, not {number}")


def check_pinned(pinned: Sequence[str]) -> None:
    """Refuse lines that cannot stay word for word.

    Args:
        pinned: Facts and rules.

    Raises:
        TypeError: If it is one text, or holds something that is no text.
        ValueError: If a line is blank or holds one of our tags.
    """
    if isinstance(pinned, str):
        raise TypeError(f"pinned is a list of facts and rules: write pinned=[{pinned!r}]")
    for place, line in enumerate(pinned):
        if not isinstance(line, str):
            raise TypeError(f"pinned[{place}] is a text, not {line!r}")
        if not line.strip():
            raise ValueError(f"pinned[{place}] is blank: leave it out")
        if without_tags(line) != line:
            raise ValueError(f"pinned[{place}] holds a tag of the summary's own: write {line!r} without it")
