"""Completion: what it tells of the SDK, the engine and the reader's own names, and that it runs none of their code."""

from typing import Any

import pytest

from turnkeeper import connect
from turnkeeper.completion import first_sentence, members, signature

ABOVE = [
    "import anthropic, json\nfrom turnkeeper import ScriptedModel, connect\nimport turnkeeper as tk\n"
    "client = connect(ScriptedModel())\n",
    "def count(history, /, n: int = 2, *rest, words=('a, b',), **more) -> int:\n    '''Count them. Twice.'''\n",
]


def names(expression: str, namespace: dict[str, Any] | None = None, cells: list[str] = ABOVE) -> dict[str, str]:
    return dict(members(expression, namespace or {}, cells))


@pytest.mark.parametrize(
    ("expression", "name", "kind"),
    [
        ("client", "messages", "property"),
        ("client.messages", "create", "function"),
        ("client.messages.create()", "stop_reason", "property"),
        ("client.messages.create().usage", "input_tokens", "property"),
        ("anthropic", "Anthropic", "class"),
        ("tk", "Conversation", "class"),
        ("tk.Conversation(client)", "send", "function"),
        ("tk.Conversation(client)", "messages", "property"),
        ("'text'", "join", "function"),
        ("[]", "append", "function"),
        ("{'role': 'user'}", "items", "function"),
    ],
)
def test_members_are_told_before_anything_has_run(expression: str, name: str, kind: str) -> None:
    assert names(expression)[name] == kind


def test_members_of_what_has_run_are_those_of_the_object_itself() -> None:
    client = connect()
    reply = client.messages.create(
        model="claude-haiku-5-5", max_tokens=20, messages=[{"role": "user", "content": "Hello"}]
    )
    namespace = {"reply": reply, "history": [{"role": "user"}], "_hidden": 1, "json": __import__("json")}
    before = dict(namespace)
    assert names("reply.content[0]", namespace)["text"] == "property"
    assert names("history[-1]", namespace)["keys"] == "function"
    assert names("", namespace) == {"reply": "variable", "history": "variable", "json": "namespace"}
    assert namespace == before


def test_a_cell_that_cannot_be_read_yet_still_tells_what_its_other_lines_say() -> None:
    cells = ["from turnkeeper import connect\nclient = connect()\nif True:\n    client.\nfor x in (\n"]
    assert "messages" in names("client", cells=cells)


@pytest.mark.parametrize("expression", ["nowhere", "client.nothing", "x", "1 +", "(lambda: 1)()", "client[0]", "open"])
def test_what_cannot_be_told_is_no_error(expression: str) -> None:
    assert isinstance(members(expression, {}, ["x = y\ny = x\n", "(((", "\0"]), list)
    told = signature(f"{expression}.missing", {}, ABOVE)
    assert told is None


def test_a_signature_has_its_parameters_and_the_first_sentence() -> None:
    assert signature("connect", {}, ABOVE) == {
        "name": "connect",
        "parameters": ["model: ScriptedModel | None = None", "*", "live: bool = False"],
        "returns": "Anthropic",
        "about": "Return an SDK client: offline by default, the real Messages API when you ask for it.",
    }
    create = signature("client.messages.create", {}, ABOVE)
    assert create is not None
    assert create["parameters"][:3] == ["*", "max_tokens: int", "messages: Iterable[MessageParam]"]
    assert not any("Omit" in one or " object at " in one for one in create["parameters"])
    assert create["about"].startswith("Send a structured list of input messages")


def test_a_function_that_has_not_run_is_told_from_its_text() -> None:
    told = signature("count", {}, ABOVE)
    assert told is not None
    assert told["parameters"] == ["history", "/", "n: int = 2", "*rest", "words=('a, b',)", "**more"]
    assert (told["returns"], told["about"]) == ("int", "Count them.")


def test_an_object_that_is_not_called_has_no_parameters() -> None:
    told = signature("client", {"client": connect()}, [])
    assert told is not None
    assert told["parameters"] is None


RAN: list[str] = []


class Sly:
    """Tells when its code runs."""

    def __init__(self) -> None:
        self.own = self

    def __getattribute__(self, name: str) -> Any:
        RAN.append(name)
        return object.__getattribute__(self, name)

    def __dir__(self) -> list[str]:
        RAN.append("dir")
        return []

    @property
    def price(self) -> int:
        RAN.append("price")
        return 1

    def __repr__(self) -> str:
        RAN.append("repr")
        return ""

    def ask(self, of: Any = None) -> "Sly":
        """Ask. It costs."""
        RAN.append("ask")
        return self


Sly.__module__ = "__main__"
for member in (Sly.ask, Sly.price.fget):  # type: ignore[attr-defined]
    member.__module__ = "__main__"


def test_no_code_of_the_reader_runs() -> None:
    namespace = {"sly": Sly(), "Sly": Sly, "held": [Sly()]}
    RAN.clear()
    assert names("sly", namespace) == {"own": "property", "price": "property", "ask": "function"}
    assert names("Sly", namespace)["ask"] == "function"
    assert names("sly.own", namespace)["price"] == "property"
    assert names("held[0]", namespace)["price"] == "property"
    for expression in ("sly.price", "sly.ask()", "Sly().price"):
        assert names(expression, namespace) == {}
    assert signature("sly.ask", namespace, [])["about"] == "Ask."  # type: ignore[index]
    assert signature("price", namespace, ["def price(x=print('ran')): ..."])["parameters"] == ["x=print('ran')"]  # type: ignore[index]
    assert RAN == []


def test_an_object_that_takes_for_ever_to_look_at_is_given_up() -> None:
    class Endless(type):
        @property
        def __mro__(cls) -> Any:
            while True:
                pass

    assert members("it", {"it": Endless("It", (), {})}, []) == []


@pytest.mark.parametrize(
    ("docstring", "sentence"),
    [
        ("One. Two.", "One."),
        ("\n    Over\n    two lines, e.g.one.\n\n    More.", "Over two lines, e.g.one."),
        ("", ""),
        ("No stop", "No stop"),
    ],
)
def test_the_first_sentence(docstring: str, sentence: str) -> None:
    assert first_sentence(docstring) == sentence
