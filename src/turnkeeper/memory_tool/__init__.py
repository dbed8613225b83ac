"""The memory tool over a real folder: the model writes notes, and stays inside.

For the SDK's tool runner there is `turnkeeper.memory_tool.runner`, which imports the SDK.
"""

from turnkeeper.memory_tool.folder import TOOL, MemoryFolder
from turnkeeper.memory_tool.paths import Refused

__all__ = ["TOOL", "MemoryFolder", "Refused"]
