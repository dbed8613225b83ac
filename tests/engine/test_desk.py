"""The scripted desk and its scripted customer: what was not sent is asked for again, and what is a fact is not."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper import KnownFacts, MessagesRequest, ScriptedModel, connect, new_facts, window_with_anchor
from turnkeeper.models import MODELS
from turnkeeper.scripts.customer import ANSWERS, SAID, visit
from turnkeeper.scripts.desk import LOST, SYSTEM, desk


def told(*said, system=SYSTEM, short_answers=False):
    """Return the reply and the facts for a conversation in which the user begins."""
    roles = ("user", "assistant")
    messages = [{"role": roles[place % 2], "content": words} for place, words in enumerate(said)]
    model = ScriptedModel(desk(short_answers=short_answers))
    reply = connect(model).messages.create(model="claude-haiku-5-5", max_tokens=512, system=system, messages=messages)
    found = json.loads(reply.content[0].text)
    return found["reply"], found["facts"]


def visited(window, *, short_answers=False, remember=True):
    client = connect(ScriptedModel(desk(short_answers=short_answers)))
    messages, facts = [], [KnownFacts()]

    def say(said):
        messages.append({"role": "user", "content": said})
        sent = window_with_anchor(messages, window) if window else messages
        system = f"{SYSTEM}\n\n{facts[-1].render()}"
        reply = client.messages.create(model="claude-haiku-5-5", max_tokens=512, system=system, messages=sent)
        found = json.loads(reply.content[0].text)
        for fact in new_facts(facts[-1], found["facts"]) if remember else []:
            facts.append(facts[-1].remember(*fact.split(": ", 1), source="customer"))
        messages.append({"role": "assistant", "content": found["reply"]})
        return found["reply"]

    return visit(say)


def test_it_asks_for_what_a_wish_needs_and_takes_the_short_answer():
    assert told("Which tyre do I need?") == ("What is your wheel size?", [])
    talk = ("Which tyre do I need?", "What is your wheel size?", "28 inches.")
    assert told(*talk) == ("For the tyre: wheel size 28 inches.", [])
    assert told(*talk, short_answers=True)[1] == ["wheel size: 28 inches"]
    assert (
        told(*talk, "For the tyre: wheel size 28 inches.", "And two tubes?")[0] == "For the tube: wheel size 28 inches."
    )


def test_a_short_answer_without_its_question_says_nothing():
    for short_answers in (False, True):
        assert told("28 inches.", short_answers=short_answers) == (LOST, [])
    assert told("28 inches.", "Noted.", "Which tyre do I need?")[0] == "What is your wheel size?"


def test_a_question_is_no_answer_to_a_question():
    assert told("A tyre?", "What is your wheel size?", "Why?", short_answers=True) == (LOST, [])


def test_a_statement_is_a_fact_and_is_found_in_the_messages_and_in_the_system_prompt():
    said = "My wheel size is 26 inches."
    assert told(said) == ("Noted.", ["wheel size: 26 inches"])
    assert told(said, "Noted.", "Which tyre?")[0] == "For the tyre: wheel size 26 inches."
    known = KnownFacts().remember("wheel size", "26 inches", source="customer").render()
    assert told("Which tyre?", system=f"{SYSTEM}\n\n{known}")[0] == "For the tyre: wheel size 26 inches."


def test_what_is_needed_stands_in_the_system_prompt_alone():
    assert told("Which tyre?", system="Be brief.")[0] == LOST
    assert told("A bell!", system="For a bell or horn you need the bar.")[0] == "What is your bar?"


def test_facts_are_listed_each_time_anew_and_each_once():
    talk = ("My name is Noor.", "Noted.", "My name is Noor. My day is Friday.")
    assert told(*talk)[1] == ["name: Noor", "day: Friday"]


@pytest.mark.parametrize(
    ("window", "statements", "short_answers", "served"),
    [(2, 5, 5, 1), (4, 5, 0, 9), (6, 4, 0, 9), (8, 3, 0, 9), (None, 0, 0, 9)],
)
def test_how_often_is_asked_again(window, statements, short_answers, served):
    assert len(visited(window).asked_again) == statements
    assert len(visited(window, short_answers=True).asked_again) == short_answers
    assert visited(window).served == visited(window, short_answers=True).served == served


def test_without_facts_what_was_said_in_a_sentence_is_asked_again_too():
    assert "phone" in visited(4, remember=False).asked_again
    assert "phone" not in visited(4).asked_again


def test_the_customer_answers_a_question_once_and_goes_on():
    said = []
    assert visit(lambda words: said.append(words) or "What is your phone?") == (["phone"] * 15, 0)
    assert [words for words in said if words != ANSWERS["phone"]] == list(SAID)


WORDS = st.sampled_from([*SAID, *ANSWERS.values(), "What is your wheel size?", "?", "My name is Noor."])
CONTENT = WORDS | st.lists(WORDS.map(lambda words: {"type": "text", "text": words}), max_size=3)


@given(st.lists(st.tuples(st.sampled_from(["user", "assistant"]), CONTENT), max_size=6), CONTENT, st.booleans())
def test_it_answers_whatever_may_arrive(before, newest, short_answers):
    messages = [{"role": role, "content": content} for role, content in [*before, ("user", newest)]]
    asked = MessagesRequest(MODELS["claude-haiku-5-5"], messages, SYSTEM, ())
    said = json.loads(desk(short_answers=short_answers)(asked))
    assert said["reply"]
    assert len(set(said["facts"])) == len(said["facts"])
