"""Fails: test_no_turns_cost_nothing

Without a turn the system prompt is written all the same.
"""


def input_with_cache(turns, system, user, assistant, read=0.1, write=1.25):
    if min(turns, system, user, assistant, read, write) < 0:
        raise ValueError("a number is less than 0")
    if turns == 0:
        return write * system
    sent = system + user
    price = write * sent
    for _ in range(turns - 1):
        price += read * sent + write * (assistant + user)
        sent += user + assistant
    return price
