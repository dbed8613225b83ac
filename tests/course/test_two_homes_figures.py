"""The figures of the lesson `two_homes`, as its cells print them."""

from lesson_cells import cells, output


def printed_with(part: str) -> str:
    (said,) = (cell.output for cell in cells("two_homes") if part in cell.output)
    return said


def test_facts_stand_in_their_tags_with_their_source() -> None:
    assert "<known_facts>\n[message 0] name: Noor\n[message 0] bicycle: a blue tourer\n</known_facts>\n" in output(
        "two_homes"
    )


def test_the_script_finds_both_facts_in_turn_1() -> None:
    assert "[customer] name: Noor\n[customer] bicycle: a blue tourer\n" in output("two_homes")


def test_the_conversation_is_that_of_the_lesson_summarizing() -> None:
    assert "32 messages each\n" in output("two_homes")
    (said,) = (cell.source for cell in cells("two_homes") if "SAID = (" in cell.source)
    lines = [line.strip() for line in said.splitlines() if line.startswith('    "')]
    (earlier,) = (cell.source for cell in cells("summarizing") if "for said in (" in cell.source)
    assert lines == [line.strip() for line in earlier.splitlines() if line.startswith('    "')]
    assert len(lines) == 14


def test_with_remember_both_facts_survive_and_without_it_100_words_lose_them() -> None:
    said = printed_with("summary of 100 words")
    assert said.splitlines()[:6] == [
        "summary of 100 words",
        "remember()  keep_recent  name  bicycle",
        "with                  6  yes   yes",
        "with                  2  yes   yes",
        "without               6  lost  lost",
        "without               2  lost  lost",
    ]
    assert "\nwithout: I don't know your name: it is nowhere in what I was sent. I don't know your bicycle" in said
    assert "\nwith: Your name is Noor. Your bicycle is a blue tourer.\n" in said


def test_150_words_keep_both_facts_without_remember() -> None:
    assert printed_with("summary of 150 words").count("yes   yes") == 4


def test_what_a_new_fact_costs_in_each_place() -> None:
    assert printed_with("  12 turns cost").splitlines() == [
        "system prompt",
        "  turn 12: 0 tokens read,",
        "           1,544 written",
        "  12 turns cost 19,792 base tokens",
        "behind a marker",
        "  turn 12: 1,059 tokens read,",
        "           485 written",
        "  12 turns cost 6,396 base tokens",
        "newest message",
        "  turn 12: 1,734 tokens read,",
        "           65 written",
        "  12 turns cost 3,805 base tokens",
        "no facts",
        "  turn 12: 1,355 tokens read,",
        "           29 written",
        "  12 turns cost 3,064 base tokens",
    ]


def test_the_chart_has_a_line_for_each_place() -> None:
    lines = [line.split() for line in printed_with("A new fact each turn").splitlines()]
    assert ["1", "1,365", "1,365", "1,365", "1,336"] in lines
    assert ["12", "19,792", "6,396", "3,805", "3,064"] in lines


def test_a_system_message_in_the_list_leaves_the_prefix() -> None:
    said = printed_with("message of role system")
    assert said.splitlines()[:2] == [
        "message of role system: 3,514 base tokens",
        "system prompt: 18,772 base tokens",
    ]
