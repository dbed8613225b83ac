"""The sentence on each error that this course provokes: faulty cells, run as the page runs them."""

import builtins
import json

import anthropic
import httpx2
import pytest

from turnkeeper.cells import run_cell
from turnkeeper.plain_words import explain, explained, mend_of, refusal_behind
from turnkeeper.plain_words.scene import Scene

SETUP = """from turnkeeper import ScriptedModel, connect
from turnkeeper.scripts import reader
client = connect()
USER = {"role": "user", "content": "Where is my order?"}
CALL = {"type": "tool_use", "id": "toolu_1", "name": "find", "input": {"order": 7}}
CALLS = {"role": "assistant", "content": [CALL]}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "shipped"}
RESULTS = {"role": "user", "content": [RESULT]}
def send(messages, **more):
    return client.messages.create(**{"model": "claude-haiku-5-5", "max_tokens": 50, "messages": messages, **more})
"""


@pytest.fixture(scope="module")
def setup():
    namespace = {}
    assert run_cell(SETUP, namespace, lambda *_: None, number=1, seconds=300) == {"ok": True}  # it imports the SDK
    return namespace


def outcome_of(source, setup):
    return run_cell(source, dict(setup), lambda *_: None, number=2)


@pytest.fixture
def failing(setup):
    def run(source):
        outcome = outcome_of(source, setup)
        assert outcome["ok"] is False
        return outcome["error"]

    return run


REFUSED = [
    ('send([{"content": "hi"}])', "because of message 0. Give message 0 the field `role`."),
    ('send([USER, {"role": "assistent", "content": "hi"}, USER])', "because of message 1. The rule: A role is user"),
    ('send([{"role": "usr", "content": "hi"}])', 'Did you mean "user"?'),
    ('send([{"role": "AI", "content": "hi"}])', 'Did you mean "assistant"?'),
    ('send([USER, CALLS, {"role": "tool", "content": "hi"}])', "Results come from the user: "),
    ('send([{"role": "user"}])', "because of message 0. Give message 0 the field `content`."),
    ('send([{"role": "user", "content": None}])', "The content is None: give the message a text, or leave it out."),
    (
        'send([{"role": "user", "content": ["hi"]}])',
        'because of message 0, block 0. A block is a dict: {"type": "text"',
    ),
    ("send([USER, RESULTS])", "because of message 1, block 0. The rule: A result has its call in the turn before."),
    ("send([USER, CALLS, USER])", "because of message 1, block 0. The rule: Every call is answered in the next turn."),
    ("send([USER, CALLS])", "Put a tool_result for toolu_1 first into the user message right after the call"),
    ("send([USER, CALLS, RESULTS, CALLS, RESULTS])", "because of message 3, block 0. The rule: Each call has an id of"),
    (
        "send([USER, CALLS, {'role': 'user', 'content': [RESULT, RESULT]}])",
        "because of message 2, block 1. The rule: A call has one result.",
    ),
    (
        'send([USER, CALLS, RESULTS, {"role": "assistant", "content": "One moment."}, RESULTS])',
        "because of message 4, block 0. The rule: A result has its call in the turn before.",
    ),
    (
        'send([{"role": "user", "content": [{"type": "text", "text": ""}]}])',
        "The rule: A text block holds a character.",
    ),
    (
        'send([{"role": "user", "content": ""}])',
        "because of message 0. The rule: A message of the user holds something.",
    ),
    (
        'send([{"role": "user", "content": " "}])',
        "because of message 0, block 0. The rule: A turn is not all white space.",
    ),
    (
        'send([USER, {"role": "assistant", "content": "It is"}])',
        "because of message 1. The rule: The last message is not the assistant's",
    ),
    (
        'send([USER, {"role": "assistant", "content": "It is "}], model="claude-haiku-4-5")',
        "because of message 1, block 0. The rule: A begun reply does not end with white space.",
    ),
    ('send([{"role": "system", "content": "Be kind."}, USER])', "Put instructions into the `system` parameter"),
    ('send([USER], system=["Be kind."])', "`system` is a text, or a list of text blocks"),
    ("send(USER)", "What is said goes into a list of messages, even a single one"),
    ('send("hi")', "What is said goes into a list of messages, even a single one"),
    ("history = [USER]\nsend(history.append(USER))", "Was something stored that append() returned? That is None."),
    ("send([])", "Put the user's message into the list before the call."),
    ("history = [USER, send([USER])]\nsend(history)", "because of message 1. It is a whole reply of the SDK. Append"),
    ("send([USER, send([USER]).content, USER])", "because of message 1. It is a list of blocks. Append"),
    ("send([USER, [USER]])", "because of message 1. It is a list: was a whole list appended?"),
    ("send([USER, send([USER]).content[0].text])", "because of message 1. It is a text, and a message is a dict"),
    ("send([{'role': 'user', 'content': send([USER])}])", "The content is a whole reply of the SDK: take its blocks"),
    ("send([{'role': 'user', 'content': CALL}])", "The content is a single block: put it into a list, [block]."),
    ("send([{**USER, 'name': 'Ann'}])", "because of message 0. Take the field `name` out of message 0."),
    ("send([USER, CALLS, {'role': 'user', 'content': [{**RESULT, 'content': 7}]}])", "str(…) makes a text of it"),
    ("send([USER], tools=[{'type': 'function', 'function': {}}])", "A tool of your own is"),
    ("send([USER], tools='find')", "Replace a string there (`tools`)"),
    ("send([USER, {**CALLS, 'content': [{**CALL, 'input': '{}'}]}])", "The input of a tool_use is a dict"),
    (
        "send([USER, USER, {'role': 'assistant', 'content': 'Hm.'}, RESULTS])",
        "because of message 3, block 0. The rule: A result has its call in the turn before. (It says message 2, since",
    ),
    (
        "connect(ScriptedModel(reader, target='strict')).messages.create("
        "model='claude-haiku-5-5', max_tokens=9, messages=[USER, USER])",
        "the message before it. Or was the reply between the two not appended?",
    ),
    (
        "connect(ScriptedModel(reader, target='strict')).messages.create("
        "model='claude-haiku-5-5', max_tokens=9, messages=[{'role': 'assistant', 'content': 'Hello.'}, USER])",
        "because of message 0. The rule: The first message is the user's.",
    ),
]


