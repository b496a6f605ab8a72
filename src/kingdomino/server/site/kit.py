"""The kit for play without a network: Python for browsers, and what it needs of this package.

Python comes from a folder that ``make offline`` fills; a server without one says so. The rest is
packed when somebody first asks. A snapshot of Python's memory with these very rules in it lets
pages start in a fraction of the time; one of other rules is left alone.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import zipfile
from asyncio import to_thread
from collections.abc import Iterator
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...games.catalogue import GAMES
from ..error import ServerError
from .pages import Page, answer_page, page_of

PYODIDE = (
    "pyodide.mjs",
    "pyodide.asm.mjs.gz",
    "pyodide.asm.wasm.gz",
    "pyodide-lock.json",
    "python_stdlib.zip",
    "msgspec.so",
)
"""What a folder has to have; what ends in gz is kept so on the device, and asked for without it."""
OURS, LIST, SNAPSHOT = "kingdomino.zip", "kit.json", "snapshot.gz"
PACKED = (
    "*.py",
    "core/**/*",
    "games/**/*",
    "bots/*.py",
    "bots/simple/*",
    "bots/outside/*",
    "server/*.py",
    "server/table/*",
    "server/pastime/*",
    "server/pocket/*",
)
"""What of this package plays on a device of its own."""
_LEFT_OUT = ("__pycache__", "bots/worker.py", "server/app.py", "pastime/daily.py")
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
SCRIPTS = ("/js/offline/worker.js", "/js/offline/python.js", "/js/offline/store.js")
"""What runs it, from the folder of the pages."""
ANSWERS = ("/api/catalogue", *(f"/api/dominoes/{game.name}" for game in GAMES))
"""What never changes, so that pages are drawn before Python has started."""


class Kit:
    """The files of the kit, or none."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._known: dict[str, Page] = {}
        if folder is not None and (missing := [n for n in PYODIDE if not (folder / n).is_file()]):
            raise ValueError(f"{folder} lacks {missing[0]}: make offline fetches it")

    def routes(self) -> list[Route]:
        return [Route("/offline/{name:str}", self.file)]

    async def file(self, request: Request) -> Response:
        page = await to_thread(self.page, request.path_params["name"])
        return answer_page(request, page)

    def page(self, name: str) -> Page:
        """A file as it is sent; raises ServerError where there is none."""
        if self._folder is None or not {name, f"{name}.gz"} & {LIST, *self.sizes}:
            raise ServerError(
                "not_found", "this server has no such file for play without a network"
            )
        if name not in self._known:
            self._known[name] = page_of(name, self._body(name))
        return self._known[name]

    def _body(self, name: str) -> bytes:
        assert self._folder is not None
        if name == LIST:
            return msgspec.json.encode(self._list())
        if name not in self.sizes:
            return gzip.decompress(self._body(f"{name}.gz"))
        return self._ours if name == OURS else self._path(name).read_bytes()

    def _path(self, name: str) -> Path:
        assert self._folder is not None
        return self._folder / (snapshot_name() if name == SNAPSHOT else name)

    @cached_property
    def _wheel(self) -> str:
        assert self._folder is not None
        found = sorted(path.name for path in self._folder.glob("msgspec-*.whl"))
        if not found:
            raise ServerError("not_found", "the kit lacks msgspec: make offline fetches it")
        return found[-1]

    @cached_property
    def sizes(self) -> dict[str, int]:
        """Every file and its bytes."""
        theirs = [*PYODIDE, self._wheel, *([SNAPSHOT] if self._path(SNAPSHOT).is_file() else ())]
        return {name: self._path(name).stat().st_size for name in theirs} | {OURS: len(self._ours)}

    def _list(self) -> dict[str, object]:
        """What a page has to know to fetch it all, and whether what it has is the same."""
        sizes = self.sizes
        print_of_all = hashlib.sha256(msgspec.json.encode(sorted(sizes.items())) + self._ours)
        return {
            "version": print_of_all.hexdigest()[:16],
            "files": {f"/offline/{name}": size for name, size in sizes.items()},
            "besides": (*SCRIPTS, *ANSWERS),
            "wheel": self._wheel,
            "snapshot": SNAPSHOT in sizes,
        }

    @cached_property
    def _ours(self) -> bytes:
        return pack_ours()


@cache
def snapshot_name() -> str:
    """What a snapshot with these very rules in it is called in the folder."""
    whole = hashlib.sha256()
    for name, path in sorted(_packed()):
        whole.update(f"{name}\n{path.stat().st_size}\n".encode() + path.read_bytes())
    return f"rules-{whole.hexdigest()[:16]}.snapshot.gz"


def pack_ours() -> bytes:
    """The part of this package that plays on a device of its own, as one file."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, path in sorted(_packed()):
            entry = zipfile.ZipInfo(f"kingdomino/{name}", _LONG_AGO)
            # What an entry does not say itself is stored as it is, whatever the archive says.
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, compresslevel=9)
    return made.getvalue()


def _packed() -> Iterator[tuple[str, Path]]:
    home = Path(str(files("kingdomino")))
    for pattern in PACKED:
        for path in home.glob(pattern):
            name = path.relative_to(home).as_posix()
            if path.is_file() and not any(word in name for word in _LEFT_OUT):
                yield name, path
