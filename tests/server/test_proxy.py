"""Behind a proxy: who is asking, where the server is, and names that are not its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import Scope

from kingdomino.server import Limits, Rate, create_app
from kingdomino.server.web.proxy import Proxies
from tests.server.support import settings, shared_bots

WISH = {"game": "kingdomino", "seats": [{"kind": "me"}, {"kind": "me"}]}
PUBLIC = "https://play.example.org"


def scope(peer: str, *headers: tuple[str, str]) -> Scope:
    raw = [(name.encode(), value.encode()) for name, value in headers]
    return {"type": "http", "scheme": "http", "client": (peer, 5), "headers": raw}


@pytest.mark.parametrize(
    ("headers", "client", "scheme"),
    [
        ([("x-forwarded-for", "192.0.2.7"), ("x-forwarded-proto", "https")], "192.0.2.7", "https"),
        ([("x-forwarded-for", "6.6.6.6, 192.0.2.7, 10.0.0.9")], "192.0.2.7", "http"),
        ([("x-forwarded-for", "[2001:db8::1]:99")], "2001:db8::1", "http"),
        ([("forwarded", 'for="[2001:db8::1]:9";proto=https')], "2001:db8::1", "https"),
        ([("forwarded", "for=6.6.6.6, for=192.0.2.7;proto=https")], "192.0.2.7", "https"),
        ([], "10.0.0.2", "http"),
    ],
)
def test_a_trusted_proxy_says_who_is_asking(
    headers: list[tuple[str, str]], client: str, scheme: str
) -> None:
    """What counts is the word of the proxy next to us: the first may be anybody's."""
    seen = scope("10.0.0.2", *headers)
    Proxies(["10.0.0.0/8"]).see_through(seen)
    assert (seen["client"][0], seen["scheme"]) == (client, scheme)


def test_nobody_else_is_believed_and_the_log_says_so_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    proxies = Proxies([])
    for _ in range(3):
        seen = scope("10.0.0.2", ("x-forwarded-for", "192.0.2.7"))
        proxies.see_through(seen)
        assert seen["client"][0] == "10.0.0.2"
    assert caplog.text.count("untrusted_proxy") == 1


async def posted(folder: Path, headers: dict[str, str], **changes: Any) -> httpx.Response:
    app = create_app(settings(folder, **changes), shared_bots())
    transport = httpx.ASGITransport(app, client=("10.0.0.2", 7))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
        answer = await client.post("/api/games", json=WISH, headers=headers)
    await app.hall.close()
    return answer


async def test_a_proxy_that_passes_its_own_host_on_lets_people_play(tmp_path: Path) -> None:
    """Every change was refused, because the page's origin was not the host that arrived."""
    assert (await posted(tmp_path, {"origin": PUBLIC})).status_code == 403
    answer = await posted(tmp_path, {"origin": PUBLIC}, origin=PUBLIC)
    assert answer.status_code == 200
    assert "max-age" in answer.headers["strict-transport-security"]
    assert "Secure" in answer.headers["set-cookie"]
    forwarded = {"origin": PUBLIC, "x-forwarded-host": "play.example.org"}
    trusted = {"trusted_proxies": ("10.0.0.0/8",), "origin": PUBLIC}
    assert (await posted(tmp_path, forwarded, **trusted)).status_code == 200
    assert (
        await posted(tmp_path, {"origin": "https://evil.example"}, **trusted)
    ).status_code == 403


@pytest.mark.parametrize(
    ("host", "status"),
    [("evil.example:8000", 403), ("localhost:8000", 200), ("192.168.1.5", 200), ("[::1]:8", 200),
     ("my-pc.local:8000", 200), ("my-pc", 200), ("play.example.org", 200),
     ("play.example.org.evil.example", 403)],
)  # fmt: skip
async def test_another_name_for_this_machine_is_refused(
    host: str, status: int, tmp_path: Path
) -> None:
    """A page whose name is made to lead here would be one of ours to a browser."""
    answer = await posted(tmp_path, {"host": host}, origin=PUBLIC)
    assert answer.status_code == status


async def test_limits_count_whom_the_proxy_names(tmp_path: Path) -> None:
    limits = Limits(new_tables=Rate(0.001, 1))
    trusted = ("10.0.0.0/8",)
    app = create_app(settings(tmp_path, limits=limits, trusted_proxies=trusted), shared_bots())
    transport = httpx.ASGITransport(app, client=("10.0.0.2", 7))
    async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
        statuses = [
            (
                await client.post("/api/games", json=WISH, headers={"x-forwarded-for": who})
            ).status_code
            for who in ("192.0.2.1", "192.0.2.2", "192.0.2.1")
        ]
    await app.hall.close()
    assert statuses == [200, 200, 429]
