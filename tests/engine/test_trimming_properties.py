"""What holds of every way to trim, on a few hundred histories; `make fuzz` tries many more."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .trim_properties import PROPERTIES, cases


@pytest.mark.parametrize("name", PROPERTIES)
def test_what_holds_of_any_history(name):
    @settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
    @given(cases, st.data())
    def holds(case, data):
        PROPERTIES[name](data.draw, case)

    holds()
