"""Who holds a seat: a signed cookie in the browser, a hash of its secret on the server.

The same key seals the secrets of the tables, so that a copy of the games alone tells no draw.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import sys
from base64 import b32encode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path

from .signature import ORDER

COOKIE = "kingdomino"
KEY_FILE = "server.key"
KEY_BYTES, SECRET_BYTES, TOKEN_BYTES, NAME_BYTES = 32, 18, 18, 7
_YEAR = 365 * 24 * 3600


def server_key(folder: Path, token: Callable[[int], bytes]) -> bytes:
    """The key that signs cookies, made on the first start and readable by its owner only.

    It is there as a whole or not at all, also after a power cut. Raises ValueError when it is none.
    """
    if not (folder / KEY_FILE).exists():
        write_key(folder, token(KEY_BYTES))
    return read_key(folder)


def write_key(folder: Path, key: bytes) -> None:
    """Put a key into a folder that has none."""
    path = folder / KEY_FILE
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    draft.rename(path)
    _sync_folder(folder)


def read_key(folder: Path) -> bytes:
    """The key of a folder that has one; raises OSError and ValueError."""
    return read_key_file(folder / KEY_FILE)


def read_key_file(path: Path) -> bytes:
    """The key in a file; raises OSError and ValueError."""
    key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise ValueError(f"{path} is no key of {KEY_BYTES} bytes")
    return key


def _sync_folder(folder: Path) -> None:
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def hashed(secret: bytes) -> bytes:
    """What is stored of a secret."""
    return hashlib.sha256(secret).digest()


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _raw(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_table_name(token: Callable[[int], bytes]) -> str:
    """A name for a table that nobody can guess."""
    return table_name(token(NAME_BYTES))


def table_name(raw: bytes) -> str:
    """Some bytes as the name of a table."""
    return b32encode(raw).decode().lower()[:10]


class Keys:
    """Makes and checks cookies and invitations."""

    def __init__(self, key: bytes, token: Callable[[int], bytes]) -> None:
        self._key = key
        self._token = token

    def _sign(self, purpose: str, message: bytes) -> bytes:
        return hmac.digest(self._key, purpose.encode() + b"\0" + message, "sha256")[:TOKEN_BYTES]

    def new_cookie(self) -> str:
        """A new browser's cookie."""
        secret = self._token(SECRET_BYTES)
        return f"1.{_text(secret)}.{_text(self._sign('cookie', secret))}"

    def browser(self, cookie: str | None) -> bytes | None:
        """The hash that stands for the browser with this cookie; None when it is not ours."""
        version, _, rest = (cookie or "").partition(".")
        secret_text, _, signature = rest.partition(".")
        if version != "1" or len(cookie or "") > 100:
            return None
        try:
            secret, given = _raw(secret_text), _raw(signature)
        except ValueError:
            return None
        if not hmac.compare_digest(self._sign("cookie", secret), given):
            return None
        return hashed(secret)

    @property
    def push_key(self) -> int:
        """The private key that push services know this server by, as a number of P-256."""
        parts = (self._sign("push", bytes([i])) for i in range(4))
        return int.from_bytes(b"".join(parts), "big") % (ORDER - 1) + 1

    @property
    def daily(self) -> bytes:
        """The key of this server's daily deals."""
        return hmac.digest(self._key, b"daily", "sha256")

    def deal_table(self, browser: bytes | None, *about: str) -> str:
        """The name of the one table where a browser, or nobody, plays a deal."""
        whose = "/".join(about).encode() + b"\0" + (browser or b"")
        return table_name(self._sign("deal", whose))

    def invitation(self, game: str, seat: int) -> str:
        """The token that lets a friend take a seat; made again, never stored."""
        return _text(self._sign("invitation", f"{game}/{seat}".encode()))

    def invitation_hash(self, game: str, seat: int) -> bytes:
        """What is stored of the invitation to a seat."""
        return invitation_hash(self.invitation(game, seat))

    def table_invitation(self, game: str) -> str:
        """The token that lets anybody take the next free seat; made again, never stored."""
        return f"{game}.{_text(self._sign('table', game.encode()))}"

    def opener(self, address: str) -> bytes:
        """What stands for an address where it is only counted: nobody can tell which it is."""
        return self._sign("opener", address.encode())

    def seat_key(self, game: str, seat: int, owner: bytes) -> str:
        """What gives a seat to another browser, until it has changed hands; never stored."""
        token = _text(self._sign("seat", f"{game}/{seat}/".encode() + owner))
        return f"{game}.{seat}.{token}"

    def seal(self, game: str, secret: bytes) -> bytes:
        """A table's secret as it is stored. A table has one, so nothing is hidden twice alike."""
        hidden = self._hidden(game, secret)
        return hidden + self._sign("sealed", game.encode() + b"\0" + hidden)

    def unseal(self, game: str, stored: bytes) -> bytes:
        """What was sealed; raises ValueError where it was not with this key and for this table."""
        hidden, signature = stored[:-TOKEN_BYTES], stored[-TOKEN_BYTES:]
        due = self._sign("sealed", game.encode() + b"\0" + hidden)
        if not hmac.compare_digest(due, signature):
            raise ValueError(f"the secret of table {game} does not fit {KEY_FILE}")
        return self._hidden(game, hidden)

    def _hidden(self, game: str, secret: bytes) -> bytes:
        """Done twice it is undone."""
        pad = hmac.digest(self._key, b"pad\0" + game.encode(), "sha256")
        assert len(secret) <= len(pad)
        return bytes(a ^ b for a, b in zip(secret, pad, strict=False))


def invitation_hash(token: str) -> bytes:
    """What is stored of an invitation."""
    return hashed(b"invitation\0" + token.encode())


def set_cookie(value: str, *, secure: bool) -> str:
    """The Set-Cookie header of a seat cookie."""
    header = f"{COOKIE}={value}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax"
    return header + "; Secure" if secure else header