@pytest.mark.parametrize(("source", "said"), REFUSED, ids=range(len(REFUSED)))
def test_what_the_api_refuses_is_told_with_its_place_and_the_mend(failing, source, said):
    plain = failing(source)["plain"]
    assert plain.startswith("The API refused the request")
    assert said in plain
    assert plain.endswith(" It came up in line 10 of cell 1.") or "Look at line 1." in plain


PLAIN = [
    ("client.messages.create(model='claude-haiku-5-5', messages=[USER])", "and here max_tokens is missing."),
    ("client.messages.create()", "and here model, max_tokens and messages are missing."),
    ("send([USER], max_tokens=30_000)", "The SDK takes 21,333 as the most for max_tokens when the reply comes in one"),
    ("send([USER], max_tokens='50')", "`max_tokens` is a number, and here it is a text"),
    (
        "with client.messages.stream(model='claude-haiku-5-5', max_tokens=500_000, messages=[USER]): pass",
        "`max_tokens` is 500,000, and this model writes 128,000 tokens at most.",
    ),
    ("send([USER], model='claude-haiku-5.5')", "The API knows no model 'claude-haiku-5.5'. Did you mean"),
    (
        "send([{'role': 'user', 'content': 'word ' * 300_000}], model='claude-haiku-4-5')",
        "The request holds 300,006 tokens, and the context window of this model 200,000: 100,006 too many.",
    ),
    ("model = ScriptedModel(reader)\nmodel.fail_next(529, times=9)\nconnect(model).messages.create("
     "model='claude-haiku-5-5', max_tokens=9, messages=[USER])", "The API is overloaded for now."),
    ("connect(ScriptedModel(lambda request: 1 / 0)).messages.create("
     "model='claude-haiku-5-5', max_tokens=9, messages=[USER])", "The API failed with status 500: The script of the"),
    ("send([USER], temperature=0)", "messages.create() has no argument 'temperature' any more"),
    ("send([USER], stop_sequence=['.'])", "no argument 'stop_sequence'. Did you mean 'stop_sequences'?"),
    ("send([USER], prompt='hi')", "messages.create() has no argument 'prompt'. What is said goes into the list"),
    ("client.messages.create('claude-haiku-5-5', 50, [USER])", "messages.create() takes everything by name"),
    ("send([USER]).text", "A reply has no 'text': its content is a list of blocks, and the text is `next("),
    ("send([USER]).choices[0]", "A reply has no 'choices'"),
    ("reply = send([USER])\nreply.content.text", "`reply.content` is a list of blocks, and 'text' belongs to a block."),
    ("reply = send([USER])\nreply.append(USER)", "`reply` is one reply and no list."),
    ("reply = send([USER])\nreply['content']", "`reply` is an object of the SDK: its fields are asked for with a dot"),
    ("reply = send([USER])\nreply.content[0]['text']", "with a dot, `reply.content[0].text`."),
    ("send([USER]).usage.input_token", "A Usage of the SDK has no 'input_token'. Did you mean 'input_tokens'?"),
    ("client.message.create()", "The client itself has no 'message'. A call is client.messages.create(…)."),
    ("client.messages.stream(model='claude-haiku-5-5', max_tokens=9, messages=[USER]).text_stream", "opened by `with`"),
    (
        "from anthropic.types import ToolUseBlock\nToolUseBlock(**CALL).text",
        "This block has the type 'tool_use', and such a block has no 'text'.",
    ),
    ("import json\njson.dumps(send([USER]).content)", "JSON holds no objects of the SDK, such as this TextBlock."),
    ("import json\njson.dumps({1, 2})", "JSON has no sets."),
    ("import json\njson.loads(str([{'a': 1}]))", "This text is Python's own form, with single quotation marks"),
    ("import json\njson.loads('')", "The text is empty, and no JSON"),
    ("messages = [USER]\nmessages.append(messages)\nsend(messages)", "Something here contains itself"),
    (r"send([{'role': 'user', 'content': '\ud83d'}])", "The text holds half of a character"),
    ("message = {'content': 'hi'}\nmessage['role']", "`message` has no key 'role'. Its keys: 'content'. A message has"),
    ("messages = [{'rolle': 'user'}]\nmessages[0]['role']", "`messages[0]` has no key 'role', but 'rolle'"),
    ("[message['content'] for message in [{'role': 'user'}]]", "There is no 'content' in what is asked here."),
    ("message = CALL\n[message['content'] for message in [{'role': 1}]]", "There is no 'content' in what"),
    ("message = {'role': 1}\nlist(message['content'] for message in [CALL])", "`message` has no key 'content'. Its"),
    ("CALL['text']", "'name', 'input'. Only a block of the type 'text' has a text."),
    ("{'a': 1}.pop('b')", "There is no 'b' in what is asked here."),
    ("messages = [USER]\nmessages['role']", "`messages` is a list, and its items are asked for by their place."),
    ("for block in USER['content']:\n    block['type']", "`block` is a text, and was asked for `'type'`"),
    ("for message in USER:\n    message['role']", "and a loop over a dict gives its keys."),
    ("ms = []\nms = ms.append(USER)\nms.append(USER)", "`ms` is None since line 2 stored what append() returned"),
    ("def make(): pass\nmessages = make()\nmessages.append(USER)", "`messages` is None, and None has no 'append'."),
    ("def make(): pass\nmake()['role']", "`make()` is None. A function without return gives None"),
    ("def make(): pass\nfor one in make(): pass", "Something in this line is None"),
    ("'role' in None", "Something in this line is None"),
    ("len(None)", "Something in this line is None"),
    ("[] + USER", "A list and a dict cannot be added."),
    ("'Text: ' + send([USER]).content", "+ joins a text with another text, and here stands a list."),
    ("'Tokens: ' + 5", "+ joins a text with another text, and here stands a number"),
    ("{USER}", "A dict can be no member of a set and no key of a dict."),
    ("messages = [USER]\nmessages(0)", "`messages` is a list, and round brackets call a function."),
    ("list = [1]\nlist('ab')", "If `list` is Python's own function, a line above gave its name to something else."),
    ("messages = []\nmessages.append[USER]", "`messages.append` is a function: it is called with round brackets."),
    ("USER.role", "`USER` is a dict: its entries are asked for in brackets, `USER['role']`."),
    ("USER.append(1)", "`USER` is a dict, and only a list has 'append'."),
    ("messages = [USER]\nmessages.role", "'role' belongs to one of them, such as the last: `messages[-1]['role']`."),
    ("messages = []\nmessages.push(USER)", "a list takes a new item with append(…)"),
    ("messages = []\nmessages.length", "how many items it has says `len(messages)`."),
    ("USER['content'].append(CALL)", "is a text (str), and a text has no 'append'."),
    ("messages = [1]\nmessages[3]", "`messages` has 1 item, with the places 0 to 0."),
    ("messages = []\nmessages[-1]", "`messages` is empty, so it has no item at any place."),
    ("messages = []\nmessages.pop()", "There is nothing left to pop"),
    ("next(block for block in [] if block)", "`next()` found nothing that fits."),
    ("assert 1 == 2", "What this assert states is not true."),
    ("open('/nowhere/history.json')", "There is no file or folder '/nowhere/history.json' here."),
    ("history = []\nprint(histroy)", "Nothing is called 'histroy' yet. Did you mean 'history'?"),
    ("print(nowhere_made)", "Is it spelt as where you made it, and has that cell been run?"),
    ("wanted = true", "Nothing is called 'true'. Python writes it True"),
    ("message = {role: 'user'}", "If it is meant as a key of the dict, it needs quotation marks"),
    ("total = 0\ndef add():\n    total += 1\nadd()", "'total' is a name of this function's own"),
    ("from turnkeeper import conect", "The module turnkeeper has nothing called 'conect'. Did you mean 'connect'?"),
    ("def trim():\n    raise NotImplementedError('yours')\ntrim()", "This part is not written yet"),
    ("def f(): return f()\nf()", "A function called itself too many times."),
    ("async def ask(): return 1\nask().content", "`ask()` is a call of an async function that nobody waited for"),
    ("async def ask(): return 1\nask()[0]", "`ask()` is a call of an async function that nobody waited for"),
    ("async def ask(): await send([USER])\nask().send(None)", "The call has been made already"),
    ("class Chat:\n    def say(text): pass\nChat().say('hi')", "Does its def begin with self?"),
    ("messages = None\nmessages.strip()", "`messages` is None, and None has no 'strip'. A function without return"),
    ("[None][0].append(1)", "`[None][0]` is None, and None has no 'append'."),
    ("[1].shape", "`[1]` is a list of 1 item, and a list has no 'shape'."),
    ("USER.length", "`USER` is a dict, and a dict has no 'length'. Its keys: 'role', 'content'."),
    ("USER['content'].items()", "The content of a message may be a text or a list of blocks"),
    ("'hi'.wave()", "`'hi'` is a text (str), and a text has no 'wave'."),
    ("send([USER]).cost", "A Message of the SDK has no 'cost'."),
    ("send([USER]).content[0].shape", "A TextBlock of the SDK has no 'shape'."),
    ("send([USER], stream=True).content", "With stream=True the call gives a stream of events and no reply"),
    ("reply = send([USER])\nreply[0]", "`reply` is an object of the SDK (a Message)"),
    ("from json import nothing_here", "The module json has nothing called 'nothing_here'. Is it spelt"),
    ("history = []\n[histroy for one in [1]]", "Did you mean 'history'?"),
    ("{'a': 1}[\n    'role'\n]", "There is no 'role' in what is asked here. A message has both"),
    ("messages = [USER]\nmessages[-1]['nope']", "`messages[-1]` has no key 'nope'."),
    ("d = {'a': {}}\nd['a'][str(d.pop('a'))]", "There is no '{}' in what is asked here."),
    ("{**USER, **CALL, **RESULT, 'one': 1, 'two': 2, 'three': 3, 'four': 4}['role ']", "There is no 'role '"),
    ("pair = ({},)\npair[0]['nope']", "There is no 'nope' in what is asked here."),
    ("[1][3]", "`[1]` has no item at that place."),
    ("import anthropic\nanthropic.Anthropic(api_key='x', base_url='http://127.0.0.1:9', max_retries=0).messages.create("
     "model='claude-haiku-5-5', max_tokens=9, messages=[USER])", "The Messages API could not be reached from here."),
    ("import json\njson.dumps(object())", "lists and dicts, and no object."),
    ("import operator\noperator.getitem([1], 'a')", "This is a list, and its items are asked for by their place."),
    ("async def f(): await [1]\nf().send(None)", "Only what an async function gives can be awaited, and this is"),
    ("[] + 'x'", "+ joins a list with another list, and here stands a text"),
    ("exec('raise RuntimeError(\"WebAssembly stack switching not supported\")')", "asyncio.run() does not work here."),
    ("f'{\"role\": \"user\"}'", "A colon in the braces of an f-string begins a format"),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore:coroutine:RuntimeWarning")
@pytest.mark.parametrize(("source", "said"), PLAIN, ids=range(len(PLAIN)))
def test_an_error_of_this_course_is_told_in_a_sentence(failing, source, said):
    error = failing(source)
    assert said in error["plain"]
    assert "Look at line" in error["plain"]
    assert error["message"] in error["traceback"]


UNREADABLE = [
    ("def f():\nreturn 1", "What belongs to that line stands below it, four spaces further right."),
    ("x = 1\n  y = 2", "This line is further right than the one above it"),
    ("def f():\n    x = 1\n  return x", "This line begins between two columns"),
    ("def f():\n    x = 1\n\treturn x", "use spaces only"),
    ("def f()\n    return 1", "ends with a colon"),
    ("x = [1, 2\ny = 3", "The bracket that opens there has no partner"),
    ("x = 1, 2]", "This closing bracket has no partner before it."),
    ("x = [{'a': 1]", "Brackets close in the reverse order"),
    ("x = 'it's'", "is the closing quotation mark missing"),
    ("x = “hello”", "That is a typographic quotation mark"),
    ("return 5", "A cell shows the value of its last line by itself."),
    ("def f():\n  await g()", "await works in an async function only."),
    ("f(a=1, 2)", "In a call, what is given by name comes last."),
    ("x = f'{}'", "A brace that is meant as a brace is written twice"),
    ("x = f'}'", "A brace that is meant as a brace is written twice"),
]


@pytest.mark.parametrize(("source", "said"), UNREADABLE, ids=range(len(UNREADABLE)))
def test_code_that_does_not_parse_is_told_before_anything_runs(failing, source, said):
    error = failing(f"{source}\n")
    assert error["plain"].startswith("Python cannot read this code: ")
    assert said in error["plain"]
    assert error["line"]


@pytest.mark.parametrize(
    "source",
    [
        "raise KeyError('role')",
        "if True: raise KeyError('role')",
        "raise TypeError(\"'NoneType' object is not iterable\")",
        "class KeyError(Exception): pass\nraise KeyError('role')",
        "class Mine(KeyError): pass\n{}.get(1) or exec('raise e', {'e': Mine('role')})",
        "class Mine:\n    def __getitem__(self, key): raise KeyError(key)\nMine()['role']",
        "int('x')",
        "exec('(1).nope')",
        "int([])",
        "n = 5\nn['role']",
        "exec('len(None)')",
        'exec(\'raise ImportError("odd", name="json")\')',
        "import json\njson.loads('{a}')",
        "class C:\n    def f(self): pass\nC().f(1, 2)",
        "class Odd(Exception):\n    __cause__ = property(lambda self: 1 / 0)\nraise Odd",
        "raise ExceptionGroup('all', [ValueError('a')])",
        "a, b = [1]",
        "from turnkeeper import keep_last_turns\nkeep_last_turns(['hi'], 1)",
    ],
)
def test_what_is_not_certain_is_left_to_pythons_own_words(failing, source):
    error = failing(source)
    assert f"{error['kind']} stopped the code" in error["plain"]


def test_an_earlier_error_and_a_cause_are_shown_with_the_readers_lines_only(failing):
    told = failing("def f(): USER['nope']\ntry:\n    f()\nexcept KeyError:\n    f.nope")["traceback"].splitlines()
    said = [line.strip() for line in told if line.strip(" ^~")]
    assert said == [
        'File "<cell 2>", line 3, in <module>',
        "f()",
        'File "<cell 2>", line 1, in f',
        "def f(): USER['nope']",
        "KeyError: 'nope'",
        "During handling of the above exception, another exception occurred:",
        'File "<cell 2>", line 5, in <module>',
        "f.nope",
        "AttributeError: 'function' object has no attribute 'nope'",
    ]
    told = failing(
        "import json\ntry:\n    json.loads('x')\nexcept ValueError as fault:\n    raise OSError('y') from fault"
    )
    assert "direct cause" in told["traceback"]
    assert "json/decoder" not in told["traceback"]


def test_the_errors_of_a_group_are_shown_each_with_its_lines(failing):
    told = failing(
        "found = []\nfor one in (1, 2):\n    try:\n        one / 0\n    except ZeroDivisionError as fault:\n"
        "        found.append(fault)\nraise ExceptionGroup('all', found * 5)"
    )["traceback"]
    assert told.count("line 4, in <module>") == 8
    assert "2 more in the group are left out." in told


def test_errors_that_follow_one_another_without_end_are_cut(failing):
    told = failing("def f(n):\n    try:\n        1 / 0\n    except Exception:\n        f(n - 1) if n else 1 / 0\nf(50)")
    assert len(told["traceback"]) < 12_000


def test_an_earlier_error_of_somebody_elses_code_is_left_out(failing):
    told = failing("exec('try:\\n 1/0\\nexcept ZeroDivisionError:\\n raise ValueError(5)')")["traceback"]
    assert told.endswith("ValueError: 5")
    assert "During handling" not in told


def test_a_note_on_an_error_is_shown(failing):
    assert (
        "look in the drawer"
        in failing("e = ValueError('lost')\ne.add_note('look in the drawer')\nraise e")["traceback"]
    )


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def f(x, to=[]):\n    to.append(x)\nf(1)", "f() has changed the list that its argument to begins with"),
        ("@staticmethod\ndef f(): pass\ndef g(*, to={}):\n    to[1] = 2\ng()", "changed the dict that its argument to"),
        ("class C:\n    def f(self, to=list()):\n        to.append(1)\nC().f()", "Write to=None, and make the list"),
        ("messages = [1, 2]\nmessages[-0:]", "minus 0 is 0, so messages[-0:] is everything and not nothing"),
        ("keep = 0\nmessages = [1, 2]\nkept = messages[-keep:]", "Line 3: keep is 0, and minus 0 is 0"),
        ("async def f(): pass\nf()", "called an async function and did not wait for it"),
    ],
)
def test_what_goes_wrong_without_an_error_is_noted(setup, source, said):
    (note,) = outcome_of(source, setup)["notes"]
    assert said in note


