"""The figures of the lesson `context_window`, as its cells print them."""

import re

import pytest
from lesson_cells import cells, output

SLUG = "context_window"


def test_a_token_of_the_kv_cache_and_a_whole_window_of_it():
    assert "131,072 bytes per token\n16.8 GB at 128,000 tokens" in output(SLUG)


@pytest.mark.parametrize(
    ("model", "window"),
    [
        ("GPT-1, 2018", "512"),
        ("GPT-2, 2019", "1,024"),
        ("GPT-3, 2020", "2,048"),
        ("Claude, 2023", "100,000"),
        ("Llama 3.1, 2024", "128,000"),
        ("Gemini 1.5, 2024", "1,000,000"),
        ("Claude, 2025-26", "1,000,000"),
    ],
)
def test_the_windows_through_the_years(model, window):
    assert re.search(rf"^{re.escape(model)} +{window}$", output(SLUG), re.MULTILINE)


def test_the_windows_are_drawn_on_a_log_scale():
    assert any("log=True" in cell.source and "Context windows, 2018 to 2026" in cell.output for cell in cells(SLUG))


def test_the_question_is_less_than_a_hundredth_of_the_input():
    parts = dict(re.findall(r"^(the question|and tools) +(\d+) tokens$", output(SLUG), re.MULTILINE))
    assert 0 < int(parts["the question"]) < int(parts["and tools"]) / 100


def test_what_is_too_long_is_refused_with_both_numbers():
    assert "400\nprompt is too long: 208006 tokens > 200000 maximum" in output(SLUG)


def test_what_is_nearly_full_stops_early():
    assert "199985 tokens in\n15 tokens out\nmodel_context_window_exceeded\nThe noise comes from" in output(SLUG)


def test_the_examples_hold_as_long_as_they_are_in_the_list():
    assert "0 dropped: REPAIR\n2 dropped: REPAIR\n4 dropped: Oh," in output(SLUG)
