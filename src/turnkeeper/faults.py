"""Reading an exception, whatever it is like: the reader's own may fail even at being printed."""

LONGEST = 2_000
"""The most of an exception's own message that is told, in characters."""


def message_of(error: BaseException) -> str:
    """Return what an exception says, shortened when it says very much; empty when it cannot even do that."""
    try:
        message = str(error)
    except Exception:
        return ""
    return message if len(message) <= LONGEST else f"{message[:LONGEST]} …"


def kind_of(error: BaseException) -> str:
    """Return the name of an exception's type."""
    return type(error).__name__ or "Exception"


def named(error: BaseException) -> str:
    """Return what an exception says, with its kind in front."""
    kind, message = kind_of(error), message_of(error)
    return f"{kind}: {message}" if message else kind


def refusal_of(error: BaseException) -> str:
    """Return the words for an API error of the SDK, beginning with a small letter; empty for any other exception."""
    try:
        if status := getattr(error, "status_code", None):
            said = getattr(error, "api_message", None) or message_of(error)
            return f"the API refused the call with status {status}: {said}"
    except Exception:  # a name of the SDK's on an exception of the reader's
        return ""
    return ""
