"""Runs Python in a virtual environment that holds exactly the locked packages.

The environment lies in the ignored cache folder under the hash of the lock file and of the
interpreter, so that it is made once a lock and never changed.
"""

import hashlib
import os
import pathlib
import subprocess
import sys
import sysconfig
import venv

HERE = pathlib.Path(__file__).resolve().parent
LOCK = HERE / "requirements.lock"


def environment() -> pathlib.Path:
    """The folder of the environment for this lock and this interpreter; made if it is missing."""
    identity = LOCK.read_bytes() + sys.version.encode() + sysconfig.get_platform().encode()
    folder = HERE.parent / ".cache" / "venv" / hashlib.sha256(identity).hexdigest()[:16]
    if not (folder / "complete").exists():
        venv.create(folder, with_pip=True, clear=True)
        install = ["-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([folder / "bin" / "python", *install, "-r", str(LOCK)], check=True)
        (folder / "complete").touch()
    return folder


if __name__ == "__main__":
    python = environment() / "bin" / "python"
    os.execv(python, [str(python), *sys.argv[1:]])
