"""The bench: pairs, recall, bills, validity, the blind judge, the spread, the table and the chart."""

import json
import re
import statistics
import time
from decimal import Decimal
from itertools import pairwise
from types import SimpleNamespace

import anthropic
import pytest

from turnkeeper import ScriptedModel, bill, check_history, connect
from turnkeeper.bench import (
    MEASURES,
    Difference,
    Probe,
    ReplayError,
    Session,
    Spread,
    Strategy,
    course_strategies,
    facts_and_window,
    rarely,
    replay,
    send_all,
    slide,
    summarised,
    told_and_asked,
    within_budget,
)
from turnkeeper.bench.judging import judge_runs
from turnkeeper.bench.run import Answer, Run
from turnkeeper.costs import total_input
from turnkeeper.memory import KnownFacts
from turnkeeper.scripts import Shop, extractor, forgetful_reader, judge, reader, shop_assistant, summarizer
from turnkeeper.scripts.facts import facts_in
from turnkeeper.scripts.shop import SYSTEM, TOOLS
from turnkeeper.tokens import request_tokens
from turnkeeper.trimming import keep_last_messages

OLD = "claude-sonnet-4-20250514"  # its rules are known, its price is not
NAME, CITY, DOG = (
    Probe("What is my name?", ("Noor",)),
    Probe("What is my city?", ("Tarn",)),
    Probe("What is my dog?", ("Bo", "old")),
)
TOLD = Session(
    ("My name is Noor.", "It rains.", "My city is Tarn.", "It still rains.", CITY, NAME, "My dog is Bo, old.", DOG)
)
"""A window of two turns knows the dog, and has lost the name and the city. "Old" was said, and is in no answer."""


def one(*, strategies=None, script=TOLD, seeds=(0,), **more):
    return replay(script, strategies or [send_all(), slide(2)], seeds=seeds, **more)


class Watched:
    """A client that keeps what it was asked and what it answered."""

    def __init__(self, client):
        self.client, self.messages, self.asked, self.replies = client, self, [], []

    def create(self, **fields):
        self.asked.append(fields)
        self.replies.append(self.client.messages.create(**fields))
        return self.replies[-1]


# Recall


def test_recall_counts_the_facts_that_the_answers_hold():
    found = one()
    everything, window = found.runs
    assert [answer.text for answer in everything.answers] == [
        "Your city is Tarn.", "Your name is Noor.", "Your dog is Bo.",
    ]  # fmt: skip
    assert [answer.held for answer in everything.answers] == [1, 1, 1]
    assert [answer.held for answer in window.answers] == [0, 0, 1]
    assert (everything.recall, window.recall) == (3 / 4, 1 / 4)
    assert found.spread("send all").mean == 3 / 4
    assert found.difference("sliding window 2").spread == Spread(-0.5, 0.0, -0.5, -0.5, 1)


def test_each_strategy_of_the_course_loses_what_it_must():
    filler = ["It rains for another day, and the street is quiet."] * 18
    session = Session(("My name is Noor.", *filler, "My city is Tarn.", NAME, CITY))
    strategies = [
        send_all(),
        slide(3),
        within_budget(300),
        rarely(300, 150),
        summarised(200, words=40, keep_recent=2),
        facts_and_window(2),
    ]
    recall = {
        run.strategy: [answer.held for answer in run.answers] for run in one(script=session, strategies=strategies).runs
    }
    assert recall == {
        "send all": [1, 1],
        "sliding window 3": [0, 1],
        "budget 300": [0, 1],
        "cut 300 to 150": [0, 1],
        "summary at 200": [1, 1],
        "facts + window 2": [1, 1],
    }


def test_a_summary_too_short_loses_the_oldest_fact():
    filler = [f"It rains for {number} days, and the street is quiet." for number in range(2, 20)]
    session = Session(("My name is Noor.", *filler, NAME))
    run = one(script=session, strategies=[summarised(200, words=15, keep_recent=2)]).runs[0]
    assert [answer.held for answer in run.answers] == [0]


def test_a_fact_that_was_corrected_counts_as_it_is_now():
    for seed in range(5):
        session = told_and_asked(30, 5, corrected=5)(seed)
        said = [turn for turn in session.turns if isinstance(turn, str)]
        for probe in (turn for turn in session.turns if isinstance(turn, Probe)):
            thing = re.fullmatch(r"What is my (.+)\?", probe.question)[1]
            told = [turn for turn in said if f"y {thing} is " in turn]
            assert len(told) == 2
            assert told[1].startswith("That has changed. My ")
            assert probe.expected[0] in told[1]
            assert probe.expected[0] not in told[0]
        assert one(script=session, strategies=[send_all()]).runs[0].recall == 1


def test_a_fact_that_was_corrected_is_stale_in_the_anchor():
    filler = ["It rains for another day, and the street is quiet."] * 4
    session = Session(("My name is Nora.", *filler, "My name is Noor.", *filler, NAME))
    stale, fresh = one(script=session, strategies=[facts_and_window(2), send_all()]).runs
    assert (stale.answers[0].text, fresh.answers[0].text) == ("Your name is Nora.", "Your name is Noor.")


