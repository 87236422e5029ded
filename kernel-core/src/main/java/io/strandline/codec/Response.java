package io.strandline.codec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.strandline.error.StrandlineException;
import io.strandline.report.IngestReport;
import io.strandline.report.Planned;
import io.strandline.report.RowsRead;
import java.util.List;

/** Answers of the gateway as documents: {@code {"strandline":"response","format":1,"state":…}}. */
public final class Response {

  private static final int FORMAT = 1;
  private static final String KIND = "response";
  private static final double MILLIS = 1_000;

  private Response() {}

  /**
   * A call that is done.
   *
   * @param result JSON document
   */
  public static String done(String result) {
    ObjectNode node = state("done");
    node.putRawValue("result", new RawValue(result));
    return Json.text(node);
  }

  /**
   * A call that failed.
   *
   * @param before what it had done before; committed batches are told as {@code batches}
   */
  public static String failed(StrandlineException error, List<IngestReport> before) {
    ObjectNode node = state("failed");
    ReportCodec.putError(node, error);
    if (!before.isEmpty()) {
      ReportCodec.putBatches(node, before);
    }
    return Json.text(node);
  }

  /**
   * A call that still runs.
   *
   * @param id by which it is polled and cancelled
   * @param read how far the running batch or first load is
   * @param batches committed so far
   */
  public static String running(String id, RowsRead read, int batches) {
    ObjectNode node = state("running").put("id", id);
    ObjectNode progress = node.putObject("progress").put("rows", read.rows());
    read.expected()
        .ifPresentOrElse(all -> progress.put("expected", all), () -> progress.putNull("expected"));
    read.percent()
        .ifPresentOrElse(part -> progress.put("percent", part), () -> progress.putNull("percent"));
    read.remaining()
        .ifPresentOrElse(
            left -> progress.put("remaining_seconds", left.toMillis() / MILLIS),
            () -> progress.putNull("remaining_seconds"));
    progress.put("batches", batches);
    return Json.text(node);
  }

  private static ObjectNode state(String state) {
    return Json.object().put(FactsCodec.MARK, KIND).put("format", FORMAT).put("state", state);
  }

  /** The document of the gateway's connection file. */
  public static String connection(
      String address, int port, String token, long pid, String version) {
    ObjectNode node = Json.object().put(FactsCodec.MARK, "connection").put("format", FORMAT);
    node.put("address", address).put("port", port).put("token", token);
    return Json.text(node.put("pid", pid).put("version", version));
  }

  /**
   * The result of the call {@code version}.
   *
   * @param version the gateway's
   * @param java its Java's
   */
  public static String version(String version, String java) {
    ObjectNode node = Json.object().put("version", version).put("java", java);
    return Json.text(node.put("protocol", FORMAT));
  }

  /** The result of the call {@code plan}: the plan and how many splits it has, or a report. */
  public static String planned(Planned planned) {
    ObjectNode node = Json.object();
    if (planned instanceof Planned.Batch batch) {
      node.putRawValue("plan", new RawValue(PlanCodec.write(batch.document())));
      node.put("splits", batch.document().batch().splits().size());
    } else {
      node.set("report", ReportCodec.node(((Planned.Nothing) planned).report()));
    }
    return Json.text(node);
  }

  /** The result of a call that has none. */
  public static String nothing() {
    return "{}";
  }
}
