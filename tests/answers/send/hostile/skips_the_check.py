"""Ends as: error

Asks pytest to skip the requirement.
"""

import pytest
import turnkeeper


class Conversation(turnkeeper.Conversation):
    def send(self, text):
        pytest.skip("not today")
        return super().send(text)
