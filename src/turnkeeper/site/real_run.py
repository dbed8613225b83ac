"""The page for real runs: its cells, and what keeps it apart from the other pages.

Its policy lets it call the real API. Material swaps pages without loading them, and the policy would stay: so this page
is always loaded as a whole, and so is the one after it.
"""

import re

from turnkeeper.site.lesson_page import cell_html

PAGE = "start/real-run.md"
PLACEHOLDER = "<!-- cells of the real run -->"
ADDRESS = "start/real-run/"

WITH_LIST = """\
from turnkeeper import bill, connect

MODEL = "claude-haiku-5-5"
client = connect(live=True)


def ask(messages):
    reply = client.messages.create(
        model=MODEL, max_tokens=200, messages=messages
    )
    for block in reply.content:
        if block.type == "text":
            print(block.text)
    usage = reply.usage
    print(f"\\n{usage.input_tokens} tokens in, {usage.output_tokens} out")
    print(f"${bill(usage, MODEL).total:.6f} at the list price")


ask([
    {"role": "user", "content": "Hello. My name is Noor."},
    {"role": "assistant", "content": "Hello, Noor."},
    {"role": "user", "content": "What is my name?"},
])
"""
WITHOUT_LIST = """\
ask([{"role": "user", "content": "What is my name?"}])
"""


def cells() -> str:
    """The cells, which nobody has run: an output here would be somebody else's."""
    return "\n\n".join(cell_html(number, source, []) for number, source in enumerate((WITH_LIST, WITHOUT_LIST), 1))


def opened_alone(output: str) -> str:
    """The page without Material's instant navigation: links on it load a page.

    Raises:
        ValueError: Material no longer lists its features as it did.
    """
    feature = '"navigation.instant", '
    if feature not in output:
        raise ValueError(f"{PAGE}: Material's settings do not name {feature.strip(', ')}, so it cannot be taken out.")
    return output.replace(feature, "")


def left_out(sitemap: str) -> str:
    """The sitemap without the page: Material swaps in what it finds there, and loads everything else.

    Raises:
        ValueError: The sitemap does not list the page as it did.
    """
    entry = re.compile(rf"\s*<url>\s*<loc>[^<]*/{re.escape(ADDRESS)}</loc>.*?</url>", re.DOTALL)
    without, times = entry.subn("", sitemap)
    if times != 1:
        raise ValueError(f"The sitemap lists {ADDRESS} {times} times; it should once, to be left out.")
    return without
