"""The one table of models: what the offline API knows of each, besides its prices (`costs/prices.py`).

Sources: Anthropic's pages "Models overview", "Context windows", "Token counting", "Prompt caching", "Extended
thinking", "Mid-conversation system messages" and "Tool use", as read from August to November 2026; ids from
`types/model_param.py` of `anthropic` 2.14.0. What no page said is marked in the table.
"""

import re
from dataclasses import dataclass

FORCED = ("any", "tool")
"""The values of `tool_choice.type` that make the model call a tool."""
DEFAULT_MODEL = "claude-haiku-5-5"
"""The model that the course names when it does not matter which."""


@dataclass(frozen=True, slots=True)
class Model:
    """One model the offline API answers for.

    Attributes:
        id: The id a request names.
        window: The context window, in tokens.
        max_output: The most a reply can hold, in tokens.
        letters_per_piece: Letters of a word that count as one token of the stand-in counter (see `tokens.py`): 3 for
            the tokenizer of Claude 4.7 and later, 6 for the older one.
        cache_minimum: The shortest prefix that is cached, in tokens.
        tool_prompt: Tokens of the hidden prompt that comes with tools: with `tool_choice` auto or none, and with any
            or tool.
        thinking: The values of `thinking.type` that it takes.
        keeps_thinking: False when the API leaves out the thinking of all but the last turn.
        binds_thinking: True when a thinking block is only read behind the exact messages it was made behind.
        forced_tools: True when `tool_choice` may be any or tool.
        prefill: True when the last message may be the assistant's.
        system_messages: True when a message inside the list may have the role system.
        sampling: True when a request may hold temperature, top_p and top_k.
        compacts: True when the field `compaction` may ask for a summary (compaction on demand).
    """

    id: str
    window: int = 1_000_000
    max_output: int = 128_000
    letters_per_piece: int = 3
    cache_minimum: int = 512
    tool_prompt: tuple[int, int] = (286, 406)
    thinking: tuple[str, ...] = ("adaptive", "disabled")
    keeps_thinking: bool = True
    binds_thinking: bool = False
    forced_tools: bool = True
    prefill: bool = False
    system_messages: bool = True
    sampling: bool = False
    compacts: bool = True

    @property
    def most_images(self) -> int:
        """The most images and PDF pages in one request (Anthropic's page "Vision")."""
        return 600 if self.window >= 1_000_000 else 100


_ALWAYS_THINKS = ("adaptive",)
_SONNET_PROMPT = (354, 474)
_OLD_PROMPT = (496, 588)


def _bound(id: str, thinking: tuple[str, ...] = _ALWAYS_THINKS) -> Model:
    """A model of autumn 2026: thinking bound to its place, no forced tools. Its tool prompt is taken to be Opus 5's."""
    return Model(id, thinking=thinking, binds_thinking=True, forced_tools=False)


def _old(id: str, *, tokens: int, cache_minimum: int, keeps_thinking: bool) -> Model:
    """A model of the 4.5 family."""
    return Model(
        id,
        window=tokens,
        max_output=64_000,
        letters_per_piece=6,
        cache_minimum=cache_minimum,
        tool_prompt=_OLD_PROMPT,
        thinking=("enabled", "disabled"),
        keeps_thinking=keeps_thinking,
        prefill=True,
        system_messages=False,
        sampling=True,
        compacts=False,
    )


def _four_six(id: str, cache_minimum: int) -> Model:
    """Opus 4.6 and Sonnet 4.6: the last with the older tokenizer, the first without prefill."""
    return Model(
        id,
        letters_per_piece=6,
        cache_minimum=cache_minimum,
        tool_prompt=(497, 589),
        thinking=("adaptive", "enabled", "disabled"),
        system_messages=False,
        sampling=True,
    )


_ROWS = (
    _bound("claude-fable-5-2"),
    _bound("claude-mythos-5-2"),
    _bound("claude-fable-5-1"),
    _bound("claude-mythos-5-1"),
    _bound("claude-opus-5-5"),
    # Whether Sonnet 5.5 and Haiku 5.5 take system messages inside the list is not published: refused here.
    Model(
        "claude-sonnet-5-5",
        thinking=("adaptive", "between_tools", "disabled"),
        binds_thinking=True,
        forced_tools=False,
        system_messages=False,
        tool_prompt=_SONNET_PROMPT,
    ),
    Model("claude-haiku-5-5", system_messages=False, compacts=False, tool_prompt=_SONNET_PROMPT),
    Model("claude-fable-5", thinking=_ALWAYS_THINKS),
    Model("claude-mythos-5", thinking=_ALWAYS_THINKS),
    Model("claude-opus-5"),
    Model("claude-sonnet-5", cache_minimum=1_024, system_messages=False, tool_prompt=_SONNET_PROMPT),
    Model("claude-opus-4-8", cache_minimum=1_024, tool_prompt=(290, 410)),
    Model("claude-opus-4-7", cache_minimum=2_048, system_messages=False, tool_prompt=(675, 804)),
    _four_six("claude-opus-4-6", 4_096),
    _four_six("claude-sonnet-4-6", 1_024),
    _old("claude-opus-4-5", tokens=200_000, cache_minimum=4_096, keeps_thinking=True),
    _old("claude-sonnet-4-5", tokens=200_000, cache_minimum=1_024, keeps_thinking=False),
    _old("claude-haiku-4-5", tokens=200_000, cache_minimum=4_096, keeps_thinking=False),
)
_DATED = {
    "claude-opus-4-5-20251101": "claude-opus-4-5",
    "claude-sonnet-4-5-20250929": "claude-sonnet-4-5",
    "claude-haiku-4-5-20251001": "claude-haiku-4-5",
}
_BY_ID = {row.id: row for row in _ROWS}

_OLDER = re.compile(r"claude-(instant|[23])\b|claude-(opus|sonnet)-4(-[01])?(-\d{8})?$")

MODELS: dict[str, Model] = _BY_ID | {dated: _BY_ID[id] for dated, id in _DATED.items()}
"""Every id that a request may name. A dated id leads to the row of its model."""


def rules_of(id: str) -> Model | None:
    """Return the row by whose rules a history for a model is judged, or None for a model that is not known.

    The offline API answers for the models of `MODELS` only. A model from before Claude 4.5 took the same histories as
    Claude Sonnet 4.5, as far as public reports tell.
    """
    return MODELS.get(id) or (MODELS["claude-sonnet-4-5"] if _OLDER.match(id) else None)


def model_row(model: str | Model) -> Model:
    """Return the row of a model, as `rules_of` finds it.

    Args:
        model: The id of a model, or its row.

    Raises:
        ValueError: If it is not known; the sentence names those that are.
    """
    if isinstance(model, Model):
        return model
    if isinstance(model, str) and (row := rules_of(model)):
        return row
    raise ValueError(f"no model {model!r} here; known are {', '.join(MODELS)}")
