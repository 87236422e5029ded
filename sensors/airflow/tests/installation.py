"""The provider as a user installs it: a wheel, installed where Airflow's processes find it."""

import atexit
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
ROOT = PROJECT.parents[1]
CACHE = ROOT / ".cache" / "airflow"
PYTHON_PACKAGE = ROOT / "python" / "src"


@dataclass(frozen=True)
class Installation:
    """Folders to put before the others on the path of Python."""

    paths: tuple[Path, ...]

    @property
    def pythonpath(self) -> str:
        """The value of the variable PYTHONPATH for processes."""
        return os.pathsep.join(str(path) for path in self.paths)


def install() -> Installation:
    """Builds the wheel and installs it, once for each state of the sources."""
    digest = hashlib.sha256(sys.version.encode())
    sources = [PROJECT / "pyproject.toml", PROJECT / "README.md", *PROJECT.glob("src/**/*.py")]
    for file in sorted(sources):
        digest.update(str(file.relative_to(PROJECT)).encode() + file.read_bytes())
    target = CACHE / digest.hexdigest()[:16]
    if not target.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=CACHE))
        options = ["--no-deps", "--no-build-isolation", "--no-index", "-q", "--target", str(made)]
        subprocess.run([sys.executable, "-m", "pip", "install", *options, str(PROJECT)], check=True)
        try:
            made.rename(target)
        except OSError:
            shutil.rmtree(made)  # another run was first
    return Installation((target, PYTHON_PACKAGE))


def airflow_home(installed: Installation) -> Path:
    """A temporary home of Airflow, set for this process and its children."""
    home = Path(tempfile.mkdtemp(prefix="airflow-home-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    settings = {
        "AIRFLOW_HOME": str(home),
        "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
        "AIRFLOW__CORE__DAGS_FOLDER": str(home / "dags"),
        "AIRFLOW__DATABASE__SQL_ALCHEMY_CONN": f"sqlite:///{home / 'airflow.db'}",
        "AIRFLOW__CORE__UNIT_TEST_MODE": "False",
        # Assets queue runs for Dags that are not paused.
        "AIRFLOW__CORE__DAGS_ARE_PAUSED_AT_CREATION": "False",
        "AIRFLOW__LOGGING__LOGGING_LEVEL": "INFO",
        "PYTHONPATH": installed.pythonpath,
    }
    os.environ.update(settings)
    (home / "dags").mkdir()
    return home
