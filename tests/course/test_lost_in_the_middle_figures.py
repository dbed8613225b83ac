"""The figures of the lesson `lost_in_the_middle`, as its cells print them, and the published ones they come from."""

import json

import pytest
from lesson_cells import cells, output

from turnkeeper.evidence import ACCURACY, CONTEXT_ROT, NO_DOCUMENTS, RIGHT_ONE_ONLY, RULER_PASSED

TABLE_6 = """
Claude-1.3           59.9 55.9 56.8 57.2 60.1
Claude-1.3 (100K)    59.8 55.9 57.0 57.4 60.0
GPT-3.5-Turbo        75.8 57.2 53.8 55.4 63.2
GPT-3.5-Turbo (16K)  75.7 57.3 54.1 55.4 63.1
MPT-30B-Instruct     53.7 51.8 52.2 52.7 56.3
LongChat-13B (16K)   68.6 57.4 55.3 52.5 55.0
"""
TABLE_5 = """
Claude-1.3           62.9 58.3 59.7
Claude-1.3 (100K)    63.1 58.3 59.7
GPT-3.5-Turbo        76.8 61.2 62.4
GPT-3.5-Turbo (16K)  76.9 61.0 62.5
MPT-30B-Instruct     60.2 56.2 59.7
LongChat-13B (16K)   72.1 58.9 58.5
"""
TABLE_7 = """
Claude-1.3           59.1 55.1 54.8 55.7 56.4 56.2 59.9
Claude-1.3 (100K)    59.1 55.1 54.9 55.7 56.6 56.1 60.0
GPT-3.5-Turbo (16K)  73.4 55.1 50.5 50.9 51.8 54.9 63.7
MPT-30B-Instruct     51.6 51.3 51.2 49.0 49.6 51.3 54.1
LongChat-13B (16K)   66.9 54.8 52.5 52.9 52.2 51.3 55.1
"""
TABLE_1 = """
LongChat-13B (16K)   35.0 83.4
MPT-30B-Instruct     31.5 81.9
GPT-3.5-Turbo        56.1 88.3
GPT-3.5-Turbo (16K)  56.0 88.6
Claude-1.3           48.3 76.1
Claude-1.3 (100K)    48.2 76.4
"""


def rows(table: str) -> dict[str, list[float]]:
    return {line[:21].strip(): [float(number) for number in line[21:].split()] for line in table.strip().splitlines()}


@pytest.mark.parametrize(
    ("table", "documents", "places"),
    [(TABLE_5, 10, [1, 5, 10]), (TABLE_6, 20, [1, 5, 10, 15, 20]), (TABLE_7, 30, [1, 5, 10, 15, 20, 25, 30])],
)
def test_the_accuracies_are_those_of_the_tables(table: str, documents: int, places: list[int]) -> None:
    held = {model: by_place for (model, number), by_place in ACCURACY.items() if number == documents}
    assert held == {model: dict(zip(places, row, strict=True)) for model, row in rows(table).items()}


def test_floors_and_ceilings_are_those_of_table_1() -> None:
    assert {model: [NO_DOCUMENTS[model], RIGHT_ONE_ONLY[model]] for model in NO_DOCUMENTS} == rows(TABLE_1)
    assert set(RIGHT_ONE_ONLY) == set(NO_DOCUMENTS)


def test_the_28_figures_stand_on_the_page() -> None:
    assert (
        "GPT-3.5-Turbo\n  75.8 57.2 53.8 55.4 63.2 56.1 88.3\n"
        "Claude-1.3\n  59.9 55.9 56.8 57.2 60.1 48.3 76.1\n"
        "LongChat-13B (16K)\n  68.6 57.4 55.3 52.5 55.0 35.0 83.4\n"
        "MPT-30B-Instruct\n  53.7 51.8 52.2 52.7 56.3 31.5 81.9\n"
    ) in output("lost_in_the_middle")


def test_the_reader_chooses_among_four_models_and_three_numbers_of_documents() -> None:
    (said,) = (cell.output for cell in cells("lost_in_the_middle") if "Choices: " in cell.output)
    assert said.startswith("Model: GPT-3.5-Turbo, Documents: 20\n")
    models = "GPT-3.5-Turbo, Claude-1.3, LongChat-13B (16K), MPT-30B-Instruct"
    assert f"Choices: Model: {models}; Documents: 20, 10, 30" in said
    assert "   10             53.8          56.1                88.3\n" in said


def test_ruler_and_context_rot_are_printed_from_their_counts() -> None:
    said = output("lost_in_the_middle")
    assert json.dumps(RULER_PASSED) == '{"32": [31, 44], "128": [6, 43]}'
    assert "32K tokens: 31 of 44 models\n128K tokens: 6 of 43 models\n" in said
    assert CONTEXT_ROT["short"][:2] == (267, 306)
    assert "short: 269 tokens, 87.3% right\nfull: 112,673 tokens, 62.4% right\n" in said


def test_a_larger_window_has_nearly_the_same_figures() -> None:
    for model, wide in (("GPT-3.5-Turbo", "GPT-3.5-Turbo (16K)"), ("Claude-1.3", "Claude-1.3 (100K)")):
        both = zip(ACCURACY[model, 20].values(), ACCURACY[wide, 20].values(), strict=True)
        assert max(abs(one - other) for one, other in both) < 0.35


def test_the_simulation_loses_the_middle_and_only_the_middle() -> None:
    assert "found at 1 2 3 4 18 19 20\n" in output("lost_in_the_middle")


def test_moving_the_note_or_sending_fewer_mends_it() -> None:
    said = [line.split() for line in output("lost_in_the_middle").splitlines() if line.endswith(("True", "False"))]
    assert [line[-1] for line in said] == ["False", "True", "True", "True"]
