"""What the scripted model says. A script is a function from the request to the reply, and knows nothing else."""

from turnkeeper.offline.replies import replies
from turnkeeper.scripts.counter import counter
from turnkeeper.scripts.extractor import extractor
from turnkeeper.scripts.forgetful import forgetful_reader
from turnkeeper.scripts.judge import facts_held, judge, judge_question
from turnkeeper.scripts.reader import reader
from turnkeeper.scripts.shop import Shop
from turnkeeper.scripts.shop_assistant import shop_assistant
from turnkeeper.scripts.summarizer import summarizer

__all__ = [
    "Shop",
    "counter",
    "extractor",
    "facts_held",
    "forgetful_reader",
    "judge",
    "judge_question",
    "reader",
    "replies",
    "shop_assistant",
    "summarizer",
]
