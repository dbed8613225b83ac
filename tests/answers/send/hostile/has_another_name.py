"""Ends as: missing

Calls the class by another name.
"""

import turnkeeper


class Chat(turnkeeper.Conversation):
    pass