def test_a_probe_asks_for_something():
    for expected in ((), ("",), "Noor", ("Noor", "")):
        with pytest.raises(ValueError, match="expected is a tuple of facts"):
            Probe("What is my name?", expected)
    with pytest.raises(ValueError, match="put a Probe among its turns"):
        Session(("Hello.",))


# Seeds and pairs


def test_a_seed_makes_one_session_and_another_makes_another():
    script = told_and_asked(40, 6, corrected=2)
    assert script(1) == script(1)
    assert script(1) != script(2)
    session = script(3)
    assert len(session.turns) == 40
    assert sum(isinstance(turn, Probe) for turn in session.turns) == 6
    told = [turn for turn in session.turns if isinstance(turn, str) and facts_in(turn)]
    assert len(told) == 8
    assert len({fact.value for turn in told for fact in facts_in(turn)}) == 8


@pytest.mark.parametrize(
    ("turns", "facts", "corrected"), [(12, 6, 1), (40, 0, 0), (200, 41, 0), (40, 3, 4), (40, 3, -1)]
)
def test_a_script_that_does_not_fit_says_so(turns, facts, corrected):
    with pytest.raises(ValueError, match=rf"{facts} facts, each told and asked for, .* of {turns}: give more turns"):
        told_and_asked(turns, facts, corrected=corrected)


def test_the_same_seeds_give_the_same_comparison():
    script, seeds = told_and_asked(20, 4), (7, 3)
    first, second = (replay(script, course_strategies(300), seeds=seeds) for _ in range(2))
    assert first.rows() == second.rows()
    assert repr(first) == repr(second)
    assert first.runs == second.runs
    assert first.chart() == second.chart()


def test_every_strategy_meets_the_same_session_of_a_seed():
    met = []

    def script(seed):
        met.append(seed)
        return told_and_asked(12, 3)(seed)

    found = replay(script, [send_all(), slide(3), slide(2, "two")], seeds=(5, 9))
    assert met == [5, 9]
    assert [(run.strategy, run.seed) for run in found.runs] == [
        (name, seed) for seed in (5, 9) for name in ("send all", "sliding window 3", "two")
    ]
    assert found.runs
    for seed in (5, 9):
        asked = [[answer.probe for answer in run.answers] for run in found.runs if run.seed == seed]
        assert asked[0] == asked[1] == asked[2]


def test_differences_are_taken_seed_by_seed():
    found = replay(told_and_asked(30, 5), [send_all(), slide(6), slide(3, "three")], seeds=range(4))
    for measure in MEASURES:
        for other in ("send all", "sliding window 6"):
            figures = []
            for name in ("three", other):
                runs = found.runs_of(name)
                figures.append([len(run.refused) if measure == "refused" else getattr(run, measure) for run in runs])
            pairs = [a - b for a, b in zip(*figures, strict=True)]
            told = found.difference("three", measure, against=other)
            assert (told.strategy, told.against, told.measure) == ("three", other, measure)
            assert told.spread == Spread(statistics.fmean(pairs), statistics.stdev(pairs), min(pairs), max(pairs), 4)
    assert found.difference("three").against == found.baseline == "send all"


def test_a_name_that_is_not_there_is_told():
    found = one()
    with pytest.raises(ValueError, match="no strategy 'slide' was replayed, only send all, sliding window 2"):
        found.spread("slide")
    with pytest.raises(ValueError, match=r"what can be measured is recall, .*, not 'speed'"):
        found.difference("sliding window 2", "speed")


@pytest.mark.parametrize(
    ("strategies", "seeds", "said"),
    [
        ([], (0,), "strategies must be one or more"),
        (
            [send_all(), send_all()],
            (0,),
            r"strategies must be one or more, each of them once, not \['send all', 'send all'\]",
        ),
        ([send_all()], (), "seeds must be one or more"),
        ([send_all()], (1, 1), r"seeds must be one or more, each of them once, not \[1, 1\]"),
    ],
)
def test_nothing_to_compare_says_so(strategies, seeds, said):
    with pytest.raises(ValueError, match=said):
        replay(TOLD, strategies, seeds=seeds)


# Tokens and bills


def test_the_cost_of_a_run_is_the_sum_of_its_bills_and_those_of_its_helpers():
    clients = []

    def watched(script):
        clients.append(Watched(connect(ScriptedModel(script))))
        return clients[-1]

    strategies = [
        summarised(150, words=30, keep_recent=2, connect=lambda: watched(summarizer(30))),
        facts_and_window(2, connect=lambda: watched(extractor)),
    ]
    for strategy in strategies:
        clients.clear()
        (run,) = one(strategies=[strategy], connect=lambda: watched(reader), cache=True).runs
        assert len(clients) == 2
        assert all(client.replies for client in clients)
        replies = [reply for client in clients for reply in client.replies]
        assert len(run.calls) == len(replies)
        assert run.bill.total == sum((bill(reply.usage, "claude-haiku-5-5").total for reply in replies), Decimal(0)) > 0
        assert run.cost == pytest.approx(float(run.bill.total))
        assert run.input_tokens == sum(total_input(reply.usage) for reply in replies)
        assert run.output_tokens == sum(reply.usage.output_tokens for reply in replies)
        assert run.longest == max(total_input(reply.usage) for reply in replies)
        assert sorted(call.messages for call in run.calls) == sorted(
            len(asked["messages"]) for client in clients for asked in client.asked
        )


