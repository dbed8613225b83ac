"""How many bodies the fuzzer sends, and what it reports."""

import pytest

from .report import REPORTS


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bodies", type=int, help="bodies from schemathesis, and about as many of our own (default: 150)")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.getoption("--bodies", default=None):
        for name, report in REPORTS.items():
            terminalreporter.write_line(f"{name}: {report}")
