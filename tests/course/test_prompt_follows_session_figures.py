"""The figures of the lesson `prompt_follows_session`, as its cells print them."""

from lesson_cells import cells, output


def printed_with(part: str) -> str:
    (said,) = (cell.output for cell in cells("prompt_follows_session") if part in cell.output)
    return said


def test_the_session_is_replayed_twice_and_a_third_kind_is_not_taken() -> None:
    assert printed_with("12 calls").splitlines() == [
        " 1 1 (by the rules of: opening)",
        " 2 2 (by the rules of: repair)",
        " 3 1 (by the rules of: repair)",
        " 4 1 (by the rules of: repair)",
        " 5 1 (by the rules of: repair)",
        " 6 2 (by the rules of: complaint)",
        " 7 1 (by the rules of: complaint)",
        " 8 1 (by the rules of: complaint)",
        " 9 1 (by the rules of: complaint)",
        "10 1 (by the rules of: complaint)",
        "12 calls",
        "one for all: (by the rules of: repair, order, complaint, advice)",
    ]


def test_tokens_per_turn_under_focused_prompts_and_under_one_for_all() -> None:
    said = printed_with("Input tokens of each turn")
    assert said.startswith("focused: 5,457 tokens\none for all: 9,434 tokens\n")
    lines = [line.split() for line in said.splitlines()]
    assert ["1", "262", "784"] in lines
    assert ["5", "480", "921"] in lines
    assert ["6", "988", "966"] in lines
    assert ["10", "571", "1,100"] in lines


def test_with_the_cache_on_short_focused_prompts_cost_more_and_long_ones_less() -> None:
    assert printed_with("times the length").splitlines() == [
        "rules of 1 times the length",
        "  focused: 4,764 base tokens,",
        "    1,072 tokens read from the cache",
        "  one for all: 2,208 base tokens,",
        "    8,334 tokens read from the cache",
        "rules of 8 times the length",
        "  focused: 5,813 base tokens,",
        "    12,360 tokens read from the cache",
        "  one for all: 11,193 base tokens,",
        "    45,945 tokens read from the cache",
    ]


def test_thinking_is_bound_to_the_system_prompt() -> None:
    said = printed_with("bound to a diffe")
    assert said.startswith("messages.1.content.0: Invalid `signature` in `thinking` block.")
    assert said.endswith("\nI see.\n")


def test_forty_pages_and_the_page_that_matters() -> None:
    assert (
        "40 pages\n"
        "all pages, every call:  30,455\n"
        "titles, every call:        459\n"
        "titles and one page:     1,209\n" in output("prompt_follows_session")
    )
