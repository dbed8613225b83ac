"""Fails: test_later_turns_read_what_the_one_before_sent

What is read ends before the question of the turn before.
"""


def input_with_cache(turns, system, user, assistant, read=0.1, write=1.25):
    if min(turns, system, user, assistant, read, write) < 0:
        raise ValueError("a number is less than 0")
    if turns == 0:
        return 0
    sent = system + user
    price = write * sent
    for _ in range(turns - 1):
        price += read * (sent - user) + write * (assistant + user)
        sent += user + assistant
    return price
