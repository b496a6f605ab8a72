"""The pages: files of one folder, sent with their types, compressed, and only when changed.

Scripts and styles are written as modules and sent as one file each, ``app.js`` and ``app.css``,
and one for each module that is imported on demand, below ``later/``. They are made when somebody
first asks and made again when a source changes. The page itself and the manifest are sent in the
reader's language.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from asyncio import to_thread
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from posixpath import join, normpath

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..error import ServerError
from .bundle import LATER, SOURCES, Pack, Read, pack_later, pack_script, pack_style
from .language import COOKIE, choose_language, find_languages, speak_manifest, speak_page

TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".map": "application/json",
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
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
_HASHED = re.compile(r".*[.-][0-9a-f]{8,}\.[a-z0-9]+")
_PACKED = (".png", ".ico", ".woff2", ".zip", ".whl", ".gz")
_FIRST = "js/main.js"
_PACKS: dict[str, tuple[str, Callable[[str, Read], Pack]]] = {
    "app.js": (_FIRST, pack_script),
    "app.css": ("css/main.css", pack_style),
    "app.js.map": (_FIRST, pack_script),
}
"""What is sent as one file, and where it begins."""
_SPOKEN = {"index.html": speak_page, "manifest.webmanifest": speak_manifest}
"""What is sent in the reader's language."""
_ON_DEMAND = re.compile(r'\bimport\("(\.[^"]+\.js)"\)(?!\.(?!then\b)|[\[}])')
"""Not the types in comments."""
_SCREEN = re.compile(r'"?([a-z-]+)"?: later\(\(\) => import\("\./(screens/[^"]+)"\)')
_HEAD = "  </head>"
_STYLE = re.compile(r'useStyle\("(/css/[^"]+)"\)')
"""What a screen needs before it can be drawn: its page names it, or it would be asked for late."""
FIRST_LOAD = ("app.js", "app.css")
"""The scripts and styles that every visitor fetches; others come when they are needed."""
ADDRESSES = (
    "/",
    "/new",
    "/join",
    "/replay",
    "/replay/{id:str}",
    "/review/{id:str}",
    "/embed",
    "/embed/{id:str}",
    "/my-games",
    "/tables",
    "/history",
    "/pad",
    "/daily",
    "/offline",
    "/puzzles",
    "/puzzles/{rest:path}",
    "/rules",
    "/rules/{rest:path}",
    "/t/{id:str}",
    "/t/{id:str}/{rest:path}",
)
"""All are the one page, which reads its address itself."""


def _pack_later(name: str, read: Read) -> Pack:
    return pack_later(name, _FIRST, read)


