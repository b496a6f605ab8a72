"""The pages' modules as one script and their style sheets as one, leaned: small files compress
badly alone. A map leads the browser's debugger back to the sources.

What a module imports on demand, ``import("./end.js")``, is a script of its own, which takes the
modules that both need from the first one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from posixpath import basename, join, normpath

from .minify import Token, lean_lines, lean_style, tokens

SOURCES, LATER = "js/", "later/"
"""Where modules are written, and where those imported on demand are to be had."""
Read = Callable[[str], str]
"""The text of a file, by its path below the folder."""
TakeApart = Callable[[str, str], "Module"]
"""A module from its name and text."""


@dataclass(frozen=True, slots=True)
class Pack:
    """A file made of others, and the map of its lines."""

    text: str
    parts: tuple[str, ...]
    map: str | None = None

    def named(self, name: str) -> Pack:
        """The file as it is sent under *name*, or its map."""
        if self.map is None:
            return self
        if name.endswith(".map"):
            return replace(self, text=self.map)
        text = f"{self.text}//# sourceMappingURL={basename(name)}.map"
        return replace(self, text=text)


def pack_style(first: str, read: Read) -> Pack:
    """The style sheet *first*, with those that it imports in their places."""
    parts: list[str] = []

    def whole(name: str) -> str:
        parts.append(name)
        return re.sub(r'@import "([^"]+)";', lambda at: whole(_beside(name, at[1])), read(name))

    return Pack(lean_style(whole(first)), tuple(parts))


@dataclass(frozen=True, slots=True)
class Module:
    """A script taken apart. Names are kept as new name → old name."""

    body: list[Token]
    imports: list[tuple[str, dict[str, str]]]
    exports: dict[str, str]
    passed_on: list[tuple[str, dict[str, str]]]

    @property
    def given(self) -> set[str]:
        """The names that it exports."""
        return {*self.exports, *(name for _, names in self.passed_on for name in names)}


def pack_script(first: str, read: Read) -> Pack:
    """The module *first* and all that it imports, in the order in which a browser runs them.

    Each becomes a function that gives back its exports, so that names stay apart. All are
    exported, for what is imported on demand.
    """
    modules = _gathered(first, read, {}, _taken_apart)
    names = {name: f"${i}" for i, name in enumerate(modules)}
    given = ",".join(f"{own} as {_word(name)}" for name, own in names.items())
    return _pack(modules, names, "", f"export{{{given}}};")


def pack_later(name: str, main: str, read: Read) -> Pack:
    """The module *name*, imported on demand, with all that the script of *main* does not have."""
    known = _gathered(main, read, {}, _heads)
    if name in known:
        raise ValueError(f"{name} is part of {main}")
    modules = _gathered(name, read, known, _taken_apart)
    names = {module: f"${i}" for i, module in enumerate(modules)}
    own = {at: module for at, module in modules.items() if at not in known}
    near = {at for module in own.values() for at, _ in (*module.imports, *module.passed_on)}
    taken = ",".join(f"{_word(at)} as {names[at]}" for at in names if at in known and at in near)
    given = ",".join(sorted(modules[name].given))
    head, tail = f'import{{{taken}}}from"/app.js";', f"export const{{{given}}}={names[name]};"
    return replace(_pack(own, names, head, tail), parts=(*known, *own))


def _gathered(
    first: str, read: Read, known: dict[str, Module], take_apart: TakeApart
) -> dict[str, Module]:
    """The known modules, then *first* after all that it imports."""
    modules = {**known}
    _gather(first, read, modules, (), take_apart)
    return modules


def _word(path: str) -> str:
    """What a module is called between scripts: by its path, which outlives a new version."""
    return re.sub(r"\W", "_", path)


def _pack(modules: dict[str, Module], names: dict[str, str], head: str, tail: str) -> Pack:
    lines, places = ([head], [(0, 0)]) if head else ([], [])
    for at, (name, module) in enumerate(modules.items()):
        for line, origin in lean_lines(_wrapped(module, names[name], names)):
            for i, text in enumerate(line.split("\n")):
                lines.append(text)
                places.append((at, origin + i - 1))
    lines.append(tail)
    return Pack("\n".join(lines) + "\n", tuple(modules), _map(tuple(modules), places))


def _beside(name: str, path: str) -> str:
    return normpath(join(name, "..", path))


def _gather(
    name: str,
    read: Read,
    modules: dict[str, Module],
    importing: tuple[str, ...],
    take_apart: TakeApart,
) -> None:
    """Adds a module after those that it imports."""
    if name in importing:
        raise ValueError(f"modules import each other: {' → '.join((*importing, name))}")
    if name in modules:
        return
    module = take_apart(name, read(name))
    for other, wanted in (*module.imports, *module.passed_on):
        _gather(other, read, modules, (*importing, name), take_apart)
        if unknown := set(wanted.values()) - modules[other].given:
            raise ValueError(f"{name} imports {unknown}, which {other} does not export")
    modules[name] = module


@lru_cache(maxsize=512)
def _heads(name: str, text: str) -> Module:
    """What a module imports and exports, without its body: many scripts take from the first one."""
    return replace(_taken_apart(name, text), body=[])


def _taken_apart(name: str, text: str) -> Module:
    script, module = list(tokens(text)), Module([], [], {}, [])
    depth = i = 0
    while i < len(script):
        token = script[i]
        if token.text == "import" and script[i + 1].text == "(":
            address = f'"/{_later(name, script[i + 2])}"'
            module.body.extend((token, script[i + 1], script[i + 2]._replace(text=address)))
            depth += 1
            i += 3
        elif not depth and token.text == "import" and script[i + 1].text != ".":
            i = _import(name, script, i + 1, module)
        elif not depth and token.text == "export":
            i = _export(name, script, i + 1, module)
        else:
            depth += _opens(token)
            module.body.append(token)
            i += 1
    return module


def _later(name: str, path: Token) -> str:
    """Where a module that is imported on demand is to be had."""
    if path.kind != "string":
        raise ValueError(f"{name} has an import that cannot be packed: {path.text}")
    return LATER + _beside(name, path.text[1:-1]).removeprefix(SOURCES)


def _opens(token: Token) -> int:
    """How many brackets it opens, less those it closes."""
    if token.kind == "template":
        return (token.text[-1] == "{") - (token.text[0] == "}")
    return (token.text in ("{", "(", "[")) - (token.text in ("}", ")", "]"))


def _import(name: str, script: list[Token], i: int, module: Module) -> int:
    end = next(j for j in range(i, len(script)) if script[j].kind == "string")
    words = [token.text for token in script[i:end] if token.kind != "newline"]
    if "*" in words or "{" in words[1:]:
        raise ValueError(f"{name} has an import that cannot be packed: {' '.join(words)}")
    if words and words[0] != "{":
        words = ["default", "as", *words]  # import htm from …
    module.imports.append((_beside(name, script[end].text[1:-1]), _renamed(words[:-1])))
    return end + 1


def _export(name: str, script: list[Token], i: int, module: Module) -> int:
    if script[i].text == "{":
        end = next(j for j in range(i, len(script)) if script[j].text == "}")
        names = _renamed([token.text for token in script[i:end] if token.kind != "newline"])
        if script[end + 1 : end + 2] and script[end + 1].text == "from":
            module.passed_on.append((_beside(name, script[end + 2].text[1:-1]), names))
            return end + 3
        module.exports.update(names)
        return end + 1
    if script[i].text == "default":
        module.body.append(Token("word", "const $=", script[i].line))
        module.exports["default"] = "$"
        return i + 1
    kinds = ("async", "function", "class", "const")
    if script[i].text not in kinds:
        raise ValueError(f"{name} exports {script[i].text}, which cannot be packed")
    known = next(token.text for token in script[i:] if token.text not in kinds)
    module.exports[known] = known
    return i


def _renamed(words: list[str]) -> dict[str, str]:
    """``{a, b as c}`` as new name → old name."""
    pairs = [pair.split(" as ") for pair in " ".join(words).strip("{} ").split(",")]
    return {pair[-1].strip(): pair[0].strip() for pair in pairs if pair[0].strip()}


def _wrapped(module: Module, own: str, names: dict[str, str]) -> Iterator[Token]:
    """The module as a function called at once."""
    imports = "".join(
        f"const{_braces(found)}={names[path]};" for path, found in module.imports if found
    )
    given = [f"{new}:{old}" if new != old else new for new, old in module.exports.items()]
    for path, found in module.passed_on:
        given += [f"{new}:{names[path]}.{old}" for new, old in found.items()]
    yield from (Token("sign", f"const {own}=(()=>{{{imports}", 1), Token("newline", "\n", 1))
    yield from module.body
    last = module.body[-1].line if module.body else 1
    yield from (
        Token("newline", "\n", last),
        Token("sign", f"return{{{','.join(given)}}}}})();", last),
    )
    yield Token("newline", "\n", last)


def _braces(found: dict[str, str]) -> str:
    return "{" + ",".join(new if new == old else f"{old}:{new}" for new, old in found.items()) + "}"


_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def _map(sources: tuple[str, ...], places: list[tuple[int, int]]) -> str:
    """A source map (version 3) that knows the source and line of each line."""
    lines, file, line = [], 0, 0
    for at, origin in places:
        lines.append("A" + _vlq(at - file) + _vlq(origin - line) + "A")
        file, line = at, origin
    urls = [f"/{name}" for name in sources]
    return json.dumps({"version": 3, "sources": urls, "names": [], "mappings": ";".join(lines)})


def _vlq(number: int) -> str:
    rest, digits = abs(number) << 1 | (number < 0), ""
    while True:
        digit, rest = rest & 31, rest >> 5
        digits += _DIGITS[digit | 32 if rest else digit]
        if not rest:
            return digits
