import socket

import httpx2
import pytest


def test_another_host_is_refused_and_written_down(loopback):
    with pytest.raises(PermissionError):
        socket.getaddrinfo("docs.example", 443)
    with socket.socket() as outside, pytest.raises(PermissionError):
        outside.connect(("192.0.2.1", 443))
    with pytest.raises((httpx2.ConnectError, PermissionError)):
        httpx2.get("http://192.0.2.2/")
    assert loopback.tried == ["docs.example", "192.0.2.1", "192.0.2.2"]
    loopback.tried.clear()


def test_this_machine_is_not(url):
    assert httpx2.get(url).status_code == 404
