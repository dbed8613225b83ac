"""The figures of the lesson `trimming`, as its cells print them."""

from lesson_cells import cells, output


def test_fifty_tokens_become_ten_and_the_user_comes_first() -> None:
    (said,) = (cell.output for cell in cells("trimming") if "tokens, roles" in cell.output)
    assert [line.rstrip() for line in said.splitlines()] == [
        "50 tokens, roles ['u', 'a', 'u', 'a', 'u']",
        "40 tokens, roles ['a', 'u', 'a', 'u']",
        "30 tokens, roles ['u', 'a', 'u']",
        "20 tokens, roles ['a', 'u'] fits",
        "10 tokens, roles ['u'] fits",
    ]


def test_the_name_is_forgotten_once_it_is_dropped() -> None:
    assert "Your budget is 90 euros.\nI don't know your name: it is nowhere in what I was sent.\n" in output("trimming")


def test_the_instructions_stay_and_the_name_goes() -> None:
    assert "messages 3 to 5 and the instructions: 18 + 5 words\n" in output("trimming")
    assert "23 words: ['system', 'user', 'assistant', 'user']\nIs the name still in it? False\n" in output("trimming")


def test_a_list_of_blocks_is_counted_as_nothing() -> None:
    assert "200 tokens as a string\n0 tokens as one block\n" in output("trimming")
