"""Merge patches."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kingdomino.server.table.patch import diff, merge, without_nulls

leaves = st.none() | st.booleans() | st.integers(0, 3) | st.lists(st.integers(0, 2), max_size=2)
values = st.recursive(
    leaves, lambda inner: st.dictionaries(st.sampled_from("abc"), inner), max_leaves=8
)
objects = st.dictionaries(st.sampled_from("abcd"), values)


@given(objects, objects)
def test_the_difference_leads_from_one_to_the_other(
    before: dict[str, Any], after: dict[str, Any]
) -> None:
    assert without_nulls(merge(before, diff(before, after))) == without_nulls(after)


@given(objects)
def test_nothing_differs_from_itself(value: dict[str, Any]) -> None:
    assert diff(value, value) == {}


def test_the_examples_of_the_rfc() -> None:
    """RFC 7396, section 3."""
    before = {"title": "Goodbye!", "author": {"givenName": "John", "familyName": "Doe"}}
    patch = {"title": "Hello!", "phone": "+01-123", "author": {"familyName": None}}
    assert merge(before, patch) == {
        "title": "Hello!",
        "author": {"givenName": "John"},
        "phone": "+01-123",
    }


def test_true_is_not_one() -> None:
    assert diff({"a": 1}, {"a": True}) == {"a": True}
