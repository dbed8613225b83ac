"""What each model takes: the fields of a request whose meaning depends on the model that is named.

Sources, unless a comment names another: Anthropic's pages "Errors", "Extended thinking", "Adaptive thinking", "Prompt
caching" and "Tool use", read from August to November 2026. A sentence marked "ours" is not the API's own.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from turnkeeper.models import FORCED, MODELS, Model
from turnkeeper.offline.errors import ApiError
from turnkeeper.offline.request import CURRENT_VERSION
from turnkeeper.validity.thinking import BINDING_BETA

_SAMPLING = ("temperature", "top_p", "top_k")


def check_model(fields: Mapping[str, Any], *, betas: frozenset[str], version: str) -> None:
    """Check a request body, whose fields have the right shape, against what its model takes.

    Args:
        fields: The request body.
        betas: The values of the header `anthropic-beta`.
        version: The value of the header `anthropic-version`.

    Raises:
        ApiError: With the first fault: status 404 for a model that is not known, else 400.
    """
    if fields["model"] not in MODELS:
        raise ApiError(404, f"model: {fields['model']}")
    model = MODELS[fields["model"]]
    for check in (_tool_choice(fields, model), _thinking(fields, model, betas), _max_tokens(fields, model)):
        for fault in check:
            raise ApiError(400, fault)
    for name in _SAMPLING:
        if name not in fields:
            continue
        if version >= CURRENT_VERSION:
            raise ApiError(400, f"{name}: Extra inputs are not permitted")
        if not model.sampling:
            raise ApiError(400, f"`{name}` is deprecated for this model.")
    for sequence in fields.get("stop_sequences", ()):
        if not sequence.strip():
            raise ApiError(400, "stop_sequences: each stop sequence must contain non-whitespace")


def _tool_choice(fields: Mapping[str, Any], model: Model) -> Iterator[str]:
    choice = fields.get("tool_choice")
    if choice is None:
        return
    names = [tool.get("name") for tool in fields.get("tools", ())]
    if not names:
        yield "tool_choice: may only be specified while providing tools"  # ours
    if choice["type"] == "tool" and choice["name"] not in names:
        yield f"Tool '{choice['name']}' not found in provided tools"
    if choice["type"] in FORCED:
        if not model.forced_tools:
            yield f"tool_choice: type '{choice['type']}' is not supported on this model"  # ours
        if _thinks(fields, model):
            yield "Thinking may not be enabled when tool_choice forces tool use."


def _thinks(fields: Mapping[str, Any], model: Model) -> bool:
    asked = fields.get("thinking", {}).get("type")
    return asked in ("adaptive", "enabled", "between_tools") or "disabled" not in model.thinking


def _thinking(fields: Mapping[str, Any], model: Model, betas: frozenset[str]) -> Iterator[str]:
    thinking = fields.get("thinking")
    if thinking is None:
        return
    kind = thinking["type"]
    if kind not in model.thinking:
        yield _NOT_TAKEN.get(kind, f'"thinking.type.{kind}" is not supported for this model.')
    if thinking.get("block_binding") is not None and BINDING_BETA not in betas:
        yield f"thinking.{kind}.block_binding: Extra inputs are not permitted"
    if kind == "enabled" and "max_tokens" in fields and thinking["budget_tokens"] >= fields["max_tokens"] > 0:
        yield "`max_tokens` must be greater than `thinking.budget_tokens`."


_NOT_TAKEN = {
    "enabled": '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and '
    '"output_config.effort" to control thinking behavior.',
    "adaptive": "adaptive thinking is not supported on this model",
    "disabled": '"thinking.type.disabled" is not supported for this model. Thinking defaults to adaptive mode when not '
    "specified.",
}


def _max_tokens(fields: Mapping[str, Any], model: Model) -> Iterator[str]:
    most = fields.get("max_tokens")
    if most is None:
        return
    if most > model.max_output:
        yield (
            f"max_tokens: {most} > {model.max_output}, which is the maximum allowed number of output tokens "
            f"for {fields['model']}"
        )
    if most > 0:
        return
    # A call that only fills the cache; which companions it refuses is documented, the sentence is ours.
    thinking = fields.get("thinking", {}).get("type")
    companions = {
        "stream": fields.get("stream"),
        "thinking": thinking in ("enabled", "adaptive", "between_tools"),
        "output_config.format": (fields.get("output_config") or {}).get("format"),
        "tool_choice": (fields.get("tool_choice") or {}).get("type") in FORCED,
    }
    for name, given in companions.items():
        if given:
            yield f"max_tokens: 0 cannot be used together with {name}"
