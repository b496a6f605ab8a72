"""Scripts and styles without what only readers need: comments, indentation, spare spaces.

Strings, templates and regular expressions stay as they are, and so does every line break of a
script that may end a statement; each line remembers where it came from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Token(NamedTuple):
    """A word, sign, string, template part, regular expression or line break of a script."""

    kind: str
    text: str
    line: int


_TOKEN = re.compile(
    r"""(?:(?P<word>[\w$#]+)
    |(?P<newline>\n\s*)
    |(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<template>`)
    |(?P<sign>/=?|[-+&|<>=*?.!%^~]+|[^\s\w"'`])
    |)[^\S\n]*""",
    re.DOTALL | re.VERBOSE,
)
_TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)", re.DOTALL)
_REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
_BEFORE_REGEX = re.compile(
    "await|case|delete|do|else|in|instanceof|new|of|return|throw|typeof|void|yield"
)
_MELTING = frozenset("-+&|<>=*?.!%^~/")
_JOINING = frozenset("_$#")


def tokens(text: str) -> Iterator[Token]:
    """What a script is made of, without spaces; a comment over several lines is a line break."""
    at, line, last = 0, 1, Token("sign", ";", 0)
    holes: list[int] = []  # the braces open in each template hole that we are in
    while at < len(text):
        found = _TOKEN.match(text, at)
        assert found is not None  # it may be empty
        kind, end = found.lastgroup or "", found.end()
        word = found[kind] if kind else ""
        if word == "/" and _may_be_regex(last):
            kind, word = "regex", _whole(_REGEX, text, at, line)
            end = at + len(word)
        elif word == "`" or (word == "}" and holes and not holes[-1]):
            kind, word = "template", word + _whole(_TEMPLATE, text, at + 1, line)
            end = at + len(word)
            holes = [*(holes if word[0] == "`" else holes[:-1]), *([0] if word[-1] == "{" else [])]
        elif holes and word in ("{", "}"):
            holes[-1] += 1 if word == "{" else -1
        if kind == "newline" or (kind == "comment" and "\n" in word):
            yield Token("newline", "\n", line)
        elif kind not in ("", "comment"):
            last = Token(kind, word, line)
            yield last
        if kind not in ("word", "sign"):
            line += word.count("\n")
        if at == end:
            raise ValueError(f"line {line} begins what never ends: {text[at : at + 30]!r}")
        at = end
    if holes:
        raise ValueError(f"line {line} ends inside a template")


def _whole(pattern: re.Pattern[str], text: str, at: int, line: int) -> str:
    found = pattern.match(text, at)
    if found is None:
        raise ValueError(f"line {line} begins what never ends: {text[at : at + 30]!r}")
    return found[0]


def _may_be_regex(last: Token) -> bool:
    """A slash divides after a value and begins a regular expression elsewhere."""
    if last.kind == "sign":
        return last.text not in ")]}"
    if last.kind == "template":
        return last.text.endswith("${")
    return last.kind == "word" and _BEFORE_REGEX.fullmatch(last.text) is not None


def lean_lines(script: Iterator[Token] | list[Token]) -> Iterator[tuple[str, int]]:
    """The lines of a script without spare spaces, each with the line it came from."""
    line, begun = "", 0
    for token in script:
        if token.kind == "newline":
            if line:
                yield line, begun
            line = ""
            continue
        begun = begun if line else token.line
        line += " " + token.text if _needs_space(line[-1:], token.text[0]) else token.text
    if line:
        yield line, begun


def _needs_space(before: str, after: str) -> bool:
    """Two words need a space between them, and so do signs that could melt into one."""
    if before in _MELTING:
        return after in _MELTING
    return _is_word(before) and _is_word(after)


def _is_word(sign: str) -> bool:
    return sign.isalnum() or sign in _JOINING


_QUOTED = r"""(?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
_GAP = re.compile(_QUOTED + r"|(?:\s|/\*.*?\*/)+", re.DOTALL)
_SPARE = re.compile(_QUOTED + r"| ?([{};,]) ?")


def lean_style(text: str) -> str:
    """A style sheet on one line."""
    single = _GAP.sub(lambda found: found["string"] or " ", text)
    return _SPARE.sub(lambda found: found["string"] or found[2], single).strip()
