"""The offline Messages API: a request comes in, the rules are asked, a script answers. No network, no key."""

from typing import TYPE_CHECKING, Any

from turnkeeper.offline.model import ScriptedModel
from turnkeeper.offline.request import MessagesRequest, Reply, Script

if TYPE_CHECKING:
    from turnkeeper.offline.transport import offline_async_client, offline_client

__all__ = ["MessagesRequest", "Reply", "Script", "ScriptedModel", "offline_async_client", "offline_client"]


def __getattr__(name: str) -> Any:
    """Import the clients when they are first asked for: the SDK takes a second, and only they need it."""
    if name not in ("offline_async_client", "offline_client"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from turnkeeper.offline import transport

    return getattr(transport, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
