"""Exercise `compare_modes`: how far two modes lie apart, and is it noise?

The same sessions were replayed in two modes. Write
`compare_modes(full, window)`. It gets two lists of numbers, such as the
recall or the cost of each session: `full[i]` and `window[i]` come from
the same session. It returns a tuple of three:

1. The mean of the differences `window[i] - full[i]`: above 0 where the
   window has more.
2. Their standard deviation: the square root of the sum of the squared
   distances from that mean, divided by the number of pairs less one.
   It is 0 for a single pair.
3. Whether the difference is noise: True or False, by this rule.
   - One pair: True. It shows no spread.
   - Two pairs or more, and all differences are equal: False, also when
     all of them are 0.
   - Else, with 2, 3 or 4 pairs: True when some differences are above 0
     and others below 0, and True when the mean, without its sign, is no
     larger than the standard deviation.
   - Else, with 5 pairs or more: True when the mean, without its sign, is
     no larger than two standard errors. A standard error is the standard
     deviation divided by the square root of the number of pairs.

Lists of different lengths do not pair: that is a ValueError, and so is no
pair at all. The lists stay as they are.

    compare_modes([1, 2, 3], [3, 5, 7])  # (3.0, 1.0, False)
    compare_modes([1, 2, 3], [3, 2, 4])  # (1.0, 1.0, True)
    compare_modes([1, 2], [5, 1])        # (1.5, 3.53…, True)
"""

from collections.abc import Sequence


def compare_modes(full: Sequence[float], window: Sequence[float]) -> tuple[float, float, bool]:
    """Return the mean of the paired differences, their standard deviation, and whether they are noise."""
    raise NotImplementedError
