"""A class for the result, functions for the parts, and operator.sub."""

import operator
import statistics
from typing import NamedTuple


class Result(NamedTuple):
    mean: float
    deviation: float
    is_noise: bool


def spread(values):
    return statistics.stdev(values) if len(values) > 1 else 0.0


def noise(values, mean, deviation):
    match len(values):
        case 1:
            return True
        case _ if len(set(values)) == 1:
            return False
        case 2 | 3 | 4:
            one_way = all(v >= 0 for v in values) or all(v <= 0 for v in values)
            return not (one_way and abs(mean) > deviation)
        case n:
            return abs(mean) <= 2 * deviation / n**0.5


def compare_modes(full, window, *, unit=""):
    if len(full) != len(window):
        raise ValueError("the lists do not pair")
    values = list(map(operator.sub, window, full))
    if not values:
        raise ValueError("the lists are empty")
    mean, deviation = statistics.fmean(values), spread(values)
    return Result(mean, deviation, noise(values, mean, deviation))