def test_the_cache_is_asked_for_in_each_request_of_a_session_or_in_none():
    long = Session((*(f"It rains in street number {n}. " * 40 for n in range(6)), NAME))
    clients = []

    def watched():
        clients.append(Watched(connect(ScriptedModel(reader))))
        return clients[-1]

    plain, cached = (
        one(script=long, strategies=[send_all()], connect=watched, cache=cache).runs[0] for cache in (False, True)
    )
    assert all(asked.get("cache_control") is None for asked in clients[0].asked)
    assert all(asked["cache_control"] == {"type": "ephemeral"} for asked in clients[1].asked)
    assert cached.bill.cache_read > 0 == plain.bill.cache_read
    assert cached.input_tokens == plain.input_tokens
    assert cached.cost < plain.cost


def test_a_run_finds_nothing_in_the_cache_that_another_one_wrote():
    long = Session((*("It rains in the street. " * 40 for _ in range(6)), NAME))
    found = one(script=long, strategies=[send_all("a"), send_all("b")], seeds=(0, 1), cache=True)
    assert len({run.bill for run in found.runs}) == 1


def test_the_judge_is_on_no_strategys_bill():
    watched = Watched(connect(ScriptedModel(judge)))
    found = one(connect_judge=lambda: watched)
    assert found.judge_bill.total == sum(bill(reply.usage, "claude-haiku-5-5").total for reply in watched.replies) > 0
    assert found.runs == one(strategies=[send_all(), slide(2)]).runs


# Validity and refusals


def shop_session(*turns):
    return Session(turns, system=SYSTEM, tools=TOOLS, run_tool=lambda: Shop().run)


def shop_client():
    return connect(ScriptedModel(shop_assistant))


SHOP = shop_session(
    "Is order 3107 ready?",
    "When do you open?",
    Probe("And order 3107, how far is it?", ("in the workshop",)),
    Probe("Please add a chain to it.", ("chain",)),
)


def test_a_strategy_that_sends_an_invalid_history_is_caught_and_the_run_goes_on():
    wrong = Strategy("last messages", pick_history=lambda messages: keep_last_messages(messages, 1))
    found = replay(SHOP, [send_all(), wrong], seeds=(0, 1), connect=shop_client)
    right, run, _, _ = found.runs
    assert (right.invalid, right.refused, right.recall) == (0, (), 1.0)
    assert (run.invalid, len(run.refused), run.recall) == (2, 2, 0.0)
    assert all("unexpected `tool_use_id` found" in why for why in run.refused)
    faulty = [call for call in run.calls if call.problems]
    assert [problem.rule for call in faulty for problem in call.problems] == ["tool_result_without_use"] * 2
    assert all((call.input_tokens, call.output_tokens, call.bill.total) == (0, 0, 0) for call in faulty)
    assert run.answers[0].text == ""
    line = next(line for line in repr(found).splitlines() if line.startswith("last messages"))
    assert re.search(rf" 4/{2 * len(run.calls)} +4$", line)


def test_each_run_has_tools_of_its_own():
    twice = shop_session("Please add a chain to order 3107.", Probe("Is order 3107 ready?", ("chain",)))
    asks = shop_session(Probe("Is order 3107 ready?", ("chain",)))
    assert replay(twice, [send_all("a"), send_all("b")], seeds=(0,), connect=shop_client).runs[1].recall == 1
    assert replay(asks, [send_all()], seeds=(0,), connect=shop_client).runs[0].recall == 0


def test_the_target_judges_and_answers_offline():
    doubled = Strategy("doubled", pick_history=lambda messages: [{"role": "user", "content": "Hm."}, *messages])
    assert one(strategies=[doubled]).runs[0].invalid == 0
    run = one(strategies=[doubled], target="strict").runs[0]
    assert run.invalid == len(run.calls) == len(run.refused) == len(TOLD.turns)


def test_a_budget_that_nothing_fits_is_a_refused_turn():
    run = one(strategies=[within_budget(12)]).runs[0]
    assert 0 < len(run.refused) < len(TOLD.turns)
    assert all("a budget of 12 tokens is too small" in why for why in run.refused)
    assert run.calls


def test_a_run_without_an_answer_has_no_longest_prompt():
    run = one(strategies=[within_budget(1)]).runs[0]
    assert (run.longest, run.cost, run.recall, run.calls) == (0, 0, 0, ())


class Failing(Watched):
    """A client that fails from a request on, as with a rate limit."""

    def __init__(self, client, sound):
        super().__init__(client)
        self.sound = sound

    def create(self, **fields):
        if len(self.asked) >= self.sound:
            model = ScriptedModel(reader)
            model.fail_next(429)
            return connect(model).with_options(max_retries=0).messages.create(**fields)
        return super().create(**fields)


