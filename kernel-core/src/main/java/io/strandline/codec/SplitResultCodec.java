package io.strandline.codec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.lsn.Lsn;
import io.strandline.plan.SplitResult;
import io.strandline.plan.SplitTally;
import io.strandline.port.FileDocument;
import java.time.Duration;

/**
 * The result of a split as a document for the plan's commit: {@code
 * {"strandline":"split_result",…}}. No value of a row is in it: the commit reads the bounds of
 * columns from the files themselves.
 */
public final class SplitResultCodec {

  private static final int FORMAT = 1;
  private static final String KIND = "split_result";
  private static final String DOCUMENT = "the split's result";

  private SplitResultCodec() {}

  /** The document of a result, on one line. */
  public static String write(SplitResult result) {
    ObjectNode node =
        Json.object()
            .put(FactsCodec.MARK, KIND)
            .put("format", FORMAT)
            .put("plan", result.planId())
            .put("table_id", result.tableId())
            .put("schema_hash", result.schemaHash())
            .put("split", result.split())
            .put("capture_instance", result.captureInstance());
    node.set("range", Values.range(result.range()));
    node.put("rows", result.rows());
    node.set("tally", tally(result.tally()));
    node.put("min_lsn_after", result.minLsnAfter().toString());
    node.put("waited", result.waited().toString());
    ArrayNode files = node.putArray("files");
    for (FileDocument file : result.files()) {
      files
          .addObject()
          .put("path", file.path())
          .put("size", file.size())
          .put("modified_at", file.modifiedAt())
          .put("rows", file.rows())
          .put("layout", file.layout());
    }
    return Json.text(node);
  }

  /**
   * The result of a document.
   *
   * @throws MalformedDocumentException if it is none, or of a newer format
   */
  public static SplitResult read(String text) {
    Fields fields = Json.read(text, DOCUMENT);
    Formats.verify(fields, DOCUMENT, KIND, FORMAT);
    return new SplitResult(
        fields.text("plan"),
        fields.text("table_id"),
        fields.text("schema_hash"),
        fields.integer("split"),
        fields.text("capture_instance"),
        Values.range(fields.object("range")),
        fields.longInteger("rows"),
        tally(fields.object("tally")),
        fields.parsed("min_lsn_after", Lsn::parse),
        fields.parsed("waited", Duration::parse),
        fields.objects("files").stream().map(SplitResultCodec::file).toList());
  }

  private static FileDocument file(Fields fields) {
    return new FileDocument(
        fields.text("path"),
        fields.longInteger("size"),
        fields.longInteger("modified_at"),
        fields.longInteger("rows"),
        fields.text("layout"));
  }

  private static ObjectNode tally(SplitTally tally) {
    ObjectNode node = Json.object();
    tally.byOperation().forEach(node.putArray("by_operation")::add);
    node.put("bytes", tally.bytes());
    tally.first().ifPresent(lsn -> node.put("first_lsn", lsn.toString()));
    tally.last().ifPresent(lsn -> node.put("last_lsn", lsn.toString()));
    tally.firstTs().ifPresent(ts -> node.put("first_commit_ts", ts.toString()));
    tally.lastTs().ifPresent(ts -> node.put("last_commit_ts", ts.toString()));
    return node;
  }

  private static SplitTally tally(Fields fields) {
    return new SplitTally(
        fields.longIntegers("by_operation"),
        fields.longInteger("bytes"),
        fields.optional("first_lsn", key -> Values.lsn(fields, key)),
        fields.optional("last_lsn", key -> Values.lsn(fields, key)),
        fields.optional("first_commit_ts", key -> Values.instant(fields, key)),
        fields.optional("last_commit_ts", key -> Values.instant(fields, key)));
  }
}
