"""The package where lives cross: forks, signals, other threads, gateways that come and go."""

import errno
import os
import pickle
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from children import JARS, Child, environment, is_running
from commandline import wait_until
from silent import SilentServer

from strandline import Engine, EngineDiedError, EngineStartError, InvalidOptionsError
from strandline._java import GATEWAY, Settings, command

BEGIN = (
    "import gc, json, os, signal, sys, threading, time, warnings, strandline\n"
    "from strandline import _gateway\n"
    "warnings.simplefilter('ignore', DeprecationWarning)\n"
    "def tell(value):\n"
    "    print(json.dumps(value), flush=True)\n"
)

HANG = (
    "def hang(engine, port):\n"
    "    try:\n"
    "        engine.stream(url=f'jdbc:sqlserver://127.0.0.1:{port};databaseName=d', user='reader',"
    " password='p', capture_instance='dbo_o', target='/nowhere/o', login_timeout='PT5M',"
    " source_retries=0).ingest()\n"
    "    except strandline.StrandlineError as error:\n"
    "        tell(type(error).__name__)\n"
    "engine = strandline.Engine()\n"
    "call = threading.Thread(target=hang, args=(engine, sys.argv[1]), daemon=True)\n"
)


def test_closing_in_a_forked_process_cancels_nothing_of_the_parents() -> None:
    script = (
        BEGIN
        + HANG
        + (
            "call.start()\n"
            "sys.stdin.readline()\n"
            "while not any(call._id for call in engine._calls):\n"
            "    time.sleep(0.01)\n"
            "child = os.fork()\n"
            "if child == 0:\n"
            "    engine.close()\n"
            "    os._exit(0)\n"
            "tell(os.waitpid(child, 0)[1])\n"
            "sys.stdin.readline()\n"
            "engine.cancel()\n"
            "call.join()\n"
            "engine.close()\n"
        )
    )
    with SilentServer() as server, Child(script, str(server.port)) as child:
        assert server.arrived.wait(60)
        child.go_on()
        assert child.told() == 0
        assert not server.left.wait(2), "the parent's call goes on"
        child.go_on()
        assert child.told() == "CancelledError"
        assert server.left.wait(10)
        assert child.end() == (0, "")


def test_a_process_forked_during_a_start_does_not_keep_java_alive() -> None:
    script = BEGIN + (
        "engine = strandline.Engine()\n"
        "start = threading.Thread(target=engine.version)\n"
        "start.start()\n"
        "while not _gateway._processes:\n"
        "    time.sleep(0.001)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    time.sleep(100)\n"
        "    os._exit(0)\n"
        "start.join()\n"
        "tell([child, _gateway.shared.gateway.pid])\n"
        "time.sleep(100)\n"
    )
    with Child(script) as parent:
        child, java = parent.told()
        try:
            parent.process.kill()
            wait_until(lambda: not is_running(java), 5)
        finally:
            os.kill(child, signal.SIGKILL)


@pytest.mark.parametrize("ending", ["close", "cancel"])
def test_an_engine_is_ended_by_another_thread_while_java_starts(ending: str) -> None:
    script = (
        BEGIN
        + HANG
        + (
            "call.start()\n"
            "while not _gateway._processes:\n"
            "    time.sleep(0.001)\n"
            f"engine.{ending}()\n"
            "call.join()\n"
            "tell(len(_gateway.shared.users))\n"
            "engine.close()\n"
            "tell(_gateway.shared.gateway is None)\n"
        )
    )
    with SilentServer() as server, Child(script, str(server.port)) as child:
        told = child.told()
        assert told == {"close": "EngineClosedError", "cancel": "CancelledError"}[ending]
        assert child.told() == (0 if ending == "close" else 1)
        assert child.told() is True
        assert child.end() == (0, "")
        socket.create_connection(("127.0.0.1", server.port)).close()


