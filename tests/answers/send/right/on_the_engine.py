"""Uses the engine's own class, which is allowed: it is the same thing."""

import turnkeeper


class Conversation(turnkeeper.Conversation):
    pass
