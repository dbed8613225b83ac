"""What re-sending a conversation adds up to, as closed forms: each takes the same time for any number of turns.

A conversation here is a system prompt and turns of one length: a question of `user` tokens, a reply of `assistant`
tokens. The request of turn k holds the system prompt, the turns before it that are sent, and the question. Replies are
left out of the sums: they cost the same however the history is sent.

With caching a sum is in base tokens: what is read counts `read` times, what is written `write` times, what is neither
once. The multiples are those of Anthropic's page "Prompt caching" (21 August 2026): a read 0.1, on some later models
0.05 or 0.025 (`Price.read_multiple`); a write 1.25 for five minutes, 2 for an hour. Assumed: no entry expires between
two turns, and every prefix is as long as the shortest that is cached. `read=1, write=1` gives the plain tokens.
"""

from decimal import Decimal

from turnkeeper.costs.numbers import Multiple, check_whole, exact, tidy


def processed(turns: int, system: int, turn: int) -> int:
    """Return the tokens the model works through when every turn sends all, replies included.

    On turn k it reads the system prompt and all before, and writes the reply: `system + k * turn`. So the sum grows
    with the square of the turns: `turns * system + turn * turns * (turns + 1) / 2`.

    Args:
        turns: How many turns.
        system: Tokens of the system prompt.
        turn: Tokens of one turn, question and reply.

    Raises:
        ValueError: If a number is no whole number, or less than 0.
    """
    check_whole(turns=turns, system=system, turn=turn)
    return turns * system + turn * (turns * (turns + 1) // 2)


def input_without_cache(turns: int, *, system: int, user: int, assistant: int) -> int:
    """Return the input tokens when every turn sends all, and nothing is cached.

    The input of turn k is `system + (k - 1) * (user + assistant) + user`.

    Args:
        turns: How many turns.
        system: Tokens of the system prompt.
        user: Tokens of a question.
        assistant: Tokens of a reply.

    Raises:
        ValueError: If a number is no whole number, or less than 0.
    """
    check_whole(turns=turns, system=system, user=user, assistant=assistant)
    return turns * (system + user) + (user + assistant) * _sum_below(turns)


def input_with_cache(
    turns: int, *, system: int, user: int, assistant: int, read: Multiple = 0.1, write: Multiple = 1.25
) -> Decimal:
    """Return the input in base tokens when every turn sends all, and each request is cached to its end.

    Turn 1 writes the system prompt and the question. Each turn after it reads what the one before sent, and writes the
    reply to that and the new question.

    Args:
        turns: How many turns.
        system: Tokens of the system prompt.
        user: Tokens of a question.
        assistant: Tokens of a reply.
        read: Price of a read, as a multiple of plain input.
        write: Price of a write, likewise.

    Raises:
        ValueError: If a number of tokens or turns is no whole number or less than 0, or a multiple less than 0.
    """
    check_whole(turns=turns, system=system, user=user, assistant=assistant)
    reads, writes = _growing(turns, user, user + assistant)
    return _base_tokens(turns, system, reads, writes, 0, read, write)


def input_with_window(
    turns: int,
    *,
    window: int,
    system: int,
    user: int,
    assistant: int,
    anchor: int = 0,
    read: Multiple = 0.1,
    write: Multiple = 1.25,
) -> Decimal:
    """Return the input in base tokens when a sliding window is sent, and only the system prompt is cached.

    The window moves with every turn, so no request begins like the one before: what stands behind the system prompt is
    fresh each time: plain input.

    Args:
        turns: How many turns.
        window: How many of the turns before the question are sent, at most.
        system: Tokens of the system prompt.
        user: Tokens of a question.
        assistant: Tokens of a reply.
        anchor: Tokens that stand in front of the window as soon as a turn is left out: its opening, or a summary.
        read: Price of a read, as a multiple of plain input.
        write: Price of a write, likewise.

    Raises:
        ValueError: If a number of tokens or turns is no whole number or less than 0, or a multiple less than 0.
    """
    check_whole(turns=turns, window=window, system=system, user=user, assistant=assistant, anchor=anchor)
    filling = min(turns, window)
    sent = _sum_below(filling) + (turns - filling) * window
    fresh = turns * user + sent * (user + assistant) + max(0, turns - 1 - window) * anchor
    return _base_tokens(turns, system, 0, 0, fresh, read, write)


def input_with_cuts(
    turns: int,
    *,
    high: int,
    low: int,
    system: int,
    user: int,
    assistant: int,
    read: Multiple = 0.1,
    write: Multiple = 1.25,
) -> Decimal:
    """Return the input in base tokens when the history grows to `high` turns, is cut to `low`, and grows again.

    Each request is cached to its end, the system prompt by itself besides. A cut reads the system prompt only and
    writes what it keeps; the requests between two cuts read and write as in `input_with_cache`.

    Args:
        turns: How many turns.
        high: How many turns before the question are sent, at most.
        low: How many of them are kept where there would be one more.
        system: Tokens of the system prompt.
        user: Tokens of a question.
        assistant: Tokens of a reply.
        read: Price of a read, as a multiple of plain input.
        write: Price of a write, likewise.

    Raises:
        ValueError: If a number of tokens or turns is no whole number or less than 0, if `low` is more than `high`, or
            a multiple less than 0.
    """
    check_whole(turns=turns, high=high, low=low, system=system, user=user, assistant=assistant)
    check_cut(high, low)
    turn = user + assistant
    first = min(turns, high + 1)
    cycles, rest = divmod(turns - first, high + 1 - low)
    runs = [
        (1, _growing(first, user, turn)),
        (cycles, _growing(high + 1 - low, low * turn + user, turn)),
        (1, _growing(rest, low * turn + user, turn)),
    ]
    reads, writes = (sum(times * run[place] for times, run in runs) for place in (0, 1))
    return _base_tokens(turns, system, reads, writes, 0, read, write)


def check_cut(high: int, low: int) -> None:
    """Refuse a cut to more turns than the history grows to.

    Args:
        high: How many turns the history grows to.
        low: How many a cut keeps.

    Raises:
        ValueError: If `low` is more than `high`.
    """
    if low > high:
        raise ValueError(f"a cut keeps low = {low} turns, which is more than high = {high}: low is at most high")


def kv_cache_bytes(
    tokens: int, *, layers: int = 32, kv_heads: int = 8, head_size: int = 128, bytes_per_number: int = 2
) -> int:
    """Return the memory that a model holds for the tokens it has read, its KV cache, in bytes.

    Each layer keeps a key and a value for every token: `2 * layers * kv_heads * head_size` numbers. By default those of
    Llama 3 8B in 16 bits ("The Llama 3 Herd of Models", arXiv 2407.21783, table 3): 131,072 bytes for a token.

    Args:
        tokens: How many tokens.
        layers: Layers of the model.
        kv_heads: Heads that keep keys and values, in each layer.
        head_size: Numbers in one key or value.
        bytes_per_number: Bytes of one number.

    Raises:
        ValueError: If a number is no whole number, or less than 0.
    """
    check_whole(tokens=tokens, layers=layers, kv_heads=kv_heads, head_size=head_size, bytes_per_number=bytes_per_number)
    return tokens * 2 * layers * kv_heads * head_size * bytes_per_number


def _sum_below(number: int) -> int:
    """0 + 1 + … + (number - 1)."""
    return number * (number - 1) // 2


def _growing(requests: int, opening: int, turn: int) -> tuple[int, int]:
    """Tokens read and written behind the system prompt by requests that each go on where the one before ended."""
    if requests == 0:
        return 0, 0
    return (requests - 1) * opening + turn * _sum_below(requests - 1), opening + (requests - 1) * turn


def _base_tokens(
    turns: int, system: int, reads: int, writes: int, fresh: int, read: Multiple, write: Multiple
) -> Decimal:
    """The sum, with a system prompt that the first turn writes and every other reads."""
    if turns:
        reads, writes = reads + (turns - 1) * system, writes + system
    return tidy(exact("read", read) * reads + exact("write", write) * writes + fresh)
