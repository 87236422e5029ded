package io.strandline.codec;

import io.strandline.state.LastBatch;
import io.strandline.time.ClockRegression;

/** The JSON of the facts' {@code detail} column. */
public final class FactsDetail {

  private FactsDetail() {}

  /** Something changed: {@code {"change":"…"}}. */
  public static String change(String what) {
    String text =
        what.length() <= LastBatch.MAX_TEXT ? what : what.substring(0, LastBatch.MAX_TEXT);
    return Json.text(Json.object().put("change", text));
  }

  /**
   * A commit took a later time than its own: {@code {"lsn":…,"own":…,"carried":…}}.
   *
   * @param leftOut regressions of the batch without an event row, told as {@code "more"} if any
   */
  public static String regression(ClockRegression regression, int leftOut) {
    var node =
        Json.object()
            .put("lsn", regression.lsn().toString())
            .put("own", regression.own().toString())
            .put("carried", regression.carried().toString());
    return Json.text(leftOut > 0 ? node.put("more", leftOut) : node);
  }
}