def test_a_default_of_an_earlier_cell_that_grows_is_noted_in_the_cell_that_changed_it(setup):
    namespace = dict(setup)
    assert run_cell("def f(x, to=[0]):\n    to.append(x)\n    return to", namespace, lambda *_: None) == {"ok": True}
    assert "now holds 2 items" in run_cell("f(1);", namespace, lambda *_: None, number=2)["notes"][0]
    assert run_cell("1 + 1;", namespace, lambda *_: None, number=3) == {"ok": True}
    assert "now holds 3 items" in run_cell("f(1)\n1 / 0", namespace, lambda *_: None, number=4)["notes"][0]


@pytest.mark.parametrize(
    "source",
    [
        "def f(x, to=None):\n    to = to or []\n    to.append(x)\nf(1)",
        "def f(x, to=[1, 2]): pass\nf(1)",
        "kept = [1][-2:]",
        "def f(x, to=[]): pass\nf(1)",
        "keep = 0\nkeep = 2\nmessages = [1, 2, 3]\nmessages[-keep:]",
        "keep = 2\nmessages = [1, 2, 3]\nkept = messages[-keep:]",
        "for keep in (2, 0):\n    [1, 2][-keep:]",
        "def last(messages, keep):\n    return messages[-keep:]\nkeep = 0\nlast([1], 2)",
        "total = " + "1 + " * 500 + "1",
        "class Odd:\n    __class__ = property(lambda self: 1 / 0)\nodd = Odd()",
    ],
)
def test_what_is_in_order_has_no_note(setup, source):
    assert outcome_of(source, setup) == {"ok": True}


