"""The long day: 200 turns at the counter of Tannery Lane Cycles, and 30 questions about what was said in them.

Somebody at the counter talks to the shop's assistant from morning to evening, in one conversation. Things are told and
later asked for; some are corrected in between; orders are found by a phone number, so that only a tool has confirmed
which one is meant; now and then a long letter is pasted. What is said is made from a seed.
"""

import copy
from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random
from typing import Any

from turnkeeper.bench.day_words import LETTER, PEOPLE, PLACES, SHOP_QUESTIONS, TALK, THINGS, WORDS
from turnkeeper.bench.session import Probe, Session
from turnkeeper.messages import Block
from turnkeeper.scripts.shop import JOBS, SYSTEM, TOOLS, Order, Shop

TURNS = 200
"""The turns of a day."""
BUDGET = 2_500
"""The most input tokens of a request in the course's task."""

_EARLY, _PLAIN, _PASTED, _CORRECTED, _ORDERS = 4, 7, 3, 8, 8  # the 30 probes, by what they ask for
_PROBES = _EARLY + _PLAIN + _PASTED + _CORRECTED + _ORDERS
_GAP = 13  # turns, at the least, between an order and the question about it, with a letter among them
_LONG = 25  # turns, at the least, from the newest word on a thing to the question about it
_SENTENCES = 16  # of a letter: about 550 stand-in tokens

Turns = dict[int, str | Probe]


