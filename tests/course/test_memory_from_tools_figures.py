"""The figures of the lesson `memory_from_tools`, as its cells print them."""

import re

from lesson_cells import cells, output

ADDED = "Order 3107 now has: brake pads, wheel truing, chain. Ready today at 16:30."
ASKS = "Could you give me your order number, or the phone number you left with us?"


def printed_with(part: str) -> str:
    (said,) = (cell.output for cell in cells("memory_from_tools") if part in cell.output)
    return said


def test_two_turns_are_valid_and_the_bot_asks_again() -> None:
    assert f"[]\n{ASKS}\n" in output("memory_from_tools")


def test_the_picture_shows_six_messages_that_were_not_sent() -> None:
    said = printed_with(">dropped<")
    assert said.count(">dropped<") == 6
    assert said.count(">sent<") == 5


def test_three_ways_send_11_5_and_5_messages() -> None:
    assert printed_with("full history: ") == (
        f"full history: 11 messages, 1,167 characters\n  {ADDED}\n"
        f"two turns: 5 messages, 407 characters\n  {ASKS}\n"
        f"two turns and the tag: 5 messages, 407 characters\n  {ADDED}\n"
    )


def test_the_tag_has_fewer_than_90_characters() -> None:
    said = printed_with("</memory>")
    assert said == "<memory>\nThe customer speaks of order 3107.\n</memory>\n53 characters\n"
    assert "the tag adds 55 characters\n" in output("memory_from_tools")


def test_the_chart_has_the_characters_of_the_three_ways() -> None:
    rows = dict(re.findall(r"^(.+?)\s{2,}([\d,]+)$", printed_with("Messages sent at the fifth message"), re.MULTILINE))
    assert rows == {"full history": "1,167", "two turns": "407", "two turns and the tag": "407"}


def test_what_was_mistyped_is_not_remembered() -> None:
    said = output("memory_from_tools")
    assert "error True: There is no order 3170.\n" in said
    assert "typed: 3170\nconfirmed: 3107\n" in said
    assert f"typed_order: The tool says: There is no order 3170.\ncurrent_order: {ADDED}\n" in said


def test_another_wish_is_forgotten() -> None:
    assert printed_with("order: 3107") == ("order: 3107\nI don't know your limit: it is nowhere in what I was sent.\n")
