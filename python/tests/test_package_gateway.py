"""The package with its real Java process: its life, its threads, its secrets."""

import logging
import os
import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from children import JARS, Child, is_running, listening
from commandline import wait_until
from silent import PASSWORD, SilentServer, hanging
from spark import Spark

from strandline import (
    CancelledError,
    Engine,
    EngineDiedError,
    EngineStartError,
    InvalidOptionsError,
    _gateway,
)
from strandline._archive import Archive
from strandline._java import Settings, find_jars, find_java

GONE_SECONDS = 5


@pytest.fixture(autouse=True)
def no_process_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test begins and ends without a gateway."""
    monkeypatch.setenv("STRANDLINE_JARS", str(JARS))
    assert _gateway.shared.gateway is None
    yield
    left, _gateway.shared.gateway = _gateway.shared.gateway, None
    if left is not None:
        left.close()
        pytest.fail("the gateway was left")


def pid_of_java() -> int:
    assert _gateway.shared.gateway is not None
    return _gateway.shared.gateway.pid


def test_b56_ctrl_c_ends_the_call_on_both_sides_and_the_next_one_works() -> None:
    with Engine() as engine, SilentServer() as server:
        engine.version()
        pid = pid_of_java()
        start = time.monotonic()
        server.when_arrived(lambda: os.kill(os.getpid(), signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            hanging(engine, server.port)
        assert time.monotonic() - start < 150
        assert server.left.wait(10), "the Java process has given the call up"
        assert engine.version().protocol == 1
        assert pid_of_java() == pid
    assert not is_running(pid)


def test_cancelling_ends_the_call() -> None:
    with Engine() as engine, SilentServer() as server:
        server.when_arrived(engine.cancel)
        with pytest.raises(CancelledError):
            hanging(engine, server.port)
        assert server.left.wait(10)


def test_a_java_that_is_killed_in_a_call_is_an_error_and_the_next_call_starts_another() -> None:
    with Engine() as engine, SilentServer() as server:
        engine.version()
        pid = pid_of_java()
        server.when_arrived(lambda: os.kill(pid, signal.SIGKILL))
        with pytest.raises(EngineDiedError, match="signal 9") as raised:
            hanging(engine, server.port)
        assert raised.value.retryable
        assert server.left.wait(10)
        assert engine.version().protocol == 1
        assert pid_of_java() != pid


def test_b53_secrets_are_in_no_argument_environment_log_or_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("STRANDLINE_PASSWORD", PASSWORD)
    caplog.set_level(logging.DEBUG)
    with Engine() as engine, SilentServer() as server:
        server.when_arrived(engine.cancel)
        with pytest.raises(CancelledError) as raised:
            hanging(engine, server.port)
        gateway = _gateway.shared.gateway
        assert gateway is not None
        token = gateway._wire._parameters.auth_token  # type: ignore[attr-defined]
        process = Path(f"/proc/{gateway.pid}")
        visible = (
            process.joinpath("cmdline").read_bytes() + process.joinpath("environ").read_bytes()
        )
        said = f"{visible!r} {gateway.output} {caplog.text} {raised.value} {raised.value!r}"
    assert len(token) == 43
    assert token not in said
    assert PASSWORD not in said
    assert list(tmp_path.iterdir()) == [], "the connection file is gone, and its folder"


def test_b53_nobody_is_served_without_the_token() -> None:
    with Engine() as engine:
        engine.version()
        gateway = _gateway.shared.gateway
        assert gateway is not None
        port = gateway._wire._parameters.port  # type: ignore[attr-defined]
        for opening in (b"c\nt\ncall\ns{}\ne\n", b"A\nwrong\n", b"r\nu\njava.lang.Runtime\ne\n"):
            with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
                connection.sendall(opening)
                answer = b""
                while chunk := connection.recv(4096):
                    answer += chunk
                    if answer.startswith(b"!x"):
                        break
                assert b"response" not in answer
        assert engine.version().protocol == 1, "it goes on"


def test_b54_what_a_java_prints_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Dsome.agent=true")
    options = ["-Xlog:startuptime:stdout", "-Xlog:gc*:stdout", "-showversion"]
    with Engine(java_options=options) as engine:
        assert engine.version().protocol == 1
        assert _gateway.shared.gateway is not None
        assert any("JAVA_TOOL_OPTIONS" in line for line in _gateway.shared.gateway.output)


ENDINGS = {
    "kill": "time.sleep(100)",
    "term": "time.sleep(100)",
    "exit": "sys.exit(0)",
    "error": "raise RuntimeError('nobody catches it')",
}


def test_b51_java_ends_with_its_parent_however_that_ends(tmp_path: Path) -> None:
    script = (
        "import sys, time, json, strandline\n"
        "from strandline import _gateway\n"
        "engine = strandline.Engine()\n"
        "engine.version()\n"
        "print(json.dumps(_gateway.shared.gateway.pid), flush=True)\n"
    )
    with ExitStack() as stack:
        children = {
            name: stack.enter_context(Child(script + ending, TMPDIR=str(tmp_path)))
            for name, ending in ENDINGS.items()
        }
        pids = {name: child.told() for name, child in children.items()}
        children["kill"].process.send_signal(signal.SIGKILL)
        children["term"].process.send_signal(signal.SIGTERM)
        ended = {name: child.end() for name, child in children.items()}
        for pid in pids.values():
            wait_until(lambda pid=pid: not is_running(pid), GONE_SECONDS)  # type: ignore[misc]
    assert ended["exit"] == (0, "")
    assert ended["error"][1].count("Error") == 1, "one error, and none of Py4J at the exit"
    assert list(tmp_path.iterdir()) == []


def test_b51_cycles_of_opening_and_closing_leave_nothing(tmp_path: Path) -> None:
    """50 cycles, in two processes at once."""
    script = (
        "import json, os, strandline, threading\n"
        "from strandline import _gateway\n"
        "pids = []\n"
        "for cycle in range(25):\n"
        "    with strandline.Engine() as engine:\n"
        "        engine.version()\n"
        "        pids.append(_gateway.shared.gateway.pid)\n"
        "    if cycle == 0:\n"
        "        files = len(os.listdir('/proc/self/fd'))\n"
        "grown = len(os.listdir('/proc/self/fd')) - files\n"
        "print(json.dumps([pids, grown, threading.active_count()]), flush=True)\n"
    )
    with Child(script, TMPDIR=str(tmp_path)) as one, Child(script, TMPDIR=str(tmp_path)) as two:
        for child in (one, two):
            pids, grown, threads = child.told()
            assert len(set(pids)) == 25
            assert not [pid for pid in pids if is_running(pid)]
            assert (grown, threads) == (0, 1)
            assert child.end() == (0, "")
    assert list(tmp_path.iterdir()) == []


def test_b52_eight_gateways_at_once_next_to_pysparks(spark: Spark) -> None:
    script = (
        "import sys, json, strandline\n"
        "from strandline import _gateway\n"
        "with strandline.Engine() as engine:\n"
        "    engine.version()\n"
        "    print(json.dumps(_gateway.shared.gateway.pid), flush=True)\n"
        "    sys.stdin.readline()\n"
        "    print(json.dumps(engine.version().protocol), flush=True)\n"
    )
    with ExitStack() as stack:
        children = [stack.enter_context(Child(script)) for _ in range(8)]
        pids = [child.told() for child in children]
        assert len(set(pids)) == 8
        loopback = {"0100007F", "0000000000000000FFFF00000100007F"}
        for pid in pids:
            addresses = listening(pid)
            assert len(addresses) == 1, "and no callback server"
            assert addresses <= loopback
        assert spark.spark.range(3).count() == 3
        for child in children:
            child.go_on()
        assert [child.told() for child in children] == [1] * 8
        assert [child.end() for child in children] == [(0, "")] * 8


def test_b57_a_forked_process_has_a_gateway_of_its_own() -> None:
    script = (
        "import os, json, strandline, warnings\n"
        "from strandline import _gateway\n"
        "warnings.simplefilter('ignore', DeprecationWarning)\n"
        "engine = strandline.Engine()\n"
        "engine.version()\n"
        "parent = _gateway.shared.gateway.pid\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    engine.version()\n"
        "    mine = _gateway.shared.gateway.pid\n"
        "    engine.close()\n"
        "    os._exit(0 if mine != parent else 1)\n"
        "for _ in range(20):\n"
        "    assert engine.version().protocol == 1\n"
        "_, status = os.waitpid(child, 0)\n"
        "engine.version()\n"
        "same = _gateway.shared.gateway.pid == parent\n"
        "engine.close()\n"
        "print(json.dumps([status, same]), flush=True)\n"
    )
    with Child(script) as child:
        assert child.told() == [0, True]
        assert child.end() == (0, "")


def test_b57_eight_threads_share_one_gateway() -> None:
    with Engine() as engine, ThreadPoolExecutor(8) as pool:
        tables = [f"table{number}" for number in range(160)]
        answers = pool.map(lambda table: engine.verdict(table, control="/nowhere/c"), tables)
        assert [answer.table for answer in answers] == tables


def test_engines_share_a_process_until_the_last_is_closed() -> None:
    one, other = Engine(), Engine()
    one.version()
    pid = pid_of_java()
    assert b"-Xmx1g" in Path(f"/proc/{pid}/cmdline").read_bytes(), "the heap is bounded"
    other.version()
    assert pid_of_java() == pid
    one.close()
    assert is_running(pid)
    with Engine(heap="512m") as different, pytest.raises(InvalidOptionsError, match="settings"):
        different.version()
    other.close()
    assert not is_running(pid)


def test_a_shared_gateway_serves_many_clients(tmp_path: Path) -> None:
    file = tmp_path / "connection.json"
    script = (
        "import sys, os\n"
        "from strandline._java import GATEWAY, Settings, command\n"
        "line = [*command(Settings(), GATEWAY), '--shared', '--connection-file', sys.argv[1]]\n"
        "os.execv(line[0], line)\n"
    )
    with Child(script, str(file)) as server:
        wait_until(file.exists, 60)
        assert file.stat().st_mode & 0o777 == 0o600
        with Engine(connection_file=file) as one, Engine(connection_file=file) as other:
            assert one.version() == other.version()
            assert _gateway.shared.gateway is None
        assert server.process.poll() is None, "it is others' to end"
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(30)


def test_the_archive_of_classes_is_made_on_first_use_and_mapped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    log = tmp_path / "classes.log"
    options = (f"-Xlog:class+load:file={log}",)
    settings = Settings(options=options)
    archive = Archive(find_java(None), find_jars(None), settings.flags)
    with Engine(java_options=options) as engine:
        engine.version()
    assert "shared objects file (top)" not in log.read_text("utf-8")
    wait_until(lambda: archive.file() is not None, 120)
    with Engine(java_options=options) as engine:
        engine.version()
    mapped = log.read_text("utf-8")
    assert mapped.count("shared objects file (top)") > 100
    assert "io.strandline.gateway.GatewayMain source: shared objects file (top)" in mapped
    damaged = archive.file()
    assert damaged is not None
    whole = damaged.stat().st_size
    damaged.chmod(0o600)
    damaged.write_bytes(b"x" * whole)
    with Engine(java_options=options) as engine:
        assert engine.version().protocol == 1, "an archive that is none only costs time"


def test_a_java_that_cannot_take_its_options_says_so() -> None:
    with (
        Engine(java_options=["-XX:NoSuchOption=1"]) as engine,
        pytest.raises(EngineStartError, match="NoSuchOption"),
    ):
        engine.version()
