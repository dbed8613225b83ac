"""The one check of an argument that counts something: tokens, messages, turns or calls."""

from operator import index


def whole(name: str, number: int) -> int:
    """Return a whole number as an `int`.

    Args:
        name: What the argument is called, for the sentence.
        number: An `int`, or what stands for one, as numpy's integers do. True and False do not.

    Raises:
        TypeError: If it is no whole number.
    """
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"{name} is a whole number, not {number!r}")
    return index(number)
