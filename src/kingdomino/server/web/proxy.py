"""Who is really asking, and for which host: what a trusted proxy says of it, and nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from ..error import ServerError
from ..log import warn

_PAIR = re.compile(r'\s*([!#$%&\'*+.^_`|~0-9A-Za-z-]+)=("(?:[^"\\]|\\.)*"|[^;,"]*)\s*')
_FORWARDED = ("forwarded", "x-forwarded-for")


class Proxies:
    """The networks whose word is taken."""

    def __init__(self, trusted: Sequence[str]) -> None:
        self._networks = [ip_network(text, strict=False) for text in trusted]
        self._warned = False

    def trusts(self, host: str) -> bool:
        try:
            found = ip_address(host)
        except ValueError:
            return False
        return any(found in network for network in self._networks)

    def see_through(self, scope: Scope) -> bool:
        """Put into *scope* who is asking, how and for which host, where a trusted proxy says so.

        Whether a trusted proxy has said anything.
        """
        client = scope.get("client")
        headers = Headers(scope=scope)
        if client is None or not self.trusts(client[0]):
            self._warn(client, headers)
            return False
        hops = [*_hops(headers)]
        for hop in reversed(hops):
            if "for" in hop:
                scope["client"] = (hop["for"], 0)
                if not self.trusts(hop["for"]):
                    break
        said = hops[-1] if hops else {}
        if said.get("proto") in ("http", "https"):
            socket = scope["type"] == "websocket"
            scope["scheme"] = said["proto"].replace("http", "ws") if socket else said["proto"]
        if "host" in said:
            others = [pair for pair in scope["headers"] if pair[0] != b"host"]
            scope["headers"] = [*others, (b"host", said["host"].encode("latin-1", "replace"))]
        return bool(hops)

    def _warn(self, client: tuple[str, int] | None, headers: Headers) -> None:
        if not self._warned and any(name in headers for name in _FORWARDED):
            self._warned = True
            why = "a proxy that is not trusted: limits see one address (see --trust-proxy)"
            warn("untrusted_proxy", proxy=client[0] if client else None, why=why)


def _hops(headers: Headers) -> Iterator[dict[str, str]]:
    """What each proxy has said, the one next to us last."""
    forwarded = ", ".join(headers.getlist("forwarded"))
    if forwarded:
        for element in re.split(r',(?=(?:[^"]*"[^"]*")*[^"]*$)', forwarded):
            pairs = {name.lower(): value.strip('"') for name, value in _PAIR.findall(element)}
            yield pairs | ({"for": _host(pairs["for"])} if "for" in pairs else {})
        return
    rest = {}
    if proto := headers.get("x-forwarded-proto"):
        rest["proto"] = proto.rpartition(",")[2].strip()
    if host := headers.get("x-forwarded-host"):
        rest["host"] = host.rpartition(",")[2].strip()
    said = ", ".join(headers.getlist("x-forwarded-for"))
    hops = [{"for": _host(text)} for text in said.split(",") if text.strip()] or [{}]
    yield from hops[:-1]
    yield hops[-1] | rest


def _host(text: str) -> str:
    """The host of ``host``, ``host:port``, ``[host]:port`` or a bare IPv6 address."""
    text = text.strip()
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text


class Hosts:
    """The names under which the server may be asked for.

    A page of somebody else whose name suddenly leads to this machine is not one of them: names that
    nobody can register, and addresses, are; so is the public origin.
    """

    def __init__(self, origin: str | None) -> None:
        self._public = urlsplit(origin).netloc.lower() if origin else None

    def check(self, headers: Headers) -> None:
        host = headers.get("host", "").lower()
        if host != self._public and not _is_local(urlsplit(f"//{host}").hostname or ""):
            why = f"this server is not {host[:100]} (see --origin)"
            raise ServerError("bad_origin", why)


def _is_local(name: str) -> bool:
    if "." not in name or name.endswith((".localhost", ".local", ".lan", ".internal")):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