def test_a_cell_that_breaks_what_the_notes_need_ends_as_it_would(setup):
    namespace = dict(setup)
    source = "import builtins\nkept = builtins.vars\nclass C: pass\nbuiltins.vars = None"
    try:
        assert run_cell(source, namespace, lambda *_: None) == {"ok": True}
    finally:
        builtins.vars = namespace["kept"]


def rows_of(error):
    return [
        (row["left_out"],)
        if "left_out" in row
        else (row["index"], row["role"], row["mark"], [(b.get("type", "…"), b.get("mark", "")) for b in row["blocks"]])
        for row in error["refused"]["rows"]
    ]


def test_the_table_marks_what_is_at_fault_and_what_shares_its_id(failing):
    error = failing("send([USER, CALLS, RESULTS, {'role': 'assistant', 'content': 'Hm.'}, RESULTS])")
    assert error["refused"]["caption"] == "The refused request: 5 messages"
    assert rows_of(error) == [
        (0, "user", "", [("text", "")]),
        (1, "assistant", "", [("tool_use", "same id")]),
        (2, "user", "", [("tool_result", "same id")]),
        (3, "assistant", "", [("text", "")]),
        (4, "user", "", [("tool_result", "at fault")]),
    ]


def test_the_table_of_a_long_history_shows_what_is_around_the_fault(failing):
    error = failing(
        "history = [{'role': ('user', 'assistant')[n % 2], 'content': 'word ' * 99} for n in range(500)]\n"
        "some = [{'type': 'text', 'text': str(n)} for n in range(20)]\n"
        "history[200] = {'role': 'user', 'content': [*some, RESULT, *some]}\nsend([*history, USER])"
    )
    rows = rows_of(error)
    assert [row[0] for row in rows] == [198, 198, 199, 200, 201, 202, 298]
    assert [kind for kind, _ in rows[3][3]] == ["text", "…", "text", "text", "tool_result", "text", "text", "…"]
    assert rows[3][3][4] == ("tool_result", "at fault")
    assert len(str(error["refused"])) < 3_000


