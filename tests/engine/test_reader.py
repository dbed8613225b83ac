import pytest

from turnkeeper.models import MODELS
from turnkeeper.offline import MessagesRequest
from turnkeeper.scripts import reader


def ask(*said, system=None):
    roles = ("user", "assistant")
    messages = [{"role": roles[place % 2], "content": text} for place, text in enumerate(said)]
    return reader(MessagesRequest(MODELS["claude-haiku-5-5"], messages, system))


def test_what_was_not_sent_is_not_known():
    assert ask("What is my name?") == "I don't know your name: it is nowhere in what I was sent."


def test_a_fact_in_the_request_is_found():
    assert ask("Hello. My name is Noor.", "Noted.", "What is my name?") == "Your name is Noor."


@pytest.mark.parametrize("system", ["My name is Noor.", [{"type": "text", "text": "My name is Noor."}]])
def test_the_system_prompt_is_read_too(system):
    assert ask("What's my name?", system=system) == "Your name is Noor."


def test_the_nearest_statement_wins():
    assert ask("My name is Noor.", "Noted.", "My name is Lena.", "Noted.", "What is my name?") == "Your name is Lena."


def test_only_what_the_user_or_the_system_prompt_said_is_a_fact():
    assert "don't know" in ask("Hello.", "My name is Claude.", "What is my name?")


def test_facts_are_noted():
    assert ask("My bicycle is a blue tourer, and my size is 56.") == (
        "Noted: your bicycle is a blue tourer, your size is 56."
    )


@pytest.mark.parametrize(("summary", "answer"), [("My name is Noor.", "Your name is Noor."), (None, "I don't know")])
def test_a_summary_that_the_api_made_is_read(summary, answer):
    compaction = {"type": "compaction", "content": summary}
    messages = [
        {"role": "assistant", "content": [compaction, {"type": "text", "text": "My name is Claude."}]},
        {"role": "user", "content": "What is my name?"},
    ]
    assert reader(MessagesRequest(MODELS["claude-haiku-5-5"], messages, None)).startswith(answer)
