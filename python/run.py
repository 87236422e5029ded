"""Runs Python in a virtual environment that holds exactly the locked packages.

The environment lies in the ignored cache folder under the hash of the lock file and of the
interpreter, so that it is made once a lock and never changed. `--lock FILE` as the first argument
takes another lock than the one beside this file.
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


def environment(lock: pathlib.Path = LOCK) -> pathlib.Path:
    """The folder of the environment for a lock and this interpreter; made if it is missing."""
    identity = lock.read_bytes() + sys.version.encode() + sysconfig.get_platform().encode()
    folder = HERE.parent / ".cache" / "venv" / hashlib.sha256(identity).hexdigest()[:16]
    if not (folder / "complete").exists():
        venv.create(folder, with_pip=True, clear=True)
        install = ["-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([folder / "bin" / "python", *install, "-r", str(lock)], check=True)
        (folder / "complete").touch()
    return folder


if __name__ == "__main__":
    arguments = sys.argv[1:]
    chosen = LOCK
    if arguments[:1] == ["--lock"]:
        chosen, arguments = pathlib.Path(arguments[1]), arguments[2:]
    programs = environment(chosen) / "bin"
    python = programs / "python"
    # Tools such as a type checker look there for the packages.
    os.environ["PATH"] = f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"
    os.execv(python, [str(python), *arguments])
