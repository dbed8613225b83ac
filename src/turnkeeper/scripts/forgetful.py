"""The forgetful reader: the scripted reader, which sees only the two ends of a long request.

A simulation, and no model: it stands for one published effect. Liu et al., "Lost in the Middle" (arXiv 2307.03172,
table 6; TACL 12, 2024): with the answer in the first, the tenth or the last of 20 documents, GPT-3.5-Turbo answered
75.8, 53.8 and 63.2 percent of the questions. A real model loses some of what stands in the middle, now and then, and
not each model does; this script loses all of it, always.
"""

from collections.abc import Iterable
from itertools import accumulate, takewhile

from turnkeeper.messages import Message
from turnkeeper.offline.request import MessagesRequest, Script
from turnkeeper.scripts.reader import reader
from turnkeeper.tokens import message_tokens, request_tokens


def forgetful_reader(tokens: int = 1_000) -> Script:
    """Return a reader that reads so many tokens of a request, and overlooks the messages in its middle.

    Half of the tokens are for its beginning, the system prompt among them, and half for its end. A message is read as a
    whole or not at all; the system prompt and the newest message are always read. A request that is not longer than
    this is read to the last word, as `reader` does.

    Args:
        tokens: How many stand-in tokens it reads, 1 or more.

    Raises:
        ValueError: If `tokens` is below 1.
    """
    if tokens < 1:
        raise ValueError(f"a reader reads at least one token, not tokens={tokens}")

    def read(request: MessagesRequest) -> str:
        if request.input_tokens <= tokens:
            return reader(request)
        letters, messages = request.model.letters_per_piece, request.messages
        before = request_tokens((), model=request.model, system=request.system, tools=request.tools)
        head = _fitting(messages, tokens // 2 - before, letters)
        tail = max(1, _fitting(reversed(messages), tokens - tokens // 2, letters))
        return reader(request.with_messages([*messages[:head], *messages[max(head, len(messages) - tail) :]]))

    return read


def _fitting(messages: Iterable[Message], tokens: int, letters: int) -> int:
    """How many messages, from the first on, fit into so many tokens."""
    lengths = accumulate(message_tokens(message, letters) for message in messages)
    return sum(1 for _ in takewhile(lambda length: length <= tokens, lengths))
