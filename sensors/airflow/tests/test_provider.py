"""The provider as Airflow finds it."""

import json
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode

import pytest
from controls import at, publish


def test_airflow_finds_the_provider_and_its_connection_type() -> None:
    from airflow.providers_manager import ProvidersManager

    manager = ProvidersManager()
    assert "airflow-provider-strandline" in manager.providers
    hook = manager.hooks["strandline"]
    assert hook is not None
    assert hook.hook_class_name == "airflow_strandline.hooks.strandline.StrandlineHook"
    assert hook.connection_id_attribute_name == "strandline_conn_id"


def test_the_provider_info_fits_airflows_schema() -> None:
    import airflow
    import jsonschema

    from airflow_strandline.get_provider_info import get_provider_info

    schema = Path(airflow.__file__).with_name("provider_info.schema.json")
    jsonschema.validate(get_provider_info(), json.loads(schema.read_text("utf-8")))


def test_every_module_it_names_is_there() -> None:
    from importlib import import_module

    from airflow_strandline.get_provider_info import get_provider_info

    info = get_provider_info()
    kinds = ("hooks", "operators", "sensors", "triggers")
    names = [name for kind in kinds for part in info[kind] for name in part["python-modules"]]
    assert len(names) == 5
    for name in names:
        assert import_module(name).__doc__


def test_the_form_comes_from_the_provider_info() -> None:
    from airflow.api_fastapi.core_api.services.ui.connections import HookMetaService

    (form,) = [
        meta for meta in HookMetaService.hook_meta_data() if meta.connection_type == "strandline"
    ]
    assert form.extra_fields is not None
    assert set(form.extra_fields) == {"url", "warehouse", "control"}
    assert form.standard_fields is not None
    assert form.standard_fields.url_schema is not None
    assert form.standard_fields.url_schema.title == "Database"


def test_an_import_of_the_provider_info_imports_nothing_else() -> None:
    code = (
        "import sys; import airflow_strandline.get_provider_info;"
        "print([m for m in sys.modules if m.split('.')[0] in ('airflow', 'deltalake', 'py4j')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def connection(monkeypatch: pytest.MonkeyPatch, **fields: object) -> None:
    from airflow.sdk.execution_time.cache import SecretCache

    SecretCache.reset()
    document = {"conn_type": "strandline", **fields}
    monkeypatch.setenv("AIRFLOW_CONN_STRANDLINE_DEFAULT", json.dumps(document))


def test_options_of_a_stream_come_from_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    from airflow_strandline.hooks.strandline import StrandlineHook

    connection(
        monkeypatch,
        host="sql1",
        schema="my sales",
        login="reader",
        password="s3cret",
        extra={"warehouse": "/lake", "options": {"source_time_zone": "UTC", "granularity": "day"}},
    )
    with StrandlineHook().stream(target="/lake/a", granularity="hour") as stream:
        options = dict(stream.options())
    secrets = [options.pop(name).reveal() for name in ("url", "password")]
    assert secrets == ["jdbc:sqlserver://sql1:1433;databaseName={my sales}", "s3cret"]
    assert options == {
        "user": "reader",
        "warehouse": "/lake",
        "source_time_zone": "UTC",
        "granularity": "hour",
        "target": "/lake/a",
    }


def test_a_connection_may_be_a_uri_whose_objects_are_texts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from airflow.sdk.execution_time.cache import SecretCache

    from airflow_strandline.hooks.strandline import StrandlineHook

    SecretCache.reset()
    extra = {
        "warehouse": "s3://lake/Åre 100%",
        "options": '{"granularity": "day"}',
        "storage_options": '{"AWS_REGION": "eu-north-1"}',
    }
    uri = f"strandline://l%C3%A4sare:p%40ss%3B%7D@sql1:1435/my%20sales?{urlencode(extra)}"
    monkeypatch.setenv("AIRFLOW_CONN_STRANDLINE_DEFAULT", uri)
    with StrandlineHook().stream(target="/lake/a") as stream:
        options = dict(stream.options())
    secrets = [options.pop(name).reveal() for name in ("url", "password")]
    assert secrets == ["jdbc:sqlserver://sql1:1435;databaseName={my sales}", "p@ss;}"]
    assert options == {
        "user": "läsare",
        "warehouse": "s3://lake/Åre 100%",
        "granularity": "day",
        "target": "/lake/a",
    }
    storage = StrandlineHook().storage()
    assert storage.control == "s3://lake/Åre 100%/strandline_control"
    assert storage.options == {"AWS_REGION": "eu-north-1"}


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ('{"options": {"granularity": "day"}, "control": "/k3y"', "its extra is no JSON object"),
        ('["k3y"]', "its extra is no JSON object"),
        ('{"control": "/k3y", "options": "day"}', "its options are no JSON object"),
        ('{"control": "/k3y", "options": ["day"]}', "its options are no JSON object"),
        ('{"control": "/k3y", "storage_options": 1}', "its storage_options are no JSON object"),
    ],
)
def test_extras_that_cannot_be_read_are_not_left_out(
    monkeypatch: pytest.MonkeyPatch, extra: str, message: str
) -> None:
    """Airflow logs them and goes on without."""
    from airflow_strandline.hooks.strandline import StrandlineHook
    from airflow_strandline.lineage import source_of

    connection(monkeypatch, host="sql1", extra=extra)
    hook = StrandlineHook()

    def everything() -> None:
        source_of(hook.get_connection("strandline_default"))
        hook.storage("/control")
        hook.get_conn()

    with pytest.raises(ValueError, match=message) as raised:
        everything()
    assert "k3y" not in str(raised.value)