@pytest.mark.parametrize(
    ("source", "row"),
    [
        ("send(['hi'])", (0, "", "at fault", [("not a message but a text", "")])),
        ("send([{'role': 'user'}])", (0, "user", "at fault", [("no content", "")])),
        ("send([{'role': 'user', 'content': 7}])", (0, "user", "at fault", [("not blocks but a number", "")])),
        ("send([{'role': 'user', 'content': []}])", (0, "user", "at fault", [("no blocks", "")])),
        ("send([{'role': 'user', 'content': [7]}])", (0, "user", "", [("not a block but a number", "at fault")])),
        ("send([{'content': [{'text': 'hi'}]}])", (0, "no role", "at fault", [("no type", "")])),
        ("send([{**USER, 'to': 1}])", (0, "user", "at fault", [("text", ""), ("and also", "")])),
    ],
)
def test_the_table_names_what_is_no_message_and_no_block(failing, source, row):
    assert rows_of(failing(source))[0] == row


def test_a_request_that_no_message_is_to_blame_for_has_no_table(failing):
    for source in ("send('hi')", "send([USER], model='nope')", "send([USER], system=[7])", "USER['nope']"):
        assert "refused" not in failing(source)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (401, "The API does not take the key of this client."),
        (413, "The request is larger than the API takes, which is 32 MB."),
        (429, "The API takes no more calls from this account for now."),
    ],
)
def test_what_is_no_fault_of_the_list_is_told_by_its_status(failing, status, said):
    ask = "connect(model).messages.create(model='claude-haiku-5-5', max_tokens=9, messages=[USER])"
    assert said in failing(f"model = ScriptedModel(reader)\nmodel.fail_next({status}, times=9)\n{ask}")["plain"]


