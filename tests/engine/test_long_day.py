"""The long day: what is told in it and asked for, the model behind it, and what `play` writes down."""

import re
from types import SimpleNamespace

import anthropic
import pytest

from turnkeeper import Conversation, ScriptedModel, connect
from turnkeeper.bench import BUDGET, Probe, long_day, play, unseen_seed
from turnkeeper.memory import KnownFacts
from turnkeeper.messages import text_of
from turnkeeper.models import MODELS
from turnkeeper.scripts import Shop, counter
from turnkeeper.scripts.facts import facts_in
from turnkeeper.scripts.shop import SYSTEM, TOOLS
from turnkeeper.tokens import request_tokens

MODEL = "claude-haiku-5-5"
SEEDS = (0, 1, 2, 17, 999_999)


def said(session):
    return [turn.question if isinstance(turn, Probe) else turn for turn in session.turns]


def probes(session):
    return [(place, turn) for place, turn in enumerate(session.turns) if isinstance(turn, Probe)]


def told(session, thing):
    """Return the places and values of what is told of a thing."""
    return [
        (place, fact.value) for place, text in enumerate(said(session)) for fact in facts_in(text) if fact.what == thing
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_day_has_200_turns_and_30_probes_of_five_kinds(seed):
    session = long_day(seed)
    assert len(session.turns) == 200
    asked = probes(session)
    assert len(asked) == 30
    things = [
        (place, found[1].lower(), probe)
        for place, probe in asked
        if (found := re.match(r"What is my (.+)\?", probe.question))
    ]
    assert len(things) == 22
    corrected = early = pasted = 0
    for place, thing, probe in things:
        before = [(turn, value) for turn, value in told(session, thing) if turn < place]
        assert before[-1][1] == probe.expected[0]
        corrected += len(before) == 2
        assert place - before[-1][0] >= 25
        early += before[0][0] < 5 and place >= 176
        pasted += "The wholesaler writes" in said(session)[before[0][0]]
        assert told(session, thing) == before  # nothing is told anew after it was asked for
    assert (corrected, early, pasted) == (8, 4, 3)
    assert sum("The wholesaler writes" in text for text in said(session)) == 8


@pytest.mark.parametrize("seed", SEEDS)
def test_the_number_of_an_order_that_is_asked_for_was_said_by_a_tool_alone(seed):
    session = long_day(seed)
    orders = [(place, probe.expected[0]) for place, probe in probes(session) if "order" in probe.question]
    assert len(orders) == 8
    slips = 0
    for place, number in orders:
        found = max(turn for turn in range(place) if "Somebody calls from" in said(session)[turn])
        assert place - found >= 13
        assert any("The wholesaler writes" in text for text in said(session)[found:place])
        assert not any(number in text for text in said(session)[found : place + 1])
        slips += any("slip of mine" in text for text in said(session)[found:place])
    assert slips == 4


def test_a_seed_makes_one_day_and_another_makes_another():
    assert long_day(3).turns == long_day(3).turns
    assert long_day(3).system == long_day(3).system
    assert len({long_day(seed).turns for seed in range(20)}) == 20
    assert len({long_day(seed).system for seed in range(20)}) > 10


def test_a_letter_takes_about_a_fifth_of_the_budget_and_everything_fits():
    for seed in SEEDS:
        longest = max(said(long_day(seed)), key=len)
        tokens = request_tokens([{"role": "user", "content": longest}], model=MODELS[MODEL])
        assert BUDGET / 6 < tokens < BUDGET / 4


def test_a_part_of_a_day_has_a_part_of_everything():
    for part, turns in ((2, 100), (4, 50)):
        session = long_day(0, part=part)
        assert len(session.turns) == turns
        assert abs(len(probes(session)) - 30 / part) < 2
    with pytest.raises(ValueError, match="part is 1 for the whole day"):
        long_day(0, part=3)


def test_each_run_has_a_shop_of_its_own():
    session = long_day(0)
    calls = [found[0] for text in said(session) if (found := re.findall(r"calls from (\S+)\.", text))]
    find = {"type": "tool_use", "id": "a", "name": "find_by_phone", "input": {"phone": calls[0]}}
    (number,) = re.findall(r"\d{4}", session.run_tool()(find)["content"])
    run = session.run_tool()
    add = {"type": "tool_use", "id": "b", "name": "add_job", "input": {"order": number, "job": "inner tube"}}
    assert "inner tube" in run(add)["content"]
    look = {"type": "tool_use", "id": "c", "name": "look_up", "input": {"order": number}}
    assert "inner tube" in run(look)["content"]
    assert "inner tube" not in session.run_tool()(look)["content"]


def test_the_unseen_seed_comes_from_the_text_and_not_from_its_line_ends():
    assert unseen_seed("a = 1\nb = 2\n") == unseen_seed("a = 1\r\nb = 2\r\n")
    assert unseen_seed("a = 1\n") != unseen_seed("a = 2\n")
    assert len({unseen_seed(f"a = {number}\n") for number in range(200)}) > 190
    assert 0 <= unseen_seed("") < 1_000_000


# The model of the counter


def ask(text, *, tools=(), system=anthropic.omit, before=()):
    messages = [*before, {"role": "user", "content": text}]
    client = connect(ScriptedModel(counter))
    return client.messages.create(model=MODEL, max_tokens=500, system=system, tools=tools, messages=messages)


def answer(text, **more):
    return text_of({"content": ask(text, **more).content})


TALK = "My landlord is Ada Birk. It rains. My courier is Finn Elvey."


def test_a_summary_is_made_when_a_request_without_tools_asks_for_one():
    assert answer(f"Please summarise this.\n\n{TALK}") == "My landlord is Ada Birk. My courier is Finn Elvey."
    assert answer(f"A summary of 5 words.\n\n{TALK}") == "My courier is Finn Elvey."
    assert answer(TALK, system="Write a summary in at most 5 words.") == "My courier is Finn Elvey."


def test_facts_are_listed_when_a_request_without_tools_asks_for_json():
    found = '{"facts": ["landlord: Ada Birk", "courier: Finn Elvey"]}'
    assert answer(f"List the facts as JSON.\n\n{TALK}") == found
    assert answer(TALK, system="Facts, as JSON.") == found
    assert answer(f"{TALK} Facts, as JSON?") == found


def test_what_is_asked_with_tools_or_behind_a_blank_line_is_said_to_the_shop():
    assert answer("Is there a summary?", tools=TOOLS).startswith("All right.")
    assert answer("What is my landlord?\n\nA summary, please.", before=[]).startswith("I don't know your landlord")


def test_the_tool_that_saves_facts_is_called():
    tool = {"name": "save_facts", "description": "Save.", "input_schema": {"type": "object", "properties": {}}}
    (call,) = ask(TALK, tools=[tool]).content
    assert call.input == {"facts": ["landlord: Ada Birk", "courier: Finn Elvey"]}


def test_known_facts_in_the_newest_message_are_no_question_of_the_customer():
    known = KnownFacts().remember("order", "3107", source="tool").remember("landlord", "Ada Birk", source="customer")
    block = {"type": "text", "text": known.render()}

    def with_facts(text):
        return [{"type": "text", "text": text}, block]

    assert answer(with_facts("What is my landlord?"), system=SYSTEM, tools=TOOLS) == "Your landlord is Ada Birk."
    assert ask(with_facts("It rains."), system=SYSTEM, tools=TOOLS).stop_reason == "end_turn"
    (call,) = ask(with_facts("Is it ready?"), system=SYSTEM, tools=TOOLS).content
    assert call.input == {"order": "3107"}


# What `play` writes down


def engine(client, system, tools, run_tool, budget):
    return Conversation(client, system=system, tools=tools, run_tool=run_tool)


def test_the_engine_that_sends_all_remembers_all_and_is_over_the_budget():
    played = play(long_day(5, part=4), engine, budget=2_000)
    assert (played.recall, played.missed, played.error, played.refused) == (1.0, [], None, [])
    assert played.longest > 2_000
    assert played.too_long
    assert all(turn.ran == turn.calls for turn in played.turns)
    assert any(len(turn.calls) > 1 for turn in played.turns)
    assert all(turn.returned == turn.replies[-1] and not turn.bare and not turn.unheard for turn in played.turns)
    assert len(played.sent) == len(played.turns) + sum(bool(turn.calls) for turn in played.turns) + 2
    assert "recall 100% of 7 probes" in repr(played)
    assert repr(played) == repr(play(long_day(5, part=4), engine, budget=2_000))


def test_what_a_request_has_lost_is_written_down():
    def bare(client, system, tools, run_tool, budget):
        def send(text):
            fields = {"system": system} if len(text) % 2 else {"tools": tools}
            reply = client.messages.create(
                model=MODEL, max_tokens=99, messages=[{"role": "user", "content": text[:10]}], **fields
            )
            return text_of({"content": reply.content})

        return SimpleNamespace(send=send)

    turns = play(long_day(0, part=4), bare, budget=1, turns=20).turns
    assert {turn.bare for turn in turns} == {"the system prompt", "the tools"}
    assert all(turn.unheard == (len(turn.asked) > 10) for turn in turns)


def test_a_refused_request_and_an_error_end_the_session_where_they_were():
    def parts(client, system, tools, run_tool, budget):
        return Conversation(
            client, system=system, tools=tools, run_tool=run_tool, pick_history=lambda messages: messages[-1:]
        )

    played = play(long_day(0), parts, budget=BUDGET)
    assert isinstance(played.error, anthropic.BadRequestError)
    assert [sent.turn for sent in played.refused] == [len(played.turns)]
    assert f"ended in turn {len(played.turns)} by BadRequestError" in repr(played)
    assert isinstance(play(long_day(0), lambda *_: None, budget=1).error, AttributeError)


def test_a_stream_and_extra_calls_are_written_down_too():
    def streams(client, system, tools, run_tool, budget):
        def send(text):
            fields = {"model": MODEL, "max_tokens": 99, "messages": [{"role": "user", "content": text}]}
            client.messages.create(**fields, system="Find facts, as JSON.")
            with client.messages.stream(**fields, system=system, tools=tools) as stream:
                return text_of({"content": stream.get_final_message().content})

        return SimpleNamespace(send=send)

    played = play(long_day(0), streams, budget=BUDGET, turns=30)
    assert len(played.sent) == 60
    assert all(sent.input_tokens and sent.cost for sent in played.sent)
    assert [turn.calls for turn in played.turns if turn.asked.startswith("Somebody calls")] != [[]]
    plain = [turn for turn in played.turns if not turn.calls]
    assert plain
    assert all(turn.replies == [turn.returned] for turn in plain)


def test_the_shop_of_the_other_lessons_is_as_it_was():
    assert set(Shop().orders) == {"3107", "3112"}
