"""A script that says given replies one after the other."""

from turnkeeper.offline.request import MessagesRequest, Reply, Script


def replies(*texts: Reply) -> Script:
    """Return a script that answers with these replies in turn.

    Args:
        *texts: Texts, or lists of content blocks.

    Raises:
        RuntimeError: From the script, when it is asked once more than it has replies.
    """
    left = list(texts)

    def next_reply(request: MessagesRequest) -> Reply:
        if not left:
            raise RuntimeError(f"all replies of this script have been said (it had {len(texts)}): give it more")
        return left.pop(0)

    return next_reply
