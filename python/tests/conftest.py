"""The runs whose tables the tests read, and the engines that read them."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from commandline import Running
from demos import Demo
from engines import DeltaRs, DuckDb, Engine
from spark import Spark, session
from tablewriter import TableWriter

PAUSED_AFTER_HOURS = 5

DEMOS: dict[str, tuple[list[str], dict[str, str]]] = {
    "seed1": (["--seed", "1"], {}),
    # A zone far from UTC and from the source's: no value may depend on the reader's.
    "seed2": (["--seed", "2"], {"TZ": "Asia/Kolkata"}),
    "paused": (["--seed", "1", "--pause-capture-after", str(PAUSED_AFTER_HOURS)], {}),
}


@pytest.fixture(scope="session", autouse=True)
def _interruptible() -> Iterator[None]:
    """Ctrl-C interrupts, also where a shell that runs the tests behind itself has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def demos(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Demo]]:
    """Every run of the demo by its name."""
    base = tmp_path_factory.mktemp("demos")
    with ExitStack() as processes:
        started = {
            name: processes.enter_context(
                Running(
                    base / name,
                    *["demo", "--json", "--folder", str(base / name / "warehouse"), *arguments],
                    environment=environment,
                )
            )
            for name, (arguments, environment) in DEMOS.items()
        }
        yield {name: Demo(process.finish().document()) for name, process in started.items()}


@pytest.fixture(params=DEMOS)
def demo(demos: dict[str, Demo], request: pytest.FixtureRequest) -> Demo:
    """Each run in turn."""
    return demos[request.param]


@pytest.fixture(params=["seed1", "seed2"])
def complete(demos: dict[str, Demo], request: pytest.FixtureRequest) -> Demo:
    """Each run whose capture went on to the end."""
    return demos[request.param]


@pytest.fixture
def paused(demos: dict[str, Demo]) -> Demo:
    """The run whose capture was paused."""
    return demos["paused"]


@pytest.fixture(scope="session", params=[DeltaRs, DuckDb], ids=lambda engine: engine.name)
def engine(request: pytest.FixtureRequest) -> Engine:
    """Each engine in turn."""
    made: Engine = request.param()
    return made


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Spark]:
    """Spark, started by the first test that asks for it."""
    made = session(tmp_path_factory.mktemp("spark"))
    yield Spark(made)
    made.stop()


@pytest.fixture(scope="session")
def writer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableWriter]:
    """The product's own writer of bronze tables."""
    with TableWriter(tmp_path_factory.mktemp("writer")) as process:
        yield process
