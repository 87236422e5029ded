package io.strandline.codec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.report.GroupReport;
import io.strandline.verdict.ControlRow;
import java.time.Instant;

/** A group's round as JSON. */
public final class GroupReportCodec {

  private GroupReportCodec() {}

  /**
   * The document {@code {"group":…,"finalized_until":…,"cut":…,"members":[…]}}: a member is its
   * report, or has {@code table}, {@code app_id} and {@code error}.
   */
  public static String report(GroupReport report) {
    ObjectNode node = Json.object().put("group", report.name());
    node.put(
        "finalized_until",
        report.published().flatMap(ControlRow::finalizedUntil).map(Instant::toString).orElse(null));
    report
        .published()
        .flatMap(ControlRow::end)
        .ifPresent(end -> ReportCodec.putOffset(node, "cut", end));
    report.publishError().ifPresent(error -> ReportCodec.putError(node, error));
    ArrayNode members = node.putArray("members");
    for (GroupReport.Member member : report.members()) {
      member.report().ifPresent(done -> members.add(ReportCodec.node(done)));
      member
          .error()
          .ifPresent(
              error -> {
                ObjectNode failed = members.addObject().put("outcome", "failed");
                failed.put("table", member.table()).put("app_id", member.appId());
                ReportCodec.putError(failed, error);
              });
    }
    return Json.text(node);
  }
}