@pytest.mark.parametrize(("sound", "runs", "seeds"), [(0, 0, 0), (17, 2, 1), (31, 3, 1), (32, 4, 2)])
def test_another_error_ends_the_replay_and_what_was_paid_for_is_kept(sound, runs, seeds):
    whole = one(seeds=(3, 4, 5))
    client = Failing(connect(ScriptedModel(reader, record=0)), sound)
    with pytest.raises(ReplayError, match=rf"^the replay ended after {runs} of 6 runs, .* RateLimitError: ") as caught:
        one(seeds=(3, 4, 5), connect=lambda: client)
    assert isinstance(caught.value.__cause__, anthropic.RateLimitError)
    assert caught.value.runs == whole.runs[:runs]
    comparison = caught.value.comparison
    assert (comparison is None) == (seeds == 0)
    if comparison:
        assert comparison.runs == whole.runs[: 2 * seeds]
        assert comparison.difference("sliding window 2").spread.count == seeds
        assert (comparison.verdicts, comparison.judge_bill.total) == ((), 0)
        assert "a hypothesis until" in repr(comparison)


def test_a_judge_that_fails_leaves_the_runs_and_its_bill():
    judge_client = Failing(connect(ScriptedModel(judge)), 3)
    with pytest.raises(ReplayError, match="after 2 of 2 runs") as caught:
        one(connect_judge=lambda: judge_client)
    assert caught.value.comparison.runs == caught.value.runs == one().runs
    assert caught.value.comparison.judge_bill.total == sum(
        bill(reply.usage, "claude-haiku-5-5").total for reply in judge_client.replies
    )


@pytest.mark.parametrize(
    ("more", "strategies"),
    [
        ({"model": OLD}, [send_all()]),
        ({"judge_model": OLD}, [send_all()]),
        ({}, [send_all(), summarised(60, model=OLD)]),
        ({}, [send_all(), facts_and_window(model=OLD)]),
    ],
)
def test_a_model_without_a_price_is_told_before_anything_is_paid(more, strategies):
    client = Watched(connect(ScriptedModel(reader)))
    with pytest.raises(ValueError, match=f"no prices for the model '{OLD}'"):
        one(strategies=strategies, connect=lambda: client, **more)
    assert client.asked == []


def test_a_budget_counts_the_system_prompt_and_the_tools():
    sent = []

    def client():
        sent.append(Watched(shop_client()))
        return sent[-1]

    fixed = request_tokens((), model=_row(), system=SYSTEM, tools=TOOLS)
    for strategy in (within_budget(fixed + 120), rarely(fixed + 120, fixed + 110)):
        sent.clear()
        replay(SHOP, [strategy], seeds=(0,), connect=client)
        assert all(total_input(reply.usage) <= fixed + 120 for reply in sent[0].replies)
        assert min(len(asked["messages"]) for asked in sent[0].asked[3:]) < 5


def _row():
    from turnkeeper.models import MODELS

    return MODELS["claude-haiku-5-5"]


# Strategies that remember


def test_a_summary_is_kept_until_the_next_one():
    helper = Watched(connect(ScriptedModel(summarizer(30))))
    talker = Watched(connect(ScriptedModel(reader)))
    script = told_and_asked(30, 3)
    (run,) = one(script=script, strategies=[summarised(400, words=30, keep_recent=4, connect=lambda: helper)],
                 connect=lambda: talker).runs  # fmt: skip
    assert 2 <= len(helper.asked) < 15
    assert run.invalid == 0
    beginnings = [json.dumps(asked["messages"][0]) for asked in talker.asked]
    changes = sum(a != b for a, b in pairwise(beginnings))
    assert changes == len(helper.asked)
    for asked, turn in zip(talker.asked, script(0).turns, strict=True):
        said = turn.question if isinstance(turn, Probe) else turn
        assert asked["messages"][-1] == {"role": "user", "content": said}
    assert run.longest < 600


def test_a_summary_that_fails_is_a_refused_turn():
    silent = connect(ScriptedModel(lambda request: ""))
    run = one(strategies=[summarised(60, keep_recent=2, connect=lambda: silent)]).runs[0]
    assert run.refused
    assert run.answers[0].held == 0


def test_facts_are_looked_for_once_in_what_the_user_has_just_said():
    helper = Watched(connect(ScriptedModel(extractor)))
    talker = Watched(connect(ScriptedModel(reader)))
    session = Session(("My name is Noor.", "It rains.", "My city is Tarn.", NAME), system="Be kind.")
    one(script=session, strategies=[facts_and_window(1, connect=lambda: helper)], connect=lambda: talker)
    assert [asked["messages"][0]["content"].rpartition("\n\n")[2] for asked in helper.asked] == [
        "My name is Noor.", "It rains.", "My city is Tarn.", "What is my name?",
    ]  # fmt: skip
    known = KnownFacts().remember("name", "Noor", source="the user").remember("city", "Tarn", source="the user")
    assert talker.asked[-1]["system"] == f"Be kind.\n\n{known.render()}"
    assert "Tarn" not in talker.asked[1]["system"]


def test_in_a_tool_loop_facts_are_looked_for_once():
    helper = Watched(connect(ScriptedModel(extractor)))
    replay(SHOP, [facts_and_window(4, connect=lambda: helper)], seeds=(0,), connect=shop_client)
    assert len(helper.asked) == len(SHOP.turns)


