"""The classes of a gateway as the virtual machine maps them, in the user's cache.

docs/gateway.md says what the archive is and who may make it. Without one, or where it cannot be
used, a start takes longer, and nothing else changes.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

REHEARSAL = "io.strandline.gateway.Rehearsal"

_KEPT_SECONDS = {"*.tmp": 600, "classes-*.jsa": 30 * 86_400}
"""How long a draft is somebody's, and an archive that nobody uses is kept."""

# Survives this process, so that a short one leaves an archive as well. The size in the name tells
# an archive that was cut off, on which a virtual machine would crash.
_MAKE = """
draft=$1; stem=$2; shift 2
(
  if nice -n 10 "$@" && [ -s "$draft" ]; then
    mv -f "$draft" "$stem.$(($(wc -c < "$draft"))).jsa"
  else
    rm -f "$draft"
  fi
) > /dev/null 2>&1 < /dev/null &
"""


class Archive:
    """The archive of one JDK build, with one list of jars and of options."""

    def __init__(self, java: str, jars: Sequence[str], options: Sequence[str]) -> None:
        self._java = java
        self._jars = jars
        self._options = options
        folder = _cache()
        self._stem = folder / f"classes-{_key(java, jars, options)}" if folder else None

    def file(self) -> Path | None:
        """The archive if it is there, whole."""
        if self._stem is None:
            return None
        for file in self._stem.parent.glob(f"{self._stem.name}.*.jsa"):
            with contextlib.suppress(OSError):
                if file.suffixes[-2] == f".{file.stat().st_size}":
                    return file
        return None

    def flags(self) -> list[str]:
        """What maps the archive, if there is one."""
        file = self.file()
        if file is None:
            return []
        with contextlib.suppress(OSError):
            os.utime(file)
        return ["-XX:+VerifySharedSpaces", f"-XX:SharedArchiveFile={file}"]

    def make(self) -> None:
        """Begins to make the archive in the background, unless somebody does already."""
        if self._stem is None or shutil.which("sh") is None:
            return
        draft = self._stem.with_name(f"{self._stem.name}.tmp")
        line = [self._java, *self._options, f"-XX:ArchiveClassesAtExit={draft}"]
        line += ["-XX:ErrorFile=/dev/null", "-cp", os.pathsep.join(self._jars), REHEARSAL]
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            # Whoever creates it is the one that makes the archive.
            draft.touch(mode=0o600, exist_ok=False)
            subprocess.run(
                ["sh", "-c", _MAKE, "sh", str(draft), str(self._stem), *line],
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=10,
                check=False,
            )

    def remove(self) -> None:
        """Removes an archive with which a start failed."""
        file = self.file()
        if file is not None:
            with contextlib.suppress(OSError):
                file.unlink()


def _key(java: str, jars: Sequence[str], options: Sequence[str]) -> str:
    digest = hashlib.sha256()
    with contextlib.suppress(OSError):
        digest.update((Path(java).resolve().parent.parent / "release").read_bytes())
    for jar in map(Path, jars):
        found = jar.stat()
        digest.update(f"{jar}\0{found.st_size}\0{found.st_mtime_ns}\0".encode())
    digest.update("\0".join(options).encode())
    return digest.hexdigest()[:32]


def _cache() -> Path | None:
    """The folder of archives, which only its owner may write; `None` if there can be none."""
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        folder = (Path(base) if base else Path.home() / ".cache") / "strandline"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
        if found.st_uid != os.getuid() or found.st_mode & 0o022 or not os.access(folder, os.W_OK):
            return None
        _clear(folder)
    except (OSError, RuntimeError):
        return None
    return folder


def _clear(folder: Path) -> None:
    for pattern, kept in _KEPT_SECONDS.items():
        for file in folder.glob(pattern):
            if time.time() - file.stat().st_mtime > kept:
                file.unlink(missing_ok=True)
