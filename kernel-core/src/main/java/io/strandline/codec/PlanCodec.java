package io.strandline.codec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.plan.PlanDocument;
import java.time.Duration;

/**
 * A planned batch as a document that other processes execute: {@code {"strandline":"plan",…}}. It
 * holds no secret and no value of the source's rows.
 */
public final class PlanCodec {

  private static final int FORMAT = 1;
  private static final String DOCUMENT = "the plan";

  private PlanCodec() {}

  /** The document of a plan, on one line. */
  public static String write(PlanDocument plan) {
    ObjectNode node =
        Json.object().put(FactsCodec.MARK, "plan").put("format", FORMAT).put("plan", plan.id());
    node.put("table", plan.table());
    PlanDocument.Start start = plan.start();
    node.putObject("start")
        .put("table_id", start.tableId())
        .put("app_id", start.appId())
        .put("generation", start.generation())
        .put("batch_id", start.batchId())
        .put("attempt", start.attempt())
        .set("offset", Values.offset(start.offset()));
    node.put("schema_hash", plan.schemaHash());
    node.put("rows", plan.batch().rows());
    node.set("batch", BatchNodes.batch(plan.batch()));
    ObjectNode call =
        node.putObject("call")
            .put("started_at", plan.call().startedAt().toString())
            .put("round_trip", plan.call().roundTrip().toString());
    plan.call().warnings().forEach(call.putArray("warnings")::add);
    ArrayNode events = call.putArray("events");
    plan.call().events().forEach(event -> events.add(FactsCodec.row(event)));
    return Json.text(node);
  }

  /**
   * The plan of a document.
   *
   * @throws MalformedDocumentException if it is none, or of a newer format
   */
  public static PlanDocument read(String text) {
    Fields fields = Json.read(text, DOCUMENT);
    Formats.verify(fields, DOCUMENT, "plan", FORMAT);
    Fields start = fields.object("start");
    Fields call = fields.object("call");
    return new PlanDocument(
        fields.text("plan"),
        fields.text("table"),
        new PlanDocument.Start(
            start.text("table_id"),
            start.text("app_id"),
            start.integer("generation"),
            start.longInteger("batch_id"),
            start.text("attempt"),
            Values.offset(start.object("offset"))),
        fields.text("schema_hash"),
        BatchNodes.batch(fields.object("batch")),
        new PlanDocument.Call(
            Values.instant(call, "started_at"),
            call.parsed("round_trip", Duration::parse),
            call.texts("warnings"),
            call.objects("events").stream().map(FactsCodec::row).toList()));
  }
}
