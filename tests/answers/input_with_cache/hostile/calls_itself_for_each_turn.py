"""Ends as: recursion

Python ends it after about a thousand turns.
"""


def input_with_cache(turns, system, user, assistant, read=0.1, write=1.25):
    if min(turns, system, user, assistant, read, write) < 0:
        raise ValueError("a number is less than 0")
    if turns == 0:
        return 0
    if turns == 1:
        return write * (system + user)
    before = system + user + (turns - 2) * (user + assistant)
    rest = input_with_cache(turns - 1, system, user, assistant, read, write)
    return rest + read * before + write * (user + assistant)
