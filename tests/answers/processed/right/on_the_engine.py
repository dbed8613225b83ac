"""The engine's own function."""

from turnkeeper.costs import processed

__all__ = ["processed"]
