"""The shapes of the wire as TypeScript, for the page's type checker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import inspect

HEAD = """\
// What the server says, for the type checker only; every module may use these by name.
// Made by `make describe` from the shapes in server/: do not edit.
"""


def declarations(aliases: Mapping[str, Any], kinds: list[Any]) -> str:
    """The named types, then every shape that *kinds* are made of."""
    named = [f"type {name} = {_said(inspect.type_info(kind))};\n" for name, kind in aliases.items()]
    shapes: dict[str, inspect.TypedDictType] = {}
    for kind in inspect.multi_type_info([*aliases.values(), *kinds]):
        _collect(kind, shapes)
    return "\n".join([HEAD, "".join(named), *(_shape(shapes[name]) for name in sorted(shapes))])


def _collect(kind: inspect.Type, shapes: dict[str, inspect.TypedDictType]) -> None:
    if isinstance(kind, inspect.TypedDictType) and kind.cls.__name__ not in shapes:
        shapes[kind.cls.__name__] = kind
        for field in kind.fields:
            _collect(field.type, shapes)
    for part in _parts(kind):
        _collect(part, shapes)


def _parts(kind: inspect.Type) -> list[inspect.Type]:
    match kind:
        case inspect.UnionType(types=types):
            return [*types]
        case inspect.TupleType(item_types=types):
            return [*types]
        case inspect.ListType(item_type=item):
            return [item]
        case inspect.DictType(value_type=value):
            return [value]
        case _:
            return []


def _shape(kind: inspect.TypedDictType) -> str:
    hints = kind.cls.__annotations__  # fields come sorted; ours are in the order of meaning
    fields = {field.name: field for field in kind.fields}
    lines = [
        f"  {name}{'' if fields[name].required else '?'}: {_said(fields[name].type)};\n"
        for name in hints
    ]
    return f"/** {kind.cls.__doc__} */\ntype {kind.cls.__name__} = {{\n{''.join(lines)}}};\n"


def _said(kind: inspect.Type) -> str:
    match kind:
        case inspect.TypedDictType(cls=cls):
            return str(cls.__name__)
        case inspect.UnionType(types=types):
            return " | ".join(_said(one) for one in types)
        case inspect.TupleType(item_types=types):
            return f"[{', '.join(_said(one) for one in types)}]"
        case inspect.ListType(item_type=item):
            inner = _said(item)
            return f"({inner})[]" if isinstance(item, inspect.UnionType) else f"{inner}[]"
        case inspect.DictType(value_type=value):
            return f"Record<string, {_said(value)}>"
        case inspect.LiteralType(values=values):
            return " | ".join(f'"{value}"' for value in values)
        case _:
            return _PLAIN[type(kind)]


_PLAIN: dict[type, str] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "any",
}
