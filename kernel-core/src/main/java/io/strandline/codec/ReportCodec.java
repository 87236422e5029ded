package io.strandline.codec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.error.StrandlineException;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.report.Adopted;
import io.strandline.report.IngestReport;
import io.strandline.report.StreamStatus;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Finality;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/** What callers are told, as JSON; keys and enum texts are snake_case, error codes upper case. */
public final class ReportCodec {

  private ReportCodec() {}

  /** The document of one call of {@code ingest()}. */
  public static String report(IngestReport report) {
    return Json.text(node(report));
  }

  /** The document of several calls: {@code {"batches":[…]}} and the last one's keys beside it. */
  public static String reports(List<IngestReport> reports) {
    ObjectNode node = node(reports.get(reports.size() - 1));
    putBatches(node, reports);
    return Json.text(node);
  }

  static void putBatches(ObjectNode node, List<IngestReport> reports) {
    ArrayNode batches = node.putArray("batches");
    for (IngestReport report : reports) {
      if (report instanceof IngestReport.Committed) {
        batches.add(node(report));
      }
    }
  }

  static ObjectNode node(IngestReport report) {
    ObjectNode node = Json.object();
    if (report instanceof IngestReport.Committed committed) {
      node.put("outcome", "committed").put("batch_id", committed.batchId());
      node.putObject("range")
          .put("start", committed.range().start().toString())
          .put("end", committed.range().end().toString());
      node.set("facts", FactsCodec.row(committed.row()));
      ArrayNode events = node.putArray("events");
      for (FactsRow event : committed.facts().events()) {
        events.add(FactsCodec.row(event));
      }
    } else if (report instanceof IngestReport.Loaded loaded) {
      node.put("outcome", "loaded").put("snapshot_lsn", loaded.snapshot().lsn().toString());
      ArrayNode events = node.putArray("events");
      loaded
          .facts()
          .ifPresent(facts -> facts.events().forEach(event -> events.add(FactsCodec.row(event))));
    } else if (report instanceof IngestReport.Idle idle) {
      node.put("outcome", "idle").put("reason", lower(idle.reason()));
    } else {
      node.put("outcome", "done_by_another");
    }
    putStatus(node, report.status());
    return node;
  }

  private static void putStatus(ObjectNode node, StreamStatus status) {
    node.put("table", status.table()).put("app_id", status.appId());
    status.offset().ifPresent(offset -> putOffset(node, "offset", offset));
    node.put("finalized_until", status.finalizedUntil().map(Instant::toString).orElse(null));
    node.put("granularity", status.granularity().text());
    node.put("verdict_pending", status.verdictPending());
    node.put("source_max_lsn", status.sourceMax().map(Lsn::toString).orElse(null));
    node.put("capture_lag_seconds", status.captureLagSeconds().orElse(null));
    node.put("conflicts", status.conflicts());
    status.warnings().forEach(node.putArray("warnings")::add);
  }

  static void putOffset(ObjectNode node, String key, Offset offset) {
    node.putObject(key)
        .put("lsn", offset.lsn().toString())
        .put("commit_ts", offset.commitTs().toString());
  }

  /** The document of an adoption; {@code {"adopted":[]}} if there was nothing to adopt. */
  public static String adopted(Optional<Adopted> adopted) {
    ObjectNode node = Json.object();
    ArrayNode what = node.putArray("adopted");
    adopted.ifPresent(
        done -> {
          done.what().forEach(what::add);
          node.put("table", done.table());
          putOffset(node, "offset", done.offset());
          node.put("lossless_since", done.losslessSince().toString());
        });
    return Json.text(node);
  }

  /** The document of a table's verdict; {@code finalized_until} is null before the first. */
  public static String verdict(String table, Optional<ControlRow> row) {
    ObjectNode node = Json.object().put("table", table);
    node.put(
        "finalized_until",
        row.flatMap(ControlRow::finalizedUntil).map(Instant::toString).orElse(null));
    row.ifPresent(
        there -> {
          node.put("granularity", there.granularity().text());
          node.put("lossless_since", there.losslessSince().toString());
          node.put("app_id", there.appId()).put("table_id", there.tableId());
          there.end().ifPresent(end -> putOffset(node, "end", end));
        });
    return Json.text(node);
  }

  /** The document of a period's finality. */
  public static String finality(
      String table, Instant from, Instant until, Finality finality, Optional<ControlRow> row) {
    ObjectNode node = Json.object().put("table", table);
    node.put("from", from.toString()).put("until", until.toString());
    node.put("status", lower(finality));
    node.put(
        "finalized_until",
        row.flatMap(ControlRow::finalizedUntil).map(Instant::toString).orElse(null));
    row.ifPresent(there -> node.put("lossless_since", there.losslessSince().toString()));
    return Json.text(node);
  }

  /**
   * The document of an error.
   *
   * @param before what the same command did before it; committed batches are told as {@code
   *     batches}
   */
  public static String error(StrandlineException error, List<IngestReport> before) {
    ObjectNode node = Json.object();
    putError(node, error);
    if (!before.isEmpty()) {
      putBatches(node, before);
    }
    return Json.text(node);
  }

  static void putError(ObjectNode node, StrandlineException error) {
    ObjectNode details =
        node.putObject("error")
            .put("code", error.code().name())
            .put("message", error.getMessage())
            .put("remedy", error.remedy())
            .put("retryable", error.code().retryable())
            .putObject("details");
    new TreeMap<>(error.details()).forEach(details::put);
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
