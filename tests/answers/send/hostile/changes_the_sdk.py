"""Ends as: tampered

Replaces the SDK's messages.create().
"""

import turnkeeper
from anthropic.resources.messages import Messages

_create = Messages.create
Messages.create = lambda self, **fields: _create(self, **fields)


class Conversation(turnkeeper.Conversation):
    pass
