"""Javas that are not there, too old, or no Java at all."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from commandline import wait_until

from strandline import (
    Engine,
    EngineStartError,
    InvalidOptionsError,
    JavaNotFoundError,
    JavaVersionError,
)
from strandline._archive import Archive


@pytest.fixture(autouse=True)
def jars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with something like a jar, and a cache of its own."""
    folder = tmp_path / "jars"
    folder.mkdir()
    (folder / "some.jar").touch()
    monkeypatch.setenv("STRANDLINE_JARS", str(folder))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def script(folder: Path, text: str) -> str:
    """A program to take for `java`."""
    file = folder / "bin" / "java"
    file.parent.mkdir()
    file.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    file.chmod(0o755)
    return str(file)


def test_no_java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with Engine() as engine, pytest.raises(JavaNotFoundError, match="PATH") as raised:
        engine.version()
    assert "17" in raised.value.remedy


def test_a_java_that_is_not_where_it_was_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Engine(java=str(tmp_path / "java")) as engine, pytest.raises(JavaNotFoundError):
        engine.version()
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with Engine() as engine, pytest.raises(JavaNotFoundError, match="JAVA_HOME"):
        engine.version()


def test_the_argument_wins_over_java_home_and_that_over_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("argument", "home", "path"):
        (tmp_path / name).mkdir()
        script(tmp_path / name, f"echo i am {name}; exit 1")
    monkeypatch.setenv("PATH", f"{tmp_path / 'path' / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with Engine() as engine, pytest.raises(EngineStartError, match="i am path"):
        engine.version()
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "home"))
    with Engine() as engine, pytest.raises(EngineStartError, match="i am home"):
        engine.version()
    given = str(tmp_path / "argument" / "bin" / "java")
    with Engine(java=given) as engine, pytest.raises(EngineStartError, match="i am argument"):
        engine.version()


@pytest.mark.parametrize(
    ("version", "feature"),
    [('openjdk version "11.0.22" 2024-01-16', 11), ('java version "1.8.0_392"', 8)],
)
def test_an_old_java(tmp_path: Path, version: str, feature: int) -> None:
    old = script(tmp_path, f"echo '{version}' >&2; [ \"$1\" = -version ] || exit 1")
    with Engine(java=old) as engine, pytest.raises(JavaVersionError, match=f"Java {feature}"):
        engine.version()


def test_a_java_that_ends_shows_its_last_lines(tmp_path: Path) -> None:
    java = script(tmp_path, "for i in $(seq 60); do echo line $i; done; exit 3")
    with (
        Engine(java=java) as engine,
        pytest.raises(EngineStartError, match="exit code 3") as raised,
    ):
        engine.version()
    assert raised.value.output == tuple(f"line {number}" for number in range(11, 61))


def test_a_java_that_ends_well_does_not_serve_either(tmp_path: Path) -> None:
    with (
        Engine(java=script(tmp_path, "exit 0")) as engine,
        pytest.raises(EngineStartError, match="exit code 0"),
    ):
        engine.version()


def test_a_java_that_hangs_is_ended_at_the_deadline(tmp_path: Path) -> None:
    java = script(tmp_path, f"echo $$ > {tmp_path}/pid; echo waiting; exec sleep 1000")
    start = time.monotonic()
    with (
        Engine(java=java, start_timeout=1.0) as engine,
        pytest.raises(EngineStartError, match="within 1 s") as raised,
    ):
        engine.version()
    assert time.monotonic() - start < 30
    assert raised.value.output == ("waiting",)
    pid = (tmp_path / "pid").read_text("utf-8").strip()
    assert not Path(f"/proc/{pid}").exists()


@pytest.mark.parametrize("told", ["garbage", "{}", "[1]", '{"strandline":"connection","format":9}'])
def test_a_connection_file_that_is_none(tmp_path: Path, told: str) -> None:
    java = script(
        tmp_path,
        "for last; do :; done; printf %s '" + told + '\' > "$last.tmp"; mv "$last.tmp" "$last"\n'
        "exec sleep 1000",
    )
    with Engine(java=java) as engine, pytest.raises(EngineStartError, match="understood"):
        engine.version()


