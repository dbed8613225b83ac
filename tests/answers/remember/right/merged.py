"""Merges two dicts with the operator for it."""

import re


def _key(name):
    return re.sub(r"\s+", " ", name).strip().lower()


def remember(facts, name, value):
    if not name.strip() or value.isspace() or not value:
        raise ValueError(name, value)
    return dict(facts) | {_key(name): value.strip()}
