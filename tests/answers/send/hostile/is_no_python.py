"""Ends as: broken

Is not Python.
"""

class Conversation
    pass
