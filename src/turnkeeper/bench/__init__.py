"""Replay one scripted conversation under several strategies, and compare them in pairs.

Example::

    from turnkeeper.bench import course_strategies, replay, told_and_asked

    found = replay(told_and_asked(turns=60, facts=8), course_strategies())
    print(found)                                   # the table
    print(found.difference("sliding window 4"))    # a sentence
    found.chart()                                  # a Vega-Lite specification

What a scripted model does is certain, and shows how the strategies differ in kind. What your model does is not known
until it is measured: pass `connect=lambda: connect(live=True)`, and sessions such as your users have.
"""

from turnkeeper.bench.comparison import MEASURES, Comparison
from turnkeeper.bench.judging import Verdict
from turnkeeper.bench.long_day import BUDGET, long_day, unseen_seed
from turnkeeper.bench.play import Played, play
from turnkeeper.bench.recording import Call
from turnkeeper.bench.replaying import ReplayError, replay
from turnkeeper.bench.run import Answer, Run
from turnkeeper.bench.session import Probe, Script, Session, told_and_asked
from turnkeeper.bench.spread import Difference, Spread
from turnkeeper.bench.strategies import (
    course_strategies,
    facts_and_window,
    rarely,
    send_all,
    slide,
    summarised,
    within_budget,
)
from turnkeeper.bench.strategy import Strategy

__all__ = [
    "BUDGET",
    "MEASURES",
    "Answer",
    "Call",
    "Comparison",
    "Difference",
    "Played",
    "Probe",
    "ReplayError",
    "Run",
    "Script",
    "Session",
    "Spread",
    "Strategy",
    "Verdict",
    "course_strategies",
    "facts_and_window",
    "long_day",
    "play",
    "rarely",
    "replay",
    "send_all",
    "slide",
    "summarised",
    "told_and_asked",
    "unseen_seed",
    "within_budget",
]