def long_day(seed: int, *, part: int = 1) -> Session:
    """Return a day at the counter.

    A seed decides what is told, in what order and where, which orders there are, and who is at the counter. The same
    seed makes the same day.

    Of the 30 probes, 4 ask at the end of the day for what was told in its first 5 turns, 7 for other things that were
    told, 3 for what stood in a message with a long letter, 8 for what was corrected after it was told, and 8 for an
    order whose number only a tool has said.

    Args:
        seed: The seed.
        part: 2 for half a day with half of everything, 4 for a quarter, for a quick look.

    Raises:
        ValueError: If there is no such part.
    """
    if part not in (1, 2, 4):
        raise ValueError(f"part is 1 for the whole day, 2 for half of it or 4 for a quarter, not {part!r}")
    random = Random(seed)
    turns = TURNS // part
    book = _book(random)
    said: Turns = {}
    letters = _tell_orders(said, list(book.values()), turns, _ORDERS // part, random)
    _tell_things(said, letters, turns, part, random)
    for turn in range(turns):
        if turn not in said:
            said[turn] = random.choice(SHOP_QUESTIONS if random.random() < 0.2 else TALK)
    counter = random.choice(PEOPLE)

    def run_tool() -> Callable[[Block], Block]:
        shop = Shop()
        shop.orders = copy.deepcopy(book)
        return shop.run

    return Session(
        tuple(said[turn] for turn in range(turns)),
        system=f"{SYSTEM}\nAt the counter today is {counter}, who tells you things to keep in mind.",
        tools=TOOLS,
        run_tool=run_tool,
    )


def unseen_seed(source: str) -> int:
    """Return the seed of the day that nobody has seen: it comes from the text of an answer, so any change changes it.

    Args:
        source: The text of the answer's file; its line ends do not matter.
    """
    text = "\n".join(source.splitlines()).encode("utf-8", "surrogatepass")
    return int(sha256(text).hexdigest(), 16) % 1_000_000


def _book(random: Random) -> dict[str, Order]:
    """Return the orders of the day, by their number."""
    numbers, phones = random.sample(range(3101, 3200), 20), random.sample(range(101, 200), 20)
    book: dict[str, Order] = {}
    for number, phone in zip(map(str, numbers), phones, strict=True):
        book[number] = {
            "order": number,
            "phone": f"555-0{phone}",
            "jobs": random.sample(JOBS[:3], random.randint(1, 2)),
            "status": "in the workshop",
            "ready": f"today at {random.randint(10, 17)}:{random.choice(('00', '15', '30', '45'))}",
        }
    return book


def _tell_orders(said: Turns, orders: list[Order], turns: int, count: int, random: Random) -> list[int]:
    """Let orders come up one after the other: found by phone, perhaps mixed up with another number, and asked for.

    Returns:
        The turns in which a letter is pasted, one between each order and the question about it.
    """
    first, last = 6, turns - 2
    letters: list[int] = []
    length = (last - first) // count
    for place in range(count):
        order, *others = random.sample(orders, 3)
        start = first + place * length
        found = start + random.randint(1, 3)
        asked = random.randint(found + _GAP, start + length - 1)
        if random.random() < 0.5:
            said[start] = f"How far are orders {others[0]['order']} and {others[1]['order']}?"
        said[found] = f"Somebody calls from {order['phone']}. How far is the bicycle?"
        said[found + 1] = f"Please add {_with_article(random.choice(JOBS[3:]))} to it."
        letters.append(random.randint(found + 2, found + 5))
        said[letters[-1]] = ""
        if place % 2:
            typed = str(random.randint(3201, 3299))  # in no book: a slip of the finger
            said[random.randint(found + 6, asked - 2)] = f"Is order {typed} ready? No, that is a slip of mine."
        said[asked] = Probe("And the order that was found by phone, is it ready?", (order["order"],))
    return letters


def _with_article(job: str) -> str:
    return f"an {job}" if job[0] in "aeiou" else job


def _tell_things(said: Turns, letters: list[int], turns: int, part: int, random: Random) -> None:
    """Tell things, some of them in a letter, correct some, and ask for each once, a long time after its last word."""
    early, plain, pasted, corrected = (max(1, count // part) for count in (_EARLY, _PLAIN, _PASTED, _CORRECTED))
    things = iter(random.sample(THINGS, early + plain + pasted + corrected))
    values = _values(random)
    long = _LONG // part
    free = [turn for turn in range(5, turns) if turn not in said]
    asked_last = sorted(random.sample([turn for turn in free if turn >= turns - 24], early))
    for told, asked in zip(random.sample(range(5), early), asked_last, strict=True):
        thing, value = _said_of(next(things), values)
        said[told], said[asked] = f"My {thing} is {value}.", _question(thing, value)
    free = [turn for turn in free if turn not in asked_last]
    in_letters = random.sample(letters[: len(letters) * 3 // 4], pasted)
    for turn in letters:
        said[turn] = _letter(random)
    for kind in ["pasted"] * pasted + ["corrected"] * corrected + ["plain"] * plain:
        kind_and_name = next(things)
        thing, value = _said_of(kind_and_name, values)
        fact = f"My {thing} is {value}."
        if kind == "pasted":
            newest = in_letters.pop()
            said[newest] = _letter(random, fact)
        else:
            newest = random.choice([turn for turn in free if turn < free[-1] - long and turn != free[0]])
            if kind == "corrected":
                said[random.choice([turn for turn in free if turn < newest])] = fact
                _, value = _said_of(kind_and_name, values)
                fact = f"I have to correct myself. My {thing} is {value}."
            said[newest] = fact
        asked = random.choice([turn for turn in free if turn not in said and turn >= newest + long])
        said[asked] = _question(thing, value)
        free = [turn for turn in free if turn not in said]


def _question(thing: str, value: str) -> Probe:
    return Probe(f"What is my {thing}?", (value,))


def _values(random: Random) -> dict[str, Iterator[str]]:
    """Return the values that are told of the things, by their kind: each is told once."""
    return {
        kind: iter(random.sample(pool, len(pool)))
        for kind, pool in (("person", PEOPLE), ("place", PLACES), ("word", WORDS))
    }


def _said_of(thing: tuple[str, str], values: dict[str, Iterator[str]]) -> tuple[str, str]:
    kind, name = thing
    return name, next(values[kind])


def _letter(random: Random, told: str = "") -> str:
    """Return a message with a long letter in it, and with what is told before, in or behind it."""
    sentences = [random.choice(LETTER) for _ in range(_SENTENCES)]
    place = random.choice((0, _SENTENCES // 2, _SENTENCES))
    body: list[Any] = ["The wholesaler writes:", *sentences]
    body[place + 1 : place + 1] = [f"(This is from me: {told})"] if told else []
    return " ".join(body)
