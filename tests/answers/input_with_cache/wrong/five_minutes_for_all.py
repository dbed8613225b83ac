"""Fails: test_other_prices

1.25 stands in the sum instead of the argument.
"""


def input_with_cache(turns, system, user, assistant, read=0.1, write=1.25):
    if min(turns, system, user, assistant, read, write) < 0:
        raise ValueError("a number is less than 0")
    if turns == 0:
        return 0
    sent = system + user
    price = 1.25 * sent
    for _ in range(turns - 1):
        price += read * sent + 1.25 * (assistant + user)
        sent += user + assistant
    return price
