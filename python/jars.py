"""Puts the jars of the wheel into target/jars: what runs the product, without the lab."""

import shutil
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLASS_PATH = HERE.parent / "lab" / "checks" / "target" / "classpath.txt"
JARS = HERE / "target" / "jars"


def main() -> None:
    """Copies what has changed and removes what is not wanted any more."""
    wanted = {
        jar.name: jar
        for jar in map(Path, CLASS_PATH.read_text("utf-8").strip().split(":"))
        if not jar.name.startswith("strandline-lab-")
    }
    JARS.mkdir(parents=True, exist_ok=True)
    for old in JARS.iterdir():
        if old.name not in wanted:
            old.unlink()
    for name, jar in wanted.items():
        there = JARS / name
        # Times and sizes name the archive of loaded classes, so that they change with the jar alone.
        if not there.exists() or signature(there) != signature(jar):
            shutil.copy2(jar, there)


def signature(file: Path) -> tuple[int, int]:
    """What tells two builds of a jar apart."""
    found = file.stat()
    return found.st_size, found.st_mtime_ns


if __name__ == "__main__":
    main()
