"""Exact arithmetic: the rule without a root, by squares."""

from fractions import Fraction
from math import sqrt


def compare_modes(full, window):
    pairs = list(zip(full, window, strict=True))
    if not pairs:
        raise ValueError("no pairs")
    found = [Fraction(after) - Fraction(before) for before, after in pairs]
    count = len(found)
    mean = sum(found) / count
    variance = sum((one - mean) ** 2 for one in found) / max(1, count - 1)
    if count == 1 or variance == 0:
        noise = count == 1
    elif count < 5:
        noise = min(found) * max(found) < 0 or mean**2 <= variance
    else:
        noise = mean**2 * count <= 4 * variance
    return float(mean), sqrt(variance), noise
