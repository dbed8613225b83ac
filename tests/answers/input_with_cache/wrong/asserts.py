"""Fails: test_a_number_below_zero_is_an_error

An assertion is no ValueError, and python -O leaves it out.
"""


def input_with_cache(turns, system, user, assistant, read=0.1, write=1.25):
    assert min(turns, system, user, assistant, read, write) >= 0
    if turns == 0:
        return 0
    sent = system + user
    price = write * sent
    for _ in range(turns - 1):
        price += read * sent + write * (assistant + user)
        sent += user + assistant
    return price