@pytest.mark.parametrize(
    ("answer", "known"),
    [
        ('```json\n{"facts": ["name: Noor"]}\n```', "name: Noor"),
        ('{"facts": ["name:", ": Noor", "Noor", 7, "city: Tarn"]}', "city: Tarn"),
        ("I found nothing.", None),
        ('{"facts": "name: Noor"}', None),
        ('{"found": []}', None),
        ("} {", None),
        ("[1]", None),
    ],
)
def test_what_the_extractor_says_besides_facts_is_left_out(answer, known):
    helper, talker = connect(ScriptedModel(lambda request: answer)), Watched(connect(ScriptedModel(reader)))
    one(script=Session((NAME,)), strategies=[facts_and_window(connect=lambda: helper)], connect=lambda: talker)
    system = talker.asked[0].get("system")
    told = system if isinstance(system, str) else None
    assert told == (known and f"<known_facts>\n[the user] {known}\n</known_facts>")


def test_known_facts_are_facts_to_the_scripts_and_other_lines_are_not():
    known = KnownFacts().remember("name", "Noor", source="message 0").remember("city", "Tarn", source="message 2")
    text = f"My dog is Bo.\n\n{known.render()}\nmy city is Ellery"
    assert facts_in(text) == [("dog", "Bo"), ("name", "Noor"), ("city", "Tarn"), ("city", "Ellery")]
    assert facts_in("[message 0] name: Noor") == []
    plain = "Name: no fact\n<known_facts>\nname: Noor\nframe size: 56\n</known_facts>\nHours: none either"
    assert facts_in(plain) == [("name", "Noor"), ("frame size", "56")]


class Refusing(Watched):
    """A client whose API refuses one of its requests."""

    def __init__(self, client, number):
        super().__init__(client)
        self.number = number

    def create(self, **fields):
        if len(self.asked) + 1 == self.number:
            fields["messages"] = [{"role": "assistant", "content": " "}]
        self.asked.append(fields)
        return self.client.messages.create(**fields)


@pytest.mark.parametrize("next_words", ["Go on.", "Look."])
def test_a_summary_of_a_turn_that_was_taken_back_is_thrown_away(next_words):
    helper = Watched(connect(ScriptedModel(summarizer(60))))
    strategy = summarised(1, words=60, keep_recent=1, connect=lambda: helper).started(TOLD, lambda client: client)
    told = [{"role": "user", "content": "My dog is Rex."}, {"role": "assistant", "content": "Noted."}]
    history = [*told, {"role": "user", "content": "Look."}]
    for number in range(3):
        call = {"type": "tool_use", "id": f"toolu_{number}", "name": "look", "input": {}}
        result = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": "My cat is Tom."}
        history += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
        sent = strategy.pick_history(list(history))
        assert sent[-1] == history[-1]
    assert "Tom" in json.dumps(sent[0])
    after = [*told, {"role": "user", "content": next_words}]
    sent = strategy.pick_history(after)
    assert sent[-1] == after[-1]
    assert "Rex" in json.dumps(sent)
    assert "Tom" not in json.dumps(sent)
    assert check_history(sent) == []


