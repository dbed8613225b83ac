"""The figures of the lesson `counting`, as its cells print them."""

import re

import pytest
from lesson_cells import cells, output


def test_three_messages_can_be_longer_than_twenty() -> None:
    assert "pasted:  3 messages,  750 tokens\nchatty: 20 messages,  173 tokens\n" in output("counting")


def test_the_system_prompt_and_the_tools_are_most_of_a_request() -> None:
    (said,) = (cell.output for cell in cells("counting") if "message alone" in cell.output)
    assert re.findall(r"\d+$", said, re.MULTILINE) == ["14", "184", "1038"]


@pytest.mark.parametrize(
    "row",
    [
        "English      83     17        20     36   -44%",
        "Polish       81     14        20     36   -44%",
        "Japanese     40      1        10     46   -78%",
        "JSON         84     11        21     52   -60%",
        "Python       72     11        18     35   -49%",
    ],
)
def test_a_quarter_of_the_characters_is_too_low_for_every_text(row: str) -> None:
    assert f"{row}\n" in output("counting")


def test_the_count_before_and_the_usage_after_agree() -> None:
    assert "counted before: 183\nusage, after:   183\nthe reply:      11\n" in output("counting")


def test_null_is_refused_in_the_apis_words() -> None:
    assert "system: Input should be a valid array\n" in output("counting")
