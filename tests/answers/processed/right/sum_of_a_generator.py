"""One expression."""


def processed(turns, system, turn):
    if any(number < 0 for number in (turns, system, turn)):
        raise ValueError("a number of turns or tokens is 0 or more")
    return sum(system + k * turn for k in range(1, turns + 1))
