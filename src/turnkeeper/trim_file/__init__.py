"""`turnkeeper trim`: a request or a history from a file, trimmed: what is kept, what is dropped and why."""

from turnkeeper.trim_file.reporting import as_json, picture, report
from turnkeeper.trim_file.trimmed import OPTIONS, STRATEGIES, Span, Trimmed, trim_given, wrong_options
from turnkeeper.trim_file.writing import save, written

__all__ = [
    "OPTIONS",
    "STRATEGIES",
    "Span",
    "Trimmed",
    "as_json",
    "picture",
    "report",
    "save",
    "trim_given",
    "written",
    "wrong_options",
]
