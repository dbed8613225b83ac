"""What holds of every way to trim, on 5,000 histories with `make fuzz`, and on a few otherwise.

The properties are those of tests/engine/trim_properties.py. Here each history goes through all of them, and a long run
tries new histories every time.
"""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ..engine.trim_properties import PROPERTIES, cases

LONG, SHORT = 5_000, 20
"""How many histories are tried."""


def test_what_holds_of_any_history(request: pytest.FixtureRequest) -> None:
    long = request.config.getoption("--bodies", default=None) is not None

    @settings(
        max_examples=LONG if long else SHORT,
        deadline=None,
        database=None,
        derandomize=not long,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(cases, st.data())
    def holds(case, data):
        for check in PROPERTIES.values():
            check(data.draw, case)

    holds()
