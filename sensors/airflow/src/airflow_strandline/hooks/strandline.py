"""The connection to a source and its tables."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from airflow.sdk import BaseHook

from airflow_strandline.errors import airflow_error
from airflow_strandline.verdicts import read_verdict

if TYPE_CHECKING:
    from airflow.sdk import Connection
    from strandline import Engine, Stream, Verdict

TEST_SECONDS = 10.0
DEFAULT_PORT = 1433
CONTROL = "strandline_control"


@dataclass(frozen=True)
class Storage:
    """Where the verdicts are, and what it takes to read them."""

    control: str
    options: dict[str, str]

    def verdict(self, table: str) -> Verdict:
        """The published verdict of a table, without a time before the first. Blocks on storage."""
        return read_verdict(self.control, table, self.options)

    def __repr__(self) -> str:
        # The options may hold the storage's keys.
        return f"Storage(control={self.control!r})"


def extra_of(connection: Connection) -> dict[str, Any]:
    """The connection's extra.

    :raises ValueError: it is no JSON object, which Airflow itself would log and go on without
    """
    given = (connection.extra or "").strip() or "{}"
    _object(given, f"connection {connection.conn_id}: its extra is")
    # Airflow's own reading masks its secrets in logs.
    return connection.extra_dejson


def _object(given: Any, what: str) -> dict[str, Any]:
    # Of a connection that is a URI, objects are texts.
    try:
        found = json.loads(given) if isinstance(given, str) else given
    except ValueError:
        found = None
    if not isinstance(found, dict):
        # Without what was given: it may hold secrets.
        raise ValueError(f"{what} no JSON object")
    return found


def _options(connection: Connection, name: str) -> dict[str, Any]:
    what = f"connection {connection.conn_id}: its {name} are"
    return dict(_object(extra_of(connection).get(name) or {}, what))


def storage_of(connection: Connection | None, control: str | None) -> Storage:
    """The control table a task names, else the connection's; with the connection's storage options.

    :raises ValueError: neither says where it is
    """
    extra = extra_of(connection) if connection is not None else {}
    options = _options(connection, "storage_options") if connection is not None else {}
    place = control or extra.get("control") or _below(extra.get("warehouse"))
    if not place:
        raise ValueError(
            "where the control table is, is not known: give the task control, or the connection"
            " control or warehouse"
        )
    return Storage(str(place), options)


def _below(warehouse: str | None) -> str | None:
    return f"{warehouse.rstrip('/')}/{CONTROL}" if warehouse else None


def source_options(connection: Connection) -> dict[str, Any]:
    """Options of a stream that the connection decides, by their JSON names.

    :raises ValueError: the connection names no server
    """
    from strandline import Options

    extra = extra_of(connection)
    chosen = _options(connection, "options")
    foreign = sorted(chosen.keys() - Options.__annotations__.keys())
    if foreign:
        raise ValueError(f"connection {connection.conn_id}: no options: {', '.join(foreign)}")
    chosen["url"] = extra.get("url") or _url(connection)
    named = {
        "user": connection.login,
        "password": connection.password,
        "warehouse": extra.get("warehouse"),
        "control": extra.get("control"),
    }
    return chosen | {name: value for name, value in named.items() if value}


def _url(connection: Connection) -> str:
    if not connection.host:
        raise ValueError(f"connection {connection.conn_id} names no host and no url")
    database = f";databaseName={_braced(connection.schema)}" if connection.schema else ""
    # The host is braced by nobody: a semicolon in it would begin another property.
    if any(character in connection.host for character in ";{}"):
        raise ValueError(f"the host of connection {connection.conn_id} holds one of ; {{ }}")
    return f"jdbc:sqlserver://{connection.host}:{connection.port or DEFAULT_PORT}{database}"


def _braced(value: str) -> str:
    return value if value.isidentifier() else "{" + value.replace("}", "}}") + "}"


class StrandlineHook(BaseHook):
    """The connection: a source, its tables, the engine and the verdicts.

    :param strandline_conn_id: a connection of type `strandline`
    :param engine_options: arguments of `strandline.Engine` such as `heap` and `java`. They are no
        part of the connection: whoever may edit connections must not choose what is executed
    """

    conn_name_attr = "strandline_conn_id"
    default_conn_name = "strandline_default"
    conn_type = "strandline"
    hook_name = "Strandline"

    def __init__(
        self,
        strandline_conn_id: str = default_conn_name,
        *,
        engine_options: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.strandline_conn_id = strandline_conn_id
        self.engine_options = dict(engine_options or {})

    def get_conn(self) -> Engine:
        """An engine with the connection's options; it starts a Java machine with its first call.

        Close it, or use it in a `with`.
        """
        from strandline import Engine

        options = source_options(self.get_connection(self.strandline_conn_id))
        return Engine(**{"progress": False, **self.engine_options, **options})

    @contextmanager
    def engine(self) -> Iterator[Engine]:
        """An engine whose errors are Airflow's: those that may pass by themselves are retried."""
        from strandline import StrandlineError

        with self.get_conn() as engine:
            try:
                yield engine
            except StrandlineError as error:
                raise airflow_error(error) from error

    @contextmanager
    def stream(self, **options: Any) -> Iterator[Stream]:
        """A stream; its options win over the connection's."""
        with self.engine() as engine:
            yield engine.stream(**options)

    def storage(self, control: str | None = None) -> Storage:
        """Where the verdicts are."""
        return storage_of(self.get_connection(self.strandline_conn_id), control)

    def verdict(self, table: str, control: str | None = None) -> Verdict:
        """The published verdict of a table, or of `group:<name>`; no Java machine is started."""
        return self.storage(control).verdict(table)

    def test_connection(self) -> tuple[bool, str]:
        """Whether the server listens and the control table, if one is named, can be read.

        The login is not tried: it would take a Java machine in Airflow's own server. The
        command `strandline doctor` examines all of it.
        """
        try:
            connection = self.get_connection(self.strandline_conn_id)
            told = [*_listening(connection), *_readable(connection)]
        except Exception as failure:
            return False, f"{type(failure).__name__}: {failure}"
        if not told:
            return False, "the connection names neither a server nor a warehouse"
        return True, "; ".join(told)


def _listening(connection: Connection) -> list[str]:
    if extra_of(connection).get("url"):
        return ["the server of the URL is not asked"]
    if not connection.host:
        return []
    address = (connection.host.split("\\")[0], connection.port or DEFAULT_PORT)
    with socket.create_connection(address, timeout=TEST_SECONDS):
        return [f"{address[0]}:{address[1]} listens (the login was not tried)"]


def _readable(connection: Connection) -> list[str]:
    extra = extra_of(connection)
    if not (extra.get("control") or extra.get("warehouse")):
        return []
    storage = storage_of(connection, None)
    storage.verdict("any")
    return [f"{storage.control} can be read"]
