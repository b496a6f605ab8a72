"""Merge patches (RFC 7396): what turns one JSON object into another, and doing it.

In a patch ``null`` deletes, so a key whose value is ``null`` and a missing key mean the same.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


def diff(before: Json, after: Json) -> Json:
    """The merge patch from *before* to *after*; what is the same object is not looked at."""
    patch: Json = {}
    for key, new in after.items():
        old = before.get(key)
        if old is new:
            continue
        if isinstance(old, dict) and isinstance(new, dict):
            inner = diff(old, new)
            if inner:
                patch[key] = inner
        elif old != new or type(old) is not type(new):
            patch[key] = new
    for key in before.keys() - after.keys():
        if before[key] is not None:
            patch[key] = None
    return patch


def merge(target: Json, patch: Json) -> Json:
    """*target* after *patch*; neither is changed."""
    merged = dict(target)
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, dict):
            old = merged.get(key)
            merged[key] = merge(old if isinstance(old, dict) else {}, value)
        else:
            merged[key] = value
    return merged


def without_nulls(value: Any) -> Any:
    """*value* with every key left out whose value is null: what two equal views share."""
    if isinstance(value, dict):
        return {key: without_nulls(inner) for key, inner in value.items() if inner is not None}
    return value
