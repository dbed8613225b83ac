"""Fractions throughout, with the float taken as it prints, and a generator of requests."""

from fractions import Fraction


def lengths(turns, system, user, assistant):
    length = system + user
    for _ in range(turns):
        yield length
        length += assistant + user


def input_with_cache(turns, system, user, assistant, read=0.1, write=1.25):
    if min(turns, system, user, assistant, read, write) < 0:
        raise ValueError("a number is less than 0")
    read, write = Fraction(str(read)), Fraction(str(write))
    price, before = Fraction(0), 0
    for length in lengths(turns, system, user, assistant):
        price += read * before + write * (length - before)
        before = length
    return price
