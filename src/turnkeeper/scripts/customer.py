"""The scripted customer of the desk: says line after line, answers what is asked, and counts what is asked again.

It is a script, and says the same to everybody. It tells five things in whole sentences and three in short answers, and
has nine wishes, some of which need what was told some turns before. How far apart the two are decides how often a short
window asks again: with other distances the counts are others. A real model asks in other words, and a real customer
answers otherwise the second time, or leaves.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from turnkeeper.scripts.facts import facts_in

SAID = (
    "Hello. My name is Noor, and my bicycle is a tourer.",
    "My phone is 555-0171.",
    "Which tyre do I need?",
    "And which tube?",
    "My limit is 90 euros.",
    "Which pads do I need?",
    "They squeak when it rains.",
    "And which cable?",
    "Can I have a delivery?",
    "I ride it to work.",
    "In winter, too.",
    "My day is Friday.",
    "Then plan the delivery, please.",
    "Please send a text before that.",
    "I need a second tyre.",
    "And a second set of pads.",
)
"""What the customer says when nothing is asked."""

ANSWERS = {"wheel size": "28 inches.", "brake type": "Discs.", "street": "Lime Road 4.", "phone": "555-0171."}
"""What the customer answers to "What is your …?"."""

_ASKED = re.compile(r"What is your ([a-z ]+)\?")


class Visited(NamedTuple):
    """What became of a visit.

    Attributes:
        asked_again: What was asked for although the customer had told it, once for each time.
        served: How many wishes were answered.
    """

    asked_again: list[str]
    served: int


def visit(say: Callable[[str], str]) -> Visited:
    """Go through the visit once.

    Args:
        say: Hands what the customer says to the desk, and returns the words of the reply.
    """
    told: set[str] = set()
    asked_again = []
    served = 0
    for said in SAID:
        told |= {fact.what for fact in facts_in(said)}
        reply = say(said)
        if asked := _ASKED.fullmatch(reply):
            what = asked[1]
            asked_again += [what] if what in told else []
            told.add(what)
            reply = say(ANSWERS[what])
        served += reply.startswith("For the ")
    return Visited(asked_again, served)
