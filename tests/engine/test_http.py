import errno
import os
import signal
import socket
import subprocess
import sys
import threading
from types import SimpleNamespace

import httpx2
import pytest

from turnkeeper import ScriptedModel
from turnkeeper.offline import http, offline_client
from turnkeeper.offline.http import CannotListenError, running, serve
from turnkeeper.offline.request import LARGEST

PROGRAM = """
from turnkeeper import ScriptedModel
from turnkeeper.offline.http import serve
serve(ScriptedModel({script}), port=0)
"""


PREFLIGHT = {
    "access-control-request-method": "POST",
    "access-control-request-headers": "x-api-key, anthropic-version, content-type",
}


class Echo:
    """A model that answers in given chunks, and keeps what it was asked."""

    def __init__(self, *chunks, status=200, kind="application/json"):
        self.asked = []
        self.chunks = chunks
        self.status = status
        self.headers = {"content-type": kind, "request-id": "req_offline_000001"}

    def answer(self, method, path, headers, body):
        self.asked.append((method, path, headers, body))
        return SimpleNamespace(status=self.status, headers=self.headers, chunks=self.chunks)


class Waiting(tuple):
    """Chunks of which the second comes when it is let out."""

    def __init__(self, chunks):
        self.let_out = threading.Event()

    def __iter__(self):
        first, *more = super().__iter__()
        yield first
        self.let_out.wait(20)
        yield from more


def test_a_request_reaches_the_model_as_it_was_sent_and_the_answer_comes_back():
    model = Echo(b'{"said":"yes"}', status=529)
    with running(model) as url:
        sent = [("anthropic-beta", "a"), ("anthropic-beta", "b,c")]
        got = httpx2.post(f"{url}/v1/messages?beta=true", content=b'{"x": 1}', headers=sent)
    (method, path, headers, body), *_ = model.asked
    assert (method, path, body) == ("POST", "/v1/messages", b'{"x": 1}')
    assert headers["anthropic-beta"] == "a, b,c"
    assert (got.status_code, got.json()) == (529, {"said": "yes"})
    assert got.headers["request-id"] == "req_offline_000001"
    assert got.headers["content-length"] == "14"


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize("path", ["/", "/v1/models"])
def test_every_method_and_path_is_the_models_to_answer(method, path):
    model = Echo(b"{}", status=404)
    with running(model) as url:
        assert httpx2.request(method, url + path).status_code == 404
    assert [asked[:2] for asked in model.asked] == [(method, path)]


def test_a_stream_arrives_event_by_event():
    chunks = Waiting((b"event: a\n\n", b"event: b\n\n"))
    model = Echo(kind="text/event-stream; charset=utf-8")
    model.chunks = chunks
    with running(model) as url, httpx2.stream("POST", f"{url}/v1/messages") as got:
        arriving = got.iter_raw()
        assert next(arriving) == b"event: a\n\n"
        chunks.let_out.set()
        assert b"".join(arriving) == b"event: b\n\n"
    assert got.headers["content-type"] == "text/event-stream; charset=utf-8"


def test_a_reader_that_leaves_early_harms_nobody():
    chunks = Waiting((b"event: a\n\n", b"event: b\n\n"))
    model = Echo(kind="text/event-stream")
    model.chunks = chunks
    with running(model) as url:
        with httpx2.stream("POST", url) as got:
            assert next(got.iter_raw())
        chunks.let_out.set()
        assert httpx2.post(url).status_code == 200


def test_a_body_is_read_little_further_than_it_may_be():
    model = Echo(b"{}", status=413)

    def endless():
        for _ in range(80):
            yield b" " * 1_000_000

    with running(model) as url:
        assert httpx2.post(f"{url}/v1/messages", content=endless()).status_code == 413
    assert LARGEST < len(model.asked[0][3]) <= LARGEST + 1_000_000


@pytest.mark.parametrize(
    "origin", ["http://localhost", "http://127.0.0.1:3000", "http://[::1]:8000", "https://localhost:8443"]
)
def test_a_page_of_this_machine_may_call_it(origin):
    with running(Echo(b"{}")) as url:
        before = httpx2.options(f"{url}/v1/messages", headers={**PREFLIGHT, "origin": origin})
        got = httpx2.post(f"{url}/v1/messages", headers={"origin": origin})
    assert before.status_code == 200
    assert "anthropic-version" in before.headers["access-control-allow-headers"]
    assert got.headers["access-control-allow-origin"] == origin
    assert {"request-id", "retry-after-ms"} <= set(got.headers["access-control-expose-headers"].split(", "))


@pytest.mark.parametrize(
    "origin",
    [
        "https://example.com",
        "http://localhost.example.com",
        "http://example.com/localhost",
        "http://127.0.0.1.example.com:80",
        "http://127x0.0.1",
        "null",
    ],
)
def test_a_page_from_elsewhere_may_not(origin):
    model = Echo(b"{}")
    with running(model) as url:
        before = httpx2.options(f"{url}/v1/messages", headers={**PREFLIGHT, "origin": origin})
        got = httpx2.post(f"{url}/v1/messages", headers={"origin": origin})
    assert before.status_code == 400
    assert "access-control-allow-origin" not in {*before.headers, *got.headers}


def test_leaving_a_script_that_hangs_says_nothing(caplog):
    model, asked, let_out = Echo(b"{}"), threading.Event(), threading.Event()
    model.answer = lambda *_: asked.set() or let_out.wait(20)
    with running(model) as url:
        caller = threading.Thread(target=httpx2.post, args=(url,), kwargs={"timeout": 20})
        caller.start()
        assert asked.wait(20)
    let_out.set()
    caller.join()
    assert caplog.records == []