Stamp = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A file, ready to be sent, and the files it was made of."""

    made_of: tuple[Path, ...]
    stamp: Stamp
    body: bytes
    packed: bytes | None
    etag: str
    media_type: str
    cache: str


def _stamp(paths: tuple[Path, ...]) -> Stamp:
    """Changes when one of the files does; one that has gone counts as changed."""
    stats = [path.stat() if path.is_file() else None for path in paths]
    return tuple((stat.st_mtime_ns, stat.st_size) if stat else (0, 0) for stat in stats)


def read_page(path: Path, made: Pack | None = None) -> Page:
    """The file at *path*, compressed if that helps; or what was *made* of files beside it."""
    paths = tuple(path.parent / part for part in made.parts) if made else (path,)
    stamp = _stamp(paths)
    body = made.text.encode() if made else path.read_bytes()
    return replace(page_of(path.name, body), made_of=paths, stamp=stamp)


def page_of(name: str, body: bytes) -> Page:
    """What is sent under *name*, compressed if that helps."""
    kind = Path(name).suffix.lower()
    packed = None if kind in _PACKED else gzip.compress(body, 9, mtime=0)
    return Page(
        made_of=(),
        stamp=(),
        body=body,
        packed=packed if packed and len(packed) < len(body) else None,
        etag=f'"{hashlib.sha256(body).hexdigest()[:20]}"',
        media_type=TYPES.get(kind, "application/octet-stream"),
        cache="public, max-age=31536000, immutable" if _HASHED.fullmatch(name) else "no-cache",
    )


def answer_page(
    request: Request, page: Page, *, status: int = 200, locale: str | None = None
) -> Response:
    """A page as who asks can read it, or that it has not changed."""
    varies = "accept-encoding" if locale is None else "accept-encoding, accept-language, cookie"
    headers = {"etag": page.etag, "cache-control": page.cache, "vary": varies}
    if locale is not None:
        headers["content-language"] = locale
    if status == 200 and page.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if page.packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(page.packed, status, headers, page.media_type)
    return Response(page.body, status, headers, page.media_type)


class Pages:
    """The files below one folder, as they are called when the server starts: no others exist.

    What is kept is kept by these names, so that no spelling of an address takes memory.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = (folder or Path(str(files("kingdomino")) + "/web")).resolve()
        self._paths = {
            path.relative_to(self._folder).as_posix(): path
            for path in self._folder.rglob("*")
            if path.is_file() and self._is_ours(path)
        }
        self._packs = {name: pack for name, pack in _PACKS.items() if pack[0] in self._paths}
        self._languages = find_languages(self._folder)
        self.later = tuple(sorted({*self._imported_on_demand()}))
        """The addresses of the scripts that come on demand."""
        for name in self.later:
            source = SOURCES + name.removeprefix(LATER)
            self._packs |= {name: (source, _pack_later), f"{name}.map": (source, _pack_later)}
        self._ahead = {screen: self._links(at) for screen, at in self._screens()}
        self._known: dict[tuple[str, str, str], Page] = {}

    def _is_ours(self, path: Path) -> bool:
        """Whether it is no link that leads out of the folder."""
        return not path.is_symlink() or path.resolve().is_relative_to(self._folder)

    def _imported_on_demand(self) -> Iterator[str]:
        for name, path in self._paths.items():
            if name.startswith(SOURCES) and name.endswith(".js"):
                for found in _ON_DEMAND.findall(path.read_text(encoding="utf-8")):
                    module = normpath(join(name, "..", found))
                    yield LATER + module.removeprefix(SOURCES)

    def _screens(self) -> list[tuple[str, str]]:
        """The first words of addresses whose screens come on demand, and their modules."""
        return _SCREEN.findall(self._text(_FIRST)) if _FIRST in self._paths else []

    def _links(self, screen: str) -> str:
        """What a screen fetches as soon as its script runs, for the head of its page."""
        text = self._text(SOURCES + screen)
        styles = "".join(f'<link rel="stylesheet" href="{at}" />' for at in _STYLE.findall(text))
        # Low: the first script draws the page, and would come later beside it.
        return f'{styles}<link rel="modulepreload" fetchpriority="low" href="/{LATER}{screen}" />'

    def weight(self, names: Iterable[str] = FIRST_LOAD) -> int:
        """Bytes of scripts and styles, compressed as they are sent."""
        pages = (self._find(name) for name in names)
        return sum(len(page.packed or page.body) for page in pages)

    def routes(self) -> list[Route]:
        """The page's addresses, and the files."""
        return [
            *(Route(address, self.index) for address in ADDRESSES),
            Route("/{path:path}", self.file),
        ]

    async def index(self, request: Request) -> Response:
        """The one page."""
        screen = request.url.path.split("/")[1]
        return await self._answer(request, "index.html", screen=screen)

    async def file(self, request: Request) -> Response:
        """A file that the page asks for; whoever reads is told by the page that there is none."""
        name = request.path_params["path"]
        lost = name not in self._paths and name not in self._packs
        if lost and "text/html" in request.headers.get("accept", ""):
            return await self._answer(request, "index.html", status=404)
        return await self._answer(request, name)

    def _find(self, name: str, language: str = "", screen: str = "") -> Page:
        key = (name, language, screen if screen in self._ahead else "")
        known = self._known.get(key)
        if known is None or known.stamp != _stamp(known.made_of):
            known = self._known[key] = self._make(*key)
        return known

    def _make(self, name: str, language: str, screen: str) -> Page:
        if name in self._packs:
            first, pack = self._packs[name]
            return read_page(self._folder / name, pack(first, self._text).named(name))
        if name not in self._paths or not self._paths[name].is_file():
            raise ServerError("not_found", f"there is no page {name[:100]!r}")
        if language:
            made = _SPOKEN[name](name, language, self._languages, self._text)
            made = replace(made, text=made.text.replace(_HEAD, self._ahead.get(screen, "") + _HEAD))
            return read_page(self._folder / name, made)
        return read_page(self._paths[name])

    def _text(self, part: str) -> str:
        return (self._folder / part).read_text(encoding="utf-8")

    def _language(self, request: Request, name: str) -> str:
        """The reader's, for a page that is sent in it."""
        if name not in _SPOKEN or not self._languages:
            return ""
        asked = request.query_params.get("language") or request.cookies.get(COOKIE, "")
        return choose_language(self._languages, asked, request.headers.get("accept-language", ""))

    async def _answer(
        self, request: Request, name: str, *, status: int = 200, screen: str = ""
    ) -> Response:
        language = self._language(request, name)
        # Packing takes a moment, in which games must go on.
        packed = name in self._packs
        found = self._find
        page = await to_thread(found, name) if packed else found(name, language, screen)
        locale = self._languages[language].locale if language else None
        return answer_page(request, page, status=status, locale=locale)
