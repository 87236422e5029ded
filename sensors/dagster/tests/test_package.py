"""The wheel."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from commandline import ROOT


def test_the_wheel_has_the_package_its_types_and_its_entry_point(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", str(tmp_path)],
        cwd=ROOT / "sensors" / "dagster",
        check=True,
        capture_output=True,
        timeout=300,
    )
    (wheel,) = tmp_path.glob("dagster_strandline-*-py3-none-any.whl")
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
