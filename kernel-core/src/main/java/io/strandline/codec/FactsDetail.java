package io.strandline.codec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.change.DdlChange;
import io.strandline.facts.FactsColumn;
import io.strandline.plan.Gap;
import io.strandline.plan.LeftOut;
import io.strandline.plan.SchemaHistory.Switch;
import io.strandline.state.LastBatch;
import io.strandline.state.StreamState;
import io.strandline.time.ClockRegression;
import java.util.List;
import java.util.Optional;

/** The JSON of the facts' {@code detail} column. */
public final class FactsDetail {

  private static final String SEEN_LATE =
      "the instance was first seen more than 10 minutes after its creation: its new columns may lack"
          + " values before its start";
  private static final String BACK = "the newer instance is gone, so the older one is read again";
  private static final String WARNING = "warning";
  private static final String WARNINGS = "warnings";
  private static final String LEFT_OUT = "left_out";

  private FactsDetail() {}

  /** Something changed: {@code {"change":"…"}}. */
  public static String change(String what) {
    return Json.text(Json.object().put("change", cut(what)));
  }

  private static String cut(String text) {
    return text.length() <= LastBatch.MAX_TEXT ? text : text.substring(0, LastBatch.MAX_TEXT);
  }

  /**
   * What a person should look at, and the columns that a batch left out: {@code
   * {"warnings":[…],"left_out":[…]}}; empty if there is neither.
   */
  public static Optional<String> batch(List<String> warnings, LeftOut leftOut) {
    ObjectNode node = Json.object();
    if (!warnings.isEmpty()) {
      ArrayNode array = node.putArray(WARNINGS);
      warnings.forEach(warning -> array.add(cut(warning)));
    }
    if (!leftOut.columns().isEmpty()) {
      leftOut.kept().forEach(node.putArray(LEFT_OUT)::add);
    }
    return node.isEmpty() ? Optional.empty() : Optional.of(Json.text(node));
  }

  /** What the last batch kept of the columns that it left out; may be empty. */
  public static List<String> leftOut(StreamState state) {
    return state
        .lastBatch()
        .flatMap(LastBatch::batch)
        .flatMap(row -> row.get(FactsColumn.DETAIL, String.class))
        .map(detail -> Json.read(detail, "the detail of the last batch"))
        .flatMap(fields -> fields.optional(LEFT_OUT, fields::texts))
        .orElse(List.of());
  }

  /** Other columns are left out than before: {@code {"left_out":[…]}}, all of now. */
  public static String leftOut(LeftOut leftOut) {
    ObjectNode node = Json.object();
    leftOut.columns().forEach(node.putArray(LEFT_OUT)::add);
    return Json.text(node);
  }

  /**
   * Changes that are gone were skipped: {@code {"from":…,"to":…,"certain":true,"reason":…}}; always
   * certain, because a batch is committed only after the guard has passed on what it holds.
   */
  public static String skipped(Gap gap) {
    return Json.text(
        Json.object()
            .put("from", gap.from().toString())
            .put("to", gap.to().toString())
            .put("certain", true)
            .put("capture_instance", gap.captureInstance())
            .put("reason", cut(gap.cause())));
  }

  /** The table's definition changed: {@code {"command":…,"changed_type":…}}. */
  public static String ddl(DdlChange ddl) {
    return Json.text(
        Json.object().put("command", cut(ddl.command())).put("changed_type", ddl.changedType()));
  }

  /**
   * Another capture instance took over: {@code {"from":…,"to":…,"no_longer_captured":[…]}}, with a
   * {@code "warning"} if it was first seen late, or is the older one.
   */
  public static String switched(Switch change) {
    ObjectNode node = Json.object().put("from", change.from()).put("to", change.to());
    change.uncaptured().forEach(node.putArray("no_longer_captured")::add);
    switch (change.kind()) {
      case NEWER -> {}
      case NEWER_SEEN_LATE -> node.put(WARNING, SEEN_LATE);
      case BACK -> node.put(WARNING, BACK);
    }
    return Json.text(node);
  }

  /** Something was adopted: {@code {"what":…,"change":…}}. */
  public static String adopted(String what, String change) {
    return Json.text(Json.object().put("what", what).put("change", cut(change)));
  }

  /** A commit took a later time than its own: {@code {"lsn":…,"own":…,"carried":…}}. */
  public static String regression(ClockRegression regression) {
    return Json.text(
        Json.object()
            .put("lsn", regression.lsn().toString())
            .put("own", regression.own().toString())
            .put("carried", regression.carried().toString()));
  }
}
