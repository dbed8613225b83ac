"""First and last turn, times half the turns."""


def processed(turns, system, turn):
    assert_not_negative(turns, system, turn)
    first, last = system + turn, system + turns * turn
    return (first + last) * turns // 2


def assert_not_negative(*numbers):
    if min(numbers) < 0:
        raise ValueError(f"{min(numbers)} is less than 0")
