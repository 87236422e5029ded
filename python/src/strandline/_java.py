"""The Java that is started, and what it is started with."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from strandline._errors import EngineStartError, JavaNotFoundError, JavaVersionError

OLDEST = 17

JARS_VARIABLE = "STRANDLINE_JARS"
"""Names a folder of jars to take instead of those of the package."""

GATEWAY = "io.strandline.gateway.GatewayMain"
COMMAND_LINE = "io.strandline.cli.Main"

_ABANDONED_SECONDS = 86400
"""Age from which a draft of an archive is nobody's any more."""


@dataclass(frozen=True)
class Settings:
    """How a Java process is started; two engines of one process share one only if they agree."""

    java: str | None = None
    jars: str | None = None
    heap: str = "1g"
    options: tuple[str, ...] = ()
    start_timeout: float = 60.0
    archive: bool = True

    @property
    def flags(self) -> list[str]:
        """Options of the virtual machine; given ones win over the defaults."""
        return [
            f"-Xmx{self.heap}",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "-Dfile.encoding=UTF-8",
            *self.options,
        ]


def find_java(given: str | None) -> str:
    """The `java` to start: the given one, that of `JAVA_HOME`, or the first of the `PATH`."""
    if given is not None:
        return _executable(given, "the given java")
    home = os.environ.get("JAVA_HOME")
    if home:
        return _executable(os.path.join(home, "bin", "java"), "the java of JAVA_HOME")
    found = shutil.which("java")
    if found is None:
        raise JavaNotFoundError(
            "there is no java: no argument names one, JAVA_HOME is not set and none is on the PATH",
            f"install a Java runtime of version {OLDEST} or newer, or set JAVA_HOME",
        )
    return found


def _executable(java: str, what: str) -> str:
    found = shutil.which(java)
    if found is None:
        raise JavaNotFoundError(
            f"{what}, {java}, is not there or cannot be executed",
            f"name the java of a runtime of version {OLDEST} or newer",
        )
    return found


def find_jars(given: str | None) -> list[str]:
    """The jars of the class path, in an order that is the same each time."""
    folder = Path(given or os.environ.get(JARS_VARIABLE) or Path(__file__).parent / "jars")
    jars = sorted(str(jar.resolve()) for jar in folder.glob("*.jar"))
    if not jars:
        raise EngineStartError(
            f"there are no jars in {folder}",
            f"install the wheel, which brings them, or set {JARS_VARIABLE} to a folder that has them"
            " (in a checkout: make wheel)",
        )
    return jars


def command(settings: Settings, main: str, more: Sequence[str] = ()) -> list[str]:
    """What starts a main class."""
    jars = os.pathsep.join(find_jars(settings.jars))
    return [find_java(settings.java), *settings.flags, *more, "-cp", jars, main]


def refuse_old(java: str) -> None:
    """Raises if a `java` that has failed is too old, which explains it."""
    version = _version(java)
    if version is not None and version < OLDEST:
        raise JavaVersionError(
            f"{java} is Java {version}, and {OLDEST} is the oldest that can be used",
            f"name the java of a runtime of version {OLDEST} or newer, by argument or JAVA_HOME",
        )


def _version(java: str) -> int | None:
    """The feature version that a `java` says it has; `None` if it says none."""
    try:
        said = subprocess.run(
            [java, "-version"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=10,
            check=False,
        ).stdout.decode("utf-8", "replace")
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = re.search(r'version "(?:1\.)?(\d+)', said)
    return int(match.group(1)) if match else None


class Archive:
    """The classes of earlier runs as the virtual machine maps them, in the user's cache.

    Its name tells the JDK's build and the jars, and the virtual machine checks both again; without
    it, or where it cannot be used, a start takes longer, and nothing else changes.
    """

    def __init__(self, java: str, jars: Sequence[str], flags: Sequence[str]) -> None:
        folder = _cache()
        self._file = folder / f"classes-{_identity(java, jars, flags)}.jsa" if folder else None
        self._draft: Path | None = None

    def flags(self) -> list[str]:
        """What maps the archive if it is there, and else makes one as the process ends."""
        if self._file is None:
            return []
        if self._file.exists():
            return [f"-XX:SharedArchiveFile={self._file}", "-Xlog:cds=off", "-Xlog:cds+dynamic=off"]
        self._draft = self._file.with_name(f"{self._file.name}.{os.getpid()}.tmp")
        return [f"-XX:ArchiveClassesAtExit={self._draft}", "-Xlog:cds=off", "-Xlog:cds+dynamic=off"]

    @property
    def is_being_made(self) -> bool:
        """Whether the process writes it when it ends, which takes seconds."""
        return self._draft is not None

    def keep(self) -> None:
        """Gives what an ended process has written its name."""
        if self._draft is None or self._file is None:
            return
        try:
            if self._draft.stat().st_size > 0:
                self._draft.replace(self._file)
        except OSError:
            pass  # the process was ended before it wrote
        finally:
            self._draft = None

    def drop(self) -> None:
        """Removes what a process that was ended by force may have begun to write."""
        if self._draft is not None:
            self._draft.unlink(missing_ok=True)
            self._draft = None


def _identity(java: str, jars: Sequence[str], flags: Sequence[str]) -> str:
    digest = hashlib.sha256()
    home = Path(java).resolve().parent.parent
    parts = [home / "release", home / "lib" / "modules", *map(Path, jars)]
    for part in parts:
        try:
            found = part.stat()
        except OSError:
            continue
        digest.update(f"{part}\0{found.st_size}\0{found.st_mtime_ns}\0".encode())
    digest.update("\0".join(flags).encode())
    return digest.hexdigest()[:24]


def _cache() -> Path | None:
    """The folder of archives, which only its owner may write; `None` if there can be none."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    folder = Path(base) / "strandline"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
        if found.st_uid != os.getuid() or found.st_mode & 0o022 or not os.access(folder, os.W_OK):
            return None
        for draft in folder.glob("*.tmp"):
            if time.time() - draft.stat().st_mtime > _ABANDONED_SECONDS:
                draft.unlink(missing_ok=True)
    except OSError:
        return None
    return folder


def private_folder() -> Path:
    """A new folder that only this user can enter."""
    return Path(tempfile.mkdtemp(prefix="strandline-"))
