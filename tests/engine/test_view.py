from html.parser import HTMLParser
from typing import ClassVar

from turnkeeper import Conversation, ScriptedModel, connect, show_requests
from turnkeeper.scripts import reader


def requests(*said, system=None):
    model = ScriptedModel(reader)
    conversation = Conversation(connect(model), system=system)
    for text in said:
        conversation.send(text)
    return model.requests


def test_the_text_form_has_a_row_for_each_request():
    sent = requests("Hello.", "My name is Noor.", system="Be kind.")
    head, *rows = repr(show_requests(sent)).splitlines()
    assert head == "request  messages  sent before  input tokens  roles"
    tokens = [str(request.input_tokens) for request in sent]
    assert [row.split() for row in rows] == [
        ["1", "1", "0", tokens[0], "s", "u"],
        ["2", "3", "1", tokens[1], "s", "u", "a", "u"],
    ]


def test_the_picture_escapes_what_was_said_and_is_well_formed():
    html = show_requests(requests('<script>alert("x")</script>'))._repr_html_()
    assert "<script>" not in html

    class Balance(HTMLParser):
        open: ClassVar[list[str]] = []

        def handle_starttag(self, tag, attrs):
            self.open.append(tag)

        def handle_endtag(self, tag):
            assert self.open.pop() == tag

    Balance().feed(html)
    assert Balance.open == []


def test_what_was_changed_on_the_way_was_not_sent_before():
    first, second = requests("Hello.", "Again.")
    second.messages[0]["content"] = "Edited."
    assert repr(show_requests([first, second])).splitlines()[2].split()[2] == "0"


def test_nothing_sent_is_an_empty_picture():
    assert "<tbody></tbody>" in show_requests([])._repr_html_()
