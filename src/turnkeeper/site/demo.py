"""The home page's demo, as HTML: a recorded run of the engine that is complete without JavaScript.

`.tk-demo__live` is what `web/src/demo.ts` brings to life, filled with the opening turns. `.tk-demo__all` holds all
turns of both runs: it is what a reader without JavaScript sees, and what the live part takes its turns from.
"""

import json
from html import escape
from typing import NamedTuple

from turnkeeper.site.demo_turns import Turn, chat_html, play, sent_html, told

PLACEHOLDER = "<!-- demo -->"
"""Where a page wants the demo."""

OPENING = 2
"""How many turns the reader finds in the live part: up to the first question that only the list can answer."""


class Said(NamedTuple):
    """One message of the recording.

    Attributes:
        text: What the customer says.
        with_list: What there is to see when all messages are sent.
        without_list: What there is to see when the newest turn alone is sent.
    """

    text: str
    with_list: str
    without_list: str


SCRIPT = (
    Said(
        "Hello. My name is Noor.",
        "One message is sent. After its reply, the model keeps nothing of it.",
        "One message is sent, as before. There is nothing yet to leave out.",
    ),
    Said(
        "What is my name?",
        "The model knows the name because the first message was sent again. The list is the memory.",
        "The same model does not know the name. It was in the message before, and that was not sent again.",
    ),
    Said(
        "How much is a chain?",
        "The prices are in the instructions. The whole list is sent all the same.",
        "The prices are in the instructions, and those are sent with every request.",
    ),
    Said(
        "Is my order 3107 ready?",
        "The model asks for a tool. Your code runs it, and sends the list once more with the result.",
        "The number is in the newest message, so this works. A tool's result is sent with the call that asked for it.",
    ),
    Said(
        "Please add a chain to it.",
        "Which order? Its number is in the list. The list grows with every turn, and all of it is sent again.",
        "Which order? Its number was in the turn before, and that was not sent again.",
    ),
)
"""The recording: a question that only the history answers, one that the instructions answer, two that need a tool."""

_LIVE = """<div class="tk-demo__live">
<div class="tk-demo__bar">
<button type="button" class="tk-button tk-button--main tk-demo__next" disabled>Next message</button>
<button type="button" class="tk-button tk-demo__again" disabled>Start again</button>
<label class="tk-demo__switch"><input type="checkbox" disabled> <span>Without the list: send only the newest \
message</span></label>
</div>
<p class="tk-demo__remark">{remark}</p>
<p class="tk-unseen tk-demo__told" role="status"></p>
<div class="tk-demo__panes">
<section aria-labelledby="tk-demo-chat"><p class="tk-demo__title" id="tk-demo-chat">The chat</p>
<div class="tk-pane tk-demo__chat" role="group" aria-labelledby="tk-demo-chat">{chat}</div></section>
<section aria-labelledby="tk-demo-sent"><p class="tk-demo__title" id="tk-demo-sent">What is sent</p>
<div class="tk-pane tk-demo__sent" role="group" aria-labelledby="tk-demo-sent">{sent}</div></section>
</div>
<form class="tk-demo__own">
<label for="tk-demo-text">Your own message</label>
<div class="tk-demo__field">
<input type="text" id="tk-demo-text" maxlength="300" autocomplete="off" aria-describedby="tk-demo-hint" disabled>
<button type="submit" class="tk-button tk-demo__send" disabled>Send</button>
<button type="button" class="tk-button tk-demo__stop" hidden>Stop</button>
</div>
<p class="tk-status" role="status"></p>
<p class="tk-demo__hint" id="tk-demo-hint">A script answers, so keep to simple questions about orders (3107 and 3112), \
prices, hours or delivery. When you type, Python is fetched, a large download the first time. It runs on this page, \
and nothing leaves your computer.</p>
</form>
</div>"""

_FOOT = """<p class="tk-demo__foot">Recorded from a run of the course's engine, with a script in the model's place. \
Tokens are stand-in tokens, an estimate.</p>"""


def demo() -> str:
    """Return the demo as one block of HTML, without empty lines, as Markdown wants it."""
    texts = [said.text for said in SCRIPT]
    runs = {with_list: list(play(texts, with_list=with_list)) for with_list in (True, False)}
    opening = runs[True][:OPENING]
    live = _LIVE.format(
        remark=escape(SCRIPT[OPENING - 1].with_list),
        chat="".join(map(chat_html, opening)),
        sent=sent_html(opening[-1]),
    )
    return (
        f'<div class="tk-demo" id="tk-demo" data-search-exclude data-opening="{OPENING}" '
        f'data-script="{escape(json.dumps(texts))}">\n'
        f'{live}\n<div class="tk-demo__all">\n'
        f"{_run(runs[True], with_list=True, title='A conversation, and what is sent for each turn')}\n"
        f"{_run(runs[False], with_list=False, title='The same questions, without the list')}\n"
        f"</div>\n{_FOOT}\n</div>"
    )


def _run(played: list[Turn], *, with_list: bool, title: str) -> str:
    name = "with" if with_list else "without"
    turns = "\n".join(
        _turn(turn, said.with_list if with_list else said.without_list)
        for turn, said in zip(played, SCRIPT, strict=True)
    )
    return f'<p class="tk-demo__title">{title}</p>\n<ol class="tk-turns tk-turns--{name}">\n{turns}\n</ol>'


def _turn(turn: Turn, remark: str) -> str:
    return (
        f'<li class="tk-turn" data-told="{escape(told(turn))}">'
        f'<p class="tk-demo__remark">{escape(remark)}</p>'
        f'<div class="tk-demo__chat">{chat_html(turn)}</div><div class="tk-demo__sent">{sent_html(turn)}</div></li>'
    )
