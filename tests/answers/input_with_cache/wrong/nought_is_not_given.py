"""Fails: test_other_prices

A price of 0 is taken for one that was not given.
"""


def input_with_cache(turns, system, user, assistant, read=0.1, write=1.25):
    if min(turns, system, user, assistant, read, write) < 0:
        raise ValueError("a number is less than 0")
    read = read or 0.1
    if turns == 0:
        return 0
    sent = system + user
    price = write * sent
    for _ in range(turns - 1):
        price += read * sent + write * (assistant + user)
        sent += user + assistant
    return price
