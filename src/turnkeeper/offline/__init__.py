"""The offline Messages API: a request comes in, the rules are asked, a script answers. No network, no key."""

from turnkeeper.offline.model import ScriptedModel
from turnkeeper.offline.request import MessagesRequest, Reply, Script
from turnkeeper.offline.transport import offline_async_client, offline_client

__all__ = ["MessagesRequest", "Reply", "Script", "ScriptedModel", "offline_async_client", "offline_client"]