def test_served_a_script_that_fails_leaves_its_traceback():
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(script="lambda request: 1 / 0")], stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            url = process.stderr.readline().strip().rpartition("ANTHROPIC_BASE_URL=")[2]
            assert httpx2.post(f"{url}/v1/messages", json=HELLO, headers=VERSION).status_code == 500
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=60)
        finally:
            process.kill()
    lines = err.splitlines()
    assert lines[:2] == [
        "The script of the scripted model failed: ZeroDivisionError: division by zero (line 4)",
        "Traceback (most recent call last):",
    ]
    assert '  File "<string>", line 4, in <lambda>' in lines
    assert lines[-2:] == ["POST /v1/messages HTTP/1.1 500 Internal Server Error", "Stopped."]


def test_the_door_lets_two_in_at_once():
    both = threading.Barrier(2, timeout=20)
    model = Echo(b"{}")
    model.answer = lambda *_: both.wait() >= 0 and SimpleNamespace(status=200, headers={}, chunks=(b"{}",))
    answers = []
    with running(model) as url:
        callers = [threading.Thread(target=lambda: answers.append(httpx2.post(url).status_code)) for _ in range(2)]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
    assert answers == [200, 200]


def test_a_taken_port_is_a_sentence():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotListenError, match=f"^Port {port} is taken: .* take another port.$"):
            serve(Echo(b"{}"), port=port)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ({"port": 70_000}, "70000 is no port: take one from 1024 to 65535."),
        ({"host": "192.0.2.1", "port": 0}, "Cannot listen on 192.0.2.1"),
        ({"host": "no.such.host.invalid", "port": 0}, "Cannot listen on no.such.host.invalid"),
    ],
)
def test_a_place_that_is_none_is_a_sentence(where, said):
    with pytest.raises(CannotListenError) as refused:
        serve(Echo(b"{}"), **where)
    assert str(refused.value).startswith(said)


def test_a_port_of_the_systems_own_is_a_sentence(monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket, "create_server", refuse)  # whoever runs this may be allowed to take port 80
    with pytest.raises(CannotListenError, match="Port 80 is the system's own: take one from 1024"):
        serve(Echo(b"{}"), port=80)


def test_served_it_says_where_it_is_and_ctrl_c_ends_it_quietly():
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(script=[])], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        first = process.stderr.readline()
        url = first.strip().rpartition("ANTHROPIC_BASE_URL=")[2]
        assert f"answers on {url} " in first
        got = httpx2.get(url)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (got.status_code, got.json()["error"]["type"]) == (404, "not_found_error")
    assert err.splitlines() == ["GET / HTTP/1.1 404 Not Found", "Stopped."]
    assert (process.returncode, out) == (0, "")


def test_ctrl_c_is_no_fault(monkeypatch, caplog):
    def stopped(sockets):
        sockets[0].close()
        raise KeyboardInterrupt

    monkeypatch.setattr(http, "_server", lambda *_, **__: SimpleNamespace(run=stopped))
    caplog.set_level("INFO", "turnkeeper.api")
    serve(Echo(b"{}"), port=0)
    assert [record.message for record in caplog.records][1:] == ["Stopped."]


def test_without_starlette_it_says_what_to_install(tmp_path):
    (tmp_path / "starlette.py").write_text("raise ModuleNotFoundError('no', name='starlette')", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", "import turnkeeper.offline.http"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "needs starlette. Install what it needs: pip install 'turnkeeper[api]'" in done.stderr


def test_a_sender_that_hangs_up_harms_nobody(caplog):
    model = Echo(b"{}")
    with running(model) as url:
        host, port = url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as sender:
            sender.sendall(b"POST /v1/messages HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\r\n{")
        assert httpx2.post(url, content=b"whole").status_code == 200
    assert [asked[3] for asked in model.asked] == [b"whole"]
    assert caplog.records == []


HELLO = {
    "model": "claude-haiku-5-5",
    "max_tokens": 50,
    "messages": [{"role": "user", "content": "Hello, ¿tide? \U0001f30a"}],
}
VERSION = {"anthropic-version": "2026-10-21", "content-type": "application/json"}
CALLS = [
    ("POST", "/v1/messages", HELLO),
    ("POST", "/v1/messages", {**HELLO, "stream": True}),
    ("POST", "/v1/messages", {**HELLO, "max_tokens": -1}),
    ("POST", "/v1/messages/count_tokens", {key: HELLO[key] for key in ("model", "messages")}),
    ("GET", "/v1/models", None),
]


def test_both_doors_give_the_same_bytes():
    def answers(client, url):
        for method, path, body in CALLS:
            got = client.request(method, url + path, json=body, headers=VERSION)
            yield got.status_code, got.headers["request-id"], got.headers["content-type"], got.content

    inside = list(answers(offline_client(ScriptedModel(said_back))._client, "http://offline.invalid"))
    with running(ScriptedModel(said_back)) as url, httpx2.Client() as client:
        outside = list(answers(client, url))
    assert [status for status, *_ in outside] == [200, 200, 400, 200, 404]
    assert outside == inside


def said_back(request):
    return f"You said: {request.messages[-1]['content']}"


def test_the_models_own_refusals_come_through_the_port():
    with running(ScriptedModel(said_back)) as url:
        large = httpx2.post(f"{url}/v1/messages", content=b" " * (LARGEST + 1), headers=VERSION)
        empty = httpx2.post(f"{url}/v1/messages", content=b"{}", headers=VERSION)
    assert (large.status_code, large.json()["error"]["type"]) == (413, "request_too_large")
    assert empty.json()["error"]["message"] == "model: Field required"
