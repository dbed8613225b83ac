"""Fails: test_the_api_counts_the_input

The stand-in counter of the course is not what the API counts.
"""

from turnkeeper.models import MODELS
from turnkeeper.tokens import request_tokens


def fits_window(client, request, window):
    tokens = request_tokens(
        request["messages"],
        model=MODELS[request["model"]],
        system=request.get("system"),
        tools=request.get("tools", ()),
    )
    if tokens > window:
        return "refused"
    if tokens + request["max_tokens"] > window:
        return "may stop early"
    return "fits"
