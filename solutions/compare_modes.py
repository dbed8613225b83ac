"""Why this is the answer.

Only the differences matter from here on: a hard session is hard in both modes, and drops out of its pair. `strict=True`
refuses lists that do not pair, where a plain `zip` would forget the end of the longer one. The rule asks whether the
mean stands out from the spread of the pairs. With few pairs the spread itself is badly known, so their signs must agree
as well. It is the rule of `turnkeeper.bench`, a rule of thumb and no test of significance.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

FEW = 5
"""With fewer pairs than this a standard error tells little."""


def compare_modes(full: Sequence[float], window: Sequence[float]) -> tuple[float, float, bool]:
    """Return the mean of the paired differences, their standard deviation, and whether they are noise."""
    differences = [after - before for before, after in zip(full, window, strict=True)]
    if not differences:
        raise ValueError("there is no pair to compare")
    count, mean = len(differences), fmean(differences)
    if min(differences) == max(differences):
        return mean, 0.0, count == 1
    deviation = stdev(differences)
    if count < FEW:
        return mean, deviation, min(differences) < 0 < max(differences) or abs(mean) <= deviation
    return mean, deviation, abs(mean) <= 2 * deviation / sqrt(count)
