"""Finds the clients on this machine, and fetches what is missing into the ignored cache folder."""

import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from clients.answers import Client

HERE = Path(__file__).resolve().parents[1]
CACHE = HERE.parents[1] / ".cache" / "clients"

FREETDS_PACKAGES = ["freetds-bin", "libsybdb5", "libodbc2", "freetds-common"]
ODBC_PACKAGES = {
    "libltdl.so.7": ["libltdl7"],
    "libgssapi_krb5.so.2": ["libgssapi-krb5-2", "libkrb5-3", "libk5crypto3", "libkrb5support0"],
}
"""What Microsoft's ODBC driver loads beyond its own files, and Debian's packages of it."""


class Missing(Exception):
    """A client that this machine has no means to run; says what it lacks."""


def freetds(folder: Path) -> Client:
    """tsql of the machine, or of Debian's package unpacked in the cache."""
    from clients.tsql import FreeTds

    program = shutil.which("tsql")
    if program:
        return FreeTds(program, {}, folder)
    root = _debian(FREETDS_PACKAGES)
    return FreeTds(str(root / "usr" / "bin" / "tsql"), _library_path(root), folder)


def tedious(folder: Path) -> Client:
    """tedious, installed by npm into the cache."""
    from clients.tedious import Tedious

    for program in ("node", "npm"):
        if not shutil.which(program):
            raise Missing(f"{program} is not installed")
    return Tedious(_npm())


def python_tds(folder: Path) -> Client:
    """python-tds, of this Python environment."""
    from clients.python_tds import PythonTds

    return PythonTds()


def pymssql(folder: Path) -> Client:
    """pymssql, of this Python environment."""
    from clients.pymssql_client import Pymssql

    return Pymssql()


def mssql_python(folder: Path) -> Client:
    """mssql-python, of this Python environment, with the libraries that its driver loads."""
    absent = [library for library in ODBC_PACKAGES if not _loads(library)]
    if absent:
        if "STRANDLINE_LIBRARIES" in os.environ:
            raise Missing(f"{', '.join(absent)} does not load")
        root = _debian([package for library in absent for package in ODBC_PACKAGES[library]])
        # The loader reads its path once, when a process starts.
        environment = {**os.environ, **_library_path(root), "STRANDLINE_LIBRARIES": str(root)}
        os.execve(sys.executable, [sys.executable, "-m", "clients", *sys.argv[1:]], environment)
    from clients.mssql_python_client import MssqlPython

    return MssqlPython()


CLIENTS: dict[str, Callable[[Path], Client]] = {
    "FreeTDS": freetds,
    "tedious": tedious,
    "python-tds": python_tds,
    "pymssql": pymssql,
    "mssql-python": mssql_python,
}
"""Every client but Microsoft's for Java by its name, and how to get it."""


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _library_path(root: Path) -> dict[str, str]:
    folders = [str(folder) for folder in sorted((root / "usr" / "lib").glob("*-linux-gnu"))]
    inherited = os.environ.get("LD_LIBRARY_PATH")
    return {"LD_LIBRARY_PATH": ":".join([*folders, *([inherited] if inherited else [])])}


def _debian(packages: list[str]) -> Path:
    """Debian packages unpacked in the cache, which needs no root."""
    if not shutil.which("apt-get") or not shutil.which("dpkg"):
        raise Missing(f"install {', '.join(packages)}: there is no apt-get here to fetch them")
    name = hashlib.sha256(" ".join(packages).encode()).hexdigest()[:16]
    root = CACHE / "debian" / name
    if not (root / "complete").exists():
        draft = root.with_name(f"{name}.{os.getpid()}")
        draft.mkdir(parents=True)
        # As root, apt would warn that its sandbox user cannot write here.
        download = ["apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download", *packages]
        if subprocess.run(download, cwd=draft, stdout=sys.stderr).returncode:
            # A machine that has never updated its lists knows no package; only root may.
            subprocess.run(["apt-get", "-qq", "update"], check=True, stdout=sys.stderr)
            subprocess.run(download, cwd=draft, check=True, stdout=sys.stderr)
        for package in sorted(draft.glob("*.deb")):
            subprocess.run(["dpkg", "-x", package, draft], check=True)
        (draft / "complete").touch()
        _publish(draft, root)
    return root


def _npm() -> Path:
    """The folder of the packages that package-lock.json names."""
    lock = (HERE / "package-lock.json").read_bytes()
    name = hashlib.sha256(lock).hexdigest()[:16]
    folder = CACHE / "npm" / name
    if not (folder / "complete").exists():
        draft = folder.with_name(f"{name}.{os.getpid()}")
        draft.mkdir(parents=True)
        for file in ("package.json", "package-lock.json"):
            shutil.copy(HERE / file, draft / file)
        install = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        subprocess.run(install, cwd=draft, check=True, stdout=sys.stderr)
        (draft / "complete").touch()
        _publish(draft, folder)
    return folder / "node_modules"


def _publish(draft: Path, folder: Path) -> None:
    """Gives a complete folder its name; of two processes at once, one wins."""
    try:
        draft.rename(folder)
    except OSError:
        shutil.rmtree(draft)
