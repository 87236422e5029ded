"""The Java that is started, and what it is started with."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from strandline._errors import EngineStartError, JavaNotFoundError, JavaVersionError

OLDEST = 17

JARS_VARIABLE = "STRANDLINE_JARS"
"""Names a folder of jars to take instead of those of the package."""

GATEWAY = "io.strandline.gateway.GatewayMain"
COMMAND_LINE = "io.strandline.cli.Main"


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
            "-Xshare:auto",
            "-Xlog:disable",
            "-Xlog:all=error:stderr",
            *self.options,
        ]


def find_java(given: str | None) -> str:
    """The `java` to start: the given one, that of `JAVA_HOME`, or the first of the `PATH`."""
    if given is not None:
        return _executable(given, "the given java")
    home = os.environ.get("JAVA_HOME")
    if home:
        return _executable(str(Path(home, "bin", "java")), "the java of JAVA_HOME")
    found = shutil.which("java")
    if found is None:
        raise JavaNotFoundError(
            "there is no java: no argument names one, JAVA_HOME is not set, the PATH has none",
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
            f"install the wheel, which brings them, or set {JARS_VARIABLE} to their folder (in a"
            " checkout: make jars)",
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


def private_folder() -> Path:
    """A new folder that only this user can enter."""
    try:
        return Path(tempfile.mkdtemp(prefix="strandline-"))
    except OSError as error:
        raise EngineStartError(
            f"no temporary folder can be made: {error}",
            "set TMPDIR to a folder that can be written",
        ) from error


_PASSWORD_VARIABLE = "STRANDLINE_PASSWORD"
"""Of the command line; whatever can list a process's environment would read it."""


def readable() -> dict[str, str]:
    """The environment of a Java machine that can name every file that Python can.

    In the locale `C`, Python takes file names for UTF-8, and Java would refuse all but ASCII.
    """
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((os.environ[name] for name in names if os.environ.get(name)), "C")
    return {**os.environ, **({"LC_ALL": "C.UTF-8"} if locale in ("C", "POSIX") else {})}


def environment() -> dict[str, str]:
    """The environment of a gateway."""
    return {key: text for key, text in readable().items() if key != _PASSWORD_VARIABLE}
