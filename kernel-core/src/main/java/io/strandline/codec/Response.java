package io.strandline.codec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.strandline.error.StrandlineException;
import io.strandline.report.IngestReport;
import java.util.List;

/** Answers of the gateway as documents: {@code {"strandline":"response","format":1,"state":…}}. */
public final class Response {

  private static final int FORMAT = 1;
  private static final String KIND = "response";

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
   * @param before what it had done before, told as {@code batches}
   */
  public static String failed(StrandlineException error, List<IngestReport> before) {
    ObjectNode node = state("failed");
    node.putRawValue("failure", new RawValue(ReportCodec.error(error, before)));
    return Json.text(node);
  }

  /**
   * A call that still runs.
   *
   * @param id by which it is asked for and cancelled
   * @param rows read so far
   * @param expected rows in all, about; -1 for unknown
   */
  public static String running(String id, long rows, long expected) {
    ObjectNode node = state("running").put("id", id);
    ObjectNode progress = node.putObject("progress").put("rows", rows);
    progress.put("expected", expected < 0 ? null : (Long) expected);
    return Json.text(node);
  }

  /** The document of the gateway's connection file. */
  public static String connection(int port, String token, long pid, String version) {
    ObjectNode node = Json.object().put(FactsCodec.MARK, "connection").put("format", FORMAT);
    node.put("port", port).put("token", token).put("pid", pid).put("version", version);
    return Json.text(node);
  }

  /** The result of the call {@code version}. */
  public static String version(String version) {
    ObjectNode node = Json.object().put("version", version);
    return Json.text(node.put("java", System.getProperty("java.version")));
  }

  private static ObjectNode state(String state) {
    return Json.object().put(FactsCodec.MARK, KIND).put("format", FORMAT).put("state", state);
  }
}
