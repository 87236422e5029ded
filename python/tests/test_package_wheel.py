"""The wheel: made, small enough, installed by plain pip, and what it brings."""

import json
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from commandline import ROOT

LIMIT = 95_000_000


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT / "python",
        check=True,
        capture_output=True,
    )
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The programs of an environment into which pip has put the wheel and its dependency."""
    folder = tmp_path_factory.mktemp("installed")
    # Another environment's pip does as well, and making one takes its time.
    venv.create(folder, symlinks=True)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python")]
    install = ["install", "-q", "--disable-pip-version-check", str(wheel)]
    subprocess.run([*pip, *install], check=True)
    yield folder / "bin"


def test_the_wheel_is_small_enough_and_whole(wheel: Path) -> None:
    assert wheel.stat().st_size < LIMIT
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "strandline/py.typed" in names
    jars = [name for name in names if name.startswith("strandline/jars/")]
    assert len(jars) > 20
    assert not [name for name in names if "lab" in Path(name).name], "no part of the stand-in"


def test_the_metadata_declares_what_is_supported(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (file,) = [name for name in archive.namelist() if name.endswith("METADATA")]
    lines = archive.read(file).decode("utf-8").splitlines()
    assert "Requires-Python: >=3.10" in lines
    needed = [line for line in lines if line.startswith("Requires-Dist") and "extra" not in line]
    assert needed == ["Requires-Dist: py4j==0.10.9.9"]
    for minor in (10, 11, 12, 13):
        assert f"Classifier: Programming Language :: Python :: 3.{minor}" in lines


def test_it_runs_where_pip_has_put_it(installed: Path, tmp_path: Path) -> None:
    script = (
        "import json, strandline\n"
        "with strandline.Engine(archive=False) as engine:\n"
        "    print(json.dumps(engine.version().to_dict()))\n"
    )
    ran = subprocess.run(
        [installed / "python", "-W", "error", "-c", script],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert json.loads(ran.stdout)["protocol"] == 1
    assert ran.stderr == ""


def test_the_command_is_that_of_the_jars(installed: Path, tmp_path: Path) -> None:
    asked = ["verdict", "--json", "--control", str(tmp_path), "--table", "orders"]
    ran = subprocess.run(
        [installed / "strandline", *asked], capture_output=True, text=True, check=True
    )
    assert json.loads(ran.stdout) == {"table": "orders", "finalized_until": None}
    wrong = subprocess.run([installed / "strandline", "nothing"], capture_output=True, check=False)
    assert wrong.returncode == 2
