"""The engine has it under the same name."""

from turnkeeper.costs import input_with_cache

__all__ = ["input_with_cache"]
