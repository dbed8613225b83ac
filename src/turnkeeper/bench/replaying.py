"""The replay: one session under every strategy, seed by seed, with everything that was sent on record."""

from collections.abc import Callable, Sequence
from typing import Any

import anthropic

from turnkeeper.bench.comparison import Comparison
from turnkeeper.bench.judging import Verdict, judge_runs
from turnkeeper.bench.recording import Call, Recorder
from turnkeeper.bench.run import Answer, Run
from turnkeeper.bench.session import Probe, Script, Session
from turnkeeper.bench.strategy import Strategy
from turnkeeper.client import connect as connect_offline
from turnkeeper.conversation import Conversation
from turnkeeper.costs import Bill, price
from turnkeeper.models import DEFAULT_MODEL
from turnkeeper.offline import ScriptedModel
from turnkeeper.scripts.judge import facts_held
from turnkeeper.scripts.judge import judge as scripted_judge
from turnkeeper.scripts.reader import reader
from turnkeeper.summarizing import SummaryError
from turnkeeper.trimming import BudgetTooSmall
from turnkeeper.validity import Target

OFFLINE = "a scripted reader"


class ReplayError(Exception):
    """A replay that could not go on. What was measured, and paid for, is here.

    Attributes:
        runs: The runs that were finished, in their order.
        comparison: The comparison of the seeds that every strategy has finished, without verdicts of the judge; None
            where there is no such seed.
    """

    def __init__(self, message: str, runs: tuple[Run, ...], comparison: Comparison | None) -> None:
        super().__init__(message)
        self.runs, self.comparison = runs, comparison


_REFUSALS = (anthropic.BadRequestError, anthropic.RequestTooLargeError, BudgetTooSmall, SummaryError)


def replay(
    script: Session | Script,
    strategies: Sequence[Strategy],
    *,
    seeds: Sequence[int] = (0, 1, 2, 3, 4),
    connect: Callable[[], Any] | None = None,
    connect_judge: Callable[[], Any] | None = None,
    measured_on: str | None = None,
    model: str = DEFAULT_MODEL,
    judge_model: str = DEFAULT_MODEL,
    max_tokens: int = 1024,
    target: Target = "claude",
    cache: bool = False,
) -> Comparison:
    """Replay a scripted conversation under several strategies, and compare what came of it.

    Every strategy meets the same session for the same seed, so that differences can be taken in pairs. Offline, the
    same arguments give the same comparison. What it finds holds for the model that answered: for yours it is a
    hypothesis until you pass your own client, and sessions such as your users have.

    Args:
        script: A function from a seed to a session, such as `told_and_asked()`; or one session for all seeds, where
            only the model can differ from repeat to repeat.
        strategies: The strategies, two or more for a comparison. The first is the baseline.
        seeds: A repeat for each.
        connect: Returns the client for one run: `lambda: connect(live=True)` for the real API, where each call costs
            money. A run must not find in the cache what another has written: an offline client is new for each run,
            and the real API keeps a prefix for minutes, so that `cache` with the real API favours the later runs. None
            takes the scripted reader.
        connect_judge: Returns the client of the judge; None takes the scripted judge.
        measured_on: Who answered, in a few words, for the caption; None says the model's name, or that it is a script.
        model: The model to name in every request of a session.
        judge_model: The model to name for the judge.
        max_tokens: The most a reply may hold, in tokens.
        target: By whose rules the requests are judged, and answered offline.
        cache: True to mark every request of a session for the automatic cache.

    Raises:
        ValueError: If there is no strategy or no seed, if one stands there twice, or if a model has no price. Nothing
            has been sent then.
        ReplayError: If something fails on the way, such as a call, for a reason that is not the request's. It carries
            the runs so far, and what went wrong is its cause.
    """
    names = [strategy.name for strategy in strategies]
    for what, given in (("strategies", names), ("seeds", list(seeds))):
        if not given or len(set(given)) < len(given):
            raise ValueError(f"{what} must be one or more, each of them once, not {given}")
    for billed in (model, judge_model, *(helper for strategy in strategies for helper in strategy.models)):
        price(billed)
    runs: list[Run] = []
    judged: list[Call] = []

    def compared(runs: Sequence[Run], verdicts: Sequence[Verdict] = ()) -> Comparison:
        return Comparison(
            runs=tuple(runs),
            verdicts=tuple(verdicts),
            measured_on=measured_on or (model if connect else OFFLINE),
            judge_bill=sum((call.bill for call in judged), Bill()),
        )

    try:
        for seed in seeds:  # so that what is compared in pairs is run one after the other
            session = script if isinstance(script, Session) else script(seed)
            for strategy in strategies:
                client = connect() if connect else connect_offline(ScriptedModel(reader, target=target, record=0))
                more: dict[str, Any] = {"model": model, "max_tokens": max_tokens, "target": target, "cache": cache}
                runs.append(_run(session, strategy, seed, client, **more))
        judge = connect_judge() if connect_judge else connect_offline(ScriptedModel(scripted_judge, record=0))
        return compared(runs, judge_runs(runs, names[0], Recorder(judge, judged, "claude"), model=judge_model))
    except Exception as error:
        whole = runs[: len(runs) - len(runs) % len(strategies)]
        raise ReplayError(
            f"the replay ended after {len(runs)} of {len(seeds) * len(strategies)} runs, which are kept: as `runs` of "
            f"this error and, as far as they pair, as its `comparison`. {type(error).__name__}: {error}",
            tuple(runs),
            compared(whole) if whole else None,
        ) from error


def _run(
    session: Session,
    strategy: Strategy,
    seed: int,
    client: Any,
    *,
    model: str,
    max_tokens: int,
    target: Target,
    cache: bool,
) -> Run:
    """Replay a session under one strategy.

    A turn that is refused, by the API or by the strategy's own budget, is a turn without an answer, and the session
    goes on: that is a result. A call that fails for another reason is none, and ends the replay (`ReplayError`).
    """
    calls: list[Call] = []
    chosen = strategy.started(session, lambda another: Recorder(another, calls, target))
    conversation = Conversation(
        Recorder(client, calls, target),  # type: ignore[arg-type]  # of a client it has all that is needed
        system=session.system,
        model=model,
        max_tokens=max_tokens,
        tools=session.tools,
        run_tool=session.run_tool() if session.run_tool else None,
        pick_history=chosen.pick_history,
        build_system=chosen.build_system,
        fields={"cache_control": {"type": "ephemeral"}} if cache else None,
    )
    answers, refused = [], []
    for turn in session.turns:
        said = turn.question if isinstance(turn, Probe) else turn
        try:
            text = conversation.send(said)
        except _REFUSALS as error:
            text = ""
            refused.append(str(error))
            if conversation.is_open:  # refused in the middle of a turn
                conversation.undo()
        if isinstance(turn, Probe):
            answers.append(Answer(turn, text, facts_held(text, turn.expected)))
    return Run(strategy.name, seed, tuple(answers), tuple(calls), tuple(refused))
