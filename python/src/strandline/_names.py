"""Canonical names of tables: the path below the warehouse, else the URI, in one spelling."""

from __future__ import annotations

import os
import posixpath
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from strandline._options import is_uri, text_of

GROUP = "group:"
"""What the names of groups begin with."""

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):(.*)", re.DOTALL)
_AUTHORITY = re.compile(r"//([^/]*)(/.*)?", re.DOTALL)


@dataclass(frozen=True)
class _Place:
    scheme: str
    authority: str
    path: str

    @classmethod
    def of(cls, location: str) -> _Place:
        match = _SCHEME.fullmatch(location)
        if match is None:
            return cls("file", "", os.path.abspath(location))
        scheme, rest = match.group(1).lower(), match.group(2)
        if scheme == "file":
            path = unquote(urlsplit(location).path) if " " not in location else rest
            return cls("file", "", os.path.abspath(re.sub(r"^//+", "/", path)))
        authority = _AUTHORITY.fullmatch(rest)
        host, path = (authority.group(1), authority.group(2) or "/") if authority else ("", rest)
        known = "s3" if scheme == "s3a" else scheme
        return cls(known, host, posixpath.normpath(path))

    def below(self, folder: _Place) -> str | None:
        prefix = folder.path.rstrip("/") + "/"
        same = (self.scheme, self.authority) == (folder.scheme, folder.authority)
        inside = same and self.path.startswith(prefix) and len(self.path) > len(prefix)
        return self.path[len(prefix) :] if inside else None

    def real(self) -> _Place:
        """With links followed as far as the path exists."""
        if self.scheme != "file":
            return self
        return _Place(self.scheme, self.authority, str(Path(self.path).resolve()))

    def uri(self) -> str:
        host = f"//{self.authority}" if self.authority else ""
        return f"{self.scheme}:{host}{quote(self.path)}"


def local_path(location: str) -> str | None:
    """The path of a location in this machine's file system; None for any other."""
    place = _Place.of(location)
    return place.path if place.scheme == "file" else None


def table_name(table: str, warehouse: str) -> str:
    """The name under which a table's verdict is published."""
    if text_of(table, "table").startswith(GROUP):
        return table
    if not is_uri(table) and not table.startswith("/"):
        table = f"{warehouse}/{table}"
    place, folder = _Place.of(table), _Place.of(warehouse)
    return place.below(folder) or place.real().below(folder.real()) or place.uri()
