"""The pages: files of one folder, sent with their types, compressed, and only when changed."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .error import ServerError

TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".md": "text/plain; charset=utf-8",
}
_HASHED = re.compile(r".*[.-][0-9a-f]{8,}\.[a-z0-9]+")
_PACKED = (".png", ".ico", ".woff2")
ADDRESSES = (
    "/",
    "/new",
    "/join",
    "/replay",
    "/replay/{id:str}",
    "/my-games",
    "/rules",
    "/rules/{rest:path}",
    "/t/{id:str}",
    "/t/{id:str}/{rest:path}",
)
"""All are the one page, which reads its address itself."""


@dataclass(frozen=True, slots=True)
class Page:
    """A file, ready to be sent."""

    stamp: tuple[int, int]
    body: bytes
    packed: bytes | None
    etag: str
    media_type: str
    cache: str


def read_page(path: Path) -> Page:
    """The file at *path*, compressed if that helps."""
    stat = path.stat()
    body = path.read_bytes()
    kind = path.suffix.lower()
    packed = None if kind in _PACKED else gzip.compress(body, 9, mtime=0)
    return Page(
        stamp=(stat.st_mtime_ns, stat.st_size),
        body=body,
        packed=packed if packed and len(packed) < len(body) else None,
        etag=f'"{hashlib.sha256(body).hexdigest()[:20]}"',
        media_type=TYPES.get(kind, "application/octet-stream"),
        cache="public, max-age=31536000, immutable" if _HASHED.fullmatch(path.name) else "no-cache",
    )


class Pages:
    """The files below one folder."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = (folder or Path(str(files("kingdomino")) + "/web")).resolve()
        self._known: dict[str, Page] = {}

    def routes(self) -> list[Route]:
        """The page's addresses, and the files."""
        return [
            *(Route(address, self.index) for address in ADDRESSES),
            Route("/{path:path}", self.file),
        ]

    async def index(self, request: Request) -> Response:
        """The one page."""
        return self._answer(request, "index.html")

    async def file(self, request: Request) -> Response:
        """A file that the page asks for."""
        return self._answer(request, request.path_params["path"])

    def _find(self, name: str) -> Page:
        # A path with a NUL or .. in it is no file of ours.
        path = (self._folder / name).resolve() if "\0" not in name else self._folder
        if not path.is_relative_to(self._folder) or not path.is_file():
            raise ServerError("not_found", f"there is no page {name[:100]!r}")
        stat = path.stat()
        known = self._known.get(name)
        if known is None or known.stamp != (stat.st_mtime_ns, stat.st_size):
            known = self._known[name] = read_page(path)
        return known

    def _answer(self, request: Request, name: str) -> Response:
        page = self._find(name)
        headers = {"etag": page.etag, "cache-control": page.cache, "vary": "accept-encoding"}
        if page.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if page.packed and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            return Response(page.packed, media_type=page.media_type, headers=headers)
        return Response(page.body, media_type=page.media_type, headers=headers)
