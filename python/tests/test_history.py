"""Tables of many commits: each version is a prefix, and the log is readable from a checkpoint."""

import shutil
from pathlib import Path

from deltalake import DeltaTable
from deltalog import COMMIT, commits, log
from demos import Demo
from engines import Engine


def test_each_version_is_a_prefix(complete: Demo) -> None:
    expected = 0
    for version in commits(complete.bronze):
        batch = version - 1  # version 0 creates the table
        if batch >= 0:
            expected += complete.batches[batch]["facts"]["rows"]
        table = DeltaTable(complete.bronze, version=version)
        counted = sum(table.get_add_actions(flatten=True).column("num_records").to_pylist())
        assert counted == expected


def test_the_newest_version_holds_each_batch_once(complete: Demo, engine: Engine) -> None:
    rows = engine.rows("SELECT _batch_id, count(*) AS n FROM {b} GROUP BY 1", b=complete.bronze)
    assert {row["_batch_id"]: row["n"] for row in rows} == {
        batch["batch_id"]: batch["facts"]["rows"]
        for batch in complete.batches
        if batch["facts"]["rows"]
    }


def test_readable_from_a_checkpoint_alone(complete: Demo, engine: Engine, tmp_path: Path) -> None:
    """Log cleanup takes the commits below a checkpoint; readers need it then."""
    for name in ("bronze", "facts"):
        table = getattr(complete, name)
        copy = tmp_path / name
        shutil.copytree(table, copy)
        assert forget_commits_below_checkpoint(copy) >= 20
        assert everything(engine, copy) == everything(engine, table)


def everything(engine: Engine, table: Path) -> list[str]:
    """All rows, in an order of their own."""
    return sorted(str(row) for row in engine.rows("SELECT * FROM {t}", t=table))


def forget_commits_below_checkpoint(table: Path) -> int:
    """Removes what only older versions need; returns the newest checkpoint's version."""
    files = list(log(table).iterdir())
    version = max(
        int(file.name[:20]) for file in files if file.name.endswith(".checkpoint.parquet")
    )
    for file in files:
        if COMMIT.fullmatch(file.name) and int(file.stem) < version:
            file.unlink()
    return version
