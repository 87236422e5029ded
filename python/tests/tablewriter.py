"""Commits of the product to bronze tables of any columns, without a source."""

import json
import subprocess
from pathlib import Path

from commandline import ROOT, Document

CHECKS = ROOT / "lab" / "checks" / "target"

Column = tuple[str, str] | tuple[str, str, int, int]
"""A column's name and kind; of a decimal also precision and scale."""

ID_AND_NAME: list[Column] = [("id", "INT"), ("name", "STRING")]

ROWS = 4


class TableWriter:
    """A process that commits one batch for each request; row i of batch b is number 100 b + i."""

    def __init__(self, folder: Path) -> None:
        path = (CHECKS / "classpath.txt").read_text("utf-8").strip()
        test_jar = tests_of_the_kernel(path)
        class_path = f"{CHECKS / 'test-classes'}:{CHECKS / 'classes'}:{test_jar}:{path}"
        options = ["-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
        with (folder / "tablewriter.err").open("wb") as err:
            self._process = subprocess.Popen(
                ["java", *options, "-cp", class_path, "io.strandline.checks.tables.TableWriter"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=err,
                text=True,
                encoding="utf-8",
            )

    def __enter__(self) -> "TableWriter":
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(60)
        self._process.stdout.close()

    def ask(
        self, table: Path, columns: list[Column], *, rows: int = ROWS, snapshot: bool = False
    ) -> Document:
        """Asks for a batch and returns the answer, which may be an error."""
        assert self._process.stdin is not None and self._process.stdout is not None
        request = {"table": str(table), "columns": columns, "rows": rows, "snapshot": snapshot}
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert isinstance(answer, dict)
        return answer

    def commit(self, table: Path, columns: list[Column], *, snapshot: bool = False) -> int:
        """Commits a batch and returns the table's new version."""
        answer = self.ask(table, columns, snapshot=snapshot)
        assert answer["outcome"] == "committed", answer
        return int(answer["version"])


def tests_of_the_kernel(class_path: str) -> Path:
    """What the kernel's tests share, beside the kernel's own classes on the class path."""
    (jar,) = (Path(entry) for entry in class_path.split(":") if "strandline-kernel-core" in entry)
    return jar.with_name(jar.name.replace(".jar", "-tests.jar"))
