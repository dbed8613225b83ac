"""Fails: test_the_first_turn_writes_what_it_sends

Only the system prompt is written in turn 1.
"""


def input_with_cache(turns, system, user, assistant, read=0.1, write=1.25):
    if min(turns, system, user, assistant, read, write) < 0:
        raise ValueError("a number is less than 0")
    if turns == 0:
        return 0
    sent = system + user
    price = write * system
    for _ in range(turns - 1):
        price += read * sent + write * (assistant + user)
        sent += user + assistant
    return price
