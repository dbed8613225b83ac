"""A small class that keeps what stands in the cache."""


class Cache:
    def __init__(self, read, write):
        self.read, self.write, self.holds, self.price = read, write, 0, 0.0

    def request(self, tokens):
        self.price += self.holds * self.read + (tokens - self.holds) * self.write
        self.holds = tokens


def input_with_cache(
    turns: int, system: int, user: int, assistant: int, read: float = 0.1, write: float = 1.25, *, verbose: bool = False
) -> float:
    for name, number in dict(
        turns=turns, system=system, user=user, assistant=assistant, read=read, write=write
    ).items():
        if number < 0:
            raise ValueError(f"{name} is less than 0")
    cache = Cache(read, write)
    for turn in range(1, turns + 1):
        cache.request(system + (turn - 1) * (user + assistant) + user)
    return cache.price
