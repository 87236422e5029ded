package io.strandline.codec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.change.DdlChange;
import io.strandline.plan.Gap;
import io.strandline.plan.SchemaHistory.Switch;
import io.strandline.state.LastBatch;
import io.strandline.time.ClockRegression;
import java.util.List;

/** The JSON of the facts' {@code detail} column. */
public final class FactsDetail {

  private static final String SEEN_LATE =
      "the instance was first seen more than 10 minutes after its creation: its new columns may lack"
          + " values before its start";

  private FactsDetail() {}

  /** Something changed: {@code {"change":"…"}}. */
  public static String change(String what) {
    return Json.text(Json.object().put("change", cut(what)));
  }

  private static String cut(String text) {
    return text.length() <= LastBatch.MAX_TEXT ? text : text.substring(0, LastBatch.MAX_TEXT);
  }

  /** What a person should look at: {@code {"warnings":[…]}}. */
  public static String warnings(List<String> warnings) {
    ObjectNode node = Json.object();
    ArrayNode array = node.putArray("warnings");
    warnings.forEach(warning -> array.add(cut(warning)));
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
   * A newer capture instance took over: {@code {"from":…,"to":…,"no_longer_captured":[…]}}, with a
   * {@code "warning"} if it was first seen late.
   */
  public static String switched(Switch change) {
    ObjectNode node = Json.object().put("from", change.from()).put("to", change.to());
    change.uncaptured().forEach(node.putArray("no_longer_captured")::add);
    if (change.seenLate()) {
      node.put("warning", SEEN_LATE);
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
