"""Fails: test_a_number_below_zero_is_an_error

The two prices are not looked at.
"""


def input_with_cache(turns, system, user, assistant, read=0.1, write=1.25):
    if min(turns, system, user, assistant) < 0:
        raise ValueError("a number is less than 0")
    if turns == 0:
        return 0
    sent = system + user
    price = write * sent
    for _ in range(turns - 1):
        price += read * sent + write * (assistant + user)
        sent += user + assistant
    return price
