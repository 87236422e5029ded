"""The wheel, and a project that it is installed for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from commandline import ROOT

from guide import block

PROJECT = """
[project]
name = "sales"
version = "0.1.0"

[tool.dg]
directory_type = "project"

[tool.dg.project]
root_module = "sales"
"""

DEFINITIONS = """
from pathlib import Path
import dagster as dg

defs = dg.load_from_defs_folder(path_within_project=Path(__file__).parent)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", str(folder)],
        cwd=ROOT / "sensors" / "dagster",
        check=True,
        capture_output=True,
        timeout=300,
    )
    (made,) = folder.glob("dagster_strandline-*-py3-none-any.whl")
    return made


def test_the_wheel_has_the_package_its_types_and_its_entry_point(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (metadata,) = (archive.read(name).decode() for name in names if name.endswith("/METADATA"))
        (entries,) = (
            archive.read(name).decode() for name in names if name.endswith("/entry_points.txt")
        )
    modules = {name for name in names if name.startswith("dagster_strandline/")}
    sources = ROOT / "sensors" / "dagster" / "src"
    assert modules == {
        str(file.relative_to(sources))
        for file in sources.rglob("*")
        if file.suffix == ".py" or file.name == "py.typed"
    }
    assert "Requires-Dist: strandline[verdict]" in metadata
    assert "dagster_strandline = dagster_strandline" in entries


def test_dg_lists_the_component_and_checks_a_project_of_the_guides_yaml(
    wheel: Path, tmp_path: Path
) -> None:
    """By the wheel's entry point, as where pip has installed it."""
    site, project = tmp_path / "site", tmp_path / "project"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    files = {
        "pyproject.toml": PROJECT,
        "src/sales/__init__.py": "",
        "src/sales/definitions.py": DEFINITIONS,
        "src/sales/defs/__init__.py": "",
        "src/sales/defs/bronze/defs.yaml": block("yaml"),
    }
    for name, text in files.items():
        file = project / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

    def dg(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "dagster_dg_cli.cli", *arguments],
            cwd=project,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(
                    map(str, (project / "src", site, ROOT / "python" / "src"))
                ),
                "STRANDLINE_URL": "jdbc:sqlserver://localhost",
                "STRANDLINE_PASSWORD": "none",
            },
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    components = json.loads(dg("list", "components", "--json"))["items"]
    assert "dagster_strandline.StrandlineTables" in {each["key"] for each in components}
    assert "All definitions loaded successfully" in dg("check", "defs")
