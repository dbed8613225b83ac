"""How pictures are drawn: as HTML, as SVG, as text and in colour, whatever was said in the messages."""

import io
import re
import subprocess
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from turnkeeper.capture import Showcase
from turnkeeper.view import show_context, show_requests
from turnkeeper.view.as_html import as_html
from turnkeeper.view.kinds import KINDS, SHARES
from turnkeeper.view.picture import (
    MOST_ROWS,
    MOST_SEGMENTS,
    Picture,
    Row,
    Segment,
    Table,
    by_kind,
    pieces,
    short_bar,
    total,
)

from .histories import valid_histories
from .views import HISTORY, Reader, conversation, svg, tables

DRAWN = [kind for kind in (*KINDS, *SHARES) if kind.colour]
HOSTILE = [
    "<script>alert(1)</script>",
    "</td></table><b>",
    "\"'><img src=x onerror=alert(1)>",
    "]]> &amp; <!--",
    "\u202egnirts\u202c \u2066x",
    "\x1b[31mred\x1b[0m \x00\x07\x7f\x9b",
    "\ud800 half",
    "\ufffe\uffff\u200b",
    "検索 注文 🚲" * 9,
    "שלום",
    "line\r\nline\u2028line",
]
BIG = [
    {"role": role, "content": [{"type": type, "text": "&<>\"'" * 30, "thinking": "&" * 99} for type in types]}
    for role in ("user", "assistant")
    for types in [["text", "thinking", "image", "compaction", "x"] * 40]
] * 30


def views(history, **more):
    """The pictures of a history: as a context that lost its oldest message."""
    return [show_context(history), show_context(history, kept=history[1:], window=20, max_tokens=3, **more)]


def columns(line):
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in line)


@given(history=valid_histories(thinks=True, system_messages=True))
def test_every_history_is_drawn_well_formed(history):
    for view in views(history):
        Reader(view.to_html())
        svg(view)
        assert all(columns(line) <= 80 for line in repr(view).splitlines())


@pytest.mark.parametrize("said", HOSTILE)
@pytest.mark.parametrize("width", [64, 80, 133])
def test_whatever_was_said_is_only_text(said, width):
    call = {"type": "tool_use", "id": "toolu_1", "name": said, "input": {said: said}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [{"type": "text", "text": said}]}
    history = [
        {"role": "user", "content": said},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [result, {"type": said}]},
        {"role": said, "content": said},
    ]
    for view in views(history, system=said, tools=[{"name": said}]):
        html = Reader(view.to_html())
        assert {tag for tag, _ in html.tags} <= {
            *("div", "p", "strong", "table", "caption", "thead", "tbody", "tr", "th", "td", "bdi", "span")
        }
        assert not [name for _, attributes in html.tags for name in attributes if name.startswith("on")]
        parts = {element.tag.rpartition("}")[2] for element in svg(view).iter()}
        assert parts <= {"svg", "title", "desc", "style", "defs", "pattern", "path", "rect", "text"}
        text = view.to_text(width)
        assert all(columns(line) <= width for line in text.splitlines())
        for drawn in (view.to_html(), view.to_svg(), text.replace("\n", "")):
            assert drawn.replace("\n", "").isprintable()


def test_a_text_that_is_read_from_right_to_left_is_set_apart():
    assert "<bdi>user text: שלום</bdi>" in show_context([{"role": "user", "content": "שלום"}]).to_html()


@pytest.mark.parametrize("width", [64, 80, 100])
def test_bars_are_as_wide_as_the_text(width):
    view = show_context(HISTORY, kept=HISTORY[3:], window=100, max_tokens=10)
    [bar, _] = [line for line in view.to_text(width).splitlines() if line.startswith("  U") and "#" in line]
    assert len(bar) == width


def test_a_narrow_terminal_is_told_how_wide_it_must_be():
    with pytest.raises(ValueError, match="a picture needs 64 columns, and the width is 63"):
        show_context(HISTORY).to_text(63)


def test_the_longest_picture_is_shown_in_the_page():
    requests, usages = conversation("Hello.")
    long = requests[0].with_messages(BIG[:10])
    shown = []
    for view in (
        show_context(BIG, kept=BIG[30:]),
        show_requests([long] * 30, usages * 30),
        show_requests([long] * 30),
    ):
        Showcase(lambda kind, text: shown.append((kind, len(text)))).show(view)
    assert [kind for kind, _ in shown] == ["html"] * 3
    assert max(length for _, length in shown) < 100_000


def test_a_screen_reader_finds_tables_with_heads_and_no_bars():
    view = show_context(HISTORY, kept=HISTORY[3:])
    html = Reader(view.to_html())
    assert len(html.captions) == 2
    scopes = [attributes["scope"] for tag, attributes in html.tags if tag == "th"]
    assert scopes == ["col"] * 5 + ["rowgroup"] * 2 + ["col"] * 4 + ["rowgroup"] * 5
    assert len(set(map(len, tables(view)[1]))) == 1
    assert not {"UUU", "#"} & {cell for table in tables(view) for row in table for cell in row}
    assert "<style" not in view.to_html()


