"""The numbers that a formula takes, checked; and the one it gives back, as it is best printed."""

from decimal import Decimal, InvalidOperation

Multiple = Decimal | float
"""A price as a multiple of plain input, such as 0.1. A float is taken for the decimal that it prints as."""


def check_whole(**numbers: int) -> None:
    """Refuse what is no whole number, or less than 0.

    Args:
        **numbers: The numbers, each under its name.

    Raises:
        ValueError: Names the first that is wrong.
    """
    for name, number in numbers.items():
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise ValueError(f"{name} is a whole number, 0 or more, not {number!r}")


def exact(name: str, multiple: Multiple) -> Decimal:
    """Return a multiple without the drift of a float.

    Args:
        name: What it is called, for the sentence.
        multiple: The multiple.

    Raises:
        ValueError: If it is no finite number, or less than 0.
    """
    try:
        number = Decimal(str(multiple))
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite() or number < 0:
        raise ValueError(
            f"{name} is a multiple of the price of plain input, a number such as 0.1 or 1.25, not {multiple!r}"
        )
    return number


def tidy(number: Decimal) -> Decimal:
    """Return a number without the zeros at its end, so that it prints as 14627.5 or 10970."""
    whole = number.to_integral_value()
    return whole if whole == number else number.normalize()
