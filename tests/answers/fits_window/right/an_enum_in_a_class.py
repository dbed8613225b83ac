"""Works on a copy, and answers with an enum of strings."""

from enum import StrEnum


class Outcome(StrEnum):
    FITS = "fits"
    EARLY = "may stop early"
    REFUSED = "refused"


class Window:
    def __init__(self, size):
        self.size = size

    def outcome(self, tokens, reply):
        return [Outcome.FITS, Outcome.EARLY, Outcome.REFUSED][(tokens + reply > self.size) + (tokens > self.size)]


def fits_window(client, request, window):
    rest = dict(request)
    reply = rest.pop("max_tokens")
    return Window(window).outcome(client.beta.messages.count_tokens(**rest).input_tokens, reply)
