"""Tests of one group run in one process, one after another: what is graded or started once for them is made once."""

import pytest

SEEN = []


@pytest.mark.xdist_group("a group")
@pytest.mark.parametrize("number", range(4))
def test_a_group_stays_together(number):
    SEEN.append(number)
    assert list(range(SEEN[0], number + 1)) == SEEN, "groups are scattered: see tests/conftest.py"
