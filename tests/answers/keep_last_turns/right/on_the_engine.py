"""Uses the engine's own function, which is allowed."""

from turnkeeper import keep_last_turns

__all__ = ["keep_last_turns"]
