"""Loops and plain arithmetic."""


def compare_modes(full, window):
    if len(full) != len(window) or len(full) == 0:
        raise ValueError(f"{len(full)} and {len(window)} sessions do not pair")
    total = 0
    found = []
    for place in range(len(full)):
        difference = window[place] - full[place]
        found.append(difference)
        total += difference
    n = len(found)
    mean = total / n
    if n == 1:
        return (mean, 0, True)
    if all(one == found[0] for one in found):
        return (mean, 0, False)
    squares = 0
    for difference in found:
        squares += (difference - mean) ** 2
    deviation = (squares / (n - 1)) ** 0.5
    ups = sum(one > 0 for one in found)
    downs = sum(one < 0 for one in found)
    if n >= 5:
        noise = abs(mean) <= 2 * (deviation / n**0.5)
    elif ups and downs:
        noise = True
    else:
        noise = not abs(mean) > deviation
    return (mean, deviation, noise)