def test_b53_the_connection_file_is_in_a_folder_of_its_own_that_nobody_else_can_enter(
    tmp_path: Path,
) -> None:
    java = script(
        tmp_path,
        'for last; do :; done; folder=$(dirname "$last")\n'
        'stat -c %a "$folder"; echo "$folder"; ls -A "$folder" | wc -l; exit 1',
    )
    with Engine(java=java) as engine, pytest.raises(EngineStartError) as raised:
        engine.version()
    mode, folder, files = raised.value.output
    assert (mode, files) == ("700", "0")
    assert not Path(folder).exists()


def test_garbage_on_its_output_is_not_taken_for_an_answer(tmp_path: Path) -> None:
    java = script(tmp_path, "head -c 100000 /dev/urandom; exit 1")
    with Engine(java=java) as engine, pytest.raises(EngineStartError) as raised:
        engine.version()
    assert len(raised.value.output) <= 50


def test_no_jars(tmp_path: Path) -> None:
    with (
        Engine(java=script(tmp_path, "exit 0"), jars=tmp_path) as engine,
        pytest.raises(EngineStartError, match="no jars"),
    ):
        engine.version()


def test_a_shared_gateway_that_is_not_there(tmp_path: Path) -> None:
    with (
        Engine(connection_file=tmp_path / "none.json") as engine,
        pytest.raises(EngineStartError, match=r"none\.json"),
    ):
        engine.version()


def test_options_are_checked_before_java_is_started() -> None:
    with Engine(java="/nowhere") as engine:
        with pytest.raises(InvalidOptionsError, match="target"):
            engine.stream(capture_instance="dbo_orders")
        with pytest.raises(InvalidOptionsError, match="control"):
            engine.verdict("orders")


def test_archives_that_nobody_uses_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = tmp_path / "strandline"
    folder.mkdir(mode=0o700)
    made = Archive("/nowhere/bin/java", [], [])
    assert made.file() is None
    assert made._stem is not None
    (folder / f"{made._stem.name}.1.jsa").write_bytes(b"x")
    for name, age in {
        f"{made._stem.name}.1.jsa": 29 * 86_400,
        "classes-old.1.jsa": 31 * 86_400,
        "classes-draft.1.tmp": 601,
        "classes-begun.1.tmp": 1,
        "other": 31 * 86_400,
    }.items():
        file = folder / name
        file.touch()
        os.utime(file, (time.time() - age,) * 2)
    assert Archive("/nowhere/bin/java", [], []).flags()[-1].endswith(".1.jsa")
    kept = {file.name: time.time() - file.stat().st_mtime for file in folder.iterdir()}
    assert set(kept) == {f"{made._stem.name}.1.jsa", "classes-begun.1.tmp", "other"}
    assert kept[f"{made._stem.name}.1.jsa"] < 60, "it was used now"


def test_of_many_processes_one_makes_the_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made, enough = tmp_path / "made", tmp_path / "enough"
    waits = f"for i in $(seq 600); do [ -e {enough} ] || sleep 0.1; done"
    java = script(tmp_path, f"echo made >> {made}; {waits}; exit 1")
    with ThreadPoolExecutor(8) as pool:
        for archive in [Archive(java, [], []) for _ in range(8)]:
            pool.submit(archive.make)
    enough.touch()
    wait_until(lambda: not list((tmp_path / "strandline").iterdir()), 60)
    assert made.read_text("utf-8") == "made\n"


def test_an_archive_is_of_one_jdk_build_with_one_list_of_jars_and_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    java = script(tmp_path, "exit 1")
    jar, release = tmp_path / "some.jar", tmp_path / "release"
    jar.write_bytes(b"1")
    release.write_text("17.0.1", "utf-8")

    def made(options: list[str]) -> Path | None:
        return Archive(java, [str(jar)], options)._stem

    seen = [made(["-Xmx1g"])]
    assert made(["-Xmx1g"]) == seen[0]
    seen.append(made(["-Xmx2g"]))
    release.write_text("17.0.2", "utf-8")
    seen.append(made(["-Xmx1g"]))
    os.utime(jar, (1, 1))
    seen.append(made(["-Xmx1g"]))
    jar.write_bytes(b"12")
    os.utime(jar, (1, 1))
    seen.append(made(["-Xmx1g"]))
    assert len(set(seen)) == len(seen)


def test_nobody_else_can_put_an_archive_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "strandline").mkdir()
    (tmp_path / "strandline").chmod(0o777)
    foreign = Archive("/nowhere/bin/java", [], [])
    assert foreign.flags() == []
    foreign.make()
    assert list((tmp_path / "strandline").iterdir()) == []