def test_a_signal_handler_closes_an_engine_while_java_starts() -> None:
    script = BEGIN + (
        "engine = strandline.Engine()\n"
        "def end(*_):\n"
        "    engine.close()\n"
        "    sys.exit(3)\n"
        "signal.signal(signal.SIGTERM, end)\n"
        "def send():\n"
        "    while not _gateway._processes:\n"
        "        time.sleep(0.001)\n"
        "    (java,) = _gateway._processes\n"
        "    tell(java.pid)\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "threading.Thread(target=send, daemon=True).start()\n"
        "engine.version()\n"
    )
    with Child(script) as child:
        java = child.told()
        assert child.process.wait(20) == 3
        wait_until(lambda: not is_running(java), 5)


@contextmanager
def shared_gateway(file: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A gateway that many share."""
    line = [*command(Settings(jars=str(JARS)), GATEWAY), "--shared", "--connection-file", str(file)]
    with subprocess.Popen(line, stdin=subprocess.DEVNULL) as process:
        try:
            wait_until(file.exists, 60)
            yield process
        finally:
            process.terminate()
            process.wait(30)


def test_a_shared_gateway_that_was_started_again_is_found_again(tmp_path: Path) -> None:
    file = tmp_path / "connection.json"
    with shared_gateway(file):
        engine = Engine(connection_file=file)
        engine.version()
    with pytest.raises(EngineDiedError, match="shared gateway"):
        engine.version()
    with pytest.raises(EngineStartError, match=r"connection\.json"):
        engine.version()
    with shared_gateway(file), engine:
        assert engine.version().protocol == 1


def test_a_forked_process_leaves_its_parents_connections_alone(tmp_path: Path) -> None:
    file = tmp_path / "connection.json"
    script = BEGIN + (
        "engine = strandline.Engine(connection_file=sys.argv[1])\n"
        "engine.version()\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    engine.version()\n"
        "    gc.collect()\n"
        "    engine.close()\n"
        "    os._exit(0)\n"
        "tell([os.waitpid(child, 0)[1], engine.version().protocol])\n"
        "engine.close()\n"
    )
    with shared_gateway(file), Child(script, str(file)) as child:
        assert child.told() == [0, 1]
        assert child.end() == (0, "")


FILL = (
    "import resource\n"
    "_, most = resource.getrlimit(resource.RLIMIT_NOFILE)\n"
    "resource.setrlimit(resource.RLIMIT_NOFILE, (128, most))\n"
    "held = []\n"
    "def fill():\n"
    "    try:\n"
    "        while True:\n"
    "            held.append(os.open('/dev/null', os.O_RDONLY))\n"
    "    except OSError:\n"
    "        pass\n"
    "def free():\n"
    "    while held:\n"
    "        os.close(held.pop())\n"
    "def refused():\n"
    "    try:\n"
    "        engine.version()\n"
    "    except strandline.StrandlineError as error:\n"
    "        return [type(error).__name__, error.retryable, str(error)]\n"
)


def verify_lack(told: list[object]) -> None:
    kind, retryable, said = told
    assert (kind, retryable) == ("EngineUnreachableError", True)
    assert os.strerror(errno.EMFILE) in str(said)
    assert "ulimit -n" in str(said)


def test_a_process_without_a_file_left_ends_no_java() -> None:
    script = (
        BEGIN
        + FILL
        + (
            "engine = strandline.Engine()\n"
            "fill()\n"
            "tell(refused())\n"
            "free()\n"
            "engine.version()\n"
            "gateway = _gateway.shared.gateway\n"
            "connection = gateway._wire._free.pop()\n"
            "fill()\n"
            "start = time.monotonic()\n"
            "tell(refused())\n"
            "assert time.monotonic() - start < 0.9, 'nobody waited for a process to end'\n"
            "free()\n"
            "engine.version()\n"
            "tell(_gateway.shared.gateway is gateway and gateway.is_alive)\n"
            "gateway._wire._free.append(connection)\n"
            "engine.close()\n"
        )
    )
    with Child(script) as child:
        verify_lack(child.told())
        verify_lack(child.told())
        assert child.told() is True
        assert child.end() == (0, "")


def test_a_process_without_a_file_left_does_not_give_up_a_shared_gateway(tmp_path: Path) -> None:
    file = tmp_path / "connection.json"
    script = (
        BEGIN
        + FILL
        + (
            "engine = strandline.Engine(connection_file=sys.argv[1])\n"
            "fill()\n"
            "tell(refused())\n"
            "free()\n"
            "engine.version()\n"
            "wire = engine._attached._wire\n"
            "connection = wire._free.pop()\n"
            "fill()\n"
            "tell(refused())\n"
            "free()\n"
            "engine.version()\n"
            "tell(engine._attached._wire is wire)\n"
            "wire._free.append(connection)\n"
            "engine.close()\n"
        )
    )
    with shared_gateway(file), Child(script, str(file)) as child:
        verify_lack(child.told())
        verify_lack(child.told())
        assert child.told() is True
        assert child.end() == (0, "")


def test_a_connection_file_that_others_may_write_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "connection.json"
    file.write_text(
        '{"strandline":"connection","format":1,"port":1,"pid":1,"version":"x","token":"t"}', "utf-8"
    )
    file.chmod(0o622)
    with (
        Engine(connection_file=file) as engine,
        pytest.raises(EngineStartError, match="others may write"),
    ):
        engine.version()


def test_an_engine_that_was_dropped_does_not_bind_the_next_one() -> None:
    script = BEGIN + (
        "engine = strandline.Engine()\n"
        "engine.version()\n"
        "first = _gateway.shared.gateway.pid\n"
        "del engine\n"
        "gc.collect()\n"
        "with strandline.Engine(heap='512m') as other:\n"
        "    other.version()\n"
        "    tell([first, _gateway.shared.gateway.pid])\n"
    )
    with Child(script) as child:
        first, second = child.told()
        assert first != second
        assert not is_running(first)
        assert child.end() == (0, "")


@pytest.mark.parametrize("locale", [{"LC_ALL": "C"}, {"LC_ALL": "", "LANG": "POSIX"}])
def test_java_names_the_files_that_python_names(tmp_path: Path, locale: dict[str, str]) -> None:
    folder = tmp_path / "\u00e9t\u00e9"
    folder.mkdir()
    script = BEGIN + (
        "with strandline.Engine() as engine:\n"
        "    tell(engine.verdict('orders', warehouse=sys.argv[1]).table)\n"
    )
    more = {**locale, "TMPDIR": str(folder), "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "1"}
    with Child(script, str(folder), **more) as child:
        assert child.told() == "orders"
        assert child.end() == (0, "")


def test_engines_do_not_travel() -> None:
    with Engine(warehouse="/lake") as engine:
        for what in (engine, engine.stream(target="/lake/orders")):
            with pytest.raises(TypeError, match="make them there"):
                pickle.dumps(what)


def test_a_temporary_folder_that_cannot_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", "/nowhere/at/all")
    with (
        Engine(jars=JARS) as engine,
        pytest.raises(EngineStartError, match="temporary folder") as raised,
    ):
        engine.version()
    assert "TMPDIR" in raised.value.remedy


def test_options_of_java_are_a_list() -> None:
    with pytest.raises(InvalidOptionsError, match="java_options"):
        Engine(java_options="-Xss1m")


def test_a_program_that_is_no_java_ends_the_command_line_with_a_line(tmp_path: Path) -> None:
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_bytes(b"\0\1\2")
    java.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-m", "strandline", "--version"],
        env=environment(JAVA_HOME=str(tmp_path)),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert os.strerror(errno.ENOEXEC) in done.stderr
    assert len(done.stderr.splitlines()) == 1
