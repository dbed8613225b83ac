"""The figures of the lesson `outside_the_model`, as its cells print them."""

import re

from lesson_cells import cells, output


def printed_with(part: str) -> str:
    (said,) = (cell.output for cell in cells("outside_the_model") if part in cell.output)
    return said


def test_a_deletion_is_taken_back_with_the_transaction() -> None:
    assert 'the new row cannot be written\n[("o\'neill", 1)]\n' in output("outside_the_model")


def test_a_killed_turn_loses_nothing_and_doubles_nothing() -> None:
    assert "killed, after ['add_job']\n" in output("outside_the_model")
    assert printed_with("2 messages, open: True").strip().splitlines() == [
        "2 messages, open: True",
        "The tool says: It is not known whether this call ran: the program was interrupted. "
        "Find out before you call it again.",
        "Order 3107 is in the workshop: brake pads, wheel truing, chain. Ready today at 16:30.",
        "['add_job', 'look_up']",
        "['brake pads', 'wheel truing', 'chain']",
    ]


def test_the_second_program_sends_what_the_first_had_left_behind() -> None:
    words = re.split(r"(?:<[^>]*>)+", printed_with("What was sent, request by request"))
    sent = [words[place - 1] for place, word in enumerate(words) if word.startswith("1,") and "token" not in word]
    assert sent == ["1", "3, 1 again", "5, 3 again", "7, 5 again"]


def test_a_stale_note_gives_a_wrong_answer_and_an_updated_one_the_right_answer() -> None:
    assert printed_with("in June").strip().splitlines() == [
        "in May:   Your bicycle is a red racer now.",
        "in June:  Your bicycle is a blue tourer.",
        "and then: Your bicycle is a red racer.",
    ]


def test_the_six_commands_say_what_the_documentation_says() -> None:
    said = printed_with("File created successfully at: /memories/noor.md\n")
    for sentence in (
        "Here's the content of /memories/noor.md with line numbers:\n     1\tRides a blue tourer.\n     2\tComes",
        "The memory file has been edited. ",
        "The file /memories/noor.md has been edited.\n",
        "Successfully renamed /memories/noor.md to /memories/old/noor.md\n",
        "up to 2 levels deep in /memories, excluding hidden items and node_modules:\n53B\t/memories\n",
        "Successfully deleted /memories/old\n",
        "The path /memories/noor.md does not exist. Please provide a valid path.\n",
    ):
        assert sentence in said


def test_no_path_leads_out_of_the_folder() -> None:
    said = printed_with("True /memories/../plan.md").strip().splitlines()
    assert [line.split()[0] for line in said[:5]] == ["True"] * 5
    assert said[5].startswith("Error: '/memories_secret/plan.md' is no path of this memory: ")
    assert "4711" not in "".join(said)
