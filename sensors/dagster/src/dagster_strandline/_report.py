"""Reports of calls as metadata of Dagster's events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import dagster as dg
from strandline import CatchUp, Committed, Idle, IngestReport, StrandlineError

Metadata = dict[str, dg.MetadataValue]

SHOWN_BATCHES = 20
"""The newest ones; a table of thousands would help nobody."""

FINALIZED_UNTIL = "finalized_until"


Before = Sequence[Mapping[str, dg.MetadataValue]]
"""The metadata of errors, of a run's earlier attempts that committed something."""


def metadata_of(done: CatchUp, before: Before = ()) -> Metadata:
    """What a run did: rows, offsets, verdict and lag, and a table of its last attempt's batches."""
    last = done.last
    rows, batches = (_sum(before, name) for name in ("rows", "batches"))
    report = markdown(done)
    if before:
        report += f"\n\nattempts before it, which failed: {batches} batches, {rows} rows"
    metadata: Metadata = {
        "rows": dg.MetadataValue.int(rows + done.rows),
        "batches": dg.MetadataValue.int(batches + len(done.batches)),
        "outcome": dg.MetadataValue.text(_outcome(last)),
        "table": dg.MetadataValue.text(last.table),
        "verdict_pending": dg.MetadataValue.bool(last.verdict_pending),
        "report": dg.MetadataValue.md(report),
    }
    if before:
        metadata["start_lsn"] = before[0]["start_lsn"]
    elif done.batches:
        metadata["start_lsn"] = dg.MetadataValue.text(done.batches[0].range.start)
    if done.batches:
        ingestion_lag = done.batches[-1].facts.ingestion_lag_seconds
        if ingestion_lag is not None:
            metadata["ingestion_lag_seconds"] = dg.MetadataValue.float(ingestion_lag)
    if last.offset is not None:
        metadata["end_lsn"] = dg.MetadataValue.text(last.offset.lsn)
        metadata["end_commit_ts"] = dg.MetadataValue.timestamp(last.offset.commit_ts)
    if last.finalized_until is not None:
        metadata[FINALIZED_UNTIL] = dg.MetadataValue.timestamp(last.finalized_until)
    if last.capture_lag_seconds is not None:
        metadata["capture_lag_seconds"] = dg.MetadataValue.float(last.capture_lag_seconds)
    if last.warnings:
        lines = "\n".join(f"- {_cell(warning)}" for warning in last.warnings)
        metadata["warnings"] = dg.MetadataValue.md(lines)
    return metadata


def metadata_of_error(error: StrandlineError) -> Metadata:
    """What went wrong, what to do, and what the call had committed before."""
    metadata: Metadata = {
        "code": dg.MetadataValue.text(str(error.to_dict()["code"])),
        "what_to_do": dg.MetadataValue.text(error.remedy),
        "batches": dg.MetadataValue.int(len(error.batches)),
    }
    metadata.update({name: dg.MetadataValue.text(text) for name, text in error.details.items()})
    if error.batches:
        rows = sum(batch.facts.rows or 0 for batch in error.batches)
        metadata["rows"] = dg.MetadataValue.int(rows)
        metadata["start_lsn"] = dg.MetadataValue.text(error.batches[0].range.start)
        metadata["end_lsn"] = dg.MetadataValue.text(error.batches[-1].range.end)
        metadata["report"] = dg.MetadataValue.md(_batches(error.batches))
    return metadata


def markdown(done: CatchUp) -> str:
    """A call as a Markdown table of its batches and a line on the verdict."""
    until = done.finalized_until
    verdict = f"final until **{until:%Y-%m-%d %H:%M} UTC**" if until else "no verdict yet"
    line = f"{_cell(done.last.table)}: {_outcome(done.last)}, {verdict}"
    return f"{_batches(done.batches)}\n\n{line}" if done.batches else line


def _batches(batches: Sequence[Committed]) -> str:
    lines = [
        "| batch | rows | inserts | updates | deletes | newest commit (UTC) | end LSN |",
        "|---:|---:|---:|---:|---:|---|---|",
    ]
    for batch in batches[-SHOWN_BATCHES:]:
        facts = batch.facts
        at = f"{facts.end_commit_ts:%Y-%m-%d %H:%M:%S}" if facts.end_commit_ts else ""
        lines.append(
            f"| {batch.batch_id} | {facts.rows} | {facts.inserts} | {facts.updates}"
            f" | {facts.deletes} | {at} | {batch.range.end} |"
        )
    left_out = len(batches) - SHOWN_BATCHES
    return "\n".join(lines) + (f"\n\n{left_out} earlier batches left out" if left_out > 0 else "")


def _sum(before: Before, name: str) -> int:
    values = [each[name].value for each in before]
    return sum(value for value in values if isinstance(value, int))


def _outcome(report: IngestReport) -> str:
    tag = type(report).TAG
    outcome = tag[1] if tag else type(report).__name__
    return f"{outcome} ({report.reason.value})" if isinstance(report, Idle) else outcome


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