def test_what_is_said_again_after_it_was_taken_back_is_sent_again():
    strategy = summarised(1, words=60, keep_recent=1).started(TOLD, lambda client: client)
    told = [{"role": "user", "content": "My dog is Rex."}, {"role": "assistant", "content": "Noted."}]
    said = [*told, {"role": "user", "content": "Look."}]
    call = {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "Nothing."}
    strategy.pick_history([*said, {"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}])
    assert strategy.pick_history(list(said))[-1] == said[-1]


def test_facts_of_a_turn_that_was_taken_back_are_forgotten():
    session = Session(
        ("My cat is Tom.", "My dog is Rex.", "It rains.", "It still rains.", Probe("What is my dog?", ("Rex",)))
    )
    for refused, known in ((0, True), (2, False)):
        client = Refusing(connect(ScriptedModel(reader)), refused)
        (run,) = one(script=session, strategies=[facts_and_window(1)], connect=lambda client=client: client).runs
        assert len(run.refused) == bool(refused)
        assert run.answers[0].held == known
        assert "cat: Tom" in client.asked[-1]["system"]
        assert ("dog: Rex" in client.asked[-1]["system"]) == known


def test_default_names_tell_strategies_of_one_kind_apart():
    kinds = [
        *(slide(2), slide(4), within_budget(900), within_budget(1_000), rarely(900, 500), rarely(900, 400)),
        *(summarised(900), summarised(1_000), facts_and_window(2), facts_and_window(4)),
    ]
    names = [strategy.name for strategy in kinds]
    assert len(set(names)) == len(names)
    assert names[1::2] == ["sliding window 4", "budget 1,000", "cut 900 to 400", "summary at 1,000", "facts + window 4"]
    given = [slide(2, "a"), within_budget(900, "b"), rarely(9, 5, "c"), summarised(9, "d"), facts_and_window(2, "e")]
    assert [strategy.name for strategy in given] == list("abcde")


# The blind judge


def test_the_judge_is_told_nothing_of_the_strategies():
    def blind(names):
        watched = Watched(connect(ScriptedModel(judge)))
        strategies = [send_all(names[0]), slide(2, names[1]), facts_and_window(2, names[2])]
        found = one(script=told_and_asked(20, 5), strategies=strategies, seeds=(1, 2), connect_judge=lambda: watched)
        return [verdict.outcome for verdict in found.verdicts], watched.asked

    outcomes, asked = blind(("alpha", "bravo", "charlie"))
    again, asked_again = blind(("zulu", "yankee", "xray"))
    assert asked == asked_again
    assert outcomes == again
    assert {"worse", "tie"} <= set(outcomes)
    assert not re.search("alpha|bravo|charlie|strateg|window|seed", json.dumps(asked), re.IGNORECASE)
    assert {frozenset(fields) for fields in asked} == {frozenset({"model", "max_tokens", "messages"})}


def run_of(strategy, *texts, seed=0):
    return Run(strategy, seed, tuple(Answer(NAME, text, int("Noor" in text)) for text in texts), ())


def judged(runs, script):
    watched = Watched(connect(ScriptedModel(script)))
    verdicts = judge_runs(runs, runs[0].strategy, watched, model="claude-haiku-5-5")
    return [verdict.outcome for verdict in verdicts], watched.asked


def test_an_answer_is_better_the_same_or_worse():
    texts = [f"Noor {n}" for n in range(4)]
    base = run_of("base", "Noor", "I do not know.", "Noor", "Nobody.")
    other = run_of("other", "No idea.", "Noor.", *texts[:2])
    assert judged([base, other], judge)[0] == ["worse", "better", "tie", "better"]


@pytest.mark.parametrize("always", ["A", "B"])
def test_a_judge_that_leans_towards_a_place_finds_ties(always):
    base, other = run_of("base", "Noor", "Nobody."), run_of("other", "No idea.", "Noor.")
    outcomes, asked = judged([base, other], lambda request: always)
    assert outcomes == ["tie", "tie"]
    assert len(asked) == 4


def test_which_order_comes_first_is_drawn():
    runs = [run_of("base", *(f"base {n}" for n in range(40))), run_of("other", *(f"other {n}" for n in range(40)))]
    _, asked = judged(runs, judge)
    first = [re.search(r"<answer_a>\n(\w+) (\d+)", fields["messages"][0]["content"]).groups() for fields in asked[::2]]
    assert 10 < sum(whose == "base" for whose, _ in first) < 30
    assert [int(number) for _, number in first] != sorted(int(number) for _, number in first)
    assert len(asked) == 80


def test_the_same_words_are_a_tie_and_are_not_asked_about():
    outcomes, asked = judged([run_of("base", "Noor"), run_of("other", "Noor")], lambda request: "A")
    assert (outcomes, asked) == (["tie"], [])


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ("A", "tie"),
        ("Tie.", "tie"),
        (" answer B", "tie"),
        ("**tie**", "tie"),
        ("It is a tie: both name Noor.", "tie"),
        ("C", "unclear"),
        ("", "unclear"),
    ],
)
def test_a_verdict_is_read_or_unclear(said, outcome):
    assert judged([run_of("base", "Noor"), run_of("other", "Nobody")], lambda request: said)[0] == [outcome]


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("{}", True),
        ("Answer: {}", True),
        ("{} is better", True),
        ("Answer {} is better than answer {other}.", True),
        ("**{}**\n\nIt names the user.", True),
        ("{0}. Answer {0} names the user, which is a fact.", True),
        ("{}, {other}", False),
        ("{}. But {other} is shorter.", False),
        ("{}. It could be a tie.", False),
        ("{} is not better", False),
        ("{} is worse", False),
        ("{} better answer", False),
        ("Not {}", False),
        ("I take {}", False),
        ("{}/{other}", False),
    ],
)
def test_a_verdict_in_a_sentence_is_read_where_it_is_the_only_one(said, read):
    def favours_noor(request):
        asked = request.messages[0]["content"]
        better = "A" if "<answer_a>\nNoor" in asked else "B"
        return said.format(better, other="AB".replace(better, ""))

    outcomes, asked = judged([run_of("base", "Nobody"), run_of("other", "Noor")], favours_noor)
    assert (outcomes, len(asked)) == ((["better"], 2) if read else (["unclear"], 1))


def test_unclear_verdicts_are_in_the_table():
    found = one(connect_judge=lambda: connect(ScriptedModel(lambda request: "Both have their merits.")))
    assert found.outcomes("sliding window 2") == {"better": 0, "tie": 1, "worse": 0, "unclear": 2}
    assert " 0/1/0/2 " in repr(found).splitlines()[2]
    assert "better, as good, worse than those of “send all”, blind, and those with an unclear verdict" in found.caption


def test_verdicts_are_counted():
    found = one(strategies=[send_all(), slide(2), facts_and_window(2)])
    assert found.outcomes("sliding window 2") == {"better": 0, "tie": 1, "worse": 2, "unclear": 0}
    assert found.outcomes("facts + window 2") == {"better": 0, "tie": 3, "worse": 0, "unclear": 0}
    assert [(verdict.strategy, verdict.seed, verdict.probe) for verdict in found.verdicts] == [
        (name, 0, probe) for name in ("sliding window 2", "facts + window 2") for probe in range(3)
    ]


