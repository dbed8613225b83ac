"""The one table of models: what the offline API knows of each.

Sources: windows, output limits and tokenizer families from Anthropic's "Models overview", "Context windows" and "Token
counting" pages, as read in August to November 2026; ids from `types/model_param.py` of `anthropic` 2.14.0.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Model:
    """One model the offline API answers for.

    Attributes:
        id: The id a request names.
        window: The context window, in tokens.
        max_output: The most a reply can hold, in tokens.
        letters_per_piece: Letters of a word that count as one token of the stand-in counter (see `tokens.py`): 3 for
            the tokenizer of Claude 4.7 and later, 6 for the older one.
    """

    id: str
    window: int
    max_output: int
    letters_per_piece: int


def _table(*rows: Model) -> dict[str, Model]:
    return {row.id: row for row in rows}


MODELS = _table(
    Model("claude-haiku-5-5", 1_000_000, 128_000, 3),
    Model("claude-sonnet-5-5", 1_000_000, 128_000, 3),
    Model("claude-opus-5-5", 1_000_000, 128_000, 3),
    Model("claude-sonnet-5", 1_000_000, 128_000, 3),
    Model("claude-opus-5", 1_000_000, 128_000, 3),
    Model("claude-haiku-4-5", 200_000, 64_000, 6),
)
