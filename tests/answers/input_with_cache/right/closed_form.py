"""No loop: the reads are a sum of 0 to turns - 2."""


def input_with_cache(turns, system, user, assistant, read=0.1, write=1.25):
    if min(turns, system, user, assistant, read, write) < 0:
        raise ValueError("a number is less than 0")
    if not turns:
        return 0
    turn = user + assistant
    reads = (turns - 1) * (system + user) + turn * (turns - 1) * (turns - 2) // 2
    writes = system + user + (turns - 1) * turn
    return read * reads + write * writes
