"""Several Vega-Lite specifications of one shape as one, which shows the one that is chosen."""

import json
from collections.abc import Sequence
from typing import Any

CHOSEN = "chosen"
"""The parameter that has the place of the specification to show, from 0."""

_WHOLE = ("values", "text", "subtitle")
"""Lists that an expression may stand for as a whole; of a domain or a range it stands for each element."""


def merged(specs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return one specification that shows one of several, by the parameter `CHOSEN`.

    Rows of data are put together, and the chosen ones filtered. Any other value that differs becomes an expression that
    looks the chosen one up, which Vega-Lite takes for the ends and marks of an axis and for texts.

    Args:
        specs: Specifications that have the same keys, and the same layers.

    Raises:
        ValueError: They differ in more.
    """
    plain = [{key: value for key, value in spec.items() if key not in ("usermeta", "description")} for spec in specs]
    return {"description": specs[0]["description"], **_merged("", plain)}


def _merged(place: str, values: Sequence[Any]) -> Any:
    first = values[0]
    if all(value == first for value in values):
        return first
    if all(isinstance(value, dict) for value in values):
        if {tuple(value) for value in values} != {tuple(first)}:
            raise ValueError(f"The charts differ in {place or 'their parts'}: draw all of them in the same way.")
        return {key: _member(f"{place}.{key}".strip("."), key, [value[key] for value in values]) for key in first} | (
            _filter(first) if "data" in first else {}
        )
    if all(isinstance(value, list) and len(value) == len(first) for value in values):
        return [_merged(f"{place}[{at}]", [value[at] for value in values]) for at in range(len(first))]
    if any(isinstance(value, dict | list) for value in values):
        raise ValueError(f"The charts differ in {place}: draw all of them with as many lines.")
    return _looked_up(values)


def _member(place: str, key: str, values: Sequence[Any]) -> Any:
    if key == "data":
        return {"values": [{**row, CHOSEN: at} for at, value in enumerate(values) for row in value["values"]]}
    return _looked_up(values) if key in _WHOLE and values.count(values[0]) < len(values) else _merged(place, values)


def _filter(layer: dict[str, Any]) -> dict[str, Any]:
    return {"transform": [{"filter": f"datum.{CHOSEN} === {CHOSEN}"}, *layer.get("transform", ())]}


def _looked_up(values: Sequence[Any]) -> dict[str, str]:
    return {"expr": f"{json.dumps(list(values))}[{CHOSEN}]"}