def test_a_client_without_a_key_is_told_what_answers_offline(failing, monkeypatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    ask = "anthropic.Anthropic().messages.create(model='claude-haiku-5-5', max_tokens=9, messages=[USER])"
    assert "This client has no API key, so nothing was sent." in failing(f"import anthropic\n{ask}")["plain"]


def refused(said, content=b""):
    request = httpx2.Request("POST", "http://offline.invalid/v1/messages", content=content)
    body = {"type": "error", "error": {"type": "invalid_request_error", "message": said}}
    return anthropic.BadRequestError(said, response=httpx2.Response(400, request=request), body=body)


def asked(*roles, **fields):
    messages = [{"role": role, "content": "hi"} for role in roles]
    return json.dumps({"model": "claude-haiku-5-5", "max_tokens": 9, "messages": messages, **fields}).encode()


NEW = "messages.1.content.0: words that no rule has"


@pytest.mark.parametrize(
    ("said", "content", "places"),
    [
        (NEW, asked("user", "assistant", "user"), [(1, 0)]),
        ("messages.1: words", asked("user", "assistant", "user"), [(1, None)]),
        (NEW, asked("user", "user", "assistant", "user"), []),  # the API's count may be another one
        (NEW, asked("user"), []),
        ("words", asked("user"), []),
        (NEW, asked("user", "assistant", "user", thread={"type": "continue"}), []),
        (NEW, asked("user", "assistant", "user", model="a model of tomorrow"), []),
        (NEW, b"", []),
        (NEW, iter([b"piece by piece"]), []),
    ],
)
def test_words_that_no_rule_has_mark_a_place_only_where_it_is_certain(said, content, places):
    refusal = refusal_behind(refused(said, content))
    assert [(problem.message_index, problem.block_index) for problem in refusal.problems] == places
    assert said in refusal.sentence


def test_a_request_without_max_tokens_is_told_what_it_is_for():
    assert refusal_behind(refused("max_tokens: Field required")).sentence.startswith("The request has no max_tokens")


def test_many_messages_with_the_id_at_fault_are_not_all_shown(failing):
    error = failing("send([USER, CALLS, RESULTS, USER] * 20)")
    assert len([row for row in error["refused"]["rows"] if "index" in row]) == 12


def test_an_error_without_a_line_of_the_readers_is_explained_without_it():
    assert "Did you mean 'print'?" in explain(NameError("name 'prind' is not defined", name="prind"), 1)["plain"]
    assert explain(KeyError("role"), 1)["plain"] == "A KeyError stopped the code: 'role'."
    assert explain(AttributeError("x", name="x", obj=[]), 1)["line"] is None


def test_a_function_whose_cell_was_edited_since_is_explained_as_far_as_it_is_known(setup):
    namespace = dict(setup)
    run_cell("def f(history, message):\n    history.append(message['role'])", namespace, lambda *_: None, number=2)
    run_cell("def f(\n    history.append(message['role']", namespace, lambda *_: None, number=2)
    said = run_cell("f(None, USER)", namespace, lambda *_: None, number=3)["error"]["plain"]
    assert said.startswith("`history` is None, and None has no 'append'.")
    said = run_cell("f([], {'a': 1})", namespace, lambda *_: None, number=3)["error"]["plain"]
    assert said.startswith("`message` has no key 'role'. Its keys: 'a'.")


def test_an_explanation_that_fails_is_none():
    with pytest.raises(ZeroDivisionError) as raised:
        int("1") / 0
    assert explained(raised.value, lambda name: 1 / 0) == ""


def test_without_a_line_of_the_readers_there_is_nothing_to_look_at():
    scene = Scene(KeyError("role"), str.isdigit)
    assert (scene.segment, scene.part, scene.subject, scene.named(None, "This")) == ("", None, None, "This")


def test_quotation_marks_in_an_f_string_that_older_pythons_cannot_read():
    assert "use the other kind" in mend_of(SyntaxError("f-string: unmatched '['"), "f'{m['role']}'")
    assert "use the other kind" in mend_of(SyntaxError("f-string: expecting '}'"), "f'{m['role']}'")
    assert "use the other kind" not in mend_of(SyntaxError("f-string: expecting '}'"), "f'{m'")