def test_what_is_gone_is_drawn_in_outline_and_named():
    view = show_context(HISTORY, kept=HISTORY[3:], summarised=[0])
    html, drawn, text = view.to_html(), view.to_svg(), repr(view)
    for word in ("dropped", "summarised"):
        assert f"{word}, not sent" in html
        assert f"{word}, not sent" in drawn
    assert "lower case: dropped or summarised, not sent" in text.replace("\n", " ")
    assert "1px dashed" in html
    assert "1px dotted" in html
    assert 'stroke-dasharray="4 2"' in drawn
    assert 'stroke-dasharray="1 2"' in drawn
    assert re.search("^  u+$", text, re.MULTILINE)


def test_the_legend_names_what_is_drawn_and_nothing_else():
    names = {kind.name for kind in show_context(HISTORY)._picture.legend}
    assert names == {"user text", "thinking", "tool call", "tool result", "assistant text", "request itself", "free"}
    assert {"sent before", "new"} <= {kind.name for kind in show_requests(conversation("A", "B")[0])._picture.legend}


def test_an_svg_has_patterns_for_all_it_fills_with():
    for view in (show_context(HISTORY, kept=HISTORY[3:], max_tokens=9, window=50), show_context(HISTORY)):
        drawn = view.to_svg()
        assert set(re.findall(r"url\(#([\w-]+)\)", drawn)) == set(re.findall(r'pattern id="([\w-]+)"', drawn))
    one, other = (set(re.findall(r'id="(\w+)-', view.to_svg())) for view in views(HISTORY))
    assert len(one) == len(other) == 1
    assert one != other


def test_an_svg_has_its_own_paper_only_when_it_stands_alone():
    style = svg(show_context(HISTORY)).findtext("{http://www.w3.org/2000/svg}style")
    assert re.sub(r"svg:root\{[^}]*\}", "", style) == "@media (prefers-color-scheme:dark){}"
    assert svg(show_context(HISTORY)).get("fill") == "currentColor"
    assert svg(show_context(HISTORY)).get("role") == "img"


def test_a_segment_too_narrow_for_its_letter_has_none():
    letters = re.compile(r">(\w)</span>")
    wide, narrow = (
        as_html(Picture("", (Table("", "", (), "", (Row("", (), "", (Segment(KINDS[2], tokens),)),), whole=100),)))
        for tokens in (3, 2)
    )
    assert letters.findall(wide) == ["U", "U"]  # the bar's, and the legend's
    assert letters.findall(narrow) == ["U"]


def console(**settings):
    return Console(file=io.StringIO(), width=80, force_terminal=True, **settings)


def test_rich_prints_the_text_in_colours():
    view = show_context(HISTORY, kept=HISTORY[3:])
    coloured = console(color_system="truecolor")
    coloured.print(view)
    printed = coloured.file.getvalue()
    # The blue of the user's text. A style keeps the codes of the first console that rich printed it on, in any test.
    assert re.search(r"48;(2;41;113;195|5;26)m", printed)
    plain = re.sub(r"\x1b\[[\d;]*m", "", printed)
    assert [line.rstrip() for line in plain.splitlines()] == repr(view).splitlines()
    assert view.to_rich(100).plain.splitlines()[0] == "What is in the context window"


def test_rich_prints_no_colour_where_none_is_wanted(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    plain = console(color_system="truecolor")
    plain.print(show_context(HISTORY))
    assert not re.search(r"\x1b\[[\d;]*(38|48)[;:]", plain.file.getvalue())
    assert "UUUU" in plain.file.getvalue()


def test_rich_is_asked_for_only_where_it_is_used():
    code = (
        "import sys, turnkeeper.view as v; repr(v.show_context([])); assert not {'rich', 'anthropic'} & {*sys.modules}"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def luminance(colour):
    """The relative luminance of a colour, as WCAG 2.2 defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("kind", DRAWN, ids=lambda kind: kind.name)
def test_letters_are_legible_on_bars_and_bars_on_pages(kind):
    assert contrast(kind.colour, "#ffffff") >= 4.5
    for page in ("#ffffff", "#1e2129", "#111111"):  # white, Material's dark page, JupyterLab's
        assert contrast(kind.colour, page) >= 3


def test_no_two_kinds_look_or_read_alike():
    assert len({kind.letter for kind in (*KINDS, *SHARES)}) == len(KINDS) + len(SHARES)
    assert len({(kind.colour, kind.pattern) for kind in KINDS if kind.colour}) == sum(bool(k.colour) for k in KINDS)
    assert len({(kind.colour, kind.pattern) for kind in SHARES}) == len(SHARES)
    assert all(kind.letter.isascii() for kind in (*KINDS, *SHARES))


@given(st.lists(st.sampled_from("abc"), max_size=300), st.integers(2, MOST_ROWS))
def test_things_are_put_together_without_a_gap(states, most):
    found = pieces(states, most)
    assert [place for places in found for place in places] == list(range(len(states)))
    assert len(found) <= most + most // 2
    if len(states) <= most:
        assert len(found) == len(states)


segments = st.lists(st.builds(Segment, st.sampled_from(KINDS), st.integers(0, 50)), max_size=60)


@given(segments)
def test_a_short_bar_is_as_long_as_the_whole_one(bar):
    short = short_bar(bar)
    assert total(short) == total(bar) == total(by_kind(bar))
    assert len(short) <= MOST_SEGMENTS
    assert all(segment.tokens for segment in short)