# Spread and noise


@pytest.mark.parametrize(
    ("pairs", "noise"),
    [
        ((0.3, 0.4, 0.5), False),
        ((-0.3, -0.4, -0.5), False),
        ((0.5, 0.5), False),
        ((0.0, 0.0, 0.0), False),
        ((0.0, 0.3, 0.4), False),
        ((0.0, 0.0, 0.4), True),
        ((-0.3, 0.4, 0.9, 0.9), True),
        ((0.1, 0.9, 0.9), False),
        ((-0.3, 0.4, 0.9, 0.9, 0.9, 0.9), False),
        ((0.3, -0.4, -0.9, -0.9, -0.9, -0.9), False),
        ((-0.3, 0.4, -0.9, 0.9, 0.9, 0.9), True),
        ((0.0, 0.0, 0.0, 0.0, 0.4), True),
        ((0.5,) * 5, False),
        ((-0.5, 0.7) * 10, True),
        ((-0.5, 0.7) * 60, True),
        ((-0.5, 0.7) * 150, False),  # as wide as before, and the mean is known five times as well
        ((0.01, 0.02, 0.9), True),
        ((-0.01, -0.02, -0.9), True),
        ((0.5,), True),
        ((0.0,), True),
    ],
)
def test_a_difference_within_the_spread_is_noise(pairs, noise):
    difference = Difference("a", "b", "recall", Spread.of(pairs))
    assert difference.is_noise == noise
    said = "the spread of the pairs" if len(pairs) < 5 else "two standard errors of the mean"
    assert (f"That is within {said}: take it for noise" in str(difference)) == (noise and len(pairs) > 1)
    assert ("One pair shows no spread" in str(difference)) == (len(pairs) == 1)


def test_a_difference_is_a_sentence_with_its_numbers():
    told = Difference("slide", "all", "recall", Spread.of([-0.5, -0.25, -0.75]))
    assert str(told) == ("slide: recall -0.5 against all in 3 pairs (from -0.75 to -0.25, standard deviation 0.25).")
    told = Difference("slide", "all", "input_tokens", Spread.of([1200, 1300]))
    assert str(told) == (
        "slide: input_tokens +1,250 against all in 2 pairs (from +1,200 to +1,300, standard deviation 70.7)."
    )
    assert str(Difference("slide", "all", "recall", Spread.of([0.0, 0.0]))) == "slide: recall as with all in 2 pairs."
    assert str(Difference("slide", "all", "recall", Spread.of([0.5]))) == (
        "slide: recall +0.5 against all in 1 pair (from +0.5 to +0.5, standard deviation 0). "
        "One pair shows no spread: repeat it with more seeds."
    )


def test_a_spread_is_the_sample_standard_deviation():
    assert Spread.of([1.0, 2.0, 3.0]) == Spread(2.0, 1.0, 1.0, 3.0, 3)
    assert Spread.of([4]) == Spread(4, 0, 4, 4, 1)


# The table and the chart


def test_the_table_is_aligned_and_says_what_it_is_worth():
    found = replay(told_and_asked(20, 4), course_strategies(300), seeds=(1, 2))
    lines = repr(found).splitlines()
    assert max(map(len, lines)) <= 100
    rows = lines[: lines.index("")]
    assert [row[:16].strip() for row in rows] == ["strategy", *found.strategies]
    ends = {match.end() for match in re.finditer(r"\S+", rows[0])}
    assert all(
        match.end() in ends for row in rows[1:] for match in re.finditer(r"\S+(?=  |$)", row[17:].rjust(len(row)))
    )
    caption = " ".join(lines[lines.index("") + 1 :])
    assert caption == found.caption
    assert "a hypothesis until it is measured on your own model" in caption
    assert "Measured on a scripted reader" in caption
    assert "Means of 2 runs" in caption
    assert "the longest prompt, which may be one of a strategy's own helper" in caption


def test_the_caption_names_who_answered():
    assert "One run ±" in one().caption
    client = {"connect": lambda: connect(ScriptedModel(reader))}
    assert "Measured on claude-haiku-5-5:" in one(**client).caption
    assert "Measured on a forgetful reader:" in one(**client, measured_on="a forgetful reader").caption


def test_a_long_name_is_cut_and_noise_is_marked():
    found = one(strategies=[send_all("everything " * 20), slide(2)])
    lines = repr(found).splitlines()
    assert max(map(len, lines)) <= 100
    assert lines[1].startswith("everything every")
    assert " … " in lines[1]
    assert "~-0.50 ±0.00" in lines[2]
    certain = replay(told_and_asked(20, 4), [send_all(), slide(1)], seeds=(1, 2))
    assert "  -1.00 ±0.00" in repr(certain)


def test_a_notebook_gets_a_table_with_heads_and_nothing_of_a_name_is_markup():
    found = one(strategies=[send_all("<b>all</b>"), slide(2)])
    html = found._repr_html_()
    assert html.count('<th scope="col"') == 9
    assert html.count('<th scope="row"') == 2
    assert html.count("<td") == 16
    assert "&lt;b&gt;all&lt;/b&gt;" in html
    assert "<b>" not in html
    assert "a hypothesis until" in html


