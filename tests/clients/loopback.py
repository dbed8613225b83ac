"""Lets this process reach this machine and nothing else, and writes down what else was tried."""

import ipaddress
import socket


class Loopback:
    """What was tried outside, as host or address.

    Args:
        monkeypatch: Pytest's, which takes the guard away again.
    """

    def __init__(self, monkeypatch):
        self.tried = []
        for owner, name, host_of in (
            (socket, "getaddrinfo", lambda host, *_: host),
            (socket, "gethostbyname", lambda host: host),
            (socket.socket, "connect", lambda _, address: address[0] if isinstance(address, tuple) else None),
            (socket.socket, "connect_ex", lambda _, address: address[0] if isinstance(address, tuple) else None),
        ):
            monkeypatch.setattr(owner, name, self._guarded(getattr(owner, name), host_of))

    def _guarded(self, real, host_of):
        def guarded(*args, **named):
            host = host_of(*args)
            if not _is_here(host):
                self.tried.append(str(host))
                raise PermissionError(f"these tests reach no other host: {host}")
            return real(*args, **named)

        return guarded


def _is_here(host):
    if host is None or host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host if isinstance(host, str) else host.decode()).is_loopback
    except ValueError:
        return False
