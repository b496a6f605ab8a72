"""Merge patches (RFC 7396): what turns one JSON object into another, and doing it.

In a patch ``null`` deletes, so a key whose value is ``null`` and a missing key mean the same.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
_NOTHING: Any = object()


def diff(before: Json, after: Json) -> Json:
    """The merge patch from *before* to *after*; what is the same object is not looked at."""
    patch: Json = {}
    known, added = before.get, 0
    for key, new in after.items():
        old = known(key, _NOTHING)
        if old is new:
            continue
        if old is _NOTHING:
            added += 1
            if new is not None:
                patch[key] = new
        elif type(old) is not type(new):
            patch[key] = new
        elif type(new) is dict:
            if inner := diff(old, new):
                patch[key] = inner
        elif old != new:
            patch[key] = new
    if len(after) - added < len(before):
        gone = (key for key in before if key not in after and before[key] is not None)
        patch |= dict.fromkeys(gone)
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