def test_a_host_cannot_smuggle_a_property_into_the_url(monkeypatch: pytest.MonkeyPatch) -> None:
    from airflow_strandline.hooks.strandline import StrandlineHook

    connection(monkeypatch, host="sql1;encrypt=false")
    with pytest.raises(ValueError, match="holds one of"):
        StrandlineHook().get_conn()


def test_the_control_table_of_a_task_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    from airflow_strandline.hooks.strandline import StrandlineHook

    connection(monkeypatch, extra={"warehouse": "s3://lake/", "storage_options": {"KEY": "k3y"}})
    storage = StrandlineHook().storage()
    assert storage.control == "s3://lake/strandline_control"
    assert "k3y" not in repr(storage)
    assert StrandlineHook().storage("/other/control").control == "/other/control"
    connection(monkeypatch)
    with pytest.raises(ValueError, match="control or warehouse"):
        StrandlineHook().storage()


def test_a_connection_is_tested_without_its_login(
    monkeypatch: pytest.MonkeyPatch, control: Path
) -> None:
    import socket

    from airflow_strandline.hooks.strandline import StrandlineHook

    publish(control, at(3))
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        extra = {"warehouse": str(control.parent)}
        connection(monkeypatch, host="127.0.0.1", port=port, password="s3cret", extra=extra)
        ok, message = StrandlineHook().test_connection()
    assert (ok, "listens" in message, "can be read" in message) == (True, True, True)
    connection(monkeypatch, host="127.0.0.1", port=port, password="s3cret")
    ok, message = StrandlineHook().test_connection()
    assert not ok
    assert "refused" in message
    assert "s3cret" not in message
    connection(monkeypatch)
    assert StrandlineHook().test_connection()[0] is False


def test_a_connection_cannot_choose_what_is_executed(monkeypatch: pytest.MonkeyPatch) -> None:
    from strandline import InvalidOptionsError

    from airflow_strandline.hooks.strandline import StrandlineHook

    connection(monkeypatch, host="sql1", extra={"options": {"java": "/tmp/evil"}})
    with pytest.raises((InvalidOptionsError, TypeError, ValueError)):
        StrandlineHook().get_conn()
