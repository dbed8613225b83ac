"""Turn by turn."""


def processed(turns, system, turn):
    for name, number in (("turns", turns), ("system", system), ("turn", turn)):
        if number < 0:
            raise ValueError(f"{name} is {number}: give 0 or more")
    total = 0
    history = 0
    for _ in range(turns):
        history += turn
        total += system + history
    return total