def test_the_rows_are_plain_values():
    rows = one().rows()
    assert json.loads(json.dumps(rows)) == rows
    assert len(rows) == 6
    assert rows[0] == {
        "strategy": "send all", "seed": 0, "probe": 0, "question": "What is my city?", "expected": ["Tarn"],
        "answer": "Your city is Tarn.", "held": 1, "outcome": None,
    }  # fmt: skip
    assert [row["outcome"] for row in rows[3:]] == ["worse", "worse", "tie"]


def test_the_chart_is_plain_json_and_names_its_data():
    found = replay(told_and_asked(20, 4), [send_all(), slide(3)], seeds=(1, 2))
    chart = json.loads(json.dumps(found.chart(), allow_nan=False))
    assert chart == found.chart()
    assert chart["$schema"] == "https://vega.github.io/schema/vega-lite/v5.json"
    assert chart["data"]["name"] == "runs"
    assert [(row["strategy"], row["seed"], row["recall"], row["cost"]) for row in chart["data"]["values"]] == [
        (run.strategy, run.seed, run.recall, run.cost) for run in found.runs
    ]
    assert chart["description"] == found.caption
    fields = set(re.findall(r'"field": "(\w+)"', json.dumps(chart)))
    assert fields <= set(chart["data"]["values"][0])
    for layer in chart["layer"][:2]:
        assert layer["encoding"]["shape"]["field"] == chart["encoding"]["color"]["field"] == "strategy"


# Two readers of different strength


def test_a_forgetful_reader_loses_the_middle_and_a_window_with_facts_mends_it():
    script = told_and_asked(60, 8)
    strategies = [send_all(), facts_and_window(4)]
    strong = replay(script, strategies, seeds=range(4))
    weak = replay(
        script, strategies, seeds=range(4), connect=lambda: connect(ScriptedModel(forgetful_reader(500), record=0))
    )
    assert strong.spread("send all").mean == strong.spread("facts + window 4").mean == 1
    assert weak.spread("facts + window 4").mean == 1
    assert 0.1 < weak.spread("send all").mean < 0.9
    assert weak.spread("send all").deviation > 0
    gain = weak.difference("facts + window 4")
    assert gain.spread.low > 0
    assert not gain.is_noise
    assert weak.difference("facts + window 4", "cost").spread.high < 0


def asked_of(script, texts, system=None):
    messages = [{"role": ("user", "assistant")[place % 2], "content": text} for place, text in enumerate(texts)]
    client = connect(ScriptedModel(script))
    fields = {} if system is None else {"system": system}
    reply = client.messages.create(model="claude-haiku-5-5", max_tokens=99, messages=messages, **fields)
    return reply.content[0].text


def test_the_forgetful_reader_reads_both_ends():
    talk = "It rains, and the street is as quiet as it was before. "
    for place, known in ((0, True), (2, True), (20, False), (36, True), (38, True)):
        texts = [talk for _ in range(41)]
        texts[place] = "My name is Noor."
        texts[40] = NAME.question
        assert ("Noor" in asked_of(forgetful_reader(300), texts)) == known, place
        assert "Noor" in asked_of(reader, texts)
    assert "Noor" in asked_of(forgetful_reader(300), texts[-7:])


def test_the_forgetful_reader_always_reads_the_system_prompt_and_the_newest_message():
    texts = ["It rains." * 50] * 4 + [NAME.question]
    assert "Noor" in asked_of(forgetful_reader(1), texts, system="The user says: my name is Noor.")
    texts[2] = "My name is Noor."
    assert "I don't know your name" in asked_of(forgetful_reader(1), texts)
    with pytest.raises(ValueError, match="a reader reads at least one token, not tokens=0"):
        forgetful_reader(0)


# A real client, and scale


def test_any_client_will_do():
    """What the API answers may be any object with content, a usage and a stop reason: nothing else is read."""
    block = {"type": "text", "text": "Your name is Noor."}

    def create(**fields):
        usage = {"input_tokens": 10, "output_tokens": 2}
        return SimpleNamespace(content=[block], usage=SimpleNamespace(**usage), stop_reason="end_turn")

    client = SimpleNamespace(messages=SimpleNamespace(create=create))
    (run,) = one(script=Session((NAME,)), strategies=[send_all()], connect=lambda: client).runs
    assert (run.recall, run.input_tokens, run.output_tokens) == (1, 10, 2)


def test_the_time_grows_with_the_number_of_turns():
    def seconds(turns):
        start = time.process_time()
        replay(told_and_asked(turns, 4), [slide(4), within_budget(300)], seeds=(0,))
        return time.process_time() - start

    seconds(10)
    short, long = seconds(40), seconds(160)
    assert long < 4 * short * 3


def test_what_a_strategy_picks_is_what_is_sent():
    sent = Watched(connect(ScriptedModel(reader)))
    one(strategies=[slide(2)], connect=lambda: sent)
    kept = [asked["messages"] for asked in sent.asked]
    assert [len(messages) for messages in kept] == [1, 3, 3, 3, 3, 3, 3, 3]
