"""An ingest into tables on a server of the S3 protocol, read back by delta-rs over the network."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pyarrow.compute as pc
import pytest
from commandline import Document, Finished, Running, instant
from deltalake import DeltaTable
from labs import Lab
from objects import SECRET, ObjectServer


@dataclass
class Remote:
    """Tables that calls of the product have made on a server."""

    server: ObjectServer
    documents: list[Document]
    verdict: Document
    refusal: Finished

    def table(self, name: str) -> DeltaTable:
        uri = self.server.uri(f"lake/{name}")
        return DeltaTable(uri, storage_options=self.server.storage_options)


@pytest.fixture(scope="module")
def remote(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Remote]:
    """Two calls that catch up, the verdict, and a call without S3 on its class path."""
    folder = tmp_path_factory.mktemp("objects")
    lab = Lab(folder, "--workload", "flights", "--seed", "3", "--speed", "3000")
    with lab.running, ObjectServer(folder) as server:
        lab.await_start()
        ingest = [
            *["ingest", "--all", "--json", "--url", lab.url, "--user", "reader"],
            *["--password-file", str(lab.reader_file), "--capture-instance", "dbo_flights"],
            *["--target", server.uri("lake/flights")],
        ]

        def call(name: str, *arguments: str, s3: bool = True) -> Finished:
            environment = dict(server.environment)
            if not s3:
                environment["STRANDLINE_CLASSPATH"] = ""
            with Running(folder / name, *arguments, environment=environment) as running:
                return running.finish()

        finished = [call("first", *ingest), call("second", *ingest)]
        control = ["--control", server.uri("lake/strandline_control"), "--table", "flights"]
        verdict = call("verdict", "verdict", "--json", *control)
        refusal = call("refusal", *ingest, s3=False)
        for one in [*finished, verdict, refusal]:
            assert SECRET not in one.out + one.err
        documents = [one.document() for one in finished]
        yield Remote(server, documents, verdict.document(), refusal)


def test_every_row_of_every_batch_is_there_once(remote: Remote) -> None:
    batches = [batch for document in remote.documents for batch in document["batches"]]
    rows = remote.table("flights").to_pyarrow_table()

    assert batches
    assert rows.num_rows == sum(batch["facts"]["rows"] for batch in batches)
    assert set(pc.unique(rows["_batch_id"]).to_pylist()) <= {b["batch_id"] for b in batches}


def test_facts_have_one_row_a_batch(remote: Remote) -> None:
    facts = remote.table("strandline_facts").to_pyarrow_table()
    ids = sorted(facts.filter(pc.is_null(facts["event"]))["batch_id"].to_pylist())

    assert ids == [b["batch_id"] for document in remote.documents for b in document["batches"]]


def test_the_verdict_is_the_last_report_s(remote: Remote) -> None:
    (row,) = remote.table("strandline_control").to_pyarrow_table().to_pylist()
    published: datetime = row["finalized_until"]

    assert row["table_name"] == "flights"
    assert published == instant(remote.documents[-1]["finalized_until"])
    assert remote.verdict["finalized_until"] == remote.documents[-1]["finalized_until"]


def test_without_the_file_system_the_error_names_what_to_add(remote: Remote) -> None:
    assert remote.refusal.code != 0
    answer = remote.refusal.out + remote.refusal.err
    assert "INVALID_OPTIONS" in answer
    assert "org.apache.hadoop:hadoop-aws:3.4.2" in answer


def test_the_files_lie_where_the_uri_says(remote: Remote) -> None:
    assert remote.table("flights").file_uris()[0].startswith(remote.server.uri("lake/flights/"))
    assert Path("s3:").exists() is False
