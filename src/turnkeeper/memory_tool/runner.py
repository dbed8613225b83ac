"""A memory folder for the tool runner of the SDK, which runs the calls itself."""

from typing import cast

from anthropic.lib.tools import BetaBuiltinFunctionTool, ToolError
from anthropic.types.beta import BetaMemoryTool20250818Param

from turnkeeper.memory_tool.folder import TOOL, MemoryFolder
from turnkeeper.memory_tool.paths import Refused


class MemoryRunnerTool(BetaBuiltinFunctionTool):
    """A memory folder as a tool for `client.beta.messages.tool_runner(tools=[...])`.

    Args:
        folder: The folder.
    """

    def __init__(self, folder: MemoryFolder) -> None:
        super().__init__()
        self._folder = folder

    def to_dict(self) -> BetaMemoryTool20250818Param:
        """Return the tool as a request holds it."""
        return cast(BetaMemoryTool20250818Param, dict(TOOL))

    def call(self, input: object) -> str:
        """Carry out one command; the runner makes a result of what comes back.

        Raises:
            ToolError: If it cannot be done. The runner tells the model.
        """
        try:
            return self._folder.execute(input)
        except Refused as refusal:
            raise ToolError(str(refusal)) from None
